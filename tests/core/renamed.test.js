import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import * as entry from 'graze';
import { createSync } from 'graze';
import { readScenario, repair, validate } from 'graze/scenario';
import * as staticEntry from 'graze/static';

import { graze } from '../cli/program.js';
import { inRepository } from '../helpers.js';

const g = createSync();
/** @type {any} */
const any = g;
const [disc, still] = [g.disc(1), g.motion.static()];
const agent = { x: 0, y: 0, vx: 1, vy: 0, t0: 0, t1: 1, radius: 1 };

/** @param {() => unknown} call @param {RegExp} message @param {string} [code] */
const names = (call, message, code = 'unknown-option') =>
    assert.throws(call, { name: 'GrazeError', code, message });

test('an option or property of version 0.1 is an error that gives the new name', () => {
    const first = (/** @type {object} */ options) => () =>
        any.firstContact(disc, disc, still, still, options);
    names(first({ slack: 1 }), /; slack is now distanceTolerance$/);
    names(first({ budget: 9 }), /; budget is now maxIterations$/);
    names(() => any.motion({ segments: [] }), /; segments is now pieces$/);
    names(() => any.motion.static({ theta: 1 }), /; theta is now angle$/);
    names(() => any.gap(disc, disc, { x: 1, theta: 1 }), /; theta is now angle$/);
    assert.doesNotThrow(() => any.gap(disc, disc, { x: 1, theta: 1, angle: 1 }));
    names(
        () => any.conflictIntervals({ ...agent, t0: undefined, start: 1 }, agent),
        /; start is now t0$/,
    );
    names(
        () => any.conflictIntervals(agent, agent, { reading: 'open' }),
        /; reading is now touching$/,
    );
});

test('a value of version 0.1 is an error that gives the new name', () => {
    names(
        () => any.conflictIntervals(agent, agent, { touching: 'open' }),
        /; open is now allowed$/,
    );
    names(() => any.motion.static({}, { before: 'hold' }), /; hold is now stay$/);
});

test('a name of another argument, or of no version, is not explained', () => {
    names(() => any.disc(1).vertices && any.box(1, 1, { slack: 1 }), /known: radius$/);
    names(() => any.box(1, 1, { toString: 1 }), /known: radius$/);
    names(() => any.conflictIntervals(agent, agent, { touching: 'ajar' }), /"ajar"$/);
});

test('a method of version 0.1 is an error that gives the new name', () => {
    names(() => any.separation(disc, disc), /^separation is now gap$/);
    names(() => any.difference(disc, disc), /^difference is now study\.minkowskiDifference$/);
    names(() => any.trace(disc, disc), /^trace is now study\.trace$/);
    names(() => any.traceContact(), /^traceContact is now study\.traceContact$/);
    names(() => any.conflictBy(), /^conflictBy is now study\.conflictBy$/);
    names(() => any.segments(4), /^segments is now movingDiscs$/);
    names(() => any.movers(4), /^movers is now movingPairs$/);
    names(() => any.distanceOver(), /^distanceOver is now separationsAt$/);
    names(() => any.motionDelays(), /^motionDelays is now unsafeMotionDelays$/);
    names(() => any.motion.still(), /^still is now static$/);
});

test('the entry for static bodies explains only the old names of methods that it has', () => {
    const bodies = /** @type {any} */ (staticEntry.createSync());
    names(() => bodies.separation(), /^separation is now gap$/);
    assert.equal(bodies.movers, undefined);
    assert.equal(bodies.trace, undefined);
});

test('a property of version 0.1 of a handle is an error that gives the new name', () => {
    const motion = /** @type {any} */ (still);
    names(() => motion.begin, /^begin is now t0$/);
    names(() => motion.end, /^end is now t1$/);
    const path = /** @type {any} */ (g.path(disc, still, { t0: 0, t1: 1, step: 1 }));
    names(() => path.first, /^first is now firstStep$/);
    names(() => path.last, /^last is now endStep$/);
    const pairs = /** @type {any} */ (g.movingPairs(2));
    names(() => pairs.firsts, /^firsts is now firstPieces$/);
    names(() => pairs.counts, /^counts is now pieceCounts$/);
    names(() => /** @type {any} */ (g.movingDiscs(2)).verdicts, /^verdicts is now relations$/);
});

test('old names are not listed, and change nothing that is enumerated or copied', () => {
    for (const thing of [g, still, g.movingPairs(2), g.movingDiscs(2)]) {
        const listed = [];
        for (const name in thing) listed.push(name);
        for (const old of ['separation', 'segments', 'begin', 'end', 'firsts', 'verdicts'])
            assert.ok(!listed.includes(old), old);
        assert.doesNotThrow(() => ({ ...thing }));
    }
});

test('a function of version 0.1 that an entry exported is an error that gives the new name', () => {
    for (const { show, printable } of [entry, staticEntry]) {
        names(() => show(), /^show is now formatValue$/);
        names(() => printable(), /^printable is now toPrintable$/);
    }
});

