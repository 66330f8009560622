import { createSync as createAgents } from './node_modules/graze/dist/agents.js';
import { create as createExternal } from './node_modules/graze/dist/external.js';
import { createSync } from './node_modules/graze/dist/graze.js';
import { createSync as createMotion } from './node_modules/graze/dist/motion.js';
import { createSync as createScalar } from './node_modules/graze/dist/scalar.js';
import { createSync as createSolid } from './node_modules/graze/dist/solid.js';
import { createSync as createStatic } from './node_modules/graze/dist/static.js';
import {
    runAgentQueries,
    runMotionQueries,
    runQueries,
    runSolidQueries,
    runStaticQueries,
} from './queries.js';

/** Makes an instance by the external entry from the compiled module that the page posts; it fetches one as well. */
addEventListener('message', async ({ data: module }) => {
    const shared = runQueries(await createExternal({ wasm: module }));
    const fetched = runQueries(await createExternal());
    postMessage({
        graze: runQueries(createSync()),
        scalar: runQueries(createScalar()),
        external: JSON.stringify(shared) === JSON.stringify(fetched) ? shared : 'unlike',
        static: runStaticQueries(createStatic()),
        motion: runMotionQueries(createMotion()),
        agents: runAgentQueries(createAgents()),
        solid: runSolidQueries(createSolid()),
    });
});
