import { convexParts } from 'graze/scenario';

/**
 * Bodies in pictures: their parts, their size, and the separation of two of them.
 *
 * @import { Graze, Shape } from 'graze'
 * @import { Agent } from 'graze/scenario'
 * @import { Pose } from './pose_at.js'
 *
 * @typedef {{ points: [number, number][], holes?: [number, number][][], radius: number }} Part polygon, inflated by its radius
 */

/** @param {Agent['shape']} shape @returns {Part[]} */
export function toParts(shape) {
    if (shape.kind === 'disc') return [{ points: [[0, 0]], radius: shape.radius }];
    if (shape.kind === 'polygon') {
        const { points, holes, radius } = shape;
        return [{ points, ...(holes && { holes }), radius }];
    }
    return shape.parts.flatMap(toParts);
}

/** Unit square of a map's cell. */
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

/** Returns the largest distance of a body's points from its origin. @param {readonly Part[]} parts */
export function boundingRadius(parts) {
    let largest = 0;
    for (const { points, radius } of parts) {
        for (const [x, y] of points) largest = Math.max(largest, Math.hypot(x, y) + radius);
    }
    return largest;
}

/**
 * @param {readonly [number, number][]} points
 * @param {Pose} pose
 * @returns {[number, number][]}
 */
export function transformPoints(points, { x, y, angle }) {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return points.map(([u, v]) => [x + u * cos - v * sin, y + u * sin + v * cos]);
}

/** Shapes of an instance, created once for each body and freed together. */
export class ShapeCache {
    #graze;
    /** @type {Map<readonly Part[], Shape[]>} */ #shapes = new Map();

    /** @param {Graze} graze */
    constructor(graze) {
        this.#graze = graze;
    }

    /** @param {readonly Part[]} parts */
    #shapesOf(parts) {
        const known = this.#shapes.get(parts);
        if (known !== undefined) return known;
        const shapes = parts
            .flatMap((part) => convexParts({ kind: 'polygon', ...part }, this.#graze))
            .map(({ points, radius }) => this.#graze.hull(points, { radius }));
        this.#shapes.set(parts, shapes);
        return shapes;
    }

    /**
     * Returns the signed separation of two bodies; negative: the depth of their overlap.
     *
     * @param {readonly Part[]} a
     * @param {Pose} poseA
     * @param {readonly Part[]} b
     * @param {Pose} poseB
     */
    separation(a, poseA, b, poseB) {
        // Coordinates are relative to A's origin, because they may be large.
        const [atA, atB] = [
            { x: 0, y: 0, angle: poseA.angle },
            { x: poseB.x - poseA.x, y: poseB.y - poseA.y, angle: poseB.angle },
        ];
        let min = Infinity;
        for (const p of this.#shapesOf(a)) {
            for (const q of this.#shapesOf(b)) {
                const { relation, distance } = this.#graze.distance(p, q, atA, atB);
                const separation =
                    relation === 'overlapping'
                        ? -this.#graze.penetration(p, q, atA, atB).depth
                        : distance;
                min = Math.min(min, separation);
            }
        }
        return min;
    }

    free() {
        for (const shapes of this.#shapes.values()) for (const shape of shapes) shape.free();
    }
}
