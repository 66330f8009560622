import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync, GrazeError } from 'graze';
import { createSync as createScalar } from 'graze/scalar';
import { CONTACT_STATUSES } from '../js/layout.js';
import { readJson } from './helpers.js';
import {
    bodyOf,
    clearance,
    faultOfClearance,
    faultOfFirst,
    faultOfIntervals,
    roundingOf,
    separationAt,
} from './oracle/motion_oracle.js';

/**
 * Bodies that move and turn: certified cases, exact moving pairs, motions with a contact in closed form; what
 * motions are made of; and what is refused.
 *
 * @import { Graze, Motion, MotionEnds, MotionSegment, Shape } from 'graze'
 * @import { Body, Segment } from './oracle/motion_oracle.js'
 *
 * @typedef {{ points: number[][], radius?: number, segments: Segment[], ends?: MotionEnds }} Mover
 * @typedef {{ shape: Shape, motion: Motion, body: Body }} Made
 */

const g = createSync();

/** @type {any[]} */
const CASES = readJson('tests/vectors/motion_cases.json').cases;
/** @type {any[]} */
const MOVING = readJson('tests/vectors/dev_toi.json').cases;

/** As a shape keeps it. @param {number[][]} points */
const float32 = (points) => points.map((point) => point.map(Math.fround));

/** @param {Mover} mover @param {Graze} [instance] @returns {Made} */
function made({ points, radius = 0, segments, ends = {} }, instance = g) {
    return {
        shape: instance.polygon(points, { radius }),
        motion: instance.motion({ segments: /** @type {MotionSegment[]} */ (segments) }, ends),
        body: bodyOf(float32(points), Math.fround(radius), segments, ends),
    };
}

/** @param {Made[]} all */
function release(...all) {
    for (const { shape, motion } of all) {
        shape.free();
        motion.free();
    }
}

/** @param {any} c @param {Graze} [instance] */
function bodiesOf(c, instance = g) {
    return [c.A, c.B].map(({ shape, motion }) => {
        const { verts: points, radius } = shape;
        return made({ points, radius, segments: motion.segments }, instance);
    });
}

/** What of a time or a length comes of rounding the case's outlines to float32. @param {any} c */
function roundingOfCase({ A, B }) {
    const sizes = [A, B].map(({ shape }) => {
        return Math.max(shape.radius, ...shape.verts.flat().map(Math.abs));
    });
    return 2 ** -23 * (sizes[0] + sizes[1]);
}

/** @param {Made} a @param {Made} b @param {object} [options] @param {Graze} [instance] */
function firstContact(a, b, options, instance = g) {
    return instance.firstContact(a.shape, a.motion, b.shape, b.motion, options);
}

/** What is asked of a case, spelt out. @param {any} c @param {Made} a @param {Made} b */
function askedOf({ T0: from, T1: to }, a, b) {
    const slack = 1e-9 * Math.max(a.body.size, b.body.size);
    return { from, to, slack, tolerance: 1e-9 * (to - from) };
}

/** @param {any} c */
const isDegenerate = ({ expected }) => expected.accept.length > 1;

/** @param {() => unknown} call @param {Partial<GrazeError>} expected */
function refuses(call, expected) {
    assert.throws(call, (error) => {
        assert.ok(error instanceof GrazeError, String(error));
        for (const [key, value] of Object.entries(expected)) {
            assert.deepEqual(/** @type {any} */ (error)[key], value, `${key} of: ${error.message}`);
        }
        return true;
    });
}

/** @param {number} actual @param {number} expected @param {number} error @param {string} [where] */
function near(actual, expected, error, where = '') {
    const off = Math.abs(actual - expected);
    assert.ok(off <= error, `${where} ${actual}, not ${expected}: off by ${off}`);
}

/**
 * @param {readonly [number, number] | null} bracket
 * @param {number} expected
 * @param {number} error
 * @param {string} [where]
 */
function holds(bracket, expected, error, where = '') {
    assert.ok(bracket !== null, `${where} free, not ${expected}`);
    const [lo, hi] = bracket;
    assert.ok(lo <= expected + error && hi >= expected - error, `${where} ${bracket}: ${expected}`);
}

/** Numbers in [0, 1) that are the same in every run. @param {number} seed */
function randomNumbers(seed) {
    let state = seed;
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
    };
}

/** @param {number[]} c @param {number} s */
const valueAt = (c, s) => c.reduceRight((sum, term) => sum * s + term, 0);

// ---------------------------------------------------------------- certified cases

test('49 certified cases: verdict, and the first contact in a bracket of a billionth of the time', () => {
    const seen = { free: 0, hit: 0, graze: 0, overlap: 0, undecided: 0 };
    for (const c of CASES) {
        const [a, b] = bodiesOf(c);
        const { from, to } = askedOf(c, a, b);
        const answer = firstContact(a, b, { from, to });
        const { expected } = c;
        seen[answer.status]++;
        assert.equal(faultOfFirst(a.body, b.body, askedOf(c, a, b), answer), null, c.id);
        if (!isDegenerate(c)) assert.equal(answer.status !== 'free', expected.contact, c.id);
        if (answer.time !== null) {
            const shift = roundingOfCase(c) / (expected.closingRate ?? Infinity);
            holds(answer.time, expected.tFirst, expected.tolT + shift, c.id);
            const width = answer.time[1] - answer.time[0];
            assert.ok(isDegenerate(c) || width <= 1e-9 * (to - from), `${c.id}: ${width}`);
        }
        if (expected.contact && expected.sep0 < 0) {
            assert.deepEqual([answer.status, answer.time], ['overlap', [from, from]], c.id);
        }
        release(a, b);
    }
    assert.deepEqual([seen.overlap, seen.undecided], [3, 0]);
});

test('exact tangencies end within the budget, as grazes', () => {
    for (const c of CASES.filter(isDegenerate)) {
        const [a, b] = bodiesOf(c);
        const { from, to } = askedOf(c, a, b);
        const answer = firstContact(a, b, { from, to });
        const intervals = g.contactIntervals(a.shape, a.motion, b.shape, b.motion, { from, to });
        // Rounding the outline of this one makes it deeper than the slack.
        const expected = c.id === 'bar-parallel-face-slam' ? 'hit' : 'graze';
        assert.equal(answer.status, expected, c.id);
        assert.ok(answer.iterations < 4096, `${c.id}: ${answer.iterations}`);
        assert.deepEqual(
            intervals.map(({ status }) => status),
            [expected],
            c.id,
        );
        release(a, b);
    }
});

test('49 certified cases: all intervals of contact, and none more', () => {
    for (const c of CASES) {
        const [a, b] = bodiesOf(c);
        const asked = askedOf(c, a, b);
        const { from, to } = asked;
        const answer = g.contactIntervals(a.shape, a.motion, b.shape, b.motion, { from, to });
        assert.equal(faultOfIntervals(a.body, b.body, asked, answer), null, c.id);
        const { nIntervals, intervals, tolT, closingRate } = c.expected;
        if (c.id === 'arc-vs-wall') {
            // Rounding its outlines opens a gap where they touch from inside.
            assert.equal(answer.length, 2, c.id);
            release(a, b);
            continue;
        }
        assert.equal(answer.length, nIntervals, c.id);
        // Other ends than the first may be more oblique.
        const error =
            30 * ((tolT ?? 0) + roundingOfCase(c) / (closingRate ?? 1)) + 1e-9 * (to - from);
        answer.forEach(({ begin, end }, k) => {
            holds(begin, intervals[k][0], error, `${c.id} ${k}`);
            holds(end, intervals[k][1], error, `${c.id} ${k}`);
        });
        release(a, b);
    }
});

test('a tangency from inside does not split an interval', () => {
    // On the way of arc-vs-wall, with outlines that are float32: flush at a quarter turn, and no gap.
    const bar = g.polygon([
        [-2.25, -16],
        [2.25, -16],
        [2.25, -14.125],
        [-2.25, -14.125],
    ]);
    const wall = g.box(0.25, 60);
    const way = g.motion.linear({ t0: 0, t1: 6, x: 0, y: 0, omega: 0.5 });
    const still = g.motion.still({ x: 14 });
    const intervals = g.contactIntervals(bar, way, wall, still);
    assert.deepEqual(
        intervals.map(({ status }) => status),
        ['hit'],
    );
    near(g.distanceOver(bar, way, wall, still, [Math.PI])[0], 0, 1e-14);
});

