/**
 * The least waits that keep an order of passing, by the definition of a temporal plan graph: of any two agents that
 * visit one cell, the one that comes first in the reference plan comes first. Times only grow, until the order is kept.
 *
 * @typedef {Int32Array} Walk x0, y0, x1, y1, …: the cell after each step
 */

/**
 * Returns the stays of a walk: each cell with the step after which the agent is first there.
 *
 * @param {Walk} walk
 */
function staysOf(walk) {
    /** @type {{ cell: string, from: number }[]} */
    const stays = [];
    for (let t = 0; 2 * t < walk.length; t++) {
        const cell = `${walk[2 * t]},${walk[2 * t + 1]}`;
        if (stays.at(-1)?.cell !== cell) stays.push({ cell, from: t });
    }
    return stays;
}

/**
 * Returns the sum of the delays of all arrivals when the agents of the actual plan wait until the order of the
 * reference plan is kept.
 *
 * @param {Walk[]} meant a valid plan, whose agents stay where they end
 * @param {Walk[]} actual the same cells
 */
export function totalInOrder(meant, actual) {
    const times = actual.map((walk) => staysOf(walk).map(({ from }) => from));
    const given = times.map((own) => own.slice());
    /** @type {Map<string, { agent: number, at: number, from: number }[]>} */
    const visits = new Map();
    meant.forEach((walk, agent) => {
        for (const [at, { cell, from }] of staysOf(walk).entries()) {
            const there = visits.get(cell) ?? [];
            there.push({ agent, at, from });
            visits.set(cell, there);
        }
    });
    for (let isChanged = true; isChanged; ) {
        isChanged = false;
        for (const there of visits.values()) {
            there.sort((p, q) => p.from - q.from);
            for (const [k, next] of there.slice(1).entries()) {
                const first = there[k];
                if (first.agent === next.agent) continue;
                const own = times[next.agent];
                // It may enter when the other one is in its next cell.
                if (own[next.at] >= times[first.agent][first.at + 1]) continue;
                own[next.at] = times[first.agent][first.at + 1];
                for (let m = next.at + 1; m < own.length; m++) {
                    const span = given[next.agent][m] - given[next.agent][m - 1];
                    own[m] = Math.max(own[m], own[m - 1] + span);
                }
                isChanged = true;
            }
        }
    }
    return times.reduce((sum, own, a) => sum + own[own.length - 1] - given[a][own.length - 1], 0);
}
