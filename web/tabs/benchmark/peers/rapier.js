import RAPIER from '@dimforge/rapier2d-simd-compat';
import { LENIENT } from '../../../../js/bench/contestant.js';
import { queryPairs } from '../../../../js/bench/graze.js';
import { toAnglePoses } from './angles.js';

/** Search distance of queries, above that of every pair here. */
const MAX_DISTANCE = 1e3;

/** Initializes rapier without the warning about its own initialization. */
async function initRapier() {
    const { warn } = console;
    console.warn = () => {};
    try {
        await RAPIER.init();
    } finally {
        console.warn = warn;
    }
}

/**
 * Bodies are colliders, which keep their shapes in wasm memory: queries between two shapes copy both
 * each time, and take twice as long.
 *
 * @returns {Promise<import('../../../../js/bench/contestant.js').Contestant>}
 */
export async function loadRapier() {
    await initRapier();
    return {
        name: 'rapier',
        description: 'rapier: contactCollider after moving both; intersectsShape after moving A',
        baseline: 'call',
        isGraze: false,
        tolerance: LENIENT,
        prepare(set) {
            const world = new RAPIER.World({ x: 0, y: 0 });
            const shapes = set.shapes.map((outline) =>
                set.body === 'box'
                    ? new RAPIER.Cuboid(outline[4], outline[5])
                    : new RAPIER.ConvexPolygon(outline, true),
            );
            // A shape may be paired with itself, so each side has its own copy.
            const [a, b] = [set.shapeA, set.shapeB].map((indices) => {
                const bodies = shapes.map((shape) =>
                    world.createCollider(new RAPIER.ColliderDesc(shape)),
                );
                return Array.from(indices, (k) => bodies[k]);
            });
            const shapesB = Array.from(set.shapeB, (k) => shapes[k]);
            const [p, q] = [set.poseA, set.poseB].map((poses) => toAnglePoses(poses));
            const queryDistance = (/** @type {number} */ k) => {
                a[k].setTranslation(p[k]);
                a[k].setRotation(p[k].angle);
                b[k].setTranslation(q[k]);
                b[k].setRotation(q[k].angle);
                return Math.max(
                    0,
                    a[k].contactCollider(b[k], MAX_DISTANCE)?.distance ?? Number.NaN,
                );
            };
            const queryCollision = (/** @type {number} */ k) => {
                a[k].setTranslation(p[k]);
                a[k].setRotation(p[k].angle);
                return Number(a[k].intersectsShape(shapesB[k], q[k], q[k].angle));
            };
            return {
                queries: {
                    distance: queryPairs(set, queryDistance),
                    collide: queryPairs(set, queryCollision),
                },
                release: () => world.free(),
            };
        },
    };
}
