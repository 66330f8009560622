/** The verdict on the plan and the way there: the progress of the worker, the verdict, the repair. */

import {
    describeChange,
    describeChecks,
    describePairClearance,
    describeRepair,
    describeRules,
    leastClearance,
} from 'graze/scenario/messages';
import { h, newId } from '../../base/dom.js';
import { button, details } from '../../base/fields.js';
import { createReadout } from '../../base/readout.js';
import { formatPair, gapReadout, messageStyle, toPageMessage, toSentences } from './wording.js';

/**
 * @import { ValidationResult } from 'graze/scenario'
 * @import { CurrentPlan } from './plan_checker.js'
 * @import { Scene } from './scene.js'
 * @import { Failure, RepairSummary, Stage } from './worker.js'
 */

/* ---- verdict ---- */

/** Number of notices that are shown. */
const MAX_NOTICES = 20;
/** Number of gaps that are listed, smallest first. */
const MAX_GAPS = 10;

/** Verdicts of failures that are not the plan's. @type {Record<string, string>} */
const FAILURE_TEXTS = { internal: 'Internal error', 'not-loaded': 'Not loaded' };
/** Hints for errors that the visitor can fix on the page. @type {Record<string, string>} */
const FAILURE_HINTS = {
    'radius-unknown': 'Enter it above, or add the configuration file.',
    'unknown-start': 'Add the task file with the start positions.',
    'not-a-plan': 'Choose the role of each file under Files.',
    'not-loaded':
        'A part of the page could not be loaded. You may be offline: open the plan again later.',
    'unknown-format': 'Choose the role of each file and the format under Files.',
};

