import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze/solid';
import { collectGarbage } from '../collector.js';
import { refuses } from '../refuses.js';
import { random, randomPose } from '../solid/bodies_at_random.js';
import { Quaternion, Vector3 } from '../solid/three.js';

/**
 * Tests motions in space: the poses that their constructors state, by matrices that share no code with the package; refused ones;
 * chains; lifetimes.
 *
 * @import { SolidMotion, SolidMotionPose, SolidPose } from 'graze/solid'
 *
 * @typedef {{ r: number[][], p: number[] }} Rigid rotation matrix, row by row, and translation
 */

const s = createSync();

/** Returns the rigid transform of a pose. @param {{ x: number, y: number, z: number, qx: number, qy: number, qz: number, qw: number }} pose @returns {Rigid} */
function rigidOf({ x, y, z, qx, qy, qz, qw }) {
    const r = [
        [1 - 2 * (qy * qy + qz * qz), 2 * (qx * qy - qz * qw), 2 * (qx * qz + qy * qw)],
        [2 * (qx * qy + qz * qw), 1 - 2 * (qx * qx + qz * qz), 2 * (qy * qz - qx * qw)],
        [2 * (qx * qz - qy * qw), 2 * (qy * qz + qx * qw), 1 - 2 * (qx * qx + qy * qy)],
    ];
    return { r, p: [x, y, z] };
}

/** Returns the rotation by an angle about a unit vector (Rodrigues). @param {number[]} u @param {number} angle */
function turnAbout(u, angle) {
    const [c, sin] = [Math.cos(angle), Math.sin(angle)];
    const k = [
        [0, -u[2], u[1]],
        [u[2], 0, -u[0]],
        [-u[1], u[0], 0],
    ];
    return [0, 1, 2].map((i) => {
        return [0, 1, 2].map((j) => (i === j ? c : 0) + sin * k[i][j] + (1 - c) * u[i] * u[j]);
    });
}

/** @param {number[][]} m @param {readonly number[]} v */
const apply = (m, v) => m.map((row) => row.reduce((sum, x, k) => sum + x * v[k], 0));
/** @param {number[][]} a @param {number[][]} b */
const product = (a, b) =>
    a.map((row) => [0, 1, 2].map((j) => row.reduce((t, x, k) => t + x * b[k][j], 0)));
/** @param {number[][]} m */
const transposed = (m) => [0, 1, 2].map((j) => m.map((row) => row[j]));
/** Returns the transform of b in the frame of a. @param {Rigid} a @param {Rigid} b @returns {Rigid} */
const within = (a, b) => ({ r: product(a.r, b.r), p: apply(a.r, b.p).map((x, k) => x + a.p[k]) });
/** @param {Rigid} a @returns {Rigid} */
const inverse = ({ r, p }) => ({ r: transposed(r), p: apply(transposed(r), p).map((x) => -x) });

/** @param {SolidMotion} motion @param {number} t */
function poseOf(motion, t) {
    const pose = motion.pose(t);
    assert.ok(pose !== null, `absent at ${t}`);
    return pose;
}

/** @param {Rigid} found @param {Rigid} expected @param {string} at @param {number} [most] */
function assertNear(found, expected, at, most = 2e-14) {
    const numbers = [found, expected].map(({ r, p }) => [...r.flat(), ...p]);
    const size = Math.max(1, ...expected.p.map(Math.abs));
    numbers[0].forEach((x, k) => {
        assert.ok(
            Math.abs(x - numbers[1][k]) <= most * size,
            `${at}: ${numbers[0]}, expected ${numbers[1]}`,
        );
    });
}

/** @param {() => number} next @param {number} size */
function drawPose(next, size) {
    const [x, y, z, qx, qy, qz, qw] = randomPose(next, size);
    return { x, y, z, qx, qy, qz, qw };
}

/** Returns a unit vector. @param {() => number} next */
function drawAxis(next) {
    const v = [0, 0, 0].map(() => next() - 0.5);
    const length = Math.sqrt(v.reduce((sum, x) => sum + x * x, 0));
    return v.map((x) => x / length);
}

/** @param {readonly number[]} c @param {number} t */
const polynomialAt = (c, t) => c.reduceRight((sum, x) => sum * t + x, 0);

