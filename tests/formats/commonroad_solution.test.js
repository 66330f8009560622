import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readScenario } from 'graze/scenario';
import { goalRegionViolations, initialStateViolations } from '../../js/scenario/checks/goals.js';
import { inShared, needsShared, sourceFile } from '../helpers.js';
import { changed, placeOf, refuses } from './refusals.js';

/** @param {string} name @param {number | string} value */
function exact(name, value) {
    return `<${name}><exact>${value}</exact></${name}>`;
}

/** @param {string} name @param {[number, number]} range */
function interval(name, [start, end]) {
    return `<${name}><intervalStart>${start}</intervalStart><intervalEnd>${end}</intervalEnd></${name}>`;
}

/** @param {number} x @param {number} y @param {string} [name] */
function point(x, y, name = 'point') {
    return `<${name}><x>${x}</x><y>${y}</y></${name}>`;
}

/** @param {number} id @param {number} y @param {string} goals */
function problem(id, y, goals) {
    const rest = ['velocity', 'yawRate', 'slipAngle'].map((name, k) =>
        exact(name, k === 0 ? 10 : 0),
    );
    return `<planningProblem id="${id}"><initialState><position>${point(0, y)}</position>${exact('orientation', 0)}${exact('time', 0)}${rest.join('')}</initialState>${goals}</planningProblem>`;
}

const BOUNDS = [0, 10, 20];
const LANELET = `<lanelet id="31"><leftBound>${BOUNDS.map((x) => point(x, x === 10 ? 4 : 3)).join('')}</leftBound><rightBound>${BOUNDS.map((x) => point(x, x === 10 ? 1 : -3)).join('')}</rightBound></lanelet>`;
const CAR = '<shape><rectangle><length>4</length><width>2</width></rectangle></shape>';
/** @param {number} step @param {number} x */
function state(step, x) {
    return `<position>${point(x, 20)}</position>${exact('orientation', 0)}${exact('time', step)}`;
}
const OBSTACLES = `<staticObstacle id="5"><type>car</type>${CAR}<initialState>${state(0, 0)}</initialState></staticObstacle><dynamicObstacle id="6"><type>car</type>${CAR}<initialState>${state(0, 1)}</initialState><trajectory><state>${state(1, 2)}</state></trajectory></dynamicObstacle>`;
const GOALS = `<goalState><position><lanelet ref="31"/></position>${interval('time', [1, 2])}${interval('velocity', [0, 12])}</goalState><goalState><position><circle><radius>1</radius>${point(50, 0, 'center')}</circle></position>${interval('orientation', [-0.1, 0.2])}${interval('time', [0, 9])}</goalState>`;

/** @param {string} problems */
function road(problems) {
    return `<commonRoad timeStepSize="0.5" commonRoadVersion="2020a" benchmarkID="ZAM_Test-1_1_T-1">\n${LANELET}\n${OBSTACLES}\n${problems}\n</commonRoad>`;
}

const ROAD = road(problem(100, 0, GOALS));

/** @param {string} content @param {string} [vehicle] */
function solution(content, vehicle = 'KS2:SM1') {
    return `<CommonRoadSolution benchmark_id="${vehicle}:ZAM_Test-1_1_T-1:2020a" date="2021-03-26">\n${content}\n</CommonRoadSolution>`;
}

/** @param {string} kind @param {Record<string, number>[]} states @param {number} [id] */
function trajectory(kind, states, id = 100) {
    const rows = states.map((values) => {
        const fields = Object.entries(values).map(([name, value]) => `<${name}>${value}</${name}>`);
        return `<${kind}State>${fields.join('')}</${kind}State>`;
    });
    return `<${kind}Trajectory planningProblem="${id}">\n${rows.join('\n')}\n</${kind}Trajectory>`;
}

/** @param {number} time @param {number} x @param {number} [orientation] */
function ks(time, x, orientation = 0) {
    return { x, y: 0, steeringAngle: 0, velocity: 10, orientation, time };
}

/** @param {number} time @param {number} x @param {number} y @param {number[]} velocity */
function pm(time, x, y, [xVelocity, yVelocity]) {
    return { x, y, xVelocity, yVelocity, time };
}

