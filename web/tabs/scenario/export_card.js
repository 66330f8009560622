/** What one takes along: the plan in a format, the report, the command line. */

import { copyButton } from '../../base/copy.js';
import { h } from '../../base/dom.js';
import { button, choiceField } from '../../base/fields.js';
import { endingOf, FORMATS } from './formats.js';

/** @typedef {ReturnType<typeof createExportCard>} ExportCard */

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
        choices: FORMATS.flatMap(([name, ending]) => (ending ? [[name, name]] : [])),
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
            chosen = endingOf(own) === null ? 'graze' : own;
            format.set(chosen);
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
