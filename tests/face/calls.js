import * as form from './answers.js';
import { CLOCK } from './world.js';

/**
 * Every public call of the package's face, once: how it is made validly, with all that it can be given, and what it answers.
 * `table.test.js` holds it against what there is.
 *
 * @import { Form } from './answers.js'
 * @import { World } from './world.js'
 *
 * @typedef {object} Call
 * @property {string} of the class
 * @property {string | symbol} name
 * @property {string} label
 * @property {(w: World) => any} self the object whose method it is
 * @property {string} blamed how errors name that
 * @property {readonly string[]} names of the arguments
 * @property {(w: World) => unknown[]} args valid ones, made anew
 * @property {Form} answer
 * @property {(w: World, answer: any) => unknown} see the visible parts of the answer
 * @property {'method' | 'getter'} kind
 * @property {boolean} frees whether it frees its own object
 */

/** @type {Call[]} */
export const CALLS = [];

/** Own properties that are set when a thing is made, and never change: nothing is called. */
export const FIELDS = Object.freeze({
    Graze: ['version', 'motion', 'study'],
    Study: [],
    Shape: ['id', 'kind', 'radius'],
    Motion: ['id', 't0', 't1', 'count', 'degree', 'inflation'],
    Path: ['id', 'shape', 'clock', 'count', 'firstStep', 'endStep'],
    Scene: ['id', 'count', 'paths', 'wallCount'],
    Traffic: ['id'],
    PairBatch: ['core', 'id', 'names', 'capacity', 'witnesses', 'coherent', 'hasManifolds'],
    BodyBatch: [
        ...['core', 'id', 'names', 'capacity', 'pairCapacity'],
        ...['still', 'rayCapacity', 'hasManifolds', 'hasFilters', 'hasSeams'],
    ],
    MovingPairBatch: ['core', 'id', 'names', 'capacity', 'pieceCapacity', 'pairCapacity', 'degree'],
    MovingDiscBatch: ['core', 'id', 'names', 'capacity', 'pairCapacity', 'precision'],
    BoxIndex: ['core', 'id', 'names', 'capacity', 'axes', 'pairCapacity'],
    StepIterator: ['paths', 'tests'],
});

/**
 * @param {string} of
 * @param {(w: World) => any} self
 * @param {string} [blamed]
 */
function about(of, self, blamed = '') {
    /**
     * @param {string | symbol} name
     * @param {readonly string[]} names
     * @param {(w: World) => unknown[]} args
     * @param {Form} answer
     * @param {Partial<Call>} [more]
     */
    return (name, names, args, answer, more = {}) => {
        const label = `${of}.${String(name)}`;
        const usual = { kind: /** @type {const} */ ('method'), frees: false, see: observe };
        CALLS.push({ of, name, label, self, blamed, names, args, answer, ...usual, ...more });
    };
}

/**
 * Returns what can be seen of an answer: of a thing with a handle, what it says when it is asked.
 *
 * @param {World} _w
 * @param {any} answer
 * @returns {unknown}
 */
function observe(_w, answer) {
    if (typeof answer !== 'object' || answer === null) return answer;
    if ('vertices' in answer) return [answer.kind, answer.radius, answer.vertices];
    if ('bounds' in answer && 'pose' in answer) {
        return [answer.t0, answer.t1, answer.count, answer.bounds(), answer.pose(1.25)];
    }
    if ('boxes' in answer) return [answer.clock, answer.firstStep, answer.endStep, answer.boxes()];
    if ('contacts' in answer && 'paths' in answer) return [answer.count, answer.contacts()];
    if ('firstConflict' in answer) return [answer.count, answer.conflicts(FIRST())];
    if ('capacity' in answer) {
        const { core, id, names, ...rest } = answer;
        // The view of group ends is written by the batch alone.
        const seen = names.filter((/** @type {string} */ name) => name in answer);
        return [rest, seen.map((/** @type {string} */ name) => safeView(answer, name))];
    }
    if ('next' in answer && 'tests' in answer) return [[...answer], answer.tests];
    return answer;
}

/** @param {any} batch @param {string} name */
function safeView(batch, name) {
    const isWitness = ['pointA', 'pointB', 'normal'].includes(name);
    return isWitness && batch.witnesses === false ? null : Array.from(batch[name]);
}

