import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createSync } from 'graze';
import { readScenario, validate } from 'graze/scenario';
import { NaiveRoutes } from '../bench/naive_routes.js';
import { inRepository, PATIENCE } from '../helpers.js';
import { planOptimally } from './cbs.js';
import { planFiles } from './files.js';
import { makeGraph, movesOf } from './graph.js';
import { randomGrid, randomTasks } from './instance.js';
import { keepRoutes, plan } from './prioritized.js';
import { NoPlan } from './tasks.js';

/** Tests the programs of tests/examples, and the planner as a library, too. */

const g = createSync();
const folder = mkdtempSync(join(tmpdir(), 'graze-examples-'));
after(() => rmSync(folder, { recursive: true }));

/** Asserts that a program has at most `limit` lines besides comments and empty ones. @param {string} name @param {number} limit */
function assertShort(name, limit) {
    const text = readFileSync(inRepository(`tests/examples/${name}`), 'utf8');
    const lines = text.split('\n').filter((line) => !/^\s*(\/\*\*|\*|\/\/|$)/.test(line));
    assert.ok(lines.length <= limit, `${name}: ${lines.length} lines`);
}

/** Returns a grid from its rows; # is blocked. @param {string[]} rows */
function gridOf(rows) {
    const blocked = Uint8Array.from(rows.join(''), (cell) => (cell === '#' ? 1 : 0));
    return { nx: rows.length, ny: rows[0].length, blocked };
}

/** Returns the arrival time of each agent. @param {Pick<ReturnType<typeof plan>, 'paths'>} planned */
const arrivals = ({ paths }) => paths.map(({ legs }) => legs.at(-1)?.end ?? 0);

const CASES = [
    { size: 24, share: 0.15, agents: 30, radius: 0.5, neighbors: 4 },
    { size: 20, share: 0.1, agents: 25, radius: 0.35, neighbors: 8 },
    { size: 16, share: 0, agents: 40, radius: 0.5, neighbors: 4 },
    { size: 16, share: 0, agents: 40, radius: 0.35, neighbors: 8 },
    { size: 12, share: 0.2, agents: 20, radius: 0.3, neighbors: 16 },
    { size: 12, share: 0.1, agents: 12, radius: 0.4, neighbors: 32 },
];

for (const { size, share, agents, radius, neighbors } of CASES) {
    const name = `${agents} agents of radius ${radius} on ${size} x ${size}, ${neighbors} neighbors`;
    test(`${name}: plans are valid`, async () => {
        for (const seed of [1, 2, 3]) {
            const grid = randomGrid(size, size, share, seed);
            const tasks = randomTasks(grid, agents, seed);
            const { paths } = plan(g, makeGraph(g, grid, radius, neighbors), tasks, { seed });
            const scenario = await readScenario(planFiles(grid, tasks, paths, radius));
            const result = await validate(scenario, { graze: g, tolerance: 1e-12 });
            assert.deepEqual(result.violations, []);
            assert.deepEqual(result.notices, []);
            assert.equal(result.checks.goal, agents);
            assert.equal(result.pairsChecked, (agents * (agents - 1)) / 2);
        }
    });
}

test('one seed gives the same plan, another seed another plan', () => {
    const make = (/** @type {number} */ seed) => {
        const grid = randomGrid(16, 16, 0.15, seed);
        const tasks = randomTasks(grid, 20, seed);
        const { paths, counts } = plan(g, makeGraph(g, grid, 0.5, 4), tasks, { seed });
        return [counts, planFiles(grid, tasks, paths, 0.5)];
    };
    assert.deepEqual(make(5), make(5));
    assert.notDeepEqual(make(5), make(6));
});

test('where two agents cross, the second waits for exactly as long as it must', () => {
    const grid = gridOf(['##.##', '##.##', '.....', '##.##', '##.##']);
    const tasks = [
        { start: 10, goal: 14 },
        { start: 2, goal: 22 },
    ];
    const [first, second] = arrivals(plan(g, makeGraph(g, grid, 0.5, 4), tasks));
    assert.equal(first, 4);
    // At right angles, x behind the other, it passes at x / sqrt 2.
    assert.ok(Math.abs(second - (4 + Math.SQRT2)) < 1e-12, String(second));
});

