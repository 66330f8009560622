import assert from 'node:assert/strict';
import { createSync } from 'graze/solid/study';
import { written } from './answers.js';
import { bits, CLOCK, openBy } from './world.js';

/**
 * Every public call of `graze/solid/study`, which has those of `graze/solid`, once, as calls.js has those of the other entries.
 *
 * @import { Solid } from 'graze/solid/study'
 * @import { Call } from './calls.js'
 *
 * @typedef {ReturnType<typeof makeSolids>} Solids
 */

/** Own properties that never change. */
export const FIELDS = Object.freeze({
    SolidGraze: ['version', 'motion', 'study'],
    SolidStudy: [],
    Solid: ['id', 'kind', 'radius'],
    SolidMotion: ['id', 't0', 't1', 'count', 'links'],
    SolidPath: ['id', 'shape', 'clock', 'count', 'firstStep', 'endStep'],
    SolidScene: ['id', 'paths', 'count'],
    SolidPairBatch: ['core', 'id', 'names', 'capacity', 'witnesses'],
    SolidMovingPairBatch: ['core', 'id', 'names', 'capacity', 'pieceCapacity', 'pairCapacity'],
    SolidBodyBatch: [
        ...['core', 'id', 'names', 'capacity', 'pairCapacity', 'still', 'rayCapacity'],
        'hasFilters',
    ],
    BoxIndex: ['core', 'id', 'names', 'capacity', 'axes', 'pairCapacity'],
});

/** Three blocks of steps. */
const SOLID_CLOCK = Object.freeze({ ...CLOCK, z: 0.25 });

/**
 * Creates an instance, and returns its exports, too.
 *
 * @param {string} [path] of the module
 * @param {(exports: Record<string, any>) => Record<string, any>} [change]
 */
export function openSolid(path = 'build/wasm/graze-solid_study.wasm', change = undefined) {
    return openBy(createSync, path, change);
}

/** Creates an instance of the module whose memory the tests control: see host.c. */
export function openTestedSolid() {
    return openSolid('build/wasm-test/graze.wasm');
}

/** Points on a ball, whose overlaps need more memory than the stack has. */
const ROUND = Array.from({ length: 200 }, (_, k) => {
    const z = 1 - (2 * k + 1) / 200;
    const radius = Math.sqrt(1 - z * z);
    return [radius * Math.cos(2.4 * k), radius * Math.sin(2.4 * k), z];
});

/**
 * Creates bodies, under the names that hostile.js knows.
 *
 * @param {ReturnType<typeof createSync>} g
 */
export function makeSolids(g) {
    const box = g.box(2, 1, 1.5, { radius: 0.125 });
    const disc = g.sphere(0.5);
    const hexagon = g.hull([1, 0, 0, 0.5, 0.9, 0, -0.5, 0.9, 0, -1, 0, 0.5, 0.2, -0.9, 1]);
    const round = g.hull(ROUND);
    const union = g.compound([{ body: box }, { body: disc, pose: { x: 1.5 } }]);
    const pairs = g.pairs(3, { witnesses: true });
    pairs.shapeA.set([box.id, union.id, round.id]);
    pairs.shapeB.set([disc.id, hexagon.id, round.id]);
    pairs.poseB.set([1.5, 0, 0, 0, 0, 0, 1, 3, 1, 0, 0.5, -0.5, 0.5, 0.5, 0.01, 0.02, 0]);
    const bodies = g.bodies(6, { still: 3, rays: 2, filters: true });
    bodies.shapes.set([box, disc, hexagon, union, round, round].map(({ id }) => id));
    for (let k = 0; k < 6; k++)
        bodies.poses.set([0.75 * k, 0.25 * k, 0, 0.5, -0.5, 0.5, 0.5], 7 * k);
    bodies.rays.set([-4, 0, 0, 9, 0.25, 0, 0, 9, 0, 0, 1, 0]);
    const east = g.motion.linear({ t0: 0, t1: 4, x: -3, vx: 1.5, angularVelocity: [0.5, 1, 0] });
    const standing = g.motion.static({ x: 1 });
    const rail = g.motion.chain(east, RAIL());
    const movingPairs = g.movingPairs(4, { pieces: 8, pairs: 6 });
    movingPairs.set(0, box, east, 0);
    movingPairs.set(1, union, standing, 1);
    movingPairs.set(2, round, rail, 2, 0);
    movingPairs.pairs.set([0, 1, 1, 2]);
    const ego = g.path(box, east, SOLID_CLOCK);
    const other = g.path(union, standing, SOLID_CLOCK);
    const third = g.path(round, rail, SOLID_CLOCK);
    const scene = g.scene([other, third]);
    const boxIndex = g.boxIndex(3, { axes: 3, pairs: 4 });
    boxIndex.sides.set([0, 0, 0, 1, 1, 1, 1, 1, 0.5, 2, 3, 2, 3, 0, -1, 4, 1, Infinity]);
    boxIndex.update();
    const shapes = { union, box, disc, hexagon, round };
    const motions = { east, standing, rail };
    const batches = { pairs, bodies, movingPairs, boxIndex };
    return { g, ...shapes, ...motions, ...{ ego, other, third }, scene, ...batches };
}

