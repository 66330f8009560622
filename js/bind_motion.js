import { failCapacity } from './bind_batch.js';
import { GrazeError } from './errors.js';
import {
    CLEARANCE,
    CLEARANCE_STATUSES,
    CONTACT,
    CONTACT_STATUSES,
    INTERVAL,
    MOTION_BOUNDS,
    MOVERS_VIEWS,
    PIECE,
    PLACE,
} from './layout.js';

/**
 * The calls of bodies that move and turn. As in bind.js: arguments arrive checked.
 *
 * @import { Core } from './bind.js'
 * @import { SWEPT } from './layout.js'
 *
 * @typedef {Float64Array} Pieces the numbers of pieces, PIECE_NUMBERS each, in the order of PIECE
 * @typedef {[a: number, motionA: number, b: number, motionB: number]} Movers handles
 * @typedef {[from: number, to: number, tolerance: number, slack: number, budget: number, method: number]} Asked
 *   NaN for what was left out; the method's position in CONTACT_METHODS
 * @typedef {{ asked: Asked, maxIntervals: number }} Listed options of a query whose answer has at most so many intervals
 */

/** How many numbers a piece has. */
export const PIECE_NUMBERS = PIECE.bytes / 8;

/**
 * @param {Core} core
 * @param {Pieces} pieces
 * @param {readonly number[]} ends before and after: positions in ENDINGS
 * @param {string} argument what the pieces were made of
 * @returns {number} the handle
 */
export function newMotion(core, pieces, [before, after], argument) {
    return core.run((wasm) => {
        const count = pieces.length / PIECE_NUMBERS;
        const stage = wasm.graze_wasm_motion_stage(count);
        if (stage === 0) throw core.fail(argument);
        core.memory.float64.set(pieces, stage >> 3);
        const handle = wasm.graze_wasm_motion_new(stage, count, before, after);
        if (handle === 0) throw failPiece(core, pieces, argument);
        return handle >>> 0;
    });
}

/**
 * Where a piece has the body's origin s after its beginning. For a message: rounding does not matter.
 *
 * @param {Pieces} piece one
 * @param {number} s
 */
function placeIn(piece, s) {
    const [x, y, theta] = [PIECE.x, PIECE.y, PIECE.theta].map((first) =>
        piece.slice(first, first + PIECE.terms).reduceRight((sum, term) => sum * s + term, 0),
    );
    const [px, py] = [piece[PIECE.pivotX], piece[PIECE.pivotY]];
    const [cos, sin] = [Math.cos(theta), Math.sin(theta)];
    return `(${x - cos * px + sin * py}, ${y - sin * px - cos * py}, ${theta})`;
}

/**
 * @param {Core} core
 * @param {Pieces} pieces
 * @param {string} argument
 */
function failPiece(core, pieces, argument) {
    const { code, index } = core.readFault();
    const error = core.fail(argument, undefined, 'segment');
    if (index < 0) return error;
    const piece = pieces.subarray(index * PIECE_NUMBERS, (index + 1) * PIECE_NUMBERS);
    const before = pieces.subarray((index - 1) * PIECE_NUMBERS, index * PIECE_NUMBERS);
    error.value = [piece[PIECE.begin], piece[PIECE.end]];
    error.message += `; it lasts from ${piece[PIECE.begin]} to ${piece[PIECE.end]}`;
    if (index > 0 && code === 'out-of-order') {
        error.message += `, the one before ends at ${before[PIECE.end]}`;
    }
    if (code === 'discontinuous') {
        const end = placeIn(before, before[PIECE.end] - before[PIECE.begin]);
        error.message += `, and jumps from ${end} to ${placeIn(piece, 0)}`;
    }
    return error;
}

/**
 * @param {Core} core
 * @param {number} angle at most maxAngle
 * @returns {[cos: number, sin: number]} the same bits on every host
 */
export function direction(core, angle) {
    return core.run((wasm) => {
        wasm.graze_wasm_direction(angle);
        const at = core.result >> 3;
        return [core.memory.float64[at + PLACE.x], core.memory.float64[at + PLACE.y]];
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
        const isThere = wasm.graze_wasm_motion_pose(motion, t);
        if (isThere < 0) throw core.fail('motion');
        if (isThere === 0) return null;
        const doubles = core.memory.float64;
        const at = core.result >> 3;
        return {
            x: doubles[at + PLACE.x],
            y: doubles[at + PLACE.y],
            angle: doubles[at + PLACE.theta],
        };
    });
}

