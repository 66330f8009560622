import { FILE_START, noticeAt, tooLargeError } from '../text/source.js';

/**
 * Shared code of the driving formats: bodies at sampled poses, and the motion between samples.
 *
 * @import { CheckedFile } from '../text/source.js'
 * @import { Quaternion } from '../../scenario/model/orientation.js'
 * @import { BodyShape, MotionPiece, SourcePosition } from '../../scenario/model/scenario.js'
 *
 * @typedef {{ t: number, x: number, y: number, angle: number, source?: SourcePosition }} Pose
 */

const FULL_TURN = 2 * Math.PI;

/**
 * Returns the motion through poses in time order: x, y and the angle are linear in time from each to the next, the angle
 * along the shorter arc. A single pose makes a motion without duration.
 *
 * @param {Pose[]} poses
 * @param {boolean} isTurning false: the angle does not matter, and is omitted
 * @param {UniqueNotices} uniqueNotices receives notices about angles that may be mistakes
 * @returns {MotionPiece[]}
 */
export function interpolatePoses(poses, isTurning, uniqueNotices) {
    const angles = isTurning ? unwrapPoseAngles(poses, uniqueNotices) : [];
    /** @param {number} from @param {number} to @param {number} duration */
    const linear = (from, to, duration) => (from === to ? [from] : [from, (to - from) / duration]);
    return poses.slice(0, Math.max(1, poses.length - 1)).map((from, k) => {
        const next = Math.min(k + 1, poses.length - 1);
        const to = poses[next];
        const duration = to.t - from.t;
        return {
            t0: from.t,
            t1: to.t,
            x: linear(from.x, to.x, duration),
            y: linear(from.y, to.y, duration),
            ...(isTurning && { angle: linear(angles[k], angles[next], duration) }),
            end: { x: to.x, y: to.y },
            ...(from.source && { source: from.source }),
        };
    });
}

/**
 * Returns pieces between poses with their heights, linear in time, and their rotations: from each to the next a turn at constant
 * speed about a fixed axis, the shorter way.
 *
 * @param {MotionPiece[]} pieces
 * @param {{ z: number, rotation: Quaternion | null }[]} poses
 * @returns {MotionPiece[]}
 */
export function raisePieces(pieces, poses) {
    return pieces.map((piece, k) => {
        const [from, to] = [poses[k], poses[Math.min(k + 1, poses.length - 1)]];
        const duration = piece.t1 - piece.t0;
        const z = from.z === to.z ? [from.z] : [from.z, (to.z - from.z) / duration];
        const end = piece.end && { end: { ...piece.end, z: to.z } };
        const raised = { ...piece, z, ...end };
        if (from.rotation === null || to.rotation === null) return raised;
        const { axis, angle } = turnBetween(from.rotation, to.rotation);
        if (angle === 0) return { ...raised, rotation: from.rotation };
        return { ...raised, rotation: from.rotation, axis, angle: [0, angle / duration] };
    });
}

/**
 * Returns the turn from one unit quaternion to another, the shorter way: q p^-1 is (axis sin(angle / 2), cos(angle / 2)).
 *
 * @param {Quaternion} p
 * @param {Quaternion} q
 * @returns {{ axis: [number, number, number], angle: number }}
 */
function turnBetween([px, py, pz, pw], [qx, qy, qz, qw]) {
    const vector = [
        qx * pw - qw * px - qy * pz + qz * py,
        qy * pw - qw * py - qz * px + qx * pz,
        qz * pw - qw * pz - qx * py + qy * px,
    ];
    const cosine = qx * px + qy * py + qz * pz + qw * pw;
    const sine = Math.sqrt(vector.reduce((sum, each) => sum + each * each, 0));
    if (sine === 0) return { axis: [0, 0, 1], angle: 0 };
    const sign = cosine < 0 ? -1 : 1;
    const [x, y, z] = vector.map((each) => (sign * each) / sine);
    return { axis: [x, y, z], angle: 2 * Math.atan2(sine, Math.abs(cosine)) };
}

/**
 * Returns the unwrapped angles of poses.
 *
 * @param {{ angle: number, source?: SourcePosition }[]} poses
 * @param {UniqueNotices} uniqueNotices
 * @returns {number[]}
 */
export function unwrapPoseAngles(poses, uniqueNotices) {
    const angles = unwrap(poses.map(({ angle }) => angle));
    for (const [k, { source }] of poses.entries()) {
        if (k === 0 || Math.abs(angles[k] - angles[k - 1]) <= FULL_TURN / 4) continue;
        const text =
            'the heading changes by more than a quarter turn within a step: the body is taken to turn, the shorter way';
        uniqueNotices.add(source ?? FILE_START, text);
    }
    return angles;
}

/**
 * Returns the angles, each within half a turn of the one before it. Full turns are counted separately, so that an angle
 * keeps its own value while it can.
 *
 * @param {number[]} angles
 * @returns {number[]}
 */
function unwrap(angles) {
    let turns = 0;
    return angles.map((angle, k) => {
        if (k > 0) turns -= Math.round((angle - angles[k - 1]) / FULL_TURN);
        return turns === 0 ? angle : angle + FULL_TURN * turns;
    });
}

/**
 * Returns a box around the body's origin, with its length along x.
 *
 * @param {number} length
 * @param {number} width
 * @returns {BodyShape}
 */
export function makeBox(length, width) {
    const [x, y] = [length / 2, width / 2];
    const points = /** @type {[number, number][]} */ ([
        [-x, -y],
        [x, -y],
        [x, y],
        [-x, y],
    ]);
    return { kind: 'polygon', points, radius: 0 };
}

/** Collects notices; each kind is given once, at its first occurrence, with its number of occurrences. */
export class UniqueNotices {
    /** @type {Map<string, { text: string, position: SourcePosition, count: number }>} */
    #kinds = new Map();
    #file;

    /** @param {{ name: string }} file */
    constructor(file) {
        this.#file = file;
    }

    /**
     * @param {SourcePosition} position
     * @param {string} text one kind of notice has one text
     */
    add(position, text) {
        const kind = this.#kinds.get(text);
        if (kind === undefined) this.#kinds.set(text, { text, position, count: 1 });
        else kind.count++;
    }

    get notices() {
        return [...this.#kinds.values()].map(({ text, position, count }) => {
            const repeatNote = count === 1 ? '' : ` (and ${count - 1} more)`;
            return noticeAt(this.#file, position, `${text}${repeatNote}`);
        });
    }
}

/**
 * Refuses a count above a limit before memory is allocated for it.
 *
 * @param {CheckedFile} file
 * @param {SourcePosition} position
 * @param {number} count
 * @param {'agents' | 'pieces'} limit
 * @param {string} label
 */
export function checkCount(file, position, count, limit, label) {
    if (count <= file.limits[limit]) return;
    throw tooLargeError(file, position, limit, label);
}
