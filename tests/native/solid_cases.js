import { randomNumbers } from '../helpers.js';

/**
 * Random questions about bodies in space, by family: whole numbers, where contact is common; bodies turned alike and set
 * face to face, edge to edge or corner to corner; radii that touch exactly; and numbers of every size.
 *
 * @import { Point } from '../oracle/solid_oracle.js'
 * @import { Body, Question } from './solid_answers.js'
 * @typedef {() => number} Random a number in [0, 1)
 */

/** Random numbers of one family. */
export class Dice {
    /** @param {number} seed */
    constructor(seed) {
        this.next = randomNumbers(seed);
    }

    /** Returns a number in [-1, 1). */
    unit() {
        return 2 * this.next() - 1;
    }

    /** Returns a whole number below `count`. @param {number} count */
    below(count) {
        return Math.floor(this.next() * count);
    }

    /** Returns a whole number in [-most, most]. @param {number} most */
    whole(most) {
        return this.below(2 * most + 1) - most;
    }

    /** Returns a power of two, with an exponent in [-most, most], times a number in [-1, 1). @param {number} most */
    wide(most) {
        return 2 ** this.whole(most) * this.unit();
    }

    /** @param {() => number} coordinate @returns {Point} */
    point(coordinate) {
        return [coordinate(), coordinate(), coordinate()];
    }

    /** @param {number} most @param {() => number} coordinate */
    points(most, coordinate) {
        return Array.from({ length: 1 + this.below(most) }, () => this.point(coordinate));
    }

    quaternion() {
        const q = [this.unit(), this.unit(), this.unit(), this.unit()];
        const length = Math.hypot(...q);
        return q.map((x) => x / length);
    }
}

/** Returns the corners of a box about the origin. @param {Point} half @returns {Point[]} */
export const boxOf = (half) =>
    Array.from({ length: 8 }, (_, k) => half.map((x, i) => ((k >> i) & 1 ? x : -x)));

