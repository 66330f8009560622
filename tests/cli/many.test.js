import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { MessagePort } from 'node:worker_threads';
import { grazeHere } from './here.js';
import { graze, pause, plan, start, temporaryFolder, writeCampaign } from './program.js';

const folder = temporaryFolder('many');
const list = writeCampaign(folder, 30);

/** @param {string} name @param {string} text */
function write(name, text) {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
}

// Much to do in one file: everyone meets everyone.
const endless = write('endless.xml', plan({ agents: 1200, pieces: 40, gap: 0.001 }));
const quick = write('quick.xml', plan());
const shard = join(folder, 'shard.ndjson');

test('threads change nothing: the same report in the same order', async () => {
    for (const report of ['text', 'html']) {
        const args = ['validate', '--list', list, '--report', report, '--jobs'];
        const one = await grazeHere([...args, '1']);
        const three = await grazeHere([...args, '3']);
        assert.equal(one.code, 3);
        assert.deepEqual(three, one);
        if (report !== 'text') continue;
        assert.match(one.stdout, /\n30 plans: [^\n]*\n$/);
    }
});

/** Time limit of plans whose time is up when a thread has a certain verdict, in seconds. */
const LIMIT = 3600;
const OVERDUE = `its check takes more than ${LIMIT} s`;

/**
 * Runs the program with the time limit. Time passes for a plan when its thread has posted a verdict for which `isUp` holds, so
 * that no clock decides how far the check of the plan is then.
 *
 * @param {import('node:test').TestContext} t
 * @param {(verdict: any) => boolean} isUp
 * @param {string[]} args
 */
async function grazeInTime(t, isUp, args) {
    /** @type {MessagePort | undefined} */
    let receiver;
    /** @type {Map<MessagePort | undefined, () => void>} */
    const limits = new Map();
    const { setTimeout } = globalThis;
    t.mock.method(
        globalThis,
        'setTimeout',
        (/** @type {() => void} */ done, /** @type {number} */ time) => {
            if (time === 1000 * LIMIT) limits.set(receiver, done);
            return setTimeout(done, time);
        },
    );
    const { on } = MessagePort.prototype;
    t.mock.method(
        MessagePort.prototype,
        'on',
        /** @this {MessagePort} @param {'message'} event @param {(message: any) => void} listener */
        function (event, listener) {
            return on.call(this, event, (/** @type {any} */ message) => {
                receiver = this;
                listener(message);
                receiver = undefined;
                if (message?.verdict && isUp(JSON.parse(message.verdict))) limits.get(this)?.();
            });
        },
    );
    try {
        return await grazeHere(['validate', ...args, '--time-limit', String(LIMIT)]);
    } finally {
        t.mock.reset();
    }
}

test('a plan that takes too long is not valid once it has a violation, and others are checked', async (t) => {
    const isUp = (/** @type {any} */ { valid }) => !valid;
    const args = ['--radius', '0.4', '--jobs', '2', '--report', 'ndjson', '--out', shard];
    const checked = await grazeInTime(t, isUp, [quick, endless, quick, ...args]);
    assert.deepEqual([checked.code, checked.stderr], [1, '']);
    const merged = await grazeHere(['merge', shard, '--report', 'json']);
    assert.equal(merged.code, 1);
    const { results } = JSON.parse(merged.stdout);
    assert.deepEqual(
        results.map((/** @type {any} */ { valid }) => valid),
        [true, false, true],
    );
    assertUnfinished(results[1], OVERDUE);
    const brief = await grazeHere(['merge', shard]);
    assert.equal(brief.code, 1);
    assert.match(brief.stdout, /endless\.xml: at least 1 violation \(1 overlap\), first at t = /);
    const required = ['--radius', '0.4', '--require', 'overlaps'];
    const full = await grazeInTime(t, isUp, [endless, ...required]);
    assert.equal(full.code, 1);
    assert.match(full.stdout, /\n {2}clearance {2}not known\n/);
    assert.match(full.stdout, /\n {2}not checked: .*overlaps.* \(not finished\)/);
});

test('a plan whose time is up before anything is known of it fails', () => {
    const { code, stderr } = graze([
        'validate',
        endless,
        '--radius',
        '0.4',
        '--time-limit',
        '1e-9',
    ]);
    assert.equal(code, 3);
    assert.match(stderr, /endless\.xml: time-limit: its check takes more than 1e-9 s\n$/);
});

