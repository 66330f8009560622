import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import * as still from 'graze/static';

/** Points in all forms, their scale, and records with properties of the caller's own. */

const g = createSync();
/** @type {any} */
const any = g;

const LIST = [
    [0, 0],
    [4, 0],
    [4, 3],
    [0, 3],
];
const OBJECTS = LIST.map(([x, y]) => ({ x, y }));

/** A point of a class, whose coordinates are getters. */
class Corner {
    #x;
    #y;
    /** @param {number} x @param {number} y */
    constructor(x, y) {
        this.#x = x;
        this.#y = y;
    }

    get x() {
        return this.#x;
    }

    get y() {
        return this.#y;
    }
}

const FORMS = /** @type {[string, any][]} */ ([
    ['pairs', LIST],
    ['objects', OBJECTS],
    ['objects with more', OBJECTS.map((point, id) => ({ ...point, id, z: 0, name: 'corner' }))],
    ['objects of a class', LIST.map(([x, y]) => new Corner(x, y))],
    ['typed pairs', LIST.map((point) => Float64Array.from(point))],
    ['mixed', [LIST[0], OBJECTS[1], Float32Array.from(LIST[2]), new Corner(0, 3)]],
    ['mixed, an object first', [OBJECTS[0], LIST[1], OBJECTS[2], LIST[3]]],
    ['flat', LIST.flat()],
    ['flat, typed', Int16Array.from(LIST.flat())],
]);

test('points are the same in all forms', () => {
    for (const [form, points] of FORMS) {
        for (const make of ['polygon', 'hull', 'concave', 'chain']) {
            const shape = any[make](points);
            const expected = any[make](LIST);
            assert.deepEqual(shape.vertices, expected.vertices, `${make} of ${form}`);
            assert.deepEqual(shape.parts, expected.parts, `${make} of ${form}`);
        }
        const holed = g.concave([-9, -9, 9, -9, 9, 9, -9, 9], { holes: [points] });
        assert.ok(!holed.containsPoint([2, 1]) && holed.containsPoint([4, 1]), form);
    }
});

test('each coordinate is read once', () => {
    let reads = 0;
    const counted = LIST.map(([x, y]) => ({
        get x() {
            reads++;
            return x;
        },
        get y() {
            reads++;
            return y;
        },
    }));
    g.hull(counted);
    assert.equal(reads, 8);
    const list = new Proxy(counted, {
        get(target, key) {
            if (/^\d+$/.test(String(key))) reads++;
            return Reflect.get(target, key);
        },
    });
    reads = 0;
    g.hull(list);
    assert.equal(reads, 12);
});

test('errors name the coordinate as the caller wrote it', () => {
    const cases = /** @type {[any, string, string, number][]} */ ([
        [[...OBJECTS, { x: 1, y: Number.NaN }], 'not-finite', 'points[4].y', 4],
        [[...LIST, [1, Infinity]], 'not-finite', 'points[4][1]', 4],
        [[...OBJECTS, ['1', 2]], 'wrong-type', 'points[4][0]', 4],
        [[0, 0, 1, 1e39], 'out-of-range', 'points[3]', 1],
        [[...LIST, null], 'wrong-type', 'points[4]', 4],
        [[...LIST, [1, 2, 3]], 'wrong-type', 'points[4]', 4],
        [[...LIST, 5], 'wrong-type', 'points[4]', 4],
        [[0, 0, [1, 1]], 'wrong-type', 'points', NaN],
        [[0, 0, 1, [1, 1]], 'wrong-type', 'points[3]', 1],
    ]);
    for (const [points, code, argument, index] of cases) {
        assert.throws(() => any.hull(points), { code, argument }, argument);
        if (!Number.isNaN(index)) assert.throws(() => any.hull(points), { index });
    }
    assert.throws(() => any.hull([...OBJECTS, { x: 1, Y: 2 }]), {
        code: 'unknown-option',
        message: 'points[4] must have y, got "Y"; known: x, y',
    });
});

