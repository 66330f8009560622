import { PlaceIndex } from './place_index.js';
import { DEPTH_RELATIVE } from './tolerance.js';
import { makeTracks, RECORD, startPoint } from './tracks.js';

/**
 * @import { Graze } from 'graze'
 * @import { Effort, Other } from './mend.js'
 * @import { Reading } from './reading.js'
 * @import { Point, Scenario } from './scenario.js'
 * @import { TimeSpan } from './tracks.js'
 *
 * @typedef {{ x: number, y: number, vx: number, vy: number, start: number, end: number,
 *   radius: number }} Segment
 *
 * What an agent's places before and after its motion allow: it waits at its start until somebody comes there,
 * and can stay at its goal once all have passed.
 *
 * @typedef {{ least: number, most: number }} Room
 */

/** What a look at a record and a query cost, of an effort. */
const COST = { look: 1, query: 30 };

/**
 * Delays of discs that go straight, leg by leg: a delayed leg is looked up among those that are near in place
 * and time, and where two meet the package says for which delays they do.
 */
export class DiscDelays {
    /** Of an agent against all others, and against one. @type {Map<string, Room>} */ #rooms =
        new Map();

    /**
     * @param {Graze} graze
     * @param {Scenario} scenario
     * @param {TimeSpan} span
     * @param {Reading} reading
     * @param {Effort} effort
     */
    constructor(graze, scenario, span, reading, effort) {
        this.graze = graze;
        this.effort = effort;
        this.scenario = scenario;
        this.span = span;
        this.reading = reading;
        // Agents that stay at their goals do so while others are late.
        this.tracks = makeTracks(scenario, { begin: span.begin, horizon: endOfRest(span) });
        this.largest = this.tracks.radius.reduce((a, b) => Math.max(a, b), 0);
        this.reach = 2 * this.largest + reading.reach(2 * this.largest);
        const { declared } = this.tracks;
        // Those that stand still last long.
        this.indexes = [
            new PlaceIndex(this.tracks, (k) => declared[k] >= 0),
            new PlaceIndex(this.tracks, (k) => declared[k] < 0),
        ];
    }

