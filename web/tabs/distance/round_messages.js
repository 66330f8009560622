/** Sentences that describe a round of GJK: the first names the place of the origin, the second what follows from it. */

import { formatBarycode } from './regions.js';

/**
 * @import { GjkRound } from 'graze'
 */

const REGION_TEXTS = /** @type {Record<number, string>} */ ({
    7: 'inside the triangle',
    6: 'beyond the edge from the newest point to the first',
    5: 'beyond the edge from the second point to the newest',
    4: 'in the cone at the newest point',
    3: 'beyond the edge opposite the newest point',
    2: 'in the cone at the first point',
    1: 'in the cone at the second point',
    0: 'in no region: the triangle is degenerate',
});

const OUTCOME_TEXTS = /** @type {Record<GjkRound['outcome'], string>} */ ({
    nearer: 'v is closer to the origin; GJK continues.',
    inside: 'GJK ends: the cores overlap.',
    origin: 'v is the origin: the cores touch or overlap.',
    repeated: 'w is already in the simplex: v is the nearest point.',
    stalled: 'v did not get closer: it is the nearest point.',
});

/** Describes the result of the subdistance step. @param {GjkRound} gjkRound */
export function describeReduction({ simplex, barycode }) {
    const keptNames = simplex.filter((point) => point.kept).map(formatVertexPair);
    const keptText =
        keptNames.length < simplex.length
            ? `; ${keptNames.join(', ')} ${keptNames.length > 1 ? 'are kept' : 'is kept'}`
            : '';
    if (simplex.length === 3) {
        return `The origin is ${REGION_TEXTS[barycode]} (barycode ${formatBarycode(barycode)})${keptText}.`;
    }
    if (simplex.length === 2) {
        return keptNames.length === 2
            ? 'The origin is nearest to a point inside the edge; both are kept.'
            : `The origin is nearest to one end of the edge${keptText}.`;
    }
    return 'The simplex is one point, which is v.';
}

/** @param {GjkRound} gjkRound */
export function describeOutcome(gjkRound) {
    return OUTCOME_TEXTS[gjkRound.outcome];
}

/** @param {{ a: number, b: number }} point a vertex of A minus a vertex of B */
export function formatVertexPair({ a, b }) {
    return `a${a} − b${b}`;
}