/** Returns the sum of the arrival times. @param {Pick<ReturnType<typeof plan>, 'paths'>} planned */
const costOf = ({ paths }) => paths.reduce((sum, { legs }) => sum + (legs.at(-1)?.end ?? 0), 0);

test('the planner has the same costs, to the last digit, with routes in plain JavaScript', () => {
    for (const [radius, neighbors] of [
        [0.353553, 8],
        [0.45, 4],
        [0.3, 16],
    ]) {
        const grid = randomGrid(16, 16, 0.15, 3);
        const tasks = randomTasks(grid, 20, 3);
        const graph = makeGraph(g, grid, radius, neighbors);
        const keep = () => new NaiveRoutes();
        assert.equal(
            costOf(plan(g, graph, tasks, { seed: 3 })),
            costOf(plan(g, graph, tasks, { seed: 3, keep })),
        );
    }
});

test('the planner frees the routes that it keeps', () => {
    let [kept, freed] = [0, 0];
    const grid = randomGrid(12, 12, 0.1, 2);
    const keep = (/** @type {typeof g} */ instance) => {
        kept++;
        const routes = keepRoutes(instance);
        return { ...routes, free: () => [routes.free(), freed++] };
    };
    plan(g, makeGraph(g, grid, 0.4, 4), randomTasks(grid, 10, 2), { keep });
    assert.ok(kept > 0);
    assert.equal(freed, kept);
});

const SMALL = [
    { size: 5, share: 0.1, agents: 4, radius: 0.4, neighbors: 4 },
    { size: 6, share: 0.1, agents: 5, radius: 0.35, neighbors: 8 },
    { size: 4, share: 0, agents: 4, radius: 0.5, neighbors: 4 },
];

for (const { size, share, agents, radius, neighbors } of SMALL) {
    const name = `${agents} agents on ${size} x ${size}, ${neighbors} neighbors`;
    test(`conflict-based search, ${name}: valid plans, none dearer than prioritized ones`, async () => {
        let better = 0;
        for (const seed of [1, 2, 3, 4]) {
            const grid = randomGrid(size, size, share, seed);
            const tasks = randomTasks(grid, agents, seed);
            const graph = makeGraph(g, grid, radius, neighbors);
            const optimal = planOptimally(g, graph, tasks);
            const scenario = await readScenario(planFiles(grid, tasks, optimal.paths, radius));
            const result = await validate(scenario, { graze: g, tolerance: 1e-12 });
            assert.deepEqual(result.violations, []);
            const cost = costOf(plan(g, graph, tasks, { seed }));
            assert.ok(costOf(optimal) <= cost + 1e-9, `seed ${seed}`);
            if (costOf(optimal) < cost - 1e-9) better++;
        }
        assert.ok(better > 0);
    });
}

test('conflict-based search lets an agent cross behind another one, exactly when it can', () => {
    const grid = gridOf(['...', '...', '...']);
    const tasks = [
        { start: 3, goal: 5 },
        { start: 1, goal: 7 },
    ];
    const ends = arrivals(planOptimally(g, makeGraph(g, grid, 0.4, 4), tasks)).sort();
    // At right angles, x behind the other, it passes at x / sqrt 2: they keep the sum of their radii.
    assert.equal(ends[0], 2);
    assert.ok(Math.abs(ends[1] - (2 + 0.8 * Math.SQRT2)) < 1e-9, String(ends[1]));
});

test('the planners are short', () => {
    for (const name of ['sipp.js', 'prioritized.js', 'cbs.js']) {
        const text = readFileSync(inRepository(`tests/examples/${name}`), 'utf8');
        const isLogic = (/** @type {string} */ line) =>
            !/^(import .*|\s*(\/\*\*|\*|\/\/).*|\s*)$/.test(line);
        const lines = text.split('\n').filter(isLogic);
        assert.ok(lines.length <= 80, `${name}: ${lines.length}`);
    }
});

