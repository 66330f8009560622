import { Bodies } from './bodies.js';
import {
    describeTime,
    mergeGroups,
    OVER_EDGE,
    OVERLAP,
    sayContact,
    withCells,
    withObstacle,
} from './conflicts.js';
import { encounter, Grown } from './encounter.js';
import { leastGaps } from './gaps.js';
import { Names } from './names.js';
import { NearSearch } from './near.js';
import { valueAt } from './polynomial.js';
import { say } from './said.js';
import { StepBoxes } from './step_boxes.js';
import { nearRectangles, WallMaker } from './walls.js';

/**
 * @import { Graze } from 'graze'
 * @import { Nearest } from './agent_pairs.js'
 * @import { Body } from './bodies.js'
 * @import { ContactWords } from './conflicts.js'
 * @import { Encounter, Meeting } from './encounter.js'
 * @import { Gap } from './gaps.js'
 * @import { Approach } from './near.js'
 * @import { Reading } from './reading.js'
 * @import { MotionSegment, Point, Scenario } from './scenario.js'
 * @import { TimeSpan } from './tracks.js'
 * @import { Draft, Undecided } from './validate.js'
 * @import { Rectangle } from './walls.js'
 *
 * @typedef {'agent-agent' | 'agent-obstacle' | 'off-map'} BodyKind
 *
 * Who met, besides what happened. `other`: the second agent, the obstacle, or -1 for cells and the map's edge.
 *
 * @typedef {Meeting & { kind: BodyKind, agent: number, other: number,
 *   rectangle: Rectangle | null }} Found
 *
 * @typedef {object} BodyVerdicts
 * @property {Draft[]} violations
 * @property {Undecided[]} undecided
 * @property {string[]} notices what is not reported in full, in words
 * @property {Gap[]} [gaps] of agents from obstacles, and from each other; absent: there are no obstacles
 * @property {Nearest | null} nearest of two agents; null when that was not asked, or none are ever together
 */

/**
 * Judges bodies of any kind, which move and turn as polynomials, by the package's own certified queries: an
 * overlap between two samples is found however short it is.
 */
class BodyJudge {
    /**
     * @param {Graze} graze
     * @param {Scenario} scenario
     * @param {TimeSpan} span
     * @param {Reading} reading
     * @param {(done: number, of: number) => void} progress
     */
    constructor(graze, scenario, span, reading, progress) {
        this.graze = graze;
        this.scenario = scenario;
        this.span = span;
        this.reading = reading;
        this.progress = progress;
        this.names = new Names(scenario);
        this.bodies = new Bodies(graze, scenario, span.begin);
        this.grown = new Grown(graze);
        /** @type {Found[]} */
        this.found = [];
        /** @type {Nearest | null} */
        this.nearest = null;
        /** @type {Gap[] | undefined} */
        this.gaps = undefined;
        /** @type {Set<string>} */
        this.notices = new Set();
    }

    free() {
        this.grown.free();
        this.bodies.free();
    }

    /** @param {boolean} amongAgents @param {boolean} withCells */
    run(amongAgents, withCells) {
        const { agents, obstacles } = this.bodies;
        const { begin, horizon } = this.span;
        const steps = new StepBoxes(this.graze, [...agents, ...obstacles], begin, horizon);
        this.#pairs(steps, amongAgents);
        if (withCells) this.#cells(steps);
        if (obstacles.length === 0) return;
        const { gaps, notices } = leastGaps(this.graze, this.scenario, steps, this.names);
        this.gaps = gaps;
        for (const notice of notices) this.notices.add(notice);
    }

