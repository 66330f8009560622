import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync, GrazeError } from 'graze';
import { refuses } from '../refuses.js';
import { g } from './setup.js';

/** Tests which arguments are refused, and with which code. */

const good = { t0: 0, t1: 1, x: [0], y: [0] };

test('invalid motions are refused with the piece at fault', () => {
    /** @param {object} change @param {Partial<GrazeError>} expected */
    const badSegment = (change, expected) => {
        const pieces = /** @type {any} */ ([good, { ...good, t0: 1, t1: 2, ...change }]);
        refuses(() => g.motion({ pieces }), expected);
    };
    badSegment(
        { x: [0, Number.NaN] },
        { code: 'not-finite', argument: 'pieces[1].x[1]', index: 1 },
    );
    badSegment(
        { angle: [Infinity] },
        { code: 'not-finite', argument: 'pieces[1].angle[0]', index: 1 },
    );
    badSegment({ t1: Number.NaN }, { code: 'not-finite', argument: 'pieces[1].t1', index: 1 });
    badSegment({ pivot: { x: Number.NaN, y: 0 } }, { code: 'not-finite', index: 1 });
    badSegment({ x: [] }, { code: 'out-of-range', argument: 'pieces[1].x.length', value: 0 });
    badSegment(
        { x: [0, 0, 0, 0, 0, 0, 0, 0, 0] },
        { code: 'out-of-range', argument: 'pieces[1].x.length' },
    );
    badSegment({ x: 3 }, { code: 'wrong-type', argument: 'pieces[1].x', index: 1 });
    badSegment({ y: undefined }, { code: 'wrong-type', argument: 'pieces[1].y', index: 1 });
    badSegment({ t0: 1, t1: 0.5 }, { code: 'out-of-order', index: 1 });
    badSegment({ t0: 1.5, t1: 2 }, { code: 'out-of-order', index: 1 });
    badSegment({ t0: 0.5, t1: 2 }, { code: 'out-of-order', index: 1 });
    badSegment({ x: [1] }, { code: 'discontinuous', index: 1 });
    badSegment({ angle: [0.1] }, { code: 'discontinuous', index: 1 });
    badSegment({ pivot: { x: 1, y: 0 } }, { code: 'discontinuous', index: 1 });
    badSegment({ angle: [0, 1e8] }, { code: 'out-of-range', index: 1 });
    badSegment({ x: [0, 1e39] }, { code: 'out-of-range', index: 1 });
    badSegment({ t1: undefined, T1: 3 }, { code: 'unknown-option', value: 'T1' });
    refuses(() => g.motion({ pieces: [] }), { code: 'wrong-type', argument: 'pieces' });
    refuses(() => g.motion(/** @type {any} */ ({ pieces: 3 })), { code: 'wrong-type' });
    refuses(() => g.motion(/** @type {any} */ ({ segments: [good] })), { code: 'unknown-option' });
    refuses(() => g.motion({ pieces: [{ ...good, t1: -1 }] }), {
        code: 'out-of-order',
        index: 0,
    });
    const ends = /** @type {any} */ ({ before: 'hold' });
    refuses(() => g.motion({ pieces: [good] }, ends), { argument: 'before', value: 'hold' });
    const misspelt = /** @type {any} */ ({ befor: 'stay' });
    refuses(() => g.motion({ pieces: [good] }, misspelt), { code: 'unknown-option' });
});

test('constructors of motions refuse invalid arguments', () => {
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
    refuses(() => any.accelerated({ ...start, x: undefined, X: 1 }), { code: 'unknown-option' });
    refuses(() => any.accelerated({ ...start, angularAcceleration: '1' }), {
        code: 'wrong-type',
        argument: 'line.angularAcceleration',
    });
    refuses(() => any.turn({ ...start, speed: 1 }), {
        code: 'wrong-type',
        argument: 'arc.angularVelocity',
    });
    refuses(() => any.turn({ ...start, speed: 1, angularVelocity: Infinity }), {
        code: 'not-finite',
    });
    refuses(() => any.static({ z: 1 }), { code: 'unknown-option' });
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
    const flat = Float64Array.of(0, 0, 0, 0, 1, 2, 3, 4);
    refuses(() => any.samples(flat.subarray(0, 7)), {
        code: 'wrong-type',
        argument: 'samples',
        value: 7,
    });
    refuses(() => any.samples(new Float64Array()), { argument: 'samples.length', value: 0 });
    refuses(() => any.samples(new DataView(flat.buffer)), { argument: 'samples' });
    refuses(() => any.samples(BigInt64Array.of(0n, 0n, 0n, 0n)), { argument: 'samples[0]' });
    refuses(() => any.samples(flat.with(6, Infinity)), {
        code: 'not-finite',
        argument: 'samples[6]',
        index: 1,
    });
    refuses(() => any.samples(flat.with(4, -1)), {
        code: 'out-of-order',
        argument: 'samples[4]',
        index: 1,
        value: -1,
    });
    refuses(() => any.samples(flat.with(1, 1e39)), {
        code: 'out-of-range',
        argument: 'samples[1]',
        index: 0,
        value: 1e39,
    });
});

