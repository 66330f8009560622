import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { create, createSync } from 'graze';
import { createSync as createExternal } from 'graze/external';
import { inRepository, readJson } from '../helpers.js';

/**
 * Compares every error that a caller can cause with a golden file, because programs depend on code, argument, index and
 * value, and people on the numbers of the message. The words are compared for a sample, which has every code; the others
 * must have one of a few forms. `GRAZE_MESSAGES=write` writes the file again; review the difference before committing it.
 */

const PATH = 'tests/golden/messages.json';

/** Maximum number of messages without a form, all of which are in the sample. */
const MAX_FREE = 20;

const g = createSync();
const other = createSync();

/** The package without types: most calls here have a wrong argument. @type {any} */
const any = g;
const box = g.box(2, 1);
const disc = g.disc(0.5);
const foreign = other.disc(1);
const clock = { t1: 4, step: 0.5 };
const line = { t0: 0, t1: 4, x: 0, y: 0 };
const east = g.motion.linear({ ...line, vx: 1 });
const still = g.motion.static({ x: 2 });
const ego = g.path(box, east, clock);
const post = g.path(disc, still, clock);
const scene = g.scene([ego, post]);
const segment = { x: 0, y: 0, vx: 1, vy: 0, t0: 0, t1: 4, radius: 0.5 };
const bad = { ...segment, t1: -1 };
const huge = 'x'.repeat(50);

/** @template {{ free: () => void }} T @param {T} one @returns {any} the same, freed */
function freed(one) {
    one.free();
    return one;
}

const gone = freed(g.disc(1));
const still2 = freed(g.motion.static());
const shapeOfPath = g.disc(0.25);
const hollow = g.path(shapeOfPath, still, clock);
const wholeScene = g.scene([post, g.path(shapeOfPath, still, clock)]);
shapeOfPath.free();
const pathOfScene = g.path(disc, still, clock);
const bereft = g.scene([pathOfScene, post]);
pathOfScene.free();
const lost = freed(g.path(disc, still, clock));
const motionOfPath = g.motion.static({ x: 9 });
const staleScene = freed(g.scene([]));

/** Returns a batch of pairs after a change. @param {(pairs: any) => void} change */
function pairsWith(change) {
    const pairs = g.pairs(3);
    pairs.shapeA.fill(box.id);
    pairs.shapeB.fill(disc.id);
    for (let k = 0; k < 3; k++) {
        pairs.poseA.set([0, 0, 1, 0], 4 * k);
        pairs.poseB.set([9, 0, 1, 0], 4 * k);
    }
    change(pairs);
    return pairs;
}

/** Returns a batch of boxes in a row after a change. @param {(bodies: any) => void} change */
function bodiesWith(change) {
    const bodies = g.bodies(3, { pairs: 1 });
    bodies.shapes.fill(box.id);
    for (let k = 0; k < 3; k++) bodies.poses.set([9 * k, 0, 1, 0], 4 * k);
    change(bodies);
    return bodies;
}

/** Returns a batch of moving bodies after a change. @param {(movingPairs: any) => void} change */
function movingPairsWith(change) {
    const movingPairs = g.movingPairs(2, { pieces: 2, pairs: 2 });
    movingPairs.set(0, box, east, 0);
    movingPairs.set(1, disc, still, 1);
    movingPairs.pairs.set([0, 1]);
    change(movingPairs);
    return movingPairs;
}

/** Returns a batch of moving discs after a change. @param {(segments: any) => void} change */
function segmentsWith(change) {
    const segments = g.movingDiscs(3, { pairs: 1, precision: 'float64' });
    for (let k = 0; k < 3; k++) segments.records.set([0, 0, 1, 0, 0, 4, 0.5], 7 * k);
    segments.pairs.set([0, 1]);
    change(segments);
    return segments;
}

/** Returns an index of boxes in a row after a change. @param {(boxes: any) => void} change */
function boxesWith(change) {
    const boxes = g.boxIndex(3, { pairs: 1 });
    for (let k = 0; k < 3; k++) boxes.sides.set([2 * k, 0, 2 * k + 1, 1], 4 * k);
    change(boxes);
    return boxes;
}

/** @param {number} t0 @param {number} t1 @param {any} [more] */
const piece = (t0, t1, more = {}) => ({ t0, t1, x: [0], y: [0], ...more });

