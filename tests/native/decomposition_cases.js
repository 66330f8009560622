/**
 * Random outlines with holes, valid and invalid: the oracle decides which.
 *
 * @import { OutlineOracle, Rings } from '../oracle/decomposition_oracle.js'
 * @import { Decomposition } from './decomposer.js'
 * @typedef {() => number} Random a number in [0, 1)
 * @typedef {[number, number]} Point
 */

/** Returns the generator mulberry32. @param {number} seed @returns {Random} */
export function randomOf(seed) {
    let state = seed | 0;
    return () => {
        state = (state + 0x6d2b79f5) | 0;
        let t = Math.imul(state ^ (state >>> 15), 1 | state);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
    };
}

/** @param {Random} random @param {number} count */
const below = (random, count) => Math.floor(random() * count);

/** @param {Point[][]} rings @returns {Rings} */
function toRings(rings) {
    let end = 0;
    return { points: rings.flat(), ends: rings.map((ring) => (end += ring.length)) };
}

/** @param {Rings} outline @returns {Point[][]} */
export const toLists = ({ points, ends }) =>
    ends.map((end, k) => points.slice(ends[k - 1] ?? 0, end));

/**
 * Returns the boundary of a random region of square cells: rings that touch at corners, holes, and runs of collinear
 * points. A point inside such a run may be left out, so that corners of other rings lie on edges.
 *
 * @param {Random} random @param {number} size width in cells @returns {Point[][]}
 */
function cellRegion(random, size) {
    const share = 0.35 + 0.5 * random();
    const cells = Array.from({ length: size * size }, () => random() < share);
    const isFilled = (/** @type {number} */ x, /** @type {number} */ y) =>
        x >= 0 && y >= 0 && x < size && y < size && cells[y * size + x];
    keepLargest(cells, size);
    /** Edges by their beginning, with the region on the left. @type {Map<string, Point[]>} */
    const edges = new Map();
    const add = (/** @type {Point} */ from, /** @type {Point} */ to) => {
        const list = edges.get(String(from)) ?? [];
        list.push(to);
        edges.set(String(from), list);
    };
    for (let y = 0; y < size; y++) {
        for (let x = 0; x < size; x++) {
            if (!isFilled(x, y)) continue;
            if (!isFilled(x, y - 1)) add([x, y], [x + 1, y]);
            if (!isFilled(x + 1, y)) add([x + 1, y], [x + 1, y + 1]);
            if (!isFilled(x, y + 1)) add([x + 1, y + 1], [x, y + 1]);
            if (!isFilled(x - 1, y)) add([x, y + 1], [x, y]);
        }
    }
    return traceRings(random, edges).map((ring) => dropStraight(random, ring));
}

/** Keeps the cells that are connected by sides to the first one. @param {boolean[]} cells @param {number} size */
function keepLargest(cells, size) {
    const begin = cells.indexOf(true);
    if (begin < 0) cells[0] = true;
    const reached = new Set([Math.max(begin, 0)]);
    for (const k of reached) {
        const [x, y] = [k % size, Math.floor(k / size)];
        if (x > 0 && cells[k - 1]) reached.add(k - 1);
        if (x < size - 1 && cells[k + 1]) reached.add(k + 1);
        if (y > 0 && cells[k - size]) reached.add(k - size);
        if (y < size - 1 && cells[k + size]) reached.add(k + size);
    }
    cells.forEach((_, k) => {
        cells[k] = reached.has(k);
    });
}

/**
 * Returns the rings of directed edges, the outer one first. At a place with two edges either pair of strands is right.
 *
 * @param {Random} random @param {Map<string, Point[]>} edges @returns {Point[][]}
 */
function traceRings(random, edges) {
    const rings = [];
    for (const [key, list] of edges) {
        while (list.length > 0) {
            const begin = /** @type {Point} */ (key.split(',').map(Number));
            const ring = [begin];
            let at = takeOne(random, list);
            while (String(at) !== key) {
                ring.push(at);
                at = takeOne(random, edges.get(String(at)) ?? []);
            }
            rings.push(ring);
        }
    }
    return rings.sort((p, q) => areaOf(q) - areaOf(p));
}

/** @template T @param {Random} random @param {T[]} list @returns {T} */
const takeOne = (random, list) => list.splice(below(random, list.length), 1)[0];

/** @param {Point[]} ring */
const areaOf = (ring) =>
    ring.reduce((sum, [x, y], i) => {
        const [nextX, nextY] = ring[(i + 1) % ring.length];
        return sum + (x * nextY - nextX * y);
    }, 0);