test('49 certified cases: the least separation between the bounds of the clearance', () => {
    for (const c of CASES) {
        const [a, b] = bodiesOf(c);
        const { from, to } = askedOf(c, a, b);
        const slack = c.expected.tolSep;
        const options = { from, to, slack, budget: 2 ** 20 };
        const { distance, time, ...rest } = g.clearance(
            a.shape,
            a.motion,
            b.shape,
            b.motion,
            options,
        );
        const [lo, hi] = distance;
        const error = slack + roundingOfCase(c);
        assert.ok(lo <= c.expected.minSep + error && hi >= c.expected.minSep - error, c.id);
        const rounding = 4 * roundingOf(a.body, b.body, from, to);
        assert.ok(hi - lo <= slack + 4 * rounding, `${c.id}: ${hi - lo}`);
        assert.ok(time !== null && time >= from && time <= to, c.id);
        near(separationAt(a.body, b.body, time), hi, rounding, c.id);
        const { pointA, pointB, normal } = rest;
        assert.ok(pointA !== null && pointB !== null && normal !== null, c.id);
        const along = (pointB.x - pointA.x) * normal.x + (pointB.y - pointA.y) * normal.y;
        const far = Math.abs(pointA.x) + Math.abs(pointA.y);
        near(along, hi, rounding + 1e-9 * Math.abs(hi) + 2 ** -50 * far, c.id);
        release(a, b);
    }
});

test('the clearance is that of the oracle', () => {
    for (const c of CASES) {
        const [a, b] = bodiesOf(c);
        const asked = { ...askedOf(c, a, b), slack: 1e-3 * Math.max(a.body.size, b.body.size) };
        const { from, to, slack } = asked;
        const answer = g.clearance(a.shape, a.motion, b.shape, b.motion, { from, to, slack });
        const fault = faultOfClearance(a.body, b.body, asked, answer, { width: slack });
        assert.equal(fault, null, c.id);
        release(a, b);
    }
});

test('separations over time are those of the oracle', () => {
    for (const c of CASES) {
        const [a, b] = bodiesOf(c);
        const times = Array.from({ length: 41 }, (_, k) => c.T0 + ((c.T1 - c.T0) * k) / 40);
        const over = g.distanceOver(a.shape, a.motion, b.shape, b.motion, times);
        const error = 2 * roundingOf(a.body, b.body, c.T0, c.T1);
        times.forEach((t, k) => {
            near(over[k], separationAt(a.body, b.body, t), error, `${c.id} at ${t}`);
        });
        near(over[0], c.expected.sep0, 1e-6 * (1 + Math.abs(over[0])), c.id);
        near(over[40], c.expected.sep1, 1e-6 * (1 + Math.abs(over[40])), c.id);
        assert.equal(g.distanceOver(a.shape, a.motion, b.shape, b.motion, []).length, 0);
        release(a, b);
    }
});

test('without SIMD every bit is the same', () => {
    const scalar = createScalar();
    for (const c of CASES) {
        const answers = [g, scalar].map((instance) => {
            const [a, b] = bodiesOf(c, instance);
            const { from, to } = askedOf(c, a, b);
            const pair = /** @type {const} */ ([a.shape, a.motion, b.shape, b.motion]);
            const answer = [
                instance.firstContact(...pair, { from, to }),
                instance.firstContact(...pair, { from, to, method: 'pcda' }),
                instance.contactIntervals(...pair, { from, to }),
                instance.clearance(...pair, { from, to, slack: 1e-3 }),
                instance.distanceOver(...pair, [from, (from + to) / 3, to]),
                a.motion.bounds(from, to, a.shape),
                b.motion.bounds(from, to, b.shape),
            ];
            release(a, b);
            return answer;
        });
        assert.deepEqual(answers[0], answers[1], c.id);
    }
});

// ---------------------------------------------------------------- exact moving pairs

/** @param {any} c @returns {Made[]} */
function moversOf(c) {
    /** @param {number[]} place @param {number[]} way @param {number} turn */
    const straight = ([x, y], [vx, vy], turn = 0) => [
        { t0: 0, t1: 1, x: [x, vx], y: [y, vy], theta: [0, turn] },
    ];
    if (c.kind === 'rotating') {
        return [c.a, c.b].map((body) => {
            return made({ points: body.local, segments: straight(body.c, body.v, body.w) });
        });
    }
    const home = [0, 0];
    return [
        made({
            points: c.a ?? [home],
            radius: c.ra ?? 0,
            segments: straight(c.pa ?? home, c.va),
        }),
        made({
            points: c.b ?? [home],
            radius: c.rb ?? 0,
            segments: straight(c.pb ?? home, c.vb),
        }),
    ];
}

test('165 exact moving pairs, 30 of them turning: verdict, and enter and exit', () => {
    /** @type {Record<string, number>} */
    const seen = {};
    for (const c of MOVING) {
        const [a, b] = moversOf(c);
        const { status, time } = firstContact(a, b, { from: 0, to: 1 });
        const pair = /** @type {const} */ ([a.shape, a.motion, b.shape, b.motion]);
        const intervals = g.contactIntervals(...pair, { from: 0, to: 1 });
        assert.equal(status !== 'free', c.hit, c.id);
        assert.equal(intervals.length > 0, c.hit, c.id);
        seen[`${c.initial} ${status}`] = (seen[`${c.initial} ${status}`] ?? 0) + 1;
        if (c.initial === 'overlapping') assert.equal(status, 'overlap', c.id);
        else assert.notEqual(status, 'overlap', c.id);
        if (c.hit) {
            // A grazing contact is one with the slack: nearer than a billionth, for its root of the time.
            const slack = c.grazing ? 1e-4 : 1e-12;
            holds(time, c.t0 ?? (c.t_lo + c.t_hi) / 2, slack, c.id);
            if (c.initial === 'touching') assert.equal(time?.[0], 0, c.id);
            if (c.t1 !== undefined && !c.grazing) {
                assert.equal(intervals.length, 1, c.id);
                const error = c.initial === 'touching' ? 1e-8 : 1e-12;
                holds(intervals[0].end, Math.min(c.t1, 1), error, c.id);
            }
        }
        release(a, b);
    }
    assert.equal(MOVING.length, 165);
    assert.ok(seen['disjoint free'] === 88 && seen['disjoint hit'] >= 40, JSON.stringify(seen));
});

// ---------------------------------------------------------------- in closed form

test('two discs at constant velocities: the roots of the quadratic', () => {
    const random = randomNumbers(5);
    const value = () => Math.fround(6 * random() - 3);
    let hits = 0;
    for (let k = 0; k < 300; k++) {
        const [rA, rB] = [Math.fround(random()), Math.fround(random())];
        const [x, y, u, v, vx, vy, ux, uy] = Array.from({ length: 8 }, value);
        const [a, b] = [g.disc(rA), g.disc(rB)];
        const p = g.motion.linear({ t0: 0, t1: 2, x, y, vx, vy, omega: value() });
        const q = g.motion.linear({ t0: 0, t1: 2, x: u, y: v, vx: ux, vy: uy });
        const [dx, dy, wx, wy] = [u - x, v - y, ux - vx, uy - vy];
        const [s, m, c] = [
            wx * wx + wy * wy,
            dx * wx + dy * wy,
            dx * dx + dy * dy - (rA + rB) ** 2,
        ];
        const root = Math.sqrt(m * m - s * c);
        const enter = -(m + root) / s;
        const { status, time, normal } = g.firstContact(a, p, b, q);
        if (c <= 0) assert.equal(status, 'overlap');
        else if (!(enter >= 0 && enter <= 2)) assert.equal(status, 'free');
        else {
            hits++;
            assert.equal(status, 'hit');
            holds(time, enter, 1e-12);
            const reach = Math.hypot(dx + enter * wx, dy + enter * wy);
            near(normal?.x ?? Number.NaN, (dx + enter * wx) / reach, 1e-6);
            const [interval] = g.contactIntervals(a, p, b, q);
            holds(interval.end, Math.min(2, (root - m) / s), 1e-12);
        }
        for (const thing of [a, b, p, q]) thing.free();
    }
    assert.ok(hits > 25, `${hits}`);
});

test('two bodies that accelerate along a line: the first root, where the gap falls fast and then slowly', () => {
    // The gap is 10 - 19.8 t + 8.8 t^2, convex: below its chords, above no other line through its ends.
    const [disc, box] = [g.disc(0.5), g.box(1, 1)];
    const still = g.motion.still();
    const root = (19.8 - Math.sqrt(19.8 ** 2 - 4 * 88)) / 17.6;
    const ways = [
        g.motion({ segments: [{ t0: 0, t1: 1, x: [11, -19.8, 8.8], y: [0] }] }),
        g.motion.accelerated({ t0: 0, t1: 1, x: 11, y: 0, vx: -19.8, ax: 17.6 }),
    ];
    for (const way of ways) {
        for (const shape of [disc, box]) {
            const { status, time } = g.firstContact(shape, still, shape, way);
            assert.equal(status, 'hit');
            holds(time, root, 1e-12);
            assert.deepEqual(g.contactIntervals(shape, still, shape, way)[0].begin, time);
        }
    }
    const stone = g.motion.accelerated({ t0: 0, t1: 3, x: 0, y: 4.5, ay: -2 });
    holds(g.firstContact(box, still, disc, stone).time, Math.sqrt(3.5), 1e-12);
    const thrown = g.motion.accelerated({ t0: 0, t1: 4, x: 0, y: 2, vy: 4, ay: -4 });
    holds(g.firstContact(box, still, disc, thrown).time, 1 + Math.sqrt(1.5), 1e-12);
});

