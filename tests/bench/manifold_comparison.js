import { between, randomFor } from '../../js/bench/random.js';

/**
 * Compares the manifolds of a batch with those of Box2D on the same pairs.
 *
 * @import { PairBatch } from 'graze'
 * @import { ManifoldPairs } from './manifold_pairs.js'
 *
 * @typedef {{ x: number, y: number, separation: number, id: number }} Point
 * @typedef {{ normal: [x: number, y: number], points: Point[] }} Found
 * @typedef {{ manifolds: () => Found[], move: (poseB: Float32Array) => void, speculative: number }} Foreign
 *
 * @typedef {object} Comparison
 * @property {number} pairs
 * @property {number} normals pairs whose normals agree
 * @property {number} counts pairs with as many points
 * @property {number} points pairs whose points and separations agree
 * @property {number} names pairs whose names agree, of those whose points do
 * @property {number} kept pairs whose names a small move keeps
 * @property {number} keptForeign the same of Box2D
 * @property {Record<string, number>} differences pairs by the cause of a difference
 */

/** Differences in the world's unit that float32 explains, for bodies of size 1 at coordinates of up to 4. */
const NEAR = 2e-5;
/** Sine of the angle up to which normals agree: an edge of 0.1 whose ends are off by 1e-6. */
const SAME_NORMAL = 1e-4;
/** Box2D prefers an edge to a pair of vertices that are nearer by less than this: 0.1 of its slop. */
const PREFERENCE = 0.0005 + NEAR;

/** Returns a name of Box2D as one of graze. @param {number} id */
const renamed = (id) => ((id >> 8) | ((id & 0xff) << 16)) >>> 0;

/** Returns the manifolds of a batch. @param {PairBatch} batch @param {number} reach @returns {Found[]} */
export function batchManifolds(batch, reach) {
    batch.manifolds(batch.capacity, reach);
    const { pointCounts, normal, points, separations, ids } = batch;
    return Array.from({ length: batch.capacity }, (_, k) => ({
        normal: [normal[2 * k], normal[2 * k + 1]],
        points: Array.from({ length: pointCounts[k] }, (_, i) => ({
            x: points[4 * k + 2 * i],
            y: points[4 * k + 2 * i + 1],
            separation: separations[2 * k + i],
            id: ids[2 * k + i],
        })),
    }));
}

/** @param {Found} found */
const least = ({ points }) => Math.min(...points.map(({ separation }) => separation));

/** @param {Found} p @param {Found} q */
function isSameNormal({ normal: [x, y] }, { normal: [u, v] }) {
    return x * u + y * v > 0 && Math.abs(x * v - y * u) <= SAME_NORMAL;
}

/** Returns each point of p with the nearest one of q. @param {Found} p @param {Found} q */
function matched(p, q) {
    return p.points.map((point) => {
        const distances = q.points.map(({ x, y }) => Math.hypot(x - point.x, y - point.y));
        const distance = Math.min(...distances);
        return { point, other: q.points[distances.indexOf(distance)], distance };
    });
}

/**
 * Returns the cause of a difference between graze's manifold and Box2D's.
 *
 * @param {Found} ours
 * @param {Found} theirs
 * @param {number} reach
 */
function causeOf(ours, theirs, reach) {
    if (ours.points.length === 0 || theirs.points.length === 0) {
        const found = ours.points.length === 0 ? theirs : ours;
        if (found.points.length === 0) return 'none';
        if (Math.abs(least(found) - reach) <= PREFERENCE) return 'at the reach';
        return ours.points.length === 0 ? 'graze has no points' : 'Box2D has no points';
    }
    const gap = least(theirs) - least(ours);
    if (!isSameNormal(ours, theirs)) {
        if (gap > 0 && gap <= PREFERENCE) return 'Box2D prefers an edge to nearer vertices';
        if (Math.abs(gap) <= NEAR) return 'two edges tie';
        return gap < 0 ? 'Box2D has less penetration' : 'graze has less penetration';
    }
    if (ours.points.length !== theirs.points.length) {
        const [more, fewer] =
            ours.points.length > theirs.points.length ? [ours, theirs] : [theirs, ours];
        const far = Math.max(...more.points.map(({ separation }) => separation));
        if (Math.abs(far - reach) <= PREFERENCE) return 'at the reach';
        const [p, q] = more.points;
        if (fewer.points.length === 1 && Math.hypot(p.x - q.x, p.y - q.y) <= 100 * NEAR)
            return 'two points coincide';
        return more === ours ? 'graze has more points' : 'Box2D has more points';
    }
    return 'points differ';
}

