import { pathError, TIMEOUT } from './lorr_paths.js';
import { raising } from './source.js';

/**
 * Where an agent of the League of Robot Runners goes: its actions applied one after another.
 *
 * @import { JsonValue } from './json.js'
 * @import { LorrPath } from './lorr_paths.js'
 * @import { MotionSegment } from '../scenario/scenario.js'
 */

/**
 * @typedef {object} Model how agents move
 * @property {string} letters of what they do
 * @property {boolean} turns they have a heading
 * @property {number} ticks steps that an action takes
 * @property {boolean} inRuns whether paths are in chunks of runs
 *
 * @typedef {object} Start
 * @property {number} row
 * @property {number} column
 * @property {number} heading 0 east, 1 south, 2 west, 3 north; without a meaning where agents do not turn
 */

/** Rows and columns to the east, south, west and north. */
export const AHEAD = Object.freeze([
    [0, 1],
    [1, 0],
    [0, -1],
    [-1, 0],
]);

const [FORWARD, RIGHT_TURN, LEFT_TURN, WAIT] = codes('FRCW');

/** Headings that the letters of MAPF go to. */
const DIRECTIONS = new Map(codes('RDLU').map((code, heading) => [code, heading]));

/** @param {string} letters */
function codes(letters) {
    return [...letters].map((letter) => letter.charCodeAt(0));
}

/** Letters of steps: a planner's may be a timeout too. */
export const MODELS = Object.freeze({
    MAPF: Object.freeze({ letters: 'UDLRW', turns: false }),
    MAPF_T: Object.freeze({ letters: 'FRCW', turns: true }),
});

const QUARTER = Math.PI / 2;

/**
 * The angle of a heading in the frame whose x is the row and whose y is the column: south is 0, east a
 * quarter. Clockwise for who looks at the map with rows downwards is the way in which it falls.
 *
 * @param {number} quarters of the way from south by east to north
 */
export function angleOf(quarters) {
    return quarters * QUARTER;
}

/** Quarters at the start, of east, south, west and north. */
export const QUARTERS = Object.freeze([1, 0, -1, 2]);

/**
 * The heading after so many quarters: 0 east, 1 south, 2 west, 3 north.
 *
 * @param {number} quarters
 */
export function headingOf(quarters) {
    return (((1 - quarters) % 4) + 4) % 4;
}

/** An agent on its way. */
class Walker {
    /** @type {Model} */
    #model;
    row;
    column;
    /** Quarters, which go on beyond a full turn, so that no angle jumps. */
    quarters;
    /** Ticks of the action under way, and its letter; WAIT when none is. */
    counter = 0;
    current = WAIT;

    /** @param {Model} model @param {Start} start */
    constructor(model, { row, column, heading }) {
        this.#model = model;
        this.row = row;
        this.column = column;
        this.quarters = QUARTERS[heading];
    }

    /** @param {Walker} other */
    become(other) {
        this.row = other.row;
        this.column = other.column;
        this.quarters = other.quarters;
        this.counter = other.counter;
        this.current = other.current;
    }

    /** 0 east, 1 south, 2 west, 3 north */
    get heading() {
        return headingOf(this.quarters);
    }

    /**
     * What is done in a step when that is the letter: an action that has begun goes on unless it waits.
     *
     * @param {number} letter
     */
    doing(letter) {
        if (letter === WAIT || letter === TIMEOUT) return WAIT;
        return this.counter > 0 ? this.current : letter;
    }

    /** Rows and columns that an action goes. @param {number} action */
    way(action) {
        const direction = this.#model.turns ? undefined : DIRECTIONS.get(action);
        if (direction !== undefined) return AHEAD[direction];
        return this.#model.turns && action === FORWARD ? AHEAD[this.heading] : [0, 0];
    }

