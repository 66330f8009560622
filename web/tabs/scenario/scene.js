/**
 * A scenario as the page shows it: plain data and flat arrays, which cross from the worker in no time, and in which
 * a thousand agents are found at a time within a frame. Agents come first, obstacles after them; both are movers.
 */

/**
 * @import { BodyShape, MotionSegment, Scenario } from 'graze/scenario'
 *
 * @typedef {{ points: [number, number][], radius: number }} Part convex, inflated by its radius
 *
 * @typedef {object} Scene
 * @property {string} format
 * @property {Scenario['domain']} domain whether agents are called vehicles
 * @property {Scenario['axes']} axes how its community draws x and y
 * @property {number} agents how many; movers from there on are obstacles
 * @property {string[]} names of all movers
 * @property {Part[][]} shapes each once
 * @property {Int32Array} shapeOf which of them is each mover's
 * @property {Float64Array} reach of each mover from its origin
 * @property {Int32Array} first the segments of mover k are first[k] up to first[k + 1]
 * @property {number} degree of all polynomials
 * @property {Float64Array} segments `stride` numbers each: from, to, coefficients of x, y and theta
 * @property {Float64Array} rest x, y, angle of who has no segments; NaN: nowhere
 * @property {Uint8Array} stays 1: before its motion, 2: after it
 * @property {Float64Array} starts x, y of agents, as their task has them; NaN: not told
 * @property {Float64Array} goals
 * @property {Scenario['grid']} grid
 * @property {{ nodes: Float64Array, edges: Int32Array } | null} roadmap
 * @property {boolean} sized
 * @property {number | null} timeStep
 * @property {[number, number]} span of time
 * @property {[number, number, number, number]} box all that is ever anywhere: x from, y from, x to, y to
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
function partsOf(shape) {
    if (shape.kind === 'disc') return [{ points: [[0, 0]], radius: shape.radius }];
    if (shape.kind === 'polygon') return [{ points: shape.points, radius: shape.radius }];
    return shape.parts.flatMap(partsOf);
}

/** How far from its origin a body reaches. @param {readonly Part[]} parts */
function reachOf(parts) {
    let reach = 0;
    for (const { points, radius } of parts) {
        for (const [x, y] of points) reach = Math.max(reach, Math.hypot(x, y) + radius);
    }
    return reach;
}

/** Numbers of a segment. @param {Pick<Scene, 'degree'>} scene */
export function strideOf({ degree }) {
    return 2 + 3 * (degree + 1);
}

/**
 * @typedef {object} Mover
 * @property {string} name
 * @property {BodyShape} shape
 * @property {MotionSegment[]} motion
 * @property {{ x: number, y: number, angle: number } | null} rest
 * @property {number} stays
 */

/** @param {Scenario} scenario @returns {Mover[]} */
function moversOf({ agents, obstacles, beforeStart, atGoal }) {
    const stays = Number(beforeStart === 'stay') + 2 * Number(atGoal === 'stay');
    return [
        ...agents.map(({ name, shape, motion, start }) => ({
            name,
            shape,
            motion,
            rest: start && { ...start, angle: 0 },
            stays,
        })),
        ...obstacles.map(({ name, shape, motion = [], pose }) => ({
            name,
            shape,
            motion,
            rest: pose,
            stays: 0,
        })),
    ];
}

