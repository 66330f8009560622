import { findNearRectangles, WallFactory } from '../model/blocked_cells.js';
import { bodiesOf } from '../model/bodies.js';
import { formatText, Names } from '../model/names.js';
import { pieceIndexAt, pointOnPiece } from '../model/step_motion.js';
import { ContactPolicy } from './contact_policy.js';
import {
    AGENT_MESSAGES,
    cellMessages,
    describeMeeting,
    EDGE_MESSAGES,
    formatContact,
    formatTime,
    MEETINGS,
    mergeByKey,
    obstacleMessages,
} from './contacts.js';
import { CellPaths, findMeeting } from './discrete.js';
import { planeGeometry } from './geometry.js';
import { findPairClearances } from './pair_clearances.js';
import { OffsetShapes, queryPair } from './pair_query.js';
import { makeStage, sliceInto } from './stage.js';

/**
 * @import { Graze } from 'graze'
 * @import { Rectangle } from '../model/blocked_cells.js'
 * @import { Bodies, Body } from '../model/bodies.js'
 * @import { MotionPiece, Point, Scenario } from '../model/scenario.js'
 * @import { UndecidedPair, ViolationDraft } from '../validation/validate.js'
 * @import { NearestPair } from './agent_pairs.js'
 * @import { BodySteps } from '../model/step_boxes.js'
 * @import { NearPair } from './body_broadphase.js'
 * @import { ContactRules } from './contact_policy.js'
 * @import { ContactMessages } from './contacts.js'
 * @import { TimeSpan } from './disc_records.js'
 * @import { ConflictOverlaps } from './discrete.js'
 * @import { BodyGeometry } from './geometry.js'
 * @import { PairClearance } from './pair_clearances.js'
 * @import { MovingQueries, PairContact, PairResult } from './pair_query.js'
 * @import { Stage } from './stage.js'
 * @import { ViolationCollector } from './violation_collector.js'
 */

/**
 * Queries of pairs of bodies that may meet, or be the nearest ones.
 *
 * A pair of bodies in the order of `Bodies`: agents, then obstacles.
 *
 * @typedef {object} BodyPair
 * @property {number} i an agent
 * @property {number} j another agent, or an obstacle
 * @property {{ from: number, to: number }} timeRange range in which they may be near each other
 * @property {number} minDistance lower bound of their separation
 * @property {boolean} isChecked false: only the least separation is determined
 * @property {boolean} isInReach whether they may be in contact
 *
 * Data that all blocks share.
 *
 * @typedef {object} BodyPairInput
 * @property {Scenario} scenario
 * @property {number} begin time from which bodies without a motion are present
 * @property {ContactRules} policy
 * @property {number} bound upper bound of the least separation of two agents
 */

/** Queries pairs of bodies, block by block (`BlockWorker`), but those that are neither in reach nor the nearest ones. */
export class PairQueries {
    #graze;
    #bodies;
    #policy;
    #offsetShapes;
    #bound;

    /**
     * @param {MovingQueries} graze
     * @param {Body[]} bodies
     * @param {ContactPolicy} policy
     * @param {OffsetShapes} offsetShapes
     * @param {number} bound upper bound of the least separation of two agents
     */
    constructor(graze, bodies, policy, offsetShapes, bound) {
        this.#graze = graze;
        this.#bodies = bodies;
        this.#policy = policy;
        this.#offsetShapes = offsetShapes;
        this.#bound = bound;
    }

    free() {}

