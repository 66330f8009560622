import { GrazeError } from 'graze';
import { AHEAD, angleOf, headingOf, QUARTERS } from './lorr_walk.js';
import { LIMITS } from './source.js';

/**
 * A plan as an output of the League of Robot Runners, one action a step.
 *
 * @import { Written } from './index.js'
 * @import { Agent, BodyShape, MotionSegment, Point, Scenario } from '../scenario/scenario.js'
 */

/**
 * @typedef {object} Walk what one agent does
 * @property {number} heading at the start: 0 east, 1 south, 2 west, 3 north
 * @property {number[]} cells row and column at the start, after the first step, …
 * @property {string[]} letters
 */

/** Rows and columns beyond these are not read either. */
const MOST = 1e9;

/** Letters of the moves along a row or column, by rows and columns. */
const MOVES = new Map([
    ['0,1', 'R'],
    ['1,0', 'D'],
    ['0,-1', 'L'],
    ['-1,0', 'U'],
    ['0,0', 'W'],
]);

const QUARTER = angleOf(1);

/**
 * @param {Scenario} scenario
 * @returns {Written}
 */
export function write(scenario) {
    const { agents, discrete } = scenario;
    if (agents.length === 0) throw cannotCarry('there are no agents');
    const turns = agents.some(({ motion }) => motion.some(({ theta }) => theta !== undefined));
    const notices = bodyNotices(scenario, turns);
    const room = { steps: LIMITS.segments };
    const walks = agents.map((agent, a) => walkOf(agent, a, turns, room));
    const sent = discrete?.wanted?.map((wanted, a) => lettersTo(wanted, walks[a], turns));
    const isSaid = sent?.every((letters) => letters !== null) ?? true;
    if (!isSaid)
        notices.push('what the planner wanted is not carried: its moves are not of one cell');
    const hasTasks = !turns && agents.some(({ goal }) => goal !== null && isCell(goal));
    /** @type {() => Generator<string>} */
    const text = function* () {
        const makespan = walks.reduce((most, { letters }) => Math.max(most, letters.length), 0);
        yield `{\n"actionModel": "${turns ? 'MAPF_T' : 'MAPF'}",\n`;
        yield `"teamSize": ${agents.length},\n"makespan": ${makespan}`;
        yield* list('start', walks, (walk) => startOf(walk, turns));
        yield* list('actualPaths', walks, ({ letters }) => `"${letters}"`);
        yield* list(
            'plannerPaths',
            walks,
            ({ letters }, a) => `"${(isSaid && sent?.[a]) || letters}"`,
        );
        if (hasTasks) yield* taskLists(agents, walks);
        yield '\n}\n';
    };
    return { text: { [Symbol.iterator]: text }, notices };
}

/** @param {string} text @param {number} [agent] */
function cannotCarry(text, agent) {
    const whose = agent === undefined ? '' : `agent ${agent}: `;
    const problem = `lorr cannot carry the plan: ${whose}${text}`;
    return new GrazeError('cannot-carry', problem, { argument: 'scenario', index: agent });
}

/**
 * What is lost besides the motion, in words.
 *
 * @param {Scenario} scenario
 * @param {boolean} turns
 * @returns {string[]}
 */
function bodyNotices(scenario, turns) {
    const { agents, grid, roadmap, obstacles, sized, atGoal, beforeStart } = scenario;
    if (obstacles.length > 0) throw cannotCarry('it has obstacles that are bodies');
    const radius = radiusOf(agents[0].shape, 0);
    agents.forEach(({ shape }, a) => {
        if (radiusOf(shape, a) === radius) return;
        throw cannotCarry('its radius is not that of agent 0', a);
    });
    const isNamed = agents.some(({ name }, a) => name !== String(a));
    const isElsewhere = agents.some(({ start, motion: [first] }) => {
        return start !== null && first && (start.x !== first.x[0] || start.y !== first.y[0]);
    });
    const lost = [
        sized && `the radius ${radius}`,
        (grid !== null || roadmap !== null) && 'the map',
        isNamed && 'names of agents',
        isElsewhere && 'starts that are not where the motion begins',
        turns && agents.some(({ goal }) => goal !== null) && 'goals of agents that turn',
        !turns && agents.some(({ goal }) => goal && !isCell(goal)) && 'goals that are no cells',
        agents.some(({ goals }) => goals !== undefined) && 'goals that are regions',
        (atGoal === 'vanish' || beforeStart === 'vanish') && 'that agents vanish',
    ];
    return lost.flatMap((what) => (what ? [`not carried: ${what}`] : []));
}

/** @param {BodyShape} shape @param {number} agent */
function radiusOf(shape, agent) {
    if (shape.kind === 'disc') return shape.radius;
    throw cannotCarry('its body is not a disc', agent);
}

/** @param {Point} point */
function isCell({ x, y }) {
    return [x, y].every((c) => Number.isInteger(c) && c >= 0 && c <= MOST);
}

/**
 * @param {Agent} agent
 * @param {number} a
 * @param {boolean} turns
 * @param {{ steps: number }} room
 * @returns {Walk}
 */
