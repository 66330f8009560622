import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { FORMAT_ORIGINS, FORMATS, readScenario } from 'graze/scenario';
import { grazeHere } from './here.js';
import { graze, plan, temporaryFolder } from './program.js';

/** Files that are not what they are given as: each is named for what it is. Plans that fail, and what the run exits with. */

const folder = temporaryFolder('refused');

/** @param {string} name @param {string | Uint8Array} content @returns {string} */
function write(name, content) {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
}

const STEPS = 'agents=1\nsolved=1\nsolution=\n0:(0,0),\n1:(1,0),\n2:(2,0),\n';

/** @param {string} text @param {boolean} isBig whether the first byte of each unit is the higher one */
function utf16(text, isBig) {
    const bytes = Buffer.from(text, 'utf16le');
    return isBig ? bytes.swap16() : bytes;
}

/** First bytes of an archive, and some that are not text. @param {number[]} magic */
const archive = (...magic) => Uint8Array.from([...magic, 0, 0, 0x80, 0xff]);

/** @type {[name: string, content: string | Uint8Array, expected: string][]} */
const PLANS = [
    ['gzip', gzipSync(STEPS), ':1:1: not-text: it is compressed (gzip): unpack it first'],
    ['zip', archive(0x50, 0x4b, 3, 4), ':1:1: not-text: it is compressed (zip): unpack it first'],
    [
        'bzip2',
        archive(0x42, 0x5a, 0x68, 0x39),
        ':1:1: not-text: it is compressed (bzip2): unpack it first',
    ],
    [
        'xz',
        archive(0xfd, 0x37, 0x7a, 0x58, 0x5a),
        ':1:1: not-text: it is compressed (xz): unpack it first',
    ],
    [
        'zstd',
        archive(0x28, 0xb5, 0x2f, 0xfd),
        ':1:1: not-text: it is compressed (zstd): unpack it first',
    ],
    ['UTF-16', utf16(`\ufeff${STEPS}`, false), ':1:1: not-text: it is UTF-16: save it as UTF-8'],
    [
        'UTF-16, big-endian',
        utf16(`\ufeff${STEPS}`, true),
        ':1:1: not-text: it is UTF-16: save it as UTF-8',
    ],
    [
        'UTF-16 without a byte order mark',
        utf16(STEPS, false),
        ':1:1: not-text: it is UTF-16: save it as UTF-8',
    ],
    [
        'UTF-16 without a byte order mark, big-endian',
        utf16('<root><log/></root>', true),
        ':1:1: not-text: it is UTF-16: save it as UTF-8',
    ],
    [
        'bytes that are nothing known',
        Uint8Array.from([0x7f, 0x45, 0xff]),
        ':1:3: not-text: the file is not UTF-8 text',
    ],
    ['NULs', '\0\0\0\0', ':1:1: not-text: the file is not UTF-8 text'],
    [
        'a web page',
        '<!DOCTYPE html>\n<html><title>404</title></html>',
        ':1:1: not-a-plan: it is a web page (HTML), not a plan',
    ],
    [
        'a web page without a doctype',
        '<!-- x --><HTML lang="en"><title>404</title></HTML>',
        ':1:1: not-a-plan: it is a web page (HTML), not a plan',
    ],
    [
        'a pointer of Git LFS',
        'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n',
        ':1:1: not-a-plan: it is a Git LFS pointer, not the file itself: fetch that with git lfs pull',
    ],
    [
        'data of SUMO',
        '<?xml version="1.0"?>\n<!-- <root> -->\n<fcd-export><timestep time="0"/></fcd-export>',
        ':1:1: not-a-plan: it is SUMO floating car data, which graze does not read: write its motions as a table (CSV) with the columns id, t, x, y and heading, which is read as tracks; in SUMO x and y are those of the middle of the front bumper, and the angle is in degrees clockwise from north',
    ],
    [
        'a result of db-CBS',
        'result:\n  - states:\n      - [0, 0, 0]\n',
        ':1:1: not-a-plan: it is a result of db-CBS or Dynoplan, whose states have no times, which graze does not read: write its motions as a table (CSV) with the columns id, t, x, y and heading, which is read as tracks',
    ],
    [
        'an occupancy map',
        'image: depot.pgm\nresolution: 0.05\norigin: [0, 0, 0]\n',
        ':1:1: not-a-plan: it is an occupancy map of ROS, not a plan: give it as --map',
    ],
    [
        'a table of numbers',
        '0,1,2.5,-3e-1\n1,1,3,3\n',
        ':1:1: not-a-plan: it is a table of numbers without a header: name its columns in the first line, such as id,t,x,y,heading',
    ],
    [
        'OpenSCENARIO',
        '<OpenSCENARIO><FileHeader/></OpenSCENARIO>',
        ':1:1: not-a-plan: it is an ASAM OpenSCENARIO scenario, not a plan',
    ],
    [
        'OpenDRIVE, cut short',
        '<OpenDRIVE><header/>',
        ':1:1: not-a-plan: it is an ASAM OpenDRIVE road network, not a plan',
    ],
    [
        'OpenStreetMap',
        '<osm version="0.6"><node id="1"/></osm>',
        ':1:1: not-a-plan: it is OpenStreetMap data, not a plan',
    ],
    [
        'a picture',
        '<svg xmlns="http://www.w3.org/2000/svg"/>',
        ':1:1: not-a-plan: it is an SVG picture, not a plan',
    ],
    [
        'a roadmap',
        '<graphml><graph edgedefault="directed"/></graphml>',
        ':1:1: not-a-plan: it is a roadmap (GraphML), not a plan: give it as --map',
    ],
    [
        'a map of CCBS',
        '<root>\n<map><width>1</width></map>\n</root>',
        ':1:1: not-a-plan: it is a CCBS map, not a plan: give it as --map',
    ],
    [
        'a configuration of CCBS',
        '<root><algorithm><agent_size>0.3</agent_size></algorithm></root>',
        ':1:1: not-a-plan: it is a CCBS configuration, not a plan: give it as --config',
    ],
    [
        'a task of CCBS',
        '<root><agent start_i="0" start_j="0" goal_i="0" goal_j="0"/></root>',
        ':1:1: not-a-plan: it is a CCBS task, not a plan: give it as --task',
    ],
    [
        'a problem of the league',
        '{\n "mapFile": "x.map",\n "agentFile": "x.agents",\n "teamSize": 3\n}',
        ':1:1: not-a-plan: it is a problem of the League of Robot Runners, not a plan',
    ],
    [
        'XML of another kind',
        '<foo/>',
        ':1:1: wrong-root: graze reads no XML format with the root <foo>; it reads CCBS logs (<root>), CommonRoad scenarios (<commonRoad>) and solutions (<CommonRoadSolution>)',
    ],
    [
        'XML that is cut short in an element',
        '<root><log><agent number="0"><path><section number="0" ',
        ':1:55: bad-xml: the file ends inside <path>: was it cut short?',
    ],
    [
        'XML that is cut short in its first tag',
        '<ro',
        ':1:3: bad-xml: the file ends before its first element is complete: was it cut short?',
    ],
    [
        'XML whose tags do not fit',
        '<root>\n<log>\n<agent number="0"><path></agent></log></root>',
        ':3:32: bad-xml: </agent> is found where </path> must be, for <path> of line 3',
    ],
    [
        'XML with a closing tag too many',
        '<root></root></log>',
        ':1:19: bad-xml: </log> has no start tag',
    ],
    [
        'a comma too many',
        '0:(0,0),(2,0),\n1:(1,0),(2,0),,\n',
        ':2:15: bad-line: expected (x,y), found ","',
    ],
    [
        'a log without steps',
        'agents=1\nsolved=1\nsolution=\n',
        ':2:1: no-plan: the file has no solution, no line t:(x,y),(x,y),… (a short log?)',
    ],
];

