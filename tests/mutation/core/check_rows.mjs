import { existsSync, readFileSync } from 'node:fs';
import { inRepository } from '../../helpers.js';
import { asCell, readExplained } from './report.mjs';

/**
 * Fails when a row of survivors.md is about a file or a line that is not there any more: `make check` runs it, so that whoever
 * changes or renames such a line changes its row too.
 */

/** The lines of each file, as the table has them. @type {Map<string, Set<string>>} */
const lines = new Map();

const stale = [...readExplained().keys()].filter((row) => {
    const [file, source] = row.split('\n');
    const path = inRepository(file);
    if (!existsSync(path)) return true;
    const known =
        lines.get(file) ??
        new Set(
            readFileSync(path, 'utf8')
                .split('\n')
                .map((line) => asCell(line.trim())),
        );
    lines.set(file, known);
    return !known.has(source);
});

for (const row of stale) {
    const [file, source, change] = row.split('\n');
    console.error(`survivors.md: ${file} has no line \`${source}\` (${change})`);
}
process.exitCode = stale.length > 0 ? 1 : 0;
