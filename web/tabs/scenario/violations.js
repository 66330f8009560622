/** The violations: their list, and the details and the card of the selected one. */

import {
    describeMessage,
    describePlace,
    describeRepeats,
    describeSuggestion,
    groupViolations,
} from 'graze/scenario/messages';
import { h, newId, onNextFrame } from '../../base/dom.js';
import { button } from '../../base/fields.js';
import { formatShort } from '../../base/format.js';
import { band, dots, level, verticalLine } from '../../base/overlays.js';
import { createPlot } from '../../base/plot.js';
import { createReadout } from '../../base/readout.js';
import { formatBodyName, gapReadout, messageStyle, toPageMessage } from './wording.js';

/**
 * @import { UndecidedPair, Violation } from 'graze/scenario'
 * @import { ViolationGroup } from 'graze/scenario/messages'
 * @import { Value } from '../../base/readout.js'
 * @import { CurrentPlan } from './plan_checker.js'
 * @import { Pose, Scene } from './scene.js'
 */

/* ---- list ---- */

/** Number of groups listed at once, and of violations listed in a group. */
const MAX_GROUPS = 30;
const MAX_MEMBERS = 200;
const MAX_UNDECIDED = 50;

/**
 * Creates the list of violations, in the wording of the reports; choosing one jumps to it.
 *
 * @param {(index: number) => void} onSelect
 */
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
    /** Entries of the groups that have some. @type {Map<ViolationGroup, HTMLLIElement[]>} */
    let items = new Map();
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
    /** @param {ViolationGroup} group */
    const getItem = (group) => {
        const item = items.get(group) ?? createItem(group);
        items.set(group, item);
        return item;
    };
    const showMore = () => {
        const next = groups.slice(listedCount, listedCount + MAX_GROUPS);
        // An entry that was listed early moves to its place.
        list.append(...next.flatMap(getItem));
        listedCount += next.length;
        moreButton.hidden = listedCount >= groups.length;
        moreButton.textContent = `${groups.length - listedCount} more`;
    };
    /** Returns the row of a violation; creates it if needed. @param {number} index */
    const findRow = (index) => {
        if (rows.has(index)) return rows.get(index);
        const position = groups.findIndex((group) => members.get(group.index)?.includes(index));
        if (position < 0) return undefined;
        // Thousands of rows would take seconds: a distant one is listed out of order.
        if (position >= listedCount && position < listedCount + MAX_GROUPS) showMore();
        else if (position >= listedCount) list.append(...getItem(groups[position]));
        if (!rows.has(index)) {
            rows.get(groups[position].index)
                ?.closest('li')
                ?.querySelector('button.quiet')
                ?.dispatchEvent(new Event('click'));
        }
        return rows.get(index);
    };
    /** Scrolls within the list: the page stays where it is. The frame that lays the rows out does it. */
    const scrollToSelected = onNextFrame(() => {
        const selectedRow = rows.get(selected);
        if (!selectedRow) return;
        const [rowRect, boxRect] = [
            selectedRow.getBoundingClientRect(),
            box.getBoundingClientRect(),
        ];
        if (rowRect.top < boxRect.top) box.scrollTop += rowRect.top - boxRect.top;
        else if (rowRect.bottom > boxRect.bottom)
            box.scrollTop += Math.min(rowRect.bottom - boxRect.bottom, rowRect.top - boxRect.top);
    });

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
            items = new Map();
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
            scrollToSelected();
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

/* ---- details of a violation ---- */

/**
 * @typedef {object} Participant agent, obstacle or blocked cell in the violation
 * @property {number} body -1: a blocked cell
 * @property {string} name
 * @property {(time: number) => Pose | null} poseAt
 *
 * @typedef {object} ViolationDetail
 * @property {number} index index of the violation
 * @property {Violation} violation
 * @property {Participant[]} participants one or two
 * @property {Scene['domain']} domain
 * @property {(mover: number) => string} formatName
 * @property {(gap: number) => Value} formatGap a gap for a readout
 * @property {[number, number]} window time range around the violation
 * @property {number} first time at which the violation begins
 * @property {number} deepestTime time of deepest penetration; `first` if the violation has no depth
 * @property {number | null} depth largest penetration depth
 * @property {(time: number) => number | null} separationAt
 * @property {{ times: number[], separations: (number | null)[], delayed: (number | null)[] | null } | null} separation null: the violation does not involve two
 *   bodies
 */

