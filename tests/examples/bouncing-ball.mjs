/**
 * Lets a ball bounce in a room that is not convex, with a pillar that is not either. Each flight ends at its certified
 * first contact, so the ball passes through no wall, however fast it is.
 */
import { createSync } from 'graze';

const g = createSync();

// In meters: the walls of an L-shaped room, and a pillar with a notch. Their parts are numbered in this order.
const walls = g.chain([0, 0, 8, 0, 8, 3, 4, 3, 4, 6, 0, 6], { closed: true });
const pillar = g.concave([1, 3, 3, 3, 3, 5, 2, 4, 1, 5]);
const room = g.compound([walls, pillar]);
const ball = g.disc(0.25);
const standing = g.motion.static();

let [t, x, y, vx, vy] = [0, 6, 1, 3.1, 1.7];
for (let bounce = 1; bounce <= 12; bounce++) {
    const flight = g.motion.linear({ t0: t, t1: t + 20, x, y, vx, vy });
    const contact = g.firstContact(ball, room, flight, standing);
    flight.free();
    if (contact.status === 'free') throw new Error('the ball has left the room');
    const { time, normal, featureB } = contact;
    [x, y, t] = [x + vx * (time[0] - t), y + vy * (time[0] - t), time[0]];
    // The normal leads from the ball to the wall: the velocity along it is reversed.
    const speed = vx * normal.x + vy * normal.y;
    [vx, vy] = [vx - 2 * speed * normal.x, vy - 2 * speed * normal.y];
    console.log(`${t.toFixed(4)} s: part ${featureB.part}, at (${x.toFixed(4)}, ${y.toFixed(4)})`);
}
