/** Buttons that copy text, saying that they did. */

import { announce } from './announce.js';
import { h } from './dom.js';

/** @param {string} text @returns {Promise<boolean>} */
async function copyText(text) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        // No clipboard for pages that did not come by https: the old way.
    }
    const area = h('textarea', { readonly: true, class: 'unseen', 'aria-hidden': 'true' });
    area.value = text;
    document.body.append(area);
    area.select();
    const isCopied = document.execCommand('copy');
    area.remove();
    return isCopied;
}

/**
 * @param {string} label
 * @param {() => string} makeText
 * @param {string} [title] what it is good for
 */
export function copyButton(label, makeText, title) {
    const button = h('button', { type: 'button', class: 'quiet', title }, label);
    let timer = 0;
    button.addEventListener('click', async () => {
        const isCopied = await copyText(makeText());
        const said = isCopied ? 'Copied' : 'Could not copy';
        announce(`${label}: ${said.toLowerCase()}`);
        button.textContent = said;
        clearTimeout(timer);
        timer = window.setTimeout(() => {
            button.textContent = label;
        }, 1500);
    });
    return button;
}

/**
 * The buttons that copy a scene for use elsewhere.
 *
 * @param {() => string} asCode
 * @param {() => string} asTestCase
 */
export function sceneButtons(asCode, asTestCase) {
    return h(
        'div',
        { class: 'buttons' },
        copyButton('Copy as code', asCode),
        copyButton('Copy as test case', asTestCase),
    );
}

/** The button that copies the address, which holds the scene. */
export function linkButton() {
    return copyButton('Copy link', () => location.href, 'The address holds the scene, bit for bit');
}