/** @param {Random} random @param {Point[]} ring */
function dropStraight(random, ring) {
    const share = random();
    const kept = ring.filter(([x, y], i) => {
        const [beforeX, beforeY] = ring[(i + ring.length - 1) % ring.length];
        const [afterX, afterY] = ring[(i + 1) % ring.length];
        const isStraight = (x - beforeX) * (afterY - y) === (y - beforeY) * (afterX - x);
        return !isStraight || random() < share;
    });
    return kept;
}

/** Returns a ring around a center, by random radii. @param {Random} random @param {number} count @returns {Point[]} */
function star(random, count) {
    const spread = random() ** 2;
    return Array.from({ length: count }, (_, i) => {
        const angle = (2 * Math.PI * (i + 0.9 * random())) / count;
        const radius = 1 - spread * random();
        return [radius * Math.cos(angle), radius * Math.sin(angle)];
    });
}

/** Returns a comb: long thin teeth, slightly slanted. @param {Random} random @param {number} count @returns {Point[]} */
function comb(random, count) {
    const teeth = Math.max(1, count >> 2);
    /** @type {Point[]} */
    const points = [];
    for (let i = 0; i < teeth; i++) {
        points.push([i, 1 + random()], [i + 0.5, 1 + random()], [i + 0.5, 0.1], [i + 0.9, 0.1]);
    }
    points.push([teeth, 0], [0, 0]);
    const angle = 6 * random();
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return points.map(([x, y]) => [(x * c - y * s) / teeth, (x * s + y * c) / teeth]);
}

/** Returns a spiral corridor. @param {Random} random @param {number} count @returns {Point[]} */
function spiral(random, count) {
    const half = Math.max(3, count >> 1);
    const step = 0.15 + 0.5 * random();
    const arm = (/** @type {number} */ k, /** @type {number} */ width) => {
        const radius = (1 + k * step * 0.15 + width) / half;
        return /** @type {Point} */ ([radius * Math.cos(k * step), radius * Math.sin(k * step)]);
    };
    const width = 0.3 * random() + 0.05;
    const out = Array.from({ length: half }, (_, k) => arm(k, 0));
    const back = Array.from({ length: half }, (_, k) => arm(half - 1 - k, width));
    return [...out, ...back];
}

/** @param {Point} a @param {Point} b @param {Point} c */
const turn = ([ax, ay], [bx, by], [cx, cy]) => (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);

/** Returns random places, joined without crossings by moves of type 2-opt. @param {Point[]} ring @returns {Point[]} */
function untangled(ring) {
    const isCrossing = (
        /** @type {Point} */ a,
        /** @type {Point} */ b,
        /** @type {Point} */ c,
        /** @type {Point} */ d,
    ) => turn(a, b, c) * turn(a, b, d) <= 0 && turn(c, d, a) * turn(c, d, b) <= 0;
    for (let round = 0; round < 400; round++) {
        let isSimple = true;
        for (let i = 0; i < ring.length; i++) {
            for (let k = i + 2; k < ring.length; k++) {
                const after = (k + 1) % ring.length;
                if (after === i || !isCrossing(ring[i], ring[i + 1], ring[k], ring[after]))
                    continue;
                ring = [
                    ...ring.slice(0, i + 1),
                    ...ring.slice(i + 1, k + 1).reverse(),
                    ...ring.slice(k + 1),
                ];
                isSimple = false;
            }
        }
        if (isSimple) break;
    }
    return ring;
}

/** Returns points on a grid of this width. @param {Random} random @param {number} count @param {number} width @returns {Point[]} */
const gridPoints = (random, count, width) =>
    Array.from({ length: count }, () => [below(random, width), below(random, width)]);

/** Returns distinct places. @param {Point[]} points @returns {Point[]} */
const distinct = (points) => [...new Map(points.map((p) => [String(p), p])).values()];

/**
 * Returns whether a point and its neighbors form a triangle inside the ring that no other point is in.
 *
 * @param {Point[]} ring @param {number} i @param {number} direction the sign of the ring's area
 */
function isEar(ring, i, direction) {
    const [a, b, c] = [-1, 0, 1].map((k) => ring[(i + k + ring.length) % ring.length]);
    if (turn(a, b, c) * direction <= 0) return false;
    return ring.every(
        (p) =>
            [a, b, c].some((corner) => String(corner) === String(p)) ||
            turn(a, b, p) * direction < 0 ||
            turn(b, c, p) * direction < 0 ||
            turn(c, a, p) * direction < 0,
    );
}

