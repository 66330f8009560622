/** The scene of the README: a car turns left, a cyclist comes the other way. Lengths in meters, times in seconds. */

import { boxShape, makeShape } from '../../base/shapes.js';

/**
 * @import { Graze } from 'graze'
 * @import { ShapeState } from '../../base/shapes.js'
 */

const HORIZON = 4;

/** @type {ShapeState} */
const car = boxShape(4.5, 1.8);
/** @type {ShapeState} */
const cyclist = {
    kind: 'capsule',
    points: [
        [-0.8, 0],
        [0.8, 0],
    ],
    radius: 0.3,
};

/**
 * Returns the two bodies, their motions, and their first contact.
 *
 * @param {Graze} graze
 */
export function solveScene(graze) {
    const shapeA = makeShape(graze, car);
    const shapeB = makeShape(graze, cyclist);
    const motionA = graze.motion.turn({
        t0: 0,
        t1: HORIZON,
        x: 0,
        y: 0,
        speed: 5,
        angularVelocity: 0.3,
    });
    const motionB = graze.motion.linear({
        t0: 0,
        t1: HORIZON,
        x: 17,
        y: 6,
        angle: Math.PI,
        vx: -2.5,
    });
    const first = graze.firstContact(shapeA, shapeB, motionA, motionB);
    const time = /** @type {[number, number]} */ (first.time);
    return {
        shapeA,
        shapeB,
        motionA,
        motionB,
        first,
        /** Certified bounds of the time of first contact. */
        time,
        /** As states, for drawing. */
        state: { a: { shape: car }, b: { shape: cyclist }, end: time[0] },
        /** @param {number} t */
        separationAt: (t) => graze.separationsAt(shapeA, shapeB, motionA, motionB, [t])[0],
        release() {
            for (const resource of [shapeA, shapeB, motionA, motionB]) resource.free();
        },
    };
}
