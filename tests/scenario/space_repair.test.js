import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSync } from 'graze';
import { blankScenario, repair, validate } from 'graze/scenario';
import { ContactPolicy } from '../../js/scenario/checks/contact_policy.js';
import { timeSpan } from '../../js/scenario/checks/disc_records.js';
import { MotionDelays } from '../../js/scenario/delays/motion_delays.js';
import { needsShared, randomNumbers } from '../helpers.js';
import { shareOf } from '../volume.js';
import { moversOf, separationsAt } from './space_oracle.js';
import { randomBodies, randomSwarm, readCrossing } from './space_plans.js';

/**
 * Later starts and repairs of plans in space, against an oracle of its own: positions of spheres that move straight, and the
 * least distance of two of them while both are present, as the minimum of quadratic functions.
 *
 * @import { Agent, MotionPiece, Point, Scenario } from 'graze/scenario'
 */

const graze = createSync();

/** Distance up to which two bodies that overlap may still count as touching: above all rounding, also of radii to float32. */
const SLACK = 1e-7;

/**
 * Returns an agent that moves straight from place to place.
 *
 * @param {string} name
 * @param {number} radius
 * @param {number[][]} places x, y, z and time of each; two in a row with the same place are a wait
 * @returns {Agent}
 */
function walker(name, radius, places) {
    const motion = places.slice(1).map(([x, y, z, t1], k) => {
        const [fromX, fromY, fromZ, t0] = places[k];
        const duration = t1 - t0;
        const along = (/** @type {number} */ from, /** @type {number} */ to) => [
            from,
            (to - from) / duration,
        ];
        return {
            ...{ t0, t1, x: along(fromX, x), y: along(fromY, y), z: along(fromZ, z) },
            end: { x, y, z },
        };
    });
    return { name, shape: { kind: 'sphere', radius }, start: null, goal: null, motion };
}

/**
 * Returns what an agent does, as moves at constant speed.
 *
 * @param {Agent} agent
 * @param {Pick<Scenario, 'beforeStart' | 'atGoal'>} scenario
 */
function lifeOf({ motion, start }, { beforeStart, atGoal }) {
    /** @param {number} t0 @param {number} t1 @param {Point} point */
    const stay = (t0, t1, { x, y, z = 0 }) => ({ t0, t1, at: [x, y, z], rate: [0, 0, 0] });
    if (motion.length === 0) return [stay(-Infinity, Infinity, /** @type {Point} */ (start))];
    const [first, last] = [motion[0], motion[motion.length - 1]];
    const moves = motion.map(({ t0, t1, x, y, z = [0] }) => ({
        ...{ t0, t1, at: [x[0], y[0], z[0]] },
        rate: [x[1] ?? 0, y[1] ?? 0, z[1] ?? 0],
    }));
    const [from] = moves;
    return [
        ...(beforeStart === 'stay'
            ? [{ ...from, t0: -Infinity, t1: first.t0, rate: [0, 0, 0] }]
            : []),
        ...moves,
        ...(atGoal === 'stay' ? [stay(last.t1, Infinity, /** @type {Point} */ (last.end))] : []),
    ];
}

/**
 * Returns the least gap of two spheres while both are present; Infinity where they never are.
 *
 * @param {Agent} a
 * @param {Agent} b
 * @param {Scenario} scenario
 */
function leastGap(a, b, scenario) {
    let least = Infinity;
    for (const p of lifeOf(a, scenario)) {
        for (const q of lifeOf(b, scenario)) {
            const [begin, end] = [Math.max(p.t0, q.t0), Math.min(p.t1, q.t1)];
            if (!(begin <= end)) continue;
            /** @param {typeof p} move @param {number} axis @param {number} t */
            const position = ({ t0, at, rate }, axis, t) =>
                at[axis] + (rate[axis] === 0 ? 0 : rate[axis] * (t - t0));
            const from = Number.isFinite(begin) ? begin : Math.min(end, 0);
            const d = [0, 1, 2].map((k) => position(q, k, from) - position(p, k, from));
            const v = [0, 1, 2].map((k) => q.rate[k] - p.rate[k]);
            const speed = v.reduce((sum, each) => sum + each * each, 0);
            const nearest =
                speed === 0 ? 0 : -d.reduce((sum, each, k) => sum + each * v[k], 0) / speed;
            const s = Math.min(Math.max(nearest, 0), speed === 0 ? 0 : end - from);
            const square = d.reduce((sum, each, k) => sum + (each + v[k] * s) ** 2, 0);
            least = Math.min(least, Math.sqrt(square));
        }
    }
    const [r, s] = [a, b].map(({ shape }) => ('radius' in shape ? shape.radius : NaN));
    return least - r - s;
}

