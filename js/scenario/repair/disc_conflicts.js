import { clockResolution } from '../model/tolerance.js';
import { BlockedDelays } from './blocked_delays.js';
import { DiscLags } from './disc_lags.js';
import { AgentPath } from './disc_paths.js';
import { PartClasses } from './part_classes.js';
import { NO_LIMIT } from './search_limit.js';

/**
 * @import { Graze } from 'graze'
 * @import { ContactPolicy } from '../checks/contact_policy.js'
 * @import { BlockDelays, Conflict, Delays, Precedence } from './delay_search.js'
 * @import { ToleranceShare } from './disc_lags.js'
 * @import { SearchLimit } from './search_limit.js'
 * @import { Scenario } from '../model/scenario.js'
 */

/**
 * Finds conflicts between discs that may wait at the ends of their pieces.
 *
 * The path of an agent has parts: its pieces (odd), and its stays at the places between them (even), the first and the
 * last of which may be unlimited. Two parts conflict if and only if each begins too early after the end of the other (disc_lags.js), so
 * one or the other must be late enough.
 */

/**
 * Error of the core's delays, in units of the longer duration.
 */
const DELAY_RELATIVE = 1e-12;

/** The first attempt to delay an agent considers delays up to the plan's duration divided by this. */
const USUAL_SHARE = 8;

/** No overlap is allowed. @type {ToleranceShare} */
const NO_SHARE = Object.freeze({ allowed: 0, remaining: 0 });

/** Conflict model of discs in straight moves (`ConflictModel`): each agent has one delay per piece. */
export class DiscConflicts {
    /** @type {AgentPath[]} */ #paths;
    /** Duration of one tick of delay. */ #tick;
    /** Margin that is added to a wait, in ticks. */ #margin;
    #usualDelay;
    #parts;
    #lags;
    #blocked;

    /**
     * @param {Graze} graze
     * @param {Scenario} scenario discs in straight moves at constant speed
     * @param {ContactPolicy} policy
     * @param {number} marginFactor factor of the margins
     * @param {ToleranceShare} [share]
     * @param {SearchLimit} [limit] end of the search
     */
    constructor(graze, scenario, policy, marginFactor, share = NO_SHARE, limit = NO_LIMIT) {
        const { agents, timeStep, discrete, sizesKnown } = scenario;
        this.#paths = agents.map((agent) => new AgentPath(agent, scenario));
        const isStepped = timeStep !== null;
        const tick = timeStep ?? 1;
        this.#tick = tick;
        /** Number of delays of each agent. */
        this.sizes = this.#paths.map(({ count }) => count);
        let [longest, horizon] = [0, 0];
        for (const { pieces } of this.#paths) {
            for (const { t0, t1 } of pieces) {
                longest = Math.max(longest, t1 - t0);
                horizon = Math.max(horizon, t1, -t0);
            }
        }
        const rounding =
            marginFactor * (DELAY_RELATIVE * longest + 2 * clockResolution(2 * horizon));
        this.#margin = isStepped ? 0 : rounding;
        this.#usualDelay = Math.max(horizon / USUAL_SHARE, longest) / tick;
        const largest = this.#paths.reduce((max, { radius }) => Math.max(max, radius), 0);
        /**
         * Returns the distance of the centers of two discs from which on they do not conflict. Agents without a size meet in cells;
         * half a cell is enough to distinguish cells.
         *
         * @param {number} radii
         */
        const reachOf = (radii) => (sizesKnown ? radii + policy.contactDistance(radii) : 0.5);
        const tickRules = { tick, isStepped, rounding };
        this.#parts = new PartClasses(graze, this.#paths, tickRules, reachOf, reachOf(2 * largest));
        const hasCells = discrete !== null;
        const rules = { policy, share, hasCells, sizesKnown, margin: this.#margin };
        this.#lags = new DiscLags(graze, rules, tickRules, this.#parts);
        this.#blocked = new BlockedDelays(
            this.#paths,
            this.#parts,
            this.#lags,
            this.#margin,
            limit,
        );
        this.limit = limit;
    }

    /** Frees the memory. */
    free() {
        this.#parts.free();
    }

    /** Delay that most agents do not exceed, at a guess, in ticks. */
    get usualDelay() {
        return this.#usualDelay;
    }

    /** Margin that is added to a wait, in ticks. */
    get margin() {
        return this.#margin;
    }

    /** Returns the agents that an agent can meet, with any delays, ascending. @param {number} agent */
    neighbors(agent) {
        return this.#parts.neighbors(agent);
    }

    /** Enters all agents with their delays, for `rivals`. @param {Delays[]} delays */
    prepare(delays) {
        return this.#blocked.enterAll(delays);
    }

    /** Returns the agents that an agent may conflict with, ascending. @param {number} agent @param {Delays[]} delays */
    rivals(agent, delays) {
        return this.#blocked.rivals(agent, delays);
    }

    /** Returns whether an agent cannot be delayed. @param {number} agent */
    isFixed(agent) {
        return this.#paths[agent].count === 0;
    }

