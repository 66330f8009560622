import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import ts from 'typescript';
import { STATUSES } from '../../js/graze/core/layout.js';
import { inRepository } from '../helpers.js';

/**
 * Error codes: the types, the tables of the documents and the sources say the same. That no source has a code that
 * the types lack, the compiler sees.
 */

/** @param {string} path */
const textOf = (path) => readFileSync(inRepository(path), 'utf8');

/** Returns the codes of a union in js/graze/core/errors.js. @param {string} name */
function union(name) {
    const [, codes] =
        new RegExp(`\\{((?:'[a-z-]+'[\\s|*]*)+)\\} ${name} `).exec(
            textOf('js/graze/core/errors.js'),
        ) ?? [];
    assert.ok(codes, name);
    return [...codes.matchAll(/'([a-z-]+)'/g)].map(([, code]) => code);
}

/** Returns the codes in the first column of a table. @param {string} text */
function inTable(text) {
    const rows = text.split('\n').filter((line) => line.startsWith('| `'));
    return rows.flatMap((row) =>
        [...row.split('|')[1].matchAll(/`([a-z-]+)`/g)].map(([, code]) => code),
    );
}

/** Returns a section of a document. @param {string} path @param {string} heading */
function section(path, heading) {
    const [, after] = textOf(path).split(`## ${heading}\n`);
    assert.ok(after, `${path}: ${heading}`);
    return after.split('\n## ')[0];
}

/** Returns what a string literal in the package's sources says, but for the types: they are comments. */
function literals() {
    const found = new Set(STATUSES.map(({ code }) => String(code)));
    for (const name of readdirSync(inRepository('js'), { recursive: true, encoding: 'utf8' })) {
        if (!name.endsWith('.js') || name.startsWith('inline') || name === 'layout.js') continue;
        const source = ts.createSourceFile(name, textOf(join('js', name)), ts.ScriptTarget.ES2022);
        /** @param {ts.Node} node */
        const walk = (node) => {
            if (ts.isStringLiteral(node)) found.add(node.text);
            ts.forEachChild(node, walk);
        };
        walk(source);
    }
    return found;
}

const QUERY = union('QueryErrorCode');
const INPUT = union('InputErrorCode');

/** Codes of the program's lists and shards, which come as errors of files. */
const PROGRAM = [
    ...['empty-list', 'outside-folder', 'altered', 'truncated', 'double-shard', 'missing-shard'],
    ...['other-list', 'other-options', 'other-split', 'other-version'],
];

test('no code is listed twice', () => {
    assert.equal(new Set(QUERY).size, QUERY.length);
    assert.equal(new Set(INPUT).size, INPUT.length);
});

test('the codes of queries are those of the table in docs/errors.md', () => {
    const documented = section('docs/errors.md', 'Error codes');
    const [, more] = /`graze\/scenario` has further codes: ([^.]*)\./.exec(documented) ?? [];
    assert.ok(more);
    const others = [...more.matchAll(/`([a-z-]+)`/g)].map(([, code]) => code);
    assert.deepEqual([...inTable(documented), ...others].sort(), [...QUERY].sort());
});

test('the codes of files are those of the tables in docs/formats.md and docs/program.md', () => {
    const ofFiles = inTable(section('docs/formats.md', 'Codes'));
    assert.deepEqual([...ofFiles, ...PROGRAM].sort(), [...INPUT].sort());
    for (const code of PROGRAM) {
        assert.ok(textOf('docs/program.md').includes(`\`${code}\``), `${code} is in no document`);
    }
});

test('every code can come: some source has it', () => {
    const said = literals();
    for (const code of [...QUERY, ...INPUT]) assert.ok(said.has(code), code);
});

test('every status of the module but success is a code', () => {
    for (const { code } of STATUSES) {
        if (code !== 'ok') assert.ok(QUERY.includes(code), code);
    }
});
