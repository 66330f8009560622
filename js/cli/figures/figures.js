import { groupViolations } from 'graze/scenario/words';
import { CELL, partsOf, reachOf, Shapes } from './bodies.js';
import { courseOf, courseOfAgent, delayed, speedAt } from './course.js';
import { View } from './view.js';
import { wayOf } from './ways.js';

/**
 * What is drawn of conflicts, worked out where the scenario is at hand: a report is made without it.
 *
 * @import { Graze } from 'graze'
 * @import { Grid, MotionSegment, Result, Scenario, Violation } from 'graze/scenario'
 * @import { Part } from './bodies.js'
 * @import { Course, Pose } from './course.js'
 */

/**
 * @typedef {object} Drawn a body at an instant; coordinates in pixels
 * @property {number} role 0 and 1: the agents of the conflict in its order; 2: an obstacle
 * @property {'first' | 'deepest'} when
 * @property {{ points: number[], radius: number }[]} parts flat: x, y, x, y, …
 *
 * @typedef {object} Way
 * @property {number} role
 * @property {boolean} isNear within the time that the picture is about
 * @property {number[][]} lines flat: x, y, x, y, …
 *
 * @typedef {object} Gap how far the two bodies are apart; null: one of them is not there
 * @property {number[]} times
 * @property {(number | null)[]} gaps
 * @property {(number | null)[] | null} mended the same after the delay that ends the conflict
 * @property {number} deepest when they are deepest in each other
 *
 * @typedef {object} Figure
 * @property {number} violation its index
 * @property {[number, number]} size of the picture, in pixels
 * @property {[number, number, number, number][]} cells blocked: left, top, width, height
 * @property {Way[]} ways
 * @property {Drawn[]} still other obstacles, when the bodies are deepest
 * @property {Drawn[]} bodies
 * @property {Gap | null} gap
 */

/**
 * One of the two bodies of a conflict.
 *
 * @typedef {object} Side
 * @property {number} role
 * @property {readonly Part[]} parts
 * @property {(time: number) => readonly Part[]} [partsAt] where they change with time
 * @property {Course} course
 * @property {MotionSegment[]} motion
 */

/** Instants at which the distance is told. */
const SAMPLES = 96;

/** Steps in which the deepest instant is narrowed down. */
const NARROWINGS = 40;

/** Obstacles in one picture. */
const MOST_OBSTACLES = 50;

/** Cells around an agent that are looked at for the nearest. */
const CELLS_AROUND = 2;

/** Longest reach of an agent, in cells, for which that is done. */
const MOST_REACH = 16;

/**
 * Pictures of a plan's conflicts: of the first of each group, then of the others.
 *
 * @param {Graze} graze
 * @param {Scenario} scenario
 * @param {Pick<Result, 'violations' | 'makespan'>} result
 * @param {number} most
 * @returns {Figure[]}
 */
export function draw(graze, scenario, { violations, makespan }, most) {
    const firsts = groupViolations(violations).map(({ index }) => index);
    const order = [...new Set([...firsts, ...violations.keys()])];
    /** @type {Figure[]} */
    const figures = [];
    const shapes = new Shapes(graze);
    try {
        for (const index of order) {
            if (figures.length === most) break;
            const sides = sidesOf(scenario, violations[index]);
            if (sides === null) continue;
            const sketch = new Sketch(scenario, violations[index], sides, shapes, makespan);
            const figure = sketch.figure(index);
            if (figure !== null) figures.push(figure);
        }
    } finally {
        shapes.free();
    }
    return figures.sort((p, q) => p.violation - q.violation);
}

/**
 * The bodies that conflict; null when it is not two of them.
 *
 * @param {Scenario} scenario
 * @param {Violation} violation
 * @returns {[Side, Side] | null}
 */
function sidesOf(scenario, { kind, agents, position, obstacle }) {
    const [a, b] = agents.map((number, role) => agentSide(scenario, number, role));
    if (kind === 'agent-agent' || kind === 'vertex' || kind === 'edge') {
        return b === undefined ? null : [a, b];
    }
    if (kind !== 'agent-obstacle') return null;
    const bodies = scenario.obstacles.filter(({ name }) => name === obstacle);
    if (obstacle !== undefined && bodies.length > 0) return [a, joint(bodies.map(obstacleSide))];
    if (scenario.grid === null || position === undefined) return null;
    const [x, y] = position;
    const cell = { role: 2, parts: CELL, course: () => ({ x, y, angle: 0 }), motion: [] };
    return [a, cell];
}

