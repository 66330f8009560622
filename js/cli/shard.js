import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { InputError } from 'graze/scenario';
import { formatValue, version } from '#internal';
import { openInput } from './input.js';
import { isLastOfFile, Tally } from './plan_result.js';
import { describeFault, findFault } from './shard_check.js';
import { SCHEMA, shardSize } from './sharding.js';

/**
 * Reads back the file of results that a shard has written, and merges those of all shards.
 *
 * @import { InputErrorCode } from 'graze'
 * @import { Header, Trailer } from './sharding.js'
 * @import { PlanResult } from './plan_result.js'
 *
 * @typedef {object} Shard a file that has been checked completely
 * @property {string} path
 * @property {Header} header
 * @property {Trailer} trailer
 */

/** Number of bytes read at a time; it is small because a merge has as much of every shard in memory. */
const CHUNK_BYTES = 2 ** 16;

/** Maximum number of characters of a line. */
const MAX_LINE = 2 ** 28;

/** Nouns for the kinds of lines. */
const NOUNS = Object.freeze({
    header: 'the header of a file of results',
    result: 'a result',
    trailer: 'the trailer with the counts',
});

/** Reader of the lines of a file, which is open only during a read: a campaign may have more files than can be open. */
class LineReader {
    #path;
    #offset = 0;
    #decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true });
    #isDone = false;
    /** @type {string[]} */ #lines = [];
    /** @type {string[]} */ #partial = [];
    #partialSize = 0;
    /** Number of the last line returned. */
    line = 0;

    /** @param {string} path */
    constructor(path) {
        this.#path = path;
    }