test('conflict-based search reports that it gives up', () => {
    const corridor = makeGraph(g, gridOf(['...']), 0.5, 4);
    const swap = [
        { start: 0, goal: 2 },
        { start: 2, goal: 0 },
    ];
    assert.throws(() => planOptimally(g, corridor, swap, { maxNodes: 20 }), NoPlan);
});

test('the requested number of moves is generated, and none cuts a corner', () => {
    for (const neighbors of [4, 8, 16, 32]) {
        const moves = movesOf(neighbors).map(String);
        assert.equal(new Set(moves).size, neighbors);
    }
    assert.ok(movesOf(16).map(String).includes('-2,1'));
    const graph = makeGraph(g, gridOf(['.#', '..']), 0.3, 8);
    assert.deepEqual(
        graph.map((place) => place?.moves.map(({ to }) => to.cell)),
        [[2], undefined, [3, 0], [2]],
    );
});

test('the planner reports agents that it cannot plan', () => {
    const corridor = makeGraph(g, gridOf(['...']), 0.5, 4);
    const swap = [
        { start: 0, goal: 2 },
        { start: 2, goal: 0 },
    ];
    assert.throws(() => plan(g, corridor, swap, { rounds: 5 }), {
        name: 'NoPlan',
        message: 'no plan found in 5 orders of the agents',
    });
    const parted = makeGraph(g, gridOf(['.#.']), 0.5, 4);
    assert.throws(() => plan(g, parted, swap), { agent: 0, message: /^no way leads agent 0/ });
    const large = makeGraph(g, gridOf(['...', '...', '...']), 1, 4);
    assert.throws(
        () => plan(g, large, [{ start: 4, goal: 0 }]),
        /agent 0 does not fit into its goal/,
    );
});

/** Runs the planner in a process of its own. @param {string[]} args */
function program(...args) {
    return run('plan.mjs', ...args);
}

/** Runs an example in a process of its own. @param {string} name @param {string[]} args */
function run(name, ...args) {
    const path = inRepository(`tests/examples/${name}`);
    const { status, stdout, stderr } = spawnSync(process.execPath, [path, ...args], {
        encoding: 'utf8',
        timeout: PATIENCE,
    });
    return { code: status, stdout, stderr };
}

/** @param {string} name @param {string} text */
function write(name, text) {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
}

const MAP = 'type octile\nheight 2\nwidth 4\nmap\n....\n@@.@\n';
/** Returns a scenario for a map of width 4. @param {number} height @param {string[]} ends of each agent */
const scenOf = (height, ...ends) =>
    `version 1\n${ends.map((each) => `0\tm.map\t4\t${height}\t${each.replaceAll(' ', '\t')}\t3\n`).join('')}`;

test('the program reads MovingAI files, and graze validates its plans', () => {
    const out = join(folder, 'read');
    const [map, scen] = [write('m.map', MAP), write('m.scen', scenOf(2, '0 0 3 0', '2 1 1 0'))];
    const planned = program('--map', map, '--scen', scen, '--agents', '2', '--out', out);
    assert.equal(planned.stderr, '');
    assert.equal(planned.code, 0);
    assert.match(planned.stdout, /^read: valid, 2 agents/);
    const at = (/** @type {string} */ name) => join(out, `${name}.xml`);
    const validateArgs = [inRepository('js/cli/main.js'), 'validate', at('plan_log'), '--map', map];
    const { status } = spawnSync(process.execPath, [
        ...validateArgs,
        ...['--task', scen, '--config', at('config')],
    ]);
    assert.equal(status, 0);
});

test('the bundled scene is the output of its command', () => {
    const readme = readFileSync(inRepository('web/scenes/README.md'), 'utf8');
    const [, options] = readme.match(/plan\.mjs (.*) --out web\/scenes\/planned/) ?? [];
    const out = join(folder, 'planned');
    assert.equal(program(...options.split(' '), '--out', out).code, 0);
    for (const name of ['map', 'task', 'config', 'plan_log']) {
        const bundled = readFileSync(inRepository(`web/scenes/planned/${name}.xml`), 'utf8');
        assert.equal(readFileSync(join(out, `${name}.xml`), 'utf8'), bundled, name);
    }
});

