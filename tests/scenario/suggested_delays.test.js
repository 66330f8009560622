import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { blankScenario, validate } from 'graze/scenario';
import fc from '../fast_check.js';
import { boxShape as box } from '../helpers.js';
import { leastSeparation, placedAt } from '../oracle/body_oracle.js';
import { timelineOf } from '../oracle/timeline_oracle.js';

/**
 * @import { Agent, Obstacle, Scenario } from 'graze/scenario'
 * @import { Segment } from '../oracle/interval_oracle.js'
 */

const g = createSync();

/** @param {Scenario} scenario @param {object} [options] */
function check(scenario, options) {
    return validate(scenario, { graze: g, ...options });
}

/** @param {Agent} agent @param {number} delay @returns {Agent} */
function later(agent, delay) {
    const motion = agent.motion.map(({ t0, t1, ...rest }) => ({
        ...rest,
        t0: t0 + delay,
        t1: t1 + delay,
    }));
    return { ...agent, motion };
}

/** Half-integer positions: exact touching, shared positions and standing still are common. */
const place = fc.tuple(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 8 }));
const anyAgent = fc
    .record({
        first: place,
        stops: fc.array(fc.oneof(place, fc.integer({ min: 1, max: 4 })), {
            minLength: 1,
            maxLength: 4,
        }),
        radius: fc.constantFrom(0.25, 0.5, 0.61),
        speed: fc.constantFrom(0.5, 0.7, 1),
        begin: fc.constantFrom(0, 0, 1.5),
    })
    .map(({ first, stops, radius, speed, begin }) => {
        let [x, y] = [first[0] / 2, first[1] / 2];
        let t0 = Number(begin);
        const start = { x, y };
        /** @type {Agent['motion']} */
        const motion = [];
        for (const next of stops) {
            const [toX, toY] = typeof next === 'number' ? [x, y] : [next[0] / 2, next[1] / 2];
            const way = Math.hypot(toX - x, toY - y);
            const duration = typeof next === 'number' ? next / 2 : way / speed;
            if (duration === 0) continue;
            const [vx, vy] = [(toX - x) / duration, (toY - y) / duration];
            motion.push({ t0, t1: t0 + duration, x: [x, vx], y: [y, vy], end: { x: toX, y: toY } });
            [x, y, t0] = [toX, toY, t0 + duration];
        }
        /** @type {Agent} */
        const agent = { name: 'a', shape: { kind: 'disc', radius }, start, goal: null, motion };
        return agent;
    });
const anyEnding = fc.constantFrom(/** @type {const} */ ('stay'), /** @type {const} */ ('vanish'));

/**
 * Returns the moving discs of an agent's whole life, for the exact oracle.
 *
 * @param {Agent} agent
 * @param {number} t1
 * @param {'stay' | 'vanish'} before
 * @param {'stay' | 'vanish'} after
 * @returns {Segment[]}
 */
function life({ shape, motion, start }, t1, before, after) {
    const radius = shape.kind === 'disc' ? shape.radius : 0;
    const still = { vx: 0, vy: 0, radius };
    const [x, y] = [start?.x ?? 0, start?.y ?? 0];
    const stays = after === 'stay';
    if (motion.length === 0) return [{ x, y, ...still, t0: 0, t1: stays ? t1 : 0 }];
    const moves = motion.map((segment) => ({
        x: segment.x[0],
        y: segment.y[0],
        vx: segment.x[1],
        vy: segment.y[1],
        t0: segment.t0,
        t1: segment.t1,
        radius,
    }));
    const last = motion[motion.length - 1];
    const [first] = moves;
    const waits = before === 'stay' && first.t0 > 0;
    return [
        ...(waits ? [{ x, y, ...still, t0: 0, t1: first.t0 }] : []),
        ...moves,
        ...(stays && last.t1 < t1
            ? [{ x: last.end?.x ?? 0, y: last.end?.y ?? 0, ...still, t0: last.t1, t1 }]
            : []),
    ];
}

