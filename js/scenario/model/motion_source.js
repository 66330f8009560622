/**
 * Motions that are made when they are first read: a reader keeps the numbers of large plans in columns, since pieces are
 * objects of 300 bytes.
 *
 * An agent with a source has the same `motion` as any other, as an own property, so that it is copied, cloned and written as
 * JSON. Once made it is kept, so that changes of it last. Passes over all agents use `piecesOf`, `endPiecesOf` and
 * `pieceCountOf`, which keep nothing.
 *
 * @import { Agent, MotionPiece } from './scenario.js'
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