/** Returns the deepest overlap of a plan of spheres that move straight; negative: minus its clearance. @param {Scenario} scenario */
function deepestOverlap(scenario) {
    const { agents } = scenario;
    let least = Infinity;
    for (const [k, a] of agents.entries()) {
        for (const b of agents.slice(k + 1)) least = Math.min(least, leastGap(a, b, scenario));
    }
    return -least;
}

/** @param {Agent[]} agents @param {Partial<Scenario>} [given] @returns {Scenario} */
const plan = (agents, given) => ({ ...blankScenario('test'), agents, ...given });

/**
 * Returns a plan of spheres that move straight between places of a lattice.
 *
 * @param {() => number} random
 * @param {{ agents: number, moves: number, size: number, step?: number }} form `step`: all times are multiples of it
 */
function randomWalkers(random, { agents, moves, size, step }) {
    const place = () => [0, 1, 2].map(() => Math.floor(size * random()));
    const duration = () =>
        step === undefined ? 0.5 + 2 * random() : step * (1 + Math.floor(3 * random()));
    return Array.from({ length: agents }, (_, a) => {
        let [at, t] = [place(), step === undefined ? random() : step * Math.floor(2 * random())];
        const places = [[...at, t]];
        for (let k = 0; k < moves; k++) {
            const next = random() < 0.2 ? at : place();
            t += duration();
            places.push([...next, t]);
            at = next;
        }
        return walker(`w${a}`, [0.3, 0.35, 0.5][Math.floor(3 * random())], places);
    });
}

/** Checks that agents make the same moves, at the same speeds. @param {Scenario} one @param {Scenario} other */
function assertSamePaths(one, other) {
    const [before, after] = [one, other].map(({ agents }) =>
        agents.flatMap(({ motion }) =>
            motion.filter(({ x, y, z = [] }) => [x, y, z].some(([, rate = 0]) => rate !== 0)),
        ),
    );
    assert.deepEqual(
        before.map(({ x, y, z }) => ({ x, y, z })),
        after.map(({ x, y, z }) => ({ x, y, z })),
    );
    for (const [k, { t0, t1 }] of before.entries()) {
        assert.ok(Math.abs(t1 - t0 - (after[k].t1 - after[k].t0)) < 1e-12);
    }
}

