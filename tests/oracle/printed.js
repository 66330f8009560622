/**
 * GJK as printed in three publications, including their mistakes, each in a chosen arithmetic. Every operation is
 * rounded by `round`: the identity for double, Math.fround for float32.
 *
 * @typedef {(value: number) => number} Round
 * @typedef {[number, number]} Vector
 * @typedef {Vector[]} Simplex
 *
 * @typedef {object} Answer
 * @property {number} distance NaN where the form gives none
 * @property {boolean | null} contact answer of the form itself; null: none
 * @property {number} rounds
 * @property {boolean} endless the rounds ran out
 */

/** @param {Round} f */
function arithmetic(f) {
    /** @param {Vector} p @param {Vector} q */
    const dot = (p, q) => f(f(p[0] * q[0]) + f(p[1] * q[1]));
    /** @param {Vector} p @param {Vector} q */
    const cross = (p, q) => f(f(p[0] * q[1]) - f(p[1] * q[0]));
    /** @param {Vector} p @param {Vector} q @returns {Vector} */
    const minus = (p, q) => [f(p[0] - q[0]), f(p[1] - q[1])];
    /** @param {number[]} weights @param {Vector[]} points @returns {Vector} */
    const combine = (weights, points) =>
        /** @type {Vector} */ (
            [0, 1].map((i) =>
                weights.map((l, k) => f(l * points[k][i])).reduce((sum, x) => f(sum + x)),
            )
        );
    /** @param {Vector} v */
    const norm = (v) => f(Math.sqrt(dot(v, v)));
    /** @param {Vector[]} points @param {Vector} d */
    const furthest = (points, d) => {
        let [best, most] = [points[0], dot(points[0], d)];
        for (const p of points) {
            const value = dot(p, d);
            if (value > most) [best, most] = [p, value];
        }
        return best;
    };
    /** Returns the furthest point of P - Q. @param {Vector[]} p @param {Vector[]} q @param {Vector} d */
    const support = (p, q, d) => minus(furthest(p, d), furthest(q, [-d[0], -d[1]]));
    return { f, dot, cross, minus, combine, norm, support };
}

/** @typedef {ReturnType<typeof arithmetic>} Arithmetic */
/** @typedef {{ simplex: Simplex, v: Vector }} Reduced */

/**
 * Returns the result of algorithm 5 of the barycode paper.
 *
 * @param {Arithmetic} m
 * @param {Vector} a
 * @param {Vector} b
 * @returns {Reduced}
 */
function s1d({ f, dot, minus, combine }, a, b) {
    const ab = minus(b, a);
    const [oa, ob] = [dot(a, ab), dot(b, ab)];
    if (oa >= 0) return { simplex: [a], v: a };
    if (ob <= 0) return { simplex: [b], v: b };
    const sum = f(oa - ob);
    return { simplex: [a, b], v: combine([f(-ob / sum), f(oa / sum)], [a, b]) };
}

/**
 * Returns the result of algorithm 4.
 *
 * @param {Arithmetic} m
 * @param {Vector} v
 * @param {Vector} p
 * @param {Vector} q
 * @returns {Reduced}
 */
function coneRegion(m, v, p, q) {
    const [mv, nv] = [m.minus(v, p), m.minus(v, q)];
    if (m.dot(mv, nv) < 0) {
        if (m.dot(v, mv) > 0) return s1d(m, v, p);
        if (m.dot(v, nv) > 0) return s1d(m, v, q);
    }
    return { simplex: [v], v };
}

/** Returns the result of algorithm 3. @param {Arithmetic} m @param {Simplex} simplex @returns {Reduced} */
function s2d(m, [a, b, c]) {
    const { f, cross, combine } = m;
    /** @param {number} p @param {number} q */
    const sameSign = (p, q) => Number(p > 0 === q > 0);
    const [u, v, w] = [cross(b, c), cross(c, a), cross(a, b)];
    const sum = f(f(u + v) + w);
    const barycode = sameSign(sum, w) | (sameSign(sum, v) << 1) | (sameSign(sum, u) << 2);
    switch (barycode) {
        case 1:
            return coneRegion(m, c, a, b);
        case 2:
            return coneRegion(m, b, a, c);
        case 3:
            return s1d(m, b, c);
        case 4:
            return coneRegion(m, a, b, c);
        case 5:
            return s1d(m, a, c);
        case 6:
            return s1d(m, a, b);
        case 7: {
            const [lu, lv] = [f(u / sum), f(v / sum)];
            const lw = f(f(1 - lu) - lv);
            return { simplex: [a, b, c], v: combine([lu, lv, lw], [a, b, c]) };
        }
        default:
            // The paper has no case for 0: W, lambda and v stay unset.
            return { simplex: [], v: [NaN, NaN] };
    }
}

