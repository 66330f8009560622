import { CLEAR_RELATIVE } from '../model/tolerance.js';
import { leastSeparation } from './pair_query.js';

/**
 * Finds the minimum separation of each agent from each obstacle and, in plans with obstacles, from each other agent.
 *
 * @import { Names } from '../model/names.js'
 * @import { Scenario } from '../model/scenario.js'
 * @import { MovingQueries } from './pair_query.js'
 * @import { BodySteps } from '../model/step_boxes.js'
 *
 * The minimum separation of two bodies while both are present.
 *
 * @typedef {object} PairClearance
 * @property {number[]} agents one, with an obstacle; or two, ascending
 * @property {string[]} names names of these agents, as in a violation
 * @property {string} [obstacle] its name; several obstacles of one name are one
 * @property {number} separation between their boundaries, negative while they overlap; it is attained, and
 *   exceeds the minimum by at most about 1e-11 of the bodies' size
 * @property {number} time time at which it is attained
 *
 * @typedef {{ i: number, j: number, minDistance: number }} Candidate parts of two bodies, and a lower bound of their distance
 *
 * @typedef {{ separation: number, time: number }} LeastSeparation
 */

/**
 * Limits of a complete search: pairs of bodies, and boxes compared for them. Beyond either only the nearest obstacle of each
 * agent is examined, with at most `parts` pairs of parts of all agents.
 */
const MAX_WORK = Object.freeze({ pairs: 4096, boxes: 2 ** 25, parts: 20_000 });

/** Search for minimum separations. A part is the index of a body in `steps.bodies`: an agent or obstacle may have several. */
class ClearanceSearch {
    /**
     * @param {MovingQueries} graze
     * @param {BodySteps} steps
     */
    constructor(graze, steps) {
        this.graze = graze;
        this.steps = steps;
        /** Parts of each agent, by its index. @type {Map<number, number[]>} */
        this.agents = new Map();
        /** Parts of each obstacle, by its index. @type {Map<number, number[]>} */
        this.obstacles = new Map();
        for (const [k, { agent, obstacle }] of steps.bodies.entries()) {
            const [parts, number] = agent < 0 ? [this.obstacles, obstacle] : [this.agents, agent];
            parts.set(number, [...(parts.get(number) ?? []), k]);
        }
        this.examined = 0;
    }

    /**
     * Returns the minimum separation over pairs of parts, and the second part of the nearest pair; null if the parts of no pair
     * are ever present together.
     *
     * @param {Candidate[]} candidates
     * @returns {(LeastSeparation & { j: number }) | null}
     */
    leastOfCandidates(candidates) {
        const { begin, horizon, bodies } = this.steps;
        /** @type {(LeastSeparation & { j: number }) | null} */
        let best = null;
        for (const { i, j, minDistance } of candidates.sort(
            (p, q) => p.minDistance - q.minDistance,
        )) {
            // Boxes of overlapping bodies have distance 0 at any depth.
            if (
                minDistance === Infinity ||
                (best !== null && minDistance > Math.max(best.separation, 0))
            )
                break;
            const [a, b] = [bodies[i], bodies[j]];
            const distanceTolerance = CLEAR_RELATIVE * (a.part.size + b.part.size);
            const found = leastSeparation(
                this.graze,
                a,
                b,
                { from: begin, to: horizon },
                distanceTolerance,
            );
            this.examined++;
            if (found.time === null) continue;
            const separation = found.separation[1];
            if (best === null || separation < best.separation)
                best = { separation, time: found.time, j };
        }
        return best;
    }

    /**
     * Returns all pairs of some parts and others, with lower bounds of their distances by their boxes in each step.
     *
     * @param {number[]} some
     * @param {number[]} others
     * @returns {Candidate[]}
     */
    candidates(some, others) {
        const { steps } = this;
        return some.flatMap((i) =>
            others.map((j) => {
                let minDistance = Infinity;
                for (let k = 0; k < steps.count; k++)
                    minDistance = Math.min(minDistance, steps.minDistance(i, j, k));
                return { i, j, minDistance };
            }),
        );
    }
}

