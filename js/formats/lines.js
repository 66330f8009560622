import { chunksOf } from './source.js';

/** @import { SourceFile } from './source.js' */

/**
 * Gives each line of a file to `take`, without its end, as the file comes: no more is held than the line
 * that is being put together.
 *
 * @param {SourceFile} source
 * @param {(text: string, line: number) => void} take
 */
export async function eachLine(source, take) {
    /** @type {string[]} */
    let begun = [];
    let line = 1;
    for await (const chunk of chunksOf(source)) {
        let from = 0;
        for (let at = chunk.indexOf('\n'); at >= 0; at = chunk.indexOf('\n', from)) {
            const end = chunk.slice(from, at);
            take(begun.length === 0 ? end : begun.join('') + end, line++);
            if (begun.length > 0) begun = [];
            from = at + 1;
        }
        if (from < chunk.length) begun.push(chunk.slice(from));
    }
    if (begun.length > 0) take(begun.join(''), line);
}