/** Shared bits of valid arguments. */
const POSE = () => ({ x: 0.25, y: -0.5, angle: 0.75 });
const HEADING = () => ({ x: 2.5, y: 0.5, cos: 0.6, sin: 0.8 });
const CHOICES = () => ({ subdistance: 'johnson', support: 'scan', start: 'fixed' });
const CONTACT_OPTIONS = () => ({
    from: 0,
    to: 4,
    tolerance: 1e-6,
    distanceTolerance: 1e-7,
    maxIterations: 2000,
});
const ENDS = () => ({ before: 'stay', after: 'vanish' });
const FIRST = () => ({ x: 0, y: 0, vx: 1, vy: 0, t0: 0, t1: 10, radius: 0.5 });
const SECOND = () => ({ x: 5, y: 5, vx: 0, vy: -1, t0: 0, t1: 10, radius: 0.5 });
const FLYING = () => ({ ...SECOND(), z: 0.25, vz: 0, ax: 0.01, ay: -0.02, az: 0 });
const ROUTE = () => [
    { x: 0, y: 0, vx: 1, vy: 0, t0: 0, t1: 5, radius: 0.5 },
    { x: 5, y: 0, vx: 0, vy: 1, t0: 6, t1: 9, radius: 0.5 },
];
const LISTED = () => ({ ...CONTACT_OPTIONS(), maxIntervals: 1000 });
const ROUTE_OPTIONS = () => ({
    ...{ from: -5, to: 50, touching: 'allowed', maxIntervals: 1000 },
    ...ENDS(),
});

/* ---- bodies standing still ---- */

const graze = about('Graze', (w) => w.g);
const study = about('Study', (w) => w.g.study);
/** @param {World} w */
const two = (w) => [w.box, w.hexagon, POSE(), HEADING()];
const TWO = ['a', 'b', 'poseA', 'poseB'];
const shape = form.anyHandle('id', 'kind', 'radius', 'vertices');

graze('disc', ['radius'], () => [0.5], shape);
graze('capsule', ['ax', 'ay', 'bx', 'by', 'radius'], () => [0, 1, 2.5, 3, 0.5], shape);
graze('box', ['width', 'height', 'options'], () => [2, 1, { radius: 0.25 }], shape);
const CORNERS = () => [
    [0, 0],
    [2, 0],
    [2, 1],
];
graze('polygon', ['points', 'options'], () => [CORNERS(), { radius: 0.25, scale: 0.5 }], shape);
graze('hull', ['points', 'options'], () => [[0, 0, 2, 0, 2, 1, 1, 0.25], { radius: 0.1 }], shape);
graze('compound', ['parts'], (w) => [[w.box, w.disc]], shape);
graze(
    'concave',
    ['outline', 'options'],
    () => [[0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2], { holes: [], radius: 0.125 }],
    shape,
);
graze('chain', ['points', 'options'], () => [CORNERS(), { closed: true, radius: 0.25 }], shape);
graze(
    'grid',
    ['cells', 'options'],
    () => [[1, 0, 1, 1], { width: 2, size: 0.5, x: 1, y: 2 }],
    shape,
);
/**
 * Adds the last argument `out`, an object for the answer. It is of a class, so that it is one place of the arguments.
 *
 * @param {string} name
 * @param {readonly string[]} names
 * @param {(w: World) => unknown[]} args
 * @param {readonly string[]} keys of the answer
 * @param {Form} answer
 */
function withOut(name, names, args, keys, answer) {
    const spare = () =>
        Object.assign(Object.create({}), Object.fromEntries(keys.map((key) => [key, null])));
    graze(name, [...names, 'out'], (w) => [...args(w), spare()], form.written(keys, answer));
}
const WITNESS = ['pointA', 'pointB', 'normal', 'featureA', 'featureB'];

/** Bodies so near each other that only the module can decide. @param {World} w */
const twoNear = (w) => [w.box, w.hexagon, POSE(), { ...HEADING(), x: 1 }];
graze('collide', TWO, twoNear, form.flag);
graze('relation', TWO, twoNear, form.relation);
const DISTANCE = ['relation', 'distance', ...WITNESS, 'iterations'];
withOut('distance', TWO, two, DISTANCE, form.distance);
graze('gap', TWO, two, form.finite);
graze('signedDistance', TWO, two, form.finite);
const PENETRATION = ['relation', 'status', 'depth', 'lowerBound', ...WITNESS];
withOut('penetration', TWO, two, PENETRATION, form.penetration);
graze('manifold', [...TWO, 'options'], (w) => [...two(w), { reach: 4 }], form.manifold);
graze('contactCone', TWO, (w) => [w.box, w.box, { x: 0 }, { x: 2.25 }], form.contactCone);
graze(
    'shapeCast',
    ['a', 'b', 'poseA', 'poseB', 'translation', 'options'],
    (w) => [w.box, w.hexagon, POSE(), HEADING(), { dx: 5, dy: 0.25 }, { touching: 'allowed' }],
    form.shapeCast,
);
withOut(
    'rayCast',
    ['shape', 'pose', 'ray', 'options'],
    (w) => [w.hexagon, HEADING(), { x: -3, y: 0.1, dx: 9, dy: 0.5 }, { touching: 'conflict' }],
    ['status', 'relation', 'interval', 'point', 'normal', 'feature'],
    form.rayCast,
);
study(
    'collide',
    [...TWO, 'options'],
    (w) => [...two(w), { method: 'gjk', ...CHOICES() }],
    form.flag,
);
study('distance', [...TWO, 'options'], (w) => [...two(w), CHOICES()], form.distance);
study('trace', [...TWO, 'options'], (w) => [...two(w), CHOICES()], form.trace);
study('minkowskiDifference', TWO, two, form.listOf(form.differencePoint));
graze('memoryUsed', [], () => [], form.count, { kind: 'getter' });

