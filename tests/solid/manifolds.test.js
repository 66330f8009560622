import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze/solid';

/** Tests contact manifolds of boxes that meet with any of their sides: points by clipping, and names that last. */

/** @import { SolidManifold, SolidPose } from 'graze/solid' */

const s = createSync();
const large = s.box(4, 4, 4);
const small = s.box(1, 2, 3);

const SIDES = [0, 1, 2].flatMap((axis) => [1, -1].map((sign) => ({ axis, sign })));

/** @param {number[]} position @returns {SolidPose} */
const at = ([x, y, z]) => ({ x, y, z });

/** @param {SolidManifold} manifold */
const namesOf = ({ points }) => points.map(({ id }) => id).sort((p, q) => p - q);

/** Returns three coordinates of which one is set. @param {number} axis @param {number} along @param {number[]} others */
function place(axis, along, others) {
    const position = [0, 0, 0];
    position[axis] = along;
    position[(axis + 1) % 3] = others[0];
    position[(axis + 2) % 3] = others[1];
    return position;
}

for (const { axis, sign } of SIDES) {
    const name = `${sign > 0 ? '+' : '-'}${'xyz'[axis]}`;
    const half = [0.5, 1, 1.5][axis];
    const depth = 0.125;
    const along = sign * (2 + half - depth);

    test(`a box within the side ${name} has its own four corners, whichever body is first`, () => {
        const pose = at(place(axis, along, [0.25, -0.125]));
        const found = s.manifold(large, small, undefined, pose);
        assert.equal(found.depth, depth);
        assert.deepEqual(Object.values(found.normal ?? {})[axis], sign);
        assert.equal(found.points.length, 4);
        assert.equal(new Set(namesOf(found)).size, 4);
        const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
        const corners = found.points.map((point) => {
            const p = [point.x, point.y, point.z];
            assert.equal(point.separation, -depth);
            assert.equal(p[axis], sign * (2 - depth / 2));
            return `${p[u]} ${p[v]}`;
        });
        const [p, q] = [u, v].map((k) => [0.5, 1, 1.5][k]);
        const expected = [-1, 1].flatMap((i) =>
            [-1, 1].map((j) => `${0.25 + i * p} ${-0.125 + j * q}`),
        );
        assert.deepEqual(corners.sort(), expected.sort());
        const swapped = s.manifold(small, large, pose);
        assert.deepEqual(Object.values(swapped.normal ?? {})[axis], -sign);
        assert.equal(swapped.points.length, 4);
    });

    test(`a box across an edge of the side ${name} is clipped to four points`, () => {
        const pose = at(place(axis, along, [1.75, 0]));
        const { points } = s.manifold(large, small, undefined, pose);
        assert.equal(points.length, 4);
        const u = (axis + 1) % 3;
        const values = points.map(({ x, y, z }) => [x, y, z][u]).sort((p, q) => p - q);
        const low = 1.75 - [0.5, 1, 1.5][u];
        assert.deepEqual(values, [low, low, 2, 2]);
    });

    test(`points of the side ${name} keep their names while the boxes slide, sink and tilt a little`, () => {
        for (const others of [
            [0.25, -0.125],
            [1.75, 0],
        ]) {
            const first = s.manifold(large, small, undefined, at(place(axis, along, others)), {
                reach: 0.1,
            });
            const names = namesOf(first);
            for (let step = 1; step <= 40; step++) {
                const t = step / 1000;
                const position = place(axis, along + sign * t, [others[0] + t, others[1] - 2 * t]);
                // Around each axis in turn, by up to 0.02 radians.
                const turn = [0, 0, 0];
                turn[step % 3] = Math.sin(t / 4);
                const [qx, qy, qz] = turn;
                const pose = { ...{ position, qx, qy, qz }, qw: Math.cos(t / 4) };
                const moved = s.manifold(large, small, undefined, pose, { reach: 0.1 });
                assert.deepEqual(namesOf(moved), names, `step ${step}, ${others}`);
            }
        }
    });
}

test('eight points of an octagon are reduced to four that span it', () => {
    const cube = s.box(2, 2, 2);
    const pose = { z: 1.875, qx: 0, qy: 0, qz: Math.sin(Math.PI / 8), qw: Math.cos(Math.PI / 8) };
    const { points, depth, normal } = s.manifold(cube, cube, undefined, pose);
    assert.ok(Math.abs(depth - 0.125) < 1e-15);
    assert.ok(normal && Math.abs(normal.z - 1) < 1e-15);
    assert.equal(points.length, 4);
    // Corners of the octagon are at a distance of 1 / cos(22.5 degrees).
    for (const { x, y } of points) {
        assert.ok(Math.abs(x * x + y * y - 1 / Math.cos(Math.PI / 8) ** 2) < 1e-14);
    }
    const turns = points.map(({ x, y }) => Math.atan2(y, x)).sort((p, q) => p - q);
    turns.push(turns[0] + 2 * Math.PI);
    // No gap between two neighbors is above half a turn: they span the middle.
    for (let k = 0; k < 4; k++) assert.ok(turns[k + 1] - turns[k] < Math.PI - 1e-9, `${turns}`);
});
