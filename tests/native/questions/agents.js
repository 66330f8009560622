import { ENDINGS, TOUCHINGS } from '../../../js/graze/core/layout.js';
import { BENT, drawPair, STRAIGHT } from '../../oracle/flight_cases.js';
import { randomEnds } from './moving.js';

/**
 * Moving discs and spheres, drawn at random: pairs of them, routes, batches.
 *
 * @import { MovingSphere } from '../../oracle/flight_oracle.js'
 * @import { Draw } from './random.js'
 * @import { Question } from './index.js'
 */

/**
 * Returns a function that draws values; half of them are multiples of 1 / 2.
 * @param {Draw} draw
 * @param {boolean} onGrid
 */
const valueFrom =
    ({ between }, onGrid) =>
    (/** @type {number} */ most) =>
        onGrid ? Math.round(2 * between(-most, most)) / 2 : between(-most, most);

/** Returns numbers in the order of GrazeMovingDisc. @param {Draw} draw @param {boolean} onGrid */
function randomSegment(draw, onGrid) {
    const value = valueFrom(draw, onGrid);
    const start = Math.abs(value(6));
    const motion = [value(6), value(6), value(6), value(6)];
    return [...motion, start, start + Math.abs(value(6)), Math.abs(value(6)) / 4];
}

/** @param {Draw} draw @param {number} k @returns {Question[]} */
export function randomApproaches(draw, k) {
    const onGrid = k % 3 === 0;
    const value = valueFrom(draw, onGrid);
    const segment = () => randomSegment(draw, onGrid);
    const box = [value(6), value(6), Math.abs(value(6)), Math.abs(value(6))];
    return [
        { kind: 'discs', numbers: [...segment(), ...segment()] },
        { kind: 'box', numbers: [...segment(), ...box] },
    ];
}

/**
 * Returns one question of each kind of the tests of moving spheres, touches and crossings among them.
 * @param {Draw} draw
 * @returns {Question[]}
 */
export const spheresOfAllKinds = ({ random }) =>
    [...Object.values(STRAIGHT), ...Object.values(BENT)].map((kind) => ({
        kind: 'flights',
        spheres: drawPair(kind, random),
    }));

/**
 * Returns moving spheres with small integers or halves: spheres that touch, rest where they touch, turn back on the
 * path that they came along, or follow each other, and points that do. Critical values coincide there, and rounding
 * leaves cells undecided.
 *
 * @param {Draw} draw
 * @param {number} k
 * @returns {Question}
 */
export function tiedSpheres({ below, chance }, k) {
    const most = 1 + below(6);
    const share = k % 2 === 0 ? 1 : 2;
    const value = () => (below(2 * most * share + 1) - most * share) / share;
    const inSpace = chance(0.5);
    const vector = (/** @type {number} */ still) => {
        const [x, y, z] = chance(still) ? [0, 0, 0] : [value(), value(), value()];
        return [x, y, inSpace ? z : 0];
    };
    const sphere = () => {
        const [[x, y, z], [vx, vy, vz], [ax, ay, az]] = [vector(0), vector(0.25), vector(0.25)];
        const t0 = value();
        const t1 = t0 + Math.abs(value());
        const radius = chance(0.25) ? 0 : Math.abs(value());
        return { x, y, z, vx, vy, vz, ax, ay, az, t0, t1, radius };
    };
    const [one, two] = [sphere(), sphere()];
    const { x, y, z, ax, ay, az } = one;
    if (chance(0.3)) Object.assign(two, { ax, ay, az });
    if (chance(0.2)) Object.assign(two, { x, y, z });
    return { kind: 'flights', spheres: [one, two] };
}

/**
 * Returns moving spheres whose lengths, displacements and bends have different orders of magnitude, some of them 0.
 * Cells of critical delays are shown to be empty by bounds with one dominating term, and each term dominates now and
 * then.
 *
 * @param {Draw} draw
 * @returns {Question}
 */
export function unevenSpheres({ magnitude, chance }) {
    const value = () => (chance(0.5) ? -1 : 1) * magnitude(2, -6, 7);
    const inSpace = chance(0.3);
    const vector = (/** @type {number} */ still, /** @type {number} */ scale) => {
        const [x, y, z] = chance(still) ? [0, 0, 0] : [value(), value(), inSpace ? value() : 0];
        return [x * scale, y * scale, z * scale];
    };
    const sphere = () => {
        const t1 = Math.abs(value());
        const [x, y, z] = vector(0, 1);
        const [vx, vy, vz] = vector(0.2, 1 / t1);
        const [ax, ay, az] = vector(0.2, 1 / (t1 * t1));
        const radius = Math.abs(value()) / 2;
        return { x, y, z, vx, vy, vz, ax, ay, az, t0: 0, t1, radius };
    };
    const [one, two] = [sphere(), sphere()];
    const { ax, ay, az } = one;
    if (chance(0.3)) Object.assign(two, { ax, ay, az });
    return { kind: 'flights', spheres: [one, two] };
}

/**
 * Draws a route on a grid or not, in the plane or not, with waits.
 * @param {Draw} draw
 * @param {number} k
 * @returns {MovingSphere[]}
 */