/**
 * Adds holes inside ears of the ring: corners of a hole are means of the ear's with whole weights, so they are often on
 * its edges or corners.
 *
 * @param {Random} random @param {Point[]} ring integers that are multiples of 12 @param {number} count
 */
function withHoles(random, ring, count) {
    const rings = [ring];
    const direction = Math.sign(areaOf(ring));
    for (let tries = 0; tries < 8 * count && rings.length <= count; tries++) {
        const i = below(random, ring.length);
        if (!isEar(ring, i, direction)) continue;
        const [a, b, c] = [-1, 0, 1].map((k) => ring[(i + k + ring.length) % ring.length]);
        const hole = Array.from({ length: 3 + below(random, 3) }, () => {
            const p = below(random, 13);
            const q = below(random, 13 - p);
            const weigh = (/** @type {0 | 1} */ axis) =>
                (p * a[axis] + q * b[axis] + (12 - p - q) * c[axis]) / 12;
            return /** @type {Point} */ ([weigh(0), weigh(1)]);
        });
        const different = distinct(hole);
        if (different.length >= 3) rings.push(untangled(different));
    }
    return rings;
}

/** Returns a small ring inside each of some cells of the unit square. @param {Random} random @param {number} count */
function holesInSquare(random, count) {
    const width = Math.ceil(Math.sqrt(count));
    return Array.from({ length: count }, (_, k) => {
        const [x, y] = [(k % width) + 0.5, Math.floor(k / width) + 0.5];
        return star(random, 3 + below(random, 6)).map(
            ([p, q]) => /** @type {Point} */ ([(x + 0.45 * p) / width, (y + 0.45 * q) / width]),
        );
    });
}

/** @param {Point[][]} rings @param {(p: Point) => Point} map */
const mapped = (rings, map) => rings.map((ring) => ring.map(map));

/** @param {Random} random */
const countOf = (random) => 8 + Math.floor(193 * random() ** 3);

/** @type {Record<string, (random: Random) => Point[][]>} */
export const KINDS = {
    cells: (random) => {
        const rings = cellRegion(random, 2 + below(random, 9));
        const [a, b, c, d] = Array.from({ length: 4 }, () => below(random, 9) - 4);
        if (random() < 0.5 || a * d === b * c) return rings;
        return mapped(rings, ([x, y]) => [a * x + b * y, c * x + d * y]);
    },
    star: (random) => [star(random, countOf(random))],
    'star with holes': (random) => {
        const ring = star(random, countOf(random));
        const inner = star(random, 3 + below(random, 20)).map(([x, y]) => [0.1 * x, 0.1 * y]);
        return [ring, /** @type {Point[]} */ (inner)];
    },
    'square with holes': (random) => [
        [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 1],
        ],
        ...holesInSquare(random, 1 + below(random, 25)),
    ],
    comb: (random) => [comb(random, countOf(random))],
    spiral: (random) => [spiral(random, countOf(random))],
    points: (random) => {
        const count = 8 + below(random, 33);
        return [untangled(Array.from({ length: count }, () => [random(), random()]))];
    },
    grid: (random) => {
        const width = 4 + below(random, 12);
        const ring = distinct(gridPoints(random, 8 + below(random, 25), width));
        return [untangled(ring.length < 3 ? gridPoints(random, 3, 9) : ring)];
    },
    'grid with holes': (random) => {
        const points = gridPoints(random, 8 + below(random, 17), 4 + below(random, 12));
        const ring = untangled(distinct([...points, [0, 0], [1, 0], [0, 1]]));
        const scaled = ring.map(([x, y]) => /** @type {Point} */ ([12 * x, 12 * y]));
        return withHoles(random, scaled, 1 + below(random, 4));
    },
    /* Mostly invalid: any points on a tiny grid. */
    tangle: (random) =>
        Array.from({ length: 1 + below(random, 3) }, () =>
            gridPoints(random, 3 + below(random, 6), 2 + below(random, 4)),
        ),
};

