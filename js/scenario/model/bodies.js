import { formatValue, GrazeError } from '#internal';
import { listBodies, makeBodyPart, nameFault } from './outline.js';
import { axesOf, valueAt } from './polynomial.js';
import { clockResolution } from './tolerance.js';

/**
 * @import { Graze, Motion, MotionPiece as Piece, Shape } from 'graze'
 * @import { BodyPart } from './outline.js'
 * @import { BodyShape, MotionPiece, PlaneShape, Point, Scenario } from './scenario.js'
 */

/**
 * An agent or an obstacle, or a part of it that is far from the others, during a continuous part of its motion.
 *
 * @typedef {object} Body
 * @property {number} agent -1 for an obstacle
 * @property {number} obstacle -1 for an agent
 * @property {BodyPart} part
 * @property {Shape} shape
 * @property {Motion} motion motion of the part's `center`, relative to `Bodies.origin`
 * @property {Piece[]} pieces pieces of that motion; empty unless they are kept
 * @property {number} begin time from which it is present; -Infinity: always
 * @property {number} end time until which it is present; Infinity: for ever
 */

/**
 * The functions in which bodies of the plane differ from those of space.
 *
 * @typedef {object} BodyForm
 * @property {(graze: any, shape: BodyShape, owner: string, details: ErrorDetails) => Iterable<BodyPart>} makeParts makes the
 *   parts of a body, each with a shape, which must be freed
 * @property {(motion: MotionPiece[], part: BodyPart, origin: Point) => any[]} makePieces makes the pieces of a part's motion,
 *   relative to `origin`
 * @property {(before: any, after: any) => boolean} joinPieces returns whether a piece continues where the previous one ends; if
 *   so, makes it begin exactly there
 *
 * @typedef {{ argument: string, index: number }} ErrorDetails
 */

/** Maximum gap between consecutive pieces of one motion, relative to their lengths and positions. */
export const JOIN_TOLERANCE = { length: 1e-6, position: 2 ** -41, angle: 1e-9 };

/** Factor by which positions may exceed the size of the scene before they are given relative to a point near it. */
const FAR_FACTOR = 16;

/**
 * Returns what of a scenario bodies and their names are made of, as plain data.
 *
 * @param {Scenario} scenario
 * @returns {Scenario}
 */
export function bodiesOf(scenario) {
    return { ...scenario, roadmap: null, discrete: null, notices: [] };
}

/**
 * The bodies of a scenario for the package. Shapes are in float32, so each is given relative to a point near it; motions
 * are relative to `origin`, near the scene.
 */
export class Bodies {
    /** @type {Graze} */ #graze;
    #form;
    /** Objects to free. @type {(Shape | Motion)[]} */ #owned = [];

    /**
     * @param {Graze} graze
     * @param {Scenario} scenario
     * @param {number} begin time from which bodies without a motion are present
     * @param {boolean} [keepsPieces] whether bodies have their `pieces`; default: false, to save memory
     * @param {BodyForm} [form] default: that of the plane
     */
    constructor(graze, scenario, begin, keepsPieces = false, form = PLANE) {
        this.#graze = graze;
        this.#form = form;
        this.scenario = scenario;
        this.begin = begin;
        this.keepsPieces = keepsPieces;
        this.origin = chooseOrigin(scenario);
        /** @type {Body[]} */
        this.agents = [];
        /** @type {Body[]} */
        this.obstacles = [];
        try {
            scenario.agents.forEach((_, a) => {
                this.#addAgent(a);
            });
            scenario.obstacles.forEach((_, k) => {
                this.#addObstacle(k);
            });
        } catch (error) {
            this.free();
            throw error;
        }
    }

    free() {
        for (const thing of this.#owned) thing.free();
        this.#owned = [];
    }

    /** @template {Shape | Motion} T @param {T} thing an object that is freed with all others @returns {T} */
    addOwned(thing) {
        this.#owned.push(thing);
        return thing;
    }

    /** @param {number} a */
    #addAgent(a) {
        const { agents, beforeStart, atGoal } = this.scenario;
        const { shape, motion, start } = agents[a];
        const details = { argument: 'scenario', index: a };
        checkPieces(motion, `agent ${a}`, details);
        const motionPieces = motion.length > 0 ? motion : [makeStaticPiece(start, this.begin, a)];
        for (const part of this.#makeParts(shape, `agent ${a}`, details)) {
            this.#add(this.agents, a, -1, part, motionPieces, beforeStart, atGoal);
        }
    }

