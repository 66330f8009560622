import { below, choose } from '../static/compound_cases.js';
import {
    codeOf,
    compoundOf,
    convexOf,
    randomConvex,
    randomUnion,
    rectangle,
} from '../static/union_cases.js';

/**
 * Random pairs of unions that move: they slide on floors and along walls of many parts, roll, rest, touch, dip into each
 * other and come back, start late, or move anyhow.
 *
 * @import { Graze, Motion } from 'graze'
 * @import { Random } from '../native/decomposition_cases.js'
 * @import { Piece } from '../oracle/moving_union_oracle.js'
 * @import { Recipe, Union } from '../static/union_cases.js'
 *
 * @typedef {object} MovingPair
 * @property {string} kind
 * @property {Union[]} unions
 * @property {Piece[][]} ways of each body
 * @property {number} from @property {number} to all that happens is between them
 */

/** @param {Graze} g @param {Piece[]} pieces @param {object} [ends] @returns {Motion} */
export const makeMotion = (g, pieces, ends) => g.motion({ pieces }, ends);

/** @param {MovingPair} pair @param {string} call */
export const movingProgramOf = ({ unions, ways }, call) =>
    [
        "import { createSync } from 'graze';",
        'const g = createSync();',
        ...unions.map(({ recipe }, k) => `const ${'ab'[k]} = ${codeOf(recipe)};`),
        ...ways.map(
            (pieces, k) => `const ${'mn'[k]} = g.motion({ pieces: ${JSON.stringify(pieces)} });`,
        ),
        `console.log(${call});`,
    ].join('\n');

/** @param {Random} random @param {number} lo @param {number} hi */
const between = (random, lo, hi) => lo + (hi - lo) * random();

/** Returns a length from 1e-13 to 0.3, or 0. @param {Random} random */
const smallLength = (random) =>
    below(random, 5) === 0
        ? 0
        : choose(random, [1e-6, 1e-12, 0.5, 10 ** between(random, -13, -0.5)]);

/**
 * Returns a union whose coordinates are those of another one times a factor, in float32.
 *
 * @param {Union} union @param {number} factor @returns {Union}
 */
export function scaleUnion({ kind, recipe, parts }, factor) {
    /** @type {(value: any) => any} */
    const scale = (value) => {
        if (typeof value === 'number') return Math.fround(value * factor);
        return Array.isArray(value) ? value.map(scale) : value;
    };
    const scaleArg = (/** @type {any} */ arg) =>
        typeof arg === 'object' && !Array.isArray(arg)
            ? Object.fromEntries(
                  Object.entries(arg).map(([key, value]) => [
                      key,
                      key === 'closed' || key === 'width' ? value : scale(value),
                  ]),
              )
            : scale(arg);
    /** @type {(recipe: Recipe) => Recipe} */
    const scaleRecipe = ({ call, args, parts: inner }) => ({
        call,
        args: args.map((arg, k) => (call === 'grid' && k === 0 ? arg : scaleArg(arg))),
        ...(inner === undefined ? {} : { parts: inner.map(scaleRecipe) }),
    });
    return {
        kind,
        recipe: scaleRecipe(recipe),
        parts: parts.map(({ points, radius }) => ({
            points: scale(points),
            radius: scale(radius),
        })),
    };
}

/** @param {Union} union */
const hasGrid = ({ recipe }) => JSON.stringify(recipe).includes('"grid"');

/** @param {Union} union */
export function boundsOf({ parts }) {
    const ends = (/** @type {number} */ axis, /** @type {1 | -1} */ sign) =>
        Math.max(
            ...parts.map(
                ({ points, radius }) => radius + Math.max(...points.map((p) => sign * p[axis])),
            ),
        );
    return { left: -ends(0, -1), right: ends(0, 1), bottom: -ends(1, -1), top: ends(1, 1) };
}

/** Largest distance of a point from the origin. @param {Union} union */
const reachOf = ({ parts }) =>
    Math.max(
        ...parts.map(
            ({ points, radius }) => radius + Math.max(...points.map(([x, y]) => Math.hypot(x, y))),
        ),
    );

/** @param {Random} random @returns {Union} */
function randomBody(random) {
    const union = below(random, 3) > 0 ? randomConvex(random, 3) : randomUnion(random, 4);
    return union;
}

/** Left end of floors. */
const LEFT = -12;

/**
 * Returns a floor below y = 0, with a wall at its right end, of one of several makes.
 *
 * @param {Random} random @param {number} wall x of its left side @param {number} [ceiling] y of a second floor, above
 * @returns {Union}
 */