/** Damages that make most outlines invalid. @type {((random: Random, rings: Point[][]) => void)[]} */
const DAMAGES = [
    (random, rings) => {
        const ring = rings[below(random, rings.length)];
        ring[below(random, ring.length)] = rings[0][below(random, rings[0].length)];
    },
    (random, rings) => {
        const ring = rings[below(random, rings.length)];
        const [i, k] = [below(random, ring.length), below(random, ring.length)];
        [ring[i], ring[k]] = [ring[k], ring[i]];
    },
    (random, rings) => {
        const ring = rings[below(random, rings.length)];
        const i = below(random, ring.length);
        ring.splice(i, 0, ring[i]);
    },
    (random, rings) => {
        const ring = rings[below(random, rings.length)];
        const [from, to] = [ring[0], ring[below(random, ring.length)]];
        ring[0] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    },
    (random, rings) => {
        const ring = rings[below(random, rings.length)];
        const shift = ring[below(random, ring.length)];
        rings.push(ring.map(([x, y]) => [(x + shift[0]) / 2, (y + shift[1]) / 2]));
    },
    (random, rings) => {
        const ring = rings[below(random, rings.length)];
        const shift = ring[below(random, ring.length)];
        rings.push(ring.map(([x, y]) => [x + shift[0], y + shift[1]]));
    },
    (_random, rings) => {
        rings.reverse();
    },
];

/** Returns a scale for all coordinates: mostly 1, sometimes tiny or huge, or of needles. @param {Random} random */
function scaleOf(random) {
    const wide = () => 2 ** (below(random, 220) - 110);
    const which = below(random, 6);
    if (which === 0) {
        const scale = wide();
        return [scale, scale];
    }
    return which === 1 ? [1, 2 ** -below(random, 40)] : which === 2 ? [wide(), wide()] : [1, 1];
}

/**
 * Returns a random outline of a kind, in float32.
 *
 * @param {Random} random
 * @param {string} kind of KINDS
 * @param {boolean} isDamaged
 * @returns {Rings}
 */
export function randomOutline(random, kind, isDamaged) {
    const rings = KINDS[kind](random);
    if (isDamaged) DAMAGES[below(random, DAMAGES.length)](random, rings);
    const [scaleX, scaleY] = scaleOf(random);
    const shift = below(random, 8) === 0 ? 691000 : 0;
    const round = (/** @type {Point} */ [x, y]) => [
        Math.fround(x * scaleX + shift),
        Math.fround(y * scaleY),
    ];
    return toRings(
        rings.map((ring) => {
            const rounded = ring.map((p) => /** @type {Point} */ (round(p)));
            const turned = random() < 0.5 ? rounded : rounded.reverse();
            const begin = below(random, turned.length);
            return [...turned.slice(begin), ...turned.slice(0, begin)];
        }),
    );
}

/**
 * Returns what is wrong with an answer, or undefined.
 *
 * @param {OutlineOracle} oracle of the outline
 * @param {Decomposition} answer
 */
export function checkAnswer(oracle, answer) {
    const isValid = oracle.isValid();
    if (answer.fault === 'ok') return isValid ? oracle.faultOfParts(answer.parts) : 'accepted';
    if (isValid) return 'refused';
    return oracle.hasFault(answer) ? undefined : 'the fault is not there';
}

/**
 * Returns outlines of about so many points, for measurements: without and with holes.
 *
 * @param {number} count
 * @returns {Record<string, Rings>}
 */
export function sizedOutlines(count) {
    const random = randomOf(count);
    const round = (/** @type {Point[]} */ ring) =>
        ring.map(([x, y]) => /** @type {Point} */ ([Math.fround(x), Math.fround(y)]));
    const around = (/** @type {number} */ n) =>
        Array.from({ length: n }, (_, i) => {
            const angle = (2 * Math.PI * (i + 0.9 * random())) / n;
            const radius = 1 - 0.7 * random();
            return /** @type {Point} */ ([radius * Math.cos(angle), radius * Math.sin(angle)]);
        });
    const width = Math.ceil(Math.sqrt(count / 8));
    const holes = Array.from({ length: Math.floor((count - 4) / 8) }, (_, k) => {
        const [x, y] = [(k % width) + 0.5, Math.floor(k / width) + 0.5];
        return around(8).map(([p, q]) => /** @type {Point} */ ([x + 0.45 * p, y + 0.45 * q]));
    });
    /** @type {Point[]} */
    const teeth = [];
    for (let i = 0; i < count >> 2; i++) {
        teeth.push(
            [i, 900 + 99 * random()],
            [i + 0.5, 900 + 99 * random()],
            [i + 0.5, 1],
            [i + 0.9, 1],
        );
    }
    return {
        star: toRings([round(around(count))]),
        comb: toRings([round([...teeth, [count >> 2, 0], [0, 0]])]),
        holes: toRings(
            [
                [
                    [0, 0],
                    [width, 0],
                    [width, width],
                    [0, width],
                ],
                ...holes,
            ].map((ring) => round(/** @type {Point[]} */ (ring))),
        ),
    };
}
