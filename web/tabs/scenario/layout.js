/** Layout of the tab: map and time on the left, verdict and controls on the right. */

import { h } from '../../base/dom.js';
import { details } from '../../base/fields.js';

/** @param {string} name @param {string} label @param {...Node} children */
function section(name, label, ...children) {
    return h('section', { class: name, 'aria-label': label }, ...children);
}

/** @param {string} name */
const keyElement = (name) => h('kbd', null, name);

function keysHelp() {
    return h(
        'p',
        { class: 'hint' },
        keyElement('Space'),
        ' plays, ',
        keyElement(','),
        ' and ',
        keyElement('.'),
        ' step through time; ',
        keyElement('n'),
        ' and ',
        keyElement('p'),
        ' go to the next and the previous violation, ',
        keyElement('d'),
        ' to its deepest time. On the map, arrow keys pan, ',
        keyElement('+'),
        ' and ',
        keyElement('−'),
        ' zoom, ',
        keyElement('0'),
        ' shows all.',
    );
}

/**
 * @typedef {{ element: HTMLElement }} LayoutPart
 *
 * @param {Record<'opener' | 'progress' | 'missing' | 'map' | 'player' | 'speed' | 'chart' | 'now' | 'closeup' | 'agentCard'
 *   | 'violations' | 'repairCard' | 'filesCard' | 'exportCard', LayoutPart> & { verdict: LayoutPart & { gapsCard: HTMLElement, checked: HTMLElement } }} parts
 */
export function createLayout(parts) {
    const { verdict } = parts;
    const mainColumn = h(
        'div',
        { class: 'main-column' },
        section('world', 'The map', parts.map.element),
        section(
            'card timeline',
            'Time',
            h('div', { class: 'player-row' }, parts.player.element, parts.speed.element),
            h('h2', null, 'Minimum gap over time'),
            parts.chart.element,
            parts.now.element,
            h(
                'p',
                { class: 'hint' },
                'The curve is exact at 601 sample times and at the ends of violations; in between the gap may be smaller. The cross marks the overall minimum.',
            ),
        ),
        parts.closeup.element,
        parts.agentCard.element,
    );
    const sideColumn = h(
        'div',
        { class: 'side-column' },
        verdict.element,
        verdict.gapsCard,
        parts.violations.element,
        parts.repairCard.element,
        verdict.checked,
        parts.filesCard.element,
        parts.exportCard.element,
        details('Keys', keysHelp()),
    );
    return [
        parts.opener.element,
        parts.progress.element,
        parts.missing.element,
        h('div', { class: 'panes' }, mainColumn, sideColumn),
    ];
}
