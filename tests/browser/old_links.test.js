import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renameLinkKeys } from '../../web/base/old_links.js';

test('links of earlier versions are read with present names', () => {
    const path = { kind: 'accelerated', x: 1, theta: 2, omega: 3, alpha: 4 };
    const renamed = {
        kind: 'accelerated',
        x: 1,
        angle: 2,
        angularVelocity: 3,
        angularAcceleration: 4,
    };
    for (const tab of ['contact', 'sweep']) {
        const state = {
            a: { shape: { kind: 'disc' }, path },
            b: { path: { kind: 'spline' } },
            end: 4,
        };
        assert.deepEqual(renameLinkKeys(tab, state), {
            ...state,
            a: { ...state.a, path: renamed },
        });
    }
    assert.deepEqual(
        renameLinkKeys('intervals', {
            a: { x: 0, start: 1, end: 2 },
            b: { start: 0 },
            reading: 'open',
            delay: 3,
        }),
        { a: { x: 0, t0: 1, t1: 2 }, b: { t0: 0 }, touching: 'allowed', delay: 3 },
    );
    assert.deepEqual(renameLinkKeys('scenario', { reading: 'closed', mended: true, time: 5 }), {
        touching: 'conflict',
        repaired: true,
        time: 5,
    });
});

test('present links stay unchanged, and a present name wins over an old one', () => {
    const scenario = { touching: 'conflict', repaired: false, view: { x: 0 } };
    assert.deepEqual(renameLinkKeys('scenario', scenario), scenario);
    assert.deepEqual(renameLinkKeys('scenario', { reading: 'closed', touching: 'allowed' }), {
        touching: 'allowed',
    });
    const distance = { reading: 'closed', start: 1 };
    assert.deepEqual(renameLinkKeys('distance', distance), distance);
});

test('a link written by hand may hold anything', () => {
    for (const value of [null, 7, 'open', [1, { start: 1 }], { theta: { theta: 1 } }]) {
        const state = { a: value, reading: value, constructor: value };
        for (const tab of ['contact', 'intervals', 'scenario', 'constructor', '__proto__']) {
            assert.equal(typeof renameLinkKeys(tab, state), 'object');
        }
    }
    assert.deepEqual(renameLinkKeys('intervals', { reading: 'constructor' }), {
        touching: 'constructor',
    });
});
