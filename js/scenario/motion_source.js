/**
 * Motions of large plans, kept as columns of numbers. Their pieces are objects of 300 bytes; a plan of a million of them is
 * checked without having them all at once.
 *
 * An agent with a source has the same `motion` as any other: it is made when it is first read, and then kept, so that
 * changes of it last. Only passes over all agents use `piecesOf`, `endPiecesOf` and `pieceCountOf`, which keep nothing.
 *
 * @import { Agent, MotionPiece } from './scenario.js'
 *
 * @typedef {object} MotionSource
 * @property {number} count number of pieces
 * @property {() => MotionPiece[]} makePieces makes all pieces
 * @property {() => MotionPiece[]} makeEndPieces makes the first and the last piece, which may be one; none if there are none
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
        return keepMotion(this, piecesOf(this));
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
 * Returns the pieces of a motion to read them once: they may not be those of the next call.
 *
 * @param {Moving} agent
 * @returns {MotionPiece[]}
 */
export function piecesOf(agent) {
    return agent[SOURCE]?.makePieces() ?? agent.motion;
}

/**
 * Returns the first piece of a motion and the last, to read them once; undefined if the motion is empty.
 *
 * @param {Moving} agent
 * @returns {[first: MotionPiece | undefined, last: MotionPiece | undefined]}
 */
export function endPiecesOf(agent) {
    const pieces = agent[SOURCE]?.makeEndPieces() ?? agent.motion;
    return [pieces[0], pieces[pieces.length - 1]];
}

/**
 * Returns the number of pieces of a motion.
 *
 * @param {Moving} agent
 */
export function pieceCountOf(agent) {
    return agent[SOURCE]?.count ?? agent.motion.length;
}
