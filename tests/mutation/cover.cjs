/**
 * Loaded into every program that a test starts while coverage is taken, and into its threads: leaves in a
 * file which mutants were reached. A thread may be ended from outside, so it does so with each message.
 */
const { randomUUID } = require('node:crypto');
const { writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { isMainThread } = require('node:worker_threads');

const folder = process.env.GRAZE_MUTATION_PROGRAMS;
const path = folder && join(folder, `${process.pid}-${randomUUID()}.json`);

const shared = /** @type {any} */ (globalThis);
if (path) shared.__stryker__ = { isCovering: true };

function leave() {
    const coverage = shared.__stryker__?.mutantCoverage;
    if (path && coverage) writeFileSync(path, JSON.stringify(coverage.static));
}

process.on('exit', leave);
if (!isMainThread) {
    const { postMessage } = MessagePort.prototype;
    /** @param {unknown} message @param {any} [transfer] */
    MessagePort.prototype.postMessage = function (message, transfer) {
        leave();
        return postMessage.call(this, message, transfer);
    };
}
