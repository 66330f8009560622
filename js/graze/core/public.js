/// <reference lib="esnext.disposable" preserve="true" />

/** Exports of every entry besides `create`, `createSync` and the types of its families. */

export { formatValue, GrazeError, toPrintable } from './errors.js';
export { printable, show } from './renamed.js';
export { version } from './version.js';

/**
 * @typedef {import('./arguments.js').PointLike} PointLike
 * @typedef {import('./arguments.js').Points} Points
 * @typedef {import('./errors.js').ErrorCode} ErrorCode
 * @typedef {import('./errors.js').InputErrorCode} InputErrorCode
 * @typedef {import('./errors.js').QueryErrorCode} QueryErrorCode
 * @typedef {import('./facade.js').Facade} Facade
 * @typedef {import('./instantiate.js').CompiledModule} CompiledModule
 * @typedef {import('./instantiate.js').CreateOptions} CreateOptions
 * @typedef {import('./instantiate.js').CreateSyncOptions} CreateSyncOptions
 */
