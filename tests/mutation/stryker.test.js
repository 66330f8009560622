import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { test } from 'node:test';

process.env.GRAZE_SLOW = '1';
const { default: binding } = await import('./stryker.binding.js');
const { default: cli } = await import('./stryker.cli.js');

const sources = readdirSync('js', { recursive: true, encoding: 'utf8' }).map(
    (path) => `js/${path}`,
);

for (const { grazePart, ...part } of [binding, cli]) {
    test(`every file, pattern and test that the mutants of the ${grazePart} name exists`, () => {
        for (const pattern of part.mutate.map((text) => text.replace(/^!/, ''))) {
            assert.ok(
                sources.some((path) => matchesGlob(path, pattern)),
                `${pattern} matches no file`,
            );
        }
        const folders = part.ignorePatterns.filter((text) => text.startsWith('/'));
        const files = [...part.grazeTests, ...part.grazeModules, ...part.plugins];
        for (const path of [...files, ...folders.map((text) => text.slice(1))]) {
            assert.ok(existsSync(path), `${path} is missing`);
        }
        for (const id of part.grazeExcept) {
            const [path, name] = id.split(' > ');
            assert.ok(part.grazeTests.includes(path), `${path} is not among the tests`);
            assert.ok(readFileSync(path, 'utf8').includes(name), `${path} has no test "${name}"`);
        }
    });
}
