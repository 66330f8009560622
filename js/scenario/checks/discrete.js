import { formatText } from '../model/rounded_text.js';
import { pieceOfStep } from '../model/step_motion.js';
import { CellTable } from './cell_table.js';

/**
 * @import { Agent, DiscretePlan, Grid, Scenario } from '../model/scenario.js'
 * @import { RoundedText } from '../model/rounded_text.js'
 * @import { ViolationDraft } from '../validation/validate.js'
 * @import { Meeting } from './contacts.js'
 * @import { ViolationCollector } from './violation_collector.js'
 *
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
