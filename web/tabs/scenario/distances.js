/** Separations of bodies at an instant; a negative one is a penetration depth. Discs are computed in double, other
 * shapes by graze. */

import { CELL } from './scene.js';

/**
 * @import { Graze, Shape } from 'graze'
 * @import { Poses, Pose } from './poses.js'
 * @import { Part, Scene } from './scene.js'
 *
 * @typedef {{ shape: Shape, x: number, y: number, size: number }} PreparedPart part relative to a point near its center, because shapes
 *   have float32 coordinates
 * @typedef {{ separation: number, a: number, b: number }} NearestPair
 */

/** The parts of a wall: one cell. */
const CELL_PARTS = [CELL];

/** Margin around an agent, in cells, within which the nearest wall is searched. */
const CELL_MARGIN = 2;
/** Largest reach of an agent, in cells, for which walls are searched. */
const MAX_REACH_CELLS = 16;

/** Number of obstacles above which only gaps between agents are computed. */
const MAX_OBSTACLES = 500;

export class Distances {
    #graze;
    #scene;
    /** @type {Map<readonly Part[], PreparedPart[]>} */ #prepared = new Map();
    /** Agents and obstacles in the order of their lower ends along x, kept from the last call. @type {number[]} */ #order =
        [];
    /** Lower end of each along x. @type {Float64Array} */ #begins;

    /** @param {Graze} graze @param {Scene} scene */
    constructor(graze, scene) {
        this.#graze = graze;
        this.#scene = scene;
        const { agents, shapeOf } = scene;
        const hasObstacles = shapeOf.length <= agents + MAX_OBSTACLES;
        this.#begins = new Float64Array(hasObstacles ? shapeOf.length : agents);
    }

    /** @param {number} k @param {Pose} poseK @param {number} l @param {Pose} poseL */
    betweenBodies(k, poseK, l, poseL) {
        const { shapes, shapeOf } = this.#scene;
        return this.#partsSeparation(shapes[shapeOf[k]], poseK, shapes[shapeOf[l]], poseL);
    }

    /**
     * Returns the separation of an agent from a blocked cell, or from another one nearby if that is nearer.
     *
     * @param {number} k
     * @param {Pose} pose
     * @param {readonly [number, number]} cell
     */
    toBlockedCells(k, pose, cell) {
        const { shapes, shapeOf, boundingRadius, grid } = this.#scene;
        const parts = shapes[shapeOf[k]];
        /** @param {number} x @param {number} y */
        const cellSeparation = (x, y) =>
            this.#partsSeparation(parts, pose, CELL_PARTS, { x, y, angle: 0 });
        let min = cellSeparation(...cell);
        const margin = Math.ceil(boundingRadius[k]) + CELL_MARGIN;
        if (!grid || margin > MAX_REACH_CELLS) return min;
        const { nx, ny, blocked } = grid;
        const [i, j] = [Math.round(pose.x), Math.round(pose.y)];
        for (let p = Math.max(0, i - margin); p <= Math.min(nx - 1, i + margin); p++) {
            for (let q = Math.max(0, j - margin); q <= Math.min(ny - 1, j + margin); q++) {
                if (blocked[p * ny + q] !== 0) min = Math.min(min, cellSeparation(p, q));
            }
        }
        return min;
    }