/** A joint that slides. */
const RAIL = () => ({
    kind: /** @type {const} */ ('prismatic'),
    axis: [0, 1, 0],
    pose: { x: 0.5, y: 0.25 },
    pieces: [
        { t0: 0, t1: 1, q: [0, 0.5] },
        { t0: 1, t1: 2, q: [0.5] },
    ],
});

/** Fills the holes that hulls have left, so that every further request is for more memory. @param {Solids} w */
export function fillHoles({ g }) {
    const kept = [];
    const used = g.memoryUsed;
    while (g.memoryUsed === used) kept.push(g.sphere(1));
    return kept;
}

/** Returns what a few queries answer. @param {Solids} w */
export function probeSolids(w) {
    const { g, box, disc, hexagon, round, pairs, bodies, east, rail, boxIndex } = w;
    const beside = boxIndex.near(3, 1);
    const met = boxIndex.search([0, 0, 0, 1, 1, 9]);
    return bits([
        [...pairs.shapeA, ...pairs.shapeB, ...pairs.poseA, ...pairs.poseB],
        [...bodies.shapes, ...bodies.poses, ...bodies.rays, ...bodies.categories, ...bodies.masks],
        g.distance(box, hexagon, { x: 0.3 }, { x: 3, y: 1 }),
        g.penetration(box, disc, undefined, { x: 0.2 }),
        g.signedDistance(round, round, undefined, { x: 0.01 }),
        g.contactCone(box, box, undefined, { x: 2.25 }),
        [g.study.trace(box, hexagon), g.study.minkowskiDifference(round, hexagon)],
        [g.bounds(hexagon), ...hexagon.vertices, ...round.faces.slice(0, 3)],
        [east.pose(1), rail.velocity(0.5), g.firstContact(box, disc, east, rail)],
        [w.scene.contacts(), w.scene.firstContact(w.ego)],
        [boxIndex.pairs.slice(0, 2 * beside), boxIndex.found.slice(0, met)],
    ]);
}

/** Asserts that no number in an answer is a NaN or infinite. @type {import('./answers.js').Form} */
function plain(value, at) {
    if (typeof value === 'number') assert.ok(Number.isFinite(value), `${at}: ${value}`);
    else if (ArrayBuffer.isView(value)) plain(Array.from(/** @type {any} */ (value)), at);
    else if (typeof value === 'object' && value !== null && !('free' in value)) {
        for (const [key, one] of Object.entries(value)) plain(one, `${at}.${key}`);
    } else assert.ok(!['undefined', 'bigint', 'symbol'].includes(typeof value), at);
}

/** Asserts that no number in an answer is a NaN. @type {import('./answers.js').Form} */
function numeric(value, at) {
    assert.ok(!Number.isNaN(value), at);
    if (Array.isArray(value) || ArrayBuffer.isView(value)) {
        for (const one of /** @type {Iterable<unknown>} */ (value)) numeric(one, at);
    } else if (typeof value === 'object' && value !== null) {
        for (const [key, one] of Object.entries(value)) numeric(one, `${at}.${key}`);
    }
}

/** @type {Call[]} */
export const CALLS = [];

/**
 * @param {string} of
 * @param {(w: any) => any} self
 * @param {string} blamed
 */
