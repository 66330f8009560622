import { capacityError } from './bind_batch.js';
import { GrazeError } from './errors.js';
import {
    CLEARANCE,
    CLEARANCE_STATUSES,
    CONTACT,
    CONTACT_STATUSES,
    INTERVAL,
    MOTION_BOUNDS,
    MOVING_PAIRS_VIEWS,
    PIECE,
    PLACE,
} from './layout.js';

/**
 * Calls of bodies that move and turn. As in bind.js, arguments arrive checked.
 *
 * @import { Core } from './bind.js'
 * @import { SWEEP_RESULT } from './layout.js'
 *
 * @typedef {Float64Array} Pieces numbers of pieces, PIECE_NUMBERS each, in the order of PIECE
 * @typedef {[a: number, motionA: number, b: number, motionB: number]} MovingPair handles
 * @typedef {[from: number, to: number, tolerance: number, distanceTolerance: number, maxIterations: number, method: number]} CheckedOptions
 *   NaN for an omitted option; `method` is a position in CONTACT_METHODS
 * @typedef {{ checked: CheckedOptions, maxIntervals: number }} CheckedListOptions options of a query whose
 *   answer has at most `maxIntervals` intervals
 */

/** Number of values per piece. */
export const PIECE_NUMBERS = PIECE.bytes / 8;

/**
 * @param {Core} core
 * @param {Pieces} pieces
 * @param {readonly number[]} ends endings before and after the motion: positions in ENDINGS
 * @param {string} argument argument that the pieces come from
 * @returns {number} the handle
 */
export function newMotion(core, pieces, [before, after], argument) {
    return core.run((wasm) => {
        const count = pieces.length / PIECE_NUMBERS;
        const stage = wasm.graze_wasm_motion_stage(count);
        if (stage === 0) throw core.faultError(argument);
        core.memory.float64.set(pieces, stage >> 3);
        const handle = wasm.graze_wasm_motion_new(stage, count, before, after);
        if (handle === 0) throw pieceError(core, pieces, argument);
        return handle >>> 0;
    });
}

/**
 * Formats the pose at time s after the beginning of a piece: x and y of the body's origin, and the angle. This
 * is for a message, so rounding does not matter.
 *
 * @param {Pieces} piece one piece
 * @param {number} s
 */
function formatPose(piece, s) {
    const [x, y, angle] = [PIECE.x, PIECE.y, PIECE.angle].map((first) =>
        piece.slice(first, first + PIECE.terms).reduceRight((sum, term) => sum * s + term, 0),
    );
    const [px, py] = [piece[PIECE.pivotX], piece[PIECE.pivotY]];
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return `(${x - cos * px + sin * py}, ${y - sin * px - cos * py}, ${angle})`;
}

/**
 * @param {Core} core
 * @param {Pieces} pieces
 * @param {string} argument
 */
function pieceError(core, pieces, argument) {
    const { code, index } = core.readFault();
    const error = core.faultError(argument, undefined, 'piece');
    if (index < 0) return error;
    const piece = pieces.subarray(index * PIECE_NUMBERS, (index + 1) * PIECE_NUMBERS);
    const previous = pieces.subarray((index - 1) * PIECE_NUMBERS, index * PIECE_NUMBERS);
    error.value = [piece[PIECE.t0], piece[PIECE.t1]];
    error.message += `; it lasts from ${piece[PIECE.t0]} to ${piece[PIECE.t1]}`;
    if (index > 0 && code === 'out-of-order') {
        error.message += `, the one before ends at ${previous[PIECE.t1]}`;
    }
    if (code === 'discontinuous') {
        const end = formatPose(previous, previous[PIECE.t1] - previous[PIECE.t0]);
        error.message += `, and jumps from ${end} to ${formatPose(piece, 0)}`;
    }
    return error;
}

/**
 * @param {Core} core
 * @param {number} angle at most maxAngle in magnitude
 * @returns {[cos: number, sin: number]} cosine and sine, with the same bits on every host
 */
export function unitVector(core, angle) {
    return core.run((wasm) => {
        wasm.graze_wasm_direction(angle);
        const base = core.result >> 3;
        return [core.memory.float64[base + PLACE.x], core.memory.float64[base + PLACE.y]];
    });
}

/**
 * @param {Core} core
 * @param {number} motion
 * @param {number} t
 * @returns {{ x: number, y: number, angle: number } | null}
 */
export function motionPose(core, motion, t) {
    return core.run((wasm) => {
        const isPresent = wasm.graze_wasm_motion_pose(motion, t);
        if (isPresent < 0) throw core.faultError('motion');
        if (isPresent === 0) return null;
        const doubles = core.memory.float64;
        const base = core.result >> 3;
        return {
            x: doubles[base + PLACE.x],
            y: doubles[base + PLACE.y],
            angle: doubles[base + PLACE.angle],
        };
    });
}

