import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { CALLS } from '../face/calls.js';
import { makeSolids, openSolid, CALLS as SOLID_CALLS } from '../face/solid.js';
import { makeWorld, openInstance } from '../face/world.js';
import { inRepository } from '../helpers.js';

/**
 * Compares docs/calls.md with the package: each public method has a row with the names of its parameters, in their
 * order, and the names of its options, as the error of an unknown option lists them. `GRAZE_CALLS=write` writes these
 * two cells of the rows that are there again.
 *
 * @import { Call } from '../face/calls.js'
 */

const PATH = 'docs/calls.md';

/** Headings of the tables, by the names of classes. @type {Record<string, string>} */
const HEADINGS = {
    Graze: 'An instance',
    MotionMaker: 'motion',
    Study: 'study',
    Shape: 'Shape',
    Motion: 'Motion',
    Path: 'Path',
    Scene: 'Scene',
    Traffic: 'Traffic',
    PairBatch: 'pairs',
    BodyBatch: 'bodies',
    MovingPairBatch: 'movingPairs',
    MovingDiscBatch: 'movingDiscs',
    BoxIndex: 'boxIndex',
};

/** The same of bodies in space. @type {Record<string, string>} */
const SOLID_HEADINGS = {
    SolidGraze: 'An instance of graze/solid',
    SolidMotionMaker: 'motion of graze/solid',
    SolidMotion: 'Motion of graze/solid',
    SolidPath: 'Path of graze/solid',
    SolidScene: 'Scene of graze/solid',
    SolidPairBatch: 'pairs of graze/solid',
    SolidBodyBatch: 'bodies of graze/solid',
    SolidMovingPairBatch: 'movingPairs of graze/solid',
    SolidStudy: 'study of graze/solid/study',
};

const w = makeWorld(openInstance().g);
const solids = makeSolids(openSolid().g);

/**
 * Returns the names of a method's parameters, without the numbers that a bundler adds.
 *
 * @param {Call} call
 * @param {any} world
 */
function parametersOf(call, world) {
    const source = String(call.self(world)[call.name]);
    const list = /\(([^)]*)\)/.exec(source)?.[1] ?? '';
    return list
        .split(',')
        .map((parameter) => parameter.trim().replace(/\s*=.*|\d+$/g, ''))
        .filter((parameter) => parameter !== '');
}

/**
 * Returns the names of a method's options, as its error lists them.
 *
 * @param {Call} call
 * @param {any} world
 */
function optionsOf(call, world) {
    const position = call.names.findIndex((name) => name === 'options' || name === 'ends');
    if (position < 0) return [];
    const args = call.args(world);
    args[position] = { unknown: 1 };
    try {
        call.self(world)[call.name](...args);
    } catch (error) {
        const known = /; known: ([^;]*)/.exec(/** @type {Error} */ (error).message)?.[1];
        assert.ok(known !== undefined, `${call.label}: ${error}`);
        return known === 'none' ? [] : known.split(', ');
    }
    throw new Error(`${call.label} accepts an unknown option`);
}

/** Returns the two first cells of each call's row, by its table. */
function expectedCells() {
    /** @type {Map<string, Map<string, string[]>>} */
    const tables = new Map();
    for (const [calls, headings, world] of /** @type {const} */ ([
        [CALLS, HEADINGS, w],
        [SOLID_CALLS, SOLID_HEADINGS, solids],
    ])) {
        for (const call of calls) {
            const heading = headings[call.of];
            const isListed = call.kind === 'method' && !call.frees && typeof call.name === 'string';
            if (heading === undefined || !isListed) continue;
            const rows = tables.get(heading) ?? new Map();
            const options = optionsOf(call, world).map((option) => `\`${option}\``);
            rows.set(call.name, [
                `\`${String(call.name)}(${parametersOf(call, world).join(', ')})\``,
                options.join(', '),
            ]);
            tables.set(heading, rows);
        }
    }
    return tables;
}

const ROW = /^\| `(\w+)\(.*?\)` \|/;
const expected = expectedCells();
const lines = readFileSync(inRepository(PATH), 'utf8').split('\n');
let heading = '';
const rows = lines.flatMap((line, k) => {
    if (line.startsWith('## ')) heading = line.slice(3).replaceAll('`', '');
    const name = ROW.exec(line)?.[1];
    if (name === undefined) return [];
    const cells = line.split('|').map((cell) => cell.trim());
    return [{ k, heading, name, cells: cells.slice(1, 3), rest: cells.slice(3, -1) }];
});

if (process.env.GRAZE_CALLS === 'write') {
    for (const { k, heading, name, rest } of rows) {
        const cells = expected.get(heading)?.get(name);
        if (cells !== undefined) lines[k] = `| ${[...cells, ...rest].join(' | ')} |`;
    }
    writeFileSync(inRepository(PATH), lines.join('\n'));
}

test('the table of calls has each public method once, and nothing else', () => {
    const listed = rows.map(({ heading, name }) => `${heading}: ${name}`);
    const there = [...expected].flatMap(([heading, calls]) => {
        return [...calls.keys()].map((name) => `${heading}: ${name}`);
    });
    assert.deepEqual(listed.sort(), there.sort());
});

test('the table of calls has the parameters and the options that calls have', () => {
    for (const { heading, name, cells } of rows) {
        assert.deepEqual(cells, expected.get(heading)?.get(name), `${heading}: ${name}`);
    }
});

test('each row of the table of calls says what the answer is where nothing is found', () => {
    for (const { name, rest } of rows) assert.match(rest.join(''), /\S/, name);
});
