import { laneletArea, readShape, SHAPES, together } from './commonroad_shapes.js';
import { readState } from './commonroad_states.js';
import { decimalRange, stepRange } from './commonroad_values.js';
import { InputError } from './source.js';
import { attribute, checkChildren, child, optionalChild } from './xml.js';

/**
 * CommonRoad's planning problems: where a vehicle begins, and what counts as having arrived.
 *
 * @import { RoadFile } from './commonroad_shapes.js'
 * @import { Range } from './commonroad_values.js'
 * @import { Element } from './xml.js'
 * @import { Disc, GoalRegion, Polygon, SourcePosition } from '../scenario/scenario.js'
 *
 * @typedef {{ step: number, x: number, y: number, heading: number, speed: number }} Start
 *
 * @typedef {object} Problem
 * @property {string} id
 * @property {Start} start
 * @property {GoalRegion[]} goals none: whether a vehicle arrives is not checked
 * @property {SourcePosition} source
 *
 * @typedef {object} Roads what goals refer to
 * @property {Map<string, Element>} lanelets
 * @property {Map<string, Polygon[] | null>} areas those that have been asked for
 */

/** Pieces of all areas of one problem: goals may name the same long lanelet again and again. */
const MOST_PIECES = 100_000;

/** Twice this is a whole turn, within which an interval of headings must be. */
const HALF_TURN = Math.PI;

/**
 * @param {RoadFile} file
 * @param {Element} element
 * @param {Roads} roads
 * @param {number} step the duration of a time step
 * @returns {Problem}
 */
export function readProblem(file, element, roads, step) {
    checkChildren(file, element, ['initialState', 'goalState']);
    const start = readStart(file, child(file, element, 'initialState'));
    const states = element.children.filter(({ name }) => name === 'goalState');
    const id = attribute(file, element, 'id');
    let pieces = 0;
    const goals = states.map((state) => {
        const goal = readGoal(file, state, roads, step);
        pieces += goal.area?.kind === 'group' ? goal.area.parts.length : 1;
        if (pieces <= MOST_PIECES) return goal;
        const text = `the goals' areas have more than ${MOST_PIECES} convex parts`;
        throw new InputError('too-large', file, state.position, text);
    });
    const isOpen = goals.some((goal) => Object.values(goal).every((asked) => asked === null));
    if (states.length > 0 && !isOpen) return { id, start, goals, source: element.position };
    const what = isOpen ? 'an empty <goalState>' : 'no <goalState>';
    const text = `planning problem ${id} has ${what}: whether a vehicle arrives is not checked`;
    file.once.add(element.position, text);
    return { id, start, goals: [], source: element.position };
}

/** @param {RoadFile} file @param {Element} element @returns {Start} */
function readStart(file, element) {
    const { step, x, y, heading, speed } = readState(file, element);
    if (heading === null) {
        throw new InputError('missing-element', file, element.position, 'no <orientation>');
    }
    if (speed === null) {
        throw new InputError('missing-element', file, element.position, 'no <velocity>');
    }
    if (speed[0] === speed[1]) return { step, x, y, heading, speed: speed[0] };
    const text = `<velocity> is from ${speed[0]} to ${speed[1]}: a vehicle begins with one`;
    throw new InputError('uncertain-state', file, element.position, text);
}

/**
 * @param {RoadFile} file
 * @param {Element} element
 * @param {Roads} roads
 * @param {number} step
 * @returns {GoalRegion}
 */
function readGoal(file, element, roads, step) {
    checkChildren(file, element, ['time', 'position', 'orientation', 'velocity']);
    /** @param {string} name */
    const range = (name) => {
        const found = optionalChild(file, element, name);
        return found === undefined ? null : decimalRange(file, found);
    };
    const time = optionalChild(file, element, 'time');
    const steps = time === undefined ? null : stepRange(file, time);
    const heading = range('orientation');
    if (heading !== null && heading[1] - heading[0] > 2 * HALF_TURN) {
        const text = `the goal's <orientation> is of more than a whole turn`;
        throw new InputError('out-of-range', file, element.position, text);
    }
    if (time === undefined && element.children.length > 0) {
        const text = 'a <goalState> without <time> may be reached at any time';
        file.once.add(element.position, text);
    }
    const position = optionalChild(file, element, 'position');
    return {
        area: position === undefined ? null : readArea(file, position, roads),
        time: steps && [steps[0] * step, steps[1] * step],
        heading,
        speed: range('velocity'),
    };
}

/**
 * @param {RoadFile} file
 * @param {Element} element
 * @param {Roads} roads
 * @returns {GoalRegion['area']}
 */
function readArea(file, element, roads) {
    checkChildren(file, element, [...SHAPES, 'lanelet']);
    if (element.children.length === 0) {
        throw new InputError('missing-element', file, element.position, '<position> is empty');
    }
    /** @type {(Disc | Polygon)[]} */
    const pieces = [];
    let isWhole = true;
    for (const part of element.children) {
        const area =
            part.name === 'lanelet' ? areaOf(file, part, roads) : readShape(file, part).pieces;
        if (area === null) isWhole = false;
        else for (const piece of area) pieces.push(piece);
        if (pieces.length > MOST_PIECES) {
            const text = `a goal's area has more than ${MOST_PIECES} convex parts`;
            throw new InputError('too-large', file, part.position, text);
        }
    }
    return isWhole ? together([{ centre: [0, 0], pieces }]) : null;
}

/**
 * The area of the lanelet that a goal names. Null, with a notice, when it has none.
 *
 * @param {RoadFile} file
 * @param {Element} element
 * @param {Roads} roads
 * @returns {Polygon[] | null}
 */
function areaOf(file, element, { lanelets, areas }) {
    const ref = attribute(file, element, 'ref');
    const lanelet = lanelets.get(ref);
    if (lanelet === undefined) {
        const text = `there is no lanelet ${ref}`;
        throw new InputError('unknown-lanelet', file, element.position, text, ref);
    }
    if (!areas.has(ref)) areas.set(ref, laneletArea(file, lanelet));
    const area = areas.get(ref) ?? null;
    if (area === null) {
        const text = `the bounds of lanelet ${ref} cross: whether a vehicle arrives there is not checked`;
        file.once.add(element.position, text);
    }
    return area;
}
