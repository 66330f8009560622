import { readFile } from 'node:fs/promises';
import { LENIENT } from './contestant.js';
import { CHUNK } from './pairs.js';

/**
 * WebAssembly modules of others that follow the benchmark's interface: see README.md.
 *
 * @import { Contestant, Entry, Query, Task } from './contestant.js'
 * @import { PairSet } from './pairs.js'
 */

/**
 * What every such module exports.
 *
 * @typedef {object} Common
 * @property {WebAssembly.Memory} memory
 * @property {() => void} [_initialize]
 * @property {(bytes: number) => number} bench_alloc
 * @property {(points: number, count: number) => number} bench_shape
 * @property {() => number} bench_name
 *
 * @typedef {Common & {
 *   bench_pairs: (shapeA: number, shapeB: number, poseA: number, poseB: number, out: number, count: number) => void,
 *   bench_run: (task: number, count: number) => number,
 * }} Exports
 */

const COMMON = ['memory', 'bench_alloc', 'bench_shape', 'bench_name'];

/** What each task is called by. A module of ours has more of them. */
const NUMBERS = { distance: 0, collide: 1 };

/**
 * @param {string} path
 * @param {readonly string[]} [functions] that it must export, besides what all do
 * @returns {Promise<WebAssembly.Module>}
 */
export async function loadModule(path, functions = ['bench_pairs', 'bench_run']) {
    const module = await WebAssembly.compile(await readFile(path));
    const exported = WebAssembly.Module.exports(module).map(({ name }) => name);
    const missing = [...COMMON, ...functions].filter((name) => !exported.includes(name));
    if (missing.length > 0) throw new Error(`it does not export ${missing.join(', ')}`);
    return module;
}

/**
 * @param {string} name
 * @param {WebAssembly.Module} module
 * @param {Partial<Contestant> & { numbers?: Partial<Record<Task, number>> }} [more]
 * @returns {Contestant}
 */
export function foreignContestant(name, module, { numbers = NUMBERS, ...more } = {}) {
    return {
        name,
        about: `${nameOf(start(module))}, a loop inside of its WebAssembly`,
        beside: 'batch',
        ours: false,
        tolerance: LENIENT,
        enter: (set) => enter(module, set, numbers),
        ...more,
    };
}

/**
 * A new instance for each set: it need not free anything. Its compiled code is the module's.
 *
 * @param {WebAssembly.Module} module
 * @param {PairSet} set
 * @param {Partial<Record<Task, number>>} numbers
 * @returns {Entry}
 */
function enter(module, set, numbers) {
    const wasm = start(module);
    const put = putter(wasm);
    const at = {
        ...putShapes(wasm, set),
        poseA: put(set.poseA),
        poseB: put(set.poseB),
        out: wasm.bench_alloc(4 * set.count),
    };
    /** The pairs from `first` on. @param {number} first */
    const point = (first) => {
        const [shapes, poses] = [4 * first, 16 * first];
        wasm.bench_pairs(
            at.shapeA + shapes,
            at.shapeB + shapes,
            at.poseA + poses,
            at.poseB + poses,
            at.out + shapes,
            Math.min(CHUNK, set.count - first),
        );
    };
    const answers = () => new Float32Array(wasm.memory.buffer, at.out, set.count);
    /** @type {Entry['queries']} */
    const queries = {};
    for (const [task, number] of Object.entries(numbers)) {
        point(0);
        if (Number.isNaN(wasm.bench_run(number, 1))) continue;
        queries[/** @type {Task} */ (task)] = {
            run(first, count) {
                point(first);
                wasm.bench_run(number, count);
            },
            answers,
        };
    }
    return { queries };
}

/**
 * @param {WebAssembly.Module} module
 * @returns {Exports}
 */
export function start(module) {
    const instance = new WebAssembly.Instance(module, importsOf(module));
    const wasm = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
    wasm._initialize?.();
    return wasm;
}

/** @param {Common} wasm */
export function nameOf(wasm) {
    const bytes = new Uint8Array(wasm.memory.buffer, wasm.bench_name());
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
}

/** Copies arrays into its memory, and tells where. @param {Common} wasm */
export function putter(wasm) {
    /** @param {Float32Array | Uint32Array} values */
    return (values) => {
        const at = wasm.bench_alloc(values.byteLength);
        const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
        new Uint8Array(wasm.memory.buffer).set(bytes, at);
        return at;
    };
}

/**
 * The shapes, and where the indices of each pair's two are.
 *
 * @param {Common} wasm
 * @param {{ shapes: readonly Float32Array[], shapeA: Uint32Array, shapeB: Uint32Array }} set
 */
export function putShapes(wasm, set) {
    const put = putter(wasm);
    const indices = set.shapes.map((outline) => {
        const index = wasm.bench_shape(put(outline), outline.length / 2);
        if (index < 0) throw new Error(`it does not take ${outline.length / 2} vertices`);
        return index;
    });
    return {
        shapeA: put(set.shapeA.map((shape) => indices[shape])),
        shapeB: put(set.shapeB.map((shape) => indices[shape])),
    };
}

/**
 * A standalone module may still name functions of its system that it does not need here.
 *
 * @param {WebAssembly.Module} module
 */
function importsOf(module) {
    /** @type {Record<string, Record<string, () => number>>} */
    const imports = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
        imports[from] ??= {};
        imports[from][name] = () => 0;
    }
    return imports;
}
