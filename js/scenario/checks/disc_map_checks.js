import { formatText } from '../model/names.js';
import { POSITION_RELATIVE } from '../model/tolerance.js';
import { cellMessages, formatContact, formatTime, mergeByKey, pieceOrNull } from './contacts.js';
import { RECORD_LENGTH } from './disc_records.js';

/**
 * @import { Graze } from 'graze'
 * @import { ContactSpan } from './contacts.js'
 * @import { ContactPolicy } from './contact_policy.js'
 * @import { Grid } from '../model/scenario.js'
 * @import { DiscRecords } from './disc_records.js'
 * @import { ViolationDraft } from '../validation/validate.js'
 */

/**
 * An interval in which an agent is in a blocked cell, or over the edge of the map. `depth` is the largest one, at `time`;
 * (i, j) is the cell or, over the edge, the disc's center at that time.
 *
 * @typedef {ContactSpan & { agent: number, record: number, time: number, i: number, j: number }} Intrusion
 */

/**
 * @typedef {{ x: number, y: number, vx: number, vy: number, t0: number, t1: number,
 *   radius: number }} MovingDisc
 */

/**
 * Reads record k into a reused disc.
 *
 * @param {DiscRecords} discs
 * @param {number} k
 * @param {MovingDisc} out
 */
function readDisc({ records }, k, out) {
    const at = k * RECORD_LENGTH;
    out.x = records[at];
    out.y = records[at + 1];
    out.vx = records[at + 2];
    out.vy = records[at + 3];
    out.t0 = records[at + 4];
    out.t1 = records[at + 5];
    out.radius = records[at + 6];
}

/** @returns {MovingDisc} */
function makeDisc() {
    return { x: 0, y: 0, vx: 0, vy: 0, t0: 0, t1: 0, radius: 0 };
}

/** Number of rows of cells up to which the whole path is used in each row. */
const FEW_ROWS = 3;

const WHOLE_RANGE = [0, 1];

/**
 * Visits the cells that a moving disc can reach: for each row of cells near it, those beside the part of its path within
 * that row. So a long diagonal costs its length, not its box.
 *
 * @param {Grid} grid
 * @param {MovingDisc} disc
 * @param {number} reach
 * @param {(i: number, j: number) => void} visit visit called for blocked cells
 */
function visitCells(grid, disc, reach, visit) {
    // The margin is half a cell to each side, and enough that rounding does not lose a touched cell.
    const margin = reach + 0.5 + POSITION_RELATIVE * Math.max(grid.nx, grid.ny);
    const dx = disc.vx * (disc.t1 - disc.t0);
    const dy = disc.vy * (disc.t1 - disc.t0);
    const first = Math.max(0, Math.ceil(Math.min(disc.x, disc.x + dx) - margin));
    const last = Math.min(grid.nx - 1, Math.floor(Math.max(disc.x, disc.x + dx) + margin));
    // In a few rows the whole path is as good, and quicker.
    const isShort = last - first <= FEW_ROWS;
    for (let i = first; i <= last; i++) {
        const [from, to] = isShort ? WHOLE_RANGE : clip(disc.x, dx, i - margin, i + margin);
        const [y0, y1] = [disc.y + dy * from, disc.y + dy * to];
        const low = Math.max(0, Math.ceil(Math.min(y0, y1) - margin));
        const high = Math.min(grid.ny - 1, Math.floor(Math.max(y0, y1) + margin));
        for (let j = low; j <= high; j++) {
            if (grid.blocked[i * grid.ny + j] !== 0) visit(i, j);
        }
    }
}

/**
 * Returns the part of [0, 1] in which x + s dx is within [lo, hi], or all of it if rounding hides it.
 *
 * @param {number} x
 * @param {number} dx
 * @param {number} lo
 * @param {number} hi
 */
function clip(x, dx, lo, hi) {
    if (dx === 0) return [0, 1];
    const [p, q] = [(lo - x) / dx, (hi - x) / dx];
    const [from, to] = [Math.max(0, Math.min(p, q)), Math.min(1, Math.max(p, q))];
    return from <= to ? [from, to] : [0, 1];
}

/**
 * Checks agents against blocked cells: each disc against the exact closed squares.
 *
 * @param {Graze} graze
 * @param {DiscRecords} discs
 * @param {Grid} grid
 * @param {ContactPolicy} policy
 * @returns {Generator<ViolationDraft>}
 */
export function* cellViolations(graze, discs, grid, policy) {
    /** Intrusions of one agent, whose records follow each other. @type {Intrusion[]} */
    let found = [];
    const disc = makeDisc();
    let k = 0;
    let reach = 0;
    const visit = (/** @type {number} */ i, /** @type {number} */ j) => {
        const box = { x: i, y: j, width: 1, height: 1 };
        const { separation, time } = graze.closestApproach(disc, box);
        if (!(separation <= reach)) return;
        const [interval] = graze.conflictIntervals(disc, box);
        const [lo, hi] = interval ?? [time, time];
        const agent = discs.agentOf[k];
        found.push({ agent, record: k, lo, hi, depth: -separation, time, i, j });
    };
    for (; k < discs.count; k++) {
        if (found.length > 0 && found[0].agent !== discs.agentOf[k]) {
            yield* joinIntrusions(found, discs, grid, policy);
            found = [];
        }
        readDisc(discs, k, disc);
        reach = policy.contactDistance(disc.radius);
        visitCells(grid, disc, disc.radius + reach, visit);
    }
    yield* joinIntrusions(found, discs, grid, policy);
}

