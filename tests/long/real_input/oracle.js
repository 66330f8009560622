/**
 * Brute force for moving convex bodies, in double. It shares no code with graze: it evaluates polynomials, solves
 * splines and measures separations itself, at times counted from the beginning of the clock.
 *
 * A cell of time is decided from its middle. Both bodies are seen in a frame that turns about the world's origin at a
 * constant rate, which does not change their separation. In this frame each vertex is at its Taylor polynomial of
 * degree 2, up to a third derivative times h^3 / 6, and the gap along the normal at the middle is a lower bound of the
 * separation.
 *
 * @typedef {object} Segment coefficients of (t - t0), of the pivot's place and of the heading
 * @property {number} t0
 * @property {number} t1
 * @property {number[]} x
 * @property {number[]} y
 * @property {number[]} angle
 * @property {number[]} pivot in the body frame
 *
 * @typedef {object} Piece a segment, or a stand before or after all of them, with what is needed to place the vertices
 * @property {number} begin
 * @property {number} end
 * @property {number} t0
 * @property {number} degree
 * @property {Float64Array} x
 * @property {Float64Array} y
 * @property {Float64Array} theta
 * @property {Float64Array} rx vertices, from the pivot
 * @property {Float64Array} ry
 * @property {number} reach largest distance of a vertex from the pivot
 *
 * @typedef {object} Body
 * @property {number} count of vertices
 * @property {Float64Array} nx unit normals of the edges, outward, in the body frame
 * @property {Float64Array} ny
 * @property {Int32Array} on vertex of each normal
 * @property {number} radius
 * @property {number} size largest coordinate of a vertex, and the radius
 * @property {number} diameter
 * @property {number} width smallest distance of two parallel lines that enclose the body
 * @property {Piece[]} pieces in time order, stands included
 * @property {number} begin start of the first piece
 * @property {number} end end of the last piece
 *
 * @typedef {'free' | 'contact' | 'near' | 'gave up'} Verdict 'free': nowhere as near as the bound; 'contact': nearer than it
 *   at `time`; 'near': nowhere nearer than the bound by more than delta, and nothing else is certain; 'gave up': too many cells
 * @typedef {{ verdict: Verdict, time: number, cells: number }} Finding
 */

const TERMS = 6;
const UNIT = 2 ** -53;
/** Factor by which bounds are widened for their own rounding. */
const WIDER = 1 + 2 ** -40;
/** Rounding of a separation, in units of all terms that enter it: twice the rounding that graze permits. */
const ROUNDINGS = 64;
const MAX_CELLS = 400_000;

/** @param {readonly number[]} values */
const terms = (values) => Float64Array.from({ length: TERMS }, (_, k) => values[k] ?? 0);

/** @param {Float64Array} c @param {number} s */
const valueAt = (c, s) => c.reduceRight((sum, term) => sum * s + term, 0);

/** Returns the sum of |c[k]| s^k. @param {Float64Array} c @param {number} s */
const magnitude = (c, s) => c.reduceRight((sum, term) => sum * s + Math.abs(term), 0);

/**
 * Returns the body of a convex outline, counter-clockwise, that moves by pieces.
 *
 * @param {readonly number[][]} points
 * @param {number} radius
 * @param {readonly Segment[]} segments
 * @param {{ before?: 'stay' | 'vanish', after?: 'stay' | 'vanish' }} ends
 * @returns {Body}
 */
