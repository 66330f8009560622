import { MAX_MEMORY } from './arguments.js';
import * as calls from './calls.js';
import { guardView } from './debug_view.js';
import { GrazeError } from './errors.js';
import { Lifetime } from './handles.js';
import { PLACE } from './layout.js';

/** @import { Core } from './core.js' */

/**
 * @typedef {Float32ArrayConstructor | Float64ArrayConstructor | Int32ArrayConstructor
 *   | Uint32ArrayConstructor | Uint8ArrayConstructor} ViewType
 */

/**
 * The batch of each view, which a view in use keeps from being collected: its memory would be given to another.
 *
 * @type {WeakMap<object, Batch>}
 */
const BATCH_OF_VIEW = new WeakMap();

/**
 * Arrays in an instance's memory that are filled and read through views, and processed in one call.
 *
 * The views are borrowed: whatever allocates on the instance (a new shape, a new batch) can move its memory, so
 * take them from the getters again afterwards. docs/tasks.md, "Views", lists the calls. The properties of a batch do not
 * change: each kind freezes itself, because its views are as long as its capacity says. A call beyond the capacity is
 * `out-of-range`; a record that refers to an invalid record is `bad-index`, with the record's number as `index`.
 *
 * A batch keeps the shapes whose ids are in its views, unless they are freed by `free`: nothing else has to refer to
 * them. A view keeps its batch; a subarray of a view does not.
 *
 * @hideconstructor
 */
export class Batch {
    /** @type {(InstanceType<ViewType> | undefined)[]} */ #views = [];
    /** Views as callers get them: proxies in an instance with `debug`. @type {InstanceType<ViewType>[]} */
    #shown = [];
    #lifetime;

    /**
     * @param {Core} core
     * @param {number} id
     * @param {readonly string[]} names names of its views, in order
     * @param {string} kind noun for the batch, for errors
     */
    constructor(core, id, names, kind) {
        /** @protected */
        this.core = core;
        /** @protected */
        this.id = id;
        /** @protected */
        this.names = names;
        this.#lifetime = new Lifetime(this, core, id, kind);
    }

    /**
     * @protected
     * Returns the handle of a batch that was not freed.
     *
     * @param {string} argument
     */
    handle(argument) {
        return this.#lifetime.getHandle(argument);
    }

    /**
     * @protected
     * @template {ViewType} T
     * @param {string} name
     * @param {T} Type
     * @param {number} length
     * @returns {InstanceType<T>}
     */
    view(name, Type, length) {
        const index = this.names.indexOf(name);
        const pointer = viewAddress(this.core, this.handle('batch'), index);
        let view = this.#views[index];
        /* Growth has detached the view. */
        if (view === undefined || view.length === 0) {
            view = new Type(/** @type {ArrayBuffer} */ (this.core.memory.buffer), pointer, length);
            this.#views[index] = view;
            BATCH_OF_VIEW.set(view, this);
            const lifetime = this.#lifetime;
            this.#shown[index] = this.core.isDebug
                ? guardView(view, name, () => lifetime.isFreed)
                : view;
        }
        return /** @type {InstanceType<T>} */ (this.#shown[index]);
    }

    /** Frees the memory. The views must not be used afterwards; freeing the batch again does nothing. */
    free() {
        this.#lifetime.free(this);
        this.#views = [];
        this.#shown = [];
    }

    /** Frees the memory, for `using`. */
    [Symbol.dispose]() {
        this.free();
    }
}

/**
 * @param {Core} core
 * @param {number} handle handle of any batch
 * @param {number} view position of the view in that kind's list of views
 * @returns {number} the address
 */
function viewAddress(core, handle, view) {
    const address = calls.batchView(core, handle, view);
    if (address === 0) throw core.faultError('batch');
    return address;
}

/**
 * Returns the handle of a new batch; throws where it could not be created. Where memory is not enough, the
 * module leaves the size of the batch, in bytes, in the x of its result.
 *
 * @param {Core} core
 * @param {number} handle 0 when the call failed
 * @param {number} capacity
 */
export function checkNewBatch(core, handle, capacity) {
    if (handle !== 0) return handle >>> 0;
    const error = core.faultError('capacity', capacity);
    const bytes = core.memory.float64[(core.result >> 3) + PLACE.x];
    if (bytes > 0) {
        error.message += `: the batch takes ${bytes} bytes, and an instance has at most ${MAX_MEMORY}`;
    }
    throw error;
}

/**
 * Form of the records of bodies in a batch: of the plane, or of space.
 *
 * @typedef {object} RecordForm
 * @property {number} pose numbers of a pose
 * @property {number} point numbers of a point
 * @property {'shape' | 'body'} shape name of the argument for the body of a query
 * @property {string} [rotation] text about a rotation that is none; default: that of the status
 */

/**
 * Returns the error of a body of a batch, of which the last call has reported a fault.
 *
 * @param {Core} core
 * @param {RecordForm} form
 * @param {string} argument name of the view
 * @param {string} record noun for its records
 * @param {number} index
 */
export function recordError(core, form, argument, record, index) {
    const { code, text } = core.readFault();
    const reason = code === 'not-a-heading' ? (form.rotation ?? text) : text;
    return new GrazeError(code, `${argument}: ${record} ${index}: ${reason}`, { argument, index });
}

/**
 * Returns the error of a batch for whose results there is no room.
 *
 * @param {string} text
 * @param {number} found
 * @param {number} pairCapacity
 */
export function fullError(text, found, pairCapacity) {
    return new GrazeError('full', `pairs: ${text}: ${found} found, ${pairCapacity} fit`, {
        argument: 'pairs',
        value: found,
    });
}

/**
 * Throws if a batch was made without a part.
 *
 * @param {boolean} hasPart
 * @param {string} name name of a view or a query
 * @param {string} option
 * @param {string} [value] what to give the option
 */
export function checkPart(hasPart, name, option, value = 'true') {
    if (hasPart) return;
    throw new GrazeError(
        'out-of-range',
        `${name}: this batch was made without ${option}; make it with { ${option}: ${value} }`,
        { argument: name },
    );
}
