import { GrazeError } from 'graze';
import { InputError, readScenario } from 'graze/scenario';
import { EXIT, exitCodeOf } from '../../../js/cli/console/exit.js';

/**
 * Outcomes of reading, and the checks that hold for any input.
 *
 * @import { Scenario } from 'graze/scenario'
 * @import { Random } from '../../../js/bench/random.js'
 * @import { FilesInput, Role } from './seeds.js'
 *
 * @typedef {{ name: string, code: string, message: string, file?: string, line?: number, column?: number,
 *   argument?: string }} Refusal
 * @typedef {{ text: string | AsyncIterable<string>, piece?: number, reference?: boolean }} GivenText how a text is
 *   handed over
 * @typedef {{ scenario: Scenario, refusal?: undefined } | { scenario?: undefined, refusal: Refusal }} Outcome
 */

/** Violated guarantee. `what` is the same for inputs that fail alike. */
export class Finding extends Error {
    /** @param {string} what @param {string} [details] @param {unknown} [cause] */
    constructor(what, details = '', cause = undefined) {
        super(details === '' ? what : `${what}: ${details}`, { cause });
        this.what = what;
    }
}

/**
 * Returns the refusal of an error of the package; any other error is a finding.
 * @param {string} when
 * @param {unknown} error
 * @returns {Refusal}
 */
export function refusalOf(when, error) {
    if (error instanceof Finding) throw error;
    if (!(error instanceof GrazeError)) {
        const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
        const place = /\((?:file:\/\/)?[^()]*?\/((?:js|dist|node_modules)\/[^():]*)/.exec(
            stack ?? '',
        )?.[1];
        throw new Finding(`${when} throws ${name} in ${place}`, message, error);
    }
    const { name, code, message, argument } = error;
    if (!(error instanceof InputError)) return { name, code, message, argument };
    const { file, line, column } = error;
    return { name, code, message, file, line, column };
}

/**
 * Returns files as the reader takes them: images are bytes.
 *
 * @param {FilesInput['files']} files
 * @param {(text: string) => GivenText} [given]
 * @returns {any}
 */
export function handedOver(files, given = (text) => ({ text })) {
    return Object.fromEntries(
        Object.entries(files).map(([role, { name, text }]) => {
            const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
            return [role, role === 'image' ? { name, bytes } : { name, ...given(text) }];
        }),
    );
}

/**
 * @param {FilesInput} input
 * @param {(text: string) => GivenText} [given] how a text is handed over
 * @returns {Promise<Outcome>}
 */
export async function outcomeOf({ files, options }, given = (text) => ({ text })) {
    try {
        return { scenario: await readScenario(handedOver(files, given), { ...options }) };
    } catch (error) {
        return { refusal: refusalOf('reading', error) };
    }
}

/**
 * Yields pieces of the same length most often, and sometimes of one character or none.
 * @param {string} text
 * @param {Random} random
 */
export async function* inRandomPieces(text, random) {
    const usual = 1 + Math.floor(random() ** 3 * text.length);
    for (let at = 0; at < text.length; ) {
        const size = random() < 0.1 ? Math.floor(3 * random()) : usual;
        yield text.slice(at, at + size);
        at += size;
    }
}

/** Characters that no line of a terminal should contain. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Length of the longest message: names and texts in it are cut. */
const MAX_MESSAGE = 1500;

/** @param {string} message @param {string} what */
export function checkPrintable(message, what) {
    if (UNPRINTABLE.test(message))
        throw new Finding(`${what} is not printable`, JSON.stringify(message));
    if (message.length > MAX_MESSAGE) throw new Finding(`${what} is long`, `${message.length}`);
}

/**
 * Checks that an error has a documented code, a one-line message, and a place in the file that it names.
 *
 * @param {Refusal} refusal
 * @param {FilesInput} input
 * @param {ReadonlySet<string>} codes
 */
export function checkRefusal(refusal, { files }, codes) {
    const { name, code, message, file, line = 0, column = 0 } = refusal;
    if (!codes.has(code)) throw new Finding(`the code ${code} is not documented`, message);
    if (exitCodeOf(refusal) === EXIT.internal && refusal.argument !== 'limits') {
        throw new Finding(`the program takes ${code} for an error in itself`, message);
    }
    checkPrintable(message, 'a message');
    if (name !== 'InputError') return;
    const source = Object.values(files).find((each) => each.name === file);
    if (source === undefined) throw new Finding('an error names no file that was given', message);
    if (!message.includes(`:${line}:${column}: ${code}: `)) {
        throw new Finding('a message without its place', message);
    }
    checkPlace(linesOf(source.text), { line, column }, `${code}: ${message}`);
}

/** Returns the lengths of the lines of a text. @param {string} text @returns {number[]} */
export function linesOf(text) {
    return text
        .replace(/^\ufeff/, '')
        .split(/\r\n|\r|\n/)
        .map(({ length }) => length);
}

/**
 * @param {readonly number[]} lines lengths of the text's lines: see `linesOf`
 * @param {{ line: number, column: number }} place
 * @param {string} what
 */
export function checkPlace(lines, { line, column }, what) {
    const isThere = line >= 1 && line <= lines.length && column >= 1;
    if (!isThere) throw new Finding('a place outside the file', `${what} (${lines.length} lines)`);
    const length = lines[line - 1];
    if (column > length + 1) {
        throw new Finding('a place outside its line', `${what} (${length} characters)`);
    }
}