test('an entry of version 0.1 is an error that gives the new name, whatever is imported from it', async () => {
    const imports = {
        "import { createSync } from 'graze/still'": /'graze\/still' is now 'graze\/static'/,
        "import { describeVerdict, inDigits } from 'graze/scenario/words'":
            /'graze\/scenario\/words' is now 'graze\/scenario\/messages'/,
    };
    for (const [text, message] of Object.entries(imports)) {
        const { status, stderr } = spawnSync(
            process.execPath,
            ['--input-type=module', '-e', text],
            {
                cwd: inRepository('.'),
                encoding: 'utf8',
            },
        );
        assert.equal(status, 1, text);
        assert.match(stderr, message, text);
    }
});

test('motions in the order of arguments of version 0.1 are an error that states the order', () => {
    names(
        () => any.firstContact(disc, still, disc, still),
        /^b must be a shape, not a motion: the arguments are a, b, motionA, motionB$/,
        'wrong-type',
    );
});

test('a pose between two bodies is an error that states the order', () => {
    const order = '; the order is a, b, then their poses or motions';
    names(
        () => any.distance(disc, { x: 1 }, disc, { x: 2 }),
        new RegExp(`^b must be a shape, got an object${order}$`),
        'wrong-type',
    );
    names(() => any.distance(disc), /^b must be a shape, got undefined$/, 'wrong-type');
});

const PLAN = { name: 'plan.json', text: '{"graze": 2, "agents": []}' };

test('an option of graze/scenario of version 0.1 is an error that gives the new name', async () => {
    const scenario = { agents: [] };
    const asynchronous = async (/** @type {any} */ options) =>
        assert.rejects(readScenario({ plan: PLAN }, options), {
            code: 'unknown-option',
            message: /; segments is now pieces$/,
        });
    await asynchronous({ limits: { segments: 4 } });
    const check = (/** @type {any} */ options) => () =>
        validate(/** @type {any} */ (scenario), options);
    const rejects = (/** @type {() => Promise<unknown>} */ call, /** @type {RegExp} */ message) =>
        assert.rejects(call, { name: 'GrazeError', code: 'unknown-option', message });
    await rejects(check({ reading: 'open' }), /; reading is now touching$/);
    await rejects(check({ mend: true }), /; mend is now suggestDelays$/);
    await rejects(check({ most: 3 }), /; most is now maxSuggestions$/);
    await rejects(check({ touching: 'closed' }), /, got "closed"; closed is now conflict$/);
    const repaired = (/** @type {any} */ options) => () =>
        repair(/** @type {any} */ (scenario), options);
    await rejects(repaired({ before: null }), /; before is now reference$/);
    await rejects(repaired({ budget: 9 }), /; budget is now maxIterations$/);
});

test('a flag of version 0.1 of the program is an error that gives the new name', () => {
    const rows = [
        [['validate', '--reading', 'open'], '--reading is now --touching'],
        [['validate', '--touching', 'closed'], 'closed is now conflict'],
        [['validate', '--most=3'], '--most is now --max-suggestions'],
        [['validate', '--no-mend'], '--no-mend is now --no-suggest-delays'],
        [['validate', '--limit', 'segments=4'], 'segments is now pieces'],
        [['repair', '--budget', '4'], '--budget is now --max-iterations'],
        [['repair', '--before', 'plan.json'], '--before is now --reference'],
    ];
    for (const [args, expected] of rows) {
        const { code, stderr } = graze(/** @type {string[]} */ ([...args, 'plan.json']));
        assert.equal(code, 2, stderr);
        assert.ok(stderr.includes(`; ${expected}`), stderr);
    }
    // A flag that another command had is not explained, and neither is an argument after `--`.
    assert.match(graze(['validate', '--budget', '3', 'x']).stderr, /unknown option --budget\. Try/);
    assert.doesNotMatch(graze(['validate', '--', '--most']).stderr, /is now/);
});

test('a key of version 0.1 in a map of columns is an error that gives the new name, with its place', async () => {
    const plan = { name: 'tracks.csv', text: 'id,x,y,h,t\n1,0,0,0,0\n1,1,0,0,1\n' };
    const columns = { track: 'id', time: 't', x: 'x', y: 'y' };
    const rows = [
        [
            { columns: { ...columns, heading: 'h' } },
            /config\.json:1:\d+: .*; heading is now angle$/,
        ],
        [
            { columns, headingUnit: 'degrees' },
            /config\.json:1:\d+: .*; headingUnit is now angleUnit$/,
        ],
        [{ columns, point: 'centre' }, /config\.json:1:\d+: .*; centre is now center$/],
    ];
    for (const [map, message] of rows) {
        const config = { name: 'config.json', text: JSON.stringify(map) };
        await assert.rejects(readScenario({ plan, config }), {
            name: 'InputError',
            message: /** @type {RegExp} */ (message),
        });
    }
});
