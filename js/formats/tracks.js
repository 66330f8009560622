import { blankScenario } from '../scenario/scenario.js';
import { looksLikeXml, peek, refuseFiles } from './source.js';
import { findPreset } from './tracks_layout.js';

/**
 * Reads tracks of road users from tables: INTERACTION, highD, inD and similar ones, or with a map of columns.
 *
 * @import { PlanCase, ReadRequest } from './index.js'
 * @import { SourceFile } from './source.js'
 * @import { Layout } from './tracks_layout.js'
 * @import { RecordingMeta } from './tracks_config.js'
 */

/** Minimum number of columns of a table of tracks. */
const MIN_COLUMNS = 4;

/**
 * Recognizes a table with the header of a known data set, or a CSV file by its name, for which a map of columns is then
 * required.
 *
 * @param {string} head
 * @param {string} name
 */
export function recognize(head, name) {
    const [line] = head.split('\n', 1);
    const header = line.split(',').map((each) => each.trim().replace(/^"(.*)"$/, '$1'));
    if (findPreset(header) !== undefined) return true;
    return (
        /\.csv$/i.test(name) && !looksLikeXml(head) && line.split(/[,;\t]/).length >= MIN_COLUMNS
    );
}

/**
 * Reads a table. Each of its cases is a plan of its own.
 *
 * @param {ReadRequest} request
 * @returns {Promise<PlanCase[]>}
 */
export async function readCases({ files, radius, atGoal, case: caseLabel }) {
    refuseFiles(files, ['map', 'task'], 'a table of tracks');
    const { readTracks } = await import('./tracks_rows.js');
    const { layout, meta } = await readConfig(files.config);
    const options = { layout, meta, radius, config: files.config, caseLabel };
    const { cases, axes } = await readTracks(files.plan, options);
    return cases.map(({ label, position, finish }) => {
        const read = async () => ({
            ...blankScenario('tracks'),
            domain: /** @type {const} */ ('driving'),
            axes,
            beforeStart: /** @type {const} */ ('vanish'),
            atGoal: atGoal ?? 'vanish',
            ...finish(),
        });
        return { label, position, read };
    });
}

/**
 * @param {SourceFile | undefined} config
 * @returns {Promise<{ layout?: Layout, meta?: RecordingMeta }>}
 */
async function readConfig(config) {
    if (config === undefined) return {};
    const { readColumnMap, readRecordingMeta } = await import('./tracks_config.js');
    const { head, file } = await peek(config);
    const isMap = /^\s*[[{]/.test(head);
    return isMap ? { layout: await readColumnMap(file) } : { meta: await readRecordingMeta(file) };
}
