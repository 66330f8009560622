import { pathError, TIMEOUT } from './lorr_paths.js';
import { limitHint } from './source.js';

/**
 * Where an agent of the League of Robot Runners goes: its actions applied one after another.
 *
 * @import { JsonValue } from './json.js'
 * @import { LorrPath } from './lorr_paths.js'
 * @import { MotionPiece } from '../scenario/scenario.js'
 */

/**
 * @typedef {object} Model how agents move
 * @property {string} letters of what they do
 * @property {boolean} canTurn they have a heading
 * @property {number} ticks steps that an action takes
 * @property {boolean} hasRuns whether paths are in chunks of runs
 *
 * @typedef {object} Start
 * @property {number} row
 * @property {number} column
 * @property {number} orientation 0 east, 1 south, 2 west, 3 north; without a meaning where agents do not turn
 */

/** Rows and columns to the east, south, west and north. */
export const ORIENTATION_STEPS = Object.freeze([
    [0, 1],
    [1, 0],
    [0, -1],
    [-1, 0],
]);

const [FORWARD, RIGHT_TURN, LEFT_TURN, WAIT] = charCodes('FRCW');

/** Headings that the letters of MAPF go to. */
const DIRECTIONS = new Map(charCodes('RDLU').map((code, orientation) => [code, orientation]));

/** @param {string} letters */
function charCodes(letters) {
    return [...letters].map((letter) => letter.charCodeAt(0));
}

/** Letters of steps: a planner's may be a timeout too. */
export const MODELS = Object.freeze({
    MAPF: Object.freeze({ letters: 'UDLRW', canTurn: false }),
    MAPF_T: Object.freeze({ letters: 'FRCW', canTurn: true }),
});

const QUARTER_TURN = Math.PI / 2;

/**
 * The angle of a heading in the frame whose x is the row and whose y is the column: south is 0, east a
 * quarter. Clockwise for who looks at the map with rows downwards is the way in which it falls.
 *
 * @param {number} quarters of the way from south by east to north
 */
export function quartersToAngle(quarters) {
    return quarters * QUARTER_TURN;
}

/** Quarters at the start, of east, south, west and north. */
export const START_QUARTERS = Object.freeze([1, 0, -1, 2]);

/**
 * The heading after so many quarters: 0 east, 1 south, 2 west, 3 north.
 *
 * @param {number} quarters
 */
export function orientationOf(quarters) {
    return (((1 - quarters) % 4) + 4) % 4;
}

/** An agent on its way. */
class AgentState {
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
    constructor(model, { row, column, orientation }) {
        this.#model = model;
        this.row = row;
        this.column = column;
        this.quarters = START_QUARTERS[orientation];
    }

    /** @param {AgentState} other */
    copyFrom(other) {
        this.row = other.row;
        this.column = other.column;
        this.quarters = other.quarters;
        this.counter = other.counter;
        this.current = other.current;
    }

    /** 0 east, 1 south, 2 west, 3 north */
    get orientation() {
        return orientationOf(this.quarters);
    }

    /**
     * What is done in a step when that is the letter: an action that has begun goes on unless it waits.
     *
     * @param {number} letter
     */
    effectiveAction(letter) {
        if (letter === WAIT || letter === TIMEOUT) return WAIT;
        return this.counter > 0 ? this.current : letter;
    }

    /** Rows and columns that an action goes. @param {number} action */
    displacement(action) {
        const direction = this.#model.canTurn ? undefined : DIRECTIONS.get(action);
        if (direction !== undefined) return ORIENTATION_STEPS[direction];
        return this.#model.canTurn && action === FORWARD
            ? ORIENTATION_STEPS[this.orientation]
            : [0, 0];
    }

