/** The verdict in a word: by sign, colour and text; and told to screen readers when it changes. */

import { h } from './dom.js';

/** Of two bodies, by how they lie to each other. */
const SIGNS = { disjoint: '○ ○', touching: '○○', overlapping: '◎' };

/** Of two moving bodies, by the status of their first contact. */
export const LOOKS = /** @type {const} */ ({
    free: { look: 'disjoint' },
    hit: { look: 'overlapping' },
    overlap: { look: 'overlapping' },
    graze: { look: 'touching' },
    undecided: { look: 'touching', sign: '?' },
});

/**
 * @param {string} key of the output
 * @param {(text: string) => void} announce
 */
export function createVerdict(key, announce) {
    const words = h('output', { 'data-key': key, 'aria-live': 'off' });
    const sign = h('span', { class: 'sign', 'aria-hidden': 'true' });
    const element = h('p', { class: 'verdict' }, sign, words);
    let last = '';
    return {
        element,
        /**
         * @param {object} said
         * @param {'disjoint' | 'touching' | 'overlapping'} said.look
         * @param {string} said.text
         * @param {string} [said.sign] that of the look unless said
         * @param {string} [said.value] the output's exact value, the text unless said
         * @param {string} [said.spoken] the text unless said
         */
        draw({ look, text, sign: mark = SIGNS[look], value = text, spoken = text }) {
            element.className = `verdict ${look}`;
            sign.textContent = mark;
            words.textContent = text;
            words.dataset.value = value;
            if (last && last !== spoken) announce(spoken);
            last = spoken;
        },
    };
}