    /** Quarters that an action turns. @param {number} action */
    turn(action) {
        if (!this.#model.turns) return 0;
        return action === LEFT_TURN ? 1 : action === RIGHT_TURN ? -1 : 0;
    }

    /** One step of what is being done. @param {number} action */
    step(action) {
        if (action === WAIT) return;
        this.current = action;
        if (++this.counter < this.#model.ticks) return;
        const [rows, columns] = this.way(action);
        this.row += rows;
        this.column += columns;
        this.quarters += this.turn(action);
        this.counter = 0;
        this.current = WAIT;
    }
}

/**
 * The cells in which an agent is: at the start, and after each step. A cell is left when the next one is
 * reached.
 *
 * @param {Model} model
 * @param {Start} start
 * @param {LorrPath} path
 * @returns {Int32Array}
 */
export function cellsOf(model, start, { actions }) {
    const walker = new Walker(model, start);
    const cells = new Int32Array(2 * actions.length + 2);
    cells.set([walker.row, walker.column]);
    actions.forEach((letter, k) => {
        walker.step(walker.doing(letter));
        cells[2 * k + 2] = walker.row;
        cells[2 * k + 3] = walker.column;
    });
    return cells;
}

/**
 * The cells to which an agent was sent in each step, from where it was by then.
 *
 * @param {Model} model
 * @param {Start} start
 * @param {LorrPath} actual
 * @param {LorrPath} planned as long
 * @returns {Int32Array}
 */
export function wantedCells(model, start, actual, planned) {
    const walker = new Walker(model, start);
    const sent = new Walker(model, start);
    const cells = new Int32Array(2 * actual.actions.length + 2);
    cells.set([walker.row, walker.column]);
    actual.actions.forEach((letter, k) => {
        sent.become(walker);
        sent.step(sent.doing(planned.actions[k]));
        cells[2 * k + 2] = sent.row;
        cells[2 * k + 3] = sent.column;
        walker.step(walker.doing(letter));
    });
    return cells;
}

/**
 * The motion: one segment a step; where actions take several, one for as long as the same is done; and where the file has
 * runs, one for a run, so that a few characters do not make millions.
 *
 * @param {Model} model
 * @param {Start} start
 * @param {LorrPath} path
 * @param {JsonValue} value of the path, for its places
 * @param {boolean} turning whether segments say how the agent is turned
 * @param {number} room segments that may be made
 * @returns {MotionSegment[]}
 */
export function motionOf(model, start, path, value, turning, room) {
    const { actions, offsetOf } = path;
    const { ticks, inRuns } = model;
    const walker = new Walker(model, start);
    const positionOf = value.positionsIn();
    /** @type {MotionSegment[]} */
    const motion = [];
    for (let k = 0; k < actions.length; ) {
        if (motion.length === room) {
            const text = `goes beyond the segments that are read of a plan ${raising('segments')}`;
            throw value.error('too-large', text);
        }
        const t0 = k;
        const offset = offsetOf(t0);
        const action = walker.doing(actions[k]);
        const begun = walker.counter;
        const [rows, columns] = walker.way(walker.counter > 0 ? walker.current : action);
        const [vx, vy] = action === WAIT ? [0, 0] : [rows / ticks, columns / ticks];
        const underWay = walker.turn(walker.counter > 0 ? walker.current : action);
        const angle = angleOf(walker.quarters + underWay * (begun / ticks));
        const segment = {
            t0,
            t1: t0,
            x: polynomial(walker.row + rows * (begun / ticks), vx),
            y: polynomial(walker.column + columns * (begun / ticks), vy),
            ...(turning && {
                theta: polynomial(angle, action === WAIT ? 0 : angleOf(underWay / ticks)),
            }),
            source: positionOf(offset),
        };
        do {
            walker.step(action);
            k++;
        } while (
            k < actions.length &&
            walker.doing(actions[k]) === action &&
            ((inRuns && offsetOf(k) === offset) ||
                (ticks > 1 && (action === WAIT || walker.counter > 0)))
        );
        segment.t1 = k;
        motion.push(segment);
    }
    return motion;
}

/** @param {number} from @param {number} speed */
function polynomial(from, speed) {
    return speed === 0 ? [from + 0] : [from + 0, speed];
}

/**
 * Holds the snapshots of a path against where its steps lead. Start-Kit 3 writes that of the first chunk
 * into all of them; true when a file does.
 *
 * @param {Model} model
 * @param {Start} start
 * @param {LorrPath} path
 * @param {JsonValue} value
 * @returns {boolean}
 */
export function checkSnapshots(model, start, { actions, snapshots }, value) {
    const walker = new Walker(model, start);
    let repeated = false;
    let step = 0;
    for (const snapshot of snapshots) {
        for (; step < snapshot.step; step++) walker.step(walker.doing(actions[step]));
        const { row, column, heading, counter } = walker;
        if (agrees(snapshot, { row, column, heading, counter })) continue;
        if (!agrees(snapshot, { ...start, counter: 0 })) {
            const text = `says that the agent is at (${snapshot.row}, ${snapshot.column}) at step ${step}, but its steps lead to (${row}, ${column})`;
            throw pathError(value, snapshot.offset, text);
        }
        repeated = true;
    }
    return repeated;
}

/**
 * @param {import('./lorr_paths.js').Snapshot} snapshot
 * @param {Start & { counter: number }} state
 */
function agrees(snapshot, { row, column, heading, counter }) {
    return (
        snapshot.row === row &&
        snapshot.column === column &&
        snapshot.orientation === heading &&
        snapshot.counter === counter
    );
}