/** These errors named the record and its times. */
test('a number beyond its limit is named with its value and the limit, in every constructor', () => {
    const { motion } = g;
    const any = /** @type {Record<string, (...given: any[]) => unknown>} */ (
        /** @type {unknown} */ (motion)
    );
    const line = { t0: 0, t1: 1, x: 0, y: 0 };
    /** @param {Record<string, unknown>} fields */
    const piece = (fields) => ({ t0: 0, t1: 1, x: [0], y: [0], ...fields });
    const state = { x: 0, y: 0, vx: 0, vy: 0 };
    const flat = Float64Array.of(0, 0, 0, 0, 1, 0, 0, 0);
    /** @type {[() => unknown, string, number, number?][]} */
    const cases = [
        [() => any.static({ y: -1e39 }), 'pose.y', -1e39],
        [() => any.static({ angle: 2e7 }), 'pose.angle', 2e7],
        [() => any.linear({ ...line, x: 1e39 }), 'line.x', 1e39],
        [() => any.linear({ ...line, angle: 2e7 }), 'line.angle', 2e7],
        [() => any.linear({ ...line, angularVelocity: 2e7 }), 'line.angularVelocity', 2e7],
        [() => any.linear({ ...line, vy: 1e39 }), 'line.vy', 1e39],
        [() => any.linear({ ...line, t1: 1e200 }), 'line.t1', 1e200],
        [() => any.accelerated({ ...line, ax: 1e39 }), 'line.ax', 1e39],
        [() => any.turn({ ...line, speed: 1, angularVelocity: 2e7 }), 'arc.angularVelocity', 2e7],
        [() => any.turn({ ...line, speed: 1e300, angularVelocity: 1 }), 'arc.speed', 1e300],
        [() => any.turn({ ...line, speed: 1e39, angularVelocity: 0 }), 'arc.speed', 1e39],
        [() => any.turn({ ...line, y: 1e39, speed: 1, angularVelocity: 1 }), 'arc.y', 1e39],
        [() => motion({ pieces: [piece({ x: [1e39] })] }), 'pieces[0].x[0]', 1e39, 0],
        [() => motion({ pieces: [piece({ y: [0, 0, -1e39] })] }), 'pieces[0].y[2]', -1e39, 0],
        [() => motion({ pieces: [piece({ pivot: [0, 4e38] })] }), 'pieces[0].pivot', 4e38, 0],
        [
            () => motion({ pieces: [piece({}), piece({ t0: 1, t1: 2, angle: [0, 2e7] })] }),
            'pieces[1].angle[1]',
            2e7,
            1,
        ],
        [
            () =>
                any.spline(
                    [
                        { x: 0, y: 0 },
                        { x: 0, y: 1e39 },
                    ],
                    [0, 1],
                ),
            'points[1].y',
            1e39,
            1,
        ],
        [
            () =>
                any.spline(
                    [
                        [0, 0, 0],
                        [0, 0, 2e7],
                    ],
                    [0, 1],
                ),
            'points[1][2]',
            2e7,
            1,
        ],
        [() => any.spline([0, 0, 0, 0, 5, 1e39], [0, 1, 2]), 'points[5]', 1e39, 2],
        [
            () =>
                any.spline(
                    [
                        [0, 0],
                        [1, 1],
                    ],
                    [0, 1e200],
                ),
            'times[1]',
            1e200,
            1,
        ],
        [
            () =>
                any.samples([
                    { t: 0, x: 0, y: 0 },
                    { t: 1, x: 1e39, y: 0 },
                ]),
            'samples[1].x',
            1e39,
            1,
        ],
        [() => any.samples(flat.with(3, 2e7)), 'samples[3]', 2e7, 0],
        [() => any.samples(flat.with(4, 1e200)), 'samples[4]', 1e200, 1],
        [
            () =>
                any.hermite([
                    { t: 0, ...state },
                    { t: 1, ...state, vx: 1e39 },
                ]),
            'samples[1].vx',
            1e39,
            1,
        ],
    ];
    for (const [make, argument, value, index] of cases) {
        refuses(make, { code: 'out-of-range', argument, value, index });
        assert.throws(make, (/** @type {Error} */ { message }) => {
            return (
                message.startsWith(`${argument} must `) &&
                /(10000000|3\.4\d*e\+38|1e\+150)/.test(message)
            );
        });
    }
});

