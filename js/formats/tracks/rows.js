import { formatValue } from '#internal';
import { UNIT_SLACK } from '../../scenario/model/tolerance.js';
import { UniqueNotices } from '../bodies/poses.js';
import { findPreset, parseSpaceColumn, QUATERNION } from '../detection/track_layout.js';
import {
    FILE_START,
    InputError,
    MAX_MAGNITUDE,
    parseNumber,
    peek,
    tooLargeError,
    withoutText,
} from '../text/source.js';
import { TrackCase } from './case.js';
import { headerColumns, readRows } from './csv.js';
import { NamedTable, readPreamble, settingHint } from './named.js';

/**
 * Reads the rows of a table of tracks. Rows of one track may be anywhere in the table, so all are held until its end, some
 * 60 bytes each, and then the motions of one case at a time.
 *
 * @import { CheckedFile, SourceFile } from '../text/source.js'
 * @import { RecordingMeta } from './tracks.js'
 * @import { CaseAgents, Size, SpaceRow } from './case.js'
 * @import { Quaternion } from '../../scenario/model/orientation.js'
 * @import { Row } from './csv.js'
 * @import { Columns, Layout } from '../detection/track_layout.js'
 * @import { Preamble } from './named.js'
 * @import { Polygon, Scenario, SourcePosition } from '../../scenario/model/scenario.js'
 *
 * @typedef {object} TableOptions
 * @property {Layout} [layout] layout from a map of columns
 * @property {Partial<Layout>} [settings] settings for a table whose columns state their roles
 * @property {RecordingMeta} [meta]
 * @property {SourceFile} [config] the file that these are from
 * @property {number} [radius] radius of bodies without a size
 * @property {Polygon} [footprint] outline of bodies without a size, in place of a radius
 * @property {string} [caseLabel] label of the only case to keep
 *
 * @typedef {object} TrackCaseReader
 * @property {string | null} label null: the table has no column of cases
 * @property {SourcePosition} position
 * @property {() => CaseAgents} finish
 *
 * @typedef {object} ReadTable
 * @property {TrackCaseReader[]} cases in the order of their first rows
 * @property {Scenario['axes']} axes
 * @property {boolean} lacksSizes whether a track has no size
 */

/** Units of times since 1970, by the smallest time that is taken for one: as seconds it would be after the year 5000. */
const UNIX_UNITS = Object.freeze([
    { name: 'nanoseconds', value: 1e-9, min: 1e17 },
    { name: 'microseconds', value: 1e-6, min: 1e14 },
    { name: 'milliseconds', value: 1e-3, min: 1e11 },
]);
const SECONDS = Object.freeze({ name: 'seconds', value: 1 });
const MIN_UNIT = 1e-9;

/** Maximum frame of a recording. */
const MAX_FRAMES = 1e9;

/**
 * @param {SourceFile} source
 * @param {TableOptions} options
 * @returns {Promise<ReadTable>}
 */
export async function readTracks(source, options) {
    const file = withoutText(source);
    const { layout, settings } = options;
    const { head, file: plan } = await peek(source);
    const stated = (layout ?? settings)?.delimiter;
    const preamble = readPreamble(file, head, stated, layout?.columns);
    const { delimiter, header, skipped } = preamble;
    /** @type {TableReader | undefined} */
    let table = header === null ? undefined : new TableReader(file, header, preamble, options);
    for await (const row of readRows(plan, delimiter, { skipped, width: header?.fields.length })) {
        if (table === undefined) table = new TableReader(file, row, preamble, options);
        else table.addRow(row);
    }
    if (table === undefined || table.isEmpty) {
        const text = `the table has no row under its header${table?.hasComments ? ': lines that begin with # are comments' : ''}`;
        throw new InputError('no-agents', file, FILE_START, text);
    }
    return table.finish();
}

