/** What is asked for at once when a plan cannot be judged without it: how large its agents are. */

import { h } from '../../base/dom.js';
import { button } from '../../base/fields.js';
import { optionalField } from './optional_field.js';

/** @import { Failure } from './job.js' */

/** @param {(radius: number | null) => void} onRadius */
export function createMissing(onRadius) {
    const radius = optionalField({
        label: 'Radius of every agent',
        otherwise: 'in map units',
        onInput: onRadius,
        title: 'In map units',
    });
    const element = h(
        'div',
        { class: 'missing card', role: 'group', 'aria-label': 'What is missing', hidden: true },
        h('p', { class: 'told' }, 'These files do not say how large the agents are.'),
        // Leaving the field is what takes its value.
        h(
            'div',
            { class: 'export-row' },
            radius.element,
            button('Check', () => radius.input.blur()),
        ),
        h('p', { class: 'hint' }, 'Or add the configuration that says it: drop it here.'),
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
