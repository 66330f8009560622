import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomFrom } from '../oracle/flight_cases.js';
import { g } from './setup.js';

/**
 * Tests gaps between contacts. A gap may lie within one interval if it is nowhere wider than twice the slack, or wider
 * only for less than half the tolerance. Every other gap separates two intervals, and between two intervals there is no
 * contact.
 */

const disc = g.disc(1);
const still = g.motion.static({ x: 0, y: 0 });

/**
 * Returns a motion in contact from 0 to 2, except for a gap around 1 that is open for 2 `half` and `high` in the
 * middle: high (1 - s^2 / half^2).
 *
 * @param {number} high
 * @param {number} half
 */
function parting(high, half) {
    const bend = high / half ** 2;
    return g.motion({
        pieces: [{ t0: 0, t1: 2, x: [2 + high - bend, 2 * bend, -bend], y: [0] }],
    });
}

/**
 * Returns for how long such a gap is wider than `width`.
 *
 * @param {number} high
 * @param {number} half
 * @param {number} width
 */
const openFor = (high, half, width) => 2 * half * Math.sqrt(Math.max(1 - width / high, 0));

/**
 * @param {number} high
 * @param {number} half
 * @param {{ tolerance: number, distanceTolerance: number }} options
 */
function intervalsOf(high, half, options) {
    const way = parting(high, half);
    const found = g.contactIntervals(disc, disc, way, still, options);
    way.free();
    return found;
}

test('a gap that is wider than twice the slack for half the tolerance separates two intervals', () => {
    const random = randomFrom(71);
    const power = (/** @type {number} */ lo, /** @type {number} */ hi) =>
        10 ** (lo + (hi - lo) * random());
    const seen = { parted: 0, narrow: 0, brief: 0 };
    for (let k = 0; k < 2000; k++) {
        const [high, half] = [power(-6, -1), power(-4, -1)];
        const options = {
            tolerance: half * power(-1, 1.5),
            distanceTolerance: high * power(-2, 0.5),
        };
        const found = intervalsOf(high, half, options);
        const lasts = openFor(high, half, 2 * options.distanceTolerance);
        const about = JSON.stringify({ high, half, options, found });
        if (found.length === 1) {
            assert.ok(lasts < options.tolerance / 2, about);
            if (high <= 2 * options.distanceTolerance) seen.narrow++;
            else seen.brief++;
            continue;
        }
        assert.equal(found.length, 2, about);
        const [[, end], [begin]] = [found[0].end, found[1].begin];
        assert.ok(1 - half <= end + 1e-12 && begin - 1e-12 <= 1 + half && end < begin, about);
        seen.parted++;
    }
    for (const count of Object.values(seen)) assert.ok(count > 100, JSON.stringify(seen));
});

test('by default any gap that lasts 1e-9 of the time separates two contacts', () => {
    for (const [high, half] of [
        [1e-3, 1e-6],
        [1e-6, 1e-6],
    ]) {
        const way = parting(high, half);
        assert.equal(g.contactIntervals(disc, disc, way, still).length, 2, `${high}, ${half}`);
        way.free();
    }
});

test('spinning bodies, any tolerance and slack: gaps within an interval are short or narrow, and the rest is free', () => {
    const random = randomFrom(72);
    const between = (/** @type {number} */ lo, /** @type {number} */ hi) =>
        lo + (hi - lo) * random();
    const seen = { intervals: 0, joined: 0, between: 0 };
    for (let k = 0; k < 200; k++) {
        const bar = g.box(between(2, 5), between(0.05, 0.3));
        const box = g.box(between(0.5, 1), between(0.5, 1));
        const x = [between(-1, 1), between(-2, 2)];
        const spin = g.motion({
            pieces: [{ t0: 0, t1: 1, x, y: [between(-1, 1)], angle: [0, between(-90, 90)] }],
        });
        const standing = g.motion.static({ x: between(-2, 2), y: between(-2, 2), angle: 0.3 });
        const options = {
            tolerance: 10 ** between(-2.5, -0.7),
            distanceTolerance: 10 ** between(-6, -2),
        };
        const found = g.contactIntervals(bar, box, spin, standing, options);
        const step = options.tolerance / 32;
        const times = Array.from({ length: Math.floor(1 / step) }, (_, i) => i * step);
        const gaps = g.separationsAt(bar, box, spin, standing, times);
        let [open, widest] = [0, 0];
        for (const [i, t] of times.entries()) {
            const within = found.find(({ begin, end }) => begin[0] <= t && t <= end[1]);
            const about = JSON.stringify({ k, t, gap: gaps[i], within, options });
            if (within === undefined) {
                assert.ok(gaps[i] > -1e-12, about);
                if (t > (found.at(0)?.end[1] ?? 1) && t < (found.at(-1)?.begin[0] ?? 0))
                    seen.between++;
                continue;
            }
            const isInside = within.begin[1] <= t && t <= within.end[0];
            open = isInside && gaps[i] > 2 * options.distanceTolerance ? open + 1 : 0;
            widest = Math.max(widest, open);
            // A row of n samples spans n - 1 steps.
            assert.ok((open - 1) * step < options.tolerance / 2, about);
            if (within.status === 'grazing')
                assert.ok(gaps[i] >= -options.distanceTolerance - 1e-12, about);
        }
        seen.intervals += found.length;
        seen.joined += Number(widest > 0);
        for (const each of [bar, box, spin, standing]) each.free();
    }
    assert.ok(seen.intervals > 200 && seen.joined > 0 && seen.between > 1000, JSON.stringify(seen));
});