    /**
     * Agents among each other, and against obstacles. The nearest boxes come first, so that the least
     * clearance is known early and the rest need not be examined.
     *
     * @param {StepBoxes} steps
     * @param {boolean} amongAgents
     */
    #pairs(steps, amongAgents) {
        const { scenario } = this;
        const search = new NearSearch(this.graze, steps, {
            agentReach: scenario.sized ? this.#reach(this.bodies.agents, this.bodies.agents) : 0,
            obstacleReach: this.#reach(this.bodies.agents, this.bodies.obstacles),
            amongAgents,
        });
        const approaches = search.run().sort((p, q) => p.gap - q.gap || p.first - q.first);
        let { bound } = search;
        approaches.forEach((approach, done) => {
            this.progress(done, approaches.length);
            const { i, j, first, last, gap } = approach;
            const [a, b] = [steps.bodies[i], steps.bodies[j]];
            const isPair = b.agent >= 0;
            const judged = !isPair || scenario.sized;
            const reach = isPair ? search.agentReach : search.obstacleReach;
            if (gap > bound && !(judged && gap <= reach)) return;
            const stretch = steps.stretch(first, last);
            const met = encounter(this.graze, a, b, stretch, this.reading, this.grown, judged);
            const who = isPair ? { agent: b.agent } : { obstacle: b.obstacle };
            this.#note(this.names.pair(a.agent, who), met.cut);
            if (isPair) bound = Math.min(bound, this.#measure(a, b, met.distance, met.time));
            const kind = isPair ? 'agent-agent' : 'agent-obstacle';
            const other = isPair ? b.agent : b.obstacle;
            for (const meeting of met.meetings) {
                this.found.push({ ...meeting, kind, agent: a.agent, other, rectangle: null });
            }
        });
    }