test('a piece turns about its axis through the pivot, which follows the polynomials', () => {
    const next = random(11);
    for (let k = 0; k < 200; k++) {
        const [x, y, z, angle] = [0, 1, 2, 3].map(() =>
            Array.from({ length: 1 + (k % 8) }, () => 2 * next() - 1),
        );
        const t0 = k % 3 === 0 ? 1.7e9 : next();
        const [axis, first, pivot] = [drawAxis(next), drawPose(next, 1), [next(), next(), next()]];
        const quaternion = [first.qx, first.qy, first.qz, first.qw];
        const piece = { t0, t1: t0 + 2, x, y, z, angle, axis, quaternion, pivot };
        const motion = s.motion({ pieces: [piece] });
        for (const at of [0, 0.5, 2]) {
            const r = product(turnAbout(axis, polynomialAt(angle, at)), rigidOf(first).r);
            const arm = apply(r, pivot);
            const p = [x, y, z].map((c, i) => polynomialAt(c, at) - arm[i]);
            assertNear(rigidOf(poseOf(motion, t0 + at)), { r, p }, `piece ${k} at ${at}`, 3e-13);
        }
    }
});

test('slerp and screw begin and end at their poses, and move by powers of one transform', () => {
    const next = random(12);
    for (let k = 0; k < 300; k++) {
        const from = drawPose(next, 3);
        const small = 4 ** -(k % 12);
        // Turns from half a turn down to none, and to less than rounding.
        const far = rigidOf(drawPose(next, 3));
        const turn = turnAbout(drawAxis(next), k % 4 === 3 ? Math.PI : 3 * next() * small);
        const to = { position: far.p, rotation: transposed(product(turn, rigidOf(from).r)).flat() };
        const expected = { r: product(turn, rigidOf(from).r), p: far.p };
        const span = { t0: 1, t1: 3, from, to };
        for (const name of /** @type {const} */ (['slerp', 'screw'])) {
            const motion = s.motion[name](span);
            const [begin, quarter, middle, end] = [1, 1.5, 2, 3].map((t) =>
                rigidOf(poseOf(motion, t)),
            );
            const at = `${name} ${k}`;
            assertNear(begin, rigidOf(from), at, 1e-13);
            assertNear(end, expected, at, 1e-13);
            if (name === 'slerp') {
                for (const [i, x] of middle.p.entries())
                    assert.ok(Math.abs(x - (begin.p[i] + end.p[i]) / 2) < 1e-14, at);
                begin.p = quarter.p = middle.p = end.p = [0, 0, 0];
            }
            // From its quarter to its middle it moves as from its beginning to its quarter, in space.
            const step = within(quarter, inverse(begin));
            assertNear(within(step, quarter), middle, at, 4e-13);
            assertNear(within(within(step, step), middle), end, at, 8e-13);
        }
    }
});

test('linear motion has the velocities that it is given, at any pose', () => {
    const next = random(13);
    for (let k = 0; k < 100; k++) {
        const pose = drawPose(next, 2);
        const spin = drawAxis(next).map((x) => 2 * x);
        const rates = { vx: next(), vy: next(), vz: next(), angularVelocity: spin };
        const motion = s.motion.linear({ t0: 0, t1: 4, ...pose, ...rates });
        const found = motion.velocity(1.5);
        assert.deepEqual([found?.vx, found?.vy, found?.vz], [rates.vx, rates.vy, rates.vz]);
        const { x = 0, y = 0, z = 0 } = found?.angularVelocity ?? {};
        for (const [i, w] of [x, y, z].entries()) assert.ok(Math.abs(w - spin[i]) < 1e-14);
        const r = product(
            turnAbout(
                spin.map((w) => w / 2),
                3,
            ),
            rigidOf(pose).r,
        );
        const p = [pose.x + 1.5 * rates.vx, pose.y + 1.5 * rates.vy, pose.z + 1.5 * rates.vz];
        assertNear(rigidOf(poseOf(motion, 1.5)), { r, p }, `line ${k}`, 1e-14);
        const bounds = motion.bounds(0, 4, s.box(1, 1, 1), 8);
        assert.ok(
            bounds.minX <= p[0] && p[0] <= bounds.maxX && bounds.angularVelocity >= 2 - 1e-14,
        );
        assert.ok(bounds.pointSpeed >= bounds.speed);
    }
});

