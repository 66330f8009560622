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
 * What is there after more files have come: a plan begins anew, but takes along what waited for one, and a solution the
 * scenario that it is of.
 *
 * @param {readonly Entry[]} before
 * @param {readonly Entry[]} more
 * @returns {Entry[]}
 */
export function joined(before, more) {
    /** @param {readonly Entry[]} entries @param {'is' | 'needs'} road */
    const has = (entries, road) => entries.some(({ guess }) => guess.road === road);
    /** What came lacks its other half, which is there already. @param {'is' | 'needs'} one @param {'is' | 'needs'} other */
    const completes = (one, other) => has(more, one) && !has(more, other) && has(before, other);
    for (const [one, other] of /** @type {const} */ ([
        ['needs', 'is'],
        ['is', 'needs'],
    ])) {
        if (!completes(one, other)) continue;
        const pair = [...before.filter(({ guess }) => guess.road === other), ...more];
        const roles = assignRoles(pair.map(({ guess }) => guess));
        return pair.map((entry, k) => ({ ...entry, role: roles[k] }));
    }
    const isComplete = before.some(({ role }) => role === 'plan');
    if (isComplete && more.some(({ role }) => role === 'plan')) return [...more];
    const taken = new Set(more.map(({ role }) => role));
    return [...before.filter(({ role }) => role === 'none' || !taken.has(role)), ...more];
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
