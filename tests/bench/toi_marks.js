import { WrongAnswer } from '../../js/bench/check.js';
import { splitChunks } from '../../js/bench/pairs.js';
import { encounter, truthsOf } from './toi_sweeps.js';

/**
 * First contacts against the oracle's, before anything is timed.
 *
 * @import { Answers, Entry, Contestant } from './toi_contestant.js'
 * @import { SweepSet } from './toi_sweeps.js'
 * @import { Truth } from './toi_truth.js'
 */

/** Box2D's and planck's slop: so deep an overlap is none for them. */
export const SLOP = 0.005;

/** The oracle's own rounding, for coordinates of some tens. */
const ROUNDING = 1e-12;

/**
 * @typedef {object} Marks results for the pairs that clearly meet or clearly do not
 * @property {number} contacts pairs that meet
 * @property {number} missed missed of those: it says that they do not
 * @property {number} late late of those: it names a time by which they have overlapped by more than SLOP
 * @property {number} latest maximum lateness, in time
 * @property {number} deepest and how deep they have been by then
 * @property {number} clear pairs that do not meet
 * @property {number} imagined imagined of those: it says that they do
 * @property {number} givenUp pairs of either kind without an answer
 * @property {number} [iterations] average of all pairs
 */

/**
 * Runs the whole set and checks the answers.
 *
 * @param {Contestant} contestant
 * @param {Entry} entry
 * @param {SweepSet} set
 * @returns {Marks}
 */
export function checkAnswers(contestant, entry, set) {
    for (const { first, count } of splitChunks(set.count)) entry.run(first, count);
    const answers = entry.answers();
    const truths = truthsOf(set, contestant.rotation);
    /** @type {Marks} */
    const marks = {
        ...{ contacts: 0, missed: 0, late: 0, latest: 0, deepest: 0 },
        ...{ clear: 0, imagined: 0, givenUp: 0 },
    };
    truths.forEach((truth, pair) => {
        if (contestant.ours) demand(contestant, answers, set, pair, truth);
        if (truth.verdict !== 'unclear')
            count(marks, contestant, answers.lo[pair], set, pair, truth);
    });
    if (answers.iterations !== undefined)
        marks.iterations = Array.from(answers.iterations).reduce((p, q) => p + q, 0) / set.count;
    return marks;
}

/**
 * @param {Marks} marks
 * @param {Contestant} contestant
 * @param {number} time
 * @param {SweepSet} set
 * @param {number} pair
 * @param {Truth} truth
 */
function count(marks, { rotation }, time, set, pair, { verdict, hi }) {
    marks[verdict === 'contact' ? 'contacts' : 'clear']++;
    if (Number.isNaN(time)) {
        marks.givenUp++;
    } else if (verdict === 'clear') {
        if (time < Infinity) marks.imagined++;
    } else if (time === Infinity) {
        marks.missed++;
    } else if (time > hi) {
        const depth = -encounter(set, pair, rotation).minSeparation(hi, time);
        if (depth <= SLOP) return;
        marks.late++;
        marks.latest = Math.max(marks.latest, time - hi);
        marks.deepest = Math.max(marks.deepest, depth);
    }
}

/**
 * Returns what ours promises: no contact before lo, contact at hi, both no further apart than the tolerance.
 *
 * @param {Contestant} contestant
 * @param {Answers} answers
 * @param {SweepSet} set
 * @param {number} pair
 * @param {Truth} truth
 */
function demand({ name, tolerance = 0 }, { lo, hi = lo }, set, pair, truth) {
    const wrong = errorOf([lo[pair], hi[pair]], tolerance, set, pair, truth);
    if (wrong === null) return;
    const which = `pair ${pair} (n = ${set.body}, ${set.scene})`;
    throw new WrongAnswer(`${name}: ${which} meets in [${lo[pair]}, ${hi[pair]}], but ${wrong}`);
}

/**
 * Returns what is wrong with a bracket, or null. Written so that NaN is wrong.
 *
 * @param {[number, number]} bracket
 * @param {number} tolerance
 * @param {SweepSet} set
 * @param {number} pair
 * @param {Truth} truth
 */
function errorOf([lo, hi], tolerance, set, pair, truth) {
    if (truth.verdict === 'clear') return lo === Infinity ? null : 'they stay apart';
    if (truth.verdict === 'unclear') return null;
    if (!(lo <= truth.hi && hi >= truth.lo)) return `they meet first in [${truth.lo}, ${truth.hi}]`;
    if (!(lo <= hi && hi - lo <= tolerance)) return `it is to be no wider than ${tolerance}`;
    const met = encounter(set, pair, 'steady');
    if (!(met.separationAt(lo) >= -ROUNDING)) return `they overlap at ${lo}`;
    return met.separationAt(hi) <= ROUNDING ? null : `they are apart at ${hi}`;
}