test('random discs: a suggested delay ends the conflict exactly, and no smaller whole number of steps does', async () => {
    await fc.assert(
        fc.asyncProperty(
            fc.array(anyAgent, { minLength: 2, maxLength: 4 }),
            anyEnding,
            anyEnding,
            fc.constantFrom(null, 0.5),
            async (agents, beforeStart, atGoal, timeStep) => {
                const scenario = {
                    ...blankScenario('test'),
                    agents,
                    beforeStart,
                    atGoal,
                    timeStep,
                };
                const horizon = Math.max(
                    0,
                    ...agents.flatMap(({ motion }) => motion.map((s) => s.t1)),
                );
                /** @param {number} agent @param {number} delay @param {number} other */
                const overlaps = (agent, delay, other, tolerance = 2e-9) => {
                    const end = 2 * horizon + 1;
                    const [p, q] = [later(agents[agent], delay), agents[other]].map((each) =>
                        life(each, end, beforeStart, atGoal),
                    );
                    return timelineOf(p, q, tolerance).conflicts.length > 0;
                };
                for (const { kind, agents: pair, suggestion } of (await check(scenario))
                    .violations) {
                    if (kind !== 'agent-agent') continue;
                    assert.notEqual(suggestion, undefined);
                    const all = agents.map((_, a) => a);
                    const able = pair.filter((a) => agents[a].motion.length > 0);
                    if (suggestion) {
                        const others = suggestion.resolves === 'all' ? all : pair;
                        for (const other of others) {
                            if (other === suggestion.agent) continue;
                            assert.ok(!overlaps(suggestion.agent, suggestion.delay, other));
                        }
                    }
                    // The delays are those of a lattice that are smaller than the suggested one, or all if none is
                    // suggested.
                    for (const agent of able) {
                        for (let delay = 0; delay <= horizon; delay += 0.5) {
                            if (delay >= (suggestion?.delay ?? Infinity)) continue;
                            const others = suggestion?.resolves === 'all' ? all : pair;
                            const met = others.some(
                                (b) => b !== agent && overlaps(agent, delay, b, 1e-10),
                            );
                            assert.ok(met, `delay ${delay} of agent ${agent} would do`);
                        }
                    }
                }
            },
        ),
        { numRuns: 300, seed: 19 },
    );
});

const coefficient = fc.integer({ min: -8, max: 8 }).map((k) => k / 4);
const anyCar = fc
    .record({
        size: fc.constantFrom([2, 1], [1, 0.5], [4, 1.75]),
        place: fc.tuple(fc.integer({ min: -4, max: 4 }), fc.integer({ min: -4, max: 4 })),
        heading: coefficient,
        span: fc.constantFrom(2, 3, 4),
        rates: fc.tuple(coefficient, coefficient, coefficient),
        bend: coefficient,
    })
    .map(({ size, place: [x, y], heading, span, rates: [vx, vy, turn], bend }) => {
        /** @type {Agent} */
        const car = {
            name: 'car',
            shape: box(size[0], size[1]),
            start: null,
            goal: null,
            motion: [
                { t0: 0, t1: span, x: [x, vx, bend / 8], y: [y, vy], angle: [heading, turn / 4] },
            ],
        };
        return car;
    });

