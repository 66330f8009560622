import { readFile } from 'node:fs/promises';
import { instantiateModule as instantiate } from '../../js/bench/foreign.js';
import { BOXES_KINDS, SWEEP_METHODS } from '../../js/graze/core/layout.js';

/**
 * Paths in the memory of sweep_loops.wasm, and loops over pairs of them. A module of its own: its memory is never
 * given back but with the instance.
 *
 * @import { Graze, Motion } from 'graze'
 * @import { Run } from './toi_contestant.js'
 *
 * @typedef {{ outline: number[][], motion: Motion }} LoopBody moves all the time of the clock
 * @typedef {{ t0: number, t1: number, step: number, x: number, y: number }} LoopClock
 * @typedef {typeof TASKS[number]['name']} Task
 *
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {(bytes: number) => number} bench_alloc
 * @property {(points: number, count: number) => number} bench_shape
 * @property {(shape: number, pieces: number, count: number, clock: number, speed: number, kind: number) =>
 *   number} bench_path
 * @property {() => void} bench_plant
 * @property {(task: number, first: number, count: number) => number} bench_run
 * @property {() => number} bench_tests
 * @property {(first: number, count: number) => number} bench_scene
 * @property {(first: number, count: number) => number} bench_still
 */

const METHODS = 16;

/** @param {typeof SWEEP_METHODS[number]} method @param {0 | 1} all */
const taskOf = (method, all) => METHODS + 2 * SWEEP_METHODS.indexOf(method) + all;

/** Tasks of a loop for each pair: the numbers are those of sweep_loops.c. */
const TASKS = /** @type {const} */ ([
    { name: 'cover', number: 0 },
    { name: 'step-ends', number: 1 },
    { name: 'trees', number: 2 },
    { name: 'trees first', number: 3 },
    { name: 'trees all', number: 4 },
    { name: 'cut', number: 5 },
    { name: 'cut first', number: 6 },
    { name: 'cut all', number: 7 },
    { name: 'printed si', number: 8 },
    { name: 'printed sta', number: 9 },
    { name: 'near', number: 10 },
    ...[
        { name: 'si first', number: taskOf('si', 0) },
        { name: 'si all', number: taskOf('si', 1) },
        { name: 'sta first', number: taskOf('sta', 0) },
        { name: 'sta all', number: taskOf('sta', 1) },
        { name: 'bvh first', number: taskOf('bvh', 0) },
        { name: 'bvh all', number: taskOf('bvh', 1) },
        { name: 'bvi-bvh first', number: taskOf('bvi-bvh', 0) },
        { name: 'bvi-bvh all', number: taskOf('bvi-bvh', 1) },
        { name: 'pyramid first', number: taskOf('pyramid', 0) },
        { name: 'pyramid all', number: taskOf('pyramid', 1) },
        { name: 'relative first', number: taskOf('relative', 0) },
        { name: 'relative all', number: taskOf('relative', 1) },
    ],
]);

/** @param {string} path */
export async function loadLoops(path) {
    return WebAssembly.compile(await readFile(path));
}

/** Returns the numbers of a motion's pieces, as the core has them: of degree 7, whatever that of the motion is. @param {Graze} g @param {readonly Motion[]} motions */
function piecesOf(g, motions) {
    const shape = g.disc(1);
    const maxPieces = Math.max(...motions.map(({ count }) => count));
    const batch = g.movingPairs(1, { pieces: maxPieces, degree: 7 });
    const size = batch.pieces.length / maxPieces;
    const pieces = motions.map((motion) => {
        batch.set(0, shape, motion, 0);
        return batch.pieces.slice(0, size * motion.count);
    });
    batch.free();
    shape.free();
    return pieces;
}

/**
 * Returns the number of steps in which the boxes of two bodies meet, by the package.
 *
 * @param {Graze} g
 * @param {readonly LoopBody[]} pair
 * @param {LoopClock} clock
 * @param {typeof BOXES_KINDS[number]} boxes
 */
function countSteps(g, pair, clock, boxes) {
    const shapes = pair.map(({ outline }) => g.polygon(outline));
    const [a, b] = pair.map(({ motion }, i) => g.path(shapes[i], motion, clock, { boxes }));
    const { length } = [...g.study.sweepSteps(a, b, { method: 'si' })];
    for (const owned of [a, b, ...shapes]) owned.free();
    return length;
}

export class SweepLoops {
    #wasm;

    /**
     * Bodies 2 k and 2 k + 1 are pair k.
     *
     * @param {WebAssembly.Module} module
     * @param {Graze} g that the motions are of
     * @param {readonly LoopBody[]} bodies
     * @param {LoopClock} clock
     * @param {typeof BOXES_KINDS[number]} [boxes]
     */
    constructor(module, g, bodies, clock, boxes = 'cover') {
        const wasm = /** @type {Exports} */ (/** @type {unknown} */ (instantiate(module)));
        this.#wasm = wasm;
        this.count = bodies.length >> 1;
        const put = (/** @type {Float32Array | Float64Array} */ values) => {
            const at = wasm.bench_alloc(values.byteLength);
            const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
            new Uint8Array(wasm.memory.buffer).set(bytes, at);
            return at;
        };
        const { t0, t1, step, x, y } = clock;
        const at = put(Float64Array.of(t0, t1, step, x, y));
        const pieces = piecesOf(
            g,
            bodies.map(({ motion }) => motion),
        );
        /** @type {Map<string, number>} */
        const shapes = new Map();
        bodies.forEach(({ outline, motion }, k) => {
            const key = String(outline);
            const points = Float32Array.from(outline.flat());
            const shape = shapes.get(key) ?? wasm.bench_shape(put(points), outline.length);
            shapes.set(key, shape);
            const { speed } = motion.bounds(t0, t1);
            const kind = BOXES_KINDS.indexOf(boxes);
            const path = wasm.bench_path(shape, put(pieces[k]), motion.count, at, speed, kind);
            if (shape < 0 || path !== k)
                throw new Error('more shapes or paths than there is room for');
        });
        for (let k = 0; k < this.count; k++) {
            const expected = countSteps(g, bodies.slice(2 * k, 2 * k + 2), clock, boxes);
            const counted = this.query('si all', k);
            if (counted === expected) continue;
            throw new Error(
                `pair ${k}: boxes meet in ${counted} steps, and in ${expected} of graze`,
            );
        }
    }

    /** Makes the trees that tasks need which have them already. */
    plant() {
        this.#wasm.bench_plant();
    }

    /** Returns the sum of the answers of all pairs. @param {Task} task @param {number} [pair] pair of that one alone */
    query(task, pair) {
        const number = numberOf(task);
        if (pair !== undefined) return this.#wasm.bench_run(number, pair, 1);
        return this.#wasm.bench_run(number, 0, this.count);
    }

    /** Boxes compared by the last question. */
    get tests() {
        return this.#wasm.bench_tests();
    }

    /** @param {Task} task @returns {Run} */
    run(task) {
        const { bench_run } = this.#wasm;
        const number = numberOf(task);
        return (first, count) => void bench_run(number, first, count);
    }

    /** Creates an index over `count` of the bodies. @param {number} first @param {number} count */
    scene(first, count) {
        return this.#wasm.bench_scene(first, count);
    }

    /** Returns the number of static bodies' boxes that those of others meet, in blocks of steps. @param {number} first @param {number} count */
    queryStatic(first, count) {
        return this.#wasm.bench_still(first, count);
    }
}

/** @param {Task} task */
function numberOf(task) {
    return /** @type {typeof TASKS[number]} */ (TASKS.find(({ name }) => name === task)).number;
}
