import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
    blankScenario,
    readScenario,
    validate,
    writableFormats,
    writeScenario,
} from 'graze/scenario';
import { describeAgents, describeObstacle } from 'graze/scenario/messages';
import { SaxesParser } from 'saxes';
import { grazeHere } from './here.js';
import { temporaryFolder } from './program.js';

/**
 * Names of agents and obstacles come from files and go into every report: they are said as they are, and can neither end the
 * report's syntax nor turn a terminal.
 *
 * @import { Scenario } from 'graze/scenario'
 */

const folder = temporaryFolder('names');

const HOSTILE = [
    '<script>alert(1)</script>',
    ']]>',
    '&amp;',
    `"double" and 'single'`,
    'new\nline',
    '\u001b[31mred',
    'a\u202eb\u2066c\u061cd\u200ee',
    'half \ud800 a pair',
    '=cmd()',
    'n'.repeat(10_000),
    '\u0085\u009b2J\u2028\u2029\u0000',
    '\uffff\ufffe',
];

const DISC = /** @type {const} */ ({ kind: 'disc', radius: 0.4 });

/**
 * Returns two agents that meet head on, and one that meets an obstacle; all have the name.
 *
 * @param {string} name
 * @param {Scenario['domain']} domain
 * @returns {Scenario}
 */
function headOn(name, domain) {
    /** @param {string} own @param {number} x @param {number} y @param {number} vx */
    const agent = (own, x, y, vx) => ({
        name: own,
        shape: DISC,
        start: null,
        goal: null,
        motion: [{ t0: 0, t1: 8, x: [x, vx], y: [y] }],
    });
    return {
        ...blankScenario('graze'),
        domain,
        agents: [agent(name, 0, 0, 1), agent(`${name} 2`, 8.3, 0, -1), agent('3', 0, 5, 1)],
        obstacles: [{ name, shape: DISC, pose: { x: 4, y: 5, angle: 0 } }],
    };
}

/** @param {string} name @param {Scenario['domain']} domain */
async function written(name, domain) {
    const path = join(folder, 'plan.json');
    const { text } = await writeScenario(headOn(name, domain), 'graze');
    writeFileSync(path, [...text].join(''));
    return path;
}

/** Fails on what XML does not allow. @param {string} xml @returns {string[]} the names of its elements */
function elementsOf(xml) {
    /** @type {string[]} */
    const names = [];
    const parser = new SaxesParser();
    parser.on('error', (error) => {
        throw error;
    });
    parser.on('opentag', ({ name }) => names.push(name));
    parser.write(xml).close();
    return names;
}

/** Characters that move a cursor, turn a line or are not characters; ends of lines are the report's own. */
const UNSAFE = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

for (const [k, name] of HOSTILE.entries()) {
    test(`a name that is not harmless stays a name in every report (${k})`, async () => {
        for (const domain of /** @type {const} */ (['agents', 'driving'])) {
            const plan = await written(name, domain);
            const args = ['validate', plan, '--figures', '4'];
            const said = {
                text: '',
                json: '',
                ndjson: '',
                junit: '',
                github: '',
                sarif: '',
                html: '',
            };
            for (const kind of /** @type {(keyof typeof said)[]} */ (Object.keys(said))) {
                const { code, stdout, stderr } = await grazeHere([...args, '--report', kind]);
                assert.deepEqual([code, stderr], [1, ''], kind);
                said[kind] = stdout;
                assert.doesNotMatch(stdout, UNSAFE, kind);
                assert.ok(stdout.length < 400_000, kind);
            }
            const shard = join(folder, 'all.ndjson');
            writeFileSync(shard, said.ndjson);
            const merged = await grazeHere(['merge', shard, '--report', 'json']);
            assert.equal(merged.stdout, said.json);

            const [result] = JSON.parse(said.json).results;
            const { violations, clearance } = result;
            const pair = violations.find((/** @type {any} */ one) => one.agents.length === 2);
            const [first] = pair.names;
            if (name.length < 200) assert.equal(first, name);
            else assert.ok(first.startsWith(name.slice(0, 100)) && first.length < 240);
            assert.deepEqual(clearance.names, pair.names);
            assert.deepEqual(pair.agents, [0, 1]);
            assert.ok(violations.some((/** @type {any} */ one) => one.obstacle === name));
            for (const { message } of violations) {
                assert.doesNotMatch(message, UNSAFE);
                assert.ok(message.length < 400);
                assert.match(message, domain === 'driving' ? /^vehicles? / : /^agents? /);
                assert.ok(said.text.includes(message));
            }

            assert.deepEqual(new Set(elementsOf(said.junit)), JUNIT);
            const page = said.html.replace('<!doctype html>', '').replace(/<meta[^>]*>/g, '');
            for (const element of elementsOf(page)) assert.ok(HTML.has(element), element);
        }
    });
}

