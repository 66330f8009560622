import { Core } from './bind.js';
import { checkOptions } from './check.js';
import { GrazeError, show } from './errors.js';
import { version } from './version.js';

/**
 * Where an instance's WebAssembly comes from.
 *
 * @typedef {object} CreateOptions
 * @property {BufferSource | CompiledModule | Response | PromiseLike<Response>} [wasm] the module
 *   to use instead of the built-in one: its bytes, a compiled module (which can be posted to workers,
 *   so that it is compiled once), or a fetched response
 */

/**
 * Where it comes from when nothing can be waited for.
 *
 * @typedef {object} CreateSyncOptions
 * @property {BufferSource | CompiledModule} [wasm] the module to use instead of the built-in one: its bytes, or
 *   compiled
 */

/**
 * A compiled module. TypeScript's own type of it takes addresses too.
 *
 * @typedef {WebAssembly.Module & object} CompiledModule
 */

/**
 * The bytes of the smallest module that uses a SIMD instruction (i8x16.splat): a host without SIMD
 * refuses it.
 */
const SIMD_PROBE = /* @__PURE__ */ Uint8Array.of(
    ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0],
    ...[10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11],
);

/** Refuses, with the remedy, a host that cannot run the SIMD module. */
export function requireSimd() {
    if (!WebAssembly.validate(SIMD_PROBE)) {
        throw new GrazeError(
            'no-simd',
            "this host has no WebAssembly SIMD; import from 'graze/scalar' instead, same answers",
        );
    }
}

/**
 * The bytes of a module that wasm/inline.mjs has turned into text.
 *
 * @param {{ alphabet: string, text: string }} inline a character for each byte value; and for each byte
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function decodeModule({ alphabet, text }) {
    const byteOf = new Uint8Array(0x200);
    for (let byte = 0; byte < 256; byte++) byteOf[alphabet.charCodeAt(byte)] = byte;
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < bytes.length; i++) bytes[i] = byteOf[text.charCodeAt(i)];
    return bytes;
}

/**
 * @param {unknown} options
 * @returns {unknown} what the caller gave as `wasm`
 */
function givenWasm(options) {
    return checkOptions(options, 'options', ['wasm']).wasm;
}

/**
 * The bytes that are given, if they are; engines may refuse a DataView, though it is one of the kinds that
 * they are to take.
 *
 * @param {unknown} source
 * @returns {BufferSource | null}
 */
function bytesOf(source) {
    if (source instanceof ArrayBuffer) return source;
    if (!ArrayBuffer.isView(source)) return null;
    const { buffer, byteOffset, byteLength } = source;
    // Of a buffer that has been given away nothing is left to view.
    if (byteLength === 0) return new Uint8Array();
    return new Uint8Array(/** @type {ArrayBuffer} */ (buffer), byteOffset, byteLength);
}

/**
 * @param {unknown} source
 * @returns {GrazeError}
 */
function notWasm(source) {
    return new GrazeError(
        'wrong-type',
        `options.wasm must be bytes, a WebAssembly.Module or a Response, not ${show(source)}`,
        { argument: 'options.wasm', value: source },
    );
}

/**
 * @template T
 * @param {new (core: Core) => T} Face
 * @param {WebAssembly.Instance} instance
 * @returns {T}
 */
function wrap(Face, instance) {
    if (!('graze_wasm_version' in instance.exports)) {
        throw new GrazeError('bad-module', 'options.wasm is not a graze module', {
            argument: 'options.wasm',
        });
    }
    const core = new Core(instance);
    // A file that was deployed or cached apart from this one: its records may lie otherwise.
    if (core.version !== version) {
        throw new GrazeError(
            'bad-module',
            `options.wasm is the module of graze ${core.version}, and this is graze ${version}`,
            { argument: 'options.wasm', value: core.version },
        );
    }
    return new Face(core);
}

/**
 * @param {unknown} cause
 * @returns {GrazeError}
 */
function unusable(cause) {
    if (cause instanceof GrazeError) return cause;
    const reason = cause instanceof Error ? cause.message : show(cause);
    return new GrazeError('bad-module', `the WebAssembly module cannot be used: ${reason}`, {
        argument: 'options.wasm',
        cause,
    });
}

/**
 * @param {unknown} source
 * @returns {Promise<WebAssembly.Module>}
 */
async function compile(source) {
    if (source instanceof WebAssembly.Module) return source;
    const bytes = bytesOf(source);
    if (bytes !== null) return WebAssembly.compile(bytes);
    if (typeof Response !== 'undefined' && source instanceof Response) {
        if (!source.ok) throw new Error(`the response has status ${source.status}`);
        // Not compileStreaming: it refuses a server that does not send application/wasm.
        return WebAssembly.compile(await source.arrayBuffer());
    }
    throw notWasm(source);
}

/**
 * @template T
 * @param {new (core: Core) => T} Face what users hold
 * @param {() => unknown} builtIn what to use when the caller gives no `wasm`
 * @param {CreateOptions} [options]
 * @returns {Promise<T>}
 */
export async function createFrom(Face, builtIn, options) {
    const source = givenWasm(options) ?? builtIn();
    try {
        return wrap(Face, await WebAssembly.instantiate(await compile(await source), {}));
    } catch (cause) {
        throw unusable(cause);
    }
}

/**
 * @template T
 * @param {new (core: Core) => T} Face
 * @param {() => unknown} builtIn
 * @param {CreateSyncOptions} [options]
 * @returns {T}
 */
export function createSyncFrom(Face, builtIn, options) {
    const source = givenWasm(options) ?? builtIn();
    const compiled = source instanceof WebAssembly.Module ? source : null;
    const bytes = bytesOf(source);
    if (compiled === null && bytes === null) throw notWasm(source);
    try {
        const module = compiled ?? new WebAssembly.Module(/** @type {BufferSource} */ (bytes));
        return wrap(Face, new WebAssembly.Instance(module, {}));
    } catch (cause) {
        throw unusable(cause);
    }
}
