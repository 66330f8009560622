import assert from 'node:assert/strict';

/**
 * Checks what answers look like: a check for each form, which throws with the place of what is not so. Nowhere is a NaN one.
 *
 * @typedef {(value: any, at: string) => void} Form
 */

/** @type {Form} */
export const finite = (value, at) =>
    assert.ok(Number.isFinite(value), `${at}: ${String(value)} is not finite`);

/** A number that may be infinite. @type {Form} */
export const number = (value, at) =>
    assert.ok(
        typeof value === 'number' && !Number.isNaN(value),
        `${at}: ${String(value)} is not a number`,
    );

/** @type {Form} */
export const count = (value, at) =>
    assert.ok(Number.isInteger(value) && value >= 0, `${at}: ${String(value)} is not a count`);

/** @type {Form} */
export const flag = (value, at) => assert.equal(typeof value, 'boolean', at);

/** @type {Form} */
export const nothing = (value, at) => assert.equal(value, undefined, at);

/** @param {...unknown} values @returns {Form} */
const oneOf =
    (...values) =>
    (value, at) =>
        assert.ok(values.includes(value), `${at}: ${String(value)} is none of ${values.join()}`);

/** @param {Form} form @returns {Form} */
export const nullable = (form) => (value, at) => value === null || form(value, at);

/** @param {Form} form @returns {Form} */
export const listOf = (form) => (value, at) => {
    assert.ok(Array.isArray(value), `${at} is not an array`);
    value.forEach((one, k) => {
        form(one, `${at}[${k}]`);
    });
};

/** @param {...Form} forms @returns {Form} */
const tuple =
    (...forms) =>
    (value, at) => {
        assert.ok(Array.isArray(value) && value.length === forms.length, `${at} is not a tuple`);
        forms.forEach((form, k) => {
            form(value[k], `${at}[${k}]`);
        });
    };

/** @param {Record<string, Form>} forms @returns {Form} */
const record = (forms) => (value, at) => {
    assert.deepEqual(Object.keys(value).sort(), Object.keys(forms).sort(), at);
    for (const [key, form] of Object.entries(forms)) form(value[key], `${at}.${key}`);
};

/** An object of the caller's that has been written, and may have more. @param {readonly string[]} keys @param {Form} form @returns {Form} */
export const written = (keys, form) => (value, at) =>
    form(Object.fromEntries(keys.map((key) => [key, value[key]])), at);

/** @param {Function} Type @param {Form} form of each number @returns {Form} */
export const typed = (Type, form) => (value, at) => {
    assert.equal(value.constructor, Type, at);
    for (const one of value) form(one, at);
};

/** One of the package's own things, by what it has. @param {...string} keys @returns {Form} */
export const anyHandle =
    (...keys) =>
    (value, at) => {
        assert.ok(typeof value === 'object' && value !== null, `${at} is not an object`);
        for (const key of keys) assert.ok(key in value, `${at} has no ${key}`);
    };

export const relation = oneOf('disjoint', 'touching', 'overlapping');
const point = record({ x: finite, y: finite });
const feature = record({ kind: oneOf('vertex', 'edge'), index: count });
/** Two ends, in order. @type {Form} */
export const span = (value, at) => {
    tuple(number, number)(value, at);
    assert.ok(value[0] <= value[1], `${at}: ${value} is not in order`);
};
/** A part of a shape that is not convex. */
export const shapeBounds = record({ minX: finite, minY: finite, maxX: finite, maxY: finite });
export const part = record({ vertices: typed(Float32Array, finite), radius: finite });
const witness = {
    pointA: point,
    pointB: point,
    normal: point,
    featureA: feature,
    featureB: feature,
};

/**
 * Returns the form of the answer of a search: what it has found, or nothing.
 *
 * @param {Record<string, Form>} forms
 * @returns {Form}
 */
const foundOrFree = (forms) => {
    const found = record({ status: oneOf('found'), ...forms });
    const none = Object.keys(forms).map((key) => [key, oneOf(null)]);
    const free = record({ status: oneOf('free'), ...Object.fromEntries(none) });
    return (value, at) => (value.status === 'free' ? free : found)(value, at);
};

const distanceForms = { relation, distance: finite, ...witness, iterations: count };
export const distance = record(distanceForms);
export const nearestDiscs = foundOrFree({
    first: count,
    second: count,
    separation: finite,
    time: finite,
});
export const bodyDistance = foundOrFree({ body: count, ...distanceForms });
export const penetration = record({
    relation,
    status: oneOf('exact', 'bounded'),
    depth: finite,
    lowerBound: finite,
    ...witness,
});

export const manifold = record({
    relation,
    normal: nullable(point),
    depth: finite,
    points: listOf(record({ x: finite, y: finite, separation: finite, id: count })),
});

export const contactCone = record({ relation, directions: listOf(point) });

