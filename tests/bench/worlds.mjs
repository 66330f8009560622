/**
 * Worlds of many bodies, beside planck and flatbush. Run by `make bench-worlds`:
 *   node tests/bench/worlds.mjs [OPTION]...
 */
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { createSync } from 'graze';
import { medianRatio, quantile } from '../../js/bench/statistics.js';
import { EXIT } from '../../js/cli/console/exit.js';
import { writeFileAtomically } from '../../js/cli/files/output.js';
import { drivingCell } from './driving_task.js';
import { takeTurns } from './turns.js';
import { freeCell, levelCell, stillCells } from './worlds_tasks.js';

const HELP = `node tests/bench/worlds.mjs [OPTION]... : worlds of many bodies, beside other libraries

  --rounds N        times that everybody is timed, in turn (21); fewer where it takes long
  --size N          largest number of boxes that stand still (100000)
  --flatbush PATH   that package's index.js: an index of boxes beside it
  --seed N          (1)
  --json FILE       write the results there as well

Exit codes: 0, 1 contestants differ in more than one answer of a hundred, 2 wrong usage.
`;

const { values } = parseArgs({
    options: {
        rounds: { type: 'string', default: '21' },
        size: { type: 'string', default: '100000' },
        flatbush: { type: 'string' },
        seed: { type: 'string', default: '1' },
        json: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
    },
});

/**
 * Times a cell and prints its row: microseconds, and for each of the others how many times as long it takes.
 *
 * @param {import('./worlds_tasks.js').Cell} cell
 * @param {number} rounds
 */
function measure({ name, count, runs, wrong }, rounds) {
    const names = Object.keys(runs);
    const times = takeTurns(Object.values(runs), rounds);
    const us = times.map((one) => (1000 * quantile(one)) / count);
    const ratios = times.map((one) => medianRatio(one, times[0]));
    const differing = wrong();
    const others = names.slice(1).map((other, k) => {
        const mark = ratios[k + 1] < 1 ? ', which is quicker' : '';
        return `${other} ${us[k + 1].toPrecision(3)} (${ratios[k + 1].toFixed(2)}${mark})`;
    });
    const text = [`graze ${us[0].toPrecision(3)}`, ...others].join('; ');
    console.log(`${name}: ${text}${differing > 0 ? `; ${differing} answers differ` : ''}`);
    return { name, count, names, us, ratios, differing };
}

async function run() {
    const g = createSync();
    const [rounds, seed, size] = [values.rounds, values.seed, values.size].map(Number);
    const flatbush =
        values.flatbush === undefined
            ? null
            : (await import(pathToFileURL(values.flatbush).href)).default;
    console.log('microseconds of the processor, medians; in brackets times of graze\n');
    const rows = [levelCell(g, seed), freeCell(g, seed), drivingCell(g)].map((cell) =>
        measure(cell, rounds),
    );
    for (const still of [1000, size]) {
        for (const cell of stillCells(g, still, flatbush, seed)) rows.push(measure(cell, rounds));
    }
    if (values.json !== undefined) {
        const results = { schema: 1, options: { rounds, seed, size }, rows };
        await writeFileAtomically(values.json, `${JSON.stringify(results, null, 1)}\n`, '--json');
    }
    if (rows.some(({ count, differing }) => 100 * differing > count)) {
        console.error('contestants differ in their answers');
        process.exitCode = EXIT.violation;
    }
}

if (values.help) process.stdout.write(HELP);
else await run();
