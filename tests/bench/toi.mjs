/**
 * Measures what a first contact of moving, turning bodies costs, beside other libraries. Run by `make bench-motion`:
 *   node tests/bench/toi.mjs [OPTION]...
 */
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { createSync } from 'graze';
import { WrongAnswer } from '../../js/bench/check.js';
import { EXIT, UsageError } from '../../js/cli/console/exit.js';
import { writeFileAtomically } from '../../js/cli/files/output.js';
import { loadRapier } from '../../web/tabs/benchmark/peers/rapier.js';
import { loadForeign } from './foreign_toi.js';
import { grazeContestants } from './graze_toi.js';
import { planckToi } from './peers/planck_toi.js';
import { rapierToi } from './peers/rapier_toi.js';
import { race } from './toi_bench.js';
import { ENCOUNTERS, MAX_TURN, SWEPT_BODIES } from './toi_sweeps.js';
import { legend, tables } from './toi_tables.js';

const HELP = `node tests/bench/toi.mjs [OPTION]... : what a first contact of moving, turning bodies costs

  --n LIST             vertices of the bodies: ${SWEPT_BODIES.join(',')} (all)
  --scenes LIST        ${ENCOUNTERS.join(',')} (all)
  --foreign NAME=PATH  a WebAssembly module that takes part: its interface is in
                       tests/bench/README.md; repeatable
  --without LIST       contestants that stay away
  --turn RADIANS       by which a body turns at most (${MAX_TURN.toFixed(2)})
  --pairs N            different pairs in each set (8192)
  --rounds N           times that everybody is timed, in turn (21)
  --seed N             of the random bodies (1)
  --json FILE          write the results there as well

Exit codes: 0, 1 an answer of graze is wrong, 2 wrong usage.
`;

const OPTIONS = /** @type {const} */ ({
    n: { type: 'string', default: SWEPT_BODIES.join() },
    scenes: { type: 'string', default: ENCOUNTERS.join() },
    foreign: { type: 'string', multiple: true },
    without: { type: 'string' },
    turn: { type: 'string', default: String(MAX_TURN) },
    pairs: { type: 'string', default: '8192' },
    rounds: { type: 'string', default: '21' },
    seed: { type: 'string', default: '1' },
    json: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
});

/** @param {string[]} args */
function parse(args) {
    try {
        return parseArgs({ args, options: OPTIONS, strict: true }).values;
    } catch (error) {
        throw new UsageError(error instanceof Error ? error.message : String(error));
    }
}

/** @typedef {ReturnType<typeof parse>} Values */

/** @param {Values} values */
function optionsOf(values) {
    return {
        bodies: listed('n', values.n, SWEPT_BODIES),
        scenes: listed('scenes', values.scenes, ENCOUNTERS),
        pairs: numberIn('pairs', values.pairs, 1, 2 ** 20),
        rounds: numberIn('rounds', values.rounds, 1, 10_000),
        seed: numberIn('seed', values.seed, 0, 2 ** 32),
        turn: numberIn('turn', values.turn, 0, MAX_TURN),
    };
}

/**
 * @template {string} T
 * @param {string} option
 * @param {string} text
 * @param {readonly T[]} known
 */
function listed(option, text, known) {
    const named = text.split(',');
    if (named.every((name) => known.some((one) => one === name)))
        return known.filter((name) => named.includes(name));
    throw new UsageError(`--${option} takes a list of ${known.join(', ')}`);
}

/** @param {string} option @param {string} text @param {number} min @param {number} max */
function numberIn(option, text, min, max) {
    const value = Number(text);
    if (text !== '' && value >= min && value <= max) return value;
    throw new UsageError(`--${option} takes a number from ${min} to ${max}`);
}

/** @param {string} text */
async function foreign(text) {
    const [, name, path] = /^([^=]+)=(.+)$/.exec(text) ?? [];
    if (name === undefined) throw new UsageError('--foreign takes NAME=PATH');
    try {
        return await loadForeign(name, path);
    } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new UsageError(`--foreign ${path} cannot be used: ${reason}`);
    }
}

/** @param {string} text */
function progress(text) {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}

/** @param {Values} values */
async function run(values) {
    const options = optionsOf(values);
    await loadRapier();
    const others = await Promise.all((values.foreign ?? []).map(foreign));
    const all = [...grazeContestants(), ...others, planckToi, rapierToi];
    const names = all.map(({ name }) => name);
    const absent = values.without === undefined ? [] : listed('without', values.without, names);
    const contestants = all.filter(({ name }) => !absent.includes(name));
    const about = {
        graze: createSync().version,
        node: process.version,
        cpu: cpus()[0]?.model.trim() ?? 'unknown',
        cores: availableParallelism(),
        date: new Date().toISOString(),
        options,
    };
    console.log(`${heading(about)}\n\n${legend(contestants)}\n`);
    const results = race(options, contestants, progress);
    progress('');
    console.log(tables(results.rows, contestants));
    for (const failure of results.failures) console.log(failure);
    if (values.json === undefined) return;
    const text = JSON.stringify({ schema: 1, ...about, ...results }, null, 1);
    await writeFileAtomically(values.json, `${text}\n`, '--json');
}

/**
 * @param {{ graze: string, node: string, cpu: string, cores: number, date: string,
 *   options: import('./toi_bench.js').Options }} about
 */
function heading({ graze, node, cpu, cores, date, options: { pairs, rounds, seed, turn } }) {
    return (
        `graze ${graze}, node ${node}, ${cpu}, ${cores} cores, ${date.slice(0, 10)}\n` +
        `${pairs} pairs a set, ${rounds} rounds, seed ${seed}, turns up to ${turn.toFixed(2)}; medians`
    );
}

try {
    const values = parse(process.argv.slice(2));
    if (values.help) process.stdout.write(HELP);
    else await run(values);
} catch (error) {
    if (!(error instanceof WrongAnswer || error instanceof UsageError)) throw error;
    console.error(error.message);
    process.exitCode = error instanceof UsageError ? EXIT.usage : EXIT.violation;
}
