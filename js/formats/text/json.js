import { formatValue } from '#internal';
import { explainRenamed } from '../../scenario/model/renamed.js';
import { childPath, JsonText, LongContainer } from './json_text.js';
import { InputError, limitHint, noticeAt, readWholeText } from './source.js';

/**
 * Reads JSON (RFC 8259) with the position of every value. Values are checked when they are read, and an error names the
 * value as `agents[3].motion[0].x`.
 *
 * @import { InputErrorCode } from 'graze'
 * @import { Child } from './json_text.js'
 * @import { LimitName, SourceFile } from './source.js'
 * @import { SourcePosition } from '../../scenario/model/scenario.js'
 */

/**
 * Reads a JSON file. Values are parsed on demand: the caller must read or `visit` all of them.
 *
 * @param {SourceFile} source
 * @param {{ values?: number }} [limits] values of the file, where other than its limit of elements
 * @returns {Promise<JsonValue>}
 */
export async function readJson(source, { values } = {}) {
    const file = await readWholeText(source);
    const text = new JsonText(file, values ?? file.limits.elements);
    const root = text.root();
    return new JsonValue(text, null, '', text.valueOf(root), root.valueStart);
}

/** Name of the root in messages. */
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
    #parent;
    #key;
    #value;
    /** @type {number | undefined} its offset, once computed */
    #start;
    /** @type {number[] | undefined} offsets of an array's values, once computed */
    #childStarts;

    /**
     * @param {JsonText} text
     * @param {JsonValue | null} parent
     * @param {string | number} key its name or index in its parent
     * @param {unknown} value as JSON.parse makes it, or a Long
     * @param {number} [start] its offset in the text
     */
    constructor(text, parent, key, value, start) {
        this.#text = text;
        this.#parent = parent;
        this.#key = key;
        this.#value = value;
        this.#start = start;
    }

    /** The file. */
    get file() {
        return this.#text.file;
    }

    /** @returns {SourcePosition} */
    get position() {
        return this.#text.positionAt(this.#startOffset());
    }

    /** @returns {string} such as `agents[3].motion[0].x` */
    get path() {
        return this.#parent === null ? '' : childPath(this.#parent.path, this.#key);
    }

    /** The kind of the value: 'Object', 'Array', 'String', 'Number', 'Boolean' or 'Null'. */
    get kind() {
        const value = this.#value;
        if (value === null) return 'Null';
        if (value instanceof LongContainer) return value.isObject ? 'Object' : 'Array';
        if (Array.isArray(value)) return 'Array';
        const type = typeof value;
        return `${type[0].toUpperCase()}${type.slice(1)}`;
    }

    get isNull() {
        return this.#value === null;
    }

    /** Returns the offset at which the value begins. @returns {number} */
    #startOffset() {
        this.#start ??= /** @type {JsonValue} */ (this.#parent).#childOffset(this.#key);
        return this.#start;
    }

    /** Returns the offset at which a child begins; those of an array are found all at once. @param {string | number} key */
    #childOffset(key) {
        if (typeof key === 'string') return this.#member(key).valueStart;
        this.#childStarts ??= Array.from(
            this.#text.children(this.#startOffset()),
            ({ valueStart }) => valueStart,
        );
        return this.#childStarts[key];
    }

    /** Returns a member of an object in the text. @param {string} name @returns {Child} */
    #member(name) {
        for (const child of this.#text.children(this.#startOffset())) {
            if (this.#text.nameOf(child) === name) return child;
        }
        throw new Error(`${this.path} has no ${name}`);
    }

    /** Generates the children with their keys, in order. @returns {Generator<JsonValue>} */
    *#children() {
        const value = /** @type {object} */ (this.#value);
        const text = this.#text;
        if (value instanceof LongContainer) {
            let number = 0;
            for (const child of text.children(this.#startOffset())) {
                const key = value.isObject ? text.nameOf(child) : number++;
                yield new JsonValue(text, this, key, text.valueOf(child), child.valueStart);
            }
            return;
        }
        if (Array.isArray(value)) {
            for (let k = 0; k < value.length; k++) yield new JsonValue(text, this, k, value[k]);
            return;
        }
        const record = /** @type {Record<string, unknown>} */ (value);
        for (const name of Object.keys(record)) yield new JsonValue(text, this, name, record[name]);
    }

    /**
     * Returns an error about this value.
     *
     * @param {InputErrorCode} code
     * @param {string} text that follows the value's name
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

    /** Returns a notice about this value. @param {string} text */
    notice(text) {
        return noticeAt(this.file, this.position, `${this.path || ROOT} ${text}`);
    }

    /** Returns the error of a value with the wrong type. @param {string} expected */
    #typeError(expected) {
        const value = this.#value;
        const isContainer = typeof value === 'object' && value !== null;
        const found = isContainer ? KINDS[this.kind] : formatValue(value);
        return this.error('wrong-type', `must be ${expected}, got ${found}`);
    }

    /**
     * Reads the members of an object by name.
     *
     * @param {object} form
     * @param {readonly string[]} [form.required]
     * @param {readonly string[]} [form.optional]
     * @param {(value: JsonValue, name: string) => void} [form.unknown] takes members that are neither; default: they are errors
     * @param {Readonly<Record<string, string>>} [form.aliases] the names in the file of members that it calls otherwise
     * @param {Readonly<Record<string, string>>} [form.renamed] old names, which errors explain
     * @param {(name: string) => string} [form.explain] returns the end of the error of an unknown member
     * @returns {Map<string, JsonValue>} members members by the names in `required` and `optional`
     */
    members(form) {
        const { required = [], optional = [], unknown, aliases = {}, renamed = {} } = form;
        if (this.kind !== 'Object') throw this.#typeError('an object');
        /** @type {Map<string, JsonValue>} */
        const found = new Map();
        /** @param {string} name */
        const nameInFile = (name) => (Object.hasOwn(aliases, name) ? aliases[name] : name);
        const known = new Map([...required, ...optional].map((name) => [nameInFile(name), name]));
        for (const value of this.#children()) {
            const key = /** @type {string} */ (value.#key);
            const name = known.get(key);
            if (name === undefined) {
                if (unknown === undefined) {
                    const end = form.explain?.(key) ?? '';
                    throw value.#unknownKeyError([...known.keys()], renamed, end);
                }
                unknown(value, key);
            }
            found.set(name ?? key, value);
        }
        const missing = required.find((name) => !found.has(name));
        if (missing !== undefined)
            throw this.error('missing-key', `must have ${formatValue(nameInFile(missing))}`);
        return found;
    }

    /**
     * Returns the error of an unknown member.
     *
     * @param {string[]} known
     * @param {Readonly<Record<string, string>>} renamed
     * @param {string} end
     */
    #unknownKeyError(known, renamed, end) {
        const parent = /** @type {JsonValue} */ (this.#parent);
        const { start } = parent.#member(/** @type {string} */ (this.#key));
        const explanation = explainRenamed(renamed, this.#key, known);
        const text = `${this.path} is not known; known here: ${known.join(', ')}${explanation}${end}`;
        return new InputError(
            'unknown-key',
            this.file,
            this.#text.positionAt(start),
            text,
            this.#key,
        );
    }

    /**
     * Generates the values of an array.
     *
     * @param {Range & { label?: string, limit?: LimitName }} [length] `limit`: what `max` is the limit of
     * @returns {Generator<JsonValue>}
     */
    *items({ min = 0, max = Infinity, label = 'values', limit } = {}) {
        if (this.kind !== 'Array') throw this.#typeError('an array');
        let count = 0;
        for (const item of this.#children()) {
            if (count++ === max) {
                const option = limit === undefined ? '' : ` ${limitHint(limit)}`;
                throw this.error('too-large', `has more than ${max} ${label}${option}`);
            }
            yield item;
        }
        if (count < min) {
            const expected = min === max ? `${min}` : `at least ${min}`;
            throw this.error('wrong-length', `must have ${expected} ${label}, got ${count}`);
        }
    }

    /**
     * Reads an array of the given length.
     *
     * @param {number} length
     * @returns {JsonValue[]}
     */
    tuple(length) {
        const values = [];
        for (const item of this.items()) if (values.push(item) > length) break;
        if (values.length !== length) {
            const found = values.length > length ? 'more' : `${values.length}`;
            throw this.error('wrong-length', `must have ${length} values, got ${found}`);
        }
        return values;
    }

    /**
     * Reads the numbers of an array.
     *
     * @param {Range & { label?: string }} length
     * @param {Range} range of each
     * @returns {number[]}
     */
    numbers(length, range) {
        const { min = 0, max = Infinity } = length;
        const value = this.#value;
        const isValid =
            Array.isArray(value) &&
            value.length >= min &&
            value.length <= max &&
            value.every((each) => isNumber(each, range));
        if (isValid) return value;
        // Reading one by one finds the first mistake.
        const items = min === max ? this.tuple(min) : [...this.items(length)];
        return items.map((item) => item.number(range));
    }

    /** @returns {string} */
    string() {
        if (typeof this.#value === 'string') return this.#value;
        throw this.#typeError('a string');
    }

    /** @returns {boolean} */
    boolean() {
        if (typeof this.#value === 'boolean') return this.#value;
        throw this.#typeError('true or false');
    }

    /**
     * Reads a finite number.
     *
     * @param {Range} [range]
     * @returns {number}
     */
    number({ min = -Number.MAX_VALUE, max = Number.MAX_VALUE } = {}) {
        const value = this.#value;
        if (isNumber(value, { min, max })) return value;
        if (typeof value !== 'number') throw this.#typeError('a number');
        const range = Number.isFinite(value)
            ? `from ${formatValue(min)} to ${formatValue(max)}`
            : 'finite';
        throw this.error('out-of-range', `must be ${range}, got ${formatValue(value)}`, value);
    }

    /** Reads a number above 0. @param {number} max @returns {number} */
    positive(max) {
        const value = this.number({ min: 0, max });
        if (value > 0) return value;
        throw this.error('out-of-range', 'must be more than 0', value);
    }

    /**
     * Reads an integer in any notation.
     *
     * @param {Range} range
     * @returns {number}
     */
    whole({ min = 0, max = Number.MAX_SAFE_INTEGER }) {
        const value = this.number({ min, max });
        if (Number.isInteger(value)) return value + 0;
        throw this.error('bad-number', `must be a whole number, got ${formatValue(value)}`, value);
    }

    /**
     * Reads one of some strings.
     *
     * @template {string} T
     * @param {readonly T[]} choices
     * @param {Readonly<Record<string, string>>} [renamed] old values, which errors explain
     * @returns {T}
     */
    choice(choices, renamed = {}) {
        const value = this.string();
        const found = choices.find((choice) => choice === value);
        if (found !== undefined) return found;
        const explanation = explainRenamed(renamed, value, choices);
        const text = `must be one of ${choices.join(', ')}, got ${formatValue(value)}${explanation}`;
        throw this.error('unknown-value', text, value);
    }

    /**
     * Returns the positions of a string's characters, as far as it has no escapes.
     *
     * @returns {(index: number) => SourcePosition}
     */
    characterPositions() {
        const { length } = this.string();
        const isPlain = this.#text.lengthOfString(this.#startOffset()) === length + 2;
        const { line, column } = this.position;
        return (index) => ({ line, column: isPlain ? column + 1 + index : column });
    }

    /** Reads everything in the value, for callers that do not use it. */
    visit() {
        if (this.kind === 'Array') for (const item of this.items()) item.visit();
        if (this.kind === 'Object') this.members({ unknown: (value) => value.visit() });
        if (this.kind === 'Number') this.number();
    }
}

/** @param {unknown} value @param {Range} range @returns {value is number} */
function isNumber(value, { min = -Number.MAX_VALUE, max = Number.MAX_VALUE }) {
    return typeof value === 'number' && value >= min && value <= max;
}
