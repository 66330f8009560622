/**
 * How the four ways to a first contact compare: Table II of Hong's paper, in the plane, and the cases of
 * ../vectors/motion_cases.json. Run by `make bench-motion`:
 *   node tests/bench/table2.mjs [--cases N] [--rounds N] [--json FILE]
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createSync } from 'graze';
import { measure } from '../../js/bench/measure.js';
import { splitChunks } from '../../js/bench/pairs.js';
import { medianRatio, quantile } from '../../js/bench/statistics.js';
import { writeFileAtomically } from '../../js/cli/files/output.js';
import { bodyOf, firstContact } from '../oracle/motion_oracle.js';
import { experiment, PERIOD, SIZES } from './table2_cases.js';
import { align, times as ratio, short } from './toi_tables.js';

/**
 * @import { Graze, Motion, Shape } from 'graze'
 * @import { First, Segment } from '../oracle/motion_oracle.js'
 * @import { Run } from './toi_contestant.js'
 * @import { Experiment } from './table2_cases.js'
 */

const METHODS = /** @type {const} */ (['conservative', 'bcda', 'pcda', 'certified']);
/** Those whose answers must be right. */
const CERTIFIED = ['conservative', 'certified'];

/** The paper's: bodies that near touch. */
const EPSILON = 1e-6;
const PRECISION = { distanceTolerance: EPSILON, tolerance: EPSILON };

/**
 * All a query takes, but for the method.
 *
 * @typedef {{ from: number, to: number, distanceTolerance?: number, tolerance?: number }} Window
 * @typedef {[Shape, Shape, Motion, Motion, Window]} Query
 *
 * @typedef {{ ns: number, ratio: number }} Times times of a query: the median, and its ratio to that of certified
 */

/**
 * @typedef {object} Tally results of a method on some queries
 * @property {typeof METHODS[number]} method
 * @property {number} count of the queries
 * @property {number[]} iterations iterations of those that the root finder of bcda and pcda does not fail
 * @property {number} missed it finds none where there is one
 * @property {number} late it finds a later one
 * @property {number} imagined it finds one where there is none
 * @property {number} undecided
 * @property {string[]} wrong the names of the queries of the first three kinds
 */

/**
 * @param {Graze} g
 * @param {{ name: string, query: Query, truth: First }[]} queries
 * @param {typeof METHODS[number]} method
 */
function tallyOf(g, queries, method) {
    /** @type {Tally} */
    const tally = {
        ...{ method, count: queries.length, iterations: [] },
        ...{ missed: 0, late: 0, imagined: 0, undecided: 0, wrong: [] },
    };
    const canFail = !CERTIFIED.includes(method);
    for (const { name, query, truth } of queries) {
        const [a, b, motionA, motionB, options] = query;
        const answer = g.study.firstContact(a, b, motionA, motionB, { ...options, method });
        const { tolerance = 1e-9 * (options.to - options.from) } = options;
        const error = errorOf(answer, truth, tolerance);
        if (!canFail || error !== 'undecided') tally.iterations.push(answer.iterations);
        if (error === null) continue;
        tally[error]++;
        if (error !== 'undecided') tally.wrong.push(name);
    }
    return tally;
}

/**
 * @param {{ status: string, time: [number, number] | null }} answer
 * @param {First} truth
 * @param {number} tolerance
 * @returns {'missed' | 'late' | 'imagined' | 'undecided' | null}
 */
function errorOf({ status, time }, { contact, first }, tolerance) {
    const isLate = first !== null && time !== null && time[0] > first[1] + tolerance;
    if (status === 'undecided') return isLate && contact === true ? 'late' : 'undecided';
    if (contact === true) return time === null ? 'missed' : isLate ? 'late' : null;
    return contact === false && status === 'hit' ? 'imagined' : null;
}

/** @param {number[]} iterations mean, median and 90th percentile */
function spread(iterations) {
    if (iterations.length === 0) return ['', '', ''];
    const mean = iterations.reduce((sum, one) => sum + one, 0) / iterations.length;
    return [mean.toFixed(1), quantile(iterations).toFixed(0), quantile(iterations, 0.9).toFixed(0)];
}

