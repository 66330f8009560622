import { b2Distance, b2DistanceInput, b2DistanceOutput, b2SimplexCache, b2Vec2 } from '@box2d/core';
import { LENIENT } from '../../../../js/bench/contestant.js';
import { each } from '../../../../js/bench/graze.js';
import { pointsOf, rotationsOf } from './bodies.js';

/**
 * Bodies go in as distance proxies, which have no greatest number of vertices.
 *
 * @type {import('../../../../js/bench/contestant.js').Contestant}
 */
export const box2dCore = {
    name: '@box2d/core',
    about: '@box2d/core: b2Distance; collide is a distance of 0',
    beside: 'call',
    ours: false,
    tolerance: LENIENT,
    enter(set) {
        const bodies = set.shapes.map((outline) =>
            pointsOf(outline).map(({ x, y }) => new b2Vec2(x, y)),
        );
        const [a, b] = [set.shapeA, set.shapeB].map((of) => Array.from(of, (k) => bodies[k]));
        const [p, q] = [set.poseA, set.poseB].map((poses) => rotationsOf(poses));
        const input = new b2DistanceInput();
        const [output, cache] = [new b2DistanceOutput(), new b2SimplexCache()];
        const ask = (/** @type {number} */ k) => {
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
        const meets = (/** @type {number} */ k) => Number(ask(k) < 10 * Number.EPSILON);
        return { queries: { distance: each(set, ask), collide: each(set, meets) } };
    },
};
