/**
 * How the sweep grows with bodies and steps. Run by `make bench-sweep`:
 *   node tests/bench/scaling.mjs SWEEP_LOOPS.wasm [OPTION]...
 */
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { createSync } from 'graze';
import { EXIT } from '../../js/cli/console/exit.js';
import { writeFileAtomically } from '../../js/cli/files/output.js';
import { allPairs, growBodies, growSteps } from './scaling_runs.js';
import { staticBoxes } from './scaling_static.js';
import { align } from './toi_tables.js';
import { exponentOf } from './turns.js';

const HELP = `node tests/bench/scaling.mjs SWEEP_LOOPS.wasm [OPTION]... : growth of the sweep

  --rounds N        times that everybody is timed, in turn (11); fewer where it takes long
  --max-suggestions N          most bodies (10000 for one against many, a fifth of that for all pairs)
  --flatbush PATH   that package's index.js: still boxes beside it
  --seed N          (1)
  --json FILE       write the results there as well

Exit codes: 0, 1 a scene does not find what brute force does, 2 wrong usage.
`;

const { values, positionals } = parseArgs({
    options: {
        rounds: { type: 'string', default: '11' },
        most: { type: 'string', default: '10000' },
        flatbush: { type: 'string' },
        seed: { type: 'string', default: '1' },
        json: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
    },
    allowPositionals: true,
});

/** All pairs of 1,000 bodies along 100 steps in so many milliseconds. */
const AIM = 100;

/**
 * Rows of times by size, and the exponents with which columns grow.
 *
 * @param {string} title
 * @param {Record<string, number | null>[]} rows
 * @param {string} by the column that they grow with
 * @param {readonly string[]} counts columns that are not times
 */
function print(title, rows, by, counts) {
    const heads = Object.keys(rows[0]);
    const cell = (/** @type {number | null} */ value, /** @type {string} */ head) =>
        value === null ? '' : head === by || counts.includes(head) ? String(value) : ms(value);
    const grid = [[by, ...heads.slice(1)]];
    for (const row of rows) {
        grid.push([String(row[by]), ...heads.slice(1).map((head) => cell(row[head], head))]);
    }
    const grown = heads.slice(1).map((head) => {
        const some = rows.filter((row) => row[head] !== null && Number(row[head]) > 0);
        if (some.length < 2) return '';
        const exponent = exponentOf(
            some.map((row) => Number(row[by])),
            some.map((row) => Number(row[head])),
        );
        return `^${exponent.toFixed(2)}`;
    });
    console.log(`${title}\n${align([...grid, ['grows', ...grown]], 11)}\n`);
}

/** @param {number} value */
function ms(value) {
    return value.toPrecision(3);
}

/** @param {ReturnType<typeof allPairs>} rows */
function printAim(rows) {
    const row = rows.find(({ bodies }) => bodies === 1000);
    if (row === undefined) return;
    const { paths, scene, contacts } = row;
    const all = paths + scene + contacts;
    const share = (/** @type {number} */ part) =>
        `${ms(part)} ms (${((100 * part) / all).toFixed(0)} %)`;
    const verdict = all < AIM ? 'reached' : 'missed';
    console.log(
        `all pairs of 1,000 bodies along 100 steps: ${ms(all)} ms: paths ${share(paths)}, scene ${share(scene)}, ` +
            `contacts ${share(contacts)}; the aim of ${AIM} ms is ${verdict}\n`,
    );
}

async function run() {
    const g = createSync();
    const options = {
        rounds: Number(values.rounds),
        most: Number(values.most),
        seed: Number(values.seed),
    };
    const flatbush =
        values.flatbush === undefined
            ? null
            : (await import(pathToFileURL(values.flatbush).href)).default;
    console.log(
        'milliseconds of the processor, medians; `paths` lays all bodies out, `scene` makes the index\n',
    );
    const bodies = growBodies(g, options);
    print('one against many, 100 steps, constant density', bodies, 'others', ['met']);
    const steps = growSteps(g, options);
    print('one against 100 along ever finer steps', steps, 'steps', ['met']);
    const dense = allPairs(g, { ...options, isDense: false });
    print('all pairs, 100 steps, constant density', dense, 'bodies', ['met', 'wrong']);
    const crowded = allPairs(g, { ...options, isDense: true });
    print('all pairs, 100 steps, constant area', crowded, 'bodies', ['met', 'wrong']);
    printAim(dense);
    const still = await staticBoxes(g, positionals[0], flatbush, options);
    for (const line of still.lines) console.log(line);
    if (values.json !== undefined) {
        const results = { schema: 1, options, bodies, steps, dense, crowded, still };
        await writeFileAtomically(values.json, `${JSON.stringify(results, null, 1)}\n`, '--json');
    }
    if ([...dense, ...crowded].some(({ wrong }) => wrong !== null && wrong > 0)) {
        console.error('a scene does not find what brute force does');
        process.exitCode = EXIT.violation;
    }
}

if (values.help) process.stdout.write(HELP);
else if (positionals.length === 1) await run();
else {
    console.error('sweep_loops.wasm is wanted: see --help');
    process.exitCode = EXIT.usage;
}
