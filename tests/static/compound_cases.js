import { KINDS, randomOf, toLists } from '../native/decomposition_cases.js';

/**
 * Random bodies that are unions of convex parts, with their outlines for the oracle, at poses that double represents
 * exactly.
 *
 * @import { Graze, Shape } from 'graze'
 * @import { Heading, Outline } from '../oracle/polygon_oracle.js'
 * @import { Random } from '../native/decomposition_cases.js'
 *
 * @typedef {object} Case
 * @property {string} kind
 * @property {Outline} outline
 * @property {number} radius
 * @property {(g: Graze) => Shape} make
 */

export { randomOf, toLists };

/** @param {Random} random @param {number} count */
export const below = (random, count) => Math.floor(random() * count);

/** @template T @param {Random} random @param {T[]} list */
export const choose = (random, list) => list[below(random, list.length)];

/** Maximum number of points of a body's rings. */
const MOST_POINTS = 32;

/** @param {Random} random */
const radiusOf = (random) => (below(random, 4) === 0 ? choose(random, [0.5, 1, 0.25, 2.5]) : 0);

/**
 * Returns the edges between blocked cells and others, each a side of a cell, with the blocked one to the left.
 *
 * @param {boolean[]} cells @param {number} width
 */
export function cellEdges(cells, width) {
    const height = cells.length / width;
    const at = (/** @type {number} */ x, /** @type {number} */ y) =>
        x >= 0 && y >= 0 && x < width && y < height && cells[y * width + x];
    /** @type {number[][][]} */
    const edges = [];
    cells.forEach((isBlocked, k) => {
        if (!isBlocked) return;
        const [x, y] = [k % width, Math.floor(k / width)];
        if (!at(x, y - 1))
            edges.push([
                [x, y],
                [x + 1, y],
            ]);
        if (!at(x + 1, y))
            edges.push([
                [x + 1, y],
                [x + 1, y + 1],
            ]);
        if (!at(x, y + 1))
            edges.push([
                [x + 1, y + 1],
                [x, y + 1],
            ]);
        if (!at(x - 1, y))
            edges.push([
                [x, y + 1],
                [x, y],
            ]);
    });
    return edges;
}

/**
 * Returns a compound of one convex part for each half of a cell, or for each cell: it has a seam at every line of the
 * grid, and four or more parts at inner points.
 *
 * @param {boolean[]} cells @param {number} width @param {boolean} isHalved
 */
const cellParts = (cells, width, isHalved) =>
    cells.flatMap((isBlocked, k) => {
        if (!isBlocked) return [];
        const [x, y] = [k % width, Math.floor(k / width)];
        const corners = [
            [x, y],
            [x + 1, y],
            [x + 1, y + 1],
            [x, y + 1],
        ];
        if (!isHalved) return [corners];
        return [corners.slice(0, 3), [corners[0], corners[2], corners[3]]];
    });

/** @param {Random} random @param {boolean[]} cells @param {number} width @returns {Case} */
function cellsCase(random, cells, width) {
    const outline = { edges: cellEdges(cells, width) };
    const kind = choose(random, ['grid', 'cells', 'halves']);
    if (kind === 'grid') {
        const make = (/** @type {Graze} */ g) => g.grid(cells.map(Number), { width });
        return { kind, outline, radius: 0, make };
    }
    const parts = cellParts(cells, width, kind === 'halves');
    if (below(random, 4) === 0) parts.push(choose(random, parts));
    return { kind, outline, radius: 0, make: (g) => compoundOf(g, parts) };
}

/** Makes a compound of convex parts. @param {Graze} g @param {number[][][]} parts */
export function compoundOf(g, parts) {
    const shapes = parts.map((part) => g.polygon(part));
    const shape = g.compound(shapes);
    for (const part of shapes) part.free();
    return shape;
}

/** @param {Random} random @param {number} width @param {number} height */
function randomCells(random, width, height) {
    const share = 0.3 + 0.6 * random();
    const cells = Array.from({ length: width * height }, () => random() < share);
    cells[below(random, cells.length)] = true;
    return cells;
}

