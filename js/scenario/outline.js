import { formatValue, GrazeError } from '#internal';

/**
 * @import { Graze, Shape } from 'graze'
 * @import { BodyShape, Disc, Point, Polygon } from './scenario.js'
 */

/**
 * A convex part in the form of the package: in float32, relative to a point near it.
 *
 * @typedef {object} ConvexPart
 * @property {Shape} shape
 * @property {Point} center origin of its coordinates, in the body's frame
 * @property {number} size distance of its farthest point from the center of its box
 * @property {number} error bound of the displacement of its outline by rounding to float32
 */

/** Depth of a dent, as a share of the size, up to which an outline counts as convex: its numbers may have been rounded. */
const CONCAVITY_TOLERANCE = 1e-6;

/**
 * Returns the convex parts of a body. Each is checked here, since an error of the package could not name the owner.
 *
 * @param {BodyShape} shape
 * @param {string} owner noun for the agent or obstacle, for errors
 * @param {{ argument: string, index: number }} details
 * @returns {(Disc | Polygon)[]}
 */
export function listConvexParts(shape, owner, details) {
    const parts = shape.kind === 'group' ? shape.parts : [shape];
    for (const part of parts) {
        if (part.kind !== 'disc' && part.kind !== 'polygon') {
            const text = `${owner} has a part of kind ${formatValue(/** @type {any} */ (part).kind)}`;
            throw new GrazeError('unsupported-body', text, details);
        }
        // Every comparison with NaN is false: the part would be skipped, and the plan would seem valid.
        if (!(part.radius >= 0 && part.radius < Infinity)) {
            const text = `the radius of ${owner} must be finite and at least 0, got ${formatValue(part.radius)}`;
            throw new GrazeError('out-of-range', text, { ...details, value: part.radius });
        }
        if (part.kind === 'disc') continue;
        if (part.points.length === 0) {
            throw new GrazeError(
                'too-few-points',
                `${owner} has an outline without points`,
                details,
            );
        }
        if (!part.points.every(([x, y]) => Number.isFinite(x) && Number.isFinite(y))) {
            throw new GrazeError('not-finite', `${owner} has a corner that is not finite`, details);
        }
        if (isConcave(part.points)) {
            throw new GrazeError('not-convex', `the outline of ${owner} is not convex`, details);
        }
    }
    if (parts.length > 0) return parts;
    throw new GrazeError('unsupported-body', `${owner} is a group without parts`, details);
}

/**
 * Returns whether an outline differs from a convex one by more than the rounding of its numbers: a convex outline turns in one
 * direction only, and once.
 *
 * @param {[number, number][]} points
 */
function isConcave(points) {
    const sides = points
        .map(([x, y], k) => {
            const [toX, toY] = points[(k + 1) % points.length];
            return [toX - x, toY - y];
        })
        .filter(([dx, dy]) => dx !== 0 || dy !== 0);
    const size = sides.reduce((max, [dx, dy]) => Math.max(max, Math.hypot(dx, dy)), 0);
    let [left, right, turn] = [false, false, 0];
    sides.forEach(([dx, dy], k) => {
        const [ex, ey] = sides[(k + 1) % sides.length];
        const cross = dx * ey - dy * ex;
        turn += Math.atan2(cross, dx * ex + dy * ey);
        const shorter = Math.min(Math.hypot(dx, dy), Math.hypot(ex, ey));
        if (Math.abs(cross) <= CONCAVITY_TOLERANCE * size * shorter) return;
        if (cross > 0) left = true;
        else right = true;
    });
    return (left && right) || Math.abs(turn) > 3 * Math.PI;
}

/**
 * Returns a part rounded to float32; its shape must be freed.
 *
 * @param {Graze} graze
 * @param {Disc | Polygon} part
 * @returns {ConvexPart}
 */
export function makeConvexPart(graze, part) {
    const radius = Math.fround(part.radius);
    const radiusError = Math.abs(radius - part.radius);
    if (part.kind === 'disc') {
        const center = { x: 0, y: 0 };
        return { shape: graze.disc(radius), center, size: part.radius, error: radiusError };
    }
    const middle = boxCenter(part.points);
    const reach = part.points.reduce(
        (max, [x, y]) => Math.max(max, Math.hypot(x - middle.x, y - middle.y)),
        0,
    );
    const center = roundNear(middle, reach);
    let pointError = 0;
    const points = part.points.map(([x, y]) => {
        const [dx, dy] = [x - center.x, y - center.y];
        const [fx, fy] = [Math.fround(dx), Math.fround(dy)];
        pointError = Math.max(pointError, Math.hypot(dx - fx, dy - fy));
        return [fx, fy];
    });
    const size = reach + part.radius;
    return { shape: graze.hull(points, { radius }), center, size, error: pointError + radiusError };
}

/** @param {[number, number][]} points @returns {Point} */
function boxCenter(points) {
    const xs = points.map(([x]) => x);
    const ys = points.map(([, y]) => y);
    /** @param {number[]} list */
    const middle = (list) =>
        list.reduce((a, b) => Math.min(a, b)) / 2 + list.reduce((a, b) => Math.max(a, b)) / 2;
    return { x: middle(xs), y: middle(ys) };
}

/**
 * Returns a point with few digits near the middle of an outline, so that coordinates relative to it are exact; the body's
 * origin if that is near enough.
 *
 * @param {Point} middle
 * @param {number} reach
 * @returns {Point}
 */
function roundNear(middle, reach) {
    if (Math.hypot(middle.x, middle.y) <= 2 * reach) return { x: 0, y: 0 };
    const unit = reach > 0 ? 2 ** Math.floor(Math.log2(reach)) : 0;
    /** @param {number} value */
    const round = (value) => (unit > 0 ? Math.round(value / unit) * unit : value);
    return { x: round(middle.x), y: round(middle.y) };
}
