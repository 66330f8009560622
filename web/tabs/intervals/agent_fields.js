/** Fields of an agent. */

import { h } from '../../base/dom.js';
import { numberField } from '../../base/fields.js';
import { MOST } from './segments.js';

/** @import { AgentState } from './segments.js' */

const ROWS = /** @type {const} */ ([
    [
        ['x', 'x'],
        ['y', 'y'],
        ['radius', 'Radius'],
    ],
    [
        ['vx', 'Velocity x'],
        ['vy', 'Velocity y'],
    ],
    [
        ['ax', 'Acceleration x'],
        ['ay', 'Acceleration y'],
    ],
    [
        ['start', 'Start'],
        ['end', 'End'],
    ],
]);

/**
 * @param {object} options
 * @param {string} options.name
 * @param {'a' | 'b'} options.look
 * @param {() => AgentState} options.get
 * @param {(part: Partial<AgentState>) => void} options.onChange
 */
export function createAgentFields({ name, look, get, onChange }) {
    /** @type {{ key: keyof AgentState, field: ReturnType<typeof numberField> }[]} */
    const fields = [];
    const rows = ROWS.map((row) =>
        h(
            'div',
            { class: 'row' },
            ...row.map(([key, label]) => {
                const field = numberField({
                    label,
                    least: key === 'radius' ? 0 : -MOST,
                    most: MOST,
                    onInput(value) {
                        const { start, end } = get();
                        if (key === 'start') onChange({ start: value, end: Math.max(end, value) });
                        else if (key === 'end')
                            onChange({ end: value, start: Math.min(start, value) });
                        else onChange({ [key]: value });
                    },
                });
                fields.push({ key, field });
                return field.element;
            }),
        ),
    );
    return {
        element: h(
            'section',
            { class: `card ${look}`, 'aria-label': `Agent ${name}` },
            h('h2', { class: 'own' }, `Agent ${name}`),
            ...rows,
        ),
        draw() {
            for (const { key, field } of fields) field.set(get()[key]);
        },
    };
}
