/** Writes the package's documents as web pages: the README and all that it links to. Run by web/build.mjs. */

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, relative } from 'node:path/posix';
import MarkdownIt from 'markdown-it';

/** Returns the name by which links name a heading, as hosts of repositories make it. @param {string} heading */
export const anchorOf = (heading) =>
    heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replace(/\s/g, '-');

const markdown = new MarkdownIt({ html: true });
markdown.core.ruler.push('anchors', ({ tokens }) => {
    for (const [i, token] of tokens.entries()) {
        if (token.type !== 'heading_open') continue;
        const text = (tokens[i + 1].children ?? []).map(({ content }) => content).join('');
        token.attrSet('id', anchorOf(text));
    }
});

/**
 * Returns a document as a web page.
 *
 * @param {string} title
 * @param {string} body
 * @param {string} top path from the document to the folder of the page
 */
const toPage = (title, body, top) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'">
<meta name="color-scheme" content="light dark">
<title>graze: ${title}</title>
<link rel="icon" href="${top}icon.svg" type="image/svg+xml">
<script src="${top}theme.js"></script>
<link rel="stylesheet" href="${top}style.css">
</head>
<body class="document">
<header><p><a href="${top}./">graze</a></p></header>
<main>
${body}</main>
</body>
</html>
`;

/** Returns the name of a file on the page: hosts do not show files without an extension. @param {string} file */
const nameOf = (file) => (extname(file) ? file.replace(/\.md$/, '.html') : `${file}.txt`);

/** @param {string} out folder that receives the documents */
export function writeDocuments(out) {
    const found = new Set(['README.md']);
    for (const file of found) {
        const target = join(out, nameOf(file));
        mkdirSync(dirname(target), { recursive: true });
        if (!file.endsWith('.md')) {
            copyFileSync(file, target);
            continue;
        }
        const tokens = markdown.parse(readFileSync(file, 'utf8'), {});
        for (const token of tokens.flatMap(({ children }) => children ?? [])) {
            const name = token.type === 'image' ? 'src' : 'href';
            const [, path, anchor] = /^([^:#]+)(#.*)?$/.exec(token.attrGet(name) ?? '') ?? [];
            if (!path) continue;
            found.add(join(dirname(file), path));
            token.attrSet(name, nameOf(path) + (anchor ?? ''));
        }
        const title = tokens.find(({ type }) => type === 'inline')?.content ?? file;
        const body = markdown.renderer.render(tokens, markdown.options, {});
        const top = `${relative(dirname(target), dirname(out))}/`;
        writeFileSync(target, toPage(markdown.utils.escapeHtml(title), body, top));
    }
}
