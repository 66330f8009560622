import { formatValue, GrazeError } from './errors.js';
import { HANDLE_PROPERTIES, refuseOldNames } from './renamed.js';

/** What a thing in an instance's memory needs besides its calls: to be freed, by hand or at last. */

/** @import { Core } from './bind.js' */

/**
 * Lets `using` work on a host without `Symbol.dispose`, where a method of that name is called "undefined": what compilers
 * make of `using` looks for this symbol there. Not a constant in the classes' bodies: bundlers would keep every class, as a
 * name that is computed may have effects.
 *
 * @param {any} owner
 */
function defineDispose(owner) {
    if (Symbol.dispose !== undefined) return;
    Object.getPrototypeOf(owner)[Symbol.for('Symbol.dispose')] ??= owner.undefined;
}

/**
 * Frees what the program forgot to free. Only a net: when it runs is up to the collector.
 *
 * @type {FinalizationRegistry<Lifetime>}
 */
const finalizer = /* @__PURE__ */ new FinalizationRegistry(({ core, id }) => {
    try {
        core.free(id, 'a forgotten handle');
    } catch {
        // The instance is dead: its memory goes as a whole.
    }
});

/** How long a handle is valid: until its owner is freed, or collected. */
export class Lifetime {
    /**
     * @param {object} owner when it is collected, the handle is freed
     * @param {Core} core
     * @param {number} id
     * @param {string} kind of the owner, for errors
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
     * @param {string} argument that the owner was given as: a parameter, or a record of one, as `paths[2]`
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
     * Frees the handle, if that has not been done.
     *
     * @param {object} owner
     */
    free(owner) {
        if (this.isFreed) return;
        this.core.free(this.id, this.kind);
        this.isFreed = true;
        finalizer.unregister(owner);
    }
}

/**
 * Why a value is not taken for a thing of this instance.
 *
 * @param {unknown} value
 * @param {'shape' | 'motion' | 'path' | 'batch of moving pairs'} kind
 * @param {boolean} isForeign whether it is such a thing, of another instance
 * @param {string} argument
 */
export function ownershipError(value, kind, isForeign, argument) {
    if (!isForeign) {
        return new GrazeError(
            'wrong-type',
            `${argument} must be a ${kind}, not ${formatValue(value)}`,
            {
                argument,
                value,
            },
        );
    }
    return new GrazeError(
        'foreign-handle',
        `${argument} was made by another instance; nothing can be shared between instances`,
        { argument, value: /** @type {{ id?: number }} */ (value).id },
    );
}
