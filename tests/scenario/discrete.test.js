import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { blankScenario, validate } from 'graze/scenario';
import fc from '../fast_check.js';
import { cellAfter, stepConflicts } from '../oracle/step_oracle.js';

/** @import { Agent, Scenario, Violation } from 'graze/scenario' */

const g = createSync();

/**
 * Returns a plan in steps, as readers make it.
 *
 * @param {number[][]} walks x0, y0, x1, y1, … of each agent
 * @param {Partial<Scenario>} [given]
 * @param {number} [radius] none unless given
 * @returns {Scenario}
 */
function plan(walks, given, radius) {
    return {
        ...blankScenario('test'),
        agents: walks.map((walk, a) => agentOf(walk, `${a}`, radius ?? 0)),
        discrete: { cells: walks.map((walk) => Int32Array.from(walk)), commanded: null },
        sizesKnown: radius !== undefined,
        speedLimit: 1,
        timeStep: 1,
        ...given,
    };
}

/** @param {number[]} walk @param {string} name @param {number} radius @returns {Agent} */
function agentOf(walk, name, radius) {
    const motion = Array.from({ length: walk.length / 2 - 1 }, (_, k) => {
        const [x, y, toX, toY] = walk.slice(2 * k, 2 * k + 4);
        return { t0: k, t1: k + 1, x: [x, toX - x], y: [y, toY - y], end: { x: toX, y: toY } };
    });
    const [x, y] = walk.slice(-2);
    const start = { x: walk[0], y: walk[1] };
    return { name, shape: { kind: 'disc', radius }, start, goal: { x, y }, motion };
}

/** @param {Scenario} scenario @param {object} [options] */
function check(scenario, options) {
    return validate(scenario, { graze: g, ...options });
}

test('two agents in one cell after a step are a vertex conflict at that step', async () => {
    const result = await check(
        plan([
            [0, 0, 1, 0, 2, 0],
            [1, 1, 1, 0, 1, 1],
        ]),
    );
    assert.equal(result.valid, false);
    const [violation, ...rest] = result.violations;
    assert.deepEqual(rest, []);
    assert.deepEqual(violation, {
        kind: 'vertex',
        agents: [0, 1],
        names: ['0', '1'],
        interval: [1, 1],
        depth: null,
        pieces: [0, 0],
        position: [1, 0],
        message: 'agents 0 and 1 are both in cell (1, 0) at t = 1',
        suggestionStatus: 'minimum',
        suggestion: { agent: 0, delay: 1, resolves: 'all' },
    });
    assert.deepEqual([result.checks.vertex, result.checks.edge], [3, 2]);
});

test('two agents that exchange their cells are an edge conflict of that step', async () => {
    const { violations } = await check(
        plan([
            [0, 0, 0, 0, 1, 0],
            [1, 0, 1, 0, 0, 0],
        ]),
    );
    assert.equal(violations.length, 1);
    const [{ kind, interval, position, pieces, message }] = violations;
    assert.deepEqual([kind, interval, position, pieces], ['edge', [1, 2], [0, 0], [1, 1]]);
    assert.match(message, /swap cells \(0, 0\) and \(1, 0\) from t = 1 to 2/);
});

test('agents that stay in one cell for several steps are one violation, which may last', async () => {
    const walks = [
        [0, 0, 1, 0, 1, 0, 1, 0, 2, 0],
        [1, 1, 1, 1, 1, 0, 1, 0, 1, 1],
    ];
    const [first] = (await check(plan(walks))).violations;
    assert.deepEqual(first.interval, [2, 3]);
    const [parked] = (
        await check(
            plan([
                [0, 0, 1, 0],
                [2, 0, 2, 0, 2, 0, 1, 0],
            ]),
        )
    ).violations;
    assert.deepEqual([parked.interval, parked.lasting], [[3, 3], true]);
    assert.deepEqual(parked.pieces, [null, 2]);
    const gone = await check(
        plan(
            [
                [0, 0, 1, 0],
                [2, 0, 2, 0, 2, 0, 1, 0],
            ],
            { atGoal: 'vanish' },
        ),
    );
    assert.equal(gone.valid, true);
});

