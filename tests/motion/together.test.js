import assert from 'node:assert/strict';
import { test } from 'node:test';
import { g, near } from './setup.js';

/**
 * Tests bodies that move and turn together, or turn for long: in convoy, in one assembly, spinning beside each other,
 * on winding paths.
 *
 * @import { Clearance, Motion, MotionOptions, MotionPose, Shape } from 'graze'
 *
 * @typedef {[a: Shape, b: Shape, motionA: Motion, motionB: Motion]} Pair
 */

const car = g.box(4.5, 1.8);
const bar = g.box(4, 0.2);
/** Half of the car's width, as a shape stores it. */
const SIDE = Math.fround(0.9);

/** Default slack: 1e-9 of the larger body, whose largest coordinate is 2.25. */
const SLACK = 2.25e-9;

/** Returns a generator of random numbers (Mulberry32). @param {number} seed */
function randomFrom(seed) {
    let state = seed;
    return (/** @type {number} */ lo, /** @type {number} */ hi) => {
        state = (state + 0x6d2b79f5) >>> 0;
        let z = Math.imul(state ^ (state >>> 15), 1 | state);
        z = (z + Math.imul(z ^ (z >>> 7), 61 | z)) ^ z;
        return lo + ((hi - lo) * ((z ^ (z >>> 14)) >>> 0)) / 2 ** 32;
    };
}

/**
 * Asserts that a clearance is certified, and as wide as the slack except for the rounding of both bounds.
 *
 * @param {Clearance} clear
 * @param {number} slack
 * @param {string} where
 */
function isTight({ status, separation: [lo, hi] }, slack, where) {
    assert.equal(status, 'certified', where);
    const most = slack + 2 ** -52 * (Math.abs(lo) + Math.abs(hi));
    assert.ok(lo <= hi && hi - lo <= most, `${where}: ${hi - lo}`);
}

/**
 * Returns the motion of a car on a circle of radius R around (0, R), `ahead` of another.
 *
 * @param {number} radius
 * @param {number} ahead radians
 * @param {number} lasts
 * @param {number} speed
 */
const inBend = (radius, ahead, lasts, speed) =>
    g.motion.turn({
        t0: 0,
        t1: lasts,
        x: radius * Math.sin(ahead),
        y: radius - radius * Math.cos(ahead),
        angle: ahead,
        speed,
        angularVelocity: speed / radius,
    });

/*
 * Seen from the world both cars turn all the time, and every step was as short as the turn allows: the iterations ran
 * out, and the bound for the rest of the time was the gap less the path length at the largest speed, -1257 after 60 s.
 */
test('two cars in one bend are free, and the clearance is their constant distance', () => {
    for (const lasts of [1, 5, 20, 60, 600]) {
        for (const radius of [10, 20, 50]) {
            for (const gap of [0.01, 0.1, 0.5, 1, 2]) {
                const where = `${lasts} s, radius ${radius}, gap ${gap}`;
                // The inner corners are nearest: their distance is the chord of the inner circle.
                const ahead = 2 * Math.atan2(2.25, radius - SIDE) + gap / (radius - SIDE);
                const a = inBend(radius, 0, lasts, 10);
                const b = inBend(radius, ahead, lasts, 10);
                const pair = /** @type {Pair} */ ([car, car, a, b]);
                const [distance] = g.separationsAt(...pair, [0]);
                assert.ok(distance > 0, where);
                const first = g.firstContact(...pair);
                assert.deepEqual([first.status, g.contactIntervals(...pair)], ['free', []], where);
                const clear = g.clearance(...pair);
                isTight(clear, SLACK, where);
                near(clear.separation[1], distance, 1e-12 * radius, where);
                isTight(g.clearance(...pair, { distanceTolerance: 1e-3 }), 1e-3, where);
                // Without the common turn they are static.
                const [c, d] = [a, b].map((motion) => {
                    const { x, y, angle } = /** @type {MotionPose} */ (motion.pose(0));
                    return g.motion.linear({ t0: 0, t1: lasts, x, y, angle });
                });
                const standing = g.clearance(car, car, c, d);
                assert.ok(clear.iterations <= 2 * standing.iterations, `${clear.iterations}`);
                assert.ok(first.iterations <= 2, `${first.iterations}`);
                for (const motion of [a, b, c, d]) motion.free();
            }
        }
    }
});