/** @param {Scenario} scenario @param {number} number @param {number} role @returns {Side} */
function agentSide(scenario, number, role) {
    const agent = scenario.agents[number];
    const { shape, motion } = agent;
    return { role, parts: partsOf(shape), course: courseOfAgent(scenario, agent), motion };
}

/** @param {Scenario['obstacles'][number]} obstacle @returns {Side} */
function obstacleSide({ shape, pose, motion = [] }) {
    const course =
        motion.length > 0 ? courseOf(motion, { before: false, after: false }) : () => pose;
    return { role: 2, parts: partsOf(shape), course, motion };
}

/**
 * Returns obstacles of one name as one side, whose shape and pose are those of the last that has come.
 *
 * @param {Side[]} sides
 * @returns {Side}
 */
function joint(sides) {
    if (sides.length === 1) return sides[0];
    const begin = (/** @type {Side} */ { motion: [first] }) => first?.t0 ?? -Infinity;
    const latest = sides.toSorted((p, q) => begin(q) - begin(p));
    /** @param {number} time */
    const there = (time) => latest.find(({ course }) => course(time) !== null);
    const [largest] = sides.toSorted((p, q) => reachOf(q.parts) - reachOf(p.parts));
    return {
        ...largest,
        partsAt: (time) => there(time)?.parts ?? [],
        course: (time) => there(time)?.course(time) ?? null,
        motion: [],
    };
}

/** The picture of one conflict. */
class Sketch {
    #scenario;
    #violation;
    #sides;
    #shapes;
    /** @type {[number, number]} */ #window;

    /**
     * @param {Scenario} scenario
     * @param {Violation} violation
     * @param {[Side, Side]} sides
     * @param {Shapes} shapes
     * @param {number} makespan
     */
    constructor(scenario, violation, sides, shapes, makespan) {
        this.#scenario = scenario;
        this.#violation = violation;
        this.#sides = sides;
        this.#shapes = shapes;
        const [lo, hi] = violation.interval;
        const speed = Math.max(...sides.map(({ motion }) => speedAt(motion, lo)));
        const size = Math.max(...sides.map(({ parts }) => reachOf(parts)));
        // Long enough to see where they come from and go to.
        const travel = speed > 0 ? Math.min((4 * size) / speed, makespan / 2) : 0;
        const pad = Math.max(0.75 * (hi - lo), travel) || makespan / 10 || 1;
        // Before their motions begin there is nothing to see.
        const begin = Math.min(lo, ...sides.map(({ motion }) => motion[0]?.t0 ?? Infinity));
        this.#window = [Math.max(begin, lo - pad), hi + pad];
    }

