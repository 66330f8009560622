import { MovingUnions, poseAt } from '../oracle/moving_union_oracle.js';
import { below, choose } from '../static/compound_cases.js';
import { makeShape, randomConvex, randomUnion } from '../static/union_cases.js';
import { makeMotion, randomMovingUnions, scaleUnion } from './moving_union_cases.js';
import { limitsOf } from './overlap_checks.js';

/**
 * Compares clearances and separations of moving unions with distances and depths at many instants: of two bodies, in
 * batches and in scenes, with and without a limit.
 *
 * @import { Graze, Motion, Shape } from 'graze'
 * @import { Random } from '../native/decomposition_cases.js'
 * @import { MovingPair } from './moving_union_cases.js'
 * @import { Limits, Wrong } from './overlap_checks.js'
 * @import { Piece } from '../oracle/moving_union_oracle.js'
 *
 * @typedef {{ t: number, lo: number, hi: number }} Sample bounds of the separation at a time
 * @typedef {{ lo: number, hi: number, time: number | null, status?: string }} Answer
 */

/** Number of instants over the queried time. */
const INSTANTS = 64;

/** Number of instants around the least one. */
const CLOSER = 16;

/**
 * Returns a pair that overlaps for much of its time: one body moves through the other one, along seams and across them,
 * or one of the pairs that slide, roll, touch and dip.
 *
 * @param {Random} random @returns {MovingPair}
 */
export function randomDeepPair(random) {
    if (below(random, 3) === 0) return randomMovingUnions(random);
    const unions = [
        below(random, 2) === 0 ? randomConvex(random, 4) : randomUnion(random, 4),
        randomUnion(random, 4),
    ];
    const isWhole = below(random, 2) === 0;
    const number = (/** @type {number} */ size) =>
        isWhole ? below(random, 2 * size + 1) - size : size * (2 * random() - 1);
    const [x, y] = [number(3), number(3)];
    const [u, v] = below(random, 3) === 0 ? [choose(random, [1, -1]), 0] : [number(2), number(2)];
    const spin = isWhole && below(random, 2) === 0 ? 0 : number(2);
    const clock = choose(random, [0, 0, 1_764_300_000]);
    const piece = (
        /** @type {number[]} */ px,
        /** @type {number[]} */ py,
        /** @type {number[]} */ angle,
    ) => ({
        t0: clock,
        t1: clock + 4,
        x: px,
        y: py,
        angle,
    });
    const ways = [
        [piece([x - 2 * u, u], [y - 2 * v, v], [number(1), spin])],
        [
            below(random, 2) === 0
                ? piece([0], [0], [0])
                : piece([0, number(1)], [0, 0, number(1) / 4], [number(1), number(1)]),
        ],
    ];
    const factor = isWhole ? 1 : choose(random, [1, 0.5, 4]);
    return {
        kind: 'through',
        unions: unions.map((union) => scaleUnion(union, factor)),
        ways: ways.map((pieces) =>
            pieces.map((p) => ({
                ...p,
                x: p.x.map((c) => c * factor),
                y: p.y.map((c) => c * factor),
            })),
        ),
        from: clock,
        to: clock + 4,
    };
}

/**
 * Returns bounds of the separation at a time, after a move of the first body.
 *
 * @param {Graze} g @param {MovingPair} pair @param {Shape[]} shapes @param {number} t @param {number[]} [move]
 * @returns {Sample}
 */
function sampleAt(g, { unions, ways }, [a, b], t, [dx, dy] = [0, 0]) {
    const [p, q] = ways.map((pieces, n) => poseAt({ parts: unions[n].parts, pieces }, t));
    p.x += dx;
    p.y += dy;
    const { relation, depth, lowerBound } = g.penetration(a, b, p, q);
    if (relation !== 'overlapping') {
        const gap = g.gap(a, b, p, q);
        return { t, lo: gap, hi: gap };
    }
    return { t, lo: -depth, hi: -lowerBound };
}

/** Kinds of pairs of which one body fits exactly into the other one. */
const FITTED = ['corridor', 'room'];

/**
 * Returns whether a body fits exactly into the other one, but the last bits of its poses decide whether it does.
 *
 * @param {MovingPair} pair
 */
const isFittedByRounding = ({ kind, ways }) =>
    FITTED.includes(kind) &&
    !ways
        .flat()
        .every(
            ({ x, y, angle }) =>
                [...x, ...y].every((c) => Number.isInteger(1024 * c)) &&
                angle.every((c) => c === 0),
        );

