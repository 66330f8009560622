import { randomPlace } from '../../native/questions/static.js';
import { cosineAndSine } from '../../portable.js';

/**
 * Objects of random sizes that live for a while and are queried: a few of each kind at a time.
 *
 * @import { Graze, Motion, Path, Shape } from 'graze'
 * @import { Draw } from '../../native/questions/random.js'
 *
 * @typedef {{ free(): void }} Thing
 * @typedef {{ things: Thing[], use(draw: Draw): void }} Resident everything in it is one handle each
 */

/** Maximum number of bodies of a larger batch that are queried. */
const MAX_ASKED = 200;

/** @param {Draw} draw @param {number} count of points */
function points({ between }, count) {
    const ring = Array.from({ length: count }, (_, k) => cosineAndSine((6.28 * k) / count));
    const size = between(0.1, 3);
    return ring.map(([x, y]) => [size * x, size * y]);
}

/** Returns the union of shapes, which it frees. @param {Graze} g @param {Shape[]} parts */
function compoundOf(g, parts) {
    const shape = g.compound(parts);
    for (const part of parts) part.free();
    return shape;
}

/** @param {Graze} g @param {Draw} draw @param {number} [count] @returns {Shape} */
function anyShape(g, draw, count = 1 + draw.below(12)) {
    const { between } = draw;
    const radius = draw.chance(0.5) ? between(0, 1) : 0;
    const makers = [
        () => g.disc(between(0, 2)),
        () => g.box(between(0, 3), between(0, 3), { radius }),
        () => g.capsule(between(-1, 1), between(-1, 1), between(-1, 1), between(-1, 1), radius),
        () => g.polygon(points(draw, Math.min(count, 30)), { radius }),
        () => g.hull(points(draw, count), { radius }),
        () => g.chain(points(draw, 2 + Math.min(count, 30)), { closed: true, radius }),
        () => g.grid([1, 0, 1, 1], { width: 2, size: between(0.1, 2), x: between(-1, 1) }),
        () => compoundOf(g, [g.disc(between(0, 2)), g.box(between(0, 3), between(0, 3))]),
    ];
    return count > 30 ? makers[4]() : draw.any(makers)();
}

/** @param {Graze} g @param {Draw} draw @param {number} pieces @returns {Motion} */
function anyMotion(g, draw, pieces) {
    const { between, below } = draw;
    const times = Array.from({ length: pieces + 1 }, (_, k) => (4 * k) / pieces);
    const place = () => [between(-6, 6), between(-6, 6), between(-2, 2)];
    const line = { t0: 0, t1: 4, x: between(-6, 6), y: between(-6, 6) };
    const rates = { vx: between(-2, 2), vy: between(-2, 2), angularVelocity: between(-1, 1) };
    const kind = pieces > 1 ? 4 + below(2) : below(4);
    switch (kind) {
        case 0:
            return g.motion.static({ x: line.x, y: line.y, angle: between(-3, 3) });
        case 1:
            return g.motion.linear({ ...line, ...rates });
        case 2:
            return g.motion.accelerated({ ...line, ...rates, ax: between(-1, 1), ay: 0 });
        case 3:
            return g.motion.turn({
                ...line,
                speed: between(0, 3),
                angularVelocity: between(-1, 1),
            });
        case 4:
            return g.motion.spline(times.map(place), times);
        default: {
            const samples = times.map((t) => {
                const [x, y, angle] = place();
                return { t, x, y, angle };
            });
            return g.motion.samples(samples, { model: draw.chance(0.5) ? 'cubic' : 'linear' });
        }
    }
}

/** @param {() => number} find that may find more than fit */
function counted(find) {
    try {
        return find();
    } catch (error) {
        if (/** @type {any} */ (error).code !== 'full') throw error;
        return -1;
    }
}

/** @param {boolean} holds @param {string} what */
function must(holds, what) {
    if (!holds) throw new Error(`contradiction: ${what}`);
}

/** @param {Graze} g @param {Draw} draw @param {number} size @returns {Resident} */
function aShape(g, draw, size) {
    const [shape, other] = [anyShape(g, draw, size), anyShape(g, draw)];
    return {
        things: [shape, other],
        use({ between }) {
            const [p, q] = [
                { x: between(-3, 3), y: between(-3, 3), angle: between(-9, 9) },
                { x: between(-3, 3) },
            ];
            const { relation, distance } = g.distance(shape, other, p, q);
            must(relation === g.relation(shape, other, p, q), 'relation');
            must(g.collide(shape, other, p, q) === (relation !== 'disjoint'), 'collide');
            must(g.gap(shape, other, p, q) === distance, 'separation');
            must(g.penetration(shape, other, p, q).relation === relation, 'penetration');
            g.shapeCast(shape, other, p, q, { dx: between(-9, 9), dy: 1 });
            g.rayCast(shape, p, { x: 0, y: 0, dx: between(-9, 9), dy: 1 });
            const { minX, minY } = shape.bounds(p);
            must(!shape.containsPoint([minX - 1, minY], p), 'contains a point beside its box');
            if (shape.parts.length + other.parts.length === 0) {
                must(g.study.trace(shape, other, p, q).distance === distance, 'trace');
                g.study.minkowskiDifference(shape, other, p, q);
            }
            must(shape.vertices.length >= 2, 'vertices');
        },
    };
}

