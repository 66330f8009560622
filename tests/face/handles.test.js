import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GrazeError } from 'graze/external';
import { isHandle, placesIn, put, rootOf, showPlace, valueAt } from './arguments.js';
import { CALLS, make, perform } from './calls.js';
import {
    makeSolids,
    openSolid,
    openTestedSolid,
    probeSolids,
    CALLS as SOLID_CALLS,
} from './solid.js';
import { bits, freeWorld, makeWorld, openInstance, openTested, probe } from './world.js';

/** Input where a shape, a motion, a path or a batch belongs. */

/**
 * @import { Place } from './arguments.js'
 * @import { Call } from './calls.js'
 * @import { World } from './world.js'
 *
 * @typedef {object} Face
 * @property {readonly Call[]} calls
 * @property {() => World} makeTested creates a world
 * @property {(w: World) => string} probe
 */

/** The tables of bodies in the plane and in space. @type {Record<string, Face>} */
const FACES = {
    'in the plane': { calls: CALLS, makeTested: () => makeWorld(openTested().g), probe },
    'in space': {
        calls: SOLID_CALLS,
        makeTested: () => /** @type {any} */ (makeSolids(openTestedSolid().g)),
        probe: /** @type {any} */ (probeSolids),
    },
};

/** Classes whose objects are not freed. */
const ENDLESS = ['Graze', 'Study', 'MotionMaker', 'StepIterator'].flatMap((of) => [
    of,
    `Solid${of}`,
]);

/** How errors name a thing of a class, but for bodies. @type {Record<string, string>} */
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
    SolidMotion: 'motion',
    SolidPath: 'path',
    SolidScene: 'scene',
    SolidPairBatch: 'batch of pairs',
    SolidBodyBatch: 'batch of bodies',
    SolidMovingPairBatch: 'batch of moving pairs',
};

/** Creates an object like another one, in the same world. @param {World} w @param {any} one */
function another(w, one) {
    if ('vertices' in one) return makeRound(w);
    if ('bounds' in one) return w.g.motion.static({ x: 1 });
    if ('boxes' in one) return w.g.path(w.box, w.east, w.ego.clock);
    return w.g.movingPairs(3, { pieces: 8, pairs: 4 });
}

