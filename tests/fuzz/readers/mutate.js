import { pick } from '../../../js/bench/random.js';
import { spansOf } from './pieces.js';
import { CHARACTERS, NUMBERS } from './values.js';

/**
 * Makes one text from another, most often still almost a file of its format.
 *
 * @import { Random } from '../../../js/bench/random.js'
 *
 * @callback Mutation
 * @param {string} text
 * @param {Random} random
 * @param {string} other another text that may lend a part
 * @returns {string}
 */

/** Length of the longest text that is made. */
export const MAX_TEXT = 65_536;

/** @template T @param {Random} random @param {readonly T[]} list @returns {T} */
export function oneOf(random, list) {
    return list[pick(random, list.length)];
}

/** @param {string} text @param {number} from @param {number} to @param {string} by */
function replaced(text, from, to, by) {
    return text.slice(0, from) + by + text.slice(to);
}

/**
 * Returns one match of a pattern, searched from a random position in the text.
 * @param {Random} random
 * @param {string} text
 * @param {RegExp} pattern
 */
function someMatch(random, text, pattern) {
    pattern.lastIndex = pick(random, text.length + 1);
    const found = pattern.exec(text);
    if (found !== null) return found;
    pattern.lastIndex = 0;
    return pattern.exec(text);
}

/** Changes a few bytes, as a faulty disk would. @type {Mutation} */
function bytes(text, random) {
    const all = [...Buffer.from(text)];
    for (let left = 1 + pick(random, 4); left > 0; left--) {
        const at = pick(random, all.length + 1);
        const how = pick(random, 3);
        if (how === 0) all.splice(at, 0, pick(random, 256));
        else if (how === 1) all.splice(at, 1 + pick(random, 3));
        else if (at < all.length) all[at] ^= 1 << pick(random, 8);
    }
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(all));
}

/** @type {Mutation} */
function characters(text, random) {
    const at = pick(random, text.length + 1);
    return replaced(text, at, at + pick(random, 3), oneOf(random, CHARACTERS));
}

/** @type {Mutation} */
function numbers(text, random) {
    const found = someMatch(random, text, /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g);
    if (found === null) return text;
    const [digits] = found;
    const value = Number(digits);
    const near = [
        value + 1,
        value - 1,
        -value,
        value * 2,
        value / 3,
        value * 1e6,
        value * 1e-6,
        value + 2 ** -40,
        Number(someMatch(random, text, /\d+(?:\.\d+)?/g)?.[0] ?? 0),
    ];
    const by = pick(random, 2) === 0 ? oneOf(random, NUMBERS) : String(oneOf(random, near));
    if (pick(random, 8) === 0) return text.replaceAll(digits, by);
    return replaced(text, found.index, found.index + digits.length, by);
}

/** Replaces a name by another name. @type {Mutation} */
function words(text, random, other) {
    const pattern = /[A-Za-z_][\w-]*/g;
    const [at, by] = [
        someMatch(random, text, pattern),
        someMatch(random, pick(random, 2) ? other : text, pattern),
    ];
    if (at === null || by === null) return text;
    return replaced(text, at.index, at.index + at[0].length, by[0]);
}

/** Removes, doubles or moves a part, puts it into itself, or in place of another. @type {Mutation} */
function parts(text, random, other) {
    const spans = spansOf(text);
    if (spans.length === 0) return text;
    const [from, to] = oneOf(random, spans);
    const part = text.slice(from, to);
    const [a, b] = oneOf(random, spans);
    switch (pick(random, 7)) {
        case 0:
            return replaced(text, from, to, '');
        case 1:
            return replaced(text, to, to, part);
        case 2:
            return replaced(
                text,
                to,
                to,
                part.repeat(2 ** (1 + pick(random, 8))).slice(0, MAX_TEXT),
            );
        case 3:
            return replaced(text, a, b, part);
        case 4: {
            if (a < to) return replaced(text, a, a, part);
            return (
                text.slice(0, from) + text.slice(a, b) + text.slice(to, a) + part + text.slice(b)
            );
        }
        case 5: {
            const [open, close] = wrapping(part);
            const depth = 2 ** pick(random, 8);
            return replaced(text, from, to, open.repeat(depth) + part + close.repeat(depth));
        }
        default: {
            const lent = spansOf(other);
            if (lent.length === 0) return text;
            const [begin, end] = oneOf(random, lent);
            return replaced(text, from, pick(random, 2) ? to : from, other.slice(begin, end));
        }
    }
}

/** Returns brackets that can wrap a part once more. @param {string} part */
function wrapping(part) {
    const tag = /^<([^\s<>/]+)/.exec(part)?.[1];
    if (tag !== undefined) return [`<${tag}>`, `</${tag}>`];
    return part.startsWith('{') ? ['{"a":', '}'] : ['[', ']'];
}

/** @type {Mutation} */
function lines(text, random) {
    const all = text.split('\n');
    const [i, j] = [pick(random, all.length), pick(random, all.length)];
    const how = pick(random, 5);
    if (how === 0) all.splice(i, 1 + pick(random, 3));
    else if (how === 1) all.splice(j, 0, all[i]);
    else if (how === 2) [all[i], all[j]] = [all[j], all[i]];
    else if (how === 3) all.splice(j, 0, ...all.splice(i, 1 + pick(random, 3)));
    else all.splice(i, 0, ...Array(2 ** pick(random, 10)).fill(all[i]));
    return all.join('\n');
}

/** @type {Mutation} */
function cut(text, random) {
    const at = pick(random, text.length + 1);
    const how = pick(random, 6);
    if (how === 0) return text.slice(at);
    if (how === 1) return replaced(text, at, at + pick(random, text.length + 1 - at), '');
    return text.slice(0, at);
}

/** @type {Mutation} */
function splice(text, random, other) {
    return (
        text.slice(0, pick(random, text.length + 1)) + other.slice(pick(random, other.length + 1))
    );
}

/** Changes the encoding as another program would have written the text. @type {Mutation} */
function encoding(text, random) {
    switch (pick(random, 7)) {
        case 0:
            return `\ufeff${text}`;
        case 1:
            return text.replaceAll('\n', '\r\n');
        case 2:
            return text.replaceAll('\n', '\r');
        case 3:
            return text.replace(/\n/g, () => oneOf(random, ['\n', '\r', '\r\n', '\n\r']));
        case 4:
            return Buffer.from(text.slice(0, MAX_TEXT / 4), 'utf16le').toString('utf8');
        case 5:
            return text.replace(/ +/g, (found) => oneOf(random, [found, '\t', `${found} `, '\n']));
        default:
            return text.endsWith('\n') ? text.trimEnd() : `${text}\n\n`;
    }
}

/** Mutations; likely ones are listed more than once. @type {readonly Mutation[]} */
const MUTATIONS = [
    numbers,
    numbers,
    numbers,
    parts,
    parts,
    parts,
    words,
    words,
    lines,
    characters,
    bytes,
    cut,
    splice,
    encoding,
];

/** @type {Mutation} */
export function mutated(text, random, other) {
    const changed = oneOf(random, MUTATIONS)(text, random, other);
    return changed.length > MAX_TEXT ? text : changed;
}
