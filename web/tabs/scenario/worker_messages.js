/**
 * Requests of the page to its worker, and the replies: plain data. Each request is self-contained, so that a
 * stopped worker can be replaced by a new one.
 *
 * @import { RepairResult, ValidationResult, Violation } from 'graze/scenario'
 * @import { Curve } from './separation_curve.js'
 * @import { Scene } from './scene.js'
 *
 * @typedef {'plan' | 'map' | 'task' | 'config'} Role
 *
 * @typedef {object} Source
 * @property {string} key identifies this source with its options; the worker keeps the plan under this key
 * @property {Partial<Record<Role, { name: string, blob: Blob }>>} files
 * @property {{ format?: string, radius?: number, atGoal?: 'stay' | 'vanish' }} options
 * @property {number} plan index of the plan in the file, from 0
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
 * @property {boolean} [isRepaired] for 'write' and 'report': use the repaired plan
 * @property {string} [format] for 'write': format of the file
 *
 * @typedef {object} Marks all violations, by time, with the data that the map and the time line show
 * @property {Float64Array} intervals begin and end of each
 * @property {Int32Array} agents two per violation; -1: none
 * @property {Uint8Array} rows row of the time line
 *
 * @typedef {object} Verdict
 * @property {Marks} marks
 * @property {ValidationResult} result result with at most the violations that the page lists
 * @property {number} violations number of all violations
 * @property {string} verdict verdict as text
 * @property {string} kinds counts of each kind, as text
 *
 * @typedef {'reading' | 'checking' | 'delays' | 'curve' | 'repairing' | 'writing'} Stage
 *
 * @typedef {Omit<RepairResult, 'scenario'>} RepairSummary
 *
 * @typedef {object} Failure
 * @property {string} code
 * @property {string} message one line, with its position in the file
 *
 * @typedef {{ kind: 'progress', stage: Stage, part: number | null }
 *   | { kind: 'plans', labels: (string | null)[] }
 *   | { kind: 'scene', scene: Scene }
 *   | { kind: 'verdict', verdict: Verdict }
 *   | { kind: 'curve', curve: Curve }
 *   | { kind: 'repair', repair: RepairSummary }
 *   | { kind: 'text', text: Blob, notices: string[] }
 *   | { kind: 'failed', failure: Failure }
 *   | { kind: 'done' }} WorkerMessage part: completed fraction of the stage, null if unknown; labels: names of the plans in the
 *   file, null for a plan without a name
 *
 * @typedef {WorkerMessage & { id: number }} WorkerReply
 */

/** Rows of the time line, by the kinds of their violations. */
export const ROWS = [
    { name: 'agents', kinds: ['agent-agent', 'vertex', 'edge'] },
    { name: 'obstacles', kinds: ['agent-obstacle', 'off-map'] },
    { name: 'other', kinds: ['start', 'goal', 'discontinuity', 'speed'] },
];

/** Largest number of violations that are sent with all details. */
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
 * Returns the times with any violation of a row, as disjoint intervals.
 *
 * @param {Marks} marks
 * @param {number} row
 * @param {number} [minGap] intervals closer than this are merged
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