/** Creates the verdict, in the wording of the reports, with its numbers. */
export function createVerdict() {
    const sign = h('span', { class: 'sign', 'aria-hidden': 'true' });
    const verdict = h('output', { 'data-key': 'verdict', 'aria-live': 'off' });
    const head = h('p', { class: 'verdict' }, sign, verdict);
    const kinds = h('p', { class: 'kinds' });
    const hint = h('p', { class: 'hint' });
    const hints = h('ul', { class: 'notices', 'aria-label': 'Hints' });
    const unchecked = h('p', { class: 'hint' });
    const numbers = createReadout(
        {
            agents: 'Agents',
            pieces: 'Pieces',
            clearance: 'Minimum gap',
            between: 'Between',
            time: 'At t =',
            makespan: 'Makespan',
            sumOfCosts: 'Sum of costs',
        },
        'The plan',
        { hidesEmpty: true },
    );
    const gaps = h('ul', { class: 'notices', 'aria-label': 'Smallest gaps' });
    const gapsCard = h(
        'section',
        { class: 'card', 'aria-label': 'Gaps', hidden: true },
        h('h2', null, 'Smallest gaps'),
        gaps,
    );
    const facts = h('dl', { class: 'facts' });
    const notices = h('ul', { class: 'notices' });
    const checked = h(
        'section',
        { class: 'card', 'aria-label': 'Checks' },
        details('Checks', facts, notices),
    );
    const element = h(
        'section',
        { class: 'card result', 'aria-label': 'Verdict' },
        h('h2', null, 'Verdict'),
        head,
        hints,
        kinds,
        hint,
        unchecked,
        numbers.element,
    );

    /** @param {string} className @param {string} signText @param {string} text */
    const showVerdict = (className, signText, text) => {
        head.className = `verdict ${className}`;
        sign.textContent = signText;
        verdict.textContent = text;
        verdict.dataset.value = text;
    };

    /** @param {ValidationResult} result */
    const drawGaps = ({ pairClearances: allGaps = [], domain }) => {
        const messageOptions = { ...messageStyle(), domain };
        const lines = allGaps
            .slice(0, MAX_GAPS)
            .map((gap) => `Gap ${describePairClearance(gap, messageOptions)}`);
        if (allGaps.length > MAX_GAPS) lines.push(`… and ${allGaps.length - MAX_GAPS} wider gaps`);
        // A single minimum is already shown above.
        const listedLines = allGaps.length > 1 ? lines : [];
        gaps.replaceChildren(...listedLines.map((line) => h('li', null, toPageMessage(line))));
        gapsCard.hidden = listedLines.length === 0;
    };

    return {
        /** The verdict, which takes no focus: on narrow screens it moves up. */
        element,
        /** A separate card for gaps: on narrow screens the player precedes a long list. */
        gapsCard,
        checked,
        /**
         * @param {CurrentPlan | null} plan
         * @param {{ failure: Failure | null, waiting: string, isMended: boolean }} how
         */
        draw(plan, { failure, waiting, isMended: isRepaired }) {
            const planVerdict = failure ? null : (plan?.verdict ?? null);
            numbers.element.hidden = !planVerdict;
            checked.hidden = !planVerdict;
            gaps.replaceChildren();
            gapsCard.hidden = true;
            kinds.textContent = '';
            hint.textContent = '';
            unchecked.textContent = '';
            hints.replaceChildren();
            if (failure) {
                const { code, message } = failure;
                const isNotLoaded = code === 'not-loaded';
                showVerdict('overlapping', '!', FAILURE_TEXTS[code] ?? 'Cannot be validated');
                kinds.textContent = isNotLoaded ? '' : toPageMessage(message);
                hint.textContent = FAILURE_HINTS[failure.code] ?? '';
                return;
            }
            if (!planVerdict) return showVerdict('', '', waiting);
            const { result, violations } = planVerdict;
            const className = result.valid
                ? 'disjoint'
                : violations > 0
                  ? 'overlapping'
                  : 'touching';
            showVerdict(
                className,
                result.valid ? '✓' : violations > 0 ? '✗' : '?',
                planVerdict.verdict,
            );
            kinds.textContent = `${planVerdict.kinds}${isRepaired ? `${planVerdict.kinds && '; '}the repaired plan` : ''}`;
            const nearest = leastClearance(result);
            numbers.set({
                agents: result.agents,
                pieces: result.pieces,
                makespan: result.domain === 'driving' ? null : result.makespan,
                sumOfCosts: result.domain === 'driving' ? null : result.sumOfCosts,
                clearance: plan && nearest ? gapReadout(plan.scene, nearest.separation) : null,
                between: plan && nearest ? formatPair(plan.scene, nearest) : null,
                time: nearest?.time ?? null,
            });
            drawGaps(result);
            /** @param {string} name @param {string} text */
            const createFact = (name, text) =>
                text === '' ? [] : [h('dt', null, name), h('dd', null, text)];
            facts.replaceChildren(
                ...createFact('Format', result.format),
                ...createFact('Checked', toPageMessage(describeChecks(result, true).join(', '))),
                ...createFact('Rules', toPageMessage(describeRules(result, messageStyle()))),
            );
            hints.replaceChildren(
                ...result.hints.map((text) => h('li', null, `Hint: ${toPageMessage(text)}`)),
            );
            const missing = toPageMessage(describeChecks(result, false).join(', '));
            unchecked.textContent = missing === '' ? '' : `Not checked: ${missing}`;
            const omitted = result.notices.length - MAX_NOTICES;
            notices.replaceChildren(
                ...result.notices
                    .slice(0, MAX_NOTICES)
                    .map((text) => h('li', null, toPageMessage(text))),
                ...(omitted > 0 ? [h('li', null, `… and ${omitted} more`)] : []),
            );
        },
        dispose: numbers.dispose,
    };
}

/* ---- progress ---- */

/** @type {Record<Stage, string>} */
const STAGES = {
    reading: 'Reading',
    checking: 'Validating',
    delays: 'Searching for delays that repair it',
    curve: 'Validated; computing gaps over time',
    repairing: 'Searching for minimal waits',
    writing: 'Writing',
};

/** Delay before the progress bar appears, in milliseconds: shorter work would make it flicker. */
const SHOW_DELAY = 120;

/**
 * Creates the current stage of the worker, with a button that stops it and one that starts it again.
 *
 * @param {{ onCancel: () => void, onAgain: () => void }} options
 */
