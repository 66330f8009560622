import { createSync } from 'graze';
import { create as createExternal } from 'graze/external';
import { create as createScalar } from 'graze/scalar';
import { createSync as createStill } from 'graze/static';
import { ask } from './ask.js';
import { askStill } from './ask_still.js';
import { judge } from './judge.js';

/** In a Web Worker: all entries; of a compiled module that the page posts, the external one makes an instance. */
addEventListener('message', async ({ data: module }) => {
    const shared = ask(await createExternal({ wasm: module }));
    const fetched = ask(await createExternal());
    postMessage({
        graze: ask(createSync()),
        scalar: ask(await createScalar()),
        external: JSON.stringify(shared) === JSON.stringify(fetched) ? shared : 'unlike',
        still: askStill(createStill()),
        scenario: await judge(),
    });
});
