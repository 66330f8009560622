/**
 * Overlaps of a driving scenario found by sampling alone: bodies are points on their outlines, placed by the
 * polynomials of their motions, and separated along axes. It shares no code with the package.
 *
 * @import { BodyShape, MotionPiece, Scenario } from 'graze/scenario'
 *
 * @typedef {{ x: number, y: number, angle: number }} Pose
 * @typedef {{ parts: { points: [number, number][], radius: number }[], poseAt: (t: number) => Pose | null }} Thing
 */

/** @param {number[] | undefined} c @param {number} s */
const value = (c, s) => (c ?? [0]).reduceRight((sum, term) => sum * s + term, 0);

/** @param {any} shape @returns {Thing['parts']} */
function partsOf(shape) {
    if (shape.kind === 'group') return shape.parts.flatMap(partsOf);
    if (shape.kind === 'disc') return [{ points: [[0, 0]], radius: shape.radius }];
    return [{ points: shape.points, radius: shape.radius }];
}

/** @param {MotionPiece[]} motion @returns {Thing['poseAt']} */
const poseFunction = (motion) => (t) => {
    const segment = motion.find(({ t0, t1 }) => t0 <= t && t <= t1);
    if (segment === undefined) return null;
    const s = t - segment.t0;
    return { x: value(segment.x, s), y: value(segment.y, s), angle: value(segment.angle, s) };
};

/**
 * Returns the widest gap between two bodies along the normals of their sides and between their corners; a negative
 * value is minus the depth. With corners far away it is a lower bound of their distance.
 *
 * @param {[number, number][]} p
 * @param {[number, number][]} q
 */
function gapOf(p, q) {
    /** @type {[number, number][]} */
    const axes = [];
    for (const points of [p, q]) {
        for (let k = 0; k < points.length; k++) {
            const [a, b] = [points[k], points[(k + 1) % points.length]];
            axes.push([b[1] - a[1], a[0] - b[0]], [a[1] - b[1], b[0] - a[0]]);
        }
    }
    for (const a of p) for (const b of q) axes.push([b[0] - a[0], b[1] - a[1]]);
    let widest = -Infinity;
    for (const [x, y] of axes) {
        const length = Math.hypot(x, y);
        if (length < 1e-12) continue;
        const [most, least] = [
            Math.max(...p.map((a) => a[0] * x + a[1] * y)),
            Math.min(...q.map((b) => b[0] * x + b[1] * y)),
        ];
        widest = Math.max(widest, (least - most) / length);
    }
    return widest;
}

/** @param {Thing['parts'][number]} part @param {Pose} pose @param {Pose} origin */
function placed({ points }, { x, y, angle }, origin) {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return points.map(
        ([u, v]) =>
            /** @type {[number, number]} */ ([
                x - origin.x + c * u - s * v,
                y - origin.y + s * u + c * v,
            ]),
    );
}

/** @param {Thing} a @param {Thing} b @param {number} t how deep they are in each other */
function depthAt(a, b, t) {
    const [p, q] = [a.poseAt(t), b.poseAt(t)];
    if (p === null || q === null) return -Infinity;
    let deepest = -Infinity;
    for (const one of a.parts) {
        for (const two of b.parts) {
            const gap = gapOf(placed(one, p, p), placed(two, q, p));
            deepest = Math.max(deepest, one.radius + two.radius - gap);
        }
    }
    return deepest;
}

/**
 * Returns the deepest overlap of each pair of agents, and of each agent with each obstacle, over all samples.
 *
 * @param {Scenario} scenario a scenario whose bodies are present only during their motions
 * @param {number} each samples of a segment
 * @returns {Map<string, number>} overlaps by the agents' numbers and the obstacle's name
 */
export function sampledOverlaps({ agents, obstacles }, each) {
    const times = new Set();
    for (const { motion } of agents) {
        for (const { t0, t1 } of motion) {
            for (let k = 0; k <= each; k++) times.add(t0 + ((t1 - t0) * k) / each);
        }
    }
    const bodies = agents.map(({ shape, motion }) => ({
        parts: partsOf(shape),
        poseAt: poseFunction(motion),
    }));
    const others = obstacles.map(({ name, shape, pose, motion }) => ({
        name,
        parts: partsOf(shape),
        poseAt: motion?.length ? poseFunction(motion) : () => pose,
    }));
    /** @type {Map<string, number>} */
    const deepest = new Map();
    const note = (/** @type {string} */ pair, /** @type {number} */ depth) => {
        deepest.set(pair, Math.max(deepest.get(pair) ?? -Infinity, depth));
    };
    for (const t of times) {
        for (const [a, one] of bodies.entries()) {
            for (let b = a + 1; b < bodies.length; b++) {
                note([a, b, ''].join(), depthAt(one, bodies[b], t));
            }
            for (const other of others) note([a, other.name].join(), depthAt(one, other, t));
        }
    }
    return deepest;
}