export function bodyOf(points, radius, segments, { before = 'stay', after = 'stay' } = {}) {
    const count = points.length;
    const edges = count > 1 ? points.map((p, k) => [p, points[(k + 1) % count]]) : [];
    const normals = edges.map(([[px, py], [qx, qy]]) => {
        const length = Math.hypot(qx - px, qy - py);
        return [(qy - py) / length, (px - qx) / length];
    });
    const across = normals.map(([nx, ny]) => {
        const reaches = points.map(([x, y]) => nx * x + ny * y);
        return Math.max(...reaches) - Math.min(...reaches);
    });
    const distances = points.flatMap(([px, py]) =>
        points.map(([qx, qy]) => Math.hypot(qx - px, qy - py)),
    );
    /** @type {(segment: Segment, begin: number, end: number) => Piece} */
    const pieceOf = ({ t0, x, y, angle, pivot }, begin, end) => {
        const rx = Float64Array.from(points, (point) => point[0] - pivot[0]);
        const ry = Float64Array.from(points, (point) => point[1] - pivot[1]);
        const reach = Math.max(...rx.map((_, k) => Math.hypot(rx[k], ry[k]))) * WIDER;
        const degree = Math.max(x.length, y.length, angle.length) - 1;
        const polynomials = { x: terms(x), y: terms(y), theta: terms(angle) };
        return { begin, end, t0, degree, ...polynomials, rx, ry, reach };
    };
    /** @type {(segment: Segment, at: number, begin: number, end: number) => Piece} */
    const stand = (segment, at, begin, end) => {
        const [x, y, angle] = [segment.x, segment.y, segment.angle].map((c) => {
            return [valueAt(terms(c), at - segment.t0)];
        });
        return pieceOf({ ...segment, x, y, angle }, begin, end);
    };
    const pieces = segments.map((segment) => pieceOf(segment, segment.t0, segment.t1));
    const [first, last] = [segments[0], segments[segments.length - 1]];
    if (before === 'stay') pieces.unshift(stand(first, first.t0, -Infinity, first.t0));
    if (after === 'stay') pieces.push(stand(last, last.t1, last.t1, Infinity));
    return {
        count,
        nx: Float64Array.from(normals, ([nx]) => nx),
        ny: Float64Array.from(normals, ([, ny]) => ny),
        on: Int32Array.from(normals, (_, k) => k),
        radius,
        size: Math.max(...points.flat().map(Math.abs)) + radius,
        diameter: Math.max(...distances) + 2 * radius,
        width: Math.min(...across, Infinity) + 2 * radius,
        pieces,
        begin: first.t0,
        end: last.t1,
    };
}

/**
 * Returns the velocities at the knots of the natural cubic spline through values at times, by its second derivatives m.
 * Those vanish at both ends, and h m[k-1] + 2 (h + g) m[k] + g m[k+1] = 6 (slope after - slope before).
 *
 * @param {readonly number[]} times
 * @param {readonly number[]} values
 * @returns {number[][]} coefficients of each piece
 */
export function naturalSpline(times, values) {
    const last = times.length - 1;
    const steps = Array.from({ length: last }, (_, k) => times[k + 1] - times[k]);
    const slopes = steps.map((h, k) => (values[k + 1] - values[k]) / h);
    const bends = new Array(last + 1).fill(0);
    const above = new Array(last + 1).fill(0);
    for (let k = 1; k < last; k++) {
        const pivot = 2 * (steps[k - 1] + steps[k]) - steps[k - 1] * above[k - 1];
        above[k] = steps[k] / pivot;
        bends[k] = (6 * (slopes[k] - slopes[k - 1]) - steps[k - 1] * bends[k - 1]) / pivot;
    }
    for (let k = last - 1; k > 0; k--) bends[k] -= above[k] * bends[k + 1];
    return steps.map((h, k) => {
        const [m, n] = [bends[k], bends[k + 1]];
        return [values[k], slopes[k] - (h * (2 * m + n)) / 6, m / 2, (n - m) / (6 * h)];
    });
}

/** State of a body at a time: derivatives of the pivot's place and of the angle, and their bounds nearby. */
class State {
    x = 0;
    y = 0;
    vx = 0;
    vy = 0;
    ax = 0;
    ay = 0;
    theta = 0;
    angularVelocity = 0;
    angularAcceleration = 0;
    /** Largest third derivatives within h. */
    jerk = 0;
    twist = 0;
    #x = new Float64Array(TERMS);
    #y = new Float64Array(TERMS);
    #theta = new Float64Array(TERMS);

