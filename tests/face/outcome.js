import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { GrazeError } from 'graze/external';
import { inRepository, processorSeconds } from '../helpers.js';
import { namesIn, rootOf } from './arguments.js';
import { make, release } from './calls.js';
import { Mine } from './hostile.js';

/**
 * How a call may end, whatever it is given.
 *
 * @import { Call } from './calls.js'
 * @import { World } from './world.js'
 */

/** The codes that the table of docs/errors.md states. */
export const CODES = new Set(
    Array.from(
        readFileSync(inRepository('docs/errors.md'), 'utf8')
            .split('## Error codes')[1]
            .matchAll(/^\| `([a-z-]+)` \|/gm),
        ([, code]) => code,
    ),
);

/** Codes of errors without an argument at fault. */
const WITHOUT_ARGUMENT = new Set(['out-of-memory', 'instance-dead']);

/** Codes that no argument brings about. */
const NEVER = new Set(['instance-dead', 'no-simd', 'bad-module']);

/** Processor seconds that no call may take: hundreds of times what the slowest one does. */
const SLOW_SECONDS = 30;

/**
 * Makes a call and holds its end against what is documented: an answer of its form, a GrazeError that names what is at
 * fault in one line, or what the caller's own code threw.
 *
 * @param {Call} call
 * @param {World} w
 * @param {unknown[]} args
 * @param {string} at
 * @param {{ suspects?: ReadonlySet<string>, canThrow?: boolean }} [more] arguments that may be at fault;
 *   default: everything that a valid call has
 * @returns {'answer' | 'refused' | 'thrown'}
 */
export function settle(call, w, args, at, { suspects, canThrow = true } = {}) {
    const self = call.self(w);
    const begin = processorSeconds();
    try {
        const answer = make(call, w, args, self);
        call.answer(answer, at);
        release(answer);
        return 'answer';
    } catch (error) {
        if (canThrow && isCallers(error)) return 'thrown';
        if (!(error instanceof GrazeError)) throw new Error(`${at}: not ours`, { cause: error });
        assertError(error, call, suspects ?? blamable(call, w), at);
        return 'refused';
    } finally {
        const seconds = processorSeconds() - begin;
        assert.ok(seconds < SLOW_SECONDS, `${at} took ${seconds} s`);
    }
}

/** @param {unknown} error */
function isCallers(error) {
    return error instanceof Mine;
}

/** Returns all arguments that an error of a call may name. @param {Call} call @param {World} w */
export function blamable(call, w) {
    const valid = call.args(w);
    const names = call.names.flatMap((name, i) => [...namesIn(name, valid[i])]);
    return new Set([...names, call.blamed]);
}

/**
 * @param {GrazeError} error
 * @param {Call} call
 * @param {ReadonlySet<string>} suspects
 * @param {string} at
 */
function assertError(error, call, suspects, at) {
    const description = `${at}: ${error.code} ${error.argument}: ${error.message}`;
    assert.ok(CODES.has(error.code) && !NEVER.has(error.code), description);
    assert.match(error.message, /^[\p{L}\p{N}\p{P}\p{S} ]+$/u, description);
    assert.ok(error.message.length < 400, description);
    assert.doesNotMatch(error.message, /^undefined|\[object|=>/, description);
    if (error.argument === undefined && WITHOUT_ARGUMENT.has(error.code)) return;
    assert.ok(
        suspects.has(rootOf(error.argument)),
        `${description}; ${[...suspects]} of ${call.label}`,
    );
}