/** @param {Random} random @param {string} kind of KINDS @returns {Case} */
function outlineCase(random, kind) {
    for (;;) {
        const rings = KINDS[kind](random).map((ring) =>
            ring.map((p) =>
                p.map((x) => Math.round(x * (x % 1 === 0 ? 1 : 4096)) / (x % 1 === 0 ? 1 : 1024)),
            ),
        );
        if (rings.flat().length > MOST_POINTS) continue;
        const radius = radiusOf(random);
        return {
            kind,
            outline: { rings },
            radius,
            make: (g) => g.concave(rings[0], { holes: rings.slice(1), radius }),
        };
    }
}

/** @param {Random} random @param {number} size */
const gridPoint = (random, size) => [
    below(random, 2 * size + 1) / 2,
    below(random, 2 * size + 1) / 2,
];

/** @param {Random} random @param {number} size @returns {Case} */
function thinCase(random, size) {
    if (below(random, 4) === 0) {
        const point = gridPoint(random, size);
        return {
            kind: 'point',
            outline: { points: [point] },
            radius: 0,
            make: (g) => g.hull([point]),
        };
    }
    const count = 2 + below(random, 4);
    const points = [gridPoint(random, size)];
    while (points.length < count) {
        const [x, y] = points[points.length - 1];
        const [dx, dy] = choose(random, [
            [1, 0],
            [0, 1],
            [-1, 0],
            [0, -1],
            [1, 1],
            [-1, 2],
            [0.5, 0.5],
        ]);
        const length = 1 + below(random, 4);
        points.push([x + dx * length, y + dy * length]);
    }
    const first = points[0];
    const last = points[count - 1];
    const closed = count > 2 && below(random, 2) === 0 && String(first) !== String(last);
    const segments = points.slice(1).map((p, k) => [points[k], p]);
    if (closed) segments.push([last, first]);
    const radius = radiusOf(random);
    return {
        kind: 'chain',
        outline: { segments },
        radius,
        make: (g) =>
            count === 2 ? g.hull(points, { radius }) : g.chain(points, { closed, radius }),
    };
}

/** Joins a region and thin parts. @param {Case} region @param {Case} thin @returns {Case} */
const joined = (region, thin) => ({
    kind: 'joined',
    outline: { ...region.outline, ...thin.outline },
    radius: 0,
    make: (g) => {
        const parts = [region.make(g), thin.make(g)];
        const shape = g.compound(parts);
        for (const part of parts) part.free();
        return shape;
    },
});

const OUTLINES = ['cells', 'grid', 'grid', 'grid with holes', 'star', 'star with holes', 'points'];

/** @param {Random} random @returns {Case} */
export function randomCase(random) {
    const which = below(random, 10);
    if (which < 3) {
        const width = 1 + below(random, 6);
        return cellsCase(random, randomCells(random, width, 1 + below(random, 6)), width);
    }
    if (which < 6) return outlineCase(random, choose(random, OUTLINES));
    if (which < 9) return thinCase(random, 6);
    const [region, thin] = [cellsCase(random, randomCells(random, 3, 3), 3), thinCase(random, 3)];
    return thin.radius === 0 ? joined(region, thin) : region;
}

/** @type {Pick<Heading, 'cos' | 'sin'>[]} */
const HEADINGS = [
    { cos: 1, sin: 0 },
    { cos: 0, sin: 1 },
    { cos: -1, sin: 0 },
    { cos: 0, sin: -1 },
];

/** @param {Random} random @returns {Heading} */
function randomPose(random) {
    const heading = below(random, 2) === 0 ? HEADINGS[0] : choose(random, HEADINGS);
    const far = below(random, 10) === 0 ? 2 ** 20 : 0;
    const [x, y] = [below(random, 17) - 8, below(random, 17) - 8].map(
        (k) => far + (below(random, 4) === 0 ? k / 2 : k),
    );
    return { x, y, ...heading };
}

/**
 * Returns two bodies that fill different cells of one grid, so that each fits into notches and holes of the other, and
 * their poses, which may move one of them by a cell.
 *
 * @param {Random} random
 */
function fittedCases(random) {
    const width = 2 + below(random, 5);
    const labels = Array.from({ length: width * (2 + below(random, 4)) }, () => below(random, 3));
    labels[0] = 0;
    labels[1] = 1;
    const cases = [0, 1].map((label) =>
        cellsCase(
            random,
            labels.map((l) => l === label),
            width,
        ),
    );
    const heading = choose(random, HEADINGS);
    const base = randomPose(random);
    const poses = cases.map(() => ({ ...base, ...heading }));
    if (below(random, 3) === 0) poses[1].x += below(random, 3) - 1;
    return { cases, poses };
}

