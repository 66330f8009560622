import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createSync } from 'graze';
import {
    blankScenario,
    readScenario,
    repair,
    validate,
    writableFormats,
    writeScenario,
} from 'graze/scenario';
import { writeChecked } from '../../js/cli/rewriting/plan_files.js';
import { withAxes } from '../../js/formats/steps/axes_order.js';
import { SAMPLES } from '../browser/samples.js';
import { grazeHere } from '../cli/here.js';
import fc from '../fast_check.js';
import { inRepository, inShared, needsShared, sourceFile } from '../helpers.js';

/** @import { Agent, BodyShape, MotionPiece, Scenario } from 'graze/scenario' */

const g = createSync();
const folder = mkdtempSync(join(tmpdir(), 'graze-convert-'));
after(() => rmSync(folder, { recursive: true }));

/** Writes a plan in the frame of a log. @param {Scenario} scenario */
async function toLog(scenario) {
    const { text, notices } = await writeScenario({ ...scenario, axes: 'down-right' }, 'ccbs');
    return { text: [...text].join(''), notices };
}

/** @param {string} text @param {number} [radius] */
function fromLog(text, radius = 0.3) {
    return readScenario({ plan: { name: 'plan.xml', text } }, { format: 'ccbs', radius });
}

/** Returns motions without their places in the file. @param {Scenario} scenario */
function motionsOf({ agents }) {
    return agents.map(({ motion }) => motion.map(({ source: _, ...rest }) => rest));
}

/** Returns the files of a plan's folder. @param {string} path */
function filesOf(path) {
    const names = readdirSync(path);
    /** @param {RegExp} pattern */
    const find = (pattern) => {
        const name = names.find((each) => pattern.test(each));
        assert.ok(name);
        return sourceFile(`${path}/${name}`, name);
    };
    return {
        plan: find(/_log\.xml$/),
        map: find(/map\.xml$/),
        task: find(/task\.xml$/),
        config: find(/config\.xml$/),
    };
}

const SCENES = inRepository('web/scenes');
const scenes = readdirSync(SCENES, { withFileTypes: true })
    .filter((each) => each.isDirectory())
    // The other scenes have other formats.
    .filter(({ name }) => existsSync(`${SCENES}/${name}/plan_log.xml`));

for (const { name } of scenes) {
    test(`scene ${name}: written and read again, all motions are the same bit for bit`, async () => {
        const plan = await readScenario(filesOf(`${SCENES}/${name}`));
        const { text, notices } = await toLog(plan);
        const back = await fromLog(text);
        assert.deepEqual(motionsOf(back), motionsOf(plan));
        assert.deepEqual(
            back.agents.map(({ start, goal }) => ({ start, goal })),
            plan.agents.map(({ start, goal }) => ({ start, goal })),
        );
        assert.deepEqual(back.notices, []);
        assert.ok(!notices.some((notice) => notice.includes('last digit')));
        assert.equal((await toLog(back)).text, text);
    });
}

test('losses are reported: the size, the map', async () => {
    const plan = await readScenario(filesOf(`${SCENES}/crossing`));
    const { notices } = await toLog(plan);
    assert.deepEqual(notices, [
        'the radius 0.353553 is not in a CCBS log: give it (--radius), or a configuration with agent_size',
        'the map is a file of its own',
    ]);
});

/** @param {MotionPiece[]} motion @param {Partial<Agent>} [given] @returns {Agent} */
function movingAgent(motion, given) {
    const start = null;
    const shape = /** @type {const} */ ({ kind: 'disc', radius: 0.3 });
    return { name: '0', shape, start, goal: null, motion, ...given };
}

/** @param {Agent[]} agents @param {Partial<Scenario>} [given] @returns {Scenario} */
function scenario(agents, given) {
    return { ...blankScenario('test'), agents, ...given };
}

test('plans with random sums of durations are written and read bit for bit', async () => {
    const coordinate = fc.integer({ min: -9999, max: 9999 }).map((n) => n / 97);
    await fc.assert(
        fc.asyncProperty(
            fc.array(fc.tuple(coordinate, coordinate), { minLength: 2, maxLength: 12 }),
            fc.array(fc.double({ min: 1e-6, max: 1000, noNaN: true }), {
                minLength: 12,
                maxLength: 12,
            }),
            async (places, durations) => {
                const sections = places.slice(1).map(([x, y], k) => {
                    const [fromX, fromY] = places[k];
                    const way = `start_i="${fromX}" start_j="${fromY}" goal_i="${x}" goal_j="${y}"`;
                    return `<section number="${k}" ${way} duration="${durations[k]}"/>`;
                });
                const text = `<root><log><agent number="0"><path>${sections.join('')}</path></agent></log></root>`;
                const plan = await fromLog(text);
                const { text: again, notices } = await toLog(plan);
                assert.ok(!notices.some((notice) => notice.includes('last digit')), again);
                assert.deepEqual(motionsOf(await fromLog(again)), motionsOf(plan));
            },
        ),
        { numRuns: 300, seed: 3 },
    );
});

