import { show } from 'graze';
import { checkCount, Once } from './driving.js';
import { FILE_START, InputError, parseNumber, piecewise } from './source.js';
import { TrackCase } from './tracks_case.js';
import { headerOf, rowsOf } from './tracks_csv.js';
import { PRESET_NAMES, presetOf } from './tracks_layout.js';

/**
 * The rows of a table of tracks. Rows of one track may be anywhere in the table, so all are held until its end: some 60
 * bytes each, and then the motions of one case at a time.
 *
 * @import { CheckedFile, SourceFile } from './source.js'
 * @import { RecordingMeta } from './tracks_config.js'
 * @import { CaseAgents, Size } from './tracks_case.js'
 * @import { Row } from './tracks_csv.js'
 * @import { Columns, Layout } from './tracks_layout.js'
 * @import { Scenario, SourcePosition } from '../scenario/scenario.js'
 *
 * @typedef {object} Given
 * @property {Layout} [layout] by a map of columns
 * @property {RecordingMeta} [meta]
 * @property {SourceFile} [config] the file that these are from
 * @property {number} [radius] of what has no size
 * @property {string} [only] label of the case to keep; of others nothing is held
 *
 * @typedef {object} ReadCase
 * @property {string | null} label null: the table has no column of cases
 * @property {SourcePosition} position
 * @property {() => CaseAgents} finish
 *
 * @typedef {object} ReadTable
 * @property {ReadCase[]} cases in the order of their first rows
 * @property {Scenario['axes']} axes
 */

/** Frames beyond which a file is no recording. */
const MOST_FRAMES = 1e9;

/**
 * @param {SourceFile} source
 * @param {Given} given
 * @returns {Promise<ReadTable>}
 */
export async function readTracks(source, given) {
    const file = piecewise(source);
    /** @type {Table | undefined} */
    let table;
    for await (const row of rowsOf(source, given.layout?.delimiter ?? ',')) {
        if (table === undefined) table = new Table(file, row, given);
        else table.take(row);
    }
    if (table === undefined || table.isEmpty) {
        const text = 'the table has no row under its header';
        throw new InputError('no-agents', file, FILE_START, text);
    }
    return table.finish();
}

/** A table as its rows come. */
class Table {
    /** @type {Map<string | null, { position: SourcePosition, tracks: TrackCase }>} by label */
    #cases = new Map();
    #rows = 0;
    #file;
    #layout;
    #radius;
    #meta;
    #only;
    /** @type {Map<keyof Columns, number>} */
    #at = new Map();
    #once;

    /**
     * @param {CheckedFile} file
     * @param {Row} header
     * @param {Given} given
     */
    constructor(file, header, { layout, meta, config, radius, only }) {
        this.#file = file;
        this.#radius = radius;
        this.#meta = meta;
        this.#only = only;
        this.#once = new Once(file);
        const names = headerOf(file, header);
        const found = layout ?? presetOf(header.fields);
        if (found === undefined) {
            const text = `the columns are none of ${PRESET_NAMES.join(', ')}: give a map of columns (--config)`;
            throw new InputError('unknown-columns', file, header.at(0), text);
        }
        this.#layout = rated(found, meta, config);
        for (const [role, name] of Object.entries(found.columns)) {
            const at = names.get(name);
            if (at !== undefined) this.#at.set(/** @type {keyof Columns} */ (role), at);
            else if (!found.optional.includes(/** @type {keyof Columns} */ (role))) {
                const text = `the header has no ${show(name)}, which is to be the ${role}`;
                throw new InputError('bad-header', file, header.at(0), text);
            }
        }
        const used = new Set([...Object.values(found.columns), ...found.unused]);
        const unused = header.fields.filter((name) => !used.has(name));
        if (unused.length > 0) {
            this.#once.add(header.at(0), `columns without a use: ${unused.join(', ')}`);
        }
        if (this.#layout.isRateAssumed) {
            const text = `the frame rate is taken as ${this.#layout.frameRate} Hz, as ${found.name} has it; a recordingMeta (--config) tells it`;
            this.#once.add(header.at(0), text);
        }
    }

    get isEmpty() {
        return this.#cases.size === 0;
    }