    /**
     * @param {Body[]} some
     * @param {Body[]} others
     */
    #reach(some, others) {
        const largest = (/** @type {Body[]} */ list, /** @type {'size' | 'error'} */ what) =>
            list.reduce((most, { part }) => Math.max(most, part[what]), 0);
        const size = largest(some, 'size') + largest(others, 'size');
        return this.reading.reach(size, largest(some, 'error') + largest(others, 'error'));
    }

    /**
     * @param {Body} a
     * @param {Body} b
     * @param {number} distance
     * @param {number} time
     * @returns {number} a distance that no least clearance is above
     */
    #measure(a, b, distance, time) {
        if (distance === Infinity) return Infinity;
        const [lower, upper] = a.agent < b.agent ? [a.agent, b.agent] : [b.agent, a.agent];
        const best = this.nearest;
        const order =
            best === null ||
            (distance - best.distance || time - best.time || lower - best.a || upper - best.b) < 0;
        if (order) this.nearest = { distance, time, a: lower, b: upper };
        return distance;
    }

    /** Agents against blocked cells, and over the edge of the map. @param {StepBoxes} steps */
    #cells(steps) {
        const { grid } = this.scenario;
        if (grid === null) return;
        const { agents, origin } = this.bodies;
        const maker = new WallMaker(this.graze, this.bodies, grid);
        const open = this.reading.asOpen();
        const far = farthest(steps, agents.length);
        const edges = agents.length > 0 ? maker.beyondEdges(far) : [];
        agents.forEach((body, i) => {
            const reach = this.reading.reach(body.part.size + grid.nx + grid.ny, body.part.error);
            for (const rectangle of nearRectangles(steps, i, grid, origin, reach)) {
                const stretch = steps.stretch(rectangle.first, rectangle.last);
                const wall = maker.ofCells(rectangle);
                this.#against('agent-obstacle', body, wall, stretch, this.reading, rectangle);
            }
            const over = stepsOver(steps, i, grid, origin, body.part.error);
            if (over === null) return;
            const stretch = steps.stretch(over.first, over.last);
            for (const edge of edges) this.#against('off-map', body, edge, stretch, open, null);
        });
    }

    /**
     * @param {BodyKind} kind
     * @param {Body} body
     * @param {Body} wall
     * @param {{ from: number, to: number }} stretch
     * @param {Reading} reading
     * @param {Rectangle | null} rectangle
     */
    #against(kind, body, wall, stretch, reading, rectangle) {
        // How large the wall is has nothing to do with how deep the agent may touch it.
        const thin = { ...wall, part: { ...wall.part, size: 0 } };
        const met = encounter(this.graze, body, thin, stretch, reading, this.grown, true);
        const { meetings, cut } = met;
        const what = kind === 'off-map' ? 'the edge of the map' : 'blocked cells';
        this.#note(`${this.names.inWords([body.agent])} and ${what}`, cut);
        for (const meeting of meetings) {
            this.found.push({ ...meeting, kind, agent: body.agent, other: -1, rectangle });
        }
    }

    /** Notes that not all contacts of two are reported. @param {string} who @param {Encounter['cut']} cut */
    #note(who, cut) {
        if (cut === undefined) return;
        const kept = cut.kept === 'first' ? 'first contact' : 'deepest overlap';
        const text = `${who} meet in more than ${cut.most} intervals: their ${kept} alone is reported`;
        this.notices.add(text);
    }

    /** @returns {BodyVerdicts} */
    verdicts() {
        const firsts = firstNamed(this.scenario);
        const keyOf = (/** @type {Found} */ { kind, agent, other }) =>
            `${kind} ${agent} ${kind === 'agent-obstacle' && other >= 0 ? firsts[other] : other}`;
        const certain = this.found.filter((found) => found.certain);
        const joined = mergeGroups(certain, keyOf);
        const violations = joined.map((found) => this.#violation(found));
        const covers = (/** @type {Found} */ violation, /** @type {Found} */ found) =>
            keyOf(violation) === keyOf(found) &&
            violation.lo <= found.hi &&
            found.lo <= violation.hi;
        const open = this.found.filter(
            (found) => !found.certain && !joined.some((violation) => covers(violation, found)),
        );
        const undecided = mergeGroups(open, keyOf).map((found) => this.#undecided(found));
        const { gaps, nearest } = this;
        return { violations, undecided, gaps, nearest, notices: [...this.notices] };
    }

    /** @param {Found} found @returns {Draft} */
    #violation(found) {
        const { kind, agent, other, lo, hi, depth, time, point, rectangle } = found;
        const { agents, obstacles } = this.scenario;
        const isPair = kind === 'agent-agent';
        const who = isPair ? ordered(agent, other) : [agent];
        const obstacle = kind === 'agent-obstacle' && rectangle === null ? obstacles[other] : null;
        const moves = obstacle !== null && (obstacle.motion ?? []).length > 0;
        const lasting = !moves && this.reading.lasts(hi) && hi >= this.span.horizon;
        const at = rectangle === null ? this.#place(point) : this.#cellAt(point, rectangle);
        return {
            kind,
            agents: who,
            interval: [lo, hi],
            depth: Math.max(depth, 0),
            segments: who.map((a) => segmentAt(agents[a].motion, time)),
            ...(lasting ? { lasting } : {}),
            position: at,
            ...(obstacle === null ? {} : { obstacle: obstacle.name }),
            says: sayContact(this.#words(found, at), found, lasting),
        };
    }

    /** @param {Found} found @param {[number, number]} at @returns {ContactWords} */
    #words({ kind, other, rectangle }, at) {
        if (kind === 'agent-agent') return OVERLAP;
        if (kind === 'off-map') return OVER_EDGE;
        return rectangle === null ? withObstacle(this.names.obstacle(other)) : withCells(...at);
    }

    /** @param {Found} found @returns {Undecided} */
    #undecided({ kind, agent, other, lo, hi }) {
        const isPair = kind === 'agent-agent';
        const who = isPair ? { agent: other } : { obstacle: other };
        const still = kind === 'off-map' ? 'the edge of the map' : 'a blocked cell';
        const what =
            other < 0 ? `${this.names.inWords([agent])} and ${still}` : this.names.pair(agent, who);
        const agents = isPair ? ordered(agent, other) : [agent];
        const isObstacle = kind === 'agent-obstacle' && other >= 0;
        const { text, rounded } =
            say`${what}: too close to the tolerance to decide whether they overlap by more, ${describeTime({ lo, hi }, false)}`;
        return {
            agents,
            names: this.names.of(agents),
            interval: [lo, hi],
            ...(isObstacle ? { obstacle: this.scenario.obstacles[other].name } : {}),
            message: text,
            ...(rounded.length > 0 ? { rounded } : {}),
        };
    }

    /** @param {Point} point @returns {[number, number]} */
    #place({ x, y }) {
        const { origin } = this.bodies;
        return [x + origin.x, y + origin.y];
    }

    /** @param {Point} point @param {Rectangle} rectangle @returns {[number, number]} */
    #cellAt(point, { i0, i1, j0, j1 }) {
        const [x, y] = this.#place(point);
        const i = Math.min(Math.max(Math.round(x), i0), i1);
        const j = Math.min(Math.max(Math.round(y), j0), j1);
        return [i, j];
    }
}

