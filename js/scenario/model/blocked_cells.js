/**
 * @import { Graze, Motion, Shape } from 'graze'
 * @import { Bodies, Body } from './bodies.js'
 * @import { Grid } from './scenario.js'
 * @import { BodySteps } from './step_boxes.js'
 *
 * @typedef {object} Rectangle a rectangle of blocked cells (i, j) that a body comes near
 * @property {number} i0 first row: cells of one i
 * @property {number} i1 last row
 * @property {number} j0 first j
 * @property {number} j1 last j
 * @property {number} first first step in which the body is near
 * @property {number} last last step in which it is
 */

/**
 * Finds the blocked cells that a body comes near, joined to rectangles: adjacent cells of a row, then equal adjacent rows.
 * A closed square for each cell would cost more, and would leave seams between adjacent cells.
 *
 * @param {BodySteps} steps
 * @param {number} body
 * @param {Grid} grid
 * @param {{ x: number, y: number }} origin of the boxes
 * @param {number} reach distance of a box and a cell up to which the body counts as near
 * @returns {Rectangle[]}
 */
export function findNearRectangles(steps, body, grid, origin, reach) {
    /** @type {Map<number, { first: number, last: number }>} */
    const cells = new Map();
    const { boxes } = steps;
    for (let k = 0; k < steps.count; k++) {
        const at = steps.boxOffset(body, k);
        if (boxes[at] === Infinity) continue;
        const low = [boxes[at] + origin.x, boxes[at + 1] + origin.y];
        const high = [boxes[at + 2] + origin.x, boxes[at + 3] + origin.y];
        const i0 = Math.max(0, Math.ceil(low[0] - reach - 0.5));
        const i1 = Math.min(grid.nx - 1, Math.floor(high[0] + reach + 0.5));
        const j0 = Math.max(0, Math.ceil(low[1] - reach - 0.5));
        const j1 = Math.min(grid.ny - 1, Math.floor(high[1] + reach + 0.5));
        for (let i = i0; i <= i1; i++) {
            for (let j = j0; j <= j1; j++) {
                const cell = i * grid.ny + j;
                if (grid.blocked[cell] === 0) continue;
                const steps = cells.get(cell);
                if (steps === undefined) cells.set(cell, { first: k, last: k });
                else steps.last = k;
            }
        }
    }
    return joinRows(joinCellsInRows(cells, grid.ny));
}

/**
 * Returns cells as rectangles: runs of one i, and equal runs of successive i as one.
 *
 * @param {Iterable<number>} cells numbers i * ny + j
 * @param {number} ny
 * @returns {Pick<Rectangle, 'i0' | 'i1' | 'j0' | 'j1'>[]}
 */
export function mergeCells(cells, ny) {
    const steps = { first: 0, last: 0 };
    return joinRows(joinCellsInRows(new Map(Array.from(cells, (cell) => [cell, steps])), ny));
}

/**
 * @param {Map<number, { first: number, last: number }>} cells
 * @param {number} ny
 * @returns {Rectangle[]} runs of adjacent cells in a row, by row
 */
function joinCellsInRows(cells, ny) {
    /** @type {Rectangle[]} */
    const runs = [];
    for (const cell of [...cells.keys()].sort((p, q) => p - q)) {
        const { first, last } = /** @type {{ first: number, last: number }} */ (cells.get(cell));
        const [i, j] = [Math.floor(cell / ny), cell % ny];
        const run = runs[runs.length - 1];
        if (run !== undefined && run.i0 === i && run.j1 === j - 1)
            extendRectangle(run, i, j, first, last);
        else runs.push({ i0: i, i1: i, j0: j, j1: j, first, last });
    }
    return runs;
}

/** @param {Rectangle[]} runs @returns {Rectangle[]} */
function joinRows(runs) {
    /** @type {Map<string, Rectangle>} */
    const openRectangles = new Map();
    /** @type {Rectangle[]} */
    const joined = [];
    for (const run of runs) {
        const key = `${run.j0} ${run.j1}`;
        const above = openRectangles.get(key);
        if (above !== undefined && above.i1 === run.i0 - 1) {
            extendRectangle(above, run.i0, run.j1, run.first, run.last);
            continue;
        }
        openRectangles.set(key, run);
        joined.push(run);
    }
    return joined;
}

/**
 * @param {Rectangle} rectangle
 * @param {number} i
 * @param {number} j
 * @param {number} first
 * @param {number} last
 */
function extendRectangle(rectangle, i, j, first, last) {
    rectangle.i1 = i;
    rectangle.j1 = j;
    rectangle.first = Math.min(rectangle.first, first);
    rectangle.last = Math.max(rectangle.last, last);
}

/** Makes bodies from rectangles of cells and from the outside of the map. */
export class WallFactory {
    /** @type {Map<string, Shape>} */ #boxes = new Map();

    /**
     * @param {Graze} graze
     * @param {Bodies} bodies owner of the new bodies
     * @param {Grid} grid
     */
    constructor(graze, bodies, grid) {
        this.graze = graze;
        this.bodies = bodies;
        this.grid = grid;
        /** @type {Map<string, Motion>} */
        this.motions = new Map();
    }

    /** @param {Rectangle} rectangle @returns {Body} */
    fromCells({ i0, i1, j0, j1 }) {
        return this.#makeBody((i0 + i1) / 2, (j0 + j1) / 2, i1 - i0 + 1, j1 - j0 + 1);
    }

    /**
     * Returns four rectangles that cover the outside of the map as far as any body goes.
     *
     * @param {number} extent largest magnitude of a coordinate of the bodies
     * @returns {Body[]}
     */
    beyondEdges(extent) {
        const { nx, ny } = this.grid;
        const width = 2 ** Math.ceil(Math.log2(4 * (extent + nx + ny)));
        const [right, top] = [nx - 0.5, ny - 0.5];
        return [
            this.#makeBody(-0.5 - width / 2, 0, width, 2 * width),
            this.#makeBody(right + width / 2, 0, width, 2 * width),
            this.#makeBody(0, -0.5 - width / 2, 2 * width, width),
            this.#makeBody(0, top + width / 2, 2 * width, width),
        ];
    }

    /**
     * @param {number} x
     * @param {number} y
     * @param {number} width
     * @param {number} height
     * @returns {Body}
     */
    #makeBody(x, y, width, height) {
        const { graze, bodies } = this;
        const key = `${width} ${height}`;
        const [w, h] = [width / 2, height / 2];
        const shape = this.#boxes.get(key) ?? bodies.addOwned(graze.box(width, height));
        this.#boxes.set(key, shape);
        const poseKey = `${x} ${y}`;
        const { origin } = bodies;
        const motion =
            this.motions.get(poseKey) ??
            bodies.addOwned(graze.motion.static({ x: x - origin.x, y: y - origin.y }));
        this.motions.set(poseKey, motion);
        // Halves of integers are exact in float32.
        const part = { shape, center: { x: 0, y: 0 }, size: Math.hypot(w, h), error: 0 };
        const always = { begin: -Infinity, end: Infinity };
        return { agent: -1, obstacle: -1, part, shape, motion, pieces: [], ...always };
    }
}
