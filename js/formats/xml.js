import { SaxesParser } from 'saxes';
import { checkText, InputError } from './source.js';

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

    /** @param {string} code @param {string} text */
    const fail = (code, text) => {
        const at = { line: parser.line, column: Math.max(1, parser.columnIndex) };
        return new InputError(code, file, at, text);
    };
    parser.on('error', (error) => {
        // Saxes puts its own position in front.
        throw fail('bad-xml', error.message.replace(/^\d+:\d+: /, ''));
    });
    parser.on('doctype', () => {
        throw fail('bad-xml', 'document types are not read');
    });
    parser.on('processinginstruction', () => {
        throw fail('bad-xml', 'processing instructions are not read');
    });
    parser.on('opentagstart', (tag) => {
        start = { line: parser.line, column: parser.columnIndex - tag.name.length - 1 };
    });
    parser.on('opentag', (tag) => {
        if (open.length === MAX_DEPTH) {
            throw fail('bad-xml', `elements are nested more than ${MAX_DEPTH} deep`);
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
 * The one child of that name.
 *
 * @param {SourceFile} file
 * @param {Element} element
 * @param {string} name
 * @returns {Element}
 */
export function child(file, element, name) {
    const found = element.children.filter((each) => each.name === name);
    if (found.length === 1) return found[0];
    const position = found.length > 1 ? found[1].position : element.position;
    const count = found.length > 1 ? 'more than one' : 'no';
    throw new InputError(
        found.length > 1 ? 'duplicate-element' : 'missing-element',
        file,
        position,
        `<${element.name}> has ${count} <${name}>`,
    );
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
 * Refuses children that this reader does not know: skipped, they would count as checked.
 *
 * @param {SourceFile} file
 * @param {Element} element
 * @param {readonly string[]} known
 */
export function checkChildren(file, element, known) {
    for (const each of element.children) {
        if (!known.includes(each.name)) {
            throw new InputError(
                'unknown-element',
                file,
                each.position,
                `<${element.name}> holds <${each.name}>; expected ${known.map((k) => `<${k}>`).join(', ')}`,
            );
        }
    }
}
