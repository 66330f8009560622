import { createShapes } from '../../js/bench/graze.js';
import { toAnglePoses } from '../../web/tabs/benchmark/peers/angles.js';
import { callEntry, countErrors, eachSet } from './cells_contestants.js';
import { countBegins, sampledGaps } from './cells_moving.js';
import { plainConflicts } from './cells_plain.js';
import { CELL_BODIES, makeClass, makeMovingDiscs } from './cells_scenes.js';

/**
 * Cells of the ways to write a pose or a moving disc. An engine reads objects of one kind more quickly than those of many, so
 * that the same numbers can cost more in one program than in another.
 *
 * @import { MovingDisc, Pose } from 'graze'
 * @import { Build, Cell, CellOptions, CellSet, Entry } from './cells_contestants.js'
 * @import { CellBody } from './cells_scenes.js'
 *
 * @typedef {{ x: number, y: number, angle: number }} AnglePose
 * @typedef {(pose: AnglePose, k: number) => Pose | undefined} PoseForm
 * @typedef {(disc: import('./cells_scenes.js').MovingDisc, k: number) => MovingDisc} DiscForm
 */

/** The form that is compared with all others. @type {PoseForm} */
const bestPose = ({ x, y, angle }) => ({ x, y, cos: Math.cos(angle), sin: Math.sin(angle) });

class Plain {
    /** @param {AnglePose} pose */
    constructor({ x, y, angle }) {
        this.x = x;
        this.y = y;
        this.angle = angle;
    }
}

class Car extends Plain {
    length = 4.5;
    width = 1.8;
}

class Robot extends Plain {
    id = 'robot';
    route = 'home';
}

class Ball {
    /** @param {AnglePose} pose */
    constructor(pose) {
        this.mass = 1;
        Object.assign(this, pose);
    }
}

class Turret {
    target = null;
    range = 10;
    /** @param {AnglePose} pose */
    constructor({ x, y, angle }) {
        this.angle = angle;
        this.y = y;
        this.x = x;
    }
}

class Door {
    isOpen = false;
    /** @param {AnglePose} pose */
    constructor({ x, y, angle }) {
        this.x = x;
        this.y = y;
        this.angle = angle;
        this.key = null;
    }
}

const CLASSES = [Plain, Car, Robot, Ball, Turret, Door];

/** @type {Record<string, PoseForm>} */
const POSE_FORMS = {
    '{ x, y, cos, sin }': bestPose,
    '{ x, y, angle }': ({ x, y, angle }) => ({ x, y, angle }),
    '{ x, y }': ({ x, y }) => ({ x, y }),
    '{}': () => ({}),
    undefined: () => undefined,
    'a class': (pose) => new Plain(pose),
    'six classes': (pose, k) => /** @type {AnglePose} */ (new CLASSES[k % CLASSES.length](pose)),
    'rest and spread': ({ x, y, angle }) => {
        const { id, ...own } = { id: 1, x, y, angle };
        return { ...own, id };
    },
};

/** Forms of the first pose of a pair, in whose frame the second one is then given: this one has no angle, or nothing. */
const PARTIAL = new Set(['{ x, y }', '{}', 'undefined']);

class Disc {
    /** @param {MovingDisc} disc */
    constructor({ x, y, vx, vy, t0, t1, radius }) {
        this.x = x;
        this.y = y;
        this.vx = vx;
        this.vy = vy;
        this.t0 = t0;
        this.t1 = t1;
        this.radius = radius;
    }
}

class NamedDisc extends Disc {
    name = 'disc';
}

class Agent {
    /** @param {MovingDisc} disc */
    constructor(disc) {
        this.id = 1;
        Object.assign(this, disc);
    }
}

/** @type {DiscForm} */
const bestDisc = ({ x, y, vx, vy, t0, t1, radius }) => ({ x, y, vx, vy, t0, t1, radius });

/** @type {DiscForm[]} */
const DISC_KINDS = [
    bestDisc,
    (disc) => new Disc(disc),
    (disc) => new NamedDisc(disc),
    (disc) => /** @type {MovingDisc} */ (/** @type {unknown} */ (new Agent(disc))),
    (disc) => ({ ...disc, id: 2 }),
    ({ x, y, vx, vy, t0, t1, radius }) => ({ t0, t1, x, y, vx, vy, radius }),
];

/** @type {Record<string, DiscForm>} */
const DISC_FORMS = {
    literals: bestDisc,
    'with z': ({ x, y, vx, vy, t0, t1, radius }) => ({ x, y, z: 0, vx, vy, vz: 0, t0, t1, radius }),
    'a class': DISC_KINDS[1],
    'six kinds': (disc, k) => DISC_KINDS[k % DISC_KINDS.length](disc, k),
    'rest and spread': ({ x, y, vx, vy, t0, t1, radius }) => {
        const { id, ...own } = { id: 1, x, y, vx, vy, t1, radius };
        return { ...own, t0 };
    },
};

