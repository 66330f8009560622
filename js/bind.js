import { GrazeError, show, tooManyIntervals } from './errors.js';
import {
    CAST,
    CAST_STATUSES,
    DISTANCE,
    FAULT,
    FEATURES,
    LIST,
    PENETRATION,
    PLACE,
    RELATIONS,
    STATUS_TOO_FINE,
    STATUSES,
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
 * How two closed bodies lie to each other. 'disjoint': they have no point in common; 'overlapping': the origin is an
 * interior point of A - B, the set of all a - b; 'touching': all else. So two overlap exactly when they stay in contact
 * however one of them is moved by little enough. Where both have an interior, that is: their interiors meet. A point or
 * a segment has none: a point inside a box, a segment through a box and two segments that cross at inner points overlap; a
 * point on an edge or a segment, a segment that ends on another one, collinear segments and equal points touch.
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
            // Set before anything is called: at the end of the stack there may be no room for `instanceof`.
            this.#isCutShort = true;
            if (!(error instanceof WebAssembly.RuntimeError)) {
                if (error instanceof GrazeError) this.#isCutShort = false;
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
        if (this.memory.int32[(this.#fault >> 2) + FAULT.status] === STATUS_TOO_FINE) {
            return this.#failTolerance(code, text);
        }
        if (code === 'too-many-intervals') {
            return tooManyIntervals(this.memory.float64[(this.result >> 3) + PLACE.x]);
        }
        const where = argument === undefined ? '' : `${argument}: `;
        const which = record !== undefined && index >= 0 ? `${record} ${index}: ` : '';
        const what = value === undefined ? '' : ` (${show(value)})`;
        return new GrazeError(code, `${where}${which}${text}${what}`, {
            argument,
            index: index >= 0 ? index : undefined,
            value,
        });
    }

    /**
     * @param {Failure['code']} code
     * @param {string} text
     */
    #failTolerance(code, text) {
        const place = this.result >> 3;
        const least = this.memory.float64[place + PLACE.x];
        const value = this.memory.float64[place + PLACE.y];
        return new GrazeError(code, `tolerance ${text}, ${least}, got ${value}`, {
            argument: 'tolerance',
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
    queryPair(name, a, b, p, q, r = 0, s = 0, t = 0) {
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

    readDistance() {
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
        this.queryPair('graze_wasm_distance', a, b, p, q, choices[0], choices[1], choices[2]);
        return this.readDistance();
    }

    /**
     * @param {number} a
     * @param {number} b
     * @param {FullPose} p
     * @param {FullPose} q
     */
    penetration(a, b, p, q) {
        this.queryPair('graze_wasm_penetration', a, b, p, q);
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
        this.queryPair('graze_wasm_shape_cast', a, b, p, q, dx, dy);
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
}

/**
 * @param {number} kind
 * @param {number} index
 * @returns {Feature}
 */
function feature(kind, index) {
    return { kind: FEATURES[kind], index };
}