test('a repaired plan keeps its times to the last bit', async () => {
    const plan = await readScenario(filesOf(`${SCENES}/conflict`));
    const { scenario: repaired, changes } = await repair({ ...plan, grid: null }, { graze: g });
    assert.ok(changes.length > 0);
    const { text, notices } = await toLog(repaired);
    assert.ok(!notices.some((notice) => notice.includes('last digit')), notices.join());
    const back = await fromLog(text, 0.353553);
    assert.deepEqual(motionsOf(back), motionsOf(repaired));
    assert.equal((await validate(back, { graze: g })).valid, true);
});

test('times that are not sums of durations change in a last digit, and that is reported', async () => {
    await fc.assert(
        fc.asyncProperty(
            fc.array(fc.double({ min: 1e-3, max: 100, noNaN: true }), {
                minLength: 2,
                maxLength: 30,
            }),
            async (spans) => {
                let now = 0;
                const motion = spans.map((span, k) => {
                    // Each agent moves at speed 1, with its own rounding of positions and times.
                    const [t0, t1] = [now, now + span];
                    now = t1;
                    return { t0, t1, x: [t0, 1], y: [k % 2 ? 0 : -0], end: { x: t1, y: 0 } };
                });
                const plan = scenario([movingAgent(motion)]);
                const back = await fromLog((await toLog(plan)).text);
                const [read] = back.agents.map(({ motion: each }) => each);
                assert.equal(read.length, motion.length);
                read.forEach((segment, k) => {
                    const { t0, t1 } = motion[k];
                    const slack = 4 * Number.EPSILON * Math.max(1, t1);
                    assert.ok(Math.abs(segment.t0 - t0) <= slack);
                    assert.ok(Math.abs(segment.t1 - t1) <= slack);
                    assert.ok(Math.abs(segment.x[1] - 1) < 1e-9);
                });
                assert.equal((await validate(back, { graze: g })).valid, true);
            },
        ),
        { numRuns: 200, seed: 4 },
    );
});

const EAST = { t0: 0, t1: 4, x: [0, 1], y: [0], end: { x: 4, y: 0 } };

test('agents that begin late or never move are written', async () => {
    const late = { ...EAST, t0: 3, t1: 7 };
    const still = movingAgent([], { start: { x: 9, y: 9 } });
    const { text, notices } = await toLog(scenario([movingAgent([late]), still]));
    const back = await fromLog(text);
    assert.deepEqual(
        motionsOf(back)[0].map(({ t0, t1 }) => [t0, t1]),
        [
            [0, 3],
            [3, 7],
        ],
    );
    assert.deepEqual(motionsOf(back)[1], [{ t0: 0, t1: 0, x: [9], y: [9], end: { x: 9, y: 9 } }]);
    assert.ok(notices.includes('1 agents that begin after 0 get a wait as their first section'));
    assert.ok(notices.some((notice) => notice.startsWith('starts and goals are left out')));
});

test('a plan that a log cannot carry is an error that says why', async () => {
    /** @param {Scenario} plan @param {RegExp} message */
    const refuses = async (plan, message) => {
        await assert.rejects(toLog(plan), (error) => {
            const { code, message: text } = /** @type {any} */ (error);
            assert.equal(code, 'cannot-carry');
            assert.match(text, message);
            return true;
        });
    };
    const east = movingAgent([EAST]);
    const big = movingAgent([EAST], { shape: { kind: 'disc', radius: 1 } });
    const square = movingAgent([EAST], { shape: { kind: 'polygon', points: [[0, 0]], radius: 1 } });
    await refuses(scenario([]), /there are no agents/);
    await refuses(scenario([east, big]), /agent 0 has the radius 0\.3, agent 1 1/);
    await refuses(scenario([east, square]), /agent 1 is not a disc/);
    await refuses(scenario([movingAgent([{ ...EAST, x: [0, 0, 0.25] }])]), /not straight/);
    await refuses(scenario([movingAgent([{ ...EAST, t0: -1 }])]), /appears at t = -1/);
    await refuses(
        scenario([movingAgent([{ ...EAST, t0: 1, t1: 5 }])], { beforeStart: 'vanish' }),
        /agent 0 appears at t = 1/,
    );
    const on = { t0: 4, t1: 8, x: [4, 1], y: [0], end: { x: 8, y: 0 } };
    await refuses(scenario([movingAgent([EAST, { ...on, t0: 5 }])]), /no motion from t = 4 to 5/);
    await refuses(scenario([movingAgent([EAST, { ...on, x: [4.5, 1] }])]), /jumps after piece 0/);
    await refuses(
        scenario([movingAgent([{ ...EAST, end: { x: 5, y: 0 } }])]),
        /does not lead to its end/,
    );
    await refuses(
        scenario([movingAgent([{ ...EAST, t1: 0 }, on])]),
        /jumps|no motion|no time|not lead to its end/,
    );
    await assert.rejects(
        writeScenario(scenario([movingAgent([{ ...EAST, t1: Number.NaN }])]), 'ccbs'),
        {
            code: 'not-finite',
            argument: 'scenario.agents[0].motion[0].t1',
        },
    );
    await assert.rejects(writeScenario(scenario([east]), 'lacam'), { code: 'unknown-format' });
    await assert.rejects(writeScenario(scenario([east]), /** @type {any} */ (undefined)), {
        code: 'unknown-format',
    });
});

