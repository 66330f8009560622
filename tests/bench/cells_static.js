import RAPIER from '@dimforge/rapier2d-simd-compat';
import { Polygon, System } from 'detect-collisions';
import { CollidePolygons, Manifold, PolygonShape, Settings, Transform, Vec2 } from 'planck';
import SAT from 'sat';
import { EXACT, LENIENT } from '../../js/bench/contestant.js';
import { memoryWriter } from '../../js/bench/foreign.js';
import { createShapes, toPoses } from '../../js/bench/graze.js';
import { splitChunks } from '../../js/bench/pairs.js';
import { toAnglePoses } from '../../web/tabs/benchmark/peers/angles.js';
import { toPoints, toRotations } from '../../web/tabs/benchmark/peers/bodies.js';
import { planck } from '../../web/tabs/benchmark/peers/planck.js';
import { loadRapier } from '../../web/tabs/benchmark/peers/rapier.js';
import { sat } from '../../web/tabs/benchmark/peers/sat.js';
import { callEntry, countErrors, countWrong, eachSet } from './cells_contestants.js';
import { plainCollide, plainPenetration, plainRayCast, plainShape } from './cells_plain.js';
import {
    CELL_BODIES,
    CLASSES,
    crossing,
    makeClass,
    makeRays,
    RAY_CLASSES,
} from './cells_scenes.js';

/**
 * Cells of bodies that stand still: batches in wasm, single calls from JavaScript, rays.
 *
 * @import { PairBatch } from 'graze'
 * @import { PairSet } from '../../js/bench/pairs.js'
 * @import { Build, Cell, CellOptions, CellSet, Entry } from './cells_contestants.js'
 * @import { CellBody, PairClass, RaySet } from './cells_scenes.js'
 */

/** Error of points in float32, for coordinates of 20. */
const NEAR = 2e-5;
/** Box2D and planck prefer one edge to another that is less deep by a tenth of their slop. */
const PREFERENCE = { absolute: 1e-3, relative: 1e-4 };

/** By default polygons of planck take 12 vertices. */
Settings.maxPolygonVertices = 16;

/** @type {Cell} */
export const batches = {
    title: 'batches over shared memory, in wasm',
    sets: (options) =>
        eachSet(CELL_BODIES, CLASSES, options, (body, name) => batchSet(body, name, options)),
};

/** @type {Cell} */
export const calls = {
    title: 'single calls from JavaScript',
    sets: (options) =>
        eachSet(CELL_BODIES, CLASSES, options, (body, name) => callSet(body, name, options)),
};

/** @type {Cell} */
export const rays = {
    title: 'rays',
    sets: (options) => [
        ...eachSet(CELL_BODIES, RAY_CLASSES, options, (body, name) => {
            const { pairs: count, seed } = options;
            return raySet(makeRays({ body, name, count, seed }), name, options);
        }),
        ...eachSet(CELL_BODIES, ['world'], options, (body) => rayWorldSet(body, options)),
    ],
};

/** @param {CellBody} body @param {PairClass} name @param {CellOptions} options @returns {CellSet} */
function batchSet(body, name, { builds, box2d, pairs: count, seed }) {
    const set = makeClass({ body, name, count, seed });
    const ours = builds.map((build) => grazeBatches(build, set));
    const entries = ours.flatMap((one) => one.entries);
    if (box2d !== null) entries.push(...box2dBatches(box2d, set, name));
    const free = () => {
        for (const one of ours) one.free();
    };
    return { body, scene: name, count, entries, free };
}

