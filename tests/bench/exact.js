import { placeVertices } from '../../js/bench/oracle.js';
import { relatePolygons } from '../oracle/static_oracle.js';

/**
 * The relations of touching pairs by the exact oracle. Moved together and rounded to float32, they are
 * some 1e-7 apart or deep, and placing a vertex errs by 1e-15: so the outlines as placed here have the
 * relation of those that the package places, but for the rare pair that is left out.
 *
 * @import { PairSet } from '../../js/bench/pairs.js'
 */

/** Pairs of a set that are checked: integers of hundreds of bits take their time. */
const SAMPLE = 64;
const CLEAR = 1e-12;

/** @param {PairSet} set */
export function refine(set) {
    if (set.scene !== 'touching') return;
    set.relations = new Map();
    const step = Math.max(1, Math.floor(set.count / SAMPLE));
    for (let pair = 0; pair < set.count; pair += step) {
        const a = placeVertices(set.shapes[set.shapeA[pair]], set.poseA, pair);
        const b = placeVertices(set.shapes[set.shapeB[pair]], set.poseB, pair);
        const { relation, distance, depth } = relatePolygons(pointsOf(a), pointsOf(b));
        if (distance + depth > CLEAR) set.relations.set(pair, relation === 'disjoint' ? 0 : 2);
    }
}

/** @param {Float64Array} outline */
function pointsOf(outline) {
    const points = [];
    for (let k = 0; k < outline.length; k += 2) points.push([outline[k], outline[k + 1]]);
    return points;
}
