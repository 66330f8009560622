/**
 * The routes of agents in plain JavaScript, as a planner of its own would keep them: an array of parts, formulas of the
 * textbook in double, and no care of rounding. It shares no code with the package.
 *
 * @import { MovingDisc, RouteLike } from 'graze'
 * @import { Move, Place } from '../examples/graph.js'
 *
 * @typedef {{ x: number, y: number, vx: number, vy: number, t0: number, t1: number, radius: number }} Part
 * @typedef {[begin: number, end: number]} Span
 */

export class NaiveRoutes {
    /** @type {(Part[] | undefined)[]} */ #routes = [];

    /** @param {RouteLike} route */
    add(route) {
        this.#routes.push(Array.isArray(route) ? partsOf(route) : [/** @type {Part} */ (route)]);
        return this.#routes.length - 1;
    }

    /** @param {number} key */
    remove(key) {
        this.#routes[key] = undefined;
    }

    free() {
        this.#routes = [];
    }

    /** @param {Pick<Place, 'x' | 'y' | 'radius'>} place @param {number} [from] */
    intervals(place, from = 0) {
        /** @type {Span[]} */
        const spans = [];
        for (const parts of this.#routes) {
            if (parts === undefined) continue;
            for (const part of parts) {
                const px = part.x - place.x;
                const py = part.y - place.y;
                const reach = part.radius + place.radius;
                const c = px * px + py * py - reach * reach;
                const a = part.vx * part.vx + part.vy * part.vy;
                if (a === 0) {
                    if (c < 0) spans.push([part.t0, part.t1]);
                    continue;
                }
                const h = px * part.vx + py * part.vy;
                const discriminant = h * h - a * c;
                if (discriminant <= 0) continue;
                const root = Math.sqrt(discriminant);
                const begin = Math.max((-h - root) / a, 0);
                const end = Math.min((root - h) / a, part.t1 - part.t0);
                if (begin < end) spans.push([part.t0 + begin, part.t0 + end]);
            }
        }
        return gaps(spans, from, Infinity);
    }

    /** @param {readonly Move[]} moves @param {number} from @param {number} to */
    departures(moves, from, to) {
        return moves.map(({ disc }) => this.departuresOf(disc, from, to));
    }

    /** @param {MovingDisc} disc @param {number} from @param {number} to */
    departuresOf(disc, from, to) {
        /** @type {Span[]} */
        const spans = [];
        const duration = disc.t1 - disc.t0;
        for (const parts of this.#routes) {
            if (parts === undefined) continue;
            for (const part of parts) {
                if (part.t1 < from || part.t0 > to + duration) continue;
                const reach = disc.radius + part.radius;
                const length = part.vx === 0 && part.vy === 0 ? 0 : part.t1 - part.t0;
                const width = Math.abs(disc.vx) * duration + Math.abs(part.vx) * length + reach;
                if (Math.abs(disc.x - part.x) > width) continue;
                const height = Math.abs(disc.vy) * duration + Math.abs(part.vy) * length + reach;
                if (Math.abs(disc.y - part.y) > height) continue;
                const span = unsafeStarts(disc, duration, part);
                if (span !== null) spans.push(span);
            }
        }
        return gaps(spans, from, to);
    }
}

/** Returns the pieces and stays of a route. @param {readonly MovingDisc[]} route */
function partsOf(route) {
    /** @type {Part[]} */
    const parts = [];
    const first = route[0];
    parts.push({ ...first, vx: 0, vy: 0, t0: -Infinity, t1: first.t0 });
    for (const [k, piece] of route.entries()) {
        const { x, y, vx, vy, t0, t1, radius } = piece;
        parts.push({ x, y, vx, vy, t0, t1, radius });
        const next = k + 1 < route.length ? route[k + 1].t0 : Infinity;
        const [endX, endY] = [x + vx * (t1 - t0), y + vy * (t1 - t0)];
        if (next > t1) parts.push({ x: endX, y: endY, vx: 0, vy: 0, t0: t1, t1: next, radius });
    }
    return parts;
}

/**
 * Returns the times within [0, duration] at which p + t v is nearer to the origin than `reach`.
 *
 * @param {number} px @param {number} py @param {number} vx @param {number} vy @param {number} duration @param {number} reach
 * @returns {Span | null}
 */
function within(px, py, vx, vy, duration, reach) {
    const a = vx * vx + vy * vy;
    const c = px * px + py * py - reach * reach;
    if (a === 0) return c < 0 ? [0, duration] : null;
    const h = px * vx + py * vy;
    const discriminant = h * h - a * c;
    if (discriminant <= 0) return null;
    const root = Math.sqrt(discriminant);
    const [begin, end] = [Math.max((-h - root) / a, 0), Math.min((root - h) / a, duration)];
    return begin < end ? [begin, end] : null;
}

/**
 * Returns the start times with which a disc meets a part: with u and v the times since the starts of both, those of
 * t0 + v - u where they are near each other, whose extremes are at an end of one of the two, or inside, where the
 * position is at right angles to the relative velocity.
 *
 * @param {MovingDisc} disc @param {number} duration @param {Part} part
 * @returns {Span | null}
 */
function unsafeStarts(disc, duration, part) {
    const wx = disc.x - part.x;
    const wy = disc.y - part.y;
    const reach = disc.radius + part.radius;
    if (part.vx === 0 && part.vy === 0) {
        const met = within(wx, wy, disc.vx, disc.vy, duration, reach);
        return met && [part.t0 - met[1], part.t1 - met[0]];
    }
    const length = part.t1 - part.t0;
    let [lo, hi] = [Infinity, -Infinity];
    const note = (/** @type {number} */ u, /** @type {number} */ v) => {
        lo = Math.min(lo, v - u);
        hi = Math.max(hi, v - u);
    };
    for (const u of [0, duration]) {
        const met = within(-wx - disc.vx * u, -wy - disc.vy * u, part.vx, part.vy, length, reach);
        if (met !== null) for (const v of met) note(u, v);
    }
    for (const v of [0, length]) {
        const met = within(wx - part.vx * v, wy - part.vy * v, disc.vx, disc.vy, duration, reach);
        if (met !== null) for (const u of met) note(u, v);
    }
    const cross = disc.vx * part.vy - disc.vy * part.vx;
    if (cross !== 0) {
        const [rx, ry] = [disc.vx - part.vx, disc.vy - part.vy];
        const scale = reach / Math.hypot(rx, ry);
        for (const sign of [-1, 1]) {
            const [qx, qy] = [-sign * ry * scale - wx, sign * rx * scale - wy];
            const u = (qx * part.vy - qy * part.vx) / cross;
            const v = (qx * disc.vy - qy * disc.vx) / cross;
            if (u >= 0 && u <= duration && v >= 0 && v <= length) note(u, v);
        }
    }
    return lo < hi ? [part.t0 + lo, part.t0 + hi] : null;
}

/** Returns the gaps between spans within a range. @param {Span[]} spans @param {number} from @param {number} to */
function gaps(spans, from, to) {
    spans.sort((p, q) => p[0] - q[0]);
    /** @type {Span[]} */
    const free = [];
    let cursor = from;
    for (const [begin, end] of spans) {
        if (begin > cursor && cursor < to) free.push([cursor, Math.min(begin, to)]);
        cursor = Math.max(cursor, end);
    }
    if (cursor < to) free.push([cursor, to]);
    return free;
}
