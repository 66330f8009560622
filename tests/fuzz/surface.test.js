import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readTable } from '../../wasm/boundary.mjs';
import { inRepository } from '../helpers.js';

/**
 * Checks that every public function is fuzzed: each function that the header declares or the boundary exports is called
 * by a target.
 */

/** @param {string} path */
const read = (path) => readFileSync(inRepository(path), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');

/** @param {string} text @param {RegExp} name */
const called = (text, name) => new Set([...text.matchAll(name)].map(([, found]) => found));

const TARGETS = readdirSync(inRepository('tests/fuzz')).filter((name) => name.endsWith('.c'));
const TEXT = TARGETS.map((name) => read(`tests/fuzz/${name}`)).join('\n');
/* Naming a function is enough: some are called through a pointer. A header declares all functions of the boundary. */
const NAMED = called(TEXT, /\b(graze_\w+)\b/g);

test('every function of src/graze.h is called by a fuzz target', () => {
    const declared = called(read('src/graze.h'), /\b(graze_\w+)\s*\(/g);
    assert.ok(declared.size > 70, `${declared.size} functions found`);
    assert.deepEqual(
        [...declared].filter((name) => !NAMED.has(name)),
        [],
    );
});

test('every function of wasm/boundary.txt is called by a fuzz target', () => {
    const exported = readTable().map(({ call }) => `graze_wasm_${call}`);
    assert.deepEqual(
        exported.filter((name) => !NAMED.has(name)),
        [],
    );
});
