import { COLUMN_MAP_KEYS } from '../../scenario/model/renamed.js';
import { blankScenario, isSpaceShape } from '../../scenario/model/scenario.js';
import { DEFAULT_LAYOUT, QUATERNION, SPACE_ROLES } from '../detection/track_layout.js';
import { sizedError } from '../maps/surroundings.js';
import { readJson } from '../text/json.js';
import {
    FILE_START,
    InputError,
    MAX_MAGNITUDE,
    peek,
    refuseFiles,
    withoutText,
} from '../text/source.js';
import { headerColumns, readRows } from './csv.js';
import { MAX_RATE, MIN_RATE, parseRate } from './named.js';

/**
 * @import { Columns, Layout } from '../detection/track_layout.js'
 * @import { PlanCase, ReadRequest } from '../index.js'
 * @import { JsonValue } from '../text/json.js'
 * @import { Scenario } from '../../scenario/model/scenario.js'
 * @import { SourceFile } from '../text/source.js'
 */

/**
 * Reads the configuration of a table of tracks: the names of its columns, or the recordingMeta of its data set.
 *
 * @typedef {{ frameRate: number, recording: string | null }} RecordingMeta
 */

const REQUIRED_ROLES = /** @type {const} */ (['track', 'x', 'y']);
const OPTIONAL_ROLES = Object.freeze([
    'frame',
    'time',
    'case',
    'angle',
    'xVelocity',
    'yVelocity',
    'length',
    'width',
    'radius',
    ...SPACE_ROLES,
]);
const SETTINGS = [
    'space',
    'frameRate',
    'timeUnit',
    'angleUnit',
    'size',
    'point',
    'delimiter',
    'axes',
];

const TIME_UNITS = new Map([
    ['s', 1],
    ['ms', 1e-3],
    ['us', 1e-6],
    ['ns', 1e-9],
]);
const ANGLE_UNITS = new Map([
    ['rad', 1],
    ['deg', Math.PI / 180],
]);
const POINTS = new Map(/** @type {const} */ (['center', 'corner']).map((each) => [each, each]));
const AXES = new Map(
    /** @type {const} */ (['right-up', 'right-down', 'down-right']).map((each) => [each, each]),
);
const DELIMITERS = new Map([',', ';', '\t'].map((each) => [each, each]));

/**
 * Reads a recordingMeta file: a table with the column frameRate, and one row.
 *
 * @param {SourceFile} source
 * @returns {Promise<RecordingMeta>}
 */
export async function readRecordingMeta(source) {
    const file = withoutText(source);
    /** @type {Map<string, number> | undefined} */
    let columns;
    /** @type {RecordingMeta | undefined} */
    let meta;
    for await (const row of readRows(source, ',')) {
        if (row.isComment) continue;
        if (columns === undefined) {
            columns = headerColumns(file, row);
            if (columns.has('frameRate')) continue;
            const text =
                'the header has no frameRate: the file is neither a recordingMeta nor a map of columns';
            throw new InputError('bad-header', file, row.positionOf(0), text);
        }
        if (meta !== undefined) {
            const text = 'a recordingMeta has one row';
            throw new InputError('bad-line', file, row.positionOf(0), text);
        }
        const column = columns.get('frameRate') ?? 0;
        const recording = columns.get('recordingId') ?? columns.get('id');
        meta = {
            frameRate: parseRate(file, row.positionOf(column), row.fields[column]),
            recording: recording === undefined ? null : row.fields[recording],
        };
    }
    if (meta !== undefined) return meta;
    throw new InputError('bad-line', file, FILE_START, 'the recordingMeta has no row');
}

/**
 * Reads a map of columns in JSON, or settings for a table whose columns state their roles.
 *
 * @param {SourceFile} source
 * @returns {Promise<{ layout: Layout } | { settings: Partial<Layout> }>}
 */
