import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
    cpSync,
    existsSync,
    mkdirSync,
    readFileSync,
    rmSync,
    statSync,
    writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { inRepository } from '../helpers.js';
import { grazeHere } from './here.js';
import { sealed } from './outcomes.js';
import { pause, plan, start, temporaryFolder, writeCampaign } from './program.js';

/** `--resume`: what is kept, what is checked again, and what a run that is interrupted leaves. */

const folder = temporaryFolder('resume');
const list = writeCampaign(folder, 12);
const out = join(folder, 'out.ndjson');
const journal = `${out}.partial`;

/** @param {string[]} [more] */
function resume(more = ['--list', list]) {
    return grazeHere(['validate', ...more, '--report', 'ndjson', '--resume', '--out', out]);
}

/** Returns the report of a run from scratch. @param {string[]} [more] */
async function scratch(more = ['--list', list]) {
    return (await grazeHere(['validate', ...more, '--report', 'ndjson'])).stdout;
}

function clean() {
    for (const path of [out, journal]) rmSync(path, { force: true });
}

/** Checks that a resumed run ends as one from scratch. @param {string[]} [more] */
async function assertSame(more) {
    const { code } = await resume(more);
    assert.ok([0, 1, 3].includes(code), `${code}`);
    assert.equal(readFileSync(out, 'utf8'), await scratch(more));
    assert.ok(!existsSync(journal));
}

const whole = await scratch();
const lines = whole.trimEnd().split('\n');

/** Returns the report in which the result of a plan has a notice, to see that it is kept. @param {number} index */
function marked(index) {
    const values = lines.map((line) => JSON.parse(line));
    values[index + 1].notices = ['this was kept'];
    return sealed(values);
}

test('a run that was cut at any byte continues, and ends with the same bytes', async () => {
    const ends = lines.map((_, k) => lines.slice(0, k + 1).join('\n').length);
    const cuts = [0, 1, ends[0] - 1, ends[0], ends[0] + 1, ends[3] - 9, ends[5] + 1, ends[11] + 7];
    for (const cut of [...cuts, whole.length - 1]) {
        clean();
        writeFileSync(journal, whole.slice(0, cut));
        await assertSame();
    }
    clean();
    // Damage in between: the lines around it are kept.
    writeFileSync(journal, marked(8).replace('"obstacles":0', '"obstacles":1'));
    await resume();
    assert.match(readFileSync(out, 'utf8'), /this was kept/);
});

test('complete lines are kept, from the journal and from the output', async () => {
    for (const path of [journal, out]) {
        clean();
        const text = marked(1);
        writeFileSync(path, text.slice(0, text.indexOf('{"end"')));
        await resume();
        assert.equal(readFileSync(out, 'utf8'), marked(1));
        assert.ok(!existsSync(journal));
    }
    const before = statSync(out).mtimeMs;
    assert.equal((await resume()).code, 3);
    assert.equal(statSync(out).mtimeMs, before, 'a complete output is not written again');
});

test('lines of other options, and lines whose plan has changed, are not kept', async () => {
    clean();
    writeFileSync(out, marked(1));
    await assertSame(['--list', list, '--tolerance', '0.25']);
    clean();
    writeFileSync(journal, marked(1));
    const path = join(folder, 'plans/0001.xml');
    const text = readFileSync(path);
    writeFileSync(path, plan({ agents: 5, pieces: 2 }));
    await assertSame();
    assert.doesNotMatch(readFileSync(out, 'utf8'), /this was kept/);
    writeFileSync(path, text);
    await assertSame();
    rmSync(path);
    await assertSame();
    writeFileSync(path, text);
    await assertSame();
});

