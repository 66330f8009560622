import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync, GrazeError } from 'graze';
import { clockOf, movingBodyOf, trajectoryPairs } from '../bench/trajectories.js';
import { firstContact, sampled } from '../oracle/motion_oracle.js';
import { boxesMeet, candidateSteps, oracleBodyOf, stepEndBoxes } from '../oracle/sweep_oracle.js';
import { refuses } from '../refuses.js';
import { CAR, g, METHODS, NOWHERE, WAY, WAY_TIMES } from './setup.js';

/** Tests which arguments are refused, and with which code; limits; memory. */

test('invalid paths and clocks are refused with code and argument', () => {
    const [shape, motion] = [g.box(2, 1), g.motion.static()];
    const good = { t1: 1, step: 0.1 };
    /** @type {any} */
    const any = g;
    /** @param {object} change @param {Partial<GrazeError>} expected */
    const badClock = (change, expected) => {
        refuses(() => g.path(shape, motion, /** @type {any} */ ({ ...good, ...change })), expected);
    };
    badClock({ t1: 0 }, {});
    badClock({ t1: -1 }, {});
    badClock({ t0: 2 }, {});
    badClock({ t1: Infinity }, { code: 'not-finite' });
    badClock({ t0: Number.NaN }, { code: 'not-finite' });
    badClock({ t1: '1' }, { code: 'wrong-type' });
    badClock({ t1: undefined }, { code: 'wrong-type' });
    badClock({ step: undefined }, { code: 'wrong-type' });
    badClock({ step: 0 }, { code: 'out-of-range' });
    badClock({ step: -0.1 }, { code: 'out-of-range' });
    badClock({ step: Number.NaN }, { code: 'not-finite' });
    badClock({ step: 2 ** -25 }, { code: 'out-of-range' });
    badClock({ step: 5e-324 }, { code: 'out-of-range' });
    badClock({ x: Infinity }, { code: 'not-finite' });
    badClock({ y: '0' }, { code: 'wrong-type' });
    badClock({ steps: 10 }, { code: 'unknown-option' });
    refuses(() => any.path(shape, motion), { code: 'wrong-type' });
    refuses(() => any.path(shape, motion, 3), { code: 'wrong-type' });
    refuses(() => any.path(shape, motion, null), { code: 'wrong-type' });
    refuses(() => any.path(motion, motion, good), { code: 'wrong-type', argument: 'shape' });
    refuses(() => any.path(shape, shape, good), { code: 'wrong-type', argument: 'motion' });
    refuses(() => any.path(shape, motion, good, { boxes: 'both' }), { code: 'unknown-option' });
    refuses(() => any.path(shape, motion, good, { box: 'cover' }), { code: 'unknown-option' });
    const path = g.path(shape, motion, good);
    refuses(() => path.boxes(-1), { code: 'out-of-range' });
    refuses(() => path.boxes(0, 11), { code: 'out-of-range' });
    refuses(() => path.boxes(0.5), { code: 'wrong-type' });
    refuses(() => path.boxes(3, 2), {});
    path.free();
});

test('freed objects and those of another instance are refused, whatever has taken their slot', () => {
    const clock = { t1: 1, step: 0.1 };
    const other = createSync();
    const [disc, still] = [g.disc(1), g.motion.static()];
    const foreign = other.path(other.disc(1), other.motion.static(), clock);
    const [a, gone] = [g.path(disc, still, clock), g.path(disc, still, clock)];
    const scene = g.scene([a, gone]);
    const long = { t1: 1000, step: 1 };
    const [left, rest] = [g.path(disc, still, long), g.path(disc, still, long)];
    const steps = g.sweepSteps(left, rest);
    assert.equal(steps.next().value, 0);
    left.free();
    gone.free();
    const next = g.path(disc, still, clock);
    assert.notEqual(next.id, gone.id);
    const stale = /** @type {const} */ ({ code: 'stale-handle' });
    gone.free();
    refuses(() => gone.boxes(), stale);
    // The steps before are reported, and not one more.
    refuses(() => Array.from(steps), stale);
    rest.free();
    refuses(() => g.sweepSteps(a, gone).next(), stale);
    refuses(() => g.sweep(gone, a), stale);
    refuses(() => g.sweep(a, gone), stale);
    refuses(() => g.sweepMany(a, [a, gone]), stale);
    refuses(() => g.sweepMany(gone, [a]), stale);
    refuses(() => g.scene([a, gone]), stale);
    refuses(() => scene.contacts(), stale);
    refuses(() => scene.contactsWith(a), stale);
    refuses(() => scene.firstContact(a), stale);
    scene.free();
    scene.free();
    refuses(() => scene.contacts(), stale);
    refuses(() => scene.contactsWith(a), stale);
    const alien = /** @type {const} */ ({ code: 'foreign-handle' });
    refuses(() => g.sweepSteps(a, foreign), alien);
    refuses(() => g.sweep(foreign, a), alien);
    refuses(() => g.sweepMany(a, [foreign]), alien);
    refuses(() => g.scene([foreign]), alien);
    refuses(() => g.path(other.disc(1), still, clock), alien);
    refuses(() => g.path(disc, other.motion.static(), clock), alien);
    const whole = g.scene([a, next]);
    refuses(() => whole.contactsWith(foreign), alien);
    refuses(() => whole.firstContact(foreign), alien);
    refuses(() => whole.firstContacts(other.movingPairs(1), 0), alien);
    const short = g.disc(2);
    const orphan = g.path(short, still, clock);
    const lost = g.scene([a, orphan]);
    short.free();
    refuses(() => g.path(short, still, clock), stale);
    refuses(() => g.sweep(a, orphan), stale);
    refuses(() => g.sweepMany(orphan, [a]), stale);
    refuses(() => g.sweepMany(a, [orphan]), stale);
    refuses(() => lost.contacts(), stale);
    refuses(() => lost.contactsWith(a), stale);
    for (const thing of [whole, lost, a, next, orphan]) thing.free();
});

