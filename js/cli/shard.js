import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { InputError } from 'graze/scenario';
import { SCHEMA, shareSize } from './campaign.js';
import { EXIT, worst } from './exit.js';
import { openInput } from './input.js';
import { isLastOfFile, Tally } from './outcome.js';
import { checkHeader, checkOutcome, checkTrailer } from './shard_check.js';

/**
 * A file of outcomes, read back.
 *
 * @import { InputErrorCode } from 'graze'
 * @import { Header, Trailer } from './campaign.js'
 * @import { Outcome } from './outcome.js'
 *
 * @typedef {object} Shard a file that has been checked whole
 * @property {string} path
 * @property {Header} header
 * @property {Trailer} trailer
 */

/** Bytes read at a time: small, since a merge holds as much of every shard. */
const PIECE = 2 ** 16;

/** Characters of one line. */
const MAX_LINE = 2 ** 28;

/** The lines of a file, which is open only while it is read: a campaign may have more than can be open. */
class Lines {
    #path;
    #offset = 0;
    #decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true });
    #isDone = false;
    /** @type {string[]} */ #ready = [];
    /** @type {string[]} */ #partial = [];
    #partialSize = 0;
    /** The number of the line given last. */
    line = 0;

    /** @param {string} path */
    constructor(path) {
        this.#path = path;
    }

