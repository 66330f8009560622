import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { grazeHere } from './here.js';
import { temporaryFolder } from './program.js';
import { assertReport } from './schemas.js';

/** The program with plans in space: every option works, or is refused before anything is written. */

const folder = temporaryFolder('space');

/** @param {string} name @param {string} text */
function write(name, text) {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
}

/** @param {string} name @param {number[]} x @param {number[]} y @param {number[]} z */
const drone = (name, x, y, z) => ({
    name,
    shape: { kind: 'sphere', radius: 0.5 },
    motion: [{ t0: 0, t1: 4, x, y, z }],
});

/** @param {unknown[]} agents @param {object} [given] */
const toText = (agents, given) => JSON.stringify({ graze: 2, ...given, agents });

const CROSSING = [drone('a', [0, 1], [2], [1]), drone('b', [2], [0, 1], [1.5])];
const PLAN = write('plan.json', toText(CROSSING));
const [EAST] = CROSSING;
const CURVED = write('curved.json', toText([EAST, drone('b', [2], [0, 1, 0.125], [1.5])]));
const CLEAR = write('clear.json', toText([EAST, drone('b', [2], [0, 1], [2.5])]));
const PARKED = write(
    'parked.json',
    toText([EAST, { ...EAST, name: 'p', motion: [], start: [2, 2, 1] }]),
);
const SAME_GOAL = write('same.json', toText([EAST, drone('b', [8, -1], [2], [1, 0, 0])]));
const TABLE = write(
    'table.csv',
    'id,t,x,y,z,length,width,height,qx,qy,qz,qw\na,0,0,2,1,0.5,0.5,0.2,0,0,0,1\na,1,4,2,1,0.5,0.5,0.2,0,0,0,1\nb,0,2,0,1,0.5,0.5,0.2,0,0,0,1\nb,1,2,4,1,0.5,0.5,0.2,0,0,0,1\n',
);
const HEADER = `duration,${['x', 'y', 'z', 'yaw'].flatMap((axis) => Array.from({ length: 8 }, (_, k) => `${axis}^${k}`)).join(',')}`;
/** @param {string[]} x @param {string[]} y */
const row = (x, y) =>
    [x, y, ['1'], []].flatMap((axis) => [...axis, ...Array(8 - axis.length).fill('0')]).join();
write('left.csv', `${HEADER}\n4,${row(['0', '1'], ['2'])}\n`);
write('right.csv', `${HEADER}\n4,${row(['2'], ['0', '0.5', '0.125'])}\n`);
const SWARM = write(
    'swarm.yaml',
    'radius: 0.25\ndrones:\n  - trajectory: left.csv\n  - trajectory: right.csv\n',
);
const GRID = write('grid.map', 'type octile\nheight 1\nwidth 1\nmap\n.\n');
write('hall.pgm', 'P2\n2 2\n1\n1 1\n1 1\n');
const HALL = write('hall.yaml', 'image: hall.pgm\nresolution: 0.5\norigin: [0, 0, 0]\n');
const TASK = write('task.scen', 'version 1\n0\tgrid.map\t1\t1\t0\t0\t0\t0\t0\n');
const CONFIG = write('config.json', '{"frameRate": 25}');
const FOOTPRINT = '[[-1, -1], [1, -1], [1, 1]]';

/** @param {string[]} args */
const run = (...args) => grazeHere(args);

