import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { SaxesParser } from 'saxes';
import fc from '../fast_check.js';
import { outcome, report, violation } from './outcomes.js';
import { graze, plan, temporaryFolder } from './program.js';

/**
 * Reports for continuous integration: JUnit, annotations of GitHub Actions, and SARIF.
 *
 * The schema of SARIF here is written by hand from the specification (OASIS SARIF 2.1.0, errata 01): the properties that the
 * report has, with their types and ranges, and no others.
 */

const text = { type: 'string', minLength: 1 };
const message = object({ text });
const location = object(
    {
        id: { type: 'integer', minimum: -1 },
        physicalLocation: object(
            {
                artifactLocation: object({
                    uri: { type: 'string', pattern: "^[\\w\\-.~!*'();:@&=+$,/?%#[\\]]+$" },
                }),
                region: object(
                    {
                        startLine: { type: 'integer', minimum: 1 },
                        startColumn: { type: 'integer', minimum: 1 },
                    },
                    ['startLine'],
                ),
            },
            ['artifactLocation'],
        ),
        message,
    },
    ['physicalLocation'],
);
const level = { enum: ['none', 'note', 'warning', 'error'] };
const rule = object({
    id: text,
    name: text,
    shortDescription: message,
    fullDescription: message,
    defaultConfiguration: object({ level }),
});
const SARIF = object({
    $schema: { type: 'string', format: 'uri' },
    version: { const: '2.1.0' },
    runs: list(
        object({
            tool: object({
                driver: object({
                    name: text,
                    version: text,
                    semanticVersion: text,
                    rules: { ...list(rule), uniqueItems: true },
                }),
            }),
            columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
            results: list(
                object(
                    {
                        ruleId: text,
                        ruleIndex: { type: 'integer', minimum: -1 },
                        level,
                        message,
                        locations: list(location),
                        relatedLocations: { ...list(location), uniqueItems: true },
                        partialFingerprints: {
                            type: 'object',
                            additionalProperties: { type: 'string' },
                        },
                    },
                    ['ruleId', 'level', 'message', 'locations'],
                ),
            ),
            invocations: list(
                object({
                    executionSuccessful: { type: 'boolean' },
                    toolExecutionNotifications: list(object({ level, message })),
                }),
            ),
        }),
    ),
});

/** @param {Record<string, any>} properties @param {string[]} [required] default: all */
function object(properties, required = Object.keys(properties)) {
    return { type: 'object', properties, required, additionalProperties: false };
}

/** @param {any} items */
function list(items) {
    return { type: 'array', items };
}

const validateSarif = new Ajv2020({ validateFormats: false, allErrors: true }).compile(SARIF);

/** Returns the only run of a report, which matches the schema. @param {string} json @returns {any} */
function readSarif(json) {
    const log = JSON.parse(json);
    assert.ok(validateSarif(log), JSON.stringify(validateSarif.errors));
    const { runs } = /** @type {{ runs: any[] }} */ (log);
    assert.equal(runs.length, 1);
    const [run] = runs;
    for (const { ruleId, ruleIndex } of run.results) {
        if (ruleIndex >= 0) assert.equal(run.tool.driver.rules[ruleIndex].id, ruleId);
    }
    return run;
}

/** Returns the test cases of a report with their problems. @param {string} xml */
function readJunit(xml) {
    /** @type {{ attributes: Record<string, string>, problem?: string, message?: string }[]} */
    const cases = [];
    /** @type {Record<string, string>[]} */
    const suites = [];
    const parser = new SaxesParser();
    parser.on('error', (error) => {
        throw error;
    });
    parser.on('opentag', ({ name, attributes }) => {
        const values = /** @type {Record<string, string>} */ (attributes);
        if (name === 'testsuite') suites.push({ ...values });
        else if (name === 'testcase') cases.push({ attributes: values });
        else if (!['testsuites', 'properties', 'property'].includes(name)) {
            const last = cases[cases.length - 1];
            assert.equal(
                last.problem,
                undefined,
                'consumers show only the first problem of a case',
            );
            last.problem = name;
            last.message = values.message;
        }
    });
    parser.write(xml).close();
    return { suites, cases };
}