/** @param {Build} build @param {PairSet} set */
function grazeBatches({ name, g }, set) {
    const shapes = createShapes(g, set);
    const chunks = splitChunks(set.count);
    /** @type {PairBatch[]} */
    const owned = [];
    const make = (/** @type {{ witnesses?: boolean, manifolds?: boolean }} */ options) => {
        const list = chunks.map(({ first, count }) => {
            const batch = g.pairs(count, options);
            const part = (/** @type {Uint32Array} */ of) => of.subarray(first, first + count);
            batch.shapeA.set(part(set.shapeA).map((k) => shapes[k].id));
            batch.shapeB.set(part(set.shapeB).map((k) => shapes[k].id));
            batch.poseA.set(set.poseA.subarray(4 * first, 4 * (first + count)));
            batch.poseB.set(set.poseB.subarray(4 * first, 4 * (first + count)));
            return batch;
        });
        owned.push(...list);
        return list;
    };
    const plain = make({});
    const witnesses = make({ witnesses: true });
    const depths = make({ witnesses: true, manifolds: true });
    const manifolds = make({ manifolds: true });
    const size = chunks[0].count;
    /** @param {PairBatch[]} list @param {(batch: PairBatch) => ArrayLike<number>} view */
    const all = (list, view) => list.flatMap((batch) => Array.from(view(batch)));
    /**
     * @param {PairBatch[]} list
     * @param {'collide' | 'distance' | 'depth'} task
     * @param {(batch: PairBatch) => ArrayLike<number>} view
     */
    const errors = (list, task, view) =>
        countErrors(set.separation, task, all(list, view), EXACT.float);
    /**
     * Counts pairs whose points and normal do not fit the separation along the normal.
     *
     * @param {PairBatch[]} list
     * @param {(batch: PairBatch) => ArrayLike<number>} view
     * @param {1 | -1} sign
     */
    const badPoints = (list, view, sign) => {
        const values = all(list, view);
        const [p, q, n] = [
            all(list, ({ pointA }) => pointA),
            all(list, ({ pointB }) => pointB),
            all(list, ({ normal }) => normal),
        ];
        return countWrong(set.count, (k) => {
            if (sign * set.separation[k] <= 0) return true;
            const misses = [2 * k, 2 * k + 1].map((m) => q[m] - p[m] - sign * values[k] * n[m]);
            const length = Math.hypot(n[2 * k], n[2 * k + 1]);
            return Math.hypot(...misses) <= NEAR && Math.abs(length - 1) <= NEAR;
        });
    };
    const [distances, depthsOf] = [
        (/** @type {PairBatch} */ batch) => batch.distances,
        (/** @type {PairBatch} */ batch) => batch.depths,
    ];
    /** @type {Entry[]} */
    const entries = [
        {
            ...{ name, queries: ['collide'] },
            run: (first, count) => plain[first / size].collide(count),
            wrong: () => errors(plain, 'collide', ({ hit }) => hit),
        },
        {
            ...{ name, queries: ['distance'] },
            run: (first, count) => plain[first / size].distance(count),
            wrong: () => errors(plain, 'distance', distances),
        },
        {
            ...{ name, queries: ['distance with points'] },
            run: (first, count) => witnesses[first / size].distance(count),
            wrong: () =>
                errors(witnesses, 'distance', distances) + badPoints(witnesses, distances, 1),
        },
        {
            ...{ name, queries: ['penetration with points'] },
            run: (first, count) => depths[first / size].penetration(count),
            wrong: () => errors(depths, 'depth', depthsOf) + badPoints(depths, depthsOf, -1),
        },
        {
            ...{ name, queries: ['manifolds'] },
            run: (first, count) => manifolds[first / size].manifolds(count),
            wrong: () => errors(manifolds, 'depth', depthsOf),
        },
    ];
    const free = () => {
        for (const one of [...owned, ...shapes]) one.free();
    };
    return { entries, free };
}

/** Numbers of an Answer of box2d_queries.c. */
const ANSWER = { value: 0, count: 7, numbers: 8 };