/** @type {(() => unknown)[]} */
const CALLS = [
    // Shapes.
    () => any.disc(),
    () => any.disc('1'),
    () => any.disc(null),
    () => any.disc(-1),
    () => any.disc(NaN),
    () => any.disc(Infinity),
    () => any.disc(1e39),
    () => any.disc(3n),
    () => any.disc({}),
    () => any.disc([1, 2]),
    () => any.disc(new Float32Array(3)),
    () => any.disc(Symbol('size')),
    () => any.disc(huge),
    () => any.disc('a\nb\u202e\u{e0001}\u00ad'),
    () => any.capsule('a', 0, 0, 0, 1),
    () => any.capsule(0, 1e39, 0, 0, 1),
    () => any.capsule(0, 0, undefined, 0, 1),
    () => any.capsule(0, 0, 0, NaN, 1),
    () => any.capsule(0, 0, 0, 0, -1),
    () => any.box(-1, 1),
    () => any.box(1, '2'),
    () => any.box(1e39, 1),
    () => any.box(1, 1e39),
    () => any.box(1, 1, { radius: -1 }),
    () => any.box(1, 1, { size: 2 }),
    () => any.box(1, 1, null),
    () => any.box(1, 1, []),
    () => any.box(1, 1, new Date(0)),
    () => any.box(1, 1, 7),
    () => any.polygon(),
    () => any.polygon('points'),
    () => any.polygon([]),
    () => any.polygon([1, 2, 3]),
    () => any.polygon([0, 0, 1, NaN]),
    () => any.polygon([0, 0, '1', 0]),
    () => any.polygon([[0, 0], 5]),
    () => any.polygon([[0, 0], [1]]),
    () =>
        any.polygon([
            [0, 0],
            ['a', 0],
        ]),
    () =>
        any.polygon([
            [0, 0],
            [1, Infinity],
        ]),
    () => any.polygon([0, 0, 4, 0, 2, 1, 4, 4, 0, 4]),
    () => any.polygon([2, 1, 4, 4, 0, 4, 0, 0, 4, 0]),
    () => any.polygon([0, 0, 1, 0, 0, 1], { radius: 'r' }),
    () => any.polygon([0, 0, 1, 0, 0, 1], { radii: 1 }),
    () => any.hull([]),
    () => any.hull(new DataView(new ArrayBuffer(8))),
    () => any.hull([0, 0], { radius: Infinity }),
    () => any.hull([0, 0], 'radius'),
    () => gone.vertices,
    () => gone.bounds(),
    () => any.disc(1).bounds(5),
    () => box.bounds({ cos: 0, sin: 0 }),
    () => gone.containsPoint([0, 0]),
    () => any.disc(1).containsPoint(),
    () => any.disc(1).containsPoint([0, NaN]),
    () => any.disc(1).containsPoint({ x: 0, y: 1e39 }),
    () => any.disc(1).containsPoint({ x: 0, Y: 1 }),
    () => any.disc(1).containsPoint([0, 0], { cos: 0, sin: 0 }),
    () =>
        any.hull([
            { x: 0, y: 0 },
            { x: 1, y: 'a' },
        ]),
    () => any.hull([[0, 0], { x: 1 }]),
    () =>
        any.hull([
            [0, 0],
            [1, NaN],
        ]),
    () => any.hull([[0, 0], 5]),
    () => any.hull([[0, 0], { x: 1, w: 2 }]),
    () => any.polygon([0, 0, 1, 0, 0, 1], { scale: 0 }),
    () => any.polygon([0, 0, 1, 0, 0, 1], { scale: Infinity }),
    () => any.polygon([0, 0, 1, 0, 0, 1], { scale: 1e39 }),
    () => any.polygon([0, 0, 1, 0, 0, 1], { scale: 1e-39 }),
    () => any.concave([[0, 0], { x: 1, y: 1e30 }, [0, 1]], { scale: 1e9 }),
    () => any.concave([0, 0, 1, 0, 0, 1], { scale: '1' }),
    () => any.hull([0, 0, 1e200, 0], { scale: 1e-9 }),
    () => any.hull([0, 0, 1e-200, 0], { scale: 1e-9 }),
    () => any.chain([0, 0, 1, 0], { scale: -1 }),
    // Queries of two bodies.
    () => any.collide(gone, box),
    () => any.collide(box, gone),
    () => any.collide({}, box),
    () => any.collide(box, null),
    () => any.collide(box, foreign),
    () => any.collide(foreign, box),
    () => any.collide(box, disc, { x: 'a' }),
    () => any.collide(box, disc, {}, { y: NaN }),
    () => any.collide(box, disc, { x: 1e39 }),
    () => any.collide(box, disc, { angle: 1e8 }),
    () => any.collide(box, disc, { angle: 1, cos: 1, sin: 0 }),
    () => any.collide(box, disc, { cos: 1 }),
    () => any.collide(box, disc, { sin: Infinity, cos: 0 }),
    () => any.collide(box, disc, { cos: 0, sin: 0 }),
    () => any.collide(box, disc, {}, { cos: 3, sin: 4 }),
    () => any.collide(box, disc, { z: 1 }),
    () => any.collide(box, disc, null),
    () => any.collide(box, disc, {}, 5),
    () => any.collide(box, disc, [1, 2]),
    () => any.collide(box, disc, new Date(0)),
    () => any.study.collide(box, disc, {}, {}, { method: 'magic' }),
    () => any.study.collide(box, disc, {}, {}, { start: 0 }),
    () => any.study.collide(box, disc, {}, {}, { support: 'slow' }),
    () => any.study.collide(box, disc, {}, {}, { how: 'sat' }),
    () => any.relation(box, gone),
    () => any.relation(box, disc, { cos: 0, sin: 0 }),
    () => any.relation(box, disc, {}, { cos: 0, sin: 0 }),
    () => any.gap(gone, box),
    () => any.gap(box, disc, {}, { cos: 0, sin: 0 }),
    () => any.distance(box, gone),
    () => any.study.distance(box, disc, {}, {}, { method: 'gjk' }),
    () => any.study.distance(box, disc, {}, {}, { subdistance: 'none' }),
    () => any.collide(box, disc, {}, {}, { method: 'sat' }),
    () => any.distance(box, disc, {}, {}, { start: 'fixed' }),
    () => any.distance(box, disc, {}, { cos: 0, sin: 0 }),
    () => any.penetration(gone, box),
    () => any.study.trace(gone, box),
    () => any.study.trace(box, disc, {}, {}, { start: 'here' }),
    () => any.study.minkowskiDifference(box, gone),
    () => any.shapeCast(box, disc),
    // The order of version 0.2.
    () => any.shapeCast(box, disc, { x: 1, y: 0 }),
    () => any.shapeCast(box, disc, [1, 0], {}, {}),
    () => any.shapeCast(box, disc, { x: 1, y: 0 }, {}, { x: 3, y: 1 }),
    () => any.shapeCast(box, disc, { x: 1, y: 0 }, {}, { x: 3, angle: 1 }),
    () => any.shapeCast(box, disc, { x: 1, y: 0 }, {}, undefined),
    () => any.rayCast(box, { x: 0, y: 0, dx: 1, dy: 0 }),
    () => any.rayCast(box, { x: 0, y: 0, dx: 1, dy: 0 }, { x: 1 }),
    () => any.rayCast(box, { x: 0, y: 0, dx: 1, dy: 0 }, undefined, {}),
    () => any.shapeCast(box, disc, {}, {}, { dx: 1, dy: 0 }, { tolerance: 1 }),
    () => any.shapeCast(box, disc, {}, {}, { dx: 1, dY: 0 }),
    () => any.shapeCast(box, disc, {}, {}, [1, NaN]),
    () => any.rayCast(box, {}, { x: 0, y: 0, dx: 1, dy: 0 }, { tolerance: 1 }),
    () =>
        any.rayCast(
            box,
            {},
            { x: 0, y: 0, dx: 1, dy: 0 },
            g.rayCast(box, {}, { x: 0, y: 0, dx: 1, dy: 0 }),
        ),
    () => any.shapeCast(box, disc, undefined, undefined, null),
    () => any.shapeCast(box, disc, undefined, undefined, { x: 1 }),
    () => any.shapeCast(box, disc, undefined, undefined, { dx: 1, dy: 1e39 }),
    () => any.shapeCast(box, disc, undefined, undefined, { x: 1, z: 1 }),
    () => any.shapeCast(box, disc, undefined, undefined, [1]),
    () => any.shapeCast(box, disc, undefined, undefined, 1),
    () => any.shapeCast(gone, disc, undefined, undefined, { dx: 1, dy: 1 }),
    () => any.rayCast(gone, undefined, { x: 0, y: 0, dx: 1, dy: 0 }),
    () => any.rayCast(7, undefined, { x: 0, y: 0, dx: 1, dy: 0 }),
    () => any.rayCast(box, undefined, { x: 0, y: 0, dx: 1 }),
    () => any.rayCast(box, undefined, undefined),
    () => any.rayCast(box, { cos: 0, sin: 0 }, { x: 0, y: 0, dx: 1, dy: 0 }),
    // Every argument of each of them, by its name.
    () => any.relation(5, box),
    () => any.relation(box, disc, 5),
    () => any.relation(box, disc, {}, 5),
    () => any.gap(box, disc, 5),
    () => any.gap(box, disc, {}, 5),
    () => any.distance(box, 5),
    () => any.distance(box, disc, 5),
    () => any.distance(box, disc, {}, 5),
    () => any.study.distance(box, disc, {}, {}, 5),
    () => any.penetration(box, disc, 5),
    () => any.penetration(box, disc, {}, 5),
    () => any.study.trace(box, disc, 5),
    () => any.study.trace(box, disc, {}, 5),
    () => any.study.trace(box, disc, {}, {}, 5),
    () => any.study.minkowskiDifference(box, disc, 5),
    () => any.study.minkowskiDifference(box, disc, {}, 5),
    () => any.shapeCast(box, disc, 5, undefined, { dx: 1, dy: 1 }),
    () => any.shapeCast(box, disc, undefined, 5, { dx: 1, dy: 1 }),
    () => any.rayCast(box, 5, { x: 0, y: 0, dx: 1, dy: 0 }),
    () => any.collide(box, disc, { cos: '1', sin: 0 }),
    () => any.study.collide(box, disc, {}, {}, 5),
    () => any.pairs(1, 5),
    () => any.bodies(1, 5),
    () => any.movingDiscs(1, 5),
    () => any.movingPairs(1, 5),
    () => any.conflictIntervals(segment, segment, 5),
    () => any.unsafeDelays(segment, segment, 5),
    () => any.minimumDelay(segment, [], 5),
    () => any.safeIntervals({ x: 0, y: 0, radius: 1 }, [], 5),
    () => any.safeDepartures(segment, [], 5),
    () => any.unsafeSpeeds(segment, segment, 5),
    () => any.velocityObstacle(segment, segment, 5),
    () => any.velocityObstacle(segment, segment, { horizon: -0 }),
    () => any.isVelocityUnsafe(segment, segment, { vx: 1, vy: 0 }, 5),
    () => any.safeVelocity(segment, segment, 5),
    () => any.study.conflictBy('sampling', segment, segment, 5),
    () => any.motion(5),
    () => any.motion({ pieces: [piece(0, 1)] }, 5),
    () => any.motion.static({}, 5),
    () => any.motion.linear(5),
    () => any.motion.linear(line, 5),
    () => any.motion.accelerated(5),
    () => any.motion.accelerated({ ...line, t1: -1 }),
    () => any.motion.turn(5),
    () => any.motion.turn({ ...line, t1: -1, speed: 1, angularVelocity: 1 }),
    () => any.motion.spline([[1e39, 0]], [0]),
    () => any.motion.spline([[0, 0]], 5),
    () => any.motion.spline([[0, 0]], [0], 5),
    () => any.motion.samples([{ t: 0, x: 1e39, y: 0 }]),
    () => any.motion.samples([{ t: 0, x: 0, y: 0 }], 5),
    () => any.firstContact(box, disc, east, still, 5),
    () => any.firstContact(box, disc, 5, still),
    () => any.firstContact(box, 5, east, still),
    () => any.firstContact(box, disc, east, 5),
    () => any.unsafeMotionDelays(box, disc, east, still, 5),
    () => any.path(disc, still, clock, 5),
    () => any.path(disc, still, 5),
    () => any.path(disc, still, { t1: 1, step: 1, y: 1e39 }),
    () => any.sweepSteps(5, ego),
    () => any.sweepSteps(ego, post, 5),
    () => any.sweep(5, ego),
    () => any.sweep(ego, 5),
    () => any.sweep(ego, post, 5),
    () => any.sweepMany(5, []),
    () => any.sweepMany(ego, [lost]),
    () => any.sweepMany(ego, [], 5),
    () => any.scene([lost]),
    () => scene.contacts(/** @type {any} */ (5)),
    () => scene.contactsWith(ego, /** @type {any} */ ({ anyContact: true })),
    () => scene.firstContact(ego, /** @type {any} */ (5)),
    () => scene.firstContact(ego, /** @type {any} */ ({ method: 'si' })),
    // Batches of pairs and of bodies.
    () => any.pairs(),
    () => any.pairs(0),
    () => any.pairs(1.5),
    () => any.pairs(2 ** 24 + 1),
    () => any.pairs(1, { witnesses: 1 }),
    () => any.pairs(1, { coherent: 'yes' }),
    () => any.pairs(1, { pairs: 1 }),
    () => g.pairs(1).pointA,
    () => g.pairs(1).pointB,
    () => g.pairs(1).normal,
    () => g.pairs(1).collide(2),
    () => g.pairs(1).distance(-1),
    () => freed(g.pairs(1)).shapeA,
    () => freed(g.pairs(1)).relation(1),
    () => freed(g.pairs(1)).collide(1),
    () => pairsWith(({ shapeA }) => shapeA.fill(gone.id, 1)).collide(3),
    () => pairsWith(({ shapeB }) => shapeB.fill(gone.id, 2)).relation(3),
    () => pairsWith(({ shapeB }) => shapeB.fill(0)).distance(3),
    () => pairsWith(({ shapeA }) => shapeA.fill(gone.id)).collide(3),
    () => pairsWith(({ poseA }) => poseA.fill(NaN)).distance(3),
    () => pairsWith(({ poseA }) => poseA.fill(NaN, 4, 8)).distance(3),
    () => pairsWith(({ poseB }) => poseB.fill(0, 8)).collide(3),
    () => any.bodies(0),
    () => any.bodies(1, { pairs: 0 }),
    () => any.bodies(1, { pairs: 0.5 }),
    () => any.bodies(1, { reach: 1 }),
    () => g.bodies(1).contacts(2),
    () => g.bodies(1).near(1, -1),
    () => g.bodies(1).near(1, NaN),
    () => any.bodies(1).contactsWith({}, {}, 1),
    () => any.bodies(1).contactsWith(box, { q: 1 }, 1),
    () => freed(g.bodies(1)).contacts(1),
    () => bodiesWith(({ shapes }) => shapes.fill(gone.id, 1)).contacts(3),
    () => bodiesWith(({ poses }) => poses.fill(NaN, 8)).contacts(3),
    () => bodiesWith(({ poses }) => poses.fill(0)).contacts(3),
    () => bodiesWith(({ poses }) => poses.set([0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0])).contacts(3),
    () => bodiesWith(() => {}).nearWith(gone, {}, 3, 1),
    () => bodiesWith(() => {}).nearWith(box, { cos: 0, sin: 0 }, 3, 1),
    () => bodiesWith(() => {}).near(3, 20),
    // Moving discs.
    () => any.conflictIntervals(),
    () => any.conflictIntervals(null, segment),
    () => any.conflictIntervals(segment, 3),
    () => any.conflictIntervals([segment], segment),
    () => any.conflictIntervals({ ...segment, x: '0' }, segment),
    () => any.conflictIntervals(segment, { ...segment, radius: -1 }),
    () => any.conflictIntervals(segment, { ...segment, vx: Infinity }),
    () => any.conflictIntervals(segment, { ...segment, vy: 1e200 }),
    () => any.conflictIntervals(segment, { ...segment, vx: undefined, w: 1 }),
    () => any.conflictIntervals(segment, { x: 0, y: 0 }),
    () => any.conflictIntervals(bad, segment),
    () => any.conflictIntervals(segment, bad),
    () => any.conflictIntervals(segment, { x: 0, y: 0, width: -1, height: 1 }),
    () => any.conflictIntervals(segment, { x: 0, y: 0, width: 1 }),
    () => any.conflictIntervals({ ...segment, ax: 1 }, { x: 0, y: 0, width: 1, height: 1 }),
    () => any.conflictIntervals(segment, segment, { touching: 'half' }),
    () => any.conflictIntervals(segment, segment, { open: true }),
    () => any.conflicts(bad, segment),
    () => any.conflicts(segment, undefined),
    () => any.closestApproach(bad, segment),
    () => any.closestApproach(segment, 'box'),
    () => any.movingDiscs(0),
    () => any.movingDiscs(1, { pairs: -1 }),
    () => any.movingDiscs(1, { precision: 'float16' }),
    () => any.movingDiscs(1, { records: 1 }),
    () => g.movingDiscs(2).conflicts(3),
    () => g.movingDiscs(2).conflictsAmong(3),
    () => g.movingDiscs(2).conflictsBetween(3, 0, 0, 0),
    () => g.movingDiscs(2).conflictsBetween(1, 2, 0, 0),
    () => g.movingDiscs(2).conflictsBetween(0, 1, 3, 0),
    () => g.movingDiscs(2).conflictsBetween(0, 1, 1, 2),
    () => g.movingDiscs(2).conflictsBetween(0, 2, 1, 1),
    () => g.movingDiscs(2).near(3, 0),
    () => g.movingDiscs(2).near(2, -1),
    () => g.movingDiscs(2).near(2, Infinity),
    () => g.movingDiscs(2).near(2, 0, { from: 2, to: 1 }),
    () => g.movingDiscs(2).near(2, 0, { from: NaN }),
    () => any.movingDiscs(2).near(2, 0, { until: 1 }),
    () => any.movingDiscs(2).near(2, '1'),
    () => g.movingDiscs(2).nearest(3),
    () => g.movingDiscs(2).nearest(2, { reach: NaN }),
    () => any.movingDiscs(2).nearest(2, { reach: '1' }),
    () => any.movingDiscs(2).nearest(2, { within: 1 }),
    () => freed(g.movingDiscs(2)).near(1, 0),
    () => freed(g.movingDiscs(2)).nearest(1),
    () => segmentsWith(({ records }) => records.fill(NaN, 14)).near(3, 0),
    () => segmentsWith(({ records }) => records.fill(NaN, 14)).nearest(3),
    () => segmentsWith(() => {}).near(3, 9),
    () => freed(g.movingDiscs(2)).conflicts(1),
    () => freed(g.movingDiscs(2)).conflictsAmong(1),
    () => segmentsWith(({ pairs }) => pairs.set([0, 7])).conflicts(1),
    () => segmentsWith(({ records }) => records.fill(NaN, 7)).conflicts(1),
    () => segmentsWith(({ records }) => records.fill(NaN, 14)).conflictsAmong(3),
    () => segmentsWith(() => {}).conflictsAmong(3),
    // Indices of boxes.
    () => any.boxIndex(0),
    () => any.boxIndex(1, { axes: 4 }),
    () => any.boxIndex(1, { pairs: 0.5 }),
    () => any.boxIndex(1, { dimensions: 3 }),
    () => g.boxIndex(2).update(0, 3),
    () => g.boxIndex(2).update(2, 1),
    () => g.boxIndex(2).search([0, 0, 1]),
    () => any.boxIndex(2, { axes: 3 }).search({}),
    () => any.boxIndex(2).search([0, 0, '1', 1]),
    () => g.boxIndex(2).search([0, NaN, 1, 1]),
    () => g.boxIndex(2).search([0, 2, 1, 1]),
    () => g.boxIndex(2).near(3),
    () => g.boxIndex(2).near(2, -1),
    () => g.boxIndex(2).nearBetween(0, 2, 1, 1),
    () => freed(g.boxIndex(2)).search([0, 0, 1, 1]),
    () => boxesWith(({ sides }) => sides.fill(NaN, 8)).update(),
    () => boxesWith(({ sides }) => sides.fill(NaN, 4)).near(3),
    () => boxesWith(() => {}).near(3, 9),
    // Delays, routes, positions.
    () => any.unsafeDelays(),
    () => any.unsafeDelays(bad, segment),
    () => any.unsafeDelays(segment, bad),
    () => any.unsafeDelays([], segment),
    () => any.unsafeDelays(segment, []),
    () => any.unsafeDelays([segment, bad], segment),
    () => any.unsafeDelays([segment, { ...segment, t0: 2, t1: 5 }], segment),
    () => any.unsafeDelays(segment, [segment, { ...segment, t0: 2, t1: 5 }]),
    () => any.unsafeDelays(segment, segment, { from: '0' }),
    () => any.unsafeDelays(segment, segment, { from: NaN }),
    () => any.unsafeDelays(segment, segment, { to: null, from: 2, after: 'stop' }),
    () => any.unsafeDelays(segment, segment, { from: 2, to: 1 }),
    () => any.unsafeDelays(segment, segment, { to: NaN }),
    () => any.unsafeDelays(segment, segment, { to: [] }),
    () => any.unsafeDelays(segment, segment, { before: 'wait' }),
    () => any.unsafeDelays(segment, segment, { after: 1 }),
    () => any.unsafeDelays(segment, segment, { touching: 2 }),
    () => any.unsafeDelays(segment, segment, { until: 2 }),
    () => any.minimumDelay(segment),
    () => any.minimumDelay(segment, segment),
    () => any.minimumDelay([], [segment]),
    () => any.minimumDelay(segment, [segment, []]),
    () => any.minimumDelay(segment, [segment, [segment, bad]]),
    () => any.minimumDelay(segment, [segment, [segment, { ...segment, t0: 1 }]]),
    () => any.minimumDelay([segment, { ...segment, t0: 4 }, { ...segment, t0: 1 }], []),
    () => any.minimumDelay(segment, [segment], { to: -1 }),
    () => any.safeIntervals(),
    () => any.safeIntervals({ x: 0, y: 0 }, []),
    () => any.safeIntervals({ x: 0, y: 0, radius: 1, t0: 1, vx: 'a' }, 5),
    () => any.safeIntervals({ x: 0, y: 0, radius: -1 }, []),
    () => any.safeIntervals(null, []),
    () => any.safeIntervals('here', []),
    () => any.safeIntervals({ x: 0, y: 0, radius: 1 }, [bad]),
    () =>
        any.safeIntervals({ x: 0, y: 0, radius: 1 }, [[segment], [segment, { ...segment, t0: 1 }]]),
    () => any.safeIntervals({ x: 0, y: 0, radius: 1 }, [], { to: '1' }),
    () => any.safeDepartures(bad, []),
    () => any.safeDepartures(segment, 'others'),
    () => any.safeDepartures(segment, [[segment], [segment, { ...segment, t0: 1 }]]),
    () => any.safeDepartures(segment, [], { from: 1, to: 0 }),
    // Speeds and velocities.
    () => any.unsafeSpeeds(),
    () => any.unsafeSpeeds(bad, segment),
    () => any.unsafeSpeeds(segment, bad),
    () => any.unsafeSpeeds(segment, segment, { after: 'stop' }),
    () => any.velocityObstacle(segment, segment, { horizon: 0 }),
    () => any.velocityObstacle(segment, segment, { horizon: '1' }),
    () => any.velocityObstacle(segment, segment, { time: 1 }),
    () => any.isVelocityUnsafe(segment, segment),
    () => any.isVelocityUnsafe(segment, segment, { vx: 1 }),
    () => any.isVelocityUnsafe(segment, segment, { vx: 1, vy: 0 }, { horizon: NaN }),
    () => any.safeVelocity(segment, segment, { maxSpeed: -1 }),
    () => any.safeVelocity(segment, segment, { maxSpeed: [1, 2, 3] }),
    () => any.safeVelocity(segment, segment, { minSpeed: [0, NaN] }),
    () => any.safeVelocity(segment, segment, { minSpeed: 'slow' }),
    () => any.safeVelocity(segment, segment, { minSpeed: 2, maxSpeed: [3, 1] }),
    () => any.safeVelocity(segment, segment, { margin: -1 }),
    () => any.safeVelocity(segment, segment, { canWait: 1 }),
    () => any.safeVelocity(segment, segment, { speed: 1 }),
    () => any.study.conflictBy('magic', segment, segment),
    () => any.study.conflictBy('container', bad, segment),
    () => any.study.conflictBy('sampling', segment, segment, { step: -1 }),
    () => any.study.conflictBy('sampling', segment, segment, { steps: 1 }),
    // Motions.
    () => any.motion(),
    () => any.motion({}),
    () => any.motion({ pieces: [] }),
    () => any.motion({ pieces: 'all' }),
    () => any.motion({ segments: [] }),
    () => any.motion({ pieces: [null] }),
    () => any.motion({ pieces: [{ ...piece(0, 1), x: 0 }] }),
    () => any.motion({ pieces: [{ ...piece(0, 1), x: [] }] }),
    () => any.motion({ pieces: [{ ...piece(0, 1), y: [1, 2, 3, 4, 5, 6, 7, 8, 9] }] }),
    () => any.motion({ pieces: [{ ...piece(0, 1e41), x: [0, 0, 0, 0, 0, 0, 1e-300] }] }),
    () => any.movingPairs(2, { degree: 8 }),
    () =>
        any
            .movingPairs(2, { degree: 1 })
            .set(0, g.disc(1), any.motion({ pieces: [{ ...piece(0, 1), x: [0, 0, 1] }] }), 0),
    () => any.motion({ pieces: [{ ...piece(0, 1), y: [1, NaN] }] }),
    () => any.motion({ pieces: [{ ...piece(0, 1), angle: ['a'] }] }),
    () => any.motion({ pieces: [{ ...piece(0, 1), pivot: { z: 1 } }] }),
    () => any.motion({ pieces: [{ ...piece(0, 1), pivot: { x: NaN } }] }),
    () => any.motion({ pieces: [{ ...piece(0, 1), t1: undefined, time: 1 }] }),
    () => any.motion({ pieces: [piece(0, NaN)] }),
    () => any.motion({ pieces: [piece(0, 1), piece(1, 0)] }),
    () => any.motion({ pieces: [piece(1, 0)] }),
    () => any.motion({ pieces: [piece(0, 1), piece(2, 3)] }),
    () => any.motion({ pieces: [piece(0, 1), piece(1, 2, { x: [5] })] }),
    () =>
        any.motion({
            pieces: [
                piece(0, 2, { x: [1, 2, 3], y: [0, 1], angle: [0.5, 0.25], pivot: { x: 1, y: 2 } }),
                piece(2, 3, { x: [1], y: [7, 1], angle: [1], pivot: { x: 3, y: -1 } }),
            ],
        }),
    () => any.motion({ pieces: [piece(1, 3, { x: [0, 1] }), piece(3, 4)] }),
    () => any.motion({ pieces: [piece(0, 1, { angle: [2e7] })] }),
    () => any.motion({ pieces: [piece(0, 1, { x: [0, 1e39] })] }),
    () => any.motion({ pieces: [piece(0, 1)] }, { before: 'hold' }),
    () => any.motion({ pieces: [piece(0, 1)] }, { after: true }),
    () => any.motion({ pieces: [piece(0, 1)] }, { end: 'stay' }),
    () => any.motion.static(5),
    () => any.motion.static({ x: '1' }),
    () => any.motion.static({ theta: 1 }),
    () => any.motion.static({ x: 1e39 }),
    () => any.motion.linear(),
    () => any.motion.linear({ ...line, vx: 'a' }),
    () => any.motion.linear({ ...line, ax: 1 }),
    () => any.motion.linear({ t0: 0, t1: 1, x: 0 }),
    () => any.motion.linear({ ...line, t1: -1 }),
    () => any.motion.linear({ ...line, vx: 1e39 }),
    () => any.motion.accelerated({ ...line, y: undefined, Y: 1, id: 7 }),
    () => any.motion.accelerated({ ...line, angularAcceleration: NaN }),
    () => any.motion.turn({ ...line, speed: 1 }),
    () => any.motion.turn({ ...line, speed: 1, angularVelocity: '1' }),
    () => any.motion.turn({ ...line, speed: 1, angularVelocity: 1, angle: 1e8 }),
    () => any.motion.turn({ ...line, speed: 1, angularVelocity: undefined, radius: 1 }),
    () => any.motion.spline(),
    () => any.motion.spline([], []),
    () => any.motion.spline([[0, 0], [1]], [0, 1]),
    () => any.motion.spline([[0, 0], 'p'], [0, 1]),
    () =>
        any.motion.spline(
            [
                [0, 0, 0],
                [1, 1],
            ],
            [0, 1],
        ),
    () => any.motion.spline([[0, 0]], [0, 1]),
    () =>
        any.motion.spline(
            [
                [0, 0],
                [1, 1],
            ],
            [1, 1],
        ),
    () => any.motion.spline([[0, 0]], [0], { kind: 'round' }),
    () => any.motion.spline([[0, 0]], [0], { startVelocity: [0, 0] }),
    () => any.motion.spline([[0, 0]], [0], { kind: 'clamped', startVelocity: [0] }),
    () => any.motion.spline([[0, 0]], [0], { kind: 'clamped', endVelocity: [0, 0, 0] }),
    () => any.motion.spline([[0, 0]], [0], { kind: 'clamped', endVelocity: 3 }),
    () => any.motion.spline([[0, NaN]], [0]),
    () => any.motion.spline([{ x: 0, y: 'a' }], [0]),
    () => any.motion.spline([0, 1, 2], [0, 1]),
    () => any.motion.samples(),
    () => any.motion.samples([]),
    () => any.motion.samples([{ t: 0, x: 0 }]),
    () => any.motion.samples(new Float64Array(0)),
    () => any.motion.samples(Float64Array.of(0, 1, 2, 3, 4)),
    () => any.motion.samples(Float32Array.of(0, 1, 2, Number.NaN)),
    () => any.motion.samples(Float64Array.of(0, 1, 2, 3, 0, 1, 2, 3)),
    () => any.motion.samples([{ t: 0, x: 0, y: 0, theta: 1 }]),
    () =>
        any.motion.samples([
            { t: 1, x: 0, y: 0 },
            { t: 0.5, x: 0, y: 0 },
        ]),
    () => any.motion.samples([{ t: 0, x: 0, y: 0 }], { model: 'square' }),
    () => any.motion.samples([{ t: 0, x: 0, y: 0 }], { before: 'gone' }),
    () => any.motion.samples([{ t: 0, x: 0, y: 0 }], { kind: 'natural' }),
    () => still2.pose(0),
    () => any.motion.static().pose(),
    () => any.motion.static().pose(NaN),
    () => still2.bounds(0, 1),
    () => east.bounds(2, 1),
    () => any.motion.static().bounds('a'),
    () => any.motion.static().bounds(0, NaN),
    () => any.motion.static().bounds(0, 1, {}),
    () => any.motion.static().bounds(0, 1, gone),
    // Moving bodies.
    () => any.firstContact(),
    () => any.firstContact(box, disc, {}, still),
    () => any.firstContact(box, disc, east, other.motion.static()),
    () => any.firstContact(gone, disc, east, still),
    () => any.firstContact(box, disc, still2, still),
    () => any.firstContact(box, gone, east, still),
    () => any.firstContact(box, disc, east, still2),
    () => any.firstContact(box, disc, east, still, { from: 'a' }),
    () => any.firstContact(box, disc, east, still, { from: 1, to: 0 }),
    () => any.firstContact(box, disc, east, still, { tolerance: 0 }),
    () => any.firstContact(box, disc, east, still, { distanceTolerance: -1 }),
    () => any.firstContact(box, disc, east, still, { maxIterations: 0 }),
    () => any.firstContact(box, disc, east, still, { maxIterations: 2 ** 31 }),
    () => any.firstContact(box, disc, east, still, { maxIterations: 1.5 }),
    () => any.study.firstContact(box, disc, east, still, { method: 'fast' }),
    () => any.firstContact(box, disc, east, still, { time: 1 }),
    () => any.study.traceContact(box, disc, east, still2),
    () => any.timeToCollision(box, disc, still2, still),
    () => any.contactIntervals(box, gone, east, still),
    () => any.contactIntervals(box, disc, east, still, { method: 'bcda' }),
    () => any.contactIntervals(box, disc, east, still, { maxIntervals: 0 }),
    () =>
        g.safeIntervals({ x: 0, y: 0, radius: 0.5 }, [{ ...segment, t0: 1 }], {
            maxIntervals: 1,
        }),
    () => any.unsafeMotionDelays(gone, disc, east, still),
    () => any.unsafeMotionDelays(box, disc, east, still, { time: 3 }),
    () => any.unsafeMotionDelays(box, disc, east, still, { time: { until: 3 } }),
    () => any.unsafeMotionDelays(box, disc, east, still, { from: 3, to: 1 }),
    () => any.clearance(gone, disc, east, still),
    () => any.clearance(box, disc, east, still, { tolerance: 1 }),
    () => any.separationsAt(box, disc, east, still),
    () => any.separationsAt(box, disc, east, still, [0, NaN]),
    () => any.separationsAt(box, disc, east, still2, [0]),
    () => any.movingPairs(0),
    () => any.movingPairs(1, { pieces: 0 }),
    () => any.movingPairs(1, { pairs: 'a' }),
    () => any.movingPairs(1, { bodies: 1 }),
    () => any.movingPairs(1).set(1, box, east, 0),
    () => any.movingPairs(1).set(0, gone, east, 0),
    () => any.movingPairs(1).set(0, box, still2, 0),
    () => any.movingPairs(1).set(0, box, {}, 0),
    () => any.movingPairs(1).set(0, box, east, 1),
    () => any.movingPairs(1).set(0, box, east, -1),
    () => freed(g.movingPairs(1)).set(0, box, east, 0),
    () => g.movingPairs(1).firstContacts(2),
    () => g.movingPairs(1).firstContacts(1, /** @type {any} */ ({ method: 'bcda' })),
    () => any.movingPairs(4).firstContacts(4, { groups: 3 }),
    () => any.movingPairs(4).firstContacts(4, { groups: [1, 2] }),
    () => any.movingPairs(4).firstContacts(4, { groups: [3, 2] }),
    () => any.movingPairs(4).contactsWith(0, 4, { groups: [4, 0] }),
    () => any.movingPairs(4).contactsWith(0, 4, { groups: [1.5, 2.5] }),
    () => any.movingPairs(4).contactsWith(0, 4, { groups: 'pairs' }),
    () => g.movingPairs(1).contactsWith(1, 1),
    () => g.movingPairs(1).contactsWith(0, 2),
    () => freed(g.movingPairs(1)).firstContacts(0),
    () => movingPairsWith(({ shapes }) => shapes.fill(gone.id, 1)).firstContacts(1),
    () => movingPairsWith(({ pairs }) => pairs.set([0, 5])).firstContacts(1),
    () => movingPairsWith(({ pieces }) => pieces.fill(NaN, 0, 9)).firstContacts(1),
    () => movingPairsWith(({ pieceCounts }) => pieceCounts.fill(7)).firstContacts(1),
    () => movingPairsWith(({ endings }) => endings.fill(9)).firstContacts(1),
    () => movingPairsWith(({ inflations }) => inflations.fill(-1)).firstContacts(1),
    () => movingPairsWith(({ inflations }) => inflations.fill(NaN, 0, 1)).firstContacts(1),
    () => any.motion.static({}, { inflation: -1 }),
    () => any.motion.static({}, { inflation: [] }),
    () => any.motion.static({}, { inflation: [-1] }),
    () => any.motion.static({}, { inflation: [1, 2, 3, 4, 5, 6, 7] }),
    () => any.motion.static({}, { inflation: [1, NaN] }),
    () => any.unsafeMotionDelays(box, disc, east, g.motion.static({}, { inflation: [1] })),
    () => movingPairsWith(({ firstPieces }) => firstPieces.fill(2 ** 31)).contactsWith(0, 2),
    // Paths and scenes.
    () => any.path(),
    () => any.path(gone, still, clock),
    () => any.path(disc, still2, clock),
    () => any.path(disc, other.motion.static(), clock),
    () => any.path(disc, still),
    () => any.path(disc, still, { t1: 1 }),
    () => any.path(disc, still, { t1: '1', step: 1 }),
    () => any.path(disc, still, { t1: 1, step: 1, z: 0 }),
    () => any.path(disc, still, { t0: 1, t1: 1, step: 1 }),
    () => any.path(disc, still, { t1: 1, step: 0 }),
    () => any.path(disc, still, { t1: 1, step: -1 }),
    () => any.path(disc, still, { t1: 1, step: 1e-12 }),
    () => any.path(disc, still, { t1: 1, step: 1, x: 1e39 }),
    () => any.path(disc, still, { t0: 1e17, t1: 1e17 + 64, step: 0.5 }),
    () => any.path(disc, still, clock, { boxes: 'loose' }),
    () => any.path(disc, still, clock, { box: 'tight' }),
    () => any.path(disc, freed(motionOfPath), clock),
    () => lost.boxes(),
    () => ego.boxes(-1),
    () => ego.boxes(0, 9),
    () => ego.boxes(5, 3),
    () => any.sweepSteps(ego, {}),
    () => any.study.sweepSteps(ego, post, { method: 'all' }),
    () => any.sweepSteps(ego, post, { distanceTolerance: 1 }),
    () => any.sweepSteps(ego, post, { from: 2, to: 1 }),
    () => [...any.sweepSteps(ego, lost)],
    () => any.sweep(ego, other.path(foreign, other.motion.static(), clock)),
    () => any.sweep(ego, g.path(disc, still, { t1: 4, step: 1 })),
    () => any.sweep(lost, ego),
    () => any.sweep(ego, lost),
    () => any.sweep(ego, hollow),
    () => any.sweep(hollow, ego),
    () => any.study.sweep(ego, post, { method: 'all' }),
    () => any.sweep(ego, post, { paths: 1 }),
    () => any.sweepMany(ego),
    () => any.sweepMany(ego, post),
    () => any.sweepMany(ego, [post, 5]),
    () => any.sweepMany(lost, [post]),
    () => any.sweepMany(ego, [post, lost]),
    () => any.sweepMany(hollow, [ego, post]),
    () => any.sweepMany(ego, [hollow]),
    () => any.sweepMany(ego, [post], { method: 'si' }),
    () => any.scene(),
    () => any.scene(ego),
    () => any.scene([ego, null]),
    () => any.scene([ego, lost]),
    () => any.scene([ego, g.path(disc, still, { t1: 4, step: 1 })]),
    () => staleScene.contacts(),
    () => staleScene.firstContact(ego),
    () => scene.contacts(/** @type {any} */ ({ anyContact: true })),
    () => scene.contacts({ maxIterations: 0 }),
    () => any.scene([ego, post], { groups: [1] }),
    () => any.scene([ego]).contactsWith([]),
    () => any.scene([ego]).contactsWith([ego, lost]),
    () => any.scene([ego]).contactsWith(),
    () => any.scene([ego]).contactsWith(lost),
    () => any.scene([ego]).contactsWith(hollow),
    () => wholeScene.contacts(),
    () => wholeScene.contactsWith(ego),
    () => bereft.contacts(),
    () => bereft.firstContact(ego),
    () =>
        bereft.firstContacts(
            movingPairsWith(() => {}),
            2,
        ),
    () => any.scene([ego]).firstContact(g.path(disc, still, { t1: 4, step: 1 })),
    () => any.scene([ego]).firstContact(ego, { anyContact: 'any' }),
    () => any.scene([ego]).firstContacts({}, 1),
    () => any.scene([ego]).firstContacts(other.movingPairs(1), 1),
    () => scene.firstContacts(g.movingPairs(1), 2),
    () => scene.firstContacts(freed(g.movingPairs(1)), 1),
    () =>
        scene.firstContacts(
            movingPairsWith(({ shapes }) => shapes.fill(gone.id, 1)),
            2,
        ),
    () =>
        wholeScene.firstContacts(
            movingPairsWith(() => {}),
            2,
        ),
    () =>
        staleScene.firstContacts(
            movingPairsWith(() => {}),
            2,
        ),
    // Memory that cannot be allocated.
    () => createSync().movingPairs(2 ** 24, { pieces: 2 ** 24 }),
    () => createSync().movingDiscs(2 ** 24, { precision: 'float64' }),
    // Instances.
    () => createSync(/** @type {any} */ (5)),
    () => createSync(/** @type {any} */ ({ module: 1 })),
    () => createSync({ wasm: /** @type {any} */ ('graze.wasm') }),
    () => createSync({ wasm: /** @type {any} */ ({}) }),
    // Engines do not compile modules from shared memory.
    () => createSync({ wasm: /** @type {any} */ (new SharedArrayBuffer(8)) }),
    () => createSync({ wasm: new Uint8Array(3) }),
    () => createSync({ wasm: Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0) }),
    () => createExternal(/** @type {any} */ (undefined)),
    () => create(/** @type {any} */ (5)),
    () => create({ wasm: /** @type {any} */ ('graze.wasm') }),
    () => create({ wasm: /** @type {any} */ (Promise.resolve(7)) }),
    () => create({ wasm: new Response('', { status: 404 }) }),
    () => create({ wasm: new Response('no module') }),
];

