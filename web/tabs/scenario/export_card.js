/** What one takes along: the plan in a format, the report, the command line. */

import { copyButton } from '../../base/copy.js';
import { h } from '../../base/dom.js';
import { button, choiceField } from '../../base/fields.js';

/** @typedef {ReturnType<typeof createExportCard>} ExportCard */

/** The formats that are written, and what their files' names end with. */
export const WRITTEN = /** @type {const} */ ([
    ['graze', '.graze.json'],
    ['lorr', '.json'],
    ['kei18', '.txt'],
    ['libmrp', '.yaml'],
    ['ccbs', '.xml'],
]);

/**
 * @param {object} options
 * @param {(format: string) => void} options.onWrite
 * @param {() => void} options.onReport
 * @param {() => string} options.command
 * @param {() => string} options.code
 */
export function createExportCard({ onWrite, onReport, command, code }) {
    let chosen = 'graze';
    const format = choiceField({
        label: 'Plan as',
        choices: WRITTEN.map(([name]) => [name, name]),
        onInput: (name) => {
            chosen = name;
        },
    });
    const save = button('Save plan', () => onWrite(chosen));
    const report = button('Save report (JSON)', onReport);
    const said = h('p', { class: 'hint', role: 'status' });
    const element = h(
        'section',
        { class: 'card', 'aria-label': 'Export' },
        h('h2', null, 'Take along'),
        h('div', { class: 'export-row' }, format.element, save),
        h(
            'div',
            { class: 'buttons' },
            report,
            copyButton('Copy command line', command, 'graze validate with these files and options'),
            copyButton('Copy as code', code),
        ),
        said,
    );
    return {
        element,
        /** @param {string} own the plan's format */
        suggest(own) {
            chosen = WRITTEN.find(([name]) => name === own)?.[0] ?? 'graze';
            format.set(/** @type {'graze'} */ (chosen));
        },
        /** @param {boolean} isReady */
        draw(isReady) {
            save.disabled = !isReady;
            report.disabled = !isReady;
        },
        /** @param {string} text */
        say(text) {
            said.textContent = text;
        },
    };
}
