/** Buttons that copy text and report that they did. */

import { announce } from './announce.js';
import { h } from './dom.js';

/** @param {string} text @returns {Promise<boolean>} */
async function copyText(text) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        // Pages that are not served by https have no clipboard API: use the older command.
    }
    const textarea = h('textarea', {
        readonly: true,
        class: 'visually-hidden',
        'aria-hidden': 'true',
    });
    textarea.value = text;
    document.body.append(textarea);
    textarea.select();
    const isCopied = document.execCommand('copy');
    textarea.remove();
    return isCopied;
}

/**
 * @param {string} label
 * @param {() => string} makeText
 * @param {string} [title] a tooltip: the use of the copied text
 */
export function copyButton(label, makeText, title) {
    const button = h('button', { type: 'button', class: 'quiet', title }, label);
    let timer = 0;
    button.addEventListener('click', async () => {
        const isCopied = await copyText(makeText());
        const feedback = isCopied ? 'Copied' : 'Could not copy';
        announce(`${label}: ${feedback.toLowerCase()}`);
        button.textContent = feedback;
        clearTimeout(timer);
        timer = window.setTimeout(() => {
            button.textContent = label;
        }, 1500);
    });
    return button;
}

/**
 * Creates the buttons that copy a scene for use elsewhere.
 *
 * @param {() => string} getCode
 * @param {() => string} getTestCase
 */
export function sceneButtons(getCode, getTestCase) {
    return h(
        'div',
        { class: 'buttons' },
        copyButton('Copy as code', getCode),
        copyButton('Copy as test case', getTestCase),
    );
}

/** Creates the button that copies the address, which contains the scene. */
export function linkButton() {
    return copyButton(
        'Copy link',
        () => location.href,
        'The link contains the whole scene, exact to the last bit',
    );
}
