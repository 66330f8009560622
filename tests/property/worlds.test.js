import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import fc from '../fast_check.js';
import { WorldModel } from '../static/world_model.js';
import { shareOf } from '../volume.js';

/**
 * Runs commands on a batch of bodies and on its model: bodies change, are updated, lose their shapes, and queries give the
 * answers of single queries or name the lowest body whose shape was freed.
 *
 * @import { BodyFilter, Graze, Shape } from 'graze'
 * @import { PoseNumbers } from '../static/world_model.js'
 *
 * @typedef {{ kind: number, size: number }} ShapeSpec
 * @typedef {{ model: WorldModel, shapes: Shape[], freed: Set<Shape> }} World
 * @typedef {{ stop: number, pose: PoseNumbers, way: [number, number], reach: number, shape: number, filter?: BodyFilter }} Place
 */

const g = createSync();

/** @param {ShapeSpec} spec */
function makeShape({ kind, size }) {
    const makers = [
        () => g.disc(size / 4),
        () => g.box(size, 1),
        () => g.capsule(0, 0, size, 1, 0.25),
        () => g.hull([0, 0, size, 0, 1, size, -1, 1]),
        () => g.concave([0, 0, size + 1, 0, size + 1, 1, 1, 1, 1, 2, 0, 2], { radius: size / 8 }),
        () => g.compound([g.box(size, 0.5), g.disc(size / 2)]),
    ];
    return makers[kind % makers.length]();
}

const shapeSpec = fc.record({ kind: fc.nat(5), size: fc.integer({ min: 1, max: 4 }) });

/** Coordinates of a grid, on which bodies touch, or between. */
const coordinate = fc.oneof(
    fc.integer({ min: -6, max: 6 }),
    fc.double({ min: -6, max: 6, noNaN: true }),
);
const heading = fc.oneof(
    fc.constantFrom([1, 0], [0, 1], [-1, 0], [0.6, 0.8]),
    fc.double({ min: 0, max: 7, noNaN: true }).map((a) => [Math.cos(a), Math.sin(a)]),
);
/** @type {import('fast-check').Arbitrary<PoseNumbers>} */
const pose = fc
    .tuple(coordinate, coordinate, heading)
    .map(([x, y, [cos, sin]]) => [x, y, cos, sin]);
const bits = fc.integer({ min: 1, max: 7 });
const filter = fc.option(fc.record({ category: bits, mask: bits }, { requiredKeys: [] }), {
    nil: undefined,
});
/** @type {import('fast-check').Arbitrary<Place>} */
const place = fc.record({
    stop: fc.nat(),
    pose,
    way: fc.tuple(coordinate, coordinate),
    reach: fc.constantFrom(0, 0.5, 2),
    shape: fc.nat(),
    filter,
});

/** Returns the lowest body that refers to a freed shape, if a query of `count` bodies meets one. @param {World} world @param {number} count */
function findStale({ model, freed }, count) {
    const { still } = model.batch;
    for (let k = 0; k < count; k++) {
        const { shape } = k < still && model.isRead ? model.seen[k] : model.bodies[k];
        if (freed.has(shape)) return k;
    }
    return -1;
}

/** @type {Record<string, (model: WorldModel, count: number, shape: Shape, place: Place) => void>} */
const QUERIES = {
    near: (model, count, _, { reach }) => model.checkNear(count, reach),
    nearWith: (model, count, shape, { pose: [x, y, cos, sin], reach, filter: bodies }) =>
        model.checkNearWith(shape, { x, y, cos, sin }, count, reach, bodies),
    nearest: (model, count, shape, { pose: [x, y, cos, sin], reach, filter: bodies }) => {
        model.checkNearest(shape, { x, y, cos, sin }, count, bodies);
        model.checkNearest(shape, { x, y, cos, sin }, count, { ...bodies, atMost: reach });
    },
    ray: (model, count, _, { pose: [x, y], way: [dx, dy], filter: bodies }) =>
        model.checkRay({ x, y, dx, dy }, count, bodies),
    cast: (model, count, shape, { pose: [x, y, cos, sin], way: [dx, dy], filter: bodies }) =>
        model.checkCast(shape, { x, y, cos, sin }, { dx, dy }, count, bodies),
    point: (model, count, _, { pose: [x, y], filter: bodies }) =>
        model.checkPoint({ x, y }, count, bodies),
    box: (model, count, _, { pose: [x, y], reach, filter: bodies }) =>
        model.checkBox({ minX: x, minY: y, maxX: x + reach, maxY: y + 1 }, count, bodies),
    between: (model, count, _, { stop, reach }) => {
        const middle = stop % (count + 1);
        model.checkBetween(middle, count - middle, 0, middle, reach);
        model.checkBetween(0, middle, middle, count - middle, reach);
    },
};

