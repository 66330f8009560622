/** The ways to a first contact. The first is the default. */

export const METHODS = /** @type {const} */ (['certified', 'conservative', 'bcda', 'pcda']);

/** @typedef {typeof METHODS[number]} Method */

/**
 * `form`: of its marks, so that colour alone does not tell them apart.
 *
 * @type {Record<Method, { name: string, about: string, form: 'disc' | 'ring' | 'square' | 'triangle' }>}
 */
export const ABOUT = {
    certified: {
        name: 'Certified',
        about: 'Second-order bounds of slabs between the bodies, still or carried along; brackets that hold.',
        form: 'disc',
    },
    conservative: {
        name: 'Conservative advancement',
        about: 'Distance over the largest speed of any point: right, and slow.',
        form: 'ring',
    },
    bcda: {
        name: 'BCDA',
        about: 'Hong’s basic algorithm: until a slab that stands still closes. Certified in nothing.',
        form: 'square',
    },
    pcda: {
        name: 'PCDA',
        about: 'Hong’s: a slab carried along by one of the bodies. Certified in nothing.',
        form: 'triangle',
    },
};
