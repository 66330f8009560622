/**
 * Moving convex bodies by brute force, in double: the signed separation over all vertices, edges and normals, and
 * certain bounds of it between instants, from bounds on speed and acceleration. Time is halved until an interval is
 * certainly free, certainly in contact, or nowhere deeper than `delta`.
 *
 * @typedef {object} Segment coefficients of (t - t0), of the pivot's place and of the heading
 * @property {number} t0
 * @property {number} t1
 * @property {number[]} x
 * @property {number[]} y
 * @property {number[]} [angle]
 * @property {{ x: number, y: number }} [pivot] in the body frame
 *
 * @typedef {{ before?: 'stay' | 'vanish', after?: 'stay' | 'vanish' }} Endings
 *
 * @typedef {object} Piece
 * @property {number} begin
 * @property {number} end
 * @property {number} zero place where its polynomials are about
 * @property {number} degree
 * @property {Float64Array} x
 * @property {Float64Array} y
 * @property {Float64Array} theta
 * @property {Float64Array} rx the vertices, from the pivot
 * @property {Float64Array} ry
 * @property {number} reach reach of the vertices from the pivot
 * @property {number[]} gone how far its pivot has gone from x[0], y[0], while it is held there
 *
 * @typedef {object} Body
 * @property {number} count of vertices
 * @property {Float64Array} nx unit normals, outward, in the body frame; of a segment also its direction and the
 *   opposite
 * @property {Float64Array} ny
 * @property {Int32Array} on the vertex a normal is taken at
 * @property {number} radius
 * @property {number} size largest distance from the origin, with the radius
 * @property {Piece[]} pieces those of standing still included
 *
 * @typedef {object} First
 * @property {boolean | 'unclear'} contact 'unclear': never deeper than delta, but somewhere as near
 * @property {[lo: number, hi: number] | null} first certainly no contact before lo; with contact certainly some
 *   at hi. When unclear: where it is near
 * @property {boolean} exhausted gave up: then only that there is none before lo is certain
 * @property {number} cells
 *
 * @typedef {object} Run
 * @property {[number, number]} begin certainly free before the first; where certain, contact at the second
 * @property {[number, number]} end certainly contact at the first where certain, free after the second
 * @property {boolean} certain or else only never deeper than delta
 * @property {[number, number][]} sure place where it is certain
 *
 * @typedef {object} QueryOptions
 * @property {number} from
 * @property {number} to
 * @property {number} distanceTolerance
 * @property {number} tolerance
 */

const TERMS = 8;
const UNIT = 2 ** -53;

/** Factor by which bounds are widened for their own rounding. */
const WIDER = 1 + 2 ** -40;

/** Longest time step near a contact, as a fraction of the queried time, unless the body travels less than delta. */
const GRAIN = 2 ** -10;

/** Number of cells after which the search gives up. */
const MOST_CELLS = 2_000_000;

/** @param {number[][]} points @returns {number[][]} counter-clockwise, no point inside an edge */
export function hullOf(points) {
    const sorted = points.map(([x, y]) => [x, y]).sort((p, q) => p[0] - q[0] || p[1] - q[1]);
    /** @param {number[][]} list */
    const chain = (list) => {
        /** @type {number[][]} */
        const out = [];
        for (const p of list) {
            while (out.length > 1) {
                const [o, m] = out.slice(-2);
                const turn = (m[0] - o[0]) * (p[1] - o[1]) - (m[1] - o[1]) * (p[0] - o[0]);
                if (turn > 0) break;
                out.pop();
            }
            const last = out.at(-1);
            if (last === undefined || last[0] !== p[0] || last[1] !== p[1]) out.push(p);
        }
        return out;
    };
    const [lower, upper] = [chain(sorted), chain(sorted.reverse())];
    if (lower.length === 1) return lower;
    return [...lower.slice(0, -1), ...upper.slice(0, -1)];
}

/** @param {number[]} values */
const terms = (values) => Float64Array.from({ length: TERMS }, (_, k) => values[k] ?? 0);

/** @param {Float64Array} c @param {number} s */
function valueAt(c, s) {
    let value = 0;
    for (let k = TERMS - 1; k >= 0; k--) value = value * s + c[k];
    return value;
}

/**
 * @param {number[][]} points points of which the hull is taken
 * @param {number} radius
 * @param {Segment[]} segments
 * @param {Endings} [endings]
 * @returns {Body}
 */
