import { formatText } from '../model/names.js';
import { followsCells, hasUnitSteps, pieceOfStep } from '../model/step_motion.js';

/**
 * @import { RoundedText } from '../model/names.js'
 * @import { Agent, DiscretePlan, Grid, Scenario } from '../model/scenario.js'
 * @import { ViolationDraft } from '../validation/validate.js'
 * @import { NearestPair } from './agent_pairs.js'
 * @import { Meeting } from './contacts.js'
 * @import { TimeSpan } from './disc_records.js'
 * @import { ViolationCollector } from './violation_collector.js'
 */

/** A hash table of the agents in each cell at each time, with open addressing; it is cleared in O(1) and never grows. */
export class CellTable {
    #mask;
    #x;
    #y;
    #t;
    /** The round in which each slot was filled; `clear` begins a new round. */
    #round;
    #head;
    #currentRound = 1;
    /** The seed is random, so that a plan cannot be made whose cells all fall into one slot. */
    #seed = Math.floor(Math.random() * 2 ** 32);

    /** @param {number} capacity maximum number of agents */
    constructor(capacity) {
        let size = 4;
        while (size < 2 * capacity) size *= 2;
        this.#mask = size - 1;
        this.#x = new Int32Array(size);
        this.#y = new Int32Array(size);
        this.#t = new Int32Array(size);
        this.#round = new Int32Array(size);
        this.#head = new Int32Array(size);
        /** The agent that was put into the same cell before; -1 for none. */
        this.next = new Int32Array(capacity);
    }

    clear() {
        this.#currentRound++;
    }

    /**
     * @param {number} x
     * @param {number} y
     * @param {number} t
     */
    #slot(x, y, t) {
        let hash = Math.imul(x ^ this.#seed, 0x9e3779b1) ^ Math.imul(y, 0x85ebca77);
        hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d) + Math.imul(t, 0x27d4eb2f);
        hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
        hash ^= hash >>> 13;
        let slot = hash & this.#mask;
        while (this.#round[slot] === this.#currentRound) {
            if (this.#x[slot] === x && this.#y[slot] === y && this.#t[slot] === t) return slot;
            slot = (slot + 1) & this.#mask;
        }
        return slot;
    }

    /**
     * @param {number} x
     * @param {number} y
     * @param {number} agent an agent that is not in the table yet
     * @param {number} [t]
     * @returns {number} the agent that was put there last; -1 for none
     */
    put(x, y, agent, t = 0) {
        const slot = this.#slot(x, y, t);
        const previous = this.#round[slot] === this.#currentRound ? this.#head[slot] : -1;
        this.#round[slot] = this.#currentRound;
        this.#x[slot] = x;
        this.#y[slot] = y;
        this.#t[slot] = t;
        this.#head[slot] = agent;
        this.next[agent] = previous;
        return previous;
    }

    /**
     * @param {number} x
     * @param {number} y
     * @param {number} [t]
     * @returns {number} the agent that was put there last; -1 for none
     */
    find(x, y, t = 0) {
        const slot = this.#slot(x, y, t);
        return this.#round[slot] === this.#currentRound ? this.#head[slot] : -1;
    }
}

/**
 * @typedef {[x: number, y: number]} Cell
 *
 * @typedef {object} CellConflict
 * @property {'vertex' | 'edge'} kind
 * @property {number} a the lower agent
 * @property {number} b
 * @property {number} from time of the conflict, in steps: t is the time after t steps
 * @property {number} to
 * @property {Cell} cell cell in which they meet, or that of the lower agent before a swap
 * @property {Cell} [other] cell with which it is swapped
 * @property {boolean} isCommanded true: a conflict of commands, not of executed moves
 *
 * Overlaps of two agents that are violations.
 *
 * @typedef {object} ConflictOverlaps
 * @property {(a: number, b: number, time: number) => boolean} contain returns whether two agents, the lower one first, overlap
 *   at a time
 */

