/**
 * Pairs of moving bodies as in real input, drawn at random: turning, in convoy, spinning, wavy, on Unix time. Each is
 * drawn from its own seed. Times are multiples of 2^-9 s, or those in milliseconds, so that adding a Unix time is
 * exact.
 *
 * @import { Graze, Motion, MotionEnds } from 'graze'
 * @import { Body, Segment } from './oracle.js'
 *
 * @typedef {{ kind: 'still', x: number, y: number, angle: number }} Still
 * @typedef {{ kind: 'linear', t0: number, t1: number, x: number, y: number, angle: number, vx: number, vy: number, angularVelocity: number }} Linear
 * @typedef {{ kind: 'turn', t0: number, t1: number, x: number, y: number, angle: number, speed: number, angularVelocity: number }} Arc
 * @typedef {{ kind: 'route', segments: Segment[] }} Route
 * @typedef {{ kind: 'spline', times: number[], points: number[][] }} Spline
 * @typedef {{ kind: 'samples', samples: { t: number, x: number, y: number, angle: number }[] }} Samples
 * @typedef {Still | Linear | Arc | Route | Spline | Samples} Way
 *
 * @typedef {object} MovingBody
 * @property {number[][]} points convex, counter-clockwise
 * @property {number} radius
 * @property {Way} way
 * @property {MotionEnds} ends
 *
 * @typedef {object} Case
 * @property {MovingBody} a
 * @property {MovingBody} b
 * @property {{ from?: number, to?: number }} window counted as the ways are
 * @property {number} second units of time per second
 * @property {number} epoch offset of all times
 */

import { bodyOf, Encounter, naturalSpline } from './oracle.js';

const TURN = 2 * Math.PI;

/** Random numbers, seeded with the integers that identify a case. */
export class Random {
    #state = 0x9e3779b9;

    /** @param {...number} names */
    constructor(...names) {
        for (const name of names) {
            this.#state = (this.#state ^ name) >>> 0;
            for (let k = 0; k < 4; k++) this.#state = (this.number() * 2 ** 32) >>> 0;
        }
    }

    /** Returns a number in [0, 1), by Mulberry32. */
    number() {
        this.#state = (this.#state + 0x6d2b79f5) >>> 0;
        let z = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
        z = (z + Math.imul(z ^ (z >>> 7), 61 | z)) ^ z;
        return ((z ^ (z >>> 14)) >>> 0) / 2 ** 32;
    }

    /** @param {number} lo @param {number} hi */
    between(lo, hi) {
        return lo + (hi - lo) * this.number();
    }

    /** Returns 10 to a power between two. @param {number} lo @param {number} hi */
    power(lo, hi) {
        return 10 ** this.between(lo, hi);
    }

    /** @param {number} share */
    chance(share) {
        return this.number() < share;
    }

    /** @template T @param {readonly T[]} list @returns {T} */
    oneOf(list) {
        return list[Math.floor(list.length * this.number())];
    }

    /** Returns either sign. */
    sign() {
        return this.chance(0.5) ? 1 : -1;
    }
}

/** Rounds to the grid of times. @param {number} seconds */
const tick = (seconds) => Math.round(seconds * 512) / 512;

// ---- outlines ----

/** @param {number} length @param {number} width */
function box(length, width) {
    const [x, y] = [Math.fround(length / 2), Math.fround(width / 2)];
    return [
        [-x, -y],
        [x, -y],
        [x, y],
        [-x, y],
    ];
}

/** Returns vertices on an ellipse, in order: a convex polygon. @param {Random} random @param {number} size */
function polygon(random, size) {
    const count = 3 + Math.floor(8 * random.number());
    const [flat, first] = [random.between(0.4, 1), random.between(0, TURN)];
    return Array.from({ length: count }, (_, k) => {
        const angle = first + (TURN * (k + random.between(-0.3, 0.3))) / count;
        return [size * Math.cos(angle), size * flat * Math.sin(angle)].map(Math.fround);
    });
}

/** @typedef {{ points: number[][], radius: number }} Outline */

/** @param {Random} random @returns {Outline} */
const car = (random) => ({
    points: random.chance(0.4)
        ? box(4.5, 1.8)
        : box(random.between(3, 12), random.between(1.6, 2.6)),
    radius: 0,
});

/** @param {number} radius @returns {Outline} */
const disc = (radius) => ({ points: [[0, 0]], radius: Math.fround(radius) });

