import { valueAt } from './polynomial.js';

/** @import { Agent, MotionPiece, Point, SourcePosition } from './scenario.js' */

/**
 * Motions that are made when they are first read: a reader keeps the numbers of large plans in columns, since pieces are
 * objects of 300 bytes.
 *
 * An agent with a source has the same `motion` as any other, as an own property, so that it is copied, cloned and written as
 * JSON. Once made it is kept, so that changes of it last. Passes over all agents use `piecesOf`, `endPiecesOf` and
 * `pieceCountOf`, which keep nothing.
 *
 * @typedef {object} MotionSource
 * @property {number} count number of pieces
 * @property {() => MotionPiece[]} makePieces makes all pieces
 * @property {() => MotionPiece[]} makeEndPieces makes the first and the last piece, which may be one; none if there are none
 * @property {(piece: number) => number} [lineOf] returns the line of a piece in the plan's file
 */

/** Key of an agent's source, which no copy of the agent has. */
const SOURCE = Symbol('motion source');

/** @typedef {{ motion: MotionPiece[], [SOURCE]?: MotionSource }} Moving */

/**
 * Keeps the motion of an agent as a plain property.
 *
 * @param {Moving} agent
 * @param {MotionPiece[]} motion
 */
function keepMotion(agent, motion) {
    const isKept = Reflect.defineProperty(agent, 'motion', {
        value: motion,
        writable: true,
        enumerable: true,
        configurable: true,
    });
    if (isKept) Reflect.defineProperty(agent, SOURCE, { value: undefined });
    return motion;
}

/** Property `motion` of an agent with a source. @type {PropertyDescriptor & ThisType<Moving>} */
const MADE_MOTION = {
    configurable: true,
    enumerable: true,
    get() {
        return keepMotion(this, this[SOURCE]?.makePieces() ?? []);
    },
    set(motion) {
        keepMotion(this, motion);
    },
};

/**
 * Gives an agent the motion of a source.
 *
 * @template {Agent} T
 * @param {T} agent
 * @param {MotionSource} source
 * @returns {T} the agent
 */
export function withMotionSource(agent, source) {
    Object.defineProperty(agent, SOURCE, { value: source, configurable: true });
    return Object.defineProperty(agent, 'motion', MADE_MOTION);
}

/**
 * Returns the source of a motion that is not made yet: nobody can have changed it.
 *
 * @param {object} agent
 * @returns {MotionSource | undefined} undefined for all other agents
 */
export function sourceOf(agent) {
    const source = /** @type {Partial<Moving>} */ (agent)[SOURCE];
    if (source === undefined) return undefined;
    // An agent may inherit from another one, or have its motion removed.
    const isOwn = Object.getOwnPropertyDescriptor(agent, 'motion')?.get === MADE_MOTION.get;
    return isOwn ? source : undefined;
}

/**
 * Returns the pieces of a motion to read them once: they may not be those of the next call.
 *
 * @param {Agent} agent
 * @returns {MotionPiece[]}
 */
export function piecesOf(agent) {
    return sourceOf(agent)?.makePieces() ?? agent.motion;
}

/**
 * Returns the first piece of a motion and the last, to read them once; undefined if the motion is empty.
 *
 * @param {Agent} agent
 * @returns {[first: MotionPiece | undefined, last: MotionPiece | undefined]}
 */
export function endPiecesOf(agent) {
    const pieces = sourceOf(agent)?.makeEndPieces() ?? agent.motion;
    return [pieces[0], pieces[pieces.length - 1]];
}

/**
 * Returns the number of pieces of a motion.
 *
 * @param {Agent} agent
 */
export function pieceCountOf(agent) {
    return sourceOf(agent)?.count ?? agent.motion.length;
}

/**
 * Motions in whole steps. A reader keeps only the places of an agent; its `motion` is made when it is first read, since
 * most plans in steps are decided without it. The functions of this file read the ends of any agent's motion without
 * making it.
 */

/**
 * Positions of the places of a motion in its file, made when they are read.
 *
 * @typedef {object} PlaceSources
 * @property {Int32Array} [marks] number of each place's position, such as its offset in the text: waits with the same number
 *   are one piece; default: its step
 * @property {(mark: number) => SourcePosition} positionOf returns the position with a number
 */

