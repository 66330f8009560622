/**
 * Mutation testing of the C core: how many small changes of src/ do the questions and programs of tests/native notice?
 *
 *   node tests/mutation/core.mjs [--files src/static,src/base] [--sample 0.2] [--min 150] [--seed 1] [--jobs 2]
 *       [--again survived,same] [--limit 95] [--quick] [--report]
 *
 * What has been checked is kept in build/mutation/core.ndjson and not checked again while its file is the same; --again checks
 * those anew that had these fates, but for the explained (unless `explained` is named too); --limit is of the score without
 * the same and the explained; --quick puts the questions only; --report checks nothing.
 */
import * as fs from 'node:fs';
import { parseArgs } from 'node:util';
import { writeChunks } from './core/chunks.mjs';
import { MutantRunner } from './core/mutant_runner.mjs';
import { coreSources, findMutants, hash, partOf } from './core/mutants.mjs';
import { printReport, readExplained, rowKey } from './core/report.mjs';

/**
 * @import { Mutant } from './core/mutants.mjs'
 * @import { Verdict } from './core/mutant_runner.mjs'
 */

const { values: options } = parseArgs({
    options: {
        files: { type: 'string', default: 'src' },
        sample: { type: 'string' },
        min: { type: 'string', default: '0' },
        seed: { type: 'string', default: '1' },
        jobs: { type: 'string', default: '1' },
        again: { type: 'string', default: '' },
        limit: { type: 'string', default: '0' },
        quick: { type: 'boolean', default: false },
        report: { type: 'boolean', default: false },
    },
});

/** Share of the mutants; 0 if only `--min` is given. */
const SHARE = Number(options.sample ?? (options.min === '0' ? 1 : 0));

const FOLDER = 'build/mutation';
const RECORD = `${FOLDER}/core.ndjson`;

const sources = coreSources();
const chosen = sources.filter((path) =>
    options.files.split(',').some((start) => path.startsWith(start)),
);

/** Which unit shows a file, a header too, to the compiler; and its mutants. @typedef {{ unit: string, mutants: Mutant[] }} Found */

/** Returns the mutants of src/ by file. They are cached, since parsing takes a minute. @returns {Record<string, Found>} */
function allMutants() {
    const path = `${FOLDER}/mutants.json`;
    /** @type {Record<string, { key: string, of: Record<string, Mutant[]> }>} */
    const kept = fs.existsSync(path) ? JSON.parse(fs.readFileSync(path, 'utf8')) : {};
    const headers = hash(
        sources
            .filter((name) => name.endsWith('.h'))
            .map(stateOf)
            .join(),
    );
    /** @type {Record<string, Found>} */
    const found = {};
    for (const unit of sources.filter((name) => name.endsWith('.c'))) {
        const key = `${headers} ${stateOf(unit)}`;
        if (kept[unit]?.key !== key) {
            const all = findMutants(unit, new Set(sources));
            const of = Object.fromEntries([...all].map(([name, { mutants }]) => [name, mutants]));
            kept[unit] = { key, of };
        }
        for (const [name, mutants] of Object.entries(kept[unit].of))
            found[name] ??= { unit, mutants };
    }
    fs.writeFileSync(path, JSON.stringify(kept));
    return found;
}

/** Selects a share of each part's mutants, or a minimum number; a larger share contains a smaller one. @param {Mutant[]} mutants */
function sampled(mutants) {
    const parts = [...new Set(mutants.map(partOf))];
    return parts.flatMap((part) => {
        const all = mutants.filter((mutant) => partOf(mutant) === part);
        const count = Math.max(Number(options.min), Math.ceil(SHARE * all.length));
        const order = new Map(all.map(({ id }) => [id, hash(`${options.seed} ${id}`)]));
        const rank = (/** @type {Mutant} */ { id }) => /** @type {string} */ (order.get(id));
        return all.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1)).slice(0, count);
    });
}

