import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { readScenario } from 'graze/scenario';
import { readKei18Log } from '../../js/formats/kei18/kei18.js';
import { readPathsFile } from '../../js/formats/paths/paths.js';
import { PathScanner, PlaceRows, scanRow } from '../../js/formats/steps/steps.js';
import fc from '../fast_check.js';
import { inShared, needsShared } from '../helpers.js';
import { file, inPieces } from './steps_helpers.js';

/**
 * Plans in the usual form are read by their characters, all others by a grammar. Both must read the same, and refuse the
 * same with the same error at the same place.
 *
 * @import { SourceFile } from '../../js/formats/text/source.js'
 */

/** Reads a log; `scan` as for `readKei18Log`. @param {SourceFile} source @param {typeof scanRow} [scan] */
async function readLog(source, scan) {
    const { rows, file: _, ...others } = await readKei18Log(source, scan);
    const columns = Array.from({ length: rows.agents }, (_, a) => [...rows.column(a)]);
    return { ...others, length: rows.length, columns };
}

/** @param {SourceFile} source @param {Pick<PathScanner, 'scan' | 'scanTimed'>} [scanner] */
async function readPaths(source, scanner) {
    const { agents } = await readPathsFile(source, scanner);
    return agents;
}

/** Scanner that leaves every path to the grammar. */
const GRAMMAR_ALONE = { scan: () => null, scanTimed: () => null };

/** Readers with the scanner and without it. */
const READERS = {
    kei18: {
        scanned: (/** @type {SourceFile} */ source) => readLog(source),
        byGrammar: (/** @type {SourceFile} */ source) => readLog(source, () => false),
    },
    paths: {
        scanned: (/** @type {SourceFile} */ source) => readPaths(source),
        byGrammar: (/** @type {SourceFile} */ source) => readPaths(source, GRAMMAR_ALONE),
    },
    timed: {
        scanned: (/** @type {SourceFile} */ source) => readPaths(source),
        byGrammar: (/** @type {SourceFile} */ source) => readPaths(source, GRAMMAR_ALONE),
    },
};

/** Returns what a reader returns, or its error. @param {() => Promise<unknown>} call */
async function outcome(call) {
    try {
        return { read: await call() };
    } catch (error) {
        const { message, code, line, column, value } = /** @type {any} */ (error);
        return { message, code, line, column, value };
    }
}

/**
 * Checks that both readers agree about a text, whole and in chunks.
 *
 * @param {keyof typeof READERS} format
 * @param {string} text
 * @param {{ size?: number, chunkSize?: number, limits?: object }} [how]
 */
async function assertSame(format, text, { size = text.length || 1, ...others } = {}) {
    const { scanned, byGrammar } = READERS[format];
    const source = () => ({ name: 'p.txt', text: inPieces(text, size), ...others });
    const expected = await outcome(() => byGrammar(source()));
    assert.deepEqual(await outcome(() => scanned(source())), expected);
    return expected;
}

/** @param {number[][]} rows places of all agents after each step @param {string} [header] */
function kei18Text(rows, header = '') {
    const lines = rows.map((row, t) => {
        const places = [];
        for (let k = 0; k < row.length; k += 2) places.push(`(${row[k]},${row[k + 1]}),`);
        return `${t}:${places.join('')}\n`;
    });
    return `${header}${lines.join('')}`;
}

/** @param {number[][]} rows */
function pathsText(rows) {
    const lines = rows.map((row, a) => {
        const places = [];
        for (let k = 0; k < row.length; k += 2) places.push(`(${row[k]},${row[k + 1]})->`);
        return `Agent ${a}: ${places.join('')}\n`;
    });
    return lines.join('');
}

/** @param {number[][]} rows */
function timedText(rows) {
    const lines = rows.map((row, a) => {
        const places = [];
        let time = 0;
        for (let k = 0; k < row.length; k += 2) {
            // A place that is that of the step before may have a later time, and the first has any.
            const isStill = k === 0 || (row[k] === row[k - 2] && row[k + 1] === row[k - 1]);
            time += isStill ? (row[k] + row.length + a) % 4 : 0;
            places.push(`(${row[k]},${row[k + 1]},${time++})->`);
        }
        return `Agent ${a}:${places.join('')}\n`;
    });
    return lines.join('');
}

const TEXTS = { kei18: kei18Text, paths: pathsText, timed: timedText };

