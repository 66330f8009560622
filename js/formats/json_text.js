import { parse } from '@humanwhocodes/momoa';
import { show } from 'graze';
import { InputError } from './source.js';

/**
 * The text of a JSON file: what is wrong with it as a whole, where an offset is, and its values in pieces,
 * so that no more of a large file is held as a tree than is being looked at.
 *
 * @import { ArrayNode, ObjectNode, ValueNode } from '@humanwhocodes/momoa'
 * @import { CheckedFile } from './source.js'
 * @import { SourcePosition } from '../scenario/scenario.js'
 */

/**
 * A value of the file: parsed, at `base` from where its tree counts, or a container that is too long to be
 * parsed at once.
 *
 * @typedef {{ node: ValueNode, base: number }} Parsed
 * @typedef {{ kind: 'Object' | 'Array', from: number, to: number }} Long
 * @typedef {Parsed | Long} Raw
 *
 * @typedef {{ name: string, at: number, value: Raw }} RawMember
 */

/** Characters of a container beyond which it is parsed in pieces. */
const LONG = 65_536;

/** Characters between two places of which the line is known. */
const STRIDE = 65_536;

const [QUOTE, BACKSLASH, COMMA, COLON] = ['"', '\\', ',', ':'].map((c) => c.charCodeAt(0));
const [LEFT_BRACKET, RIGHT_BRACKET] = ['[', ']'].map((c) => c.charCodeAt(0));
const [LEFT_BRACE, RIGHT_BRACE] = ['{', '}'].map((c) => c.charCodeAt(0));

export class JsonText {
    /** @type {CheckedFile} */
    file;
    #places;

    /**
     * Checks what could take more time, memory or stack than the file is worth, before any of it is parsed.
     *
     * @param {CheckedFile} file
     * @param {number} most values of the file
     */
    constructor(file, most) {
        this.file = file;
        this.#places = new Places(file.text);
        this.#survey(most);
    }

    /** @param {number} offset @returns {SourcePosition} */
    positionAt(offset) {
        return this.#places.at(offset);
    }

    /** The value that the file is. @returns {Raw} */
    root() {
        const { text } = this.file;
        const from = skipSpace(text, 0);
        const to = endOfValue(text, from);
        const rest = skipSpace(text, to);
        if (rest < text.length) throw this.bad(rest, 'the file goes on after its value');
        return this.#piece(from, to);
    }

