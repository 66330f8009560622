/**
 * Draws boxes of two or three axes for an index.
 *
 * @import { Question } from './index.js'
 * @import { Draw } from './random.js'
 */

/**
 * Returns the sides of a box, in float32: on a grid, anywhere, or of any size; some are unbounded, some are empty.
 *
 * @param {Draw} draw
 * @param {number} axes
 * @param {number} kind
 * @param {number} spread
 */
function randomSides({ between, below, chance, magnitude }, axes, kind, spread) {
    const size = kind === 2 ? magnitude(2, -140, 120) : 1;
    const lower = Array.from({ length: axes }, () =>
        kind === 0 ? below(Math.ceil(spread)) : Math.fround(size * between(0, spread)),
    );
    const upper = lower.map((lo) =>
        Math.fround(lo + (kind === 0 ? below(2) : size * between(0, 1.5))),
    );
    if (chance(0.05)) upper[below(axes)] = Infinity;
    if (chance(0.05)) lower[below(axes)] = -Infinity;
    if (chance(0.1)) lower[below(axes)] = Infinity;
    return [...lower, ...upper];
}

/**
 * @param {Draw} draw
 * @param {number} k
 * @returns {Question}
 */
export function randomBoxes(draw, k) {
    const { between, below, chance } = draw;
    const axes = 2 + (k % 2);
    const kind = below(3);
    const count = 1 + ((k >> 1) % 80);
    const spread = 1 + between(0, count / 2);
    const sides = () => randomSides(draw, axes, kind, spread);
    const boxes = Array.from({ length: count }, sides);
    // A number that is not one ends the question at its box.
    if (chance(0.05)) boxes[below(count)][below(2 * axes)] = Number.NaN;
    const at = Array.from({ length: axes }, () => between(-1, spread));
    const own = boxes[below(count)].slice(0, axes);
    const isOwn = chance(0.3) && own.every((side) => !Number.isNaN(side));
    const corner = isOwn ? own : at;
    return {
        kind: 'boxes',
        axes,
        all: boxes,
        room: chance(0.1) ? 1 + below(5) : (count * (count - 1)) / 2 + 1,
        reach: chance(0.3) ? 0 : chance(0.5) ? 1 + below(3) : between(0, spread / 4),
        box: [...corner, ...corner.map((side) => side + (isOwn ? 0 : between(0, spread / 2)))],
        cut: below(count + 1),
        moved: Array.from({ length: below(6) }, () => ({ index: below(count), sides: sides() })),
    };
}