test('following and turning in a circle are not conflicts', async () => {
    const circle = [
        [0, 0, 1, 0],
        [1, 0, 1, 1],
        [1, 1, 0, 1],
        [0, 1, 0, 0],
    ];
    assert.equal((await check(plan(circle))).valid, true);
});

test('the cells that a planner commanded are checked, and the violation says so', async () => {
    const cells = [
        [0, 0, 0, 0, 0, 0],
        [2, 0, 2, 0, 2, 0],
        [5, 5, 6, 5, 7, 5],
    ];
    const commanded = [
        Int32Array.of(0, 0, 1, 0, 1, 0),
        Int32Array.of(2, 0, 1, 0, 1, 0),
        Int32Array.of(5, 5, 6, 5, 7, 5),
    ];
    const scenario = plan(cells);
    const sent = { cells: /** @type {any} */ (scenario.discrete).cells, commanded };
    const { violations } = await check({ ...scenario, discrete: sent });
    assert.equal(violations.length, 1);
    assert.deepEqual(violations[0].interval, [1, 2]);
    assert.match(violations[0].message, /are both sent to cell \(1, 0\) from t = 1 to 2/);
    assert.equal('suggestion' in violations[0], false);
});

test('a commanded swap is a violation even if one of the two goes elsewhere, at the time of the command', async () => {
    const scenario = plan([
        [0, 0, 0, 1, 0, 1],
        [1, 0, 1, 0, 1, 0],
    ]);
    const commanded = [Int32Array.of(0, 0, 1, 0, 0, 1), Int32Array.of(1, 0, 0, 0, 1, 0)];
    const { cells } = /** @type {any} */ (scenario.discrete);
    const { violations } = await check({ ...scenario, discrete: { cells, commanded } });
    assert.deepEqual(
        violations.map(({ kind, interval }) => [kind, interval]),
        [['edge', [0, 1]]],
    );
});

test('commands to swap, to enter walls, to leave the map or to jump are violations', async () => {
    const scenario = plan([
        [0, 0, 0, 0],
        [1, 0, 1, 0],
        [0, 2, 0, 2],
        [2, 2, 2, 2],
        [2, 0, 2, 0],
    ]);
    const commanded = [
        Int32Array.of(0, 0, 1, 0),
        Int32Array.of(1, 0, 0, 0),
        Int32Array.of(0, 2, 0, 1),
        Int32Array.of(2, 2, 3, 2),
        Int32Array.of(2, 0, 2, 2),
    ];
    const blocked = new Uint8Array(9);
    blocked[1] = 1;
    const { cells } = /** @type {any} */ (scenario.discrete);
    const sent = { ...scenario, discrete: { cells, commanded }, grid: { nx: 3, ny: 3, blocked } };
    const kinds = (await check(sent)).violations.map(({ kind, agents }) => `${kind} ${agents}`);
    assert.deepEqual(kinds.sort(), [
        'agent-obstacle 2',
        'edge 0,1',
        'off-map 3',
        'speed 4',
        // They are not commanded at once, but one is sent to where the other stands.
    ]);
});

test('agents without a size are points: no overlaps, but a clearance', async () => {
    const result = await check(
        plan([
            [0, 0, 1, 0],
            [0, 3, 1, 3],
        ]),
    );
    assert.equal(result.checks['agent-agent'], null);
    assert.equal(result.clearance?.separation, 3);
    const crossing = await check(
        plan([
            [0, 0, 1, 0],
            [1, 0, 0, 0],
        ]),
    );
    assert.deepEqual(
        crossing.violations.map(({ kind }) => kind),
        ['edge'],
    );
    const discs = await check(
        plan(
            [
                [0, 0, 1, 0],
                [1, 0, 0, 0],
            ],
            {},
            0.25,
        ),
    );
    assert.deepEqual(
        discs.violations.map(({ kind, interval, depth }) => ({ kind, interval, depth })),
        [{ kind: 'edge', interval: [0.25, 0.75], depth: 0.5 }],
    );
    assert.equal(discs.checks['agent-agent'], 1);
});

