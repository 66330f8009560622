import { GrazeError, show } from './errors.js';
import {
    APPROACH,
    CAST,
    CAST_STATUSES,
    DIFFERENCE,
    DISTANCE,
    FAULT,
    FEATURES,
    LIST,
    OUTCOMES,
    PENETRATION,
    RELATIONS,
    STATUSES,
    STEP,
} from './layout.js';
import { Memory } from './memory.js';

/** @import { CONTACT, SWEPT } from './layout.js' */

/**
 * @typedef {Exclude<typeof STATUSES[number], { code: 'ok' }>} Failure
 * @typedef {{ x: number, y: number, cos: number, sin: number }} FullPose its heading; or, where `sin` is
 *   NaN, `cos` is the angle
 * @typedef {[subdistance: number, support: number, start: number]} Choices positions in their lists
 */

/**
 * How two closed bodies lie to each other: 'disjoint'; 'touching': they meet, but their interiors do not;
 * 'overlapping': their interiors meet.
 *
 * @typedef {typeof RELATIONS[number]} Relation
 */

/**
 * A part of a shape's core, which is the shape without its radius.
 *
 * @typedef {object} Feature
 * @property {typeof FEATURES[number]} kind 'vertex', or 'edge', which runs from its index to the next
 * @property {number} index of the vertex, as in `shape.vertices`
 */

const JUDGES = {
    collide: 'graze_wasm_pairs_collide',
    relation: 'graze_wasm_pairs_relation',
    distance: 'graze_wasm_pairs_distance',
};

/**
 * Calls a query of two shapes and their poses. What else it takes comes by position: spreading a list costs more
 * than the query.
 *
 * @param {(...args: number[]) => number} query
 * @param {number} a
 * @param {number} b
 * @param {FullPose} p
 * @param {FullPose} q
 * @param {number} [r]
 * @param {number} [s]
 * @param {number} [t]
 * @param {number} [u]
 */
function ask(query, a, b, p, q, r = 0, s = 0, t = 0, u = 0) {
    const { x, y, cos, sin } = p;
    return query(a, x, y, cos, sin, b, q.x, q.y, q.cos, q.sin, r, s, t, u);
}

/**
 * One WebAssembly instance. Here and in bind_*.js only are its exports called: arguments arrive checked
 * and leave as numbers, statuses leave as GrazeError, results as plain values.
 */
export class Core {
    /** @type {Record<string, (...args: number[]) => number>} */ #wasm;
    /** @type {number} */ #list;
    /** @type {number} */ #fault;
    /** @type {number} */ #stack;
    /** @type {unknown} */ #trap = null;
    #isCutShort = false;

