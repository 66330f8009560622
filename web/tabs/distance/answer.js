/** The verdict and its numbers. */

import { formatFeature } from '../../base/deciding_pair.js';
import { h } from '../../base/dom.js';
import { createReadout } from '../../base/readout.js';
import { createVerdict } from '../../base/verdict.js';

/**
 * @import { Distance, Penetration } from 'graze'
 */

/** @param {(text: string) => void} announce */
export function createAnswer(announce) {
    const verdict = createVerdict('relation', announce);
    const readout = createReadout(
        {
            distance: 'Distance',
            depth: 'Depth',
            lowerBound: 'At least',
            pointA: 'Point of A',
            pointB: 'Point of B',
            normal: 'Normal, A to B',
            featureA: 'Feature of A',
            featureB: 'Feature of B',
            iterations: 'Iterations',
        },
        'Answer',
        { hidesEmpty: true },
    );
    const depthHint = h(
        'p',
        { class: 'hint depth-hint' },
        'A translation by the depth separates the bodies. At least the length below it is needed.',
    );
    return {
        element: h(
            'section',
            { class: 'card result', 'aria-label': 'Answer' },
            verdict.element,
            readout.element,
            depthHint,
        ),
        /** @param {Distance} distance @param {Penetration} penetration */
        draw(distance, penetration) {
            const isOverlapping = distance.relation === 'overlapping';
            const { pointA, pointB, normal, featureA, featureB } = isOverlapping
                ? penetration
                : distance;
            verdict.draw({
                relation: distance.relation,
                text: distance.relation,
                spoken: `A and B are ${distance.relation}`,
            });
            const isBounded = penetration.status === 'bounded';
            depthHint.hidden = !isBounded;
            readout.set({
                distance: distance.distance,
                depth: penetration.depth,
                lowerBound: isBounded ? penetration.lowerBound : null,
                pointA: [pointA.x, pointA.y],
                pointB: [pointB.x, pointB.y],
                normal: [normal.x, normal.y],
                featureA: formatFeature(featureA),
                featureB: formatFeature(featureB),
                iterations: distance.iterations,
            });
        },
        dispose: readout.dispose,
    };
}
