import * as calls from '../core/calls.js';
import { SOLID_CLEARANCE, SOLID_CONTACT } from '../core/layout.js';
import { Solid } from '../solid/solid.js';
import { ANSWER_FORM } from '../solid/witness.js';
import { SolidMotion } from './motion.js';

/** Bodies, records and calls of queries of moving bodies in space. */
export const SPACE = /* @__PURE__ */ Object.freeze({
    noun: 'body',
    Body: Solid,
    Motion: SolidMotion,
    answers: ANSWER_FORM,
    contact: SOLID_CONTACT,
    clearance: SOLID_CLEARANCE,
    calls: {
        firstContact: calls.solidFirstContact,
        timeToCollision: calls.solidTimeToCollision,
        contactIntervals: calls.solidContactIntervals,
        unsafeMotionDelays: calls.solidUnsafeMotionDelays,
        clearance: calls.solidClearance,
        timesStage: calls.solidTimesStage,
        separationsAt: calls.solidSeparationsAt,
    },
});
