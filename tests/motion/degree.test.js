import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { g } from './setup.js';

/**
 * Tests the degree of motions: polynomials up to degree 7, stored by their degree.
 * @import { Graze } from 'graze'
 */

/** Returns the coefficients of `start` + s^degree. @param {number} start @param {number} degree */
const power = (start, degree) =>
    Array.from({ length: degree + 1 }, (_, k) => (k === 0 ? start : 0) + (k === degree ? 1 : 0));

/** @param {number} degree */
const powerPiece = (degree) => ({ t0: 0, t1: 1, x: power(0, degree), y: [0] });

/**
 * Returns a motion of `count` pieces along a line, the last of which has this degree.
 *
 * @param {Graze} instance
 * @param {number} count
 * @param {number} degree
 */
function chain(instance, count, degree) {
    const pieces = Array.from({ length: count }, (_, k) => {
        const x = power(k, k === count - 1 ? degree : 1);
        return { t0: k, t1: k + 1, x, y: [0] };
    });
    return instance.motion({ pieces });
}

test('a motion has the highest degree of its pieces, at least 1', () => {
    for (let degree = 0; degree <= 7; degree++) {
        const motion = g.motion({ pieces: [powerPiece(degree), { t0: 1, t1: 2, x: [1], y: [0] }] });
        assert.equal(motion.degree, Math.max(1, degree));
    }
    const zeros = { t0: 0, t1: 1, x: [0, 1, 0, 0, 0, 0, 0, 0], y: [0, -0], angle: [0, 0, -0] };
    assert.equal(g.motion({ pieces: [zeros] }).degree, 1);
});

test('constructors of motions store as few terms as their curves need', () => {
    const line = { t0: 0, t1: 1, x: 0, y: 0 };
    const state = { x: 0, y: 0, vx: 1, vy: 0 };
    assert.equal(g.motion.static().degree, 1);
    assert.equal(g.motion.linear({ ...line, vx: 1, angularVelocity: 1 }).degree, 1);
    assert.equal(g.motion.accelerated({ ...line, ax: 1 }).degree, 2);
    assert.equal(g.motion.turn({ ...line, speed: 1, angularVelocity: 1 }).degree, 1);
    assert.equal(g.motion.turn({ ...line, speed: 1, angularVelocity: 2 ** -10 }).degree, 5);
    assert.equal(g.motion.spline([0, 0, 1, 1, 3, 0], [0, 1, 2]).degree, 3);
    const samples = [0, 1, 2].map((t) => ({ t, x: t * t, y: 0 }));
    assert.equal(g.motion.samples(samples).degree, 1);
    assert.equal(g.motion.samples(samples, { model: 'cubic' }).degree, 3);
    assert.equal(
        g.motion.hermite([
            { ...state, t: 0 },
            { ...state, t: 1, x: 1 },
        ]).degree,
        3,
    );
});

test('poses and bounds of degree 6 and 7 are those of the polynomials', () => {
    const x = [1, -2, 3, -4, 5, -6, 7, -8];
    const y = [0, 0, 0, 0, 0, 0, 2];
    const angle = [0.5, 0, 0, 0, 0, 0, 0, 1];
    const motion = g.motion({ pieces: [{ t0: 3, t1: 5, x, y, angle }] });
    for (const s of [0, 0.25, 1, 1.5, 2]) {
        const pose = motion.pose(3 + s);
        /** @param {number[]} c */
        const at = (c) => c.reduceRight((sum, term) => sum * s + term, 0);
        assert.deepEqual(pose, { x: at(x), y: at(y), angle: at(angle) });
    }
    const bounds = g.motion({ pieces: [powerPiece(7)] }).bounds();
    for (const [bound, exact] of [
        [bounds.x[1], 1],
        [bounds.speed, 7],
        [bounds.acceleration, 42],
    ]) {
        assert.ok(bound >= exact && bound <= exact * (1 + 1e-9), `${bound}`);
    }
});

