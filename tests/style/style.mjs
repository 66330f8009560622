import { readFileSync } from 'node:fs';
import { descriptionsOf, readProse } from './prose.mjs';

/**
 * The style of CONTRIBUTING.md, as far as a program can check it: words of `words.json`, comments that open without a subject,
 * and the width of public headers. `allowed.json` lists the exceptions, each with a reason.
 *
 * @typedef {object} Finding
 * @property {string} file
 * @property {number} line from 1
 * @property {string} found the words as they stand in the file
 * @property {string} write the words to write in their place
 *
 * @typedef {object} WordRule
 * @property {string} find regular expression, of words; a space stands for any white space
 * @property {string} write
 * @property {string} [in] regular expression of the paths to which the rule is limited
 *
 * @typedef {object} Exception
 * @property {string} file
 * @property {string} [text] the passage in which words are allowed; default: the whole file
 * @property {string} reason
 *
 * @typedef {object} Openings
 * @property {number} comments number of those with `MIN_WORDS` words or more
 * @property {Finding[]} headless those that open with one of `OPENINGS`
 */

/** @param {string} name */
function readList(name) {
    return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
}

/** @type {WordRule[]} */
const words = readList('words.json');
/** @type {Exception[]} */
export const exceptions = readList('allowed.json');

/** Neither a part of an identifier or a path, nor a call. */
const BEFORE = '(?<![\\w/.$@#~-]|->)';
const AFTER = '(?![\\w/$(=]|\\.\\w|-\\w|->)';

/** White space, but for that between paragraphs. */
const SPACE = '(?:[^\\S\\n]|\\n(?!\\s*\\n))+';

const RULES = words.map((rule) => ({
    pattern: new RegExp(`${BEFORE}(?:${rule.find.replaceAll(' ', SPACE)})${AFTER}`, 'gi'),
    write: rule.write,
    paths: rule.in === undefined ? null : new RegExp(rule.in),
}));

/** Words with which no sentence begins, as they lead to sentences without subject and verb. */
export const OPENINGS = ['What', 'Of', 'By', 'On', 'Who', 'Whose', 'Whom', 'From', 'Where'];
const OPENING = new RegExp(`^["'(]*(?:${OPENINGS.join('|')})\\b`, 'i');
const MIN_WORDS = 4;

/** Public headers, and their greatest width in columns. */
const PUBLIC_HEADERS = ['src/graze.h'];
const MAX_COLUMNS = 100;

/** Returns the line of an offset, from 1. @param {string} source @param {number} at */
function lineOf(source, at) {
    let line = 1;
    for (let k = source.indexOf('\n'); k !== -1 && k < at; k = source.indexOf('\n', k + 1)) line++;
    return line;
}

/** Joins the lines of a passage. @param {string} text */
function onOneLine(text) {
    return text.replace(/\s+/g, ' ').trim();
}

/** Exceptions that allowed something; the check fails on the others. @type {Set<Exception>} */
export const used = new Set();

/**
 * Returns whether an exception covers the words at an offset of a file.
 *
 * @param {string} file
 * @param {string} source
 * @param {number} start
 * @param {number} end
 */
function isAllowed(file, source, start, end) {
    for (const exception of exceptions) {
        if (exception.file !== file) continue;
        const { text } = exception;
        let isCovered = text === undefined;
        if (text !== undefined) {
            const from = Math.max(0, start - text.length);
            for (let k = source.indexOf(text, from); k !== -1 && k <= start; ) {
                isCovered ||= k + text.length >= end;
                k = source.indexOf(text, k + 1);
            }
        }
        if (!isCovered) continue;
        used.add(exception);
        return true;
    }
    return false;
}

/**
 * Returns the words of a file's prose that the style does not use.
 *
 * @param {string} file path from the root of the repository
 * @param {string} source
 * @returns {Finding[]}
 */
export function findWords(file, source) {
    const findings = [];
    for (const passage of readProse(file, source)) {
        for (const { pattern, write, paths } of RULES) {
            if (paths && !paths.test(file)) continue;
            for (const { 0: text, index } of passage.text.matchAll(pattern)) {
                const start = passage.start + index;
                if (isAllowed(file, source, start, start + text.length)) continue;
                findings.push({ file, line: lineOf(source, start), found: onOneLine(text), write });
            }
        }
    }
    return findings.sort((p, q) => p.line - q.line);
}

/** @param {string} text */
function countWords(text) {
    return text.split(/\s+/).filter((word) => /[A-Za-z~]/.test(word)).length;
}

/** Returns the first sentence of a description. @param {string} text */
function firstSentence(text) {
    return /^[\s\S]*?[.?!](?=\s|$)/.exec(text)?.[0] ?? text;
}

/**
 * Returns the comments of a file that open without a subject, and the number of all comments that are long enough to count.
 *
 * @param {string} file path from the root of the repository
 * @param {string} source
 * @returns {Openings}
 */
export function findOpenings(file, source) {
    const headless = [];
    let comments = 0;
    for (const passage of readProse(file, source)) {
        if (passage.kind !== 'comment') continue;
        for (const { start, text } of descriptionsOf(passage)) {
            if (countWords(text) < MIN_WORDS) continue;
            comments++;
            const sentence = firstSentence(text);
            if (!OPENING.test(sentence) || sentence.endsWith('?')) continue;
            if (isAllowed(file, source, start, start + 1)) continue;
            headless.push({
                file,
                line: lineOf(source, start),
                found: onOneLine(sentence).split(' ').slice(0, 6).join(' '),
                write: 'a verb (functions) or a noun (types, fields) first',
            });
        }
    }
    return { comments, headless };
}

/**
 * Returns the lines of a public header that are too wide; none of another file.
 *
 * @param {string} file path from the root of the repository
 * @param {string} source
 * @returns {Finding[]}
 */
export function findWideLines(file, source) {
    if (!PUBLIC_HEADERS.includes(file)) return [];
    return source.split('\n').flatMap((text, k) => {
        if (text.length <= MAX_COLUMNS) return [];
        const write = `at most ${MAX_COLUMNS} columns`;
        return [{ file, line: k + 1, found: `${text.length} columns`, write }];
    });
}
