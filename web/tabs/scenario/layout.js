/** Where everything stands: what is seen and time on the left, verdict and controls on the right. */

import { h } from '../../base/dom.js';
import { details } from '../../base/fields.js';

/** @param {string} name @param {string} label @param {...Node} children */
function section(name, label, ...children) {
    return h('section', { class: name, 'aria-label': label }, ...children);
}

/** @param {string} name */
const key = (name) => h('kbd', null, name);

function keysHelp() {
    return h(
        'p',
        { class: 'hint' },
        key('Space'),
        ' plays, ',
        key(','),
        ' and ',
        key('.'),
        ' step through time; ',
        key('n'),
        ' and ',
        key('p'),
        ' go to the next and the previous violation, ',
        key('d'),
        ' to where it is deepest. On the map arrows pan, ',
        key('+'),
        ' and ',
        key('−'),
        ' zoom, ',
        key('0'),
        ' shows all.',
    );
}

/**
 * @typedef {{ element: HTMLElement }} Piece
 *
 * @param {Record<'opener' | 'progress' | 'missing' | 'map' | 'player' | 'speed' | 'chart' | 'now' | 'closeup' | 'agentCard'
 *   | 'violations' | 'repairCard' | 'filesCard' | 'exportCard', Piece> & { verdict: Piece & { gapsCard: HTMLElement, checked: HTMLElement } }} pieces
 */
export function layOut(pieces) {
    const { verdict } = pieces;
    const seen = h(
        'div',
        { class: 'seen' },
        section('world', 'The map', pieces.map.element),
        section(
            'card timeline',
            'Time',
            h('div', { class: 'player-row' }, pieces.player.element, pieces.speed.element),
            h('h2', null, 'Least gap over time'),
            pieces.chart.element,
            pieces.now.element,
            h(
                'p',
                { class: 'hint' },
                'The curve is exact at 601 instants and where violations begin and end; in between it may be lower. The cross is the least of all time.',
            ),
        ),
        pieces.closeup.element,
        pieces.agentCard.element,
    );
    const side = h(
        'div',
        { class: 'side' },
        verdict.element,
        verdict.gapsCard,
        pieces.violations.element,
        pieces.repairCard.element,
        verdict.checked,
        pieces.filesCard.element,
        pieces.exportCard.element,
        details('Keys', keysHelp()),
    );
    return [
        pieces.opener.element,
        pieces.progress.element,
        pieces.missing.element,
        h('div', { class: 'panes' }, seen, side),
    ];
}
