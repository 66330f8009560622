import { GrazeError, show } from 'graze';
import { MOST, MOST_COEFFICIENTS } from './graze_parts.js';
import { quotedText } from './json_tokens.js';
import { LIMITS } from './source.js';

/**
 * A Scenario in graze's own format. Numbers are written as short as they can be read back bit for bit.
 *
 * @import { Written } from './index.js'
 * @import { Agent, BodyShape, Discrete, GoalRegion, Grid, MotionSegment, Obstacle, Point, Roadmap, Scenario }
 *   from '../scenario/scenario.js'
 */

/** Characters of a piece, at least. */
const PIECE = 65_536;

/**
 * What the plan's own file said of places in it, and notices about it, stay behind.
 *
 * @param {Scenario} scenario
 * @returns {Written}
 */
export function write(scenario) {
    // Nothing is handed out before all of it is known to be sayable.
    const trial = say(scenario);
    while (!trial.next().done);
    return { text: { [Symbol.iterator]: () => joined(say(scenario)) }, notices: [] };
}

/**
 * Small pieces made larger.
 *
 * @param {Iterable<string>} parts
 * @returns {Generator<string>}
 */
function* joined(parts) {
    let piece = '';
    for (const part of parts) {
        piece += part;
        if (piece.length < PIECE) continue;
        yield piece;
        piece = '';
    }
    yield piece;
}

/** @param {Scenario} scenario @returns {Generator<string>} */
function* say(scenario) {
    const { axes, domain, beforeStart, atGoal, speedLimit, timeStep, sized } = scenario;
    yield `{\n"graze": 1,\n"axes": "${axes}",\n"beforeStart": "${beforeStart}",\n"atGoal": "${atGoal}",\n`;
    // Most plans are of the other domain, and are read by programs that do not know the member.
    if (domain !== 'agents') yield `"domain": "${domain}",\n`;
    yield `"speedLimit": ${positive(speedLimit)},\n"timeStep": ${positive(timeStep)},\n"sized": ${sized},\n`;
    const { instance } = scenario;
    if (instance !== undefined) {
        const [map, type, index] = [instance.map, instance.type, instance.number].map(quotedText);
        yield `"instance": { "map": ${map}, "type": ${type}, "number": ${index} },\n`;
    }
    if (scenario.grid !== null) yield* sayGrid(scenario.grid);
    if (scenario.roadmap !== null) yield* sayRoadmap(scenario.roadmap);
    if (scenario.obstacles.length > 0) {
        yield* list('obstacles', scenario.obstacles.entries(), sayObstacle);
        yield ',\n';
    }
    if (scenario.discrete !== null) yield* sayDiscrete(scenario.discrete, scenario.agents);
    /** @param {[number, Agent]} agent */
    const sayOne = (agent) => sayAgent(agent, beforeStart);
    yield* list('agents', scenario.agents.entries(), sayOne);
    yield '\n}\n';
}

/**
 * A member that is an array, one element a line.
 *
 * @template T
 * @param {string} name
 * @param {Iterable<T>} elements
 * @param {(element: T) => Iterable<string>} sayOne
 * @returns {Generator<string>}
 */
function* list(name, elements, sayOne) {
    yield `"${name}": [`;
    let before = '\n';
    for (const element of elements) {
        yield before;
        yield* sayOne(element);
        before = ',\n';
    }
    yield ']';
}

/** @param {string} what @param {number} [index] */
function cannotCarry(what, index) {
    const text = `the plan cannot be written: ${what}`;
    return new GrazeError('cannot-carry', text, { argument: 'scenario', index });
}

/** @param {number} value */
function number(value) {
    if (!(Math.abs(value) <= MOST)) throw cannotCarry(`${show(value)} is no number to write`);
    return Object.is(value, -0) ? '-0' : String(value);
}

/** @param {number[]} values */
function numbers(values) {
    return `[${values.map(number).join(', ')}]`;
}

/** @param {number | null} value */
function positive(value) {
    if (value === null) return 'null';
    if (!(value > 0)) throw cannotCarry(`${show(value)} is no limit or step, which are above 0`);
    return number(value);
}

/** @param {Point | null} point */
function place(point) {
    return point === null ? 'null' : numbers([point.x, point.y]);
}

/** @param {BodyShape} shape @returns {string} */
function body(shape) {
    const kind = `"kind": "${shape.kind}"`;
    if (shape.kind === 'group') {
        if (shape.parts.length === 0) throw cannotCarry('a body has no parts');
        return `{ ${kind}, "parts": [${shape.parts.map(body).join(', ')}] }`;
    }
    if (!(shape.radius >= 0)) throw cannotCarry(`${show(shape.radius)} is no radius`);
    const radius = `"radius": ${number(shape.radius)}`;
    if (shape.kind === 'disc') return `{ ${kind}, ${radius} }`;
    if (shape.points.length === 0) throw cannotCarry('a polygon has no points');
    return `{ ${kind}, "points": [${shape.points.map(numbers).join(', ')}], ${radius} }`;
}