/** @param {Random} random @returns {Outline} */
function vehicle(random) {
    const choice = random.number();
    if (choice < 0.6) return car(random);
    if (choice < 0.75) return { points: polygon(random, random.between(0.5, 4)), radius: 0 };
    if (choice < 0.9) return disc(random.between(0.2, 2));
    const half = Math.fround(random.between(0.5, 2));
    const points = [
        [-half, 0],
        [half, 0],
    ];
    return { points, radius: Math.fround(random.between(0.1, 1)) };
}

// ---- conversions of a way for the oracle and for graze ----

/** @param {Way} way @returns {Segment[]} */
export function segmentsOf(way) {
    const origin = [0, 0];
    switch (way.kind) {
        case 'still': {
            const { x, y, angle } = way;
            return [{ t0: 0, t1: 0, x: [x], y: [y], angle: [angle], pivot: origin }];
        }
        case 'linear': {
            const { t0, t1, x, y, angle: theta, vx, vy, angularVelocity } = way;
            return [
                { t0, t1, x: [x, vx], y: [y, vy], angle: [theta, angularVelocity], pivot: origin },
            ];
        }
        case 'turn': {
            // The center of rotation is at (0, speed / angularVelocity) in the body's frame, and does not move.
            const { t0, t1, x, y, angle: theta, speed, angularVelocity: turnRate } = way;
            const radius = speed / turnRate;
            const center = [x - radius * Math.sin(theta), y + radius * Math.cos(theta)];
            const heading = [theta, turnRate];
            return [{ t0, t1, x: [center[0]], y: [center[1]], angle: heading, pivot: [0, radius] }];
        }
        case 'route':
            return way.segments;
        case 'spline': {
            const { times, points } = way;
            const [x, y, theta] = [0, 1, 2].map((axis) => {
                return naturalSpline(
                    times,
                    points.map((point) => point[axis] ?? 0),
                );
            });
            return x.map((c, k) => {
                const span = { t0: times[k], t1: times[k + 1] };
                return { ...span, x: c, y: y[k], angle: theta[k], pivot: origin };
            });
        }
        case 'samples': {
            const { samples } = way;
            let heading = samples[0].angle;
            return samples.slice(1).map((to, k) => {
                const from = samples[k];
                const h = to.t - from.t;
                let turned = (to.angle - from.angle) % TURN;
                if (Math.abs(turned) > Math.PI) turned -= TURN * Math.sign(turned);
                const angle = [heading, turned / h];
                heading += turned;
                const [x, y] = [
                    [from.x, (to.x - from.x) / h],
                    [from.y, (to.y - from.y) / h],
                ];
                return { t0: from.t, t1: to.t, x, y, angle, pivot: origin };
            });
        }
    }
}

/** @param {MovingBody} mover */
export const oracleBodyOf = ({ points, radius, way, ends }) =>
    bodyOf(points, radius, segmentsOf(way), ends);

/**
 * @param {Graze} g
 * @param {Way} way
 * @param {number} epoch
 * @param {MotionEnds} ends
 * @returns {Motion}
 */
export function motionOf(g, way, epoch, ends) {
    switch (way.kind) {
        case 'still':
            return g.motion.static({ x: way.x, y: way.y, angle: way.angle }, ends);
        case 'linear': {
            const { kind, ...line } = way;
            return g.motion.linear({ ...line, t0: epoch + way.t0, t1: epoch + way.t1 }, ends);
        }
        case 'turn': {
            const { kind, ...arc } = way;
            return g.motion.turn({ ...arc, t0: epoch + way.t0, t1: epoch + way.t1 }, ends);
        }
        case 'route': {
            const pieces = way.segments.map(({ t0, t1, pivot: [x, y], ...terms }) => {
                return { t0: epoch + t0, t1: epoch + t1, pivot: { x, y }, ...terms };
            });
            return g.motion({ pieces }, ends);
        }
        case 'spline':
            return g.motion.spline(
                way.points,
                way.times.map((t) => epoch + t),
                ends,
            );
        case 'samples':
            return g.motion.samples(
                way.samples.map((sample) => ({ ...sample, t: epoch + sample.t })),
                ends,
            );
    }
}

