/** Is it valid? In the words of the reports, with the numbers. */

import { describeChecks, describeGap, describeReading, leastGap } from 'graze/scenario/words';
import { h } from '../../base/dom.js';
import { details } from '../../base/fields.js';
import { createReadout } from '../../base/readout.js';
import { gapValue, pairText } from './naming.js';
import { pageWords, style } from './page_words.js';

/**
 * @import { Result } from 'graze/scenario'
 * @import { Failure } from './job.js'
 * @import { Shown } from './shown.js'
 */

/** Notices that are told. */
const MOST_NOTICES = 20;
/** Gaps that are listed, the least first. */
const MOST_GAPS = 10;

/** What to do on the page about what cannot be read. @type {Record<string, string>} */
const HINTS = {
    'radius-unknown': 'Say it above, or add the configuration.',
    'unknown-start': 'Add the file that has the starts: the task.',
    'not-a-plan': 'Choose what each file is, under Files.',
    'unknown-format': 'Choose what each file is, and the format, under Files.',
};

export function createVerdict() {
    const sign = h('span', { class: 'sign', 'aria-hidden': 'true' });
    const verdict = h('output', { 'data-key': 'verdict', 'aria-live': 'off' });
    const head = h('p', { class: 'verdict' }, sign, verdict);
    const kinds = h('p', { class: 'kinds' });
    const hint = h('p', { class: 'hint' });
    const numbers = createReadout(
        {
            agents: 'Agents',
            segments: 'Segments',
            clearance: 'Least gap',
            between: 'between',
            at: 'at t =',
            makespan: 'Makespan',
            costs: 'Sum of costs',
        },
        'The plan',
        { hidesEmpty: true },
    );
    const gaps = h('ul', { class: 'notices', 'aria-label': 'Least gaps' });
    const gapsCard = h(
        'section',
        { class: 'card', 'aria-label': 'Gaps', hidden: true },
        h('h2', null, 'Least gaps'),
        gaps,
    );
    const facts = h('dl', { class: 'facts' });
    const notices = h('ul', { class: 'notices' });
    const checked = h(
        'section',
        { class: 'card', 'aria-label': 'What was checked' },
        details('What was checked', facts, notices),
    );
    const element = h(
        'section',
        { class: 'card result', 'aria-label': 'Verdict' },
        h('h2', null, 'Verdict'),
        head,
        kinds,
        hint,
        numbers.element,
    );

    /** @param {string} look @param {string} mark @param {string} text */
    const say = (look, mark, text) => {
        head.className = `verdict ${look}`;
        sign.textContent = mark;
        verdict.textContent = text;
        verdict.dataset.value = text;
    };

    /** @param {Result} result */
    const drawGaps = ({ gaps: all = [], domain }) => {
        const how = { ...style(), domain };
        const lines = all.slice(0, MOST_GAPS).map((gap) => `Gap ${describeGap(gap, how)}`);
        if (all.length > MOST_GAPS) lines.push(`… and ${all.length - MOST_GAPS} wider gaps`);
        // The least alone stands above already.
        const shown = all.length > 1 ? lines : [];
        gaps.replaceChildren(...shown.map((line) => h('li', null, pageWords(line))));
        gapsCard.hidden = shown.length === 0;
    };

    return {
        /** Takes no focus: on narrow screens it moves up. */
        element,
        /** A card of its own: on narrow screens the player comes before a long list. */
        gapsCard,
        checked,
        /**
         * @param {Shown | null} shown
         * @param {{ failure: Failure | null, waiting: string, isMended: boolean }} how
         */
        draw(shown, { failure, waiting, isMended }) {
            const told = failure ? null : (shown?.verdict ?? null);
            numbers.element.hidden = !told;
            checked.hidden = !told;
            gaps.replaceChildren();
            gapsCard.hidden = true;
            kinds.textContent = '';
            hint.textContent = '';
            if (failure) {
                say(
                    'overlapping',
                    '!',
                    failure.code === 'internal' ? 'Something failed' : 'Cannot be checked',
                );
                kinds.textContent = pageWords(failure.message);
                hint.textContent = HINTS[failure.code] ?? '';
                return;
            }
            if (!told) return say('', '', waiting);
            const { result, violations } = told;
            const look = result.valid ? 'disjoint' : violations > 0 ? 'overlapping' : 'touching';
            say(look, result.valid ? '✓' : violations > 0 ? '✗' : '?', told.verdict);
            kinds.textContent = `${told.kinds}${isMended ? `${told.kinds && '; '}the repaired plan` : ''}`;
            const nearest = leastGap(result);
            numbers.set({
                agents: result.agents,
                segments: result.segments,
                makespan: result.domain === 'driving' ? null : result.makespan,
                costs: result.domain === 'driving' ? null : result.sumOfCosts,
                clearance: shown && nearest ? gapValue(shown.scene, nearest.distance) : null,
                between: shown && nearest ? pairText(shown.scene, nearest) : null,
                at: nearest?.time ?? null,
            });
            drawGaps(result);
            /** @param {string} name @param {string} text */
            const fact = (name, text) =>
                text === '' ? [] : [h('dt', null, name), h('dd', null, text)];
            facts.replaceChildren(
                ...fact('Format', result.format),
                ...fact('Checked', pageWords(describeChecks(result, true).join(', '))),
                ...fact('Not checked', pageWords(describeChecks(result, false).join(', '))),
                ...fact('Reading', pageWords(describeReading(result, style()))),
            );
            const rest = result.notices.length - MOST_NOTICES;
            notices.replaceChildren(
                ...result.hints.map((text) => h('li', null, `Hint: ${pageWords(text)}`)),
                ...result.notices
                    .slice(0, MOST_NOTICES)
                    .map((text) => h('li', null, pageWords(text))),
                ...(rest > 0 ? [h('li', null, `… and ${rest} more`)] : []),
            );
        },
        dispose: numbers.dispose,
    };
}