/**
 * The places of a motion that is not made yet.
 *
 * @typedef {object} StepPlaces
 * @property {Int32Array} places x0, y0, x1, y1, … after each step; at least one
 * @property {PlaceSources | undefined} sources positions of the places in the file
 * @property {number} steps number of steps
 * @property {StepMotion | undefined} form undefined: the motion is that of `stepsToMotion`
 * @property {Int32Array} [pieceEnds] last step of each piece, once it is known
 *
 * @typedef {MotionSource & StepPlaces} StepPath
 *
 * A motion of one piece per step that states more than its places do.
 *
 * @typedef {object} StepMotion
 * @property {() => MotionPiece[]} makeMotion returns the pieces, each of which leads from one place to the next
 * @property {boolean} hasAngles whether they have angles
 */

/**
 * Returns an agent whose motion follows from its places. The motion is made when it is first read: in this way 8 bytes per
 * step suffice for plans that are decided by their cells. O(steps), and as much again for the motion.
 *
 * @param {Pick<Agent, 'name' | 'shape' | 'start' | 'goal' | 'goals' | 'source'>} agent
 * @param {Int32Array} places x0, y0, x1, y1, … after each step, at least one; they must not change
 * @param {PlaceSources} [sources] positions of the places in the file
 * @param {StepMotion} [form] only without `sources`, and with at least one step
 * @returns {Agent}
 */
export function makeStepAgent({ name, shape, start, goal, goals, source }, places, sources, form) {
    const made = /** @type {Agent} */ ({ name, shape, start, goal });
    if (goals !== undefined) made.goals = goals;
    const makePieces = () => form?.makeMotion() ?? stepsToMotion(places, sources);
    /** @type {StepPath} */
    const path = {
        count: countPieces(places, sources),
        makePieces,
        makeEndPieces() {
            const pieces = makePieces();
            return [pieces[0], pieces[pieces.length - 1]];
        },
        places,
        sources,
        steps: places.length / 2 - 1,
        form,
    };
    withMotionSource(made, path);
    if (source !== undefined) made.source = source;
    return made;
}

/**
 * Returns the steps of an agent whose motion is not made yet: nobody can have changed it.
 *
 * @param {object} agent
 * @returns {StepPath | undefined} undefined for all other agents
 */
export function stepPathOf(agent) {
    const source = sourceOf(agent);
    return source !== undefined && 'places' in source
        ? /** @type {StepPath} */ (source)
        : undefined;
}

/**
 * Returns one piece per step, and a single piece for a wait that the file writes at one position, so that a few characters
 * do not make millions of pieces. An agent without steps is at its place for no time, at 0.
 *
 * @param {Int32Array | Float64Array} places x0, y0, x1, y1, …
 * @param {PlaceSources} [sources] positions of the places in the file; a piece has that of its end
 * @returns {MotionPiece[]}
 */
export function stepsToMotion(places, sources) {
    const steps = places.length / 2 - 1;
    // Differences of integers are exact; others may not lead to the exact end.
    const isExact = places instanceof Int32Array;
    /** @type {MotionPiece[]} */
    const motion = [];
    eachPiece(places, sources, (first, next) => {
        const [x, y] = [places[2 * first], places[2 * first + 1]];
        const [toX, toY] = [places[2 * next], places[2 * next + 1]];
        const isWait = x === toX && y === toY;
        motion.push({
            t0: first,
            t1: next,
            x: isWait ? [x] : [x, toX - x],
            y: isWait ? [y] : [y, toY - y],
            ...(!isExact && steps > 0 && { end: { x: toX, y: toY } }),
            ...(sources && { source: positionAt(sources, next === first ? next : first + 1) }),
        });
    });
    return motion;
}

/** Returns the position of a place in the file. @param {PlaceSources} sources @param {number} step */
function positionAt({ marks, positionOf }, step) {
    return positionOf(marks?.[step] ?? step);
}

