import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { createSync as createSolid } from 'graze/solid';
import { toNumber } from '../oracle/rational.js';
import {
    checkSafeVelocity,
    checkSpeeds,
    checkVelocity,
    checkVelocityInSpace,
    generator,
    inSpace,
    KINDS,
} from '../oracle/velocity_cases.js';
import { edgeSign, exactMotionOf, gapSign, reachOf } from '../oracle/velocity_oracle.js';
import { differenceOf, polygonVelocitySign } from '../oracle/velocity_polygons.js';

/** @import { Baseline, Graze, MovingDisc, MovingPolygon } from 'graze' */

const g = createSync();

/** @param {Partial<MovingDisc>} [given] @returns {MovingDisc} */
function segment(given = {}) {
    return { x: 0, y: 0, vx: 0, vy: 0, t0: 0, t1: 10, radius: 0.5, ...given };
}

/** @param {number} value @param {number} expected */
function near(value, expected) {
    const isNear = Math.abs(value - expected) <= 1e-14 * Math.max(1, Math.abs(expected));
    assert.ok(value === expected || isNear, `${value}, not ${expected}`);
}

/** The edge from (0, 0) to (10, 0) at speed 1. */
const EDGE = segment({ vx: 1 });

test('the obstacle of a disc straight ahead is a cone of 30 degrees around its direction', () => {
    const still = segment({ x: 2 });
    const { kind, apex, left, right, cut, horizon } = g.velocityObstacle(EDGE, still);
    assert.deepEqual([kind, apex, cut, horizon], ['cone', { x: 0, y: 0 }, null, Infinity]);
    near(left?.x ?? 0, Math.sqrt(3) / 2);
    near(left?.y ?? 0, 0.5);
    near(right?.y ?? 0, -0.5);
    const within = g.velocityObstacle(EDGE, { ...still, vx: 3, vy: 4 }, { horizon: 4 });
    assert.deepEqual(within.apex, { x: 3, y: 4 });
    assert.deepEqual(within.cut, { x: 3.5, y: 4, radius: 0.25 });
});

test('both discs are moved to the first time at which both are present', () => {
    const late = segment({ x: 6, y: 1, vy: -1, t0: 4 });
    const { left, right } = g.velocityObstacle(EDGE, late);
    // At time 4 the path is from (4, 0) to (6, 1).
    const way = { x: (left?.x ?? 0) + (right?.x ?? 0), y: (left?.y ?? 0) + (right?.y ?? 0) };
    near(way.y / way.x, 0.5);
    assert.equal(g.velocityObstacle(EDGE, segment({ x: 4.5, t0: 4 })).kind, 'everything');
    const never = g.velocityObstacle(EDGE, segment({ t0: 11, t1: 12 }));
    assert.deepEqual([never.kind, never.left, never.cut], ['nothing', null, null]);
});

test('a velocity is unsafe up to the horizon; touching counts', () => {
    const still = segment({ x: 5 });
    const query = (/** @type {number} */ vx, /** @type {number} */ vy, horizon = Infinity) =>
        g.isVelocityUnsafe(EDGE, still, { vx, vy }, { horizon });
    assert.ok(query(1, 0) && query(1e-9, 0) && !query(-1, 0) && !query(0, 0) && !query(0, 1));
    // The centers are 1 apart after 4.
    assert.ok(query(1, 0, 4) && !query(1, 0, 3.999999999));
    // The tangent belongs to a 3-4-5 triangle.
    const tangent = segment({ x: 5, radius: 2.5 });
    assert.ok(g.isVelocityUnsafe(EDGE, tangent, { vx: 4, vy: 3 }));
    assert.ok(!g.isVelocityUnsafe(EDGE, tangent, { vx: 4, vy: 3.000000000000001 }));
    assert.ok(!g.isVelocityUnsafe(EDGE, segment({ t0: 11, t1: 12 }), { vx: 1, vy: 0 }));
    // They touch at first and separate, in a direction whose roots are not exact.
    const velocity = { vx: 2.740590753964471, vy: 7.322315264202789 };
    const [above, below] = [segment({ y: -1, radius: 1 }), segment({ y: -3, vy: 3, radius: 1 })];
    assert.ok(g.isVelocityUnsafe(above, below, velocity, { horizon: 0.125 }));
});