/** The cells of agents after each whole step. The behavior of `atGoal` continues after an agent's last step. */
export class CellPaths {
    /**
     * @param {Int32Array[]} cells
     * @param {'stay' | 'vanish'} atGoal
     */
    constructor(cells, atGoal) {
        this.cells = cells;
        this.staysAtGoal = atGoal === 'stay';
        this.agents = cells.length;
        /** Number of steps of the longest plan. */
        this.last = cells.reduce((max, path) => Math.max(max, lastStep(path)), 0);
    }

    /**
     * Returns the index of the agent's cell after a step, or -1 if it is not present.
     *
     * @param {number} a
     * @param {number} step
     */
    index(a, step) {
        const last = lastStep(this.cells[a]);
        if (step <= last) return 2 * step;
        return this.staysAtGoal ? 2 * last : -1;
    }
}

/** @param {Int32Array} path @returns {number} -1 for none at all */
function lastStep(path) {
    return path.length / 2 - 1;
}

/**
 * Finds the conflicts of a plan in whole steps, in the discrete model: two agents in one cell after a step (`vertex`), and
 * two that exchange their cells in one (`edge`). If the commands of a planner are recorded, these are checked too. O(agents
 * x steps) plus the conflicts, by hashing.
 *
 * @param {Scenario} scenario
 * @param {boolean} areExecutedKnown whether the conflicts of the executed steps are collected already
 * @param {ConflictOverlaps | null} overlaps overlaps that are collected already; null: none
 * @param {ViolationCollector} collector
 */
export function collectDiscrete(
    { agents, discrete, atGoal, grid, speedLimit },
    areExecutedKnown,
    overlaps,
    collector,
) {
    if (discrete === null) return;
    const executed = new CellPaths(discrete.cells, atGoal);
    if (!areExecutedKnown) {
        const sink = new ConflictSink(agents, executed, collector, { overlaps });
        collectVertexConflicts(executed, null, sink);
        collectEdgeConflicts(executed, executed, sink);
    }
    if (discrete.commanded === null) return;
    // An agent without a command is not present.
    const commands = new CellPaths(discrete.commanded, 'vanish');
    const sink = new ConflictSink(agents, executed, collector, { isCommanded: true });
    collectVertexConflicts(commands, executed, sink);
    collectEdgeConflicts(executed, commands, sink);
    collector.addAll(invalidCommands(discrete, agents, grid, speedLimit));
}

/** Collects conflicts in cells as violations. */
export class ConflictSink {
    #agents;
    #executed;
    #isCommanded;
    #overlaps;

    /**
     * @param {Agent[]} agents
     * @param {CellPaths} executed
     * @param {ViolationCollector} collector
     * @param {object} [options]
     * @param {boolean} [options.isCommanded] true: conflicts of commands, not of executed moves
     * @param {ConflictOverlaps | null} [options.overlaps] overlaps of bodies that are collected already: a conflict in one of
     *   them is a part of it
     */
    constructor(agents, executed, collector, { isCommanded = false, overlaps = null } = {}) {
        this.#agents = agents;
        this.#executed = executed;
        this.#isCommanded = isCommanded;
        this.#overlaps = overlaps;
        this.collector = collector;
    }

    /**
     * Returns false only if conflicts that begin at a time are counted, whatever their agents, but not kept.
     *
     * @param {'vertex' | 'edge'} kind
     * @param {number} from
     */
    canKeep(kind, from) {
        return this.#overlaps !== null || this.collector.accepts(kind, from);
    }