test('options that a plan in space does not have are usage errors that say why', async () => {
    /** @type {[plan: string, args: string[], message: RegExp][]} */
    const refused = [
        [
            PLAN,
            ['--map', HALL],
            /hall\.yaml:1:1: unused-file: a map must not be given for a plan in space, whose bodies have heights$/,
        ],
        [
            PLAN,
            ['--map', HALL, '--unknown-cells', 'free'],
            /hall\.yaml:1:1: unused-file: a map must not/,
        ],
        [TABLE, ['--map', HALL], /hall\.yaml:1:1: unused-file: a map must not/],
        [
            SWARM,
            ['--map', HALL],
            /hall\.yaml:1:1: unused-file: a trajectory of Crazyswarm takes no map$/,
        ],
        [
            PLAN,
            ['--map', GRID],
            /grid\.map:1:1: unused-file: .* takes no map except an occupancy map/,
        ],
        [PLAN, ['--map', folder], /plan\.json:1:1: unused-file: .* not a folder \(--map\)$/],
        [PLAN, ['--task', TASK], /task\.scen:1:1: unused-file: .* takes no task$/],
        [SWARM, ['--task', TASK], /task\.scen:1:1: unused-file: .* takes no task$/],
        [PLAN, ['--config', CONFIG], /config\.json:1:1: unused-file: .* takes no config$/],
        [SWARM, ['--config', CONFIG], /config\.json:1:1: unused-file: .* takes no config$/],
        [PLAN, ['--unknown-cells', 'free'], /must not be given without an occupancy map/],
        [PLAN, ['--passable', '.'], /passable must be given with a MovingAI map/],
        [
            PLAN,
            ['--footprint', FOOTPRINT],
            /footprint must not be given for a plan in space, whose bodies have heights$/,
        ],
        [SWARM, ['--footprint', FOOTPRINT], /must not be given: drones are spheres \(--radius\)$/],
        [TABLE, ['--footprint', FOOTPRINT], /footprint must not be given for tracks/],
        [TABLE, ['--radius', '1'], /radius must not be given for tracks/],
    ];
    for (const [plan, args, message] of refused) {
        const out = join(folder, 'unwritten.json');
        const commands = [
            ['validate', plan, ...args, '--report', 'json', '--out', out],
            ['repair', plan, ...args, '--out', out],
            ['convert', plan, out, '--to', 'graze', ...args],
        ];
        for (const command of commands) {
            const { code, stdout, stderr } = await run(...command);
            const text = `${command.join(' ')}: ${stderr}`;
            assert.equal(code, 2, text);
            assert.match(stderr.trim(), message, text);
            assert.deepEqual([stdout, existsSync(out)], ['', false], text);
        }
    }
});

test('a case that a plan in space does not have is an error', async () => {
    for (const [plan, held] of [
        [PLAN, /unknown-case: files of the format graze hold one plan: there is no case "x"/],
        [SWARM, /unknown-case: files of the format crazyswarm hold one plan/],
        [TABLE, /unknown-case: there is no case "x"; the file holds one plan, which has no name/],
    ]) {
        const { code, stderr } = await run('validate', String(plan), '--case', 'x');
        assert.equal(code, 3);
        assert.match(stderr, /** @type {RegExp} */ (held));
    }
});

test('the size of spheres, their ends and the rules of contact are those of the options', async () => {
    const { code, stdout } = await run('validate', CLEAR, '--radius', '0.76');
    assert.equal(code, 1);
    assert.match(stdout, /notice +agents are spheres of radius 0\.76, not as the plan has them/);
    assert.match(stdout, /clearance +-0\.02 between agents a and b/);
    assert.equal((await run('validate', CLEAR, '--radius', '0.75')).code, 0);
    const touching = ['--radius', '0.75', '--touching', 'conflict'];
    assert.equal((await run('validate', CLEAR, ...touching)).code, 1);
    assert.equal((await run('validate', PLAN, '--tolerance', '0.6')).code, 0);
    assert.equal((await run('validate', SAME_GOAL)).code, 1);
    const vanishing = await run('validate', PARKED, '--at-goal', 'vanish');
    assert.match(vanishing.stdout, /at the goal agents vanish/);
});

test('a table of bodies in space has agents with costs, not vehicles', async () => {
    const { code, stdout } = await run('validate', TABLE, '--no-suggest-delays');
    assert.equal(code, 1);
    assert.match(stdout, /2 agents, 2 steps \(tracks\), makespan 1, sum of costs 2/);
    const required = await run('validate', TABLE, '--require', 'obstacles');
    assert.equal(required.code, 3);
    assert.match(required.stderr, /required, but not checked: obstacles \(not in tracks\)/);
});

