import { GrazeError, show } from './errors.js';
import { APPROACH, DISTANCE, FAULT, FEATURES, RELATIONS, STATUSES } from './layout.js';
import { Memory } from './memory.js';

/**
 * @typedef {{ x: number, y: number, angle: number }} FullPose
 * @typedef {typeof RELATIONS[number]} Relation
 * @typedef {{ kind: typeof FEATURES[number], index: number }} Feature
 */

/**
 * One WebAssembly instance. The only place that calls its exports: arguments arrive checked and leave
 * as numbers, statuses leave as GrazeError, results as plain values.
 */
export class Core {
    /** @type {Record<string, (...args: number[]) => number>} */ #wasm;
    /** @type {number} */ #result;
    /** @type {number} */ #fault;
    /** @type {unknown} */ #trap = null;

    /** @param {WebAssembly.Instance} instance */
    constructor(instance) {
        this.#wasm = /** @type {any} */ (instance.exports);
        this.memory = new Memory(/** @type {WebAssembly.Memory} */ (instance.exports.memory));
        this.#wasm._initialize?.();
        this.#result = this.#wasm.graze_wasm_result();
        this.#fault = this.#wasm.graze_wasm_fault();
        this.version = this.memory.text(this.#wasm.graze_wasm_version());
    }

    /**
     * Runs a call; a trap leaves memory in an unknown state, so it ends the instance for good.
     *
     * @template T
     * @param {(wasm: Record<string, (...args: number[]) => number>) => T} call
     * @returns {T}
     */
    #run(call) {
        if (this.#trap !== null) throw this.#dead();
        try {
            return call(this.#wasm);
        } catch (error) {
            if (!(error instanceof WebAssembly.RuntimeError)) throw error;
            this.#trap = error;
            throw this.#dead();
        }
    }

    #dead() {
        return new GrazeError(
            'instance-dead',
            'this instance has trapped and its memory cannot be trusted; create a new one',
            { cause: this.#trap },
        );
    }

    /** Why the last call failed. `index` is the record at fault, or -1. */
    #readFault() {
        const int32 = this.memory.int32;
        const at = this.#fault >> 2;
        const status = STATUSES[int32[at + FAULT.status]];
        return { code: status.code, text: status.text, index: int32[at + FAULT.index] };
    }

    /**
     * @param {string} argument
     * @param {unknown} [value]
     * @param {string} [record] what the fault's index counts
     */
    #fail(argument, value, record) {
        const { code, text, index } = this.#readFault();
        const where =
            record !== undefined && index >= 0 ? `${argument}: ${record} ${index}` : argument;
        const what = value === undefined ? '' : ` (${show(value)})`;
        return new GrazeError(code, `${where}: ${text}${what}`, {
            argument,
            index: index >= 0 ? index : undefined,
            value,
        });
    }

    /** Bytes in use, for watching growth. */
    get memoryUsed() {
        return this.#run((wasm) => wasm.graze_wasm_memory_used());
    }

