import { checkCount, interpolatePoses } from '../bodies/poses.js';
import { InputError } from '../text/source.js';
import {
    checkChildren,
    elementText,
    findChild,
    requireAttribute,
    requireChild,
} from '../text/xml.js';
import { combineParts, isRound, makeBody, readShapes } from './shapes.js';
import { checkSteps, readState } from './states.js';
import { readChoice, readStepRange } from './values.js';

/**
 * Reads CommonRoad's obstacles, of both versions.
 *
 * @import { Part, RoadFile } from './shapes.js'
 * @import { Range } from './values.js'
 * @import { State } from './states.js'
 * @import { Element } from '../text/xml.js'
 * @import { BodyShape, MotionPiece, Obstacle, SourcePosition } from '../../scenario/model/scenario.js'
 *
 * @typedef {{ name: string, shape: BodyShape, motion: MotionPiece[], source: SourcePosition }} MovingObstacle
 *
 * @typedef {{ file: RoadFile, element: Element, step: number }} Context an obstacle, and the duration of a
 *   time step
 */

/** Children of each element for an obstacle, besides its kind. */
const OBSTACLE_KINDS = new Map([
    ['staticObstacle', { holds: ['type'], version: '2020a' }],
    ['dynamicObstacle', { holds: ['type'], version: '2020a' }],
    ['environmentObstacle', { holds: ['type'], version: '2020a' }],
    ['phantomObstacle', { holds: [], version: '2020a' }],
    ['obstacle', { holds: ['role', 'type'], version: '2018b' }],
]);

/** Elements of lights and horns. */
const SIGNALS = ['initialSignalState', 'signalSeries'];

/** The notice of sets of occupancies. */
const OCCUPANCIES_NOTICE =
    'occupancies are obstacles, each from its time step until that of the next; they are not checked against one another';

/** The notices of dynamic obstacles that have an initial state alone: at rest, and at a speed. */
const STANDING_NOTICE =
    'a dynamic obstacle without <trajectory> and <occupancySet> is taken to stand at its initial state';
const PASSING_NOTICE =
    'a dynamic obstacle without <trajectory> and <occupancySet> that has a speed is there at its initial step alone';

/**
 * Returns the elements that are obstacles in a version of the format.
 *
 * @param {string} version
 * @returns {string[]}
 */
export function obstacleKinds(version) {
    return [...OBSTACLE_KINDS].filter(([, kind]) => kind.version === version).map(([name]) => name);
}

/** Collects the obstacles of a scenario. */
export class Obstacles {
    /** @type {MovingObstacle[]} with a trajectory */
    movingObstacles = [];
    /** @type {Obstacle[]} others */
    otherObstacles = [];
    #pieceCount = 0;

    /**
     * @param {RoadFile} file
     * @param {Element} element one of the obstacle elements
     * @param {number} step the duration of a time step
     */
    add(file, element, step) {
        const context = { file, element, step };
        for (const name of ['type', 'role']) {
            const found = findChild(file, element, name);
            if (found !== undefined) elementText(file, found);
        }
        this.#read(context, readRole(file, element));
        const count = this.movingObstacles.length + this.otherObstacles.length;
        checkCount(file, element.position, count, 'agents', 'obstacles');
    }

