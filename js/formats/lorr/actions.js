import { pathError, TIMEOUT } from './paths.js';

/**
 * Computes the places of an agent of the League of Robot Runners by applying its actions.
 *
 * @import { JsonValue } from '../text/json.js'
 * @import { LorrPath } from './paths.js'
 * @import { MotionPiece, SourcePosition } from '../../scenario/model/scenario.js'
 */

/**
 * @typedef {object} Model a model of movement
 * @property {string} letters of the actions
 * @property {boolean} canTurn true: agents have an orientation
 * @property {number} ticks number of steps per action
 * @property {boolean} hasRuns true: paths are in chunks of runs
 *
 * @typedef {object} Start
 * @property {number} row
 * @property {number} column
 * @property {number} orientation 0 east, 1 south, 2 west, 3 north; without a meaning where agents do not turn
 */

/** Steps in rows and columns to the east, south, west and north. */
export const ORIENTATION_STEPS = Object.freeze([
    [0, 1],
    [1, 0],
    [0, -1],
    [-1, 0],
]);

const [FORWARD, RIGHT_TURN, LEFT_TURN, WAIT] = charCodes('FRCW');

/** Orientations of the letters of MAPF. */
const DIRECTIONS = new Map(charCodes('RDLU').map((code, orientation) => [code, orientation]));

/** @param {string} letters */
function charCodes(letters) {
    return [...letters].map((letter) => letter.charCodeAt(0));
}

/** Letters of steps. `T` is a timeout, with which some versions of the Start-Kit also record the wait that follows. */
export const MODELS = Object.freeze({
    MAPF: Object.freeze({ letters: 'UDLRWT', canTurn: false }),
    MAPF_T: Object.freeze({ letters: 'FRCWT', canTurn: true }),
});

const QUARTER_TURN = Math.PI / 2;

/**
 * Returns the angle of an orientation in the frame whose x is the row and whose y is the column: south is 0, east a quarter
 * turn. It is clockwise as seen on a map with rows downward.
 *
 * @param {number} quarters quarter turns from south over east to north
 */
export function quartersToAngle(quarters) {
    return quarters * QUARTER_TURN;
}

/** Quarter turns at the start, for east, south, west and north. */
export const START_QUARTERS = Object.freeze([1, 0, -1, 2]);

/**
 * Returns the orientation after a number of quarter turns: 0 east, 1 south, 2 west, 3 north.
 *
 * @param {number} quarters
 */
export function orientationOf(quarters) {
    return (((1 - quarters) % 4) + 4) % 4;
}

/** The state of an agent during its path. */
class AgentState {
    /** @type {Model} */
    #model;
    row;
    column;
    /** Quarter turns; they continue beyond a full turn, so that angles do not jump. */
    quarters;
    /** Ticks of the current action, and its letter, or WAIT. */
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
     * Returns the action of a step for a letter: an action that has begun continues unless the letter is a wait.
     *
     * @param {number} letter
     */
    effectiveAction(letter) {
        if (letter === WAIT || letter === TIMEOUT) return WAIT;
        return this.counter > 0 ? this.current : letter;
    }

    /** Returns the displacement of an action in rows and columns. @param {number} action */
    displacement(action) {
        const direction = this.#model.canTurn ? undefined : DIRECTIONS.get(action);
        if (direction !== undefined) return ORIENTATION_STEPS[direction];
        return this.#model.canTurn && action === FORWARD
            ? ORIENTATION_STEPS[this.orientation]
            : [0, 0];
    }

    /** Returns the quarter turns of an action. @param {number} action */
    quarterTurns(action) {
        if (!this.#model.canTurn) return 0;
        return action === LEFT_TURN ? 1 : action === RIGHT_TURN ? -1 : 0;
    }

    /** Performs one step of an action. @param {number} action */
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
 * Returns the cells of an agent: at the start, and after each step. A cell is left when the next one is reached.
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
 * Returns the cells to which an agent was sent in each step, from its position at the time.
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
 * The pieces of a motion as `PIECE_LENGTH` numbers each: t0, x, speed along x, y, speed along y, angle, angular speed, offset
 * of its step in the path.
 *
 * @typedef {object} PieceColumns
 * @property {Float64Array} numbers
 * @property {number} end time of the end of the last piece
 */

/** Count of numbers of a piece. */
const PIECE_LENGTH = 8;

/**
 * Returns the pieces of a motion: one per step; if actions take several steps, one for as long as the same action
 * continues; for a file with runs, one per run, so that a few characters do not make millions of pieces.
 *
 * @param {Model} model
 * @param {Start} start
 * @param {LorrPath} path
 * @returns {PieceColumns}
 */
export function toPieces(model, start, { actions, offsetOf }) {
    const { ticks, hasRuns } = model;
    const state = new AgentState(model, start);
    /** @type {number[]} */
    const numbers = [];
    for (let k = 0; k < actions.length; ) {
        const offset = offsetOf(k);
        const action = state.effectiveAction(actions[k]);
        const progress = state.counter;
        const [rows, columns] = state.displacement(state.counter > 0 ? state.current : action);
        const isWait = action === WAIT;
        const actionTurn = state.quarterTurns(state.counter > 0 ? state.current : action);
        const angle = quartersToAngle(state.quarters + actionTurn * (progress / ticks));
        numbers.push(
            k,
            state.row + rows * (progress / ticks),
            isWait ? 0 : rows / ticks,
            state.column + columns * (progress / ticks),
            isWait ? 0 : columns / ticks,
            angle,
            isWait ? 0 : quartersToAngle(actionTurn / ticks),
            offset,
        );
        do {
            state.step(action);
            k++;
        } while (
            k < actions.length &&
            state.effectiveAction(actions[k]) === action &&
            ((hasRuns && offsetOf(k) === offset) ||
                (ticks > 1 && (action === WAIT || state.counter > 0)))
        );
    }
    return { numbers: new Float64Array(numbers), end: actions.length };
}

/** Returns the number of pieces. @param {PieceColumns} pieces */
export function countPieces({ numbers }) {
    return numbers.length / PIECE_LENGTH;
}

/**
 * Makes a piece of a motion.
 *
 * @param {PieceColumns} pieces
 * @param {number} k
 * @param {(offset: number) => SourcePosition} positionOf position of a character of the path in the file
 * @param {boolean} hasAngles whether pieces have angles
 * @returns {MotionPiece}
 */
export function makePiece({ numbers, end }, k, positionOf, hasAngles) {
    const at = k * PIECE_LENGTH;
    const next = at + PIECE_LENGTH;
    return {
        t0: numbers[at],
        t1: next < numbers.length ? numbers[next] : end,
        x: polynomial(numbers[at + 1], numbers[at + 2]),
        y: polynomial(numbers[at + 3], numbers[at + 4]),
        ...(hasAngles && { angle: polynomial(numbers[at + 5], numbers[at + 6]) }),
        source: positionOf(numbers[at + 7]),
    };
}

/** @param {number} from @param {number} speed */
function polynomial(from, speed) {
    return speed === 0 ? [from + 0] : [from + 0, speed];
}

/**
 * Compares the snapshots of a path with its steps. Start-Kit 3 writes the snapshot of the first chunk into all of them;
 * returns true for such a file.
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
 * @param {import('./paths.js').Snapshot} snapshot
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
