import { mkdirSync, writeFileSync } from 'node:fs';
import { allQuestions } from '../../native/builds.js';
import { encode } from '../../native/questions/encode.js';

/**
 * The questions of tests/native in files that replay reads one at a time: few of each kind first, which is enough for most
 * mutants, then the rest.
 *
 * @typedef {{ name: string, kind: string, path: string, answers: string }} Chunk two files
 */

const FIRST = 40;
const MAX_BYTES = 800_000;

/** Kinds whose answers take long: no chunk may come near the runner's limit of time. @type {Record<string, number>} */
const MAX_BYTES_OF = { compound: 40_000, usual: 80_000 };

const STATIC = [
    ...['pair', 'cast', 'ray', 'trace', 'shape', 'batch', 'headings', 'bodies'],
    ...['compound', 'manifolds', 'worlds', 'cones'],
];
const MOVING = ['motion', 'movers', 'usual', 'inflated', 'septic', 'overlaps'];
const SPACE = ['solid', 'unions', 'solids', 'chains'];
const SWEPT = ['sweep', 'scene', 'clearances'];
const AGENTS = ['discs', 'box', 'flights', 'routes', 'steering', 'crowd', 'traffic', 'plans'];

/** The kinds that run through a folder's code, those that have most of it first. @type {Record<string, string[]>} */
export const RELATED = {
    base: [...STATIC, ...AGENTS, ...MOVING, ...SWEPT, 'boxes', ...SPACE],
    broadphase: [
        'boxes',
        'worlds',
        'bodies',
        'crowd',
        'plans',
        'traffic',
        'compound',
        'unions',
        ...SWEPT,
    ],
    static: [...STATIC, ...MOVING, ...SWEPT],
    advancement: [...MOVING, 'compound', ...SWEPT, 'chains'],
    motion: [...MOVING, 'compound', ...SWEPT],
    trajectory: SWEPT,
    agents: AGENTS,
    study: ['trace', 'pair', 'usual', 'motion', 'steering', 'inflated', 'septic'],
    solid: SPACE,
};

/** @param {string} folder place where the files go @returns {Chunk[]} without answers yet: those of the core as it is */
export function writeChunks(folder, questions = allQuestions()) {
    mkdirSync(folder, { recursive: true });
    const kinds = [...new Set(questions.map(({ kind }) => kind))];
    /** @type {Chunk[]} */
    const chunks = [];
    for (const kind of kinds) {
        const all = questions.filter((question) => question.kind === kind);
        // Spread over all of them: the first of a kind are often alike.
        const every = Math.ceil(all.length / FIRST);
        const parts = [all.filter((_, k) => k % every === 0)];
        const rest = all.filter((_, k) => k % every !== 0);
        const count = Math.max(
            1,
            Math.ceil(encode(rest).length / (MAX_BYTES_OF[kind] ?? MAX_BYTES)),
        );
        for (let k = 0; k < count; k++) parts.push(rest.filter((_, i) => i % count === k));
        parts.forEach((part, k) => {
            const path = `${folder}/${kind}-${k}`;
            writeFileSync(path, encode(part));
            chunks.push({ name: `${kind}-${k}`, kind, path, answers: `${path}.answers` });
        });
    }
    return chunks;
}

/** Returns the chunks that a folder's mutants meet, in order: the few of each kind, then the rest. @param {Chunk[]} chunks @param {string} folder */
export function inOrder(chunks, folder) {
    const related = RELATED[folder];
    const rank = (/** @type {Chunk} */ { kind, name }) =>
        related.indexOf(kind) + (name.endsWith('-0') ? 0 : related.length);
    return chunks.filter(({ kind }) => related.includes(kind)).sort((a, b) => rank(a) - rank(b));
}
