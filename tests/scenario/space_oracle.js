/**
 * An oracle of plans in space that shares no code with the package: poses at dense times, separations of balls by their centers
 * and of prisms by separating axes, and bounds of speeds from the coefficients.
 *
 * @import { MotionPiece, Obstacle, Agent, Scenario } from 'graze/scenario'
 *
 * @typedef {[number, number, number]} Vector
 * @typedef {{ center: Vector, matrix: Vector[] }} Pose rows of the rotation's matrix
 * @typedef {{ corners: Vector[], edges: Vector[], normals: Vector[], radius: number }} Core convex body, rounded by a radius
 *
 * @typedef {object} Mover
 * @property {Core[]} cores convex parts of the body
 * @property {(time: number) => Pose | null} poseAt null: it is not present
 * @property {(from: number, to: number) => number} travel bound of the way of a point of the body between two times
 */

/** @param {readonly number[]} polynomial @param {number} s */
function valueAt(polynomial, s) {
    return polynomial.reduceRight((sum, c) => sum * s + c, 0);
}

/** @param {readonly number[]} polynomial */
function derivative(polynomial) {
    return polynomial.slice(1).map((c, k) => c * (k + 1));
}

/** Returns a bound of a polynomial's magnitude for times from 0 to a span. @param {readonly number[]} polynomial @param {number} span */
function boundOf(polynomial, span) {
    return valueAt(polynomial.map(Math.abs), span);
}