/** @param {number} a @param {number} b @returns {[number, number]} */
function ordered(a, b) {
    return a < b ? [a, b] : [b, a];
}

/**
 * Returns, for each obstacle, the first of its name: those of one name are reported as one.
 *
 * @param {Scenario} scenario
 */
function firstNamed({ obstacles }) {
    /** @type {Map<string, number>} */
    const firsts = new Map();
    return obstacles.map(({ name }, k) => {
        const first = firsts.get(name) ?? k;
        firsts.set(name, first);
        return first;
    });
}

/**
 * The segment that an agent is in; null when it stands still before or after, or has none.
 *
 * @param {MotionSegment[]} motion
 * @param {number} time
 */
function segmentAt(motion, time) {
    if (motion.length === 0 || time < motion[0].t0 || time > motion[motion.length - 1].t1) {
        return null;
    }
    let low = 0;
    let high = motion.length - 1;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (motion[middle].t1 < time) low = middle + 1;
        else high = middle;
    }
    return low;
}

/**
 * Where a body's origin is; null when it is not there.
 *
 * @param {Scenario} scenario
 * @param {number} a
 * @param {number} time
 * @returns {Point | null}
 */
export function placeAt({ agents }, a, time) {
    const { motion, start } = agents[a];
    if (motion.length === 0) return start;
    const k = segmentAt(motion, time) ?? (time < motion[0].t0 ? 0 : motion.length - 1);
    const { t0, t1, x, y } = motion[k];
    const s = Math.min(Math.max(time, t0), t1) - t0;
    return { x: valueAt(x, s), y: valueAt(y, s) };
}

/**
 * The largest coordinate of a box.
 *
 * @param {StepBoxes} steps
 * @param {number} bodies
 */
function farthest({ boxes, count }, bodies) {
    let far = 1;
    for (let k = 0; k < 4 * bodies * count; k++) {
        const size = Math.abs(boxes[k]);
        if (size !== Infinity && size > far) far = size;
    }
    return far;
}

/**
 * The steps from the first to the last in which a body's box reaches over the edge of the map.
 *
 * @param {StepBoxes} steps
 * @param {number} body
 * @param {{ nx: number, ny: number }} grid
 * @param {Point} origin
 * @param {number} error
 */
function stepsOver(steps, body, { nx, ny }, origin, error) {
    const { boxes } = steps;
    let over = null;
    for (let k = 0; k < steps.count; k++) {
        const at = steps.at(body, k);
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
 * Judges bodies that are no discs in straight moves: agents among each other when that is asked, against
 * obstacles, and when that is asked against the grid.
 *
 * @param {Graze} graze
 * @param {Scenario} scenario
 * @param {TimeSpan} span
 * @param {Reading} reading
 * @param {{ amongAgents: boolean, withCells: boolean }} asked
 * @param {(done: number, of: number) => void} progress
 * @returns {BodyVerdicts}
 */
export function judgeBodies(graze, scenario, span, reading, asked, progress) {
    const judge = new BodyJudge(graze, scenario, span, reading, progress);
    try {
        judge.run(asked.amongAgents, asked.withCells);
        return judge.verdicts();
    } finally {
        judge.free();
    }
}