/** @param {import('./cells_contestants.js').Box2d} box2d @param {PairSet} set @param {PairClass} name @returns {Entry[]} */
function box2dBatches(box2d, set, name) {
    const { wasm, shapeA, shapeB } = box2d.enter(set);
    const write = memoryWriter(wasm);
    const [poseA, poseB] = [write(set.poseA), write(set.poseB)];
    /**
     * @param {string} label
     * @param {string[]} queries
     * @param {number} task
     * @param {'collide' | 'distance' | 'depth'} kind
     */
    const entry = (label, queries, task, kind) => {
        const numbers = task <= 2 ? 1 : ANSWER.numbers;
        const out = wasm.bench_alloc(4 * numbers * set.count);
        const wrong = () => {
            const found = new Float32Array(wasm.memory.buffer, out, numbers * set.count);
            const values = Array.from(set.separation, (_, k) => found[numbers * k + ANSWER.value]);
            if (task === 6) {
                /* A depth is that of an overlap, a distance that of a gap. */
                return countWrong(set.count, (k) => {
                    const tolerance = PREFERENCE.absolute;
                    return Math.abs(values[k] - Math.abs(set.separation[k])) <= tolerance;
                });
            }
            if (kind === 'depth') {
                return countErrors(
                    set.separation,
                    kind,
                    /* Points beyond contact are speculative. */
                    values.map((value) => Math.max(0, value)),
                    PREFERENCE,
                );
            }
            return countErrors(set.separation, kind, values, LENIENT);
        };
        return {
            ...{ name: label, queries, wrong },
            run: (/** @type {number} */ first, /** @type {number} */ count) => {
                const [shapes, poses] = [4 * first, 16 * first];
                wasm.bench_pairs(
                    ...[shapeA + shapes, shapeB + shapes, poseA + poses, poseB + poses],
                    ...[out + numbers * shapes, count],
                );
                wasm.bench_run(task, count);
            },
        };
    };
    const hasGaps = name === 'far' || name === 'near';
    const points = ['distance with points'];
    const depth = ['penetration with points', 'manifolds'];
    const isPoints = name === 'shallow' || name === 'deep' || name === 'touch' ? points : [];
    return [
        entry('b2ShapeDistance', ['distance'], 0, 'distance'),
        entry('b2ShapeDistance = 0', ['collide'], 1, 'collide'),
        entry('circles + b2ShapeDistance', ['collide'], 2, 'collide'),
        ...(hasGaps || name === 'touch' ? [entry('b2ShapeDistance', points, 3, 'distance')] : []),
        entry('b2CollidePolygons', [...isPoints, ...depth], 4, 'depth'),
        entry('circles + b2CollidePolygons', depth, 5, 'depth'),
        ...(name === 'mixed' ? [entry('distance + manifold', points, 6, 'depth')] : []),
    ];
}

const rapier = await loadRapier();

/** @param {CellBody} body @param {PairClass} name @param {CellOptions} options @returns {CellSet} */
function callSet(body, name, { builds, pairs: count, seed }) {
    const set = makeClass({ body, name, count, seed });
    const ours = builds.map((build) => grazeCalls(build, set));
    const peers = [planckCalls(set), satCalls(set), detectCalls(set), rapierCalls(set)];
    const entries = [...ours, ...peers, plainCalls(set)].flatMap((one) => one.entries);
    const free = () => {
        for (const one of [...ours, ...peers]) one.free?.();
    };
    return { body, scene: name, count, entries, free };
}

/** @param {PairSet} set @param {'collide' | 'distance' | 'depth'} task @param {import('../../js/bench/contestant.js').Tolerance} tolerance */
const errorsOf = (set, task, tolerance) => (/** @type {ArrayLike<number>} */ answers) =>
    countErrors(set.separation, task, answers, tolerance);

/** @template T @param {readonly T[]} list @param {Uint32Array} indices @returns {T[]} */
const pickAll = (list, indices) => Array.from(indices, (k) => list[k]);

/** @param {Build} build @param {PairSet} set */
function grazeCalls({ name, g }, set) {
    const shapes = createShapes(g, set);
    const [a, b] = [pickAll(shapes, set.shapeA), pickAll(shapes, set.shapeB)];
    const [p, q] = [set.poseA, set.poseB].map(toPoses);
    /** @type {(query: string, task: 'collide' | 'distance' | 'depth', answer: (k: number) => number) => Entry} */
    const entry = (query, task, answer) =>
        callEntry(name, [query], set.count, answer, errorsOf(set, task, EXACT.double));
    const entries = [
        entry('collide', 'collide', (k) => Number(g.collide(a[k], b[k], p[k], q[k]))),
        entry('gap', 'distance', (k) => g.gap(a[k], b[k], p[k], q[k])),
        entry('distance', 'distance', (k) => g.distance(a[k], b[k], p[k], q[k]).distance),
        entry('penetration', 'depth', (k) => g.penetration(a[k], b[k], p[k], q[k]).depth),
    ];
    const free = () => {
        for (const shape of shapes) shape.free();
    };
    return { entries, free };
}