function floorOf(random, wall, ceiling) {
    const make = below(random, 5);
    const height = ceiling ?? 4;
    if (make === 0) {
        const line = [
            [LEFT, 0],
            [wall, 0],
            [wall, height],
        ];
        if (ceiling !== undefined) line.push([LEFT, ceiling]);
        const points = line.flatMap((p, k) => {
            const q = line[k + 1];
            if (q === undefined) return [p];
            const middle = [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
            return below(random, 2) === 0 ? [p] : [p, middle];
        });
        const parts = points.slice(1).map((q, k) => ({ points: [points[k], q], radius: 0 }));
        return { kind: 'chain', recipe: { call: 'chain', args: [points, {}] }, parts };
    }
    if (make === 1 && ceiling === undefined) {
        const outline = [
            [LEFT, -1],
            [wall + 1, -1],
            [wall + 1, height],
            [wall, height],
            [wall, 0],
            [LEFT, 0],
        ];
        const parts = [rectangle([LEFT, -1], wall - LEFT, 1), rectangle([wall, -1], 1, height + 1)];
        return { kind: 'outline', recipe: { call: 'concave', args: [outline] }, parts };
    }
    /** @type {Union[]} */
    const found = [];
    const add = (
        /** @type {number} */ x,
        /** @type {number} */ y,
        /** @type {number} */ w,
        /** @type {number} */ h,
    ) => found.push(convexOf('tile', rectangle([x, y], w, h).points, 0));
    const width = choose(random, make === 2 ? [1, 2] : [3, 6]);
    const holes = make === 3 ? 4 : 0;
    for (let x = LEFT; x < wall; x += width) {
        const w = Math.min(width, wall - x);
        if (holes === 0 || below(random, holes) > 0) add(x, -1, w, 1);
        if (ceiling !== undefined) add(x, ceiling, w, 1);
    }
    if (make !== 4 || below(random, 2) === 0)
        for (let y = 0; y < height; y += 1) add(wall, y, 1, 1);
    else add(wall, 0, 2, height);
    return compoundOf(found);
}

/** @param {number} t0 @param {number} t1 @param {number[]} x @param {number[]} y @param {number[]} [angle] @returns {Piece} */
const piece = (t0, t1, x, y, angle = [0]) => ({ t0, t1, x, y, angle });

/** @typedef {{ unions: Union[], ways: Piece[][], from?: number, to?: number }} Scene in a frame of its own */

/** @type {Record<string, (random: Random, body: Union) => Scene>} */
const SCENES = {
    slide(random, body) {
        const { right, bottom } = boundsOf(body);
        const [wall, gap] = [below(random, 3), choose(random, [0, 0.5, 1, 3])];
        const v = choose(random, [1, 2, 0.25, -1]);
        const way = piece(0, 4, [wall - right - gap, v], [-bottom]);
        return { unions: [body, floorOf(random, wall)], ways: [[way], []] };
    },
    'slide and brake'(random, body) {
        const { right, bottom } = boundsOf(body);
        const wall = below(random, 3);
        // It turns at t = 2, a small length before the wall, at it, or behind it.
        const depth = choose(random, [1, -1]) * smallLength(random);
        const way = piece(0, 4, [wall - right - 4 + depth, 4, -1], [-bottom]);
        return { unions: [body, floorOf(random, wall)], ways: [[way], []] };
    },
    'slide and sink'(random, body) {
        const { bottom, right } = boundsOf(body);
        const [v, depth] = [choose(random, [0, 1, -0.5]), smallLength(random)];
        const x = 6 - right - 2;
        const ways = [
            piece(0, 1, [x, v], [-bottom]),
            piece(1, 2, [x + v], [-bottom, -depth]),
            piece(2, 3, [x + v], [-bottom - depth, depth]),
        ];
        return { unions: [body, floorOf(random, 7)], ways: [ways, []] };
    },
    'touch and come back'(random, body) {
        const { bottom } = boundsOf(body);
        const k = choose(random, [1, 0.25, 1e-3]);
        // y - bottom is k (t - 1)^2 (3 - t).
        const y = [-bottom + 3 * k, -7 * k, 5 * k, -k];
        const way = piece(0, 4, [0, choose(random, [0, 0.5, -1])], y);
        return { unions: [body, floorOf(random, 8)], ways: [[way], []] };
    },
    dip(random, body) {
        const { bottom } = boundsOf(body);
        const k = choose(random, [1, 0.25, 4]);
        const depth = smallLength(random);
        const way = piece(0, 2, [0, choose(random, [0, 0.5])], [-bottom + k - depth, -2 * k, k]);
        return { unions: [body, floorOf(random, 8)], ways: [[way], []] };
    },
    'two dips'(random, body) {
        const { bottom } = boundsOf(body);
        const depth = smallLength(random);
        // y - bottom is (t - 1)^2 (t - 3)^2 less a depth.
        const y = [-bottom + 9 - depth, -24, 22, -8, 1];
        return { unions: [body, floorOf(random, 8)], ways: [[piece(0, 4, [0], y)], []] };
    },
    roll(random) {
        const radius = choose(random, [1, 2, 0.5]);
        /** @type {Union} */
        const body = {
            kind: 'disc',
            recipe: { call: 'disc', args: [radius] },
            parts: [{ points: [[0, 0]], radius }],
        };
        const v = choose(random, [1, -1, 3]);
        const way = piece(0, 4, [-4, v], [radius], [0, -v / radius]);
        return { unions: [body, floorOf(random, below(random, 5))], ways: [[way], []] };
    },
    spin(random, body) {
        const height = reachOf(body);
        const way = [
            piece(0, 3, [0], [height], [0, choose(random, [1, 2, -3])]),
            piece(3, 4, [0], [height, -choose(random, [0, 1e-6, 0.3])]),
        ];
        way[1].angle = [way[0].angle[1] * 3];
        return { unions: [body, floorOf(random, 8)], ways: [way, []] };
    },
    rest(random, body) {
        const { bottom, right } = boundsOf(body);
        const wall = 4;
        const way = piece(0, 2, [choose(random, [0, wall - right])], [-bottom]);
        const ways = below(random, 2) === 0 ? [[way], []] : [[], []];
        const scene = { unions: [body, floorOf(random, wall)], ways, from: 0, to: 2 };
        if (ways[0].length === 0) ways[0] = [{ ...way, t1: way.t0 }];
        return scene;
    },
    'parked, then on'(random, body) {
        const { bottom, right } = boundsOf(body);
        const wall = below(random, 3);
        const gap = choose(random, [0, 1, 2]);
        const x = wall - right - gap;
        const v = choose(random, [1, -1, 0.5]);
        const ways = [
            [piece(6, 10, [x, v], [-bottom])],
            below(random, 2) === 0 ? [] : [piece(0, 1, [-1, 1], [0])],
        ];
        return { unions: [body, floorOf(random, wall)], ways, from: 0, to: 10 };
    },
    'parked, then into the floor'(random, body) {
        const { bottom } = boundsOf(body);
        const depth = smallLength(random);
        const ways = [[piece(6, 8, [0], [-bottom, 0, -depth])], [piece(0, 1, [-1, 1], [0])]];
        return { unions: [body, floorOf(random, 8)], ways, from: 0, to: 8 };
    },
    corridor(random, body) {
        const { bottom, top, right } = boundsOf(body);
        const height = top - bottom;
        const wall = below(random, 3);
        if (height < 1) return SCENES.slide(random, body);
        const way = piece(0, 4, [wall - right - 2, choose(random, [1, 0.25])], [-bottom]);
        return { unions: [body, floorOf(random, wall, height)], ways: [[way], []] };
    },
    discs(random) {
        const radii = [choose(random, [1, 2, 0.5]), choose(random, [1, 3])];
        const discs = radii.map((radius) => ({
            ...convexOf('disc', [[0, 0]], radius),
            recipe: /** @type {Recipe} */ ({ call: 'disc', args: [radius] }),
        }));
        const depth = choose(random, [1, -1]) * smallLength(random);
        const way = piece(0, 4, [-4, 2], [radii[0] + radii[1] - depth], [0, 1]);
        const other =
            below(random, 2) === 0
                ? discs[1]
                : compoundOf([
                      discs[1],
                      convexOf(
                          'tail',
                          [
                              [0, -5],
                              [0, 0],
                          ],
                          0,
                      ),
                  ]);
        return { unions: [discs[0], other], ways: [[way], []] };
    },
    convoy(random, body) {
        const { right } = boundsOf(body);
        const other = randomBody(random);
        const x = boundsOf(other).left - right;
        const v = choose(random, [1, 2]);
        const w = v + choose(random, [0, 0.5, -0.5, 1e-6]);
        const ways = [
            [piece(0, 2, [x, v], [0]), piece(2, 4, [x + 2 * v, w], [0])],
            [piece(0, 4, [0, v], [0])],
        ];
        return { unions: [body, other], ways };
    },
    room(random) {
        const body = randomConvex(random, 0);
        const { left, right, bottom, top } = boundsOf(body);
        const [w, h] = [right - left + below(random, 3), top - bottom + below(random, 3)].map((x) =>
            Math.max(1, x),
        );
        const corners = [
            [0, 0],
            [w, 0],
            [w, h],
            [0, h],
        ];
        const parts = corners.map((p, k) => ({ points: [p, corners[(k + 1) % 4]], radius: 0 }));
        /** @type {Union} */
        const room = {
            kind: 'room',
            recipe: { call: 'chain', args: [corners, { closed: true }] },
            parts,
        };
        const way = piece(
            0,
            4,
            [-left, choose(random, [0, 1, 0.5])],
            [-bottom, choose(random, [0, 1, -1])],
        );
        return { unions: [body, room], ways: [[way], []] };
    },
    anyhow(random, body) {
        const other = randomBody(random);
        const ways = [0, 1].map(() => {
            const polynomial = (/** @type {number} */ size) =>
                Array.from(
                    { length: 1 + below(random, 4) },
                    (_, k) => (size * between(random, -1, 1)) / (k + 1),
                );
            return [piece(0, 2, polynomial(6), polynomial(6), polynomial(3))];
        });
        return { unions: [body, other], ways };
    },
};

const KINDS = Object.keys(SCENES);

/** Starts of clocks, and units of time in seconds. */
const CLOCKS = [
    { start: 0, unit: 1 },
    { start: 0, unit: 1 },
    { start: 1000, unit: 1 },
    { start: 1_764_300_000, unit: 1 },
    { start: 1_764_300_000_000, unit: 1000 },
];

/** @param {number[]} polynomial @param {number} factor of its argument */
const stretched = (polynomial, factor) => polynomial.map((c, k) => c / factor ** k);

/** @param {number[]} p @param {number} s @param {number[]} q @param {number} t */
const mixed = (p, s, q, t) =>
    Array.from(
        { length: Math.max(p.length, q.length) },
        (_, k) => s * (p[k] ?? 0) + t * (q[k] ?? 0),
    );

/** @param {number[]} p @param {number[]} q */
const sum = (p, q) => mixed(p, 1, q, 1);

/**
 * Returns a random pair: a scene at another place and time, at another size, turned, and as a whole moving.
 *
 * @param {Random} random @returns {MovingPair}
 */
export function randomMovingUnions(random) {
    const kind = choose(random, KINDS);
    const scene = SCENES[kind](random, randomBody(random));
    const isWhole = below(random, 2) === 0;
    const [cos, sin] = isWhole
        ? choose(random, [
              [1, 0],
              [0, 1],
              [-1, 0],
              [0, -1],
          ])
        : [Math.cos(1), Math.sin(1)];
    const turned = isWhole ? Math.atan2(sin, cos) : 1;
    const factor =
        isWhole || scene.unions.some(hasGrid)
            ? choose(random, [1, 1, 0.25, 8])
            : Math.fround(between(random, 0.1, 3));
    const [dx, dy] = isWhole
        ? [below(random, 9) - 4, below(random, 9) - 4]
        : [between(random, -50, 50), between(random, -50, 50)];
    const { start, unit } = choose(random, CLOCKS);
    const known = scene.ways.flat();
    const from = scene.from ?? Math.min(...known.map(({ t0 }) => t0));
    const to = scene.to ?? Math.max(...known.map(({ t1 }) => t1));
    const canDrift = scene.ways.every(
        (way) => way.length === 0 || (way[0].t0 === from && way[way.length - 1].t1 === to),
    );
    const [ux, uy] =
        canDrift && below(random, 4) === 0
            ? [between(random, -2, 2), between(random, -2, 2)]
            : [0, 0];
    const clock = (/** @type {number} */ t) => start + unit * t;
    const ways = scene.ways.map((way) => {
        const pieces = way.length > 0 ? way : [piece(from, ux === 0 ? from : to, [0], [0])];
        return pieces.map(({ t0, t1, x, y, angle }) => ({
            t0: clock(t0),
            t1: clock(t1),
            x: stretched(
                sum([dx + ux * (t0 - from), ux], mixed(x, factor * cos, y, -factor * sin)),
                unit,
            ),
            y: stretched(
                sum([dy + uy * (t0 - from), uy], mixed(x, factor * sin, y, factor * cos)),
                unit,
            ),
            angle: stretched(sum([turned], angle), unit),
        }));
    });
    return {
        kind,
        unions: scene.unions.map((union) => scaleUnion(union, factor)),
        ways,
        from: clock(from),
        to: clock(to),
    };
}
