import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createSync, GrazeError } from 'graze/external';
import { readScenario, repair, validate } from 'graze/scenario';
import { inRepository } from '../helpers.js';
import { placesIn, put, valueAt } from './arguments.js';
import { CALLS, make } from './calls.js';
import { bits, makeWorld, openInstance } from './world.js';

/** @param {string} name name of a file of a plan */
const textOf = (name) => readFileSync(inRepository(`web/scenes/conflict/${name}`), 'utf8');

/**
 * Calls read the own properties of arguments and those of their classes, never what someone has put on
 * Object.prototype. Proxies that were revoked, of which nothing can be asked, are refused by name.
 *
 * @import { Call } from './calls.js'
 * @import { World } from './world.js'
 */

/** Every name of an option or of a field of a record that some call takes. */
const NAMES = new Set(
    CALLS.flatMap((call) =>
        placesIn(call.args(makeWorld(openInstance().g))).flatMap((place) =>
            place.filter((step) => typeof step === 'string' && !/^\d+$/.test(step)),
        ),
    ),
);

/** Of errors too. */
for (const name of ['cause', 'argument', 'index', 'value', 'wasm']) NAMES.add(name);

/**
 * Runs with all these names on Object.prototype.
 *
 * @template T
 * @param {boolean} enumerable
 * @param {() => T} run
 * @returns {T}
 */
function polluted(enumerable, run) {
    for (const name of NAMES) {
        Object.defineProperty(Object.prototype, name, {
            value: 0.5,
            enumerable,
            writable: true,
            configurable: true,
        });
    }
    try {
        return run();
    } finally {
        for (const name of NAMES) delete (/** @type {any} */ (Object.prototype)[name]);
    }
}

/** Returns the arguments without optional ones, as far as the call remains valid. @param {Call} call @param {World} w */
function bare(call, w) {
    const args = call.args(w);
    const isBag = (/** @type {any} */ value) =>
        value?.constructor === Object && !('t0' in value) && !('vx' in value);
    while (args.length > 0 && isBag(args.at(-1))) {
        const shorter = args.slice(0, -1);
        try {
            make(call, makeWorld(openInstance().g), call.args(w).slice(0, shorter.length));
        } catch {
            break;
        }
        args.pop();
    }
    return args.length;
}

/** Returns a result, or the error that was thrown instead. @param {() => unknown} run */
function outcome(run) {
    try {
        return bits(run());
    } catch (error) {
        const { code, message, argument } = /** @type {any} */ (error);
        return `${code} ${argument} ${message}`;
    }
}

test('nothing on Object.prototype is taken for given, by any call', (t) => {
    assert.ok(NAMES.size >= 60, `${NAMES.size}`);
    let answers = 0;
    for (const call of CALLS.filter(({ frees, name }) => !frees && name !== 'memoryUsed')) {
        const all = call.args(makeWorld(openInstance().g)).length;
        for (const count of new Set([all, bare(call, makeWorld(openInstance().g))])) {
            /** @param {(make: () => unknown) => unknown} around */
            const outcomeOf = (around) => {
                const w = makeWorld(openInstance().g);
                const args = call.args(w).slice(0, count);
                const self = call.self(w);
                return outcome(() =>
                    call.see(
                        w,
                        around(() => make(call, w, args, self)),
                    ),
                );
            };
            const expected = outcomeOf((run) => run());
            for (const enumerable of [true, false]) {
                const actual = outcomeOf((run) => polluted(enumerable, run));
                assert.equal(actual, expected, `${call.label} with ${count}, ${enumerable}`);
                answers++;
            }
        }
    }
    t.diagnostic(`${answers} answers`);
});

test('a polluted prototype rounds off no box, makes no segment a box and gives no error a cause', () => {
    const g = openInstance().g;
    polluted(true, () => {
        assert.throws(() => createSync(/** @type {any} */ ({})), {
            message: /^options.wasm is required/,
        });
        assert.equal(g.box(2, 1).radius, 0);
        assert.equal(g.box(2, 1, {}).radius, 0);
        assert.deepEqual(g.motion.linear({ t0: 0, t1: 1, x: 0, y: 0 }).pose(1), {
            ...{ x: 0, y: 0, angle: 0 },
        });
        const atRest = { x: 0, y: 0, vx: 0, vy: 0, t0: 0, t1: 1, radius: 1 };
        assert.equal(g.closestApproach(atRest, { ...atRest, x: 3 }).separation, 1);
        assert.throws(
            () => g.closestApproach(atRest, /** @type {any} */ ({ x: 3, y: 0, vx: 0, vy: 0 })),
            { code: 'wrong-type', argument: 'second.t0' },
        );
        try {
            g.disc(-1);
            assert.fail('accepted');
        } catch (error) {
            assert.equal(Object.hasOwn(/** @type {object} */ (error), 'cause'), false);
            assert.equal(/** @type {any} */ (error).index, undefined);
        }
    });
});