describe('spheres that move straight wait at the ends of their moves', () => {
    for (const touching of /** @type {const} */ (['allowed', 'conflict'])) {
        test(`random plans are free of overlaps after a repair, touching ${touching}`, async () => {
            const random = randomNumbers(touching === 'allowed' ? 5 : 6);
            /** @type {Record<string, number>} */
            const outcomes = {};
            for (let k = 0; k < shareOf(120); k++) {
                const scenario = plan(randomWalkers(random, { agents: 4, moves: 3, size: 3 }), {
                    beforeStart: random() < 0.5 ? 'stay' : 'vanish',
                    atGoal: random() < 0.5 ? 'stay' : 'vanish',
                });
                const result = await repair(scenario, { graze, touching, maxIterations: 300 });
                outcomes[result.outcome] = (outcomes[result.outcome] ?? 0) + 1;
                if (result.status === 'unrepaired') {
                    assert.ok(result.reason && deepestOverlap(scenario) > -SLACK);
                    continue;
                }
                const text = `plan ${k}`;
                const overlap = deepestOverlap(result.scenario);
                assert.ok(overlap <= (touching === 'allowed' ? SLACK : 0), `${text}: ${overlap}`);
                const check = await validate(result.scenario, { graze, touching });
                assert.ok(check.valid, `${text}: ${check.violations[0]?.message}`);
                assertSamePaths(scenario, result.scenario);
                const later = result.scenario.agents.reduce((sum, { motion }, a) => {
                    const [before] = scenario.agents[a].motion.slice(-1);
                    return sum + motion[motion.length - 1].t1 - before.t1;
                }, 0);
                assert.ok(Math.abs(later - result.totalDelay) < 1e-9, text);
                assert.ok(result.lowerBound <= result.totalDelay);
            }
            for (const outcome of ['optimal', 'impossible']) {
                assert.ok(outcomes[outcome] > 5, JSON.stringify(outcomes));
            }
        });
    }

    test('the least total of whole steps is that of all waits up to a few steps', async () => {
        const random = randomNumbers(8);
        const [step, most] = [0.5, 5];
        let [repaired, impossible] = [0, 0];
        for (let k = 0; k < shareOf(60); k++) {
            const given = /** @type {Partial<Scenario>} */ ({
                timeStep: step,
                beforeStart: random() < 0.5 ? 'stay' : 'vanish',
                atGoal: random() < 0.5 ? 'stay' : 'vanish',
            });
            const agents = randomWalkers(random, { agents: 2, moves: 2, size: 2, step });
            const scenario = plan(agents, given);
            const { outcome, totalDelay, status } = await repair(scenario, { graze });
            // Each agent waits before its first and its second move.
            const waits = Array.from({ length: (most + 1) ** 2 }, (_, n) => [
                step * Math.floor(n / (most + 1)),
                step * (n % (most + 1)),
            ]);
            const versions = agents.map((agent) => waits.map((own) => waiting(agent, own)));
            let least = Infinity;
            for (const a of versions[0]) {
                for (const b of versions[1]) {
                    const total = a.total + b.total;
                    if (total >= least) continue;
                    if (leastGap(a.agent, b.agent, scenario) >= -SLACK) least = total;
                }
            }
            const text = `plan ${k}: ${status}, ${outcome}`;
            assert.ok(['optimal', 'impossible'].includes(outcome), text);
            if (outcome === 'impossible') {
                assert.equal(least, Infinity, text);
                impossible++;
            } else if (totalDelay <= step * most) {
                assert.equal(totalDelay, least, text);
                if (totalDelay > 0) repaired++;
            } else assert.ok(least >= totalDelay, text);
        }
        assert.ok(Math.min(repaired, impossible) >= 3, `${repaired} ${impossible}`);
    });

    /** Returns an agent of two moves that waits before each. @param {Agent} agent @param {number[]} waits */
    function waiting(agent, waits) {
        let delay = 0;
        /** @type {MotionPiece[]} */
        const motion = [];
        for (const [k, piece] of agent.motion.entries()) {
            const begin = piece.t0 + delay;
            delay += waits[k];
            const { x, y, z = [0] } = piece;
            const place = { x: [x[0]], y: [y[0]], z: [z[0]] };
            if (k > 0) motion.push({ t0: begin, t1: piece.t0 + delay, ...place });
            motion.push({ ...piece, t0: piece.t0 + delay, t1: piece.t1 + delay });
        }
        return { agent: { ...agent, motion }, total: delay };
    }
});

/** @param {Agent} agent @param {number} delay @returns {Agent} */
function later(agent, delay) {
    const motion = agent.motion.map((piece) => ({
        ...piece,
        t0: piece.t0 + delay,
        t1: piece.t1 + delay,
    }));
    return { ...agent, motion };
}

/** Returns a plan one of whose agents starts later. @param {Scenario} scenario @param {number} agent @param {number} delay @returns {Scenario} */
function delayed(scenario, agent, delay) {
    const agents = scenario.agents.map((each, a) => (a === agent ? later(each, delay) : each));
    return { ...scenario, agents };
}

/** Time between two delays that are tried, and distance from the end of unsafe delays, in times: there bodies overlap visibly. */
const NEAR = 1e-4;

/**
 * Returns a plan of spheres and prisms that follow polynomials.
 *
 * @param {() => number} random
 * @param {number} k
 * @returns {Scenario}
 */
