import { createSync } from 'graze';
import { sweepPairs } from './agent_pairs.js';
import { judgeBodies, placeAt } from './body_judge.js';
import { checkScenario } from './checked.js';
import { agentViolations } from './conflicts.js';
import {
    continuityViolations,
    goalViolations,
    speedViolations,
    startViolations,
} from './course.js';
import { countSteps, discreteViolations } from './discrete.js';
import { beginningViolations, goalRegionViolations } from './goals.js';
import { holdGraze, holdOptions, refusal } from './held.js';
import { findHints } from './hints.js';
import { addMends } from './mend.js';
import { Names } from './names.js';
import { cellViolations, edgeViolations } from './obstacles.js';
import { Reading } from './reading.js';
import { roadmapViolations } from './roadmap.js';
import { say } from './said.js';
import { endTime, isPlain, makeTracks, timeSpan } from './tracks.js';

/**
 * @import { Graze } from 'graze'
 * @import { Nearest } from './agent_pairs.js'
 * @import { BodyVerdicts } from './body_judge.js'
 * @import { Gap } from './gaps.js'
 * @import { DelayStatus, Mend } from './mend.js'
 * @import { Agent, Scenario } from './scenario.js'
 * @import { Said } from './said.js'
 * @import { TimeSpan } from './tracks.js'
 */

/**
 * What can be wrong with a plan. 'vertex': two agents in one cell after a step, or several on end; 'edge': two that
 * exchange their cells in a step; both in the discrete model, all else in continuous time.
 *
 * @typedef {'agent-agent' | 'agent-obstacle' | 'off-map' | 'start' | 'goal' | 'discontinuity'
 *   | 'speed' | 'vertex' | 'edge'} ViolationKind
 */

/**
 * Something that is wrong with a plan.
 *
 * @typedef {object} Violation
 * @property {ViolationKind} kind what it is
 * @property {number[]} agents one or two, ascending, numbered from 0 in file order
 * @property {string[]} names of these agents, as the file calls them: an agent's number where it has none, and beside a name
 *   that several have; cut after 200 characters
 * @property {[number, number]} interval when; for two agents, or an agent and an obstacle, the maximal
 *   closed interval of contact
 * @property {number | null} depth the deepest overlap in map units; null where depth has no meaning. Of two
 *   discs that go straight, to rounding; else an overlap that is reached, and less than the deepest by at most some
 *   1e-11 of the bodies' size, and what rounding to float32 moves their outlines. Of groups: of the two parts that are
 *   deepest in each other; of blocked cells: in a rectangle of those nearby
 * @property {(number | null)[]} segments each agent's segment at the deepest, numbered from 0; null when
 *   it stands still before or after its segments
 * @property {true} [lasting] the contact never ends: the interval's end is only when all has come to rest
 * @property {[number, number]} [position] where, in the plan's frame; of two bodies at the deepest
 * @property {string} [obstacle] its name, when it is a body
 * @property {Mend | null} [mend] a delay of one of the two that ends this conflict; null: none is known. Absent: not looked
 *   for, as there are too many or it takes too long
 * @property {DelayStatus} [delayStatus] how far that is decided: 'least' or 'enough' beside a delay, 'none' (proved) or
 *   'undecided' beside null. Absent without `mend`
 * @property {string} message one line, for people
 * @property {[offset: number, value: number][]} [rounded] numbers that stand in the message with six digits: where, and
 *   what they are. Absent: none
 */

/**
 * A violation before it has names: what it says begins with a verb, of which its agents are the subject.
 *
 * @typedef {Omit<Violation, 'names' | 'message' | 'rounded'> & { says: Said }} Draft
 */

/**
 * A pair whose verdict could not be certified within the tolerance.
 *
 * @typedef {object} Undecided
 * @property {number[]} agents one or two; one against an obstacle or the map
 * @property {string[]} names of these agents, as in a violation
 * @property {[number, number]} interval when
 * @property {string} [obstacle] its name, when it is a body
 * @property {string} message one line, for people
 * @property {[offset: number, value: number][]} [rounded] as in a violation
 */

/**
 * The least gap between two agents over the whole plan.
 *
 * @typedef {object} Clearance
 * @property {number} distance between their boundaries, negative while they overlap
 * @property {number} time when it is first reached
 * @property {[number, number]} agents the two, ascending
 * @property {string[]} names of these agents, as in a violation
 * @property {number} centreDistance between their centres: the bodies' own origins
 */

