import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../fast_check.js';
import { randomNumbers } from '../helpers.js';
import { refuses } from '../refuses.js';
import { g } from './setup.js';

/**
 * Tests motions through poses with velocities: poses and velocities at the samples, and the cubics in between against
 * their definition by the Hermite basis.
 *
 * @import { Motion, MotionState } from 'graze'
 *
 * @typedef {Required<MotionState>} State
 */

const KEYS = /** @type {const} */ (['t', 'x', 'y', 'angle', 'vx', 'vy', 'angularVelocity']);
const AXES = /** @type {const} */ ([
    ['x', 'vx'],
    ['y', 'vy'],
    ['angle', 'angularVelocity'],
]);
const TURN = 2 * Math.PI;

/** Returns states at ascending times, with continuous angles that agree with the velocities. @param {number} seed @param {number} count */
function randomStates(seed, count) {
    const random = randomNumbers(seed);
    const between = (/** @type {number} */ most) => most * (2 * random() - 1);
    /** @type {State[]} */
    const states = [];
    for (let k = 0, t = between(5), angle = between(3); k < count; k++) {
        // The change of the angle is less than half a turn from that of the mean of both rates.
        const [vx, vy, angularVelocity] = [between(9), between(9), between(2.5)];
        states.push({ t, x: between(50), y: between(50), angle, vx, vy, angularVelocity });
        const step = 0.05 + random();
        t += step;
        angle += angularVelocity * step;
    }
    return states;
}

/** @param {readonly State[]} states */
const flatten = (states) =>
    Float64Array.from(states.flatMap((state) => KEYS.map((key) => state[key])));

/**
 * Returns a value and its rate between two states by the Hermite basis.
 *
 * @param {State} p
 * @param {State} q
 * @param {typeof AXES[number]} axis
 * @param {number} t
 */
function hermite(p, q, [value, rate], t) {
    const h = q.t - p.t;
    const u = (t - p.t) / h;
    const [a, b] = [(1 + 2 * u) * (1 - u) ** 2, u * u * (3 - 2 * u)];
    const [c, d] = [u * (1 - u) ** 2, u * u * (u - 1)];
    const [slope, start, end] = [6 * u * (1 - u), (1 - u) * (1 - 3 * u), u * (3 * u - 2)];
    return [
        a * p[value] + b * q[value] + h * (c * p[rate] + d * q[rate]),
        (slope * (q[value] - p[value])) / h + start * p[rate] + end * q[rate],
    ];
}

/** Returns the coefficients of the pieces, as the module holds them. @param {Motion} motion */
function piecesOf(motion) {
    const batch = g.movingPairs(1, { pieces: motion.count, pairs: 1 });
    batch.set(0, g.disc(1), motion, 0);
    const pieces = batch.pieces.slice();
    batch.free();
    return Array.from({ length: motion.count }, (_, k) => pieces.subarray(22 * k, 22 * k + 22));
}

/** Returns a value and its rate at s of an axis of a piece. @param {Float64Array} piece @param {number} axis @param {number} s */
function evaluatePiece(piece, axis, s) {
    const c = piece.subarray(2 + 6 * axis, 8 + 6 * axis);
    const value = c.reduceRight((sum, term) => sum * s + term, 0);
    return [value, c.reduceRight((sum, term, i) => (i > 0 ? sum * s + i * term : sum), 0)];
}

test('a motion through states has their poses and velocities, and the cubics of the Hermite basis in between', () => {
    for (let seed = 1; seed <= 40; seed++) {
        const states = randomStates(seed, 2 + (seed % 7));
        const motion = g.motion.hermite(states);
        const pieces = piecesOf(motion);
        assert.equal(pieces.length, states.length - 1);
        pieces.forEach((piece, k) => {
            const [p, q] = [states[k], states[k + 1]];
            assert.deepEqual([piece[0], piece[1]], [p.t, q.t]);
            // The pose at a sample is exact, and so is the velocity with which its piece begins.
            const { x, y, angle } = p;
            assert.deepEqual(motion.pose(p.t), { x, y, angle });
            AXES.forEach((axis, i) => {
                assert.equal(evaluatePiece(piece, i, 0)[1], p[axis[1]]);
                for (const u of [0, 0.125, 0.5, 0.8, 1]) {
                    const s = u * (q.t - p.t);
                    const expected = hermite(p, q, axis, p.t + s);
                    evaluatePiece(piece, i, s).forEach((value, derivative) => {
                        const error = 1e-11 * (derivative === 0 ? 1 : 1 / (q.t - p.t)) * 100;
                        assert.ok(
                            Math.abs(value - expected[derivative]) < error,
                            `${seed} ${k} ${i}`,
                        );
                    });
                }
            });
        });
        const last = states[states.length - 1];
        const pose = motion.pose(last.t);
        for (const key of /** @type {const} */ (['x', 'y', 'angle']))
            assert.ok(
                Math.abs(Number(pose?.[key]) - last[key]) <= 1e-13 * (1 + Math.abs(last[key])),
            );
        motion.free();
    }
});

