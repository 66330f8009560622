import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatValue, GrazeError } from 'graze/external';
import { makeWorld, openInstance, openTested, probe } from './world.js';

/** Ways in which the face was once broken, each by its mechanism. */

/** @param {() => unknown} run @param {object} expected */
const refuses = (run, expected) => assert.throws(run, { name: 'GrazeError', ...expected });

/** Arguments as they must not be. @param {unknown} value @returns {any} */
const any = (value) => value;

/**
 * `Float64Array.from` asks an array for its iterator after its length had been checked: more coefficients than six came
 * through, and were written over the pivot, the next piece and then what lay behind in the module's memory.
 */
test('an array whose iterator gives more than its length says does not write behind its piece', () => {
    const w = makeWorld(openTested().g);
    const expected = probe(w);
    const x = Object.assign([1, 2], {
        *[Symbol.iterator]() {
            for (let k = 0; k < 100; k++) yield 1e9;
        },
    });
    const motion = w.g.motion({ pieces: [{ t0: 0, t1: 1, x, y: [0] }] });
    assert.deepEqual(motion.pose(1), { x: 3, y: 0, angle: 0 });
    assert.equal(probe(w), expected);
});

/**
 * `map` and `forEach` pass over holes: pieces, segments and speeds stayed what was in the memory before, or NaN, and the
 * first one read from JavaScript was a TypeError.
 */
test('holes in an array are entries that are missing', () => {
    const { g } = openTested();
    const path = makeWorld(g).ego;
    const moving = { x: 0, y: 0, vx: 1, vy: 0, t0: 0, t1: 1, radius: 1 };
    refuses(() => g.motion({ pieces: any(new Array(2)) }), { code: 'wrong-type' });
    refuses(() => g.motion.samples(any(new Array(2))), { argument: 'samples[0].t' });
    refuses(() => g.unsafeDelays(any([moving, undefined]), moving), { code: 'wrong-type' });
    refuses(() => g.minimumDelay(moving, any(new Array(1))), { argument: 'others[0]' });
    refuses(() => g.sweepMany(path, any(new Array(1))), { argument: 'others[0]' });
    refuses(() => g.scene(any(new Array(1))), { argument: 'paths[0]' });
    const speeds = new Array(2);
    speeds[1] = 5;
    refuses(() => g.safeVelocity(moving, moving, { maxSpeed: any(speeds) }), {
        argument: 'maxSpeed',
    });
});

/** Its length was believed: 2^32 - 2 numbers were requested from the host (RangeError), or names made for as many paths. */
test('an array that is mostly holes is refused at once, however long', () => {
    const { g } = openTested();
    const path = makeWorld(g).ego;
    const endless = any(new Array(2 ** 32 - 2));
    refuses(() => g.hull(endless), { code: 'out-of-range', argument: 'points.length' });
    refuses(() => g.scene(endless), { code: 'out-of-range', argument: 'paths.length' });
    refuses(() => g.sweepMany(path, endless), { argument: 'others.length' });
});

/** `instanceof` is true for what inherits; reading its private member was a TypeError. */
test('what inherits from a shape, and a proxy of one, are none', () => {
    const { g } = openTested();
    const disc = g.disc(1);
    for (const one of [
        Object.create(disc),
        Object.create(Object.getPrototypeOf(disc)),
        new Proxy(disc, {}),
    ]) {
        refuses(() => g.collide(one, disc), { code: 'wrong-type', argument: 'a' });
    }
});

/**
 * `{ method, ...rest }` takes own properties only: options that a prototype gave had been found known, and were then left
 * out without a word.
 */
test('options that are inherited count as those that are own', () => {
    const w = makeWorld(openTested().g);
    const own = { from: 3.9, to: 4 };
    const inherited = Object.create(own);
    assert.notDeepEqual(w.g.sweep(w.ego, w.other, own), w.g.sweep(w.ego, w.other));
    assert.deepEqual(w.g.sweep(w.ego, w.other, inherited), w.g.sweep(w.ego, w.other, own));
    assert.deepEqual(w.scene.contacts(inherited), w.scene.contacts(own));
    const [box, disc, east, standing] = [w.box, w.disc, w.east, w.standing];
    assert.deepEqual(
        w.g.unsafeMotionDelays(box, disc, east, standing, inherited),
        w.g.unsafeMotionDelays(box, disc, east, standing, own),
    );
    const route = { x: 0, y: 0, vx: 1, vy: 0, t0: 0, t1: 9, radius: 1 };
    const place = { x: 5, y: 0, radius: 1 };
    const within = { from: 0, to: 1 };
    assert.deepEqual(w.g.safeIntervals(place, [route], Object.create(within)), [[0, 1]]);
});

/** A place was spread over by a velocity of 0: that it had one of its own was never seen. */
test('a place has no velocity', () => {
    const { g } = openTested();
    refuses(() => g.safeIntervals(any({ x: 0, y: 0, radius: 1, vx: 5 }), []), {
        code: 'unknown-option',
        argument: 'place',
    });
});

