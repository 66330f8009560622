import { create as createAgents } from './node_modules/graze/dist/agents.js';
import { create as createExternal } from './node_modules/graze/dist/external.js';
import { create } from './node_modules/graze/dist/graze.js';
import { create as createMotion } from './node_modules/graze/dist/motion.js';
import { create as createScalar } from './node_modules/graze/dist/scalar.js';
import { create as createSolid } from './node_modules/graze/dist/solid.js';
import { create as createStatic } from './node_modules/graze/dist/static.js';
import {
    runAgentQueries,
    runMotionQueries,
    runQueries,
    runSolidQueries,
    runStaticQueries,
} from './queries.js';
import { report } from './report.js';

/** Runs a page without a bundler, with the package's files. */
async function main() {
    return {
        graze: runQueries(await create()),
        scalar: runQueries(await createScalar()),
        external: runQueries(await createExternal()),
        static: runStaticQueries(await createStatic()),
        motion: runMotionQueries(await createMotion()),
        agents: runAgentQueries(await createAgents()),
        solid: runSolidQueries(await createSolid()),
    };
}

report(main());
