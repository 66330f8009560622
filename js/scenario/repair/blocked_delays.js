/**
 * Keeps the times that agents with fixed delays block for the parts of others, so that the next agent finds them ready and merged.
 *
 * An agent with delays blocks, for each class of parts near its own, intervals of the ticks between which a part of that class lies
 * (PartTicks). They hold for all agents with parts of this class, and change only where an agent comes or goes.
 *
 * @import { BlockDelays, Delays } from './delay_search.js'
 * @import { DiscLags } from './disc_lags.js'
 * @import { AgentPath } from './disc_paths.js'
 * @import { PartClasses } from './part_classes.js'
 * @import { Pausable, SearchLimit } from './search_limit.js'
 */

/** Share of a delay by which its sum with a time, and their difference, may be off by rounding, where time has no steps. */
const SUM_RELATIVE = 2 ** -50;

/**
 * Number of values per blocked interval: its lower end, its upper end, the agent, and the largest upper end up to here, from
 * which a search finds where to begin.
 */
const STRIDE = 4;

/** Intervals that agents block, per class. */
export class BlockedDelays {
    #paths;
    #parts;
    #lags;
    #limit;
    #margin;
    #rounding;
    /** Delays with which each agent is entered, as for `visit`. @type {(Delays | null | undefined)[]} */ #entered;
    /** Class and lower end of each interval of each agent. @type {Float64Array[]} */ #places = [];
    /** Blocked intervals of each class, by lower ends; see `STRIDE`. @type {number[][]} */ #blocked;

    /**
     * @param {AgentPath[]} paths
     * @param {PartClasses} parts
     * @param {DiscLags} lags
     * @param {number} margin above the rounding of times; 0: all are whole numbers
     * @param {SearchLimit} limit
     */
    constructor(paths, parts, lags, margin, limit) {
        this.#paths = paths;
        this.#parts = parts;
        this.#lags = lags;
        this.#limit = limit;
        this.#margin = margin;
        this.#rounding = margin === 0 ? 0 : SUM_RELATIVE;
        this.#entered = new Array(paths.length).fill(undefined);
        this.#blocked = parts.classes.map(() => []);
    }

    /**
     * Visits the delays of an agent, up to a maximum, that conflict with others whose delays are fixed: those of each part in
     * ascending order of the lower ends.
     *
     * @param {number} agent
     * @param {(Delays | null | undefined)[]} delays as for `visitBlocked` of a conflict model
     * @param {number} maxDelay in ticks
     * @param {BlockDelays} block
     */
    visit(agent, delays, maxDelay, block) {
        this.#enterOthers(agent, delays);
        const { firstPart, lastPart } = this.#paths[agent];
        const { begin, end } = this.#parts.ticks[agent];
        const classes = this.#parts.classOf[agent];
        for (let part = firstPart; part <= lastPart; part++) {
            this.#limit.check();
            const blocked = this.#blocked[classes[part]];
            for (let at = firstAbove(blocked, 3, begin[part]); at < blocked.length; at += STRIDE) {
                const lo = blocked[at] - end[part];
                if (lo > maxDelay) break;
                const hi = blocked[at + 1] - begin[part];
                const other = blocked[at + 2];
                if (hi > 0 && other !== agent) block(part, lo, hi, other);
            }
        }
    }

    /**
     * Returns agents, ascending: those that an agent conflicts with, and perhaps some that it misses by the rounding of times.
     *
     * @param {number} agent
     * @param {Delays[]} delays
     */
    rivals(agent, delays) {
        this.#enterOthers(agent, delays);
        /** @type {Set<number>} */
        const found = new Set();
        const path = this.#paths[agent];
        const classes = this.#parts.classOf[agent];
        for (let part = path.firstPart; part <= path.lastPart; part++) {
            if (path.isEmpty(part, delays[agent])) continue;
            this.#limit.check();
            const [begin, end] = this.#times(agent, part, delays[agent]);
            const blocked = this.#blocked[classes[part]];
            const [from, until] = [begin - this.#margin, end + this.#margin];
            let at = firstAbove(blocked, 3, from);
            for (; at < blocked.length && blocked[at] < until; at += STRIDE) {
                const other = blocked[at + 2];
                if (blocked[at + 1] > from && other !== agent) found.add(other);
            }
        }
        return Int32Array.from(found).sort();
    }

    /**
     * Returns the ticks between which a delayed part lies, with room for the rounding of sums.
     *
     * @param {number} agent
     * @param {number} part
     * @param {Delays | null} own null: the agent is not delayed
     */
    #times(agent, part, own) {
        const { begin, end } = this.#parts.ticks[agent];
        const early = own?.[(part - 1) >> 1] ?? 0;
        const late = own?.[part >> 1] ?? 0;
        return [
            begin[part] + early - Math.abs(early) * this.#rounding,
            end[part] + late + Math.abs(late) * this.#rounding,
        ];
    }