    /**
     * @param {BodyPair[]} pairs
     * @returns {(PairResult | null)[]} null: they are too far apart to matter
     */
    run(pairs) {
        return pairs.map(({ i, j, timeRange, minDistance, isChecked, isInReach }) => {
            if (minDistance > this.#bound && !(isChecked && isInReach)) return null;
            const [a, b] = [this.#bodies[i], this.#bodies[j]];
            const result = queryPair(
                this.#graze,
                a,
                b,
                timeRange,
                this.#policy,
                this.#offsetShapes,
                isChecked,
            );
            if (b.agent >= 0) this.#bound = Math.min(this.#bound, result.separation);
            return result;
        });
    }
}

/** The same queries of bodies of its own. */
export class BodyPairSearch extends PairQueries {
    #bodies;
    #offsetShapes;

    /**
     * @param {Graze} graze
     * @param {BodyPairInput} input
     */
    constructor(graze, { scenario, begin, policy, bound }) {
        const geometry = planeGeometry(graze);
        const bodies = geometry.makeBodies(scenario, begin);
        const offsetShapes = new OffsetShapes(graze, geometry.deflate);
        const list = [...bodies.agents, ...bodies.obstacles];
        super(graze, list, ContactPolicy.of(policy), offsetShapes, bound);
        this.#bodies = bodies;
        this.#offsetShapes = offsetShapes;
    }

    free() {
        this.#offsetShapes.free();
        this.#bodies.free();
    }
}

/**
 * @typedef {'agent-agent' | 'agent-obstacle' | 'off-map'} BodyContactKind
 *
 * A contact with the bodies involved. `other` is the second agent, the obstacle, or -1 for cells and the map's edge.
 *
 * @typedef {PairContact & { kind: BodyContactKind, agent: number, other: number,
 *   rectangle: Rectangle | null }} BodyContact
 *
 * @typedef {object} BodyVerdicts
 * @property {UndecidedPair[]} undecided
 * @property {string[]} notices notices about incomplete reports
 * @property {PairClearance[]} [pairClearances] clearances of agents from obstacles and from each other;
 *   absent without obstacles
 * @property {NearestPair | null} nearest nearest pair of agents; null: not required, or no two are ever present together
 * @property {ConflictOverlaps | null} overlaps overlaps of agents that are violations, to find the conflicts in cells that belong to
 *   one of them; null: none are known
 */

/** Number of pairs that are checked at once, few enough for progress. */
const PAIRS_PER_BLOCK = 8;

/** Rough duration of the check of a pair, in milliseconds. */
const MS_PER_PAIR = 0.1;

/**
 * Checks bodies of any kind, which move and turn as polynomials, by the package's certified queries: no overlap is missed
 * because it is short.
 */
class BodyChecker {
    /**
     * @param {Graze} graze
     * @param {Scenario} scenario
     * @param {TimeSpan} span
     * @param {ContactPolicy} policy
     * @param {ViolationCollector} collector receives the violations
     * @param {(done: number, of: number) => void} progress
     * @param {BodyGeometry} geometry
     */
    constructor(graze, scenario, span, policy, collector, progress, geometry) {
        this.collector = collector;
        this.graze = graze;
        this.geometry = geometry;
        this.scenario = scenario;
        this.span = span;
        this.policy = policy;
        this.progress = progress;
        this.names = new Names(scenario);
        this.bodies = geometry.makeBodies(scenario, span.begin);
        this.offsetShapes = new OffsetShapes(geometry.queries, geometry.deflate);
        /** Whether each agent is one body, so that the contacts of two agents are those of one pair of bodies. */
        this.areAgentsSingle = this.bodies.agents.length === scenario.agents.length;
        this.firstObstacles = firstOfEachName(scenario);
        const { discrete, atGoal } = scenario;
        this.steps = discrete && new CellPaths(discrete.cells, atGoal);
        /** Contacts that are added when all are known. @type {BodyContact[]} */
        this.found = [];
        /** @type {UndecidedPair[]} */
        this.undecided = [];
        this.overlaps = new PairOverlaps();
        /** @type {NearestPair | null} */
        this.nearest = null;
        /** @type {PairClearance[] | undefined} */
        this.pairClearances = undefined;
        /** @type {Set<string>} */
        this.notices = new Set();
    }

    free() {
        this.offsetShapes.free();
        this.bodies.free();
    }

    /** @param {boolean} amongAgents @param {boolean} withCells @returns {Generator<Stage, void, void>} */
    *run(amongAgents, withCells) {
        const { agents, obstacles } = this.bodies;
        const { queries, makeSteps } = this.geometry;
        const { begin, horizon } = this.span;
        const steps = makeSteps([...agents, ...obstacles], begin, horizon);
        yield* this.#checkPairs(steps, amongAgents);
        if (withCells) this.#checkCells(steps);
        if (obstacles.length === 0) return;
        const { pairClearances, notices } = findPairClearances(
            queries,
            this.scenario,
            steps,
            this.names,
        );
        this.pairClearances = pairClearances;
        for (const notice of notices) this.notices.add(notice);
    }

    /**
     * Checks agents against each other and against obstacles. The nearest boxes come first, so that the least clearance is
     * known early and the rest need not be examined.
     *
     * @param {BodySteps} steps
     * @param {boolean} amongAgents
     * @returns {Generator<Stage, void, void>}
     */
    *#checkPairs(steps, amongAgents) {
        const { scenario } = this;
        const { queries, makeSearch, isLocal } = this.geometry;
        const search = makeSearch(steps, {
            agents: this.bodies.agents.length,
            agentReach: scenario.sizesKnown
                ? this.#contactDistance(this.bodies.agents, this.bodies.agents)
                : 0,
            obstacleReach: this.#contactDistance(this.bodies.agents, this.bodies.obstacles),
            amongAgents,
        });
        const { policy, offsetShapes, span } = this;
        const pairs = search.run().map(({ i, j, first, last, minDistance }) => {
            const isPair = steps.bodies[j].agent >= 0;
            const reach = isPair ? search.agentReach : search.obstacleReach;
            return {
                ...{ i, j, minDistance, timeRange: steps.timeRange(first, last) },
                isChecked: !isPair || scenario.sizesKnown,
                isInReach: minDistance <= reach,
            };
        });
        const blocks = sliceInto(pairs, PAIRS_PER_BLOCK);
        const { bound } = search;
        yield makeStage({
            kind: 'bodies',
            makeInput: () => ({
                scenario: bodiesOf(scenario),
                begin: span.begin,
                policy: { ...policy },
                bound,
            }),
            blocks,
            cost: MS_PER_PAIR * pairs.length,
            makeOwnWorker: () =>
                new PairQueries(queries, steps.bodies, policy, offsetShapes, bound),
            isLocal,
            progress: this.progress,
            preview: (/** @type {(PairResult | null)[]} */ results, block) => {
                for (const [k, result] of results.entries()) {
                    if (result !== null)
                        this.#announce(contactsOf(steps, blocks[block][k], result));
                }
            },
            take: (/** @type {(PairResult | null)[]} */ results, block) => {
                for (const [k, result] of results.entries()) {
                    if (result !== null) this.#addResult(steps, blocks[block][k], result);
                }
            },
        });
    }

    /**
     * @param {BodySteps} steps
     * @param {BodyPair} pair
     * @param {PairResult} result
     */
    #addResult(steps, pair, result) {
        const [a, b] = [steps.bodies[pair.i], steps.bodies[pair.j]];
        const isPair = b.agent >= 0;
        const otherBody = isPair ? { agent: b.agent } : { obstacle: b.obstacle };
        this.#noteTruncation(this.names.describePair(a.agent, otherBody), result.truncation);
        if (isPair) this.#updateNearest(a, b, result.separation, result.time);
        const contacts = contactsOf(steps, pair, result);
        this.#announce(contacts);
        if (isPair && this.areAgentsSingle) this.#settle(contacts);
        else for (const contact of contacts) this.found.push(contact);
    }

