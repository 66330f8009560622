import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { commonTokens, tokens } from '@stryker-mutator/api/plugin';
import { fileOf, IS_RESUMED, isFound, keyOf, LEFT_OUT, readKept, writeKept } from './mutants.js';

/**
 * @import { MutantResult, StrykerOptions } from '@stryker-mutator/api/core'
 * @import { Kept } from './mutants.js'
 */

/** Per cent of the mutants that must be found. Stryker's own threshold knows only of the run. */
const MIN_SCORE = 85;

/** Columns of the table. */
const STATUSES = ['Killed', 'Timeout', 'Survived', 'NoCoverage'];

/**
 * @param {Kept[]} all
 * @returns {number} per cent of the mutants that are found
 */
export function scoreOf(all) {
    const found = all.filter(({ status }) => isFound(status));
    return (100 * found.length) / all.length;
}

/**
 * Returns the table by file, and what the score is worth: of a sample, the bounds of the score of all with 95 per
 * cent (normal, for a sample without replacement it is narrower).
 *
 * @param {Kept[]} all
 */
export function describe(all) {
    const files = [...new Set(all.map(({ file }) => file))].sort();
    const row = (/** @type {string} */ name, /** @type {Kept[]} */ some) => {
        const counts = STATUSES.map(
            (wanted) => some.filter(({ status }) => status === wanted).length,
        );
        const cells = [some.length, ...counts].map((count) => String(count).padStart(10));
        return `${name.padEnd(36)}${cells.join('')}${scoreOf(some).toFixed(1).padStart(8)} %`;
    };
    const heads = ['mutants', ...STATUSES].map((head) => head.toLowerCase().padStart(10));
    const share = scoreOf(all) / 100;
    const bar = 100 * 1.96 * Math.sqrt((share * (1 - share)) / all.length);
    return [
        `${'file'.padEnd(36)}${heads.join('')}     score`,
        ...files.map((name) =>
            row(
                name,
                all.filter(({ file }) => file === name),
            ),
        ),
        `${row('all', all)} ± ${bar.toFixed(1)} if a sample`,
        '',
    ].join('\n');
}

/** Keeps what became of each mutant as it comes, and prints the table at the end. */
export class TableReporter {
    static inject = tokens(commonTokens.options);

    /** @param {StrykerOptions} options */
    constructor(options) {
        /** @type {string} */ this.part = /** @type {any} */ (options).grazePart;
        this.kept = IS_RESUMED ? readKept(this.part) : new Map();
        this.partial = `${fileOf(this.part)}.partial`;
        mkdirSync(dirname(this.partial), { recursive: true });
        writeFileSync(this.partial, '');
    }

    /** @param {Readonly<MutantResult>} mutant */
    onMutantTested(mutant) {
        const { status, fileName, location, mutatorName: mutator, replacement = '' } = mutant;
        if (status === LEFT_OUT || status === 'Ignored') return;
        const key = keyOf(mutant, 1);
        const place = { key, file: relative('', fileName), line: location.start.line };
        /** @type {Kept} */
        const kept = { ...place, mutator, replacement, status, killer: mutant.killedBy?.[0] };
        this.kept.set(key, kept);
        appendFileSync(this.partial, `${JSON.stringify(kept)}\n`);
    }

    onMutationTestReportReady() {
        writeKept(this.part, this.kept.values());
        const all = [...this.kept.values()];
        process.stdout.write(`\n${describe(all)}`);
        if (scoreOf(all) < MIN_SCORE) process.exitCode = 1;
    }
}