test('other losses are reported: bodies beside the plan, vanishing, speed, steps', async () => {
    const obstacle = {
        name: 'wall',
        shape: /** @type {const} */ ({ kind: 'disc', radius: 1 }),
        pose: { x: 50, y: 50, angle: 0 },
    };
    const plan = scenario([movingAgent([{ ...EAST, t1: 2, x: [0, 2] }], { name: 'Anna' })], {
        obstacles: [obstacle],
        atGoal: 'vanish',
        sizesKnown: false,
        discrete: { cells: [Int32Array.of(0, 0, 4, 0)], commanded: null },
    });
    const { notices } = await toLog(plan);
    for (const part of [
        '1 obstacles',
        'vanish',
        'faster than 1',
        'in steps',
        'the size of the agents',
        'names',
    ]) {
        assert.ok(
            notices.some((notice) => notice.includes(part)),
            part,
        );
    }
});

test('rows and columns are exchanged between formats that order them differently, and only there', () => {
    const plan = scenario([movingAgent([EAST], { start: { x: 0, y: 1 }, goal: { x: 4, y: 2 } })], {
        axes: 'right-down',
        grid: { nx: 3, ny: 2, blocked: Uint8Array.of(1, 0, 0, 0, 1, 0) },
        roadmap: { nodes: [{ x: 1, y: 2 }], edges: [] },
        discrete: { cells: [Int32Array.of(0, 1, 2, 3)], commanded: null },
    });
    const turned = withAxes(plan, 'down-right');
    assert.deepEqual(turned.agents[0].motion[0], {
        ...EAST,
        x: [0],
        y: [0, 1],
        end: { x: 0, y: 4 },
    });
    assert.deepEqual(turned.agents[0].goal, { x: 2, y: 4 });
    assert.deepEqual(turned.grid, { nx: 2, ny: 3, blocked: Uint8Array.of(1, 0, 1, 0, 0, 0) });
    assert.deepEqual(turned.roadmap?.nodes, [{ x: 2, y: 1 }]);
    assert.deepEqual(turned.discrete?.cells, [Int32Array.of(1, 0, 3, 2)]);
    assert.deepEqual(withAxes(turned, 'right-down'), plan);
    assert.equal(withAxes(plan, 'right-down'), plan);
    // The direction of y in a drawing changes no cell of the map.
    const up = { ...plan, axes: /** @type {const} */ ('right-up') };
    assert.deepEqual(withAxes(up, 'down-right'), turned);
    assert.equal(withAxes(up, 'right-down'), up);
    const square = movingAgent([EAST], { shape: { kind: 'polygon', points: [[0, 0]], radius: 1 } });
    assert.throws(() => withAxes({ ...plan, agents: [square] }, 'down-right'), {
        code: 'cannot-carry',
    });
});

/** Map that changes when rows and columns, or up and down, are exchanged. */
const MAP = file('type octile\nheight 3\nwidth 4\nmap\n..@.\n....\n@...\n', 'm.map');

/** Two agents that swap cells, one that enters a blocked cell, and one that meets nobody. */
const MEETING = [
    [0, 0, 1, 0, 1, 1],
    [1, 0, 0, 0, 0, 1],
    [3, 0, 2, 0, 2, 1],
    [1, 2, 2, 2, 3, 2],
];

const TASK_OF_MEETING = file(
    `version 1\n${MEETING.map(([x, y, , , u, v]) => `0\tm.map\t4\t3\t${x}\t${y}\t${u}\t${v}\t2\n`).join('')}`,
    'm.scen',
);

/** @param {string} text @param {string} name */
function file(text, name) {
    return { name, text };
}

/**
 * Reads a plan in steps of a format with the map above, and with the task if the format takes one.
 *
 * @param {string} text
 * @param {string} format
 */
function onMap(text, format) {
    const plan = { plan: file(text, `p.${format}`) };
    const isOwn = format === 'graze';
    const task = isOwn || format === 'libmrp' || format === 'lorr' ? {} : { task: TASK_OF_MEETING };
    const files = isOwn ? plan : { ...plan, map: MAP, ...task };
    return readScenario(files, { format, radius: isOwn ? undefined : 0.4 });
}

/**
 * Returns the violations of a plan: positions in columns and rows, times and depths rounded.
 *
 * @param {Scenario} scenario
 * @param {boolean} isDiscrete with conflicts of the discrete model, which logs of CCBS do not have
 */
