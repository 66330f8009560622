import { approachFlights, conflicts, unsafeDelays } from './bind_mapf.js';
import { checkName, checkOptions, readNumbers } from './check.js';
import { GrazeError, show } from './errors.js';
import { plainSegment, readFlight } from './flight.js';
import { LIMITS } from './layout.js';
import { Sweeping } from './sweeping.js';

/**
 * @import { Core, Relation } from './bind.js'
 * @import { Segment } from './flight.js'
 *
 * @typedef {object} Box a closed rectangle that stands still, sides along the axes
 * @property {number} x of the centre
 * @property {number} y
 * @property {number} width
 * @property {number} height
 *
 * @typedef {object} Approach
 * @property {Relation | null} relation at the closest approach; null when the two are never there
 *   together
 * @property {number} distance least signed gap, negative while they overlap; Infinity for null
 * @property {number} time when it is first reached; 0 for null
 *
 * @typedef {object} Conflict a closed interval of contact
 * @property {number} begin
 * @property {number} end
 * @property {'touching' | 'overlapping'} relation 'touching' where rounding cannot tell it from a touch
 * @property {number} distance least signed gap in it, 0 or less
 * @property {number} time when it is reached
 *
 * @typedef {object} ReadingOptions
 * @property {'closed' | 'open'} [reading] is a touch contact? 'closed' (the default): yes; 'open': what only touches
 *   is left out, as far as rounding can tell
 *
 * @typedef {ReadingOptions & { from?: number, to?: number }} DelayOptions which delays are asked about, from -Infinity to
 *   Infinity unless said
 */

const BOX_KEYS = ['x', 'y', 'width', 'height'];

/**
 * @param {unknown} reading
 * @returns {boolean}
 */
export function isOpen(reading) {
    return reading !== undefined && checkName(reading, 'reading', ['closed', 'open']) === 1;
}

/**
 * Two ends of a stretch, which may be infinite.
 *
 * @param {unknown} from
 * @param {unknown} to
 * @param {number} least unless given
 * @returns {[from: number, to: number]}
 */
export function readStretch(from, to, least) {
    const ends = [from ?? least, to ?? Number.POSITIVE_INFINITY];
    ends.forEach((end, k) => {
        if (typeof end === 'number' && !Number.isNaN(end)) return;
        const argument = ['from', 'to'][k];
        const code = typeof end === 'number' ? 'not-finite' : 'wrong-type';
        throw new GrazeError(code, `${argument} must be a number, not ${show(end)}`, {
            argument,
            value: end,
        });
    });
    const [lo, hi] = /** @type {[number, number]} */ (ends);
    if (hi >= lo) return [lo, hi];
    throw new GrazeError('out-of-order', `to must be at least from (${lo}), not ${hi}`, {
        argument: 'to',
        value: hi,
    });
}

/**
 * What an instance can be asked about agents that fly from place to place: when two are in conflict, and by which delays
 * they are not. A query of two segments is O(1).
 */
export class Delaying extends Sweeping {
    /** @type {Core} */ #core;

    /** @param {Core} core */
    constructor(core) {
        super(core);
        this.#core = core;
    }

    /**
     * When two segments are in contact while both are there. Source: Walker, Sturtevant, "Collision Detection for Agents in
     * Multi-Agent Pathfinding", section 4; how it is solved here: see src/mapf/flight.c.
     *
     * @param {Segment} first
     * @param {Segment} second
     * @returns {Conflict[]} in time order; at most one for constant velocities, at most two for accelerations
     */
    conflicts(first, second) {
        const [p, q] = [readFlight(first, 'first'), readFlight(second, 'second')];
        return /** @type {Conflict[]} */ (conflicts(this.#core, p, q));
    }

    /**
     * When two bodies that exist for a while are in contact. Source: Walker, Sturtevant, "Collision Detection for Agents in
     * Multi-Agent Pathfinding", section 4, corrected: see src/mapf/interval.c and src/mapf/flight.c.
     *
     * @param {Segment} first
     * @param {Segment | Box} second for a Box, which is a rectangle that stands still, the first must be a disc with
     *   constant velocity
     * @param {ReadingOptions} [options]
     * @returns {[number, number][]} closed intervals in time order; none when they never meet, at most one for
     *   constant velocities, at most two for accelerations
     */
    conflictIntervals(first, second, options) {
        const open = isOpen(checkOptions(options, 'options', ['reading']).reading);
        const { relation, lo, hi, flights } = this.#approach(first, second);
        if (relation === 'disjoint') return [];
        if (flights === null) return open && relation === 'touching' ? [] : [[lo, hi]];
        return conflicts(this.#core, flights[0], flights[1])
            .filter((conflict) => !(open && conflict.relation === 'touching'))
            .map(({ begin, end }) => [begin, end]);
    }

    /**
     * How near two bodies come while both exist.
     *
     * @param {Segment} first
     * @param {Segment | Box} second for a Box the first must be a disc with constant velocity, and the gap is that of the
     *   disc from the exact rectangle; with the centre inside, minus its distance to the nearest side, minus the radius
     * @returns {Approach}
     */
    closestApproach(first, second) {
        const { relation, distance, time, common } = this.#approach(first, second);
        return { relation: common ? relation : null, distance, time };
    }

    /**
     * By which delays of `a` (it starts and ends so much later, and does the same) the two are in contact at some time. A
     * segment is there from its start to its end only. Without accelerations there is one interval at the most, good to
     * 1e-12 of the longer duration; with them there can be more. Source: Walker, Sturtevant, section 5.1, corrected, and
     * accelerations besides: see src/mapf/delays.c.
     *
     * @param {Segment} a
     * @param {Segment} b
     * @param {DelayOptions} [options]
     * @returns {[lo: number, hi: number][]} closed intervals of delays, ascending and disjoint
     */
    unsafeDelays(a, b, options) {
        const given = checkOptions(options, 'options', ['from', 'to', 'reading']);
        const [from, to] = readStretch(given.from, given.to, Number.NEGATIVE_INFINITY);
        const open = isOpen(given.reading);
        const [p, q] = [readFlight(a, 'a'), readFlight(b, 'b')];
        return unsafeDelays(this.#core, p, q, from, to, open);
    }

    /**
     * The closest approach; `flights`: the two, where one has an acceleration or leaves the plane.
     *
     * @param {Segment} first
     * @param {Segment | Box} second
     */
    #approach(first, second) {
        const p = readFlight(first, 'first');
        const plain = plainSegment(p);
        if (second !== null && typeof second === 'object' && 'width' in second) {
            const box = readNumbers(second, 'second', BOX_KEYS, LIMITS.maxMagnitude);
            if (plain !== null) {
                return { ...this.#core.approachBox(plain, box), flights: null };
            }
            throw new GrazeError(
                'out-of-range',
                'first must be a disc with constant velocity where second is a box',
                { argument: 'first', value: first },
            );
        }
        const q = readFlight(second, 'second');
        const other = plainSegment(q);
        if (plain !== null && other !== null) {
            return { ...this.#core.approachDiscs(plain, other), flights: null };
        }
        const flights = /** @type {[number[], number[]]} */ ([p, q]);
        return { ...approachFlights(this.#core, p, q), flights };
    }
}
