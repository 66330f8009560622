import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as graze from 'graze';
import { randomNumbers } from '../helpers.js';
import { g, near, valueAt } from './setup.js';

/**
 * Tests constructors of motions, poses and bounds.
 *
 * @import { Motion } from 'graze'
 */

/** @param {Motion} motion @param {number} t @param {number[]} expected @param {number} [error] */
function standsAt(motion, t, [x, y, angle = 0], error = 1e-13) {
    const pose = motion.pose(t);
    assert.ok(pose !== null, `absent at ${t}`);
    near(pose.x, x, error * (1 + Math.abs(x)), `x at ${t}`);
    near(pose.y, y, error * (1 + Math.abs(y)), `y at ${t}`);
    near(pose.angle, angle, error * (1 + Math.abs(angle)), `angle at ${t}`);
}

test('pieces are polynomials of the time since each begins, around their pivots', () => {
    const motion = g.motion({
        pieces: [
            { t0: 1, t1: 3, x: [1, 2, 0, 0, 0, 1], y: [3], angle: [0, 1] },
            {
                t0: 3,
                t1: 4,
                x: Float64Array.of(37 + Math.cos(2)),
                y: [3 + Math.sin(2)],
                angle: [2, -1],
                pivot: { x: 1, y: 0 },
            },
        ],
    });
    assert.deepEqual([motion.t0, motion.t1, motion.count], [1, 4, 2]);
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

test('static, linear and accelerated motions have the right poses', () => {
    const still = g.motion.static({ x: 1, angle: 2 });
    assert.deepEqual([still.t0, still.t1, still.count], [0, 0, 1]);
    for (const t of [-1e9, 0, 1e9]) standsAt(still, t, [1, 0, 2]);
    standsAt(g.motion.static(), 5, [0, 0, 0]);
    assert.equal(g.motion.static({}, { before: 'vanish' }).pose(-1), null);
    const linear = g.motion.linear({
        t0: 1,
        t1: 2,
        x: 1,
        y: 2,
        angle: 3,
        vx: 4,
        vy: 5,
        angularVelocity: 6,
    });
    standsAt(linear, 1.5, [3, 4.5, 6]);
    const all = { t0: 1, t1: 3, x: 1, y: 2, angle: 3, vx: 4, vy: 5, angularVelocity: 6 };
    const accelerated = g.motion.accelerated({ ...all, ax: 2, ay: -4, angularAcceleration: 1 });
    standsAt(accelerated, 3, [1 + 8 + 4, 2 + 10 - 8, 3 + 12 + 2]);
});

test('a spline passes through its points, natural or clamped', () => {
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
    // A cubic is reproduced by its own values and its velocities at the ends, and by nothing else.
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
    // The second derivative at a knot is the same on both sides; at the ends it is 0.
    for (const t of clock.slice(1, -1)) near(bend(t, h), bend(t, -h), 0.2);
    near(bend(clock[0], h), 0, 0.1);
    near(bend(clock[11], -h), 0, 0.1);
});

test('samples turn the shorter way, with linear or cubic poses in between', () => {
    const wrapped = g.motion.samples([
        { t: 0, x: 0, y: 0, angle: 3.1 },
        { t: 1, x: 2, y: 4, angle: -3.1 },
        { t: 3, x: 2, y: 0, angle: 3 },
        { t: 4, x: 2, y: 0, angle: 3 + 20 * Math.PI },
    ]);
    const turn = 2 * Math.PI;
    standsAt(wrapped, 0.5, [1, 2, 3.1 + (turn - 6.2) / 2]);
    standsAt(wrapped, 1, [2, 4, turn - 3.1]);
    standsAt(wrapped, 2, [2, 2, (turn - 3.1 + 3) / 2]);
    standsAt(wrapped, 3.5, [2, 0, 3]);
    assert.equal(wrapped.count, 3);
    // A parabola equals its interpolation through any three neighbors.
    const parabola = [1, -2, 0.5];
    const times = [0, 0.5, 2, 2.25, 4];
    const cubic = g.motion.samples(
        times.map((t) => ({ t, x: valueAt(parabola, t), y: 3 * t, angle: 0.1 * t })),
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

/** Returns the numbers of a motion's pieces. @param {Motion} motion */
function piecesOf(motion) {
    const movingPairs = g.movingPairs(1, { pieces: motion.count, pairs: 1 });
    movingPairs.set(0, g.disc(1), motion, 0);
    return Array.from(movingPairs.pieces);
}

test('samples in a typed array make the same motion as a list of them, bit for bit', () => {
    const random = randomNumbers(7);
    for (const Type of [Float64Array, Float32Array]) {
        for (const count of [1, 2, 3, 50]) {
            const rows = Array.from({ length: count }, (_, k) => [
                k + random() / 2,
                ...[20 * random(), -random(), 9 * random()],
            ]);
            const flat = Type.from(rows.flat());
            const list = rows.map((_, k) => {
                const [t, x, y, angle] = flat.subarray(4 * k);
                return { t, x, y, angle };
            });
            for (const model of /** @type {const} */ (['linear', 'cubic'])) {
                const options = /** @type {const} */ ({ model, after: 'vanish' });
                const motion = g.motion.samples(flat, options);
                const same = g.motion.samples(list, options);
                assert.equal(motion.count, Math.max(1, count - 1));
                assert.deepEqual(piecesOf(motion), piecesOf(same));
                assert.deepEqual([motion.t0, motion.t1], [flat[0], flat[4 * count - 4]]);
                assert.equal(motion.pose(1000), null);
                // The motion keeps a copy.
                const before = motion.pose(flat[0]);
                flat.fill(0);
                assert.deepEqual(motion.pose(same.t0), before);
                flat.set(list.flatMap(({ t, x, y, angle }) => [t, x, y, angle]));
            }
        }
    }
});

test('bounds are reached by uniform motions, and cover the whole range of the query', () => {
    const motion = g.motion.linear({
        t0: 0,
        t1: 2,
        x: 1,
        y: 5,
        vx: 3,
        vy: -4,
        angularVelocity: 0.5,
    });
    const shape = g.box(6, 8, { radius: 1 });
    const { x, y, angle, ...rates } = motion.bounds(0.5, 1, shape);
    for (const [range, lo, hi] of /** @type {const} */ ([
        [x, 2.5, 4],
        [y, 1, 3],
        [angle, 0.25, 0.5],
    ])) {
        assert.ok(range[0] <= lo && range[1] >= hi, `${range}`);
        near(range[0], lo, 1e-9);
        near(range[1], hi, 1e-9);
    }
    const expected = {
        speed: 5,
        acceleration: 0,
        angularVelocity: 0.5,
        angularAcceleration: 0,
        pointSpeed: 5 + 0.5 * 5,
        pointAcceleration: 0.25 * 5,
    };
    for (const [key, value] of Object.entries(expected)) {
        const bound = rates[/** @type {keyof typeof rates} */ (key)];
        assert.ok(bound >= value, `${key}: ${bound}`);
        near(bound, value, 1e-9, key);
    }
    const quintic = g.motion({ pieces: [{ t0: 0, t1: 1, x: [0], y: [0], angle: [0, 0, 1] }] });
    const part = quintic.bounds(0.25, 0.75);
    near(part.angularVelocity, 1.5, 1e-9);
    near(part.angularAcceleration, 2, 1e-9);
    assert.deepEqual([part.speed, part.acceleration, part.pointSpeed], [0, 0, 0]);
    // The default range is the whole motion; beyond its ends the body is static.
    near(motion.bounds().x[1], 7, 1e-9);
    near(motion.bounds(3, 4).x[0], 7, 1e-9);
    assert.equal(motion.bounds(3, 4).speed, 0);
});

test('a motion from pieces takes its ends beside the pieces, or as a second argument, not as both', () => {
    const pieces = [{ t0: 0, t1: 1, x: [0, 1], y: [0] }];
    const beside = g.motion({ pieces, before: 'vanish', after: 'stay' });
    const second = g.motion({ pieces }, { before: 'vanish', after: 'stay' });
    for (const motion of [beside, second]) {
        assert.equal(motion.pose(-1), null);
        standsAt(motion, 2, [1, 0]);
    }
    standsAt(g.motion({ pieces, before: undefined }, { after: 'vanish' }), -1, [0, 0]);
    assert.throws(() => g.motion({ pieces, after: 'vanish' }, { before: 'vanish' }), {
        code: 'unknown-option',
        argument: 'ends',
    });
    assert.throws(() => g.motion(/** @type {any} */ ({ pieces, after: 'gone' })), {
        code: 'unknown-option',
        argument: 'after',
    });
});

test('what batches hold by number has a name: statuses, relations, endings, numbers of a record', () => {
    const batch = g.movingPairs(2);
    const still = g.motion({ pieces: [{ t0: 0, t1: 1, x: [0], y: [0] }], after: 'vanish' });
    const disc = g.disc(1);
    batch.set(0, disc, still, 0);
    batch.set(1, disc, still, 1);
    batch.pairs.set([0, 1]);
    assert.equal(batch.firstContacts(1), 1);
    assert.equal(graze.CONTACT_STATUSES[batch.statuses[0]], 'overlapping');
    assert.equal(batch.endings[0], graze.ENDING_BITS.vanishAfter);
    assert.equal(batch.pieces.length, 2 * graze.PIECE_NUMBERS);
    const pairs = g.pairs(1);
    pairs.shapeA[0] = pairs.shapeB[0] = disc.id;
    pairs.relation(1);
    assert.equal(graze.RELATIONS[pairs.relations[0]], 'overlapping');
    assert.equal(pairs.poseA.length, graze.POSE_NUMBERS);
    assert.equal(g.movingDiscs(1).records.length, graze.DISC_NUMBERS);
    for (const list of [graze.CONTACT_STATUSES, graze.RELATIONS, graze.ENDING_BITS]) {
        assert.ok(Object.isFrozen(list));
    }
});

test('bounds of a turn are those of the body, not of its pivot', () => {
    // The pivot of an arc, the center of its circle, stands still.
    const arc = { t0: 0, t1: 2, x: 10, y: 20, speed: 3, angularVelocity: 0.5 };
    const { speed, acceleration, pointSpeed, x, y } = g.motion.turn(arc).bounds();
    near(speed, 3, 1e-9);
    near(acceleration, 1.5, 1e-9);
    near(pointSpeed, 3, 1e-9);
    const [radius, angle] = [6, 1];
    for (const [range, lo, hi] of /** @type {const} */ ([
        [x, 10, 10 + radius * Math.sin(angle)],
        [y, 20, 20 + radius * (1 - Math.cos(angle))],
    ])) {
        assert.ok(range[0] <= lo && range[1] >= hi, `${range} contains ${lo} to ${hi}`);
        assert.ok(range[0] > lo - 3 && range[1] < hi + 3, `${range} is about ${lo} to ${hi}`);
    }
    // Several turns cover the whole circle; a short arc hardly anything.
    const circle = g.motion.turn({ ...arc, t1: 40 }).bounds();
    assert.ok(circle.x[0] <= 4 && circle.x[0] > 3.9 && circle.y[1] >= 32 && circle.y[1] < 32.1);
    const short = g.motion.turn({ ...arc, t1: 0.01 });
    assert.ok(short.bounds().x[0] > 9.99 && short.bounds().x[1] < 10.04);
});
