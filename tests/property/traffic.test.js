import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import fc from '../fast_check.js';
import { NO_CONFLICT } from '../helpers.js';

/**
 * Properties of kept routes: whatever is added and removed, answers are those of the list of the routes that are left.
 *
 * @import { MovingDisc, Traffic } from 'graze'
 */

const g = createSync();

/** Half-integers: ties and touches are common. */
const half = fc.integer({ min: -6, max: 6 }).map((k) => k / 2);
const real = fc.double({ min: -4, max: 4, noNaN: true });
const time = fc.oneof(fc.constantFrom(0, 0.5, 1, 2), fc.double({ min: 0, max: 3, noNaN: true }));

/** @param {import('fast-check').Arbitrary<number>} value @returns {import('fast-check').Arbitrary<MovingDisc[]>} */
const routeOf = (value) =>
    fc
        .tuple(
            fc.array(
                fc.record({
                    ...{ x: value, y: value, vx: value, vy: value },
                    ...{
                        ax: fc.oneof(
                            { weight: 4, arbitrary: fc.constant(0) },
                            { weight: 1, arbitrary: value },
                        ),
                    },
                    ...{ wait: time, duration: time, radius: fc.constantFrom(0, 0.25, 0.5, 1) },
                }),
                { minLength: 1, maxLength: 4 },
            ),
            value,
        )
        .map(([pieces, begin]) => {
            let t = begin;
            return pieces.map(({ wait, duration, ...piece }) => {
                const t0 = t + wait;
                t = t0 + duration;
                return { ...piece, t0, t1: t };
            });
        });

const route = fc.oneof(routeOf(half), routeOf(real));

/** @typedef {{ routes: Map<number, MovingDisc[]> }} Model */
/** @typedef {import('fast-check').Command<Model, Traffic>} Command */

/** @implements {Command} */
class Add {
    /** @param {MovingDisc[]} added */
    constructor(added) {
        this.added = added;
    }
    check() {
        return true;
    }
    /** @param {Model} model @param {Traffic} traffic */
    run(model, traffic) {
        const key = traffic.add(this.added);
        assert.ok(!model.routes.has(key));
        model.routes.set(key, this.added);
    }
    toString() {
        return `add(${JSON.stringify(this.added)})`;
    }
}

/** @implements {Command} */
class Remove {
    /** @param {number} position */
    constructor(position) {
        this.position = position;
    }
    /** @param {Readonly<Model>} model */
    check(model) {
        return model.routes.size > 0;
    }
    /** @param {Model} model @param {Traffic} traffic */
    run(model, traffic) {
        const keys = [...model.routes.keys()];
        const key = keys[this.position % keys.length];
        traffic.remove(key);
        model.routes.delete(key);
        assert.ok(!traffic.has(key));
    }
    toString() {
        return `remove(${this.position})`;
    }
}

/** @implements {Command} */
class Query {
    /** @param {MovingDisc[]} own @param {import('graze').TrafficOptions} options */
    constructor(own, options) {
        this.own = own;
        this.options = options;
    }
    check() {
        return true;
    }
    /** @param {Model} model @param {Traffic} traffic */
    run(model, traffic) {
        const { own, options } = this;
        const routes = [...model.routes.values()];
        const { x, y, radius } = own[0];
        const place = { x, y, radius };
        assert.equal(traffic.count, routes.length);
        assert.deepEqual(
            traffic.safeIntervals(place, options),
            g.safeIntervals(place, routes, options),
        );
        const departures = own.map((edge) => g.safeDepartures(edge, routes, options));
        assert.deepEqual(traffic.safeDepartures(own, options), departures);
        assert.equal(traffic.minimumDelay(own, options), g.minimumDelay(own, routes, options));
        const { touching } = options;
        const conflicts = [...model.routes].flatMap(([key, other]) => {
            return g
                .conflicts(own, other, { touching })
                .map((conflict) => ({ route: key, ...conflict }));
        });
        conflicts.sort((a, b) => a.begin - b.begin || a.route - b.route);
        assert.deepEqual(traffic.conflicts(own, { touching }), conflicts);
        const [first] = conflicts;
        const found = traffic.firstConflict(own, { touching });
        assert.deepEqual(found, first ? { status: 'found', ...first } : NO_CONFLICT);
    }
    toString() {
        return `query(${JSON.stringify(this.own)}, ${JSON.stringify(this.options)})`;
    }
}

const options = fc
    .record({
        from: fc.oneof(fc.constantFrom(-Infinity, 0), real),
        length: fc.oneof(fc.constantFrom(Infinity, 0), time),
        touching: fc.constantFrom(
            /** @type {const} */ ('conflict'),
            /** @type {const} */ ('allowed'),
        ),
    })
    .map(({ from, length, touching }) => {
        return { from, to: from === -Infinity ? length : from + length, touching };
    });

test('whatever is added and removed, answers are those of a list, bit for bit', () => {
    const commands = fc.commands(
        [
            route.map((added) => new Add(added)),
            fc.nat(20).map((position) => new Remove(position)),
            fc.tuple(route, options).map(([own, given]) => new Query(own, given)),
        ],
        { maxCommands: 30 },
    );
    fc.assert(
        fc.property(commands, (list) => {
            const traffic = g.traffic();
            fc.modelRun(() => ({ model: { routes: new Map() }, real: traffic }), list);
        }),
        { numRuns: 150 },
    );
});

test('the conflicts of two routes cover the times of contact, and no others', () => {
    fc.assert(
        fc.property(route, route, (first, second) => {
            const conflicts = g.conflicts(first, second);
            for (const { begin, end, time: instant, separation } of conflicts) {
                assert.ok(begin <= end && begin <= instant && instant <= end && separation <= 0);
            }
            const mirrored = g.conflicts(second, first);
            assert.equal(mirrored.length, conflicts.length);
            // A delay of 0 is unsafe if, and only if, they are in contact at some time.
            const unsafe = g.unsafeDelays(first, second);
            const isUnsafe = unsafe.some(([lo, hi]) => lo <= 0 && hi >= 0);
            const isNear = unsafe.some(([lo, hi]) => Math.abs(lo) < 1e-6 || Math.abs(hi) < 1e-6);
            if (!isNear) assert.equal(conflicts.length > 0, isUnsafe);
        }),
        { numRuns: 1000 },
    );
});

test('the order of routes in a list does not matter', () => {
    fc.assert(
        fc.property(fc.array(route, { maxLength: 6 }), route, options, (routes, own, given) => {
            const reversed = routes.toReversed();
            const place = { x: own[0].x, y: own[0].y, radius: 0.5 };
            assert.deepEqual(
                g.safeIntervals(place, routes, given),
                g.safeIntervals(place, reversed, given),
            );
            assert.deepEqual(
                g.safeDepartures(own[0], routes, given),
                g.safeDepartures(own[0], reversed, given),
            );
        }),
        { numRuns: 300 },
    );
});