/** Returns the result of algorithm 2. @param {Arithmetic} m @param {Simplex} simplex @returns {Reduced} */
function subdistance(m, simplex) {
    if (simplex.length === 3) return s2d(m, simplex);
    if (simplex.length === 2) return s1d(m, simplex[0], simplex[1]);
    return { simplex, v: simplex[0] };
}

/** Returns a point of P - Q that is not the origin. @param {Arithmetic} m @param {Vector[]} p @param {Vector[]} q */
function notOrigin({ minus }, p, q) {
    for (const a of p) {
        for (const b of q) {
            const v = minus(a, b);
            if (v[0] !== 0 || v[1] !== 0) return v;
        }
    }
    return null;
}

/** @param {Vector} v @returns {Vector} */
const opposite = (v) => [-v[0], -v[1]];

/**
 * Returns the result of algorithm 1 of Zhang, Wu, Wang, Zhou, "Barycode-based GJK Algorithm". It reports contact by its
 * two stops: three points kept, or |v| <= epsilon.
 *
 * @param {Vector[]} p
 * @param {Vector[]} q
 * @param {{ round: Round, epsilon: number, maxRounds: number }} how
 * @returns {Answer}
 */
export function barycodeDistance(p, q, { round, epsilon, maxRounds }) {
    const m = arithmetic(round);
    const { f, dot, norm, support } = m;
    const first = notOrigin(m, p, q);
    if (first === null) return { distance: 0, contact: true, rounds: 0, endless: false };
    const square = f(epsilon * epsilon);
    let v = support(p, q, opposite(first));
    let simplex = [v];
    let rounds = 0;
    do {
        rounds++;
        const w = support(p, q, opposite(v));
        const vv = dot(v, v);
        if (f(vv - dot(v, w)) <= f(square * vv)) break;
        ({ simplex, v } = subdistance(m, [w, ...simplex]));
        if (norm(v) <= epsilon) break;
    } while (simplex.length < 3 && rounds < maxRounds);
    const distance = norm(v);
    const endless = simplex.length < 3 && rounds >= maxRounds;
    const contact = Number.isNaN(distance) ? null : simplex.length === 3 || distance <= epsilon;
    return { distance, contact, rounds, endless };
}

/**
 * Returns the result of algorithm 6 of the same paper.
 *
 * @param {Vector[]} p
 * @param {Vector[]} q
 * @param {{ round: Round, epsilon: number, maxRounds: number }} how
 * @returns {Answer}
 */
export function barycodeCollide(p, q, { round, epsilon, maxRounds }) {
    const m = arithmetic(round);
    const { f, dot, cross, norm, support } = m;
    const first = notOrigin(m, p, q);
    let rounds = 0;
    /** @param {boolean} contact */
    const said = (contact) => ({ distance: NaN, contact, rounds, endless: false });
    if (first === null) return said(true);
    let v = support(p, q, opposite(first));
    let simplex = [v];
    do {
        rounds++;
        const w = support(p, q, opposite(v));
        if (dot(v, w) > 0) return said(false);
        if (simplex.length === 2) {
            const [a, b] = simplex;
            if (f(cross(a, w) * cross(b, w)) <= 0) return said(true);
        }
        ({ simplex, v } = subdistance(m, [w, ...simplex]));
        if (norm(v) <= epsilon) return said(true);
    } while (simplex.length < 3 && rounds < maxRounds);
    if (simplex.length < 3 && rounds >= maxRounds) return { ...said(false), endless: true };
    return said(norm(v) < epsilon);
}

