import { makeRandom, shuffle } from './random.js';

/**
 * @import { Grid } from 'graze/scenario'
 * @import { Task } from './tasks.js'
 */

/**
 * Returns the largest part of a grid in which all cells can be reached from one another by steps to the four sides.
 *
 * @param {Grid} grid
 * @returns {number[]} cells
 */
function largestPart({ nx, ny, blocked }) {
    const seen = Uint8Array.from(blocked);
    /** @type {number[]} */
    let largest = [];
    for (let seed = 0; seed < seen.length; seed++) {
        if (seen[seed] !== 0) continue;
        const part = [seed];
        seen[seed] = 1;
        for (const cell of part) {
            const [i, j] = [Math.floor(cell / ny), cell % ny];
            const beside = [
                i > 0 ? cell - ny : cell,
                i < nx - 1 ? cell + ny : cell,
                j > 0 ? cell - 1 : cell,
                j < ny - 1 ? cell + 1 : cell,
            ];
            for (const next of beside) {
                if (seen[next] !== 0) continue;
                seen[next] = 1;
                part.push(next);
            }
        }
        if (part.length > largest.length) largest = part;
    }
    return largest;
}

/**
 * Returns a grid with cells blocked at random.
 *
 * @param {number} nx
 * @param {number} ny
 * @param {number} share share of the cells that is blocked
 * @param {number} seed
 * @returns {Grid}
 */
export function randomGrid(nx, ny, share, seed) {
    const cells = shuffle([...Array(nx * ny).keys()], makeRandom(seed));
    const blocked = new Uint8Array(nx * ny);
    for (const cell of cells.slice(0, Math.round(share * nx * ny))) blocked[cell] = 1;
    return { nx, ny, blocked };
}

/**
 * Returns as many tasks: no two with one start, or one goal, all in one part of the map.
 *
 * @param {Grid} grid
 * @param {number} agents
 * @param {number} seed
 * @returns {Task[]}
 */
export function randomTasks(grid, agents, seed) {
    const cells = largestPart(grid);
    if (agents > cells.length) {
        throw new RangeError(
            `the map has ${cells.length} connected cells, too few for ${agents} agents`,
        );
    }
    const random = makeRandom(seed ^ 0x5eed);
    const starts = shuffle(cells, random);
    const goals = shuffle(cells, random);
    return starts.slice(0, agents).map((start, k) => ({ start, goal: goals[k] }));
}
