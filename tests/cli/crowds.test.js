import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { graze } from './program.js';

/** Plans with far more violations than fit into memory end with exit code 1, also with a small heap. */

const AGENTS = 500;
const PAIRS = (AGENTS * (AGENTS - 1)) / 2;

/** A plan of agents in one cell. */
const input = [0, 1].map((t) => `${t}:${'(0,0),'.repeat(AGENTS)}`).join('\n');

const env = { NODE_OPTIONS: '--max-old-space-size=128' };

/** Totals of a plan in each kind of report. @type {Record<string, (text: string) => unknown>} */
const TOTALS = {
    text: (text) => Number(/: (\d+) violations$/m.exec(text)?.[1]),
    json: (text) => JSON.parse(text).results[0].violationCount,
    ndjson: (text) => JSON.parse(text.trim().split('\n')[2]).violations,
    junit: (text) => {
        const counts = /message="(\d+) shared cells, (\d+) more violations, not listed"/.exec(text);
        return Number(counts?.[1]) + Number(counts?.[2]);
    },
    html: (text) => Number(/<h1>1 plan: 0 valid, 1 with (\d+) violations/.exec(text)?.[1]),
};

describe('500 agents in one cell, with a heap of 128 MB', () => {
    for (const [kind, readTotal] of Object.entries(TOTALS)) {
        test(`are all counted in a report as ${kind}`, () => {
            const args = ['validate', '-', '--report', kind, '--no-suggest-delays'];
            const { code, stdout } = graze(args, { input, env });
            assert.equal(code, 1);
            assert.equal(readTotal(stdout), PAIRS);
        });
    }

    test('are all counted with a radius, too', () => {
        const args = ['validate', '-', '--report', 'json', '--no-suggest-delays'];
        const more = ['--radius', '0.3', '--max-kept', '20'];
        const { code, stdout } = graze([...args, ...more], { input, env });
        assert.equal(code, 1);
        const [{ violations, violationCounts }] = JSON.parse(stdout).results;
        assert.equal(violations.length, 20);
        assert.deepEqual(violationCounts, { vertex: PAIRS });
    });
});
