import { show } from 'graze';
import { JsonText } from './json_text.js';
import { InputError, noticeAt, wholeText } from './source.js';

/**
 * JSON (RFC 8259) with the place of every value. What is asked of a value is checked when it is asked, and
 * an error names the value as `agents[3].motion[0].x`.
 *
 * @import { ArrayNode, ValueNode } from '@humanwhocodes/momoa'
 * @import { Raw } from './json_text.js'
 * @import { SourceFile } from './source.js'
 * @import { SourcePosition } from '../scenario/scenario.js'
 */

/**
 * Reads a JSON file. Its values are taken as they are asked for: whoever reads it asks for all of them.
 *
 * @param {SourceFile} source
 * @param {{ values?: number }} [most] values of the file, where other than its limit of elements
 * @returns {Promise<JsonValue>}
 */
export async function readJson(source, { values } = {}) {
    const file = await wholeText(source);
    const text = new JsonText(file, values ?? file.limits.elements);
    return new JsonValue(text, text.root(), null, '');
}

/** What a value is called that has no name. */
const ROOT = 'the file';

/** @type {Record<string, string>} */
const KINDS = {
    Object: 'an object',
    Array: 'an array',
    String: 'a string',
    Number: 'a number',
    Boolean: 'true or false',
    Null: 'null',
};

/** @typedef {{ min?: number, max?: number }} Range both ends belong to it */

/** A value of a JSON file. */
export class JsonValue {
    #text;
    #raw;
    #parent;
    #key;

    /**
     * @param {JsonText} text
     * @param {Raw} raw
     * @param {JsonValue | null} parent
     * @param {string | number} key its name or number in its parent
     */
    constructor(text, raw, parent, key) {
        this.#text = text;
        this.#raw = raw;
        this.#parent = parent;
        this.#key = key;
    }

    /** The file as it is read. */
    get file() {
        return this.#text.file;
    }

    /** @returns {SourcePosition} */
    get position() {
        const raw = this.#raw;
        const offset = 'node' in raw ? raw.base + raw.node.loc.start.offset : raw.from;
        return this.#text.positionAt(offset);
    }

