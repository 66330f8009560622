import { GrazeError } from './errors.js';

/**
 * The bytes of the smallest module that uses a SIMD instruction (i8x16.splat): a host without SIMD rejects it.
 */
const SIMD_PROBE = /* @__PURE__ */ Uint8Array.of(
    ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0],
    ...[10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11],
);

/**
 * Throws, with the remedy, on a host that cannot run the SIMD module.
 *
 * @param {string} [remedy]
 */
export function requireSimd(remedy = "import from 'graze/scalar' instead") {
    if (!WebAssembly.validate(SIMD_PROBE)) {
        throw new GrazeError(
            'no-simd',
            `this host has no WebAssembly SIMD; ${remedy}, which gives the same answers`,
        );
    }
}
