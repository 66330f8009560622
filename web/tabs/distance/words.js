/** A round of GJK in words. */

import { codeText } from './regions.js';

/**
 * @import { Step } from 'graze'
 */

const REGIONS = /** @type {Record<number, string>} */ ({
    7: 'inside the triangle',
    6: 'beyond the edge from the newest point to the first',
    5: 'beyond the edge from the second point to the newest',
    4: 'in the cone at the newest point',
    3: 'beyond the edge opposite the newest point',
    2: 'in the cone at the first point',
    1: 'in the cone at the second point',
    0: 'nowhere: the triangle has no area',
});

const OUTCOMES = /** @type {Record<Step['outcome'], string>} */ ({
    nearer: 'v came nearer; GJK goes on.',
    inside: 'The origin is inside the triangle: the cores meet.',
    origin: 'v is the origin: the cores meet there.',
    repeated: 'w was in the simplex already: v is the nearest point.',
    stalled: 'v came no nearer: it is the nearest point.',
});

/** What the subdistance step did. @param {Step} step */
export function reduction({ simplex, barycode }) {
    const kept = simplex.filter((point) => point.kept).map(pointName);
    const left =
        kept.length < simplex.length
            ? `; ${kept.join(', ')} ${kept.length > 1 ? 'stay' : 'stays'}`
            : '';
    if (simplex.length === 3) {
        return `The origin is ${REGIONS[barycode]} (barycode ${codeText(barycode)})${left}.`;
    }
    if (simplex.length === 2) {
        return kept.length === 2
            ? 'The origin is nearest to a point inside the edge; both stay.'
            : `The origin is nearest to one end of the edge${left}.`;
    }
    return 'One point is its own nearest point.';
}

/** @param {Step} step */
export function outcome(step) {
    return OUTCOMES[step.outcome];
}

/** @param {{ a: number, b: number }} point a vertex of A less a vertex of B */
export function pointName({ a, b }) {
    return `a${a} − b${b}`;
}
