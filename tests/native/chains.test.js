import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { readTable } from '../../wasm/boundary.mjs';
import { inRepository, readJson } from '../helpers.js';
import { isFull } from '../volume.js';
import { replay } from './builds.js';
import { sha256 } from './digest.js';
import { encodeChains } from './questions/chains.js';

/**
 * Checks that every native build gives the same bits for bodies in space that move, those pinned in pinned_chains.json. They are
 * not put to a wasm build, which has no functions for them: with the first one this test fails, and its questions belong to those of
 * determinism.test.js. `GRAZE_PIN=write` pins them anew, as there.
 */

const PINNED = 'tests/native/pinned_chains.json';
const FLAVOURS = ['clang', 'plain', 'tuned', ...(isFull ? ['gcc'] : [])];

test('the native builds give the pinned bits for bodies in space that move', async () => {
    const input = encodeChains();
    const answers = await Promise.all(FLAVOURS.map((flavour) => replay(flavour, input)));
    for (const [k, flavour] of FLAVOURS.entries()) {
        assert.equal(answers[k].length, answers[0].length, flavour);
        assert.equal(
            answers[k].findIndex((byte, i) => byte !== answers[0][i]),
            -1,
            flavour,
        );
    }
    const [encoded, sum] = await Promise.all([input, Uint8Array.from(answers[0])].map(sha256));
    const found = { encoded, bytes: answers[0].length, sha256: sum };
    if (process.env.GRAZE_PIN === 'write')
        writeFileSync(inRepository(PINNED), `${JSON.stringify(found, null, 4)}\n`);
    assert.deepEqual(found, readJson(PINNED));
});

test('no wasm build has functions for bodies in space that move', () => {
    const calls = readTable().map(({ call }) => call);
    assert.ok(calls.includes('solid_distance'));
    const moving = /^solid_(?:motion|first_contact|contact_intervals|clearance|separations)/;
    assert.deepEqual(
        calls.filter((call) => moving.test(call)),
        [],
    );
});