/** Reads a table row by row. */
class TableReader {
    /** @type {Map<string | null, { position: SourcePosition, tracks: TrackCase }>} by label */
    #cases = new Map();
    #rows = 0;
    /** First row beyond the limit. @type {SourcePosition | null} */
    #beyond = null;
    #file;
    /** @type {Layout} */
    #layout;
    /** Reader of units and settings in the table; null if a data set or a map states them. @type {NamedTable | null} */
    #named = null;
    /** Whether the next row may have units. */
    #isUnderHeader = true;
    #header;
    #bodies;
    #meta;
    #caseLabel;
    /** @type {Map<keyof Columns, number>} */
    #columns = new Map();
    /** Value of the unit of times that the first time has, if none is stated. @type {number | null} */
    #timeUnit = null;
    #uniqueNotices;
    hasComments = false;

    /**
     * @param {CheckedFile} file
     * @param {Row} header
     * @param {Preamble} preamble
     * @param {TableOptions} options
     */
    constructor(file, header, preamble, options) {
        const { layout, settings, meta, config, radius, footprint, caseLabel } = options;
        this.#file = file;
        this.#header = header;
        this.#meta = meta;
        this.#caseLabel = caseLabel;
        this.#uniqueNotices = new UniqueNotices(file);
        const names = headerColumns(file, header);
        const known = layout ?? findPreset(header.fields);
        if (known === undefined) {
            const rate = meta?.frameRate ?? null;
            this.#named = new NamedTable(file, header, preamble, { ...settings }, rate);
            this.#layout = this.#named.layout();
        } else {
            const rate = preamble.frameRate?.value;
            const given = withFrameRate(known, meta ?? metaOf(known, settings, config), config);
            this.#layout =
                given.isRateAssumed && rate !== undefined
                    ? { ...given, frameRate: rate, isRateAssumed: false }
                    : given;
        }
        const found = this.#layout;
        for (const [role, name] of Object.entries(found.columns)) {
            const column = names.get(name);
            if (column !== undefined)
                this.#columns.set(/** @type {keyof Columns} */ (role), column);
            else if (!found.optional.includes(/** @type {keyof Columns} */ (role))) {
                const text = `the header has no ${formatValue(name)}, which is to be the ${role}`;
                throw new InputError('bad-header', file, header.positionOf(0), text);
            }
        }
        const used = new Set([...Object.values(found.columns), ...found.unused]);
        const unused = header.fields
            .map((name, k) => (name === '' ? `column ${k + 1}, which has no name` : name))
            .filter((name) => !used.has(name));
        this.#bodies = { radius, footprint, unused };
        if (unused.length > 0) {
            const isRaised = unused.some((name) => parseSpaceColumn(name).role === 'z');
            const hint = `; the table is read in the plane: ${settingHint('{"space": true}')} uses z`;
            const text = `columns without a use: ${unused.join(', ')}`;
            const isAsked = this.#named !== undefined && isRaised;
            this.#uniqueNotices.add(header.positionOf(0), isAsked ? text + hint : text);
        }
        const { frameRate } = preamble;
        if (frameRate !== null && frameRate.value !== found.frameRate) {
            const reason =
                found.frameRate === null
                    ? 'the table has times'
                    : `the configuration has ${found.frameRate} Hz`;
            const text = `the frame rate of the comment, ${frameRate.value} Hz, is not used: ${reason}`;
            this.#uniqueNotices.add(frameRate.position, text);
        }
        if (found.isRateAssumed) {
            const text = `the frame rate is assumed to be ${found.frameRate} Hz, that of ${found.name}; a recordingMeta (--config) gives it`;
            this.#uniqueNotices.add(header.positionOf(0), text);
        }
    }

    get isEmpty() {
        return this.#cases.size === 0;
    }

