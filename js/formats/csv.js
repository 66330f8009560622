import Papa from 'papaparse';
import { InputError, wholeText } from './source.js';

/**
 * @import { CheckedFile, SourceFile } from './source.js'
 * @import { SourcePosition } from '../scenario/scenario.js'
 */

/**
 * A row, with where each of its fields begins: after the quote, when there is one.
 *
 * @typedef {{ fields: string[], at: SourcePosition[] }} Row
 */

/**
 * The rows of a CSV file with commas, without the empty ones.
 *
 * @param {SourceFile} source
 * @returns {Promise<{ file: CheckedFile, rows: Row[] }>}
 */
export async function readCsv(source) {
    const file = await wholeText(source);
    const { text } = file;
    const places = findFields(file);
    const { data, errors } = Papa.parse(text, { delimiter: ',', newline: '\n', quoteChar: '"' });
    const [error] = errors;
    if (error !== undefined) {
        // Of quotes that do not end Papa says where they begin.
        const at = positionOf(text, error.index ?? 0);
        throw new InputError('bad-csv', file, at, error.message);
    }
    const rows = /** @type {string[][]} */ (data);
    return {
        file,
        rows: rows
            .map((fields, k) => ({ fields, at: places[k] }))
            .filter(({ fields }) => fields.length > 1 || fields[0] !== ''),
    };
}

/**
 * Where each row's fields begin; a file that is too large is refused before its fields are made.
 *
 * @param {CheckedFile} file
 * @returns {SourcePosition[][]}
 */
function findFields(file) {
    const { text, limits } = file;
    /** @type {SourcePosition[][]} */
    const rows = [[]];
    let [line, begin, count] = [1, 0, 0];
    let isQuoted = false;
    /** Where a quote would be the beginning of a field, or a second quote within one. */
    let opens = 0;
    let isStart = true;
    for (let at = 0; at <= text.length; at++) {
        const c = text[at];
        if (isStart) {
            const row = rows[rows.length - 1];
            const position = { line, column: at - begin + (c === '"' ? 2 : 1) };
            if (row.length === limits.attributes || count++ === limits.elements) {
                const what = `more than ${limits.attributes} fields in a row, or ${limits.elements} in all (--limit attributes=N, elements=N)`;
                throw new InputError('too-large', file, position, what);
            }
            row.push(position);
            isStart = false;
            opens = at;
        }
        if (c === '"' && (isQuoted || opens === at)) {
            isQuoted = !isQuoted;
            opens = at + 1;
        } else if (!isQuoted && (c === ',' || c === '\n')) {
            if (c === '\n') rows.push([]);
            isStart = true;
        }
        if (c === '\n') [line, begin] = [line + 1, at + 1];
    }
    return rows;
}

/** @param {string} text @param {number} offset @returns {SourcePosition} */
function positionOf(text, offset) {
    const before = text.slice(0, offset);
    return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