test('a car that catches up with another in a bend meets it when their distance is used up', () => {
    const [radius, lasts] = [20, 60];
    for (const gap of [0.01, 0.1, 1]) {
        const ahead = 2 * Math.atan2(2.25, radius - SIDE) + gap / (radius - SIDE);
        // They touch when one is ahead of the other by twice the angle that half a car covers on the inner circle.
        const touching = 2 * Math.atan2(2.25, radius - SIDE);
        const when = 40;
        const faster = 10 + (radius * (ahead - touching)) / when;
        const pair = /** @type {Pair} */ ([
            car,
            car,
            inBend(radius, 0, lasts, faster),
            inBend(radius, ahead, lasts, 10),
        ]);
        const { status, time } = g.firstContact(...pair);
        assert.equal(status, 'hit');
        const [lo, hi] = time ?? [0, 0];
        // The rounding of positions takes longer the slower they approach.
        const error = 1e-9 * lasts + 1e-12 / (gap / when);
        assert.ok(lo <= when + error && hi >= when - error && hi - lo <= 60e-9, `${lo} ${hi}`);
    }
});

/*
 * Seen from A, B is static. A step was as long as the gap divided by the loss of a separation bound to the turn: a gap
 * of 1 mm took more steps than the iteration limit.
 */
test('boxes that turn as one are free, at their constant distance', () => {
    const box = g.box(2, 1);
    for (const rate of [0.1, 1, 10]) {
        for (const gap of [0.1, 0.01, 1e-3, 1e-4, 1e-6]) {
            const where = `${rate} rad/s, ${gap} apart`;
            const span = { t0: 0, t1: 10, x: [0], y: [0], angle: [0.3, rate] };
            const a = g.motion({ pieces: [span] });
            const b = g.motion({ pieces: [{ ...span, pivot: { x: -(2 + gap), y: 0 } }] });
            const pair = /** @type {Pair} */ ([box, box, a, b]);
            const { status, iterations } = g.firstContact(...pair);
            assert.equal(status, 'free', where);
            assert.ok(iterations <= 8, `${where}: ${iterations}`);
            assert.deepEqual(g.contactIntervals(...pair), [], where);
            const clear = g.clearance(...pair);
            isTight(clear, 1e-9, where);
            near(clear.separation[1], gap, 1e-12, where);
        }
    }
});

test('an assembly that turns and moves through a tightening bend keeps its distances', () => {
    const box = g.box(2, 1);
    for (const gap of [1, 0.01, 1e-3]) {
        const span = { t0: 0, t1: 60, x: [5, 2, -0.01], y: [-3, 0.5], angle: [0.3, 0.1, 0.02] };
        const a = g.motion({ pieces: [{ ...span, pivot: { x: 1, y: 3 } }] });
        const b = g.motion({ pieces: [{ ...span, pivot: { x: 1, y: 4 + gap } }] });
        const pair = /** @type {Pair} */ ([box, box, a, b]);
        assert.equal(g.firstContact(...pair).status, 'free', `${gap}`);
        const clear = g.clearance(...pair);
        isTight(clear, 1e-9, `${gap}`);
        near(clear.separation[1], gap, 1e-11, `${gap}`);
    }
});