    /** Passes on a violation, if it is the first one. @param {BodyContact[]} contacts */
    #announce(contacts) {
        if (!this.collector.isFirstAwaited) return;
        const certain = contacts.find(({ isCertain }) => isCertain);
        if (certain !== undefined) this.collector.announce(this.#makeViolation(certain));
    }

    /**
     * @param {Body[]} some
     * @param {Body[]} others
     */
    #contactDistance(some, others) {
        const largest = (/** @type {Body[]} */ list, /** @type {'size' | 'error'} */ key) =>
            list.reduce((max, { part }) => Math.max(max, part[key]), 0);
        const size = largest(some, 'size') + largest(others, 'size');
        return this.policy.contactDistance(size, largest(some, 'error') + largest(others, 'error'));
    }

    /**
     * @param {Body} a
     * @param {Body} b
     * @param {number} separation
     * @param {number} time
     */
    #updateNearest(a, b, separation, time) {
        if (separation === Infinity) return;
        const [lower, upper] = a.agent < b.agent ? [a.agent, b.agent] : [b.agent, a.agent];
        const best = this.nearest;
        const isNearer =
            best === null ||
            (separation - best.separation || time - best.time || lower - best.a || upper - best.b) <
                0;
        if (isNearer) this.nearest = { separation, time, a: lower, b: upper };
    }

    /** Checks agents against blocked cells, and over the edge of the map. @param {BodySteps} steps */
    #checkCells(steps) {
        const { grid } = this.scenario;
        if (grid === null) return;
        const { agents, origin } = this.bodies;
        const wallFactory = new WallFactory(this.graze, this.bodies, grid);
        const edgePolicy = this.policy.withTouchingAllowed();
        const extent = maxCoordinate(steps, agents.length);
        const edges = agents.length > 0 ? wallFactory.beyondEdges(extent) : [];
        agents.forEach((body, i) => {
            const reach = this.policy.contactDistance(
                body.part.size + grid.nx + grid.ny,
                body.part.error,
            );
            for (const rectangle of findNearRectangles(steps, i, grid, origin, reach)) {
                const timeRange = steps.timeRange(rectangle.first, rectangle.last);
                const wall = wallFactory.fromCells(rectangle);
                this.#checkAgainst('agent-obstacle', body, wall, timeRange, this.policy, rectangle);
            }
            const over = stepsOverEdge(steps, i, grid, origin, body.part.error);
            if (over === null) return;
            const timeRange = steps.timeRange(over.first, over.last);
            for (const edge of edges)
                this.#checkAgainst('off-map', body, edge, timeRange, edgePolicy, null);
        });
    }

    /**
     * @param {BodyContactKind} kind
     * @param {Body} body
     * @param {Body} wall
     * @param {{ from: number, to: number }} timeRange
     * @param {ContactPolicy} policy
     * @param {Rectangle | null} rectangle
     */
    #checkAgainst(kind, body, wall, timeRange, policy, rectangle) {
        // The size of the wall does not affect how deep an agent may touch it.
        const thinWall = { ...wall, part: { ...wall.part, size: 0 } };
        const result = queryPair(
            this.graze,
            body,
            thinWall,
            timeRange,
            policy,
            this.offsetShapes,
            true,
        );
        const { contacts, truncation } = result;
        const counterpart = kind === 'off-map' ? 'the edge of the map' : 'blocked cells';
        this.#noteTruncation(`${this.names.describe([body.agent])} and ${counterpart}`, truncation);
        const found = contacts.map((contact) => {
            return { ...contact, kind, agent: body.agent, other: -1, rectangle };
        });
        this.#announce(found);
        this.found.push(...found);
    }

    /**
     * Adds a notice that not all contacts of a pair are reported.
     *
     * @param {string} who
     * @param {PairResult['truncation']} cut
     */
    #noteTruncation(who, cut) {
        if (cut === undefined) return;
        const kept = cut.kept === 'first' ? 'first contact' : 'deepest overlap';
        const text = `${who} meet in more than ${cut.limit} intervals: their ${kept} alone is reported`;
        this.notices.add(text);
    }

    /**
     * Adds the violations and undecided pairs of bodies all of whose contacts are known.
     *
     * @param {BodyContact[]} contacts
     */
    #settle(contacts) {
        const { collector } = this;
        const keyOf = (/** @type {BodyContact} */ found) => this.#keyOf(found);
        const certain = contacts.filter((found) => found.isCertain);
        /** @type {Map<string, BodyContact[]>} */
        const violations = new Map();
        for (const found of mergeByKey(certain, keyOf)) {
            const { lo, hi } = found;
            const isPair = found.kind === 'agent-agent';
            const [a, b = 0] = isPair ? sortPair(found.agent, found.other) : [found.agent];
            const met = isPair && this.steps ? findMeeting(this.steps, a, b, lo, hi) : NO_MEETING;
            const kind = met.meeting > 0 ? MEETINGS[met.meeting] : found.kind;
            const key = keyOf(found);
            const others = violations.get(key);
            if (others === undefined) violations.set(key, [found]);
            else others.push(found);
            if (isPair && this.steps) this.overlaps.add(a, b, lo, hi);
            collector.countKind(kind);
            if (!collector.accepts(kind, lo, a, b, hi)) continue;
            const draft = this.#makeViolation(found);
            const description = describeMeeting(draft.description, met.meeting, met.cell);
            collector.keep({ ...draft, kind, description });
        }
        if (certain.length === contacts.length) return;
        const uncertain = contacts.filter((found) => {
            if (found.isCertain) return false;
            const others = violations.get(keyOf(found)) ?? [];
            return !others.some(({ lo, hi }) => lo <= found.hi && found.lo <= hi);
        });
        const undecided = mergeByKey(uncertain, keyOf).map((found) => this.#makeUndecided(found));
        this.undecided.push(...undecided);
    }

    /** Returns the same text for contacts of the same bodies: obstacles of one name are one. @param {BodyContact} found */
    #keyOf({ kind, agent, other }) {
        const isObstacle = kind === 'agent-obstacle' && other >= 0;
        return `${kind} ${agent} ${isObstacle ? this.firstObstacles[other] : other}`;
    }

    /** @returns {BodyVerdicts} */
    finish() {
        this.#settle(this.found);
        const { undecided, pairClearances, nearest, notices, overlaps } = this;
        return { undecided, pairClearances, nearest, notices: [...notices], overlaps };
    }

    /** @param {BodyContact} found @returns {ViolationDraft} */
    #makeViolation(found) {
        const { kind, agent, other, lo, hi, depth, time, point, rectangle } = found;
        const { agents, obstacles } = this.scenario;
        const isPair = kind === 'agent-agent';
        const agentPair = isPair ? sortPair(agent, other) : [agent];
        const obstacle = kind === 'agent-obstacle' && rectangle === null ? obstacles[other] : null;
        const isMoving = obstacle !== null && (obstacle.motion ?? []).length > 0;
        const lasting = !isMoving && this.policy.isLasting(hi) && hi >= this.span.horizon;
        const position =
            rectangle === null ? this.#toPlanFrame(point) : this.#nearestCell(point, rectangle);
        return {
            kind,
            agents: agentPair,
            interval: [lo, hi],
            depth: Math.max(depth, 0),
            pieces: agentPair.map((a) => pieceIndexAt(agents[a].motion, time)),
            ...(lasting ? { lasting } : {}),
            position,
            ...(obstacle === null ? {} : { obstacle: obstacle.name }),
            description: formatContact(this.#contactMessages(found, position), found, lasting),
        };
    }

    /** @param {BodyContact} found @param {NonNullable<ViolationDraft['position']>} position @returns {ContactMessages} */
    #contactMessages({ kind, other, rectangle }, [x, y]) {
        if (kind === 'agent-agent') return AGENT_MESSAGES;
        if (kind === 'off-map') return EDGE_MESSAGES;
        return rectangle === null
            ? obstacleMessages(this.names.describeObstacle(other))
            : cellMessages(x, y);
    }

    /** @param {BodyContact} found @returns {UndecidedPair} */
    #makeUndecided({ kind, agent, other, lo, hi }) {
        const isPair = kind === 'agent-agent';
        const otherBody = isPair ? { agent: other } : { obstacle: other };
        const counterpart = kind === 'off-map' ? 'the edge of the map' : 'a blocked cell';
        const bodies =
            other < 0
                ? `${this.names.describe([agent])} and ${counterpart}`
                : this.names.describePair(agent, otherBody);
        const agents = isPair ? sortPair(agent, other) : [agent];
        const isObstacle = kind === 'agent-obstacle' && other >= 0;
        const { text, exactValues } =
            formatText`${bodies}: too close to the tolerance to decide whether they overlap by more, ${formatTime({ lo, hi }, false)}`;
        return {
            agents,
            names: this.names.namesOf(agents),
            interval: [lo, hi],
            ...(isObstacle ? { obstacle: this.scenario.obstacles[other].name } : {}),
            message: text,
            ...(exactValues.length > 0 ? { exactValues } : {}),
        };
    }

    /** @param {Point} point @returns {NonNullable<ViolationDraft['position']>} */
    #toPlanFrame({ x, y, z }) {
        const { origin } = this.bodies;
        if (z === undefined) return [x + origin.x, y + origin.y];
        return [x + origin.x, y + origin.y, z + (origin.z ?? 0)];
    }

    /** @param {Point} point @param {Rectangle} rectangle @returns {[number, number]} */
    #nearestCell(point, { i0, i1, j0, j1 }) {
        const [x, y] = this.#toPlanFrame(point);
        const i = Math.min(Math.max(Math.round(x), i0), i1);
        const j = Math.min(Math.max(Math.round(y), j0), j1);
        return [i, j];
    }
}

