import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSync } from 'graze';
import { readScenario, validate, writeScenario } from 'graze/scenario';
import { makeDiscretePlan } from '../../js/formats/steps/steps.js';
import { makeCellVisits, readCellVisits } from '../../js/scenario/checks/cell_visits.js';
import { CellPaths, CellScan, collectDiscrete } from '../../js/scenario/checks/discrete.js';
import { ViolationCollector } from '../../js/scenario/checks/violation_collector.js';
import { stepPathOf } from '../../js/scenario/model/step_motion.js';
import fc from '../fast_check.js';
import { file } from '../formats/steps_helpers.js';
import { cellAfter, stepConflicts } from '../oracle/step_oracle.js';
import { shareOf } from '../volume.js';

/**
 * Plans in whole steps are decided by their cells, and their motions are made when they are first read. Neither changes a
 * result: a copy of the plan has all its motions, and is decided by them.
 *
 * @import { Scenario, ValidateOptions, Violation } from 'graze/scenario'
 * @import { StepConflict } from '../oracle/step_oracle.js'
 */

const g = createSync();

/** @type {[number, number][]} */
const MOVES = [
    [0, 0],
    [0, 0],
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
];

/** Moves that are not to a neighbor cell. @type {[number, number][]} */
const JUMPS = [
    [1, 1],
    [-2, 0],
    [3, -2],
];

/** @param {number} side @param {number} maxSteps @param {boolean} hasJumps */
function agentOf(side, maxSteps, hasJumps) {
    return fc.record({
        x: fc.nat(side),
        y: fc.nat(side),
        moves: fc.array(fc.constantFrom(...MOVES, ...(hasJumps ? JUMPS : [])), {
            maxLength: maxSteps,
        }),
        isStationary: fc.nat(9).map((k) => k === 0),
        // Places that one part of the file states are one wait.
        run: fc.constantFrom(0, 0, 1, 3),
        goal: fc.constantFrom(/** @type {const} */ ('reached'), 'missed', 'unknown'),
        start: fc.constantFrom(/** @type {const} */ ('kept'), 'missed', 'unknown'),
    });
}

/** @type {import('fast-check').Arbitrary<Scenario>} */
const plans = fc
    .record({
        side: fc.integer({ min: 1, max: 6 }),
        offset: fc.constantFrom(0, 0, -3, 2 ** 31 - 60),
        hasJumps: fc.nat(3).map((k) => k === 0),
        maxSteps: fc.constantFrom(3, 12, 40),
        atGoal: fc.constantFrom(/** @type {const} */ ('stay'), 'vanish'),
        radius: fc.constantFrom(undefined, undefined, undefined, 0, 0.3, 0.5),
        blocked: fc.option(fc.array(fc.nat(48), { maxLength: 6 })),
    })
    .chain(({ side, offset, hasJumps, maxSteps, atGoal, radius, blocked }) =>
        fc
            .array(agentOf(side, maxSteps, hasJumps), { minLength: 1, maxLength: 7 })
            .map((agents) => {
                const paths = agents.map((agent, a) => makePath(agent, a, offset));
                const plan = makeDiscretePlan('test', paths, { radius, atGoal });
                if (blocked === null) return plan;
                const grid = { nx: side + 1, ny: 7, blocked: new Uint8Array(7 * (side + 1)) };
                for (const cell of blocked) grid.blocked[cell % grid.blocked.length] = 1;
                return { ...plan, grid };
            }),
    );

/**
 * @param {any} agent as `agentOf` makes it
 * @param {number} a
 * @param {number} offset
 */
