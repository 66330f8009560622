/**
 * Stands for `node:test` in the sandbox, whose tests prepare.js makes import it: keeps what a file declares,
 * for session.js to run one by one, in an order of its own, until the first fails. What no test of the
 * sandbox uses is not here, so that a test which would need it fails on import.
 */

import { mock } from 'node:test';

/**
 * @typedef {{ name: string, run: (t: Context) => unknown }} Declared
 * @typedef {{ name: string, mock: typeof mock, diagnostic: (text: string) => void }} Context
 * @typedef {{ skip?: boolean | string }} Options
 */

/** @type {Declared[]} */ let declared = [];
/** @type {(() => unknown)[]} */ const endings = [];
/** @type {string[]} */ const suites = [];

/**
 * @param {string} name
 * @param {unknown} options
 * @param {unknown} body
 * @returns {((t: Context) => unknown) | undefined} the function to run, of a test that is not skipped
 */
function bodyOf(name, options, body) {
    const run = typeof options === 'function' ? options : body;
    if (typeof run !== 'function') throw new TypeError(`test "${name}" has no body`);
    const { skip = false } = /** @type {Options} */ (typeof options === 'object' ? options : {});
    return skip ? undefined : /** @type {(t: Context) => unknown} */ (run);
}

/** @param {string} name @param {unknown} options @param {unknown} [body] */
export function test(name, options, body) {
    const run = bodyOf(name, options, body);
    if (run) declared.push({ name: [...suites, name].join(' > '), run });
}

export const it = test;

/** @param {string} name @param {unknown} options @param {unknown} [body] */
export function describe(name, options, body) {
    const run = bodyOf(name, options, body);
    if (!run) return;
    suites.push(name);
    run(contextOf(name));
    suites.pop();
}

/** @param {string} name @returns {Context} */
export function contextOf(name) {
    return { name, mock, diagnostic() {} };
}

/** Waits until all tests have run. @param {() => unknown} ending */
export function after(ending) {
    endings.push(ending);
}

/** Returns the tests declared since the last call. */
export function takeDeclared() {
    const taken = declared;
    declared = [];
    return taken;
}

export async function runEndings() {
    for (const ending of endings) await ending();
}
