/**
 * `graze bench` with those who are not part of the package: graze's own queries in a loop in C, other
 * libraries, and exact relations. Run by `make bench`:
 *   node tests/bench/bench.mjs LOOPS.wasm [OPTION]...    the options of graze bench
 */
import { run } from '../../js/cli/commands/bench.js';
import { exitCodeOf } from '../../js/cli/console/exit.js';
import { box2dCore } from '../../web/tabs/benchmark/peers/box2d_core.js';
import { detectCollisions } from '../../web/tabs/benchmark/peers/detect_collisions.js';
import { planck } from '../../web/tabs/benchmark/peers/planck.js';
import { loadRapier } from '../../web/tabs/benchmark/peers/rapier.js';
import { sat } from '../../web/tabs/benchmark/peers/sat.js';
import { refine } from './exact.js';
import { loopContestants } from './loops.js';

const [loops, ...options] = process.argv.slice(2);
try {
    const peers = [planck, box2dCore, await loadRapier(), sat, detectCollisions];
    const contestants = [...(await loopContestants(loops)), ...peers];
    process.exitCode = await run(options, { contestants, refine });
} catch (error) {
    process.exitCode = exitCodeOf(error);
    console.error(error instanceof Error && process.exitCode === 2 ? error.message : error);
}
