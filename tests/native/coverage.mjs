/**
 * Line and branch coverage of src/ by the native programs: all questions of questions.js through
 * replay and the other programs. Run by `make coverage`. Fails below 100 % of lines or 95 % of branches, and
 * lists the branches that are not taken: README.md says why.
 *
 *   node tests/native/coverage.mjs FOLDER PROGRAM...    programs built for coverage, in a folder
 */
import { execFileSync } from 'node:child_process';
import { preparedQuestions } from './builds.js';
import { bytesOf } from './solid_answers.js';
import { FAMILIES, MANY_FACETS, questionsOf, SINGLE_CASES } from './solid_cases.js';

const [, , folder, ...names] = process.argv;
const LLVM = process.env.LLVM_SUFFIX ?? '-14';
const PROGRAMS = names.map((name) => `${folder}/${name}`);
const LIMITS = { lines: 100, branches: 95 };

const MAX_OUTPUT = { maxBuffer: 2 ** 30 };

/** Returns the questions about bodies in space that solid.test.js asks. */
const solidQuestions = () => [
    ...Object.keys(FAMILIES).flatMap((family) => questionsOf(family, 60)),
    ...Object.values(SINGLE_CASES).flat(),
    MANY_FACETS,
];

/** What some programs read from their standard input. @type {Record<string, () => Uint8Array>} */
const INPUTS = { replay: () => preparedQuestions().bytes, solid: () => bytesOf(solidQuestions()) };

for (const program of PROGRAMS) {
    const input = INPUTS[program.slice(folder.length + 1)]?.() ?? '';
    const env = { ...process.env, LLVM_PROFILE_FILE: `${program}.profraw` };
    execFileSync(program, { ...MAX_OUTPUT, input, env });
}
const profile = `${folder}/all.profdata`;
const raw = PROGRAMS.map((program) => `${program}.profraw`);
execFileSync(`llvm-profdata${LLVM}`, ['merge', '-o', profile, ...raw]);

/** @param {string[]} args */
function llvmCov(...args) {
    const [first, ...others] = PROGRAMS;
    const objects = others.map((other) => `-object=${other}`);
    const rest = [first, ...objects, `-instr-profile=${profile}`, 'src'];
    return execFileSync(`llvm-cov${LLVM}`, [...args, ...rest], MAX_OUTPUT).toString();
}

const [{ files, totals }] = JSON.parse(llvmCov('export', '-skip-functions')).data;

/**
 * Returns the number of lines of each file that all programs and all including files together reach, and of all its
 * lines. The summaries count an inline function only for the including file that reaches most of it.
 * @type {Map<string, { reached: number, count: number, missed: string[] }>}
 */
const lines = new Map();
let [reachedLines, allLines] = [0, 0];
for (const part of llvmCov('export', '-format=lcov').split('end_of_record')) {
    const path = /^SF:(.*)$/m.exec(part)?.[1];
    if (path === undefined) continue;
    const counts = [...part.matchAll(/^DA:(\d+),(\d+)/gm)];
    const missed = counts.filter(([, , times]) => times === '0').map(([, line]) => line);
    lines.set(path, { reached: counts.length - missed.length, count: counts.length, missed });
    allLines += counts.length;
    reachedLines += counts.length - missed.length;
}
console.log('file                        lines    branches');
/** @param {string} name @param {number} reached @param {number} count @param {{ percent: number }} branches */
const row = (name, reached, count, branches) => {
    const percents = [count > 0 ? (100 * reached) / count : 100, branches.percent];
    const cells = percents.map((percent) => percent.toFixed(1).padStart(6));
    console.log(`${name.padEnd(26)} ${cells[0]} %   ${cells[1]} %`);
};
const name = (/** @type {string} */ path) => path.slice(path.lastIndexOf('/src/') + 5);
for (const { filename, summary } of files) {
    const { reached, count } = lines.get(filename) ?? { reached: 0, count: 0 };
    row(name(filename), reached, count, summary.branches);
}
row('all', reachedLines, allLines, totals.branches);
for (const [path, { missed }] of lines) {
    for (const line of missed) console.log(`never reached: ${name(path)}:${line}`);
}

/** Each branch is given by line, column, and counts of true and false. */
for (const { filename, branches } of files) {
    /** @type {Map<string, { taken: number, not: number }>} */
    const merged = new Map();
    // A header's branches are listed once for each file that includes it.
    for (const [line, column, , , taken, not] of branches) {
        const key = `${line}:${column}`;
        const before = merged.get(key) ?? { taken: 0, not: 0 };
        merged.set(key, { taken: before.taken + taken, not: before.not + not });
    }
    for (const [place, { taken, not }] of merged) {
        if (taken === 0) console.log(`never true:  ${name(filename)}:${place}`);
        if (not === 0) console.log(`never false: ${name(filename)}:${place}`);
    }
}
if (100 * reachedLines < LIMITS.lines * allLines || totals.branches.percent < LIMITS.branches) {
    console.error(`coverage is below ${LIMITS.lines} % of lines, ${LIMITS.branches} % of branches`);
    process.exit(1);
}
