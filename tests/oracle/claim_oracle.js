import { overlapOf, phasesOf } from './shift_oracle.js';

/**
 * Checks claims that `validate` and `repair` make of delays against all delays of a lattice, by `shift_oracle.js`, for
 * plans of bodies that only start later.
 *
 * @import { RepairResult, ValidationResult, Scenario } from 'graze/scenario'
 * @import { Phase } from './shift_oracle.js'
 */

/** Deeper overlaps count, whatever the rounding of outlines to float32. */
const DEEP = 1e-5;

/** Overlaps that are no deeper are touches, for every default tolerance of a plan. */
const TOUCH = 1e-10;

/** Overlaps below a tolerance by this fraction of it are allowed, whatever the rounding of outlines to float32. */
const ROUNDING = 1e-3;

/** Delays this near to the claimed one do not refute it, if time is continuous. */
const NEAR = 1e-6;

/** Number of delays that are tried per agent, if time is continuous. */
const SAMPLES = 200;

/** Maximum number of sets of delays that are tried; a claim that needs more is not checked. */
const MOST_SETS = 20_000;

/** Findings about the claims of one result. */
export class Claims {
    /** @type {string[]} */ faults = [];
    checked = 0;
    unchecked = 0;

    /** @param {boolean} holds @param {string} fault */
    check(holds, fault) {
        this.checked++;
        if (!holds) this.faults.push(fault);
    }
}

/** Bodies of a plan, agents first, and their overlaps with delays. */
class MovingBodies {
    /** @type {Map<string, ReturnType<typeof overlapOf>>} */ #known = new Map();

    /** @param {Scenario} scenario @param {number} tolerance */
    constructor({ agents, obstacles, beforeStart, atGoal, timeStep }, tolerance) {
        this.tolerance = tolerance;
        this.step = timeStep;
        this.count = agents.length;
        /** @type {Phase[][]} */
        this.phases = agents.map(({ shape, motion, start }) => {
            const { x, y } = start ?? { x: 0, y: 0 };
            const still = [{ t0: 0, t1: 0, x: [x], y: [y] }];
            return phasesOf(
                { shape, motion: motion.length > 0 ? motion : still },
                beforeStart,
                atGoal,
            );
        });
        /** Names of obstacles; null for agents. @type {(string | null)[]} */
        this.names = agents.map(() => null);
        for (const { name, shape, motion = [] } of obstacles) {
            if (motion.length === 0) continue;
            this.phases.push(phasesOf({ shape, motion }, 'vanish', 'vanish'));
            this.names.push(name);
        }
        this.standing = obstacles
            .filter(({ motion = [] }) => motion.length === 0)
            .map(({ shape, pose: { x, y, angle } }) => {
                const motion = [{ t0: 0, t1: 0, x: [x], y: [y], angle: [angle] }];
                return phasesOf({ shape, motion }, 'stay', 'stay');
            });
        this.canMove = agents.map(({ motion }) => motion.length > 0);
        const times = this.phases.flatMap((phases) =>
            phases.flatMap(({ begin, end }) => [begin, end].filter(Number.isFinite)),
        );
        this.begin = Math.min(...times);
        this.end = Math.max(...times);
    }

    /** Returns a lattice of all delays that can change anything. */
    lattice() {
        const least = (this.end - this.begin) / SAMPLES;
        const step = this.step ?? least;
        return Array.from(
            { length: Math.ceil((this.end - this.begin) / step) + 2 },
            (_, k) => k * step,
        );
    }

    /** @param {number} a @param {number} b @param {number} delay delay of a over b @param {number} depth */
    overlap(a, b, delay, depth) {
        const key = `${a} ${b} ${delay} ${depth}`;
        let known = this.#known.get(key);
        if (known === undefined) {
            known = overlapOf(this.phases[a], this.phases[b], delay, depth);
            this.#known.set(key, known);
        }
        return known;
    }

    /**
     * Returns whether two are certainly separate, except for touches within the tolerance.
     *
     * @param {number} a
     * @param {number} b
     * @param {number} delay
     */
    isClear(a, b, delay) {
        return this.overlap(a, b, delay, this.tolerance * (1 - ROUNDING) + TOUCH) === 'clear';
    }

    /** @param {number} a @param {number} b @param {number} delay */
    isDeep(a, b, delay) {
        return this.overlap(a, b, delay, this.tolerance + DEEP) === 'deep';
    }

    /** Returns whether an agent's path crosses a static obstacle. */
    isBlocked() {
        return this.standing.some((wall) =>
            this.phases
                .slice(0, this.count)
                .some((phases) => overlapOf(phases, wall, 0, this.tolerance + DEEP) === 'deep'),
        );
    }

    /** Returns all other bodies. @param {number} a */
    others(a) {
        return this.phases.map((_, b) => b).filter((b) => b !== a);
    }
}

/**
 * Checks the delays that `validate` suggests, and its claims that none exists.
 *
 * @param {Scenario} scenario
 * @param {ValidationResult} result
 * @param {Claims} claims
 * @param {number} [tolerance] that was asked for
 */