/** Number of instants at which the gap is sampled. */
const SAMPLES = 120;
/** Number of iterations that refine the deepest instant. */
const MAX_NARROWINGS = 40;

/**
 * Computes the details of a violation: its participants, the time of deepest penetration, their gap over time.
 *
 * @param {CurrentPlan} plan
 * @param {number} index
 * @returns {ViolationDetail | null}
 */
export function inspectViolation(plan, index) {
    const violation = plan.violations[index];
    if (!violation) return null;
    const participants = listParticipants(plan, violation);
    const [first] = violation.interval;
    const window = timeWindow(plan, violation, participants);
    /** @param {number} delay @param {number} time */
    const separationAt = (delay, time) => {
        const { suggestion } = violation;
        const [p, q] = participants.map(({ body, poseAt }) =>
            poseAt(delay && body === suggestion?.agent ? time - delay : time),
        );
        if (!p || !q) return null;
        const [a, b] = participants;
        if (b.body < 0) return plan.distances.toBlockedCells(a.body, p, [q.x, q.y]);
        return plan.distances.betweenBodies(a.body, p, b.body, q);
    };
    /** @param {number} time */
    const separationNow = (time) => separationAt(0, time);
    /** @param {number} body */
    const formatName = (body) => formatBodyName(plan.scene, body);
    /** @param {number} gap */
    const formatGap = (gap) => gapReadout(plan.scene, gap);
    const base = {
        domain: plan.scene.domain,
        index,
        violation,
        participants,
        formatName,
        formatGap,
        window,
        first,
        separationAt: separationNow,
    };
    if (participants.length < 2)
        return { ...base, deepestTime: first, depth: null, separation: null };
    const deepestTime = findDeepest(violation.interval, (time) => separationNow(time) ?? Infinity);
    const steps = Array.from(
        { length: SAMPLES + 1 },
        (_, i) => window[0] + ((window[1] - window[0]) * i) / SAMPLES,
    );
    const ends = violation.interval.filter((time) => time >= window[0] && time <= window[1]);
    const times = [...new Set([...steps, ...ends, deepestTime])].sort((p, q) => p - q);
    const { suggestion } = violation;
    return {
        ...base,
        deepestTime,
        depth: separationAt(0, deepestTime),
        separation: {
            times,
            separations: times.map((time) => separationAt(0, time)),
            delayed: suggestion ? times.map((time) => separationAt(suggestion.delay, time)) : null,
        },
    };
}

/** @param {CurrentPlan} plan @param {Violation} violation @returns {Participant[]} */
function listParticipants(plan, { kind, agents, obstacle, position, interval }) {
    const { poses } = plan;
    /** @param {number} body @param {string} name @returns {Participant} */
    const createParticipant = (body, name) => ({
        body,
        name,
        poseAt: (time) => poses.poseAt(body, time),
    });
    const participants = agents.map((agent) =>
        createParticipant(agent, formatBodyName(plan.scene, agent)),
    );
    if (kind !== 'agent-obstacle') return participants;
    const found =
        obstacle === undefined ? -1 : findNearestNamed(plan, agents[0], obstacle, interval);
    if (found >= 0)
        return [...participants, createParticipant(found, formatBodyName(plan.scene, found))];
    if (!position) return participants;
    const [x, y] = position;
    const name = `blocked cell (${x}, ${y})`;
    return [...participants, { body: -1, name, poseAt: () => ({ x, y, angle: 0 }) }];
}

