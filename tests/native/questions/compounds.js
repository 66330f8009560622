import { randomBody } from './static.js';

/**
 * Bodies that are not convex, drawn at random.
 *
 * @import { Draw } from './random.js'
 * @import { Question } from './index.js'
 */

/**
 * Returns an outline between a lower and an upper line, from left to right, with holes in some of its columns; some
 * outlines are at fault.
 *
 * @param {Draw} draw
 */
function randomRings({ between, below, chance }) {
    const columns = 2 + below(8);
    const onGrid = chance(0.5);
    const step = () => (onGrid ? 1 + below(3) : Math.fround(between(0.25, 2)));
    const low = Array.from({ length: columns }, () => -step());
    const high = Array.from({ length: columns }, step);
    const outline = [...low.map((y, x) => [x, y]), ...high.map((y, x) => [x, y]).reverse()];
    const rings = [chance(0.5) ? outline : outline.reverse()];
    for (let x = 1; x + 1 < columns && rings.length < 4; x++) {
        const r = 0.125;
        if (chance(0.3))
            rings.push([
                [x - r, 0],
                [x, -r],
                [x + r, 0],
                [x, r],
            ]);
    }
    if (chance(0.1)) {
        const [i, j] = [below(outline.length), below(outline.length)];
        [outline[i], outline[j]] = [outline[j], outline[i]];
    }
    return rings;
}

/** @param {Draw} draw @returns {Question} */
export function randomCompound(draw) {
    const { between, chance } = draw;
    return {
        kind: 'compound',
        rings: randomRings(draw),
        radius: chance(0.3) ? 0.125 : 0,
        b: randomBody(draw, 2, false),
        poses: [0, 1, 2, 3, 4, 5].map(() => (chance(0.3) ? 0 : between(-6, 6))),
        numbers: [between(-8, 8), between(-8, 8)],
        velocity: [between(-3, 3), between(-3, 3), chance(0.3) ? 0 : between(-2, 2)],
    };
}
