/**
 * Which steps of two trajectories can meet, method by method: the experiment of Germar and Fernandez, and what it does
 * not ask. Run by `make bench-sweep`:
 *   node tests/bench/sweep.mjs SWEEP_LOOPS.wasm SWEEP_LOOPS-SCALAR.wasm [OPTION]...
 */
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { createSync } from 'graze';
import { EXIT, UsageError } from '../../js/cli/console/exit.js';
import { writeFileAtomically } from '../../js/cli/files/output.js';
import { BOXES_KINDS } from '../../js/graze/core/layout.js';
import { repeatPaper, WrongSteps } from './sweep_classes.js';
import { compareLanes, countCandidates } from './sweep_extras.js';
import { loadLoops } from './sweep_loops.js';
import { plot } from './sweep_plot.js';
import { candidateTable, laneTables, paperTables, verdicts } from './sweep_tables.js';

const HELP = `node tests/bench/sweep.mjs SIMD.wasm SCALAR.wasm [OPTION]... : candidate steps of two trajectories

  --steps LIST    steps of the paper's experiment (100)
  --boxes KIND    ${BOXES_KINDS.join(' or ')} (${BOXES_KINDS[0]})
  --pairs N       pairs of each class (200)
  --runs N        times that everybody is timed, in turn (30)
  --lengths LIST  steps of pairs that are far apart or side by side (100,1000,10000)
  --seed N        (1)
  --plot FILE     the first of the experiments as SVG
  --json FILE     write the results there as well

Exit codes: 0, 1 two methods do not find the same steps, 2 wrong usage.
`;

const OPTIONS = /** @type {const} */ ({
    steps: { type: 'string', default: '100' },
    boxes: { type: 'string', default: BOXES_KINDS[0] },
    pairs: { type: 'string', default: '200' },
    runs: { type: 'string', default: '30' },
    lengths: { type: 'string', default: '100,1000,10000' },
    seed: { type: 'string', default: '1' },
    plot: { type: 'string' },
    json: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
});

/** @param {string[]} args */
function parse(args) {
    try {
        return parseArgs({ args, options: OPTIONS, strict: true, allowPositionals: true });
    } catch (error) {
        throw new UsageError(error instanceof Error ? error.message : String(error));
    }
}

/** @param {string} option @param {string} text @param {number} min @param {number} max */
function numberIn(option, text, min, max) {
    const value = Number(text);
    if (text !== '' && Number.isInteger(value) && value >= min && value <= max) return value;
    throw new UsageError(`--${option} takes whole numbers from ${min} to ${max}`);
}

/** @param {ReturnType<typeof parse>} parsed */
async function run({ values, positionals }) {
    const listOf = (/** @type {'steps' | 'lengths'} */ name) =>
        values[name].split(',').map((text) => numberIn(name, text, 2, 100_000));
    const boxes = BOXES_KINDS.find((name) => name === values.boxes);
    if (boxes === undefined) throw new UsageError(`--boxes takes ${BOXES_KINDS.join(' or ')}`);
    if (positionals.length !== 2) throw new UsageError('two modules are wanted: see --help');
    const options = {
        boxes,
        pairs: numberIn('pairs', values.pairs, 1, 1000),
        runs: numberIn('runs', values.runs, 1, 10_000),
        seed: numberIn('seed', values.seed, 0, 2 ** 32),
    };
    const [simd, scalar] = await Promise.all(positionals.map(loadLoops));
    const g = createSync();
    const about = {
        graze: g.version,
        node: process.version,
        cpu: cpus()[0]?.model.trim() ?? 'unknown',
        cores: availableParallelism(),
        date: new Date().toISOString(),
        options,
    };
    console.log(
        `graze ${about.graze}, node ${about.node}, ${about.cpu}, ${about.cores} cores, ${about.date.slice(0, 10)}\n` +
            `boxes: ${boxes}; ${options.pairs} pairs a class, ${options.runs} runs, seed ${options.seed}; loops in C, ns per pair\n`,
    );
    const papers = listOf('steps').map((steps) => {
        const results = repeatPaper(g, simd, { ...options, steps });
        console.log(`${paperTables(results, steps)}\n\n${verdicts(results)}\n`);
        return { steps, results };
    });
    const lanes = compareLanes(g, simd, scalar, { ...options, lengths: listOf('lengths') });
    console.log(`${laneTables(lanes)}\n`);
    const traffic = countCandidates(g, simd, options.seed);
    console.log(candidateTable(traffic));
    if (values.plot !== undefined) {
        await writeFileAtomically(values.plot, plot(papers[0].results, papers[0].steps), '--plot');
    }
    if (values.json !== undefined) {
        const text = JSON.stringify({ schema: 1, ...about, papers, lanes, traffic }, null, 1);
        await writeFileAtomically(values.json, `${text}\n`, '--json');
    }
}

try {
    const parsed = parse(process.argv.slice(2));
    if (parsed.values.help) process.stdout.write(HELP);
    else await run(parsed);
} catch (error) {
    if (!(error instanceof WrongSteps || error instanceof UsageError)) throw error;
    console.error(error.message);
    process.exitCode = error instanceof UsageError ? EXIT.usage : EXIT.violation;
}
