import { randomBody, randomPlace } from './static.js';

/**
 * Draws worlds of many bodies, of which some stand still.
 *
 * @import { Question } from './index.js'
 * @import { Draw } from './random.js'
 */

/**
 * @param {Draw} draw
 * @param {number} k
 * @returns {Question}
 */
export function randomWorld(draw, k) {
    const { between, below, chance } = draw;
    const count = 1 + (k % 60);
    const still = chance(0.1) ? count : below(count + 1);
    const spread = 2 + between(0, count / 2);
    const place = () => randomPlace(draw, spread);
    const bits = () => (chance(0.3) ? 7 : 1 + below(7));
    const most = (count * (count - 1)) / 2 + 1;
    return {
        kind: 'worlds',
        placed: Array.from({ length: count }, () => ({
            body: randomBody(draw, 1, k % 13 === 0),
            place: place(),
            bits: [bits(), bits()],
        })),
        still,
        room: chance(0.1) ? 1 + below(5) : most,
        one: randomBody(draw, 2, false),
        pose: [between(-spread, spread), between(-spread, spread), between(-90, 90)],
        way: [chance(0.1) ? 0 : between(-spread, spread), chance(0.1) ? 0 : between(-9, 9)],
        reach: chance(0.3) ? 0 : between(0, spread / 4),
        bits: [bits(), bits()],
        moved: Array.from({ length: still > 0 ? below(5) : 0 }, () => ({
            index: below(still),
            place: place(),
        })),
    };
}
