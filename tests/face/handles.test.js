import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GrazeError } from 'graze/external';
import { isHandle, placesIn, put, rootOf, showPlace, valueAt } from './arguments.js';
import { CALLS, make, perform } from './calls.js';
import { bits, freeWorld, makeWorld, openInstance, openTested, probe } from './world.js';

/** Input where a shape, a motion, a path or a batch belongs. */

/** @import { World } from './world.js' */

/** How errors name a thing of a class. @type {Record<string, string>} */
const KINDS = {
    Motion: 'motion',
    Path: 'path',
    Scene: 'scene',
    Traffic: 'traffic',
    PairBatch: 'batch of pairs',
    BodyBatch: 'batch of bodies',
    MovingPairBatch: 'batch of moving pairs',
    MovingDiscBatch: 'batch of moving discs',
    BoxIndex: 'index of boxes',
};

/** Creates an object like another one, in the same world. @param {World} w @param {any} one */
function another(w, one) {
    if ('vertices' in one) return w.g.disc(0.5);
    if ('bounds' in one) return w.g.motion.static({ x: 1 });
    if ('boxes' in one) return w.g.path(w.box, w.east, w.ego.clock);
    return w.g.movingPairs(3, { pieces: 8, pairs: 4 });
}

/** @param {unknown} value */
const nameOf = (value) => /** @type {object} */ (value).constructor.name;

/**
 * Hostile ones, by the code that refuses them.
 *
 * @type {Record<string, [code: string, of: (w: World, valid: any) => unknown]>}
 */
const IMPOSTORS = {
    freed: [
        'stale-handle',
        (w, valid) => {
            const one = another(w, valid);
            one.free();
            return one;
        },
    ],
    'freed, and its place taken by another': [
        'stale-handle',
        (w, valid) => {
            const one = another(w, valid);
            one.free();
            another(w, valid);
            return one;
        },
    ],
    'of another instance': [
        'foreign-handle',
        (_, valid) => another(makeWorld(openInstance().g), valid),
    ],
    'of another kind': ['wrong-type', (w, valid) => ('vertices' in valid ? w.east : w.box)],
    'another kind of batch': ['wrong-type', (w) => w.pairs],
    'a scene': ['wrong-type', (w) => w.scene],
    'the instance': ['wrong-type', (w) => w.g],
    'its number': ['wrong-type', (_, valid) => valid.id],
    'what looks like one': ['wrong-type', (_, valid) => ({ ...valid })],
    'forged from its prototype': [
        'wrong-type',
        (_, valid) => Object.assign(Object.create(Object.getPrototypeOf(valid)), { ...valid }),
    ],
    'its prototype': ['wrong-type', (_, valid) => Object.getPrototypeOf(valid)],
    'what inherits from it': ['wrong-type', (_, valid) => Object.create(valid)],
    'a proxy of it': ['wrong-type', (_, valid) => new Proxy(valid, {})],
    null: ['wrong-type', () => null],
    undefined: ['wrong-type', () => undefined],
    0: ['wrong-type', () => 0],
    text: ['wrong-type', () => 'shape'],
    symbol: ['wrong-type', () => Symbol('shape')],
};

/** Arguments that may be omitted. */
const OPTIONAL = new Set(['Motion.bounds 2']);

test('nothing but a living thing of the right kind and instance is taken for one', (t) => {
    let cases = 0;
    for (const call of CALLS) {
        const places = placesIn(call.args(makeWorld(openTested().g)));
        for (const place of places) {
            for (const [label, [code, of]] of Object.entries(IMPOSTORS)) {
                const w = makeWorld(openTested().g);
                const args = call.args(w);
                const valid = valueAt(args, place);
                if (!isHandle(valid)) break;
                const at = `${call.label} ${showPlace(place)}: ${label}`;
                if (label === 'undefined' && OPTIONAL.has(`${call.label} ${showPlace(place)}`)) {
                    continue;
                }
                put(args, place, of(w, valid));
                const before = probe(w);
                assert.throws(
                    () => make(call, w, args),
                    (/** @type {any} */ error) => {
                        assert.ok(error instanceof GrazeError, `${at}: ${error.stack}`);
                        assert.equal(error.code, code, at);
                        assert.equal(rootOf(error.argument), call.names[Number(place[0])], at);
                        if (place.length > 1) {
                            const which = `${error.argument} ${error.index}`;
                            assert.ok(which.includes(String(place[1])), `${at}: ${which}`);
                        }
                        return true;
                    },
                    at,
                );
                assert.equal(probe(w), before, at);
                cases++;
            }
        }
    }
    t.diagnostic(`${cases} impostors`);
});

test('what has been freed may be freed again, by hand or at the end of a scope', () => {
    for (const call of CALLS.filter(({ frees }) => frees)) {
        const w = makeWorld(openTested().g);
        const self = call.self(w);
        self.free();
        const before = probe(w);
        for (let again = 0; again < 3; again++) {
            assert.equal(make(call, w, [], self), undefined, call.label);
            // The handle that took its place stays valid.
            const next = w.g.disc(0.5);
            assert.equal(make(call, w, [], self), undefined, call.label);
            assert.equal(next.vertices.length, 2);
            next.free();
        }
        assert.equal(probe(w), before, call.label);
    }
});

