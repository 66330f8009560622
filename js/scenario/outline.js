import { GrazeError, show } from 'graze';

/**
 * @import { Graze, Shape } from 'graze'
 * @import { BodyShape, Disc, Point, Polygon } from './scenario.js'
 */

/**
 * A convex part as the package holds it: in float32, told from a point near it.
 *
 * @typedef {object} ConvexPart
 * @property {Shape} shape
 * @property {Point} centre the point it is told from, in the body's frame
 * @property {number} size how far it reaches from the middle of its box
 * @property {number} error how far float32 may have moved its outline
 */

/** An outline that dents by less than this of its size was convex before its numbers were rounded. */
const DENT = 1e-6;

/**
 * The convex parts of a body; each as checked as the package cannot do it, which does not know whose it is.
 *
 * @param {BodyShape} shape
 * @param {string} whose
 * @param {{ argument: string, index: number }} what
 * @returns {(Disc | Polygon)[]}
 */
export function partsOf(shape, whose, what) {
    const parts = shape.kind === 'group' ? shape.parts : [shape];
    for (const part of parts) {
        if (part.kind !== 'disc' && part.kind !== 'polygon') {
            const text = `${whose} has a part of kind ${show(/** @type {any} */ (part).kind)}`;
            throw new GrazeError('unsupported-body', text, what);
        }
        // A NaN would compare as far from everything: nothing would be examined, and all would seem well.
        if (!(part.radius >= 0 && part.radius < Infinity)) {
            const text = `the radius of ${whose} must be finite and at least 0, not ${show(part.radius)}`;
            throw new GrazeError('out-of-range', text, { ...what, value: part.radius });
        }
        if (part.kind === 'disc') continue;
        if (part.points.length === 0) {
            throw new GrazeError('too-few-points', `${whose} has an outline without points`, what);
        }
        if (!part.points.every(([x, y]) => Number.isFinite(x) && Number.isFinite(y))) {
            throw new GrazeError('not-finite', `${whose} has a corner that is not finite`, what);
        }
        if (dents(part.points)) {
            throw new GrazeError('not-convex', `the outline of ${whose} is not convex`, what);
        }
    }
    if (parts.length > 0) return parts;
    throw new GrazeError('unsupported-body', `${whose} is a group of no parts`, what);
}

/**
 * Is an outline not convex by more than the rounding of its numbers? It must turn one way only, and once.
 *
 * @param {[number, number][]} points
 */
function dents(points) {
    const sides = points
        .map(([x, y], k) => {
            const [toX, toY] = points[(k + 1) % points.length];
            return [toX - x, toY - y];
        })
        .filter(([dx, dy]) => dx !== 0 || dy !== 0);
    const size = sides.reduce((most, [dx, dy]) => Math.max(most, Math.hypot(dx, dy)), 0);
    let [left, right, turn] = [false, false, 0];
    sides.forEach(([dx, dy], k) => {
        const [ex, ey] = sides[(k + 1) % sides.length];
        const cross = dx * ey - dy * ex;
        turn += Math.atan2(cross, dx * ex + dy * ey);
        const shorter = Math.min(Math.hypot(dx, dy), Math.hypot(ex, ey));
        if (Math.abs(cross) <= DENT * size * shorter) return;
        if (cross > 0) left = true;
        else right = true;
    });
    return (left && right) || Math.abs(turn) > 3 * Math.PI;
}

/**
 * @param {Graze} graze
 * @param {Disc | Polygon} part
 * @returns {ConvexPart}
 */
export function convexPart(graze, part) {
    const radius = Math.fround(part.radius);
    const swell = Math.abs(radius - part.radius);
    if (part.kind === 'disc') {
        const centre = { x: 0, y: 0 };
        return { shape: graze.disc(radius), centre, size: part.radius, error: swell };
    }
    const middle = middleOf(part.points);
    const reach = part.points.reduce(
        (most, [x, y]) => Math.max(most, Math.hypot(x - middle.x, y - middle.y)),
        0,
    );
    const centre = nearPoint(middle, reach);
    let rounding = 0;
    const points = part.points.map(([x, y]) => {
        const [dx, dy] = [x - centre.x, y - centre.y];
        const [fx, fy] = [Math.fround(dx), Math.fround(dy)];
        rounding = Math.max(rounding, Math.hypot(dx - fx, dy - fy));
        return [fx, fy];
    });
    const size = reach + part.radius;
    return { shape: graze.hull(points, { radius }), centre, size, error: rounding + swell };
}

/** @param {[number, number][]} points @returns {Point} */
function middleOf(points) {
    const xs = points.map(([x]) => x);
    const ys = points.map(([, y]) => y);
    /** @param {number[]} list */
    const middle = (list) =>
        list.reduce((a, b) => Math.min(a, b)) / 2 + list.reduce((a, b) => Math.max(a, b)) / 2;
    return { x: middle(xs), y: middle(ys) };
}

/**
 * A round point near the middle of an outline, so that what is left when it is taken off is exact; the
 * body's own origin where that is near enough.
 *
 * @param {Point} middle
 * @param {number} reach
 * @returns {Point}
 */
function nearPoint(middle, reach) {
    if (Math.hypot(middle.x, middle.y) <= 2 * reach) return { x: 0, y: 0 };
    const unit = reach > 0 ? 2 ** Math.floor(Math.log2(reach)) : 0;
    /** @param {number} value */
    const round = (value) => (unit > 0 ? Math.round(value / unit) * unit : value);
    return { x: round(middle.x), y: round(middle.y) };
}
