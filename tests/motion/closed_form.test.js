import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomNumbers } from '../helpers.js';
import { g, holds, near } from './setup.js';

/** Tests motions whose first contact has a closed form. */

test('two discs at constant velocities meet at the roots of the quadratic', () => {
    const random = randomNumbers(5);
    const value = () => Math.fround(6 * random() - 3);
    let hits = 0;
    for (let k = 0; k < 300; k++) {
        const [rA, rB] = [Math.fround(random()), Math.fround(random())];
        const [x, y, u, v, vx, vy, ux, uy] = Array.from({ length: 8 }, value);
        const [a, b] = [g.disc(rA), g.disc(rB)];
        const p = g.motion.linear({ t0: 0, t1: 2, x, y, vx, vy, angularVelocity: value() });
        const q = g.motion.linear({ t0: 0, t1: 2, x: u, y: v, vx: ux, vy: uy });
        const [dx, dy, wx, wy] = [u - x, v - y, ux - vx, uy - vy];
        const [s, m, c] = [
            wx * wx + wy * wy,
            dx * wx + dy * wy,
            dx * dx + dy * dy - (rA + rB) ** 2,
        ];
        const root = Math.sqrt(m * m - s * c);
        const enter = -(m + root) / s;
        const { status, time, normal } = g.firstContact(a, b, p, q);
        if (c <= 0) assert.equal(status, 'overlapping');
        else if (!(enter >= 0 && enter <= 2)) assert.equal(status, 'free');
        else {
            hits++;
            assert.equal(status, 'hit');
            holds(time, enter, 1e-12);
            const reach = Math.hypot(dx + enter * wx, dy + enter * wy);
            near(normal?.x ?? Number.NaN, (dx + enter * wx) / reach, 1e-6);
            const [interval] = g.contactIntervals(a, b, p, q);
            holds(interval.end, Math.min(2, (root - m) / s), 1e-12);
        }
        for (const thing of [a, b, p, q]) thing.free();
    }
    assert.ok(hits > 25, `${hits}`);
});

test('two bodies that accelerate along a line meet at the first root, where the gap falls fast and then slowly', () => {
    // The gap is 10 - 19.8 t + 8.8 t^2, which is convex: it lies below its chords, and above no other line through its
    // ends.
    const [disc, box] = [g.disc(0.5), g.box(1, 1)];
    const still = g.motion.static();
    const root = (19.8 - Math.sqrt(19.8 ** 2 - 4 * 88)) / 17.6;
    const ways = [
        g.motion({ pieces: [{ t0: 0, t1: 1, x: [11, -19.8, 8.8], y: [0] }] }),
        g.motion.accelerated({ t0: 0, t1: 1, x: 11, y: 0, vx: -19.8, ax: 17.6 }),
    ];
    for (const way of ways) {
        for (const shape of [disc, box]) {
            const { status, time } = g.firstContact(shape, shape, still, way);
            assert.equal(status, 'hit');
            holds(time, root, 1e-12);
            assert.deepEqual(g.contactIntervals(shape, shape, still, way)[0].begin, time);
        }
    }
    const stone = g.motion.accelerated({ t0: 0, t1: 3, x: 0, y: 4.5, ay: -2 });
    holds(g.firstContact(box, disc, still, stone).time, Math.sqrt(3.5), 1e-12);
    const thrown = g.motion.accelerated({ t0: 0, t1: 4, x: 0, y: 2, vy: 4, ay: -4 });
    holds(g.firstContact(box, disc, still, thrown).time, 1 + Math.sqrt(1.5), 1e-12);
});

test('polynomials of every degree against a wall meet at the first root', () => {
    const [point, wall] = [g.disc(0), g.capsule(0, -50, 0, 50, 0)];
    const still = g.motion.static();
    const random = randomNumbers(6);
    for (let k = 0; k < 500; k++) {
        const roots = Array.from({ length: 1 + (k % 5) }, () => 0.1 + 1.2 * random());
        let x = [1];
        for (const root of roots) {
            x = [...x, 0].map((term, i) => (i > 0 ? x[i - 1] : 0) - root * term);
        }
        const way = g.motion({ pieces: [{ t0: 0, t1: 1, x, y: [random(), random()] }] });
        const { time } = g.firstContact(wall, point, still, way);
        const first = Math.min(...roots);
        if (first > 1) assert.equal(time, null);
        else {
            // The root is known as precisely as the rounding of the polynomial allows.
            const slope = Math.abs(roots.reduce((p, r) => (r === first ? p : p * (r - first)), 1));
            const error = 1e-9 + Math.min(1e-9 / slope, 2e-9 ** (1 / roots.length));
            holds(time, first, error, `${roots}`);
        }
        way.free();
    }
});

