/**
 * Bodies for pictures: their parts, their size, and how far two of them are apart.
 *
 * @import { Graze, Shape } from 'graze'
 * @import { Agent } from 'graze/scenario'
 * @import { Pose } from './course.js'
 *
 * @typedef {{ points: [number, number][], radius: number }} Part convex, inflated by its radius
 */

/** @param {Agent['shape']} shape @returns {Part[]} */
export function partsOf(shape) {
    if (shape.kind === 'disc') return [{ points: [[0, 0]], radius: shape.radius }];
    if (shape.kind === 'polygon') return [{ points: shape.points, radius: shape.radius }];
    return shape.parts.flatMap(partsOf);
}

/** A unit cell of a map. */
export const CELL = Object.freeze(
    /** @type {Part[]} */ ([
        {
            points: [
                [-0.5, -0.5],
                [0.5, -0.5],
                [0.5, 0.5],
                [-0.5, 0.5],
            ],
            radius: 0,
        },
    ]),
);

/** How far from its origin a body reaches. @param {readonly Part[]} parts */
export function reachOf(parts) {
    let reach = 0;
    for (const { points, radius } of parts) {
        for (const [x, y] of points) reach = Math.max(reach, Math.hypot(x, y) + radius);
    }
    return reach;
}

/**
 * @param {Part} part
 * @param {Pose} pose
 * @returns {[number, number][]}
 */
export function placed({ points }, { x, y, angle }) {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return points.map(([u, v]) => [x + u * cos - v * sin, y + u * sin + v * cos]);
}

/** Shapes on an instance, made once for each body and freed together. */
export class Shapes {
    #graze;
    /** @type {Map<readonly Part[], Shape[]>} */ #made = new Map();

    /** @param {Graze} graze */
    constructor(graze) {
        this.#graze = graze;
    }

    /** @param {readonly Part[]} parts */
    #of(parts) {
        const known = this.#made.get(parts);
        if (known !== undefined) return known;
        const made = parts.map(({ points, radius }) => this.#graze.hull(points, { radius }));
        this.#made.set(parts, made);
        return made;
    }

    /**
     * How far two bodies are apart; negative: how deep they overlap.
     *
     * @param {readonly Part[]} a
     * @param {Pose} poseA
     * @param {readonly Part[]} b
     * @param {Pose} poseB
     */
    gap(a, poseA, b, poseB) {
        // From A's origin: coordinates may be large.
        const [atA, atB] = [
            { x: 0, y: 0, angle: poseA.angle },
            { x: poseB.x - poseA.x, y: poseB.y - poseA.y, angle: poseB.angle },
        ];
        let least = Infinity;
        for (const p of this.#of(a)) {
            for (const q of this.#of(b)) {
                const { relation, distance } = this.#graze.distance(p, q, atA, atB);
                const gap =
                    relation === 'overlapping'
                        ? -this.#graze.penetration(p, q, atA, atB).depth
                        : distance;
                least = Math.min(least, gap);
            }
        }
        return least;
    }

    free() {
        for (const shapes of this.#made.values()) for (const shape of shapes) shape.free();
    }
}
