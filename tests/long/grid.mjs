/**
 * Tests random pairs on small grids, degenerate ones included, against the integer oracle: relation, collide by GJK and
 * by separating axes, distance, depth. Each pair has its own subdistance, support and start. Prints the number of each
 * relation, and fails on the first wrong answer.
 *
 *   node tests/long/grid.mjs [PAIRS [SEED]]    defaults: a million, and the clock
 */
import assert from 'node:assert/strict';
import { createSync } from 'graze';
import { STARTS, SUBDISTANCES, SUPPORTS } from '../../js/graze/core/layout.js';
import { relatePolygons } from '../oracle/static_oracle.js';

const pairs = Number(process.argv[2] ?? 1_000_000);
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 32);
const g = createSync();

let state = seed >>> 0;
/** Returns an integer below n. @param {number} n */
function below(n) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
}

/** @param {number} size @param {number} scale @param {number} shift */
function points(size, scale, shift) {
    return Array.from({ length: 1 + below(7) }, () => [
        (below(size + 1) + shift) * scale,
        below(size + 1) * scale,
    ]);
}

console.log(`${pairs} pairs on grids, seed ${seed}`);
const seen = { disjoint: 0, touching: 0, overlapping: 0 };
const start = performance.now();
for (let k = 0; k < pairs; k++) {
    const size = 1 + below(8);
    const scale = 2 ** (below(3) === 0 ? below(200) - 120 : 0);
    const [p, q] = [points(size, scale, 0), points(size, scale, below(2 * size + 3) - size - 1)];
    const expected = relatePolygons(p, q);
    const [a, b] = [g.hull(p), g.hull(q)];
    const choice = {
        subdistance: SUBDISTANCES[below(SUBDISTANCES.length)],
        support: SUPPORTS[below(SUPPORTS.length)],
        start: STARTS[below(STARTS.length)],
    };
    const { relation, distance } = g.study.distance(a, b, undefined, undefined, choice);
    const { depth } = g.penetration(a, b);
    const met = expected.relation !== 'disjoint';
    const where = JSON.stringify({ p, q, choice, expected });
    assert.equal(relation, expected.relation, where);
    assert.equal(g.relation(a, b), expected.relation, where);
    assert.equal(g.study.collide(a, b, undefined, undefined, choice), met, where);
    assert.equal(g.study.collide(a, b, undefined, undefined, { method: 'sat' }), met, where);
    assert.ok(Math.abs(distance - expected.distance) <= 1e-14 * expected.distance, where);
    assert.ok(Math.abs(depth - expected.depth) <= 1e-14 * expected.depth, where);
    seen[expected.relation]++;
    a.free();
    b.free();
}
const seconds = (performance.now() - start) / 1000;
console.log(`0 wrong in ${seconds.toFixed(0)} s: ${JSON.stringify(seen)}`);
