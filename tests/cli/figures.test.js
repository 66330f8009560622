import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { blankScenario } from 'graze/scenario';
import { drawFigures, View } from '../../js/cli/figures/figures.js';
import { processorSeconds } from '../helpers.js';
import { BAR } from './outcomes.js';

/**
 * @import { Scenario, Violation } from 'graze/scenario'
 * @import { DrawnBody, Figure } from '../../js/cli/figures/figures.js'
 */

const graze = createSync();

/** @param {number} t0 @param {number} t1 @param {number[]} x @param {number[]} y @param {number[]} [angle] */
function piece(t0, t1, x, y, angle) {
    return { t0, t1, x, y, ...(angle ? { angle } : {}) };
}

/** @param {any} shape @param {any[]} motion */
function agent(shape, motion) {
    return { name: '', shape, start: null, goal: null, motion };
}

const DISC = { kind: 'disc', radius: 0.5 };

/** Returns two discs that meet head on at (5, 0) at t = 5. @param {Partial<Scenario>} [change] */
function crossing(change = {}) {
    return /** @type {Scenario} */ ({
        ...blankScenario('test'),
        agents: [
            agent(DISC, [piece(0, 10, [0, 1], [0])]),
            agent(DISC, [piece(0, 10, [5], [5, -1])]),
        ],
        ...change,
    });
}

/** @param {Partial<Violation>} [change] @returns {Violation} */
function violation(change = {}) {
    const half = Math.SQRT1_2;
    return {
        kind: 'agent-agent',
        agents: [0, 1],
        names: ['0', '1'],
        interval: [5 - half, 5 + half],
        depth: 1,
        pieces: [0, 0],
        message: '',
        ...change,
    };
}

/** @param {Scenario} scenario @param {Violation[]} violations @param {number} [max] */
function figures(scenario, violations, max = 12) {
    return drawFigures(graze, scenario, { violations, makespan: 10 }, max);
}

/** Returns where a disc is drawn. @param {Figure} figure @param {number} role @param {DrawnBody['instant']} when */
function centerOf({ bodies }, role, when) {
    const body = bodies.find((one) => one.role === role && one.instant === when);
    assert.ok(body !== undefined);
    return body.parts[0].points;
}

test('the deepest instant is found, and the gap over time reported', () => {
    const [figure] = figures(crossing(), [violation()]);
    assert.ok(figure.separation !== null);
    const { times, separations, deepestTime } = figure.separation;
    assert.ok(Math.abs(deepestTime - 5) < 1e-6, String(deepestTime));
    times.forEach((time, k) => {
        const expected = Math.SQRT2 * Math.abs(time - 5) - 1;
        assert.ok(Math.abs(Number(separations[k]) - expected) < 1e-4, `${time}`);
    });
    assert.ok(times.includes(deepestTime));
    const [p, q] = [centerOf(figure, 0, 'deepest'), centerOf(figure, 1, 'deepest')];
    assert.ok(Math.hypot(p[0] - q[0], p[1] - q[1]) < 0.1);
    assert.ok(centerOf(figure, 0, 'first')[0] < p[0]);
});

test('x and y are drawn as the format has them', () => {
    const from = (/** @type {Scenario['axes']} */ axes) => {
        const [figure] = figures(crossing({ axes }), [violation()]);
        const [p, q] = [centerOf(figure, 1, 'first'), centerOf(figure, 1, 'deepest')];
        return [Math.sign(Math.round(q[0] - p[0])), Math.sign(Math.round(q[1] - p[1]))];
    };
    // It moves towards smaller y.
    assert.deepEqual(from('right-up'), [0, 1]);
    assert.deepEqual(from('right-down'), [0, -1]);
    assert.deepEqual(from('down-right'), [-1, 0]);
});