async function faultsOf(scenario, isDiscrete) {
    const { valid, violations } = await validate(scenario, { graze: g });
    const isTurned = scenario.axes === 'down-right';
    /** @param {number | null | undefined} value */
    const rounded = (value) => value?.toFixed(6);
    const faults = violations.map(({ kind, agents, interval, depth, position = [] }) => {
        const place = isTurned ? position.toReversed() : position;
        const numbers = [...interval, depth, ...place].map(rounded);
        // A plan that is not in whole steps has the same overlaps.
        const name = isDiscrete ? kind : kind.replace(/^(?:vertex|edge)$/, 'agent-agent');
        return `${name} ${agents.join(' ')}: ${numbers.join(' ')}`;
    });
    return { valid, faults: faults.sort() };
}

test('a plan keeps its relation to its map in every format of grids, in every order of conversions', async () => {
    const formats = [
        'kei18',
        'paths',
        'paths-xy',
        'mapf-tracker',
        'libmrp',
        'lorr',
        'ccbs',
        'graze',
    ];
    const text = MEETING.map((cells, a) => {
        const places = [0, 2, 4].map((k) => `(${cells[k + 1]},${cells[k]})->`);
        return `Agent ${a}: ${places.join('')}\n`;
    });
    const first = await onMap(text.join(''), 'paths');
    const { valid, faults } = await faultsOf(first, true);
    assert.equal(valid, false);
    assert.deepEqual(
        new Set(faults.map((fault) => fault.split(' ')[0])),
        new Set(['agent-obstacle', 'edge']),
    );
    /** @param {Scenario} plan @param {string} format */
    const as = async (plan, format) => {
        const made = await writeScenario(plan, format);
        return onMap([...made.text].join(''), format);
    };
    for (const from of formats) {
        const plan = await as(first, from);
        for (const to of formats) {
            const back = await as(plan, to);
            const isDiscrete = from !== 'ccbs' && to !== 'ccbs';
            const expected = await faultsOf(first, isDiscrete);
            assert.deepEqual(await faultsOf(back, isDiscrete), expected, `${from} to ${to}`);
        }
    }
});

/** Returns plans of every kind that some format cannot carry. @returns {Record<string, Scenario>} */
function kinds() {
    const disc = movingAgent([EAST], { start: { x: 0, y: 0 }, goal: { x: 4, y: 0 } });
    /** @param {number} t0 @param {number} y @returns {Agent} */
    const stepping = (t0, y) => {
        const motion = [0, 1, 2].map((x) => ({ t0: t0 + x, t1: t0 + x + 1, x: [x, 1], y: [y] }));
        return movingAgent(motion, { name: `s${y}`, start: { x: 0, y }, goal: { x: 3, y } });
    };
    const late = stepping(1, 1);
    const first = { t0: 0, t1: 1, x: [0], y: [1] };
    const stepped = [stepping(0, 0), { ...late, motion: [first, ...late.motion] }];
    const cells = [
        Int32Array.of(0, 0, 1, 0, 2, 0, 3, 0),
        Int32Array.of(0, 1, 0, 1, 1, 1, 2, 1, 3, 1),
    ];
    const steps = { timeStep: 1, speedLimit: 1, discrete: { cells, commanded: null } };
    const square = /** @type {BodyShape} */ ({
        kind: 'polygon',
        points: [
            [-0.2, -0.2],
            [0.2, -0.2],
            [0.2, 0.2],
            [-0.2, 0.2],
        ],
        radius: 0,
    });
    const mirrored = stepped.map((each) => ({
        ...each,
        start: null,
        goal: null,
        motion: each.motion.map(({ x, ...rest }) => ({ ...rest, x: x.map((c) => -c) })),
    }));
    return {
        disc: scenario([disc]),
        'in steps': scenario(stepped, steps),
        'in steps, without sizes': scenario(stepped, { ...steps, sizesKnown: false }),
        'in steps, one late': scenario([stepped[0], late], steps),
        'in steps, vanishing': scenario(stepped, { ...steps, atGoal: 'vanish' }),
        'in steps, rows first': scenario(stepped, { ...steps, axes: 'down-right' }),
        'in steps, without starts': scenario(
            stepped.map((each) => ({ ...each, start: null, goal: null })),
            steps,
        ),
        'in steps, below 0': scenario(mirrored, { timeStep: 1 }),
        'standing still': scenario([movingAgent([], { start: { x: 1, y: 1 } }), disc]),
        'two sizes': scenario([
            disc,
            movingAgent([EAST], { shape: { kind: 'disc', radius: 0.1 } }),
        ]),
        square: scenario([movingAgent([{ ...EAST, angle: [0, 1] }], { shape: square })]),
        curved: scenario([movingAgent([{ t0: 0, t1: 2, x: [0, 0, 1], y: [0] }])]),
        late: scenario([movingAgent([{ ...EAST, t0: 1.5, t1: 5.5 }])], {
            beforeStart: 'vanish',
            atGoal: 'vanish',
        }),
        obstacle: scenario([disc], {
            obstacles: [{ name: 'wall', shape: square, pose: { x: 9, y: 9, angle: 0.5 } }],
        }),
    };
}

