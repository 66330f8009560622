/**
 * Other versions of Node give the pinned sums of all answers, with both modules. Each is fetched from the registry by npx. Prints
 * a table; the exit code is 1 when a sum is another one.
 *
 *   node tests/long/nodes.mjs [MAJOR...]    22 and 26 unless said
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createSync } from 'graze';
import { createSync as createScalar } from 'graze/scalar';
import { preparedQuestions, readPinned } from '../native/builds.js';

const HERE = fileURLToPath(import.meta.url);
const MAJORS = ['22', '26'];

/** The sums of this process. */
async function sumsHere() {
    const { sums, wasm } = preparedQuestions();
    for (const [name, make] of Object.entries({ simd: createSync, scalar: createScalar })) {
        const found = await sums(wasm(make()));
        const isPinned = JSON.stringify(found) === JSON.stringify(readPinned());
        const { node, v8 } = process.versions;
        const label = `wasm ${name}, Node ${node}, V8 ${v8}`;
        console.log(
            `${label.padEnd(52)} ${found.answers.sha256} ${isPinned ? 'as pinned' : 'NOT AS PINNED'}`,
        );
        if (!isPinned) process.exitCode = 1;
    }
}

if (process.argv[2] === '--here') await sumsHere();
else {
    for (const major of process.argv.length > 2 ? process.argv.slice(2) : MAJORS) {
        execFileSync('npx', ['-y', `node@${major}`, HERE, '--here'], { stdio: 'inherit' });
    }
}