test('unsafe speeds of discs ahead, crossing, approaching or already present are right', () => {
    // It crosses at x = 5, within reach from 3 to 5: tangents decide.
    const crossing = segment({ x: 5, y: 4, vy: -1 });
    const [[lo, hi]] = g.unsafeSpeeds(EDGE, crossing);
    const isUnsafe = (/** @type {number} */ speed) =>
        g.conflictIntervals({ ...EDGE, vx: speed, t1: 10 / speed }, crossing).length > 0;
    assert.ok(isUnsafe(lo * 1.000000001) && !isUnsafe(lo * 0.999999999));
    assert.ok(isUnsafe(hi * 0.999999999) && !isUnsafe(hi * 1.000000001));
    // It is in the way of every agent that reaches x = 4 before it vanishes.
    assert.deepEqual(g.unsafeSpeeds(EDGE, segment({ x: 5, t1: 8 })), [[0.5, Infinity]]);
    // It reaches the start position at 8, and goes on.
    const towards = segment({ x: 9, vx: -1, t1: 20 });
    assert.deepEqual(g.unsafeSpeeds(EDGE, towards), [[0, Infinity]]);
    assert.deepEqual(g.unsafeSpeeds(EDGE, segment({ x: 0.5 })), [[0, Infinity]]);
    assert.deepEqual(g.unsafeSpeeds(EDGE, segment({ y: 5 })), []);
    // It appears in front of agent 1 at 5: unsafe are the speeds that neither pass x = 6 before, nor reach 4 only after
    // 10.
    const late = segment({ x: 5, t0: 5, t1: 10 });
    assert.deepEqual(g.unsafeSpeeds(EDGE, late), [[0.4, 1.2]]);
});

test('an agent that waits at the end of its edge is in the way of later ones', () => {
    const passing = segment({ x: 10, y: 6, vy: -1, t1: 20 });
    // It is within reach of the end from 5 to 7.
    const [[lo, hi]] = g.unsafeSpeeds(EDGE, passing);
    assert.ok(lo < 10 / 7 && hi >= 2 && hi < 2.1);
    assert.deepEqual(g.unsafeSpeeds(EDGE, passing, { after: 'stay' }), [[lo, Infinity]]);
});

test('on an edge without length every speed is unsafe or none is', () => {
    const still = segment({ x: 5 });
    assert.deepEqual(g.unsafeSpeeds(still, segment({ vx: 1 })), [[0, Infinity]]);
    assert.deepEqual(g.unsafeSpeeds(still, segment({ y: 2, vx: 1 })), []);
    const brief = { ...still, t1: 1 };
    assert.deepEqual(g.unsafeSpeeds(brief, segment({ vx: 1 })), []);
    assert.deepEqual(g.unsafeSpeeds(brief, segment({ vx: 1 }), { after: 'stay' }), [[0, Infinity]]);
});

test('safeVelocity takes each of its five steps', () => {
    const crossing = segment({ x: 5, y: 5, vy: -1 });
    const kept = { agent: null, vx: 1, vy: 0, vz: 0, end: 10, delay: 0 };
    assert.deepEqual(g.safeVelocity(EDGE, segment({ y: 3 })), { step: 1, ...kept });
    const second = g.safeVelocity(EDGE, crossing);
    assert.deepEqual([second.step, second.agent, second.delay], [2, 'first', 0]);
    const [[lo, hi]] = g.unsafeSpeeds(EDGE, crossing);
    assert.ok(1 - lo < hi - 1 && Math.abs(second.vx - lo) < 1e-8 && second.vx < lo);
    near(second.vx * second.end, 10);
    const third = g.safeVelocity(EDGE, crossing, { minSpeed: [1, 0], maxSpeed: [1, 1] });
    assert.deepEqual([third.step, third.agent], [3, 'second']);
    const fixed = { minSpeed: 1, maxSpeed: 1 };
    const fourth = g.safeVelocity(EDGE, crossing, fixed);
    assert.deepEqual([fourth.step, fourth.agent], [4, 'first']);
    assert.ok(Math.abs(fourth.delay - Math.SQRT2) < 1e-8 && fourth.delay > Math.SQRT2);
    near(fourth.end, 10 + fourth.delay);
    const fifth = g.safeVelocity(EDGE, crossing, { ...fixed, canWait: false });
    assert.deepEqual(fifth, { step: 5, ...kept });
});

test('an agent that waits is present, and the other must not pass it', () => {
    const towards = segment({ x: 10, vx: -1, t1: 10 });
    const answer = g.safeVelocity(EDGE, towards, { minSpeed: 1, maxSpeed: 1 });
    assert.equal(answer.step, 5);
});

test('where an unsafe interval ends because an agent vanishes, the answer is beyond it', () => {
    // It is in the way until 8, and absent when agent 1 gets there just after.
    const still = segment({ x: 5, t1: 8 });
    const answer = g.safeVelocity(EDGE, still, { maxSpeed: 1 });
    assert.equal(answer.step, 2);
    assert.ok(answer.vx < 0.5 && answer.vx > 0.5 - 1e-8);
    const changed = { ...EDGE, vx: answer.vx, t1: answer.end };
    assert.equal(gapSign(exactMotionOf(changed), exactMotionOf(still), reachOf(changed, still)), 1);
});

