import { createHash } from 'node:crypto';
import { UsageError } from './exit.js';
import { Tally } from './plan_result.js';
import { toPrintableJson } from './report/escape.js';

/**
 * What a file of outcomes begins and ends with, so that the parts of a campaign can be told apart and
 * put together: README.md says how the lines read.
 *
 * @import { PlanResult } from './plan_result.js'
 */

/** Changes whenever a field changes its meaning or goes; new fields may come without. */
export const SCHEMA = 2;

/**
 * @typedef {object} Header
 * @property {number} schema
 * @property {string} graze the version
 * @property {{ sha256: string, count: number }} list what all shards are about
 * @property {[number, number]} shard which, from 1, of how many
 * @property {Record<string, unknown>} options all that bears on the outcomes
 *
 * @typedef {object} Trailer
 * @property {true} end
 * @property {number} count outcomes in this file
 * @property {number} valid
 * @property {number} invalid
 * @property {number} undecided
 * @property {number} [unsolved] not in files of earlier versions, which count these plans as failed
 * @property {number} failed
 * @property {number} violations
 * @property {number} exit
 * @property {string} sha256 of the lines of the outcomes
 */

/**
 * @param {string | undefined} text `i/N`
 * @returns {[number, number] | undefined}
 */
export function parseShard(text) {
    if (text === undefined) return undefined;
    const [, i, n] = /^(\d{1,7})\/(\d{1,7})$/.exec(text) ?? [];
    const shard = /** @type {[number, number]} */ ([Number(i), Number(n)]);
    if (i !== undefined && shard[0] >= 1 && shard[0] <= shard[1]) return shard;
    throw new UsageError(`--shard must be i/N, i from 1 to N, got ${JSON.stringify(text)}`);
}

/**
 * The entries of a shard: every N-th, so that neighbours in a list, which tend to be alike, are spread.
 *
 * @template T
 * @param {T[]} entries
 * @param {[number, number]} shard
 * @returns {T[]}
 */
export function selectShard(entries, [i, n]) {
    return entries.filter((_, index) => index % n === i - 1);
}

/**
 * How many entries a shard has.
 *
 * @param {number} count of the whole list
 * @param {[number, number]} shard
 */
export function shardSize(count, [i, n]) {
    return Math.max(0, Math.ceil((count - (i - 1)) / n));
}

/**
 * A file of outcomes, line by line: the header, the outcomes, the trailer.
 *
 * @param {AsyncIterable<PlanResult>} results
 * @param {Header} header
 * @returns {AsyncGenerator<string>}
 */
export async function* ndjsonLines(results, header) {
    yield `${JSON.stringify(header)}\n`;
    const tally = new Tally();
    const hash = createHash('sha256');
    for await (const result of results) {
        const line = `${toPrintableJson(result)}\n`;
        tally.add(result);
        hash.update(line);
        yield line;
    }
    const { count, valid, invalid, undecided, unsolved, failed, violations, code: exit } = tally;
    const counts = { count, valid, invalid, undecided, unsolved, failed, violations };
    /** @type {Trailer} */
    const trailer = { end: true, ...counts, exit, sha256: hash.digest('hex') };
    yield `${JSON.stringify(trailer)}\n`;
}