/**
 * Returns the obstacle of that name with the deepest penetration by an agent (several may share a name); -1: none.
 *
 * @param {CurrentPlan} plan
 * @param {number} agent
 * @param {string} name
 * @param {readonly [number, number]} interval
 */
function findNearestNamed({ scene, poses, distances }, agent, name, [lo, hi]) {
    const bodies = [...scene.names.keys()].filter(
        (body) => body >= scene.agents && scene.names[body] === name,
    );
    let [best = -1, min] = [bodies[0], Infinity];
    for (let k = 0; k <= SAMPLES && bodies.length > 1; k++) {
        const time = lo + ((hi - lo) * k) / SAMPLES;
        const pose = poses.poseAt(agent, time);
        for (const body of pose === null ? [] : bodies) {
            const other = poses.poseAt(body, time);
            const gap =
                other === null
                    ? Infinity
                    : distances.betweenBodies(agent, /** @type {Pose} */ (pose), body, other);
            if (gap < min) [best, min] = [body, gap];
        }
    }
    return best;
}

/**
 * Returns a time range long enough to show the approach and the departure.
 *
 * @param {CurrentPlan} plan
 * @param {Violation} violation
 * @param {Participant[]} participants
 * @returns {[number, number]}
 */
function timeWindow({ scene, poses }, { interval, suggestion }, participants) {
    const [lo, hi] = interval;
    const movers = participants.map(({ body }) => body).filter((body) => body >= 0);
    const speed = Math.max(...movers.map((body) => poses.speedAt(body, lo)), 0);
    const size = Math.max(...movers.map((body) => scene.boundingRadius[body]), 0.25);
    const [begin, end] = scene.span;
    const travel = speed > 0 ? Math.min((5 * size) / speed, (end - begin) / 2) : 0;
    const delay = suggestion ? Math.min(suggestion.delay, 3 * (hi - lo)) : 0;
    const pad = Math.max(0.75 * (hi - lo), travel) || (end - begin) / 10;
    return [Math.max(begin, lo - pad), hi + pad + delay];
}

/**
 * Returns the time of the minimum gap: the best of many instants, refined between its neighbors.
 *
 * @param {readonly [number, number]} interval
 * @param {(time: number) => number} separationAt
 */
function findDeepest([lo, hi], separationAt) {
    const step = (hi - lo) / SAMPLES;
    if (!(step > 0)) return lo;
    let [best, min] = [lo, separationAt(lo)];
    for (let k = 1; k <= SAMPLES; k++) {
        const gap = separationAt(lo + k * step);
        if (gap < min) [best, min] = [lo + k * step, gap];
    }
    let [left, right] = [Math.max(lo, best - step), Math.min(hi, best + step)];
    for (let k = 0; k < MAX_NARROWINGS; k++) {
        const [p, q] = [left + (right - left) / 3, right - (right - left) / 3];
        if (separationAt(p) <= separationAt(q)) right = q;
        else left = p;
    }
    const middle = (left + right) / 2;
    return separationAt(middle) < min ? middle : best;
}

/* ---- card of the selected violation ---- */

/**
 * Creates the card of the selected violation: its numbers, the gap of the two over time, and the effect of a delay.
 *
 * @param {(time: number) => void} onTime
 */