/** @param {PairSet} set */
function plainCalls(set) {
    const shapes = set.shapes.map(plainShape);
    const [a, b] = [pickAll(shapes, set.shapeA), pickAll(shapes, set.shapeB)];
    const [p, q] = [set.poseA, set.poseB].map((poses) =>
        toRotations(poses).map(({ x, y, c, s }) => ({ x, y, cos: c, sin: s })),
    );
    const contact = { depth: 0, x: 0, y: 0 };
    const entries = [
        callEntry(
            ...['plain JS', ['collide'], set.count],
            (k) => Number(plainCollide(a[k], b[k], p[k], q[k])),
            errorsOf(set, 'collide', LENIENT),
        ),
        callEntry(
            ...['plain JS', ['penetration'], set.count],
            (k) => (plainPenetration(a[k], b[k], p[k], q[k], contact) ? contact.depth : 0),
            errorsOf(set, 'depth', LENIENT),
        ),
    ];
    return { entries };
}

/** @param {PairSet} set @returns {{ entries: Entry[], free?: () => void }} */
function rapierCalls(set) {
    const { queries, release } = rapier.prepare(set);
    const { collide, distance } = queries;
    if (collide === undefined || distance === undefined) throw new Error('rapier has no queries');
    const [verdicts, distances] = [
        errorsOf(set, 'collide', LENIENT),
        errorsOf(set, 'distance', LENIENT),
    ];
    const entries = [
        {
            ...{ name: 'rapier', queries: ['collide'], run: collide.run },
            wrong: () => verdicts(collide.answers()),
        },
        {
            ...{ name: 'rapier', queries: ['gap', 'distance', 'penetration'] },
            ...{ run: distance.run, wrong: () => distances(distance.answers()) },
        },
    ];
    return { entries, free: release };
}

/** @param {PairSet} set @returns {{ entries: Entry[], free?: () => void }} */
function planckCalls(set) {
    const { distance } = planck.prepare(set).queries;
    if (distance === undefined) throw new Error('planck has no distance');
    const shapes = set.shapes.map(planckPolygon);
    const [a, b] = [pickAll(shapes, set.shapeA), pickAll(shapes, set.shapeB)];
    const [p, q] = [set.poseA, set.poseB].map(planckTransforms);
    const manifold = new Manifold();
    const entries = [
        {
            ...{ name: 'planck Distance', queries: ['collide', 'gap', 'distance'] },
            run: distance.run,
            wrong: () => errorsOf(set, 'distance', LENIENT)(distance.answers()),
        },
        callEntry(
            ...['planck manifold', ['collide', 'penetration'], set.count],
            (k) => {
                CollidePolygons(manifold, a[k], p[k], b[k], q[k]);
                return Number(manifold.pointCount > 0);
            },
            errorsOf(set, 'collide', PREFERENCE),
        ),
    ];
    return { entries };
}

/** Returns a polygon without the skin that planck gives it for its solver. @param {Float32Array} outline */
function planckPolygon(outline) {
    const polygon = new PolygonShape(toPoints(outline));
    polygon.m_radius = 0;
    return polygon;
}

/** @param {Float32Array} poses */
function planckTransforms(poses) {
    return toRotations(poses).map(({ x, y, c, s }) => {
        const transform = Transform.identity();
        transform.p.x = x;
        transform.p.y = y;
        transform.q.c = c;
        transform.q.s = s;
        return transform;
    });
}

