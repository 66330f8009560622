import Papa from '#papaparse';
import { InputError, readWholeText } from './source.js';

/**
 * @import { CheckedFile, SourceFile } from './source.js'
 * @import { SourcePosition } from '../../scenario/model/scenario.js'
 */

/**
 * A row with the position of each of its fields: after the quote, if it is quoted.
 *
 * @typedef {{ fields: string[], positions: SourcePosition[] }} Row
 */

/**
 * Reads the rows of a CSV file with commas, without empty ones.
 *
 * @param {SourceFile} source
 * @returns {Promise<{ file: CheckedFile, rows: Row[] }>}
 */
export async function readCsv(source) {
    const file = await readWholeText(source);
    const { text } = file;
    const positions = findFieldPositions(file);
    const { data, errors } = Papa.parse(text, { delimiter: ',', newline: '\n', quoteChar: '"' });
    const [error] = errors;
    if (error !== undefined) {
        // For an open quote Papa gives the position at which it begins.
        const position = positionAt(text, error.index ?? 0);
        throw new InputError('bad-csv', file, position, error.message);
    }
    const rows = /** @type {string[][]} */ (data);
    return {
        file,
        rows: rows
            .map((fields, k) => ({ fields, positions: positions[k] }))
            .filter(({ fields }) => fields.length > 1 || fields[0] !== ''),
    };
}

/**
 * Finds the positions of each row's fields; a file that is too large is refused before its fields are made.
 *
 * @param {CheckedFile} file
 * @returns {SourcePosition[][]}
 */
function findFieldPositions(file) {
    const { text, limits } = file;
    /** @type {SourcePosition[][]} */
    const rows = [[]];
    let [line, lineStart, count] = [1, 0, 0];
    let isQuoted = false;
    /** The offset at which a quote begins a field, or is the second one within a field. */
    let quoteOffset = 0;
    let isStart = true;
    for (let offset = 0; offset <= text.length; offset++) {
        const c = text[offset];
        if (isStart) {
            const row = rows[rows.length - 1];
            const position = { line, column: offset - lineStart + (c === '"' ? 2 : 1) };
            if (row.length === limits.attributes || count++ === limits.elements) {
                const problem = `more than ${limits.attributes} fields in a row, or ${limits.elements} in all (--limit attributes=N, elements=N)`;
                throw new InputError('too-large', file, position, problem);
            }
            row.push(position);
            isStart = false;
            quoteOffset = offset;
        }
        if (c === '"' && (isQuoted || quoteOffset === offset)) {
            isQuoted = !isQuoted;
            quoteOffset = offset + 1;
        } else if (!isQuoted && (c === ',' || c === '\n')) {
            if (c === '\n') rows.push([]);
            isStart = true;
        }
        if (c === '\n') [line, lineStart] = [line + 1, offset + 1];
    }
    return rows;
}

/** @param {string} text @param {number} offset @returns {SourcePosition} */
function positionAt(text, offset) {
    const before = text.slice(0, offset);
    return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