export function bodyOf(points, radius, segments, { before = 'stay', after = 'stay' } = {}) {
    const hull = hullOf(points);
    const [nx, ny, on] = [[0], [0], [0]].map((list) => list.slice(1));
    const count = hull.length;
    if (count > 1) {
        hull.forEach(([px, py], k) => {
            const [qx, qy] = hull[(k + 1) % count];
            const length = Math.hypot(qx - px, qy - py);
            const [ex, ey] = [(qx - px) / length, (qy - py) / length];
            nx.push(ey);
            ny.push(-ex);
            on.push(k);
            if (count === 2) {
                nx.push(-ex);
                ny.push(-ey);
                on.push(k);
            }
        });
    }
    const pieces = segments.map(({ t0, t1, x, y, angle = [0], pivot = { x: 0, y: 0 } }) => {
        const rx = Float64Array.from(hull, ([px]) => px - pivot.x);
        const ry = Float64Array.from(hull, ([, py]) => py - pivot.y);
        const reach = Math.max(...rx.map((_, k) => Math.hypot(rx[k], ry[k]))) * WIDER;
        const [cx, cy, ct] = [x, y, angle].map(terms);
        const degree = Math.max(x.length, y.length, angle.length) - 1;
        /** @type {Piece} */
        const piece = {
            begin: t0,
            end: t1,
            zero: t0,
            degree,
            x: cx,
            y: cy,
            theta: ct,
            rx,
            ry,
            reach,
            gone: [0, 0],
        };
        return piece;
    });
    /** @param {Piece} piece @param {number} t @param {number} begin @param {number} end */
    const still = (piece, t, begin, end) => {
        const s = t - piece.zero;
        // Apart from where it began, which can be far away and would round it.
        const gone = [piece.x, piece.y].map((c) => valueAt(c.with(0, 0), s));
        const [x, y] = [piece.x, piece.y].map((c) => terms([c[0]]));
        const theta = terms([valueAt(piece.theta, s)]);
        return { ...piece, begin, end, degree: 0, x, y, theta, gone };
    };
    const [first, last] = [pieces[0], pieces[pieces.length - 1]];
    if (before === 'stay') pieces.unshift(still(first, first.begin, -Infinity, first.begin));
    if (after === 'stay') pieces.push(still(last, last.end, last.end, Infinity));
    return {
        count,
        nx: Float64Array.from(nx),
        ny: Float64Array.from(ny),
        on: Int32Array.from(on),
        radius,
        size: Math.max(...hull.map(([px, py]) => Math.hypot(px, py))) + radius,
        pieces,
    };
}

/**
 * Writes the polynomial c around s to `out`, except c[0].
 *
 * @param {Float64Array} c
 * @param {number} degree
 * @param {number} s
 * @param {Float64Array} out
 */
function shift(c, degree, s, out) {
    out[0] = 0;
    for (let k = 1; k < TERMS; k++) out[k] = c[k];
    for (let i = 0; i < degree; i++) {
        for (let k = degree - 1; k >= i; k--) out[k] += s * out[k + 1];
    }
}

/** Returns the sum of |c[k]| s^k, from c[1] on. @param {Float64Array} c @param {number} s */
function magnitude(c, s) {
    let value = 0;
    for (let k = TERMS - 1; k >= 1; k--) value = (value + Math.abs(c[k])) * s;
    return value;
}

const FREE = 0;
const CONTACT = 1;
const NEAR = 2;
const SPLIT = 3;

/** Two bodies over a time range, with buffers for their evaluation. Positions are relative to A's pivot. */
class Encounter {
    /** @type {{ begin: number, end: number, pa: Piece, pb: Piece, error: number }[]} */
    stretches = [];
    /** Separation and, from A to B, its direction, as last measured. */
    s = 0;
    nx = 0;
    ny = 0;
    /** Cosines and sines of the angles, as last placed. */
    ca = 1;
    sa = 0;
    cb = 1;
    sb = 0;
    /** The normal that #alongNormals found best: its owner and its index. */
    ownedByA = true;
    which = 0;
    /** Lower bound of the distance over the cell that was last classified. */
    least = 0;
    /** Bound of the rounding error of s. */
    error = 0;