/** @param {PairSet} set @returns {{ entries: Entry[], free?: () => void }} */
function satCalls(set) {
    const { collide } = sat.prepare(set).queries;
    if (collide === undefined) throw new Error('sat has no query');
    const [a, b] = [set.shapeA, set.shapeB].map((indices) => {
        const bodies = set.shapes.map((outline) => {
            const points = toPoints(outline).map(({ x, y }) => new SAT.Vector(x, y));
            return new SAT.Polygon(new SAT.Vector(), points);
        });
        return pickAll(bodies, indices);
    });
    const [p, q] = [set.poseA, set.poseB].map((poses) => toAnglePoses(poses));
    const response = new SAT.Response();
    const depth = (/** @type {number} */ k) => {
        a[k].pos.x = p[k].x;
        a[k].pos.y = p[k].y;
        a[k].setAngle(p[k].angle);
        b[k].pos.x = q[k].x;
        b[k].pos.y = q[k].y;
        b[k].setAngle(q[k].angle);
        response.clear();
        return SAT.testPolygonPolygon(a[k], b[k], response) ? response.overlap : 0;
    };
    const entries = [
        {
            ...{ name: 'sat', queries: ['collide'], run: collide.run },
            wrong: () => errorsOf(set, 'collide', LENIENT)(collide.answers()),
        },
        callEntry('sat', ['penetration'], set.count, depth, errorsOf(set, 'depth', LENIENT)),
    ];
    return { entries };
}

/** @param {PairSet} set @returns {{ entries: Entry[], free?: () => void }} */
function detectCalls(set) {
    const system = new System();
    const [a, b] = [set.shapeA, set.shapeB].map((indices) => {
        const bodies = set.shapes.map((outline) => {
            const body = new Polygon({ x: 0, y: 0 }, toPoints(outline));
            system.insert(body);
            return body;
        });
        return pickAll(bodies, indices);
    });
    const [p, q] = [set.poseA, set.poseB].map((poses) => toAnglePoses(poses));
    /* It computes the depth with each verdict. */
    const depth = (/** @type {number} */ k) => {
        a[k].setPosition(p[k].x, p[k].y, false);
        a[k].setAngle(p[k].angle, false);
        b[k].setPosition(q[k].x, q[k].y, false);
        b[k].setAngle(q[k].angle, false);
        return system.checkCollision(a[k], b[k]) ? system.response.overlap : 0;
    };
    const queries = ['collide', 'penetration'];
    return {
        entries: [
            callEntry('detect-coll', queries, set.count, depth, errorsOf(set, 'depth', LENIENT)),
        ],
    };
}

/** @param {RaySet} set @param {string} scene @param {CellOptions} options @returns {CellSet} */
function raySet(set, scene, { builds, box2d }) {
    const { body, count } = set;
    const truths = Float64Array.from({ length: count }, (_, k) => crossing(set, k));
    /** @param {ArrayLike<number>} answers @param {number} tolerance */
    const errors = (answers, tolerance) =>
        countWrong(count, (k) => {
            if (truths[k] === Infinity) return answers[k] === Infinity;
            return Math.abs(answers[k] - truths[k]) <= tolerance;
        });
    const given = Array.from({ length: count }, (_, k) => {
        const [x, y, dx, dy] = set.rays.subarray(4 * k, 4 * k + 4);
        return { x, y, dx, dy };
    });
    const [precise, lenient] = [1e-12, 1e-4].map(
        (tolerance) => (/** @type {ArrayLike<number>} */ answers) => errors(answers, tolerance),
    );
    const owned = /** @type {{ free: () => void }[]} */ ([]);
    const poses = toPoses(set.poseA);
    const entries = builds.map(({ name, g }) => {
        const shapes = createShapes(g, /** @type {any} */ (set));
        owned.push(...shapes);
        const a = pickAll(shapes, set.shapeA);
        const answer = (/** @type {number} */ k) => {
            const { interval } = g.rayCast(a[k], poses[k], given[k]);
            return interval === null ? Infinity : interval[0];
        };
        return callEntry(name, ['rayCast'], count, answer, precise);
    });
    entries.push(planckRays(set, given, lenient));
    const plain = pickAll(set.shapes.map(plainShape), set.shapeA);
    const turned = toRotations(set.poseA).map(({ x, y, c, s }) => ({ x, y, cos: c, sin: s }));
    const normal = { x: 0, y: 0 };
    const plainRay = (/** @type {number} */ k) =>
        plainRayCast(plain[k], turned[k], given[k], normal);
    entries.push(callEntry('plain JS', ['rayCast'], count, plainRay, lenient));
    entries.push(rapierRays(set, given, lenient, owned));
    if (box2d !== null) entries.push(box2dRays(box2d, set, 'rayCast', true, lenient));
    const free = () => {
        for (const one of owned) one.free();
    };
    return { body, scene, count, entries, free };
}