    /** @returns {string} such as `agents[3].motion[0].x` */
    get path() {
        if (this.#parent === null) return '';
        const before = this.#parent.path;
        if (typeof this.#key === 'number') return `${before}[${this.#key}]`;
        const isPlain = /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(this.#key);
        if (!isPlain) return `${before}[${show(this.#key)}]`;
        return before === '' ? this.#key : `${before}.${this.#key}`;
    }

    /** What kind of value it is: 'Object', 'Array', 'String', 'Number', 'Boolean' or 'Null'. */
    get kind() {
        return 'node' in this.#raw ? this.#raw.node.type : this.#raw.kind;
    }

    get isNull() {
        return this.kind === 'Null';
    }

    /**
     * An error about this value.
     *
     * @param {string} code
     * @param {string} text what goes on after the value's name
     * @param {unknown} [value]
     */
    error(code, text, value) {
        return new InputError(
            code,
            this.file,
            this.position,
            `${this.path || ROOT} ${text}`,
            value,
        );
    }

    /** What a notice about this value says. @param {string} text */
    notice(text) {
        return noticeAt(this.file, this.position, `${this.path || ROOT} ${text}`);
    }

    /** What it is not: an error. @param {string} expected */
    #mistaken(expected) {
        const raw = this.#raw;
        const found =
            'node' in raw && 'value' in raw.node ? show(raw.node.value) : KINDS[this.kind];
        return this.error('wrong-type', `must be ${expected}, not ${found}`);
    }

    /**
     * The members of an object, by name.
     *
     * @param {object} form
     * @param {readonly string[]} [form.required]
     * @param {readonly string[]} [form.optional]
     * @param {(value: JsonValue, name: string) => void} [form.unknown] takes what is neither, else an error
     * @returns {Map<string, JsonValue>}
     */
    members({ required = [], optional = [], unknown }) {
        if (this.kind !== 'Object') throw this.#mistaken('an object');
        /** @type {Map<string, JsonValue>} */
        const found = new Map();
        for (const { name, at, value: raw } of this.#text.members(this.#raw)) {
            const value = new JsonValue(this.#text, raw, this, name);
            const isKnown = required.includes(name) || optional.includes(name);
            /** @param {string} code @param {string} text */
            const misnamed = (code, text) => {
                const what = `${value.path} ${text}`;
                return new InputError(code, this.file, this.#text.positionAt(at), what, name);
            };
            if (found.has(name)) throw misnamed('duplicate-key', 'is there twice');
            if (!isKnown && unknown === undefined) {
                const known = [...required, ...optional].join(', ');
                throw misnamed('unknown-key', `is not known; known here: ${known}`);
            }
            if (!isKnown) unknown?.(value, name);
            found.set(name, value);
        }
        const missing = required.find((name) => !found.has(name));
        if (missing !== undefined) throw this.error('missing-key', `must have ${show(missing)}`);
        return found;
    }

    /**
     * The values of an array, one after another.
     *
     * @param {Range & { what?: string }} [length]
     * @returns {Generator<JsonValue>}
     */
    *items({ min = 0, max = Infinity, what = 'values' } = {}) {
        if (this.kind !== 'Array') throw this.#mistaken('an array');
        let number = 0;
        for (const raw of this.#text.elements(this.#raw)) {
            if (number === max) throw this.error('too-large', `has more than ${max} ${what}`);
            yield new JsonValue(this.#text, raw, this, number++);
        }
        if (number < min) {
            const expected = min === max ? `${min}` : `at least ${min}`;
            throw this.error('wrong-length', `must have ${expected} ${what}, not ${number}`);
        }
    }

    /**
     * An array of as many values as it must have.
     *
     * @param {number} length
     * @returns {JsonValue[]}
     */
    tuple(length) {
        const values = [...this.items({ max: length + 1 })];
        if (values.length !== length) {
            const found = values.length > length ? 'more' : `${values.length}`;
            throw this.error('wrong-length', `must have ${length} values, not ${found}`);
        }
        return values;
    }

    /** @returns {string} */
    string() {
        const node = this.#node('String', 'a string');
        return /** @type {{ value: string }} */ (node).value;
    }

    /** @returns {boolean} */
    boolean() {
        const node = this.#node('Boolean', 'true or false');
        return /** @type {{ value: boolean }} */ (node).value;
    }

    /**
     * A finite number.
     *
     * @param {Range} [range]
     * @returns {number}
     */
    number({ min = -Number.MAX_VALUE, max = Number.MAX_VALUE } = {}) {
        const node = this.#node('Number', 'a number');
        const { value } = /** @type {{ value: number }} */ (node);
        if (value >= min && value <= max) return value;
        const range = Number.isFinite(value) ? `from ${show(min)} to ${show(max)}` : 'finite';
        throw this.error('out-of-range', `must be ${range}, not ${show(value)}`, value);
    }

    /**
     * A whole number, written in any way.
     *
     * @param {Range} range
     * @returns {number}
     */
    whole({ min = 0, max = Number.MAX_SAFE_INTEGER }) {
        const value = this.number({ min, max });
        if (Number.isInteger(value)) return value + 0;
        throw this.error('bad-number', `must be a whole number, not ${show(value)}`, value);
    }

    /**
     * One of some strings.
     *
     * @template {string} T
     * @param {readonly T[]} choices
     * @returns {T}
     */
    choice(choices) {
        const value = this.string();
        const found = choices.find((choice) => choice === value);
        if (found !== undefined) return found;
        const text = `must be one of ${choices.join(', ')}, not ${show(value)}`;
        throw this.error('unknown-value', text, value);
    }

    /**
     * Where a character of a string is, as far as no escape stands in the way.
     *
     * @param {number} index
     * @returns {SourcePosition}
     */
    positionIn(index) {
        const node = this.#node('String', 'a string');
        const { start, end } = node.loc;
        const { length } = /** @type {{ value: string }} */ (node).value;
        const { line, column } = this.position;
        const isPlain = end.offset - start.offset === length + 2;
        return { line, column: isPlain ? column + 1 + index : column };
    }

    /** Asks for everything in it, for whoever has no other use for it. */
    visit() {
        if (this.kind === 'Array') for (const item of this.items()) item.visit();
        if (this.kind === 'Object') this.members({ unknown: (value) => value.visit() });
        if (this.kind === 'Number') this.number();
    }

    /** @param {ValueNode['type']} type @param {string} expected @returns {ValueNode} */
    #node(type, expected) {
        const raw = this.#raw;
        if ('node' in raw && raw.node.type === type) return raw.node;
        throw this.#mistaken(expected);
    }
}

/**
 * Whether a file begins as a JSON object, with one of some names near its beginning.
 *
 * @param {string} head
 * @param {readonly string[]} names
 */
export function looksLikeJson(head, names) {
    return /^\s*\{/.test(head) && names.some((name) => new RegExp(`"${name}"\\s*:`).test(head));
}