/**
 * Returns bounds of the separation at a time that hold after moves by rounding, too: where bodies fit exactly into each
 * other, the depth is not continuous, and may be that of the deepest pair of parts.
 *
 * @param {Graze} g @param {MovingPair} pair @param {Shape[]} shapes @param {number} t @param {number} rounding
 * @returns {Sample}
 */
function looseSampleAt(g, pair, shapes, t, rounding) {
    const each = [0, 1, 2, 3, 4, 5, 6, 7].map((k) =>
        sampleAt(g, pair, shapes, t, [rounding * Math.cos(k), rounding * Math.sin(k)]),
    );
    each.push(sampleAt(g, pair, shapes, t));
    if (isFittedByRounding(pair)) {
        const [first, second] = pair.unions.map(({ parts }, n) => ({
            parts,
            pieces: pair.ways[n],
        }));
        const separation = -new MovingUnions(first, second).depthAt(t);
        each.push({ t, lo: separation, hi: separation });
    }
    return {
        t,
        lo: Math.min(...each.map(({ lo }) => lo)),
        hi: Math.max(...each.map(({ hi }) => hi)),
    };
}

/** @param {Graze} g @param {MovingPair} pair @param {Shape[]} shapes */
function samplesOf(g, pair, shapes) {
    const { from, to } = pair;
    const samples = Array.from({ length: INSTANTS + 1 }, (_, k) =>
        sampleAt(g, pair, shapes, k === INSTANTS ? to : from + ((to - from) * k) / INSTANTS),
    );
    const least = samples.reduce((p, q) => (q.hi < p.hi ? q : p));
    for (let k = 1; k < CLOSER; k++) {
        const t = least.t + ((to - from) / INSTANTS) * ((2 * k) / CLOSER - 1);
        if (t >= from && t <= to) samples.push(sampleAt(g, pair, shapes, t));
    }
    return samples;
}

/**
 * Returns the fault of a bracket of the least separation, or null.
 *
 * @param {Answer} answer @param {Sample[]} samples @param {(t: number) => Sample} sample @param {Limits} limits
 * @param {number} error
 */
function faultOfBracket({ lo, hi, time, status }, samples, sample, { distanceTolerance }, error) {
    if (!(lo <= hi)) return 'no bracket';
    const violated = samples.find((s) => lo > s.hi + error && lo > sample(s.t).hi + error);
    if (violated !== undefined) return `lower bound ${lo} above ${violated.hi} at ${violated.t}`;
    if (status === 'certified' && hi - lo > distanceTolerance + error) return 'a wide bracket';
    if (time === null) return null;
    const there = sample(time);
    if (hi < there.lo - error) return `upper bound ${hi} below ${there.lo} at its time`;
    if (hi > there.hi + error && status === 'certified')
        return `upper bound ${hi} above ${there.hi} at its time`;
    return null;
}

/**
 * Returns the fault of an answer with a limit, or null.
 *
 * @param {Answer} answer @param {number} atMost @param {Sample[]} samples @param {(t: number) => Sample} sample
 * @param {Limits} limits @param {number} error
 */
function faultOfLimited(answer, atMost, samples, sample, limits, error) {
    const { distanceTolerance } = limits;
    if (answer.hi === Infinity) {
        const limit = atMost - distanceTolerance - error;
        const near = samples.find((s) => s.hi < limit && sample(s.t).hi < limit);
        if (near !== undefined) return `nothing nearer than ${atMost}, but ${near.hi} at ${near.t}`;
        return answer.lo <= atMost + error ? null : 'a lower bound above the limit';
    }
    if (answer.hi > atMost + error) return `${answer.hi} reported, not nearer than ${atMost}`;
    return faultOfBracket(answer, samples, sample, limits, error);
}

/** @param {{ separation: [number, number], time: number | null, status: string }} clearance @returns {Answer} */
const answerOf = ({ separation: [lo, hi], time, status }) => ({ lo, hi, time, status });

/** Returns whether single clearances of an instance take a limit. @param {any} g */
export function haveLimit(g) {
    const [shape, motion] = [g.disc(1), g.motion.static()];
    try {
        g.clearance(shape, shape, motion, motion, { atMost: 1 });
        return true;
    } catch {
        return false;
    } finally {
        shape.free();
        motion.free();
    }
}

