import { show } from 'graze';
import { SaxesParser } from 'saxes';
import { checkText, InputError, LIMITS, noticeAt } from './source.js';

/**
 * @import { SourceFile } from './source.js'
 * @import { SourcePosition } from '../scenario/scenario.js'
 */

/**
 * An element of an XML file. Attributes are in a Map, so that no name can reach a prototype.
 *
 * @typedef {object} Element
 * @property {string} name
 * @property {SourcePosition} position of its `<`
 * @property {Map<string, string>} attributes
 * @property {Element[]} children
 * @property {string} text all text directly in it
 */

/** Deeper than any plan; deep nesting is how a small file exhausts a reader. */
const MAX_DEPTH = 64;

/**
 * Reads an XML file whole: well-formed, and without what lets a small file become a large one
 * (document types, entities of its own) or act (processing instructions).
 *
 * @param {SourceFile} source
 * @returns {{ file: SourceFile, root: Element }}
 */
export function readXml(source) {
    const file = checkText(source);
    const parser = new SaxesParser({ position: true });
    /** @type {Element[]} */
    const open = [];
    /** @type {Element | undefined} */
    let root;
    let start = { line: 1, column: 1 };
    let elements = 0;
    let attributes = 0;

    /** What is wrong where the parser is. @param {string} text */
    const badXml = (text) => {
        const at = { line: parser.line, column: Math.max(1, parser.columnIndex) };
        return new InputError('bad-xml', file, at, text);
    };
    parser.on('error', (error) => {
        // Saxes puts its own position in front.
        throw badXml(error.message.replace(/^\d+:\d+: /, ''));
    });
    parser.on('doctype', () => {
        throw badXml('document types are not read');
    });
    parser.on('processinginstruction', () => {
        throw badXml('processing instructions are not read');
    });
    parser.on('xmldecl', ({ version }) => {
        // 1.1 has other line ends and lets control characters in.
        if (version !== '1.0') throw badXml('only XML 1.0 is read');
    });
    parser.on('opentagstart', () => {
        start = tagStart(parser, file.text);
        attributes = 0;
        if (++elements > LIMITS.elements) {
            throw new InputError('too-large', file, start, `more than ${LIMITS.elements} elements`);
        }
    });
    parser.on('attribute', () => {
        if (++attributes > LIMITS.attributes) {
            throw new InputError(
                'too-large',
                file,
                start,
                `more than ${LIMITS.attributes} attributes`,
            );
        }
    });
    parser.on('opentag', (tag) => {
        if (open.length === MAX_DEPTH) {
            const text = `elements are nested more than ${MAX_DEPTH} deep`;
            throw new InputError('bad-xml', file, start, text);
        }
        /** @type {Element} */
        const element = {
            name: tag.name,
            position: start,
            attributes: new Map(Object.entries(tag.attributes)),
            children: [],
            text: '',
        };
        if (open.length > 0) open[open.length - 1].children.push(element);
        else root = element;
        open.push(element);
    });
    parser.on('text', (text) => {
        if (open.length > 0) open[open.length - 1].text += text;
    });
    parser.on('cdata', (text) => {
        if (open.length > 0) open[open.length - 1].text += text;
    });
    parser.on('closetag', () => {
        open.pop();
    });
    parser.write(file.text).close();
    return { file, root: /** @type {Element} */ (root) };
}

/**
 * Where the tag begins whose name the parser has just passed. It has passed the character after the name
 * as well, and when that ended the line it counts from the next.
 *
 * @param {SaxesParser} parser
 * @param {string} text
 * @returns {SourcePosition}
 */
function tagStart(parser, text) {
    const offset = text.lastIndexOf('<', parser.position - 1);
    const passed = parser.position - offset;
    if (passed <= parser.columnIndex) {
        return { line: parser.line, column: parser.columnIndex - passed + 1 };
    }
    return { line: parser.line - 1, column: offset - text.lastIndexOf('\n', offset) };
}

