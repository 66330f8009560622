import { checkNumber, checkOptions } from '../core/arguments.js';
import { GrazeError } from '../core/errors.js';
import { LIMITS } from '../core/layout.js';

/** Clocks of paths, in the plane and in space. */

/** @import { Clock } from './types.js' */

const CLOCK_KEYS = ['t0', 't1', 'step', 'x', 'y'];

/** Keys of a clock in space. */
export const SOLID_CLOCK_KEYS = /* @__PURE__ */ Object.freeze([...CLOCK_KEYS, 'z']);

/**
 * @template {object} [C=Clock]
 * @param {unknown} clock
 * @param {readonly string[]} [keys] of which those of one letter are coordinates
 * @returns {Readonly<Required<C>>}
 */
export function checkClock(clock, keys = CLOCK_KEYS) {
    const given = checkOptions(clock ?? null, 'clock', keys);
    /** @type {Record<string, number>} */
    const checked = {};
    for (const key of keys) {
        const value = given[key] ?? (key === 't1' || key === 'step' ? undefined : 0);
        const maxMagnitude = key.length === 1 ? LIMITS.maxPosition : LIMITS.maxMagnitude;
        checked[key] = checkNumber(value, `clock.${key}`, -maxMagnitude, maxMagnitude);
    }
    const { t0, t1, step } = checked;
    if (!(t1 > t0)) {
        throw new GrazeError('out-of-order', `clock.t1 must be above t0 (${t0}), got ${t1}`, {
            argument: 'clock.t1',
            value: t1,
        });
    }
    if (!(step > 0 && (t1 - t0) / step <= LIMITS.maxSteps)) {
        throw new GrazeError(
            'out-of-range',
            `clock.step must be above 0 and give at most ${LIMITS.maxSteps} steps, got ${step}`,
            { argument: 'clock.step', value: step },
        );
    }
    return /** @type {any} */ (Object.freeze(checked));
}

/**
 * Throws unless two clocks are the same.
 *
 * @param {object} clock
 * @param {object} first
 * @param {string} name name of what has the clock
 * @param {string} firstName
 */
export function checkSameClock(clock, first, name, firstName) {
    if (clock === first) return;
    const numbers = Object.entries(first);
    if (numbers.every(([key, value]) => value === /** @type {any} */ (clock)[key])) return;
    throw new GrazeError('different-clock', `${name} must have the same clock as ${firstName}`, {
        argument: name,
        value: clock,
    });
}
