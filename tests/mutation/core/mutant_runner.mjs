import { execFile, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { posix } from 'node:path';
import { promisify } from 'node:util';
import { inOrder } from './chunks.mjs';
import { folderOf, hash } from './mutants.mjs';
import { PRELUDE, writeSchema } from './schema.mjs';

/**
 * Builds the core with one change and asks whether anything notices it.
 *
 * @import { Choice, Mutant } from './mutants.mjs'
 * @import { Chunk } from './chunks.mjs'
 * @typedef {'broken' | 'killed' | 'same' | 'open' | 'survived'} Fate broken: does not compile; same: an optimizing compiler
 *     makes of it the very code that it makes of the original; open: no answer is another, not asked further
 * @typedef {'answers' | 'check' | 'crash' | 'timeout'} How
 * @typedef {{ fate: Fate, stage?: 'answers' | 'tests' | 'sanitizers', by?: string, how?: How }} Verdict
 */

const run = promisify(execFile);

const COMMON = ['-std=c11', '-w', '-pipe', '-ffp-contract=off'];
// An undeclared name would count as a function that returns an int.
const CHANGED = [...COMMON, '-Werror=implicit-function-declaration'];
const QUICK = [...CHANGED, '-O0'];
const CHOOSING = [...CHANGED, '-O1', '-include', 'prelude.h'];
// The compiler itself fails on choices among vectors.
const CHOOSING_PLAINLY = [...CHANGED, '-O0', '-include', 'prelude.h'];
const USUAL = [...COMMON, '-O1'];
const OPTIMIZED = [...CHANGED, '-O2'];
const SANITIZERS = '-fsanitize=address,undefined';
const SANITIZED = [
    ...[...CHANGED, '-O1', '-g', SANITIZERS],
    ...['-fno-sanitize-recover=all', '-fno-omit-frame-pointer'],
];

const TEST_SOURCES = fs.readdirSync('tests/native').map((name) => `tests/native/${name}`);
const REPLAY = TEST_SOURCES.filter((path) => /replay_\w+\.c$/.test(path));
const RUNNER = 'tests/mutation/core/runner.c';
const TRUTH = ['truth', 'faults', 'paths'].map((name) => `tests/native/${name}.c`);

/** Returns what a program is made of beside the core. @param {string} name */
function partsOf(name) {
    const main = name === 'runner' ? RUNNER : `tests/native/${name}.c`;
    const isReplay = name === 'runner' || name === 'replay';
    const others = isReplay ? REPLAY : /^(motion|sweep)_/.test(name) ? TRUTH : [];
    return [main, ...others];
}

/**
 * Programs that can notice a change in a folder, the quickest first; with 0 a program leaves out its random cases. Seconds: ten times
 * the usual.
 *
 * @typedef {{ program: string, args: string[], seconds: number, script?: string }} Test script: a test in JavaScript, of the
 *     answers of the program
 */
const EXACT = { program: 'exact_test', args: [], seconds: 2 };
const LOOKUP = { program: 'lookup_test', args: [], seconds: 3 };
const SEARCH = { program: 'search_test', args: [], seconds: 2 };
const LANES = { program: 'lanes_test', args: [], seconds: 2 };
const CORE = { program: 'core_test', args: [], seconds: 2 };
const DECOMPOSITION = { program: 'decomposition_test', args: [], seconds: 5 };
const BROADPHASE = { program: 'broadphase_test', args: [], seconds: 5 };
const COMPOUND = { program: 'compound_test', args: [], seconds: 30 };
const VELOCITY = { program: 'velocity_test', args: [], seconds: 5 };
const BODIES = { program: 'bodies_test', args: ['100'], seconds: 10 };
const PAIRS = { program: 'pairs_test', args: [], seconds: 10 };
const ADVANCEMENT = { program: 'advancement_test', args: [], seconds: 10 };
const MOTION_CASES = { program: 'motion_test', args: ['0'], seconds: 5 };
const SWEEP_CASES = { program: 'sweep_test', args: ['0'], seconds: 5 };
const MOTION = { program: 'motion_test', args: ['100'], seconds: 40 };
const SWEEP = { program: 'sweep_test', args: ['100'], seconds: 80 };
const SOLID_SIGNS = { program: 'solid_test', args: [], seconds: 20 };
const SOLID_COMPOUND = { program: 'solid_compound_test', args: [], seconds: 60 };
const SOLID_BATCH = { program: 'solid_batch_test', args: [], seconds: 60 };
const SOLID_STUDY = { program: 'solid_study_test', args: ['5'], seconds: 60 };
const SOLID_PCDA = { program: 'solid_pcda_test', args: ['5'], seconds: 60 };
const SOLID_MOTION = { program: 'solid_motion_test', args: ['10'], seconds: 60 };
const SOLID_DELAYS = { program: 'solid_delays_test', args: ['10'], seconds: 60 };
const SOLID_LASTING = { program: 'solid_lasting_test', args: ['10'], seconds: 30 };
const SOLID_COMPOUND_MOTION = { program: 'solid_compound_motion_test', args: [], seconds: 120 };
/** The exact oracle. */
const SOLID_ORACLE = {
    program: 'solid',
    args: [],
    seconds: 100,
    script: 'tests/native/solid.test.js',
};

/** @type {Record<string, Test[]>} */
export const TESTS = {
    base: [EXACT, LANES, CORE, VELOCITY, BROADPHASE, MOTION_CASES, SWEEP_CASES, BODIES, PAIRS],
    broadphase: [BROADPHASE, SWEEP_CASES, COMPOUND, BODIES],
    static: [
        ...[SEARCH, LANES, CORE, LOOKUP, DECOMPOSITION, COMPOUND],
        ...[MOTION_CASES, SWEEP_CASES, BODIES, PAIRS],
    ],
    advancement: [ADVANCEMENT, CORE, MOTION_CASES, COMPOUND, SWEEP_CASES, MOTION],
    motion: [CORE, MOTION_CASES, COMPOUND, SWEEP_CASES, MOTION],
    trajectory: [CORE, SWEEP_CASES, SWEEP],
    agents: [CORE, VELOCITY],
    study: [SEARCH, CORE, COMPOUND, MOTION_CASES, SOLID_STUDY, SOLID_PCDA],
    solid: [
        ...[SOLID_SIGNS, SOLID_STUDY, SOLID_COMPOUND, SOLID_BATCH, SOLID_ORACLE],
        ...[SOLID_MOTION, SOLID_LASTING, SOLID_DELAYS, SOLID_COMPOUND_MOTION],
    ],
};

const PROGRAMS = Object.values(TESTS).flatMap((tests) => tests.map(({ program }) => program));
export const PARTS = [...new Set(['replay', 'runner', ...PROGRAMS].flatMap(partsOf))];

/** Under the sanitizers, beside the questions: what is quick. @param {string} folder */
const sanitizedTests = (folder) =>
    folder === 'solid' ? [SOLID_SIGNS, SOLID_COMPOUND, SOLID_BATCH] : [EXACT, CORE, VELOCITY];

/** @param {string} path */
const objectOf = (path) => `${path.replaceAll('/', '_').replace(/\.c$/, '')}.o`;

/**
 * Runs a program as long as it does what is expected.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {{ input?: string, expected?: Buffer, seconds: number, isSanitized?: boolean, env?: NodeJS.ProcessEnv }} options
 *     `seconds` of the processor
 * @returns {Promise<How | undefined>} undefined when all is as it should be
 */
function watch(program, args, { input, expected, seconds, isSanitized = false, env }) {
    const from = input === undefined ? 'ignore' : fs.openSync(input, 'r');
    // The address sanitizer, and Node, reserve memory that they do not use.
    const limits = isSanitized ? [] : [`--as=${4 * 2 ** 30}`];
    const command = [`--cpu=${seconds}`, '--core=0', ...limits, program, ...args];
    const child = spawn('prlimit', command, { stdio: [from, 'pipe', 'pipe'], env });
    if (typeof from === 'number') fs.closeSync(from);
    return new Promise((resolve, reject) => {
        let at = 0;
        /** @type {How | undefined} */
        let how;
        const stop = (/** @type {How} */ seen) => {
            how ??= seen;
            child.kill('SIGKILL');
        };
        child.stdout?.on('data', (/** @type {Buffer} */ part) => {
            const due = expected?.subarray(at, at + part.length);
            if (due !== undefined && !part.equals(due)) stop('answers');
            at += part.length;
        });
        child.stderr?.on('data', () => stop(isSanitized ? 'crash' : 'check'));
        child.on('error', reject);
        child.on('close', (code, signal) => {
            if (how !== undefined) resolve(how);
            else if (signal === 'SIGXCPU' || signal === 'SIGKILL') resolve('timeout');
            else if (signal !== null) resolve('crash');
            else if (code !== 0) resolve('check');
            else resolve(expected !== undefined && at !== expected.length ? 'answers' : undefined);
        });
    });
}

/** @param {Buffer} source @param {Mutant} mutant */
const changedBy = (source, { at, length, text }) =>
    Buffer.concat([source.subarray(0, at), Buffer.from(text), source.subarray(at + length)]);

/** One working place: the sources, of which one file is changed at a time. */
export class MutantRunner {
    /** @type {Map<string, string[]>} the units, and parts of programs, that include a header */
    #users = new Map();

    /**
     * @param {string} folder
     * @param {string[]} sources all of src/
     * @param {Chunk[]} chunks
     */
    constructor(folder, sources, chunks) {
        this.folder = folder;
        this.units = sources.filter((path) => path.endsWith('.c'));
        const headers = [...sources, ...TEST_SOURCES].filter((path) => path.endsWith('.h'));
        this.headers = hash(headers.map((path) => fs.readFileSync(path, 'latin1')).join());
        this.chunks = chunks;
    }

    /** @param {string[]} options @param {string} path @param {string} into */
    async #compile(options, path, into) {
        const args = [...options, '-c', path, '-o', `${into}/${objectOf(path)}`];
        await run('gcc', args, { cwd: this.folder, maxBuffer: 2 ** 26 });
    }

    /** @param {string} name @param {string} into @param {string[]} changed units of which the objects are in `changed` */
    async #link(name, into, changed, options = /** @type {string[]} */ ([])) {
        const objects = [...partsOf(name), ...this.units].map(
            (path) => `${changed.includes(path) ? 'changed' : into}/${objectOf(path)}`,
        );
        const args = [...options, '-fuse-ld=gold', '-o', name, ...objects, '-lm'];
        await run('gcc', args, { cwd: this.folder, maxBuffer: 2 ** 26 });
        return `${this.folder}/${name}`;
    }

    /** Returns the cached result of an earlier run if nothing has changed. @param {string[]} options @param {string} path @param {string} into */
    async #keep(options, path, into) {
        const text = fs.readFileSync(`${this.folder}/${path}`, 'latin1');
        const key = hash([this.headers, options.join(' '), text].join('\n'));
        const kept = `${this.folder}/${into}/${objectOf(path)}.key`;
        if (fs.existsSync(kept) && fs.readFileSync(kept, 'utf8') === key) return;
        await this.#compile(options, path, into);
        fs.writeFileSync(kept, key);
    }

    /** @param {string} path a part of a program */
    #keepPart(path) {
        return this.#keep([...COMMON, '-O2'], path, 'usual');
    }

    /**
     * Builds everything that is the same for all mutants.
     *
     * @param {MutantRunner} [other] one that has it already
     * @param {string} [built] folder with objects of the core, as make builds them, to take instead
     */
    async prepare(other, built) {
        if (other !== undefined) {
            fs.rmSync(this.folder, { recursive: true, force: true });
            fs.cpSync(other.folder, this.folder, { recursive: true });
        }
        for (const into of ['usual', 'sanitized', 'optimized', 'changed']) {
            fs.mkdirSync(`${this.folder}/${into}`, { recursive: true });
        }
        for (const part of ['src', 'tests/native', 'tests/mutation']) {
            fs.cpSync(part, `${this.folder}/${part}`, { recursive: true });
        }
        fs.writeFileSync(`${this.folder}/prelude.h`, PRELUDE);
        for (const path of this.units) {
            if (built === undefined) await this.#keep(USUAL, path, 'usual');
            else {
                const object = `${built}/${path.replace(/c$/, 'o')}`;
                fs.copyFileSync(object, `${this.folder}/usual/${objectOf(path)}`);
            }
        }
        for (const path of ['replay', 'runner'].flatMap(partsOf)) await this.#keepPart(path);
        await this.#findUsers();
        if (other === undefined) await this.#answer();
    }

    /** Returns what only those need that no answer gives away. */
    async prepareTests() {
        for (const path of PARTS) await this.#keepPart(path);
        for (const path of [...this.units, ...PARTS]) {
            await this.#keep(SANITIZED, path, 'sanitized');
        }
        // A test that fails anyway would kill everything.
        for (const one of new Set(Object.values(TESTS).flat())) {
            const how = await this.#test(one, []);
            if (how !== undefined)
                throw new Error(`unchanged, ${one.program} ${one.args} fails: ${how}`);
        }
    }

    /** Runs a test. @param {Test} test @param {string[]} changed units of which the objects are in `changed` */
    async #test({ program, args, seconds, script }, changed) {
        const path = await this.#link(program, 'usual', changed);
        if (script === undefined) return watch(path, args, { seconds });
        fs.mkdirSync(`${this.folder}/native`, { recursive: true });
        fs.renameSync(path, `${this.folder}/native/${program}-plain`);
        const env = { ...process.env, GRAZE_NATIVE: 'plain', GRAZE_BUILD: this.folder };
        return watch(process.execPath, [script], { seconds, isSanitized: true, env });
    }

    /** Returns what the core as it is answers. */
    async #answer() {
        const replay = await this.#link('replay', 'usual', []);
        for (const { path, answers } of this.chunks) {
            const replaying = run(replay, [], { encoding: 'buffer', maxBuffer: 2 ** 28 });
            replaying.child.stdin?.end(fs.readFileSync(path));
            fs.writeFileSync(answers, (await replaying).stdout);
        }
    }

    /** Returns what includes a header. */
    async #findUsers() {
        const all = [...this.units, ...PARTS];
        const { stdout } = await run('gcc', ['-MM', ...all], { cwd: this.folder });
        for (const rule of stdout.replace(/\\\n/g, ' ').trim().split('\n')) {
            const [unit, ...used] = rule.split(':')[1].trim().split(/\s+/);
            for (const header of used) {
                const name = posix.normalize(header);
                this.#users.set(name, [...(this.#users.get(name) ?? []), unit]);
            }
        }
    }

    /** Returns what of the core is compiled anew when a file changes. @param {string} file */
    #unitsOf(file) {
        if (file.endsWith('.c')) return [file];
        return (this.#users.get(file) ?? []).filter((path) => this.units.includes(path));
    }

    /** Returns what of the programs is, which can use what is inline themselves. @param {string} file */
    #partsOf(file) {
        return (this.#users.get(file) ?? []).filter((path) => PARTS.includes(path));
    }

    /** @template T @param {string} file @param {Buffer} text @param {() => Promise<T>} action while the file holds `text` @returns {Promise<T>} */
    async #with(file, text, action) {
        const path = `${this.folder}/${file}`;
        fs.writeFileSync(path, text);
        try {
            return await action();
        } finally {
            fs.writeFileSync(path, fs.readFileSync(file));
        }
    }

    /**
     * Puts the questions to mutants of one file.
     *
     * @param {Mutant[]} mutants
     * @param {Choice[]} choices of the file
     * @param {(mutant: Mutant, verdict: Verdict) => void} report open: what no answer gives away
     */
    async runQuestions(mutants, choices, report) {
        const { file } = mutants[0];
        const source = fs.readFileSync(file);
        const left = new Set(mutants);
        const among = (/** @type {Choice} */ choice) => choice.mutants.some((one) => left.has(one));
        let usable = choices.filter((choice) => choice.mutants.length === 0 || among(choice));
        let isCompiled = false;
        let options = CHOOSING;
        /** @type {Map<Mutant, number>} */
        let numbers = new Map();
        while (!isCompiled) {
            const chosen = usable.flatMap((choice) => choice.mutants);
            numbers = new Map(chosen.map((mutant, k) => [mutant, k + 1]));
            const faulty = await this.#with(file, writeSchema(source, usable, numbers), () =>
                this.#faultyLines(file, options),
            );
            isCompiled = faulty === undefined;
            if (faulty === undefined) break;
            const before = usable.length;
            usable = usable.filter(
                (choice) => !choice.mutants.some(({ line }) => faulty.includes(line)),
            );
            if (usable.length < before) continue;
            if (options === CHOOSING) options = CHOOSING_PLAINLY;
            else throw new Error(`${file}, lines ${faulty}: not in a choice`);
        }
        await this.#run(file, new Map([...numbers].filter(([mutant]) => left.has(mutant))), report);
        for (const mutant of left) if (numbers.has(mutant)) left.delete(mutant);
        // These mutants cannot be chosen at run time.
        for (const mutant of left) {
            const faulty = await this.#with(file, changedBy(source, mutant), () =>
                this.#faultyLines(file, QUICK),
            );
            if (faulty === undefined) await this.#run(file, mutant, report);
            else report(mutant, { fate: 'broken' });
        }
    }

    /** Compiles a file's units; the lines at fault, if any. @param {string} file @param {string[]} options */
    async #faultyLines(file, options) {
        for (const unit of this.#unitsOf(file)) {
            try {
                await this.#compile(options, unit, 'changed');
            } catch (error) {
                const text = String(/** @type {any} */ (error).stderr);
                const pattern = /^(\S+?):(\d+):\d+: (?:error|internal compiler error)/gm;
                const lines = [...text.matchAll(pattern)]
                    .filter(([, path]) => posix.normalize(path) === file)
                    .map(([, , line]) => Number(line));
                return lines;
            }
        }
        return undefined;
    }

    /** @param {string} file @param {Map<Mutant, number> | Mutant} built all that are in it, or the one that it is @param {(mutant: Mutant, verdict: Verdict) => void} report */
    async #run(file, built, report) {
        const runner = await this.#link('runner', 'usual', this.#unitsOf(file));
        const order = inOrder(this.chunks, folderOf({ file }));
        const lists = [`${this.folder}/chunks`, `${this.folder}/mutants`];
        fs.writeFileSync(
            lists[0],
            order.map(({ name, path, answers }) => `${name} ${path} ${answers}\n`).join(''),
        );
        const isAlone = !(built instanceof Map);
        const numbers = isAlone ? [[built, 0]] : [...built];
        fs.writeFileSync(lists[1], numbers.map(([, k]) => k).join('\n'));
        const args = isAlone ? lists.slice(0, 1) : lists;
        const { stdout } = await run(runner, args, { maxBuffer: 2 ** 26 });
        const byNumber = new Map(numbers.map(([mutant, k]) => [k, mutant]));
        // The first line of several is the original's.
        const lines = stdout.trim().split('\n');
        for (const line of isAlone ? lines : lines.slice(1)) {
            const [k, how, by] = line.split(' ');
            const mutant = /** @type {Mutant} */ (byNumber.get(Number(k)));
            if (how === 'ok') report(mutant, { fate: 'open' });
            else
                report(mutant, {
                    fate: 'killed',
                    stage: 'answers',
                    by,
                    how: /** @type {How} */ (how),
                });
        }
    }

    /** Returns what no answer gives away: the tests, then the sanitizers. @param {Mutant} mutant @returns {Promise<Verdict>} */
    async checkOpen(mutant) {
        const { file } = mutant;
        const units = this.#unitsOf(file);
        for (const unit of units) await this.#keep(OPTIMIZED, unit, 'optimized');
        return this.#with(file, changedBy(fs.readFileSync(file), mutant), async () => {
            if (await this.#isSame(units)) return { fate: 'same' };
            const changed = [...units, ...this.#partsOf(file)];
            for (const path of changed) await this.#compile(QUICK, path, 'changed');
            for (const one of TESTS[folderOf(mutant)]) {
                const how = await this.#test(one, changed);
                const by = [one.program, ...one.args].join(' ');
                if (how !== undefined) return { fate: 'killed', stage: 'tests', by, how };
            }
            return this.#sanitize(changed, folderOf(mutant));
        });
    }

    /** @param {string[]} units @returns {Promise<boolean>} */
    async #isSame(units) {
        for (const unit of units) {
            await this.#compile(OPTIMIZED, unit, 'changed');
            const [was, is] = ['optimized', 'changed'].map((into) =>
                fs.readFileSync(`${this.folder}/${into}/${objectOf(unit)}`),
            );
            if (!was.equals(is)) return false;
        }
        return true;
    }

    /** @param {string[]} changed @param {string} folder @returns {Promise<Verdict>} */
    async #sanitize(changed, folder) {
        for (const path of changed) await this.#compile(SANITIZED, path, 'changed');
        const options = { seconds: 60, isSanitized: true };
        const replay = await this.#link('replay', 'sanitized', changed, [SANITIZERS]);
        for (const { name, path, answers } of inOrder(this.chunks, folder)) {
            const expected = fs.readFileSync(answers);
            const how = await watch(replay, [], { ...options, input: path, expected });
            if (how !== undefined) return { fate: 'killed', stage: 'sanitizers', by: name, how };
        }
        for (const { program, args } of sanitizedTests(folder)) {
            const path = await this.#link(program, 'sanitized', changed, [SANITIZERS]);
            const how = await watch(path, args, options);
            if (how !== undefined) return { fate: 'killed', stage: 'sanitizers', by: program, how };
        }
        return { fate: 'survived' };
    }
}
