import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { createShapes, toPoses } from '../../js/bench/graze.js';
import { makePairs, SCENES } from '../../js/bench/pairs.js';

/**
 * Counts the rounds of GJK on the sets of Zhang, Wu, Wang, Zhou, "Barycode-based GJK Algorithm", IV: 1,000 pairs of polygons of n
 * vertices, for each subdistance method and each start.
 *
 * @import { GjkOptions } from 'graze'
 */

const g = createSync();
const SUBDISTANCES = /** @type {const} */ ([
    'barycode',
    'barycode-general',
    'johnson',
    'signed-volume',
]);
const STARTS = /** @type {const} */ (['point', 'fixed']);

test('all subdistance methods take the same rounds, and a start at a point of A - B takes fewer for bodies apart', (t) => {
    for (const body of /** @type {const} */ (['4', '24'])) {
        for (const scene of SCENES) {
            const set = makePairs({ body, scene, count: 1000, seed: 1 });
            const shapes = createShapes(g, set);
            const [posesA, posesB] = [toPoses(set.poseA), toPoses(set.poseB)];
            /** @param {GjkOptions} options */
            const average = (options) => {
                let rounds = 0;
                for (let k = 0; k < 1000; k++) {
                    const [a, b] = [shapes[set.shapeA[k]], shapes[set.shapeB[k]]];
                    rounds += g.study.distance(a, b, posesA[k], posesB[k], options).iterations;
                }
                return rounds / 1000;
            };
            const [point, fixed] = STARTS.map((start) =>
                SUBDISTANCES.map((subdistance) => average({ subdistance, start })),
            );
            for (const shape of shapes) shape.free();
            t.diagnostic(`${body} vertices, ${scene}: ${point[0]} rounds, fixed start ${fixed[0]}`);
            for (const rounds of [point, fixed]) {
                // Rounding ends some searches of touching pairs a round sooner.
                const slack = scene === 'touching' ? 0.1 : 0;
                for (const one of rounds)
                    assert.ok(Math.abs(one - rounds[0]) <= slack, `${rounds}`);
            }
            if (scene !== 'overlapping') assert.ok(point[0] < fixed[0], `${point[0]}, ${fixed[0]}`);
        }
    }
});