    /**
     * Returns the two agents, or the agent and the obstacle, that are nearest to each other at `poses`.
     *
     * @param {Poses} poses
     * @returns {NearestPair | null} `a` is an agent; null if fewer than two bodies are present
     */
    nearestPair(poses) {
        const { agents, boundingRadius } = this.#scene;
        const { x, y, isPresent } = poses;
        const begins = this.#begins;
        const count = begins.length;
        if (this.#order.length !== count) this.#order = Array.from({ length: count }, (_, k) => k);
        // Absent bodies are sorted last.
        for (let k = 0; k < count; k++)
            begins[k] = isPresent[k] ? x[k] - boundingRadius[k] : Number.MAX_VALUE;
        const order = this.#order.sort((k, l) => begins[k] - begins[l]);
        /** @type {NearestPair} */
        const nearest = { separation: Infinity, a: -1, b: -1 };
        for (let i = 0; i < count; i++) {
            const k = order[i];
            if (!isPresent[k]) break;
            const end = x[k] + boundingRadius[k];
            for (let j = i + 1; j < count; j++) {
                const l = order[j];
                if (!isPresent[l] || begins[l] - end >= nearest.separation) break;
                if (k >= agents && l >= agents) continue;
                const radii = boundingRadius[k] + boundingRadius[l];
                const discSeparation = Math.hypot(x[k] - x[l], y[k] - y[l]) - radii;
                // The gap of the bounding discs is a lower bound of the separation.
                if (discSeparation >= nearest.separation) continue;
                const [a, b] = k < l ? [k, l] : [l, k];
                const [p, q] = [poses.currentPose(a), poses.currentPose(b)];
                if (!p || !q) continue;
                const separation = this.betweenBodies(a, p, b, q);
                if (separation < nearest.separation) Object.assign(nearest, { separation, a, b });
            }
        }
        return nearest.a < 0 ? null : nearest;
    }

    /**
     * @param {readonly Part[]} a
     * @param {Pose} poseA
     * @param {readonly Part[]} b
     * @param {Pose} poseB
     */
    #partsSeparation(a, poseA, b, poseB) {
        if (isDisc(a) && isDisc(b)) {
            const separation = Math.hypot(poseB.x - poseA.x, poseB.y - poseA.y);
            return separation - (a[0].radius + b[0].radius);
        }
        let min = Infinity;
        for (const p of this.#prepare(a)) {
            const from = partCenter(p, poseA);
            for (const q of this.#prepare(b)) {
                const to = partCenter(q, poseB);
                // Positions are taken relative to A, because coordinates may be large.
                const [dx, dy] = [to.x - from.x, to.y - from.y];
                if (Math.hypot(dx, dy) - p.size - q.size >= min) continue;
                min = Math.min(min, this.#separation(p, poseA.angle, q, dx, dy, poseB.angle));
            }
        }
        return min;
    }

    /**
     * @param {PreparedPart} p
     * @param {number} angle
     * @param {PreparedPart} q
     * @param {number} x
     * @param {number} y
     * @param {number} angleQ
     */
    #separation(p, angle, q, x, y, angleQ) {
        const [at, there] = [
            { x: 0, y: 0, angle },
            { x, y, angle: angleQ },
        ];
        const { relation, distance } = this.#graze.distance(p.shape, q.shape, at, there);
        if (relation !== 'overlapping') return distance;
        return -this.#graze.penetration(p.shape, q.shape, at, there).depth;
    }

    /** @param {readonly Part[]} parts */
    #prepare(parts) {
        const cached = this.#prepared.get(parts);
        if (cached) return cached;
        const prepared = parts.map(({ points, radius }) => {
            const x = points.reduce((sum, point) => sum + point[0], 0) / points.length;
            const y = points.reduce((sum, point) => sum + point[1], 0) / points.length;
            const centered = points.map(([u, v]) => [u - x, v - y]);
            const size = Math.max(...centered.map(([u, v]) => Math.hypot(u, v))) + radius;
            return { shape: this.#graze.hull(centered, { radius }), x, y, size };
        });
        this.#prepared.set(parts, prepared);
        return prepared;
    }

    free() {
        for (const made of this.#prepared.values()) for (const { shape } of made) shape.free();
        this.#prepared.clear();
    }
}

/** @param {readonly Part[]} parts */
function isDisc(parts) {
    const [{ points }] = parts;
    return parts.length === 1 && points.length === 1 && points[0][0] === 0 && points[0][1] === 0;
}

/** Returns the center of a part in the plan's coordinates. @param {PreparedPart} part @param {Pose} pose */
function partCenter({ x, y }, pose) {
    const [cos, sin] = [Math.cos(pose.angle), Math.sin(pose.angle)];
    return { x: pose.x + x * cos - y * sin, y: pose.y + x * sin + y * cos };
}