test('polynomials of every degree against a wall: the first root', () => {
    const [point, wall] = [g.disc(0), g.capsule(0, -50, 0, 50, 0)];
    const still = g.motion.still();
    const random = randomNumbers(6);
    for (let k = 0; k < 500; k++) {
        const roots = Array.from({ length: 1 + (k % 5) }, () => 0.1 + 1.2 * random());
        let x = [1];
        for (const root of roots) {
            x = [...x, 0].map((term, i) => (i > 0 ? x[i - 1] : 0) - root * term);
        }
        const way = g.motion({ segments: [{ t0: 0, t1: 1, x, y: [random(), random()] }] });
        const { time } = g.firstContact(wall, still, point, way);
        const first = Math.min(...roots);
        if (first > 1) assert.equal(time, null);
        else {
            // As well as the polynomial's own rounding lets the root be known.
            const slope = Math.abs(roots.reduce((p, r) => (r === first ? p : p * (r - first)), 1));
            const error = 1e-9 + Math.min(1e-9 / slope, 2e-9 ** (1 / roots.length));
            holds(time, first, error, `${roots}`);
        }
        way.free();
    }
});

test('a turning rod and a disc beside it, at any rate', () => {
    // The rod's middle line comes within r of the disc's centre, d away at angle phi, at phi - asin(r / d).
    const rod = g.capsule(0, 0, 4, 0, 0.25);
    const disc = g.disc(0.5);
    const [d, phi] = [3, 2];
    const place = { x: 100 + d * Math.cos(phi), y: 7 + d * Math.sin(phi) };
    const still = g.motion.still(place);
    for (const omega of [1e-3, 1, 50, 1e3, 1e5]) {
        const t1 = 6 / omega;
        const turning = g.motion.linear({ t0: 0, t1, x: 100, y: 7, omega });
        const angle = phi - Math.asin(0.75 / d);
        const { status, time, featureA } = g.firstContact(rod, turning, disc, still);
        assert.equal(status, 'hit');
        holds(time, angle / omega, 1e-12 / omega);
        assert.equal(featureA?.kind, 'edge');
        const [first, ...others] = g.contactIntervals(rod, turning, disc, still);
        assert.equal(others.length, 0);
        holds(first.end, (phi + Math.asin(0.75 / d)) / omega, 1e-12 / omega);
        turning.free();
    }
    const backwards = g.motion.linear({ t0: 0, t1: 1, x: 100, y: 7, omega: -2 * Math.PI });
    const angle = 2 * Math.PI - (phi + Math.asin(0.75 / d));
    holds(g.firstContact(rod, backwards, disc, still).time, angle / (2 * Math.PI), 1e-12);
});

test('a rod that sweeps past 1000 times before it reaches: the first of the sweeps that does', () => {
    // Its end passes the point (2, 0) when it points along x; it comes nearer by 0.1 a turn.
    const rod = g.capsule(0, 0, 1, 0, 0);
    const point = g.disc(0.001953125);
    const still = g.motion.still({ x: 2 });
    const rate = 2 * Math.PI;
    const way = g.motion.linear({
        t0: 0,
        t1: 2000,
        x: 0,
        y: 0,
        vx: 0.001,
        theta: 0.5,
        omega: rate,
    });
    const { status, time } = g.firstContact(rod, way, point, still);
    assert.equal(status, 'hit');
    const turn = ((time?.[0] ?? 0) + 0.5 / rate) % 1;
    assert.ok(Math.min(turn, 1 - turn) < 0.01, `${turn}`);
    holds([(time?.[0] ?? 0) - 1, (time?.[1] ?? 0) + 1], 1000, 3);
    const { time: clear } = g.clearance(rod, way, point, still, {
        to: 990,
        slack: 1e-6,
        budget: 2 ** 16,
    });
    assert.ok(clear !== null && clear > 985, `${clear}`);
});

test('turn: exact arcs, whichever way and however slightly they bend', () => {
    const disc = g.disc(0.5);
    for (const [turnRate, speed, t1] of [
        [0.5, 3, 10],
        [-0.5, 3, 10],
        [2, -5, 2.5],
        [1e-3, 20, 2],
        [-1e-4, 20, 10],
        [1e-9, 20, 10],
        [300, 400, 0.01],
        [0, 20, 10],
    ]) {
        const [x, y, theta] = [1234.5, -77, 0.7];
        const motion = g.motion.turn({ t0: 2, t1: 2 + t1, x, y, theta, speed, turnRate });
        /** @param {number} s */
        const expected = (s) => {
            const half = (turnRate * s) / 2;
            const chord = speed * s * (half === 0 ? 1 : Math.sin(half) / half);
            return [x + chord * Math.cos(theta + half), y + chord * Math.sin(theta + half)];
        };
        for (let k = 0; k <= 20; k++) {
            const s = (t1 * k) / 20;
            const pose = motion.pose(2 + s);
            const [px, py] = expected(s);
            const where = `${turnRate} ${speed} at ${s}`;
            near(pose?.x ?? Number.NaN, px, 2e-12 * (1 + Math.abs(px)), where);
            near(pose?.y ?? Number.NaN, py, 2e-12 * (1 + Math.abs(py)), where);
            near(pose?.angle ?? Number.NaN, theta + turnRate * s, 1e-12, where);
        }
        // A disc on the way, three quarters down it: met where the chord to it is 1.
        const [ox, oy] = expected(0.75 * t1);
        const post = g.motion.still({ x: ox, y: oy });
        const half = turnRate === 0 ? 0 : Math.asin(turnRate / (2 * speed));
        const ahead = turnRate === 0 ? 1 / Math.abs(speed) : Math.abs((2 * half) / turnRate);
        const { time } = g.firstContact(disc, motion, disc, post, { from: 2, to: 2 + t1 });
        holds(time, 2 + 0.75 * t1 - ahead, 1e-10, `${turnRate}`);
        motion.free();
        post.free();
    }
});

// ---------------------------------------------------------------- motions

/** @param {Motion} motion @param {number} t @param {number[]} expected @param {number} [error] */
function standsAt(motion, t, [x, y, angle = 0], error = 1e-13) {
    const pose = motion.pose(t);
    assert.ok(pose !== null, `absent at ${t}`);
    near(pose.x, x, error * (1 + Math.abs(x)), `x at ${t}`);
    near(pose.y, y, error * (1 + Math.abs(y)), `y at ${t}`);
    near(pose.angle, angle, error * (1 + Math.abs(angle)), `angle at ${t}`);
}

test('segments: polynomials of the time since each begins, about their pivots', () => {
    const motion = g.motion({
        segments: [
            { t0: 1, t1: 3, x: [1, 2, 0, 0, 0, 1], y: [3], theta: [0, 1] },
            {
                t0: 3,
                t1: 4,
                x: Float64Array.of(37 + Math.cos(2)),
                y: [3 + Math.sin(2)],
                theta: [2, -1],
                pivot: { x: 1, y: 0 },
            },
        ],
    });
    assert.deepEqual([motion.begin, motion.end, motion.count], [1, 4, 2]);
    assert.ok(Object.isFrozen(motion));
    standsAt(motion, 1, [1, 3, 0]);
    standsAt(motion, 2, [4, 3, 1]);
    standsAt(motion, 3, [37, 3, 2]);
    const [x, y] = [37 + Math.cos(2) - Math.cos(1.5), 3 + Math.sin(2) - Math.sin(1.5)];
    standsAt(motion, 3.5, [x, y, 1.5]);
    standsAt(motion, -10, [1, 3, 0]);
    standsAt(motion, 10, [37 + Math.cos(2) - Math.cos(1), 3 + Math.sin(2) - Math.sin(1), 1]);
    motion.free();
});

test('still, linear and accelerated', () => {
    const still = g.motion.still({ x: 1, theta: 2 });
    assert.deepEqual([still.begin, still.end, still.count], [0, 0, 1]);
    for (const t of [-1e9, 0, 1e9]) standsAt(still, t, [1, 0, 2]);
    standsAt(g.motion.still(), 5, [0, 0, 0]);
    assert.equal(g.motion.still({}, { before: 'vanish' }).pose(-1), null);
    const linear = g.motion.linear({ t0: 1, t1: 2, x: 1, y: 2, theta: 3, vx: 4, vy: 5, omega: 6 });
    standsAt(linear, 1.5, [3, 4.5, 6]);
    const all = { t0: 1, t1: 3, x: 1, y: 2, theta: 3, vx: 4, vy: 5, omega: 6 };
    const accelerated = g.motion.accelerated({ ...all, ax: 2, ay: -4, alpha: 1 });
    standsAt(accelerated, 3, [1 + 8 + 4, 2 + 10 - 8, 3 + 12 + 2]);
});