const castStatus = oneOf('free', 'hit', 'grazing', 'overlapping');
export const shapeCast = record({
    status: castStatus,
    relation,
    interval: nullable(span),
    point: nullable(point),
    normal: nullable(point),
    featureA: nullable(feature),
    featureB: nullable(feature),
});
export const rayCast = record({
    status: castStatus,
    relation,
    interval: nullable(span),
    point: nullable(point),
    normal: nullable(point),
    feature: nullable(feature),
});

const found = {
    body: nullable(count),
    status: castStatus,
    relation,
    interval: nullable(span),
    point: nullable(point),
    normal: nullable(point),
};
export const bodyRayCast = record({ ...found, feature: nullable(feature) });
export const bodyShapeCast = record({
    ...found,
    featureA: nullable(feature),
    featureB: nullable(feature),
});

const corner = { x: finite, y: finite, a: count, b: count };
export const differencePoint = record(corner);
export const trace = record({
    ...distanceForms,
    rounds: listOf(
        record({
            direction: point,
            w: record(corner),
            simplex: listOf(record({ ...corner, weight: finite, kept: flag })),
            barycode: finite,
            v: point,
            outcome: oneOf('nearer', 'inside', 'origin', 'repeated', 'stalled'),
        }),
    ),
});

const contactStatus = oneOf('free', 'hit', 'grazing', 'overlapping', 'undecided');
const contactForms = {
    status: contactStatus,
    time: nullable(span),
    separation: nullable(finite),
    pointA: nullable(point),
    pointB: nullable(point),
    normal: nullable(point),
    featureA: nullable(feature),
    featureB: nullable(feature),
    iterations: count,
};
export const contact = record(contactForms);
export const contactTrace = record({ ...contactForms, evaluations: listOf(finite) });
export const swept = record({
    ...contactForms,
    step: nullable(count),
    tests: count,
    candidates: count,
    runs: count,
});
export const interval = record({
    status: oneOf('hit', 'grazing', 'undecided'),
    begin: span,
    end: span,
});
export const clearance = record({
    separation: span,
    status: oneOf('certified', 'undecided', 'bounded'),
    time: nullable(finite),
    pointA: nullable(point),
    pointB: nullable(point),
    normal: nullable(point),
    iterations: count,
});
export const bodyContact = record({
    body: nullable(count),
    status: contactStatus,
    time: nullable(span),
});
export const wallSegment = record({ wall: count, segment: count });
export const sceneClearance = record({
    separation: span,
    status: oneOf('certified', 'undecided', 'bounded'),
    time: nullable(finite),
    body: nullable(count),
    path: nullable(count),
    egoPath: nullable(count),
});
export const sceneContact = record({
    body: nullable(count),
    path: nullable(count),
    egoPath: nullable(count),
    status: contactStatus,
    time: nullable(span),
});
export const pairContact = record({
    first: count,
    second: count,
    firstPath: count,
    secondPath: count,
    status: contactStatus,
    time: span,
});
export const conflict = record({
    begin: finite,
    end: finite,
    relation: oneOf('touching', 'overlapping'),
    separation: finite,
    time: finite,
});
const routePart = record({ piece: count, stay: oneOf('before', 'after', null) });
const routeConflictForms = {
    begin: number,
    end: number,
    relation: oneOf('touching', 'overlapping'),
    separation: finite,
    time: number,
    first: routePart,
    second: routePart,
};
export const routeConflict = record(routeConflictForms);
const trafficForms = { ...routeConflictForms, route: count };
export const trafficConflict = record(trafficForms);
export const firstTrafficConflict = foundOrFree(trafficForms);
export const approach = record({ relation: nullable(relation), separation: number, time: finite });
export const pose = nullable(record({ x: finite, y: finite, angle: finite }));
export const bounds = record({
    x: span,
    y: span,
    angle: span,
    speed: number,
    acceleration: number,
    angularVelocity: number,
    angularAcceleration: number,
    pointSpeed: number,
    pointAcceleration: number,
});
export const obstacle = record({
    kind: oneOf('cone', 'everything', 'nothing'),
    horizon: number,
    apex: point,
    left: nullable(point),
    right: nullable(point),
    cut: nullable(record({ x: number, y: number, radius: number })),
});
const vector = record({ x: finite, y: finite, z: finite });
export const cone = record({
    kind: oneOf('cone', 'everything', 'nothing'),
    horizon: number,
    apex: vector,
    axis: nullable(vector),
    sin: finite,
    cos: finite,
    cut: nullable(record({ x: number, y: number, z: number, radius: number })),
});
export const safeVelocity = record({
    step: oneOf(1, 2, 3, 4, 5),
    agent: oneOf('first', 'second', null),
    vx: finite,
    vy: finite,
    vz: finite,
    end: finite,
    delay: finite,
});
