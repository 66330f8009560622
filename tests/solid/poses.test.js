import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze/solid';
import { refuses } from '../refuses.js';
import { Quaternion, Vector3 } from './three.js';

/** Tests the forms of a pose in space: numbers, and objects as scenes of other libraries have them. */

const s = createSync();
const a = s.box(1, 2, 3);
/** A body without any symmetry. */
const b = s.hull([0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3], { radius: 0.25 });
const call = /** @type {any} */ (s);

/** Angles as three.js has them: they are not read. */
class Euler {
    _x = 1;
    _y = 2;
    _z = 3;
    get x() {
        return this._x;
    }
}

/** An object of a scene, as three.js has it. */
class Object3D {
    position = new Vector3(4, -1, 0.5);
    rotation = new Euler();
    quaternion = new Quaternion(0.5, -0.5, 0.5, 0.5);
    scale = new Vector3(1, 1, 1);
    name = 'part';
}

/** Columns of the rotation by that quaternion: x to z, y to -x, z to -y. */
const COLUMNS = [0, 0, 1, -1, 0, 0, 0, -1, 0];

test('a pose in any form gives the same bits', () => {
    const numbers = { x: 4, y: -1, z: 0.5, qx: 0.5, qy: -0.5, qz: 0.5, qw: 0.5 };
    const expected = s.distance(a, b, undefined, numbers);
    const [c0, c1, c2] = [COLUMNS.slice(0, 3), COLUMNS.slice(3, 6), COLUMNS.slice(6)];
    const elements = [...c0, 0, ...c1, 0, ...c2, 0, 4, -1, 0.5, 1];
    const { x, y, z } = numbers;
    const forms = [
        { ...numbers, name: 'other data' },
        Object.assign(Object.create({ describe() {} }), numbers),
        new Object3D(),
        { position: [4, -1, 0.5], quaternion: [0.5, -0.5, 0.5, 0.5] },
        { x, y, z, quaternion: { x: 0.5, y: -0.5, z: 0.5, w: 0.5 } },
        { position: { x, y, z }, rotation: COLUMNS },
        { position: { x, y, z }, rotation: Float64Array.from(COLUMNS) },
        { position: { x, y, z }, rotation: { elements: COLUMNS } },
        // Bodies of rapier return such objects.
        { position: { x, y, z }, rotation: { x: 0.5, y: -0.5, z: 0.5, w: 0.5 } },
        { position: { x, y, z }, rotation: new Quaternion(0.5, -0.5, 0.5, 0.5) },
        // Names from elsewhere do not matter beside those of a pose.
        { ...numbers, angle: 1, translation: 2 },
        { position: [4, -1, 0.5], quaternion: [0.5, -0.5, 0.5, 0.5], angle: 1, location: 2 },
        { elements },
        { elements: Float32Array.from(elements) },
        { position: { x, y, z }, qx: 0.5, qy: -0.5, qz: 0.5, qw: 0.5 },
        // Its length is corrected.
        { ...numbers, qx: 0.5002, qy: -0.5002, qz: 0.5002, qw: 0.5002 },
    ];
    for (const [k, pose] of forms.entries()) {
        assert.deepEqual(call.distance(a, b, undefined, pose), expected, `form ${k}`);
    }
    // Both signs of a quaternion are one rotation.
    const negated = { x, y, z, qx: -0.5, qy: 0.5, qz: -0.5, qw: -0.5 };
    assert.deepEqual(s.distance(a, b, undefined, negated), expected);
});

test('each property of a pose is read once', () => {
    const numbers = { x: 4, y: -1, z: 0.5, qx: 0.5, qy: -0.5, qz: 0.5, qw: 0.5 };
    const expected = s.gap(a, b, undefined, numbers);
    const { position, quaternion } = new Object3D();
    const { x, y, z } = numbers;
    for (const pose of [numbers, { position, quaternion }, { position, rotation: COLUMNS }]) {
        /** @type {string[]} */
        const log = [];
        const spied = {};
        for (const [key, value] of Object.entries(pose)) {
            const get = () => {
                log.push(key);
                return value;
            };
            Object.defineProperty(spied, key, { get, enumerable: true });
        }
        assert.equal(s.gap(a, b, undefined, spied), expected);
        assert.deepEqual(log.sort(), Object.keys(pose).sort());
    }
    for (const other of [{ name: 'part' }, undefined])
        assert.equal(s.gap(a, b, { x, y, z, ...other }), s.gap(a, b, { position: [x, y, z] }));
    refuses(() => s.gap(a, b, /** @type {any} */ ({ x, y, z, yaw: 1 })), {
        ...{ code: 'unknown-option', argument: 'poseA' },
    });
    refuses(() => s.gap(a, b, { x, y, z: NaN }), { code: 'not-finite', argument: 'poseA.z' });
});

