import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { boxOf, Dice, deepBoxes, FAMILIES, kissingBoxes } from '../../native/solid_cases.js';
import { depthOf, place, relationOf, rootOfSquare, toPair } from '../../oracle/solid_oracle.js';

/**
 * The pairs of hulls that all contestants of the comparison in JavaScript answer, with exact relations, distances and depths:
 * those of a file, and families from a seed.
 *
 * @import { Point } from '../../oracle/solid_oracle.js'
 *
 * @typedef {object} Placement
 * @property {Point} position
 * @property {number[]} quaternion x, y, z, w
 * @property {number[]} rotation the same as a matrix, column by column
 *
 * @typedef {object} Pair
 * @property {string} family
 * @property {number[]} a float32 x, y, z of each point
 * @property {number[]} b
 * @property {Placement} poseA
 * @property {Placement} poseB
 *
 * @typedef {object} Truth
 * @property {string} family
 * @property {0 | 1 | 2} relation 0 disjoint, 1 touching, 2 overlapping
 * @property {number} distance
 * @property {number} depth negative if it is not known
 * @property {number} size largest |coordinate|
 */

const RELATIONS = ['disjoint', 'touching', 'overlapping'];

/** Number of pairs in each family, and of each relation in the first. */
const COUNT = 200;

/** @type {Placement} */
const HERE = {
    position: [0, 0, 0],
    quaternion: [0, 0, 0, 1],
    rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1],
};

/** @param {Point[]} points @param {Placement} pose */
const placed = (points, { position, rotation }) => place(points, { at: position, rotation });

/**
 * Returns a pair with its exact answers.
 *
 * @param {string} family
 * @param {Point[]} a
 * @param {Point[]} b
 * @param {Placement} [poseA]
 * @param {Placement} [poseB]
 * @param {boolean} [hasDepth] whether to find the depth, which takes long
 * @returns {{ pair: Pair, truth: Truth }}
 */
function answered(family, a, b, poseA = HERE, poseB = HERE, hasDepth = false) {
    const [inA, inB] = [placed(a, poseA), placed(b, poseB)];
    const exact = toPair(inA, inB);
    const { relation, distance } = relationOf(exact);
    const code = /** @type {0 | 1 | 2} */ (RELATIONS.indexOf(relation));
    const depth = hasDepth && code === 2 ? rootOfSquare(depthOf(exact)) : -1;
    const size = Math.max(...[...inA, ...inB].flat().map(Math.abs));
    const truth = { family, relation: code, distance: rootOfSquare(distance), depth, size };
    return { pair: { family, a: a.flat(), b: b.flat(), poseA, poseB }, truth };
}

/** Returns a question of a family whose bodies are not turned, in the world. @param {string} family @param {Dice} dice */
function inWorld(family, dice) {
    const { a, b } = FAMILIES[family](dice);
    return [a, b].map(({ points, at = [0, 0, 0] }) => {
        return points.map((p) => p.map((x, k) => Math.fround(x + at[k])));
    });
}

/** Returns whole-number pairs, as many of each relation. @param {Dice} dice */
function wholeNumbers(dice) {
    const found = RELATIONS.map(() => /** @type {ReturnType<typeof answered>[]} */ ([]));
    while (found.some(({ length }) => length < COUNT / 2)) {
        const [a, b] = inWorld('whole numbers', dice);
        const one = answered('', a, b);
        const { relation } = one.truth;
        one.truth.family = `whole numbers, ${RELATIONS[relation]}`;
        if (found[relation].length < COUNT / 2) found[relation].push(one);
    }
    return found.flat();
}

/** Returns all families. */
export function makeFamilies() {
    const dice = new Dice(99);
    const times = (/** @type {() => ReturnType<typeof answered>} */ make) =>
        Array.from({ length: COUNT }, make);
    const flat = times(() => {
        const [a, b] = inWorld('flat bodies', dice);
        return answered('flat', a, b);
    });
    const thin = times(() => {
        const [a, b] = inWorld('thin bodies of 24 bits', dice);
        return answered('thin', a, b);
    });
    const kissing = ['face to face', 'edge to edge', 'corner to corner'].flatMap((name, kind) =>
        times(() => {
            const { a, b, at, quaternion, columns } = kissingBoxes(dice, kind);
            const pose = { ...HERE, quaternion, rotation: columns.flat() };
            return answered(`boxes ${name}`, boxOf(a), boxOf(b), pose, { ...pose, position: at });
        }),
    );
    const deep = times(() => {
        const { a, b, at, quaternion, columns } = deepBoxes(dice);
        const pose = { position: at, quaternion, rotation: columns.flat() };
        return answered('cubes, deep', boxOf(a), boxOf(b), HERE, pose, true);
    });
    return [...wholeNumbers(dice), ...flat, ...thin, ...kissing, ...deep];
}

/**
 * Reads the pairs of a file: see solid.mjs. A file depths.bin beside it has the depths, a float64 a pair, negative where none
 * is known.
 *
 * @param {string} path
 * @returns {{ pair: Pair, truth: Truth }[]}
 */
export function readPairs(path) {
    const cases = JSON.parse(readFileSync(path, 'utf8'));
    const depths = readDepths(join(dirname(path), 'depths.bin'));
    return cases.map(
        (/** @type {any} */ { family, a, b, relation, distance }, /** @type {number} */ k) => {
            const [inA, inB] = [a, b].map((text) => {
                const bytes = Uint8Array.from(Buffer.from(text, 'base64'));
                return Array.from(new Float32Array(bytes.buffer));
            });
            const size = Math.max(...[...inA, ...inB].map(Math.abs));
            const truth = { family, relation, distance, depth: depths?.[k] ?? -1, size };
            return { pair: { family, a: inA, b: inB, poseA: HERE, poseB: HERE }, truth };
        },
    );
}

/** @param {string} path @returns {Float64Array | null} */
function readDepths(path) {
    try {
        return new Float64Array(new Uint8Array(readFileSync(path)).buffer);
    } catch {
        return null;
    }
}
