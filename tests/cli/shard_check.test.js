import assert from 'node:assert/strict';
import { test } from 'node:test';
import { htmlReport } from '../../js/cli/report/html.js';
import { jsonReport } from '../../js/cli/report/json.js';
import { junitReport } from '../../js/cli/report/junit.js';
import { textReport } from '../../js/cli/report/text.js';
import { describeFault, findFault } from '../../js/cli/results/shard_check.js';
import { readJson } from '../helpers.js';
import { assertGolden } from './golden.js';

const { version } = readJson('package.json');

/** Values from files of outcomes: each part missing, or of each other kind. */

const SHA256 = '0123456789abcdef'.repeat(4);

const HEADER = {
    schema: 3,
    graze: version,
    list: { sha256: SHA256, count: 4 },
    shard: [1, 2],
    options: {
        map: null,
        task: 'a.scen',
        config: null,
        footprint: '[[0, 0], [1, 0], [0, 1]]',
        unknownCells: 'free',
        format: 'ccbs',
        radius: 1,
        atGoal: null,
        case: null,
        tolerance: 0.5,
        touching: 'allowed',
        suggestDelays: true,
        maxSuggestions: 3,
        limits: { agents: 10 },
        timeLimit: 60,
        figures: 2,
        allowOutside: false,
        require: ['goals'],
    },
    sha256: SHA256,
};

const TRAILER = {
    end: true,
    count: 4,
    valid: 1,
    invalid: 1,
    undecided: 1,
    unsolved: 0,
    failed: 1,
    violations: 2,
    exit: 3,
    sha256: SHA256,
};

const FAILED = {
    index: 2,
    inputs: [{ role: 'plan', file: 'a.xml', sha256: null }],
    file: 'a.xml',
    case: { label: null, index: 0, count: 2 },
    error: { code: 'bad-xml', message: 'it is bad', file: 'a.xml', line: 1, column: 2 },
    sha256: SHA256,
};

const RESULT = {
    index: 0,
    inputs: [
        { role: 'plan', file: 'a.xml', sha256: SHA256 },
        { role: 'folder', file: 'maps', pattern: '.xml', sha256: SHA256 },
    ],
    file: 'a.xml',
    format: 'ccbs',
    domain: 'agents',
    valid: false,
    agents: 2,
    obstacles: 1,
    pieces: 8,
    pairsChecked: 1,
    span: [0, 4],
    makespan: 4,
    sumOfCosts: 8,
    flowtime: 8,
    pathLength: 8,
    radius: null,
    unitSteps: false,
    touching: 'allowed',
    tolerance: 0.5,
    atGoal: 'stay',
    checks: { 'agent-agent': 1, goal: null },
    pairClearances: [{ agents: [0], names: ['a'], obstacle: 'wall', separation: 1, time: 2 }],
    clearance: { separation: -1, time: 0.5, agents: [0, 1], names: ['a', 'b'], centerDistance: 0 },
    violations: [
        {
            kind: 'agent-agent',
            agents: [0, 1],
            names: ['a', 'b'],
            interval: [0, 1],
            lasting: true,
            depth: 1,
            pieces: [0, null],
            position: [0, 0],
            obstacle: 'wall',
            suggestion: { agent: 1, delay: 2, roundedDelay: 2, resolves: 'all' },
            suggestionStatus: 'minimum',
            message: 'they overlap by 1.23457',
            exactValues: [[16, 1.2345678]],
        },
    ],
    violationCount: 3,
    violationCounts: { 'agent-agent': 3 },
    undecided: [
        {
            agents: [0, 1],
            names: ['a', 'b'],
            interval: [2, 3],
            obstacle: 'wall',
            message: '0.333333 is too near',
            exactValues: [[0, 1 / 3]],
        },
    ],
    notices: ['so'],
    hints: ['perhaps'],
    figures: [
        {
            violation: 0,
            size: [480, 360],
            cells: [[0, 0, 1, 1]],
            routes: [{ role: 0, isInWindow: true, lines: [[0, 0, 1, 1]] }],
            obstacles: [{ role: 2, instant: 'deepest', parts: [{ points: [1, 1], radius: 2 }] }],
            bodies: [
                {
                    role: 0,
                    instant: 'first',
                    parts: [{ points: [0, 0, 1, 0, 0, 1], holes: [[0, 0, 1, 0]], radius: 1 }],
                },
            ],
            separation: {
                times: [0, 1],
                separations: [null, 1],
                delayed: [1, null],
                deepestTime: 0,
            },
        },
    ],
    sha256: SHA256,
};

/** Text that is live in a page, ends a string of JSON, and colors a terminal. */
const MARKUP = '"><img src=x>\u001b[31m';

const ESCAPE = new RegExp(String.fromCharCode(27));
const LIVE = new RegExp(`<img|${String.fromCharCode(27)}`);

