import { ENDINGS } from '../../../js/graze/core/layout.js';
import { Writer } from './encode.js';
import { KINDS } from './index.js';
import { drawFrom } from './random.js';

/**
 * Bodies in space that move, in chains of links, as the bytes that replay.c reads. No module has functions for them: they have no
 * question that an instance could answer.
 *
 * @import { Draw } from './random.js'
 */

/** Code of the kind in replay.h. */
const CODE = 1 + KINDS.length;

const COUNT = 1200;

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

/** @param {Writer} to @param {Draw} draw @param {number} parent @param {number} t0 */
function putLink(to, draw, parent, t0) {
    const { below, chance, share } = draw;
    const ending = () => ENDINGS.indexOf(chance(0.15) ? 'vanish' : 'stay');
    const pieces = 1 + below(3);
    to.ints(parent, pieces, ending(), ending());
    const turn = [0.25, 1, 4, 30][below(4)];
    const first = [0, 1, 2].map(() => polynomial(draw, 2));
    const rest = { axis: unit(draw, 3), quaternion: unit(draw, 4) };
    const pivot = [0, 1, 2].map(() => (chance(0.5) ? 0 : share()));
    let places = [...first, polynomial(draw, turn)];
    for (let k = 0; k < pieces; k++) {
        to.doubles([t0 + k, t0 + k + 1, ...places.flat()]);
        to.doubles([...rest.axis, ...rest.quaternion, ...pivot]);
        /* The next piece begins where this one ends, after a unit of time. */
        const ends = places.map((c) => c.reduce((sum, x) => sum + x, 0));
        places = ends.map((end, axis) => [end, ...polynomial(draw, axis < 3 ? 2 : turn).slice(1)]);
    }
}

/** @param {Writer} to @param {Draw} draw */
function putQuestion(to, draw) {
    const { below, chance, share, any } = draw;
    to.ints(CODE);
    for (let body = 0; body < 2; body++) {
        const count = any([1, 2, 4, 8, 12]);
        to.ints(count);
        to.floats([chance(0.3) ? 0.25 : 0]);
        to.floats(Array.from({ length: 3 * count }, share));
    }
    const links = 2 + below(3);
    const isCommon = chance(0.3);
    to.ints(links, links - 2, links - 1);
    const t0 = any([0, 0, 0, 1.6e9]);
    /* The last link is B's; it has A's first one as its parent, or none. */
    for (let k = 0; k < links; k++)
        putLink(to, draw, k < links - 1 ? k - 1 : isCommon && links > 2 ? 0 : -1, t0);
    to.doubles([t0 + share(), t0 + 2, any([1e-6, 1e-9]), any([0, 1e-9, 1e-4])]);
    to.ints(any([3, 20, 60, 200]));
}

/** Returns the bytes of all questions. */
export function encodeChains() {
    const writer = new Writer();
    const draw = drawFrom(41);
    for (let k = 0; k < COUNT; k++) putQuestion(writer, draw);
    return writer.bytes;
}