test('single points are objects or pairs', () => {
    const box = g.box(2, 2);
    const far = { x: 5 };
    const expected = g.shapeCast(box, box, undefined, far, { dx: 9, dy: 1 });
    assert.deepEqual(g.shapeCast(box, box, undefined, far, [9, 1]), expected);
    assert.deepEqual(g.shapeCast(box, box, undefined, far, Float32Array.of(9, 1)), expected);
    for (const graze of [g, still.createSync()]) {
        const square = graze.box(2, 2);
        assert.ok(square.containsPoint([1, 1]) && square.containsPoint({ x: 1, y: -1 }));
        assert.ok(!square.containsPoint([1, 1 + 2 ** -52]));
        assert.deepEqual(square.bounds({ x: 1, cos: 0, sin: 1 }), {
            ...{ minX: 0, minY: -1, maxX: 2, maxY: 1 },
        });
    }
    const piece = { t0: 0, t1: 1, x: [0], y: [0], angle: [0, 1] };
    const turned = g.motion({ pieces: [{ ...piece, pivot: { x: 1, y: 2 } }] });
    assert.deepEqual(g.motion({ pieces: [{ ...piece, pivot: [1, 2] }] }).pose(1), turned.pose(1));
});

test('a spline has the same pieces through points in all forms', () => {
    const times = [0, 1, 3, 4];
    for (const [form, points] of FORMS) {
        const motion = g.motion.spline(points, times);
        assert.deepEqual(motion.pose(2.5), g.motion.spline(LIST, times).pose(2.5), form);
    }
    const angles = LIST.map(([x, y], k) => [x, y, k]);
    const clamped = { kind: 'clamped', startVelocity: [1, 2, 3] };
    const expected = any.motion.spline(angles, times, clamped).pose(0.5);
    const objects = angles.map(([x, y, angle]) => ({ x, y, angle, id: 1 }));
    const velocity = { kind: 'clamped', startVelocity: { x: 1, y: 2, angle: 3 } };
    assert.deepEqual(any.motion.spline(objects, times, velocity).pose(0.5), expected);
    assert.deepEqual(any.motion.spline(angles.flat(), times, clamped).pose(0.5), expected);
});

test('a scale multiplies coordinates in double, before they are rounded once, and not the radius', () => {
    const millimeters = [
        [0.1, 0.3],
        [1000.7, 0.3],
        [500, 900.1],
    ];
    const scaled = millimeters.map(([x, y]) => [x * 0.001, y * 0.001]);
    for (const make of ['polygon', 'hull', 'concave', 'chain']) {
        const shape = any[make](millimeters, { scale: 0.001, radius: 0.25 });
        assert.deepEqual(shape.vertices, any[make](scaled).vertices, make);
        assert.equal(shape.radius, 0.25, make);
    }
    const holed = g.concave([0, 0, 90, 0, 90, 90, 0, 90], {
        holes: [[30, 30, 60, 30, 60, 60, 30, 60]],
        scale: 0.1,
    });
    assert.ok(!holed.containsPoint([4, 4]) && holed.containsPoint([2, 2]));
    // Coordinates beyond float32 are points of a scale that brings them back.
    assert.deepEqual(g.hull([2e200, 0], { scale: 1e-200 }).vertices, Float32Array.of(2, 0));
    assert.deepEqual(g.hull([0, 0], { scale: 1e-300 }).vertices, Float32Array.of(0, 0));
});

test('a scale that leaves the range of float32 is an error', () => {
    const triangle = [0, 0, 1, 0, 0, 1];
    const options = /** @type {[any, string, RegExp][]} */ ([
        [{ scale: 0 }, 'out-of-range', /^scale must be above 0, got 0$/],
        [{ scale: -1 }, 'out-of-range', /^scale must be above 0, got -1$/],
        [{ scale: Number.NaN }, 'not-finite', /^scale must be finite, got NaN$/],
        [{ scale: '2' }, 'wrong-type', /^scale must be a number, got "2"$/],
        [{ scale: 1e39 }, 'out-of-range', /^scale must be at most 3.4.*e\+38 for points\[2\], got/],
        [
            { scale: 1e-60 },
            'out-of-range',
            /^scale must be at least 1.1.*e-38 for points, got 1e-60/,
        ],
        [{ Scale: 2 }, 'unknown-option', /"Scale"/],
    ]);
    for (const [bad, code, message] of options) {
        for (const make of ['polygon', 'hull', 'chain'])
            assert.throws(() => any[make](triangle, bad), { code, message });
    }
    assert.throws(() => any.box(1, 1, { scale: 2 }), { code: 'unknown-option' });
});

