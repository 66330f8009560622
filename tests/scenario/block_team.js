import { createSync } from 'graze';
import { makeBlockWorker, makeOwnWorker } from '../../js/scenario/validation/stages.js';
import { randomNumbers } from './random_plans.js';

/**
 * @import { Graze } from 'graze'
 * @import { Stage, StageKind } from '../../js/scenario/checks/stage.js'
 * @import { ThreadTeam } from '../../js/scenario/validation/stages.js'
 */

const other = createSync();

/**
 * Returns a team without threads: each block of a stage is done by one of two instances, chosen at random, with all data copied
 * as between threads.
 *
 * @param {number} seed
 * @param {Partial<Record<StageKind, number>>} [done] receives the number of blocks that the second instance did
 * @returns {ThreadTeam}
 */
export function makeBlockTeam(seed, done = {}) {
    const random = randomNumbers(seed);
    return {
        async doStage(graze, stage) {
            if (stage.blocks.length < 2) return false;
            const own = makeOwnWorker(graze, stage);
            const helper = makeBlockWorker(other, stage.kind, structuredClone(stage.makeInput()));
            const results = stage.blocks.map((block) => {
                if (random() < 0.4) return own.run(block);
                done[stage.kind] = (done[stage.kind] ?? 0) + 1;
                return structuredClone(helper.run(structuredClone(block)));
            });
            own.free();
            helper.free();
            for (const [k, result] of results.entries()) stage.take(result, k);
            return true;
        },
    };
}
