import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { readScenario, validate, writeScenario } from 'graze/scenario';
import { makeDiscretePlan } from '../../js/formats/steps/steps.js';
import fc from '../fast_check.js';
import { inShared, sourceFile } from '../helpers.js';

/** @import { Grid, Scenario } from 'graze/scenario' */

const SIZE = { nx: 14, ny: 11 };

/** @param {number} seed */
function randomFrom(seed) {
    let state = seed >>> 0;
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
    };
}

/** Returns a map of which a quarter is blocked. @param {() => number} random @returns {Grid} */
function randomGrid(random) {
    const { nx, ny } = SIZE;
    const blocked = Uint8Array.from({ length: nx * ny }, () => Number(random() < 0.25));
    return { nx, ny, blocked };
}

const STEPS = [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
    [0, 0],
];

/**
 * Returns a valid plan: agents walk at random one after the other, each without meeting those before it.
 *
 * @param {number} seed
 * @param {number} agents
 * @param {string} [format]
 * @returns {Scenario}
 */
function randomPlan(seed, agents, format = 'kei18') {
    const random = randomFrom(seed);
    const grid = randomGrid(random);
    const { nx, ny, blocked } = grid;
    const length = 12;
    /** @type {[number, number][][]} */
    const paths = [];
    /** @param {number} x @param {number} y */
    const isFree = (x, y) => x >= 0 && x < nx && y >= 0 && y < ny && blocked[x * ny + y] === 0;
    /** @param {number} t @param {number} x @param {number} y @param {[number, number]} [from] */
    const isClear = (t, x, y, from) =>
        paths.every((path) => {
            const [now, before] = [path[t], path[t - 1]];
            if (now[0] === x && now[1] === y) return false;
            const swaps =
                from &&
                now[0] === from[0] &&
                now[1] === from[1] &&
                before[0] === x &&
                before[1] === y;
            return !swaps;
        });
    while (paths.length < agents) {
        const [x, y] = [Math.floor(random() * nx), Math.floor(random() * ny)];
        if (!isFree(x, y) || !isClear(0, x, y)) continue;
        /** @type {[number, number][]} */
        const path = [[x, y]];
        for (let t = 1; t < length; t++) {
            const from = path[t - 1];
            const next = STEPS.map(([dx, dy]) => [from[0] + dx, from[1] + dy]).filter(
                ([p, q]) => isFree(p, q) && isClear(t, p, q, from),
            );
            if (next.length === 0) break;
            const [p, q] = next[Math.floor(random() * next.length)];
            path.push([p, q]);
        }
        if (path.length === length) paths.push(path);
    }
    const made = paths.map((path, a) => ({
        name: String(a),
        places: Int32Array.from(path.flat()),
        start: { x: path[0][0], y: path[0][1] },
        goal: { x: path[length - 1][0], y: path[length - 1][1] },
        source: { line: 1, column: 1 },
    }));
    return { ...makeDiscretePlan(format, made, {}), grid, axes: 'right-down' };
}

/**
 * Returns the plan with other cells, and with its task as it was.
 *
 * @param {Scenario} plan
 * @param {(x: number, y: number, agent: number) => [number, number]} move
 * @param {{ task?: boolean }} [how] whether starts and goals move too
 * @returns {Scenario}
 */
function moved(plan, move, { task = false } = {}) {
    const paths = plan.agents.map(({ start, goal, name }, a) => {
        const cells = plan.discrete?.cells[a] ?? new Int32Array();
        const places = new Int32Array(cells.length);
        for (let k = 0; k < cells.length; k += 2) {
            places.set(move(cells[k], cells[k + 1], a), k);
        }
        /** @param {{ x: number, y: number } | null} point */
        const turned = (point) => {
            if (point === null || !task) return point;
            const [x, y] = move(point.x, point.y, a);
            return { x, y };
        };
        const source = { line: 1, column: 1 };
        return { name, places, start: turned(start), goal: turned(goal), source };
    });
    const { grid, axes } = plan;
    return { ...makeDiscretePlan(plan.format, paths, {}), grid, axes };
}

