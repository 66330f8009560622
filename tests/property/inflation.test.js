import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import fc from '../fast_check.js';
import { bodyOf, separationAt } from '../oracle/motion_oracle.js';
import { shareOf } from '../volume.js';

/**
 * Compares bodies whose inflation is a polynomial of time with the separation of the motion oracle at many times, less
 * the inflations, which are evaluated here.
 *
 * @import { Motion, MotionPiece, Shape } from 'graze'
 * @import { Body, Endings, Segment } from '../oracle/motion_oracle.js'
 *
 * @typedef {object} Given
 * @property {[number, number][]} points
 * @property {number} radius
 * @property {number} begin
 * @property {{ lasts: number, x: number[], y: number[], angle: number[], pivot: { x: number, y: number } }[]} pieces
 * @property {Endings} ends
 * @property {number[] | null} inflation coefficients about the begin of the motion
 *
 * @typedef {{ shape: Shape, motion: Motion, body: Body, inflationAt: (t: number) => number }} Made
 */

const g = createSync();

const SAMPLES = 400;

/** Draws numbers on a grid, since most doubles are near the ends of the range. @param {number} least @param {number} most */
const real = (least, most) =>
    fc.integer({ min: 0, max: 2 ** 20 }).map((k) => least + ((most - least) * k) / 2 ** 20);
const coordinate = real(-1, 1).map(Math.fround);
/** @param {number} size */
const terms = (size) => fc.array(real(-size, size), { maxLength: 3 });
const ending = fc.constantFrom(
    /** @type {const} */ ('stay'),
    /** @type {const} */ ('stay'),
    /** @type {const} */ ('vanish'),
);
const pivot = fc.oneof(fc.constant({ x: 0, y: 0 }), fc.record({ x: real(-3, 3), y: real(-3, 3) }));
const piece = fc.record({
    lasts: real(0.25, 4),
    x: terms(1),
    y: terms(1),
    angle: terms(1),
    pivot,
});

/** Draws inflations that grow, and those that fall to 0, linearly or to a minimum within the motion. */
const inflation = fc.oneof(
    fc.array(real(0, 0.5), { minLength: 1, maxLength: 4 }),
    real(0, 0.5).map((rate) => [12.5 * rate, -rate]),
    fc.tuple(real(0, 4), real(0.01, 0.2)).map(([s, c]) => [1e-3 + c * s * s, -2 * c * s, c]),
    fc.constant(null),
);

/** @type {import('fast-check').Arbitrary<Given>} */
const given = fc.record({
    points: fc.array(fc.tuple(coordinate, coordinate), { minLength: 1, maxLength: 6 }),
    radius: fc.oneof(fc.constant(0), real(0, 0.5).map(Math.fround)),
    begin: real(0, 3),
    pieces: fc.array(piece, { minLength: 1, maxLength: 3 }),
    ends: fc.record({ before: ending, after: ending }),
    inflation,
});

/** @param {readonly number[]} c @param {number} s */
const valueAt = (c, s) => c.reduceRight((sum, term) => sum * s + term, 0);

/**
 * Makes a body that is at `x`, `y` when its motion begins, and each of whose pieces begins where the previous one ends.
 *
 * @param {Given} body
 * @param {number} x
 * @param {number} y
 * @returns {Made}
 */
function made({ points, radius, begin, pieces, ends, inflation: coefficients }, x, y) {
    const place = [x, y, 0];
    let t0 = begin;
    /** @type {Segment[]} */
    const segments = pieces.map((one, k) => {
        // Turning about another pivot would move the body: all pieces have the first one's.
        const polynomials = [one.x, one.y, one.angle].map((c, axis) => [place[axis], ...c]);
        polynomials.forEach((c, axis) => {
            place[axis] = valueAt(c, one.lasts);
        });
        const t1 = k === pieces.length - 1 ? begin + sumOf(pieces) : t0 + one.lasts;
        const [px, py, angle] = polynomials;
        const segment = { t0, t1, x: px, y: py, angle, pivot: pieces[0].pivot };
        t0 = t1;
        return segment;
    });
    const extras = coefficients === null ? ends : { ...ends, inflation: coefficients };
    return {
        shape: g.hull(points, { radius }),
        motion: g.motion({ pieces: /** @type {MotionPiece[]} */ (segments) }, extras),
        body: bodyOf(points, radius, segments, ends),
        inflationAt: (t) => {
            const s = Math.min(Math.max(t, begin), segments[segments.length - 1].t1) - begin;
            return coefficients === null ? 0 : valueAt(coefficients, s);
        },
    };
}

/** @param {Given['pieces']} pieces */
const sumOf = (pieces) => pieces.reduce((sum, { lasts }) => sum + lasts, 0);

