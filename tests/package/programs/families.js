import { create as createAgents } from 'graze/agents';
import { create as createMotion } from 'graze/motion';
import { create as createSolid } from 'graze/solid';
import { create as createStatic } from 'graze/static';
import { runAgentQueries, runMotionQueries, runSolidQueries, runStaticQueries } from './queries.js';

/** Returns the answers of the entries that have some families of queries. */
export async function runFamilies() {
    return {
        static: runStaticQueries(await createStatic()),
        motion: runMotionQueries(await createMotion()),
        agents: runAgentQueries(await createAgents()),
        solid: runSolidQueries(await createSolid()),
    };
}
