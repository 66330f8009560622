import * as calls from './calls.js';
import { formatValue, GrazeError, tooManyIntervals } from './errors.js';
import { FAULT, LIST, PLACE, STATUS_TOO_FINE, STATUSES } from './layout.js';
import { Memory } from './memory.js';

/**
 * @typedef {Exclude<typeof STATUSES[number], { code: 'ok' }>} Failure
 * @typedef {Record<string, (...args: number[]) => number>} Exports
 */

/**
 * One WebAssembly instance: its memory, the result, list and fault of its last call, and its state. The queries
 * of all families are functions of it. They check their arguments, call the module through `calls.js`, and read
 * its answer.
 */
export class Core {
    /** @type {Exports} */ #exports;
    /** @type {number} */ #list;
    /** @type {number} */ #fault;
    /** @type {number} */ #stack;
    /** @type {unknown} */ #trap;
    /**
     * Whether a call has begun and not returned. It is a property without accessors, since at the end of the host's
     * stack there may be no room for a call of one.
     */
    isCutShort = false;
    /** Whether a call has trapped, after which every call is an error. */
    isDead = false;
    /** Whether forgotten shapes will be collected at the end of the host's task. */
    isCollectingSoon = false;
    /** Whether the next garbage collection has forgotten shapes collected again. */
    isAwaitingCollection = false;

    /**
     * @param {WebAssembly.Instance} instance
     * @param {boolean} [isDebug]
     */
    constructor(instance, isDebug = false) {
        /** Whether views and bodies that stand still are checked at each use: the option `debug`. */
        this.isDebug = isDebug;
        this.#exports = /** @type {any} */ (instance.exports);
        this.memory = new Memory(/** @type {WebAssembly.Memory} */ (instance.exports.memory));
        this.#exports._initialize?.();
        this.#stack = this.#exports.stackSave();
        /** The address of the answer of the last call. */
        this.result = calls.result(this);
        this.#list = calls.list(this);
        this.#fault = calls.fault(this);
        this.version = this.memory.readString(calls.version(this));
    }

    /**
     * Returns the functions of the module, ready for a call, which is to reset `isCutShort` when it returns.
     *
     * A trap leaves the memory in an unknown state, so it ends the instance for good. Any other exception in the
     * middle of a call, such as the host's at the end of its stack, leaves memory blocks and handles as they were
     * (at worst a block is lost), but not the two stacks: that of WebAssembly and that of scratch memory. These
     * are reset before the next call.
     *
     * @returns {Exports}
     */
    exports() {
        if (this.isDead) throw this.#deadError();
        if (this.isCutShort) this.#recover();
        this.isCutShort = true;
        return this.#exports;
    }

    /**
     * Returns the error to throw for an exception in a call.
     *
     * @param {unknown} error
     */
    callError(error) {
        if (!(error instanceof WebAssembly.RuntimeError)) return error;
        this.#trap = error;
        this.isDead = true;
        return this.#deadError();
    }

    /**
     * Runs several calls of which the first takes scratch memory for the others: an exception between them resets
     * that memory.
     *
     * @template T
     * @param {() => T} body
     * @returns {T}
     */
    run(body) {
        try {
            return body();
        } catch (error) {
            const wasCutShort = this.isCutShort;
            this.isCutShort = true;
            if (error instanceof GrazeError) this.isCutShort = wasCutShort;
            throw error;
        }
    }

    #recover() {
        this.#exports.stackRestore(this.#stack);
        this.#exports.graze_wasm_recover();
        this.isCutShort = false;
    }

    #deadError() {
        return new GrazeError(
            'instance-dead',
            'this instance has trapped and its memory cannot be trusted; create a new one',
            { cause: this.#trap },
        );
    }

    /**
     * Returns the reason for which the last call failed, which it must have. `index` is the record at fault, in
     * the numbering of that call; negative: none.
     */
    readFault() {
        const int32 = this.memory.int32;
        const base = this.#fault >> 2;
        const status = /** @type {Failure} */ (STATUSES[int32[base + FAULT.status]]);
        return { code: status.code, text: status.text, index: int32[base + FAULT.index] };
    }

    /**
     * @param {string} [argument] argument at fault; none where memory cannot grow
     * @param {unknown} [value]
     * @param {string} [record] noun for the records that the fault's index counts
     * @param {number} [at] the record's number, where the fault's index is not that
     */
    faultError(argument, value, record, at) {
        const { code, text, index: given } = this.readFault();
        const index = at ?? given;
        if (this.memory.int32[(this.#fault >> 2) + FAULT.status] === STATUS_TOO_FINE) {
            return this.#toleranceError(code, text);
        }
        if (code === 'too-many-intervals') {
            return tooManyIntervals(this.memory.float64[(this.result >> 3) + PLACE.x]);
        }
        const prefix = argument === undefined ? '' : `${argument}: `;
        const recordPrefix = record !== undefined && index >= 0 ? `${record} ${index}: ` : '';
        const suffix = value === undefined ? '' : ` (${formatValue(value)})`;
        return new GrazeError(code, `${prefix}${recordPrefix}${text}${suffix}`, {
            argument,
            index: index >= 0 ? index : undefined,
            value,
        });
    }

    /**
     * @param {Failure['code']} code
     * @param {string} text
     */
    #toleranceError(code, text) {
        const base = this.result >> 3;
        const minimum = this.memory.float64[base + PLACE.x];
        const value = this.memory.float64[base + PLACE.y];
        return new GrazeError(code, `tolerance ${text}, ${minimum}, got ${value}`, {
            argument: 'tolerance',
            value,
        });
    }

    /**
     * Returns the records of the list that the last call made.
     *
     * @template T
     * @param {number} bytes size of a record
     * @param {(doubles: Float64Array, d: number, ints: Int32Array, i: number) => T} read
     */
    readList(bytes, read) {
        const ints = this.memory.int32;
        const doubles = this.memory.float64;
        const { address, count } = this.list;
        return Array.from({ length: count }, (_, k) => {
            const offset = address + k * bytes;
            return read(doubles, offset >> 3, ints, offset >> 2);
        });
    }

    /** Returns the address of the list that the last call made, and its number of records. */
    get list() {
        const ints = this.memory.int32;
        const base = this.#list >> 2;
        return { address: ints[base + LIST.address] >>> 0, count: ints[base + LIST.count] };
    }
}