test('the first contact of a motion of degree 7 is at the root of its polynomial', () => {
    const still = g.motion.static({ x: 2.5, y: 0 });
    const disc = g.disc(1);
    for (const degree of [5, 6, 7]) {
        const motion = g.motion({ pieces: [powerPiece(degree)] });
        const contact = g.firstContact(disc, disc, motion, still, { tolerance: 1e-12 });
        const root = 0.5 ** (1 / degree);
        assert.equal(contact.status, 'hit');
        const [lo, hi] = /** @type {[number, number]} */ (contact.time);
        assert.ok(lo <= root + 1e-15 && hi >= root - 1e-15 && hi - lo <= 1e-12, `${lo} ${hi}`);
    }
});

test('a piece takes 56 + 24 degree bytes, in a motion as in a path', () => {
    const count = 1000;
    for (const degree of [1, 3, 5, 7]) {
        const own = createSync();
        const disc = own.disc(1);
        const empty = own.memoryUsed;
        const motion = chain(own, count, degree);
        const ofMotion = own.memoryUsed - empty;
        own.path(disc, motion, { t0: 0, t1: count, step: count });
        const ofPath = own.memoryUsed - empty - ofMotion;
        const bytes = count * (56 + 24 * degree);
        for (const used of [ofMotion, ofPath]) {
            assert.ok(used >= bytes && used <= bytes * (1 + 1 / 32) + 2048, `${degree}: ${used}`);
        }
    }
});

test('a batch holds pieces up to its degree, and answers as single queries do', () => {
    const disc = g.disc(1);
    const septic = g.motion({ pieces: [powerPiece(7)] });
    const still = g.motion.static({ x: 2.5, y: 0 });
    const batch = g.movingPairs(2, { pieces: 3, degree: 7 });
    assert.equal(batch.degree, 7);
    assert.equal(batch.pieces.length, 3 * 28);
    batch.set(0, disc, septic, 0);
    batch.set(1, disc, still, 1);
    batch.pairs.set([0, 1]);
    assert.deepEqual([...batch.pieces.subarray(0, 10)], [0, 1, 0, 0, 0, 0, 0, 0, 0, 1]);
    assert.equal(batch.firstContacts(1), 1);
    const { time } = g.firstContact(disc, disc, septic, still);
    assert.deepEqual([...batch.times.subarray(0, 2)], time);
    const usual = g.movingPairs(2, { pieces: 3 });
    assert.equal(usual.degree, 5);
    assert.equal(usual.pieces.length, 3 * 22);
    assert.throws(() => usual.set(0, disc, septic, 0), {
        code: 'out-of-range',
        argument: 'motion',
        value: 7,
    });
    assert.equal(usual.firstPieces[0], 0);
    const straight = g.movingPairs(2, { degree: 1 });
    assert.equal(straight.pieces.length, 2 * 10);
    straight.set(0, disc, still, 0);
    assert.equal(straight.pieces[2], 2.5);
    for (const degree of [0, 8, 1.5]) {
        assert.throws(() => g.movingPairs(2, { degree }), { argument: 'degree' });
    }
});

test('a piece of degree 6 or 7 lasts at most 1e40', () => {
    /** @param {number} t1 @param {number[]} x */
    const lasting = (t1, x) => () => g.motion({ pieces: [{ t0: 0, t1, x, y: [0] }] });
    const septic = [0, 0, 0, 0, 0, 0, 0, 1e-300];
    assert.equal(lasting(1e40, septic)().degree, 7);
    assert.throws(lasting(1.1e40, septic), { code: 'out-of-range', index: 0 });
    assert.throws(lasting(1.1e40, septic.slice(1)), { code: 'out-of-range', index: 0 });
    assert.equal(lasting(1.1e40, septic.slice(2)).name, '');
    assert.equal(lasting(1.1e40, septic.slice(2))().degree, 5);
});
