import { bodyOf, isRound, readShapes, together } from './commonroad_shapes.js';
import { checkSteps, readState } from './commonroad_states.js';
import { choiceOf, stepRange } from './commonroad_values.js';
import { checkCount, motionThrough } from './driving.js';
import { InputError } from './source.js';
import { attribute, checkChildren, child, optionalChild, textOf } from './xml.js';

/**
 * CommonRoad's obstacles, of both versions.
 *
 * @import { Part, RoadFile } from './commonroad_shapes.js'
 * @import { Range } from './commonroad_values.js'
 * @import { State } from './commonroad_states.js'
 * @import { Element } from './xml.js'
 * @import { BodyShape, MotionSegment, Obstacle, SourcePosition } from '../scenario/scenario.js'
 *
 * @typedef {{ name: string, shape: BodyShape, motion: MotionSegment[], source: SourcePosition }} Mover
 *
 * @typedef {{ file: RoadFile, element: Element, step: number }} Context an obstacle, and the duration of a
 *   time step
 */

/** What each element for an obstacle holds, beside its kind. */
const KINDS = new Map([
    ['staticObstacle', { holds: ['type'], version: '2020a' }],
    ['dynamicObstacle', { holds: ['type'], version: '2020a' }],
    ['environmentObstacle', { holds: ['type'], version: '2020a' }],
    ['phantomObstacle', { holds: [], version: '2020a' }],
    ['obstacle', { holds: ['role', 'type'], version: '2018b' }],
]);

/** Lights and horns. */
const SIGNALS = ['initialSignalState', 'signalSeries'];

/** The notice of sets of occupancies. */
const SETS =
    'occupancies are obstacles, each from its time step until that of the next; they are not checked against one another';

/** The notices of dynamic obstacles that have an initial state alone: at rest, and at a speed. */
const STANDING =
    'a dynamic obstacle without <trajectory> and <occupancySet> is taken to stand at its initial state';
const PASSING =
    'a dynamic obstacle without <trajectory> and <occupancySet> that has a speed is there at its initial step alone';

/**
 * The elements that are obstacles in a version of the format.
 *
 * @param {string} version
 * @returns {string[]}
 */
export function obstacleKinds(version) {
    return [...KINDS].filter(([, kind]) => kind.version === version).map(([name]) => name);
}

/** The obstacles of a scenario, as they come. */
export class Obstacles {
    /** @type {Mover[]} with a trajectory */
    movers = [];
    /** @type {Obstacle[]} others */
    bodies = [];
    #segments = 0;

    /**
     * @param {RoadFile} file
     * @param {Element} element of one of the kinds
     * @param {number} step the duration of a time step
     */
    take(file, element, step) {
        const context = { file, element, step };
        for (const name of ['type', 'role']) {
            const found = optionalChild(file, element, name);
            if (found !== undefined) textOf(file, found);
        }
        this.#read(context, roleOf(file, element));
        const count = this.movers.length + this.bodies.length;
        checkCount(file, element.position, count, 'agents', 'obstacles');
    }