/** Sets body k, by index modulo the capacity. */
class Put {
    /** @param {number} k @param {number} shape @param {PoseNumbers} at @param {number} category @param {number} mask */
    constructor(k, shape, at, category, mask) {
        this.run = (/** @type {World} */ { model, shapes }) => {
            const body = { shape: shapes[shape % shapes.length], pose: at, category, mask };
            model.put(k % model.batch.capacity, body);
        };
        this.toString = () => `put(${k}, ${shape}, ${at}, ${category}, ${mask})`;
    }
    check = () => true;
}

/** Updates bodies of a range. */
class Update {
    /** @param {number} a @param {number} b */
    constructor(a, b) {
        this.run = (/** @type {World} */ { model, freed }) => {
            const { capacity, still } = model.batch;
            const [from, end] = [a % (capacity + 1), b % (capacity + 1)].sort((p, q) => p - q);
            // The first update reads all bodies that stand still.
            const [begin, stop] = model.isRead ? [from, end] : [0, Math.max(end, still)];
            const bodies = model.bodies.slice(begin, stop);
            const stale = bodies.findIndex(({ shape }) => freed.has(shape));
            if (stale === -1) return model.update(from, end);
            const expected = { code: 'stale-handle', argument: 'shapes', index: begin + stale };
            assert.throws(() => model.batch.update(from, end), expected);
        };
        this.toString = () => `update(${a}, ${b})`;
    }
    check = () => true;
}

/** Frees a shape and makes another one, which can have its memory. */
class Replace {
    /** @param {number} slot @param {ShapeSpec} spec */
    constructor(slot, spec) {
        this.run = (/** @type {World} */ { shapes, freed }) => {
            const index = slot % shapes.length;
            shapes[index].free();
            freed.add(shapes[index]);
            shapes[index] = makeShape(spec);
        };
        this.toString = () => `replace(${slot}, ${JSON.stringify(spec)})`;
    }
    check = () => true;
}

class Query {
    /** @param {string} name @param {number} n @param {Place} where */
    constructor(name, n, where) {
        this.run = (/** @type {World} */ world) => {
            const { model, shapes } = world;
            const { still, capacity } = model.batch;
            const count = still + (n % (capacity - still + 1));
            const shape = shapes[where.shape % shapes.length];
            const stale = findStale(world, count);
            if (stale === -1) return QUERIES[name](model, count, shape, where);
            const expected = { code: 'stale-handle', argument: 'shapes', index: stale };
            assert.throws(() => model.batch.pointQuery({ x: 0, y: 0 }, count), expected);
            assert.throws(() => model.batch.near(count, 1), expected);
        };
        this.toString = () => `${name}(${n}, ${JSON.stringify(where)})`;
    }
    check = () => true;
}

const commands = fc.commands(
    [
        fc.tuple(fc.nat(), fc.nat(), pose, fc.nat(7), fc.nat(7)).map((of) => new Put(...of)),
        fc.tuple(fc.nat(), fc.nat()).map((of) => new Update(...of)),
        fc.tuple(fc.nat(), shapeSpec).map((of) => new Replace(...of)),
        ...Object.keys(QUERIES).map((name) => {
            return fc.tuple(fc.nat(), place).map(([n, where]) => new Query(name, n, where));
        }),
    ],
    { maxCommands: 60, size: 'max' },
);

test('a batch of bodies answers as its model, whatever changes between its queries', () => {
    let answered = 0;
    fc.assert(
        fc.property(
            fc.array(shapeSpec, { minLength: 4, maxLength: 4 }),
            fc.array(fc.tuple(fc.nat(), pose, fc.nat(7), fc.nat(7)), {
                minLength: 3,
                maxLength: 40,
            }),
            fc.nat(),
            fc.boolean(),
            commands,
            (specs, bodies, standing, filters, run) => {
                const shapes = specs.map(makeShape);
                const still = standing % (bodies.length + 1);
                const options = { still, filters, manifolds: true, pairs: bodies.length ** 2 };
                const model = new WorldModel(g, g.bodies(bodies.length, options));
                bodies.forEach(([shape, at, category, mask], k) => {
                    const body = { shape: shapes[shape % 4], pose: at, category, mask };
                    model.put(k, filters ? body : { shape: body.shape, pose: at });
                });
                /** @type {World} */
                const world = { model, shapes, freed: new Set() };
                fc.modelRun(() => ({ model: world, real: world }), run);
                answered++;
                model.batch.free();
                for (const shape of shapes) shape.free();
            },
        ),
        { numRuns: 300 },
    );
    assert.ok(answered >= shareOf(300));
});