/** @param {unknown} value @returns {unknown} */
function plain(value) {
    if (typeof value === 'bigint') return `${value}n`;
    if (typeof value === 'symbol') return String(value);
    if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
    if (Object.is(value, -0)) return '-0';
    if (ArrayBuffer.isView(value)) return value.constructor.name;
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(plain);
    if (Object.getPrototypeOf(value) !== Object.prototype) return value.constructor.name;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]));
}

/**
 * An error of a call. `message` and `cause` are without the engine's own words, `value` without numbers of handles.
 *
 * @typedef {{ call: string, name: string, code: string, message: string, argument?: string, index?: number, value?: unknown,
 *   cause?: string }} Refusal
 */

/** @param {() => unknown} call @returns {Promise<Refusal>} */
async function refusalOf(call) {
    const source = String(call)
        .replace(/^\(\) =>\s*/, '')
        .replace(/\/\*\*.*?\*\/\s*/g, '')
        .replace(/\s+/g, ' ')
        .replace(/([([]) /g, '$1')
        .replace(/,? ([)\]])/g, '$1')
        .replaceAll('any.', 'g.');
    try {
        await call();
    } catch (error) {
        const { name, code, message, argument, index, value, cause } = /** @type {any} */ (error);
        // The engine's own message about a module may vary.
        const words = message.replace(/(WebAssembly\.\w+\(\): ).*/, '$1…');
        const parts = { name, code, message: words, argument, index, value: plain(value) };
        // The number of a handle depends on what was made before.
        if (/-handle$/.test(code) && typeof value === 'number') {
            parts.message = words.replace(String(value), 'N');
            parts.value = 'N';
        }
        return { call: source, ...parts, cause: cause?.constructor.name };
    }
    throw new Error(`${source} is not an error`);
}