/**
 * Writes a plan in a format, and asserts that it fails only if the format cannot carry the plan.
 *
 * @param {Scenario} plan
 * @param {string} format
 * @param {string} what
 */
async function isCarried(plan, format, what) {
    const files = { plan: { name: 'plan', text: '' } };
    const readOptions = { radius: plan.sizesKnown ? undefined : 0 };
    try {
        const other = { ...plan, format: plan.format === format ? 'test' : plan.format };
        const { chunks } = await writeChecked(
            { scenario: other, files, readOptions },
            other,
            format,
            {
                graze: g,
            },
        );
        assert.ok(chunks.join('').length > 0);
        return true;
    } catch (error) {
        const { code, message } = /** @type {any} */ (error);
        assert.equal(code, 'cannot-carry', `${what} as ${format}: ${message}`);
        assert.doesNotMatch(message, /read again/, `${what} as ${format}`);
        return false;
    }
}

test("every reader's plan is written in every format that can carry it, and is cannot-carry in others", async () => {
    const formats = (await writableFormats()).map(({ name }) => name);
    /** @type {Record<string, Scenario>} */
    const plans = kinds();
    for (const { what, format, files, radius } of SAMPLES) {
        const given = Object.fromEntries(
            files.map(({ role, name, text }) => {
                const content =
                    role === 'image' ? { bytes: Buffer.from(text, 'latin1') } : { text };
                return [role, { name, ...content }];
            }),
        );
        const read = /** @type {any} */ (given);
        plans[`${format}: ${what}`] = await readScenario(read, { format, radius });
    }
    /** @type {Record<string, string[]>} */
    const carried = {};
    for (const [what, plan] of Object.entries(plans)) {
        carried[what] = [];
        for (const format of formats) {
            if (await isCarried(plan, format, what)) carried[what].push(format);
        }
        assert.ok(carried[what].includes('graze'), what);
    }
    const all = formats.filter((name) => name !== 'graze').sort();
    for (const what of ['in steps', 'in steps, without sizes', 'in steps, rows first']) {
        assert.deepEqual(carried[what].filter((name) => name !== 'graze').sort(), all, what);
    }
    assert.deepEqual(carried.square, ['graze']);
    // A plan can be written in the format that it came from.
    for (const format of formats) {
        const own = Object.keys(carried).filter((what) => what.startsWith(`${format}: `));
        assert.ok(own.some((what) => carried[what].includes(format)) || own.length === 0, format);
    }
});

test('graze convert and repair --to write a format that needs a task from one that has it', async () => {
    const plan = join(folder, 'task.txt');
    const task = join(folder, 'task.scen');
    writeFileSync(plan, '0:(0,0),(2,0),\n1:(1,0),(2,0),\n2:(1,1),(1,0),\n3:(1,2),(0,0),\n');
    writeFileSync(task, 'version 1\n0\tm\t3\t3\t0\t0\t1\t2\t3\n0\tm\t3\t3\t2\t0\t0\t0\t2\n');
    const out = join(folder, 'task.csv');
    const target = ['--to', 'mapf-tracker', '--task', task];
    for (const args of [
        ['convert', plan, out, ...target],
        ['repair', plan, '--out', out, ...target],
        ['convert', plan, out, '--to', 'mapf-tracker'],
    ]) {
        rmSync(out, { force: true });
        const { code, stderr } = await grazeHere(args);
        assert.equal(code, 0, stderr);
        assert.equal((await grazeHere(['validate', out, '--task', task])).code, 0);
    }
});

/** @param {string} name @param {string[]} [which] */
function scene(name, which = ['map', 'task', 'config']) {
    const at = (/** @type {string} */ file) => `${SCENES}/${name}/${file}`;
    return [at('plan_log.xml'), ...which.flatMap((each) => [`--${each}`, at(`${each}.xml`)])];
}

test('graze repair writes the repaired plan to --out, and reports the changes', async () => {
    const out = join(folder, 'mended.xml');
    const files = scene('conflict', ['task', 'config']);
    const { code, stdout, stderr } = await grazeHere(['repair', ...files, '--out', out]);
    assert.equal(code, 0, stderr);
    assert.equal(stdout, '');
    assert.match(stderr, /repaired by delays of [\d.]+ in all \(the minimum\)\n/);
    assert.match(stderr, /agent 1 arrives [\d.]+ later: waits [\d.]+ at \(5, 3\) from t = /);
    assert.match(stderr, /notice: the radius/);
    assert.equal((await grazeHere(['validate', out, ...files.slice(1)])).code, 0);
    // A second repair finds nothing to change, and writes the same file.
    const again = await grazeHere(['repair', out, ...files.slice(1), '--quiet']);
    assert.equal(again.code, 0);
    assert.equal(again.stdout, readFileSync(out, 'utf8'));
    assert.equal(again.stderr, '');
});