/**
 * What `validate` says of a plan. As JSON it is a result of the program's json report.
 *
 * @typedef {object} Result
 * @property {string} format of the file that was read
 * @property {Scenario['domain']} domain 'driving': agents are vehicles
 * @property {boolean} valid nothing is violated, and nothing undecided
 * @property {number} agents how many
 * @property {number} obstacles how many beside blocked cells; those of one name are one
 * @property {number} segments how many, as the plan declares them
 * @property {number} pairsChecked pairs of agents judged: all of them
 * @property {[number, number] | null} span when the first agent's motion begins and the last one's ends; null: nobody moves
 * @property {number} makespan when the last agent's motion ends
 * @property {number} sumOfCosts sum of the times at which the agents' motions end
 * @property {'open' | 'closed'} reading whether touching counted: 'open', it did not
 * @property {number | null} tolerance in map units; null: 1e-9 of the radii's sum (of bodies that are no discs: of how
 *   far they reach from their middle), and twice what rounding to float32 moves an outline
 * @property {'stay' | 'vanish'} atGoal what agents did after their motion
 * @property {Record<string, number | null>} checks what was judged, and how many; null: nothing to judge
 *   it by was given
 * @property {Clearance | null} clearance null when no two agents are ever there together
 * @property {Gap[]} [gaps] how near agents come to obstacles, and to each other; the least first. Absent: there are no
 *   obstacles beside blocked cells. Of very many, each agent's nearest obstacle alone, which a notice says
 * @property {Violation[]} violations by time, then kind, then agents
 * @property {Undecided[]} undecided by time, then agents
 * @property {string[]} notices what was read but not used, and what is not reported in full, in words
 * @property {string[]} hints what may be wrong with the input as a whole and would explain violations, in words: axes that
 *   are exchanged, another map
 */

/**
 * How a plan is judged.
 *
 * @typedef {object} ValidateOptions
 * @property {Graze} [graze] an instance to use; a new one unless given
 * @property {number} [tolerance] map units, at least 0; 1e-9 of the radii's sum unless given
 * @property {'open' | 'closed'} [reading] whether touching counts; `open`, it does not, unless given
 * @property {boolean} [mend] whether to look for delays that end conflicts; true unless given
 * @property {number} [most] violations for which they are looked for, the first ones; 100 unless given
 * @property {(done: number, of: number) => void} [progress] called now and then
 */

/** Parts that a stage of the judgement is told in. */
const PARTS = 1000;

/**
 * Judges a whole plan: every pair of agents in continuous time, agents against obstacles, blocked cells and
 * the edge of the map, against the roadmap, starts, goals, continuity and speed; a plan in whole steps in the
 * discrete model's terms too.
 *
 * Of n segments, O(n log n) and what boxes over time leave: a plan of 10,000 agents and 1,000,000 segments takes a second; all
 * pairs at worst.
 *
 * @param {Scenario} scenario
 * @param {ValidateOptions} [options]
 * @returns {Result}
 * @throws {GrazeError} `wrong-type`, `unknown-option`, `out-of-range`, `not-finite` for the options and for numbers in the
 *   scenario; `not-convex` for a polygon of a body
 */
export function validate(scenario, options = {}) {
    const given = readOptions(options);
    checkScenario(scenario);
    const { graze = createSync(), tolerance, reading: name = 'open' } = given;
    const { mend = true, most = 100, progress = () => {} } = given;
    const { agents, atGoal } = scenario;
    const span = timeSpan(scenario);
    const reading = new Reading(name, tolerance, atGoal === 'stay' ? span.horizon : Infinity);
    const overlaps = judgeOverlaps(graze, scenario, span, reading, progress);
    const names = new Names(scenario);
    const drafts = findViolations(scenario, overlaps).sort(inOrder);
    const hints = findHints(scenario, drafts, (other) => {
        const there = judgeOverlaps(graze, other, span, reading, () => {});
        return findViolations(other, there).length + there.undecided.length;
    });
    const violations = nameAll(drafts, names);
    const more = mend ? addMends(graze, scenario, span, reading, violations, most) : [];
    const { nearest } = overlaps;
    const undecided = overlaps.undecided.sort(inOrder);
    const ends = agents.map(endTime);
    const segments = agents.reduce((sum, agent) => sum + agent.motion.length, 0);
    const pairs = (agents.length * (agents.length - 1)) / 2;
    return {
        format: scenario.format,
        domain: scenario.domain,
        valid: violations.length === 0 && undecided.length === 0,
        agents: agents.length,
        obstacles: new Set(scenario.obstacles.map(({ name }) => name)).size,
        segments,
        pairsChecked: pairs,
        span: spanOf(agents),
        makespan: ends.reduce((a, b) => Math.max(a, b), 0),
        sumOfCosts: ends.reduce((a, b) => a + b, 0),
        reading: name,
        tolerance: tolerance ?? null,
        atGoal,
        checks: countChecks(scenario, pairs, segments),
        ...(overlaps.gaps ? { gaps: overlaps.gaps } : {}),
        clearance: nearest === null ? null : describeClearance(nearest, scenario, names),
        violations,
        undecided,
        notices: [...scenario.notices, ...overlaps.notices, ...more],
        hints,
    };
}