    /** @param {Body} a @param {Body} b @param {number} from @param {number} to */
    constructor(a, b, from, to) {
        this.a = a;
        this.b = b;
        this.pa = a.pieces[0];
        this.pb = b.pieces[0];
        this.radii = a.radius + b.radius;
        this.grain = (to - from) * GRAIN;
        this.ax = new Float64Array(a.count);
        this.ay = new Float64Array(a.count);
        this.bx = new Float64Array(b.count);
        this.by = new Float64Array(b.count);
        this.relX = new Float64Array(TERMS);
        this.relY = new Float64Array(TERMS);
        this.spare = new Float64Array(TERMS);
        this.turnA = new Float64Array(TERMS);
        this.turnB = new Float64Array(TERMS);
        const ends = [...a.pieces, ...b.pieces].flatMap(({ begin, end }) => [begin, end]);
        const knots = [...new Set([from, to, ...ends])].filter((t) => t >= from && t <= to);
        knots.sort((p, q) => p - q);
        if (knots.length === 1) knots.push(knots[0]);
        for (let k = 1; k < knots.length; k++) {
            const [begin, end] = [knots[k - 1], knots[k]];
            const [pa, pb] = [a, b].map(({ pieces }) => {
                return pieces.find((piece) => piece.begin <= begin && end <= piece.end);
            });
            if (pa === undefined || pb === undefined) {
                this.#touchAtEnd(begin, end);
                continue;
            }
            this.stretches.push({ begin, end, pa, pb, error: this.#errorOf(pa, pb, begin, end) });
        }
    }

    /**
     * Adds the single instant at an end at which both are present, when one vanishes as the other appears.
     *
     * @param {number} begin
     * @param {number} end
     */
    #touchAtEnd(begin, end) {
        for (const t of begin === end ? [begin] : [begin, end]) {
            const [pa, pb] = [this.a, this.b].map(({ pieces }) => {
                return pieces.find((piece) => piece.begin <= t && t <= piece.end);
            });
            if (pa === undefined || pb === undefined) continue;
            const error = this.#errorOf(pa, pb, t, t);
            this.stretches.push({ begin: t, end: t, pa, pb, error });
        }
    }

    /** @param {Piece} pa @param {Piece} pb @param {number} begin @param {number} end */
    #errorOf(pa, pb, begin, end) {
        let sum = Math.hypot(pb.x[0] - pa.x[0], pb.y[0] - pa.y[0]) + this.radii;
        for (const p of [pa, pb]) {
            const s = Math.max(Math.abs(begin - p.zero), Math.abs(end - p.zero));
            const angle = Math.abs(p.theta[0]) + magnitude(p.theta, s);
            sum += magnitude(p.x, s) + magnitude(p.y, s) + p.reach * (1 + angle);
        }
        return 32 * UNIT * sum;
    }

    /** @param {{ pa: Piece, pb: Piece, error: number }} stretch */
    enter({ pa, pb, error }) {
        this.pa = pa;
        this.pb = pb;
        this.error = error;
    }