/** Returns the same way in milliseconds. @param {Way} way @returns {Way} */
function inMilliseconds(way) {
    const late = (/** @type {number} */ t) => 1000 * t;
    const slow = (/** @type {number[]} */ c) => c.map((term, k) => term / 1000 ** k);
    switch (way.kind) {
        case 'still':
            return way;
        case 'linear': {
            const [vx, vy, angularVelocity] = [
                way.vx / 1000,
                way.vy / 1000,
                way.angularVelocity / 1000,
            ];
            return { ...way, t0: late(way.t0), t1: late(way.t1), vx, vy, angularVelocity };
        }
        case 'turn': {
            const [speed, turnRate] = [way.speed / 1000, way.angularVelocity / 1000];
            return { ...way, t0: late(way.t0), t1: late(way.t1), speed, angularVelocity: turnRate };
        }
        case 'route':
            return {
                ...way,
                segments: way.segments.map(({ t0, t1, x, y, angle, pivot }) => ({
                    t0: late(t0),
                    t1: late(t1),
                    x: slow(x),
                    y: slow(y),
                    angle: slow(angle),
                    pivot,
                })),
            };
        case 'spline':
            return { ...way, times: way.times.map(late) };
        case 'samples':
            return { ...way, samples: way.samples.map((s) => ({ ...s, t: late(s.t) })) };
    }
}

// ---- kinds ----

/** @typedef {(random: Random) => { a: MovingBody, b: MovingBody }} Kind */

/** @param {Random} random @returns {MotionEnds} */
const someEnds = (random) => (random.chance(0.2) ? { before: 'vanish', after: 'vanish' } : {});

/** @type {Kind} */
function turning(random) {
    const horizon = random.oneOf([5, 20, 60, 600, 600, 600]);
    const style = random.oneOf(['arcs', 'lines', 'both']);
    const draw = (/** @type {boolean} */ isArc) => {
        const [t0, t1] = [random.chance(0.7) ? 0 : tick(random.between(0, horizon / 4)), horizon];
        const [x, y] = [random.between(-30, 30), random.between(-30, 30)];
        const angle = random.between(-Math.PI, Math.PI);
        const common = { t0, t1, x, y, angle };
        /** @type {Way} */
        let way;
        if (isArc) {
            const angularVelocity = random.sign() * random.between(0.02, 0.5);
            way = { kind: 'turn', ...common, speed: random.between(1, 13), angularVelocity };
        } else {
            const fast = random.chance(0.7) ? 40 / horizon : 10;
            const [vx, vy] = [random.between(-fast, fast), random.between(-fast, fast)];
            way = { kind: 'linear', ...common, vx, vy, angularVelocity: random.between(-2, 2) };
        }
        return { ...vehicle(random), way, ends: someEnds(random) };
    };
    return { a: draw(style === 'arcs'), b: draw(style !== 'lines') };
}

/**
 * Returns a road of straight stretches and bends of constant curvature.
 *
 * @typedef {{ length: number, curvature: number }[]} Road
 */

/** @param {Random} random @param {number} length @returns {Road} */
function drawRoad(random, length) {
    const style = random.number();
    const tight = () => random.sign() / random.between(8, 60);
    if (style < 0.4) return [{ length, curvature: tight() }];
    if (style < 0.6) {
        // The road is a spiral: each bend is tighter than the previous one.
        const [count, last] = [4 + Math.floor(8 * random.number()), tight()];
        return Array.from({ length: count }, (_, k) => {
            return { length: length / count, curvature: (last * (k + 1)) / count };
        });
    }
    const count = 2 + Math.floor(6 * random.number());
    return Array.from({ length: count }, () => {
        return { length: length / count, curvature: random.chance(0.3) ? 0 : tight() };
    });
}

/**
 * Returns the way of a car on a road at constant speed, with its origin at `start` first.
 *
 * @param {Road} road
 * @param {number} start
 * @param {number} speed
 * @param {number} lasts
 * @returns {Route}
 */
