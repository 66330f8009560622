import { createSync } from 'graze';
import { CHUNK_SIZE, splitChunks } from '../../js/bench/pairs.js';
import { sweepOf } from './toi_sweeps.js';

/**
 * graze itself: batches over shared memory, and a call for each pair from JavaScript.
 *
 * @import { Graze, Shape } from 'graze'
 * @import { SweepSet } from './toi_sweeps.js'
 * @import { Entry, Contestant } from './toi_contestant.js'
 */

const FREE = 0;
const HIT = 1;
/** Numbers of a piece: begin and end, six coefficients each of x, y and heading, the pivot. */
const PIECE = 22;
const WINDOW = { from: 0, to: 1 };

/** @param {() => Graze} [create] returns the instance that a set uses @returns {Contestant[]} */
export function grazeContestants(create = createSync) {
    return [
        batch(
            create,
            'batch',
            1e-9,
            'graze: g.movingPairs(), one call for a thousand pairs in shared memory',
        ),
        batch(create, 'batch 1e-3', 1e-3, 'the same, times to 1e-3 instead of 1e-9', 'batch'),
        calls(create),
    ];
}

/**
 * @param {() => Graze} create
 * @param {string} name
 * @param {number} tolerance
 * @param {string} about
 * @param {string} [beside]
 * @returns {Contestant}
 */
function batch(create, name, tolerance, about, beside) {
    const options = { ...WINDOW, tolerance };
    return {
        name,
        about,
        beside,
        ours: true,
        rotation: 'steady',
        tolerance,
        enter: (set) => enterBatches(create(), set, options),
    };
}

/**
 * @param {Graze} g
 * @param {SweepSet} set
 * @param {{ from: number, to: number, tolerance: number }} options
 * @returns {Entry}
 */
function enterBatches(g, set, options) {
    const shapes = shapesOf(g, set);
    const chunks = splitChunks(set.count);
    const batches = chunks.map(({ count }) => g.movingPairs(2 * count, { pairs: count }));
    // Only now: whatever allocates may move the views.
    batches.forEach((batch, k) => {
        const { first, count } = chunks[k];
        for (let pair = 0; pair < count; pair++) {
            batch.pairs.set([2 * pair, 2 * pair + 1], 2 * pair);
            [set.shapeA, set.shapeB].forEach((of, side) => {
                const body = 2 * pair + side;
                const sweeps = side === 0 ? set.sweepA : set.sweepB;
                batch.shapes[body] = shapes[of[first + pair]].id;
                batch.firstPieces[body] = body;
                batch.pieceCounts[body] = 1;
                batch.endings[body] = 0;
                batch.pieces.set(pieceOf(sweeps, first + pair), PIECE * body);
            });
        }
    });
    return {
        run: (first, count) => batches[first / CHUNK_SIZE].firstContacts(count, options),
        answers() {
            const [lo, hi] = [new Float64Array(set.count), new Float64Array(set.count)];
            batches.forEach(({ statuses, times }, k) => {
                for (let pair = 0; pair < chunks[k].count; pair++) {
                    const at = chunks[k].first + pair;
                    const status = statuses[pair];
                    lo[at] = status === FREE ? Infinity : status === HIT ? times[2 * pair] : NaN;
                    hi[at] = status === FREE ? Infinity : times[2 * pair + 1];
                }
            });
            return { lo, hi };
        },
        leave() {
            for (const owned of [...batches, ...shapes]) owned.free();
        },
    };
}

/**
 * @param {Graze} g
 * @param {SweepSet} set
 * @returns {Shape[]}
 */
function shapesOf(g, { body, shapes }) {
    return shapes.map((outline) =>
        body === 'box' ? g.box(2 * outline[4], 2 * outline[5]) : g.polygon(outline),
    );
}

/** @param {Float32Array} sweeps @param {number} pair */
function pieceOf(sweeps, pair) {
    const { x0, y0, heading, x1, y1, turn } = sweepOf(sweeps, pair);
    const piece = new Float64Array(PIECE);
    const terms = [x0, x1 - x0, y0, y1 - y0, heading, turn];
    piece[1] = 1;
    terms.forEach((value, k) => {
        piece[2 + 6 * (k >> 1) + (k & 1)] = value;
    });
    return piece;
}

/** @param {() => Graze} create @returns {Contestant} */
function calls(create) {
    return {
        name: 'call',
        about: 'graze: g.firstContact(), a call for each pair from JavaScript',
        beside: 'batch',
        ours: true,
        rotation: 'steady',
        tolerance: 1e-9,
        enter: (set) => enterCalls(create(), set),
    };
}

/**
 * @param {Graze} g
 * @param {SweepSet} set
 * @returns {Entry}
 */
function enterCalls(g, set) {
    const shapes = shapesOf(g, set);
    const [a, b] = [set.shapeA, set.shapeB].map((of) => Array.from(of, (shape) => shapes[shape]));
    const [p, q] = [set.sweepA, set.sweepB].map((sweeps) =>
        Array.from({ length: set.count }, (_, pair) => {
            const { x0, y0, heading, x1, y1, turn } = sweepOf(sweeps, pair);
            const velocity = { vx: x1 - x0, vy: y1 - y0, angularVelocity: turn };
            return g.motion.linear({ t0: 0, t1: 1, x: x0, y: y0, angle: heading, ...velocity });
        }),
    );
    const [lo, hi, iterations] = [0, 1, 2].map(() => new Float64Array(set.count));
    return {
        run(first, count) {
            for (let k = first; k < first + count; k++) {
                const contact = g.firstContact(a[k], b[k], p[k], q[k]);
                const isKnown = contact.status === 'hit' || contact.status === 'free';
                lo[k] = isKnown ? (contact.time?.[0] ?? Infinity) : NaN;
                hi[k] = contact.time?.[1] ?? Infinity;
                iterations[k] = contact.iterations;
            }
        },
        answers: () => ({ lo, hi, iterations }),
        leave() {
            for (const owned of [...p, ...q, ...shapes]) owned.free();
        },
    };
}
