import { GrazeError } from 'graze';

/**
 * @import { Context } from './tab.js'
 *
 * @template S, A
 * @typedef {object} Solver
 * @property {(state: S) => boolean} trySolve whether graze has an answer to a state, which then is the answer; what it
 *   refuses, such as a heading beyond what it can tell apart, is said, and not taken
 * @property {(state: S) => void} solve for an answer; throws what graze does
 * @property {A} solution the last answer
 * @property {() => void} dispose
 */

/**
 * What graze answers to a tab's state: asked once for each question, and freed when it is asked another.
 *
 * @template S
 * @template {{ release: () => void }} A
 * @param {object} options
 * @param {(state: S) => string} options.queryKey the part of a state that an answer depends on
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
