import { SaxesParser } from '#saxes';
import { InputError, tooLargeError } from './source.js';

/**
 * The reference parser of XML files, saxes. It reads all of a file, or the rest of it from a tag or text on, where the
 * scanner of xml_scanner.js has found something that it leaves to saxes.
 *
 * @import { CheckedFile } from './source.js'
 * @import { Element, ElementTree } from './xml.js'
 * @import { SourcePosition } from '../../scenario/model/scenario.js'
 */

/**
 * A place between two tags or texts of a file.
 *
 * @typedef {object} ResumePoint
 * @property {number} line from 1
 * @property {number} column from 0: characters before it in its line
 * @property {number} offset characters before it in the file
 * @property {number} lastTagOffset offset at which the last tag or comment was recognized
 */

/**
 * Parses XML text in chunks into a tree. Refuses markup by which a small file becomes a large one (document types, entities
 * of its own) or acts (processing instructions).
 */
export class XmlParser {
    #parser = new SaxesParser({ position: true });
    #tagWindow = new TagWindow();
    #file;
    #tree;
    /** Difference of lines in the file and lines of the parser. */
    #addedLines;
    /** Difference of columns in the file and columns of the parser, in the parser's first line. */
    #addedColumns;
    /** Offset of the parser at the last tag. */
    #lastTagOffset;
    /** Start of the current tag. @type {SourcePosition} */
    #start = { line: 1, column: 1 };
    #attributes = 0;

    /**
     * Begins at the start of a file, or at a place further on with the elements that are open there. The parser is given
     * their start tags again, so that its state is the one that it had if it had read the file up to this place: it
     * depends on the open elements, on whether there is a root, and on whether anything precedes.
     *
     * @param {CheckedFile} file
     * @param {ElementTree} tree
     * @param {ResumePoint} from
     * @param {string} rest text after this place that ends with a chunk which was found good
     */
    constructor(file, tree, from, rest) {
        this.#file = file;
        this.#tree = tree;
        const before = replayedText(tree, from.offset);
        this.#parse(before);
        this.#addedLines = from.line - 1;
        this.#addedColumns = from.column - before.length;
        this.#lastTagOffset = before.length - (from.offset - from.lastTagOffset);
        this.#listen();
        this.#parse(rest);
    }

    #listen() {
        const { limits } = this.#file;
        const [parser, tree] = [this.#parser, this.#tree];
        parser.on('error', (error) => {
            // Saxes begins messages with its own position.
            const parserMessage = error.message.replace(/^\d+:\d+: /, '');
            const found = this.#tagWindow.lastCloseTag(parser);
            const described = describeTags(parserMessage, tree.lastClosed, found);
            throw this.#badXml(described ?? parserMessage);
        });
        parser.on('doctype', () => {
            throw this.#badXml('document types are not read');
        });
        parser.on('processinginstruction', () => {
            throw this.#badXml('processing instructions are not read');
        });
        parser.on('xmldecl', ({ version }) => {
            // XML 1.1 has other line ends and allows control characters.
            if (version !== '1.0') throw this.#badXml('only XML 1.0 is read');
        });
        parser.on('opentagstart', () => {
            this.#lastTagOffset = parser.position;
            this.#start = this.#inFile(this.#tagWindow.tagStart(parser));
            this.#attributes = 0;
            tree.count(this.#start);
        });
        parser.on('attribute', () => {
            if (++this.#attributes > limits.attributes) {
                throw tooLargeError(this.#file, this.#start, 'attributes');
            }
        });
        parser.on('opentag', ({ name, attributes }) => {
            const map = this.#attributes === 0 ? null : new Map(Object.entries(attributes));
            tree.start(name, this.#start, map);
        });
        parser.on('text', (text) => tree.addText(text));
        parser.on('cdata', (text) => tree.addText(text));
        parser.on('comment', () => {
            this.#lastTagOffset = parser.position;
        });
        parser.on('closetag', () => {
            this.#lastTagOffset = parser.position;
            tree.end();
        });
    }

    /** @param {string} text */
    #parse(text) {
        this.#tagWindow.add(text);
        this.#parser.write(text);
    }

    /**
     * Parses the next chunk of the file, or the end of one.
     *
     * @param {string} text
     * @param {number} [skipped] number of characters of this chunk before the text
     */
    write(text, skipped = 0) {
        this.#parse(text);
        // At the end of a chunk the parser's offset counts this chunk twice. So do the limit and the position of its error,
        // which must not depend on how much of the chunk the scanner has read.
        if (this.#parser.position + skipped - this.#lastTagOffset > this.#file.limits.token) {
            const position = this.#position(skipped);
            throw tooLargeError(this.#file, position, 'token', 'characters without a tag');
        }
    }

    /** Ends the file. */
    close() {
        this.#parser.close();
    }

    /** Returns an error at the parser's position. @param {string} text */
    #badXml(text) {
        return new InputError('bad-xml', this.#file, this.#position(), text);
    }

    /**
     * Returns the parser's position.
     *
     * @param {number} [skipped] number of characters to add
     * @returns {SourcePosition}
     */
    #position(skipped = 0) {
        const { line, columnIndex } = this.#parser;
        const { line: fileLine, column } = this.#inFile({ line, column: columnIndex + skipped });
        return { line: fileLine, column: Math.max(1, column) };
    }

    /** Returns the position in the file of a position of the parser. @param {SourcePosition} position */
    #inFile({ line, column }) {
        const addedColumns = line === 1 ? this.#addedColumns : 0;
        return { line: line + this.#addedLines, column: column + addedColumns };
    }
}

/**
 * Returns a text, in one line, after which the parser is in the state in which it is at a place of a file.
 *
 * @param {ElementTree} tree
 * @param {number} offset of the place
 */
function replayedText({ open, root }, offset) {
    if (open.length > 0) return open.map(({ name }) => `<${name}>`).join('');
    if (root !== undefined) return `<${root.name}/>`;
    // A declaration may stand only at the beginning, even before white space.
    return offset > 0 ? ' ' : '';
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
