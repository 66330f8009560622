import { cosineAndSine, magnitude } from '../portable.js';

/**
 * Pairs of moving spheres by kind, from a seed: random ones, and those at which formulas fail.
 *
 * @import { MovingSphere } from './flight_oracle.js'
 *
 * @typedef {() => number} Random in [0, 1)
 * @typedef {[MovingSphere, MovingSphere]} Pair
 */

/** Returns a generator of random numbers (Mulberry32). @param {number} seed @returns {Random} */
export function randomFrom(seed) {
    let state = seed >>> 0;
    return () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let z = Math.imul(state ^ (state >>> 15), 1 | state);
        z = (z + Math.imul(z ^ (z >>> 7), 61 | z)) ^ z;
        return ((z ^ (z >>> 14)) >>> 0) / 2 ** 32;
    };
}

/** @param {Random} random */
const toolsOf = (random) => {
    /** @param {number} lo @param {number} hi */
    const between = (lo, hi) => lo + (hi - lo) * random();
    /** @template T @param {T[]} values */
    const any = (values) => values[Math.floor(values.length * random())];
    /** Returns a half-integer. @param {number} most */
    const lattice = (most) => Math.floor((4 * most + 1) * random() - 2 * most) / 2;
    /** @param {number} size @param {number} axes @returns {number[]} */
    const vector = (size, axes) => [0, 1, 2].map((i) => (i < axes ? between(-size, size) : 0));
    /** @param {number} most @param {number} axes @returns {number[]} */
    const latticeVector = (most, axes) => [0, 1, 2].map((i) => (i < axes ? lattice(most) : 0));
    const power = (/** @type {number} */ lo, /** @type {number} */ hi) =>
        magnitude(10, between(lo, hi));
    return { random, between, any, lattice, vector, latticeVector, power };
};

/** @typedef {ReturnType<typeof toolsOf>} Tools */

/**
 * @param {number[]} p
 * @param {number[]} v
 * @param {number[]} a
 * @param {number} t0
 * @param {number} time
 * @param {number} radius
 * @returns {MovingSphere}
 */
function sphere(p, v, a, t0, time, radius) {
    return {
        ...{ x: p[0], y: p[1], z: p[2], vx: v[0], vy: v[1], vz: v[2] },
        ...{ ax: a[0], ay: a[1], az: a[2], t0, t1: t0 + time, radius },
    };
}

const NO_MOTION = [0, 0, 0];

/** @param {number[]} p @param {number[]} r @param {number} [factor] */
const plus = (p, r, factor = 1) => p.map((x, i) => x + factor * r[i]);

/** Returns the displacement after some local time. @param {number[]} v @param {number[]} a @param {number} t */
const wayOf = (v, a, t) => v.map((x, i) => (x + (a[i] / 2) * t) * t);

/**
 * Returns two spheres that mostly come within a few radii of each other.
 *
 * @param {Tools} tools
 * @param {number} axes
 * @param {(tools: Tools, axes: number) => { v: number[][], a?: number[][] }} motions
 * @param {{ scale?: number, clock?: number, times?: number[], thin?: number }} [settings] `thin`: of the radii
 * @returns {Pair}
 */
function aimed(tools, axes, motions, { scale = 1, clock = 1, times, thin = 1 } = {}) {
    const { between, random, vector } = tools;
    const { v, a = [NO_MOTION, NO_MOTION] } = motions(tools, axes);
    const [t1, t2] = times ?? [between(0.2, 4), between(0.2, 4)];
    const [r1, r2] = [thin * between(0, 0.6), thin * between(0, 0.6)];
    const [start1, start2] = [between(-1, 1), between(-1, 1)];
    const when1 = between(0, t1);
    const when2 =
        random() < 0.7 ? Math.min(Math.max(start1 + when1 - start2, 0), t2) : between(0, t2);
    const miss = vector((r1 + r2) * (random() < 0.8 ? 0.9 : 3), axes);
    const p1 = vector(4, axes);
    const meeting = plus(p1, wayOf(v[0], a[0], when1));
    const p2 = plus(plus(meeting, miss), wayOf(v[1], a[1], when2), -1);
    const sized = (/** @type {number[]} */ p, /** @type {number} */ factor) =>
        p.map((x) => x * factor);
    return /** @type {Pair} */ (
        [
            { p: p1, t: t1, r: r1, start: start1 },
            { p: p2, t: t2, r: r2, start: start2 },
        ].map(({ p, t, r, start }, k) =>
            sphere(
                sized(p, scale),
                sized(v[k], scale / clock),
                sized(a[k], scale / (clock * clock)),
                start * clock,
                t * clock,
                r * scale,
            ),
        )
    );
}

