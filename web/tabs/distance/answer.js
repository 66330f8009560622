/** The verdict and its numbers. */

import { h } from '../../base/dom.js';
import { createReadout } from '../../base/readout.js';

/**
 * @import { Distance, Penetration } from 'graze'
 */

const SIGNS = { disjoint: '○ ○', touching: '○○', overlapping: '◎' };

/** @param {{ kind: string, index: number }} feature */
function featureText({ kind, index }) {
    return `${kind} ${index}`;
}

/** @param {(text: string) => void} announce */
export function createAnswer(announce) {
    const relation = h('output', { 'data-key': 'relation', 'aria-live': 'off' });
    const sign = h('span', { class: 'sign', 'aria-hidden': 'true' });
    const verdict = h('p', { class: 'verdict' }, sign, relation);
    const readout = createReadout(
        {
            distance: 'Distance',
            depth: 'Depth',
            pointA: 'Point of A',
            pointB: 'Point of B',
            normal: 'Normal, A to B',
            featureA: 'Feature of A',
            featureB: 'Feature of B',
            iterations: 'Iterations',
        },
        'Answer',
    );
    let last = '';
    return {
        element: h(
            'section',
            { class: 'card result', 'aria-label': 'Answer' },
            verdict,
            readout.element,
        ),
        /** @param {Distance} distance @param {Penetration} penetration */
        draw(distance, penetration) {
            const isDeep = distance.relation === 'overlapping';
            const { pointA, pointB, normal, featureA, featureB } = isDeep ? penetration : distance;
            relation.textContent = distance.relation;
            relation.dataset.value = distance.relation;
            verdict.className = `verdict ${distance.relation}`;
            sign.textContent = SIGNS[distance.relation];
            readout.set({
                distance: distance.distance,
                depth: penetration.depth,
                pointA: [pointA.x, pointA.y],
                pointB: [pointB.x, pointB.y],
                normal: [normal.x, normal.y],
                featureA: featureText(featureA),
                featureB: featureText(featureB),
                iterations: distance.iterations,
            });
            if (last && last !== distance.relation) announce(`A and B are ${distance.relation}`);
            last = distance.relation;
        },
        dispose: readout.dispose,
    };
}