test('spline: through its points, natural or clamped', () => {
    const natural = g.motion.spline(
        [
            [0, 0, 5],
            [1, 1, 5],
            [2, 0, 5],
        ],
        [0, 1, 2],
    );
    for (const t of [0, 0.25, 0.5, 1, 1.6, 2]) {
        const s = Math.min(t, 2 - t);
        standsAt(natural, t, [t, 1.5 * s - 0.5 * s ** 3, 5]);
    }
    // A cubic, and nothing else, has its own values, and velocities at the ends.
    const [cubic, line] = [
        [1, -2, 0.5, 0.25],
        [3, -1],
    ];
    const times = [-1, 0.3, 0.5, 2, 4];
    /** @param {number} t */
    const at = (t) => [valueAt(cubic, t), valueAt(line, t), 7 * valueAt(cubic, t)];
    /** @param {number} t */
    const slope = (t) => cubic[1] + 2 * cubic[2] * t + 3 * cubic[3] * t * t;
    const clamped = g.motion.spline(times.map(at), times, {
        kind: 'clamped',
        startVelocity: [slope(-1), -1, 7 * slope(-1)],
        endVelocity: [slope(4), -1, 7 * slope(4)],
        after: 'vanish',
    });
    for (let t = -1; t <= 4; t += 0.125) standsAt(clamped, t, at(t), 1e-12);
    assert.equal(clamped.pose(4.1), null);
    standsAt(clamped, -2, at(-1));
    const gently = g.motion.spline(
        [
            [0, 0],
            [1, 2],
        ],
        [0, 1],
        { kind: 'clamped' },
    );
    for (const t of [0, 0.25, 0.5, 1]) {
        const rise = 3 * t ** 2 - 2 * t ** 3;
        standsAt(gently, t, [rise, 2 * rise, 0]);
    }
    const random = randomNumbers(8);
    const knots = Array.from({ length: 12 }, () => [random(), random(), 9 * random()]);
    const clock = Array.from(knots, (_, k) => k + 0.9 * random());
    const smooth = g.motion.spline(knots, clock);
    knots.forEach((knot, k) => {
        standsAt(smooth, clock[k], knot);
    });
    const h = 2 ** -10;
    /** @param {number} t @param {number} step */
    const bend = (t, step) => {
        const [p, q, r] = [t, t + step, t + 2 * step].map((u) => smooth.pose(u)?.x ?? Number.NaN);
        return (p - 2 * q + r) / step ** 2;
    };
    // At a knot it bends alike on either side; at the ends not at all.
    for (const t of clock.slice(1, -1)) near(bend(t, h), bend(t, -h), 0.2);
    near(bend(clock[0], h), 0, 0.1);
    near(bend(clock[11], -h), 0, 0.1);
});

test('samples: angles go the shorter way round, poses linear in between or cubic', () => {
    const wrapped = g.motion.samples([
        { t: 0, x: 0, y: 0, theta: 3.1 },
        { t: 1, x: 2, y: 4, theta: -3.1 },
        { t: 3, x: 2, y: 0, theta: 3 },
        { t: 4, x: 2, y: 0, theta: 3 + 20 * Math.PI },
    ]);
    const turn = 2 * Math.PI;
    standsAt(wrapped, 0.5, [1, 2, 3.1 + (turn - 6.2) / 2]);
    standsAt(wrapped, 1, [2, 4, turn - 3.1]);
    standsAt(wrapped, 2, [2, 2, (turn - 3.1 + 3) / 2]);
    standsAt(wrapped, 3.5, [2, 0, 3]);
    assert.equal(wrapped.count, 3);
    // A parabola is its own through any three neighbours.
    const parabola = [1, -2, 0.5];
    const times = [0, 0.5, 2, 2.25, 4];
    const cubic = g.motion.samples(
        times.map((t) => ({ t, x: valueAt(parabola, t), y: 3 * t, theta: 0.1 * t })),
        { model: 'cubic', before: 'vanish' },
    );
    for (let t = 0; t <= 4; t += 0.125) standsAt(cubic, t, [valueAt(parabola, t), 3 * t, 0.1 * t]);
    assert.equal(cubic.pose(-1), null);
    const one = g.motion.samples([{ t: 7, x: 1, y: 2 }]);
    standsAt(one, 100, [1, 2, 0]);
    const linear = g.motion.samples(
        [
            { t: 0, x: 0, y: 0 },
            { t: 1, x: 1, y: 0 },
        ],
        { model: 'linear' },
    );
    standsAt(linear, 0.25, [0.25, 0, 0]);
});

test('bounds: reached by what moves evenly, and of all that is asked about', () => {
    const motion = g.motion.linear({ t0: 0, t1: 2, x: 1, y: 5, vx: 3, vy: -4, omega: 0.5 });
    const shape = g.box(6, 8, { radius: 1 });
    const { x, y, theta, ...rates } = motion.bounds(0.5, 1, shape);
    for (const [range, lo, hi] of /** @type {const} */ ([
        [x, 2.5, 4],
        [y, 1, 3],
        [theta, 0.25, 0.5],
    ])) {
        assert.ok(range[0] <= lo && range[1] >= hi, `${range}`);
        near(range[0], lo, 1e-9);
        near(range[1], hi, 1e-9);
    }
    const expected = {
        speed: 5,
        acceleration: 0,
        turnRate: 0.5,
        turnAcceleration: 0,
        pointSpeed: 5 + 0.5 * 5,
        pointAcceleration: 0.25 * 5,
    };
    for (const [key, value] of Object.entries(expected)) {
        const bound = rates[/** @type {keyof typeof rates} */ (key)];
        assert.ok(bound >= value, `${key}: ${bound}`);
        near(bound, value, 1e-9, key);
    }
    const quintic = g.motion({ segments: [{ t0: 0, t1: 1, x: [0], y: [0], theta: [0, 0, 1] }] });
    const part = quintic.bounds(0.25, 0.75);
    near(part.turnRate, 1.5, 1e-9);
    near(part.turnAcceleration, 2, 1e-9);
    assert.deepEqual([part.speed, part.acceleration, part.pointSpeed], [0, 0, 0]);
    // All of the motion unless said; standing still beyond its ends.
    near(motion.bounds().x[1], 7, 1e-9);
    near(motion.bounds(3, 4).x[0], 7, 1e-9);
    assert.equal(motion.bounds(3, 4).speed, 0);
});

// ---------------------------------------------------------------- windows

test('a body that vanishes is not there to be met, and one that holds is', () => {
    const disc = g.disc(1);
    const still = g.motion.still({ x: 10 });
    const line = { t0: 2, t1: 5, x: 0, y: 0, vx: 2 };
    const holding = g.motion.linear(line);
    assert.equal(g.firstContact(disc, holding, disc, still).status, 'free');
    assert.equal(holding.pose(9)?.x, 6);
    const passing = g.motion.linear({ t0: 0, t1: 20, x: 6, y: 10, vy: -1 });
    for (const [after, expected] of /** @type {const} */ ([
        ['hold', [10 - 2, 10 + 2]],
        ['vanish', null],
    ])) {
        const motion = g.motion.linear(line, { after });
        const { time, status } = g.firstContact(disc, motion, disc, passing);
        if (expected === null) assert.deepEqual([status, time], ['free', null]);
        else holds(time, expected[0], 1e-9);
        const intervals = g.contactIntervals(disc, motion, disc, passing);
        assert.equal(intervals.length, expected === null ? 0 : 1);
        if (expected !== null) holds(intervals[0].end, expected[1], 1e-9);
        const [, late] = g.distanceOver(disc, motion, disc, passing, [3, 10]);
        assert.equal(late, expected === null ? Infinity : -2);
        motion.free();
    }
});

test('appearing on top of another: an overlap from when it is there', () => {
    const disc = g.disc(1);
    const still = g.motion.still();
    const late = g.motion.linear({ t0: 3, t1: 5, x: 0.5, y: 0, vx: 1 }, { before: 'vanish' });
    const { status, time, gap } = g.firstContact(disc, still, disc, late, { from: 0, to: 9 });
    assert.deepEqual([status, time], ['overlap', [3, 3]]);
    near(gap ?? Number.NaN, -1.5, 1e-12);
    const [interval] = g.contactIntervals(disc, still, disc, late, { from: 0, to: 9 });
    assert.deepEqual(interval.begin, [3, 3]);
    holds(interval.end, 4.5, 1e-9);
    assert.equal(g.timeToCollision(disc, still, disc, late, { from: 0, to: 9 }), 3);
});