/** Returns the separation of two inflated bodies by the oracle. @param {Made} a @param {Made} b @param {number} t */
function separationOf(a, b, t) {
    return separationAt(a.body, b.body, t) - a.inflationAt(t) - b.inflationAt(t);
}

const FROM = 0.5;
const TO = 12;
/** Bound of the rounding of a separation: positions are at most a few thousand. */
const ROUNDING = 1e-9;
const TOLERANCE = 2e-9;
const DEPTH = 2 * TOLERANCE + ROUNDING;

/** @param {Made} a @param {Made} b @param {number} from @param {number} to */
function samplesOf(a, b, from, to) {
    return Array.from({ length: SAMPLES + 1 }, (_, k) => {
        const t = from + ((to - from) * k) / SAMPLES;
        return { t, separation: separationOf(a, b, t) };
    });
}

/** @param {Made[]} all */
function release(...all) {
    for (const { shape, motion } of all) {
        shape.free();
        motion.free();
    }
}

const pair = fc.tuple(given, given, real(-8, 8), real(-8, 8));
const RUNS = { numRuns: 250 };

test('no contact of inflated bodies is before the bracket, and they overlap at its end', () => {
    let hits = 0;
    let frees = 0;
    const property = fc.property(pair, ([p, q, x, y]) => {
        const [a, b] = [made(p, 0, 0), made(q, x, y)];
        const contact = g.firstContact(a.shape, b.shape, a.motion, b.motion, {
            from: FROM,
            to: TO,
            distanceTolerance: TOLERANCE,
        });
        const end = contact.status === 'free' ? TO : contact.time[0];
        for (const { t, separation } of samplesOf(a, b, FROM, end)) {
            const isBefore = contact.status === 'free' || t < end;
            assert.ok(!isBefore || separation > -DEPTH, `${separation} at ${t}, before ${end}`);
        }
        if (contact.status === 'hit' || contact.status === 'overlapping') {
            const there = separationOf(a, b, contact.time[1]);
            assert.ok(there < ROUNDING, `${there} at the end of ${contact.time}`);
            assert.ok(contact.time[1] - contact.time[0] <= 1e-7, `${contact.time}`);
            hits++;
        }
        if (contact.status !== 'free') {
            const there = separationOf(a, b, contact.time[0]);
            assert.ok(
                Math.abs(there - contact.separation) < 1e-8,
                `${contact.separation} ${there}`,
            );
            const { pointA, pointB, normal } = contact;
            const along = (pointB.x - pointA.x) * normal.x + (pointB.y - pointA.y) * normal.y;
            assert.ok(Math.abs(along - contact.separation) < 1e-8, `${along}`);
        }
        frees += Number(contact.status === 'free');
        assert.notEqual(contact.status, 'undecided');
        release(a, b);
    });
    fc.assert(property, RUNS);
    assert.ok(Math.min(hits, frees) >= shareOf(RUNS.numRuns) / 10, `${hits} hits, ${frees} free`);
});

test('intervals of contact of inflated bodies cover exactly the times at which they overlap', () => {
    let count = 0;
    const property = fc.property(pair, ([p, q, x, y]) => {
        const [a, b] = [made(p, 0, 0), made(q, x, y)];
        const intervals = g.contactIntervals(a.shape, b.shape, a.motion, b.motion, {
            from: FROM,
            to: TO,
            distanceTolerance: TOLERANCE,
        });
        for (const { t, separation } of samplesOf(a, b, FROM, TO)) {
            const isOutside = intervals.every(({ begin, end }) => t < begin[0] || t > end[1]);
            assert.ok(!isOutside || separation > -DEPTH, `${separation} at ${t}`);
            const isInside = intervals.some(({ status, begin, end }) => {
                return status === 'hit' && t >= begin[1] && t <= end[0];
            });
            assert.ok(!isInside || separation < DEPTH, `${separation} at ${t}`);
        }
        for (const { status, begin, end } of intervals) {
            count++;
            if (status !== 'hit') continue;
            assert.ok(separationOf(a, b, begin[1]) < ROUNDING, `${begin}`);
            assert.ok(separationOf(a, b, end[0]) < ROUNDING, `${end}`);
        }
        release(a, b);
    });
    fc.assert(property, RUNS);
    assert.ok(count >= shareOf(RUNS.numRuns) / 4, `${count} intervals`);
});