for (const [name, content, expected] of PLANS) {
    test(`${name}, given as a plan`, async () => {
        const path = write('plan', content);
        for (const more of [[], ['--quiet']]) {
            const { code, stdout, stderr } = await grazeHere([
                'validate',
                path,
                '--radius',
                '1',
                ...more,
            ]);
            assert.deepEqual([code, stdout, stderr], [3, '', `${path}${expected}\n`]);
        }
        // The library says the same, of a text whole or in pieces.
        const text = Buffer.from(content).toString('utf8');
        const pieces = async function* () {
            yield* text;
        };
        for (const given of [text, pieces()]) {
            await assert.rejects(
                readScenario({ plan: { name: 'p', text: given } }, { radius: 1 }),
                {
                    name: 'InputError',
                    message: `p${expected}`,
                },
            );
        }
    });
}

test('a file of a format that is not read: its first line, and whose formats are', async () => {
    const path = write('comment.txt', `\n# only \u001b[31m a comment${'.'.repeat(500)}\n`);
    const { code, stderr } = await grazeHere(['validate', path]);
    assert.equal(code, 3);
    const begin = `${path}:1:1: unknown-format: the format is not recognized by its beginning "# only \\u001b[31m a comment`;
    assert.equal(stderr.slice(0, begin.length), begin);
    assert.match(stderr, /; if it is one of these, --format NAME shows what is wrong: graze \(/);
    assert.match(
        stderr,
        /\bkei18 \(LaCAM, PIBT\), paths \(EECBS, .*\blibmrp \(libMultiRobotPlanning\), .*\)\n$/,
    );
    // None is forgotten.
    assert.deepEqual(Object.keys(FORMAT_ORIGINS), [...FORMATS]);
    const help = (await grazeHere(['validate', '--help'])).stdout;
    for (const [format, origin] of Object.entries(FORMAT_ORIGINS)) {
        assert.match(stderr, new RegExp(`${format} \\(${origin}\\)`));
        assert.match(help, new RegExp(`\\n +${format} +${origin}\\n`));
    }
});

test('files that go with a plan are named for what they are, too', async () => {
    const steps = write('steps.txt', STEPS);
    const page = write('page.map', '<!doctype html><html></html>');
    const pointer = write('pointer.scen', 'version https://git-lfs.github.com/spec/v1\noid x\n');
    const packed = write('packed.map', gzipSync(STEPS));
    const cases = /** @type {const} */ ([
        ['--map', page, ':1:1: wrong-content: it is a web page (HTML), not a map\n'],
        [
            '--task',
            pointer,
            ':1:1: wrong-content: it is a Git LFS pointer, not the file itself: fetch that with git lfs pull\n',
        ],
        ['--map', packed, ':1:1: not-text: it is compressed (gzip): unpack it first\n'],
    ]);
    for (const [option, path, expected] of cases) {
        const { code, stderr } = await grazeHere(['validate', steps, option, path]);
        assert.deepEqual([code, stderr], [3, `${path}${expected}`]);
    }
});

test('byte order marks at the beginning are not read, however many there are', async () => {
    const log = plan();
    for (const text of [STEPS, log, 'schedule:\n  a:\n    - x: 0\n      y: 0\n      t: 0\n']) {
        const results = [];
        for (const marks of [0, 1, 2, 3]) {
            const path = write('marked', '\ufeff'.repeat(marks) + text);
            const args = ['validate', path, '--radius', '0.3', '--report', 'json'];
            results.push(await grazeHere(args));
            const pieces = async function* () {
                yield* '\ufeff'.repeat(marks) + text;
            };
            await readScenario({ plan: { name: 'p', text: pieces() } }, { radius: 0.3 });
        }
        assert.equal(results[0].code, 0);
        for (const one of results) assert.deepEqual(one, results[0]);
    }
});

test('a file that is not there has no line, and of several plans the one that it belongs to', async () => {
    const steps = write('a.txt', STEPS);
    const map = join(folder, 'none.map');
    const missing = `${map}: unreadable: there is no such file`;
    const one = await grazeHere(['validate', steps, '--map', map]);
    assert.deepEqual([one.code, one.stderr], [3, `${missing}\n`]);
    const list = write('list.txt', 'a.txt\na.txt\tmap=none.map\nnone.txt\n');
    const listed = await grazeHere(['validate', '--list', list, '--report', 'json']);
    assert.equal(
        listed.stderr,
        'none.map: unreadable: there is no such file (the map of a.txt)\nnone.txt: unreadable: there is no such file\n',
    );
    const errors = JSON.parse(listed.stdout).results.map((/** @type {any} */ { error }) => error);
    assert.equal(errors[1].file, 'none.map');
    assert.deepEqual([errors[2].line, errors[2].column], [1, 1]);
});

test('a plan without a size has one place in its error', async () => {
    const rows = 'track_id,frame_id,timestamp_ms,agent_type,x,y,vx,vy\nP2,1,100,ped,1,2,1,0\n';
    const table = write('tm.csv', `${rows}P2,2,200,ped,1.1,2,1,0\n`);
    const steps = write('b.txt', STEPS);
    const { code, stderr } = await grazeHere(['validate', table, steps, '--quiet']);
    const text =
        'track P2 has no size: give a radius or a footprint for such (--radius, --footprint), or columns length and width, or radius';
    assert.deepEqual([code, stderr], [3, `${table}:2:1: radius-unknown: ${text}\n`]);
    const log = write('log.xml', plan());
    const more = await grazeHere(['validate', log, steps, '--quiet']);
    assert.match(more.stderr, /log\.xml: radius-unknown: it does not say how large its agents are/);
});

test('each limit names the option that raises it, with the number needed if it is known', async () => {
    const steps = write('limited.txt', '0:(0,0),(2,0),\n1:(1,0),(2,0),\n2:(1,0),(2,0),\n');
    const log = write('limited.xml', plan());
    const json = write(
        'limited.json',
        '{"graze":1,"agents":[{"shape":{"kind":"disc","radius":1},"start":[0,0]}]}',
    );
    const yaml = write('limited.yaml', 'schedule:\n  a: [{ x: 0, y: 0, t: 0 }]\n');
    const cases = /** @type {const} */ ([
        [steps, 'pieces', 3, 100],
        [steps, 'agents', 1, 2],
        [steps, 'characters', 20, 100],
        [log, 'attributes', 1, 6],
        [log, 'pieces', 3, 100],
        [log, 'depth', 3, 9],
        [yaml, 'elements', 3, 1000],
        [json, 'depth', 1, 9],
    ]);
    for (const [path, limit, few, enough] of cases) {
        const args = (/** @type {number} */ n) => [
            'validate',
            path,
            '--radius',
            '0.3',
            '--limit',
            `${limit}=${n}`,
        ];
        const { code, stderr } = await grazeHere(args(few));
        assert.equal(code, 3, limit);
        const option = new RegExp(`: (?:too-large|bad-xml): .*\\(--limit ${limit}=(N|\\d+)\\)\n$`);
        assert.match(stderr, option);
        const [, needed] = option.exec(stderr) ?? [];
        assert.equal(needed === 'N', !['pieces', 'characters'].includes(limit), stderr);
        const max = needed === 'N' ? enough : Number(needed);
        assert.equal((await grazeHere(args(max))).code, 0, `${limit}=${max}`);
    }
});

test('a value may begin with -, another option is not a value', async () => {
    const steps = write('c.txt', STEPS);
    const cases = /** @type {const} */ ([
        ['--radius -1', '--radius must be at least 0, got -1'],
        ['--tolerance -.5', '--tolerance must be at least 0, got -.5'],
        ['--radius=-1e3', '--radius must be at least 0, got -1e3'],
        ['--jobs -2', '--jobs must be a whole number from 1 to 1024, got "-2"'],
        [
            '--max-suggestions -1',
            '--max-suggestions must be a whole number from 0 to 1000000, got "-1"',
        ],
        ['--time-limit -5', '--time-limit must be at least 0, got -5'],
        ['--radius -1x', '--radius must be a decimal number, at least 0, got "-1x"'],
        [
            '--radius --quiet',
            '--radius must be followed by a value, got the option --quiet. Try graze validate --help',
        ],
        [
            '--map -x',
            '--map must be followed by a value, got the option -x (as a value: --map=-x). Try graze validate --help',
        ],
        ['--radius', '--radius must be followed by a value. Try graze validate --help'],
        ['--limit x=1', '--limit must name one of characters, agents,'],
        [
            '--require goal',
            '--require must be a list of overlaps, obstacles, bounds, starts, goals, continuity, speed, vertices, swaps, got "goal"',
        ],
    ]);
    for (const [line, expected] of cases) {
        const { code, stdout, stderr } = await grazeHere(['validate', steps, ...line.split(' ')]);
        assert.deepEqual([code, stdout], [2, ''], line);
        assert.equal(stderr.slice(0, expected.length), expected);
    }
    // A name that begins with - is one behind --.
    const named = await grazeHere(['validate', '--radius', '0.2', '--', '--quiet']);
    assert.deepEqual(
        [named.code, named.stderr],
        [3, '--quiet: unreadable: there is no such file\n'],
    );
});

// ---------------------------------------------------------------- plans that fail

const UNSOLVED = 'agents=1\nsolved=0\nsolution=\n';
const COLLISION = '0:(0,0),(2,0),\n1:(1,0),(1,0),\n';

test('a planner that found no plan is a class of its own: 5, when nothing is worse', async () => {
    const unsolved = write('unsolved.txt', UNSOLVED);
    const unsolvedYaml = write('unsolved.yaml', 'statistics:\n  success: 0\n');
    const steps = write('valid.txt', STEPS);
    const collision = write('collision.txt', COLLISION);
    const bad = write('bad.txt', '0:(0,0),\n5:(0,0),\n');
    /** @param {string[]} files */
    const codeOf = async (...files) => (await grazeHere(['validate', ...files, '--quiet'])).code;
    assert.equal(await codeOf(unsolved), 5);
    assert.equal(await codeOf(unsolvedYaml), 5);
    assert.equal(await codeOf(unsolved, steps), 5);
    assert.equal(await codeOf(unsolved, collision), 1);
    assert.equal(await codeOf(unsolved, bad, collision), 3);
    const zero = ['validate', unsolved, steps, '--quiet', '--exit-zero'];
    assert.equal((await grazeHere(zero)).code, 0);
    const converted = await grazeHere([
        'convert',
        unsolved,
        join(folder, 'out.json'),
        '--to',
        'graze',
    ]);
    assert.deepEqual([converted.code, existsSync(join(folder, 'out.json'))], [5, false]);
    assert.equal((await grazeHere(['repair', unsolved])).code, 5);

    const all = ['validate', unsolved, steps, collision, bad];
    const report = async (/** @type {string} */ kind) =>
        (await grazeHere([...all, '--report', kind])).stdout;
    assert.match(
        await report('text'),
        /\n4 plans: 1 valid \(no sizes given: cells only\), 1 with 1 violation \(1 shared cell\), 1 unsolved, 1 not checked\n$/,
    );
    assert.match(
        await report('html'),
        /<tr class="unsolved"><td>[^<]*unsolved\.txt<\/td><td colspan="3">unsolved: /,
    );
    assert.match(
        await report('junit'),
        /tests="1" failures="0" errors="0" skipped="1">\n.*\n {6}<skipped type="no-solution" message="the solver found no solution \(solved=0\)">/,
    );
    const lines = (await report('ndjson')).trimEnd().split('\n');
    const {
        valid,
        invalid,
        undecided,
        unsolved: count,
        failed,
        exit,
    } = JSON.parse(lines[lines.length - 1]);
    assert.deepEqual([valid, invalid, undecided, count, failed, exit], [1, 1, 0, 1, 1, 3]);
});

test('shards with an unsolved plan are merged and resumed', async () => {
    write('u.txt', UNSOLVED);
    write('v.txt', STEPS);
    const list = write('unsolved-list.txt', 'u.txt\nv.txt\n');
    const paths = [1, 2].map((i) => join(folder, `shard-${i}.ndjson`));
    const shard = (/** @type {number} */ i, /** @type {string[]} */ ...more) =>
        grazeHere([
            'validate',
            '--list',
            list,
            '--shard',
            `${i}/2`,
            '--out',
            paths[i - 1],
            ...more,
        ]);
    assert.deepEqual([(await shard(1)).code, (await shard(2)).code], [5, 0]);
    const resumed = await shard(1, '--resume');
    assert.deepEqual([resumed.code, resumed.stderr], [5, '']);
    const merged = await grazeHere(['merge', ...paths]);
    assert.equal(merged.code, 5);
    assert.match(merged.stdout, /\n2 plans: 1 valid \(no sizes given: cells only\), 1 unsolved\n$/);
    const text = readFileSync(paths[0], 'utf8');
    writeFileSync(paths[0], text.replace('"exit":5', '"exit":0'));
    assert.match((await grazeHere(['merge', ...paths])).stderr, /: altered: /);
});

test('--require fails a plan of which a check could not be made, and says what it needs', async () => {
    const map = write('r.map', 'type octile\nheight 1\nwidth 3\nmap\n...\n');
    const task = write('r.scen', 'version 1\n0\tr.map\t3\t1\t0\t0\t2\t0\t2\n');
    const steps = write('r.txt', STEPS);
    const bare = await grazeHere([
        'validate',
        steps,
        '--require',
        'goals,obstacles',
        '--require',
        'overlaps',
    ]);
    assert.deepEqual(
        [bare.code, bare.stdout, bare.stderr],
        [
            3,
            '',
            `${steps}: not-checked: required, but not checked: overlaps (needs --radius), obstacles (needs --map), goals (needs --task)\n`,
        ],
    );
    const all = 'overlaps,obstacles,bounds,starts,goals,continuity,speed,vertices,swaps';
    const full = ['--map', map, '--task', task, '--radius', '0.3', '--require', all];
    assert.deepEqual((await grazeHere(['validate', steps, ...full])).code, 0);
    // A plan that collides is not hidden behind a check that is there.
    const bad = write('rb.txt', COLLISION);
    assert.equal((await grazeHere(['validate', bad, '--require', 'vertices'])).code, 1);
    const driving = write(
        'tracks.csv',
        'track_id,frame_id,timestamp_ms,agent_type,x,y,vx,vy,psi_rad,length,width\n1,1,100,car,1,2,1,0,0,4,2\n1,2,200,car,2,2,1,0,0,4,2\n',
    );
    const recorded = await grazeHere(['validate', driving, '--require', 'goals']);
    assert.match(recorded.stderr, /: not-checked: .*: goals \(not in tracks\)\n$/);

    const list = write(
        'r-list.txt',
        'r.txt\nr.txt\trequire=goals\nr.txt\trequire=goals\ttask=r.scen\nr.txt\trequire=\n',
    );
    const listed = await grazeHere(['validate', '--list', list, '--report', 'json']);
    const codes = (/** @type {string} */ text) =>
        JSON.parse(text).results.map((/** @type {any} */ { error }) => error?.code);
    assert.equal(listed.code, 3);
    assert.deepEqual(codes(listed.stdout), [undefined, 'not-checked', undefined, undefined]);
    const whole = await grazeHere([
        'validate',
        '--list',
        list,
        '--require',
        'starts',
        '--report',
        'json',
    ]);
    assert.deepEqual(codes(whole.stdout), ['not-checked', 'not-checked', undefined, undefined]);
    const odd = write('odd-list.txt', 'r.txt\trequire=goal\n');
    assert.match(
        (await grazeHere(['validate', '--list', odd])).stderr,
        /odd-list\.txt:1:1: bad-line: require must be a list of /,
    );

    // Shards that require different checks are not one campaign.
    const paths = ['starts', 'goals'].map((name) => join(folder, `${name}.ndjson`));
    for (const [k, name] of ['starts', 'goals'].entries()) {
        const args = ['--list', list, '--shard', `${k + 1}/2`, '--require', name, '--exit-zero'];
        assert.equal((await grazeHere(['validate', ...args, '--out', paths[k]])).code, 0);
    }
    const merged = await grazeHere(['merge', ...paths]);
    assert.match(
        merged.stderr,
        /: other-options: its option require is \["goals"\], that of .* is \["starts"\]/,
    );
});

// ---------------------------------------------------------------- memory

/** A heap that a plan of some megabytes does not fit in. */
const SMALL_HEAP = { NODE_OPTIONS: '--max-old-space-size=64' };

/** Steps of many agents, each between two cells of its own. @param {number} agents @param {number} steps */
function manySteps(agents, steps) {
    const row = (/** @type {number} */ t) =>
        Array.from({ length: agents }, (_, a) => `(${2 * a + (t % 2)},0),`).join('');
    const rows = [row(0), row(1)];
    return Array.from({ length: steps }, (_, t) => `${t}:${rows[t % 2]}\n`).join('');
}

test('a plan that runs out of memory is one outcome, and the run goes on', () => {
    write('large.txt', manySteps(5000, 100));
    write('first.txt', STEPS);
    // Bodies are checked by their motions, which take far more memory than cells.
    const outline = write('outline.yaml', '[[-0.1, -0.1], [0.1, -0.1], [0, 0.1]]\n');
    const entry = 'large.txt\tfootprint=outline.yaml';
    const list = write('memory-list.txt', `first.txt\n${entry}\nfirst.txt\n`);
    const large = join(folder, 'large.txt');
    const said = 'out-of-memory: it needs more memory than is available\n';
    /** @param {string[]} args */
    const run = (...args) => graze(['validate', ...args], { env: SMALL_HEAP, timeout: 200_000 });
    const out = join(folder, 'memory.ndjson');
    const shard = run('--list', list, '--shard', '1/1', '--jobs', '1', '--out', out);
    assert.deepEqual([shard.code, shard.stderr], [3, `large.txt: ${said}`]);
    const [, ...lines] = readFileSync(out, 'utf8').trimEnd().split('\n');
    const codes = lines.slice(0, 3).map((line) => JSON.parse(line).error?.code);
    assert.deepEqual(codes, [undefined, 'out-of-memory', undefined]);
    assert.match(lines[3], /^\{"end":true,"count":3,"valid":2,.*"failed":1,/);
    // So it is of a plan that is the only one.
    const alone = run(large, '--footprint', outline);
    assert.deepEqual([alone.code, alone.stdout, alone.stderr], [3, '', `${large}: ${said}`]);
});

/** In one cell all the time: each meets each. */
const LONG_PLAN = `0:${'(0,0),'.repeat(3000)}\n1:${'(0,0),'.repeat(3000)}\n`;

test('a small file with very many contacts is invalid, with a small heap too', () => {
    const path = write('crowd.txt', LONG_PLAN);
    const args = ['validate', path, '--no-suggest-delays'];
    const { code, stdout, stderr } = graze(args, { env: SMALL_HEAP, timeout: 200_000 });
    assert.deepEqual([code, stderr], [1, '']);
    assert.match(stdout, /crowd\.txt: 4498500 violations\n/);
});

test('a result whose text would be too large keeps fewer violations', () => {
    const count = 330;
    const path = write('pile.txt', `0:${'(0,0),'.repeat(count)}\n1:${'(0,0),'.repeat(count)}\n`);
    const said =
        /54285 violations were found; the first 13571 .*a report of more needs too much memory/g;
    const env = { NODE_OPTIONS: '--max-old-space-size=90' };
    for (const report of ['text', 'json']) {
        const more = ['--max-kept', '60000', '--report', report, '--details'];
        const args = ['validate', path, '--no-suggest-delays', ...more];
        const { code, stderr, stdout } = graze(args, { env, timeout: 200_000 });
        assert.deepEqual([code, stderr, stdout.match(said)?.length], [1, '', 1], report);
        const threads = graze([...args, path, '--jobs', '1'], { env, timeout: 200_000 });
        assert.deepEqual([threads.code, threads.stdout.match(said)?.length], [1, 2], report);
    }
});

test('repair and convert say in one line that a plan runs out of memory, and write nothing', () => {
    write('large.txt', manySteps(5000, 100));
    write('crowd.txt', LONG_PLAN);
    const out = join(folder, 'unwritten.json');
    for (const name of ['large.txt', 'crowd.txt']) {
        const path = join(folder, name);
        const converts = [out, '-'].map((to) => ['convert', path, to, '--to', 'graze']);
        for (const args of [
            ['repair', path, '--out', out],
            ['repair', path, '--report', 'json'],
            // The text of the crowd may fit.
            ...(name === 'large.txt' ? converts : []),
        ]) {
            const { code, stdout, stderr } = graze(args, { env: SMALL_HEAP, timeout: 200_000 });
            assert.deepEqual([code, stdout], [3, ''], args.join(' '));
            const said = 'out-of-memory: it needs more memory than is available';
            assert.equal(stderr, `${path}: ${said}\n`);
        }
    }
    const left = readdirSync(folder).filter((name) => name.startsWith('unwritten'));
    assert.deepEqual(left, []);
});
