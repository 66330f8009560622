/**
 * Runs one instance for a long time: every public query on random and on exact bodies, objects of random sizes created
 * and freed all the time, bad input among it, in rounds. After each round a short list of questions must have the
 * pinned answers, and handles and memory must be unchanged. Prints a line per minute, and writes it to build/soak.txt
 * as well; the exit code is 1 when anything grows or differs.
 *
 *   node tests/long/soak.mjs [MINUTES [SEED]]    defaults: 60 and 1
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { inRepository } from '../helpers.js';
import { soak } from './soak/soak.js';

const minutes = Number(process.argv[2] ?? 60);
const lines = /** @type {string[]} */ ([]);
/** @param {string} line */
function report(line) {
    console.log(line);
    lines.push(line);
    mkdirSync(inRepository('build'), { recursive: true });
    writeFileSync(inRepository('build/soak.txt'), `${lines.join('\n')}\n`);
}
const { faults } = await soak({ minutes, seed: Number(process.argv[3] ?? 1), report });
for (const fault of faults) report(`GROWTH OR DIFFERENCE: ${fault}`);
if (faults.length === 0) report('nothing has grown, nothing differs');
process.exitCode = faults.length > 0 ? 1 : 0;
