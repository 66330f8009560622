import assert from 'node:assert/strict';
import { clockOf } from '../bench/trajectories.js';
import { nextFloat32, randomNumbers } from '../helpers.js';
import { firstContact } from '../oracle/motion_oracle.js';
import {
    axisGap,
    candidateSteps,
    commonTime,
    faultOfSteps,
    oracleBodyOf,
    splinePieces,
    timesOfStep,
} from '../oracle/sweep_oracle.js';
import {
    ALL_STEPS,
    agree,
    behaves,
    boxAt,
    boxOf,
    CAR,
    contactOf,
    fixture,
    METHODS,
    made,
    madePair,
    pairsOf,
    ROD,
    release,
    straight,
} from './setup.js';

/** Tests that all methods find the candidate steps of a plain scan. */

behaves(
    'every method finds the steps of the plain scan; relative omits some without contact',
    (instance) => {
        let [scanned, left] = [0, 0];
        const answers = [1, 3, 4, 17, 64, 100, 1000].flatMap((steps) => {
            const clock = clockOf({ steps });
            return pairsOf(steps, steps > 100 ? 1 : 3).map((pair) => {
                const [a, b] = madePair(instance, pair, clock);
                const where = `${pair.kind} ${pair.name} ${steps}`;
                const expected = candidateSteps(a.path.boxes(), b.path.boxes());
                const all = METHODS.map((method) => {
                    const found = instance.study.sweepSteps(a.path, b.path, { method });
                    assert.equal(found.tests, 0, where);
                    return { method, steps: [...found], tests: found.tests };
                });
                const relative = new Set(all[all.length - 1].steps);
                for (const { method, steps: found } of all.slice(1, -1)) {
                    assert.deepEqual(found, expected, `${where} ${method}`);
                }
                assert.ok(
                    [...relative].every((step) => expected.includes(step)),
                    where,
                );
                assert.ok(
                    [...relative].every((step) => all[0].steps.includes(step)),
                    where,
                );
                assert.ok(
                    all[0].steps.every((step) => expected.includes(step)),
                    where,
                );
                const [p, q] = [oracleBodyOf(a.movingBody), oracleBodyOf(b.movingBody)];
                for (const step of expected.filter((one) => !relative.has(one))) {
                    const [from, to] = timesOfStep(clock, step);
                    const { gap, error } = axisGap(a.movingBody, b.movingBody, from, to);
                    assert.ok(gap >= -error, `${where} ${step}: ${gap}`);
                    assert.notEqual(firstContact(p, q, from, to).contact, true, `${where} ${step}`);
                }
                scanned += expected.length;
                left += relative.size;
                release(a, b);
                return all;
            });
        });
        assert.ok(left < scanned, `${left} of ${scanned}`);
        return answers;
    },
);

behaves('methods agree where paths stay, are absent, or rest on each other', (instance) => {
    const clock = { t1: 8, step: 0.125 };
    const ends = /** @type {const} */ ([{}, { before: 'vanish' }, { after: 'vanish' }]);
    const random = randomNumbers(11);
    const bodies = Array.from({ length: 24 }, (_, k) => {
        const [begin, lasts] = [6 * random(), [0, 0.01, 0.3, 5][k % 4]];
        const knots = Array.from({ length: 3 }, () => [12 * random(), 12 * random(), random()]);
        const times = [begin, begin + lasts / 3, begin + lasts];
        const segments =
            lasts > 0 ? splinePieces(knots, times) : [{ t0: begin, t1: begin, x: [5], y: [5] }];
        return made(instance, fixture(ROD, segments, { ends: ends[k % 3] }), clock);
    });
    const answers = bodies.flatMap((a, k) => {
        return bodies.slice(0, k).map((b) => {
            const scanned = candidateSteps(a.path.boxes(), b.path.boxes());
            const common = commonTime(a.movingBody, b.movingBody, clock);
            const expected = [...instance.study.sweepSteps(a.path, b.path, { method: 'si' })];
            assert.equal(faultOfSteps(expected, scanned, clock, ...common), null);
            return ALL_STEPS.map((method) => {
                const found = instance.study.sweepSteps(a.path, b.path, { method });
                assert.deepEqual([...found], expected, method);
                return found.tests;
            });
        });
    });
    release(...bodies);
    return answers;
});

behaves(
    'a sweep can be resumed from inside: step by step, in turns with others, and from any time',
    (instance) => {
        const clock = clockOf({ steps: 200 });
        // Two cars move side by side at slightly different speeds, and one weaves across.
        const [a, b, c] = [
            fixture(CAR, straight([0, 0], [10, 0])),
            fixture(CAR, straight([1, 2], [10.1, 0])),
            fixture(CAR, [
                { t0: 0, t1: 10, x: [0, 10], y: [-20, 24, -7.2, 0.48], angle: [0, 0.3, -0.03] },
            ]),
        ].map((given) => made(instance, given, clock));
        const answers = METHODS.map((method) => {
            /** @param {object} [options] */
            const steps = (options) =>
                instance.study.sweepSteps(a.path, c.path, { method, ...options });
            const all = [...steps()];
            assert.ok(all.length > 3, method);
            const [one, two] = [steps(), instance.study.sweepSteps(a.path, b.path, { method })];
            const turns = all.map(() => [one.next().value, two.next().value]);
            assert.deepEqual(
                turns.map(([step]) => step),
                all,
                method,
            );
            assert.deepEqual(one.next(), { done: true, value: undefined });
            assert.deepEqual(one.next(), { done: true, value: undefined });
            for (const step of all) {
                const [from, to] = timesOfStep(clock, step);
                const inside = (from + to) / 2;
                assert.deepEqual(
                    [...steps({ from: inside })],
                    all.slice(all.indexOf(step)),
                    method,
                );
                assert.deepEqual([...steps({ from: inside, to: inside })], [step], method);
                assert.deepEqual([...steps({ to: inside })], all.slice(0, all.indexOf(step) + 1));
                const here = [...steps({ from, to })];
                assert.ok(here.includes(step) && here.length <= 3, method);
            }
            assert.deepEqual([...steps({ from: -50, to: 50 })], all);
            assert.deepEqual([...steps({ from: 11 })], []);
            assert.deepEqual([...steps({ from: -3, to: -1 })], []);
            return [all, turns, one.tests, two.tests];
        });
        release(a, b, c);
        return answers;
    },
);

