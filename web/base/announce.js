/** The polite live region of the page, which screen readers read aloud. */

const getLiveRegion = () => document.getElementById('live');
let timer = 0;

/**
 * Announces a text to screen readers. Of several texts in quick succession (a drag), only the last is announced.
 *
 * @param {string} text
 */
export function announce(text) {
    clearTimeout(timer);
    timer = window.setTimeout(() => {
        const live = getLiveRegion();
        if (live && live.textContent !== text) live.textContent = text;
    }, 250);
}