/** @param {Scenario} scenario @returns {Scene} */
export function makeScene(scenario) {
    const { format, axes, domain, agents, grid, roadmap, sized, timeStep } = scenario;
    const movers = moversOf(scenario);
    const count = movers.reduce((sum, { motion }) => sum + motion.length, 0);
    const degree = degreeOf(movers);
    const stride = strideOf({ degree });
    const { shapes, shapeOf } = shapesOf(movers);
    const scene = /** @type {Scene} */ ({
        format,
        domain,
        axes,
        agents: agents.length,
        names: movers.map(({ name }) => name),
        shapes,
        shapeOf,
        reach: Float64Array.from(shapeOf, (k) => reachOf(shapes[k])),
        first: new Int32Array(movers.length + 1),
        degree,
        segments: new Float64Array(count * stride),
        rest: new Float64Array(3 * movers.length).fill(Number.NaN),
        stays: Uint8Array.from(movers, (mover) => mover.stays),
        starts: placesOf(agents.map(({ start }) => start)),
        goals: placesOf(agents.map(({ goal }) => goal)),
        grid,
        roadmap: roadmap && {
            nodes: placesOf(roadmap.nodes),
            edges: Int32Array.from(roadmap.edges.flat()),
        },
        sized,
        timeStep,
        span: [0, 0],
        box: [0, 0, 1, 1],
    });
    let at = 0;
    for (const [k, { motion, rest }] of movers.entries()) {
        for (const segment of motion) {
            writeSegment(scene.segments, at * stride, degree, segment);
            at++;
        }
        scene.first[k + 1] = at;
        if (motion.length === 0 && rest) scene.rest.set([rest.x, rest.y, rest.angle], 3 * k);
    }
    scene.span = spanOf(movers);
    scene.box = boxOf(scene);
    return scene;
}

/** @param {Mover[]} movers */
function degreeOf(movers) {
    let degree = 1;
    for (const { motion } of movers) {
        for (const { x, y, theta } of motion) {
            degree = Math.max(degree, x.length - 1, y.length - 1, (theta?.length ?? 1) - 1);
        }
    }
    return degree;
}

/**
 * @param {Float64Array} to
 * @param {number} at
 * @param {number} degree
 * @param {MotionSegment} segment
 */
function writeSegment(to, at, degree, { t0, t1, x, y, theta = [] }) {
    to[at] = t0;
    to[at + 1] = t1;
    to.set(x, at + 2);
    to.set(y, at + 3 + degree);
    to.set(theta, at + 4 + 2 * degree);
}

/** @param {Mover[]} movers */
function shapesOf(movers) {
    /** @type {Map<string, number>} */
    const known = new Map();
    /** @type {Part[][]} */
    const shapes = [];
    const shapeOf = Int32Array.from(movers, ({ shape }) => {
        const key = JSON.stringify(shape);
        const found = known.get(key) ?? shapes.push(partsOf(shape)) - 1;
        known.set(key, found);
        return found;
    });
    return { shapes, shapeOf };
}

/** @param {readonly ({ x: number, y: number } | null)[]} places */
function placesOf(places) {
    return Float64Array.from(places.flatMap((place) => [place?.x ?? NaN, place?.y ?? NaN]));
}

/** When something moves, 0 included. @param {Mover[]} movers @returns {[number, number]} */
function spanOf(movers) {
    let [begin, end] = [0, 0];
    for (const { motion } of movers) {
        if (motion.length === 0) continue;
        begin = Math.min(begin, motion[0].t0);
        end = Math.max(end, motion[motion.length - 1].t1);
    }
    return [begin, end > begin ? end : begin + 1];
}

/** Instants of a segment at which its place is taken for the box. */
const SAMPLES = 8;

/** @param {Scene} scene @returns {Scene['box']} */
function boxOf(scene) {
    const { grid, roadmap, segments, first, shapeOf, reach, rest, starts, goals, degree } = scene;
    const stride = strideOf(scene);
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
        add(rest[3 * k], rest[3 * k + 1], reach[k]);
        for (let s = first[k]; s < first[k + 1]; s++) {
            const at = s * stride;
            const pieces = degree > 1 ? SAMPLES : 1;
            for (let i = 0; i <= pieces; i++) {
                const u = ((segments[at + 1] - segments[at]) * i) / pieces;
                const x = polynomial(segments, at + 2, degree, u);
                add(x, polynomial(segments, at + 3 + degree, degree, u), reach[k]);
            }
        }
    }
    return minX <= maxX ? [minX, minY, maxX, maxY] : [0, 0, 1, 1];
}

/**
 * @param {Float64Array} coefficients
 * @param {number} at of the constant
 * @param {number} degree
 * @param {number} u
 */
export function polynomial(coefficients, at, degree, u) {
    let sum = coefficients[at + degree];
    for (let k = degree - 1; k >= 0; k--) sum = sum * u + coefficients[at + k];
    return sum;
}