test('never there together: free, no interval, nothing to be near to', () => {
    const disc = g.disc(1);
    const ends = /** @type {const} */ ({ before: 'vanish', after: 'vanish' });
    const early = g.motion.linear({ t0: 0, t1: 1, x: 0, y: 0 }, ends);
    const late = g.motion.linear({ t0: 2, t1: 3, x: 0, y: 0 }, ends);
    const pair = /** @type {const} */ ([disc, early, disc, late]);
    const { status, time, gap, pointA, normal, featureB } = g.firstContact(...pair);
    assert.deepEqual(
        [status, time, gap, pointA, normal, featureB],
        ['free', null, null, null, null, null],
    );
    assert.deepEqual(g.contactIntervals(...pair), []);
    assert.equal(g.timeToCollision(...pair), Infinity);
    const clear = g.clearance(...pair);
    assert.deepEqual(clear.distance, [Infinity, Infinity]);
    assert.deepEqual(
        [clear.time, clear.pointA, clear.pointB, clear.normal],
        [null, null, null, null],
    );
    assert.deepEqual([...g.distanceOver(...pair, [0.5, 1.5, 2.5])], [Infinity, Infinity, Infinity]);
    // One instant in common.
    const next = g.motion.linear({ t0: 1, t1: 3, x: 1, y: 0 }, ends);
    const met = g.firstContact(disc, early, disc, next);
    assert.deepEqual([met.status, met.time], ['overlap', [1, 1]]);
    near(g.clearance(disc, early, disc, next).distance[1], -1, 1e-12);
});

test('what is asked about is what is answered, to the ends', () => {
    const disc = g.disc(0.5);
    const still = g.motion.still();
    const way = g.motion.linear({ t0: 0, t1: 10, x: -5, y: 0, vx: 1 });
    const pair = /** @type {const} */ ([disc, still, disc, way]);
    holds(g.firstContact(...pair).time, 4, 1e-9);
    assert.equal(g.firstContact(...pair, { to: 3.999 }).status, 'free');
    assert.deepEqual(g.firstContact(...pair, { from: 4.5 }).time, [4.5, 4.5]);
    assert.equal(g.firstContact(...pair, { from: 6.001 }).status, 'free');
    assert.deepEqual(g.contactIntervals(...pair, { from: 4.5, to: 5.5 }), [
        { status: 'hit', begin: [4.5, 4.5], end: [5.5, 5.5] },
    ]);
    assert.equal(g.firstContact(...pair, { from: 5, to: 5 }).status, 'overlap');
    assert.equal(g.firstContact(...pair, { from: 3, to: 3 }).status, 'free');
    assert.deepEqual(g.clearance(...pair, { from: 1, to: 2 }).time, 2);
    near(g.clearance(...pair, { from: 1, to: 2 }).distance[1], 2, 1e-12);
    near(g.timeToCollision(...pair, { from: 1 }), 3, 1e-8);
    assert.equal(g.timeToCollision(...pair, { from: 5 }), 0);
    assert.equal(g.timeToCollision(...pair, { from: 7 }), Infinity);
});

test('timeToCollision is from the beginning to lo, as firstContact tells it', () => {
    for (const c of CASES) {
        const [a, b] = bodiesOf(c);
        const { from, to } = askedOf(c, a, b);
        const { time } = firstContact(a, b, { from, to });
        const wait = g.timeToCollision(a.shape, a.motion, b.shape, b.motion, { from, to });
        assert.equal(wait, time === null ? Infinity : time[0] - from, c.id);
        release(a, b);
    }
});

// ---------------------------------------------------------------- invariance

test('traceContact is firstContact, and when it looked', () => {
    for (const c of CASES) {
        const [a, b] = bodiesOf(c);
        const { from, to } = askedOf(c, a, b);
        const pair = /** @type {const} */ ([a.shape, a.motion, b.shape, b.motion]);
        for (const method of /** @type {const} */ (['certified', 'conservative', 'bcda', 'pcda'])) {
            const options = { from, to, method };
            const { looks, ...contact } = g.traceContact(...pair, options);
            assert.deepEqual(contact, g.firstContact(...pair, options), c.id);
            assert.equal(looks.length, contact.iterations);
            assert.equal(looks[0], from);
            assert.ok(looks.every((time) => time >= from && time <= to));
            // What is printed only ever goes on; and from each look to the next they are apart.
            if (method !== 'bcda' && method !== 'pcda') continue;
            assert.ok(looks.every((time, i) => i === 0 || time > looks[i - 1]));
        }
        release(a, b);
    }
    const [disc, still] = [g.disc(1), g.motion.still()];
    const early = g.motion.linear(
        { t0: 0, t1: 1, x: 5, y: 0 },
        { before: 'vanish', after: 'vanish' },
    );
    const late = g.motion.linear({ t0: 2, t1: 3, x: 5, y: 0 }, { before: 'vanish' });
    assert.deepEqual(g.traceContact(disc, early, disc, late).looks, []);
    const deep = g.traceContact(disc, still, disc, still);
    assert.deepEqual([deep.status, deep.looks], ['overlap', [0]]);
});

test('exchanging the bodies: the same verdict and intervals, the normal turned about', () => {
    for (const c of CASES) {
        const [a, b] = bodiesOf(c);
        const { from, to } = askedOf(c, a, b);
        const forth = firstContact(a, b, { from, to });
        const back = firstContact(b, a, { from, to });
        assert.equal(back.status, forth.status, c.id);
        if (forth.time !== null && back.time !== null) {
            const error = 2e-9 * (to - from) * (forth.status === 'graze' ? 1e5 : 1);
            near(back.time[0], forth.time[0], error, c.id);
            near(back.time[1], forth.time[1], error, c.id);
        }
        const pair = /** @type {const} */ ([a.shape, a.motion, b.shape, b.motion]);
        const other = /** @type {const} */ ([b.shape, b.motion, a.shape, a.motion]);
        const intervals = g.contactIntervals(...pair, { from, to });
        assert.equal(g.contactIntervals(...other, { from, to }).length, intervals.length, c.id);
        const clear = [pair, other].map((one) => g.clearance(...one, { from, to, slack: 1e-4 }));
        const [p, q] = clear.map(({ distance }) => distance);
        assert.ok(p[0] <= q[1] + 1e-12 && q[0] <= p[1] + 1e-12, c.id);
        release(a, b);
    }
});

/** All on a grid fine enough for shifts to be exact. @param {any} c @returns {Mover[]} */
function gridded(c) {
    const snap = (/** @type {number} */ v) => Math.round(v * 2 ** 12) / 2 ** 12;
    return [c.A, c.B].map(({ shape, motion }) => ({
        points: shape.verts,
        radius: shape.radius,
        // The last segment only: pieces would no longer join.
        segments: motion.segments.slice(-1).map((/** @type {any} */ { x, y, theta, t0, t1 }) => ({
            t0: snap(t0),
            t1: snap(t1),
            x: x.map(snap),
            y: y.map(snap),
            theta,
        })),
    }));
}

test('in UTM coordinates every bit of the answer is the same', () => {
    for (const c of CASES) {
        const movers = gridded(c);
        const answers = [0, 1].map((far) => {
            const [a, b] = movers.map(({ points, radius, segments }) => {
                const moved = segments.map(({ x, y, ...rest }) => ({
                    ...rest,
                    x: [x[0] + far * 691_607, ...x.slice(1)],
                    y: [y[0] + far * 5_334_766, ...y.slice(1)],
                }));
                return made({ points, radius, segments: moved });
            });
            const { status, time, gap, normal, featureA, featureB } = firstContact(a, b);
            const pair = /** @type {const} */ ([a.shape, a.motion, b.shape, b.motion]);
            const answer = [
                { status, time, gap, normal, featureA, featureB },
                g.contactIntervals(...pair),
                g.clearance(...pair, { slack: 1e-4 }).distance,
            ];
            release(a, b);
            return answer;
        });
        assert.deepEqual(answers[1], answers[0], c.id);
    }
});

test('at 1.6e9 seconds: the same, to what double can tell apart there', () => {
    const epoch = 1.6e9;
    const ulp = 2 ** -22;
    for (const c of CASES.filter((one) => one.T1 - one.T0 <= 10)) {
        const movers = gridded(c);
        const [now, then] = [0, epoch].map((shift) => {
            const [a, b] = movers.map(({ points, radius, segments }) => {
                const moved = segments.map(({ t0, t1, ...rest }) => ({
                    ...rest,
                    t0: t0 + shift,
                    t1: t1 + shift,
                }));
                return made({ points, radius, segments: moved });
            });
            const answer = firstContact(a, b);
            const asked = {
                from: Math.min(a.motion.begin, b.motion.begin),
                to: Math.max(a.motion.end, b.motion.end),
                slack: 1e-9 * Math.max(a.body.size, b.body.size),
                tolerance: 1e-8,
            };
            asked.tolerance = Math.max(1e-9 * (asked.to - asked.from), shift > 0 ? 16 * ulp : 0);
            assert.equal(faultOfFirst(a.body, b.body, asked, answer), null, c.id);
            release(a, b);
            return answer;
        });
        const isFine = now.status === 'graze' || then.status === 'graze';
        if (!isFine) assert.equal(then.status, now.status, c.id);
        if (isFine || now.time === null || then.time === null) continue;
        assert.ok(then.time[0] - epoch <= now.time[1] + ulp, c.id);
        assert.ok(then.time[1] - epoch >= now.time[0] - ulp, c.id);
    }
});