/** @param {Tools} tools @param {number} axes */
const anyMotions = ({ vector }, axes) => ({ v: [vector(3, axes), vector(3, axes)] });
/** @param {number} size */
const bentMotions =
    (size) =>
    /** @param {Tools} tools @param {number} axes */
    ({ vector }, axes) => ({
        v: [vector(3, axes), vector(3, axes)],
        a: [vector(size, axes), vector(size, axes)],
    });

/**
 * Returns a pair of half-integers only: touches are exact, and common.
 *
 * @param {Tools} tools
 * @param {number} axes
 * @param {number} bend
 * @returns {Pair}
 */
function onLattice({ latticeVector, lattice, any, random }, axes, bend) {
    const v1 = latticeVector(2, axes);
    const v2 = any([
        latticeVector(2, axes),
        v1,
        v1.map((x) => -x),
        v1.map((x) => 2 * x),
        NO_MOTION,
    ]);
    const a = () => (random() < 0.7 ? latticeVector(bend, axes) : NO_MOTION);
    const one = (/** @type {number[]} */ v) =>
        sphere(
            latticeVector(3, axes),
            v,
            bend ? a() : NO_MOTION,
            lattice(1),
            Math.abs(lattice(3)),
            any([0, 0.5, 0.5, 1, 1.5]),
        );
    return [one(random() < 0.1 ? NO_MOTION : v1), one(v2)];
}

/** Integer directions of integer length. */
const TRIPLES = [
    [3, 4, 5],
    [-4, 3, 5],
    [5, 12, 13],
    [-15, 8, 17],
    [20, -21, 29],
    [0, -1, 1],
    [1, 0, 1],
];

/**
 * Turns and stretches a motion in the plane by an integer direction, adds a common motion, and gives each clock its own
 * origin; all of it exact.
 *
 * @param {Tools} tools
 * @param {{ p: number[], v: number[], a: number[], reach: number, half: number, isBent?: boolean }} relative motion from -half to
 *   half; `isBent`: the common motion may be
 * @returns {Pair}
 */
function turned({ any, lattice, latticeVector, random }, relative) {
    const { p, v, a, reach, half, isBent = false } = relative;
    const [c, s, length] = any(TRIPLES);
    const turn = (/** @type {number[]} */ [x, y]) => [c * x - s * y, s * x + c * y, 0];
    const [shift, drift] = [latticeVector(8, 2), latticeVector(2, 2)];
    const bend = isBent && random() < 0.5 ? latticeVector(1, 2) : NO_MOTION;
    const start = lattice(4);
    const [early1, early2] = random() < 0.5 ? [0, 0] : [Math.abs(lattice(1)), Math.abs(lattice(1))];
    const [late1, late2] = [Math.abs(lattice(1)), Math.abs(lattice(1))];
    const other = any([0, 0.25, 0.5]) * reach * length;
    // The motion is computed backwards from time -half: both begin earlier, each by its own time, and the states there
    // are exact.
    const one = (
        /** @type {number[]} */ p0,
        /** @type {number[]} */ v0,
        /** @type {number[]} */ a0,
        /** @type {number} */ early,
        /** @type {number} */ late,
        /** @type {number} */ radius,
    ) => {
        const back = plus(p0, wayOf(v0, a0, -early));
        const slow = plus(v0, a0, -early);
        return sphere(back, slow, a0, start - early, 2 * half + early + late, radius);
    };
    const [p0, v0, a0] = [p, v, a].map(turn);
    return [
        one(
            plus(shift, p0),
            plus(drift, v0),
            plus(bend, a0),
            early1,
            late1,
            reach * length - other,
        ),
        one(shift, drift, bend, early2, late2, other),
    ];
}

/**
 * Returns a straight pass at exactly the reach, or by a hair more or less.
 *
 * @param {Tools} tools
 * @param {number} hair
 * @returns {Pair}
 */
function grazing(tools, hair) {
    const { any } = tools;
    const [reach, speed, half] = [any([0.25, 1, 1.75]), any([0.5, 1, 3]), any([0.5, 1, 2, 4])];
    const p = [-speed * half, reach * (1 + hair)];
    return turned(tools, { p, v: [speed, 0], a: [0, 0], reach, half });
}

/**
 * Returns curved paths with exact touches, from -half to half, by p = (V t, B + A t^2 / 2): one touch, |p|^2 = R^2 +
 * ... at t = 0 with B = R; or two, |p|^2 - R^2 = A^2 / 4 (t^2 - m)^2 for V^2 + A B = -A^2 m / 2 and B^2 = R^2 + A^2 m^2
 * / 4, with A = 2.
 *
 * @param {Tools} tools
 * @param {number} hair
 * @returns {Pair}
 */
