import { formatValue, GrazeError } from '#internal';
import { ringsOf } from '../../scenario/model/outline.js';
import { quoteJson } from '../text/json_text.js';
import { LIMITS } from '../text/source.js';
import { MAX_COEFFICIENTS, MAX_MAGNITUDE } from './parts.js';

/**
 * Writes a Scenario in graze's own format. Numbers are as short as can be read back bit for bit.
 *
 * @import { WrittenPlan } from '../index.js'
 * @import { Agent, BodyShape, DiscretePlan, GoalRegion, Grid, MotionPiece, Obstacle, Point, Polygon, Roadmap, Scenario }
 *   from '../../scenario/model/scenario.js'
 */

/** Minimum number of characters of a chunk. */
const MIN_CHUNK_LENGTH = 65_536;

/**
 * Writes a plan, without the positions in and the notices about its own file.
 *
 * @param {Scenario} scenario
 * @returns {WrittenPlan}
 */
export function write(scenario) {
    // The dry run finds everything that cannot be written before any text is returned.
    const dryRun = writeMembers(scenario);
    while (!dryRun.next().done);
    return { text: { [Symbol.iterator]: () => joinChunks(writeMembers(scenario)) }, notices: [] };
}

/**
 * Joins fragments into larger chunks.
 *
 * @param {Iterable<string>} fragments
 * @returns {Generator<string>}
 */
function* joinChunks(fragments) {
    let chunk = '';
    for (const fragment of fragments) {
        chunk += fragment;
        if (chunk.length < MIN_CHUNK_LENGTH) continue;
        yield chunk;
        chunk = '';
    }
    yield chunk;
}

/** @param {Scenario} scenario @returns {Generator<string>} */
function* writeMembers(scenario) {
    const { axes, domain, beforeStart, atGoal, speedLimit, timeStep, sizesKnown } = scenario;
    yield `{\n"graze": 2,\n"axes": "${axes}",\n"beforeStart": "${beforeStart}",\n"atGoal": "${atGoal}",\n`;
    // Most plans are of the default domain, and programs that read them may not know the member.
    if (domain !== 'agents') yield `"domain": "${domain}",\n`;
    yield `"speedLimit": ${formatPositive(speedLimit)},\n"timeStep": ${formatPositive(timeStep)},\n"sizesKnown": ${sizesKnown},\n`;
    const { instance } = scenario;
    if (instance !== undefined) {
        const [map, type, index] = [instance.map, instance.type, instance.number].map(quoteJson);
        yield `"instance": { "map": ${map}, "type": ${type}, "number": ${index} },\n`;
    }
    if (scenario.grid !== null) yield* writeGrid(scenario.grid);
    if (scenario.roadmap !== null) yield* writeRoadmap(scenario.roadmap);
    if (scenario.obstacles.length > 0) {
        yield* writeArray('obstacles', scenario.obstacles.entries(), writeObstacle);
        yield ',\n';
    }
    if (scenario.discrete !== null) yield* writeDiscrete(scenario.discrete, scenario.agents);
    /** @param {[number, Agent]} agent */
    const writeElement = (agent) => writeAgent(agent, beforeStart);
    yield* writeArray('agents', scenario.agents.entries(), writeElement);
    yield '\n}\n';
}

/**
 * Writes a member that is an array, one element per line.
 *
 * @template T
 * @param {string} name
 * @param {Iterable<T>} elements
 * @param {(element: T) => Iterable<string>} writeElement
 * @returns {Generator<string>}
 */
function* writeArray(name, elements, writeElement) {
    yield `"${name}": [`;
    let separator = '\n';
    for (const element of elements) {
        yield separator;
        yield* writeElement(element);
        separator = ',\n';
    }
    yield ']';
}

/** @param {string} problem @param {number} [index] */
function cannotCarry(problem, index) {
    const text = `the plan cannot be written: ${problem}`;
    return new GrazeError('cannot-carry', text, { argument: 'scenario', index });
}