function about(of, self, blamed) {
    /**
     * @param {string | symbol} name
     * @param {readonly string[]} names
     * @param {(w: any) => unknown[]} args
     * @param {Partial<Call>} [more]
     */
    return (name, names, args, more = {}) => {
        const label = `${of}.${String(name)}`;
        const see = (/** @type {unknown} */ _w, /** @type {any} */ answer) => observe(answer);
        const usual = { answer: plain, kind: /** @type {const} */ ('method'), frees: false, see };
        CALLS.push({ of, name, label, self, blamed, names, args, ...usual, ...more });
    };
}

/** Returns what can be seen of an answer. @param {any} answer */
function observe(answer) {
    if (typeof answer !== 'object' || answer === null || !('free' in answer)) return answer;
    if ('links' in answer) return [answer.t0, answer.t1, answer.links, answer.pose(0.5)];
    if ('boxes' in answer) return [answer.clock, answer.firstStep, answer.endStep, answer.boxes()];
    if ('contacts' in answer && 'paths' in answer) return [answer.count, answer.contacts()];
    if ('capacity' in answer) return [answer.capacity, answer.view.name];
    return [answer.kind, answer.radius, answer.vertices, answer.faces];
}

const NUMBERS = () => ({ x: 0.25, y: -0.5, z: 0.125, qx: 0.5, qy: -0.5, qz: 0.5, qw: 0.5 });
const OBJECTS = () => ({
    position: { x: 1.5, y: 0.5, z: 0.25 },
    quaternion: { x: 0, y: 0.6, z: 0, w: 0.8 },
    scale: { x: 1, y: 1, z: 1 },
});
const ROTATED = () => ({
    position: [1.5, 0.5, 0.25],
    rotation: { elements: [0, 1, 0, -1, 0, 0, 0, 0, 1] },
});
const MATRIX = () => ({ elements: [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 1.5, 0.5, 0.25, 1] });
/** A pose at which a body overlaps itself at NUMBERS deeply. */
const NEAR = () => ({ position: [0.25, -0.5, 0.135], quaternion: { x: 0, y: 0.6, z: 0, w: 0.8 } });
const TWO = ['a', 'b', 'poseA', 'poseB'];

const solids = about('SolidGraze', (w) => w.g, '');
solids('sphere', ['radius'], () => [0.5]);
solids('capsule', ['a', 'b', 'radius'], () => [[0, 1, 2], { x: 2.5, y: 3, z: 0 }, 0.5]);
solids('box', ['width', 'height', 'depth', 'options'], () => [2, 1, 3, { radius: 0.25 }]);
const CORNERS = () => [[0, 0, 0], { x: 1, y: 0, z: 0 }, [0, 1, 0], [0, 0, 1], [0.1, 0.1, 0.1]];
solids('hull', ['points', 'options'], () => [CORNERS(), { radius: 0.1 }]);
solids('compound', ['parts'], (w) => [
    [{ body: w.box, pose: NUMBERS() }, { body: w.hexagon, pose: OBJECTS() }, { body: w.disc }],
]);
const POSITIONS = () => [0, 0, 0, 1, 0, 0, 1, 1, 0.5, 0, 1, 0];
solids('mesh', ['positions', 'indices'], () => [POSITIONS(), [0, 1, 2, 0, 2, 3]]);
solids('bounds', ['body', 'pose'], (w) => [w.hexagon, NUMBERS()]);
solids('containsPoint', ['body', 'pose', 'point'], (w) => [w.box, ROTATED(), { x: 1, y: 0, z: 0 }]);
solids('collide', TWO, (w) => [w.union, w.hexagon, NUMBERS(), OBJECTS()]);
solids('relation', TWO, (w) => [w.box, w.hexagon, MATRIX(), OBJECTS()]);
solids('gap', TWO, (w) => [w.box, w.hexagon, NUMBERS(), { x: 4 }]);
solids('signedDistance', TWO, (w) => [w.round, w.round, NUMBERS(), NEAR()]);
solids('manifold', [...TWO, 'options'], (w) => [
    ...[w.round, w.round, NUMBERS(), NEAR()],
    { reach: 4 },
]);
solids('contactCone', TWO, (w) => [w.box, w.box, { x: 0 }, { x: 2.25 }]);
solids('shapeCast', [...TWO, 'translation', 'options'], (w) => [
    ...[w.round, w.round, NUMBERS(), NEAR()],
    ...[{ dx: 5, dy: 0.25, dz: 0 }, { touching: 'allowed' }],
]);