test('samples are met in all forms of poses, in lists and flat, and stay at their ends', () => {
    const next = random(14);
    const list = Array.from({ length: 9 }, (_, k) => ({ t: 1.7e9 + k, ...drawPose(next, 2) }));
    const flat = Float64Array.from(
        list.flatMap(({ t, x, y, z, qx, qy, qz, qw }) => [t, x, y, z, qx, qy, qz, qw]),
    );
    const objects = list.map(({ t, x, y, z, qx, qy, qz, qw }, k) => {
        const position = new Vector3(x, y, z);
        // A quaternion and its negative are one rotation.
        const sign = k % 2 === 0 ? 1 : -1;
        return {
            t,
            position,
            quaternion: new Quaternion(sign * qx, sign * qy, sign * qz, sign * qw),
        };
    });
    const matrices = list.map(({ t, ...pose }) => {
        const { r, p } = rigidOf(pose);
        return { t, elements: [...transposed(r).flatMap((row) => [...row, 0]), ...p, 1] };
    });
    for (const samples of [list, flat, objects, matrices]) {
        const motion = s.motion.samples(samples, { after: 'vanish' });
        assert.equal(motion.count, 8);
        for (const [k, { t, ...pose }] of list.entries()) {
            assertNear(rigidOf(poseOf(motion, t)), rigidOf(pose), `sample ${k}`);
        }
        assertNear(rigidOf(poseOf(motion, 0)), rigidOf(list[0]), 'before');
        assert.equal(motion.pose(2e9), null);
        assert.equal(motion.velocity(2e9), null);
    }
    const one = s.motion.samples([{ t: 3, x: 2 }]);
    assert.deepEqual([one.t0, one.t1, one.pose(9)?.x], [3, 3, 2]);
});

test('a link has the pose of its joint in the frame of its parent', () => {
    const next = random(15);
    for (let k = 0; k < 60; k++) {
        let parent = null;
        let expected = { r: turnAbout([0, 0, 1], 0), p: [0, 0, 0] };
        const t = 0.75;
        for (let link = 0; link < 1 + (k % 16); link++) {
            const [pose, axis, q] = [drawPose(next, 1), drawAxis(next), [next(), next(), next()]];
            const kind = /** @type {const} */ (['revolute', 'prismatic', 'fixed'])[
                Math.floor(3 * next())
            ];
            const moves = { axis, pieces: [{ t0: 0, t1: 1, q }] };
            parent = s.motion.chain(parent, { kind, pose, ...(kind === 'fixed' ? {} : moves) });
            assert.equal(parent.links, link + 1);
            const value = polynomialAt(q, t);
            const own = {
                r: kind === 'revolute' ? turnAbout(axis, value) : turnAbout(axis, 0),
                p: kind === 'prismatic' ? axis.map((x) => value * x) : [0, 0, 0],
            };
            expected = within(within(expected, rigidOf(pose)), own);
        }
        if (parent !== null) assertNear(rigidOf(poseOf(parent, t)), expected, `chain ${k}`, 1e-13);
    }
});

test('refused motions name the argument, the piece and the value', () => {
    const piece = { t0: 0, t1: 1, x: [0], y: [0], z: [0] };
    /** @param {object} more */
    const of = (more) => () => s.motion({ pieces: [piece, { ...piece, t0: 1, t1: 2, ...more }] });
    refuses(of({ x: [1] }), { code: 'discontinuous', index: 1, value: [1, 2] });
    refuses(of({ angle: [0.1] }), { code: 'discontinuous', index: 1 });
    refuses(of({ t0: 1.5 }), { code: 'out-of-order', index: 1, value: [1.5, 2] });
    const apart = 'pieces: piece 1 must begin when the one before ends, at 1, got 1.5';
    assert.throws(of({ t0: 1.5 }), { message: apart });
    refuses(of({ t1: Number.NaN }), { code: 'not-finite', argument: 'pieces[1].t1', index: 1 });
    refuses(of({ axis: [1, 1, 0] }), {
        code: 'not-a-heading',
        argument: 'pieces[1].axis',
        index: 1,
    });
    refuses(of({ quaternion: [0, 0, 0, 2] }), { code: 'not-a-heading', index: 1 });
    refuses(of({ angle: [0, 2e7] }), {
        code: 'out-of-range',
        argument: 'pieces[1].angle[1]',
        value: 2e7,
    });
    refuses(of({ pivot: [0, 0, 1e39] }), { code: 'out-of-range', argument: 'pieces[1].pivot[2]' });
    refuses(of({ radius: 1 }), { code: 'unknown-option', argument: 'pieces[1]' });
    refuses(() => s.motion(/** @type {any} */ ({ pieces: [] })), { argument: 'pieces' });
    const line = { t0: 0, t1: 4, x: 3e38, vx: 3e37 };
    refuses(() => s.motion.linear(line), {
        code: 'out-of-range',
        argument: 'line.x',
        message: `line.x must be so small that the terms of x from t = 0 to 4 add up to at most ${2 ** 128 - 2 ** 104}, got 3e+38`,
    });
    refuses(() => s.motion.linear({ t0: 0, t1: 4, angularVelocity: [0, 1e7, 0] }), {
        code: 'out-of-range',
        argument: 'line.angularVelocity',
    });
    const spun = /** @type {any} */ ({ t0: 0, t1: 4, angle: 1 });
    refuses(() => s.motion.linear(spun), { code: 'unknown-option', argument: 'line' });
    const span = { t0: 1, t1: 1, from: {}, to: { x: 1 } };
    refuses(() => s.motion.slerp(span), { code: 'out-of-order', argument: 'span.t1', value: 1 });
    const long = { x: 0, y: 0, z: 0, qx: 1, qy: 1, qz: 0, qw: 0 };
    refuses(() => s.motion.screw({ ...span, t1: 2, to: long }), {
        code: 'not-a-heading',
        argument: 'span.to',
    });
    const late = [{ t: 0 }, { t: 1, x: 1 }, { t: 1, x: 2 }];
    refuses(() => s.motion.samples(late), {
        code: 'out-of-order',
        argument: 'samples[2].t',
        index: 2,
        value: 1,
    });
    refuses(() => s.motion.samples([{ t: 0 }, { t: 1, ...long }]), {
        argument: 'samples[1]',
        index: 1,
    });
    refuses(() => s.motion.samples(new Float64Array(12)), { argument: 'samples', value: 12 });
    refuses(() => s.motion.chain(null, { axis: [0, 0, 2] }), { argument: 'joint.axis', value: 2 });
    refuses(() => s.motion.chain(null, { kind: 'fixed', axis: [0, 0, 1] }), { argument: 'joint' });
    const far = {
        kind: /** @type {const} */ ('revolute'),
        pieces: [{ t0: 0, t1: 1, q: [0, 3e7] }],
    };
    refuses(() => s.motion.chain(null, far), {
        code: 'out-of-range',
        argument: 'joint.pieces[0].q[1]',
        index: 0,
        value: 3e7,
    });
    refuses(() => s.motion.static({}, { parent: /** @type {any} */ ({}) }), { argument: 'parent' });
    const other = createSync().motion.static();
    refuses(() => s.motion.static({}, { parent: other }), {
        code: 'foreign-handle',
        argument: 'parent',
    });
});

