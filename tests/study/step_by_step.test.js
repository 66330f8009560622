import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { makeShape, toPose } from '../../web/base/shapes.js';
import { randomPairs } from '../../web/tabs/distance/experiment.js';
import { circleDistance } from '../oracle/printed.js';

/**
 * Repeats the experiment of the article "GJK step by step": ten random boxes against ten random circles, many times.
 * Expected distances are those of plane geometry, and the rounds are compared with the code of the article, as printed.
 *
 * @import { Vector } from '../oracle/printed.js'
 * @import { ExperimentPair } from '../../web/tabs/distance/experiment.js'
 */

const g = createSync();
const SEEDS = Array.from({ length: 500 }, (_, i) => 1 + 7919 * i);
const SUBDISTANCES = /** @type {const} */ ([
    'barycode',
    'barycode-general',
    'johnson',
    'signed-volume',
]);
const STARTS = /** @type {const} */ (['point', 'fixed']);
/** Tolerance of the printed code, on squares of lengths. */
const EPS = 0.001;

/** Returns the corners of a box where it stands. @param {ExperimentPair['a']} box @returns {Vector[]} */
function corners({ shape: { points }, pose: { x, y, angle } }) {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return points.map(([px, py]) => [x + c * px - s * py, y + s * px + c * py]);
}

/**
 * Returns the signed distance of a point from a box: in the frame of the box, beyond its half sides.
 *
 * @param {ExperimentPair['a']} box
 * @param {{ x: number, y: number }} point
 */
function signedDistance({ shape, pose }, { x, y }) {
    const [halfLength, halfWidth] = shape.points[2];
    const [c, s] = [Math.cos(pose.angle), Math.sin(pose.angle)];
    const [dx, dy] = [x - pose.x, y - pose.y];
    const beyond = [Math.abs(c * dx + s * dy) - halfLength, Math.abs(c * dy - s * dx) - halfWidth];
    const [u, v] = beyond.map((length) => Math.max(length, 0));
    return Math.sqrt(u * u + v * v) + Math.min(Math.max(...beyond), 0);
}

/** Returns a body with the float32 coordinates that graze reads. @param {ExperimentPair['a']} body @returns {ExperimentPair['a']} */
const rounded = (body) => ({
    shape: {
        ...body.shape,
        points: body.shape.points.map(([x, y]) => [Math.fround(x), Math.fround(y)]),
        radius: Math.fround(body.shape.radius),
    },
    pose: { ...body.pose, x: Math.fround(body.pose.x), y: Math.fround(body.pose.y) },
});

/** Calls a function for the pairs of all seeds. @param {(pair: ExperimentPair, id: string) => void} check */
function forEachPair(check) {
    for (const seed of SEEDS) {
        const pairs = randomPairs(seed);
        assert.equal(pairs.length, 10);
        for (const [i, { a, b }] of pairs.entries()) {
            check({ a: rounded(a), b: rounded(b) }, `seed ${seed}, pair ${i + 1}`);
        }
    }
}

test('the boxes and circles are those of the article, and fill its ranges', () => {
    const ranges = /** @type {Record<string, [number, number]>} */ ({
        x: [0, 10],
        y: [0, 10],
        angle: [-Math.PI, Math.PI],
        length: [2, 4],
        width: [1, 3],
        radius: [1, 3],
    });
    /** @type {Record<string, number[]>} */
    const seen = { x: [], y: [], angle: [], length: [], width: [], radius: [] };
    forEachPair(({ a, b }) => {
        const [length, width] = a.shape.points[2].map((half) => 2 * half);
        const { radius, points, kind } = b.shape;
        assert.deepEqual([kind, points, a.shape.radius], ['disc', [[0, 0]], 0]);
        for (const { x, y } of [a.pose, b.pose]) {
            seen.x.push(x);
            seen.y.push(y);
        }
        seen.angle.push(a.pose.angle);
        seen.length.push(length);
        seen.width.push(width);
        seen.radius.push(radius);
    });
    for (const [name, values] of Object.entries(seen)) {
        const [low, high] = ranges[name];
        // Three decimals: an angle may exceed a half turn by its rounding.
        const slack = 0.0005;
        assert.ok(
            values.every((value) => value >= low - slack && value <= high + slack),
            name,
        );
        // Each tenth of the range has about a tenth of the values: at 5,000 values within 4.7 standard deviations.
        const tenths = Array(10).fill(0);
        for (const value of values) {
            tenths[Math.max(0, Math.min(9, Math.floor((10 * (value - low)) / (high - low))))] += 1;
        }
        for (const count of tenths) {
            const share = count / values.length;
            assert.ok(Math.abs(share - 0.1) < 0.02, `${name}: ${tenths}`);
        }
    }
    assert.deepEqual(randomPairs(3), randomPairs(3));
    assert.notDeepEqual(randomPairs(3), randomPairs(4));
});