/** @typedef {{ x: number, y: number, dx: number, dy: number }[]} GivenRays */

/** @param {RaySet} set @param {GivenRays} rays @param {(answers: Float64Array) => number} errors */
function planckRays(set, rays, errors) {
    const polygons = pickAll(set.shapes.map(planckPolygon), set.shapeA);
    const transforms = planckTransforms(set.poseA);
    const inputs = rays.map(({ x, y, dx, dy }) => {
        const [p1, p2] = [new Vec2(x, y), new Vec2(x + dx, y + dy)];
        return { p1, p2, maxFraction: 1 };
    });
    const output = { normal: new Vec2(0, 0), fraction: 0 };
    const answer = (/** @type {number} */ k) =>
        polygons[k].rayCast(output, inputs[k], transforms[k], 0) ? output.fraction : Infinity;
    return callEntry('planck', ['rayCast'], set.count, answer, errors);
}

/**
 * @param {RaySet} set
 * @param {GivenRays} given
 * @param {(answers: Float64Array) => number} errors
 * @param {{ free: () => void }[]} owned
 */
function rapierRays(set, given, errors, owned) {
    const world = new RAPIER.World({ x: 0, y: 0 });
    owned.push(world);
    const colliders = set.shapes.map((outline) =>
        world.createCollider(
            new RAPIER.ColliderDesc(
                set.body === 'box'
                    ? new RAPIER.Cuboid(outline[4], outline[5])
                    : new RAPIER.ConvexPolygon(outline, true),
            ),
        ),
    );
    const a = pickAll(colliders, set.shapeA);
    const p = toAnglePoses(set.poseA);
    const casts = given.map(({ x, y, dx, dy }) => new RAPIER.Ray({ x, y }, { x: dx, y: dy }));
    const answer = (/** @type {number} */ k) => {
        a[k].setTranslation(p[k]);
        a[k].setRotation(p[k].angle);
        return a[k].castRayAndGetNormal(casts[k], 1, true)?.timeOfImpact ?? Infinity;
    };
    return callEntry('rapier', ['rayCast'], set.count, answer, errors);
}

/**
 * @param {import('./cells_contestants.js').Box2d} box2d
 * @param {RaySet} set
 * @param {string} query
 * @param {boolean} isBeside
 * @param {(answers: Float32Array) => number} errors
 * @returns {Entry}
 */
function box2dRays(box2d, set, query, isBeside, errors) {
    const { wasm, shapeA } = box2d.enter({ ...set, shapeB: set.shapeA });
    const write = memoryWriter(wasm);
    const [poses, ways] = [write(set.poseA), write(set.rays)];
    const out = wasm.bench_alloc(4 * set.count);
    return {
        ...{ name: 'b2RayCastPolygon in wasm', queries: [query], isBeside },
        run(first, count) {
            const a = shapeA + 4 * first;
            wasm.bench_pairs(a, a, poses + 16 * first, poses + 16 * first, out + 4 * first, count);
            wasm.bench_ways(ways + 16 * first);
            wasm.bench_rays(count);
        },
        wrong: () => errors(new Float32Array(wasm.memory.buffer, out, set.count)),
    };
}

/** Bodies of a world, and rays that are cast there. */
const WORLD_BODIES = 32;

/**
 * Each chunk is a world of bodies within a few sizes of each other, and rays against all of them. A record is a ray and a
 * body: everybody finds all bodies that a ray meets, which for castRays is more than the first one, of which graze writes
 * interval, point and normal.
 *
 * @param {CellBody} body
 * @param {CellOptions} options
 * @returns {CellSet}
 */
