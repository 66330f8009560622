import { Polygon, System } from 'detect-collisions';
import { LENIENT } from '../../../../js/bench/contestant.js';
import { queryPairs } from '../../../../js/bench/graze.js';
import { toAnglePoses } from './angles.js';
import { toPoints } from './bodies.js';

/**
 * Bodies belong to a system, which is queried pair by pair; its tree is not updated, since
 * no query searches it.
 *
 * @type {import('../../../../js/bench/contestant.js').Contestant}
 */
export const detectCollisions = {
    name: 'detect-coll',
    description: 'detect-collisions: setPosition and setAngle of both, checkCollision',
    baseline: 'call',
    isGraze: false,
    tolerance: LENIENT,
    prepare(set) {
        const system = new System();
        const [a, b] = [set.shapeA, set.shapeB].map((indices) => {
            const bodies = set.shapes.map((outline) => {
                const body = new Polygon({ x: 0, y: 0 }, toPoints(outline));
                system.insert(body);
                return body;
            });
            return Array.from(indices, (k) => bodies[k]);
        });
        const [p, q] = [set.poseA, set.poseB].map((poses) => toAnglePoses(poses));
        const queryCollision = (/** @type {number} */ k) => {
            a[k].setPosition(p[k].x, p[k].y, false);
            a[k].setAngle(p[k].angle, false);
            b[k].setPosition(q[k].x, q[k].y, false);
            b[k].setAngle(q[k].angle, false);
            return Number(system.checkCollision(a[k], b[k]));
        };
        return { queries: { collide: queryPairs(set, queryCollision) } };
    },
};