    /**
     * The elements of an array, in order.
     *
     * @param {Raw} array
     * @returns {Generator<Raw>}
     */
    *elements(array) {
        if ('node' in array) {
            const { elements } = /** @type {ArrayNode} */ (array.node);
            for (const { value } of elements) yield { node: value, base: array.base };
            return;
        }
        for (const { from, to, isLong } of this.#batches(array)) {
            if (isLong) yield this.#container(from, to);
            else yield* this.elements(this.#parse('[', from, to, ']'));
        }
    }

    /**
     * The members of an object, in order; a name that comes twice is no error here.
     *
     * @param {Raw} object
     * @returns {Generator<RawMember>}
     */
    *members(object) {
        if ('node' in object) {
            const { base } = object;
            for (const { name, value } of /** @type {ObjectNode} */ (object.node).members) {
                const text = /** @type {import('@humanwhocodes/momoa').StringNode} */ (name).value;
                const at = base + name.loc.start.offset;
                yield { name: text, at, value: { node: value, base } };
            }
            return;
        }
        for (const { from, to, isLong } of this.#batches(object)) {
            if (isLong) yield this.#longMember(from, to);
            else yield* this.members(this.#parse('{', from, to, '}'));
        }
    }

    /** @param {number} offset @param {string} text */
    bad(offset, text) {
        return new InputError('bad-json', this.file, this.positionAt(offset), text);
    }

    /** @param {number} from @param {number} to @returns {Raw} */
    #piece(from, to) {
        const isContainer = /[[{]/.test(this.file.text[from] ?? '');
        return isContainer && to - from > LONG
            ? this.#container(from, to)
            : this.#parse('', from, to, '');
    }

    /** @param {number} from @param {number} to @returns {Long} */
    #container(from, to) {
        const kind = this.file.text.charCodeAt(from) === LEFT_BRACE ? 'Object' : 'Array';
        return { kind, from, to };
    }

    /** A member whose value is a long container. @param {number} from @param {number} to */
    #longMember(from, to) {
        const { text } = this.file;
        const end = endOfValue(text, from);
        const colon = skipSpace(text, end);
        if (text.charCodeAt(from) !== QUOTE) throw this.bad(from, 'expected a name in quotes');
        if (text.charCodeAt(colon) !== COLON) throw this.bad(colon, 'expected ":" after a name');
        const { node } = this.#parse('', from, end, '');
        const name = /** @type {import('@humanwhocodes/momoa').StringNode} */ (node).value;
        return { name, at: from, value: this.#container(skipSpace(text, colon + 1), to) };
    }

    /**
     * A long container in pieces: many children together, or one that is a long container itself.
     *
     * @param {Long} container
     * @returns {Generator<{ from: number, to: number, isLong: boolean }>}
     */
    *#batches({ kind, from: open, to: end }) {
        const { text } = this.file;
        const close = end - 1;
        let batch = open + 1;
        let at = batch;
        if (skipSpace(text, at) === close) return;
        while (at < end) {
            const child = skipSpace(text, at);
            const comma = endOfChild(text, child);
            const last = comma === close;
            const value = kind === 'Array' ? child : startOfValue(text, child);
            const isLong = comma - value > LONG && /[[{]/.test(text[value]);
            if (isLong) {
                if (batch < at) yield { from: batch, to: at - 1, isLong: false };
                const to = endOfValue(text, value);
                const rest = skipSpace(text, to);
                if (rest !== comma) throw this.bad(rest, `expected "," or ${show(text[close])}`);
                yield { from: child, to, isLong: true };
                batch = comma + 1;
            } else if (last || comma - batch > LONG) {
                yield { from: batch, to: comma, isLong: false };
                batch = comma + 1;
            }
            at = comma + 1;
        }
    }

    /**
     * A stretch of the text, between brackets of its own when it is a stretch of a container.
     *
     * @param {string} open
     * @param {number} from
     * @param {number} to
     * @param {string} close
     * @returns {Parsed}
     */
    #parse(open, from, to, close) {
        const stretch = this.file.text.slice(from, to);
        const base = from - open.length;
        if (open !== '' && skipSpace(stretch, 0) === stretch.length) {
            throw this.bad(to, 'expected a value');
        }
        try {
            const { body } = parse(`${open}${stretch}${close}`, { mode: 'json' });
            return { node: body, base };
        } catch (error) {
            const { offset } = /** @type {{ offset?: number }} */ (error);
            if (offset === undefined) throw error;
            const at = Math.min(Math.max(base + offset, from), to);
            const [found] = /^(?:[^\s,:[\]{}"]{1,40}|.)/su.exec(this.file.text.slice(at)) ?? [];
            const what = found === undefined ? 'the end of the file' : show(found);
            throw this.bad(at, `${what} is not JSON here`);
        }
    }

    /**
     * Brackets that match, not too deep; strings that end; not too many values; no control characters.
     *
     * @param {number} most
     */
    #survey(most) {
        const { text, limits } = this.file;
        const odd = text.search(CONTROLS);
        if (odd >= 0)
            throw this.bad(odd, 'control characters must be escaped, and only in strings');
        const open = new Uint8Array(limits.depth);
        const [lineFeeds, tabs] = [new Finder(text, '\n'), new Finder(text, '\t')];
        let depth = 0;
        let values = 1;
        for (let at = 0; at < text.length; at++) {
            const c = text.charCodeAt(at);
            if (c === QUOTE) {
                const end = endOfString(text, at);
                const broken = Math.min(lineFeeds.from(at), tabs.from(at));
                if (broken < end) throw this.bad(broken, 'a string holds a line end or a tab');
                if (end > text.length) throw this.bad(at, 'the string has no end');
                at = end - 1;
            } else if (c === COMMA) {
                values++;
            } else if (c === LEFT_BRACKET || c === LEFT_BRACE) {
                if (depth === limits.depth) {
                    const what = `values are nested more than ${limits.depth} deep`;
                    throw new InputError('too-large', this.file, this.positionAt(at), what);
                }
                // The closing bracket that matches is two further on in ASCII.
                open[depth++] = c + 2;
                values++;
            } else if (c === RIGHT_BRACKET || c === RIGHT_BRACE) {
                if (depth === 0 || open[--depth] !== c) {
                    throw this.bad(at, `${show(text[at])} closes nothing`);
                }
            }
            if (values > most) {
                const what = `more than ${most} values`;
                throw new InputError('too-large', this.file, this.positionAt(at), what);
            }
        }
        if (depth > 0) {
            const closing = show(String.fromCharCode(open[depth - 1]));
            throw this.bad(text.length, `the file ends where ${closing} was expected`);
        }
    }
}

/** What JSON text holds nowhere; line feed and tab are space between values. */
const CONTROLS = /[^\P{Cc}\t\n\x7f-\x9f]/u;

/** Finds one character again and again, further on each time, in one pass over the text. */
class Finder {
    #text;
    #character;
    #next = -1;

    /** @param {string} text @param {string} character */
    constructor(text, character) {
        this.#text = text;
        this.#character = character;
    }

    /** The first at or after `offset`; no offset may be less than the one before. @param {number} offset */
    from(offset) {
        if (this.#next < offset) {
            const found = this.#text.indexOf(this.#character, offset);
            this.#next = found < 0 ? Infinity : found;
        }
        return this.#next;
    }
}

/** Where offsets are: lines are counted once, and then from the nearest place before. */
class Places {
    #text;
    /** @type {{ offset: number, line: number, lineStart: number }[] | undefined} */
    #known;
    #last = { offset: 0, line: 1, lineStart: 0 };

    /** @param {string} text */
    constructor(text) {
        this.#text = text;
    }

    /** @param {number} offset @returns {SourcePosition} */
    at(offset) {
        this.#known ??= this.#survey();
        const nearest = this.#known[Math.floor(offset / STRIDE)];
        const isAhead = this.#last.offset <= offset && this.#last.offset > nearest.offset;
        this.#last = this.#advance(isAhead ? this.#last : nearest, offset);
        const { line, lineStart } = this.#last;
        return { line, column: offset - lineStart + 1 };
    }

    #survey() {
        const known = [{ offset: 0, line: 1, lineStart: 0 }];
        for (let offset = STRIDE; offset <= this.#text.length; offset += STRIDE) {
            known.push(this.#advance(known[known.length - 1], offset));
        }
        return known;
    }

    /** @param {{ offset: number, line: number, lineStart: number }} from @param {number} offset */
    #advance({ offset: from, line, lineStart }, offset) {
        const passed = this.#text.slice(from, offset);
        for (let at = passed.indexOf('\n'); at >= 0; at = passed.indexOf('\n', at + 1)) {
            line++;
            lineStart = from + at + 1;
        }
        return { offset, line, lineStart };
    }
}

/** @param {string} text @param {number} at */
function skipSpace(text, at) {
    for (; at < text.length; at++) {
        const c = text.charCodeAt(at);
        if (c !== 0x20 && c !== 0x0a && c !== 0x09 && c !== 0x0d) return at;
    }
    return at;
}

/**
 * Behind the string that begins at `at`; beyond the text when it has no end.
 *
 * @param {string} text
 * @param {number} at
 */
function endOfString(text, at) {
    for (let quote = text.indexOf('"', at + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
        let slashes = 0;
        while (text.charCodeAt(quote - 1 - slashes) === BACKSLASH) slashes++;
        if (slashes % 2 === 0) return quote + 1;
    }
    return text.length + 1;
}

/**
 * Behind the value that begins at `at`, or what stands in place of one. Brackets are known to match.
 *
 * @param {string} text
 * @param {number} at
 */
function endOfValue(text, at) {
    const c = text.charCodeAt(at);
    if (c === QUOTE) return endOfString(text, at);
    if (c !== LEFT_BRACKET && c !== LEFT_BRACE) {
        const end = text.slice(at, at + LONG).search(/[\s,:[\]{}"]/);
        return end < 0 ? Math.min(at + LONG, text.length) : at + Math.max(end, 1);
    }
    let depth = 0;
    for (; at < text.length; at++) {
        const next = text.charCodeAt(at);
        if (next === QUOTE) at = endOfString(text, at) - 1;
        else if (next === LEFT_BRACKET || next === LEFT_BRACE) depth++;
        else if (next === RIGHT_BRACKET || next === RIGHT_BRACE) {
            if (--depth === 0) return at + 1;
        }
    }
    return at;
}

/**
 * Where a container's child ends that begins at `at`: at the comma or the bracket behind it.
 *
 * @param {string} text
 * @param {number} at
 */
function endOfChild(text, at) {
    let depth = 0;
    for (; at < text.length; at++) {
        const c = text.charCodeAt(at);
        if (c === QUOTE) at = endOfString(text, at) - 1;
        else if (c === COMMA && depth === 0) return at;
        else if (c === LEFT_BRACKET || c === LEFT_BRACE) depth++;
        else if (c === RIGHT_BRACKET || c === RIGHT_BRACE) {
            if (depth-- === 0) return at;
        }
    }
    return at;
}

/** Where a member's value begins, the member beginning at `at`. @param {string} text @param {number} at */
function startOfValue(text, at) {
    const colon = skipSpace(text, endOfValue(text, at));
    return text.charCodeAt(colon) === COLON ? skipSpace(text, colon + 1) : at;
}
