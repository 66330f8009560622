/** The list of violations, in the words of the reports; choosing one jumps to it. */

import {
    describeMend,
    describeMessage,
    describeOthers,
    describePlace,
    groupViolations,
} from 'graze/scenario/words';
import { h, newId } from '../../base/dom.js';
import { button } from '../../base/fields.js';
import { pageWords, style } from './page_words.js';

/**
 * @import { Undecided, Violation } from 'graze/scenario'
 * @import { Group } from 'graze/scenario/words'
 * @import { Scene } from './scene.js'
 * @import { Shown } from './shown.js'
 */

/** Groups that are listed at once, and of one group its violations. */
const MOST_GROUPS = 60;
const MOST_MEMBERS = 200;
const MOST_UNDECIDED = 50;

/** @param {(index: number) => void} onSelect */
export function createViolations(onSelect) {
    const title = newId('violations');
    const list = h('ol', { class: 'violations' });
    const more = button('', () => showMore(), { class: 'quiet' });
    const rest = h('p', { class: 'hint' });
    const undecided = h('ul', { class: 'notices' });
    const box = h('div', { class: 'violation-box' }, list, more, rest, undecided);
    const back = button('Previous', () => step(-1), { title: 'The violation before (p)' });
    const on = button('Next', () => step(1), { title: 'The next violation (n)' });
    const element = h(
        'section',
        { class: 'card', 'aria-labelledby': title },
        h(
            'div',
            { class: 'card-head' },
            h('h2', { id: title }, 'Violations'),
            h('div', { class: 'buttons' }, back, on),
        ),
        box,
    );
    /** @type {Violation[]} */
    let violations = [];
    /** @type {Group[]} */
    let groups = [];
    /** All of each group, by the index of its first. @type {Map<number, number[]>} */
    let members = new Map();
    /** @type {Map<number, HTMLButtonElement>} */
    let rows = new Map();
    let listed = 0;
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
    const row = (index, others = '') => {
        const violation = violations[index];
        /** @param {string} look @param {string} text */
        const line = (look, text) => text !== '' && h('span', { class: look }, text);
        const element = h(
            'button',
            {
                type: 'button',
                class: 'violation',
                'data-index': index,
                onclick: () => onSelect(index),
            },
            line('kind', violation.kind),
            line('message', pageWords(describeMessage(violation, style()))),
            line('where', pageWords(describePlace(violation, { domain, ...style() }))),
            line(
                violation.mend ? 'mend' : 'where',
                pageWords(describeMend(violation, { domain, ...style() })),
            ),
            line('where', others),
        );
        rows.set(index, element);
        return element;
    };
    /** @param {Group} group */
    const item = (group) => {
        const all = members.get(group.index) ?? [group.index];
        // Few are told one by one.
        if (group.members.length > 0) return all.map((index) => h('li', null, row(index)));
        const others = h('ol', { class: 'violations' });
        const open = button(
            `Each of the ${all.length}`,
            () => {
                for (const index of all.slice(1, MOST_MEMBERS)) {
                    if (!rows.has(index)) others.append(h('li', null, row(index)));
                }
                open.remove();
            },
            { class: 'quiet' },
        );
        return [h('li', null, row(group.index, describeOthers(group)), open, others)];
    };
    const showMore = () => {
        const next = groups.slice(listed, listed + MOST_GROUPS);
        list.append(...next.flatMap(item));
        listed += next.length;
        more.hidden = listed >= groups.length;
        more.textContent = `${groups.length - listed} more`;
    };
    /** The row of a violation, made when it has none yet. @param {number} index */
    const rowOf = (index) => {
        while (!rows.has(index) && listed < groups.length) showMore();
        if (!rows.has(index) && violations[index]) {
            const owner = [...members].find(([, all]) => all.includes(index))?.[0] ?? -1;
            rows.get(owner)
                ?.closest('li')
                ?.querySelector('button.quiet')
                ?.dispatchEvent(new Event('click'));
        }
        return rows.get(index);
    };

    return {
        element,
        step,
        /** @param {Shown | null} shown */
        fill(shown) {
            const { verdict } = shown ?? {};
            domain = shown?.scene.domain ?? 'agents';
            violations = verdict?.result.violations ?? [];
            groups = groupViolations(violations);
            members = membersOf(violations, groups);
            rows = new Map();
            listed = 0;
            selected = -1;
            list.replaceChildren();
            showMore();
            const left = (verdict?.violations ?? 0) - violations.length;
            rest.textContent = left > 0 ? `${left} more are in the report.` : '';
            fillUndecided(verdict?.result.undecided ?? []);
            element.hidden = violations.length === 0 && undecided.childElementCount === 0;
            back.hidden = violations.length === 0;
            on.hidden = violations.length === 0;
        },
        /** @param {number} index */
        select(index) {
            if (index === selected) return;
            rows.get(selected)?.removeAttribute('aria-current');
            selected = index;
            const found = index < 0 ? undefined : rowOf(index);
            if (!found) return;
            found.setAttribute('aria-current', 'true');
            // Within the list only: the page stays where it is.
            const [inside, outside] = [found.getBoundingClientRect(), box.getBoundingClientRect()];
            if (inside.top < outside.top) box.scrollTop += inside.top - outside.top;
            else if (inside.bottom > outside.bottom) {
                box.scrollTop += Math.min(inside.bottom - outside.bottom, inside.top - outside.top);
            }
        },
    };

    /** @param {readonly Undecided[]} pairs */
    function fillUndecided(pairs) {
        const left = pairs.length - MOST_UNDECIDED;
        undecided.replaceChildren(
            ...pairs
                .slice(0, MOST_UNDECIDED)
                .map((pair) => h('li', null, pageWords(describeMessage(pair, style())))),
            ...(left > 0 ? [h('li', null, `… and ${left} more undecided pairs`)] : []),
        );
    }
}

/**
 * @param {readonly Violation[]} violations
 * @param {readonly Group[]} groups
 */
function membersOf(violations, groups) {
    /** @param {Violation} violation */
    const key = ({ kind, agents, obstacle = '' }) => JSON.stringify([kind, agents, obstacle]);
    /** @type {Map<string, number[]>} */
    const all = new Map();
    for (const [index, violation] of violations.entries()) {
        const found = all.get(key(violation));
        if (found) found.push(index);
        else all.set(key(violation), [index]);
    }
    return new Map(groups.map(({ first, index }) => [index, all.get(key(first)) ?? [index]]));
}
