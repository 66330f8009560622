/**
 * Pairs of moving discs and spheres of many kinds, from a seed, and checks of the answers about them.
 *
 * @import { Graze, SafeVelocityOptions, MovingDisc } from 'graze'
 */
import assert from 'node:assert/strict';
import { plus, rational, signOf, times } from './rational.js';
import {
    edgeSign,
    exactMotionOf,
    gapSign,
    isDelayUnsafe,
    isSpeedUnsafe,
    isWaitUnsafe,
    reachOf,
    velocitySign,
} from './velocity_oracle.js';

/** Allowed error of the end of an interval, relative to the end. */
const CLOSE = 1e-9;
/** A speed, relative to the disc's own, that is 0 except for rounding. */
const LEAST = 1e-25;

/** @param {number} seed */
export function generator(seed) {
    let state = seed >>> 0;
    return () => {
        // Mulberry32.
        state = (state + 0x6d2b79f5) >>> 0;
        let z = Math.imul(state ^ (state >>> 15), 1 | state);
        z = (z + Math.imul(z ^ (z >>> 7), 61 | z)) ^ z;
        return ((z ^ (z >>> 14)) >>> 0) / 2 ** 32;
    };
}

/** @typedef {() => number} Random */

/** @param {Random} random @param {number} lo @param {number} hi */
const between = (random, lo, hi) => lo + (hi - lo) * random();
/** @param {Random} random @param {number} lo @param {number} hi */
const whole = (random, lo, hi) => lo + Math.floor((hi - lo + 1) * random());
/** Draws a number of either sign and any size. @param {Random} random */
const tiny = (random) => (random() < 0.5 ? -1 : 1) * 10 ** between(random, -16, -1);

/** @param {Random} random @returns {MovingDisc} */
function anySegment(random) {
    const t0 = between(random, 0, 2);
    return {
        x: between(random, -3, 3),
        y: between(random, -3, 3),
        vx: between(random, -3, 3),
        vy: between(random, -3, 3),
        t0,
        t1: t0 + between(random, 0, 6),
        radius: between(random, 0, 1),
    };
}

/** Draws a disc of whole and half numbers, for exact ties. @param {Random} random @returns {MovingDisc} */
function latticeSegment(random) {
    const t0 = whole(random, 0, 2);
    return {
        x: whole(random, -6, 6) / 2,
        y: whole(random, -6, 6) / 2,
        vx: whole(random, -3, 3),
        vy: whole(random, -3, 3),
        t0,
        t1: t0 + whole(random, 0, 6),
        radius: whole(random, 0, 4) / 4,
    };
}

/**
 * Returns the position of a disc at a time.
 *
 * @param {MovingDisc} s
 * @param {number} t
 */
const placeOf = (s, t) => [s.x + s.vx * (t - s.t0), s.y + s.vy * (t - s.t0)];

/**
 * Returns a disc that is at a distance of `reach` (1 + tiny) from s at a time, so that it may just touch.
 *
 * @param {Random} random
 * @param {MovingDisc} s
 * @param {MovingDisc} r
 * @param {number} t
 * @returns {MovingDisc}
 */
function besides(random, s, r, t) {
    const [x, y] = placeOf(s, t);
    const angle = between(random, 0, 7);
    const reach = (s.radius + r.radius) * (1 + (random() < 0.3 ? 0 : tiny(random)));
    const back = t - r.t0;
    return {
        ...r,
        x: x + reach * Math.cos(angle) - r.vx * back,
        y: y + reach * Math.sin(angle) - r.vy * back,
    };
}

