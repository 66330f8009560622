import { checkBoolean, checkOptions } from './arguments.js';
import { Core } from './core.js';
import { formatValue, GrazeError, isRevoked } from './errors.js';
import { decodeModule } from './module_text.js';
import { version } from './version.js';

/**
 * @import { ModuleText } from './module_text.js'
 */

/**
 * Source of an instance's WebAssembly.
 *
 * @typedef {object} CreateOptions
 * @property {BufferSource | CompiledModule | Response | PromiseLike<Response>} [wasm] module to use instead of
 *   the built-in one: its bytes, a compiled module (which can be posted to workers, so that it is compiled
 *   once), or a fetched response
 * @property {boolean} [debug] whether the instance checks at each use that a view of a batch is still current
 *   (`stale-view`), and in each query of `bodies` that those which stand still are as they were at their last
 *   update (`not-updated`); default false. For development: views are proxies then, which are slow and which
 *   `ArrayBuffer.isView` does not accept
 */

/**
 * Source of an instance's WebAssembly for a synchronous call.
 *
 * @typedef {object} CreateSyncOptions
 * @property {BufferSource | CompiledModule} [wasm] module to use instead of the built-in one: its bytes, or a
 *   compiled module
 * @property {boolean} [debug] whether the instance checks at each use that a view of a batch is still current
 *   (`stale-view`), and in each query of `bodies` that those which stand still are as they were at their last
 *   update (`not-updated`); default false. For development: views are proxies then, which are slow and which
 *   `ArrayBuffer.isView` does not accept
 */

/**
 * A compiled module. TypeScript's own type of it also accepts addresses.
 *
 * @typedef {WebAssembly.Module & object} CompiledModule
 */

/**
 * Source of the module that an entry uses when the caller gives no `wasm`.
 *
 * @typedef {object} Source
 * @property {() => unknown} read returns the module, its bytes, or a response or the promise of one
 * @property {(module: WebAssembly.Module) => void} [keep] takes the compiled module, for the next instance
 */

/**
 * Returns the source of a module that an entry has built in. It is decoded and compiled once.
 *
 * @param {ModuleText} text
 * @param {() => void} [check] throws on a host that cannot run the module
 * @returns {Source}
 */
export function builtIn(text, check) {
    /** @type {WebAssembly.Module | undefined} */
    let compiled;
    return {
        read() {
            check?.();
            return compiled ?? decodeModule(text);
        },
        keep(module) {
            compiled = module;
        },
    };
}

/**
 * @param {unknown} options
 * @returns {{ wasm: unknown, isDebug: boolean }} `wasm`: the caller's
 */
function readCreateOptions(options) {
    const { wasm, debug = false } = checkOptions(options, 'options', ['wasm', 'debug']);
    if (isRevoked(wasm)) throw wasmTypeError(wasm);
    return { wasm, isDebug: checkBoolean(debug, 'options.debug') };
}

/**
 * Returns the bytes of a buffer source, or null for other values. A DataView becomes a Uint8Array, since engines
 * may reject it, though it is a valid buffer source.
 *
 * @param {unknown} source
 * @returns {BufferSource | null}
 */
function toBytes(source) {
    if (source instanceof ArrayBuffer) return source;
    if (!ArrayBuffer.isView(source)) return null;
    const { buffer, byteOffset, byteLength } = source;
    // A view of a transferred buffer is empty.
    if (byteLength === 0) return new Uint8Array();
    return new Uint8Array(/** @type {ArrayBuffer} */ (buffer), byteOffset, byteLength);
}

/**
 * @param {unknown} source
 * @returns {GrazeError}
 */
function wasmTypeError(source) {
    return new GrazeError(
        'wrong-type',
        `options.wasm must be bytes, a WebAssembly.Module or a Response, got ${formatValue(source)}`,
        { argument: 'options.wasm', value: source },
    );
}

/**
 * Returns a new object of an entry's class; rejects a module that is not graze's, or of another version.
 *
 * @template T
 * @param {new (core: Core) => T} GrazeClass
 * @param {WebAssembly.Instance} instance
 * @param {boolean} isDebug
 * @returns {T}
 */
function createInstance(GrazeClass, instance, isDebug) {
    if (!('graze_wasm_version' in instance.exports)) {
        throw new GrazeError('bad-module', 'options.wasm is not a graze module', {
            argument: 'options.wasm',
        });
    }
    const core = new Core(instance, isDebug);
    // This file and the module were deployed or cached separately, so the layout of records may differ.
    if (core.version !== version) {
        throw new GrazeError(
            'bad-module',
            `options.wasm must be the module of graze ${version}, got that of graze ${core.version}`,
            { argument: 'options.wasm', value: core.version },
        );
    }
    return new GrazeClass(core);
}

/**
 * @param {unknown} cause
 * @returns {GrazeError}
 */
function moduleError(cause) {
    if (cause instanceof GrazeError) return cause;
    const reason = cause instanceof Error ? cause.message : formatValue(cause);
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
    const bytes = toBytes(source);
    if (bytes !== null) return WebAssembly.compile(bytes);
    if (typeof Response !== 'undefined' && source instanceof Response) {
        if (!source.ok) throw new Error(`the response has status ${source.status}`);
        // The call is not compileStreaming, which rejects a server that does not send application/wasm.
        return WebAssembly.compile(await source.arrayBuffer());
    }
    throw wasmTypeError(source);
}

/**
 * @template T
 * @param {new (core: Core) => T} GrazeClass the class of the instance
 * @param {Source} source
 * @param {CreateOptions} [options]
 * @returns {Promise<T>}
 */
export async function createFrom(GrazeClass, source, options) {
    const { wasm, isDebug } = readCreateOptions(options);
    const given = wasm ?? source.read();
    try {
        const module = await compile(await given);
        const instance = await WebAssembly.instantiate(module, {});
        if (wasm === undefined || wasm === null) source.keep?.(module);
        return createInstance(GrazeClass, instance, isDebug);
    } catch (cause) {
        throw moduleError(cause);
    }
}

/**
 * @template T
 * @param {new (core: Core) => T} GrazeClass
 * @param {Source} source
 * @param {CreateSyncOptions} [options]
 * @returns {T}
 */
export function createSyncFrom(GrazeClass, source, options) {
    const { wasm, isDebug } = readCreateOptions(options);
    const given = wasm ?? source.read();
    const compiled = given instanceof WebAssembly.Module ? given : null;
    const bytes = toBytes(given);
    if (compiled === null && bytes === null) throw wasmTypeError(given);
    try {
        const module = compiled ?? new WebAssembly.Module(/** @type {BufferSource} */ (bytes));
        const instance = new WebAssembly.Instance(module, {});
        if (wasm === undefined || wasm === null) source.keep?.(module);
        return createInstance(GrazeClass, instance, isDebug);
    } catch (cause) {
        throw moduleError(cause);
    }
}