/** Parts by which a text is damaged. */
const PARTS = [
    ...['(', ')', ',', ':', '0', '7', '-', '->', ' ', '\t', '\r', '\n', '\r\n', '\0', '\ufffd'],
    ...['(3,4),', '(1,2)->', '(1,2,3)->', '1234567890', '2147483647', '2147483648', '00', '1e3'],
    ...['\ufeff', 'é', ',Y_MINUS', 'solution=\n', 'seed=1\n', 'Agent 1: ', '.5'],
];

const coordinate = fc.oneof(
    { weight: 4, arbitrary: fc.nat(1) },
    { weight: 8, arbitrary: fc.nat(40) },
    { weight: 1, arbitrary: fc.constantFrom(999_999_999, 1_000_000_000, 2 ** 31 - 1, 2 ** 31) },
);

/** Rows of the same number of places. */
const rows = fc
    .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 12 }))
    .chain(([agents, steps]) => {
        const row = fc.array(coordinate, { minLength: 2 * agents, maxLength: 2 * agents });
        return fc.array(row, { minLength: steps, maxLength: steps });
    });

const damage = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    removed: fc.nat(3),
    part: fc.constantFrom('', '', ...PARTS),
});

const style = fc.record({
    ends: fc.constantFrom('\n', '\n', '\r\n', '\r'),
    mark: fc.constantFrom('', '', '\ufeff', '\ufeff\ufeff'),
    hasFinalEnd: fc.boolean(),
});

const how = fc.record({
    size: fc.integer({ min: 1, max: 80 }),
    chunkSize: fc.integer({ min: 2, max: 80 }),
    limits: fc.record(
        { pieces: fc.integer({ min: 1, max: 60 }), agents: fc.integer({ min: 1, max: 6 }) },
        { requiredKeys: [] },
    ),
});

/** @param {string} text @param {{ ends: string, mark: string, hasFinalEnd: boolean }} style */
function styled(text, { ends, mark, hasFinalEnd }) {
    const body = hasFinalEnd ? text : text.replace(/\n$/, '');
    return mark + body.replaceAll('\n', ends);
}

for (const format of /** @type {(keyof typeof READERS)[]} */ (['kei18', 'paths', 'timed'])) {
    describe(format, () => {
        test('a plan of the usual form is read as by the grammar, in chunks of any size', async () => {
            await fc.assert(
                fc.asyncProperty(rows, style, how, async (given, look, options) => {
                    await assertSame(format, styled(TEXTS[format](given), look), options);
                }),
            );
        });

        test('a damaged plan has the same result or the same error, at the same place', async () => {
            await fc.assert(
                fc.asyncProperty(
                    rows,
                    fc.array(damage, { minLength: 1, maxLength: 3 }),
                    style,
                    how,
                    async (given, damages, look, options) => {
                        let text = TEXTS[format](given);
                        for (const { at, removed, part } of damages) {
                            const offset = Math.floor(at * text.length);
                            text = text.slice(0, offset) + part + text.slice(offset + removed);
                        }
                        await assertSame(format, styled(text, look), options);
                    },
                ),
                { numRuns: 300 },
            );
        });
    });
}

test('unusual lines among usual ones are read, or refused at their place', async () => {
    const usual = kei18Text([
        [0, 0, 5, 5],
        [1, 0, 5, 5],
        [1, 1, 5, 5],
    ]);
    /** @type {[string, string, string][]} */
    const changes = [
        ['(1,1)', '(0000000000001,1)', ''],
        ['(1,1)', '(1,1,X_PLUS)', ''],
        ['(1,1),(5,5),', '(1,1),(5,5)', ''],
        ['(1,1)', '(1, 1)', 'p.txt:3:3: bad-line'],
        ['(1,1)', '(1,\t1)', 'p.txt:3:3: bad-line'],
        ['(1,1)', '(9999999999,1)', 'p.txt:3:3: out-of-range'],
        ['(1,1),', '(1,1),,', 'p.txt:3:9: bad-line'],
        ['(1,1),', '(1,1)', 'p.txt:3:8: bad-line'],
        ['(1,1),', '', 'p.txt:3:1: agent-count'],
        ['(1,1),', '(1,1),(1,1),', 'p.txt:3:15: agent-count'],
        ['2:', '3:', 'p.txt:3:1: bad-step'],
        ['2:', '02:', 'p.txt:3:1: bad-step'],
        ['2:', '\n2:', 'p.txt:3:1: bad-line'],
    ];
    for (const [from, to, beginning] of changes) {
        const { message } = /** @type {any} */ (await assertSame('kei18', usual.replace(from, to)));
        if (beginning === '') assert.equal(message, undefined, to);
        else assert.ok(message?.startsWith(beginning), `${to}: ${message}`);
    }
});