const batch = form.anyHandle('capacity');
const BODY_OPTIONS = () => ({
    rays: 2,
    pairs: 5,
    still: 1,
    manifolds: true,
    filters: true,
    seams: true,
});
graze(
    'pairs',
    ['capacity', 'options'],
    () => [3, { witnesses: true, coherent: true, manifolds: true }],
    batch,
);
graze('bodies', ['capacity', 'options'], () => [3, BODY_OPTIONS()], batch);
graze('movingPairs', ['capacity', 'options'], () => [3, { pieces: 5, pairs: 4 }], batch);
graze('movingDiscs', ['capacity', 'options'], () => [3, { pairs: 5, precision: 'float64' }], batch);
graze('boxIndex', ['capacity', 'options'], () => [3, { axes: 3, pairs: 5 }], batch);

/* ---- bodies that move and turn ---- */

const MOVING_NAMES = ['a', 'b', 'motionA', 'motionB'];
/** @param {World} w */
const moving = (w) => [w.box, w.disc, w.east, w.standing];
/**
 * @param {string} name
 * @param {() => unknown} options
 * @param {Form} answer
 * @param {typeof graze} [on]
 */
const ofMoving = (name, options, answer, on = graze) =>
    on(name, [...MOVING_NAMES, 'options'], (w) => [...moving(w), options()], answer);
const FIRST_OPTIONS = () => ({ ...CONTACT_OPTIONS(), method: 'certified' });
const { tolerance: _, ...UNBRACKETED } = CONTACT_OPTIONS();

withOut(
    'firstContact',
    [...MOVING_NAMES, 'options'],
    (w) => [...moving(w), CONTACT_OPTIONS()],
    ['status', 'time', 'separation', ...WITNESS, 'iterations'],
    form.contact,
);
ofMoving('firstContact', FIRST_OPTIONS, form.contact, study);
ofMoving('traceContact', FIRST_OPTIONS, form.contactTrace, study);
ofMoving('timeToCollision', CONTACT_OPTIONS, form.number);
ofMoving('timeToCollision', FIRST_OPTIONS, form.number, study);
ofMoving('contactIntervals', LISTED, form.listOf(form.interval));
ofMoving(
    'unsafeMotionDelays',
    () => ({ ...LISTED(), time: { from: 0, to: 4 } }),
    form.listOf(form.interval),
);
ofMoving('clearance', () => ({ ...UNBRACKETED }), form.clearance);
graze(
    'separationsAt',
    [...MOVING_NAMES, 'times'],
    (w) => [...moving(w), [0, 0.5, 2, 9]],
    form.typed(Float64Array, form.number),
);

/* ---- whole trajectories ---- */

const step = form.anyHandle('next', 'tests');
graze(
    'path',
    ['shape', 'motion', 'clock', 'options'],
    (w) => [w.box, w.east, { ...CLOCK }, { boxes: 'cover' }],
    form.anyHandle('id', 'clock', 'boxes'),
);
graze(
    'sweepSteps',
    ['pathA', 'pathB', 'options'],
    (w) => [w.ego, w.other, { from: 0.5, to: 3.5 }],
    step,
);
graze(
    'sweep',
    ['pathA', 'pathB', 'options'],
    (w) => [w.ego, w.other, CONTACT_OPTIONS()],
    form.swept,
);
study(
    'sweepSteps',
    ['pathA', 'pathB', 'options'],
    (w) => [w.ego, w.other, { method: 'pyramid', from: 0.5, to: 3.5 }],
    step,
);
study(
    'sweep',
    ['pathA', 'pathB', 'options'],
    (w) => [w.ego, w.other, { ...CONTACT_OPTIONS(), method: 'bvh' }],
    form.swept,
);
graze(
    'sweepMany',
    ['ego', 'others', 'options'],
    (w) => [w.ego, [w.other, w.third, w.ego], LISTED()],
    form.listOf(form.bodyContact),
);
graze(
    'scene',
    ['paths', 'options'],
    (w) => [
        [w.other, w.third, w.ego],
        {
            groups: 1,
            clock: { ...CLOCK },
            walls: [{ points: [[0, 0], { x: 1, y: 2 }], closed: false, radius: 0.5 }, [0, 0, 3, 1]],
        },
    ],
    form.anyHandle('id', 'paths', 'contacts'),
);

/* ---- agents ---- */

