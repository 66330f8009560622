/** What screen readers say of themselves: the polite live region of the page. */

const getLiveRegion = () => document.getElementById('live');
let timer = 0;

/**
 * Says the last of what is asked for in quick succession: while something is dragged, where it ends.
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