    /** @param {Piece} piece @param {number} s @param {number} h */
    set(piece, s, h) {
        const { degree } = piece;
        const [x, y, theta] = [this.#x, this.#y, this.#theta];
        shift(piece.x, degree, s, x);
        shift(piece.y, degree, s, y);
        shift(piece.theta, degree, s, theta);
        [this.x, this.vx, this.ax] = [x[0], x[1], 2 * x[2]];
        [this.y, this.vy, this.ay] = [y[0], y[1], 2 * y[2]];
        [this.theta, this.angularVelocity, this.angularAcceleration] = [
            theta[0],
            theta[1],
            2 * theta[2],
        ];
        this.jerk = 0;
        this.twist = 0;
        let power = 1;
        for (let k = 3; k <= degree; k++) {
            const factor = k * (k - 1) * (k - 2) * power;
            this.jerk += factor * Math.hypot(x[k], y[k]);
            this.twist += factor * Math.abs(theta[k]);
            power *= h;
        }
    }
}

/**
 * Writes the polynomial c about s to `out`.
 *
 * @param {Float64Array} c
 * @param {number} degree
 * @param {number} s
 * @param {Float64Array} out
 */
function shift(c, degree, s, out) {
    for (let k = 0; k < TERMS; k++) out[k] = c[k];
    for (let i = 0; i < degree; i++) {
        for (let k = degree - 1; k >= i; k--) out[k] += s * out[k + 1];
    }
}

/** Two bodies in time, the first of them delayed by `lag`. */
export class Encounter {
    /** Separation at the last measurement, and the direction from A to B. */
    s = 0;
    #nx = 1;
    #ny = 0;
    #a = new State();
    #b = new State();
    #cells = 0;

    /** @param {Body} a @param {Body} b @param {number} [lag] */
    constructor(a, b, lag = 0) {
        this.a = a;
        this.b = b;
        this.lag = lag;
        this.pa = a.pieces[0];
        this.pb = b.pieces[0];
        this.radii = a.radius + b.radius;
        this.ax = new Float64Array(a.count);
        this.ay = new Float64Array(a.count);
        this.bx = new Float64Array(b.count);
        this.by = new Float64Array(b.count);
    }

    /** Places all vertices at t; h: half the length of the cell about it. @param {number} t @param {number} h */
    #place(t, h) {
        const { pa, pb, ax, ay, bx, by } = this;
        const [a, b] = [this.#a, this.#b];
        a.set(pa, t - this.lag - pa.t0, h);
        b.set(pb, t - pb.t0, h);
        const [x, y] = [b.x - a.x, b.y - a.y];
        turn(pa, a.theta, 0, 0, ax, ay);
        turn(pb, b.theta, x, y, bx, by);
    }

    /** Computes the signed separation of the placed vertices, into s. @returns {number} */
    #measure() {
        const { a, b } = this;
        let best = -Infinity;
        for (let side = 0; side < 2; side++) {
            const [own, theta] = side === 0 ? [a, this.#a.theta] : [b, this.#b.theta];
            const [c, s] = [Math.cos(theta), Math.sin(theta)];
            const [px, py, qx, qy] = side === 0 ? this.#views : this.#viewsOfB;
            for (let k = 0; k < own.nx.length; k++) {
                const x = c * own.nx[k] - s * own.ny[k];
                const y = s * own.nx[k] + c * own.ny[k];
                const reach = x * px[own.on[k]] + y * py[own.on[k]];
                let gap = Infinity;
                for (let j = 0; j < qx.length; j++) {
                    const here = x * qx[j] + y * qy[j] - reach;
                    if (here < gap) gap = here;
                }
                if (gap > best) {
                    best = gap;
                    [this.#nx, this.#ny] = side === 0 ? [x, y] : [-x, -y];
                }
            }
        }
        if (best > 0 || best === -Infinity) best = this.#nearest();
        this.s = best - this.radii;
        return this.s;
    }

    get #views() {
        return [this.ax, this.ay, this.bx, this.by];
    }