test('every variant of GJK finds the distance of box and circle, and its rounds end there', (t) => {
    let deepest = 0;
    /** @type {Record<string, number>} */
    const rounds = {};
    let most = 0;
    forEachPair(({ a, b }, id) => {
        const shapes = /** @type {const} */ ([makeShape(g, a.shape), makeShape(g, b.shape)]);
        const poses = /** @type {const} */ ([toPose(a.pose), toPose(b.pose)]);
        const exact = signedDistance(a, b.pose) - b.shape.radius;
        const { distance, relation } = g.distance(...shapes, ...poses);
        assert.ok(Math.abs(distance - Math.max(exact, 0)) < 1e-12, `${id}: ${distance}, ${exact}`);
        if (Math.abs(exact) > 1e-12) {
            assert.equal(relation, exact > 0 ? 'disjoint' : 'overlapping', id);
        }
        deepest = Math.min(deepest, exact);
        for (const subdistance of SUBDISTANCES) {
            for (const start of STARTS) {
                const options = { subdistance, start };
                const trace = g.study.trace(...shapes, ...poses, options);
                assert.ok(Math.abs(trace.distance - distance) < 1e-12, id);
                assert.equal(trace.relation, relation, id);
                const key = `${subdistance} ${start}`;
                rounds[key] = (rounds[key] ?? 0) + trace.rounds.length;
                most = Math.max(most, trace.rounds.length);
                const last = trace.rounds[trace.rounds.length - 1];
                if (relation === 'disjoint') {
                    const { x, y } = last.v;
                    const length = Math.sqrt(x * x + y * y);
                    assert.ok(Math.abs(length - b.shape.radius - distance) < 1e-12, id);
                }
            }
        }
        for (const shape of shapes) shape.free();
    });
    assert.ok(deepest < -2, 'some circles contain a box, or lie in it');
    const count = 10 * SEEDS.length;
    for (const [key, sum] of Object.entries(rounds)) {
        t.diagnostic(`${key}: ${(sum / count).toFixed(2)} rounds on average`);
    }
    t.diagnostic(`at most ${most} rounds`);
    assert.ok(most <= 4);
});

test('the printed code ends within its tolerance of the distance, and takes shallow overlaps for gaps', (t) => {
    const counts = {
        pairs: 0,
        apart: 0,
        none: 0,
        endless: 0,
        gapInContact: 0,
        wrongByHundredth: 0,
    };
    let [rounds, most, widest, furthest] = [0, 0, 0, 0];
    forEachPair(({ a, b }, id) => {
        const { x, y } = b.pose;
        const { radius } = b.shape;
        const exact = signedDistance(a, b.pose) - radius;
        const answer = circleDistance(corners(a), { center: [x, y], radius }, { maxRounds: 1000 });
        counts.pairs++;
        rounds += answer.rounds;
        most = Math.max(most, answer.rounds);
        if (answer.endless) counts.endless++;
        else if (Number.isNaN(answer.distance)) counts.none++;
        else if (exact > 0) {
            counts.apart++;
            // The loop ends with |v|^2 - v.w <= eps, and v.w / |v| is a lower bound of the distance d: |v| (|v| - d) <= eps.
            const d = answer.distance;
            assert.ok(
                d >= exact - 1e-12 && d * (d - exact) <= EPS + 1e-12,
                `${id}: ${d}, ${exact}`,
            );
            furthest = Math.max(furthest, d - exact);
            if (d - exact > 0.01 * exact) counts.wrongByHundredth++;
        } else if (answer.distance > 1e-9) {
            counts.gapInContact++;
            widest = Math.max(widest, answer.distance);
            assert.ok(answer.distance * answer.distance <= EPS, id);
        }
    });
    // The printed code raises an error where its first test ends the loop, since nothing has set the weights by then.
    const { none, endless, gapInContact, wrongByHundredth } = counts;
    assert.ok(none > 0 && gapInContact > 0 && wrongByHundredth > 0, JSON.stringify(counts));
    assert.equal(endless, 0);
    assert.ok(most <= 10);
    t.diagnostic(
        JSON.stringify({ ...counts, average: rounds / counts.pairs, most, widest, furthest }),
    );
});
