import { setImmediate as nextTask } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createSync as createInSpace } from 'graze/solid';
import { query } from '../../native/answers/index.js';
import { allQuestions, readPinned, vectorsOfFiles } from '../../native/builds.js';
import { digest } from '../../native/digest.js';
import { drawQuestions, shortRound, vectorQuestions } from '../../native/questions/index.js';
import { drawFrom } from '../../native/questions/random.js';
import { refuseAll } from './faults.js';
import { watchedInstance, watchMethods } from './instance.js';
import { Log } from './log.js';
import { residence } from './residents.js';

/**
 * Rounds of mixed work on one instance, with measurements after each.
 *
 * @import { Graze } from 'graze'
 * @import { Question } from '../../native/questions/index.js'
 * @import { Watched } from './instance.js'
 * @import { Measured } from './log.js'
 */

/** Fraction of all drawn questions in a round. */
const DRAWN = 0.01;
/** Fraction of them before all rounds, while the largest number of objects of each kind exist. */
const TIDE = 0.05;
/** Number of the exact vectors' questions in a round. */
const VECTORS_EACH = 200;
const TURNS = 40;
/** Number of objects in a round that nobody frees. */
const FORGOTTEN = 5;
/** Number of rounds after which all residents are freed. */
const ROUNDS_OF_RESIDENTS = 8;
/** Number of rounds after which everything has been compiled and every size has occurred. */
const LEAST_ROUNDS = 3;
/** Fraction of the time that counts as warm-up. */
const WARM = 0.25;
/** Minutes over which slopes exceed noise. */
const LEAST_MINUTES = 10;

const MEGABYTE = 2 ** 20;
/** Growth that is permitted over the whole run after the warm-up. */
const LIMITS = { used: 0.01, size: 0.01, heap: 2 * MEGABYTE, rss: 32 * MEGABYTE };

setFlagsFromString('--expose-gc');
const gc = /** @type {() => void} */ (runInNewContext('gc'));

/** Lets the collector free forgotten objects: it reports them in tasks of its own. @param {() => boolean} isDone */
async function collect(isDone) {
    for (let k = 0; k < 20; k++) {
        gc();
        await nextTask();
        if (isDone()) return;
    }
}

/** @param {number[]} values */
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns the least-squares slope per value. @param {number[]} values */
function slope(values) {
    const [mx, my] = [(values.length - 1) / 2, mean(values)];
    const top = values.reduce((sum, value, x) => sum + (x - mx) * (value - my), 0);
    const bottom = values.reduce((sum, _, x) => sum + (x - mx) * (x - mx), 0);
    return bottom > 0 ? top / bottom : 0;
}

/**
 * Creates objects and drops them without freeing: no part of them may remain.
 * @param {Graze} g
 * @param {ReturnType<typeof drawFrom>} draw
 */
function forget(g, draw) {
    for (let k = 0; k < FORGOTTEN; k++) {
        draw.any([
            () => g.disc(1),
            () => g.motion.static(),
            () => g.pairs(1 + draw.below(100)),
            () => g.scene([]),
        ])();
    }
}

/** Creates one object of each class, so that their methods can be observed. @param {Graze} g */
function watchAll(g) {
    const shape = g.disc(1);
    const motion = g.motion.linear({ t0: 0, t1: 1, x: 0, y: 0 });
    const path = g.path(shape, motion, { t1: 1, step: 0.5 });
    const batches = [g.pairs(1), g.bodies(1), g.movingDiscs(1), g.movingPairs(1), g.boxIndex(1)];
    const things = [g.scene([path]), path, motion, shape, ...batches];
    const methods = watchMethods([g, ...things]);
    for (const thing of things) thing.free();
    return methods;
}

const COLUMNS = /** @type {const} */ ([
    ...['min', 'rounds', 'questions', 'handles made', 'handles left', 'retired'],
    ...['used KiB', 'memory KiB', 'heap MB', 'rss MB', 'cpu ms per round'],
]);

/** @param {(string | number)[]} cells */
const row = (cells) => cells.map((cell, k) => String(cell).padStart(COLUMNS[k].length)).join('  ');

/**
 * @param {{ minutes: number, seed?: number, report?: (line: string) => void }} settings
 * @returns {Promise<{ faults: string[], log: Log, watched: Watched }>}
 */