/*
 * Touching for a second and then moving at 850, at a clock whose ulp is 2.4e-7. The end of a graze is the overlap, deeper
 * than rounding by as little as can be, to which it was narrowed; it was rounded up to the next time of the clock, by then
 * 2e-4 deep. So was the inner end of a bracket in which they touch for a while, before or behind an overlap.
 */
test('what touches and then goes fast, at 1.6e9 seconds: nothing deep in the bracket of a graze', () => {
    const t = 1.6e9;
    const slack = 1e-9;
    const disc = { points: [[0, 0]], radius: 2 };
    const rests = { ...disc, segments: [{ t0: t, t1: t + 1, x: [0], y: [0] }] };
    const touches = { t0: t, t1: t + 1, x: [0], y: [4] };
    const sinks = { t0: t + 1, t1: t + 1.5, x: [0], y: [4, -850] };
    const leaves = { t0: t + 1, t1: t + 1.5, x: [0], y: [4, 850] };
    const rises = { t0: t - 0.5, t1: t, x: [0], y: [4 - 425, 850] };
    const asked = { from: t - 1, to: t + 2, slack, tolerance: 8 * 2 ** -22 };
    /** @param {Segment[]} segments */
    const answersOf = (segments) => {
        const [a, b] = [made(rests), made({ ...disc, segments })];
        const [forth, back] = [
            [a, b],
            [b, a],
        ].map(([p, q]) => {
            const pair = /** @type {const} */ ([p.shape, p.motion, q.shape, q.motion, asked]);
            const first = g.firstContact(...pair);
            const intervals = g.contactIntervals(...pair);
            assert.equal(faultOfFirst(p.body, q.body, asked, first), null);
            return { first, intervals };
        });
        assert.deepEqual([back.first.time, back.intervals], [forth.first.time, forth.intervals]);
        release(a, b);
        return forth;
    };

    const into = answersOf([touches, sinks]);
    assert.deepEqual([into.first.status, into.first.time], ['graze', [t - 1, t + 1]]);
    assert.deepEqual(into.intervals.length, 1);
    assert.deepEqual([into.intervals[0].status, into.intervals[0].begin], ['hit', [t - 1, t + 1]]);

    const away = answersOf([touches, leaves]);
    assert.deepEqual([away.first.status, away.first.time], ['graze', [t - 1, t + 1]]);

    const through = answersOf([rises, touches, leaves]);
    assert.deepEqual([through.first.status, through.intervals.length], ['hit', 1]);
    // All behind it is free: that end is rounded outwards.
    assert.deepEqual(through.intervals[0].end, [t, t + 1 + 2 ** -22]);
});

test('shapes and times a thousand times larger or smaller: the same', () => {
    const c = CASES.find(({ id }) => id === 'random-01');
    const [a, b] = bodiesOf(c);
    const { time } = firstContact(a, b);
    assert.ok(time !== null);
    for (const [length, clock] of [
        [2 ** 10, 1],
        [2 ** -10, 1],
        [1, 2 ** 10],
        [1, 2 ** -20],
        [2 ** 20, 2 ** 20],
    ]) {
        const [p, q] = [c.A, c.B].map(({ shape, motion }) => {
            const { t0, t1, x, y, theta } = motion.segments[0];
            /** @param {number[]} terms @param {number} unit */
            const scaled = (terms, unit) => terms.map((term, k) => (term * unit) / clock ** k);
            return made({
                points: shape.verts.map((/** @type {number[]} */ [u, v]) => [
                    u * length,
                    v * length,
                ]),
                radius: shape.radius * length,
                segments: [
                    {
                        t0: t0 * clock,
                        t1: t1 * clock,
                        x: scaled(x, length),
                        y: scaled(y, length),
                        theta: scaled(theta, 1),
                    },
                ],
            });
        });
        const { time: other } = firstContact(p, q);
        near((other?.[0] ?? Number.NaN) / clock, time[0], 1e-12, `${length} ${clock}`);
        near((other?.[1] ?? Number.NaN) / clock, time[1], 1e-12, `${length} ${clock}`);
        release(p, q);
    }
    release(a, b);
});

// ---------------------------------------------------------------- witnesses

test('where they touch: points, normal and features at lo', () => {
    const [box, disc] = [g.box(2, 2), g.disc(0.5)];
    const still = g.motion.still({ x: 1e5, y: 2e5 });
    const way = g.motion.linear({ t0: 0, t1: 10, x: 1e5 - 5, y: 2e5 + 0.25, vx: 1 });
    const hit = g.firstContact(box, still, disc, way);
    assert.equal(hit.status, 'hit');
    holds(hit.time, 3.5, 1e-12);
    near(hit.gap ?? Number.NaN, 0, 1e-8);
    near(hit.pointA?.x ?? Number.NaN, 1e5 - 1, 1e-8);
    near(hit.pointA?.y ?? Number.NaN, 2e5 + 0.25, 1e-8);
    near(hit.pointB?.x ?? Number.NaN, 1e5 - 1, 1e-8);
    near(hit.normal?.x ?? Number.NaN, -1, 1e-12);
    assert.deepEqual([hit.featureA?.kind, hit.featureB?.kind], ['edge', 'vertex']);
    assert.ok(hit.iterations >= 1);
    const deep = g.firstContact(box, still, disc, way, { from: 4 });
    assert.equal(deep.status, 'overlap');
    near(deep.gap ?? Number.NaN, -0.5, 1e-12);
});

// ---------------------------------------------------------------- budgets and methods

test('with a small budget: undecided, and still nothing before lo', () => {
    let undecided = 0;
    for (const c of CASES) {
        const [a, b] = bodiesOf(c);
        const asked = askedOf(c, a, b);
        const { from, to } = asked;
        for (const budget of [1, 2, 3, 5, 10]) {
            const answer = firstContact(a, b, { from, to, budget });
            const fault = faultOfFirst(a.body, b.body, asked, answer);
            assert.equal(fault, null, `${c.id}, ${budget}`);
            assert.ok(answer.iterations <= budget + 600, `${c.id}: ${answer.iterations}`);
            if (answer.status === 'undecided') {
                undecided++;
                assert.ok((answer.time?.[0] ?? -1) >= from, c.id);
            }
            const pair = /** @type {const} */ ([a.shape, a.motion, b.shape, b.motion]);
            const clear = g.clearance(...pair, { from, to, slack: 1e-9, budget });
            const [lo, hi] = clear.distance;
            const truth = clearance(a.body, b.body, from, to, { width: 1e-3 }).distance;
            assert.ok(lo <= truth[1] + 1e-8 && hi >= truth[0] - 1e-8, `${c.id}, ${budget}`);
        }
        release(a, b);
    }
    assert.ok(undecided > 0, `${undecided}`);
});

test('conservative advancement comes to the same, in more iterations', () => {
    let [quick, slow] = [0, 0];
    for (const c of CASES.filter((one) => !isDegenerate(one))) {
        const [a, b] = bodiesOf(c);
        const asked = askedOf(c, a, b);
        const { from, to } = asked;
        const options = /** @type {const} */ ({ from, to, method: 'conservative', budget: 50_000 });
        const answer = firstContact(a, b, options);
        assert.equal(faultOfFirst(a.body, b.body, asked, answer), null, c.id);
        quick += firstContact(a, b, { from, to, method: 'certified' }).iterations;
        slow += answer.iterations;
        release(a, b);
    }
    assert.ok(slow > 3 * quick, `${slow} ${quick}`);
});

test('BCDA and PCDA answer; PCDA lands in few steps where BCDA creeps', () => {
    /** @type {Record<string, number>} */
    const right = { bcda: 0, pcda: 0 };
    for (const c of CASES) {
        const [a, b] = bodiesOf(c);
        const { from, to } = askedOf(c, a, b);
        for (const method of /** @type {const} */ (['bcda', 'pcda'])) {
            const { status, time } = firstContact(a, b, { from, to, method });
            assert.ok(CONTACT_STATUSES.includes(status), c.id);
            assert.equal(time === null, status === 'free', c.id);
            if (time !== null) assert.ok(from <= time[0] && time[1] <= to, c.id);
            if ((status !== 'free') === c.expected.contact) right[method]++;
        }
        release(a, b);
    }
    // The root finder looks at four instants: fast spins alias.
    assert.ok(right.bcda > 35 && right.pcda > 35, JSON.stringify(right));
    const [a, b] = bodiesOf(CASES.find(({ id }) => id === 'bcda-slow-convergence'));
    const [creeping, landing] = /** @type {const} */ (['bcda', 'pcda']).map((method) => {
        return firstContact(a, b, { method });
    });
    assert.ok(creeping.iterations > 50, `${creeping.iterations}`);
    assert.ok(landing.iterations < 20, `${landing.iterations}`);
    release(a, b);
});

