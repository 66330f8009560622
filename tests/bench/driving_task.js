/**
 * A planner's candidates: 1,000 maneuvers of a car with a trailer against 20 vehicles and 100 segments of walls, which meet
 * nothing. graze certifies whole maneuvers; plain JavaScript, as planners have it, tests separating axes every tenth of a
 * second, and so misses what happens between.
 *
 * @import { Graze } from 'graze'
 * @import { Cell } from './worlds_tasks.js'
 *
 * @typedef {{ x: number, y: number, angle: number }} Pose
 * @typedef {{ length: number, width: number, ahead: number }} Box `ahead`: of its middle, from the point that is moved
 */

const [END, STEP, LANE, HITCH, DRAWBAR] = [6, 0.1, 3.5, 1.2, 3];
const SAMPLES = Math.round(END / STEP) + 1;
const CANDIDATES = 1000;
const VEHICLES = 20;
const CAR = { length: 4.6, width: 1.8, ahead: 1.3 };
const TRAILER = { length: 3, width: 1.8, ahead: 0 };
const VEHICLE = { length: 4.6, width: 1.9, ahead: 0 };

/**
 * Returns the poses of car and trailer every half second: in four seconds to another speed and another lane.
 *
 * @param {number} side meters to the left
 * @param {number} speed
 * @returns {[car: Pose[], trailer: Pose[]]}
 */
function maneuver(side, speed) {
    const [from, duration] = [20, 4];
    /** @type {[Pose[], Pose[]]} */
    const [car, trailer] = [[], []];
    let [x, trailerAngle] = [0, 0];
    for (let t = 0; t <= END; t += 0.5) {
        const s = Math.min(t / duration, 1);
        const y = side * s ** 3 * (10 + s * (6 * s - 15));
        const vy = (side / duration) * 30 * s * s * (1 - s) ** 2;
        const vx = from + (speed - from) * s;
        const angle = Math.atan2(vy, vx);
        car.push({ x, y, angle });
        trailer.push({
            x: x - HITCH * Math.cos(angle) - DRAWBAR * Math.cos(trailerAngle),
            y: y - HITCH * Math.sin(angle) - DRAWBAR * Math.sin(trailerAngle),
            angle: trailerAngle,
        });
        x += (vx + (speed - from) / duration / 4) / 2;
        trailerAngle += (angle - trailerAngle) * (1 - Math.exp(-vx / DRAWBAR / 2));
    }
    return [car, trailer];
}

/** Returns the place and speed of a vehicle: one lane to the right of the car's, and two to the left. @param {number} k */
function vehicleOf(k) {
    const lane = (k % 4) - 1;
    const [ahead, vx] = lane === 0 ? [40, 13] : [11 * lane - 45, 18 + 2 * lane];
    return { x: 34 * Math.floor(k / 4) + ahead, y: LANE * lane, vx };
}

const WALLS = [-1.5 * LANE, 2.5 * LANE].map((y) =>
    Array.from({ length: 51 }, (_, k) => /** @type {[number, number]} */ ([10 * k - 100, y])),
);

/** @param {Box} box @param {Pose} pose */
function oriented({ length, width, ahead }, { x, y, angle }) {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return { x: x + ahead * c, y: y + ahead * s, c, s, a: length / 2, b: width / 2 };
}

/**
 * Returns whether two oriented boxes meet, by their four axes.
 *
 * @param {ReturnType<typeof oriented>} p
 * @param {ReturnType<typeof oriented>} q
 */
function boxesMeet(p, q) {
    const [dx, dy] = [q.x - p.x, q.y - p.y];
    const [c, s] = [Math.abs(p.c * q.c + p.s * q.s), Math.abs(p.c * q.s - p.s * q.c)];
    return (
        Math.abs(dx * p.c + dy * p.s) <= p.a + q.a * c + q.b * s &&
        Math.abs(dy * p.c - dx * p.s) <= p.b + q.a * s + q.b * c &&
        Math.abs(dx * q.c + dy * q.s) <= q.a + p.a * c + p.b * s &&
        Math.abs(dy * q.c - dx * q.s) <= q.b + p.a * s + p.b * c
    );
}

