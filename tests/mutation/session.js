/**
 * Runs tests in a process of its own, with one mutant active or, to learn what each test covers, with none.
 * A mutant may leave anything behind it, a trapped instance or a freed shape: so none shares a process with
 * another. Runs in the sandbox, started by runner.js, to which it reports what happens, message by message.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { mock } from 'node:test';
import { pathToFileURL } from 'node:url';
import { contextOf, runEndings, takeDeclared } from './suite.js';

/**
 * @import { Counts } from './messages.js'
 * @import { Order, Message } from './messages.js'
 */

/**
 * Data that the instrumented code of Stryker shares with its runner.
 *
 * @typedef {object} Namespace
 * @property {boolean} [isCovering] added by prepare.js
 * @property {string} [activeMutant]
 * @property {string} [currentTestId]
 * @property {number} [hitCount]
 * @property {number} [hitLimit]
 * @property {{ static: Counts, perTest: Record<string, Counts> }} [mutantCoverage]
 */
const shared = /** @type {Namespace} */ ({});
/** @type {any} */ (globalThis).__stryker__ = shared;

/** @param {Message} message @returns {Promise<void>} */
function send(message) {
    return new Promise((done) => process.send?.(message, undefined, {}, () => done()));
}

/**
 * Returns what the programs that a test started have covered: each leaves a file when it ends.
 *
 * @param {string} folder
 * @returns {Counts}
 */
function gather(folder) {
    /** @type {Counts} */ const counts = {};
    for (const name of readdirSync(folder)) {
        const part = JSON.parse(readFileSync(join(folder, name), 'utf8'));
        for (const [id, count] of Object.entries(part)) counts[id] = (counts[id] ?? 0) + count;
        rmSync(join(folder, name));
    }
    return counts;
}

/** @param {unknown} error */
function textOf(error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/**
 * @param {Order} order
 * @returns {Promise<boolean>} whether to go on
 */
async function runFile({ wanted, except, hasMutant, programs }, /** @type {string} */ file) {
    try {
        await import(pathToFileURL(resolve(file)).href);
    } catch (error) {
        await send({ kind: 'failed', id: file, text: textOf(error), time: 0 });
        return false;
    }
    for (const { name, run } of takeDeclared()) {
        const id = `${file} > ${name}`;
        if (except.includes(id) || (wanted !== null && !wanted.includes(id))) continue;
        const start = performance.now();
        shared.currentTestId = id;
        /** @type {string | undefined} */ let text;
        try {
            await run(contextOf(name));
        } catch (error) {
            text = textOf(error);
        }
        mock.reset();
        shared.currentTestId = undefined;
        const time = performance.now() - start;
        if (text !== undefined) {
            await send({ kind: 'failed', id, text, time });
            if (hasMutant) return false;
        } else if (!hasMutant) {
            await send({ kind: 'passed', id, time, counts: gather(programs) });
        }
    }
    return true;
}

/** @param {Order} order */
async function run(order) {
    if (order.hasMutant) {
        shared.activeMutant = process.env.__STRYKER_ACTIVE_MUTANT__;
        shared.hitCount = 0;
        shared.hitLimit = order.hitLimit;
    } else {
        shared.isCovering = true;
        mkdirSync(order.programs, { recursive: true });
    }
    const root = process.cwd();
    // Code that runs when a module is loaded belongs to every test, not to the first that imports it.
    for (const file of order.modules) await import(pathToFileURL(resolve(file)).href);
    for (const file of order.files) {
        const goesOn = await runFile(order, file);
        process.chdir(root);
        if (!goesOn) break;
    }
    const isLoop = (shared.hitCount ?? 0) > (shared.hitLimit ?? Number.POSITIVE_INFINITY);
    await send({
        kind: 'done',
        isLoop,
        coverage: order.hasMutant ? undefined : shared.mutantCoverage,
    });
    await runEndings();
}

process.once('message', async (order) => {
    try {
        await run(/** @type {Order} */ (order));
        process.exit(0);
    } catch (error) {
        process.stderr.write(textOf(error), () => process.exit(1));
    }
});
