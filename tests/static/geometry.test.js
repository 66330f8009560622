import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { readJson } from '../helpers.js';

/** Exact pairs of polygons, and of discs, capsules and rounded polygons; see vectors/. */
const POLYGONS = readJson('tests/vectors/dev_gjk.json').pairs;
const ROUNDED = readJson('tests/vectors/dev_round.json').pairs;

const g = createSync();

/** @param {any} pair */
function shapesOf(pair) {
    return [
        g.polygon(pair.a, { radius: pair.ra ?? 0 }),
        g.polygon(pair.b, { radius: pair.rb ?? 0 }),
    ];
}

/** Counts the failed checks by class. @param {any[]} pairs @param {(pair: any) => string[]} check */
function tally(pairs, check) {
    /** @type {Map<string, Map<string, number>>} */
    const wrong = new Map();
    for (const pair of pairs) {
        for (const fault of check(pair)) {
            const row = wrong.get(pair.class) ?? new Map();
            row.set(fault, (row.get(fault) ?? 0) + 1);
            wrong.set(pair.class, row);
        }
    }
    return Object.fromEntries([...wrong].map(([name, row]) => [name, Object.fromEntries(row)]));
}

/** Returns the distance of a point from the nearest vertex or edge of a polygon, or 0 inside it. */
function distanceToPolygon(
    /** @type {number[][]} */ points,
    /** @type {{x: number, y: number}} */ p,
) {
    let least = Infinity;
    let inside = points.length > 2;
    points.forEach(([ax, ay], k) => {
        const [bx, by] = points[(k + 1) % points.length];
        const [ex, ey] = [bx - ax, by - ay];
        const length = ex * ex + ey * ey;
        const s = length === 0 ? 0 : ((p.x - ax) * ex + (p.y - ay) * ey) / length;
        const t = Math.min(1, Math.max(0, s));
        least = Math.min(least, Math.hypot(p.x - ax - t * ex, p.y - ay - t * ey));
        if (ex * (p.y - ay) - ey * (p.x - ax) < 0) inside = false;
    });
    return inside ? 0 : least;
}

/** @param {Float32Array} flat */
function toPairs(flat) {
    return Array.from({ length: flat.length / 2 }, (_, k) => [flat[2 * k], flat[2 * k + 1]]);
}

test('592 exact polygon pairs: relation and distance are right', (t) => {
    const wrong = tally(POLYGONS, (pair) => {
        const [a, b] = shapesOf(pair);
        const { relation, distance } = g.distance(a, b);
        const faults = [];
        if (relation !== pair.relation) faults.push('relation');
        if (Math.fround(distance) !== Math.fround(pair.distance)) faults.push('float32 distance');
        if (Math.abs(distance - pair.distance) > 1e-14 * pair.distance)
            faults.push('1e-14 distance');
        return faults;
    });
    t.diagnostic(`wrong of ${POLYGONS.length}, by class: ${JSON.stringify(wrong)}`);
    assert.deepEqual(wrong, {});
});

test('overlapping pairs of 592 exact ones: depth is right to a float32 ulp, and moving by it separates them', (t) => {
    const wrong = tally(POLYGONS, (pair) => {
        const [a, b] = shapesOf(pair);
        const { relation, depth, normal } = g.penetration(a, b);
        const expected = pair.penetration ?? 0;
        const faults = [];
        if (relation !== pair.relation) faults.push('relation');
        if (Math.fround(depth) !== Math.fround(expected)) faults.push('float32 depth');
        if (Math.abs(depth - expected) > 1e-14 * expected) faults.push('1e-14 depth');
        if (relation !== 'overlapping') return faults;
        const far = depth * (1 + 2 ** -20);
        const size = Math.max(...[...pair.a, ...pair.b].flat().map(Math.abs));
        // Positions that are rounded by more than the margin are undecided.
        const isHeld = size * 2 ** -50 < depth * 2 ** -20;
        const moved = g.relation(a, b, undefined, { x: normal.x * far, y: normal.y * far });
        if (isHeld && moved !== 'disjoint') faults.push('still in contact');
        return faults;
    });
    t.diagnostic(`wrong of ${POLYGONS.length}, by class: ${JSON.stringify(wrong)}`);
    assert.deepEqual(wrong, {});
});

test('216 exact pairs of discs, capsules and rounded polygons: relation and distance are right', (t) => {
    const wrong = tally(ROUNDED, (pair) => {
        const [a, b] = shapesOf(pair);
        const { relation, distance } = g.distance(a, b);
        const faults = [];
        if (relation !== pair.relation) faults.push('relation');
        // The gap is a difference of lengths, so its precision is an ulp of the larger.
        const size = pair.distance + pair.ra + pair.rb;
        if (Math.abs(distance - pair.distance) > 1e-15 * size) faults.push('distance');
        return faults;
    });
    t.diagnostic(`wrong of ${ROUNDED.length}, by class: ${JSON.stringify(wrong)}`);
    assert.deepEqual(wrong, {});
});

test('collide and relation agree with distance, and both subdistances agree', () => {
    for (const pair of [...POLYGONS, ...ROUNDED]) {
        const [a, b] = shapesOf(pair);
        const full = g.distance(a, b);
        assert.equal(g.relation(a, b), full.relation, pair.id);
        assert.equal(g.collide(a, b), full.relation !== 'disjoint', pair.id);
        const general = g.study.distance(a, b, undefined, undefined, {
            subdistance: 'barycode-general',
        });
        assert.equal(general.relation, full.relation, pair.id);
        assert.equal(general.distance, full.distance, pair.id);
    }
});