test('omitted parts of a pose are those of the identity', () => {
    const expected = s.distance(a, b, undefined, { x: 3, y: 0, z: 0, qx: 0, qy: 0, qz: 0, qw: 1 });
    const forms = [
        { x: 3 },
        { position: { x: 3, y: 0, z: 0 } },
        { x: 3, rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1] },
    ];
    for (const pose of forms) assert.deepEqual(s.distance(a, b, {}, pose), expected);
    assert.deepEqual(s.distance(a, b, {}, {}), s.distance(a, b));
});

test('a rotation turns the vertices, then the position moves them', () => {
    const point = s.hull([1, 2, 3]);
    const { minX, minY, minZ } = s.bounds(point, new Object3D());
    // (1, 2, 3) turned is (-2, -3, 1).
    assert.deepEqual([minX, minY, minZ], [2, -4, 1.5]);
});

test('rotations that are not are refused by name', () => {
    const names = { poseA: 0, poseB: 1 };
    for (const [argument, k] of Object.entries(names)) {
        /** @param {any} pose */
        const gap = (pose) => s.gap(a, b, ...(k === 0 ? [pose] : [{}, pose]));
        /** @type {Partial<import('graze/solid').GrazeError>} */
        const notOne = { code: 'not-a-heading', argument };
        refuses(() => gap({ qx: 0, qy: 0, qz: 0, qw: 0 }), notOne);
        refuses(() => gap({ qx: 0, qy: 0, qz: 0, qw: 1.01 }), notOne);
        refuses(() => gap({ quaternion: { x: 1, y: 1, z: 1, w: 1 } }), notOne);
        refuses(() => gap({ qx: 1e300, qy: 0, qz: 0, qw: 0 }), notOne);
        refuses(() => gap({ rotation: [1, 0, 0, 0, 1, 0, 0, 0, 0] }), notOne);
        refuses(() => gap({ rotation: [1, 0, 0, 0, 1, 0, 0, 0, -1] }), notOne);
        refuses(() => gap({ rotation: [1, 0, 0, 0.5, 1, 0, 0, 0, 1] }), notOne);
        refuses(() => gap({ rotation: new Array(9).fill(1e200) }), notOne);
    }
});