/** @param {Graze} g @param {Draw} draw @param {number} size @returns {Resident} */
function somePairs(g, draw, size) {
    const shapes = Array.from({ length: 3 }, () => anyShape(g, draw));
    const options = { witnesses: draw.chance(0.5), coherent: draw.chance(0.5) };
    const batch = g.pairs(size, options);
    const count = Math.min(size, MAX_ASKED);
    return {
        things: [batch, ...shapes],
        use(draw) {
            for (let k = 0; k < count; k++) {
                batch.shapeA[k] = draw.any(shapes).id;
                batch.shapeB[k] = draw.any(shapes).id;
                batch.poseA.set(randomPlace(draw, 4), 4 * k);
                batch.poseB.set(randomPlace(draw, 4), 4 * k);
            }
            const found = batch.collide(count);
            must(batch.relation(count) === found, 'relations of pairs');
            must(batch.distance(count) === found, 'distances of pairs');
        },
    };
}

/** @param {Graze} g @param {Draw} draw @param {number} size @returns {Resident} */
function someBodies(g, draw, size) {
    const shapes = Array.from({ length: 4 }, () => anyShape(g, draw));
    const batch = g.bodies(size);
    const count = Math.min(size, MAX_ASKED);
    return {
        things: [batch, ...shapes],
        use(draw) {
            batch.shapes.set(Array.from({ length: count }, () => draw.any(shapes).id));
            for (let k = 0; k < count; k++) batch.poses.set(randomPlace(draw, 20), 4 * k);
            const contacts = counted(() => batch.contacts(count));
            const near = counted(() => batch.near(count, 0.5));
            must(near < 0 || near >= contacts, 'near and in contact');
            const with0 = counted(() => batch.contactsWith(shapes[0], { angle: 1 }, count));
            const with1 = counted(() => batch.nearWith(shapes[0], { angle: 1 }, count, 1));
            must(with1 < 0 || with1 >= with0, 'near one and in contact with it');
        },
    };
}

/** @param {Graze} g @param {Draw} draw @param {number} size @returns {Resident} */
function someSegments(g, draw, size) {
    const precision = draw.chance(0.5) ? 'float32' : 'float64';
    const batch = g.movingDiscs(size, { pairs: 2 * size, precision });
    const count = Math.min(size, MAX_ASKED);
    return {
        things: [batch],
        use({ between, below }) {
            for (let k = 0; k < count; k++) {
                const start = between(0, 20);
                const motion = [between(-20, 20), between(-20, 20), between(-2, 2), between(-2, 2)];
                batch.records.set([...motion, start, start + between(0, 9), between(0, 1)], 7 * k);
                batch.pairs.set([below(count), below(count)], 2 * k);
            }
            batch.conflicts(count);
            counted(() => batch.conflictsAmong(count));
            const half = count >> 1;
            counted(() => batch.conflictsBetween(0, half, half, count - half));
            counted(() => batch.near(count, between(0, 4)));
            batch.nearest(count);
        },
    };
}

/** @param {Graze} g @param {Draw} draw @param {number} size @returns {Resident} */
function someMovingPairs(g, draw, size) {
    const made = Array.from({ length: 3 }, () => ({
        shape: anyShape(g, draw),
        motion: anyMotion(g, draw, 1 + draw.below(6)),
    }));
    const count = Math.min(size, 16);
    const batch = g.movingPairs(size, { pieces: 6 * size, pairs: 2 * size });
    return {
        things: [batch, ...made.flatMap(({ shape, motion }) => [shape, motion])],
        use({ any, below }) {
            for (let k = 0; k < count; k++) {
                const { shape, motion } = any(made);
                batch.set(k, shape, motion, 6 * k);
                batch.pairs.set([below(k + 1), k], 2 * k);
            }
            const options = { tolerance: 1e-6, distanceTolerance: 1e-6, maxIterations: 200 };
            const alone = batch.firstContacts(count, options);
            must(
                batch.firstContacts(count, { ...options, groups: count }) === Number(alone > 0),
                'a group',
            );
            batch.contactsWith(0, count, options);
            batch.contactsWith(0, count, { ...options, groups: Array(count).fill(1) });
        },
    };
}

/** @param {Graze} g @param {Draw} draw @param {number} size @returns {Resident} */
function aMotion(g, draw, size) {
    const [motion, other] = [anyMotion(g, draw, size), anyMotion(g, draw, 1)];
    const [shape, post] = [anyShape(g, draw), anyShape(g, draw)];
    return {
        things: [motion, other, shape, post],
        use({ between }) {
            const two = /** @type {const} */ ([shape, post, motion, other]);
            const from = between(0, 4);
            const options = {
                from,
                to: Math.min(4, from + 0.1),
                tolerance: 1e-6,
                maxIterations: 200,
            };
            const { status } = g.firstContact(...two, options);
            must(g.study.traceContact(...two, options).status === status, 'a trace');
            const wait = g.timeToCollision(...two, options);
            must((wait === Infinity) === (status === 'free'), 'time to collision');
            must(g.study.timeToCollision(...two, options) === wait, 'the same by its method');
            g.contactIntervals(...two, options);
            g.separationsAt(...two, [0, 1, 2, from]);
            g.clearance(...two, { from, to: options.to, maxIterations: 50 });
            motion.bounds(0, from, shape);
            must(motion.pose(from) !== null, 'where it is');
        },
    };
}

