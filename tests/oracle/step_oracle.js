/**
 * Second oracle of plans in steps: every pair of agents after and in every step, one by one.
 *
 * @typedef {{ kind: 'vertex' | 'edge', a: number, b: number, step: number }} StepConflict
 */

/**
 * Returns the cell of an agent after a step; null when it is not present.
 *
 * @param {ArrayLike<number>} walk
 * @param {number} step
 * @param {boolean} stays
 * @returns {string | null}
 */
export function cellAfter(walk, step, stays) {
    const last = walk.length / 2 - 1;
    if (step > last && !stays) return null;
    const k = Math.max(0, Math.min(step, last));
    return `${walk[2 * k]} ${walk[2 * k + 1]}`;
}

/**
 * @param {ArrayLike<number>[]} walks
 * @param {boolean} stays
 * @returns {StepConflict[]}
 */
export function stepConflicts(walks, stays) {
    const end = Math.max(...walks.map((walk) => walk.length / 2 - 1));
    /** @type {StepConflict[]} */
    const found = [];
    walks.forEach((p, a) => {
        walks.forEach((q, b) => {
            if (b <= a) return;
            for (let step = 0; step <= end; step++) {
                const [here, there] = [cellAfter(p, step, stays), cellAfter(q, step, stays)];
                if (here === null || there === null) continue;
                if (here === there) found.push({ kind: 'vertex', a, b, step });
                const swaps =
                    here !== there &&
                    step < end &&
                    cellAfter(p, step + 1, stays) === there &&
                    cellAfter(q, step + 1, stays) === here;
                if (swaps) found.push({ kind: 'edge', a, b, step });
            }
        });
    });
    return found;
}
