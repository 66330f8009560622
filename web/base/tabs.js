/** Tabs after the ARIA Authoring Practices: one tab stop; arrows, Home and End move to a tab and open it. */

import { h } from './dom.js';

/**
 * @param {readonly { id: string, title: string, description: string }[]} tabs
 * @param {(id: string) => void} open
 */
export function createTabs(tabs, open) {
    const buttons = tabs.map(({ id, title, description }) =>
        h(
            'button',
            {
                type: 'button',
                role: 'tab',
                id: `tab-${id}`,
                title: description,
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
        const index = buttons.indexOf(/** @type {HTMLButtonElement} */ (event.target));
        const last = buttons.length - 1;
        const nextIndex = {
            ArrowRight: index === last ? 0 : index + 1,
            ArrowLeft: index === 0 ? last : index - 1,
            Home: 0,
            End: last,
        }[event.key];
        if (index < 0 || nextIndex === undefined || event.altKey || event.ctrlKey || event.metaKey)
            return;
        event.preventDefault();
        buttons[nextIndex].focus();
        open(tabs[nextIndex].id);
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
