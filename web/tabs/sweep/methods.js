/** The methods, their names, and what each does. */

/** @import { SweepOptions } from 'graze' */

export const METHODS = /** @type {const} */ ([
    'pyramid',
    'sta',
    'si',
    'bvi-bvh',
    'bvh',
    'relative',
]);

/** Those whose tests can be shown one by one. */
export const SHOWN = /** @type {const} */ (['pyramid', 'sta', 'si', 'bvi-bvh', 'bvh']);

/**
 * @typedef {typeof METHODS[number] & SweepOptions['method']} Method
 * @typedef {typeof SHOWN[number]} ShownMethod
 */

/** @type {Record<Method, { name: string, about: string }>} */
export const ABOUT = {
    pyramid: {
        name: 'Pyramid over time',
        about: 'Boxes of 4, 16, 64 … steps, the same of both paths: far apart, four tests free them all.',
    },
    sta: {
        name: 'STA: jumps',
        about: 'After a gap, as many steps on as it takes at the greatest speed to close it.',
    },
    si: { name: 'SI: step by step', about: 'Each step of A with the same step of B.' },
    'bvi-bvh': {
        name: 'BVI-BVH: cut, then trees',
        about: 'First both are cut to the box that they have in common, again and again; then as BVH.',
    },
    bvh: {
        name: 'BVH: two trees',
        about: 'Binary trees over time, one of each path; nodes that meet are split, the larger first.',
    },
    relative: {
        name: 'Relative',
        about: 'The package’s own: where pyramids meet, the bodies at the steps’ ends, less how far they bulge.',
    },
};