test('the delay that repairs a conflict is drawn into the time line', () => {
    const suggestion = /** @type {const} */ ({ agent: 1, delay: 1.5, resolves: 'all' });
    const [{ separation }] = figures(crossing(), [violation({ suggestion })]);
    assert.ok(separation?.delayed);
    for (const value of separation.delayed) assert.ok(value !== null && value > 0, String(value));
    const [without] = figures(crossing(), [violation({ suggestion: null })]);
    assert.equal(without.separation?.delayed, null);
});

test('bodies of several parts, that turn, far from the origin', () => {
    const far = 5e6;
    const scenario = crossing({
        beforeStart: 'vanish',
        atGoal: 'vanish',
        agents: [
            agent(BAR, [piece(0, 10, [far], [far], [0, 0.3])]),
            agent(DISC, [piece(4, 6, [far], [far + 2])]),
        ],
    });
    const [figure] = figures(scenario, [violation({ interval: [4, 6] })]);
    assert.ok(figure.separation !== null);
    const expected = Math.PI / 2 / 0.3;
    assert.ok(
        Math.abs(figure.separation.deepestTime - expected) < 0.3,
        String(figure.separation.deepestTime),
    );
    const outside = figure.separation.separations.filter((_, k) => {
        const time = /** @type {any} */ (figure.separation).times[k];
        return time < 4 || time > 6;
    });
    assert.ok(outside.length > 0 && outside.every((gap) => gap === null));
    assert.equal(figure.bodies.filter(({ role }) => role === 0)[0].parts.length, 2);
});

test('walls and obstacles', () => {
    const blocked = new Uint8Array(100);
    blocked[5 * 10 + 2] = 1;
    blocked[5 * 10 + 3] = 1;
    const grid = { nx: 10, ny: 10, blocked };
    const [cell] = figures(crossing({ grid }), [
        violation({ kind: 'agent-obstacle', agents: [1], position: [5, 2], pieces: [0] }),
    ]);
    assert.equal(cell.cells.length, 1);
    assert.equal(cell.separation?.delayed, null);
    assert.ok(Math.min(...(cell.separation?.separations ?? []).map(Number)) < -0.9);
    const obstacle = (/** @type {string} */ name, /** @type {number} */ x) =>
        /** @type {const} */ ({ name, shape: DISC, pose: { x, y: 0, angle: 0 } });
    const obstacles = /** @type {any} */ ([
        obstacle('near', 5),
        obstacle('other', 4),
        obstacle('far', 1e6),
    ]);
    const [body] = figures(crossing({ obstacles }), [
        violation({ kind: 'agent-obstacle', agents: [0], obstacle: 'near', pieces: [0] }),
    ]);
    assert.equal(body.obstacles.length, 1);
    assert.ok(Math.abs(Number(body.separation?.deepestTime) - 5) < 1e-6);
});

test('only so many are drawn, each group before repetitions, and only what has two bodies', () => {
    const again = [violation(), violation({ interval: [6, 6] }), violation({ interval: [7, 7] })];
    const vertex = violation({ kind: 'vertex', interval: [8, 8], depth: null });
    const speed = violation({ kind: 'speed', agents: [0] });
    const all = [speed, ...again, vertex];
    assert.deepEqual(
        figures(crossing(), all, 2).map(({ violation: index }) => index),
        [1, 4],
    );
    assert.deepEqual(
        figures(crossing(), all).map(({ violation: index }) => index),
        [1, 2, 3, 4],
    );
});

test('agents without motion, without size, and a touch of one instant', () => {
    const point = { kind: 'disc', radius: 0 };
    const scenario = crossing({
        sizesKnown: false,
        agents: [
            { ...agent(point, []), start: { x: 5, y: 0 } },
            agent(point, [piece(0, 10, [0, 1], [0])]),
        ],
    });
    const [figure] = figures(scenario, [violation({ interval: [5, 5], depth: 0 })]);
    assert.equal(figure.separation?.deepestTime, 5);
    assert.ok(figure.bodies.flatMap(({ parts }) => parts[0].points).every(Number.isFinite));
});