    /** @param {Row} row */
    addRow(row) {
        const file = this.#file;
        const { line } = row;
        const position = { line, column: 1 };
        if (row.isComment) {
            this.hasComments = true;
            const text = 'a row that begins with # is a comment, and is not read';
            this.#uniqueNotices.add(position, text);
            return;
        }
        if (this.#isUnderHeader && this.#named?.readUnits(row)) {
            this.#isUnderHeader = false;
            this.#layout = this.#named.layout();
            return;
        }
        this.#isUnderHeader = false;
        if (++this.#rows > file.limits.pieces) {
            // The rest is only counted.
            this.#beyond ??= position;
            return;
        }
        if (this.#isEmptyRow(row)) return;
        const tracks = this.#findCase(row, position);
        if (tracks === null) return;
        const track = this.#fieldText(row, 'track');
        if (track === '') throw this.#missingValueError(row, 'track');
        const frame = this.#readFrame(row);
        const size = this.#readSize(row);
        const corner = this.#layout.point === 'corner' ? (size ?? [0, 0]) : [0, 0];
        tracks.add({
            track,
            frame,
            time: this.#readTime(row, frame),
            x: this.#readNumber(row, 'x') + corner[0] / 2,
            y: this.#readNumber(row, 'y') + corner[1] / 2,
            size,
            angle: this.#readAngle(row),
            ...(this.#layout.isInSpace && { space: this.#readSpace(row) }),
            line,
            positionOf: (role) => this.#positionOf(row, role),
        });
    }

    /** @returns {ReadTable} */
    finish() {
        if (this.#beyond !== null) {
            throw tooLargeError(this.#file, this.#beyond, 'pieces', 'rows', this.#rows);
        }
        const { axes } = this.#layout;
        const lengthUnit = this.#named?.lengthUnit() ?? 'm';
        if (lengthUnit !== 'm') {
            const text = `lengths are in ${lengthUnit}, that of a radius or a footprint too`;
            this.#uniqueNotices.add(this.#header.positionOf(0), text);
        }
        const cases = [...this.#cases].map(([label, { position, tracks }]) => {
            const finish = () => {
                const read = tracks.finish();
                return { ...read, notices: [...this.#uniqueNotices.notices, ...read.notices] };
            };
            return { label, position, finish };
        });
        const lacksSizes = [...this.#cases.values()].some(({ tracks }) => tracks.lacksSizes);
        return { cases, axes, lacksSizes };
    }

    /**
     * Returns whether nobody is there at a row's time: some programs write such rows.
     *
     * @param {Row} row
     */
    #isEmptyRow({ fields }) {
        const roles = /** @type {const} */ (['track', 'x', 'y']);
        return roles.every((role) => fields[this.#columns.get(role) ?? 0] === '');
    }

    /**
     * Returns the tracks that a row goes to; null for those of a case that is not read.
     *
     * @param {Row} row
     * @param {SourcePosition} position
     */
    #findCase(row, position) {
        const column = this.#columns.get('case');
        const label = column === undefined ? null : row.fields[column];
        let found = this.#cases.get(label);
        if (found === undefined) {
            const metaRecording = this.#meta?.recording ?? null;
            if (metaRecording !== null && label !== null && metaRecording !== label) {
                const text = `the table is of recording ${formatValue(label)}, the recordingMeta of ${formatValue(metaRecording)}`;
                throw new InputError('wrong-config', this.#file, position, text);
            }
            const tracks = new TrackCase(this.#file, this.#layout, this.#bodies);
            found = { position, tracks };
            this.#cases.set(label, found);
        }
        const isKept = this.#caseLabel === undefined || label === null || label === this.#caseLabel;
        return isKept ? found.tracks : null;
    }

    /** @param {Row} row @param {keyof Columns} role @returns {string} '' when there is no such column */
    #fieldText({ fields }, role) {
        const column = this.#columns.get(role);
        return column === undefined ? '' : fields[column];
    }

    /** @param {Row} row @param {keyof Columns} role @returns {SourcePosition} */
    #positionOf(row, role) {
        return row.positionOf(this.#columns.get(role) ?? 0);
    }

    /** @param {Row} row @param {keyof Columns} role */
    #missingValueError(row, role) {
        const text = `the row has no ${role}`;
        return new InputError('missing-value', this.#file, this.#positionOf(row, role), text);
    }

    /** @param {Row} row @param {keyof Columns} role @param {{ min?: number, max?: number }} [range] */
    #readNumber(row, role, range) {
        return this.#parseWithPosition(row, role, (position, text) => {
            if (/^-?\d+,\d+$/.test(text)) {
                const problem = `${role} must have a decimal point, not a comma, got ${formatValue(text)}`;
                throw new InputError('bad-number', this.#file, position, problem, text);
            }
            return parseNumber(this.#file, position, role, text, range);
        });
    }

    /**
     * Returns the number of a row's frame, which programs write as `7` and as `7.0`; null when the table has times alone.
     *
     * @param {Row} row
     */
    #readFrame(row) {
        if (!this.#columns.has('frame')) return null;
        return this.#parseWithPosition(row, 'frame', (position, text) => {
            const frame = parseNumber(this.#file, position, 'frame', text, { min: 0 });
            if (Number.isInteger(frame) && frame <= MAX_FRAMES) return frame;
            const code = Number.isInteger(frame) ? 'out-of-range' : 'bad-number';
            const hint = 'of a table with times alone the map of columns has time and no frame';
            const problem = `frame must be a whole number from 0 to ${MAX_FRAMES}, got ${formatValue(text)}; ${hint}`;
            throw new InputError(code, this.#file, position, problem, text);
        });
    }

    /**
     * Parses a value of a row; its position is computed only for an error, since that takes longer than the parsing.
     *
     * @param {Row} row
     * @param {keyof Columns} role
     * @param {(position: SourcePosition, text: string) => number} parse
     * @returns {number}
     */
    #parseWithPosition(row, role, parse) {
        const text = this.#fieldText(row, role);
        if (text === '') throw this.#missingValueError(row, role);
        try {
            return parse(FILE_START, text);
        } catch (error) {
            parse(this.#positionOf(row, role), text);
            throw error;
        }
    }

    /** Returns a row's time, in seconds. @param {Row} row @param {number | null} frame */
    #readTime(row, frame) {
        const { frameRate, timeUnit } = this.#layout;
        if (frameRate !== null && frame !== null) return frame / frameRate;
        const time = this.#readNumber(row, 'time', { max: MAX_MAGNITUDE / (timeUnit ?? MIN_UNIT) });
        const unit = timeUnit ?? this.#findTimeUnit(time, row);
        // Dividing by a thousand rounds once, where multiplying by a thousandth would twice.
        const seconds = unit < 1 ? time / Math.round(1 / unit) : time;
        if (Math.abs(seconds) <= MAX_MAGNITUDE) return seconds;
        const text = `time must be from ${-MAX_MAGNITUDE} to ${MAX_MAGNITUDE} seconds, got ${time}`;
        throw new InputError('out-of-range', this.#file, this.#positionOf(row, 'time'), text, time);
    }

    /**
     * Returns the unit of times whose table does not state it: seconds, or smaller ones since 1970.
     *
     * @param {number} time
     * @param {Row} row
     */
    #findTimeUnit(time, row) {
        const { name, value } = UNIX_UNITS.find(({ min }) => Math.abs(time) >= min) ?? SECONDS;
        const hint = settingHint('{"timeUnit": "ms"}, "s", "us" or "ns"');
        if (this.#timeUnit === null) {
            this.#timeUnit = value;
            if (value === 1) return 1;
            const text = `times are taken to be in ${name} since 1970, since ${time} would be later than the year 5000 in seconds; ${hint} states the unit`;
            this.#uniqueNotices.add(row.positionOf(0), text);
        } else if (value !== this.#timeUnit) {
            const text = `all times must have one unit: ${time} looks like ${name}, those before it do not; ${hint} states the unit`;
            const position = this.#positionOf(row, 'time');
            throw new InputError('bad-value', this.#file, position, text, time);
        }
        return value;
    }

    /** Returns a row's size, or null if it has none. @param {Row} row @returns {Size | null} */
    #readSize(row) {
        if (this.#layout.size !== null) return this.#layout.size;
        if (this.#columns.has('radius')) {
            if (this.#fieldText(row, 'radius') === '') return null;
            const diameter = 2 * this.#readNumber(row, 'radius', { min: 0 });
            return diameter > 0 ? [diameter, diameter] : null;
        }
        const [length, width] = /** @type {const} */ (['length', 'width']).map((role) => {
            return this.#fieldText(row, role) === '' ? 0 : this.#readNumber(row, role, { min: 0 });
        });
        if (length > 0 && width > 0) return [length, width];
        if (length === 0 && width === 0) return null;
        throw this.#missingValueError(row, length > 0 ? 'width' : 'length');
    }

    /** Returns what a row has besides in space. @param {Row} row @returns {SpaceRow} */
    #readSpace(row) {
        const z = this.#readNumber(row, 'z');
        const hasHeight = this.#fieldText(row, 'height') !== '';
        const height = hasHeight ? this.#readNumber(row, 'height', { min: 0 }) : null;
        if (!this.#columns.has('qw')) return { z, height, rotation: null };
        const numbers = QUATERNION.map((role) => this.#readNumber(row, role));
        const length = Math.sqrt(numbers.reduce((sum, each) => sum + each * each, 0));
        if (Math.abs(length - 1) > UNIT_SLACK) {
            const text = `the quaternion must have length 1 to within ${UNIT_SLACK}, got ${length}`;
            const position = this.#positionOf(row, 'qx');
            throw new InputError('bad-value', this.#file, position, text, length);
        }
        return { z, height, rotation: /** @type {Quaternion} */ (numbers.map((q) => q / length)) };
    }

    /** Returns a row's angle: null if it has none, NaN if it is that of the velocity, which is 0. @param {Row} row */
    #readAngle(row) {
        if (this.#layout.isAlongX) {
            if (!this.#columns.has('xVelocity')) return 0;
            const velocity = this.#readNumber(row, 'xVelocity');
            return velocity === 0 ? Number.NaN : velocity < 0 ? Math.PI : 0;
        }
        if (this.#columns.has('angle')) {
            if (this.#fieldText(row, 'angle') === '') return null;
            const angle = this.#readNumber(row, 'angle');
            return this.#layout.isAngleChecked ? angle : angle * (this.#layout.angleUnit ?? 1);
        }
        if (!this.#columns.has('xVelocity')) return null;
        const [vx, vy] = [this.#readNumber(row, 'xVelocity'), this.#readNumber(row, 'yVelocity')];
        return vx === 0 && vy === 0 ? Number.NaN : Math.atan2(vy, vx);
    }
}

/**
 * Returns a frame rate alone as if a recordingMeta gave it: a known data set takes no other settings.
 *
 * @param {Layout} layout
 * @param {Partial<Layout> | undefined} settings
 * @param {SourceFile | undefined} config
 * @returns {RecordingMeta | undefined}
 */
function metaOf({ name }, settings, config) {
    if (settings === undefined || config === undefined) return undefined;
    const { frameRate, delimiter: _, ...others } = settings;
    const [other] = Object.keys(others);
    if (other === undefined) return frameRate ? { frameRate, recording: null } : undefined;
    const text = `${name} is known by its header: ${other} is not used without columns`;
    throw new InputError('unused-file', config, FILE_START, text);
}

/**
 * Returns the layout with the frame rate of the recording's own file.
 *
 * @param {Layout} layout
 * @param {RecordingMeta | undefined} meta
 * @param {SourceFile | undefined} config
 * @returns {Layout}
 */
function withFrameRate(layout, meta, config) {
    if (meta === undefined || config === undefined) return layout;
    if (layout.isRateAssumed) {
        return { ...layout, frameRate: meta.frameRate, isRateAssumed: false };
    }
    const text = `${layout.name} has times of its own: a recordingMeta is not used`;
    throw new InputError('unused-file', config, FILE_START, text);
}
