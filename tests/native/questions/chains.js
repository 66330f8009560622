import { ENDINGS } from '../../../js/graze/core/layout.js';

/**
 * Bodies in space that move, in chains of links, drawn at random.
 *
 * @import { Draw } from './random.js'
 * @import { Ends, Question } from './index.js'
 *
 * @typedef {object} LinkPiece
 * @property {number} t0
 * @property {number} t1
 * @property {number[]} x
 * @property {number[]} y
 * @property {number[]} z
 * @property {number[]} angle
 * @property {number[]} axis
 * @property {number[]} quaternion
 * @property {number[]} pivot
 *
 * @typedef {{ parent: number, pieces: LinkPiece[], ends: Ends }} Link parent: index of an earlier link, or -1
 */

/** @param {Draw} draw @param {number} count */
function unit({ between, below, chance }, count) {
    const axis = below(count);
    const c = Array.from({ length: count }, (_, k) =>
        chance(0.3) ? Number(k === axis) : between(-1, 1),
    );
    const length = Math.sqrt(c.reduce((sum, x) => sum + x * x, 0));
    return length < 0.01 ? c.map((_, k) => Number(k === axis)) : c.map((x) => x / length);
}

/** @param {Draw} draw @param {number} size */
function polynomial({ below, share }, size) {
    const degree = [0, 1, 1, 2, 3, 7][below(6)];
    return Array.from({ length: 8 }, (_, k) => (k > degree ? 0 : (size * share()) / (1 + k)));
}

/** @param {Draw} draw @param {number} parent @param {number} t0 @returns {Link} */
function randomLink(draw, parent, t0) {
    const { below, chance, share } = draw;
    const count = 1 + below(3);
    const ending = () => ENDINGS[ENDINGS.indexOf(chance(0.15) ? 'vanish' : 'stay')];
    const ends = { before: ending(), after: ending() };
    const turn = [0.25, 1, 4, 30][below(4)];
    const first = [0, 1, 2].map(() => polynomial(draw, 2));
    const rest = { axis: unit(draw, 3), quaternion: unit(draw, 4) };
    const pivot = [0, 1, 2].map(() => (chance(0.5) ? 0 : share()));
    let places = [...first, polynomial(draw, turn)];
    const pieces = Array.from({ length: count }, (_, k) => {
        const [x, y, z, angle] = places;
        /* The next piece begins where this one ends, after a unit of time. */
        const sums = places.map((c) => c.reduce((sum, term) => sum + term, 0));
        places = sums.map((end, axis) => [end, ...polynomial(draw, axis < 3 ? 2 : turn).slice(1)]);
        return { t0: t0 + k, t1: t0 + k + 1, x, y, z, angle, ...rest, pivot };
    });
    return { parent, pieces, ends };
}

/** @param {Draw} draw @returns {Question} */
export function randomChains(draw) {
    const { below, chance, share, any } = draw;
    const bodies = [0, 1].map(() => {
        const count = any([1, 2, 4, 8, 12]);
        const radius = chance(0.3) ? 0.25 : 0;
        const points = Array.from({ length: count }, () => [share(), share(), share()]);
        return { points: points.map((p) => p.map(Math.fround)), radius };
    });
    const count = 2 + below(3);
    const isCommon = chance(0.3);
    const t0 = any([0, 0, 0, 1.6e9]);
    /* The last link is B's; it has A's first one as its parent, or none. */
    const links = Array.from({ length: count }, (_, k) =>
        randomLink(draw, k < count - 1 ? k - 1 : isCommon && count > 2 ? 0 : -1, t0),
    );
    const options = {
        from: t0 + share(),
        to: t0 + 2,
        tolerance: any(t0 > 0 ? [1e-4, 4e-6] : [1e-6, 1e-9]),
        distanceTolerance: any([0, 1e-9, 1e-4]),
        maxIterations: any([3, 20, 60, 200]),
    };
    return { kind: 'chains', bodies, links, options };
}
