/**
 * Checks what nobody should give to a call, and some do.
 *
 * @import { World } from './world.js'
 *
 * @typedef {object} Hostile
 * @property {string} label
 * @property {(w: World, valid: any) => unknown} make makes the replacement of a valid argument
 */

/** The error that a caller's own getter or proxy throws, which must be passed on unchanged. */
export class Mine extends Error {}

/** @returns {never} */
function throwMine() {
    throw new Mine('mine');
}

const THROWS_EVERYTHING = Object.fromEntries(
    Reflect.ownKeys(Reflect)
        .filter((key) => typeof key === 'string')
        .map((trap) => [trap, throwMine]),
);

/** Returns an array-like with a false length. @param {unknown} length @param {unknown} one @returns {unknown} */
function claiming(length, one) {
    return new Proxy([], {
        get: (target, key) => {
            if (key === 'length') return length;
            return typeof key === 'string' && /^\d+$/.test(key) ? one : Reflect.get(target, key);
        },
    });
}

/** @param {number[]} numbers */
function detached(numbers) {
    const array = Float64Array.from(numbers);
    structuredClone(array.buffer, { transfer: [array.buffer] });
    return array;
}

/** Returns a view that follows its buffer's length, which is 0 by now. */
function shrunk() {
    const buffer = new /** @type {any} */ (ArrayBuffer)(64, { maxByteLength: 64 });
    const array = new Float64Array(buffer);
    buffer.resize(0);
    return array;
}

/** Returns an array whose first element is a getter that does something to it. @param {(array: any[]) => void} harm @param {any} valid */
function turning(harm, valid) {
    const array = Array.isArray(valid) ? [...valid] : [valid, valid];
    const first = array[0];
    Object.defineProperty(array, 0, {
        enumerable: true,
        configurable: true,
        get: () => {
            harm(array);
            return first;
        },
    });
    return array;
}

/** Returns a class of the caller's, whose getters are neither own nor enumerable. @param {any} valid */
function instanceLike(valid) {
    class Given {}
    for (const key of Object.keys(Object(valid))) {
        Object.defineProperty(Given.prototype, key, { get: () => valid[key] });
    }
    return new Given();
}

/** @type {Record<string, unknown>} */
const VALUES = {
    undefined,
    null: null,
    NaN: Number.NaN,
    Infinity: Number.POSITIVE_INFINITY,
    '-Infinity': Number.NEGATIVE_INFINITY,
    '-0': -0,
    0: 0,
    1: 1,
    '-1': -1,
    0.5: 0.5,
    '1e308': 1e308,
    '-1e308': -1e308,
    '1e-320': 1e-320,
    '1e38': 1e38,
    '1e150': 1e150,
    '2^31': 2 ** 31,
    '2^32 + 1': 2 ** 32 + 1,
    '2^53': 2 ** 53,
    'empty text': '',
    text: 'abc',
    'a number in text': '1',
    'a text with controls': '\u001b[31m\n\u202e',
    true: true,
    false: false,
    symbol: Symbol('\n\u001b'),
    bigint: 10n,
    'a big bigint': 10n ** 60n,
    function: () => 1,
    'a class': class {},
    date: new Date(0),
    map: new Map([['x', 1]]),
    'a boxed number': Object(1),
    'a boxed text': Object('ab'),
    regexp: /x/g,
    promise: Promise.resolve(1),
    error: new Error('x'),
};

