import { declaredOrNull, describeTime, mergeGroups, sayContact, withCells } from './conflicts.js';
import { say } from './said.js';
import { POSITION_RELATIVE } from './tolerance.js';
import { RECORD } from './tracks.js';

/**
 * @import { Graze } from 'graze'
 * @import { Stretch } from './conflicts.js'
 * @import { Reading } from './reading.js'
 * @import { Grid } from './scenario.js'
 * @import { Tracks } from './tracks.js'
 * @import { Draft } from './validate.js'
 */

/**
 * A stretch in which an agent is in a blocked cell, or over the edge of the map.
 *
 * @typedef {Stretch & { agent: number, record: number, time: number, i: number, j: number }} Intrusion
 */

/**
 * @typedef {{ x: number, y: number, vx: number, vy: number, start: number, end: number,
 *   radius: number }} Segment
 */

/**
 * Reads record k into a segment that is used again and again.
 *
 * @param {Tracks} tracks
 * @param {number} k
 * @param {Segment} out
 */
function readSegment({ records }, k, out) {
    const at = k * RECORD;
    out.x = records[at];
    out.y = records[at + 1];
    out.vx = records[at + 2];
    out.vy = records[at + 3];
    out.start = records[at + 4];
    out.end = records[at + 5];
    out.radius = records[at + 6];
}

/** @returns {Segment} */
function blankSegment() {
    return { x: 0, y: 0, vx: 0, vy: 0, start: 0, end: 0, radius: 0 };
}

/** Rows of cells so few that a path through them is short. */
const ROWS = 3;

const WHOLE = [0, 1];

/**
 * The cells a moving disc can reach: for each row of cells that it comes near, those beside the stretch
 * of its path that runs there. So a long diagonal costs its length, not its box.
 *
 * @param {Grid} grid
 * @param {Segment} s
 * @param {number} reach
 * @param {(i: number, j: number) => void} visit called for those that are blocked
 */
function visitCells(grid, s, reach, visit) {
    // Half a cell to each side, and enough that rounding loses none that is just touched.
    const margin = reach + 0.5 + POSITION_RELATIVE * Math.max(grid.nx, grid.ny);
    const dx = s.vx * (s.end - s.start);
    const dy = s.vy * (s.end - s.start);
    const first = Math.max(0, Math.ceil(Math.min(s.x, s.x + dx) - margin));
    const last = Math.min(grid.nx - 1, Math.floor(Math.max(s.x, s.x + dx) + margin));
    // In a few rows the whole stretch is as good, and sooner found.
    const isShort = last - first <= ROWS;
    for (let i = first; i <= last; i++) {
        const [from, to] = isShort ? WHOLE : clip(s.x, dx, i - margin, i + margin);
        const [y0, y1] = [s.y + dy * from, s.y + dy * to];
        const low = Math.max(0, Math.ceil(Math.min(y0, y1) - margin));
        const high = Math.min(grid.ny - 1, Math.floor(Math.max(y0, y1) + margin));
        for (let j = low; j <= high; j++) {
            if (grid.blocked[i * grid.ny + j] !== 0) visit(i, j);
        }
    }
}

/**
 * The part of [0, 1] in which x + s dx is within [lo, hi]; all of it when rounding hides it.
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
 * Agents against blocked cells: each disc against the exact closed squares.
 *
 * @param {Graze} graze
 * @param {Tracks} tracks
 * @param {Grid} grid
 * @param {Reading} reading
 * @returns {Draft[]}
 */
