import { GrazeError, printable, show } from 'graze';
import { box, checkCount, motionThrough, Once } from './driving.js';
import { FILE_START, InputError, parseNumber, parseWhole, piecewise } from './source.js';
import { headerOf, rowsOf } from './tracks_csv.js';
import { PRESET_NAMES, presetOf } from './tracks_layout.js';

/**
 * The rows of a table of tracks, as agents. Rows of one track may be anywhere in the table, so all are held
 * until its end: some 60 bytes each, and then the motions.
 *
 * @import { CheckedFile, SourceFile } from './source.js'
 * @import { RecordingMeta } from './tracks_config.js'
 * @import { Row } from './tracks_csv.js'
 * @import { Columns, Layout } from './tracks_layout.js'
 * @import { Agent, BodyShape, Scenario, SourcePosition } from '../scenario/scenario.js'
 *
 * @typedef {object} Given
 * @property {Layout} [layout] by a map of columns
 * @property {RecordingMeta} [meta]
 * @property {SourceFile} [config] the file that these are from
 * @property {number} [radius] of what has no size
 *
 * @typedef {object} Track
 * @property {string} name
 * @property {SourcePosition} source
 * @property {[number, number] | null} size length and width
 * @property {boolean} hasHeading
 * @property {number[]} frames
 * @property {number[]} lines
 * @property {number[]} times
 * @property {number[]} xs
 * @property {number[]} ys
 * @property {number[]} headings NaN where one is to be found: nothing moves there
 *
 * @typedef {object} Read
 * @property {Agent[]} agents
 * @property {number | null} timeStep
 * @property {Scenario['axes']} axes
 * @property {string[]} notices
 */

/** Frames beyond which a file is no recording. */
const MOST_FRAMES = 1e9;

/** How far apart steps may be and still be one length, relative: the rounding of times in decimals. */
const STEP_RELATIVE = 1e-9;

/**
 * @param {SourceFile} source
 * @param {Given} given
 * @returns {Promise<Read>}
 */
export async function readTracks(source, given) {
    const file = piecewise(source);
    /** @type {Table | undefined} */
    let table;
    for await (const row of rowsOf(source, given.layout?.delimiter ?? ',')) {
        if (table === undefined) table = new Table(file, row, given);
        else table.take(row);
    }
    if (table === undefined || table.tracks.size === 0) {
        throw new InputError(
            'no-agents',
            file,
            FILE_START,
            'the table has no row under its header',
        );
    }
    return table.finish();
}

/** A table as its rows come. */
class Table {
    /** @type {Map<string, Track>} */
    tracks = new Map();
    /** @type {Map<number, number>} the time of every frame, when times are in a column */
    #times = new Map();
    #rows = 0;
    /** @type {string | undefined} */
    #recording;
    #file;
    #layout;
    #radius;
    #meta;
    /** @type {Map<keyof Columns, number>} */
    #at = new Map();
    /** @type {number | undefined} */
    #recordingAt;
    #once;

    /**
     * @param {CheckedFile} file
     * @param {Row} header
     * @param {Given} given
     */
    constructor(file, header, { layout, meta, config, radius }) {
        this.#file = file;
        this.#radius = radius;
        this.#meta = meta;
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
        if (found.recording !== null) this.#recordingAt = names.get(found.recording);
        const used = new Set([...Object.values(found.columns), found.recording, ...found.unused]);
        const unused = header.fields.filter((name) => !used.has(name));
        if (unused.length > 0) {
            this.#once.add(header.at(0), `columns without a use: ${unused.join(', ')}`);
        }
        if (this.#layout.isRateAssumed) {
            const text = `the frame rate is taken as ${this.#layout.frameRate} Hz, as ${found.name} has it; a recordingMeta (--config) tells it`;
            this.#once.add(header.at(0), text);
        }
    }

