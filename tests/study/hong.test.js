import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { generator } from '../oracle/velocity_cases.js';

/**
 * Compares BCDA and PCDA with Hong, "A New Algorithm for Detecting the Collision of Moving Objects", in the plane, step by
 * step: each next time must be the first zero of the separation bound, found here by dense samples and bisection, with the
 * normal that Table I fixes to one of the bodies.
 *
 * @import { Distance, Motion, Shape } from 'graze'
 *
 * @typedef {[number, number]} Vector
 * @typedef {{ x: number, y: number, vx: number, vy: number, angle: number, angularVelocity: number }} Line
 * @typedef {{ outline: Vector[], line: Line, shape: Shape, motion: Motion }} Body
 * @typedef {'A' | 'B' | 'world'} Frame body to which the normal is fixed
 */

const g = createSync();
const [FROM, TO] = [0, 1];
/** Samples of a separation bound. At the speeds below, none of them has two zeros within a sample that matter. */
const SAMPLES = 4000;
const OPTIONS = { from: FROM, to: TO, tolerance: 1e-9, distanceTolerance: 1e-9 };

/** @param {() => number} random @param {number} low @param {number} high */
const between = (random, low, high) => low + random() * (high - low);

/** Returns a body with corners on an ellipse, exact in float32. @param {() => number} random @param {number} side */
function drawBody(random, side) {
    const count = 3 + Math.floor(5 * random());
    const [long, short] = [between(random, 0.6, 1.4), between(random, 0.3, 1)];
    const turn = between(random, 0, 2 * Math.PI);
    const outline = Array.from({ length: count }, (_, i) => {
        const angle = turn + (2 * Math.PI * (i + 0.6 * random())) / count;
        return /** @type {Vector} */ (
            [long * Math.cos(angle), short * Math.sin(angle)].map(Math.fround)
        );
    });
    const line = {
        x: 1.6 * side,
        y: between(random, -1.5, 1.5),
        vx: -side * between(random, 0, 2.5),
        vy: between(random, -1, 1),
        angle: between(random, -3, 3),
        angularVelocity: between(random, -3, 3),
    };
    const motion = g.motion.linear({ t0: FROM, t1: TO, ...line });
    return { outline, line, shape: g.hull(outline), motion };
}

/** @param {Line} line @param {number} t */
const poseAt = ({ x, y, vx, vy, angle, angularVelocity }, t) => ({
    x: x + vx * t,
    y: y + vy * t,
    angle: angle + angularVelocity * t,
});

/** @param {Vector} p @param {number} angle @returns {Vector} */
const turned = ([x, y], angle) => [
    Math.cos(angle) * x - Math.sin(angle) * y,
    Math.sin(angle) * x + Math.cos(angle) * y,
];

/** Returns all n . p of a body at a time. @param {Body} body @param {number} t @param {Vector} n */
function extents({ outline, line }, t, [nx, ny]) {
    const { x, y, angle } = poseAt(line, t);
    return outline.map((p) => {
        const [px, py] = turned(p, angle);
        return nx * (x + px) + ny * (y + py);
    });
}

/**
 * Returns the first time after t0 at which the width of the gap along the normal of t0, fixed to a body or to the world, is 0;
 * null if there is none.
 *
 * @param {Body} a
 * @param {Body} b
 * @param {number} t0
 * @param {Vector} normal at t0, from A to B
 * @param {Frame} frame
 */
function nextTime(a, b, t0, normal, frame) {
    const width = (/** @type {number} */ t) => {
        const speed = frame === 'world' ? 0 : (frame === 'A' ? a : b).line.angularVelocity;
        const n = turned(normal, speed * (t - t0));
        return Math.min(...extents(b, t, n)) - Math.max(...extents(a, t, n));
    };
    let lo = t0;
    for (let k = 1; k <= SAMPLES; k++) {
        let hi = t0 + ((TO - t0) * k) / SAMPLES;
        if (width(hi) > 0) {
            lo = hi;
            continue;
        }
        while (hi - lo > 1e-13) {
            const middle = (lo + hi) / 2;
            if (width(middle) > 0) lo = middle;
            else hi = middle;
        }
        return lo;
    }
    return null;
}

/** Selects the procedure by Table I, for m = 2. @param {number} flag @returns {Record<string, Frame>} */
const tableI = (flag) => ({
    '1, 1': flag === 0 ? 'B' : 'A',
    '1, 2': 'B',
    '2, 1': 'A',
    '2, 2': 'B',
});

/** @param {Distance} distance */
const featuresOf = ({ featureA, featureB }) => {
    const counts = [featureA, featureB].map(({ kind }) => (kind === 'edge' ? 2 : 1));
    return { row: counts.join(', '), vertices: `${featureA.index} ${featureB.index}` };
};

/**
 * Calls a function for random pairs that are apart at first, and for two boxes with parallel edges, of which one turns
 * (both edges have the nearest points only there).
 *
 * @param {number} seed
 * @param {number} count
 * @param {(a: Body, b: Body, id: string) => void} check
 */
function forEachPair(seed, count, check) {
    const random = generator(seed);
    for (let k = 0; k <= count; k++) {
        const [a, b] = k < count ? [drawBody(random, -1), drawBody(random, 1)] : facingBoxes();
        const apart = g.gap(a.shape, b.shape, poseAt(a.line, FROM), poseAt(b.line, FROM)) > 0.01;
        if (apart) check(a, b, `pair ${k}`);
        for (const owned of [a.motion, b.motion, a.shape, b.shape]) owned.free();
    }
}