const JUNIT = new Set(
    'testsuites testsuite properties property testcase failure skipped'.split(' '),
);

const HTML = new Set(
    'html head title style body main h1 h2 h3 table thead tbody tr th td section span a dl dt dd details summary ul li article p figure svg g rect circle polygon polyline path text'.split(
        ' ',
    ),
);

test('repair calls agents by their names, whatever is in them', async () => {
    for (const name of HOSTILE) {
        const plan = join(folder, 'apart.json');
        const { agents } = headOn(name, 'agents');
        agents[0].motion[0].y = [5];
        const wide = { ...headOn(name, 'agents'), agents: [agents[0], agents[1], agents[2]] };
        wide.obstacles = [];
        const { text } = await writeScenario(
            { ...wide, agents: [wide.agents[0], wide.agents[2]], atGoal: 'vanish' },
            'graze',
        );
        writeFileSync(plan, [...text].join(''));
        const out = join(folder, 'repaired.json');
        for (const kind of ['text', 'json']) {
            const { stdout, stderr } = await grazeHere([
                ...['repair', plan, '--out', out, '--report', kind],
            ]);
            assert.doesNotMatch(stdout + stderr, UNSAFE);
            if (kind === 'text') continue;
            const { changes, reason } = JSON.parse(stdout);
            assert.ok(changes.length > 0 || reason.length < 600);
            for (const change of changes) assert.equal(typeof change.name, 'string');
        }
    }
    assert.ok(readFileSync(join(folder, 'apart.json'), 'utf8').length > 0);
});

/** Names that a format could take for its own syntax, or for a number or another value. */
const ODD =
    "a,b|cr\rx|crlf\r\nx|tab\tx|-x|- x|? x|: x|a: b|a #b|#a|@a|%a|&a|*a|!a|>|{|]|,|__proto__|constructor|| | a|a |0|007|1e3|0x1f|.inf|NaN|~|null|true|no|2020-01-01|12:30|<<|=|---|...|schedule|\ufeffa|\ufffd|\u{1f600}|\u{e0001}|\\u0041|'|agent1|é|e\u0301".split(
        '|',
    );

for (const format of (await writableFormats()).map(({ name }) => name)) {
    test(`names come back from a plan written as ${format}, or it says that they are lost`, async () => {
        const source = join(folder, 'names.json');
        const file = join(folder, `names.${format}`);
        for (const name of [...HOSTILE, ...ODD, 'n'.repeat(1020), 'n'.repeat(1025)]) {
            const agents = [name, 'other'].map((own, y) => ({
                name: own,
                shape: { ...DISC, radius: 0 },
                start: { x: 0, y },
                goal: { x: 2, y },
                motion: [{ t0: 0, t1: 2, x: [0, 1], y: [y] }],
            }));
            const instance = { map: name, type: `${name} 2`, number: '3' };
            const scenario = {
                ...blankScenario('graze'),
                ...{ agents, instance, timeStep: 1, speedLimit: 1 },
            };
            const { text: own } = await writeScenario(scenario, 'graze');
            writeFileSync(source, [...own].join(''));
            const { code, stdout, stderr } = await grazeHere([
                ...['convert', source, file, '--to', format],
            ]);
            assert.doesNotMatch(stdout + stderr, UNSAFE);
            const what = `${format} ${JSON.stringify(name.slice(0, 40))}: ${stderr}`;
            // The names of its map are in the plan itself, where nothing can be escaped.
            if (code === 3 && format === 'mapf-tracker') {
                assert.match(stderr, /: cannot-carry: .* mapf-tracker:2:\d+: not-text: /);
                continue;
            }
            if (code !== 0) {
                assert.deepEqual([code, format, name.length > 1000], [3, 'libmrp', true], what);
                assert.match(stderr, /: cannot-carry: the name of agent 0, "n+…"?, takes \d+ char/);
                continue;
            }
            const text = readFileSync(file, 'utf8');
            // CSV has no escape for them.
            if (format !== 'mapf-tracker') {
                assert.doesNotMatch(
                    text,
                    /[\u0080-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069]/,
                    what,
                );
            }
            if (/names/.test(stderr)) {
                assert.ok(format !== 'graze' && (format !== 'libmrp' || name === '<<'), what);
                continue;
            }
            const plan = { name: file, text };
            const back = await readScenario({ plan }, { format, radius: 0 });
            if (format === 'graze') assert.deepEqual(back.instance, instance);
            assert.deepEqual(
                back.agents.map((agent) => agent.name),
                [name, 'other'],
                what,
            );
        }
    });
}