    /** @param {WebAssembly.Instance} instance */
    constructor(instance) {
        this.#wasm = /** @type {any} */ (instance.exports);
        this.memory = new Memory(/** @type {WebAssembly.Memory} */ (instance.exports.memory));
        this.#wasm._initialize?.();
        this.#stack = this.#wasm.stackSave();
        /** Where the answer of the last call is. */
        this.result = this.#wasm.graze_wasm_result();
        this.#list = this.#wasm.graze_wasm_list();
        this.#fault = this.#wasm.graze_wasm_fault();
        this.version = this.memory.text(this.#wasm.graze_wasm_version());
    }

    /**
     * Runs a call; a trap leaves memory in an unknown state, so it ends the instance for good. Anything else that is thrown
     * in the middle, as the host does at the end of its stack, leaves blocks and handles as they were (at worst a block is
     * lost), but not the two stacks, which are set back before the next call: here there may be no room for a call.
     *
     * @template T
     * @param {(wasm: Record<string, (...args: number[]) => number>) => T} call
     * @returns {T}
     */
    run(call) {
        if (this.#trap !== null) throw this.#dead();
        if (this.#isCutShort) this.#recover();
        try {
            return call(this.#wasm);
        } catch (error) {
            if (!(error instanceof WebAssembly.RuntimeError)) {
                if (!(error instanceof GrazeError)) this.#isCutShort = true;
                throw error;
            }
            this.#trap = error;
            throw this.#dead();
        }
    }

    #recover() {
        this.#wasm.stackRestore(this.#stack);
        this.#wasm.graze_wasm_recover();
        this.#isCutShort = false;
    }

    #dead() {
        return new GrazeError(
            'instance-dead',
            'this instance has trapped and its memory cannot be trusted; create a new one',
            { cause: this.#trap },
        );
    }

    /** Why the last call failed, which one must have. `index` is the record at fault, or -1. */
    readFault() {
        const int32 = this.memory.int32;
        const at = this.#fault >> 2;
        const status = /** @type {Failure} */ (STATUSES[int32[at + FAULT.status]]);
        return { code: status.code, text: status.text, index: int32[at + FAULT.index] };
    }

    /**
     * @param {string} [argument] at fault, unless none is, as when memory cannot grow
     * @param {unknown} [value]
     * @param {string} [record] what the fault's index counts
     */
    fail(argument, value, record) {
        const { code, text, index } = this.readFault();
        const where = argument === undefined ? '' : `${argument}: `;
        const which = record !== undefined && index >= 0 ? `${record} ${index}: ` : '';
        const what = value === undefined ? '' : ` (${show(value)})`;
        return new GrazeError(code, `${where}${which}${text}${what}`, {
            argument,
            index: index >= 0 ? index : undefined,
            value,
        });
    }

    /** Bytes in use, for watching growth. @returns {number} */
    get memoryUsed() {
        return this.run((wasm) => wasm.graze_wasm_memory_used());
    }

    /**
     * @param {'polygon' | 'hull'} kind
     * @param {Float32Array} points flat, finite
     * @param {number} radius
     * @param {string} [argument] that the points are, unless they are made of others
     * @returns {number} the handle
     */
    newShape(kind, points, radius, argument) {
        return this.run((wasm) => {
            const count = points.length / 2;
            const stage = wasm.graze_wasm_shape_stage(count);
            if (stage === 0) throw this.fail(argument);
            this.memory.float32.set(points, stage >> 2);
            const handle =
                kind === 'polygon'
                    ? wasm.graze_wasm_shape_polygon(stage, count, radius)
                    : wasm.graze_wasm_shape_hull(stage, count, radius);
            if (handle === 0) throw this.#failPoint(points, argument);
            return handle >>> 0;
        });
    }

    /**
     * @param {Float32Array} points
     * @param {string} [argument]
     */
    #failPoint(points, argument) {
        const { index } = this.readFault();
        const point = index >= 0 ? [points[2 * index], points[2 * index + 1]] : undefined;
        const error = this.fail(argument, undefined, 'point');
        if (point) error.message += `, at (${point[0]}, ${point[1]})`;
        error.value = point;
        return error;
    }

    /**
     * @param {number} handle
     * @returns {Float32Array} a copy
     */
    shapeVertices(handle) {
        return this.run((wasm) => {
            const count = wasm.graze_wasm_shape_count(handle);
            if (count === 0) throw this.fail('shape', handle);
            const first = wasm.graze_wasm_shape_vertices(handle) >> 2;
            return this.memory.float32.slice(first, first + 2 * count);
        });
    }

    /**
     * @param {number} handle
     * @param {string} argument
     */
    free(handle, argument) {
        this.run((wasm) => {
            if (wasm.graze_wasm_free(handle) !== 0) {
                throw new GrazeError('stale-handle', `${argument} has been freed already`, {
                    argument,
                });
            }
        });
    }

    #failPair() {
        const { code, index } = this.readFault();
        return this.fail((code === 'stale-handle' ? ['a', 'b'] : ['poseA', 'poseB'])[index]);
    }

    /**
     * Calls a query of two shapes and their poses that answers with a status.
     *
     * @param {string} name of the export
     * @param {number} a
     * @param {number} b
     * @param {FullPose} p
     * @param {FullPose} q
     * @param {number} [r] what else it takes, by position
     * @param {number} [s]
     * @param {number} [t]
     */
    #queryPair(name, a, b, p, q, r = 0, s = 0, t = 0) {
        this.run((wasm) => {
            if (ask(wasm[name], a, b, p, q, r, s, t) !== 0) throw this.#failPair();
        });
    }