    get #viewsOfB() {
        return [this.bx, this.by, this.ax, this.ay];
    }

    /** Returns the distance of the nearest vertex and edge of disjoint cores. @returns {number} */
    #nearest() {
        let best = Infinity;
        let [dx, dy] = [0, 0];
        for (let side = 0; side < 2; side++) {
            const [px, py, qx, qy] = side === 0 ? this.#views : this.#viewsOfB;
            const n = qx.length;
            for (let j = 0; j < n; j++) {
                const k = j + 1 < n ? j + 1 : 0;
                const [ex, ey] = [qx[k] - qx[j], qy[k] - qy[j]];
                const square = ex * ex + ey * ey;
                for (let i = 0; i < px.length; i++) {
                    let [x, y] = [qx[j] - px[i], qy[j] - py[i]];
                    const along = -(x * ex + y * ey);
                    if (along >= square) {
                        [x, y] = [qx[k] - px[i], qy[k] - py[i]];
                    } else if (along > 0) {
                        const across = (x * ey - y * ex) / square;
                        [x, y] = [across * ey, -across * ex];
                    }
                    const here = x * x + y * y;
                    if (here < best) {
                        best = here;
                        [dx, dy] = side === 0 ? [x, y] : [-x, -y];
                    }
                }
            }
        }
        const distance = Math.sqrt(best);
        if (distance > 0) [this.#nx, this.#ny] = [dx / distance, dy / distance];
        return distance;
    }

