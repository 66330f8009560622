import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuses } from '../refuses.js';
import { g, near } from './setup.js';

/**
 * Tests motions on Unix time, in seconds and milliseconds, against static bodies: the answers are those of a clock that
 * begins at 0.
 *
 * @import { Motion, Shape } from 'graze'
 *
 * @typedef {{ name: string, epoch: number, second: number }} Clock
 * @typedef {[a: Shape, b: Shape, motionA: Motion, motionB: Motion]} Pair
 */

/** @type {Clock[]} */
const CLOCKS = [
    { name: 'seconds', epoch: 1.7e9, second: 1 },
    { name: 'milliseconds', epoch: 1.7e12, second: 1000 },
];
const ZERO = { name: 'zero', epoch: 0, second: 1 };

const car = g.box(4.5, 1.8);
const still = g.motion.static();

/** Longest duration here, in seconds: the range of relevant delays of motions of 20 s and 8 s. */
const LONGEST = 28;

/** Returns an ulp of a time of those clocks. @param {number} t */
const ulp = (t) => 2 ** (Math.floor(Math.log2(t)) - 52);

/** @param {Clock} clock @param {number} seconds */
const at = ({ epoch, second }, seconds) => epoch + second * seconds;

/**
 * Returns the k-th of some cars that drive past or through a static one for 20 s.
 *
 * @param {Clock} clock
 * @param {number} k
 */
function passing(clock, k) {
    const { second } = clock;
    return g.motion.linear({
        t0: at(clock, 0),
        t1: at(clock, 20),
        x: -20 - 0.05 * k,
        y: 0.2 * ((k % 21) - 10),
        vx: (5 + 0.3 * (k % 7)) / second,
        vy: (0.01 * ((k % 13) - 6)) / second,
        angle: 0.1 * (k % 5),
        angularVelocity: k % 2 === 0 ? 0 : 0.2 / second,
    });
}

/** @param {(pair: Pair, clock: Clock, k: number) => void} run */
function onEachClock(run) {
    for (const clock of CLOCKS) {
        for (let k = 0; k < 42; k++) {
            const motion = passing(clock, k);
            run([car, car, motion, still], clock, k);
            run([car, car, still, motion], clock, k);
            motion.free();
        }
    }
}

/**
 * Runs a query on the clock that begins at 0, with the car as the first body if it is the first there.
 *
 * @template T
 * @param {Pair} pair
 * @param {number} k
 * @param {(pair: Pair) => T} query
 * @returns {T}
 */
function onZero([a, b, motionA], k, query) {
    const motion = passing(ZERO, k);
    const answer = query(motionA === still ? [a, b, still, motion] : [a, b, motion, still]);
    motion.free();
    return answer;
}

/**
 * Returns a bracket in seconds from the clock's beginning.
 *
 * @param {Clock} clock
 * @param {readonly [number, number]} bracket
 */
const secondsOf = ({ epoch, second }, [lo, hi]) =>
    /** @type {const} */ ([(lo - epoch) / second, (hi - epoch) / second]);

/**
 * Asserts that two brackets are the same, up to both tolerances.
 *
 * @param {Clock} clock
 * @param {readonly [number, number] | null} bracket
 * @param {readonly [number, number] | null} expected in seconds
 * @param {string} where
 */
function sameBracket(clock, bracket, expected, where) {
    assert.equal(bracket === null, expected === null, where);
    if (bracket === null || expected === null) return;
    const [lo, hi] = secondsOf(clock, bracket);
    assert.ok(lo <= expected[1] && hi >= expected[0], `${where}: ${lo}, ${hi}, not ${expected}`);
    const most = Math.max(8 * ulp(clock.epoch), LONGEST * 1e-9 * clock.second) / clock.second;
    assert.ok(hi - lo <= most, `${where}: ${hi - lo} wide, not ${most}`);
}

