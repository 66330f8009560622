import * as calls from '../core/calls.js';
import { CLEARANCE, CONTACT } from '../core/layout.js';
import { Shape } from '../static/shape.js';
import { ANSWER_FORM } from '../static/witness.js';
import { Motion } from './motion.js';

/**
 * Bodies, records and calls of queries of moving bodies in the plane.
 */
export const PLANE = /* @__PURE__ */ Object.freeze({
    noun: 'shape',
    Body: Shape,
    Motion,
    answers: ANSWER_FORM,
    contact: CONTACT,
    clearance: CLEARANCE,
    calls: {
        firstContact: calls.firstContact,
        timeToCollision: calls.timeToCollision,
        contactIntervals: calls.contactIntervals,
        unsafeMotionDelays: calls.unsafeMotionDelays,
        clearance: calls.clearance,
        timesStage: calls.timesStage,
        separationsAt: calls.separationsAt,
    },
});
