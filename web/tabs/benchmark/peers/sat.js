import SAT from 'sat';
import { LENIENT } from '../../../../js/bench/contestant.js';
import { queryPairs } from '../../../../js/bench/graze.js';
import { toAnglePoses } from './angles.js';
import { toPoints } from './bodies.js';

/**
 * A polygon stores its rotated points, so rotating it is part of a query with a new pose.
 *
 * @type {import('../../../../js/bench/contestant.js').Contestant}
 */
export const sat = {
    name: 'sat',
    description: 'sat: setAngle of both, testPolygonPolygon without a response',
    baseline: 'call',
    isGraze: false,
    tolerance: LENIENT,
    prepare(set) {
        // A shape may be paired with itself, so each side has its own copy.
        const [a, b] = [set.shapeA, set.shapeB].map((indices) => {
            const bodies = set.shapes.map((outline) => {
                const points = toPoints(outline).map(({ x, y }) => new SAT.Vector(x, y));
                return new SAT.Polygon(new SAT.Vector(), points);
            });
            return Array.from(indices, (k) => bodies[k]);
        });
        const [p, q] = [set.poseA, set.poseB].map((poses) => toAnglePoses(poses));
        const queryCollision = (/** @type {number} */ k) => {
            a[k].pos.x = p[k].x;
            a[k].pos.y = p[k].y;
            a[k].setAngle(p[k].angle);
            b[k].pos.x = q[k].x;
            b[k].pos.y = q[k].y;
            b[k].setAngle(q[k].angle);
            return Number(SAT.testPolygonPolygon(a[k], b[k]));
        };
        return { queries: { collide: queryPairs(set, queryCollision) } };
    },
};