    /**
     * @param {'polygon' | 'hull'} kind
     * @param {Float32Array} points flat, finite
     * @param {number} radius
     * @returns {number} the handle
     */
    newShape(kind, points, radius) {
        return this.#run((wasm) => {
            const count = points.length / 2;
            const stage = wasm.graze_wasm_shape_stage(count);
            if (stage === 0) throw this.#fail('points', points);
            this.memory.float32.set(points, stage >> 2);
            const handle =
                kind === 'polygon'
                    ? wasm.graze_wasm_shape_polygon(stage, count, radius)
                    : wasm.graze_wasm_shape_hull(stage, count, radius);
            if (handle === 0) throw this.#failPoint(points);
            return handle >>> 0;
        });
    }

    /** @param {Float32Array} points */
    #failPoint(points) {
        const { index } = this.#readFault();
        const point = index >= 0 ? [points[2 * index], points[2 * index + 1]] : undefined;
        const error = this.#fail('points', undefined, 'point');
        if (point) error.message += `, at (${point[0]}, ${point[1]})`;
        error.value = point;
        return error;
    }

    /**
     * @param {number} handle
     * @returns {Float32Array} a copy
     */
    shapeVertices(handle) {
        return this.#run((wasm) => {
            const count = wasm.graze_wasm_shape_count(handle);
            if (count === 0) throw this.#fail('shape', handle);
            const first = wasm.graze_wasm_shape_vertices(handle) >> 2;
            return this.memory.float32.slice(first, first + 2 * count);
        });
    }

    /**
     * @param {number} handle
     * @param {string} argument
     */
    free(handle, argument) {
        this.#run((wasm) => {
            if (wasm.graze_wasm_free(handle) !== 0) {
                throw new GrazeError('stale-handle', `${argument} has been freed already`, {
                    argument,
                });
            }
        });
    }

    #failPair() {
        const { code, text, index } = this.#readFault();
        const argument = code === 'stale-handle' ? 'ab'[index] : ['poseA', 'poseB'][index];
        return new GrazeError(code, `${argument}: ${text}`, { argument, index });
    }

    /**
     * @param {number} a
     * @param {number} b
     * @param {FullPose} p
     * @param {FullPose} q
     * @param {number} subdistance
     */
    distance(a, b, p, q, subdistance) {
        return this.#run((wasm) => {
            const { x, y, angle } = p;
            if (wasm.graze_wasm_distance(a, x, y, angle, b, q.x, q.y, q.angle, subdistance) !== 0) {
                throw this.#failPair();
            }
            const doubles = this.memory.float64;
            const ints = this.memory.int32;
            const d = this.#result >> 3;
            const i = this.#result >> 2;
            return {
                relation: /** @type {Relation} */ (RELATIONS[ints[i + DISTANCE.relation]]),
                distance: doubles[d + DISTANCE.distance],
                pointA: { x: doubles[d + DISTANCE.pointAX], y: doubles[d + DISTANCE.pointAY] },
                pointB: { x: doubles[d + DISTANCE.pointBX], y: doubles[d + DISTANCE.pointBY] },
                normal: { x: doubles[d + DISTANCE.normalX], y: doubles[d + DISTANCE.normalY] },
                featureA: {
                    kind: FEATURES[ints[i + DISTANCE.featureA]],
                    index: ints[i + DISTANCE.indexA],
                },
                featureB: {
                    kind: FEATURES[ints[i + DISTANCE.featureB]],
                    index: ints[i + DISTANCE.indexB],
                },
                iterations: ints[i + DISTANCE.iterations],
            };
        });
    }

    /**
     * @param {number} a
     * @param {number} b
     * @param {FullPose} p
     * @param {FullPose} q
     * @returns {Relation}
     */
    relation(a, b, p, q) {
        return this.#run((wasm) => {
            const { x, y, angle } = p;
            const relation = wasm.graze_wasm_relation(a, x, y, angle, b, q.x, q.y, q.angle);
            if (relation < 0) throw this.#failPair();
            return RELATIONS[relation];
        });
    }

    /**
     * @param {number} a
     * @param {number} b
     * @param {FullPose} p
     * @param {FullPose} q
     * @returns {boolean}
     */
    collide(a, b, p, q) {
        return this.#run((wasm) => {
            const { x, y, angle } = p;
            const hit = wasm.graze_wasm_collide(a, x, y, angle, b, q.x, q.y, q.angle);
            if (hit < 0) throw this.#failPair();
            return hit === 1;
        });
    }

    /** The approach record of the last call. */
    #readApproach() {
        const doubles = this.memory.float64;
        const ints = this.memory.int32;
        const d = this.#result >> 3;
        const i = this.#result >> 2;
        return {
            lo: doubles[d + APPROACH.lo],
            hi: doubles[d + APPROACH.hi],
            distance: doubles[d + APPROACH.distance],
            time: doubles[d + APPROACH.time],
            relation: RELATIONS[ints[i + APPROACH.relation]],
            common: ints[i + APPROACH.common] === 1,
        };
    }

    #failSegments() {
        const { code, text, index } = this.#readFault();
        const argument = ['first', 'second'][index];
        return new GrazeError(code, `${argument}: ${text}`, { argument, index });
    }

    /**
     * @param {number[]} first the numbers of a segment, in the order of SEGMENT
     * @param {number[]} second
     */
    approachDiscs(first, second) {
        return this.#run((wasm) => {
            if (wasm.graze_wasm_approach_discs(...first, ...second) !== 0) {
                throw this.#failSegments();
            }
            return this.#readApproach();
        });
    }

    /**
     * @param {number[]} segment
     * @param {number[]} box x, y, width, height
     */
    approachBox(segment, box) {
        return this.#run((wasm) => {
            if (wasm.graze_wasm_approach_box(...segment, ...box) !== 0) throw this.#failSegments();
            return this.#readApproach();
        });
    }

    /**
     * @param {number} records
     * @param {number} pairs
     * @param {boolean} isDouble
     * @returns {number} the handle
     */
    newSegments(records, pairs, isDouble) {
        return this.#run((wasm) => {
            const handle = wasm.graze_wasm_segments_new(records, pairs, isDouble ? 1 : 0);
            if (handle === 0) throw this.#fail('capacity', records);
            return handle >>> 0;
        });
    }

    /**
     * @param {number} handle
     * @param {number} view its position in BATCH_VIEWS
     * @returns {number} the address
     */
    segmentsView(handle, view) {
        return this.#run((wasm) => {
            const pointer = wasm.graze_wasm_segments_view(handle, view);
            if (pointer === 0) throw this.#fail('segments');
            return pointer;
        });
    }

    /**
     * @param {number} handle
     * @param {number} count
     * @returns {number} how many pairs are in contact
     */
    segmentsConflicts(handle, count) {
        return this.#run((wasm) => {
            const contacts = wasm.graze_wasm_segments_conflicts(handle, count);
            if (contacts >= 0) return contacts;
            const { code } = this.#readFault();
            throw this.#fail('segments', undefined, code === 'bad-index' ? 'pair' : 'record');
        });
    }
}