/** @type {Record<string, (random: Random) => [MovingDisc, MovingDisc]>} */
export const KINDS = {
    random: (random) => [anySegment(random), anySegment(random)],
    lattice: (random) => [latticeSegment(random), latticeSegment(random)],
    'nearly parallel': (random) => {
        const s = anySegment(random);
        const r = anySegment(random);
        const k = random() < 0.3 ? 1 : between(random, -2, 2);
        const turn = random() < 0.2 ? 0 : tiny(random);
        return [s, { ...r, vx: k * s.vx - turn * s.vy, vy: k * s.vy + turn * s.vx }];
    },
    'one waits': (random) => {
        const pair = random() < 0.5 ? anySegment : latticeSegment;
        const [s, r] = [pair(random), pair(random)];
        if (random() < 0.3) return [{ ...s, vx: 0, vy: 0 }, r];
        return [s, { ...r, vx: 0, vy: 0 }];
    },
    'an instant': (random) => {
        const [s, r] = [anySegment(random), anySegment(random)];
        const which = random();
        if (which < 0.4) return [{ ...s, t1: s.t0 }, r];
        if (which < 0.8) return [s, { ...r, t1: r.t0 }];
        return [
            { ...s, t1: s.t0 },
            { ...r, t0: s.t0, t1: s.t0 },
        ];
    },
    'just touching': (random) => {
        const s = anySegment(random);
        const r = anySegment(random);
        const t = random() < 0.3 ? s.t0 : between(random, s.t0, s.t1);
        const t0 = random() < 0.5 ? t : t - between(random, 0, 2);
        return [s, besides(random, s, { ...r, t0, t1: t + between(random, 0, 3) }, t)];
    },
    'along a tangent': (random) => {
        const s = anySegment(random);
        const r = anySegment(random);
        const length = Math.hypot(s.vx, s.vy);
        const reach = (s.radius + r.radius) * (1 + (random() < 0.2 ? 0 : tiny(random)));
        const t = between(random, -1, s.t1 - s.t0 + 1);
        const [x, y] = placeOf(s, s.t0 + t);
        const still = random() < 0.5 ? 0 : between(random, -1, 1);
        const place = {
            x: x - (s.vy / length) * reach,
            y: y + (s.vx / length) * reach,
        };
        return [s, { ...r, ...place, vx: still * s.vx, vy: still * s.vy }];
    },
    points: (random) => {
        const [s, r] = [latticeSegment(random), latticeSegment(random)];
        return [
            { ...s, radius: 0 },
            { ...r, radius: random() < 0.5 ? 0 : 2 ** -30 },
        ];
    },
    'far away': (random) => {
        const [s, r] = [anySegment(random), anySegment(random)];
        const [x, time] = [10 ** whole(random, 0, 9), 10 ** whole(random, 0, 9)];
        return /** @type {[MovingDisc, MovingDisc]} */ (
            [s, r].map((o) => ({
                ...o,
                x: o.x + x,
                y: o.y - x,
                t0: o.t0 + time,
                t1: o.t1 + time,
            }))
        );
    },
    'any size': (random) => {
        const [size, time] = [10 ** whole(random, -60, 60), 10 ** whole(random, -60, 60)];
        const [s, r] = [anySegment(random), anySegment(random)];
        return /** @type {[MovingDisc, MovingDisc]} */ (
            [s, r].map((o) => ({
                x: o.x * size,
                y: o.y * size,
                vx: (o.vx * size) / time,
                vy: (o.vy * size) / time,
                t0: o.t0 * time,
                t1: o.t1 * time,
                radius: o.radius * size,
            }))
        );
    },
    'long and fast': (random) => {
        const [s, r] = [anySegment(random), anySegment(random)];
        const [k, j] = [10 ** between(random, 0, 6), 10 ** between(random, -6, 6)];
        const later = between(random, 0, 100);
        return [
            { ...s, vx: s.vx * k, vy: s.vy * k },
            { ...r, vx: r.vx * j, vy: r.vy * j, t0: r.t0 + later, t1: r.t1 + later },
        ];
    },
};

/** Orthogonal matrices of whole numbers, all columns of one length, which turn pairs in the plane into space exactly. */
const TURNS = [
    [1, 0, 0, 0, 1, 0, 0, 0, 1],
    [0, 0, 1, 1, 0, 0, 0, 1, 0],
    [1, 2, 2, 2, 1, -2, 2, -2, 1],
    [2, 3, 6, 3, -6, 2, 6, 2, -3],
];

/**
 * Returns a pair in space: one in the plane that is turned, with the second sphere beside it by a part of the reach, or
 * with velocities that leave it.
 *
 * @param {Random} random
 * @param {[MovingDisc, MovingDisc]} pair
 * @returns {[MovingDisc, MovingDisc]}
 */
