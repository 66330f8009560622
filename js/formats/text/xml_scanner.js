/**
 * A fast parser for the plain XML that programs write: elements, attributes, text, comments and a declaration, with ASCII
 * names and without references. It reports no error. At anything else, be it unusual or wrong, it stops at the beginning of
 * the tag or text in question, from which the reference parser of xml_saxes.js goes on. So saxes alone decides what is
 * well-formed, and makes every error with its position.
 *
 * @import { Element, ElementTree, RecordReader } from './xml.js'
 * @import { ResumePoint } from './xml_saxes.js'
 * @import { Limits } from './source.js'
 */

const TAB = 9;
const NEWLINE = 10;
const SPACE = 32;
const BANG = 33;
const DOUBLE_QUOTE = 34;
const AMPERSAND = 38;
const SINGLE_QUOTE = 39;
const SLASH = 47;
const LESS = 60;
const EQUAL = 61;
const GREATER = 62;
const QUESTION = 63;
const BRACKET = 93;

/** Characters that XML forbids; carriage returns are replaced before. */
const FORBIDDEN = /[^\t\n\x20-\ufffd]/;

const DECLARATION =
    /^<\?xml[ \t\n]+version=("|')1\.0\1(?:[ \t\n]+encoding=("|')[A-Za-z][\w.-]*\2)?(?:[ \t\n]+standalone=("|')(?:yes|no)\3)?[ \t\n]*\?>$/;

/** Kinds of ASCII characters: 1 for letters and `_`, which begin names, 2 for others in names. */
const NAME_KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
    const character = String.fromCharCode(code);
    if (/[A-Za-z_]/.test(character)) return 1;
    return /[\d.:-]/.test(character) ? 2 : 0;
});

/**
 * Results of reading a text or tag: it was read, it continues in the next chunk, it is left to saxes. What is not plain is
 * left to saxes with the chunk that shows it, not with a later one, in which there may be an error of another kind.
 */
const [READ, INCOMPLETE, UNUSUAL] = [0, 1, 2];

/**
 * Maximum number of characters without a complete tag. A tag or text that does not end in its chunk is scanned again with
 * the next one; this bounds the work.
 */
const MAX_PENDING = 2 ** 16;

/** Number of names of elements that are kept, so that not every element has a string of its own. */
const KEPT_NAMES = 64;

/** Reads the text of a file in chunks into a tree, as far as it is plain. */
export class XmlScanner {
    #tree;
    #limits;
    /** @type {RecordReader | null} */
    #records;
    /** The last part of the text so far. */
    #text = '';
    /** Index in `#text` at which the last chunk begins. */
    #chunkStart = 0;
    /** Offset of `#text` in the file. */
    #offset = 0;
    /** Index in `#text` up to which all is in the tree: the beginning of a tag or text. */
    #at = 0;
    /** Line of `#at`. */
    #line = 1;
    /** Index in `#text` at which this line begins; negative if it begins before. */
    #lineStart = 0;
    /** Offset in the file at which saxes reports the last tag or comment. */
    #lastTagOffset = 0;
    /** @type {(string | undefined)[]} */
    #names = Array(KEPT_NAMES).fill(undefined);

    /**
     * @param {ElementTree} tree
     * @param {Limits} limits
     * @param {RecordReader} [records]
     */
    constructor(tree, limits, records) {
        this.#tree = tree;
        this.#limits = limits;
        this.#records = records && records.attributes <= limits.attributes ? records : null;
    }

    /** The text from which saxes must go on, without the last chunk. */
    get rest() {
        return this.#text.slice(this.#at, Math.max(this.#at, this.#chunkStart));
    }

    /** The last chunk, or what saxes must read of it. */
    get chunk() {
        return this.#text.slice(Math.max(this.#at, this.#chunkStart));
    }

