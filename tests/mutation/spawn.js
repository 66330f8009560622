/**
 * Stands for `node:child_process` in the sandbox: with a mutant active, runs of the program that are waited
 * for take a thread which has its modules loaded (program.js) instead of a process, which is ten times
 * sooner. What asks for more of a process than arguments, input and variables still gets one.
 */
import { spawnSync as spawnProcess } from 'node:child_process';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';

export * from 'node:child_process';

/**
 * @typedef {object} Run
 * @property {string[]} args
 * @property {string} input
 * @property {NodeJS.ProcessEnv} env
 *
 * @typedef {{ status: number | null, stdout: string, stderr: string }} Ran
 */

/** @type {{ worker: Worker, port: import('node:worker_threads').MessagePort, flag: Int32Array } | undefined} */
let thread;

function start() {
    const { port1, port2 } = new MessageChannel();
    const flag = new Int32Array(new SharedArrayBuffer(4));
    const worker = new Worker(new URL('./program.js', import.meta.url), {
        workerData: { port: port2, flag },
        transferList: [port2],
    });
    worker.unref();
    worker.on('error', () => {});
    return { worker, port: port1, flag };
}

/**
 * @param {Run} run
 * @param {number} timeout
 * @returns {Ran}
 */
function runOnThread(run, timeout) {
    thread ??= start();
    const { worker, port, flag } = thread;
    Atomics.store(flag, 0, 0);
    port.postMessage(run);
    Atomics.wait(flag, 0, 0, timeout);
    const ran = receiveMessageOnPort(port)?.message;
    if (ran === undefined || ran.isOver) {
        thread = undefined;
        worker.terminate();
    }
    return ran ?? { status: null, stdout: '', stderr: '' };
}

/**
 * @param {string} file
 * @param {string[]} args
 * @param {any} [options]
 * @returns {any}
 */
export function spawnSync(file, args, options = {}) {
    const {
        input = '',
        env = process.env,
        timeout,
        cwd,
        NODE_OPTIONS = env.NODE_OPTIONS,
    } = options;
    const isProgram = file === process.execPath && args[0]?.endsWith('/js/cli/main.js');
    const isPlain = cwd === undefined && !NODE_OPTIONS && typeof input === 'string';
    if (!isProgram || !isPlain || !process.env.__STRYKER_ACTIVE_MUTANT__) {
        return spawnProcess(file, args, options);
    }
    return runOnThread({ args, input, env: { ...env } }, timeout);
}