test('a margin of 0 may touch; a larger margin is kept', () => {
    const crossing = segment({ x: 5, y: 5, vy: -1 });
    for (const margin of [0, 0.001, 0.25]) {
        const { vx, vy, end: t1 } = g.safeVelocity(EDGE, crossing, { margin });
        const { separation } = g.closestApproach({ ...EDGE, vx, vy, t1 }, crossing);
        assert.ok(Math.abs(separation - margin) < 1e-12, `${separation} for ${margin}`);
    }
});

test('the margin is kept in the instant in which one vanishes and the other appears', () => {
    const before5 = 5 - 4 * Number.EPSILON;
    // An agent stands at the end of the edge from time 5 on, or beside it: in its way, or 0 or 0.05 away.
    for (const y of [0, 1, 1.05]) {
        const waiting = segment({ x: 10, y, t0: 5, t1: 20 });
        const first = g.safeVelocity(EDGE, waiting, { margin: 0.1, minSpeed: 1, maxSpeed: 3 });
        assert.deepEqual([first.step, first.agent, first.end], [2, 'first', before5]);
        near(first.vx * first.end, 10);
        // With exchanged roles it is the second agent that arrives sooner.
        const options = { margin: 0.1, minSpeed: [0, 1], maxSpeed: [0, 3], canWait: false };
        const second = g.safeVelocity(waiting, EDGE, /** @type {any} */ (options));
        assert.deepEqual(second, { ...first, step: 3, agent: 'second' });
    }
    const touching = segment({ x: 10, y: 1, t0: 5, t1: 20 });
    const answer = g.safeVelocity(EDGE, touching, { margin: 0, minSpeed: 1 });
    assert.deepEqual([answer.step, answer.end], [2, 5]);
    // The speed limit lets it arrive in that very instant at the earliest: only the other agent can change.
    const waiting = segment({ x: 10, t0: 5, t1: 20 });
    assert.equal(g.safeVelocity(EDGE, waiting, { minSpeed: 1, maxSpeed: 2 }).step, 4);
});

test('waiting keeps the margin too', () => {
    const passing = segment({ x: 10, y: 1.05, vx: -1, t1: 20 });
    const slow = { minSpeed: 1, maxSpeed: 1 };
    assert.equal(g.safeVelocity(EDGE, passing, { ...slow, margin: 0.1 }).step, 5);
    assert.equal(g.safeVelocity(EDGE, passing, { ...slow, margin: 0.01 }).step, 1);
});

test('speeds, velocities and safe velocities of pairs of all kinds agree with exact fractions', () => {
    const random = generator(5);
    for (const [kind, make] of Object.entries(KINDS)) {
        for (let k = 0; k < 150; k++) {
            const [s, r] = make(random);
            const about = `${kind} ${JSON.stringify([s, r])}`;
            for (const check of [checkSpeeds, checkVelocity, checkSafeVelocity]) {
                assert.doesNotThrow(() => check(g, s, r, random), about);
            }
        }
    }
});

test('speeds, velocities and safe velocities of spheres of all kinds agree with exact fractions', () => {
    const random = generator(15);
    const steps = new Set();
    for (const [kind, make] of Object.entries(KINDS)) {
        for (let k = 0; k < 100; k++) {
            const [s, r] = inSpace(random, make(random));
            const about = `${kind} ${JSON.stringify([s, r])}`;
            assert.doesNotThrow(() => checkSpeeds(g, s, r, random), about);
            assert.doesNotThrow(() => checkVelocityInSpace(g, s, r, random), about);
            assert.doesNotThrow(() => steps.add(checkSafeVelocity(g, s, r, random)), about);
        }
    }
    assert.deepEqual([...steps].sort(), [1, 2, 3, 4, 5]);
});

test('the obstacle of a sphere straight ahead is a cone of 30 degrees around its direction', () => {
    const still = segment({ x: 0, z: 2 });
    const up = g.velocityCone(EDGE, { ...still, vz: -1 }, { horizon: 4 });
    assert.deepEqual(
        [up.kind, up.apex, up.axis],
        ['cone', { x: 0, y: 0, z: -1 }, { x: 0, y: 0, z: 1 }],
    );
    near(up.sin, 0.5);
    near(up.cos, Math.sqrt(3) / 2);
    assert.deepEqual(up.cut, { x: 0, y: 0, z: -0.5, radius: 0.25 });
    assert.equal(g.velocityCone(EDGE, still).cut, null);
    const none = { axis: null, sin: 0, cos: 0, cut: null };
    const apex = { x: 0, y: 0, z: 0 };
    const touching = g.velocityCone(EDGE, { ...still, z: 1 });
    assert.deepEqual(touching, { kind: 'everything', horizon: Infinity, apex, ...none });
    const never = g.velocityCone(EDGE, segment({ t0: 11, t1: 12 }), { horizon: 2 });
    assert.deepEqual(never, { kind: 'nothing', horizon: 2, apex, ...none });
});

