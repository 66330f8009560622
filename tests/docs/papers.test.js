import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createSync } from 'graze';
import { createSync as createSolid } from 'graze/solid/study';
import { BASELINES } from '../../js/graze/core/layout.js';
import { inRepository } from '../helpers.js';

/**
 * Compares the tables of docs/papers.md with the papers' sections and with the repository: every section has a row, every
 * call exists, every test exists and contains the call, and every command can be run.
 *
 * @typedef {{ paper: string, section: string, call: string, tests: string, claim: string }} Row
 */

const PATH = 'docs/papers.md';
const HEADER = '| section | subject | call | test | claim, and what is found |';

/** Sections, algorithms, tables and figures that say something, by the beginning of a paper's heading. */
const SECTIONS = {
    'Zhang, Wu, Wang, Zhou': [
        ...['II-A, level 1', 'II-A, level 2', 'II-A, level 3', 'II-A, cone'],
        ...['II-B (1) to (3)', 'II-B (4)', 'II-B (5)', 'Alg. 1', 'Alg. 2, Alg. 3', 'Alg. 3, order'],
        ...['Alg. 4', 'Alg. 5', 'II-C (6) to (8)', 'II-C, others', 'II-C, space'],
        ...['III, Alg. 6, Fig. 2', 'IV, data sets', 'IV, start', 'IV, hill climbing'],
        ...['IV, separating axes', 'Tables I to VI, Fig. 3', 'V'],
    ],
    Hong: [
        ...['I', 'II (2.1) to (2.3)', 'II (2.4), (2.5)', 'III (3.1) to (3.8)'],
        ...['III (3.9), (3.10), Fig. 2', 'III (3.11), Fig. 3', 'IV, BCDA', 'Theorem 4.1'],
        ...['IV, convergence', 'V, procedures A, B (5.1)', 'V, procedure C, Fig. 5'],
        ...['V (5.6), Table I', 'V, PCDA', 'Theorem 5.1', 'VI (6.1) to (6.3)'],
        ...['VI, Appendix (A.1) to (A.8)', 'VII, Table II, iterations', 'VII, Table II, time'],
        ...['VII, shares', 'VIII'],
    ],
    'In space: Hong': [
        ...['II, III', 'IV, BCDA', 'Theorem 4.1', 'V, procedures A, B'],
        ...['V, procedure C, (5.1) to (5.5), Fig. 5', 'V (5.6), Table I', 'V, PCDA', 'Theorem 5.1'],
        ...['VI, Appendix', 'VII, Table II', 'VIII'],
    ],
    'Walker, Sturtevant': [
        ...['2.1, Fig. 1', '2.1, spheres', '2.1, polygons', '2.1, polytopes', '2.2, Fig. 2'],
        ...[
            '2.2, adaptive',
            '2.2, Bresenham',
            '2.2, Wu',
            '2.3, Fig. 3',
            '2.4, Fig. 4',
            '2.4, Fig. 5',
        ],
        ...['2.4, polygons', '2.4, spheres', '2.5', '3, 3.1 (1) to (4)', '3.2 (5) to (7)'],
        ...['4 (8) to (10)', '4.1 (11), Fig. 6', '4.2', '5.1 (12), Fig. 7', '5.1 (13), (14)'],
        ...['5.1 (15), (16), Fig. 8', 'Alg. 1', '5.2', '5.3, step 1', '5.3, step 2, Fig. 9'],
        ...['5.3, step 3', '5.3, step 4', '5.3, step 5', '6'],
    ],
    'Germar, Fernandez': [
        ...['II-A', 'II-B', 'II-D', 'III-A, Fig. 1', 'III-B, Fig. 2', 'III-C, Fig. 3'],
        ...['III-D, Fig. 3 to 6', 'IV-A', 'IV-B', 'IV-C', 'V, Table 1', 'V, Table 2', 'V, Table 3'],
        ...['V, SI and STA', 'V, Fig. 7', 'Conclusions'],
    ],
    '"GJK step by step"': [
        ...['1.4.c.1, `run_gjk`', '1.4.c.1, `johnson`', '1.4.c.1, rounds', '1.4.c.2'],
    ],
};

const text = readFileSync(inRepository(PATH), 'utf8');

