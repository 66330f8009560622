/**
 * One contestant of `cells.mjs` in a process of its own, which the program starts with its choice of sets as the argument and
 * directs by messages.
 *
 * @import { CellSet } from './cells_contestants.js'
 */
import { CELLS, chunkTask, loadOptions, runAll } from './cells_sets.js';
import { prepareTask, timeOf } from './turns.js';

const options = await loadOptions(JSON.parse(process.argv[2]));
/** @type {CellSet | null} */
let set = null;
/** @type {{ run: () => void, repeats: number, duration: number }[]} */
let tasks = [];

/** Makes a set, and warms the entries of a contestant up. @param {{ cell: string, index: number, name: string, warmUp: number }} message */
function enter({ cell, index, name, warmUp }) {
    set?.free();
    set = [...CELLS[cell].sets(options)][index]();
    const { entries } = set;
    tasks = entries.flatMap((entry) => {
        if (set === null || entry.name !== name) return [];
        runAll(set, entry);
        const run = chunkTask(set, entry);
        return [{ run, ...prepareTask(run, warmUp) }];
    });
    return { prepared: tasks.map(({ duration }) => ({ duration })) };
}

process.on('message', (/** @type {any} */ message) => {
    if (message.cell !== undefined) {
        process.send?.(enter(message));
        return;
    }
    const { run, repeats } = tasks[message.task];
    process.send?.({ ms: timeOf(run, repeats) });
});
process.send?.({});
