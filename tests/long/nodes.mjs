/**
 * Checks that other versions of Node give the pinned digests of all answers, with both modules. npx fetches each
 * version from the registry. Prints a table; the exit code is 1 when a digest differs.
 *
 *   node tests/long/nodes.mjs [MAJOR...]    defaults: 22 and 26
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { instancesOf, preparedQuestions, readPinned } from '../native/builds.js';

const HERE = fileURLToPath(import.meta.url);
const MAJORS = ['22', '26'];

/** Returns the digests of this process. */
async function sumsHere() {
    const { sums, wasm } = preparedQuestions();
    for (const name of /** @type {const} */ (['simd', 'scalar'])) {
        const found = await sums(wasm(instancesOf(name)));
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