/** Subsets of three points, smallest first. */
const SUBSETS = [0b001, 0b010, 0b100, 0b011, 0b101, 0b110, 0b111];

/** @param {number} set */
const members = (set) => [0, 1, 2].filter((i) => set & (1 << i));

/**
 * Returns the subset that contains the nearest point (`johnson`), or null when none qualifies.
 *
 * @param {Arithmetic} m
 * @param {Vector[]} points by slot
 * @param {number} present
 */
function johnson({ f, dot, minus, combine }, points, present) {
    const d = Array.from({ length: 8 }, () => [0, 0, 0]);
    for (const i of [0, 1, 2]) d[1 << i][i] = 1;
    const subsets = SUBSETS.filter((set) => (set & present) === set);
    for (const set of subsets) {
        for (const i of members(set)) {
            const rest = members(set & ~(1 << i));
            if (rest.length === 0) continue;
            const step = minus(points[rest[0]], points[i]);
            d[set][i] = rest
                .map((j) => f(d[set & ~(1 << i)][j] * dot(step, points[j])))
                .reduce((sum, x) => f(sum + x));
        }
    }
    for (const set of subsets) {
        const qualifies = [0, 1, 2].every((j) =>
            set & (1 << j) ? d[set][j] > 0 : !(d[set | (1 << j)][j] > 0),
        );
        if (!qualifies) continue;
        const chosen = members(set);
        const sum = chosen.map((i) => d[set][i]).reduce((s, x) => f(s + x));
        const weights = chosen.map((i) => f(d[set][i] / sum));
        const v = combine(
            weights,
            chosen.map((i) => points[i]),
        );
        return { v, set };
    }
    return null;
}

/**
 * Returns the result of `run_gjk` of the step-by-step article, eps = 0.001. It reports contact when a triangle contains
 * the origin or the distance is 0. Where the printed Python fails, this returns nothing: no subset qualifies (None is
 * unpacked), or the first test ends the loop (the coefficients were never set).
 *
 * @param {Vector[]} p
 * @param {Vector[]} q
 * @param {{ round: Round, maxRounds: number }} how
 * @returns {Answer}
 */
export function johnsonDistance(p, q, { round, maxRounds }) {
    const m = arithmetic(round);
    return runGjk(m, (d) => m.support(p, q, d), maxRounds);
}

/**
 * Returns the result of `run_gjk` in double for a polygon and a circle, whose support points are on its boundary, as in
 * the article's experiment.
 *
 * @param {Vector[]} p
 * @param {{ center: Vector, radius: number }} circle
 * @param {{ maxRounds: number }} how
 * @returns {Answer}
 */
export function circleDistance(p, { center, radius }, { maxRounds }) {
    const m = arithmetic((value) => value);
    return runGjk(
        m,
        (d) => {
            const length = m.norm(d);
            const [x, y] = m.support(p, [center], d);
            return [x + (radius * d[0]) / length, y + (radius * d[1]) / length];
        },
        maxRounds,
    );
}

/**
 * Runs the loop of `run_gjk` over the support points of P - Q.
 *
 * @param {Arithmetic} m
 * @param {(d: Vector) => Vector} support
 * @param {number} maxRounds
 * @returns {Answer}
 */
function runGjk(m, support, maxRounds) {
    const { f, dot, norm } = m;
    /** @type {Vector[]} */
    const slots = [
        [0, 0],
        [0, 0],
        [0, 0],
    ];
    let v = support([1, 0]);
    let w = support(opposite(v));
    let [set, rounds] = [0, 0];
    const nothing = () => ({ distance: NaN, contact: null, rounds, endless: false });
    while (f(dot(v, v) - dot(v, w)) > 0.001) {
        if (rounds === maxRounds)
            return { distance: norm(v), contact: null, rounds, endless: true };
        rounds++;
        const free = [0, 1, 2].find((i) => !(set & (1 << i)));
        if (free === undefined) return nothing();
        slots[free] = w;
        const found = johnson(m, slots, set | (1 << free));
        if (found === null) return nothing();
        ({ v, set } = found);
        if (set === 0b111) return { distance: norm(v), contact: true, rounds, endless: false };
        w = support(opposite(v));
    }
    if (rounds === 0) return nothing();
    const distance = norm(v);
    return { distance, contact: distance === 0, rounds, endless: false };
}

