import { createSync } from 'graze';
import { EXACT } from './contestant.js';
import { CHUNK, chunksOf } from './pairs.js';

/**
 * graze itself: batches over shared memory, and a call for each pair from JavaScript.
 *
 * @import { Graze, Shape } from 'graze'
 * @import { Contestant, Entry, Query } from './contestant.js'
 * @import { PairSet } from './pairs.js'
 */

/** @returns {Contestant[]} */
export function grazeContestants() {
    return [batch(), batchWithPoints(), calls(), shortCalls()];
}

/** @returns {Contestant} */
function batch() {
    return {
        name: 'batch',
        about: 'graze: g.pairs(), one call for a thousand pairs in shared memory',
        ours: true,
        tolerance: EXACT.float,
        enter: (set) => enterBatches(set, false),
    };
}

/** @returns {Contestant} */
function batchWithPoints() {
    return {
        name: 'points',
        about: 'the same, with witness points and normals',
        beside: 'batch',
        ours: true,
        tolerance: EXACT.float,
        enter(set) {
            const { queries, leave } = enterBatches(set, true);
            return { queries: { distance: queries.distance }, leave };
        },
    };
}

/**
 * @param {PairSet} set
 * @param {boolean} witnesses
 * @returns {Entry}
 */
function enterBatches(set, witnesses) {
    const g = createSync();
    const shapes = shapesOf(g, set);
    const chunks = chunksOf(set.count);
    const batches = chunks.map(({ count }) => g.pairs(count, { witnesses }));
    // Only now: whatever allocates may move the views.
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
                run: (first, count) => batches[first / CHUNK].distance(count),
                answers: () => batches.flatMap(({ distances }) => Array.from(distances)),
            },
            collide: {
                run: (first, count) => batches[first / CHUNK].collide(count),
                answers: () => batches.flatMap(({ hit }) => Array.from(hit)),
            },
            relation: {
                run: (first, count) => batches[first / CHUNK].relation(count),
                answers: () => batches.flatMap(({ relations }) => Array.from(relations)),
            },
        },
        leave() {
            for (const owned of [...batches, ...shapes]) owned.free();
        },
    };
}

/**
 * @param {Graze} g
 * @param {PairSet} set
 * @returns {Shape[]}
 */
export function shapesOf(g, set) {
    return set.shapes.map((outline) =>
        set.body === 'box' ? g.box(2 * outline[4], 2 * outline[5]) : g.polygon(outline),
    );
}

const RELATIONS = { disjoint: 0, touching: 1, overlapping: 2 };

/** @returns {Contestant} */
function shortCalls() {
    return {
        name: 'call short',
        about: 'g.separation(): the distance alone, a call for each pair from JavaScript',
        beside: 'call',
        ours: true,
        tolerance: EXACT.double,
        enter(set) {
            const { g, a, b, p, q, leave } = prepareCalls(set);
            return {
                queries: { distance: each(set, (k) => g.separation(a[k], b[k], p[k], q[k])) },
                leave,
            };
        },
    };
}

/** @returns {Contestant} */
function calls() {
    return {
        name: 'call',
        about: 'graze: g.distance(), g.collide(), g.relation(), a call for each pair from JavaScript',
        beside: 'batch',
        ours: true,
        tolerance: EXACT.double,
        enter: enterCalls,
    };
}

/** @param {PairSet} set */
function prepareCalls(set) {
    const g = createSync();
    const shapes = shapesOf(g, set);
    const [a, b] = [set.shapeA, set.shapeB].map((of) => Array.from(of, (shape) => shapes[shape]));
    const [p, q] = [set.poseA, set.poseB].map((poses) => posesOf(poses));
    const leave = () => {
        for (const shape of shapes) shape.free();
    };
    return { g, a, b, p, q, leave };
}

/**
 * @param {PairSet} set
 * @returns {Entry}
 */
function enterCalls(set) {
    const { g, a, b, p, q, leave } = prepareCalls(set);
    return {
        queries: {
            distance: each(set, (k) => g.distance(a[k], b[k], p[k], q[k]).distance),
            collide: each(set, (k) => Number(g.collide(a[k], b[k], p[k], q[k]))),
            relation: each(set, (k) => RELATIONS[g.relation(a[k], b[k], p[k], q[k])]),
        },
        leave,
    };
}

/**
 * A query that asks for one pair at a time. Keeping the answers stops the compiler from leaving out the
 * question.
 *
 * @param {PairSet} set
 * @param {(pair: number) => number} ask
 * @returns {Query}
 */
export function each(set, ask) {
    const answers = new Float64Array(set.count);
    return {
        run(first, count) {
            for (let pair = first; pair < first + count; pair++) answers[pair] = ask(pair);
        },
        answers: () => answers,
    };
}

/**
 * Poses as objects, made in advance, with the headings that the batches have.
 *
 * @param {Float32Array} poses
 */
export function posesOf(poses) {
    return Array.from({ length: poses.length / 4 }, (_, k) => {
        const [x, y, cos, sin] = poses.subarray(4 * k, 4 * k + 4);
        return { x, y, cos, sin };
    });
}