test('later starts are suggested for spheres and boxes, and stated in every report', async () => {
    for (const [plan, delay] of /** @type {[string, RegExp][]} */ ([
        [
            PLAN,
            /starting agent a later by 1\.2247\d* ends it, and the agent then conflicts with nobody$/m,
        ],
        [CURVED, /starting agent \w later by [\d.]+ ends it/],
        [SWARM, /starting agent \w later by [\d.]+ ends it/],
        [TABLE, /starting agent a later by 1 ends it/],
    ])) {
        const { code, stdout } = await run('validate', plan);
        assert.equal(code, 1);
        assert.match(stdout, delay);
        assert.doesNotMatch(stdout, /not searched/);
        const json = await run('validate', plan, '--report', 'json');
        assertReport('report', json.stdout);
        const report = JSON.parse(json.stdout);
        const [{ suggestion, suggestionStatus }] = report.results[0].violations;
        assert.deepEqual([suggestion.resolves, suggestionStatus], ['all', 'minimum']);
    }
    for (const option of [['--no-suggest-delays'], ['--max-suggestions', '0']]) {
        const { stdout } = await run('validate', PLAN, ...option);
        assert.doesNotMatch(stdout, /later/);
    }
    const spent = await run('validate', PLAN, '--suggestion-effort', '1');
    assert.match(spent.stdout, /notice +later starts were searched for the first 0 of 1 conflicts/);
    const drawn = await run('validate', PLAN, '--figures', '1', '--report', 'json');
    assert.match(drawn.stdout, /conflicts in space are not drawn/);
    const parked = await run('validate', PARKED);
    assert.match(parked.stdout, /no later start of either agent ends it/);
});

test('a repaired plan is written, valid, and in the report', async () => {
    const out = join(folder, 'repaired.json');
    for (const plan of [PLAN, CURVED, SWARM, TABLE]) {
        const repaired = await run('repair', plan, '--out', out, '--report', 'json');
        assert.equal(repaired.code, 0, repaired.stderr);
        assertReport('repair', repaired.stdout);
        const report = JSON.parse(repaired.stdout);
        assert.deepEqual(
            [report.status, report.outcome, report.format],
            ['repaired', 'optimal', 'graze'],
        );
        for (const { waits } of report.changes) {
            for (const { position } of waits) assert.equal(position.length, 3);
        }
        const { code, stderr } = await run('validate', out, '--tolerance', '0');
        assert.equal(code, 0, stderr);
        const again = await run('repair', out);
        assert.deepEqual([again.code, again.stdout], [0, readFileSync(out, 'utf8')]);
        assert.match(again.stderr, /valid as it is/);
    }
    const { stderr } = await run('repair', PLAN, '--out', out);
    assert.match(stderr, /waits 1\.22475 at \(2, 0, 1\.5\) from t = 0, before step 0/);
});

test('what cannot be repaired or written leaves no file', async () => {
    const out = join(folder, 'unwritten.json');
    for (const [args, code, message] of /** @type {[string[], number, RegExp][]} */ ([
        [['repair', PARKED], 1, /agent p never moves and blocks agent a: no wait can repair that/],
        [
            ['repair', SAME_GOAL],
            1,
            /agents a and b both stay where their paths end, and overlap there/,
        ],
        [
            ['repair', CURVED, '--to', 'ccbs'],
            3,
            /cannot-carry: the plan is in space, and ccbs has only plans in the plane$/,
        ],
        [['repair', PLAN, '--to', 'tracks'], 2, /--to must be graze, lorr, /],
        [
            ['repair', PLAN, '--reference', CLEAR],
            3,
            /other-plan: agent b begins at \(2, 0, 1\.5\), but at \(2, 0, 2\.5\)/,
        ],
        [['repair', CURVED, '--time-limit', '1e-9'], 4, /before the time limit/],
    ])) {
        const { code: found, stderr, stdout } = await run(...args, '--out', out);
        assert.equal(found, code, `${args}: ${stderr}`);
        assert.match(stderr.trim(), message);
        assert.deepEqual([stdout, existsSync(out)], ['', false]);
    }
    for (const format of ['lorr', 'kei18', 'paths', 'paths-xy', 'mapf-tracker', 'libmrp', 'ccbs']) {
        const { code, stderr } = await run('convert', PLAN, out, '--to', format);
        assert.equal(code, 3, format);
        assert.match(stderr, new RegExp(`cannot-carry: the plan is in space, and ${format} has`));
        assert.equal(existsSync(out), false);
    }
});
