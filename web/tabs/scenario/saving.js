/** Files that the worker makes, saved by the browser. */

import { h } from '../../base/dom.js';
import { endingOf } from './formats.js';
import { sentences } from './page_words.js';

/**
 * @import { ExportCard } from './export_card.js'
 * @import { JudgingOffice } from './judging.js'
 */

/** @param {Blob} blob @param {string} name */
function download(blob, name) {
    const url = URL.createObjectURL(blob);
    const link = h('a', { href: url, download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/**
 * @param {JudgingOffice} judging
 * @param {ExportCard} card
 * @param {string | null} format of the plan; null: the report
 * @param {boolean} isMended
 */
export function save(judging, card, format, isMended) {
    const plan = judging.entries.find(({ role }) => role === 'plan')?.name ?? 'plan';
    const stem = plan.replace(/\.[^.]*$/, '');
    const ending = format === null ? '-report.json' : (endingOf(format) ?? '.txt');
    const question =
        format === null
            ? { ask: /** @type {const} */ ('report') }
            : { ask: /** @type {const} */ ('write'), format };
    card.say('');
    judging.make(
        question,
        (text, notices) => {
            download(text, `${stem}${isMended ? '-repaired' : ''}${ending}`);
            card.say(sentences(['Saved.', ...notices]));
        },
        ({ message }) => card.say(sentences([message])),
    );
}