/**
 * Calls `onPiece` with the first and the last step of each piece.
 *
 * @param {Int32Array | Float64Array} places
 * @param {PlaceSources | undefined} sources
 * @param {(first: number, next: number) => void} onPiece
 */
export function eachPiece(places, sources, onPiece) {
    const steps = places.length / 2 - 1;
    if (steps <= 0) {
        onPiece(0, steps);
        return;
    }
    const marks = sources?.marks;
    for (let t = 0; t < steps; ) {
        let next = t + 1;
        if (marks !== undefined && isWaitAt(places, t)) {
            const mark = marks[next];
            while (next < steps && marks[next + 1] === mark && isWaitAt(places, next)) next++;
        }
        onPiece(t, next);
        t = next;
    }
}

/** Returns whether an agent waits in step t. @param {Int32Array | Float64Array} places @param {number} t */
function isWaitAt(places, t) {
    const at = 2 * t;
    return places[at] === places[at + 2] && places[at + 1] === places[at + 3];
}

/**
 * Returns whether an agent is after each whole step where its cells say, and moves straight at constant speed in between.
 * O(steps).
 *
 * @param {Agent} agent
 * @param {Int32Array} cells x0, y0, x1, y1, … after each step
 */
export function followsCells(agent, cells) {
    const path = stepPathOf(agent);
    if (path !== undefined) return areEqual(path.places, cells);
    const last = cells.length / 2 - 1;
    const motion = piecesOf(agent);
    if (motion.length === 0) {
        const { start } = agent;
        return last === 0 && start !== null && start.x === cells[0] && start.y === cells[1];
    }
    let step = 0;
    for (const { t0, t1, x, y } of motion) {
        const isWhole = t0 === step && t1 >= t0 && t1 <= last && Number.isInteger(t1);
        if (!isWhole || x.length > 2 || y.length > 2) return false;
        const [vx, vy] = [x[1] ?? 0, y[1] ?? 0];
        for (; step <= t1; step++) {
            const s = step - t0;
            if (x[0] + vx * s !== cells[2 * step] || y[0] + vy * s !== cells[2 * step + 1]) {
                return false;
            }
        }
        step = t1;
    }
    return step === last;
}

/** @param {Int32Array} places @param {Int32Array} cells */
function areEqual(places, cells) {
    if (places.length !== cells.length) return false;
    for (let k = 0; k < cells.length; k++) if (places[k] !== cells[k]) return false;
    return true;
}

/**
 * Returns the piece of an agent's motion in which it makes a step.
 *
 * @param {Agent} agent
 * @param {number} step from this time to the next whole one
 * @returns {number | null} null: it does not move then
 */
export function pieceOfStep(agent, step) {
    const path = stepPathOf(agent);
    if (path === undefined) return pieceIndexAt(agent.motion, step + 0.5);
    if (step >= path.steps) return null;
    if (path.sources?.marks === undefined) return step;
    const ends = pieceEndsOf(path);
    return firstIndex(ends.length, (k) => ends[k] > step);
}

/**
 * Returns a function that returns the line of each piece of an agent's motion in the plan's file, or undefined if it is not
 * known.
 *
 * @param {Agent} agent
 * @returns {(piece: number) => number | undefined}
 */
export function pieceLinesOf(agent) {
    const source = sourceOf(agent);
    if (source === undefined) return (piece) => agent.motion[piece]?.source?.line;
    if (!('places' in source)) return source.lineOf ?? (() => undefined);
    const path = /** @type {StepPath} */ (source);
    const { sources, steps } = path;
    if (sources === undefined) return () => undefined;
    const ends = sources.marks && pieceEndsOf(path);
    return (piece) => {
        const first = ends === undefined || piece === 0 ? piece : ends[piece - 1];
        return positionAt(sources, Math.min(first + 1, steps)).line;
    };
}

/** Returns the last step of each piece. @param {StepPath} path */
function pieceEndsOf(path) {
    if (path.pieceEnds !== undefined) return path.pieceEnds;
    const ends = new Int32Array(path.count);
    let count = 0;
    eachPiece(path.places, path.sources, (_, next) => {
        ends[count++] = next;
    });
    path.pieceEnds = ends;
    return ends;
}