/**
 * Finds the minimum separations of agents from obstacles and from each other; if there are too many, for each agent only that
 * from the nearest obstacle.
 *
 * @param {MovingQueries} graze
 * @param {Scenario} scenario
 * @param {BodySteps} steps
 * @param {Names} names
 * @returns {{ pairClearances: PairClearance[], notices: string[] }} the smallest separation first
 */
export function findPairClearances(graze, scenario, steps, names) {
    const search = new ClearanceSearch(graze, steps);
    /** Parts of the obstacles of each name. @type {Map<string, number[]>} */
    const partsByName = new Map();
    for (const [k, parts] of search.obstacles) {
        const { name } = scenario.obstacles[k];
        partsByName.set(name, [...(partsByName.get(name) ?? []), ...parts]);
    }
    const agents = [...search.agents.keys()];
    const agentPairs = (agents.length * (agents.length - 1)) / 2;
    const pairs = agents.length * partsByName.size + agentPairs;
    const boxes = steps.bodies.length * countParts(search.agents) * steps.count;
    /** @type {PairClearance[]} */
    const pairClearances = [];
    /** @param {number[]} agentNumbers @param {LeastSeparation | null} least @param {string} [obstacle] */
    const add = (agentNumbers, least, obstacle) => {
        if (least === null) return;
        const { separation, time } = least;
        const other = obstacle === undefined ? {} : { obstacle };
        pairClearances.push({
            agents: agentNumbers,
            names: names.namesOf(agentNumbers),
            ...other,
            separation,
            time,
        });
    };
    /** @type {string[]} */
    const notices = [];
    if (pairs <= MAX_WORK.pairs && boxes <= MAX_WORK.boxes) {
        for (const [a, own] of search.agents) {
            for (const [name, parts] of partsByName) {
                add([a], search.leastOfCandidates(search.candidates(own, parts)), name);
            }
            for (const b of agents) {
                if (b <= a) continue;
                const parts = search.agents.get(b) ?? [];
                add([a, b], search.leastOfCandidates(search.candidates(own, parts)));
            }
        }
    } else {
        const sweptBoxes = mergeStepBoxes(steps);
        const all = [...partsByName.values()].flat();
        let done = 0;
        for (const [a, own] of search.agents) {
            if (search.examined > MAX_WORK.parts) break;
            const candidates = own.flatMap((i) =>
                all.map((j) => ({ i, j, minDistance: boxDistance(sweptBoxes, i, j) })),
            );
            const least = search.leastOfCandidates(candidates);
            const k = least === null ? -1 : steps.bodies[least.j].obstacle;
            add([a], least, scenario.obstacles[k]?.name);
            done++;
        }
        const some = done < agents.length ? ` of the first ${done} agents` : '';
        notices.push(
            `gaps of ${pairs} pairs are too many: those from the nearest obstacle${some} are reported`,
        );
    }
    pairClearances.sort((p, q) => p.separation - q.separation || p.time - q.time);
    return { pairClearances, notices };
}

/** @param {Map<number, number[]>} parts */
function countParts(parts) {
    let count = 0;
    for (const each of parts.values()) count += each.length;
    return count;
}

/** Returns boxes of all that bodies sweep in all steps. @param {BodySteps} steps */
function mergeStepBoxes(steps) {
    const { bodies, boxes, count, axes } = steps;
    return bodies.map((_, body) => {
        const box = Array.from({ length: 2 * axes }, (_, side) =>
            side < axes ? Infinity : -Infinity,
        );
        for (let k = 0; k < count; k++) {
            const at = steps.boxOffset(body, k);
            for (let side = 0; side < axes; side++) {
                box[side] = Math.min(box[side], boxes[at + side]);
                box[side + axes] = Math.max(box[side + axes], boxes[at + side + axes]);
            }
        }
        return box;
    });
}

/** Returns a lower bound of the distance of two boxes. @param {number[][]} boxes @param {number} i @param {number} j */
function boxDistance(boxes, i, j) {
    const [p, q] = [boxes[i], boxes[j]];
    const axes = p.length / 2;
    let distance = 0;
    for (let side = 0; side < axes; side++) {
        distance = Math.max(distance, q[side] - p[side + axes], p[side] - q[side + axes]);
    }
    return distance;
}
