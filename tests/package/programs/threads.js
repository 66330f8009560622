import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { create } from 'graze';
import { createSync as createAgents } from 'graze/agents';
import { createSync as createExternal } from 'graze/external';
import { createSync as createMotion } from 'graze/motion';
import { createSync as createScalar } from 'graze/scalar';
import { createSync as createSolid } from 'graze/solid';
import { createSync as createStatic } from 'graze/static';
import { checkPlans } from './plans.js';
import {
    runAgentQueries,
    runMotionQueries,
    runQueries,
    runSolidQueries,
    runStaticQueries,
} from './queries.js';
import { report } from './report.js';

/** Each module is compiled once, here, and shared with threads. */

/** @param {string} name */
function compile(name) {
    const path = fileURLToPath(import.meta.resolve(`graze/${name}`));
    return new WebAssembly.Module(readFileSync(path));
}

/** @param {Record<string, WebAssembly.Module>} modules */
async function inThread({ simd, scalar }) {
    return {
        graze: runQueries(await create({ wasm: simd })),
        scalar: runQueries(createScalar({ wasm: scalar })),
        external: runQueries(createExternal({ wasm: simd })),
        // These take a module of the whole library too.
        static: runStaticQueries(createStatic({ wasm: scalar })),
        motion: runMotionQueries(createMotion({ wasm: simd })),
        agents: runAgentQueries(createAgents({ wasm: scalar })),
        // It has a module of its own, which is inside.
        solid: runSolidQueries(createSolid()),
        scenario: await checkPlans(),
    };
}

/** @param {Record<string, WebAssembly.Module>} modules */
function thread(modules) {
    return new Promise((resolve, reject) => {
        const worker = new Worker(new URL(import.meta.url), { workerData: modules });
        worker.once('message', resolve);
        worker.once('error', reject);
    });
}

async function main() {
    const modules = { simd: compile('graze.wasm'), scalar: compile('graze-scalar.wasm') };
    const [one, two] = await Promise.all([thread(modules), thread(modules)]);
    if (JSON.stringify(one) !== JSON.stringify(two)) throw new Error('two threads, two answers');
    return one;
}

if (isMainThread) report(main());
else inThread(workerData).then((answers) => parentPort?.postMessage(answers));
