/**
 * The least total delay by exhaustion: agents on unit moves whose waits are whole ticks, searched together through the
 * product of their positions (Dijkstra). It uses no intervals and no decisions: in every tick every agent that may do
 * so waits or moves on.
 *
 * @typedef {[x: number, y: number]} Cell
 *
 * @typedef {object} Task
 * @property {Cell[][]} ways ways of each agent, cell by cell; a cell twice is a wait that is part of the way
 * @property {number} ticks of a move
 * @property {boolean} stays agents stay where their ways end
 * @property {(p: Cell, toP: Cell, q: Cell, toQ: Cell) => boolean} collide do two agents that go straight from p and q in
 *   one tick? Checked for all agents at every tick
 */

/**
 * @param {Task} task
 * @returns {number} in ticks; Infinity when no waits help
 */
export function leastTotal({ ways, ticks, stays, collide }) {
    const ends = ways.map((way) => (way.length - 1) * ticks);
    const radix = ends.map((end) => end + 1);
    const size = radix.reduce((product, each) => product * each, 1);
    /** @param {number} a @param {number} progress @returns {Cell} */
    const at = (a, progress) => {
        const k = Math.min(Math.floor(progress / ticks), ways[a].length - 1);
        const [p, q] = [ways[a][k], ways[a][Math.min(k + 1, ways[a].length - 1)]];
        const part = (progress - k * ticks) / ticks;
        return [p[0] + (q[0] - p[0]) * part, p[1] + (q[1] - p[1]) * part];
    };
    /** @type {Map<number, boolean>} */
    const known = new Map();
    /** @param {number} a @param {number} p @param {number} toP @param {number} b @param {number} q @param {number} toQ */
    const meets = (a, p, toP, b, q, toQ) => {
        if (!stays && ((p === ends[a] && toP === p) || (q === ends[b] && toQ === q))) return false;
        const key = ((((a * ways.length + b) * 1000 + p) * 1000 + q) * 2 + (toP - p)) * 2 + toQ - q;
        let found = known.get(key);
        if (found === undefined) {
            found = collide(at(a, p), at(a, toP), at(b, q), at(b, toQ));
            known.set(key, found);
        }
        return found;
    };
    /** @param {number} code */
    const decode = (code) => {
        let rest = code;
        return radix.map((each) => {
            const digit = rest % each;
            rest = Math.floor(rest / each);
            return digit;
        });
    };
    /** @param {number[]} state */
    const encode = (state) => state.reduceRight((code, digit, a) => code * radix[a] + digit, 0);

    const best = new Float64Array(size).fill(Infinity);
    best[0] = 0;
    /** States by cost. @type {number[][]} */
    const buckets = [[0]];
    const goal = encode(ends);
    for (let cost = 0; cost < buckets.length; cost++) {
        const bucket = buckets[cost] ?? [];
        for (let n = 0; n < bucket.length; n++) {
            const code = bucket[n];
            if (best[code] < cost) continue;
            if (code === goal) return cost;
            const state = decode(code);
            for (let choice = 0; choice < 1 << ways.length; choice++) {
                const next = state.slice();
                let waits = 0;
                let isAllowed = true;
                for (let a = 0; a < ways.length && isAllowed; a++) {
                    const goes = (choice >> a) & 1;
                    const isDone = state[a] === ends[a];
                    if (isDone || (!goes && state[a] % ticks !== 0)) isAllowed = isDone && !goes;
                    else if (goes) next[a]++;
                    else waits++;
                }
                for (let a = 0; a < ways.length && isAllowed; a++) {
                    for (let b = a + 1; b < ways.length && isAllowed; b++) {
                        isAllowed = !meets(a, state[a], next[a], b, state[b], next[b]);
                    }
                }
                if (!isAllowed) continue;
                const to = encode(next);
                if (cost + waits >= best[to]) continue;
                best[to] = cost + waits;
                buckets[cost + waits] ??= [];
                buckets[cost + waits].push(to);
            }
        }
    }
    return Infinity;
}

/**
 * Returns a predicate: whether discs that move straight in one tick come nearer than `least`.
 *
 * @param {number} least
 * @returns {Task['collide']}
 */
export function nearerThan(least) {
    return (p, toP, q, toQ) => {
        const [x, y] = [p[0] - q[0], p[1] - q[1]];
        const [vx, vy] = [toP[0] - toQ[0] - x, toP[1] - toQ[1] - y];
        const square = vx * vx + vy * vy;
        const t = square === 0 ? 0 : Math.min(1, Math.max(0, -(x * vx + y * vy) / square));
        return Math.hypot(x + vx * t, y + vy * t) < least;
    };
}

/** Returns whether two agents are in one cell after a step, or swap cells in one. @type {Task['collide']} */
export function inSteps(p, toP, q, toQ) {
    /** @param {Cell} r @param {Cell} s */
    const same = (r, s) => r[0] === s[0] && r[1] === s[1];
    return same(p, q) || same(toP, toQ) || (same(p, toQ) && same(q, toP));
}