function bentGrazing(tools, hair) {
    const { any, random } = tools;
    const [speed, top, bend, reach, half] =
        random() < 0.5
            ? any([
                  [1, 1, 1, 1, 2],
                  [2, -1, 0.5, 1, 1],
                  [0, 0.5, 1, 0.5, 1],
                  [3, 2, -4, 2, 1],
              ])
            : any([
                  [8, -41, 2, 40, 4],
                  [6, -34, 2, 30, 5],
              ]);
    const p = [-speed * half, top + (bend / 2) * half * half];
    const v = [speed, -bend * half];
    const exactReach = reach * (1 + hair);
    return turned(tools, { p, v, a: [0, bend], reach: exactReach, half, isBent: true });
}

/**
 * Returns a pair of which one, seen from the other, passes twice.
 *
 * @param {Tools} tools
 * @param {number} axes
 * @returns {Pair}
 */
function twice(tools, axes) {
    const { between, vector } = tools;
    const half = between(1, 3);
    const [bend, speed] = [between(0.5, 4), between(0, 2)];
    const reach = between(0.1, 1);
    const cross = between(0.2, 0.9) * half;
    const angle = between(0, 2 * Math.PI);
    const [c, s] = cosineAndSine(angle);
    const turn = (/** @type {number} */ x, /** @type {number} */ y) => [
        c * x - s * y,
        s * x + c * y,
        axes > 2 ? 0.1 * reach : 0,
    ];
    const from = turn(-speed * half, (bend / 2) * (half * half - cross * cross));
    const [shift, drift, common] = [vector(3, axes), vector(2, axes), vector(2, axes)];
    const share = between(0, 1);
    return [
        sphere(
            plus(shift, from),
            plus(drift, turn(speed, -bend * half)),
            plus(common, turn(0, bend)),
            0,
            2 * half,
            reach * share,
        ),
        sphere(shift, drift, common, 0, 2 * half, reach * (1 - share)),
    ];
}

/**
 * Returns curved paths that cross up to four times, so that delays are unsafe in up to four intervals.
 *
 * @param {Tools} tools
 * @returns {Pair}
 */
function crossing({ between, any, vector }) {
    const [t1, t2] = [4, any([4, 8])];
    const reach = between(0.02, 0.2);
    const wobble = () => vector(0.4, 2);
    return [
        sphere(
            plus([-2, 2.4, 0], wobble()),
            plus([1, -4, 0], wobble()),
            plus([0, 2, 0], wobble()),
            0,
            t1,
            reach,
        ),
        t2 === 4
            ? sphere(
                  plus([2.5, -2, 0], wobble()),
                  plus([-4, 1, 0], wobble()),
                  plus([2, 0, 0], wobble()),
                  between(-2, 2),
                  t2,
                  0,
              )
            : sphere(
                  plus([2.5, -2, 0], wobble()),
                  plus([-2, 0.5, 0], vector(0.1, 2)),
                  plus([0.5, 0, 0], vector(0.05, 2)),
                  between(-2, 2),
                  t2,
                  0,
              ),
    ];
}

/**
 * Returns b turned away from the direction of a by a small angle.
 *
 * @param {number[]} a
 * @param {number} angle
 * @param {number} factor
 */
const nearlyAlong = ([x, y, z], angle, factor) => [
    factor * (x - angle * y),
    factor * (y + angle * x),
    factor * z,
];

/** @param {Pair} pair @param {number} place @param {number} time @returns {Pair} */
const moved = (pair, place, time) =>
    /** @type {Pair} */ (
        pair.map((f) => ({
            ...{ ...f, x: f.x + place, y: f.y - place },
            ...{ t0: f.t0 + time, t1: f.t1 + time },
        }))
    );