    /**
     * Counts a conflict that is in no known overlap; returns whether it is to be added by `keep`.
     *
     * @param {'vertex' | 'edge'} kind
     * @param {number} from
     * @param {number} a the lower agent
     * @param {number} b
     */
    count(kind, from, a, b) {
        if (this.#overlaps?.contain(a, b, kind === 'edge' ? from + 0.5 : from)) return false;
        this.collector.countKind(kind);
        // Two conflicts of a pair do not begin at the same time, so that their ends do not matter.
        return this.collector.accepts(kind, from, a, b, -Infinity);
    }

    /** @param {Omit<CellConflict, 'isCommanded'>} conflict a conflict that is counted */
    keep(conflict) {
        const isCommanded = this.#isCommanded;
        this.collector.keep(
            toViolation({ ...conflict, isCommanded }, this.#agents, this.#executed),
        );
    }
}

/**
 * Returns the number of steps to check: after each of them, and during each.
 *
 * @param {Scenario} scenario
 * @returns {{ after: number, during: number } | null} null: the plan is not in steps
 */
export function countSteps({ discrete, atGoal }) {
    if (discrete === null) return null;
    const { last } = new CellPaths(discrete.cells, atGoal);
    return { after: last + 1, during: last };
}

/**
 * @param {CellPaths} steps
 * @param {CellPaths | null} executed executed steps, when `steps` are commands: commands that both agents executed are
 *   checked there
 * @param {ConflictSink} sink
 */
function collectVertexConflicts(steps, executed, sink) {
    const table = new CellTable(steps.agents);
    const begin = executed === null ? 0 : 1;
    for (let t = begin; t <= steps.last; t++) {
        table.clear();
        for (let a = 0; a < steps.agents; a++) {
            const at = steps.index(a, t);
            if (at < 0) continue;
            const [x, y] = [steps.cells[a][at], steps.cells[a][at + 1]];
            for (let b = table.put(x, y, a); b >= 0; b = table.next[b]) {
                if (t > begin && areInCell(steps, b, a, t - 1, x, y)) continue;
                if (executed !== null) {
                    const to = lastStepTogether(steps, b, a, t, x, y);
                    if (wereExecuted(steps, executed, b, a, t, to)) continue;
                }
                if (!sink.count('vertex', t, b, a)) continue;
                const to = lastStepTogether(steps, b, a, t, x, y);
                sink.keep({ kind: 'vertex', a: b, b: a, from: t, to, cell: [x, y] });
            }
        }
    }
}

/**
 * @param {CellPaths} from cells at the beginning of a step
 * @param {CellPaths} to cells after it, or of the commands in it
 * @param {ConflictSink} sink
 */
function collectEdgeConflicts(from, to, sink) {
    const table = new CellTable(from.agents);
    for (let t = 0; t < to.last; t++) {
        table.clear();
        for (let a = 0; a < from.agents; a++) {
            const [at, next] = [from.index(a, t), to.index(a, t + 1)];
            if (at < 0 || next < 0) continue;
            const [x, y] = [from.cells[a][at], from.cells[a][at + 1]];
            const [toX, toY] = [to.cells[a][next], to.cells[a][next + 1]];
            table.put(x, y, a);
            if (toX === x && toY === y) continue;
            for (let b = table.find(toX, toY); b >= 0; b = table.next[b]) {
                if (!areInCell(to, b, b, t + 1, x, y)) continue;
                if (from !== to && wereExecuted(to, from, b, a, t + 1, t + 1)) continue;
                if (!sink.count('edge', t, b, a)) continue;
                const cells = {
                    cell: /** @type {Cell} */ ([toX, toY]),
                    other: /** @type {Cell} */ ([x, y]),
                };
                sink.keep({ kind: 'edge', a: b, b: a, from: t, to: t + 1, ...cells });
            }
        }
    }
}

/**
 * Returns how two agents meet in the discrete model in a range of time, the ends included. O(steps of the range).
 *
 * @param {CellPaths} steps
 * @param {number} a
 * @param {number} b
 * @param {number} from
 * @param {number} to
 * @returns {{ meeting: Meeting, cell: Cell }} the first shared cell, or else that of the first agent before the first swap
 */
export function findMeeting(steps, a, b, from, to) {
    /** @type {{ meeting: Meeting, cell: Cell }} */
    let found = { meeting: 0, cell: [0, 0] };
    const last = Math.min(to, steps.last);
    for (let t = Math.max(Math.floor(from), 0); t <= last; t++) {
        const [at, next] = [steps.index(a, t), steps.index(a, t + 1)];
        if (at < 0) break;
        /** @type {Cell} */
        const cell = [steps.cells[a][at], steps.cells[a][at + 1]];
        if (t >= from && areInCell(steps, b, b, t, ...cell)) return { meeting: 2, cell };
        const isInRange = from <= t + 0.5 && t + 0.5 <= to && t < steps.last;
        if (!isInRange || found.meeting > 0 || next < 0 || next === at) continue;
        const [toX, toY] = [steps.cells[a][next], steps.cells[a][next + 1]];
        const isSwap =
            areInCell(steps, b, b, t, toX, toY) && areInCell(steps, b, b, t + 1, ...cell);
        if (isSwap && (toX !== cell[0] || toY !== cell[1])) found = { meeting: 1, cell };
    }
    return found;
}

/**
 * Returns the last step up to which both agents stay in a cell in which they are after step t.
 *
 * @param {CellPaths} steps
 * @param {number} a
 * @param {number} b
 * @param {number} t
 * @param {number} x
 * @param {number} y
 */
export function lastStepTogether(steps, a, b, t, x, y) {
    let to = t;
    while (to < steps.last && areInCell(steps, a, b, to + 1, x, y)) to++;
    return to;
}

/**
 * Returns whether both agents are in a cell after a step.
 *
 * @param {CellPaths} steps
 * @param {number} a
 * @param {number} b
 * @param {number} t
 * @param {number} x
 * @param {number} y
 */
function areInCell(steps, a, b, t, x, y) {
    const [p, q] = [steps.index(a, t), steps.index(b, t)];
    if (p < 0 || q < 0) return false;
    const [cellsA, cellsB] = [steps.cells[a], steps.cells[b]];
    return cellsA[p] === x && cellsA[p + 1] === y && cellsB[q] === x && cellsB[q + 1] === y;
}

/**
 * Returns whether both agents executed their commands in all these steps.
 *
 * @param {CellPaths} commands
 * @param {CellPaths} executed
 * @param {number} a
 * @param {number} b
 * @param {number} from
 * @param {number} to
 */
function wereExecuted(commands, executed, a, b, from, to) {
    for (let t = from; t <= to; t++) {
        for (const agent of [a, b]) {
            const [p, q] = [commands.index(agent, t), executed.index(agent, t)];
            if (q < 0 || commands.cells[agent][p] !== executed.cells[agent][q]) return false;
            if (commands.cells[agent][p + 1] !== executed.cells[agent][q + 1]) return false;
        }
    }
    return true;
}

/**
 * @param {CellConflict} conflict
 * @param {Agent[]} agents
 * @param {CellPaths} executed
 * @returns {ViolationDraft}
 */
function toViolation({ kind, a, b, from, to, cell, other, isCommanded }, agents, executed) {
    const step = kind === 'edge' ? from : Math.max(from - 1, 0);
    const pieces = [a, b].map((agent) =>
        step < lastStep(executed.cells[agent]) ? pieceOfStep(agents[agent], step) : null,
    );
    const lasting =
        kind === 'vertex' && !isCommanded && executed.staysAtGoal && to === executed.last;
    return {
        kind,
        agents: [a, b],
        interval: [from, to],
        depth: null,
        pieces,
        position: cell,
        ...(lasting ? { lasting } : {}),
        description: describeConflict(kind, from, to, cell, other, isCommanded, lasting),
    };
}

/**
 * @param {'vertex' | 'edge'} kind
 * @param {number} from
 * @param {number} to
 * @param {Cell} cell
 * @param {Cell | undefined} other
 * @param {boolean} sent true: the agents were commanded to do so
 * @param {boolean} lasting
 */
function describeConflict(kind, from, to, cell, other, sent, lasting) {
    const place = formatCell(cell);
    if (kind === 'edge') {
        const cells = formatText`cells ${place} and ${formatCell(/** @type {Cell} */ (other))}`;
        return formatText`${sent ? 'are sent to swap' : 'swap'} ${cells} from t = ${from} to ${to}`;
    }
    const until = from === to ? formatText`at t = ${from}` : formatText`from t = ${from} to ${to}`;
    const timeText = lasting ? formatText`from t = ${from} on` : until;
    return sent
        ? formatText`are both sent to cell ${place} ${timeText}`
        : formatText`are both in cell ${place} ${timeText}`;
}

/** @param {Cell} cell @returns {RoundedText} */
function formatCell([x, y]) {
    return formatText`(${x}, ${y})`;
}

/**
 * Finds commands that cannot be executed: into a blocked cell, over the edge of the map, or farther than the speed limit
 * allows in a step. Commands that were executed are left out, since the executed steps are checked.
 *
 * @param {DiscretePlan} discrete
 * @param {Agent[]} agents
 * @param {Grid | null} grid
 * @param {number | null} speedLimit
 * @returns {Generator<ViolationDraft>}
 */
function* invalidCommands({ cells, commanded }, agents, grid, speedLimit) {
    for (const [a, commands] of (commanded ?? []).entries()) {
        for (let t = 0; 2 * t + 2 < commands.length; t++) {
            const [toX, toY] = [commands[2 * t + 2], commands[2 * t + 3]];
            const [x, y] = [cells[a][2 * t], cells[a][2 * t + 1]];
            if (cells[a][2 * t + 2] === toX && cells[a][2 * t + 3] === toY) continue;
            const fault = findFault(toX, toY, Math.hypot(toX - x, toY - y), grid, speedLimit);
            if (fault === null) continue;
            const route = formatText`${formatCell([x, y])} to ${formatCell([toX, toY])}`;
            yield {
                kind: fault.kind,
                agents: [a],
                interval: [t, t + 1],
                depth: null,
                pieces: [pieceOfStep(agents[a], t)],
                position: [toX, toY],
                description: formatText`is sent from cell ${route}, ${fault.reason}, from t = ${t} to ${t + 1}`,
            };
        }
    }
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} length
 * @param {Grid | null} grid
 * @param {number | null} speedLimit
 * @returns {{ kind: 'off-map' | 'agent-obstacle' | 'speed', reason: string } | null}
 */
function findFault(x, y, length, grid, speedLimit) {
    if (grid !== null) {
        const isInside = x >= 0 && y >= 0 && x < grid.nx && y < grid.ny;
        if (!isInside) return { kind: 'off-map', reason: 'over the edge of the map' };
        if (grid.blocked[x * grid.ny + y] !== 0) {
            return { kind: 'agent-obstacle', reason: 'which is blocked' };
        }
    }
    const isTooFar = speedLimit !== null && length > speedLimit;
    return isTooFar ? { kind: 'speed', reason: 'further than it can go in a step' } : null;
}

/**
 * Decides plans in whole steps by a table of all cells: which agents share or exchange cells, and which two agents come
 * nearest to each other. It needs neither motions nor records of them.
 */

/**
 * Numbers of the table: the maximum number of its cells, and per cell that is visited; the number of cells that any plan may
 * have.
 */
const TABLE_SIZE = Object.freeze({ max: 2 ** 22, perVisit: 16, min: 2 ** 12 });

/** Steps whose cells are gathered at once: those of one agent follow each other in memory. */
const STEPS_PER_BLOCK = 16;

/** Maximum entry of the table: a step and an agent as one number. */
const MAX_ENTRY = 2 ** 31 - 1;

/**
 * Distance, in cells, of two agents in unit steps, in the middle of a step or at a whole time: they meet; one leaves a cell
 * sideways as the other one enters it, 1 / sqrt(2) away; they are in neighbor cells, or pass each other in neighbor rows.
 * All other distances are larger.
 *
 * @typedef {0 | 1 | 2} Nearness 0: they meet; 1: 1 / sqrt(2); 2: 1
 *
 * @typedef {{ nearness: Nearness, time: number, a: number, b: number }} ClosePair
 *
 * @typedef {object} CellBox
 * @property {number} x least x of a cell
 * @property {number} y least y of a cell
 * @property {number} stride number of cells from one y to the next: a column and a row beyond the largest stay empty
 * @property {number} size number of cells
 */

/** Distance of each nearness. The second one has the rounding of a distance that is the quotient of a cross product and a length. */
const SEPARATIONS = Object.freeze([0, 1 / Math.SQRT2, 1]);

/** Result of a scan of all cells, step by step. */
export class CellScan {
    /** The nearest pair, if that is known. @type {ClosePair | null} */
    #closest;

    /**
     * @param {CellPaths} paths
     * @param {CellBox} box
     * @param {boolean} isUnit whether each step leads to a neighbor cell at most
     * @param {ConflictSink} sink receives the conflicts in the cells
     */
    constructor(paths, box, isUnit, sink) {
        const scanner = new Scanner(paths, box, isUnit, sink);
        scanner.run();
        this.#closest = scanner.closest;
    }

    /**
     * Scans a plan in whole steps. O(agents x steps), plus the conflicts that may be kept and swaps.
     *
     * @param {Scenario} scenario
     * @param {ViolationCollector} collector receives the conflicts in the cells
     * @param {ConflictOverlaps | null} [overlaps] overlaps that are collected already, and the conflicts in them
     * @returns {CellScan | null} null: it is not in whole steps, or its cells are too far apart for a table
     */
    static of(scenario, collector, overlaps = null) {
        const { discrete, atGoal, agents } = scenario;
        if (
            discrete === null ||
            discrete.cells.some(({ length }) => length < 2 || length % 2 > 0)
        ) {
            return null;
        }
        const paths = new CellPaths(discrete.cells, atGoal);
        const box = findBox(paths);
        if (box === null || (paths.last + 1) * paths.agents > MAX_ENTRY) return null;
        const isUnit =
            !scenario.sizesKnown &&
            discrete.cells.every(hasUnitSteps) &&
            agents.every((agent, a) => isPoint(agent) && followsCells(agent, discrete.cells[a]));
        return new CellScan(
            paths,
            box,
            isUnit,
            new ConflictSink(agents, paths, collector, { overlaps }),
        );
    }

    /**
     * Returns the nearest pair of agents without a size in unit steps, as `findContacts` does.
     *
     * @param {TimeSpan} span
     * @returns {NearestPair | null} null: the cells do not decide it
     */
    nearest({ begin }) {
        // Agents are near each other earlier if obstacles move before them.
        if (this.#closest === null || begin < 0) return null;
        const { nearness, time, a, b } = this.#closest;
        return { separation: SEPARATIONS[nearness], time, a, b };
    }
}

/** Returns the cells of a table for a plan; null: they are too many. @param {CellPaths} paths @returns {CellBox | null} */
export function findBox({ cells }) {
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
    let visits = 0;
    for (const path of cells) {
        visits += path.length / 2;
        for (let k = 0; k < path.length; k += 2) {
            const [x, y] = [path[k], path[k + 1]];
            if (x < minX) minX = x;
            if (x > maxX) maxX = x;
            if (y < minY) minY = y;
            if (y > maxY) maxY = y;
        }
    }
    const stride = maxX - minX + 2;
    const size = stride * (maxY - minY + 2) + 1;
    const { max, min, perVisit } = TABLE_SIZE;
    if (!(size <= Math.min(max, Math.max(min, perVisit * visits)))) return null;
    return { x: minX, y: minY, stride, size };
}

/** @param {Agent} agent */
function isPoint({ shape }) {
    return shape.kind === 'disc' && shape.radius === 0;
}

/** Returns whether all cells of a path are free cells of a grid. @param {Int32Array} path @param {Grid} grid */
export function areCellsFree(path, { nx, ny, blocked }) {
    for (let k = 0; k < path.length; k += 2) {
        const [x, y] = [path[k], path[k + 1]];
        if (x < 0 || y < 0 || x >= nx || y >= ny || blocked[x * ny + y] !== 0) return false;
    }
    return true;
}

/** The scan itself: its table, and what it finds. */
class Scanner {
    /** @type {ClosePair | null} */
    closest = null;
    #paths;
    #box;
    #isUnit;
    /** Agent that was entered last in each cell, plus `base`; smaller: none in this step. */
    #last;
    /** Agent that was entered before each agent in the same cell; -1: none. */
    #before;
    /** Number of agents in its cell before each agent; set where there are several. */
    #rank;
    /** Number of these agents, with the agent, that were in the cell after the step before, too. */
    #stayed;
    #sink;
    /** Cells of all agents after the steps of a block, step by step; -1: absent. */
    #cells;
    /** Entry of agent 0 in the present step. */
    #base = 0;

    /** @param {CellPaths} paths @param {CellBox} box @param {boolean} isUnit @param {ConflictSink} sink */
    constructor(paths, box, isUnit, sink) {
        this.#paths = paths;
        this.#box = box;
        this.#isUnit = isUnit;
        this.#last = new Int32Array(box.size).fill(-1);
        this.#before = new Int32Array(paths.agents);
        this.#rank = new Int32Array(paths.agents);
        this.#stayed = new Int32Array(paths.agents);
        this.#sink = sink;
        // The rows before and after a block are those of its neighbors.
        this.#cells = new Int32Array((STEPS_PER_BLOCK + 2) * paths.agents);
    }

    run() {
        const { agents, last } = this.#paths;
        for (let first = 0; first <= last; first += STEPS_PER_BLOCK) {
            this.#gather(first);
            const end = Math.min(first + STEPS_PER_BLOCK - 1, last);
            for (let t = first; t <= end; t++) {
                const row = (t - first + 1) * agents;
                this.#base = t * agents;
                this.#enterCells(t, row);
                if (t < last) this.#findMoves(t, row);
                if (this.#isUnit && this.closest === null) this.#findNeighbors(t, row);
            }
        }
    }

    /** Gathers the cells after the steps of a block, and after the steps before and after it. @param {number} first */
    #gather(first) {
        const paths = this.#paths;
        const { agents, staysAtGoal } = paths;
        const { x, y, stride } = this.#box;
        const cells = this.#cells;
        for (let a = 0; a < agents; a++) {
            const path = paths.cells[a];
            const final = path.length - 2;
            for (let k = 0; k < STEPS_PER_BLOCK + 2; k++) {
                let at = 2 * (first - 1 + k);
                if (at > final) at = staysAtGoal ? final : -1;
                cells[k * agents + a] = at < 0 ? -1 : path[at] - x + (path[at + 1] - y) * stride;
            }
        }
    }

    /** Enters the agents into the cells where they are after step t. @param {number} t @param {number} row */
    #enterCells(t, row) {
        const [last, before, cells, base] = [this.#last, this.#before, this.#cells, this.#base];
        const { agents } = this.#paths;
        for (let a = 0; a < agents; a++) {
            const cell = cells[row + a];
            if (cell < 0) continue;
            const entry = last[cell];
            last[cell] = base + a;
            before[a] = entry >= base ? entry - base : -1;
            if (entry >= base) this.#addMeeting(t, row, a, cell);
        }
    }

    /**
     * Adds the conflicts of an agent with those that are in its cell already, as far as they begin after this step. Where none
     * of them can be kept, they are counted: an agent that stays in the cell begins none with those that stay, too.
     *
     * @param {number} t
     * @param {number} row
     * @param {number} a
     * @param {number} cell
     */
    #addMeeting(t, row, a, cell) {
        const { agents } = this.#paths;
        const [before, cells] = [this.#before, this.#cells];
        const [rank, stayed] = [this.#rank, this.#stayed];
        const previous = row - agents;
        const first = before[a];
        if (before[first] < 0) {
            rank[first] = 0;
            stayed[first] = Number(t > 0 && cells[previous + first] === cell);
        }
        const stays = t > 0 && cells[previous + a] === cell;
        rank[a] = rank[first] + 1;
        stayed[a] = stayed[first] + Number(stays);
        const isCloseKnown = !this.#isUnit || this.#isMeetingBefore(t);
        if (isCloseKnown && !this.#sink.canKeep('vertex', t)) {
            const begun = rank[a] - (stays ? stayed[first] : 0);
            if (begun > 0) this.#sink.collector.countKind('vertex', begun);
            return;
        }
        const [x, y] = this.#coordinates(cell);
        for (let b = first; b >= 0; b = before[b]) {
            this.#addClose(0, t, b, a);
            if (stays && cells[previous + b] === cell) continue;
            if (!this.#sink.count('vertex', t, b, a)) continue;
            const to = lastStepTogether(this.#paths, b, a, t, x, y);
            this.#sink.keep({ kind: 'vertex', a: b, b: a, from: t, to, cell: [x, y] });
        }
    }

    /** Returns whether two agents are known to meet before a time. @param {number} time */
    #isMeetingBefore(time) {
        return this.closest !== null && this.closest.nearness === 0 && this.closest.time < time;
    }

    /** Finds agents that exchange cells in a step, or follow each other around a corner. @param {number} t @param {number} row */
    #findMoves(t, row) {
        const [last, before, cells, base] = [this.#last, this.#before, this.#cells, this.#base];
        const { agents } = this.#paths;
        const next = row + agents;
        for (let a = 0; a < agents; a++) {
            const [cell, toCell] = [cells[row + a], cells[next + a]];
            if (cell === toCell || cell < 0 || toCell < 0) continue;
            const entry = last[toCell];
            if (entry < base) continue;
            for (let b = entry - base; b >= 0; b = before[b]) {
                const end = cells[next + b];
                if (end === cell) {
                    this.#addClose(0, t + 0.5, Math.min(a, b), Math.max(a, b));
                    if (b > a) continue;
                    if (!this.#sink.count('edge', t, b, a)) continue;
                    const ends = { from: t, to: t + 1, other: this.#coordinates(cell) };
                    const conflict = { a: b, b: a, ...ends, cell: this.#coordinates(toCell) };
                    this.#sink.keep({ kind: 'edge', ...conflict });
                } else if (end >= 0 && end !== toCell && end - toCell !== toCell - cell) {
                    this.#addClose(1, t + 0.5, Math.min(a, b), Math.max(a, b));
                }
            }
        }
    }

    /**
     * Finds agents in neighbor cells after a step, or that pass each other in neighbor rows or columns during the next one.
     *
     * @param {number} t
     * @param {number} row
     */
    #findNeighbors(t, row) {
        const [last, cells, base] = [this.#last, this.#cells, this.#base];
        const { agents, last: lastStep } = this.#paths;
        const { stride } = this.#box;
        for (let a = 0; a < agents; a++) {
            const cell = cells[row + a];
            if (cell < 0) continue;
            for (const offset of [1, stride]) {
                const entry = last[cell + offset];
                if (entry < base) continue;
                const b = entry - base;
                this.#addClose(2, t, Math.min(a, b), Math.max(a, b));
            }
        }
        if (this.closest !== null || t === lastStep) return;
        for (let a = 0; a < agents; a++) {
            const cell = cells[row + a];
            if (cell < 0) continue;
            for (const [offset, move] of [
                [stride + 1, 1],
                [stride + 1, stride],
                [stride - 1, -1],
                [stride - 1, stride],
            ]) {
                const entry = last[cell + offset];
                if (entry < base) continue;
                const b = entry - base;
                const [toA, toB] = [cells[row + agents + a], cells[row + agents + b]];
                if (toA !== cell + move || toB !== cell + offset - move) continue;
                this.#addClose(2, t + 0.5, Math.min(a, b), Math.max(a, b));
            }
        }
    }

    /**
     * Keeps the nearest pair: of equals the earliest, then that with the lowest agents.
     *
     * @param {Nearness} nearness
     * @param {number} time
     * @param {number} a
     * @param {number} b
     */
    #addClose(nearness, time, a, b) {
        if (!this.#isUnit) return;
        const { closest } = this;
        const order =
            closest === null
                ? -1
                : nearness - closest.nearness ||
                  time - closest.time ||
                  a - closest.a ||
                  b - closest.b;
        if (order < 0) this.closest = { nearness, time, a, b };
    }

    /** Returns x and y of a cell. @param {number} cell @returns {[number, number]} */
    #coordinates(cell) {
        const { x, y, stride } = this.#box;
        return [x + (cell % stride), y + Math.floor(cell / stride)];
    }
}
