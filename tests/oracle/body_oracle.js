/**
 * Second oracle of moving bodies: dense sampling in double, with a bound on what can happen between samples. It shares
 * no code with the package.
 *
 * @import { Agent, Grid, Obstacle, Scenario } from 'graze/scenario'
 *
 * @typedef {[x: number, y: number]} Vec
 * @typedef {{ points: Vec[], radius: number }} Placed a convex outline in the world, inflated
 * @typedef {Pick<Agent, 'shape' | 'motion'>} Moving
 */

/**
 * Returns the signed separation of two convex bodies: the least distance, or minus the least translation that separates
 * them.
 *
 * @param {Placed} a
 * @param {Placed} b
 */
function separation(a, b) {
    const radii = a.radius + b.radius;
    const parted = Math.max(...slabs(a.points, b.points), ...slabs(b.points, a.points));
    if (parted < 0 && parted > -Infinity) return parted - radii;
    let least = Infinity;
    for (const [p, q] of sides(a.points)) {
        for (const [r, s] of sides(b.points)) {
            least = Math.min(
                least,
                toSide(p, r, s),
                toSide(q, r, s),
                toSide(r, p, q),
                toSide(s, p, q),
            );
        }
    }
    return least - radii;
}

/** @param {Vec[]} points @returns {[Vec, Vec][]} */
function sides(points) {
    return points.map((p, k) => [p, points[(k + 1) % points.length]]);
}

/**
 * Returns how far the points of b are outside of each side of a, which is counter-clockwise.
 *
 * @param {Vec[]} a
 * @param {Vec[]} b
 */
function slabs(a, b) {
    if (a.length < 3) return [-Infinity];
    return sides(a).map(([[px, py], [qx, qy]]) => {
        const [nx, ny] = [qy - py, px - qx];
        const length = Math.hypot(nx, ny);
        return Math.min(...b.map(([x, y]) => ((x - px) * nx + (y - py) * ny) / length));
    });
}

/** @param {Vec} point @param {Vec} p @param {Vec} q */
function toSide([x, y], [px, py], [qx, qy]) {
    const [dx, dy] = [qx - px, qy - py];
    const square = dx * dx + dy * dy;
    const s = square === 0 ? 0 : ((x - px) * dx + (y - py) * dy) / square;
    const t = Math.min(Math.max(s, 0), 1);
    return Math.hypot(px + t * dx - x, py + t * dy - y);
}

/** @param {number[]} polynomial @param {number} s */
function at(polynomial, s) {
    return polynomial.reduce((sum, c, k) => sum + c * s ** k, 0);
}

/**
 * Returns the convex parts of a body at a time; null when it is not present.
 *
 * @param {Moving} body
 * @param {number} t
 * @param {'stay' | 'vanish'} before
 * @param {'stay' | 'vanish'} after
 * @returns {Placed[] | null}
 */
export function placedAt({ shape, motion }, t, before, after) {
    const last = motion[motion.length - 1];
    if (t < motion[0].t0 && before === 'vanish') return null;
    if (t > last.t1 && after === 'vanish') return null;
    // The body is in both positions if one piece ends and the next begins elsewhere.
    const now = motion.filter(({ t0, t1 }) => t0 <= t && t <= t1);
    if (now.length === 0) now.push(t < motion[0].t0 ? motion[0] : last);
    return now.flatMap((segment) => {
        const s = Math.min(Math.max(t, segment.t0), segment.t1) - segment.t0;
        const [x, y, theta] = [at(segment.x, s), at(segment.y, s), at(segment.angle ?? [0], s)];
        return placed(shape, x, y, theta);
    });
}

/**
 * @param {Agent['shape']} shape
 * @param {number} x
 * @param {number} y
 * @param {number} theta
 * @returns {Placed[]}
 */
export function placed(shape, x, y, theta) {
    const [cos, sin] = [Math.cos(theta), Math.sin(theta)];
    const parts =
        shape.kind === 'group'
            ? shape.parts
            : [
                  /** @type {import('graze/scenario').Disc | import('graze/scenario').Polygon} */ (
                      shape
                  ),
              ];
    return parts.map((part) => {
        const points = part.kind === 'disc' ? [/** @type {Vec} */ ([0, 0])] : part.points;
        return {
            points: points.map(([px, py]) => [x + px * cos - py * sin, y + px * sin + py * cos]),
            radius: part.radius,
        };
    });
}

/** @param {Placed[] | null} some @param {Placed[] | null} others */
export function leastSeparation(some, others) {
    if (some === null || others === null) return Infinity;
    return Math.min(...some.flatMap((a) => others.map((b) => separation(a, b))));
}

/**
 * Returns a bound of the speed of every point of a body.
 *
 * @param {Moving} body
 */
export function largestSpeed({ shape, motion }) {
    const parts =
        shape.kind === 'group'
            ? shape.parts
            : [
                  /** @type {import('graze/scenario').Disc | import('graze/scenario').Polygon} */ (
                      shape
                  ),
              ];
    const reach = Math.max(
        ...parts.map((part) =>
            part.kind === 'disc' ? 0 : Math.max(...part.points.map(([x, y]) => Math.hypot(x, y))),
        ),
    );
    return Math.max(
        ...motion.map(({ t0, t1, x, y, angle = [0] }) => {
            /** @param {number[]} polynomial */
            const rate = (polynomial) =>
                polynomial.reduce(
                    (sum, c, k) => (k === 0 ? 0 : sum + Math.abs(c) * k * (t1 - t0) ** (k - 1)),
                    0,
                );
            return Math.hypot(rate(x), rate(y)) + rate(angle) * reach;
        }),
    );
}
