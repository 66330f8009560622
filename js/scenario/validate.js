import { createSync, formatValue, GrazeError } from 'graze';
import { explainRenamed, VALUES } from '../formats/renamed.js';
import { sweepPairs } from './agent_pairs.js';
import { argumentError, checkGraze, copyOptions } from './arguments.js';
import { checkBodies, positionAt } from './body_checker.js';
import { checkScenario } from './check_model.js';
import { ContactPolicy } from './contact_policy.js';
import { agentViolations } from './contacts.js';
import { cellViolations, edgeViolations } from './disc_map_checks.js';
import { endTime, hasOnlyLinearDiscs, makeDiscRecords, timeSpan } from './disc_records.js';
import { countSteps, discreteViolations } from './discrete.js';
import { goalRegionViolations, initialStateViolations } from './goals.js';
import { findHints } from './hints.js';
import {
    continuityViolations,
    goalViolations,
    speedViolations,
    startViolations,
} from './motion_checks.js';
import { Names } from './names.js';
import { roadmapViolations } from './roadmap.js';
import { formatText } from './rounded_text.js';
import { addSuggestions } from './suggest_delay.js';

/**
 * @import { Graze } from 'graze'
 * @import { NearestPair } from './agent_pairs.js'
 * @import { BodyVerdicts } from './body_checker.js'
 * @import { PairClearance } from './pair_clearances.js'
 * @import { SuggestionStatus, DelaySuggestion } from './suggest_delay.js'
 * @import { Agent, Scenario } from './scenario.js'
 * @import { RoundedText } from './rounded_text.js'
 * @import { TimeSpan } from './disc_records.js'
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
 * @property {(number | null)[]} pieces each agent's segment at the deepest, numbered from 0; null when
 *   it stands still before or after its segments
 * @property {true} [lasting] the contact never ends: the interval's end is only when all has come to rest
 * @property {[number, number]} [position] where, in the plan's frame; of two bodies at the deepest
 * @property {string} [obstacle] its name, when it is a body
 * @property {DelaySuggestion | null} [suggestion] a delay of one of the two that ends this conflict; null: none is known. Absent: not looked
 *   for, as there are too many or it takes too long
 * @property {SuggestionStatus} [suggestionStatus] how far that is decided: 'minimum' or 'sufficient' beside a delay, 'none' (proved) or
 *   'undecided' beside null. Absent without `mend`
 * @property {string} message one line, for people
 * @property {[offset: number, value: number][]} [exactValues] numbers that stand in the message with six digits: where, and
 *   what they are. Absent: none
 */

/**
 * A violation before it has names: what it says begins with a verb, of which its agents are the subject.
 *
 * @typedef {Omit<Violation, 'names' | 'message' | 'exactValues'> & { description: RoundedText }} ViolationDraft
 */

/**
 * A pair whose verdict could not be certified within the tolerance.
 *
 * @typedef {object} UndecidedPair
 * @property {number[]} agents one or two; one against an obstacle or the map
 * @property {string[]} names of these agents, as in a violation
 * @property {[number, number]} interval when
 * @property {string} [obstacle] its name, when it is a body
 * @property {string} message one line, for people
 * @property {[offset: number, value: number][]} [exactValues] as in a violation
 */

/**
 * The least gap between two agents over the whole plan.
 *
 * @typedef {object} Clearance
 * @property {number} separation between their boundaries, negative while they overlap
 * @property {number} time when it is first reached
 * @property {[number, number]} agents the two, ascending
 * @property {string[]} names of these agents, as in a violation
 * @property {number} centerDistance between their centres: the bodies' own origins
 */