test('a sphere above the plane is met by the speeds of its section alone', () => {
    // The sections at the height of agent 1 are discs of the radii 0.6 and 0.
    const at = (/** @type {number} */ z) => segment({ x: 5, y: 4, vy: -1, z });
    const [[lo, hi]] = g.unsafeSpeeds(EDGE, at(0.8));
    const [flat] = g.unsafeSpeeds({ ...EDGE, radius: 0.3 }, { ...at(0), radius: 0.3 });
    near(lo, flat[0]);
    near(hi, flat[1]);
    // Then a point crosses the edge at its middle, at time 4.
    const [[first, last]] = g.unsafeSpeeds(EDGE, at(1));
    near(first, 1.25);
    near(last, 1.25);
    assert.deepEqual(g.unsafeSpeeds(EDGE, at(1.0000000000000002)), []);
});

test('a changed speed touches at the end of the unsafe ones, collides within and is free without', () => {
    const random = generator(16);
    let tried = 0;
    for (let k = 0; k < 2000; k++) {
        const [s, r] = inSpace(random, KINDS.random(random));
        const speed = Math.hypot(s.vx, s.vy, s.vz ?? 0);
        for (const [lo, hi] of g.unsafeSpeeds(s, r)) {
            if (!(lo > 0.01 && hi < 100 && hi > 1.001 * lo)) continue;
            /** @param {number} factor @returns {MovingDisc} */
            const at = (factor) => ({
                ...s,
                vx: s.vx * factor,
                vy: s.vy * factor,
                vz: (s.vz ?? 0) * factor,
                t1: s.t0 + (s.t1 - s.t0) / factor,
            });
            for (const [end, inwards] of [
                [lo, 1],
                [hi, -1],
            ]) {
                const factor = end / speed;
                const inside = at(factor * (1 + 1e-6 * inwards));
                const outside = at(factor * (1 - 1e-6 * inwards));
                const reach = reachOf(s, r);
                assert.equal(gapSign(exactMotionOf(inside), exactMotionOf(r), reach), -1);
                assert.equal(gapSign(exactMotionOf(outside), exactMotionOf(r), reach), 1);
                tried++;
            }
        }
    }
    assert.ok(tried > 200, `${tried}`);
});

test('spheres in the plane have the answers of discs', () => {
    const random = generator(17);
    for (const make of Object.values(KINDS)) {
        for (let k = 0; k < 40; k++) {
            const [s, r] = make(random);
            const [a, b] = [s, r].map((disc) => ({ ...disc, z: 0, vz: 0 }));
            assert.deepEqual(g.unsafeSpeeds(a, b), g.unsafeSpeeds(s, r));
            assert.deepEqual(g.safeVelocity(a, b), g.safeVelocity(s, r));
        }
    }
});

/**
 * Draws a moving polygon of 1 to 6 points: on a lattice, for exact ties, or any float32.
 *
 * @param {() => number} random
 * @returns {MovingPolygon & { points: [number, number][], radius: number }}
 */
function drawPolygon(random) {
    const isLattice = random() < 0.5;
    /** @param {number} size */
    const number = (size) => {
        const x = (2 * random() - 1) * size;
        return isLattice ? Math.round(x) / 2 : Math.fround(x);
    };
    const count = 1 + Math.floor(6 * random());
    const t0 = Math.abs(number(2));
    return {
        x: number(8),
        y: number(8),
        vx: number(4),
        vy: number(4),
        t0,
        t1: t0 + Math.abs(number(6)),
        radius: random() < 0.5 ? 0 : Math.abs(number(2)),
        points: Array.from({ length: count }, () => [number(4), number(4)]),
    };
}

/** @param {Vector2} p @param {Vector2} q */
const crossOf = (p, q) => p.x * q.y - p.y * q.x;
/** @typedef {{ x: number, y: number }} Vector2 */

