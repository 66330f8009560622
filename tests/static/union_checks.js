import { rational } from '../oracle/rational.js';
import {
    castUnions,
    distanceOfUnions,
    firstInterval,
    relationOfSweep,
    relationOfUnions,
} from '../oracle/union_oracle.js';
import { codeOf, makeShape, placeParts, randomUnionPair } from './union_cases.js';

/**
 * Compares all queries of unions at rest and of casts with the oracle: of two bodies, in batches and in worlds.
 *
 * @import { CastOptions, Graze, Shape } from 'graze'
 * @import { Random } from '../native/decomposition_cases.js'
 * @import { Part, Relation } from '../oracle/union_oracle.js'
 * @import { Place } from './union_cases.js'
 *
 * @typedef {ReturnType<typeof randomUnionPair>} UnionPair
 * @typedef {'free' | 'hit' | 'grazing' | 'overlapping'} Status
 *
 * @typedef {object} Truth
 * @property {Relation} relation
 * @property {Status} cast of A along the displacement
 * @property {Status} ray
 * @property {Relation} start of the beginning of the ray to B
 * @property {boolean} contained whether B contains the point
 *
 * @typedef {{ kind: string, call: string, got: unknown, right: unknown }} Wrong
 */

/** Allowed error of a distance, relative to that of the nearest parts without radii. */
const DISTANCE_ERROR = 1e-14;

/** Allowed error of the ends of a cast, as a fraction of the way: without radii, and with them. */
const CAST_ERRORS = [2 ** -50, 2 ** -36];

/** Number of pairs of bodies that batches and worlds have together. */
export const GROUP = 16;

/** Distance between pairs in a world. */
const APART = 64;

/** @param {number[]} point @returns {Part[]} */
const partOf = (point) => [{ points: [point], radius: 0 }];

/** @param {UnionPair} pair */
const partsOf = ({ unions, places }) => unions.map((union, k) => placeParts(union, places[k]));

/** @param {UnionPair} pair @returns {Truth} */
export function truthOf(pair) {
    const [a, b] = partsOf(pair);
    const { relation, status: cast } = castUnions(a, b, pair.displacement);
    const { relation: start, status } = castUnions(partOf(pair.ray.start), b, pair.ray.way);
    const contained = relationOfUnions(partOf(pair.point), b) !== 'disjoint';
    return { relation, cast, start, ray: status, contained };
}

/** @param {Place} place */
const poseCode = ({ x, y, cos, sin }) => `{ x: ${x}, y: ${y}, cos: ${cos}, sin: ${sin} }`;

/**
 * Returns a program that shows the answer to a call.
 *
 * @param {UnionPair} pair @param {string} call
 */
export const programOf = ({ unions, places }, call) =>
    [
        "import { createSync } from 'graze';",
        'const g = createSync();',
        ...unions.map(({ recipe }, k) => `const ${'ab'[k]} = ${codeOf(recipe)};`),
        ...places.map((place, k) => `const ${['poseA', 'poseB'][k]} = ${poseCode(place)};`),
        `console.log(${call});`,
    ].join('\n');

/** @param {Status} status @returns {Status} that with touching allowed */
const withoutTouching = (status) => (status === 'grazing' ? 'free' : status);

/**
 * Returns the fault of the beginning of a first overlap, or null: until shortly before it the body that is swept does not
 * overlap, and until shortly after it it does.
 *
 * @param {Part[]} a @param {Part[]} b @param {number[]} way @param {number} begin @param {number} error
 */
function faultOfBegin(a, b, way, begin, error) {
    const before = rational(Math.max(0, begin - error));
    if (relationOfSweep(a, b, way, before) === 'overlapping') return 'late';
    if (relationOfSweep(a, b, way, rational(begin + error)) !== 'overlapping') return 'early';
    return null;
}

/**
 * Compares the queries of two bodies.
 *
 * @param {Graze} g @param {UnionPair} pair @param {Shape[]} shapes @param {Truth} truth
 * @param {boolean} hasIntervals whether the intervals of casts are compared
 * @returns {Wrong[]}
 */