test('a list and a typed array of states make the same motion, bit for bit', () => {
    for (const [seed, count] of [
        [3, 1],
        [4, 2],
        [5, 60],
    ]) {
        const states = randomStates(seed, count);
        const flat = flatten(states);
        const motions = [states, flat].map((samples) =>
            g.motion.hermite(samples, { after: 'vanish' }),
        );
        const [listed, typed] = motions.map((motion) => piecesOf(motion));
        assert.deepEqual(listed, typed);
        // The motion keeps a copy.
        flat.fill(0);
        assert.deepEqual(piecesOf(motions[1]), listed);
        assert.equal(motions[0].pose(1e3), null);
        assert.notEqual(motions[0].pose(-1e3), null);
        const narrow = Float32Array.from(flatten(states));
        const rounded = states.map((_, k) =>
            Object.fromEntries(KEYS.map((key, i) => [key, narrow[7 * k + i]])),
        );
        const same = [rounded, narrow].map((samples) =>
            piecesOf(g.motion.hermite(/** @type {any} */ (samples))),
        );
        assert.deepEqual(same[0], same[1]);
    }
});

test('angles and angular velocities default to 0', () => {
    const motion = g.motion.hermite([
        { t: 0, x: 0, y: 0, vx: 1, vy: 0 },
        { t: 2, x: 2, y: 0, vx: 1, vy: 0 },
    ]);
    assert.deepEqual(motion.pose(1.5), { x: 1.5, y: 0, angle: 0 });
    motion.free();
});

test('angles count up to whole turns, which the angular velocities decide', () => {
    fc.assert(
        fc.property(
            fc.double({ min: -8, max: 8, noNaN: true }),
            fc.double({ min: -3, max: 3, noNaN: true }),
            fc.integer({ min: -5, max: 5 }),
            (rate, angle, turns) => {
                const end = angle + 2 * rate;
                const base = { x: 0, y: 0, vx: 0, vy: 0, angularVelocity: rate };
                const motion = g.motion.hermite([
                    { ...base, t: 0, angle },
                    { ...base, t: 2, angle: end + turns * TURN },
                ]);
                const reached = Number(motion.pose(2)?.angle);
                assert.ok(
                    Math.abs(reached - end) < 1e-12 * (1 + 20 * Math.abs(turns)),
                    `${reached} ${end}`,
                );
                const halfway = Number(motion.pose(1)?.angle);
                assert.ok(Math.abs(halfway - (angle + rate)) < 1e-11);
                motion.free();
            },
        ),
    );
});

test('a contact of a motion through states is that of the motion that it interpolates', () => {
    // A cubic is its own interpolation: x = t^3 reaches the wall where x + 0.5 = 4.
    const states = [0, 0.7, 1.1, 2].map((t) => ({ t, x: t ** 3, y: 0, vx: 3 * t * t, vy: 0 }));
    const [box, wall] = [g.box(1, 1), g.box(1, 9)];
    const contact = g.firstContact(
        box,
        wall,
        g.motion.hermite(states),
        g.motion.static({ x: 4.5, y: 0 }),
    );
    assert.equal(contact.status, 'hit');
    const [lo, hi] = contact.time ?? [0, 0];
    const exact = Math.cbrt(3.5);
    assert.ok(lo - 1e-12 <= exact && exact <= hi + 1e-12, `${lo} ${hi} ${exact}`);
});

test('invalid states are refused with the index and the field', () => {
    /** @type {any} */
    const any = g.motion;
    const states = randomStates(8, 4);
    refuses(() => any.hermite(), { code: 'wrong-type', argument: 'samples' });
    refuses(() => any.hermite([]), { code: 'wrong-type', argument: 'samples' });
    refuses(() => any.hermite(states, { model: 'cubic' }), { code: 'unknown-option' });
    const without = states.map((state, k) => (k === 2 ? { ...state, vy: undefined } : state));
    refuses(() => any.hermite(without), {
        code: 'wrong-type',
        argument: 'samples[2].vy',
        index: 2,
    });
    for (const [i, key] of KEYS.entries()) {
        const bad = states.map((state, k) => (k === 3 ? { ...state, [key]: Number.NaN } : state));
        refuses(() => any.hermite(bad), {
            code: 'not-finite',
            argument: `samples[3].${key}`,
            index: 3,
        });
        const flat = flatten(states);
        flat[21 + i] = Infinity;
        refuses(() => any.hermite(flat), {
            code: 'not-finite',
            argument: `samples[${21 + i}]`,
            index: 3,
        });
    }
    const late = states.map((state, k) => (k === 1 ? { ...state, t: states[0].t } : state));
    refuses(() => any.hermite(late), { code: 'out-of-order', argument: 'samples[1].t', index: 1 });
    refuses(() => any.hermite(flatten(late)), {
        code: 'out-of-order',
        argument: 'samples[7]',
        index: 1,
    });
    refuses(() => any.hermite(flatten(states).subarray(0, 20)), {
        code: 'wrong-type',
        argument: 'samples',
        value: 20,
    });
    const fast = states.map((state, k) => (k === 1 ? { ...state, vx: 1e300 } : state));
    refuses(() => any.hermite(fast), { code: 'out-of-range', argument: 'samples[1].vx', index: 1 });
});