    /** Expands the polynomials of position and angle around t. @param {number} t */
    #about(t) {
        const { pa, pb, relX, relY, turnA, turnB, spare } = this;
        const [sa, sb] = [t - pa.zero, t - pb.zero];
        shift(pb.x, pb.degree, sb, relX);
        shift(pa.x, pa.degree, sa, spare);
        for (let k = 0; k < TERMS; k++) relX[k] -= spare[k];
        relX[0] += pb.x[0] - pa.x[0] + (pb.gone[0] - pa.gone[0]);
        shift(pb.y, pb.degree, sb, relY);
        shift(pa.y, pa.degree, sa, spare);
        for (let k = 0; k < TERMS; k++) relY[k] -= spare[k];
        relY[0] += pb.y[0] - pa.y[0] + (pb.gone[1] - pa.gone[1]);
        shift(pa.theta, pa.degree, sa, turnA);
        turnA[0] += pa.theta[0];
        shift(pb.theta, pb.degree, sb, turnB);
        turnB[0] += pb.theta[0];
    }

    /** Places the vertices at the time of #about. */
    #place() {
        const { pa, pb, ax, ay, bx, by } = this;
        const [ca, sa] = [Math.cos(this.turnA[0]), Math.sin(this.turnA[0])];
        const [cb, sb] = [Math.cos(this.turnB[0]), Math.sin(this.turnB[0])];
        const [x, y] = [this.relX[0], this.relY[0]];
        for (let k = 0; k < ax.length; k++) {
            ax[k] = ca * pa.rx[k] - sa * pa.ry[k];
            ay[k] = sa * pa.rx[k] + ca * pa.ry[k];
        }
        for (let k = 0; k < bx.length; k++) {
            bx[k] = x + cb * pb.rx[k] - sb * pb.ry[k];
            by[k] = y + sb * pb.rx[k] + cb * pb.ry[k];
        }
        this.ca = ca;
        this.sa = sa;
        this.cb = cb;
        this.sb = sb;
    }

    /** Writes the widest gap along a normal of either to s: at most the separation, and equal to it in an overlap. */
    #alongNormals() {
        const { a, b, ax, ay, bx, by } = this;
        let best = -Infinity;
        for (let k = 0; k < a.nx.length; k++) {
            const x = this.ca * a.nx[k] - this.sa * a.ny[k];
            const y = this.sa * a.nx[k] + this.ca * a.ny[k];
            const i = a.on[k];
            let gap = Infinity;
            for (let j = 0; j < bx.length; j++) {
                const here = x * (bx[j] - ax[i]) + y * (by[j] - ay[i]);
                if (here < gap) gap = here;
            }
            if (gap > best) {
                best = gap;
                this.nx = x;
                this.ny = y;
                this.ownedByA = true;
                this.which = k;
            }
        }
        for (let k = 0; k < b.nx.length; k++) {
            const x = this.cb * b.nx[k] - this.sb * b.ny[k];
            const y = this.sb * b.nx[k] + this.cb * b.ny[k];
            const j = b.on[k];
            let gap = Infinity;
            for (let i = 0; i < ax.length; i++) {
                const here = x * (ax[i] - bx[j]) + y * (ay[i] - by[j]);
                if (here < gap) gap = here;
            }
            if (gap > best) {
                best = gap;
                this.nx = -x;
                this.ny = -y;
                this.ownedByA = false;
                this.which = k;
            }
        }
        this.s = best - this.radii;
        return best;
    }

    /** Writes the distance of the nearest vertex and edge of separate cores to s. */
    #overPairs() {
        const { ax, ay, bx, by } = this;
        let best = Infinity;
        let [dx, dy] = [0, 0];
        for (let side = 0; side < 2; side++) {
            const [px, py, qx, qy] = side === 0 ? [ax, ay, bx, by] : [bx, by, ax, ay];
            const n = qx.length;
            for (let j = 0; j < n; j++) {
                const [x0, y0] = [qx[j], qy[j]];
                const k = j + 1 < n ? j + 1 : 0;
                const [ex, ey] = [qx[k] - x0, qy[k] - y0];
                const square = ex * ex + ey * ey;
                for (let i = 0; i < px.length; i++) {
                    let [x, y] = [x0 - px[i], y0 - py[i]];
                    const along = -(x * ex + y * ey);
                    if (along >= square) {
                        x = qx[k] - px[i];
                        y = qy[k] - py[i];
                    } else if (along > 0) {
                        const across = (x * ey - y * ex) / square;
                        x = across * ey;
                        y = -across * ex;
                    }
                    const here = x * x + y * y;
                    if (here < best) {
                        best = here;
                        dx = side === 0 ? x : -x;
                        dy = side === 0 ? y : -y;
                    }
                }
            }
        }
        const distance = Math.sqrt(best);
        if (distance > 0) {
            this.nx = dx / distance;
            this.ny = dy / distance;
        }
        this.s = distance - this.radii;
    }

    /** Returns the signed separation at t, in this interval. @param {number} t */
    measure(t) {
        this.#about(t);
        this.#place();
        const normals = this.a.nx.length + this.b.nx.length;
        if (normals === 0 || this.#alongNormals() > 0) this.#overPairs();
        return this.s;
    }

    /** Returns the gap at t along a direction. @param {number} t @param {number} nx @param {number} ny */
    #gapAlong(t, nx, ny) {
        this.#about(t);
        this.#place();
        const { ax, ay, bx, by } = this;
        let [gap, reach] = [Infinity, -Infinity];
        for (let j = 0; j < bx.length; j++) {
            const here = nx * bx[j] + ny * by[j];
            if (here < gap) gap = here;
        }
        for (let i = 0; i < ax.length; i++) {
            const here = nx * ax[i] + ny * ay[i];
            if (here > reach) reach = here;
        }
        return gap - reach - this.radii;
    }

    /**
     * Returns the gap at t along a normal, as its owner has turned it.
     *
     * @param {number} t
     * @param {boolean} ownedByA
     * @param {number} which
     */
    #gapCarried(t, ownedByA, which) {
        this.#about(t);
        this.#place();
        const { ax, ay, bx, by } = this;
        const owner = ownedByA ? this.a : this.b;
        const [c, s] = ownedByA ? [this.ca, this.sa] : [this.cb, this.sb];
        const x = c * owner.nx[which] - s * owner.ny[which];
        const y = s * owner.nx[which] + c * owner.ny[which];
        const [px, py, qx, qy] = ownedByA ? [ax, ay, bx, by] : [bx, by, ax, ay];
        const i = owner.on[which];
        let gap = Infinity;
        for (let j = 0; j < qx.length; j++) {
            const here = x * (qx[j] - px[i]) + y * (qy[j] - py[i]);
            if (here < gap) gap = here;
        }
        return gap - this.radii;
    }

    /**
     * Classifies the cell [l, r] with its middle m by certain bounds. Sets `least`, and `s` to the separation at m or,
     * when free, to no more than that.
     *
     * @param {number} l
     * @param {number} m
     * @param {number} r
     * @param {number} above count as free what is always farther apart than this
     * @param {number} delta
     */
    classify(l, m, r, above, delta) {
        const h = Math.max(m - l, r - m) * WIDER;
        this.#about(m);
        const { relX, relY, turnA, turnB, pa, pb } = this;
        let [speed, bend, spinA, spinB, swingA, swingB] = [0, 0, 0, 0, 0, 0];
        let power = 1;
        const degree = Math.max(pa.degree, pb.degree);
        for (let k = 1; k <= degree; k++) {
            const [first, second] = [k * power, k * (k - 1) * (power / h || 0)];
            const length = Math.sqrt(relX[k] * relX[k] + relY[k] * relY[k]);
            speed += first * length;
            spinA += first * Math.abs(turnA[k]);
            spinB += first * Math.abs(turnB[k]);
            if (k > 1) {
                bend += second * length;
                swingA += second * Math.abs(turnA[k]);
                swingB += second * Math.abs(turnB[k]);
            }
            power *= h;
        }
        const floor = above + this.error;
        const centerDistance = Math.sqrt(relX[0] * relX[0] + relY[0] * relY[0]);
        const discs = centerDistance - pa.reach - pb.reach - this.radii;
        this.least = discs - speed * h * WIDER;
        if (this.least > floor) {
            this.s = discs;
            return FREE;
        }
        const travel = (speed + spinA * pa.reach + spinB * pb.reach) * h * WIDER;
        this.#place();
        const normals = this.a.nx.length + this.b.nx.length;
        const along = normals > 0 ? this.#alongNormals() - this.radii : -Infinity;
        if (normals === 0 || along > -this.radii) {
            if (normals > 0) {
                this.least = Math.max(this.least, this.s - travel);
                if (this.least > floor) return FREE;
            }
            this.#overPairs();
        }
        const { s, nx, ny, ownedByA, which } = this;
        this.least = Math.max(this.least, s - travel);
        if (this.least > floor) return FREE;
        if (s < above - travel - this.error) return CONTACT;
        const bent =
            bend + (spinA * spinA + swingA) * pa.reach + (spinB * spinB + swingB) * pb.reach;
        const sag = (bent * h * h * WIDER) / 2;
        if (s - sag > this.least) {
            const ends = Math.min(this.#gapAlong(l, nx, ny), this.#gapAlong(r, nx, ny));
            this.least = Math.max(this.least, ends - sag);
            this.s = s;
            if (this.least > floor) return FREE;
        }
        // This is the path of the other's vertices, as the owner of the normal sees it.
        const [own, other] = ownedByA ? [spinA, spinB] : [spinB, spinA];
        const [ownSwing, otherSwing] = ownedByA ? [swingA, swingB] : [swingB, swingA];
        const far = ownedByA ? pb.reach : pa.reach;
        const seen =
            bend +
            (other * other + otherSwing) * far +
            2 * own * (speed + other * far) +
            (own * own + ownSwing) * (centerDistance + speed * h + far);
        const carriedSag = (seen * h * h * WIDER) / 2;
        if (along - carriedSag > this.least) {
            const ends = Math.min(
                this.#gapCarried(l, ownedByA, which),
                this.#gapCarried(r, ownedByA, which),
            );
            this.least = Math.max(this.least, ends - carriedSag);
            this.s = s;
            if (this.least > floor) return FREE;
        }
        if (!(m > l && m < r)) return NEAR;
        if (s > above + delta || this.least < above - delta) return SPLIT;
        return travel <= delta || r - l <= this.grain ? NEAR : SPLIT;
    }
}