test('obstacles of polygons agree with exact fractions', () => {
    const random = generator(18);
    const kinds = { cone: 0, everything: 0, nothing: 0 };
    const verdicts = [0, 0];
    for (let k = 0; k < 400; k++) {
        const [a, b] = [drawPolygon(random), drawPolygon(random)];
        const horizon = random() < 0.5 ? Infinity : 2 ** Math.floor(6 * random() - 3);
        const about = JSON.stringify([a, b, horizon]);
        const obstacle = g.velocityObstacle(a, b, { horizon });
        const { kind, apex, left, right, cut } = obstacle;
        kinds[kind]++;
        const corners = differenceOf(a, b);
        const start = polygonVelocitySign(a, b, [b.vx, b.vy], Infinity, 0, corners);
        const expected = start === null ? 'nothing' : start <= 0 ? 'everything' : 'cone';
        assert.equal(kind, expected, about);
        assert.deepEqual(apex, { x: b.vx, y: b.vy });
        /** @type {[number, number][]} */
        const velocities = [
            [a.vx, a.vy],
            [Math.round(8 * random()) - 4, Math.round(8 * random()) - 4],
            [4 * random() - 2, 4 * random() - 2],
        ];
        if (left !== null && right !== null) {
            const hull = (corners ?? []).map(([x, y]) => ({
                x: toNumber(x),
                y: toNumber(y),
            }));
            const reach = a.radius + b.radius;
            const size = reach + Math.max(...hull.map(({ x, y }) => Math.abs(x) + Math.abs(y)));
            for (const leg of [left, right]) near(Math.hypot(leg.x, leg.y), 1);
            // All of the rounded polygon is to the right of the left leg, and touches it.
            const toLeft = Math.max(...hull.map((w) => crossOf(left, w)));
            const toRight = Math.max(...hull.map((w) => crossOf(w, right)));
            assert.ok(Math.abs(toLeft + reach) <= 1e-14 * size, about);
            assert.ok(Math.abs(toRight + reach) <= 1e-14 * size, about);
            if (horizon < Infinity) {
                assert.equal(cut?.radius, reach / horizon);
                assert.equal(cut?.points?.length, hull.length, about);
                cut?.points?.forEach(({ x, y }, i) => {
                    const error = 1e-14 * (size / horizon + Math.abs(b.vx) + Math.abs(b.vy));
                    assert.ok(Math.abs(x - (b.vx + hull[i].x / horizon)) <= error, about);
                    assert.ok(Math.abs(y - (b.vy + hull[i].y / horizon)) <= error, about);
                });
            } else assert.equal(cut, null);
            for (const leg of [left, right]) {
                for (const side of [-1e-9, 0, 1e-9]) {
                    const speed = 3 * random();
                    velocities.push([
                        b.vx + speed * (leg.x - side * leg.y),
                        b.vy + speed * (leg.y + side * leg.x),
                    ]);
                }
            }
        }
        for (const [vx, vy] of velocities) {
            const sign = polygonVelocitySign(a, b, [vx, vy], horizon, 0, corners);
            const isUnsafe = g.isVelocityUnsafe(a, b, { vx, vy }, { horizon });
            verdicts[Number(isUnsafe)]++;
            if (isUnsafe === (sign !== null && sign <= 0)) continue;
            // A miss by less than a part in 10^28 may count as contact.
            assert.ok(isUnsafe && polygonVelocitySign(a, b, [vx, vy], horizon, 1e-27) !== 1, about);
        }
    }
    assert.ok(
        Object.values(kinds).every((count) => count > 40),
        JSON.stringify(kinds),
    );
    assert.ok(
        verdicts.every((count) => count > 400),
        JSON.stringify(verdicts),
    );
});

test('the obstacle of a square for a triangle has the tangents of their inflated shape', () => {
    const square = {
        ...segment({ x: 4, vx: -1 }),
        points: [
            [-1, -1],
            [1, -1],
            [1, 1],
            [-1, 1],
        ].map(([x, y]) => ({ x, y })),
        radius: undefined,
    };
    // The lowest corner of -A is (0, -1), so that B - A has six corners.
    const triangle = { ...EDGE, points: [0, 1, -1, 0, 1, 0], radius: 0 };
    const { kind, apex, left, right, cut } = g.velocityObstacle(triangle, square, { horizon: 2 });
    assert.deepEqual([kind, apex], ['cone', { x: -1, y: 0 }]);
    // B - A about (4, 0): (3, -2) (5, -2) (6, -1) (6, 1) (2, 1) (2, -1).
    near(left?.y ?? 0, 1 / Math.sqrt(5));
    near((right?.y ?? 0) / (right?.x ?? 1), -2 / 3);
    assert.deepEqual(cut, {
        x: 1,
        y: 0,
        radius: 0,
        points: [
            [0.5, -1],
            [1.5, -1],
            [2, -0.5],
            [2, 0.5],
            [0, 0.5],
            [0, -0.5],
        ].map(([x, y]) => ({ x, y })),
    });
    // With velocity (1, 0) it meets the side x = 2 after 1; the corner (2, 1) is a touch.
    const at = (
        /** @type {number} */ vx,
        /** @type {number} */ vy,
        /** @type {number} */ horizon,
    ) => g.isVelocityUnsafe(triangle, square, { vx, vy }, { horizon });
    assert.ok(at(1, 0, 1) && !at(1, 0, 0.9999999) && at(1, 1, 1) && !at(1, 1.0000001, 1));
    // A disc and a polygon of its center are the same.
    const disc = segment({ x: 5, y: 1, vy: 0.25 });
    const point = { ...disc, points: [[0, 0]] };
    const open = { horizon: Infinity };
    assert.deepEqual(g.velocityObstacle(EDGE, point, open), g.velocityObstacle(EDGE, disc, open));
    // Subnormal distances have a scale beyond that of products.
    const tiny = segment({ x: 5e-324, y: 9e-322, radius: 0 });
    assert.equal(g.velocityObstacle(tiny, segment({ radius: 0 })).kind, 'cone');
    // Points inside do not matter, nor does their order.
    const shuffled = { ...square, points: [1, 1, 0, 0, -1, -1, 1, -1, 1, 1, -1, 1, 0.5, 1] };
    assert.deepEqual(g.velocityObstacle(triangle, shuffled, { horizon: 2 }).cut, cut);
    // Those that touch have all velocities as their obstacle.
    const touching = { ...square, x: 2 };
    assert.equal(g.velocityObstacle(triangle, touching).kind, 'everything');
    assert.equal(g.velocityObstacle(triangle, { ...touching, x: 2.0000000000000004 }).kind, 'cone');
});