test('errors name the path at fault, and the record only where there is one', () => {
    const clock = { t1: 1, step: 0.1 };
    const [disc, lost, still] = [g.disc(1), g.disc(2), g.motion.static()];
    const [a, gone, orphan] = [disc, disc, lost].map((shape) => g.path(shape, still, clock));
    const later = g.path(disc, still, { t1: 2, step: 0.1 });
    gone.free();
    lost.free();
    const none = { index: undefined };
    refuses(() => g.sweep(gone, a), { argument: 'pathA', ...none });
    refuses(() => g.sweep(a, gone), { argument: 'pathB', ...none });
    refuses(() => g.sweepSteps(a, gone).next(), { argument: 'pathB', ...none });
    refuses(() => g.sweep(a, later), { argument: 'pathB', ...none });
    refuses(() => g.sweep(orphan, a), { code: 'stale-handle', ...none });
    refuses(() => orphan.boxes(), { code: 'stale-handle', ...none });
    refuses(() => g.sweepMany(gone, [a]), { argument: 'ego', ...none });
    refuses(() => g.sweepMany(a, [a, gone]), { argument: 'others', index: 1 });
    refuses(() => g.scene([a, a, orphan]), { argument: 'paths', index: 2 });
    a.free();
    later.free();
});

test('paths on different clocks are not compared', () => {
    const [disc, still] = [g.disc(1), g.motion.static()];
    const clock = { t0: 0, t1: 1, step: 0.1, x: 0, y: 0 };
    const a = g.path(disc, still, clock);
    const different = /** @type {const} */ ({ code: 'different-clock' });
    for (const change of [{ t0: 0.1 }, { t1: 1.5 }, { step: 0.2 }, { x: 1 }, { y: -1 }]) {
        const b = g.path(disc, still, { ...clock, ...change });
        refuses(() => g.sweepSteps(a, b), different);
        refuses(() => g.sweep(a, b), different);
        refuses(() => g.sweepMany(a, [a, b]), different);
        refuses(() => g.scene([a, b]), different);
        const scene = g.scene([b]);
        refuses(() => scene.contactsWith(a), different);
        refuses(() => scene.firstContact(a), different);
        scene.free();
        b.free();
    }
    const same = g.path(disc, still, { t1: 1, step: 0.1 });
    assert.equal(g.sweep(a, same).status, 'overlapping');
    a.free();
    same.free();
});

