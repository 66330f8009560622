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

const HEADER = readFileSync(inRepository('src/graze.h'), 'utf8');
const LAYOUT = readFileSync(inRepository('src/layout.h'), 'utf8');

/** Lists of enumerations say in layout.h what they are. */
const LISTS = /typedef enum \{ (GRAZE_\w+_LIST)\(\w+\) \} (\w+);/;

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
 * Returns the fields of a list of layout.h, and of the lists in it.
 *
 * @param {string} list
 * @returns {string[]}
 */
function fieldsOfList(list) {
    const [, body] = new RegExp(`#define ${list}\\(X\\)((?:.*\\\\\\n)*.*)`).exec(LAYOUT) ?? [];
    assert.ok(body, list);
    const nested = Array.from(body.matchAll(/(GRAZE_\w+_FIELDS)\(X\)/g), ([, inner]) => inner);
    const own = Array.from(body.matchAll(/X\(\w+, *(\w+)\)/g), ([, field]) => field);
    return [...own, ...nested.flatMap(fieldsOfList)];
}

/**
 * Returns the fields of a structure.
 *
 * @param {string} body
 * @returns {string[]}
 */
function fieldsOf(body) {
    const lists = Array.from(body.matchAll(/(GRAZE_\w+_FIELDS)\(/g), ([, list]) => list);
    const own = body
        .replace(/GRAZE_\w+\(\w+\)/g, '')
        .split(';')
        .flatMap((field) => {
            const names = field.replace(/\[[^\]]*\]/g, '').split(',');
            return names.flatMap((name) => /(\w+)\s*$/.exec(name)?.[1] ?? []);
        });
    return [...own, ...lists.flatMap(fieldsOfList)];
}

/** Returns what may say a field: its name, that of its point, vector or list. @param {string} field */
function spellingsOf(field) {
    const point = field
        .replace(/_[xyab]$/, '')
        .replace(/(?:_[ab])?_[xy]$/, '')
        .replace(/\d$/, '');
    return [
        ...new Set([field, point, field.replace(/_a(?=_|$)/, ''), field.replace(/_[ab]$/, '')]),
    ];
}

/** Rules of names that hold everywhere: reported once, at the head of a structure that begins with them. */
const SELF_EVIDENT = new Set(['spare']);

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

test('every structure of the header has a comment, and every field is in it', () => {
    assert.ok(structures.length > 30, `${structures.length} structures`);
    const silent = structures.flatMap(({ text, comment }) => {
        const [, body, name] = /^typedef struct \{(.*)\} (\w+);$/.exec(text) ?? [];
        assert.ok(name, text);
        if (comment.length < 10) return [name];
        const others = Array.from(comment.matchAll(/fields of (Graze\w+)/g), ([, other]) => {
            return structures.find(({ text }) => text.endsWith(` ${other};`))?.comment ?? '';
        });
        const said = new Set([comment, ...others].join('\n').match(/\w+/g));
        return fieldsOf(body)
            .filter((field) => !SELF_EVIDENT.has(field))
            .filter((field) => !spellingsOf(field).some((spelling) => said.has(spelling)))
            .map((field) => `${name}.${field}`);
    });
    assert.deepEqual(silent, []);
});

test('every enumeration says what it is, in the header or in layout.h', () => {
    const enums = all.filter(({ text }) => /^typedef enum/.test(text));
    assert.ok(enums.length >= 15, `${enums.length} enumerations`);
    for (const { text } of enums) {
        const [, list] = LISTS.exec(text) ?? [];
        assert.ok(list, text);
        const before = LAYOUT.slice(0, LAYOUT.indexOf(`#define ${list}(`)).trimEnd();
        assert.ok(before.endsWith('*/'), `${list} has no comment in layout.h`);
    }
});