const KS = solution(trajectory('ks', [ks(0, 0), ks(1, 5, 0.2), ks(2, 10)]));

/** @param {string} text @param {string} [map] */
function read(text, map = ROAD) {
    return readScenario({ plan: { name: 's.xml', text }, map: { name: 'r.xml', text: map } });
}

test('a vehicle of its model’s size, among the obstacles of the scenario', async () => {
    const scenario = await read(KS);
    const [{ name, shape, motion, states, initialState, start, goal }] = scenario.agents;
    assert.deepEqual([name, start, goal], ['100', null, null]);
    assert.ok(shape.kind === 'polygon');
    assert.deepEqual(shape.points[2], [4.508 / 2, 1.61 / 2]);
    const pieces = motion.map(({ t0, t1, x, y, angle }) => [t0, t1, x, y, angle]);
    assert.deepEqual(pieces, [
        [0, 0.5, [0, 10], [0], [0, 0.4]],
        [0.5, 1, [5, 10], [0], [0.2, -0.4]],
    ]);
    assert.deepEqual(states?.[1], { t: 0.5, x: 5, y: 0, angle: 0.2, speed: 10 });
    assert.deepEqual(initialState, {
        t: 0,
        x: 0,
        y: 0,
        angle: 0,
        speed: 10,
        tolerance: { position: 0.1, angle: 0.1, speed: 2 },
    });
    const [moving, fixed] = scenario.obstacles;
    assert.deepEqual([moving.name, moving.motion?.[0].x], ['6', [1, 2]]);
    assert.deepEqual(
        [fixed.name, fixed.motion, fixed.pose],
        ['5', undefined, { x: 0, y: 20, angle: 0 }],
    );
    assert.deepEqual(
        [scenario.timeStep, scenario.atGoal, scenario.beforeStart],
        [0.5, 'vanish', 'vanish'],
    );
});

test('the sizes of the vehicles', async () => {
    for (const [number, length, width] of [
        [1, 4.298, 1.674],
        [2, 4.508, 1.61],
        [3, 4.569, 1.844],
        [4, 5.1, 2.55],
    ]) {
        const { agents, notices } = await read(KS.replace('KS2', `KS${number}`));
        const { shape } = agents[0];
        assert.ok(shape.kind === 'polygon');
        assert.deepEqual(shape.points[2], [length / 2, width / 2]);
        assert.equal(
            notices.some((notice) => notice.includes('trailer')),
            number === 4,
        );
    }
});

test('goals: a lanelet between its bounds, shapes, times, headings and speeds', async () => {
    const [{ goals = [] }] = (await read(KS)).agents;
    const [first, second] = goals;
    assert.deepEqual([first.time, first.angle, first.speed], [[0.5, 1], null, [0, 12]]);
    assert.deepEqual([second.time, second.angle, second.speed], [[0, 4.5], [-0.1, 0.2], null]);
    assert.deepEqual(second.area, { kind: 'polygon', points: [[50, 0]], radius: 1 });
    assert.ok(first.area?.kind === 'group');
    const { agents } = await read(KS);
    assert.deepEqual(
        goalRegionViolations(agents),
        [],
        'at (5, 0), in the lanelet before it narrows',
    );
    // At x = 9 the right bound is at y = 0.6, and the first state is too early.
    const late = solution(trajectory('ks', [ks(0, 0), ks(1, 9), ks(2, 10)]));
    const [{ description }] = goalRegionViolations((await read(late)).agents);
    assert.match(description.text, /nearest to goal 0 at t = 0\.5, 0\.557086 outside its area$/);
});

test('a problem without a goal is read: only arrival is not checked, and said so', async () => {
    const road = changed(ROAD, /<goalState>.*<\/goalState>/, '');
    const { agents, notices } = await read(KS, road);
    assert.deepEqual(agents[0].goals, []);
    const goalNotices = notices.filter((notice) => notice.includes('goalState'));
    assert.equal(goalNotices.length, 1);
    assert.match(goalNotices[0], /has no <goalState>: whether a vehicle arrives is not checked$/);
    assert.deepEqual(goalRegionViolations(agents), []);
});

