import { formatValue, GrazeError, tooManyIntervals } from './errors.js';
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

/** @import { CONTACT, SWEEP_RESULT } from './layout.js' */

/**
 * @typedef {Exclude<typeof STATUSES[number], { code: 'ok' }>} Failure
 * @typedef {{ x: number, y: number, cos: number, sin: number }} CheckedPose angle as a unit vector; where `sin`
 *   is NaN, `cos` is the angle
 * @typedef {[subdistance: number, support: number, start: number]} GjkOptionIndices positions in the lists of
 *   choices
 */

/**
 * Relation of two closed bodies. 'disjoint': they have no point in common; 'overlapping': the origin is an
 * interior point of A - B, the set of all a - b; 'touching': every other case. So two bodies overlap exactly
 * when they stay in contact under every sufficiently small translation of one of them. Two bodies with
 * interiors overlap where their interiors meet. A point and a segment have no interior: a point inside a box, a
 * segment through a box and two segments that cross at inner points overlap; a point on an edge or a segment, a
 * segment that ends on another one, collinear segments and equal points touch.
 *
 * @typedef {typeof RELATIONS[number]} Relation
 */

/**
 * A part of a shape's core, which is the shape without its radius.
 *
 * @typedef {object} Feature
 * @property {typeof FEATURES[number]} kind 'vertex', or 'edge', which runs from vertex `index` to the next one
 * @property {number} index index of the vertex in `shape.vertices`
 */

/**
 * Calls a query of two shapes and their poses. The further arguments `r` to `u` are passed by position, because
 * spreading a list costs more than the query.
 *
 * @param {(...args: number[]) => number} query
 * @param {number} a
 * @param {number} b
 * @param {CheckedPose} p
 * @param {CheckedPose} q
 * @param {number} [r]
 * @param {number} [s]
 * @param {number} [t]
 * @param {number} [u]
 */
function callPairQuery(query, a, b, p, q, r = 0, s = 0, t = 0, u = 0) {
    const { x, y, cos, sin } = p;
    return query(a, x, y, cos, sin, b, q.x, q.y, q.cos, q.sin, r, s, t, u);
}

