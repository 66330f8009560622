import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { blankScenario, validate } from 'graze/scenario';
import { describeClearance } from 'graze/scenario/messages';
import fc from '../fast_check.js';

/** Tests the least gaps of agents from obstacles, and from each other, against gaps at many instants. */

const graze = createSync();

const [LENGTH, WIDTH] = [4, 2];

const BOX = {
    kind: /** @type {const} */ ('polygon'),
    points: /** @type {[number, number][]} */ ([
        [-LENGTH / 2, -WIDTH / 2],
        [LENGTH / 2, -WIDTH / 2],
        [LENGTH / 2, WIDTH / 2],
        [-LENGTH / 2, WIDTH / 2],
    ]),
    radius: 0,
};

const SAMPLES = 4000;

/** @param {number} x @param {number} y @param {number} vx @param {number} vy @param {number} spin @param {number} [t0] @param {number} [t1] */
function motion(x, y, vx, vy, spin, t0 = 0, t1 = 4) {
    return [{ t0, t1, x: [x, vx], y: [y, vy], angle: [0, spin] }];
}

/** Returns the pose of a motion of one piece. @param {ReturnType<typeof motion>} motion @param {number} t */
function poseAt([{ t0, x, y, angle }], t) {
    const s = t - t0;
    return { x: x[0] + x[1] * s, y: y[0] + y[1] * s, angle: angle[0] + angle[1] * s };
}

/**
 * Returns the signed distance of a point from the box.
 *
 * @param {{ x: number, y: number, angle: number }} box
 * @param {{ x: number, y: number }} point
 */
function fromBox({ x, y, angle }, point) {
    const [dx, dy] = [point.x - x, point.y - y];
    const u = Math.abs(dx * Math.cos(angle) + dy * Math.sin(angle)) - LENGTH / 2;
    const v = Math.abs(dy * Math.cos(angle) - dx * Math.sin(angle)) - WIDTH / 2;
    return u > 0 || v > 0 ? Math.hypot(Math.max(u, 0), Math.max(v, 0)) : Math.max(u, v);
}

const number = (/** @type {number} */ most) =>
    fc.integer({ min: -100, max: 100 }).map((k) => (k / 100) * most);
const moving = fc.tuple(number(12), number(12), number(3), number(3), number(1.5));

test('random vehicles and obstacles: each gap is the least over all instants', async () => {
    await fc.assert(
        fc.asyncProperty(
            moving,
            fc.array(moving, { minLength: 1, maxLength: 4 }),
            async (own, others) => {
                const vehicle = motion(...own);
                const discs = others.map(([x, y, vx, vy], k) => ({
                    name: `disc${k}`,
                    // Some obstacles are present for part of the time only.
                    motion: motion(x, y, vx, vy, 0, k / 2, 4 - k / 2),
                }));
                const scenario = {
                    ...blankScenario('test'),
                    domain: /** @type {const} */ ('driving'),
                    beforeStart: /** @type {const} */ ('vanish'),
                    atGoal: /** @type {const} */ ('vanish'),
                    agents: [{ name: 'ego', shape: BOX, start: null, goal: null, motion: vehicle }],
                    obstacles: discs.map(({ name, motion }) => ({
                        name,
                        shape: { kind: /** @type {const} */ ('disc'), radius: 0.5 },
                        pose: { x: 0, y: 0, angle: 0 },
                        motion,
                    })),
                };
                const { pairClearances = [] } = await validate(scenario, {
                    graze,
                    suggestDelays: false,
                });
                assert.equal(pairClearances.length, discs.length);
                for (const { name, motion } of discs) {
                    const gap = pairClearances.find(({ obstacle }) => obstacle === name);
                    assert.ok(gap !== undefined);
                    assert.deepEqual([gap.agents, gap.names], [[0], ['ego']]);
                    const [{ t0, t1 }] = motion;
                    /** @param {number} t */
                    const at = (t) => fromBox(poseAt(vehicle, t), poseAt(motion, t)) - 0.5;
                    let least = Infinity;
                    for (let k = 0; k <= SAMPLES; k++) {
                        least = Math.min(least, at(t0 + ((t1 - t0) * k) / SAMPLES));
                    }
                    // No point moves faster than this relative to the box.
                    const fastest = 2 * Math.hypot(3, 3) + 1.5 * 40;
                    assert.ok(gap.separation <= least + 1e-6, `${gap.separation} above ${least}`);
                    assert.ok(gap.separation >= least - (fastest * (t1 - t0)) / SAMPLES);
                    assert.ok(Math.abs(at(gap.time) - gap.separation) < 1e-5);
                }
                const order = pairClearances.map(({ separation }) => separation);
                assert.deepEqual(
                    order,
                    order.toSorted((p, q) => p - q),
                );
            },
        ),
        { numRuns: 60 },
    );
});

/** @param {string} name @param {number} x */
function post(name, x) {
    const shape = /** @type {const} */ ({ kind: 'disc', radius: 1 });
    return { name, shape, pose: { x, y: 0, angle: 0 } };
}

test('obstacles of one name count as one, and the nearest of all is the clearance', async () => {
    /** @param {string} name @param {number} y */
    const agent = (name, y) => ({
        name,
        shape: BOX,
        start: null,
        goal: null,
        motion: motion(0, y, 1, 0, 0),
    });
    const scenario = {
        ...blankScenario('test'),
        domain: /** @type {const} */ ('driving'),
        agents: [agent('7', 0), agent('8', 10)],
        obstacles: [post('278', 20), post('278', 9), post('9', 12)],
    };
    const result = await validate(scenario, { graze });
    const { pairClearances = [], obstacles } = result;
    assert.equal(obstacles, 2);
    assert.deepEqual(
        pairClearances
            .map(({ names, obstacle = '' }) =>
                [...names, obstacle].filter((part) => part !== '').join(' '),
            )
            .sort(),
        ['7 278', '7 8', '7 9', '8 278', '8 9'],
    );
    assert.ok(Math.abs(pairClearances[0].separation - 2) < 1e-6);
    assert.match(describeClearance(result), /^2 between vehicle 7 and obstacle 278 at t = 4$/);
});

test('of very many pairs each agent has its nearest obstacle, and a notice says so', async () => {
    const agents = Array.from({ length: 100 }, (_, k) => ({
        name: String(k),
        shape: BOX,
        start: null,
        goal: null,
        motion: motion(0, 100 * k, 1, 0, 0),
    }));
    const obstacles = agents.map((_, k) => ({
        ...post(`post${k}`, 0),
        pose: { x: 9, y: 100 * k, angle: 0 },
    }));
    const scenario = { ...blankScenario('test'), agents, obstacles };
    const { pairClearances = [], notices } = await validate(scenario, { graze });
    assert.equal(pairClearances.length, agents.length);
    for (const { names, obstacle, separation } of pairClearances) {
        assert.equal(obstacle, `post${names[0]}`);
        assert.ok(Math.abs(separation - 2) < 1e-6);
    }
    assert.ok(notices.some((notice) => notice.includes('gaps of 14950 pairs are too many')));
});
