import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { inRepository } from '../helpers.js';
import { exceptions, findOpenings, findWideLines, findWords, OPENINGS, used } from './style.mjs';

/**
 * Checks comments, messages, documents, texts of the page and names of tests for the words of `words.json`, comments for the
 * words that they open with, and public headers for their width. Exits with 1 when there is a finding.
 *
 *     node tests/style/check_words.mjs [--openings | --count] [--list] [PATH...]
 *
 * PATH limits the check to files and folders. `--openings` prints the share of comments that open without a subject, per
 * folder, and with `--list` each of them. `--count` prints the number of findings per folder.
 */

/** Greatest share of comments, per top folder, that open with one of `OPENINGS`: some of these have a subject after all. */
const MAX_SHARE = 0.02;

/** Files that a program writes. */
const GENERATED = /^(?:js\/(?:inline\/|layout\.js|version\.js)|src\/version\.h|package-lock\.json)/;

const { values, positionals } = parseArgs({
    options: {
        openings: { type: 'boolean', default: false },
        count: { type: 'boolean', default: false },
        list: { type: 'boolean', default: false },
    },
    allowPositionals: true,
});

/** Returns whether a file is in one of the paths of the command line. @param {string} file */
function isChosen(file) {
    if (positionals.length === 0) return true;
    return positionals.some((path) => {
        const plain = path.replace(/^\.\//, '').replace(/\/$/, '');
        return file === plain || plain === '.' || file.startsWith(`${plain}/`);
    });
}

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: inRepository('.'),
    encoding: 'utf8',
})
    .split('\n')
    .filter((file) => file !== '' && !GENERATED.test(file) && isChosen(file))
    .filter((file) => existsSync(inRepository(file)))
    .sort();
if (files.length === 0) throw new Error(`no file in ${positionals.join(', ')}`);

/** Returns a file's top folder, and the folder below it. @param {string} file */
function foldersOf(file) {
    const parts = file.split('/').slice(0, -1);
    return parts.length === 0
        ? ['.']
        : parts.slice(0, 2).map((_, k) => parts.slice(0, k + 1).join('/'));
}

/** @param {import('./style.mjs').Finding} finding */
function show({ file, line, found, write }) {
    return `${file}:${line}: "${found}": ${write}`;
}

/** Prints rows with their columns aligned. @param {(string | number)[][]} rows */
function printTable(rows) {
    const widths = rows[0].map((_, k) => Math.max(...rows.map((row) => String(row[k]).length)));
    for (const row of rows) {
        const cells = row.map((cell, k) =>
            k === 0 ? String(cell).padEnd(widths[k]) : String(cell).padStart(widths[k]),
        );
        console.log(cells.join('  '));
    }
}

/** @param {number} share */
function asPercent(share) {
    return `${(100 * share).toFixed(1)} %`;
}

/** @type {import('./style.mjs').Finding[]} */
const findings = [];
/** Number of findings of each folder. @type {Map<string, { words: number, wide: number }>} */
const counts = new Map();
/** Openings of each folder. @type {Map<string, import('./style.mjs').Openings>} */
const openings = new Map();

for (const file of files) {
    const source = readFileSync(inRepository(file), 'utf8');
    const words = findWords(file, source);
    const wide = findWideLines(file, source);
    const opened = findOpenings(file, source);
    findings.push(...words, ...wide);
    for (const folder of foldersOf(file)) {
        const count = counts.get(folder) ?? { words: 0, wide: 0 };
        count.words += words.length;
        count.wide += wide.length;
        counts.set(folder, count);
        const sum = openings.get(folder) ?? { comments: 0, headless: [] };
        sum.comments += opened.comments;
        sum.headless.push(...opened.headless);
        openings.set(folder, sum);
    }
}

const over = [...openings].filter(
    ([folder, { comments, headless }]) =>
        !folder.includes('/') && headless.length > MAX_SHARE * comments,
);

if (values.openings) {
    printTable([
        ['folder', 'comments', 'headless', 'share'],
        ...[...openings]
            .filter(([, { comments }]) => comments > 0)
            .map(([folder, { comments, headless }]) => [
                folder,
                comments,
                headless.length,
                asPercent(headless.length / comments),
            ]),
    ]);
    if (values.list) {
        for (const [folder, { headless }] of openings) {
            if (folder.includes('/')) continue;
            for (const finding of headless) console.log(show(finding));
        }
    }
} else if (values.count) {
    printTable([
        ['folder', 'words', 'wide lines'],
        ...[...counts].map(([folder, { words, wide }]) => [folder, words, wide]),
    ]);
} else {
    for (const finding of findings) console.log(show(finding));
    const isWhole = positionals.length === 0;
    const stale = isWhole ? exceptions.filter((exception) => !used.has(exception)) : [];
    for (const { file, text } of stale) {
        console.log(
            `tests/style/allowed.json: "${text ?? 'all'}" of ${file} allows nothing: remove it`,
        );
    }
    for (const [folder, { comments, headless }] of isWhole ? over : []) {
        console.log(
            `${folder}: ${headless.length} of ${comments} comments (${asPercent(headless.length / comments)}, at most ` +
                `${asPercent(MAX_SHARE)}) open with ${OPENINGS.join(', ')}: see --openings --list`,
        );
    }
    if (findings.length + stale.length > 0 || (isWhole && over.length > 0)) process.exitCode = 1;
}
if (values.openings && over.length > 0) process.exitCode = 1;