/** Returns all that programs depend on, and the numbers of the message, in a line. @param {Refusal} refusal */
function facts({ call, name, code, message, argument, index, value, cause }) {
    const numbers = message.match(/-?\d+(\.\d+)?(e[+-]?\d+)?/g) ?? [];
    const parts = [
        `${name} ${code}`,
        argument !== undefined && `argument ${argument}`,
        index !== undefined && `index ${index}`,
        value !== undefined && `value ${JSON.stringify(value)}`,
        numbers.length > 0 && `numbers ${numbers.join(' ')}`,
        cause !== undefined && `cause ${cause}`,
    ];
    return `${call} -> ${parts.filter((part) => part !== false).join(', ')}`;
}

/** @param {string} text */
const escapeText = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Returns a pattern of a value as messages show it. @param {unknown} value a plain one */
function shown(value) {
    const isNumber = typeof value === 'number' || /^(NaN|-?Infinity|-0|-?\d+n)$/.test(`${value}`);
    if (isNumber) return escapeText(`${value}`);
    if (value === null || typeof value === 'boolean') return String(value);
    if (Array.isArray(value)) return `(Array\\(${value.length}\\)|.+)`;
    if (typeof value !== 'string') return '.+';
    /* Long texts are cut, and some characters escaped; objects have the names of their classes here. */
    const text = /^[\w ]*/.exec(value)?.[0].slice(0, 8);
    return `("${text}.*"|an? \\w+|${escapeText(value)}(\\(\\d*\\))?)`;
}

