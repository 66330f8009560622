import { formatValue, GrazeError, toPrintable } from '#internal';
import {
    checkCount,
    interpolatePoses,
    makeBox,
    raisePieces,
    UniqueNotices,
} from '../bodies/poses.js';
import { DEGREE } from '../detection/track_layout.js';
import { InputError, shorten } from '../text/source.js';
import { settingHint } from './named.js';

/**
 * @import { Quaternion } from '../../scenario/model/orientation.js'
 * @import { Agent, BodyShape, Polygon, SourcePosition } from '../../scenario/model/scenario.js'
 * @import { Layout } from '../detection/track_layout.js'
 * @import { CheckedFile } from '../text/source.js'
 */

/**
 * Finds the unit of the headings of a table, and refuses those that contradict it.
 *
 * @typedef {{ position: SourcePosition, value: number }} Found
 *
 * @typedef {object} TrackHeadings
 * @property {TrackRow} last
 * @property {number} moves number of rows at another place than the one before
 * @property {[Tally, Tally]} tallies headings that fit the motion in degrees only, and in radians only
 *
 * @typedef {{ count: number, first: Found | null }} Tally
 */

const TURN = 2 * Math.PI;

/** Excess over a turn that is rounding: angles are written in decimals. */
const TURN_SLACK = 1e-3;

/** Largest heading that may be in radians, which count turns on, in a column of degrees. */
const MAX_RADIANS = 2 * TURN;

/** Maximum angle between heading and motion in the unit that fits, and minimum in the one that does not. */
const [FIT, MISFIT] = [0.2, 0.6];

/** Minimum turn in one unit that counts as a jump, and maximum turn that remains when one of the headings has the other unit. */
const [JUMP, REMAINDER] = [TURN / 8, 0.02];

/** Units in the order of the tallies. */
const [DEGREES, RADIANS] = [0, 1];
const FACTORS = [DEGREE, 1];
const NAMES = ['degrees', 'radians'];

/** Returns the size of the shorter turn by an angle. @param {number} angle */
function turnOf(angle) {
    return Math.abs(angle - TURN * Math.round(angle / TURN));
}

/** Collects the headings of one case. */
export class HeadingCheck {
    /** @type {Map<string, TrackHeadings>} */
    #tracks = new Map();
    /** The first heading beyond a turn in radians. @type {{ line: number, value: number } | null} */
    #beyond = null;
    /** First row of one unit after one of the other, if the column has degrees, or radians. @type {(Found & { before: number } | null)[]} */
    #jumps = [null, null];
    #hasAngle = false;
    #file;
    #isAngleOfMotion;

    /**
     * @param {CheckedFile} file
     * @param {boolean} isAngleOfMotion whether bodies move along their headings, as vehicles do
     */
    constructor(file, isAngleOfMotion) {
        this.#file = file;
        this.#isAngleOfMotion = isAngleOfMotion;
    }

    /** @param {TrackRow} row a row with a heading */
    add(row) {
        const angle = row.angle ?? 0;
        this.#hasAngle ||= angle !== 0;
        if (Math.abs(angle) > TURN + TURN_SLACK) this.#beyond ??= { line: row.line, value: angle };
        const track = this.#tracks.get(row.track);
        if (track === undefined) {
            /** @returns {Tally} */
            const tally = () => ({ count: 0, first: null });
            // The position of a row keeps a block of the file in memory.
            const last = { ...row, positionOf: () => ({ line: row.line, column: 1 }) };
            this.#tracks.set(row.track, { last, moves: 0, tallies: [tally(), tally()] });
            return;
        }
        this.#findJump(track.last.angle ?? 0, angle, row);
        const [dx, dy] = [row.x - track.last.x, row.y - track.last.y];
        if (this.#isAngleOfMotion && (dx !== 0 || dy !== 0)) {
            track.moves++;
            const direction = Math.atan2(dy, dx);
            for (const unit of [DEGREES, RADIANS]) {
                const tally = track.tallies[unit];
                if (!fitsOnly(angle, direction, unit)) continue;
                tally.count++;
                tally.first ??= { position: row.positionOf('angle'), value: angle };
            }
        }
        Object.assign(track.last, { x: row.x, y: row.y, angle });
    }

