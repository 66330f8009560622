import {
    beginPoint,
    beginTime,
    finalPoint,
    pieceCountOf,
    piecesOf,
    placeAt,
    startPoint,
    stepPathOf,
} from '../model/step_motion.js';

/**
 * Finds hints about the input as a whole: the axes of a plan, its map or its task. They are searched only if there are
 * violations that this would explain, and never change a verdict.
 *
 * @import { Agent, Grid, MotionPiece, Point, Scenario } from '../model/scenario.js'
 * @import { Violation, ViolationKind } from './validate.js'
 * @import { ViolationCollector } from '../checks/violation_collector.js'
 *
 * @typedef {Pick<Violation, 'kind' | 'agents' | 'interval' | 'obstacle'>} Fault
 */

/** Kinds of violations that another frame or map would explain. @type {readonly ViolationKind[]} */
const EXPLAINABLE = ['agent-obstacle', 'off-map', 'start', 'goal'];

/** A frame explains the violations if at most one in this many remains. */
const NEARLY_ALL = 20;

/** Minimum number of a plan's violations for which a frame that leaves some of them is reported. */
const MIN_VIOLATIONS = 20;

/** Maximum number of pieces of a plan that is checked as a whole in another frame. */
const MAX_PIECES = 1_000_000;

/** Formats with a direction for each step, in which up and down may be exchanged for each agent separately. */
const DIRECTION_FORMATS = new Set(['mapf-tracker', 'lorr']);

/**
 * Another frame in which a plan may have been written.
 *
 * @typedef {object} Frame
 * @property {string} description description of the change
 * @property {'swap' | 'flip' | 'task'} kind exchange of rows and columns, of up and down, or of either in the task alone
 * @property {(agent: Agent) => CoordinateChange} motion returns the change of an agent's motion
 * @property {CoordinateChange} task change of starts and goals
 */

/**
 * A change of coordinates: x and y exchanged, or a coordinate c mirrored to `mirrorSum` - c.
 *
 * @typedef {{ swapsAxes: boolean, mirroredAxis: 'x' | 'y' | null, mirrorSum: number }} CoordinateChange
 */

/** @type {CoordinateChange} */
const IDENTITY = { swapsAxes: false, mirroredAxis: null, mirrorSum: 0 };

/** @type {CoordinateChange} */
const SWAP_AXES = { swapsAxes: true, mirroredAxis: null, mirrorSum: 0 };

/**
 * Returns hints about a plan as a whole.
 *
 * @param {Scenario} scenario
 * @param {ViolationCollector} collector violations of the plan
 * @param {(scenario: Scenario) => number} check returns the number of violations and undecided pairs
 * @returns {string[]}
 */
export function findHints(scenario, collector, check) {
    const counts = collector.countsByKind();
    if (!EXPLAINABLE.some((kind) => counts[kind] !== undefined)) return [];
    const violations = collector.list();
    const isFree = makeFreeTest(scenario);
    const frameHint = findFrameHint(scenario, collector.count, isFree, check);
    if (frameHint !== null) return [frameHint];
    return [
        ...mapHints(scenario, isFree),
        ...obstacleHints(scenario, violations),
        ...taskHints(scenario, violations),
    ];
}

/**
 * Returns the hint of another frame that explains nearly all violations; null: there is none.
 *
 * @param {Scenario} scenario
 * @param {number} before number of violations of the plan itself
 * @param {(x: number, y: number) => boolean} isFree
 * @param {(scenario: Scenario) => number} check
 * @returns {string | null}
 */
function findFrameHint(scenario, before, isFree, check) {
    // A body other than a disc would turn with its frame.
    if (scenario.agents.some(({ shape }) => shape.kind !== 'disc')) return null;
    const faults = countFaults(scenario, null, isFree, Infinity);
    if (faults === 0) return null;
    for (const frame of listFrames(scenario)) {
        const maxFaults = Math.floor(faults / NEARLY_ALL);
        const remaining = countFaults(scenario, frame, isFree, maxFaults);
        if (remaining > maxFaults) continue;
        const hint = describeFrame(scenario, frame, before, remaining, check);
        if (hint !== null) return hint;
    }
    return null;
}