test('graze repair --report json has the documented form', async () => {
    const out = join(folder, 'mended.xml');
    const files = scene('conflict', ['task', 'config']);
    const { code, stdout } = await grazeHere([
        'repair',
        ...files,
        '--out',
        out,
        '--report',
        'json',
    ]);
    assert.equal(code, 0);
    const report = JSON.parse(stdout);
    assert.deepEqual(
        [report.schema, report.status, report.outcome, report.format, report.optimal],
        [2, 'repaired', 'optimal', 'ccbs', true],
    );
    assert.ok(report.totalDelay > 0 && report.lowerBound <= report.totalDelay);
    assert.deepEqual(Object.keys(report.changes[0]), ['agent', 'name', 'waits', 'arrivalDelay']);
    assert.deepEqual(Object.keys(report.changes[0].waits[0]), [
        'piece',
        'position',
        'time',
        'duration',
    ]);
    const both = await grazeHere(['repair', ...files, '--report', 'json']);
    assert.equal(both.stdout, readFileSync(out, 'utf8'));
    assert.deepEqual(JSON.parse(both.stderr), report);
});

test('graze repair of a plan that no waits repair exits with 1, prints the reason and writes nothing', async () => {
    const out = join(folder, 'none.xml');
    const { code, stdout, stderr } = await grazeHere([
        'repair',
        ...scene('conflict'),
        '--out',
        out,
    ]);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /cannot be repaired: agent 5 is .* deep in blocked cell/);
    assert.equal(existsSync(out), false);
    const json = await grazeHere([
        'repair',
        ...scene('conflict'),
        '--out',
        out,
        '--report',
        'json',
    ]);
    assert.equal(json.code, 1);
    const { status, outcome, reason, exactValues } = JSON.parse(json.stdout);
    assert.deepEqual([status, outcome], ['unrepaired', 'impossible']);
    // Each number in the reason equals, with all its digits, the one in the report.
    const full = await grazeHere([
        'repair',
        ...scene('conflict'),
        '--out',
        out,
        '--digits',
        'full',
    ]);
    let whole = reason;
    for (const [offset, value] of exactValues.toReversed()) {
        const shown = String(Number(value.toPrecision(6)));
        assert.ok(whole.startsWith(shown, offset), `${value} at ${offset}`);
        whole = `${whole.slice(0, offset)}${value}${whole.slice(offset + shown.length)}`;
    }
    assert.ok(exactValues.length > 0);
    assert.ok(stderr.includes(`cannot be repaired: ${reason}\n`));
    assert.ok(full.stderr.includes(`cannot be repaired: ${whole}\n`));
});

test('graze repair exits with 4 if the search ends without a proof, and writes nothing', async () => {
    const plan = join(folder, 'walks.txt');
    const steps = [
        '(1,0),(0,0),(0,1),(5,1),(6,0),',
        '(1,0),(0,0),(0,1),(6,1),(6,1),',
        '(1,0),(0,1),(0,1),(7,1),(6,2),',
        '(1,0),(0,2),(1,1),(8,1),(6,3),',
    ];
    writeFileSync(plan, steps.map((cells, t) => `${t}:${cells}\n`).join(''));
    const out = join(folder, 'none.txt');
    // The time ends before the search begins.
    const args = ['repair', plan, '--time-limit', '1e-9', '--out', out];
    const { code, stdout, stderr } = await grazeHere(args);
    assert.deepEqual([code, stdout], [4, '']);
    assert.match(stderr, /: gave up: no waits that separate .* were found .*; there may be some\n/);
    assert.match(stderr, /\nnotice: the time limit ended the search, after 0 of at most 10000/);
    assert.equal(existsSync(out), false);
    const report = JSON.parse((await grazeHere([...args, '--report', 'json'])).stdout);
    assert.deepEqual([report.status, report.outcome], ['unrepaired', 'gave-up']);
    assert.deepEqual([report.endedBy, report.maxIterations], ['time-limit', 10_000]);
    const wrong = await grazeHere(['repair', plan, '--time-limit', '0']);
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /--time-limit must be above 0 and at most 2000000, got 0/);
    assert.equal((await grazeHere(['repair', plan, '--out', out])).code, 0);
    assert.equal(existsSync(out), true);
});

test('a body that spins too often for a list of contacts gives a notice, and never exit 70', async () => {
    /** @type {Agent[]} */
    const agents = [
        {
            name: 'bar',
            shape: {
                kind: 'polygon',
                points: [
                    [-2, -0.1],
                    [2, -0.1],
                    [2, 0.1],
                    [-2, 0.1],
                ],
                radius: 0,
            },
            start: null,
            goal: null,
            motion: [{ t0: 0, t1: 1, x: [0], y: [0], angle: [0.5, 2e5 * Math.PI] }],
        },
        {
            name: 'disc',
            shape: { kind: 'disc', radius: 0.1 },
            start: null,
            goal: null,
            motion: [{ t0: 0, t1: 1, x: [1.5], y: [0.3] }],
        },
    ];
    const plan = join(folder, 'spin.json');
    const spinning = { ...blankScenario('test'), agents, atGoal: /** @type {const} */ ('vanish') };
    const { text } = await writeScenario(spinning, 'graze');
    writeFileSync(plan, [...text].join(''));
    const notice =
        /notice.* agents bar and disc meet in more than 65536 intervals: their first contact alone/;
    const validated = await grazeHere(['validate', plan]);
    assert.equal(validated.code, 1);
    assert.match(validated.stdout, notice);
    const repaired = await grazeHere(['repair', plan, '--out', join(folder, 'still.json')]);
    assert.equal(repaired.code, 0);
    assert.match(repaired.stderr, notice);
});