test('no separation of inflated bodies is below their clearance, which one reaches', () => {
    const property = fc.property(pair, ([p, q, x, y]) => {
        const [a, b] = [made(p, 0, 0), made(q, x, y)];
        const answer = g.clearance(a.shape, b.shape, a.motion, b.motion, {
            from: FROM,
            to: TO,
            distanceTolerance: TOLERANCE,
        });
        const [lo, hi] = answer.separation;
        for (const { t, separation } of samplesOf(a, b, FROM, TO))
            assert.ok(separation >= lo - ROUNDING, `${separation} at ${t} below ${lo}`);
        if (answer.time !== null) {
            const there = separationOf(a, b, answer.time);
            assert.ok(Math.abs(there - hi) < 1e-8, `${there}, not ${hi}`);
            const [found] = g.separationsAt(a.shape, b.shape, a.motion, b.motion, [answer.time]);
            assert.ok(Math.abs(there - found) < 1e-8, `${there}, not ${found}`);
            assert.ok(answer.status === 'undecided' || hi - lo < 1e-7, `${lo} ${hi}`);
        }
        release(a, b);
    });
    fc.assert(property, RUNS);
});

test('a batch of moving pairs finds contacts and clearances of inflated bodies bit for bit', () => {
    const property = fc.property(fc.array(pair, { minLength: 1, maxLength: 4 }), (pairs) => {
        const bodies = pairs.flatMap(([p, q, x, y]) => [made(p, 0, 0), made(q, x, y)]);
        const pieces = bodies.reduce((sum, { motion }) => sum + motion.count, 0);
        const batch = g.movingPairs(bodies.length, { pieces, pairs: pairs.length });
        let next = 0;
        bodies.forEach(({ shape, motion }, k) => {
            next = batch.set(k, shape, motion, next);
        });
        batch.pairs.set(bodies.map((_, k) => k));
        const range = { from: FROM, to: TO, distanceTolerance: TOLERANCE };
        batch.pairClearances(pairs.length, range);
        pairs.forEach((_, k) => {
            const [a, b] = bodies.slice(2 * k);
            const one = g.clearance(a.shape, b.shape, a.motion, b.motion, range);
            const found = [...batch.clearances.subarray(3 * k, 3 * k + 3)];
            assert.deepEqual(found, [...one.separation, one.time ?? Number.POSITIVE_INFINITY]);
            assert.equal(batch.clearanceStatuses[k] === 0, one.status === 'certified');
        });
        batch.firstContacts(pairs.length, range);
        pairs.forEach((_, k) => {
            const [a, b] = bodies.slice(2 * k);
            const contact = g.firstContact(a.shape, b.shape, a.motion, b.motion, range);
            assert.equal(batch.statuses[k] === 0, contact.status === 'free');
            if (contact.status !== 'free')
                assert.deepEqual([...batch.times.subarray(2 * k, 2 * k + 2)], contact.time);
        });
        batch.free();
        release(...bodies);
    });
    fc.assert(property, { numRuns: 60 });
});

test('a scene finds the contacts and the clearance of inflated bodies', () => {
    let found = 0;
    const clock = { t0: 0.5, t1: 12, step: 0.37 };
    const placed = fc.tuple(given, real(-9, 9), real(-9, 9));
    const property = fc.property(
        given,
        fc.array(placed, { minLength: 1, maxLength: 4 }),
        (ego, all) => {
            const a = made(ego, 0, 0);
            const others = all.map(([one, x, y]) => made(one, x, y));
            const paths = others.map(({ shape, motion }) => g.path(shape, motion, clock));
            const scene = g.scene(paths);
            const path = g.path(a.shape, a.motion, clock);
            const contacts = new Map(
                scene
                    .contactsWith(path, { distanceTolerance: TOLERANCE })
                    .map((one) => [one.body, one]),
            );
            others.forEach((b, k) => {
                const range = { from: clock.t0, to: clock.t1, distanceTolerance: TOLERANCE };
                const alone = g.firstContact(a.shape, b.shape, a.motion, b.motion, range);
                const contact = contacts.get(k);
                assert.equal(
                    contact === undefined,
                    alone.status === 'free',
                    `${k}: ${alone.status}`,
                );
                for (const { t, separation } of samplesOf(
                    a,
                    b,
                    clock.t0,
                    contact?.time[0] ?? clock.t1,
                ))
                    assert.ok(
                        separation > -DEPTH || t === contact?.time[0],
                        `${separation} at ${t}`,
                    );
                if (contact?.status === 'hit')
                    assert.ok(separationOf(a, b, contact.time[1]) < ROUNDING, `${contact.time}`);
                found += Number(contact !== undefined);
            });
            const [lo, hi] = scene.clearance(path, { distanceTolerance: TOLERANCE }).separation;
            const least = Math.min(
                ...others.map((b) => {
                    return Math.min(
                        ...samplesOf(a, b, clock.t0, clock.t1).map(({ separation }) => separation),
                    );
                }),
            );
            assert.ok(least >= lo - ROUNDING && lo <= hi, `${least}, not in ${lo} to ${hi}`);
            scene.free();
            for (const one of [path, ...paths]) one.free();
            release(a, ...others);
        },
    );
    fc.assert(property, { numRuns: 120 });
    assert.ok(found >= shareOf(60), `${found} contacts`);
});
