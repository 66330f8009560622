import RAPIER from '@dimforge/rapier2d-simd-compat';
import { LENIENT } from '../../../../js/bench/contestant.js';
import { each } from '../../../../js/bench/graze.js';
import { angledPosesOf } from './angles.js';

/** No pair here is further apart. */
const FAR = 1e3;

/** Its initialisation warns of its own way to initialise. */
async function init() {
    const { warn } = console;
    console.warn = () => {};
    try {
        await RAPIER.init();
    } finally {
        console.warn = warn;
    }
}

/**
 * Bodies are colliders, which keep their shapes in its memory: its queries between two shapes copy both
 * each time, and take twice as long.
 *
 * @returns {Promise<import('../../../../js/bench/contestant.js').Contestant>}
 */
export async function loadRapier() {
    await init();
    return {
        name: 'rapier',
        about: 'rapier: both moved, contactCollider; A moved, intersectsShape',
        beside: 'call',
        ours: false,
        tolerance: LENIENT,
        enter(set) {
            const world = new RAPIER.World({ x: 0, y: 0 });
            const shapes = set.shapes.map((outline) =>
                set.body === 'box'
                    ? new RAPIER.Cuboid(outline[4], outline[5])
                    : new RAPIER.ConvexPolygon(outline, true),
            );
            // A shape may meet itself, so each side has its own.
            const [a, b] = [set.shapeA, set.shapeB].map((of) => {
                const bodies = shapes.map((shape) =>
                    world.createCollider(new RAPIER.ColliderDesc(shape)),
                );
                return Array.from(of, (k) => bodies[k]);
            });
            const others = Array.from(set.shapeB, (k) => shapes[k]);
            const [p, q] = [set.poseA, set.poseB].map((poses) => angledPosesOf(poses));
            const ask = (/** @type {number} */ k) => {
                a[k].setTranslation(p[k]);
                a[k].setRotation(p[k].angle);
                b[k].setTranslation(q[k]);
                b[k].setRotation(q[k].angle);
                return Math.max(0, a[k].contactCollider(b[k], FAR)?.distance ?? Number.NaN);
            };
            const meets = (/** @type {number} */ k) => {
                a[k].setTranslation(p[k]);
                a[k].setRotation(p[k].angle);
                return Number(a[k].intersectsShape(others[k], q[k], q[k].angle));
            };
            return {
                queries: { distance: each(set, ask), collide: each(set, meets) },
                leave: () => world.free(),
            };
        },
    };
}
