import { CellTable } from './cell_table.js';
import { say } from './said.js';

/**
 * @import { Discrete, Grid, Scenario } from './scenario.js'
 * @import { Said } from './said.js'
 * @import { Draft } from './validate.js'
 *
 * @typedef {[x: number, y: number]} Cell
 *
 * @typedef {object} Meeting
 * @property {'vertex' | 'edge'} kind
 * @property {number} a the lower agent
 * @property {number} b
 * @property {number} from a step's number, or that of the step before a swap
 * @property {number} to
 * @property {Cell} cell in which they meet; where they swap, that of the lower agent before
 * @property {Cell} [other] with which it is swapped
 * @property {boolean} sent not what they did, but what they were sent to do
 */

/**
 * Where agents are after each whole step. What `atGoal` says goes on after an agent's last step.
 */
export class Steps {
    /**
     * @param {Int32Array[]} cells
     * @param {'stay' | 'vanish'} atGoal
     */
    constructor(cells, atGoal) {
        this.cells = cells;
        this.stays = atGoal === 'stay';
        this.agents = cells.length;
        /** How many steps the longest plan has. */
        this.last = cells.reduce((most, walk) => Math.max(most, lastStep(walk)), 0);
    }

    /**
     * Where in the agent's cells its place after a step is; -1 when it is not there.
     *
     * @param {number} a
     * @param {number} step
     */
    index(a, step) {
        const last = lastStep(this.cells[a]);
        if (step <= last) return 2 * step;
        return this.stays ? 2 * last : -1;
    }
}

/** @param {Int32Array} walk @returns {number} -1 for none at all */
function lastStep(walk) {
    return walk.length / 2 - 1;
}

/**
 * Conflicts of a plan in whole steps, in the discrete model's own terms: two agents in one cell after a
 * step (`vertex`), and two that exchange their cells in one (`edge`). Where it is recorded where a planner
 * sent the agents, that is judged too. O(agents x steps) and what is found, by hashing.
 *
 * @param {Scenario} scenario
 * @returns {Draft[]}
 */
export function discreteViolations({ discrete, atGoal, grid, speedLimit }) {
    if (discrete === null) return [];
    const done = new Steps(discrete.cells, atGoal);
    const meetings = [...vertexMeetings(done, null), ...edgeMeetings(done, done)];
    const found = meetings.map((meeting) => describe(meeting, done));
    if (discrete.wanted === null) return found;
    // Without an order an agent is nowhere.
    const orders = new Steps(discrete.wanted, 'vanish');
    const sent = [...vertexMeetings(orders, done), ...edgeMeetings(done, orders)];
    return [
        ...found,
        ...sent.map((meeting) => describe({ ...meeting, sent: true }, done)),
        ...strayOrders(discrete, grid, speedLimit),
    ];
}

/**
 * How many steps there are to judge: after each of them, and in each.
 *
 * @param {Scenario} scenario
 * @returns {{ after: number, during: number } | null} null: the plan is not in steps
 */
export function countSteps({ discrete, atGoal }) {
    if (discrete === null) return null;
    const { last } = new Steps(discrete.cells, atGoal);
    return { after: last + 1, during: last };
}

/**
 * @param {Steps} steps
 * @param {Steps | null} done what was done, when `steps` are orders: those carried out by both are judged
 *   there
 * @returns {Meeting[]}
 */
function vertexMeetings(steps, done) {
    /** @type {Meeting[]} */
    const found = [];
    const table = new CellTable(steps.agents);
    const begin = done === null ? 0 : 1;
    for (let t = begin; t <= steps.last; t++) {
        table.clear();
        for (let a = 0; a < steps.agents; a++) {
            const at = steps.index(a, t);
            if (at < 0) continue;
            const [x, y] = [steps.cells[a][at], steps.cells[a][at + 1]];
            for (let b = table.put(x, y, a); b >= 0; b = table.next[b]) {
                if (t > begin && isTogether(steps, b, a, t - 1, x, y)) continue;
                let to = t;
                while (to < steps.last && isTogether(steps, b, a, to + 1, x, y)) to++;
                if (done !== null && isDone(steps, done, b, a, t, to)) continue;
                found.push(meeting('vertex', b, a, t, to, [x, y]));
            }
        }
    }
    return found;
}

/**
 * @param {Steps} from where they are when a step begins
 * @param {Steps} to where they are after it, or are sent in it
 * @returns {Meeting[]}
 */
function edgeMeetings(from, to) {
    /** @type {Meeting[]} */
    const found = [];
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
                if (!isTogether(to, b, b, t + 1, x, y)) continue;
                if (from !== to && isDone(to, from, b, a, t + 1, t + 1)) continue;
                found.push(meeting('edge', b, a, t, t + 1, [toX, toY], [x, y]));
            }
        }
    }
    return found;
}

/**
 * @param {'vertex' | 'edge'} kind
 * @param {number} a
 * @param {number} b
 * @param {number} from
 * @param {number} to
 * @param {Cell} cell
 * @param {Cell} [other]
 * @returns {Meeting}
 */
function meeting(kind, a, b, from, to, cell, other) {
    return { kind, a, b, from, to, cell, other, sent: false };
}