test('the program has the documented exit codes', () => {
    const map = write('m.map', MAP);
    const corridor = write('corridor.map', 'type octile\nheight 1\nwidth 4\nmap\n....\n');
    const scen = write('swap.scen', scenOf(1, '0 0 3 0', '3 0 0 0'));
    const out = join(folder, 'none');
    const cases = /** @type {[number, RegExp, string[]][]} */ ([
        [0, /^$/, ['--help']],
        [1, /^no plan found in 3 orders/, ['--map', corridor, '--scen', scen, '--rounds', '3']],
        [2, /^--radius must be/, ['--radius', 'x']],
        [2, /^--neighbors must be/, ['--neighbors', '5']],
        [2, /--nonsense/, ['--nonsense']],
        [2, /^--scen needs its --map/, ['--scen', scen]],
        [3, /no such file/, ['--map', join(folder, 'nowhere')]],
        [3, /m\.map: |too few for 50/, ['--map', map, '--agents', '50']],
        [3, /^.*:1:1: /, ['--map', write('bad.map', 'nonsense')]],
    ]);
    for (const [code, message, args] of cases) {
        const more = args.includes('--agents') ? [] : ['--agents', '2'];
        const result = program('--out', out, ...args, ...more);
        assert.match(result.stderr, message);
        assert.equal(result.code, code, args.join(' '));
        assert.ok(!existsSync(out));
    }
    assert.equal(program('--agents', '2').code, 2);
});

test('a robot with forks can turn around a pillar between them, and its hull cannot', () => {
    const { code, stdout, stderr } = run('concave-robot.mjs');
    assert.deepEqual([code, stderr], [0, '']);
    // An inner side, 0.45 m from the axle's line, meets the pillar when 0.65 sin(angle) + 0.2 is 0.45.
    const turned = 4 + Math.asin(0.25 / 0.65) / (Math.PI / 6);
    assert.deepEqual(stdout.trimEnd().split('\n'), [
        `around the axle: contact at ${turned.toFixed(3)} s`,
        'around the pillar: 0.250 m apart',
        'around the pillar, as its hull: contact at 2.500 s',
    ]);
});

test('a ball bounces off the walls of a room, and never leaves it', () => {
    const { code, stdout, stderr } = run('bouncing-ball.mjs');
    assert.deepEqual([code, stderr], [0, '']);
    const bounces = [...stdout.matchAll(/^(.+) s: part (\d+), at \((.+), (.+)\)$/gm)].map(
        ([, ...numbers]) => numbers.map(Number),
    );
    assert.deepEqual(
        bounces.map(([, part]) => part),
        [1, 2, 0, 5, 2, 7, 3, 7, 3, 7, 3, 7],
    );
    /** @type {[number, number][]} */
    const corners = [
        [0, 0],
        [8, 0],
        [8, 3],
        [4, 3],
        [4, 6],
        [0, 6],
    ];
    let [time, x, y, vx, vy] = [0, 6, 1, 3.1, 1.7];
    for (const [t, part, toX, toY] of bounces) {
        assert.ok(Math.hypot(x + vx * (t - time) - toX, y + vy * (t - time) - toY) < 1e-2);
        [time, x, y] = [t, toX, toY];
        // Sides of the room are parallel to an axis, and so are those of the pillar that it meets.
        const [fromX, fromY] = corners[part] ?? [3, 3];
        const [endX, endY] = part < 6 ? corners[(part + 1) % 6] : [3, 5];
        const near = [
            Math.max(Math.min(fromX, endX), Math.min(x, Math.max(fromX, endX))),
            Math.max(Math.min(fromY, endY), Math.min(y, Math.max(fromY, endY))),
        ];
        const [dx, dy] = [near[0] - x, near[1] - y];
        assert.ok(Math.abs(Math.hypot(dx, dy) - 0.25) < 1e-3, `${t}: ${Math.hypot(dx, dy)}`);
        const speed = (2 * (vx * dx + vy * dy)) / (dx * dx + dy * dy);
        [vx, vy] = [vx - speed * dx, vy - speed * dy];
    }
});

