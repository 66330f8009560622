/** The methods, their names, and their descriptions. */

/** @import { SweepOptions } from 'graze' */

export const METHODS = /** @type {const} */ ([
    'pyramid',
    'sta',
    'si',
    'bvi-bvh',
    'bvh',
    'relative',
]);

/** Methods whose tests can be shown one by one. */
export const REPLAYED_METHODS = /** @type {const} */ (['pyramid', 'sta', 'si', 'bvi-bvh', 'bvh']);

/**
 * @typedef {typeof METHODS[number] & SweepOptions['method']} Method
 * @typedef {typeof REPLAYED_METHODS[number]} ReplayedMethod
 */

/** @type {Record<Method, { name: string, description: string }>} */
export const METHOD_INFO = {
    pyramid: {
        name: 'Time pyramid',
        description:
            'Boxes over 4, 16, 64 … steps, aligned for both paths. Far apart, four tests clear all steps.',
    },
    sta: {
        name: 'STA: jumps',
        description: 'Skips the steps that the gap needs to close at maximum speed.',
    },
    si: { name: 'SI: step by step', description: 'Each step of A with the same step of B.' },
    'bvi-bvh': {
        name: 'BVI-BVH: clip, then trees',
        description:
            'Repeatedly clips both paths to the intersection of their boxes, then continues as BVH.',
    },
    bvh: {
        name: 'BVH: two trees',
        description:
            'One binary tree over time per path. Overlapping nodes are split, the larger one first.',
    },
    relative: {
        name: 'Relative',
        description:
            'graze’s default: where pyramid boxes overlap, compares the bodies at the ends of the steps, with a bound on the motion in between.',
    },
};