/** @param {Tally} tally */
function errors({ missed, late, imagined, undecided }) {
    return [missed, late, imagined, undecided].map(String);
}

const ERRORS = ['missed', 'late', 'imagined', 'undecided'];
const UNDECIDED =
    'undecided: the budget is used up; of bcda and pcda: the root finder ends in an error, and their\n' +
    'iterations are of the other queries. late: behind the first contact by more than the tolerance';

/**
 * @param {Graze} g
 * @param {Experiment} what
 * @returns {{ name: string, query: Query, truth: First }[]}
 */
function queriesOf(g, { turning, spinning, cases }) {
    const [a, b] = [g.polygon(turning), g.polygon(spinning)];
    const turn = g.motion.linear({ t0: 0, t1: PERIOD, x: 0, y: 0, angularVelocity: 1 });
    return cases.map(({ x, y, truth }, k) => {
        const spin = g.motion.linear({ t0: 0, t1: PERIOD, x, y, angularVelocity: 0.5 });
        const options = { from: 0, to: PERIOD, ...PRECISION };
        return { name: String(k), query: [a, b, turn, spin, options], truth };
    });
}

/**
 * @param {Graze} g
 * @param {Query[]} queries
 * @returns {Run[]} by method
 */
function runsOf(g, queries) {
    const found = new Float64Array(queries.length);
    return METHODS.map((method) => {
        const options = queries.map((query) => ({ ...query[4], method }));
        return (first, count) => {
            for (let k = first; k < first + count; k++) {
                const [a, b, motionA, motionB] = queries[k];
                found[k] = g.study.firstContact(a, b, motionA, motionB, options[k]).iterations;
            }
        };
    });
}

/**
 * Runs all methods and all sizes in turn, so that the sizes can be compared too, with equal numbers of queries.
 *
 * @param {Graze} g
 * @param {Query[][]} sets by size
 * @param {number} rounds
 * @returns {Times[][]} times by size and method
 */
function timesOf(g, sets, rounds) {
    const least = Math.min(...sets.map((queries) => queries.length));
    const runs = sets.flatMap((queries) => runsOf(g, queries.slice(0, least)));
    const all = measure(runs, splitChunks(least), rounds, 'first');
    return sets.map((_, size) => {
        const some = all.slice(size * METHODS.length, (size + 1) * METHODS.length);
        const certified = some[METHODS.indexOf('certified')];
        return some.map((one) => ({ ns: quantile(one), ratio: medianRatio(one, certified) }));
    });
}

/** Fits a straight line to points by least squares. @param {number[]} x @param {number[]} y */
function lineThrough(x, y) {
    const mean = (/** @type {number[]} */ of) => of.reduce((sum, one) => sum + one, 0) / of.length;
    const [mx, my] = [mean(x), mean(y)];
    const slope =
        mean(x.map((one, k) => (one - mx) * (y[k] - my))) / mean(x.map((one) => (one - mx) ** 2));
    return [my - slope * mx, slope];
}

/** @param {Graze} g @param {number} count @param {number} rounds */
function paperTable(g, count, rounds) {
    const sets = SIZES.map((size) => {
        const what = experiment(size, count);
        const queries = queriesOf(g, what);
        const [hits, misses] = [true, false].map((contact) =>
            queries.filter(({ truth }) => truth.contact === contact),
        );
        return {
            size,
            vertices: what.turning.length + what.spinning.length,
            queries,
            hits,
            misses,
        };
    });
    const [ofHits, ofMisses] = /** @type {const} */ (['hits', 'misses']).map((kind) =>
        timesOf(
            g,
            sets.map((set) => set[kind].map(({ query }) => query)),
            rounds,
        ),
    );
    return sets.map(({ size, vertices, queries, hits, misses }, k) => {
        const [all, met, free] = [queries, hits, misses].map((some) =>
            METHODS.map((method) => tallyOf(g, some, method)),
        );
        return {
            ...{ size, vertices, all },
            hits: { tallies: met, times: ofHits[k] },
            misses: { tallies: free, times: ofMisses[k] },
        };
    });
}