/**
 * Adds a call with the last argument `out`, an object for the answer. It is of a class, so that it is one place of the
 * arguments.
 *
 * @param {string} name
 * @param {readonly string[]} names
 * @param {(w: any) => unknown[]} args
 * @param {readonly string[]} keys of the answer
 */
function withOut(name, names, args, keys) {
    const spare = () =>
        Object.assign(Object.create({}), Object.fromEntries(keys.map((key) => [key, null])));
    const answer = written(keys, plain);
    solids(name, [...names, 'out'], (w) => [...args(w), spare()], { answer });
}
const WITNESS = ['pointA', 'pointB', 'normal', 'featureA', 'featureB'];
withOut('distance', TWO, (w) => [w.box, w.hexagon, NUMBERS(), MATRIX()], [
    ...['relation', 'distance', ...WITNESS, 'iterations'],
]);
withOut('penetration', TWO, (w) => [w.round, w.round, NUMBERS(), NEAR()], [
    ...['relation', 'status', 'depth', 'lowerBound', ...WITNESS],
]);
const RAY = () => ({ x: -3, y: 0.1, z: 0, dx: 9, dy: 0.5, dz: 0.25 });
withOut(
    'rayCast',
    ['body', 'pose', 'ray', 'options'],
    (w) => [w.box, OBJECTS(), RAY(), { touching: 'conflict' }],
    ['status', 'relation', 'interval', 'point', 'normal', 'feature'],
);
solids('memoryUsed', [], () => [], { kind: 'getter' });
solids('pairs', ['capacity', 'options'], () => [2, { witnesses: true }]);
solids('movingPairs', ['capacity', 'options'], () => [3, { pieces: 5, pairs: 4 }]);
solids('bodies', ['capacity', 'options'], () => [
    ...[3, { pairs: 4, still: 1, rays: 2, filters: true }],
]);

/**
 * Adds the views of a batch. A view keeps its batch, so that it is copied.
 *
 * @param {ReturnType<typeof about>} add
 * @param {string} names separated by spaces
 */
function viewsOf(add, names) {
    const see = (/** @type {unknown} */ _w, /** @type {any} */ answer) => Array.from(answer || []);
    for (const name of names.split(' ')) {
        add(name, [], () => [], { blamed: 'batch', kind: 'getter', answer: () => {}, see });
    }
}

/** Returns the contents of views. @param {any} batch @param {string} names separated by spaces */
const contents = (batch, names) => names.split(' ').map((name) => Array.from(batch[name]));

const ofPairs = about('SolidPairBatch', (w) => w.pairs, 'pairs');
viewsOf(ofPairs, 'shapeA shapeB poseA poseB hit relations distances pointA pointB normal depths');
for (const [name, views] of Object.entries({
    collide: 'hit',
    relation: 'relations',
    distance: 'relations distances pointA pointB normal',
    penetration: 'relations depths pointA pointB normal',
})) {
    const see = (/** @type {any} */ w, /** @type {any} */ answer) => [
        answer,
        contents(w.pairs, views),
    ];
    ofPairs(name, ['count'], () => [3], { see });
}

const ofBodies = about('SolidBodyBatch', (w) => w.bodies, 'bodies');
viewsOf(
    ofBodies,
    'shapes poses first second relations distances foundBodies foundRelations foundDistances categories masks hitBodies hitIntervals rays rayBodies rayIntervals rayPoints rayNormals pointBodies boxBodies',
);

/**
 * Adds a query of a batch of bodies.
 *
 * @param {string} name
 * @param {readonly string[]} names
 * @param {(w: any) => unknown[]} args
 * @param {string} [views] that it writes
 */
