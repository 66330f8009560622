import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { blankScenario, readScenario, repair, validate, writeScenario } from 'graze/scenario';
import fc from '../fast_check.js';
import { boxShape as box } from '../helpers.js';
import { isFull } from '../volume.js';

/**
 * @import { Agent, BodyShape, MotionPiece, Scenario } from 'graze/scenario'
 */

const g = createSync();

/** @param {BodyShape} shape @param {MotionPiece[]} motion @returns {Agent} */
function agent(shape, motion) {
    return { name: 'a', shape, start: null, goal: null, motion };
}

/** @param {BodyShape} shape */
function still(shape) {
    return { name: 'wall', shape, pose: { x: 0, y: 0, angle: 0 } };
}

/** @param {Agent[]} agents @param {Partial<Scenario>} [given] @returns {Scenario} */
function scenarioOf(agents, given) {
    return { ...blankScenario('test'), agents, ...given };
}

/** @param {Scenario} scenario @param {object} [options] */
function check(scenario, options) {
    return validate(scenario, { graze: g, ...options });
}

/** A dock that is open to the right: 4 wide inside, 2 high. @type {BodyShape} */
const DOCK = {
    kind: 'polygon',
    points: [
        [-1, -2],
        [4, -2],
        [4, -1],
        [0, -1],
        [0, 1],
        [4, 1],
        [4, 2],
        [-1, 2],
    ],
    radius: 0,
};

/** A room with walls of thickness 1 around a square of side 8. @type {BodyShape} */
const ROOM = {
    kind: 'polygon',
    points: [
        [-5, -5],
        [5, -5],
        [5, 5],
        [-5, 5],
    ],
    holes: [
        [
            [-4, -4],
            [-4, 4],
            [4, 4],
            [4, -4],
        ],
    ],
    radius: 0,
};

test('a robot drives into a dock, and no further than to its back', async () => {
    const into = (/** @type {number} */ end) => [
        { t0: 0, t1: 10, x: [10, (end - 10) / 10], y: [0] },
    ];
    const docked = scenarioOf([agent(box(2, 1.5), into(1.25))], { obstacles: [still(DOCK)] });
    const result = await check(docked);
    assert.deepEqual([result.violations, result.undecided], [[], []]);
    assert.ok(Math.abs((result.pairClearances?.[0].separation ?? 9) - 0.25) < 1e-9);
    const through = scenarioOf([agent(box(2, 1.5), into(0.5))], { obstacles: [still(DOCK)] });
    const [violation, ...others] = (await check(through)).violations;
    assert.deepEqual(others, []);
    // Its front is at x - 1, which reaches the back of the dock, at 0, when x is 1.
    assert.ok(Math.abs(violation.interval[0] - (10 - 1) / 0.95) < 1e-6);
    assert.ok(Math.abs((violation.depth ?? 0) - 0.5) < 1e-9);
});

test('a room is empty: an agent within it meets its walls only', async () => {
    const inside = (/** @type {number} */ speed) => [{ t0: 0, t1: 6, x: [0, speed], y: [0] }];
    const disc = /** @type {const} */ ({ kind: 'disc', radius: 1 });
    for (const [speed, count] of [
        [0.5, 0],
        [0.75, 1],
    ]) {
        const scenario = scenarioOf([agent(disc, inside(speed))], { obstacles: [still(ROOM)] });
        assert.equal((await check(scenario)).violations.length, count);
        // Either of the two may be the one that has a hole.
        const turned = scenarioOf([agent(ROOM, inside(-speed))], { obstacles: [still(disc)] });
        assert.equal((await check(turned)).violations.length, count);
    }
});

test('a body that is not convex is written and read as it is, and repaired', async () => {
    const crossing = [
        agent(DOCK, [{ t0: 0, t1: 10, x: [-20, 4], y: [0], angle: [0, 0.1] }]),
        agent(ROOM, [{ t0: 0, t1: 10, x: [0], y: [-20, 4] }]),
    ];
    const scenario = scenarioOf(crossing, { beforeStart: 'vanish', atGoal: 'vanish' });
    assert.equal((await check(scenario)).valid, false);
    const { text } = await writeScenario(scenario, 'graze');
    const read = await readScenario({ plan: { name: 'p.json', text: [...text].join('') } });
    assert.deepEqual(
        read.agents.map(({ shape }) => shape),
        [DOCK, ROOM],
    );
    const { outcome, scenario: repaired } = await repair(scenario, { graze: g });
    assert.match(outcome, /^(?:optimal|repaired)$/);
    assert.equal((await check(repaired ?? scenario)).valid, true);
});