/**
 * Returns a test for the places where agents may be: free cells or nodes; anywhere without a map.
 *
 * @param {Scenario} scenario
 * @returns {(x: number, y: number) => boolean}
 */
function makeFreeTest({ grid, roadmap }) {
    if (grid !== null) {
        const { nx, ny, blocked } = grid;
        return (x, y) => {
            const [i, j] = [Math.round(x), Math.round(y)];
            return i >= 0 && i < nx && j >= 0 && j < ny && blocked[i * ny + j] === 0;
        };
    }
    if (roadmap === null) return () => true;
    const nodes = new Set(roadmap.nodes.map(({ x, y }) => `${x},${y}`));
    return (x, y) => nodes.has(`${x},${y}`);
}

/** @param {Scenario} scenario @returns {Frame[]} */
function listFrames(scenario) {
    const { agents, grid, axes, format } = scenario;
    const hasTask = agents.some(({ start, goal }) => start !== null || goal !== null);
    // Regions have bodies and angles, which are not transformed here.
    const isMovable = hasTask && agents.every(({ goals }) => goals === undefined);
    const swapAxes = () => SWAP_AXES;
    /** @type {Frame[]} */
    const frames = [
        { description: 'x and y exchanged', kind: 'swap', motion: swapAxes, task: IDENTITY },
    ];
    if (isMovable) {
        const description = 'x and y exchanged in paths, starts and goals';
        frames.push({ description, kind: 'swap', motion: swapAxes, task: SWAP_AXES });
    }
    /** @type {'x' | 'y'} */
    const mirroredAxis = axes === 'down-right' ? 'x' : 'y';
    if (DIRECTION_FORMATS.has(format)) {
        /** @param {Agent} agent @returns {CoordinateChange} */
        const motion = (agent) => {
            const begin = beginPoint(agent);
            if (begin === null) return IDENTITY;
            return { swapsAxes: false, mirroredAxis, mirrorSum: 2 * begin[mirroredAxis] };
        };
        frames.push({ description: 'up and down exchanged', kind: 'flip', motion, task: IDENTITY });
    }
    if (grid !== null) {
        const mirrorSum = (mirroredAxis === 'x' ? grid.nx : grid.ny) - 1;
        const flip = { swapsAxes: false, mirroredAxis, mirrorSum };
        const description = 'up and down exchanged, rows counted from the other edge,';
        frames.push({ description, kind: 'flip', motion: () => flip, task: IDENTITY });
        if (isMovable) {
            const all = `${description} in paths, starts and goals`;
            frames.push({ description: all, kind: 'flip', motion: () => flip, task: flip });
            const ends = `${description} in starts and goals`;
            frames.push({ description: ends, kind: 'task', motion: () => IDENTITY, task: flip });
        }
    }
    if (isMovable) {
        const description = 'x and y exchanged in starts and goals';
        frames.push({ description, kind: 'task', motion: () => IDENTITY, task: SWAP_AXES });
    }
    return frames;
}

/** @param {CoordinateChange} change @param {Point} point @returns {Point} */
function transformPoint({ swapsAxes, mirroredAxis, mirrorSum }, { x, y }) {
    if (swapsAxes) return { x: y, y: x };
    if (mirroredAxis === null) return { x, y };
    return mirroredAxis === 'x' ? { x: mirrorSum - x, y } : { x, y: mirrorSum - y };
}

/**
 * Counts ends of pieces at places where agents may not be, and starts and goals that are missed, up to one more than
 * `maxFaults`.
 *
 * @param {Scenario} scenario
 * @param {Frame | null} frame null: the plan's own
 * @param {(x: number, y: number) => boolean} isFree
 * @param {number} maxFaults
 */