    /** @param {number} k */
    #addObstacle(k) {
        const { name, shape, pose, motion = [] } = this.scenario.obstacles[k];
        const details = { argument: 'scenario', index: k };
        checkPieces(motion, `obstacle ${formatValue(name)}`, details);
        const { x, y, z, angle } = pose;
        const place = { x: [x], y: [y], angle: [angle], ...(z === undefined ? {} : { z: [z] }) };
        const standing = { t0: this.begin, t1: this.begin, ...place };
        const motionPieces = motion.length > 0 ? motion : [standing];
        const ending = motion.length > 0 ? 'vanish' : 'stay';
        for (const part of this.#makeParts(shape, `obstacle ${formatValue(name)}`, details)) {
            this.#add(this.obstacles, -1, k, part, motionPieces, ending, ending);
        }
    }

    /**
     * @param {BodyShape} shape
     * @param {string} owner
     * @param {ErrorDetails} details
     * @returns {Generator<BodyPart>}
     */
    *#makeParts(shape, owner, details) {
        for (const part of this.#form.makeParts(this.#graze, shape, owner, details)) {
            this.addOwned(part.shape);
            yield part;
        }
    }

    /**
     * @param {Body[]} target
     * @param {number} agent
     * @param {number} obstacle
     * @param {BodyPart} part
     * @param {MotionPiece[]} motion
     * @param {'stay' | 'vanish'} before
     * @param {'stay' | 'vanish'} after
     */
    #add(target, agent, obstacle, part, motion, before, after) {
        const graze = this.#graze;
        const pieces = this.#form.makePieces(motion, part, this.origin);
        let first = 0;
        for (let k = 1; k <= pieces.length; k++) {
            if (k < pieces.length && this.#form.joinPieces(pieces[k - 1], pieces[k])) continue;
            const staysBefore = first === 0 && before === 'stay';
            const staysAfter = k === pieces.length && after === 'stay';
            const ends = /** @type {const} */ ({
                before: staysBefore ? 'stay' : 'vanish',
                after: staysAfter ? 'stay' : 'vanish',
            });
            const own = pieces.slice(first, k);
            const joined = this.addOwned(graze.motion({ pieces: own }, ends));
            const body = makeBody(agent, obstacle, part, joined, staysBefore, staysAfter);
            target.push(this.keepsPieces ? { ...body, pieces: own } : body);
            first = k;
        }
    }
}

/**
 * Makes the parts of a body of the plane.
 *
 * @param {Graze} graze
 * @param {BodyShape} shape
 * @param {string} owner
 * @param {ErrorDetails} details
 * @returns {Generator<BodyPart>}
 */
function* makeParts(graze, shape, owner, details) {
    for (const each of listBodies(/** @type {PlaneShape} */ (shape), owner, details)) {
        try {
            yield makeBodyPart(graze, each);
        } catch (error) {
            throw nameFault(error, owner, details);
        }
    }
}

/**
 * Returns the pieces of a part's motion, relative to `origin`. The part's coordinates are relative to its center, so it turns
 * around a pivot, the body's own origin.
 *
 * @param {MotionPiece[]} motion
 * @param {BodyPart} part
 * @param {Point} origin
 * @returns {(Piece & { x: number[], y: number[], angle: number[] })[]}
 */
function makePieces(motion, { center, shape }, origin) {
    // A disc around the body's origin looks the same at every angle.
    const isRound = shape.kind === 'disc';
    const turns = !isRound && motion.some(({ angle }) => angle?.some((c, k) => k > 0 && c !== 0));
    return motion.map(({ t0, t1, x, y, angle: declaredAngle = [0] }) => {
        const angle = isRound ? [0] : declaredAngle;
        const shift = turns ? { x: 0, y: 0 } : rotate(center, angle[0]);
        return {
            t0,
            t1,
            x: [x[0] + (shift.x - origin.x), ...x.slice(1)],
            y: [y[0] + (shift.y - origin.y), ...y.slice(1)],
            angle: angle.slice(),
            ...(turns ? { pivot: { x: -center.x, y: -center.y } } : {}),
        };
    });
}

/**
 * @param {number} agent
 * @param {number} obstacle
 * @param {BodyPart} part
 * @param {Motion} motion
 * @param {boolean} staysBefore
 * @param {boolean} staysAfter
 * @returns {Body}
 */
function makeBody(agent, obstacle, part, motion, staysBefore, staysAfter) {
    const { shape } = part;
    const begin = staysBefore ? -Infinity : motion.t0;
    const end = staysAfter ? Infinity : motion.t1;
    return { agent, obstacle, part, shape, motion, pieces: [], begin, end };
}

/**
 * Returns the motion of an agent without pieces.
 *
 * @param {Point | null} start
 * @param {number} begin
 * @param {number} a
 * @returns {MotionPiece}
 */
function makeStaticPiece(start, begin, a) {
    const details = { argument: 'scenario', index: a };
    if (start === null) {
        const text = `agent ${a} has neither a motion nor a start`;
        throw new GrazeError('unknown-start', text, details);
    }
    const { x, y, z } = start;
    if (Number.isFinite(x) && Number.isFinite(y)) {
        const place = { t0: begin, t1: begin, x: [x], y: [y] };
        return z === undefined ? place : { ...place, z: [z] };
    }
    throw new GrazeError('not-finite', `agent ${a} rests at a place that is not finite`, details);
}

/** @param {Point} p @param {number} angle */
function rotate({ x, y }, angle) {
    if (angle === 0) return { x, y };
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return { x: x * cos - y * sin, y: x * sin + y * cos };
}