test('graze repair --reference keeps the order of the reference plan, which must have the same agents', async () => {
    const files = Object.fromEntries(
        Object.entries({
            meant: ['(0,0),(2,2),', '(1,0),(2,2),', '(2,0),(2,1),', '(3,0),(2,0),'],
            late: ['(0,0),(2,2),', '(0,0),(2,2),', '(1,0),(2,1),', '(2,0),(2,0),', '(3,0),(2,0),'],
            other: ['(0,0),(2,2),', '(0,1),(2,2),', '(0,2),(2,1),', '(0,3),(2,0),'],
        }).map(([name, steps]) => {
            const path = join(folder, `${name}.txt`);
            writeFileSync(path, steps.map((cells, t) => `${t}:${cells}\n`).join(''));
            return [name, path];
        }),
    );
    const args = ['repair', files.late, '--out', join(folder, 'kept.txt'), '--report', 'json'];
    const { code, stdout, stderr } = await grazeHere([...args, '--reference', files.meant]);
    assert.equal(code, 0, stderr);
    const { outcome, referenceTotalDelay, totalDelay } = JSON.parse(stdout);
    assert.deepEqual([outcome, referenceTotalDelay, totalDelay], ['optimal', 1, 1]);
    const wrong = await grazeHere([...args, '--reference', files.other]);
    assert.equal(wrong.code, 3);
    assert.match(
        wrong.stderr,
        /^[^\n]*other\.txt\S* other-plan: agent 0 goes from \(0, 0\) to \(1, 0\) at t = 1, but from \(0, 0\) to \(0, 1\) in the reference plan\n$/,
    );
    const twice = await grazeHere(['repair', '-', '--reference', '-'], { input: '0:(0,0),\n' });
    assert.equal(twice.code, 2);
    assert.match(twice.stderr, /- is named more than once/);
});

test('graze convert works from standard input to standard output, and to a file', async () => {
    const [plan, ...rest] = scene('crossing', ['config']);
    const text = readFileSync(plan, 'utf8');
    const piped = await grazeHere(['convert', '-', '-', '--to', 'ccbs', ...rest], { input: text });
    assert.equal(piped.code, 0, piped.stderr);
    const out = join(folder, 'out.xml');
    const filed = await grazeHere([
        'convert',
        plan,
        out,
        '--from',
        'ccbs',
        '--to',
        'ccbs',
        ...rest,
    ]);
    assert.equal(filed.code, 0);
    assert.equal(readFileSync(out, 'utf8'), piped.stdout);
    assert.match(filed.stderr, /^notice: the radius 0\.353553 is not in a CCBS log/m);
    assert.equal((await grazeHere(['validate', out, ...rest])).code, 0);
    const quiet = await grazeHere(['convert', plan, out, '--to', 'ccbs', ...rest, '--quiet']);
    assert.deepEqual([quiet.code, quiet.stderr], [0, '']);
});

test('a large file, processed on a thread of its own, gives the same bytes as a small one', async () => {
    const [small, , config] = scene('conflict', ['config']);
    const large = join(folder, 'large.xml');
    const text = readFileSync(small, 'utf8');
    // The comment at the end moves no line.
    writeFileSync(large, `${text}<!-- ${'x'.repeat(2 ** 19)} -->\n`);
    const own = join(folder, 'own.json');
    const rest = ['--config', config];
    for (const args of [
        ['repair', '<plan>', ...rest],
        ['repair', '<plan>', ...rest, '--report', 'json'],
        ['repair', '<plan>', ...rest, '--report', 'json', '--out', own],
        ['repair', '<plan>', ...rest, '--to', 'graze', '--reference', '<plan>'],
        ['repair', '<plan>', ...rest, '--out', join(folder, 'no', 'x.xml')],
        ['repair', '<plan>', ...rest, '--to', 'nothing'],
        ['repair', '<plan>'],
        ['convert', '<plan>', '-', ...rest, '--to', 'graze'],
        ['convert', '<plan>', own, ...rest, '--to', 'graze'],
        ['convert', '<plan>', '-', ...rest, '--to', 'lorr'],
        ['convert', '<plan>', '-', ...rest, '--from', 'kei18', '--to', 'graze'],
        ['convert', '-', '-', ...rest, '--to', 'graze'],
    ]) {
        /** @param {string} path */
        const run = async (path) => {
            rmSync(own, { force: true });
            const named = args.map((each) => (each === '<plan>' ? path : each));
            const done = await grazeHere(named, { input: readFileSync(path, 'utf8') });
            const stderr = done.stderr.replaceAll(path, '<plan>');
            const stdout = done.stdout.replaceAll(JSON.stringify(path).slice(1, -1), '<plan>');
            const written = existsSync(own) ? readFileSync(own, 'utf8') : null;
            return { code: done.code, stdout, stderr, written };
        };
        assert.deepEqual(await run(large), await run(small), args.join(' '));
    }
});

