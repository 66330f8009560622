import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync as createProduct } from 'graze/solid';
import { createSync } from 'graze/solid/study';
import { randomNumbers } from '../helpers.js';
import { faultOfFaces, place } from '../oracle/solid_oracle.js';
import { refuses } from '../refuses.js';

/**
 * Tests the study of bodies in space: every variant of GJK gives the distance of the instance, its rounds lead there, and the
 * polytope A - B is the hull of all differences, exactly. tests/native/solid_study_test.c has many more bodies.
 *
 * @import { Solid, SolidGjkOptions, SolidPoint, SolidPose } from 'graze/solid/study'
 */

const s = createSync();

const cube = s.box(2, 2, 2);
const ball = s.sphere(0.5);
const wedge = s.hull([0, 0, 0, 4, 0, 0, 0, 3, 0, 0, 0, 2, 4, 0, 2]);
const plate = s.hull([-2, -2, 0, 2, -2, 0, 2, 2, 0, -2, 2, 0]);
const rod = s.capsule([0, 0, -1], [0, 0, 2], 0.25);
/** Points on a ball, by which a climb is longer than a step. */
const round = s.hull(
    Array.from({ length: 60 }, (_, k) => {
        const z = 1 - (2 * k + 1) / 60;
        const radius = Math.sqrt(1 - z * z);
        return [radius * Math.cos(2.4 * k), radius * Math.sin(2.4 * k), z];
    }),
);
const BODIES = [cube, ball, wedge, plate, rod, round];

/** @type {SolidPose[]} */
const POSES = [
    { x: 5, y: 1, z: -2 },
    { x: 3, y: 2, z: 1, qx: 0.5, qy: 0.5, qz: 0.5, qw: 0.5 },
    { x: -1.5, y: 0.25, z: 0.5, qx: 0, qy: 0.6, qz: 0, qw: 0.8 },
    { x: 0, y: 0, z: 8, qx: 0.6, qy: 0, qz: 0.8, qw: 0 },
];

/** @type {SolidGjkOptions[]} */
const CHOICES = /** @type {const} */ (['barycode', 'signed-volume', 'johnson', 'voronoi']).flatMap(
    (subdistance) =>
        /** @type {const} */ (['auto', 'scan', 'climb']).flatMap((support) =>
            /** @type {const} */ (['point', 'fixed']).map((start) => ({
                subdistance,
                support,
                start,
            })),
        ),
);

/** @param {SolidPoint} p */
const length = ({ x, y, z }) => Math.sqrt(x * x + y * y + z * z);

/** @param {SolidPoint} p @param {SolidPoint} q */
const minus = (p, q) => ({ x: p.x - q.x, y: p.y - q.y, z: p.z - q.z });

/** Calls a function for each pair of bodies at each pose. @param {(a: Solid, b: Solid, pose: SolidPose) => void} check */
function forEachPair(check) {
    for (const a of BODIES) for (const b of BODIES) for (const pose of POSES) check(a, b, pose);
}

test('every variant of GJK finds the distance of the instance, and points that far apart', () => {
    forEachPair((a, b, pose) => {
        const exact = s.distance(a, b, undefined, pose);
        for (const choice of CHOICES) {
            const found = s.study.distance(a, b, undefined, pose, choice);
            assert.ok(Math.abs(found.distance - exact.distance) <= 1e-12, JSON.stringify(choice));
            const apart = length(minus(found.pointB, found.pointA));
            assert.ok(Math.abs(apart - found.distance) <= 1e-12);
            assert.ok(found.normal === null || Math.abs(length(found.normal) - 1) <= 1e-15);
            assert.equal(
                s.study.collide(a, b, undefined, pose, choice),
                exact.relation !== 'disjoint',
            );
        }
    });
});

test('corners in one plane with the nearest face are not taken for a tetrahedron around the origin', () => {
    const random = randomNumbers(11);
    const about = (/** @type {number} */ n) => Array.from({ length: n }, () => 2 * random() - 1);
    /** @returns {SolidPose} */
    const anyPose = () => {
        const [x, y, z, ...q] = about(7);
        const size = Math.sqrt(q.reduce((sum, number) => sum + number * number, 0));
        const [qx, qy, qz, qw] = q.map((number) => number / size);
        return { x, y, z, qx, qy, qz, qw };
    };
    for (let k = 0; k < 4000; k++) {
        const hull = s.hull(about(3 * (3 + (k % 20))));
        const flat =
            k % 2 === 0 ? s.box(1, 1, k % 4 === 0 ? 0 : 1) : s.hull([0, 0, 0, 1, 0, 0, 0, 1, 0]);
        const [poseA, poseB] = [anyPose(), anyPose()];
        const expected = s.gap(hull, flat, poseA, poseB);
        for (const subdistance of /** @type {const} */ ([
            'barycode',
            'signed-volume',
            'johnson',
            'voronoi',
        ])) {
            const { distance } = s.study.distance(hull, flat, poseA, poseB, { subdistance });
            assert.ok(Math.abs(distance - expected) < 1e-9, `${k}, ${subdistance}: ${distance}`);
        }
        hull.free();
        flat.free();
    }
});