test('a chain has at most 16 motions', () => {
    let parent = s.motion.static();
    for (let k = 1; k < 16; k++) parent = s.motion.static({ x: 1 }, { parent });
    assert.deepEqual([parent.links, parent.pose(0)?.x], [16, 15]);
    refuses(() => s.motion.static({}, { parent }), {
        code: 'out-of-range',
        argument: 'parent',
        value: 16,
    });
});

test('a parent may be freed before its links, and its memory goes with the last of them', () => {
    const g = createSync();
    const body = g.sphere(1);
    g.motion.static().free();
    const used = g.memoryUsed;
    const base = g.motion.linear({ t0: 0, t1: 1, vx: 1 });
    const links = [1, 2, 3].map((x) => g.motion.static({ x }, { parent: base, after: 'vanish' }));
    const tip = g.motion.static({ y: 1 }, { parent: links[0] });
    base.free();
    links[0].free();
    base.free();
    for (const motion of [base, links[0]]) {
        refuses(() => motion.pose(0), { code: 'stale-handle', argument: 'motion' });
        refuses(() => g.motion.static({}, { parent: motion }), {
            code: 'stale-handle',
            argument: 'parent',
        });
        refuses(() => g.firstContact(body, body, motion, tip), {
            code: 'stale-handle',
            argument: 'motionA',
        });
    }
    assert.equal(tip.pose(0)?.x, 1);
    assert.equal(g.firstContact(body, body, tip, links[2]).status, 'free');
    for (const motion of [links[1], tip, links[2]]) motion.free();
    assert.equal(g.memoryUsed, used);
});

test('motions that are collected free their memory, and a soak does not grow it', async () => {
    const g = createSync();
    const body = g.box(1, 1, 1);
    /** @param {number} count */
    const work = (count) => {
        for (let k = 0; k < count; k++) {
            const base = g.motion.linear({
                t0: 0,
                t1: 1,
                x: k % 7,
                vx: -9,
                angularVelocity: [0, k % 5, 1],
            });
            const link = g.motion.static({ y: 0.1 }, { parent: base });
            g.firstContact(body, body, link, g.motion.static());
            if (k % 2 === 0) base.free();
        }
    };
    work(1000);
    await collectGarbage();
    const used = g.memoryUsed;
    for (let round = 0; round < 4; round++) {
        work(1000);
        await collectGarbage();
    }
    assert.ok(g.memoryUsed <= used, `${g.memoryUsed} of ${used}`);
});
