import { Distance, DistanceInput, DistanceOutput, SimplexCache } from 'planck';
import { LENIENT } from '../../../../js/bench/contestant.js';
import { each } from '../../../../js/bench/graze.js';
import { pointsOf, rotationsOf } from './bodies.js';

/**
 * Bodies go in as distance proxies: planck's polygon shapes take 12 vertices and merge near ones, its
 * distance does neither.
 *
 * @type {import('../../../../js/bench/contestant.js').Contestant}
 */
export const planck = {
    name: 'planck',
    about: 'planck: Distance; collide is a distance of 0, as the paper does with Box2D',
    beside: 'call',
    ours: false,
    tolerance: LENIENT,
    enter(set) {
        const bodies = set.shapes.map(pointsOf);
        const [a, b] = [set.shapeA, set.shapeB].map((of) => Array.from(of, (k) => bodies[k]));
        const [p, q] = [set.poseA, set.poseB].map((poses) => rotationsOf(poses));
        const [input, output, cache] = [
            new DistanceInput(),
            new DistanceOutput(),
            new SimplexCache(),
        ];
        const ask = (/** @type {number} */ k) => {
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
        const meets = (/** @type {number} */ k) => Number(ask(k) < 10 * Number.EPSILON);
        return { queries: { distance: each(set, ask), collide: each(set, meets) } };
    },
};
