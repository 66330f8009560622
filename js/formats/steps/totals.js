/**
 * Compares the totals that files state with those of their plans. The definition is that of `Costs`: the sum, or the latest, of the
 * agents' last arrivals, whatever waits a file lists after them.
 *
 * @typedef {object} AgentSteps
 * @property {number} arrival step of the last arrival: of the last move
 * @property {number} end last step that the file lists
 * @property {number} moves number of steps in which the agent moves
 */

/**
 * Counts the steps of an agent.
 *
 * @param {Int32Array | Float64Array} places x0, y0, x1, y1, … after each step
 * @param {number} [end] last step that the file lists; default: that of the places
 * @returns {AgentSteps}
 */
export function countAgentSteps(places, end = places.length / 2 - 1) {
    let [arrival, moves] = [0, 0];
    for (let k = 2; k < places.length; k += 2) {
        if (places[k] === places[k - 2] && places[k + 1] === places[k - 1]) continue;
        arrival = k / 2;
        moves++;
    }
    return { arrival, end, moves };
}

/** @param {number[]} values */
function sumOf(values) {
    return values.reduce((sum, value) => sum + value, 0);
}

/** @param {number[]} values */
function maxOf(values) {
    return values.reduce((max, value) => Math.max(max, value), 0);
}

/**
 * Returns what differs between a declared total and that of the plan, with the definition that the declared one follows, or null
 * if they are the same.
 *
 * @param {'sum' | 'max'} kind sum of costs, or makespan
 * @param {string} label name of the total in the file
 * @param {number} declared
 * @param {AgentSteps[]} agents
 * @returns {string | null}
 */
export function describeTotal(kind, label, declared, agents) {
    const ends = agents.map(({ end }) => end);
    const arrivals = agents.map(({ arrival }) => arrival);
    const count = agents.length;
    /** @type {[value: number, definition: string][]} */
    const definitions =
        kind === 'sum'
            ? [
                  [sumOf(ends), 'waits at the end of the paths count'],
                  [count * maxOf(arrivals), 'every agent counts until the last arrival'],
                  [count * maxOf(ends), 'every agent counts until the last step'],
                  [sumOf(agents.map(({ moves }) => moves)), 'waits do not count'],
                  [sumOf(arrivals) + count, 'places count, one more than steps'],
                  [sumOf(ends) + count, 'places count, one more than steps, and waits at the end'],
              ]
            : [
                  [maxOf(ends), 'waits at the end of the paths count'],
                  [maxOf(arrivals) + 1, 'places count, one more than steps'],
                  [maxOf(ends) + 1, 'places count, one more than steps, and waits at the end'],
              ];
    const own = kind === 'sum' ? sumOf(arrivals) : maxOf(arrivals);
    if (declared === own) return null;
    const [, found] = definitions.find(([value]) => value === declared) ?? [];
    const reason =
        found === undefined
            ? 'no known definition gives the declared value'
            : `that is the total if ${found}`;
    const plan =
        kind === 'sum' ? `the last arrivals sum to ${own}` : `the last arrival is at ${own}`;
    return `${label} is declared as ${declared}, but ${plan}: ${reason}`;
}
