/** Fields of an agent. */

import { h } from '../../base/dom.js';
import { numberField } from '../../base/fields.js';
import { MAX_NUMBER } from './agents.js';

/** @import { AgentState } from './agents.js' */

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
        ['t0', 'Start'],
        ['t1', 'End'],
    ],
]);

/**
 * @param {object} options
 * @param {string} options.name
 * @param {'a' | 'b'} options.side
 * @param {() => AgentState} options.get
 * @param {(part: Partial<AgentState>) => void} options.onChange
 */
export function createAgentFields({ name, side, get, onChange }) {
    /** @type {{ key: keyof AgentState, field: ReturnType<typeof numberField> }[]} */
    const fields = [];
    const rows = ROWS.map((row) =>
        h(
            'div',
            { class: 'row' },
            ...row.map(([key, label]) => {
                const field = numberField({
                    label,
                    min: key === 'radius' ? 0 : -MAX_NUMBER,
                    max: MAX_NUMBER,
                    onInput(value) {
                        const { t0, t1 } = get();
                        if (key === 't0') onChange({ t0: value, t1: Math.max(t1, value) });
                        else if (key === 't1') onChange({ t1: value, t0: Math.min(t0, value) });
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
            { class: `card ${side}`, 'aria-label': `Agent ${name}` },
            h('h2', { class: 'body-title' }, `Agent ${name}`),
            ...rows,
        ),
        draw() {
            for (const { key, field } of fields) field.set(get()[key]);
        },
    };
}
