import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createSync } from 'graze';
import { createSync as createSolid } from 'graze/solid';
import { inRepository } from '../helpers.js';

/**
 * Measures the memory of objects against the figures of docs/lifetimes.md.
 *
 * @import { Graze } from 'graze'
 */

const text = readFileSync(inRepository('docs/lifetimes.md'), 'utf8');

/** Maximum deviation of a sum of figures from the measured one, as a share of it. */
const TOLERANCE = 0.03;

/** Returns the figures of an object, in their order. @param {string} name as its row begins */
function figuresOf(name) {
    const row = text.split('\n').find((line) => line.startsWith(`| ${name}`));
    assert.ok(row, `docs/lifetimes.md has no row of ${name}`);
    return (row.split('|')[2].match(/(?<![\w'])\d+/g) ?? []).map(Number);
}

/** Returns by how much objects of a new instance grow its memory. @param {(g: Graze) => unknown} make */
function growth(make) {
    const g = createSync();
    const before = g.memoryUsed;
    const kept = make(g);
    return kept === undefined ? 0 : g.memoryUsed - before;
}

/** Returns the bytes per unit of a batch: the least of several sizes, as blocks are rounded up. @param {(g: Graze, n: number) => unknown} make */
function perUnit(make) {
    const sizes = Array.from({ length: 9 }, (_, k) => Math.round(16384 * 2 ** (k / 9)));
    return Math.min(...sizes.map((n) => growth((g) => make(g, n)) / n));
}

/** Returns `count` objects. @template T @param {number} count @param {() => T} make */
const several = (count, make) => Array.from({ length: count }, make);

/** @param {string} what @param {number} measured @param {number} stated */
function check(what, measured, stated) {
    const isNear = Math.abs(measured - stated) <= TOLERANCE * measured;
    assert.ok(isNear, `${what}: ${measured.toFixed(1)} bytes, docs/lifetimes.md has ${stated}`);
}

/** Returns the bytes of each of many shapes. @param {(g: Graze) => unknown} make */
const ofShape = (make) => growth((g) => several(20_000, () => make(g))) / 20_000;

/** @param {Graze} g */
const octagon = (g) =>
    g.hull(Array.from({ length: 8 }, (_, k) => [Math.cos(k), Math.sin(k)].map((c) => 9 * c)));

test('shapes', () => {
    const [least, most] = figuresOf('shape');
    check(
        'a disc',
        ofShape((g) => g.disc(1)),
        least,
    );
    check('a shape of 8 corners', ofShape(octagon), most);
});

test('compounds', () => {
    const [part, vertex] = figuresOf('compound');
    const shapes = { 1: (/** @type {Graze} */ g) => g.disc(1), 8: octagon };
    for (const [vertices, make] of Object.entries(shapes)) {
        const g = createSync();
        const parts = several(100, () => make(g));
        const before = g.memoryUsed;
        const kept = several(20, () => g.compound(parts));
        const measured = (g.memoryUsed - before) / kept.length / parts.length;
        check(`a part of ${vertices}`, measured, part + Number(vertices) * vertex);
    }
});

test('motions', () => {
    const [base, constant, term, , straight] = figuresOf('motion');
    assert.equal(straight, constant + term);
    for (const pieces of [1, 10, 100]) {
        const states = Array.from({ length: pieces + 1 }, (_, t) => ({ t, x: t, y: t % 2 }));
        const measured = growth((g) => several(200, () => g.motion.samples(states))) / 200;
        check(`a motion of ${pieces}`, measured, base + pieces * straight);
    }
});

test('motions in space', () => {
    const [base, piece] = figuresOf('motion of `graze/solid`');
    for (const pieces of [1, 10, 100]) {
        const samples = Array.from({ length: pieces + 1 }, (_, t) => ({ t, x: t, y: t % 2 }));
        const s = createSolid();
        const before = s.memoryUsed;
        const kept = several(200, () => s.motion.samples(samples));
        const measured = (s.memoryUsed - before) / kept.length;
        check(`a motion in space of ${pieces}`, measured, base + pieces * piece);
    }
});

test('paths', () => {
    const [base, step] = figuresOf('path');
    const [, , , , piece] = figuresOf('motion');
    for (const steps of [10, 100, 1000]) {
        const g = createSync();
        const motion = g.motion.linear({ t0: 0, t1: 10, x: 0, y: 0, vx: 1 });
        const shape = g.box(2, 1);
        const before = g.memoryUsed;
        const kept = several(200, () => g.path(shape, motion, { t1: 10, step: 10 / steps }));
        const measured = (g.memoryUsed - before) / kept.length;
        check(`a path of ${steps}`, measured, base + steps * step + piece);
    }
});

test('traffic', () => {
    const [route, piece] = figuresOf('traffic');
    for (const pieces of [1, 10, 100]) {
        const measured = growth((g) => {
            const traffic = g.traffic();
            for (let y = 0; y < 2000; y++) {
                traffic.add(
                    Array.from({ length: pieces }, (_, t0) => {
                        return { x: t0, y, vx: 1, vy: 0, t0, t1: t0 + 1, radius: 0.3 };
                    }),
                );
            }
            return traffic;
        });
        check(`a route of ${pieces}`, measured / 2000, route + pieces * piece);
    }
});

test('pairs', () => {
    const [pair, witnesses, coherent, manifolds, both] = figuresOf('`pairs(n)`');
    for (const [options, stated] of /** @type {const} */ ([
        [{}, pair],
        [{ witnesses: true }, witnesses],
        [{ coherent: true }, pair + coherent],
        [{ manifolds: true }, pair + manifolds],
        [{ manifolds: true, witnesses: true }, witnesses + both],
    ])) {
        const measured = perUnit((g, n) => g.pairs(n, options));
        check(JSON.stringify(options), measured, stated);
    }
});

test('bodies', () => {
    const figures = figuresOf('`bodies(');
    const [body, still, filters, pair, manifold, further, ray] = figures;
    /** @type {[what: string, options: (n: number) => object, stated: number][]} */
    const kinds = [
        ['moving', () => ({ pairs: 1 }), body],
        ['still', (n) => ({ pairs: 1, still: n }), body + still],
        ['filters', () => ({ pairs: 1, filters: true }), body + filters],
        ['pairs', (n) => ({ pairs: n }), body + pair],
        ['more pairs', (n) => ({ pairs: 2 * n }), body + 2 * pair + further],
        ['manifolds', (n) => ({ pairs: n, manifolds: true }), body + manifold],
        ['rays', (n) => ({ pairs: 1, rays: n }), body + ray],
    ];
    for (const [what, optionsOf, stated] of kinds) {
        const measured = perUnit((g, n) => g.bodies(n, optionsOf(n)));
        check(what, measured, stated);
    }
});

/** @param {(g: import('graze/solid').SolidGraze, n: number) => unknown} make */
function perSolidUnit(make) {
    const sizes = Array.from({ length: 9 }, (_, k) => Math.round(16384 * 2 ** (k / 9)));
    const measured = sizes.map((n) => {
        const s = createSolid();
        const before = s.memoryUsed;
        const kept = make(s, n);
        return kept === undefined ? 0 : (s.memoryUsed - before) / n;
    });
    return Math.min(...measured);
}

test('batches of bodies in space', () => {
    const [pair, witnesses] = figuresOf('`pairs(n)` of `graze/solid`');
    check(
        'pairs',
        perSolidUnit((s, n) => s.pairs(n)),
        pair,
    );
    check(
        'witnesses',
        perSolidUnit((s, n) => s.pairs(n, { witnesses: true })),
        witnesses,
    );
    const figures = figuresOf('`bodies(n, { pairs, rays })` of `graze/solid`');
    const [body, still, filters, found, further, ray] = figures;
    /** @type {[what: string, options: (n: number) => object, stated: number][]} */
    const kinds = [
        ['moving', () => ({ pairs: 1 }), body],
        ['still', (n) => ({ pairs: 1, still: n }), body + still],
        ['filters', () => ({ pairs: 1, filters: true }), body + filters],
        ['found pairs', (n) => ({ pairs: n }), body + found],
        ['more pairs', (n) => ({ pairs: 2 * n }), body + 2 * found + further],
        ['rays', (n) => ({ pairs: 1, rays: n }), body + ray],
    ];
    for (const [what, optionsOf, stated] of kinds) {
        check(
            what,
            perSolidUnit((s, n) => s.bodies(n, optionsOf(n))),
            stated,
        );
    }
});

test('box indices', () => {
    const [box, three, pair, further] = figuresOf('`boxIndex(');
    check(
        'two axes',
        perUnit((g, n) => g.boxIndex(n, { pairs: 1 })),
        box,
    );
    check(
        'three axes',
        perUnit((g, n) => g.boxIndex(n, { pairs: 1, axes: 3 })),
        three,
    );
    check(
        'pairs',
        perUnit((g, n) => g.boxIndex(n, { pairs: 2 * n })),
        box + 2 * pair + further,
    );
});

test('moving discs', () => {
    const [record, double, pair] = figuresOf('`movingDiscs(');
    check(
        'float32',
        perUnit((g, n) => g.movingDiscs(n, { pairs: 1 })),
        record,
    );
    const precision = 'float64';
    check(
        precision,
        perUnit((g, n) => g.movingDiscs(n, { pairs: 1, precision })),
        double,
    );
    check(
        'pairs',
        perUnit((g, n) => g.movingDiscs(n, { pairs: n })),
        record + pair,
    );
});

test('moving pairs', () => {
    const [body, pair, more, constant, term, usual] = figuresOf('`movingPairs(');
    assert.equal(usual, constant + 5 * term);
    /** @type {[what: string, capacity: (n: number) => number, options: (n: number) => object, stated: number][]} */
    const kinds = [
        ['bodies', (n) => n, () => ({ pieces: 1, pairs: 1 }), body + more],
        ['pairs', () => 1, (n) => ({ pieces: 1, pairs: n }), pair + more],
        ['both', (n) => n, (n) => ({ pieces: 1, pairs: n }), body + pair + more],
        ['pieces', () => 1, (n) => ({ pieces: n, pairs: 1 }), usual],
        ['straight pieces', () => 1, (n) => ({ pieces: n, pairs: 1, degree: 1 }), constant + term],
    ];
    for (const [what, capacity, optionsOf, stated] of kinds) {
        const measured = perUnit((g, n) => g.movingPairs(capacity(n), optionsOf(n)));
        check(what, measured, stated);
    }
});

test('moving pairs in space', () => {
    const [body, pair, piece] = figuresOf('`movingPairs(n, { pieces, pairs })` of `graze/solid`');
    /** @type {[what: string, options: [n: number, options: object], stated: number][]} */
    const kinds = [
        ['bodies', [20000, { pieces: 1, pairs: 1 }], body],
        ['pairs', [1, { pieces: 1, pairs: 20000 }], pair],
        ['pieces', [1, { pieces: 20000, pairs: 1 }], piece],
    ];
    for (const [what, [n, options], stated] of kinds) {
        const s = createSolid();
        const before = s.memoryUsed;
        const batch = s.movingPairs(n, options);
        check(what, (s.memoryUsed - before) / 20000, stated);
        batch.free();
    }
});

/** The host's objects depend on its version. */
const HEAP_TOLERANCE = 0.4;

test('the heap of JavaScript', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc');
    const [, small, large] = (
        /some (\d+) bytes for each shape and motion and (\d+) for each path/.exec(
            text.replaceAll('\n', ' '),
        ) ?? []
    ).map(Number);
    const g = createSync();
    const shape = g.disc(1);
    const motion = g.motion.static();
    /** @type {[make: () => unknown, stated: number][]} */
    const kinds = [
        [() => g.disc(1), small],
        [() => g.motion.static(), small],
        [() => g.path(shape, motion, { t1: 1, step: 0.5 }), large],
    ];
    for (const [make, stated] of kinds) {
        /** @type {unknown[]} */
        const kept = new Array(20000).fill(null);
        collect();
        const before = process.memoryUsage().heapUsed;
        for (let i = 0; i < kept.length; i++) kept[i] = make();
        collect();
        const measured = (process.memoryUsage().heapUsed - before) / kept.length;
        const isNear = Math.abs(measured - stated) <= HEAP_TOLERANCE * stated;
        assert.ok(isNear, `${make}: ${measured.toFixed(1)} bytes, docs/lifetimes.md has ${stated}`);
    }
});
