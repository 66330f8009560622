import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import fc from '../fast_check.js';
import { faultOfDelays, isInGap } from '../oracle/delay_oracle.js';
import { hullOf } from '../oracle/motion_oracle.js';

/**
 * Compares unsafe delays of random motions with g.firstContact of the delayed motion, and with the oracle.
 *
 * @import { MovingBody } from '../oracle/delay_oracle.js'
 * @import { MotionPiece } from 'graze'
 */

const g = createSync();

/** Draws a number on a grid. @param {number} least @param {number} most @param {number} [count] */
const real = (least, most, count = 2 ** 20) =>
    fc.integer({ min: 0, max: count }).map((k) => least + ((most - least) * k) / count);

const point = fc.tuple(real(-1, 1, 64), real(-1, 1, 64));
const outline = fc.array(point, { minLength: 1, maxLength: 6 }).map((points) => hullOf(points));
const ending = fc.constantFrom(/** @type {const} */ ('stay'), /** @type {const} */ ('vanish'));

/** @param {number} size */
const terms = (size) => fc.array(real(-size, size), { minLength: 1, maxLength: 4 });

const piece = fc.record({
    lasts: real(0.25, 3),
    x: terms(1.5),
    y: terms(1.5),
    theta: terms(2),
    pivot: fc.oneof(fc.constant({ x: 0, y: 0 }), fc.record({ x: real(-2, 2), y: real(-2, 2) })),
});

/** @param {number[]} c @param {number} s */
const valueAt = (c, s) => c.reduceRight((sum, term) => sum * s + term, 0);

/** Consecutive pieces, each beginning where the one before ends. */
const movingBody = fc
    .record({
        points: outline,
        radius: fc.oneof(fc.constant(0), real(0, 1, 16)),
        begin: real(-2, 2, 64),
        pieces: fc.array(piece, { minLength: 1, maxLength: 3 }),
        ends: fc.record({ before: ending, after: ending }),
    })
    .map(({ points, radius, begin, pieces, ends }) => {
        /** @type {MovingBody['segments']} */
        const segments = [];
        let t0 = begin;
        for (const { lasts, x, y, theta, pivot } of pieces) {
            const last = segments.at(-1);
            const segment = { t0, t1: t0 + lasts, x: [...x], y: [...y], angle: [...theta], pivot };
            if (last !== undefined) {
                const s = last.t1 - last.t0;
                const angle = valueAt(last.angle ?? [0], s);
                const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
                const from = last.pivot ?? { x: 0, y: 0 };
                const [dx, dy] = [pivot.x - from.x, pivot.y - from.y];
                segment.angle[0] = angle;
                segment.x[0] = valueAt(last.x, s) + cos * dx - sin * dy;
                segment.y[0] = valueAt(last.y, s) + sin * dx + cos * dy;
            }
            segments.push(segment);
            t0 += lasts;
        }
        return { points, radius, segments, ends };
    });

const options = fc.record({
    from: real(-9, 0),
    to: real(0, 9),
    time: fc.oneof(
        fc.constant(/** @type {{ from?: number, to?: number }} */ ({})),
        fc.record({ from: real(-3, 0), to: real(0, 6) }),
    ),
    tolerance: fc.constantFrom(1e-9, 1e-6, 1e-3),
    distanceTolerance: fc.constantFrom(1e-9, 1e-6),
});

/** @param {MovingBody} m @param {number} delay */
function motionOf({ segments, ends }, delay) {
    const later = segments.map((s) => ({ ...s, t0: s.t0 + delay, t1: s.t1 + delay }));
    return g.motion({ pieces: /** @type {MotionPiece[]} */ (later) }, ends);
}

test('unsafe delays have the verdict of the delayed motion', () => {
    const delays = fc.array(real(-9, 9), { minLength: 6, maxLength: 6 });
    const all = fc.property(movingBody, movingBody, options, delays, (a, b, options, xs) => {
        const shapes = [a, b].map(({ points, radius }) => g.polygon(points, { radius }));
        const motions = [motionOf(a, 0), motionOf(b, 0)];
        const unsafe = g.unsafeMotionDelays(shapes[0], shapes[1], motions[0], motions[1], options);
        const { from, to, time, distanceTolerance } = options;
        for (const x of xs) {
            if (x < from || x > to) continue;
            const late = motionOf(a, x);
            const range = { from: time.from ?? -40, to: time.to ?? 40 };
            const { status } = g.firstContact(shapes[0], shapes[1], late, motions[1], {
                ...range,
                distanceTolerance,
            });
            late.free();
            const around = unsafe.find(({ begin, end }) => x >= begin[0] && x <= end[1]);
            const inside = around !== undefined && x >= around.begin[1] && x <= around.end[0];
            if (around === undefined)
                assert.ok(
                    status === 'free' || status === 'grazing' || status === 'undecided',
                    `${x}: ${status}`,
                );
            if (!inside || around.status !== 'hit' || status !== 'free') continue;
            assert.ok(isInGap(a, b, options, around, x), `${x}: free`);
        }
        const fault = faultOfDelays(a, b, options, unsafe, xs, 2);
        for (const thing of [...shapes, ...motions]) thing.free();
        assert.equal(fault, null);
    });
    fc.assert(all, { numRuns: 400 });
});