    /** @returns {Promise<string | null>} null at the end; throws for a line without a line end */
    async next() {
        while (this.#lines.length === 0 && !this.#isDone) await this.#read();
        this.line++;
        const line = this.#lines.shift();
        if (line !== undefined) return line;
        if (this.#partialSize > 0) throw this.lineError('truncated', 'the last line has no end');
        return null;
    }

    /** @param {InputErrorCode} code @param {string} text @param {number} [line] default: the line that was read last */
    lineError(code, text, line = Math.max(1, this.line)) {
        return new InputError(code, { name: this.#path }, { line, column: 1 }, text);
    }

    async #read() {
        const file = await open(this.#path, 'r');
        try {
            const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
            const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, this.#offset);
            this.#isDone = bytesRead === 0;
            this.#offset += bytesRead;
            this.#split(this.#decoder.decode(buffer.subarray(0, bytesRead), { stream: true }));
        } finally {
            await file.close();
        }
    }

    /** @param {string} text */
    #split(text) {
        const parts = text.split('\n');
        const rest = /** @type {string} */ (parts.pop());
        for (const part of parts) {
            this.#lines.push(this.#partial.join('') + part);
            this.#partial = [];
            this.#partialSize = 0;
        }
        this.#partial.push(rest);
        this.#partialSize += rest.length;
        if (this.#partialSize > MAX_LINE) throw this.lineError('too-large', 'the line is too long');
    }
}

/**
 * Parses a line of JSON and checks it.
 *
 * @template {keyof typeof NOUNS} K
 * @param {LineReader} reader
 * @param {string} text
 * @param {K} kind
 * @returns {{ header: Header, result: PlanResult, trailer: Trailer }[K]}
 */
function parseLine(reader, text, kind) {
    const value = parseJson(reader, text, kind);
    const fault = findFault(kind, value);
    if (fault === null) return value;
    const problem = `the line is not ${NOUNS[kind]}: ${describeFault(fault)}`;
    throw reader.lineError('bad-line', problem);
}

/**
 * @param {LineReader} reader
 * @param {string} text
 * @param {keyof typeof NOUNS} kind
 */
function parseJson(reader, text, kind) {
    try {
        return JSON.parse(text);
    } catch {
        throw reader.lineError('bad-line', `the line is not ${NOUNS[kind]}: it is not JSON`);
    }
}

/**
 * Reads a file of results once, from the header to the trailer, and checks it; errors state the line.
 *
 * @param {string} path
 * @returns {Promise<Shard>}
 */
export async function checkShard(path) {
    // This rejects everything but a regular file, with the usual messages.
    await (await openInput({ name: path, path }, Infinity)).close();
    const reader = new LineReader(path);
    const { header, sha256: headerHash } = await readHeader(reader);
    const expected = shardSize(header.list.count, header.shard);
    const hash = createHash('sha256');
    const tally = new Tally();
    // These count complete files; for an incomplete one, the results so far and their total.
    let [files, cases, caseCount] = [0, 0, 1];
    while (files < expected) {
        const text = await reader.next();
        if (text === null || isTrailerLine(text)) {
            const caseNote = cases > 0 ? `, and ${cases} of ${caseCount} cases of the next` : '';
            throw reader.lineError(
                'truncated',
                `it has ${files} of its ${expected} results${caseNote}`,
            );
        }
        const result = parseLine(reader, text, 'result');
        const { index, case: part = { index: 0, count: 1 } } = result;
        const isNext = index === header.shard[0] - 1 + files * header.shard[1];
        if (cases === 0) caseCount = part.count;
        if (!isNext || part.index !== cases || part.count !== caseCount) {
            throw reader.lineError('bad-line', `result ${index} does not belong to this shard`);
        }
        cases = isLastOfFile(result) ? 0 : cases + 1;
        if (cases === 0) files++;
        hash.update(`${text}\n`);
        tally.add(result);
    }
    const last = await reader.next();
    if (last === null)
        throw reader.lineError('truncated', 'the trailer with the counts is missing');
    const trailer = parseLine(reader, last, 'trailer');
    if (trailer.sha256 !== hash.digest('hex')) {
        throw reader.lineError('altered', 'the results differ from those that were written');
    }
    if (trailer.headerSha256 !== headerHash) {
        throw reader.lineError('altered', 'the header differs from the one that was written', 1);
    }
    if (!matchesTally(trailer, tally)) {
        throw reader.lineError(
            'altered',
            'the counts of the trailer differ from those of the results',
        );
    }
    if ((await reader.next()) !== null)
        throw reader.lineError('bad-line', 'there is a line after the trailer');
    return { path, header, trailer };
}

/**
 * Reads the header, and returns it with the hash of its line.
 *
 * @param {LineReader} reader
 * @returns {Promise<{ header: Header, sha256: string }>}
 */
async function readHeader(reader) {
    const first = await reader.next();
    if (first === null) throw reader.lineError('empty-file', 'the file is empty');
    // Another version may have other fields.
    const { schema, graze } = Object(parseJson(reader, first, 'header'));
    if (Number.isSafeInteger(schema) && schema !== SCHEMA) {
        const text = `it has schema ${schema}; this version of graze reads schema ${SCHEMA}`;
        throw reader.lineError('other-version', text);
    }
    if (typeof graze === 'string' && graze !== version) {
        const text = `it was written by graze ${formatValue(graze)}, and this is graze ${version}: merge with the version that wrote it`;
        throw reader.lineError('other-version', text);
    }
    const header = parseLine(reader, first, 'header');
    return { header, sha256: createHash('sha256').update(`${first}\n`).digest('hex') };
}

/** @param {Trailer} trailer @param {Tally} tally */
function matchesTally({ end: _, exit, sha256: __, headerSha256: ___, ...counts }, tally) {
    const isSame = Object.entries(counts).every(([name, count]) => {
        return tally[/** @type {keyof typeof counts} */ (name)] === count;
    });
    return isSame && exit === tally.code;
}

/** @param {string} text */
function isTrailerLine(text) {
    return text.startsWith('{"end":true,');
}

/**
 * Yields the results of all shards in the list's order, read side by side; those of one file are successive.
 *
 * @param {Shard[]} shards all shards of one campaign, in order
 * @returns {AsyncGenerator<PlanResult>}
 */
export async function* interleave(shards) {
    const files = shards.map(({ path }) => new LineReader(path));
    for (const reader of files) await reader.next();
    const { count } = shards[0].header.list;
    for (let k = 0; k < count; k++) {
        const reader = files[k % files.length];
        /** @type {PlanResult} */
        let result;
        do {
            // The file was checked when it was first read, but may have changed since.
            const text = (await reader.next()) ?? '';
            result = parseLine(reader, text, 'result');
            yield result;
        } while (!isLastOfFile(result));
    }
}

/**
 * Returns shards in order, after checking that they are all shards of one campaign, each once.
 *
 * @param {Shard[]} shards
 * @returns {Shard[]}
 */
export function orderShards(shards) {
    const [first] = shards;
    /** @type {Map<number, Shard>} */
    const byNumber = new Map();
    for (const shard of shards) {
        checkSameRun(first, shard);
        const other = byNumber.get(shard.header.shard[0]);
        if (other !== undefined) {
            const text = `it is shard ${shard.header.shard[0]}, and so is ${other.path}`;
            throw shardError(shard, 'double-shard', text);
        }
        byNumber.set(shard.header.shard[0], shard);
    }
    const n = first.header.shard[1];
    const numbers = Array.from({ length: n }, (_, k) => k + 1);
    const missing = numbers.filter((k) => !byNumber.has(k));
    if (missing.length > 0) {
        const text = `${missing.length} of ${n} shards are missing: ${abridge(missing)}`;
        throw shardError(first, 'missing-shard', text);
    }
    return numbers.map((k) => /** @type {Shard} */ (byNumber.get(k)));
}

/** @param {number[]} numbers */
function abridge(numbers) {
    const shown = numbers.slice(0, 10).join(', ');
    return numbers.length > 10 ? `${shown}, …` : shown;
}

/** @param {Shard} shard @param {InputErrorCode} code @param {string} text */
function shardError({ path }, code, text) {
    return new InputError(code, { name: path }, { line: 1, column: 1 }, text);
}

/** @param {Shard} first @param {Shard} shard */
function checkSameRun(first, shard) {
    const [p, q] = [first.header, shard.header];
    if (p.list.sha256 !== q.list.sha256 || p.list.count !== q.list.count) {
        throw shardError(shard, 'other-list', `its list differs from that of ${first.path}`);
    }
    if (p.shard[1] !== q.shard[1]) {
        const text = `it is one of ${q.shard[1]} shards, ${first.path} one of ${p.shard[1]}`;
        throw shardError(shard, 'other-split', text);
    }
    for (const name of new Set([...Object.keys(p.options), ...Object.keys(q.options)])) {
        const [a, b] = [p.options[name], q.options[name]].map((value) => JSON.stringify(value));
        if (a === b) continue;
        const text = `its option ${name} is ${b}, that of ${first.path} is ${a}`;
        throw shardError(shard, 'other-options', text);
    }
}

/**
 * Returns the shard that a run would write, if it exists already.
 *
 * @param {string} path
 * @param {Header} header header that the shard would have
 * @returns {Promise<Shard | null>} null when the file is missing, incomplete, or of another run
 */
export async function findCompleteShard(path, header) {
    try {
        const shard = await checkShard(path);
        return JSON.stringify(shard.header) === JSON.stringify(header) ? shard : null;
    } catch (error) {
        if (error instanceof InputError) return null;
        throw error;
    }
}

/** Returns the exit code of the run that wrote a shard. @param {Shard} shard @returns {number} */
export function exitCodeOfShard({ trailer }) {
    return trailer.exit;
}