/** @param {Scenario} scenario */
const check = (scenario) => validate(scenario, { suggestDelays: false });

const plans = fc.record({ seed: fc.nat(), agents: fc.integer({ min: 6, max: 14 }) });

test('a valid plan has no hint', async () => {
    await fc.assert(
        fc.asyncProperty(plans, async ({ seed, agents }) => {
            const { violations, hints } = await check(randomPlan(seed, agents));
            assert.deepEqual([violations, hints], [[], []]);
        }),
        { numRuns: 30 },
    );
});

test('a plan that would be valid with its axes exchanged, or with rows from the other edge, has a hint', async () => {
    const { ny } = SIZE;
    /** @type {[string, (x: number, y: number) => [number, number], boolean][]} */
    const cases = [
        ['x and y exchanged', (x, y) => [y, x], false],
        ['x and y exchanged in paths, starts and goals', (x, y) => [y, x], true],
        [
            'up and down exchanged, rows counted from the other edge,',
            (x, y) => [x, ny - 1 - y],
            false,
        ],
        [
            'up and down exchanged, rows counted from the other edge, in paths, starts and goals',
            (x, y) => [x, ny - 1 - y],
            true,
        ],
    ];
    for (const [what, move, task] of cases) {
        await fc.assert(
            fc.asyncProperty(plans, async ({ seed, agents }) => {
                const { violations, hints } = await check(
                    moved(randomPlan(seed, agents), move, { task }),
                );
                assert.notEqual(violations.length, 0);
                assert.deepEqual(hints, [`with ${what} the plan would be valid`]);
            }),
            { numRuns: 15 },
        );
    }
});

test('if rows are first, up and down are along x', async () => {
    const { nx } = SIZE;
    const plan = { ...randomPlan(5, 10), axes: /** @type {const} */ ('down-right') };
    const turned = moved(plan, (x, y) => [nx - 1 - x, y]);
    assert.deepEqual((await check(turned)).hints, [
        'with up and down exchanged, rows counted from the other edge, the plan would be valid',
    ]);
});

test('exchanged letters for up and down give a hint only in formats that have letters', async () => {
    for (const [format, advice] of [
        ['mapf-tracker', ": flip_up_down and the name of the plan's column say which way u is"],
        ['lorr', ''],
    ]) {
        const plan = randomPlan(11, 12, format);
        const starts = plan.agents.map(({ start }) => start ?? { x: 0, y: 0 });
        const flipped = moved(plan, (x, y, a) => [x, 2 * starts[a].y - y]);
        const { violations, hints } = await check(flipped);
        assert.ok(violations.length > 10);
        assert.deepEqual(hints, [`with up and down exchanged the plan would be valid${advice}`]);
        // Without a map the goals give the same hint.
        assert.deepEqual((await check({ ...flipped, grid: null })).hints, hints);
        // A planner cannot mean this with cells.
        const asCells = (await check({ ...flipped, format: 'kei18' })).hints;
        assert.ok(!asCells.some((hint) => hint.includes('up and down')));
    }
});

test('a plan with faults of its own keeps the hint that would remove most violations', async () => {
    const plan = randomPlan(3, 14);
    const [first] = plan.agents;
    const shifted = {
        ...plan,
        agents: [{ ...first, goal: { x: 0, y: 0 } }, ...plan.agents.slice(1)],
    };
    const turned = moved(shifted, (x, y) => [y, x]);
    const { violations, hints } = await check(turned);
    assert.deepEqual(hints, [
        `with x and y exchanged 1 of ${violations.length} violations would remain`,
    ]);
});

