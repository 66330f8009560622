/**
 * All error codes; docs/errors.md explains each.
 *
 * @typedef {'not-finite' | 'out-of-range' | 'wrong-type' | 'unknown-option' | 'too-few-points'
 *   | 'not-convex' | 'not-a-heading' | 'stale-handle' | 'foreign-handle' | 'different-clock'
 *   | 'out-of-order' | 'discontinuous' | 'bad-index' | 'full' | 'out-of-memory' | 'instance-dead'
 *   | 'too-many-intervals' | 'no-simd' | 'bad-module' | 'cannot-carry' | 'radius-unknown' | 'unknown-format'
 *   | 'unknown-start' | 'other-plan' | 'unsupported-body' | 'mixed-bodies' | 'stale-view' | 'not-updated'
 *   | 'unsupported-motion' | 'unused-option' | 'bad-outline' | 'repeated-point' | 'zero-area' | 'self-intersecting'
 *   | 'hole-outside'} QueryErrorCode codes of queries and of plan checks
 *
 * @typedef {'unreadable' | 'not-a-file' | 'too-large' | 'empty-file' | 'not-text' | 'unused-file'
 *   | 'unknown-format' | 'not-a-plan' | 'wrong-root' | 'bad-header' | 'bad-xml' | 'bad-yaml'
 *   | 'bad-csv' | 'unknown-version' | 'bad-json' | 'bad-benchmark' | 'no-solution'
 *   | 'no-plan' | 'wrong-content' | 'several-plans' | 'unknown-case' | 'missing-attribute' | 'missing-element'
 *   | 'duplicate-element'
 *   | 'unknown-element' | 'unknown-text' | 'bad-line' | 'bad-number' | 'out-of-range'
 *   | 'bad-value' | 'bad-time' | 'wrong-type' | 'wrong-length' | 'unknown-value' | 'bad-grid'
 *   | 'bad-roadmap' | 'unknown-node' | 'duplicate-node' | 'wrong-map' | 'outside-map'
 *   | 'missing-map' | 'several-maps' | 'unknown-lanelet' | 'unknown-problem' | 'wrong-config' | 'no-agents'
 *   | 'bad-agent' | 'agent-count' | 'unknown-start' | 'duplicate-id' | 'unknown-vehicle'
 *   | 'unsupported-model' | 'discontinuity' | 'zero-duration' | 'bad-step' | 'unknown-key'
 *   | 'duplicate-key' | 'missing-key' | 'unknown-columns' | 'missing-value' | 'bad-path'
 *   | 'out-of-order' | 'bad-shape' | 'turning-group' | 'uncertain-state' | 'bad-track'
 *   | 'duplicate-frame' | 'mixed-bodies' | 'missing-trajectory' | 'bad-image' | 'missing-image' | 'empty-list' | 'outside-folder' | 'altered' | 'truncated'
 *   | 'double-shard' | 'missing-shard' | 'other-list' | 'other-options' | 'other-split'
 * | 'other-version'} InputErrorCode codes of files: those of an InputError
 *
 * @typedef {QueryErrorCode | InputErrorCode} ErrorCode
 */

/** Name, in the registry of symbols that all entries share, of an own property of every GrazeError. */
const BRAND = 'graze.GrazeError';

/**
 * The one error type of graze. `code` is stable across versions, so programs should test it; the message is for
 * people and names the argument, the record and the value.
 *
 * All entries of the package share this class. `instanceof` also holds for the errors of another copy of the
 * package, which a program may have bundled besides.
 *
 * For the codes see docs/errors.md. Errors in files are InputErrors of `graze/scenario`, with codes
 * of their own.
 */
export class GrazeError extends Error {
    /**
     * Returns whether a value is an error of any entry; on a subclass, whether it is an error of that subclass.
     * O(1).
     *
     * @param {unknown} value
     * @returns {boolean}
     */
    static [Symbol.hasInstance](value) {
        // biome-ignore-start lint/complexity/noThisInStatic: a subclass inherits this.
        if (Function.prototype[Symbol.hasInstance].call(this, value)) return true;
        const isBranded =
            typeof value === 'object' && value !== null && Object.hasOwn(value, Symbol.for(BRAND));
        return isBranded && Object.hasOwn(this, Symbol.hasInstance);
        // biome-ignore-end lint/complexity/noThisInStatic: as above.
    }

