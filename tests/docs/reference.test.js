import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { inRepository } from '../helpers.js';

/**
 * The API reference, as typedoc makes it of the doc comments. What is public and without a comment, a type that is used
 * and not exported, and a link to nowhere are errors of typedoc's (docs/reference/typedoc.json).
 *
 * @typedef {object} Reflection
 * @property {string} name
 * @property {string} variant
 * @property {Reflection[]} [children]
 * @property {Reflection[]} [signatures]
 * @property {{ summary: { text: string }[], blockTags?: { tag: string, content: { text: string }[] }[] }} [comment]
 * @property {unknown} [inheritedFrom]
 */

/** Gives memory back, in a time that does not matter. */
const FREE = new Set(['free', '[dispose]', '[iterator]']);

/** Members whose cost is trivial. */
const TRIVIAL = new Set([
    'blankScenario',
    'convexParts',
    'constructor',
    'createSync',
    'create',
    'writableFormats',
]);

const COST = /\bO\(|\bCost\b|iterations|rounds/;

const folder = mkdtempSync(join(tmpdir(), 'graze-reference-'));

/** @type {Reflection} */
let project;

before(() => {
    const json = join(folder, 'reference.json');
    const bin = inRepository('node_modules/typedoc/bin/typedoc');
    const options = inRepository('docs/reference/typedoc.json');
    execFileSync(process.execPath, [bin, '--options', options, '--json', json], { stdio: 'pipe' });
    project = JSON.parse(readFileSync(json, 'utf8'));
});
after(() => rmSync(folder, { recursive: true }));

/** @param {Reflection} reflection */
function textOf({ comment }) {
    const tags = comment?.blockTags?.flatMap(({ content }) => content) ?? [];
    return [...(comment?.summary ?? []), ...tags].map(({ text }) => text).join('');
}

/**
 * @param {string} module
 * @returns {Reflection[]}
 */
function contentsOf(module) {
    const found = project.children?.find(({ name }) => name === module);
    assert.ok(found?.children, `no module ${module}`);
    return found.children;
}

describe('the API reference', () => {
    test('has every public entry, and nothing that typedoc warns of', () => {
        assert.deepEqual(project.children?.map(({ name }) => name).sort(), [
            'graze',
            'graze/scenario',
            'graze/scenario/messages',
            'graze/solid',
            'graze/solid/study',
        ]);
        const names = contentsOf('graze').map(({ name }) => name);
        for (const name of ['Graze', 'create', 'GrazeError', 'FirstContact', 'PairBatch']) {
            assert.ok(names.includes(name), name);
        }
    });

    test('says what each call costs', () => {
        const silent = [];
        let count = 0;
        for (const module of ['graze', 'graze/solid', 'graze/solid/study', 'graze/scenario']) {
            for (const owner of contentsOf(module)) {
                for (const { name, signatures, inheritedFrom } of [
                    owner,
                    ...(owner.children ?? []),
                ]) {
                    if (!signatures || inheritedFrom || FREE.has(name) || TRIVIAL.has(name))
                        continue;
                    count++;
                    const text = signatures.map(textOf).join(' ');
                    if (!COST.test(text + textOf(owner))) silent.push(`${owner.name}.${name}`);
                }
            }
        }
        assert.ok(count > 60, `${count} calls`);
        assert.deepEqual(silent, []);
    });

    test('has the names of a choice, not the list that they come from', () => {
        const status = contentsOf('graze').find(({ name }) => name === 'ContactStatus');
        assert.match(JSON.stringify(status), /"value":"undecided"/);
        const lists = JSON.stringify(project).match(/"type":"query","queryType":\{[^}]*\}/g) ?? [];
        // Its type is that of the object itself, which is public.
        assert.deepEqual(
            lists.filter((list) => !list.includes('"name":"LIMITS"')),
            [],
        );
    });
});