test('repair and convert exit with 2 for wrong usage, 3 for a bad file, 73 for an output, in one line each', async () => {
    const [plan, ...rest] = scene('crossing', ['config']);
    const out = join(folder, 'unwritten.xml');
    const broken = join(folder, 'broken.xml');
    writeFileSync(broken, '<root><log>');
    /** @type {[string[], number, RegExp][]} */
    const cases = [
        [['repair'], 2, /repair takes one plan/],
        [['repair', plan, plan], 2, /repair takes one plan/],
        [['convert', plan], 2, /an input and an output/],
        [['convert', plan, out, '--to', 'lacam'], 2, /--to must be .*ccbs, got "lacam"/],
        [['repair', plan, ...rest, '--to', 'lacam'], 2, /--to must be .*, got "lacam"/],
        [['convert', plan, join(folder, 'out.zip')], 2, /name a format with --to/],
        [['convert', plan, out, '--form', 'ccbs'], 2, /--form/],
        [['convert', plan, out, '--to', 'ccbs', '--radius', '-1'], 2, /--radius/],
        [['convert', plan, out, '--to', 'ccbs'], 2, /does not say how large/],
        [
            ['repair', plan, ...rest, '--max-iterations', '0'],
            2,
            /--max-iterations must be a whole number from 1/,
        ],
        [['repair', plan, ...rest, '--out', join(folder, 'no', 'x.xml')], 73, /--out .*cannot be/],
        [['repair', '-', '--map', '-'], 2, /- is named more than once/],
        [['repair', broken, '--radius', '1'], 3, /broken\.xml:1:\d+: bad-xml/],
        [['convert', join(folder, 'nothing.xml'), out, '--to', 'ccbs'], 3, /there is no such file/],
    ];
    for (const [args, expected, text] of cases) {
        const { code, stdout, stderr } = await grazeHere(args);
        assert.equal(code, expected, `${args.join(' ')}: ${stderr}`);
        assert.match(stderr, text);
        assert.match(stderr, /^[^\n]+\n$/);
        assert.equal(stdout, '');
    }
    assert.equal(existsSync(out), false);
    assert.match((await grazeHere(['repair', '--help'])).stdout, /--max-iterations N/);
    assert.match(
        (await grazeHere(['convert', '--help'])).stdout,
        /--to NAME {12}format to write: .*ccbs/,
    );
});

test('repair and convert take --limit, which their messages name', async () => {
    const plan = join(folder, 'limited.txt');
    const out = join(folder, 'limited.yaml');
    writeFileSync(plan, '0:(0,0),(2,0),\n1:(1,0),(2,1),\n2:(1,1),(2,2),\n');
    for (const args of [
        ['convert', plan, out, '--to', 'libmrp'],
        ['repair', plan, '--out', out, '--to', 'libmrp'],
    ]) {
        const small = await grazeHere([...args, '--limit', 'agents=1']);
        assert.equal(small.code, 3, small.stderr);
        assert.match(small.stderr, /^[^\n]*: too-large: [^\n]*--limit agents=N[^\n]*\n$/);
        assert.equal(existsSync(out), false);
        assert.equal(
            (await grazeHere([...args, '--limit', 'agents=2', '--limit', 'pieces=4'])).code,
            0,
        );
        rmSync(out);
        const wrong = await grazeHere([...args, '--limit', 'agent=2']);
        assert.equal(wrong.code, 2);
        assert.match(wrong.stderr, /--limit must name one of characters, agents/);
    }
});

test('every format that can be written is listed', async () => {
    const formats = await writableFormats();
    assert.ok(formats.some(({ name }) => name === 'ccbs'));
    for (const { extensions } of formats) {
        for (const each of extensions) assert.match(each, /^\.\w+$/);
    }
});

test('published plans are written and read again bit for bit', { skip: needsShared }, async () => {
    for (const group of ['ccbs', 'occbs']) {
        for (const name of readdirSync(inShared(`mapf/${group}`))) {
            if (name.endsWith('.json')) continue;
            const plan = await readScenario(filesOf(inShared(`mapf/${group}/${name}`)));
            const { text, notices } = await toLog(plan);
            assert.ok(!notices.some((notice) => notice.includes('last digit')), name);
            assert.deepEqual(motionsOf(await fromLog(text)), motionsOf(plan), name);
            const { status, scenario: repaired } = await repair(plan, { graze: g });
            if (status !== 'repaired') continue;
            const again = await fromLog((await toLog(repaired)).text);
            assert.deepEqual(motionsOf(again), motionsOf(repaired), name);
        }
    }
});