/**
 * Returns the contacts of a pair with the bodies involved.
 *
 * @param {BodySteps} steps
 * @param {BodyPair} pair
 * @param {PairResult} result
 * @returns {BodyContact[]}
 */
function contactsOf({ bodies }, { i, j }, { contacts }) {
    const [a, b] = [bodies[i], bodies[j]];
    const isPair = b.agent >= 0;
    const kind = isPair ? 'agent-agent' : 'agent-obstacle';
    const other = isPair ? b.agent : b.obstacle;
    return contacts.map((contact) => {
        return { ...contact, kind, agent: a.agent, other, rectangle: null };
    });
}

/** Overlaps of agents, to find those that contain a conflict in cells. @implements {ConflictOverlaps} */
class PairOverlaps {
    /** Ends of the overlaps of each pair: lo, hi, lo, hi, … @type {Map<string, number[]>} */
    #ends = new Map();

    /** @param {number} a @param {number} b @param {number} lo @param {number} hi */
    add(a, b, lo, hi) {
        const key = `${a} ${b}`;
        const ends = this.#ends.get(key);
        if (ends === undefined) this.#ends.set(key, [lo, hi]);
        else ends.push(lo, hi);
    }

    /** @param {number} a @param {number} b @param {number} time */
    contain(a, b, time) {
        const ends = this.#ends.get(`${a} ${b}`) ?? [];
        return ends.some((lo, k) => k % 2 === 0 && lo <= time && time <= ends[k + 1]);
    }
}

