/**
 * What the page asks its worker, and what comes back: plain data. Each question has all that it needs, so that a
 * worker that was stopped is replaced by another.
 *
 * @import { Repair, Result } from 'graze/scenario'
 * @import { Curve } from './curve.js'
 * @import { Scene } from './scene.js'
 *
 * @typedef {'plan' | 'map' | 'task' | 'config'} Role
 *
 * @typedef {object} Source
 * @property {string} key tells this source, with its options, from others: what was read is kept under it
 * @property {Partial<Record<Role, { name: string, blob: Blob }>>} files
 * @property {{ format?: string, radius?: number, atGoal?: 'stay' | 'vanish' }} options
 *
 * @typedef {{ reading: 'open' | 'closed', tolerance?: number }} Judging
 *
 * @typedef {'judge' | 'repair' | 'write' | 'report'} Ask
 *
 * @typedef {object} Question
 * @property {number} id
 * @property {Ask} ask
 * @property {Source} source
 * @property {Judging} judging
 * @property {boolean} [mended] 'write', 'report': of the mended plan
 * @property {string} [format] 'write'
 *
 * @typedef {object} Verdict
 * @property {Result} result with as many violations as the page lists
 * @property {number} violations how many there are
 * @property {string} verdict in words
 * @property {string} kinds how many of each kind, in words
 *
 * @typedef {'reading' | 'judging' | 'delays' | 'curve' | 'mending' | 'writing'} Stage
 *
 * @typedef {Omit<Repair, 'scenario'>} Mending
 *
 * @typedef {object} Failure
 * @property {string} code
 * @property {string} message one line, with its place
 *
 * @typedef {{ kind: 'progress', stage: Stage, part: number | null }
 *   | { kind: 'scene', scene: Scene }
 *   | { kind: 'verdict', verdict: Verdict }
 *   | { kind: 'curve', curve: Curve }
 *   | { kind: 'mending', mending: Mending }
 *   | { kind: 'text', text: Blob, notices: string[] }
 *   | { kind: 'failed', failure: Failure }
 *   | { kind: 'done' }} News part: how much of the stage is done, null when that is not known
 *
 * @typedef {News & { id: number }} Answer
 */

/** Violations that are handed over. */
export const MOST_VIOLATIONS = 5000;