function makePath({ x, y, moves, isStationary, run, goal, start }, a, offset) {
    const places = [x + offset, y];
    if (!isStationary) {
        for (const [dx, dy] of moves) {
            const [fromX, fromY] = places.slice(-2);
            places.push(fromX + dx, fromY + dy);
        }
    }
    const [first, last] = [places.slice(0, 2), places.slice(-2)].map(([x, y]) => ({ x, y }));
    const position = { line: a + 1, column: 1 };
    const marks = Int32Array.from({ length: places.length / 2 }, (_, k) =>
        run > 1 ? k - (k % run) : k,
    );
    const sources = {
        // Without numbers the positions differ.
        ...(run > 1 && { marks }),
        positionOf: (/** @type {number} */ mark) => ({ line: a + 1, column: mark + 1 }),
    };
    const missed = { x: x + offset, y: y + 9 };
    return {
        name: String(a),
        places: Int32Array.from(places),
        isStationary,
        start: isStationary || start === 'kept' ? first : start === 'missed' ? missed : null,
        goal: goal === 'reached' ? last : goal === 'missed' ? missed : null,
        source: position,
        ...(run > 0 && { sources }),
    };
}

/** @type {import('fast-check').Arbitrary<ValidateOptions>} */
const options = fc.record(
    {
        touching: fc.constantFrom(/** @type {const} */ ('allowed'), 'conflict'),
        tolerance: fc.constantFrom(0, 0.1, 0.5, 0.8),
        suggestDelays: fc.boolean(),
    },
    { requiredKeys: [] },
);

/** Returns whether the step to the place of a coordinate is to a neighbor cell. @param {Int32Array} path @param {number} k */
function isUnitStep(path, k) {
    if (k < 2 || k % 2 > 0) return true;
    return Math.abs(path[k] - path[k - 2]) + Math.abs(path[k + 1] - path[k - 1]) <= 1;
}

/** Returns the plan with all motions made. @param {Scenario} plan @returns {Scenario} */
function withMotions(plan) {
    return { ...plan, agents: plan.agents.map((agent) => ({ ...agent })) };
}

/** @param {Scenario} plan @param {import('graze/scenario').BodyShape} shape @returns {Scenario} */
function withShape(plan, shape) {
    const agents = withMotions(plan).agents.map((agent) => ({ ...agent, shape }));
    return { ...plan, agents, sizesKnown: true };
}

/**
 * Returns the overlaps of a plan in steps, each with the conflict in cells that it contains, and the conflicts in none of them.
 *
 * @param {Scenario} plan
 * @param {Violation[]} violations
 */
function joinConflicts({ discrete, atGoal }, violations) {
    const overlaps = violations.filter(({ kind }) => kind === 'agent-agent');
    const left = new Set(stepConflicts(discrete?.cells ?? [], atGoal === 'stay'));
    const joined = overlaps.map(({ agents: [a, b], interval }) => {
        const contained = [...left].filter((conflict) => {
            const time = conflict.kind === 'edge' ? conflict.step + 0.5 : conflict.step;
            const isOfPair = conflict.a === a && conflict.b === b;
            return isOfPair && interval[0] <= time && time <= interval[1];
        });
        for (const conflict of contained) left.delete(conflict);
        const kinds = contained.map(({ kind }) => kind);
        const kind = kinds.includes('vertex') ? 'vertex' : (kinds[0] ?? 'agent-agent');
        return `${kind} ${a} ${b} ${interval}`;
    });
    const alone = new CellConflicts();
    for (const conflict of left) alone.add(conflict, discrete?.cells[conflict.a] ?? []);
    return [...joined, ...alone.list()];
}

/** Conflicts in cells; those in one cell after consecutive steps are one. */
class CellConflicts {
    /** @type {{ kind: string, a: number, b: number, from: number, to: number, cell: string | null }[]} */
    #found = [];

    /** @param {StepConflict} conflict @param {ArrayLike<number>} walk cells of the first agent */
    add({ kind, a, b, step }, walk) {
        const cell = cellAfter(walk, step, true);
        const last = this.#found.findLast((other) => {
            return other.kind === kind && other.a === a && other.b === b;
        });
        const isSame = kind === 'vertex' && last?.cell === cell && last.to === step - 1;
        if (last && isSame) last.to = step;
        else this.#found.push({ kind, a, b, from: step, to: step, cell });
    }

    list() {
        return this.#found.map(({ kind, a, b, from, to }) => {
            return `${kind} ${a} ${b} ${from},${kind === 'edge' ? to + 1 : to}`;
        });
    }
}