test('plans of a file that is given up are known as far as they were checked', async (t) => {
    const rows = ['case_id,track_id,frame_id,timestamp_ms,x,y,psi_rad,length,width'];
    /** @param {number} plan @param {number} car @param {number} x @param {number} frames */
    const drive = (plan, car, x, frames) => {
        for (let frame = 1; frame <= frames; frame++) {
            rows.push(`${plan},${car},${frame},${100 * frame},${x + frame / 10},0,0,4,1.8`);
        }
    };
    drive(1, 1, 0, 2);
    for (let car = 1; car <= 700; car++) drive(2, car, car / 1000, 20);
    drive(3, 1, 0, 2);
    const cases = write('cases.csv', rows.join('\n'));
    const isUp = (/** @type {any} */ { valid }) => !valid;
    const { code, stdout } = await grazeInTime(t, isUp, [cases, '--report', 'json']);
    assert.equal(code, 3);
    const [first, second, third] = JSON.parse(stdout).results;
    assert.equal(first.valid, true);
    assertUnfinished(second, OVERDUE);
    assert.deepEqual([third.error.code, third.error.message], ['time-limit', OVERDUE]);
});

/**
 * Asserts that a plan is known to be invalid, though its check was ended.
 *
 * @param {any} result
 * @param {string} reason
 */
function assertUnfinished({ error, valid, unfinished, violations, ...rest }, reason) {
    assert.equal(error, undefined);
    assert.equal(valid, false);
    assert.ok(unfinished.includes('agent-agent'), unfinished);
    assert.deepEqual([violations.length, rest.violationCount], [1, 1]);
    assert.equal(rest.notices.at(-1), `more violations may exist: ${reason}`);
}

/**
 * Returns a plan of bars that turn on the spot beside each other, so that each delay must be searched, as graze's own format.
 *
 * @param {number} turns
 */
function turningBars(turns) {
    const shape = {
        kind: 'polygon',
        points: [-1, 1].flatMap((x) => [
            [x, -x / 8],
            [x, x / 8],
        ]),
        radius: 0,
    };
    const agents = Array.from({ length: 4 }, (_, a) => ({
        shape,
        motion: Array.from({ length: turns }, (_, k) => {
            const t0 = k * (1 + a / 16);
            return {
                t0,
                t1: t0 + 1 + a / 16,
                x: [1.7 * a],
                y: [0],
                angle: [k % 2, 1 - 2 * (k % 2)],
            };
        }),
    }));
    return JSON.stringify({ graze: 2, agents });
}

test('a verdict that is found in time is reported, though the search for later starts takes too long', async (t) => {
    const bars = write('bars.json', turningBars(300));
    const args = [bars, '--report', 'json'];
    const alone = await grazeHere(['validate', '--no-suggest-delays', ...args]);
    assert.equal(alone.code, 1);
    const isUp = (/** @type {any} */ { unfinished }) => unfinished === undefined;
    const { code, stdout } = await grazeInTime(t, isUp, [...args, '--suggestion-effort', 'all']);
    assert.equal(code, 1);
    const [expected] = JSON.parse(alone.stdout).results;
    const [{ notices, ...rest }] = JSON.parse(stdout).results;
    assert.deepEqual({ ...rest, notices: expected.notices }, expected);
    assert.deepEqual(notices, [
        ...expected.notices,
        `hints, later starts and figures may be missing: ${OVERDUE}`,
    ]);
});

test('a plan that takes too much memory is given up, others are not', () => {
    const env = { NODE_OPTIONS: '--max-old-space-size=10' };
    const args = ['--radius', '0.4', '--jobs', '2', '--report', 'json'];
    const large = write('large.xml', plan({ agents: 4000, pieces: 100 }));
    const { code, stdout } = graze(['validate', large, quick, quick, ...args], { env });
    assert.equal(code, 3);
    const codes = JSON.parse(stdout).results.map((/** @type {any} */ { error }) => error?.code);
    assert.deepEqual(codes, ['out-of-memory', undefined, undefined]);
});

test('a plan that takes too much memory is not valid once it has a violation', () => {
    // Everybody is in one cell, and all violations are to be kept.
    const cells = Array.from({ length: 1500 }, () => '(0,0)').join(',');
    const pile = write('pile.txt', [0, 1, 2].map((t) => `${t}:${cells}`).join('\n'));
    const args = ['validate', pile, '--radius', '0.3', '--max-kept', '1000000000'];
    const env = { NODE_OPTIONS: '--max-old-space-size=48' };
    const { code, stdout } = graze([...args, '--report', 'json'], { env });
    assert.equal(code, 1);
    assertUnfinished(JSON.parse(stdout).results[0], 'it needs more memory than is available');
});