function drive(road, start, speed, lasts) {
    /** @type {Segment[]} */
    const segments = [];
    let [x, y, theta, at, t] = [0, 0, 0.3, 0, 0];
    road.forEach(({ length, curvature }, k) => {
        const isLast = k === road.length - 1;
        const end = isLast ? lasts : tick((at + length - start) / speed);
        const [t0, t1] = [Math.min(Math.max(t, 0), lasts), Math.min(Math.max(end, 0), lasts)];
        // Joints are rounded to the clock's grid: the road bends there.
        const begin = k === 0 ? 0 : start + speed * t;
        const skipped = start + speed * t0 - begin;
        const radius = 1 / curvature;
        const along = (/** @type {number} */ s) => {
            if (curvature === 0) return [x + s * Math.cos(theta), y + s * Math.sin(theta), theta];
            const heading = theta + curvature * s;
            const center = [x - radius * Math.sin(theta), y + radius * Math.cos(theta)];
            return [
                center[0] + radius * Math.sin(heading),
                center[1] - radius * Math.cos(heading),
                heading,
            ];
        };
        if (t1 > t0) {
            const [px, py, heading] = along(skipped);
            if (curvature === 0) {
                const [vx, vy] = [speed * Math.cos(theta), speed * Math.sin(theta)];
                segments.push({ t0, t1, x: [px, vx], y: [py, vy], angle: [theta], pivot: [0, 0] });
            } else {
                segments.push({
                    t0,
                    t1,
                    x: [px - radius * Math.sin(heading)],
                    y: [py + radius * Math.cos(heading)],
                    angle: [heading, speed * curvature],
                    pivot: [0, radius],
                });
            }
        }
        [x, y, theta] = along(start + speed * end - begin);
        at += length;
        t = end;
    });
    return { kind: 'route', segments };
}

/** @param {MovingBody} a @param {MovingBody} b @param {number} t */
const separation = (a, b, t) => new Encounter(oracleBodyOf(a), oracleBodyOf(b)).separationAt(t);

/** Draws cars that follow each other at a gap of 1 cm to 2 m. @param {Random} random */
function following(random) {
    const lasts = 60;
    const speed = random.between(2, 15);
    const road = drawRoad(random, lasts * speed + 40);
    const [first, second] = [car(random), car(random)];
    const wanted = random.power(-2, 0.3);
    const closes = random.chance(0.3) ? random.power(-2.5, -0.5) : 0;
    const a = { ...first, way: drive(road, 0, speed + closes, lasts), ends: {} };
    let offset = Math.max(...first.points.flat()) + Math.max(...second.points.flat()) + wanted;
    const leader = () => ({ ...second, way: drive(road, offset, speed, lasts), ends: {} });
    const when = random.chance(0.5) ? 0 : lasts / 2;
    for (let k = 0; k < 4; k++) offset += wanted - separation(a, leader(), when);
    return { a, b: leader() };
}

/** Draws bodies of one rigid assembly that turns and moves. @param {Random} random */
function assembly(random) {
    const lasts = tick(random.oneOf([10, 60, 60]));
    const style = random.number();
    const rate = random.sign() * random.power(-1.5, 1);
    const turns = [random.between(-3, 3), rate];
    if (style > 0.6) turns.push((rate / lasts) * random.between(-0.5, 0.5));
    const carried = style > 0.4 && style < 0.8;
    const [x, y] = [0, 0].map(() => (carried ? [0, random.between(-3, 3)] : [0]));
    const [first, second] = [vehicle(random), vehicle(random)];
    const [side, far] = [random.between(0, TURN), random.chance(0.5) ? 0 : random.between(0, 40)];
    const center = [far * Math.cos(side * 3), far * Math.sin(side * 3)];
    const tilt = random.chance(0.5) ? 0 : random.between(-3, 3);
    const wanted = random.power(-3, 0.3);
    const at = (
        /** @type {Outline} */ outline,
        /** @type {number} */ reach,
        /** @type {number} */ heading,
    ) => {
        // This is the center of the assembly in the frame of the body, which is turned by `heading` and `reach` away
        // from the first one.
        const [dx, dy] = [center[0] - reach * Math.cos(side), center[1] - reach * Math.sin(side)];
        const [c, s] = [Math.cos(heading), Math.sin(heading)];
        const pivot = [c * dx + s * dy, c * dy - s * dx];
        const angle = [turns[0] + heading, ...turns.slice(1)];
        /** @type {Segment[]} */
        const segments = [{ t0: 0, t1: lasts, x, y, angle, pivot }];
        return { ...outline, way: /** @type {Route} */ ({ kind: 'route', segments }), ends: {} };
    };
    const a = at(first, 0, 0);
    let reach = 30;
    for (let k = 0; k < 40; k++) reach += wanted - separation(a, at(second, reach, tilt), 0);
    return { a, b: at(second, reach, tilt) };
}

