import { batchView } from './bind_batch.js';
import { Lifetime } from './handle_lifetime.js';

/** @import { Core } from './bind.js' */

/**
 * @typedef {Float32ArrayConstructor | Float64ArrayConstructor | Uint32ArrayConstructor
 *   | Uint8ArrayConstructor} ViewType
 */

/**
 * A view keeps its batch from being collected, and so its memory from being given to another.
 *
 * @type {WeakMap<object, Batch>}
 */
const BATCH_OF_VIEW = new WeakMap();

/**
 * Arrays in an instance's memory that are filled and read through views, and judged in one call.
 *
 * The views are borrowed: whatever allocates on the instance (a new shape, a new batch) can move its
 * memory, so take them from the getters again afterwards. What a batch says of itself does not change: each kind
 * freezes itself, as views are as long as its capacity says. What a call is asked beyond its capacity is `out-of-range`;
 * a record that points beyond the others is `bad-index`, with the record's number as `index`.
 *
 * @hideconstructor
 */
export class Batch {
    /** @type {(InstanceType<ViewType> | undefined)[]} */ #views = [];
    #lifetime;

    /**
     * @param {Core} core
     * @param {number} id
     * @param {readonly string[]} names of its views, in their order
     * @param {string} kind for errors
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
     * The handle, of a batch that was not freed.
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
        const pointer = batchView(this.core, this.handle('batch'), index);
        let view = this.#views[index];
        /* Growth has detached it. */
        if (view === undefined || view.length === 0) {
            view = new Type(/** @type {ArrayBuffer} */ (this.core.memory.buffer), pointer, length);
            this.#views[index] = view;
            BATCH_OF_VIEW.set(view, this);
        }
        return /** @type {InstanceType<T>} */ (view);
    }

    /** Gives the memory back. The views must not be used afterwards; freeing it again does nothing. */
    free() {
        this.#lifetime.free(this);
        this.#views = [];
    }

    /** `free`, for `using`. */
    [Symbol.dispose]() {
        this.free();
    }
}