// ---------------------------------------------------------------- batches

test('a batch of movers: the answers of single calls, bit for bit', () => {
    const all = CASES.flatMap((c) => bodiesOf(c));
    const count = CASES.length;
    const pieces = all.reduce((sum, { motion }) => sum + motion.count, 0);
    const movers = g.movers(all.length, { pieces, pairs: count });
    assert.deepEqual(
        [movers.shapes, movers.firsts, movers.counts, movers.endings].map(({ length }) => length),
        [all.length, all.length, all.length, all.length],
    );
    assert.deepEqual([movers.pieces.length, movers.pairs.length], [22 * pieces, 2 * count]);
    let first = 0;
    all.forEach(({ shape, motion }, k) => {
        movers.set(k, shape, motion, first);
        assert.deepEqual([movers.shapes[k], movers.firsts[k]], [shape.id, first]);
        assert.deepEqual([movers.counts[k], movers.endings[k]], [motion.count, 0]);
        first += motion.count;
    });
    for (let k = 0; k < count; k++) movers.pairs.set([2 * k, 2 * k + 1], 2 * k);
    for (const options of [
        {},
        { from: 0, to: 1 },
        { from: 0.25, to: 3, tolerance: 1e-5, slack: 1e-4, budget: 50 },
    ]) {
        const singles = CASES.map((_, k) => firstContact(all[2 * k], all[2 * k + 1], options));
        const meeting = singles.filter(({ status }) => status !== 'free').length;
        assert.equal(movers.firstContacts(count, options), meeting);
        singles.forEach(({ status, time }, k) => {
            const where = CASES[k].id;
            assert.equal(CONTACT_STATUSES[movers.statuses[k]], status, where);
            if (time === null) return;
            assert.deepEqual([...movers.times.subarray(2 * k, 2 * k + 2)], time, where);
        });
    }
    movers.free();
    release(...all);
});

test('one body of a batch with all others', () => {
    const random = randomNumbers(9);
    const bodies = Array.from({ length: 60 }, (_, k) => {
        const shape = [g.box(2, 1), g.disc(0.75), g.capsule(-1, 0, 1, 0, 0.25)][k % 3];
        const ends = /** @type {const} */ ([{}, { before: 'vanish' }, { after: 'vanish' }])[k % 3];
        const knots = Array.from({ length: 3 }, () => [20 * random(), 20 * random(), 6 * random()]);
        return { shape, motion: g.motion.spline(knots, [0, 1 + random(), 5], ends) };
    });
    const movers = g.movers(60, { pieces: 120 });
    bodies.forEach(({ shape, motion }, k) => {
        movers.set(k, shape, motion, 2 * k);
    });
    assert.deepEqual([...movers.endings.subarray(0, 3)], [0, 1, 2]);
    const options = { from: -1, to: 6 };
    for (const body of [0, 17, 59]) {
        const singles = bodies.map(({ shape, motion }) => {
            return g.firstContact(bodies[body].shape, bodies[body].motion, shape, motion, options);
        });
        const meeting = singles.filter(({ status }, k) => k !== body && status !== 'free').length;
        assert.ok(meeting > 3, `${meeting}`);
        assert.equal(movers.contactsWith(body, 60, options), meeting);
        singles.forEach(({ status, time }, k) => {
            const told = CONTACT_STATUSES[movers.statuses[k]];
            assert.equal(told, k === body ? 'free' : status, `${body} ${k}`);
            if (k !== body && time !== null)
                assert.deepEqual([...movers.times.subarray(2 * k, 2 * k + 2)], time);
        });
    }
    movers.free();
});

test('bodies of a batch may share pieces, and be written through the views', () => {
    const movers = g.movers(2, { pieces: 1 });
    const disc = g.disc(0.5);
    const line = new Float64Array(22);
    line.set([0, 10, -5, 1], 0);
    movers.pieces.set(line);
    movers.shapes.fill(disc.id);
    movers.counts.fill(1);
    movers.pairs.set([0, 1]);
    assert.equal(movers.firstContacts(1), 1);
    assert.equal(CONTACT_STATUSES[movers.statuses[0]], 'overlap');
    movers.free();
});

// ---------------------------------------------------------------- what is refused

const good = { t0: 0, t1: 1, x: [0], y: [0] };

test('motions that are none: what is wrong, with which segment', () => {
    /** @param {object} change @param {Partial<GrazeError>} expected */
    const badSegment = (change, expected) => {
        const segments = /** @type {any} */ ([good, { ...good, t0: 1, t1: 2, ...change }]);
        refuses(() => g.motion({ segments }), expected);
    };
    badSegment(
        { x: [0, Number.NaN] },
        { code: 'not-finite', argument: 'segments[1].x[1]', index: 1 },
    );
    badSegment(
        { theta: [Infinity] },
        { code: 'not-finite', argument: 'segments[1].theta[0]', index: 1 },
    );
    badSegment({ t1: Number.NaN }, { code: 'not-finite', argument: 'segments[1].t1', index: 1 });
    badSegment({ pivot: { x: Number.NaN, y: 0 } }, { code: 'not-finite', index: 1 });
    badSegment({ x: [] }, { code: 'out-of-range', argument: 'segments[1].x.length', value: 0 });
    badSegment(
        { x: [0, 0, 0, 0, 0, 0, 0] },
        { code: 'out-of-range', argument: 'segments[1].x.length' },
    );
    badSegment({ x: 3 }, { code: 'wrong-type', argument: 'segments[1].x', index: 1 });
    badSegment({ y: undefined }, { code: 'wrong-type', argument: 'segments[1].y', index: 1 });
    badSegment({ t0: 1, t1: 0.5 }, { code: 'out-of-order', index: 1 });
    badSegment({ t0: 1.5, t1: 2 }, { code: 'out-of-order', index: 1 });
    badSegment({ t0: 0.5, t1: 2 }, { code: 'out-of-order', index: 1 });
    badSegment({ x: [1] }, { code: 'discontinuous', index: 1 });
    badSegment({ theta: [0.1] }, { code: 'discontinuous', index: 1 });
    badSegment({ pivot: { x: 1, y: 0 } }, { code: 'discontinuous', index: 1 });
    badSegment({ theta: [0, 1e8] }, { code: 'out-of-range', index: 1 });
    badSegment({ x: [0, 1e39] }, { code: 'out-of-range', index: 1 });
    badSegment({ speed: 3 }, { code: 'unknown-option' });
    refuses(() => g.motion({ segments: [] }), { code: 'wrong-type', argument: 'segments' });
    refuses(() => g.motion(/** @type {any} */ ({ segments: 3 })), { code: 'wrong-type' });
    refuses(() => g.motion(/** @type {any} */ ({ pieces: [good] })), { code: 'unknown-option' });
    refuses(() => g.motion({ segments: [{ ...good, t1: -1 }] }), {
        code: 'out-of-order',
        index: 0,
    });
    const ends = /** @type {any} */ ({ before: 'stay' });
    refuses(() => g.motion({ segments: [good] }, ends), { argument: 'before', value: 'stay' });
    const misspelt = /** @type {any} */ ({ befor: 'hold' });
    refuses(() => g.motion({ segments: [good] }, misspelt), { code: 'unknown-option' });
});