/** Returns the columns of a rotation. @param {number[]} q */
function columnsOf([x, y, z, w]) {
    return [
        [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
        [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
        [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
    ];
}

/** @param {Point[]} columns @param {Point} p @returns {Point} */
const turned = (columns, p) =>
    [0, 1, 2].map((k) => columns.reduce((x, c, i) => x + c[k] * p[i], 0));

/** Triples whose squares add up to a square, and its root. */
const WHOLE_LENGTHS = [
    [1, 2, 2, 3],
    [2, 3, 6, 7],
    [1, 4, 8, 9],
    [2, 6, 9, 11],
    [6, 6, 7, 11],
    [3, 4, 0, 5],
    [5, 12, 0, 13],
];

/**
 * Returns bodies whose radii reach exactly from one to the other, between two points, edges or faces perpendicular to the
 * step between them.
 *
 * @param {Dice} dice
 * @returns {Question}
 */
function touchingRadii(dice) {
    const [x, y, z, length] = WHOLE_LENGTHS[dice.below(WHOLE_LENGTHS.length)];
    const scale = 1 + dice.below(4);
    const step = [x, y, z].map((c) => c * scale * (dice.below(2) ? 1 : -1));
    const across = [-step[1], step[0], 0];
    const other = [step[0] * step[2], step[1] * step[2], -(step[0] ** 2 + step[1] ** 2)];
    const [a, b] = [[[0, 0, 0]], [step]];
    const kind = dice.below(4);
    const beside = (/** @type {Point} */ p, /** @type {Point} */ u, /** @type {number} */ k) =>
        p.map((c, i) => c + u[i] * k);
    if (kind > 0) a.push(beside(a[0], across, 1), beside(a[0], across, -2));
    if (kind > 1) b.push(beside(b[0], other, 1), beside(b[0], other, -3));
    if (kind > 2) a.push(beside(a[0], step, -1));
    const radius = dice.below(length * scale + 1);
    return {
        a: { points: a, radius },
        b: { points: b, radius: length * scale - radius },
        displacement: dice.point(() => dice.whole(4)),
        reach: 1,
    };
}

/**
 * Returns the halves of two boxes that are turned alike, face to face, edge to edge or corner to corner, up to rounding.
 *
 * @param {Dice} dice
 * @param {number} [kind] 0, 1 or 2; default: any
 */
export function kissingBoxes(dice, kind) {
    const quaternion = dice.quaternion();
    const columns = columnsOf(quaternion);
    const half = () => Math.fround(1 + dice.next());
    const [a, b] = [dice.point(half), dice.point(half)];
    const last = kind ?? dice.below(3);
    const at = turned(
        columns,
        a.map((x, k) => (k <= last ? x + b[k] : dice.unit())),
    );
    return { quaternion, columns, a, b, at };
}

/** Returns the halves of two cubes that are turned alike, one deep in the other. @param {Dice} dice */
export function deepBoxes(dice) {
    const quaternion = dice.quaternion();
    const [a, b] = [0, 1].map(() => dice.point(() => 1));
    const at = dice.point(() => dice.unit());
    return { quaternion, columns: columnsOf(quaternion), a, b, at };
}

/**
 * @param {Dice} dice
 * @param {boolean} isDeep
 * @returns {Question}
 */
function turnedBoxes(dice, isDeep) {
    const { quaternion, columns, a, b, at } = isDeep ? deepBoxes(dice) : kissingBoxes(dice);
    const rotation = dice.below(2) ? { quaternion } : { matrix: columns.flat() };
    return {
        a: { points: boxOf(a), ...rotation },
        b: { points: boxOf(b), ...rotation, at },
        displacement: at.map((x) => x * dice.unit()),
        reach: 0.01,
    };
}

/** Points on a lattice of a plane, of which a coordinate is sometimes off by 1: A - B is thin. @param {Dice} dice */
function thinBodies(dice) {
    const most = 2 ** 24;
    const [at, u, v] = [0, 1, 2].map(() => dice.point(() => dice.whole(most)));
    const point = () => {
        const [i, j] = [dice.whole(2), dice.whole(2)];
        return at.map((x, k) => {
            const off = dice.below(10) < 3 ? dice.whole(1) : 0;
            return Math.fround(x / 4 + i * Math.round(u[k] / 16) + j * Math.round(v[k] / 16) + off);
        });
    };
    const body = () => ({ points: Array.from({ length: 3 + dice.below(5) }, point) });
    return { a: body(), b: body(), displacement: point(), reach: 1 };
}

/**
 * @param {Dice} dice
 * @param {number} most number of points
 * @param {() => number} coordinate
 * @param {{ isTurned?: boolean, isFlat?: boolean, at?: Point, scale?: number }} [shape]
 * @returns {Question}
 */
function bodies(dice, most, coordinate, { isTurned, isFlat, at = [0, 0, 0], scale = 1 } = {}) {
    /** @returns {Body} */
    const body = () => ({
        points: dice
            .points(most, () => coordinate() * scale)
            .map((p) => p.map((x, k) => (isFlat && k === 2 ? 0 : Math.fround(x)))),
        quaternion: isTurned && dice.below(2) ? dice.quaternion() : [0, 0, 0, 1],
    });
    const [a, b] = [body(), body()];
    return {
        a: { ...a, at },
        b: { ...b, at: at.map((x) => x + coordinate() * scale) },
        displacement: dice.point(() => coordinate() * scale),
        reach: scale,
    };
}

/** @type {Record<string, (dice: Dice) => Question>} */
export const FAMILIES = {
    'whole numbers': (dice) => bodies(dice, 8, () => dice.whole(4)),
    'small whole numbers': (dice) => bodies(dice, 6, () => dice.whole(2)),
    'flat bodies': (dice) => bodies(dice, 6, () => dice.whole(2), { isFlat: true }),
    'points and segments on a line': (dice) => {
        const along = dice.point(() => dice.whole(3));
        /** @returns {Body} */
        const body = () => ({
            points: Array.from({ length: 1 + dice.below(2) }, () => {
                const k = dice.whole(3);
                return along.map((x) => x * k);
            }),
            radius: dice.below(5) === 0 ? 1 : 0,
        });
        return { a: body(), b: body(), displacement: along, reach: 1 };
    },
    'turned flat bodies': (dice) => {
        const { a, b, ...rest } = bodies(dice, 7, () => dice.whole(4), { isFlat: true });
        const quaternion = dice.quaternion();
        return { a: { ...a, quaternion }, b: { ...b, quaternion, at: [0, 0, 0] }, ...rest };
    },
    'whole numbers with radii': (dice) => {
        const { a, b, ...rest } = bodies(dice, 5, () => dice.whole(4));
        return {
            a: { ...a, radius: dice.below(3) },
            b: { ...b, radius: dice.below(3) },
            ...rest,
        };
    },
    'radii that touch': touchingRadii,
    'turned boxes': (dice) => turnedBoxes(dice, false),
    'turned boxes, deep': (dice) => turnedBoxes(dice, true),
    'turned hulls': (dice) => bodies(dice, 9, () => dice.unit(), { isTurned: true }),
    needles: (dice) => ({
        a: { points: boxOf([1, 2 ** -10, 2 ** -13]), quaternion: dice.quaternion() },
        b: {
            points: boxOf([1, 2 ** -13, 2 ** -13]),
            quaternion: dice.quaternion(),
            at: dice.point(() => dice.unit() / 100),
        },
        displacement: dice.point(() => dice.unit()),
    }),
    'whole numbers of 24 bits': (dice) => bodies(dice, 7, () => dice.whole(2 ** 24)),
    'thin bodies of 24 bits': thinBodies,
    'tiny bodies': (dice) => bodies(dice, 6, () => dice.whole(2), { scale: 2 ** -147 }),
    'bodies near 1e-40': (dice) => bodies(dice, 6, () => dice.whole(2), { scale: 2 ** -132 }),
    'bodies near 1e38': (dice) => bodies(dice, 6, () => dice.whole(2), { scale: 2 ** 124 }),
    'numbers of every size': (dice) => bodies(dice, 6, () => dice.wide(120)),
    'numbers of sizes to 2^30': (dice) => bodies(dice, 7, () => dice.wide(30)),
    'turned bodies at -1.1e8': (dice) =>
        bodies(dice, 6, () => dice.whole(4), { isTurned: true, at: [-1.1e8, -1.2e8, 1e8] }),
    'turned bodies at 1e15': (dice) =>
        bodies(dice, 6, () => dice.whole(4), { isTurned: true, at: [1e15, -1e15, 0] }),
};

/** Returns a pyramid with 40 sides, above or below its apex. @param {number} side @param {number} turn */
const pyramid = (side, turn) => [
    [0, 0, 0],
    ...Array.from({ length: 40 }, (_, k) => [
        Math.round(1e6 * Math.cos((Math.PI * (k + turn)) / 20)),
        Math.round(1e6 * Math.sin((Math.PI * (k + turn)) / 20)),
        side * 1e4,
    ]),
];

/** Apexes that touch: their cone of directions has more facets than a polytope on the stack. @type {Question} */
export const MANY_FACETS = { a: { points: pyramid(1, 0) }, b: { points: pyramid(-1, 0.5) } };

/** A point above a face of which a corner is nearer by less than double-double arithmetic sees. */
const reaches = [0, 1, 2, 3].flatMap((corner) =>
    [2 ** -86, 2 ** -84, -(2 ** -84)].flatMap((z) => {
        const points = [
            [3, 3, 2 ** -85],
            [-3, 3, 2 ** -85],
            [-3, -3, 2 ** -85],
            [3, -3, 2 ** -85],
        ];
        points[corner][2] = z;
        return [
            { points: [[0.5, 0.25, -1]], radius: 1 },
            { points: [[0.25, 0.5, -1]], radius: 1 },
        ].map((a) => ({ a, b: { points } }));
    }),
);

/** Bodies with numbers of every size, by a seed and how many others come before. */
const ofEverySize = [
    [7516, 10],
    [19816, 34],
    [21316, 4],
    [7016, 22],
    [37116, 26],
    [22316, 32],
    [8816, 5],
    [53416, 18],
].map(([seed, before]) => {
    const dice = new Dice(seed);
    for (let k = 0; k < before; k++) FAMILIES['numbers of every size'](dice);
    return FAMILIES['numbers of every size'](dice);
});

/** @type {Record<string, Question[]>} */
export const SINGLE_CASES = {
    'a narrow facet along the deepest plane has another plane, further away': [
        {
            a: {
                points: [
                    [-6.208248019921757e32, 6.703314586262186e34, -650768576],
                    [-2.3367901894089528e26, -305979719680, -3.1294499144999162e-25],
                    [-1.9212259808686916e-28, 4.153005459590333e31, -4848532917678244000],
                    [2.2037000726282384e24, -67237572556269550000, -9.166413267116313e-22],
                    [-1.086824713175661e-24, -7.899559755537495e21, -4.031043379839837e-22],
                ],
            },
            b: {
                points: [
                    [-1.049421819987693e-23, 62844219392, 1.614228707905858e28],
                    [-1.3232784786189654e-29, 6.0517745993139244e22, 8.826540918146965e-37],
                    [-4.8451979798972916e-29, -1.8762737388534184e-25, -16196.1669921875],
                    [-3.348788064499562e-23, -1.901342821788121e34, 1.1710394608424233e-16],
                    [-576995968, -330932896, 3.9710085781196326e-17],
                ],
                at: [0.0001832876600929012, -4515980967936, 0.8688318729400635],
            },
        },
    ],
    'weights in double would miss the nearest feature': ofEverySize,
    'the last digits of a gap decide whether radii reach': reaches,
    'the square of a gap is below all numbers': [
        {
            a: { points: [[0, 2 ** -149, 0]] },
            b: {
                points: [
                    [2 ** 126, 2 ** 126, 2 ** -149],
                    [-(2 ** 126), 2 ** 126, 2 ** -149],
                    [0, -(2 ** 126), -(2 ** -149)],
                ],
            },
        },
    ],
    'a matrix has four digits': [
        {
            a: { points: boxOf([1, 1, 1]), matrix: [1, 0, 0, 0, 0.8, 0.6001, 0, -0.6, 0.8] },
            b: { points: boxOf([1, 1, 1]), at: [0.5, 1.9, 1] },
            displacement: [0, -1, 0.5],
        },
    ],
    'weights of a narrow triangle have no digits in double': [
        {
            a: {
                points: [
                    [-2732320, -1928899.25, 2058731.5],
                    [-2453264, -1478878.25, 920233.5],
                    [-1665618, -377098.25, 163451.5],
                ],
            },
            b: {
                points: [
                    [-3240909, -2580659.25, 1677016.5],
                    [-2986614, -2254779.25, 1867873.5],
                    [-2198969, -1152999.25, 1111090.5],
                    [-2707559, -1804757.25, 729376.5],
                ],
            },
            displacement: [-1411324, -51219.25, 354307.5],
            reach: 1,
        },
    ],
    'a face is perpendicular to a normal, but edges decide the depth': [
        {
            a: {
                points: [
                    [2843723.25, 2165101.5, -690473.5],
                    [1728416.25, 1576248.5, 1571373.5],
                    [4381433, 1403475.5, 140259.5],
                ],
            },
            b: {
                points: [
                    [1339769.25, 1895551.5, 1043144.5],
                    [4364555, 1919062.5, -1141916.5],
                    [4009664.25, 1207191.5, 894209.5],
                    [2488832.25, 1453229.5, 1345651.5],
                ],
            },
            displacement: [2100185.25, 1772532.5, 817423.5],
            reach: 1,
        },
    ],
};

/** Returns questions of a family. @param {string} family @param {number} count @returns {Question[]} */
export function questionsOf(family, count) {
    const dice = new Dice(1 + Object.keys(FAMILIES).indexOf(family));
    return Array.from({ length: count }, () => FAMILIES[family](dice));
}