/**
 * Compares a pair, and reports each answer and what is wrong with it.
 *
 * @param {Graze} g @param {Random} random @param {MovingPair} pair @param {boolean} isLimited whether single clearances
 *   take a limit
 * @param {(name: string, answer: any, wrong: Wrong | null) => void} record
 */
export function checkClearances(g, random, pair, isLimited, record) {
    const shapes = pair.unions.map(({ recipe }) => makeShape(g, recipe));
    const motions = pair.ways.map((pieces) => makeMotion(g, pieces));
    const [[a, b], [m, n]] = [shapes, motions];
    const limits = limitsOf(pair);
    const samples = samplesOf(g, pair, shapes);
    const sample = (/** @type {number} */ t) =>
        looseSampleAt(g, pair, shapes, t, 4 * limits.rounding);
    // What the bodies move within an ulp of the clock is an error of a separation at a time.
    const speed = Math.max(
        ...samples
            .slice(1, INSTANTS)
            .map((s, k) => (2 * Math.abs(s.lo - samples[k].lo) * INSTANTS) / (pair.to - pair.from)),
    );
    // Between rounded parts that fit exactly, a gap by rounding is as deep as its root.
    const { tolerance, distanceTolerance, rounding } = limits;
    const isRounded = pair.unions.some(({ parts }) => parts.some(({ radius }) => radius > 0));
    const isFitted = isRounded && FITTED.includes(pair.kind);
    const notch = isFitted ? Math.sqrt(8 * rounding * 1e9 * distanceTolerance) : 0;
    const error = 4 * rounding + (speed * tolerance) / 4 + notch;
    const report = (
        /** @type {string} */ name,
        /** @type {string} */ call,
        /** @type {any} */ answer,
        /** @type {string | null} */ fault,
    ) => {
        const kind = `${name}: ${fault?.replace(/-?[0-9.][0-9.e+-]*/g, '#')}`;
        const details = { fault, answer, limits };
        record(name, answer, fault === null ? null : { kind, call, details });
    };
    const range = { from: pair.from, to: pair.to };
    const code = JSON.stringify(range);

    const single = answerOf(/** @type {any} */ (g.clearance(a, b, m, n, range)));
    const fault = faultOfBracket(single, samples, sample, limits, error);
    report('clearance', `g.clearance(a, b, m, n, ${code})`, single, fault);

    const times = samples.map(({ t }) => t);
    const at = g.separationsAt(a, b, m, n, times);
    const isOut = (/** @type {Sample} */ { lo, hi }, /** @type {number} */ value) =>
        value < lo - error || value > hi + error;
    const wrong = samples.find((s, k) => isOut(s, at[k]) && isOut(sample(s.t), at[k]));
    report(
        'separationsAt',
        `g.separationsAt(a, b, m, n, [${wrong?.t}])`,
        { status: 'certified' },
        wrong === undefined
            ? null
            : `${at[samples.indexOf(wrong)]}, not ${wrong.lo} to ${wrong.hi}`,
    );
    const instant = choose(random, samples);
    const still = { from: instant.t, to: instant.t };
    const here = answerOf(/** @type {any} */ (g.clearance(a, b, m, n, still)));
    const wrongHere = faultOfBracket(here, [instant], sample, limits, error);
    report(
        'clearance at an instant',
        `g.clearance(a, b, m, n, ${JSON.stringify(still)})`,
        here,
        wrongHere,
    );

    const least = Math.min(...samples.map(({ hi }) => hi));
    const limit = Math.max(
        0,
        choose(random, [0, least - 0.01, least + 0.01, 1, least * (1 + 1e-6), 1e-6]),
    );
    for (const atMost of [undefined, limit]) {
        const options = atMost === undefined ? range : { ...range, atMost };
        const limited = JSON.stringify(options);
        const check = (/** @type {Answer} */ answer) =>
            atMost === undefined
                ? faultOfBracket(answer, samples, sample, limits, error)
                : faultOfLimited(answer, atMost, samples, sample, limits, error);
        const suffix = atMost === undefined ? '' : ' at most';
        if (isLimited && atMost !== undefined) {
            const answer = answerOf(
                /** @type {any} */ (g.clearance(a, b, m, n, /** @type {any} */ (options))),
            );
            report(
                `clearance${suffix}`,
                `g.clearance(a, b, m, n, ${limited})`,
                answer,
                check(answer),
            );
        }
        const isBoth = below(random, 2) === 0;
        const [batchAnswer, found] = ofBatch(g, shapes, motions, pair, options, isBoth);
        const isFound = found > 0 === batchAnswer.hi < (atMost ?? Infinity);
        report(
            `pairClearances${suffix}`,
            `'as a pair of a batch, ${limited}'`,
            batchAnswer,
            check(batchAnswer) ?? (isFound ? null : `${found} found`),
        );
        for (const [name, answer] of ofScene(g, shapes, motions, pair, options))
            report(`${name}${suffix}`, `'${name}, ${limited}'`, answer, check(answer));
    }
    for (const owned of [...shapes, ...motions]) owned.free();
}