/** @param {number} value */
function formatNumber(value) {
    if (!(Math.abs(value) <= MAX_MAGNITUDE))
        throw cannotCarry(`${formatValue(value)} is not a finite number`);
    return Object.is(value, -0) ? '-0' : String(value);
}

/** @param {number[]} values */
function formatNumbers(values) {
    return `[${values.map(formatNumber).join(', ')}]`;
}

/** @param {number | null} value */
function formatPositive(value) {
    if (value === null) return 'null';
    if (!(value > 0))
        throw cannotCarry(`${formatValue(value)} is not a limit or step, which must be above 0`);
    return formatNumber(value);
}

/** @param {Point | null} point */
function formatPoint(point) {
    if (point === null) return 'null';
    const { x, y, z } = point;
    return formatNumbers(z === undefined ? [x, y] : [x, y, z]);
}

/** @param {BodyShape} shape @returns {string} */
function formatShape(shape) {
    const kind = `"kind": "${shape.kind}"`;
    if (shape.kind === 'group') {
        if (shape.parts.length === 0) throw cannotCarry('a body has no parts');
        return `{ ${kind}, "parts": [${shape.parts.map(formatShape).join(', ')}] }`;
    }
    if (shape.kind === 'prism') {
        const bottom =
            shape.bottom === undefined ? '' : ` "bottom": ${formatNumber(shape.bottom)},`;
        const height = formatLength('height', shape.height);
        return `{ ${kind}, ${formatRings(shape)}${bottom} ${height} }`;
    }
    const radius = formatLength('radius', shape.radius);
    if (shape.kind !== 'polygon') return `{ ${kind}, ${radius} }`;
    return `{ ${kind}, ${formatRings(shape)} ${radius} }`;
}

/** @param {'radius' | 'height'} name @param {number} value */
function formatLength(name, value) {
    if (!(value >= 0)) throw cannotCarry(`${formatValue(value)} is not a ${name}`);
    return `"${name}": ${formatNumber(value)}`;
}

/** @param {Pick<Polygon, 'points' | 'holes'>} outline */
function formatRings(outline) {
    if (outline.points.length === 0) throw cannotCarry('a polygon has no points');
    const [points, ...holes] = ringsOf(outline).map(
        (ring) => `[${ring.map(formatNumbers).join(', ')}]`,
    );
    const holesText = outline.holes === undefined ? '' : ` "holes": [${holes.join(', ')}],`;
    return `"points": ${points},${holesText}`;
}

/** @param {[number, Agent]} numbered @param {Scenario['beforeStart']} beforeStart */
function* writeAgent([a, { name, shape, start, goal, goals, motion }], beforeStart) {
    if (motion.length === 0 && start === null && beforeStart === 'stay') {
        throw cannotCarry(`agent ${a} is nowhere`, a);
    }
    yield `{ "name": ${quoteJson(name)}, "shape": ${formatShape(shape)}, `;
    yield `"start": ${formatPoint(start)}, "goal": ${formatPoint(goal)}, `;
    if (goals !== undefined) yield `"goals": [${goals.map(formatRegion).join(', ')}], `;
    yield* writeMotion(motion);
    yield ' }';
}

/** @param {[number, Obstacle]} numbered */
function* writeObstacle([, { name, shape, pose, motion }]) {
    yield `{ "name": ${quoteJson(name)}, "shape": ${formatShape(shape)}, `;
    const { x, y, z, angle } = pose;
    yield `"pose": ${formatNumbers(z === undefined ? [x, y, angle] : [x, y, z, angle])}`;
    if (motion !== undefined) {
        yield ', ';
        yield* writeMotion(motion);
    }
    yield ' }';
}

