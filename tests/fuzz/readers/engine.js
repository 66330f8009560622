import { openSync, writeSync } from 'node:fs';
import { pick, randomFor } from '../../../js/bench/random.js';
import { Finding } from './outcome.js';

/**
 * Runs a target on new inputs until its time is up, or a number of inputs have run. An input with a new kind of outcome, by its message or by the code
 * that it ran, joins the corpus and is changed further.
 *
 * @import { Random } from '../../../js/bench/random.js'
 * @import { Coverage } from './coverage.js'
 *
 * @typedef {{ what: string, message: string, input: unknown }} Found
 *
 * @typedef {object} Session
 * @property {number} executions
 * @property {number} corpus
 * @property {number} ways in which inputs went
 * @property {Found[]} found one of each kind, made small
 */

/**
 * @template T inputs, plain data
 * @typedef {object} Target
 * @property {string} name
 * @property {() => T[]} seeds
 * @property {(input: T, random: Random, corpus: readonly T[]) => T} mutate
 * @property {(input: T) => Promise<string>} run how it went; throws a Finding
 * @property {(input: T) => Iterable<T>} smaller inputs to try in its place, the smallest first
 */

/** Inputs between two reads of the block counters, which take longer than one input. */
const BATCH = 24;

/** Kinds of findings after which a target stops. */
const MAX_FOUND = 20;

/** Inputs that are tried to make a finding smaller, and the seconds for it. */
const SHRINKING = Object.freeze({ runs: 4000, seconds: 20 });

/**
 * @template T
 * @param {Target<T>} target
 * @param {T} input
 * @param {(input: T) => void} [note] receives the input before it runs
 * @returns {Promise<{ way: string } | { finding: Finding }>}
 */
export async function attempt({ run }, input, note) {
    note?.(input);
    try {
        return { way: await run(input) };
    } catch (error) {
        if (error instanceof Finding) return { finding: error };
        const text = error instanceof Error ? error.message : String(error);
        return { finding: new Finding(`a check throws ${text.slice(0, 80)}`, '', error) };
    }
}

/**
 * @template T
 * @param {Target<T>} target
 * @param {{ seconds?: number, inputs?: number, seed: string, coverage?: Coverage, current?: string }} how `inputs`: number
 *   of new inputs at most; `current`: the file that gets each input before it is run, for what the program does not survive
 * @returns {Promise<Session>}
 */
export async function fuzz(
    target,
    { seconds = Infinity, inputs = Infinity, seed, coverage, current },
) {
    const random = randomFor(target.name, seed);
    const until = performance.now() + 1000 * seconds;
    const corpus = target.seeds();
    /** @type {Set<string>} */
    const ways = new Set();
    /** @type {Map<string, Found>} */
    const found = new Map();
    const written = current === undefined ? undefined : noteIn(current);
    const note = (/** @type {T} */ input) => written?.(asText(target.name, seed, input));
    let executions = 0;

    /** @param {T} input @returns {Promise<boolean>} it went a way of its own */
    const take = async (input) => {
        executions++;
        const result = await attempt(target, input, note);
        if ('way' in result) {
            const isNew = !ways.has(result.way);
            ways.add(result.way);
            return isNew;
        }
        const { what } = result.finding;
        if (found.has(what)) return false;
        const small = await shrunk(target, input, what, note);
        const again = await attempt(target, small);
        const message = 'finding' in again ? again.finding.message : result.finding.message;
        found.set(what, { what, message, input: small });
        return false;
    };

    for (const input of [...corpus]) await take(input);
    const last = executions + inputs;
    const isOver = () => executions >= last || performance.now() >= until;
    coverage?.fresh();
    while (!isOver() && found.size < MAX_FOUND) {
        /** @type {T[]} */
        const plain = [];
        for (let k = 0; k < BATCH && !isOver(); k++) {
            const input = target.mutate(chosen(corpus, random), random, corpus);
            if (await take(input)) corpus.push(input);
            else plain.push(input);
        }
        if (coverage !== undefined) corpus.push(...(await freshAmong(target, plain, coverage)));
    }
    return { executions, corpus: corpus.length, ways: ways.size, found: [...found.values()] };
}

/**
 * Returns the smaller of two inputs, most often one that was found late. @template T
 * @param {readonly T[]} corpus
 * @param {Random} random
 */
function chosen(corpus, random) {
    const [a, b] = [0, 1].map(() => {
        const late = Math.floor(corpus.length * random() ** 3);
        return corpus[random() < 0.5 ? corpus.length - 1 - late : pick(random, corpus.length)];
    });
    return random() < 0.2 || sizeOf(a) <= sizeOf(b) ? a : b;
}

/** @param {unknown} value @returns {number} characters in it */
function sizeOf(value) {
    if (typeof value === 'string') return value.length;
    if (typeof value !== 'object' || value === null) return 1;
    return Object.values(value).reduce((sum, each) => sum + sizeOf(each), 0);
}

/**
 * Returns those of the inputs that ran new code, by running them again one by one.
 *
 * @template T
 * @param {Target<T>} target
 * @param {readonly T[]} inputs
 * @param {Coverage} coverage
 * @returns {Promise<T[]>}
 */
async function freshAmong(target, inputs, coverage) {
    const fresh = coverage.fresh();
    const chosen = [];
    for (const input of fresh.size === 0 ? [] : inputs) {
        await attempt(target, input);
        const ran = coverage.ranAmong(fresh);
        if (ran.length > 0) chosen.push(input);
        for (const key of ran) fresh.delete(key);
    }
    return chosen;
}

/**
 * @template T
 * @param {Target<T>} target
 * @param {T} input
 * @param {string} what
 * @param {(input: T) => void} note
 */
async function shrunk(target, input, what, note) {
    const until = performance.now() + 1000 * SHRINKING.seconds;
    let [best, runs] = [input, 0];
    for (let isSmaller = true; isSmaller; ) {
        isSmaller = false;
        for (const smaller of target.smaller(best)) {
            if (runs++ > SHRINKING.runs || performance.now() > until) return best;
            const result = await attempt(target, smaller, note);
            if (!('finding' in result) || result.finding.what !== what) continue;
            best = smaller;
            isSmaller = true;
            break;
        }
    }
    return best;
}

/**
 * Returns an input as text that can be run again.
 * @param {string} target
 * @param {string} seed
 * @param {unknown} input
 */
export function asText(target, seed, input) {
    return `${JSON.stringify({ target, seed, input }, null, 1)}\n`;
}

/**
 * Keeps the last text in a file, at no more than the cost of writing it: the rest of a longer text is overwritten with
 * spaces.
 *
 * @param {string} path
 */
function noteIn(path) {
    const file = openSync(path, 'w');
    let longest = 0;
    return (/** @type {string} */ text) => {
        const bytes = Buffer.from(text);
        writeSync(file, bytes, 0, bytes.length, 0);
        if (bytes.length < longest)
            writeSync(file, ' '.repeat(longest - bytes.length), bytes.length);
        longest = Math.max(longest, bytes.length);
    };
}
