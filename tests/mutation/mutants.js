import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * Checks what became of each mutant, kept from run to run, a line for each.
 *
 * @typedef {object} Kept
 * @property {string} key
 * @property {string} file
 * @property {number} line
 * @property {string} mutator
 * @property {string} replacement
 * @property {string} status
 * @property {string} [killer] the test that failed
 *
 * @typedef {object} Mutated
 * @property {string} fileName
 * @property {{ start: { line: number, column: number }, end: { line: number, column: number } }} location
 * @property {string} mutatorName
 * @property {string} [replacement]
 */

/** Status of a mutant that is left out of a run; Stryker's own status is meant for other checks. */
export const LEFT_OUT = 'CompileError';

/** A share of each file's mutants, in per cent. */
export const SHARE = Number(process.env.GRAZE_MUTANTS || 100);

/** Whether mutants that earlier runs have killed are left out: tests have only been added. */
export const IS_RESUMED = process.env.GRAZE_RESUME === '1';

/** @param {string} part */
export const fileOf = (part) => `build/mutation/${part}/mutants.ndjson`;

/**
 * Returns a hash that is the same in every run while the source is the same.
 *
 * @param {Mutated} mutant
 * @param {number} base base of the lines and columns
 */
export function keyOf({ fileName, location, mutatorName, replacement }, base) {
    const [start, end] = [location.start, location.end].map(
        ({ line, column }) => `${line - base + 1}:${column - base + 1}`,
    );
    return `${relative('', fileName)}:${start}-${end} ${mutatorName} ${replacement}`;
}

/** @param {string} part @returns {Map<string, Kept>} */
export function readKept(part) {
    const path = fileOf(part);
    const lines = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
    return new Map(lines.map((line) => JSON.parse(line)).map((kept) => [kept.key, kept]));
}

/** @param {string} part @param {Iterable<Kept>} all */
export function writeKept(part, all) {
    const text = Array.from(all, (kept) => `${JSON.stringify(kept)}\n`).join('');
    writeFileSync(fileOf(part), text);
}

/**
 * Selects a share of each file, at least one mutant, the same every time.
 *
 * @param {[key: string, file: string][]} mutants
 * @param {number} percent
 * @returns {Set<string>} keys
 */
export function sample(mutants, percent) {
    /** @type {Map<string, string[]>} */ const byFile = new Map();
    for (const [key, file] of mutants) byFile.set(file, [...(byFile.get(file) ?? []), key]);
    const rank = (/** @type {string} */ key) => createHash('sha256').update(key).digest('hex');
    const chosen = [...byFile.values()].flatMap((keys) => {
        const order = keys.map((key) => [rank(key), key]).sort(([p], [q]) => (p < q ? -1 : 1));
        return order.slice(0, Math.ceil((keys.length * percent) / 100)).map(([, key]) => key);
    });
    return new Set(chosen);
}

/** @param {string} [status] */
export function isFound(status) {
    return status === 'Killed' || status === 'Timeout';
}