/** Returns the rows of all tables. @returns {Row[]} */
function readRows() {
    const rows = [];
    let [heading, paper, isTable] = ['', '', false];
    for (const line of text.split('\n')) {
        if (line.startsWith('## ')) heading = paper = line.slice(3);
        if (line.startsWith('### ')) paper = `${line.slice(4)}: ${heading}`;
        isTable = line === HEADER || (isTable && line.startsWith('|'));
        if (!isTable || line === HEADER || line.startsWith('|---')) continue;
        const cells = line.split('|').map((cell) => cell.trim());
        assert.equal(cells.length, 7, line);
        const [, section, , call, tests, claim] = cells;
        rows.push({ paper, section, call, tests, claim });
    }
    return rows;
}

const rows = readRows();

/** Returns what a cell has in code. @param {string} cell */
const codeOf = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code);

/** @param {Row} row */
const isLeftOut = ({ call }) => call.startsWith('— (left out');

test('every section of the papers has a row', () => {
    for (const [start, sections] of Object.entries(SECTIONS)) {
        const found = rows.filter(({ paper }) => paper.startsWith(start));
        for (const section of sections) {
            const { length } = found.filter((row) => row.section === section);
            assert.equal(length, 1, `${start}: ${section}`);
        }
    }
    for (const { paper, section } of rows) {
        assert.ok(
            Object.keys(SECTIONS).some((start) => paper.startsWith(start)),
            section,
        );
    }
});

test('every row has calls that exist, or the reason why there is none', () => {
    const header = readFileSync(inRepository('src/graze.h'), 'utf8');
    const instances = { graze: createSync(), solid: createSolid() };
    for (const { section, call, claim } of rows) {
        if (call.startsWith('—')) {
            assert.match(call, /^— \((?:left out.*|`.*`)\)$/, section);
            assert.ok(claim.length > 40, `${section}: no reason`);
            continue;
        }
        const calls = codeOf(call).filter((code) => !code.startsWith('make '));
        assert.ok(calls.length > 0, section);
        for (const name of calls) {
            if (name.startsWith('graze_')) {
                assert.match(header, new RegExp(`\\b${name}\\(`), section);
                continue;
            }
            const parts = name.split('.');
            const isSolid = parts[0] === 'solid';
            /** @type {any} */
            let found = isSolid ? instances.solid : instances.graze;
            for (const part of isSolid ? parts.slice(1) : parts) found = found?.[part];
            assert.equal(typeof found, 'function', `${section}: ${name}`);
        }
    }
});

test('every row has tests that exist, and one of them contains each call', () => {
    const absent = [];
    for (const row of rows) {
        const { section, call, tests } = row;
        const paths = codeOf(tests);
        if (isLeftOut(row)) {
            assert.equal(tests, '—', section);
            continue;
        }
        assert.ok(paths.length > 0, section);
        for (const path of paths) {
            assert.match(path, /^tests\/.*(?:\.test\.js|_test\.c)$/, section);
            assert.ok(existsSync(inRepository(path)), `${section}: ${path}`);
        }
        // Tests in C have the names of C, and ask what several calls answer.
        if (call.startsWith('—') || paths.some((path) => path.startsWith('tests/native/')))
            continue;
        const sources = paths.map((path) => readFileSync(inRepository(path), 'utf8')).join('\n');
        for (const name of codeOf(call)) {
            const last = name.split('.').at(-1);
            if (!new RegExp(`\\b${last}\\b`).test(sources)) absent.push(`${section}: ${name}`);
        }
    }
    assert.deepEqual(absent, []);
});

test('every published method of conflict detection has a row', () => {
    const named = rows
        .filter(({ call }) => call.includes('`study.conflictBy`'))
        .flatMap(({ claim }) => codeOf(claim));
    for (const method of BASELINES) assert.ok(named.includes(method), method);
});

test('every command and file that the tables name exists', () => {
    const makefile = readFileSync(inRepository('Makefile'), 'utf8');
    const commands = rows.flatMap(({ call, claim }) => codeOf(`${call} ${claim}`));
    let count = 0;
    for (const command of commands) {
        const target = /^make ([\w-]+)/.exec(command)?.[1];
        const program = /^node (\S+)/.exec(command)?.[1];
        if (target) assert.match(makefile, new RegExp(`^${target}:`, 'm'), command);
        if (program) assert.ok(existsSync(inRepository(program)), command);
        count += Number(Boolean(target ?? program));
    }
    assert.ok(count > 5);
});
