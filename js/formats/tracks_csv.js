import Papa from '#papaparse';
import { InputError, limitHint, readChunks, withoutText } from './source.js';
import { BLANKS } from './tracks_layout.js';

/**
 * Reads tables of comma-separated values row by row.
 *
 * @import { CheckedFile, SourceFile } from './source.js'
 * @import { SourcePosition } from '../scenario/scenario.js'
 *
 * @typedef {object} Row
 * @property {string[]} fields without surrounding spaces
 * @property {number} line
 * @property {(field: number) => SourcePosition} positionOf position of a field
 */

/** Maximum length of a row of a table. */
const MAX_LINE_LENGTH = 2 ** 20;

/**
 * Generates blocks of whole lines of a file.
 *
 * @param {SourceFile} source
 * @returns {AsyncGenerator<{ lines: string, first: number }>}
 */
async function* readBlocks(source) {
    let rest = '';
    let first = 1;
    for await (const chunk of readChunks(source)) {
        const text = rest + chunk;
        const end = text.lastIndexOf('\n');
        rest = text.slice(end + 1);
        if (rest.length > MAX_LINE_LENGTH) {
            const line = first + (end < 0 ? 0 : text.slice(0, end + 1).split('\n').length - 1);
            const position = { line, column: 1 };
            const problem = `the line has more than ${MAX_LINE_LENGTH} characters`;
            throw new InputError('too-large', source, position, problem);
        }
        if (end < 0) continue;
        const lines = text.slice(0, end);
        yield { lines, first };
        first += lines.split('\n').length;
    }
    if (rest !== '') yield { lines: rest, first };
}

/**
 * Generates the rows of a table, without empty lines. A field may be quoted, but stays on its line. Every row has as many
 * fields as the first.
 *
 * @param {SourceFile} source
 * @param {string} delimiter
 * @param {{ skipped?: ReadonlySet<number>, width?: number }} [options] lines to skip, and the number of fields,
 *   which is that of the first row by default
 * @returns {AsyncGenerator<Row>}
 */
export async function* readRows(source, delimiter, { skipped, width = 0 } = {}) {
    const file = withoutText(source);
    const maxLines = file.limits.pieces + file.limits.rows;
    for await (const { lines, first } of readBlocks(source)) {
        if (first > maxLines) {
            const text = `more than ${maxLines} lines, empty ones among them ${limitHint('rows')}`;
            throw new InputError('too-large', file, { line: first, column: 1 }, text);
        }
        const { data, errors } =
            delimiter === BLANKS
                ? { data: lines.split('\n').map((line) => line.trim().split(/[ \t]+/)), errors: [] }
                : Papa.parse(lines, { delimiter, newline: '\n' });
        const bad = new Set(errors.map(({ row }) => row));
        /** @type {string[] | undefined} */
        let texts;
        for (const [k, rawFields] of /** @type {string[][]} */ (data).entries()) {
            const line = first + k;
            if (skipped?.has(line)) continue;
            /** @param {number} field */
            const positionOf = (field) => {
                texts ??= lines.split('\n');
                return { line, column: columnAt(texts[k], delimiter, field) };
            };
            if (bad.has(k) || rawFields.some((field) => field.includes('\n'))) {
                const text =
                    'the line has a quote that is not closed in it, or in the midst of a field';
                throw new InputError('bad-line', file, positionOf(0), text);
            }
            const fields = rawFields.map((field) => field.trim());
            if (fields.length === 1 && fields[0] === '') continue;
            if (width === 0) width = fields.length;
            if (fields.length !== width) {
                const hint =
                    delimiter === ',' && fields.length > width
                        ? '; decimals have a point, not a comma'
                        : '';
                const text = `the line has ${fields.length} fields, but the header ${width}${hint}`;
                throw new InputError('bad-line', file, positionOf(0), text);
            }
            yield { fields, line, positionOf };
        }
    }
}

/**
 * Returns the column at which a field begins.
 *
 * @param {string} line
 * @param {string} delimiter
 * @param {number} field
 */
export function columnAt(line, delimiter, field) {
    if (delimiter === BLANKS) {
        return ([...line.matchAll(/[^ \t]+/g)][field]?.index ?? 0) + 1;
    }
    let isQuoted = false;
    let delimiters = 0;
    for (let k = 0; k < line.length && delimiters < field; k++) {
        if (line[k] === '"') isQuoted = !isQuoted;
        else if (line[k] === delimiter && !isQuoted && ++delimiters === field) return k + 2;
    }
    return 1;
}

/**
 * Returns the index of each name of a header, which must be unique.
 *
 * @param {CheckedFile} file
 * @param {Row} header
 * @returns {Map<string, number>}
 */
export function headerColumns(file, { fields, positionOf }) {
    /** @type {Map<string, number>} */
    const columns = new Map();
    for (const [k, name] of fields.entries()) {
        if (columns.has(name)) {
            throw new InputError(
                'bad-header',
                file,
                positionOf(k),
                `the header has ${name} twice`,
                name,
            );
        }
        columns.set(name, k);
    }
    return columns;
}
