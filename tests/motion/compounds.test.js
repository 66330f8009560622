import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { CONTACT_STATUSES } from '../../js/graze/core/layout.js';
import { compoundOf, randomOf } from '../static/compound_cases.js';
import { makeBoth } from '../static/compound_checks.js';
import {
    faultOfClearance,
    faultOfDelays,
    faultOfFirst,
    faultOfIntervals,
    motionOf,
    randomMovingPair,
    randomSlidingPair,
    samplesOf,
} from './moving_compound_checks.js';

/**
 * Compares moving compounds with samples of an oracle that knows their outlines and not their parts, and queries of paths
 * and batches with single ones. The long test is long/compounds.mjs.
 *
 * @import { Motion, Shape } from 'graze'
 * @import { MovingPair } from './moving_compound_checks.js'
 * @typedef {{ shape: Shape, motion: Motion, size: number }} Body
 */

const g = createSync();

/** @param {MovingPair} pair @returns {[Body, Body] | undefined} */
function makeBodies({ cases, movings }) {
    const shapes = makeBoth(g, cases);
    const bodies = shapes?.map((shape, k) => {
        const { way, body } = movings[k];
        return { shape, motion: motionOf(g, way), size: body.size };
    });
    return /** @type {[Body, Body] | undefined} */ (bodies);
}

/** @param {Body[]} bodies */
function release(bodies) {
    for (const { shape, motion } of bodies) {
        shape.free();
        motion.free();
    }
}

for (const [name, draw, seed] of /** @type {const} */ ([
    ['that turn', randomMovingPair, 51],
    ['that slide along each other', randomSlidingPair, 52],
])) {
    test(`contacts of bodies ${name} are never late or missed`, () => {
        const random = randomOf(seed);
        /** @type {Record<string, number>} */
        const seen = { free: 0, hit: 0, grazing: 0, overlapping: 0, undecided: 0 };
        for (let k = 0; k < 160; k++) {
            const pair = draw(random);
            const bodies = makeBodies(pair);
            if (bodies === undefined) continue;
            const [a, b] = bodies;
            const size = Math.max(a.size, b.size);
            const range = { from: 0, to: 1, distanceTolerance: 1e-9 * size };
            const options = { ...range, tolerance: 1e-9 };
            const first = g.firstContact(a.shape, b.shape, a.motion, b.motion, options);
            seen[first.status]++;
            if (first.status !== 'undecided') {
                const samples = samplesOf(pair, first.time?.[0]);
                const intervals = g.contactIntervals(a.shape, b.shape, a.motion, b.motion, options);
                const clearance = g.clearance(a.shape, b.shape, a.motion, b.motion, range);
                const faults = [
                    faultOfFirst(pair, first, samples),
                    faultOfIntervals(pair, intervals, samples),
                    faultOfClearance(pair, clearance, samples, range.distanceTolerance),
                ];
                if (k % 16 === 0) {
                    const delays = g.unsafeMotionDelays(a.shape, b.shape, a.motion, b.motion, {
                        from: -1,
                        to: 1,
                        time: { from: 0, to: 1 },
                        tolerance: 1e-6,
                        distanceTolerance: 1e-7 * size,
                    });
                    faults.push(faultOfDelays(pair, delays));
                }
                assert.deepEqual(
                    faults.filter((fault) => fault !== null),
                    [],
                    `pair ${k}: ${JSON.stringify(pair)}`,
                );
            }
            release(bodies);
        }
        assert.ok(seen.undecided < 3, JSON.stringify(seen));
        assert.ok(Math.min(seen.free, seen.hit, seen.overlapping) > 8, JSON.stringify(seen));
    });
}

