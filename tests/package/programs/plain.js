import { create as createExternal } from './node_modules/graze/dist/external.js';
import { create } from './node_modules/graze/dist/graze.js';
import { create as createScalar } from './node_modules/graze/dist/scalar.js';
import { create as createStatic } from './node_modules/graze/dist/static.js';
import { runQueries } from './queries.js';
import { report } from './report.js';
import { runStaticQueries } from './static_queries.js';

/** Runs a page without a bundler, with the package's files. */
async function main() {
    return {
        graze: runQueries(await create()),
        scalar: runQueries(await createScalar()),
        external: runQueries(await createExternal()),
        static: runStaticQueries(await createStatic()),
    };
}

report(main());
