import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { repair } from 'graze/scenario';
import { ContactPolicy } from '../../js/scenario/checks/contact_policy.js';
import { applyDelays } from '../../js/scenario/repair/apply_delays.js';
import { DiscConflicts } from '../../js/scenario/repair/disc_conflicts.js';
import { conflictingPairs, parkAtGoals } from '../oracle/plan_oracle.js';
import { corridorPlan, easyScenario } from './easy_plans.js';
import { randomNumbers, randomPlan } from './random_plans.js';

/**
 * The conflict model of discs: all its answers about the same delays agree, and with an exact oracle that shares no code with it.
 *
 * @import { Scenario } from 'graze/scenario'
 * @import { Delays } from '../../js/scenario/repair/delay_search.js'
 */

const graze = createSync();
const RADIUS = 0.3;

/** Returns delays that grow along a path, none at all for some agents. @param {number} pieces @param {() => number} random @returns {Delays} */
function randomDelays(pieces, random) {
    const delays = new Float64Array(pieces);
    const share = random() < 0.3 ? 0 : 0.4;
    let delay = 0;
    for (let k = 0; k < pieces; k++) {
        if (random() < share) delay += Math.ceil(1024 * 3 * random()) / 1024;
        delays[k] = delay;
    }
    return delays;
}

/** Returns a plan that begins later. @param {Scenario} plan @param {number} time @returns {Scenario} */
function shifted(plan, time) {
    const agents = plan.agents.map((agent) => ({
        ...agent,
        motion: agent.motion.map((piece) => ({
            ...piece,
            t0: piece.t0 + time,
            t1: piece.t1 + time,
        })),
    }));
    return { ...plan, agents };
}

/** Returns the pairs of agents that overlap with these delays, by the oracle. @param {Scenario} plan @param {Delays[]} delays */
function overlappingPairs(plan, delays) {
    const { agents } = applyDelays(plan, delays, false).scenario;
    const paths = agents.map(({ motion }) =>
        motion.map(({ t0, t1, x, y, end }) => ({
            ...{ x: x[0], y: y[0], vx: x[1] ?? 0, vy: y[1] ?? 0, t0, t1, radius: RADIUS },
            ...{ toX: end?.x, toY: end?.y },
        })),
    );
    return conflictingPairs(parkAtGoals(paths), 1e-9);
}

for (const begin of [0, 2 ** 30]) {
    test(`pairs conflict, and block each other's delays, where they overlap by the oracle: from ${begin}`, () => {
        let [conflicts, free] = [0, 0];
        for (let seed = 1; seed <= 60; seed++) {
            const random = randomNumbers(seed);
            const plan = shifted(randomPlan(seed, 6, 4, 8, RADIUS), begin);
            const policy = new ContactPolicy('allowed', undefined, Infinity);
            const model = new DiscConflicts(graze, plan, policy, 1);
            // One model answers about other delays each time.
            for (let turn = 0; turn < 3; turn++) {
                const delays = model.sizes.map((pieces) => randomDelays(pieces, random));
                const expected = new Set(overlappingPairs(plan, delays).map(String));
                for (const a of delays.keys()) {
                    const own = delays[a];
                    const rivals = [...model.rivals(a, delays)];
                    /** @type {Set<number>} */
                    const blocking = new Set();
                    model.visitBlocked(a, delays, Infinity, (part, lo, hi, other) => {
                        const begins = own[(part - 1) >> 1] ?? -Infinity;
                        const ends = own[part >> 1] ?? Infinity;
                        const isEmpty = part % 2 === 0 && begins === ends;
                        if (!isEmpty && begins < hi && ends > lo) blocking.add(other);
                    });
                    for (const b of delays.keys()) {
                        if (b === a) continue;
                        const [p, q] = [Math.min(a, b), Math.max(a, b)];
                        const isConflict = expected.has(`${p},${q}`);
                        const found = model.conflict(p, q, delays[p], delays[q]);
                        const text = `seed ${seed}, turn ${turn}, agents ${a} and ${b}`;
                        assert.equal(found !== null, isConflict, text);
                        assert.equal(rivals.includes(b), isConflict, text);
                        assert.equal(blocking.has(b), isConflict, text);
                        if (isConflict) assert.ok([...model.neighbors(a)].includes(b), text);
                        if (isConflict) conflicts++;
                        else free++;
                    }
                }
            }
            model.free();
        }
        assert.ok(Math.min(conflicts, free) > 1000, `${conflicts} ${free}`);
    });
}

test('agents that drive along the same cells need no more queries when they are more', async () => {
    /** @param {number} agents */
    const countQueries = async (agents) => {
        const counting = createSync();
        let count = 0;
        for (const name of /** @type {const} */ (['unsafeDelays', 'conflictIntervals'])) {
            const query = /** @type {(...args: any[]) => any} */ (counting[name]);
            counting[name] = (/** @type {any[]} */ ...args) => {
                count++;
                return query.apply(counting, args);
            };
        }
        const { ways, ...rest } = corridorPlan(agents, 2);
        // Discs have queries; agents without a size have cells.
        const plan = { ...easyScenario({ ways, ...rest }), sizesKnown: true };
        for (const { shape } of plan.agents) if (shape.kind === 'disc') shape.radius = RADIUS;
        const result = await repair(plan, { graze: counting, maxIterations: 1 });
        assert.equal(result.status, 'repaired', result.reason);
        return count;
    };
    const [few, many] = [await countQueries(20), await countQueries(80)];
    assert.ok(many < 4 * few, `${few} and ${many} queries`);
});
