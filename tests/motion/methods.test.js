import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CONTACT_STATUSES } from '../../js/graze/core/layout.js';
import { clearance, faultOfFirst } from '../oracle/motion_oracle.js';
import {
    bodiesOf,
    CASES,
    firstContact,
    g,
    holds,
    isDegenerate,
    near,
    queryOptions,
    release,
} from './setup.js';

/** Tests witnesses, iteration limits, and the methods for study. */

test('points, normal and features at lo are those of the contact', () => {
    const [box, disc] = [g.box(2, 2), g.disc(0.5)];
    const still = g.motion.static({ x: 1e5, y: 2e5 });
    const way = g.motion.linear({ t0: 0, t1: 10, x: 1e5 - 5, y: 2e5 + 0.25, vx: 1 });
    const hit = g.firstContact(box, disc, still, way);
    assert.equal(hit.status, 'hit');
    holds(hit.time, 3.5, 1e-12);
    near(hit.separation ?? Number.NaN, 0, 1e-8);
    near(hit.pointA?.x ?? Number.NaN, 1e5 - 1, 1e-8);
    near(hit.pointA?.y ?? Number.NaN, 2e5 + 0.25, 1e-8);
    near(hit.pointB?.x ?? Number.NaN, 1e5 - 1, 1e-8);
    near(hit.normal?.x ?? Number.NaN, -1, 1e-12);
    assert.deepEqual([hit.featureA?.kind, hit.featureB?.kind], ['edge', 'vertex']);
    assert.ok(hit.iterations >= 1);
    const deep = g.firstContact(box, disc, still, way, { from: 4 });
    assert.equal(deep.status, 'overlapping');
    near(deep.separation ?? Number.NaN, -0.5, 1e-12);
});

test('with few iterations the answer is undecided, and there is still no contact before lo', () => {
    let undecided = 0;
    for (const c of CASES) {
        const [a, b] = bodiesOf(c);
        const options = queryOptions(c, a, b);
        const { from, to } = options;
        for (const maxIterations of [1, 2, 3, 5, 10]) {
            const answer = firstContact(a, b, { from, to, maxIterations });
            const fault = faultOfFirst(a.body, b.body, options, answer);
            assert.equal(fault, null, `${c.id}, ${maxIterations}`);
            assert.ok(answer.iterations <= maxIterations + 600, `${c.id}: ${answer.iterations}`);
            if (answer.status === 'undecided') {
                undecided++;
                assert.ok((answer.time?.[0] ?? -1) >= from, c.id);
            }
            const pair = /** @type {const} */ ([a.shape, b.shape, a.motion, b.motion]);
            const clear = g.clearance(...pair, {
                from,
                to,
                distanceTolerance: 1e-9,
                maxIterations,
            });
            const [lo, hi] = clear.separation;
            const truth = clearance(a.body, b.body, from, to, { width: 1e-3 }).distance;
            assert.ok(lo <= truth[1] + 1e-8 && hi >= truth[0] - 1e-8, `${c.id}, ${maxIterations}`);
        }
        release(a, b);
    }
    assert.ok(undecided > 0, `${undecided}`);
});

test('conservative advancement gives the same answer in more iterations', () => {
    let [quick, slow] = [0, 0];
    for (const c of CASES.filter((one) => !isDegenerate(one))) {
        const [a, b] = bodiesOf(c);
        const query = queryOptions(c, a, b);
        const { from, to } = query;
        const options = /** @type {const} */ ({
            from,
            to,
            method: 'conservative',
            maxIterations: 50_000,
        });
        const answer = firstContact(a, b, options);
        assert.equal(faultOfFirst(a.body, b.body, query, answer), null, c.id);
        quick += firstContact(a, b, { from, to, method: 'certified' }).iterations;
        slow += answer.iterations;
        release(a, b);
    }
    assert.ok(slow > 3 * quick, `${slow} ${quick}`);
});

test('BCDA and PCDA work; PCDA takes few steps where BCDA takes many', () => {
    /** @type {Record<string, number>} */
    const right = { bcda: 0, pcda: 0 };
    for (const c of CASES) {
        const [a, b] = bodiesOf(c);
        const { from, to } = queryOptions(c, a, b);
        for (const method of /** @type {const} */ (['bcda', 'pcda'])) {
            const { status, time } = firstContact(a, b, { from, to, method });
            assert.ok(CONTACT_STATUSES.includes(status), c.id);
            assert.equal(time === null, status === 'free', c.id);
            if (time !== null) assert.ok(from <= time[0] && time[1] <= to, c.id);
            if ((status !== 'free') === c.expected.contact) right[method]++;
        }
        release(a, b);
    }
    // The root finder evaluates four instants, so fast spins alias.
    assert.ok(right.bcda > 35 && right.pcda > 35, JSON.stringify(right));
    const [a, b] = bodiesOf(CASES.find(({ id }) => id === 'bcda-slow-convergence'));
    const [creeping, landing] = /** @type {const} */ (['bcda', 'pcda']).map((method) => {
        return firstContact(a, b, { method });
    });
    assert.ok(creeping.iterations > 50, `${creeping.iterations}`);
    assert.ok(landing.iterations < 20, `${landing.iterations}`);
    release(a, b);
});