const spans = form.listOf(form.span);
graze(
    'conflicts',
    ['first', 'second', 'options'],
    () => [ROUTE(), FLYING(), { ...ENDS(), touching: 'conflict', maxIntervals: 1000 }],
    form.listOf(form.routeConflict),
);
graze(
    'traffic',
    ['routes', 'options'],
    () => [[ROUTE(), SECOND()], ENDS()],
    form.anyHandle('id', 'count', 'add'),
);
graze(
    'conflictIntervals',
    ['first', 'second', 'options'],
    () => [FIRST(), FLYING(), { touching: 'allowed' }],
    spans,
);
graze(
    'closestApproach',
    ['first', 'second'],
    () => [FIRST(), { x: 4, y: 1, width: 2, height: 1 }],
    form.approach,
);
graze('unsafeDelays', ['a', 'b', 'options'], () => [ROUTE(), SECOND(), ROUTE_OPTIONS()], spans);
graze(
    'minimumDelay',
    ['a', 'others', 'options'],
    () => [ROUTE(), [SECOND(), ROUTE()], ROUTE_OPTIONS()],
    form.number,
);
graze(
    'safeIntervals',
    ['place', 'others', 'options'],
    () => [{ x: 5, y: 2, z: 0, radius: 0.5 }, [SECOND(), ROUTE()], ROUTE_OPTIONS()],
    spans,
);
graze(
    'safeDepartures',
    ['disc', 'others', 'options'],
    () => [FIRST(), [SECOND(), ROUTE()], ROUTE_OPTIONS()],
    spans,
);
/** Leaves one route in traffic to which calls add and from which they remove. @param {World} w @returns {number} its key */
function keepOne({ changing }) {
    let kept = -1;
    try {
        for (let key = 0, left = changing.count; left > 0; key++) {
            if (!changing.has(key)) continue;
            if (kept >= 0) changing.remove(key);
            else kept = key;
            left--;
        }
        return kept < 0 ? changing.add(ROUTE()) : kept;
    } catch (error) {
        // What was freed, or has trapped, has no routes.
        if (/** @type {any} */ (error).name !== 'GrazeError') throw error;
        return 0;
    }
}

const TRAFFIC_OPTIONS = () => ({ from: -5, to: 50, touching: 'allowed', maxIntervals: 1000 });
const ofTraffic = about('Traffic', (w) => w.traffic, 'traffic');
ofTraffic('count', [], () => [], form.count, { kind: 'getter' });
ofTraffic('has', ['key'], () => [0], form.flag);
const ofChanging = about('Traffic', (w) => w.changing, 'traffic');
ofChanging(
    'add',
    ['route'],
    (w) => {
        keepOne(w);
        return [ROUTE()];
    },
    form.count,
    { see: () => 'a key' },
);
ofChanging('remove', ['key'], (w) => [keepOne(w)], form.nothing);
ofTraffic(
    'safeIntervals',
    ['place', 'options'],
    () => [{ x: 5, y: 2, z: 0, radius: 0.5 }, TRAFFIC_OPTIONS()],
    spans,
);
ofTraffic(
    'safeDepartures',
    ['edges', 'options'],
    () => [[FIRST(), FLYING()], TRAFFIC_OPTIONS()],
    form.listOf(spans),
);
ofTraffic('minimumDelay', ['route', 'options'], () => [ROUTE(), TRAFFIC_OPTIONS()], form.number);
ofTraffic(
    'firstConflict',
    ['route', 'options'],
    () => [ROUTE(), { touching: 'conflict' }],
    form.firstTrafficConflict,
);
ofTraffic(
    'conflicts',
    ['route', 'options'],
    () => [ROUTE(), { touching: 'conflict', maxIntervals: 1000 }],
    form.listOf(form.trafficConflict),
);
const PAIR = ['first', 'second'];
graze(
    'velocityObstacle',
    [...PAIR, 'options'],
    () => [FIRST(), SECOND(), { horizon: 20 }],
    form.obstacle,
);
graze('velocityCone', [...PAIR, 'options'], () => [FIRST(), SECOND(), { horizon: 20 }], form.cone);
graze(
    'isVelocityUnsafe',
    [...PAIR, 'velocity', 'options'],
    () => [FIRST(), SECOND(), { vx: 1, vy: 0.1 }, { horizon: 20 }],
    form.flag,
);
graze('unsafeSpeeds', [...PAIR, 'options'], () => [FIRST(), SECOND(), { after: 'stay' }], spans);
graze(
    'safeVelocity',
    [...PAIR, 'options'],
    () => [
        FIRST(),
        SECOND(),
        { maxSpeed: [1.5, 2], minSpeed: [0, 0.1], canWait: true, margin: 1e-6 },
    ],
    form.safeVelocity,
);
study(
    'conflictBy',
    ['method', ...PAIR, 'options'],
    () => ['sampling', FIRST(), SECOND(), { step: 0.1 }],
    form.flag,
);

/* ---- motions ---- */