    /** @returns {Promise<string | null>} null at the end; throws for a line without an end */
    async next() {
        while (this.#ready.length === 0 && !this.#isDone) await this.#read();
        this.line++;
        const line = this.#ready.shift();
        if (line !== undefined) return line;
        if (this.#partialSize > 0) throw this.refuse('truncated', 'the last line has no end');
        return null;
    }

    /** @param {InputErrorCode} code @param {string} text */
    refuse(code, text) {
        return new InputError(
            code,
            { name: this.#path },
            { line: Math.max(1, this.line), column: 1 },
            text,
        );
    }

    async #read() {
        const file = await open(this.#path, 'r');
        try {
            const buffer = Buffer.allocUnsafe(PIECE);
            const { bytesRead } = await file.read(buffer, 0, PIECE, this.#offset);
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
            this.#ready.push(this.#partial.join('') + part);
            this.#partial = [];
            this.#partialSize = 0;
        }
        this.#partial.push(rest);
        this.#partialSize += rest.length;
        if (this.#partialSize > MAX_LINE) throw this.refuse('too-large', 'the line is too long');
    }
}

/**
 * A line of JSON, checked.
 *
 * @template T
 * @param {Lines} lines
 * @param {string} text
 * @param {(value: unknown) => value is T} isOne
 * @param {string} what
 * @returns {T}
 */
function parseLine(lines, text, isOne, what) {
    let value;
    try {
        value = JSON.parse(text);
    } catch {
        throw lines.refuse('bad-line', `the line is not ${what}: it is not JSON`);
    }
    if (isOne(value)) return value;
    throw lines.refuse('bad-line', `the line is not ${what}`);
}

/**
 * Reads a file of outcomes once, from the header to the trailer, and says what is wrong with it.
 *
 * @param {string} path
 * @returns {Promise<Shard>}
 */
export async function checkShard(path) {
    // Refuses what is no file, with the right words.
    await (await openInput({ name: path, path }, Infinity)).close();
    const lines = new Lines(path);
    const header = await readHeader(lines);
    const expected = shareSize(header.list.count, header.shard);
    const hash = createHash('sha256');
    const tally = new Tally();
    // Files that are complete; of the one that is not, its outcomes and how many it has.
    let [files, cases, ofFile] = [0, 0, 1];
    while (files < expected) {
        const text = await lines.next();
        if (text === null || isTrailer(text)) {
            const more = cases > 0 ? `, and ${cases} of ${ofFile} cases of the next` : '';
            throw lines.refuse('truncated', `it has ${files} of its ${expected} outcomes${more}`);
        }
        const outcome = parseLine(lines, text, checkOutcome, 'an outcome');
        const { index, case: part = { index: 0, count: 1 } } = outcome;
        const isNext = index === header.shard[0] - 1 + files * header.shard[1];
        if (cases === 0) ofFile = part.count;
        if (!isNext || part.index !== cases || part.count !== ofFile) {
            throw lines.refuse('bad-line', `outcome ${index} does not belong here`);
        }
        cases = isLastOfFile(outcome) ? 0 : cases + 1;
        if (cases === 0) files++;
        hash.update(`${text}\n`);
        tally.add(outcome);
    }
    const last = await lines.next();
    if (last === null)
        throw lines.refuse('truncated', 'the last line, with the counts, is missing');
    const trailer = parseLine(lines, last, checkTrailer, 'the last one, with the counts');
    if (trailer.sha256 !== hash.digest('hex')) {
        throw lines.refuse('altered', 'the outcomes are not those that were written');
    }
    if (!isOf(trailer, tally)) {
        throw lines.refuse('altered', 'the last line does not count the outcomes');
    }
    if ((await lines.next()) !== null) throw lines.refuse('bad-line', 'a line after the last');
    return { path, header, trailer };
}

/** @param {Lines} lines @returns {Promise<Header>} */
async function readHeader(lines) {
    const first = await lines.next();
    if (first === null) throw lines.refuse('empty-file', 'the file is empty');
    const header = parseLine(lines, first, checkHeader, 'the header of a file of outcomes');
    if (header.schema === SCHEMA) return header;
    throw lines.refuse('other-version', `schema ${header.schema}; this graze reads ${SCHEMA}`);
}

/** @param {Trailer} trailer @param {Tally} tally */
function isOf(trailer, tally) {
    const counts = /** @type {const} */ (['count', 'valid', 'invalid', 'undecided', 'violations']);
    if (counts.some((name) => trailer[name] !== tally[name])) return false;
    const { unsolved, failed, code } = tally;
    if (trailer.unsolved === undefined) {
        const exit = unsolved > 0 ? worst([code, EXIT.input]) : code;
        return trailer.failed === unsolved + failed && trailer.exit === exit;
    }
    return trailer.unsolved === unsolved && trailer.failed === failed && trailer.exit === code;
}

/** @param {string} text */
function isTrailer(text) {
    return text.startsWith('{"end":true,');
}

/**
 * The outcomes of all shards in the list's order, read side by side; those of one file follow one another.
 *
 * @param {Shard[]} shards all of one campaign, in order
 * @returns {AsyncGenerator<Outcome>}
 */
export async function* interleave(shards) {
    const files = shards.map(({ path }) => new Lines(path));
    for (const lines of files) await lines.next();
    const { count } = shards[0].header.list;
    for (let k = 0; k < count; k++) {
        const lines = files[k % files.length];
        /** @type {Outcome} */
        let outcome;
        do {
            // Checked when it was read first, but a file can be changed meanwhile.
            const text = (await lines.next()) ?? '';
            outcome = parseLine(lines, text, checkOutcome, 'an outcome');
            yield outcome;
        } while (!isLastOfFile(outcome));
    }
}

/**
 * Are these all shards of one campaign, each once? Then they come back in order.
 *
 * @param {Shard[]} shards
 * @returns {Shard[]}
 */
export function checkCampaign(shards) {
    const [first] = shards;
    /** @type {Map<number, Shard>} */
    const byNumber = new Map();
    for (const shard of shards) {
        checkSame(first, shard);
        const other = byNumber.get(shard.header.shard[0]);
        if (other !== undefined) {
            const text = `it is shard ${shard.header.shard[0]}, and so is ${other.path}`;
            throw refuse(shard, 'double-shard', text);
        }
        byNumber.set(shard.header.shard[0], shard);
    }
    const n = first.header.shard[1];
    const numbers = Array.from({ length: n }, (_, k) => k + 1);
    const missing = numbers.filter((k) => !byNumber.has(k));
    if (missing.length > 0) {
        const text = `of ${n} shards ${missing.length} are missing: ${abridge(missing)}`;
        throw refuse(first, 'missing-shard', text);
    }
    return numbers.map((k) => /** @type {Shard} */ (byNumber.get(k)));
}

/** @param {number[]} numbers */
function abridge(numbers) {
    const shown = numbers.slice(0, 10).join(', ');
    return numbers.length > 10 ? `${shown}, …` : shown;
}

/** @param {Shard} shard @param {InputErrorCode} code @param {string} text */
function refuse({ path }, code, text) {
    return new InputError(code, { name: path }, { line: 1, column: 1 }, text);
}

/** @param {Shard} first @param {Shard} shard */
function checkSame(first, shard) {
    const [p, q] = [first.header, shard.header];
    if (p.graze !== q.graze) {
        const text = `it is by graze ${q.graze}, ${first.path} by graze ${p.graze}`;
        throw refuse(shard, 'other-version', text);
    }
    if (p.list.sha256 !== q.list.sha256 || p.list.count !== q.list.count) {
        throw refuse(shard, 'other-list', `it is of another list than ${first.path}`);
    }
    if (p.shard[1] !== q.shard[1]) {
        const text = `it is one of ${q.shard[1]} shards, ${first.path} one of ${p.shard[1]}`;
        throw refuse(shard, 'other-split', text);
    }
    for (const name of new Set([...Object.keys(p.options), ...Object.keys(q.options)])) {
        const [a, b] = [p.options[name], q.options[name]].map((value) => JSON.stringify(value));
        if (a === b) continue;
        const text = `its option ${name} is ${b}, that of ${first.path} is ${a}`;
        throw refuse(shard, 'other-options', text);
    }
}

/**
 * The shard that a run would write, when it is there already.
 *
 * @param {string} path
 * @param {Header} header that it would have
 * @returns {Promise<Shard | null>} null when it is not there, not whole, or of another run
 */
export async function findComplete(path, header) {
    try {
        const shard = await checkShard(path);
        return JSON.stringify(shard.header) === JSON.stringify(header) ? shard : null;
    } catch (error) {
        if (error instanceof InputError) return null;
        throw error;
    }
}

/** @param {Shard} shard @returns {number} the exit code of the run that wrote it */
export function exitOf({ trailer }) {
    return trailer.exit;
}