function countFaults({ agents }, frame, isFree, maxFaults) {
    let faults = 0;
    for (const agent of agents) {
        const change = frame?.motion(agent) ?? IDENTITY;
        for (const point of pieceStarts(agent)) {
            const { x, y } = transformPoint(change, point);
            if (!isFree(x, y) && ++faults > maxFaults) return faults;
        }
        const [firstPoint, lastPoint] = [beginPoint(agent), finalPoint(agent)];
        if (firstPoint === null || lastPoint === null) continue;
        const begin = transformPoint(change, firstPoint);
        const end = transformPoint(change, lastPoint);
        if (!isFree(end.x, end.y)) faults++;
        const [start, goal] = [agent.start, agent.goal].map(
            (point) => point && transformPoint(frame?.task ?? IDENTITY, point),
        );
        if (start && !isAt(begin, start)) faults++;
        if (goal && !isAt(end, goal)) faults++;
        if (faults > maxFaults) return faults;
    }
    return faults;
}

/** Yields the places where an agent's pieces begin. @param {Agent} agent @returns {Generator<Point>} */
function* pieceStarts(agent) {
    const path = stepPathOf(agent);
    if (path === undefined || path.count !== Math.max(1, path.steps)) {
        for (const piece of piecesOf(agent)) yield startPoint(piece);
        return;
    }
    for (let t = 0; t < path.count; t++) yield placeAt(path, t);
}

/** Yields the places where an agent's pieces begin, and its last place. @param {Agent} agent @returns {Generator<Point>} */
function* visitedPlaces(agent) {
    yield* pieceStarts(agent);
    const last = finalPoint(agent) ?? agent.start;
    if (last !== null) yield last;
}

/** Maximum distance of an agent from its start or goal: less than between cells. */
const POSITION_TOLERANCE = 1e-6;

/** @param {Point} p @param {Point} q */
function isAt(p, q) {
    return Math.abs(p.x - q.x) <= POSITION_TOLERANCE && Math.abs(p.y - q.y) <= POSITION_TOLERANCE;
}

/**
 * Describes the effect of another frame on a plan, or returns null if it does not explain enough.
 *
 * @param {Scenario} scenario
 * @param {Frame} frame
 * @param {number} before number of violations of the plan itself
 * @param {number} remaining number of faults in the frame
 * @param {(scenario: Scenario) => number} check
 * @returns {string | null}
 */
function describeFrame(scenario, frame, before, remaining, check) {
    const { format, agents } = scenario;
    const pieceCount = agents.reduce((sum, agent) => sum + pieceCountOf(agent), 0);
    const advice = ADVICE.get(`${format} ${frame.kind}`);
    const rest = advice === undefined ? '' : `: ${advice}`;
    if (pieceCount > MAX_PIECES) {
        if (remaining > 0) return null;
        return `with ${frame.description} all steps would begin and end on free ground, and all agents at their starts and goals${rest}`;
    }
    const after = check(transformScenario(scenario, frame));
    if (after === 0) return `with ${frame.description} the plan would be valid${rest}`;
    if (before < MIN_VIOLATIONS || after > before / NEARLY_ALL) return null;
    return `with ${frame.description} ${after} of ${before} violations would remain${rest}`;
}

/** Options by which a format can be read in another frame. */
const ADVICE = new Map([
    ['paths swap', 'read it as paths-xy (--format paths-xy)'],
    ['paths-xy swap', 'read it as paths (--format paths)'],
    ['mapf-tracker flip', "flip_up_down and the name of the plan's column say which way u is"],
]);

/** @param {Scenario} scenario @param {Frame} frame @returns {Scenario} */
function transformScenario(scenario, { motion: changeOf, task }) {
    const { agents, discrete } = scenario;
    const changes = agents.map(changeOf);
    return {
        ...scenario,
        agents: agents.map((agent, a) => ({
            ...agent,
            start: agent.start && transformPoint(task, agent.start),
            goal: agent.goal && transformPoint(task, agent.goal),
            motion: agent.motion.map((piece) => transformPiece(piece, changes[a])),
        })),
        discrete: discrete && {
            cells: discrete.cells.map((cells, a) => transformCells(cells, changes[a])),
            commanded:
                discrete.commanded?.map((cells, a) => transformCells(cells, changes[a])) ?? null,
        },
    };
}

