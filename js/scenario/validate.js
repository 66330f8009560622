import { createSync, GrazeError, show } from 'graze';
import { sweepPairs } from './agent_pairs.js';
import { agentViolations } from './conflicts.js';
import {
    continuityViolations,
    goalViolations,
    speedViolations,
    startViolations,
} from './course.js';
import { cellViolations, edgeViolations } from './obstacles.js';
import { Reading } from './reading.js';
import { roadmapViolations } from './roadmap.js';
import { endTime, makeTracks } from './tracks.js';

/**
 * @import { Graze } from 'graze'
 * @import { Nearest } from './agent_pairs.js'
 * @import { Agent, Scenario } from './scenario.js'
 * @import { Tracks } from './tracks.js'
 */

/**
 * @typedef {'agent-agent' | 'agent-obstacle' | 'off-map' | 'start' | 'goal' | 'discontinuity'
 *   | 'speed'} ViolationKind
 *
 * @typedef {object} Violation
 * @property {ViolationKind} kind
 * @property {number[]} agents one or two, ascending, numbered from 0 in file order
 * @property {[number, number]} interval when; for two agents, or an agent and an obstacle, the maximal
 *   closed interval of contact
 * @property {number | null} depth the deepest overlap in map units; null where depth has no meaning
 * @property {(number | null)[]} segments each agent's segment at the deepest, numbered from 0; null when
 *   it stands still before or after its segments
 * @property {true} [lasting] the contact never ends: the interval's end is only when all has come to rest
 * @property {[number, number]} [position] where, in the plan's frame
 * @property {string} message one line, for people
 *
 * @typedef {object} Clearance the least gap between two agents over the whole plan
 * @property {number} distance between their boundaries, negative while they overlap
 * @property {number} time when it is first reached
 * @property {[number, number]} agents
 * @property {number} centreDistance between their centres
 *
 * @typedef {object} Result
 * @property {string} format
 * @property {boolean} valid
 * @property {number} agents
 * @property {number} segments as the plan declares them
 * @property {number} pairsChecked pairs of agents judged: all of them
 * @property {number} makespan when the last agent's motion ends
 * @property {number} sumOfCosts sum of the times at which the agents' motions end
 * @property {'open' | 'closed'} reading
 * @property {number | null} tolerance in map units; null: 1e-9 of the radii's sum
 * @property {'stay' | 'vanish'} atGoal
 * @property {Record<string, number | null>} checks what was judged, and how many; null: nothing to judge
 *   it by was given
 * @property {Clearance | null} clearance null when no two agents are ever there together
 * @property {Violation[]} violations by time, then kind, then agents
 * @property {string[]} notices
 *
 * @typedef {object} ValidateOptions
 * @property {Graze} [graze] an instance to use; a new one unless given
 * @property {number} [tolerance] map units, at least 0; 1e-9 of the radii's sum unless given
 * @property {'open' | 'closed'} [reading] whether touching counts; `open`, it does not, unless given
 * @property {boolean} [mend]
 */

/**
 * Judges a whole plan in continuous time: every pair of agents, agents against blocked cells and the
 * edge of the map, against the roadmap, starts, goals, continuity and speed.
 *
 * @param {Scenario} scenario
 * @param {ValidateOptions} [options]
 * @returns {Result}
 */