test('each file that a plan depends on is noticed: map, task, configuration, footprint, image, folder', async () => {
    const scene = join(folder, 'scene');
    cpSync(inRepository('web/scenes/crossing'), scene, { recursive: true });
    /** @param {string} name @param {string | Uint8Array} text */
    const write = (name, text) => writeFileSync(join(scene, name), text);
    write('steps.txt', '0:(1,0),\n1:(1,0),\n');
    write('foot.json', '[[0.2, 0.2], [-0.2, 0.2], [-0.2, -0.2], [0.2, -0.2]]');
    const yaml =
        'image: map.pgm\nresolution: 1\norigin: [0, 0, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.2\n';
    write('map.yaml', yaml);
    write('map.pgm', 'P2 2 1 255\n0 254\n');
    const at = (/** @type {string} */ name) => join(scene, name);
    const roads = join(folder, 'roads');
    mkdirSync(roads);
    const road = readFileSync(inRepository('tests/fuzz/readers/seeds/road_2020a.xml'), 'utf8');
    writeFileSync(join(roads, 'road.xml'), road);
    const solution = inRepository('tests/fuzz/readers/seeds/solution_ks.xml');
    const xml = ['--map', at('map.xml'), '--task', at('task.xml'), '--config', at('config.xml')];
    /** @type {[string[], string, (text: string) => string][]} */
    const cases = [
        [[at('plan_log.xml'), ...xml], at('map.xml'), (text) => `${text}\n`],
        [[at('plan_log.xml'), ...xml], at('task.xml'), (text) => `${text}\n`],
        [[at('plan_log.xml'), ...xml], at('config.xml'), (text) => `${text}\n`],
        [[at('steps.txt'), '--footprint', at('foot.json')], at('foot.json'), (text) => `${text} `],
        [[at('steps.txt'), '--map', at('map.yaml')], at('map.pgm'), () => 'P2 2 1 255\n0 0\n'],
        [[at('steps.txt'), '--map', at('map.yaml')], at('map.yaml'), (text) => `${text}# a\n`],
        [[solution, '--map', roads], join(roads, 'road.xml'), (text) => `${text}\n`],
        [[solution, '--map', roads], join(roads, 'other.xml'), () => road],
    ];
    for (const [args, path, change] of cases) {
        clean();
        await assertSame(args);
        const values = readFileSync(out, 'utf8')
            .trimEnd()
            .split('\n')
            .map((line) => JSON.parse(line));
        const isKept = () => /this was kept/.test(readFileSync(out, 'utf8'));
        const { inputs, error } = values[1];
        assert.equal(error, undefined, JSON.stringify(error));
        assert.ok(
            inputs.length > 1 && inputs.every((/** @type {any} */ one) => one.sha256 !== null),
        );
        values[1].notices = ['this was kept'];
        writeFileSync(out, sealed(values));
        await resume(args);
        assert.ok(isKept(), path);
        const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
        writeFileSync(path, change(text));
        await resume(args);
        assert.ok(!isKept(), path);
        assert.equal(readFileSync(out, 'utf8'), await scratch(args));
        if (text !== '') writeFileSync(path, text);
    }
});

test('a run that is killed leaves its results beside the output, which is complete or absent', async () => {
    const many = writeCampaign(join(folder, 'many'), 120);
    const args = ['validate', '--list', many, '--report', 'ndjson', '--jobs', '1', '--out', out];
    for (const signal of /** @type {const} */ (['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'])) {
        clean();
        const { child, ended } = start([...args, '--resume']);
        const size = () =>
            existsSync(journal) ? readFileSync(journal, 'utf8').split('\n').length : 0;
        while (size() < 20 && child.exitCode === null) await pause(10);
        child.kill(signal);
        await ended;
        assert.ok(!existsSync(out), signal);
        assert.ok(size() >= 20, signal);
    }
    await assertSame(['--list', many]);
    clean();
    const { child, ended } = start(args);
    child.kill('SIGTERM');
    await ended;
    assert.ok(!existsSync(out) && !existsSync(journal), 'without --resume nothing stays');
});

test('a disk that is full ends the run, and what was written is kept', async () => {
    clean();
    const args = ['validate', '--list', list, '--report', 'ndjson', '--resume', '--out', out];
    const main = inRepository('js/cli/main.js');
    const shell = ['-c', 'ulimit -f 4; exec "$0" "$@"', process.execPath, main, ...args];
    const { status, stderr } = spawnSync('sh', shell, { encoding: 'utf8' });
    assert.equal(status, 73, stderr);
    assert.match(stderr, /cannot be written: the file would be too large\n$/);
    assert.ok(!existsSync(out));
    assert.ok(statSync(journal).size > 0);
    await assertSame();
});
