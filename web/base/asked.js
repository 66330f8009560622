import { GrazeError } from 'graze';

/**
 * @import { Context } from './tab.js'
 *
 * @template S, A
 * @typedef {object} Asked
 * @property {(state: S) => boolean} accepts whether graze has an answer to a state, which then is the answer; what it
 *   refuses, such as a heading beyond what it can tell apart, is said, and not taken
 * @property {(state: S) => void} ask for an answer; throws what graze does
 * @property {A} solution the last answer
 * @property {() => void} dispose
 */

/**
 * What graze answers to a tab's state: asked once for each question, and freed when it is asked another.
 *
 * @template S
 * @template {{ release: () => void }} A
 * @param {object} asking
 * @param {(state: S) => string} asking.questionOf the part of a state that an answer depends on
 * @param {(state: S) => A} asking.solve
 * @param {Context['notice']} asking.notice
 * @returns {Asked<S, A>}
 */
export function createAsked({ questionOf, solve, notice }) {
    /** @type {A | undefined} */
    let solution;
    let answered = '';

    /** @param {S} state */
    const ask = (state) => {
        const question = questionOf(state);
        if (question === answered) return;
        const next = solve(state);
        solution?.release();
        solution = next;
        answered = question;
    };

    return {
        ask,
        accepts(state) {
            try {
                ask(state);
                return true;
            } catch (error) {
                if (!(error instanceof GrazeError)) throw error;
                notice(`Not possible: ${error.message}`);
                return false;
            }
        },
        get solution() {
            return /** @type {A} */ (solution);
        },
        dispose: () => solution?.release(),
    };
}
