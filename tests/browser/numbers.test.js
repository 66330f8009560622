import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { formatFull, formatShort, isTouching, splitBracket } from '../../web/base/format.js';
import { toPageMessage, toSentences } from '../../web/tabs/scenario/wording.js';
import fc from '../fast_check.js';
import { inRepository } from '../helpers.js';
import { shareOf } from '../volume.js';

/** Parses a number as the page writes it. @param {string} text */
const read = (text) => Number(text.replaceAll('−', '-'));

const numbers = fc.double({ noNaN: true, noDefaultInfinity: true });

describe('numbers on the page', () => {
    it('have one style: a real minus sign, and an exponent where digits would be lost', () => {
        for (const [value, text] of /** @type {const} */ ([
            [0, '0'],
            [-0, '0'],
            [-2.97971e-6, '−2.97971e−6'],
            [7.81187e-7, '7.81187e−7'],
            [1e-4, '0.0001'],
            [9.99e-5, '9.99e−5'],
            [123.456789, '123.457'],
            [1e9, '1e9'],
            [-1e21, '−1e21'],
            [Infinity, '∞'],
            [-Infinity, '−∞'],
        ])) {
            assert.equal(formatShort(value), text);
        }
    });

    it('read back as the same number in full', () => {
        fc.assert(
            fc.property(numbers, (value) => {
                assert.equal(read(formatFull(value)), value + 0);
                assert.doesNotMatch(formatFull(value), /-|\+/);
            }),
        );
    });

    it('are not shown as a number where two touch', () => {
        assert.equal(isTouching(-5.55112e-16, 10), true);
        assert.equal(isTouching(8e-7, 10), false);
        assert.equal(isTouching(-1e-12, 10), false);
    });
});

describe('a bracket', () => {
    it('is written as digits that agree and digits that do not', () => {
        for (const [from, to, text] of /** @type {const} */ ([
            [2.72095882436, 2.72095882912, '2.72095882|43…92'],
            [-1.19562398565, -1.195623985649, '−1.1956239856|5000…4900'],
            [2.5, 2.75, '2.|50…75'],
            [7.81187e-7, 7.812e-7, '7.81|187…200e−7'],
            [123456, 123789, '123|456…789'],
        ])) {
            const parts = splitBracket(from, to, false);
            assert.equal(parts && `${parts.agreed}|${parts.lo}…${parts.hi}${parts.exponent}`, text);
        }
        for (const [from, to] of [
            [1, 1],
            [0, 1],
            [-1, 1],
            [2.9, 3.1],
            [1, Infinity],
        ]) {
            assert.equal(splitBracket(from, to, false), null);
        }
    });

    it('contains the whole bracket, and equals it in full precision', () => {
        const brackets = fc
            .tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: -14, max: -1 }))
            .map(([units, power]) => {
                const from = units / 977;
                return [from, from + 10 ** power * Math.max(Math.abs(from), 1e-9)];
            });
        let split = 0;
        fc.assert(
            fc.property(brackets, fc.boolean(), ([from, to], isFull) => {
                const parts = splitBracket(from, to, isFull);
                if (!parts) return;
                split += 1;
                const { agreed, lo, hi, exponent } = parts;
                const [low, high] = [lo, hi].map((rest) => read(`${agreed}${rest}${exponent}`));
                if (isFull) assert.deepEqual([low, high], [from, to]);
                else assert.ok(low <= from && to <= high, `${low} ${from} ${to} ${high}`);
                assert.notEqual(lo.replace('.', '')[0], hi.replace('.', '')[0]);
            }),
            { numRuns: 2000, seed: 5 },
        );
        assert.ok(split >= shareOf(500, 1 / 4), `${split} agree in any digit`);
    });
});

describe('messages of the package on the page', () => {
    it('name no option of the program', () => {
        let count = 0;
        for (const folder of ['js/formats', 'js/scenario']) {
            for (const name of readdirSync(inRepository(folder))) {
                if (!name.endsWith('.js')) continue;
                const text = readFileSync(inRepository(`${folder}/${name}`), 'utf8');
                for (const [line] of text.matchAll(/^[^*\n]*['`"][^\n]*--[a-z].*$/gm)) {
                    count += 1;
                    assert.doesNotMatch(
                        toPageMessage(line),
                        /--[a-z]/,
                        `${folder}/${name}: ${line}`,
                    );
                }
            }
        }
        assert.ok(count >= shareOf(10), `${count} messages`);
    });

    it('do not break within a time or a position', () => {
        assert.equal(
            toPageMessage('overlap from t = -3.5 to 4, deepest at t = 4, at (-1.5, 2)'),
            'overlap from t\u00a0=\u00a0−3.5 to 4, deepest at t\u00a0=\u00a04, at (−1.5,\u00a02)',
        );
    });

    it('name the page’s controls', () => {
        for (const [message, said] of [
            [
                'give a radius (--radius) or a configuration (--config)',
                'give a radius (in the field Radius) or a configuration (add its file)',
            ],
            ['agents vanish (--at-goal vanish)', 'agents vanish (At the goal: vanish)'],
            ['name it with --map as well', 'name it with the role “map” under Files as well'],
            ['choose one (--case ID)', 'choose one (only in the program graze)'],
            ['the gap is -5e-7 at (-1, 2)', 'the gap is −5e−7 at (−1,\u00a02)'],
        ]) {
            assert.equal(toPageMessage(message), said);
        }
        assert.equal(
            toSentences([
                'Saved.',
                'the radius is lost: give it (--radius)',
                'plan.xml:1:2: no log',
            ]),
            'Saved. The radius is lost: give it (in the field Radius). plan.xml:1:2: no log.',
        );
    });
});