/**
 * @param {Core} core
 * @param {number} motion
 * @param {number} from
 * @param {number} to
 * @param {number} shape handle of a shape, or 0
 */
export function motionBounds(core, motion, from, to, shape) {
    core.run((wasm) => {
        if (wasm.graze_wasm_motion_bounds(motion, from, to, shape) !== 0) {
            throw core.faultError(['shape', 'motion'][core.readFault().index]);
        }
    });
    const doubles = core.memory.float64;
    const base = core.result >> 3;
    /** @type {(lo: number, hi: number) => [lo: number, hi: number]} */
    const range = (lo, hi) => [doubles[base + lo], doubles[base + hi]];
    return {
        x: range(MOTION_BOUNDS.minX, MOTION_BOUNDS.maxX),
        y: range(MOTION_BOUNDS.minY, MOTION_BOUNDS.maxY),
        angle: range(MOTION_BOUNDS.minAngle, MOTION_BOUNDS.maxAngle),
        speed: doubles[base + MOTION_BOUNDS.speed],
        acceleration: doubles[base + MOTION_BOUNDS.acceleration],
        angularVelocity: doubles[base + MOTION_BOUNDS.angularVelocity],
        angularAcceleration: doubles[base + MOTION_BOUNDS.angularAcceleration],
        pointSpeed: doubles[base + MOTION_BOUNDS.pointSpeed],
        pointAcceleration: doubles[base + MOTION_BOUNDS.pointAcceleration],
    };
}

/** @param {Core} core */
function movingPairError(core) {
    return core.faultError(['a', 'motionA', 'b', 'motionB'][core.readFault().index]);
}

/**
 * Calls a query of two bodies that returns a status.
 *
 * @param {Core} core
 * @param {string} name name of the export
 * @param {readonly number[]} numbers arguments of the export
 */
function callMotionQuery(core, name, numbers) {
    core.run((wasm) => {
        if (wasm[name](...numbers) !== 0) throw movingPairError(core);
    });
}

/**
 * @param {Core} core
 * @param {MovingPair} pair
 * @param {CheckedOptions} checked
 */
export function firstContact(core, pair, checked) {
    callMotionQuery(core, 'graze_wasm_first_contact', [...pair, ...checked]);
    return readContact(core, CONTACT);
}

/**
 * @param {Core} core
 * @param {MovingPair} pair
 * @param {CheckedOptions} checked
 */
export function traceContact(core, pair, checked) {
    callMotionQuery(core, 'graze_wasm_trace_contact', [...pair, ...checked]);
    return {
        ...readContact(core, CONTACT),
        evaluations: core.readList(8, (doubles, d) => doubles[d]),
    };
}

/**
 * Reads the contact of the last call.
 *
 * @param {Core} core
 * @param {typeof CONTACT | typeof SWEEP_RESULT} record record that contains the contact
 */
export function readContact(core, record) {
    const doubles = core.memory.float64;
    const ints = core.memory.int32;
    const d = core.result >> 3;
    const i = core.result >> 2;
    const status = CONTACT_STATUSES[ints[i + record.status]];
    const iterations = ints[i + record.iterations];
    if (status === 'free') {
        const [time, separation, pointA, pointB, normal, featureA, featureB] = Array(7).fill(null);
        return { status, time, separation, pointA, pointB, normal, featureA, featureB, iterations };
    }
    return {
        status,
        time: /** @type {[number, number]} */ ([doubles[d + record.lo], doubles[d + record.hi]]),
        separation: doubles[d + record.separation],
        ...core.readWitnesses(record, doubles, ints),
        iterations,
    };
}

/**
 * @param {Core} core
 * @param {MovingPair} pair
 * @param {CheckedOptions} checked
 * @returns {number}
 */
export function timeToCollision(core, pair, checked) {
    return core.run((wasm) => {
        const time = wasm.graze_wasm_time_to_collision(...pair, ...checked);
        if (Number.isNaN(time)) throw movingPairError(core);
        return time;
    });
}

/**
 * @param {Core} core
 * @param {MovingPair} pair
 * @param {CheckedOptions} checked
 * @param {number} maxIntervals
 */
export function contactIntervals(core, pair, checked, maxIntervals) {
    callMotionQuery(core, 'graze_wasm_contact_intervals', [...pair, ...checked, maxIntervals]);
    return readIntervals(core);
}

/** Reads the intervals, of times or delays, in the list of the last call. @param {Core} core */
function readIntervals(core) {
    return core.readList(INTERVAL.bytes, (doubles, d, ints, i) => ({
        status: CONTACT_STATUSES[ints[i + INTERVAL.status]],
        begin: /** @type {[number, number]} */ ([
            doubles[d + INTERVAL.beginLo],
            doubles[d + INTERVAL.beginHi],
        ]),
        end: /** @type {[number, number]} */ ([
            doubles[d + INTERVAL.endLo],
            doubles[d + INTERVAL.endHi],
        ]),
    }));
}