/* The corner of the bar reaches sqrt(2^2 + 0.1^2) from its middle; two corners pass per half turn. */
test('a bar that spins beside a disc, any number of turns, has the gap to its corners', () => {
    const [disc, stand] = [g.disc(0.1), g.motion.static({ x: 2.15 })];
    const gap = 2.15 - Math.fround(0.1) - Math.hypot(2, Math.fround(0.1));
    for (const turns of [1, 10, 50, 100, 1000]) {
        const angularVelocity = turns * 2 * Math.PI;
        const spin = g.motion.linear({ t0: 0, t1: 1, x: 0, y: 0, angularVelocity });
        for (const [slack, options] of /** @type {[number, MotionOptions][]} */ ([
            [2e-9, {}],
            [1e-6, { distanceTolerance: 1e-6 }],
            [1e-3, { distanceTolerance: 1e-3 }],
        ])) {
            const clear = g.clearance(bar, disc, spin, stand, options);
            const where = `${turns} turns, slack ${slack}`;
            isTight(clear, Math.max(slack, 1e-14 * angularVelocity * 8), where);
            const [lo, hi] = clear.separation;
            assert.ok(lo <= gap + 1e-12 && hi >= gap - 1e-12, `${where}: ${lo} ${hi}, not ${gap}`);
        }
        spin.free();
    }
});

test('a wheel that rolls past for 640 turns has the gap to the line that its corners touch', () => {
    const points = Array.from({ length: 16 }, (_, k) => {
        return [0.3 * Math.cos((k * Math.PI) / 8), 0.3 * Math.sin((k * Math.PI) / 8)];
    });
    const wheel = g.hull(points);
    const roll = g.motion.linear({
        t0: 0,
        t1: 60,
        x: -600,
        y: 0,
        vx: 20,
        angularVelocity: -20 / 0.3,
    });
    const clear = g.clearance(wheel, g.disc(0.1), roll, g.motion.static({ y: 1 }));
    isTight(clear, 1e-9, 'wheel');
    assert.ok(clear.separation[0] >= 1 - 0.1 - 0.3 - 1e-6 && clear.separation[1] <= 1 - 0.1 - 0.29);
});

test('lines with turns over 600 s are certified to the slack, and agree with samples', () => {
    const between = randomFrom(7);
    const times = Array.from({ length: 2001 }, (_, k) => 0.3 * k);
    for (let k = 0; k < 60; k++) {
        const draw = () =>
            g.motion.linear({
                t0: 0,
                t1: 600,
                x: between(-30, 30),
                y: between(-30, 30),
                angle: between(-3, 3),
                vx: between(-0.1, 0.1),
                vy: between(-0.1, 0.1),
                angularVelocity: between(-2, 2),
            });
        const pair = /** @type {Pair} */ ([car, car, draw(), draw()]);
        const clear = g.clearance(...pair);
        isTight(clear, SLACK, `${k}`);
        const seen = Math.min(...g.separationsAt(...pair, times));
        assert.ok(clear.separation[0] <= seen, `${k}: ${clear.separation}, not ${seen}`);
        const [there] = g.separationsAt(...pair, [clear.time ?? Number.NaN]);
        near(there, clear.separation[1], 1e-10, `${k}`);
    }
});

test('with few iterations a clearance is undecided, and its bound is no lower than minus the largest possible depth', () => {
    const between = randomFrom(11);
    // The largest depth is half the width of one plus half the diameter of the other.
    const deepest = (1.8 + Math.hypot(4.5, 1.8)) / 2;
    let undecided = 0;
    for (let k = 0; k < 40; k++) {
        const draw = () =>
            g.motion.linear({
                t0: 0,
                t1: 600,
                x: between(-5, 5),
                y: between(-5, 5),
                vx: between(-0.01, 0.01),
                angularVelocity: between(-20, 20),
            });
        const pair = /** @type {Pair} */ ([car, car, draw(), draw()]);
        for (const maxIterations of [1, 10, 100]) {
            const { status, separation, iterations } = g.clearance(...pair, { maxIterations });
            const where = `${k}, budget ${maxIterations}: ${separation}`;
            if (status === 'undecided') undecided++;
            else assert.ok(separation[1] - separation[0] <= SLACK + 2 ** -50, where);
            assert.ok(separation[0] >= -deepest - 1e-6 && separation[0] <= separation[1], where);
            assert.ok(iterations <= maxIterations + 512, `${where}, ${iterations}`);
        }
    }
    assert.ok(undecided > 60, `${undecided}`);
});

