import {
    CST,
    isMap,
    isScalar,
    isSeq,
    Lexer,
    LineCounter,
    parseAllDocuments,
    parseDocument,
} from 'yaml';
import { formatValue } from '#internal';
import { InputError, limitHint, readWholeText } from './source.js';

/**
 * Reads YAML as the programs of the field write it: one document of maps, lists and scalars. Refuses aliases, by which a
 * small file becomes a large one, and tags, by which a scalar becomes something else.
 *
 * @import { InputErrorCode } from 'graze'
 * @import { Document, Node } from 'yaml'
 * @import { CheckedFile, SourceFile } from './source.js'
 * @import { SourcePosition } from '../../scenario/model/scenario.js'
 *
 * @typedef {{ value: Node | null, position: SourcePosition }} Entry an entry of a map, with the position of its key
 */

/** Tag that Python's YAML writes for a pair of numbers; it adds nothing to the list. */
const TUPLE = '!!python/tuple';

/** Marks of the lexer between tokens of the text; the last announces a scalar's text. */
const LEXER_MARKS = new Set(['\u0002', '\u0018', '\u001f']);
const SCALAR_MARK = '\u001f';

/** Memory of a parsed value, in elements of other formats. */
const ELEMENTS_PER_VALUE = 4;

/** Maximum number of marks (line ends, colons, commas, …) per value; the parser works on each. */
const MARKS_PER_VALUE = 3;

const NULL_TEXTS = new Set(['', '~', 'null']);

/** Errors of refused tokens, by type. */
const REFUSED_TOKENS = new Map([
    ['alias', 'aliases are not read'],
    ['anchor', 'anchors are not read'],
    ['directive-line', 'directives are not read'],
    ['explicit-key-ind', 'explicit keys (?) are not read'],
]);

/** Options of the YAML parser. */
const PARSING_OPTIONS = /** @type {const} */ ({
    // All scalars stay text: parseNumber reads numbers.
    schema: 'failsafe',
    prettyErrors: false,
    // At this level a second document is an error; below it, it would be ignored.
    logLevel: 'error',
    // The parser's search for duplicates is quadratic; requireMap has its own.
    uniqueKeys: false,
});

/**
 * Reads a file of one document.
 *
 * @param {SourceFile} source
 * @returns {Promise<YamlFile>}
 */
export async function readYaml(source) {
    const file = await readWholeText(source);
    checkTokens(file, { documents: 1 });
    const lineCounter = new LineCounter();
    const document = parseDocument(file.text, { ...PARSING_OPTIONS, lineCounter });
    return new YamlFile(file, lineCounter, [documentContents(file, lineCounter, document)]);
}

/**
 * Reads a file of one document or more.
 *
 * @param {SourceFile} source
 * @returns {Promise<YamlFile>} the file, with the contents of the documents in `roots`
 */
export async function readYamlDocuments(source) {
    const file = await readWholeText(source);
    checkTokens(file, { documents: Infinity });
    const lineCounter = new LineCounter();
    const documents = [...parseAllDocuments(file.text, { ...PARSING_OPTIONS, lineCounter })];
    const roots = documents.map((document) => documentContents(file, lineCounter, document));
    return new YamlFile(file, lineCounter, roots);
}

/**
 * @param {CheckedFile} file
 * @param {LineCounter} lines
 * @param {Pick<Document, 'contents' | 'errors'>} document
 * @returns {Node | null}
 */
function documentContents(file, lines, { contents, errors: [error] }) {
    if (error === undefined) return /** @type {Node | null} */ (contents);
    throw new InputError('bad-yaml', file, positionAt(lines, error.pos[0]), error.message);
}

/**
 * Refuses, before the parser recurses or makes values, tokens that are not read, values nested too deep and too many
 * values.
 *
 * @param {CheckedFile} file
 * @param {{ documents: number }} options documents
 */
function checkTokens(file, { documents: maxDocuments }) {
    const { text, limits } = file;
    const maxValues = Math.ceil(limits.elements / ELEMENTS_PER_VALUE);
    const invalidOffset = text.search(/[^\P{Cc}\t\n]/u);
    /** @param {number} offset @param {string} message @param {InputErrorCode} [code] */
    const yamlError = (offset, message, code = 'bad-yaml') => {
        const before = text.slice(0, offset);
        const position = { line: 1, column: offset - before.lastIndexOf('\n') };
        for (let k = before.indexOf('\n'); k >= 0; k = before.indexOf('\n', k + 1)) position.line++;
        return new InputError(code, file, position, message);
    };
    if (invalidOffset >= 0)
        throw yamlError(
            invalidOffset,
            `the character ${formatValue(text[invalidOffset])} is not allowed`,
        );
    /** Columns of the open blocks: each block is indented further, or is a list in a map's column. */
    const blocks = [-1];
    let [offset, lineStart, flow, values, documents, marks] = [0, 0, 0, 0, 0, 0];
    let mark = '';
    for (const token of new Lexer().lex(text)) {
        if (LEXER_MARKS.has(token)) {
            mark = token;
            continue;
        }
        const type = mark === SCALAR_MARK ? 'scalar' : (CST.tokenType(token) ?? 'scalar');
        mark = '';
        if (type !== 'space' && ++marks > MARKS_PER_VALUE * maxValues) {
            const problem = `more than ${MARKS_PER_VALUE * maxValues} values, line ends and marks ${limitHint('elements')}`;
            throw yamlError(offset, problem, 'too-large');
        }
        const reason = REFUSED_TOKENS.get(type);
        if (reason !== undefined) throw yamlError(offset, reason);
        if (type === 'tag' && token !== TUPLE) throw yamlError(offset, 'tags are not read');
        if (type === 'doc-start') {
            // Content before the first mark is a document too.
            documents += documents === 0 && values > 0 ? 2 : 1;
            if (documents > maxDocuments) {
                throw yamlError(offset, 'the file holds more than one document');
            }
        }
        const isFlowStart = type === 'flow-seq-start' || type === 'flow-map-start';
        const isItem = type === 'seq-item-ind';
        if (isFlowStart) flow++;
        else if (type === 'flow-seq-end' || type === 'flow-map-end') flow = Math.max(0, flow - 1);
        if (isFlowStart || isItem || type.endsWith('scalar')) {
            if (++values > maxValues) {
                throw yamlError(
                    offset,
                    `more than ${maxValues} values ${limitHint('elements')}`,
                    'too-large',
                );
            }
            if (flow === 0) {
                const column = offset - lineStart;
                while (blocks[blocks.length - 1] > column) blocks.pop();
                blocks.push(column);
                // A map and a list in it may begin at the same column.
                if (blocks[blocks.length - 3] === column) blocks.pop();
            }
            if (blocks.length + flow > limits.depth) {
                throw yamlError(
                    offset,
                    `values are nested more than ${limits.depth} deep ${limitHint('depth')}`,
                );
            }
        }
        offset += token.length;
        const newline = token.lastIndexOf('\n');
        if (newline >= 0) lineStart = offset - token.length + newline + 1;
    }
}