/**
 * Returns two bodies and their poses, mostly near each other.
 *
 * @param {Random} random
 * @returns {{ cases: Case[], poses: Heading[] }}
 */
export function randomPair(random) {
    if (below(random, 5) === 0) return fittedCases(random);
    const cases = [randomCase(random), randomCase(random)];
    const base = randomPose(random);
    const near = 2 + below(random, 8);
    const poses = [base, { ...base, ...(below(random, 2) === 0 ? choose(random, HEADINGS) : {}) }];
    poses[1].x += below(random, 2 * near + 1) - near;
    poses[1].y += below(random, 2 * near + 1) - near;
    if (below(random, 4) === 0) poses[1].x += 0.5;
    return { cases, poses };
}

/** @type {number[][]} */
const SEAM_DIRECTIONS = [
    [1, 0],
    [0, 1],
    [1, 1],
    [-1, 1],
];

/**
 * Returns a point or a segment that moves along a line through cells or their diagonals, where seams are, and a body of
 * such parts at its place, with the displacement.
 *
 * @param {Random} random
 * @returns {{ cases: Case[], poses: Heading[], way: number[] }}
 */
export function randomSeamPair(random) {
    const [width, height] = [1 + below(random, 5), 1 + below(random, 5)];
    const body = cellsCase(random, randomCells(random, width, height), width);
    const [dx, dy] = choose(random, SEAM_DIRECTIONS);
    const sense = choose(random, [1, -1]);
    const at = (/** @type {number} */ k) => [
        below(random, 4) === 0 ? k + 0.5 : k,
        sense * (below(random, 3) - 3),
    ];
    const [[x, back], [y]] = [at(below(random, width + 1)), at(below(random, height + 1))];
    const from = [x + back * dx, y + back * dy];
    const length = below(random, 4) / 2;
    const to = [from[0] + length * dx, from[1] + length * dy];
    const outline = length === 0 ? { points: [from] } : { segments: [[from, to]] };
    const points = length === 0 ? [from] : [from, to];
    /** @type {Case} */
    const thin = { kind: 'thin', outline, radius: 0, make: (g) => g.hull(points) };
    const speed = sense * (2 + below(random, 8));
    const pose = randomPose(random);
    const poses = [
        { ...pose, cos: 1, sin: 0 },
        { ...pose, cos: 1, sin: 0 },
    ];
    return { cases: [thin, body], poses, way: [speed * dx, speed * dy] };
}

/** Returns whether a body can be made: its rings may cross. @param {Graze} g @param {Case} body */
export function tryMake(g, body) {
    try {
        return body.make(g);
    } catch {
        return undefined;
    }
}

/** @param {Random} random */
export function randomWay(random) {
    return [0, 1].map(() => (below(random, 3) === 0 ? 0 : below(random, 25) - 12));
}

/**
 * Returns a ray, as a point that is moved, and a body at the origin.
 *
 * @param {Random} random
 * @returns {{ cases: Case[], poses: Heading[], way: number[] }}
 */
export function randomRay(random) {
    /** @type {Case} */
    const ray = {
        kind: 'ray',
        outline: { points: [[0, 0]] },
        radius: 0,
        make: (g) => g.disc(0),
    };
    const body = randomCase(random);
    const { rings = [], edges = [], segments = [], points = [] } = body.outline;
    const all = [...rings.flat(), ...edges.flat(), ...segments.flat(), ...points];
    const [x, y, u, v] = [0, 1, 0, 1].map((axis) => {
        const values = all.map((p) => p[axis]);
        const [lo, hi] = [Math.min(...values), Math.max(...values)];
        return Math.round(4 * (lo - 1 + (hi - lo + 2) * (1.5 * random() - 0.25))) / 4;
    });
    const way = [u - x, v - y];
    const flat = below(random, 4);
    if (flat < 2) way[flat] = 0;
    const heading = { cos: 1, sin: 0 };
    return {
        cases: [ray, body],
        poses: [
            { x, y, ...heading },
            { x: 0, y: 0, ...heading },
        ],
        way,
    };
}
