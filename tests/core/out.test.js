import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';

/** Queries that write their answer into an earlier one. */

const g = createSync();
const box = g.box(2, 1);
const disc = g.disc(0.5);
const ell = g.concave([0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2]);
const east = g.motion.linear({ x: -5, y: 0, vx: 1, vy: 0, t0: 0, t1: 10 });
const north = g.motion.linear({ x: 20, y: 0, vx: 0, vy: 1, t0: 0, t1: 10 });
const standing = g.motion.static();
const agent = (/** @type {object} */ more) => ({
    ...{ x: 0, y: 0, vx: 1, vy: 0, t0: 0, t1: 10, radius: 0.5 },
    ...more,
});

/** @param {() => unknown} call @param {{ code: string, argument: string, message?: RegExp }} expected */
const refuses = (call, expected) => assert.throws(call, { name: 'GrazeError', ...expected });

/**
 * Calls of each query that has `out`, whose answers differ in all that they can differ in.
 *
 * @type {Record<string, ((out?: any) => any)[]>}
 */
const CALLS = {
    distance: [
        (out) => g.distance(box, disc, undefined, { x: 3 }, out),
        (out) => g.distance(box, disc, { angle: 1 }, { y: 0.25 }, out),
        (out) => g.distance(ell, box, { angle: 1 }, { x: 5, y: 4 }, out),
        (out) => g.distance(box, ell, { x: -4 }, undefined, out),
        (out) => g.distance(disc, disc, undefined, { x: 1 }, out),
    ],
    penetration: [
        (out) => g.penetration(box, disc, undefined, { x: 3 }, out),
        (out) => g.penetration(box, disc, { angle: 1 }, { y: 0.25 }, out),
        (out) => g.penetration(ell, box, { angle: 1 }, { x: 1, y: 0.5 }, out),
        (out) => g.penetration(box, ell, { x: -0.5 }, undefined, out),
    ],
    rayCast: [
        (out) => g.rayCast(box, undefined, { x: -3, y: 0.25, dx: 9, dy: 0 }, undefined, out),
        (out) => g.rayCast(box, undefined, { x: -3, y: 5, dx: 9, dy: 0 }, undefined, out),
        (out) => g.rayCast(ell, { angle: 0.5 }, { x: 5, y: 0.5, dx: -9, dy: 0 }, undefined, out),
        (out) => g.rayCast(disc, { x: 0.25 }, { x: 0, y: 0, dx: 1, dy: 0 }, undefined, out),
    ],
    firstContact: [
        (out) => g.firstContact(box, disc, east, standing, undefined, out),
        (out) => g.firstContact(box, disc, north, standing, { to: 5 }, out),
        (out) => g.firstContact(ell, box, east, standing, { tolerance: 1e-4 }, out),
        (out) => g.firstContact(box, box, standing, standing, undefined, out),
    ],
    conflictIntervals: [
        (out) => g.conflictIntervals(agent({}), agent({ x: 5, vx: 0 }), undefined, out),
        (out) => g.conflictIntervals(agent({}), agent({ y: 5 }), undefined, out),
        (out) => g.conflictIntervals(agent({ x: -1, vx: 2, ax: -0.9 }), agent({ vx: 0 }), {}, out),
        (out) => g.conflictIntervals(agent({}), agent({ y: 1 }), { touching: 'allowed' }, out),
        (out) => {
            const rests = { vx: 0, t1: Infinity };
            return g.conflictIntervals(agent(rests), agent(rests), undefined, out);
        },
        (out) =>
            g.conflictIntervals(agent({}), { x: 3, y: -1, width: 1, height: 2 }, undefined, out),
    ],
};

const PAIRS = Object.entries(CALLS).flatMap(([query, calls]) =>
    calls.flatMap((before) => calls.map((call) => ({ query, before, call }))),
);

test('a query writes its answer into out, which it returns, whatever out held before', () => {
    for (const { query, before, call } of PAIRS) {
        const out = before();
        const expected = call();
        assert.equal(call(out), out, query);
        assert.deepStrictEqual(out, expected, query);
        if (!Array.isArray(out)) assert.deepEqual(Object.keys(out), Object.keys(expected), query);
    }
});

test('the points, features and intervals of out are written too, and only missing ones are new', () => {
    for (const { query, before, call } of PAIRS) {
        const out = before();
        const inside = { ...out };
        const expected = call();
        call(out);
        for (const [key, value] of Object.entries(inside)) {
            const next = expected[key];
            if (typeof value !== 'object' || value === null) continue;
            if (typeof next !== 'object' || next === null) continue;
            const isSame = 'part' in value === 'part' in next;
            assert.equal(out[key] === value, isSame, `${query} ${key}`);
        }
    }
});

