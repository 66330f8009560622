/**
 * Runs one target in this process: run.mjs TARGET [--seconds S] [--inputs N] [--seed WORD] [--plain] [--out FOLDER], or
 * one input again: run.mjs --replay FILE. Prints one line of JSON; exits with 1 if there is a finding.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Coverage } from './coverage.js';
import { asText, attempt, fuzz } from './engine.js';
import { TARGETS } from './targets.js';

const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
        seconds: { type: 'string' },
        inputs: { type: 'string' },
        seed: { type: 'string', default: '1' },
        plain: { type: 'boolean', default: false },
        out: { type: 'string' },
        replay: { type: 'string' },
    },
});

/** @param {string} name */
function targetOf(name) {
    const found = TARGETS.find((each) => each.name === name);
    if (found === undefined)
        throw new Error(`no target ${name}: ${TARGETS.map((each) => each.name)}`);
    return found;
}

/** @param {string} path */
async function replay(path) {
    const { target, input } = JSON.parse(readFileSync(path, 'utf8'));
    const result = await attempt(targetOf(target), input);
    if ('way' in result) return console.log(`no finding: ${result.way}`);
    console.log(result.finding.message);
    console.log(result.finding.cause ?? '');
    process.exitCode = 1;
}

async function run() {
    const target = targetOf(positionals[0]);
    const { seed, out } = values;
    if (out !== undefined) mkdirSync(out, { recursive: true });
    const began = performance.now();
    const coverage = values.plain ? undefined : new Coverage();
    const inputs = values.inputs === undefined ? undefined : Number(values.inputs);
    // Without either limit it would not end.
    const seconds = Number(values.seconds ?? (inputs === undefined ? 60 : Infinity));
    const current = out && join(out, `${target.name}.current.json`);
    const session = await fuzz(target, {
        seconds,
        inputs,
        seed,
        coverage,
        current,
    });
    const found = session.found.map(({ what, message, input }, k) => {
        const file = join(out ?? '.', `${target.name}-${seed}-${k}.json`);
        if (out !== undefined) writeFileSync(file, asText(target.name, seed, input));
        return { what, message, ...(out === undefined ? { input } : { file }) };
    });
    const elapsed = (performance.now() - began) / 1000;
    const { executions, corpus, ways } = session;
    const row = {
        target: target.name,
        seed,
        executions,
        seconds: elapsed,
        corpus,
        ways,
        blocks: coverage?.blocks,
    };
    console.log(JSON.stringify({ ...row, found }));
    process.exit(found.length > 0 ? 1 : 0);
}

await (values.replay === undefined ? run() : replay(values.replay));