export async function soak({ minutes, seed = 1, report = () => {} }) {
    const pinned = readPinned().round.sha256;
    const round = shortRound(allQuestions());
    const vectors = vectorQuestions(vectorsOfFiles());
    const watched = watchedInstance();
    const { g } = watched;
    const instances = { plane: g, space: createInSpace() };
    const draw = drawFrom(seed);
    const methods = watchAll(g);
    const residents = residence(g);
    /** @type {string[]} */
    const faults = [];
    const log = new Log();
    const begin = performance.now();
    const elapsed = () => (performance.now() - begin) / 60_000;
    let queried = 0;
    let refused = 0;
    let reported = -1;
    let shown = 0;

    residents.highTide(draw, () => {
        refuseAll(g, draw);
        query(instances, [...drawQuestions(seed, TIDE), ...vectors, ...round]);
    });

    /** Runs a round of mixed work. @param {number} k */
    async function work(k) {
        const drawn = drawQuestions(seed + 1000 * (k + 1), DRAWN);
        const exact = Array.from({ length: VECTORS_EACH }, () => draw.any(vectors));
        /** @type {Question[]} */
        const mixed = [...drawn, ...exact];
        residents.live(draw, TURNS);
        const first = query(instances, mixed);
        refused += refuseAll(g, draw);
        forget(g, draw);
        residents.live(draw, TURNS);
        // The content of memory must not influence an answer.
        const again = await digest(mixed, query(instances, mixed));
        if ((await digest(mixed, first)).sha256 !== again.sha256) {
            faults.push(`round ${k}: asked again, other answers`);
        }
        if ((await digest(round, query(instances, round))).sha256 !== pinned) {
            faults.push(`round ${k}: the answers are not the pinned ones`);
        }
        queried += 2 * mixed.length + round.length;
        if (k % ROUNDS_OF_RESIDENTS === ROUNDS_OF_RESIDENTS - 1) residents.leave(draw);
    }

    /** @param {number} cpu @returns {Measured} */
    function measure(cpu) {
        const { rss, heapUsed } = process.memoryUsage();
        return {
            ...{ at: elapsed(), cpu, used: watched.used, size: watched.size },
            handles: watched.alive.size - residents.handles,
            ...{ made: watched.seen.made, queried, rss, heap: heapUsed },
        };
    }

    /** @param {number} k @param {Measured} m */
    function reportRow(k, m) {
        const cells = [m.at.toFixed(1), k, m.queried, m.made, m.handles, watched.seen.retired];
        const sizes = [m.used / 1024, m.size / 1024].map(Math.round);
        const megabytes = [m.heap, m.rss].map((bytes) => (bytes / MEGABYTE).toFixed(1));
        const cpu = mean(log.of('cpu', shown));
        shown = k;
        report(row([...cells, ...sizes, ...megabytes, Math.round(cpu)]));
    }

    report(row([...COLUMNS]));
    for (let k = 0; k < LEAST_ROUNDS || elapsed() < minutes; k++) {
        const before = process.cpuUsage();
        await work(k);
        const { user, system } = process.cpuUsage(before);
        await collect(() => watched.alive.size === residents.handles);
        const m = measure((user + system) / 1000);
        log.push(m);
        if (m.handles !== 0) faults.push(`round ${k}: ${m.handles} handles too many`);
        if (Math.floor(m.at) > reported) {
            reported = Math.floor(m.at);
            reportRow(k + 1, m);
        }
        if (faults.length > 0) break;
    }
    residents.leave(draw);
    await collect(() => watched.alive.size === 0);
    reportRow(log.count, measure(0));
    faults.push(...faultsOf(log, watched, methods, minutes, report));
    report(
        `${log.count} rounds, ${queried} questions, ${watched.seen.made} handles made, at most ${watched.seen.most} at a time, ${refused} refusals`,
    );
    return { faults, log, watched };
}

/** Exports that only an instance made with `debug` calls. */
const ONLY_IN_DEBUG = new Set(['graze_wasm_bodies_changed']);

/**
 * Returns what has grown, and what was never called.
 *
 * @param {Log} log
 * @param {Watched} watched
 * @param {Map<string, number>} methods
 * @param {number} minutes
 * @param {(line: string) => void} report
 */
function faultsOf(log, watched, methods, minutes, report) {
    const faults = [];
    if (watched.alive.size > 0) faults.push(`${watched.alive.size} handles are left at the end`);
    for (const [name, count] of [...watched.calls, ...methods]) {
        if (count === 0 && !ONLY_IN_DEBUG.has(name)) faults.push(`${name} was never called`);
    }
    const isLong = minutes >= LEAST_MINUTES;
    const warm = log.of('at').findIndex((at) => at >= WARM * minutes);
    for (const key of /** @type {const} */ (['used', 'size'])) {
        const sizes = log.of(key, warm);
        const grown = sizes[sizes.length - 1] - sizes[0];
        if (isLong && grown > LIMITS[key] * sizes[0]) faults.push(`${key}: ${grown} bytes more`);
    }
    for (const key of /** @type {const} */ (['heap', 'rss'])) {
        const sizes = log.of(key, warm);
        const rate = slope(sizes);
        const trend = rate * sizes.length;
        const kilobytes = (/** @type {number} */ bytes) => (bytes / 1024).toFixed(2);
        report(
            `${key}: ${kilobytes(rate)} KiB a round after warming up, ${kilobytes(trend)} KiB in ${sizes.length}`,
        );
        if (isLong && trend > LIMITS[key])
            faults.push(`${key}: a trend of ${kilobytes(trend)} KiB`);
    }
    const tenth = Math.max(1, Math.floor(log.count / 10));
    const ratio = mean(log.of('cpu', log.count - tenth)) / mean(log.of('cpu', 0, tenth));
    report(`time of a round, last tenth to first: ${ratio.toFixed(3)}`);
    return faults;
}