export function checkPair(g, pair, [a, b], truth, hasIntervals) {
    const [poseA, poseB] = pair.places;
    const [partsA, partsB] = partsOf(pair);
    /** @type {Wrong[]} */
    const wrong = [];
    const expect = (
        /** @type {string} */ kind,
        /** @type {string} */ call,
        /** @type {unknown} */ got,
        /** @type {unknown} */ right,
    ) => {
        if (got !== right) wrong.push({ kind, call, got, right });
    };
    const { relation } = truth;
    const isDeep = relation === 'overlapping';
    const isApart = relation === 'disjoint';
    const both = 'a, b, poseA, poseB';
    expect('relation', `g.relation(${both})`, g.relation(a, b, poseA, poseB), relation);
    expect('relation', 'g.relation(b, a, poseB, poseA)', g.relation(b, a, poseB, poseA), relation);
    expect('collide', `g.collide(${both})`, g.collide(a, b, poseA, poseB), !isApart);

    const distance = g.distance(a, b, poseA, poseB);
    const length = distanceOfUnions(partsA, partsB);
    const reach =
        Math.max(...partsA.map((p) => p.radius)) + Math.max(...partsB.map((p) => p.radius));
    const error = isApart ? DISTANCE_ERROR * (length + reach) : 0;
    const isRight = Math.abs(distance.distance - length) <= error;
    expect('distance', `g.distance(${both})`, distance.relation, relation);
    expect('distance', `g.distance(${both})`, isRight || distance.distance, true);
    const gap = g.gap(a, b, poseA, poseB);
    expect('distance', `g.gap(${both})`, gap, distance.distance);

    const penetration = g.penetration(a, b, poseA, poseB);
    expect('penetration', `g.penetration(${both})`, penetration.relation, relation);
    expect('penetration', `g.penetration(${both})`, penetration.depth > 0, isDeep);
    const { lowerBound, depth } = penetration;
    expect('penetration', `g.penetration(${both})`, lowerBound <= depth && lowerBound >= 0, true);
    const signed = g.signedDistance(a, b, poseA, poseB);
    expect(
        'signed distance',
        `g.signedDistance(${both})`,
        Math.sign(signed),
        isApart ? 1 : isDeep ? -1 : 0,
    );
    const manifold = g.manifold(a, b, poseA, poseB);
    expect('manifold', `g.manifold(${both})`, manifold.relation, relation);

    const [dx, dy] = pair.displacement;
    const [x, y] = pair.ray.start;
    const ray = { x, y, dx: pair.ray.way[0], dy: pair.ray.way[1] };
    const rayCode = JSON.stringify(ray);
    const casts = [
        {
            kind: 'shapeCast',
            call: `g.shapeCast(${both}, { dx: ${dx}, dy: ${dy} })`,
            parts: [partsA, partsB],
            way: pair.displacement,
            right: truth.cast,
            start: relation,
            cast: (/** @type {CastOptions} */ options) =>
                g.shapeCast(a, b, poseA, poseB, { dx, dy }, options),
        },
        {
            kind: 'shapeCast',
            call: `g.shapeCast(b, a, poseB, poseA, { dx: ${-dx}, dy: ${-dy} })`,
            parts: [partsB, partsA],
            way: [-dx, -dy],
            right: truth.cast,
            start: relation,
            cast: (/** @type {CastOptions} */ options) =>
                g.shapeCast(b, a, poseB, poseA, { dx: -dx, dy: -dy }, options),
        },
        {
            kind: 'rayCast',
            call: `g.rayCast(b, poseB, ${rayCode})`,
            parts: [partOf([x, y]), partsB],
            way: pair.ray.way,
            right: truth.ray,
            start: truth.start,
            cast: (/** @type {CastOptions} */ options) => g.rayCast(b, poseB, ray, options),
        },
    ];
    for (const { kind, call, parts, way, right, start, cast } of casts) {
        const first = cast({});
        expect(kind, call, first.status, right);
        expect(`relation of ${kind}`, call, first.relation, start);
        const isRounded = parts.flat().some(({ radius }) => radius > 0);
        const most = CAST_ERRORS[Number(isRounded)];
        const isComparable = hasIntervals && first.status === right;
        if (isComparable && first.interval !== null) {
            const interval = firstInterval(parts[0], parts[1], way);
            const isNear = interval.every((s, k) => Math.abs(s - first.interval[k]) <= most);
            expect(
                `interval of ${kind}`,
                call,
                isNear || `${first.interval}`,
                isNear || `${interval}`,
            );
        }
        const allowed = cast({ touching: 'allowed' });
        const allowedCall = `${call.slice(0, -1)}, { touching: 'allowed' })`;
        expect(`${kind}, touching allowed`, allowedCall, allowed.status, withoutTouching(right));
        if (!hasIntervals || allowed.status !== 'hit' || right !== 'hit') continue;
        const [begin, end] = allowed.interval;
        const fault = faultOfBegin(parts[0], parts[1], way, begin, most);
        expect(
            `begin of ${kind}, touching allowed`,
            allowedCall,
            fault && `${begin}, ${fault}`,
            null,
        );
        expect(`end of ${kind}, touching allowed`, allowedCall, begin <= end && end <= 1, true);
    }

    const [u, v] = pair.point;
    const code = `b.containsPoint({ x: ${u}, y: ${v} }, poseB)`;
    expect('containsPoint', code, b.containsPoint({ x: u, y: v }, poseB), truth.contained);
    return wrong;
}