test('invalid options of sweeps are refused with code and argument', () => {
    const [disc, still] = [g.disc(1), g.motion.static()];
    const a = g.path(disc, still, { t1: 1, step: 0.1 });
    const scene = g.scene([a]);
    /** @type {any} */
    const any = g;
    const unknown = /** @type {const} */ ({ code: 'unknown-option' });
    refuses(() => any.study.sweepSteps(a, a, { method: 'sat' }), unknown);
    refuses(() => any.sweepSteps(a, a, { tolerance: 1 }), unknown);
    refuses(() => any.study.sweep(a, a, { method: 'certified' }), unknown);
    refuses(() => any.sweep(a, a, { anyContact: true }), unknown);
    refuses(() => any.sweepMany(a, [a], { methd: 'si' }), unknown);
    refuses(() => /** @type {any} */ (scene).contacts({ slak: 1 }), unknown);
    refuses(() => /** @type {any} */ (scene).contactsWith(a, { method: 'si', x: 1 }), unknown);
    for (const query of [any.sweep, any.sweepSteps].map((call) => call.bind(g))) {
        refuses(() => query(a, a, { from: 1, to: 0 }), { code: 'out-of-order' });
        refuses(() => query(a, a, { from: Number.NaN }), { code: 'not-finite' });
        refuses(() => query(a, a, { to: '1' }), { code: 'wrong-type' });
        refuses(() => query(a, still), { code: 'wrong-type' });
        refuses(() => query(disc, a), { code: 'wrong-type' });
        refuses(() => query(a), { code: 'wrong-type' });
    }
    refuses(() => g.sweep(a, a, { tolerance: 0 }), { code: 'out-of-range' });
    refuses(() => g.sweep(a, a, { distanceTolerance: -1 }), { code: 'out-of-range' });
    refuses(() => g.sweep(a, a, { maxIterations: 0 }), { code: 'out-of-range' });
    refuses(() => any.sweepMany(a, a), { code: 'wrong-type' });
    refuses(() => any.sweepMany(a, [a, 3]), { code: 'wrong-type' });
    refuses(() => any.scene(), { code: 'wrong-type' });
    refuses(() => any.scene([a, undefined]), { code: 'wrong-type' });
    refuses(() => any.scene(a), { code: 'wrong-type' });
    refuses(() => /** @type {any} */ (scene).contactsWith(disc), { code: 'wrong-type' });
    refuses(() => /** @type {any} */ (scene).firstContact(a, { anyContact: 1 }), {
        code: 'wrong-type',
    });
    const movingPairs = g.movingPairs(2);
    movingPairs.set(0, disc, still, 0);
    refuses(() => /** @type {any} */ (scene).firstContacts(a, 1), { code: 'wrong-type' });
    refuses(() => scene.firstContacts(movingPairs, 3), { code: 'out-of-range' });
    refuses(() => scene.firstContacts(movingPairs, 0.5), { code: 'wrong-type' });
    assert.equal(scene.firstContacts(movingPairs, 1), 1);
    movingPairs.free();
    refuses(() => scene.firstContacts(movingPairs, 1), { code: 'stale-handle' });
    scene.free();
    a.free();
});

test('as many steps as allowed are found, and one more is an error', () => {
    const [disc, still] = [g.disc(1), g.motion.static()];
    const path = g.path(disc, still, { t1: 2 ** 24, step: 1 });
    assert.equal(path.count, 2 ** 24);
    assert.equal(g.sweep(path, path).status, 'overlapping');
    path.free();
    refuses(() => g.path(disc, still, { t1: 2 ** 24 + 1, step: 1 }), { code: 'out-of-range' });
});

test('paths, scenes, and iterators that end early do not grow memory', () => {
    const own = createSync();
    const [car, still] = [own.polygon(CAR), own.motion.static()];
    const way = own.motion.spline(WAY, WAY_TIMES);
    const clock = { t1: 10, step: 0.5 };
    const parked = own.path(car, still, clock);
    const round = () => {
        const path = own.path(car, way, clock);
        for (const method of METHODS) {
            for (const step of own.study.sweepSteps(path, parked, { method })) {
                assert.ok(step >= 0);
                break;
            }
        }
        own.study.sweep(path, parked, { method: 'bvh' });
        const scene = own.scene([parked, path]);
        assert.equal(scene.contactsWith(path).length, 2);
        scene.firstContact(parked);
        scene.free();
        path.free();
    };
    for (let k = 0; k < 10; k++) round();
    const used = own.memoryUsed;
    for (let k = 0; k < 10_000; k++) round();
    assert.equal(own.memoryUsed, used);
});

test('the oracle finds boxes that overlap', () => {
    const boxes = [0, 0, 1, 1, 1, 1, 2, 2, 1.5, 0, 2, 0.5, ...NOWHERE];
    const met = [0, 1, 2, 3].map((k) => [0, 1, 2, 3].map((j) => boxesMeet(boxes, k, boxes, j)));
    assert.deepEqual(met, [
        [true, true, false, false],
        [true, true, false, false],
        [false, false, true, false],
        [false, false, false, false],
    ]);
});

test('the data set has cars of each class that behave as described', () => {
    const clock = clockOf({ steps: 50 });
    for (const { name, bodies, first } of trajectoryPairs(g, { steps: 50, count: 3, seed: 9 })) {
        const [p, q] = bodies.map(movingBodyOf);
        const [a, b] = [oracleBodyOf(p), oracleBodyOf(q)];
        const truth = firstContact(a, b, clock.t0, clock.t1);
        const isHit = !['apart', 'near'].includes(name);
        assert.equal(truth.contact, isHit);
        assert.equal(sampled(a, b, 0, clock.t1, 2000).least < 0, isHit);
        const part = { start: 0, middle: 2, end: 4 }[/** @type {string} */ (name)];
        if (part !== undefined) {
            assert.ok(first !== null && Math.floor((first[0] / clock.t1) * 5) === part);
        }
        const steps = candidateSteps(stepEndBoxes(p, clock).boxes, stepEndBoxes(q, clock).boxes);
        assert.equal(steps.length > 0, name !== 'apart');
    }
});
