import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
    existsSync,
    lstatSync,
    mkdtempSync,
    readdirSync,
    readFileSync,
    rmSync,
    statSync,
    symlinkSync,
    writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { inRepository, PATIENCE, readJson } from '../helpers.js';
import { grazeHere } from './here.js';

const MAIN = inRepository('js/cli/main.js');
const folder = mkdtempSync(join(tmpdir(), 'graze-cli-'));
after(() => rmSync(folder, { recursive: true }));

/**
 * Runs the program in a process of its own.
 *
 * @param {string[]} args
 * @param {{ input?: string, env?: Record<string, string> }} [options]
 */
function graze(args, { input, env } = {}) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
        input,
        encoding: 'utf8',
        maxBuffer: 2 ** 26,
        env: { ...process.env, ...env },
        timeout: PATIENCE,
    });
    return { code: status, stdout, stderr };
}

/** @param {string} name @param {string} [plan] */
function scene(name, plan = inRepository(`web/scenes/${name}/plan_log.xml`)) {
    const at = (/** @type {string} */ file) => inRepository(`web/scenes/${name}/${file}`);
    return [plan, '--map', at('map.xml'), '--task', at('task.xml'), '--config', at('config.xml')];
}

/** @param {string} name @param {string} text */
function write(name, text) {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
}

const VALID = readFileSync(inRepository('web/scenes/crossing/plan_log.xml'), 'utf8');

/** Asserts that an error is one line, without a stack trace. @param {string} stderr */
function isOneLine(stderr) {
    return /^[^\n]+\n$/.test(stderr) && !/\n\s+at /.test(stderr);
}

test('a valid plan exits with 0, and the report lists what was checked', () => {
    const { code, stdout, stderr } = graze(['validate', ...scene('crossing')]);
    assert.equal(code, 0);
    assert.equal(stderr, '');
    assert.match(stdout, /: VALID\n/);
    assert.match(
        stdout,
        /checked {4}15 pairs of agents, blocked cells, bounds or edges of the map, starts, goals/,
    );
    assert.match(stdout, /clearance {2}7\.81187e-7 between agents 1 and 2/);
});

test('a plan with conflicts exits with 1; each conflict has its agents, time, depth and place', async () => {
    const { code, stdout } = await grazeHere(['validate', ...scene('conflict')]);
    assert.equal(code, 1);
    assert.match(stdout, /: 6 violations\n/);
    assert.match(stdout, /agents 3 and 4 overlap by 0\.324423 from t = 4\.1782 to 4\.8218/);
    assert.match(stdout, /agent 5 is 0\.353553 deep in blocked cell \(2, 3\)/);
});

test('the report lists what could not be checked', async () => {
    const [plan, , , , , ...config] = scene('crossing');
    const { code, stdout } = await grazeHere(['validate', plan, ...config]);
    assert.equal(code, 0);
    assert.match(
        stdout,
        /not checked: blocked cells and bounds or edges of the map \(needs --map\)/,
    );
});

test('the json report has the documented form', async () => {
    const { code, stdout } = await grazeHere([
        'validate',
        ...scene('conflict'),
        '--report',
        'json',
    ]);
    assert.equal(code, 1);
    const { schema, results } = JSON.parse(stdout);
    assert.equal(schema, 3);
    assert.equal(results.length, 1);
    const [result] = results;
    for (const key of [
        'file',
        'format',
        'domain',
        'valid',
        'agents',
        'pieces',
        'pairsChecked',
        'makespan',
        'sumOfCosts',
        'flowtime',
        'pathLength',
        'radius',
        'unitSteps',
        'clearance',
        'violations',
        'touching',
        'tolerance',
        'checks',
    ]) {
        assert.ok(key in result, key);
    }
    assert.deepEqual(Object.keys(result.clearance), [
        'separation',
        'time',
        'agents',
        'names',
        'centerDistance',
    ]);
    const starts = result.violations.map((/** @type {any} */ { interval }) => interval[0]);
    assert.deepEqual(
        starts,
        starts.slice().sort((/** @type {number} */ p, /** @type {number} */ q) => p - q),
    );
    assert.deepEqual(
        JSON.parse(
            (await grazeHere(['validate', ...scene('conflict'), '--report', 'json'])).stdout,
        ),
        { schema, graze: readJson('package.json').version, results },
    );
});

test('standard input is a file named -', async () => {
    const { code, stdout } = await grazeHere(['validate', ...scene('crossing', '-')], {
        input: VALID,
    });
    assert.equal(code, 0);
    assert.match(stdout, /^-: VALID/);
    const broken = await grazeHere(['validate', ...scene('crossing', '-')], { input: '<root>' });
    assert.equal(broken.code, 3);
    assert.match(broken.stderr, /^<stdin>:1:\d+: bad-xml: /);
});

