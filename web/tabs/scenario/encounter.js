/** A violation looked at closely: whose it is, when the two are deepest in each other, their gap over time. */

import { gapValue, nameOf } from './naming.js';

/**
 * @import { Violation } from 'graze/scenario'
 * @import { Value } from '../../base/readout.js'
 * @import { Pose } from './poses.js'
 * @import { Scene } from './scene.js'
 * @import { Shown } from './shown.js'
 *
 * @typedef {object} Side one of those it is about
 * @property {number} mover -1: a blocked cell
 * @property {string} name
 * @property {(time: number) => Pose | null} at
 *
 * @typedef {object} Encounter
 * @property {number} index of the violation
 * @property {Violation} violation
 * @property {Side[]} sides one or two
 * @property {Scene['domain']} domain
 * @property {(mover: number) => string} nameOf
 * @property {(gap: number) => Value} gapOf a gap for a readout
 * @property {[number, number]} window of time around it
 * @property {number} first
 * @property {number} deepest `first` where depth has no meaning
 * @property {number | null} depth at the deepest
 * @property {(time: number) => number | null} gapAt
 * @property {{ times: number[], gaps: (number | null)[], mended: (number | null)[] | null } | null} gap null: it is not of two
 *   bodies
 */

/** Instants at which the gap is told. */
const SAMPLES = 120;
/** Steps in which the deepest instant is narrowed down. */
const NARROWINGS = 40;

/**
 * @param {Shown} shown
 * @param {number} index
 * @returns {Encounter | null}
 */
export function lookAt(shown, index) {
    const violation = shown.violations[index];
    if (!violation) return null;
    const sides = sidesOf(shown, violation);
    const [first] = violation.interval;
    const window = windowOf(shown, violation, sides);
    /** @param {number} late @param {number} time */
    const gapAt = (late, time) => {
        const { mend } = violation;
        const [p, q] = sides.map(({ mover, at }) =>
            at(late && mover === mend?.agent ? time - late : time),
        );
        if (!p || !q) return null;
        const [a, b] = sides;
        if (b.mover < 0) return shown.gaps.toWalls(a.mover, p, [q.x, q.y]);
        return shown.gaps.between(a.mover, p, b.mover, q);
    };
    /** @param {number} time */
    const now = (time) => gapAt(0, time);
    /** @param {number} mover */
    const named = (mover) => nameOf(shown.scene, mover);
    /** @param {number} gap */
    const gapOf = (gap) => gapValue(shown.scene, gap);
    const about = {
        domain: shown.scene.domain,
        index,
        violation,
        sides,
        nameOf: named,
        gapOf,
        window,
        first,
        gapAt: now,
    };
    if (sides.length < 2) return { ...about, deepest: first, depth: null, gap: null };
    const deepest = deepestIn(violation.interval, (time) => now(time) ?? Infinity);
    const steps = Array.from(
        { length: SAMPLES + 1 },
        (_, i) => window[0] + ((window[1] - window[0]) * i) / SAMPLES,
    );
    const inside = violation.interval.filter((time) => time >= window[0] && time <= window[1]);
    const times = [...new Set([...steps, ...inside, deepest])].sort((p, q) => p - q);
    const { mend } = violation;
    return {
        ...about,
        deepest,
        depth: gapAt(0, deepest),
        gap: {
            times,
            gaps: times.map((time) => gapAt(0, time)),
            mended: mend ? times.map((time) => gapAt(mend.delay, time)) : null,
        },
    };
}

/** @param {Shown} shown @param {Violation} violation @returns {Side[]} */
function sidesOf(shown, { kind, agents, obstacle, position, interval }) {
    const { poses } = shown;
    /** @param {number} mover @param {string} name @returns {Side} */
    const side = (mover, name) => ({ mover, name, at: (time) => poses.at(mover, time) });
    const sides = agents.map((agent) => side(agent, nameOf(shown.scene, agent)));
    if (kind !== 'agent-obstacle') return sides;
    const found = obstacle === undefined ? -1 : nearestNamed(shown, agents[0], obstacle, interval);
    if (found >= 0) return [...sides, side(found, nameOf(shown.scene, found))];
    if (!position) return sides;
    const [x, y] = position;
    const name = `blocked cell (${x}, ${y})`;
    return [...sides, { mover: -1, name, at: () => ({ x, y, angle: 0 }) }];
}

/**
 * Returns the obstacle of a name that an agent is deepest in, as several may share one; -1 for none.
 *
 * @param {Shown} shown
 * @param {number} agent
 * @param {string} name
 * @param {readonly [number, number]} interval
 */
function nearestNamed({ scene, poses, gaps }, agent, name, [lo, hi]) {
    const named = [...scene.names.keys()].filter(
        (mover) => mover >= scene.agents && scene.names[mover] === name,
    );
    let [best = -1, least] = [named[0], Infinity];
    for (let k = 0; k <= SAMPLES && named.length > 1; k++) {
        const time = lo + ((hi - lo) * k) / SAMPLES;
        const pose = poses.at(agent, time);
        for (const mover of pose === null ? [] : named) {
            const other = poses.at(mover, time);
            const gap =
                other === null
                    ? Infinity
                    : gaps.between(agent, /** @type {Pose} */ (pose), mover, other);
            if (gap < least) [best, least] = [mover, gap];
        }
    }
    return best;
}

/**
 * Long enough to see where they come from and go to.
 *
 * @param {Shown} shown
 * @param {Violation} violation
 * @param {Side[]} sides
 * @returns {[number, number]}
 */
function windowOf({ scene, poses }, { interval, mend }, sides) {
    const [lo, hi] = interval;
    const movers = sides.map(({ mover }) => mover).filter((mover) => mover >= 0);
    const speed = Math.max(...movers.map((mover) => poses.speedAt(mover, lo)), 0);
    const size = Math.max(...movers.map((mover) => scene.reach[mover]), 0.25);
    const [begin, end] = scene.span;
    const travel = speed > 0 ? Math.min((5 * size) / speed, (end - begin) / 2) : 0;
    const late = mend ? Math.min(mend.delay, 3 * (hi - lo)) : 0;
    const pad = Math.max(0.75 * (hi - lo), travel) || (end - begin) / 10;
    return [Math.max(begin, lo - pad), hi + pad + late];
}

/**
 * When a gap is least: among many instants, then narrowed down between neighbours.
 *
 * @param {readonly [number, number]} interval
 * @param {(time: number) => number} gapAt
 */
function deepestIn([lo, hi], gapAt) {
    const step = (hi - lo) / SAMPLES;
    if (!(step > 0)) return lo;
    let [best, least] = [lo, gapAt(lo)];
    for (let k = 1; k <= SAMPLES; k++) {
        const gap = gapAt(lo + k * step);
        if (gap < least) [best, least] = [lo + k * step, gap];
    }
    let [left, right] = [Math.max(lo, best - step), Math.min(hi, best + step)];
    for (let k = 0; k < NARROWINGS; k++) {
        const [p, q] = [left + (right - left) / 3, right - (right - left) / 3];
        if (gapAt(p) <= gapAt(q)) right = q;
        else left = p;
    }
    const middle = (left + right) / 2;
    return gapAt(middle) < least ? middle : best;
}
