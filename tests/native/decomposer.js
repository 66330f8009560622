import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { OUTLINE_FAULTS as FAULTS } from '../../js/graze/core/layout.js';

/**
 * Decompositions by the core built for this machine: decompose.c documents the numbers.
 *
 * @import { Rings } from '../oracle/decomposition_oracle.js'
 * @typedef {object} Decomposition
 * @property {string} fault
 * @property {number} first
 * @property {number} second
 * @property {number} nanoseconds
 * @property {number[][]} parts indices of points
 */

/** Limit for parts that have no limit. */
export const MANY_VERTICES = 2 ** 30;

/** @param {Rings[]} outlines @param {number} maxVertices */
function encode(outlines, maxVertices) {
    const sizes = outlines.map(({ points, ends }) => 2 + ends.length + 2 * points.length);
    const buffer = new ArrayBuffer(4 * sizes.reduce((sum, size) => sum + size, 0));
    const integers = new Int32Array(buffer);
    const floats = new Float32Array(buffer);
    let at = 0;
    outlines.forEach(({ points, ends }, k) => {
        integers.set([ends.length, maxVertices], at);
        integers.set(ends, at + 2);
        floats.set(points.flat(), at + 2 + ends.length);
        at += sizes[k];
    });
    return new Uint8Array(buffer);
}

/**
 * Returns the answers of a program; fails if a sanitizer reports anything.
 *
 * @param {string} program
 * @param {Rings[]} outlines
 * @param {number} [maxVertices]
 * @returns {Decomposition[]}
 */
export function decomposeAll(program, outlines, maxVertices = MANY_VERTICES) {
    const { status, stdout, stderr, signal } = spawnSync(program, {
        input: encode(outlines, maxVertices),
        maxBuffer: 2 ** 31,
    });
    assert.deepEqual([status, signal, String(stderr)], [0, null, '']);
    const bytes = new Uint8Array(stdout).buffer;
    const integers = new Int32Array(bytes);
    const floats = new Float32Array(bytes);
    let at = 0;
    const answers = outlines.map(() => {
        const [fault, first, second, count] = integers.subarray(at, at + 4);
        const nanoseconds = floats[at + 4];
        const ends = integers.subarray(at + 5, at + 5 + count);
        at += 5 + count;
        const parts = Array.from(ends, (end, k) =>
            Array.from(integers.subarray(at + (ends[k - 1] ?? 0), at + end)),
        );
        at += ends.at(-1) ?? 0;
        return { fault: FAULTS[fault], first, second, nanoseconds, parts };
    });
    assert.equal(at, integers.length);
    return answers;
}