behaves('tests are counted, fewer than steps on long paths', (instance) => {
    const clock = { t1: 10, step: 0.01 };
    const [a, b, far] = [
        fixture(CAR, straight([-60, 0], [12, 0])),
        fixture(CAR, straight([2, -64], [0, 12])),
        fixture(CAR, straight([-60, 500], [12, 0])),
    ].map((given) => made(instance, given, clock));
    const counts = [b, far].map((other) => {
        const tests = METHODS.map((method) => {
            const found = instance.study.sweepSteps(a.path, other.path, { method });
            const steps = [...found];
            assert.ok(found.tests >= steps.length, method);
            // Groups of four are compared again after each candidate.
            if (method === 'si') {
                assert.equal(steps.length > 0, other === b);
                assert.ok(found.tests >= 1000 && found.tests <= 1000 + 3 * steps.length);
            }
            return [method, found.tests];
        });
        const of = Object.fromEntries(tests);
        for (const method of ['auto', 'sta', 'pyramid', 'relative']) {
            assert.ok(of[method] < 300, `${method}: ${of[method]}`);
        }
        return tests;
    });
    // The bounding box of one path is far from that of the other.
    const of = Object.fromEntries(counts[1]);
    assert.ok(Math.max(of.bvh, of.sta, of.pyramid) <= 20, JSON.stringify(of));
    const some = instance.study.sweepSteps(a.path, far.path, {
        method: 'si',
        from: 0.995,
        to: 1.045,
    });
    assert.deepEqual([...some], []);
    assert.equal(some.tests, 6);
    const { tests, candidates } = instance.study.sweep(a.path, b.path, { method: 'pyramid' });
    assert.ok(tests > 0 && tests < 500 && candidates > 0, `${tests}, ${candidates}`);
    release(a, b, far);
    return [counts, tests, candidates];
});

/** The side of a box that meets which side of a box to its right, its left, above it and below it. */
const TOUCHING = /** @type {const} */ ([
    { own: 2, other: 0, way: [1, 0] },
    { own: 0, other: 2, way: [-1, 0] },
    { own: 3, other: 1, way: [0, 1] },
    { own: 1, other: 3, way: [0, -1] },
]);

behaves('boxes that touch overlap, and one float32 apart they do not', (instance) => {
    const clock = { t1: 4, step: 1 };
    const square = boxOf(2, 2);
    /** @param {number} x @param {number} y */
    const at = (x, y) => made(instance, fixture(square, straight([x, y], [0, 0], 4)), clock);
    const a = at(0, 0);
    const box = boxAt(a.path.boxes(), 0);
    const answers = TOUCHING.map(({ own, other, way: [x, y] }) => {
        const sign = x + y > 0 ? 1 : -1;
        /** Returns the position of the other box, by its side. @param {number} side */
        const lying = (side) => {
            for (let k = -64; k <= 64; k++) {
                const far = Math.abs(side) + 1 + k * 2 ** -27;
                const b = at(x * far, y * far);
                if (b.path.boxes()[other] === side) return b;
                release(b);
            }
            throw new Error(`no box has a side at ${side}`);
        };
        const touching = lying(box[own]);
        const apart = lying(nextFloat32(box[own], sign));
        for (const method of ALL_STEPS) {
            const found = [...instance.study.sweepSteps(a.path, touching.path, { method })];
            assert.deepEqual(found, [0, 1, 2, 3], method);
            assert.deepEqual(
                [...instance.study.sweepSteps(touching.path, a.path, { method })],
                found,
            );
            assert.deepEqual(
                [...instance.study.sweepSteps(a.path, apart.path, { method })],
                [],
                method,
            );
        }
        const answer = instance.sweep(a.path, touching.path);
        agree(answer, contactOf(instance, a, touching));
        release(touching, apart);
        return answer;
    });
    release(a);
    return [answers, box];
});

behaves(
    'the boxes of a platoon overlap all along, and the relative test leaves no candidate',
    (instance) => {
        const clock = { t1: 10, step: 0.5 };
        const platoon = Array.from({ length: 5 }, (_, k) => {
            return made(instance, fixture(CAR, straight([-7 * k, 0], [30, 0])), clock);
        });
        for (let k = 1; k < platoon.length; k++) {
            const [lead, next] = [platoon[k - 1].path, platoon[k].path];
            assert.equal([...instance.study.sweepSteps(lead, next, { method: 'si' })].length, 20);
            assert.deepEqual(
                [...instance.study.sweepSteps(lead, next, { method: 'relative' })],
                [],
            );
            for (const method of METHODS) {
                const { status, iterations } = instance.study.sweep(lead, next, { method });
                assert.deepEqual([status, iterations], ['free', 0], method);
            }
        }
        const scene = instance.scene(platoon.map(({ path }) => path));
        assert.deepEqual(scene.contacts(), []);
        scene.free();
        release(...platoon);
    },
);