const maker = about('MotionMaker', (w) => w.g.motion);
const motion = form.anyHandle('id', 't0', 't1', 'bounds');
const START = () => ({ t0: 0, t1: 2, x: 1, y: 2, angle: 0.1 });
maker('static', ['pose', 'ends'], () => [{ x: 1, y: 2, angle: 3 }, ENDS()], motion);
maker(
    'linear',
    ['line', 'ends'],
    () => [{ ...START(), vx: 1, vy: 2, angularVelocity: 3 }, ENDS()],
    motion,
);
maker(
    'accelerated',
    ['line', 'ends'],
    () => [
        {
            ...START(),
            vx: 1,
            vy: 2,
            angularVelocity: 3,
            ax: 0.1,
            ay: 0.2,
            angularAcceleration: 0.3,
        },
        ENDS(),
    ],
    motion,
);
maker(
    'turn',
    ['arc', 'ends'],
    () => [{ ...START(), speed: 2, angularVelocity: 0.5 }, ENDS()],
    motion,
);
maker(
    'spline',
    ['points', 'times', 'options'],
    () => [
        [
            [0, 0, 0],
            [1, 2, 0.5],
            [3, 1, 1],
        ],
        [0, 1, 2.5],
        { ...ENDS(), kind: 'clamped', startVelocity: [1, 0, 0], endVelocity: [0, 1, 0.5] },
    ],
    motion,
);
maker(
    'samples',
    ['samples', 'options'],
    () => [
        [
            { t: 0, x: 0, y: 1, angle: 0 },
            { t: 1, x: 1, y: 1, angle: 0.5 },
            { t: 2, x: 3, y: 0, angle: 6 },
        ],
        { ...ENDS(), model: 'cubic' },
    ],
    motion,
);
maker(
    'samples',
    ['samples', 'options'],
    () => [Float64Array.of(0, 0, 1, 0, 1, 1, 1, 0.5, 2, 3, 0, 6), { model: 'linear' }],
    motion,
    { label: 'MotionMaker.samples (typed array)' },
);
maker(
    'hermite',
    ['samples', 'ends'],
    () => [
        [
            { t: 0, x: 0, y: 1, angle: 0, vx: 1, vy: 0, angularVelocity: 0.5 },
            { t: 1, x: 1, y: 1, angle: 0.5, vx: 1, vy: 0.5, angularVelocity: 0.25 },
        ],
        ENDS(),
    ],
    motion,
);
maker(
    'hermite',
    ['samples', 'ends'],
    () => [Float64Array.of(0, 0, 1, 0, 1, 0, 0.5, 1, 1, 1, 0.5, 1, 0.5, 0.25), ENDS()],
    motion,
    { label: 'MotionMaker.hermite (typed array)' },
);
about('Graze', (w) => w.g)(
    'motion',
    ['motion', 'ends'],
    () => [
        {
            pieces: [
                { t0: 0, t1: 1, x: [0, 1], y: [0], angle: [0.5], pivot: { x: 0.1, y: 0.2 } },
                { t0: 1, t1: 2, x: [1], y: [0, 0, 1], angle: [0.5], pivot: { x: 0.1, y: 0.2 } },
            ],
        },
        ENDS(),
    ],
    motion,
);

const ofMotion = about('Motion', (w) => w.turning, 'motion');
ofMotion('pose', ['t'], () => [1.5], form.pose);
ofMotion('bounds', ['from', 'to', 'shape'], (w) => [0.5, 2, w.box], form.bounds);

/* ---- things that are held ---- */

const NONE = /** @type {() => unknown[]} */ (() => []);
const ofShape = about('Shape', (w) => w.hexagon, 'shape');
ofShape('vertices', [], NONE, form.typed(Float32Array, form.finite), { kind: 'getter' });
ofShape('bounds', ['pose'], () => [POSE()], form.shapeBounds);
ofShape('containsPoint', ['point', 'pose'], () => [{ x: 0.5, y: 0.25 }, HEADING()], form.flag);
about('Shape', (w) => w.wall, 'shape')('parts', [], NONE, form.listOf(form.part), {
    kind: 'getter',
});

const floats = form.typed(Float32Array, form.number);
const ofPath = about('Path', (w) => w.ego, 'path');
ofPath('boxes', ['from', 'to'], () => [3, 9], floats);

const ofScene = about('Scene', (w) => w.scene, 'scene');
ofScene('wallAt', ['path'], () => [1], form.nullable(form.wallSegment));
ofScene('contacts', ['options'], () => [LISTED()], form.listOf(form.pairContact));
ofScene(
    'contactsWith',
    ['ego', 'options'],
    (w) => [[w.ego, w.other], LISTED()],
    form.listOf(form.sceneContact),
);
ofScene(
    'firstContact',
    ['ego', 'options'],
    (w) => [w.ego, { ...CONTACT_OPTIONS(), anyContact: true }],
    form.sceneContact,
);

/** @param {World} w @param {number} found */
const seeContacts = (w, found) => [
    found,
    w.movingPairs.statuses,
    w.movingPairs.times,
    w.movingPairs.contactBodies,
];
/** @param {World} w @param {number} found */
const seeCandidates = (w, found) => [...seeContacts(w, found), w.movingPairs.others];
ofScene(
    'firstContacts',
    ['movingPairs', 'count', 'options'],
    // No index is valid for every count.
    (w) => [w.movingPairs, 3, { ...CONTACT_OPTIONS(), anyContact: false, groups: 1, select: [] }],
    form.count,
    { see: seeCandidates },
);