test('missed goals, meetings, blocked cells and wrong starts alone give no hint', async () => {
    await fc.assert(
        fc.asyncProperty(
            plans,
            fc.array(fc.constantFrom('goal', 'start', 'jump', 'copy', 'late'), {
                minLength: 1,
                maxLength: 3,
            }),
            async ({ seed, agents }, faults) => {
                const random = randomFrom(seed + 1);
                const pick = (/** @type {number} */ below) => Math.floor(random() * below);
                const plan = randomPlan(seed, agents);
                const cells = plan.discrete?.cells.map((each) => Int32Array.from(each)) ?? [];
                const ends = plan.agents.map(({ start, goal }) => ({ start, goal }));
                for (const fault of faults) {
                    const a = pick(agents);
                    const at = { x: pick(SIZE.nx), y: pick(SIZE.ny) };
                    const t = pick(cells[a].length / 2);
                    if (fault === 'goal') ends[a].goal = at;
                    if (fault === 'start') ends[a].start = at;
                    if (fault === 'jump') cells[a].set([at.x, at.y], 2 * t);
                    if (fault === 'copy') cells[a].set(cells[pick(agents)].subarray(0, 2));
                    if (fault === 'late') cells[a] = cells[a].slice(0, 2 + 2 * pick(4));
                }
                const paths = cells.map((places, a) => ({
                    name: String(a),
                    places,
                    ...ends[a],
                    source: { line: 1, column: 1 },
                }));
                for (const format of ['kei18', 'mapf-tracker']) {
                    const faulty = { ...makeDiscretePlan(format, paths, {}), grid: plan.grid };
                    assert.deepEqual((await check(faulty)).hints, []);
                }
            },
        ),
        { numRuns: 100 },
    );
});

test('a hint is given if most agents begin where the map is blocked', async () => {
    const plan = randomPlan(21, 12);
    const other = { ...plan, grid: randomGrid(() => 0.1) };
    assert.deepEqual((await check(other)).hints, [
        "12 of 12 agents begin in a blocked cell or off the map: is this the plan's map?",
    ]);
    const [first] = plan.agents;
    const cells = plan.discrete?.cells.slice(0, 1) ?? [];
    const alone = { ...other, agents: [first], discrete: { cells, commanded: null } };
    assert.deepEqual((await check(alone)).hints, [
        "the agent begins in a blocked cell or off the map: is this the plan's map?",
    ]);
    const nodes = [
        { x: 100, y: 0 },
        { x: 101, y: 0 },
    ];
    const road = { ...plan, grid: null, roadmap: { nodes, edges: [] } };
    assert.deepEqual((await check(road)).hints, [
        "12 of 12 agents begin at no node of the roadmap: is this the plan's map?",
    ]);
});

/** Returns the plan on its map with some cells blocked or freed. @param {Scenario} plan @param {(x: number, y: number, isBlocked: boolean) => boolean} isBlocked */
function onMap(plan, isBlocked) {
    const { nx, ny, blocked } = plan.grid ?? { ...SIZE, blocked: new Uint8Array() };
    const changed = blocked.map((each, k) =>
        Number(isBlocked(Math.floor(k / ny), k % ny, each === 1)),
    );
    return { ...plan, grid: { nx, ny, blocked: changed } };
}

