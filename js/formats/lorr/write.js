import { GrazeError } from '#internal';
import { LIMITS } from '../text/source.js';
import { ORIENTATION_STEPS, orientationOf, quartersToAngle, START_QUARTERS } from './actions.js';

/**
 * Writes a plan as an output of the League of Robot Runners, one action per step.
 *
 * @import { WrittenPlan } from '../index.js'
 * @import { Agent, BodyShape, MotionPiece, Point, Scenario } from '../../scenario/model/scenario.js'
 */

/**
 * @typedef {object} Walk actions of one agent
 * @property {number} orientation at the start: 0 east, 1 south, 2 west, 3 north
 * @property {number[]} cells row and column at the start, after the first step, …
 * @property {string[]} letters
 */

/** Maximum row and column, as in the reader. */
const MAX_COORDINATE = 1e9;

/** Letters of the moves along a row or column, by rows and columns. */
const MOVES = new Map([
    ['0,1', 'R'],
    ['1,0', 'D'],
    ['0,-1', 'L'],
    ['-1,0', 'U'],
    ['0,0', 'W'],
]);

const QUARTER_TURN = quartersToAngle(1);

/**
 * @param {Scenario} scenario
 * @returns {WrittenPlan}
 */
export function write(scenario) {
    const { agents, discrete } = scenario;
    if (agents.length === 0) throw cannotCarry('there are no agents');
    const canTurn = agents.some(({ motion }) => motion.some(({ angle }) => angle !== undefined));
    const notices = lossNotices(scenario, canTurn);
    const remaining = { steps: LIMITS.pieces };
    const walks = agents.map((agent, a) => makeWalk(agent, a, canTurn, remaining));
    const commandLetters = discrete?.commanded?.map((commanded, a) =>
        lettersToCells(commanded, walks[a], canTurn),
    );
    const isCommandWritten = commandLetters?.every((letters) => letters !== null) ?? true;
    if (!isCommandWritten)
        notices.push("the planner's commands are not carried: its moves are not of one cell");
    const hasTasks = !canTurn && agents.some(({ goal }) => goal !== null && isCell(goal));
    /** @type {() => Generator<string>} */
    const text = function* () {
        const makespan = walks.reduce((most, { letters }) => Math.max(most, letters.length), 0);
        yield `{\n"actionModel": "${canTurn ? 'MAPF_T' : 'MAPF'}",\n`;
        yield `"teamSize": ${agents.length},\n"makespan": ${makespan}`;
        yield* writeArray('start', walks, (walk) => formatStart(walk, canTurn));
        yield* writeArray('actualPaths', walks, ({ letters }) => `"${letters}"`);
        yield* writeArray(
            'plannerPaths',
            walks,
            ({ letters }, a) => `"${(isCommandWritten && commandLetters?.[a]) || letters}"`,
        );
        if (hasTasks) yield* writeTasks(agents, walks);
        yield '\n}\n';
    };
    return { text: { [Symbol.iterator]: text }, notices };
}

/** @param {string} text @param {number} [agent] */
function cannotCarry(text, agent) {
    const prefix = agent === undefined ? '' : `agent ${agent}: `;
    const problem = `lorr cannot carry the plan: ${prefix}${text}`;
    return new GrazeError('cannot-carry', problem, { argument: 'scenario', index: agent });
}

/**
 * Returns notices about losses besides the motion.
 *
 * @param {Scenario} scenario
 * @param {boolean} canTurn
 * @returns {string[]}
 */
