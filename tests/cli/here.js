import { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { MAIN, withoutProgress } from './program.js';

/** The program in this process: sooner than one of its own, and standard output may be a terminal. */

/** Events that the program listens to, whose listeners must be removed. */
const EVENTS = /** @type {const} */ (['exit', 'SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM']);

let runs = 0;

/** @param {boolean} isTTY */
function recorder(isTTY) {
    let text = '';
    const stream = new Writable({
        decodeStrings: false,
        write(chunk, _, done) {
            text += chunk;
            done();
        },
    });
    return { stream: Object.assign(stream, { isTTY }), read: () => text };
}

/** @param {Record<string, string | undefined>} variables */
export function setEnvironment(variables) {
    for (const [name, value] of Object.entries(variables)) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
    }
}

/**
 * @param {string[]} args
 * @param {{ input?: string, env?: Record<string, string | undefined>, isTTY?: boolean }} [options]
 * @returns {Promise<{ code: number, stdout: string, stderr: string }>}
 */
export async function grazeHere(args, { input = '', env = {}, isTTY = false } = {}) {
    const [stdout, stderr] = [recorder(isTTY), recorder(isTTY)];
    const stdin = Readable.from(input === '' ? [] : [Buffer.from(input)]);
    const streams = { stdin, stdout: stdout.stream, stderr: stderr.stream };
    const { argv } = process;
    const kept = new Map(
        EVENTS.map((event) => [event, process.listeners(/** @type {any} */ (event))]),
    );
    const own = Object.entries(streams).map(([name, value]) => {
        const before = Object.getOwnPropertyDescriptor(process, name);
        Object.defineProperty(process, name, { value, configurable: true });
        return /** @type {const} */ ([name, before]);
    });
    const names = Object.keys(env);
    const variables = Object.fromEntries(names.map((name) => [name, process.env[name]]));
    setEnvironment(env);
    process.argv = [argv[0], MAIN, ...args];
    try {
        await import(`${pathToFileURL(MAIN).href}?${runs++}`);
        const written = isTTY ? stderr.read() : withoutProgress(stderr.read());
        return { code: Number(process.exitCode), stdout: stdout.read(), stderr: written };
    } finally {
        process.argv = argv;
        process.exitCode = undefined;
        setEnvironment(variables);
        for (const [name, before] of own) Object.defineProperty(process, name, before ?? {});
        for (const [event, listeners] of kept) {
            for (const one of process.listeners(/** @type {any} */ (event))) {
                if (!listeners.includes(one)) process.removeListener(event, one);
            }
        }
    }
}
