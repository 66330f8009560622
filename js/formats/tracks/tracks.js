import { blankScenario } from '../../scenario/model/scenario.js';
import { sizedError } from '../maps/surroundings.js';
import { peek, refuseFiles } from '../text/source.js';

/**
 * Reads tracks of road users from tables: INTERACTION, highD, inD and similar ones, tables whose columns state their roles, or
 * any with a map of columns.
 *
 * @import { PlanCase, ReadRequest } from '../index.js'
 * @import { SourceFile } from '../text/source.js'
 * @import { Layout } from '../detection/track_layout.js'
 * @import { RecordingMeta } from './config.js'
 */

/**
 * Reads a table. Each of its cases is a plan of its own.
 *
 * @param {ReadRequest} request
 * @returns {Promise<PlanCase[]>}
 */
export async function readCases({ files, radius, footprint, atGoal, case: caseLabel }) {
    refuseFiles(files, ['map', 'task'], 'a table of tracks');
    const { readTracks } = await import('./rows.js');
    const config = await readConfig(files.config);
    const options = { ...config, radius, footprint, config: files.config, caseLabel };
    const { cases, axes, lacksSizes } = await readTracks(files.plan, options);
    if (!lacksSizes) {
        if (footprint !== undefined) throw sizedError('tracks', 'footprint');
        if (radius !== undefined) throw sizedError('tracks', 'radius');
    }
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
 * @returns {Promise<{ layout?: Layout, settings?: Partial<Layout>, meta?: RecordingMeta }>}
 */
async function readConfig(config) {
    if (config === undefined) return {};
    const { readColumnMap, readRecordingMeta } = await import('./config.js');
    const { head, file } = await peek(config);
    const isMap = /^\s*[[{]/.test(head);
    return isMap ? readColumnMap(file) : { meta: await readRecordingMeta(file) };
}