/**
 * @param {Core} core
 * @param {number} motion
 * @param {number} from
 * @param {number} to
 * @param {number} shape its handle, or 0
 */
export function motionBounds(core, motion, from, to, shape) {
    core.run((wasm) => {
        if (wasm.graze_wasm_motion_bounds(motion, from, to, shape) !== 0) {
            throw core.fail(['shape', 'motion'][core.readFault().index]);
        }
    });
    const doubles = core.memory.float64;
    const at = core.result >> 3;
    /** @type {(lo: number, hi: number) => [lo: number, hi: number]} */
    const range = (lo, hi) => [doubles[at + lo], doubles[at + hi]];
    return {
        x: range(MOTION_BOUNDS.leastX, MOTION_BOUNDS.mostX),
        y: range(MOTION_BOUNDS.leastY, MOTION_BOUNDS.mostY),
        theta: range(MOTION_BOUNDS.leastTheta, MOTION_BOUNDS.mostTheta),
        speed: doubles[at + MOTION_BOUNDS.speed],
        acceleration: doubles[at + MOTION_BOUNDS.acceleration],
        turnRate: doubles[at + MOTION_BOUNDS.turnRate],
        turnAcceleration: doubles[at + MOTION_BOUNDS.turnAcceleration],
        pointSpeed: doubles[at + MOTION_BOUNDS.pointSpeed],
        pointAcceleration: doubles[at + MOTION_BOUNDS.pointAcceleration],
    };
}

/** @param {Core} core */
function failMovers(core) {
    return core.fail(['a', 'motionA', 'b', 'motionB'][core.readFault().index]);
}

/**
 * Calls a query of two bodies that answers with a status.
 *
 * @param {Core} core
 * @param {string} name of the export
 * @param {readonly number[]} numbers what it takes
 */
function query(core, name, numbers) {
    core.run((wasm) => {
        if (wasm[name](...numbers) !== 0) throw failMovers(core);
    });
}

/**
 * @param {Core} core
 * @param {Movers} movers
 * @param {Asked} asked
 */
export function firstContact(core, movers, asked) {
    query(core, 'graze_wasm_first_contact', [...movers, ...asked]);
    return readContact(core, CONTACT);
}

/**
 * @param {Core} core
 * @param {Movers} movers
 * @param {Asked} asked
 */
export function traceContact(core, movers, asked) {
    query(core, 'graze_wasm_trace_contact', [...movers, ...asked]);
    return { ...readContact(core, CONTACT), looks: core.readList(8, (doubles, d) => doubles[d]) };
}

/**
 * The contact of the last call.
 *
 * @param {Core} core
 * @param {typeof CONTACT | typeof SWEPT} record that it is in
 */
export function readContact(core, record) {
    const doubles = core.memory.float64;
    const ints = core.memory.int32;
    const d = core.result >> 3;
    const i = core.result >> 2;
    const status = CONTACT_STATUSES[ints[i + record.status]];
    const iterations = ints[i + record.iterations];
    if (status === 'free') {
        const [time, gap, pointA, pointB, normal, featureA, featureB] = Array(7).fill(null);
        return { status, time, gap, pointA, pointB, normal, featureA, featureB, iterations };
    }
    return {
        status,
        time: /** @type {[number, number]} */ ([doubles[d + record.lo], doubles[d + record.hi]]),
        gap: doubles[d + record.gap],
        ...core.readWitness(record, doubles, ints),
        iterations,
    };
}

/**
 * @param {Core} core
 * @param {Movers} movers
 * @param {Asked} asked
 * @returns {number}
 */
export function timeToCollision(core, movers, asked) {
    return core.run((wasm) => {
        const time = wasm.graze_wasm_time_to_collision(...movers, ...asked);
        if (Number.isNaN(time)) throw failMovers(core);
        return time;
    });
}

/**
 * @param {Core} core
 * @param {Movers} movers
 * @param {Asked} asked
 * @param {number} maxIntervals
 */