/** What an error says of a field. */
const FAULT = /^(it|\/\S+) (must be .+, got .+|is missing)$/;

/** Other values of a field: of each kind, too long, too large, and names that mean something to the language. */
const OTHERS = [
    undefined,
    null,
    true,
    'x',
    -1,
    0,
    0.5,
    3,
    {},
    [],
    [0],
    ['x'],
    [null],
    [0, 0, 0],
    [3, 2],
    1e200,
    Infinity,
    2 ** 53,
    'x'.repeat(2 ** 20 + 1),
    JSON.parse('{"__proto__": {"x": 1}, "constructor": 1}'),
];

/** @param {unknown} value */
function describe(value) {
    if (value === undefined) return 'missing';
    if (value === Infinity) return 'Infinity';
    return typeof value === 'string' && value.length > 9 ? 'long' : JSON.stringify(value);
}

/**
 * Returns the value with one of its parts, at any depth, replaced or added.
 *
 * @param {any} value
 * @param {string} path
 * @returns {Generator<[path: string, changed: unknown]>}
 */
function* changes(value, path) {
    for (const other of OTHERS) yield [`${path} = ${describe(other)}`, other];
    if (typeof value !== 'object' || value === null) return;
    if (!Array.isArray(value)) {
        for (const key of ['more', '__proto__', 'constructor', 'a/b~c']) {
            const copy = structuredClone(value);
            Object.defineProperty(copy, key, { value: 1, enumerable: true });
            yield [`${path} with ${key}`, copy];
        }
    }
    for (const key of Object.keys(value)) {
        for (const [name, changed] of changes(value[key], `${path}.${key}`)) {
            const copy = structuredClone(value);
            if (changed === undefined && !Array.isArray(copy)) delete copy[key];
            else copy[key] = changed;
            yield [name, copy];
        }
    }
}

for (const [name, kind, value] of /** @type {const} */ ([
    ['header', 'header', HEADER],
    ['trailer', 'trailer', TRAILER],
    ['failure', 'result', FAILED],
    ['result', 'result', RESULT],
])) {
    test(`${name}: the changed values that are accepted`, () => {
        assert.equal(findFault(kind, value), null);
        const accepted = [...changes(value, name)].filter(([, changed]) => {
            const fault = findFault(kind, changed);
            if (fault !== null) assert.match(describeFault(fault), FAULT);
            return fault === null;
        });
        assertGolden(`${accepted.map(([path]) => path).join('\n')}\n`, `accepted-${name}`);
    });
}

/**
 * Returns a report of one result.
 *
 * @param {(results: AsyncIterable<any>, options: any) => AsyncGenerator<string>} report
 * @param {unknown} result
 * @param {string} [graze]
 */
async function write(report, result, graze = version) {
    const results = (async function* () {
        yield result;
    })();
    let text = '';
    const options = { graze, digits: 6, details: true, color: false };
    for await (const chunk of report(results, options)) text += chunk;
    return text;
}

/**
 * Returns the value with all its texts, or one of them, replaced by markup.
 *
 * @param {any} value
 * @returns {Generator<any>}
 */
function* marked(value) {
    if (typeof value === 'string') yield MARKUP;
    if (typeof value !== 'object' || value === null) return;
    for (const key of Object.keys(value)) {
        for (const changed of marked(value[key])) {
            const copy = structuredClone(value);
            copy[key] = changed;
            yield copy;
        }
    }
}

test('every accepted value with one part replaced makes reports without live markup or escapes', async () => {
    const values = [
        ...[FAILED, RESULT].flatMap((value) => [...marked(value)]),
        ...[FAILED, RESULT].flatMap((value) =>
            [...changes(value, '')].map(([, changed]) => changed),
        ),
    ].filter((value) => findFault('result', value) === null);
    assert.ok(values.length > 100);
    for (const value of values) {
        assert.doesNotMatch(await write(htmlReport, value), LIVE);
        assert.doesNotMatch(await write(junitReport, value), LIVE);
        assert.doesNotMatch(await write(textReport, value), ESCAPE);
        JSON.parse(await write(jsonReport, value));
    }
});

test('coordinates of holes must be numbers, and a version is escaped', async () => {
    const result = structuredClone(/** @type {any} */ (RESULT));
    result.figures[0].bodies[0].parts[0] = {
        points: [0, 0, 1, 0, 0, 1],
        holes: [[0, 0]],
        radius: 0,
    };
    assert.equal(findFault('result', result), null);
    result.figures[0].bodies[0].parts[0].holes = [[MARKUP, 0]];
    assert.notEqual(findFault('result', result), null);
    assert.doesNotMatch(await write(htmlReport, result), /<img/);
    const graze = '0.2.0", "results": [], "more": "';
    assert.equal(JSON.parse(await write(jsonReport, RESULT, graze)).graze, graze);
});