function queryOf(name, names, args, views) {
    const see = (/** @type {any} */ w, /** @type {any} */ answer) => [
        answer,
        views === undefined ? [] : contents(w.bodies, views),
    ];
    ofBodies(name, names, args, { see });
}
const PAIR_VIEWS = 'first second relations distances';
const FOUND_VIEWS = 'foundBodies foundRelations foundDistances';
const HIT_VIEWS = 'hitBodies hitIntervals';
const ONE = ['body', 'pose', 'count'];
const FILTER = () => ({ category: 3, mask: 7 });
ofBodies('update', ['from', 'end'], () => [0, 3], { answer: () => {} });
queryOf('contacts', ['count'], () => [6], PAIR_VIEWS);
queryOf('near', ['count', 'reach'], () => [6, 0.5], PAIR_VIEWS);
queryOf('contactsWith', [...ONE, 'options'], (w) => [w.round, NUMBERS(), 6, FILTER()], FOUND_VIEWS);
queryOf(
    'nearWith',
    [...ONE, 'reach', 'options'],
    (w) => [w.round, OBJECTS(), 6, 0.5, FILTER()],
    FOUND_VIEWS,
);
queryOf('nearest', [...ONE, 'options'], (w) => [w.round, NUMBERS(), 6, { ...FILTER(), atMost: 9 }]);
const CASTS = () => ({ ...FILTER(), touching: 'allowed' });
const WAY = () => ({ dx: 9, dy: 0.25, dz: 0 });
const CAST_RAY = () => ({ x: -4, y: 0.25, z: 0, dx: 9, dy: 0.25, dz: 0 });
queryOf('rayCast', ['ray', 'count', 'options'], () => [CAST_RAY(), 6, CASTS()]);
queryOf('rayCastAll', ['ray', 'count', 'options'], () => [CAST_RAY(), 6, CASTS()], HIT_VIEWS);
queryOf(
    'castRays',
    ['rayCount', 'count', 'options'],
    () => [2, 6, CASTS()],
    'rayBodies rayIntervals rayPoints rayNormals',
);
const SHAPE_CAST = ['body', 'pose', 'translation', 'count', 'options'];
queryOf('shapeCast', SHAPE_CAST, (w) => [w.round, MATRIX(), WAY(), 6, CASTS()]);
queryOf('shapeCastAll', SHAPE_CAST, (w) => [w.round, NUMBERS(), WAY(), 6, CASTS()], HIT_VIEWS);
queryOf(
    'pointQuery',
    ['point', 'count', 'options'],
    () => [{ x: 0.25, y: 0, z: 0 }, 6, FILTER()],
    'pointBodies',
);
const BOX = () => ({ minX: 0, minY: 0, minZ: 0, maxX: 1, maxY: 1, maxZ: 1 });
queryOf('boxQuery', ['box', 'count', 'options'], () => [BOX(), 6, FILTER()], 'boxBodies');

const MOVING = ['a', 'b', 'motionA', 'motionB'];
/** @param {any} w */
const moving = (w) => [w.hexagon, w.disc, w.east, w.standing];
const SPAN_OPTIONS = () => ({ from: 0, to: 3.5, distanceTolerance: 1e-6, maxIterations: 900 });
const MOTION_OPTIONS = () => ({ ...SPAN_OPTIONS(), tolerance: 1e-5, touching: 'allowed' });
/**
 * @param {string} name
 * @param {() => unknown} options
 */
const ofMoving = (name, options) =>
    solids(name, [...MOVING, 'options'], (w) => [...moving(w), options()], { answer: numeric });
withOut('firstContact', [...MOVING, 'options'], (w) => [...moving(w), MOTION_OPTIONS()], [
    ...['status', 'time', 'separation', ...WITNESS, 'iterations'],
]);
ofMoving('timeToCollision', MOTION_OPTIONS);
ofMoving('contactIntervals', () => ({ ...MOTION_OPTIONS(), maxIntervals: 9 }));
ofMoving('unsafeMotionDelays', () => ({
    ...MOTION_OPTIONS(),
    maxIntervals: 9,
    time: { from: 0, to: 4 },
}));
ofMoving('clearance', () => ({ ...SPAN_OPTIONS(), atMost: 2 }));
solids(
    'separationsAt',
    [...MOVING, 'times'],
    (w) => [w.round, w.round, w.east, w.rail, [0, 0.5, 2, 9]],
    { answer: numeric },
);
solids('path', ['shape', 'motion', 'clock'], (w) => [w.union, w.rail, { ...SOLID_CLOCK }]);
solids('scene', ['paths', 'options'], (w) => [[w.other, w.third, w.ego], {}]);
solids('boxIndex', ['capacity', 'options'], () => [3, { axes: 3, pairs: 5 }]);

