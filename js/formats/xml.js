import { formatValue } from '#internal';
import { SaxesParser } from '#saxes';
import {
    InputError,
    limitHint,
    noticeAt,
    readChunks,
    tooLargeError,
    withoutText,
} from './source.js';

/**
 * @import { CheckedFile, SourceFile } from './source.js'
 * @import { SourcePosition } from '../scenario/scenario.js'
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
     * @param {ReadonlyMap<string, string>} attributes in a Map, so that no name can reach a prototype
     */
    constructor(name, { line, column }, attributes) {
        this.name = name;
        this.attributes = attributes;
        /** @type {readonly Element[]} */
        this.children = NO_CHILDREN;
        /** All text directly in the element. */
        this.text = '';
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
 * Reads a well-formed XML file. Refuses markup by which a small file becomes a large one (document types, entities of its
 * own) or acts (processing instructions). If `onElement` consumes the elements, the file may be larger than memory.
 *
 * @param {SourceFile} source
 * @param {ElementHandler} [onElement]
 * @returns {Promise<{ file: CheckedFile, root: Element }>}
 */
export async function readXml(source, onElement = () => false) {
    const file = withoutText(source);
    const { limits } = file;
    const parser = new SaxesParser({ position: true });
    const tagWindow = new TagWindow();
    /** @type {Element[]} */
    const open = [];
    /** @type {Element | undefined} */
    let root;
    let start = { line: 1, column: 1 };
    /** The element that ended last. @type {Element | undefined} */
    let closed;
    let elements = 0;
    let attributes = 0;
    /** Offset of the parser at the last event. */
    let lastEventOffset = 0;

    /** Returns an error at the parser's position. @param {string} text */
    const badXml = (text) => {
        return new InputError('bad-xml', file, positionOf(parser), text);
    };
    parser.on('error', (error) => {
        // Saxes begins messages with its own position.
        const parserMessage = error.message.replace(/^\d+:\d+: /, '');
        throw badXml(
            describeTags(parserMessage, closed, tagWindow.lastCloseTag(parser)) ?? parserMessage,
        );
    });
    parser.on('doctype', () => {
        throw badXml('document types are not read');
    });
    parser.on('processinginstruction', () => {
        throw badXml('processing instructions are not read');
    });
    parser.on('xmldecl', ({ version }) => {
        // XML 1.1 has other line ends and allows control characters.
        if (version !== '1.0') throw badXml('only XML 1.0 is read');
    });
    parser.on('opentagstart', () => {
        lastEventOffset = parser.position;
        start = tagWindow.tagStart(parser);
        attributes = 0;
        if (++elements > limits.elements) {
            throw tooLargeError(file, start, 'elements');
        }
    });
    parser.on('attribute', () => {
        if (++attributes > limits.attributes) {
            throw tooLargeError(file, start, 'attributes');
        }
    });
    parser.on('opentag', (tag) => {
        if (open.length === limits.depth) {
            const text = `elements are nested more than ${limits.depth} deep ${limitHint('depth')}`;
            throw new InputError('bad-xml', file, start, text);
        }
        const attributeMap =
            attributes === 0 ? NO_ATTRIBUTES : new Map(Object.entries(tag.attributes));
        const element = new Element(tag.name, start, attributeMap);
        if (open.length > 0) open[open.length - 1].add(element);
        else root = element;
        open.push(element);
    });
    parser.on('text', (text) => {
        if (open.length > 0) open[open.length - 1].text += text;
    });
    parser.on('cdata', (text) => {
        if (open.length > 0) open[open.length - 1].text += text;
    });
    parser.on('comment', () => {
        lastEventOffset = parser.position;
    });
    parser.on('closetag', () => {
        lastEventOffset = parser.position;
        const element = /** @type {Element} */ (open.pop());
        closed = element;
        if (!onElement(element, open, file)) return;
        elements -= countElements(element);
        open.at(-1)?.removeLast();
    });
    for await (const piece of readChunks(source)) {
        tagWindow.add(piece);
        parser.write(piece);
        if (parser.position - lastEventOffset > limits.token) {
            throw tooLargeError(file, positionOf(parser), 'token', 'characters without a tag');
        }
    }
    parser.close();
    return { file, root: /** @type {Element} */ (root) };
}

/**
 * Describes which tags do not match, if that is the parser's error.
 *
 * @param {string} parserMessage as the parser says it
 * @param {Element | undefined} closed element closed by the last tag
 * @param {string} found the name in that tag
 * @returns {string | null} null: something else is wrong
 */
function describeTags(parserMessage, closed, found) {
    const [, open] = /^unclosed tag: (.*)$/s.exec(parserMessage) ?? [];
    if (open !== undefined) return `the file ends inside <${open}>: was it cut short?`;
    if (parserMessage.startsWith('document must contain a root element')) {
        return 'the file ends before its first element is complete: was it cut short?';
    }
    if (parserMessage.startsWith('unmatched closing tag')) return `</${found}> has no start tag`;
    if (!parserMessage.startsWith('unexpected close tag') || closed === undefined) return null;
    const { name, position } = closed;
    return `</${found}> is found where </${name}> must be, for <${name}> of line ${position.line}`;
}

/** @param {SaxesParser} parser @returns {SourcePosition} */
function positionOf(parser) {
    return { line: parser.line, column: Math.max(1, parser.columnIndex) };
}

/** @param {Element} element @returns {number} */
function countElements({ children }) {
    return children.reduce((sum, each) => sum + countElements(each), 1);
}

/** The text that the parser was given last, in which the beginning of a tag is found. */
class TagWindow {
    text = '';
    /** Number of characters before `text`. */
    startOffset = 0;
    /** Column at which `text` begins, from 1. */
    column = 1;

    /** @param {string} chunk */
    add(chunk) {
        // A tag of the text before is kept, since its name may continue in this chunk.
        const dropped = Math.max(0, this.text.lastIndexOf('<'));
        this.column = this.#columnAt(dropped);
        this.startOffset += dropped;
        this.text = this.text.slice(dropped) + chunk;
    }

    /**
     * Returns the beginning of the tag whose name the parser has just passed. It has passed the character after the name as
     * well; if that ended the line, the parser counts from the next.
     *
     * @param {SaxesParser} parser
     * @returns {SourcePosition}
     */
    tagStart(parser) {
        const end = parser.position - this.startOffset;
        const offset = this.text.lastIndexOf('<', end - 1);
        const passed = end - offset;
        if (passed <= parser.columnIndex) {
            return { line: parser.line, column: parser.columnIndex - passed + 1 };
        }
        return { line: parser.line - 1, column: this.#columnAt(offset) };
    }

    /** Returns the name in the last closing tag that the parser has passed. @param {SaxesParser} parser */
    lastCloseTag(parser) {
        const end = parser.position - this.startOffset;
        const begin = this.text.lastIndexOf('</', end - 1);
        return begin < 0 ? '' : this.text.slice(begin + 2, end).replace(/\s*>.*$/s, '');
    }

    /** @param {number} offset in `text` */
    #columnAt(offset) {
        const newline = this.text.lastIndexOf('\n', offset);
        return newline < 0 ? this.column + offset : offset - newline;
    }
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