/** Properties of a program's own, which no record knows. */
const OWN = { id: 7, name: 'own', end: 3, color: [1, 2, 3] };

test('records may have other properties, which change nothing', () => {
    const box = g.box(2, 1);
    const disc = { x: 0, y: 0, vx: 1, vy: 0, t0: 0, t1: 9, radius: 1 };
    const other = { ...disc, x: 9, vx: -1 };
    const wall = { x: 5, y: 0, width: 1, height: 1 };
    const place = { x: 4, y: 0, radius: 1 };
    const piece = { t0: 0, t1: 1, x: [0, 1], y: [0] };
    const pivot = { x: 1, y: 0 };
    /** @type {((own: object) => unknown)[]} */
    const calls = [
        (own) => g.distance(box, box, { x: 1, angle: 2, ...own }, { y: 3, cos: 0, sin: 1, ...own }),
        (own) => g.shapeCast(box, box, undefined, { x: 5 }, { dx: 9, dy: 0, ...own }),
        (own) => g.rayCast(box, undefined, { x: -5, y: 0, dx: 9, dy: 0, ...own }),
        (own) => box.bounds({ angle: 1, ...own }),
        (own) => box.containsPoint({ x: 1, y: 0.5, ...own }),
        (own) => g.closestApproach({ ...disc, ...own }, { ...other, ...own }),
        (own) => g.closestApproach({ ...disc, ...own }, { ...wall, ...own }),
        (own) => g.velocityObstacle({ ...disc, ...own, z: 0 }, other),
        (own) => g.safeIntervals({ ...place, ...own }, [[{ ...disc, ...own }]]),
        (own) => {
            return g.motion({ pieces: [{ ...piece, pivot: { ...pivot, ...own } }] }).pose(0.5);
        },
        (own) => g.motion.spline([{ x: 1, y: 2, angle: 3, ...own }], [0]).pose(0),
    ];
    for (const call of calls) assert.deepEqual(call(OWN), call({}), String(call));
});

test('parameters of motions refuse other properties, and name the right ones', () => {
    const line = { t0: 0, t1: 1, x: 0, y: 0 };
    const arc = { ...line, speed: 1, angularVelocity: 1 };
    const sample = { t: 0, x: 0, y: 0 };
    const state = { ...sample, vx: 0, vy: 0 };
    const piece = { t0: 0, t1: 1, x: [0, 1], y: [0] };
    /** @type {[call: (own: object) => unknown, argument: string, misnomers: Record<string, string>][]} */
    const calls = [
        [(own) => g.motion.static({ x: 1, ...own }), 'pose', { yaw: 'angle', r: '' }],
        [
            (own) => g.motion.linear({ ...line, vx: 1, ...own }),
            'line',
            {
                velocity: 'vx and vy',
                vX: 'vx',
                vY: 'vy',
                speed: 'vx and vy',
                heading: 'angle',
                rotation: 'angle',
                time: 't0 and t1',
                ax: '',
            },
        ],
        [
            (own) => g.motion.accelerated({ ...line, ax: 1, ...own }),
            'line',
            { acceleration: 'ax and ay', velocity: 'vx and vy', rot: 'angle' },
        ],
        [(own) => g.motion.turn({ ...arc, ...own }), 'arc', { heading: 'angle', vx: '' }],
        [
            (own) => g.motion.samples([sample, { ...sample, t: 1, ...own }]),
            'samples[1]',
            { heading: 'angle', time: 't', vx: '' },
        ],
        [
            (own) => g.motion.hermite([{ ...state, ...own }]),
            'samples[0]',
            { heading: 'angle', velocity: 'vx and vy' },
        ],
        [
            (own) => g.motion({ pieces: [{ ...piece, ...own }] }),
            'pieces[0]',
            { heading: 'angle', velocity: '', time: 't0 and t1' },
        ],
        [(own) => g.motion({ pieces: [piece], ...own }), 'motion', { heading: '', x: '' }],
    ];
    const plane = 'only moving discs can leave the plane';
    for (const [call, argument, misnomers] of calls) {
        assert.ok(call({}), argument);
        const keys = { ...misnomers, z: plane, vz: plane, id: '' };
        for (const [key, name] of Object.entries(keys)) {
            const isPlane = name === plane && argument !== 'motion';
            const hint = name === plane ? '' : `; use ${name}`;
            const end = isPlane ? `; ${plane}` : hint;
            assert.throws(
                () => call({ [key]: 1 }),
                (error) => {
                    const { code, message, value } = /** @type {any} */ (error);
                    assert.deepEqual([code, value], ['unknown-option', key], argument);
                    assert.ok(message.startsWith(`${argument} has no property "${key}"; known: `));
                    assert.ok(name === '' || message.endsWith(end), message);
                    return true;
                },
            );
        }
    }
});

