const { readFileSync } = require('node:fs');
const graze = require('graze');
const external = require('graze/external');
const scalar = require('graze/scalar');
const still = require('graze/static');
const { describeVerdict } = require('graze/scenario/messages');
const { readScenario, validate } = require('graze/scenario');

async function main() {
    const { ask } = await import('./ask.js');
    const { askStill } = await import('./ask_still.js');
    const { judge } = await import('./judge.js');
    const wasm = readFileSync(require.resolve('graze/graze.wasm'));
    const plan = { name: 'plan.txt', text: '0:(0,0),(2,0),\n1:(1,0),(1,0),\n' };
    const verdict = describeVerdict(validate(await readScenario({ plan })));
    const scenario = await judge();
    return {
        graze: ask(graze.createSync()),
        scalar: ask(scalar.createSync()),
        external: ask(external.createSync({ wasm })),
        still: askStill(still.createSync()),
        scenario: verdict === scenario.verdict ? scenario : verdict,
    };
}

main().then((answers) => console.log(JSON.stringify(answers)));