/** @param {number} p @param {number} q */
const compareSigns = (p, q) => (p > 0 && q > 0) || (p < 0 && q < 0);

/** @typedef {Reduced | null} Found */

/**
 * Returns S1D of the signed volumes; `s` is the newest point. The projection has the sign that makes it one.
 *
 * @param {Arithmetic} m
 * @param {Vector} s
 * @param {Vector} r
 * @returns {Reduced}
 */
function volume1({ f, dot, minus, combine }, s, r) {
    const t = minus(r, s);
    const part = f(dot(r, t) / dot(t, t));
    const foot = [0, 1].map((i) => f(r[i] - f(part * t[i])));
    const lengths = [f(s[0] - r[0]), f(s[1] - r[1])];
    const i = Math.abs(lengths[1]) > Math.abs(lengths[0]) ? 1 : 0;
    const parts = [f(foot[i] - r[i]), f(s[i] - foot[i])];
    if (!parts.every((c) => compareSigns(lengths[i], c))) return { simplex: [s], v: s };
    const weights = parts.map((c) => f(c / lengths[i]));
    return { simplex: [s, r], v: combine(weights, [s, r]) };
}

/** Returns S2D in the plane. @param {Arithmetic} m @param {Simplex} simplex newest first @returns {Found} */
function volume2(m, [a, b, c]) {
    const { f, cross, combine, norm } = m;
    const parts = [cross(b, c), cross(c, a), cross(a, b)];
    const area = parts.reduce((sum, x) => f(sum + x));
    if (parts.every((part) => compareSigns(area, part))) {
        const weights = parts.map((part) => f(part / area));
        return { simplex: [a, b, c], v: combine(weights, [a, b, c]) };
    }
    /** @type {Found} */
    let best = null;
    let least = Infinity;
    for (const [part, other] of /** @type {const} */ ([
        [parts[1], c],
        [parts[2], b],
    ])) {
        if (!compareSigns(area, -part)) continue;
        const found = volume1(m, a, other);
        const size = norm(found.v);
        if (size < least) [best, least] = [found, size];
    }
    return best;
}

/**
 * Returns the result of Montanari, Petrinic, Barbieri, "Improving the GJK algorithm for faster and more reliable
 * distance queries between convex objects", 2017: signed volumes, reduced to the plane, with the tolerances of the
 * published code, 1e-10 and 1e-13. It reports contact when a triangle contains the origin or v vanishes.
 *
 * @param {Vector[]} p
 * @param {Vector[]} q
 * @param {{ round: Round, maxRounds: number }} how
 * @returns {Answer}
 */
export function signedVolumeDistance(p, q, { round, maxRounds }) {
    const m = arithmetic(round);
    const { f, dot, minus, norm, support } = m;
    const [relative, total] = [1e-10 ** 2, 1e-13 ** 2];
    let v = minus(p[0], q[0]);
    /** @type {Simplex} */
    let simplex = [];
    let rounds = 0;
    let contact = false;
    for (;;) {
        if (rounds === maxRounds)
            return { distance: norm(v), contact: null, rounds, endless: true };
        rounds++;
        const w = support(p, q, opposite(v));
        const vv = dot(v, v);
        if (vv < relative) {
            contact = true;
            break;
        }
        if (simplex.some((s) => s[0] === w[0] && s[1] === w[1])) break;
        if (f(vv - dot(v, w)) <= f(relative * vv)) break;
        const tau = [w, ...simplex];
        /** @type {Found} */
        let found;
        if (tau.length === 3) found = volume2(m, tau);
        else if (tau.length === 2) found = volume1(m, tau[0], tau[1]);
        else found = { simplex: tau, v: w };
        if (found === null) return { distance: NaN, contact: null, rounds, endless: false };
        ({ simplex, v } = found);
        const longest = Math.max(...simplex.map((s) => dot(s, s)));
        contact = simplex.length === 3 || dot(v, v) <= f(total * longest);
        if (contact) break;
    }
    const distance = norm(v);
    return { distance, contact: Number.isNaN(distance) ? null : contact, rounds, endless: false };
}
