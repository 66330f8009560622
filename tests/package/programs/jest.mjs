import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create } from 'graze';
import { create as createExternal } from 'graze/external';
import { create as createScalar } from 'graze/scalar';
import { runFamilies } from './families.js';
import { checkPlans } from './plans.js';
import { runQueries } from './queries.js';

test('queries', async () => {
    const wasm = readFileSync(createRequire(import.meta.url).resolve('graze/graze.wasm'));
    const answers = {
        graze: runQueries(await create()),
        scalar: runQueries(await createScalar()),
        external: runQueries(await createExternal({ wasm })),
        ...(await runFamilies()),
        scenario: await checkPlans(),
    };
    writeFileSync('jest.json', JSON.stringify(answers));
});
