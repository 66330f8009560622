/** The state that, with the files, determines what the tab shows, and the scenarios to start with. */

import * as read from '../../base/state_reader.js';
import { readView } from '../../base/view.js';

/**
 * @import { View } from '../../base/view.js'
 * @import { Role } from './files.js'
 *
 * @typedef {object} State
 * @property {string | null} example null: the visitor's own files
 * @property {number} kept key under which this page keeps the visitor's files
 * @property {string | null} packed the packed files if they fit into a link
 * @property {number} plan index of the plan in the file, from 0
 * @property {string} format '': detected from the plan
 * @property {number | null} radius null: from the files
 * @property {'' | 'stay' | 'vanish'} atGoal '': default of the format
 * @property {number | null} tolerance null: default of the package
 * @property {'allowed' | 'conflict'} touching
 * @property {'blocked' | 'free'} unknownCells how unknown cells of an occupancy map count
 * @property {boolean} repaired whether the repaired plan is shown
 * @property {number} time shown time
 * @property {number} selected index of the violation; -1: none
 * @property {number} agent followed agent; -1: none
 * @property {number} speed speed of playing, in time units per second; 0: chosen from the plan's length
 * @property {View | null} view null: all
 */

const AT_GOAL = /** @type {const} */ (['', 'stay', 'vanish']);
const TOUCHING_VALUES = /** @type {const} */ (['allowed', 'conflict']);
const UNKNOWN_CELLS = /** @type {const} */ (['blocked', 'free']);

/** Largest length of packed files in a link. */
const MAX_PACKED = 20_000;

/** @param {unknown} value @returns {number | null} */
function readOptional(value) {
    const number = read.number(value, -1, 0, 1e15);
    return number < 0 ? null : number;
}

/** @param {unknown} value @returns {State} */
export function readState(value) {
    const given = read.record(value);
    const { example, packed, format, view } = given;
    const text = typeof packed === 'string' && packed.length <= MAX_PACKED ? packed : null;
    const hasOwnFiles = example === null;
    return {
        example: hasOwnFiles
            ? null
            : read.choice(
                  example,
                  EXAMPLES.map(({ id }) => id),
              ),
        kept: read.integer(given.kept, 0, 0, 2 ** 32),
        packed: hasOwnFiles ? text : null,
        plan: read.integer(given.plan, 0, 0, 1e6),
        format: typeof format === 'string' && /^[a-z0-9-]{1,20}$/.test(format) ? format : '',
        radius: readOptional(given.radius),
        atGoal: read.choice(given.atGoal, AT_GOAL),
        tolerance: readOptional(given.tolerance),
        touching: read.choice(given.touching, TOUCHING_VALUES),
        unknownCells: read.choice(given.unknownCells, UNKNOWN_CELLS),
        repaired: read.flag(given.repaired, false),
        time: read.number(given.time, 0, -1e15, 1e15),
        selected: read.integer(given.selected, -1, -1, 1e9),
        agent: read.integer(given.agent, -1, -1, 1e6),
        speed: read.number(given.speed, 0, 0, 1e6),
        view: view ? readView(view, { x: 0, y: 0, span: 10 }) : null,
    };
}

/* ---- scenarios to start with: those of web/scenes, and a generated one ---- */

/**
 * @typedef {object} Example
 * @property {string} id identifier in the address
 * @property {string} name
 * @property {string} hint
 * @property {Partial<Record<Role, string>>} [files] file names below scenes/
 * @property {() => { name: string, text: string }} [make] makes the plan
 * @property {number} [radius]
 */

/** @param {string} folder @returns {Example['files']} */
const ccbs = (folder) => ({
    plan: `${folder}/plan_log.xml`,
    map: `${folder}/map.xml`,
    task: `${folder}/task.xml`,
    config: `${folder}/config.xml`,
});

