import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GrazeError } from 'graze/solid/study';
import { readTable } from '../../wasm/boundary.mjs';
import { makeBodies, random, randomPose } from '../solid/bodies_at_random.js';
import { isHandle, namesIn, placesIn, put, putGetter, showPlace, valueAt } from './arguments.js';
import { make, perform } from './calls.js';
import { GETTERS, HOSTILE } from './hostile.js';
import { blamable, settle } from './outcome.js';
import {
    CALLS,
    FIELDS,
    fillHoles,
    makeSolids,
    openSolid,
    openTestedSolid,
    probeSolids,
} from './solid.js';
import { bits, HOST } from './world.js';

/** The robustness of `graze/solid` and `graze/solid/study`: their table of calls, and each call under each kind of fault. */

/**
 * @import { Call } from './calls.js'
 *
 * @type {(call: Call, w: any) => any}
 */
const performed = (call, w) => bits(perform(call, w));

const WITH_ARGUMENTS = CALLS.filter(({ names }) => names.length > 0);
const template = /** @type {any} */ (makeSolids(openSolid().g));
const expectedProbe = probeSolids(template);

/** Members that are only for subclasses. */
const HIDDEN = [
    'view',
    'handle',
    'witnessView',
    'query',
    'begin',
    'checkFound',
    'checkSet',
    'endOfPieces',
];

/** @param {any} one @param {string | symbol} name */
function isOldName(one, name) {
    try {
        return one[name] === isOldName;
    } catch (error) {
        return / is now /.test(/** @type {Error} */ (error).message);
    }
}

/** @param {object} one @returns {string[]} names of members of its classes, but for those of version 0.1 */
function inherited(one) {
    const names = new Set();
    for (
        let proto = Object.getPrototypeOf(one);
        proto !== Object.prototype;
        proto = Object.getPrototypeOf(proto)
    ) {
        for (const name of Reflect.ownKeys(proto)) names.add(name);
    }
    names.delete('constructor');
    for (const name of HIDDEN) names.delete(name);
    return [...names]
        .filter((name) => !isOldName(one, name))
        .map(String)
        .sort();
}

test('every public method and getter is in the table, and nothing else', () => {
    const { g, box, rail, ego, scene, pairs, bodies, movingPairs, boxIndex } = template;
    const all = {
        ...{ SolidGraze: g, SolidStudy: g.study, Solid: box, SolidMotion: rail },
        ...{ SolidPath: ego, SolidScene: scene, BoxIndex: boxIndex },
        ...{ SolidPairBatch: pairs, SolidBodyBatch: bodies, SolidMovingPairBatch: movingPairs },
    };
    for (const [of, one] of Object.entries(all)) {
        const calls = CALLS.filter((call) => call.of === of && call.name !== 'motion');
        const listed = calls.map(({ name }) => String(name));
        assert.deepEqual(listed.sort(), inherited(one), of);
        const fields = FIELDS[/** @type {keyof typeof FIELDS} */ (of)];
        assert.deepEqual(Reflect.ownKeys(one).map(String).sort(), [...fields].sort(), of);
    }
    const makers = CALLS.filter(({ of }) => of === 'SolidMotionMaker').map(({ name }) => name);
    assert.deepEqual([...new Set(makers)].sort(), Object.keys(g.motion).sort());
});

test('every call is valid, takes as many arguments as it names, and repeats itself', () => {
    for (const call of CALLS) {
        const [one, other] = [0, 1].map(() => /** @type {any} */ (makeSolids(openSolid().g)));
        assert.equal(call.args(one).length, call.names.length, call.label);
        assert.equal(performed(call, other), performed(call, one), call.label);
    }
});

test('the calls of the table reach every function of the family', () => {
    const called = new Set();
    const { g } = openSolid(undefined, (exports) => {
        const wrapped = Object.entries(exports).map(([name, one]) => {
            if (!name.startsWith('graze_wasm_')) return [name, one];
            /** @param {number[]} args */
            const record = (...args) => {
                called.add(name.slice('graze_wasm_'.length));
                return /** @type {Function} */ (one)(...args);
            };
            return [name, record];
        });
        return Object.fromEntries(wrapped);
    });
    for (const call of CALLS) performed(call, makeSolids(g));
    const missing = readTable().filter(({ family, call }) => {
        return family.startsWith('solid') && !called.has(call);
    });
    // An instance with the option `debug` calls it.
    assert.deepEqual(
        missing.map(({ call }) => call),
        ['solid_bodies_changed'],
    );
});