test('names of other libraries for properties of records are errors that name the right ones', () => {
    const box = g.box(2, 1);
    const disc = { x: 0, y: 0, vx: 1, vy: 0, t0: 0, t1: 9, radius: 1 };
    /** @param {Record<string, unknown>} record @param {string} key */
    const without = (record, key) => {
        const { [key]: _, ...rest } = record;
        return rest;
    };
    const world = g.bodies(1);
    world.shapes[0] = box.id;
    world.poses.set([0, 0, 1, 0]);
    const scene = { pose: { x: 1, y: 2 }, ray: { x: 0, y: 0, dx: 1, dy: 0 } };
    const cases = /** @type {[call: (own: object) => unknown, keys: string[], name: string][]} */ ([
        ...[{ x: 1 }, scene.pose, {}].map((pose) => [
            (/** @type {object} */ own) => any.gap(box, box, {}, { ...pose, ...own }),
            ['theta', 'rotation', 'rot', 'yaw', 'heading', 'orientation'],
            'angle',
        ]),
        [(own) => any.collide(box, box, { ...scene.pose, ...own }), ['yaw'], 'angle'],
        [(own) => world.nearest(box, { x: 1, ...own }, 1), ['heading'], 'angle'],
        [(own) => any.gap(box, box, { angle: 1, ...own }), ['position', 'pos'], 'x and y'],
        [(own) => any.gap(box, box, own), ['position', 'pos'], 'x and y'],
        [(own) => any.conflicts({ ...without(disc, 'radius'), ...own }, disc), ['r'], 'radius'],
        [(own) => any.safeIntervals({ x: 0, y: 0, ...own }, []), ['r'], 'radius'],
        [
            (own) => any.conflicts({ ...without(without(disc, 'vx'), 'vy'), ...own }, disc),
            ['velocity', 'vel', 'speed'],
            'vx, vy and vz',
        ],
        [(own) => any.conflicts({ ...without(disc, 'vx'), ...own }, disc), ['vX'], 'vx'],
        [(own) => any.conflicts({ ...without(disc, 'vy'), ...own }, disc), ['vY'], 'vy'],
        [
            (own) => any.conflicts({ ...without(without(disc, 't0'), 't1'), ...own }, disc),
            ['time', 'times'],
            't0 and t1',
        ],
    ]);
    for (const [call, keys, name] of cases) {
        for (const key of keys) {
            assert.throws(
                () => call({ [key]: 1 }),
                (error) => {
                    const { code, message, value } = /** @type {any} */ (error);
                    assert.deepEqual([code, value], ['unknown-option', key], message);
                    const hint = key === 'theta' ? '; theta is now angle' : `; use ${name}`;
                    assert.ok(message.endsWith(hint), message);
                    return true;
                },
            );
        }
    }
    // A property that is there needs no other name: a program can have its own heading.
    const complete = { x: 1, y: 2, angle: 0.5, heading: 3, rotation: 4, position: [1, 2] };
    assert.equal(g.gap(box, box, complete), g.gap(box, box, { x: 1, y: 2, angle: 0.5 }));
    assert.equal(any.gap(box, box, { cos: 1, sin: 0, yaw: 3 }), 0);
    assert.equal(any.gap(box, box, { x: 4, heading: undefined }), 2);
    class Body {
        x = 1;
        get heading() {
            return 2;
        }
    }
    assert.throws(() => any.gap(box, box, new Body()), /; use angle$/);
});