test('random cars and moving obstacles: a suggested delay ends the conflict, and no smaller step does', async () => {
    await fc.assert(
        fc.asyncProperty(
            fc.array(anyCar, { minLength: 2, maxLength: 3 }),
            fc.array(anyCar, { maxLength: 1 }),
            anyEnding,
            anyEnding,
            async (agents, things, beforeStart, atGoal) => {
                /** @type {Obstacle[]} */
                const obstacles = things.map(({ shape, motion }) => ({
                    name: 'bus',
                    shape,
                    pose: { x: 0, y: 0, angle: 0 },
                    motion,
                }));
                const timeStep = 0.25;
                const scenario = {
                    ...blankScenario('test'),
                    ...{ agents, obstacles, beforeStart, atGoal, timeStep },
                };
                const ends = [...agents, ...things].map(({ motion }) => motion[0].t1);
                const horizon = Math.max(
                    ...agents.map(({ motion }) => motion[0].t1),
                    ...(atGoal === 'stay' ? ends : []),
                );
                /** @param {number} agent @param {number} delay @param {number} other -1: the obstacle */
                const deepest = (agent, delay, other) => {
                    const late = later(agents[agent], delay);
                    let least = Infinity;
                    for (let t = 0; t <= 2 * horizon + 1; t += 1 / 64) {
                        const p = placedAt(late, t, beforeStart, atGoal);
                        const q =
                            other < 0
                                ? placedAt(things[0], t, 'vanish', 'vanish')
                                : placedAt(agents[other], t, beforeStart, atGoal);
                        least = Math.min(least, leastSeparation(p, q));
                    }
                    return least;
                };
                const all = [...agents.map((_, a) => a), ...things.map(() => -1)];
                for (const { agents: pair, obstacle, suggestion } of (await check(scenario))
                    .violations) {
                    assert.notEqual(suggestion, undefined);
                    const against = obstacle === undefined ? pair : [...pair, -1];
                    const others = suggestion?.resolves === 'all' ? all : against;
                    if (suggestion) {
                        assert.equal(suggestion.delay % timeStep, 0);
                        for (const other of others) {
                            if (other === suggestion.agent) continue;
                            const gap = deepest(suggestion.agent, suggestion.delay, other);
                            assert.ok(gap > -1e-6, `still ${-gap} deep`);
                        }
                    }
                    for (const agent of pair) {
                        const end = Math.min(horizon, (suggestion?.delay ?? Infinity) - timeStep);
                        for (let delay = 0; delay <= end; delay += timeStep) {
                            // Samples miss contacts that are short or just touch.
                            const gaps = others.map((b) =>
                                b === agent ? 9 : deepest(agent, delay, b),
                            );
                            assert.ok(
                                Math.min(...gaps) < 0.05,
                                `delay ${delay} of ${agent} would do`,
                            );
                        }
                    }
                }
            },
        ),
        { numRuns: 60, seed: 23 },
    );
});

test('a suggested delay of a disc that meets a moving obstacle avoids it and all other agents', async () => {
    /** @param {number} y @param {number} vx @returns {Agent} */
    const disc = (y, vx) => ({
        name: 'd',
        shape: { kind: 'disc', radius: 0.5 },
        start: null,
        goal: null,
        motion: [{ t0: 0, t1: 10, x: [vx > 0 ? 0 : 10, vx], y: [y] }],
    });
    const bus = {
        name: 'bus',
        shape: box(2, 2),
        pose: { x: 0, y: 0, angle: 0 },
        motion: [{ t0: 0, t1: 10, x: [5], y: [-5, 1] }],
    };
    const scenario = {
        ...blankScenario('test'),
        agents: [disc(0, 1)],
        obstacles: [bus],
        timeStep: 0.5,
        atGoal: /** @type {const} */ ('vanish'),
    };
    const [{ suggestion }] = (await check(scenario)).violations;
    // At t = 5 both are in the middle; the bus is past y = 1.5 at 6.5, and the disc reaches x = 3.5 after 3.5.
    assert.deepEqual(suggestion, { agent: 0, delay: 3, resolves: 'all' });
});

test('no delay is suggested past an agent that stays at its start and goal', async () => {
    // The second crosses the first's start and goal: the first is always at one of them, or between them.
    const disc = /** @type {const} */ ({ kind: 'disc', radius: 0.5 });
    /** @type {Agent[]} */
    const agents = [
        {
            ...{ name: 'first', shape: disc, start: { x: 1, y: 0.5 }, goal: { x: 1, y: 1.5 } },
            motion: [{ t0: 2, t1: 3, x: [1], y: [0.5, 1] }],
        },
        {
            ...{ name: 'second', shape: disc, start: { x: 3, y: 1.5 }, goal: { x: 0, y: 0.5 } },
            motion: [
                { t0: 1, t1: 3, x: [3, -1], y: [1.5] },
                { t0: 3, t1: 5, x: [1], y: [1.5, -1] },
                { t0: 5, t1: 6, x: [1, -1], y: [-0.5, 1] },
            ],
        },
    ];
    for (const timeStep of [null, 1]) {
        for (const touching of /** @type {const} */ (['allowed', 'conflict'])) {
            const plan = { ...blankScenario('stays'), agents, timeStep };
            const suggestions = (await check(plan, { touching })).violations.map(
                ({ suggestion }) => suggestion,
            );
            assert.ok(
                suggestions.length > 0 && suggestions.every((suggestion) => suggestion === null),
                String(timeStep),
            );
        }
    }
});