    /** @param {Context} context @param {string} role */
    #read(context, role) {
        const { file, element } = context;
        const childNames = OBSTACLE_KINDS.get(element.name)?.holds ?? [];
        if (role === 'phantom') {
            checkChildren(file, element, [...childNames, 'occupancySet']);
            this.#addOccupancySet(context, []);
        } else if (role === 'environment') {
            checkChildren(file, element, [...childNames, 'shape']);
            const shape = combineParts(readShapes(file, requireChild(file, element, 'shape')));
            this.otherObstacles.push({ name: readId(file, element), shape, pose: ORIGIN });
        } else if (role === 'static') {
            checkChildren(file, element, [...childNames, ...SIGNALS, 'shape', 'initialState']);
            noteSignals(context);
            this.otherObstacles.push(readStatic(context));
        } else {
            this.#addDynamic(context, [...childNames, 'shape', 'initialState']);
        }
    }

    /** @param {Context} context @param {string[]} childNames */
    #addDynamic(context, childNames) {
        const { file, element, step } = context;
        const own = ['trajectory', 'occupancySet', 'wheelbase'];
        checkChildren(file, element, [...childNames, ...SIGNALS, ...own]);
        noteSignals(context);
        const wheelbase = findChild(file, element, 'wheelbase');
        if (wheelbase) file.uniqueNotices.add(wheelbase.position, '<wheelbase> is not used');
        const occupancySet = findChild(file, element, 'occupancySet');
        const trajectory = findChild(file, element, 'trajectory');
        if (occupancySet !== undefined && trajectory !== undefined) {
            const text = 'a moving obstacle has either a <trajectory> or an <occupancySet>';
            throw new InputError('duplicate-element', file, element.position, text);
        }
        const parts = readShapes(file, requireChild(file, element, 'shape'));
        const initial = readState(file, requireChild(file, element, 'initialState'));
        if (occupancySet !== undefined) {
            const [shape, pose] = placeBody(context, parts, initial);
            this.#addOccupancySet(context, [{ shape, pose, steps: [initial.step, initial.step] }]);
            return;
        }
        const isResting = (initial.speed ?? [0, 0]).every((speed) => speed === 0);
        if (trajectory === undefined && isResting) {
            file.uniqueNotices.add(element.position, STANDING_NOTICE);
            const [shape, pose] = placeBody(context, parts, initial);
            this.otherObstacles.push({ name: readId(file, element), shape, pose });
            return;
        }
        if (trajectory === undefined) file.uniqueNotices.add(element.position, PASSING_NOTICE);
        const states =
            trajectory === undefined ? [initial] : readTrajectory(context, trajectory, initial);
        const angles = requireAngles(file, parts, states);
        const { shape, offset, isTurning } = makeBody(file, element, parts, angles);
        const poses = states.map(({ step: k, x, y, source }, n) => {
            return { t: k * step, x: x + offset[0], y: y + offset[1], angle: angles[n], source };
        });
        this.#countPieces(context, poses.length);
        const source = element.position;
        const name = readId(file, element);
        this.movingObstacles.push({
            name,
            shape,
            motion: interpolatePoses(poses, isTurning, file.uniqueNotices),
            source,
        });
    }

    /**
     * Adds a body given by sets of occupancies as obstacles of one name. Each is present from its time step until the next
     * one's, if that is the step after; otherwise at its own steps only.
     *
     * @param {Context} context
     * @param {{ shape: BodyShape, pose: Obstacle['pose'], steps: Range }[]} initialOccupancies
     */
    #addOccupancySet(context, initialOccupancies) {
        const { file, element, step } = context;
        const set = requireChild(file, element, 'occupancySet');
        checkChildren(file, set, ['occupancy']);
        const read = set.children.map((occupancy) => {
            checkChildren(file, occupancy, ['shape', 'time']);
            const shape = combineParts(readShapes(file, requireChild(file, occupancy, 'shape')));
            const steps = readStepRange(file, requireChild(file, occupancy, 'time'));
            return { shape, pose: ORIGIN, steps };
        });
        if (read.length === 0) {
            const text = '<occupancySet> holds no <occupancy>';
            throw new InputError('missing-element', file, set.position, text);
        }
        this.#countPieces(context, read.length);
        file.uniqueNotices.add(set.position, OCCUPANCIES_NOTICE);
        const name = readId(file, element);
        const all = [...initialOccupancies, ...read];
        const firstSteps = new Set(all.map(({ steps }) => steps[0]));
        for (const { shape, pose, steps } of all) {
            const [first, last] = steps;
            const end = firstSteps.has(last + 1) ? last + 1 : last;
            const angle = pose.angle === 0 ? {} : { angle: [pose.angle] };
            const motion = [
                { t0: first * step, t1: end * step, x: [pose.x], y: [pose.y], ...angle },
            ];
            this.otherObstacles.push({ name, shape, pose, motion });
        }
    }

    /** @param {Context} context @param {number} count */
    #countPieces({ file, element }, count) {
        this.#pieceCount += count;
        checkCount(file, element.position, this.#pieceCount, 'pieces', 'states');
    }
}

/** Notes lights and horns, which are not used. @param {Context} context */
function noteSignals({ file, element }) {
    for (const name of SIGNALS) {
        const found = findChild(file, element, name);
        if (found)
            file.uniqueNotices.add(found.position, `<${name}> is not used: lights and horns`);
    }
}

const ORIGIN = /* @__PURE__ */ Object.freeze({ x: 0, y: 0, angle: 0 });

/** @param {RoadFile} file @param {Element} element @returns {string} */
function readRole(file, element) {
    if (element.name !== 'obstacle') return element.name.replace('Obstacle', '');
    return readChoice(file, requireChild(file, element, 'role'), ['static', 'dynamic']);
}

/**
 * @param {RoadFile} file
 * @param {Element} element
 * @returns {string}
 */
function readId(file, element) {
    return requireAttribute(file, element, 'id');
}

/** @param {Context} context @returns {Obstacle} */
function readStatic(context) {
    const { file, element } = context;
    const parts = readShapes(file, requireChild(file, element, 'shape'));
    const state = readState(file, requireChild(file, element, 'initialState'));
    const [shape, pose] = placeBody(context, parts, state);
    return { name: readId(file, element), shape, pose };
}

/**
 * @param {Context} context
 * @param {Part[]} parts
 * @param {State} state
 * @returns {[BodyShape, Obstacle['pose']]}
 */
function placeBody({ file, element }, parts, state) {
    const angles = requireAngles(file, parts, [state]);
    const { shape, offset, isTurning } = makeBody(file, element, parts, angles);
    const angle = isTurning ? angles[0] : 0;
    return [shape, { x: state.x + offset[0], y: state.y + offset[1], angle }];
}

/**
 * Returns the initial state and those after it. A trajectory may begin with the initial state once more.
 *
 * @param {Context} context
 * @param {Element} trajectory
 * @param {State} initial
 * @returns {State[]}
 */
function readTrajectory({ file }, trajectory, initial) {
    checkChildren(file, trajectory, ['state']);
    const states = trajectory.children.map((state) => readState(file, state));
    const [first] = states;
    if (first === undefined) {
        const text = '<trajectory> holds no <state>';
        throw new InputError('missing-element', file, trajectory.position, text);
    }
    const isSame =
        first.step === initial.step &&
        first.x === initial.x &&
        first.y === initial.y &&
        first.angle === initial.angle;
    return checkSteps(file, [initial, ...states.slice(isSame ? 1 : 0)]);
}

/**
 * Returns the angles of states; discs need none.
 *
 * @param {RoadFile} file
 * @param {Part[]} parts
 * @param {State[]} states
 * @returns {number[]}
 */
function requireAngles(file, parts, states) {
    const isOnlyDiscs = isRound(parts);
    return states.map(({ angle, source }) => {
        if (isOnlyDiscs) return 0;
        if (angle !== null) return angle;
        throw new InputError('missing-element', file, source, 'the state has no <orientation>');
    });
}
