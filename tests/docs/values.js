/**
 * Values as comments of the documents give them: numbers, strings, lists and objects as JavaScript writes them, with
 * gaps: `1.88…` is a number of which more digits follow, `…` as the last entry of a list or object stands for others.
 *
 * @typedef {{ kind: 'number', text: string, cut: boolean } | { kind: 'plain', value: unknown }
 *   | { kind: 'list', entries: Pattern[], more: boolean }
 *   | { kind: 'object', entries: Map<string, Pattern>, more: boolean }} Pattern
 */

const NUMBER = /^-?(?:\d+(?:\.\d*)?(?:e[+-]?\d+)?|Infinity)/;
const WORD = /^(?:true|false|null|undefined)\b/;
const STRING = /^'([^'\\]*)'/;
const NAME = /^[A-Za-z_$][\w$]*/;
const WORDS = new Map([
    ['true', true],
    ['false', false],
    ['null', null],
    ['undefined', undefined],
]);

/** How a comment begins that gives a value. What begins otherwise is prose. */
const BEGINS = /^(?:-?\d|-?Infinity\b|'|\[|\{|(?:true|false|null|undefined)\b)/;

/** Text that may follow a value in its comment: nothing, or prose after a colon or semicolon. */
const ENDS = /^(?:$|[:;] )/;

class Parser {
    /** @param {string} text */
    constructor(text) {
        this.rest = text;
    }

    /** @param {string} token */
    take(token) {
        this.rest = this.rest.trimStart();
        if (!this.rest.startsWith(token)) return false;
        this.rest = this.rest.slice(token.length);
        return true;
    }

    /** @param {RegExp} form */
    match(form) {
        this.rest = this.rest.trimStart();
        const found = form.exec(this.rest);
        if (found !== null) this.rest = this.rest.slice(found[0].length);
        return found;
    }

    /** @returns {Pattern} */
    value() {
        const word = this.match(WORD);
        if (word !== null) return { kind: 'plain', value: WORDS.get(word[0]) };
        const string = this.match(STRING);
        if (string !== null) return { kind: 'plain', value: string[1] };
        const number = this.match(NUMBER);
        if (number !== null) {
            const cut = this.rest.startsWith('…');
            if (cut) this.rest = this.rest.slice(1);
            return { kind: 'number', text: number[0], cut };
        }
        if (this.take('[')) return this.list();
        if (this.take('{')) return this.object();
        throw new Error(`no value: ${this.rest}`);
    }

    /** @returns {Pattern} */
    list() {
        const entries = [];
        while (!this.take(']')) {
            if (this.take('…')) {
                if (!this.take(']')) throw new Error(`… is not last: ${this.rest}`);
                return { kind: 'list', entries, more: true };
            }
            entries.push(this.value());
            this.take(',');
        }
        return { kind: 'list', entries, more: false };
    }

    /** @returns {Pattern} */
    object() {
        /** @type {Map<string, Pattern>} */
        const entries = new Map();
        while (!this.take('}')) {
            if (this.take('…')) {
                if (!this.take('}')) throw new Error(`… is not last: ${this.rest}`);
                return { kind: 'object', entries, more: true };
            }
            const name = this.match(NAME);
            if (name === null || !this.take(':')) throw new Error(`no member: ${this.rest}`);
            entries.set(name[0], this.value());
            this.take(',');
        }
        return { kind: 'object', entries, more: false };
    }
}

/**
 * Returns the value that a comment gives; null for prose. A comment that begins with a value and goes on otherwise is an
 * error: its meaning would be ambiguous.
 *
 * @param {string} comment without its slashes
 * @returns {Pattern | null}
 */
export function valueIn(comment) {
    const text = comment.trim();
    if (!BEGINS.test(text)) return null;
    const parser = new Parser(text);
    const pattern = parser.value();
    if (!ENDS.test(parser.rest)) throw new Error(`neither a value nor prose: // ${text}`);
    return pattern;
}

/**
 * @param {number} value
 * @param {string} text
 * @param {boolean} cut
 */
function isNumber(value, text, cut) {
    const whole = Object.is(value, -0) ? '-0' : String(value);
    return cut ? whole.startsWith(text) && whole.length > text.length : whole === text;
}

/**
 * @param {unknown} value
 * @param {Pattern} pattern
 * @returns {boolean}
 */
export function isLike(value, pattern) {
    switch (pattern.kind) {
        case 'plain':
            return Object.is(value, pattern.value);
        case 'number':
            return typeof value === 'number' && isNumber(value, pattern.text, pattern.cut);
        case 'list': {
            if (!Array.isArray(value) && !ArrayBuffer.isView(value)) return false;
            const list = Array.from(/** @type {ArrayLike<unknown>} */ (value));
            const { entries, more } = pattern;
            const fits = more ? list.length >= entries.length : list.length === entries.length;
            return fits && entries.every((entry, k) => isLike(list[k], entry));
        }
        case 'object': {
            if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
            const record = /** @type {Record<string, unknown>} */ (value);
            const { entries, more } = pattern;
            const fits = more || Object.keys(record).length === entries.size;
            return (
                fits &&
                [...entries].every(([key, entry]) => key in record && isLike(record[key], entry))
            );
        }
    }
}
