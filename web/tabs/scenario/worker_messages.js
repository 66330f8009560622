/**
 * What the page asks its worker, and what comes back: plain data. Each question has all that it needs, so that a
 * worker that was stopped is replaced by another.
 *
 * @import { RepairResult, ValidationResult, Violation } from 'graze/scenario'
 * @import { Curve } from './separation_curve.js'
 * @import { Scene } from './scene.js'
 *
 * @typedef {'plan' | 'map' | 'task' | 'config'} Role
 *
 * @typedef {object} Source
 * @property {string} key tells this source, with its options, from others: what was read is kept under it
 * @property {Partial<Record<Role, { name: string, blob: Blob }>>} files
 * @property {{ format?: string, radius?: number, atGoal?: 'stay' | 'vanish' }} options
 * @property {number} plan which plan of the file, from 0
 *
 * @typedef {{ touching: 'allowed' | 'conflict', tolerance?: number }} CheckOptions
 *
 * @typedef {'check' | 'repair' | 'write' | 'report'} RequestKind
 *
 * @typedef {object} WorkerRequest
 * @property {number} id
 * @property {RequestKind} kind
 * @property {Source} source
 * @property {CheckOptions} checkOptions
 * @property {boolean} [isRepaired] 'write', 'report': of the mended plan
 * @property {string} [format] 'write'
 *
 * @typedef {object} Marks all violations, by time, as far as the map and the time line show them
 * @property {Float64Array} intervals from, to
 * @property {Int32Array} agents one or two; -1: none
 * @property {Uint8Array} rows of the time line
 *
 * @typedef {object} Verdict
 * @property {Marks} marks
 * @property {ValidationResult} result with as many violations as the page lists
 * @property {number} violations how many there are
 * @property {string} verdict in words
 * @property {string} kinds how many of each kind, in words
 *
 * @typedef {'reading' | 'checking' | 'delays' | 'curve' | 'repairing' | 'writing'} Stage
 *
 * @typedef {Omit<RepairResult, 'scenario'>} RepairSummary
 *
 * @typedef {object} Failure
 * @property {string} code
 * @property {string} message one line, with its place
 *
 * @typedef {{ kind: 'progress', stage: Stage, part: number | null }
 *   | { kind: 'plans', labels: (string | null)[] }
 *   | { kind: 'scene', scene: Scene }
 *   | { kind: 'verdict', verdict: Verdict }
 *   | { kind: 'curve', curve: Curve }
 *   | { kind: 'repair', repair: RepairSummary }
 *   | { kind: 'text', text: Blob, notices: string[] }
 *   | { kind: 'failed', failure: Failure }
 *   | { kind: 'done' }} WorkerMessage part: how much of the stage is done, null when that is not known; labels: of the plans in the
 *   file, null where one has no name
 *
 * @typedef {WorkerMessage & { id: number }} WorkerReply
 */

/** Rows of the time line: what violations are of. */
export const ROWS = [
    { name: 'agents', kinds: ['agent-agent', 'vertex', 'edge'] },
    { name: 'obstacles', kinds: ['agent-obstacle', 'off-map'] },
    { name: 'other', kinds: ['start', 'goal', 'discontinuity', 'speed'] },
];

/** Violations that are handed over with all that is said of them. */
export const MAX_VIOLATIONS = 5000;

/**
 * @param {readonly Violation[]} violations
 * @returns {Marks}
 */
export function createMarks(violations) {
    const intervals = new Float64Array(2 * violations.length);
    const agents = new Int32Array(2 * violations.length).fill(-1);
    const rows = Uint8Array.from(violations, ({ kind }) =>
        ROWS.findIndex(({ kinds }) => kinds.includes(kind)),
    );
    for (const [k, violation] of violations.entries()) {
        intervals.set(violation.interval, 2 * k);
        agents.set(violation.agents.slice(0, 2), 2 * k);
    }
    return { intervals, agents, rows };
}

/**
 * When there is any violation of a row, as stretches that do not meet.
 *
 * @param {Marks} marks
 * @param {number} row
 * @param {number} [minGap] what is nearer than this is one stretch
 * @returns {[number, number][]}
 */
export function mergeIntervals({ intervals, rows }, row, minGap = 0) {
    /** @type {[number, number][]} */
    const merged = [];
    for (let k = 0; k < rows.length; k++) {
        if (rows[k] !== row) continue;
        const [from, to] = [intervals[2 * k], intervals[2 * k + 1]];
        const last = merged[merged.length - 1];
        if (last && from <= last[1] + minGap) last[1] = Math.max(last[1], to);
        else merged.push([from, to]);
    }
    return merged;
}
