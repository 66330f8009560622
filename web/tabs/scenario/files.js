/** The files of a scenario on the page: dropped, opened, or of an example. */

import { assignRoles, guessRole, HEAD } from './roles.js';

/**
 * @import { Role } from './job.js'
 * @import { Guess } from './roles.js'
 *
 * @typedef {object} Entry
 * @property {string} name
 * @property {Blob} blob
 * @property {Guess} guess
 * @property {Role | 'none'} role as it was told from the others, or chosen
 */

export const ROLES = /** @type {const} */ (['plan', 'map', 'task', 'config']);

/** More at once are hardly those of one plan. */
export const MOST_FILES = 12;

/**
 * @param {readonly { name: string, blob: Blob }[]} files
 * @returns {Promise<Entry[]>}
 */
export async function recognised(files) {
    const guesses = await Promise.all(
        files.map(async ({ name, blob }) => guessRole(name, await blob.slice(0, HEAD).text())),
    );
    const roles = assignRoles(guesses);
    return files.map((file, k) => ({ ...file, guess: guesses[k], role: roles[k] }));
}

/**
 * What is there after more files have come: a plan begins anew, but takes along what waited for one.
 *
 * @param {readonly Entry[]} before
 * @param {readonly Entry[]} more
 * @returns {Entry[]}
 */
export function joined(before, more) {
    const isComplete = before.some(({ role }) => role === 'plan');
    if (isComplete && more.some(({ role }) => role === 'plan')) return [...more];
    const taken = new Set(more.map(({ role }) => role));
    const others = before.filter(({ role }) => role === 'none' || !taken.has(role));
    // A scenario alone was a plan, and may be a solution's map now.
    const all = [...others, ...more];
    const roles = assignRoles(all.map(({ guess }) => guess));
    const isNew = all.some(({ guess }, k) => guess.isRoad && roles[k] !== all[k].role);
    return isNew ? all.map((entry, k) => ({ ...entry, role: roles[k] })) : all;
}

/**
 * One entry with another role; who had it has none.
 *
 * @param {readonly Entry[]} entries
 * @param {number} index
 * @param {Entry['role']} role
 * @returns {Entry[]}
 */
export function withRole(entries, index, role) {
    return entries.map((entry, k) => {
        if (k === index) return { ...entry, role };
        return entry.role === role && role !== 'none' ? { ...entry, role: 'none' } : entry;
    });
}

/** @param {readonly Entry[]} entries @returns {Partial<Record<Role, { name: string, blob: Blob }>>} */
export function byRole(entries) {
    /** @type {Partial<Record<Role, { name: string, blob: Blob }>>} */
    const files = {};
    for (const { role, name, blob } of entries) if (role !== 'none') files[role] = { name, blob };
    return files;
}

/**
 * The files of a drop, those in a dropped folder included.
 *
 * @param {DataTransfer} transfer whose items are gone after the event: call this in it
 * @returns {Promise<{ name: string, blob: Blob }[]>}
 */
export async function dropped(transfer) {
    const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
    const files = [...transfer.files];
    if (!entries.some(({ isDirectory }) => isDirectory)) return files.map(named);
    const found = await Promise.all(entries.map(filesIn));
    return found.flat().map(named);
}

/** @param {File} file */
export function named(file) {
    return { name: file.name, blob: file };
}

/** @param {FileSystemEntry} entry @returns {Promise<File[]>} of a folder's own files, as many as are read */
async function filesIn(entry) {
    if (entry.isFile) {
        return [
            await new Promise((done, fail) =>
                /** @type {FileSystemFileEntry} */ (entry).file(done, fail),
            ),
        ];
    }
    const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
    /** @type {FileSystemEntry[]} */
    const inside = await new Promise((done, fail) => reader.readEntries(done, fail));
    const files = inside.filter(({ isFile }) => isFile).slice(0, MOST_FILES);
    return (await Promise.all(files.map(filesIn))).flat();
}
