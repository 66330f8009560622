import {
    askApproach,
    askCrowd,
    askFlights,
    askRoutes,
    askSteering,
    readApproach,
    readCrowd,
    readFlights,
    readRoutes,
    readSteering,
} from './agents.js';
import {
    askMotion,
    askMovers,
    askScene,
    askSweep,
    askUsual,
    readMotion,
    readMovers,
    readScene,
    readSweep,
    readUsual,
} from './moving.js';
import { Reader } from './reader.js';
import {
    askBatch,
    askBodies,
    askHeadings,
    askPair,
    askShape,
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
    pair: { read: readPair, ask: askPair },
    discs: { read: readApproach, ask: askApproach },
    box: { read: readApproach, ask: askApproach },
    cast: { read: readCast, ask: askPair },
    ray: { read: readCast, ask: askPair },
    trace: { read: readTrace, ask: askPair },
    batch: { read: readBatch, ask: askBatch },
    motion: { read: readMotion, ask: askMotion },
    movers: { read: readMovers, ask: askMovers },
    sweep: { read: readSweep, ask: askSweep },
    scene: { read: readScene, ask: askScene },
    flights: { read: readFlights, ask: askFlights },
    routes: { read: readRoutes, ask: askRoutes },
    shape: { read: readShape, ask: askShape },
    headings: { read: readHeadings, ask: askHeadings },
    bodies: { read: readBodies, ask: askBodies },
    usual: { read: readUsual, ask: askUsual },
    steering: { read: readSteering, ask: askSteering },
    crowd: { read: readCrowd, ask: askCrowd },
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