/**
 * Are both in a cell after a step?
 *
 * @param {Steps} steps
 * @param {number} a
 * @param {number} b
 * @param {number} t
 * @param {number} x
 * @param {number} y
 */
function isTogether(steps, a, b, t, x, y) {
    const [p, q] = [steps.index(a, t), steps.index(b, t)];
    if (p < 0 || q < 0) return false;
    const [cellsA, cellsB] = [steps.cells[a], steps.cells[b]];
    return cellsA[p] === x && cellsA[p + 1] === y && cellsB[q] === x && cellsB[q + 1] === y;
}

/**
 * Did both do what they were sent to do, in all these steps?
 *
 * @param {Steps} orders
 * @param {Steps} done
 * @param {number} a
 * @param {number} b
 * @param {number} from
 * @param {number} to
 */
function isDone(orders, done, a, b, from, to) {
    for (let t = from; t <= to; t++) {
        for (const agent of [a, b]) {
            const [p, q] = [orders.index(agent, t), done.index(agent, t)];
            if (q < 0 || orders.cells[agent][p] !== done.cells[agent][q]) return false;
            if (orders.cells[agent][p + 1] !== done.cells[agent][q + 1]) return false;
        }
    }
    return true;
}

/**
 * @param {Meeting} meeting
 * @param {Steps} done
 * @returns {Draft}
 */
function describe({ kind, a, b, from, to, cell, other, sent }, done) {
    // The step that an agent makes from t to t + 1 is its segment t.
    const step = kind === 'edge' ? from : Math.max(from - 1, 0);
    const segments = [a, b].map((agent) => (step < lastStep(done.cells[agent]) ? step : null));
    const lasting = kind === 'vertex' && !sent && done.stays && to === done.last;
    return {
        kind,
        agents: [a, b],
        interval: [from, to],
        depth: null,
        segments,
        position: cell,
        ...(lasting ? { lasting } : {}),
        says: inWords(kind, from, to, cell, other, sent, lasting),
    };
}

/**
 * @param {'vertex' | 'edge'} kind
 * @param {number} from
 * @param {number} to
 * @param {Cell} cell
 * @param {Cell | undefined} other
 * @param {boolean} sent
 * @param {boolean} lasting
 */
function inWords(kind, from, to, cell, other, sent, lasting) {
    const place = cellInWords(cell);
    if (kind === 'edge') {
        const cells = say`cells ${place} and ${cellInWords(/** @type {Cell} */ (other))}`;
        return say`${sent ? 'are sent to swap' : 'swap'} ${cells} from t = ${from} to ${to}`;
    }
    const until = from === to ? say`at t = ${from}` : say`from t = ${from} to ${to}`;
    const when = lasting ? say`from t = ${from} on` : until;
    return sent
        ? say`are both sent to cell ${place} ${when}`
        : say`are both in cell ${place} ${when}`;
}

/** @param {Cell} cell @returns {Said} */
function cellInWords([x, y]) {
    return say`(${x}, ${y})`;
}

/**
 * Orders that no agent can carry out: into a blocked cell, over the edge of the map, or further than the
 * speed limit lets it go in a step. Those that were carried out are judged where they were.
 *
 * @param {Discrete} discrete
 * @param {Grid | null} grid
 * @param {number | null} speedLimit
 * @returns {Draft[]}
 */
function strayOrders({ cells, wanted }, grid, speedLimit) {
    /** @type {Draft[]} */
    const found = [];
    (wanted ?? []).forEach((orders, a) => {
        for (let t = 0; 2 * t + 2 < orders.length; t++) {
            const [toX, toY] = [orders[2 * t + 2], orders[2 * t + 3]];
            const [x, y] = [cells[a][2 * t], cells[a][2 * t + 1]];
            if (cells[a][2 * t + 2] === toX && cells[a][2 * t + 3] === toY) continue;
            const astray = faultOf(toX, toY, Math.hypot(toX - x, toY - y), grid, speedLimit);
            if (astray === null) continue;
            const way = say`${cellInWords([x, y])} to ${cellInWords([toX, toY])}`;
            found.push({
                kind: astray.kind,
                agents: [a],
                interval: [t, t + 1],
                depth: null,
                segments: [t],
                position: [toX, toY],
                says: say`is sent from cell ${way}, ${astray.why}, from t = ${t} to ${t + 1}`,
            });
        }
    });
    return found;
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} length
 * @param {Grid | null} grid
 * @param {number | null} speedLimit
 * @returns {{ kind: 'off-map' | 'agent-obstacle' | 'speed', why: string } | null}
 */
function faultOf(x, y, length, grid, speedLimit) {
    if (grid !== null) {
        const inside = x >= 0 && y >= 0 && x < grid.nx && y < grid.ny;
        if (!inside) return { kind: 'off-map', why: 'over the edge of the map' };
        if (grid.blocked[x * grid.ny + y] !== 0) {
            return { kind: 'agent-obstacle', why: 'which is blocked' };
        }
    }
    const isFar = speedLimit !== null && length > speedLimit;
    return isFar ? { kind: 'speed', why: 'further than it can go in a step' } : null;
}