/**
 * Returns the clearance of the pair in a batch, and the number of pairs found.
 *
 * @param {Graze} g @param {Shape[]} shapes @param {Motion[]} motions @param {MovingPair} pair @param {object} options
 * @param {boolean} isExchanged
 * @returns {[Answer, number]}
 */
function ofBatch(g, shapes, motions, { ways }, options, isExchanged) {
    const pieces = ways.flat().length;
    const batch = g.movingPairs(2, { pieces });
    batch.set(0, shapes[0], motions[0], 0);
    batch.set(1, shapes[1], motions[1], ways[0].length);
    batch.pairs.set(isExchanged ? [1, 0] : [0, 1]);
    const found = batch.pairClearances(1, options);
    const [lo, hi, time] = batch.clearances;
    batch.free();
    return [{ lo, hi, time: time === Infinity ? null : time }, found];
}

/** Number of steps of a path. */
const STEPS = 8;

/**
 * Returns the clearances of the first body in a scene with the second one: as a path, and as a candidate.
 *
 * @param {Graze} g @param {Shape[]} shapes @param {Motion[]} motions @param {MovingPair} pair @param {object} options
 * @returns {[string, Answer][]}
 */
function ofScene(g, [a, b], [m, n], { from, to, ways }, options) {
    const clock = { t0: from, t1: to, step: (to - from) / STEPS };
    const paths = [g.path(a, m, clock), g.path(b, n, clock)];
    const scene = g.scene([paths[1]]);
    const answer = answerOf(/** @type {any} */ (scene.clearance(paths[0], options)));
    const batch = g.movingPairs(1, { pieces: ways[0].length });
    batch.set(0, a, m, 0);
    scene.clearances(batch, 1, options);
    const [lo, hi, time] = batch.clearances;
    for (const owned of [batch, scene, ...paths]) owned.free();
    return [
        ['scene.clearance', answer],
        ['scene.clearances', { lo, hi, time: time === Infinity ? null : time }],
    ];
}

/**
 * Returns the fault of the clearances of a point that is inflated and a disc of the same radius against a union, or null:
 * both brackets contain the least separation. What happens only at one radius, as an exact fit does, does not count.
 *
 * @param {Graze} g @param {Random} random @param {MovingPair} pair
 */
export function faultOfInflation(g, random, pair) {
    const radius = choose(random, [0.125, 0.5, 1, Math.fround(random())]);
    const time = pair.from + random() * (pair.to - pair.from);
    return (
        compareInflation(g, pair, Math.fround(radius * (1 + 2 ** -12)), time) &&
        compareInflation(g, pair, radius, time)
    );
}

/** @param {Graze} g @param {MovingPair} pair @param {number} radius @param {number} t */
function compareInflation(g, pair, radius, t) {
    const { unions, ways, from, to } = pair;
    const shapes = [g.disc(0), g.disc(radius), makeShape(g, unions[1].recipe)];
    const inflated = makeMotion(g, ways[0], { inflation: [radius] });
    const motions = ways.map((pieces) => makeMotion(g, pieces));
    const [point, disc, union] = shapes;
    const range = { from, to };
    const first = g.clearance(point, union, inflated, motions[1], range).separation;
    const second = g.clearance(disc, union, motions[0], motions[1], range).separation;
    const [p] = g.separationsAt(point, union, inflated, motions[1], [t]);
    const [q] = g.separationsAt(disc, union, motions[0], motions[1], [t]);
    for (const owned of [...shapes, ...motions, inflated]) owned.free();
    const error = 4 * limitsOf(pair).rounding;
    if (first[0] > second[1] + error || second[0] > first[1] + error)
        return `inflated by ${radius}: ${first}; disc: ${second}`;
    return Math.abs(p - q) > error ? `at ${t}, inflated by ${radius}: ${p}; disc: ${q}` : null;
}