function lossNotices(scenario, canTurn) {
    const { agents, grid, roadmap, obstacles, sizesKnown, atGoal, beforeStart } = scenario;
    if (obstacles.length > 0) throw cannotCarry('it has obstacles that are bodies');
    const radius = requireRadius(agents[0].shape, 0);
    agents.forEach(({ shape }, a) => {
        if (requireRadius(shape, a) === radius) return;
        throw cannotCarry('its radius is not that of agent 0', a);
    });
    const isNamed = agents.some(({ name }, a) => name !== String(a));
    const isElsewhere = agents.some(({ start, motion: [first] }) => {
        return start !== null && first && (start.x !== first.x[0] || start.y !== first.y[0]);
    });
    const losses = [
        sizesKnown && `the radius ${radius}`,
        (grid !== null || roadmap !== null) && 'the map',
        isNamed && 'names of agents',
        isElsewhere && 'starts that are not where the motion begins',
        canTurn && agents.some(({ goal }) => goal !== null) && 'goals of agents that turn',
        !canTurn && agents.some(({ goal }) => goal && !isCell(goal)) && 'goals other than cells',
        agents.some(({ goals }) => goals !== undefined) && 'goals that are regions',
        (atGoal === 'vanish' || beforeStart === 'vanish') && 'that agents vanish',
    ];
    return losses.flatMap((loss) => (loss ? [`not carried: ${loss}`] : []));
}

/** @param {BodyShape} shape @param {number} agent */
function requireRadius(shape, agent) {
    if (shape.kind === 'disc') return shape.radius;
    throw cannotCarry('its body is not a disc', agent);
}

/** @param {Point} point */
function isCell({ x, y }) {
    return [x, y].every((c) => Number.isInteger(c) && c >= 0 && c <= MAX_COORDINATE);
}

/**
 * @param {Agent} agent
 * @param {number} a
 * @param {boolean} canTurn
 * @param {{ steps: number }} remaining
 * @returns {Walk}
 */
function makeWalk({ start, motion }, a, canTurn, remaining) {
    const [first] = motion;
    const from = first ? { x: first.x[0], y: first.y[0] } : start;
    if (from === null || !isCell(from)) throw cannotCarry('it does not start in a cell', a);
    const angle = first?.angle?.[0] ?? quartersToAngle(START_QUARTERS[0]);
    const orientation = START_QUARTERS.findIndex((quarters) => quartersToAngle(quarters) === angle);
    if (canTurn && orientation < 0) throw cannotCarry('it does not start along a row or column', a);
    /** @type {Walk} */
    const walk = { orientation: Math.max(orientation, 0), cells: [from.x, from.y], letters: [] };
    let quarters = START_QUARTERS[walk.orientation];
    let { x, y } = from;
    motion.forEach((piece, k) => {
        const { t0, t1 } = piece;
        const step = toStep(piece, canTurn ? quarters : null);
        const isNext = t0 === walk.letters.length && piece.x[0] === x && piece.y[0] === y;
        if (!isNext || step === null) {
            throw cannotCarry(`its piece ${k} is not a step from cell to cell`, a);
        }
        remaining.steps -= t1 - t0;
        if (remaining.steps < 0) throw cannotCarry(`there are more than ${LIMITS.pieces} steps`);
        for (let t = t0; t < t1; t++) {
            x += step.rows;
            y += step.columns;
            quarters += step.turn;
            walk.cells.push(x, y);
            walk.letters.push(step.letter);
        }
        if (!isCell({ x, y })) throw cannotCarry(`its piece ${k} leaves the cells`, a);
    });
    return walk;
}

/**
 * Returns the action of every step of a piece, or null if it is not an action.
 *
 * @param {MotionPiece} piece
 * @param {number | null} quarters its angle at the beginning; null: it has none
 */