/** @param {LineCounter} lines @param {number} offset @returns {SourcePosition} */
function positionAt(lines, offset) {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
}

/** A file whose values are read by their expected types. */
export class YamlFile {
    #lines;

    /**
     * @param {CheckedFile} file
     * @param {LineCounter} lines
     * @param {(Node | null)[]} roots contents of its documents
     */
    constructor(file, lines, roots) {
        this.file = file;
        this.#lines = lines;
        this.roots = roots;
        this.root = roots[0] ?? null;
    }

    /**
     * @param {Node | null} node
     * @param {SourcePosition} [fallback] when the file has nothing there
     * @returns {SourcePosition}
     */
    position(node, fallback = { line: 1, column: 1 }) {
        return node?.range ? positionAt(this.#lines, node.range[0]) : fallback;
    }

    /**
     * Returns the entries of a map, as a Map, so that no name can reach a prototype.
     *
     * @param {Node | null} node
     * @param {string} label names it in an error
     * @param {SourcePosition} [fallback]
     * @returns {Map<string, Entry>}
     */
    requireMap(node, label, fallback) {
        if (!isMap(node)) throw this.#yamlError(node, `${label} must be a map`, fallback);
        /** @type {Map<string, Entry>} */
        const entries = new Map();
        for (const { key, value } of node.items) {
            const position = this.position(/** @type {Node | null} */ (key), fallback);
            if (!isScalar(key))
                throw this.#yamlError(null, `a key of ${label} must be text`, position);
            const name = String(key.value);
            // A quoted "<<" is a name, as in Python's YAML.
            if (name === '<<' && key.type === 'PLAIN') {
                throw this.#yamlError(key, 'merge keys are not read');
            }
            if (entries.has(name)) {
                const text = `${label} has ${formatValue(name)} twice`;
                throw new InputError('duplicate-element', this.file, position, text, name);
            }
            entries.set(name, { value: /** @type {Node | null} */ (value), position });
        }
        return entries;
    }

    /**
     * @param {Node | null} node
     * @param {string} label
     * @param {SourcePosition} [fallback]
     * @returns {Node[]}
     */
    requireList(node, label, fallback) {
        if (!isSeq(node)) throw this.#yamlError(node, `${label} must be a list`, fallback);
        return /** @type {Node[]} */ (node.items);
    }

    /**
     * @param {Node | null} node
     * @param {string} label
     * @param {SourcePosition} [fallback]
     * @returns {string}
     */
    requireText(node, label, fallback) {
        if (!isScalar(node))
            throw this.#yamlError(node, `${label} must be a single value`, fallback);
        return String(node.value);
    }

    /** @param {Node | null} node */
    isList(node) {
        return isSeq(node);
    }

    /** @param {Node | null} node */
    isMap(node) {
        return isMap(node);
    }

    /** Returns whether a node is absent or null. @param {Node | null} node */
    isNull(node) {
        if (node === null) return true;
        return isScalar(node) && node.type === 'PLAIN' && NULL_TEXTS.has(String(node.value));
    }

    /**
     * @param {Node | null} node
     * @param {string} text
     * @param {SourcePosition} [fallback]
     */
    #yamlError(node, text, fallback) {
        return new InputError('bad-yaml', this.file, this.position(node, fallback), text);
    }
}

/**
 * Refuses unknown keys: ignored, they would count as checked.
 *
 * @param {YamlFile} yaml
 * @param {Map<string, Entry>} entries
 * @param {string} label
 * @param {readonly string[]} known
 */
export function checkKeys({ file }, entries, label, known) {
    for (const [name, { position }] of entries) {
        if (known.includes(name)) continue;
        const text = `${label} has ${formatValue(name)}; expected ${known.join(', ')}`;
        throw new InputError('unknown-element', file, position, text, name);
    }
}

/**
 * Returns the entry of a name, which is required.
 *
 * @param {YamlFile} yaml
 * @param {Map<string, Entry>} entries
 * @param {string} name
 * @param {string} label names the map
 * @param {SourcePosition} position of the map
 * @returns {Entry}
 */
export function requireEntry({ file }, entries, name, label, position) {
    const entry = entries.get(name);
    if (entry !== undefined) return entry;
    throw new InputError('missing-element', file, position, `${label} has no ${name}`);
}