describe('plans in whole steps', () => {
    test('the cells decide as the motions do', async () => {
        await fc.assert(
            fc.asyncProperty(plans, options, async (plan, given) => {
                const byCells = await validate(plan, { graze: g, ...given });
                const byMotions = await validate(withMotions(plan), { graze: g, ...given });
                assert.deepEqual(byCells, byMotions);
            }),
            { numRuns: 1000 },
        );
    });

    test('a table of all cells and hashing find the same conflicts, in the same order', () => {
        fc.assert(
            fc.property(plans, fc.constantFrom(1, 2, Infinity), (plan, maxKept) => {
                const [scanned, hashed] = [maxKept, maxKept].map(
                    (max) => new ViolationCollector(max),
                );
                assert.ok(CellScan.of(plan, scanned));
                collectDiscrete(plan, true, null, scanned);
                collectDiscrete(plan, false, null, hashed);
                assert.deepEqual(scanned.list(), hashed.list());
                assert.deepEqual(scanned.countsByKind(), hashed.countsByKind());
            }),
            { numRuns: 1000 },
        );
    });

    test('an overlap is one violation, also one in which agents share or exchange cells', async () => {
        const kinds = { 'agent-agent': 0, edge: 0, vertex: 0 };
        const polygon = {
            kind: /** @type {const} */ ('polygon'),
            radius: 0,
            points: /** @type {[number, number][]} */ ([
                [-0.1, -0.4],
                [0.5, -0.4],
                [0.5, 0.4],
                [-0.1, 0.4],
            ]),
        };
        const shapes = fc.option(fc.constant(polygon), { freq: 4 });
        await fc.assert(
            fc.asyncProperty(plans, shapes, options, async (given, shape, some) => {
                const plan = shape === null ? given : withShape(given, shape);
                if (!plan.sizesKnown) return;
                const settings = { ...some, graze: g, suggestDelays: false };
                const { violations } = await validate(plan, settings);
                const overlaps = await validate({ ...plan, discrete: null }, settings);
                const expected = joinConflicts(plan, overlaps.violations);
                const listed = violations.flatMap(({ kind, agents: [a, b], interval }) => {
                    if (!(kind in kinds)) return [];
                    kinds[/** @type {keyof typeof kinds} */ (kind)]++;
                    return [`${kind} ${a} ${b} ${interval}`];
                });
                assert.deepEqual(listed.sort(), expected.sort());
            }),
            { numRuns: 1000 },
        );
        assert.ok(
            Object.values(kinds).every((count) => count >= shareOf(30)),
            JSON.stringify(kinds),
        );
    });

    test('agents without a size that come within a cell of each other are decided by cells', async () => {
        await fc.assert(
            fc.asyncProperty(plans, async (plan) => {
                const cells = plan.discrete?.cells ?? [];
                const nearest = CellScan.of(plan, new ViolationCollector(1))?.nearest({
                    begin: 0,
                    horizon: 0,
                });
                const { clearance } = await validate(withMotions(plan), { graze: g });
                const isDecided =
                    !plan.sizesKnown &&
                    cells.every((path) => path.every((_, k) => isUnitStep(path, k))) &&
                    clearance !== null &&
                    clearance.separation <= 1;
                const { separation, time, agents = [] } = clearance ?? {};
                const expected = { separation, time, a: agents[0], b: agents[1] };
                assert.deepEqual(nearest, isDecided ? expected : null);
            }),
            { numRuns: 2000 },
        );
    });

    test('the agents in a cell after a step are listed from the highest to the lowest', () => {
        fc.assert(
            fc.property(plans, fc.boolean(), (plan, isFar) => {
                const cells = plan.discrete?.cells.map((path) => path.slice()) ?? [];
                // A table of all cells would then be too large.
                if (isFar) cells.push(Int32Array.of(-(2 ** 31), 0, 2 ** 31 - 1, 5));
                const paths = new CellPaths(cells, plan.atGoal);
                const visits = readCellVisits(makeCellVisits(paths));
                /** @param {number} x @param {number} y @param {number} t */
                const visitors = (x, y, t) => {
                    const found = [];
                    for (let k = visits.first(x, y, t); k >= 0; k = visits.next(k)) {
                        found.push(visits.agentOf(k));
                    }
                    return found;
                };
                for (const path of cells) {
                    for (let k = 0; k < path.length; k += 2) {
                        const [x, y] = [path[k], path[k + 1]];
                        for (let t = 0; t <= paths.last + 1; t++) {
                            const expected = cells.flatMap((other, a) =>
                                other[2 * t] === x && other[2 * t + 1] === y ? [a] : [],
                            );
                            assert.deepEqual(visitors(x, y, t), expected.reverse());
                        }
                    }
                }
            }),
        );
    });

    test('an instance is made only for a plan that needs one, and nothing else depends on it', async () => {
        let made = 0;
        const make = async () => {
            made++;
            return g;
        };
        await fc.assert(
            fc.asyncProperty(plans, async (plan) => {
                made = 0;
                const validation = await validate(plan, { graze: make });
                const isSpared =
                    validation.valid &&
                    !plan.sizesKnown &&
                    CellScan.of(plan, new ViolationCollector(1))?.nearest({
                        begin: 0,
                        horizon: 0,
                    }) != null;
                if (isSpared && plan.grid === null) assert.equal(made, 0);
                if (!isSpared) assert.equal(made, 1);
                assert.deepEqual(await validate(plan, { graze: g }), validation);
                assert.deepEqual(
                    await validate(withMotions(plan), { graze: () => g }),
                    await validate(withMotions(plan), { graze: g }),
                );
            }),
        );
        made = 0;
        const paths = [0, 1].map((y) => ({
            name: String(y),
            places: Int32Array.of(0, y, 1, y),
            start: null,
            goal: null,
            source: { line: 1, column: 1 },
        }));
        const plan = makeDiscretePlan('test', paths, {});
        const { valid, clearance } = await validate(plan, { graze: make });
        assert.deepEqual([valid, clearance?.separation, made], [true, 1, 0]);
        const empty = makeDiscretePlan('test', [], {});
        const refusal = { code: 'wrong-type', argument: 'graze' };
        await assert.rejects(validate(empty, { graze: /** @type {any} */ (() => null) }), refusal);
        await assert.rejects(validate(empty, { graze: /** @type {any} */ (5) }), refusal);
    });

    test('agents that pass each other in neighbor rows or columns come within a cell', () => {
        for (const [x, y, dx, dy] of [
            [1, 1, 1, 0],
            [1, 1, 0, 1],
            [-1, 1, -1, 0],
            [-1, 1, 0, 1],
        ]) {
            const walks = [
                [0, 0, dx, dy],
                [x, y, x - dx, y - dy],
            ];
            for (const [first, second] of [walks, walks.toReversed()]) {
                const paths = [first, second].map((places, a) => ({
                    name: String(a),
                    places: Int32Array.from(places),
                    start: null,
                    goal: null,
                    source: { line: 1, column: 1 },
                }));
                const plan = makeDiscretePlan('test', paths, {});
                const nearest = CellScan.of(plan, new ViolationCollector(1))?.nearest({
                    begin: 0,
                    horizon: 1,
                });
                assert.deepEqual(nearest, { separation: 1, time: 0.5, a: 0, b: 1 });
            }
        }
    });

    test('a plan is written as one whose motions are made', async () => {
        await fc.assert(
            fc.asyncProperty(plans, async (plan) => {
                const texts = [];
                for (const make of [() => plan, () => withMotions(plan)]) {
                    try {
                        const { text, notices } = await writeScenario(make(), 'paths');
                        texts.push({ text: [...text].join(''), notices });
                    } catch (error) {
                        texts.push(/** @type {any} */ (error).message);
                    }
                }
                assert.deepEqual(texts[0], texts[1]);
            }),
        );
    });
});