export function inSpace(random, [s, r]) {
    const m = TURNS[whole(random, 0, TURNS.length - 1)];
    const size = Math.sqrt(m[0] ** 2 + m[3] ** 2 + m[6] ** 2);
    const reach = s.radius + r.radius;
    const beside =
        random() < 0.5 ? 0 : (reach / size) * (random() < 0.3 ? 1 : between(random, -1, 1));
    const climbs = random() < 0.4;
    /** @param {MovingDisc} disc @param {number} z @param {number} vz */
    const turned = (disc, z, vz) => {
        const [p, v] = [
            [disc.x, disc.y, z],
            [disc.vx, disc.vy, vz],
        ].map((q) => [0, 3, 6].map((k) => m[k] * q[0] + m[k + 1] * q[1] + m[k + 2] * q[2]));
        const [[x, y, up], [vx, vy, vup]] = [p, v];
        return { ...disc, x, y, z: up, vx, vy, vz: vup, radius: disc.radius * size };
    };
    /** @param {MovingDisc} disc */
    const climb = (disc) => (climbs ? between(random, -1, 1) * Math.abs(disc.vx) : 0);
    return [turned(s, 0, climb(s)), turned(r, beside * size, climb(r))];
}

/**
 * @param {MovingDisc} s
 */
const speedOf = (s) => {
    const vz = s.vz ?? 0;
    const unit = Math.max(Math.abs(s.vx), Math.abs(s.vy), Math.abs(vz));
    return unit === 0 ? 0 : unit * Math.hypot(s.vx / unit, s.vy / unit, vz / unit);
};

/**
 * Returns the sum of the distances along the axes.
 *
 * @param {MovingDisc} s
 * @param {MovingDisc} r
 */
const offsetOf = (s, r) =>
    Math.abs(s.x - r.x) + Math.abs(s.y - r.y) + Math.abs((s.z ?? 0) - (r.z ?? 0));

/**
 * Returns a slightly larger reach: a miss by less than a part in 10^26 may count as contact.
 *
 * @param {MovingDisc} s
 * @param {MovingDisc} r
 */
const nearlyReach = (s, r) => times(reachOf(s, r), plus(rational(1), rational(1e-26)));

/**
 * Checks unsafeSpeeds: verdicts 1e-9 to both sides of its ends, and at some random speeds.
 *
 * @param {Graze} g
 * @param {MovingDisc} s
 * @param {MovingDisc} r
 * @param {Random} random
 * @returns {'none' | 'all' | 'some'}
 */