export function createCloseup(onTime) {
    const title = h('h2');
    const message = h('p', { class: 'report-text' });
    const suggestionText = h('p', { class: 'report-text suggestion' });
    const numbers = createReadout(
        {
            from: 'From t =',
            to: 'to t =',
            depth: 'Certified depth',
            deepestTime: 'Deepest at t =',
            gapNow: 'Gap now',
        },
        'Selected violation',
        { hidesEmpty: true },
    );
    numbers.element.classList.add('inline');
    const toFirst = button('Go to start', () => detail && onTime(detail.first));
    const toDeepest = button('Go to deepest', () => detail && onTime(detail.deepestTime));
    const plot = createPlot({
        label: 'Gap over time',
        x: 'time',
        lines: [
            { label: 'gap', color: 'text', width: 1.5 },
            { label: 'after the delay', color: 'good', dash: [6, 4], width: 1.5 },
        ],
        onPick: onTime,
        height: 170,
    });
    const legend = h('p', { class: 'hint' });
    const chart = h('div', null, plot.element, legend);
    const element = h(
        'section',
        { class: 'card closeup', 'aria-label': 'Selected violation' },
        title,
        message,
        suggestionText,
        h('div', { class: 'buttons' }, toFirst, toDeepest),
        numbers.element,
        chart,
    );
    /** @type {ViolationDetail | null} */
    let detail = null;
    let drawnTime = Number.NaN;

    return {
        element,
        /** @param {ViolationDetail | null} next @param {number} [count] number of violations */
        fill(next, count = 0) {
            detail = next;
            drawnTime = Number.NaN;
            element.hidden = !next;
            if (!next) return;
            const { violation, participants, separation, deepestTime, depth, index } = next;
            const names = toPageMessage(participants.map(({ name }) => name).join(' and '));
            title.textContent = `Violation ${index + 1} of ${count} by time: ${names}`;
            const { domain } = next;
            const place = describePlace(violation, { domain, ...messageStyle() });
            message.textContent = toPageMessage(
                `${describeMessage(violation, messageStyle())}; ${place}`,
            );
            suggestionText.textContent = toPageMessage(
                describeSuggestion(violation, { domain, ...messageStyle() }),
            );
            suggestionText.hidden = suggestionText.textContent === '';
            suggestionText.classList.toggle('suggestion', Boolean(violation.suggestion));
            const [from, to] = violation.interval;
            numbers.set({
                from,
                to: violation.lasting ? 'never ends' : to,
                depth: violation.depth,
                deepestTime: depth === null ? null : deepestTime,
            });
            toDeepest.hidden = depth === null;
            chart.hidden = !separation;
            if (!separation) return;
            const suggestion = violation.suggestion;
            legend.textContent = suggestion
                ? `Solid: as planned. Dashed: ${next.formatName(suggestion.agent)} delayed by ${formatShort(suggestion.delay)}. Shaded: the violation.`
                : 'Shaded: the violation.';
        },
        /** @param {number} time @param {number | null} gapNow */
        drawTime(time, gapNow) {
            if (!detail) return;
            numbers.set({ gapNow: gapNow === null ? null : detail.formatGap(gapNow) });
            const { separation, violation, window, deepestTime, depth } = detail;
            if (!separation || time === drawnTime) return;
            const clamped = Math.min(Math.max(time, window[0]), window[1]);
            // Changes outside of its time window do not affect this card.
            const isFirst = Number.isNaN(drawnTime);
            const limit =
                4 * Math.abs(depth ?? 0) ||
                Math.max(...separation.separations.map((value) => value ?? 0));
            // Large gaps are clipped so that the depth remains visible.
            /** @param {(number | null)[] | null} separations */
            const clip = (separations) =>
                separation.times.map((_, i) => {
                    const value = separations?.[i] ?? null;
                    return value === null || value > limit ? null : value;
                });
            drawnTime = clamped;
            const [from, to] = violation.interval;
            plot.set({
                ...(isFirst
                    ? {
                          data: [
                              separation.times,
                              clip(separation.separations),
                              clip(separation.delayed),
                          ],
                      }
                    : {}),
                behind: [band(from, to, 'bad')],
                over: [
                    level(0, 'muted'),
                    ...(depth === null ? [] : [dots([[deepestTime, depth]], 'bad', { size: 4 })]),
                    verticalLine(clamped, 'text', { dash: [2, 2] }),
                ],
                label: `Gap of ${detail.participants.map(({ name }) => name).join(' and ')} over time; minimum ${formatShort(depth ?? 0)} at ${formatShort(deepestTime)}`,
            });
        },
        dispose() {
            plot.dispose();
            numbers.dispose();
        },
    };
}
