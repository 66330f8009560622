/**
 * Unions of convex parts that move, in double: the depth of the deepest pair of parts, which the union is never shallower
 * than, and a search for the times at which it is deeper than a limit. The search bounds the depth over a step of time
 * along one direction, with the second derivatives of the motions, so that it passes a lasting touch in long steps.
 *
 * @import { Part } from './union_oracle.js'
 *
 * @typedef {{ t0: number, t1: number, x: number[], y: number[], angle: number[] }} Piece polynomials of the time since t0
 * @typedef {{ parts: Part[], pieces: Piece[] }} Moving stays at its ends
 * @typedef {{ depth: number, x: number, y: number }} Depth with the direction along which it is one; negative: a distance
 * @typedef {[x: number, y: number, u: number, v: number]} Placed a vertex, and its velocity
 */

/** @param {number[]} polynomial @param {number} s @param {number} order of the derivative */
function evaluate(polynomial, s, order) {
    let sum = 0;
    for (let k = polynomial.length - 1; k >= order; k--) {
        let factor = polynomial[k];
        for (let n = 0; n < order; n++) factor *= k - n;
        sum = sum * s + factor;
    }
    return sum;
}

/** Returns a bound of a derivative for times since t0 up to s. @param {number[]} polynomial @param {number} s @param {number} order */
const boundOf = (polynomial, s, order) => evaluate(polynomial.map(Math.abs), s, order);

/** Returns the piece of a motion at a time. @param {Piece[]} pieces @param {number} t */
const pieceAt = (pieces, t) => pieces.find(({ t1 }) => t <= t1) ?? pieces[pieces.length - 1];

/** Returns the pose of a body at a time, with its velocities. @param {Moving} moving @param {number} t */
export function poseAt({ pieces }, t) {
    const piece = pieceAt(pieces, t);
    const s = Math.min(Math.max(t, piece.t0), piece.t1) - piece.t0;
    const isStill = t < piece.t0 || t > piece.t1;
    const angle = evaluate(piece.angle, s, 0);
    const rate = (/** @type {number[]} */ p) => (isStill ? 0 : evaluate(p, s, 1));
    return {
        x: evaluate(piece.x, s, 0),
        y: evaluate(piece.y, s, 0),
        cos: Math.cos(angle),
        sin: Math.sin(angle),
        vx: rate(piece.x),
        vy: rate(piece.y),
        spin: rate(piece.angle),
    };
}

/** @param {Part} part @param {ReturnType<typeof poseAt>} pose @returns {Placed[]} */
const place = ({ points }, { x, y, cos, sin, vx, vy, spin }) =>
    points.map(([px, py]) => {
        const [u, v] = [cos * px - sin * py, sin * px + cos * py];
        return [x + u, y + v, vx - spin * v, vy + spin * u];
    });

/** @param {Part} part */
const sizeOf = ({ points }) => Math.max(...points.map(([x, y]) => Math.hypot(x, y)));

/** @param {number[]} o @param {number[]} p @param {number[]} q */
const turn = ([a, b], [c, d], [e, f]) => (c - a) * (f - b) - (d - b) * (e - a);

/** Returns the counter-clockwise outline of points. @param {number[][]} points */
function outlineOf(points) {
    points.sort(([a, b], [c, d]) => a - c || b - d);
    /** @type {number[][]} */
    const outline = [];
    for (const sign of [1, -1]) {
        const first = outline.length;
        for (let k = 0; k < points.length; k++) {
            const p = points[sign > 0 ? k : points.length - 1 - k];
            while (
                outline.length > first + 1 &&
                turn(outline[outline.length - 2], outline[outline.length - 1], p) <= 0
            )
                outline.pop();
            outline.push(p);
        }
        outline.pop();
    }
    return outline.length === 0 ? [points[0]] : outline;
}

/**
 * Returns how deep the origin is in a convex outline: positive inside, minus the distance outside.
 *
 * @param {number[][]} outline @returns {Depth}
 */
function depthIn(outline) {
    /** @type {Depth} */
    let inside = { depth: Infinity, x: 1, y: 0 };
    /** @type {Depth} */
    let outside = { depth: -Infinity, x: 1, y: 0 };
    outline.forEach(([px, py], k) => {
        const [qx, qy] = outline[(k + 1) % outline.length];
        const [ex, ey] = [qx - px, qy - py];
        const square = ex * ex + ey * ey;
        const length = Math.sqrt(square);
        const height = length > 0 ? (px * ey - py * ex) / length : 0;
        if (length > 0 && height < inside.depth)
            inside = { depth: height, x: ey / length, y: -ex / length };
        const s = square > 0 ? Math.min(1, Math.max(0, -(px * ex + py * ey) / square)) : 0;
        const [nx, ny] = [px + s * ex, py + s * ey];
        const away = Math.hypot(nx, ny);
        if (-away > outside.depth && away > 0)
            outside = { depth: -away, x: -nx / away, y: -ny / away };
        else if (away === 0) outside = { depth: 0, x: inside.x, y: inside.y };
    });
    if (outline.length > 2 && inside.depth >= 0) return inside;
    // On a flat outline, the direction across it has depth 0.
    if (outside.depth === 0) return { depth: 0, x: inside.x, y: inside.y };
    return outside;
}