export function createProgress({ onCancel, onAgain }) {
    const id = newId('progress');
    const name = h('label', { for: id });
    const bar = h('progress', { id, max: 1 });
    const cancelButton = button('Cancel', onCancel);
    const againButton = button('Validate again', onAgain);
    const element = h(
        'div',
        { class: 'progress', hidden: true },
        name,
        bar,
        cancelButton,
        againButton,
    );
    let timer = 0;

    /** @param {boolean} isWorking */
    const showButtons = (isWorking) => {
        bar.hidden = !isWorking;
        cancelButton.hidden = !isWorking;
        againButton.hidden = isWorking;
    };

    return {
        element,
        /** @param {Stage} stage @param {number | null} part completed fraction; null: unknown */
        show(stage, part) {
            name.textContent = STAGES[stage];
            if (part === null) bar.removeAttribute('value');
            else bar.value = part;
            if (timer !== 0) return;
            timer = window.setTimeout(() => {
                showButtons(true);
                element.hidden = false;
            }, SHOW_DELAY);
        },
        /** @param {boolean} isStopped whether the work was stopped early */
        end(isStopped) {
            clearTimeout(timer);
            timer = 0;
            showButtons(false);
            name.textContent = 'Cancelled';
            element.hidden = !isStopped;
        },
    };
}

/* ---- repair by waiting ---- */

/** Number of agents whose waits are listed. */
const MAX_CHANGES = 100;

/**
 * Creates the card of the repair by waiting: its changes, and the choice of the shown plan.
 *
 * @param {object} options
 * @param {() => void} options.onRepair
 * @param {(isRepaired: boolean) => void} options.onShow
 */
export function createRepairCard({ onRepair, onShow }) {
    const repairButton = button('Repair by waiting', onRepair, { class: 'primary' });
    const statusText = h('p', { class: 'report-text', role: 'status' });
    const changes = h('ol', { class: 'notices' });
    const group = newId('shown');
    /** @param {string} label @param {boolean} isRepaired */
    const createChoice = (label, isRepaired) => {
        const input = h('input', {
            type: 'radio',
            name: group,
            onchange: () => onShow(isRepaired),
        });
        return { input, element: h('label', { class: 'check' }, input, h('span', null, label)) };
    };
    const [given, repaired] = [createChoice('original', false), createChoice('repaired', true)];
    const planChoice = h(
        'div',
        { class: 'buttons', role: 'radiogroup', 'aria-label': 'Which plan is shown' },
        h('span', { 'aria-hidden': 'true' }, 'Shown:'),
        given.element,
        repaired.element,
    );
    const element = h(
        'section',
        { class: 'card', 'aria-label': 'Repair' },
        h('h2', null, 'Repair'),
        h(
            'p',
            { class: 'hint' },
            'Agents keep their routes and speeds; some wait, as briefly as possible.',
        ),
        repairButton,
        statusText,
        planChoice,
        changes,
    );

    return {
        element,
        /** @param {RepairSummary | null} summary @param {{ isMended: boolean, canRepair: boolean, domain?: Scene['domain'] }} how */
        draw(summary, { isMended: isRepaired, canRepair, domain }) {
            repairButton.hidden = summary !== null;
            repairButton.disabled = !canRepair;
            planChoice.hidden = summary?.status !== 'repaired';
            given.input.checked = !isRepaired;
            repaired.input.checked = isRepaired;
            const text = summary ? describeSummary(summary) : '';
            if (statusText.textContent !== text) statusText.textContent = text;
            const list = summary?.changes ?? [];
            const omitted = list.length - MAX_CHANGES;
            changes.replaceChildren(
                ...list
                    .slice(0, MAX_CHANGES)
                    .map((change) =>
                        h(
                            'li',
                            null,
                            toPageMessage(describeChange(change, { domain, ...messageStyle() })),
                        ),
                    ),
                ...(omitted > 0 ? [h('li', null, `… and ${omitted} more agents`)] : []),
            );
        },
    };
}

/** @param {RepairSummary} summary */
export function describeSummary(summary) {
    return toSentences([describeRepair(summary, messageStyle())]);
}
