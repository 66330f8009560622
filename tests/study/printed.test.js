import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { readJson } from '../helpers.js';
import {
    barycodeCollide,
    barycodeDistance,
    johnsonDistance,
    signedVolumeDistance,
} from '../oracle/printed.js';
import { relatePolygons } from '../oracle/static_oracle.js';

/**
 * Counts how often the printed algorithms and this package are wrong on the same outlines.
 *
 * @import { Answer, Round, Vector } from '../oracle/printed.js'
 *
 * @typedef {{ a: Vector[], b: Vector[], relation: string, distance: number }} Pair
 *
 * @typedef {object} Tally
 * @property {number} verdict contact said where there is none, or the other way round
 * @property {number} distance off by more than 1e-6 of itself (in contact: of the largest coordinate)
 * @property {number} endless more than 100 rounds
 * @property {number} nothing no answer
 */

const g = createSync();

/** @type {Round} */
const double = (x) => x;
/** @type {Round} */
const float32 = Math.fround;
const maxRounds = 100;

/** @type {Record<string, (a: Vector[], b: Vector[]) => Answer>} */
const FORMS = {
    'barycode distance, double, epsilon 1e-6': (a, b) =>
        barycodeDistance(a, b, { round: double, epsilon: 1e-6, maxRounds }),
    'barycode distance, float32, epsilon 1e-3': (a, b) =>
        barycodeDistance(a, b, { round: float32, epsilon: 1e-3, maxRounds }),
    'barycode distance, float32, epsilon 1e-6': (a, b) =>
        barycodeDistance(a, b, { round: float32, epsilon: float32(1e-6), maxRounds }),
    'barycode collide, double, epsilon 1e-6': (a, b) =>
        barycodeCollide(a, b, { round: double, epsilon: 1e-6, maxRounds }),
    'barycode collide, float32, epsilon 1e-3': (a, b) =>
        barycodeCollide(a, b, { round: float32, epsilon: 1e-3, maxRounds }),
    'Johnson, double': (a, b) => johnsonDistance(a, b, { round: double, maxRounds }),
    'signed volumes, double': (a, b) => signedVolumeDistance(a, b, { round: double, maxRounds }),
};

/** Returns whether one of FORMS measures no distance. */
const verdictOnly = (/** @type {string} */ name) => name.includes('collide');

/**
 * Adds one answer to a tally.
 *
 * @param {Tally} tally
 * @param {Answer} answer
 * @param {Pair} pair
 * @param {boolean} measures
 */
function add(tally, answer, { a, b, relation, distance }, measures) {
    if (answer.endless) {
        tally.endless++;
        return;
    }
    if (answer.contact === null) {
        tally.nothing++;
        return;
    }
    if (answer.contact !== (relation !== 'disjoint')) tally.verdict++;
    if (!measures) return;
    const size = distance > 0 ? distance : Math.max(...[...a, ...b].flat().map(Math.abs));
    if (!(Math.abs(answer.distance - distance) <= 1e-6 * size)) tally.distance++;
}

const nothingWrong = () => ({ verdict: 0, distance: 0, endless: 0, nothing: 0 });

/** @param {Tally} tally */
const failures = (tally) => tally.verdict + tally.distance + tally.endless + tally.nothing;

/** Returns the counts of every form, and of this package, over some pairs. @param {Pair[]} pairs */
function compare(pairs) {
    /** @type {Record<string, Tally>} */
    const counts = { graze: nothingWrong() };
    for (const name of Object.keys(FORMS)) counts[name] = nothingWrong();
    for (const pair of pairs) {
        const shapes = [g.hull(pair.a), g.hull(pair.b)];
        const [a, b] = shapes.map(verticesOf);
        const { relation, distance } = g.distance(shapes[0], shapes[1]);
        const contact = g.collide(shapes[0], shapes[1]);
        for (const shape of shapes) shape.free();
        assert.equal(contact, relation !== 'disjoint');
        add(counts.graze, { distance, contact, rounds: 0, endless: false }, pair, true);
        for (const [name, form] of Object.entries(FORMS)) {
            add(counts[name], form(a, b), pair, !verdictOnly(name));
        }
    }
    return counts;
}

/** @param {import('graze').Shape} shape @returns {Vector[]} */
function verticesOf(shape) {
    const flat = shape.vertices;
    return Array.from({ length: flat.length / 2 }, (_, k) => [flat[2 * k], flat[2 * k + 1]]);
}

/** Returns pairs on grids of 2 to 9 lines, from a generator of this file so that the counts stay the same. */
function gridPairs(/** @type {number} */ count) {
    let state = 1;
    /** @param {number} n */
    const below = (n) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 2 ** 32) * n);
    };
    return Array.from({ length: count }, () => {
        const size = 1 + below(8);
        const points = (/** @type {number} */ shift) =>
            Array.from(
                { length: 1 + below(7) },
                () => /** @type {Vector} */ ([below(size + 1) + shift, below(size + 1)]),
            );
        const [a, b] = [points(0), points(below(2 * size + 1) - size)];
        const { relation, distance } = relatePolygons(a, b);
        return { a, b, relation, distance };
    });
}

/** @type {Pair[]} */
const VECTORS = readJson('tests/vectors/dev_gjk.json').pairs;
/** @type {Pair[]} */
const FIELD = readJson('tests/vectors/field_cases.json').cases.filter(
    (/** @type {any} */ c) => c.kind === 'pair' && c.ra === 0 && c.rb === 0,
);

test('the printed algorithms fail on exact vectors, field cases and small grids; this package does not', (t) => {
    const sets = {
        'exact vectors': VECTORS,
        'field cases': FIELD,
        'small grids': gridPairs(20_000),
    };
    const total = new Map(Object.keys(FORMS).map((name) => [name, 0]));
    for (const [set, pairs] of Object.entries(sets)) {
        const { graze, ...printed } = compare(pairs);
        t.diagnostic(`${set}, ${pairs.length} pairs`);
        for (const [name, tally] of Object.entries(printed)) {
            t.diagnostic(`  ${name}: ${JSON.stringify(tally)}`);
            total.set(name, (total.get(name) ?? 0) + failures(tally));
        }
        assert.deepEqual(graze, nothingWrong(), set);
    }
    for (const [name, failed] of total) assert.ok(failed > 0, `${name} never failed`);
});