function toStep({ t0, t1, x, y, angle, end }, quarters) {
    const rest = [x, y, angle ?? []].flatMap((polynomial) => polynomial.slice(2));
    const [rows, columns, angularVelocity] = [x[1] ?? 0, y[1] ?? 0, angle?.[1] ?? 0];
    if (!Number.isInteger(t1) || rest.some((c) => c !== 0)) return null;
    const span = t1 - t0;
    const endsThere = !end || (end.x === x[0] + rows * span && end.y === y[0] + columns * span);
    const move = MOVES.get(`${rows},${columns}`);
    if (move === undefined || !endsThere) return null;
    if (quarters === null) return { rows, columns, letter: move, turn: 0 };
    if (angle?.[0] !== quartersToAngle(quarters)) return null;
    if (angularVelocity !== 0) {
        const isTurn = move === 'W' && Math.abs(angularVelocity) === QUARTER_TURN;
        return isTurn
            ? {
                  rows,
                  columns,
                  letter: angularVelocity > 0 ? 'C' : 'R',
                  turn: Math.sign(angularVelocity),
              }
            : null;
    }
    if (move === 'W') return { rows, columns, letter: 'W', turn: 0 };
    const ahead = ORIENTATION_STEPS[orientationOf(quarters)];
    const isAhead = ahead[0] === rows && ahead[1] === columns;
    return isAhead ? { rows, columns, letter: 'F', turn: 0 } : null;
}

/**
 * Returns the actions that lead to some cells, each from the agent's position at the time, or null if there are none.
 *
 * @param {Int32Array} commanded
 * @param {Walk} walk
 * @param {boolean} canTurn
 * @returns {string[] | null}
 */
function lettersToCells(commanded, { orientation, cells, letters }, canTurn) {
    if (commanded.length !== cells.length) return null;
    let quarters = START_QUARTERS[orientation];
    const commandLetters = letters.map((letter, k) => {
        const [rows, columns] = [0, 1].map(
            (axis) => commanded[2 * k + 2 + axis] - cells[2 * k + axis],
        );
        const isSameCell =
            commanded[2 * k + 2] === cells[2 * k + 2] && commanded[2 * k + 3] === cells[2 * k + 3];
        const ahead = ORIENTATION_STEPS[orientationOf(quarters)];
        quarters += letter === 'C' ? 1 : letter === 'R' && canTurn ? -1 : 0;
        const move = MOVES.get(`${rows},${columns}`);
        if (!canTurn) return move;
        if (isSameCell) return letter;
        if (move === 'W') return 'W';
        return rows === ahead[0] && columns === ahead[1] ? 'F' : undefined;
    });
    return commandLetters.includes(undefined) ? null : /** @type {string[]} */ (commandLetters);
}

/** @param {Walk} walk @param {boolean} canTurn */
function formatStart({ orientation, cells: [row, column] }, canTurn) {
    return `[${row}, ${column}, "${canTurn ? 'ESWN'[orientation] : 'N/A'}"]`;
}

/**
 * Writes one task for each agent with a goal, assigned at the start and finished at its last arrival there.
 *
 * @param {Agent[]} agents
 * @param {Walk[]} walks
 * @returns {Generator<string>}
 */
function* writeTasks(agents, walks) {
    const tasks = agents.flatMap(({ goal }) => (goal !== null && isCell(goal) ? [goal] : []));
    yield* writeArray('tasks', tasks, ({ x, y }, number) => `[${number}, ${x}, ${y}]`);
    let id = 0;
    yield* writeArray('events', walks, ({ cells, letters }, a) => {
        const { goal } = agents[a];
        if (goal === null || !isCell(goal)) return '[]';
        let arrival = letters.length + 1;
        while (arrival > 0 && isAt(cells, arrival - 1, goal)) arrival--;
        const finished = arrival <= letters.length ? `, [${id}, ${arrival}, "finished"]` : '';
        return `[[${id++}, 0, "assigned"]${finished}]`;
    });
}

/** @param {number[]} cells @param {number} step @param {Point} point */
function isAt(cells, step, { x, y }) {
    return cells[2 * step] === x && cells[2 * step + 1] === y;
}

/**
 * Writes a member that is an array, one element per line.
 *
 * @template T
 * @param {string} name
 * @param {T[]} elements
 * @param {(element: T, k: number) => string} format
 * @returns {Generator<string>}
 */
function* writeArray(name, elements, format) {
    yield `,\n"${name}": [\n`;
    for (const [k, element] of elements.entries()) {
        yield `${format(element, k)}${k + 1 < elements.length ? ',' : ''}\n`;
    }
    yield ']';
}