test('invalid options are refused with code, argument and value', () => {
    const [disc, still] = [g.disc(1), g.motion.static()];
    /** @param {object} options @param {Partial<GrazeError>} expected */
    const badOption = (options, expected) => {
        const pair = /** @type {const} */ ([disc, disc, still, still]);
        refuses(() => g.firstContact(...pair, /** @type {any} */ (options)), expected);
        refuses(() => g.contactIntervals(...pair, /** @type {any} */ (options)), expected);
    };
    badOption({ from: 2, to: 1 }, { code: 'out-of-order', argument: 'to', value: 1 });
    badOption({ from: Number.NaN }, { code: 'not-finite', argument: 'from' });
    badOption({ to: Infinity }, { code: 'not-finite', argument: 'to' });
    badOption({ from: '0' }, { code: 'wrong-type', argument: 'from', value: '0' });
    badOption({ tolerance: 0 }, { code: 'out-of-range', argument: 'tolerance', value: 0 });
    badOption({ tolerance: -1 }, { code: 'out-of-range', argument: 'tolerance', value: -1 });
    badOption(
        { distanceTolerance: -1e-9 },
        { code: 'out-of-range', argument: 'distanceTolerance', value: -1e-9 },
    );
    badOption(
        { distanceTolerance: Number.NaN },
        { code: 'not-finite', argument: 'distanceTolerance' },
    );
    badOption({ maxIterations: 0 }, { code: 'out-of-range', argument: 'maxIterations', value: 0 });
    badOption({ maxIterations: 1.5 }, { argument: 'maxIterations', value: 1.5 });
    badOption({ tolerence: 1 }, { code: 'unknown-option' });
    badOption(
        { touching: 'open' },
        { code: 'unknown-option', argument: 'touching', value: 'open' },
    );
    /** @type {any} */
    const any = g;
    refuses(() => any.study.firstContact(disc, disc, still, still, { method: 'exact' }), {
        argument: 'method',
        value: 'exact',
    });
    refuses(() => any.contactIntervals(disc, disc, still, still, { method: 'bcda' }), {
        code: 'unknown-option',
    });
    refuses(() => any.clearance(disc, disc, still, still, { tolerance: 1 }), {
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
    refuses(() => any.firstContact(disc, disc, still), { code: 'wrong-type', argument: 'motionB' });
    refuses(() => any.separationsAt(disc, disc, still, still, [0, Number.NaN]), {
        code: 'not-finite',
        index: 1,
    });
    refuses(() => any.separationsAt(disc, disc, still, still, 3), {
        code: 'wrong-type',
        argument: 'times',
    });
    refuses(() => still.pose(Number.NaN), { code: 'not-finite', argument: 't' });
    refuses(() => still.bounds(1, 0), { code: 'out-of-order', argument: 'to' });
});

test('a motion in the position of a shape, as in another order of arguments, is refused by every query of two motions', () => {
    const [disc, still] = [g.disc(1), g.motion.static()];
    /** @type {any} */
    const any = g;
    /** @type {[string, ...unknown[]][]} */
    const queries = [
        ['firstContact'],
        ['timeToCollision'],
        ['contactIntervals'],
        ['unsafeMotionDelays'],
        ['clearance'],
        ['separationsAt', [0]],
    ];
    refuses(() => any.study.traceContact(disc, still, disc, still), {
        code: 'wrong-type',
        argument: 'b',
    });
    for (const [name, ...rest] of queries) {
        refuses(() => any[name](disc, still, disc, still, ...rest), {
            code: 'wrong-type',
            argument: 'b',
        });
    }
});

test('freed motions and those of another instance are refused', () => {
    const [disc, still] = [g.disc(1), g.motion.static()];
    const other = createSync();
    const [foreign, otherDisc] = [other.motion.static(), other.disc(1)];
    refuses(() => g.firstContact(disc, disc, foreign, still), {
        code: 'foreign-handle',
        argument: 'motionA',
    });
    refuses(() => g.clearance(disc, disc, still, foreign), {
        code: 'foreign-handle',
        argument: 'motionB',
    });
    refuses(() => g.contactIntervals(disc, otherDisc, still, still), {
        code: 'foreign-handle',
        argument: 'b',
    });
    const gone = g.motion.static();
    gone.free();
    gone.free();
    refuses(() => gone.pose(0), { code: 'stale-handle' });
    refuses(() => gone.bounds(), { code: 'stale-handle' });
    refuses(() => g.firstContact(disc, disc, gone, still), {
        code: 'stale-handle',
        argument: 'motionA',
    });
    refuses(() => g.firstContact(disc, disc, still, gone), {
        code: 'stale-handle',
        argument: 'motionB',
    });
    refuses(() => g.separationsAt(disc, disc, still, gone, [0]), {
        code: 'stale-handle',
        argument: 'motionB',
    });
    const freed = g.disc(2);
    freed.free();
    refuses(() => g.firstContact(freed, disc, still, still), {
        code: 'stale-handle',
        argument: 'a',
    });
    const disposed = g.motion.static();
    /** @type {any} */ (disposed)[Symbol.dispose ?? Symbol.for('Symbol.dispose')]?.();
    // A new motion may take the same slot, but never the same handle.
    const next = g.motion.static({ x: 3 });
    assert.notEqual(next.id, gone.id);
    assert.equal(next.pose(0)?.x, 3);
});

test('batches of moving pairs refuse invalid records, with the body at fault', () => {
    const [disc, still] = [g.disc(1), g.motion.static()];
    const movingPairs = g.movingPairs(3, { pieces: 3, pairs: 2 });
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
    refuses(() => movingPairs.set(3, disc, still, 0), { code: 'out-of-range', argument: 'body' });
    refuses(() => movingPairs.set(0, disc, long, 0), {
        code: 'out-of-range',
        argument: 'firstPiece',
    });
    refuses(() => movingPairs.set(0, disc, still, 3), {
        code: 'out-of-range',
        argument: 'firstPiece',
    });
    refuses(() => movingPairs.firstContacts(3), { code: 'out-of-range', argument: 'count' });
    refuses(() => movingPairs.contactsWith(3, 1), { code: 'out-of-range', argument: 'body' });
    refuses(() => movingPairs.pairClearances(3), { code: 'out-of-range', argument: 'count' });
    refuses(() => movingPairs.pairClearances(1, { atMost: -1 }), { argument: 'atMost' });
    refuses(() => movingPairs.pairClearances(1, /** @type {any} */ ({ tolerance: 1 })), {});
    refuses(() => movingPairs.pairClearances(2, { groups: [1] }), { argument: 'groups' });
    for (let k = 0; k < 3; k++) movingPairs.set(k, disc, still, k);
    movingPairs.pairs.set([0, 1, 2, 7]);
    assert.equal(movingPairs.firstContacts(1), 1);
    refuses(() => movingPairs.firstContacts(2), { code: 'bad-index', index: 1 });
    refuses(() => movingPairs.pairClearances(2), { code: 'bad-index', index: 1 });
    movingPairs.pairs.set([0, 1, 2, 1]);
    movingPairs.pieces[22 * 2 + 2] = Number.NaN;
    refuses(() => movingPairs.firstContacts(2), { code: 'not-finite' });
    movingPairs.pieces[22 * 2 + 2] = 0;
    movingPairs.pieces[22 * 2 + 1] = -1;
    refuses(() => movingPairs.firstContacts(2), { code: 'out-of-order' });
    movingPairs.pieces[22 * 2 + 1] = 0;
    movingPairs.pieceCounts[2] = 0;
    refuses(() => movingPairs.firstContacts(2), {});
    movingPairs.pieceCounts[2] = 2;
    refuses(() => movingPairs.firstContacts(2), {});
    movingPairs.pieceCounts[2] = 1;
    movingPairs.shapes[1] = 0;
    refuses(() => movingPairs.firstContacts(2), { code: 'stale-handle' });
    movingPairs.shapes[1] = disc.id;
    movingPairs.endings[2] = 4;
    refuses(() => movingPairs.firstContacts(2), {});
    movingPairs.endings[2] = 0;
    assert.equal(movingPairs.firstContacts(2, { from: 0, to: 1 }), 2);
    refuses(() => movingPairs.firstContacts(1, /** @type {any} */ ({ method: 'bcda' })), {
        code: 'unknown-option',
    });
    movingPairs.free();
    refuses(() => movingPairs.firstContacts(1), { code: 'stale-handle' });
});
