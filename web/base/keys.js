/** A card that opens and lists the keys. */

import { h } from './dom.js';
import { details } from './fields.js';

/** Keys that move handles, for every tab with handles. */
export const HANDLE_KEYS =
    '`Tab` moves between handles; arrow keys move a handle, with `Shift` ten times as far, with `Alt` to the next float32; `Ctrl+Z` undoes';

/** Keys that move a focused stage. */
export const STAGE_KEYS =
    'on a focused view, arrow keys pan and `+` `-` `0` zoom; `Ctrl` with the wheel zooms too';

/** @param {string} text the text, with each key between backticks */
export function keysHint(text) {
    const parts = text.split('`').map((part, k) => (k % 2 === 1 ? h('kbd', null, part) : part));
    return details('Keys', h('p', { class: 'hint' }, ...parts));
}
