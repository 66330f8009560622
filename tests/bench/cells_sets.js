import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createSync } from 'graze';
import { CHUNK_SIZE } from '../../js/bench/pairs.js';
import { UsageError } from '../../js/cli/console/exit.js';
import { Box2d } from './cells_contestants.js';
import { forms } from './cells_forms.js';
import { casts, clearance, contacts, discs, making } from './cells_moving.js';
import { batches, calls, rays } from './cells_static.js';

/**
 * The cells of `cells.mjs` by their names, and what every process that takes part makes of the same options.
 *
 * @import { Build, Cell, CellOptions, CellSet, Entry } from './cells_contestants.js'
 *
 * @typedef {object} CellChoice
 * @property {readonly string[]} bodies
 * @property {readonly string[]} scenes empty: all
 * @property {number} pairs in a set
 * @property {number} seed
 * @property {readonly string[]} box2d paths of modules
 * @property {string} [graze] path of another build
 */

/** @type {Record<string, Cell>} */
export const CELLS = { batches, calls, forms, discs, rays, casts, contacts, clearance, making };

/** Rejects with a usage error. @template T @param {string} option @param {string} path @param {Promise<T>} loaded */
async function usable(option, path, loaded) {
    try {
        return await loaded;
    } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new UsageError(`--${option} ${path} cannot be used: ${reason}`);
    }
}

/** @param {string | undefined} path @returns {Promise<Build[]>} */
async function loadBuilds(path) {
    /** @type {Build[]} */
    const builds = [{ name: 'graze', g: createSync() }];
    if (path === undefined) return builds;
    const other = await usable('graze', path, import(pathToFileURL(resolve(path)).href));
    return [...builds, { name: 'before', g: other.createSync() }];
}

/** Loads the builds and modules that take part. @param {CellChoice} choice @returns {Promise<CellOptions>} */
export async function loadOptions({ bodies, scenes, pairs, seed, box2d, graze }) {
    return {
        builds: await loadBuilds(graze),
        box2d: await usable('box2d', box2d.join(), Box2d.load(box2d)),
        ...{ bodies, scenes, pairs, seed },
    };
}

/** Returns where the chunks of a set begin. @param {CellSet} set */
const chunkStarts = ({ count, chunk = CHUNK_SIZE }) =>
    Array.from({ length: Math.ceil(count / chunk) }, (_, k) => k * chunk);

/** @param {CellSet} set @param {number} first */
const chunkSize = ({ count, chunk = CHUNK_SIZE }, first) => Math.min(chunk, count - first);

/** Returns how many records a chunk has on average, as the last one can be smaller. @param {CellSet} set */
export const meanChunk = (set) => set.count / chunkStarts(set).length;

/** Runs all chunks of an entry, after which its answers can be checked. @param {CellSet} set @param {Entry} entry */
export function runAll(set, entry) {
    for (const first of chunkStarts(set)) entry.run(first, chunkSize(set, first));
}

/** Returns a function that runs the next chunk of an entry. @param {CellSet} set @param {Entry} entry */
export function chunkTask(set, { run }) {
    const starts = chunkStarts(set);
    let next = 0;
    return () => {
        const first = starts[next];
        next = next + 1 < starts.length ? next + 1 : 0;
        run(first, chunkSize(set, first));
    };
}