test('a goal without a time is reached at any, and one without conditions is not checked', async () => {
    const timeless = changed(ROAD, interval('time', [1, 2]), '');
    const { agents, notices } = await read(KS, timeless);
    assert.deepEqual(
        agents[0].goals?.map(({ time }) => time),
        [null, [0, 4.5]],
    );
    assert.ok(notices.some((notice) => notice.endsWith('may be reached at any time')));
    const empty = await read(KS, changed(ROAD, '<goalState>', '<goalState/><goalState>'));
    assert.deepEqual(empty.agents[0].goals, []);
    assert.ok(empty.notices.some((notice) => notice.includes('has an empty <goalState>: whether')));
});

test('a lanelet whose bounds cross is not checked, and said so', async () => {
    const crossed = changed(ROAD, point(20, -3), point(20, 9));
    const { agents, notices } = await read(KS, crossed);
    assert.equal(agents[0].goals?.[0].area, null);
    assert.ok(
        notices.some((notice) => notice.includes('whether a vehicle arrives there is not checked')),
    );
});

test('a vehicle that does not begin as its problem has it', async () => {
    const away = solution(trajectory('ks', [ks(0, 0.5, 0.3), ks(1, 5)]));
    const [{ description, pieces }] = initialStateViolations((await read(away)).agents);
    assert.equal(
        description.text,
        'begins 0.5 away from its initial position, with its heading 0.3 rad off',
    );
    assert.deepEqual(pieces, [0]);
    assert.deepEqual(initialStateViolations((await read(KS)).agents), []);
});

test('a point mass has the heading of its velocity, and keeps it while it stands', async () => {
    const states = [pm(0, 0, 0, [10, 0]), pm(1, 5, 1, [3, 4]), pm(2, 6, 2, [0, 0])];
    const { agents, notices } = await read(solution(trajectory('pm', states), 'PM1:WX1'));
    const headings = agents[0].states?.map(({ angle }) => angle);
    assert.deepEqual(headings, [0, Math.atan2(4, 3), Math.atan2(4, 3)]);
    assert.deepEqual(
        agents[0].states?.map(({ speed }) => speed),
        [10, 5, 0],
    );
    assert.ok(notices.some((notice) => notice.includes('where a point mass stands')));
});

test('inputs of a point mass lead along parabolas', async () => {
    const inputs = [
        [2, 4],
        [-4, 0],
    ].map(([ax, ay], k) => {
        return `<pmInput><xAcceleration>${ax}</xAcceleration><yAcceleration>${ay}</yAcceleration><time>${k}</time></pmInput>`;
    });
    const text = solution(
        `<pmInputVector planningProblem="100">\n${inputs.join('\n')}\n</pmInputVector>`,
        'PM2:JB1',
    );
    const { agents, notices } = await read(text);
    const [{ motion, states }] = agents;
    const turned = Math.atan2(2, 11);
    const after = Math.atan2(2, 9);
    assert.deepEqual(
        motion.map(({ t0, t1, x, y, angle }) => [t0, t1, x, y, angle]),
        [
            [0, 0.5, [0, 10, 1], [0, 0, 2], [0, turned / 0.5]],
            [0.5, 1, [5.25, 11, -2], [0.5, 2, 0], [turned, (after - turned) / 0.5]],
        ],
    );
    assert.deepEqual(states?.[2], {
        t: 1,
        x: 10.25,
        y: 1.5,
        angle: after,
        speed: Math.hypot(9, 2),
    });
    assert.ok(notices.some((notice) => notice.includes('are integrated')));
    const late = changed(text, '<time>0', '<time>1').replace(
        '<time>1</time></pmInput>\n</',
        '<time>2</time></pmInput>\n</',
    );
    await refuses(() => read(late), `s.xml:${placeOf(late, '<pmInput>')}: bad-time: `);
});

