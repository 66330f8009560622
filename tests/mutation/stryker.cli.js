import { readdirSync } from 'node:fs';
import { optionsOf } from './options.js';

/** Tests that start the program time and again: for what is left after the others. */
const IS_SLOW = process.env.GRAZE_SLOW === '1';

/** The program. Tests that end soon come first. */
export default optionsOf('cli', {
    mutate: ['js/cli/**/*.js'],
    // All but the program, which runs as it is loaded, and its threads.
    grazeModules: readdirSync('js/cli', { recursive: true, encoding: 'utf8' })
        .filter(
            (name) => name.endsWith('.js') && name !== 'main.js' && !name.endsWith('_thread.js'),
        )
        .map((name) => `js/cli/${name}`),
    grazeTests: [
        'cli/progress',
        'cli/shard_check',
        'cli/whole',
        'cli/words',
        'cli/figures',
        'cli/reports',
        'bench/bench',
        ...(IS_SLOW ? ['cli/cli', 'cli/list', 'formats/convert', 'cli/campaign', 'cli/many'] : []),
    ].map((name) => `tests/${name}.test.js`),
    // Tests of memory and time are omitted, since instrumented code takes more of both; and of js/bench, not of the program.
    grazeExcept: [
        'cli/cli.test.js > the memory for contacts grows with their number, not with their pieces',
        'cli/many.test.js > a plan that takes too much memory is given up, others are not',
        'cli/many.test.js > a plan that takes too much memory is not valid once it has a violation',
        'bench/bench.test.js > other libraries are right on nearly all pairs',
        'bench/bench.test.js > a random polygon of n vertices has n, and is strictly convex as rounded to float32',
        'bench/bench.test.js > distant pairs are disjoint, overlapping ones deep, touching ones within rounding of contact',
    ].map((id) => `tests/${id}`),
});