/** Returns what is known, by mutant and the state of its file. @returns {Map<string, Verdict>} */
function readRecord() {
    const lines = fs.existsSync(RECORD) ? fs.readFileSync(RECORD, 'utf8').trim().split('\n') : [];
    return new Map(
        lines.filter(Boolean).map((line) => {
            const { id, state, ...verdict } = JSON.parse(line);
            return [`${id} ${state}`, verdict];
        }),
    );
}

fs.mkdirSync(FOLDER, { recursive: true });
const states = new Map(sources.map((path) => [path, hash(fs.readFileSync(path, 'latin1'))]));
const stateOf = (/** @type {string} */ path) => states.get(path);
const found = allMutants();
const candidates = chosen.flatMap((path) => found[path]?.mutants ?? []);
const mutants = sampled(candidates);
const known = readRecord();
const fatesAgain = options.again.split(',').filter(Boolean);
const explained = readExplained();
/** Returns what was read is not checked again. @param {Mutant} mutant */
const isSkipped = (mutant) =>
    fatesAgain.length > 0 && !fatesAgain.includes('explained') && explained.has(rowKey(mutant));

/** @param {Mutant} mutant */
const key = ({ id, file }) => `${id} ${states.get(file)}`;

/** @param {Mutant} mutant @param {Verdict} verdict */
function recordVerdict(mutant, verdict) {
    const { id, file } = mutant;
    known.set(key(mutant), verdict);
    fs.appendFileSync(RECORD, `${JSON.stringify({ id, state: states.get(file), ...verdict })}\n`);
}

/** @template T @param {MutantRunner[]} runners @param {T[]} tasks @param {(runner: MutantRunner, task: T) => Promise<void>} action */
async function share(runners, tasks, action) {
    let next = 0;
    const start = Date.now();
    await Promise.all(
        runners.map(async (runner) => {
            while (next < tasks.length) {
                const task = tasks[next++];
                try {
                    await action(runner, task);
                } catch (error) {
                    // The others can be checked all the same.
                    console.error(error);
                    process.exitCode = 1;
                }
                const seconds = Math.round((Date.now() - start) / 1000);
                console.error(`${next} of ${tasks.length} in ${seconds} s`);
            }
        }),
    );
}

async function runAll() {
    const chunks = writeChunks(`${FOLDER}/questions`);
    const jobs = Math.max(1, Number(options.jobs));
    const runners = Array.from(
        { length: jobs },
        (_, k) => new MutantRunner(`${FOLDER}/work-${k}`, sources, chunks),
    );
    await runners[0].prepare();
    for (const runner of runners.slice(1)) await runner.prepare(runners[0]);
    const isPending = (/** @type {Mutant} */ mutant) => {
        const fate = known.get(key(mutant))?.fate;
        return fate === undefined || (fatesAgain.includes(fate) && !isSkipped(mutant));
    };
    const pending = mutants.filter(isPending);
    // Headers last: what includes them is all compiled anew.
    const files = [...new Set(pending.map(({ file }) => file))].sort((a, b) =>
        a.slice(-1).localeCompare(b.slice(-1)),
    );
    await share(runners, files, async (runner, file) => {
        const ids = new Set(pending.filter((mutant) => mutant.file === file).map(({ id }) => id));
        const again = findMutants(found[file].unit, new Set([file])).get(file);
        if (again === undefined) throw new Error(`${file} has lost its mutants`);
        const wanted = again.mutants.filter(({ id }) => ids.has(id));
        await runner.runQuestions(wanted, again.choices, recordVerdict);
    });
    if (options.quick) return;
    const open = mutants.filter(
        (mutant) => known.get(key(mutant))?.fate === 'open' && !isSkipped(mutant),
    );
    if (open.length > 0) for (const runner of runners) await runner.prepareTests();
    await share(runners, open, async (runner, mutant) =>
        recordVerdict(mutant, await runner.checkOpen(mutant)),
    );
}

if (!options.report) await runAll();
const score = printReport(
    mutants.flatMap((mutant) => {
        const verdict = known.get(key(mutant));
        return verdict === undefined ? [] : [{ mutant, verdict }];
    }),
    candidates,
);
if (score < Number(options.limit)) {
    console.error(`the score is below ${options.limit} %`);
    process.exit(1);
}
