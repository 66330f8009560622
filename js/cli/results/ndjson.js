import { UsageError } from '../console/exit.js';
import { toPrintableJson } from '../console/streams.js';
import { Tally } from './plan_result.js';

/**
 * Header and trailer of a file of results. A campaign is a check of many plans that is split into shards, over
 * processes or machines; each shard writes such a file, and the headers show which of them can be merged.
 * docs/program.md describes the lines.
 *
 * @import { PlanResult } from './plan_result.js'
 */

/**
 * Version of the file format, which increases when a field is removed or changes its meaning; new fields do not
 * increase it.
 */
export const SCHEMA = 3;

/**
 * @typedef {object} Header
 * @property {number} schema
 * @property {string} graze version of graze
 * @property {{ sha256: string, count: number }} list hash and number of entries of the list, the same in all shards
 * @property {[number, number]} shard number of the shard, from 1, and the number of shards
 * @property {Record<string, unknown>} options all options that affect the results
 *
 * @typedef {object} Trailer
 * @property {true} end
 * @property {number} count number of results in this file; the following numbers are as in Tally
 * @property {number} valid
 * @property {number} invalid
 * @property {number} undecided
 * @property {number} unsolved
 * @property {number} failed
 * @property {number} violations
 * @property {number} exit exit code of the run that wrote the file
 */

/** Length of the hash at the end of a line, with its name and the closing brace. */
const SEAL_LENGTH = ',"sha256":""}'.length + 64;

/**
 * Returns a line with its hash at the end, and the hash. It continues the hash of the line before: a line that is altered, moved,
 * doubled or lost is found where it happened. Anyone can compute these hashes, so they protect from accidents, not from forgers.
 *
 * @param {typeof import('node:crypto').createHash} createHash
 * @param {string} text object as JSON
 * @param {string} previous hash of the line before; empty for the first line
 */
export function sealLine(createHash, text, previous) {
    const sha256 = createHash('sha256').update(previous).update(text).digest('hex');
    return { line: `${text.slice(0, -1)},"sha256":"${sha256}"}\n`, sha256 };
}

/**
 * Returns whether a line, without its line end, is as `sealLine` made it after the line with the hash `previous`.
 *
 * @param {typeof import('node:crypto').createHash} createHash
 * @param {string} line
 * @param {string} previous
 */
export function isSealed(createHash, line, previous) {
    const text = `${line.slice(0, -SEAL_LENGTH)}}`;
    return sealLine(createHash, text, previous).line === `${line}\n`;
}

/** Maximum number of shards of a list. */
export const MAX_SHARDS = 9_999_999;

/**
 * @param {string | undefined} text text of the form `i/N`
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
 * Returns the entries of a shard: every N-th one, because neighbors in a list tend to be alike.
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
 * Returns the number of entries of a shard.
 *
 * @param {number} count number of entries of the whole list
 * @param {[number, number]} shard
 */
export function shardSize(count, [i, n]) {
    return Math.max(0, Math.ceil((count - (i - 1)) / n));
}

/**
 * Yields a file of results line by line: the header, the results, the trailer, each with its hash.
 *
 * @param {AsyncIterable<PlanResult>} results
 * @param {Header} header
 * @returns {AsyncGenerator<string>}
 */
export async function* ndjsonLines(results, header) {
    const { createHash } = await import('node:crypto');
    let previous = '';
    /** @param {object} value */
    const toLine = (value) => {
        const { line, sha256 } = sealLine(createHash, toPrintableJson(value), previous);
        previous = sha256;
        return line;
    };
    yield toLine(header);
    const tally = new Tally();
    for await (const result of results) {
        tally.add(result);
        yield toLine(result);
    }
    const { count, valid, invalid, undecided, unsolved, failed, violations, code: exit } = tally;
    const counts = { count, valid, invalid, undecided, unsolved, failed, violations };
    /** @type {Trailer} */
    const trailer = { end: true, ...counts, exit };
    yield toLine(trailer);
}
