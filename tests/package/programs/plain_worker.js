import { ask } from './ask.js';
import { askStill } from './ask_still.js';
import { create as createExternal } from './node_modules/graze/dist/external.js';
import { createSync } from './node_modules/graze/dist/graze.js';
import { createSync as createScalar } from './node_modules/graze/dist/scalar.js';
import { createSync as createStill } from './node_modules/graze/dist/static.js';

/** Makes an instance by the external entry from the compiled module that the page posts; it fetches one as well. */
addEventListener('message', async ({ data: module }) => {
    const shared = ask(await createExternal({ wasm: module }));
    const fetched = ask(await createExternal());
    postMessage({
        graze: ask(createSync()),
        scalar: ask(createScalar()),
        external: JSON.stringify(shared) === JSON.stringify(fetched) ? shared : 'unlike',
        still: askStill(createStill()),
    });
});