test('sizes of any order give no NaN', () => {
    const random = generator(6);
    const any = () =>
        random() < 0.1 ? 0 : (random() < 0.5 ? -1 : 1) * 10 ** (300 * random() - 150);
    /** @returns {MovingDisc} */
    const anySegment = () => {
        const [p, q] = [any(), any()].sort((x, y) => x - y);
        return { ...segment(), x: any(), y: any(), vx: any(), vy: any(), t0: p, t1: q };
    };
    for (let k = 0; k < 5000; k++) {
        const [s, r] = [anySegment(), anySegment()].map((o) => ({ ...o, radius: Math.abs(any()) }));
        const horizon = Math.abs(any()) || Infinity;
        const reported = [
            g.velocityObstacle(s, r, { horizon }),
            g.unsafeSpeeds(s, r, { after: random() < 0.5 ? 'stay' : 'vanish' }),
            g.safeVelocity(s, r),
        ];
        g.isVelocityUnsafe(s, r, { vx: any(), vy: any() }, { horizon });
        const text = JSON.stringify(reported, (_, value) => (Number.isNaN(value) ? 'NaN' : value));
        assert.ok(!text.includes('NaN'), `${text} of ${JSON.stringify([s, r, horizon])}`);
    }
});

/** @type {readonly Baseline[]} */
const SURE = [
    'container',
    'container-sphere',
    'container-hull',
    'container-polytope',
    'extrusion',
    'cells-wu',
    'velocity-obstacle',
];
/** @type {readonly Baseline[]} */
const HONEST = ['sampling', 'adaptive'];

test('known methods of conflict detection: which miss nothing, which raise no false alarm, which do both', () => {
    const random = generator(8);
    /** @type {Record<string, number>} */
    const errors = {};
    for (const kind of ['random', 'lattice', 'nearly parallel', 'one waits', 'far away']) {
        for (let k = 0; k < 400; k++) {
            const [s, r] = KINDS[kind](random);
            const truth = gapSign(exactMotionOf(s), exactMotionOf(r), reachOf(s, r)) <= 0;
            const isClear = Math.abs(g.closestApproach(s, r).separation) > 1e-6;
            /** @type {(how: Baseline, step?: number) => boolean} */
            const query = (how, step) => g.study.conflictBy(how, s, r, { step });
            for (const how of SURE) {
                for (const step of [undefined, 0.1, 3]) {
                    const reported = query(how, step);
                    if (truth) assert.ok(reported, `${how} misses ${JSON.stringify([s, r, step])}`);
                    else errors[how] = (errors[how] ?? 0) + Number(reported);
                }
            }
            for (const how of HONEST) {
                const reported = query(how, 0.25);
                if (!truth && isClear) assert.ok(!reported, `${how} ${JSON.stringify([s, r])}`);
                if (truth) errors[how] = (errors[how] ?? 0) + Number(!reported);
            }
            const cells = query('cells-bresenham', 1);
            const which = truth ? 'bresenham misses' : 'bresenham alarms';
            errors[which] = (errors[which] ?? 0) + Number(cells !== truth);
            if (isClear) assert.equal(query('algebraic'), truth);
        }
    }
    for (const [who, count] of Object.entries(errors)) {
        assert.ok(count > 0 || who === 'extrusion', `${who} never errs`);
    }
    // Polygons with 16 sides reach 1.0196 R at their corners.
    for (const far of [1.019, 1.02]) {
        const angle = Math.PI / 16;
        const still = segment({ x: far * Math.cos(angle), y: far * Math.sin(angle) });
        assert.equal(g.study.conflictBy('algebraic', segment(), still), false);
        assert.equal(g.study.conflictBy('extrusion', segment(), still), far < 1.0195);
    }
});

