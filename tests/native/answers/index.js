import {
    queryApproach,
    queryDiscBatch,
    queryRoutes,
    querySpheres,
    querySteering,
    readApproach,
    readDiscBatch,
    readRoutes,
    readSpheres,
    readSteering,
} from './agents.js';
import {
    queryDefaults,
    queryMotion,
    queryMovingPairs,
    queryScene,
    querySweep,
    readDefaults,
    readMotion,
    readMovingPairs,
    readScene,
    readSweep,
} from './moving.js';
import { Reader } from './reader.js';
import {
    queryBatch,
    queryBodies,
    queryHeadings,
    queryPair,
    queryShape,
    readBatch,
    readBodies,
    readCast,
    readHeadings,
    readPair,
    readShape,
    readTrace,
} from './static.js';

/**
 * Answers as flat lists of numbers, so that bits can be compared: read from the records that replay.c writes, or
 * computed by the JavaScript binding. Both give one list per question.
 * @import { Graze } from 'graze'
 * @import { Question } from '../questions/index.js'
 */

/** @type {Record<Question['kind'], { read: (reader: Reader, question: any) => number[], ask: (g: Graze, question: any) => number[] }>} */
const WAYS = {
    pair: { read: readPair, ask: queryPair },
    discs: { read: readApproach, ask: queryApproach },
    box: { read: readApproach, ask: queryApproach },
    cast: { read: readCast, ask: queryPair },
    ray: { read: readCast, ask: queryPair },
    trace: { read: readTrace, ask: queryPair },
    batch: { read: readBatch, ask: queryBatch },
    motion: { read: readMotion, ask: queryMotion },
    movers: { read: readMovingPairs, ask: queryMovingPairs },
    sweep: { read: readSweep, ask: querySweep },
    scene: { read: readScene, ask: queryScene },
    flights: { read: readSpheres, ask: querySpheres },
    routes: { read: readRoutes, ask: queryRoutes },
    shape: { read: readShape, ask: queryShape },
    headings: { read: readHeadings, ask: queryHeadings },
    bodies: { read: readBodies, ask: queryBodies },
    usual: { read: readDefaults, ask: queryDefaults },
    steering: { read: readSteering, ask: querySteering },
    crowd: { read: readDiscBatch, ask: queryDiscBatch },
};

/** Decodes the output of replay. @param {Uint8Array} bytes @param {Question[]} questions */
export function decode(bytes, questions) {
    const reader = new Reader(bytes);
    const answers = questions.map((question) => WAYS[question.kind].read(reader, question));
    if (!reader.isAtEnd) throw new Error('replay wrote more than it was asked');
    return answers;
}

/** Returns the same answers from an instance. @param {Graze} g @param {Question[]} questions */
export const ask = (g, questions) =>
    questions.map((question) => WAYS[question.kind].ask(g, question));
