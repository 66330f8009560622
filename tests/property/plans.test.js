import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { blankScenario, validate } from 'graze/scenario';
import fc from '../fast_check.js';
import { timelineOf } from '../oracle/timeline_oracle.js';

/**
 * @import { Agent, ValidationResult, Scenario } from 'graze/scenario'
 * @import { Segment } from '../oracle/interval_oracle.js'
 */

const g = createSync();

/** Half-integer positions: exact touching, shared positions and standing still are common. */
const place = fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 12 }));
const stop = fc.oneof(
    { weight: 4, arbitrary: place },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 6 }) },
);
const anyAgent = fc
    .record({
        first: place,
        stops: fc.array(stop, { maxLength: 8 }),
        radius: fc.constantFrom(0.25, 0.5, 0.75, Math.SQRT2 / 4, 0.61),
        speed: fc.constantFrom(0.5, 0.7, 1, 2),
        begin: fc.constantFrom(0, 0, 0, 1.5, -2),
        shift: fc.constantFrom(0, 0, 0, 0, 4096),
    })
    .map(({ first, stops, radius, speed, begin, shift }) => {
        let [x, y] = [shift + first[0] / 2, first[1] / 2];
        let t0 = Number(begin);
        const start = { x, y };
        /** @type {Agent['motion']} */
        const motion = [];
        for (const next of stops) {
            const [toX, toY] =
                typeof next === 'number' ? [x, y] : [shift + next[0] / 2, next[1] / 2];
            const length = Math.hypot(toX - x, toY - y);
            if (typeof next !== 'number' && length === 0) continue;
            const duration = typeof next === 'number' ? next / 2 : length / speed;
            const t1 = t0 + duration;
            motion.push({
                t0,
                t1,
                x: toX === x ? [x] : [x, (toX - x) / duration],
                y: toY === y ? [y] : [y, (toY - y) / duration],
                end: { x: toX, y: toY },
            });
            [x, y, t0] = [toX, toY, t1];
        }
        /** @type {Agent} */
        const agent = {
            name: 'a',
            shape: { kind: 'disc', radius },
            start,
            goal: { x, y },
            motion,
        };
        return agent;
    });

/** @param {Agent} agent */
function radiusOf({ shape }) {
    assert.ok(shape.kind === 'disc');
    return shape.radius;
}

/**
 * Returns the moving discs of each agent from the plan's beginning to its end: it stands before its motion, and after
 * it unless it vanishes.
 *
 * @param {Agent[]} agents
 * @param {'stay' | 'vanish'} atGoal
 * @returns {Segment[][]}
 */
function livesOf(agents, atGoal) {
    const begin = Math.min(0, ...agents.flatMap(({ motion }) => motion.map(({ t0 }) => t0)));
    const horizon = Math.max(0, ...agents.flatMap(({ motion }) => motion.map(({ t1 }) => t1)));
    return agents.map((agent) => {
        const radius = radiusOf(agent);
        const moves = agent.motion.map(({ t0, t1, x, y }) => {
            return { x: x[0], y: y[0], vx: x[1] ?? 0, vy: y[1] ?? 0, t0, t1, radius };
        });
        const still = { vx: 0, vy: 0, radius };
        const [start, goal] = [agent.start, agent.goal];
        assert.ok(start && goal);
        const [from, to] = [moves[0]?.t0 ?? begin, moves[moves.length - 1]?.t1 ?? begin];
        const stays = atGoal === 'stay' || moves.length === 0;
        const until = atGoal === 'stay' ? horizon : to;
        return [
            ...(from > begin ? [{ ...start, ...still, t0: begin, t1: from }] : []),
            ...moves,
            ...(stays ? [{ ...goal, ...still, t0: to, t1: until }] : []),
        ];
    });
}

/**
 * Returns the gap of two agents at a time, in double.
 *
 * @param {Segment[]} p
 * @param {Segment[]} q
 * @param {number} time
 */
function gapAt(p, q, time) {
    const [s, r] = [p, q].map((life) => life.find(({ t0, t1 }) => t0 <= time && time <= t1));
    if (!s || !r) return Infinity;
    const dx = s.x + s.vx * (time - s.t0) - r.x - r.vx * (time - r.t0);
    const dy = s.y + s.vy * (time - s.t0) - r.y - r.vy * (time - r.t0);
    return Math.hypot(dx, dy) - s.radius - r.radius;
}

/**
 * Returns whether an end of an interval is right: the exact one to 1e-9, or at a time when the two nearly touch. Where
 * discs graze, an ulp of a position moves the end by the root of an ulp.
 *
 * @param {number} found
 * @param {number} exact
 * @param {Segment[]} p
 * @param {Segment[]} q
 */
function isEnd(found, exact, p, q) {
    const close = Math.abs(found - exact) <= 1e-9 * Math.max(1, Math.abs(exact));
    return close || (Math.abs(found - exact) < 1e-6 && Math.abs(gapAt(p, q, found)) < 1e-11);
}

/**
 * @param {ValidationResult} result
 * @param {Segment[][]} lives
 * @param {number} tolerance
 */
function compare(result, lives, tolerance) {
    let least = Infinity;
    lives.forEach((p, a) => {
        lives.slice(a + 1).forEach((q, offset) => {
            const b = a + 1 + offset;
            const { clearance, conflicts } = timelineOf(p, q, tolerance);
            least = Math.min(least, clearance);
            const found = result.violations.filter(
                ({ kind, agents }) => kind === 'agent-agent' && agents[0] === a && agents[1] === b,
            );
            assert.equal(found.length, conflicts.length, `agents ${a} and ${b}`);
            found.forEach(({ interval, depth }, k) => {
                const { lo, hi, gap } = conflicts[k];
                assert.ok(isEnd(interval[0], lo, p, q), `${interval[0]} is not ${lo}`);
                assert.ok(isEnd(interval[1], hi, p, q), `${interval[1]} is not ${hi}`);
                assert.ok(Math.abs((depth ?? Number.NaN) + gap) < 1e-9);
            });
        });
    });
    if (least === Infinity) assert.equal(result.clearance, null);
    else assert.ok(Math.abs((result.clearance?.separation ?? Number.NaN) - least) < 1e-9);
}

test('random plans: conflicts, their intervals and depths, and the clearance are exact', async () => {
    await fc.assert(
        fc.asyncProperty(
            fc.array(anyAgent, { minLength: 2, maxLength: 6 }),
            fc.constantFrom(/** @type {const} */ ('stay'), /** @type {const} */ ('vanish')),
            fc.constantFrom(1e-9, 1e-6, 0.0137),
            async (agents, atGoal, tolerance) => {
                /** @type {Scenario} */
                const scenario = { ...blankScenario('test'), agents, atGoal };
                const result = await validate(scenario, { graze: g, tolerance });
                compare(result, livesOf(agents, atGoal), tolerance);
            },
        ),
        { numRuns: 300, seed: 47 },
    );
});
