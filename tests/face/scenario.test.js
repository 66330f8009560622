import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync, GrazeError } from 'graze';
import {
    blankScenario,
    convexParts,
    InputError,
    readScenario,
    repair,
    validate,
    writableFormats,
    writeScenario,
} from 'graze/scenario';
import * as words from 'graze/scenario/messages';
import { isInShare } from '../volume.js';
import { placesIn, put, putGetter, showPlace, valueAt } from './arguments.js';
import { HOSTILE, Mine } from './hostile.js';
import { CODES } from './outcome.js';
import { makeWorld, openInstance, probe } from './world.js';

/** The functions of `graze/scenario`, given anything. */

const w = makeWorld(openInstance().g);
const graze = createSync();

/** Codes that `graze/scenario` has besides. */
const MORE = ['cannot-carry', 'radius-unknown', 'unknown-format', 'unknown-start'];
const BODIES = ['unsupported-body', 'unsupported-motion'];
const KNOWN = new Set([...CODES, ...MORE, ...BODIES]);

/** @param {unknown} error @param {string} at */
function assertKnownError(error, at) {
    if (error instanceof Mine || error instanceof InputError) return;
    const description = `${at}: ${/** @type {any} */ (error)?.stack}`;
    assert.ok(error instanceof GrazeError, description);
    assert.ok(KNOWN.has(error.code), description);
    assert.match(error.message, /^[\p{L}\p{N}\p{P}\p{S} ]+$/u, description);
}

/** A plan is read where it lies, several times: what says something else each time is left out. */
const PLAIN = HOSTILE.filter(
    ({ label }) => !/claims|grows|shrinks|iterator|getters|throws|prox|prototype/.test(label),
);

/** One of everything that a scenario can hold. */
const makeScenario = () => ({
    ...blankScenario('test'),
    agents: [
        {
            name: 'a',
            shape: { kind: 'disc', radius: 0.5 },
            start: { x: 0, y: 0 },
            goal: { x: 4, y: 0 },
            motion: [{ t0: 0, t1: 4, x: [0, 1], y: [0], angle: [0] }],
        },
        {
            name: 'b',
            shape: {
                kind: 'group',
                parts: [
                    { kind: 'disc', radius: 0.25 },
                    {
                        kind: 'polygon',
                        points: [
                            [0, 0],
                            [1, 0],
                            [0, 1],
                            [0.1, 0.1],
                        ],
                        holes: [],
                        radius: 0,
                    },
                ],
            },
            start: { x: 2, y: 2 },
            goal: null,
            initialState: {
                t: 0,
                x: 2,
                y: 2,
                angle: 0,
                speed: 1,
                tolerance: { position: 0.1, angle: 0.1, speed: 0.1 },
            },
            goals: [
                {
                    area: { kind: 'disc', radius: 1 },
                    time: [0, 5],
                    angle: [0, 1],
                    speed: [0, 2],
                },
            ],
            states: [{ t: 0, x: 2, y: 2, angle: 0, speed: 1 }],
            motion: [{ t0: 0, t1: 4, x: [2], y: [2, -1], end: { x: 2, y: -2 } }],
        },
    ],
    grid: { nx: 2, ny: 2, blocked: new Uint8Array(4) },
    roadmap: {
        nodes: [
            { x: 0, y: 0 },
            { x: 4, y: 0 },
        ],
        edges: [[0, 1]],
    },
    obstacles: [
        { name: 'o', shape: { kind: 'disc', radius: 0.1 }, pose: { x: 9, y: 9, angle: 0 } },
    ],
    discrete: { cells: [Int32Array.of(0, 0, 1, 0), Int32Array.of(2, 2, 2, 1)], commanded: null },
    speedLimit: 2,
    timeStep: 1,
    notices: ['n'],
});

