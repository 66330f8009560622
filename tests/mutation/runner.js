/**
 * A test runner for Stryker: for each mutant a process (session.js) that runs the tests which cover it until
 * one fails. Also leaves out of the mutants messages that only explain how to call the program.
 */
import { fork } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import {
    commonTokens,
    declareClassPlugin,
    declareValuePlugin,
    PluginKind,
    tokens,
} from '@stryker-mutator/api/plugin';
import { DryRunStatus, MutantRunStatus, TestStatus } from '@stryker-mutator/api/test-runner';
import { TableReporter } from './report.js';
import { Selection } from './select.js';

/**
 * @import { StrykerOptions } from '@stryker-mutator/api/core'
 * @import { DryRunResult, DryRunOptions, MutantRunOptions, MutantRunResult, TestResult } from '@stryker-mutator/api/test-runner'
 * @import { Message, Order } from './messages.js'
 */

/** @typedef {{ messages: Message[], isLate: boolean, how: string }} Ended */

/** Before Stryker would end this process, which would leave those that it started. */
const MARGIN = 1000;

/** @param {string} id of a test */
const fileOf = (id) => id.slice(0, id.indexOf(' > '));

class GrazeRunner {
    static inject = tokens(commonTokens.options);

    /** @param {StrykerOptions} options */
    constructor(options) {
        /** @type {string[]} */ this.files = /** @type {any} */ (options).grazeTests;
        /** @type {string[]} */ this.modules = /** @type {any} */ (options).grazeModules;
        /** @type {string[]} */ this.except = /** @type {any} */ (options).grazeExcept;
        // Files that a test leaves behind when its process is ended are removed with the sandbox.
        this.temporary = resolve('temporary');
        mkdirSync(this.temporary, { recursive: true });
    }

    capabilities() {
        return { reloadEnvironment: true };
    }

    /**
     * @param {Order} order
     * @param {number} timeout
     * @param {Record<string, string>} more
     * @returns {Promise<Ended>}
     */
    session(order, timeout, more) {
        const child = fork(resolve('tests/mutation/session.js'), {
            env: { ...process.env, TMPDIR: this.temporary, ...more },
            stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
            // A group of its own, to end with it the programs that its tests started.
            detached: true,
        });
        /** @type {Message[]} */ const messages = [];
        let [isLate, stderr] = [false, ''];
        const endGroup = () => {
            try {
                process.kill(-(/** @type {number} */ (child.pid)), 'SIGKILL');
            } catch {
                // Nothing of it is left.
            }
        };
        child.stderr?.on('data', (chunk) => {
            stderr = (stderr + chunk).slice(-4000);
        });
        child.on('message', (message) => messages.push(/** @type {Message} */ (message)));
        const timer = setTimeout(() => {
            isLate = true;
            endGroup();
        }, timeout);
        child.send(order);
        return new Promise((done) => {
            child.on('exit', (code, signal) => {
                clearTimeout(timer);
                endGroup();
                done({ messages, isLate, how: `ended with ${code ?? signal}: ${stderr}` });
            });
        });
    }