/** @type {Cell} */
export const forms = {
    title: 'ways to write poses and discs, beside the quickest one',
    isApart: true,
    sets: (options) => [
        ...eachSet(CELL_BODIES, Object.keys(POSE_FORMS), options, (body, form) =>
            poseSet(body, form, options),
        ),
        ...eachSet(options.bodies.slice(0, 1), Object.keys(DISC_FORMS), options, (_, form) =>
            discSet(form, options),
        ),
    ],
};

/** @param {CellBody} body @param {string} form @param {CellOptions} options @returns {CellSet} */
function poseSet(body, form, { builds, pairs: count, seed }) {
    const set = makeClass({ body, name: 'mixed', count, seed });
    let [p, q] = [set.poseA, set.poseB].map(toAnglePoses);
    if (PARTIAL.has(form)) {
        q = q.map((pose, k) => relative(p[k], pose));
        p = p.map(() => ({ x: 0, y: 0, angle: 0 }));
    }
    const owned = /** @type {{ free: () => void }[]} */ ([]);
    /** Counts answers that differ from the truth by more than poses are rounded. @param {'collide' | 'depth'} task */
    const errorsOf = (task) => (/** @type {ArrayLike<number>} */ answers) =>
        countErrors(set.separation, task, answers, { absolute: 1e-13, relative: 1e-13 });
    const [first, second] = [POSE_FORMS[form], PARTIAL.has(form) ? bestPose : POSE_FORMS[form]];
    /** @param {string} label @param {Build} build @param {PoseForm} one @param {PoseForm} other */
    const calls = (label, { g }, one, other) => {
        const shapes = createShapes(g, set);
        owned.push(...shapes);
        const [a, b] = [set.shapeA, set.shapeB].map((list) => Array.from(list, (k) => shapes[k]));
        const [given, against] = [p.map(one), q.map(other)];
        const collide = (/** @type {number} */ k) =>
            Number(g.collide(a[k], b[k], given[k], against[k]));
        const depth = (/** @type {number} */ k) =>
            g.penetration(a[k], b[k], given[k], against[k]).depth;
        return [
            callEntry(label, ['collide'], count, collide, errorsOf('collide')),
            callEntry(label, ['penetration'], count, depth, errorsOf('depth')),
        ];
    };
    const entries = [
        ...builds.flatMap((build) => calls(build.name, build, first, second)),
        ...calls('quickest form', builds[0], bestPose, bestPose),
    ];
    const free = () => {
        for (const one of owned) one.free();
    };
    return { body, scene: form, count, entries, free };
}

/** Returns a pose in the frame of another one. @param {AnglePose} frame @param {AnglePose} pose @returns {AnglePose} */
function relative({ x, y, angle }, pose) {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const [dx, dy] = [pose.x - x, pose.y - y];
    return { x: cos * dx + sin * dy, y: cos * dy - sin * dx, angle: pose.angle - angle };
}

/** @param {string} form @param {CellOptions} options @returns {CellSet} */
function discSet(form, { builds, pairs: count, seed }) {
    const made = makeMovingDiscs(count, seed);
    const gaps = sampledGaps(made);
    const errors = (/** @type {Float64Array} */ answers) => countBegins(gaps, answers);
    /** @param {DiscForm} write */
    const written = (write) => [
        made.first.map(write),
        /* Another kind of object than the first one of its pair. */
        made.second.map((disc, k) => write(disc, k + 1)),
    ];
    const [first, second] = written(DISC_FORMS[form]);
    const [bestFirst, bestSecond] = written(bestDisc);
    const query = ['conflictIntervals'];
    /** @type {Entry[]} */
    const entries = builds.map(({ name, g }) => {
        const begin = (/** @type {number} */ k) =>
            g.conflictIntervals(first[k], second[k])[0]?.[0] ?? Infinity;
        return callEntry(name, query, count, begin, errors);
    });
    const { g } = builds[0];
    const best = (/** @type {number} */ k) =>
        g.conflictIntervals(bestFirst[k], bestSecond[k])[0]?.[0] ?? Infinity;
    const plain = (/** @type {number} */ k) =>
        plainConflicts(first[k], second[k])[0]?.[0] ?? Infinity;
    entries.push(
        callEntry('quickest form', query, count, best, errors),
        callEntry('plain JS', query, count, plain, errors),
    );
    return { body: '-', scene: form, count, entries, free() {} };
}