test('parts of out that are of no use are replaced', () => {
    const expected = g.distance(box, disc, undefined, { x: 3 });
    for (const useless of [null, undefined, 1, 'text', [1, 2], {}, () => {}, new Date(0)]) {
        const { pointA, featureB, ...rest } = expected;
        const out = { ...rest, pointA: useless, featureB: useless };
        g.distance(box, disc, undefined, { x: 3 }, /** @type {any} */ (out));
        assert.deepEqual(out, expected);
        const ray = { x: -3, y: 0, dx: 9, dy: 0 };
        const cast = { ...g.rayCast(box, undefined, ray), interval: useless };
        assert.deepEqual(
            g.rayCast(box, {}, ray, undefined, /** @type {any} */ (cast)),
            g.rayCast(box, undefined, ray),
        );
    }
    const list = /** @type {any} */ ([1, [2], null]);
    g.conflictIntervals(agent({}), agent({ x: 5, vx: 0 }), undefined, list);
    assert.deepEqual(list, g.conflictIntervals(agent({}), agent({ x: 5, vx: 0 })));
});

test('an out other than an answer of the query is an error that names it', () => {
    for (const [query, [call]] of Object.entries(CALLS)) {
        const isList = query === 'conflictIntervals';
        const others = Object.entries(CALLS).filter(([name]) => name !== query);
        const answers = others.map(([, [other]]) => other());
        const wrong = [null, 5, 'text', true, {}, new Map(), new Float64Array(2), () => {}];
        for (const out of [...wrong, ...(isList ? [] : [[]]), ...answers]) {
            refuses(() => call(out), {
                code: 'wrong-type',
                argument: 'out',
                message: new RegExp(`^out must be an answer of ${query}, got `),
            });
        }
    }
    const contact = g.clearance(box, disc, east, standing);
    refuses(() => CALLS.firstContact[0](contact), { code: 'wrong-type', argument: 'out' });
});

test('an out that cannot be changed is an error that names it', () => {
    for (const [query, [call]] of Object.entries(CALLS)) {
        const frozen = Object.freeze(call());
        const message = /^out must be an answer that can be changed, got /;
        refuses(() => call(frozen), { code: 'wrong-type', argument: 'out', message });
        if (query === 'conflictIntervals') continue;
        const inside = call();
        Object.freeze(inside.normal);
        refuses(() => call(inside), { code: 'wrong-type', argument: 'out', message });
    }
});

test("what the caller's own code throws while out is written is passed on", () => {
    const mine = new Error('mine');
    for (const [call] of Object.values(CALLS)) {
        const out = new Proxy(call(), {
            set() {
                throw mine;
            },
        });
        assert.throws(() => call(out), mine);
        assert.deepEqual(call(call()), call());
    }
});

test('setters of out that call the instance do not change the answer', () => {
    for (const { query, before, call } of PAIRS) {
        const expected = call();
        const out = new Proxy(before(), {
            set(target, key, value) {
                before();
                g.distance(disc, box, { x: 40 }, { y: 40 });
                return Reflect.set(target, key, value);
            },
        });
        assert.deepEqual(call(out), expected, query);
    }
});

test('options of version 0.1 in the place of out are refused as before', () => {
    const old = /** @type {any} */ ({ subdistance: 'johnson' });
    refuses(() => g.distance(box, disc, {}, {}, old), {
        code: 'unknown-option',
        argument: 'options',
        message: /^options: distance has no options; those of version 0\.1 are options of study/,
    });
});

test('an out of which two parts are one object is an error', () => {
    /** @param {any} out @param {(out: any) => unknown} call */
    const check = (out, call) => {
        const before = structuredClone(out);
        refuses(() => call(out), {
            code: 'wrong-type',
            argument: 'out',
            message: /^out must be an answer whose parts are different objects, got /,
        });
        assert.deepEqual(out, before, 'nothing is written');
    };
    const at = { x: 3 };
    const pair = g.distance(box, disc, undefined, at);
    const distance = (/** @type {any} */ out) => g.distance(box, disc, undefined, at, out);
    check({ ...pair, pointA: pair.pointB }, distance);
    check({ ...pair, normal: pair.pointA }, distance);
    check({ ...pair, normal: pair.pointB }, distance);
    check({ ...pair, featureA: pair.featureB }, distance);
    const depth = g.penetration(box, disc);
    check({ ...depth, pointA: depth.pointB }, (out) => g.penetration(box, disc, {}, {}, out));
    const contact = g.firstContact(box, disc, east, standing);
    check({ ...contact, pointA: contact.pointB }, (out) =>
        g.firstContact(box, disc, east, standing, undefined, out),
    );
    const ray = { x: -3, y: 0, dx: 9, dy: 0 };
    const cast = g.rayCast(box, {}, ray);
    check({ ...cast, normal: cast.point }, (out) => g.rayCast(box, {}, ray, undefined, out));
    const interval = [0, 1];
    const thrown = agent({ x: 0, vx: 4, ax: -2, t1: 4 });
    const still = agent({ x: 3, vx: 0, t1: 4, radius: 0.25 });
    assert.equal(g.conflictIntervals(thrown, still).length, 2);
    check([interval, interval], (out) => g.conflictIntervals(thrown, still, undefined, out));
});

test('a method without its instance is an error that says so', () => {
    const { gap, conflicts } = g;
    const message = /^this must be an instance of graze, got undefined; call methods as g\.gap/;
    assert.throws(() => gap(box, disc), { name: 'TypeError', message });
    assert.throws(() => conflicts(agent({}), agent({})), { name: 'TypeError', message });
    assert.equal(gap.bind(g)(box, disc), g.gap(box, disc));
});