/**
 * Joins the intrusions of an agent into blocked cells.
 *
 * @param {Intrusion[]} found
 * @param {DiscRecords} discs
 * @param {Grid} grid
 * @param {ContactPolicy} policy
 * @returns {ViolationDraft[]}
 */
function joinIntrusions(found, discs, grid, policy) {
    // Each cell is checked by itself first: an agent that grazes wall after wall on its way into one is not in violation
    // all the time.
    const forbidden = mergeByKey(found, ({ i, j }) => i * grid.ny + j).filter(({ agent, depth }) =>
        policy.isViolation(depth, discs.radius[agent]),
    );
    return mergeByKey(forbidden, ({ agent }) => agent).map((intrusion) => {
        const { depth, i, j, hi } = intrusion;
        const lasting = policy.isLasting(hi);
        const messages = cellMessages(i, j);
        const description =
            lasting && depth > 0
                ? formatContact(messages, intrusion, lasting)
                : formatText`${depth > 0 ? messages.overlapping(depth) : messages.touching} ${formatTime(intrusion, lasting)}`;
        return {
            ...makeViolation('agent-obstacle', intrusion, discs, policy),
            position: [i, j],
            description,
        };
    });
}

/**
 * Checks agents over the edge of the map, beyond its outermost cells. The edge is not a wall: touching it is always
 * allowed.
 *
 * @param {DiscRecords} discs
 * @param {Grid} grid
 * @param {ContactPolicy} policy
 * @returns {Generator<ViolationDraft>}
 */
export function* edgeViolations(discs, grid, policy) {
    /** Intrusions of one agent, whose records follow each other. @type {Intrusion[]} */
    let found = [];
    const disc = makeDisc();
    for (let k = 0; k < discs.count; k++) {
        if (found.length > 0 && found[0].agent !== discs.agentOf[k]) {
            yield* joinOverEdge(found, discs, policy);
            found = [];
        }
        readDisc(discs, k, disc);
        const span = disc.t1 - disc.t0;
        const [toX, toY] = [disc.x + disc.vx * span, disc.y + disc.vy * span];
        if (isInside(grid, disc.x, disc.y, disc.radius) && isInside(grid, toX, toY, disc.radius))
            continue;
        const before = depthBeyondEdges(grid, disc.x, disc.y, disc.radius);
        const after = depthBeyondEdges(grid, toX, toY, disc.radius);
        for (let side = 0; side < before.length; side++) {
            const [p, q] = [before[side], after[side]];
            const depth = Math.max(p, q);
            if (depth <= 0) continue;
            // The depth is linear in between, and crosses 0 once if the ends differ in sign.
            const crossing = disc.t0 + (span * p) / (p - q);
            const lo = p < 0 ? crossing : disc.t0;
            const hi = q < 0 ? crossing : disc.t1;
            const [time, i, j] = p >= q ? [disc.t0, disc.x, disc.y] : [disc.t1, toX, toY];
            found.push({ agent: discs.agentOf[k], record: k, lo, hi, depth, time, i, j });
        }
    }
    yield* joinOverEdge(found, discs, policy);
}

/**
 * Joins the parts of an agent's motion over the edge of the map.
 *
 * @param {Intrusion[]} found
 * @param {DiscRecords} discs
 * @param {ContactPolicy} policy
 * @returns {ViolationDraft[]}
 */
function joinOverEdge(found, discs, policy) {
    return mergeByKey(found, ({ agent }) => agent)
        .filter(({ agent, depth }) => depth > policy.toleranceFor(discs.radius[agent]))
        .map((intrusion) => {
            const { depth, i, j, hi } = intrusion;
            const timeText = formatTime(intrusion, policy.isLasting(hi));
            return {
                ...makeViolation('off-map', intrusion, discs, policy),
                position: [i, j],
                description: formatText`reaches ${depth} over the edge of the map ${timeText}`,
            };
        });
}

/**
 * Returns whether all of a disc is over cells of the grid.
 *
 * @param {Grid} grid
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 */
function isInside(grid, x, y, radius) {
    const margin = radius - 0.5;
    return x >= margin && y >= margin && x + radius <= grid.nx - 0.5 && y + radius <= grid.ny - 0.5;
}

/**
 * Returns how far a disc extends over each side of the grid; negative inside.
 *
 * @param {Grid} grid
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 */
function depthBeyondEdges(grid, x, y, radius) {
    const [right, top] = [grid.nx - 0.5, grid.ny - 0.5];
    return [-0.5 - x, x - right, -0.5 - y, y - top].map((over) => over + radius);
}

/**
 * @param {'agent-obstacle' | 'off-map'} kind
 * @param {Intrusion} intrusion
 * @param {DiscRecords} discs
 * @param {ContactPolicy} policy
 */
function makeViolation(kind, intrusion, discs, policy) {
    const { agent, lo, hi, depth, record } = intrusion;
    const lasting = policy.isLasting(hi);
    return {
        kind,
        agents: [agent],
        interval: /** @type {[number, number]} */ ([lo, hi]),
        depth: Math.max(depth, 0),
        pieces: [pieceOrNull(discs.pieceOf[record])],
        ...(lasting ? { lasting } : {}),
    };
}
