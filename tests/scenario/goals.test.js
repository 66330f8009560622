import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
    distanceTo,
    goalRegionViolations,
    initialStateViolations,
} from '../../js/scenario/checks/goals.js';

/** @import { Agent, GoalRegion, PlanState } from '../../js/scenario/model/scenario.js' */

/** @type {GoalRegion} */
const ANYWHERE = { area: null, time: null, angle: null, speed: null };

/** @type {import('../../js/scenario/model/scenario.js').BodyShape} */
const SQUARE = {
    kind: 'polygon',
    points: [
        [0, 0],
        [2, 0],
        [2, 2],
        [0, 2],
    ],
    radius: 0,
};

/** @param {Partial<Agent>} parts @returns {Agent} */
function agent(parts) {
    return { name: 'a', shape: SQUARE, start: null, goal: null, motion: [], ...parts };
}

/** @param {number} t @param {Partial<PlanState>} [parts] @returns {PlanState} */
function state(t, parts) {
    return { t, x: 0, y: 0, angle: 0, speed: 0, ...parts };
}

/** @param {Partial<GoalRegion>} goal @param {PlanState[]} states */
function reaches(goal, states) {
    const goals = [{ ...ANYWHERE, ...goal }];
    return goalRegionViolations([agent({ goals, states })]).length === 0;
}

test('a goal is reached in a state that meets all its conditions', () => {
    const goal = { area: SQUARE, time: /** @type {[number, number]} */ ([2, 4]) };
    assert.ok(reaches(goal, [state(0), state(3, { x: 1, y: 1 })]));
    assert.ok(reaches(goal, [state(4, { x: 2, y: 2 })]), 'ends and borders belong to it');
    assert.ok(!reaches(goal, [state(1, { x: 1, y: 1 }), state(3, { x: 3, y: 1 })]));
});

test('an interval of angles runs counter-clockwise, through any whole turns', () => {
    const angle = /** @type {[number, number]} */ ([3, 3.5]);
    for (const [value, isIn] of /** @type {[number, boolean][]} */ ([
        [3.2, true],
        [3.2 - 2 * Math.PI, true],
        [3.2 + 8 * Math.PI, true],
        [2.9, false],
        [-2.7, false],
        [-3, true],
    ])) {
        assert.equal(reaches({ angle }, [state(0, { angle: value })]), isIn, String(value));
    }
    assert.ok(reaches({ angle: [-0.2, 0.2] }, [state(0, { angle: 6.2 })]));
    assert.ok(reaches({ angle: [-Math.PI, Math.PI] }, [state(0, { angle: 2 })]));
});

test('the nearest state is reported, with the amount by which it fails', () => {
    const goals = [
        {
            ...ANYWHERE,
            area: SQUARE,
            time: /** @type {[number, number]} */ ([2, 4]),
            speed: /** @type {[number, number]} */ ([0, 1]),
        },
        { ...ANYWHERE, time: /** @type {[number, number]} */ ([9, 9]) },
    ];
    const states = [state(1), state(3, { x: 5, y: 1, speed: 3 }), state(5)];
    const motion = [1, 3].map((t0) => ({ t0, t1: t0 + 2, x: [0], y: [0] }));
    const [found, ...others] = goalRegionViolations([agent({}), agent({ goals, states, motion })]);
    assert.deepEqual(others, []);
    assert.deepEqual([found.kind, found.agents, found.interval], ['goal', [1], [3, 3]]);
    assert.deepEqual([found.pieces, found.position], [[0], [5, 1]]);
    assert.equal(
        found.description.text,
        'does not reach any of its 2 goals: nearest to goal 0 at t = 3, 3 outside its area, its speed 2 off',
    );
});

test('one of several goals is enough', () => {
    const goals = [
        { ...ANYWHERE, time: /** @type {[number, number]} */ ([9, 9]) },
        { ...ANYWHERE, speed: /** @type {[number, number]} */ ([-1, 1]) },
    ];
    assert.deepEqual(goalRegionViolations([agent({ goals, states: [state(1)] })]), []);
});

test('a plan without states is checked at the knots of its motion', () => {
    const motion = [{ t0: 0, t1: 2, x: [0, 1], y: [0, 0, 0.5], angle: [0, 0.25] }];
    const goal = {
        ...ANYWHERE,
        area: {
            kind: /** @type {const} */ ('polygon'),
            points: /** @type {[number, number][]} */ ([[2, 2]]),
            radius: 0.01,
        },
        time: /** @type {[number, number]} */ ([2, 2]),
        angle: /** @type {[number, number]} */ ([0.5, 0.5]),
        speed: /** @type {[number, number]} */ ([2.236, 2.237]),
    };
    assert.deepEqual(goalRegionViolations([agent({ motion, goals: [goal] })]), []);
    const still = agent({ start: { x: 9, y: 9 }, goals: [goal] });
    assert.equal(goalRegionViolations([still]).length, 1);
});

test('distances to areas are right inside, beside an edge, beyond a corner, and with several parts', () => {
    assert.equal(distanceTo(SQUARE, 1, 1), 0);
    assert.equal(distanceTo(SQUARE, 2, 1), 0);
    assert.equal(distanceTo(SQUARE, 3.5, 1), 1.5);
    assert.equal(distanceTo(SQUARE, 5, 6), 5);
    assert.equal(distanceTo({ kind: 'disc', radius: 2 }, 3, 4), 3);
    const both = {
        kind: /** @type {const} */ ('group'),
        parts: [SQUARE, { ...SQUARE, radius: 0.5 }],
    };
    assert.equal(distanceTo(/** @type {any} */ (both), 3, 1), 0.5);
});

test('a start with another position, time, angle or speed is a violation', () => {
    const tolerance = { position: 0.1, angle: 0.1, speed: 2 };
    const initialState = { t: 0, x: 1, y: 2, angle: 3.1, speed: 5, tolerance };
    /** @param {Partial<PlanState>} parts */
    const problem = (parts) => {
        const states = [state(0, { x: 1, y: 2, angle: 3.1, speed: 5, ...parts })];
        return initialStateViolations([agent({ initialState, states })])[0]?.description.text;
    };
    assert.equal(problem({}), undefined);
    assert.equal(problem({ x: 1.1, angle: 3.1 + 0.1 - 2 * Math.PI, speed: 7 }), undefined);
    assert.equal(problem({ y: 2.3 }), 'begins 0.3 away from its initial position');
    assert.equal(problem({ t: 0.1 }), 'begins at t = 0.1, not at t = 0');
    assert.equal(
        problem({ angle: 2.9, speed: 1 }),
        'begins with its heading 0.2 rad off, with speed 1, not 5',
    );
});