    /** @param {Row} row */
    take(row) {
        const file = this.#file;
        const position = { line: row.line, column: 1 };
        checkCount(file, position, ++this.#rows, 'segments', 'rows');
        this.#checkRecording(row);
        const name = this.#text(row, 'track');
        if (name === '') throw this.#missing(row, 'track');
        const frame = this.#frame(row);
        const time = this.#time(row, frame);
        const size = this.#size(row);
        const heading = this.#heading(row);
        let track = this.tracks.get(name);
        if (track === undefined) {
            const hasHeading = heading !== null;
            const lists = { frames: [], lines: [], times: [], xs: [], ys: [], headings: [] };
            track = { name, source: position, size, hasHeading, ...lists };
            this.tracks.set(name, track);
            checkCount(file, position, this.tracks.size, 'agents', 'tracks');
        }
        this.#checkSame(row, track, size, heading);
        const corner = this.#layout.point === 'corner' ? (size ?? [0, 0]) : [0, 0];
        track.frames.push(frame);
        track.lines.push(row.line);
        track.times.push(time);
        track.xs.push(this.#number(row, 'x') + corner[0] / 2);
        track.ys.push(this.#number(row, 'y') + corner[1] / 2);
        track.headings.push(heading ?? 0);
    }

    /** @returns {Read} */
    finish() {
        const tracks = [...this.tracks.values()];
        for (const track of tracks) this.#order(track);
        const spacing = spacingOf(tracks);
        this.#tellGaps(tracks, spacing);
        return {
            agents: tracks.map((track) => this.#agent(track)),
            timeStep: this.#timeStep(tracks, spacing),
            axes: this.#layout.axes,
            notices: this.#once.notices,
        };
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

    /** @param {Row} row */
    #frame(row) {
        const range = { max: MOST_FRAMES };
        return this.#parsed(row, 'frame', (position, text) =>
            parseWhole(this.#file, position, 'frame', text, range),
        );
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

    /** In seconds. @param {Row} row @param {number} frame */
    #time(row, frame) {
        const { frameRate, timeUnit } = this.#layout;
        if (frameRate !== null) return frame / frameRate;
        const text = this.#number(row, 'time');
        // Dividing by a thousand rounds once, where multiplying by a thousandth would twice.
        const time = timeUnit === 1e-3 ? text / 1000 : text * timeUnit;
        const known = this.#times.get(frame);
        if (known === undefined) this.#times.set(frame, time);
        else if (known !== time) {
            const problem = `frame ${frame} is at ${time}, but was at ${known} in another row`;
            throw new InputError('bad-time', this.#file, this.#place(row, 'time'), problem);
        }
        return time;
    }

    /** Null: the row has none. @param {Row} row @returns {[number, number] | null} */
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

    /** @param {Row} row */
    #checkRecording(row) {
        if (this.#recordingAt === undefined) return;
        const recording = row.fields[this.#recordingAt];
        const position = { line: row.line, column: 1 };
        if (this.#recording === undefined) {
            const named = this.#meta?.recording ?? null;
            if (named !== null && named !== recording) {
                const text = `the table is of recording ${show(recording)}, the recordingMeta of ${show(named)}`;
                throw new InputError('wrong-config', this.#file, position, text);
            }
            this.#recording = recording;
        } else if (recording !== this.#recording) {
            const text = `the row is of ${show(recording)}, but the table began with ${show(this.#recording)}: they are not there together, so give each a file`;
            throw new InputError('bad-track', this.#file, position, text);
        }
    }

    /**
     * A body keeps its size.
     *
     * @param {Row} row
     * @param {Track} track
     * @param {[number, number] | null} size
     * @param {number | null} heading
     */
    #checkSame(row, track, size, heading) {
        if (size?.[0] !== track.size?.[0] || size?.[1] !== track.size?.[1]) {
            const [now, before] = [size, track.size].map((one) => one?.join(' x ') ?? 'unknown');
            const text = `the size of track ${track.name} is ${now}, but was ${before}`;
            throw new InputError('bad-track', this.#file, this.#place(row, 'length'), text);
        }
        if ((heading !== null) === track.hasHeading) return;
        const text = `track ${track.name} has a heading in some of its rows only`;
        throw new InputError('bad-track', this.#file, this.#place(row, 'heading'), text);
    }

    /** Puts a track's rows in the order of their frames, each of which it has once. @param {Track} track */
    #order(track) {
        const { frames, lines, times, xs, ys, headings } = track;
        if (frames.some((frame, k) => k > 0 && frame <= frames[k - 1])) {
            const order = frames.map((_, k) => k).sort((a, b) => frames[a] - frames[b] || a - b);
            for (const list of [frames, lines, times, xs, ys, headings]) {
                const sorted = order.map((k) => list[k]);
                for (const [k, value] of sorted.entries()) list[k] = value;
            }
        }
        for (let k = 1; k < frames.length; k++) {
            const position = { line: lines[k], column: 1 };
            if (frames[k] === frames[k - 1]) {
                const text = `track ${track.name} has frame ${frames[k]} twice: also in line ${lines[k - 1]}`;
                throw new InputError('duplicate-frame', this.#file, position, text);
            }
            if (times[k] <= times[k - 1]) {
                const text = `frame ${frames[k]} is at ${times[k]}, not after frame ${frames[k - 1]} at ${times[k - 1]}`;
                throw new InputError('bad-time', this.#file, position, text);
            }
        }
    }

    /** @param {Track[]} tracks @param {number} spacing */
    #tellGaps(tracks, spacing) {
        for (const { frames, lines } of tracks) {
            for (let k = 1; k < frames.length; k++) {
                if (frames[k] - frames[k - 1] <= spacing) continue;
                const text =
                    'frames are missing within a track: the body is taken to move straight on between those that are there';
                this.#once.add({ line: lines[k], column: 1 }, text);
            }
        }
    }

    /** Null when frames are at no even times. @param {Track[]} tracks @param {number} spacing */
    #timeStep(tracks, spacing) {
        const { frameRate } = this.#layout;
        if (frameRate !== null) return spacing / frameRate;
        let step = 0;
        for (const { frames, times } of tracks) {
            for (let k = 1; k < frames.length; k++) {
                const each = ((times[k] - times[k - 1]) / (frames[k] - frames[k - 1])) * spacing;
                if (step === 0) step = each;
                const slack = STEP_RELATIVE * Math.max(step, Math.abs(times[k]));
                if (Math.abs(each - step) > slack) return null;
            }
        }
        return step === 0 ? null : step;
    }

    /** @param {Track} track @returns {Agent} */
    #agent(track) {
        const { name, source, times, xs, ys, lines } = track;
        const shape = this.#shape(track);
        const headings = this.#headings(track);
        const poses = times.map((t, k) => {
            const at = { line: lines[k], column: 1 };
            return { t, x: xs[k], y: ys[k], theta: headings[k], source: at };
        });
        const motion = motionThrough(poses, shape.kind !== 'disc', this.#once);
        return { name, shape, start: null, goal: null, motion, source };
    }

    /** @param {Track} track @returns {BodyShape} */
    #shape({ name, source, size, hasHeading }) {
        if (size === null) {
            if (this.#radius === undefined) {
                throw new GrazeError(
                    'radius-unknown',
                    `${printable(this.#file.name)}:${source.line}: track ${printable(name)} has no size: give a radius for such (--radius)`,
                    { argument: 'radius' },
                );
            }
            this.#once.add(source, 'tracks without a size are discs of the radius given');
            return { kind: 'disc', radius: this.#radius };
        }
        if (hasHeading) return box(...size);
        const text = 'tracks without a heading are discs that cover their boxes in every heading';
        this.#once.add(source, text);
        return { kind: 'disc', radius: Math.hypot(...size) / 2 };
    }

    /**
     * What stands keeps its heading, or has that in which it drives off. Along x a vehicle does not turn,
     * whatever the sign of its velocity.
     *
     * @param {Track} track
     * @returns {number[]}
     */
    #headings({ headings }) {
        const first = headings.find((heading) => !Number.isNaN(heading)) ?? 0;
        if (this.#layout.isAlongX) return headings.map(() => first);
        let heading = first;
        return headings.map((each) => {
            if (!Number.isNaN(each)) heading = each;
            return heading;
        });
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

/** The least number of frames from one row of a track to the next. @param {Track[]} tracks */
function spacingOf(tracks) {
    let least = Infinity;
    for (const { frames } of tracks) {
        for (let k = 1; k < frames.length; k++) least = Math.min(least, frames[k] - frames[k - 1]);
    }
    return least === Infinity ? 1 : least;
}