const LOG = '0:(0,0),(3,0),\n1:(1,0),(3,1),\n2:(1,0),(2,1),\n3:(1,1),(2,1),\n';

/** @returns {Promise<Scenario>} */
const readLog = () => readScenario({ plan: file(LOG, 'p.txt') });

describe('motions that are made when they are read', () => {
    test('a plan is decided without its motions', async () => {
        const plan = await readLog();
        const before = await validate(plan, { graze: g });
        assert.ok(plan.agents.every((agent) => stepPathOf(agent) !== undefined));
        assert.equal(plan.agents[0].motion, plan.agents[0].motion);
        assert.equal(stepPathOf(plan.agents[0]), undefined);
        assert.deepEqual(await validate(plan, { graze: g }), before);
    });

    test('a plan is copied, cloned and written as JSON', async () => {
        const expected = {
            name: '0',
            shape: { kind: 'disc', radius: 0 },
            start: null,
            goal: null,
            motion: [
                { t0: 0, t1: 1, x: [0, 1], y: [0, 0], source: { line: 2, column: 1 } },
                { t0: 1, t1: 2, x: [1], y: [0], source: { line: 3, column: 1 } },
                { t0: 2, t1: 3, x: [1, 0], y: [0, 1], source: { line: 4, column: 1 } },
            ],
            source: { line: 1, column: 1 },
        };
        assert.deepEqual({ ...(await readLog()).agents[0] }, expected);
        assert.deepEqual(structuredClone((await readLog()).agents[0]), expected);
        assert.equal(JSON.stringify((await readLog()).agents[0]), JSON.stringify(expected));
        assert.deepEqual(Object.entries((await readLog()).agents[0]), Object.entries(expected));
        assert.deepEqual((await readLog()).agents[0], expected);
        assert.deepEqual(Object.freeze((await readLog()).agents[0]).motion, expected.motion);
    });

    test('a motion that is replaced, removed or inherited is the one that counts', async () => {
        const replaced = await readLog();
        replaced.agents[1].motion = [{ t0: 0, t1: 3, x: [2], y: [1] }];
        assert.equal((await validate(replaced, { graze: g })).pieces, 4);
        const removed = await readLog();
        Reflect.deleteProperty(removed.agents[1], 'motion');
        await assert.rejects(validate(removed, { graze: g }), { code: 'wrong-type' });
        const inherited = await readLog();
        inherited.agents[1] = Object.create(inherited.agents[1], {
            motion: { value: [{ t0: 0, t1: 3, x: [2], y: [1] }] },
        });
        assert.equal((await validate(inherited, { graze: g })).pieces, 4);
        const wrapped = await readLog();
        wrapped.agents = wrapped.agents.map((agent) => new Proxy(agent, {}));
        assert.equal((await validate(wrapped, { graze: g })).valid, true);
        assert.equal(wrapped.agents[0].motion.length, 3);
    });

    test('cells that are changed do not change the motion', async () => {
        const plan = await readLog();
        plan.discrete?.cells[0].set([3, 0], 0);
        const { violations, clearance } = await validate(plan, { graze: g });
        assert.deepEqual(
            violations.map(({ kind }) => kind),
            ['vertex'],
        );
        // The agents still come no nearer to each other than 1.
        assert.equal(clearance?.separation, 1);
        assert.deepEqual(plan.agents[0].motion[0].x, [0, 1]);
    });
});
