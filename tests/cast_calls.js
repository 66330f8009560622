/**
 * Casts in either order of arguments: the translation or the ray before the poses, or after them.
 *
 * @import { Graze } from 'graze'
 */

/** @type {WeakMap<Graze, boolean>} */
const known = new WeakMap();

/** Returns whether casts of an instance take poses before what moves. @param {any} g */
function arePosesFirst(g) {
    let isFirst = known.get(g);
    if (isFirst === undefined) {
        const [point, box] = [g.disc(0), g.box(2, 2)];
        try {
            isFirst = g.shapeCast(point, box, {}, { x: 3 }, { dx: 6, dy: 0 }).status === 'hit';
        } catch {
            isFirst = false;
        }
        known.set(g, /** @type {boolean} */ (isFirst));
        point.free();
        box.free();
    }
    return isFirst;
}

/** Returns whether casts of an instance take options. @param {any} g */
export const haveTouching = (g) => arePosesFirst(g) && g.shapeCast.length >= 6;

/** @param {any} g @param {any} a @param {any} b @param {any} poseA @param {any} poseB @param {number[]} way @param {any} [options] */
export const shapeCast = (g, a, b, poseA, poseB, [dx, dy], options) =>
    arePosesFirst(g)
        ? g.shapeCast(a, b, poseA, poseB, { dx, dy }, options)
        : g.shapeCast(a, b, { x: dx, y: dy }, poseA, poseB);

/** @param {any} g @param {any} shape @param {any} pose @param {any} ray @param {any} [options] */
export const rayCast = (g, shape, pose, ray, options) =>
    arePosesFirst(g) ? g.rayCast(shape, pose, ray, options) : g.rayCast(shape, ray, pose);

/** @param {any} g @param {number[]} way */
export const translationOf = (g, [dx, dy]) => (arePosesFirst(g) ? { dx, dy } : { x: dx, y: dy });
