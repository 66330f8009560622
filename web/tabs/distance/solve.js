/** All answers of graze for a state, computed once. */

import { getPart } from '../../base/deciding_pair.js';
import { makeShape, toPose } from '../../base/shapes.js';

/**
 * @import { Graze, Shape } from 'graze'
 * @import { State } from './state.js'
 *
 * @typedef {ReturnType<typeof solve>} Solution
 */

/** @param {State} state */
export function gjkOptions({ subdistance, support, start }) {
    return { subdistance, support, start };
}

/**
 * Returns the part of a state on which the answers depend: anything else can change without a new query.
 *
 * @param {State} state
 */
export function queryKey({ a, b, subdistance, support, start }) {
    return JSON.stringify([a, b, subdistance, support, start]);
}

/**
 * Answers for the bodies, and for the pair that GJK is shown on: the bodies themselves or, if one has parts, the pair
 * of parts that decides the answer, since the rounds of GJK and A - B are those of convex bodies.
 *
 * @param {Graze} graze
 * @param {State} state
 */
export function solve(graze, state) {
    const { a, b } = state;
    const [poseA, poseB] = [toPose(a.pose), toPose(b.pose)];
    const options = gjkOptions(state);
    /** @type {Shape[]} */
    const shapes = [];
    /** @param {Shape} shape */
    const own = (shape) => {
        shapes.push(shape);
        return shape;
    };
    const release = () => {
        for (const shape of shapes) shape.free();
    };
    try {
        const shapeA = own(makeShape(graze, a.shape));
        const shapeB = own(makeShape(graze, b.shape));
        const distance = graze.study.distance(shapeA, shapeB, poseA, poseB, options);
        const penetration = graze.penetration(shapeA, shapeB, poseA, poseB);
        const { featureA, featureB } = distance.relation === 'overlapping' ? penetration : distance;
        const { shape: pairA, part: partA } = getPart(graze, shapeA, featureA, own);
        const { shape: pairB, part: partB } = getPart(graze, shapeB, featureB, own);
        return {
            shapeA,
            shapeB,
            distance,
            penetration,
            /** Parts that decide the answer; undefined for a body without several parts. */
            partA,
            partB,
            pairA,
            pairB,
            trace: graze.study.trace(pairA, pairB, poseA, poseB, options),
            difference: graze.study.minkowskiDifference(pairA, pairB, poseA, poseB),
            release,
        };
    } catch (error) {
        release();
        throw error;
    }
}
