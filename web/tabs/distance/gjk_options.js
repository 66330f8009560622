/** Options of GJK. The first of each is the default. */

export const SUBDISTANCES = /** @type {const} */ ([
    'barycode',
    'barycode-general',
    'johnson',
    'signed-volume',
]);
export const SUPPORTS = /** @type {const} */ (['auto', 'scan', 'climb', 'simd']);
export const STARTS = /** @type {const} */ (['point', 'fixed']);

export const SUBDISTANCE_NAMES = /** @type {const} */ ([
    ['barycode', 'Barycode, with order tracking'],
    ['barycode-general', 'Barycode, all seven regions'],
    ['johnson', 'Johnson’s algorithm'],
    ['signed-volume', 'Signed volumes'],
]);
export const SUPPORT_NAMES = /** @type {const} */ ([
    ['auto', 'Automatic'],
    ['scan', 'Scan'],
    ['climb', 'Hill climbing'],
    ['simd', 'SIMD scan'],
]);
export const START_NAMES = /** @type {const} */ ([
    ['point', 'a point of A − B'],
    ['fixed', 'a fixed direction'],
]);
