import { createSync } from 'graze';
import { create as createExternal } from 'graze/external';
import { create as createScalar } from 'graze/scalar';
import { runFamilies } from './families.js';
import { checkPlans } from './plans.js';
import { runQueries } from './queries.js';

/** In a Web Worker: all entries; of a compiled module that the page posts, the external one makes an instance. */
addEventListener('message', async ({ data: module }) => {
    const shared = runQueries(await createExternal({ wasm: module }));
    const fetched = runQueries(await createExternal());
    postMessage({
        graze: runQueries(createSync()),
        scalar: runQueries(await createScalar()),
        external: JSON.stringify(shared) === JSON.stringify(fetched) ? shared : 'unlike',
        ...(await runFamilies()),
        scenario: await checkPlans(),
    });
});