    /**
     * Returns the first conflict of two agents with these delays.
     *
     * @param {number} a
     * @param {number} b above a
     * @param {Delays} p of a
     * @param {Delays} q of b
     * @returns {Conflict | null}
     */
    conflict(a, b, p, q) {
        const [first, second] = [this.#paths[a], this.#paths[b]];
        const [classesA, classesB] = [this.#parts.classOf[a], this.#parts.classOf[b]];
        const tick = this.#tick;
        this.limit.check();
        let i = first.firstPart;
        let j = second.firstPart;
        while (i <= first.lastPart && j <= second.lastPart) {
            if (first.isEmpty(i, p)) {
                i++;
                continue;
            }
            if (second.isEmpty(j, q)) {
                j++;
                continue;
            }
            if (this.#parts.areNear(classesA[i], classesB[j])) {
                const alternatives = this.#findAlternatives(a, i, p, b, j, q);
                if (alternatives !== null) {
                    const time = Math.max(first.begin(i, p, tick), second.begin(j, q, tick));
                    if (alternatives.length > 0) return { a, b, time, alternatives };
                    const hasStanding = first.count === 0 || second.count === 0;
                    const impossibleBecause = hasStanding
                        ? 'standing'
                        : i === 0
                          ? 'starts'
                          : 'goals';
                    return { a, b, time, alternatives, impossibleBecause };
                }
            }
            const [endA, endB] = [first.end(i, p, tick), second.end(j, q, tick)];
            if (endA <= endB) i++;
            if (endB <= endA) j++;
        }
        return null;
    }

    /**
     * Visits the delays of an agent, up to a maximum, that conflict with others whose delays are fixed.
     *
     * @param {number} agent
     * @param {(Delays | null | undefined)[]} delays delays of each agent. null: it stands where it starts, until it leaves
     *   undelayed; undefined: it is left out
     * @param {number} maxDelay in ticks
     * @param {BlockDelays} block
     */
    visitBlocked(agent, delays, maxDelay, block) {
        this.#blocked.visit(agent, delays, maxDelay, block);
    }

    /**
     * Lists the pairs of agents of which the first must be somewhere before the second, whatever their delays: it leaves its
     * start before the other comes, or passes the other's goal before that one arrives.
     *
     * @returns {[before: number, after: number][]}
     */
    orderedPairs() {
        /** @type {[before: number, after: number][]} */
        const found = [];
        for (const [agent, { count, firstPart, lastPart }] of this.#paths.entries()) {
            if (count === 0) continue;
            if (firstPart === 0) {
                this.#visitPassing(agent, 0, (other) => found.push([agent, other]));
            }
            if (lastPart === 2 * count) {
                this.#visitPassing(agent, count, (other) => found.push([other, agent]));
            }
        }
        return found;
    }

    /**
     * Visits the agents that pass a place of an agent.
     *
     * @param {number} agent
     * @param {number} place
     * @param {(other: number) => void} visit
     */
    #visitPassing(agent, place, visit) {
        const { classOf, classes, agents } = this.#parts;
        this.limit.check();
        this.#lags.visitAll(classOf[agent][2 * place], (c) => {
            if (classes[c].piece === null) return;
            for (const other of agents[c]) if (other !== agent) visit(other);
        });
    }

    /**
     * Returns whether two agents stay at their goals, at positions that exclude each other.
     *
     * @param {number} a
     * @param {number} b
     */
    goalsConflict(a, b) {
        const [first, second] = [a, b].map((agent) => {
            const { count, lastPart } = this.#paths[agent];
            const stays = count > 0 && lastPart === 2 * count;
            return stays ? this.#parts.classes[this.#parts.classOf[agent][lastPart]] : null;
        });
        return first !== null && second !== null && this.#lags.areExclusive(first, second);
    }

    /**
     * Returns the precedences that resolve the conflict of two parts that overlap in time; null when they do not conflict.
     *
     * @param {number} a
     * @param {number} i
     * @param {Delays} p
     * @param {number} b
     * @param {number} j
     * @param {Delays} q
     * @returns {Precedence[] | null}
     */
    #findAlternatives(a, i, p, b, j, q) {
        const { classOf, ticks } = this.#parts;
        const [lastA, lastB] = [2 * this.#paths[a].count, 2 * this.#paths[b].count];
        const [mayBeLateA, mayBeLateB] = [i > 0 && j < lastB, j > 0 && i < lastA];
        /** @type {Precedence[] | null} */
        let found = null;
        this.#lags.visit(classOf[a][i], classOf[b][j], (lo, hi) => {
            if (found !== null) return;
            const lagA = hi + (ticks[b].end[j] - ticks[a].begin[i]);
            const lagB = -lo + (ticks[a].end[i] - ticks[b].begin[j]);
            // The delay of the beginning of a stay is that of the piece before it.
            const [k, l] = [(i - 1) >> 1, (j - 1) >> 1];
            if (mayBeLateA && p[k] >= q[j >> 1] + lagA) return;
            if (mayBeLateB && q[l] >= p[i >> 1] + lagB) return;
            found = [];
            if (mayBeLateA) found.push(this.#makePrecedence(a, k, b, j >> 1, lagA));
            if (mayBeLateB) found.push(this.#makePrecedence(b, l, a, i >> 1, lagB));
            // Where a piece passes a stay, the stay comes first.
            if (i & 1 && !(j & 1)) found.reverse();
        });
        return found;
    }

    /** @param {number} late @param {number} k @param {number} early @param {number} l @param {number} lag */
    #makePrecedence(late, k, early, l, lag) {
        return {
            late: { agent: late, piece: k },
            early: { agent: early, piece: l },
            lag: lag + this.#margin,
        };
    }
}
