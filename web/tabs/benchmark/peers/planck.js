import { Distance, DistanceInput, DistanceOutput, SimplexCache } from 'planck';
import { LENIENT } from '../../../../js/bench/contestant.js';
import { queryPairs } from '../../../../js/bench/graze.js';
import { toPoints, toRotations } from './bodies.js';

/**
 * Bodies are distance proxies: planck's polygon shapes take 12 vertices and merge near ones; its
 * distance query does neither.
 *
 * @type {import('../../../../js/bench/contestant.js').Contestant}
 */
export const planck = {
    name: 'planck',
    description: 'planck: Distance; collide tests for distance 0, as in the paper for Box2D',
    baseline: 'call',
    isGraze: false,
    tolerance: LENIENT,
    prepare(set) {
        const bodies = set.shapes.map(toPoints);
        const [a, b] = [set.shapeA, set.shapeB].map((indices) =>
            Array.from(indices, (k) => bodies[k]),
        );
        const [p, q] = [set.poseA, set.poseB].map((poses) => toRotations(poses));
        const [input, output, cache] = [
            new DistanceInput(),
            new DistanceOutput(),
            new SimplexCache(),
        ];
        const queryDistance = (/** @type {number} */ k) => {
            input.proxyA.setVertices(a[k], a[k].length, 0);
            input.proxyB.setVertices(b[k], b[k].length, 0);
            const { transformA, transformB } = input;
            transformA.p.x = p[k].x;
            transformA.p.y = p[k].y;
            transformA.q.c = p[k].c;
            transformA.q.s = p[k].s;
            transformB.p.x = q[k].x;
            transformB.p.y = q[k].y;
            transformB.q.c = q[k].c;
            transformB.q.s = q[k].s;
            cache.count = 0;
            Distance(output, cache, input);
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