    /** @param {DryRunOptions} options @returns {Promise<DryRunResult>} */
    async dryRun({ timeout }) {
        const { files, except, modules } = this;
        const programs = resolve('temporary/covered');
        const order = { modules, files, wanted: null, except, hasMutant: false, programs };
        const { messages, isLate, how } = await this.session(order, timeout - MARGIN, {
            NODE_OPTIONS: `--require=${resolve('tests/mutation/cover.cjs')}`,
            GRAZE_MUTATION_PROGRAMS: programs,
        });
        if (isLate) return { status: DryRunStatus.Timeout };
        const last = messages.at(-1);
        if (last?.kind !== 'done') return { status: DryRunStatus.Error, errorMessage: how };
        const { coverage = { static: {}, perTest: {} } } = last;
        /** @type {TestResult[]} */ const tests = [];
        for (const message of messages) {
            if (message.kind === 'done') continue;
            const { id, time } = message;
            const test = { id, name: id, timeSpentMs: time };
            if (message.kind === 'failed') {
                tests.push({ ...test, status: TestStatus.Failed, failureMessage: message.text });
                continue;
            }
            tests.push({ ...test, status: TestStatus.Success });
            coverage.perTest[id] ??= {};
            const counts = coverage.perTest[id];
            for (const [mutant, count] of Object.entries(message.counts)) {
                counts[mutant] = (counts[mutant] ?? 0) + count;
            }
        }
        // With a mutant active the program runs in another way: there too the tests must pass by themselves.
        const idle = await this.run({ id: 'none', wanted: null, timeout });
        if (idle.status !== MutantRunStatus.Survived) {
            const errorMessage = `tests fail though no mutant is active: ${JSON.stringify(idle)}`;
            return { status: DryRunStatus.Error, errorMessage };
        }
        return { status: DryRunStatus.Complete, tests, mutantCoverage: coverage };
    }

    /** @param {MutantRunOptions} options @returns {Promise<MutantRunResult>} */
    async mutantRun({ timeout, testFilter, hitLimit, activeMutant: { id } }) {
        return this.run({ id, wanted: testFilter ?? null, timeout, hitLimit });
    }

    /**
     * @param {{ id: string, wanted: string[] | null, timeout: number, hitLimit?: number }} asked
     * @returns {Promise<MutantRunResult>}
     */
    async run({ id, wanted, timeout, hitLimit }) {
        const used = new Set(wanted?.map(fileOf));
        const files = wanted === null ? this.files : this.files.filter((file) => used.has(file));
        const order = {
            modules: [],
            files,
            wanted,
            except: this.except,
            hasMutant: true,
            hitLimit,
            programs: '',
        };
        const nrOfTests = wanted?.length ?? 0;
        const variables = { __STRYKER_ACTIVE_MUTANT__: id };
        let ended = await this.session(order, timeout - MARGIN, variables);
        // An end without a word may be the machine's: it counts if it comes twice.
        if (ended.messages.length === 0 && !ended.isLate) {
            ended = await this.session(order, timeout - MARGIN, variables);
        }
        const { messages, isLate, how } = ended;
        if (isLate) return { status: MutantRunStatus.Timeout };
        const last = messages.at(-1);
        if (last?.kind === 'done' && last.isLoop) {
            return { status: MutantRunStatus.Timeout, reason: 'reached too often' };
        }
        const failed = messages.find((message) => message.kind === 'failed');
        if (failed) {
            return {
                status: MutantRunStatus.Killed,
                killedBy: [failed.id],
                failureMessage: failed.text,
                nrOfTests,
            };
        }
        if (last?.kind === 'done') return { status: MutantRunStatus.Survived, nrOfTests };
        const failureMessage = `the process ${how}`;
        return { status: MutantRunStatus.Killed, killedBy: [], failureMessage, nrOfTests };
    }
}

/** The text that `--help` prints says how to call the program, not what it does. */
const helpIgnorer = {
    /** @param {any} path @returns {string | undefined} */
    shouldIgnore(path) {
        const isHelp = path.isVariableDeclarator() && path.node.id.name === 'HELP';
        return isHelp ? 'what --help prints' : undefined;
    },
};

export const strykerPlugins = [
    declareClassPlugin(PluginKind.TestRunner, 'graze', GrazeRunner),
    declareClassPlugin(PluginKind.Checker, 'selection', Selection),
    declareClassPlugin(PluginKind.Reporter, 'table', TableReporter),
    declareValuePlugin(PluginKind.Ignore, 'help', helpIgnorer),
];

export const strykerValidationSchema = {
    type: 'object',
    properties: {
        grazePart: { type: 'string' },
        grazeTests: { type: 'array', items: { type: 'string' } },
        grazeModules: { type: 'array', items: { type: 'string' } },
        grazeExcept: { type: 'array', items: { type: 'string' } },
    },
};