/** A getter of a class is a property that no loop sees. */
test('an object of a class is a pose by a getter, and not by a property that is not known', () => {
    const { g } = openTested();
    class Other {
        raduis = 1;
    }
    class Pose extends Other {
        get x() {
            return 5;
        }
    }
    assert.equal(g.gap(g.disc(1), g.disc(1), any(new Pose())), 3);
    refuses(() => g.collide(g.disc(1), g.disc(1), any(new Other())), {
        code: 'unknown-option',
        argument: 'poseA',
    });
});

/** A batch could be made to appear larger: its views then reached over what lies behind it. */
test('the capacity of a batch cannot be raised', () => {
    const { g } = openTested();
    for (const batch of [g.pairs(2), g.bodies(2), g.movingPairs(2), g.movingDiscs(2)]) {
        assert.throws(() => {
            any(batch).capacity = 1000;
        }, TypeError);
        assert.equal(batch.capacity, 2);
    }
});

/** The glue believed the count; only JavaScript compared it with the capacity. */
test('the module itself refuses a count beyond a batch of bodies', () => {
    const { g, exports } = openInstance();
    const batch = any(g.bodies(2));
    for (const count of [3, -1, 2 ** 31 - 1, -(2 ** 31)]) {
        assert.equal(exports.graze_wasm_bodies_near(batch.id, count, 0), -1);
        assert.equal(exports.graze_wasm_bodies_at_point(batch.id, count, -1, -1, 0, 0), -1);
        assert.equal(exports.graze_wasm_bodies_between(batch.id, 0, count, 2, 0, 0), -1);
        assert.equal(exports.graze_wasm_bodies_between(batch.id, 1, 2 ** 31 - 1, 0, count, 0), -1);
        assert.notEqual(exports.graze_wasm_bodies_update(batch.id, 0, count), 0);
    }
    assert.notEqual(exports.graze_wasm_bodies_update(batch.id, 2, 1), 0);
    assert.equal(exports.graze_wasm_bodies_between(batch.id, 0, 2, 1, 1, 0), -1);
});

/** Every failure of the call was laid to the shape. */
test('a heading that is none is the fault of the pose', () => {
    const { g } = openTested();
    refuses(() => g.rayCast(g.disc(1), { cos: 1, sin: 1 }, { x: 0, y: 0, dx: 1, dy: 0 }), {
        code: 'not-a-heading',
        argument: 'pose',
    });
});

/** The iterator held two numbers: a path that nothing else held could be collected between two of its steps. */
test('steps that are not requested yet keep their paths, and freed ones are refused at once', () => {
    const w = makeWorld(openTested().g);
    const steps = w.g.sweepSteps(w.ego, w.other);
    assert.deepEqual(any(steps).paths, [w.ego, w.other]);
    w.other.free();
    refuses(() => w.g.sweepSteps(w.ego, w.other), { code: 'stale-handle', argument: 'pathB' });
    refuses(() => [...steps], { code: 'stale-handle', argument: 'pathB' });
});

/** `constructor.name` is the caller's to give; a function was shown by its source, a symbol with its line ends. */
test('a value of any kind is shown in a few words on one line', () => {
    assert.equal(formatValue(Object.setPrototypeOf([1], null)), 'Array(1)');
    assert.equal(formatValue(new DataView(new ArrayBuffer(8))), 'a DataView');
    assert.equal(formatValue(new Float32Array(2)), 'Float32Array(2)');
    assert.equal(
        formatValue(() => 'secret'),
        'a function',
    );
    assert.equal(formatValue(Symbol('\n')), 'Symbol(\\u000a)');
    assert.equal(formatValue(10n), '10n');
    assert.ok(formatValue(10n ** 60n).length < 50);
});

/** Each candidate's path was laid out by itself: memory that ran out at a later one left the results of those before. */
test('memory that runs out at a later candidate leaves the results as they were', () => {
    const { g, exports } = openTested();
    const w = makeWorld(g);
    // The last one has more pieces, and its path wants more room.
    const long = g.motion.samples(Array.from({ length: 7 }, (_, t) => ({ t, x: t, y: t % 2 })));
    const pairBatch = g.movingPairs(2, { pieces: 16 });
    pairBatch.set(1, w.box, long, pairBatch.set(0, w.box, w.east, 0));
    pairBatch.statuses.fill(9);
    exports.graze_test_arm(1, 1);
    refuses(() => w.scene.firstContacts(pairBatch, 2), { code: 'out-of-memory' });
    assert.deepEqual([...pairBatch.statuses], [9, 9]);
});

/** A fault that is nobody's was named by what an empty list has at -1: "undefined: memory cannot grow further". */
test('running out of memory names no argument that there is not', () => {
    for (const run of [
        (/** @type {any} */ { g, box, disc }) => g.study.minkowskiDifference(box, disc),
        (/** @type {any} */ { g, box, disc }) => g.study.trace(box, disc),
        (/** @type {any} */ { g }) => g.disc(1),
    ]) {
        const { g, exports } = openTested();
        const w = makeWorld(g);
        exports.graze_test_arm(1, 1);
        assert.throws(
            () => run(w),
            (/** @type {any} */ error) =>
                error instanceof GrazeError && !error.message.includes('undefined'),
        );
    }
});
