import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { inRepository, PATIENCE } from '../helpers.js';

/**
 * Runs every target on some seeds from the vectors, on all inputs that ever found something, and on some mutations of
 * these: none may find anything.
 */

const MAX_SEEDS = 40;
const MORE = 500;

const seeds = mkdtempSync(path.join(tmpdir(), 'graze-seeds-'));
process.on('exit', () => rmSync(seeds, { recursive: true, force: true }));

/** @param {string} file @param {string[]} args */
function run(file, args) {
    const { status, stdout, stderr } = spawnSync(file, args, { encoding: 'latin1' });
    return { status, log: stdout + stderr };
}

const made = run(process.execPath, [
    inRepository('tests/fuzz/seeds.mjs'),
    seeds,
    String(MAX_SEEDS),
]);

const targets = readdirSync(inRepository('tests/fuzz'))
    .filter((name) => /^fuzz_\w+\.c$/.test(name))
    .map((name) => name.slice(0, -2));

test('there are seeds for every target', () => {
    assert.equal(made.status, 0, made.log);
    for (const name of targets) assert.ok(readdirSync(path.join(seeds, name)).length > 10, name);
});

test('every regression belongs to a target', () => {
    for (const name of readdirSync(inRepository('tests/fuzz/regressions')))
        assert.ok(name === 'README.md' || targets.includes(name), name);
});

for (const name of targets) {
    test(`${name} finds nothing`, () => {
        const program = inRepository(`build/fuzz/short/${name}`);
        assert.ok(existsSync(program), `${program} is missing: run make fuzz-short`);
        const regressions = inRepository(`tests/fuzz/regressions/${name}`);
        const folders = [path.join(seeds, name), regressions].filter((at) => existsSync(at));
        const inputs = folders.flatMap((at) =>
            readdirSync(at)
                .sort()
                .map((file) => path.join(at, file)),
        );
        const count = inputs.length;
        // Of folders, the fuzzer would take the files in the order of the disk, and mutate others.
        const list = path.join(seeds, `${name}.list`);
        writeFileSync(list, inputs.join(','));
        const { status, log } = run(program, [
            // The inputs are the same every time.
            '-seed=1',
            `-seed_inputs=@${list}`,
            `-runs=${count + MORE}`,
            `-timeout=${PATIENCE / 1000}`,
            '-max_len=512',
            '-print_final_stats=1',
            `-artifact_prefix=${seeds}/finding-`,
        ]);
        assert.equal(status, 0, log.slice(-6000));
        const runs = Number(/number_of_executed_units: *(\d+)/.exec(log)?.[1]);
        assert.ok(runs >= count, `${runs} runs of ${count} inputs`);
    });
}