/** Reads workflow commands as the runner of GitHub Actions does. @param {string} output */
function readCommands(output) {
    assert.ok(output.endsWith('\n'));
    return output
        .slice(0, -1)
        .split('\n')
        .map((line) => {
            const [, name, properties, data] = /^::(\w+) ([^:]*)::(.*)$/.exec(line) ?? [];
            assert.notEqual(name, undefined, line);
            const values = properties.split(',').map((property) => {
                const [key, value] = /** @type {[string, string]} */ (property.split(/=(.*)/s));
                return [key, decode(value.replaceAll('%3A', ':').replaceAll('%2C', ','))];
            });
            return { name, ...Object.fromEntries(values), message: decode(data) };
        });
}

/** @param {string} escaped */
function decode(escaped) {
    return escaped.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
}

const ALL_CHECKS = {
    'agent-agent': 36,
    'agent-obstacle': null,
    'off-map': null,
    start: 9,
    goal: 9,
    discontinuity: 9,
    speed: 9,
    vertex: null,
    edge: null,
};

/** @param {number} count */
function manyPairs(count) {
    return Array.from({ length: count }, (_, k) =>
        violation({ agents: [k, k + 1], lines: [null, k + 10] }),
    );
}

test('junit: a case for each check, and one for each group with its line', async () => {
    const violations = [
        violation({ lines: [7, 9] }),
        violation({ lines: [8, 9], interval: [6, 7] }),
        violation({ kind: 'goal', agents: [3], depth: null }),
    ];
    const undecided = [
        { agents: [1, 2], names: ['1', '2'], interval: [3, 4], message: 'too near' },
    ];
    const xml = await report('junit', [outcome({ violations, undecided, checks: ALL_CHECKS })]);
    const { suites, cases } = readJunit(xml);
    assert.deepEqual(suites, [
        { name: 'a.xml', tests: '12', failures: '5', errors: '0', skipped: '4' },
    ]);
    assert.deepEqual(
        cases.map(({ attributes, problem = '', message: said = '' }) =>
            [attributes.name.replace('a.xml: ', ''), attributes.line ?? '', problem, said].join(
                ' | ',
            ),
        ),
        [
            'overlaps |  | failure | 2 overlaps, 1 pair undecided',
            'obstacles |  | skipped | needs --map',
            'bounds |  | skipped | needs --map',
            'starts |  |  | ',
            'goals |  | failure | 1 goal missed',
            'continuity |  |  | ',
            'speed |  |  | ',
            'vertices |  | skipped | the plan is not in whole steps',
            'swaps |  | skipped | the plan is not in whole steps',
            'overlaps: agents 0 and 1 | 7 | failure | agents 0 and 1 overlap from t = 4.5',
            'goals: agent 3 |  | failure | agents 3 overlap from t = 4.5',
            'undecided 1: agents 1 and 2 |  | failure | too near',
        ],
    );
    assert.ok(cases.every(({ attributes }) => attributes.file === 'a.xml'));
});

test('junit: of very many groups the first are cases, and one counts the others', async () => {
    const undecided = Array.from({ length: 103 }, (_, k) => ({
        agents: [k],
        names: [`${k}`],
        interval: [1, 2],
        message: 'too near',
    }));
    const xml = await report('junit', [outcome({ violations: manyPairs(130), undecided })]);
    const { suites, cases } = readJunit(xml);
    const messages = cases.map(({ message: said }) => said);
    assert.ok(messages.includes('30 more groups: 30 overlaps'));
    assert.ok(messages.includes('3 more pairs undecided'));
    assert.ok(cases.length < 220);
    assert.equal(suites[0].tests, String(cases.length));
    assert.equal(new Set(cases.map(({ attributes }) => attributes.name)).size, cases.length);
});