/** Ends of the remaining cells, those of the next one on top. */
class Stack {
    #ends = new Float64Array(4096);
    size = 0;
    l = 0;
    r = 0;

    /** @param {number} l @param {number} r */
    push(l, r) {
        this.#ends[this.size++] = l;
        this.#ends[this.size++] = r;
    }

    pop() {
        this.r = this.#ends[--this.size];
        this.l = this.#ends[--this.size];
    }
}

/** @param {number} l @param {number} r */
const middle = (l, r) => l + (r - l) / 2;

/**
 * Returns the signed separation at a time: the gap, or minus the depth; Infinity if one is not present.
 *
 * @param {Body} a
 * @param {Body} b
 * @param {number} t
 */
export function separationAt(a, b, t) {
    const encounter = new Encounter(a, b, t, t);
    if (encounter.stretches.length === 0) return Infinity;
    encounter.enter(encounter.stretches[0]);
    return encounter.measure(t);
}

/**
 * Returns a bound of the rounding of separations in [from, to].
 *
 * @param {Body} a
 * @param {Body} b
 * @param {number} from
 * @param {number} to
 */
export function roundingOf(a, b, from, to) {
    return Math.max(0, ...new Encounter(a, b, from, to).stretches.map(({ error }) => error));
}

/**
 * @param {Body} a
 * @param {Body} b
 * @param {number} from
 * @param {number} to
 * @param {{ delta?: number }} [options] default: 1e-9 of the larger size
 * @returns {First}
 */
