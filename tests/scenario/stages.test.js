import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSync } from 'graze';
import { readScenario, validate } from 'graze/scenario';
import { compileModule } from '../../js/cli/threads/instance.js';
import { Team } from '../../js/cli/threads/stage_team.js';
import { ContactPolicy } from '../../js/scenario/checks/contact_policy.js';
import { timeSpan } from '../../js/scenario/checks/disc_records.js';
import { planeGeometry } from '../../js/scenario/checks/geometry.js';
import { allocateShared } from '../../js/scenario/checks/stage.js';
import { addSuggestions } from '../../js/scenario/delays/suggest_delay.js';
import { finishAlone, finishInTeam, makeOwnWorker } from '../../js/scenario/validation/stages.js';
import { validateInTeam } from '../../js/scenario/validation/validate.js';
import { makeBlockTeam } from './block_team.js';
import { inCells, randomNumbers, randomPlan, randomWalks } from './random_plans.js';

/**
 * The result of a plan does not depend on the threads that do the blocks of its stages.
 *
 * @import { Scenario, ValidateOptions } from 'graze/scenario'
 * @import { Stage, StageKind } from '../../js/scenario/checks/stage.js'
 */

const g = createSync();
/** Number of blocks that the other thread did, by kind of stage. @type {Partial<Record<StageKind, number>>} */
const done = {};

/** @param {number} seed */
const makeTeam = (seed) => makeBlockTeam(seed, done);

/** @param {Scenario} plan @param {ValidateOptions} options @param {number} seed */
async function compare(plan, options, seed) {
    const alone = await validate(plan, { ...options, graze: g });
    const inTeam = await validateInTeam(plan, { ...options, graze: g }, makeTeam(seed));
    assert.deepEqual(inTeam, alone);
    return alone;
}

/** @type {ValidateOptions[]} */
const OPTIONS = [{}, { touching: 'conflict' }, { tolerance: 0.01 }, { maxSuggestions: 3 }];

