import { FILE_START, noticeAt, tooLarge } from './source.js';

/**
 * What the formats of driving share: bodies at sampled poses, and what lies between the samples.
 *
 * @import { CheckedFile } from './source.js'
 * @import { BodyShape, MotionSegment, SourcePosition } from '../scenario/scenario.js'
 *
 * @typedef {{ t: number, x: number, y: number, theta: number, source?: SourcePosition }} Pose
 */

const TURN = 2 * Math.PI;

/**
 * The motion through poses in time order: x, y and the heading are linear in time from each to the next,
 * the heading along the shorter arc. One pose alone makes a motion without duration.
 *
 * @param {Pose[]} poses
 * @param {boolean} turns false: the heading does not matter, and is left out
 * @param {Once} once is told of headings that may be mistakes
 * @returns {MotionSegment[]}
 */
export function motionThrough(poses, turns, once) {
    const headings = turns ? headingsThrough(poses, once) : [];
    /** @param {number} from @param {number} to @param {number} duration */
    const line = (from, to, duration) => (from === to ? [from] : [from, (to - from) / duration]);
    return poses.slice(0, Math.max(1, poses.length - 1)).map((from, k) => {
        const last = Math.min(k + 1, poses.length - 1);
        const to = poses[last];
        const duration = to.t - from.t;
        return {
            t0: from.t,
            t1: to.t,
            x: line(from.x, to.x, duration),
            y: line(from.y, to.y, duration),
            ...(turns && { theta: line(headings[k], headings[last], duration) }),
            end: { x: to.x, y: to.y },
            ...(from.source && { source: from.source }),
        };
    });
}

/**
 * The headings of poses, unwound.
 *
 * @param {{ theta: number, source?: SourcePosition }[]} poses
 * @param {Once} once
 * @returns {number[]}
 */
export function headingsThrough(poses, once) {
    const headings = unwound(poses.map(({ theta }) => theta));
    for (const [k, { source }] of poses.entries()) {
        if (k === 0 || Math.abs(headings[k] - headings[k - 1]) <= TURN / 4) continue;
        const text =
            'the heading changes by more than a quarter turn within a step: the body is taken to turn, the shorter way';
        once.add(source ?? FILE_START, text);
    }
    return headings;
}

/**
 * The same headings, each within half a turn of the one before it. Whole turns are counted apart, so that
 * a heading is its own number as long as it can be.
 *
 * @param {number[]} headings
 * @returns {number[]}
 */
function unwound(headings) {
    let turns = 0;
    return headings.map((heading, k) => {
        if (k > 0) turns -= Math.round((heading - headings[k - 1]) / TURN);
        return turns === 0 ? heading : heading + TURN * turns;
    });
}

/**
 * A full-size box about the body's origin, its length along x.
 *
 * @param {number} length
 * @param {number} width
 * @returns {BodyShape}
 */
export function box(length, width) {
    const [x, y] = [length / 2, width / 2];
    const points = /** @type {[number, number][]} */ ([
        [-x, -y],
        [x, -y],
        [x, y],
        [-x, y],
    ]);
    return { kind: 'polygon', points, radius: 0 };
}

/** Notices of which each kind is told once, where it is met first, with how often it was met. */
export class Once {
    /** @type {Map<string, { text: string, position: SourcePosition, count: number }>} */
    #kinds = new Map();
    #file;

    /** @param {{ name: string }} file */
    constructor(file) {
        this.#file = file;
    }

    /**
     * @param {SourcePosition} position
     * @param {string} text one kind of notice has one text
     */
    add(position, text) {
        const kind = this.#kinds.get(text);
        if (kind === undefined) this.#kinds.set(text, { text, position, count: 1 });
        else kind.count++;
    }

    get notices() {
        return [...this.#kinds.values()].map(({ text, position, count }) => {
            const more = count === 1 ? '' : ` (and ${count - 1} more)`;
            return noticeAt(this.#file, position, `${text}${more}`);
        });
    }
}

/**
 * Refuses more than a limit before memory is taken for it.
 *
 * @param {CheckedFile} file
 * @param {SourcePosition} position
 * @param {number} count
 * @param {'agents' | 'segments'} limit
 * @param {string} what
 */
export function checkCount(file, position, count, limit, what) {
    if (count <= file.limits[limit]) return;
    throw tooLarge(file, position, limit, what);
}
