/**
 * Exports what the package's other parts share with the library: one GrazeError, one set of argument checks, the names of
 * choices, the check for SIMD, the version. It is bundled into dist/internal.js, from which all entries import it, and the package imports it as `#internal`.
 */

export * from './arguments.js';
export * from './errors.js';
export { ENDINGS, TOUCHINGS } from './layout.js';
export * from './renamed.js';
export * from './simd.js';
export { version } from './version.js';