test('--out writes the complete report, and stdout stays empty', async () => {
    const out = join(folder, 'report.json');
    const { code, stdout } = await grazeHere([
        'validate',
        ...scene('crossing'),
        '--report',
        'json',
        '--out',
        out,
    ]);
    assert.equal(code, 0);
    assert.equal(stdout, '');
    assert.equal(JSON.parse(readFileSync(out, 'utf8')).results[0].valid, true);
    const nowhere = await grazeHere([
        'validate',
        ...scene('crossing'),
        '--out',
        join(folder, 'no/such/report'),
    ]);
    assert.equal(nowhere.code, 73);
    assert.match(nowhere.stderr, /report cannot be written: there is no such folder\n$/);
    const onFolder = await grazeHere(['validate', ...scene('crossing'), '--out', folder]);
    assert.deepEqual(
        [onFolder.code, onFolder.stderr],
        [73, `--out ${folder} cannot be written: it is a directory\n`],
    );
    assert.deepEqual(
        readdirSync(folder).filter((name) => name.endsWith('.tmp')),
        [],
    );
});

test('--out writes through a link and into a pipe, and replaces neither', async () => {
    const [file, link, pipe] = ['kept.txt', 'link.txt', 'pipe'].map((name) => join(folder, name));
    writeFileSync(file, 'before', { mode: 0o600 });
    symlinkSync(file, link);
    assert.equal(graze(['validate', ...scene('crossing'), '--out', link]).code, 0);
    assert.ok(lstatSync(link).isSymbolicLink());
    assert.match(readFileSync(file, 'utf8'), /VALID/);
    assert.equal(statSync(file).mode & 0o777, 0o600);

    execFileSync('mkfifo', [pipe]);
    const reader = spawn('cat', [pipe], { stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    reader.stdout.on('data', (chunk) => {
        text += chunk;
    });
    const done = new Promise((resolve) => reader.on('close', resolve));
    assert.equal(graze(['validate', ...scene('crossing'), '--out', pipe]).code, 0);
    await done;
    assert.match(text, /VALID/);
    assert.ok(lstatSync(pipe).isFIFO());
});

const needsFull = existsSync('/dev/full') ? false : 'no /dev/full';
test('a report that cannot be written is one line of error, without a verdict', {
    skip: needsFull,
}, () => {
    const command = 'exec "$0" "$@" > /dev/full';
    const args = ['-c', command, process.execPath, MAIN, 'validate', ...scene('crossing')];
    const { status, stderr } = spawnSync('sh', args, { encoding: 'utf8', timeout: PATIENCE });
    assert.equal(status, 73);
    assert.equal(stderr, 'standard output cannot be written: no space left on the device\n');
});

test('standard input can be one map for several plans, but not two files', async () => {
    const [plan, , map] = scene('crossing');
    const args = ['validate', plan, plan, '--map', '-', '--radius', '0.1', '--quiet'];
    const { code, stderr } = await grazeHere(args, { input: readFileSync(map, 'utf8') });
    assert.deepEqual([code, stderr], [0, '']);
    const twice = await grazeHere(['validate', '-', '-', '--radius', '1'], { input: VALID });
    assert.equal(twice.code, 2);
    assert.match(twice.stderr, /can be read only once/);
});

test('--quiet keeps the exit code', async () => {
    const { code, stdout, stderr } = await grazeHere(['validate', ...scene('conflict'), '--quiet']);
    assert.deepEqual([code, stdout, stderr], [1, '', '']);
});

test('several files are reported one by one, and the worst decides the exit code', async () => {
    const conflict = inRepository('web/scenes/conflict/plan_log.xml');
    const options = scene('crossing');
    const both = await grazeHere(['validate', conflict, ...options]);
    assert.equal(both.code, 1);
    assert.match(both.stdout, /conflict[^\n]*6 violations[\s\S]*crossing[^\n]*VALID/);
    const missing = await grazeHere([
        'validate',
        join(folder, 'none.xml'),
        conflict,
        ...options,
        '--report',
        'json',
    ]);
    assert.equal(missing.code, 3);
    const [first, second] = JSON.parse(missing.stdout).results;
    assert.deepEqual(
        [first.error.code, first.error.line, first.error.column],
        ['unreadable', 1, 1],
    );
    assert.equal('valid' in first, false);
    assert.equal(second.valid, false);
});

const truncated = VALID.slice(0, 900);

test('bad input is one line with file, line, column and code; exit 3; and nothing counts as checked', async () => {
    execFileSync('mkfifo', [join(folder, 'fifo')]);
    const section = /duration="1\.4142135623730951"/;
    const cases = /** @type {[string, RegExp][]} */ ([
        [
            write('truncated.xml', truncated),
            /:\d+:\d+: bad-xml: the file ends inside <path>: was it cut short/,
        ],
        [write('root.xml', '<plan/>'), /:1:1: wrong-root: /],
        [
            write('junk.xml', VALID.replace(section, 'duration="1abc"')),
            /:\d+:17: bad-number: .*"1abc"/,
        ],
        [
            write('huge.xml', VALID.replace(section, 'duration="1e999"')),
            /:\d+:17: out-of-range: .*"1e999"/,
        ],
        [write('negative.xml', VALID.replace(section, 'duration="-1"')), /:\d+:17: out-of-range: /],
        [
            write('jump.xml', VALID.replace('start_i="0" start_j="1"', 'start_i="0" start_j="2"')),
            /:14:17: discontinuity: /,
        ],
        [write('empty.xml', '<root><log></log></root>'), /:1:7: no-agents: /],
        [write('nothing.xml', ''), /:1:1: empty-file: /],
        [write('binary.xml', '<root>\u0000</root>'), /:1:7: not-text: /],
        [join(folder, 'fifo'), /fifo: not-a-file: it is not a regular file/],
        [join(folder, 'missing.xml'), /xml: unreadable: there is no such file/],
        ['/dev/zero', /zero: not-a-file: /],
    ]);
    for (const [path, message] of cases) {
        const { code, stdout, stderr } = await grazeHere(['validate', ...scene('crossing', path)]);
        assert.equal(code, 3, path);
        assert.equal(stdout, '', path);
        assert.ok(isOneLine(stderr), stderr);
        assert.match(stderr, message);
        assert.ok(stderr.startsWith(path), stderr);
    }
});

test('an agent outside the map, and a bad map, task or configuration, exit with 3 and their own place', async () => {
    const [plan, , map, , task, , config] = scene('crossing');
    const bad = write('task.xml', readFileSync(task, 'utf8').replace('goal_j="9"', 'goal_j="90"'));
    const outside = await grazeHere([
        'validate',
        plan,
        '--map',
        map,
        '--task',
        bad,
        '--config',
        config,
    ]);
    assert.equal(outside.code, 3);
    assert.match(outside.stderr, /task\.xml:3:5: outside-map: the goal of agent 0 is \(7, 90\)/);
    for (const option of ['--map', '--task', '--config']) {
        const missing = await grazeHere([
            'validate',
            plan,
            option,
            join(folder, 'none'),
            '--radius',
            '1',
        ]);
        assert.equal(missing.code, 3, option);
        assert.ok(isOneLine(missing.stderr), missing.stderr);
        assert.equal(missing.stdout, '');
    }
});

test('wrong usage exits with 2 and one line', async () => {
    const [plan] = scene('crossing');
    const cases = /** @type {[string[], RegExp][]} */ ([
        [['validate'], /no file is named/],
        [['judge'], /there is no command "judge"/],
        [['__proto__'], /there is no command/],
        [['validate', plan], /does not say how large its agents are.*--radius/],
        [['validate', plan, '--radius', '-1'], /radius/],
        [['validate', plan, '--radius', '1abc'], /--radius must be a decimal number/],
        [['validate', plan, '--radius', '1e999'], /--radius must be a decimal number/],
        [['validate', plan, '--radius', '1', '--tolerance', 'x'], /--tolerance must be/],
        [
            ['validate', plan, '--radius', '1', '--report', 'pdf'],
            /--report must be text, json, ndjson, junit, github, sarif or html/,
        ],
        [
            ['validate', plan, '--radius', '1', '--at-goal', 'wait'],
            /--at-goal must be stay or vanish/,
        ],
        [
            ['validate', plan, '--radius', '1', '--touching', 'ajar'],
            /--touching must be allowed or conflict/,
        ],
        [['validate', plan, '--radius', '1', '--format', 'csv'], /format must be .*\bccbs\b/],
        [
            ['validate', plan, '--radios', '1'],
            /unknown option --radios; did you mean --radius\? Try graze validate --help/,
        ],
        [['validate', plan, '--radius', '1', '--report', 'jsn'], /; did you mean json\?/],
        [['vaildate', plan], /"vaildate".*; did you mean validate\? Try graze --help/],
        [['validate', plan, '--limit', 'peices=3'], /; did you mean pieces\?/],
        [['validate', plan, '--require', 'goal'], /; did you mean goals\?/],
        [['convert', plan, '-', '--to', 'ccb'], /; did you mean ccbs\?/],
    ]);
    for (const [args, message] of cases) {
        const { code, stdout, stderr } = await grazeHere(args);
        assert.equal(code, 2, args.join(' '));
        assert.equal(stdout, '');
        assert.ok(isOneLine(stderr), stderr);
        assert.match(stderr, message);
    }
    assert.equal((await grazeHere([])).code, 2);
});

test('help and version go to stdout with exit 0', async () => {
    assert.match((await grazeHere(['--help'])).stdout, /graze validate FILE/);
    assert.match((await grazeHere(['validate', '--help'])).stdout, /--at-goal stay\|vanish/);
    const { code, stdout } = await grazeHere(['--version']);
    assert.deepEqual([code, stdout], [0, `${readJson('package.json').version}\n`]);
});

test('control characters in names do not reach the terminal', async () => {
    const path = write('evil\u001b[31m.xml', VALID);
    const { stdout } = await grazeHere(['validate', ...scene('crossing', path)]);
    assert.ok(!stdout.includes('\u001b'));
    assert.match(stdout, /evil\\u001b\[31m\.xml: VALID/);
});

test('control characters in options do not reach the terminal', async () => {
    for (const args of [['--\u001b[31m'], ['x', '--radius', '1', '--out', 'no/\u202e/where']]) {
        const { stderr } = await grazeHere(['validate', ...args]);
        assert.ok(!stderr.includes('\u001b') && !stderr.includes('\u202e'), stderr);
    }
});

test('a reader that closes the pipe early ends the run without a message', async () => {
    const child = spawn(process.execPath, [MAIN, 'validate', ...scene('conflict')], {
        stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.destroy();
    let stderr = '';
    child.stderr.on('data', (chunk) => {
        stderr += chunk;
    });
    const code = await new Promise((resolve) => child.on('close', resolve));
    assert.deepEqual([code, stderr], [141, '']);
});

/**
 * Returns a plan of agents that move back and forth between two positions for ever.
 *
 * @param {number} agents
 * @param {number} segments
 * @param {(agent: number) => [number, number]} placeOf
 */
function shuttles(agents, segments, placeOf) {
    const paths = Array.from({ length: agents }, (_, a) => {
        const [i, j] = placeOf(a);
        const sections = Array.from({ length: segments }, (_, k) => {
            const [from, to] = [i + (k % 2), i + 1 - (k % 2)];
            return `<section number="${k}" start_i="${from}" start_j="${j}" goal_i="${to}" goal_j="${j}" duration="1"/>`;
        });
        return `<agent number="${a}"><path duration="${segments}">${sections.join('')}</path></agent>`;
    });
    return `<root><log>${paths.join('')}</log></root>`;
}

test('the memory for contacts grows with their number, not with their pieces', async () => {
    const plan = write(
        'pile.xml',
        shuttles(200, 200, () => [0, 0]),
    );
    const env = { NODE_OPTIONS: '--max-old-space-size=200' };
    const args = ['validate', plan, '--radius', '0.3', '--report', 'json'];
    const { code, stdout } = await grazeHere(args, { env });
    assert.equal(code, 1);
    assert.equal(JSON.parse(stdout).results[0].violationCount, (200 * 199) / 2);
});

/**
 * Runs the program until it is interrupted at the given moment.
 *
 * @param {'checking' | 'listening' | 'thread'} moment
 * @param {string[]} args
 */
async function interrupted(moment, args) {
    const preload = inRepository('tests/cli/interrupt.mjs');
    const child = spawn(process.execPath, ['--import', preload, MAIN, ...args], {
        stdio: ['pipe', 'pipe', 'pipe'],
        env: { ...process.env, GRAZE_INTERRUPT: moment },
        timeout: PATIENCE,
    });
    let stdout = '';
    child.stdout.on('data', (chunk) => {
        stdout += chunk;
    });
    const code = await new Promise((resolve) => child.on('close', resolve));
    return { code, stdout };
}

test('an interrupt during the validation of a plan exits with 130 and no report', async () => {
    const apart = shuttles(1200, 100, (a) => [2 * (a % 100), 3 * Math.floor(a / 100)]);
    const plan = write('far.xml', apart);
    const args = ['validate', plan, '--radius', '0.1'];
    assert.deepEqual(await interrupted('checking', args), { code: 130, stdout: '' });
});

test('an interrupt during a repair exits with 130 at once, and writes nothing', async () => {
    const pile = shuttles(12, 40, (a) => [a % 3, a % 4]);
    const plan = write('endless.xml', pile);
    const out = join(folder, 'interrupted.xml');
    const args = ['repair', plan, '--radius', '0.3', '--out', out];
    assert.deepEqual(await interrupted('thread', args), { code: 130, stdout: '' });
    assert.equal(existsSync(out), false);
});

test('an interrupt while the program waits for input exits with 130', async () => {
    // The program waits for standard input, which does not come.
    const { code } = await interrupted('listening', ['validate', '-', '--radius', '1']);
    assert.equal(code, 130);
});