test('rows are kept in blocks, whatever their number and length', () => {
    for (const [agents, steps] of [
        [1, 1],
        [3, 200],
        [1, 70_000],
        [20_000, 3],
        [40_000, 2],
    ]) {
        const kept = new PlaceRows(agents);
        for (let t = 0; t < steps; t++) {
            // A row that is not added leaves no trace.
            kept.next().fill(-1);
            const row = kept.next();
            for (let k = 0; k < row.length; k++) row[k] = (31 * t + 7 * k) % 1013;
            kept.add();
        }
        assert.equal(kept.length, steps);
        for (const agent of [0, agents - 1]) {
            const places = kept.column(agent);
            assert.equal(places.length, 2 * steps);
            for (let t = 0; t < steps; t++) {
                const expected = [0, 1].map((c) => (31 * t + 7 * (2 * agent + c)) % 1013);
                assert.deepEqual(kept.place(t, agent), expected);
                assert.deepEqual([places[2 * t], places[2 * t + 1]], expected);
            }
        }
    }
});

test('plans of planners are read as by the grammar', { skip: needsShared }, async () => {
    for (const [format, path] of /** @type {[keyof typeof READERS, string][]} */ ([
        ['kei18', 'mapf/kei18/lacam3_random-32-32-10_n50.txt'],
        ['kei18', 'real/fresh/l3_maze-32-32-4_40_7.txt'],
        ['paths', 'real/paths/example_paths_yx.txt'],
    ])) {
        const text = readFileSync(inShared(path), 'utf8');
        const { message } = /** @type {any} */ (await assertSame(format, text, { size: 1000 }));
        assert.equal(message, undefined);
    }
});

test('the scanners take the usual form alone', () => {
    const row = new Int32Array(4);
    assert.equal(scanRow('7:(1,2),(3,4),', 2, row), true);
    assert.deepEqual([...row], [1, 2, 3, 4]);
    for (const text of [
        '(1,2)',
        '(1,2),(3,4),(5,6)',
        '(1,2) ,(3,4)',
        '(1,-2),(3,4)',
        '(1,2),(3,4',
    ]) {
        assert.equal(scanRow(text, 0, row), false, text);
    }
    const scanner = new PathScanner();
    assert.deepEqual(scanner.scan('(1,-2)->(3,4)->', 0, 2), Int32Array.of(1, -2, 3, 4));
    for (const text of [
        '',
        '(1,2)->(3,4)->(5,6)',
        '(1,2)-',
        '(1,2,0)',
        '(--1,2)',
        '(1,2) ->(3,4)',
    ]) {
        assert.equal(scanner.scan(text, 0, 2), null, text);
    }
    const timed = scanner.scanTimed(' (1,-2,1)->(3,4,2)->(3,4,4)->', 1, 5);
    assert.deepEqual(timed?.cells, Int32Array.of(1, -2, 1, -2, 3, 4, 3, 4, 3, 4));
    assert.deepEqual(timed?.columns, Int32Array.of(2, 2, 12, 21, 21));
    for (const text of [
        '(1,2,0)->(3,4,1)->(5,6,2)',
        '(1,2,2)',
        '(1,2,0)->(3,4,0)',
        '(1,2)',
        '(1,2,-1)',
        '(1,2,0.)',
    ]) {
        assert.equal(scanner.scanTimed(text, 0, 2), null, text);
    }
    assert.equal(scanner.scanTimed('(1,2,0)->(3,4,2)', 0, 9), null);
});

test('a plan of many agents, whose lines are longer than a chunk, is read completely', async () => {
    const agents = 20_000;
    const row = Array.from({ length: 2 * agents }, (_, k) => (k % 2 === 0 ? k / 2 : 5));
    const { discrete } = await readScenario({
        plan: file(kei18Text([row, row.map((c, k) => (k % 2 === 0 ? c : 6))]), 'p.txt'),
    });
    assert.deepEqual(discrete?.cells[agents - 1], Int32Array.of(agents - 1, 5, agents - 1, 6));
});
