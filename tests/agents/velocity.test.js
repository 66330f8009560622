import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import {
    checkSafeVelocity,
    checkSpeeds,
    checkVelocity,
    generator,
    KINDS,
} from '../oracle/velocity_cases.js';
import { exactMotionOf, gapSign, reachOf } from '../oracle/velocity_oracle.js';

/** @import { Baseline, Graze, MovingDisc } from 'graze' */

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
    const kept = { agent: null, vx: 1, vy: 0, end: 10, delay: 0 };
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
const SURE = ['container', 'cells-wu', 'velocity-obstacle'];
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
    for (const [who, count] of Object.entries(errors)) assert.ok(count > 0, `${who} never errs`);
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