    /** @param {number} before @param {number} value @param {TrackRow} row */
    #findJump(before, value, row) {
        const [small, large] = [before, value].sort((a, b) => Math.abs(a) - Math.abs(b));
        const isMixed = small !== 0 && Math.abs(small) <= TURN && Math.abs(large) > TURN;
        if (!isMixed || turnOf(large * DEGREE - small) > REMAINDER) return;
        for (const unit of [DEGREES, RADIANS]) {
            if (turnOf((large - small) * FACTORS[unit]) < JUMP) continue;
            this.#jumps[unit] ??= { position: row.positionOf('angle'), value, before };
        }
    }

    /**
     * Returns the unit of the headings, in radians.
     *
     * @param {number | null} stated the unit that the table states
     * @param {UniqueNotices} uniqueNotices
     * @returns {number}
     */
    finish(stated, uniqueNotices) {
        const beyond = this.#beyond;
        const unit = (stated ?? (beyond ? DEGREE : 1)) === 1 ? RADIANS : DEGREES;
        const hint = `; ${settingHint('{"angleUnit": "deg"} or "rad"')} states the unit`;
        const reason =
            stated !== null
                ? 'as the table states'
                : beyond !== null
                  ? `since ${beyond.value} in line ${beyond.line} is more than a turn in radians`
                  : 'since none is more than a turn in radians';
        /** @param {Found} found @param {string} problem */
        const error = ({ position, value }, problem) => {
            const text = `the column of headings must have one unit: they are in ${NAMES[unit]}, ${reason}, but ${problem}${hint}`;
            return new InputError('bad-value', this.#file, position, text, value);
        };
        const other = 1 - unit;
        const jump = this.#jumps[unit];
        if (jump !== null) {
            throw error(jump, `${jump.value} follows ${jump.before}, the same in the other unit`);
        }
        const tracks = [...this.#tracks];
        // Someone who walks sideways may have a heading in radians that looks like few degrees: a table of such few degrees
        // has no track that is in radians.
        const isCertain =
            unit === RADIANS && tracks.some(([, track]) => fitsOnlyIn(track, RADIANS));
        for (const [name, track] of isCertain ? [] : tracks) {
            const { first } = track.tallies[other];
            if (first === null || !fitsOnlyIn(track, other)) continue;
            const problem = `${first.value} of track ${formatValue(name)} is the direction of its motion in ${NAMES[other]}`;
            throw error(first, problem);
        }
        if (stated === null && this.#hasAngle) {
            const position = { line: beyond?.line ?? 1, column: 1 };
            const text = `headings are taken to be in ${NAMES[unit]}, ${reason}${hint}`;
            uniqueNotices.add(position, text);
        }
        return FACTORS[unit];
    }
}

/** Returns whether all headings of a moving track fit its motion in one unit only. @param {TrackHeadings} track @param {number} unit */
function fitsOnlyIn({ moves, tallies }, unit) {
    return moves > 0 && tallies[unit].count === moves;
}

/**
 * Returns whether a heading is that of a motion in one unit, and in the other neither that nor the opposite one.
 *
 * @param {number} angle
 * @param {number} direction
 * @param {number} unit
 */
function fitsOnly(angle, direction, unit) {
    if (unit === RADIANS && Math.abs(angle) > MAX_RADIANS) return false;
    if (turnOf(angle * FACTORS[unit] - direction) > FIT) return false;
    const turn = turnOf(angle * FACTORS[1 - unit] - direction);
    return Math.min(turn, Math.PI - turn) > MISFIT;
}

/**
 * Collects the tracks of one case of a table, and makes its agents.
 *
 * @typedef {[number, number]} Size length and width
 *
 * @typedef {object} TrackRow
 * @property {string} track
 * @property {number | null} frame null: the table has only times
 * @property {number} time in seconds
 * @property {number} x coordinate of the box's center
 * @property {number} y coordinate of the box's center
 * @property {Size | null} size null: the row has none
 * @property {number | null} angle in the table's unit if that is checked, else in radians; null: the row has none; NaN: that of
 *   a velocity of 0
 * @property {SpaceRow} [space] absent: the table is in the plane
 * @property {number} line
 * @property {(what: 'frame' | 'time' | 'angle' | 'length') => SourcePosition} positionOf position of a value in the row
 *
 * @typedef {{ z: number, height: number | null, rotation: Quaternion | null }} SpaceRow `height`: of the row's box
 *
 * @typedef {object} Track
 * @property {string} name
 * @property {SourcePosition} source
 * @property {Size | null} size the largest length and the largest width
 * @property {Size | null} minSize the smallest length and the smallest width
 * @property {boolean} lacksSize in some row
 * @property {boolean} hasAngle
 * @property {number[]} frames empty: the table has only times
 * @property {number[]} lines
 * @property {number[]} times
 * @property {number[]} xs
 * @property {number[]} ys
 * @property {number[]} angles NaN where the angle is unknown because the body is at rest
 * @property {SpaceRow[]} spaces empty: the table is in the plane
 *
 * @typedef {object} CaseAgents
 * @property {Agent[]} agents
 * @property {number | null} timeStep
 * @property {string[]} notices
 */

/** Maximum relative difference of equal steps: times are rounded to decimals. */
const STEP_RELATIVE = 1e-9;

/** Ratio of a step to the usual one from which it is a gap with missing rows, in a table with times only. */
const GAP_FACTOR = 1.5;

/** Largest time, in steps, of which six digits show each step. */
const SIX_DIGITS = 1e6;

/** Maximum number of tracks whose sizes a notice gives. */
const MAX_SIZES = 3;

/** The tracks that are present together. */
export class TrackCase {
    /** @type {Map<string, Track>} */
    #tracks = new Map();
    /** @type {Map<number, number>} the time of every frame */
    #times = new Map();
    #file;
    #layout;
    #radius;
    #footprint;
    #unused;
    /** @type {HeadingCheck | null} */
    #headings;

    /**
     * @param {CheckedFile} file
     * @param {Layout} layout
     * @param {{ radius?: number, footprint?: Polygon, unused: string[] }} bodies bodies without a size, and columns without a use
     */
    constructor(file, layout, { radius, footprint, unused }) {
        this.#unused = unused;
        this.#file = file;
        this.#layout = layout;
        this.#radius = radius;
        this.#footprint = footprint;
        this.#headings = layout.isAngleChecked
            ? new HeadingCheck(file, layout.isAngleOfMotion)
            : null;
    }

    /** Whether a track has no size in any row. */
    get lacksSizes() {
        return [...this.#tracks.values()].some(({ size }) => size === null);
    }

    /** @param {TrackRow} row */
    add(row) {
        const { track: name, size, angle, line } = row;
        this.#checkTime(row);
        let track = this.#tracks.get(name);
        if (track === undefined) {
            const source = { line, column: 1 };
            const [hasAngle, lacksSize] = [angle !== null, size === null];
            const lists = {
                frames: [],
                lines: [],
                times: [],
                xs: [],
                ys: [],
                angles: [],
                spaces: [],
            };
            track = { name, source, size, minSize: size, lacksSize, hasAngle, ...lists };
            this.#tracks.set(name, track);
            checkCount(this.#file, source, this.#tracks.size, 'agents', 'tracks');
        }
        this.#updateSize(row, track);
        if ((angle !== null) !== track.hasAngle) {
            const text = `track ${name} has a heading in some of its rows only`;
            throw new InputError('bad-track', this.#file, row.positionOf('angle'), text);
        }
        if (this.#layout.isOrdered) this.#checkOrder(row, track);
        if (angle !== null) this.#headings?.add(row);
        if (row.frame !== null) track.frames.push(row.frame);
        track.lines.push(line);
        track.times.push(row.time);
        track.xs.push(row.x);
        track.ys.push(row.y);
        track.angles.push(angle ?? 0);
        if (row.space !== undefined) track.spaces.push(row.space);
    }

    /**
     * Makes the agents.
     *
     * @returns {CaseAgents}
     */
    finish() {
        const tracks = [...this.#tracks.values()];
        const uniqueNotices = new UniqueNotices(this.#file);
        for (const track of tracks) this.#sortRows(track);
        this.#addNameNotices(tracks, uniqueNotices);
        // The headings of discs have no effect.
        const isTurning = tracks.some(({ size }) =>
            size === null ? this.#footprint !== undefined : !this.#isRound,
        );
        const headings = isTurning ? this.#headings : null;
        const angleUnit = headings?.finish(this.#layout.angleUnit, uniqueNotices) ?? 1;
        this.#addSizeNotices(tracks, uniqueNotices);
        const hasFrames = tracks.some(({ frames }) => frames.length > 0);
        const spacing = hasFrames ? frameSpacing(tracks) : 1;
        if (hasFrames) this.#addGapNotices(tracks, uniqueNotices, ({ frames }) => frames, spacing);
        else
            this.#addGapNotices(
                tracks,
                uniqueNotices,
                ({ times }) => times,
                GAP_FACTOR * medianStep(tracks),
            );
        const agents = tracks.map((track) => this.#makeAgent(track, angleUnit, uniqueNotices));
        const timeStep = hasFrames ? this.#commonTimeStep(tracks, spacing) : minCommonStep(tracks);
        return { agents, timeStep, notices: uniqueNotices.notices };
    }

    /**
     * Adds notices about names that look alike, such as 1 and 1.0, and about times whose differences six digits do not show.
     *
     * @param {Track[]} tracks
     * @param {UniqueNotices} uniqueNotices
     */
    #addNameNotices(tracks, uniqueNotices) {
        /** @type {Map<string, string>} */
        const names = new Map();
        for (const { name, source } of tracks) {
            const plain = name.toLowerCase().replace(/^0+(?=\d)|(?<=^\d+)\.0*$/g, '');
            const other = names.get(plain);
            if (other === undefined) names.set(plain, name);
            else {
                const text = `tracks ${formatValue(other)} and ${formatValue(name)} are different ones: their names are compared as text`;
                uniqueNotices.add(source, text);
            }
        }
        const last = tracks.find(({ times }) => {
            const end = times[times.length - 1];
            return Math.abs(end) * (times.length - 1) > SIX_DIGITS * (end - times[0]);
        });
        if (last === undefined) return;
        uniqueNotices.add(last.source, 'times need more than six digits: --digits full shows all');
    }

    /** Refuses a frame with two times. @param {TrackRow} row */
    #checkTime({ frame, time, positionOf }) {
        if (frame === null || this.#layout.frameRate !== null) return;
        const known = this.#times.get(frame);
        if (known === undefined) this.#times.set(frame, time);
        else if (known !== time) {
            const text = `frame ${frame} is at ${time}, but was at ${known} in another row`;
            throw new InputError('bad-time', this.#file, positionOf('time'), text);
        }
    }

    /** Refuses a row before the last one of its track, in a table whose rows are in order. @param {TrackRow} row @param {Track} track */
    #checkOrder({ frame, time, positionOf }, { name, frames, times, lines }) {
        const what = frame === null ? 'time' : 'frame';
        const [key, last] = frame === null ? [time, times.at(-1)] : [frame, frames.at(-1)];
        if (last === undefined || key > last) return;
        const line = lines.at(-1);
        const position = positionOf(what);
        if (key === last) {
            const text = `track ${name} has ${what} ${key} twice: also in line ${line}`;
            throw new InputError('duplicate-frame', this.#file, position, text, key);
        }
        const text = `track ${name} runs back from ${what} ${last} in line ${line} to ${key}; a map of columns (--config) reads rows in any order`;
        throw new InputError('bad-time', this.#file, position, text, key);
    }

    /**
     * Updates the largest and the smallest size of a track. If a box is placed by its corner, a row without a size has no
     * position.
     *
     * @param {TrackRow} row
     * @param {Track} track
     */
    #updateSize({ size, positionOf }, track) {
        const { size: maxSize, minSize } = track;
        if (this.#layout.point === 'corner' && (size === null) !== (maxSize === null)) {
            const text = `track ${track.name} has a size in some of its rows only`;
            throw new InputError('bad-track', this.#file, positionOf('length'), text);
        }
        if (size === null) {
            track.lacksSize = true;
            return;
        }
        const [length, width] = size;
        track.size = [Math.max(length, maxSize?.[0] ?? 0), Math.max(width, maxSize?.[1] ?? 0)];
        track.minSize = [
            Math.min(length, minSize?.[0] ?? length),
            Math.min(width, minSize?.[1] ?? width),
        ];
    }

    /** Sorts a track's rows by their times, each of which may occur only once. @param {Track} track */
    #sortRows(track) {
        const { frames, lines, times, xs, ys, angles, spaces } = track;
        const hasFrames = frames.length > 0;
        const keys = hasFrames ? frames : times;
        if (keys.some((key, k) => k > 0 && key <= keys[k - 1])) {
            const order = keys.map((_, k) => k).sort((a, b) => keys[a] - keys[b] || a - b);
            for (const list of /** @type {any[][]} */ ([
                frames,
                lines,
                times,
                xs,
                ys,
                angles,
                spaces,
            ])) {
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
     * Adds notices about gaps within tracks.
     *
     * @param {Track[]} tracks
     * @param {UniqueNotices} uniqueNotices
     * @param {(track: Track) => number[]} keysOf frames or times
     * @param {number} maxStep maximum difference of consecutive rows without a gap
     */
    #addGapNotices(tracks, uniqueNotices, keysOf, maxStep) {
        const what = this.#layout.columns.frame === undefined ? 'times' : 'frames';
        const text = `${what} are missing within a track: the body is taken to move straight on between those that are there`;
        for (const track of tracks) {
            const keys = keysOf(track);
            for (let k = 1; k < keys.length; k++) {
                if (keys[k] - keys[k - 1] <= maxStep) continue;
                uniqueNotices.add({ line: track.lines[k], column: 1 }, text);
            }
        }
    }

    /** @param {Track[]} tracks @param {UniqueNotices} uniqueNotices */
    #addSizeNotices(tracks, uniqueNotices) {
        const sized = tracks.filter(({ size }) => size !== null);
        const partlySized = sized.filter(({ lacksSize }) => lacksSize);
        for (const { source } of partlySized) {
            uniqueNotices.add(
                source,
                'tracks with a size in some of their rows only have it in all',
            );
        }
        const changing = sized.filter(({ size, minSize }) => {
            return size?.[0] !== minSize?.[0] || size?.[1] !== minSize?.[1];
        });
        const [first] = changing;
        if (first === undefined) return;
        const shown = changing.slice(0, MAX_SIZES).map(({ name, size, minSize }) => {
            return `track ${name} from ${this.#formatSize(minSize)} to ${this.#formatSize(size)}`;
        });
        const more = changing.length - shown.length;
        const rest = more > 0 ? `, and ${more} more` : '';
        const count = changing.length === 1 ? '1 track' : `${changing.length} tracks`;
        const largest = this.#isRound ? 'radius is' : 'length and width are';
        const text = `the size changes within ${count}: the largest ${largest} taken: ${shown.join(', ')}${rest}`;
        uniqueNotices.add(first.source, text);
    }

    /** Whether sizes are those of discs: twice the radius. */
    get #isRound() {
        return this.#layout.columns.radius !== undefined;
    }

    /** @param {Size | null} size */
    #formatSize(size) {
        return size !== null && this.#isRound ? `radius ${size[0] / 2}` : size?.join(' x ');
    }

    /**
     * Returns the common time step, or null if frames are not at even times.
     *
     * @param {Track[]} tracks
     * @param {number} spacing
     */
    #commonTimeStep(tracks, spacing) {
        const { frameRate } = this.#layout;
        if (frameRate !== null) return spacing / frameRate;
        let step = 0;
        for (const { frames, times } of tracks) {
            for (let k = 1; k < frames.length; k++) {
                const each = ((times[k] - times[k - 1]) / (frames[k] - frames[k - 1])) * spacing;
                if (step === 0) step = each;
                const tolerance = STEP_RELATIVE * Math.max(step, Math.abs(times[k]));
                if (Math.abs(each - step) > tolerance) return null;
            }
        }
        return step === 0 ? null : step;
    }

    /** @param {Track} track @param {number} angleUnit @param {UniqueNotices} uniqueNotices @returns {Agent} */
    #makeAgent(track, angleUnit, uniqueNotices) {
        const { name, source, times, xs, ys, lines } = track;
        const isInSpace = this.#layout.isInSpace;
        const shape = isInSpace
            ? this.#makeSolid(track, uniqueNotices)
            : this.#makeShape(track, uniqueNotices);
        const angles = this.#fillAngles(track).map((angle) => angle * angleUnit);
        const poses = times.map((t, k) => {
            const position = { line: lines[k], column: 1 };
            return { t, x: xs[k], y: ys[k], angle: angles[k], source: position };
        });
        const isTurning = shape.kind !== 'disc' && shape.kind !== 'sphere' && track.hasAngle;
        const motion = interpolatePoses(poses, isTurning, uniqueNotices);
        const own = isInSpace ? raisePieces(motion, track.spaces) : motion;
        return { name, shape, start: null, goal: null, motion: own, source };
    }

    /**
     * Returns the body of a track in space: a ball, or a box about its center.
     *
     * @param {Track} track
     * @param {UniqueNotices} uniqueNotices
     * @returns {BodyShape}
     */
    #makeSolid({ name, source, size, spaces, hasAngle }, uniqueNotices) {
        const where = `${toPrintable(this.#file.name)}:${source.line}: track ${toPrintable(name)}`;
        if (this.#footprint !== undefined) {
            const text =
                'footprint must not be given for a table in space, whose bodies have heights';
            throw new GrazeError('unused-option', text, { argument: 'footprint' });
        }
        if (size !== null && this.#isRound) return { kind: 'sphere', radius: size[0] / 2 };
        const heights = spaces.flatMap(({ height }) => (height === null ? [] : [height]));
        const height = heights.reduce((most, each) => Math.max(most, each), -Infinity);
        if (size === null) {
            if (this.#radius !== undefined) return { kind: 'sphere', radius: this.#radius };
            const text = `${where} has no size in space: give a radius (--radius), or columns radius, or length, width and height`;
            throw new GrazeError('radius-unknown', text, { argument: 'radius' });
        }
        if (heights.length === 0) {
            const text = `track ${name} has a length and a width, and no height, in a table in space`;
            throw new InputError('bad-track', this.#file, source, text);
        }
        const box = /** @type {Polygon} */ (makeBox(...size));
        if (hasAngle || spaces[0].rotation !== null) {
            return { kind: 'prism', points: box.points, bottom: -height / 2, height };
        }
        const text =
            'tracks without an orientation are spheres that cover their boxes in every one';
        uniqueNotices.add(source, text);
        const [length, width] = size;
        return {
            kind: 'sphere',
            radius: Math.sqrt(length * length + width * width + height * height) / 2,
        };
    }

    /** @param {Track} track @param {UniqueNotices} uniqueNotices @returns {BodyShape} */
    #makeShape({ name, source, size, hasAngle }, uniqueNotices) {
        if (size === null) {
            if (this.#footprint !== undefined) {
                const text = `tracks without a size have the footprint given${hasAngle ? '' : ', which does not turn, since they have no heading'}`;
                uniqueNotices.add(source, text);
                return this.#footprint;
            }
            if (this.#radius === undefined) {
                const trackName = `${toPrintable(this.#file.name)}:${source.line}: track ${toPrintable(name)}`;
                const other =
                    this.#unused.length > 0
                        ? `; columns without a use: ${this.#unused.join(', ')}`
                        : '';
                const text = `${trackName} has no size: give a radius or a footprint for such (--radius, --footprint), or columns length and width, or radius${toPrintable(shorten(other))}`;
                throw new GrazeError('radius-unknown', text, { argument: 'radius' });
            }
            uniqueNotices.add(source, 'tracks without a size are discs of the radius given');
            return { kind: 'disc', radius: this.#radius };
        }
        if (this.#isRound) return { kind: 'disc', radius: size[0] / 2 };
        if (hasAngle) return makeBox(...size);
        uniqueNotices.add(
            source,
            'tracks without a heading are discs that cover their boxes in every heading',
        );
        return { kind: 'disc', radius: Math.hypot(...size) / 2 };
    }

    /**
     * Returns a track's angles. A body at rest keeps its angle, or has that in which it starts to move. A vehicle along x
     * does not turn, whatever the sign of its velocity.
     *
     * @param {Track} track
     * @returns {number[]}
     */
    #fillAngles({ angles }) {
        const first = angles.find((angle) => !Number.isNaN(angle)) ?? 0;
        if (this.#layout.isAlongX) return angles.map(() => first);
        let angle = first;
        return angles.map((each) => {
            if (!Number.isNaN(each)) angle = each;
            return angle;
        });
    }
}

/** Returns the smallest number of frames between consecutive rows of a track. @param {Track[]} tracks */
function frameSpacing(tracks) {
    let min = Infinity;
    for (const { frames } of tracks) {
        for (let k = 1; k < frames.length; k++) min = Math.min(min, frames[k] - frames[k - 1]);
    }
    return min === Infinity ? 1 : min;
}

/** @param {Track[]} tracks @returns {Float64Array} times between consecutive rows of a track, sorted */
function sortedSteps(tracks) {
    const count = tracks.reduce((sum, { times }) => sum + times.length - 1, 0);
    const steps = new Float64Array(count);
    let index = 0;
    for (const { times } of tracks) {
        for (let k = 1; k < times.length; k++) steps[index++] = times[k] - times[k - 1];
    }
    return steps.sort();
}

/** Returns the median time between consecutive rows of a track. @param {Track[]} tracks */
function medianStep(tracks) {
    const steps = sortedSteps(tracks);
    return steps.length === 0 ? Infinity : steps[steps.length >> 1];
}

/**
 * Returns the smallest time between consecutive rows of a track, or null if others are not multiples of it.
 *
 * @param {Track[]} tracks
 */
function minCommonStep(tracks) {
    const steps = sortedSteps(tracks);
    if (steps.length === 0) return null;
    const [min] = steps;
    const last = tracks.reduce(
        (max, { times }) => Math.max(max, Math.abs(times[times.length - 1])),
        0,
    );
    const tolerance = STEP_RELATIVE * Math.max(min, last);
    const isEven = steps.every(
        (step) => Math.abs(step - Math.round(step / min) * min) <= tolerance,
    );
    return isEven ? min : null;
}
