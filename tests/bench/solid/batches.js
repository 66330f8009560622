import { createSync } from 'graze/solid';
import { randomFor } from '../../../js/bench/random.js';
import { printHeading, printRow } from './scores.js';

/**
 * Batches of pairs and of bodies in space beside single calls, in ns of a pair or body: the least of several rounds, in which
 * all take turns. Poses are in float32, so that batches and single calls have the same answers, which are compared.
 *
 * @import { SolidGraze } from 'graze/solid'
 */

const ROUNDS = 201;
const PAIRS = 128;
const BODIES = 1000;
const RAYS = 256;

/** @param {() => number} random */
function randomQuaternion(random) {
    const q = Array.from({ length: 4 }, () => random() - 0.5);
    const length = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0));
    return q.map((x) => x / length);
}

/** @param {ArrayLike<number>} poses @param {number} k */
function poseAt(poses, k) {
    const [x, y, z, qx, qy, qz, qw] = Array.from({ length: 7 }, (_, i) => poses[7 * k + i]);
    return { x, y, z, qx, qy, qz, qw };
}

/** Returns a vector of a length, in a random direction. @param {() => number} random @param {number} length */
function randomVector(random, length) {
    const v = Array.from({ length: 3 }, () => random() - 0.5);
    const size = Math.sqrt(v.reduce((sum, x) => sum + x * x, 0));
    return v.map((x) => (x / size) * length);
}

/** Poses of B beside a cube with edges of 1 at the origin, by the relation. @type {Record<string, (random: () => number) => number[]>} */
const CLASSES = {
    'far apart': (random) => [...randomVector(random, 20), ...randomQuaternion(random)],
    disjoint: (random) => [...randomVector(random, 1.75), ...randomQuaternion(random)],
    touching: (random) => [1, random() - 0.5, random() - 0.5, 0, 0, 0, 1],
    overlapping: (random) => [...randomVector(random, 0.8), ...randomQuaternion(random)],
};

/** Returns the least time of each of some runs, in ns of one of `count`. @param {(() => number)[]} runs @param {number} count */
function leastOf(runs, count) {
    const least = runs.map(() => Infinity);
    for (let round = 0; round < ROUNDS; round++) {
        for (const [k, run] of runs.entries()) {
            const start = performance.now();
            run();
            least[k] = Math.min(least[k], (1e6 * (performance.now() - start)) / count);
        }
    }
    return least;
}

const CODE = { disjoint: 0, touching: 1, overlapping: 2 };

/** Returns the batched query and the single one, as sums of their answers. @param {SolidGraze} s @param {(random: () => number) => number[]} make */
function pairQueries(s, make) {
    const random = randomFor('pairs in space');
    const cube = s.box(1, 1, 1);
    const pairs = s.pairs(PAIRS, { witnesses: false });
    pairs.shapeA.fill(cube.id);
    pairs.shapeB.fill(cube.id);
    for (let k = 0; k < PAIRS; k++) pairs.poseB.set(make(random), 7 * k);
    const poseA = poseAt(pairs.poseA, 0);
    const posesB = Array.from({ length: PAIRS }, (_, k) => poseAt(pairs.poseB, k));
    const deep = s.penetration(cube, cube, poseA, posesB[0]);
    /** @param {(pose: any) => number} ask */
    const sumOf = (ask) => () => posesB.reduce((sum, pose) => sum + ask(pose), 0);
    /** @param {() => ArrayLike<number>} view @param {() => unknown} call */
    const filled = (view, call) => () => {
        call();
        let sum = 0;
        const numbers = view();
        for (let k = 0; k < PAIRS; k++) sum += numbers[k];
        return sum;
    };
    return {
        collide: [
            () => pairs.collide(PAIRS),
            sumOf((pose) => Number(s.collide(cube, cube, poseA, pose))),
        ],
        relation: [
            filled(
                () => pairs.relations,
                () => pairs.relation(PAIRS),
            ),
            sumOf((pose) => CODE[s.relation(cube, cube, poseA, pose)]),
        ],
        'distance, `gap`': [
            filled(
                () => pairs.distances,
                () => pairs.distance(PAIRS),
            ),
            sumOf((pose) => Math.fround(s.gap(cube, cube, poseA, pose))),
        ],
        penetration: [
            filled(
                () => pairs.depths,
                () => pairs.penetration(PAIRS),
            ),
            sumOf((pose) => Math.fround(s.penetration(cube, cube, poseA, pose, deep).depth)),
        ],
    };
}

