import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import {
    blankScenario,
    readScenario,
    validate,
    writableFormats,
    writeScenario,
} from 'graze/scenario';
import { inCells, randomWalks } from './random_plans.js';

/**
 * @import { Agent, MotionPiece, Scenario } from 'graze/scenario'
 */

/** Number of random plans; `GRAZE_PLANS` sets another one. */
const PLANS = Number(process.env.GRAZE_PLANS ?? 60);

const g = createSync();

/** @param {Scenario} scenario */
async function costsOf(scenario) {
    const options = { graze: g, suggestDelays: false };
    const { makespan, sumOfCosts, flowtime, pathLength } = await validate(scenario, options);
    return { makespan, sumOfCosts, flowtime, pathLength };
}

/** @param {MotionPiece[][]} motions */
function plan(motions) {
    const shape = { kind: /** @type {const} */ ('disc'), radius: 0.1 };
    const agents = motions.map((motion, a) => {
        return { name: '', shape, start: { x: 9 * a, y: 9 }, goal: null, motion };
    });
    return { ...blankScenario('test'), agents };
}

/**
 * Returns a plan as a file of a format, read again.
 *
 * @param {Scenario} scenario
 * @param {string} format
 */
async function writtenAndRead(scenario, format) {
    const { text, task } = await writeScenario(scenario, format);
    const name = (/** @type {string} */ role) => `${role}.${format}`;
    return readScenario(
        {
            plan: { name: name('plan'), text: [...text].join('') },
            ...(task && { task: { name: name('task'), text: task } }),
        },
        { format: /** @type {any} */ (format), ...(format === 'ccbs' && { radius: 0 }) },
    );
}

/** Counts costs of cells by their definitions. @param {[number, number][][]} walks */
function countCosts(walks) {
    const counts = { makespan: 0, sumOfCosts: 0, flowtime: 0, pathLength: 0 };
    for (const walk of walks) {
        let arrival = walk.length - 1;
        const isLast = (/** @type {number} */ t) => String(walk[t]) === String(walk.at(-1));
        while (arrival > 0 && isLast(arrival - 1)) arrival--;
        counts.makespan = Math.max(counts.makespan, arrival);
        counts.sumOfCosts += arrival;
        counts.flowtime += arrival;
        for (let t = 1; t < walk.length; t++) {
            counts.pathLength += Number(String(walk[t]) !== String(walk[t - 1]));
        }
    }
    return counts;
}

test('random plans have the same verdict and costs in every format that is written', async () => {
    const formats = (await writableFormats()).map(({ name }) => name);
    assert.ok(formats.length >= 6, String(formats));
    const seen = { valid: 0, waiting: 0 };
    for (let seed = 0; seed < PLANS; seed++) {
        const walks = randomWalks(seed, 1 + (seed % 4), 6, 8);
        // Some agents stay where they are, leave their goal and come back, or wait at the end.
        if (seed % 5 === 0) walks[0] = walks[0].slice(0, 1);
        if (seed % 7 === 0) walks[0].push(...walks[0].toReversed().slice(1));
        for (const [a, walk] of walks.entries()) {
            const last = /** @type {[number, number]} */ (walk.at(-1));
            for (let k = 0; k < (seed + a) % 4; k++) walk.push([...last]);
        }
        const steps = Math.max(...walks.map(({ length }) => length));
        const agents = walks.map(([[x, y], ...rest]) => {
            const [goalX, goalY] = rest.at(-1) ?? [x, y];
            return { start: { x, y }, goal: { x: goalX, y: goalY } };
        });
        const cells = inCells(walks);
        const scenario = {
            ...cells,
            agents: cells.agents.map((agent, a) => ({ ...agent, ...agents[a] })),
        };
        const expected = countCosts(walks);
        seen.waiting += Number(expected.makespan < steps - 1);
        const { valid } = await validate(scenario, { graze: g });
        seen.valid += Number(valid);
        assert.deepEqual(await costsOf(scenario), expected, `seed ${seed}`);
        for (const format of formats) {
            const back = await writtenAndRead(
                format === 'ccbs' ? { ...scenario, sizesKnown: true } : scenario,
                format,
            );
            assert.deepEqual(await costsOf(back), expected, `seed ${seed}, ${format}`);
            // Points of CCBS are not checked in cells.
            if (format === 'ccbs') continue;
            assert.equal((await validate(back, { graze: g })).valid, valid, `${seed} ${format}`);
        }
    }
    assert.ok(seen.valid > PLANS / 10 && seen.valid < PLANS, JSON.stringify(seen));
    assert.ok(seen.waiting > PLANS / 10, JSON.stringify(seen));
});

test('an agent arrives when its last motion ends that changes its position', async () => {
    /** @type {MotionPiece} */
    const move = { t0: 0, t1: 2, x: [0, 1], y: [0] };
    const turn = { t0: 2, t1: 5, x: [2], y: [0], angle: [0, 1] };
    const back = { t0: 5, t1: 7, x: [2, -1], y: [0] };
    const wait = { t0: 7, t1: 20, x: [0], y: [0, 0] };
    for (const [motion, arrival, length] of /** @type {[MotionPiece[], number, number][]} */ ([
        [[], 0, 0],
        [[wait], 0, 0],
        [[move], 2, 2],
        [[move, turn], 2, 2],
        [[move, turn, back, wait], 7, 4],
    ])) {
        const expected = { makespan: arrival, sumOfCosts: arrival, flowtime: arrival };
        assert.deepEqual(await costsOf(plan([motion])), { ...expected, pathLength: length });
    }
});

test('the flowtime begins with the motion of each agent, also before 0', async () => {
    const motions = [
        [{ t0: 3, t1: 5, x: [0, 2], y: [0] }],
        [{ t0: -4, t1: -1, x: [0], y: [5, 1] }],
    ];
    const expected = { makespan: 5, sumOfCosts: 4, flowtime: 5, pathLength: 7 };
    assert.deepEqual(await costsOf(plan(motions)), expected);
    assert.equal((await costsOf(plan(motions.slice(1)))).makespan, -1);
});

test('lengths of curves agree with their closed forms', async () => {
    // A parabola: the integral of sqrt(1 + 4 t^2) from 0 to 1. A way there and back. A cusp: of t sqrt(4 + 9 t^2) from -1 to 1.
    const parabola = Math.sqrt(5) / 2 + Math.asinh(2) / 4;
    const cusp = (2 * (13 ** 1.5 - 8)) / 27;
    for (const [piece, length] of /** @type {[MotionPiece, number][]} */ ([
        [{ t0: 0, t1: 1, x: [0, 1], y: [0, 0, 1] }, parabola],
        [{ t0: 0, t1: 2, x: [0, 2, -1], y: [0] }, 2],
        [{ t0: 0, t1: 2, x: [1, -2, 1], y: [-1, 3, -3, 1] }, cusp],
        [{ t0: 0, t1: 1, x: [0, 0, 0, 0, 0, 0, 0, 3], y: [0, 0, 0, 0, 0, 0, 0, 4] }, 5],
    ])) {
        const { pathLength } = await costsOf(plan([[piece]]));
        assert.ok(Math.abs(pathLength - length) <= 1e-9 * length, `${pathLength} ${length}`);
    }
});