test('anything anywhere in the arguments is answered, or refused by name', (t) => {
    /** @type {Record<string, number>} */
    const ends = {};
    for (const call of WITH_ARGUMENTS) {
        const w = /** @type {any} */ (makeSolids(openSolid().g));
        for (const place of placesIn(call.args(template))) {
            const valid = call.args(w);
            const suspects = namesIn(call.names[Number(place[0])], valid[Number(place[0])]);
            // Either is at fault where they do not fit each other.
            if (call.name === 'mesh') suspects.add('indices').add('positions');
            if (call.name === 'set') suspects.add('parent');
            if (call.name === 'update') suspects.add('end');
            if (call.name === 'bounds') suspects.add('from').add('to');
            if (call.name === 'set') suspects.add('parent');
            if (call.name === 'nearBetween') suspects.add('secondBox');
            for (const { label, make: replace } of HOSTILE) {
                const args = call.args(w);
                put(args, place, replace(w, valueAt(args, place)));
                const at = `${call.label} ${showPlace(place)}: ${label}`;
                const end = settle(call, w, args, at, { suspects });
                ends[end] = (ends[end] ?? 0) + 1;
            }
            assert.equal(probeSolids(w), expectedProbe, `${call.label} ${showPlace(place)}`);
        }
    }
    t.diagnostic(JSON.stringify(ends));
});

test('getters that throw, free or say something else each time: at every place', () => {
    for (const call of WITH_ARGUMENTS) {
        for (const place of placesIn(call.args(template)).filter(({ length }) => length > 1)) {
            for (const [label, get] of Object.entries(GETTERS)) {
                const w = /** @type {any} */ (makeSolids(openSolid().g));
                const args = call.args(w);
                if (isHandle(valueAt(args, place)) && label.startsWith('gives')) continue;
                const suspects = new Set([...blamable(call, w), 'shape', 'shapes', 'solid']);
                putGetter(args, place, (valid) => get(w, valid));
                const at = `${call.label} ${showPlace(place)}: a getter ${label}`;
                const end = settle(call, w, args, at, { suspects });
                if (label === 'throws') assert.equal(end, 'thrown', at);
                assert.ok(w.g.collide(w.g.sphere(1), w.g.sphere(1)), at);
            }
        }
    }
});

for (const [how, what] of Object.entries({ once: HOST.refuseOnce, 'for good': HOST.refuseFrom })) {
    test(`memory refused ${how}, at every time: an error, and the instance as before`, (t) => {
        let total = 0;
        for (const call of CALLS) {
            const control = /** @type {any} */ (makeSolids(openTestedSolid().g));
            const expected = performed(call, control);
            for (let k = 1; ; k++) {
                const { g, exports } = openTestedSolid();
                const w = /** @type {any} */ (makeSolids(g));
                const kept = fillHoles(w);
                const self = call.self(w);
                const args = call.args(w);
                const used = g.memoryUsed;
                exports.graze_test_arm(k, what);
                /** @type {any} */
                let error = null;
                try {
                    make(call, w, args, self);
                } catch (thrown) {
                    error = thrown;
                }
                const attempts = exports.graze_test_requested();
                exports.graze_test_arm(0, 0);
                const at = `${call.label}, refused at ${k}`;
                if (attempts < k) {
                    assert.equal(error, null, at);
                    break;
                }
                total++;
                assert.ok(error instanceof GrazeError, `${at}: ${error?.stack}`);
                assert.equal(error.code, 'out-of-memory', at);
                // A batch that does not fit has too large a capacity, a scene too many paths.
                const size = ['capacity', 'paths'].find((name) => name === call.names[0]);
                assert.equal(error.argument, size, at);
                assert.ok(g.memoryUsed <= used, at);
                const answer = performed(call, w);
                if (call.name !== 'memoryUsed') assert.equal(answer, expected, at);
                if (!call.frees) assert.equal(probeSolids(w), expectedProbe, at);
                assert.ok(kept.every(({ radius }) => radius === 1));
            }
        }
        assert.ok(total >= 8, `${total}`);
        t.diagnostic(`${total} refusals`);
    });
}