export function checkSpeeds(g, s, r, random) {
    const after = random() < 0.5 ? 'vanish' : 'stay';
    const spans = g.unsafeSpeeds(s, r, { after });
    const own = speedOf(s);
    assert.ok(spans.length <= 1);
    /** @param {number} factor */
    const isUnsafe = (factor) => isSpeedUnsafe(s, r, factor, after);
    /** @param {number} factor */
    const isNearlyUnsafe = (factor) => isSpeedUnsafe(s, r, factor, after, nearlyReach(s, r));
    if (own === 0 || s.t0 === s.t1) {
        const still = { ...s, vx: 0, vy: 0, vz: 0 };
        const t1 = after === 'stay' ? Math.max(s.t1, r.t1) : s.t1;
        const sign = gapSign(exactMotionOf({ ...still, t1 }), exactMotionOf(r), reachOf(s, r));
        // The verdict is computed in double, where closestApproach decides touches.
        const { separation } = g.closestApproach({ ...still, t1 }, r);
        const size = Math.max(offsetOf(s, r), s.radius + r.radius);
        const isClear = Math.abs(separation) > 1e-12 * (size + speedOf(r) * (r.t1 - r.t0));
        if (isClear) assert.equal(spans.length === 1, sign <= 0, 'an edge without length');
        if (spans.length === 1) assert.deepEqual(spans, [[0, Infinity]]);
        return spans.length === 1 ? 'all' : 'none';
    }
    const most = edgeSign(s, r);
    // A speed that is infinite except for rounding makes no contact.
    if (spans.length === 0 || spans[0][0] * LEAST > own) {
        // No finite speed makes a contact at the very start with a position further along the edge.
        const isInstant = r.t0 <= s.t0 && r.t1 >= s.t0;
        const atStart = isInstant ? edgeSign(s, r, s.t0) : 1;
        const isSeen = most < 0 && r.t1 > s.t0;
        assert.ok(
            !isSeen && (most === 1 || atStart <= 0),
            'contact with some speed, none is reported',
        );
        return 'none';
    }
    assert.notEqual(most, 1, 'no contact with any speed, some are reported');
    const [lo, hi] = spans[0].map((speed) => (speed / own < LEAST ? 0 : speed / own));
    assert.ok(lo <= hi && lo >= 0 && lo < Infinity, `${lo} to ${hi}`);
    if (lo > 0) assert.ok(!isUnsafe(lo * (1 - CLOSE)), `safe below ${lo}`);
    if (hi < Infinity) assert.ok(!isUnsafe(hi * (1 + CLOSE) + LEAST), `safe above ${hi}`);
    if (lo * (1 + CLOSE) < hi * (1 - CLOSE)) {
        assert.ok(isNearlyUnsafe(lo * (1 + CLOSE)), `unsafe above ${lo}`);
        if (hi < Infinity) assert.ok(isNearlyUnsafe(hi * (1 - CLOSE)), `unsafe below ${hi}`);
        else assert.ok(isNearlyUnsafe(Math.max(lo, 1) * 1e12), 'unsafe however fast');
    }
    for (let k = 0; k < 6; k++) {
        const base = k < 3 || hi === Infinity || lo === 0 ? 1 : random() < 0.5 ? lo : hi;
        const factor = base * 2 ** between(random, -6, 6);
        const isNear = [lo, hi].some((end) => Math.abs(factor - end) <= CLOSE * end);
        const isReported = lo <= factor && factor <= hi;
        if (!isNear) assert.equal(isUnsafe(factor), isReported, `at ${factor} of ${lo} to ${hi}`);
    }
    return lo === 0 && hi === Infinity ? 'all' : 'some';
}

/**
 * Checks isVelocityUnsafe and, if the verdict is not within rounding, that the reported obstacle contains the same
 * velocities.
 *
 * @param {Graze} g
 * @param {MovingDisc} s
 * @param {MovingDisc} r
 * @param {Random} random
 * @returns {boolean} unsafe
 */
export function checkVelocity(g, s, r, random) {
    const options = random() < 0.4 ? undefined : { horizon: 2 ** whole(random, -3, 4) };
    const spread = speedOf(s) + speedOf(r);
    const obstacle = g.velocityObstacle(s, r, options);
    let velocity = { vx: s.vx, vy: s.vy };
    const choice = random();
    if (choice < 0.4) {
        velocity = {
            vx: r.vx + between(random, -1, 1) * spread,
            vy: r.vy + between(random, -1, 1) * spread,
        };
    } else if (choice < 0.6 && obstacle.left !== null) {
        const leg = random() < 0.5 ? obstacle.left : /** @type {any} */ (obstacle.right);
        const k = spread * random();
        velocity = {
            vx: obstacle.apex.x + k * leg.x * (1 + tiny(random)),
            vy: obstacle.apex.y + k * leg.y,
        };
    } else if (choice < 0.75) {
        velocity = { vx: whole(random, -4, 4), vy: whole(random, -4, 4) };
    }
    const reported = checkMembership(g, s, r, velocity, options);
    assert.equal(reported === null, obstacle.kind === 'nothing');
    if (reported !== null) checkObstacle(obstacle, velocity, reported);
    return reported ?? false;
}

/**
 * Checks isVelocityUnsafe.
 *
 * @param {Graze} g
 * @param {MovingDisc} s
 * @param {MovingDisc} r
 * @param {{ vx: number, vy: number, vz?: number }} velocity
 * @param {{ horizon: number } | undefined} options
 * @returns {boolean | null} unsafe; null: they never exist at the same time
 */
