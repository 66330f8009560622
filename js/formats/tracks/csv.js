import Papa from '#papaparse';
import { BLANKS, isCommentLine, splitNames } from '../detection/track_layout.js';
import { InputError, limitHint, readChunks, withoutText } from '../text/source.js';

/**
 * Reads tables of comma-separated values row by row.
 *
 * @import { CheckedFile, SourceFile } from '../text/source.js'
 * @import { SourcePosition } from '../../scenario/model/scenario.js'
 *
 * @typedef {object} Row
 * @property {string[]} fields without surrounding spaces
 * @property {number} line
 * @property {boolean} isComment true: it begins with `#`
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
 * fields as the first; empty ones at the end do not count. A line that begins with `#` is a comment, and is generated only if
 * it has the fields of a row.
 *
 * @param {SourceFile} source
 * @param {string} delimiter
 * @param {{ skipped?: ReadonlySet<number>, width?: number }} [options] lines to skip, and the number of fields,
 *   which is that of the first row by default
 * @returns {AsyncGenerator<Row>}
 */
export async function* readRows(source, delimiter, { skipped, width = 0 } = {}) {
    const file = withoutText(source);
    const { rows: maxEmpty } = file.limits;
    let rowCount = 0;
    for await (const { lines, first } of readBlocks(source)) {
        if (first - rowCount > maxEmpty) {
            const text = `more than ${maxEmpty} lines without a row ${limitHint('rows')}`;
            throw new InputError('too-large', file, { line: first, column: 1 }, text);
        }
        /** @type {string[] | undefined} */
        let texts = lines.includes('#') ? lines.split('\n') : undefined;
        // A quote within a comment must not open a field.
        const values = texts?.map((text) => (isCommentLine(text) ? '' : text)).join('\n') ?? lines;
        const { data, errors } =
            delimiter === BLANKS
                ? {
                      data: values.split('\n').map((line) => line.trim().split(/[ \t]+/)),
                      errors: [],
                  }
                : Papa.parse(values, { delimiter, newline: '\n' });
        const bad = new Set(errors.map(({ row }) => row));
        for (const [k, rawFields] of /** @type {string[][]} */ (data).entries()) {
            const line = first + k;
            if (skipped?.has(line)) continue;
            /** @param {number} field */
            const positionOf = (field) => {
                texts ??= lines.split('\n');
                return { line, column: columnAt(texts[k], delimiter, field) };
            };
            if (texts !== undefined && isCommentLine(texts[k])) {
                const fields = splitNames(texts[k], delimiter);
                if (fields.length === width) yield { fields, line, positionOf, isComment: true };
                continue;
            }
            if (bad.has(k) || rawFields.some((field) => field.includes('\n'))) {
                const text =
                    'the line has a quote that is not closed in it, or in the midst of a field';
                throw new InputError('bad-line', file, positionOf(0), text);
            }
            const fields = rawFields.map((field) => field.trim());
            if (fields.length === 1 && fields[0] === '') continue;
            dropEmptyEnd(fields, width);
            if (width === 0) width = fields.length;
            if (fields.length !== width) {
                const hint =
                    delimiter === ',' && fields.length > width
                        ? '; decimals have a point, not a comma'
                        : '';
                const text = `the line has ${fields.length} fields, but the header ${width}${hint}`;
                throw new InputError('bad-line', file, positionOf(0), text);
            }
            rowCount++;
            yield { fields, line, positionOf, isComment: false };
        }
    }
}

/**
 * Removes empty fields from the end of a row, as long as more than a number remain.
 *
 * @param {string[]} fields
 * @param {number} width
 */
export function dropEmptyEnd(fields, width = 0) {
    while (fields.length > Math.max(width, 1) && fields[fields.length - 1] === '') fields.pop();
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
 * Returns the index of each name of a header, which must be unique. Columns may lack a name.
 *
 * @param {CheckedFile} file
 * @param {Row} header
 * @returns {Map<string, number>}
 */
export function headerColumns(file, { fields, positionOf }) {
    /** @type {Map<string, number>} */
    const columns = new Map();
    for (const [k, name] of fields.entries()) {
        if (name === '') continue;
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
