/** Queries of each kind on an instance of an entry. The expected results are in ../expected.js. */

/**
 * Runs what `graze/static` has.
 *
 * @param {import('graze/static').StaticGraze} g
 */
export function runStaticQueries(g) {
    const [car, post] = [g.box(4.5, 1.8), g.disc(0.25)];
    const pairs = g.pairs(2);
    pairs.shapeA.set([car.id, car.id]);
    pairs.shapeB.set([post.id, post.id]);
    pairs.poseB.set([3, 0, 1, 0, 2, 0, 1, 0]);
    const touching = pairs.distance(2);
    const answers = {
        collide: g.collide(car, post, { x: 0, y: 0, angle: 0.3 }, { x: 3, y: 1 }),
        separation: g.gap(car, post, {}, { x: 3 }),
        depth: g.penetration(car, post, {}, { x: 2, y: 0.5 }).depth,
        cast: g.shapeCast(car, post, undefined, { x: 6, y: 0 }, { dx: 10, dy: 0 }).interval,
        batch: { touching, relations: [...pairs.relations], distances: [...pairs.distances] },
        version: g.version,
    };
    car.free();
    return answers;
}

/**
 * Runs what `graze/motion` has.
 *
 * @param {import('graze/motion').MotionGraze} g
 */
export function runMotionQueries(g) {
    const [car, post] = [g.box(4.5, 1.8), g.disc(0.25)];
    const turning = g.motion.turn({ t0: 0, t1: 4, x: 0, y: 0, speed: 5, angularVelocity: 0.3 });
    const standing = g.motion.static({ x: 9, y: 4 });
    const clock = { t1: 4, step: 0.1 };
    const [ego, other] = [g.path(car, turning, clock), g.path(post, standing, clock)];
    return {
        ...runStaticQueries(g),
        contact: g.firstContact(car, post, turning, standing).time,
        sweep: g.sweep(ego, other).time,
        scene: g.scene([other]).firstContact(ego).body,
    };
}

/**
 * Runs what `graze/agents` has.
 *
 * @param {import('graze/agents').AgentGraze} g
 */
export function runAgentQueries(g) {
    const east = { x: 0, y: 0, vx: 1, vy: 0, t0: 0, t1: 10, radius: 0.5 };
    const south = { x: 5, y: 5, vx: 0, vy: -1, t0: 0, t1: 10, radius: 0.5 };
    return {
        conflicts: g.conflictIntervals(east, south),
        approach: g.closestApproach(east, south),
        version: g.version,
    };
}

/**
 * Runs what `graze/solid` has.
 *
 * @param {import('graze/solid').SolidGraze} s
 */
export function runSolidQueries(s) {
    const [box, ball] = [s.box(4, 2, 2), s.sphere(0.5)];
    const pairs = s.pairs(2);
    pairs.shapeA.fill(box.id);
    pairs.shapeB.fill(ball.id);
    pairs.poseB.set([3, 0, 0, 0, 0, 0, 1, 2, 0, 0]);
    const touching = pairs.distance(2);
    const world = s.bodies(2, { still: 1 });
    world.shapes.set([box.id, ball.id]);
    world.poses.set([0, 0, 2.5], 7);
    return {
        collide: s.collide(box, ball, { qx: 0, qy: 0, qz: 0.6, qw: 0.8 }, { x: 2, y: 2 }),
        depth: s.penetration(box, ball, {}, { x: 2.25 }).depth,
        cast: s.rayCast(box, undefined, { x: -4, y: 0, z: 0, dx: 8, dy: 0, dz: 0 }).interval,
        batch: { touching, relations: [...pairs.relations], distances: [...pairs.distances] },
        near: [world.near(2, 1), world.distances[0]],
        meeting: s.firstContact(
            box,
            ball,
            s.motion.static(),
            s.motion.linear({ t0: 0, t1: 8, x: 6.5, vx: -1 }),
        ).featureA,
        version: s.version,
    };
}

/**
 * Runs what an entry with all families has.
 *
 * @param {import('graze').Graze} g
 */
export function runQueries(g) {
    return { ...runMotionQueries(g), ...runAgentQueries(g) };
}