function randomRoute(draw, k) {
    const { below, chance } = draw;
    const value = valueFrom(draw, k % 2 === 0);
    const radius = Math.abs(value(1));
    let t0 = value(2);
    return Array.from({ length: 1 + below(5) }, () => {
        const t1 = t0 + Math.abs(value(2));
        const isBent = chance(0.3);
        const [z, vz] = k % 3 === 0 ? [value(1), value(1)] : [0, 0];
        const sphere = {
            ...{ x: value(4), y: value(4), z, vx: value(2), vy: value(2), vz },
            ...{ ax: isBent ? value(1) : 0, ay: isBent ? value(1) : 0, az: 0, t0, t1, radius },
        };
        t0 = t1 + (chance(0.3) ? Math.abs(value(2)) : 0);
        return sphere;
    });
}

/** @param {Draw} draw @param {number} k @returns {Extract<Question, { kind: 'routes' | 'traffic' }>} */
export function randomRoutes(draw, k) {
    const routes = Array.from({ length: 2 + draw.below(5) }, () => randomRoute(draw, k));
    const isCut = draw.chance(0.5);
    return {
        kind: 'routes',
        routes,
        ends: randomEnds(draw),
        from: isCut ? draw.between(-6, 0) : Number.NEGATIVE_INFINITY,
        to: isCut ? draw.between(0, 6) : Number.POSITIVE_INFINITY,
        touching: draw.any(TOUCHINGS),
    };
}

/**
 * Draws a steering question; its radii keep the number of samples and cells for the others' paths small.
 *
 * @param {Draw} draw
 * @param {number[]} [two] segments in the order of GrazeSegment; drawn unless given
 * @param {number} [k]
 * @returns {Question}
 */
export function randomSteering(draw, two, k = 0) {
    const { between, chance, any } = draw;
    const value = valueFrom(draw, k % 3 === 0);
    const segment = () => {
        const numbers = randomSegment(draw, k % 3 === 0);
        return [...numbers.slice(0, 6), 0.1 + numbers[6]];
    };
    const limits = [0, 1].flatMap(() => {
        const least = chance(0.5) ? 0 : Math.abs(value(2));
        return [least, chance(0.3) ? Infinity : least + Math.abs(value(8))];
    });
    return {
        kind: 'steering',
        numbers: two ?? [...segment(), ...segment()],
        horizon: chance(0.3) ? Infinity : 0.125 + Math.abs(value(6)),
        velocity: [value(6), value(6)],
        step: chance(0.5) ? 0 : between(0.05, 1),
        limits: [...limits, chance(0.3) ? 0 : Math.abs(value(1)) / 8],
        canWait: chance(0.5),
        after: any(ENDINGS),
    };
}

/**
 * Draws moving discs of float32 or double, some of one agent; now and then fewer pairs fit than are found.
 *
 * @param {Draw} draw
 * @param {number} k
 * @param {number[][]} [given] segments in the order of GrazeSegment; drawn unless given
 * @returns {Question}
 */
export function randomDiscBatch(draw, k, given) {
    const { below, chance } = draw;
    const isDouble = k % 2 === 0;
    const drawn = () => Array.from({ length: k % 40 }, () => randomSegment(draw, k % 3 === 0));
    const records = (given ?? drawn()).map((numbers) =>
        isDouble ? numbers : numbers.map(Math.fround),
    );
    const count = records.length;
    const [first, middle] = [below(count + 1), below(count + 1)].sort((a, b) => a - b);
    const listed = count > 0 ? below(60) : 0;
    return {
        kind: 'crowd',
        isDouble,
        records,
        agents: records.map((_, i) => (chance(0.3) ? below(count) : count + i)),
        listed: Array.from({ length: listed }, () => [below(count), below(count)]),
        room: Math.max(1, listed, chance(0.2) ? below(10) : count * count),
        ranges: [first, middle - first, middle, count - middle],
    };
}

/**
 * Draws agents with several moving discs each, of float32 or double, which mostly follow each other in time; now and then
 * fewer pairs fit than are found.
 *
 * @param {Draw} draw
 * @param {number} k
 * @returns {Question}
 */
export function randomPlanBatch(draw, k) {
    const { below, chance } = draw;
    const value = valueFrom(draw, k % 3 === 0);
    /** @type {number[][]} */
    const records = [];
    /** @type {number[]} */
    const agents = [];
    const agentCount = k % 12;
    for (let agent = 0; agent < agentCount; agent++) {
        let time = chance(0.5) ? 0 : value(2);
        for (let left = 1 + below(chance(0.1) ? 40 : 6); left > 0; left--) {
            const duration = chance(0.1) ? 0 : Math.abs(value(chance(0.1) ? 20 : 2));
            if (chance(0.05)) time += value(3);
            const end = Math.fround(Math.fround(time) + duration);
            const motion = [value(4), value(4), value(1), value(1)];
            const numbers = [...motion, time, end, Math.abs(value(4)) / 8];
            records.push(numbers.map((number, i) => (i === 4 ? Math.fround(number) : number)));
            agents.push(chance(0.02) ? below(agentCount) : agent);
            time = end;
        }
    }
    const isDouble = k % 2 === 0;
    const [from, to] = [value(8), value(8)].sort((p, q) => p - q);
    return {
        kind: 'plans',
        isDouble,
        records: isDouble ? records : records.map((numbers) => numbers.map(Math.fround)),
        agents,
        room: chance(0.2) ? 1 + below(10) : Math.max(1, records.length ** 2),
        reach: chance(0.3) ? 0 : Math.abs(value(2)),
        from: chance(0.5) ? -Infinity : from,
        to: chance(0.5) ? Infinity : to,
    };
}