const ofPath = about('SolidPath', (w) => w.ego, 'path');
ofPath('boxes', ['from', 'to'], () => [3, 9], { answer: numeric });
const ofScene = about('SolidScene', (w) => w.scene, 'scene');
const LISTED = () => ({ ...MOTION_OPTIONS(), maxIntervals: 9 });
ofScene('contacts', ['options'], () => [LISTED()], { answer: numeric });
ofScene('contactsWith', ['ego', 'options'], (w) => [w.ego, LISTED()], { answer: numeric });
ofScene(
    'firstContact',
    ['ego', 'options'],
    (w) => [w.ego, { ...MOTION_OPTIONS(), anyContact: false }],
    { answer: numeric },
);
ofScene('clearance', ['ego', 'options'], (w) => [w.ego, { ...SPAN_OPTIONS(), atMost: 2 }], {
    answer: numeric,
});

const ofBoxIndex = about('BoxIndex', (w) => w.boxIndex, 'boxIndex');
viewsOf(ofBoxIndex, 'sides found pairs');
/** @param {string} view */
const seeBoxes = (view) => ({
    see: (/** @type {any} */ w, /** @type {any} */ answer) => [answer, contents(w.boxIndex, view)],
});
ofBoxIndex('update', ['from', 'end'], () => [0, 3], { answer: () => {} });
ofBoxIndex('search', ['box'], () => [[0, 0, 0, 2, 1.5, 1]], seeBoxes('found'));
ofBoxIndex('near', ['count', 'reach'], () => [3, 1.5], seeBoxes('pairs'));
ofBoxIndex(
    'nearBetween',
    ['firstBox', 'firstCount', 'secondBox', 'secondCount', 'reach'],
    () => [0, 1, 1, 2, 1.5],
    seeBoxes('pairs'),
);

const ENDS = (/** @type {any} */ w) => ({ before: 'vanish', after: 'stay', parent: w.rail });
const maker = about('SolidMotionMaker', (w) => w.g.motion, '');
maker('static', ['pose', 'ends'], (w) => [NUMBERS(), ENDS(w)]);
maker('linear', ['line', 'ends'], (w) => [
    { t0: 0, t1: 2, ...OBJECTS(), vx: 1, vy: 2, vz: 0.5, angularVelocity: [0.5, 0, 1] },
    ENDS(w),
]);
const SPAN = () => ({ t0: 0, t1: 2, from: OBJECTS(), to: MATRIX() });
maker('slerp', ['span', 'ends'], (w) => [SPAN(), ENDS(w)]);
maker('screw', ['span', 'ends'], (w) => [SPAN(), ENDS(w)]);
maker('samples', ['samples', 'ends'], (w) => [
    [
        { t: 0, ...NUMBERS() },
        { t: 1, ...OBJECTS() },
        { t: 2, elements: MATRIX().elements },
    ],
    ENDS(w),
]);
maker(
    'samples',
    ['samples', 'ends'],
    (w) => [Float64Array.of(0, 1, 2, 3, 0, 0, 0, 1, 1, 2, 2, 3, 0.5, 0.5, 0.5, -0.5), ENDS(w)],
    { label: 'SolidMotionMaker.samples (typed array)' },
);
maker('chain', ['parent', 'joint', 'ends'], (w) => [
    ...[w.rail, RAIL()],
    { before: 'stay', after: 'vanish' },
]);
const FIRST_PIECE = () => ({
    ...{ t0: 0, t1: 1, x: [0, 1], y: [0], z: [0, 0, 1], angle: [0, 0.5] },
    ...{ axis: [0, 0, 1], quaternion: { x: 0, y: 0.6, z: 0, w: 0.8 }, pivot: [0.1, 0.2, 0.3] },
});
solids('motion', ['motion', 'ends'], (w) => [
    { pieces: [FIRST_PIECE(), { ...FIRST_PIECE(), t0: 1, t1: 2, x: [1], z: [1], angle: [0.5] }] },
    ENDS(w),
]);
const ofMovingPairs = about('SolidMovingPairBatch', (w) => w.movingPairs, 'movingPairs');
viewsOf(
    ofMovingPairs,
    'shapes firstPieces pieceCounts endings parents pieces pairs statuses times foundStatuses foundTimes clearances clearanceStatuses',
);
/**
 * @param {string} name
 * @param {readonly string[]} names
 * @param {(w: any) => unknown[]} args
 * @param {string} views that it writes
 */