function measurePairs() {
    const s = createSync();
    const queries = Object.values(CLASSES).map((make) => pairQueries(s, make));
    printHeading([
        '`pairs(n)` of cubes, ns of a pair: batch / single calls',
        ...Object.keys(CLASSES),
    ]);
    for (const name of /** @type {(keyof typeof queries[0])[]} */ (Object.keys(queries[0]))) {
        const cells = queries.map((query) => {
            const [batch, single] = query[name];
            const [p, q] = [batch(), single()];
            if (Math.abs(p - q) > 1e-9 * Math.abs(q)) throw new Error(`${name}: ${p} and ${q}`);
            return leastOf([batch, single], PAIRS)
                .map((ns) => ns.toFixed(0))
                .join(' / ');
        });
        printRow([`\`${name}\``.replace(', `gap``', '`, `gap`'), ...cells]);
    }
}

/** Fills a world with boxes at random, of which each meets about one other. @param {SolidGraze} s @param {number} still */
function makeWorld(s, still) {
    const random = randomFor('bodies in space');
    const world = s.bodies(BODIES, { still, pairs: 8 * BODIES, rays: RAYS });
    const shapes = [
        s.box(1, 1, 1),
        s.box(1, 2, 0.5),
        s.hull(Float32Array.from({ length: 48 }, random)),
    ];
    const size = 1.15 * BODIES ** (1 / 3);
    for (let k = 0; k < BODIES; k++) {
        world.shapes[k] = shapes[k % shapes.length].id;
        const place = Array.from({ length: 3 }, () => size * random());
        world.poses.set([...place, ...randomQuaternion(random)], 7 * k);
    }
    const rays = Array.from({ length: RAYS }, () => {
        const [x, y, z] = Array.from({ length: 3 }, () => size * random());
        const [dx, dy, dz] = randomVector(random, size);
        return { x, y, z, dx, dy, dz };
    });
    return { world, shapes, rays };
}

function measureBodies() {
    const s = createSync();
    const worlds = [0, (9 * BODIES) / 10].map((still) => makeWorld(s, still));
    const names = ['none stand still', `${(9 * BODIES) / 10} stand still`];
    printHeading([`\`bodies(n)\`, ${BODIES} bodies, us of a call`, ...names]);
    /** @type {Record<string, (one: ReturnType<typeof makeWorld>) => () => number>} */
    const calls = {
        '`contacts`':
            ({ world }) =>
            () =>
                world.contacts(BODIES),
        '`near`, reach 0.1':
            ({ world }) =>
            () =>
                world.near(BODIES, 0.1),
        '`contactsWith`':
            ({ world, shapes }) =>
            () =>
                world.contactsWith(shapes[0], { x: 5, y: 5, z: 5 }, BODIES),
        '`nearest`':
            ({ world, shapes }) =>
            () =>
                world.nearest(shapes[0], { x: 5, y: 5, z: 5 }, BODIES).body ?? -1,
        '`rayCast`':
            ({ world, rays }) =>
            () =>
                world.rayCast(rays[0], BODIES).body ?? -1,
        '`shapeCast`':
            ({ world, shapes }) =>
            () =>
                world.shapeCast(shapes[0], { x: -2, y: 5, z: 5 }, [9, 0, 0], BODIES).body ?? -1,
        '`pointQuery`':
            ({ world }) =>
            () =>
                world.pointQuery([5, 5, 5], BODIES),
    };
    for (const [name, make] of Object.entries(calls)) {
        const runs = worlds.map(make);
        const counts = runs.map((run) => run());
        const times = leastOf(runs, 1000);
        const found = /^`(?:contacts|near|contactsWith|pointQuery)`/.test(name);
        const cells = times.map(
            (us, k) => `${us.toFixed(1)}${found ? `, ${counts[k]} found` : ''}`,
        );
        printRow([name, ...cells]);
    }
}

/** Prints the tables. */
export function measureBatches() {
    measurePairs();
    console.log('');
    measureBodies();
}
