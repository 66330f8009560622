/**
 * The benchmark's pairs for native.c, which reads what native_pairs.h describes:
 *   node tests/bench/write_pairs.mjs FILE [OPTION]...    --n, --scenes, --pairs, --rounds, --seed of graze bench
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import { endianness } from 'node:os';
import { makePairs } from '../../js/bench/pairs.js';
import { parse, readOptions } from '../../js/cli/commands/bench.js';

/** @import { PairSet } from '../../js/bench/pairs.js' */

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

const [path, ...args] = process.argv.slice(2);
if (endianness() !== 'LE') throw new Error('numbers are written as they lie in memory');
const { bodies, scenes, pairs: count, rounds, seed } = readOptions(parse(args));
const file = openSync(path, 'w');
writeSync(file, Int32Array.of(bodies.length * scenes.length, rounds));
for (const body of bodies) {
    for (const scene of scenes) {
        for (const record of recordsOf(makePairs({ body, scene, count, seed })))
            writeSync(file, record);
    }
}
closeSync(file);