function queryMoving(name, names, args, views) {
    const see = (/** @type {any} */ w, /** @type {any} */ answer) => [
        answer,
        contents(w.movingPairs, views),
    ];
    ofMovingPairs(name, names, args, { see });
}
queryMoving(
    'set',
    ['body', 'shape', 'motion', 'firstPiece', 'parent'],
    (w) => [3, w.disc, w.rail, 5, 1],
    'shapes firstPieces pieceCounts parents pieces',
);
queryMoving('firstContacts', ['count', 'options'], () => [2, MOTION_OPTIONS()], 'statuses times');
queryMoving(
    'contactsWith',
    ['body', 'count', 'options'],
    () => [1, 3, MOTION_OPTIONS()],
    'foundStatuses foundTimes',
);
queryMoving(
    'pairClearances',
    ['count', 'options'],
    () => [2, { ...SPAN_OPTIONS(), atMost: 2 }],
    'clearances clearanceStatuses',
);
queryMoving(
    'near',
    ['count', 'options'],
    () => [3, { reach: 0.5, from: 0, to: 3, steps: 4 }],
    'pairs',
);
const ofMotion = about('SolidMotion', (w) => w.rail, 'motion');
ofMotion('pose', ['t'], () => [1.5]);
ofMotion('velocity', ['t'], () => [0.5]);
ofMotion('bounds', ['from', 'to', 'body', 'parts'], (w) => [0.5, 2, w.box, 3], { answer: numeric });

const study = about('SolidStudy', (w) => w.g.study, '');
const CHOICES = () => ({ subdistance: 'johnson', support: 'climb', start: 'fixed' });
/** @param {Solids} w */
const studied = (w) => [w.round, w.hexagon, NUMBERS(), OBJECTS()];
for (const name of ['collide', 'distance', 'trace']) {
    study(name, [...TWO, 'options'], (w) => [...studied(w), CHOICES()]);
}
study('minkowskiDifference', TWO, studied);
const METHOD_OPTIONS = () => ({ ...SPAN_OPTIONS(), tolerance: 1e-5, method: 'pcda' });
for (const name of ['firstContact', 'timeToCollision', 'traceContact']) {
    study(name, [...MOVING, 'options'], (w) => [...moving(w), METHOD_OPTIONS()], {
        answer: numeric,
    });
}

const solid = about('Solid', (w) => w.box, 'solid');
solid('vertices', [], () => [], { kind: 'getter' });
solid('faces', [], () => [], { kind: 'getter' });
about('Solid', (w) => w.union, 'solid')('parts', [], () => [], { kind: 'getter' });

/** @type {Record<string, [(w: Solids) => any, string]>} */
const FREED = {
    Solid: [({ g }) => g.sphere(1), 'solid'],
    SolidMotion: [({ g }) => g.motion.static({ x: 1 }), 'motion'],
    SolidPath: [({ g, disc, east }) => g.path(disc, east, SOLID_CLOCK), 'path'],
    SolidScene: [({ g, ego }) => g.scene([ego]), 'scene'],
    SolidPairBatch: [({ g }) => g.pairs(2), 'pairs'],
    SolidBodyBatch: [({ g }) => g.bodies(2), 'bodies'],
    SolidMovingPairBatch: [({ g }) => g.movingPairs(2), 'movingPairs'],
    BoxIndex: [({ g }) => g.boxIndex(2), 'boxIndex'],
};
for (const [of, [self, blamed]] of Object.entries(FREED)) {
    for (const name of ['free', Symbol.dispose]) {
        about(of, self, blamed)(name, [], () => [], {
            frees: true,
            answer: () => {},
            see: () => 0,
        });
    }
}