    /** @param {Context} context @param {string} role */
    #read(context, role) {
        const { file, element } = context;
        const holds = KINDS.get(element.name)?.holds ?? [];
        if (role === 'phantom') {
            checkChildren(file, element, [...holds, 'occupancySet']);
            this.#takeSet(context, []);
        } else if (role === 'environment') {
            checkChildren(file, element, [...holds, 'shape']);
            const shape = together(readShapes(file, child(file, element, 'shape')));
            this.bodies.push({ name: idOf(file, element), shape, pose: ORIGIN });
        } else if (role === 'static') {
            checkChildren(file, element, [...holds, ...SIGNALS, 'shape', 'initialState']);
            noteSignals(context);
            this.bodies.push(readStatic(context));
        } else {
            this.#takeDynamic(context, [...holds, 'shape', 'initialState']);
        }
    }

    /** @param {Context} context @param {string[]} holds */
    #takeDynamic(context, holds) {
        const { file, element, step } = context;
        const own = ['trajectory', 'occupancySet', 'wheelbase'];
        checkChildren(file, element, [...holds, ...SIGNALS, ...own]);
        noteSignals(context);
        const wheelbase = optionalChild(file, element, 'wheelbase');
        if (wheelbase) file.once.add(wheelbase.position, '<wheelbase> is not used');
        const sets = optionalChild(file, element, 'occupancySet');
        const trajectory = optionalChild(file, element, 'trajectory');
        if (sets !== undefined && trajectory !== undefined) {
            const text = 'a moving obstacle has either a <trajectory> or an <occupancySet>';
            throw new InputError('duplicate-element', file, element.position, text);
        }
        const parts = readShapes(file, child(file, element, 'shape'));
        const initial = readState(file, child(file, element, 'initialState'));
        if (sets !== undefined) {
            const [shape, pose] = placed(context, parts, initial);
            this.#takeSet(context, [{ shape, pose, steps: [initial.step, initial.step] }]);
            return;
        }
        const isResting = (initial.speed ?? [0, 0]).every((speed) => speed === 0);
        if (trajectory === undefined && isResting) {
            file.once.add(element.position, STANDING);
            const [shape, pose] = placed(context, parts, initial);
            this.bodies.push({ name: idOf(file, element), shape, pose });
            return;
        }
        if (trajectory === undefined) file.once.add(element.position, PASSING);
        const states =
            trajectory === undefined ? [initial] : readTrajectory(context, trajectory, initial);
        const headings = headingsOf(file, parts, states);
        const { shape, offset, turns } = bodyOf(file, element, parts, headings);
        const poses = states.map(({ step: k, x, y, source }, n) => {
            return { t: k * step, x: x + offset[0], y: y + offset[1], theta: headings[n], source };
        });
        this.#count(context, poses.length);
        const source = element.position;
        const name = idOf(file, element);
        this.movers.push({ name, shape, motion: motionThrough(poses, turns, file.once), source });
    }

    /**
     * Takes sets in which a body is at its time steps, as obstacles of one name. Each is there from its step until the
     * next one's, when there is one at the step after; else at its steps alone.
     *
     * @param {Context} context
     * @param {{ shape: BodyShape, pose: Obstacle['pose'], steps: Range }[]} before
     */
    #takeSet(context, before) {
        const { file, element, step } = context;
        const set = child(file, element, 'occupancySet');
        checkChildren(file, set, ['occupancy']);
        const read = set.children.map((occupancy) => {
            checkChildren(file, occupancy, ['shape', 'time']);
            const shape = together(readShapes(file, child(file, occupancy, 'shape')));
            const steps = stepRange(file, child(file, occupancy, 'time'));
            return { shape, pose: ORIGIN, steps };
        });
        if (read.length === 0) {
            const text = '<occupancySet> holds no <occupancy>';
            throw new InputError('missing-element', file, set.position, text);
        }
        this.#count(context, read.length);
        file.once.add(set.position, SETS);
        const name = idOf(file, element);
        const all = [...before, ...read];
        const begins = new Set(all.map(({ steps }) => steps[0]));
        for (const { shape, pose, steps } of all) {
            const [first, last] = steps;
            const end = begins.has(last + 1) ? last + 1 : last;
            const theta = pose.angle === 0 ? {} : { theta: [pose.angle] };
            const motion = [
                { t0: first * step, t1: end * step, x: [pose.x], y: [pose.y], ...theta },
            ];
            this.bodies.push({ name, shape, pose, motion });
        }
    }

    /** @param {Context} context @param {number} more */
    #count({ file, element }, more) {
        this.#segments += more;
        checkCount(file, element.position, this.#segments, 'segments', 'states');
    }
}

/** Notes lights and horns, which are not used. @param {Context} context */
function noteSignals({ file, element }) {
    for (const name of SIGNALS) {
        const found = optionalChild(file, element, name);
        if (found) file.once.add(found.position, `<${name}> is not used: lights and horns`);
    }
}

const ORIGIN = Object.freeze({ x: 0, y: 0, angle: 0 });

/** @param {RoadFile} file @param {Element} element @returns {string} */
function roleOf(file, element) {
    if (element.name !== 'obstacle') return element.name.replace('Obstacle', '');
    return choiceOf(file, child(file, element, 'role'), ['static', 'dynamic']);
}

/**
 * @param {RoadFile} file
 * @param {Element} element
 * @returns {string}
 */
function idOf(file, element) {
    return attribute(file, element, 'id');
}

/** @param {Context} context @returns {Obstacle} */
function readStatic(context) {
    const { file, element } = context;
    const parts = readShapes(file, child(file, element, 'shape'));
    const state = readState(file, child(file, element, 'initialState'));
    const [shape, pose] = placed(context, parts, state);
    return { name: idOf(file, element), shape, pose };
}

/**
 * @param {Context} context
 * @param {Part[]} parts
 * @param {State} state
 * @returns {[BodyShape, Obstacle['pose']]}
 */
function placed({ file, element }, parts, state) {
    const headings = headingsOf(file, parts, [state]);
    const { shape, offset, turns } = bodyOf(file, element, parts, headings);
    const angle = turns ? headings[0] : 0;
    return [shape, { x: state.x + offset[0], y: state.y + offset[1], angle }];
}

/**
 * The initial state and those after it. A trajectory may begin with the initial state once more.
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
        first.heading === initial.heading;
    return checkSteps(file, [initial, ...states.slice(isSame ? 1 : 0)]);
}

/**
 * The headings of states; of no account where only discs are.
 *
 * @param {RoadFile} file
 * @param {Part[]} parts
 * @param {State[]} states
 * @returns {number[]}
 */
function headingsOf(file, parts, states) {
    const areRound = isRound(parts);
    return states.map(({ heading, source }) => {
        if (areRound) return 0;
        if (heading !== null) return heading;
        throw new InputError('missing-element', file, source, 'the state has no <orientation>');
    });
}
