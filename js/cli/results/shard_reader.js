import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { InputError } from 'graze/scenario';
import { formatValue, version } from '#internal';
import { openInput } from '../files/input.js';
import { isSealed, SCHEMA, shardSize } from './ndjson.js';
import { isLastOfFile, Tally } from './plan_result.js';
import { describeFault, findFault } from './shard_check.js';

/**
 * Reads back the file of results that a shard has written, and merges those of all shards.
 *
 * @import { InputErrorCode } from 'graze'
 * @import { Header, Trailer } from './ndjson.js'
 * @import { PlanResult } from './plan_result.js'
 *
 * @typedef {object} Shard a file that has been checked completely
 * @property {string} path
 * @property {Header} header
 * @property {Trailer} trailer
 */

/** Number of bytes read at a time; it is small because a merge has as much of every shard in memory. */
const CHUNK_BYTES = 2 ** 16;

/** Maximum number of bytes of a line. */
const MAX_LINE = 2 ** 29 - 2 ** 16;

/** Nouns for the kinds of lines. */
const NOUNS = Object.freeze({
    header: 'the header of a file of results',
    result: 'a result',
    trailer: 'the trailer with the counts',
});

/** Reader of the lines of a file, which is open only during a read: a campaign may have more files than can be open. */
export class LineReader {
    #path;
    #offset = 0;
    #isDone = false;
    /** @type {Buffer[]} */ #lines = [];
    /** @type {Buffer[]} */ #partial = [];
    #partialSize = 0;
    #decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true });
    /** Number of the last line returned. */
    line = 0;
    /** Position of the byte after it. */
    end = 0;

    /** @param {string} path @param {number} [from] position of the byte where it begins */
    constructor(path, from = 0) {
        this.#path = path;
        this.#offset = from;
        this.end = from;
    }

    /** @returns {Promise<string | null>} null at the end; throws for a line without a line end */
    async next() {
        while (this.#lines.length === 0 && !this.#isDone) await this.#read();
        this.line++;
        const line = this.#lines.shift();
        if (line !== undefined) {
            this.end += line.length + 1;
            return this.#decoder.decode(line);
        }
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
            this.#split(buffer.subarray(0, bytesRead));
        } finally {
            await file.close();
        }
    }

    /** @param {Buffer} bytes */
    #split(bytes) {
        let from = 0;
        for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, from)) {
            this.#lines.push(Buffer.concat([...this.#partial, bytes.subarray(from, at)]));
            this.#partial = [];
            this.#partialSize = 0;
            from = at + 1;
        }
        this.#partial.push(bytes.subarray(from));
        this.#partialSize += bytes.length - from;
        if (this.#partialSize > MAX_LINE)
            throw this.lineError('too-large', 'the line is too long', this.line + 1);
    }
}

/**
 * A value with the hash of its line.
 *
 * @template T
 * @typedef {T & { sha256: string }} Sealed
 */

/**
 * Parses a line of JSON and checks it.
 *
 * @template {keyof typeof NOUNS} K
 * @param {LineReader} reader
 * @param {string} text
 * @param {K} kind
 * @param {string} previous hash of the line before; empty for the header
 * @returns {Sealed<{ header: Header, result: PlanResult, trailer: Trailer }[K]>}
 */
function parseLine(reader, text, kind, previous) {
    const value = parseJson(reader, text, kind);
    const isWhole = isSealed(createHash, text, previous);
    if (!isWhole && /^[0-9a-f]{64}$/.test(Object(value).sha256)) {
        const problem =
            kind === 'header'
                ? 'the header differs from the one that was written'
                : 'the line is not the one that was written after the line before: it is altered, moved or double, or lines before it are lost';
        throw reader.lineError('altered', problem);
    }
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
    const header = await readHeader(reader);
    const expected = shardSize(header.list.count, header.shard);
    const tally = new Tally();
    let previous = header.sha256;
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
        const result = parseLine(reader, text, 'result', previous);
        const { index, case: part = { index: 0, count: 1 } } = result;
        const isNext = index === header.shard[0] - 1 + files * header.shard[1];
        if (cases === 0) caseCount = part.count;
        if (!isNext || part.index !== cases || part.count !== caseCount) {
            throw reader.lineError('bad-line', `result ${index} does not belong to this shard`);
        }
        cases = isLastOfFile(result) ? 0 : cases + 1;
        if (cases === 0) files++;
        previous = result.sha256;
        tally.add(result);
    }
    const last = await reader.next();
    if (last === null)
        throw reader.lineError('truncated', 'the trailer with the counts is missing');
    const trailer = parseLine(reader, last, 'trailer', previous);
    checkTrailer(reader, trailer, tally);
    if ((await reader.next()) !== null)
        throw reader.lineError('bad-line', 'there is a line after the trailer');
    return { path, header: withoutHash(header), trailer: withoutHash(trailer) };
}

/**
 * Returns a value without the hash of its line.
 *
 * @template T
 * @param {Sealed<T>} value
 * @returns {T}
 */
function withoutHash({ sha256: _, ...rest }) {
    return /** @type {any} */ (rest);
}

/**
 * Reads the header.
 *
 * @param {LineReader} reader
 * @returns {Promise<Sealed<Header>>}
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
    return parseLine(reader, first, 'header', '');
}

/**
 * Checks that the counts of a trailer are those of the results.
 *
 * @param {LineReader} reader
 * @param {Trailer} trailer
 * @param {Tally} tally
 */
function checkTrailer(reader, trailer, tally) {
    const { count, valid, invalid, undecided, unsolved, failed, violations, code: exit } = tally;
    const counts = { count, valid, invalid, undecided, unsolved, failed, violations, exit };
    for (const [name, expected] of Object.entries(counts)) {
        const value = trailer[/** @type {keyof typeof counts} */ (name)];
        if (value === expected) continue;
        const text = `the counts of the trailer differ from those of the results: /${name} must be ${expected}, got ${value}`;
        throw reader.lineError('altered', text);
    }
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
    /** @type {string[]} */
    const hashes = [];
    for (const reader of files) hashes.push((await readHeader(reader)).sha256);
    const { count } = shards[0].header.list;
    for (let k = 0; k < count; k++) {
        const s = k % files.length;
        /** @type {Sealed<PlanResult>} */
        let result;
        do {
            // The file was checked when it was first read, but may have changed since.
            const text = (await files[s].next()) ?? '';
            result = parseLine(files[s], text, 'result', hashes[s]);
            hashes[s] = result.sha256;
            yield withoutHash(result);
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
