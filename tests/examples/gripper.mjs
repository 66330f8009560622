/**
 * A gripper takes a part from a table: the distance of each finger to the part, as the line to draw, and once a finger
 * touches, the cone of directions in which it pushes. Bodies are objects of a scene as three.js has them, of which graze
 * reads `position` and `quaternion`; with three.js, write `new THREE.Mesh(...)` for `new Thing(...)`.
 */
import { create } from 'graze/solid';

/** A point, as THREE.Vector3. */
class Vector3 {
    /** @param {number} x @param {number} y @param {number} z */
    constructor(x, y, z) {
        this.x = x;
        this.y = y;
        this.z = z;
    }
}

/** A rotation, as THREE.Quaternion. */
class Quaternion {
    x = 0;
    y = 0;
    z = 0;
    w = 1;
}

/** An object of a scene, as THREE.Object3D, and its body. */
class Thing {
    quaternion = new Quaternion();
    scale = new Vector3(1, 1, 1);

    /** @param {import('graze/solid').Solid} body @param {number} x @param {number} y @param {number} z */
    constructor(body, x, y, z) {
        this.body = body;
        this.position = new Vector3(x, y, z);
    }
}

const s = await create();
const finger = s.box(0.01, 0.02, 0.06, { radius: 0.002 });
const pyramid = s.hull([0.03, 0, 0, -0.03, 0, 0, 0, 0.02, 0, 0, -0.02, 0, 0, 0, 0.05]);
const part = new Thing(pyramid, 0, 0, 0);
const fingers = [-1, 1].map((side) => new Thing(finger, side * 0.06, 0, 0.04));

/** Returns a point in millimeters. @param {import('graze/solid').SolidPoint} point */
const show = ({ x, y, z }) => [x, y, z].map((value) => (1000 * value).toFixed(1)).join(', ');
/** Returns directions. @param {import('graze/solid').SolidPoint[]} directions */
const showAll = (directions) => directions.map(({ x, y, z }) => `(${x}, ${y}, ${z})`).join(' and ');

for (const [k, thing] of fingers.entries()) {
    const { body, position } = thing;
    const { distance, pointA, pointB } = s.distance(body, part.body, thing, part);
    console.log(
        `finger ${k}: ${(1000 * distance).toFixed(2)} mm, from ${show(pointA)} to ${show(pointB)}`,
    );
    // Close the finger until it touches: a cast says how far it can go.
    const closing = { dx: -2 * position.x, dy: 0, dz: 0 };
    const cast = s.shapeCast(body, part.body, thing, part, closing);
    if (cast.status === 'free') throw new Error('the finger misses the part');
    position.x += cast.interval[0] * closing.dx;
    console.log(
        `  closes by ${(1000 * cast.interval[0] * Math.abs(closing.dx)).toFixed(2)} mm, touches at ${show(cast.point)}`,
    );
}

// A part that lies on the table touches it, and the cone has the one direction in which the table holds it.
const table = new Thing(s.box(1, 1, 0.25), 0, 0, -0.125);
const { relation, directions } = s.contactCone(table.body, part.body, table, part);
console.log(`table: ${relation}, holds along ${showAll(directions)}`);
// Two blocks touch along an edge: every direction between the generators separates them.
const block = s.box(0.25, 0.25, 0.25);
const cone = s.contactCone(block, block, undefined, new Thing(block, 0.25, 0.25, 0));
console.log(`edges: ${cone.relation}, free along all between ${showAll(cone.directions)}`);
