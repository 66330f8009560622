import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as library from '../../js/graze/core/renamed.js';
import * as program from '../../js/scenario/model/renamed.js';
import { inRepository } from '../helpers.js';

/** Rows of the changelog's table of names: what is in backticks in its second and third column. */
function readRows() {
    const text = readFileSync(inRepository('CHANGELOG.md'), 'utf8');
    const [, section] = /\n### Names\n([\s\S]*?)\n### /.exec(text) ?? [];
    assert.ok(section, 'CHANGELOG.md has a section Names');
    return section
        .split('\n')
        .filter((line) => /^\| .*`/.test(line))
        .map((line) =>
            line.split('|').map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code)),
        )
        .map(([, , old, now]) => ({ old, now }));
}

/** Returns whether a code of the changelog has a name: as it is, quoted, as a flag, or as a key. @param {string} name */
const has = (name) => (/** @type {string} */ code) =>
    code === name || code.split(/[^\w-]+/).some((word) => word.replace(/^--/, '') === name);

test("every old name whose use is explained is in the changelog's table, beside the new one", () => {
    const rows = readRows();
    const tables = [
        library.OPTIONS,
        library.VALUES,
        library.METHODS,
        library.MOTIONS,
        ...Object.values(library.HANDLE_PROPERTIES),
        program.OPTIONS,
        program.VALUES,
        program.FLAGS,
        program.COLUMN_MAP_KEYS,
        { printable: 'toPrintable', show: 'formatValue' },
        { still: 'static', words: 'messages' },
    ];
    const missing = tables
        .flatMap((table) => Object.entries(table))
        .filter(
            ([old, now]) => !rows.some((row) => row.old.some(has(old)) && row.now.some(has(now))),
        );
    assert.deepEqual(missing, []);
});

test("the changelog's table replaces as many names as it has, and no name by itself", () => {
    for (const { old, now } of readRows()) {
        assert.ok(old.length > 0 && now.length > 0, `${old} ${now}`);
        assert.ok(now.length === 1 || old.length >= now.length, `${old} ${now}`);
        for (const name of now) assert.ok(!old.includes(name), name);
    }
});
