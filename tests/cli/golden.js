import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { inRepository, readJson } from '../helpers.js';

/** Compares output of the program with the files in `golden/`. `GRAZE_GOLDEN=write` writes them anew; read what changed. */

const { version } = readJson('package.json');

/** Versions in the output, which must not change the golden files. */
const VERSION_TEXTS = [`"graze": "${version}"`, `by graze ${version}`, `is graze ${version}`];

const NUMBER = /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/g;

/**
 * Compares all characters but those of numbers, and numbers to nine digits: not all engines round
 * trigonometric functions alike.
 *
 * @param {string} text
 * @param {string} name name of what it should be
 */
export function assertGolden(text, name) {
    // As it is when it has been written.
    const whole = VERSION_TEXTS.reduce(
        (left, versionText) =>
            left.replaceAll(versionText, versionText.replace(version, '(version)')),
        text,
    )
        .replace(/\p{Cs}/gu, '\ufffd')
        // The hashes of lines depend on the version.
        .replace(/("sha256":")[0-9a-f]{64}(?="\}$)/gm, '$1…')
        .replaceAll('\0', '␀')
        .replaceAll('\u001b', '␛');
    const path = inRepository(`tests/cli/golden/${name}.txt`);
    if (process.env.GRAZE_GOLDEN === 'write') {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, whole);
    }
    const expected = readFileSync(path, 'utf8');
    if (whole === expected) return;
    assert.equal(whole.replace(NUMBER, '#'), expected.replace(NUMBER, '#'));
    const [is, should] = [whole, expected].map((one) => (one.match(NUMBER) ?? []).map(Number));
    for (const [k, number] of should.entries()) {
        const isNear = Math.abs(is[k] - number) <= 1e-9 * Math.abs(number);
        assert.ok(isNear, `${name}: number ${k} is ${is[k]}, not ${number}`);
    }
}
