/**
 * A scenario as the page shows it: plain data and flat arrays, which pass quickly from the worker, and in which
 * the poses of a thousand agents are found within a frame. Indices of bodies count agents first, then obstacles.
 */

/**
 * @import { BodyShape, MotionPiece, Scenario } from 'graze/scenario'
 *
 * @typedef {{ points: [number, number][], radius: number }} Part convex part, inflated by its radius
 *
 * @typedef {object} Scene
 * @property {string} format
 * @property {Scenario['domain']} domain domain, which decides whether agents are called vehicles
 * @property {Scenario['axes']} axes directions in which the format's community draws x and y
 * @property {number} agents number of agents; bodies from this index on are obstacles
 * @property {string[]} names names of all bodies
 * @property {Part[][]} shapes distinct shapes
 * @property {Int32Array} shapeOf index of each body's shape
 * @property {Float64Array} boundingRadius largest distance of each body's points from its origin
 * @property {Int32Array} first the pieces of body k are first[k] up to, not including, first[k + 1]
 * @property {number} degree degree of all polynomials
 * @property {Float64Array} segments pieces of `pieceStride` numbers each: t0, t1, coefficients of x, y and angle
 * @property {Float64Array} restPoses x, y, angle of bodies without pieces; NaN: absent
 * @property {Uint8Array} stays flags: 1, the body stays before its motion; 2, after it
 * @property {Float64Array} starts x, y of the agents' starts in the task; NaN: unknown
 * @property {Float64Array} goals
 * @property {Scenario['grid']} grid
 * @property {{ nodes: Float64Array, edges: Int32Array } | null} roadmap
 * @property {boolean} sized
 * @property {number | null} timeStep
 * @property {[number, number]} span time range
 * @property {[number, number, number, number]} box bounds of all bodies over all time: min x, min y, max x, max y
 */

/** A unit cell of a map. @type {Part} */
export const CELL = {
    points: [
        [-0.5, -0.5],
        [0.5, -0.5],
        [0.5, 0.5],
        [-0.5, 0.5],
    ],
    radius: 0,
};

/** @param {BodyShape} shape @returns {Part[]} */
function convexParts(shape) {
    if (shape.kind === 'disc') return [{ points: [[0, 0]], radius: shape.radius }];
    if (shape.kind === 'polygon') return [{ points: shape.points, radius: shape.radius }];
    return shape.parts.flatMap(convexParts);
}

/** Returns the largest distance of a body's points from its origin. @param {readonly Part[]} parts */
function findBoundingRadius(parts) {
    let farthest = 0;
    for (const { points, radius } of parts) {
        for (const [x, y] of points) farthest = Math.max(farthest, Math.hypot(x, y) + radius);
    }
    return farthest;
}

/** Returns the count of numbers in a piece. @param {Pick<Scene, 'degree'>} scene */
export function pieceStride({ degree }) {
    return 2 + 3 * (degree + 1);
}

/**
 * @typedef {object} SceneBody
 * @property {string} name
 * @property {BodyShape} shape
 * @property {MotionPiece[]} motion
 * @property {{ x: number, y: number, angle: number } | null} restPose
 * @property {number} stays
 */

/** @param {Scenario} scenario @returns {SceneBody[]} */
function listBodies({ agents, obstacles, beforeStart, atGoal }) {
    const stayFlags = Number(beforeStart === 'stay') + 2 * Number(atGoal === 'stay');
    return [
        ...agents.map(({ name, shape, motion, start }) => ({
            name,
            shape,
            motion,
            restPose: start && { ...start, angle: 0 },
            stays: stayFlags,
        })),
        ...obstacles.map(({ name, shape, motion = [], pose }) => ({
            name,
            shape,
            motion,
            restPose: pose,
            stays: 0,
        })),
    ];
}

/** @param {Scenario} scenario @returns {Scene} */
export function makeScene(scenario) {
    const { format, axes, domain, agents, grid, roadmap, sizesKnown, timeStep } = scenario;
    const bodies = listBodies(scenario);
    const count = bodies.reduce((sum, { motion }) => sum + motion.length, 0);
    const degree = maxDegree(bodies);
    const stride = pieceStride({ degree });
    const { shapes, shapeOf } = collectShapes(bodies);
    const scene = /** @type {Scene} */ ({
        format,
        domain,
        axes,
        agents: agents.length,
        names: bodies.map(({ name }) => name),
        shapes,
        shapeOf,
        boundingRadius: Float64Array.from(shapeOf, (k) => findBoundingRadius(shapes[k])),
        first: new Int32Array(bodies.length + 1),
        degree,
        segments: new Float64Array(count * stride),
        restPoses: new Float64Array(3 * bodies.length).fill(Number.NaN),
        stays: Uint8Array.from(bodies, (body) => body.stays),
        starts: flattenPoints(agents.map(({ start }) => start)),
        goals: flattenPoints(agents.map(({ goal }) => goal)),
        grid,
        roadmap: roadmap && {
            nodes: flattenPoints(roadmap.nodes),
            edges: Int32Array.from(roadmap.edges.flat()),
        },
        sized: sizesKnown,
        timeStep,
        span: [0, 0],
        box: [0, 0, 1, 1],
    });
    let pieceIndex = 0;
    for (const [k, { motion, restPose }] of bodies.entries()) {
        for (const piece of motion) {
            writePiece(scene.segments, pieceIndex * stride, degree, piece);
            pieceIndex++;
        }
        scene.first[k + 1] = pieceIndex;
        if (motion.length === 0 && restPose)
            scene.restPoses.set([restPose.x, restPose.y, restPose.angle], 3 * k);
    }
    scene.span = findTimeSpan(bodies);
    scene.box = findBounds(scene);
    return scene;
}