/**
 * The value of an attribute that must be there.
 *
 * @param {SourceFile} file
 * @param {Element} element
 * @param {string} name
 * @returns {string}
 */
export function attribute(file, element, name) {
    const value = element.attributes.get(name);
    if (value === undefined) {
        throw new InputError(
            'missing-attribute',
            file,
            element.position,
            `<${element.name}> has no attribute ${name}`,
        );
    }
    return value;
}

/**
 * The one child of that name, or none.
 *
 * @param {SourceFile} file
 * @param {Element} element
 * @param {string} name
 * @returns {Element | undefined}
 */
export function optionalChild(file, element, name) {
    const [found, second] = element.children.filter((each) => each.name === name);
    if (second !== undefined) {
        const text = `<${element.name}> has more than one <${name}>`;
        throw new InputError('duplicate-element', file, second.position, text);
    }
    return found;
}

/**
 * The one child of that name.
 *
 * @param {SourceFile} file
 * @param {Element} element
 * @param {string} name
 * @returns {Element}
 */
export function child(file, element, name) {
    const found = optionalChild(file, element, name);
    if (found !== undefined) return found;
    const text = `<${element.name}> has no <${name}>`;
    throw new InputError('missing-element', file, element.position, text);
}

/**
 * The text of an element that holds nothing else.
 *
 * @param {SourceFile} file
 * @param {Element} element
 * @returns {string}
 */
export function textOf(file, element) {
    if (element.children.length > 0) {
        const [first] = element.children;
        const text = `<${element.name}> holds <${first.name}>; expected text`;
        throw new InputError('unknown-element', file, first.position, text);
    }
    return element.text.trim();
}

/**
 * Refuses a root of another name: the file is of another kind.
 *
 * @param {SourceFile} file
 * @param {Element} root
 * @param {string} name
 * @param {string} kind what the file should be
 */
export function checkRoot(file, root, name, kind) {
    if (root.name !== name) {
        throw new InputError(
            'wrong-root',
            file,
            root.position,
            `the root is <${root.name}>; ${kind} has <${name}>`,
        );
    }
}

/**
 * Refuses children that this reader does not know, and text: skipped, they would count as checked.
 *
 * @param {SourceFile} file
 * @param {Element} element
 * @param {readonly string[]} known
 */
export function checkChildren(file, element, known) {
    const expected = known.length > 0 ? known.map((name) => `<${name}>`).join(', ') : 'nothing';
    for (const each of element.children) {
        if (known.includes(each.name)) continue;
        const text = `<${element.name}> holds <${each.name}>; expected ${expected}`;
        throw new InputError('unknown-element', file, each.position, text);
    }
    const stray = element.text.trim();
    if (stray !== '') {
        const text = `<${element.name}> holds the text ${show(stray)}; expected ${expected}`;
        throw new InputError('unknown-text', file, element.position, text);
    }
}

/** So many kinds of attribute without a use are told; more would say nothing new. */
const MAX_UNUSED = 20;

/**
 * Notices of attributes that the reader has no use for, each kind once, where it is met first. They do
 * not fail the file, as programs write what they like there.
 *
 * @param {SourceFile} file
 * @param {Element} root
 * @param {ReadonlyMap<string, ReadonlySet<string>>} used attributes by element; others are not looked at
 * @returns {string[]}
 */
export function unusedAttributes(file, root, used) {
    /** @type {Map<string, string>} */
    const notices = new Map();
    /** @param {Element} element */
    const visit = (element) => {
        const known = used.get(element.name);
        for (const name of known === undefined ? [] : element.attributes.keys()) {
            const kind = `<${element.name}> has ${name}`;
            if (known?.has(name) || notices.has(kind) || notices.size >= MAX_UNUSED) continue;
            notices.set(kind, noticeAt(file, element.position, `${kind}, which is not used`));
        }
        element.children.forEach(visit);
    };
    visit(root);
    return [...notices.values()];
}