test('github: errors with their places, the rest counted, and a notice with the totals', async () => {
    const violations = manyPairs(14);
    const commands = readCommands(
        await report('github', [outcome({ violations, checks: ALL_CHECKS })]),
    );
    assert.deepEqual(
        commands.map(({ name }) => name),
        [...Array.from({ length: 10 }, () => 'error'), 'warning', 'notice'],
    );
    assert.deepEqual(
        [commands[0].file, commands[0].line, commands[0].title],
        ['a.xml', '10', '1 overlap'],
    );
    assert.match(commands[0].message, /^a\.xml: agents 0 and 1 overlap from t = 4\.5\nstep 3 of/);
    assert.match(commands[9].message, /\n… and more: 4 overlaps$/);
    assert.equal(commands[10].title, 'not checked');
    assert.match(commands[10].message, /needs --map/);
    assert.equal(commands[11].message, '1 plan: 0 valid, 1 with 14 violations (14 overlaps)');
});

test('github: of many plans each has one error, and equal warnings are given once', async () => {
    const error = { code: 'bad-xml', message: 'it ends', file: 'b.xml', line: 3, column: 7 };
    const unreadable = { ...error, code: 'unreadable', line: 1, column: 1 };
    const undecided = [
        { agents: [1, 2], names: ['1', '2'], interval: [3, 4], message: 'too near' },
    ];
    const plans = [
        ...Array.from({ length: 12 }, () => outcome({ violations: manyPairs(3) })),
        { file: 'b.xml', error },
        { file: 'c.xml', error: unreadable },
        { file: 'd.xml', error: { ...unreadable, code: 'no-solution' } },
        outcome({ file: '-', undecided }),
    ];
    const commands = readCommands(await report('github', plans));
    const levels = (/** @type {string} */ level) => commands.filter(({ name }) => name === level);
    assert.equal(levels('error').length, 14);
    assert.equal(levels('notice').length, 1);
    assert.deepEqual(
        levels('warning').map(({ title, file }) => [title, file]),
        [
            ['not checked', 'a.xml'],
            ['no-solution', 'b.xml'],
            ['undecided', undefined],
        ],
    );
    const [placed, bare] = levels('error').slice(-2);
    assert.deepEqual([placed.file, placed.line, placed.col], ['b.xml', '3', '7']);
    assert.deepEqual([bare.file, bare.line, bare.col], ['b.xml', undefined, undefined]);
    assert.match(
        levels('notice')[0].message,
        /\nnot checked in 12 more plans: goals \(needs --task\)$/,
    );
});

test('sarif: results with rules and places, and what the run did not list or check', async () => {
    const violations = [
        violation({ lines: [7, 9] }),
        violation({ kind: 'speed', agents: [2], lines: [4] }),
        violation({ kind: 'goal', agents: [3] }),
    ];
    const undecided = [
        { agents: [1, 2], names: ['1', '2'], interval: [3, 4], message: 'too near' },
    ];
    const file = 'dir/a b#1:%20é.xml';
    const run = readSarif(
        await report('sarif', [
            outcome({ file, violations, undecided, checks: ALL_CHECKS }),
            outcome({ file: '-', violations }),
        ]),
    );
    const [first, second, third, fourth, fifth] = run.results;
    assert.deepEqual(first.locations, [
        {
            physicalLocation: {
                artifactLocation: { uri: 'dir/a%20b%231%3A%2520%C3%A9.xml' },
                region: { startLine: 7 },
            },
        },
    ]);
    assert.deepEqual(
        [first.level, first.ruleId, first.relatedLocations[0].physicalLocation.region.startLine],
        ['error', 'agent-agent', 9],
    );
    assert.equal(second.relatedLocations, undefined);
    assert.equal(third.locations[0].physicalLocation.region, undefined);
    assert.deepEqual([fourth.ruleId, fourth.level], ['undecided', 'warning']);
    assert.deepEqual(fifth.locations, []);
    const prints = run.results.map(
        (/** @type {any} */ one) => one.partialFingerprints.primaryLocationLineHash,
    );
    assert.equal(new Set(prints).size, prints.length);
    const [{ executionSuccessful, toolExecutionNotifications }] = run.invocations;
    assert.equal(executionSuccessful, true);
    assert.match(toolExecutionNotifications[0].message.text, /^2 plans: 0 valid, /);
    assert.match(toolExecutionNotifications[1].message.text, /not checked: .*needs --map/);
    assert.deepEqual(readSarif(await report('sarif', [])).results, []);
});