export function contactIntervals(core, movers, asked, maxIntervals) {
    query(core, 'graze_wasm_contact_intervals', [...movers, ...asked, maxIntervals]);
    return readIntervals(core);
}

/** The intervals of the last call. @param {Core} core */
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
 * @param {Movers} movers
 * @param {Asked} asked of times; the tolerance of delays
 * @param {readonly [from: number, to: number]} delays NaN for what was left out
 * @param {number} maxIntervals
 */
export function motionDelays(core, movers, asked, [from, to], maxIntervals) {
    query(core, 'graze_wasm_motion_delays', [...movers, ...asked, from, to, maxIntervals]);
    return readIntervals(core);
}

/**
 * @param {Core} core
 * @param {Movers} movers
 * @param {Asked} asked
 */
export function clearance(core, movers, asked) {
    query(core, 'graze_wasm_clearance', [...movers, ...asked]);
    const doubles = core.memory.float64;
    const d = core.result >> 3;
    const ints = core.memory.int32;
    const i = core.result >> 2;
    const isCommon = ints[i + CLEARANCE.isCommon] === 1;
    /** @type {(x: number, y: number) => { x: number, y: number } | null} */
    const vector = (x, y) => (isCommon ? { x: doubles[d + x], y: doubles[d + y] } : null);
    return {
        distance: /** @type {[number, number]} */ ([
            doubles[d + CLEARANCE.lo],
            doubles[d + CLEARANCE.hi],
        ]),
        status: CLEARANCE_STATUSES[ints[i + CLEARANCE.status]],
        time: isCommon ? doubles[d + CLEARANCE.time] : null,
        pointA: vector(CLEARANCE.pointAX, CLEARANCE.pointAY),
        pointB: vector(CLEARANCE.pointBX, CLEARANCE.pointBY),
        normal: vector(CLEARANCE.normalX, CLEARANCE.normalY),
        iterations: ints[i + CLEARANCE.iterations],
    };
}

/**
 * @param {Core} core
 * @param {Movers} movers
 * @param {Float64Array} times
 * @returns {Float64Array} a separation a time
 */
export function separations(core, movers, times) {
    return core.run((wasm) => {
        const count = times.length;
        const stage = wasm.graze_wasm_times_stage(count);
        if (stage === 0) throw core.fail('times');
        core.memory.float64.set(times, stage >> 3);
        if (wasm.graze_wasm_separations(...movers, stage, count) !== 0) throw failMovers(core);
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
export function newMovers(core, capacity, pieces, pairs) {
    return core.run((wasm) => {
        const handle = wasm.graze_wasm_movers_new(capacity, pieces, pairs);
        if (handle === 0) throw failCapacity(core, capacity);
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
export function setMover(core, batch, body, shape, motion, firstPiece) {
    core.run((wasm) => {
        if (wasm.graze_wasm_movers_set(batch, body, shape, motion, firstPiece) !== 0) {
            throw core.fail(['shape', 'motion'][core.readFault().index] ?? 'movers');
        }
    });
}

/**
 * @param {Core} core
 * @param {number} batch
 * @param {number} count of pairs, or of bodies
 * @param {number} body the one body they are asked against, or -1 for pairs
 * @param {Asked} asked
 * @returns {number} how many are not free
 */
export function moversContacts(core, batch, count, body, [from, to, tolerance, slack, budget]) {
    return core.run((wasm) => {
        const found = wasm.graze_wasm_movers_contacts(
            ...[batch, count, body, from, to, tolerance, slack, budget],
        );
        if (found < 0) throw failInMovers(core);
        return found;
    });
}

/**
 * A fault's index in a batch of movers is 8 k + view: entry k of that view.
 *
 * @param {Core} core
 */
export function failInMovers(core) {
    const { code, text, index } = core.readFault();
    if (index < 0) return core.fail('movers');
    const argument = MOVERS_VIEWS[index & 7];
    const record = { pieces: 'piece', pairs: 'pair' }[/** @type {string} */ (argument)] ?? 'body';
    return new GrazeError(code, `${argument}: ${record} ${index >> 3}: ${text}`, {
        argument,
        index: index >> 3,
    });
}