function rayWorldSet(body, { builds, box2d, pairs, seed }) {
    const chunk = WORLD_BODIES * WORLD_BODIES;
    const worlds = Math.max(1, Math.floor(pairs / chunk));
    const count = worlds * chunk;
    const made = makeRays({ body, name: 'hit', count: worlds * WORLD_BODIES, seed, world: 4 });
    const bodyAt = (/** @type {number} */ k) =>
        WORLD_BODIES * Math.floor(k / chunk) + (k % WORLD_BODIES);
    const rayAt = (/** @type {number} */ k) => Math.floor(k / WORLD_BODIES);
    /** @type {RaySet} */
    const set = {
        ...made,
        count,
        shapeA: Uint32Array.from({ length: count }, (_, k) => made.shapeA[bodyAt(k)]),
        poseA: new Float32Array(4 * count),
        rays: new Float32Array(4 * count),
    };
    for (let k = 0; k < count; k++) {
        set.poseA.set(made.poseA.subarray(4 * bodyAt(k), 4 * bodyAt(k) + 4), 4 * k);
        set.rays.set(made.rays.subarray(4 * rayAt(k), 4 * rayAt(k) + 4), 4 * k);
    }
    /* The number of bodies that each ray meets. */
    const truths = new Uint32Array(worlds * WORLD_BODIES);
    for (let k = 0; k < count; k++) truths[rayAt(k)] += Number(crossing(set, k) < Infinity);
    const given = Array.from({ length: truths.length }, (_, k) => {
        const [x, y, dx, dy] = made.rays.subarray(4 * k, 4 * k + 4);
        return { x, y, dx, dy };
    });
    const owned = /** @type {{ free: () => void }[]} */ ([]);
    /** @type {Entry[]} */
    const entries = builds.flatMap(({ name, g }) => {
        const shapes = createShapes(g, /** @type {any} */ (set));
        /* A build before castRays has no option for it. */
        const canCast = 'castRays' in g.bodies(1);
        const list = Array.from({ length: worlds }, (_, w) => {
            const first = WORLD_BODIES * w;
            const end = first + WORLD_BODIES;
            const bodies = g.bodies(WORLD_BODIES, canCast ? { rays: WORLD_BODIES } : {});
            if (canCast) bodies.rays.set(made.rays.subarray(4 * first, 4 * end));
            bodies.shapes.set(made.shapeA.subarray(first, end).map((k) => shapes[k].id));
            bodies.poses.set(made.poseA.subarray(4 * first, 4 * end));
            return bodies;
        });
        owned.push(...list, ...shapes);
        const met = new Uint32Array(truths.length);
        const all = {
            ...{ name, queries: ['rayCastAll'] },
            run: (/** @type {number} */ first) => {
                const world = first / chunk;
                for (let k = world * WORLD_BODIES; k < (world + 1) * WORLD_BODIES; k++)
                    met[k] = list[world].rayCastAll(given[k], WORLD_BODIES);
            },
            wrong: () => countWrong(met.length, (k) => met[k] === truths[k]),
        };
        const first = {
            ...{ name, queries: ['castRays'] },
            run: (/** @type {number} */ k) => {
                list[k / chunk].castRays(WORLD_BODIES, WORLD_BODIES);
            },
            wrong: () =>
                countWrong(truths.length, (k) => {
                    const { rayBodies } = list[Math.floor(k / WORLD_BODIES)];
                    return rayBodies[k % WORLD_BODIES] >= 0 === truths[k] > 0;
                }),
        };
        return canCast ? [all, first] : [all];
    });
    const plain = pickAll(set.shapes.map(plainShape), set.shapeA);
    const turned = toRotations(set.poseA).map(({ x, y, c, s }) => ({ x, y, cos: c, sin: s }));
    const normal = { x: 0, y: 0 };
    const rayOf = Array.from({ length: count }, (_, k) => given[rayAt(k)]);
    const plainRay = (/** @type {number} */ k) =>
        plainRayCast(plain[k], turned[k], rayOf[k], normal);
    /* For Box2D a ray that begins in a body misses it. */
    const errors = (/** @type {ArrayLike<number>} */ answers) =>
        countWrong(count, (k) => {
            const truth = crossing(set, k);
            return truth === 0 || answers[k] < Infinity === truth < Infinity;
        });
    for (const query of ['rayCastAll', 'castRays']) {
        entries.push(callEntry('plain JS', [query], count, plainRay, errors));
        if (box2d !== null) entries.push(box2dRays(box2d, set, query, false, errors));
    }
    const free = () => {
        for (const one of owned) one.free();
    };
    return { body, scene: 'world', count, chunk, entries, free };
}
