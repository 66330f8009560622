import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';

const g = createSync();
/** @type {any} */
const any = g;
const [disc, still] = [g.disc(1), g.motion.static()];
const agent = { x: 0, y: 0, vx: 1, vy: 0, t0: 0, t1: 1, radius: 1 };

/** @param {() => unknown} call @param {RegExp} message */
const names = (call, message) => assert.throws(call, { code: 'unknown-option', message });

test('an option or property of version 0.1 is an error that names the new one', () => {
    const first = (/** @type {object} */ options) => () =>
        any.firstContact(disc, disc, still, still, options);
    names(first({ slack: 1 }), /; slack is now distanceTolerance$/);
    names(first({ budget: 9 }), /; budget is now maxIterations$/);
    names(() => any.motion({ segments: [] }), /; segments is now pieces$/);
    names(() => any.motion.static({ theta: 1 }), /; theta is now angle$/);
    names(() => any.conflictIntervals({ ...agent, start: 1 }, agent), /; start is now t0$/);
    names(
        () => any.conflictIntervals(agent, agent, { reading: 'open' }),
        /; reading is now touching$/,
    );
});

test('a value of version 0.1 is an error that names the new one', () => {
    names(
        () => any.conflictIntervals(agent, agent, { touching: 'open' }),
        /; open is now allowed$/,
    );
    names(() => any.motion.static({}, { before: 'hold' }), /; hold is now stay$/);
});

test('a name that is of another argument, or of no version, is not explained', () => {
    names(() => any.disc(1).vertices && any.box(1, 1, { slack: 1 }), /known: radius$/);
    names(() => any.box(1, 1, { toString: 1 }), /known: radius$/);
    names(() => any.conflictIntervals(agent, agent, { touching: 'ajar' }), /"ajar"$/);
});