test('the rounds come nearer until the last, which has the answer', () => {
    let rounds = 0;
    forEachPair((a, b, pose) => {
        const exact = s.distance(a, b, undefined, pose);
        for (const choice of CHOICES) {
            const trace = s.study.trace(a, b, undefined, pose, choice);
            const { rounds: list, ...answer } = trace;
            assert.deepEqual(answer, s.study.distance(a, b, undefined, pose, choice));
            assert.equal(list.length, trace.iterations);
            rounds = Math.max(rounds, list.length);
            const last = list[list.length - 1];
            assert.equal(last.outcome, trace.outcome);
            const reach = a.radius + b.radius;
            const gap = Math.max(length(last.v) - reach, 0);
            assert.ok(Math.abs(gap - exact.distance) <= 1e-12);
            for (const [k, { outcome, v, w, simplex, barycode, direction }] of list.entries()) {
                assert.equal(outcome === 'nearer', k < list.length - 1);
                if (k > 0) assert.ok(length(v) <= length(list[k - 1].v));
                if (k > 0) {
                    const { x, y, z } = list[k - 1].v;
                    assert.equal(length(minus(direction, { x: -x, y: -y, z: -z })), 0);
                }
                const sum = simplex.reduce((total, { weight }) => total + weight, 0);
                assert.ok(Math.abs(sum - 1) <= 1e-14);
                const { x, y, z, a: i, b: j } = simplex[simplex.length - 1];
                if (outcome !== 'repeated') assert.deepEqual({ x, y, z, a: i, b: j }, w);
                if (outcome === 'inside') assert.equal(barycode, 15);
                if (simplex.length < 3) assert.equal(barycode, 0);
            }
        }
    });
    assert.ok(rounds >= 4 && rounds <= 20, `${rounds} rounds`);
});

test('the polytope A - B is the hull of all differences, exactly', () => {
    const shapes = [
        [[0, 0, 0]],
        [
            [0, 0, 0],
            [2, 1, 0],
        ],
        [
            [0, 0, 0],
            [4, 2, 0],
            [0, 3, 0],
        ],
        [
            [-1, -1, -1],
            [1, -1, -1],
            [1, 1, -1],
            [-1, 1, -1],
            [-1, -1, 1],
            [1, -1, 1],
            [1, 1, 1],
            [-1, 1, 1],
        ],
        [
            [0, 0, 0],
            [4, 0, 0],
            [0, 3, 0],
            [0, 0, 2],
            [4, 0, 2],
        ],
    ];
    const turns = [
        [1, 0, 0, 0, 1, 0, 0, 0, 1],
        [0, 1, 0, 0, 0, 1, 1, 0, 0],
        [0, -1, 0, 1, 0, 0, 0, 0, 1],
    ];
    for (const p of shapes) {
        for (const q of shapes) {
            for (const rotation of turns) {
                const [a, b] = [s.hull(p), s.hull(q)];
                const pose = { position: [0.5, -3, 1.25], rotation };
                const { vertices, faces } = s.study.minkowskiDifference(a, b, undefined, pose);
                const placedB = place(pointsOf(b), { at: pose.position, rotation });
                const differences = pointsOf(a).flatMap((u) =>
                    placedB.map((v) => u.map((x, k) => x - v[k])),
                );
                const corners = vertices.map(({ x, y, z }) => [x, y, z]);
                assert.equal(faultOfFaces(differences, corners, faces), undefined);
                for (const { x, y, z, a: i, b: j } of vertices) {
                    const expected = pointsOf(a)[i].map((u, k) => u - placedB[j][k]);
                    assert.deepEqual([x, y, z], expected);
                }
            }
        }
    }
});

/** Returns the vertices of a body. @param {Solid} body */
function pointsOf({ vertices }) {
    return Array.from({ length: vertices.length / 3 }, (_, k) => [
        ...vertices.subarray(3 * k, 3 * k + 3),
    ]);
}

test('large bodies have as many faces as memory has room for', () => {
    const { vertices, faces } = s.study.minkowskiDifference(round, round, undefined, POSES[2]);
    assert.ok(vertices.length > 200 && faces.length > 300, `${vertices.length}, ${faces.length}`);
    const edges = faces.reduce((sum, face) => sum + face.length, 0) / 2;
    assert.equal(vertices.length - edges + faces.length, 2);
});

test('compounds, meshes and unknown choices are refused', () => {
    const union = s.compound([{ body: cube }, { body: ball, pose: { x: 3 } }]);
    for (const call of /** @type {const} */ (['collide', 'distance', 'trace'])) {
        refuses(() => s.study[call](union, cube), { code: 'not-convex', argument: 'a' });
        refuses(() => s.study[call](cube, cube, {}, {}, /** @type {any} */ ({ start: 'far' })), {
            code: 'unknown-option',
            argument: 'start',
        });
    }
    refuses(() => s.study.minkowskiDifference(cube, union), { code: 'not-convex', argument: 'b' });
});

test('the other answers are those of graze/solid', () => {
    const other = createProduct();
    assert.ok(!('study' in other));
    const [mine, theirs] = [s, other].map((g) => {
        const bodies = [g.box(1, 2, 3), g.capsule([0, 0, 0], [1, 1, 1], 0.5)];
        return POSES.map((pose) => g.distance(bodies[0], bodies[1], undefined, pose));
    });
    assert.deepEqual(mine, theirs);
});
