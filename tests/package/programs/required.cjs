const { readFileSync } = require('node:fs');
const graze = require('graze');
const external = require('graze/external');
const scalar = require('graze/scalar');
const agents = require('graze/agents');
const motion = require('graze/motion');
const solid = require('graze/solid');
const fixed = require('graze/static');
const { describeVerdict } = require('graze/scenario/messages');
const { readScenario, validate } = require('graze/scenario');

async function main() {
    const { runAgentQueries, runMotionQueries, runQueries, runSolidQueries, runStaticQueries } =
        await import('./queries.js');
    const { checkPlans } = await import('./plans.js');
    const wasm = readFileSync(require.resolve('graze/graze.wasm'));
    const plan = { name: 'plan.txt', text: '0:(0,0),(2,0),\n1:(1,0),(1,0),\n' };
    const verdict = describeVerdict(await validate(await readScenario({ plan })));
    const scenario = await checkPlans();
    return {
        graze: runQueries(graze.createSync()),
        scalar: runQueries(scalar.createSync()),
        external: runQueries(external.createSync({ wasm })),
        static: runStaticQueries(fixed.createSync()),
        motion: runMotionQueries(motion.createSync()),
        agents: runAgentQueries(agents.createSync()),
        solid: runSolidQueries(solid.createSync()),
        scenario: verdict === scenario.verdict ? scenario : verdict,
    };
}

main().then((answers) => console.log(JSON.stringify(answers)));
