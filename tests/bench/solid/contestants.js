import { createSync } from 'graze/solid';

/**
 * The contestants of the comparison in JavaScript. Bodies and poses are made in advance, as a careful user of each library
 * does. A query answers pair k: a distance or 1 for disjoint bodies, 0 for contact, minus a depth or -1 for an overlap, NaN if
 * it failed.
 *
 * @import { Pair, Placement } from './pairs.js'
 *
 * @typedef {object} Query
 * @property {string} name
 * @property {boolean} hasDistance
 * @property {boolean} hasDepth
 * @property {(k: number) => number} run
 * @property {string} [baseline] query of graze with which its time is compared; default: that of the same kind
 *
 * @typedef {(pairs: Pair[]) => Promise<Query[]>} Contestant
 */

const LOADER = new URL('../../../build/solid_peers/load.js', import.meta.url);

/** Imports a library that `make bench-solid` has installed. @param {string} name @returns {Promise<any>} */
const load = async (name) => (await import(LOADER.href)).load(name);

const CODE = { disjoint: 1, touching: 0, overlapping: -1 };

/** @param {Placement} pose */
function numbersOf({ position: [x, y, z], quaternion: [qx, qy, qz, qw] }) {
    return { x, y, z, qx, qy, qz, qw };
}

/** @param {Pair[]} pairs @returns {Promise<Query[]>} */
async function graze(pairs) {
    const s = createSync();
    const a = pairs.map((pair) => s.hull(pair.a));
    const b = pairs.map((pair) => s.hull(pair.b));
    /* A matrix keeps its bits, so that the verdict is that of the oracle; bodies that are not turned have the quicker form. */
    const pose = (/** @type {Placement} */ p) =>
        p.quaternion[3] === 1 ? numbersOf(p) : { position: p.position, rotation: p.rotation };
    const poseA = pairs.map((pair) => pose(pair.poseA));
    const poseB = pairs.map((pair) => pose(pair.poseB));
    const near = s.distance(a[0], b[0], poseA[0], poseB[0]);
    const deep = s.penetration(a[0], b[0], poseA[0], poseB[0]);
    const plain = { hasDistance: false, hasDepth: false };
    return [
        {
            ...{ ...plain, name: 'graze, `relation`' },
            run: (k) => CODE[s.relation(a[k], b[k], poseA[k], poseB[k])],
        },
        {
            ...{ ...plain, name: 'graze, `collide`' },
            run: (k) => (s.collide(a[k], b[k], poseA[k], poseB[k]) ? 0 : 1),
        },
        {
            ...{ ...plain, name: 'graze, `gap`', hasDistance: true },
            run: (k) => s.gap(a[k], b[k], poseA[k], poseB[k]),
        },
        {
            ...{ ...plain, name: 'graze, `distance`', hasDistance: true },
            run(k) {
                const answer = s.distance(a[k], b[k], poseA[k], poseB[k], near);
                return answer.relation === 'overlapping' ? -1 : answer.distance;
            },
        },
        {
            ...{ ...plain, name: 'graze, `penetration`', hasDepth: true },
            run(k) {
                const { relation, depth } = s.penetration(a[k], b[k], poseA[k], poseB[k], deep);
                return relation === 'disjoint' ? 1 : -depth;
            },
        },
    ];
}

/**
 * Colliders keep their shapes in wasm memory; setting their poses is part of a query. A distance is searched for within
 * 10 times the size of the pair.
 *
 * @param {Pair[]} pairs
 * @returns {Promise<Query[]>}
 */