/**
 * Returns the corners of a prism in x, y and time.
 *
 * @param {MovingDisc} disc
 * @param {number[][]} corners those of a polygon about the disc of radius 1
 */
function prismOf(disc, corners) {
    const duration = disc.t1 - disc.t0;
    return [0, duration].flatMap((elapsed) =>
        corners.flatMap(([x, y]) => [
            disc.x + disc.vx * elapsed + disc.radius * x,
            disc.y + disc.vy * elapsed + disc.radius * y,
            disc.t0 + elapsed,
        ]),
    );
}

const SQUARE = [-1, 1].flatMap((x) => [-1, 1].map((y) => [x, y]));
const SIXTEEN_SIDES = Array.from({ length: 16 }, (_, k) => {
    const angle = ((2 * k + 1) * Math.PI) / 16;
    const outer = 1 / Math.cos(Math.PI / 16);
    return [outer * Math.cos(angle), outer * Math.sin(angle)];
});

test('extruded volumes meet exactly as bodies in space do', () => {
    const solid = createSolid();
    const random = generator(19);
    const counts = [0, 0, 0];
    for (let k = 0; k < 800; k++) {
        const [s, r] = KINDS.lattice(random);
        /** @param {number[][]} corners */
        const bodies = (corners) => [s, r].map((disc) => solid.hull(prismOf(disc, corners)));
        // The corners of these prisms are whole quarters, so that they touch exactly.
        const [a, b] = bodies(SQUARE);
        const isMet = g.study.conflictBy('container-polytope', s, r);
        assert.equal(isMet, solid.collide(a, b), JSON.stringify([s, r]));
        const [c, d] = bodies(SIXTEEN_SIDES);
        const gap = solid.signedDistance(c, d);
        const isExtruded = g.study.conflictBy('extrusion', s, r);
        if (Math.abs(gap) > 1e-5) assert.equal(isExtruded, gap < 0, JSON.stringify([s, r]));
        const isContact = gapSign(exactMotionOf(s), exactMotionOf(r), reachOf(s, r)) <= 0;
        assert.ok(isMet >= isExtruded && isExtruded >= isContact);
        counts[Number(isMet) + Number(isExtruded)]++;
        for (const body of [a, b, c, d]) body.free();
    }
    assert.ok(
        counts.every((count) => count > 10),
        `${counts}`,
    );
});

test('hulls of the discs at both ends meet exactly if the paths come within reach', () => {
    const random = generator(20);
    const counts = [0, 0];
    for (let k = 0; k < 1500; k++) {
        const [s, r] = KINDS.lattice(random);
        if (!(Math.max(s.t0, r.t0) <= Math.min(s.t1, r.t1))) continue;
        const [p, q] = [s, r].map((disc) => ({ ...disc, t0: 0, t1: disc.t1 - disc.t0 }));
        const isMet = edgeSign(p, q) <= 0;
        assert.equal(g.study.conflictBy('container-hull', s, r), isMet, JSON.stringify([s, r]));
        counts[Number(isMet)]++;
    }
    assert.ok(
        counts.every((count) => count > 100),
        `${counts}`,
    );
});

test('sampling misses no contact longer than its step, and none deeper than it states', () => {
    const random = generator(9);
    let missed = 0;
    for (let k = 0; k < 2000; k++) {
        const [s, r] = KINDS.random(random);
        const step = 1.5 * random();
        const [span] = g.conflictIntervals(s, r);
        if (span === undefined) continue;
        const speed = Math.hypot(s.vx - r.vx, s.vy - r.vy);
        const reach = s.radius + r.radius;
        const half = (speed * step) / 2;
        const depth = half < reach ? reach - Math.sqrt(reach ** 2 - half ** 2) : reach;
        for (const how of HONEST) {
            if (g.study.conflictBy(how, s, r, { step })) continue;
            missed++;
            assert.ok(span[1] - span[0] <= step * 1.0000001, how);
            assert.ok(-g.closestApproach(s, r).separation <= depth + 1e-12, how);
        }
    }
    assert.ok(missed > 5);
});

