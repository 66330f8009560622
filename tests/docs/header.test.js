import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { inRepository } from '../helpers.js';

/**
 * src/graze.h, as its readers see it: every type, every field and every function has a comment. A comment is that of what
 * follows without a blank line in between: of one declaration, or of a few that belong together.
 *
 * @typedef {object} Declaration
 * @property {string} text without comments
 * @property {string} comment above it, and within
 */

/** The header as C reads it. */
const HEADER = readFileSync(inRepository('src/graze.h'), 'utf8').replace(
    /^#ifdef __cplusplus\n.*\n#endif$/gm,
    '',
);

/** @param {string} text */
function withoutComments(text) {
    return text.replace(/\/\*[\s\S]*?\*\//g, '');
}

/** @param {string} text */
function commentsIn(text) {
    return Array.from(text.matchAll(/\/\*([\s\S]*?)\*\//g), ([, comment]) => {
        return comment.replace(/^\s*\* ?/gm, '').trim();
    }).join('\n');
}

/** Returns the header's blocks between blank lines outside of braces and comments. */
function blocksOfHeader() {
    const blocks = [];
    let block = '';
    let depth = 0;
    let isComment = false;
    for (const line of HEADER.split('\n')) {
        if (line === '' && depth === 0 && !isComment) {
            if (block !== '') blocks.push(block);
            block = '';
            continue;
        }
        block += `${line}\n`;
        for (const token of line.match(/\/\*|\*\/|[{}]/g) ?? []) {
            if (token === '/*') isComment = true;
            else if (token === '*/') isComment = false;
            else if (!isComment) depth += token === '{' ? 1 : -1;
        }
    }
    return blocks;
}

/** @returns {Declaration[]} types and functions, each with the comment of its block */
function declarations() {
    return blocksOfHeader().flatMap((block) => {
        const comment = commentsIn(block);
        const code = withoutComments(block).replace(/^#(?:.*\\\n)*.*$/gm, '');
        return Array.from(code.matchAll(/[^;{}]+(?:\{[^}]*\}[^;]*)?;/g), ([text]) => ({
            text: text.trim().replace(/\s+/g, ' '),
            comment,
        })).filter(({ text }) => text !== ';');
    });
}

/**
 * Returns the members of a structure or of an enumeration that have no comment: none above and none behind.
 *
 * @param {string} body
 */
function silentMembers(body) {
    const lines = body.replace(/\/\*[\s\S]*?\*\//g, '#').split('\n');
    const marked = lines.map((line) => line.trim()).filter((line) => line !== '');
    return marked.filter((line, k) => !line.includes('#') && marked[k - 1] !== '#');
}

const all = declarations();
const functions = all.filter(
    ({ text }) => / \*?graze_\w+\(|\bgraze_\w+\(/.test(text) && !/^typedef/.test(text),
);
const structures = all.filter(({ text }) => /^typedef struct \{/.test(text));

test('every function of the header has a comment', () => {
    assert.ok(functions.length > 75, `${functions.length} functions`);
    const silent = functions.filter(({ comment }) => comment.length < 20);
    assert.deepEqual(
        silent.map(({ text }) => text),
        [],
    );
});

test('every function of the header says what it costs', () => {
    const silent = functions.filter(({ comment }) => !/\bO\(|\bCost\b/.test(comment));
    assert.deepEqual(
        silent.map(({ text }) => text.slice(0, 90)),
        [],
    );
});

test('every function that refuses input says with which statuses', () => {
    const refusing = functions.filter(({ text }) => text.startsWith('GrazeStatus '));
    assert.ok(refusing.length >= 10, `${refusing.length} functions`);
    const silent = refusing.filter(({ comment }) => !/GRAZE_E_\w+|Status as/.test(comment));
    assert.deepEqual(
        silent.map(({ text }) => text.slice(0, 90)),
        [],
    );
});

test('every structure, enumeration and member of the header has a comment', () => {
    const types = Array.from(
        HEADER.matchAll(/(\*\/\n)?typedef (struct|enum) \{\n([^}]*)\} (\w+);/g),
        ([, comment, kind, body, name]) => ({ comment, kind, body, name }),
    );
    const counts = ['struct', 'enum'].map(
        (kind) => types.filter((type) => type.kind === kind).length,
    );
    assert.equal(counts[0], structures.length);
    assert.ok(counts[0] > 40 && counts[1] >= 19, `${counts} structures and enumerations`);
    assert.deepEqual(
        types.filter(({ comment }) => comment === undefined).map(({ name }) => name),
        [],
    );
    const silent = types.flatMap(({ name, body }) =>
        silentMembers(body).map((member) => `${name}: ${member}`),
    );
    assert.deepEqual(silent, []);
});