/**
 * What `validate` says of a plan. As JSON it is a result of the program's json report.
 *
 * @typedef {object} ValidationResult
 * @property {string} format of the file that was read
 * @property {Scenario['domain']} domain 'driving': agents are vehicles
 * @property {boolean} valid nothing is violated, and nothing undecided
 * @property {number} agents how many
 * @property {number} obstacles how many beside blocked cells; those of one name are one
 * @property {number} pieces how many, as the plan declares them
 * @property {number} pairsChecked pairs of agents judged: all of them
 * @property {[number, number] | null} span when the first agent's motion begins and the last one's ends; null: nobody moves
 * @property {number} makespan when the last agent's motion ends
 * @property {number} sumOfCosts sum of the times at which the agents' motions end
 * @property {'allowed' | 'conflict'} touching whether touching counted: 'allowed', it did not
 * @property {number | null} tolerance in map units; null: 1e-9 of the radii's sum (of bodies that are no discs: of how
 *   far they reach from their middle), and twice what rounding to float32 moves an outline
 * @property {'stay' | 'vanish'} atGoal what agents did after their motion
 * @property {Record<string, number | null>} checks what was judged, and how many; null: nothing to judge
 *   it by was given
 * @property {Clearance | null} clearance null when no two agents are ever there together
 * @property {PairClearance[]} [pairClearances] how near agents come to obstacles, and to each other; the least first. Absent: there are no
 *   obstacles beside blocked cells. Of very many, each agent's nearest obstacle alone, which a notice says
 * @property {Violation[]} violations by time, then kind, then agents
 * @property {UndecidedPair[]} undecided by time, then agents
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
 * @property {'allowed' | 'conflict'} [touching] whether touching counts; `allowed`, it does not, unless given
 * @property {boolean} [suggestDelays] whether to look for delays that end conflicts; true unless given
 * @property {number} [maxSuggestions] violations for which they are looked for, the first ones; 100 unless given
 * @property {(done: number, of: number) => void} [progress] called now and then
 */

/** Parts that a stage of the judgement is told in. */
const PROGRESS_PARTS = 1000;

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
 * @returns {ValidationResult}
 * @throws {GrazeError} `wrong-type`, `unknown-option`, `out-of-range`, `not-finite` for the options and for numbers in the
 *   scenario; `not-convex` for a polygon of a body
 */
export function validate(scenario, options = {}) {
    const checked = checkOptions(options);
    checkScenario(scenario);
    const { graze = createSync(), tolerance, touching = 'allowed' } = checked;
    const { suggestDelays = true, maxSuggestions = 100, progress = () => {} } = checked;
    const { agents, atGoal } = scenario;
    const span = timeSpan(scenario);
    const policy = new ContactPolicy(
        touching,
        tolerance,
        atGoal === 'stay' ? span.horizon : Infinity,
    );
    const overlaps = checkOverlaps(graze, scenario, span, policy, progress);
    const names = new Names(scenario);
    const drafts = findViolations(scenario, overlaps).sort(compareViolations);
    const hints = findHints(scenario, drafts, (variant) => {
        const otherOverlaps = checkOverlaps(graze, variant, span, policy, () => {});
        return findViolations(variant, otherOverlaps).length + otherOverlaps.undecided.length;
    });
    const violations = nameViolations(drafts, names);
    const suggestionNotices = suggestDelays
        ? addSuggestions(graze, scenario, span, policy, violations, maxSuggestions)
        : [];
    const { nearest } = overlaps;
    const undecided = overlaps.undecided.sort(compareViolations);
    const endTimes = agents.map(endTime);
    const pieceCount = agents.reduce((sum, agent) => sum + agent.motion.length, 0);
    const pairCount = (agents.length * (agents.length - 1)) / 2;
    return {
        format: scenario.format,
        domain: scenario.domain,
        valid: violations.length === 0 && undecided.length === 0,
        agents: agents.length,
        obstacles: new Set(scenario.obstacles.map(({ name }) => name)).size,
        pieces: pieceCount,
        pairsChecked: pairCount,
        span: findTimeSpan(agents),
        makespan: endTimes.reduce((a, b) => Math.max(a, b), 0),
        sumOfCosts: endTimes.reduce((a, b) => a + b, 0),
        touching,
        tolerance: tolerance ?? null,
        atGoal,
        checks: countChecks(scenario, pairCount, pieceCount),
        ...(overlaps.pairClearances ? { pairClearances: overlaps.pairClearances } : {}),
        clearance: nearest === null ? null : makeClearance(nearest, scenario, names),
        violations,
        undecided,
        notices: [...scenario.notices, ...overlaps.notices, ...suggestionNotices],
        hints,
    };
}

