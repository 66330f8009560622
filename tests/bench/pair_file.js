import { closeSync, openSync, writeSync } from 'node:fs';
import { endianness } from 'node:os';
import { makePairs } from '../../js/bench/pairs.js';

/**
 * Writes pairs for programs in C, which read what native_pairs.h describes.
 *
 * @import { Body, PairSet, Scene } from '../../js/bench/pairs.js'
 */

const LABEL = 24;

/** @param {PairSet} set */
function recordsOf({ body, scene, count, shapes, ...set }) {
    const label = Buffer.alloc(LABEL);
    label.write(`${body.padStart(3)} ${scene}`);
    const counts = Int32Array.from(shapes, (outline) => outline.length / 2);
    const { shapeA, shapeB, poseA, poseB, separation } = set;
    return [
        label,
        Int32Array.of(shapes.length, count),
        ...[counts, ...shapes],
        ...[shapeA, shapeB, poseA, poseB, separation],
    ];
}

/**
 * @param {string} path
 * @param {{ bodies: readonly Body[], scenes: readonly Scene[], pairs: number, rounds: number, seed: number }} options
 */
export function writePairs(path, { bodies, scenes, pairs: count, rounds, seed }) {
    if (endianness() !== 'LE') throw new Error('numbers are written as they lie in memory');
    const file = openSync(path, 'w');
    writeSync(file, Int32Array.of(bodies.length * scenes.length, rounds));
    for (const body of bodies) {
        for (const scene of scenes) {
            for (const record of recordsOf(makePairs({ body, scene, count, seed })))
                writeSync(file, record);
        }
    }
    closeSync(file);
}
