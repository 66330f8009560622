import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createSync } from 'graze';
import { inShared, needsShared } from '../helpers.js';
import { readLog } from '../oracle/plan_oracle.js';

/**
 * 62 plans made from others by delaying one agent at its start, slightly more or less than an unsafe delay. The unsafe
 * waits were computed independently by exact rationals, and are compared with those of the plan before the change.
 *
 * @typedef {object} Mutated
 * @property {string} base the plan before
 * @property {number} agent
 * @property {string} extra_start_wait
 * @property {[number, number][]} unsafe_set delays of the agent for which it collides with another
 * @property {string} tag
 * @property {string} radius
 * @property {'valid' | 'conflict'} expected
 */

const g = createSync();

/** The sets were computed up to some time near 1e7, at which nothing happens: ends beyond this are ignored. */
const LONG = 1e6;

/** @param {string} base @param {number} radius */
function routesOf(base, radius) {
    const folder = inShared(`mapf/${base}`);
    const name = readdirSync(folder).find((each) => each.endsWith('_log.xml'));
    assert.ok(name);
    const paths = readLog(readFileSync(`${folder}/${name}`, 'utf8'), radius);
    return paths.map((path) =>
        path.map(({ x, y, vx, vy, t0, t1 }) => ({ x, y, vx, vy, t0, t1, radius })),
    );
}

/** Returns the union of closed intervals. @param {number[][]} spans */
function unionOf(spans) {
    /** @type {number[][]} */
    const union = [];
    for (const [lo, hi] of [...spans].sort(([p], [q]) => p - q)) {
        const last = union[union.length - 1];
        if (last && lo <= last[1]) last[1] = Math.max(last[1], hi);
        else union.push([lo, hi]);
    }
    return union;
}

/**
 * Returns the delays in [0, LONG] for which an agent collides with any other; all wait at both ends.
 *
 * @param {string} base
 * @param {number} agent
 * @param {number} radius
 */
function unsafeOf(base, agent, radius) {
    const routes = routesOf(base, radius);
    const others = routes.filter((_, k) => k !== agent);
    const options = /** @type {const} */ ({ from: 0, to: LONG, before: 'stay', after: 'stay' });
    return unionOf(others.flatMap((other) => g.unsafeDelays(routes[agent], other, options)));
}

if (needsShared) {
    test('plans slightly inside or outside a conflict have the right verdict', {
        skip: needsShared,
    }, () => {});
} else {
    /** @type {Mutated[]} */
    const plans = JSON.parse(readFileSync(inShared('mapf/mutated/expected.json'), 'utf8'));
    /** @type {Map<string, number[][]>} */
    const known = new Map();

    test('the data has 62 plans', () => assert.equal(plans.length, 62));

    for (const plan of plans) {
        test(`${plan.base}, agent ${plan.agent}, ${plan.tag}: unsafe delays are right to 1e-9`, () => {
            const key = `${plan.base} ${plan.agent}`;
            const unsafe = known.get(key) ?? unsafeOf(plan.base, plan.agent, Number(plan.radius));
            known.set(key, unsafe);
            assert.equal(unsafe.length, plan.unsafe_set.length, JSON.stringify(unsafe));
            plan.unsafe_set.forEach((span, i) => {
                span.forEach((end, k) => {
                    const expected = Math.min(end, LONG);
                    assert.ok(Math.abs(unsafe[i][k] - expected) <= 1e-9, `${unsafe[i]}: ${span}`);
                });
            });
            const wait = Number(plan.extra_start_wait);
            const isUnsafe = unsafe.some(([lo, hi]) => lo < wait && wait < hi);
            assert.equal(isUnsafe ? 'conflict' : 'valid', plan.expected);
        });
    }
}
