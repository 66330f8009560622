import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { inRepository, readJson } from '../helpers.js';
import { isFull } from '../volume.js';
import { replay } from './builds.js';
import { sha256 } from './digest.js';
import { randomChains } from './questions/chains.js';
import { encodeStudy } from './questions/encode.js';
import { drawFrom } from './questions/random.js';

/**
 * Checks that every native build gives the same bits for the study of bodies in space, and for what only C has of their motions: those
 * pinned in pinned_solid_study.json. The module with that study is scalar, and its tests compare it with certified queries.
 * `GRAZE_PIN=write` pins them anew, as in determinism.test.js.
 */

const PINNED = 'tests/native/pinned_solid_study.json';
const COUNT = 1200;
const FLAVOURS = ['clang', 'plain', 'tuned', ...(isFull ? ['gcc'] : [])];

test('the native builds give the pinned bits for the study of bodies in space', async () => {
    const draw = drawFrom(41);
    const input = encodeStudy(Array.from({ length: COUNT }, () => randomChains(draw)));
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
