import { readChunks } from './source.js';

/** @import { SourceFile } from './source.js' */

/**
 * Gives each line of a file to `onLine`, without its end, as the file comes: no more is held than the line
 * that is being put together.
 *
 * @param {SourceFile} source
 * @param {(text: string, line: number) => void} onLine
 */
export async function eachLine(source, onLine) {
    /** @type {string[]} */
    let partial = [];
    let line = 1;
    for await (const chunk of readChunks(source)) {
        let start = 0;
        for (
            let newline = chunk.indexOf('\n');
            newline >= 0;
            newline = chunk.indexOf('\n', start)
        ) {
            const lineEnd = chunk.slice(start, newline);
            onLine(partial.length === 0 ? lineEnd : partial.join('') + lineEnd, line++);
            if (partial.length > 0) partial = [];
            start = newline + 1;
        }
        if (start < chunk.length) partial.push(chunk.slice(start));
    }
    if (partial.length > 0) onLine(partial.join(''), line);
}