    /**
     * Returns the pieces of both at t: more than one pair if one piece ends and the next begins.
     *
     * @param {number} t
     */
    #pairsAt(t) {
        const [ofA, ofB] = [t - this.lag, t];
        const here = (/** @type {Piece} */ p, /** @type {number} */ u) =>
            p.begin <= u && u <= p.end;
        const withB = this.b.pieces.filter((p) => here(p, ofB));
        return this.a.pieces
            .filter((p) => here(p, ofA))
            .flatMap((pa) => withB.map((pb) => ({ pa, pb })));
    }

    /**
     * Returns the signed separation: the gap, or minus the depth.
     *
     * @param {number} t
     * @returns {number} Infinity where one of them is not there
     */
    separationAt(t) {
        let least = Infinity;
        for (const { pa, pb } of this.#pairsAt(t)) {
            this.pa = pa;
            this.pb = pb;
            this.#place(t, 0);
            least = Math.min(least, this.#measure());
        }
        return least;
    }

    /**
     * Returns the sum of the magnitudes of all terms of a place in [from, to].
     * @param {number} from
     * @param {number} to
     */
    #termsIn(from, to) {
        let most = 0;
        const { a, b, lag } = this;
        const parts = [
            { body: a, begin: from - lag, end: to - lag },
            { body: b, begin: from, end: to },
        ];
        for (const { body, begin, end } of parts) {
            let sum = 0;
            for (const p of body.pieces) {
                if (p.end < begin || p.begin > end) continue;
                const s = p.degree === 0 ? 0 : Math.min(end, p.end) - p.t0;
                const place = magnitude(p.x, s) + magnitude(p.y, s);
                sum = Math.max(sum, place + p.reach * (1 + magnitude(p.theta, s)));
            }
            most += sum;
        }
        return most + this.radii;
    }

    /**
     * Returns a bound of the rounding of separations in [from, to], here and in the checked answer.
     * @param {number} from
     * @param {number} to
     */
    roundingIn(from, to) {
        return ROUNDINGS * UNIT * this.#termsIn(from, to);
    }

    /**
     * Returns the times in [from, to] at which a piece begins or ends, and both ends.
     * @param {number} from
     * @param {number} to
     */
    #knotsIn(from, to) {
        const ofA = this.a.pieces.flatMap((p) => [p.begin + this.lag, p.end + this.lag]);
        const ofB = this.b.pieces.flatMap((p) => [p.begin, p.end]);
        const knots = [...ofA, ...ofB].filter((t) => t > from && t < to);
        return [from, ...new Set(knots.sort((p, q) => p - q)), to];
    }

    /**
     * Decides whether the two come as near as a bound in [from, to]. It may report any time at which they are nearer,
     * not only the first.
     *
     * @param {number} from
     * @param {number} to
     * @param {number} bound of the separation
     * @param {number} delta more than the rounding
     * @returns {Finding}
     */
    search(from, to, bound, delta) {
        const rounding = this.roundingIn(from, to);
        const knots = this.#knotsIn(from, to);
        this.#cells = 0;
        for (const t of knots) {
            if (this.separationAt(t) < bound - rounding) return this.#found('contact', t);
        }
        let isNear = false;
        for (let k = 1; k < knots.length; k++) {
            const middle = knots[k - 1] + (knots[k] - knots[k - 1]) / 2;
            const pair = this.#pairsAt(middle)[0];
            if (pair === undefined || knots[k] === knots[k - 1]) continue;
            this.pa = pair.pa;
            this.pb = pair.pb;
            const finding = this.#searchPiece(knots[k - 1], knots[k], bound, delta, rounding);
            if (finding.verdict === 'near') isNear = true;
            else if (finding.verdict !== 'free') return finding;
        }
        return this.#found(isNear ? 'near' : 'free', Number.NaN);
    }

    /** @param {Verdict} verdict @param {number} time @returns {Finding} */
    #found(verdict, time) {
        return { verdict, time, cells: this.#cells };
    }

    /**
     * @param {number} from
     * @param {number} to
     * @param {number} bound
     * @param {number} delta
     * @param {number} rounding
     */
    #searchPiece(from, to, bound, delta, rounding) {
        const stack = [from, to];
        let isNear = false;
        while (stack.length > 0) {
            const r = /** @type {number} */ (stack.pop());
            const l = /** @type {number} */ (stack.pop());
            const m = l + (r - l) / 2;
            if (++this.#cells > MAX_CELLS) return this.#found('gave up', l);
            const least = this.#boundCell(m, Math.max(m - l, r - m) * WIDER, bound + rounding);
            if (least > bound + rounding) continue;
            if (this.s < bound - rounding) return this.#found('contact', m);
            const isAt = least > bound - delta && this.s < bound + delta;
            if (isAt || !(l < m && m < r)) isNear = true;
            else stack.push(m, r, l, m);
        }
        return this.#found(isNear ? 'near' : 'free', Number.NaN);
    }

    /**
     * Returns a lower bound of the separation over [m - h, m + h]; s becomes the separation at m, or a value above the
     * bound.
     *
     * @param {number} m
     * @param {number} h
     * @param {number} enough a bound of more is not improved
     */
    #boundCell(m, h, enough) {
        const { pa, pb } = this;
        const [a, b] = [this.#a, this.#b];
        this.#place(m, h);
        const [dx, dy] = [b.x - a.x, b.y - a.y];
        const apart = Math.hypot(dx, dy);
        const jerk = a.jerk + b.jerk;
        const drift = Math.hypot(b.vx - a.vx, b.vy - a.vy);
        const bend = Math.hypot(b.ax - a.ax, b.ay - a.ay);
        const path = h * (drift + h * (bend / 2 + (h * jerk) / 6)) * WIDER;
        const discs = apart - pa.reach - pb.reach - this.radii;
        if (discs - path > enough) {
            this.s = discs;
            return discs - path;
        }
        this.#measure();
        const distances = {
            place: apart + path,
            speed: drift + h * (bend + (h * jerk) / 2),
            bend: bend + h * jerk,
            jerk,
        };
        let least = discs - path;
        for (const rate of [a.angularVelocity, b.angularVelocity, 0]) {
            least = Math.max(least, this.#boundFrom(rate, h, distances));
            if (least > enough || (a.angularVelocity === 0 && b.angularVelocity === 0))
                return least;
        }
        return least;
    }

    /**
     * Returns the bound in a frame that turns at `rate` about A's pivot at time m.
     *
     * @param {number} rate
     * @param {number} h
     * @param {{ place: number, speed: number, bend: number, jerk: number }} most bounds of the pivots' difference within h
     */
    #boundFrom(rate, h, most) {
        const { pa, pb, ax, ay, bx, by } = this;
        const [a, b] = [this.#a, this.#b];
        const [nx, ny] = [this.#nx, this.#ny];
        const [dx, dy] = [b.x - a.x, b.y - a.y];
        const [ux, uy] = [b.vx - a.vx, b.vy - a.vy];
        const square = rate * rate;
        const slope = nx * (ux + rate * dy) + ny * (uy - rate * dx);
        const curve =
            nx * (b.ax - a.ax + 2 * rate * uy - square * dx) +
            ny * (b.ay - a.ay - 2 * rate * ux - square * dy);
        const [pathA, pathB] = [a.angularVelocity - rate, b.angularVelocity - rate];
        let [ahead, behind, bent] = [Infinity, Infinity, Infinity];
        for (let j = 0; j < bx.length; j++) {
            const [x, y] = [bx[j] - dx, by[j] - dy];
            const cross = nx * -y + ny * x;
            const along = nx * x + ny * y;
            const place = nx * bx[j] + ny * by[j];
            const go = h * (slope + pathB * cross);
            if (place + go < ahead) ahead = place + go;
            if (place - go < behind) behind = place - go;
            const here = curve + b.angularAcceleration * cross - pathB * pathB * along;
            if (here < bent) bent = here;
        }
        let [aheadA, behindA, bentA] = [-Infinity, -Infinity, -Infinity];
        for (let i = 0; i < ax.length; i++) {
            const cross = nx * -ay[i] + ny * ax[i];
            const place = nx * ax[i] + ny * ay[i];
            const go = h * pathA * cross;
            if (place + go > aheadA) aheadA = place + go;
            if (place - go > behindA) behindA = place - go;
            const here = a.angularAcceleration * cross - pathA * pathA * place;
            if (here > bentA) bentA = here;
        }
        const turning = Math.abs(rate);
        const third =
            most.jerk +
            turning * (3 * most.bend + turning * (3 * most.speed + turning * most.place)) +
            pa.reach * thirdOf(pathA, a, h) +
            pb.reach * thirdOf(pathB, b, h);
        const ends = Math.min(ahead - aheadA, behind - behindA);
        const sag = (h * h * (Math.min(0, bent - bentA) - (h * third) / 3)) / 2;
        return ends + sag * WIDER - this.radii;
    }
}

/**
 * Returns the largest third derivative, within h, of a point at distance 1 that turns at rate w.
 *
 * @param {number} w
 * @param {State} state
 * @param {number} h
 */
function thirdOf(w, { angularAcceleration, twist }, h) {
    const swing = Math.abs(angularAcceleration) + h * twist;
    const spin = Math.abs(w) + h * (Math.abs(angularAcceleration) + (h * twist) / 2);
    return twist + spin * (3 * swing + spin * spin);
}

/**
 * @param {Piece} piece
 * @param {number} theta
 * @param {number} x
 * @param {number} y
 * @param {Float64Array} outX
 * @param {Float64Array} outY
 */
function turn({ rx, ry }, theta, x, y, outX, outY) {
    const [c, s] = [Math.cos(theta), Math.sin(theta)];
    for (let k = 0; k < rx.length; k++) {
        outX[k] = x + c * rx[k] - s * ry[k];
        outY[k] = y + s * rx[k] + c * ry[k];
    }
}
