#!/usr/bin/env node
/**
 * Plans for agents on a grid, checks the plan, and writes it with its map, task and configuration: see README.md.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { createSync } from 'graze';
import { readScenario, validate } from 'graze/scenario';
import { planFiles, readInstance } from './files.js';
import { makeGraph } from './graph.js';
import { randomGrid, randomTasks } from './instance.js';
import { plan } from './prioritized.js';
import { NoPlan } from './tasks.js';

const HELP = `plan.mjs --out FOLDER [options]: a plan for agents on a grid, which graze validate can read

  --map FILE         MovingAI .map or CCBS map; a random one unless given
  --scen FILE        MovingAI .scen for that map; random tasks unless given
  --size N           of a random map, N x N: 64
  --blocked SHARE    of the cells of a random map: 0.15
  --agents N         20
  --radius R         of the agents, in cells: 0.5
  --neighbors N     moves from a cell: 4, 8, 16 or 32: 4
  --seed N           of all that is random: 1
  --rounds N         orders of the agents to try: 200

Exit codes: 0 a valid plan is written, 1 no plan was found, 2 wrong usage, 3 an input that cannot be read,
70 an error in this program.
`;

class UsageError extends Error {}

const OPTIONS = /** @type {const} */ ({
    help: { type: 'boolean', default: false },
    out: { type: 'string' },
    map: { type: 'string' },
    scen: { type: 'string' },
    size: { type: 'string', default: '64' },
    blocked: { type: 'string', default: '0.15' },
    agents: { type: 'string', default: '20' },
    radius: { type: 'string', default: '0.5' },
    neighbors: { type: 'string', default: '4' },
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '200' },
});

function readOptions() {
    try {
        return parseArgs({ options: OPTIONS }).values;
    } catch (error) {
        throw new UsageError(error instanceof Error ? error.message : String(error));
    }
}

/**
 * @param {ReturnType<typeof readOptions>} given
 * @param {'size' | 'blocked' | 'agents' | 'radius' | 'neighbors' | 'seed' | 'rounds'} name
 * @param {(value: number) => boolean} isValid
 * @param {string} expected
 */
function numberOf(given, name, isValid, expected) {
    const text = given[name];
    const value = Number(text);
    if (text.trim() !== '' && isValid(value)) return value;
    throw new UsageError(`--${name} must be ${expected}, not ${text}`);
}

/** @param {number} lo @param {number} hi */
const wholeFrom = (lo, hi) => (/** @type {number} */ value) =>
    Number.isInteger(value) && value >= lo && value <= hi;

/** @param {string} path */
function readText(path) {
    return { name: path, text: readFileSync(path, 'utf8') };
}

/** Milliseconds of processor time so far. */
function processorTime() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
}

async function main() {
    const given = readOptions();
    if (given.help) {
        process.stdout.write(HELP);
        return 0;
    }
    const { out, map, scen } = given;
    if (out === undefined) throw new UsageError('--out must name a folder');
    if (scen !== undefined && map === undefined) throw new UsageError('--scen needs its --map');
    const size = numberOf(given, 'size', wholeFrom(1, 1000), 'a whole number from 1 to 1000');
    const share = numberOf(given, 'blocked', (x) => x >= 0 && x < 1, 'at least 0 and below 1');
    const agents = numberOf(given, 'agents', wholeFrom(1, 1e4), 'a whole number from 1 to 10000');
    const radius = numberOf(given, 'radius', (x) => x >= 0 && x <= 10, 'from 0 to 10');
    const isDegree = (/** @type {number} */ x) => [4, 8, 16, 32].includes(x);
    const neighbors = numberOf(given, 'neighbors', isDegree, '4, 8, 16 or 32');
    const seed = numberOf(given, 'seed', wholeFrom(0, 2 ** 31), 'a whole number, at least 0');
    const rounds = numberOf(given, 'rounds', wholeFrom(1, 1e6), 'a whole number, at least 1');

    const read =
        map && (await readInstance(readText(map), scen ? readText(scen) : undefined, agents));
    const grid = read ? read.grid : randomGrid(size, size, share, seed);
    const tasks = (read ? read.tasks : null) ?? randomTasks(grid, agents, seed);

    const g = createSync();
    const begun = processorTime();
    const { paths, counts } = plan(g, makeGraph(g, grid, radius, neighbors), tasks, {
        seed,
        rounds,
    });
    const planned = processorTime();
    const files = planFiles(grid, tasks, paths, radius);
    const scenario = await readScenario(files);
    const readAt = processorTime();
    const result = await validate(scenario, { graze: g });
    const validatedAt = processorTime();
    if (!result.valid) throw new Error(`the plan is not valid: ${result.violations[0].message}`);

    mkdirSync(out, { recursive: true });
    for (const { name, text } of Object.values(files)) writeFileSync(join(out, name), text);
    const ms = (/** @type {number} */ from, /** @type {number} */ to) =>
        `${Math.round(to - from)} ms`;
    process.stdout.write(
        [
            `${basename(out)}: valid, ${result.agents} agents, ${result.pieces} sections`,
            `  makespan ${result.makespan}, sum of costs ${result.sumOfCosts}, clearance ${result.clearance?.separation ?? 'none'}`,
            `  ${Object.entries(counts)
                .map(([name, count]) => `${name} ${count}`)
                .join(', ')}`,
            `  planned in ${ms(begun, planned)}, read in ${ms(planned, readAt)}, checked in ${ms(readAt, validatedAt)} of processor time`,
            '',
        ].join('\n'),
    );
    return 0;
}

/** @param {unknown} error @returns {[code: number, text: string]} */
function outcomeOf(error) {
    const { name, message, syscall } = /** @type {NodeJS.ErrnoException} */ (Object(error));
    const text = String(message ?? error);
    if (error instanceof UsageError) return [2, `${text}. Try --help`];
    if (error instanceof NoPlan) return [1, text];
    if (name === 'InputError' || error instanceof RangeError || syscall) return [3, text];
    return [70, `internal error: ${text}`];
}

try {
    process.exitCode = await main();
} catch (error) {
    const [code, text] = outcomeOf(error);
    process.stderr.write(`${text}\n`);
    process.exitCode = code;
}
