import { formatValue } from '#internal';
import {
    InputError,
    limitHint,
    noticeAt,
    readChunks,
    tooLargeError,
    withoutText,
} from './source.js';
import { XmlScanner } from './xml_scanner.js';

/**
 * Elements of an XML file, and the tree that both parsers of XML build: the fast one of xml_scanner.js and the reference
 * of xml_saxes.js.
 *
 * @import { SourcePosition } from '../../scenario/model/scenario.js'
 * @import { CheckedFile, SourceFile } from './source.js'
 * @import { XmlParser } from './xml_saxes.js'
 */

/** The attributes and the children of the many elements that have none. */
const NO_ATTRIBUTES = Object.freeze(/** @type {ReadonlyMap<string, string>} */ (new Map()));
const NO_CHILDREN = Object.freeze(/** @type {Element[]} */ ([]));

/** An element of an XML file. It is small: files have a million of them. */
export class Element {
    #line;
    #column;

    /**
     * @param {string} name
     * @param {SourcePosition} position of its `<`
     * @param {ReadonlyMap<string, string> | null} attributes in a Map, so that no name can reach a prototype; null: none
     */
    constructor(name, { line, column }, attributes) {
        this.name = name;
        this.attributes = attributes ?? NO_ATTRIBUTES;
        /** @type {readonly Element[]} */
        this.children = NO_CHILDREN;
        /** All text directly in the element, without the white space at its beginning. */
        this.text = '';
        /** Number of children that a record reader took before all of `children`. */
        this.records = 0;
        this.#line = line;
        this.#column = column;
    }

    /** The position of its `<`. @returns {SourcePosition} */
    get position() {
        return { line: this.#line, column: this.#column };
    }

    /** @param {Element} child */
    add(child) {
        if (this.children === NO_CHILDREN) this.children = [];
        /** @type {Element[]} */ (this.children).push(child);
    }

    /** Removes the child that was added last. */
    removeLast() {
        /** @type {Element[]} */ (this.children).pop();
    }
}

/**
 * Handles an element when it is complete, with its parents, outermost first. Returns true if it has been used and need not
 * be kept.
 *
 * @callback ElementHandler
 * @param {Element} element
 * @param {Element[]} parents
 * @param {CheckedFile} file
 * @returns {boolean}
 */

/**
 * Reader of the many small elements of a format, which takes them from the text without an Element for each. It may
 * refuse any element, and must refuse one in which it finds a fault: that element becomes an Element, and the fault is
 * reported when the handler of elements reads it. An element that follows a refused one in the same parent must be
 * refused too, so that records precede all children.
 *
 * @typedef {object} RecordReader
 * @property {string} start beginning of the elements' text, such as `<section `
 * @property {number} attributes number of attributes of an element that it takes
 * @property {TakeRecord} take
 */

/**
 * Takes the empty element at `text[from]`, which must be on one line, and returns the offset of its end; returns -1 if it
 * refuses.
 *
 * @callback TakeRecord
 * @param {string} text
 * @param {number} from
 * @param {Element[]} parents outermost first
 * @param {number} line position of the element
 * @param {number} column
 * @returns {number}
 */

/** The elements that are open, and the tree of those that are kept. */
export class ElementTree {
    /** Open elements, outermost first. @type {Element[]} */
    open = [];
    /** @type {Element | undefined} */
    root;
    /** Element that ended last. @type {Element | undefined} */
    lastClosed;
    /** Number of elements that are kept. */
    elements = 0;
    #file;
    #onElement;

    /**
     * @param {CheckedFile} file
     * @param {ElementHandler} onElement
     */
    constructor(file, onElement) {
        this.#file = file;
        this.#onElement = onElement;
    }

    /** Counts an element that begins. @param {SourcePosition} position */
    count(position) {
        if (++this.elements > this.#file.limits.elements) {
            throw tooLargeError(this.#file, position, 'elements');
        }
    }

    /**
     * Opens an element that has been counted.
     *
     * @param {string} name
     * @param {SourcePosition} position
     * @param {ReadonlyMap<string, string> | null} attributes
     */
    start(name, position, attributes) {
        const { open } = this;
        const { depth } = this.#file.limits;
        if (open.length === depth) {
            const text = `elements are nested more than ${depth} deep ${limitHint('depth')}`;
            throw new InputError('bad-xml', this.#file, position, text);
        }
        const element = new Element(name, position, attributes);
        if (open.length > 0) open[open.length - 1].add(element);
        else this.root = element;
        open.push(element);
    }

    /** Adds text to the innermost open element. @param {string} text */
    addText(text) {
        const element = this.open.at(-1);
        if (element === undefined) return;
        // The indentation of files is not kept.
        if (element.text !== '') element.text += text;
        else element.text = text.trimStart();
    }

    /** Closes the innermost open element. */
    end() {
        const element = /** @type {Element} */ (this.open.pop());
        this.lastClosed = element;
        if (!this.#onElement(element, this.open, this.#file)) return;
        this.elements -= countElements(element);
        this.open.at(-1)?.removeLast();
    }
}

/** @param {Element} element @returns {number} */
function countElements({ children, records }) {
    return children.reduce((sum, each) => sum + countElements(each), 1 + records);
}

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
