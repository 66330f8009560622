/** The card of exports: the plan in a chosen format, the report, the command line. */

import { copyButton } from '../../base/copy.js';
import { h } from '../../base/dom.js';
import { button, choiceField } from '../../base/fields.js';
import { FORMATS, fileExtension } from './formats.js';

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
        choices: FORMATS.flatMap(([name, extension]) => (extension ? [[name, name]] : [])),
        onInput: (name) => {
            chosen = name;
        },
    });
    const save = button('Save plan', () => onWrite(chosen));
    const report = button('Save report (JSON)', onReport);
    const statusText = h('p', { class: 'hint', role: 'status' });
    const element = h(
        'section',
        { class: 'card', 'aria-label': 'Export' },
        h('h2', null, 'Export'),
        h('div', { class: 'export-row' }, format.element, save),
        h(
            'div',
            { class: 'buttons' },
            report,
            copyButton('Copy command line', command, 'The same validation with the graze program'),
            copyButton('Copy as code', code),
        ),
        statusText,
    );
    return {
        element,
        /** @param {string} planFormat format of the plan */
        selectFormat(planFormat) {
            chosen = fileExtension(planFormat) === null ? 'graze' : planFormat;
            format.set(chosen);
        },
        /** @param {boolean} isReady */
        draw(isReady) {
            save.disabled = !isReady;
            report.disabled = !isReady;
        },
        /** @param {string} text */
        showStatus(text) {
            statusText.textContent = text;
        },
    };
}
