import { TimeOfImpact, TOIInput, TOIOutput, TOIOutputState } from 'planck';
import { toPoints } from '../../../web/tabs/benchmark/peers/bodies.js';
import { eachSweep } from '../toi_contestant.js';
import { sweepOf } from '../toi_sweeps.js';

/**
 * Bodies go in as distance proxies; input and output are used over and over.
 *
 * @type {import('../toi_contestant.js').Contestant}
 */
export const planckToi = {
    name: 'planck',
    about: 'planck: TimeOfImpact, which aims at a distance of 0.005',
    beside: 'call',
    ours: false,
    rotation: 'steady',
    enter(set) {
        const bodies = set.shapes.map(toPoints);
        const [a, b] = [set.shapeA, set.shapeB].map((of) => Array.from(of, (k) => bodies[k]));
        const [p, q] = [set.sweepA, set.sweepB].map((sweeps) =>
            Array.from({ length: set.count }, (_, pair) => sweepOf(sweeps, pair)),
        );
        const [input, output] = [new TOIInput(), new TOIOutput()];
        input.tMax = 1;
        return eachSweep(set, (k) => {
            input.proxyA.setVertices(a[k], a[k].length, 0);
            input.proxyB.setVertices(b[k], b[k].length, 0);
            setSweep(input.sweepA, p[k]);
            setSweep(input.sweepB, q[k]);
            TimeOfImpact(output, input);
            return timeOf(output);
        });
    },
};

/**
 * @param {import('planck').Sweep} sweep
 * @param {import('../toi_truth.js').Sweep} from
 */
function setSweep(sweep, { x0, y0, heading, x1, y1, turn }) {
    sweep.c0.x = x0;
    sweep.c0.y = y0;
    sweep.a0 = heading;
    sweep.c.x = x1;
    sweep.c.y = y1;
    sweep.a = heading + turn;
}

/** @param {TOIOutput} output */
function timeOf({ state, t }) {
    if (state === TOIOutputState.e_separated) return Infinity;
    return state === TOIOutputState.e_failed ? Number.NaN : t;
}