test('parts of a group that are far apart keep the precision of each', async () => {
    // In one body, float32 would move the parts by 0.06.
    const far = 1e6 + 0.01;
    const group = /** @type {BodyShape} */ ({
        kind: 'group',
        parts: [0, far].map((x) => ({
            kind: 'polygon',
            points: [
                [x, 0],
                [x + 1, 0],
                [x + 1, 1],
                [x, 1],
            ],
            radius: 0,
        })),
    });
    const near = agent(box(1, 1), [{ t0: 0, t1: 1, x: [far + 1.501], y: [0.5] }]);
    const apart = await check(scenarioOf([near], { obstacles: [still(group)] }), {
        touching: 'conflict',
    });
    assert.deepEqual([apart.violations, apart.undecided], [[], []]);
    assert.ok(Math.abs((apart.pairClearances?.[0].separation ?? 9) - 0.001) < 1e-6);
});

const distance = fc.double({ min: 0.3, max: 2, noNaN: true });
const number = fc.double({ min: -1, max: 1, noNaN: true });
const star = fc.array(distance, { minLength: 4, maxLength: 12 }).map((distances) =>
    distances.map((r, k) => {
        const angle = (2 * Math.PI * k) / distances.length;
        return /** @type {[number, number]} */ ([r * Math.cos(angle), r * Math.sin(angle)]);
    }),
);
const motion = fc
    .record({ from: fc.tuple(number, number), by: fc.tuple(number, number), turn: number })
    .map(({ from, by, turn }) => [
        {
            t0: 0,
            t1: 4,
            x: [4 * from[0], 2 * by[0]],
            y: [4 * from[1], 2 * by[1]],
            angle: [turn, 2 * turn],
        },
    ]);

/** A star as triangles about its center: the same region in other parts. @param {[number, number][]} points @returns {BodyShape} */
function fanOf(points) {
    return {
        kind: 'group',
        parts: points.map((p, k) => ({
            kind: 'polygon',
            points: [[0, 0], p, points[(k + 1) % points.length]],
            radius: 0,
        })),
    };
}

test('random outlines have the same contacts and clearances as the same regions in other parts', async () => {
    const body = fc.record({ points: star, pieces: motion });
    let contacts = 0;
    await fc.assert(
        fc.asyncProperty(body, body, async (p, q) => {
            const [whole, fans] = [
                (/** @type {[number, number][]} */ points) =>
                    /** @type {BodyShape} */ ({ kind: 'polygon', points, radius: 0 }),
                fanOf,
            ].map((shape) =>
                scenarioOf([p, q].map(({ points, pieces }) => agent(shape(points), pieces))),
            );
            const options = { suggestDelays: false, tolerance: 1e-5 };
            const [first, second] = [await check(whole, options), await check(fans, options)];
            const gap = first.clearance?.separation ?? 0;
            const other = second.clearance?.separation ?? 0;
            if (Math.max(gap, other) > 0) assert.ok(Math.abs(gap - other) < 1e-6);
            // Depths are those of parts, so short contacts may differ in what the tolerance permits.
            const intervals = [first, second].map(({ violations }) =>
                violations.map(({ interval }) => interval).filter(([lo, hi]) => hi - lo > 0.01),
            );
            contacts += intervals[0].length;
            for (const [k, [lo, hi]] of intervals[0].entries()) {
                const matched = intervals[1].some(
                    (each) => Math.abs(each[0] - lo) < 1e-3 && Math.abs(each[1] - hi) < 1e-3,
                );
                assert.ok(matched, `${k}: ${JSON.stringify(intervals)}`);
            }
        }),
        { seed: 11, numRuns: isFull ? 150 : 60 },
    );
    assert.ok(contacts > (isFull ? 50 : 6), `${contacts} contacts`);
});