test('several vehicles solve several problems', async () => {
    const goals = GOALS.replace(
        '<lanelet ref="31"/>',
        `<rectangle><length>2</length><width>2</width>${point(5, 9, 'center')}</rectangle>`,
    );
    const map = road(problem(100, 0, GOALS) + problem(200, 9, goals));
    const both = [
        trajectory('ks', [ks(0, 0), ks(1, 5)], 200),
        trajectory('pm', [pm(0, 0, 0, [10, 0]), pm(1, 5, 0, [10, 0])], 100),
    ].join('\n');
    const text = solution(both, '[KS1, PM3]:[SM1,JB1]');
    const { agents } = await read(text, map);
    assert.deepEqual(
        agents.map(({ name }) => name),
        ['200', '100'],
    );
    const widths = agents.map(({ shape }) => shape.kind === 'polygon' && shape.points[2][1] * 2);
    assert.deepEqual(widths, [1.674, 1.844]);
    const one = solution(trajectory('ks', [ks(0, 0), ks(1, 5)], 200));
    await refuses(() => read(one, map), 's.xml:1:1: agent-count: ');
    const twice = changed(text, '"100"', '"200"');
    await refuses(() => read(twice, map), `s.xml:${placeOf(twice, '<pmTraj')}: duplicate-id: `);
    await refuses(() => read(text.replace('[SM1,JB1]', 'SM1'), map), 's.xml:1:1: bad-benchmark: ');
});

test('every kind of trajectory of states is read', async () => {
    const more = { yawRate: 0, slipAngle: 0 };
    const wheels = { frontWheelAngularSpeed: 0, rearWheelAngularSpeed: 0 };
    for (const [kind, fields] of /** @type {const} */ ([
        ['st', more],
        ['std', { ...more, ...wheels }],
    ])) {
        const states = [ks(0, 0), ks(1, 5)].map((each) => ({ ...each, ...fields }));
        const { agents } = await read(
            solution(trajectory(kind, states), `${kind.toUpperCase()}3:SM1`),
        );
        assert.deepEqual(agents[0].motion[0].x, [0, 10]);
    }
    const xsd = needsShared
        ? ''
        : readFileSync(inShared('commonroad/CommonRoadSolution_schema.xsd'), 'utf8');
    const fields = xsd.split('"mbState"')[1]?.split('</xs:all>')[0] ?? '';
    const names = [...fields.matchAll(/element name="(\w+)"/g)].map(([, name]) => name);
    if (names.length === 0) return;
    const states = [0, 1].map((time) => {
        const zeros = Object.fromEntries(names.map((name) => [name, 0]));
        return { ...zeros, x: 5 * time, velocity: 3, yVelocity: 4, time };
    });
    const { agents } = await read(solution(trajectory('mb', states), 'MB1:SM1'));
    assert.deepEqual(agents[0].states?.[1], { t: 0.5, x: 5, y: 0, angle: 0, speed: 5 });
});

/** Text, its replacement, the code, and the text at the error's position. @type {[string, string | RegExp, string, string, string][]} */
const BROKEN = [
    ['another scenario', 'ZAM_Test-1_1', 'ZAM_Test-2_1', 'wrong-map', '<CommonRoadSolution'],
    ['another version', ':2020a', ':2018b', 'wrong-map', '<CommonRoadSolution'],
    ['a part of the id missing', ':SM1', '', 'bad-benchmark', '<CommonRoadSolution'],
    ['an unknown vehicle', 'KS2', 'KS9', 'unknown-vehicle', '<CommonRoadSolution'],
    ['an unknown model', 'KS2', 'XX2', 'unknown-vehicle', '<CommonRoadSolution'],
    ['another model', 'KS2', 'ST2', 'bad-agent', '<ksTrajectory'],
    ['an unknown problem', '"100"', '"101"', 'unknown-problem', '<ksTrajectory'],
    ['no problem', ' planningProblem="100"', '', 'missing-attribute', '<ksTrajectory'],
    [
        'inputs of a vehicle model',
        /ksTrajectory/g,
        'inputVector',
        'unsupported-model',
        '<inputVector',
    ],
    ['a trailer', /ksTrajectory/g, 'kstTrajectory', 'unsupported-model', '<kstTrajectory'],
    ['an unknown trajectory', /ksTrajectory/g, 'xxTrajectory', 'unknown-element', '<xxTrajectory'],
    ['no state', /<ksState>.*<\/ksState>/s, '', 'missing-element', '<ksTrajectory'],
    ['a field missing', '<orientation>0</orientation>', '', 'missing-element', '<ksState'],
    ['an unknown field', '<y>0</y>', '<y>0</y><mood/>', 'unknown-element', '<mood'],
    ['a number that is none', '<x>0</x>', '<x>NaN</x>', 'bad-number', '<x>'],
    ['a step left out', '<time>0', '<time>7', 'bad-time', '<ksState><x>5'],
    ['no trajectory', /<ksTrajectory.*<\/ksTrajectory>/s, '', 'no-agents', '<CommonRoadSolution'],
];

