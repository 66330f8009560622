/** The scene of a scenario, and its minimum gap over time, computed in the worker. */

import { convexParts } from 'graze/scenario';
import { pieceCountOf, piecesOf, stepPathOf } from '../../../js/scenario/model/step_motion.js';
import { copyPiece, hasMotion, Poses, pieceCount, pieceStride, polynomial } from './scene.js';

/**
 * @import { Graze } from 'graze'
 * @import { Agent, BodyShape, MotionPiece, Scenario } from 'graze/scenario'
 * @import { Point } from '../../base/view.js'
 * @import { Curve, Distances, Part, Pose, Scene } from './scene.js'
 */

/** Returns the largest distance of a body's points from its origin. @param {readonly Part[]} parts */
function findBoundingRadius(parts) {
    let farthest = 0;
    for (const { points, radius } of parts) {
        for (const [x, y] of points) farthest = Math.max(farthest, Math.hypot(x, y) + radius);
    }
    return farthest;
}

/**
 * @typedef {object} SceneBody
 * @property {string} name
 * @property {BodyShape} shape
 * @property {Int32Array | null} places places after each step, if these are the whole motion
 * @property {number} pieces number of pieces; 0 for places
 * @property {() => readonly MotionPiece[]} readPieces returns the pieces, to be read once
 * @property {{ x: number, y: number, angle: number } | null} restPose
 * @property {number} stays
 */

/** @param {Scenario} scenario @returns {SceneBody[]} */
function listBodies({ agents, obstacles, beforeStart, atGoal }) {
    const stayFlags = Number(beforeStart === 'stay') + 2 * Number(atGoal === 'stay');
    return [
        ...agents.map((agent) => {
            const { name, shape, start } = agent;
            const places = findPlaces(agent);
            return {
                name,
                shape,
                places,
                pieces: places ? 0 : pieceCountOf(agent),
                readPieces: () => (places ? [] : piecesOf(agent)),
                restPose: start && { ...start, angle: 0 },
                stays: stayFlags,
            };
        }),
        ...obstacles.map(({ name, shape, motion = [], pose }) => ({
            name,
            shape,
            places: null,
            pieces: motion.length,
            readPieces: () => motion,
            restPose: pose,
            stays: 0,
        })),
    ];
}

/**
 * Returns the places of an agent that has one straight piece per step; null for all other motions.
 *
 * @param {Agent} agent
 */
function findPlaces(agent) {
    const path = stepPathOf(agent);
    if (path === undefined || path.form !== undefined) return null;
    return path.count === Math.max(path.steps, 1) ? path.places : null;
}