/** @param {[number, Agent]} numbered @param {Scenario['beforeStart']} beforeStart */
function* sayAgent([a, { name, shape, start, goal, goals, motion }], beforeStart) {
    if (motion.length === 0 && start === null && beforeStart === 'stay') {
        throw cannotCarry(`agent ${a} is nowhere`, a);
    }
    yield `{ "name": ${quotedText(name)}, "shape": ${body(shape)}, `;
    yield `"start": ${place(start)}, "goal": ${place(goal)}, `;
    if (goals !== undefined) yield `"goals": [${goals.map(region).join(', ')}], `;
    yield* sayMotion(motion);
    yield ' }';
}

/** @param {[number, Obstacle]} numbered */
function* sayObstacle([, { name, shape, pose, motion }]) {
    yield `{ "name": ${quotedText(name)}, "shape": ${body(shape)}, `;
    yield `"pose": ${numbers([pose.x, pose.y, pose.angle])}`;
    if (motion !== undefined) {
        yield ', ';
        yield* sayMotion(motion);
    }
    yield ' }';
}

/** @param {GoalRegion} goal */
function region({ area, time, heading, speed }) {
    const members = [
        area && `"area": ${body(area)}`,
        time && `"time": ${interval(time, true)}`,
        heading && `"heading": ${interval(heading, false)}`,
        speed && `"speed": ${interval(speed, true)}`,
    ].filter((member) => member !== null);
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** @param {[number, number]} ends @param {boolean} ordered */
function interval([from, to], ordered) {
    if (ordered && to < from) throw cannotCarry(`an interval ends at ${to}, before ${from}`);
    return numbers([from, to]);
}

/** @param {MotionSegment[]} motion @returns {Generator<string>} */
function* sayMotion(motion) {
    let until = -Infinity;
    yield* list('motion', motion, function* ({ t0, t1, x, y, theta, end }) {
        if (!(t0 >= until && t1 >= t0)) {
            throw cannotCarry(`a segment from ${t0} to ${t1} is out of order`);
        }
        until = t1;
        yield `{ "t0": ${number(t0)}, "t1": ${number(t1)}, "x": ${polynomial(x)}, "y": ${polynomial(y)}`;
        if (theta !== undefined) yield `, "theta": ${polynomial(theta)}`;
        if (end !== undefined) yield `, "end": ${place(end)}`;
        yield ' }';
    });
}

/** @param {number[]} coefficients */
function polynomial(coefficients) {
    const { length } = coefficients;
    if (length < 1 || length > MOST_COEFFICIENTS) {
        throw cannotCarry(`a polynomial has ${length} coefficients`);
    }
    return numbers(coefficients);
}

/** @param {Grid} grid */
function* sayGrid({ nx, ny, blocked }) {
    if (nx < 1 || ny < 1 || blocked.length !== nx * ny) throw cannotCarry('the grid is empty');
    if (nx > LIMITS.rows) throw cannotCarry(`the grid has more than ${LIMITS.rows} lines`);
    const lines = Array.from({ length: nx }, (_, i) => blocked.subarray(i * ny, (i + 1) * ny));
    yield* list('grid', lines, (line) => [`"${Array.from(line, (cell) => '.#'[cell]).join('')}"`]);
    yield ',\n';
}

/** @param {Roadmap} roadmap */
function* sayRoadmap({ nodes, edges }) {
    const odd = edges.flat().find((node) => nodes[node] === undefined);
    if (odd !== undefined) throw cannotCarry(`an edge goes to ${show(odd)}, which is no node`);
    yield '"roadmap": { ';
    yield* list('nodes', nodes, (node) => [place(node)]);
    yield ', ';
    yield* list('edges', edges, ([from, to]) => [`[${from}, ${to}]`]);
    yield ' },\n';
}

/** @param {Discrete} discrete @param {Agent[]} agents */
function* sayDiscrete({ cells, wanted }, agents) {
    const isWhole = cells.length === agents.length && cells.every((each) => each.length % 2 === 0);
    const isAlike =
        wanted === null ||
        (wanted.length === cells.length &&
            wanted.every((each, a) => each.length === cells[a].length));
    if (!isWhole || !isAlike) throw cannotCarry('cells and agents do not go together');
    yield '"discrete": { ';
    yield* list('cells', cells, (each) => [`"${each.join(' ')}"`]);
    if (wanted !== null) {
        yield ', ';
        yield* list('wanted', wanted, (each) => [`"${each.join(' ')}"`]);
    }
    yield ' },\n';
}