/**
 * Returns the first sample at which a candidate meets something; -1 if none.
 *
 * @param {Pose[][]} bodies poses of car and trailer every half second
 */
function firstSample(bodies) {
    for (let k = 0; k < SAMPLES; k++) {
        const t = k * STEP;
        const i = Math.min(Math.floor(t / 0.5), bodies[0].length - 2);
        const u = t / 0.5 - i;
        for (const [part, poses] of bodies.entries()) {
            const [p, q] = [poses[i], poses[i + 1]];
            const between = (/** @type {keyof Pose} */ key) => p[key] + (q[key] - p[key]) * u;
            const pose = { x: between('x'), y: between('y'), angle: between('angle') };
            const own = oriented(part === 0 ? CAR : TRAILER, pose);
            const radius = Math.hypot(own.a, own.b);
            for (let other = 0; other < VEHICLES; other++) {
                const { x, y, vx } = vehicles[other];
                const far = radius + 2.5;
                if (Math.abs(x + vx * t - own.x) > far || Math.abs(y - own.y) > far) continue;
                if (boxesMeet(own, oriented(VEHICLE, { x: x + vx * t, y, angle: 0 }))) return k;
            }
            for (const wall of WALLS) {
                const y = wall[0][1];
                if (Math.abs(y - own.y) > radius) continue;
                for (let w = 0; w + 1 < wall.length; w++) {
                    const middle = (wall[w][0] + wall[w + 1][0]) / 2;
                    if (Math.abs(middle - own.x) > radius + 5) continue;
                    const segment = { x: middle, y, c: 1, s: 0, a: 5, b: 0 };
                    if (boxesMeet(own, segment)) return k;
                }
            }
        }
    }
    return -1;
}

const vehicles = Array.from({ length: VEHICLES }, (_, k) => vehicleOf(k));

/**
 * Whom and when 1,000 candidates meet first, from their samples on: filling the batch, making the scene, asking it.
 *
 * @param {Graze} g
 * @returns {Cell}
 */
export function drivingCell(g) {
    const candidates = Array.from({ length: CANDIDATES }, (_, k) =>
        maneuver(0.4 * (k % 40) - 6, 10 + Math.floor(k / 40)),
    );
    const shapes = [CAR, TRAILER].map(({ length, width, ahead }) => {
        const [a, b] = [length / 2, width / 2];
        return g.polygon([ahead - a, -b, ahead + a, -b, ahead + a, b, ahead - a, b]);
    });
    const vehicle = g.box(VEHICLE.length, VEHICLE.width);
    const clock = { t1: END, step: STEP };
    const motions = candidates.map((bodies) =>
        bodies.map((poses) => g.motion.samples(poses.map((pose, k) => ({ t: k / 2, ...pose })))),
    );
    const bodies = 2 * CANDIDATES;
    const batch = g.movingPairs(bodies, { pieces: 14 * bodies });
    const paths = vehicles.map(({ x, y, vx }) =>
        g.path(vehicle, g.motion.linear({ t0: 0, t1: END, x, y, vx, vy: 0 }), clock),
    );
    /** @type {Float64Array | null} */
    let sampled = null;
    const runs = {
        graze: () => {
            const scene = g.scene(paths, { walls: WALLS });
            let piece = 0;
            for (let k = 0; k < bodies; k++)
                piece = batch.set(k, shapes[k % 2], motions[k >> 1][k % 2], piece);
            scene.firstContacts(batch, bodies, { groups: 2 });
            scene.free();
        },
        'samples in JavaScript': () => {
            sampled = Float64Array.from(candidates, firstSample);
        },
    };
    const wrong = () => {
        // A sample that overlaps is a contact, at or before that sample; what lies between samples only graze sees.
        let differing = 0;
        for (let k = 0; k < CANDIDATES; k++) {
            const sample = sampled?.[k] ?? -1;
            if (sample < 0) continue;
            const isLater = batch.times[2 * k] > sample * STEP + 1e-6;
            differing += Number(batch.statuses[k] === 0 || isLater);
        }
        return differing;
    };
    return {
        name: 'first contacts of car and trailer, 1,000 candidates',
        count: CANDIDATES,
        runs,
        wrong,
    };
}
