import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { version } from 'graze';
import { bench, SECTIONS } from '../../bench/bench.js';
import { WrongAnswer } from '../../bench/check.js';
import { foreignContestant, loadModule } from '../../bench/foreign.js';
import { grazeContestants } from '../../bench/graze.js';
import { BODIES, SCENES } from '../../bench/pairs.js';
import { formatLegend, formatTables } from '../../bench/tables.js';
import { EXIT, UsageError } from '../console/exit.js';
import { printError, yieldToSignals } from '../console/streams.js';
import { writeFileAtomically } from '../files/output.js';

/**
 * @import { Contestant } from '../../bench/contestant.js'
 * @import { Hooks, Options } from '../../bench/bench.js'
 */

const HELP = `graze bench : measure the cost of queries on this machine

  --n LIST             vertices of the bodies: ${BODIES.join(',')} (all)
  --scenes LIST        ${SCENES.join(',')} (all)
  --tasks LIST         ${SECTIONS.join(',')} (all)
  --only LIST          contestants to measure, with those that they are compared with
  --foreign NAME=PATH  a further contestant, a WebAssembly module: js/bench/README.md
                       describes its interface; repeatable
  --pairs N            different pairs in each set (16384)
  --rounds N           number of times that each contestant is timed, in turn (31)
  --seed N             seed of the random bodies (1)
  --json FILE          write the results there as well
  --help

All answers are checked before anything is timed. Times are medians; a ratio is the median of
the rounds' ratios.

Exit codes: 0, 1 an answer of graze is wrong, 2 wrong usage.
`;

const OPTIONS = /** @type {const} */ ({
    n: { type: 'string', default: BODIES.join() },
    scenes: { type: 'string', default: SCENES.join() },
    tasks: { type: 'string', default: SECTIONS.join() },
    only: { type: 'string' },
    foreign: { type: 'string', multiple: true },
    pairs: { type: 'string', default: '16384' },
    rounds: { type: 'string', default: '31' },
    seed: { type: 'string', default: '1' },
    json: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
});

/**
 * Version of the report's format, which increases when a field is removed or changes its meaning; new fields do not
 * increase it.
 */
const SCHEMA = 1;

/**
 * @typedef {object} RunOptions participants besides the package itself
 * @property {Contestant[]} [contestants]
 * @property {Hooks['addExactRelations']} [refine]
 * @property {(text: string) => void} [print] receives the report
 */

/**
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<number>} the exit code
 */
export async function run(args, { contestants = [], refine, print = toStdout } = {}) {
    const values = parse(args);
    if (values.help) {
        print(HELP);
        return EXIT.valid;
    }
    const options = readOptions(values);
    const foreign = await Promise.all((values.foreign ?? []).map(readForeign));
    const all = [...grazeContestants(), ...foreign, ...contestants];
    const chosen = values.only === undefined ? all : chooseContestants(all, values.only);
    const environment = describeEnvironment(options);
    print(`${heading(environment)}\n\n${formatLegend(chosen)}\n\n`);
    const results = await runBench(options, chosen, refine);
    if (results === null) return EXIT.violation;
    print(formatTables(results, chosen));
    if (values.json !== undefined) {
        const text = JSON.stringify({ schema: SCHEMA, ...environment, ...results }, null, 1);
        await writeFileAtomically(values.json, `${text}\n`, '--json');
    }
    return EXIT.valid;
}

/** @param {string} text */
function toStdout(text) {
    process.stdout.write(text);
}

/** @param {string[]} args */
export function parse(args) {
    try {
        return parseArgs({ args, options: OPTIONS, strict: true }).values;
    } catch (error) {
        // The text is Node's own, without its advice on programming.
        const text = error instanceof Error ? error.message : String(error);
        throw new UsageError(`${text.split(/\.\s/)[0]}. Try graze bench --help`);
    }
}

/**
 * @param {ReturnType<typeof parse>} values
 * @returns {Options}
 */
export function readOptions(values) {
    return {
        bodies: parseList('n', values.n, BODIES),
        scenes: parseList('scenes', values.scenes, SCENES),
        tasks: parseList('tasks', values.tasks, SECTIONS),
        pairs: parseCount('pairs', values.pairs, 1, 2 ** 20),
        rounds: parseCount('rounds', values.rounds, 1, 10_000),
        seed: parseCount('seed', values.seed, 0, 2 ** 32),
    };
}

/**
 * @template {string} T
 * @param {string} option
 * @param {string} text
 * @param {readonly T[]} known
 * @returns {T[]} names in the order in which they are known
 */
function parseList(option, text, known) {
    const names = text.split(',');
    const unknown = names.find((name) => !known.some((one) => one === name));
    if (unknown !== undefined) {
        throw new UsageError(
            `--${option} must be a list of ${known.join(', ')}, got ${JSON.stringify(unknown)}`,
        );
    }
    return known.filter((name) => names.includes(name));
}

/**
 * @param {string} option
 * @param {string} text
 * @param {number} min
 * @param {number} max
 */
function parseCount(option, text, min, max) {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new UsageError(
        `--${option} must be a whole number from ${min} to ${max}, got ${JSON.stringify(text)}`,
    );
}

/**
 * @param {string} text
 * @returns {Promise<Contestant>}
 */
async function readForeign(text) {
    const [, name, path] = /^([^=]+)=(.+)$/.exec(text) ?? [];
    if (name === undefined)
        throw new UsageError(`--foreign must be NAME=PATH, got ${JSON.stringify(text)}`);
    try {
        return foreignContestant(name, await loadModule(path));
    } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new UsageError(`--foreign ${path} cannot be used: ${reason}`);
    }
}

/**
 * Returns the named contestants, and those with which they are compared.
 *
 * @param {Contestant[]} contestants
 * @param {string} only
 */
function chooseContestants(contestants, only) {
    const names = parseList(
        'only',
        only,
        contestants.map(({ name }) => name),
    );
    const isBase = (/** @type {Contestant} */ { name }) =>
        contestants.some((other) => other.baseline === name && names.includes(other.name));
    return contestants.filter((one) => names.includes(one.name) || isBase(one));
}

/** @param {Options} options */
function describeEnvironment(options) {
    return {
        graze: version,
        node: process.version,
        v8: process.versions.v8,
        cpu: cpus()[0]?.model.trim() ?? 'unknown',
        cores: availableParallelism(),
        date: new Date().toISOString(),
        options,
    };
}

/** @param {ReturnType<typeof describeEnvironment>} environment */
function heading({ graze, node, cpu, cores, date, options }) {
    const { pairs, rounds, seed } = options;
    return (
        `graze ${graze}, node ${node}, ${cpu}, ${cores} cores, ${date.slice(0, 10)}\n` +
        `${pairs} pairs a set, ${rounds} rounds, seed ${seed}; medians`
    );
}

/**
 * @param {Options} options
 * @param {Contestant[]} contestants
 * @param {Hooks['addExactRelations']} addExactRelations
 */
async function runBench(options, contestants, addExactRelations) {
    try {
        return await bench(options, contestants, { progress: showProgress, addExactRelations });
    } catch (error) {
        if (!(error instanceof WrongAnswer)) throw error;
        printError(error.message);
        return null;
    } finally {
        if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
    }
}

/** Redraws one line in place; writes nothing where stderr is not a terminal. @param {string} text */
async function showProgress(text) {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
    await yieldToSignals();
}
