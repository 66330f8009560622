import { below, choose } from './compound_cases.js';

/**
 * Random unions of thin and solid parts on small whole numbers, where corners, joints and seams meet often, with the
 * convex parts for the oracle and the calls that make them.
 *
 * @import { Graze, Shape } from 'graze'
 * @import { Random } from '../native/decomposition_cases.js'
 * @import { Part } from '../oracle/union_oracle.js'
 *
 * @typedef {object} Recipe a call that makes a shape
 * @property {'hull' | 'disc' | 'capsule' | 'box' | 'chain' | 'grid' | 'concave' | 'compound'} call
 * @property {any[]} args plain data
 * @property {Recipe[]} [parts] of a compound
 *
 * @typedef {{ kind: string, recipe: Recipe, parts: Part[] }} Union
 * @typedef {{ x: number, y: number, cos: number, sin: number }} Place
 */

/** Returns the shape of a recipe. @param {Graze} g @param {Recipe} recipe @returns {Shape} */
export function makeShape(g, { call, args, parts = [] }) {
    if (call !== 'compound') return /** @type {any} */ (g)[call](...args);
    const shapes = parts.map((part) => makeShape(g, part));
    const shape = g.compound(shapes);
    for (const part of shapes) part.free();
    return shape;
}

/** Returns the code of a recipe. @param {Recipe} recipe @returns {string} */
export function codeOf({ call, args, parts }) {
    if (parts !== undefined) return `g.compound([${parts.map(codeOf).join(', ')}])`;
    return `g.${call}(${args.map((arg) => JSON.stringify(arg)).join(', ')})`;
}

/** Lowest and highest coordinate of a vertex. */
const RANGE = [-3, 5];

/** @param {Random} random @param {number[]} [range] */
const pointIn = (random, [lo, hi] = RANGE) => [0, 1].map(() => lo + below(random, hi - lo + 1));

/** @param {number[]} p @param {number[]} q @param {number[]} r */
const turn = ([a, b], [c, d], [e, f]) => (c - a) * (f - b) - (d - b) * (e - a);

/** Returns the counter-clockwise outline of points. @param {number[][]} points */
function outlineOf(points) {
    const sorted = points.slice().sort(([a, b], [c, d]) => a - c || b - d);
    const side = (/** @type {number[][]} */ list) => {
        /** @type {number[][]} */
        const kept = [];
        for (const p of list) {
            while (kept.length > 1 && turn(kept[kept.length - 2], kept[kept.length - 1], p) <= 0)
                kept.pop();
            kept.push(p);
        }
        return kept.slice(0, -1);
    };
    const outline = [...side(sorted), ...side(sorted.reverse())];
    return outline.length === 0 ? [sorted[0]] : outline;
}

/** @param {Random} random @param {number} chance that it has a radius, one in so many @returns {number} */
const radiusOf = (random, chance) =>
    chance > 0 && below(random, chance) === 0 ? choose(random, [1, 1, 2, 5]) : 0;

/** @param {string} kind @param {number[][]} points @param {number} radius @returns {Union} */
export function convexOf(kind, points, radius) {
    const outline = outlineOf(points);
    return {
        kind,
        recipe: { call: 'hull', args: radius > 0 ? [outline, { radius }] : [outline] },
        parts: [{ points: outline, radius }],
    };
}

/** @param {Random} random @param {number} rounded @returns {Union} */
function pointUnion(random, rounded) {
    const radius = radiusOf(random, rounded);
    if (below(random, 3) === 0)
        return {
            kind: 'point',
            recipe: { call: 'disc', args: [radius] },
            parts: [{ points: [[0, 0]], radius }],
        };
    return convexOf('point', [pointIn(random)], radius);
}

/** @param {Random} random @param {number} rounded @returns {Union} */
function segmentUnion(random, rounded) {
    const radius = radiusOf(random, rounded);
    const p = pointIn(random);
    let q = p;
    while (String(q) === String(p)) q = pointIn(random);
    if (below(random, 2) === 0) return convexOf('segment', [p, q], radius);
    return {
        kind: 'segment',
        recipe: { call: 'capsule', args: [...p, ...q, radius] },
        parts: [{ points: [p, q], radius }],
    };
}

/** @param {Random} random @param {number} rounded @param {number[]} [range] @returns {Union} */
function polygonUnion(random, rounded, range) {
    for (;;) {
        const points = Array.from({ length: 3 + below(random, 4) }, () => pointIn(random, range));
        if (outlineOf(points).length > 2)
            return convexOf('polygon', points, radiusOf(random, rounded));
    }
}