    /**
     * What the records of distance, penetration and contact have in common.
     *
     * @param {typeof DISTANCE | typeof PENETRATION | typeof CONTACT | typeof SWEPT} record
     * @param {Float64Array} doubles
     * @param {Int32Array} ints
     */
    readWitness(record, doubles, ints) {
        const d = this.result >> 3;
        const i = this.result >> 2;
        return {
            pointA: { x: doubles[d + record.pointAX], y: doubles[d + record.pointAY] },
            pointB: { x: doubles[d + record.pointBX], y: doubles[d + record.pointBY] },
            normal: { x: doubles[d + record.normalX], y: doubles[d + record.normalY] },
            featureA: feature(ints[i + record.featureA], ints[i + record.indexA]),
            featureB: feature(ints[i + record.featureB], ints[i + record.indexB]),
        };
    }

    #readDistance() {
        const doubles = this.memory.float64;
        const ints = this.memory.int32;
        const i = this.result >> 2;
        const witness = this.readWitness(DISTANCE, doubles, ints);
        return {
            relation: RELATIONS[ints[i + DISTANCE.relation]],
            distance: doubles[(this.result >> 3) + DISTANCE.distance],
            pointA: witness.pointA,
            pointB: witness.pointB,
            normal: witness.normal,
            featureA: witness.featureA,
            featureB: witness.featureB,
            iterations: ints[i + DISTANCE.iterations],
        };
    }

    /**
     * @param {number} a
     * @param {number} b
     * @param {FullPose} p
     * @param {FullPose} q
     * @param {Choices} choices
     */
    distance(a, b, p, q, choices) {
        this.#queryPair('graze_wasm_distance', a, b, p, q, choices[0], choices[1], choices[2]);
        return this.#readDistance();
    }

    /**
     * @param {number} a
     * @param {number} b
     * @param {FullPose} p
     * @param {FullPose} q
     */
    penetration(a, b, p, q) {
        this.#queryPair('graze_wasm_penetration', a, b, p, q);
        const doubles = this.memory.float64;
        const ints = this.memory.int32;
        return {
            relation: RELATIONS[ints[(this.result >> 2) + PENETRATION.relation]],
            depth: doubles[(this.result >> 3) + PENETRATION.depth],
            ...this.readWitness(PENETRATION, doubles, ints),
        };
    }

    /**
     * @param {number} a
     * @param {number} b
     * @param {FullPose} p
     * @param {FullPose} q
     * @returns {Relation}
     */
    relation(a, b, p, q) {
        return this.run((wasm) => {
            const relation = ask(wasm.graze_wasm_relation, a, b, p, q);
            if (relation < 0) throw this.#failPair();
            return RELATIONS[relation];
        });
    }

    /**
     * @param {number} a
     * @param {number} b
     * @param {FullPose} p
     * @param {FullPose} q
     * @returns {number}
     */
    separation(a, b, p, q) {
        return this.run((wasm) => {
            const distance = ask(wasm.graze_wasm_separation, a, b, p, q);
            if (Number.isNaN(distance)) throw this.#failPair();
            return distance;
        });
    }

    /**
     * @param {number} a
     * @param {number} b
     * @param {FullPose} p
     * @param {FullPose} q
     * @param {number} collider its position in COLLIDERS
     * @param {Choices} choices
     * @returns {boolean}
     */
    collide(a, b, p, q, collider, choices) {
        return this.run((wasm) => {
            const [i, j, k] = choices;
            const hit = ask(wasm.graze_wasm_collide, a, b, p, q, collider, i, j, k);
            if (hit < 0) throw this.#failPair();
            return hit === 1;
        });
    }

    /** The cast record of the last call; what was not met is null. */
    #readCast() {
        const doubles = this.memory.float64;
        const ints = this.memory.int32;
        const d = this.result >> 3;
        const i = this.result >> 2;
        const status = CAST_STATUSES[ints[i + CAST.status]];
        const relation = RELATIONS[ints[i + CAST.relation]];
        if (status === 'free') {
            const [interval, point, normal, featureA, featureB] = Array(5).fill(null);
            return { status, relation, interval, point, normal, featureA, featureB };
        }
        return {
            status,
            relation,
            interval: /** @type {[number, number]} */ ([
                doubles[d + CAST.enter],
                doubles[d + CAST.exit],
            ]),
            point: { x: doubles[d + CAST.pointX], y: doubles[d + CAST.pointY] },
            normal: { x: doubles[d + CAST.normalX], y: doubles[d + CAST.normalY] },
            featureA: feature(ints[i + CAST.featureA], ints[i + CAST.indexA]),
            featureB: feature(ints[i + CAST.featureB], ints[i + CAST.indexB]),
        };
    }

    /**
     * @param {number} a
     * @param {number} b
     * @param {FullPose} p
     * @param {FullPose} q
     * @param {number} dx
     * @param {number} dy
     */
    shapeCast(a, b, p, q, dx, dy) {
        this.#queryPair('graze_wasm_shape_cast', a, b, p, q, dx, dy);
        return this.#readCast();
    }

    /**
     * @param {number} shape
     * @param {FullPose} pose
     * @param {number[]} ray x, y, dx, dy
     */
    rayCast(shape, pose, ray) {
        const { x, y, cos, sin } = pose;
        this.run((wasm) => {
            if (wasm.graze_wasm_ray_cast(shape, x, y, cos, sin, ...ray) !== 0) {
                throw this.fail(this.readFault().code === 'stale-handle' ? 'shape' : 'pose');
            }
        });
        return this.#readCast();
    }

    /**
     * The records of the list that the last call made.
     *
     * @template T
     * @param {number} bytes of a record
     * @param {(doubles: Float64Array, d: number, ints: Int32Array, i: number) => T} read
     */
    readList(bytes, read) {
        const ints = this.memory.int32;
        const doubles = this.memory.float64;
        const { address, count } = this.list;
        return Array.from({ length: count }, (_, k) => {
            const at = address + k * bytes;
            return read(doubles, at >> 3, ints, at >> 2);
        });
    }

    /** Where the list is that the last call made, and how many records it has. */
    get list() {
        const ints = this.memory.int32;
        const at = this.#list >> 2;
        return { address: ints[at + LIST.address] >>> 0, count: ints[at + LIST.count] };
    }

    /**
     * @param {number} a
     * @param {number} b
     * @param {FullPose} p
     * @param {FullPose} q
     */
    difference(a, b, p, q) {
        this.#queryPair('graze_wasm_difference', a, b, p, q);
        return this.readList(DIFFERENCE.bytes, (doubles, d, ints, i) => ({
            x: doubles[d + DIFFERENCE.x],
            y: doubles[d + DIFFERENCE.y],
            a: ints[i + DIFFERENCE.a],
            b: ints[i + DIFFERENCE.b],
        }));
    }

    /**
     * @param {number} a
     * @param {number} b
     * @param {FullPose} p
     * @param {FullPose} q
     * @param {Choices} choices
     */
    trace(a, b, p, q, choices) {
        this.#queryPair('graze_wasm_trace', a, b, p, q, choices[0], choices[1], choices[2]);
        return { ...this.#readDistance(), steps: this.readList(STEP.bytes, readStep) };
    }

    /** The approach record of the last call. */
    readApproach() {
        const doubles = this.memory.float64;
        const ints = this.memory.int32;
        const d = this.result >> 3;
        const i = this.result >> 2;
        return {
            lo: doubles[d + APPROACH.lo],
            hi: doubles[d + APPROACH.hi],
            distance: doubles[d + APPROACH.distance],
            time: doubles[d + APPROACH.time],
            relation: RELATIONS[ints[i + APPROACH.relation]],
            common: ints[i + APPROACH.common] === 1,
        };
    }

    failSegments() {
        return this.fail(['first', 'second'][this.readFault().index]);
    }

    /**
     * @param {number[]} first the numbers of a segment, in the order of SEGMENT
     * @param {number[]} second
     */
    approachDiscs(first, second) {
        return this.run((wasm) => {
            if (wasm.graze_wasm_approach_discs(...first, ...second) !== 0) {
                throw this.failSegments();
            }
            return this.readApproach();
        });
    }

    /**
     * @param {number[]} segment
     * @param {number[]} box x, y, width, height
     */
    approachBox(segment, box) {
        return this.run((wasm) => {
            if (wasm.graze_wasm_approach_box(...segment, ...box) !== 0) throw this.failSegments();
            return this.readApproach();
        });
    }

    /**
     * @param {number} records
     * @param {number} pairs
     * @param {boolean} isDouble
     * @returns {number} the handle
     */
    newSegments(records, pairs, isDouble) {
        return this.run((wasm) => {
            const handle = wasm.graze_wasm_segments_new(records, pairs, isDouble ? 1 : 0);
            if (handle === 0) throw this.fail('capacity', records);
            return handle >>> 0;
        });
    }

    /**
     * @param {number} handle of any batch
     * @param {number} view its position in the list of that kind's views
     * @returns {number} the address
     */
    batchView(handle, view) {
        return this.run((wasm) => {
            const pointer = wasm.graze_wasm_batch_view(handle, view);
            if (pointer === 0) throw this.fail('batch');
            return pointer;
        });
    }

    /**
     * @param {number} capacity
     * @param {boolean} witnesses
     * @param {boolean} coherent
     * @returns {number} the handle
     */
    newPairs(capacity, witnesses, coherent) {
        return this.run((wasm) => {
            const flags = [witnesses ? 1 : 0, coherent ? 1 : 0];
            const handle = wasm.graze_wasm_pairs_new(capacity, flags[0], flags[1]);
            if (handle === 0) throw this.fail('capacity', capacity);
            return handle >>> 0;
        });
    }

    /**
     * @param {'collide' | 'relation' | 'distance'} question
     * @param {number} handle
     * @param {number} count
     * @param {number} capacity
     * @returns {number} how many pairs are not disjoint
     */
    judgePairs(question, handle, count, capacity) {
        return this.run((wasm) => {
            const meeting = wasm[JUDGES[question]](handle, count);
            if (meeting < 0) throw this.#failInBatch(capacity);
            return meeting;
        });
    }

    /**
     * A fault's index in a batch of pairs is 2 k + side for a shape, 2 (k + capacity) + side for a pose.
     *
     * @param {number} capacity
     */
    #failInBatch(capacity) {
        const { code, text, index } = this.readFault();
        if (index < 0) return new GrazeError(code, `pairs: ${text}`, { argument: 'pairs' });
        const isPose = index >= 2 * capacity;
        const pair = (index >> 1) % capacity;
        const argument = `${isPose ? 'pose' : 'shape'}${'AB'[index & 1]}`;
        return new GrazeError(code, `${argument}: pair ${pair}: ${text}`, {
            argument,
            index: pair,
        });
    }

    /**
     * @param {number} capacity
     * @param {number} pairs
     * @returns {number} the handle
     */
    newBodies(capacity, pairs) {
        return this.run((wasm) => {
            const handle = wasm.graze_wasm_bodies_new(capacity, pairs);
            if (handle === 0) throw this.fail('capacity', capacity);
            return handle >>> 0;
        });
    }

    /**
     * Pairs among the first `count` bodies; or, for a shape that is not 0, of that body and one of them.
     *
     * @param {number} handle
     * @param {number} fitting how many pairs fit
     * @param {number} count
     * @param {number} reach
     * @param {number} shape
     * @param {FullPose} pose
     * @returns {number} how many were found
     */
    findNear(handle, fitting, count, reach, shape, { x, y, cos, sin }) {
        return this.run((wasm) => {
            const found = wasm.graze_wasm_bodies_near(
                ...[handle, count, reach, shape, x, y, cos, sin],
            );
            if (found < 0) throw this.#failInBodies(fitting);
            return found;
        });
    }

    /**
     * @param {string} text
     * @param {number} found
     * @param {number} fitting
     */
    #full(text, found, fitting) {
        return new GrazeError('full', `pairs: ${text}: ${found} found, ${fitting} fit`, {
            argument: 'pairs',
            value: found,
        });
    }

    /** @param {number} fitting how many pairs fit */
    #failInBodies(fitting) {
        const { code, text, index } = this.readFault();
        if (code === 'full') return this.#full(text, index, fitting);
        if (index === -1) return this.fail('bodies');
        const argument = code === 'stale-handle' ? 'shape' : 'pose';
        return index < 0 ? this.fail(argument) : this.fail(`${argument}s`, undefined, 'body');
    }

    /**
     * @param {number} handle
     * @param {number} count
     * @returns {number} how many pairs are in contact
     */
    segmentsConflicts(handle, count) {
        return this.run((wasm) => {
            const contacts = wasm.graze_wasm_segments_conflicts(handle, count);
            if (contacts >= 0) return contacts;
            const { code } = this.readFault();
            throw this.fail('segments', undefined, code === 'bad-index' ? 'pair' : 'record');
        });
    }

    /**
     * Pairs in contact of two ranges of records; or, for second = -1, among the first ones.
     *
     * @param {number} handle
     * @param {number} fitting how many pairs fit
     * @param {number} first
     * @param {number} firstCount
     * @param {number} second
     * @param {number} secondCount
     * @returns {number} how many were found
     */
    segmentsCrowd(handle, fitting, first, firstCount, second, secondCount) {
        return this.run((wasm) => {
            const found = wasm.graze_wasm_segments_crowd(
                ...[handle, first, firstCount, second, secondCount],
            );
            if (found >= 0) return found;
            const { code, text, index } = this.readFault();
            if (code === 'full') throw this.#full(text, index, fitting);
            throw this.fail('segments', undefined, 'record');
        });
    }
}