/** Creates a disc or a ball. @param {World} w */
function makeRound({ g }) {
    return 'disc' in g ? g.disc(0.5) : /** @type {any} */ (g).sphere(0.5);
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
        (w, valid) => {
            const isPlane = 'disc' in w.g;
            const other = isPlane ? makeWorld(openInstance().g) : makeSolids(openSolid().g);
            return another(/** @type {any} */ (other), valid);
        },
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

/** Arguments that may be omitted, and those that may be null, too. @type {Record<string, readonly string[]>} */
const NOTHING = {
    'Motion.bounds 2': ['undefined'],
    'SolidMotion.bounds 2': ['undefined'],
    'SolidMotionMaker.chain 0': ['undefined', 'null'],
};
/** A motion whose parent is null moves in the world. */
const NO_PARENT = ['undefined', 'null'];

/** Returns whether a place is that of an option, which errors name without its argument. @param {Call} call @param {Place} place */
const isOption = (call, place) => call.names[Number(place[0])] === 'ends';

for (const [where, { calls, makeTested, probe }] of Object.entries(FACES)) {
    test(`nothing but a living thing of the right kind and instance is taken for one: ${where}`, (t) => {
        let cases = 0;
        const template = makeTested();
        const expected = probe(template);
        for (const call of calls) {
            const valid = call.args(template);
            for (const place of placesIn(valid).filter((at) => isHandle(valueAt(valid, at)))) {
                const w = makeTested();
                const name = `${call.label} ${showPlace(place)}`;
                const permitted = NOTHING[name] ?? (isOption(call, place) ? NO_PARENT : []);
                for (const [label, [code, of]] of Object.entries(IMPOSTORS)) {
                    const at = `${name}: ${label}`;
                    if (permitted.includes(label)) continue;
                    const args = call.args(w);
                    put(args, place, of(w, valueAt(args, place)));
                    assert.throws(
                        () => make(call, w, args),
                        (/** @type {any} */ error) => {
                            assert.ok(error instanceof GrazeError, `${at}: ${error.stack}`);
                            assert.equal(error.code, code, at);
                            const [top, inside] = place;
                            const argument = isOption(call, place)
                                ? inside
                                : call.names[Number(top)];
                            assert.equal(rootOf(error.argument), argument, at);
                            if (place.length > 1) {
                                const which = `${error.argument} ${error.index}`;
                                assert.ok(which.includes(String(inside)), `${at}: ${which}`);
                            }
                            return true;
                        },
                        at,
                    );
                    cases++;
                }
                assert.equal(probe(w), expected, name);
            }
        }
        assert.ok(cases > 200, `${cases}`);
        t.diagnostic(`${cases} impostors`);
    });

    test(`what has been freed may be freed again, by hand or at the end of a scope: ${where}`, () => {
        for (const call of calls.filter(({ frees }) => frees)) {
            const w = makeTested();
            const self = call.self(w);
            self.free();
            const before = probe(w);
            for (let again = 0; again < 3; again++) {
                assert.equal(make(call, w, [], self), undefined, call.label);
                // The handle that took its place stays valid.
                const next = makeRound(w);
                assert.equal(make(call, w, [], self), undefined, call.label);
                assert.ok(next.vertices.length > 0);
                next.free();
            }
            assert.equal(probe(w), before, call.label);
        }
    });

    test(`what has been freed answers with an error that names it, every time: ${where}`, () => {
        for (const call of calls.filter(({ of, frees }) => !frees && !ENDLESS.includes(of))) {
            const w = makeTested();
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
                        const kind = KINDS[of] ?? self.kind;
                        assert.equal(error.message, `${call.blamed}: this ${kind} was freed`);
                        return true;
                    },
                    call.label,
                );
            }
            assert.equal(w.g.collide(w.disc, w.disc), true);
        }
    });

    test(`once a thing is freed, what refers to it answers as before or says so, nothing else: ${where}`, (t) => {
        /** @type {Record<string, number>} */
        const refused = {};
        let cases = 0;
        const handles = Object.entries(makeTested()).filter(([, one]) => isHandle(one));
        const answers = calls.map((call) =>
            call.name === 'memoryUsed' ? null : bits(perform(call, makeTested())),
        );
        for (const [key] of handles) {
            for (const [k, call] of calls.entries()) {
                const expected = answers[k];
                const w = makeTested();
                const self = call.self(w);
                const args = call.args(w);
                const one = /** @type {any} */ (w)[key];
                one.free();
                // Its place and its memory are used again.
                if (!nameOf(one).endsWith('Scene')) another(w, one);
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
}

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

test('in space, too: paths need their bodies, scenes their paths; paths no motions', () => {
    /** @typedef {import('./solid.js').Solids} Solids */
    /** @param {(w: Solids) => void} end @param {(w: Solids) => unknown} call @param {object} expected */
    const fails = (end, call, expected) => {
        const w = makeSolids(openTestedSolid().g);
        end(w);
        assert.throws(() => call(w), { code: 'stale-handle', ...expected });
    };
    /** @param {Solids} w */
    const noBox = (w) => w.box.free();
    /** @param {Solids} w */
    const noThird = (w) => w.third.free();
    fails(noBox, (w) => w.ego.boxes(), { argument: 'path' });
    fails(noBox, (w) => w.g.scene([w.other, w.ego]), { argument: 'paths', index: 1 });
    fails(noBox, (w) => w.scene.firstContact(w.ego), { argument: 'ego' });
    fails(noThird, (w) => w.scene.contacts(), { argument: 'paths', index: 1 });
    fails(noThird, (w) => w.scene.contactsWith(w.ego), { argument: 'paths', index: 1 });
    fails(noThird, (w) => w.scene.clearance(w.ego), { argument: 'paths', index: 1 });
    const w = makeSolids(openTestedSolid().g);
    const answers = () => bits([w.scene.contacts(), w.scene.clearance(w.ego), w.ego.boxes()]);
    const before = answers();
    for (const motion of [w.east, w.standing, w.rail]) motion.free();
    assert.equal(answers(), before);
});

test('freeing all of it and making it again takes no more memory, a thousand times', () => {
    const { g } = openInstance();
    freeWorld(makeWorld(g));
    const { memoryUsed } = g;
    for (let k = 0; k < 1000; k++) freeWorld(makeWorld(g));
    assert.equal(g.memoryUsed, memoryUsed);
});

test('in space, too: freeing all of it and making it again takes no more memory', () => {
    const { g } = openSolid();
    const freeSolids = () => freeWorld(/** @type {any} */ (makeSolids(g)));
    freeSolids();
    const { memoryUsed } = g;
    for (let k = 0; k < 200; k++) freeSolids();
    assert.equal(g.memoryUsed, memoryUsed);
});