/**
 * Returns whether a piece continues where the previous one ends; if so, makes it begin exactly there.
 *
 * @param {{ t0: number, t1: number, x: number[], y: number[], angle: number[] }} before
 * @param {{ t0: number, t1: number, x: number[], y: number[], angle: number[] }} after
 */
function joinPieces(before, after) {
    if (!continuesAt(before, after)) return false;
    const endAngle = valueAt(before.angle, before.t1 - before.t0);
    const turnCount = Math.round((endAngle - after.angle[0]) / (2 * Math.PI));
    const angle = after.angle[0] + 2 * Math.PI * turnCount;
    if (Math.abs(angle - endAngle) > JOIN_TOLERANCE.angle) return false;
    after.angle[0] = angle;
    before.t1 = after.t0;
    return true;
}

/** @type {BodyForm} */
const PLANE = Object.freeze({ makeParts, makePieces, joinPieces });

/**
 * Returns whether a piece begins when and where the previous one ends.
 *
 * @param {Pick<MotionPiece, 't0' | 't1' | 'x' | 'y' | 'z'>} before
 * @param {Pick<MotionPiece, 't0' | 't1' | 'x' | 'y' | 'z'>} after
 */
export function continuesAt(before, after) {
    if (Math.abs(after.t0 - before.t1) > clockResolution(after.t0)) return false;
    if (after.t0 < before.t0) return false;
    const [spanBefore, spanAfter] = [before.t1 - before.t0, after.t1 - after.t0];
    let jump = 0;
    let allowed = 0;
    const others = axesOf(after);
    for (const [k, p] of axesOf(before).entries()) {
        const q = others[k];
        jump += Math.abs(q[0] - valueAt(p, spanBefore));
        allowed +=
            JOIN_TOLERANCE.length *
            (pathLengthBound(p, spanBefore) + pathLengthBound(q, spanAfter));
        allowed += JOIN_TOLERANCE.position * (Math.abs(p[0]) + Math.abs(q[0]));
    }
    return jump <= allowed;
}

/** @param {readonly number[]} polynomial @param {number} span */
function pathLengthBound(polynomial, span) {
    return polynomial.reduce((sum, c, k) => (k === 0 ? 0 : sum + Math.abs(c) * span ** k), 0);
}

/**
 * @param {MotionPiece[]} motion
 * @param {string} owner
 * @param {{ argument: string, index: number }} details
 */
function checkPieces(motion, owner, details) {
    motion.forEach(({ t0, t1, x, y, z = [0], angle = [0] }, k) => {
        const name = `piece ${k} of ${owner}`;
        for (const polynomial of [x, y, z, angle]) {
            if (polynomial.length >= 1 && polynomial.length <= 8) continue;
            const text = `${name} must have polynomials of degree 0 to 7`;
            throw new GrazeError('unsupported-motion', text, { ...details, value: k });
        }
        if (![t0, t1, ...x, ...y, ...z, ...angle].every(Number.isFinite)) {
            throw new GrazeError('not-finite', `${name} has a number that is not finite`, details);
        }
        if (t1 < t0) {
            const text = `${name} ends at ${t1}, before it starts at ${t0}`;
            throw new GrazeError('out-of-range', text, details);
        }
    });
}

/**
 * Returns the point to which positions are relative: (0, 0), unless that is far from all of them.
 *
 * @param {Scenario} scenario
 * @returns {Point}
 */
function chooseOrigin({ agents, obstacles, grid }) {
    const lowest = [Infinity, Infinity, Infinity];
    const highest = [-Infinity, -Infinity, -Infinity];
    /** @param {number} x @param {number} y @param {number} [z] */
    const addPoint = (x, y, z = 0) => {
        for (const [k, value] of [x, y, z].entries()) {
            lowest[k] = Math.min(lowest[k], value);
            highest[k] = Math.max(highest[k], value);
        }
    };
    if (grid !== null) addPoint(0, 0);
    for (const { motion, start } of agents) {
        if (motion.length === 0 && start !== null) addPoint(start.x, start.y, start.z);
        for (const { x, y, z } of motion) addPoint(x[0], y[0], z?.[0]);
    }
    for (const { shape, pose, motion = [] } of obstacles) {
        // The outline of a static body may be in the plan's frame, with a pose of 0.
        const hasOutline = shape.kind === 'polygon' || shape.kind === 'prism';
        const corner = hasOutline ? shape.points[0] : [0, 0];
        if (motion.length === 0) addPoint(pose.x + corner[0], pose.y + corner[1], pose.z);
        for (const { x, y, z } of motion) addPoint(x[0], y[0], z?.[0]);
    }
    const [x, y, z] = lowest.map((low, k) => (low + highest[k]) / 2);
    const extent = Math.max(...lowest.map((low, k) => highest[k] - low), 1);
    const isFar = Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) > FAR_FACTOR * extent;
    return isFar && Number.isFinite(x + y + z)
        ? { x: Math.round(x), y: Math.round(y), z: Math.round(z) }
        : { x: 0, y: 0, z: 0 };
}
