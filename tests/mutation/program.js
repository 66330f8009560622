/**
 * The program on a thread, run after run: what a process has of its own, it is given anew each time.
 */
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { workerData } from 'node:worker_threads';

/**
 * @import { MessagePort } from 'node:worker_threads'
 * @import { Run } from './spawn.js'
 */

const { port, flag } = /** @type {{ port: MessagePort, flag: Int32Array }} */ (workerData);
const EVENTS = ['exit', 'SIGINT', 'SIGTERM'];

let [stdout, stderr, isRunning, runs] = ['', '', false, 0];

/** @param {(text: string) => void} take */
function taking(take) {
    return (/** @type {any} */ chunk, /** @type {any[]} */ ...rest) => {
        take(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());
        rest.find((one) => typeof one === 'function')?.();
        return true;
    };
}
process.stdout.write = taking((text) => {
    stdout += text;
});
process.stderr.write = taking((text) => {
    stderr += text;
});

/** @param {number} status @param {boolean} isOver whether the thread cannot be used again */
function finish(status, isOver) {
    if (!isRunning) return;
    isRunning = false;
    port.postMessage({ status, stdout, stderr, isOver });
    Atomics.store(flag, 0, 1);
    Atomics.notify(flag, 0);
}

/** @param {unknown} error */
function crash(error) {
    stderr += `${error instanceof Error ? error.stack : error}\n`;
    finish(1, true);
}
process.on('uncaughtException', crash);
process.on('unhandledRejection', crash);
// As of a process that nothing keeps going though its main module has not ended.
process.on('exit', () => finish(13, true));
const kept = new Set(EVENTS.flatMap((event) => process.listeners(/** @type {any} */ (event))));

/** Calls what the program left for its end, and takes away all it listens to. */
function endProcess() {
    for (const event of EVENTS) {
        for (const listener of process.listeners(/** @type {any} */ (event))) {
            if (kept.has(listener)) continue;
            process.removeListener(event, listener);
            if (event === 'exit') /** @type {() => void} */ (listener)();
        }
    }
    for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error');
}

port.on('message', async (/** @type {Run} */ { args, input, env }) => {
    [stdout, stderr, isRunning] = ['', '', true];
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    process.argv = [process.execPath, ...args];
    process.exitCode = undefined;
    const stdin = Readable.from(input === '' ? [] : [Buffer.from(input)]);
    Object.defineProperty(process, 'stdin', { value: stdin, configurable: true });
    port.unref();
    try {
        await import(`${pathToFileURL(args[0])}?${runs++}`);
        endProcess();
        const status = Number(process.exitCode ?? 0);
        process.exitCode = undefined;
        port.ref();
        finish(status, false);
    } catch (error) {
        crash(error);
    }
});
