import RAPIER from '@dimforge/rapier2d-simd-compat';
import { eachSweep } from '../toi_contestant.js';
import { sweepOf } from '../toi_sweeps.js';

/**
 * Bodies are colliders, as in rapier.js, which must have loaded it. It has no cast of bodies that turn.
 *
 * @type {import('../toi_contestant.js').Contestant}
 */
export const rapierToi = {
    name: 'rapier *',
    about: 'rapier: both moved, castCollider. * Bodies do not turn: it has no cast that lets them',
    beside: 'call',
    ours: false,
    rotation: 'none',
    enter(set) {
        const world = new RAPIER.World({ x: 0, y: 0 });
        // A shape may meet itself, so each side has its own.
        const [a, b] = [set.shapeA, set.shapeB].map((of) => {
            const bodies = set.shapes.map((outline) => {
                const shape =
                    set.body === 'box'
                        ? new RAPIER.Cuboid(outline[4], outline[5])
                        : new RAPIER.ConvexPolygon(outline, true);
                return world.createCollider(new RAPIER.ColliderDesc(shape));
            });
            return Array.from(of, (k) => bodies[k]);
        });
        const [p, q] = [set.sweepA, set.sweepB].map((sweeps) =>
            Array.from({ length: set.count }, (_, pair) => {
                const { x0, y0, heading, x1, y1 } = sweepOf(sweeps, pair);
                return { at: { x: x0, y: y0 }, heading, displacement: { x: x1 - x0, y: y1 - y0 } };
            }),
        );
        const query = (/** @type {number} */ k) => {
            a[k].setTranslation(p[k].at);
            a[k].setRotation(p[k].heading);
            b[k].setTranslation(q[k].at);
            b[k].setRotation(q[k].heading);
            const hit = a[k].castCollider(p[k].displacement, b[k], q[k].displacement, 0, 1, true);
            return hit?.time_of_impact ?? Infinity;
        };
        return { ...eachSweep(set, query), leave: () => world.free() };
    },
};