/** @param {MotionPiece} piece @param {CoordinateChange} change @returns {MotionPiece} */
function transformPiece(piece, change) {
    const { swapsAxes, mirroredAxis, mirrorSum } = change;
    /** @param {number[]} polynomial */
    const mirrored = ([first, ...others]) => [mirrorSum - first, ...others.map((c) => -c)];
    const { x, y, end } = piece;
    return {
        ...piece,
        ...(swapsAxes && { x: y, y: x }),
        ...(mirroredAxis && { [mirroredAxis]: mirrored(piece[mirroredAxis]) }),
        ...(end && { end: transformPoint(change, end) }),
    };
}

/** @param {Int32Array} cells @param {CoordinateChange} change */
function transformCells(cells, change) {
    const all = new Int32Array(cells.length);
    for (let k = 0; k < cells.length; k += 2) {
        const { x, y } = transformPoint(change, { x: cells[k], y: cells[k + 1] });
        all.set([x, y], k);
    }
    return all;
}

/**
 * Places of a plan that the map does not allow.
 *
 * @typedef {object} MapVisits
 * @property {number} total number of beginnings of pieces, and of ends of motions
 * @property {number} blocked number of these in blocked cells, or at no node
 * @property {number} outside number of these off the map
 * @property {number} agents number of agents that are at such a place
 * @property {number} starts number of agents that begin at such a place
 * @property {Map<number, number>} byCharacter number of visits to blocked cells by the code of the map's character
 */

/**
 * Counts the places of a plan that the map does not allow. O(pieces).
 *
 * @param {Scenario} scenario
 * @param {(x: number, y: number) => boolean} isFree
 * @returns {MapVisits}
 */
function countMapVisits({ agents, grid }, isFree) {
    /** @type {MapVisits} */
    const visits = {
        total: 0,
        blocked: 0,
        outside: 0,
        agents: 0,
        starts: 0,
        byCharacter: new Map(),
    };
    /** @param {Point} point @returns {boolean} whether the map does not allow it */
    const count = ({ x, y }) => {
        visits.total++;
        if (isFree(x, y)) return false;
        const [i, j] = [Math.round(x), Math.round(y)];
        if (grid !== null && !(i >= 0 && i < grid.nx && j >= 0 && j < grid.ny)) {
            visits.outside++;
            return true;
        }
        visits.blocked++;
        const character = grid?.terrain?.characters[i * grid.ny + j];
        if (character !== undefined) {
            visits.byCharacter.set(character, (visits.byCharacter.get(character) ?? 0) + 1);
        }
        return true;
    };
    for (const agent of agents) {
        let isFirst = true;
        let isFaulty = false;
        for (const point of visitedPlaces(agent)) {
            const isFault = count(point);
            if (isFault && isFirst) visits.starts++;
            isFirst = false;
            isFaulty ||= isFault;
        }
        if (isFaulty) visits.agents++;
    }
    return visits;
}

/** Divisor of the share of blocked cells: a plan on a wrong map visits about as many of them as random positions do. */
const RANDOM_SHARE_DIVISOR = 2;

/** Minimum share of visits off the map, or at no node, on a map that does not belong to the plan. */
const MIN_OUTSIDE_SHARE = 1 / 20;

/** Kinds of blocked cells by their characters: those that a planner may take for free, and those that it cannot. */
const KINDS_OF_CELLS = new Map([
    ['T', 'trees'],
    ['W', 'water'],
    ['S', 'swamp'],
    ['G', 'passable ground'],
    ['E', 'stations'],
    ['.', 'ground'],
    ['@', 'out of bounds'],
    ['O', 'out of bounds'],
]);
const NEVER_PASSABLE = new Set(['@', 'O']);

