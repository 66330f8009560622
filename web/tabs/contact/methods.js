/** Methods that find a first contact. The first is the default. */

export const METHODS = /** @type {const} */ (['certified', 'conservative', 'bcda', 'pcda']);

/** @typedef {typeof METHODS[number]} Method */

/**
 * `marker`: shape of the method's marks, so that color is not the only difference.
 *
 * @type {Record<Method, { name: string, description: string, marker: 'disc' | 'ring' | 'square' | 'triangle' }>}
 */
export const METHOD_INFO = {
    certified: {
        name: 'Certified',
        description:
            'Certified: second-order separation bounds along fixed or moving directions. Brackets are guaranteed.',
        marker: 'disc',
    },
    conservative: {
        name: 'Conservative advancement',
        description:
            'Steps by distance divided by the maximum speed of any point: correct but slow.',
        marker: 'ring',
    },
    bcda: {
        name: 'BCDA',
        description: 'Hong’s basic algorithm with a fixed separating direction. Not certified.',
        marker: 'square',
    },
    pcda: {
        name: 'PCDA',
        description:
            'Hong’s algorithm with a separating direction that moves with one body. Not certified.',
        marker: 'triangle',
    },
};