/** @type {Kind} */
const convoy = (random) => (random.chance(0.7) ? following(random) : assembly(random));

/** Draws bars that spin next to a body that stands, moves along or spins too. @type {Kind} */
function spinning(random) {
    const lasts = tick(random.power(0, 1.8));
    const turns = random.power(0, random.chance(0.2) ? 3 : 2);
    const angularVelocity = (random.sign() * turns * TURN) / lasts;
    const [length, width] = [random.between(1, 6), random.between(0.05, 0.4)];
    const bar = { points: box(length, width), radius: 0 };
    const reach = Math.hypot(...bar.points[0]);
    const carried = random.chance(0.3) ? random.between(-5, 5) : 0;
    const line = { kind: /** @type {const} */ ('linear'), t0: 0, t1: lasts };
    const place = { x: random.between(-5, 5), y: random.between(-5, 5) };
    const way = {
        ...line,
        ...place,
        angle: random.between(-3, 3),
        vx: carried,
        vy: 0,
        angularVelocity,
    };
    const a = { ...bar, way, ends: someEnds(random) };
    const gap = random.sign() * random.power(-4, -0.3);
    const side = random.between(0, TURN);
    const [ux, uy] = [Math.cos(side), Math.sin(side)];
    const put = (
        /** @type {number} */ apart,
        /** @type {number} */ vx,
        /** @type {number} */ spin,
    ) => ({
        ...line,
        x: place.x + apart * ux,
        y: place.y + apart * uy,
        angle: side,
        vx,
        vy: 0,
        angularVelocity: spin,
    });
    const choice = random.number();
    if (choice < 0.35) {
        const radius = random.between(0.05, 1);
        const beside = put(reach + Math.fround(radius) + gap, carried, 0);
        const { x, y, angle } = beside;
        const isStill = carried === 0 && random.chance(0.5);
        const wayOfB = isStill ? /** @type {Still} */ ({ kind: 'still', x, y, angle }) : beside;
        return { a, b: { ...disc(radius), way: wayOfB, ends: {} } };
    }
    if (choice < 0.65) {
        const half = random.between(0.2, 2);
        const slow = random.chance(0.3) ? random.power(-3, -1) * random.sign() : 0;
        const beside = put(reach + Math.fround(half) + gap, carried + slow, 0);
        return {
            a,
            b: { points: box(2 * half, random.between(0.2, 4)), radius: 0, way: beside, ends: {} },
        };
    }
    if (choice < 0.85) {
        // The two bars spin in opposite directions like gears, or independently.
        const other = { points: box(random.between(1, 6), random.between(0.05, 0.4)), radius: 0 };
        const far = Math.hypot(...other.points[0]);
        const apart = random.chance(0.6) ? reach + far + gap : Math.max(reach, far) + Math.abs(gap);
        const spin = random.chance(0.5)
            ? -angularVelocity
            : angularVelocity * random.between(-2, 2);
        return { a, b: { ...other, way: put(apart, carried, spin), ends: {} } };
    }
    // A wheel rolls past a body.
    const radius = random.between(0.2, 1);
    const points = Array.from({ length: 16 }, (_, k) =>
        [radius * Math.cos((k * TURN) / 16), radius * Math.sin((k * TURN) / 16)].map(Math.fround),
    );
    const speed = Math.min(random.between(1, 20), 200 / lasts);
    const roll = {
        ...line,
        x: (-speed * lasts) / 2,
        y: 0,
        angle: 0,
        vx: speed,
        vy: 0,
        angularVelocity: -speed / radius,
    };
    const size = random.between(0.1, 1);
    const stand = { kind: /** @type {const} */ ('still'), x: 0, y: radius + size + gap, angle: 0 };
    return {
        a: { points, radius: 0, way: roll, ends: {} },
        b: { ...disc(size), way: stand, ends: {} },
    };
}

/** @param {Random} random @param {number} lasts @param {number} knots */
function drawTimes(random, lasts, knots) {
    const isEven = random.chance(0.5);
    const times = Array.from({ length: knots }, (_, k) => {
        const off = isEven || k === 0 || k === knots - 1 ? 0 : random.between(-0.3, 0.3);
        return tick(((k + off) * lasts) / (knots - 1));
    });
    return times;
}

