/** The scene as a program, and as a test case. */

import { poseCode, shapeCode, shapeRings } from '../../base/shapes.js';

/**
 * @import { Solution } from './solve.js'
 * @import { BodyState, State } from './state.js'
 */

/**
 * @param {State} state
 * @param {Solution} solution
 */
export function asCode(state, { distance, penetration }) {
    const { a, b, subdistance, support, start } = state;
    const options = Object.entries({ subdistance, support, start }).map(
        ([key, value]) => `${key}: '${value}'`,
    );
    return `import { create } from 'graze';

const g = await create();
const a = ${shapeCode(a.shape)};
const b = ${shapeCode(b.shape)};
const poseA = ${poseCode(a.pose)};
const poseB = ${poseCode(b.pose)};
console.log(g.study.distance(a, b, poseA, poseB, { ${options.join(', ')} }));
// relation '${distance.relation}', distance ${distance.distance}, ${distance.iterations} iterations
console.log(g.penetration(a, b, poseA, poseB)); // depth ${penetration.depth}
`;
}

/** @param {BodyState} body */
function toFloat32Body({ shape, pose }) {
    const [points, ...holes] = shapeRings(shape).map((ring) =>
        ring.map(([x, y]) => [Math.fround(x), Math.fround(y)]),
    );
    return {
        points,
        holes,
        isConcave: shape.kind === 'concave',
        radius: Math.fround(shape.radius),
        pose: { x: Math.fround(pose.x), y: Math.fround(pose.y), angle: pose.angle },
    };
}

/**
 * Returns an entry as in tests/vectors: float32 values, each written as the equal double. A concave body is a list of
 * rings, its outline and its holes, in place of the points of a hull.
 *
 * @param {State} state
 * @param {Solution} solution
 */
export function asTestCase(state, { distance, penetration }) {
    const a = toFloat32Body(state.a);
    const b = toFloat32Body(state.b);
    const entry = {
        kind: 'pair',
        ...(a.isConcave ? { ringsA: [a.points, ...a.holes] } : { a: a.points }),
        ra: a.radius,
        poseA: a.pose,
        ...(b.isConcave ? { ringsB: [b.points, ...b.holes] } : { b: b.points }),
        rb: b.radius,
        poseB: b.pose,
        relation: distance.relation,
        distance: distance.distance,
        penetration: penetration.depth,
    };
    return `${JSON.stringify(entry, null, 1)}\n`;
}
