import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, test } from 'node:test';
import { anchorOf } from '../../web/documents.mjs';
import { inRepository, readJson } from '../helpers.js';
import { documents } from './blocks.js';

/**
 * READMEs name what is there: links lead somewhere; files named in code exist; and where a README has a table of
 * files, every source beside it is in it, by its name, by a pattern (`glue_*.c`, `arena.[ch]`, `_tracks.js` behind a name
 * that it shares), or by its folder's.
 */

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: inRepository('.'),
    encoding: 'utf8',
}).split('\n');
/** Sources that the build writes beside those that are committed. */
const GENERATED = ['js/graze/core/calls.js', 'js/graze/core/layout.js'];
const files = [...listed, ...GENERATED].filter(
    (file) => file !== '' && existsSync(inRepository(file)),
);
const folders = new Set(files.flatMap(foldersOf));

/** @param {string} file */
function foldersOf(file) {
    const parts = file.split('/');
    return parts.slice(1).map((_, k) => parts.slice(0, k + 1).join('/'));
}

/** Generated files and folders, which are not committed. */
const MADE = /^(?:build|dist|js\/graze\/inline|node_modules)(?:\/|$)/;

/** @param {string} document */
function textOf(document) {
    return readFileSync(inRepository(document), 'utf8').replace(/^```[\s\S]*?^```$/gm, '');
}

/** @param {string} path in the repository */
function isThere(path) {
    const plain = normalize(path).replace(/\/$/, '');
    return plain === '.' || files.includes(plain) || folders.has(plain) || MADE.test(plain);
}

/**
 * Returns a pattern as READMEs write them, as a regular expression.
 *
 * @param {string} pattern
 */
function asExpression(pattern) {
    const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
    return new RegExp(`^${escaped.replace(/\*/g, '[^/]*').replace(/<\w+>/g, '[^/]+')}$`);
}

const SOURCE = /\.(?:js|mjs|ts|c|h|sh|css|html|json|xml|txt)$/;

/** How a name of a file looks, in code: not an option, a call, or a name of the API. */
const FILE =
    /^[\w./*<>-]*(?:\[ch\]|\[\w+\])?[\w./*<>-]*\.(?:js|mjs|ts|c|h|\[ch\]|sh|css|html|md|svg|json|yml)$/;

/** Words in code: names, and the parts of commands. @param {string} document */
function namesIn(document) {
    const spans = Array.from(textOf(document).matchAll(/`([^`\n]+)`/g), ([, name]) => name);
    return spans.flatMap((span) => span.split(/\s+/));
}

/** Returns the README of a folder, and those of the folders above. @param {string} document */
function withAbove(document) {
    const above = foldersOf(document)
        .slice(0, -1)
        .map((folder) => `${folder}/README.md`);
    return [document, ...above.filter((each) => files.includes(each))];
}

/** Names that are not files of ours: of what users have, and of what is made. */
const OTHERS = new Set([
    'package.json',
    'report.json',
    'graze.json',
    '.graze.json',
    '.json',
    'list.txt',
    'graze.d.ts',
]);

/** Files of the package by the names by which programs import them. */
const ENTRIES = Object.fromEntries(
    Object.keys(readJson('package.json').exports).map((key) => [key.replace(/^\./, 'graze'), true]),
);

describe('links of documents lead to what is there', () => {
    for (const document of documents()) {
        test(document, () => {
            const links = Array.from(
                textOf(document).matchAll(/\]\(([^)\s]+)\)/g),
                ([, link]) => link,
            );
            const lost = links.filter((link) => {
                const [path, anchor] = link.split('#');
                if (/^https?:/.test(link)) return false;
                const target = path === '' ? document : join(dirname(document), path);
                if (!isThere(target)) return true;
                if (anchor === undefined) return false;
                const headings = textOf(target).match(/^#+ .*$/gm) ?? [];
                return !headings.some((heading) => {
                    return anchorOf(heading.replace(/^#+ /, '')) === anchor;
                });
            });
            assert.deepEqual(lost, []);
        });
    }
});

describe('files that documents name are there', () => {
    for (const document of documents()) {
        test(document, () => {
            const folder = dirname(document);
            const lost = namesIn(document).filter((name) => {
                if (!FILE.test(name) || OTHERS.has(name) || MADE.test(name)) return false;
                if (name in ENTRIES) return false;
                // A path may start at its folder, at the root, or anywhere below, as `base/vec.h` in src/README.md.
                const from = [join(folder, name), name].map((path) =>
                    asExpression(normalize(path).replace('[ch]', '*')),
                );
                const below = asExpression(`*${name.replace('[ch]', '*')}`.replace(/^\*_/, '*_'));
                return !files.some((file) => {
                    const last = file.split('/').slice(-name.split('/').length).join('/');
                    return from.some((form) => form.test(file)) || below.test(last);
                });
            });
            assert.deepEqual(lost, []);
        });
    }
});

describe('folders that a README describes file by file: none is missing', () => {
    const tables = documents().filter((document) => {
        return /README\.md$/.test(document) && /^\| (?:file|place) \|/m.test(textOf(document));
    });
    for (const document of tables) {
        test(document, () => {
            const folder = dirname(document);
            const beside = files.filter((file) => dirname(file) === folder && SOURCE.test(file));
            const forms = withAbove(document)
                .flatMap(namesIn)
                // A pattern that is little more than a star names nothing.
                .filter((name) => name.replace(/\*/g, '').length >= 4)
                .map((name) => {
                    const pattern = name.replace(/^\.\//, '').replace(/\[ch\]/, '*');
                    // `_shapes.js` goes on with what stands before: `commonroad_obstacles.js`, `_shapes.js`.
                    return asExpression(pattern.startsWith('_') ? `*${pattern}` : pattern);
                });
            const silent = beside.filter((file) => {
                const name = file.slice(folder.length + 1);
                if (name === 'tsconfig.json') return false;
                // A header goes with its source.
                return ![name, file, name.replace(/\.h$/, '.c')].some((each) => {
                    return forms.some((form) => form.test(each));
                });
            });
            assert.deepEqual(silent, []);
        });
    }
    test('most folders are', () => assert.ok(tables.length >= 20, `${tables.length} READMEs`));
});

test('every folder with sources has a README, or is described in that of the folder above', () => {
    const silent = [...folders].filter((folder) => {
        if (files.includes(`${folder}/README.md`)) return false;
        if (!files.some((file) => dirname(file) === folder && /\.(?:js|mjs|c)$/.test(file)))
            return false;
        const above = `${dirname(folder)}/README.md`;
        const name = folder.slice(folder.lastIndexOf('/') + 1);
        return !(files.includes(above) && textOf(above).includes(`\`${name}/`));
    });
    assert.deepEqual(silent, []);
});