function randomCurves(random, k) {
    const ends = /** @type {const} */ (['stay', 'vanish']);
    const scenario =
        k % 2 === 0
            ? randomSwarm(random, { drones: 5, pieces: 3, size: 1.8, radius: 0.3 })
            : randomBodies(random, { bodies: 4, size: 2 });
    const [beforeStart, atGoal] = [0, 1].map(() => ends[Math.floor(2 * random())]);
    return { ...scenario, beforeStart, atGoal };
}

/**
 * Returns the least separation of two bodies of a plan by dense samples.
 *
 * @param {Scenario} scenario
 * @param {number} i
 * @param {number} j as in `moversOf`
 */
function sampledGap(scenario, i, j) {
    const movers = moversOf(scenario);
    const ends = [...scenario.agents, ...scenario.obstacles].flatMap(({ motion = [] }) =>
        motion.flatMap(({ t0, t1 }) => [t0, t1]),
    );
    const [from, to] = [Math.min(...ends, 0), Math.max(...ends, 0)];
    const times = Array.from({ length: 801 }, (_, k) => from + ((to - from) * k) / 800);
    return Math.min(...separationsAt(movers[i], movers[j], times));
}

/** Returns the ends of spans that are joined where they overlap. @param {{ lo: number, hi: number }[]} spans */
function endsOf(spans) {
    /** @type {number[]} */
    const ends = [];
    for (const { lo, hi } of spans.toSorted((p, q) => p.lo - q.lo)) {
        const last = ends.length - 1;
        if (last >= 0 && lo <= ends[last] + 1e-8) ends[last] = Math.max(ends[last], hi);
        else ends.push(lo, hi);
    }
    return ends;
}

