import { readJson } from '../helpers.js';

/**
 * Answers of programs/queries.js, and of programs/plans.js below, wherever they run: to the last bit, as every build rounds
 * alike.
 */
export const STATIC_ANSWERS = {
    collide: false,
    // 3 - 4.5 / 2 - 0.25.
    separation: 0.5,
    depth: 0.5,
    cast: [0.35, 0.85],
    batch: { touching: 1, relations: [0, 2], distances: [0.5, 0] },
    version: readJson('package.json').version,
};

export const MOTION_ANSWERS = {
    ...STATIC_ANSWERS,
    // Brackets of 1.8825299662023, which bisection of the distance along the arc gives.
    contact: [1.8825299662012107, 1.8825299692012094],
    sweep: [1.8825299660304349, 1.8825299690304342],
    scene: 0,
};

export const AGENT_ANSWERS = {
    // 5 ± 1 / sqrt 2.
    conflicts: [[4.292893218813453, 5.707106781186547]],
    approach: { relation: 'overlapping', separation: -1, time: 5 },
    version: STATIC_ANSWERS.version,
};

export const SOLID_ANSWERS = {
    // In the frame of the box the center is (2.48, -1.36): 0.6 from its edge at (2, -1).
    collide: false,
    depth: 0.25,
    cast: [0.25, 0.75],
    batch: { touching: 1, relations: [0, 2], distances: [0.5, 0] },
    near: [1, 1],
    meeting: { kind: 'face', index: 5 },
    version: STATIC_ANSWERS.version,
};

export const QUERY_ANSWERS = { ...MOTION_ANSWERS, ...AGENT_ANSWERS };

export const PLAN_ANSWERS = {
    verdict: '1 violation',
    message: 'agents 0 and 1 are both in cell (1, 0) from t = 1 on',
    // Both end in one cell: no waits repair that.
    repair: 'unrepaired',
    makespans: [2, 1, 0.25, 2],
    formats: ['ccbs', 'libmrp', 'tracks', 'commonroad'],
    corners: [6],
    refused: 'odd.xml:1:19: bad-xml: duplicate attribute: a.',
};