    /**
     * @param {ErrorCode} code
     * @param {string} message names the argument, the record and the value
     * @param {{ argument?: string, index?: number, value?: unknown, cause?: unknown }} [details] `argument` is
     *   the parameter's name, `index` the record (point, pair, moving disc) at fault
     */
    constructor(code, message, details = {}) {
        // The object has no prototype, to which any code could have added properties.
        const safeDetails = /** @type {typeof details} */ ({ __proto__: null, ...details });
        super(message, 'cause' in safeDetails ? { cause: safeDetails.cause } : undefined);
        /** `GrazeError`. */
        this.name = 'GrazeError';
        /** Stable kebab-case code of the error. */
        this.code = code;
        /** Name of the parameter at fault, if there is one: `points`, `options.wasm`. */
        this.argument = safeDetails.argument;
        /** Index of the record (point, pair, moving disc) in it, from 0. */
        this.index = safeDetails.index;
        /** The invalid value. */
        this.value = safeDetails.value;
        Object.defineProperty(this, Symbol.for(BRAND), { value: true });
    }
}

/**
 * Builds the error of an argument that does not meet its condition: "<argument> must be <condition>, got <value>".
 *
 * @param {ErrorCode} code
 * @param {string} argument
 * @param {string} expected
 * @param {unknown} value
 * @param {string} [explanation] end of the message
 */
export function argumentError(code, argument, expected, value, explanation = '') {
    const text = `${argument} must be ${expected}, got ${formatValue(value)}${explanation}`;
    return new GrazeError(code, text, { argument, value });
}

/**
 * Builds the error of an answer with more intervals than its caller allows.
 *
 * @param {number} maxIntervals
 */
export function tooManyIntervals(maxIntervals) {
    return new GrazeError(
        'too-many-intervals',
        `options.maxIntervals: the answer has more than ${maxIntervals} intervals; shorten the range of time or raise the limit`,
        { argument: 'options.maxIntervals', value: maxIntervals },
    );
}

/** Controls, invisible format characters (bidirectional ones too), line ends, and unpaired surrogates. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Returns text from outside in a form that is safe to print on one line of a terminal; it is never cut, so that
 * a file's name remains usable. O(length).
 *
 * @param {string} text
 * @returns {string}
 */
export function toPrintable(text) {
    return text.replace(UNPRINTABLE, (character) => {
        const code = /** @type {number} */ (character.codePointAt(0)).toString(16);
        return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
    });
}

/**
 * Returns whether a value is an array; undefined for a revoked proxy, on which every operation throws.
 *
 * @param {unknown} value
 * @returns {boolean | undefined}
 */
export function arrayStatus(value) {
    try {
        return Array.isArray(value);
    } catch {
        return undefined;
    }
}

/**
 * Returns whether a value is an array; false for a revoked proxy. @param {unknown} value @returns {value is
 * unknown[]}
 */
export function isArray(value) {
    return arrayStatus(value) === true;
}

/** Returns whether a value is a revoked proxy. @param {unknown} value */
export function isRevoked(value) {
    return arrayStatus(value) === undefined;
}

/**
 * Returns a value as messages show it: short, on one line, and safe to print on a terminal. O(length).
 *
 * @param {unknown} value
 * @returns {string}
 */
export function formatValue(value) {
    if (typeof value === 'number') {
        return Object.is(value, -0) ? '-0' : String(value);
    }
    if (typeof value === 'string') {
        return toPrintable(JSON.stringify(truncate(value)));
    }
    if (typeof value === 'bigint') return `${truncate(String(value))}n`;
    if (typeof value === 'symbol') return toPrintable(truncate(String(value)));
    if (isRevoked(value)) return 'a revoked proxy';
    if (typeof value === 'function') return 'a function';
    if (ArrayBuffer.isView(value)) return formatTypedArray(value);
    if (Array.isArray(value)) return `Array(${formatLength(value.length)})`;
    return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/**
 * Returns the `length` of a caller's array for a message. A proxy's may be anything, so only a number is printed.
 *
 * @param {unknown} length
 */
function formatLength(length) {
    return typeof length === 'number' ? length : 'of no length';
}

/** @param {string} text */
function truncate(text) {
    return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/**
 * Returns the type of a typed array as the language knows it; the view's own properties are not trusted.
 *
 * @param {ArrayBufferView} view
 */
function formatTypedArray(view) {
    const typedArray = Object.getPrototypeOf(Uint8Array.prototype);
    const tag = Object.getOwnPropertyDescriptor(typedArray, Symbol.toStringTag);
    const name = tag?.get?.call(view);
    return name === undefined
        ? 'a DataView'
        : `${name}(${/** @type {Uint8Array} */ (view).length})`;
}