/** Random walks on a small square, of different lengths: conflicts are common. */
const walk = fc
    .tuple(
        fc.tuple(fc.integer({ min: -2, max: 2 }), fc.integer({ min: -2, max: 2 })),
        fc.array(fc.constantFrom([0, 0], [1, 0], [0, 1], [-1, 0], [0, -1]), { maxLength: 7 }),
    )
    .map(([[x, y], moves]) => {
        const cells = [x, y];
        for (const [dx, dy] of moves)
            cells.push((cells.at(-2) ?? 0) + dx, (cells.at(-1) ?? 0) + dy);
        return cells;
    });
const walks = fc.array(walk, { minLength: 2, maxLength: 7 });
const ending = fc.constantFrom(/** @type {const} */ ('stay'), /** @type {const} */ ('vanish'));

/** Returns one line per step in which two agents are in conflict. @param {Violation[]} violations */
function reported(violations) {
    return violations
        .filter(({ kind }) => kind === 'vertex' || kind === 'edge')
        .flatMap(({ kind, agents, interval: [from, to] }) => {
            const steps = kind === 'edge' ? 1 : to - from + 1;
            return Array.from({ length: steps }, (_, k) => `${kind} ${agents} ${from + k}`);
        })
        .sort();
}

/** @param {number[][]} cells @param {boolean} stays */
function truth(cells, stays) {
    return stepConflicts(cells, stays)
        .map(({ kind, a, b, step }) => `${kind} ${a},${b} ${step}`)
        .sort();
}

test('random walks: the conflicts are those of comparing all pairs in all steps', async () => {
    await fc.assert(
        fc.asyncProperty(walks, ending, async (cells, atGoal) => {
            const { violations } = await check(plan(cells, { atGoal }), { suggestDelays: false });
            assert.deepEqual(reported(violations), truth(cells, atGoal === 'stay'));
        }),
        { numRuns: 500, seed: 7 },
    );
});

/**
 * Returns a walk that begins later.
 *
 * @param {number[]} cells
 * @param {number} delay
 */
function late(cells, delay) {
    return [...Array.from({ length: delay }, () => cells.slice(0, 2)).flat(), ...cells];
}

test('random walks: a suggested delay ends the conflict, and no smaller one does', async () => {
    await fc.assert(
        fc.asyncProperty(walks, ending, async (cells, atGoal) => {
            const stays = atGoal === 'stay';
            const horizon = Math.max(...cells.map((each) => each.length / 2 - 1));
            /** @param {number} agent @param {number} delay @param {number[]} others */
            const clears = (agent, delay, others) =>
                stepConflicts(
                    cells.map((each, a) => (a === agent ? late(each, delay) : each)),
                    stays,
                ).every(({ a, b }) => {
                    const other = a === agent ? b : b === agent ? a : -1;
                    return !others.includes(other);
                });
            for (const { agents, suggestion } of (await check(plan(cells, { atGoal })))
                .violations) {
                assert.notEqual(suggestion, undefined);
                const all = cells.map((_, a) => a);
                const able = agents.filter((a) => cells[a].length > 2);
                /** @param {(a: number) => number[]} others @param {number} end */
                const best = (others, end) => {
                    for (let delay = 1; delay <= end; delay++) {
                        for (const a of able) {
                            if (clears(a, delay, others(a))) return { agent: a, delay };
                        }
                    }
                    return null;
                };
                const free = best((agent) => all.filter((a) => a !== agent), horizon);
                if (free !== null) {
                    assert.deepEqual(suggestion, { ...free, resolves: 'all' });
                    continue;
                }
                const apart = best((agent) => agents.filter((a) => a !== agent), horizon);
                assert.deepEqual(
                    suggestion,
                    apart === null ? null : { ...apart, resolves: 'pair' },
                );
            }
        }),
        { numRuns: 300, seed: 11 },
    );
});

test('the oracle knows where an agent is after its last step', () => {
    assert.equal(cellAfter([0, 0, 1, 0], 5, true), '1 0');
    assert.equal(cellAfter([0, 0, 1, 0], 5, false), null);
});