/**
 * One WebAssembly instance. Only this file and bind_*.js call its exports: arguments arrive checked and leave
 * as numbers, statuses become GrazeErrors, results become plain values.
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
        /** The address of the answer of the last call. */
        this.result = this.#wasm.graze_wasm_result();
        this.#list = this.#wasm.graze_wasm_list();
        this.#fault = this.#wasm.graze_wasm_fault();
        this.version = this.memory.readString(this.#wasm.graze_wasm_version());
    }

    /**
     * Runs a call. A trap leaves the memory in an unknown state, so it ends the instance for good. Any other
     * exception in the middle of a call, such as the host's at the end of its stack, leaves memory blocks and
     * handles as they were (at worst a block is lost), but not the two stacks: that of WebAssembly and that of
     * scratch memory. These are reset before the next call, since there may be no room for a call here.
     *
     * @template T
     * @param {(wasm: Record<string, (...args: number[]) => number>) => T} call
     * @returns {T}
     */
    run(call) {
        if (this.#trap !== null) throw this.#deadError();
        if (this.#isCutShort) this.#recover();
        try {
            return call(this.#wasm);
        } catch (error) {
            // The flag is set before anything is called: at the end of the stack there may be no room for
            // `instanceof`.
            this.#isCutShort = true;
            if (!(error instanceof WebAssembly.RuntimeError)) {
                if (error instanceof GrazeError) this.#isCutShort = false;
                throw error;
            }
            this.#trap = error;
            throw this.#deadError();
        }
    }

    #recover() {
        this.#wasm.stackRestore(this.#stack);
        this.#wasm.graze_wasm_recover();
        this.#isCutShort = false;
    }

    #deadError() {
        return new GrazeError(
            'instance-dead',
            'this instance has trapped and its memory cannot be trusted; create a new one',
            { cause: this.#trap },
        );
    }

    /**
     * Returns the reason for which the last call failed, which it must have. `index` is the record at fault, in
     * the numbering of that call; negative: none.
     */
    readFault() {
        const int32 = this.memory.int32;
        const base = this.#fault >> 2;
        const status = /** @type {Failure} */ (STATUSES[int32[base + FAULT.status]]);
        return { code: status.code, text: status.text, index: int32[base + FAULT.index] };
    }

    /**
     * @param {string} [argument] argument at fault; none where memory cannot grow
     * @param {unknown} [value]
     * @param {string} [record] noun for the records that the fault's index counts
     */
    faultError(argument, value, record) {
        const { code, text, index } = this.readFault();
        if (this.memory.int32[(this.#fault >> 2) + FAULT.status] === STATUS_TOO_FINE) {
            return this.#toleranceError(code, text);
        }
        if (code === 'too-many-intervals') {
            return tooManyIntervals(this.memory.float64[(this.result >> 3) + PLACE.x]);
        }
        const prefix = argument === undefined ? '' : `${argument}: `;
        const recordPrefix = record !== undefined && index >= 0 ? `${record} ${index}: ` : '';
        const suffix = value === undefined ? '' : ` (${formatValue(value)})`;
        return new GrazeError(code, `${prefix}${recordPrefix}${text}${suffix}`, {
            argument,
            index: index >= 0 ? index : undefined,
            value,
        });
    }

    /**
     * @param {Failure['code']} code
     * @param {string} text
     */
    #toleranceError(code, text) {
        const base = this.result >> 3;
        const minimum = this.memory.float64[base + PLACE.x];
        const value = this.memory.float64[base + PLACE.y];
        return new GrazeError(code, `tolerance ${text}, ${minimum}, got ${value}`, {
            argument: 'tolerance',
            value,
        });
    }

    /** Returns the number of bytes in use, for watching growth. @returns {number} */
    get memoryUsed() {
        return this.run((wasm) => wasm.graze_wasm_memory_used());
    }

    /**
     * @param {'polygon' | 'hull'} kind
     * @param {Float32Array} points flat and finite
     * @param {number} radius
     * @param {string} [argument] argument that the points are; omitted where they are computed from others
     * @returns {number} the handle
     */
    newShape(kind, points, radius, argument) {
        return this.run((wasm) => {
            const count = points.length / 2;
            const stage = wasm.graze_wasm_shape_stage(count);
            if (stage === 0) throw this.faultError(argument);
            this.memory.float32.set(points, stage >> 2);
            const handle =
                kind === 'polygon'
                    ? wasm.graze_wasm_shape_polygon(stage, count, radius)
                    : wasm.graze_wasm_shape_hull(stage, count, radius);
            if (handle === 0) throw this.#pointError(points, argument);
            return handle >>> 0;
        });
    }

    /**
     * @param {Float32Array} points
     * @param {string} [argument]
     */
    #pointError(points, argument) {
        const { index } = this.readFault();
        const point = index >= 0 ? [points[2 * index], points[2 * index + 1]] : undefined;
        const error = this.faultError(argument, undefined, 'point');
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
            if (count === 0) throw this.faultError('shape', handle);
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

    #pairError() {
        const { code, index } = this.readFault();
        return this.faultError((code === 'stale-handle' ? ['a', 'b'] : ['poseA', 'poseB'])[index]);
    }

    /**
     * Calls a query of two shapes and their poses that returns a status.
     *
     * @param {string} name name of the export
     * @param {number} a
     * @param {number} b
     * @param {CheckedPose} p
     * @param {CheckedPose} q
     * @param {number} [r] further arguments, by position
     * @param {number} [s]
     * @param {number} [t]
     */
    queryPair(name, a, b, p, q, r = 0, s = 0, t = 0) {
        this.run((wasm) => {
            if (callPairQuery(wasm[name], a, b, p, q, r, s, t) !== 0) throw this.#pairError();
        });
    }

    /**
     * Reads the common fields of the records of distance, penetration and contact.
     *
     * @param {typeof DISTANCE | typeof PENETRATION | typeof CONTACT | typeof SWEEP_RESULT} record
     * @param {Float64Array} doubles
     * @param {Int32Array} ints
     */
    readWitnesses(record, doubles, ints) {
        const d = this.result >> 3;
        const i = this.result >> 2;
        return {
            pointA: { x: doubles[d + record.pointAX], y: doubles[d + record.pointAY] },
            pointB: { x: doubles[d + record.pointBX], y: doubles[d + record.pointBY] },
            normal: { x: doubles[d + record.normalX], y: doubles[d + record.normalY] },
            featureA: makeFeature(ints[i + record.featureA], ints[i + record.indexA]),
            featureB: makeFeature(ints[i + record.featureB], ints[i + record.indexB]),
        };
    }

    readDistance() {
        const doubles = this.memory.float64;
        const ints = this.memory.int32;
        const i = this.result >> 2;
        const witnesses = this.readWitnesses(DISTANCE, doubles, ints);
        return {
            relation: RELATIONS[ints[i + DISTANCE.relation]],
            distance: doubles[(this.result >> 3) + DISTANCE.distance],
            pointA: witnesses.pointA,
            pointB: witnesses.pointB,
            normal: witnesses.normal,
            featureA: witnesses.featureA,
            featureB: witnesses.featureB,
            iterations: ints[i + DISTANCE.iterations],
        };
    }

    /**
     * @param {number} a
     * @param {number} b
     * @param {CheckedPose} p
     * @param {CheckedPose} q
     * @param {GjkOptionIndices} gjkOptions
     */
    distance(a, b, p, q, gjkOptions) {
        this.queryPair(
            'graze_wasm_distance',
            a,
            b,
            p,
            q,
            gjkOptions[0],
            gjkOptions[1],
            gjkOptions[2],
        );
        return this.readDistance();
    }

    /**
     * @param {number} a
     * @param {number} b
     * @param {CheckedPose} p
     * @param {CheckedPose} q
     */
    penetration(a, b, p, q) {
        this.queryPair('graze_wasm_penetration', a, b, p, q);
        const doubles = this.memory.float64;
        const ints = this.memory.int32;
        return {
            relation: RELATIONS[ints[(this.result >> 2) + PENETRATION.relation]],
            depth: doubles[(this.result >> 3) + PENETRATION.depth],
            ...this.readWitnesses(PENETRATION, doubles, ints),
        };
    }

    /**
     * @param {number} a
     * @param {number} b
     * @param {CheckedPose} p
     * @param {CheckedPose} q
     * @returns {Relation}
     */
    relation(a, b, p, q) {
        return this.run((wasm) => {
            const relation = callPairQuery(wasm.graze_wasm_relation, a, b, p, q);
            if (relation < 0) throw this.#pairError();
            return RELATIONS[relation];
        });
    }

    /**
     * @param {number} a
     * @param {number} b
     * @param {CheckedPose} p
     * @param {CheckedPose} q
     * @returns {number}
     */
    gap(a, b, p, q) {
        return this.run((wasm) => {
            const gap = callPairQuery(wasm.graze_wasm_gap, a, b, p, q);
            if (Number.isNaN(gap)) throw this.#pairError();
            return gap;
        });
    }

    /**
     * @param {number} a
     * @param {number} b
     * @param {CheckedPose} p
     * @param {CheckedPose} q
     * @param {number} collider position in COLLIDERS
     * @param {GjkOptionIndices} gjkOptions
     * @returns {boolean}
     */
    collide(a, b, p, q, collider, gjkOptions) {
        return this.run((wasm) => {
            const [subdistance, support, start] = gjkOptions;
            const answer = callPairQuery(
                wasm.graze_wasm_collide,
                a,
                b,
                p,
                q,
                collider,
                subdistance,
                support,
                start,
            );
            if (answer < 0) throw this.#pairError();
            return answer === 1;
        });
    }

    /** Reads the cast record of the last call; the fields of a cast without contact are null. */
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
                doubles[d + CAST.begin],
                doubles[d + CAST.end],
            ]),
            point: { x: doubles[d + CAST.pointX], y: doubles[d + CAST.pointY] },
            normal: { x: doubles[d + CAST.normalX], y: doubles[d + CAST.normalY] },
            featureA: makeFeature(ints[i + CAST.featureA], ints[i + CAST.indexA]),
            featureB: makeFeature(ints[i + CAST.featureB], ints[i + CAST.indexB]),
        };
    }

    /**
     * @param {number} a
     * @param {number} b
     * @param {CheckedPose} p
     * @param {CheckedPose} q
     * @param {number} dx
     * @param {number} dy
     */
    shapeCast(a, b, p, q, dx, dy) {
        this.queryPair('graze_wasm_shape_cast', a, b, p, q, dx, dy);
        return this.#readCast();
    }

    /**
     * @param {number} shape
     * @param {CheckedPose} pose
     * @param {number[]} ray numbers x, y, dx, dy
     */
    rayCast(shape, pose, ray) {
        const { x, y, cos, sin } = pose;
        this.run((wasm) => {
            if (wasm.graze_wasm_ray_cast(shape, x, y, cos, sin, ...ray) !== 0) {
                throw this.faultError(this.readFault().code === 'stale-handle' ? 'shape' : 'pose');
            }
        });
        return this.#readCast();
    }

    /**
     * Returns the records of the list that the last call made.
     *
     * @template T
     * @param {number} bytes size of a record
     * @param {(doubles: Float64Array, d: number, ints: Int32Array, i: number) => T} read
     */
    readList(bytes, read) {
        const ints = this.memory.int32;
        const doubles = this.memory.float64;
        const { address, count } = this.list;
        return Array.from({ length: count }, (_, k) => {
            const offset = address + k * bytes;
            return read(doubles, offset >> 3, ints, offset >> 2);
        });
    }

    /** Returns the address of the list that the last call made, and its number of records. */
    get list() {
        const ints = this.memory.int32;
        const base = this.#list >> 2;
        return { address: ints[base + LIST.address] >>> 0, count: ints[base + LIST.count] };
    }
}

/**
 * @param {number} kind
 * @param {number} index
 * @returns {Feature}
 */
function makeFeature(kind, index) {
    return { kind: FEATURES[kind], index };
}