test('a turning rod meets a disc beside it, at any rate', () => {
    // The rod's middle line comes within r of the disc's center, at distance d and angle phi, at phi - asin(r / d).
    const rod = g.capsule(0, 0, 4, 0, 0.25);
    const disc = g.disc(0.5);
    const [d, phi] = [3, 2];
    const place = { x: 100 + d * Math.cos(phi), y: 7 + d * Math.sin(phi) };
    const still = g.motion.static(place);
    for (const angularVelocity of [1e-3, 1, 50, 1e3, 1e5]) {
        const t1 = 6 / angularVelocity;
        const turning = g.motion.linear({ t0: 0, t1, x: 100, y: 7, angularVelocity });
        const angle = phi - Math.asin(0.75 / d);
        const { status, time, featureA } = g.firstContact(rod, disc, turning, still);
        assert.equal(status, 'hit');
        holds(time, angle / angularVelocity, 1e-12 / angularVelocity);
        assert.equal(featureA?.kind, 'edge');
        const [first, ...others] = g.contactIntervals(rod, disc, turning, still);
        assert.equal(others.length, 0);
        holds(first.end, (phi + Math.asin(0.75 / d)) / angularVelocity, 1e-12 / angularVelocity);
        turning.free();
    }
    const backwards = g.motion.linear({
        t0: 0,
        t1: 1,
        x: 100,
        y: 7,
        angularVelocity: -2 * Math.PI,
    });
    const angle = 2 * Math.PI - (phi + Math.asin(0.75 / d));
    holds(g.firstContact(rod, disc, backwards, still).time, angle / (2 * Math.PI), 1e-12);
});

test('a rod that passes 1000 times before it reaches the disc meets it at the first pass that does', () => {
    // Its end passes the point (2, 0) when it points along x; it comes 0.1 nearer per turn.
    const rod = g.capsule(0, 0, 1, 0, 0);
    const point = g.disc(0.001953125);
    const still = g.motion.static({ x: 2 });
    const rate = 2 * Math.PI;
    const way = g.motion.linear({
        t0: 0,
        t1: 2000,
        x: 0,
        y: 0,
        vx: 0.001,
        angle: 0.5,
        angularVelocity: rate,
    });
    const { status, time } = g.firstContact(rod, point, way, still);
    assert.equal(status, 'hit');
    const turn = ((time?.[0] ?? 0) + 0.5 / rate) % 1;
    assert.ok(Math.min(turn, 1 - turn) < 0.01, `${turn}`);
    holds([(time?.[0] ?? 0) - 1, (time?.[1] ?? 0) + 1], 1000, 3);
    const { time: clear } = g.clearance(rod, point, way, still, {
        to: 990,
        distanceTolerance: 1e-6,
        maxIterations: 2 ** 16,
    });
    assert.ok(clear !== null && clear > 985, `${clear}`);
});

test('turn makes exact arcs, in both directions and for every curvature', () => {
    const disc = g.disc(0.5);
    for (const [angularVelocity, speed, t1] of [
        [0.5, 3, 10],
        [-0.5, 3, 10],
        [2, -5, 2.5],
        [1e-3, 20, 2],
        [-1e-4, 20, 10],
        [1e-9, 20, 10],
        [300, 400, 0.01],
        [0, 20, 10],
    ]) {
        const [x, y, angle] = [1234.5, -77, 0.7];
        const motion = g.motion.turn({ t0: 2, t1: 2 + t1, x, y, angle, speed, angularVelocity });
        /** @param {number} s */
        const expected = (s) => {
            const half = (angularVelocity * s) / 2;
            const chord = speed * s * (half === 0 ? 1 : Math.sin(half) / half);
            return [x + chord * Math.cos(angle + half), y + chord * Math.sin(angle + half)];
        };
        for (let k = 0; k <= 20; k++) {
            const s = (t1 * k) / 20;
            const pose = motion.pose(2 + s);
            const [px, py] = expected(s);
            const where = `${angularVelocity} ${speed} at ${s}`;
            near(pose?.x ?? Number.NaN, px, 2e-12 * (1 + Math.abs(px)), where);
            near(pose?.y ?? Number.NaN, py, 2e-12 * (1 + Math.abs(py)), where);
            near(pose?.angle ?? Number.NaN, angle + angularVelocity * s, 1e-12, where);
        }
        // The disc lies on the path, three quarters along it; it is met where the chord to it is 1.
        const [ox, oy] = expected(0.75 * t1);
        const post = g.motion.static({ x: ox, y: oy });
        const half = angularVelocity === 0 ? 0 : Math.asin(angularVelocity / (2 * speed));
        const ahead =
            angularVelocity === 0 ? 1 / Math.abs(speed) : Math.abs((2 * half) / angularVelocity);
        const { time } = g.firstContact(disc, disc, motion, post, { from: 2, to: 2 + t1 });
        holds(time, 2 + 0.75 * t1 - ahead, 1e-10, `${angularVelocity}`);
        motion.free();
        post.free();
    }
});
