import {
    instantiateModule,
    loadModule,
    memoryWriter,
    readName,
    writeShapes,
} from '../../js/bench/foreign.js';
import { CHUNK_SIZE } from '../../js/bench/pairs.js';
import { sweepOf } from './toi_sweeps.js';

/**
 * WebAssembly modules of others that find first contacts: their interface is in README.md.
 *
 * @import { SweepSet } from './toi_sweeps.js'
 * @import { Entry, Contestant } from './toi_contestant.js'
 * @import { Rotation } from './toi_truth.js'
 */

/**
 * @import { CommonExports } from '../../js/bench/foreign.js'
 *
 * @typedef {CommonExports & {
 *   bench_sweeps: (shapeA: number, shapeB: number, sweepA: number, sweepB: number, out: number) => void,
 *   bench_toi: (count: number) => number,
 *   bench_rotation: () => number,
 * }} Exports
 */

const FUNCTIONS = ['bench_sweeps', 'bench_toi', 'bench_rotation'];

/** Values of `bench_rotation`. @type {Rotation[]} */
const ROTATIONS = ['steady', 'interpolated', 'none'];

/** Numbers of a sweep: x, y, cosine and sine at either end. */
const TERMS = 8;

/**
 * @param {string} name
 * @param {string} path
 * @returns {Promise<Contestant>}
 */
export async function loadForeign(name, path) {
    return foreignToi(name, await loadModule(path, FUNCTIONS));
}

/**
 * @param {string} name
 * @param {WebAssembly.Module} module
 * @returns {Contestant}
 */
export function foreignToi(name, module) {
    const wasm = begin(module);
    const rotation = ROTATIONS[wasm.bench_rotation()];
    return {
        name,
        about: `${readName(wasm)}, a loop inside of its WebAssembly`,
        beside: 'batch',
        ours: false,
        rotation,
        enter: (set) => enter(module, set),
    };
}

/**
 * Creates a new instance for each set, which need not free anything. Its compiled code is the module's.
 *
 * @param {WebAssembly.Module} module
 * @param {SweepSet} set
 * @returns {Entry}
 */
function enter(module, set) {
    const wasm = begin(module);
    const put = memoryWriter(wasm);
    const at = {
        ...writeShapes(wasm, set),
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
            wasm.bench_toi(Math.min(count, CHUNK_SIZE));
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
function begin(module) {
    return /** @type {Exports} */ (/** @type {unknown} */ (instantiateModule(module)));
}
