/** Saving of files that the worker makes. */

import { h } from '../../base/dom.js';
import { fileExtension } from './formats.js';
import { toSentences } from './page_messages.js';

/**
 * @import { ExportCard } from './export_card.js'
 * @import { PlanChecker } from './plan_checker.js'
 */

/** @param {Blob} blob @param {string} name */
function download(blob, name) {
    const url = URL.createObjectURL(blob);
    const link = h('a', { href: url, download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/**
 * @param {PlanChecker} checker
 * @param {ExportCard} card
 * @param {string | null} format format of the plan; null: save the report
 * @param {boolean} isRepaired
 */
export function save(checker, card, format, isRepaired) {
    const plan = checker.entries.find(({ role }) => role === 'plan')?.name ?? 'plan';
    const stem = plan.replace(/\.[^.]*$/, '');
    const extension = format === null ? '-report.json' : (fileExtension(format) ?? '.txt');
    const request =
        format === null
            ? { kind: /** @type {const} */ ('report') }
            : { kind: /** @type {const} */ ('write'), format };
    card.showStatus('');
    checker.writeFile(
        request,
        (text, notices) => {
            download(text, `${stem}${isRepaired ? '-repaired' : ''}${extension}`);
            card.showStatus(toSentences(['Saved.', ...notices]));
        },
        ({ message }) => card.showStatus(toSentences([message])),
    );
}