/** @type {Relation[]} */
const RELATIONS = ['disjoint', 'touching', 'overlapping'];

/**
 * Compares batches of pairs and a world that has all of the pairs, far from each other.
 *
 * @param {Graze} g @param {UnionPair[]} pairs at most GROUP @param {Shape[][]} shapes @param {Truth[]} truths
 * @returns {(Wrong & { pair: UnionPair })[]} their calls are named, as they are not calls of two bodies
 */
export function checkGroup(g, pairs, shapes, truths) {
    const count = pairs.length;
    /** @type {(Wrong & { pair: UnionPair })[]} */
    const wrong = [];
    const expect = (
        /** @type {number} */ k,
        /** @type {string} */ kind,
        /** @type {unknown} */ got,
        /** @type {unknown} */ right,
    ) => {
        if (got !== right)
            wrong.push({ pair: pairs[k], kind, call: `'as a batch: ${kind}'`, got, right });
    };
    checkBatch(g, pairs, shapes, truths, expect);
    for (const still of [0, count]) {
        const world = g.bodies(2 * count, { still, rays: count, manifolds: true });
        pairs.forEach(({ places }, k) => {
            // All bodies that are met come first; a query of `count` bodies does not meet the others.
            [k + count, k].forEach((body, side) => {
                const { x, y, cos, sin } = places[side];
                world.shapes[body] = shapes[k][side].id;
                world.poses.set([x + APART * k, y, cos, sin], 4 * body);
            });
        });
        const name = still > 0 ? 'world that stands still' : 'world';
        checkWorld(world, pairs, shapes, truths, (k, kind, got, right) =>
            expect(k, `${name}: ${kind}`, got, right),
        );
        world.free();
    }
    return wrong;
}

/**
 * @param {Graze} g @param {UnionPair[]} pairs @param {Shape[][]} shapes @param {Truth[]} truths
 * @param {(k: number, kind: string, got: unknown, right: unknown) => void} expect
 */
function checkBatch(g, pairs, shapes, truths, expect) {
    const count = pairs.length;
    const batch = g.pairs(count, { witnesses: true, manifolds: true });
    pairs.forEach(({ places }, k) => {
        batch.shapeA[k] = shapes[k][0].id;
        batch.shapeB[k] = shapes[k][1].id;
        batch.poseA.set([places[0].x, places[0].y, places[0].cos, places[0].sin], 4 * k);
        batch.poseB.set([places[1].x, places[1].y, places[1].cos, places[1].sin], 4 * k);
    });
    const met = truths.filter(({ relation }) => relation !== 'disjoint').length;
    for (const kind of /** @type {const} */ ([
        'relation',
        'distance',
        'penetration',
        'manifolds',
    ])) {
        const found = batch[kind](count);
        expect(0, `pairs.${kind}, number of contacts`, found, met);
        truths.forEach(({ relation }, k) => {
            expect(k, `pairs.${kind}`, RELATIONS[batch.relations[k]], relation);
        });
    }
    expect(0, 'pairs.collide, number of contacts', batch.collide(count), met);
    truths.forEach(({ relation }, k) => {
        batch.penetration(count);
        expect(k, 'pairs.penetration, depth', batch.depths[k] > 0, relation === 'overlapping');
    });
    batch.free();
}

/**
 * @param {any} world @param {UnionPair[]} pairs @param {Shape[][]} shapes @param {Truth[]} truths
 * @param {(k: number, kind: string, got: unknown, right: unknown) => void} expect
 */
