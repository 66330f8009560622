import { readChunks } from './source.js';

/** @import { SourceFile } from './source.js' */

/**
 * Passes each line of a file, without its end, to `onLine` as the file is read; only the current line is in memory.
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