/** @type {Record<string, (tools: Tools) => Pair>} */
export const STRAIGHT = {
    'random 2D': (t) => aimed(t, 2, anyMotions),
    'random 3D': (t) => aimed(t, 3, anyMotions),
    'lattice 2D': (t) => onLattice(t, 2, 0),
    'lattice 3D': (t) => onLattice(t, 3, 0),
    parallel: (t) =>
        aimed(t, t.any([2, 3]), ({ vector, between }, axes) => {
            const v = vector(3, axes);
            return { v: [v, v.map((x) => x * between(0.1, 3))] };
        }),
    'equal velocities': (t) =>
        aimed(t, t.any([2, 3]), ({ vector }, axes) => {
            const v = vector(3, axes);
            return { v: [v, v] };
        }),
    opposite: (t) =>
        aimed(t, t.any([2, 3]), ({ vector }, axes) => {
            const v = vector(3, axes);
            return { v: [v, v.map((x) => -x)] };
        }),
    'one waits': (t) =>
        aimed(t, t.any([2, 3]), ({ vector, any }, axes) => ({
            v: any([
                [vector(3, axes), NO_MOTION],
                [NO_MOTION, vector(3, axes)],
            ]),
        })),
    'both wait': (t) => aimed(t, t.any([2, 3]), () => ({ v: [NO_MOTION, NO_MOTION] })),
    'one instant': (t) =>
        aimed(t, t.any([2, 3]), anyMotions, {
            times: t.any([
                [0, t.between(0.2, 4)],
                [t.between(0.2, 4), 0],
                [0, 0],
            ]),
        }),
    'exact touch': (t) => grazing(t, 0),
    'near touch': (t) => grazing(t, t.any([-1, 1]) * t.power(-16, -3)),
    'nearly parallel': (t) =>
        aimed(t, t.any([2, 3]), ({ vector, any, between, power }, axes) => {
            const v = vector(3, axes);
            const angle = any([-1, 1]) * power(-9, -1);
            return { v: [v, nearlyAlong(v, angle, any([1, -1, between(0.3, 2)]))] };
        }),
    'tiny and huge': (t) =>
        aimed(t, t.any([2, 3]), anyMotions, { scale: t.power(-12, 12), clock: t.power(-9, 9) }),
    'small discs': (t) => aimed(t, t.any([2, 3]), anyMotions, { thin: t.power(-9, -1) }),
    'far away': (t) => moved(aimed(t, 2, anyMotions), 5e6, t.any([0, 1e4, 1.7e9])),
};

/** @type {Record<string, (tools: Tools) => Pair>} */
export const BENT = {
    'random 2D': (t) => aimed(t, 2, bentMotions(2)),
    'random 3D': (t) => aimed(t, 3, bentMotions(2)),
    'lattice 2D': (t) => onLattice(t, 2, 1),
    'lattice 3D': (t) => onLattice(t, 3, 1),
    'weak, 1e-9 to 1e-3': (t) => aimed(t, t.any([2, 3]), bentMotions(t.power(-9, -3))),
    'strong, to 1e4': (t) => aimed(t, t.any([2, 3]), bentMotions(t.power(1, 4))),
    'equal accelerations': (t) =>
        aimed(t, t.any([2, 3]), ({ vector }, axes) => {
            const a = vector(2, axes);
            return { v: [vector(3, axes), vector(3, axes)], a: [a, a] };
        }),
    'equal motions': (t) =>
        aimed(t, t.any([2, 3]), ({ vector }, axes) => {
            const [v, a] = [vector(3, axes), vector(2, axes)];
            return { v: [v, v], a: [a, a] };
        }),
    'along one line': (t) =>
        aimed(t, 2, ({ vector, between }) => {
            const v = vector(3, 2);
            const along = () => v.map((x) => x * between(-1, 1));
            return { v: [v, along()], a: [along(), along()] };
        }),
    'one waits': (t) =>
        aimed(t, t.any([2, 3]), ({ vector, any }, axes) => {
            const [v, a] = [vector(3, axes), vector(2, axes)];
            return any([
                { v: [v, NO_MOTION], a: [a, NO_MOTION] },
                { v: [NO_MOTION, v], a: [NO_MOTION, a] },
            ]);
        }),
    'one instant': (t) =>
        aimed(t, t.any([2, 3]), bentMotions(2), {
            times: t.any([
                [0, t.between(0.2, 4)],
                [t.between(0.2, 4), 0],
            ]),
        }),
    'exact touch': (t) => bentGrazing(t, 0),
    'near touch': (t) => bentGrazing(t, t.any([-1, 1]) * t.power(-16, -3)),
    'two contacts': (t) => twice(t, t.any([2, 3])),
    'many crossings': crossing,
    'tiny and huge': (t) =>
        aimed(t, t.any([2, 3]), bentMotions(2), { scale: t.power(-12, 12), clock: t.power(-9, 9) }),
    'small discs': (t) => aimed(t, t.any([2, 3]), bentMotions(2), { thin: t.power(-9, -1) }),
    points: (t) => aimed(t, 2, bentMotions(2), { thin: 0 }),
    'far away': (t) => moved(aimed(t, 2, bentMotions(2)), 5e6, t.any([0, 1e4, 1.7e9])),
};

/** @param {(tools: Tools) => Pair} kind @param {Random} random @returns {Pair} */
export const drawPair = (kind, random) => kind(toolsOf(random));
