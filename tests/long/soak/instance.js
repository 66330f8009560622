import { createSync } from 'graze';
import { readTable } from '../../../wasm/boundary.mjs';

/**
 * An instance that is observed between JavaScript and WebAssembly: calls of each export, live handles, and memory.
 *
 * @import { Graze } from 'graze'
 */

/** Exports that issue handles. */
const MAKERS = new Set(
    readTable()
        .filter(({ answer }) => answer.startsWith('handle'))
        .map(({ call }) => `graze_wasm_${call}`),
);
/** Uses after which a slot of the handle table is retired: see wasm/core/handles.h. */
const GENERATIONS = 511;
const INDEX_BITS = 23;

/** @typedef {ReturnType<typeof watchedInstance>} Watched */

/** Returns a new observed instance. */
export function watchedInstance() {
    /** @type {Map<string, number>} */
    const calls = new Map();
    /** @type {Set<number>} */
    const alive = new Set();
    /** Handles of objects that were collected: freed when forgotten shapes are collected. @type {Set<number>} */
    const forgotten = new Set();
    const seen = { made: 0, most: 0, retired: 0 };
    /** @type {WebAssembly.Memory | undefined} */
    let memory;

    /** @param {string} name @param {(...args: number[]) => number} call */
    function watch(name, call) {
        if (!name.startsWith('graze_')) return call;
        calls.set(name, 0);
        const count = () => calls.set(name, /** @type {number} */ (calls.get(name)) + 1);
        if (MAKERS.has(name)) {
            return (/** @type {number[]} */ ...args) => {
                count();
                const handle = call(...args);
                if (handle === 0) return handle;
                alive.add(handle >>> 0);
                seen.made++;
                seen.most = Math.max(seen.most, alive.size);
                return handle;
            };
        }
        /** @param {number} handle */
        const release = (handle) => {
            alive.delete(handle >>> 0);
            forgotten.delete(handle >>> 0);
            if (handle >>> INDEX_BITS === GENERATIONS) seen.retired++;
        };
        if (name === 'graze_wasm_free') {
            return (/** @type {number} */ handle) => {
                count();
                const status = call(handle);
                if (status === 0) release(handle);
                return status;
            };
        }
        if (name === 'graze_wasm_forget') {
            return (/** @type {number} */ handle) => {
                count();
                forgotten.add(handle >>> 0);
                return call(handle);
            };
        }
        if (name === 'graze_wasm_collect_shapes') {
            return () => {
                count();
                // The program forgets only shapes that no batch has. None of them is kept, so that what is left shows.
                const referenced = call(0);
                if (referenced === 0) for (const handle of forgotten) release(handle);
                return referenced;
            };
        }
        return (/** @type {number[]} */ ...args) => {
            count();
            return call(...args);
        };
    }

    const { Instance } = WebAssembly;
    /** The exports of an instance cannot be changed, so a separate object has them. */
    class Watching {
        /** @param {WebAssembly.Module} module @param {WebAssembly.Imports} imports */
        constructor(module, imports) {
            const { exports } = new Instance(module, imports);
            memory = /** @type {WebAssembly.Memory} */ (exports.memory);
            const watched = Object.entries(exports).map(([name, value]) => [
                name,
                typeof value === 'function' ? watch(name, /** @type {any} */ (value)) : value,
            ]);
            this.exports = Object.fromEntries(watched);
        }
    }
    /** @type {any} */ (WebAssembly).Instance = Watching;
    /** @type {Graze} */
    let g;
    try {
        g = createSync();
    } finally {
        WebAssembly.Instance = Instance;
    }
    return {
        g,
        calls,
        alive,
        seen,
        /** Bytes up to the top of the blocks. */
        get used() {
            return g.memoryUsed;
        },
        /** Bytes of the module's memory. */
        get size() {
            return /** @type {WebAssembly.Memory} */ (memory).buffer.byteLength;
        },
    };
}

/**
 * Counts the calls of every public method of the things that an instance makes.
 *
 * @param {object[]} things one of each class
 */
export function watchMethods(things) {
    /** @type {Map<string, number>} */
    const calls = new Map();
    /** @param {object} prototype */
    function watch(prototype) {
        if (prototype === Object.prototype || WATCHED.has(prototype)) return;
        WATCHED.add(prototype);
        watch(Object.getPrototypeOf(prototype));
        for (const [name, { value }] of Object.entries(
            Object.getOwnPropertyDescriptors(prototype),
        )) {
            if (typeof value !== 'function' || name === 'constructor') continue;
            const key = `${prototype.constructor.name}.${name}`;
            calls.set(key, 0);
            /** @type {any} */ (prototype)[name] = function (/** @type {any[]} */ ...args) {
                calls.set(key, /** @type {number} */ (calls.get(key)) + 1);
                return value.apply(this, args);
            };
        }
    }
    for (const thing of things) watch(Object.getPrototypeOf(thing));
    return calls;
}

/** Prototypes that are observed already. @type {WeakSet<object>} */
const WATCHED = new WeakSet();