/** @param {Placed[]} p @param {Placed[]} q */
const differenceOf = (p, q) => outlineOf(p.flatMap(([x, y]) => q.map(([u, v]) => [x - u, y - v])));

/** @param {Placed[]} p @param {Placed[]} q @param {number} radius */
const depthOfParts = (p, q, radius) => depthIn(differenceOf(p, q)).depth + radius;

/**
 * Returns directions along which two parts may be shallow: the normals of their difference along which they are no deeper
 * than a limit, that of their depth, and those across their relative velocity.
 *
 * @param {number[][]} outline @param {Placed[]} p @param {Placed[]} q @param {number} limit
 */
function shallowDirections(outline, p, q, limit) {
    const { x, y } = depthIn(outline);
    const found = [[x, y]];
    outline.forEach(([px, py], k) => {
        const [qx, qy] = outline[(k + 1) % outline.length];
        const [ex, ey] = [qx - px, qy - py];
        const length = Math.hypot(ex, ey);
        if (length > 0 && px * ey - py * ex <= limit * length)
            found.push([ey / length, -ex / length]);
    });
    const [u, v] = [p[0][2] - q[0][2], p[0][3] - q[0][3]];
    const speed = Math.hypot(u, v);
    if (speed > 0) found.push([v / speed, -u / speed], [-v / speed, u / speed]);
    return found;
}

/**
 * Returns a bound of the depth of two parts within a time h of an instant, along one direction there.
 *
 * @param {Placed[]} p @param {Placed[]} q @param {number[]} direction @param {number} h
 */
function depthWithin(p, q, [x, y], h) {
    let most = -Infinity;
    for (const s of [-h, h]) {
        let [first, second] = [-Infinity, -Infinity];
        for (const [px, py, u, v] of p)
            first = Math.max(first, x * (px + s * u) + y * (py + s * v));
        for (const [px, py, u, v] of q)
            second = Math.max(second, -x * (px + s * u) - y * (py + s * v));
        most = Math.max(most, first + second);
    }
    return most;
}

/** Returns a bound of the speed of the points of each part of a body. @param {Moving} moving @param {number[]} sizes */
const speedsOf = ({ pieces }, sizes) =>
    sizes.map((size) =>
        Math.max(
            ...pieces.map(({ t0, t1, x, y, angle }) => {
                const [u, v, spin] = [x, y, angle].map((p) => boundOf(p, t1 - t0, 1));
                return Math.hypot(u, v) + spin * size;
            }),
        ),
    );

/**
 * Returns a bound of the acceleration along a direction of the points of a part, at times up to `to` of the piece of an
 * instant.
 *
 * @param {Moving} moving @param {number} size of the part @param {number[]} direction @param {number} t @param {number} to
 */
function accelerationAlong({ pieces }, size, [dx, dy], t, to) {
    const { t0, t1, x, y, angle } = pieceAt(pieces, t);
    if (t < t0 || t > t1) return 0;
    const s = Math.min(to, t1) - t0;
    let sum = 0;
    for (let k = Math.max(x.length, y.length) - 1; k >= 2; k--)
        sum += Math.abs(dx * (x[k] ?? 0) + dy * (y[k] ?? 0)) * k * (k - 1) * s ** (k - 2);
    return sum + (boundOf(angle, s, 2) + boundOf(angle, s, 1) ** 2) * size;
}

/** Two unions that move. */
export class MovingUnions {
    /** @type {number[][]} */
    #sizes;