/**
 * The forms of messages, by what they report. An item of a list follows the argument: others[1].
 *
 * @type {Record<string, (refusal: Refusal) => string>}
 */
const FORMS = {
    /* A record's index follows its argument, and the new name of what was renamed the value. */
    condition: ({ argument, value }) =>
        `${argument}[^ ]*( \\(record \\d+\\))? must (be|have) .+, got ${shown(value)}(; .+)?`,
    unknown: ({ argument, value }) => `${argument} has no property "${value}"; known: .+`,
    foreign: ({ argument }) => `${argument} belongs to another instance; .+`,
    reason: ({ argument }) => `(the shape of )?${argument}(\\[\\d+\\])*: .+`,
};

/** Returns the form of a message, or undefined. @param {Refusal} refusal */
function formOf(refusal) {
    const argument = escapeText(String(refusal.argument));
    return Object.entries(FORMS).find(([, pattern]) =>
        new RegExp(`^${pattern({ ...refusal, argument })}$`, 'u').test(refusal.message),
    )?.[0];
}

/**
 * Returns the messages whose words are pinned: the first one of each code in each form, and all without a form.
 *
 * @param {Refusal[]} refusals
 */
function sampleOf(refusals) {
    /** @type {Map<string, Refusal>} */
    const sample = new Map();
    for (const refusal of refusals) {
        const form = formOf(refusal);
        const key = form === undefined ? refusal.call : `${refusal.code} ${form}`;
        if (!sample.has(key)) sample.set(key, refusal);
    }
    return [...sample.values()].map(({ call, message }) => `${call} -> ${message}`);
}