/** @param {Graze} graze @param {Scenario} scenario @returns {Scene} */
export function makeScene(graze, scenario) {
    const { format, axes, domain, agents, grid, roadmap, sizesKnown, timeStep } = scenario;
    const bodies = listBodies(scenario);
    const degree = maxDegree(bodies);
    const stride = pieceStride({ degree });
    const { shapes, centers, shapeOf } = collectShapes(graze, bodies, agents.length);
    const radii = shapes.map(findBoundingRadius);
    const first = sumCounts(bodies, ({ pieces }) => pieces);
    const firstPlace = sumCounts(bodies, ({ places }) => (places ? places.length / 2 : 0));
    const scene = /** @type {Scene} */ ({
        format,
        domain,
        axes,
        agents: agents.length,
        names: bodies.map(({ name }) => name),
        shapes,
        shapeOf,
        boundingRadius: Float64Array.from(shapeOf, (k) => radii[k]),
        firstPlace,
        places: new Int32Array(2 * firstPlace[bodies.length]),
        first,
        degree,
        segments: new Float64Array(first[bodies.length] * stride),
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
    for (const [k, { places, pieces, readPieces, restPose }] of bodies.entries()) {
        if (places) scene.places.set(places, 2 * firstPlace[k]);
        else if (pieces === 0 && restPose)
            scene.restPoses.set(placeAt(centers[shapeOf[k]], restPose), 3 * k);
        for (const [i, piece] of readPieces().entries())
            writePiece(scene.segments, (first[k] + i) * stride, degree, piece);
    }
    scene.span = findTimeSpan(scene);
    scene.box = findBounds(scene);
    return scene;
}

/** Returns the sums of the counts of all bodies before each, and of all. @param {SceneBody[]} bodies @param {(body: SceneBody) => number} count */
function sumCounts(bodies, count) {
    const sums = new Int32Array(bodies.length + 1);
    for (const [k, body] of bodies.entries()) sums[k + 1] = sums[k] + count(body);
    return sums;
}

/**
 * Returns a scene with arrays of its own, which may be transferred.
 *
 * @param {Scene} scene
 * @returns {Scene}
 */
export function copyScene(scene) {
    return /** @type {Scene} */ (copyArrays(scene));
}

/** @param {object} data @returns {object} */
function copyArrays(data) {
    return Object.fromEntries(
        Object.entries(data).map(([name, value]) => {
            if (ArrayBuffer.isView(value)) return [name, /** @type {Int32Array} */ (value).slice()];
            const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
            return [name, isRecord ? copyArrays(value) : value];
        }),
    );
}

/** @param {SceneBody[]} bodies */
function maxDegree(bodies) {
    let degree = 1;
    for (const { readPieces } of bodies) {
        for (const { x, y, angle } of readPieces()) {
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

/** @param {Graze} graze @param {SceneBody[]} bodies @param {number} agents number of bodies that are agents */
function collectShapes(graze, bodies, agents) {
    /** @type {Map<string, number>} */
    const indices = new Map();
    /** @type {Part[][]} */
    const shapes = [];
    /** Center of each shape that has been moved to its origin, else the origin. @type {Point[]} */
    const centers = [];
    const shapeOf = Int32Array.from(bodies, ({ shape, pieces }, k) => {
        // Tiles of an occupancy map have the origin of the map, which may be far away.
        const isMoved = k >= agents && pieces === 0;
        const key = `${isMoved}${JSON.stringify(shape)}`;
        const known = indices.get(key);
        if (known !== undefined) return known;
        const parts = convexParts(shape, graze);
        const center = isMoved ? findCenter(parts) : { x: 0, y: 0 };
        centers.push(center);
        const index =
            shapes.push(isMoved ? parts.map((part) => moveBack(part, center)) : parts) - 1;
        indices.set(key, index);
        return index;
    });
    return { shapes, centers, shapeOf };
}

/** Returns the center of the box around the points of a shape. @param {readonly Part[]} parts @returns {Point} */
function findCenter(parts) {
    let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const [x, y] of parts.flatMap(({ points }) => points)) {
        [minX, maxX] = [Math.min(minX, x), Math.max(maxX, x)];
        [minY, maxY] = [Math.min(minY, y), Math.max(maxY, y)];
    }
    return { x: (minX + maxX) / 2, y: (minY + maxY) / 2 };
}

/** Returns a part relative to a point. @param {Part} part @param {Point} center @returns {Part} */
function moveBack({ points, radius }, center) {
    return { points: points.map(([x, y]) => [x - center.x, y - center.y]), radius };
}

/**
 * Returns the pose of a shape whose center is its origin.
 *
 * @param {Point} center in the frame of the body
 * @param {Pose} pose pose of the body
 * @returns {[x: number, y: number, angle: number]}
 */
function placeAt(center, { x, y, angle }) {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return [x + cos * center.x - sin * center.y, y + sin * center.x + cos * center.y, angle];
}

/** @param {readonly ({ x: number, y: number } | null)[]} points */
function flattenPoints(points) {
    return Float64Array.from(points.flatMap((point) => [point?.x ?? NaN, point?.y ?? NaN]));
}

/** Returns the time range of all motions, extended to 0. @param {Scene} scene @returns {[number, number]} */
function findTimeSpan(scene) {
    let [begin, end] = [0, 0];
    const piece = new Float64Array(pieceStride(scene));
    for (let k = 0; k < scene.shapeOf.length; k++) {
        if (!hasMotion(scene, k)) continue;
        copyPiece(scene, k, 0, piece);
        begin = Math.min(begin, piece[0]);
        copyPiece(scene, k, pieceCount(scene, k) - 1, piece);
        end = Math.max(end, piece[1]);
    }
    return [begin, end > begin ? end : begin + 1];
}

/** Number of instants of a piece at which its position is added to the bounds. */
const BOUNDS_SAMPLES = 8;

/** @param {Scene} scene @returns {Scene['box']} */
function findBounds(scene) {
    const { grid, roadmap, shapeOf, boundingRadius, restPoses, starts, goals, degree } = scene;
    const piece = new Float64Array(pieceStride(scene));
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
        const count = pieceCount(scene, k);
        for (let s = 0; s < count; s++) {
            copyPiece(scene, k, s, piece);
            const steps = degree > 1 ? BOUNDS_SAMPLES : 1;
            for (let i = 0; i <= steps; i++) {
                const u = ((piece[1] - piece[0]) * i) / steps;
                const x = polynomial(piece, 2, degree, u);
                add(x, polynomial(piece, 3 + degree, degree, u), boundingRadius[k]);
            }
        }
    }
    return minX <= maxX ? [minX, minY, maxX, maxY] : [0, 0, 1, 1];
}

/* ---- minimum gap over time ---- */

/** Number of equally spaced instants. */
const CURVE_SAMPLES = 600;
/** Largest number of additional instants taken from the validation. */
const MAX_EXTRA = 200;

/**
 * Samples the minimum gap of any two agents, or of an agent and an obstacle, over time: exact at the sampled instants only.
 *
 * @param {Scene} scene
 * @param {Distances} distances
 * @param {readonly number[]} extraTimes additional instants
 * @param {(done: number, total: number) => void} progress
 * @returns {Curve}
 */
export function sampleSeparations(scene, distances, extraTimes, progress) {
    const [begin, end] = scene.span;
    const steps = Array.from(
        { length: CURVE_SAMPLES + 1 },
        (_, i) => begin + ((end - begin) * i) / CURVE_SAMPLES,
    );
    const usedExtra = extraTimes.slice(0, MAX_EXTRA).filter((time) => time >= begin && time <= end);
    const times = [...new Set([...steps, ...usedExtra])].sort((p, q) => p - q);
    const poses = new Poses(scene);
    const separations = times.map((time, i) => {
        progress(i, times.length);
        poses.moveTo(time);
        return distances.nearestPair(poses)?.separation ?? null;
    });
    return { times, separations };
}
