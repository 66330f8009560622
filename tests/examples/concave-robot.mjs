/**
 * Lets a robot with two forks drive around a pillar: it takes the pillar between the forks, turns by a quarter, and backs
 * out. Its hull would refuse every way; the true outline shows around which point it can turn, and how near it comes.
 */
import { createSync } from 'graze';

const g = createSync();

// In meters, counter-clockwise from the lower left corner: the forks point to the right.
const outline = [
    -0.9, -0.6, 1.2, -0.6, 1.2, -0.45, 0.1, -0.45, 0.1, 0.45, 1.2, 0.45, 1.2, 0.6, -0.9, 0.6,
];
const [robot, hull, pillar] = [g.concave(outline), g.hull(outline), g.disc(0.2)];
const standing = g.motion.static();

/** Returns the drive with a turn around a point of the robot. @param {number} pivotX x of the point, in its frame */
function quarterTurn(pivotX) {
    const pivot = { x: pivotX, y: 0 };
    const x = pivotX - 0.65; // The pillar, at the origin, is 0.65 m before the axle then.
    return g.motion({
        pieces: [
            { t0: 0, t1: 4, x: [x - 2, 0.5], y: [0], angle: [0], pivot },
            { t0: 4, t1: 7, x: [x], y: [0], angle: [0, Math.PI / 6], pivot },
            { t0: 7, t1: 11, x: [x], y: [0, -0.5], angle: [Math.PI / 2], pivot },
        ],
    });
}

/** @param {string} name @param {import('graze').Shape} body @param {number} pivotX */
function report(name, body, pivotX) {
    const motion = quarterTurn(pivotX);
    const { time } = g.firstContact(body, pillar, motion, standing);
    const [clearance] = g.clearance(body, pillar, motion, standing).separation;
    const answer = time ? `contact at ${time[0].toFixed(3)} s` : `${clearance.toFixed(3)} m apart`;
    console.log(`${name}: ${answer}`);
}

report('around the axle', robot, 0);
report('around the pillar', robot, 0.65);
report('around the pillar, as its hull', hull, 0.65);
