/**
 * A car with a trailer turns right into a gap between parked cars. Where must the turn begin? A late one meets the far
 * car, and in an early one the trailer cuts the corner. Car and trailer move apart from each other, and are one
 * candidate with one answer.
 */

import { create } from 'graze';

const [WHEELBASE, HITCH, DRAWBAR] = [2.7, 0.9, 3]; // between the car's axles; car's rear axle to hitch to trailer's axle
const [SPEED, STEERING, STEP, END] = [3, -0.5, 0.05, 9]; // m/s, radians, s, s
const TURN_RATE = (SPEED / WHEELBASE) * Math.tan(STEERING);

const g = await create();
const car = g.polygon([-0.8, -0.9, 3.6, -0.9, 3.6, 0.9, -0.8, 0.9]); // around the rear axle
const trailer = g.polygon([-1.2, -0.8, 1.4, -0.8, 1.4, 0.8, -1.2, 0.8]); // around its axle

/** Returns the motions of both: straight on to x = turnAt, then right, then into the gap. @param {number} turnAt */
function drive(turnAt) {
    let [x, y, angle, trailerAngle] = [-12, 0, 0, 0]; // of the car's rear axle
    /** @type {import('graze').MotionSample[][]} */
    const [carPoses, trailerPoses] = [[], []];
    for (let t = 0; t <= END; t += STEP) {
        const [hitchX, hitchY] = [x - HITCH * Math.cos(angle), y - HITCH * Math.sin(angle)];
        const [dx, dy] = [DRAWBAR * Math.cos(trailerAngle), DRAWBAR * Math.sin(trailerAngle)];
        carPoses.push({ t, x, y, angle });
        trailerPoses.push({ t, x: hitchX - dx, y: hitchY - dy, angle: trailerAngle });
        const turn = x >= turnAt && angle > -Math.PI / 2 ? TURN_RATE : 0;
        const bend = angle - trailerAngle;
        [x, y] = [x + SPEED * Math.cos(angle) * STEP, y + SPEED * Math.sin(angle) * STEP];
        trailerAngle += ((SPEED * Math.sin(bend) - HITCH * turn * Math.cos(bend)) / DRAWBAR) * STEP;
        angle = Math.max(angle + turn * STEP, -Math.PI / 2);
    }
    return [g.motion.samples(carPoses), g.motion.samples(trailerPoses)];
}

const clock = { t1: END, step: 0.1 };
const parked = [-2, 9].map((x) => g.path(g.box(4.4, 1.8), g.motion.static({ x, y: -6 }), clock));
const candidates = [-4, -3, -2, -1, 0, 1, 2]; // where the turn begins
const batch = g.movingPairs(2 * candidates.length, { pieces: 5000 });
let piece = 0;
candidates.forEach((turnAt, k) => {
    const [carMotion, trailerMotion] = drive(turnAt);
    piece = batch.set(2 * k, car, carMotion, piece);
    piece = batch.set(2 * k + 1, trailer, trailerMotion, piece);
});
g.scene(parked).firstContacts(batch, 2 * candidates.length, { groups: 2 });
candidates.forEach((turnAt, k) => {
    const [body, path] = batch.contactBodies.subarray(2 * k, 2 * k + 2);
    const [part, other] = [['car', 'trailer'][body % 2], ['near', 'far'][path]];
    const contact = `the ${part} meets the ${other} car at t = ${batch.times[2 * k].toFixed(3)}`;
    console.log(`turn at x = ${turnAt}: ${batch.statuses[k] === 0 ? 'free' : contact}`);
});
