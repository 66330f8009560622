import { GrazeError } from 'graze';

/**
 * @import { Context } from './tab.js'
 *
 * @template S, A
 * @typedef {object} Solver
 * @property {(state: S) => boolean} trySolve returns whether graze can answer for a state, and keeps the answer; a state that graze
 *   rejects, such as an angle too large for its precision, is reported and not kept
 * @property {(state: S) => void} solve computes the answer; throws graze's errors
 * @property {A} solution the last answer
 * @property {() => void} dispose
 */

/**
 * Keeps graze's answer for a tab's state: it is computed once per query, and freed before the next.
 *
 * @template S
 * @template {{ release: () => void }} A
 * @param {object} options
 * @param {(state: S) => string} options.queryKey returns the part of a state that the answer depends on
 * @param {(state: S) => A} options.solve
 * @param {Context['notice']} options.notice
 * @returns {Solver<S, A>}
 */
export function createSolver({ queryKey, solve, notice }) {
    /** @type {A | undefined} */
    let solution;
    let solvedKey = '';

    /** @param {S} state */
    const update = (state) => {
        const key = queryKey(state);
        if (key === solvedKey) return;
        const nextSolution = solve(state);
        solution?.release();
        solution = nextSolution;
        solvedKey = key;
    };

    return {
        solve: update,
        trySolve(state) {
            try {
                update(state);
                return true;
            } catch (error) {
                if (!(error instanceof GrazeError)) throw error;
                notice(`Invalid value: ${error.message}`);
                return false;
            }
        },
        get solution() {
            return /** @type {A} */ (solution);
        },
        dispose: () => solution?.release(),
    };
}
