import { readFileSync } from 'node:fs';
import { partOf } from './mutants.mjs';

/**
 * Scores by folder, and the survivors that nothing explains.
 *
 * @import { Mutant } from './mutants.mjs'
 * @import { Verdict } from './mutant_runner.mjs'
 * @typedef {{ mutant: Mutant, verdict: Verdict }} MutantVerdict
 */

const EXPLANATIONS = new URL('survivors.md', import.meta.url);

/** @param {number} part @param {number} all */
const percent = (part, all) => (all > 0 ? ((100 * part) / all).toFixed(1) : '-');

/** Returns the reasons by the key of each row of the table: `file`, source line, change. @returns {Map<string, string>} */
export function readExplained() {
    const rows = readFileSync(EXPLANATIONS, 'utf8').matchAll(
        /^\| `(.+?)` \| `(.+?)` \| `(.+?)` \| (.+) \|$/gm,
    );
    return new Map(
        [...rows].map(([, file, source, change, why]) => [key(file, source, change), why]),
    );
}

/** @param {string[]} cells */
const key = (...cells) => cells.join('\n');

/** Returns a text as the table has it: there, a bar would end a cell. @param {string} text */
export const asCell = (text) => text.replaceAll('|', '¦');

/** Returns the key of a mutant's row. @param {Mutant} mutant */
export const rowKey = ({ file, source, change }) => key(...[file, source, change].map(asCell));

/** Lives on. @param {MutantVerdict} verdict */
const isLeft = ({ verdict }) => verdict.fate === 'survived' || verdict.fate === 'open';

/**
 * @param {MutantVerdict[]} verdicts
 * @param {Mutant[]} all that there are in the files that were looked at
 * @returns {number} killed, of all that compile but for the same and the explained, in percent
 */
export function printReport(verdicts, all) {
    const explained = readExplained();
    const why = (/** @type {MutantVerdict} */ { mutant }) => explained.get(rowKey(mutant));
    const columns = ['mutants', 'compiled', 'answers', 'tests', 'sanitizers', 'timeouts'];
    const last = [
        'survived',
        'same',
        'explained',
        'cost only',
        'left',
        'score',
        'without explained',
    ];
    console.log(['folder', ...columns, ...last].join('\t'));
    const row = (/** @type {string} */ name, /** @type {MutantVerdict[]} */ all) => {
        const count = (/** @type {(verdict: Verdict) => boolean} */ test) =>
            all.filter(({ verdict }) => test(verdict)).length;
        const compiled = count(({ fate }) => fate !== 'broken');
        const killed = count(({ fate }) => fate === 'killed');
        const same = count(({ fate }) => fate === 'same');
        const stage = (/** @type {string} */ which) =>
            count((verdict) => verdict.stage === which && verdict.how !== 'timeout');
        const survivors = all.filter(isLeft);
        const reasons = survivors.map(why).filter((reason) => reason !== undefined);
        const costs = reasons.filter((reason) => /\bcost only\b/i.test(reason)).length;
        const rest = compiled - same - reasons.length;
        console.log(
            [
                ...[name, all.length, compiled],
                ...[stage('answers'), stage('tests'), stage('sanitizers')],
                ...[count(({ how }) => how === 'timeout'), survivors.length, same],
                ...[reasons.length - costs, costs, rest - killed],
                ...[percent(killed, compiled), percent(killed, rest)],
            ].join('\t'),
        );
        return rest > 0 ? (100 * killed) / rest : 100;
    };
    for (const folder of new Set(verdicts.map(({ mutant }) => partOf(mutant)))) {
        const all = verdicts.filter(({ mutant }) => partOf(mutant) === folder);
        row(folder, all);
    }
    const score = row('all', verdicts);
    const print = (/** @type {Mutant} */ { file, line, column, change, source }, note = '') =>
        console.log(`${file}:${line}:${column}\t${change}\t${source}${note}`);
    for (const one of verdicts) {
        if (isLeft(one) && why(one) === undefined) print(one.mutant);
        else if (
            one.verdict.fate === 'killed' &&
            why(one) !== undefined &&
            isOnlyOne(one.mutant, all)
        )
            print(one.mutant, `\texplained, yet killed by ${one.verdict.by}`);
    }
    printStale(explained, all);
    return score;
}

/** A row is of all that change a line in the same way: others of them may live on. @param {Mutant} mutant @param {Mutant[]} all */
const isOnlyOne = (mutant, all) => all.filter((one) => rowKey(one) === rowKey(mutant)).length === 1;

/** Rows of which the source has changed since. @param {Map<string, string>} explained @param {Mutant[]} all */
function printStale(explained, all) {
    const files = new Set(all.map(({ file }) => file));
    const keys = new Set(all.map(rowKey));
    for (const row of explained.keys()) {
        const [file, source, change] = row.split('\n');
        if (files.has(file) && !keys.has(row))
            console.log(`${file}\t${change}\t${source}\texplained, but no such mutant`);
    }
}
