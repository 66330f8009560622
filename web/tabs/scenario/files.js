/** The files of a scenario on the page: dropped, opened, or from an example. */

import { assignRoles, guessRole, HEAD_SIZE } from './file_roles.js';

/**
 * @import { Role } from './worker_messages.js'
 * @import { Guess } from './file_roles.js'
 *
 * @typedef {object} Entry
 * @property {string} name
 * @property {Blob} blob
 * @property {Guess} guess
 * @property {Role | 'none'} role assigned beside the other files, or chosen
 */

export const ROLES = /** @type {const} */ (['plan', 'map', 'task', 'config']);

/**
 * @param {readonly { name: string, blob: Blob }[]} files
 * @returns {Promise<Entry[]>}
 */
export async function recognizeFiles(files) {
    const guesses = await Promise.all(
        files.map(async ({ name, blob }) => guessRole(name, await blob.slice(0, HEAD_SIZE).text())),
    );
    const roles = assignRoles(guesses);
    return files.map((file, k) => ({ ...file, guess: guesses[k], role: roles[k] }));
}

/**
 * Returns the files after more have arrived: a plan replaces the previous one but keeps companions that waited for a
 * plan, and a solution keeps the scenario that it belongs to.
 *
 * @param {readonly Entry[]} previous
 * @param {readonly Entry[]} added
 * @returns {Entry[]}
 */
export function mergeFiles(previous, added) {
    /** @param {readonly Entry[]} entries @param {'is' | 'needs'} commonRoad */
    const has = (entries, commonRoad) =>
        entries.some(({ guess }) => guess.commonRoad === commonRoad);
    /** Returns whether a previous file is the missing other half of an added one. @param {'is' | 'needs'} one @param {'is' | 'needs'} other */
    const completes = (one, other) => has(added, one) && !has(added, other) && has(previous, other);
    for (const [one, other] of /** @type {const} */ ([
        ['needs', 'is'],
        ['is', 'needs'],
    ])) {
        if (!completes(one, other)) continue;
        const pair = [...previous.filter(({ guess }) => guess.commonRoad === other), ...added];
        const roles = assignRoles(pair.map(({ guess }) => guess));
        return pair.map((entry, k) => ({ ...entry, role: roles[k] }));
    }
    const isComplete = previous.some(({ role }) => role === 'plan');
    if (isComplete && added.some(({ role }) => role === 'plan')) return [...added];
    const usedRoles = new Set(added.map(({ role }) => role));
    return [...previous.filter(({ role }) => role === 'none' || !usedRoles.has(role)), ...added];
}

/**
 * Returns the entries with another role for one of them; the previous holder of that role then has none.
 *
 * @param {readonly Entry[]} entries
 * @param {number} index
 * @param {Entry['role']} role
 * @returns {Entry[]}
 */
export function assignRole(entries, index, role) {
    return entries.map((entry, k) => {
        if (k === index) return { ...entry, role };
        return entry.role === role && role !== 'none' ? { ...entry, role: 'none' } : entry;
    });
}

/** @param {readonly Entry[]} entries @returns {Partial<Record<Role, { name: string, blob: Blob }>>} */
export function filesByRole(entries) {
    /** @type {Partial<Record<Role, { name: string, blob: Blob }>>} */
    const files = {};
    for (const { role, name, blob } of entries) if (role !== 'none') files[role] = { name, blob };
    return files;
}