/** @type {ReturnType<typeof findMeeting>} */
const NO_MEETING = { meeting: 0, cell: [0, 0] };

/** @param {number} a @param {number} b @returns {[number, number]} */
function sortPair(a, b) {
    return a < b ? [a, b] : [b, a];
}

/**
 * Returns, for each obstacle, the first one of its name: obstacles of one name are reported as one.
 *
 * @param {Scenario} scenario
 */
function firstOfEachName({ obstacles }) {
    /** @type {Map<string, number>} */
    const firstObstacles = new Map();
    return obstacles.map(({ name }, k) => {
        const first = firstObstacles.get(name) ?? k;
        firstObstacles.set(name, first);
        return first;
    });
}

/**
 * Returns the position of an agent's origin; before and after its motion, that at its ends. Null for an agent with neither a
 * motion nor a start.
 *
 * @param {Scenario} scenario
 * @param {number} a
 * @param {number} time
 * @returns {Point | null}
 */
export function positionAt({ agents }, a, time) {
    const { motion, start } = agents[a];
    if (motion.length === 0) return start;
    const k = pieceIndexAt(motion, time) ?? (time < motion[0].t0 ? 0 : motion.length - 1);
    const { t0, t1 } = motion[k];
    return pointOnPiece(motion[k], Math.min(Math.max(time, t0), t1) - t0);
}