/**
 * @param {Core} core
 * @param {MovingPair} pair
 * @param {CheckedOptions} checked `from` and `to` bound the times in which contact counts; the tolerance is that
 *   of delays
 * @param {readonly [from: number, to: number]} delays NaN for an omitted end
 * @param {number} maxIntervals
 */
export function unsafeMotionDelays(core, pair, checked, [from, to], maxIntervals) {
    callMotionQuery(core, 'graze_wasm_unsafe_motion_delays', [
        ...pair,
        ...checked,
        from,
        to,
        maxIntervals,
    ]);
    return readIntervals(core);
}

/**
 * @param {Core} core
 * @param {MovingPair} pair
 * @param {CheckedOptions} checked
 */
export function clearance(core, pair, checked) {
    callMotionQuery(core, 'graze_wasm_clearance', [...pair, ...checked]);
    const doubles = core.memory.float64;
    const d = core.result >> 3;
    const ints = core.memory.int32;
    const i = core.result >> 2;
    const hasCommonTime = ints[i + CLEARANCE.isCommon] === 1;
    /** @type {(x: number, y: number) => { x: number, y: number } | null} */
    const vector = (x, y) => (hasCommonTime ? { x: doubles[d + x], y: doubles[d + y] } : null);
    return {
        separation: /** @type {[number, number]} */ ([
            doubles[d + CLEARANCE.lo],
            doubles[d + CLEARANCE.hi],
        ]),
        status: CLEARANCE_STATUSES[ints[i + CLEARANCE.status]],
        time: hasCommonTime ? doubles[d + CLEARANCE.time] : null,
        pointA: vector(CLEARANCE.pointAX, CLEARANCE.pointAY),
        pointB: vector(CLEARANCE.pointBX, CLEARANCE.pointBY),
        normal: vector(CLEARANCE.normalX, CLEARANCE.normalY),
        iterations: ints[i + CLEARANCE.iterations],
    };
}

/**
 * @param {Core} core
 * @param {MovingPair} pair
 * @param {Float64Array} times
 * @returns {Float64Array} one separation per time
 */
export function separationsAt(core, pair, times) {
    return core.run((wasm) => {
        const count = times.length;
        const stage = wasm.graze_wasm_times_stage(count);
        if (stage === 0) throw core.faultError('times');
        core.memory.float64.set(times, stage >> 3);
        if (wasm.graze_wasm_separations_at(...pair, stage, count) !== 0)
            throw movingPairError(core);
        return core.memory.float64.slice(stage >> 3, (stage >> 3) + count);
    });
}

/**
 * @param {Core} core
 * @param {number} capacity
 * @param {number} pieces
 * @param {number} pairs
 * @returns {number} the handle
 */
export function newMovingPairs(core, capacity, pieces, pairs) {
    return core.run((wasm) => {
        const handle = wasm.graze_wasm_moving_pairs_new(capacity, pieces, pairs);
        if (handle === 0) throw capacityError(core, capacity);
        return handle >>> 0;
    });
}

/**
 * @param {Core} core
 * @param {number} batch
 * @param {number} body
 * @param {number} shape
 * @param {number} motion
 * @param {number} firstPiece
 */
export function setMovingBody(core, batch, body, shape, motion, firstPiece) {
    core.run((wasm) => {
        if (wasm.graze_wasm_moving_pairs_set(batch, body, shape, motion, firstPiece) !== 0) {
            throw core.faultError(['shape', 'motion'][core.readFault().index] ?? 'movingPairs');
        }
    });
}

/**
 * @param {Core} core
 * @param {number} batch
 * @param {number} count number of pairs, or of bodies
 * @param {number} body the one body that is queried against all others, or -1 for pairs
 * @param {CheckedOptions} checked the `method` is not used
 * @returns {number} number of pairs or bodies that are not free
 */
export function movingPairContacts(
    core,
    batch,
    count,
    body,
    [from, to, tolerance, distanceTolerance, maxIterations],
) {
    return core.run((wasm) => {
        const found = wasm.graze_wasm_moving_pairs_contacts(
            ...[batch, count, body, from, to, tolerance, distanceTolerance, maxIterations],
        );
        if (found < 0) throw movingPairBatchError(core);
        return found;
    });
}

/**
 * Builds the error of a batch of moving pairs. A fault's index is 8 k + view for entry k of that view.
 *
 * @param {Core} core
 */
export function movingPairBatchError(core) {
    const { code, text, index } = core.readFault();
    if (index < 0) return core.faultError('movingPairs');
    const argument = MOVING_PAIRS_VIEWS[index & 7];
    const record = { pieces: 'piece', pairs: 'pair' }[/** @type {string} */ (argument)] ?? 'body';
    return new GrazeError(code, `${argument}: ${record} ${index >> 3}: ${text}`, {
        argument,
        index: index >> 3,
    });
}