    /** @param {number} violation @returns {Figure | null} null when one of them is never there */
    figure(violation) {
        const { axes, grid } = this.#scenario;
        const gap = this.#gap();
        if (gap === null) return null;
        const [first] = this.#violation.interval;
        const view = new View(axes, this.#box([first, gap.deepest]));
        const ways = this.#sides.flatMap(({ role, motion, course }) =>
            motion.length === 0 ? [] : wayOf(role, motion, course, this.#window, view),
        );
        return {
            violation,
            size: view.size,
            cells: grid === null ? [] : view.cells(grid),
            ways,
            still: this.#still(view, gap.deepest),
            bodies: [
                ...this.#bodies(view, first, 'first'),
                ...this.#bodies(view, gap.deepest, 'deepest'),
            ],
            gap,
        };
    }

    /**
     * What must be in the picture: both bodies at the instants told, and some of their ways.
     *
     * @param {number[]} instants
     * @returns {[number, number, number, number]}
     */
    #box(instants) {
        let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
        const reach = Math.max(...this.#sides.map(({ parts }) => reachOf(parts)), 0.25);
        for (const { course } of this.#sides) {
            for (const time of [...this.#window, ...instants]) {
                const pose = course(time);
                if (pose === null) continue;
                minX = Math.min(minX, pose.x - 1.5 * reach);
                maxX = Math.max(maxX, pose.x + 1.5 * reach);
                minY = Math.min(minY, pose.y - 1.5 * reach);
                maxY = Math.max(maxY, pose.y + 1.5 * reach);
            }
        }
        return [minX, minY, maxX, maxY];
    }

    /**
     * @param {View} view
     * @param {number} time
     * @param {'first' | 'deepest'} when
     * @returns {Drawn[]}
     */
    #bodies(view, time, when) {
        return this.#sides.flatMap(({ role, parts, partsAt, course }) => {
            const pose = course(time);
            const drawn = partsAt?.(time) ?? parts;
            return pose === null ? [] : [{ role, when, parts: view.body(drawn, pose) }];
        });
    }

    /**
     * @param {View} view
     * @param {number} time
     * @returns {Drawn[]}
     */
    #still(view, time) {
        /** @type {Drawn[]} */
        const drawn = [];
        for (const obstacle of this.#scenario.obstacles) {
            if (drawn.length === MOST_OBSTACLES) break;
            if (obstacle.name === this.#violation.obstacle) continue;
            const { parts, course } = obstacleSide(obstacle);
            const pose = course(time);
            if (pose === null || !view.holds(pose.x, pose.y, reachOf(parts))) continue;
            drawn.push({ role: 2, when: 'deepest', parts: view.body(parts, pose) });
        }
        return drawn;
    }

    /** @returns {Gap | null} */
    #gap() {
        const { interval, mend, agents } = this.#violation;
        const courses = this.#sides.map(({ course }) => course);
        const deepest = this.#deepest(courses);
        if (deepest === null) return null;
        const times = [...new Set([...this.#instants(), ...interval, deepest])].sort(
            (p, q) => p - q,
        );
        const late = mend ? agents.indexOf(mend.agent) : -1;
        const after = courses.with(
            Math.max(late, 0),
            delayed(courses[Math.max(late, 0)], mend?.delay ?? 0),
        );
        return {
            times: times.map(short),
            gaps: times.map((time) => shortOrNull(this.#gapAt(courses, time))),
            mended: late < 0 ? null : times.map((time) => shortOrNull(this.#gapAt(after, time))),
            deepest: short(deepest),
        };
    }

    #instants() {
        const [from, to] = this.#window;
        return Array.from({ length: SAMPLES + 1 }, (_, k) => from + ((to - from) * k) / SAMPLES);
    }

    /**
     * When the two are deepest in each other: among many instants, then narrowed down between neighbours.
     *
     * @param {Course[]} courses
     * @returns {number | null}
     */
    #deepest(courses) {
        const [lo, hi] = this.#violation.interval;
        const step = (hi - lo) / SAMPLES;
        /** @param {number} time */
        const at = (time) => this.#gapAt(courses, time) ?? Infinity;
        let best = lo;
        for (let k = 1; k <= SAMPLES && step > 0; k++) {
            if (at(lo + k * step) < at(best)) best = lo + k * step;
        }
        let [left, right] = [Math.max(lo, best - step), Math.min(hi, best + step)];
        for (let k = 0; k < NARROWINGS && step > 0; k++) {
            const [p, q] = [left + (right - left) / 3, right - (right - left) / 3];
            if (at(p) <= at(q)) right = q;
            else left = p;
        }
        const middle = (left + right) / 2;
        if (at(middle) < at(best)) best = middle;
        return at(best) === Infinity ? null : best;
    }

    /**
     * @param {Course[]} courses
     * @param {number} time
     * @returns {number | null}
     */
    #gapAt(courses, time) {
        const [a, b] = courses.map((course) => course(time));
        if (a === null || b === null) return null;
        const [{ parts }, other] = this.#sides;
        const { grid } = this.#scenario;
        if (other.parts === CELL && grid !== null) return this.#cellGap(parts, a, grid, b);
        return this.#shapes.gap(parts, a, other.partsAt?.(time) ?? other.parts, b);
    }

    /**
     * How far an agent is from the blocked cells around it; from the one in question when none is near.
     *
     * @param {readonly Part[]} parts
     * @param {Pose} pose
     * @param {Grid} grid
     * @param {Pose} cell
     */
    #cellGap(parts, pose, { nx, ny, blocked }, cell) {
        const around = Math.ceil(reachOf(parts)) + CELLS_AROUND;
        let least = this.#shapes.gap(parts, pose, CELL, cell);
        if (around > MOST_REACH) return least;
        const [i, j] = [Math.round(pose.x), Math.round(pose.y)];
        for (let p = Math.max(0, i - around); p <= Math.min(nx - 1, i + around); p++) {
            for (let q = Math.max(0, j - around); q <= Math.min(ny - 1, j + around); q++) {
                if (blocked[p * ny + q] === 0) continue;
                const gap = this.#shapes.gap(parts, pose, CELL, { x: p, y: q, angle: 0 });
                least = Math.min(least, gap);
            }
        }
        return least;
    }
}

/** @param {number} value */
function short(value) {
    return Number(value.toPrecision(10));
}

/** @param {number | null} value */
function shortOrNull(value) {
    return value === null ? null : Number(value.toPrecision(6));
}
