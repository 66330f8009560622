/**
 * A robot arm of six joints reaches across a table, past a post: which link meets what first, and when; how near the others come.
 * Joints move by cubics with rest at both ends. Each link is a capsule, from its joint to the next one, in meters.
 */
import { create } from 'graze/solid';

const s = await create();
const [X, Y, Z] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]; // biome-ignore format: vectors
const joints = [
    { axis: Z, length: 0.3, radius: 0.08, up: true },
    { axis: Y, length: 0.5, radius: 0.06 },
    { axis: Y, length: 0.4, radius: 0.05 },
    { axis: X, length: 0.1, radius: 0.04 },
    { axis: Y, length: 0.1, radius: 0.04 },
    { axis: X, length: 0.15, radius: 0.03 },
];

/** @param {number[]} from @param {number[]} to angles of the joints in radians, at 0 and after 2 seconds */
function moveArm(from, to) {
    let end = { x: 0, y: 0, z: 0 };
    let parent = s.motion.static();
    return joints.map(({ axis, length, radius, up }, k) => {
        const q = [from[k], 0, 0.75 * (to[k] - from[k]), -0.25 * (to[k] - from[k])];
        parent = s.motion.chain(parent, { axis, pose: end, pieces: [{ t0: 0, t1: 2, q }] });
        end = up ? { x: 0, y: 0, z: length } : { x: length, y: 0, z: 0 };
        return { body: s.capsule([0, 0, 0], end, radius), motion: parent };
    });
}

const scene = {
    table: { body: s.box(2, 2, 0.05), motion: s.motion.static({ z: -0.11 }) },
    post: { body: s.box(0.08, 0.08, 1.2), motion: s.motion.static({ x: 0.55, y: 0.35, z: 0.5 }) },
};
const low = moveArm([-0.4, -0.4, 0.5, 0, 0.4, 0], [1.4, 0.3, 0.5, 2, 0.4, 1]);
const high = moveArm([-0.4, -0.4, 0.5, 0, 0.4, 0], [0.2, -0.3, 0.5, 2, 0.2, 1]);
for (const [name, arm] of Object.entries({ low, high })) {
    for (const [thing, { body, motion }] of Object.entries(scene)) {
        const times = arm.map((link) => s.timeToCollision(link.body, body, link.motion, motion));
        const first = times.indexOf(Math.min(...times));
        const gaps = arm.map((l) => s.clearance(l.body, body, l.motion, motion).separation[0]);
        const meets = `link ${first} meets it after ${times[first].toFixed(6)} s`;
        const found = times[first] < Infinity ? meets : 'free';
        console.log(`${name}, ${thing}: ${found}, least gap ${Math.min(...gaps).toFixed(6)} m`);
    }
}
