import { ask } from './ask.js';
import { askStill } from './ask_still.js';
import { create as createExternal } from './node_modules/graze/dist/external.js';
import { create } from './node_modules/graze/dist/graze.js';
import { create as createScalar } from './node_modules/graze/dist/scalar.js';
import { create as createStill } from './node_modules/graze/dist/static.js';
import { report } from './report.js';

/** A page without a bundler: the package's files as they are. */
async function main() {
    return {
        graze: ask(await create()),
        scalar: ask(await createScalar()),
        external: ask(await createExternal()),
        still: askStill(await createStill()),
    };
}

report(main());
