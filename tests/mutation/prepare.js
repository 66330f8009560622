/**
 * In the sandbox, before the tests: lets its tests import suite.js instead of `node:test` and spawn.js
 * instead of `node:child_process`, lets the instrumented
 * sources count only on demand, and makes of them what the tests import.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

for (const name of readdirSync('tests', { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.js') || name.startsWith('mutation')) continue;
    const path = join('tests', name);
    const text = readFileSync(path, 'utf8');
    const place = `./${relative(dirname(path), 'tests/mutation')}`;
    const changed = text
        .replaceAll("from 'node:test'", `from '${place}/suite.js'`)
        .replaceAll("from 'node:child_process'", `from '${place}/spawn.js'`);
    if (changed !== text) writeFileSync(path, changed);
}

// To count costs more than what is counted: only where coverage is taken.
const COUNTS = 'var c = cov.static;';
for (const name of readdirSync('js', { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.js')) continue;
    const path = join('js', name);
    const text = readFileSync(path, 'utf8');
    const changed = text.replace(COUNTS, `if (!ns.isCovering) return; ${COUNTS}`);
    if (changed !== text) writeFileSync(path, changed);
}
execFileSync(process.execPath, ['wasm/inline.mjs', 'bundle'], { stdio: 'inherit' });