describe('stages in a team give the result of one thread', () => {
    test('for discs in straight motion', async () => {
        let suggestions = 0;
        for (let seed = 0; seed < 60; seed++) {
            const plan = randomPlan(seed, 8, 6, 12, 0.4);
            const { violations } = await compare(plan, OPTIONS[seed % OPTIONS.length], seed);
            suggestions += violations.filter(({ suggestion }) => suggestion).length;
        }
        assert.ok(suggestions > 100, `${suggestions} suggestions`);
        assert.ok((done.delays ?? 0) > 50, JSON.stringify(done));
    });

    test('for agents without a size in cells', async () => {
        const before = done.delays ?? 0;
        let conflicts = 0;
        for (let seed = 0; seed < 60; seed++) {
            const plan = inCells(randomWalks(seed, 8, 5, 12), { sizesKnown: false });
            const { violations } = await compare(plan, OPTIONS[seed % OPTIONS.length], seed);
            conflicts += violations.length;
        }
        assert.ok(conflicts > 100 && (done.delays ?? 0) > before + 50, `${conflicts} conflicts`);
    });

    test('for discs in steps, so many that their records are written in blocks', async () => {
        for (let seed = 0; seed < 4; seed++) {
            const random = randomNumbers(seed);
            const places = Array.from({ length: 600 }, () => [random() * 60, random() * 60]);
            const rows = Array.from({ length: 20 }, (_, t) => {
                const row = places.map(([x, y], a) => {
                    const steps = a % 7 === 0 ? 0 : Math.min(t, a % 19);
                    return `(${Math.floor(x) + steps},${Math.floor(y)})`;
                });
                return `${t}:${row.join(',')}`;
            });
            const text = rows.join('\n');
            const atGoal = seed % 2 === 0 ? 'stay' : 'vanish';
            const options = /** @type {const} */ ({ radius: 0.3, atGoal });
            const plan = await readScenario({ plan: { name: 'rows', text } }, options);
            const { violations } = await compare(plan, OPTIONS[seed], seed);
            assert.ok(violations.length > 40, `${violations.length} violations`);
        }
        assert.ok((done.records ?? 0) > 2 && (done.boxes ?? 0) > 2, JSON.stringify(done));
    });

    test('for bodies that turn, also among obstacles', async () => {
        let [violations, bodies] = [0, 0];
        for (let seed = 0; seed < 24; seed++) {
            const plan = makeBodies(randomPlan(seed, 6, 6, 8, 0.4), seed);
            // A map moves the origin of bodies that are far from it.
            if (seed % 4 === 1) moveFar(plan);
            const result = await compare(plan, OPTIONS[seed % OPTIONS.length], seed);
            violations += result.violations.length;
            bodies += result.pairClearances?.length ?? 0;
        }
        assert.ok(violations > 50 && bodies > 50, `${violations} violations, ${bodies} clearances`);
        assert.ok((done.bodies ?? 0) > 20, JSON.stringify(done));
    });

    test('wherever the effort for suggestions ends', async () => {
        const cut = { before: 0, between: 0 };
        for (let seed = 0; seed < 120; seed++) {
            const disc = randomPlan(seed, 8, 6, 12, 0.4);
            const plans = [
                disc,
                inCells(randomWalks(seed, 8, 5, 12)),
                makeBodies(randomPlan(seed, 4, 4, 6, 0.4), seed),
            ];
            const plan = plans[seed % plans.length];
            const { violations } = await validate(plan, { graze: g, suggestDelays: false });
            const span = timeSpan(plan);
            const policy = new ContactPolicy('allowed', undefined, span.horizon);
            const geometry = planeGeometry(g);
            const task = { graze: g, geometry, scenario: plan, span, policy };
            // Effort of bodies is counted in thousands.
            const maxEffort = (seed % plans.length === 2 ? 2000 : 20) * (1 + (seed % 40));
            const [alone, inTeam] = [violations, structuredClone(violations)];
            const options = { maxSuggestions: Infinity, maxEffort, allocate: undefined };
            finishAlone(g, addSuggestions(task, alone, options));
            const allocate = allocateShared;
            const work = addSuggestions(task, inTeam, { ...options, allocate });
            await finishInTeam(g, work, makeTeam(seed));
            assert.deepEqual(inTeam, alone);
            const count = alone.filter(({ suggestionStatus }) => suggestionStatus).length;
            cut.before += Number(count === 0);
            cut.between += Number(count > 0 && count < alone.length);
        }
        assert.ok(cut.before > 5 && cut.between > 20, JSON.stringify(cut));
    });
});

/**
 * Returns a plan of triangles that turn as they move, with an obstacle that stands and one that moves.
 *
 * @param {Scenario} plan
 * @param {number} seed
 * @returns {Scenario}
 */
function makeBodies(plan, seed) {
    /** @type {[number, number][]} */
    const points = [
        [-0.4, -0.3],
        [0.5, 0],
        [-0.4, 0.3],
    ];
    const shape = { kind: /** @type {const} */ ('polygon'), points, radius: 0 };
    const agents = plan.agents.map((agent, a) => ({
        ...agent,
        shape,
        motion: agent.motion.map((piece) => ({ ...piece, angle: [0.3 * a, 0.2] })),
    }));
    const obstacles = [
        { name: 'post', shape, pose: { x: 2, y: 2.5, angle: 1 } },
        {
            name: 'cart',
            shape,
            pose: { x: 0, y: 0, angle: 0 },
            motion: [{ t0: 0, t1: 8, x: [0, 0.5], y: [seed % 6, 0], angle: [0] }],
        },
    ];
    return { ...plan, agents, obstacles: seed % 3 === 0 ? [] : obstacles };
}