/** @param {GoalRegion} goal */
function formatRegion({ area, time, angle, speed }) {
    const members = [
        area && `"area": ${formatShape(area)}`,
        time && `"time": ${formatInterval(time, true)}`,
        angle && `"angle": ${formatInterval(angle, false)}`,
        speed && `"speed": ${formatInterval(speed, true)}`,
    ].filter((member) => member !== null);
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** @param {[number, number]} ends @param {boolean} isOrdered */
function formatInterval([from, to], isOrdered) {
    if (isOrdered && to < from) throw cannotCarry(`an interval ends at ${to}, before ${from}`);
    return formatNumbers([from, to]);
}

/** @param {MotionPiece[]} motion @returns {Generator<string>} */
function* writeMotion(motion) {
    let previousEnd = -Infinity;
    yield* writeArray('motion', motion, function* (piece) {
        const { t0, t1, x, y, z, angle, axis, rotation, end } = piece;
        if (!(t0 >= previousEnd && t1 >= t0)) {
            throw cannotCarry(`a piece from ${t0} to ${t1} is out of order`);
        }
        previousEnd = t1;
        yield `{ "t0": ${formatNumber(t0)}, "t1": ${formatNumber(t1)}, "x": ${formatPolynomial(x)}, "y": ${formatPolynomial(y)}`;
        if (z !== undefined) yield `, "z": ${formatPolynomial(z)}`;
        if (angle !== undefined) yield `, "angle": ${formatPolynomial(angle)}`;
        if (axis !== undefined) yield `, "axis": ${formatNumbers(axis)}`;
        if (rotation !== undefined) yield `, "rotation": ${formatNumbers(rotation)}`;
        if (end !== undefined) yield `, "end": ${formatPoint(end)}`;
        yield ' }';
    });
}

/** @param {number[]} coefficients */
function formatPolynomial(coefficients) {
    const { length } = coefficients;
    if (length < 1 || length > MAX_COEFFICIENTS) {
        throw cannotCarry(`a polynomial has ${length} coefficients`);
    }
    return formatNumbers(coefficients);
}

/** @param {Grid} grid */
function* writeGrid({ nx, ny, blocked }) {
    if (nx < 1 || ny < 1 || blocked.length !== nx * ny) throw cannotCarry('the grid is empty');
    if (nx > LIMITS.rows) throw cannotCarry(`the grid has more than ${LIMITS.rows} lines`);
    const lines = Array.from({ length: nx }, (_, i) => blocked.subarray(i * ny, (i + 1) * ny));
    yield* writeArray('grid', lines, (line) => [
        `"${Array.from(line, (cell) => '.#'[cell]).join('')}"`,
    ]);
    yield ',\n';
}

/** @param {Roadmap} roadmap */
function* writeRoadmap({ nodes, edges }) {
    const unknownNode = edges.flat().find((node) => nodes[node] === undefined);
    if (unknownNode !== undefined)
        throw cannotCarry(`an edge goes to ${formatValue(unknownNode)}, which is not a node`);
    yield '"roadmap": { ';
    yield* writeArray('nodes', nodes, (node) => [formatPoint(node)]);
    yield ', ';
    yield* writeArray('edges', edges, ([from, to]) => [`[${from}, ${to}]`]);
    yield ' },\n';
}

/** @param {DiscretePlan} discrete @param {Agent[]} agents */
function* writeDiscrete({ cells, commanded }, agents) {
    const areCellsComplete =
        cells.length === agents.length && cells.every((each) => each.length % 2 === 0);
    const areCommandsComplete =
        commanded === null ||
        (commanded.length === cells.length &&
            commanded.every((each, a) => each.length === cells[a].length));
    if (!areCellsComplete || !areCommandsComplete)
        throw cannotCarry('cells and agents do not go together');
    yield '"discrete": { ';
    yield* writeArray('cells', cells, (each) => [`"${each.join(' ')}"`]);
    if (commanded !== null) {
        yield ', ';
        yield* writeArray('commanded', commanded, (each) => [`"${each.join(' ')}"`]);
    }
    yield ' },\n';
}