test('a map is doubted from half of the starts on, or if as many visits are to blocked cells as at random', async () => {
    const plan = randomPlan(21, 12);
    const starts = plan.agents.map(({ start }) => `${start?.x},${start?.y}`);
    for (const [count, hints] of /** @type {const} */ ([
        [2, []],
        [6, ["6 of 12 agents begin in a blocked cell or off the map: is this the plan's map?"]],
    ])) {
        const blocked = new Set(starts.slice(0, count));
        const half = onMap(plan, (x, y, isBlocked) => isBlocked || blocked.has(`${x},${y}`));
        assert.deepEqual((await check(half)).hints, [...hints]);
    }
    // All maps are as dense: half of the share of blocked cells is visited on others, and none on the plan's own.
    for (let seed = 40; seed < 60; seed++) {
        const { hints } = await check({ ...plan, grid: randomPlan(seed, 6).grid });
        assert.equal(hints.length, 1, `map of plan ${seed}`);
        assert.match(hints[0], /: is this the plan's map\?$/);
    }
});

test('most starts or goals elsewhere give the hint of another task, or of another order', async () => {
    const plan = randomPlan(23, 9);
    /** @param {(ends: { start: any, goal: any }, a: number) => object} change */
    const hintsWith = async (change) => {
        const agents = plan.agents.map((each, a) => ({ ...each, ...change(each, a) }));
        return (await check({ ...plan, agents })).hints;
    };
    const elsewhere = { x: 100, y: 3 };
    assert.deepEqual(await hintsWith(() => ({ start: elsewhere, goal: elsewhere })), [
        "9 of 9 agents do not begin at their starts, and 9 of 9 do not end at theirs: is this the plan's task?",
    ]);
    assert.deepEqual(await hintsWith((_, a) => (a < 5 ? { start: elsewhere } : {})), [
        "5 of 9 agents do not begin at their starts: is this the plan's task?",
    ]);
    assert.deepEqual(await hintsWith((_, a) => (a < 5 ? { goal: elsewhere } : {})), [
        "5 of 9 agents do not end at their goals: is this the plan's task, and is the plan complete?",
    ]);
    assert.deepEqual(
        await hintsWith((_, a) => (a < 4 ? { start: elsewhere, goal: elsewhere } : {})),
        [],
    );
    const turned = [...plan.agents.slice(1), plan.agents[0]];
    assert.deepEqual(
        await hintsWith((_, a) => ({ start: turned[a].start, goal: turned[a].goal })),
        ['the agents begin at the starts of the task in another order: is it that of the plan?'],
    );
    assert.deepEqual(await hintsWith((_, a) => ({ goal: turned[a].goal })), [
        'the agents end at the goals of the task in another order: is it that of the plan?',
    ]);
});

/** Returns a `.map` of a grid. @param {Grid} grid @param {string} [wall] */
function toMap({ nx, ny, blocked }, wall = '@') {
    const rows = Array.from({ length: ny }, (_, y) =>
        Array.from({ length: nx }, (_, x) => (blocked[x * ny + y] ? wall : '.')).join(''),
    );
    const text = `type octile\nheight ${ny}\nwidth ${nx}\nmap\n${rows.join('\n')}\n`;
    return { name: 'a.map', text };
}

/** Returns a `.scen` of a plan's starts and goals. @param {Scenario} plan */
function toTask({ agents, grid }) {
    const lines = agents.map(({ start, goal }) =>
        [0, 'a.map', grid?.nx, grid?.ny, start?.x, start?.y, goal?.x, goal?.y, 0].join('\t'),
    );
    return { name: 'a.scen', text: `version 1\n${lines.join('\n')}\n` };
}

/** Returns the text of a plan in a format. @param {Scenario} plan @param {string} format */
async function toFile(plan, format) {
    const { text } = await writeScenario(plan, format);
    return { name: `plan.${format}`, text: [...text].join('') };
}

/** Formats of plans on grids, and whether they take a task. */
const GRID_FORMATS = /** @type {const} */ ([
    ['ccbs', true],
    ['kei18', true],
    ['paths', true],
    ['paths-xy', true],
    ['mapf-tracker', true],
    ['libmrp', true],
    ['lorr', false],
]);

test('every format on grids has hints of another map, another task and exchanged axes', async () => {
    const plan = randomPlan(61, 13);
    const grid = /** @type {Grid} */ (plan.grid);
    const other = /** @type {Grid} */ (randomPlan(62, 6).grid);
    const otherTask = toTask(onMap(randomPlan(63, 13), () => false));
    // Rows and columns of a map that is not square.
    const exchanged = moved(plan, (x, y) => [y, x]);
    const agents = exchanged.agents.map((each) => ({ ...each, start: null, goal: null }));
    for (const [format, takesTask] of GRID_FORMATS) {
        const source = await toFile(plan, format);
        const radius = format === 'ccbs' ? 0 : undefined;
        /** @param {object} files */
        const hintsOf = async (files) => {
            const scenario = await readScenario(/** @type {any} */ ({ plan: source, ...files }), {
                ...(radius !== undefined && { radius }),
                format,
            });
            return (await check(scenario)).hints;
        };
        const [map, task] = [toMap(grid), toTask(plan)];
        const own = takesTask ? { task } : {};
        assert.deepEqual(await hintsOf({ map, ...own }), [], format);
        const onOther = await hintsOf({ map: toMap(other), ...own });
        assert.match(onOther.join(), /is this the plan's map\?/, format);
        const onTrees = await hintsOf({ map: toMap(other, 'T'), ...own });
        assert.match(
            onTrees.join(),
            /visits to blocked cells: \d+ to T cells \(trees\); --passable \.GSET counts T as free/,
        );
        if (takesTask) {
            const hints = await hintsOf({ map, task: otherTask });
            assert.match(hints.join(), /is this the plan's (?:task|map)/, format);
        }
        if (format === 'mapf-tracker') continue;
        const turned = await toFile({ ...exchanged, agents, grid: null }, format);
        const exchangedFiles = { plan: turned, map: toMap(grid) };
        if (format === 'ccbs' || format === 'lorr') {
            // Their readers take no place, or no start, off the map.
            await assert.rejects(readScenario(exchangedFiles, { format, radius }), {
                code: 'outside-map',
                message: /cells: are rows and columns exchanged, or is it another map\?$/,
            });
            continue;
        }
        const scenario = await readScenario(exchangedFiles, { format });
        const [hint, ...rest] = (await check(scenario)).hints;
        assert.deepEqual(rest, [], format);
        assert.match(hint, /^with x and y exchanged.* the plan would be valid/, format);
    }
});

test('plans in lengths have the hint of another occupancy map, graze files that of another task', async () => {
    const plan = randomPlan(71, 8);
    const { nx, ny } = SIZE;
    const pixels = Array.from({ length: nx * ny }, () => 0).join(' ');
    const map = {
        name: 'm.yaml',
        text: 'image: m.pgm\nresolution: 1\norigin: [-0.5, -0.5, 0]\nnegate: 0\n',
    };
    const image = {
        name: 'm.pgm',
        bytes: new TextEncoder().encode(`P2\n${nx} ${ny}\n255\n${pixels}\n`),
    };
    const tracks = { name: 't.csv', text: 'id,t,x,y\na,0,1,1\na,1,2,1\nb,0,5,5\nb,1,6,5\n' };
    for (const [source, radius] of /** @type {const} */ ([
        [await toFile({ ...plan, grid: null, sizesKnown: true }, 'graze'), 0.3],
        [tracks, 0.3],
    ])) {
        const scenario = await readScenario({ plan: source, map, image }, { radius });
        const count = scenario.agents.length;
        const { hints } = await check(scenario);
        assert.deepEqual(hints, [
            `${count} of ${count} agents begin in blocked cells of the map: is this the plan's map?`,
        ]);
    }
    const agents = plan.agents.map((each) => ({ ...each, start: { x: 90, y: 90 } }));
    const source = await toFile({ ...plan, grid: null, agents }, 'graze');
    assert.deepEqual((await check(await readScenario({ plan: source }))).hints, [
        "8 of 8 agents do not begin at their starts: is this the plan's task?",
    ]);
});

test('characters of a map that a planner takes for free are named, and can be passable', async () => {
    const map = { name: 'a.map', text: 'type octile\nheight 2\nwidth 4\nmap\n.TWT\n@@@.\n' };
    const plan = {
        name: 'p.txt',
        text: '0:(0,0),(3,1),\n1:(1,0),(3,1),\n2:(2,0),(3,1),\n3:(1,0),(3,1),\n',
    };
    const { violations, hints } = await check(await readScenario({ plan, map }));
    assert.equal(violations.length, 1);
    assert.deepEqual(hints, [
        'visits to blocked cells: 2 to T cells (trees), 1 to W cells (water); --passable .GSETW counts T and W as free',
    ]);
    /** @param {string} passable */
    const verdict = async (passable) => check(await readScenario({ plan, map }, { passable }));
    assert.deepEqual((await verdict('.TW')).violations, []);
    assert.deepEqual((await verdict('.W')).hints, [
        'visits to blocked cells: 2 to T cells (trees); --passable .WT counts T as free',
    ]);
    // Without `.` the ground is blocked, too.
    assert.match((await verdict('TW')).hints.join(), /3 to \. cells \(ground\)/);
});

test('bodies with angles have no hints of other frames', async () => {
    const plan = randomPlan(2, 8);
    const boxes = moved(plan, (x, y) => [y, x]).agents.map((agent) => ({
        ...agent,
        shape: /** @type {const} */ ({
            kind: 'polygon',
            points: [
                [0, 0],
                [0.1, 0],
                [0, 0.1],
            ],
            radius: 0,
        }),
    }));
    const { hints } = await check({ ...plan, agents: /** @type {any} */ (boxes) });
    assert.ok(!hints.some((hint) => hint.includes('exchanged')));
});

test('a hint changes neither the plan nor its verdict', async () => {
    const plan = moved(randomPlan(8, 10), (x, y) => [y, x]);
    const before = structuredClone(plan);
    const { violations, valid } = await check(plan);
    assert.deepEqual(plan, before);
    assert.equal(valid, false);
    const other = { ...plan, agents: plan.agents.map((each) => ({ ...each, start: null })) };
    assert.equal(
        (await check(other)).violations.filter(({ kind }) => kind !== 'start').length,
        violations.filter(({ kind }) => kind !== 'start').length,
    );
});

test('paths read in the wrong order give a hint how to read them', async () => {
    const plan = randomPlan(31, 10);
    const { text } = await writeScenario(plan, 'paths');
    const rows = { name: 'p.txt', text: [...text].join('') };
    const read = await readScenario({ plan: rows }, { format: 'paths-xy' });
    assert.deepEqual((await check({ ...read, grid: plan.grid })).hints, [
        'with x and y exchanged the plan would be valid: read it as paths (--format paths)',
    ]);
});

const REAL = inShared('real');
const needsReal = existsSync(REAL) ? false : '../shared/data/real is not here';

test('real plans in other frames, and with other maps, have the expected hints', {
    skip: needsReal,
}, async () => {
    const league = inShared('mapf/league-of-robot-runners/random-32-32-20');
    const ground = {
        map: sourceFile(`${league}.map`),
        task: sourceFile(`${league}-random-1.scen`),
    };
    for (const name of ['today_false.csv', 'tracker_ud.csv']) {
        const plan = sourceFile(`${REAL}/tracker/${name}`);
        const { violations, hints } = await check(await readScenario({ plan, ...ground }));
        assert.equal(violations.length, 2329);
        assert.deepEqual(hints, [
            "with up and down exchanged the plan would be valid: flip_up_down and the name of the plan's column say which way u is",
        ]);
    }
    const fresh = sourceFile(`${REAL}/fresh/l3_room-32-32-4_100_6.txt`);
    const own = sourceFile(`${REAL}/fresh/room-32-32-4.map`);
    const other = { ...ground.map, name: 'random-32-32-20.map' };
    const right = await readScenario({ plan: fresh, map: own });
    assert.deepEqual(right.notices, []);
    assert.deepEqual((await check(right)).hints, []);
    const wrong = await readScenario({ plan: fresh, map: other });
    assert.ok(wrong.notices.some((text) => text.includes('it is of the map "room-32-32-4"')));
    assert.ok((await check(wrong)).violations.length > 100);
    const turned = fresh.text.replaceAll(/\((\d+),(\d+)\)/g, '($2,$1)');
    const exchanged = await readScenario({ plan: { ...fresh, text: turned }, map: own });
    assert.deepEqual((await check(exchanged)).hints, [
        'with x and y exchanged in paths, starts and goals the plan would be valid',
    ]);
});
