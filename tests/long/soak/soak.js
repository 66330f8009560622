import { setImmediate as nextTask } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ask } from '../../native/answers/index.js';
import { allQuestions, readPinned, vectorsOfFiles } from '../../native/builds.js';
import { digest } from '../../native/digest.js';
import { drawQuestions, shortRound, vectorQuestions } from '../../native/questions/index.js';
import { drawFrom } from '../../native/questions/random.js';
import { refuseAll } from './faults.js';
import { watchedInstance, watchMethods } from './instance.js';
import { residence } from './residents.js';

/**
 * Rounds of mixed work on one instance, and what is measured after each.
 *
 * @import { Graze } from 'graze'
 * @import { Question } from '../../native/questions/index.js'
 * @import { Watched } from './instance.js'
 *
 * @typedef {object} Measured after a round, garbage collected
 * @property {number} at minutes since the beginning
 * @property {number} cpu milliseconds that the round's work took
 * @property {number} used bytes up to the top of the module's blocks
 * @property {number} size bytes of the module's memory
 * @property {number} handles alive beside those of the residents
 * @property {number} made handles, in all
 * @property {number} asked questions, in all
 * @property {number} rss
 * @property {number} heap
 */

/** Of all drawn questions, in a round. */
const DRAWN = 0.01;
/** Of the exact vectors' questions, in a round. */
const VECTORS_EACH = 200;
const TURNS = 40;
/** Things that nobody frees, in a round. */
const FORGOTTEN = 5;
/** Every so many rounds all residents leave. */
const ROUNDS_OF_RESIDENTS = 8;
/** Before that many rounds everything has been compiled and every size was there. */
const LEAST_ROUNDS = 3;
/** Of the time: what happens before is warming up. */
const WARM = 0.25;
/** Slopes are told from noise only over that many minutes. */
const LEAST_MINUTES = 10;

const MEGABYTE = 2 ** 20;
/** What the whole run may add behind the warming up. */
const LIMITS = { used: 0.01, size: 0.01, heap: 2 * MEGABYTE, rss: 32 * MEGABYTE };

setFlagsFromString('--expose-gc');
const gc = /** @type {() => void} */ (runInNewContext('gc'));

/** Lets the collector free what was forgotten: it tells so in tasks of its own. @param {() => boolean} isDone */
async function collect(isDone) {
    for (let k = 0; k < 20; k++) {
        gc();
        await nextTask();
        if (isDone()) return;
    }
}

/** By least squares, in units of `y` a unit of `x`. @param {number[]} x @param {number[]} y */
function slope(x, y) {
    const mean = (/** @type {number[]} */ v) => v.reduce((sum, one) => sum + one, 0) / v.length;
    const [mx, my] = [mean(x), mean(y)];
    const top = x.reduce((sum, one, k) => sum + (one - mx) * (y[k] - my), 0);
    const bottom = x.reduce((sum, one) => sum + (one - mx) * (one - mx), 0);
    return bottom > 0 ? top / bottom : 0;
}

/** Nothing that anything was made of stays behind. @param {Graze} g @param {ReturnType<typeof drawFrom>} draw */
function forget(g, draw) {
    for (let k = 0; k < FORGOTTEN; k++) {
        draw.any([
            () => g.disc(1),
            () => g.motion.still(),
            () => g.pairs(1 + draw.below(100)),
            () => g.scene([]),
        ])();
    }
}

/** One of each class, so that their methods can be watched. @param {Graze} g */
function watchAll(g) {
    const shape = g.disc(1);
    const motion = g.motion.linear({ t0: 0, t1: 1, x: 0, y: 0 });
    const path = g.path(shape, motion, { end: 1, step: 0.5 });
    const batches = [g.pairs(1), g.bodies(1), g.segments(1), g.movers(1)];
    const things = [g.scene([path]), path, motion, shape, ...batches];
    const methods = watchMethods([g, ...things]);
    for (const thing of things) thing.free();
    return methods;
}

const COLUMNS = /** @type {const} */ ([
    ...['min', 'rounds', 'questions', 'handles made', 'handles left', 'retired'],
    ...['used KiB', 'memory KiB', 'heap MB', 'rss MB', 'cpu ms a round'],
]);

/** @param {(string | number)[]} cells */
const row = (cells) => cells.map((cell, k) => String(cell).padStart(COLUMNS[k].length)).join('  ');

/**
 * @param {{ minutes: number, seed?: number, tell?: (line: string) => void }} settings
 * @returns {Promise<{ faults: string[], rounds: Measured[], watched: Watched }>}
 */