test('distance is symmetric bit for bit', () => {
    for (const pair of [...POLYGONS, ...ROUNDED]) {
        const [a, b] = shapesOf(pair);
        assert.equal(g.distance(a, b).distance, g.distance(b, a).distance, pair.id);
    }
});

test('witness points lie on the bodies, and their difference is the distance along a unit normal', () => {
    for (const pair of [...POLYGONS, ...ROUNDED]) {
        const [a, b] = shapesOf(pair);
        const { relation, distance, pointA, pointB, normal } = g.distance(a, b);
        const coordinates = [...pair.a, ...pair.b].flat().map(Math.abs);
        const size = Math.max(...coordinates, a.radius, b.radius);
        const slack = 1e-14 * size;
        assert.ok(Math.abs(Math.hypot(normal.x, normal.y) - 1) < 1e-14, pair.id);
        assert.ok(distanceToPolygon(toPairs(a.vertices), pointA) <= a.radius + slack, pair.id);
        assert.ok(distanceToPolygon(toPairs(b.vertices), pointB) <= b.radius + slack, pair.id);
        assert.ok(Math.abs(pointA.x + distance * normal.x - pointB.x) <= slack, pair.id);
        assert.ok(Math.abs(pointA.y + distance * normal.y - pointB.y) <= slack, pair.id);
        if (relation !== 'disjoint') assert.deepEqual(pointA, pointB, pair.id);
    }
});

test('features name the vertex or edge that the witness point lies on', () => {
    for (const pair of POLYGONS) {
        const [a, b] = shapesOf(pair);
        const answer = g.distance(a, b);
        if (answer.relation !== 'disjoint') continue;
        for (const [shape, feature, point] of /** @type {const} */ ([
            [a, answer.featureA, answer.pointA],
            [b, answer.featureB, answer.pointB],
        ])) {
            const vertices = toPairs(shape.vertices);
            const first = vertices[feature.index];
            const second = vertices[(feature.index + 1) % vertices.length];
            const part = feature.kind === 'vertex' ? [first] : [first, second];
            const size = Math.max(...vertices.flat().map(Math.abs));
            assert.ok(distanceToPolygon(part, point) <= 1e-14 * size, pair.id);
        }
    }
});

test('the normal of two boxes in contact is that of least penetration', () => {
    const [a, b] = [g.box(2, 2), g.box(2, 2)];
    assert.deepEqual(g.distance(a, b, undefined, { x: 1.5, y: 0.25 }).normal, { x: 1, y: 0 });
    assert.deepEqual(g.distance(a, b, undefined, { x: 0.25, y: -1.5 }).normal, { x: 0, y: -1 });
    assert.deepEqual(g.distance(a, b, undefined, { x: 2, y: 0.25 }).normal, { x: 1, y: 0 });
});

test('two points in one position touch, with some unit normal', () => {
    const [a, b] = [g.polygon([[3, 4]]), g.polygon([[3, 4]])];
    const { relation, normal } = g.distance(a, b);
    assert.equal(relation, 'touching');
    assert.equal(Math.hypot(normal.x, normal.y), 1);
});

test('turned and shifted bodies give the same distance as their world outlines', () => {
    let seed = 7;
    const random = () => {
        seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
        return seed / 2 ** 32;
    };
    const outline = [
        [-2, -1],
        [2, -1],
        [3, 0],
        [2, 1],
        [-2, 1],
    ];
    const [a, b] = [g.polygon(outline), g.polygon(outline)];
    /** @param {{x: number, y: number, angle: number}} pose */
    const world = ({ x, y, angle }) => {
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        return outline.map(([px, py]) => [x + c * px - s * py, y + s * px + c * py]);
    };
    for (let k = 0; k < 2000; k++) {
        const shift = k % 3 === 0 ? 5e5 : 0;
        const pose = () => ({
            x: shift + 12 * random() - 6,
            y: shift + 12 * random() - 6,
            angle: 40 * random() - 20,
        });
        const [p, q] = [pose(), pose()];
        const [wa, wb] = [world(p), world(q)];
        const gaps = [
            ...wa.map(([x, y]) => distanceToPolygon(wb, { x, y })),
            ...wb.map(([x, y]) => distanceToPolygon(wa, { x, y })),
        ];
        const { relation, distance } = g.distance(a, b, p, q);
        if (relation !== 'disjoint') continue;
        const slack = shift === 0 ? 1e-13 : 1e-9;
        assert.ok(Math.abs(distance - Math.min(...gaps)) < slack, JSON.stringify([p, q]));
    }
});

test('equal angles keep exactness: shared edges still touch', () => {
    const [a, b] = [g.box(2, 2), g.box(2, 2)];
    for (const angle of [0.1, 1, 2.5, -3, 100]) {
        const [c, s] = [Math.cos(angle), Math.sin(angle)];
        const gap = g.distance(a, b, { angle }, { x: 2 * c, y: 2 * s, angle }).distance;
        assert.ok(gap < 1e-15, `${angle}: ${gap}`);
    }
});

test('sine and cosine are right to 2^-52 up to the largest angle', () => {
    // The distance of a point at (1, 0), turned by the angle, from a far point shows cosine and sine.
    const tip = g.polygon([[1, 0]]);
    const origin = g.polygon([[0, 0]]);
    for (let k = 0; k < 5000; k++) {
        const angle = (k - 2500) * (k < 4000 ? 0.00123 : 3999.123);
        const { pointA } = g.distance(tip, origin, { angle });
        assert.ok(Math.abs(pointA.x - Math.cos(angle)) <= 2 ** -52, String(angle));
        assert.ok(Math.abs(pointA.y - Math.sin(angle)) <= 2 ** -52, String(angle));
    }
});