/** @param {Random} random @param {number} rounded @returns {Union} */
function boxUnion(random, rounded) {
    const [x, y] = [1 + below(random, 2), 1 + below(random, 2)];
    const radius = radiusOf(random, rounded);
    const points = [
        [-x, -y],
        [x, -y],
        [x, y],
        [-x, y],
    ];
    const args = radius > 0 ? [2 * x, 2 * y, { radius }] : [2 * x, 2 * y];
    return { kind: 'box', recipe: { call: 'box', args }, parts: [{ points, radius }] };
}

/** Returns a rectangle of vertices, with some points on its sides, as a wall around a room. @param {Random} random */
function roomOf(random) {
    const [x, y] = pointIn(random, [-3, 1]);
    const [w, h] = [1 + below(random, 4), 1 + below(random, 4)];
    const corners = [
        [x, y],
        [x + w, y],
        [x + w, y + h],
        [x, y + h],
    ];
    return corners.flatMap((p, k) => {
        const q = corners[(k + 1) % 4];
        const middle = [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
        const isWhole = middle.every(Number.isInteger);
        return isWhole && below(random, 3) === 0 ? [p, middle] : [p];
    });
}

/** @param {Random} random @param {number} rounded @returns {Union} */
function chainUnion(random, rounded) {
    const isRoom = below(random, 3) === 0;
    const points = isRoom ? roomOf(random) : [pointIn(random)];
    const count = 3 + below(random, 4);
    while (!isRoom && points.length < count) {
        const p = pointIn(random);
        if (String(p) !== String(points[points.length - 1])) points.push(p);
    }
    const canClose = points.length > 2 && String(points[0]) !== String(points[points.length - 1]);
    const closed = canClose && (isRoom || below(random, 2) === 0);
    const radius = radiusOf(random, rounded);
    const parts = points.slice(1).map((q, k) => ({ points: [points[k], q], radius }));
    if (closed) parts.push({ points: [points[points.length - 1], points[0]], radius });
    const options = { ...(closed ? { closed } : {}), ...(radius > 0 ? { radius } : {}) };
    return { kind: 'chain', recipe: { call: 'chain', args: [points, options] }, parts };
}

/** @param {number[]} corner @param {number} w @param {number} h @returns {Part} */
export const rectangle = ([x, y], w, h) => ({
    points: [
        [x, y],
        [x + w, y],
        [x + w, y + h],
        [x, y + h],
    ],
    radius: 0,
});

/** @param {Random} random @returns {Union} */
function gridUnion(random) {
    const [width, height] = [1 + below(random, 3), 1 + below(random, 3)];
    const cells = Array.from({ length: width * height }, () => below(random, 2));
    cells[below(random, cells.length)] = 1;
    const size = 1 + below(random, 2);
    const [x, y] = pointIn(random, [-3, 1]);
    const parts = cells.flatMap((cell, k) => {
        if (cell === 0) return [];
        const corner = [x + size * (k % width), y + size * Math.floor(k / width)];
        return [rectangle(corner, size, size)];
    });
    return {
        kind: 'grid',
        recipe: { call: 'grid', args: [cells, { width, size, x, y }] },
        parts,
    };
}

/** Returns all whole directions in a square, in counter-clockwise order, one of each. */
const AROUND = (() => {
    /** @type {number[][]} */
    const found = [];
    for (let x = -2; x <= 2; x++)
        for (let y = -2; y <= 2; y++) if (x !== 0 || y !== 0) found.push([x, y]);
    found.sort((p, q) => Math.atan2(p[1], p[0]) - Math.atan2(q[1], q[0]));
    return found.filter((p, k) => k === 0 || turn([0, 0], found[k - 1], p) !== 0);
})();

/** Returns directions around a point, in order. @param {Random} random @param {number} least */
function directionsAround(random, least) {
    for (;;) {
        const some = AROUND.filter(() => below(random, 3) === 0);
        if (some.length >= least) return some;
    }
}

/** @param {number[]} o @param {number[]} p @param {number} [s] */
const from = ([x, y], [u, v], s = 1) => [x + s * u, y + s * v];

/** @param {Union[]} unions @returns {Union} */
export const compoundOf = (unions) => ({
    kind: 'compound',
    recipe: { call: 'compound', args: [], parts: unions.map(({ recipe }) => recipe) },
    parts: unions.flatMap(({ parts }) => parts),
});

/**
 * Returns wedges and segments with one corner in common, which cover some angles around it.
 *
 * @param {Random} random @returns {Union}
 */
function fanUnion(random) {
    const center = pointIn(random, [-1, 2]);
    const ways = directionsAround(random, 3);
    /** @type {Union[]} */
    const found = [];
    ways.forEach((p, k) => {
        const q = ways[(k + 1) % ways.length];
        const isWedge = turn([0, 0], p, q) > 0;
        const which = below(random, 6);
        const ends = [from(center, p), from(center, q)];
        if (isWedge && which < 4) found.push(convexOf('wedge', [center, ...ends], 0));
        else if (which === 4) found.push(convexOf('spoke', [center, ends[0]], 0));
    });
    if (found.length === 0) found.push(convexOf('point', [center], 0));
    return compoundOf(found.slice(0, 6));
}

/** Returns an outline that is a star about a whole point, and its triangles. @param {Random} random @returns {Union} */
function starUnion(random) {
    for (;;) {
        const center = pointIn(random, [-1, 2]);
        const ways = directionsAround(random, 3);
        if (ways.some((p, k) => turn([0, 0], p, ways[(k + 1) % ways.length]) <= 0)) continue;
        const outline = ways.map((p) => from(center, p, 1 + below(random, 2)));
        const isFlat = outline.some((q, k) => {
            const [p, r] = [
                outline[(k + outline.length - 1) % outline.length],
                outline[(k + 1) % outline.length],
            ];
            return turn(p, q, r) === 0;
        });
        if (isFlat) continue;
        const parts = outline.map((p, k) => ({
            points: [center, p, outline[(k + 1) % outline.length]],
            radius: 0,
        }));
        return { kind: 'outline', recipe: { call: 'concave', args: [outline] }, parts };
    }
}

/** Outlines of right angles, and rectangles that cover them: corner, width, height. */
const CORNERED = [
    {
        outline: [
            [0, 0],
            [2, 0],
            [2, 1],
            [1, 1],
            [1, 2],
            [0, 2],
        ],
        boxes: [
            [0, 0, 2, 1],
            [0, 0, 1, 2],
        ],
    },
    {
        outline: [
            [0, 0],
            [3, 0],
            [3, 2],
            [2, 2],
            [2, 1],
            [1, 1],
            [1, 2],
            [0, 2],
        ],
        boxes: [
            [0, 0, 3, 1],
            [0, 0, 1, 2],
            [2, 0, 1, 2],
        ],
    },
    {
        outline: [
            [0, 0],
            [2, 0],
            [2, 1],
            [3, 1],
            [3, 2],
            [1, 2],
            [1, 1],
            [0, 1],
        ],
        boxes: [
            [0, 0, 2, 1],
            [1, 1, 2, 1],
            [1, 0, 1, 2],
        ],
    },
    {
        outline: [
            [1, 0],
            [2, 0],
            [2, 1],
            [3, 1],
            [3, 2],
            [2, 2],
            [2, 3],
            [1, 3],
            [1, 2],
            [0, 2],
            [0, 1],
            [1, 1],
        ],
        boxes: [
            [1, 0, 1, 3],
            [0, 1, 3, 1],
        ],
    },
    {
        outline: [
            [0, 0],
            [3, 0],
            [3, 3],
            [0, 3],
        ],
        holes: [
            [
                [1, 1],
                [2, 1],
                [2, 2],
                [1, 2],
            ],
        ],
        boxes: [
            [0, 0, 3, 1],
            [0, 2, 3, 1],
            [0, 0, 1, 3],
            [2, 0, 1, 3],
        ],
    },
];

/** @param {Random} random @returns {Union} */
function corneredUnion(random) {
    const { outline, holes, boxes } = choose(random, CORNERED);
    const size = 1 + below(random, 2);
    const corner = pointIn(random, [-3, 1]);
    const put = (/** @type {number[][]} */ ring) => ring.map((p) => from(corner, p, size));
    const args = holes === undefined ? [put(outline)] : [put(outline), { holes: holes.map(put) }];
    return {
        kind: 'outline',
        recipe: { call: 'concave', args },
        parts: boxes.map(([x, y, w, h]) =>
            rectangle(from(corner, [x, y], size), size * w, size * h),
        ),
    };
}

/** Returns tiles side by side or corner to corner, whole or cut. @param {Random} random @returns {Union} */
function tilesUnion(random) {
    const corner = pointIn(random, [-2, 2]);
    /** @type {Union[]} */
    const found = [];
    for (let k = 0; k < 6; k++) {
        const { points } = rectangle(from(corner, pointIn(random, [-1, 1])), 1, 1);
        const which = below(random, 3);
        if (which === 0) continue;
        const first = below(random, 4);
        const kept = which === 1 ? points : points.filter((_, n) => n !== first);
        found.push(convexOf('tile', kept, 0));
    }
    if (found.length === 0) return tilesUnion(random);
    return compoundOf(found);
}

/** @param {Random} random @param {number} rounded @returns {Union} */
function compoundUnion(random, rounded) {
    const range = below(random, 2) === 0 ? [-2, 2] : RANGE;
    const makers = [
        () => pointUnion(random, rounded),
        () => segmentUnion(random, rounded),
        () => segmentUnion(random, rounded),
        () => polygonUnion(random, rounded, range),
        () => polygonUnion(random, rounded, range),
        () => boxUnion(random, rounded),
    ];
    return compoundOf(Array.from({ length: 1 + below(random, 6) }, () => choose(random, makers)()));
}

/**
 * Returns a random union.
 *
 * @param {Random} random @param {number} rounded one part in so many has a radius; none if 0
 * @returns {Union}
 */
export function randomUnion(random, rounded) {
    const makers = [
        () => chainUnion(random, rounded),
        () => chainUnion(random, rounded),
        () => gridUnion(random),
        () => fanUnion(random),
        () => fanUnion(random),
        () => starUnion(random),
        () => corneredUnion(random),
        () => tilesUnion(random),
        () => compoundUnion(random, rounded),
        () => compoundUnion(random, rounded),
    ];
    return choose(random, makers)();
}

/** Returns a point, a segment or a polygon. @param {Random} random @param {number} rounded @returns {Union} */
export function randomConvex(random, rounded) {
    const makers = [pointUnion, segmentUnion, segmentUnion, polygonUnion, boxUnion];
    return choose(random, makers)(random, rounded);
}

/** @type {[number, number][]} */
const QUARTERS = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
];