/** @param {Vector} a @param {Vector} b */
export function dot(a, b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** @param {Vector} a @param {Vector} b @returns {Vector} */
function cross(a, b) {
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** Returns the matrix of a turn about a unit vector (Rodrigues). @param {Vector} axis @param {number} angle @returns {Vector[]} */
function turnMatrix([x, y, z], angle) {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const t = 1 - c;
    return [
        [c + t * x * x, t * x * y - s * z, t * x * z + s * y],
        [t * x * y + s * z, c + t * y * y, t * y * z - s * x],
        [t * x * z - s * y, t * y * z + s * x, c + t * z * z],
    ];
}

/** Returns the matrix of a unit quaternion. @param {readonly number[]} quaternion @returns {Vector[]} */
function quaternionMatrix([x, y, z, w]) {
    const length = Math.sqrt(x * x + y * y + z * z + w * w);
    const sine = Math.sqrt(x * x + y * y + z * z) / length;
    const unit = sine === 0 ? [0, 0, 1] : [x, y, z].map((each) => each / (sine * length));
    return turnMatrix(/** @type {Vector} */ (unit), 2 * Math.atan2(sine, w / length));
}

/** @param {Vector[]} a @param {Vector[]} b @returns {Vector[]} */
function product(a, b) {
    const columns = [0, 1, 2].map((k) => /** @type {Vector} */ (b.map((row) => row[k])));
    return a.map((row) => /** @type {Vector} */ (columns.map((column) => dot(row, column))));
}

/** @param {MotionPiece} piece @param {number} s @returns {Pose} */
function poseOnPiece({ x, y, z = [0], angle = [0], axis = [0, 0, 1], rotation }, s) {
    const length = Math.sqrt(dot(axis, axis));
    const unit = /** @type {Vector} */ (axis.map((each) => each / length));
    const turn = turnMatrix(unit, valueAt(angle, s));
    return {
        center: [valueAt(x, s), valueAt(y, s), valueAt(z, s)],
        matrix: rotation === undefined ? turn : product(turn, quaternionMatrix(rotation)),
    };
}

/** Returns the cores of a body; a prism's footprint must be convex. @param {Agent['shape']} shape @returns {Core[]} */
function coresOf(shape) {
    if (shape.kind === 'sphere') {
        return [{ corners: [[0, 0, 0]], edges: [], normals: [], radius: shape.radius }];
    }
    if (shape.kind !== 'prism') throw new Error(shape.kind);
    const { points, bottom = 0, height } = shape;
    /** @type {Vector[]} */
    const corners = points.flatMap(([x, y]) => [
        [x, y, bottom],
        [x, y, bottom + height],
    ]);
    const sides = points.map(([x, y], k) => {
        const [toX, toY] = points[(k + 1) % points.length];
        return /** @type {Vector} */ ([toX - x, toY - y, 0]);
    });
    /** @type {Vector} */
    const up = [0, 0, 1];
    const normals = sides.map((side) => cross(side, up));
    return [{ corners, edges: [...sides, up], normals: [...normals, up], radius: 0 }];
}

/**
 * Returns a body with its motion.
 *
 * @param {Agent['shape']} shape
 * @param {MotionPiece[]} motion at least one piece
 * @param {{ before: boolean, after: boolean }} presence
 * @returns {Mover}
 */
export function makeMover(shape, motion, { before, after }) {
    const cores = coresOf(shape);
    const reach = Math.max(
        ...cores.flatMap(({ corners }) => corners.map((corner) => Math.sqrt(dot(corner, corner)))),
    );
    const [first, last] = [motion[0], motion[motion.length - 1]];
    return {
        cores,
        poseAt(time) {
            if ((time < first.t0 && !before) || (time > last.t1 && !after)) return null;
            const piece = motion.find(({ t1 }) => time <= t1) ?? last;
            return poseOnPiece(piece, Math.min(Math.max(time, piece.t0), piece.t1) - piece.t0);
        },
        travel(from, to) {
            let way = 0;
            for (const { t0, t1, x, y, z = [0], angle = [0] } of motion) {
                const duration = Math.min(to, t1) - Math.max(from, t0);
                if (!(duration > 0)) continue;
                const rates = [x, y, z].map((axis) => boundOf(derivative(axis), t1 - t0));
                const spin = boundOf(derivative(angle), t1 - t0);
                way +=
                    duration *
                    (Math.sqrt(dot(/** @type {Vector} */ (rates), /** @type {Vector} */ (rates))) +
                        reach * spin);
            }
            return way;
        },
    };
}

/** @param {Scenario} scenario @returns {Mover[]} agents, then obstacles */
export function moversOf({ agents, obstacles, beforeStart, atGoal }) {
    const presence = { before: beforeStart === 'stay', after: atGoal === 'stay' };
    /** @param {Obstacle} obstacle */
    const standing = ({ pose: { x, y, z = 0, angle } }) => [
        { t0: 0, t1: 0, x: [x], y: [y], z: [z], angle: [angle] },
    ];
    return [
        ...agents.map(({ shape, motion, start }) => {
            if (motion.length > 0) return makeMover(shape, motion, presence);
            const { x, y, z = 0 } = /** @type {import('graze/scenario').Point} */ (start);
            const piece = { t0: 0, t1: 0, x: [x], y: [y], z: [z] };
            return makeMover(shape, [piece], { before: true, after: true });
        }),
        ...obstacles.map((obstacle) => {
            const { shape, motion = [] } = obstacle;
            const isMoving = motion.length > 0;
            const pieces = isMoving ? motion : standing(obstacle);
            return makeMover(shape, pieces, { before: !isMoving, after: !isMoving });
        }),
    ];
}

/** @param {Core} core @param {Pose} pose */
function placed({ corners, edges, normals, radius }, { center, matrix }) {
    /** @param {Vector} v @returns {Vector} */
    const turned = (v) => /** @type {Vector} */ (matrix.map((row) => dot(row, v)));
    return {
        corners: corners.map((corner) => {
            const [x, y, z] = turned(corner);
            return /** @type {Vector} */ ([x + center[0], y + center[1], z + center[2]]);
        }),
        edges: edges.map(turned),
        normals: normals.map(turned),
        radius,
    };
}

/**
 * Returns the separation of two convex bodies at poses: of balls exact; with a prism at most the real one, and below 0 only if they
 * overlap: minus the depth, unless a ball is nearest to an edge or a corner of the prism from the inside.
 *
 * @param {Core} a
 * @param {Pose} poseA
 * @param {Core} b
 * @param {Pose} poseB
 */
export function separationOf(a, poseA, b, poseB) {
    const [p, q] = [placed(a, poseA), placed(b, poseB)];
    const radii = p.radius + q.radius;
    /** @type {Vector[]} */
    const axes = [...p.normals, ...q.normals];
    for (const e of p.edges) for (const f of q.edges) axes.push(cross(e, f));
    // A ball is separated along the way from a corner, or from a point of an edge, to its center.
    for (const [ball, other] of [
        [p, q],
        [q, p],
    ]) {
        if (ball.corners.length > 1) continue;
        const [center] = ball.corners;
        for (const corner of other.corners) {
            const way = /** @type {Vector} */ (center.map((x, k) => x - corner[k]));
            axes.push(way);
            for (const edge of other.edges) {
                const along = dot(way, edge) / dot(edge, edge);
                axes.push(/** @type {Vector} */ (way.map((x, k) => x - along * edge[k])));
            }
        }
    }
    let widest = -Infinity;
    for (const axis of axes) {
        const length = Math.sqrt(dot(axis, axis));
        if (!(length > 1e-9)) continue;
        const [sp, sq] = [p, q].map(({ corners }) => corners.map((c) => dot(c, axis) / length));
        const gap = Math.max(Math.min(...sq) - Math.max(...sp), Math.min(...sp) - Math.max(...sq));
        widest = Math.max(widest, gap);
    }
    return (widest === -Infinity ? 0 : widest) - radii;
}

/**
 * Returns the separations of two bodies at times; Infinity where one of them is not present.
 *
 * @param {Mover} a
 * @param {Mover} b
 * @param {readonly number[]} times
 */
export function separationsAt(a, b, times) {
    return times.map((time) => {
        const [poseA, poseB] = [a.poseAt(time), b.poseAt(time)];
        if (poseA === null || poseB === null) return Infinity;
        let least = Infinity;
        for (const p of a.cores) {
            for (const q of b.cores) least = Math.min(least, separationOf(p, poseA, q, poseB));
        }
        return least;
    });
}
