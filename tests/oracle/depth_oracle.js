/**
 * Depth of two bodies that are unions of convex parts, by the definition alone: the distance of the origin from the
 * boundary of the union of all differences of parts, each the hull of all differences of vertices.
 *
 * @typedef {{ points: number[][], radius: number }} Part points of its hull, and the radius by which it is grown
 * @typedef {[number, number]} Vector
 */

/** @param {Vector} p @param {Vector} q */
const cross = (p, q) => p[0] * q[1] - p[1] * q[0];

/** @param {Vector} p @param {Vector} q */
const dot = (p, q) => p[0] * q[0] + p[1] * q[1];

/** @param {Vector} p @param {Vector} q @returns {Vector} */
const minus = (p, q) => [p[0] - q[0], p[1] - q[1]];

/** @param {Vector} p @param {number} k @param {Vector} q @returns {Vector} */
const plus = (p, k, q) => [p[0] + k * q[0], p[1] + k * q[1]];

/** Returns the hull, counter-clockwise, without points on its edges, by gift wrapping. @param {Vector[]} points */
function hullOf(points) {
    let lowest = points[0];
    for (const p of points) {
        if (p[1] < lowest[1] || (p[1] === lowest[1] && p[0] < lowest[0])) lowest = p;
    }
    const hull = [lowest];
    for (;;) {
        const last = hull[hull.length - 1];
        let next = last;
        for (const p of points) {
            const [way, other] = [minus(next, last), minus(p, last)];
            const turn = cross(way, other);
            if (turn < 0 || (turn === 0 && dot(other, other) > dot(way, way))) next = p;
        }
        if (next[0] === lowest[0] && next[1] === lowest[1]) return hull;
        hull.push(next);
    }
}

/** Returns the differences that have an interior. @param {Part[]} a @param {Part[]} b */
const differencesOf = (a, b) =>
    a
        .flatMap((p) =>
            b.map((q) => ({
                hull: hullOf(
                    p.points.flatMap((v) =>
                        q.points.map((w) =>
                            minus(/** @type {Vector} */ (v), /** @type {Vector} */ (w)),
                        ),
                    ),
                ),
                radius: p.radius + q.radius,
            })),
        )
        .filter(({ hull, radius }) => hull.length > 2 || radius > 0);

/** @typedef {{ from: Vector, to: Vector, owner: number }} Edge */

/**
 * Returns the positions at which an edge is cut by others, in order, as fractions of positive denominator.
 *
 * @param {Edge} edge @param {Edge[]} others
 */
function cutsOf({ from, to }, others) {
    const d = minus(to, from);
    const cuts = [
        [0, 1],
        [1, 1],
    ];
    const add = (/** @type {number} */ n, /** @type {number} */ m) => {
        const [p, q] = m < 0 ? [-n, -m] : [n, m];
        if (p > 0 && p < q) cuts.push([p, q]);
    };
    for (const other of others) {
        const e = minus(other.to, other.from);
        const w = minus(other.from, from);
        const sine = cross(d, e);
        if (sine !== 0) add(cross(w, e), sine);
        else if (cross(w, d) === 0) {
            add(dot(w, d), dot(d, d));
            add(dot(minus(other.to, from), d), dot(d, d));
        }
    }
    cuts.sort(([n, m], [p, q]) => n * q - p * m);
    return cuts.filter(([n, m], k) => k === 0 || n * cuts[k - 1][1] !== cuts[k - 1][0] * m);
}

/**
 * Returns the depth of parts without radii whose coordinates are integers of at most 64 in magnitude; then all signs
 * are exact in double. NaN if the origin is not inside of the union.
 *
 * @param {Part[]} a @param {Part[]} b
 */
export function exactDepth(a, b) {
    const differences = differencesOf(a, b);
    const edges = differences.flatMap(({ hull }, owner) =>
        hull.map((from, k) => ({ from, to: hull[(k + 1) % hull.length], owner })),
    );
    let least = Infinity;
    for (const edge of edges) {
        const { from, to, owner } = edge;
        const d = minus(to, from);
        const cuts = cutsOf(edge, edges);
        for (let k = 0; k + 1 < cuts.length; k++) {
            const [[n, m], [p, q]] = [cuts[k], cuts[k + 1]];
            const size = 2 * m * q;
            const along = n * q + p * m;
            /** The middle of both cuts, times `size`. @type {Vector} */
            const middle = [size * from[0] + along * d[0], size * from[1] + along * d[1]];
            const isCovered = differences.some(({ hull }, other) => {
                if (other === owner) return false;
                let isAlong = false;
                const isInside = hull.every((v, i) => {
                    const e = minus(hull[(i + 1) % hull.length], v);
                    const side = cross(e, [middle[0] - size * v[0], middle[1] - size * v[1]]);
                    // An edge on the other side of this one leaves a seam.
                    const isSeam = side === 0 && cross(e, d) === 0 && dot(e, d) < 0;
                    isAlong = isAlong || isSeam;
                    return side > 0 || isSeam;
                });
                return isInside && (isAlong || hull.length > 2);
            });
            if (isCovered) continue;
            const square = dot(d, d);
            const foot = -dot(from, d);
            const s = Math.min(Math.max(foot / square, n / m), p / q);
            const isFoot = foot * m >= n * square && foot * q <= p * square;
            const distance = isFoot
                ? Math.abs(cross(from, d)) / Math.sqrt(square)
                : Math.hypot(from[0] + s * d[0], from[1] + s * d[1]);
            least = Math.min(least, distance);
        }
    }
    return least;
}

