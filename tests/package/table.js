import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Returns a table in Markdown, columns padded.
 *
 * @param {string[]} head
 * @param {string[][]} rows
 * @returns {string[]} lines
 */
export function tableLines(head, rows) {
    const widths = head.map((_, k) => Math.max(...[head, ...rows].map((row) => row[k].length)));
    /** @param {string[]} cells */
    const line = (cells) => `| ${cells.map((cell, k) => cell.padEnd(widths[k])).join(' | ')} |`;
    return [
        line(head),
        `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`,
        ...rows.map(line),
    ];
}

/** @param {string} file @param {string[]} lines */
export function writeLines(file, lines) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${lines.join('\n')}\n`);
}
