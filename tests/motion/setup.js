import assert from 'node:assert/strict';
import { createSync } from 'graze';
import { readJson } from '../helpers.js';
import { bodyOf } from '../oracle/motion_oracle.js';

/**
 * Common parts of the tests of moving bodies: certified cases, exact moving pairs, motions whose contact has a closed
 * form, and refused calls.
 *
 * @import { Graze, Motion, MotionEnds, MotionPiece, Shape } from 'graze'
 * @import { Body, Segment } from '../oracle/motion_oracle.js'
 *
 * @typedef {{ points: number[][], radius?: number, segments: Segment[], ends?: MotionEnds }} MovingBody
 * @typedef {{ shape: Shape, motion: Motion, body: Body }} Made
 */

export const g = createSync();

/** @type {any[]} */
export const CASES = readJson('tests/vectors/motion_cases.json').cases;
/** @type {any[]} */
export const MOVING = readJson('tests/vectors/dev_toi.json').cases;

/** Returns points as a shape stores them. @param {number[][]} points */
const float32 = (points) => points.map((point) => point.map(Math.fround));

/** @param {MovingBody} mover @param {Graze} [instance] @returns {Made} */
export function made({ points, radius = 0, segments, ends = {} }, instance = g) {
    return {
        shape: instance.polygon(points, { radius }),
        motion: instance.motion({ pieces: /** @type {MotionPiece[]} */ (segments) }, ends),
        body: bodyOf(float32(points), Math.fround(radius), segments, ends),
    };
}

/** @param {Made[]} all */
export function release(...all) {
    for (const { shape, motion } of all) {
        shape.free();
        motion.free();
    }
}

/** @param {any} c @param {Graze} [instance] */
export function bodiesOf(c, instance = g) {
    return [c.A, c.B].map(({ shape, motion }) => {
        const { verts: points, radius } = shape;
        return made({ points, radius, segments: motion.pieces }, instance);
    });
}

/** Returns the error of a time or a length that comes from rounding the case's outlines to float32. @param {any} c */
export function roundingOfCase({ A, B }) {
    const sizes = [A, B].map(({ shape }) => {
        return Math.max(shape.radius, ...shape.verts.flat().map(Math.abs));
    });
    return 2 ** -23 * (sizes[0] + sizes[1]);
}

/** @param {Made} a @param {Made} b @param {object} [options] @param {Graze} [instance] */
export function firstContact(a, b, options, instance = g) {
    return instance.study.firstContact(a.shape, b.shape, a.motion, b.motion, options);
}

/** Returns the options of a case's query, with all defaults. @param {any} c @param {Made} a @param {Made} b */
export function queryOptions({ T0: from, T1: to }, a, b) {
    const distanceTolerance = 1e-9 * Math.max(a.body.size, b.body.size);
    return { from, to, distanceTolerance, tolerance: 1e-9 * (to - from) };
}

/** @param {any} c */
export const isDegenerate = ({ expected }) => expected.accept.length > 1;

/** @param {number} actual @param {number} expected @param {number} error @param {string} [where] */
export function near(actual, expected, error, where = '') {
    const off = Math.abs(actual - expected);
    assert.ok(off <= error, `${where} ${actual}, not ${expected}: off by ${off}`);
}

/**
 * @param {readonly [number, number] | null} bracket
 * @param {number} expected
 * @param {number} error
 * @param {string} [where]
 */
export function holds(bracket, expected, error, where = '') {
    assert.ok(bracket !== null, `${where} free, not ${expected}`);
    const [lo, hi] = bracket;
    assert.ok(lo <= expected + error && hi >= expected - error, `${where} ${bracket}: ${expected}`);
}

/** @param {number[]} c @param {number} s */
export const valueAt = (c, s) => c.reduceRight((sum, term) => sum * s + term, 0);
