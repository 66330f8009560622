import { howMany, refusal } from './static.js';

/**
 * Indices of boxes: answers from the records of replay_boxes.c, and from an instance.
 *
 * @import { Graze } from 'graze'
 * @import { Question } from '../questions/index.js'
 * @import { Reader } from './reader.js'
 * @typedef {Extract<Question, { kind: 'boxes' }>} BoxQuestion
 */

/** @param {Reader} reader @param {number} size numbers of each entry @param {number} room */
function readList(reader, size, room) {
    const [count] = reader.ints(1);
    return [count, ...reader.ints(count <= room ? size * count : 0)];
}

/** @param {Reader} reader @param {BoxQuestion} question */
export function readBoxes(reader, { all, room, moved }) {
    const [culprit] = reader.ints(1);
    if (culprit >= 0) return [culprit];
    const found = () => readList(reader, 1, all.length);
    const pairs = () => readList(reader, 2, room);
    const first = [...found(), ...pairs(), ...pairs()];
    return [culprit, ...first, ...moved.flatMap(found), ...pairs()];
}

/** @param {Graze} g @param {BoxQuestion} question */
export function queryBoxes(g, { axes, all, room, reach, box, cut, moved }) {
    const count = all.length;
    const index = g.boxIndex(count, { axes: axes === 2 ? 2 : 3, pairs: room });
    const found = () => {
        const number = index.search(box);
        return [number, ...index.found.subarray(0, number)];
    };
    /** @param {() => number} find */
    const pairs = (find) => {
        const [number, written] = howMany(find);
        return [number, ...index.pairs.subarray(0, 2 * written)];
    };
    const near = () => pairs(() => index.near(count, reach));
    const answer = [-1];
    try {
        index.sides.set(all.flat());
        index.update();
        answer.push(...found(), ...near());
        answer.push(...pairs(() => index.nearBetween(cut, count - cut, 0, cut, reach)));
        for (const { index: k, sides } of moved) {
            index.sides.set(sides, 2 * axes * k);
            index.update(k, k + 1);
            answer.push(...found());
        }
        answer.push(...near());
    } catch (error) {
        answer[0] = /** @type {number} */ (refusal(error).index);
    }
    index.free();
    return answer;
}
