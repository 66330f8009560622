import { GrazeError, printable } from 'graze';
import { box, checkCount, motionThrough, Once } from './driving.js';
import { InputError } from './source.js';

/**
 * The tracks of one case of a table, and the agents that they become.
 *
 * @import { CheckedFile } from './source.js'
 * @import { Layout } from './tracks_layout.js'
 * @import { Agent, BodyShape, SourcePosition } from '../scenario/scenario.js'
 *
 * @typedef {[number, number]} Size length and width
 *
 * @typedef {object} TrackRow
 * @property {string} track
 * @property {number | null} frame null: the table has times alone
 * @property {number} time in seconds
 * @property {number} x of the box's centre
 * @property {number} y of the box's centre
 * @property {Size | null} size null: the row has none
 * @property {number | null} heading null: the row has none; NaN: that of a velocity of 0
 * @property {number} line
 * @property {(what: 'time' | 'heading' | 'length') => SourcePosition} place of the value in the row
 *
 * @typedef {object} Track
 * @property {string} name
 * @property {SourcePosition} source
 * @property {Size | null} size the largest length and the largest width
 * @property {Size | null} least the smallest length and the smallest width
 * @property {boolean} lacksSize in some row
 * @property {boolean} hasHeading
 * @property {number[]} frames empty when the table has times alone
 * @property {number[]} lines
 * @property {number[]} times
 * @property {number[]} xs
 * @property {number[]} ys
 * @property {number[]} headings NaN where one is to be found: nothing moves there
 *
 * @typedef {object} CaseAgents
 * @property {Agent[]} agents
 * @property {number | null} timeStep
 * @property {string[]} notices
 */

/** The relative difference up to which steps are of one length: times are rounded to decimals. */
const STEP_RELATIVE = 1e-9;

/** A step longer than so many usual ones is a gap, in which rows are missing, where a table has times alone. */
const GAP = 1.5;

/** Tracks whose sizes a notice gives. */
const MOST_SIZES = 3;

/** What is there together. */
export class TrackCase {
    /** @type {Map<string, Track>} */
    #tracks = new Map();
    /** @type {Map<number, number>} the time of every frame */
    #times = new Map();
    #file;
    #layout;
    #radius;

    /**
     * @param {CheckedFile} file
     * @param {Layout} layout
     * @param {number | undefined} radius of what has no size
     */
    constructor(file, layout, radius) {
        this.#file = file;
        this.#layout = layout;
        this.#radius = radius;
    }