test('names are said without quotes where they are plain, and once where they name the noun', () => {
    assert.equal(describeAgents(['3']), 'agent 3');
    assert.equal(describeAgents(['0', '1']), 'agents 0 and 1');
    assert.equal(describeAgents(['49', '53'], 'driving'), 'vehicles 49 and 53');
    assert.equal(describeAgents(['agent0', 'agent1']), 'agent0 and agent1');
    assert.equal(describeAgents(['forklift7', 'agent1']), 'agent forklift7 and agent1');
    assert.equal(describeAgents(['a b', 'c']), 'agents "a b" and c');
    assert.equal(describeObstacle('278'), 'obstacle 278');
    assert.equal(describeObstacle('parked bus'), 'obstacle "parked bus"');
    assert.equal(describeObstacle(''), 'obstacle ""');
});

test('agents that share a name, or have none, are distinguished by their numbers', async () => {
    const scenario = headOn('bus', 'agents');
    scenario.agents[1].name = 'bus';
    const pair = async () => {
        const found = (await validate(scenario)).violations.find(
            ({ agents }) => agents.length === 2,
        );
        assert.ok(found !== undefined);
        return found;
    };
    const shared = await pair();
    assert.deepEqual(shared.names, ['bus (number 0)', 'bus (number 1)']);
    assert.match(shared.message, /^agents "bus \(number 0\)" and "bus \(number 1\)" overlap/);
    scenario.agents[0].name = '';
    scenario.agents[1].name = '';
    assert.deepEqual((await pair()).names, ['0', '1']);
    scenario.agents[2].name = '1';
    assert.deepEqual((await pair()).names, ['0', ' (number 1)']);
});

test('numbers in messages have six digits, and all of them where that is wanted', async () => {
    const scenario = headOn('1.23456789', 'agents');
    const x = 1 / 3;
    scenario.agents[0].motion[0].y = [x];
    const plan = join(folder, 'digits.json');
    const { text } = await writeScenario(scenario, 'graze');
    writeFileSync(plan, [...text].join(''));
    const short = await grazeHere(['validate', plan]);
    const full = await grazeHere(['validate', plan, '--digits', 'full']);
    const found = (await validate(scenario)).violations.find(({ agents }) => agents.length === 2);
    assert.ok(found !== undefined);
    const { depth, interval } = found;
    const tail = 'deepest at t = 4.15';
    const sixDigits = (/** @type {number} */ value) => Number(value.toPrecision(6));
    const who = 'agents 1.23456789 and "1.23456789 2"';
    assert.ok(
        short.stdout.includes(
            `${who} overlap by ${sixDigits(Number(depth))} from t = ${sixDigits(interval[0])} to ${sixDigits(interval[1])}, ${tail}`,
        ),
    );
    assert.ok(
        full.stdout.includes(
            `${who} overlap by ${depth} from t = ${interval[0]} to ${interval[1]}, ${tail}`,
        ),
    );
    const ndjson = join(folder, 'digits.ndjson');
    await grazeHere(['validate', plan, '--report', 'ndjson', '--out', ndjson]);
    assert.equal((await grazeHere(['merge', ndjson, '--digits', 'full'])).stdout, full.stdout);
    assert.equal((await grazeHere(['merge', ndjson])).stdout, short.stdout);
});