test('poses that are not are refused by name', () => {
    /** @param {any} pose @param {import('graze/solid').ErrorCode} code @param {string} argument */
    const refused = (pose, code, argument) => {
        refuses(() => s.gap(a, b, pose), { code, argument });
        refuses(() => s.bounds(a, pose), { code, argument: argument.replace('poseA', 'pose') });
    };
    refused(null, 'wrong-type', 'poseA');
    refused([1, 2, 3], 'wrong-type', 'poseA');
    refused(new Float32Array(16), 'wrong-type', 'poseA');
    refused(b, 'unknown-option', 'poseA');
    refused({ x: NaN }, 'not-finite', 'poseA.x');
    refused({ y: '1' }, 'wrong-type', 'poseA.y');
    refused({ z: 1e39 }, 'out-of-range', 'poseA.z');
    refused({ x: 0, y: 0, z: 1e39, qx: 0, qy: 0, qz: 0, qw: 1 }, 'out-of-range', 'poseA.z');
    refused({ x: 0, y: 0, z: 0, qx: 0, qy: Infinity, qz: 0, qw: 1 }, 'not-finite', 'poseA.qy');
    refused({ qw: 1 }, 'wrong-type', 'poseA.qx');
    refused({ position: { x: 1, y: 2 } }, 'wrong-type', 'poseA.position.z');
    refused({ position: [1, 2] }, 'wrong-type', 'poseA.position');
    refused({ position: { x: 1, y: 2, z: 3 }, x: 1 }, 'unknown-option', 'poseA');
    refused({ quaternion: { x: 0, y: 0, z: 0 } }, 'wrong-type', 'poseA.quaternion.w');
    refused({ quaternion: [0, 0, 1] }, 'out-of-range', 'poseA.quaternion.length');
    refused({ quaternion: [0, 0, 0, 1], qw: 1 }, 'unknown-option', 'poseA');
    refused({ rotation: new Euler() }, 'wrong-type', 'poseA.rotation');
    refused({ rotation: [1, 0, 0, 1] }, 'out-of-range', 'poseA.rotation.length');
    refused({ rotation: { elements: [1] } }, 'out-of-range', 'poseA.rotation.elements.length');
    refused({ elements: new Array(16).fill(0) }, 'out-of-range', 'poseA.elements[15]');
    refused({ elements: COLUMNS }, 'out-of-range', 'poseA.elements.length');
    refused({ scale: 2 }, 'out-of-range', 'poseA.scale');
    refused({ scale: new Vector3(1, 1, 2) }, 'out-of-range', 'poseA.scale');
    // Poses of the plane and of other libraries.
    refused({ x: 1, angle: 2 }, 'unknown-option', 'poseA');
    refused({ x: 1, y: 0, cos: 1, sin: 0 }, 'unknown-option', 'poseA');
    refused({ theta: 1 }, 'unknown-option', 'poseA');
    refused({ x: 1, roll: 0, pitch: 0.1, yaw: 0 }, 'unknown-option', 'poseA');
    refused({ x: 1, rx: 0.1 }, 'unknown-option', 'poseA');
    refused({ position: { x: 1, y: 2, z: 3 }, orientation: {} }, 'unknown-option', 'poseA');
    refused({ translation: { x: 1, y: 2, z: 3 } }, 'unknown-option', 'poseA');
    refused({ translation: {}, quaternion: [0, 0, 0, 1] }, 'unknown-option', 'poseA');
    refused({ translation() {}, rotation() {} }, 'unknown-option', 'poseA');
});

// Its x, y and z were read as a position.
test('a quaternion is not a pose', () => {
    const wrong = /** @type {const} */ ({ code: 'unknown-option', argument: 'poseB' });
    for (const quaternion of [{ x: 0, y: 0, z: 0, w: 1 }, new Quaternion(0, 0, 0, 1)])
        refuses(() => s.gap(a, b, undefined, /** @type {any} */ (quaternion)), wrong);
});

test('an error of a rotation shows its numbers', () => {
    const message = /length 1, to within 0\.001, got 1, 0, 0, 0, 1, 0, 0, 0, 2$/;
    assert.throws(() => s.gap(a, b, { rotation: [1, 0, 0, 0, 1, 0, 0, 0, 2] }), { message });
    const length = /poseA: the length of the quaternion must be 1 to within 0\.001, got 0$/;
    assert.throws(() => s.gap(a, b, { qx: 0, qy: 0, qz: 0, qw: 0 }), { message: length });
    const hint = '; a quaternion is { quaternion }, and angles of Euler are not taken';
    for (const rotation of [
        [0, 0, 0, 1],
        [0, 0, 1],
    ]) {
        const nine = `poseA.rotation.length must be 9, got ${rotation.length}${hint}`;
        assert.throws(() => s.gap(a, b, { rotation }), { message: nine, code: 'out-of-range' });
    }
});

test('properties of all objects are not part of a pose', () => {
    const prototype = /** @type {any} */ (Object.prototype);
    const expected = s.distance(a, b, undefined, { x: 3 });
    try {
        Object.assign(prototype, {
            y: 5,
            qw: 0.5,
            position: 1,
            rotation: 2,
            elements: 3,
            angle: 1,
        });
        assert.deepEqual(s.distance(a, b, undefined, { x: 3 }), expected);
    } finally {
        for (const key of ['y', 'qw', 'position', 'rotation', 'elements', 'angle']) {
            delete prototype[key];
        }
    }
});