/** @type {[Example, ...Example[]]} */
export const EXAMPLES = [
    {
        id: 'steps',
        name: 'Plan in discrete steps',
        hint: 'Each agent takes its shortest path: two pairs share a cell and two pairs swap cells, which a check of whole steps alone misses. Repair finds the minimal waits.',
        files: { plan: 'steps/result.txt', map: 'steps/map.map' },
    },
    {
        id: 'conflict',
        name: 'Conflicts on a grid',
        hint: 'Six agents, each planned independently. Four pairs collide, and agent 5 cuts through blocked cells, which no delay can repair.',
        files: ccbs('conflict'),
    },
    {
        id: 'crossing',
        name: 'The same plan with waits',
        hint: 'Valid: some agents wait before they start and pass with a gap of 8e-7.',
        files: ccbs('crossing'),
    },
    {
        id: 'driving',
        name: 'Road intersection',
        hint: 'The vehicle turning left clips the one going straight. A delay of 0.2 s repairs the plan.',
        files: { plan: 'driving/scenario.xml' },
    },
    {
        id: 'weave',
        name: '1,000 agents, one late',
        hint: 'Crossing columns of agents pass with a gap of 0.007. One of the 1,000 agents starts 0.3 late; find out which agents it hits.',
        make: () => ({ name: 'generated_log.xml', text: generatePlan() }),
        radius: 0.35,
    },
    {
        id: 'planned',
        name: '20 agents, planned by SIPP',
        hint: 'Made by a planner that uses safe intervals from graze. Valid.',
        files: ccbs('planned'),
    },
    {
        id: 'roadmap',
        name: 'Roadmap',
        hint: 'Four agents move along the edges of a roadmap. Valid.',
        files: ccbs('roadmap'),
    },
];

/**
 * @param {Example} example
 * @returns {Promise<{ name: string, role: Role, blob: Blob }[]>}
 */
export async function loadFiles({ files = {}, make }) {
    if (make) {
        const { name, text } = make();
        return [{ name, role: 'plan', blob: new Blob([text]) }];
    }
    return Promise.all(
        Object.entries(files).map(async ([role, path]) => {
            const response = await fetch(new URL(`scenes/${path}`, document.baseURI));
            if (!response.ok) throw new Error(`scenes/${path}: status ${response.status}`);
            const name = path.split('/').at(-1) ?? path;
            return { name, role: /** @type {Role} */ (role), blob: await response.blob() };
        }),
    );
}

/* ---- generated plan ---- */

/** Distance between two lanes, and between two agents of a lane. */
const LANE_SPACING = 2;

/**
 * Generates a plan of a thousand agents: lanes of discs cross, and each lane passes between the discs of the others with a
 * margin of a hundredth. It is a CCBS log, in which an agent may start late.
 *
 * @param {object} [options]
 * @param {number} [options.lanes] number of lanes in each of the two directions
 * @param {number} [options.agents] number of agents in a lane
 * @param {number} [options.lateBy] delay of the last agent of the middle row
 * @param {number} [options.sectionLength] length of a section; default: the whole route
 * @returns {string}
 */
export function generatePlan({
    lanes = 25,
    agents = 20,
    lateBy = 0.3,
    sectionLength = Infinity,
} = {}) {
    const gridSize = LANE_SPACING * (lanes - 1);
    const routeLength = gridSize + LANE_SPACING * agents + 2;
    const middle = Math.floor(lanes / 2);
    /** @type {string[]} */
    const lines = [];
    for (const isRow of [true, false]) {
        for (let lane = 0; lane < lanes; lane++) {
            const isForward = lane % 2 === 0;
            for (let k = 0; k < agents; k++) {
                const distance = (isRow ? 2 : 1) + LANE_SPACING * k;
                const from = isForward ? -distance : gridSize + distance;
                const to = isForward ? from + routeLength : from - routeLength;
                const isLate = isRow && lane === middle && k === agents - 1;
                const laneCoordinate = LANE_SPACING * lane;
                /** @param {number} coordinate */
                const toCell = (coordinate) =>
                    isRow ? [laneCoordinate, coordinate] : [coordinate, laneCoordinate];
                lines.push(
                    agentLine(lines.length, toCell, from, to, isLate ? lateBy : 0, sectionLength),
                );
            }
        }
    }
    return `<?xml version="1.0" ?>\n<root><log>\n${lines.join('\n')}\n</log></root>\n`;
}

/**
 * @param {number} number
 * @param {(coordinate: number) => number[]} toCell
 * @param {number} from
 * @param {number} to
 * @param {number} waitTime
 * @param {number} sectionLength
 */
function agentLine(number, toCell, from, to, waitTime, sectionLength) {
    /** @type {string[]} */
    const sections = [];
    /** @param {number} a @param {number} b @param {number} duration */
    const add = (a, b, duration) => {
        const [i, j] = toCell(a);
        const [p, q] = toCell(b);
        sections.push(
            `<section number="${sections.length}" start_i="${i}" start_j="${j}" goal_i="${p}" goal_j="${q}" duration="${duration}"/>`,
        );
    };
    if (waitTime > 0) add(from, from, waitTime);
    const sign = Math.sign(to - from);
    for (let position = from; position !== to; ) {
        const length = Math.min(sectionLength, Math.abs(to - position));
        add(position, position + sign * length, length);
        position += sign * length;
    }
    return `<agent number="${number}"><path>${sections.join('')}</path></agent>`;
}