/** Moves a plan far away from a map. @param {Scenario} plan */
function moveFar(plan) {
    plan.grid = { nx: 4, ny: 4, blocked: new Uint8Array(16) };
    for (const agent of plan.agents) {
        if (agent.start !== null) agent.start = { ...agent.start, x: agent.start.x + 2 ** 20 };
        agent.goal = null;
        agent.motion = agent.motion.map(({ end: _, ...piece }) => ({
            ...piece,
            x: [piece.x[0] + 2 ** 20, ...piece.x.slice(1)],
        }));
    }
    plan.obstacles = [];
}

describe('a team of threads', () => {
    /** @param {Partial<Stage>} given @returns {{ stage: Stage, taken: unknown[] }} */
    const makeStage = (given) => {
        /** @type {unknown[]} */
        const taken = [];
        const discs = {
            ...{ agents: 2, count: 2, begin: 0, horizon: 2 },
            records: new Float64Array(allocateShared(2 * 7 * 8)),
            agentOf: Int32Array.of(0, 1),
            pieceOf: Int32Array.of(0, 0),
            first: Int32Array.of(0, 1, 2),
            radius: Float64Array.of(1, 1),
        };
        // Two discs pass each other from t = 0 to 2.
        discs.records.set([0, 0, 1, 0, 0, 2, 1, 2, 1.5, -1, 0, 0, 2, 1]);
        /** @type {Stage} */
        const stage = {
            kind: 'contacts',
            makeInput: () => ({
                ...{ discs, reach: 0, pairs: 4, maxKept: 9, maxOpen: 9, agentsPerBlock: 2 },
                policy: { touching: 'allowed', tolerance: 0, lastingFrom: Infinity },
            }),
            blocks: [{ range: [0, 0.5] }, { range: [0.5, 1] }, { range: [1, 2] }],
            cost: 1e6,
            take: (result) => taken.push(result),
            ...given,
        };
        return { stage, taken };
    };

    test('does all blocks, and takes their results in order', async () => {
        const team = new Team(2, await compileModule());
        const { stage, taken } = makeStage({});
        assert.equal(await team.doStage(g, stage), true);
        const alone = makeOwnWorker(g, stage);
        const expected = stage.blocks.map((block) => alone.run(block).kept);
        assert.equal(expected.flat().length, 1);
        assert.deepEqual(
            taken.map((result) => /** @type {any} */ (result).kept),
            expected,
        );
        await team.end();
    });

    test('leaves a stage to the calling thread when a helper fails', async () => {
        const team = new Team(3, await compileModule());
        const own = { run: () => ({}), free: () => {} };
        const failing = { makeInput: () => null, makeOwnWorker: () => own };
        const unpostable = { makeInput: () => () => {}, makeOwnWorker: () => own };
        for (const given of [failing, unpostable]) {
            const { stage, taken } = makeStage(given);
            assert.equal(await team.doStage(g, stage), false);
            assert.deepEqual(taken, []);
        }
        // Helpers that failed are not asked again.
        const { stage, taken } = makeStage({});
        assert.equal(await team.doStage(g, stage), false);
        assert.deepEqual(taken, []);
    });

    test('does the next stage after an error of the calling thread', async () => {
        const team = new Team(2, await compileModule());
        let blocks = 0;
        const own = {
            run() {
                if (++blocks === 2) throw new RangeError('no memory');
            },
            free() {},
        };
        const failing = makeStage({ makeOwnWorker: () => own });
        failing.stage.blocks = Array.from({ length: 2000 }, () => ({ range: [0, 2] }));
        await assert.rejects(team.doStage(g, failing.stage), /no memory/);
        assert.deepEqual(failing.taken, []);
        const { stage, taken } = makeStage({});
        assert.equal(await team.doStage(g, stage), true);
        assert.equal(taken.length, stage.blocks.length);
        await team.end();
    });

    test('leaves small stages to the calling thread', async () => {
        const team = new Team(2, await compileModule());
        for (const given of [{ cost: 1 }, { blocks: [{ range: [0, 2] }] }]) {
            assert.equal(await team.doStage(g, makeStage(given).stage), false);
        }
    });
});
