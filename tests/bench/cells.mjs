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
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { createSync } from 'graze';
import { WrongAnswer } from '../../js/bench/check.js';
import { CHUNK_SIZE } from '../../js/bench/pairs.js';
import { medianRatio, quantile } from '../../js/bench/statistics.js';
import { EXIT, UsageError } from '../../js/cli/exit.js';
import { writeFileAtomically } from '../../js/cli/output.js';
import { Box2d } from './cells_contestants.js';
import { markdownTable } from './cells_markdown.js';
import { casts, clearance, contacts, discs, making } from './cells_moving.js';
import { CELL_BODIES } from './cells_scenes.js';
import { batches, calls, rays } from './cells_static.js';
import { takeTurns } from './turns.js';

/**
 * @import { Build, Cell, CellOptions, CellSet, Entry } from './cells_contestants.js'
 *
 * @typedef {object} Result of a contestant in a row
 * @property {string} name
 * @property {number} ns a record: the median
 * @property {number} low its quartiles
 * @property {number} high
 * @property {number} ratio median over the rounds of its time in times of graze's
 * @property {number} wrong number of wrong answers
 * @property {boolean} isBeside
 *
 * @typedef {{ cell: string, query: string, body: string, scene: string, count: number, results: Result[] }} Row
 */

/** @type {Record<string, Cell>} */
const CELLS = { batches, calls, discs, rays, casts, contacts, clearance, making };

const HELP = `node tests/bench/cells.mjs [OPTION]... : every query beside the quickest other ways to its answer

  --cells LIST      ${Object.keys(CELLS).join(',')} (all)
  --n LIST          vertices of the bodies: ${CELL_BODIES.join(',')} (all)
  --scenes LIST     only scenes whose name contains one of these: near,mixed (all)
  --box2d PATH      a module of Box2D: this program's first lines have the command that builds it;
                    repeatable, the first one that supports a body's vertices takes part
  --graze PATH      another build of dist/graze.js, which takes part as "before"
  --pose FORM       cos-sin or angle: poses in calls of graze (cos-sin)
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
    pose: { type: 'string', default: 'cos-sin' },
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

/** Rejects with a usage error. @template T @param {string} option @param {string} path @param {Promise<T>} loaded */
async function usable(option, path, loaded) {
    try {
        return await loaded;
    } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new UsageError(`--${option} ${path} cannot be used: ${reason}`);
    }
}

/** @param {string | undefined} path @returns {Promise<Build[]>} */
async function loadBuilds(path) {
    /** @type {Build[]} */
    const builds = [{ name: 'graze', g: createSync() }];
    if (path === undefined) return builds;
    const other = await usable('graze', path, import(pathToFileURL(resolve(path)).href));
    return [...builds, { name: 'before', g: other.createSync() }];
}

/**
 * Checks all answers of a set, times its contestants in turn, and returns a row for each query.
 *
 * @param {string} cell
 * @param {CellSet} set
 * @param {number} rounds
 * @param {number} warmUp
 * @returns {Row[]}
 */
function measure(cell, set, rounds, warmUp) {
    const { body, scene, count, entries, chunk = CHUNK_SIZE } = set;
    const starts = Array.from({ length: Math.ceil(count / chunk) }, (_, k) => k * chunk);
    const sizeAt = (/** @type {number} */ first) => Math.min(chunk, count - first);
    const wrong = entries.map((entry) => {
        for (const first of starts) entry.run(first, sizeAt(first));
        const number = entry.wrong();
        if (entry.name === 'graze' && number > 0)
            throw new WrongAnswer(
                `graze: ${number} of ${count} answers are wrong: ${cell}, ${entry.queries.join()}, n = ${body}, ${scene}`,
            );
        return number;
    });
    /* Sizes differ if the last chunk is not full, so runs are of as many records as a chunk has on average. */
    const mean = count / starts.length;
    const tasks = entries.map(({ run }) => {
        let next = 0;
        return () => {
            const first = starts[next];
            next = next + 1 < starts.length ? next + 1 : 0;
            run(first, sizeAt(first));
        };
    });
    const times = takeTurns(tasks, rounds, warmUp);
    const queries = [...new Set(entries.flatMap((entry) => entry.queries))];
    return queries.map((query) => {
        const taking = entries.flatMap((entry, k) => (entry.queries.includes(query) ? [k] : []));
        const base = taking.find((k) => entries[k].name === 'graze') ?? taking[0];
        const results = taking.map((k) => ({
            name: entries[k].name,
            ns: (1e6 * quantile(times[k])) / mean,
            low: (1e6 * quantile(times[k], 0.25)) / mean,
            high: (1e6 * quantile(times[k], 0.75)) / mean,
            ratio: medianRatio(times[k], times[base]),
            wrong: wrong[k],
            isBeside: entries[k].isBeside ?? false,
        }));
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
    const [pose] = listed('pose', values.pose, ['cos-sin', 'angle']);
    const bodies = listed('n', values.n, CELL_BODIES);
    const numbers = {
        pairs: numberIn('pairs', values.pairs, 1, 2 ** 20),
        rounds: numberIn('rounds', values.rounds, 1, 10_000),
        warmUp: numberIn('warm-up', values['warm-up'], 0, 10_000),
        seed: numberIn('seed', values.seed, 0, 2 ** 32),
    };
    const scenes = values.scenes?.split(',') ?? [];
    const paths = values.box2d ?? [];
    /** @type {CellOptions} */
    const options = {
        builds: await loadBuilds(values.graze),
        box2d: await usable('box2d', paths.join(), Box2d.load(paths)),
        pose: /** @type {CellOptions['pose']} */ (pose),
        ...{ bodies, scenes, pairs: numbers.pairs, seed: numbers.seed },
    };
    const about = {
        graze: options.builds.map(({ g }) => g.version),
        node: process.version,
        cpu: cpus()[0]?.model.trim() ?? 'unknown',
        cores: availableParallelism(),
        date: new Date().toISOString(),
        options: { cells: names, bodies, scenes, pose, ...numbers, box2d: paths.length },
    };
    console.log(
        `graze ${about.graze.join(' and before ')}, node ${about.node}, ${about.cpu}, ${about.cores} cores, ${about.date.slice(0, 10)}\n` +
            `${numbers.pairs} pairs a set, ${numbers.rounds} rounds, seed ${numbers.seed}, poses of calls ${pose}\n` +
            "nanoseconds of the processor a record, medians; x: time in times of graze's; <: quicker than graze" +
            (options.box2d === null ? '\nBox2D: no module given, so it does not take part' : ''),
    );
    /** @type {Row[]} */
    const rows = [];
    for (const name of names) {
        /** @type {Row[]} */
        const found = [];
        for (const make of CELLS[name].sets(options)) {
            const set = make();
            progress(`${name}: n = ${set.body}, ${set.scene}`);
            found.push(...measure(name, set, numbers.rounds, numbers.warmUp));
            set.free();
        }
        progress('');
        if (found.length > 0) console.log(`\n## ${name}: ${CELLS[name].title}`);
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