/** @param {readonly Point[]} points */
const namesOf = (points) =>
    points
        .map(({ id }) => id)
        .sort((p, q) => p - q)
        .join();

/**
 * @param {ManifoldPairs} pairs
 * @param {PairBatch} batch
 * @param {Foreign} foreign
 * @param {boolean} hasNames whether Box2D names the points of these bodies by their vertices
 * @returns {Comparison}
 */
export function compareManifolds(pairs, batch, foreign, hasNames) {
    const reach = foreign.speculative;
    const count = pairs.a.length;
    const result = {
        ...{ pairs: count, normals: 0, counts: 0, points: 0, names: 0, kept: 0, keptForeign: 0 },
        differences: /** @type {Record<string, number>} */ ({}),
    };
    const ours = batchManifolds(batch, reach);
    /* Box2D leaves points beyond its speculative distance in a manifold. */
    const theirs = foreign.manifolds().map(({ normal, points }) => ({
        normal,
        points: points.filter(({ separation }) => separation <= reach),
    }));
    for (let k = 0; k < count; k++) {
        const [p, q] = [ours[k], theirs[k]];
        const isSame = p.points.length === q.points.length;
        const sameNormal = isSame && (p.points.length === 0 || isSameNormal(p, q));
        result.counts += Number(isSame);
        result.normals += Number(sameNormal);
        const pairsOfPoints = isSame ? matched(p, q) : [];
        /* A separation is off by as much as float32 turns an edge. */
        const areNear = pairsOfPoints.every(
            ({ point, other, distance }) =>
                distance <= 50 * NEAR && Math.abs(point.separation - other.separation) <= NEAR,
        );
        if (sameNormal && areNear) {
            result.points++;
            const named = pairsOfPoints.every(({ point, other }) => point.id === renamed(other.id));
            result.names += Number(named);
            if (!hasNames || named) continue;
            result.differences['other names'] = (result.differences['other names'] ?? 0) + 1;
            continue;
        }
        const cause = causeOf(p, q, reach);
        result.differences[cause] = (result.differences[cause] ?? 0) + 1;
    }
    const random = randomFor('small moves');
    const poseB = Float32Array.from(pairs.poseB, (value) => value + between(random, -1e-5, 1e-5));
    batch.poseB.set(poseB);
    foreign.move(poseB);
    const moved = [batchManifolds(batch, reach), foreign.manifolds()];
    const before = foreign.manifolds === undefined ? [] : theirs;
    for (let k = 0; k < count; k++) {
        const other = moved[1][k].points.filter(({ separation }) => separation <= reach);
        result.kept += Number(namesOf(ours[k].points) === namesOf(moved[0][k].points));
        result.keptForeign += Number(namesOf(before[k].points) === namesOf(other));
    }
    batch.poseB.set(pairs.poseB);
    foreign.move(pairs.poseB);
    return result;
}

/** @param {Comparison} found @param {boolean} hasNames */
export function formatComparison(found, hasNames) {
    /** @param {number} part @param {number} [all] */
    const share = (part, all = found.pairs) => `${((100 * part) / all).toFixed(3)} %`;
    const differences = Object.entries(found.differences)
        .sort((p, q) => q[1] - p[1])
        .map(([cause, number]) => `${cause} ${number}`);
    return [
        `normals ${share(found.normals)}, numbers of points ${share(found.counts)}`,
        `points ${share(found.points)}`,
        hasNames ? `names ${share(found.names, found.points)}` : 'names not comparable',
        `a small move keeps ${share(found.kept)} (Box2D ${share(found.keptForeign)})`,
        differences.length > 0 ? `differences: ${differences.join(', ')}` : 'no differences',
    ].join(', ');
}
