import { basename, extname } from 'node:path';
import ts from 'typescript';

/**
 * Finds the prose of a file: comments, strings, and the text of documents and pages. Everything else, such as
 * comment markers, inline code, types and links, is replaced by filler of the same length, so that an offset in a passage is
 * an offset in the file.
 *
 * @typedef {object} Passage
 * @property {'comment' | 'string' | 'test name' | 'document' | 'page'} kind
 * @property {number} start offset in the file
 * @property {string} text
 *
 * @typedef {object} Description one description of a comment: its text, or that of one of its tags
 * @property {number} start offset in the file
 * @property {string} text
 */

/** Stands for inline code: a word that no rule matches. */
const CODE = '~';

/** Replaces all characters but line breaks. @param {string} text */
function fill(text, filler = ' ') {
    return text.replace(/[^\n]/g, filler);
}

/**
 * Replaces every match of a pattern.
 *
 * @param {string} text
 * @param {RegExp} pattern
 * @param {string} [filler]
 */
function blank(text, pattern, filler) {
    return text.replace(pattern, (match) => fill(match, filler));
}

/** Replaces inline code and addresses. @param {string} text */
function withoutCode(text) {
    const code = blank(text, /`[^`]{1,300}`/g, CODE);
    return blank(code, /\bhttps?:\/\/[^\s)>\]]+/g, CODE);
}

/** Replaces the escape sequences of a string. @param {string} text */
function withoutEscapes(text) {
    return blank(text, /\\(?:u\{\w+\}|u\w{4}|x\w\w|.)/gs);
}

/** Tags whose whole text is code; those with a type and a name before their text; those with a type. */
const CODE_TAGS = /@(?:import|example|see|overload)\b[^@]*/g;
const NAMED_TAGS = /@(?:param|property|prop|typedef|callback|template)\b/g;
const TYPED_TAGS = /@(?:returns?|throws|this|extends|implements|type|satisfies)\b/g;

/** Returns the offset behind a balanced pair of braces at an offset. @param {string} text @param {number} at */
function behindBraces(text, at) {
    let depth = 0;
    for (let k = at; k < text.length; k++) {
        if (text[k] === '{') depth++;
        else if (text[k] === '}' && --depth === 0) return k + 1;
    }
    return text.length;
}

/** Replaces JSDoc's types, links, names and tags without prose; the other tags stay. @param {string} text */
function withoutTypes(text) {
    let plain = blank(blank(text, /\{@\w+[^}]*\}/g, CODE), CODE_TAGS);
    for (const tags of [NAMED_TAGS, TYPED_TAGS]) {
        for (const match of plain.matchAll(tags)) {
            let end = match.index + match[0].length;
            const braces = /^\s*\{/.exec(plain.slice(end));
            if (braces) end = behindBraces(plain, end + braces[0].length - 1);
            if (tags === NAMED_TAGS) {
                const name = /^\s*(?:\[[^\]]*\]|[\w.$]+)/.exec(plain.slice(end));
                if (name) end += name[0].length;
            }
            const from = match.index + match[0].length;
            plain = plain.slice(0, from) + fill(plain.slice(from, end)) + plain.slice(end);
        }
    }
    return plain;
}

/** Comments that instruct a tool. */
const DIRECTIVE = /^[/*\s]*(?:biome-ignore|clang-format|NOLINT|@ts-|<reference|#|@__PURE__|!)/;

/**
 * Makes a passage of a comment, or nothing of an instruction to a tool.
 *
 * @param {string} text with its markers
 * @param {number} start
 * @returns {Passage[]}
 */
function commentPassage(text, start) {
    if (DIRECTIVE.test(text)) return [];
    let plain = text;
    if (plain.startsWith('/*')) {
        plain = `  ${plain.slice(2)}`.replace(/\*\/$/, '  ');
        plain = plain.replace(/^(\s*)\*+/gm, fillMatch);
    } else plain = plain.replace(/^\s*\/\/+/gm, fillMatch);
    return [{ kind: 'comment', start, text: withoutTypes(withoutCode(plain)) }];
}

/** @param {string} match */
function fillMatch(match) {
    return fill(match);
}

/**
 * Joins line comments that continue each other: on adjacent lines, and at the same column.
 *
 * @param {string} source
 * @param {{ start: number, end: number }[]} comments in order
 */
function joinLines(source, comments) {
    /** @type {{ start: number, end: number, last: number }[]} */
    const joined = [];
    for (const { start, end } of comments) {
        const before = joined.at(-1);
        const isLine = source.startsWith('//', start) || source[start] === '#';
        if (before && isLine && source[before.last] === source[start]) {
            const between = source.slice(before.end, start);
            const isNext = /^[ \t]*\n[ \t]*$/.test(between);
            if (isNext && columnOf(source, before.last) === columnOf(source, start)) {
                before.end = end;
                before.last = start;
                continue;
            }
        }
        joined.push({ start, end, last: start });
    }
    return joined;
}

/** @param {string} source @param {number} at */
function columnOf(source, at) {
    return at - (source.lastIndexOf('\n', at - 1) + 1);
}

/**
 * Makes passages of the comments of a file.
 *
 * @param {string} source
 * @param {{ start: number, end: number }[]} comments in order
 */
function commentPassages(source, comments) {
    return joinLines(source, comments).flatMap(({ start, end }) =>
        commentPassage(source.slice(start, end), start),
    );
}

/** A string is prose if it has a space between two words; a part of a template, if it has one beside a word. */
const HAS_WORDS = /[A-Za-z,;:.)]\s+[(A-Za-z]/;
const HAS_WORD = /[A-Za-z,;:.)]\s|\s[(A-Za-z]/;

/**
 * Lists comments and strings of C, or the comments of CSS.
 *
 * @param {string} source
 * @param {boolean} isCss
 */
function readC(source, isCss) {
    const token = isCss
        ? /\/\*[\s\S]*?\*\//g
        : /\/\*[\s\S]*?\*\/|\/\/(?:\\\n|[^\n])*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/gs;
    /** @type {{ start: number, end: number }[]} */
    const comments = [];
    /** @type {Passage[]} */
    const strings = [];
    for (const { 0: text, index } of source.matchAll(token)) {
        if (text.startsWith('/')) comments.push({ start: index, end: index + text.length });
        else if (text.startsWith('"') && HAS_WORDS.test(text)) {
            strings.push({ kind: 'string', start: index, text: withoutEscapes(text) });
        }
    }
    return [...commentPassages(source, comments), ...strings];
}

const STRINGS = new Set([
    ts.SyntaxKind.StringLiteral,
    ts.SyntaxKind.NoSubstitutionTemplateLiteral,
    ts.SyntaxKind.TemplateHead,
    ts.SyntaxKind.TemplateMiddle,
    ts.SyntaxKind.TemplateTail,
]);

/** Returns whether a token is in the name of a test or of a group of tests. @param {ts.Node} token */
function isTestName(token) {
    let name = token;
    while (ts.isTemplateSpan(name.parent) || ts.isTemplateExpression(name.parent)) {
        name = name.parent;
    }
    const call = name.parent;
    if (!ts.isCallExpression(call) || call.arguments[0] !== name) return false;
    return /^(?:\w+\.)?(?:test|it|describe|suite)(?:\.\w+)?$/.test(call.expression.getText());
}

/**
 * Lists comments and strings of JavaScript or TypeScript, by TypeScript's parser.
 *
 * @param {string} source
 * @param {string} path
 */
function readScript(source, path) {
    const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
    /** @type {{ start: number, end: number }[]} */
    const comments = [];
    /** @type {Passage[]} */
    const strings = [];
    /** @param {ts.Node} node */
    const visit = (node) => {
        const children = node.getChildren(file).filter((child) => !ts.isJSDoc(child));
        if (children.length > 0) {
            children.forEach(visit);
            return;
        }
        const start = node.getStart(file, false);
        const before = source.slice(node.pos, start);
        for (const { 0: text, index } of before.matchAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g)) {
            const at = node.pos + index;
            if (comments.at(-1)?.start !== at) comments.push({ start: at, end: at + text.length });
        }
        if (!STRINGS.has(node.kind)) return;
        const text = source.slice(start, node.end);
        const isPart = ts.isTemplateExpression(node.parent) || ts.isTemplateSpan(node.parent);
        if (!(isPart ? HAS_WORD : HAS_WORDS).test(text)) return;
        strings.push({
            kind: isTestName(node) ? 'test name' : 'string',
            start,
            text: withoutEscapes(text),
        });
    };
    visit(file);
    return [...commentPassages(source, comments), ...strings];
}

/**
 * Lists comments of Makefiles and of shell and Python scripts, and the documentation strings of the latter.
 *
 * @param {string} source
 * @param {boolean} isPython
 */
function readHash(source, isPython) {
    /** @type {{ start: number, end: number }[]} */
    const comments = [];
    for (const match of source.matchAll(/^([ \t]*|[^\n'"#]*[ \t])(#(?!!)[^\n]*)/gm)) {
        const start = match.index + match[1].length;
        comments.push({ start, end: start + match[2].length });
    }
    const passages = joinLines(source, comments).map(({ start, end }) => ({
        kind: /** @type {const} */ ('comment'),
        start,
        text: withoutCode(source.slice(start, end).replace(/^[ \t]*#+/gm, fillMatch)),
    }));
    if (!isPython) return passages;
    for (const { 0: text, index } of source.matchAll(/"""[\s\S]*?"""/g)) {
        const plain = withoutCode(text.replace(/"""/g, '   '));
        passages.push({ kind: 'comment', start: index, text: plain });
    }
    return passages;
}

/** Takes the prose of a Markdown document. @param {string} source @returns {Passage[]} */
function readMarkdown(source) {
    let text = blank(source, /^ *```[\s\S]*?^ *```/gm);
    text = withoutCode(text);
    text = blank(text, /\]\([^)\s]*\)/g);
    text = blank(text, /<\/?\w[^>\n]*>/g);
    return [{ kind: 'document', start: 0, text }];
}

/** Takes the visible text, the labels and the comments of a page. @param {string} source @returns {Passage[]} */
function readPage(source) {
    /** @type {Passage[]} */
    const passages = [];
    let text = blank(source, /<(script|style)\b[\s\S]*?<\/\1>/g);
    text = text.replace(/<!--[\s\S]*?-->/g, (match, start) => {
        passages.push({ kind: 'comment', start, text: match.replace(/<!--|-->/g, fillMatch) });
        return fill(match);
    });
    const label = /\b(?:title|alt|placeholder|aria-label|content)="([^"]*)"/g;
    for (const match of text.matchAll(label)) {
        const start = match.index + match[0].length - 1 - match[1].length;
        passages.push({ kind: 'page', start, text: match[1] });
    }
    passages.push({ kind: 'page', start: 0, text: blank(text, /<[^>]*>/g) });
    return passages;
}

/**
 * Returns the prose of a file in order; none of a file of another kind.
 *
 * @param {string} path its name selects the language
 * @param {string} source
 * @returns {Passage[]}
 */
export function readProse(path, source) {
    /** @type {Record<string, () => Passage[]>} */
    const readers = {
        '.c': () => readC(source, false),
        '.h': () => readC(source, false),
        '.css': () => readC(source, true),
        '.js': () => readScript(source, path),
        '.mjs': () => readScript(source, path),
        '.cjs': () => readScript(source, path),
        '.ts': () => readScript(source, path),
        '.md': () => readMarkdown(source),
        '.html': () => readPage(source),
        '.py': () => readHash(source, true),
        '.sh': () => readHash(source, false),
    };
    const name = basename(path);
    const read =
        name === 'Makefile' || path === '.ci/run' ? readers['.sh'] : readers[extname(name)];
    return (read?.() ?? []).sort((p, q) => p.start - q.start);
}

/**
 * Splits a comment into its descriptions: the text before the first tag, and that of each tag.
 *
 * @param {Passage} comment
 * @returns {Description[]}
 */
export function descriptionsOf(comment) {
    const descriptions = [];
    let start = 0;
    for (const { 0: tag, index } of comment.text.matchAll(/(?<![\w~])@[a-z]\w*/g)) {
        descriptions.push({ start: comment.start + start, text: comment.text.slice(start, index) });
        start = index + tag.length;
    }
    descriptions.push({ start: comment.start + start, text: comment.text.slice(start) });
    return descriptions.map((description) => {
        const lead = /^[\s-]*/.exec(description.text)?.[0].length ?? 0;
        return {
            start: description.start + lead,
            text: description.text.slice(lead).trimEnd(),
        };
    });
}