/** @type {Record<string, (w: World, valid: any) => unknown>} */
const MADE = {
    'an empty object': () => ({}),
    'an object without prototype': () => Object.create(null),
    'an empty array': () => [],
    'an array of arrays': () => [[[1]]],
    'an array of text': () => ['1', '2'],
    'an array without prototype': () => Object.setPrototypeOf([1, 2], null),
    'a sparse array': () => new Array(3),
    'a sparse array of 2^32 - 2': () => new Array(2 ** 32 - 2),
    'an array of an odd length': () => [1, 2, 3],
    'an array that claims to be endless': () => claiming(Infinity, 1),
    'an array that claims -2': () => claiming(-2, 1),
    'an array that claims 1.5': () => claiming(1.5, 1),
    'an array that claims 2^40': () => claiming(2 ** 40, 1),
    'an array that claims text': () => claiming('12', 1),
    'an array that claims an object': () => claiming({}, [1, 2]),
    'an array that grows': (_, valid) =>
        turning((array) => array.push(...array.slice(1), 5), valid),
    'an array that shrinks': (_, valid) => turning((array) => array.splice(1), valid),
    'an array whose iterator lies': (_, valid) => {
        const array = Array.isArray(valid) ? [...valid] : [0, 1];
        return Object.assign(array, {
            *[Symbol.iterator]() {
                for (let k = 0; k < 1000; k++) yield k;
            },
            map: () => 'mapped',
            forEach: throwMine,
        });
    },
    'an array-like object': (_, valid) => ({ ...valid, length: 2 }),
    'a DataView': () => new DataView(new ArrayBuffer(64)),
    'big integers': () => new BigInt64Array(2),
    'a detached array': () => detached([0, 1, 2, 3]),
    'an array whose buffer shrank': shrunk,
    'a buffer': () => new ArrayBuffer(16),
    'shared memory': () => new Float32Array(new SharedArrayBuffer(16)),
    'memory of the module': (w) => w.pairs.distances,
    'a proxy that throws': () => new Proxy({}, THROWS_EVERYTHING),
    'an array proxy that throws': () => new Proxy([], THROWS_EVERYTHING),
    'a callable proxy that throws': () => new Proxy(() => {}, THROWS_EVERYTHING),
    'a proxy of the valid one': (_, valid) =>
        typeof valid === 'object' && valid !== null ? new Proxy(valid, {}) : valid,
    'an object with text for all': (_, valid) =>
        Object.fromEntries(Object.keys(Object(valid)).map((key) => [key, 'text'])),
    'getters that throw': (_, valid) =>
        Object.defineProperties(
            {},
            Object.fromEntries(
                Object.keys(Object(valid)).map((key) => [
                    key,
                    { enumerable: true, get: throwMine },
                ]),
            ),
        ),
    'what throws when it is made a primitive': () => ({ [Symbol.toPrimitive]: throwMine }),
    'what throws when it is made text': () => ({ toString: throwMine, valueOf: throwMine }),
    'what throws when it is named': () => ({
        get [Symbol.toStringTag]() {
            return throwMine();
        },
    }),
    'an unknown property': (_, valid) => ({ ...Object(valid), raduis: 1 }),
    'an unknown property that is undefined': (_, valid) => ({
        ...Object(valid),
        raduis: undefined,
    }),
    'an own __proto__': (_, valid) =>
        Object.defineProperty({ ...Object(valid) }, '__proto__', { enumerable: true, value: {} }),
    'an own constructor': (_, valid) => ({ ...Object(valid), constructor: 1 }),
    'all by its prototype': (_, valid) => Object.create(Object(valid)),
    'all by getters of a class': (_, valid) => instanceLike(valid),
    'a shape': (w) => w.disc,
    'a motion': (w) => w.east,
    'a batch': (w) => w.pairs,
    'the instance': (w) => w.g,
};

/** @type {Hostile[]} */
export const HOSTILE = [
    ...Object.entries(VALUES).map(([label, value]) => ({ label, make: () => value })),
    ...Object.entries(MADE).map(([label, make]) => ({ label, make })),
];

/**
 * Getters that act while arguments are read, by the value that they then return. It is put in the place of a valid one.
 *
 * @type {Record<string, (w: World, valid: any) => unknown>}
 */
export const GETTERS = {
    throws: throwMine,
    'frees all shapes': (w, valid) => {
        for (const shape of [w.box, w.disc, w.hexagon]) free(shape);
        return valid;
    },
    'frees motions, paths and batches': (w, valid) => {
        for (const one of [w.east, w.standing, w.ego, w.scene, w.movingPairs, w.pairs]) free(one);
        return valid;
    },
    'gives what is not a number': () => Number.NaN,
    'gives another each time': (_, valid) => (counter++ % 2 === 0 ? valid : Number.NaN),
};

let counter = 0;

/** @param {{ free(): void }} one */
function free(one) {
    try {
        one.free();
    } catch {
        // It was freed by the getter before.
    }
}