export function validate(scenario, options = {}) {
    checkOptions(scenario, options);
    const { graze = createSync(), tolerance, reading: name = 'open' } = options;
    const { agents, grid, roadmap, atGoal, speedLimit } = scenario;
    const tracks = makeTracks(scenario);
    const lastsFrom = atGoal === 'stay' ? tracks.horizon : Infinity;
    const reading = new Reading(name, tolerance, lastsFrom);
    const largest = tracks.radius.reduce((a, b) => Math.max(a, b), 0);
    const { contacts, nearest } = sweepPairs(graze, tracks, reading.reach(2 * largest));
    const violations = [
        ...agentViolations(contacts, tracks, reading),
        ...(grid ? cellViolations(graze, tracks, grid, reading) : []),
        ...(grid ? edgeViolations(tracks, grid, reading) : []),
        ...(roadmap ? roadmapViolations(agents, roadmap) : []),
        ...startViolations(agents),
        ...goalViolations(agents),
        ...continuityViolations(agents),
        ...(speedLimit !== null ? speedViolations(agents, speedLimit) : []),
    ].sort(inOrder);
    const ends = agents.map(endTime);
    const segments = agents.reduce((sum, agent) => sum + agent.motion.length, 0);
    const pairs = (agents.length * (agents.length - 1)) / 2;
    return {
        format: scenario.format,
        valid: violations.length === 0,
        agents: agents.length,
        segments,
        pairsChecked: pairs,
        makespan: ends.reduce((a, b) => Math.max(a, b), 0),
        sumOfCosts: ends.reduce((a, b) => a + b, 0),
        reading: name,
        tolerance: tolerance ?? null,
        atGoal,
        checks: countChecks(scenario, pairs, segments),
        clearance: nearest === null ? null : describeClearance(nearest, tracks),
        violations,
        notices: scenario.notices,
    };
}

const KNOWN_OPTIONS = ['graze', 'tolerance', 'reading', 'mend'];

/**
 * @param {Scenario} scenario
 * @param {ValidateOptions} options
 */
function checkOptions(scenario, options) {
    const { tolerance = 0, reading = 'open' } = options;
    const unknown = Object.keys(options).find((key) => !KNOWN_OPTIONS.includes(key));
    if (unknown !== undefined) {
        const text = `options has no property ${show(unknown)}; known: ${KNOWN_OPTIONS.join(', ')}`;
        throw new GrazeError('unknown-option', text, { argument: 'options', value: unknown });
    }
    if (!(tolerance >= 0 && tolerance < Infinity)) {
        const text = `tolerance must be finite and at least 0, not ${show(tolerance)}`;
        throw new GrazeError('out-of-range', text, { argument: 'tolerance', value: tolerance });
    }
    if (reading !== 'open' && reading !== 'closed') {
        const text = `reading must be open or closed, not ${show(reading)}`;
        throw new GrazeError('unknown-option', text, { argument: 'reading', value: reading });
    }
    if (scenario.obstacles.length > 0) {
        throw new GrazeError(
            'unsupported-body',
            `obstacle ${scenario.obstacles[0].name} is a convex body; only cells can be judged`,
            { argument: 'scenario', index: 0 },
        );
    }
}

/**
 * @param {Scenario} scenario
 * @param {number} pairs
 * @param {number} segments
 * @returns {Record<string, number | null>}
 */
function countChecks({ agents, grid, roadmap, speedLimit }, pairs, segments) {
    /** @param {(agent: Agent) => boolean} holds */
    const count = (holds) => agents.filter(holds).length || null;
    return {
        'agent-agent': pairs,
        'agent-obstacle': grid ? agents.length : null,
        'off-map': grid || roadmap ? agents.length : null,
        start: count(({ start }) => start !== null),
        goal: count(({ goal }) => goal !== null),
        discontinuity: agents.length,
        speed: speedLimit !== null ? segments : null,
    };
}

/**
 * @param {Nearest} nearest
 * @param {Tracks} tracks
 * @returns {Clearance}
 */
function describeClearance({ distance, time, a, b }, tracks) {
    const centreDistance = distance + tracks.radius[a] + tracks.radius[b];
    return { distance, time, agents: [a, b], centreDistance };
}

/**
 * @param {Violation} p
 * @param {Violation} q
 */
function inOrder(p, q) {
    return (
        p.interval[0] - q.interval[0] ||
        (p.kind < q.kind ? -1 : p.kind > q.kind ? 1 : 0) ||
        p.agents[0] - q.agents[0] ||
        (p.agents[1] ?? 0) - (q.agents[1] ?? 0) ||
        p.interval[1] - q.interval[1]
    );
}
