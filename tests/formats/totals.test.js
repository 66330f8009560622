import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readScenario } from 'graze/scenario';

/** Two agents: the one waits once on its way and twice at the end, the other moves until the end. */
const ROWS = [
    '(0,0),(5,0)',
    '(1,0),(5,1)',
    '(1,0),(5,2)',
    '(2,0),(5,3)',
    '(2,0),(5,4)',
    '(2,0),(5,5)',
];

/** Returns the notices of a result of LaCAM with this header. @param {string} header @param {string[]} rows */
async function noticesOf(header, rows = ROWS) {
    const text = [header, 'solution=', ...rows.map((row, t) => `${t}:${row},`), ''].join('\n');
    const { notices } = await readScenario({ plan: { name: 'p', text } });
    return notices;
}

test('a total by another definition is named with both values and that definition', async () => {
    // Last arrivals are at 3 and 5.
    assert.deepEqual(await noticesOf('soc=8\nmakespan=5'), []);
    for (const [soc, definition] of /** @type {const} */ ([
        [10, 'that is the total if waits at the end of the paths count'],
        [7, 'that is the total if waits do not count'],
        [12, 'that is the total if places count, one more than steps, and waits at the end'],
        [9, 'no known definition gives the declared value'],
    ])) {
        const text = `p:1: soc is declared as ${soc}, but the last arrivals sum to 8: ${definition}`;
        assert.deepEqual(await noticesOf(`soc=${soc}`), [text]);
    }
    assert.deepEqual(await noticesOf('makespan=6'), [
        'p:1: makespan is declared as 6, but the last arrival is at 5: that is the total if places count, one more than steps',
    ]);
    assert.deepEqual(await noticesOf('makespan=9'), [
        'p:1: makespan is declared as 9, but the last arrival is at 5: no known definition gives the declared value',
    ]);
    assert.deepEqual(await noticesOf('makespan=6', [...ROWS, ROWS[5]]), [
        'p:1: makespan is declared as 6, but the last arrival is at 5: that is the total if waits at the end of the paths count',
    ]);
});