    /** Number of characters of the last chunk before `chunk`. */
    get chunkRead() {
        return Math.max(0, this.#at - this.#chunkStart);
    }

    /** The place of `rest`. @returns {ResumePoint} */
    get place() {
        return {
            line: this.#line,
            column: this.#at - this.#lineStart,
            offset: this.#offset + this.#at,
            lastTagOffset: this.#lastTagOffset,
        };
    }

    /** Returns whether the text so far is a whole file. */
    get isComplete() {
        const { open, root } = this.#tree;
        return (
            open.length === 0 && root !== undefined && /^[ \t\n]*$/.test(this.#text.slice(this.#at))
        );
    }

    /**
     * Reads the next chunk. Returns false if saxes must go on with `rest` and `chunk`.
     *
     * @param {string} chunk
     * @returns {boolean}
     */
    write(chunk) {
        const rest = this.#text.slice(this.#at);
        this.#text = rest + chunk;
        this.#chunkStart = rest.length;
        this.#offset += this.#at;
        this.#lineStart -= this.#at;
        this.#at = 0;
        if (FORBIDDEN.test(chunk)) return false;
        let state = READ;
        while (state === READ) {
            state = this.#readText();
            if (state === READ) state = this.#readTag();
        }
        const untagged = this.#offset + this.#text.length - this.#lastTagOffset;
        // The position of saxes at the end of a chunk can be behind it by another chunk.
        const isShort = untagged + chunk.length < this.#limits.token && untagged <= MAX_PENDING;
        return state !== UNUSUAL && isShort;
    }

    /**
     * Moves on to the beginning of a tag or text.
     *
     * @param {number} at
     * @param {number} line
     * @param {number} lineStart
     */
    #moveTo(at, line, lineStart) {
        this.#at = at;
        this.#line = line;
        this.#lineStart = lineStart;
    }

    /** Reads the text up to the next tag, which may be empty. */
    #readText() {
        const text = this.#text;
        const { length } = text;
        let [line, lineStart] = [this.#line, this.#lineStart];
        let isBlank = true;
        let at = this.#at;
        for (; at < length; at++) {
            const code = text.charCodeAt(at);
            if (code === SPACE) continue;
            if (code === LESS) break;
            if (code === NEWLINE) {
                line++;
                lineStart = at + 1;
            } else if (code === AMPERSAND || (code === BRACKET && text.startsWith(']]>', at))) {
                return UNUSUAL;
            } else if (code !== TAB) isBlank = false;
        }
        const { open } = this.#tree;
        // Saxes reports such text where its chunk ends.
        if (open.length === 0 && !isBlank) return UNUSUAL;
        if (at === length) return INCOMPLETE;
        if (open.length > 0 && (!isBlank || open[open.length - 1].text !== '')) {
            this.#tree.addText(text.slice(this.#at, at));
        }
        this.#moveTo(at, line, lineStart);
        return READ;
    }

    /** Reads the tag or comment at `#at`. */
    #readTag() {
        const [text, at] = [this.#text, this.#at];
        if (at + 1 === text.length) return INCOMPLETE;
        const code = text.charCodeAt(at + 1);
        if (code === SLASH) return this.#readEndTag();
        if (code === BANG) return this.#readComment();
        if (code === QUESTION) return this.#readDeclaration();
        const records = this.#records;
        if (records?.start.charCodeAt(1) === code && this.#takeRecord(records)) return READ;
        return this.#readStartTag();
    }

    /** Gives the element at `#at` to the reader of records. @param {RecordReader} records */
    #takeRecord(records) {
        const tree = this.#tree;
        const { open } = tree;
        const { elements, depth } = this.#limits;
        const [text, at] = [this.#text, this.#at];
        if (open.length === 0 || open.length >= depth || tree.elements >= elements) return false;
        if (!text.startsWith(records.start, at)) return false;
        const end = records.take(text, at, open, this.#line, at - this.#lineStart + 1);
        if (end < 0) return false;
        tree.elements++;
        open[open.length - 1].records++;
        this.#at = end;
        this.#lastTagOffset = this.#offset + end;
        return true;
    }

    #readEndTag() {
        const tree = this.#tree;
        const { open } = tree;
        if (open.length === 0) return UNUSUAL;
        const { name } = open[open.length - 1];
        const text = this.#text;
        let [line, lineStart] = [this.#line, this.#lineStart];
        let at = this.#at + 2 + name.length;
        if (at >= text.length) {
            return name.startsWith(text.slice(this.#at + 2)) ? INCOMPLETE : UNUSUAL;
        }
        if (!text.startsWith(name, this.#at + 2)) return UNUSUAL;
        for (; at < text.length; at++) {
            const code = text.charCodeAt(at);
            if (code === GREATER) break;
            if (code === NEWLINE) {
                line++;
                lineStart = at + 1;
            } else if (code !== SPACE && code !== TAB) return UNUSUAL;
        }
        if (at === text.length) return INCOMPLETE;
        this.#moveTo(at + 1, line, lineStart);
        this.#lastTagOffset = this.#offset + this.#at;
        tree.end();
        return READ;
    }

    #readComment() {
        const [text, at] = [this.#text, this.#at];
        const opening = '<!--';
        if (!text.startsWith(opening, at)) {
            return opening.startsWith(text.slice(at)) ? INCOMPLETE : UNUSUAL;
        }
        const hyphens = text.indexOf('--', at + 4);
        if (hyphens < 0 || hyphens + 2 === text.length) return INCOMPLETE;
        if (text.charCodeAt(hyphens + 2) !== GREATER) return UNUSUAL;
        this.#skipTo(hyphens + 3);
        this.#lastTagOffset = this.#offset + hyphens + 2;
        return READ;
    }

    #readDeclaration() {
        const [text, at] = [this.#text, this.#at];
        if (this.#offset + at > 0) return UNUSUAL;
        const end = text.indexOf('?>');
        if (end < 0 || !DECLARATION.test(text.slice(0, end + 2))) return UNUSUAL;
        this.#skipTo(end + 2);
        return READ;
    }

    /** Moves on over lines. @param {number} end */
    #skipTo(end) {
        let [line, lineStart] = [this.#line, this.#lineStart];
        for (let k = this.#at; k < end; k++) {
            if (this.#text.charCodeAt(k) !== NEWLINE) continue;
            line++;
            lineStart = k + 1;
        }
        this.#moveTo(end, line, lineStart);
    }

    #readStartTag() {
        const [text, start] = [this.#text, this.#at];
        const { length } = text;
        const tree = this.#tree;
        const { open } = tree;
        const { elements, attributes: maxAttributes, depth } = this.#limits;
        if (tree.elements >= elements || open.length >= depth) return UNUSUAL;
        if (open.length === 0 && tree.root !== undefined) return UNUSUAL;
        const nameEnd = endOfName(text, start + 1);
        if (nameEnd < 0) return UNUSUAL;
        let [line, lineStart] = [this.#line, this.#lineStart];
        let at = nameEnd;
        /** @type {Map<string, string> | null} */
        let attributes = null;
        for (;;) {
            const spaceStart = at;
            for (; at < length; at++) {
                const code = text.charCodeAt(at);
                if (code === NEWLINE) {
                    line++;
                    lineStart = at + 1;
                } else if (code !== SPACE && code !== TAB) break;
            }
            if (at >= length) return INCOMPLETE;
            const code = text.charCodeAt(at);
            if (code === GREATER) break;
            if (code === SLASH) {
                if (at + 1 === length) return INCOMPLETE;
                if (text.charCodeAt(at + 1) !== GREATER) return UNUSUAL;
                break;
            }
            if (at === spaceStart) return UNUSUAL;
            const equal = endOfName(text, at);
            if (equal < 0) return UNUSUAL;
            if (equal < length && text.charCodeAt(equal) !== EQUAL) return UNUSUAL;
            if (equal + 1 >= length) return INCOMPLETE;
            const quote = text.charCodeAt(equal + 1);
            if (quote !== DOUBLE_QUOTE && quote !== SINGLE_QUOTE) return UNUSUAL;
            let hasSpaces = false;
            let end = equal + 2;
            for (; end < length; end++) {
                const character = text.charCodeAt(end);
                if (character === quote) break;
                if (character === LESS || character === AMPERSAND) return UNUSUAL;
                if (character === NEWLINE) {
                    line++;
                    lineStart = end + 1;
                    hasSpaces = true;
                } else if (character === TAB) hasSpaces = true;
            }
            if (end >= length) return INCOMPLETE;
            const name = text.slice(at, equal);
            const value = text.slice(equal + 2, end);
            attributes ??= new Map();
            if (attributes.size === maxAttributes || attributes.has(name)) return UNUSUAL;
            // White space in a value counts as spaces.
            attributes.set(name, hasSpaces ? value.replace(/[\t\n]/g, ' ') : value);
            at = end + 1;
        }
        const isEmpty = text.charCodeAt(at) === SLASH;
        const position = { line: this.#line, column: start - this.#lineStart + 1 };
        const name = this.#keptName(start + 1, nameEnd);
        this.#moveTo(at + (isEmpty ? 2 : 1), line, lineStart);
        this.#lastTagOffset = this.#offset + (isEmpty ? this.#at : nameEnd + 1);
        tree.count(position);
        tree.start(name, position, attributes);
        if (isEmpty) tree.end();
        return READ;
    }

    /**
     * Returns a name in the text, from those that were read before if it is among them.
     *
     * @param {number} from
     * @param {number} to
     */
    #keptName(from, to) {
        const text = this.#text;
        const key = (text.charCodeAt(from) * 5 + text.charCodeAt(to - 1) + to - from) % KEPT_NAMES;
        const kept = this.#names[key];
        if (kept?.length === to - from && text.startsWith(kept, from)) return kept;
        const name = text.slice(from, to);
        this.#names[key] = name;
        return name;
    }
}

/**
 * Returns the end of the name at `from`, which may be that of the text; -1 if there is no ASCII name.
 *
 * @param {string} text
 * @param {number} from
 */
function endOfName(text, from) {
    let at = from;
    if (NAME_KINDS[text.charCodeAt(at)] !== 1) return -1;
    while (NAME_KINDS[text.charCodeAt(++at)] > 0);
    return at;
}
