import { commonTokens, tokens } from '@stryker-mutator/api/plugin';
import { IS_RESUMED, keyOf, readKept, SHARE, sample } from './mutants.js';

/**
 * @import { StrykerOptions } from '@stryker-mutator/api/core'
 * @import { CheckResult, CheckStatus } from '@stryker-mutator/api/check'
 * @import { Mutated } from './mutants.js'
 */

/** Leaves mutants out of a run. Stryker asks its checkers which mutants are worth a run. */
export class Selection {
    static inject = tokens(commonTokens.options);

    /** @param {StrykerOptions} options */
    constructor(options) {
        /** @type {string} */ this.part = /** @type {any} */ (options).grazePart;
    }

    async init() {}

    /** Selects from all mutants at once, since a share refers to all. @param {(Mutated & { id: string })[]} mutants */
    async group(mutants) {
        return [mutants.map(({ id }) => id)];
    }

    /**
     * @param {(Mutated & { id: string })[]} mutants
     * @returns {Promise<Record<string, CheckResult>>}
     */
    async check(mutants) {
        const keyed = mutants.map((mutant) => ({ ...mutant, key: keyOf(mutant, 0) }));
        const chosen = this.choose(keyed);
        const result = (/** @type {boolean} */ isIn) => ({
            status: /** @type {CheckStatus} */ (isIn ? 'passed' : 'compileError'),
            reason: 'left out',
        });
        return Object.fromEntries(
            keyed.map(({ id, key }) => [id, /** @type {any} */ (result(chosen.has(key)))]),
        );
    }

    /** @param {(Mutated & { key: string })[]} mutants @returns {Set<string>} */
    choose(mutants) {
        if (!(SHARE > 0 && SHARE <= 100)) {
            throw new RangeError(`GRAZE_MUTANTS is a share in per cent, not ${SHARE}`);
        }
        const kept = IS_RESUMED ? readKept(this.part) : new Map();
        const chosen = sample(
            mutants.map(({ key, fileName }) => [key, fileName]),
            SHARE,
        );
        return new Set([...chosen].filter((key) => kept.get(key)?.status !== 'Killed'));
    }
}
