import { readFileSync } from 'node:fs';
import { create, type Graze, GrazeError } from 'graze';
import { type AgentGraze, create as createAgents } from 'graze/agents';
import { createSync as createExternal } from 'graze/external';
import { create as createMotion, type MotionGraze } from 'graze/motion';
import { create as createScalar } from 'graze/scalar';
import { FORMATS } from 'graze/scenario';
import { create as createSolid, type SolidGraze } from 'graze/solid';
import { create as createStatic, type StaticGraze } from 'graze/static';
import { checkPlans } from './plans.js';
import {
    runAgentQueries,
    runMotionQueries,
    runQueries,
    runSolidQueries,
    runStaticQueries,
} from './queries.js';

async function main(): Promise<Record<string, unknown>> {
    const g: Graze = await create();
    const wasm = readFileSync(new URL(import.meta.resolve('graze/graze.wasm')));
    try {
        g.disc(-1);
    } catch (error) {
        if (!(error instanceof GrazeError) || error.code !== 'out-of-range') throw error;
    }
    if (!FORMATS.includes('ccbs')) throw new Error('ccbs is a format');
    const resting: StaticGraze = await createStatic();
    const moving: MotionGraze = await createMotion();
    const agents: AgentGraze = await createAgents();
    const solid: SolidGraze = await createSolid();
    return {
        graze: runQueries(g),
        scalar: runQueries(await createScalar()),
        external: runQueries(createExternal({ wasm })),
        static: runStaticQueries(resting),
        motion: runMotionQueries(moving),
        agents: runAgentQueries(agents),
        solid: runSolidQueries(solid),
        scenario: await checkPlans(),
    };
}

main().then((answers) => console.log(JSON.stringify(answers)));
