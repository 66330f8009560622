/** The prompt for the agents' radius when a plan cannot be validated without it. */

import { h } from '../../base/dom.js';
import { button } from '../../base/fields.js';
import { optionalField } from './optional_field.js';

/** @import { Failure } from './worker_messages.js' */

/** @param {(radius: number | null) => void} onRadius */
export function createRadiusPrompt(onRadius) {
    const radius = optionalField({
        label: 'Radius of every agent',
        placeholder: 'in map units',
        onInput: onRadius,
        title: 'In map units',
    });
    const element = h(
        'div',
        {
            class: 'radius-prompt card',
            role: 'group',
            'aria-label': 'Missing radius',
            hidden: true,
        },
        h('p', { class: 'report-text' }, 'These files do not specify the size of the agents.'),
        // Leaving the field commits its value.
        h(
            'div',
            { class: 'export-row' },
            radius.element,
            button('Validate', () => radius.input.blur()),
        ),
        h('p', { class: 'hint' }, 'Or drop the configuration file here.'),
    );
    return {
        element,
        /** @param {Failure | null} failure */
        draw(failure) {
            const isMissing = failure?.code === 'radius-unknown';
            if (isMissing && element.hidden) radius.set(null);
            element.hidden = !isMissing;
        },
    };
}
