import * as calls from './calls.js';
import { argumentError, GrazeError } from './errors.js';
import { HANDLE_PROPERTIES, refuseOldNames } from './renamed.js';

/**
 * Lifetimes of objects in an instance's memory: each is freed explicitly, or when its owner is collected; a shape then
 * lives on as long as a batch refers to it by its handle.
 */

/** @import { Core } from './core.js' */

/**
 * Lets `using` work on a host without `Symbol.dispose`, where a method of that name is called "undefined": the
 * code that compilers generate for `using` looks for this symbol there. The symbol is not a constant in the
 * classes' bodies, because bundlers would keep every class: evaluating a computed name may have effects.
 *
 * @param {any} owner
 */
function defineDispose(owner) {
    if (Symbol.dispose !== undefined) return;
    Object.getPrototypeOf(owner)[Symbol.for('Symbol.dispose')] ??= owner.undefined;
}

/**
 * Number of bytes that collected shapes may take together to which no batch refers: some 250 shapes of a few corners.
 * They are kept because a program may have their ids in variables; more of them are freed, so that a program that makes
 * shapes without end does not fill the memory. An instance with `debug` keeps none, so that the mistake shows.
 */
const KEPT_BYTES = 2 ** 16;

/**
 * Frees handles that the program did not free. It is only a safety net: the collector decides when it runs. A handle 0
 * is that of no object: it only has the forgotten shapes collected again.
 *
 * @type {FinalizationRegistry<{ core: Core, id: number }>}
 */
const finalizer = /* @__PURE__ */ new FinalizationRegistry(({ core, id }) => {
    if (id === 0) core.isAwaitingCollection = false;
    try {
        if (id !== 0) calls.forget(core, id);
        collectShapesSoon(core);
    } catch {
        // The instance is dead, and its memory is released as a whole.
    }
});

/**
 * Frees the forgotten shapes to which no batch refers, once all objects of a garbage collection have been reported.
 *
 * @param {Core} core
 */
function collectShapesSoon(core) {
    if (core.isCollectingSoon) return;
    core.isCollectingSoon = true;
    Promise.resolve()
        .then(() => collectShapes(core))
        .catch(() => {
            // The instance is dead.
        });
}

/**
 * Frees the forgotten shapes to which no batch refers. While batches refer to some, the next garbage collection has them
 * looked for again, as nothing reports that an id in a view was replaced.
 *
 * @param {Core} core
 */
function collectShapes(core) {
    core.isCollectingSoon = false;
    const referenced = calls.collectShapes(core, core.isDebug ? 0 : KEPT_BYTES);
    if (referenced === 0 || core.isAwaitingCollection) return;
    core.isAwaitingCollection = true;
    finalizer.register({}, { core, id: 0 });
}

/**
 * @param {Core} core
 * @param {number} handle
 * @param {string} argument
 */
function release(core, handle, argument) {
    if (calls.free(core, handle) === 0) return;
    throw new GrazeError('stale-handle', `${argument} has been freed already`, { argument });
}

/** A handle, which is valid until its owner is freed or collected. */
export class Lifetime {
    /**
     * @param {object} owner when it is collected, the handle is freed: that of a shape once no batch refers to it
     * @param {Core} core
     * @param {number} id
     * @param {string} kind noun for the owner, for errors
     */
    constructor(owner, core, id, kind) {
        this.core = core;
        this.id = id;
        this.kind = kind;
        this.isFreed = false;
        defineDispose(owner);
        if (Object.hasOwn(HANDLE_PROPERTIES, kind)) {
            const names = HANDLE_PROPERTIES[/** @type {keyof typeof HANDLE_PROPERTIES} */ (kind)];
            refuseOldNames(owner, Object.getPrototypeOf(owner), names);
        }
        finalizer.register(owner, this, owner);
    }

    /**
     * Returns the handle of an owner that was not freed.
     *
     * @param {string} argument name under which the owner was passed: a parameter, or a record of one, such as
     *   `paths[2]`
     * @returns {number}
     */
    getHandle(argument) {
        if (!this.isFreed) return this.id;
        const [, name = argument, index] = /^(.+)\[(\d+)\]$/.exec(argument) ?? [];
        throw new GrazeError('stale-handle', `${argument}: this ${this.kind} was freed`, {
            argument: name,
            index: index === undefined ? undefined : Number(index),
            value: this.id,
        });
    }

    /**
     * Frees the handle, unless it is freed already.
     *
     * @param {object} owner
     */
    free(owner) {
        if (this.isFreed) return;
        release(this.core, this.id, this.kind);
        this.isFreed = true;
        finalizer.unregister(owner);
    }
}

/**
 * Returns the error of a value that is not a usable object of this instance.
 *
 * @param {unknown} value
 * @param {'shape' | 'solid' | 'motion' | 'solid motion' | 'path' | 'batch of moving pairs'} kind
 * @param {boolean} isForeign whether it is such an object, of another instance
 * @param {string} argument
 */
export function ownershipError(value, kind, isForeign, argument) {
    if (!isForeign) {
        const isOtherOrder = argument === 'b' && typeof value === 'object' && value !== null;
        const hint = isOtherOrder ? '; the order is a, b, then their poses or motions' : '';
        return argumentError('wrong-type', argument, `a ${kind}`, value, hint);
    }
    return new GrazeError(
        'foreign-handle',
        `${argument} belongs to another instance; instances share nothing`,
        { argument, value: /** @type {{ id?: number }} */ (value).id },
    );
}