test('a large map and a long way cost no more than their picture', () => {
    const n = 4000;
    const grid = { nx: n, ny: n, blocked: new Uint8Array(n * n).fill(1) };
    const motion = Array.from({ length: 200_000 }, (_, k) =>
        piece(k / 20_000, (k + 1) / 20_000, [k % 2, k % 2 ? -20_000 : 20_000], [0]),
    );
    const scenario = crossing({
        grid,
        agents: [agent(DISC, [piece(0, 10, [0, 400], [0])]), agent(DISC, motion)],
    });
    const before = processorSeconds();
    const [figure] = figures(scenario, [violation({ interval: [0, 10] })]);
    // All cells, or all pairs of steps, would take minutes.
    assert.ok(processorSeconds() - before < 30);
    assert.ok(JSON.stringify(figure).length < 500_000);
});

test('what is in the picture, with a margin around it', () => {
    const view = new View('right-up', [0, 0, 4, 3]);
    for (const [x, y, margin, isIn] of /** @type {const} */ ([
        [0, 0, 0, true],
        [4, 3, 0, true],
        [-0.1, 1, 0, false],
        [4.1, 1, 0, false],
        [1, -0.1, 0, false],
        [1, 3.1, 0, false],
        [-0.5, 1, 0.5, true],
        [-0.6, 1, 0.5, false],
        [4.5, 1, 0.5, true],
        [4.6, 1, 0.5, false],
        [1, -0.5, 0.5, true],
        [1, -0.6, 0.5, false],
        [1, 3.5, 0.5, true],
        [1, 3.6, 0.5, false],
    ])) {
        assert.equal(view.contains(x, y, margin), isIn, `${x}, ${y}, ${margin}`);
    }
});

test('blocked cells are joined along y, from the first to the last', () => {
    const rows = ['##.##', '.....', '#####', '#.#.#'];
    const blocked = Uint8Array.from(rows.join(''), (letter) => Number(letter === '#'));
    const grid = /** @type {any} */ ({ nx: 4, ny: 5, blocked });
    const view = new View('right-down', [-1, -1, 5, 6]);
    const { scale } = view;
    const boxes = view.cells(grid).map(([left, top, width, height]) => {
        const [x, y] = [left / scale + view.minX + 0.5, top / scale + view.minY + 0.5];
        return [x, y, width / scale, height / scale].map(
            (number) => Math.round(10 * number) / 10 + 0,
        );
    });
    assert.deepEqual(boxes, [
        [0, 0, 1, 2],
        [0, 3, 1, 2],
        [2, 0, 1, 5],
        [3, 0, 1, 1],
        [3, 2, 1, 1],
        [3, 4, 1, 1],
    ]);
});

test('obstacles of one name are drawn as one: each where and while it is there', () => {
    /** @param {number} t0 @param {number} x @param {number} radius */
    const set = (t0, x, radius) => ({
        name: '9',
        shape: { kind: /** @type {const} */ ('disc'), radius },
        pose: { x, y: 0, angle: 0 },
        motion: [piece(t0, t0 + 1, [x], [0])],
    });
    const scenario = crossing({ obstacles: [set(4, 5.5, 0.25), set(5, 5.5, 0.75), set(6, 90, 1)] });
    const hit = { kind: /** @type {const} */ ('agent-obstacle'), agents: [0], obstacle: '9' };
    const [{ separation, bodies }] = figures(scenario, [
        violation({ ...hit, interval: [4.75, 6] }),
    ]);
    assert.ok(
        separation !== null && Math.abs(separation.deepestTime - 5.5) < 1e-3,
        `${separation?.deepestTime}`,
    );
    const radii = bodies.filter(({ role }) => role === 2).map(({ parts: [{ radius }] }) => radius);
    assert.equal(radii.length, 2);
    assert.ok(Math.abs(radii[1] / radii[0] - 3) < 0.01, `${radii}`);
    const depths = separation.times.map((time, k) => [time, separation.separations[k]]);
    for (const [time, depth] of depths) {
        assert.equal(depth === null, Number(time) < 4 || Number(time) > 7, `${time}`);
    }
});
