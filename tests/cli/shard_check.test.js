import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isHeader, isPlanResult, isTrailer } from '../../js/cli/shard_check.js';
import { readJson } from '../helpers.js';
import { assertGolden } from './golden.js';

const { version } = readJson('package.json');

/** Values from files of outcomes: each part missing, or of each other kind. */

const HEADER = {
    schema: 2,
    graze: version,
    list: { sha256: 'a', count: 4 },
    shard: [1, 2],
    options: { radius: 1 },
};

const TRAILER = {
    end: true,
    count: 4,
    valid: 1,
    invalid: 1,
    undecided: 1,
    failed: 1,
    violations: 2,
    exit: 3,
    sha256: 'a',
};

const FAILED = {
    index: 2,
    file: 'a.xml',
    error: { code: 'bad-xml', message: 'it is bad', file: 'a.xml', line: 1, column: 2 },
};

const RESULT = {
    index: 0,
    file: 'a.xml',
    format: 'ccbs',
    domain: 'agents',
    touching: 'allowed',
    atGoal: 'stay',
    agents: 2,
    obstacles: 1,
    pieces: 8,
    span: [0, 4],
    makespan: 4,
    sumOfCosts: 8,
    tolerance: 0.5,
    valid: false,
    checks: { 'agent-agent': 1, goal: null },
    clearance: { separation: -1, time: 0.5, centerDistance: 0, agents: [0, 1], names: ['a', 'b'] },
    violations: [
        {
            kind: 'agent-agent',
            message: 'they overlap',
            exactValues: [[0, 0.5]],
            agents: [0, 1],
            names: ['a', 'b'],
            interval: [0, 1],
            depth: 1,
            pieces: [0, null],
            suggestion: { agent: 1, delay: 2, roundedDelay: 2, resolves: 'all' },
            position: [0, 0],
            obstacle: 'wall',
        },
    ],
    undecided: [
        {
            message: 'too near',
            exactValues: [[0, 0.5]],
            agents: [0, 1],
            names: ['a', 'b'],
            obstacle: 'wall',
            interval: [2, 3],
        },
    ],
    notices: ['so'],
    hints: ['perhaps'],
    pairClearances: [{ agents: [0], names: ['a'], obstacle: 'wall', separation: 1, time: 2 }],
    figures: [
        {
            violation: 0,
            size: [480, 360],
            cells: [[0, 0, 1, 1]],
            routes: [{ role: 0, lines: [[0, 0, 1, 1]] }],
            bodies: [{ role: 0, instant: 'first', parts: [{ points: [0, 0], radius: 1 }] }],
            obstacles: [{ role: 2, instant: 'deepest', parts: [{ points: [1, 1], radius: 2 }] }],
            separation: {
                times: [0, 1],
                separations: [null, 1],
                delayed: [1, null],
                deepestTime: 0,
            },
        },
    ],
};

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
];

/**
 * Returns the value with one of its parts, at any depth, replaced.
 *
 * @param {any} value
 * @param {string} path
 * @returns {Generator<[path: string, changed: unknown]>}
 */
function* changes(value, path) {
    for (const other of OTHERS) yield [`${path} = ${JSON.stringify(other) ?? 'missing'}`, other];
    if (typeof value !== 'object' || value === null) return;
    for (const key of Object.keys(value)) {
        for (const [name, changed] of changes(value[key], `${path}.${key}`)) {
            const copy = structuredClone(value);
            if (changed === undefined && !Array.isArray(copy)) delete copy[key];
            else copy[key] = changed;
            yield [name, copy];
        }
    }
}

for (const [name, check, value] of /** @type {const} */ ([
    ['header', isHeader, HEADER],
    ['trailer', isTrailer, TRAILER],
    ['failure', isPlanResult, FAILED],
    ['result', isPlanResult, RESULT],
])) {
    test(`${name}: the changed values that are accepted`, () => {
        assert.equal(check(value), true);
        const accepted = [...changes(value, name)].filter(([, changed]) => {
            const answer = check(changed);
            assert.equal(typeof answer, 'boolean');
            return answer;
        });
        assertGolden(`${accepted.map(([path]) => path).join('\n')}\n`, `accepted-${name}`);
    });
}