test('what lies in the plane has no z but 0', () => {
    const box = g.box(2, 1);
    const disc = { x: 0, y: 0, vx: 1, vy: 0, t0: 0, t1: 9, radius: 1 };
    const ray = { x: -4, y: 0, dx: 8, dy: 0 };
    const wall = { x: 5, y: 0, width: 1, height: 1 };
    const calls = /** @type {[key: string, call: (own: object) => unknown][]} */ ([
        ['z', (own) => any.gap(box, box, { x: 1, y: 2, ...own })],
        ['z', (own) => any.gap(box, box, { x: 1, y: 2, angle: 1, ...own })],
        ['z', (own) => any.gap(box, box, { y: 1, ...own })],
        ['z', (own) => any.rayCast(box, {}, { ...ray, ...own })],
        ['dz', (own) => any.rayCast(box, {}, { ...ray, ...own })],
        ['dz', (own) => any.shapeCast(box, box, {}, {}, { dx: 1, dy: 0, ...own })],
        ['z', (own) => box.containsPoint({ x: 0, y: 0, ...own })],
        ['z', (own) => g.hull([{ x: 0, y: 0, ...own }])],
        ['z', (own) => g.motion.spline([{ x: 0, y: 0, ...own }], [0])],
        ['z', (own) => g.closestApproach(disc, { ...wall, ...own })],
        ['z', (own) => g.velocityObstacle(disc, { ...disc, ...own })],
        ['vz', (own) => g.velocityObstacle(disc, { ...disc, ...own })],
    ]);
    for (const [key, call] of calls) {
        call({ [key]: 0 });
        call({ [key]: undefined });
        assert.throws(() => call({ [key]: 5 }), {
            code: 'unknown-option',
            value: key,
            message: / has no property "d?v?z"; known: /,
        });
    }
    // Spheres have one.
    assert.equal(g.conflictIntervals(disc, { ...disc, z: 5 }).length, 0);
    assert.equal(g.conflictIntervals(disc, { ...disc, z: 0 }).length, 1);
});