export function firstContact(a, b, from, to, { delta = 1e-9 * Math.max(a.size, b.size) } = {}) {
    const encounter = new Encounter(a, b, from, to);
    const stack = new Stack();
    let [lo, hi, near] = [Infinity, Infinity, -Infinity];
    let cells = 0;
    for (const stretch of encounter.stretches) {
        encounter.enter(stretch);
        stack.push(stretch.begin, stretch.end);
        while (stack.size > 0) {
            stack.pop();
            const { l, r } = stack;
            const m = middle(l, r);
            const kind = encounter.classify(l, m, r, 0, delta);
            if (++cells > MOST_CELLS) {
                const bound = Math.min(lo, l);
                return { contact: 'unclear', first: [bound, hi], exhausted: true, cells };
            }
            if (kind === FREE) continue;
            if (encounter.s < -encounter.error) {
                // All remaining cells lie after m, except the half before it.
                stack.size = 0;
                hi = Math.min(hi, kind === CONTACT ? l : m);
            }
            if (kind === SPLIT) {
                if (m < hi) stack.push(m, r);
                stack.push(l, m);
                continue;
            }
            lo = Math.min(lo, l);
            near = Math.max(near, r);
        }
        if (hi < Infinity) return { contact: true, first: [lo, hi], exhausted: false, cells };
    }
    const first = /** @type {First['first']} */ (lo < Infinity ? [lo, near] : null);
    return { contact: first === null ? false : 'unclear', first, exhausted: false, cells };
}

/**
 * Returns all intervals that are not certainly free, in order.
 *
 * @param {Body} a
 * @param {Body} b
 * @param {number} from
 * @param {number} to
 * @param {{ delta?: number }} [options]
 * @returns {Run[]}
 */
export function contactRuns(a, b, from, to, { delta = 1e-9 * Math.max(a.size, b.size) } = {}) {
    const encounter = new Encounter(a, b, from, to);
    const stack = new Stack();
    /** @type {Run[]} */
    const runs = [];
    /** @param {number} l @param {number} r @param {number} sureFrom @param {number} sureTo */
    const add = (l, r, sureFrom, sureTo) => {
        let run = runs.at(-1);
        if (run === undefined || run.end[1] < l) {
            run = { begin: [l, Infinity], end: [-Infinity, r], certain: false, sure: [] };
            runs.push(run);
        }
        run.end[1] = r;
        if (sureFrom > sureTo) return;
        run.certain = true;
        run.begin[1] = Math.min(run.begin[1], sureFrom);
        run.end[0] = Math.max(run.end[0], sureTo);
        const last = run.sure.at(-1);
        if (last !== undefined && last[1] === sureFrom) last[1] = sureTo;
        else run.sure.push([sureFrom, sureTo]);
    };
    for (const stretch of encounter.stretches) {
        encounter.enter(stretch);
        stack.push(stretch.begin, stretch.end);
        while (stack.size > 0) {
            stack.pop();
            const { l, r } = stack;
            const m = middle(l, r);
            const kind = encounter.classify(l, m, r, 0, delta);
            if (kind === FREE) continue;
            if (kind === CONTACT) add(l, r, l, r);
            else if (kind === NEAR && encounter.s < -encounter.error) add(l, r, m, m);
            else if (kind === NEAR) add(l, r, Infinity, -Infinity);
            else {
                stack.push(m, r);
                stack.push(l, m);
            }
        }
    }
    return runs;
}

