import assert from 'node:assert/strict';
import {
    copyFileSync,
    existsSync,
    mkdirSync,
    readdirSync,
    readFileSync,
    symlinkSync,
    writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { PlanChecker } from '../../js/cli/checking/plan_checker.js';
import { inRepository } from '../helpers.js';
import { assertGolden } from './golden.js';
import { grazeHere } from './here.js';
import { sealed } from './outcomes.js';
import { plan, temporaryFolder } from './program.js';

/**
 * All that the program says: every refusal and every report of a few plans, whole.
 *
 * @import { TestContext } from 'node:test'
 */

const folder = temporaryFolder('words');
const before = process.cwd();
process.chdir(folder);
after(() => process.chdir(before));

for (const [name, file] of [
    ['conflict', 'plan_log'],
    ['conflict', 'map'],
    ['conflict', 'task'],
    ['conflict', 'config'],
    ['crossing', 'plan_log'],
    ['roadmap', 'plan_log'],
]) {
    copyFileSync(inRepository(`web/scenes/${name}/${file}.xml`), `${name}-${file}.xml`);
}
/** @type {Record<string, string>} */
const FILES = {
    'good.xml': plan(),
    'bad.xml': plan({ isBad: true }),
    'worse.xml': plan({ agents: 2, pieces: 60, isBad: true }),
    'near.xml': plan({ gap: 0.8 }),
    'cut.xml': plan().slice(0, 200),
    'text.txt': 'no plan at all\n',
    'empty.xml': '',
    'dir/plan.xml': plan({ agents: 2 }),
    'lists/list.txt': '# plans\n\n../good.xml\n',
    'list.txt': `\ufeffgood.xml\tradius=0.4\n# no plan\nbad.xml\tradius=0.3\tat-goal=vanish\r\ncut.xml\t radius = 0.3 \nnone.xml\ndir/plan.xml\tformat=ccbs\tradius=0.4\n`,
    'four.txt': 'good.xml\nbad.xml\nnear.xml\ncut.xml\n',
    'plain.txt': 'conflict-plan_log.xml\n',
    'formats.txt': 'good.xml\tformat=kei18\tradius=0.4\nbad.xml\tformat=ccbs\tradius=0.4\n',
    'only.txt': '# nothing\n\n  \t \n',
    'fields.txt':
        'conflict-plan_log.xml\tmap=conflict-map.xml\ttask=conflict-task.xml\tconfig=conflict-config.xml\ngood.xml\tmap=\ttask=\tconfig=\tradius=0.4\n',
    'odd.txt': 'good\0.xml\n',
    'notutf.txt': 'a.xml\nb\ufffd.xml\n',
};
for (const [k, line] of [
    '\tradius=1',
    'good.xml\t\tradius=1',
    'good.xml\tradius=1\tradius=2',
    'good.xml\tspeed=1',
    'good.xml\tradius',
    'good.xml\tradius=-1',
    'good.xml\tformat=none',
    'good.xml\tat-goal=wait',
    'good.xml\tmap=-',
    '-',
    '../good.xml',
    '..',
    '/good.xml',
    'good.xml\tmap=a/../../b.map',
].entries()) {
    FILES[`line-${k}.txt`] = `good.xml\n${line}\n`;
}
mkdirSync('dir');
mkdirSync('lists');
for (const [name, text] of Object.entries(FILES)) writeFileSync(name, text);
symlinkSync(join('..', 'good.xml'), 'dir/link.xml');
symlinkSync('loop.xml', 'loop.xml');
writeFileSync('dir/list.txt', 'link.xml\n');

copyFileSync(inRepository('web/scenes/driving/scenario.xml'), 'driving.xml');
// Longer than what is read at once, with letters of several bytes, at other places of each piece.
writeFileSync('long.xml', plan().replace('<log>', `<!--x${'äöüß€𝄞  '.repeat(70_000)}--><log>`));
writeFileSync('long.bin', Buffer.concat([Buffer.from(plan()), Buffer.alloc(2 ** 20, 0xff)]));
writeFileSync('heavy.xml', plan({ agents: 400, pieces: 200 }));

const CONFLICT =
    'conflict-plan_log.xml --map conflict-map.xml --task conflict-task.xml --config conflict-config.xml';

/** Environment of a plain terminal; that of a test runner may differ. */
const COLOURS = { NO_COLOR: undefined, FORCE_COLOR: undefined, TERM: 'xterm' };

/** @typedef {[line: string, options?: Parameters<typeof grazeHere>[1]]} Call */

/** Returns messages without the progress of work that takes long on a slow machine. @param {string} stderr */
const withoutProgress = (stderr) =>
    stderr
        // biome-ignore lint/suspicious/noControlCharactersInRegex: the bar is drawn by them
        .replace(/\r\u001b\[K(?:\[[#.]+\][^\r\n]*)?/g, '')
        .replace(/^\d+ s: .*\n/gm, '');

/** @param {Call[]} calls */
async function transcript(calls) {
    const parts = [];
    for (const [line, options] of calls) {
        const result = await grazeHere(line.split(' ').filter(Boolean), options);
        const { code, stdout } = result;
        const stderr = withoutProgress(result.stderr);
        const more = options?.isTTY ? ' (on a terminal)' : '';
        parts.push(
            `$ graze ${line}${more}\n${code}\n${stdout}${stderr && `--- stderr\n${stderr}`}`,
        );
    }
    // These parts differ between runs and machines.
    return parts
        .join('\n')
        .replaceAll(folder, '/folder')
        .replace(/"graze":"[^"]*"/g, '"graze":"…"')
        .replace(/^(?:Option|Unknown option|Unexpected argument) .*(?=\. Try)/gm, '…')
        .replace(/(cannot be used: (?:ENOENT|WebAssembly)).*/g, '$1…');
}

/** @param {string} name @param {Call[]} calls */
function says(name, calls) {
    return async () => assertGolden(await transcript(calls), name);
}

test(
    'the program: what it knows, and what it does not',
    says('program', [
        [''],
        ['--help'],
        ['-h'],
        ['help'],
        ['fly'],
        ['constructor'],
        ['--fly'],
        ['validate --help'],
        ['merge -h'],
        ['repair --help'],
        ['convert --help'],
        ['bench --help'],
    ]),
);

test('--version is that of the package', async () => {
    const { version } = JSON.parse(readFileSync(inRepository('package.json'), 'utf8'));
    assert.deepEqual(await grazeHere(['--version']), {
        code: 0,
        stdout: `${version}\n`,
        stderr: '',
    });
});

test(
    'validate refuses what makes no sense, and says what would',
    says('usage', [
        ['validate'],
        ['validate good.xml'],
        ['validate good.xml --radius'],
        ['validate good.xml --radius -1'],
        ['validate good.xml --radius 0x1'],
        ['validate good.xml --radius 1e999'],
        ['validate good.xml --radius=.5e0x'],
        ['validate good.xml --radius .'],
        ['validate good.xml --fast'],
        ['validate good.xml --quiet=yes'],
        ['validate good.xml --radius 1 --format none'],
        ['validate good.xml --radius 1 --format kei18'],
        ['validate good.xml --radius 1 --touching half'],
        ['validate good.xml --radius 1 --at-goal wait'],
        ['validate good.xml --radius 1 --tolerance x'],
        ['validate good.xml --radius 1 --max-suggestions 1.5'],
        ['validate good.xml --radius 1 --max-suggestions 1000001'],
        ['validate good.xml --radius 1 --figures 10001'],
        ['validate good.xml --radius 1 --jobs 0'],
        ['validate good.xml --radius 1 --jobs 1025'],
        ['validate good.xml --radius 1 --jobs 1x'],
        ['validate good.xml --radius 1 --time-limit 0'],
        ['validate good.xml --radius 1 --time-limit 2000001'],
        ['validate good.xml --radius 1 --time-limit soon'],
        ['validate good.xml --radius 1 --report pdf'],
        ['validate good.xml --radius 1 --limit agents'],
        ['validate good.xml --radius 1 --limit =3'],
        ['validate good.xml --radius 1 --limit x=3'],
        ['validate good.xml --radius 1 --limit cats=3'],
        ['validate good.xml --radius 1 --limit agents=0'],
        ['validate good.xml --radius 1 --limit agents=x'],
        ['validate good.xml --radius 1 --limit agents=2'],
        ['validate good.xml --radius 1 --limit agents=9 --limit agents=2'],
        ['validate good.xml --list list.txt'],
        ['validate --list'],
        ['validate good.xml --shard 1/2'],
        ['validate --list list.txt --shard 0/2'],
        ['validate --list list.txt --shard 3/2'],
        ['validate --list list.txt --shard 1/2x'],
        ['validate --list list.txt --shard x1/2'],
        ['validate --list list.txt --shard 1'],
        ['validate --list list.txt --shard 12345678/12345678'],
        ['validate --list list.txt --shard 1/2 --report html'],
        ['validate --list list.txt --shard 1/2 --resume'],
        ['validate good.xml --resume --out a.json --report json'],
        ['validate good.xml --resume --report ndjson'],
        ['validate good.xml --resume --out a.json'],
        ['validate - -'],
        ['validate - --map -'],
        ['validate --list - --config -'],
        ['validate good.xml --radius 1 --out none/report.txt'],
        ['validate good.xml --radius 1 --out dir'],
    ]),
);

test(
    'a file that cannot be read is reported with its reason',
    says('unreadable', [
        ['validate none.xml --radius 1'],
        ['validate good.xml/plan.xml --radius 1'],
        ['validate dir --radius 1'],
        ['validate loop.xml --radius 1'],
        [`validate ${'n'.repeat(300)} --radius 1`],
        ['validate a\0b --radius 1'],
        ['validate text.txt --radius 1'],
        ['validate empty.xml --radius 1'],
        ['validate cut.xml --radius 1'],
        ['validate good.xml --map none.map --radius 1'],
        ['validate good.xml --limit characters=20 --radius 1'],
        ['validate good.xml --limit characters=400 --radius 1'],
        ['validate - --limit characters=20 --radius 1', { input: plan() }],
        ['validate - --radius 1', { input: '<root>' }],
        ['validate - --radius 1'],
        ['validate \u001b[31m.xml --radius 1'],
        ['repair none.xml --radius 1'],
        ['convert cut.xml out.json --to graze --radius 1'],
        ['merge none.ndjson'],
        ['merge dir'],
        ['validate long.bin --radius 1 --format ccbs'],
        ['validate long.xml --radius 1 --quiet'],
        ['validate long.xml --radius 1 --limit characters=400000'],
        ['repair long.xml --radius 1 --quiet --out short.xml'],
        ['validate good.xml --time-limit 60'],
    ]),
);

test(
    'reports of plans that are valid, that are not, and that cannot be checked',
    says('reports', [
        [`validate ${CONFLICT}`],
        [`validate ${CONFLICT}`, { isTTY: true, env: COLOURS }],
        [`validate ${CONFLICT}`, { isTTY: true, env: { ...COLOURS, NO_COLOR: '1' } }],
        [`validate ${CONFLICT}`, { isTTY: true, env: { ...COLOURS, TERM: 'dumb' } }],
        [`validate ${CONFLICT} --out report.txt`, { isTTY: true, env: COLOURS }],
        [`validate ${CONFLICT} --report json`],
        [`validate ${CONFLICT} --report junit`],
        [`validate ${CONFLICT} --report ndjson --figures 1`],
        [`validate ${CONFLICT} --report html --figures 2`],
        [`validate ${CONFLICT} --no-suggest-delays`],
        [`validate ${CONFLICT} --max-suggestions 1`],
        [`validate ${CONFLICT} --at-goal vanish --touching conflict --tolerance 0`],
        ['validate good.xml --radius 0.4'],
        ['validate good.xml --radius 0.4', { isTTY: true, env: COLOURS }],
        ['validate good.xml --radius 1'],
        ['validate good.xml --radius 1 --touching conflict'],
        ['validate good.xml --radius 1 --exit-zero --quiet'],
        ['validate bad.xml --radius 0.4 --exit-zero'],
        ['validate bad.xml --radius 0.4 --quiet'],
        ['validate worse.xml --radius 0.4'],
        ['validate worse.xml --radius 0.4 --report junit --out out.xml'],
        ['validate good.xml bad.xml cut.xml none.xml --radius 0.4 --jobs 1'],
        ['validate good.xml bad.xml cut.xml none.xml --radius 0.4 --jobs 1 --report junit'],
        ['validate good.xml bad.xml cut.xml none.xml --radius 0.4 --jobs 1 --report json'],
        [
            'validate good.xml bad.xml cut.xml none.xml --radius 0.4 --jobs 1 --report ndjson --exit-zero',
        ],
        ['validate good.xml bad.xml cut.xml --radius 0.4 --jobs 1 --report html --figures 0'],
        ['validate good.xml bad.xml cut.xml --radius 0.4 --jobs 2'],
        ['validate good.xml bad.xml --jobs 1'],
        ['validate good.xml bad.xml --jobs 2'],
        ['validate good.xml good.xml --radius 0.4 --jobs 1'],
        ['validate good.xml --radius 0.4 --time-limit 60'],
        ['validate good.xml --quiet --radius 4e-1'],
        ['validate good.xml --quiet --radius 0.04E+1'],
        ['validate good.xml --quiet --radius .04e1'],
        ['validate good.xml --quiet --radius 1.'],
        ['validate - good.xml --radius 0.4 --jobs 2', { input: plan({ isBad: true }) }],
        ['validate - --radius 0.4 --time-limit 60', { input: plan({ isBad: true }) }],
    ]),
);

test(
    'lists are read line by line, and refused with the place',
    says('lists', [
        ['validate --list list.txt --jobs 1'],
        ['validate --list list.txt --jobs 1 --report ndjson'],
        ['validate --list fields.txt --jobs 1'],
        ['validate --list fields.txt --jobs 1 --map none.xml --task none.xml --config none.xml'],
        [
            'validate --list - --jobs 1 --radius 0.4 --at-goal vanish',
            { input: 'good.xml\nbad.xml\n' },
        ],
        ['validate --list lists/list.txt --jobs 1 --radius 1'],
        ['validate --list lists/list.txt --jobs 1 --radius 1 --allow-outside'],
        ['validate --list dir/list.txt --jobs 1 --radius 1'],
        ['validate --list dir/list.txt --jobs 1 --radius 1 --allow-outside'],
        ['validate --list formats.txt --jobs 1'],
        ['validate --list formats.txt --jobs 1 --format kei18'],
        [`validate --list plain.txt --jobs 1 ${CONFLICT.replace(/^\S+ /, '')}`],
        ['validate --list only.txt'],
        ['validate --list none.txt'],
        ['validate --list odd.txt'],
        ['validate --list notutf.txt'],
        ['validate --list list.txt --limit characters=20'],
        ...Array.from(
            { length: 14 },
            (_, k) => /** @type {Call} */ ([`validate --list line-${k}.txt --radius 1`]),
        ),
    ]),
);

test('shards: written, found again, and put together as one run', async () => {
    const shard = '--list four.txt --radius 0.4 --jobs 1';
    const calls = /** @type {Call[]} */ ([
        [`validate ${shard} --shard 1/2 --out one.ndjson`],
        [`validate ${shard} --shard 2/2 --out two.ndjson`],
        [`validate ${shard} --shard 2/2 --out two.ndjson --resume`],
        [`validate ${shard} --shard 2/2 --out two.ndjson --resume --exit-zero`],
        [`validate ${shard} --shard 1/2 --out three.ndjson --resume --report ndjson`],
        [`validate ${shard} --shard 1/2`],
        [`validate ${shard} --shard 10/12`],
        // A complete shard, but of another run: made anew.
        ['validate --list four.txt --radius 0.3 --jobs 1 --shard 1/2 --out three.ndjson --resume'],
        ['merge two.ndjson three.ndjson'],
        ['merge two.ndjson one.ndjson'],
        ['merge two.ndjson one.ndjson --quiet'],
        ['merge two.ndjson one.ndjson --quiet --report junit'],
        ['merge two.ndjson one.ndjson --report json'],
        ['merge two.ndjson one.ndjson --report ndjson --out all.ndjson'],
        ['merge all.ndjson --report junit'],
        ['merge'],
        ['merge one.ndjson --report pdf'],
        ['merge one.ndjson --fast'],
        ['merge one.ndjson'],
        ['merge one.ndjson one.ndjson'],
        ['merge one.ndjson good.xml'],
        [`validate ${shard} --shard 1/3 --out third.ndjson`],
        ['merge one.ndjson third.ndjson'],
        ['merge empty.xml'],
    ]);
    assertGolden(await transcript(calls), 'shards');
    assert.ok(existsSync('three.ndjson'));
    const text = readFileSync('one.ndjson', 'utf8');
    const lines = text.trimEnd().split('\n');
    const [header, first, second, trailer] = lines.map((line) => JSON.parse(line));
    const options = header.options;
    /** @type {Record<string, any[]>} */
    const spoilt = {
        version: [{ ...header, graze: '9.9.9' }, first, second, trailer],
        schema: [{ ...header, schema: 1 }, first, second, trailer],
        list: [
            { ...header, list: { ...header.list, sha256: 'f'.repeat(64) } },
            first,
            second,
            trailer,
        ],
        count: [{ ...header, list: { ...header.list, count: 3 } }, first, second, trailer],
        split: [{ ...header, shard: [1, 3] }, first, second, trailer],
        options: [{ ...header, options: { ...options, radius: '9' } }, first, second, trailer],
        more: [{ ...header, options: { ...options, other: true } }, first, second, trailer],
        header: [first, second, trailer],
        order: [header, second, first, trailer],
        short: [header, first, trailer],
        long: [header, first, second, second, trailer],
        cut: [header, first, second],
        counts: [header, first, second, { ...trailer, violations: 7 }],
        exit: [header, first, second, { ...trailer, exit: 1 }],
        all: [header, first, second, { ...trailer, count: 3 }],
        good: [header, first, second, { ...trailer, valid: 1 }],
        bad: [header, first, second, { ...trailer, invalid: 1 }],
        unclear: [header, first, second, { ...trailer, undecided: 1 }],
        failed: [header, first, second, { ...trailer, failed: 1 }],
        after: [header, first, second, trailer, trailer],
        odd: [header, first, { ...second, file: 3 }, trailer],
    };
    const names = Object.keys(spoilt);
    for (const name of names) {
        // Each fault is found by its own check, and not by the hashes.
        writeFileSync(`${name}.ndjson`, sealed(spoilt[name]));
    }
    writeFileSync('end.ndjson', text.replace(trailer.sha256, 'f'.repeat(64)));
    writeFileSync('nojson.ndjson', `${lines[0]}\n{"index":0,\n`);
    writeFileSync('noend.ndjson', text.slice(0, -1));
    const refusals = [...names, 'end', 'nojson', 'noend'].map(
        (name) => /** @type {Call} */ ([`merge two.ndjson ${name}.ndjson`]),
    );
    assertGolden(await transcript(refusals), 'refusals');
});

test(
    'convert and repair: what they write, report and refuse',
    says('written', [
        ['convert'],
        ['convert good.xml'],
        ['convert good.xml a b'],
        ['convert --fast'],
        ['repair --fast'],
        ['repair good.xml --radius 0.4 --tolerance x'],
        ['repair good.xml --radius 0.4 --out - --report json'],
        ['repair driving.xml --out driving.json'],
        ['convert driving.xml - --to kei18'],
        ['convert driving.xml out.xml'],
        ['convert good.xml mid.json --radius 0.4 --to graze --quiet'],
        ['convert mid.json - --to ccbs'],
        ['convert mid.json again.json --to graze'],
        ['repair mid.json --quiet'],
        ['convert good.xml - --radius 0.4 --to graze --at-goal vanish'],
        ['convert good.xml out.abc --radius 0.4'],
        ['convert good.xml out.json --radius 0.4'],
        ['convert good.xml - --radius 0.4 --to none'],
        ['convert good.xml - --radius 0.4 --from none'],
        ['convert good.xml - --radius 0.4 --to graze'],
        ['convert good.xml - --radius 0.4 --to ccbs'],
        ['convert good.xml - --radius 0.4 --to kei18'],
        ['convert good.xml - --to graze'],
        ['convert - - --radius 0.4 --to graze --task -', { input: plan() }],
        ['convert - - --radius 0.4 --to ccbs', { input: plan({ agents: 1, pieces: 1 }) }],
        [`convert ${CONFLICT.replace(' ', ' - ')} --to graze`],
        ['convert good.xml - --radius 0.4 --to kei18 --quiet'],
        [`convert ${CONFLICT.replace(' ', ' - ')} --to commonroad`],
        [`convert ${CONFLICT.replace(' ', ' - ')} --to libmultirobotplanning`],
        ['convert good.xml none/out.graze.json --radius 0.4 --to graze'],
        ['repair'],
        ['repair good.xml bad.xml'],
        ['repair good.xml --radius x'],
        ['repair good.xml --radius 0.4 --max-iterations 0'],
        ['repair good.xml --radius 0.4 --report xml'],
        ['repair good.xml --radius 0.4 --touching half'],
        ['repair good.xml --radius 0.4 --to none'],
        ['repair good.xml --radius 0.4 --at-goal none'],
        ['repair good.xml --radius 0.4'],
        ['repair good.xml --radius 0.4 --quiet --out same.xml'],
        ['repair bad.xml --radius 0.4'],
        ['repair bad.xml --radius 0.4 --report json'],
        ['repair conflict-plan_log.xml --radius 0.3 --report json --out mended.xml'],
        ['repair conflict-plan_log.xml --radius 0.3 --out mended.xml'],
        ['repair conflict-plan_log.xml --radius 0.3 --out mended.json --to graze --report json'],
        ['repair conflict-plan_log.xml --radius 0.3 --max-iterations 1 --out mended.xml'],
        ['repair - --radius 0.3 --out -', { input: plan() }],
        ['validate mended.xml --radius 0.3'],
    ]),
);

test('what waits on disk for the end of a page is removed', async () => {
    mkdirSync('waiting');
    const args = 'validate bad.xml --radius 0.4 --report html --out page.html'.split(' ');
    const { code } = await grazeHere(args, { env: { TMPDIR: join(folder, 'waiting') } });
    assert.equal(code, 1);
    assert.deepEqual(readdirSync('waiting'), []);
});

/** Returns a clock on which everything takes long enough to be observed. @param {TestContext} t */
function slowClock(t) {
    const now = performance.now.bind(performance);
    let readings = 0;
    t.mock.method(performance, 'now', () => now() + 200 * readings++);
}

test('on a terminal it is shown how much of a plan is checked', async (t) => {
    slowClock(t);
    const args = ['validate', 'heavy.xml', '--radius', '0.4'];
    const { code, stdout, stderr } = await grazeHere([...args, '--out', 'heavy.txt'], {
        isTTY: true,
    });
    assert.deepEqual([code, stdout], [0, '']);
    assert.ok(/\[#*\.*\] \d+ % checked/.test(stderr), stderr);
    assert.ok(stderr.endsWith('\r\u001b[K'));
    const quiet = await grazeHere([...args, '--quiet'], { isTTY: true });
    assert.deepEqual([quiet.code, quiet.stdout, quiet.stderr], [0, '', '']);
});

test('how far many plans are is shown beside a report in a file, not within one on the terminal', async (t) => {
    slowClock(t);
    const args = 'validate heavy.xml good.xml --radius 0.4 --jobs 1'.split(' ');
    const beside = await grazeHere([...args, '--out', 'heavy.txt'], { isTTY: true, env: COLOURS });
    assert.match(beside.stderr, /1\/2 plans, 0 not valid, /);
    assert.ok(beside.stderr.endsWith('\r\u001b[K'));
    const within = await grazeHere(args, { isTTY: true, env: COLOURS });
    assert.deepEqual([within.code, within.stderr], [0, '']);
});

test('a plan that takes too long is given up', async () => {
    const { code, stdout, stderr } = await grazeHere(
        'validate heavy.xml --radius 0.4 --time-limit 0.02 --report json'.split(' '),
    );
    assert.equal(code, 3);
    const error = {
        code: 'time-limit',
        message: 'its check takes more than 0.02 s',
        file: 'heavy.xml',
        line: 1,
        column: 1,
    };
    assert.deepEqual(JSON.parse(stdout).results, [{ file: 'heavy.xml', error }]);
    assert.equal(stderr, 'heavy.xml: time-limit: its check takes more than 0.02 s\n');
});

test('an error in graze itself is 70, and reported as such', async (t) => {
    const said =
        "internal error: this host has no WebAssembly SIMD; import from 'graze/scalar' instead, which gives the same answers." +
        ' Please report it with the input that caused it\n';
    /** The answers of the engine, of which graze asks whether it has SIMD. @type {boolean[]} */
    let answers = [];
    t.mock.method(WebAssembly, 'validate', () => answers.shift() ?? false);
    const repair = 'repair good.xml --radius 0.4'.split(' ');
    assert.deepEqual(await grazeHere(repair), { code: 70, stdout: '', stderr: said });
    const debugged = await grazeHere(repair, { env: { GRAZE_DEBUG: '1' } });
    assert.equal(debugged.code, 70);
    assert.ok(debugged.stderr.startsWith(`${said}GrazeError: this host`), debugged.stderr);
    assert.match(debugged.stderr, /\n {4}at .*\n$/);
    // While a plan is checked; the others are checked all the same.
    const args = 'validate good.xml --radius 0.4 --report json'.split(' ');
    const { code, stdout, stderr } = await grazeHere(args);
    assert.equal(code, 70);
    const [{ error }] = JSON.parse(stdout).results;
    assert.deepEqual([error.code, `${error.message}\n`], ['internal', said]);
    assert.equal(stderr, `good.xml: internal: ${said}`);
    answers = [false, true];
    const settings = { suggestDelays: true, limits: {}, figures: 0, isOnlyPlan: false };
    const checker = new PlanChecker({ touching: 'allowed', ...settings });
    /** @type {any[]} */
    const outcomes = [];
    for (const [index, name] of ['good.xml', 'bad.xml'].entries()) {
        const files = { plan: { name, path: name } };
        for await (const outcome of checker.check({ index, files, radius: 0.4 })) {
            outcomes.push(outcome);
        }
    }
    assert.equal(outcomes[0].error.code, 'internal');
    assert.equal(outcomes[1].violations.length, 4);
    answers = [false];
    const traced = await grazeHere(['validate', 'good.xml', '--radius', '0.4'], {
        env: { GRAZE_DEBUG: '1' },
    });
    assert.match(traced.stderr, /^GrazeError: this host[^\n]*\n {4}at .*\n {4}at /);
    assert.match(traced.stderr, /\ngood\.xml: internal: internal error: /);
});

test('bench says what was measured, where, and how far it is', async () => {
    const args = 'bench --n 4 --scenes distant --tasks distance --pairs 2 --rounds 1 --seed 7';
    const { code, stdout, stderr } = await grazeHere(args.split(' '), { isTTY: true });
    assert.equal(code, 0);
    const [where, what, blank] = stdout.split('\n');
    assert.match(where, /^graze \d+\.\d+\.\d+, node v[\d.]+, \S.*, \d+ cores, \d{4}-\d\d-\d\d$/);
    assert.equal(what, '2 pairs a set, 1 rounds, seed 7; medians');
    assert.equal(blank, '');
    assert.ok(stderr.startsWith('\r\u001b[K') && stderr.length > 10);
    assert.ok(stderr.endsWith('\r\u001b[K'));
    assert.equal((await grazeHere(args.split(' '))).stderr, '');
    // Those that are named, and what they are compared with.
    const some = await grazeHere([...args.split(' '), '--only', 'call short']);
    const legend = some.stdout.split('\n\n')[1];
    assert.match(legend, /^ {2}call {3}/m);
    assert.match(legend, /^ {2}call short /m);
    assert.doesNotMatch(legend, /^ {2}(?:batch|points) /m);
});

test(
    'bench refuses what it does not know',
    says('bench', [
        ['bench --n 5'],
        ['bench --scenes near'],
        ['bench --tasks distance,fly'],
        ['bench --only nobody'],
        ['bench --pairs 0'],
        ['bench --pairs x'],
        ['bench --pairs 1048577'],
        ['bench --rounds 10001'],
        ['bench --seed -1'],
        ['bench --seed=4294967297'],
        ['bench --foreign box'],
        ['bench --foreign =box'],
        ['bench --foreign box=none.wasm'],
        ['bench --foreign box=text.txt'],
        ['bench --fast'],
        ['bench good.xml'],
    ]),
);