/** @returns {object} options of a clearance, all given */
const CLEARANCE_OPTIONS = () => {
    const { tolerance: _, ...rest } = /** @type {any} */ (CONTACT_OPTIONS());
    return { ...rest, atMost: 2 };
};
/** @param {World} w @param {number} found */
const seeClearances = (w, found) => [
    found,
    w.movingPairs.clearances,
    w.movingPairs.clearanceStatuses,
    w.movingPairs.contactBodies,
];
ofScene(
    'clearance',
    ['ego', 'options'],
    (w) => [[w.ego, w.other], CLEARANCE_OPTIONS()],
    form.sceneClearance,
);
ofScene(
    'clearances',
    ['movingPairs', 'count', 'options'],
    // No index is valid for every count.
    (w) => [w.movingPairs, 3, { ...CLEARANCE_OPTIONS(), groups: 1, select: [] }],
    form.count,
    { see: (w, found) => [...seeClearances(w, found), w.movingPairs.others] },
);

const iterator = about(
    'StepIterator',
    (w) => w.g.study.sweepSteps(w.ego, w.other, { method: 'si' }),
    'path',
);
iterator('next', [], NONE, form.anyHandle('done', 'value'));
iterator(Symbol.iterator, [], NONE, step);

/* ---- batches ---- */

/**
 * @param {string} of
 * @param {(w: World) => any} self
 * @param {Record<string, [Function, Form?]>} views
 */
function viewsOf(of, self, views) {
    for (const [name, [Type, one = form.number]] of Object.entries(views)) {
        about(of, self, 'batch')(name, [], NONE, form.typed(Type, one), { kind: 'getter' });
    }
}

const ofPairs = about('PairBatch', (w) => w.pairs, 'pairs');
viewsOf('PairBatch', (w) => w.pairs, {
    shapeA: [Uint32Array],
    shapeB: [Uint32Array],
    poseA: [Float32Array],
    poseB: [Float32Array],
    hit: [Uint8Array],
    relations: [Uint8Array],
    distances: [Float32Array],
    pointA: [Float32Array],
    pointB: [Float32Array],
    normal: [Float32Array],
    depths: [Float32Array],
    pointCounts: [Uint8Array],
    points: [Float32Array],
    separations: [Float32Array],
    ids: [Uint32Array],
});
const COUNT = () => [3];
ofPairs('collide', ['count'], COUNT, form.count, { see: (w, n) => [n, w.pairs.hit] });
ofPairs('relation', ['count'], COUNT, form.count, { see: (w, n) => [n, w.pairs.relations] });
ofPairs('distance', ['count'], COUNT, form.count, {
    see: ({ pairs }, n) => [n, pairs.distances, pairs.pointA, pairs.pointB, pairs.normal],
});
ofPairs('penetration', ['count'], COUNT, form.count, {
    see: ({ pairs }, n) => [n, pairs.relations, pairs.depths, pairs.pointA, pairs.normal],
});
ofPairs('manifolds', ['count', 'reach'], () => [3, 0.5], form.count, {
    see: ({ pairs }, n) => [
        ...[n, pairs.pointCounts, pairs.depths, pairs.normal, pairs.points],
        ...[pairs.separations, pairs.ids],
    ],
});