export function checkMends(scenario, { violations }, claims, tolerance = 0) {
    const bodies = new MovingBodies(scenario, tolerance);
    for (const { agents, obstacle, suggestion, suggestionStatus, message } of violations) {
        if (suggestion === undefined) continue;
        const named = bodies.names.flatMap((name, k) =>
            name !== null && name === obstacle ? [k] : [],
        );
        /** @param {number} a */
        const pairOf = (a) => (agents.length === 2 ? agents.filter((b) => b !== a) : named);
        /** @param {number} a */
        const othersOf = (a) => (suggestion?.resolves === 'all' ? bodies.others(a) : pairOf(a));
        if (suggestion) {
            const deep = othersOf(suggestion.agent).filter((b) =>
                bodies.isDeep(suggestion.agent, b, suggestion.delay),
            );
            claims.check(
                deep.length === 0,
                `${message}: ${suggestion.delay} leaves ${suggestion.agent} in ${deep}`,
            );
        }
        if (suggestionStatus !== 'minimum' && suggestionStatus !== 'none') continue;
        for (const a of agents.filter((each) => bodies.canMove[each])) {
            for (const delay of bodies.lattice()) {
                const isLess = delay < (suggestion?.delay ?? Infinity) - NEAR;
                // Among several obstacles of a name the first contact counts.
                const met =
                    suggestion === null && named.length > 1 ? bodies.others(a) : othersOf(a);
                const isFree = met.every((b) => bodies.isClear(a, b, delay));
                claims.check(!(isLess && isFree), `${message}: ${delay} of ${a} would do`);
                if (suggestion?.resolves !== 'pair') continue;
                const all = bodies.others(a).every((b) => bodies.isClear(a, b, delay));
                claims.check(!all, `${message}: ${delay} of ${a} clears all`);
            }
        }
    }
}

/**
 * Checks the claims of `repair` about a plan: that it has no conflict, that no smaller total suffices, or that no
 * delays do.
 *
 * @param {Scenario} scenario
 * @param {RepairResult} result
 * @param {Claims} claims
 * @param {number} [tolerance] that was asked for
 */
export function checkRepair(scenario, result, claims, tolerance = 0) {
    const { outcome, status, changes, totalDelay, lowerBound } = result;
    if (status === 'valid') return;
    const bodies = new MovingBodies(scenario, tolerance);
    const step = bodies.step ?? (bodies.end - bodies.begin) / SAMPLES;
    const delays = bodies.phases.map(() => 0);
    for (const { agent, arrivalDelay } of changes) delays[agent] = arrivalDelay;
    if (status === 'repaired') {
        const deep = pairsOf(bodies).filter(([a, b]) => bodies.isDeep(a, b, delays[a] - delays[b]));
        claims.check(deep.length === 0, `repaired, but ${JSON.stringify(deep)} overlap`);
        claims.check(
            lowerBound <= totalDelay + NEAR,
            `the bound ${lowerBound} is above ${totalDelay}`,
        );
    }
    if (outcome === 'impossible') {
        const lattice = bodies.lattice().flatMap((delay) => (delay > 0 ? [delay, -delay] : [0]));
        const isUnrepairable = pairsOf(bodies).some(([a, b]) => {
            return lattice.every((delay) => {
                const isAble = delay < 0 ? bodies.canMove[b] : delay === 0 || bodies.canMove[a];
                return !isAble || !bodies.isClear(a, b, delay);
            });
        });
        const isShown = isUnrepairable || bodies.isBlocked();
        if (isShown || bodies.phases.length === 2)
            claims.check(isShown, 'impossible, but not shown');
        else claims.unchecked++;
    }
    if (status !== 'repaired') return;
    // No total below the bound suffices; the bound of an optimal plan is its total.
    const most = Math.ceil((lowerBound - NEAR) / step - 1e-9) - 1;
    const sets = setsOf(bodies, most);
    if (sets === null) claims.unchecked++;
    for (const set of sets ?? []) {
        const isFree = pairsOf(bodies).every(([a, b]) =>
            bodies.isClear(a, b, (set[a] - set[b]) * step),
        );
        claims.check(!isFree, `${set.map((k) => k * step)} would do, not ${totalDelay}`);
    }
}

/** @param {MovingBodies} movers @returns {[number, number][]} */
function pairsOf({ phases, count }) {
    return phases.flatMap((_, b) => {
        return Array.from(
            { length: Math.min(b, count) },
            (__, a) => /** @type {[number, number]} */ ([a, b]),
        );
    });
}

/**
 * Returns all sets of whole delays with at most a total; null if they are too many.
 *
 * @param {MovingBodies} movers
 * @param {number} most
 * @returns {number[][] | null}
 */
function setsOf({ phases, count, canMove }, most) {
    /** @type {{ set: number[], left: number }[]} */
    let sets = [{ set: [], left: most }];
    if (most < 0) return [];
    const able = canMove.filter((can) => can).length;
    let ways = 1;
    for (let k = 1; k <= able; k++) ways *= (most + k) / k;
    if (ways > MOST_SETS) return null;
    for (const k of phases.keys()) {
        const isFixed = k >= count || !canMove[k];
        sets = sets.flatMap(({ set, left }) =>
            Array.from({ length: isFixed ? 1 : left + 1 }, (_, delay) => ({
                set: [...set, delay],
                left: left - delay,
            })),
        );
    }
    return sets.map(({ set }) => set);
}
