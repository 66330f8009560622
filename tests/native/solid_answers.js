import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';

/**
 * Answers about bodies in space by the core built for this machine: solid.c. A question is the room of the scratch memory
 * (0: none), two bodies, a displacement of the first and the reach of a manifold. A body is the number of its points, its
 * radius, whether its rotation is a matrix, its position, nine numbers of its rotation, and its points. Both orders of the
 * bodies are answered.
 *
 * @import { Point } from '../oracle/solid_oracle.js'
 * @typedef {object} Body
 * @property {Point[]} points
 * @property {number} [radius]
 * @property {Point} [at] default the origin
 * @property {number[]} [quaternion] x, y, z, w; default no rotation
 * @property {number[]} [matrix] column by column, in place of `quaternion`
 * @typedef {object} Question
 * @property {Body} a
 * @property {Body} b
 * @property {Point} [displacement]
 * @property {number} [reach]
 * @property {number} [room]
 * @typedef {ReturnType<typeof readPair>} Answers
 * @typedef {{ a: Hull, b: Hull, pair?: Answers, swapped?: Answers }} Answer
 */

export const RELATIONS = /** @type {const} */ (['disjoint', 'touching', 'overlapping']);
export const CASTS = /** @type {const} */ (['free', 'hit', 'grazing', 'overlapping']);

/** @param {Body} body */
function numbersOf({ points, radius = 0, at = [0, 0, 0], quaternion = [0, 0, 0, 1], matrix }) {
    const rotation = matrix ?? [...quaternion, 0, 0, 0, 0, 0];
    return [
        points.length,
        radius,
        Number(matrix !== undefined),
        ...at,
        ...rotation,
        ...points.flat(),
    ];
}

/** @param {Question} question */
function encode({ a, b, displacement = [0, 0, 0], reach = 0, room = 0 }) {
    const numbers = [room, ...numbersOf(a), ...numbersOf(b), ...displacement, reach];
    return [numbers.length, ...numbers];
}

/** Returns questions as the program reads them. @param {Question[]} questions */
export const bytesOf = (questions) =>
    new Uint8Array(new Float64Array(questions.flatMap(encode)).buffer);

/** A place in the numbers of an answer. */
class Reader {
    /** @param {Float64Array} numbers */
    constructor(numbers) {
        this.numbers = numbers;
        this.at = 0;
    }

    next() {
        return this.numbers[this.at++];
    }

    /** @param {number} count */
    take(count) {
        this.at += count;
        return Array.from(this.numbers.subarray(this.at - count, this.at));
    }

    list() {
        return this.take(this.next());
    }
}

/**
 * @typedef {object} Hull a hull and its rotation, without any number if it was refused
 * @property {number} status
 * @property {number} poseStatus
 * @property {number[]} [rotation]
 * @property {Point[]} [vertices]
 * @property {number[]} [faceStarts]
 * @property {number[]} [corners]
 * @property {number[]} [neighborStarts]
 * @property {number[]} [neighbors]
 */

/** @param {Reader} reader @returns {Hull} */
function readBody(reader) {
    const [status, poseStatus] = reader.take(2);
    if (status !== 0 || poseStatus !== 0) return { status, poseStatus };
    const rotation = reader.take(9);
    const count = reader.next();
    const vertices = Array.from({ length: count }, () => reader.take(3));
    const [faceStarts, corners, neighborStarts, neighbors] = [1, 2, 3, 4].map(() => reader.list());
    return {
        ...{ status, poseStatus, rotation, vertices },
        ...{ faceStarts, corners, neighborStarts, neighbors },
    };
}

/** @param {Reader} reader */
function readWitness(reader) {
    const [pointA, pointB, normal] = [reader.take(3), reader.take(3), reader.take(3)];
    const [featureA, featureB] = [reader.take(3), reader.take(3)];
    return { pointA, pointB, normal, featureA, featureB };
}

/** @param {Reader} reader */
function readPair(reader) {
    const relation = { status: reader.next(), relation: RELATIONS[reader.next()] };
    const distance = {
        status: reader.next(),
        relation: RELATIONS[reader.next()],
        distance: reader.next(),
        witness: readWitness(reader),
    };
    const penetration = {
        status: reader.next(),
        relation: RELATIONS[reader.next()],
        depth: reader.next(),
        witness: readWitness(reader),
    };
    const cast = {
        status: reader.next(),
        cast: CASTS[reader.next()],
        relation: RELATIONS[reader.next()],
        begin: reader.next(),
        end: reader.next(),
        witness: readWitness(reader),
    };
    const manifold = {
        status: reader.next(),
        relation: RELATIONS[reader.next()],
        depth: reader.next(),
        normal: reader.take(3),
        points: Array.from({ length: reader.next() }, () => ({
            point: reader.take(3),
            separation: reader.next(),
            id: reader.next(),
        })),
    };
    const cone = {
        status: reader.next(),
        relation: RELATIONS[reader.next()],
        count: reader.next(),
        generators: /** @type {number[][]} */ ([]),
    };
    const held = reader.list();
    for (let k = 0; k < held.length; k += 3) cone.generators.push(held.slice(k, k + 3));
    return { relation, distance, penetration, cast, manifold, cone };
}

/**
 * Returns the answers of a program; fails if a sanitizer reports anything.
 *
 * @param {string} program
 * @param {Question[]} questions
 * @returns {Answer[]}
 */
export function answerAll(program, questions) {
    const { status, stdout, stderr, signal } = spawnSync(program, {
        input: bytesOf(questions),
        maxBuffer: 2 ** 31,
    });
    assert.deepEqual([status, signal, String(stderr)], [0, null, '']);
    const numbers = new Float64Array(new Uint8Array(stdout).buffer);
    let at = 0;
    return questions.map(() => {
        const end = at + 1 + numbers[at];
        const reader = new Reader(numbers.subarray(at + 1, end));
        at = end;
        const answer = { a: readBody(reader), b: readBody(reader) };
        if (reader.at === reader.numbers.length) return answer;
        const pairs = { pair: readPair(reader), swapped: readPair(reader) };
        assert.equal(reader.at, reader.numbers.length);
        return { ...answer, ...pairs };
    });
}
