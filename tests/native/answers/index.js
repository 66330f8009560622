import {
    queryApproach,
    queryDiscBatch,
    queryPlanBatch,
    queryRoutes,
    querySpheres,
    querySteering,
    queryTraffic,
    readApproach,
    readDiscBatch,
    readPlanBatch,
    readRoutes,
    readSpheres,
    readSteering,
    readTraffic,
} from './agents.js';
import { queryBoxes, readBoxes } from './boxes.js';
import { queryCompound, readCompound } from './compounds.js';
import {
    queryClearances,
    queryDefaults,
    queryInflated,
    queryMotion,
    queryMovingPairs,
    queryOverlaps,
    queryScene,
    querySweep,
    readClearances,
    readDefaults,
    readInflated,
    readMotion,
    readMovingPairs,
    readOverlaps,
    readScene,
    readSweep,
} from './moving.js';
import { Reader } from './reader.js';
import {
    queryChains,
    querySolidPair,
    querySolidUnion,
    querySolidWorld,
    readChains,
    readSolidPair,
    readSolidUnion,
    readSolidWorld,
} from './solids.js';
import {
    queryBatch,
    queryBodies,
    queryCones,
    queryHeadings,
    queryManifolds,
    queryPair,
    queryShape,
    readBatch,
    readBodies,
    readCast,
    readCones,
    readHeadings,
    readManifolds,
    readPair,
    readShape,
    readTrace,
} from './static.js';
import { queryWorlds, readWorlds } from './worlds.js';

/**
 * Answers as flat lists of numbers, so that bits can be compared: read from the records that replay.c writes, or
 * computed by the JavaScript binding. Both give one list per question.
 * @import { Graze } from 'graze'
 * @import { SolidGraze } from 'graze/solid'
 * @import { Question } from '../questions/index.js'
 *
 * @typedef {{ plane: Graze, space: SolidGraze }} Instances
 */

/** @type {Record<Question['kind'], { read: (reader: Reader, question: any) => number[], query: (instance: any, question: any) => number[], isInSpace?: true }>} */
const WAYS = {
    pair: { read: readPair, query: queryPair },
    discs: { read: readApproach, query: queryApproach },
    box: { read: readApproach, query: queryApproach },
    cast: { read: readCast, query: queryPair },
    ray: { read: readCast, query: queryPair },
    trace: { read: readTrace, query: queryPair },
    batch: { read: readBatch, query: queryBatch },
    motion: { read: readMotion, query: queryMotion },
    movers: { read: readMovingPairs, query: queryMovingPairs },
    sweep: { read: readSweep, query: querySweep },
    scene: { read: readScene, query: queryScene },
    flights: { read: readSpheres, query: querySpheres },
    routes: { read: readRoutes, query: queryRoutes },
    shape: { read: readShape, query: queryShape },
    headings: { read: readHeadings, query: queryHeadings },
    bodies: { read: readBodies, query: queryBodies },
    usual: { read: readDefaults, query: queryDefaults },
    steering: { read: readSteering, query: querySteering },
    crowd: { read: readDiscBatch, query: queryDiscBatch },
    compound: { read: readCompound, query: queryCompound },
    manifolds: { read: readManifolds, query: queryManifolds },
    clearances: { read: readClearances, query: queryClearances },
    traffic: { read: readTraffic, query: queryTraffic },
    plans: { read: readPlanBatch, query: queryPlanBatch },
    worlds: { read: readWorlds, query: queryWorlds },
    inflated: { read: readInflated, query: queryInflated },
    boxes: { read: readBoxes, query: queryBoxes },
    septic: { read: readMotion, query: queryMotion },
    overlaps: { read: readOverlaps, query: queryOverlaps },
    cones: { read: readCones, query: queryCones },
    solid: { read: readSolidPair, query: querySolidPair, isInSpace: true },
    unions: { read: readSolidUnion, query: querySolidUnion, isInSpace: true },
    chains: { read: readChains, query: queryChains, isInSpace: true },
    solids: { read: readSolidWorld, query: querySolidWorld, isInSpace: true },
};

/** Decodes the output of replay. @param {Uint8Array} bytes @param {Question[]} questions */
export function decode(bytes, questions) {
    const reader = new Reader(bytes);
    const answers = questions.map((question) => WAYS[question.kind].read(reader, question));
    if (!reader.isAtEnd) throw new Error('replay wrote more than it was asked');
    return answers;
}

/** Returns the same answers from instances. @param {Instances} instances @param {Question[]} questions */
export const query = ({ plane, space }, questions) =>
    questions.map((question) => {
        const { query: answer, isInSpace } = WAYS[question.kind];
        return answer(isInSpace ? space : plane, question);
    });