/** @param {Vector} x @param {Vector[]} hull */
function distanceTo(x, hull) {
    let least = Infinity;
    let isInside = hull.length > 2;
    hull.forEach((v, k) => {
        const d = minus(hull[(k + 1) % hull.length], v);
        const w = minus(x, v);
        if (cross(d, w) < 0) isInside = false;
        const square = dot(d, d);
        const s = square > 0 ? Math.min(Math.max(dot(w, d) / square, 0), 1) : 0;
        least = Math.min(least, Math.hypot(w[0] - s * d[0], w[1] - s * d[1]));
    });
    return isInside ? -least : least;
}

/** @param {ReturnType<typeof differencesOf>} differences @param {Vector} x */
const clearanceOf = (differences, x) =>
    Math.min(...differences.map(({ hull, radius }) => distanceTo(x, hull) - radius));

/**
 * Returns the distance of a translation from all differences of parts, negative inside of one.
 *
 * @param {Part[]} a @param {Part[]} b @param {Vector} x
 */
export const clearanceAt = (a, b, x) => clearanceOf(differencesOf(a, b), x);

/** Distance beyond a candidate at which a free place is looked for, and its least clearance, for sizes about 10. */
const [NEARBY, CLEAR] = [1e-5, 1e-7];

/**
 * Returns the depth of parts with radii, in double: the nearest point of all feet of the origin and crossings of
 * offset lines and circles beside which there is a free place. Coordinates are about 10.
 *
 * @param {Part[]} a @param {Part[]} b
 */
export function roundedDepth(a, b) {
    const differences = differencesOf(a, b);
    /** @type {{ at: Vector, along: Vector }[]} */
    const lines = [];
    /** @type {{ center: Vector, radius: number }[]} */
    const circles = [];
    for (const { hull, radius } of differences) {
        hull.forEach((v, k) => {
            const d = minus(hull[(k + 1) % hull.length], v);
            const length = Math.hypot(...d);
            if (radius > 0) circles.push({ center: v, radius });
            if (length === 0) return;
            const at = plus(v, radius / length, [d[1], -d[0]]);
            lines.push({ at, along: [d[0] / length, d[1] / length] });
        });
    }
    /** @type {Vector[]} */
    const candidates = [];
    const { sqrt } = Math;
    lines.forEach(({ at, along }, k) => {
        candidates.push(plus(at, -dot(at, along), along));
        for (const other of lines.slice(k + 1)) {
            const sine = cross(along, other.along);
            if (Math.abs(sine) < 1e-9) continue;
            candidates.push(plus(at, cross(minus(other.at, at), other.along) / sine, along));
        }
        for (const { center, radius } of circles) {
            const w = minus(at, center);
            const half = radius ** 2 - cross(w, along) ** 2;
            if (half < 0) continue;
            for (const sign of [-1, 1])
                candidates.push(plus(at, sign * sqrt(half) - dot(w, along), along));
        }
    });
    circles.forEach(({ center, radius }, k) => {
        const size = Math.hypot(...center);
        const back = size > 0 ? plus([0, 0], -1 / size, center) : /** @type {Vector} */ ([1, 0]);
        candidates.push(plus(center, radius, back));
        for (const other of circles.slice(k + 1)) {
            const w = minus(other.center, center);
            const square = dot(w, w);
            if (square === 0) continue;
            const along = (square + radius ** 2 - other.radius ** 2) / (2 * square);
            const across = radius ** 2 / square - along ** 2;
            if (across < 0) continue;
            for (const sign of [-1, 1]) {
                const middle = plus(center, along, w);
                candidates.push(plus(middle, sign * sqrt(across), [-w[1], w[0]]));
            }
        }
    });
    const clearance = (/** @type {Vector} */ x) => clearanceOf(differences, x);
    candidates.sort((p, q) => dot(p, p) - dot(q, q));
    const nearest = candidates.find((x) => {
        if (clearance(x) < -1e-9) return false;
        for (let k = 0; k < 32; k++) {
            const angle = (Math.PI * k) / 16;
            if (clearance(plus(x, NEARBY, [Math.cos(angle), Math.sin(angle)])) > CLEAR) return true;
        }
        return false;
    });
    return nearest === undefined ? Infinity : Math.hypot(...nearest);
}
