import { readFile } from 'node:fs/promises';
import { findError } from '../../js/bench/check.js';
import { instantiateModule, writeShapes } from '../../js/bench/foreign.js';

/**
 * What the cells of `cells.mjs` have in common: their contestants, and the modules of Box2D.
 *
 * @import { Graze } from 'graze'
 * @import { Tolerance } from '../../js/bench/contestant.js'
 * @import { Outline } from '../../js/bench/polygons.js'
 *
 * @typedef {{ name: 'graze' | 'before', g: Graze }} Build a build of the package; 'before': that of --graze
 *
 * @typedef {object} Entry a contestant in a set
 * @property {string} name the contestant's, of which all entries are timed in one process
 * @property {readonly string[]} queries those whose graze it is compared with
 * @property {(first: number, count: number) => unknown} run
 * @property {() => number} wrong returns the number of wrong answers, after all chunks have been run
 * @property {boolean} [isBeside] it answers another question and stands beside for comparison: it cannot win
 *
 * @typedef {object} CellSet
 * @property {string} body vertices of the bodies
 * @property {string} scene
 * @property {number} count of records
 * @property {number} [chunk] records in a run (1024)
 * @property {Entry[]} entries
 * @property {() => void} free
 *
 * @typedef {object} CellOptions
 * @property {readonly Build[]} builds graze, and perhaps the build before
 * @property {Box2d | null} box2d
 * @property {readonly string[]} bodies
 * @property {readonly string[]} scenes empty: all
 * @property {number} pairs in a set
 * @property {number} seed
 *
 * @typedef {object} Cell
 * @property {string} title
 * @property {boolean} [isApart] its contestants are those of one library, and timed in processes of their own only
 * @property {(options: CellOptions) => Iterable<() => CellSet>} sets returns makers, as sets are large
 */

let loops = 0;

/**
 * Returns a loop that stores an answer for each record. Each contestant has compiled code of its own, so that the engine
 * specializes the loop for it as it does for a program that uses one library; a loop in common would add some nanoseconds to
 * all of them.
 *
 * @param {number} count
 * @param {(record: number) => number} answer
 */
export function ownLoop(count, answer) {
    const answers = new Float64Array(count);
    const run = new Function(
        ...['answer', 'answers'],
        `return function loop${loops++}(first, count) {
            for (let k = first; k < first + count; k++) answers[k] = answer(k);
        };`,
    )(answer, answers);
    return { answers, run };
}

/**
 * Returns an entry of a contestant that is called for one record at a time.
 *
 * @param {string} name
 * @param {readonly string[]} queries
 * @param {number} count
 * @param {(record: number) => number} answer
 * @param {(answers: Float64Array) => number} countWrong
 * @returns {Entry}
 */
export function callEntry(name, queries, count, answer, countWrong) {
    const { answers, run } = ownLoop(count, answer);
    return { name, queries, run, wrong: () => countWrong(answers) };
}

/**
 * Counts wrong answers by the true separations.
 *
 * @param {ArrayLike<number>} separations
 * @param {'collide' | 'distance' | 'depth'} task
 * @param {ArrayLike<number>} answers
 * @param {Tolerance} tolerance
 */
export function countErrors(separations, task, answers, tolerance) {
    let wrong = 0;
    for (let k = 0; k < separations.length; k++) {
        const error =
            task === 'depth'
                ? findError('distance', answers[k], -separations[k], tolerance)
                : findError(task, answers[k], separations[k], tolerance);
        wrong += Number(error !== null);
    }
    return wrong;
}

/** @param {number} count @param {(record: number) => boolean} isRight */
export function countWrong(count, isRight) {
    let wrong = 0;
    for (let k = 0; k < count; k++) wrong += Number(!isRight(k));
    return wrong;
}

/** The modules of Box2D, built from `box2d_queries.c`. */
export class Box2d {
    /** @type {WebAssembly.Module[]} */ #modules;

    /** @param {WebAssembly.Module[]} modules */
    constructor(modules) {
        this.#modules = modules;
    }

    /**
     * @param {readonly string[]} paths modules for more and more vertices
     * @returns {Promise<Box2d | null>} null without any
     */
    static async load(paths) {
        const files = await Promise.all(paths.map((path) => readFile(path)));
        const modules = await Promise.all(files.map((bytes) => WebAssembly.compile(bytes)));
        return modules.length === 0 ? null : new Box2d(modules);
    }

    /**
     * Returns a new instance with the shapes of a set, of the first module that supports them.
     *
     * @param {{ shapes: readonly Outline[], shapeA: Uint32Array, shapeB: Uint32Array }} set
     */
    enter(set) {
        return this.#tryEach((module) => {
            const wasm = /** @type {any} */ (instantiateModule(module));
            return { wasm, ...writeShapes(wasm, set) };
        });
    }

    /** Returns the first module that supports a set's shapes. @param {readonly Outline[]} shapes */
    moduleFor(shapes) {
        const none = new Uint32Array(0);
        return this.#tryEach((module) => {
            writeShapes(instantiateModule(module), { shapes, shapeA: none, shapeB: none });
            return module;
        });
    }

    /** @template T @param {(module: WebAssembly.Module) => T} use @returns {T} */
    #tryEach(use) {
        for (const [k, module] of this.#modules.entries()) {
            try {
                return use(module);
            } catch (error) {
                if (k === this.#modules.length - 1) throw error;
            }
        }
        throw new Error('Box2D: no module');
    }
}

/**
 * Returns the pairs of two lists as arguments of a set's maker, without the scenes that are not wanted.
 *
 * @template {string} B
 * @template {string} S
 * @param {readonly B[]} bodies
 * @param {readonly S[]} scenes
 * @param {CellOptions} options
 * @param {(body: B, scene: S) => CellSet} make
 * @returns {(() => CellSet)[]}
 */
export function eachSet(bodies, scenes, options, make) {
    const isWanted = (/** @type {string} */ scene) =>
        options.scenes.length === 0 || options.scenes.some((part) => scene.includes(part));
    return bodies
        .filter((body) => options.bodies.includes(body))
        .flatMap((body) => scenes.filter(isWanted).map((scene) => () => make(body, scene)));
}
