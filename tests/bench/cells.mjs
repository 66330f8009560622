/**
 * Every query of graze beside the quickest other ways to its answer, cell by cell. Run by `make bench-cells`:
 *   node tests/bench/cells.mjs [OPTION]...
 * Box2D 3 takes part as a module that is built from a checkout of https://github.com/erincatto/box2d (commit 617d32ab), in which
 * B2_MAX_POLYGON_VERTICES of include/box2d/collision.h is raised to 16:
 *   emcc -O3 -msimd128 -mbulk-memory -DNDEBUG -Iinclude -Isrc -sSTANDALONE_WASM --no-entry -sALLOW_MEMORY_GROWTH=1 \
 *     GRAZE/tests/bench/box2d_queries.c src/{manifold,distance,hull,geometry,math_functions,core}.c -o BOX2D
 * With 8 vertices, as published, it is up to a tenth quicker: another module for those bodies can be given before.
 */
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { WrongAnswer } from '../../js/bench/check.js';
import { medianRatio, quantile } from '../../js/bench/statistics.js';
import { EXIT, UsageError } from '../../js/cli/console/exit.js';
import { writeFileAtomically } from '../../js/cli/files/output.js';
import { markdownTable } from './cells_markdown.js';
import { Processes } from './cells_processes.js';
import { CELL_BODIES } from './cells_scenes.js';
import { CELLS, chunkTask, loadOptions, meanChunk, runAll } from './cells_sets.js';
import { takeTurns } from './turns.js';

/**
 * @import { CellSet } from './cells_contestants.js'
 *
 * @typedef {{ ns: number, low: number, high: number, ratio: number }} Time of a contestant in a row: median and quartiles of a
 *   record, and the median over the rounds of its time in times of graze's
 *
 * @typedef {object} Result of a contestant in a row
 * @property {string} name
 * @property {number} ns in its own process, or if it has none, together with the others
 * @property {number} ratio the lower one of those below
 * @property {Time} [alone] in a process of its own
 * @property {Time} [together] in a process with all others
 * @property {number} wrong number of wrong answers
 * @property {boolean} isBeside
 *
 * @typedef {{ cell: string, query: string, body: string, scene: string, count: number, results: Result[] }} Row
 */

/** Ways to time contestants. */
const PROCESSES = ['both', 'alone', 'together'];

const HELP = `node tests/bench/cells.mjs [OPTION]... : every query beside the quickest other ways to its answer

  --cells LIST      ${Object.keys(CELLS).join(',')} (all)
  --n LIST          vertices of the bodies: ${CELL_BODIES.join(',')} (all)
  --scenes LIST     only scenes whose name contains one of these: near,mixed (all)
  --box2d PATH      a module of Box2D: this program's first lines have the command that builds it;
                    repeatable, the first one that supports a body's vertices takes part
  --graze PATH      another build of dist/graze.js, which takes part as "before"
  --processes WAY   alone: each contestant in a process of its own, in turn; together: all in one; both: the tables have
                    the lower ratio of the two (both). The forms are always alone
  --pairs N         different pairs in each set (4096)
  --rounds N        times that everybody is timed, in turn (21)
  --warm-up MS      for which each contestant runs before it is timed in a set (40)
  --seed N          of the random bodies (1)
  --json FILE       write the results there as well
  --markdown FILE   write tables of them there, as docs/performance.md has them

Exit codes: 0, 1 an answer of graze is wrong, 2 wrong usage.
`;