test('constructors of motions refuse what they cannot make one of', () => {
    const start = { t0: 0, t1: 1, x: 0, y: 0 };
    /** @type {any} */
    const any = g.motion;
    refuses(() => any.linear({ ...start, vx: Number.NaN }), {
        code: 'not-finite',
        argument: 'line.vx',
    });
    refuses(() => any.linear({ t0: 0, t1: 1, x: 0 }), { code: 'wrong-type', argument: 'line.y' });
    refuses(() => any.linear({ ...start, t1: -1 }), { code: 'out-of-order' });
    refuses(() => any.linear({ ...start, ax: 1 }), { code: 'unknown-option' });
    refuses(() => any.accelerated({ ...start, jerk: 1 }), { code: 'unknown-option' });
    refuses(() => any.accelerated({ ...start, alpha: '1' }), {
        code: 'wrong-type',
        argument: 'line.alpha',
    });
    refuses(() => any.turn({ ...start, speed: 1 }), {
        code: 'wrong-type',
        argument: 'arc.turnRate',
    });
    refuses(() => any.turn({ ...start, speed: 1, turnRate: Infinity }), { code: 'not-finite' });
    refuses(() => any.still({ z: 1 }), { code: 'unknown-option' });
    const points = [
        [0, 0],
        [1, 1],
    ];
    refuses(() => any.spline(points, [0]), { code: 'out-of-range', argument: 'times.length' });
    refuses(() => any.spline(points, [0, 0]), {
        code: 'out-of-order',
        argument: 'times[1]',
        index: 1,
    });
    refuses(
        () =>
            any.spline(
                [
                    [0, 0],
                    [1, 1, 1],
                ],
                [0, 1],
            ),
        { code: 'out-of-range', argument: 'points[1].length', value: 3 },
    );
    refuses(
        () =>
            any.spline(
                [
                    [0, 0],
                    [1, Number.NaN],
                ],
                [0, 1],
            ),
        { code: 'not-finite', index: 1 },
    );
    refuses(() => any.spline(points, [0, 1], { kind: 'cubic' }), {
        argument: 'kind',
        value: 'cubic',
    });
    refuses(() => any.spline(points, [0, 1], { startVelocity: [0, 0] }), {
        code: 'unknown-option',
    });
    refuses(() => any.samples([]), { code: 'wrong-type', argument: 'samples' });
    refuses(() => any.samples([{ t: 0, x: 0 }]), {
        code: 'wrong-type',
        argument: 'samples[0].y',
        index: 0,
    });
    const twice = [
        { t: 0, x: 0, y: 0 },
        { t: 0, x: 1, y: 0 },
    ];
    refuses(() => any.samples(twice), { code: 'out-of-order', argument: 'samples[1].t', index: 1 });
    refuses(() => any.samples(twice.slice(1), { model: 'quintic' }), { argument: 'model' });
});

test('questions that are none: codes, arguments, values', () => {
    const [disc, still] = [g.disc(1), g.motion.still()];
    /** @param {object} options @param {Partial<GrazeError>} expected */
    const badOption = (options, expected) => {
        const pair = /** @type {const} */ ([disc, still, disc, still]);
        refuses(() => g.firstContact(...pair, /** @type {any} */ (options)), expected);
        refuses(() => g.contactIntervals(...pair, /** @type {any} */ (options)), expected);
    };
    badOption({ from: 2, to: 1 }, { code: 'out-of-order', argument: 'to', value: 1 });
    badOption({ from: Number.NaN }, { code: 'not-finite', argument: 'from' });
    badOption({ to: Infinity }, { code: 'not-finite', argument: 'to' });
    badOption({ from: '0' }, { code: 'wrong-type', argument: 'from', value: '0' });
    badOption({ tolerance: 0 }, { code: 'out-of-range', argument: 'tolerance', value: 0 });
    badOption({ tolerance: -1 }, { code: 'out-of-range', argument: 'tolerance', value: -1 });
    badOption({ slack: -1e-9 }, { code: 'out-of-range', argument: 'slack', value: -1e-9 });
    badOption({ slack: Number.NaN }, { code: 'not-finite', argument: 'slack' });
    badOption({ budget: 0 }, { code: 'out-of-range', argument: 'budget', value: 0 });
    badOption({ budget: 1.5 }, { argument: 'budget', value: 1.5 });
    badOption({ tolerence: 1 }, { code: 'unknown-option' });
    /** @type {any} */
    const any = g;
    refuses(() => any.firstContact(disc, still, disc, still, { method: 'exact' }), {
        argument: 'method',
        value: 'exact',
    });
    refuses(() => any.contactIntervals(disc, still, disc, still, { method: 'bcda' }), {
        code: 'unknown-option',
    });
    refuses(() => any.clearance(disc, still, disc, still, { tolerance: 1 }), {
        code: 'unknown-option',
    });
    refuses(() => any.firstContact(disc, disc, disc, still), {
        code: 'wrong-type',
        argument: 'motionA',
    });
    refuses(() => any.firstContact(disc, still, still, still), {
        code: 'wrong-type',
        argument: 'b',
    });
    refuses(() => any.firstContact(disc, still, disc), { code: 'wrong-type', argument: 'motionB' });
    refuses(() => any.distanceOver(disc, still, disc, still, [0, Number.NaN]), {
        code: 'not-finite',
        index: 1,
    });
    refuses(() => any.distanceOver(disc, still, disc, still, 3), {
        code: 'wrong-type',
        argument: 'times',
    });
    refuses(() => still.pose(Number.NaN), { code: 'not-finite', argument: 't' });
    refuses(() => still.bounds(1, 0), { code: 'out-of-order', argument: 'to' });
});

test('motions freed or of another instance are refused', () => {
    const [disc, still] = [g.disc(1), g.motion.still()];
    const other = createSync();
    const [foreign, otherDisc] = [other.motion.still(), other.disc(1)];
    refuses(() => g.firstContact(disc, foreign, disc, still), {
        code: 'foreign-handle',
        argument: 'motionA',
    });
    refuses(() => g.clearance(disc, still, disc, foreign), {
        code: 'foreign-handle',
        argument: 'motionB',
    });
    refuses(() => g.contactIntervals(disc, still, otherDisc, still), {
        code: 'foreign-handle',
        argument: 'b',
    });
    const gone = g.motion.still();
    gone.free();
    refuses(() => gone.free(), { code: 'stale-handle' });
    refuses(() => gone.pose(0), { code: 'stale-handle' });
    refuses(() => gone.bounds(), { code: 'stale-handle' });
    refuses(() => g.firstContact(disc, gone, disc, still), {
        code: 'stale-handle',
        argument: 'motionA',
    });
    refuses(() => g.firstContact(disc, still, disc, gone), {
        code: 'stale-handle',
        argument: 'motionB',
    });
    refuses(() => g.distanceOver(disc, still, disc, gone, [0]), {
        code: 'stale-handle',
        argument: 'motionB',
    });
    const freed = g.disc(2);
    freed.free();
    refuses(() => g.firstContact(freed, still, disc, still), {
        code: 'stale-handle',
        argument: 'a',
    });
    const disposed = g.motion.still();
    /** @type {any} */ (disposed)[Symbol.dispose ?? Symbol.for('Symbol.dispose')]?.();
    // A new motion may take the place, but never the handle.
    const next = g.motion.still({ x: 3 });
    assert.notEqual(next.id, gone.id);
    assert.equal(next.pose(0)?.x, 3);
});

test('batches of movers refuse what they cannot hold, with the body at fault', () => {
    const [disc, still] = [g.disc(1), g.motion.still()];
    const movers = g.movers(3, { pieces: 3, pairs: 2 });
    const long = g.motion.spline(
        [
            [0, 0],
            [1, 0],
            [2, 0],
            [3, 0],
            [4, 0],
        ],
        [0, 1, 2, 3, 4],
    );
    refuses(() => movers.set(3, disc, still, 0), { code: 'out-of-range', argument: 'body' });
    refuses(() => movers.set(0, disc, long, 0), { code: 'out-of-range', argument: 'firstPiece' });
    refuses(() => movers.set(0, disc, still, 3), { code: 'out-of-range', argument: 'firstPiece' });
    refuses(() => movers.firstContacts(3), { code: 'out-of-range', argument: 'count' });
    refuses(() => movers.contactsWith(3, 1), { code: 'out-of-range', argument: 'body' });
    for (let k = 0; k < 3; k++) movers.set(k, disc, still, k);
    movers.pairs.set([0, 1, 2, 7]);
    assert.equal(movers.firstContacts(1), 1);
    refuses(() => movers.firstContacts(2), { code: 'bad-index', index: 1 });
    movers.pairs.set([0, 1, 2, 1]);
    movers.pieces[22 * 2 + 2] = Number.NaN;
    refuses(() => movers.firstContacts(2), { code: 'not-finite' });
    movers.pieces[22 * 2 + 2] = 0;
    movers.pieces[22 * 2 + 1] = -1;
    refuses(() => movers.firstContacts(2), { code: 'out-of-order' });
    movers.pieces[22 * 2 + 1] = 0;
    movers.counts[2] = 0;
    refuses(() => movers.firstContacts(2), {});
    movers.counts[2] = 2;
    refuses(() => movers.firstContacts(2), {});
    movers.counts[2] = 1;
    movers.shapes[1] = 0;
    refuses(() => movers.firstContacts(2), { code: 'stale-handle' });
    movers.shapes[1] = disc.id;
    movers.endings[2] = 4;
    refuses(() => movers.firstContacts(2), {});
    movers.endings[2] = 0;
    assert.equal(movers.firstContacts(2, { from: 0, to: 1 }), 2);
    refuses(() => movers.firstContacts(1, /** @type {any} */ ({ method: 'bcda' })), {
        code: 'unknown-option',
    });
    movers.free();
    refuses(() => movers.firstContacts(1), { code: 'stale-handle' });
});