test('what has been freed answers with an error that names it, every time', () => {
    for (const call of CALLS) {
        if (call.frees || ['Graze', 'Study', 'MotionMaker', 'StepIterator'].includes(call.of))
            continue;
        const w = makeWorld(openTested().g);
        const self = call.self(w);
        const args = call.args(w);
        self.free();
        for (let again = 0; again < 2; again++) {
            assert.throws(
                () => make(call, w, args, self),
                (/** @type {any} */ error) => {
                    assert.ok(error instanceof GrazeError, `${call.label}: ${error.stack}`);
                    assert.deepEqual(
                        [error.code, error.argument],
                        ['stale-handle', call.blamed],
                        call.label,
                    );
                    const { of } = call;
                    const kind = of === 'Shape' ? self.kind : KINDS[of];
                    assert.equal(error.message, `${call.blamed}: this ${kind} was freed`);
                    return true;
                },
                call.label,
            );
        }
        assert.equal(w.g.collide(w.disc, w.disc), true);
    }
});

test('once a thing is freed, what refers to it answers as before or says so: never anything else', (t) => {
    /** @type {Record<string, number>} */
    const refused = {};
    let cases = 0;
    const handles = Object.entries(makeWorld(openTested().g)).filter(([, one]) => isHandle(one));
    const answers = CALLS.map((call) =>
        call.name === 'memoryUsed' ? null : bits(perform(call, makeWorld(openTested().g))),
    );
    for (const [key] of handles) {
        for (const [k, call] of CALLS.entries()) {
            const expected = answers[k];
            const w = makeWorld(openTested().g);
            const self = call.self(w);
            const args = call.args(w);
            const one = /** @type {any} */ (w)[key];
            one.free();
            // Its place and its memory are used again.
            if (nameOf(one) !== 'Scene') another(w, one);
            cases++;
            const at = `${call.label} without ${key}`;
            try {
                const answer = make(call, w, args, self);
                const seen = call.name === 'memoryUsed' ? null : bits(call.see(w, answer));
                assert.equal(seen, expected, at);
            } catch (error) {
                assert.ok(
                    error instanceof GrazeError,
                    `${at}: ${/** @type {any} */ (error).stack}`,
                );
                assert.equal(error.code, 'stale-handle', at);
                refused[key] = (refused[key] ?? 0) + 1;
            }
        }
    }
    assert.deepEqual(
        Object.keys(refused).sort(),
        handles.map(([key]) => key).sort(),
        'everything is needed by something',
    );
    t.diagnostic(`${cases} calls`);
});

test('paths need their shapes, scenes their paths, batches the shapes in them; paths no motions', () => {
    /** @param {(w: World) => void} end @param {(w: World) => unknown} call @param {object} expected */
    const fails = (end, call, expected) => {
        const w = makeWorld(openTested().g);
        end(w);
        assert.throws(() => call(w), { code: 'stale-handle', ...expected });
    };
    /** @param {World} w */
    const noBox = (w) => w.box.free();
    fails(noBox, (w) => w.g.sweep(w.ego, w.other), { argument: 'pathA' });
    fails(noBox, (w) => w.ego.boxes(), { argument: 'path' });
    fails(noBox, (w) => w.g.scene([w.other, w.ego]), { argument: 'paths', index: 1 });
    fails(noBox, (w) => w.scene.firstContact(w.ego), { argument: 'ego' });
    fails(
        (w) => w.disc.free(),
        (w) => w.scene.contacts(),
        { argument: 'paths', index: 0 },
    );
    fails(
        (w) => w.other.free(),
        (w) => w.scene.contacts(),
        { argument: 'paths', index: 0 },
    );
    fails(noBox, (w) => w.pairs.distance(4), { argument: 'shapeA', index: 0 });
    fails(noBox, (w) => w.bodies.contacts(4), { argument: 'shapes', index: 0 });
    fails(noBox, (w) => w.movingPairs.firstContacts(3), { argument: 'shapes', index: 0 });
    fails(noBox, (w) => w.scene.firstContacts(w.movingPairs, 3), { argument: 'shapes', index: 0 });
    const w = makeWorld(openTested().g);
    const answers = () => bits([w.g.sweep(w.ego, w.other), w.movingPairs.firstContacts(3)]);
    const before = answers();
    w.east.free();
    w.standing.free();
    assert.equal(answers(), before);
});

test('freeing all of it and making it again takes no more memory, a thousand times', () => {
    const { g } = openInstance();
    freeWorld(makeWorld(g));
    const { memoryUsed } = g;
    for (let k = 0; k < 1000; k++) freeWorld(makeWorld(g));
    assert.equal(g.memoryUsed, memoryUsed);
});