function checkMembership(g, s, r, velocity, options) {
    const horizon = options?.horizon ?? Infinity;
    const numbers = [velocity.vx, velocity.vy, velocity.vz ?? 0];
    const sign = velocitySign(s, r, numbers, horizon);
    const reported = g.isVelocityUnsafe(s, r, velocity, options);
    if (sign === null) {
        assert.equal(reported, false);
        return null;
    }
    const isNear =
        reported && sign > 0 && velocitySign(s, r, numbers, horizon, nearlyReach(s, r)) !== 1;
    if (!isNear) {
        assert.equal(reported, sign <= 0, `velocity ${numbers}, horizon ${horizon}`);
    }
    return reported;
}

/**
 * Checks isVelocityUnsafe of spheres and that the reported cone contains the same velocities, some of them on its
 * surface.
 *
 * @param {Graze} g
 * @param {MovingDisc} s
 * @param {MovingDisc} r
 * @param {Random} random
 * @returns {boolean} unsafe
 */
export function checkVelocityInSpace(g, s, r, random) {
    const options = random() < 0.4 ? undefined : { horizon: 2 ** whole(random, -3, 4) };
    const spread = speedOf(s) + speedOf(r);
    const cone = g.velocityCone(s, r, options);
    const { apex, axis } = cone;
    let velocity = { vx: s.vx, vy: s.vy, vz: s.vz ?? 0 };
    const choice = random();
    if (choice < 0.4) {
        velocity = {
            vx: apex.x + between(random, -1, 1) * spread,
            vy: apex.y + between(random, -1, 1) * spread,
            vz: apex.z + between(random, -1, 1) * spread,
        };
    } else if (choice < 0.7 && axis !== null) {
        const [ux, uy, uz] = acrossOf(axis, between(random, 0, 7));
        const k = spread * random();
        const sin = cone.sin * (1 + tiny(random));
        velocity = {
            vx: apex.x + k * (cone.cos * axis.x + sin * ux),
            vy: apex.y + k * (cone.cos * axis.y + sin * uy),
            vz: apex.z + k * (cone.cos * axis.z + sin * uz),
        };
    }
    const reported = checkMembership(g, s, r, velocity, options);
    assert.equal(reported === null, cone.kind === 'nothing');
    if (reported !== null) checkCone(cone, velocity, reported);
    return reported ?? false;
}

/**
 * Returns a unit vector across an axis.
 *
 * @param {{ x: number, y: number, z: number }} axis
 * @param {number} angle
 */
function acrossOf({ x, y, z }, angle) {
    const [a, b, c] = Math.abs(x) < 0.6 ? [0, z, -y] : [-z, 0, x];
    const length = Math.hypot(a, b, c);
    const first = [a / length, b / length, c / length];
    const second = [
        y * first[2] - z * first[1],
        z * first[0] - x * first[2],
        x * first[1] - y * first[0],
    ];
    return first.map((k, i) => k * Math.cos(angle) + second[i] * Math.sin(angle));
}

/**
 * @param {import('graze').VelocityCone} cone
 * @param {{ vx: number, vy: number, vz: number }} velocity
 * @param {boolean} isUnsafe
 */
function checkCone({ kind, apex, axis, sin, cos, cut }, velocity, isUnsafe) {
    if (kind === 'everything') assert.ok(isUnsafe);
    if (axis === null) return;
    assert.ok(Math.abs(Math.hypot(axis.x, axis.y, axis.z) - 1) < 1e-15, 'unit vector');
    assert.ok(Math.abs(Math.hypot(sin, cos) - 1) < 1e-15 && cos > 0 && sin >= 0, 'half angle');
    const u = [velocity.vx - apex.x, velocity.vy - apex.y, velocity.vz - apex.z];
    const length = Math.hypot(...u);
    const rounding = Math.hypot(apex.x, apex.y, apex.z) + length;
    const ahead = u[0] * axis.x + u[1] * axis.y + u[2] * axis.z;
    const aside = Math.hypot(
        u[1] * axis.z - u[2] * axis.y,
        u[2] * axis.x - u[0] * axis.z,
        u[0] * axis.y - u[1] * axis.x,
    );
    // This is the distance from the surface, in the plane of the axis.
    const fromSurface = aside * cos - ahead * sin;
    const margins = [fromSurface];
    let isHeld = length > 0 && fromSurface <= 0;
    if (cut !== null) {
        const far = Math.hypot(cut.x - apex.x, cut.y - apex.y, cut.z - apex.z);
        if (!(far < 1e150)) return;
        const foot = far - cut.radius * sin;
        const fromBall = Math.hypot(ahead - far, aside) - cut.radius;
        margins.push(ahead - foot, fromBall);
        isHeld = ahead < foot ? fromBall <= 0 : isHeld;
    }
    if (margins.some((d) => Math.abs(d) < 1e-9 * rounding)) return;
    assert.equal(isHeld, isUnsafe, 'the cone as reported');
}