test('Unix time against static bodies: first contacts are those of a clock that begins at 0', () => {
    let hits = 0;
    onEachClock((pair, clock, k) => {
        const where = `${clock.name} ${k}`;
        const expected = onZero(pair, k, (other) => g.firstContact(...other));
        const answer = g.firstContact(...pair);
        assert.equal(answer.status, expected.status, where);
        sameBracket(clock, answer.time, expected.time, where);
        if (expected.time === null) return;
        hits++;
        const wait = g.timeToCollision(...pair, { from: at(clock, 0) });
        near(wait / clock.second, expected.time[0], 2e-6, where);
    });
    assert.ok(hits > 60, `${hits}`);
});

test('Unix time against static bodies: intervals of contact and clearances are the same', () => {
    onEachClock((pair, clock, k) => {
        const where = `${clock.name} ${k}`;
        const expected = onZero(pair, k, (other) => g.contactIntervals(...other));
        const intervals = g.contactIntervals(...pair);
        const statuses = expected.map(({ status }) => status);
        assert.deepEqual(
            intervals.map(({ status }) => status),
            statuses,
            where,
        );
        intervals.forEach(({ begin, end }, i) => {
            sameBracket(clock, begin, expected[i].begin, where);
            sameBracket(clock, end, expected[i].end, where);
        });
        const clear = g.clearance(...pair);
        const [lo, hi] = onZero(pair, k, (other) => g.clearance(...other).separation);
        assert.equal(clear.status, 'certified', where);
        assert.ok(clear.separation[0] <= hi + 1e-12 && clear.separation[1] >= lo - 1e-12, where);
        near(clear.separation[1], clear.separation[0], 2.3e-9, where);
    });
});

test('Unix time against static bodies: unsafe delays are the same', () => {
    for (const clock of CLOCKS) {
        const { second } = clock;
        const line = { y: 0, vy: 0, x: 0, vx: 2 / second };
        const way = g.motion.linear({ t0: at(clock, 0), t1: at(clock, 20), ...line });
        const [always, ...others] = g.unsafeMotionDelays(car, car, way, g.motion.static({ x: 20 }));
        assert.deepEqual([always.status, others], ['hit', []], clock.name);
        assert.deepEqual([always.begin, always.end].flat(), [
            ...[-Infinity, -Infinity],
            ...[Infinity, Infinity],
        ]);
        const delays = { ...clock, epoch: 0 };
        // These are the delays with which it arrives by the 15th second: 2.25 + 2.25 of 20 m remain at 2 m/s.
        const window = { time: { to: at(clock, 15) } };
        const [soon, ...more] = g.unsafeMotionDelays(
            car,
            car,
            way,
            g.motion.static({ x: 20 }),
            window,
        );
        assert.deepEqual([soon.status, soon.begin, more], ['hit', [-Infinity, -Infinity], []]);
        sameBracket(delays, soon.end, [7.25 - 1e-9, 7.25 + 1e-9], clock.name);
        // A body crosses that path from 4 s to 12 s.
        const crosses = { x: 20, y: -4, vx: 0, vy: 1 / second };
        const ends = /** @type {const} */ ({ before: 'vanish', after: 'vanish' });
        const [actual, expected] = [clock, { ...ZERO, second }].map((c) => {
            const short = g.motion.linear({ t0: at(c, 0), t1: at(c, 20), ...line }, ends);
            const other = g.motion.linear({ t0: at(c, 4), t1: at(c, 12), ...crosses }, ends);
            return g.unsafeMotionDelays(car, car, short, other);
        });
        assert.deepEqual([actual.length, expected.length], [1, 1], clock.name);
        assert.equal(actual[0].status, 'hit', clock.name);
        const same = (
            /** @type {[number, number]} */ bracket,
            /** @type {[number, number]} */ other,
        ) => sameBracket(delays, bracket, secondsOf(delays, other), clock.name);
        same(actual[0].begin, expected[0].begin);
        same(actual[0].end, expected[0].end);
    }
});

