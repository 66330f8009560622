import assert from 'node:assert/strict';
import { createSync } from 'graze/solid/study';
import { written } from './answers.js';
import { bits, openBy } from './world.js';

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
    SolidGraze: ['version', 'study'],
    SolidStudy: [],
    Solid: ['id', 'kind', 'radius'],
});

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
    return {
        g,
        union,
        box,
        disc,
        hexagon,
        round,
        east: round,
        pairs: { distances: new Float32Array(4) },
    };
}

/** Fills the holes that hulls have left, so that every further request is for more memory. @param {Solids} w */
export function fillHoles({ g }) {
    const kept = [];
    const used = g.memoryUsed;
    while (g.memoryUsed === used) kept.push(g.sphere(1));
    return kept;
}

/** Returns what a few queries answer. @param {Solids} w */
export function probeSolids({ g, box, disc, hexagon, round }) {
    return bits([
        g.distance(box, hexagon, { x: 0.3 }, { x: 3, y: 1 }),
        g.penetration(box, disc, undefined, { x: 0.2 }),
        g.signedDistance(round, round, undefined, { x: 0.01 }),
        g.contactCone(box, box, undefined, { x: 2.25 }),
        [g.study.trace(box, hexagon), g.study.minkowskiDifference(round, hexagon)],
        [g.bounds(hexagon), ...hexagon.vertices, ...round.faces.slice(0, 3)],
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

const study = about('SolidStudy', (w) => w.g.study, '');
const CHOICES = () => ({ subdistance: 'johnson', support: 'climb', start: 'fixed' });
/** @param {Solids} w */
const studied = (w) => [w.round, w.hexagon, NUMBERS(), OBJECTS()];
for (const name of ['collide', 'distance', 'trace']) {
    study(name, [...TWO, 'options'], (w) => [...studied(w), CHOICES()]);
}
study('minkowskiDifference', TWO, studied);

const solid = about('Solid', (w) => w.box, 'solid');
solid('vertices', [], () => [], { kind: 'getter' });
solid('faces', [], () => [], { kind: 'getter' });
about('Solid', (w) => w.union, 'solid')('parts', [], () => [], { kind: 'getter' });
const FREES = { frees: true, answer: () => {}, see: () => 0 };
solid('free', [], () => [], FREES);
solid(Symbol.dispose, [], () => [], FREES);
