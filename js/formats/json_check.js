import { show } from 'graze';
import {
    BACKSLASH,
    COLON,
    COMMA,
    endOfPlain,
    isControl,
    isOpening,
    LEFT_BRACE,
    QUOTE,
    RIGHT_BRACE,
    RIGHT_BRACKET,
    skipSpace,
} from './json_tokens.js';
import { InputError, raising } from './source.js';

/**
 * What must be known of the text of a JSON file before anything is made of it, in one pass: that it is JSON,
 * not too deep, not of too many values, and that no object has a name twice.
 *
 * @import { Places } from './places.js'
 * @import { CheckedFile } from './source.js'
 */

/** Characters of a container beyond which it is long. */
const LONG = 65_536;

const ESCAPE = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y;

/**
 * @param {CheckedFile} file
 * @param {Places} places
 * @param {number} most values
 * @returns {Map<number, number>} of each long container, where it begins and what is behind it
 * @throws {InputError}
 */
export function checkJson(file, places, most) {
    return new Check(file, places, most).run();
}

/** The path of a child of what has the path `before`. @param {string} before @param {string | number} key */
export function pathOf(before, key) {
    if (typeof key === 'number') return `${before}[${key}]`;
    const isPlain = /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key);
    if (!isPlain) return `${before}[${show(key)}]`;
    return before === '' ? key : `${before}.${key}`;
}

/** A container whose end is still to come. */
class Open {
    from = 0;
    isObject = false;
    /** What closes it. */
    close = 0;
    /** Children before the one that is being read. */
    count = 0;
    /** @type {string[]} in the first places its own up to that child; behind them may be those of others */
    names = [];

    /** @param {number} from @param {number} c the bracket there */
    begin(from, c) {
        this.from = from;
        this.isObject = c === LEFT_BRACE;
        this.close = this.isObject ? RIGHT_BRACE : RIGHT_BRACKET;
        this.count = 0;
        return this;
    }
}

class Check {
    #file;
    #text;
    #places;
    #most;
    #values = 0;
    /** @type {Map<number, number>} */
    #long = new Map();
    /** @type {Open[]} outermost first, and others to be used again */
    #open = [];
    #depth = 0;

    /** @param {CheckedFile} file @param {Places} places @param {number} most */
    constructor(file, places, most) {
        this.#file = file;
        this.#text = file.text;
        this.#places = places;
        this.#most = most;
    }

    run() {
        const text = this.#text;
        let at = skipSpace(text, 0);
        for (;;) {
            const c = text.charCodeAt(at);
            if (this.#values++ === this.#most) {
                throw this.#tooLarge(at, `more than ${this.#most} values ${raising('elements')}`);
            }
            if (isOpening(c)) {
                const open = this.#begin(at, c);
                at = skipSpace(text, at + 1);
                if (text.charCodeAt(at) !== open.close) {
                    at = this.#toValue(at, open);
                    continue;
                }
            } else {
                at = this.#scalar(at, c);
            }
            at = this.#toNext(at);
            if (this.#depth === 0) return this.#long;
        }
    }

    /** @param {number} at @param {number} c */
    #begin(at, c) {
        const { depth } = this.#file.limits;
        if (this.#depth === depth) {
            throw this.#tooLarge(
                at,
                `values are nested more than ${depth} deep ${raising('depth')}`,
            );
        }
        this.#open[this.#depth] ??= new Open();
        return this.#open[this.#depth++].begin(at, c);
    }

    /** From behind a value to the next one, or to the end of the text. @param {number} at */
    #toNext(at) {
        const text = this.#text;
        for (; this.#depth > 0; this.#depth--) {
            at = skipSpace(text, at);
            const open = this.#open[this.#depth - 1];
            const c = text.charCodeAt(at);
            if (c === COMMA) {
                open.count++;
                return this.#toValue(skipSpace(text, at + 1), open);
            }
            if (c !== open.close) {
                throw this.#odd(at, `"," or ${show(String.fromCharCode(open.close))}`);
            }
            at++;
            if (at - open.from > LONG) this.#long.set(open.from, at);
        }
        const end = skipSpace(text, at);
        if (end < text.length) throw this.#bad(end, 'the file goes on after its value');
        return end;
    }

    /** From a child of the innermost container to its value. @param {number} at @param {Open} open */
    #toValue(at, open) {
        if (!open.isObject) return at;
        const text = this.#text;
        if (text.charCodeAt(at) !== QUOTE) throw this.#odd(at, 'a name in quotes');
        const end = this.#string(at);
        this.#takeName(open, at, end);
        const colon = skipSpace(text, end);
        if (text.charCodeAt(colon) !== COLON) throw this.#odd(colon, '":"');
        return skipSpace(text, colon + 1);
    }

    /** @param {Open} open @param {number} from @param {number} to */
    #takeName({ names, count }, from, to) {
        const { attributes: most } = this.#file.limits;
        if (count === most)
            throw this.#tooLarge(
                from,
                `an object has more than ${most} members ${raising('attributes')}`,
            );
        const written = this.#text.slice(from + 1, to - 1);
        const name = written.includes('\\') ? JSON.parse(`"${written}"`) : written;
        const first = names.indexOf(name);
        names[count] = name;
        if (first >= 0 && first < count) {
            const text = `${this.#path()} is there twice`;
            throw new InputError('duplicate-key', this.#file, this.#places.at(from), text, name);
        }
    }

    /** Of what is being read. */
    #path() {
        return this.#open
            .slice(0, this.#depth)
            .reduce(
                (path, { isObject, names, count }) => pathOf(path, isObject ? names[count] : count),
                '',
            );
    }

    /** Behind a value that is no container. @param {number} at @param {number} c */
    #scalar(at, c) {
        if (c === QUOTE) return this.#string(at);
        const end = endOfPlain(this.#text, at);
        if (end === at) throw this.#odd(at, 'a value');
        return end;
    }

    /** Behind the string that begins there. @param {number} from */
    #string(from) {
        const text = this.#text;
        for (let at = from + 1; at < text.length; at++) {
            const c = text.charCodeAt(at);
            if (c === QUOTE) return at + 1;
            if (isControl(c)) throw this.#control(at);
            if (c === BACKSLASH) {
                ESCAPE.lastIndex = at;
                if (!ESCAPE.test(text)) {
                    throw this.#bad(at, `${show(text.slice(at, at + 2))} is no escape of JSON`);
                }
                at = ESCAPE.lastIndex - 1;
            }
        }
        throw this.#bad(from, 'the string has no end');
    }

    /** What is not as expected. @param {number} at @param {string} expected */
    #odd(at, expected) {
        if (isControl(this.#text.charCodeAt(at))) return this.#control(at);
        const [found] = /^(?:[^\s,:[\]{}"]{1,40}|.)/su.exec(this.#text.slice(at, at + 42)) ?? [];
        if (found === undefined)
            return this.#bad(at, `the file ends where ${expected} was expected`);
        return this.#bad(at, `${show(found)} is not JSON here: expected ${expected}`);
    }

    /** @param {number} at */
    #control(at) {
        const isSpace = '\n\t'.includes(this.#text[at]);
        const text = isSpace
            ? 'a string holds a line end or a tab'
            : 'control characters must be escaped, and only in strings';
        return this.#bad(at, text);
    }

    /** @param {number} at @param {string} text */
    #tooLarge(at, text) {
        return new InputError('too-large', this.#file, this.#places.at(at), text);
    }

    /** @param {number} at @param {string} text */
    #bad(at, text) {
        return new InputError('bad-json', this.#file, this.#places.at(at), text);
    }
}