/**
 * Asks for the map if the plan visits as many blocked cells as random positions would, or half of the agents begin in some;
 * names blocked cells that the planner may have taken for free.
 *
 * @param {Scenario} scenario
 * @param {(x: number, y: number) => boolean} isFree
 * @returns {string[]}
 */
function mapHints(scenario, isFree) {
    const { agents, grid, roadmap } = scenario;
    if (grid === null && roadmap === null) return [];
    const visits = countMapVisits(scenario, isFree);
    const { total, blocked, outside, byCharacter } = visits;
    const entered = [...byCharacter]
        .sort(([, p], [, q]) => q - p)
        .map(([code, count]) => ({ character: String.fromCharCode(code), count }));
    const mistaken = entered.filter(({ character }) => !NEVER_PASSABLE.has(character));
    const hints = mistaken.length > 0 ? [describeTerrain(grid, entered, mistaken)] : [];
    // A planner that avoids all other blocked cells knows the map, and takes some of its characters for free.
    const avoided = grid?.terrain && hasOtherBlocked(grid, byCharacter);
    if (avoided && mistaken.length === entered.length && outside === 0) return hints;
    const blockedShare =
        grid === null ? MIN_OUTSIDE_SHARE : shareOfBlocked(grid) / RANDOM_SHARE_DIVISOR;
    const isAsRandom = blocked > 0 && blocked >= blockedShare * total;
    const isOutside = outside > 0 && outside >= MIN_OUTSIDE_SHARE * total;
    const isFromStart = visits.starts > 0 && 2 * visits.starts >= agents.length;
    if (!(isAsRandom || isOutside || isFromStart) || !isSeveral(visits.agents, agents.length))
        return hints;
    const place = grid !== null ? 'in a blocked cell or off the map' : 'at no node of the roadmap';
    const subject = isSeveral(visits.starts, agents.length)
        ? `${countAgents(visits.starts, agents.length, 'begin', 'begins')} ${place}`
        : `${blocked + outside} of ${total} places of the paths are ${place}`;
    return [`${subject}: is this the plan's map?`, ...hints];
}

/**
 * Returns whether so many agents are more than one, or all.
 *
 * @param {number} count
 * @param {number} all
 */
function isSeveral(count, all) {
    return count >= 2 || (count === 1 && all === 1);
}

/** @param {number} count @param {number} all @param {string} plural verb of several @param {string} singular verb of one */
function countAgents(count, all, plural, singular) {
    return all === 1 ? `the agent ${singular}` : `${count} of ${all} agents ${plural}`;
}

/** Returns the share of blocked cells. @param {Grid} grid */
function shareOfBlocked({ blocked }) {
    let count = 0;
    for (const each of blocked) count += each;
    return count / Math.max(1, blocked.length);
}

/** Returns whether a map has blocked cells of other characters. @param {Grid} grid @param {Map<number, number>} entered */
function hasOtherBlocked({ blocked, terrain }, entered) {
    return blocked.some((each, k) => each === 1 && !entered.has(terrain?.characters[k] ?? 0));
}

/**
 * Names blocked cells that are entered, by the characters of the map.
 *
 * @typedef {{ character: string, count: number }} Entered
 *
 * @param {Grid | null} grid
 * @param {Entered[]} entered
 * @param {Entered[]} mistaken those that a planner may take for free
 */
function describeTerrain(grid, entered, mistaken) {
    const shown = entered.map(({ character, count }) => {
        const kind = KINDS_OF_CELLS.get(character);
        return `${count} to ${character} cells${kind === undefined ? '' : ` (${kind})`}`;
    });
    const characters = mistaken.map(({ character }) => character).sort();
    const passable = `${grid?.terrain?.passable ?? ''}${characters.join('')}`;
    return `visits to blocked cells: ${shown.join(', ')}; --passable ${passable} counts ${characters.join(' and ')} as free`;
}

/** Name of an occupancy map as an obstacle. */
const MAP_OBSTACLE = /^map(?: \d+)?$/;

