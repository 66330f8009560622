/** The list of violations in the wording of the reports; choosing one jumps to it. */

import {
    describeMessage,
    describePlace,
    describeRepeats,
    describeSuggestion,
    groupViolations,
} from 'graze/scenario/messages';
import { h, newId } from '../../base/dom.js';
import { button } from '../../base/fields.js';
import { messageStyle, toPageMessage } from './page_messages.js';

/**
 * @import { UndecidedPair, Violation } from 'graze/scenario'
 * @import { ViolationGroup } from 'graze/scenario/messages'
 * @import { Scene } from './scene.js'
 * @import { CurrentPlan } from './current_plan.js'
 */

/** Number of groups listed at once, and of violations listed in a group. */
const MAX_GROUPS = 60;
const MAX_MEMBERS = 200;
const MAX_UNDECIDED = 50;

/** @param {(index: number) => void} onSelect */
export function createViolations(onSelect) {
    const title = newId('violations');
    const list = h('ol', { class: 'violations' });
    const moreButton = button('', () => showMore(), { class: 'quiet' });
    const restHint = h('p', { class: 'hint' });
    const undecided = h('ul', { class: 'notices' });
    const box = h('div', { class: 'violation-box' }, list, moreButton, restHint, undecided);
    const previousButton = button('Previous', () => step(-1), { title: 'Previous violation (p)' });
    const nextButton = button('Next', () => step(1), { title: 'Next violation (n)' });
    const element = h(
        'section',
        { class: 'card', 'aria-labelledby': title },
        h(
            'div',
            { class: 'card-head' },
            h('h2', { id: title }, 'Violations'),
            h('div', { class: 'buttons' }, previousButton, nextButton),
        ),
        box,
    );
    /** @type {Violation[]} */
    let violations = [];
    /** @type {ViolationGroup[]} */
    let groups = [];
    /** All violations of each group, by the index of its first. @type {Map<number, number[]>} */
    let members = new Map();
    /** @type {Map<number, HTMLButtonElement>} */
    let rows = new Map();
    let listedCount = 0;
    let selected = -1;
    /** @type {Scene['domain']} */
    let domain = 'agents';

    /** @param {number} direction */
    const step = (direction) => {
        if (violations.length === 0) return;
        const last = violations.length - 1;
        const from = selected < 0 && direction < 0 ? violations.length : selected;
        const next = from + direction;
        onSelect(next < 0 ? last : next > last ? 0 : next);
    };
    /** @param {number} index @param {string} [others] */
    const createRow = (index, others = '') => {
        const violation = violations[index];
        /** @param {string} className @param {string} text */
        const createLine = (className, text) =>
            text !== '' && h('span', { class: className }, text);
        const element = h(
            'button',
            {
                type: 'button',
                class: 'violation',
                'data-index': index,
                onclick: () => onSelect(index),
            },
            createLine('kind', violation.kind),
            createLine('message', toPageMessage(describeMessage(violation, messageStyle()))),
            createLine(
                'location',
                toPageMessage(describePlace(violation, { domain, ...messageStyle() })),
            ),
            createLine(
                violation.suggestion ? 'suggestion' : 'where',
                toPageMessage(describeSuggestion(violation, { domain, ...messageStyle() })),
            ),
            createLine('location', others),
        );
        rows.set(index, element);
        return element;
    };
    /** @param {ViolationGroup} group */
    const createItem = (group) => {
        const indices = members.get(group.index) ?? [group.index];
        // Violations of a small group are listed separately.
        if (group.members.length > 0)
            return indices.map((index) => h('li', null, createRow(index)));
        const others = h('ol', { class: 'violations' });
        const expandButton = button(
            `Show all ${indices.length}`,
            () => {
                for (const index of indices.slice(1, MAX_MEMBERS)) {
                    if (!rows.has(index)) others.append(h('li', null, createRow(index)));
                }
                expandButton.remove();
            },
            { class: 'quiet' },
        );
        return [
            h('li', null, createRow(group.index, describeRepeats(group)), expandButton, others),
        ];
    };
    const showMore = () => {
        const next = groups.slice(listedCount, listedCount + MAX_GROUPS);
        list.append(...next.flatMap(createItem));
        listedCount += next.length;
        moreButton.hidden = listedCount >= groups.length;
        moreButton.textContent = `${groups.length - listedCount} more`;
    };
    /** Returns the row of a violation; creates it if needed. @param {number} index */
    const findRow = (index) => {
        while (!rows.has(index) && listedCount < groups.length) showMore();
        if (!rows.has(index) && violations[index]) {
            const groupIndex =
                [...members].find(([, indices]) => indices.includes(index))?.[0] ?? -1;
            rows.get(groupIndex)
                ?.closest('li')
                ?.querySelector('button.quiet')
                ?.dispatchEvent(new Event('click'));
        }
        return rows.get(index);
    };

    return {
        element,
        step,
        /** @param {CurrentPlan | null} plan */
        fill(plan) {
            const { verdict } = plan ?? {};
            domain = plan?.scene.domain ?? 'agents';
            violations = verdict?.result.violations ?? [];
            groups = groupViolations(violations);
            members = indexMembers(violations, groups);
            rows = new Map();
            listedCount = 0;
            selected = -1;
            list.replaceChildren();
            showMore();
            const omitted = (verdict?.violations ?? 0) - violations.length;
            restHint.textContent = omitted > 0 ? `The report lists ${omitted} more.` : '';
            fillUndecided(verdict?.result.undecided ?? []);
            element.hidden = violations.length === 0 && undecided.childElementCount === 0;
            previousButton.hidden = violations.length === 0;
            nextButton.hidden = violations.length === 0;
        },
        /** @param {number} index */
        select(index) {
            if (index === selected) return;
            rows.get(selected)?.removeAttribute('aria-current');
            selected = index;
            const selectedRow = index < 0 ? undefined : findRow(index);
            if (!selectedRow) return;
            selectedRow.setAttribute('aria-current', 'true');
            // This scrolls only within the list: the page stays where it is.
            const [rowRect, boxRect] = [
                selectedRow.getBoundingClientRect(),
                box.getBoundingClientRect(),
            ];
            if (rowRect.top < boxRect.top) box.scrollTop += rowRect.top - boxRect.top;
            else if (rowRect.bottom > boxRect.bottom) {
                box.scrollTop += Math.min(
                    rowRect.bottom - boxRect.bottom,
                    rowRect.top - boxRect.top,
                );
            }
        },
    };

    /** @param {readonly UndecidedPair[]} pairs */
    function fillUndecided(pairs) {
        const omitted = pairs.length - MAX_UNDECIDED;
        undecided.replaceChildren(
            ...pairs
                .slice(0, MAX_UNDECIDED)
                .map((pair) => h('li', null, toPageMessage(describeMessage(pair, messageStyle())))),
            ...(omitted > 0 ? [h('li', null, `… and ${omitted} more undecided pairs`)] : []),
        );
    }
}

/**
 * @param {readonly Violation[]} violations
 * @param {readonly ViolationGroup[]} groups
 */
function indexMembers(violations, groups) {
    /** @param {Violation} violation */
    const key = ({ kind, agents, obstacle = '' }) => JSON.stringify([kind, agents, obstacle]);
    /** @type {Map<string, number[]>} */
    const indices = new Map();
    for (const [index, violation] of violations.entries()) {
        const members = indices.get(key(violation));
        if (members) members.push(index);
        else indices.set(key(violation), [index]);
    }
    return new Map(groups.map(({ first, index }) => [index, indices.get(key(first)) ?? [index]]));
}