/**
 * Returns the least signed separation: certainly in [lo, hi], and hi at `time`.
 *
 * @param {Body} a
 * @param {Body} b
 * @param {number} from
 * @param {number} to
 * @param {{ width?: number }} [options] hi - lo at most, unless rounding is more
 */
export function clearance(a, b, from, to, { width = 1e-7 * Math.max(a.size, b.size) } = {}) {
    const encounter = new Encounter(a, b, from, to);
    const stack = new Stack();
    let [lo, hi, time] = [Infinity, Infinity, Number.NaN];
    let cells = 0;
    /** @param {number} t */
    const look = (t) => {
        const s = encounter.measure(t);
        if (s < hi) {
            hi = s;
            time = t;
        }
        return s;
    };
    for (const stretch of encounter.stretches) {
        encounter.enter(stretch);
        for (let k = 0; k <= 8; k++) {
            look(k < 8 ? stretch.begin + ((stretch.end - stretch.begin) * k) / 8 : stretch.end);
        }
    }
    for (const stretch of encounter.stretches) {
        encounter.enter(stretch);
        stack.push(stretch.begin, stretch.end);
        while (stack.size > 0) {
            stack.pop();
            const { l, r } = stack;
            const m = middle(l, r);
            const above = hi - width;
            // A cell deeper than everything found does not end the search: nothing counts as contact.
            const kind = encounter.classify(l, m, r, above, 0);
            const { least, s, error } = encounter;
            if (kind === FREE || ++cells > MOST_CELLS) {
                lo = Math.min(lo, least - error);
                continue;
            }
            if (s < hi) {
                hi = s;
                time = m;
            }
            if (!(m > l && m < r)) {
                lo = Math.min(lo, s - error);
                continue;
            }
            const [left, right] = [look(middle(l, m)), look(middle(m, r))];
            if (left <= right) stack.push(m, r);
            stack.push(l, m);
            if (left > right) stack.push(m, r);
        }
    }
    return { distance: [Math.min(lo, hi), hi], time, cells };
}

/**
 * Returns the least separation and the first contact at evenly spaced instants only.
 *
 * @param {Body} a
 * @param {Body} b
 * @param {number} from
 * @param {number} to
 * @param {number} count
 */
export function sampled(a, b, from, to, count) {
    let [least, time, first] = [Infinity, from, Infinity];
    const encounter = new Encounter(a, b, from, to);
    for (const stretch of encounter.stretches) {
        encounter.enter(stretch);
        const steps = Math.max(
            1,
            Math.ceil((count * (stretch.end - stretch.begin)) / (to - from || 1)),
        );
        for (let k = 0; k <= steps; k++) {
            const t = stretch.begin + ((stretch.end - stretch.begin) * k) / steps;
            const s = encounter.measure(t);
            if (s < least) [least, time] = [s, t];
            if (s < -encounter.error && t < first) first = t;
        }
    }
    return { least, time, first };
}

/**
 * Returns a description of the fault of a first contact, or null.
 *
 * @param {Body} a
 * @param {Body} b
 * @param {QueryOptions} asked
 * @param {{ status: string, time: [lo: number, hi: number] | null }} answer
 * @param {First} [truth]
 */