/**
 * Returns all violations of a plan, with those of bodies that are known.
 *
 * @param {Scenario} scenario
 * @param {BodyVerdicts} overlaps
 * @returns {Draft[]}
 */
function findViolations(scenario, overlaps) {
    const { agents, roadmap, speedLimit } = scenario;
    return [
        ...overlaps.violations,
        ...discreteViolations(scenario),
        ...(roadmap ? roadmapViolations(agents, roadmap) : []),
        ...startViolations(agents),
        ...beginningViolations(agents),
        ...goalViolations(agents),
        ...goalRegionViolations(agents),
        ...continuityViolations(agents),
        ...(speedLimit !== null ? speedViolations(agents, speedLimit) : []),
    ];
}

/**
 * Agents among each other, against obstacles and against the grid. Discs that go straight are judged by closed
 * formulas in double, all else by the package's certified queries.
 *
 * @param {Graze} graze
 * @param {Scenario} scenario
 * @param {TimeSpan} span
 * @param {Reading} reading
 * @param {(done: number, of: number) => void} progress
 * @returns {BodyVerdicts}
 */
function judgeOverlaps(graze, scenario, span, reading, progress) {
    const { grid, obstacles, sized } = scenario;
    const plain = isPlain(scenario);
    const stages = Number(plain) + Number(!plain || obstacles.length > 0);
    /** @param {number} stage */
    const report = (stage) => (/** @type {number} */ done, /** @type {number} */ of) =>
        progress(Math.floor(PARTS * (stage + done / of)), PARTS * stages);
    /** @type {BodyVerdicts} */
    const all = { violations: [], undecided: [], nearest: null, notices: [] };
    if (plain) {
        const tracks = makeTracks(scenario, span);
        const largest = tracks.radius.reduce((a, b) => Math.max(a, b), 0);
        // No gap is below -Infinity: points are not judged, only how near they come.
        const reach = sized ? reading.reach(2 * largest) : -Infinity;
        const { contacts, nearest } = sweepPairs(graze, tracks, reach, report(0));
        all.nearest = nearest;
        all.violations = [
            ...agentViolations(contacts, tracks, reading),
            ...(grid ? cellViolations(graze, tracks, grid, reading) : []),
            ...(grid ? edgeViolations(tracks, grid, reading) : []),
        ];
    }
    if (!plain || obstacles.length > 0) {
        const asked = { amongAgents: !plain, withCells: !plain && grid !== null };
        const progressed = report(stages - 1);
        const found = judgeBodies(graze, scenario, span, reading, asked, progressed);
        all.nearest ??= found.nearest;
        all.violations.push(...found.violations);
        all.gaps = found.gaps;
        all.undecided = found.undecided;
        all.notices = found.notices;
    }
    return all;
}

const KNOWN_OPTIONS = /** @type {const} */ ([
    'graze',
    'tolerance',
    'reading',
    'mend',
    'most',
    'progress',
]);