/** Numbers of bodies of a scene. */
const CROWDS = [1, 4, 16];

/** @param {Graze} g @param {Draw} draw @param {number} size total size of the paths @param {number} [count] number of bodies @returns {Resident} */
function aScene(g, draw, size, count = draw.any(CROWDS)) {
    const clock = { t0: 0, t1: 4, step: Math.min(4, (4 * count) / size) };
    const made = Array.from({ length: count + 1 }, () => ({
        shape: anyShape(g, draw),
        motion: anyMotion(g, draw, 1 + draw.below(6)),
    }));
    const paths = made.map(({ shape, motion }) => g.path(shape, motion, clock));
    const [ego, ...others] = paths;
    const scene = g.scene(others);
    return {
        things: [scene, ...paths, ...made.flatMap(({ shape, motion }) => [shape, motion])],
        use(draw) {
            const options = { tolerance: 1e-6, distanceTolerance: 1e-6, maxIterations: 200 };
            const met = scene.contactsWith(ego, options);
            must(g.sweepMany(ego, others, options).length === met.length, 'sweeps and a scene');
            must(
                (scene.firstContact(ego, options).body === null) === (met.length === 0),
                'the first',
            );
            scene.contacts(options);
            const body = g.scene(others, { groups: others.length });
            must(
                body.contactsWith([ego, ego], options).length === Math.min(1, met.length),
                'a body',
            );
            must(body.contacts(options).length === 0, 'a body alone');
            body.free();
            must(scene.wallAt(0) === null, 'no wall');
            const candidate = g.movingPairs(1, { pieces: 4096 });
            candidate.set(0, made[0].shape, made[0].motion, 0);
            scene.clearances(candidate, 1, {
                atMost: 1,
                distanceTolerance: 1e-3,
                maxIterations: 200,
            });
            candidate.free();
            const traffic = g.traffic([]);
            must(traffic.count === 0, 'no route');
            traffic.free();
            g.sweep(ego, draw.any(others), options);
            Array.from(g.sweepSteps(ego, draw.any(others)));
            const first = draw.below(ego.count);
            ego.boxes(first, Math.min(ego.count, first + 20));
        },
    };
}

/**
 * Kinds with their largest sizes: about 1 MB each at most.
 * @type {{ make: (g: Graze, draw: Draw, size: number, count?: number) => Resident, most: number }[]}
 */
const KINDS = [
    { make: aShape, most: 4096 },
    { make: somePairs, most: 4096 },
    { make: someBodies, most: 2048 },
    { make: someSegments, most: 4096 },
    { make: someMovingPairs, most: 512 },
    { make: aMotion, most: 1024 },
    { make: aScene, most: 16384 },
];
/** Number of each kind that live at a time. */
const AT_ONCE = 3;

/** @param {Graze} g */
export function residence(g) {
    /** @type {Resident[][]} */
    const living = KINDS.map(() => []);
    /** @param {Resident} resident */
    const release = ({ things }) => {
        for (const thing of things) thing.free();
    };
    return {
        /** Returns the number of handles that they hold. */
        get handles() {
            return living.flat().reduce((sum, { things }) => sum + things.length, 0);
        },

        /**
         * Creates as many of every size as can ever live at once: the arena never needs more.
         *
         * @param {Draw} draw
         * @param {() => void} meanwhile
         */
        highTide(draw, meanwhile) {
            const all = KINDS.flatMap(({ make, most }) =>
                (make === aScene ? CROWDS : [undefined]).flatMap((count) => {
                    const sizes = [];
                    for (let size = most; size >= 1; size /= 2) sizes.push(size);
                    return sizes.flatMap((size) =>
                        Array.from({ length: AT_ONCE }, () => make(g, draw, size, count)),
                    );
                }),
            );
            meanwhile();
            for (const resident of all) release(resident);
        },

        /** Frees some, creates some, queries some. @param {Draw} draw @param {number} turns */
        live(draw, turns) {
            for (let turn = 0; turn < turns; turn++) {
                const k = draw.below(KINDS.length);
                const { make, most } = KINDS[k];
                const kind = living[k];
                if (kind.length === AT_ONCE) release(kind.splice(draw.below(kind.length), 1)[0]);
                const size = Math.min(most, Math.floor(draw.magnitude(2, 0, Math.log2(most))));
                kind.push(make(g, draw, size));
                draw.any(kind).use(draw);
            }
        },

        /** Frees all, in any order. @param {Draw} draw */
        leave(draw) {
            const all = living.splice(0, living.length, ...KINDS.map(() => [])).flat();
            while (all.length > 0) release(all.splice(draw.below(all.length), 1)[0]);
        },
    };
}