describe('delays of spheres and prisms on polynomials', () => {
    test('unsafe delays are those with which the shifted plan overlaps', async () => {
        const random = randomNumbers(21);
        const { loadSpace } = await import('../../js/scenario/space/geometry.js');
        const geometry = (await loadSpace())(graze);
        const effort = { spend() {} };
        const policy = new ContactPolicy('allowed', undefined, Infinity);
        let [conflicts, free] = [0, 0];
        for (let k = 0; k < shareOf(24); k++) {
            const whole = randomCurves(random, k);
            const scenario = {
                ...whole,
                agents: whole.agents.slice(0, 2),
                obstacles: whole.obstacles.slice(0, 2),
            };
            const { begin } = timeSpan(scenario);
            const delays = new MotionDelays(geometry, scenario, begin, policy, effort);
            const atOnce = { ...geometry, delayWindows: 0 };
            const all = new MotionDelays(atOnce, scenario, begin, policy, effort);
            const moving = scenario.obstacles.flatMap(({ motion }, obstacle) =>
                motion === undefined ? [] : [{ obstacle }],
            );
            for (const other of [{ agent: 1 }, ...moving]) {
                // The first spans are those of a short range, which is then extended to both sides.
                const some = delays.findSpans(0, other, 0.3, 0.4);
                const spans = delays.findSpans(0, other);
                const expected = endsOf(all.findSpans(0, other));
                assert.equal(endsOf(spans).length, expected.length, `plan ${k}`);
                for (const [n, end] of endsOf(spans).entries()) {
                    const isSame = end === expected[n] || Math.abs(end - expected[n]) < 1e-8;
                    assert.ok(isSame, `plan ${k}: ${end} ${expected[n]}`);
                }
                for (const { lo, hi } of some) {
                    assert.ok(spans.some((each) => each.lo <= lo && hi <= each.hi));
                }
                const isLasting = [
                    spans.some(({ lo }) => lo === -Infinity),
                    spans.some(({ hi }) => hi === Infinity),
                ];
                assert.deepEqual(delays.conflictsForEver(0, other), isLasting);
                for (let n = 0; n < 24; n++) {
                    // Half of the delays are next to an end of an unsafe interval.
                    const ends = spans.flatMap(({ lo, hi }) => [lo, hi]).filter(Number.isFinite);
                    const end = ends[n >> 2];
                    const delay =
                        n % 2 === 1 && end !== undefined
                            ? end + (n % 4 === 1 ? NEAR : -NEAR)
                            : 16 * (random() - 0.5);
                    if (ends.some((each) => Math.abs(each - delay) < NEAR / 2)) continue;
                    const isUnsafe = spans.some(({ lo, hi }) => lo < delay && delay < hi);
                    assert.ok(spans.every(({ known }) => known));
                    const shifted = delayed(scenario, 0, delay);
                    const { violations } = await validate(shifted, { graze, suggestDelays: false });
                    const isConflict = violations.some(({ kind, agents, obstacle }) =>
                        'agent' in other
                            ? kind === 'agent-agent'
                            : kind === 'agent-obstacle' &&
                              agents[0] === 0 &&
                              obstacle === scenario.obstacles[other.obstacle].name,
                    );
                    const text = `plan ${k}, ${JSON.stringify(other)}, delay ${delay}`;
                    assert.equal(isConflict, isUnsafe, text);
                    if (isConflict) conflicts++;
                    else free++;
                    const j = 'agent' in other ? 1 : 2 + other.obstacle;
                    const gap = sampledGap(shifted, 0, j);
                    if (!isUnsafe) assert.ok(gap > -SLACK, `${text}: ${gap}`);
                }
            }
            delays.free();
            all.free();
        }
        assert.ok(Math.min(conflicts, free) > 20, `${conflicts} ${free}`);
    });

    test('a suggested start ends the conflict, and a sooner one does not', async () => {
        const random = randomNumbers(22);
        /** @type {Record<string, number>} */
        const seen = {};
        for (let k = 0; k < shareOf(18); k++) {
            const timeStep = k % 3 === 2 ? 0.25 : null;
            const scenario = { ...randomCurves(random, k), timeStep };
            const { violations } = await validate(scenario, { graze });
            for (const { agents, obstacle, suggestion, suggestionStatus, kind } of violations) {
                if (suggestionStatus === undefined) {
                    assert.notEqual(kind, 'agent-agent');
                    continue;
                }
                const key = `${suggestionStatus} ${suggestion?.resolves}`;
                seen[key] = (seen[key] ?? 0) + 1;
                /** @param {number} agent @param {number} delay @param {boolean} isAll */
                const isFree = async (agent, delay, isAll) => {
                    const shifted = delayed(scenario, agent, delay);
                    const found = await validate(shifted, { graze, suggestDelays: false });
                    return !found.violations.some((each) => {
                        if (!each.agents.includes(agent)) return false;
                        const isMoving = scenario.obstacles.some(
                            ({ name, motion }) => name === each.obstacle && motion !== undefined,
                        );
                        if (each.obstacle !== undefined && !isMoving) return false;
                        if (isAll) return true;
                        if (obstacle !== undefined) return each.obstacle === obstacle;
                        return (
                            each.agents.every((a) => agents.includes(a)) && each.agents.length === 2
                        );
                    });
                };
                const text = `plan ${k}, ${JSON.stringify({ agents, obstacle, suggestion })}`;
                if (suggestion) {
                    const { agent, delay, roundedDelay, resolves } = suggestion;
                    assert.ok(agents.includes(agent) && delay > 0, text);
                    assert.ok(await isFree(agent, delay, resolves === 'all'), text);
                    if (roundedDelay !== undefined) {
                        assert.ok(await isFree(agent, roundedDelay, resolves === 'all'), text);
                    }
                    if (timeStep !== null) assert.equal(delay % timeStep, 0, text);
                }
                if (suggestionStatus !== 'minimum' && suggestionStatus !== 'none') continue;
                const isAll = suggestion?.resolves === 'all';
                const most = suggestion?.delay ?? 12;
                for (const agent of agents) {
                    for (let n = 0; n < 4; n++) {
                        const delay =
                            timeStep === null
                                ? (most - NEAR) * (n === 0 ? 1 : random())
                                : timeStep * Math.floor((most / timeStep - 1) * random() + 0.5);
                        if (delay < 0) continue;
                        assert.ok(
                            !(await isFree(agent, delay, isAll)),
                            `${text}: ${agent}, ${delay}`,
                        );
                    }
                }
            }
        }
        for (const key of ['minimum all', 'none undefined']) {
            assert.ok(seen[key] > 1, JSON.stringify(seen));
        }
    });

    test('repaired plans are valid, by the least delays of two bodies', async () => {
        const random = randomNumbers(23);
        /** @type {Record<string, number>} */
        const outcomes = {};
        for (let k = 0; k < shareOf(30); k++) {
            const whole = { ...randomCurves(random, k), obstacles: [] };
            const isPair = k % 4 < 2;
            const scenario = isPair ? { ...whole, agents: whole.agents.slice(0, 2) } : whole;
            const result = await repair(scenario, { graze, maxIterations: 500 });
            const { status, outcome, changes, totalDelay } = result;
            outcomes[`${status} ${outcome}`] = (outcomes[`${status} ${outcome}`] ?? 0) + 1;
            const text = `plan ${k}: ${outcome} ${totalDelay} ${result.reason}`;
            if (status !== 'unrepaired') {
                const check = await validate(result.scenario, { graze });
                assert.ok(check.valid, text);
                for (let i = 0; i < scenario.agents.length; i++) {
                    for (let j = 0; j < i; j++) {
                        assert.ok(sampledGap(result.scenario, i, j) > -SLACK, text);
                    }
                }
                // Whole motions are shifted.
                for (const [a, { motion }] of result.scenario.agents.entries()) {
                    const change = changes.find(({ agent }) => agent === a);
                    const expected = later(scenario.agents[a], change?.arrivalDelay ?? 0);
                    assert.deepEqual(motion, expected.motion, text);
                }
            }
            if (!isPair || outcome !== 'optimal' || totalDelay === 0) continue;
            for (let n = 1; n <= 20; n++) {
                for (const agent of [0, 1]) {
                    const delay = ((totalDelay - NEAR) * n) / 20;
                    const sooner = delayed(scenario, agent, delay);
                    const { valid } = await validate(sooner, { graze, suggestDelays: false });
                    assert.ok(!valid, `${text}: ${agent} ${delay}`);
                }
            }
        }
        for (const key of ['repaired optimal', 'unrepaired impossible']) {
            assert.ok(outcomes[key] > 1, JSON.stringify(outcomes));
        }
    });
});

