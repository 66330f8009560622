/** The verdict in a word: shown by a sign, a color and a text, and announced to screen readers when it changes. */

import { h } from './dom.js';

/** Signs of the relations of two bodies. */
const SIGNS = { disjoint: '○ ○', touching: '○○', overlapping: '◎' };

/** Verdicts of two moving bodies, by the status of their first contact. */
export const STATUS_VERDICTS = /** @type {const} */ ({
    free: { relation: 'disjoint' },
    hit: { relation: 'overlapping' },
    overlapping: { relation: 'overlapping' },
    grazing: { relation: 'touching' },
    undecided: { relation: 'touching', sign: '?' },
});

/**
 * @param {string} key key of the output
 * @param {(text: string) => void} announce
 */
export function createVerdict(key, announce) {
    const output = h('output', { 'data-key': key, 'aria-live': 'off' });
    const sign = h('span', { class: 'sign', 'aria-hidden': 'true' });
    const element = h('p', { class: 'verdict' }, sign, output);
    let lastSpoken = '';
    return {
        element,
        /**
         * @param {object} said
         * @param {'disjoint' | 'touching' | 'overlapping'} said.relation
         * @param {string} said.text
         * @param {string} [said.sign] default: the sign of the relation
         * @param {string} [said.value] the output's exact value; default: the text
         * @param {string} [said.spoken] text for screen readers; default: the text
         */
        draw({ relation, text, sign: shownSign = SIGNS[relation], value = text, spoken = text }) {
            element.className = `verdict ${relation}`;
            sign.textContent = shownSign;
            output.textContent = text;
            output.dataset.value = value;
            if (lastSpoken && lastSpoken !== spoken) announce(spoken);
            lastSpoken = spoken;
        },
    };
}