/** @param {SceneBody[]} bodies */
function maxDegree(bodies) {
    let degree = 1;
    for (const { motion } of bodies) {
        for (const { x, y, angle } of motion) {
            degree = Math.max(degree, x.length - 1, y.length - 1, (angle?.length ?? 1) - 1);
        }
    }
    return degree;
}

/**
 * @param {Float64Array} target
 * @param {number} offset
 * @param {number} degree
 * @param {MotionPiece} piece
 */
function writePiece(target, offset, degree, { t0, t1, x, y, angle = [] }) {
    target[offset] = t0;
    target[offset + 1] = t1;
    target.set(x, offset + 2);
    target.set(y, offset + 3 + degree);
    target.set(angle, offset + 4 + 2 * degree);
}

/** @param {SceneBody[]} bodies */
function collectShapes(bodies) {
    /** @type {Map<string, number>} */
    const indices = new Map();
    /** @type {Part[][]} */
    const shapes = [];
    const shapeOf = Int32Array.from(bodies, ({ shape }) => {
        const key = JSON.stringify(shape);
        const index = indices.get(key) ?? shapes.push(convexParts(shape)) - 1;
        indices.set(key, index);
        return index;
    });
    return { shapes, shapeOf };
}

/** @param {readonly ({ x: number, y: number } | null)[]} points */
function flattenPoints(points) {
    return Float64Array.from(points.flatMap((point) => [point?.x ?? NaN, point?.y ?? NaN]));
}

/** Returns the time range of all motions, extended to 0. @param {SceneBody[]} bodies @returns {[number, number]} */
function findTimeSpan(bodies) {
    let [begin, end] = [0, 0];
    for (const { motion } of bodies) {
        if (motion.length === 0) continue;
        begin = Math.min(begin, motion[0].t0);
        end = Math.max(end, motion[motion.length - 1].t1);
    }
    return [begin, end > begin ? end : begin + 1];
}

/** Number of instants of a piece at which its position is added to the bounds. */
const SAMPLES = 8;

/** @param {Scene} scene @returns {Scene['box']} */
function findBounds(scene) {
    const {
        grid,
        roadmap,
        segments: pieces,
        first: firstPiece,
        shapeOf,
        boundingRadius,
        restPoses,
        starts,
        goals,
        degree,
    } = scene;
    const stride = pieceStride(scene);
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
    /** @param {number} x @param {number} y @param {number} out */
    const add = (x, y, out) => {
        if (!Number.isFinite(x) || !Number.isFinite(y)) return;
        minX = Math.min(minX, x - out);
        minY = Math.min(minY, y - out);
        maxX = Math.max(maxX, x + out);
        maxY = Math.max(maxY, y + out);
    };
    if (grid) {
        add(-0.5, -0.5, 0);
        add(grid.nx - 0.5, grid.ny - 0.5, 0);
    }
    for (const places of [roadmap?.nodes ?? [], starts, goals]) {
        for (let k = 0; k + 1 < places.length; k += 2) add(places[k], places[k + 1], 0);
    }
    for (let k = 0; k < shapeOf.length; k++) {
        add(restPoses[3 * k], restPoses[3 * k + 1], boundingRadius[k]);
        for (let s = firstPiece[k]; s < firstPiece[k + 1]; s++) {
            const offset = s * stride;
            const steps = degree > 1 ? SAMPLES : 1;
            for (let i = 0; i <= steps; i++) {
                const u = ((pieces[offset + 1] - pieces[offset]) * i) / steps;
                const x = polynomial(pieces, offset + 2, degree, u);
                add(x, polynomial(pieces, offset + 3 + degree, degree, u), boundingRadius[k]);
            }
        }
    }
    return minX <= maxX ? [minX, minY, maxX, maxY] : [0, 0, 1, 1];
}

/**
 * @param {Float64Array} coefficients
 * @param {number} at index of the constant coefficient
 * @param {number} degree
 * @param {number} u
 */
export function polynomial(coefficients, at, degree, u) {
    let sum = coefficients[at + degree];
    for (let k = degree - 1; k >= 0; k--) sum = sum * u + coefficients[at + k];
    return sum;
}