    /** @param {Moving} a @param {Moving} b */
    constructor(a, b) {
        this.bodies = [a, b];
        this.#sizes = this.bodies.map(({ parts }) => parts.map(sizeOf));
        const speeds = this.bodies.map((body, k) => speedsOf(body, this.#sizes[k]));
        /** Pairs of parts: their indices, the sum of their radii, and a bound of their relative speed. */
        this.pairs = a.parts.flatMap((p, i) =>
            b.parts.map((q, j) => ({
                i,
                j,
                radius: p.radius + q.radius,
                speed: speeds[0][i] + speeds[1][j],
            })),
        );
        this.speed = Math.max(...this.pairs.map(({ speed }) => speed));
        /** Times at which a piece begins or ends, between which the motions are smooth. */
        this.breaks = this.bodies.flatMap(({ pieces }) => pieces.flatMap(({ t0, t1 }) => [t0, t1]));
    }

    /** @param {number} t */
    #place(t) {
        const poses = this.bodies.map((body) => poseAt(body, t));
        /** @type {Placed[][][]} */
        const placed = [[], []];
        return (/** @type {0 | 1} */ side, /** @type {number} */ k) => {
            placed[side][k] ??= place(this.bodies[side].parts[k], poses[side]);
            return placed[side][k];
        };
    }

    /** Returns the depth of the deepest pair of parts at a time; negative: the distance. @param {number} t */
    depthAt(t) {
        const at = this.#place(t);
        return Math.max(
            ...this.pairs.map(({ i, j, radius }) => depthOfParts(at(0, i), at(1, j), radius)),
        );
    }

    /**
     * Returns whether the unions are in contact at a time after each of many moves by a length, and by half of it.
     *
     * @param {number} t @param {number} length
     */
    isDeepByMoves(t, length) {
        const at = this.#place(t);
        const near = this.pairs.filter(
            ({ i, j, radius }) => depthOfParts(at(0, i), at(1, j), radius) > -2 * length,
        );
        for (let k = 0; k < 128; k++) {
            const angle = (Math.PI * (k + 0.37)) / 64;
            const way = k % 2 === 0 ? length : length / 2;
            const [x, y] = [way * Math.cos(angle), way * Math.sin(angle)];
            const isMet = near.some(({ i, j, radius }) => {
                const moved = at(0, i).map(
                    ([px, py, u, v]) => /** @type {Placed} */ ([px + x, py + y, u, v]),
                );
                return depthOfParts(moved, at(1, j), radius) >= 0;
            });
            if (!isMet) return false;
        }
        return true;
    }

    /**
     * Searches [from, to] for a time at which a pair of parts is deeper than a limit; the first one is found first, up to
     * what lies between them in one step.
     *
     * @param {number} from @param {number} to @param {number} limit @param {number} width of the shortest step
     * @returns {{ time: number | null, unclear: number }} unclear: number of shortest steps in which it cannot be excluded
     */
    deeperThan(from, to, limit, width) {
        const cuts = [from, ...this.breaks.filter((t) => t > from && t < to), to].sort(
            (p, q) => p - q,
        );
        let unclear = 0;
        /** @type {(lo: number, hi: number, pairs: typeof this.pairs) => number | null} */
        const search = (lo, hi, pairs) => {
            const [t, h] = [lo + (hi - lo) / 2, (hi - lo) / 2];
            const isShort = hi - lo <= width || t === lo || t === hi;
            const at = this.#place(t);
            const left = pairs.filter((pair) => this.#mayBeDeeper(pair, at, t, h, limit));
            for (const { i, j, radius } of left)
                if (depthOfParts(at(0, i), at(1, j), radius) > limit) {
                    const earlier = isShort ? null : search(lo, t, left);
                    return earlier ?? t;
                }
            if (left.length === 0) return null;
            if (isShort) {
                unclear++;
                return null;
            }
            return search(lo, t, left) ?? search(t, hi, left);
        };
        for (let k = 0; k + 1 < cuts.length; k++) {
            if (cuts[k + 1] === cuts[k] && from !== to) continue;
            const time = search(cuts[k], cuts[k + 1], this.pairs);
            if (time !== null) return { time, unclear };
        }
        for (const time of cuts) if (this.depthAt(time) > limit) return { time, unclear };
        return { time: null, unclear };
    }

    /**
     * Returns whether a pair of parts may be deeper than a limit within a time h of an instant; no piece ends there, so
     * a body that stands still at the instant does so throughout.
     *
     * @param {(typeof this.pairs)[number]} pair @param {(side: 0 | 1, k: number) => Placed[]} at
     * @param {number} t @param {number} h @param {number} limit
     */
    #mayBeDeeper({ i, j, radius, speed }, at, t, h, limit) {
        const [p, q] = [at(0, i), at(1, j)];
        const [first, second] = [this.#sizes[0][i], this.#sizes[1][j]];
        const away = Math.hypot(p[0][0] - q[0][0], p[0][1] - q[0][1]) - 2 * (first + second);
        if (radius - away + speed * h <= limit) return false;
        const outline = differenceOf(p, q);
        const depth = depthIn(outline).depth + radius;
        if (depth + speed * h <= limit) return false;
        if (depth > limit) return true;
        return shallowDirections(outline, p, q, limit - radius).every((direction) => {
            const bend =
                accelerationAlong(this.bodies[0], first, direction, t, t + h) +
                accelerationAlong(this.bodies[1], second, direction, t, t + h);
            return depthWithin(p, q, direction, h) + radius + (bend * h * h) / 2 > limit;
        });
    }
}
