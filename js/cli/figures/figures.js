import { convexParts } from 'graze/scenario';
import { groupViolations } from 'graze/scenario/messages';

/**
 * @import { Graze, Shape } from 'graze'
 * @import { Agent, Grid, MotionPiece, Scenario, ValidationResult, Violation } from 'graze/scenario'
 */

/**
 * Poses of bodies at a time, for pictures.
 *
 * @typedef {{ x: number, y: number, angle: number }} Pose
 *
 * @typedef {(time: number) => Pose | null} PoseFunction null: the body does not exist
 */

/** @param {number[]} coefficients @param {number} s */
function polynomial(coefficients, s) {
    return coefficients.reduceRight((sum, c) => sum * s + c, 0);
}

/** @param {MotionPiece} piece @param {number} time @returns {Pose} */
export function poseOnPiece({ t0, t1, x, y, angle }, time) {
    const s = Math.min(Math.max(time, t0), t1) - t0;
    return {
        x: polynomial(x, s),
        y: polynomial(y, s),
        angle: angle === undefined ? 0 : polynomial(angle, s),
    };
}

/**
 * Returns the index of the last piece that has begun, by bisection; -1 before the first.
 *
 * @param {MotionPiece[]} motion
 * @param {number} time
 */
function pieceAt(motion, time) {
    let [low, high] = [-1, motion.length - 1];
    while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if (motion[middle].t0 <= time) low = middle;
        else high = middle - 1;
    }
    return low;
}

/**
 * @param {MotionPiece[]} motion
 * @param {{ before: boolean, after: boolean }} presence whether the body exists before the motion and after it
 * @returns {PoseFunction}
 */
export function makePoseAt(motion, { before, after }) {
    return (time) => {
        const k = pieceAt(motion, time);
        if (k < 0) return before && motion.length > 0 ? poseOnPiece(motion[0], motion[0].t0) : null;
        const isOver = k === motion.length - 1 && time > motion[k].t1;
        return isOver && !after ? null : poseOnPiece(motion[k], time);
    };
}

/**
 * @param {Scenario} scenario
 * @param {Agent} agent
 * @returns {PoseFunction}
 */
export function agentPoseAt({ beforeStart, atGoal }, { motion, start }) {
    if (motion.length === 0) return () => start && { ...start, angle: 0 };
    return makePoseAt(motion, { before: beforeStart === 'stay', after: atGoal === 'stay' });
}

/**
 * Returns the pose function of the same motion with a delay.
 *
 * @param {PoseFunction} poseAt
 * @param {number} delay
 * @returns {PoseFunction}
 */
export function delayPoseAt(poseAt, delay) {
    return (time) => poseAt(time - delay);
}

/**
 * Returns the speed of an agent at a time, for the size of a picture.
 *
 * @param {MotionPiece[]} motion
 * @param {number} time
 */
export function speedAt(motion, time) {
    const piece = motion[pieceAt(motion, time)];
    if (piece === undefined || time > piece.t1 || piece.t1 <= piece.t0) return 0;
    const span = piece.t1 - piece.t0;
    const [p, q] = [poseOnPiece(piece, piece.t0), poseOnPiece(piece, piece.t1)];
    return Math.hypot(q.x - p.x, q.y - p.y) / span;
}

/**
 * Bodies in pictures: their parts, their size, and the separation of two of them.
 *
 * @typedef {{ points: [number, number][], holes?: [number, number][][], radius: number }} Part polygon, inflated by its radius
 */