    /**
     * @param {number} agent
     * @param {Other | null} other
     */
    least(agent, other) {
        return Math.max(0, this.#room(agent, other).least);
    }

    /** @param {number} agent */
    most(agent) {
        const { motion } = this.scenario.agents[agent];
        return Math.max(0, this.span.horizon - motion[0].t0);
    }

    /**
     * @param {number} agent
     * @param {number} delay
     * @param {Other | null} other
     */
    unsafeUntil(agent, delay, other) {
        if (other !== null && !('agent' in other)) return null;
        const only = other === null ? -1 : other.agent;
        const room = this.#room(agent, other);
        const isOpen = this.reading.name === 'open';
        if (isOpen ? delay > room.most : delay >= room.most) return Infinity;
        if (isOpen ? delay < room.least : delay <= room.least) return room.least;
        const { first, declared } = this.tracks;
        for (let i = first[agent]; i < first[agent + 1]; i++) {
            if (declared[i] < 0) continue;
            const until = this.#legUnsafeUntil(i, agent, delay, only);
            if (until !== null) return until;
        }
        return null;
    }

    /**
     * @param {number} i a record of the agent
     * @param {number} agent
     * @param {number} delay
     * @param {number} only
     */
    #legUnsafeUntil(i, agent, delay, only) {
        const leg = this.#segment(i, 0, 0);
        /** @type {number | null} */
        let most = null;
        const [from, to] = [leg.start + delay, leg.end + delay];
        const end = this.#endOf(i);
        this.#visit(leg, end, from, to, (j) => {
            const b = this.tracks.agentOf[j];
            this.effort.spend(COST.look);
            if (only < 0 ? b === agent : b !== only) return false;
            const radii = this.#radii(agent, b);
            if (radii === null || !this.#mayMeet(i, j, delay, radii)) return false;
            this.effort.spend(COST.query);
            const spans = this.graze.unsafeDelays(leg, this.#segment(j, radii, 0), {
                reading: this.reading.name,
            });
            for (const [lo, end] of spans) {
                const hi = this.#staysForEver(j) ? Infinity : end;
                if (delay < lo || delay > hi || hi <= (most ?? -Infinity)) continue;
                const isInside = this.reading.name === 'closed' || (lo < delay && delay < hi);
                if (isInside || this.#isDeep(i, j, delay, radii)) most = hi;
            }
            // One will do: what else it meets then, it is asked about with the next delay.
            return most !== null && most > delay;
        });
        return most;
    }

    /**
     * Returns whether a record is an agent at its goal, which never ends: a leg that passes it is unsafe with every larger delay.
     *
     * @param {number} k
     */
    #staysForEver(k) {
        const { declared, records } = this.tracks;
        return declared[k] < 0 && records[k * RECORD + 5] >= endOfRest(this.span);
    }

    /**
     * Do two overlap at the end of what is unsafe? They do where one of them vanishes just then, or its next leg
     * begins.
     *
     * @param {number} i
     * @param {number} j
     * @param {number} delay
     * @param {number} radii
     */
    #isDeep(i, j, delay, radii) {
        const late = this.#segment(i, 0, delay);
        const { distance } = this.graze.closestApproach(late, this.#segment(j, radii, 0));
        return distance < -DEPTH_RELATIVE * radii;
    }

    /**
     * The sum of the radii at which two conflict: less the depth that is forgiven, but for what rounding may add
     * to it; or with the distance that is kept. Null when no overlap is deep enough.
     *
     * @param {number} a
     * @param {number} b
     */
    #radii(a, b) {
        const { radius } = this.tracks;
        const sum = radius[a] + radius[b];
        const tolerance = this.reading.toleranceFor(sum);
        const rounding = Math.min(tolerance, DEPTH_RELATIVE * sum) / 2;
        if (this.reading.name === 'closed') return sum + tolerance + (DEPTH_RELATIVE * sum) / 2;
        const radii = sum - tolerance + rounding;
        return radii >= 0 ? radii : null;
    }

    /**
     * A record as the package takes it.
     *
     * @param {number} k
     * @param {number} radius
     * @param {number} delay
     * @returns {Segment}
     */
    #segment(k, radius, delay) {
        const [x, y, vx, vy, start, end] = this.tracks.records.subarray(
            k * RECORD,
            k * RECORD + RECORD,
        );
        return { x, y, vx, vy, start: start + delay, end: end + delay, radius };
    }

    /**
     * Can record i, delayed, meet record j? Never wrong when it says no.
     *
     * @param {number} i
     * @param {number} j
     * @param {number} delay
     * @param {number} radii
     */
    #mayMeet(i, j, delay, radii) {
        const { records } = this.tracks;
        const [p, q] = [i * RECORD, j * RECORD];
        const begin = Math.max(records[p + 4] + delay, records[q + 4]);
        const end = Math.min(records[p + 5] + delay, records[q + 5]);
        if (begin > end) return false;
        const [s, t] = [begin - records[p + 4] - delay, begin - records[q + 4]];
        const dx = records[q] + records[q + 2] * t - records[p] - records[p + 2] * s;
        const dy = records[q + 1] + records[q + 3] * t - records[p + 1] - records[p + 3] * s;
        const [ux, uy] = [records[q + 2] - records[p + 2], records[q + 3] - records[p + 3]];
        const speed = ux * ux + uy * uy;
        const most = end - begin;
        const time = speed > 0 ? Math.min(Math.max(-(dx * ux + dy * uy) / speed, 0), most) : 0;
        const size = Math.abs(records[q]) + Math.abs(records[q + 1]) + radii;
        return Math.hypot(dx + ux * time, dy + uy * time) <= radii + 1e-9 * size;
    }

    /**
     * @param {number} agent
     * @param {Other | null} other
     * @returns {Room}
     */
    #room(agent, other) {
        if (other !== null && !('agent' in other)) return { least: -Infinity, most: Infinity };
        const only = other === null ? -1 : other.agent;
        const key = `${agent} ${only}`;
        const known = this.#rooms.get(key);
        if (known !== undefined) return known;
        const { beforeStart, atGoal, agents } = this.scenario;
        const { motion } = agents[agent];
        const [t0, t1] = [motion[0].t0, motion[motion.length - 1].t1];
        const room = { least: -Infinity, most: Infinity };
        const { first } = this.tracks;
        if (beforeStart === 'stay') {
            const start = startPoint(motion[0]);
            this.#visits(start, agent, only, (begin) => {
                room.most = Math.min(room.most, begin - t0);
            });
        }
        if (atGoal === 'stay') {
            const end = this.#endOf(first[agent + 1] - 1);
            this.#visits(end, agent, only, (_, until) => {
                // To the end of all things is for ever.
                const lasts = until > this.span.horizon;
                room.least = Math.max(room.least, lasts ? Infinity : until - t1);
            });
        }
        this.#rooms.set(key, room);
        return room;
    }

    /**
     * Where a record ends.
     *
     * @param {number} k
     */
    #endOf(k) {
        const { x, y, vx, vy, start, end } = this.#segment(k, 0, 0);
        return { x: x + vx * (end - start), y: y + vy * (end - start) };
    }

    /**
     * Tells the records that may be near the way from one place to another.
     *
     * @param {Point} place
     * @param {Point} end
     * @param {number} from
     * @param {number} to
     * @param {(record: number) => boolean} tell true: that is enough
     */
    #visit(place, end, from, to, tell) {
        const [minX, maxX] = [Math.min(place.x, end.x), Math.max(place.x, end.x)];
        const [minY, maxY] = [Math.min(place.y, end.y), Math.max(place.y, end.y)];
        for (const index of this.indexes) {
            if (index.visit(minX, maxX, minY, maxY, this.reach, from, to, tell)) return;
        }
    }

    /**
     * When others come to a place.
     *
     * @param {{ x: number, y: number }} place
     * @param {number} agent who would be there
     * @param {number} only
     * @param {(begin: number, end: number) => void} tell
     */
    #visits({ x, y }, agent, only, tell) {
        const [start, end] = [this.span.begin, endOfRest(this.span)];
        this.#visit({ x, y }, { x, y }, -Infinity, Infinity, (j) => {
            const b = this.tracks.agentOf[j];
            this.effort.spend(COST.look);
            if (only < 0 ? b === agent : b !== only) return false;
            const radii = this.#radii(agent, b);
            if (radii === null) return false;
            this.effort.spend(COST.query);
            const stands = { x, y, vx: 0, vy: 0, start, end, radius: radii };
            const asked = { reading: this.reading.name };
            const times = this.graze.conflictIntervals(stands, this.#segment(j, 0, 0), asked);
            for (const [lo, hi] of times) tell(lo, hi);
            return false;
        });
    }
}

/**
 * A time by which a delayed agent has surely arrived.
 *
 * @param {TimeSpan} span
 */
function endOfRest({ begin, horizon }) {
    return horizon + 2 * (horizon - begin) + 1;
}
