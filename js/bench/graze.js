import { createSync } from 'graze';
import { EXACT } from './contestant.js';
import { CHUNK_SIZE, splitChunks } from './pairs.js';

/**
 * The contestants of graze itself: batches over shared memory, and a call for each pair from JavaScript.
 *
 * @import { Graze, Shape } from 'graze'
 * @import { Contestant, PreparedSet, Query } from './contestant.js'
 * @import { PairSet } from './pairs.js'
 */

/** @returns {Contestant[]} */
export function grazeContestants() {
    return [batchContestant(), witnessContestant(), callContestant(), gapCallContestant()];
}

/** @returns {Contestant} */
function batchContestant() {
    return {
        name: 'batch',
        description: 'graze: g.pairs(), one call for a thousand pairs in shared memory',
        isGraze: true,
        tolerance: EXACT.float,
        prepare: (set) => prepareBatches(set, false),
    };
}

/** @returns {Contestant} */
function witnessContestant() {
    return {
        name: 'points',
        description: 'the same, with witness points and normals',
        baseline: 'batch',
        isGraze: true,
        tolerance: EXACT.float,
        prepare(set) {
            const { queries, release } = prepareBatches(set, true);
            return { queries: { distance: queries.distance }, release };
        },
    };
}

/**
 * @param {PairSet} set
 * @param {boolean} witnesses
 * @returns {PreparedSet}
 */
function prepareBatches(set, witnesses) {
    const g = createSync();
    const shapes = createShapes(g, set);
    const chunks = splitChunks(set.count);
    const batches = chunks.map(({ count }) => g.pairs(count, { witnesses }));
    // The views are taken only now: whatever allocates may move them.
    batches.forEach((pairs, k) => {
        const { first, count } = chunks[k];
        for (let pair = first; pair < first + count; pair++) {
            pairs.shapeA[pair - first] = shapes[set.shapeA[pair]].id;
            pairs.shapeB[pair - first] = shapes[set.shapeB[pair]].id;
        }
        pairs.poseA.set(set.poseA.subarray(4 * first, 4 * (first + count)));
        pairs.poseB.set(set.poseB.subarray(4 * first, 4 * (first + count)));
    });
    return {
        queries: {
            distance: {
                run: (first, count) => batches[first / CHUNK_SIZE].distance(count),
                answers: () => batches.flatMap(({ distances }) => Array.from(distances)),
            },
            collide: {
                run: (first, count) => batches[first / CHUNK_SIZE].collide(count),
                answers: () => batches.flatMap(({ hit }) => Array.from(hit)),
            },
            relation: {
                run: (first, count) => batches[first / CHUNK_SIZE].relation(count),
                answers: () => batches.flatMap(({ relations }) => Array.from(relations)),
            },
        },
        release() {
            for (const resource of [...batches, ...shapes]) resource.free();
        },
    };
}

/**
 * @param {Graze} g
 * @param {PairSet} set
 * @returns {Shape[]}
 */
export function createShapes(g, set) {
    return set.shapes.map((outline) =>
        set.body === 'box' ? g.box(2 * outline[4], 2 * outline[5]) : g.polygon(outline),
    );
}

const RELATIONS = { disjoint: 0, touching: 1, overlapping: 2 };

/** @returns {Contestant} */
function gapCallContestant() {
    return {
        name: 'call short',
        description: 'g.gap(): the distance alone, a call for each pair from JavaScript',
        baseline: 'call',
        isGraze: true,
        tolerance: EXACT.double,
        prepare(set) {
            const { g, a, b, p, q, leave: release } = prepareOperands(set);
            return {
                queries: { distance: queryPairs(set, (k) => g.gap(a[k], b[k], p[k], q[k])) },
                release,
            };
        },
    };
}

/** @returns {Contestant} */
function callContestant() {
    return {
        name: 'call',
        description:
            'graze: g.distance(), g.collide(), g.relation(), a call for each pair from JavaScript',
        baseline: 'batch',
        isGraze: true,
        tolerance: EXACT.double,
        prepare: prepareCallQueries,
    };
}

/** @param {PairSet} set */
function prepareOperands(set) {
    const g = createSync();
    const shapes = createShapes(g, set);
    const [a, b] = [set.shapeA, set.shapeB].map((indices) =>
        Array.from(indices, (shape) => shapes[shape]),
    );
    const [p, q] = [set.poseA, set.poseB].map((poses) => toPoses(poses));
    const release = () => {
        for (const shape of shapes) shape.free();
    };
    return { g, a, b, p, q, leave: release };
}

/**
 * @param {PairSet} set
 * @returns {PreparedSet}
 */
function prepareCallQueries(set) {
    const { g, a, b, p, q, leave: release } = prepareOperands(set);
    return {
        queries: {
            distance: queryPairs(set, (k) => g.distance(a[k], b[k], p[k], q[k]).distance),
            collide: queryPairs(set, (k) => Number(g.collide(a[k], b[k], p[k], q[k]))),
            relation: queryPairs(set, (k) => RELATIONS[g.relation(a[k], b[k], p[k], q[k])]),
        },
        release,
    };
}

/**
 * Returns a query of one pair at a time. Storing the answers keeps the compiler from removing the calls.
 *
 * @param {PairSet} set
 * @param {(pair: number) => number} answer
 * @returns {Query}
 */
export function queryPairs(set, answer) {
    const answers = new Float64Array(set.count);
    return {
        run(first, count) {
            for (let pair = first; pair < first + count; pair++) answers[pair] = answer(pair);
        },
        answers: () => answers,
    };
}

/**
 * Returns poses as objects, made in advance, with the same angles as in the batches.
 *
 * @param {Float32Array} poses
 */
export function toPoses(poses) {
    return Array.from({ length: poses.length / 4 }, (_, k) => {
        const [x, y, cos, sin] = poses.subarray(4 * k, 4 * k + 4);
        return { x, y, cos, sin };
    });
}