/** @param {Agent['shape']} shape a body of the plane @returns {Part[]} */
export function toParts(shape) {
    if (shape.kind === 'sphere' || shape.kind === 'prism') return [];
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

/**
 * Converts the plan's frame to a picture's.
 */

/** Size of the picture, in pixels. */
const WIDTH = 480;
const HEIGHT = 360;

/** Number of a map's cells in one picture above which only some are visited. */
const MAX_CELLS = 65_536;

/** Rounds to a hundredth of a pixel. @param {number} value */
function roundPixel(value) {
    return Math.round(value * 100) / 100;
}

/** A window on the plan, with a margin around its content. */
export class View {
    #axes;
    #areAxesSwapped;

    /**
     * @param {Scenario['axes']} axes
     * @param {[number, number, number, number]} box content of the picture: minimum x and y, maximum x and y
     */
    constructor(axes, [minX, minY, maxX, maxY]) {
        this.#axes = axes;
        // With 'down-right', x points down in the picture and y to the right.
        this.#areAxesSwapped = axes === 'down-right';
        const [spanX, spanY] = [maxX - minX, maxY - minY];
        const [across, down] = this.#areAxesSwapped ? [spanY, spanX] : [spanX, spanY];
        this.scale = Math.min(WIDTH / across, HEIGHT / down);
        const [w, h] = [WIDTH / this.scale, HEIGHT / this.scale];
        const [width, height] = this.#areAxesSwapped ? [h, w] : [w, h];
        const [midX, midY] = [(minX + maxX) / 2, (minY + maxY) / 2];
        this.minX = midX - width / 2;
        this.maxX = midX + width / 2;
        this.minY = midY - height / 2;
        this.maxY = midY + height / 2;
    }

    /** @returns {[number, number]} */
    get size() {
        return [WIDTH, HEIGHT];
    }

    /** @param {number} x @param {number} y @returns {[number, number]} */
    point(x, y) {
        const [u, v] = [(x - this.minX) * this.scale, (y - this.minY) * this.scale];
        if (this.#areAxesSwapped) return [roundPixel(v), roundPixel(u)];
        const down = this.#axes === 'right-up' ? (this.maxY - y) * this.scale : v;
        return [roundPixel(u), roundPixel(down)];
    }

    /** @param {number} x @param {number} y @param {number} margin */
    contains(x, y, margin) {
        return (
            x >= this.minX - margin &&
            x <= this.maxX + margin &&
            y >= this.minY - margin &&
            y <= this.maxY + margin
        );
    }

    /** Returns whether the box of a part overlaps the picture. @param {Part} part @param {Pose} pose */
    overlaps({ points, radius }, pose) {
        const placed = transformPoints(points, pose);
        const [xs, ys] = [0, 1].map((axis) => placed.map((point) => point[axis]));
        return (
            Math.max(...xs) + radius >= this.minX &&
            Math.min(...xs) - radius <= this.maxX &&
            Math.max(...ys) + radius >= this.minY &&
            Math.min(...ys) - radius <= this.maxY
        );
    }

    /**
     * @param {readonly Part[]} parts
     * @param {Pose} pose
     */
    body(parts, pose) {
        /** @param {[number, number][]} ring */
        const toPixels = (ring) =>
            transformPoints(ring, pose).flatMap(([x, y]) => this.point(x, y));
        return parts.map(({ points, holes, radius }) => ({
            points: toPixels(points),
            ...(holes && { holes: holes.map(toPixels) }),
            radius: roundPixel(radius * this.scale),
        }));
    }

    /**
     * Returns the blocked cells in view as boxes; neighbors along y are joined.
     *
     * @param {Grid} grid
     * @returns {[number, number, number, number][]} left, top, width, height of each box
     */
    cells({ nx, ny, blocked }) {
        const clamp = (/** @type {number} */ value, /** @type {number} */ count) =>
            Math.min(Math.max(Math.round(value), 0), count - 1);
        const [i0, i1] = [clamp(this.minX, nx), clamp(this.maxX, nx)];
        const [j0, j1] = [clamp(this.minY, ny), clamp(this.maxY, ny)];
        const step = Math.ceil(Math.sqrt(((i1 - i0 + 1) * (j1 - j0 + 1)) / MAX_CELLS));
        /** @type {[number, number, number, number][]} */
        const boxes = [];
        for (let i = i0; i <= i1; i += step) {
            let from = -1;
            for (let j = j0; j <= j1 + step; j += step) {
                const isBlocked = j <= j1 && blocked[i * ny + j] !== 0;
                if (isBlocked && from < 0) from = j;
                if (isBlocked || from < 0) continue;
                boxes.push(this.#box(i - 0.5, from - 0.5, i - 0.5 + step, j - 0.5));
                from = -1;
            }
        }
        return boxes;
    }

    /**
     * @param {number} x0
     * @param {number} y0
     * @param {number} x1
     * @param {number} y1
     * @returns {[number, number, number, number]}
     */
    #box(x0, y0, x1, y1) {
        const [[u0, v0], [u1, v1]] = [this.point(x0, y0), this.point(x1, y1)];
        return [
            Math.min(u0, u1),
            Math.min(v0, v1),
            roundPixel(Math.abs(u1 - u0)),
            roundPixel(Math.abs(v1 - v0)),
        ];
    }
}

/**
 * Converts the route of a body to lines in a picture.
 */

/** Number of straight lines that replace a curved piece. */
const CURVE_SAMPLES = 12;

/** Maximum number of points of one route in one picture. */
const MAX_POINTS = 2000;

/**
 * Returns the part of a body's route within a window of time, and the rest as far as it is in view.
 *
 * @param {number} role
 * @param {MotionPiece[]} motion
 * @param {PoseFunction} poseAt
 * @param {[number, number]} window
 * @param {View} view
 * @returns {Route[]}
 */
export function makeRoutes(role, motion, poseAt, [from, to], view) {
    /** @type {number[][]} */
    const outside = [];
    /** @type {number[]} */
    const inWindow = [];
    let points = 0;
    for (const piece of motion) {
        if (points > MAX_POINTS) break;
        const times = sampleTimes(piece);
        if (piece.t1 < from || piece.t0 > to) {
            const line = times.map((time) => poseOnPiece(piece, time));
            if (!line.some(({ x, y }) => view.contains(x, y, 0))) continue;
            points += line.length;
            outside.push(line.flatMap(({ x, y }) => view.point(x, y)));
            continue;
        }
        const inside = times.filter((time) => time > from && time < to);
        for (const time of [Math.max(piece.t0, from), ...inside, Math.min(piece.t1, to)]) {
            const { x, y } = poseAt(time) ?? poseOnPiece(piece, time);
            inWindow.push(...view.point(x, y));
            points++;
        }
    }
    return [
        { role, isInWindow: false, lines: outside },
        { role, isInWindow: true, lines: inWindow.length > 0 ? [inWindow] : [] },
    ];
}

/** @param {MotionPiece} piece */
function sampleTimes({ t0, t1, x, y }) {
    const samples = x.length > 2 || y.length > 2 ? CURVE_SAMPLES : 1;
    return Array.from({ length: samples + 1 }, (_, k) => t0 + ((t1 - t0) * k) / samples);
}

/**
 * Computes the pictures of conflicts while the scenario is available: a report is made without it.
 */

/**
 * @typedef {object} DrawnBody a body at an instant; coordinates in pixels
 * @property {number} role 0 and 1: the agents of the conflict in its order; 2: an obstacle
 * @property {'first' | 'deepest'} instant first contact, or deepest overlap
 * @property {{ points: number[], holes?: number[][], radius: number }[]} parts flat: x, y, x, y, …
 *
 * @typedef {object} Route
 * @property {number} role
 * @property {boolean} isInWindow whether it is within the time window of the picture
 * @property {number[][]} lines polylines in pixels, flat: x, y, x, y, …
 *
 * @typedef {object} SeparationCurve separation of the two bodies; null: one of them does not exist
 * @property {number[]} times
 * @property {(number | null)[]} separations
 * @property {(number | null)[] | null} delayed separations after the delay that ends the conflict
 * @property {number} deepestTime time of the deepest overlap
 *
 * @typedef {object} Figure
 * @property {number} violation index of the violation
 * @property {[number, number]} size size of the picture, in pixels
 * @property {[number, number, number, number][]} cells blocked cells: left, top, width, height
 * @property {Route[]} routes
 * @property {DrawnBody[]} obstacles other obstacles, at the time of the deepest overlap
 * @property {DrawnBody[]} bodies
 * @property {SeparationCurve | null} separation
 */

/**
 * One of the two bodies of a conflict.
 *
 * @typedef {object} Side
 * @property {number} role
 * @property {readonly Part[]} parts
 * @property {(time: number) => readonly Part[]} [partsAt] parts at a time, where they change
 * @property {number} [radius] radius that the picture shows; default: that of its parts
 * @property {PoseFunction} poseAt
 * @property {MotionPiece[]} motion
 */

/** Number of instants at which the separation is computed. */
const SAMPLES = 96;

/** Number of steps that refine the instant of the deepest overlap. */
const REFINEMENTS = 40;

/** Maximum number of obstacles in one picture. */
const MAX_OBSTACLES = 50;

/** Maximum number of parts of still obstacles near a conflict, and their maximum distance from it in radii of the agent. */
const MAX_PARTS = 400;
const NEARBY = 8;

/** Number of parts of an obstacle up to which all are drawn, also those out of view. */
const FEW_PARTS = 8;

/** Margin, in cells, around an agent in which the nearest cell is searched. */
const CELL_MARGIN = 2;

/** Maximum radius of an agent, in cells, for which that is done. */
const MAX_RADIUS = 16;

/**
 * Returns pictures of a plan's conflicts: of the first of each group, then of the others.
 *
 * @param {Graze} graze
 * @param {Scenario} scenario
 * @param {Pick<ValidationResult, 'violations' | 'makespan'>} result
 * @param {number} maxFigures
 * @returns {Figure[]}
 */
export function drawFigures(graze, scenario, { violations, makespan }, maxFigures) {
    const firsts = groupViolations(violations).map(({ index }) => index);
    const order = [...new Set([...firsts, ...violations.keys()])];
    /** @type {Figure[]} */
    const figures = [];
    const shapes = new ShapeCache(graze);
    try {
        for (const index of order) {
            if (figures.length === maxFigures) break;
            const sides = findSides(scenario, violations[index]);
            if (sides === null) continue;
            const builder = new FigureBuilder(scenario, violations[index], sides, shapes, makespan);
            const figure = builder.build(index);
            if (figure !== null) figures.push(figure);
        }
    } finally {
        shapes.free();
    }
    return figures.sort((p, q) => p.violation - q.violation);
}

/**
 * Returns the two bodies that conflict; null when there are not two of them.
 *
 * @param {Scenario} scenario
 * @param {Violation} violation
 * @returns {[Side, Side] | null}
 */
function findSides(scenario, { kind, agents, position, obstacle }) {
    const [a, b] = agents.map((number, role) => agentSide(scenario, number, role));
    if (kind === 'agent-agent' || kind === 'vertex' || kind === 'edge') {
        return b === undefined ? null : [a, b];
    }
    if (kind !== 'agent-obstacle') return null;
    const bodies = scenario.obstacles.filter(({ name }) => name === obstacle);
    if (bodies.length > 1 && position && bodies.every(({ motion = [] }) => motion.length === 0))
        return [a, nearbySide(bodies, a, position)];
    if (obstacle !== undefined && bodies.length > 0)
        return [a, joinSides(bodies.map(obstacleSide))];
    if (scenario.grid === null || position === undefined) return null;
    const [x, y] = position;
    const cell = { role: 2, parts: CELL, poseAt: () => ({ x, y, angle: 0 }), motion: [] };
    return [a, cell];
}

/** @param {Scenario} scenario @param {number} number @param {number} role @returns {Side} */
function agentSide(scenario, number, role) {
    const agent = scenario.agents[number];
    const { shape, motion } = agent;
    return { role, parts: toParts(shape), poseAt: agentPoseAt(scenario, agent), motion };
}

/** @param {Scenario['obstacles'][number]} obstacle @returns {Side} */
function obstacleSide({ shape, pose, motion = [] }) {
    const poseAt =
        motion.length > 0 ? makePoseAt(motion, { before: false, after: false }) : () => pose;
    return { role: 2, parts: toParts(shape), poseAt, motion };
}

/**
 * Returns still obstacles of one name, such as the walls of a map, as one side: their parts near a conflict.
 *
 * @param {Scenario['obstacles']} obstacles
 * @param {Side} agent
 * @param {NonNullable<Violation['position']>} position
 * @returns {Side}
 */
function nearbySide(obstacles, agent, [x, y]) {
    const radius = boundingRadius(agent.parts);
    const distances = obstacles.flatMap(({ shape, pose }) =>
        toParts(shape).map((part) => {
            const points = transformPoints(part.points, pose).map(([u, v]) => [u - x, v - y]);
            const box = [0, 1].map((axis) => {
                const values = points.map((point) => point[axis]);
                return Math.max(Math.min(...values), -Math.max(...values), 0);
            });
            const moved = { ...part, points: /** @type {Part['points']} */ (points) };
            return { part: moved, distance: Math.hypot(...box) - part.radius };
        }),
    );
    const nearest = distances.sort((p, q) => p.distance - q.distance).slice(0, MAX_PARTS);
    const reach = NEARBY * Math.max(radius, nearest[0].distance);
    const parts = nearest.filter(({ distance }) => distance <= reach).map(({ part }) => part);
    return { role: 2, parts, poseAt: () => ({ x, y, angle: 0 }), motion: [], radius };
}

/** Returns the radius of a side that the picture shows. @param {Side} side */
function radiusOf({ radius, parts }) {
    return radius ?? boundingRadius(parts);
}

/**
 * Returns obstacles of one name as one side, whose shape and pose are those of the latest one that is present.
 *
 * @param {Side[]} sides
 * @returns {Side}
 */
function joinSides(sides) {
    if (sides.length === 1) return sides[0];
    const begin = (/** @type {Side} */ { motion: [first] }) => first?.t0 ?? -Infinity;
    const latestFirst = sides.toSorted((p, q) => begin(q) - begin(p));
    /** @param {number} time */
    const presentSide = (time) => latestFirst.find(({ poseAt }) => poseAt(time) !== null);
    const [largest] = sides.toSorted((p, q) => boundingRadius(q.parts) - boundingRadius(p.parts));
    return {
        ...largest,
        partsAt: (time) => presentSide(time)?.parts ?? [],
        poseAt: (time) => presentSide(time)?.poseAt(time) ?? null,
        motion: [],
    };
}

/** Builder of the picture of one conflict. */
class FigureBuilder {
    #scenario;
    #violation;
    #sides;
    #shapes;
    /** @type {[number, number]} */ #window;

    /**
     * @param {Scenario} scenario
     * @param {Violation} violation
     * @param {[Side, Side]} sides
     * @param {ShapeCache} shapes
     * @param {number} makespan
     */
    constructor(scenario, violation, sides, shapes, makespan) {
        this.#scenario = scenario;
        this.#violation = violation;
        this.#sides = sides;
        this.#shapes = shapes;
        const [lo, hi] = violation.interval;
        const speed = Math.max(...sides.map(({ motion }) => speedAt(motion, lo)));
        const size = Math.max(...sides.map(radiusOf));
        // The window is long enough to show where the bodies come from and go to.
        const travel = speed > 0 ? Math.min((4 * size) / speed, makespan / 2) : 0;
        const pad = Math.max(0.75 * (hi - lo), travel) || makespan / 10 || 1;
        // It does not begin before the motions, when there is nothing to see.
        const begin = Math.min(lo, ...sides.map(({ motion }) => motion[0]?.t0 ?? Infinity));
        this.#window = [Math.max(begin, lo - pad), hi + pad];
    }

    /** @param {number} violation @returns {Figure | null} the picture; null when one of the bodies never exists */
    build(violation) {
        const { axes, grid } = this.#scenario;
        const separation = this.#separation();
        if (separation === null) return null;
        const [first] = this.#violation.interval;
        const view = new View(axes, this.#box([first, separation.deepestTime]));
        const routes = this.#sides.flatMap(({ role, motion, poseAt }) =>
            motion.length === 0 ? [] : makeRoutes(role, motion, poseAt, this.#window, view),
        );
        return {
            violation,
            size: view.size,
            cells: grid === null ? [] : view.cells(grid),
            routes,
            obstacles: this.#obstacles(view, separation.deepestTime),
            bodies: [
                ...this.#bodies(view, first, 'first'),
                ...this.#bodies(view, separation.deepestTime, 'deepest'),
            ],
            separation,
        };
    }

    /**
     * Returns the box of the picture: it contains both bodies at the given times, and parts of their routes.
     *
     * @param {number[]} times
     * @returns {[number, number, number, number]}
     */
    #box(times) {
        let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
        const radius = Math.max(...this.#sides.map(radiusOf), 0.25);
        for (const { poseAt } of this.#sides) {
            for (const time of [...this.#window, ...times]) {
                const pose = poseAt(time);
                if (pose === null) continue;
                minX = Math.min(minX, pose.x - 1.5 * radius);
                maxX = Math.max(maxX, pose.x + 1.5 * radius);
                minY = Math.min(minY, pose.y - 1.5 * radius);
                maxY = Math.max(maxY, pose.y + 1.5 * radius);
            }
        }
        return [minX, minY, maxX, maxY];
    }

    /**
     * @param {View} view
     * @param {number} time
     * @param {'first' | 'deepest'} instant
     * @returns {DrawnBody[]}
     */
    #bodies(view, time, instant) {
        return this.#sides.flatMap(({ role, parts, partsAt, poseAt, radius }) => {
            // Walls are drawn once.
            const isWall = radius !== undefined;
            const pose = isWall && instant === 'first' ? null : poseAt(time);
            const currentParts = partsAt?.(time) ?? parts;
            return pose === null ? [] : [{ role, instant, parts: view.body(currentParts, pose) }];
        });
    }

    /**
     * @param {View} view
     * @param {number} time
     * @returns {DrawnBody[]}
     */
    #obstacles(view, time) {
        /** @type {DrawnBody[]} */
        const obstacles = [];
        for (const obstacle of this.#scenario.obstacles) {
            if (obstacles.length === MAX_OBSTACLES) break;
            if (obstacle.name === this.#violation.obstacle) continue;
            const { parts, poseAt } = obstacleSide(obstacle);
            const pose = poseAt(time);
            if (pose === null || !view.contains(pose.x, pose.y, boundingRadius(parts))) continue;
            const visible =
                parts.length <= FEW_PARTS ? parts : parts.filter((p) => view.overlaps(p, pose));
            if (visible.length === 0) continue;
            obstacles.push({ role: 2, instant: 'deepest', parts: view.body(visible, pose) });
        }
        return obstacles;
    }

    /** @returns {SeparationCurve | null} */
    #separation() {
        const { interval, suggestion, agents } = this.#violation;
        const poseFunctions = this.#sides.map(({ poseAt }) => poseAt);
        const deepest = this.#deepestTime(poseFunctions);
        if (deepest === null) return null;
        const times = [...new Set([...this.#sampleTimes(), ...interval, deepest])].sort(
            (p, q) => p - q,
        );
        const delayedIndex = suggestion ? agents.indexOf(suggestion.agent) : -1;
        const delayedPoseFunctions = poseFunctions.with(
            Math.max(delayedIndex, 0),
            delayPoseAt(poseFunctions[Math.max(delayedIndex, 0)], suggestion?.delay ?? 0),
        );
        return {
            times: times.map(roundTo10Digits),
            separations: times.map((time) =>
                roundTo6Digits(this.#separationAt(poseFunctions, time)),
            ),
            delayed:
                delayedIndex < 0
                    ? null
                    : times.map((time) =>
                          roundTo6Digits(this.#separationAt(delayedPoseFunctions, time)),
                      ),
            deepestTime: roundTo10Digits(deepest),
        };
    }

    #sampleTimes() {
        const [from, to] = this.#window;
        return Array.from({ length: SAMPLES + 1 }, (_, k) => from + ((to - from) * k) / SAMPLES);
    }

    /**
     * Returns the time of the deepest overlap: the best of many instants, refined between its neighbors.
     *
     * @param {PoseFunction[]} poseFunctions
     * @returns {number | null}
     */
    #deepestTime(poseFunctions) {
        const [lo, hi] = this.#violation.interval;
        const step = (hi - lo) / SAMPLES;
        /** @param {number} time */
        const separationAt = (time) => this.#separationAt(poseFunctions, time) ?? Infinity;
        let best = lo;
        for (let k = 1; k <= SAMPLES && step > 0; k++) {
            if (separationAt(lo + k * step) < separationAt(best)) best = lo + k * step;
        }
        let [left, right] = [Math.max(lo, best - step), Math.min(hi, best + step)];
        for (let k = 0; k < REFINEMENTS && step > 0; k++) {
            const [p, q] = [left + (right - left) / 3, right - (right - left) / 3];
            if (separationAt(p) <= separationAt(q)) right = q;
            else left = p;
        }
        const middle = (left + right) / 2;
        if (separationAt(middle) < separationAt(best)) best = middle;
        return separationAt(best) === Infinity ? null : best;
    }

    /**
     * @param {PoseFunction[]} poseFunctions
     * @param {number} time
     * @returns {number | null}
     */
    #separationAt(poseFunctions, time) {
        const [a, b] = poseFunctions.map((poseAt) => poseAt(time));
        if (a === null || b === null) return null;
        const [{ parts }, other] = this.#sides;
        const { grid } = this.#scenario;
        if (other.parts === CELL && grid !== null) return this.#cellSeparation(parts, a, grid, b);
        return this.#shapes.separation(parts, a, other.partsAt?.(time) ?? other.parts, b);
    }

    /**
     * Returns the separation of an agent from the nearest blocked cell around it; from the given cell when none
     * is near.
     *
     * @param {readonly Part[]} parts
     * @param {Pose} pose
     * @param {Grid} grid
     * @param {Pose} cell
     */
    #cellSeparation(parts, pose, { nx, ny, blocked }, cell) {
        const margin = Math.ceil(boundingRadius(parts)) + CELL_MARGIN;
        let min = this.#shapes.separation(parts, pose, CELL, cell);
        if (margin > MAX_RADIUS) return min;
        const [i, j] = [Math.round(pose.x), Math.round(pose.y)];
        for (let p = Math.max(0, i - margin); p <= Math.min(nx - 1, i + margin); p++) {
            for (let q = Math.max(0, j - margin); q <= Math.min(ny - 1, j + margin); q++) {
                if (blocked[p * ny + q] === 0) continue;
                const separation = this.#shapes.separation(parts, pose, CELL, {
                    x: p,
                    y: q,
                    angle: 0,
                });
                min = Math.min(min, separation);
            }
        }
        return min;
    }
}

/** @param {number} value */
function roundTo10Digits(value) {
    return Number(value.toPrecision(10));
}

/** @param {number | null} value */
function roundTo6Digits(value) {
    return value === null ? null : Number(value.toPrecision(6));
}