test('the real trajectories of Crazyswarm that cross are repaired where larger drones meet', {
    skip: needsShared,
}, async () => {
    const { clearance } = await validate(await readCrossing(0.01), { graze });
    // Drones of this radius overlap by 0.02.
    const radius = Number(clearance?.centerDistance) / 2 + 0.01;
    const staying = await readCrossing(radius);
    // Each ends where the other begins.
    const blocked = await validate(staying, { graze });
    assert.equal(blocked.violations[0].suggestionStatus, 'none');
    assert.equal((await repair(staying, { graze })).outcome, 'impossible');
    const ends = /** @type {const} */ ({ beforeStart: 'vanish', atGoal: 'vanish' });
    const scenario = { ...staying, ...ends };
    const { violations } = await validate(scenario, { graze });
    const [{ suggestion, suggestionStatus }] = violations;
    assert.equal(suggestionStatus, 'minimum');
    const { agent, delay } = /** @type {NonNullable<typeof suggestion>} */ (suggestion);
    for (const [by, isValid] of /** @type {const} */ ([
        [0, true],
        [NEAR, true],
        [-NEAR, false],
    ])) {
        const shifted = delayed(scenario, agent, delay + by);
        const check = await validate(shifted, { graze, suggestDelays: false });
        assert.equal(check.valid, isValid, `${by}`);
        const gap = sampledGap(shifted, 0, 1);
        if (isValid) assert.ok(gap > -SLACK, `${gap}`);
    }
    const { outcome, totalDelay, scenario: repaired } = await repair(scenario, { graze });
    assert.equal(outcome, 'optimal');
    assert.ok(totalDelay <= delay + 1e-9);
    assert.ok(sampledGap(repaired, 0, 1) > -SLACK);
    assert.equal((await validate(repaired, { graze, tolerance: 0 })).valid, true);
});
