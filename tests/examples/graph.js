/**
 * The graph that discs move on: the centers of a grid's cells, and the moves between them that no wall forbids.
 *
 * @import { Graze } from 'graze'
 * @import { Grid } from 'graze/scenario'
 *
 * @typedef {object} Place the center of a cell where a disc can be
 * @property {number} cell
 * @property {number} x the cell's row
 * @property {number} y its column
 * @property {number} radius
 * @property {Move[]} moves
 *
 * @typedef {object} Move a move from one place to another at unit speed
 * @property {Place} to
 * @property {number} length
 * @property {MovingDisc} disc
 *
 * @typedef {{ x: number, y: number, vx: number, vy: number, t0: number, t1: number, radius: number }} MovingDisc
 *
 * @typedef {(Place | undefined)[]} Graph places by cell; the cell in row i and column j has the number i ny + j
 */

/**
 * Returns the moves of the 2^k neighborhood (Rivera, Hernandez, Baier, "Grid Pathfinding on the 2^k Neighborhoods", 2017): between
 * two neighboring directions of the one before comes their sum.
 *
 * @param {number} neighbors 4, 8, 16, ...
 * @returns {[number, number][]}
 */
export function movesOf(neighbors) {
    /** The directions from +x to before +y; the others are turned by right angles. @type {[number, number][]} */
    let quarter = [[1, 0]];
    while (quarter.length * 4 < neighbors) {
        const next = [...quarter.slice(1), [0, 1]];
        quarter = quarter.flatMap(([i, j], k) => [
            [i, j],
            [i + next[k][0], j + next[k][1]],
        ]);
    }
    return quarter.flatMap(([i, j]) => [
        [i, j],
        [-j, i],
        [-i, -j],
        [j, -i],
    ]);
}

/**
 * @param {number} x
 * @param {number} y
 * @param {[number, number]} way
 * @param {number} radius
 * @returns {MovingDisc}
 */
function discOf(x, y, [i, j], radius) {
    const t1 = Math.hypot(i, j);
    return { x, y, vx: i / (t1 || 1), vy: j / (t1 || 1), t0: 0, t1, radius };
}

/** Returns the whole numbers whose cells a disc meets from a to b, or back. @param {number} a @param {number} b @param {number} radius */
function met(a, b, radius) {
    const first = Math.floor(Math.min(a, b) - radius - 0.5) + 1;
    const behind = Math.ceil(Math.max(a, b) + radius + 0.5);
    return Array.from({ length: behind - first }, (_, k) => first + k);
}

/**
 * @param {Graze} g
 * @param {Grid} grid
 * @param {number} radius
 * @param {number} neighbors of a cell
 * @returns {Graph}
 */
export function makeGraph(g, { nx, ny, blocked }, radius, neighbors) {
    /** @param {number} x @param {number} y */
    const isFree = (x, y) => x >= 0 && x < nx && y >= 0 && y < ny && !blocked[x * ny + y];

    /**
     * Returns whether no wall is in the way, nor the edge of the map. A disc may touch them.
     *
     * @param {MovingDisc} disc
     * @param {[number, number]} step
     */
    const isClear = (disc, step) => {
        for (const x of met(disc.x, disc.x + step[0], radius)) {
            for (const y of met(disc.y, disc.y + step[1], radius)) {
                if (isFree(x, y)) continue;
                const wall = { x, y, width: 1, height: 1 };
                if (g.conflictIntervals(disc, wall, { touching: 'allowed' }).length > 0)
                    return false;
            }
        }
        return true;
    };

    /** @type {Graph} */
    const graph = Array.from(blocked, (_, cell) => {
        const [x, y] = [Math.floor(cell / ny), cell % ny];
        const fits = isFree(x, y) && isClear(discOf(x, y, [0, 0], radius), [0, 0]);
        return fits ? { cell, x, y, radius, moves: [] } : undefined;
    });
    const steps = movesOf(neighbors);
    for (const place of graph) {
        if (place === undefined) continue;
        const { x, y, moves } = place;
        for (const step of steps) {
            const [i, j] = [x + step[0], y + step[1]];
            const to = isFree(i, j) ? graph[i * ny + j] : undefined;
            const disc = discOf(x, y, step, radius);
            if (to && isClear(disc, step)) moves.push({ to, length: disc.t1, disc });
        }
    }
    return graph;
}