async function rapier(pairs) {
    const { default: RAPIER } = await load('@dimforge/rapier3d-compat');
    const { warn } = console;
    console.warn = () => {};
    await RAPIER.init();
    console.warn = warn;
    const world = new RAPIER.World({ x: 0, y: 0, z: 0 });
    const collider = (/** @type {number[]} */ points) => {
        const description = RAPIER.ColliderDesc.convexHull(Float32Array.from(points));
        try {
            return description && world.createCollider(description);
        } catch {
            return null; // It has no hull of points that are flat.
        }
    };
    const a = pairs.map((pair) => collider(pair.a));
    const b = pairs.map((pair) => collider(pair.b));
    const shapeB = b.map((one) => one?.shape);
    const split = (/** @type {Placement} */ p) => {
        const [x, y, z] = p.position;
        const [qx, qy, qz, qw] = p.quaternion;
        return { at: { x, y, z }, turn: { x: qx, y: qy, z: qz, w: qw } };
    };
    const poseA = pairs.map((pair) => split(pair.poseA));
    const poseB = pairs.map((pair) => split(pair.poseB));
    const reach = pairs.map((pair) => 10 * Math.max(...[...pair.a, ...pair.b].map(Math.abs)));
    const moveA = (/** @type {number} */ k) => {
        a[k].setTranslation(poseA[k].at);
        a[k].setRotation(poseA[k].turn);
    };
    const run = (/** @type {(k: number) => number} */ query) => (/** @type {number} */ k) =>
        a[k] && b[k] ? query(k) : Number.NaN;
    return [
        {
            ...{ name: 'rapier, `contactCollider`', hasDistance: true, hasDepth: true },
            run: run((k) => {
                moveA(k);
                b[k].setTranslation(poseB[k].at);
                b[k].setRotation(poseB[k].turn);
                return a[k].contactCollider(b[k], reach[k])?.distance ?? Number.NaN;
            }),
        },
        {
            ...{ name: 'rapier, `intersectsShape`', hasDistance: false, hasDepth: false },
            run: run((k) => {
                moveA(k);
                const { at, turn } = poseB[k];
                return a[k].intersectsShape(shapeB[k], at, turn) ? 0 : 1;
            }),
        },
    ];
}

/**
 * `TransformedShape.CollideShape`, with and without a distance up to which bodies that are apart are found: four times the
 * size of the pair.
 *
 * @param {Pair[]} pairs
 * @returns {Promise<Query[]>}
 */
async function jolt(pairs) {
    const { default: init } = await load('jolt-physics');
    const J = await init();
    startJolt(J);
    const one = new J.Vec3(1, 1, 1);
    const zero = new J.RVec3(0, 0, 0);
    const filter = new J.ShapeFilter();
    const collector = new J.CollideShapeClosestHitCollisionCollector();
    const settingsOf = (/** @type {number} */ reach) => {
        const settings = new J.CollideShapeSettings();
        settings.mMaxSeparationDistance = reach;
        return settings;
    };
    const hull = (/** @type {number[]} */ points) => {
        const settings = new J.ConvexHullShapeSettings();
        settings.mMaxConvexRadius = 0;
        const point = new J.Vec3(0, 0, 0);
        for (let i = 0; i < points.length; i += 3) {
            point.Set(points[i], points[i + 1], points[i + 2]);
            settings.mPoints.push_back(point);
        }
        const result = settings.Create();
        if (result.HasError()) return null;
        const shape = result.Get();
        shape.AddRef();
        return shape;
    };
    const parts = pairs.map((pair) => {
        const [a, b] = [hull(pair.a), hull(pair.b)];
        if (a === null || b === null) return null;
        const at = (/** @type {Placement} */ p) => new J.RVec3(...p.position);
        const turn = (/** @type {Placement} */ p) => new J.Quat(...p.quaternion);
        const placed = new J.TransformedShape();
        placed.mShape = b;
        placed.SetWorldTransform(at(pair.poseB), turn(pair.poseB), one);
        const center = new J.TransformedShape();
        center.mShape = a;
        center.SetWorldTransform(at(pair.poseA), turn(pair.poseA), one);
        const m = center.GetCenterOfMassTransform();
        const transform = new J.RMat44();
        for (let k = 0; k < 4; k++) transform.SetColumn4(k, m.GetColumn4(k));
        const reach = 4 * Math.max(...[...pair.a, ...pair.b].map(Math.abs));
        return { a, placed, transform, settings: settingsOf(reach) };
    });
    const touch = settingsOf(0);
    const query = (/** @type {number} */ k, /** @type {any} */ settings) => {
        const part = parts[k];
        if (part === null) return Number.NaN;
        collector.Reset();
        part.placed.CollideShape(
            ...[part.a, one, part.transform, settings ?? part.settings, zero, collector, filter],
        );
        if (collector.HadHit()) return -collector.mHit.mPenetrationDepth;
        return settings ? 1 : Number.NaN;
    };
    return [
        {
            ...{ name: 'Jolt, `CollideShape`', hasDistance: false, hasDepth: true },
            run: (k) => query(k, touch),
        },
        {
            ...{ name: 'Jolt, the same with a reach', hasDistance: true, hasDepth: true },
            run: (k) => query(k, undefined),
        },
    ];
}

