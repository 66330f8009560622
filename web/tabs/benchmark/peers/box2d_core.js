import { b2Distance, b2DistanceInput, b2DistanceOutput, b2SimplexCache, b2Vec2 } from '@box2d/core';
import { LENIENT } from '../../../../js/bench/contestant.js';
import { queryPairs } from '../../../../js/bench/graze.js';
import { toPoints, toRotations } from './bodies.js';

/**
 * Bodies are distance proxies, which have no maximum number of vertices.
 *
 * @type {import('../../../../js/bench/contestant.js').Contestant}
 */
export const box2dCore = {
    name: '@box2d/core',
    description: '@box2d/core: b2Distance; collide tests for distance 0',
    baseline: 'call',
    isGraze: false,
    tolerance: LENIENT,
    prepare(set) {
        const bodies = set.shapes.map((outline) =>
            toPoints(outline).map(({ x, y }) => new b2Vec2(x, y)),
        );
        const [a, b] = [set.shapeA, set.shapeB].map((indices) =>
            Array.from(indices, (k) => bodies[k]),
        );
        const [p, q] = [set.poseA, set.poseB].map((poses) => toRotations(poses));
        const input = new b2DistanceInput();
        const [output, cache] = [new b2DistanceOutput(), new b2SimplexCache()];
        const queryDistance = (/** @type {number} */ k) => {
            input.proxyA.SetVerticesRadius(a[k], a[k].length, 0);
            input.proxyB.SetVerticesRadius(b[k], b[k].length, 0);
            const { transformA, transformB } = input;
            transformA.p.Set(p[k].x, p[k].y);
            transformA.q.c = p[k].c;
            transformA.q.s = p[k].s;
            transformB.p.Set(q[k].x, q[k].y);
            transformB.q.c = q[k].c;
            transformB.q.s = q[k].s;
            cache.count = 0;
            b2Distance(output, cache, input);
            return output.distance;
        };
        const queryCollision = (/** @type {number} */ k) =>
            Number(queryDistance(k) < 10 * Number.EPSILON);
        return {
            queries: {
                distance: queryPairs(set, queryDistance),
                collide: queryPairs(set, queryCollision),
            },
        };
    },
};
