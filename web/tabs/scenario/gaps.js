/** How far bodies are apart at an instant; negative: how deep they overlap. Discs in double, all else by graze. */

import { CELL } from './scene.js';

/**
 * @import { Graze, Shape } from 'graze'
 * @import { Poses, Pose } from './poses.js'
 * @import { Part, Scene } from './scene.js'
 *
 * @typedef {{ shape: Shape, x: number, y: number, size: number }} Made a part told from near its middle, since shapes
 *   are held in float32
 * @typedef {{ distance: number, a: number, b: number }} Nearest
 */

/** What a wall is made of: one cell. */
const WALL = [CELL];

/** Cells around an agent that are looked at for the nearest wall. */
const CELLS_AROUND = 2;
/** Longest reach of an agent, in cells, for which that is done. */
const MOST_REACH = 16;

/** Obstacles beyond which gaps are those of agents alone. */
const MOST_OBSTACLES = 500;

export class Gaps {
    #graze;
    #scene;
    /** @type {Map<readonly Part[], Made[]>} */ #made = new Map();
    /** Agents and obstacles by where they begin along x, as of last time. @type {number[]} */ #order =
        [];
    /** Where each begins along x. @type {Float64Array} */ #begins;

    /** @param {Graze} graze @param {Scene} scene */
    constructor(graze, scene) {
        this.#graze = graze;
        this.#scene = scene;
        const { agents, shapeOf } = scene;
        const isAll = shapeOf.length <= agents + MOST_OBSTACLES;
        this.#begins = new Float64Array(isAll ? shapeOf.length : agents);
    }

    /** @param {number} k @param {Pose} at @param {number} l @param {Pose} there */
    between(k, at, l, there) {
        const { shapes, shapeOf } = this.#scene;
        return this.#gap(shapes[shapeOf[k]], at, shapes[shapeOf[l]], there);
    }

    /**
     * How far an agent is from a blocked cell, or from another one nearby when that is nearer.
     *
     * @param {number} k
     * @param {Pose} pose
     * @param {readonly [number, number]} cell
     */
    toWalls(k, pose, cell) {
        const { shapes, shapeOf, reach, grid } = this.#scene;
        const parts = shapes[shapeOf[k]];
        /** @param {number} x @param {number} y */
        const to = (x, y) => this.#gap(parts, pose, WALL, { x, y, angle: 0 });
        let least = to(...cell);
        const around = Math.ceil(reach[k]) + CELLS_AROUND;
        if (!grid || around > MOST_REACH) return least;
        const { nx, ny, blocked } = grid;
        const [i, j] = [Math.round(pose.x), Math.round(pose.y)];
        for (let p = Math.max(0, i - around); p <= Math.min(nx - 1, i + around); p++) {
            for (let q = Math.max(0, j - around); q <= Math.min(ny - 1, j + around); q++) {
                if (blocked[p * ny + q] !== 0) least = Math.min(least, to(p, q));
            }
        }
        return least;
    }

    /**
     * Returns the two agents, or the agent and the obstacle, that are nearest to each other, where `poses` has them.
     *
     * @param {Poses} poses
     * @returns {Nearest | null} `a` is an agent; null when no two are there
     */
    nearest(poses) {
        const { agents, reach } = this.#scene;
        const { x, y, there } = poses;
        const begins = this.#begins;
        const count = begins.length;
        if (this.#order.length !== count) this.#order = Array.from({ length: count }, (_, k) => k);
        // Those who are nowhere come last.
        for (let k = 0; k < count; k++) begins[k] = there[k] ? x[k] - reach[k] : Number.MAX_VALUE;
        const order = this.#order.sort((k, l) => begins[k] - begins[l]);
        /** @type {Nearest} */
        const best = { distance: Infinity, a: -1, b: -1 };
        for (let i = 0; i < count; i++) {
            const k = order[i];
            if (!there[k]) break;
            const end = x[k] + reach[k];
            for (let j = i + 1; j < count; j++) {
                const l = order[j];
                if (!there[l] || begins[l] - end >= best.distance) break;
                if (k >= agents && l >= agents) continue;
                const out = reach[k] + reach[l];
                const apart = Math.hypot(x[k] - x[l], y[k] - y[l]) - out;
                // No two bodies are nearer than the discs around them.
                if (apart >= best.distance) continue;
                const [a, b] = k < l ? [k, l] : [l, k];
                const [p, q] = [poses.now(a), poses.now(b)];
                if (!p || !q) continue;
                const distance = this.between(a, p, b, q);
                if (distance < best.distance) Object.assign(best, { distance, a, b });
            }
        }
        return best.a < 0 ? null : best;
    }

    /**
     * @param {readonly Part[]} a
     * @param {Pose} poseA
     * @param {readonly Part[]} b
     * @param {Pose} poseB
     */
    #gap(a, poseA, b, poseB) {
        if (isDisc(a) && isDisc(b)) {
            const apart = Math.hypot(poseB.x - poseA.x, poseB.y - poseA.y);
            return apart - (a[0].radius + b[0].radius);
        }
        let least = Infinity;
        for (const p of this.#of(a)) {
            const from = placed(p, poseA);
            for (const q of this.#of(b)) {
                const to = placed(q, poseB);
                // From A: coordinates may be large.
                const [dx, dy] = [to.x - from.x, to.y - from.y];
                if (Math.hypot(dx, dy) - p.size - q.size >= least) continue;
                least = Math.min(least, this.#signed(p, poseA.angle, q, dx, dy, poseB.angle));
            }
        }
        return least;
    }

    /**
     * @param {Made} p
     * @param {number} angle
     * @param {Made} q
     * @param {number} x
     * @param {number} y
     * @param {number} angleQ
     */
    #signed(p, angle, q, x, y, angleQ) {
        const [at, there] = [
            { x: 0, y: 0, angle },
            { x, y, angle: angleQ },
        ];
        const { relation, distance } = this.#graze.distance(p.shape, q.shape, at, there);
        if (relation !== 'overlapping') return distance;
        return -this.#graze.penetration(p.shape, q.shape, at, there).depth;
    }

    /** @param {readonly Part[]} parts */
    #of(parts) {
        const known = this.#made.get(parts);
        if (known) return known;
        const made = parts.map(({ points, radius }) => {
            const x = points.reduce((sum, point) => sum + point[0], 0) / points.length;
            const y = points.reduce((sum, point) => sum + point[1], 0) / points.length;
            const near = points.map(([u, v]) => [u - x, v - y]);
            const size = Math.max(...near.map(([u, v]) => Math.hypot(u, v))) + radius;
            return { shape: this.#graze.hull(near, { radius }), x, y, size };
        });
        this.#made.set(parts, made);
        return made;
    }

    free() {
        for (const made of this.#made.values()) for (const { shape } of made) shape.free();
        this.#made.clear();
    }
}

/** @param {readonly Part[]} parts */
function isDisc(parts) {
    const [{ points }] = parts;
    return parts.length === 1 && points.length === 1 && points[0][0] === 0 && points[0][1] === 0;
}

/** Where a part's middle is. @param {Made} part @param {Pose} pose */
function placed({ x, y }, pose) {
    const [cos, sin] = [Math.cos(pose.angle), Math.sin(pose.angle)];
    return { x: pose.x + x * cos - y * sin, y: pose.y + x * sin + y * cos };
}