const FILTER = () => ({ category: 5, mask: 3 });
const ofBodies = about('BodyBatch', (w) => w.bodies, 'bodies');
viewsOf('BodyBatch', (w) => w.bodies, {
    shapes: [Uint32Array],
    poses: [Float32Array],
    first: [Uint32Array],
    second: [Uint32Array],
    relations: [Uint8Array],
    distances: [Float32Array],
    foundBodies: [Uint32Array],
    foundRelations: [Uint8Array],
    foundDistances: [Float32Array],
    categories: [Uint32Array],
    masks: [Uint32Array],
    pointCounts: [Uint8Array],
    depths: [Float32Array],
    normals: [Float32Array],
    points: [Float32Array],
    separations: [Float32Array],
    ids: [Uint32Array],
    hitBodies: [Uint32Array],
    hitIntervals: [Float64Array],
    pointBodies: [Uint32Array],
    boxBodies: [Uint32Array],
    rays: [Float64Array],
    rayBodies: [Int32Array],
    rayIntervals: [Float64Array],
    rayPoints: [Float32Array],
    rayNormals: [Float32Array],
});
/** @type {Partial<Call>} */
const found = {
    see: ({ bodies }, n) => [
        ...[n, bodies.first, bodies.second, bodies.relations, bodies.distances],
        ...[bodies.pointCounts, bodies.depths, bodies.normals, bodies.points],
        ...[bodies.separations, bodies.ids],
    ],
};
/** @type {Partial<Call>} */
const foundAlone = {
    see: ({ bodies }, n) => [n, bodies.foundBodies, bodies.foundRelations, bodies.foundDistances],
};
ofBodies('contacts', ['count'], COUNT, form.count, found);
ofBodies('near', ['count', 'reach'], () => [4, 1.5], form.count, found);
ofBodies(
    'contactsWith',
    ['shape', 'pose', 'count', 'options'],
    (w) => [w.box, POSE(), 4, FILTER()],
    form.count,
    foundAlone,
);
ofBodies(
    'nearWith',
    ['shape', 'pose', 'count', 'reach', 'options'],
    (w) => [w.box, HEADING(), 4, 1.5, FILTER()],
    form.count,
    foundAlone,
);
ofBodies('update', ['from', 'end'], () => [0, 3], form.nothing, {
    see: ({ bodies }) => [bodies.contacts(4), bodies.first],
});
ofBodies(
    'nearBetween',
    ['firstBody', 'firstCount', 'secondBody', 'secondCount', 'reach'],
    () => [0, 2, 2, 2, 1.5],
    form.count,
    found,
);
ofBodies(
    'nearest',
    ['shape', 'pose', 'count', 'options'],
    (w) => [w.box, HEADING(), 4, { ...FILTER(), atMost: 9 }],
    form.bodyDistance,
);
const RAY = () => ({ x: -3, y: 0.1, dx: 9, dy: 0.5 });
const CASTING = () => ({ ...FILTER(), touching: 'allowed' });
/** @type {Partial<Call>} */
const met = { see: ({ bodies }, n) => [n, bodies.hitBodies, bodies.hitIntervals] };
ofBodies('rayCast', ['ray', 'count', 'options'], () => [RAY(), 4, CASTING()], form.bodyRayCast);
ofBodies('rayCastAll', ['ray', 'count', 'options'], () => [RAY(), 4, CASTING()], form.count, met);
ofBodies('castRays', ['rayCount', 'count', 'options'], () => [2, 4, CASTING()], form.count, {
    see: ({ bodies: { rayBodies, rayIntervals, rayPoints, rayNormals } }, n) => {
        return [n, rayBodies, rayIntervals, rayPoints, rayNormals];
    },
});
const CAST = ['shape', 'pose', 'translation', 'count', 'options'];
/** @param {World} w */
const castOf = (w) => [w.disc, HEADING(), { dx: -5, dy: 0.25 }, 4, CASTING()];
ofBodies('shapeCast', CAST, castOf, form.bodyShapeCast);
ofBodies('shapeCastAll', CAST, castOf, form.count, met);
ofBodies(
    'pointQuery',
    ['point', 'count', 'options'],
    () => [{ x: 1, y: 0.5 }, 4, FILTER()],
    form.count,
    { see: ({ bodies }, n) => [n, bodies.pointBodies] },
);
ofBodies(
    'boxQuery',
    ['box', 'count', 'options'],
    () => [{ minX: 0, minY: 0, maxX: 2, maxY: 1 }, 4, FILTER()],
    form.count,
    { see: ({ bodies }, n) => [n, bodies.boxBodies] },
);

const ofMovingDiscs = about('MovingDiscBatch', (w) => w.movingDiscs, 'movingDiscs');
viewsOf('MovingDiscBatch', (w) => w.movingDiscs, {
    records: [Float64Array],
    pairs: [Uint32Array],
    agents: [Uint32Array],
    relations: [Uint8Array],
    intervals: [Float64Array],
    clearances: [Float64Array],
});
/** @type {Partial<Call>} */
const conflicting = {
    see: ({ movingDiscs }, n) => [
        n,
        movingDiscs.pairs,
        movingDiscs.relations,
        movingDiscs.intervals,
        movingDiscs.clearances,
    ],
};
ofMovingDiscs('conflicts', ['count'], COUNT, form.count, conflicting);
ofMovingDiscs('conflictsAmong', ['count'], () => [4], form.count, conflicting);
ofMovingDiscs(
    'conflictsBetween',
    ['first', 'firstCount', 'second', 'secondCount'],
    () => [0, 2, 2, 2],
    form.count,
    conflicting,
);

ofMovingDiscs(
    'near',
    ['count', 'reach', 'options'],
    () => [4, 1.5, { from: -1, to: 30 }],
    form.count,
    conflicting,
);
ofMovingDiscs(
    'nearest',
    ['count', 'options'],
    () => [4, { reach: 50, from: -1, to: 30 }],
    form.nearestDiscs,
);