/**
 * @param {import('graze').VelocityObstacle} obstacle
 * @param {{ vx: number, vy: number }} velocity
 * @param {boolean} isUnsafe
 */
function checkObstacle({ kind, apex, left, right, cut }, velocity, isUnsafe) {
    if (kind === 'everything') assert.ok(isUnsafe);
    assert.notEqual(kind, 'nothing');
    if (left === null || right === null) return;
    const u = { x: velocity.vx - apex.x, y: velocity.vy - apex.y };
    const length = Math.hypot(u.x, u.y);
    const rounding = Math.hypot(apex.x, apex.y) + length;
    for (const leg of [left, right]) {
        assert.ok(Math.abs(Math.hypot(leg.x, leg.y) - 1) < 1e-15, 'unit vectors');
    }
    // The sign states on which side of a leg u is; the magnitude is its distance from it.
    const beyondLeft = left.x * u.y - left.y * u.x;
    const beyondRight = u.x * right.y - u.y * right.x;
    const margins = [beyondLeft, beyondRight];
    // The cone is narrower than half of the plane, and excludes its apex.
    let isHeld = length > 0 && beyondLeft <= 0 && beyondRight <= 0;
    if (cut !== null) {
        const w = { x: u.x - (cut.x - apex.x), y: u.y - (cut.y - apex.y) };
        // These are the feet of the legs on the disc; before the chord between them only the disc is in the obstacle.
        const square = (cut.x - apex.x) ** 2 + (cut.y - apex.y) ** 2;
        const chord = (w.x * (cut.x - apex.x) + w.y * (cut.y - apex.y)) / Math.sqrt(square);
        const foot = -(cut.radius ** 2) / Math.sqrt(square);
        const fromDisc = Math.hypot(w.x, w.y) - cut.radius;
        margins.push(chord - foot, fromDisc);
        isHeld = chord < foot ? fromDisc <= 0 : isHeld;
        if (!(square < Infinity)) return;
    }
    if (margins.some((d) => Math.abs(d) < 1e-9 * rounding)) return;
    assert.equal(isHeld, isUnsafe, 'the obstacle as reported');
}

/**
 * Checks safeVelocity: the answer is safe, it is the least change, and no earlier step has one.
 *
 * @param {Graze} g
 * @param {MovingDisc} s
 * @param {MovingDisc} r
 * @param {Random} random
 * @returns {number} the step
 */