    /** @param {Row} row */
    take(row) {
        const file = this.#file;
        const { line } = row;
        const position = { line, column: 1 };
        checkCount(file, position, ++this.#rows, 'segments', 'rows');
        if (this.#isBare(row)) return;
        const tracks = this.#caseOf(row, position);
        if (tracks === null) return;
        const track = this.#text(row, 'track');
        if (track === '') throw this.#missing(row, 'track');
        const frame = this.#frame(row);
        const size = this.#size(row);
        const corner = this.#layout.point === 'corner' ? (size ?? [0, 0]) : [0, 0];
        tracks.add({
            track,
            frame,
            time: this.#time(row, frame),
            x: this.#number(row, 'x') + corner[0] / 2,
            y: this.#number(row, 'y') + corner[1] / 2,
            size,
            heading: this.#heading(row),
            line,
            place: (what) => this.#place(row, what),
        });
    }

    /** @returns {ReadTable} */
    finish() {
        const { axes } = this.#layout;
        const cases = [...this.#cases].map(([label, { position, tracks }]) => {
            const finish = () => {
                const read = tracks.finish();
                return { ...read, notices: [...this.#once.notices, ...read.notices] };
            };
            return { label, position, finish };
        });
        return { cases, axes };
    }

    /**
     * Returns whether nobody is there at a row's time: some programs write such rows.
     *
     * @param {Row} row
     */
    #isBare({ fields }) {
        const roles = /** @type {const} */ (['track', 'x', 'y']);
        return roles.every((role) => fields[this.#at.get(role) ?? 0] === '');
    }

    /**
     * Returns the tracks that a row goes to; null for those of a case that is not read.
     *
     * @param {Row} row
     * @param {SourcePosition} position
     */
    #caseOf(row, position) {
        const at = this.#at.get('case');
        const label = at === undefined ? null : row.fields[at];
        let found = this.#cases.get(label);
        if (found === undefined) {
            const named = this.#meta?.recording ?? null;
            if (named !== null && label !== null && named !== label) {
                const text = `the table is of recording ${show(label)}, the recordingMeta of ${show(named)}`;
                throw new InputError('wrong-config', this.#file, position, text);
            }
            const tracks = new TrackCase(this.#file, this.#layout, this.#radius);
            found = { position, tracks };
            this.#cases.set(label, found);
        }
        const isKept = this.#only === undefined || label === null || label === this.#only;
        return isKept ? found.tracks : null;
    }

    /** @param {Row} row @param {keyof Columns} role @returns {string} '' when there is no such column */
    #text({ fields }, role) {
        const at = this.#at.get(role);
        return at === undefined ? '' : fields[at];
    }

    /** @param {Row} row @param {keyof Columns} role @returns {SourcePosition} */
    #place(row, role) {
        return row.at(this.#at.get(role) ?? 0);
    }

    /** @param {Row} row @param {keyof Columns} role */
    #missing(row, role) {
        const text = `the row has no ${role}`;
        return new InputError('missing-value', this.#file, this.#place(row, role), text);
    }

    /** @param {Row} row @param {keyof Columns} role @param {{ min?: number }} [range] */
    #number(row, role, range) {
        return this.#parsed(row, role, (position, text) =>
            parseNumber(this.#file, position, role, text, range),
        );
    }

    /**
     * Returns the number of a row's frame, which programs write as `7` and as `7.0`; null when the table has times alone.
     *
     * @param {Row} row
     */
    #frame(row) {
        if (!this.#at.has('frame')) return null;
        return this.#parsed(row, 'frame', (position, text) => {
            const frame = parseNumber(this.#file, position, 'frame', text, { min: 0 });
            if (Number.isInteger(frame) && frame <= MOST_FRAMES) return frame;
            const code = Number.isInteger(frame) ? 'out-of-range' : 'bad-number';
            const hint = 'of a table with times alone the map of columns has time and no frame';
            const problem = `frame must be a whole number from 0 to ${MOST_FRAMES}, got ${show(text)}; ${hint}`;
            throw new InputError(code, this.#file, position, problem, text);
        });
    }

    /**
     * A value with its place, which is looked up only when it is wrong: that takes longer than the parsing.
     *
     * @param {Row} row
     * @param {keyof Columns} role
     * @param {(position: SourcePosition, text: string) => number} parse
     * @returns {number}
     */
    #parsed(row, role, parse) {
        const text = this.#text(row, role);
        if (text === '') throw this.#missing(row, role);
        try {
            return parse(FILE_START, text);
        } catch (error) {
            parse(this.#place(row, role), text);
            throw error;
        }
    }

    /** Returns a row's time, in seconds. @param {Row} row @param {number | null} frame */
    #time(row, frame) {
        const { frameRate, timeUnit } = this.#layout;
        if (frameRate !== null && frame !== null) return frame / frameRate;
        const time = this.#number(row, 'time');
        // Dividing by a thousand rounds once, where multiplying by a thousandth would twice.
        return timeUnit === 1e-3 ? time / 1000 : time * timeUnit;
    }

    /** Null: the row has none. @param {Row} row @returns {Size | null} */
    #size(row) {
        if (this.#layout.size !== null) return this.#layout.size;
        const [length, width] = /** @type {const} */ (['length', 'width']).map((role) => {
            return this.#text(row, role) === '' ? 0 : this.#number(row, role, { min: 0 });
        });
        if (length > 0 && width > 0) return [length, width];
        if (length === 0 && width === 0) return null;
        throw this.#missing(row, length > 0 ? 'width' : 'length');
    }

    /** Null: the row has none. NaN: it would be the velocity's, which is 0. @param {Row} row */
    #heading(row) {
        if (this.#layout.isAlongX) {
            if (!this.#at.has('xVelocity')) return 0;
            const velocity = this.#number(row, 'xVelocity');
            return velocity === 0 ? Number.NaN : velocity < 0 ? Math.PI : 0;
        }
        if (this.#at.has('heading')) {
            if (this.#text(row, 'heading') === '') return null;
            return this.#number(row, 'heading') * this.#layout.headingUnit;
        }
        if (!this.#at.has('xVelocity')) return null;
        const [vx, vy] = [this.#number(row, 'xVelocity'), this.#number(row, 'yVelocity')];
        return vx === 0 && vy === 0 ? Number.NaN : Math.atan2(vy, vx);
    }
}

/**
 * The layout with the frame rate that the recording's own file tells.
 *
 * @param {Layout} layout
 * @param {RecordingMeta | undefined} meta
 * @param {SourceFile | undefined} config
 * @returns {Layout}
 */
function rated(layout, meta, config) {
    if (meta === undefined || config === undefined) return layout;
    if (layout.isRateAssumed) {
        return { ...layout, frameRate: meta.frameRate, isRateAssumed: false };
    }
    const text = `${layout.name} tells its times itself: a recordingMeta is not used`;
    throw new InputError('unused-file', config, FILE_START, text);
}