const ofMovingPairs = about('MovingPairBatch', (w) => w.movingPairs, 'movingPairs');
viewsOf('MovingPairBatch', (w) => w.movingPairs, {
    shapes: [Uint32Array],
    firstPieces: [Uint32Array],
    pieceCounts: [Uint32Array],
    endings: [Uint8Array],
    pieces: [Float64Array],
    inflations: [Float64Array],
    pairs: [Uint32Array],
    statuses: [Uint8Array],
    times: [Float64Array],
    contactBodies: [Int32Array],
    others: [Int32Array],
    clearances: [Float64Array],
    clearanceStatuses: [Uint8Array],
    foundStatuses: [Uint8Array],
    foundTimes: [Float64Array],
    foundBodies: [Int32Array],
});
ofMovingPairs(
    'set',
    ['body', 'shape', 'motion', 'firstPiece'],
    (w) => [2, w.hexagon, w.turning, 5],
    form.count,
    {
        see: ({ movingPairs }, next) => [
            next,
            movingPairs.shapes,
            movingPairs.firstPieces,
            movingPairs.pieces,
        ],
    },
);
ofMovingPairs(
    'firstContacts',
    ['count', 'options'],
    () => [3, { ...CONTACT_OPTIONS(), groups: 1 }],
    form.count,
    {
        see: seeContacts,
    },
);
ofMovingPairs(
    'pairClearances',
    ['count', 'options'],
    () => [3, { ...CLEARANCE_OPTIONS(), groups: 1 }],
    form.count,
    {
        see: seeClearances,
    },
);
ofMovingPairs(
    'contactsWith',
    ['body', 'count', 'options'],
    () => [1, 3, { ...CONTACT_OPTIONS(), groups: 1 }],
    form.count,
    {
        see: ({ movingPairs }, n) => [
            n,
            movingPairs.foundStatuses,
            movingPairs.foundTimes,
            movingPairs.foundBodies,
        ],
    },
);

const ofBoxIndex = about('BoxIndex', (w) => w.boxIndex, 'boxIndex');
viewsOf('BoxIndex', (w) => w.boxIndex, {
    sides: [Float32Array],
    found: [Uint32Array],
    pairs: [Uint32Array],
});
/** @type {Partial<Call>} */
const pairsOfBoxes = { see: ({ boxIndex }, n) => [n, boxIndex.pairs] };
ofBoxIndex('update', ['from', 'end'], () => [0, 3], form.nothing, {
    see: ({ boxIndex }) => [boxIndex.search([-9, -9, 9, 9]), boxIndex.found],
});
ofBoxIndex('search', ['box'], () => [[0, 0, 2, 1.5]], form.count, {
    see: ({ boxIndex }, n) => [n, boxIndex.found],
});
ofBoxIndex('near', ['count', 'reach'], () => [4, 1.5], form.count, pairsOfBoxes);
ofBoxIndex(
    'nearBetween',
    ['firstBox', 'firstCount', 'secondBox', 'secondCount', 'reach'],
    () => [0, 2, 2, 2, 1.5],
    form.count,
    pairsOfBoxes,
);

/* ---- freeing ---- */

/** @type {Record<string, [(w: World) => any, string]>} */
const FREED = {
    Shape: [(w) => w.g.box(3, 2), 'shape'],
    Motion: [(w) => w.g.motion.static({ x: 1 }), 'motion'],
    Path: [(w) => w.g.path(w.disc, w.east, CLOCK), 'path'],
    Scene: [(w) => w.g.scene([w.ego]), 'scene'],
    Traffic: [(w) => w.g.traffic([ROUTE()]), 'traffic'],
    PairBatch: [(w) => w.g.pairs(2), 'batch'],
    BodyBatch: [(w) => w.g.bodies(2), 'batch'],
    MovingPairBatch: [(w) => w.g.movingPairs(2), 'batch'],
    MovingDiscBatch: [(w) => w.g.movingDiscs(2), 'batch'],
    BoxIndex: [(w) => w.g.boxIndex(2), 'batch'],
};
for (const [of, [self, blamed]] of Object.entries(FREED)) {
    for (const name of ['free', Symbol.dispose]) {
        about(of, self, blamed)(name, [], NONE, form.nothing, { frees: true });
    }
}

/**
 * Makes a call.
 *
 * @param {Call} call
 * @param {World} w
 * @param {readonly unknown[]} [args]
 * @param {any} [self]
 */
export function make(call, w, args = call.args(w), self = call.self(w)) {
    return call.kind === 'getter' ? self[call.name] : self[call.name](...args);
}

/**
 * Makes a call, and gives back what it made: what can be seen of the answer.
 *
 * @param {Call} call
 * @param {World} w
 * @param {readonly unknown[]} [args]
 */
export function perform(call, w, args) {
    const answer = make(call, w, args);
    call.answer(answer, call.label);
    const seen = copy(call.see(w, answer));
    release(answer);
    return seen;
}

/** Frees an answer that is a thing of its own. @param {any} answer */
export function release(answer) {
    if (typeof answer === 'object' && answer !== null && 'free' in answer) answer.free();
}

/** Copies a result, so that the next call does not change it. @param {unknown} seen @returns {unknown} */
function copy(seen) {
    if (ArrayBuffer.isView(seen)) return Array.from(/** @type {any} */ (seen));
    return Array.isArray(seen) ? seen.map(copy) : seen;
}