export function cellViolations(graze, tracks, grid, reading) {
    /** @type {Intrusion[]} */
    const found = [];
    const segment = blankSegment();
    let k = 0;
    let reach = 0;
    const visit = (/** @type {number} */ i, /** @type {number} */ j) => {
        const box = { x: i, y: j, width: 1, height: 1 };
        const { distance, time } = graze.closestApproach(segment, box);
        if (!(distance <= reach)) return;
        const [interval] = graze.conflictIntervals(segment, box);
        const [lo, hi] = interval ?? [time, time];
        const agent = tracks.agentOf[k];
        found.push({ agent, record: k, lo, hi, depth: -distance, time, i, j });
    };
    for (; k < tracks.count; k++) {
        readSegment(tracks, k, segment);
        reach = reading.reach(segment.radius);
        visitCells(grid, segment, segment.radius + reach, visit);
    }
    // First each cell by itself: an agent that grazes wall after wall on its way into one is not in
    // violation all along.
    const cells = grid.nx * grid.ny;
    const refused = mergeGroups(found, ({ agent, i, j }) => agent * cells + i * grid.ny + j).filter(
        ({ agent, depth }) => reading.refuses(depth, tracks.radius[agent]),
    );
    return mergeGroups(refused, ({ agent }) => agent).map((intrusion) => {
        const { depth, i, j, hi } = intrusion;
        const lasting = reading.lasts(hi);
        const words = withCells(i, j);
        const says =
            lasting && depth > 0
                ? sayContact(words, intrusion, lasting)
                : say`${depth > 0 ? words.deep(depth) : words.touching} ${describeTime(intrusion, lasting)}`;
        return {
            ...violation('agent-obstacle', intrusion, tracks, reading),
            position: [i, j],
            says,
        };
    });
}

/**
 * Agents over the edge of the map, beyond its outermost cells. The edge is no wall: touching it is
 * always allowed.
 *
 * @param {Tracks} tracks
 * @param {Grid} grid
 * @param {Reading} reading
 * @returns {Draft[]}
 */
export function edgeViolations(tracks, grid, reading) {
    /** @type {Intrusion[]} */
    const found = [];
    const s = blankSegment();
    for (let k = 0; k < tracks.count; k++) {
        readSegment(tracks, k, s);
        const span = s.end - s.start;
        const [toX, toY] = [s.x + s.vx * span, s.y + s.vy * span];
        if (isInside(grid, s.x, s.y, s.radius) && isInside(grid, toX, toY, s.radius)) continue;
        const before = overEdges(grid, s.x, s.y, s.radius);
        const after = overEdges(grid, toX, toY, s.radius);
        for (let side = 0; side < before.length; side++) {
            const [p, q] = [before[side], after[side]];
            const depth = Math.max(p, q);
            if (depth <= 0) continue;
            // Linear in between: it crosses 0 once if the ends differ in sign.
            const crossing = s.start + (span * p) / (p - q);
            const lo = p < 0 ? crossing : s.start;
            const hi = q < 0 ? crossing : s.end;
            const [time, i, j] = p >= q ? [s.start, s.x, s.y] : [s.end, toX, toY];
            found.push({ agent: tracks.agentOf[k], record: k, lo, hi, depth, time, i, j });
        }
    }
    return mergeGroups(found, ({ agent }) => agent)
        .filter(({ agent, depth }) => depth > reading.toleranceFor(tracks.radius[agent]))
        .map((intrusion) => {
            const { depth, i, j, hi } = intrusion;
            const when = describeTime(intrusion, reading.lasts(hi));
            return {
                ...violation('off-map', intrusion, tracks, reading),
                position: [i, j],
                says: say`reaches ${depth} over the edge of the map ${when}`,
            };
        });
}

/**
 * Is all of a disc over cells of the grid?
 *
 * @param {Grid} grid
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 */
function isInside(grid, x, y, radius) {
    const most = radius - 0.5;
    return x >= most && y >= most && x + radius <= grid.nx - 0.5 && y + radius <= grid.ny - 0.5;
}

/**
 * How far a disc reaches over each side of the grid; negative inside.
 *
 * @param {Grid} grid
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 */
function overEdges(grid, x, y, radius) {
    const [right, top] = [grid.nx - 0.5, grid.ny - 0.5];
    return [-0.5 - x, x - right, -0.5 - y, y - top].map((over) => over + radius);
}

/**
 * @param {'agent-obstacle' | 'off-map'} kind
 * @param {Intrusion} intrusion
 * @param {Tracks} tracks
 * @param {Reading} reading
 */
function violation(kind, intrusion, tracks, reading) {
    const { agent, lo, hi, depth, record } = intrusion;
    const lasting = reading.lasts(hi);
    return {
        kind,
        agents: [agent],
        interval: /** @type {[number, number]} */ ([lo, hi]),
        depth: Math.max(depth, 0),
        segments: [declaredOrNull(tracks.declared[record])],
        ...(lasting ? { lasting } : {}),
    };
}
