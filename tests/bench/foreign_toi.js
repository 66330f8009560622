import { readFile } from 'node:fs/promises';
import { CHUNK } from '../../js/bench/pairs.js';
import { sweepOf } from './sweeps.js';

/**
 * WebAssembly modules of others that find first contacts: their interface is in README.md.
 *
 * @import { SweepSet } from './sweeps.js'
 * @import { Entry, Racer } from './racer.js'
 * @import { Rotation } from './sweep_truth.js'
 */

/**
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {() => void} [_initialize]
 * @property {(bytes: number) => number} bench_alloc
 * @property {(points: number, count: number) => number} bench_shape
 * @property {(shapeA: number, shapeB: number, sweepA: number, sweepB: number, out: number) => void} bench_sweeps
 * @property {(count: number) => number} bench_toi
 * @property {() => number} bench_rotation
 * @property {() => number} bench_name
 */

const FUNCTIONS = ['alloc', 'shape', 'sweeps', 'toi', 'rotation', 'name'];

/** What `bench_rotation` can say. @type {Rotation[]} */
const ROTATIONS = ['steady', 'interpolated', 'none'];

/** Numbers of a sweep: x, y, cosine and sine at either end. */
const TERMS = 8;

/**
 * @param {string} name
 * @param {string} path
 * @returns {Promise<Racer>}
 */
export async function loadForeign(name, path) {
    const module = await WebAssembly.compile(await readFile(path));
    const exported = WebAssembly.Module.exports(module).map((one) => one.name);
    const wanted = ['memory', ...FUNCTIONS.map((one) => `bench_${one}`)];
    const missing = wanted.filter((one) => !exported.includes(one));
    if (missing.length > 0) throw new Error(`it does not export ${missing.join(', ')}`);
    const wasm = start(module);
    const rotation = ROTATIONS[wasm.bench_rotation()];
    return {
        name,
        about: `${nameOf(wasm)}, a loop inside of its WebAssembly`,
        beside: 'batch',
        ours: false,
        rotation,
        enter: (set) => enter(module, set),
    };
}

/**
 * A new instance for each set: it need not free anything. Its compiled code is the module's.
 *
 * @param {WebAssembly.Module} module
 * @param {SweepSet} set
 * @returns {Entry}
 */
function enter(module, set) {
    const wasm = start(module);
    /** @param {Float32Array | Uint32Array} values */
    const put = (values) => {
        const at = wasm.bench_alloc(values.byteLength);
        const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
        new Uint8Array(wasm.memory.buffer).set(bytes, at);
        return at;
    };
    const indices = set.shapes.map((outline) => {
        const index = wasm.bench_shape(put(outline), outline.length / 2);
        if (index < 0) throw new Error(`it does not take ${outline.length / 2} vertices`);
        return index;
    });
    const at = {
        shapeA: put(set.shapeA.map((shape) => indices[shape])),
        shapeB: put(set.shapeB.map((shape) => indices[shape])),
        sweepA: put(sweepsOf(set, set.sweepA)),
        sweepB: put(sweepsOf(set, set.sweepB)),
        out: wasm.bench_alloc(4 * set.count),
    };
    return {
        run(first, count) {
            const [shapes, sweeps] = [4 * first, 4 * TERMS * first];
            wasm.bench_sweeps(
                at.shapeA + shapes,
                at.shapeB + shapes,
                at.sweepA + sweeps,
                at.sweepB + sweeps,
                at.out + shapes,
            );
            wasm.bench_toi(Math.min(count, CHUNK));
        },
        answers: () => ({ lo: new Float32Array(wasm.memory.buffer, at.out, set.count) }),
    };
}

/** @param {SweepSet} set @param {Float32Array} sweeps */
function sweepsOf({ count }, sweeps) {
    const out = new Float32Array(TERMS * count);
    for (let pair = 0; pair < count; pair++) {
        const { x0, y0, heading, x1, y1, turn } = sweepOf(sweeps, pair);
        const last = heading + turn;
        out.set([x0, y0, Math.cos(heading), Math.sin(heading)], TERMS * pair);
        out.set([x1, y1, Math.cos(last), Math.sin(last)], TERMS * pair + 4);
    }
    return out;
}

/** @param {WebAssembly.Module} module */
function start(module) {
    const instance = new WebAssembly.Instance(module, {});
    const wasm = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
    wasm._initialize?.();
    return wasm;
}

/** @param {Exports} wasm */
function nameOf(wasm) {
    const bytes = new Uint8Array(wasm.memory.buffer, wasm.bench_name());
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
}