/**
 * @param {number} kind
 * @param {number} index
 * @returns {Feature}
 */
function feature(kind, index) {
    return { kind: FEATURES[kind], index };
}

const CORNERS = /** @type {const} */ ([
    [STEP.x0, STEP.y0, STEP.weight0, STEP.a0, STEP.b0],
    [STEP.x1, STEP.y1, STEP.weight1, STEP.a1, STEP.b1],
    [STEP.x2, STEP.y2, STEP.weight2, STEP.a2, STEP.b2],
]);

/**
 * @param {Float64Array} doubles
 * @param {number} d
 * @param {Int32Array} ints
 * @param {number} i
 */
function readStep(doubles, d, ints, i) {
    const simplex = CORNERS.slice(0, ints[i + STEP.count]).map(([x, y, weight, a, b], k) => ({
        x: doubles[d + x],
        y: doubles[d + y],
        a: ints[i + a],
        b: ints[i + b],
        weight: doubles[d + weight],
        kept: ((ints[i + STEP.kept] >> k) & 1) === 1,
    }));
    return {
        direction: { x: doubles[d + STEP.directionX], y: doubles[d + STEP.directionY] },
        w: {
            x: doubles[d + STEP.wX],
            y: doubles[d + STEP.wY],
            a: ints[i + STEP.wA],
            b: ints[i + STEP.wB],
        },
        simplex,
        barycode: ints[i + STEP.barycode],
        v: { x: doubles[d + STEP.vX], y: doubles[d + STEP.vY] },
        outcome: OUTCOMES[ints[i + STEP.outcome]],
    };
}