/** Creates a world without bodies, since that registers the functions of each kind of shape. @param {any} J */
function startJolt(J) {
    const settings = new J.JoltSettings();
    const layers = new J.BroadPhaseLayerInterfaceTable(1, 1);
    const pairs = new J.ObjectLayerPairFilterTable(1);
    layers.MapObjectToBroadPhaseLayer(0, new J.BroadPhaseLayer(0));
    settings.mObjectLayerPairFilter = pairs;
    settings.mBroadPhaseLayerInterface = layers;
    settings.mObjectVsBroadPhaseLayerFilter = new J.ObjectVsBroadPhaseLayerFilterTable(
        ...[layers, 1, pairs, 1],
    );
    return new J.JoltInterface(settings);
}

/**
 * Trees over the triangles of both surfaces, which have no inside: a body within the other is apart from it.
 *
 * @param {Pair[]} pairs
 * @returns {Promise<Query[]>}
 */
async function meshBvh(pairs) {
    const [T, { MeshBVH }] = [await load('three'), await load('three-mesh-bvh')];
    const s = createSync();
    const geometryOf = (/** @type {number[]} */ points) => {
        const body = s.hull(points);
        const { vertices, faces } = body;
        body.free();
        if (faces.length === 0) return null;
        const index = faces.flatMap((face) =>
            Array.from({ length: face.length - 2 }, (_, k) => [face[0], face[k + 1], face[k + 2]]),
        );
        const geometry = new T.BufferGeometry();
        geometry.setAttribute('position', new T.BufferAttribute(vertices, 3));
        geometry.setIndex(index.flat());
        geometry.boundsTree = new MeshBVH(geometry);
        return geometry;
    };
    const a = pairs.map((pair) => geometryOf(pair.a));
    const b = pairs.map((pair) => geometryOf(pair.b));
    const matrix = (/** @type {Placement} */ { position, quaternion }) =>
        new T.Matrix4().compose(
            new T.Vector3(...position),
            new T.Quaternion(...quaternion),
            new T.Vector3(1, 1, 1),
        );
    const inA = pairs.map((pair) => matrix(pair.poseA).invert().multiply(matrix(pair.poseB)));
    const run = (/** @type {(k: number) => number} */ query) => (/** @type {number} */ k) =>
        a[k] && b[k] ? query(k) : Number.NaN;
    return [
        {
            ...{
                name: 'three-mesh-bvh, `intersectsGeometry`',
                hasDistance: false,
                hasDepth: false,
            },
            run: run((k) => (a[k].boundsTree.intersectsGeometry(b[k], inA[k]) ? 0 : 1)),
        },
        {
            ...{
                name: 'three-mesh-bvh, `closestPointToGeometry`',
                hasDistance: true,
                hasDepth: false,
            },
            run: run((k) => a[k].boundsTree.closestPointToGeometry(b[k], inA[k])?.distance ?? NaN),
        },
    ];
}

/** @type {Record<string, Contestant>} */
export const CONTESTANTS = { graze, jolt, rapier, meshBvh };