export async function soak({ minutes, seed = 1, tell = () => {} }) {
    const pinned = readPinned().round.sha256;
    const round = shortRound(allQuestions());
    const vectors = vectorQuestions(vectorsOfFiles());
    const watched = watchedInstance();
    const { g } = watched;
    const draw = drawFrom(seed);
    const methods = watchAll(g);
    const residents = residence(g);
    residents.highTide(draw);
    /** @type {string[]} */
    const faults = [];
    /** @type {Measured[]} */
    const rounds = [];
    const begin = performance.now();
    const elapsed = () => (performance.now() - begin) / 60_000;
    let asked = 0;
    let refused = 0;
    let told = -1;

    /** A round of mixed work. @param {number} k */
    async function work(k) {
        const drawn = drawQuestions(seed + 1000 * (k + 1), DRAWN);
        const exact = Array.from({ length: VECTORS_EACH }, () => draw.any(vectors));
        /** @type {Question[]} */
        const mixed = [...drawn, ...exact];
        residents.live(draw, TURNS);
        const first = ask(g, mixed);
        refused += refuseAll(g, draw);
        forget(g, draw);
        residents.live(draw, TURNS);
        // What lies in memory meanwhile has no part in an answer.
        const again = await digest(mixed, ask(g, mixed));
        if ((await digest(mixed, first)).sha256 !== again.sha256) {
            faults.push(`round ${k}: asked again, other answers`);
        }
        if ((await digest(round, ask(g, round))).sha256 !== pinned) {
            faults.push(`round ${k}: the answers are not the pinned ones`);
        }
        asked += 2 * mixed.length + round.length;
        if (k % ROUNDS_OF_RESIDENTS === ROUNDS_OF_RESIDENTS - 1) residents.leave(draw);
    }

    /** @param {number} cpu @returns {Measured} */
    function measure(cpu) {
        const { rss, heapUsed } = process.memoryUsage();
        return {
            ...{ at: elapsed(), cpu, used: watched.used, size: watched.size },
            handles: watched.alive.size - residents.handles,
            ...{ made: watched.seen.made, asked, rss, heap: heapUsed },
        };
    }

    /** @param {number} k @param {Measured} m */
    function tellRow(k, m) {
        const cells = [m.at.toFixed(1), k, m.asked, m.made, m.handles, watched.seen.retired];
        const sizes = [m.used / 1024, m.size / 1024].map(Math.round);
        const megabytes = [m.heap, m.rss].map((bytes) => (bytes / MEGABYTE).toFixed(1));
        tell(row([...cells, ...sizes, ...megabytes, Math.round(m.cpu)]));
    }

    tell(row([...COLUMNS]));
    for (let k = 0; k < LEAST_ROUNDS || elapsed() < minutes; k++) {
        const before = process.cpuUsage();
        await work(k);
        const { user, system } = process.cpuUsage(before);
        await collect(() => watched.alive.size === residents.handles);
        const m = measure((user + system) / 1000);
        rounds.push(m);
        if (m.handles !== 0) faults.push(`round ${k}: ${m.handles} handles too many`);
        if (Math.floor(m.at) > told) {
            told = Math.floor(m.at);
            tellRow(k + 1, m);
        }
        if (faults.length > 0) break;
    }
    residents.leave(draw);
    await collect(() => watched.alive.size === 0);
    rounds.push(measure(0));
    tellRow(rounds.length - 1, /** @type {Measured} */ (rounds.at(-1)));
    faults.push(...faultsOf(rounds, watched, methods, minutes, tell));
    tell(
        `${rounds.length - 1} rounds, ${asked} questions, ${watched.seen.made} handles made, at most ${watched.seen.most} at a time, ${refused} refusals`,
    );
    return { faults, rounds, watched };
}

/**
 * What has grown, and what was never called.
 *
 * @param {Measured[]} rounds
 * @param {Watched} watched
 * @param {Map<string, number>} methods
 * @param {number} minutes
 * @param {(line: string) => void} tell
 */
function faultsOf(rounds, watched, methods, minutes, tell) {
    const faults = [];
    if (watched.alive.size > 0) faults.push(`${watched.alive.size} handles are left at the end`);
    for (const [name, count] of [...watched.calls, ...methods]) {
        if (count === 0) faults.push(`${name} was never called`);
    }
    const measured = rounds.slice(0, -1);
    const warm = measured.slice(Math.floor(WARM * measured.length));
    const [start, end] = [warm[0], warm[warm.length - 1]];
    for (const key of /** @type {const} */ (['used', 'size'])) {
        const grown = end[key] - start[key];
        if (minutes < LEAST_MINUTES) continue;
        if (grown > LIMITS[key] * start[key]) faults.push(`${key}: ${grown} bytes more`);
    }
    const times = warm.map(({ at }) => at);
    for (const key of /** @type {const} */ (['heap', 'rss'])) {
        const rate = slope(
            times,
            warm.map((m) => m[key]),
        );
        const trend = rate * (end.at - start.at);
        tell(`${key}: ${(rate / 1024).toFixed(2)} KiB a minute after warming up`);
        if (minutes >= LEAST_MINUTES && trend > LIMITS[key]) {
            faults.push(`${key}: a trend of ${Math.round(trend)} bytes`);
        }
    }
    const tenth = Math.max(1, Math.floor(measured.length / 10));
    const mean = (/** @type {Measured[]} */ some) =>
        some.reduce((sum, { cpu }) => sum + cpu, 0) / some.length;
    const ratio = mean(measured.slice(-tenth)) / mean(measured.slice(0, tenth));
    tell(`time of a round, last tenth to first: ${ratio.toFixed(3)}`);
    return faults;
}
