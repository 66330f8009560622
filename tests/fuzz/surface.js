import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { inRepository } from '../helpers.js';

/**
 * Finds the parts of answers that a target does not check, by making each of them wrong (sabotage.c).
 *
 * @typedef {{ program: string, inputs: string[] }} Target a program of build/fuzz/short, and its inputs
 * @typedef {{ entered: Set<string>, noticed: Set<string> }} Found functions that are called, parts that are checked
 */

/** Returns all parts of all answers: `<function>:<part>`. */
export const readParts = () =>
    readFileSync(inRepository('build/fuzz/saboteur/parts.txt'), 'utf8').trim().split('\n');

/**
 * The target of the boundary compares it with the core, and therefore does not check the core; the others do not call it.
 */
export const BOUNDARY = 'fuzz_boundary';

/** @param {string} part */
const isOfBoundary = (part) => part.startsWith('graze_wasm_');

/** @param {string} part */
export const functionOf = (part) => part.split(':')[0];

/** Returns the files of folders. @param {string[]} folders */
export const filesOf = (folders) =>
    folders.flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name)));

/**
 * Runs a target with each part wrong in turn.
 *
 * @param {Target} target
 * @param {Iterable<string>} parts
 * @returns {Promise<Found>}
 */
export function runSabotaged({ program, inputs }, parts) {
    return new Promise((resolve, reject) => {
        const child = spawn(program, inputs, {
            env: { ...process.env, GRAZE_SABOTAGE: '1', ASAN_OPTIONS: 'symbolize=0' },
        });
        let log = '';
        let errors = '';
        child.stdout.on('data', (/** @type {Buffer} */ data) => (log += data));
        child.stderr.on('data', (/** @type {Buffer} */ data) => (errors += data));
        child.stdin.on('error', () => {}); // The target has failed: the exit code says so.
        child.stdin.end([...parts].map((part) => `${part}\n`).join(''));
        child.on('error', reject);
        child.on('close', (status) => {
            if (status !== 0) reject(new Error(`${program}: ${status}\n${errors.slice(-2000)}`));
            /** @param {RegExp} line */
            const namesIn = (line) => new Set([...log.matchAll(line)].map(([, name]) => name));
            resolve({
                entered: namesIn(/^entered (.+)$/gm),
                noticed: namesIn(/^noticed (.+)$/gm),
            });
        });
    });
}

/**
 * Runs targets, as many at a time as there are processors; a part that one target has noticed is not tried again.
 *
 * @param {Target[]} targets
 * @param {string[]} parts
 * @returns {Promise<Found>}
 */
export async function findSurface(targets, parts) {
    const waiting = [...targets];
    const left = new Set(parts);
    /** @type {Found} */
    const all = { entered: new Set(), noticed: new Set() };
    await Promise.all(
        Array.from({ length: availableParallelism() }, async () => {
            for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
                const isBoundary = path.basename(one.program) === BOUNDARY;
                const tried = [...left].filter((part) => isOfBoundary(part) === isBoundary);
                const { entered, noticed } = await runSabotaged(one, tried);
                for (const name of entered) all.entered.add(name);
                for (const part of noticed) {
                    all.noticed.add(part);
                    left.delete(part);
                }
            }
        }),
    );
    return all;
}
