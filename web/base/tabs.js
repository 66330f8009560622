/** Tabs as the ARIA practices have them: one stop of the Tab key, arrows, Home and End move, which also opens. */

import { h } from './dom.js';

/**
 * @param {readonly { id: string, title: string, about: string }[]} tabs
 * @param {(id: string) => void} open
 */
export function createTabs(tabs, open) {
    const buttons = tabs.map(({ id, title, about }) =>
        h(
            'button',
            {
                type: 'button',
                role: 'tab',
                id: `tab-${id}`,
                title: about,
                'aria-controls': 'panel',
                'aria-selected': 'false',
                tabindex: -1,
                onclick: () => open(id),
            },
            title,
        ),
    );
    const element = h('div', { role: 'tablist', 'aria-label': 'Demonstrations' }, ...buttons);

    element.addEventListener('keydown', (event) => {
        const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (event.target));
        const last = buttons.length - 1;
        const to = {
            ArrowRight: at === last ? 0 : at + 1,
            ArrowLeft: at === 0 ? last : at - 1,
            Home: 0,
            End: last,
        }[event.key];
        if (at < 0 || to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        buttons[to].focus();
        open(tabs[to].id);
    });

    return {
        element,
        /** @param {string} id */
        select(id) {
            for (const [i, button] of buttons.entries()) {
                const isSelected = tabs[i].id === id;
                button.setAttribute('aria-selected', String(isSelected));
                button.tabIndex = isSelected ? 0 : -1;
                if (isSelected) button.scrollIntoView({ block: 'nearest', inline: 'nearest' });
            }
        },
    };
}