for (const [what, from, to, code, part] of BROKEN) {
    test(`a solution is refused with its place: ${what}`, async () => {
        const text = changed(KS, from, to);
        await refuses(() => read(text), `s.xml:${placeOf(text, part)}: ${code}: `);
    });
}

/** @type {[string, string | RegExp, string, string, string][]} */
const BROKEN_PROBLEMS = [
    ['a lanelet that is not there', 'ref="31"', 'ref="32"', 'unknown-lanelet', '<lanelet ref'],
    [
        'a goal by an unknown measure',
        '<goalState>',
        '<goalState><mood/>',
        'unknown-element',
        '<mood',
    ],
    ['a goal nowhere', '<lanelet ref="31"/>', '', 'missing-element', '<position></'],
    [
        'more than a whole turn',
        interval('orientation', [-0.1, 0.2]),
        interval('orientation', [-4, 4]),
        'out-of-range',
        '<goalState><position><circle',
    ],
    [
        'a start with a range of speeds',
        exact('velocity', 10),
        interval('velocity', [1, 2]),
        'uncertain-state',
        '<initialState><position><point><x>0</x><y>0',
    ],
];

for (const [what, from, to, code, part] of BROKEN_PROBLEMS) {
    test(`a problem is refused with its place: ${what}`, async () => {
        const text = changed(ROAD, from, to);
        await refuses(() => read(KS, text), `r.xml:${placeOf(text, part)}: ${code}: `);
    });
}

test('a solution needs its scenario, and takes nothing else', async () => {
    const plan = { name: 's.xml', text: KS };
    await refuses(() => readScenario({ plan }), 's.xml:1:1: missing-map: ');
    const map = { name: 'r.xml', text: ROAD };
    const task = { name: 't.xml', text: ROAD };
    await refuses(() => readScenario({ plan, map, task }), 't.xml:1:1: unused-file: ');
    await refuses(() => readScenario({ plan, map: plan }), 's.xml:1:1: wrong-root: ');
});

test('a real solution begins and arrives, where exact sums lead it', {
    skip: needsShared,
}, async () => {
    const name = 'solution_PM2_JB1_ZAM_Tjunction-1_18_T-1_2018b.xml';
    const plan = sourceFile(inShared(`commonroad/${name}`));
    const map = sourceFile(inShared('commonroad/ZAM_Tjunction-1_18_T-1.xml'));
    const { agents, obstacles } = await readScenario({ plan, map });
    assert.equal(obstacles.length, 5);
    const [{ motion, states = [] }] = agents;
    const inputs = [...plan.text.matchAll(/<xAcceleration>(.*?)<.*?<yAcceleration>(.*?)</gs)];
    assert.deepEqual([motion.length, states.length], [inputs.length, inputs.length + 1]);
    // Each input moves the vehicle by its own parabola and, ever after, by the speed it gave.
    const step = 0.1;
    const [heading, speed] = [-0.040560259, 5.1620693];
    for (const k of [1, 50, inputs.length]) {
        const sums = [
            -7.2374036 + speed * Math.cos(heading) * k * step,
            0.29271858 + speed * Math.sin(heading) * k * step,
        ];
        for (const [n, [, ...accelerations]] of inputs.slice(0, k).entries()) {
            for (const axis of [0, 1]) {
                sums[axis] += Number(accelerations[axis]) * step * step * (k - n - 0.5);
            }
        }
        assert.ok(Math.hypot(states[k].x - sums[0], states[k].y - sums[1]) < 1e-9);
    }
    // It is one of the example solutions of CommonRoad's own checker.
    assert.deepEqual(goalRegionViolations(agents), []);
    assert.deepEqual(initialStateViolations(agents), []);
});