test('a scene that finds no memory for one of its blocks gives back what it has taken, and can be made later', (t) => {
    // Each block of steps takes more memory than all that the ones before have left.
    const opened = () => {
        const { g, exports } = openTestedSolid();
        const w = makeSolids(g);
        const paths = Array.from({ length: 1000 }, (_, k) => (k % 2 === 0 ? w.other : w.third));
        fillHoles(w);
        return { g, exports, w, paths };
    };
    const control = opened();
    control.g.scene(control.paths).free();
    const expected = control.g.memoryUsed;
    let refused = 0;
    for (let k = 1; ; k++) {
        const { g, exports, w, paths } = opened();
        const used = g.memoryUsed;
        exports.graze_test_arm(k, HOST.refuseFrom);
        /** @type {any} */
        let error = null;
        try {
            g.scene(paths);
        } catch (thrown) {
            error = thrown;
        }
        const attempts = exports.graze_test_requested();
        exports.graze_test_arm(0, 0);
        if (attempts < k) {
            assert.equal(error, null);
            break;
        }
        refused++;
        assert.ok(error instanceof GrazeError, error?.stack);
        assert.deepEqual([error.code, error.argument], ['out-of-memory', 'paths']);
        assert.equal(g.memoryUsed, used, `refused at ${k}`);
        assert.equal(probeSolids(w), expectedProbe, `refused at ${k}`);
        g.scene(paths).free();
        assert.equal(g.memoryUsed, expected, `refused at ${k}`);
    }
    assert.ok(refused >= 3, `${refused}`);
    t.diagnostic(`${refused} refusals`);
});

test('a memory that grows in a call changes no answer', () => {
    for (const call of CALLS.filter(({ frees }) => !frees)) {
        const expected = performed(call, makeSolids(openTestedSolid().g));
        const { g, exports } = openTestedSolid();
        const w = makeSolids(g);
        const kept = fillHoles(w);
        exports.graze_test_arm(1, HOST.grow);
        const answer = performed(call, w);
        assert.ok(kept.every(({ radius }) => radius === 1));
        exports.graze_test_arm(0, 0);
        if (call.name !== 'memoryUsed') assert.equal(answer, expected, call.label);
    }
});

test('after a trap every call reports that the instance is dead', () => {
    const { g } = openSolid(undefined, (exports) => ({
        ...exports,
        graze_wasm_solid_relation: () => {
            throw new WebAssembly.RuntimeError('unreachable');
        },
    }));
    const ball = g.sphere(1);
    assert.throws(() => g.collide(ball, ball), { code: 'instance-dead' });
    assert.throws(() => g.gap(ball, ball), { code: 'instance-dead' });
    assert.throws(() => g.sphere(1), { code: 'instance-dead' });
    assert.throws(() => ball.vertices, { code: 'instance-dead' });
});

test('the module with SIMD and that of the package give the same bits', () => {
    const [mine, theirs] = [openSolid(), openTestedSolid()].map(({ g }) => {
        const next = random(7);
        const bodies = makeBodies(g);
        const count = 300;
        const pairs = g.pairs(count, { witnesses: true });
        const world = g.bodies(count, { still: 100, pairs: count * count });
        for (let k = 0; k < count; k++) {
            const [a, b] = [0, 1].map(() => bodies[Math.floor(next() * bodies.length)]);
            pairs.shapeA[k] = a.id;
            pairs.shapeB[k] = b.id;
            pairs.poseA.set(randomPose(next, 0.7), 7 * k);
            pairs.poseB.set(randomPose(next, 0.7), 7 * k);
            world.shapes[k] = a.id;
            world.poses.set(randomPose(next, 3), 7 * k);
        }
        const near = world.near(count, 0.25);
        return bits([
            [pairs.distance(count), pairs.distances, pairs.pointA, pairs.pointB, pairs.normal],
            [pairs.penetration(count), pairs.depths, pairs.pointA, pairs.pointB, pairs.normal],
            [near, world.first, world.second, world.relations, world.distances],
            world.rayCast({ x: -4, y: 0, z: 0, dx: 9, dy: 1, dz: 1 }, count),
        ]);
    });
    assert.equal(mine, theirs);
});