/** @type {Refusal[]} */
const refusals = [];
for (const call of CALLS) refusals.push(JSON.parse(JSON.stringify(await refusalOf(call))));
const golden = { refusals: refusals.map(facts), words: sampleOf(refusals) };
if (process.env.GRAZE_MESSAGES === 'write')
    writeFileSync(inRepository(PATH), `${JSON.stringify(golden, null, 4)}\n`);
/** @type {typeof golden} */
const expected = readJson(PATH);

test('every error has its code, argument, index, value and numbers', () => {
    assert.deepEqual(golden.refusals.length, expected.refusals.length);
    for (const [k, line] of golden.refusals.entries()) assert.equal(line, expected.refusals[k]);
});

test('a sample of errors, with every code and form, has its words', () => {
    assert.deepEqual(golden.words, expected.words);
    const codes = new Set(refusals.map(({ code }) => code));
    assert.ok(golden.words.length >= codes.size, `${golden.words.length} of ${codes.size} codes`);
});

test('every other error reads "<argument> must be <condition>, got <value>" or has another known form', () => {
    const free = refusals.filter((refusal) => formOf(refusal) === undefined);
    assert.ok(free.length <= MAX_FREE, `${free.map(({ message }) => message).join('\n')}`);
    const conditions = refusals.filter((refusal) => formOf(refusal) === 'condition');
    assert.ok(conditions.length > refusals.length / 2, `${conditions.length} conditions`);
});
