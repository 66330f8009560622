import { createSync } from 'graze/solid';
import { Quaternion, Vector3 } from '../../solid/three.js';
import { printHeading, printRow, quantile } from './scores.js';

/** The cost of the forms in which programs write poses, in ns of a call of two cubes that are apart: lower quartiles. */

const ROUNDS = 501;
/** Few, so that other programs seldom interrupt a run. */
const CALLS = 128;

class Object3D {
    /** @param {number} x */
    constructor(x) {
        this.position = new Vector3(x, 0, 0);
        this.rotation = { _x: 0, _y: 0, _z: 0 };
        this.quaternion = new Quaternion(0, 0, 0, 1);
        this.scale = new Vector3(1, 1, 1);
    }
}

const MATRIX = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** @type {Record<string, (x: number) => any>} poses at (x, 0, 0) */
const FORMS = {
    '`{ x, y, z, qx, qy, qz, qw }`': (x) => ({ x, y: 0, z: 0, qx: 0, qy: 0, qz: 0, qw: 1 }),
    'undefined and `{ x }`': (x) => (x === 0 ? undefined : { x }),
    '`{ position, quaternion }` of objects': (x) => ({
        position: { x, y: 0, z: 0 },
        quaternion: { x: 0, y: 0, z: 0, w: 1 },
    }),
    '`{ position, quaternion }` of arrays': (x) => ({
        ...{ position: [x, 0, 0], quaternion: [0, 0, 0, 1] },
    }),
    '`{ position, rotation }`, nine numbers': (x) => ({ position: [x, 0, 0], rotation: MATRIX }),
    'an Object3D': (x) => new Object3D(x),
    '`{ elements }`, a Matrix4': (x) => ({
        elements: [...[1, 0, 0, 0], ...[0, 1, 0, 0], ...[0, 0, 1, 0], ...[x, 0, 0, 1]],
    }),
};

/** Prints the table. */
export function measureForms() {
    const s = createSync();
    const cube = s.box(1, 1, 1);
    const forms = Object.entries(FORMS).map(([name, make]) => {
        return { name, a: make(0), b: make(3), times: /** @type {number[]} */ ([]) };
    });
    let sum = 0;
    for (let round = 0; round < ROUNDS; round++) {
        for (const { a, b, times } of forms) {
            const start = performance.now();
            for (let k = 0; k < CALLS; k++) sum += s.collide(cube, cube, a, b) ? 1 : 0;
            times.push((1e6 * (performance.now() - start)) / CALLS);
        }
    }
    if (sum !== 0) throw new Error('cubes that are apart collide');
    printHeading(['poses of `collide`, two cubes apart', 'ns', 'times the first']);
    const base = quantile(forms[0].times, 0.25);
    for (const { name, times } of forms) {
        const ns = quantile(times, 0.25);
        printRow([name, ns.toFixed(0), (ns / base).toFixed(2)]);
    }
}