test('unsafe delays of splines of 60 points over 600 s are decided', () => {
    const between = randomFrom(3);
    const draw = (/** @type {number} */ size) =>
        g.motion.spline(
            Array.from({ length: 60 }, () => [between(0, size), between(0, size)]),
            Array.from({ length: 60 }, (_, k) => (600 * k) / 59),
        );
    for (const size of [20, 20, 20, 60, 60, 60, 60, 60]) {
        const pair = /** @type {Pair} */ ([car, car, draw(size), draw(size)]);
        const delays = g.unsafeMotionDelays(...pair);
        assert.ok(delays.length > 0, `${size}`);
        for (const { status, begin, end } of delays) {
            assert.equal(status, 'hit', `${size}`);
            const isOrdered = begin[0] <= begin[1] && begin[1] <= end[0] && end[0] <= end[1];
            assert.ok(isOrdered, `${begin} ${end}`);
        }
    }
});

/* A delayed body only meets later what stays for ever. */
test('delays of a bar that spins beside a static body are all safe or all unsafe', () => {
    const box = g.box(2, 1);
    for (const gap of [0.1, 0.01, 1e-3, -1e-3]) {
        for (const turns of [1, 10, 100]) {
            const angularVelocity = 0.2 * Math.PI * turns;
            const spin = g.motion.linear({ t0: 0, t1: 10, x: 0, y: 0, angularVelocity });
            const x = Math.hypot(2, Math.fround(0.1)) + 1 + gap;
            const delays = g.unsafeMotionDelays(bar, box, spin, g.motion.static({ x }));
            const all = { status: 'hit', begin: [-Infinity, -Infinity], end: [Infinity, Infinity] };
            assert.deepEqual(delays, gap > 0 ? [] : [all], `${gap} ${turns}`);
        }
    }
});

test('unsafe delays of cars on one circle repeat per turn, less the lengths of the cars', () => {
    const [radius, speed, lasts] = [20, 10, 60];
    const touching = 2 * Math.atan2(2.25, radius - SIDE);
    const ahead = touching + 0.5 / radius;
    const ends = /** @type {const} */ ({ before: 'vanish', after: 'vanish' });
    const [a, b] = [0, ahead].map((angle) => {
        const [x, y] = [radius * Math.sin(angle), radius - radius * Math.cos(angle)];
        const start = { t0: 0, t1: lasts, x, y, angle };
        return g.motion.turn({ ...start, speed, angularVelocity: speed / radius }, ends);
    });
    const delays = g.unsafeMotionDelays(car, car, a, b);
    // With A late by x, B is ahead of it by ahead + x speed / radius: they meet where that is a whole turn, to within
    // `touching`.
    const [turn, scale] = [2 * Math.PI, radius / speed];
    /** @type {number[][]} */
    const expected = [];
    for (let k = -10; k <= 10; k++) {
        const begin = scale * (k * turn - touching - ahead);
        const end = scale * (k * turn + touching - ahead);
        if (end > -lasts && begin < lasts) {
            expected.push([Math.max(begin, -lasts), Math.min(end, lasts)]);
        }
    }
    assert.equal(delays.length, expected.length);
    delays.forEach(({ status, begin, end }, k) => {
        assert.equal(status, 'hit', `${k}`);
        near(begin[0], expected[k][0], 1e-6, `${k}`);
        near(begin[1], expected[k][0], 1e-6, `${k}`);
        near(end[0], expected[k][1], 1e-6, `${k}`);
        near(end[1], expected[k][1], 1e-6, `${k}`);
    });
});