function walkOf({ start, motion }, a, turns, room) {
    const [first] = motion;
    const from = first ? { x: first.x[0], y: first.y[0] } : start;
    if (from === null || !isCell(from)) throw cannotCarry('it does not start in a cell', a);
    const angle = first?.theta?.[0] ?? angleOf(QUARTERS[0]);
    const heading = QUARTERS.findIndex((quarters) => angleOf(quarters) === angle);
    if (turns && heading < 0) throw cannotCarry('it does not start along a row or column', a);
    /** @type {Walk} */
    const walk = { heading: Math.max(heading, 0), cells: [from.x, from.y], letters: [] };
    let quarters = QUARTERS[walk.heading];
    let { x, y } = from;
    motion.forEach((segment, k) => {
        const { t0, t1 } = segment;
        const step = stepOf(segment, turns ? quarters : null);
        const isNext = t0 === walk.letters.length && segment.x[0] === x && segment.y[0] === y;
        if (!isNext || step === null) {
            throw cannotCarry(`its segment ${k} is not a step from cell to cell`, a);
        }
        room.steps -= t1 - t0;
        if (room.steps < 0) throw cannotCarry(`there are more than ${LIMITS.segments} steps`);
        for (let t = t0; t < t1; t++) {
            x += step.rows;
            y += step.columns;
            quarters += step.turn;
            walk.cells.push(x, y);
            walk.letters.push(step.letter);
        }
        if (!isCell({ x, y })) throw cannotCarry(`its segment ${k} leaves the cells`, a);
    });
    return walk;
}

/**
 * What is done in every step of a segment; null when that is no action.
 *
 * @param {MotionSegment} segment
 * @param {number | null} quarters its heading when it begins; null: it has none
 */
function stepOf({ t0, t1, x, y, theta, end }, quarters) {
    const rest = [x, y, theta ?? []].flatMap((polynomial) => polynomial.slice(2));
    const [rows, columns, spin] = [x[1] ?? 0, y[1] ?? 0, theta?.[1] ?? 0];
    if (!Number.isInteger(t1) || rest.some((c) => c !== 0)) return null;
    const span = t1 - t0;
    const endsThere = !end || (end.x === x[0] + rows * span && end.y === y[0] + columns * span);
    const move = MOVES.get(`${rows},${columns}`);
    if (move === undefined || !endsThere) return null;
    if (quarters === null) return { rows, columns, letter: move, turn: 0 };
    if (theta?.[0] !== angleOf(quarters)) return null;
    if (spin !== 0) {
        const isTurn = move === 'W' && Math.abs(spin) === QUARTER;
        return isTurn
            ? { rows, columns, letter: spin > 0 ? 'C' : 'R', turn: Math.sign(spin) }
            : null;
    }
    if (move === 'W') return { rows, columns, letter: 'W', turn: 0 };
    const ahead = AHEAD[headingOf(quarters)];
    const isAhead = ahead[0] === rows && ahead[1] === columns;
    return isAhead ? { rows, columns, letter: 'F', turn: 0 } : null;
}

/**
 * The actions that lead to some cells, each from where the agent was by then; null when there are none.
 *
 * @param {Int32Array} wanted
 * @param {Walk} walk
 * @param {boolean} turns
 * @returns {string[] | null}
 */
function lettersTo(wanted, { heading, cells, letters }, turns) {
    if (wanted.length !== cells.length) return null;
    let quarters = QUARTERS[heading];
    const sent = letters.map((letter, k) => {
        const [rows, columns] = [0, 1].map(
            (axis) => wanted[2 * k + 2 + axis] - cells[2 * k + axis],
        );
        const isDone =
            wanted[2 * k + 2] === cells[2 * k + 2] && wanted[2 * k + 3] === cells[2 * k + 3];
        const ahead = AHEAD[headingOf(quarters)];
        quarters += letter === 'C' ? 1 : letter === 'R' && turns ? -1 : 0;
        const move = MOVES.get(`${rows},${columns}`);
        if (!turns) return move;
        if (isDone) return letter;
        if (move === 'W') return 'W';
        return rows === ahead[0] && columns === ahead[1] ? 'F' : undefined;
    });
    return sent.includes(undefined) ? null : /** @type {string[]} */ (sent);
}

/** @param {Walk} walk @param {boolean} turns */
function startOf({ heading, cells: [row, column] }, turns) {
    return `[${row}, ${column}, "${turns ? 'ESWN'[heading] : 'N/A'}"]`;
}

/**
 * One task for each agent that has a goal, assigned at the start and finished on its last arrival there.
 *
 * @param {Agent[]} agents
 * @param {Walk[]} walks
 * @returns {Generator<string>}
 */
function* taskLists(agents, walks) {
    const tasks = agents.flatMap(({ goal }) => (goal !== null && isCell(goal) ? [goal] : []));
    yield* list('tasks', tasks, ({ x, y }, number) => `[${number}, ${x}, ${y}]`);
    let id = 0;
    yield* list('events', walks, ({ cells, letters }, a) => {
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
 * A member that is an array, one element a line.
 *
 * @template T
 * @param {string} name
 * @param {T[]} elements
 * @param {(element: T, k: number) => string} say
 * @returns {Generator<string>}
 */
function* list(name, elements, say) {
    yield `,\n"${name}": [\n`;
    for (const [k, element] of elements.entries()) {
        yield `${say(element, k)}${k + 1 < elements.length ? ',' : ''}\n`;
    }
    yield ']';
}