/** @param {unknown} given @returns {ValidateOptions} */
function readOptions(given) {
    const options = holdOptions(given, KNOWN_OPTIONS);
    const { graze, tolerance = 0, reading = 'open', mend = true, most = 0, progress } = options;
    holdGraze(graze);
    if (!(typeof tolerance === 'number' && tolerance >= 0 && tolerance < Infinity)) {
        throw refusal('out-of-range', 'tolerance', 'finite and at least 0', tolerance);
    }
    if (reading !== 'open' && reading !== 'closed') {
        throw refusal('unknown-option', 'reading', 'open or closed', reading);
    }
    if (typeof mend !== 'boolean') throw refusal('wrong-type', 'mend', 'true or false', mend);
    if (!(typeof most === 'number' && most >= 0)) {
        throw refusal('out-of-range', 'most', 'a number of at least 0', most);
    }
    if (progress !== undefined && typeof progress !== 'function') {
        throw refusal('wrong-type', 'progress', 'a function', progress);
    }
    return options;
}

/**
 * @param {Scenario} scenario
 * @param {number} pairs
 * @param {number} segments
 * @returns {Record<string, number | null>}
 */
function countChecks(scenario, pairs, segments) {
    const { agents, grid, obstacles, roadmap, speedLimit, sized } = scenario;
    /** @param {(agent: Agent) => boolean} holds */
    const count = (holds) => agents.filter(holds).length || null;
    const steps = countSteps(scenario);
    return {
        'agent-agent': sized ? pairs : null,
        'agent-obstacle': grid || obstacles.length > 0 ? agents.length : null,
        'off-map': grid || roadmap ? agents.length : null,
        start: count(({ start, beginning }) => start !== null || beginning !== undefined),
        goal: count(({ goal, goals = [] }) => goal !== null || goals.length > 0),
        discontinuity: agents.length,
        speed: speedLimit !== null ? segments : null,
        vertex: steps === null ? null : pairs * steps.after,
        edge: steps === null ? null : pairs * steps.during,
    };
}

/**
 * @param {Nearest} nearest
 * @param {Scenario} scenario
 * @param {Names} names
 * @returns {Clearance}
 */
function describeClearance({ distance, time, a, b }, scenario, names) {
    /** @type {[number, number]} */
    const agents = [a, b];
    const who = { agents, names: names.of(agents) };
    const [p, q] = [scenario.agents[a].shape, scenario.agents[b].shape];
    if (p.kind === 'disc' && q.kind === 'disc') {
        const centreDistance = distance + p.radius + q.radius;
        return { distance, time, ...who, centreDistance };
    }
    const [from, to] = [placeAt(scenario, a, time), placeAt(scenario, b, time)];
    const apart = { x: (to?.x ?? 0) - (from?.x ?? 0), y: (to?.y ?? 0) - (from?.y ?? 0) };
    return { distance, time, ...who, centreDistance: Math.hypot(apart.x, apart.y) };
}

/** Returns when agents move: from when to when. @param {Agent[]} agents @returns {[number, number] | null} */
function spanOf(agents) {
    let [from, to] = [Infinity, -Infinity];
    for (const { motion } of agents) {
        if (motion.length === 0) continue;
        from = Math.min(from, motion[0].t0);
        to = Math.max(to, motion[motion.length - 1].t1);
    }
    return from <= to ? [from, to] : null;
}

/**
 * Says who each violation is of. Each takes the place of its draft: there may be as many as fit into memory.
 *
 * @param {Draft[]} drafts
 * @param {Names} names
 */
function nameAll(drafts, names) {
    const all = /** @type {(Draft | Violation)[]} */ (drafts);
    for (const [k, draft] of drafts.entries()) all[k] = named(draft, names);
    return /** @type {Violation[]} */ (all);
}

/** Says who a violation is of. @param {Draft} draft @param {Names} names @returns {Violation} */
function named({ kind, agents, says, ...rest }, names) {
    const { text, rounded } = say`${names.inWords(agents)} ${says}`;
    return {
        kind,
        agents,
        names: names.of(agents),
        ...rest,
        message: text,
        ...(rounded.length > 0 ? { rounded } : {}),
    };
}

/**
 * @typedef {{ kind?: string, agents: number[], interval: [number, number] }} Timed
 *
 * @param {Timed} p
 * @param {Timed} q
 */
function inOrder(p, q) {
    const [kindP, kindQ] = [p.kind ?? '', q.kind ?? ''];
    return (
        p.interval[0] - q.interval[0] ||
        (kindP < kindQ ? -1 : kindP > kindQ ? 1 : 0) ||
        p.agents[0] - q.agents[0] ||
        (p.agents[1] ?? 0) - (q.agents[1] ?? 0) ||
        p.interval[1] - q.interval[1]
    );
}