const OPTIONS = /** @type {const} */ ({
    cells: { type: 'string', default: Object.keys(CELLS).join() },
    n: { type: 'string', default: CELL_BODIES.join() },
    scenes: { type: 'string' },
    box2d: { type: 'string', multiple: true },
    graze: { type: 'string' },
    processes: { type: 'string', default: 'both' },
    pairs: { type: 'string', default: '4096' },
    rounds: { type: 'string', default: '21' },
    'warm-up': { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    json: { type: 'string' },
    markdown: { type: 'string' },
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

/** @param {string} option @param {string} text @param {readonly string[]} known */
function listed(option, text, known) {
    const named = text.split(',');
    if (named.every((name) => known.includes(name)))
        return known.filter((name) => named.includes(name));
    throw new UsageError(`--${option} takes a list of ${known.join(', ')}, got ${text}`);
}

/** @param {string} option @param {string} text @param {number} min @param {number} max */
function numberIn(option, text, min, max) {
    const value = Number(text);
    if (text !== '' && value >= min && value <= max) return value;
    throw new UsageError(`--${option} takes a number from ${min} to ${max}, got ${text}`);
}

/**
 * Runs and checks a set's entries, and returns the number of wrong answers of each.
 *
 * @param {string} cell
 * @param {CellSet} set
 */
function checkSet(cell, set) {
    return set.entries.map((entry) => {
        runAll(set, entry);
        const number = entry.wrong();
        if (entry.name === 'graze' && number > 0)
            throw new WrongAnswer(
                `graze: ${number} of ${set.count} answers are wrong: ${cell}, ${entry.queries.join()}, n = ${set.body}, ${set.scene}`,
            );
        return number;
    });
}

/**
 * Returns a row for each query of a set.
 *
 * @param {string} cell
 * @param {CellSet} set
 * @param {number[]} wrong number of wrong answers of each entry
 * @param {{ alone?: Float64Array[], together?: Float64Array[] }} times of each entry, by rounds
 * @returns {Row[]}
 */
function rowsOf(cell, set, wrong, { alone, together }) {
    const { body, scene, count, entries } = set;
    const mean = meanChunk(set);
    const queries = [...new Set(entries.flatMap((entry) => entry.queries))];
    return queries.map((query) => {
        const taking = entries.flatMap((entry, k) => (entry.queries.includes(query) ? [k] : []));
        const base = taking.find((k) => entries[k].name === 'graze') ?? taking[0];
        /** @param {number} k @param {Float64Array[] | undefined} times @returns {Time | undefined} */
        const timeOf = (k, times) =>
            times && {
                ns: (1e6 * quantile(times[k])) / mean,
                low: (1e6 * quantile(times[k], 0.25)) / mean,
                high: (1e6 * quantile(times[k], 0.75)) / mean,
                ratio: medianRatio(times[k], times[base]),
            };
        const results = taking.map((k) => {
            const [own, shared] = [timeOf(k, alone), timeOf(k, together)];
            return {
                name: entries[k].name,
                ns: own?.ns ?? shared?.ns ?? 0,
                ratio: Math.min(own?.ratio ?? Infinity, shared?.ratio ?? Infinity),
                ...{ alone: own, together: shared, wrong: wrong[k] },
                isBeside: entries[k].isBeside ?? false,
            };
        });
        return { cell, query, body, scene, count, results };
    });
}

/** @param {number} value */
const digits = (value) => (value < 9.95 ? value.toFixed(1) : value.toFixed(0));

/**
 * Returns the table of a query: nanoseconds, and for each of the others its time in times of graze's. The last column names
 * those that are quicker, and the wrong answers.
 *
 * @param {string} query
 * @param {Row[]} rows
 */
function table(query, rows) {
    const names = [...new Set(rows.flatMap(({ results }) => results.map(({ name }) => name)))];
    const lines = [
        ['n', 'scene', ...names.flatMap((name, k) => (k === 0 ? [name] : [name, 'x'])), ''],
    ];
    for (const { body, scene, results } of rows) {
        const cells = names.flatMap((name, k) => {
            const found = results.find((result) => result.name === name);
            if (found === undefined) return ['-', ''];
            return k === 0 ? [digits(found.ns)] : [digits(found.ns), found.ratio.toFixed(2)];
        });
        const quicker = results.filter(
            ({ name, ratio, isBeside }) => ratio < 1 && !isBeside && name !== 'before',
        );
        const wrong = results.filter((result) => result.wrong > 0);
        const notes = [
            quicker.length > 0 ? `< ${quicker.map(({ name }) => name).join(', ')}` : '',
            wrong.length > 0
                ? `(wrong: ${wrong.map((one) => `${one.name} ${one.wrong}`).join(', ')})`
                : '',
        ];
        lines.push([body, scene, ...cells, notes.filter((note) => note !== '').join(' ')]);
    }
    const widths = lines[0].map((_, k) => Math.max(...lines.map((line) => line[k].length)));
    const last = widths.length - 1;
    const text = lines
        .map((line) =>
            line
                .map((text, k) =>
                    k < 2 || k === last ? text.padEnd(widths[k]) : text.padStart(widths[k]),
                )
                .join('  ')
                .trimEnd(),
        )
        .join('\n');
    return `${query}\n${text}`;
}

/** @param {string} text */
function progress(text) {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}

/** @param {ReturnType<typeof parse>} values */
async function run(values) {
    const names = listed('cells', values.cells, Object.keys(CELLS));
    const [processes] = listed('processes', values.processes, PROCESSES);
    const bodies = listed('n', values.n, CELL_BODIES);
    const { pairs, rounds, warmUp, seed } = {
        pairs: numberIn('pairs', values.pairs, 1, 2 ** 20),
        rounds: numberIn('rounds', values.rounds, 1, 10_000),
        warmUp: numberIn('warm-up', values['warm-up'], 0, 10_000),
        seed: numberIn('seed', values.seed, 0, 2 ** 32),
    };
    const choice = {
        ...{ bodies, scenes: values.scenes?.split(',') ?? [] },
        ...{ pairs, seed },
        ...{ box2d: values.box2d ?? [], graze: values.graze },
    };
    const options = await loadOptions(choice);
    const about = {
        graze: options.builds.map(({ g }) => g.version),
        node: process.version,
        cpu: cpus()[0]?.model.trim() ?? 'unknown',
        cores: availableParallelism(),
        date: new Date().toISOString(),
        options: { cells: names, ...choice, rounds, warmUp, processes, box2d: choice.box2d.length },
    };
    console.log(
        `graze ${about.graze.join(' and before ')}, node ${about.node}, ${about.cpu}, ${about.cores} cores, ${about.date.slice(0, 10)}\n` +
            `${pairs} pairs a set, ${rounds} rounds, seed ${seed}, processes: ${processes}\n` +
            "nanoseconds of the processor a record, medians; x: time in times of graze's; <: quicker than graze" +
            (options.box2d === null ? '\nBox2D: no module given, so it does not take part' : ''),
    );
    /** @type {Row[]} */
    const rows = [];
    for (const name of names) {
        /** @type {Row[]} */
        const found = [];
        const { sets, title, isApart = false } = CELLS[name];
        const contestants = new Processes(choice);
        for (const [index, make] of [...sets(options)].entries()) {
            const set = make();
            progress(`${name}: n = ${set.body}, ${set.scene}`);
            const wrong = checkSet(name, set);
            const what = { cell: name, index, warmUp };
            /** @type {{ alone?: Float64Array[], together?: Float64Array[] }} */
            const times = {};
            if (isApart || processes !== 'together')
                times.alone = await contestants.time(what, set, rounds);
            if (!isApart && processes !== 'alone') {
                const tasks = set.entries.map((entry) => chunkTask(set, entry));
                times.together = takeTurns(tasks, rounds, warmUp);
            }
            // The forms in one program are what is compared, so none may see those of another set.
            if (isApart) contestants.close();
            found.push(...rowsOf(name, set, wrong, times));
            set.free();
        }
        contestants.close();
        progress('');
        if (found.length > 0) console.log(`\n## ${name}: ${title}`);
        for (const query of new Set(found.map((row) => row.query)))
            console.log(
                `\n${table(
                    query,
                    found.filter((row) => row.query === query),
                )}`,
            );
        rows.push(...found);
    }
    if (values.markdown !== undefined) {
        const tables = names.map((name) =>
            markdownTable(
                CELLS[name].title,
                rows.filter(({ cell }) => cell === name),
            ),
        );
        await writeFileAtomically(values.markdown, `${tables.join('\n\n')}\n`, '--markdown');
    }
    if (values.json === undefined) return;
    const text = JSON.stringify({ schema: 1, ...about, rows }, null, 1);
    await writeFileAtomically(values.json, `${text}\n`, '--json');
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
