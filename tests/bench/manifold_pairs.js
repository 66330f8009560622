import { randomBox, randomPolygon } from '../../js/bench/polygons.js';
import { between, pick, randomDirection, randomFor } from '../../js/bench/random.js';

/**
 * Pairs of bodies in contact, at poses in float32: polygons, boxes, rounded polygons, capsules and discs, at random
 * angles or face to face.
 *
 * @import { Graze, Shape } from 'graze'
 * @import { Random } from '../../js/bench/random.js'
 *
 * @typedef {'polygon' | 'box' | 'rounded' | 'capsule' | 'disc'} Kind
 * @typedef {{ points: Float32Array, radius: number }} Body
 *
 * @typedef {object} ManifoldPairs
 * @property {Body[]} bodies
 * @property {Uint32Array} a body of each pair
 * @property {Uint32Array} b
 * @property {Float32Array} poseA x, y, cos, sin of each pair
 * @property {Float32Array} poseB
 */

/** Range of gaps along the normal; negative: depths. */
export const DEPTHS = { near: [0, 0.015], shallow: [-0.03, -0.001], deep: [-0.4, -0.1] };

/** @param {Random} random @param {Kind} kind @param {number} n @returns {Body} */
export function makeBody(random, kind, n) {
    const size = between(random, 0.3, 0.8);
    const radius = Math.fround(between(random, 0.1, 0.3));
    if (kind === 'disc') return { points: Float32Array.of(0, 0), radius: Math.fround(size) };
    if (kind === 'capsule') return { points: Float32Array.of(-size, 0, size, 0), radius };
    const points = kind === 'polygon' ? randomPolygon(random, n) : randomBox(random);
    return { points, radius: kind === 'rounded' ? radius : 0 };
}

/** @param {Graze} g @param {Body} body @returns {Shape} */
export function toShape(g, { points, radius }) {
    return g.polygon(points, { radius });
}

/** @param {Shape} shape @param {number} k @returns {[number, number]} direction of the edge from vertex k on */
function edgeDirection(shape, k) {
    const v = shape.vertices;
    const next = (2 * k + 2) % v.length;
    const [x, y] = [v[next] - v[2 * k], v[next + 1] - v[2 * k + 1]];
    const length = Math.hypot(x, y) || 1;
    return [x / length, y / length];
}

/**
 * Returns `count` pairs of two kinds of bodies. `tilt` is null for random angles, or the largest angle between two
 * faces that lie on each other.
 *
 * @param {Graze} g
 * @param {{ kinds: [Kind, Kind], n: number, depth: keyof typeof DEPTHS, tilt: number | null, count: number, seed: string }} options
 * @returns {ManifoldPairs}
 */
export function manifoldPairs(g, { kinds, n, depth, tilt, count, seed }) {
    const random = randomFor('manifolds', ...kinds, n, depth, String(tilt), seed);
    const lists = kinds.map((kind) => Array.from({ length: 64 }, () => makeBody(random, kind, n)));
    const bodies = lists.flat();
    const shapes = bodies.map((body) => toShape(g, body));
    const pairs = {
        bodies,
        a: new Uint32Array(count),
        b: new Uint32Array(count),
        poseA: new Float32Array(4 * count),
        poseB: new Float32Array(4 * count),
    };
    for (let k = 0; k < count; ) {
        const [i, j] = [pick(random, 64), 64 + pick(random, 64)];
        const [a, b] = [shapes[i], shapes[j]];
        const [c, s] = randomDirection(random);
        const poseA = { x: between(random, -4, 4), y: between(random, -4, 4), cos: c, sin: s };
        let [cb, sb] = randomDirection(random);
        if (tilt !== null) {
            /* The edge of B is turned against that of A, and a little more. */
            const [ax, ay] = edgeDirection(a, pick(random, a.vertices.length / 2));
            const [bx, by] = edgeDirection(b, pick(random, b.vertices.length / 2));
            const [wx, wy] = [c * ax - s * ay, s * ax + c * ay];
            [cb, sb] = [-(wx * bx + wy * by), -(wy * bx - wx * by)];
            const turn = between(random, -tilt, tilt);
            [cb, sb] = [cb - turn * sb, sb + turn * cb];
            const length = Math.hypot(cb, sb);
            [cb, sb] = [cb / length, sb / length];
        }
        const [ux, uy] = randomDirection(random);
        const start = { x: poseA.x + 6 * ux, y: poseA.y + 6 * uy, cos: cb, sin: sb };
        const cast = g.shapeCast(b, a, start, poseA, [-8 * ux, -8 * uy]);
        if (cast.interval === null) continue;
        const at = cast.interval[0];
        const [low, high] = DEPTHS[depth];
        const gap = between(random, low, high);
        /* The normal points from B, which moves, to A. */
        const [nx, ny] = [cast.normal.x, cast.normal.y];
        const x = start.x - 8 * at * ux - gap * nx;
        const y = start.y - 8 * at * uy - gap * ny;
        pairs.a[k] = i;
        pairs.b[k] = j;
        pairs.poseA.set([poseA.x, poseA.y, c, s], 4 * k);
        pairs.poseB.set([x, y, cb, sb], 4 * k);
        k++;
    }
    for (const shape of shapes) shape.free();
    return pairs;
}
