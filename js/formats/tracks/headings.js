import { formatValue } from '#internal';
import { DEGREE } from '../detection/track_layout.js';
import { InputError } from '../text/source.js';
import { settingHint } from './named.js';

/**
 * Finds the unit of the headings of a table, and refuses those that contradict it.
 *
 * @import { CheckedFile } from '../text/source.js'
 * @import { UniqueNotices } from '../bodies/poses.js'
 * @import { TrackRow } from './case.js'
 * @import { SourcePosition } from '../../scenario/model/scenario.js'
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

    /** @param {CheckedFile} file */
    constructor(file) {
        this.#file = file;
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
        if (dx !== 0 || dy !== 0) {
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
