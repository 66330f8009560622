import * as calls from './calls.js';
import { formatValue } from './errors.js';
import { METHODS, refuseOldNames } from './renamed.js';

/** @import { Core } from './core.js' */

/**
 * An instance of graze, as its users hold it. The entries of the package extend it by the methods of their
 * families of queries.
 *
 * @hideconstructor
 */
export class Facade {
    /** @type {Core} */ #core;

    /** @param {Core} core */
    constructor(core) {
        this.#core = core;
        /** The version stamped into the WebAssembly module, such as 0.2.0. @readonly */
        this.version = core.version;
    }

    /**
     * The number of bytes of WebAssembly memory up to the end of the highest live block, for watching growth.
     * The memory itself, which is up to a quarter larger, does not shrink. O(1).
     *
     * @returns {number}
     */
    get memoryUsed() {
        return calls.memoryUsed(this.#core);
    }

    /**
     * @internal
     * Returns the core of an instance; throws a TypeError for any other object, such as none, where a method was taken
     * from its instance.
     *
     * @param {object} facade
     * @returns {Core}
     */
    static coreOf(facade) {
        try {
            return /** @type {Facade} */ (facade).#core;
        } catch {
            const text = `this must be an instance of graze, got ${formatValue(facade)}; call methods as g.gap(a, b), or bind them: g.gap.bind(g)`;
            throw new TypeError(text);
        }
    }
}

/** Returns the core of an instance; throws a TypeError for any other object. @param {object} facade */
export function coreOf(facade) {
    return Facade.coreOf(facade);
}

/**
 * A family of queries: a class without state whose methods become those of the instance, and whose `properties`
 * returns what else the instance has.
 *
 * @typedef {(new () => object) & { properties?: (core: Core) => object }} Family
 */

/**
 * All members of a union at once.
 *
 * @template U
 * @typedef {(U extends unknown ? (u: U) => void : never) extends (u: infer I) => void ? I : never} Together
 */

/**
 * Returns the class of instances with the queries of some families.
 *
 * @template {Family} F
 * @param {readonly F[]} families
 * @returns {new (core: Core) => Facade & Together<InstanceType<F>>}
 */
export function combine(families) {
    class Graze extends Facade {
        /** @param {Core} core */
        constructor(core) {
            super(core);
            for (const { properties } of families) Object.assign(this, properties?.(core));
            refuseOldNames(this, Graze.prototype, METHODS);
        }
    }
    for (const { prototype } of families) {
        const { constructor: _, ...methods } = Object.getOwnPropertyDescriptors(prototype);
        Object.defineProperties(Graze.prototype, methods);
    }
    return /** @type {any} */ (Graze);
}