/** @type {Record<string, { names: string[], args: () => any[], call: (...args: any[]) => unknown }>} */
const FUNCTIONS = {
    validate: {
        names: ['scenario', 'options'],
        args: () => [
            makeScenario(),
            {
                graze,
                tolerance: 1e-9,
                touching: 'allowed',
                suggestDelays: true,
                maxSuggestions: 5,
                maxSuggestionEffort: 1e6,
                onVerdict: () => {},
                progress: () => {},
            },
        ],
        call: validate,
    },
    repair: {
        names: ['scenario', 'options'],
        args: () => [
            makeScenario(),
            { graze, tolerance: 1e-9, touching: 'allowed', maxIterations: 20 },
        ],
        call: repair,
    },
    convexParts: {
        names: ['shape', 'graze'],
        args: () => [makeScenario().agents[1].shape, graze],
        call: async (shape, graze) => convexParts(shape, graze),
    },
    writeScenario: {
        names: ['scenario', 'format'],
        args: () => [makeScenario(), 'graze'],
        call: async (scenario, format) => {
            return [...(await writeScenario(scenario, format)).text].join('');
        },
    },
    readScenario: {
        names: ['files', 'options'],
        args: () => [
            { plan: { name: 'plan.txt', text: '0:(0,0),(2,0),\n1:(1,0),(1,0),\n' } },
            { format: 'kei18', radius: 0.5, atGoal: 'stay', limits: { characters: 1000 } },
        ],
        call: readScenario,
    },
    'readScenario with a map of ROS': {
        names: ['files', 'options'],
        args: () => [
            {
                plan: { name: 'plan.txt', text: '0:(0,0),(0,0),\n1:(1,0),(1,0),\n' },
                map: { name: 'm.yaml', text: 'image: m.pgm\nresolution: 1\norigin: [0, 0, 0]\n' },
                image: { name: 'm.pgm', bytes: new TextEncoder().encode('P2 2 1 1\n1 1\n') },
            },
            {
                unknownCells: 'free',
                footprint: [
                    [0, 0],
                    [0.5, 0],
                    [0, 0.5],
                ],
            },
        ],
        call: readScenario,
    },
};

test('the plan of these tests is checked, repaired or refused, and written', async () => {
    const scenario = /** @type {any} */ (makeScenario());
    assert.equal((await validate(scenario, { graze })).agents, 2);
    assert.match((await repair(scenario, { graze })).status, /^(repaired|unrepaired)$/);
    assert.equal((await writableFormats()).length > 3, true);
});

test('anything anywhere in what they are given is answered, or refused by name', async (t) => {
    const expected = probe(w);
    let cases = 0;
    for (const [name, { args, call }] of Object.entries(FUNCTIONS)) {
        for (const [k, place] of placesIn(args()).entries()) {
            for (const [i, { label, make }] of PLAIN.entries()) {
                if (!isInShare(k + i)) continue;
                const given = args();
                put(given, place, make(w, valueAt(given, place)));
                // An error that the function throws when it is called is the caller's own.
                const isCalled =
                    ['progress', 'onVerdict'].includes(String(place[1])) ||
                    (name === 'validate' && place[1] === 'graze');
                if (isCalled && label === 'a class') continue;
                const at = `${name} ${showPlace(place)}: ${label}`;
                cases++;
                try {
                    const answer = await call(...given);
                    assert.doesNotMatch(JSON.stringify(answer, noNaN), /"NaN"/, at);
                } catch (error) {
                    assertKnownError(error, at);
                }
            }
        }
    }
    assert.equal(probe(w), expected);
    t.diagnostic(`${cases} cases`);
});

/** @param {string} _ @param {unknown} value */
function noNaN(_, value) {
    if (typeof value === 'bigint' || typeof value === 'symbol') return String(value);
    return Number.isNaN(value) ? 'NaN' : value;
}

test('what a getter in a plan throws comes out as it is', async () => {
    for (const [name, { args, call }] of Object.entries(FUNCTIONS)) {
        for (const place of placesIn(args()).filter(({ length }) => length > 1)) {
            const given = args();
            putGetter(given, place, () => {
                throw new Mine('mine');
            });
            await assert.rejects(async () => call(...given), Mine, `${name} ${showPlace(place)}`);
        }
    }
});

test('a plan with a number that is none is refused, and not found valid', async () => {
    for (const place of placesIn([makeScenario().agents])) {
        const [agents] = [[makeScenario().agents]];
        if (typeof valueAt(agents, place) !== 'number') continue;
        put(agents, place, Number.NaN);
        const scenario = { ...makeScenario(), agents: agents[0] };
        await assert.rejects(() => validate(/** @type {any} */ (scenario), { graze }), {
            code: place[place.length - 1] === 'radius' ? 'out-of-range' : 'not-finite',
            index: Number(place[1]),
            argument: /^scenario\.agents\[\d\]\./,
        });
    }
});

test('texts are made of validation results, and of nothing else', () => {
    const { KindCounts, CHECK_NAMES, ...functions } = words;
    assert.ok(Object.isFrozen(CHECK_NAMES));
    const count = (/** @type {any} */ violation) => {
        const counts = new KindCounts();
        counts.add(violation, 1, null);
        return counts.describe();
    };
    for (const [name, describe] of Object.entries({ ...functions, count })) {
        for (const { label, make } of PLAIN) {
            try {
                const said = /** @type {any} */ (describe)(make(w, {}), 'word');
                if (name === 'leastGap') assert.ok(typeof said === 'object', label);
                else if (name === 'countLeftOut') assert.ok(Number.isInteger(said), label);
                else
                    assert.ok(typeof said === 'string' || Array.isArray(said), `${name}: ${label}`);
            } catch (error) {
                assertKnownError(error, `${name}: ${label}`);
            }
        }
    }
});
