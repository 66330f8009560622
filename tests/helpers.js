import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Paths and data that several tests use. */

const ROOT = new URL('..', import.meta.url);

/** Returns a path in the repository. @param {string} path */
export function inRepository(path) {
    return fileURLToPath(new URL(path, ROOT));
}

/** Returns the parsed JSON of a file in the repository. @param {string} path */
export function readJson(path) {
    return JSON.parse(readFileSync(inRepository(path), 'utf8'));
}

const SHARED = inRepository('../shared/data/');

/** Returns a path in the data that may not be committed. @param {string} path */
export function inShared(path) {
    return `${SHARED}${path}`;
}

/** `skip` option of a test that needs the shared data. */
export const needsShared = existsSync(SHARED) ? false : '../shared/data is not here';

/** Returns a file in the form that readers take. @param {string} path @param {string} [name] */
export function sourceFile(path, name = path) {
    return { name, text: readFileSync(path, 'utf8') };
}

/**
 * Milliseconds after which a program counts as hung. It is far above what any test needs, even on a busy machine;
 * benchmarks check speed.
 */
export const PATIENCE = 600_000;

/** Returns the processor time that this process has used, in seconds. */
export function processorSeconds() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
}

/**
 * Asserts that the processor time grows about linearly with the size of the work: four times the size may take up to
 * ten times as long; quadratic work takes sixteen times. The shortest of three runs of each counts.
 *
 * @param {(size: number) => unknown} work
 * @param {number} size size of the smaller work, large enough to be measured
 */
export async function assertLinear(work, size) {
    /** @param {number} n */
    const shortest = async (n) => {
        let least = Infinity;
        for (let run = 0; run < 3; run++) {
            const begin = processorSeconds();
            await work(n);
            least = Math.min(least, processorSeconds() - begin);
        }
        return least;
    };
    await work(size);
    const [small, large] = [await shortest(size), await shortest(4 * size)];
    assert.ok(large < 10 * small, `${small} s for ${size}, ${large} s for ${4 * size}`);
}

/** Returns the next float32 above (or, with direction -1, below). @param {number} value @param {1 | -1} direction */
export function nextFloat32(value, direction) {
    const view = new DataView(new ArrayBuffer(4));
    view.setFloat32(0, value);
    const bits = view.getInt32(0);
    if (value === 0) view.setInt32(0, direction > 0 ? 1 : -0x7fffffff);
    else view.setInt32(0, bits + (value > 0 === direction > 0 ? 1 : -1));
    return view.getFloat32(0);
}

/** Returns a generator of numbers in [0, 1) that are the same in every run. @param {number} seed */
export function randomNumbers(seed) {
    let state = seed;
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
    };
}

/** Returns a box around the origin as a shape of agents and obstacles. @param {number} length @param {number} width */
export function boxShape(length, width) {
    const [x, y] = [length / 2, width / 2];
    /** @type {[number, number][]} */
    const points = [
        [-x, -y],
        [x, -y],
        [x, y],
        [-x, y],
    ];
    return { kind: /** @type {const} */ ('polygon'), points, radius: 0 };
}

/** Answer of `firstConflict` of traffic without a conflict. */
export const NO_CONFLICT = Object.freeze({
    status: 'free',
    route: null,
    begin: null,
    end: null,
    relation: null,
    separation: null,
    time: null,
    first: null,
    second: null,
});
