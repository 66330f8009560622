import { blankScenario } from 'graze/scenario';
import { makeRandom } from '../examples/random.js';

/** @import { Agent, Scenario } from 'graze/scenario' */

/** How many cells of the grid there are for each agent. */
const CELLS_PER_AGENT = 10;

/** Discs of this radius pass each other on perpendicular edges of the grid without a touch. */
const RADIUS = 0.35;

const MOVES = [0, 0, 1, 0, 0, 1, -1, 0, 0, -1];

/**
 * @typedef {object} Walks
 * @property {number} side side of the square grid
 * @property {Int32Array[]} cells cells of each agent x0, y0, x1, y1, …
 * @property {number} intruders how many of the agents, the last ones, walk without looking
 */

/**
 * Returns random walks on a grid, one cell or none a step. An agent goes only where nobody is and nobody else goes, so
 * that no two come near each other; but for the intruders, of whom there are a few.
 *
 * @param {number} agents
 * @param {number} steps
 * @param {number} seed
 * @param {number} [intruders]
 * @returns {Walks}
 */
export function makeWalks(agents, steps, seed, intruders = Math.ceil(agents / 200)) {
    const random = makeRandom(seed);
    const side = Math.ceil(Math.sqrt(agents * CELLS_PER_AGENT));
    const taken = new Uint8Array(side * side);
    const cells = Array.from({ length: agents }, () => new Int32Array(2 * (steps + 1)));
    for (const walk of cells) {
        let at = 0;
        do at = Math.floor(random() * side * side);
        while (taken[at]);
        taken[at] = 1;
        walk.set([at % side, Math.floor(at / side)]);
    }
    for (let t = 0; t < steps; t++) {
        const left = [];
        for (let a = 0; a < agents; a++) {
            const walk = cells[a];
            const [x, y] = [walk[2 * t], walk[2 * t + 1]];
            const move = 2 * Math.floor(random() * 5);
            const [toX, toY] = [x + MOVES[move], y + MOVES[move + 1]];
            const inside = toX >= 0 && toY >= 0 && toX < side && toY < side;
            const to = toY * side + toX;
            const looks = a < agents - intruders;
            const goes = inside && move > 0 && !(looks && taken[to]);
            walk[2 * t + 2] = goes ? toX : x;
            walk[2 * t + 3] = goes ? toY : y;
            if (!goes || !looks) continue;
            taken[to] = 1;
            left.push(y * side + x);
        }
        for (const cell of left) taken[cell] = 0;
    }
    return { side, cells, intruders };
}

/**
 * Returns the plan of such walks, as a reader of a discrete format would give it.
 *
 * @param {Walks} walks
 * @returns {Scenario}
 */
export function planOf({ cells, side }) {
    return {
        ...blankScenario('walks'),
        agents: cells.map(agentOf),
        grid: { nx: side, ny: side, blocked: new Uint8Array(side * side) },
        discrete: { cells, commanded: null },
        speedLimit: 1,
        timeStep: 1,
    };
}

/**
 * @param {Int32Array} walk
 * @param {number} a
 * @returns {Agent}
 */
function agentOf(walk, a) {
    const steps = walk.length / 2 - 1;
    const motion = Array.from({ length: steps }, (_, k) => {
        const [x, y, toX, toY] = walk.subarray(2 * k, 2 * k + 4);
        return {
            t0: k,
            t1: k + 1,
            x: toX === x ? [x] : [x, toX - x],
            y: toY === y ? [y] : [y, toY - y],
            end: { x: toX, y: toY },
        };
    });
    return {
        name: `${a}`,
        shape: { kind: 'disc', radius: RADIUS },
        start: { x: walk[0], y: walk[1] },
        goal: { x: walk[2 * steps], y: walk[2 * steps + 1] },
        motion,
    };
}