test('no option of plans is taken from Object.prototype, nor is a revoked proxy taken for options', async () => {
    const files = {
        plan: { name: 'plan_log.xml', text: textOf('plan_log.xml') },
        map: { name: 'map.xml', text: textOf('map.xml') },
        task: { name: 'task.xml', text: textOf('task.xml') },
        config: { name: 'config.xml', text: textOf('config.xml') },
    };
    const validateAndRepair = async () => {
        const scenario = await readScenario(files);
        const result = await validate(scenario);
        return JSON.stringify([scenario, result, await repair(scenario)]);
    };
    const expected = await validateAndRepair();
    const names = [
        'radius',
        'atGoal',
        'limits',
        'tolerance',
        'touching',
        'suggestDelays',
        'maxSuggestions',
        'maxSuggestionEffort',
        'maxIterations',
    ];
    for (const name of [...names, 'graze', 'progress', 'format']) {
        /** @type {any} */ (Object.prototype)[name] = 0.5;
    }
    try {
        assert.equal(await validateAndRepair(), expected);
    } finally {
        for (const name of [...names, 'graze', 'progress', 'format']) {
            delete (/** @type {any} */ (Object.prototype)[name]);
        }
    }
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const scenario = await readScenario(files);
    for (const call of [
        async () => readScenario(/** @type {any} */ (proxy)),
        async () => readScenario(files, proxy),
        async () => validate(scenario, proxy),
        async () => repair(scenario, proxy),
        async () => validate(/** @type {any} */ (proxy)),
    ]) {
        await assert.rejects(call, { name: 'GrazeError', code: 'wrong-type' });
    }
});

test('what a class gives its instances is given: fields, getters, inherited ones', () => {
    const g = openInstance().g;
    class Rounded {
        get radius() {
            return 0.25;
        }
    }
    class More extends Rounded {}
    class Field {
        radius = 0.25;
    }
    for (const options of [
        new Rounded(),
        new More(),
        new Field(),
        Object.create({ radius: 0.25 }),
    ]) {
        assert.equal(g.box(2, 1, options).radius, 0.25);
    }
    const bag = Object.assign(Object.create(null), { radius: 0.25 });
    assert.equal(g.box(2, 1, bag).radius, 0.25);
    // The last prototype of a chain is for all objects, whatever it is.
    assert.equal(g.box(2, 1, Object.create(bag)).radius, 0);
});

test('a revoked proxy anywhere in the arguments is refused by name', (t) => {
    /** @param {object} target */
    const revoked = (target) => {
        const { proxy, revoke } = Proxy.revocable(target, {});
        revoke();
        return proxy;
    };
    let cases = 0;
    for (const call of CALLS) {
        const places = placesIn(call.args(makeWorld(openInstance().g)));
        for (const place of places) {
            for (const target of [{}, [], () => {}]) {
                const w = makeWorld(openInstance().g);
                const args = call.args(w);
                if (valueAt(args, place) === undefined) continue;
                put(args, place, revoked(target));
                const at = `${call.label} ${place.join('.')}`;
                assert.throws(
                    () => make(call, w, args),
                    (/** @type {any} */ error) => {
                        assert.ok(error instanceof GrazeError, `${at}: ${error.stack}`);
                        assert.ok(error.argument !== undefined, `${at}: ${error.message}`);
                        return true;
                    },
                    at,
                );
                cases++;
            }
        }
    }
    assert.throws(() => createSync(/** @type {any} */ ({ wasm: revoked({}) })), {
        code: 'wrong-type',
        argument: 'options.wasm',
        message: /a revoked proxy/,
    });
    assert.throws(() => createSync(/** @type {any} */ (revoked({}))), {
        code: 'wrong-type',
        argument: 'options',
        message: 'options must be an object, got a revoked proxy',
    });
    t.diagnostic(`${cases} revoked proxies`);
});