test('a disc and a pose are read in whatever way they are written', () => {
    const box = g.box(2, 1);
    const disc = { x: 0, y: 0, vx: 1, vy: 0, t0: 0, t1: 9, radius: 1 };
    const other = { x: 4, y: 0, vx: 0, vy: 0, t0: 0, t1: 9, radius: 1 };
    class Disc {
        constructor() {
            Object.assign(this, other);
        }
    }
    class Flying extends Disc {
        get z() {
            return 5;
        }
    }
    class Starting extends Disc {
        get ax() {
            return 1;
        }
    }
    const nested = {
        get vz() {
            g.closestApproach({ ...disc, z: 3, ax: 1 }, other);
            return 0;
        },
    };
    const busy = {
        get constructor() {
            g.closestApproach({ ...disc, z: 3, ax: 1 }, other);
            return Object;
        },
    };
    const { x, y, ...rest } = other;
    const [met, apart] = [[[2, 6]], []];
    const started = g.conflictIntervals(disc, { ...other, ax: 1 });
    assert.notDeepEqual(started, met);
    for (const [second, intervals] of /** @type {[any, unknown][]} */ ([
        [other, met],
        [{ ...other, id: 1 }, met],
        [{ ...rest, x, y }, met],
        [{ id: 1, radius: 1, t1: 9, t0: 0, vy: 0, vx: 0, y: 0, x: 4 }, met],
        [Object.assign(Object.create(null), other), met],
        [Object.create(other), met],
        [new Proxy(other, {}), met],
        [new Disc(), met],
        [{ ...other, z: 0, vz: 0 }, met],
        [Object.defineProperties({ ...other }, Object.getOwnPropertyDescriptors(nested)), met],
        [Object.defineProperties({ ...other }, Object.getOwnPropertyDescriptors(busy)), met],
        [{ ...other, z: 5 }, apart],
        [{ ...other, id: 1, z: 5 }, apart],
        [Object.create({ ...other, z: 5 }), apart],
        [Object.assign(Object.create({ z: 5 }), other), apart],
        [new Flying(), apart],
        [{ ...other, ax: 1 }, started],
        [new Starting(), started],
    ])) {
        assert.deepEqual(g.conflictIntervals(disc, second), intervals);
        assert.deepEqual(g.conflictIntervals(second, disc), intervals);
    }
    class Pose {
        x = 4;
        angle = 0;
    }
    class Aircraft extends Pose {
        get z() {
            return 5;
        }
    }
    for (const pose of [{ x: 4 }, new Pose(), Object.create({ x: 4 }), { x: 4, z: undefined }])
        assert.equal(g.gap(box, box, {}, pose), 2);
    assert.throws(() => g.gap(box, box, {}, new Aircraft()), { code: 'unknown-option' });
});

test('a record that cannot mean what it says is an error', () => {
    const box = g.box(2, 1);
    const disc = { x: 0, y: 0, vx: 1, vy: 0, t0: 0, t1: 9, radius: 1 };
    const { t1, ...endless } = disc;
    const line = { t0: 0, t1: 1, x: 0, y: 0, vx: 1 };
    const cases = /** @type {[() => unknown, RegExp][]} */ ([
        [() => any.gap(box, box, box), /^poseA has no property "id"/],
        [() => any.gap(box, box, { angel: 1 }), /^poseA has no property "angel"/],
        [() => any.gap(box, box, { x: 1, theta: 1 }), /; theta is now angle$/],
        [
            () => any.conflicts({ ...endless, T1: t1, id: 1 }, disc),
            /must have t1, got "T1", "id"; known: x, /,
        ],
        [() => any.conflicts({ ...endless, end: t1 }, disc), /; end is now t1$/],
        [() => any.velocityObstacle({ ...disc, ax: 1 }, disc), /^first has no property "ax"/],
        [() => any.motion.linear({ ...line, ax: 1 }), /^line has no property "ax"/],
        [
            () => any.safeIntervals({ x: 0, y: 0, radius: 1, vx: 1 }, []),
            /^place has no property "vx"/,
        ],
        [
            () => any.rayCast(box, undefined, { x: 0, y: 0, dx: 1, dY: 1 }),
            /^ray must have dy, got "dY"/,
        ],
    ]);
    for (const [call, message] of cases)
        assert.throws(call, { name: 'GrazeError', code: 'unknown-option', message });
    assert.throws(() => any.conflicts(endless, disc), { code: 'wrong-type', argument: 'first.t1' });
    assert.equal(g.gap(box, box, {}), 0);
});

test('options refuse other properties', () => {
    const box = g.box(2, 1);
    const motion = g.motion.static();
    const calls = [
        () => any.box(1, 1, { ...OWN }),
        () => any.motion.static({}, { before: 'stay', ...OWN }),
        () => any.firstContact(box, box, motion, motion, { from: 0, to: 1, ...OWN }),
        () => any.path(box, motion, { t0: 0, t1: 1, step: 1, id: 1 }),
        () => any.pairs(2, { witnesses: true, id: 1 }),
    ];
    for (const call of calls) assert.throws(call, { code: 'unknown-option' }, String(call));
});