export async function readColumnMap(source) {
    const root = await readJson(source);
    const settings = root.members({
        required: [],
        optional: ['columns', ...SETTINGS],
        renamed: COLUMN_MAP_KEYS,
    });
    const map = settings.get('columns');
    const columns = map === undefined ? new Map() : readColumns(map);
    const frameRate = settings.get('frameRate')?.number({ min: MIN_RATE, max: MAX_RATE });
    if (map !== undefined && (frameRate === undefined) === !columns.has('time')) {
        const text = 'must give the times by either columns.time or frameRate';
        throw root.error('missing-key', text);
    }
    if (map !== undefined && frameRate !== undefined && !columns.has('frame')) {
        throw root.error('missing-key', 'must have columns.frame beside frameRate');
    }
    const size = settings.get('size')?.tuple(2);
    const isSized = [size !== undefined, columns.has('length'), columns.has('radius')];
    if (isSized.filter(Boolean).length > 1) {
        const text = 'must give sizes by either columns.length and width, columns.radius or size';
        throw root.error('bad-value', text);
    }
    /**
     * @template T
     * @param {string} name
     * @param {ReadonlyMap<string, T>} choices
     */
    const choice = (name, choices) =>
        choices.get(settings.get(name)?.choice([...choices.keys()], COLUMN_MAP_KEYS) ?? '');
    const point = choice('point', POINTS) ?? DEFAULT_LAYOUT.point;
    if (point === 'corner' && (columns.has('angle') || columns.has('xVelocity'))) {
        const text = 'cannot have a heading: boxes by their corner are along the axes';
        throw root.error('bad-value', text);
    }
    const [length, width] = size?.map((each) => each.positive(MAX_MAGNITUDE)) ?? [];
    const isInSpace = settings.get('space')?.boolean();
    if (map !== undefined) checkSpaceColumns(map, columns, isInSpace);
    if (size !== undefined && (isInSpace || columns.has('z'))) {
        throw root.error('bad-value', 'must give the sizes of bodies in space by columns');
    }
    const given = {
        isInSpace: map === undefined ? isInSpace : columns.has('z'),
        frameRate,
        timeUnit: choice('timeUnit', TIME_UNITS),
        angleUnit: choice('angleUnit', ANGLE_UNITS),
        size: size === undefined ? undefined : /** @type {[number, number]} */ ([length, width]),
        delimiter: choice('delimiter', DELIMITERS),
        axes: choice('axes', AXES),
    };
    const stated = Object.fromEntries(
        Object.entries(given).filter(([, value]) => value !== undefined),
    );
    if (map === undefined) {
        if (point === DEFAULT_LAYOUT.point) return { settings: stated };
        throw root.error('missing-key', 'must have columns beside the point corner');
    }
    const layout = {
        ...DEFAULT_LAYOUT,
        name: source.name,
        columns: /** @type {Columns} */ (/** @type {unknown} */ (Object.fromEntries(columns))),
        ...stated,
        point,
        isAlongX: point === 'corner',
    };
    return { layout };
}

/**
 * Refuses columns of space that do not go together.
 *
 * @param {JsonValue} map
 * @param {Map<string, string>} columns
 * @param {boolean | undefined} isInSpace the setting
 */
function checkSpaceColumns(map, columns, isInSpace) {
    const has = (/** @type {string} */ role) => columns.has(role);
    if (isInSpace !== undefined && isInSpace !== has('z')) {
        throw map.error('missing-key', 'must have z in a table in space, and only there');
    }
    const other = SPACE_ROLES.find((role) => has(role) && !has('z'));
    if (other !== undefined) throw map.error('missing-key', `must have z beside ${other}`);
    const count = QUATERNION.filter(has).length;
    if (count % QUATERNION.length !== 0) {
        throw map.error('missing-key', 'must have all of qx, qy, qz and qw, or none');
    }
    if (count > 0 && (has('angle') || has('xVelocity'))) {
        throw map.error('bad-value', 'must have either a quaternion or a heading');
    }
}

/** Reads the name of each column by its role. @param {JsonValue} value @returns {Map<string, string>} */
function readColumns(value) {
    /** @type {Map<string, string>} */
    const columns = new Map();
    for (const [role, name] of value.members({
        required: REQUIRED_ROLES,
        optional: OPTIONAL_ROLES,
        renamed: COLUMN_MAP_KEYS,
    })) {
        if (name.string() === '') throw name.error('bad-value', 'must not be empty');
        columns.set(role, name.string());
    }
    for (const [one, other] of [
        ['xVelocity', 'yVelocity'],
        ['length', 'width'],
    ]) {
        if (columns.has(one) === columns.has(other)) continue;
        throw value.error('missing-key', `must have both ${one} and ${other}, or neither`);
    }
    return columns;
}

/**
 * Reads tracks of road users from tables: INTERACTION, highD, inD and similar ones, tables whose columns state their roles, or
 * any with a map of columns.
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
        /** @returns {Promise<Scenario>} */
        const read = async () => {
            const plan = finish();
            return {
                ...blankScenario('tracks'),
                domain: plan.agents.some(({ shape }) => isSpaceShape(shape)) ? 'agents' : 'driving',
                axes,
                beforeStart: 'vanish',
                atGoal: atGoal ?? 'vanish',
                ...plan,
            };
        };
        return { label, position, read };
    });
}

/**
 * @param {SourceFile | undefined} config
 * @returns {Promise<{ layout?: Layout, settings?: Partial<Layout>, meta?: RecordingMeta }>}
 */
async function readConfig(config) {
    if (config === undefined) return {};
    const { head, file } = await peek(config);
    const isMap = /^\s*[[{]/.test(head);
    return isMap ? readColumnMap(file) : { meta: await readRecordingMeta(file) };
}