export function faultOfFirst(
    a,
    b,
    { from, to, distanceTolerance, tolerance },
    { status, time },
    truth,
) {
    truth ??= firstContact(a, b, from, to, { delta: distanceTolerance / 4 });
    const sure = truth.contact === true && truth.first !== null ? truth.first[1] : Infinity;
    if (status === 'free') {
        if (sure < Infinity) return 'missed';
        return time === null ? null : 'a time, and free';
    }
    if (time === null) return 'no time, and not free';
    const [lo, hi] = time;
    if (!(from <= lo && lo <= hi && hi <= to)) return 'a time not queried';
    if (lo > sure) return 'late';
    if (status === 'undecided') return null;
    const { stretches } = new Encounter(a, b, from, to);
    const begin = stretches[0].begin;
    const error = 4 * Math.max(...stretches.map((stretch) => stretch.error));
    /** @param {number} end */
    const faultOfGraze = (end) => {
        for (let k = 0; k <= 8; k++) {
            const t = lo + ((end - lo) * k) / 8;
            if (separationAt(a, b, t) < -distanceTolerance - error) return 'a graze, and deep';
            // Its ends are as precise as the tolerance.
            const round = [t, Math.max(t - tolerance, lo), Math.min(t + tolerance, end)];
            const apart = Math.min(...round.map((u) => separationAt(a, b, u)));
            if (apart > distanceTolerance + error) return 'a graze, and apart';
        }
        return null;
    };
    if (status === 'grazing') return faultOfGraze(hi);
    if (separationAt(a, b, hi) > error) return 'a hit, and apart';
    if (status === 'overlapping')
        return lo === begin && hi === begin ? null : 'an overlap, and late';
    // They can touch for a while before they overlap.
    return hi - lo <= tolerance || faultOfGraze(hi - tolerance) === null ? null : 'too wide';
}

/**
 * Returns a description of the fault of intervals of contact, or null.
 *
 * @param {Body} a
 * @param {Body} b
 * @param {QueryOptions} asked
 * @param {{ status: string, begin: [number, number], end: [number, number] }[]} intervals
 */
export function faultOfIntervals(a, b, { from, to, distanceTolerance, tolerance }, intervals) {
    const error = 2 * roundingOf(a, b, from, to);
    let behind = from;
    for (const { status, begin, end } of intervals) {
        const ordered = behind <= begin[0] && begin[0] <= begin[1] && end[0] <= end[1];
        if (!(ordered && begin[0] <= end[0] && begin[1] <= end[1] && end[1] <= to)) {
            return 'out of order';
        }
        behind = end[1];
        if (status === 'undecided') continue;
        if (status === 'hit') {
            if (begin[1] - begin[0] > tolerance) return 'a beginning too wide';
            if (end[1] - end[0] > tolerance) return 'an end too wide';
        }
        for (let k = 0; k <= 16 && begin[1] <= end[0]; k++) {
            const t = begin[1] + ((end[0] - begin[1]) * k) / 16;
            const round = [t, Math.max(t - tolerance, from), Math.min(t + tolerance, to)];
            const apart = Math.min(...round.map((u) => separationAt(a, b, u)));
            if (apart > distanceTolerance + error) return `apart at ${t}, in an interval`;
        }
    }
    const sure = contactRuns(a, b, from, to, { delta: distanceTolerance / 4 }).flatMap(
        (run) => run.sure,
    );
    let k = 0;
    for (const [begin, end] of sure) {
        while (k < intervals.length && intervals[k].end[1] < begin) k++;
        if (k === intervals.length) return `missed from ${begin} to ${end}`;
        if (intervals[k].status === 'undecided') return null;
        if (begin < intervals[k].begin[0]) return `missed from ${begin} on`;
        if (end > intervals[k].end[1]) return `missed to ${end}`;
    }
    return null;
}

/**
 * Returns a description of the fault of a clearance, or null.
 *
 * @param {Body} a
 * @param {Body} b
 * @param {QueryOptions} asked
 * @param {{ separation: [lo: number, hi: number], time: number | null }} answer
 * @param {{ width?: number }} [options]
 */
export function faultOfClearance(
    a,
    b,
    { from, to, distanceTolerance },
    { separation, time },
    options,
) {
    const truth = clearance(a, b, from, to, options).distance;
    const [lo, hi] = separation;
    if (time === null) return truth[1] === Infinity && lo === Infinity ? null : 'never together';
    const error = 2 * roundingOf(a, b, from, to);
    if (lo > truth[1] + error) return `never as near as ${truth[1]}`;
    if (hi < truth[0] - error) return `nearer than ${truth[0]}`;
    if (!(from <= time && time <= to)) return 'a time not queried';
    if (Math.abs(separationAt(a, b, time) - hi) > error) return `${hi} is not that at the time`;
    return hi - lo <= distanceTolerance + 8 * error ? null : 'too wide';
}