export function checkSafeVelocity(g, s, r, random) {
    const own = [speedOf(s), speedOf(r)];
    const least = random() < 0.5 ? [0, 0] : own.map((speed) => speed * random());
    const most =
        random() < 0.3 ? [Infinity, Infinity] : own.map((speed) => speed * (1 + 2 * random()));
    const size = Math.max(
        s.radius + r.radius,
        0.01 * (Math.abs(s.x - r.x) + own[0] * (s.t1 - s.t0)),
        Number.MIN_VALUE * 2 ** 60,
    );
    const margin = size * 10 ** between(random, -6, -1);
    const canWait = random() < 0.7;
    const given = { ...s, radius: s.radius };
    const answer = g.safeVelocity(given, r, {
        minSpeed: /** @type {[number, number]} */ (least),
        maxSpeed: /** @type {[number, number]} */ (most),
        canWait,
        margin,
    });
    const { step, agent, delay } = answer;
    const reach = reachOf(s, r, margin);
    // This is the kept part of the margin, without rounding.
    const lengths = offsetOf(s, r);
    const ways = own[0] * (s.t1 - s.t0) + own[1] * (r.t1 - r.t0);
    const kept = reachOf(s, r, margin - 1e-12 * (size + lengths + ways));
    const isConflict = gapSign(exactMotionOf(s), exactMotionOf(r), reach) <= 0;
    assert.equal(step > 1, isConflict, 'step 1');
    if (step === 1) {
        const unchanged = { vx: s.vx, vy: s.vy, vz: s.vz ?? 0, end: s.t1, delay: 0 };
        assert.deepEqual(answer, { step, agent: null, ...unchanged });
        return step;
    }
    /** @param {number} k */
    const hasNoSpeed = (k) => {
        const [a, b] = k === 0 ? [s, r] : [r, s];
        if (own[k] === 0 || a.t0 === a.t1) return true;
        // Unsafe speeds form an interval: it contains all possible ones if it contains the first and the last.
        const first = Math.max(least[k] / own[k], 1e-9);
        const last = Math.min(most[k] / own[k], 1e9);
        return [first, last].every((factor) => isSpeedUnsafe(a, b, factor, 'vanish', reach));
    };
    if (step > 2) assert.ok(hasNoSpeed(0), 'step 2 had an answer');
    if (step > 3) assert.ok(hasNoSpeed(1), 'step 3 had an answer');
    if (step === 5) {
        assert.equal(agent, null);
        if (!canWait) return step;
        const [lo, hi] = delaysOf(s, r, reach);
        assert.ok(lo <= 0 && isWaitUnsafe(s, r, s.t0 + hi, kept), 'step 4 had an answer');
        return step;
    }
    const [a, b] = agent === 'second' ? [r, s] : [s, r];
    const { vx, vy, vz, end: t1 } = answer;
    const changed = { ...a, vx, vy, vz, t0: a.t0 + delay, t1 };
    assert.notEqual(
        gapSign(exactMotionOf(changed), exactMotionOf(b), kept),
        -1,
        'the margin is not kept',
    );
    if (step === 4) {
        assert.ok(canWait && agent === 'first');
        assert.ok(!isWaitUnsafe(s, r, s.t0 + delay, kept), 'not safe while it waits');
        const shorter = delay * (1 - 1e-6) - 2 ** -23 * Math.max(Math.abs(s.t1), Math.abs(r.t1));
        if (shorter >= 0) assert.ok(isDelayUnsafe(s, r, shorter, reach), 'not the least delay');
        return step;
    }
    const k = step - 2;
    assert.equal(agent, ['first', 'second'][k]);
    assert.equal(delay, 0);
    const speed = speedOf(changed);
    assert.ok(speed >= least[k] * (1 - 1e-12) && speed <= most[k] * (1 + 1e-12), 'not possible');
    const change =
        Math.abs(speed - own[k]) * (1 - 1e-6) -
        own[k] * (2 ** -23 + (2 ** -38 * Math.max(Math.abs(a.t0), Math.abs(a.t1))) / (a.t1 - a.t0));
    if (change <= 0) return step;
    for (const nearer of [own[k] - change, own[k] + change]) {
        if (nearer <= 1e-6 * own[k] || nearer < least[k] || nearer > most[k]) continue;
        assert.ok(isSpeedUnsafe(a, b, nearer / own[k], 'vanish', reach), 'not the least change');
    }
    return step;
}

/**
 * Finds the unsafe delays around 0 by bisection.
 *
 * @param {MovingDisc} s
 * @param {MovingDisc} r
 * @param {import('./rational.js').Rational} reach
 */
function delaysOf(s, r, reach) {
    assert.ok(signOf(reach) >= 0);
    const most = Math.max(r.t1 - s.t0, 0);
    let [lo, hi] = [0, most * (1 + 1e-12)];
    for (let k = 0; k < 60; k++) {
        const middle = (lo + hi) / 2;
        if (isDelayUnsafe(s, r, middle, reach)) lo = middle;
        else hi = middle;
    }
    return [isDelayUnsafe(s, r, 0, reach) ? 0 : 1, lo];
}
