import { readFileSync } from 'node:fs';
import { partOf } from './mutants.mjs';

/**
 * Scores by folder, and the survivors that nothing explains.
 *
 * @import { Mutant } from './mutants.mjs'
 * @import { Verdict } from './judge.mjs'
 * @typedef {{ mutant: Mutant, verdict: Verdict }} Judged
 */

const EXPLANATIONS = new URL('survivors.md', import.meta.url);

/** @param {number} part @param {number} all */
const percent = (part, all) => (all > 0 ? ((100 * part) / all).toFixed(1) : '-');

/** The explained: `file`, source line and change of each row of the table. @returns {Set<string>} */
function readExplained() {
    return new Set(
        [
            ...readFileSync(EXPLANATIONS, 'utf8').matchAll(
                /^\| `(.+?)` \| `(.+?)` \| `(.+?)` \|/gm,
            ),
        ].map(([, file, source, change]) => [file, source, change].join('\n')),
    );
}

/** As the table has it: there, a bar would end a cell. @param {Mutant} mutant */
const rowKey = ({ file, source, change }) =>
    [file, source, change].map((text) => text.replaceAll('|', '¦')).join('\n');

/** @param {Judged[]} judged @returns {number} killed, of all that compile, in percent */
export function printReport(judged) {
    const explained = readExplained();
    const columns = ['mutants', 'compiled', 'answers', 'tests', 'sanitizers', 'timeouts'];
    const last = ['survived', 'same', 'explained', 'score', 'without same'];
    console.log(['folder', ...columns, ...last].join('\t'));
    const row = (/** @type {string} */ name, /** @type {Judged[]} */ all) => {
        const count = (/** @type {(verdict: Verdict) => boolean} */ test) =>
            all.filter(({ verdict }) => test(verdict)).length;
        const compiled = count(({ fate }) => fate !== 'broken');
        const killed = count(({ fate }) => fate === 'killed');
        const same = count(({ fate }) => fate === 'same');
        const stage = (/** @type {string} */ which) =>
            count((verdict) => verdict.stage === which && verdict.how !== 'timeout');
        const reasons = all.filter(
            ({ mutant, verdict }) => verdict.fate === 'survived' && explained.has(rowKey(mutant)),
        ).length;
        console.log(
            [
                ...[name, all.length, compiled],
                ...[stage('answers'), stage('tests'), stage('sanitizers')],
                ...[count(({ how }) => how === 'timeout'), compiled - killed - same, same, reasons],
                ...[percent(killed, compiled), percent(killed, compiled - same)],
            ].join('\t'),
        );
        return compiled > 0 ? (100 * killed) / compiled : 100;
    };
    for (const folder of new Set(judged.map(({ mutant }) => partOf(mutant)))) {
        const all = judged.filter(({ mutant }) => partOf(mutant) === folder);
        row(folder, all);
    }
    const score = row('all', judged);
    for (const { mutant, verdict } of judged) {
        if (!['survived', 'open'].includes(verdict.fate) || explained.has(rowKey(mutant))) continue;
        const { file, line, column, change, source } = mutant;
        console.log(`${file}:${line}:${column}\t${change}\t${source}`);
    }
    return score;
}
