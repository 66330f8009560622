import { splitChunks } from './pairs.js';

/**
 * Compares answers with the oracle's, before anything is timed.
 *
 * @import { Contestant, Query, Task, Tolerance } from './contestant.js'
 * @import { PairSet } from './pairs.js'
 */

/**
 * @typedef {object} Marks
 * @property {number} pairs number of answers that were checked
 * @property {number} wrong number of wrong answers
 * @property {number} worst largest error of a distance
 */

/** Error of a contestant that must be right. */
export class WrongAnswer extends Error {}

/**
 * Runs a query on the whole set and checks its answers.
 *
 * @param {Contestant} contestant
 * @param {Task} task
 * @param {Query} query
 * @param {PairSet} set
 * @returns {Marks}
 */
export function checkAnswers(contestant, task, query, set) {
    for (const { first, count } of splitChunks(set.count)) query.run(first, count);
    const answers = query.answers();
    const marks = { pairs: set.count, wrong: 0, worst: 0 };
    for (let pair = 0; pair < set.count; pair++) {
        const error = findError(task, answers[pair], set.separation[pair], contestant.tolerance);
        if (task === 'distance')
            marks.worst = Math.max(marks.worst, distanceError(answers, set, pair));
        const exact = contestant.isGraze ? set.relations?.get(pair) : undefined;
        if (error === null && agreesWithExact(task, answers[pair], exact)) continue;
        if (contestant.isGraze) {
            const expected = error ?? `the exact relation is ${exact}`;
            throw new WrongAnswer(
                `${contestant.name}: ${task} of pair ${pair} (n = ${set.body}, ${set.scene}) is ` +
                    `${answers[pair]}, but ${expected}`,
            );
        }
        marks.wrong++;
    }
    return marks;
}

/**
 * Returns a description of the error of an answer, or null. The conditions are written so that NaN is an error.
 *
 * @param {Task} task
 * @param {number} answer
 * @param {number} separation
 * @param {Tolerance} tolerance
 * @returns {string | null}
 */
export function findError(task, answer, separation, { absolute, relative }) {
    if (task === 'distance') {
        const expected = Math.max(0, separation);
        const isNear = Math.abs(answer - expected) <= absolute + relative * expected;
        return isNear ? null : `the distance is ${expected}`;
    }
    const contactAnswer = task === 'collide' ? 1 : 2;
    const isClear = Math.abs(separation) > absolute;
    const expected = separation > 0 ? 0 : contactAnswer;
    const isRight = isClear ? answer === expected : answer >= 0 && answer <= contactAnswer;
    return isRight ? null : `they are ${Math.abs(separation)} ${expected === 0 ? 'apart' : 'deep'}`;
}

/** @param {ArrayLike<number>} answers @param {PairSet} set @param {number} pair */
function distanceError(answers, set, pair) {
    return Math.abs(answers[pair] - Math.max(0, set.separation[pair]));
}

/**
 * Returns whether a verdict is that of the exact relation, where one is known.
 *
 * @param {Task} task
 * @param {number} answer
 * @param {number | undefined} exact
 */
function agreesWithExact(task, answer, exact) {
    if (exact === undefined) return true;
    if (task === 'relation') return answer === exact;
    return task === 'collide' ? answer === Number(exact > 0) : (answer === 0) === exact > 0;
}