    /**
     * Enters all agents, so that the next visit takes little time.
     *
     * @param {(Delays | null | undefined)[]} delays
     * @returns {Pausable<void>}
     */
    *enterAll(delays) {
        for (const agent of delays.keys()) {
            this.#update(agent, delays[agent]);
            yield;
        }
    }

    /** Enters all agents but one, who may have other delays. @param {number} agent @param {(Delays | null | undefined)[]} delays */
    #enterOthers(agent, delays) {
        for (let other = 0; other < delays.length; other++)
            if (other !== agent) this.#update(other, delays[other]);
    }

    /** Replaces what an agent blocks, if it has other delays. @param {number} agent @param {Delays | null | undefined} own */
    #update(agent, own) {
        const known = this.#entered[agent];
        if (known === own) return;
        if (known !== undefined) this.#leave(agent);
        if (own !== undefined) this.#enter(agent, own);
    }

    /** @param {number} agent */
    #leave(agent) {
        this.#entered[agent] = undefined;
        const places = this.#places[agent];
        for (let k = 0; k < places.length; k += 2)
            remove(this.#blocked[places[k]], places[k + 1], agent);
    }

    /** @param {number} agent @param {Delays | null} own */
    #enter(agent, own) {
        const path = this.#paths[agent];
        const classes = this.#parts.classOf[agent];
        // An agent that is not delayed yet blocks others at its start alone.
        const last = own === null ? Math.min(path.lastPart, 0) : path.lastPart;
        /** Intervals by class. @type {Map<number, number[]>} */
        const found = new Map();
        for (let part = path.firstPart; part <= last; part++) {
            if (own !== null && path.isEmpty(part, own)) continue;
            this.#limit.check();
            const [from, until] = this.#times(agent, part, own);
            this.#lags.visitAll(classes[part], (c, lo, hi) => {
                const intervals = found.get(c) ?? [];
                if (intervals.length === 0) found.set(c, intervals);
                insert(intervals, from + lo, until + hi, agent);
            });
        }
        // Nothing ends the search from here on, so an agent is entered as a whole or not at all.
        /** @type {number[]} */
        const places = [];
        for (const [c, intervals] of found) {
            insertJoined(this.#blocked[c], intervals, (lo) => places.push(c, lo));
        }
        this.#places[agent] = Float64Array.from(places);
        this.#entered[agent] = own;
    }
}

/**
 * Returns where the intervals begin of which a value is above another one; these values are ascending.
 *
 * @param {number[]} intervals
 * @param {number} field which of the values of an interval
 * @param {number} value
 */
function firstAbove(intervals, field, value) {
    let [low, high] = [0, intervals.length / STRIDE];
    while (low < high) {
        const middle = (low + high) >> 1;
        if (intervals[STRIDE * middle + field] > value) high = middle;
        else low = middle + 1;
    }
    return STRIDE * low;
}

/**
 * Inserts an interval in ascending order of the lower ends.
 *
 * @param {number[]} intervals
 * @param {number} lo
 * @param {number} hi
 * @param {number} agent
 */
function insert(intervals, lo, hi, agent) {
    const at = firstAbove(intervals, 0, lo);
    const largest = Math.max(hi, at > 0 ? intervals[at - 1] : -Infinity);
    if (at === intervals.length) intervals.push(lo, hi, agent, largest);
    else intervals.splice(at, 0, lo, hi, agent, largest);
    for (let k = at + 2 * STRIDE - 1; k < intervals.length && intervals[k] < hi; k += STRIDE)
        intervals[k] = hi;
}

/**
 * Removes an interval of an agent, which is there.
 *
 * @param {number[]} intervals
 * @param {number} lo
 * @param {number} agent
 */
function remove(intervals, lo, agent) {
    let at = firstAbove(intervals, 0, lo) - STRIDE;
    while (intervals[at + 2] !== agent) at -= STRIDE;
    intervals.splice(at, STRIDE);
    let largest = at > 0 ? intervals[at - 1] : -Infinity;
    for (; at < intervals.length; at += STRIDE) {
        largest = Math.max(largest, intervals[at + 1]);
        if (intervals[at + 3] === largest) break;
        intervals[at + 3] = largest;
    }
}

/**
 * Inserts intervals of one agent into others. Those that overlap are joined; their common ends stay free.
 *
 * @param {number[]} intervals
 * @param {number[]} own
 * @param {(lo: number) => void} onInserted takes the lower end of each joined interval
 */
function insertJoined(intervals, own, onInserted) {
    for (let at = 0; at < own.length; ) {
        const [lo, agent] = [own[at], own[at + 2]];
        let hi = own[at + 1];
        for (at += STRIDE; at < own.length && own[at] < hi; at += STRIDE)
            hi = Math.max(hi, own[at + 1]);
        insert(intervals, lo, hi, agent);
        onInserted(lo);
    }
}