/** @param {Random} random @returns {Place} */
function randomPlace(random) {
    const [cos, sin] = below(random, 2) === 0 ? QUARTERS[0] : choose(random, QUARTERS);
    const [x, y] = below(random, 2) === 0 ? [0, 0] : pointIn(random, [-2, 2]);
    return { x, y, cos, sin };
}

/** Returns the parts of a union in the world. @param {Union} union @param {Place} place @returns {Part[]} */
export const placeParts = ({ parts }, { x, y, cos, sin }) =>
    parts.map(({ points, radius }) => ({
        points: points.map(([u, v]) => [x + cos * u - sin * v, y + sin * u + cos * v]),
        radius,
    }));

/**
 * Returns two bodies with their places, a displacement of the first one, a point, and a ray. Vertices of one body often
 * coincide with those of the other one, and displacements and rays often pass through vertices.
 *
 * @param {Random} random @param {number} rounded as for `randomUnion`
 */
export function randomUnionPair(random, rounded) {
    const unions = [
        below(random, 2) === 0 ? randomConvex(random, rounded) : randomUnion(random, rounded),
        randomUnion(random, rounded),
    ];
    const places = [randomPlace(random), randomPlace(random)];
    const vertexOf = (/** @type {number} */ k) =>
        choose(random, choose(random, placeParts(unions[k], places[k])).points);
    if (below(random, 2) === 0) {
        const [[x, y], [u, v]] = [vertexOf(0), vertexOf(1)];
        places[0].x += u - x;
        places[0].y += v - y;
    }
    const towards = (/** @type {number[]} */ [x, y]) => {
        if (below(random, 3) === 0) return pointIn(random, [-6, 6]);
        const [u, v] = vertexOf(1);
        const times = 1 + below(random, 2);
        return [times * (u - x), times * (v - y)];
    };
    const point = below(random, 3) === 0 ? vertexOf(1) : pointIn(random);
    const start = pointIn(random, [-4, 6]);
    return {
        unions,
        places,
        displacement: towards(vertexOf(0)),
        point,
        ray: { start, way: towards(start) },
    };
}
