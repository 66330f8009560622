import { formatValue } from '#internal';
import { InputError, noticeAt, readChunks, withoutText } from './source.js';
import { XmlScanner } from './xml_scanner.js';
import { ElementTree } from './xml_tree.js';

/**
 * @import { CheckedFile, SourceFile } from './source.js'
 * @import { XmlParser } from './xml_saxes.js'
 * @import { Element, ElementHandler, RecordReader } from './xml_tree.js'
 */

/**
 * Reads a well-formed XML file. Refuses markup by which a small file becomes a large one (document types, entities of its
 * own) or acts (processing instructions). If `onElement` consumes the elements, the file may be larger than memory.
 *
 * The scanner reads the plain part of the file, saxes the rest, from the first tag or text that is not plain. It need not
 * read the file from the beginning again, which a file in chunks does not allow, and which would handle elements twice.
 * Both check limits at the same places, and both are given the same chunks, so that all errors are those of saxes.
 *
 * @param {SourceFile} source
 * @param {ElementHandler} [onElement]
 * @param {RecordReader} [records] takes elements that the scanner reads; all others become an Element
 * @returns {Promise<{ file: CheckedFile, root: Element }>}
 */
export async function readXml(source, onElement = () => false, records = undefined) {
    const file = withoutText(source);
    const tree = new ElementTree(file, onElement);
    const scanner = new XmlScanner(tree, file.limits, records);
    /** @type {XmlParser | undefined} */
    let parser;
    const startParser = async () => {
        const { XmlParser } = await import('./xml_saxes.js');
        return new XmlParser(file, tree, scanner.place, scanner.rest);
    };
    if (source.reference) parser = await startParser();
    for await (const chunk of readChunks(source)) {
        if (parser !== undefined) parser.write(chunk);
        else if (!scanner.write(chunk)) {
            parser = await startParser();
            parser.write(scanner.chunk, scanner.chunkRead);
        }
    }
    if (parser === undefined && !scanner.isComplete) {
        parser = await startParser();
        parser.write(scanner.chunk, scanner.chunkRead);
    }
    parser?.close();
    return { file, root: /** @type {Element} */ (tree.root) };
}

/**
 * Returns the value of a required attribute.
 *
 * @param {CheckedFile} file
 * @param {Element} element
 * @param {string} name
 * @returns {string}
 */
export function requireAttribute(file, element, name) {
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
 * Returns the only child of a name, or undefined.
 *
 * @param {CheckedFile} file
 * @param {Element} element
 * @param {string} name
 * @returns {Element | undefined}
 */
export function findChild(file, element, name) {
    const [found, second] = element.children.filter((each) => each.name === name);
    if (second !== undefined) {
        const text = `<${element.name}> has more than one <${name}>`;
        throw new InputError('duplicate-element', file, second.position, text);
    }
    return found;
}

/**
 * Returns the only child of a name, which is required.
 *
 * @param {CheckedFile} file
 * @param {Element} element
 * @param {string} name
 * @returns {Element}
 */
export function requireChild(file, element, name) {
    const found = findChild(file, element, name);
    if (found !== undefined) return found;
    const text = `<${element.name}> has no <${name}>`;
    throw new InputError('missing-element', file, element.position, text);
}

/**
 * Returns the text of an element without children.
 *
 * @param {CheckedFile} file
 * @param {Element} element
 * @returns {string}
 */
export function elementText(file, element) {
    if (element.children.length > 0) {
        const [first] = element.children;
        const text = `<${element.name}> holds <${first.name}>; expected text`;
        throw new InputError('unknown-element', file, first.position, text);
    }
    return element.text.trim();
}

/**
 * Refuses a root with another name: the file is of another kind.
 *
 * @param {CheckedFile} file
 * @param {Element} root
 * @param {string} name
 * @param {string} kind expected kind of the file
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
 * Refuses unknown children and text: ignored, they would count as checked.
 *
 * @param {CheckedFile} file
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
    const strayText = element.text.trim();
    if (strayText !== '') {
        const text = `<${element.name}> holds the text ${formatValue(strayText)}; expected ${expected}`;
        throw new InputError('unknown-text', file, element.position, text);
    }
}

/** Maximum number of kinds of unused attributes with a notice. */
const MAX_UNUSED_KINDS = 20;

/**
 * Collects notices about unused attributes, one for each kind, at its first occurrence. They do not make a file invalid,
 * since programs write attributes of their own.
 */
export class UnusedAttributes {
    /** @type {Map<string, string>} */
    #notices = new Map();
    #file;
    #used;

    /**
     * @param {CheckedFile} file
     * @param {ReadonlyMap<string, ReadonlySet<string>>} used attributes by element; others are not looked at
     */
    constructor(file, used) {
        this.#file = file;
        this.#used = used;
    }

    /** Records the unused attributes of an element and its descendants. @param {Element} element */
    visitTree(element) {
        this.visitElement(element);
        for (const child of element.children) this.visitTree(child);
    }

    /** Records the unused attributes of an element. @param {Element} element */
    visitElement(element) {
        const known = this.#used.get(element.name);
        for (const name of known === undefined ? [] : element.attributes.keys()) {
            const kind = `<${element.name}> has ${name}`;
            const isKnown = known?.has(name) || this.#notices.has(kind);
            if (isKnown || this.#notices.size >= MAX_UNUSED_KINDS) continue;
            const text = `${kind}, which is not used`;
            this.#notices.set(kind, noticeAt(this.#file, element.position, text));
        }
    }

    get notices() {
        return [...this.#notices.values()];
    }
}