/**
 * Asks for the map if most agents begin in blocked cells of an occupancy map, which is an obstacle.
 *
 * @param {Scenario} scenario
 * @param {readonly Fault[]} violations
 * @returns {string[]}
 */
function obstacleHints({ agents, obstacles }, violations) {
    if (!obstacles.some(({ name }) => MAP_OBSTACLE.test(name))) return [];
    const starts = new Set();
    for (const {
        kind,
        agents: [agent],
        interval,
        obstacle = '',
    } of violations) {
        const isMap = kind === 'agent-obstacle' && MAP_OBSTACLE.test(obstacle);
        if (isMap && interval[0] <= (beginTime(agents[agent]) ?? interval[0])) starts.add(agent);
    }
    if (!isSeveral(starts.size, agents.length) || 2 * starts.size <= agents.length) return [];
    const text = countAgents(starts.size, agents.length, 'begin', 'begins');
    return [`${text} in blocked cells of the map: is this the plan's map?`];
}

/**
 * Asks for the task if most agents begin or end elsewhere.
 *
 * @param {Scenario} scenario
 * @param {readonly Fault[]} violations
 * @returns {string[]}
 */
function taskHints({ agents }, violations) {
    const starts = compareEnds(agents, 'start', beginPoint, violations);
    const goals = compareEnds(agents, 'goal', finalPoint, violations);
    const isStart = isSeveral(starts.missed, starts.count) && 2 * starts.missed > starts.count;
    const isGoal = goals.missed >= 2 && 2 * goals.missed > goals.count;
    if (isStart) {
        if (starts.isReordered) {
            return [
                'the agents begin at the starts of the task in another order: is it that of the plan?',
            ];
        }
        const begins = countAgents(starts.missed, starts.count, 'do not begin', 'does not begin');
        const count = starts.count === 1 ? '' : `${goals.missed} of ${goals.count} `;
        const ends =
            isGoal || (goals.missed === 1 && goals.count === 1)
                ? `, and ${count}do not end at theirs`
                : '';
        const where = starts.count === 1 ? 'its start' : 'their starts';
        return [`${begins} at ${where}${ends}: is this the plan's task?`];
    }
    if (!isGoal) return [];
    if (goals.isReordered) {
        return [
            'the agents end at the goals of the task in another order: is it that of the plan?',
        ];
    }
    const text = countAgents(goals.missed, goals.count, 'do not end', 'does not end');
    return [`${text} at their goals: is this the plan's task, and is the plan complete?`];
}

/**
 * Compares the ends of all motions with the task.
 *
 * @param {readonly Agent[]} agents
 * @param {'start' | 'goal'} role
 * @param {(agent: Agent) => Point | null} placeOf
 * @param {readonly Fault[]} violations
 */
function compareEnds(agents, role, placeOf, violations) {
    const faulty = new Set();
    for (const {
        kind,
        agents: [agent],
    } of violations)
        if (kind === role) faulty.add(agent);
    let [count, missed] = [0, 0];
    /** @type {Map<string, number>} difference of the numbers of agents and of tasks at a place */
    const balance = new Map();
    /** @param {Point} point @param {number} change */
    const add = ({ x, y }, change) => {
        const key = `${x},${y}`;
        balance.set(key, (balance.get(key) ?? 0) + change);
    };
    let arePoints = true;
    for (const [a, agent] of agents.entries()) {
        const [required, place] = [agent[role], placeOf(agent)];
        if (required === null) {
            const isRequired = role === 'start' ? agent.initialState : agent.goals;
            if (isRequired === undefined) continue;
            arePoints = false;
            count++;
            if (faulty.has(a)) missed++;
            continue;
        }
        count++;
        if (place === null) continue;
        if (!isAt(place, required)) missed++;
        add(required, -1);
        add(place, 1);
    }
    const isReordered = arePoints && count > 1 && [...balance.values()].every((each) => each === 0);
    return { count, missed, isReordered };
}