function checkWorld(world, pairs, shapes, truths, expect) {
    const count = pairs.length;
    for (const kind of ['contacts', 'near', 'nearBetween']) {
        const found =
            kind === 'contacts'
                ? world.contacts(2 * count)
                : kind === 'near'
                  ? world.near(2 * count, 0)
                  : world.nearBetween(0, count, count, count);
        /** @type {Map<number, number>} */
        const relations = new Map();
        for (let n = 0; n < found; n++) {
            const [k, other] = [world.first[n], world.second[n]];
            if (other === k + count) relations.set(k, world.relations[n]);
        }
        truths.forEach(({ relation }, k) => {
            expect(k, kind, RELATIONS[relations.get(k) ?? 0], relation);
        });
    }
    const options = [{}, { touching: 'allowed' }];
    pairs.forEach(({ places, displacement, point, ray }, k) => {
        const truth = truths[k];
        const far = APART * k;
        const [a] = shapes[k];
        const pose = { ...places[0], x: places[0].x + far };
        const met = world.contactsWith(a, pose, count);
        const at = world.foundBodies.subarray(0, met).indexOf(k);
        expect(k, 'contactsWith', RELATIONS[at < 0 ? 0 : world.foundRelations[at]], truth.relation);
        const nearest = world.nearest(a, pose, count, { atMost: 0 });
        const relation = nearest.status === 'free' ? 'disjoint' : nearest.relation;
        expect(k, 'nearest', relation, truth.relation);
        const points = world.pointQuery({ x: point[0] + far, y: point[1] }, count);
        expect(k, 'pointQuery', world.pointBodies.subarray(0, points).includes(k), truth.contained);
        const line = { x: ray.start[0] + far, y: ray.start[1], dx: ray.way[0], dy: ray.way[1] };
        for (const option of options) {
            const isAllowed = 'touching' in option;
            const [name, right] = isAllowed
                ? [', touching allowed', withoutTouching]
                : ['', (/** @type {Status} */ status) => status];
            const cast = world.rayCast(line, count, option);
            expect(k, `rayCast${name}`, cast.status, right(truth.ray));
            const rays = world.rayCastAll(line, count, option);
            const isHit = world.hitBodies.subarray(0, rays).includes(k);
            expect(k, `rayCastAll${name}`, isHit, right(truth.ray) !== 'free');
            world.rays.set([line.x, line.y, line.dx, line.dy]);
            const scans = world.castRays(1, count, option);
            expect(k, `castRays${name}`, scans > 0, right(truth.ray) !== 'free');
            const way = { dx: displacement[0], dy: displacement[1] };
            const moved = world.shapeCast(a, pose, way, count, option);
            expect(k, `shapeCast${name}`, moved.status, right(truth.cast));
            const all = world.shapeCastAll(a, pose, way, count, option);
            const isMet = world.hitBodies.subarray(0, all).includes(k);
            expect(k, `shapeCastAll${name}`, isMet, right(truth.cast) !== 'free');
        }
    });
}

/**
 * Runs the comparison of random pairs, and reports each wrong answer.
 *
 * @param {Graze} g @param {Random} random @param {number} count
 * @param {(pair: UnionPair, wrong: Wrong) => void} report
 * @returns {Record<string, number>} number of pairs by their right answers
 */
export function checkUnions(g, random, count, report) {
    /** @type {Record<string, number>} */
    const answers = {};
    for (let k = 0; k < count; k += GROUP) {
        /** @type {UnionPair[]} */
        const pairs = [];
        while (pairs.length < Math.min(GROUP, count - k))
            pairs.push(randomUnionPair(random, pairs.length % 4 === 0 ? 3 : 0));
        const shapes = pairs.map(({ unions }) => unions.map(({ recipe }) => makeShape(g, recipe)));
        const truths = pairs.map(truthOf);
        pairs.forEach((pair, n) => {
            for (const answer of [
                truths[n].relation,
                `cast ${truths[n].cast}`,
                `ray ${truths[n].ray}`,
            ])
                answers[answer] = (answers[answer] ?? 0) + 1;
            for (const wrong of checkPair(g, pair, shapes[n], truths[n], n % 2 === 0))
                report(pair, wrong);
        });
        for (const wrong of checkGroup(g, pairs, shapes, truths)) report(wrong.pair, wrong);
        for (const shape of shapes.flat()) shape.free();
    }
    return answers;
}
