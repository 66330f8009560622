import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { inRepository } from '../helpers.js';

/**
 * The fenced blocks of the documents.
 *
 * @typedef {object} Block
 * @property {string} file path in the repository
 * @property {number} line line of its first line of text
 * @property {string} heading the nearest above it, without its marks
 * @property {string} language after the fence; empty for none
 * @property {string} text with its last line end
 */

/** Returns every document that is committed or staged. */
export function documents() {
    const args = ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'];
    const files = execFileSync('git', args, { cwd: inRepository('.'), encoding: 'utf8' });
    return files.split('\n').filter((file) => file !== '');
}

/**
 * @param {string} file
 * @returns {Block[]}
 */
export function blocksOf(file) {
    const blocks = [];
    let heading = '';
    /** @type {Block | null} */
    let open = null;
    for (const [k, line] of readFileSync(inRepository(file), 'utf8').split('\n').entries()) {
        const fence = /^```(.*)$/.exec(line);
        if (fence !== null && open !== null) {
            blocks.push(open);
            open = null;
        } else if (fence !== null) {
            open = { file, line: k + 2, heading, language: fence[1], text: '' };
        } else if (open !== null) {
            open.text += `${line}\n`;
        } else if (line.startsWith('#')) {
            heading = line.replace(/^#+ /, '');
        }
    }
    if (open !== null) throw new Error(`${file}: a fence is not closed`);
    return blocks;
}

/** Returns where a block is, for people. @param {Block} block */
export function placeOf({ file, line }) {
    return `${file}:${line}`;
}