/**
 * Returns the piece of a motion at a time, the earlier one of two.
 *
 * @param {MotionPiece[]} motion
 * @param {number} time
 * @returns {number | null} null: before or after the motion
 */
export function pieceIndexAt(motion, time) {
    if (motion.length === 0 || time < motion[0].t0 || time > motion[motion.length - 1].t1) {
        return null;
    }
    return firstIndex(motion.length, (k) => motion[k].t1 >= time);
}

/**
 * Returns the first index from which on a condition holds; the last index, if it holds for none before.
 *
 * @param {number} count at least 1
 * @param {(index: number) => boolean} holds
 */
export function firstIndex(count, holds) {
    let [low, high] = [0, count - 1];
    while (low < high) {
        const middle = (low + high) >> 1;
        if (holds(middle)) high = middle;
        else low = middle + 1;
    }
    return low;
}

/**
 * @param {Int32Array} places
 * @param {PlaceSources | undefined} sources
 */
function countPieces(places, sources) {
    if (sources?.marks === undefined) return Math.max(1, places.length / 2 - 1);
    let count = 0;
    eachPiece(places, sources, () => count++);
    return count;
}

/** Returns the time at which an agent's motion begins; null without one. @param {Agent} agent @returns {number | null} */
export function beginTime(agent) {
    if (stepPathOf(agent) !== undefined) return 0;
    return endPiecesOf(agent)[0]?.t0 ?? null;
}

/** Returns the time at which an agent's motion ends; 0 without one. @param {Agent} agent @returns {number} */
export function endTime(agent) {
    const path = stepPathOf(agent);
    if (path !== undefined) return path.steps;
    return endPiecesOf(agent)[1]?.t1 ?? 0;
}

/** Returns the place where an agent's motion begins; null without one. @param {Agent} agent @returns {Point | null} */
export function beginPoint(agent) {
    const path = stepPathOf(agent);
    if (path !== undefined) return placeAt(path, 0);
    const [first] = endPiecesOf(agent);
    return first === undefined ? null : startPoint(first);
}

/** Returns the place where an agent's motion ends; null without one. @param {Agent} agent @returns {Point | null} */
export function finalPoint(agent) {
    const path = stepPathOf(agent);
    if (path !== undefined) return placeAt(path, path.steps);
    const last = endPiecesOf(agent)[1];
    return last === undefined ? null : endPoint(last);
}

/** Returns the place after a step. @param {StepPath} path @param {number} step @returns {Point} */
export function placeAt({ places }, step) {
    return { x: places[2 * step], y: places[2 * step + 1] };
}

/** Returns whether no step leads farther than to a neighbor cell. @param {Int32Array} places x0, y0, x1, y1, … */
export function hasUnitSteps(places) {
    for (let k = 2; k < places.length; k += 2) {
        const length =
            Math.abs(places[k] - places[k - 2]) + Math.abs(places[k + 1] - places[k - 1]);
        if (length > 1) return false;
    }
    return true;
}

/**
 * Returns the start point of a piece.
 *
 * @param {MotionPiece} piece
 * @returns {Point}
 */
export function startPoint({ x, y, z }) {
    return z === undefined ? { x: x[0], y: y[0] } : { x: x[0], y: y[0], z: z[0] };
}

/**
 * Returns the end point of a piece: that of the file, or else that of its polynomials.
 *
 * @param {MotionPiece} piece
 * @returns {Point}
 */
export function endPoint(piece) {
    return piece.end ?? reachedPoint(piece);
}

/**
 * Returns the end point of a piece's polynomials.
 *
 * @param {MotionPiece} piece
 */
export function reachedPoint(piece) {
    return pointOnPiece(piece, piece.t1 - piece.t0);
}

/**
 * Returns the position of a body's origin in a piece of its motion.
 *
 * @param {MotionPiece} piece
 * @param {number} s time since the beginning of the piece
 * @returns {Point}
 */
export function pointOnPiece({ x, y, z }, s) {
    const point = { x: valueAt(x, s), y: valueAt(y, s) };
    return z === undefined ? point : { ...point, z: valueAt(z, s) };
}