/**
 * Returns all violations of a plan, with those of bodies that are known.
 *
 * @param {Scenario} scenario
 * @param {BodyVerdicts} overlaps
 * @returns {ViolationDraft[]}
 */
function findViolations(scenario, overlaps) {
    const { agents, roadmap, speedLimit } = scenario;
    return [
        ...overlaps.violations,
        ...discreteViolations(scenario),
        ...(roadmap ? roadmapViolations(agents, roadmap) : []),
        ...startViolations(agents),
        ...initialStateViolations(agents),
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
 * @param {ContactPolicy} policy
 * @param {(done: number, of: number) => void} progress
 * @returns {BodyVerdicts}
 */
function checkOverlaps(graze, scenario, span, policy, progress) {
    const { grid, obstacles, sizesKnown } = scenario;
    const areLinearDiscs = hasOnlyLinearDiscs(scenario);
    const stages = Number(areLinearDiscs) + Number(!areLinearDiscs || obstacles.length > 0);
    /** @param {number} stage */
    const report = (stage) => (/** @type {number} */ done, /** @type {number} */ total) =>
        progress(Math.floor(PROGRESS_PARTS * (stage + done / total)), PROGRESS_PARTS * stages);
    /** @type {BodyVerdicts} */
    const verdicts = { violations: [], undecided: [], nearest: null, notices: [] };
    if (areLinearDiscs) {
        const discs = makeDiscRecords(scenario, span);
        const maxRadius = discs.radius.reduce((a, b) => Math.max(a, b), 0);
        // No gap is below -Infinity: points are not judged, only how near they come.
        const reach = sizesKnown ? policy.contactDistance(2 * maxRadius) : -Infinity;
        const { contacts, nearest } = sweepPairs(graze, discs, reach, report(0));
        verdicts.nearest = nearest;
        verdicts.violations = [
            ...agentViolations(contacts, discs, policy),
            ...(grid ? cellViolations(graze, discs, grid, policy) : []),
            ...(grid ? edgeViolations(discs, grid, policy) : []),
        ];
    }
    if (!areLinearDiscs || obstacles.length > 0) {
        const scope = { amongAgents: !areLinearDiscs, withCells: !areLinearDiscs && grid !== null };
        const reportProgress = report(stages - 1);
        const found = checkBodies(graze, scenario, span, policy, scope, reportProgress);
        verdicts.nearest ??= found.nearest;
        verdicts.violations.push(...found.violations);
        verdicts.pairClearances = found.pairClearances;
        verdicts.undecided = found.undecided;
        verdicts.notices = found.notices;
    }
    return verdicts;
}

const KNOWN_OPTIONS = /** @type {const} */ ([
    'graze',
    'tolerance',
    'touching',
    'suggestDelays',
    'maxSuggestions',
    'progress',
]);

const TOUCHING = ['allowed', 'conflict'];

/** @param {unknown} given @returns {ValidateOptions} */
function checkOptions(given) {
    const options = copyOptions(given, KNOWN_OPTIONS);
    const {
        graze,
        tolerance = 0,
        touching = 'allowed',
        suggestDelays = true,
        maxSuggestions = 0,
        progress,
    } = options;
    checkGraze(graze);
    if (!(typeof tolerance === 'number' && tolerance >= 0 && tolerance < Infinity)) {
        throw argumentError('out-of-range', 'tolerance', 'finite and at least 0', tolerance);
    }
    if (!TOUCHING.includes(touching)) {
        const text = `touching must be ${TOUCHING.join(' or ')}, not ${formatValue(touching)}`;
        const explanation = explainRenamed(VALUES, touching, TOUCHING);
        const details = { argument: 'touching', value: touching };
        throw new GrazeError('unknown-option', `${text}${explanation}`, details);
    }
    if (typeof suggestDelays !== 'boolean')
        throw argumentError('wrong-type', 'suggestDelays', 'true or false', suggestDelays);
    if (!(typeof maxSuggestions === 'number' && maxSuggestions >= 0)) {
        throw argumentError(
            'out-of-range',
            'maxSuggestions',
            'a number of at least 0',
            maxSuggestions,
        );
    }
    if (progress !== undefined && typeof progress !== 'function') {
        throw argumentError('wrong-type', 'progress', 'a function', progress);
    }
    return options;
}

/**
 * @param {Scenario} scenario
 * @param {number} pairCount
 * @param {number} pieceCount
 * @returns {Record<string, number | null>}
 */
function countChecks(scenario, pairCount, pieceCount) {
    const { agents, grid, obstacles, roadmap, speedLimit, sizesKnown } = scenario;
    /** @param {(agent: Agent) => boolean} predicate */
    const count = (predicate) => agents.filter(predicate).length || null;
    const steps = countSteps(scenario);
    return {
        'agent-agent': sizesKnown ? pairCount : null,
        'agent-obstacle': grid || obstacles.length > 0 ? agents.length : null,
        'off-map': grid || roadmap ? agents.length : null,
        start: count(({ start, initialState }) => start !== null || initialState !== undefined),
        goal: count(({ goal, goals = [] }) => goal !== null || goals.length > 0),
        discontinuity: agents.length,
        speed: speedLimit !== null ? pieceCount : null,
        vertex: steps === null ? null : pairCount * steps.after,
        edge: steps === null ? null : pairCount * steps.during,
    };
}

/**
 * @param {NearestPair} nearest
 * @param {Scenario} scenario
 * @param {Names} names
 * @returns {Clearance}
 */
function makeClearance({ separation, time, a, b }, scenario, names) {
    /** @type {[number, number]} */
    const agents = [a, b];
    const subject = { agents, names: names.namesOf(agents) };
    const [p, q] = [scenario.agents[a].shape, scenario.agents[b].shape];
    if (p.kind === 'disc' && q.kind === 'disc') {
        const centerDistance = separation + p.radius + q.radius;
        return { separation, time, ...subject, centerDistance };
    }
    const [from, to] = [positionAt(scenario, a, time), positionAt(scenario, b, time)];
    const offset = { x: (to?.x ?? 0) - (from?.x ?? 0), y: (to?.y ?? 0) - (from?.y ?? 0) };
    return { separation, time, ...subject, centerDistance: Math.hypot(offset.x, offset.y) };
}

/** Returns when agents move: from when to when. @param {Agent[]} agents @returns {[number, number] | null} */
function findTimeSpan(agents) {
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
 * @param {ViolationDraft[]} drafts
 * @param {Names} names
 */
function nameViolations(drafts, names) {
    const violations = /** @type {(ViolationDraft | Violation)[]} */ (drafts);
    for (const [k, draft] of drafts.entries()) violations[k] = nameViolation(draft, names);
    return /** @type {Violation[]} */ (violations);
}

/** Says who a violation is of. @param {ViolationDraft} draft @param {Names} names @returns {Violation} */
function nameViolation({ kind, agents, description, ...rest }, names) {
    const { text, exactValues } = formatText`${names.describe(agents)} ${description}`;
    return {
        kind,
        agents,
        names: names.namesOf(agents),
        ...rest,
        message: text,
        ...(exactValues.length > 0 ? { exactValues } : {}),
    };
}

/**
 * @typedef {{ kind?: string, agents: number[], interval: [number, number] }} Timed
 *
 * @param {Timed} p
 * @param {Timed} q
 */
function compareViolations(p, q) {
    const [kindP, kindQ] = [p.kind ?? '', q.kind ?? ''];
    return (
        p.interval[0] - q.interval[0] ||
        (kindP < kindQ ? -1 : kindP > kindQ ? 1 : 0) ||
        p.agents[0] - q.agents[0] ||
        (p.agents[1] ?? 0) - (q.agents[1] ?? 0) ||
        p.interval[1] - q.interval[1]
    );
}
