import { random } from '../solid/bodies_at_random.js';

/**
 * Random bodies of all kinds in motion, also in chains.
 *
 * @import { Solid, SolidGraze, SolidMotion } from 'graze/solid'
 */

/** A random body, of all kinds. @param {SolidGraze} s @param {() => number} next */
export function makeBody(s, next) {
    const size = 0.2 + next() / 2;
    const kinds = [
        () => s.box(2 * size, size, size),
        () => s.sphere(size),
        () => s.capsule([-size, 0, 0], [size, 0, 0], size / 4),
        () => s.hull(Array.from({ length: 24 }, () => next() - 0.5)),
        () =>
            s.compound([
                { body: s.box(size, size, size) },
                { body: s.sphere(size), pose: { x: size } },
            ]),
        () => s.mesh([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 1, 2, 0, 3, 1]),
    ];
    return kinds[Math.floor(next() * kinds.length)]();
}

/**
 * A random motion of a piece of a degree up to 7, from 0 to 1.
 *
 * @param {SolidGraze} s
 * @param {() => number} next
 * @param {number} spread
 */
export function makeMotion(s, next, spread, ends = {}) {
    const degree = 1 + Math.floor(7 * next());
    const polynomial = (/** @type {number} */ size) =>
        Array.from({ length: degree + 1 }, (_, k) => ((next() - 0.5) * size) / (k + 1));
    const first = { t0: 0, t1: 1, axis: [0.6, 0, 0.8], pivot: [0.1, 0, 0] };
    const piece = {
        ...first,
        ...{ x: polynomial(spread), y: polynomial(spread), z: polynomial(spread) },
        angle: polynomial(3),
    };
    return s.motion({ pieces: [piece] }, ends);
}

/**
 * Bodies in motion, some as links in the frame of another.
 *
 * @param {SolidGraze} s
 * @param {number} count
 * @param {number} spread
 * @param {number} [seed]
 */
export function makeBodies(s, count, spread, seed = 7) {
    const next = random(seed);
    /** @type {{ solid: Solid, motion: SolidMotion, parent: number }[]} */
    const bodies = [];
    for (let k = 0; k < count; k++) {
        const parent = k > 2 && next() < 0.3 ? Math.floor(k * next()) : -1;
        const frame = bodies[parent];
        const isDeep = frame !== undefined && frame.motion.links > 3;
        const ends = frame === undefined || isDeep ? {} : { parent: frame.motion };
        const motion = makeMotion(s, next, frame === undefined || isDeep ? spread : 2, ends);
        bodies.push({ solid: makeBody(s, next), motion, parent: isDeep ? -1 : parent });
    }
    return bodies;
}
