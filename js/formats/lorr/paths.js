import { formatValue } from '#internal';
import { InputError } from '../text/source.js';

/**
 * Reads the strings of a League of Robot Runners file with the actions of an agent, step by step.
 *
 * @import { JsonValue } from '../text/json.js'
 */

/**
 * Actions of an agent, executed or commanded, one per step.
 *
 * @typedef {object} LorrPath
 * @property {Uint8Array} actions codes of letters
 * @property {(step: number) => number} offsetOf offset of a step in the string
 * @property {Snapshot[]} snapshots positions of the agent, in the form with snapshots
 * @property {number} [runCount] number of runs, in the same form
 *
 * @typedef {object} Snapshot
 * @property {number} step before which step
 * @property {number} row
 * @property {number} column
 * @property {number} orientation 0 east, 1 south, 2 west, 3 north
 * @property {number} counter ticks of the action under way
 * @property {number} offset in the string
 *
 * @typedef {object} Remaining limits for the rest of a plan
 * @property {number} steps
 * @property {number} pieces
 * @property {(value: JsonValue, what: 'steps' | 'pieces') => InputError} tooMany makes the error of a path beyond a limit
 */

/** Letter of a planner that did not answer: the agent waits. */
export const TIMEOUT = 'T'.charCodeAt(0);

/** @param {JsonValue} value @param {number} offset @param {string} text */
export function pathError(value, offset, text) {
    return new InputError(
        'bad-path',
        value.file,
        value.characterPositions()(offset),
        `${value.path} ${text}`,
    );
}

/**
 * Reads a path with one letter per step, separated by commas.
 *
 * @param {JsonValue} value
 * @param {string} letters that may be there
 * @param {Remaining} remaining
 * @returns {LorrPath}
 */
export function readSteps(value, letters, remaining) {
    const text = value.string();
    const count = Math.ceil(text.length / 2);
    checkRemaining(value, count, remaining, 'steps');
    const actions = new Uint8Array(count);
    for (let k = 0; k < count; k++) {
        if (!letters.includes(text[2 * k])) {
            const problem = `must have one of ${[...letters].join(', ')} as step ${k}, got ${formatValue(text[2 * k])}`;
            throw pathError(value, 2 * k, problem);
        }
        if (k > 0 && text[2 * k - 1] !== ',') {
            const problem = `must have "," between its steps, got ${formatValue(text[2 * k - 1])}`;
            throw pathError(value, 2 * k - 1, problem);
        }
        actions[k] = text.charCodeAt(2 * k);
    }
    if (text.length > 0 && text.length % 2 === 0) {
        throw pathError(value, text.length - 1, 'must not go on after its last step');
    }
    return { actions, offsetOf: (step) => 2 * step, snapshots: [] };
}

const HEADER = /\[\((\d{1,15}),(\d{1,15}),(\d{1,15}),([0-3]),(\d{1,15})\):\(/y;
const RUN = /([A-Z]) ([1-9]\d{0,14})(?:, ?(?=[A-Z])|(?=\)))/y;

/**
 * Reads a path in chunks, `[(step,row,column,orientation,counter):(letter count,…)]…`, with a count of steps for each
 * letter.
 *
 * @param {JsonValue} value
 * @param {string} letters
 * @param {Remaining} remaining
 * @returns {LorrPath}
 */
export function readRuns(value, letters, remaining) {
    const text = value.string();
    /** @type {Snapshot[]} */
    const snapshots = [];
    // The first step, letter and offset of each run.
    /** @type {number[]} */
    const runs = [];
    let count = 0;
    let cursor = 0;
    while (cursor < text.length) {
        HEADER.lastIndex = cursor;
        const header = HEADER.exec(text);
        if (header === null) {
            throw pathError(
                value,
                cursor,
                'must have "[(step,row,column,orientation,counter):(" here',
            );
        }
        const [step, row, column, orientation, counter] = header.slice(1).map(Number);
        checkRemaining(value, snapshots.length, remaining, 'pieces');
        const offset = cursor;
        cursor = HEADER.lastIndex;
        // A chunk that was allocated and never reached has no meaning.
        if (text[cursor] !== ')') {
            if (step !== count) {
                const problem = `must have a chunk from step ${count} here, got ${step}`;
                throw pathError(value, offset, problem);
            }
            snapshots.push({ step, row, column, orientation, counter, offset });
        }
        while (text[cursor] !== ')') {
            RUN.lastIndex = cursor;
            const run = RUN.exec(text);
            if (run === null || !letters.includes(run[1])) {
                const problem = `must have one of ${[...letters].join(', ')}, a space and a count from 1 here`;
                throw pathError(value, cursor, problem);
            }
            runs.push(count, run[1].charCodeAt(0), cursor);
            count += Number(run[2]);
            checkRemaining(value, count, remaining, 'steps');
            checkRemaining(value, runs.length / 3, remaining, 'pieces');
            cursor = RUN.lastIndex;
        }
        if (text[cursor + 1] !== ']') throw pathError(value, cursor + 1, 'must have "]" here');
        cursor += 2;
    }
    const actions = new Uint8Array(count);
    const firsts = new Uint32Array(runs.length / 3 + 1).fill(count);
    const offsets = new Uint32Array(runs.length / 3);
    for (let k = 0; 3 * k < runs.length; k++) {
        firsts[k] = runs[3 * k];
        offsets[k] = runs[3 * k + 2];
        actions.fill(runs[3 * k + 1], firsts[k], runs[3 * k + 3] ?? count);
    }
    let current = 0;
    /** Steps must be queried in order. @param {number} step */
    const offsetOf = (step) => {
        if (firsts[current] > step) current = 0;
        while (firsts[current + 1] <= step) current++;
        return offsets[current];
    };
    return { actions, offsetOf, snapshots, runCount: offsets.length };
}

/** Returns the number of steps of a path with runs, or of one letter for each step. @param {string} text @param {boolean} hasRuns */
export function countSteps(text, hasRuns) {
    if (!hasRuns) return Math.ceil(text.length / 2);
    let steps = 0;
    for (const [, count] of text.matchAll(/[A-Z] (\d{1,15})/g)) steps += Number(count);
    return steps;
}

/** @param {JsonValue} value @param {number} count @param {Remaining} remaining @param {'steps' | 'pieces'} what */
function checkRemaining(value, count, remaining, what) {
    if (count > remaining[what]) throw remaining.tooMany(value, what);
}