test('Bresenham misses agents that overlap side by side in two cells', () => {
    const a = segment({ x: 0.4, vx: 1, radius: 0.5 });
    const b = segment({ x: 0.4, y: 0.6, vx: 1, radius: 0.5 });
    assert.deepEqual(g.conflictIntervals(a, b).length, 1);
    assert.equal(g.study.conflictBy('cells-bresenham', a, b), false);
    // Exchanging cells is a conflict, and so is a cell that one enters as the other leaves.
    const there = segment({ vx: 1, t1: 1, radius: 0.25 });
    const back = segment({ x: 1, vx: -1, t1: 1, radius: 0.25 });
    assert.equal(g.study.conflictBy('cells-bresenham', there, back, { step: 1 }), true);
    const far = segment({ x: 7, vx: -1, t1: 1 });
    assert.equal(g.study.conflictBy('cells-bresenham', there, far, { step: 1 }), false);
});

test('more cells or samples than the limit still give an answer, for cells a conflict', () => {
    const a = segment({ vx: 1e6 });
    const b = segment({ y: 1e6, vx: 1e6 });
    for (const how of /** @type {const} */ (['cells-bresenham', 'cells-wu'])) {
        assert.equal(g.study.conflictBy(how, a, b, { step: 1e-9 }), true);
        assert.equal(g.study.conflictBy(how, a, b), false);
    }
    for (const how of HONEST) assert.equal(g.study.conflictBy(how, a, b, { step: 1e-300 }), false);
    const huge = segment({ x: -1e150, y: 1e150, vx: 1e150, vy: -1e150, radius: 1e-150 });
    for (const how of [...SURE, ...HONEST]) g.study.conflictBy(how, huge, segment({ vx: 1e-150 }));
    const points = segment({ radius: 0 });
    for (const how of [...SURE, ...HONEST])
        assert.equal(g.study.conflictBy(how, points, points), true);
});

test('invalid arguments are refused by name', () => {
    const good = segment();
    const cases = /** @type {[(...args: any[]) => unknown, any[], string, string][]} */ ([
        [g.velocityObstacle, [good, good, { horizon: 0 }], 'out-of-range', 'horizon'],
        [g.velocityObstacle, [good, { ...good, z: 1 }], 'unknown-option', 'second'],
        [g.velocityObstacle, [{ ...good, points: [] }, good], 'too-few-points', 'first.points'],
        [g.velocityObstacle, [good, { ...good, points: [1] }], 'wrong-type', 'second.points'],
        [g.velocityObstacle, [good, { ...good, points: [1, 2], z: 1 }], 'unknown-option', 'second'],
        [g.velocityCone, [good, { ...good, z: 1, az: 1 }], 'unknown-option', 'second'],
        [g.velocityCone, [good, good, { horizon: -1 }], 'out-of-range', 'horizon'],
        [g.velocityCone, [{ ...good, z: 1e150, vz: 1e150 }, good], 'out-of-range', 'first'],
        [
            g.isVelocityUnsafe,
            [good, good, { vx: 0, vy: 0, vz: 1e200 }],
            'out-of-range',
            'velocity.vz',
        ],
        [
            g.isVelocityUnsafe,
            [good, { ...good, points: [1, 2] }, { vx: 0, vy: 0, vz: 1 }],
            'unknown-option',
            'velocity',
        ],
        [g.unsafeSpeeds, [good, { ...good, ax: 1 }], 'unknown-option', 'second'],
        [g.safeVelocity, [{ ...good, vz: Number.NaN }, good], 'not-finite', 'first.vz'],
        [g.velocityObstacle, [undefined, good], 'wrong-type', 'first'],
        [g.isVelocityUnsafe, [good, good], 'wrong-type', 'velocity'],
        [g.isVelocityUnsafe, [good, good, { vx: 1e200, vy: 0 }], 'out-of-range', 'velocity.vx'],
        [g.unsafeSpeeds, [good, good, { after: 'hold' }], 'unknown-option', 'after'],
        [g.unsafeSpeeds, [{ ...good, t1: -1 }, good], 'out-of-range', 'first'],
        [g.safeVelocity, [good, good, { maxSpeed: [1] }], 'wrong-type', 'maxSpeed'],
        [g.safeVelocity, [good, good, { maxSpeed: -1 }], 'out-of-range', 'maxSpeed'],
        [g.safeVelocity, [good, good, { minSpeed: 2, maxSpeed: 1 }], 'out-of-range', 'minSpeed'],
        [g.safeVelocity, [good, good, { canWait: 1 }], 'wrong-type', 'canWait'],
        [g.safeVelocity, [good, good, { margin: Number.NaN }], 'not-finite', 'margin'],
        [g.study.conflictBy, ['magic', good, good], 'unknown-option', 'method'],
        [g.study.conflictBy, ['sampling', good, good, { step: -1 }], 'out-of-range', 'step'],
    ]);
    for (const [call, args, code, argument] of cases) {
        assert.throws(
            () => call.apply(call === g.study.conflictBy ? g.study : g, args),
            { code, argument },
            `${code} ${argument}`,
        );
    }
});