test('batches, sweeps and scenes of compounds answer as first contacts of single pairs', () => {
    const random = randomOf(53);
    /** @type {Body[]} */
    const bodies = [];
    while (bodies.length < 40) bodies.push(...(makeBodies(randomMovingPair(random)) ?? []));
    const pairs = bodies.flatMap((_, i) => bodies.slice(i + 1).map((_, j) => [i, i + 1 + j]));
    const options = { from: 0, to: 1, tolerance: 1e-9, distanceTolerance: 1e-8 };
    const singles = pairs.map(([i, j]) => {
        const [a, b] = [bodies[i], bodies[j]];
        const { status, time } = g.firstContact(a.shape, b.shape, a.motion, b.motion, options);
        return { status, time };
    });
    const meeting = singles.filter(({ status }) => status !== 'free').length;
    assert.ok(meeting > 100, `${meeting}`);

    const batch = g.movingPairs(bodies.length, { pieces: bodies.length, pairs: pairs.length });
    bodies.forEach(({ shape, motion }, k) => {
        batch.set(k, shape, motion, k);
    });
    batch.pairs.set(pairs.flat());
    assert.equal(batch.firstContacts(pairs.length, options), meeting);
    singles.forEach(({ status, time }, k) => {
        assert.equal(CONTACT_STATUSES[batch.statuses[k]], status);
        if (time) assert.deepEqual([...batch.times.subarray(2 * k, 2 * k + 2)], time);
    });

    const clock = { t0: 0, t1: 1, step: 1 / 32 };
    const paths = bodies.map(({ shape, motion }) => g.path(shape, motion, clock));
    const scene = g.scene(paths);
    const contacts = scene.contacts(options);
    const found = new Map(
        contacts.map((contact) => [`${contact.first} ${contact.second}`, contact]),
    );
    pairs.forEach(([i, j], k) => {
        const swept = g.sweep(paths[i], paths[j], options);
        for (const { status, time } of [
            swept,
            found.get(`${i} ${j}`) ?? { status: 'free', time: null },
        ]) {
            const single = singles[k];
            if (single.status === 'grazing' && status === 'free') continue;
            assert.equal(status, single.status, `${i} ${j}`);
            if (time === null || single.time === null) continue;
            assert.ok(
                time[0] <= single.time[1] && single.time[0] <= time[1],
                `${time}, ${single.time}`,
            );
        }
    });
    scene.free();
    for (const path of paths) path.free();
    batch.free();
    release(bodies);
});

test('a compound of one part moves as the part does', () => {
    const corners = [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
    ];
    const [one, part, bar] = [compoundOf(g, [corners]), g.polygon(corners), g.box(4, 0.5)];
    const ways = [
        g.motion.linear({ t0: 0, t1: 4, x: -5, y: 0.25, vx: 3, angularVelocity: 2 }),
        g.motion.linear({ t0: 0, t1: 4, x: 4, y: 0, vx: -1, angularVelocity: -1 }),
    ];
    const [mine, theirs] = [one, part].map((shape) => {
        const first = g.firstContact(shape, bar, ways[0], ways[1]);
        return {
            first: [first.status, first.time, first.pointA, first.normal],
            intervals: g.contactIntervals(shape, bar, ways[0], ways[1]),
            separation: g.clearance(shape, bar, ways[0], ways[1]).separation,
            delays: g.unsafeMotionDelays(shape, bar, ways[0], ways[1]),
        };
    });
    assert.deepEqual(mine, theirs);
    for (const owned of [one, part, bar, ...ways]) owned.free();
});

/**
 * Contacts of parts that begin at the same time were joined in the order of the search: a part that is touched at the
 * beginning, and then hit, or one that stayed undecided, hid the overlap with another one.
 */
test('an overlap at the beginning outweighs other contacts at that time', () => {
    const rectangle = (/** @type {number[]} */ ...[x, y, width, height]) => [
        [x, y],
        [x + width, y],
        [x + width, y + height],
        [x, y + height],
    ];
    const parts = [rectangle(0, -1, 4, 1), rectangle(0, 0.25, 1, 4)];
    const box = g.box(1, 1);
    const way = { x: 0.5, y: 0.5, angle: Math.PI / 2, vx: 1, angularVelocity: 3 };
    const motions = [g.motion.linear({ t0: 0, t1: 1, ...way }), g.motion.static()];
    for (const shape of [compoundOf(g, parts), compoundOf(g, parts.slice().reverse())]) {
        for (const maxIterations of [1, 2, 1000]) {
            const options = { maxIterations, distanceTolerance: 0 };
            const { status, time } = g.firstContact(box, shape, motions[0], motions[1], options);
            assert.deepEqual([status, time], ['overlapping', [0, 0]]);
        }
        shape.free();
    }
    for (const owned of [box, ...motions]) owned.free();
});

/**
 * Only a graze was decided again by seams: a thin body that lies along a seam at the beginning, and moves into a part
 * from there, was a hit.
 */
test('a thin body along a seam at the beginning overlaps there', () => {
    const halves = [0, 1].map((x) => [
        [x, 0],
        [x + 1, 0],
        [x + 1, 1],
        [x, 1],
    ]);
    const [shape, segment] = [compoundOf(g, halves), g.hull([1, 0.25, 1, 0.75])];
    const motions = [g.motion.linear({ t0: 0, t1: 1, x: 0, y: 0, vx: 0.5 }), g.motion.static()];
    const { status, time } = g.firstContact(segment, shape, motions[0], motions[1]);
    assert.deepEqual([status, time], ['overlapping', [0, 0]]);
    for (const owned of [shape, segment, ...motions]) owned.free();
});