/** @returns {[Body, Body]} */
function facingBoxes() {
    /** @type {Vector[]} */
    const outline = [
        [-1, -0.5],
        [1, -0.5],
        [1, 0.5],
        [-1, 0.5],
    ];
    const still = { x: 0, y: 0, vx: 0, vy: 0, angle: 0, angularVelocity: 0 };
    return /** @type {[Body, Body]} */ (
        [still, { ...still, x: 0.25, y: 2, vy: -1, angularVelocity: 0.5 }].map((line) => ({
            ...{ outline, line, shape: g.polygon(outline) },
            motion: g.motion.linear({ t0: FROM, t1: TO, ...line }),
        }))
    );
}

/** @param {Body} a @param {Body} b @param {number} t */
const distanceAt = (a, b, t) => g.distance(a.shape, b.shape, poseAt(a.line, t), poseAt(b.line, t));

/** @param {Body} a @param {Body} b @param {'bcda' | 'pcda'} method */
const traced = (a, b, method) =>
    g.study.traceContact(a.shape, b.shape, a.motion, b.motion, { ...OPTIONS, method });

for (const method of /** @type {const} */ (['bcda', 'pcda'])) {
    test(`every step of ${method} is the first zero of the separation bound`, (t) => {
        /** @type {Record<string, number>} */
        const rows = {};
        let [steps, most, undecided] = [0, 0, 0];
        forEachPair(11, 600, (a, b, id) => {
            const { status, evaluations } = traced(a, b, method);
            if (status === 'undecided') {
                undecided++;
                return;
            }
            assert.equal(evaluations[0], FROM);
            most = Math.max(most, evaluations.length);
            let last = { row: '', vertices: '' };
            let flag = 0;
            for (const [k, time] of evaluations.entries()) {
                const distance = distanceAt(a, b, time);
                if (distance.distance < 1e-6) break;
                const features = featuresOf(distance);
                const isSame = features.row === '1, 1' && features.row === last.row;
                flag = Number(isSame && features.vertices === last.vertices && flag === 0);
                last = features;
                /** @type {Frame} */
                const frame = method === 'bcda' ? 'world' : tableI(flag)[features.row];
                const { x, y } = distance.normal;
                const next = nextTime(a, b, time, [x, y], frame);
                const where = `${id}, step ${k}: ${features.row}, flag ${flag}`;
                if (next === null) {
                    assert.deepEqual([status, evaluations.length], ['free', k + 1], where);
                } else {
                    assert.ok(Math.abs(evaluations[k + 1] - next) < 1e-7, `${where}: ${next}`);
                    steps++;
                }
                const row = `${features.row}, flag ${flag}`;
                rows[row] = (rows[row] ?? 0) + 1;
            }
        });
        const reached = Object.keys(rows).sort();
        const all = [
            '1, 1, flag 0',
            '1, 1, flag 1',
            '1, 2, flag 0',
            '2, 1, flag 0',
            '2, 2, flag 0',
        ];
        assert.deepEqual(reached, all);
        assert.ok(undecided < 20 && (method === 'bcda' || most < 10), `${undecided}, ${most}`);
        t.diagnostic(JSON.stringify({ rows, steps, most, undecided }));
    });
}

test('theorems 4.1 and 5.1: no contact is passed, and PCDA lands on a regular one', (t) => {
    const counts = { bcda: 0, pcda: 0, landed: 0, free: 0, undecided: 0 };
    let latest = -Infinity;
    forEachPair(12, 1000, (a, b, id) => {
        const truth = g.firstContact(a.shape, b.shape, a.motion, b.motion, OPTIONS);
        assert.notEqual(truth.status, 'undecided', id);
        for (const method of /** @type {const} */ (['bcda', 'pcda'])) {
            const { status, time, evaluations } = traced(a, b, method);
            if (status === 'undecided') {
                counts.undecided++;
                continue;
            }
            assert.equal(status === 'free', truth.status === 'free', `${id}, ${method}`);
            assert.ok(
                evaluations.every((one, k) => k === 0 || one > evaluations[k - 1]),
                `${id}, ${method}`,
            );
            if (time === null || truth.time === null) {
                counts.free++;
                continue;
            }
            counts[method]++;
            latest = Math.max(latest, time[0] - truth.time[1]);
            // Up to the tolerance of a root.
            assert.ok(time[0] <= truth.time[1] + 1e-9, `${id}, ${method}: ${time}, ${truth.time}`);
            assert.ok(time[0] >= truth.time[0] - 1e-6, `${id}, ${method}: ${time}, ${truth.time}`);
            if (method === 'bcda') continue;
            // The last step begins far from the contact, at a vertex and an edge, and ends there.
            const before = evaluations.findLast((one) => distanceAt(a, b, one).distance > 1e-6);
            assert.ok(before !== undefined);
            const { row } = featuresOf(distanceAt(a, b, before));
            if (truth.time[0] - before > 1e-5 && row !== '1, 1' && row !== '2, 2') counts.landed++;
        }
    });
    assert.equal(counts.landed, counts.pcda);
    assert.ok(counts.pcda > 400 && counts.free > 1000 && counts.undecided < 50);
    t.diagnostic(JSON.stringify({ ...counts, latest }));
});
