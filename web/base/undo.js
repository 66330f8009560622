/** Undo of changes to a scene: a button and Ctrl+Z. What only changes the view, such as panning or playing, is not a change. */

import { announce } from './announce.js';
import { button } from './fields.js';
import { isEqual } from './state.js';

/** Largest number of changes of a tab that can be undone. */
const MAX_CHANGES = 100;

/**
 * @typedef {object} History the states of one tab before each change, and the present one
 * @property {readonly string[]} edited properties of the state that make up the scene
 * @property {unknown} present
 * @property {unknown[]} past
 */

/**
 * Creates the undo of the open tab.
 *
 * @param {(state: unknown) => void} show shows a state in the open tab
 */
export function createUndo(show) {
    /** Histories by the id of their tab. @type {Map<string, History>} */
    const histories = new Map();
    /** @type {History | null} */
    let history = null;

    // Always there, so that nothing moves when it can be used.
    const element = button('Undo', () => undo(), { class: 'quiet', title: 'Ctrl+Z' });
    const draw = () => {
        element.disabled = history === null || history.past.length === 0;
    };
    /** @param {unknown} state @param {History} of */
    const sceneOf = (state, { edited }) =>
        edited.map((key) => /** @type {Record<string, unknown>} */ (state)[key]);
    /** Undoes the last change. @returns {boolean} whether there was one */
    const undo = () => {
        const state = history?.past.pop();
        if (!history || state === undefined) return false;
        history.present = state;
        show(state);
        draw();
        announce('Undone');
        return true;
    };
    /** Takes note of a state that stays for a while: a drag is one change. @param {unknown} state */
    const record = (state) => {
        if (!history) return;
        const { past, present } = history;
        history.present = state;
        if (isEqual(sceneOf(state, history), sceneOf(present, history))) return;
        past.push(present);
        if (past.length > MAX_CHANGES) past.shift();
        draw();
    };
    draw();
    return {
        element,
        undo,
        /**
         * Begins with a tab that has been opened.
         *
         * @param {string} id
         * @param {readonly string[] | undefined} edited properties of its state that make up the scene; default: nothing can be undone
         * @param {unknown} state
         */
        open(id, edited, state) {
            const known = histories.get(id);
            history = edited ? (known ?? { edited, past: [], present: state }) : null;
            if (history) histories.set(id, history);
            // A link may show another scene in the same tab.
            record(state);
            draw();
        },
        record,
    };
}