/** @type {Kind} */
function wavy(random) {
    const lasts = tick(random.oneOf([60, 120, 300, 600]));
    const style = random.number();
    const knots = () => 30 + Math.floor(31 * random.number());
    if (style < 0.35) {
        // Two lanes are side by side, with their own deviations.
        const [count, wave] = [knots(), random.between(1, 8)];
        const [long, phase] = [random.between(40, 200), random.between(0, TURN)];
        const [speed, apart] = [random.between(1, 12), random.between(1.5, 5) * random.sign()];
        const noise = random.power(-2, 0);
        const lane = (/** @type {number} */ off, /** @type {number} */ ahead) => {
            const times = drawTimes(random, lasts, count);
            const points = times.map((t) => {
                const s = ahead + speed * t;
                const slope = Math.atan((wave * TURN * Math.cos(phase + (TURN * s) / long)) / long);
                const y = wave * Math.sin(phase + (TURN * s) / long) + off;
                return [s - off * Math.sin(slope), y + noise * random.between(-1, 1), slope];
            });
            return /** @type {Spline} */ ({ kind: 'spline', times, points });
        };
        const ahead = random.chance(0.5) ? 0 : random.between(-20, 20);
        return {
            a: { ...car(random), way: lane(0, 0), ends: someEnds(random) },
            b: { ...car(random), way: lane(apart, ahead), ends: someEnds(random) },
        };
    }
    const size = random.oneOf([20, 40, 80]);
    const isRecorded = style > 0.85;
    const draw = () => {
        const times = drawTimes(random, lasts, knots());
        const isTurning = random.chance(0.6);
        let heading = random.between(-3, 3);
        const points = times.map(() => {
            heading += random.between(-1, 1);
            const place = [random.between(0, size), random.between(0, size)];
            return isTurning ? [...place, heading] : place;
        });
        /** @type {Way} */
        let way = { kind: 'spline', times, points };
        if (isRecorded) {
            const samples = times.map((t, k) => ({
                t,
                x: points[k][0],
                y: points[k][1],
                angle: Math.atan2(Math.sin(points[k][2] ?? 0), Math.cos(points[k][2] ?? 0)),
            }));
            way = { kind: 'samples', samples };
        }
        return { ...vehicle(random), way, ends: someEnds(random) };
    };
    return { a: draw(), b: draw() };
}

/** Kinds by name, with the functions that draw them. */
const DRAWN = { turning, convoy, spinning, wavy };

export const KINDS = /** @type {const} */ (['turning', 'convoy', 'spinning', 'wavy', 'unix']);

/** Returns the place of a body at some time of its way. @param {MovingBody} mover @param {Random} random @returns {Still} */
function standOf({ way }, random) {
    const { t0, t1, x, y, angle, pivot } = random.oneOf(segmentsOf(way));
    const s = tick(random.between(0, t1 - t0));
    const [px, py, heading] = [x, y, angle].map((c) => c.reduceRight((v, term) => v * s + term, 0));
    const [c, n] = [Math.cos(heading), Math.sin(heading)];
    const [dx, dy] = [c * pivot[0] - n * pivot[1], n * pivot[0] + c * pivot[1]];
    return { kind: 'still', x: px - dx, y: py - dy, angle: heading };
}

/**
 * @param {typeof KINDS[number]} kind
 * @param {Random} random
 * @returns {Case}
 */
export function drawCase(kind, random) {
    const isUnix = kind === 'unix';
    const base = isUnix ? random.oneOf(Object.values(DRAWN)) : DRAWN[kind];
    let { a, b } = base(random);
    let [second, epoch] = [1, 0];
    if (isUnix) {
        if (random.chance(0.35)) b = { ...b, way: standOf(b, random), ends: {} };
        if (random.chance(0.5)) {
            [second, epoch] = [1000, 1.7e12];
            a = { ...a, way: inMilliseconds(a.way) };
            b = { ...b, way: inMilliseconds(b.way) };
        } else {
            epoch = 1.7e9;
        }
        if (random.chance(0.5)) [a, b] = [b, a];
    }
    const { begin, end } = oracleBodyOf(a.way.kind === 'still' ? b : a);
    /** @type {Case['window']} */
    const window = {};
    const at = (/** @type {number} */ lo, /** @type {number} */ hi) =>
        second * tick((begin + (end - begin) * random.between(lo, hi)) / second);
    if (random.chance(0.3)) window.from = at(0, 0.5);
    if (random.chance(0.3)) window.to = at(0.5, 1);
    return { a, b, window, second, epoch };
}