/**
 * Returns the largest magnitude of a coordinate of boxes, at least 1.
 *
 * @param {BodySteps} steps
 * @param {number} bodies number of bodies that count, the first ones
 */
function maxCoordinate({ boxes, count }, bodies) {
    let extent = 1;
    for (let k = 0; k < 4 * bodies * count; k++) {
        const size = Math.abs(boxes[k]);
        if (size !== Infinity && size > extent) extent = size;
    }
    return extent;
}

/**
 * Returns the steps from the first to the last in which a body's box extends over the edge of the map.
 *
 * @param {BodySteps} steps
 * @param {number} body
 * @param {{ nx: number, ny: number }} grid
 * @param {Point} origin
 * @param {number} error
 */
function stepsOverEdge(steps, body, { nx, ny }, origin, error) {
    const { boxes } = steps;
    let over = null;
    for (let k = 0; k < steps.count; k++) {
        const at = steps.boxOffset(body, k);
        if (boxes[at] === Infinity) continue;
        const isInside =
            boxes[at] + origin.x - error >= -0.5 &&
            boxes[at + 1] + origin.y - error >= -0.5 &&
            boxes[at + 2] + origin.x + error <= nx - 0.5 &&
            boxes[at + 3] + origin.y + error <= ny - 0.5;
        if (isInside) continue;
        if (over === null) over = { first: k, last: k };
        else over.last = k;
    }
    return over;
}

/**
 * Checks bodies other than discs in straight moves: agents against each other if required, against obstacles, and against
 * the grid if required.
 *
 * @param {Graze} graze
 * @param {Scenario} scenario
 * @param {TimeSpan} span
 * @param {ContactPolicy} policy
 * @param {{ amongAgents: boolean, withCells: boolean }} scope
 * @param {ViolationCollector} collector receives the violations
 * @param {(done: number, of: number) => void} progress
 * @param {BodyGeometry} [geometry] default: that of the plane
 * @returns {Generator<Stage, BodyVerdicts, void>}
 */
export function* checkBodies(
    graze,
    scenario,
    span,
    policy,
    scope,
    collector,
    progress,
    geometry = planeGeometry(graze),
) {
    const checker = new BodyChecker(graze, scenario, span, policy, collector, progress, geometry);
    try {
        yield* checker.run(scope.amongAgents, scope.withCells);
        return checker.finish();
    } finally {
        checker.free();
    }
}
