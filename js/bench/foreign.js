import { readFile } from 'node:fs/promises';
import { LENIENT } from './contestant.js';
import { CHUNK_SIZE } from './pairs.js';

/**
 * Loads foreign WebAssembly modules that follow the benchmark's interface: see README.md.
 *
 * @import { Contestant, PreparedSet, Query, Task } from './contestant.js'
 * @import { PairSet } from './pairs.js'
 */

/**
 * Exports of every such module.
 *
 * @typedef {object} CommonExports
 * @property {WebAssembly.Memory} memory
 * @property {() => void} [_initialize]
 * @property {(bytes: number) => number} bench_alloc
 * @property {(points: number, count: number) => number} bench_shape
 * @property {() => number} bench_name
 *
 * @typedef {CommonExports & {
 *   bench_pairs: (shapeA: number, shapeB: number, poseA: number, poseB: number, out: number, count: number) => void,
 *   bench_run: (task: number, count: number) => number,
 * }} Exports
 */

const COMMON_EXPORTS = ['memory', 'bench_alloc', 'bench_shape', 'bench_name'];

/** Numbers of the tasks in calls. graze's own modules have more of them. */
const TASK_NUMBERS = { distance: 0, collide: 1 };

/**
 * @param {string} path
 * @param {readonly string[]} [functions] functions that it must export in addition
 * @returns {Promise<WebAssembly.Module>}
 */
export async function loadModule(path, functions = ['bench_pairs', 'bench_run']) {
    const module = await WebAssembly.compile(await readFile(path));
    const exported = WebAssembly.Module.exports(module).map(({ name }) => name);
    const missing = [...COMMON_EXPORTS, ...functions].filter((name) => !exported.includes(name));
    if (missing.length > 0) throw new Error(`it does not export ${missing.join(', ')}`);
    return module;
}

/**
 * @param {string} name
 * @param {WebAssembly.Module} module
 * @param {Partial<Contestant> & { numbers?: Partial<Record<Task, number>> }} [more]
 * @returns {Contestant}
 */
export function foreignContestant(name, module, { numbers = TASK_NUMBERS, ...more } = {}) {
    return {
        name,
        description: `${readName(instantiateModule(module))}, a loop inside of its WebAssembly`,
        baseline: 'batch',
        isGraze: false,
        tolerance: LENIENT,
        prepare: (set) => prepare(module, set, numbers),
        ...more,
    };
}

/**
 * Creates a new instance for each set, so that it need not free anything. Its compiled code is the module's.
 *
 * @param {WebAssembly.Module} module
 * @param {PairSet} set
 * @param {Partial<Record<Task, number>>} numbers
 * @returns {PreparedSet}
 */
function prepare(module, set, numbers) {
    const wasm = instantiateModule(module);
    const write = memoryWriter(wasm);
    const addresses = {
        ...writeShapes(wasm, set),
        poseA: write(set.poseA),
        poseB: write(set.poseB),
        out: wasm.bench_alloc(4 * set.count),
    };
    /** Returns the pairs from `first` on. @param {number} first */
    const selectPairs = (first) => {
        const [shapes, poses] = [4 * first, 16 * first];
        wasm.bench_pairs(
            addresses.shapeA + shapes,
            addresses.shapeB + shapes,
            addresses.poseA + poses,
            addresses.poseB + poses,
            addresses.out + shapes,
            Math.min(CHUNK_SIZE, set.count - first),
        );
    };
    const answers = () => new Float32Array(wasm.memory.buffer, addresses.out, set.count);
    /** @type {PreparedSet['queries']} */
    const queries = {};
    for (const [task, number] of Object.entries(numbers)) {
        selectPairs(0);
        if (Number.isNaN(wasm.bench_run(number, 1))) continue;
        queries[/** @type {Task} */ (task)] = {
            run(first, count) {
                selectPairs(first);
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
export function instantiateModule(module) {
    const instance = new WebAssembly.Instance(module, stubImports(module));
    const wasm = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
    wasm._initialize?.();
    return wasm;
}

/** @param {CommonExports} wasm */
export function readName(wasm) {
    const bytes = new Uint8Array(wasm.memory.buffer, wasm.bench_name());
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
}

/**
 * Returns a function that copies arrays to the module's memory and returns their addresses. @param
 * {CommonExports} wasm
 */
export function memoryWriter(wasm) {
    /** @param {Float32Array | Uint32Array} values */
    return (values) => {
        const address = wasm.bench_alloc(values.byteLength);
        const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
        new Uint8Array(wasm.memory.buffer).set(bytes, address);
        return address;
    };
}

/**
 * Writes the shapes, and returns the addresses of the indices of each pair's two shapes.
 *
 * @param {CommonExports} wasm
 * @param {{ shapes: readonly Float32Array[], shapeA: Uint32Array, shapeB: Uint32Array }} set
 */
export function writeShapes(wasm, set) {
    const write = memoryWriter(wasm);
    const indices = set.shapes.map((outline) => {
        const index = wasm.bench_shape(write(outline), outline.length / 2);
        if (index < 0) throw new Error(`it does not support ${outline.length / 2} vertices`);
        return index;
    });
    return {
        shapeA: write(set.shapeA.map((shape) => indices[shape])),
        shapeB: write(set.shapeB.map((shape) => indices[shape])),
    };
}

/**
 * Returns stubs of system functions, which a standalone module may import although it does not need them here.
 *
 * @param {WebAssembly.Module} module
 */
function stubImports(module) {
    /** @type {Record<string, Record<string, () => number>>} */
    const imports = {};
    for (const { module: namespace, name } of WebAssembly.Module.imports(module)) {
        imports[namespace] ??= {};
        imports[namespace][name] = () => 0;
    }
    return imports;
}