    /** Quarters that an action turns. @param {number} action */
    quarterTurns(action) {
        if (!this.#model.canTurn) return 0;
        return action === LEFT_TURN ? 1 : action === RIGHT_TURN ? -1 : 0;
    }

    /** One step of what is being done. @param {number} action */
    step(action) {
        if (action === WAIT) return;
        this.current = action;
        if (++this.counter < this.#model.ticks) return;
        const [rows, columns] = this.displacement(action);
        this.row += rows;
        this.column += columns;
        this.quarters += this.quarterTurns(action);
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
export function toCells(model, start, { actions }) {
    const state = new AgentState(model, start);
    const cells = new Int32Array(2 * actions.length + 2);
    cells.set([state.row, state.column]);
    actions.forEach((letter, k) => {
        state.step(state.effectiveAction(letter));
        cells[2 * k + 2] = state.row;
        cells[2 * k + 3] = state.column;
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
export function toCommandedCells(model, start, actual, planned) {
    const state = new AgentState(model, start);
    const commanded = new AgentState(model, start);
    const cells = new Int32Array(2 * actual.actions.length + 2);
    cells.set([state.row, state.column]);
    actual.actions.forEach((letter, k) => {
        commanded.copyFrom(state);
        commanded.step(commanded.effectiveAction(planned.actions[k]));
        cells[2 * k + 2] = commanded.row;
        cells[2 * k + 3] = commanded.column;
        state.step(state.effectiveAction(letter));
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
 * @param {boolean} hasAngles whether segments say how the agent is turned
 * @param {number} maxPieces segments that may be made
 * @returns {MotionPiece[]}
 */
export function toMotion(model, start, path, value, hasAngles, maxPieces) {
    const { actions, offsetOf } = path;
    const { ticks, hasRuns } = model;
    const state = new AgentState(model, start);
    const positionOf = value.characterPositions();
    /** @type {MotionPiece[]} */
    const motion = [];
    for (let k = 0; k < actions.length; ) {
        if (motion.length === maxPieces) {
            const text = `goes beyond the pieces that are read of a plan ${limitHint('pieces')}`;
            throw value.error('too-large', text);
        }
        const t0 = k;
        const offset = offsetOf(t0);
        const action = state.effectiveAction(actions[k]);
        const progress = state.counter;
        const [rows, columns] = state.displacement(state.counter > 0 ? state.current : action);
        const [vx, vy] = action === WAIT ? [0, 0] : [rows / ticks, columns / ticks];
        const actionTurn = state.quarterTurns(state.counter > 0 ? state.current : action);
        const angle = quartersToAngle(state.quarters + actionTurn * (progress / ticks));
        const piece = {
            t0,
            t1: t0,
            x: polynomial(state.row + rows * (progress / ticks), vx),
            y: polynomial(state.column + columns * (progress / ticks), vy),
            ...(hasAngles && {
                angle: polynomial(angle, action === WAIT ? 0 : quartersToAngle(actionTurn / ticks)),
            }),
            source: positionOf(offset),
        };
        do {
            state.step(action);
            k++;
        } while (
            k < actions.length &&
            state.effectiveAction(actions[k]) === action &&
            ((hasRuns && offsetOf(k) === offset) ||
                (ticks > 1 && (action === WAIT || state.counter > 0)))
        );
        piece.t1 = k;
        motion.push(piece);
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
    const state = new AgentState(model, start);
    let hasRepeats = false;
    let step = 0;
    for (const snapshot of snapshots) {
        for (; step < snapshot.step; step++) state.step(state.effectiveAction(actions[step]));
        const { row, column, orientation, counter } = state;
        if (isSameState(snapshot, { row, column, orientation, counter })) continue;
        if (!isSameState(snapshot, { ...start, counter: 0 })) {
            const text = `says that the agent is at (${snapshot.row}, ${snapshot.column}) at step ${step}, but its steps lead to (${row}, ${column})`;
            throw pathError(value, snapshot.offset, text);
        }
        hasRepeats = true;
    }
    return hasRepeats;
}

/**
 * @param {import('./lorr_paths.js').Snapshot} snapshot
 * @param {Start & { counter: number }} expected
 */
function isSameState(snapshot, { row, column, orientation, counter }) {
    return (
        snapshot.row === row &&
        snapshot.column === column &&
        snapshot.orientation === orientation &&
        snapshot.counter === counter
    );
}