test('Unix time against static bodies: samples and splines give the same answers', () => {
    for (const clock of CLOCKS) {
        const seconds = Array.from({ length: 21 }, (_, k) => k);
        const places = seconds.map((t) => ({ x: 2 * t - 20, y: Math.sin(t / 3) }));
        const samplesOn = (/** @type {Clock} */ c) =>
            g.motion.samples(seconds.map((t, k) => ({ t: at(c, t), ...places[k] })));
        const splineOn = (/** @type {Clock} */ c) =>
            g.motion.spline(
                places.map(({ x, y }) => [x, y]),
                seconds.map((t) => at(c, t)),
            );
        for (const make of [samplesOn, splineOn]) {
            const where = `${clock.name} ${make.name}`;
            for (const y of [0, 1.5, 2.5, 3.5]) {
                const stand = g.motion.static({ x: 1, y });
                const expected = g.firstContact(car, car, make(ZERO), stand);
                const answer = g.firstContact(car, car, make(clock), stand);
                assert.equal(answer.status, expected.status, where);
                sameBracket(clock, answer.time, expected.time, where);
                const clear = g.clearance(car, car, make(clock), stand);
                assert.equal(clear.status, 'certified', where);
            }
        }
    }
});

test('Unix time against static bodies: paths and scenes give the same answers', () => {
    for (const clock of CLOCKS) {
        const { second } = clock;
        const ticks = { t0: at(clock, 0), t1: at(clock, 20), step: second / 2 };
        const stand = g.path(car, still, ticks);
        const scene = g.scene([stand]);
        for (let k = 0; k < 42; k++) {
            const where = `${clock.name} ${k}`;
            const motion = passing(clock, k);
            const path = g.path(car, motion, ticks);
            const expected = onZero([car, car, motion, still], k, (pair) =>
                g.firstContact(...pair),
            );
            const swept = g.sweep(path, stand);
            assert.equal(swept.status, expected.status, where);
            sameBracket(clock, swept.time, expected.time, where);
            const [met] = scene.contactsWith(path);
            assert.equal(met?.status ?? 'free', expected.status, where);
            if (met !== undefined) sameBracket(clock, met.time, expected.time, where);
            path.free();
            motion.free();
        }
        scene.free();
        stand.free();
    }
});

test('a tolerance below 8 ulps of the time is refused by name, the default never is', () => {
    for (const clock of CLOCKS) {
        const motion = passing(clock, 10);
        const pair = /** @type {Pair} */ ([car, car, motion, still]);
        const least = 8 * ulp(clock.epoch);
        for (const tolerance of [1e-9, 0.99 * least]) {
            const expected = { code: /** @type {const} */ ('out-of-range'), argument: 'tolerance' };
            for (const query of [
                () => g.firstContact(...pair, { tolerance }),
                () => g.timeToCollision(...pair, { tolerance }),
                () => g.contactIntervals(...pair, { tolerance }),
            ]) {
                refuses(query, { ...expected, value: tolerance });
            }
        }
        for (const options of [{ tolerance: least }, {}]) {
            const { status, time } = g.firstContact(...pair, options);
            assert.equal(status, 'hit', clock.name);
            const [lo, hi] = time ?? [0, Infinity];
            assert.ok(hi - lo <= least, `${clock.name} ${hi - lo}`);
        }
        motion.free();
    }
    const far = g.motion.linear({ t0: 0, t1: 1e6, x: -1e6, y: 0, vx: 1 });
    refuses(() => g.unsafeMotionDelays(car, car, far, far, { tolerance: 1e-12 }), {
        code: 'out-of-range',
        argument: 'tolerance',
        value: 1e-12,
    });
});

test('a body that stays in place does not widen the time range of a query', () => {
    for (const clock of CLOCKS) {
        const motion = passing(clock, 10);
        const { evaluations } = g.study.traceContact(car, car, motion, still);
        assert.equal(evaluations[0], at(clock, 0), clock.name);
        motion.free();
    }
});