test('the error codes of the library are those of the table in docs/errors.md', () => {
    const table = new Set(
        Array.from(textOf('docs/errors.md').matchAll(/^\| `([a-z-]+)` \|/gm), ([, code]) => code),
    );
    const library = files.filter((file) => /^js\/graze\/.*\.js$/.test(file));
    const text = library.map((file) => readFileSync(inRepository(file), 'utf8')).join('\n');
    const thrown = Array.from(text.matchAll(/new GrazeError\(\s*'([a-z-]+)'/g), ([, code]) => code);
    const statuses = Array.from(text.matchAll(/\{ code: '([a-z-]+)', text:/g), ([, code]) => code);
    const codes = new Set([...thrown, ...statuses].filter((code) => code !== 'ok'));
    assert.ok(codes.size >= 15, [...codes].join());
    assert.deepEqual(
        [...codes].filter((code) => !table.has(code)),
        [],
    );
    assert.deepEqual(
        [...table].filter((code) => !codes.has(code)),
        [],
    );
});

test('the targets that documents name are in the Makefile', () => {
    const makefile = readFileSync(inRepository('Makefile'), 'utf8');
    const targets = new Set(Array.from(makefile.matchAll(/^([\w-]+):/gm), ([, target]) => target));
    const lost = documents().flatMap((document) => {
        const text = readFileSync(inRepository(document), 'utf8');
        const named = Array.from(text.matchAll(/(?:^|`)make ([a-z-]+)/gm), ([, target]) => target);
        return named
            .filter((target) => !targets.has(target))
            .map((target) => `${document}: ${target}`);
    });
    assert.deepEqual(lost, []);
});

test('the versions agree', () => {
    const { version } = readJson('package.json');
    assert.match(
        readFileSync(inRepository('src/version.h'), 'utf8'),
        new RegExp(`GRAZE_VERSION "${version}"`),
    );
    assert.match(
        textOf('CHANGELOG.md'),
        new RegExp(`^## \\[${version}\\] - \\d{4}-\\d\\d-\\d\\d$`, 'm'),
    );
});