/** @param {ReturnType<typeof paperTable>} results */
function printPaperTable(results) {
    for (const { size, hits, misses, all } of results) {
        const heads = ['mean', 'median', 'p90', 'ns', '', 'mean', 'median', 'p90', 'ns', ''];
        const grid = [['', ...heads, ...ERRORS]];
        METHODS.forEach((method, k) => {
            const cells = [hits, misses].flatMap(({ tallies, times }) => [
                ...spread(tallies[k].iterations),
                short(times[k].ns),
                ratio(times[k].ratio),
            ]);
            grid.push([method, ...cells, ...errors(all[k])]);
        });
        const [met, free] = [hits, misses].map(({ tallies }) => tallies[0].count);
        const counts = `${met} collisions, then of ${free} without`;
        console.log(`M1 = ${size}, M2 = 6: iterations and time of ${counts}\n${align(grid, 9)}\n`);
    }
    const vertices = results.map((one) => one.vertices);
    const grid = [['', ...vertices.map((m) => `M1+M2 = ${m}`), 'ns per vertex', 'and']];
    METHODS.forEach((method, k) => {
        const ns = results.map(({ hits }) => hits.times[k].ns);
        const [base, slope] = lineThrough(vertices, ns);
        grid.push([method, ...ns.map(short), slope.toFixed(1), short(base)]);
    });
    console.log(`growth: ns of a collision, and the line through them\n${align(grid)}\n`);
    console.log(`${UNDECIDED}\n`);
}

/**
 * Shapes as the package rounds them.
 *
 * @typedef {object} Described
 * @property {{ verts: number[][], radius: number }} shape
 * @property {{ pieces: Segment[] }} motion
 */

/** @param {Graze} g */
function vectors(g) {
    const file = new URL('../vectors/motion_cases.json', import.meta.url);
    /** @type {{ cases: { id: string, T0: number, T1: number, A: Described, B: Described }[] }} */
    const { cases } = JSON.parse(readFileSync(file, 'utf8'));
    return cases.map(({ id, T0: from, T1: to, A, B }) => {
        const bodies = [A, B].map(({ shape, motion: { pieces } }) => {
            const points = shape.verts.map((point) => point.map(Math.fround));
            const radius = Math.fround(shape.radius);
            return {
                checked: bodyOf(points, radius, pieces),
                shape: g.hull(points.flat(), { radius }),
                motion: g.motion({ pieces }),
            };
        });
        const [a, b] = bodies;
        /** @type {Query} */
        const query = [a.shape, b.shape, a.motion, b.motion, { from, to }];
        return { name: id, query, truth: firstContact(a.checked, b.checked, from, to) };
    });
}

/** @param {Tally[]} tallies @param {number} count */
function printVectors(tallies, count) {
    const grid = [['', 'mean', 'median', 'p90', 'most', ...ERRORS]];
    for (const tally of tallies) {
        const most = String(Math.max(...tally.iterations));
        grid.push([tally.method, ...spread(tally.iterations), most, ...errors(tally)]);
    }
    console.log(`motion_cases.json: iterations of ${count} cases\n${align(grid)}`);
    for (const { method, wrong } of tallies) {
        if (wrong.length > 0) console.log(`${method} errs: ${wrong.join(', ')}`);
    }
}

const { values } = parseArgs({
    options: {
        cases: { type: 'string', default: '800' },
        rounds: { type: 'string', default: '15' },
        json: { type: 'string' },
    },
});
const g = createSync();
const paper = paperTable(g, Number(values.cases), Number(values.rounds));
printPaperTable(paper);
const queries = vectors(g);
const tallies = METHODS.map((method) => tallyOf(g, queries, method));
printVectors(tallies, queries.length);
if (values.json !== undefined) {
    await writeFileAtomically(
        values.json,
        `${JSON.stringify({ schema: 1, paper, tallies })}\n`,
        '--json',
    );
}
const wrong = [...paper.flatMap(({ all }) => all), ...tallies].filter(
    (tally) => CERTIFIED.includes(tally.method) && tally.wrong.length > 0,
);
if (wrong.length > 0) {
    console.error(`wrong: ${wrong.map((tally) => `${tally.method} ${tally.wrong}`).join('; ')}`);
    process.exitCode = 1;
}