test('a car and its trailer turn into a gap: the output and the length of the program', () => {
    const { code, stdout, stderr } = run('car-with-trailer.mjs');
    assert.deepEqual([code, stderr], [0, '']);
    assert.deepEqual(stdout.trimEnd().split('\n'), [
        'turn at x = -4: the trailer meets the near car at t = 6.077',
        'turn at x = -3: free',
        'turn at x = -2: free',
        'turn at x = -1: free',
        'turn at x = 0: the car meets the far car at t = 5.718',
        'turn at x = 1: the car meets the far car at t = 5.880',
        'turn at x = 2: the car meets the far car at t = 6.155',
    ]);
    assertShort('car-with-trailer.mjs', 40);
});

test('a game: balls stay in a level of tiles, and a ray, a bullet and a pointer find bodies', () => {
    const { code, stdout, stderr } = run('game.mjs');
    assert.deepEqual([code, stderr], [0, '']);
    const [contacts, ...others] = stdout.trimEnd().split('\n');
    assert.match(contacts, /^[1-9]\d{3,} contacts in 10 s$/);
    assert.deepEqual(others, [
        '0 balls have left the level',
        // It meets the left side of the tile at (31, 2), 29.5 of 33 m along x.
        'the guard sees a tile after 0.894 of the way',
        'the bullet meets body 39 at x = 8.500',
        'under the pointer: 39',
    ]);
    assertShort('game.mjs', 80);
});

test('a robot arm of six joints meets a table and a post, or passes them', () => {
    const { code, stdout, stderr } = run('robot-arm.mjs');
    assert.equal(code, 0, stderr);
    assert.deepEqual(stdout.trim().split('\n'), [
        'low, table: link 5 meets it after 1.031065 s, least gap -0.099703 m',
        'low, post: link 2 meets it after 0.932258 s, least gap -0.105221 m',
        'high, table: free, least gap 0.005000 m',
        'high, post: free, least gap 0.136606 m',
    ]);
    assertShort('robot-arm.mjs', 40);
});

test('a gripper closes on a part: distances as lines, and cones of contact', () => {
    const { code, stdout, stderr } = run('gripper.mjs');
    assert.deepEqual([code, stderr], [0, '']);
    assert.deepEqual(stdout.trimEnd().split('\n'), [
        // The ends of the fingers are 8 mm above the table, and rounded by 2 mm.
        'finger 0: 24.93 mm, from -53.1, 0.0, 9.3 to -30.0, 0.0, 0.0',
        '  closes by 28.67 mm, touches at -24.6, 0.0, 9.0',
        'finger 1: 24.93 mm, from 53.1, 0.0, 9.3 to 30.0, 0.0, 0.0',
        '  closes by 28.67 mm, touches at 24.6, 0.0, 9.0',
        'table: touching, holds along (0, 0, 1)',
        'edges: touching, free along all between (1, 0, 0) and (0, 1, 0)',
    ]);
    assertShort('gripper.mjs', 80);
});

test('a planner chooses one of 1,000 maneuvers: the output and the length of the program', () => {
    const { code, stdout, stderr } = run('driving.mjs');
    assert.deepEqual([code, stderr], [0, '']);
    assert.deepEqual(stdout.trimEnd().split('\n'), [
        '894 of 1000 meet something, 26 of them a rail first',
        '106 are free; the best goes 0.0 m to the left, to 17 m/s,',
        // Between lanes that are 3.5 m apart, half widths of 0.95 and 0.9 m leave 1.65 m, less the tolerance.
        'and stays 1.64 m away, of at most 2 m that count',
    ]);
    assertShort('driving.mjs', 80);
});
