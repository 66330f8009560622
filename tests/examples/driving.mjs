/**
 * Chooses one of 1,000 maneuvers of a car with a trailer on a road with traffic, as a planner does many times a second:
 * which of them meet nothing, and which of these keeps the largest distance. Candidates are certified for all of their
 * time, not at sampled instants.
 */

import { createSync } from 'graze';

const g = createSync();
const [END, LANE, HITCH, DRAWBAR] = [6, 3.5, 1.2, 3];
const clock = { t1: END, step: 0.1 };
const car = g.polygon([-1, -0.9, 3.6, -0.9, 3.6, 0.9, -1, 0.9]); // around the rear axle
const trailer = g.polygon([-1.5, -0.9, 1.5, -0.9, 1.5, 0.9, -1.5, 0.9]); // around its axle
const vehicle = g.box(4.6, 1.9);

/**
 * Returns the motions of car and trailer: in four seconds to another speed, and to another lane.
 *
 * @param {number} side meters to the left
 * @param {number} speed
 */
function maneuver(side, speed) {
    const [from, duration] = [20, 4];
    /** @type {[number[], number[]]} t, x, y, angle of each sample, and of the car the velocities */
    const [carSamples, trailerSamples] = [[], []];
    let [x, trailerAngle] = [0, 0];
    for (let t = 0; t <= END; t += 0.5) {
        const s = Math.min(t / duration, 1);
        // The lateral motion is 6 s^5 - 15 s^4 + 10 s^3 of the way.
        const y = side * s ** 3 * (10 + s * (6 * s - 15));
        const vy = (side / duration) * 30 * s * s * (1 - s) ** 2;
        const ay = (side / duration ** 2) * 60 * s * (1 + s * (2 * s - 3));
        const vx = from + (speed - from) * s;
        const ax = s < 1 ? (speed - from) / duration : 0;
        const angle = Math.atan2(vy, vx);
        carSamples.push(t, x, y, angle, vx, vy, (vx * ay - vy * ax) / (vx * vx + vy * vy));
        const [hitchX, hitchY] = [x - HITCH * Math.cos(angle), y - HITCH * Math.sin(angle)];
        const [dx, dy] = [DRAWBAR * Math.cos(trailerAngle), DRAWBAR * Math.sin(trailerAngle)];
        trailerSamples.push(t, hitchX - dx, hitchY - dy, trailerAngle);
        x += (vx + ax / 4) / 2;
        trailerAngle += (angle - trailerAngle) * (1 - Math.exp(-vx / DRAWBAR / 2));
    }
    const trailerMotion = g.motion.samples(Float64Array.from(trailerSamples));
    return [g.motion.hermite(Float64Array.from(carSamples)), trailerMotion];
}

// The own lane is at y = 0, one is to the right of it, two are to the left. Rails are beside the road.
const paths = Array.from({ length: 20 }, (_, k) => {
    const lane = (k % 4) - 1;
    const [ahead, vx] = lane === 0 ? [40, 13] : [11 * lane - 45, 18 + 2 * lane];
    const place = { x: 34 * Math.floor(k / 4) + ahead, y: LANE * lane };
    return g.path(vehicle, g.motion.linear({ t0: 0, t1: END, ...place, vx, vy: 0 }), clock);
});
const rail = (/** @type {number} */ y) => Array.from({ length: 51 }, (_, k) => [10 * k - 100, y]);
const scene = g.scene(paths, { walls: [rail(-1.5 * LANE), rail(2.5 * LANE)] });

const choices = Array.from({ length: 1000 }, (_, k) => {
    return { side: 0.4 * (k % 40) - 6, speed: 10 + Math.floor(k / 40) };
});
const [bodies, groups] = [2 * choices.length, 2];
const batch = g.movingPairs(bodies, { pieces: 12 * bodies });
let piece = 0;
choices.forEach(({ side, speed }, k) => {
    const [carMotion, trailerMotion] = maneuver(side, speed);
    piece = batch.set(2 * k, car, carMotion, piece);
    piece = batch.set(2 * k + 1, trailer, trailerMotion, piece);
});
const met = scene.firstContacts(batch, bodies, { groups });
const isRail = (/** @type {number} */ body) => body >= paths.length;
const rails = batch.others.subarray(0, choices.length).filter(isRail).length;
console.log(`${met} of ${choices.length} meet something, ${rails} of them a rail first`);

const free = choices.flatMap((_, k) => (batch.statuses[k] === 0 ? [k] : []));
scene.clearances(batch, bodies, { groups, select: free, atMost: 2, distanceTolerance: 0.01 });
const clearance = (/** @type {number} */ k) => batch.clearances[3 * k];
// Of those that keep a meter, the one with the least change of speed and lane.
const cost = (/** @type {number} */ k) =>
    Math.abs(choices[k].speed - 20) + Math.abs(choices[k].side);
const [best] = free.filter((k) => clearance(k) >= 1).sort((i, j) => cost(i) - cost(j) || i - j);
const { side, speed } = choices[best];
console.log(
    `${free.length} are free; the best goes ${side.toFixed(1)} m to the left, to ${speed} m/s,`,
);
console.log(`and stays ${clearance(best).toFixed(2)} m away, of at most 2 m that count`);