test('sarif: at most 25,000 results, and the number of the others', async () => {
    const run = readSarif(await report('sarif', [outcome({ violations: manyPairs(25_003) })]));
    assert.equal(run.results.length, 25_000);
    const texts = run.invocations[0].toolExecutionNotifications.map(
        (/** @type {any} */ one) => one.message.text,
    );
    assert.ok(texts.some((/** @type {string} */ said) => /^3 more results not listed/.test(said)));
});

test('no name ends a command, opens a link, or makes invalid XML or JSON', async () => {
    const hostile = fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom(
            ']]>',
            '::error file=x::y',
            '##[error]x',
            '100%\r\n::stop-commands::x',
            '%0A::error::x',
            '[x](http://e.example)',
            '{0}{',
            'a\ud800b',
            '\udc00',
            '😀',
            'a:b,c',
            '</testcase><script>',
        ),
    );
    await fc.assert(
        fc.asyncProperty(hostile, hostile, async (name, path) => {
            const file = `x${path}`;
            const violations = [violation({ names: [name, 'b'], message: name, obstacle: name })];
            const error = { code: 'bad-xml', message: name, file, line: 2, column: 3 };
            const plans = [outcome({ file, violations }), { file, error }];
            const commands = readCommands(await report('github', plans));
            assert.deepEqual(
                commands.map((one) => one.name),
                ['error', 'warning', 'error', 'notice'],
            );
            readJunit(await report('junit', plans));
            const json = await report('sarif', plans);
            assert.doesNotMatch(json, /(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/u);
            for (const { message: said } of readSarif(json).results) {
                assert.doesNotMatch(said.text, /\]\(/);
                assert.doesNotMatch(said.text.replaceAll('{{', '').replaceAll('}}', ''), /[{}]/);
            }
        }),
    );
});

test('reports for continuous integration have the same bytes from threads and from shards', () => {
    const folder = temporaryFolder('ci');
    const names = ['good.xml', 'bad.xml', 'cut.xml', 'worse.xml'];
    const texts = [
        plan(),
        plan({ isBad: true }),
        plan().slice(0, 200),
        plan({ agents: 2, pieces: 9, isBad: true }),
    ];
    for (const [k, name] of names.entries()) writeFileSync(join(folder, name), texts[k]);
    const listPath = join(folder, 'list.txt');
    writeFileSync(listPath, `${names.join('\n')}\n`);
    const args = ['validate', '--list', listPath, '--radius', '0.4'];
    const shards = ['1', '2'].map((i) => {
        const out = join(folder, `${i}.ndjson`);
        graze([...args, '--shard', `${i}/2`, '--out', out]);
        return out;
    });
    for (const kind of ['junit', 'github', 'sarif']) {
        const one = graze([...args, '--report', kind, '--jobs', '1']);
        assert.equal(one.code, 3);
        assert.deepEqual(graze([...args, '--report', kind, '--jobs', '2']).stdout, one.stdout);
        const merge = ['merge', ...shards, '--report', kind, '--list', listPath];
        assert.deepEqual(graze(merge).stdout, one.stdout);
        if (kind === 'github') {
            const commands = readCommands(one.stdout);
            assert.equal(commands[1].line, '3');
            // Names in the list are relative to its folder, paths of annotations to the working directory.
            const files = commands.flatMap(({ file }) => file ?? []);
            assert.deepEqual(
                [...new Set(files)],
                names.map((name) => join(folder, name)),
            );
        }
        if (kind === 'sarif')
            assert.equal(readSarif(one.stdout).invocations[0].executionSuccessful, false);
    }
});
