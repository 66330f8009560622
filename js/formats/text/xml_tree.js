import { InputError, limitHint, tooLargeError } from './source.js';

/**
 * Elements of an XML file, and the tree that both parsers of XML build: the fast one of xml_scanner.js and the reference
 * of xml_saxes.js.
 *
 * @import { CheckedFile } from './source.js'
 * @import { SourcePosition } from '../../scenario/model/scenario.js'
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
