import { fork } from 'node:child_process';
import { once } from 'node:events';
import { randomFor, shuffle } from '../../js/bench/random.js';
import { countRounds } from './turns.js';

/**
 * Processes in which each contestant of `cells.mjs` is alone, and which are timed in turn. In a process with others, the
 * functions of a library in JavaScript see the objects of all of them and are slower than in a program that uses one library.
 *
 * @import { ChildProcess } from 'node:child_process'
 * @import { CellSet } from './cells_contestants.js'
 * @import { CellChoice } from './cells_sets.js'
 *
 * @typedef {{ child: ChildProcess, task: number, entry: number, duration: number }} Task an entry of a set, which is the process's
 *   task of that number and takes some milliseconds a round
 */

const PROGRAM = new URL('cells_process.mjs', import.meta.url);

export class Processes {
    #choice;
    /** @type {Map<string, ChildProcess>} by contestant */ #children = new Map();

    /** @param {CellChoice} choice */
    constructor(choice) {
        this.#choice = choice;
    }

    /**
     * Returns the milliseconds of each entry of a set, by rounds.
     *
     * @param {{ cell: string, index: number, warmUp: number }} what `index` is that of the set in its cell
     * @param {CellSet} set
     * @param {number} rounds fewer where they take too long
     */
    async time(what, { entries }, rounds) {
        /** @type {Task[]} */
        const tasks = [];
        for (const name of new Set(entries.map((entry) => entry.name))) {
            const child = await this.#childOf(name);
            const { prepared } = await ask(child, { ...what, name });
            const places = entries.flatMap((entry, k) => (entry.name === name ? [k] : []));
            places.forEach((entry, task) => {
                tasks.push({ child, task, entry, ...prepared[task] });
            });
        }
        const count = countRounds(tasks, rounds);
        const times = entries.map(() => new Float64Array(count));
        const random = randomFor('processes');
        const order = tasks.map((_, k) => k);
        for (let round = 0; round < count; round++) {
            for (const k of shuffle(random, order)) {
                const { child, task, entry } = tasks[k];
                times[entry][round] = (await ask(child, { task })).ms;
            }
        }
        return times;
    }

    /** Ends all processes. */
    close() {
        for (const child of this.#children.values()) child.disconnect();
        this.#children.clear();
    }

    /** @param {string} name */
    async #childOf(name) {
        const existing = this.#children.get(name);
        if (existing !== undefined) return existing;
        const child = fork(PROGRAM, [JSON.stringify(this.#choice)]);
        this.#children.set(name, child);
        await reply(child);
        return child;
    }
}

/** @param {ChildProcess} child @param {object} message @returns {Promise<any>} */
function ask(child, message) {
    const answer = reply(child);
    child.send(message);
    return answer;
}

/** Returns the next message of a process; rejects if it ends before. @param {ChildProcess} child @returns {Promise<any>} */
async function reply(child) {
    const stop = new AbortController();
    try {
        const ended = once(child, 'exit', stop).then(([code, signal]) => {
            throw new Error(`a process of a contestant ended with ${signal ?? code}`);
        });
        const [message] = await Promise.race([once(child, 'message', stop), ended]);
        return message;
    } finally {
        stop.abort();
    }
}