test('what a file may hold can be set', () => {
    const limits = /** @type {[string, RegExp][]} */ ([
        ['agents=2', /too-large: .*agents/],
        ['pieces=5', /too-large: .*sections/],
        ['characters=100', /:1:1: too-large: it has more than 100 characters|has \d+ characters/],
    ]);
    for (const [limit, message] of limits) {
        const { code, stderr } = graze(['validate', quick, '--radius', '0.4', '--limit', limit]);
        assert.equal(code, 3, limit);
        assert.match(stderr, message);
    }
    const enough = ['--limit', 'agents=2', '--limit', 'agents=3'];
    assert.equal(graze(['validate', quick, '--radius', '0.4', ...enough]).code, 0);
});

test('standard input reaches every thread', () => {
    const config = '<root><algorithm><agent_size>0.4</agent_size></algorithm></root>';
    const args = ['validate', quick, quick, '--config', '-', '--jobs', '2', '--quiet'];
    assert.deepEqual(graze(args, { input: config }), { code: 0, stdout: '', stderr: '' });
    const limited = ['validate', '-', '--radius', '0.4', '--time-limit', '900', '--quiet'];
    assert.equal(graze(limited, { input: plan() }).code, 0);
});

test('a long file is read in pieces: letters over their ends, bytes that are not text', () => {
    const pad = `<!-- ${'é€😀'.repeat(200_000)} -->`;
    const whole = write('long.xml', plan().replace('<log>', `<log>${pad}`));
    const args = ['--radius', '0.4', '--quiet'];
    assert.deepEqual(graze(['validate', whole, ...args]), { code: 0, stdout: '', stderr: '' });
    const bytes = readFileSync(whole);
    bytes[1_500_000] = 0xff;
    writeFileSync(join(folder, 'bytes.xml'), bytes);
    const { code, stderr } = graze(['validate', join(folder, 'bytes.xml'), ...args]);
    assert.equal(code, 3);
    assert.match(stderr, /bytes\.xml:1:\d+: not-text: the file is not UTF-8 text\n$/);
    // Cut within a letter.
    writeFileSync(join(folder, 'cut.xml'), readFileSync(whole).subarray(0, 1_200_008));
    assert.match(graze(['validate', join(folder, 'cut.xml'), ...args]).stderr, /not-text|bad-xml/);
});

test('an interrupt ends all threads, and leaves nothing half written', async () => {
    for (const [signal, expected] of /** @type {const} */ ([
        ['SIGHUP', 129],
        ['SIGINT', 130],
        ['SIGQUIT', 131],
        ['SIGTERM', 143],
    ])) {
        const out = join(folder, 'interrupted.json');
        const args = ['--radius', '0.4', '--jobs', '2', '--report', 'html', '--out', out];
        const { child, ended } = start(['validate', quick, endless, endless, endless, ...args]);
        const isBegun = () => readdirSync(folder).some((name) => name.startsWith('interrupted'));
        while (!isBegun()) await pause(20);
        await pause(300);
        child.kill(signal);
        const { code, stdout, stderr } = await ended;
        assert.deepEqual([code, stdout, stderr], [expected, '', '']);
        assert.ok(!existsSync(out));
        assert.ok(!isBegun());
    }
});

test('a report comes as it is made: the reader need not wait for the last plan', async () => {
    const { child, ended } = start([
        'validate',
        quick,
        endless,
        '--radius',
        '0.4',
        '--jobs',
        '1',
        '--report',
        'ndjson',
    ]);
    let text = '';
    const first = new Promise((resolve) => {
        child.stdout.on('data', (chunk) => {
            text += chunk;
            if (text.split('\n').length > 2) resolve(undefined);
        });
    });
    await first;
    child.kill('SIGKILL');
    await ended;
    const lines = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
    assert.equal(lines.length, 2);
    assert.equal(lines[1].file, quick);
});

test('no progress is shown where no person watches', () => {
    const out = join(folder, 'report.ndjson');
    const { stdout, stderr } = graze([
        'validate',
        '--list',
        list,
        '--report',
        'ndjson',
        '--out',
        out,
    ]);
    assert.equal(stdout, '');
    assert.ok(!stderr.includes('\r') && !stderr.includes('30'));
});

test('--exit-zero: a complete report is a success', () => {
    const args = ['validate', '--list', list, '--quiet', '--exit-zero'];
    assert.equal(graze(args).code, 0);
    assert.equal(graze([...args, '--radios', '1']).code, 2);
});

test('a reader that closes the pipe ends the run, though a plan is still being checked', async () => {
    const plans = [...Array(50).fill(quick), endless];
    const args = ['--radius', '0.4', '--jobs', '1', '--report', 'json'];
    const { child, ended } = start(['validate', ...plans, ...args]);
    child.stdout.once('data', () => child.stdout.destroy());
    const { code, stderr } = await ended;
    assert.deepEqual([code, stderr], [141, '']);
});