    /** @param {TrackRow} row */
    add(row) {
        const { track: name, size, heading, line } = row;
        this.#checkTime(row);
        let track = this.#tracks.get(name);
        if (track === undefined) {
            const source = { line, column: 1 };
            const [hasHeading, lacksSize] = [heading !== null, size === null];
            const lists = { frames: [], lines: [], times: [], xs: [], ys: [], headings: [] };
            track = { name, source, size, least: size, lacksSize, hasHeading, ...lists };
            this.#tracks.set(name, track);
            checkCount(this.#file, source, this.#tracks.size, 'agents', 'tracks');
        }
        this.#takeSize(row, track);
        if ((heading !== null) !== track.hasHeading) {
            const text = `track ${name} has a heading in some of its rows only`;
            throw new InputError('bad-track', this.#file, row.place('heading'), text);
        }
        if (row.frame !== null) track.frames.push(row.frame);
        track.lines.push(line);
        track.times.push(row.time);
        track.xs.push(row.x);
        track.ys.push(row.y);
        track.headings.push(heading ?? 0);
    }

    /**
     * Makes the agents.
     *
     * @returns {CaseAgents}
     */
    finish() {
        const tracks = [...this.#tracks.values()];
        const once = new Once(this.#file);
        for (const track of tracks) this.#order(track);
        this.#noteSizes(tracks, once);
        const hasFrames = tracks.some(({ frames }) => frames.length > 0);
        const spacing = hasFrames ? spacingOf(tracks) : 1;
        if (hasFrames) this.#noteGaps(tracks, once, ({ frames }) => frames, spacing);
        else this.#noteGaps(tracks, once, ({ times }) => times, GAP * usualStep(tracks));
        const agents = tracks.map((track) => this.#agent(track, once));
        const timeStep = hasFrames ? this.#timeStep(tracks, spacing) : commonStep(tracks);
        return { agents, timeStep, notices: once.notices };
    }

    /** Refuses a frame that is at two times. @param {TrackRow} row */
    #checkTime({ frame, time, place }) {
        if (frame === null || this.#layout.frameRate !== null) return;
        const known = this.#times.get(frame);
        if (known === undefined) this.#times.set(frame, time);
        else if (known !== time) {
            const text = `frame ${frame} is at ${time}, but was at ${known} in another row`;
            throw new InputError('bad-time', this.#file, place('time'), text);
        }
    }

    /**
     * Keeps the largest and the smallest size of a track. Where a box is placed by its corner, a row without a size has
     * no place.
     *
     * @param {TrackRow} row
     * @param {Track} track
     */
    #takeSize({ size, place }, track) {
        const { size: most, least } = track;
        if (this.#layout.point === 'corner' && (size === null) !== (most === null)) {
            const text = `track ${track.name} has a size in some of its rows only`;
            throw new InputError('bad-track', this.#file, place('length'), text);
        }
        if (size === null) {
            track.lacksSize = true;
            return;
        }
        const [length, width] = size;
        track.size = [Math.max(length, most?.[0] ?? 0), Math.max(width, most?.[1] ?? 0)];
        track.least = [
            Math.min(length, least?.[0] ?? length),
            Math.min(width, least?.[1] ?? width),
        ];
    }

    /** Puts a track's rows in the order of their times, each of which it has once. @param {Track} track */
    #order(track) {
        const { frames, lines, times, xs, ys, headings } = track;
        const hasFrames = frames.length > 0;
        const keys = hasFrames ? frames : times;
        if (keys.some((key, k) => k > 0 && key <= keys[k - 1])) {
            const order = keys.map((_, k) => k).sort((a, b) => keys[a] - keys[b] || a - b);
            for (const list of [frames, lines, times, xs, ys, headings]) {
                if (list.length === 0) continue;
                const sorted = order.map((k) => list[k]);
                for (const [k, value] of sorted.entries()) list[k] = value;
            }
        }
        for (let k = 1; k < keys.length; k++) {
            const position = { line: lines[k], column: 1 };
            if (keys[k] === keys[k - 1]) {
                const what = hasFrames ? `frame ${keys[k]}` : `the time ${keys[k]}`;
                const text = `track ${track.name} has ${what} twice: also in line ${lines[k - 1]}`;
                throw new InputError('duplicate-frame', this.#file, position, text);
            }
            if (times[k] <= times[k - 1]) {
                const text = `frame ${frames[k]} is at ${times[k]}, not after frame ${frames[k - 1]} at ${times[k - 1]}`;
                throw new InputError('bad-time', this.#file, position, text);
            }
        }
    }

    /**
     * Notes gaps within tracks.
     *
     * @param {Track[]} tracks
     * @param {Once} once
     * @param {(track: Track) => number[]} keysOf frames or times
     * @param {number} most from one row to the next without a gap
     */
    #noteGaps(tracks, once, keysOf, most) {
        const what = this.#layout.columns.frame === undefined ? 'times' : 'frames';
        const text = `${what} are missing within a track: the body is taken to move straight on between those that are there`;
        for (const track of tracks) {
            const keys = keysOf(track);
            for (let k = 1; k < keys.length; k++) {
                if (keys[k] - keys[k - 1] <= most) continue;
                once.add({ line: track.lines[k], column: 1 }, text);
            }
        }
    }

    /** @param {Track[]} tracks @param {Once} once */
    #noteSizes(tracks, once) {
        const sized = tracks.filter(({ size }) => size !== null);
        const partly = sized.filter(({ lacksSize }) => lacksSize);
        for (const { source } of partly) {
            once.add(source, 'tracks with a size in some of their rows only have it in all');
        }
        const changing = sized.filter(({ size, least }) => {
            return size?.[0] !== least?.[0] || size?.[1] !== least?.[1];
        });
        const [first] = changing;
        if (first === undefined) return;
        const shown = changing.slice(0, MOST_SIZES).map(({ name, size, least }) => {
            return `track ${name} from ${least?.join(' x ')} to ${size?.join(' x ')}`;
        });
        const more = changing.length - shown.length;
        const rest = more > 0 ? `, and ${more} more` : '';
        const count = changing.length === 1 ? '1 track' : `${changing.length} tracks`;
        const text = `the size changes within ${count}: the largest length and width are taken: ${shown.join(', ')}${rest}`;
        once.add(first.source, text);
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

    /** @param {Track} track @param {Once} once @returns {Agent} */
    #agent(track, once) {
        const { name, source, times, xs, ys, lines } = track;
        const shape = this.#shape(track, once);
        const headings = this.#headings(track);
        const poses = times.map((t, k) => {
            const at = { line: lines[k], column: 1 };
            return { t, x: xs[k], y: ys[k], theta: headings[k], source: at };
        });
        const motion = motionThrough(poses, shape.kind !== 'disc', once);
        return { name, shape, start: null, goal: null, motion, source };
    }

    /** @param {Track} track @param {Once} once @returns {BodyShape} */
    #shape({ name, source, size, hasHeading }, once) {
        if (size === null) {
            if (this.#radius === undefined) {
                const who = `${printable(this.#file.name)}:${source.line}: track ${printable(name)}`;
                const text = `${who} has no size: give a radius for such (--radius)`;
                throw new GrazeError('radius-unknown', text, { argument: 'radius' });
            }
            once.add(source, 'tracks without a size are discs of the radius given');
            return { kind: 'disc', radius: this.#radius };
        }
        if (hasHeading) return box(...size);
        once.add(
            source,
            'tracks without a heading are discs that cover their boxes in every heading',
        );
        return { kind: 'disc', radius: Math.hypot(...size) / 2 };
    }

    /**
     * Returns a track's headings. A body that stands keeps its heading, or has that in which it drives off. Along x a
     * vehicle does not turn, whatever the sign of its velocity.
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

/** Returns the least number of frames from one row of a track to the next. @param {Track[]} tracks */
function spacingOf(tracks) {
    let least = Infinity;
    for (const { frames } of tracks) {
        for (let k = 1; k < frames.length; k++) least = Math.min(least, frames[k] - frames[k - 1]);
    }
    return least === Infinity ? 1 : least;
}

/** @param {Track[]} tracks @returns {Float64Array} times from one row of a track to the next, sorted */
function stepsOf(tracks) {
    const count = tracks.reduce((sum, { times }) => sum + times.length - 1, 0);
    const steps = new Float64Array(count);
    let at = 0;
    for (const { times } of tracks) {
        for (let k = 1; k < times.length; k++) steps[at++] = times[k] - times[k - 1];
    }
    return steps.sort();
}

/** Returns the median time from one row of a track to the next. @param {Track[]} tracks */
function usualStep(tracks) {
    const steps = stepsOf(tracks);
    return steps.length === 0 ? Infinity : steps[steps.length >> 1];
}

/**
 * Returns the least time from one row of a track to the next; null when others are no multiples of it.
 *
 * @param {Track[]} tracks
 */
function commonStep(tracks) {
    const steps = stepsOf(tracks);
    if (steps.length === 0) return null;
    const [least] = steps;
    const last = tracks.reduce(
        (most, { times }) => Math.max(most, Math.abs(times[times.length - 1])),
        0,
    );
    const slack = STEP_RELATIVE * Math.max(least, last);
    const isEven = steps.every(
        (step) => Math.abs(step - Math.round(step / least) * least) <= slack,
    );
    return isEven ? least : null;
}
