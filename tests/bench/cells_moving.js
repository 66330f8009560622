import {
    DistanceProxy,
    PolygonShape,
    ShapeCast,
    ShapeCastInput,
    ShapeCastOutput,
    Transform,
} from 'planck';
import { memoryWriter } from '../../js/bench/foreign.js';
import { createShapes } from '../../js/bench/graze.js';
import { makeShapes } from '../../js/bench/pairs.js';
import { between, randomFor } from '../../js/bench/random.js';
import { toPoints } from '../../web/tabs/benchmark/peers/bodies.js';
import { callEntry, countWrong, eachSet } from './cells_contestants.js';
import { plainApproach, plainConflicts, plainShape } from './cells_plain.js';
import { CELL_BODIES, makeMovingDiscs } from './cells_scenes.js';
import { foreignToi } from './foreign_toi.js';
import { grazeContestants } from './graze_toi.js';
import { planckToi } from './peers/planck_toi.js';
import { rapierToi } from './peers/rapier_toi.js';
import { checkAnswers } from './toi_marks.js';
import { encounter, makeSweeps, sweepOf } from './toi_sweeps.js';

/**
 * Cells of bodies that move, and of what it costs to make things.
 *
 * @import { Graze, Motion, Path, Shape } from 'graze'
 * @import { Cell, CellOptions, CellSet, Entry } from './cells_contestants.js'
 * @import { CellBody } from './cells_scenes.js'
 * @import { Contestant } from './toi_contestant.js'
 * @import { Scene, SweepSet } from './toi_sweeps.js'
 */

const ENCOUNTERS = /** @type {const} */ (['distant', 'near miss', 'hit']);
/** Largest rotations of a body, in radians. */
const TURNS = [0, 0.3, 3];

/** @type {Cell} */
export const discs = {
    title: 'moving discs, calls from JavaScript',
    sets: (options) =>
        eachSet(options.bodies.slice(0, 1), ['discs'], options, () => discSet(options)),
};

/** @type {Cell} */
export const casts = {
    title: 'casts of bodies without turning, calls',
    sets: (options) =>
        eachSet(CELL_BODIES, ENCOUNTERS, options, (body, scene) => castSet(body, scene, options)),
};

/** @type {Cell} */
export const contacts = {
    title: 'first contacts',
    sets: (options) =>
        turned(options, (body, scene, turn) => contactSet(body, scene, turn, options)),
};

/** @type {Cell} */
export const clearance = {
    title: 'clearance, calls',
    sets: (options) =>
        turned(options, (body, scene, turn) => clearanceSet(body, scene, turn, options)),
};

/** @type {Cell} */
export const making = {
    title: 'making and freeing things',
    sets: (options) => [
        ...eachSet(CELL_BODIES, ['shapes'], options, (body) => shapeMaking(body, options)),
        ...eachSet(options.bodies.slice(0, 1), ['motions'], options, () => motionMaking(options)),
    ],
};

/**
 * @param {CellOptions} options
 * @param {(body: CellBody, scene: typeof ENCOUNTERS[number], turn: number) => CellSet} make
 */
function turned(options, make) {
    const scenes = TURNS.flatMap((turn) =>
        ENCOUNTERS.map((scene) => ({ name: `${scene}, turn ${turn}`, scene, turn })),
    );
    const names = scenes.map(({ name }) => name);
    return eachSet(CELL_BODIES, names, options, (body, name) => {
        const { scene, turn } = scenes[names.indexOf(name)];
        return make(body, scene, turn);
    });
}

/** The truths of moving pairs are slow to find, and the pairs take long. @param {CellOptions} options */
const sweepCount = ({ pairs }) => Math.max(1, pairs >> 1);

/** @param {CellOptions} options @returns {CellSet} */
function discSet({ builds, pairs: count, seed }) {
    const made = makeMovingDiscs(count, seed);
    const { first, second } = made;
    const truths = sampledGaps(made);
    const begins = (/** @type {Float64Array} */ answers) => countBegins(truths, answers);
    const gaps = (/** @type {Float64Array} */ answers) =>
        countWrong(count, (k) => {
            if (truths[k] === Infinity) return answers[k] === Infinity;
            return answers[k] <= truths[k] + 1e-9 && answers[k] > truths[k] - 1e-3;
        });
    const entries = builds.flatMap(({ name, g }) => [
        callEntry(
            ...[name, ['conflictIntervals'], count],
            (k) => g.conflictIntervals(first[k], second[k])[0]?.[0] ?? Infinity,
            begins,
        ),
        callEntry(
            ...[name, ['closestApproach'], count],
            (k) => g.closestApproach(first[k], second[k]).separation,
            gaps,
        ),
    ]);
    entries.push(
        callEntry(
            ...['plain JS', ['conflictIntervals'], count],
            (k) => plainConflicts(first[k], second[k])[0]?.[0] ?? Infinity,
            begins,
        ),
        callEntry(
            ...['plain JS', ['closestApproach'], count],
            (k) => plainApproach(first[k], second[k])?.separation ?? Infinity,
            gaps,
        ),
    );
    return { body: '-', scene: 'discs', count, entries, free() {} };
}

/** Returns the least gap of each pair. @param {import('./cells_scenes.js').MovingDiscSet} set */
export function sampledGaps({ first, second }) {
    return Float64Array.from(first, (disc, k) => sampledGap(disc, second[k]));
}

/**
 * Counts pairs whose first conflict, Infinity without one, does not fit their least gap.
 *
 * @param {Float64Array} gaps
 * @param {Float64Array} begins
 */
export function countBegins(gaps, begins) {
    /* The samples are further apart than the roots are wrong. */
    return countWrong(gaps.length, (k) => {
        return Math.abs(gaps[k]) < 1e-3 || begins[k] < Infinity === gaps[k] < 0;
    });
}

/**
 * Returns the least gap of two discs at thousands of times; Infinity if they never exist at the same time.
 *
 * @param {import('./cells_scenes.js').MovingDisc} a
 * @param {import('./cells_scenes.js').MovingDisc} b
 */
function sampledGap(a, b) {
    const [from, to] = [Math.max(a.t0, b.t0), Math.min(a.t1, b.t1)];
    let gap = Infinity;
    for (let k = 0; from <= to && k <= 4096; k++) {
        const t = from + ((to - from) * k) / 4096;
        const x = b.x + b.vx * (t - b.t0) - a.x - a.vx * (t - a.t0);
        const y = b.y + b.vy * (t - b.t0) - a.y - a.vy * (t - a.t0);
        gap = Math.min(gap, Math.hypot(x, y) - a.radius - b.radius);
    }
    return gap;
}

/** @param {CellBody} body @param {Scene} scene @param {CellOptions} options @returns {CellSet} */
function castSet(body, scene, options) {
    const { builds, box2d, seed } = options;
    const count = sweepCount(options);
    const set = makeSweeps({ body, scene, count, seed, turn: 0 });
    const truths = set.truths.get('steady') ?? [];
    /** @param {ArrayLike<number>} answers @param {number} gap at which a contact may be reported */
    const errors = (answers, gap) =>
        countWrong(count, (k) => {
            const { verdict, hi } = truths[k];
            if (verdict === 'unclear') return true;
            if (verdict === 'clear') return answers[k] === Infinity;
            const isInTime = answers[k] <= hi + Math.max(1e-9, gap / 10);
            return isInTime && encounter(set, k, 'steady').separationAt(answers[k]) <= gap;
        });
    /* Those of Box2D and planck stop at a distance that is theirs. */
    const [precise, lenient] = [1e-9, 0.03].map(
        (gap) => (/** @type {ArrayLike<number>} */ answers) => errors(answers, gap),
    );
    const sweeps = Array.from({ length: count }, (_, k) => {
        const [p, q] = [sweepOf(set.sweepA, k), sweepOf(set.sweepB, k)];
        const translation = {
            dx: p.x1 - p.x0 - (q.x1 - q.x0),
            dy: p.y1 - p.y0 - (q.y1 - q.y0),
        };
        return { p, q, translation };
    });
    const poses = (/** @type {'p' | 'q'} */ of) =>
        sweeps.map((one) => {
            const { x0, y0, heading } = one[of];
            return { x: x0, y: y0, cos: Math.cos(heading), sin: Math.sin(heading) };
        });
    const [p, q] = [poses('p'), poses('q')];
    const owned = /** @type {{ free: () => void }[]} */ ([]);
    const entries = builds.map(({ name, g }) => {
        const shapes = createShapes(g, /** @type {any} */ (set));
        owned.push(...shapes);
        const [a, b] = [set.shapeA, set.shapeB].map((of) => Array.from(of, (k) => shapes[k]));
        const answer = (/** @type {number} */ k) => {
            const { interval } = g.shapeCast(a[k], b[k], p[k], q[k], sweeps[k].translation);
            return interval === null ? Infinity : interval[0];
        };
        return callEntry(name, ['shapeCast'], count, answer, precise);
    });
    entries.push(planckCasts(set, sweeps, p, q, lenient));
    const cast = rapierToi.enter(set);
    owned.push({ free: () => cast.leave?.() });
    entries.push({
        ...{ name: 'rapier', queries: ['shapeCast'], run: cast.run },
        wrong: () => lenient(cast.answers().lo),
    });
    if (box2d !== null) {
        const numbers = (/** @type {typeof p} */ list) =>
            Float32Array.from(list.flatMap(({ x, y, cos, sin }) => [x, y, cos, sin]));
        const { wasm, shapeA, shapeB } = box2d.enter(set);
        const write = memoryWriter(wasm);
        const [poseA, poseB] = [write(numbers(p)), write(numbers(q))];
        const ways = write(
            Float32Array.from(sweeps.flatMap(({ translation: { dx, dy } }) => [dx, dy])),
        );
        const out = wasm.bench_alloc(4 * count);
        entries.push({
            ...{ name: 'b2ShapeCast in wasm', queries: ['shapeCast'], isBeside: true },
            run(first, size) {
                const [one, four] = [4 * first, 16 * first];
                const shapes = [shapeA + one, shapeB + one];
                wasm.bench_pairs(...shapes, poseA + four, poseB + four, out + one, size);
                wasm.bench_ways(ways + 8 * first);
                wasm.bench_casts(size);
            },
            wrong: () => lenient(new Float32Array(wasm.memory.buffer, out, count)),
        });
    }
    const free = () => {
        for (const one of owned) one.free();
    };
    return { body, scene, count, entries, free };
}

/**
 * @param {SweepSet} set
 * @param {{ translation: { dx: number, dy: number } }[]} sweeps
 * @param {{ x: number, y: number, cos: number, sin: number }[]} p
 * @param {{ x: number, y: number, cos: number, sin: number }[]} q
 * @param {(answers: Float64Array) => number} errors
 */
function planckCasts(set, sweeps, p, q, errors) {
    const proxies = set.shapes.map((outline) => {
        const proxy = new DistanceProxy();
        const points = toPoints(outline);
        proxy.setVertices(points, points.length, 0);
        return proxy;
    });
    const [a, b] = [set.shapeA, set.shapeB].map((of) => Array.from(of, (k) => proxies[k]));
    const [input, output] = [new ShapeCastInput(), new ShapeCastOutput()];
    /** @param {Transform} transform @param {typeof p[number]} pose */
    const place = (transform, { x, y, cos, sin }) => {
        transform.p.x = x;
        transform.p.y = y;
        transform.q.c = cos;
        transform.q.s = sin;
    };
    /* Its second body moves. */
    const answer = (/** @type {number} */ k) => {
        const { translation } = sweeps[k];
        /** @type {any} */ (input).proxyA = b[k];
        /** @type {any} */ (input).proxyB = a[k];
        place(input.transformA, q[k]);
        place(input.transformB, p[k]);
        input.translationB.x = translation.dx;
        input.translationB.y = translation.dy;
        return ShapeCast(output, input) ? output.lambda : Infinity;
    };
    return callEntry('planck', ['shapeCast'], set.count, answer, errors);
}

/**
 * Returns a contestant of `toi.mjs` as an entry. Misses and late contacts are wrong answers.
 *
 * @param {Contestant} contestant
 * @param {string} name
 * @param {string} query
 * @param {SweepSet} set
 * @returns {Entry & { leave: () => void }}
 */
function contactEntry(contestant, name, query, set) {
    const entry = contestant.enter(set);
    return {
        ...{ name, queries: [query], run: entry.run },
        wrong() {
            const { missed, late, imagined, givenUp } = checkAnswers(contestant, entry, set);
            return missed + late + imagined + givenUp;
        },
        leave: () => entry.leave?.(),
    };
}

/** @param {CellBody} body @param {Scene} scene @param {number} turn @param {CellOptions} options @returns {CellSet} */
function contactSet(body, scene, turn, options) {
    const { builds, box2d, seed } = options;
    const count = sweepCount(options);
    const set = makeSweeps({ body, scene, count, seed, turn });
    const entries = builds.flatMap(({ name, g }) => {
        const [batch, , call] = grazeContestants(() => g);
        return [
            contactEntry(batch, name, 'movingPairs', set),
            contactEntry(call, name, 'firstContact', set),
        ];
    });
    if (box2d !== null) {
        const contestant = foreignToi('Box2D', box2d.moduleFor(set.shapes));
        entries.push(contactEntry(contestant, 'b2TimeOfImpact', 'movingPairs', set));
    }
    entries.push(contactEntry(planckToi, 'planck', 'firstContact', set));
    if (turn === 0) entries.push(contactEntry(rapierToi, 'rapier', 'firstContact', set));
    const free = () => {
        for (const entry of entries) entry.leave();
    };
    return { body, scene: `${scene}, turn ${turn}`, count, entries, free };
}

/** @param {CellBody} body @param {Scene} scene @param {number} turn @param {CellOptions} options @returns {CellSet} */
function clearanceSet(body, scene, turn, options) {
    const count = Math.max(1, sweepCount(options) >> 1);
    const set = makeSweeps({ body, scene, count, seed: options.seed, turn });
    const sampled = Array.from({ length: count }, (_, k) =>
        encounter(set, k, 'steady').minSeparation(0, 1),
    );
    const made = options.builds.map(({ name, g }) => {
        const { a, b, p, q, free } = movingPairs(g, set);
        const widths = new Float64Array(count);
        const entries = [
            callEntry(
                ...[name, ['clearance'], count],
                (k) => {
                    const [lo, hi] = g.clearance(a[k], b[k], p[k], q[k]).separation;
                    widths[k] = hi - lo;
                    return lo;
                },
                (answers) =>
                    countWrong(count, (k) => {
                        const isBound = answers[k] <= sampled[k] + 1e-9;
                        const isTight = widths[k] <= 1e-6;
                        return isBound && isTight && answers[k] > sampled[k] - 0.5;
                    }),
            ),
        ];
        if (name === 'graze') {
            const contact = callEntry(
                ...['firstContact', ['clearance'], count],
                (k) => g.firstContact(a[k], b[k], p[k], q[k]).time?.[0] ?? Infinity,
                /* A contact between the samples is one that they do not show. */
                (answers) => countWrong(count, (k) => answers[k] < Infinity || sampled[k] > -1e-9),
            );
            entries.push({ ...contact, isBeside: true });
        }
        return { entries, free };
    });
    const free = () => {
        for (const one of made) one.free();
    };
    /* The builds first, then what stands beside them. */
    const entries = made
        .flatMap((one) => one.entries)
        .sort((p, q) => Number(p.isBeside ?? false) - Number(q.isBeside ?? false));
    return { body, scene: `${scene}, turn ${turn}`, count, entries, free };
}

/** @param {Graze} g @param {SweepSet} set */
function movingPairs(g, set) {
    const shapes = createShapes(g, /** @type {any} */ (set));
    const [a, b] = [set.shapeA, set.shapeB].map((of) => Array.from(of, (k) => shapes[k]));
    const [p, q] = [set.sweepA, set.sweepB].map((sweeps) =>
        Array.from({ length: set.count }, (_, pair) => {
            const { x0, y0, heading, x1, y1, turn } = sweepOf(sweeps, pair);
            const velocity = { vx: x1 - x0, vy: y1 - y0, angularVelocity: turn };
            return g.motion.linear({ t0: 0, t1: 1, x: x0, y: y0, angle: heading, ...velocity });
        }),
    );
    const free = () => {
        for (const one of [...p, ...q, ...shapes]) one.free();
    };
    return { a, b, p, q, free };
}

/** Things that are made before all of them are freed. */
const KEPT = 64;
/** Things in a run: so many that each run pays for the garbage that it leaves. */
const MADE = 4096;

/**
 * Returns an entry that makes things and frees them; the last ones are checked.
 *
 * @template T
 * @param {string} name
 * @param {string} query
 * @param {(record: number) => T} make
 * @param {(thing: T) => void} discard
 * @param {(thing: T, record: number) => boolean} isRight
 * @returns {Entry}
 */
function makingEntry(name, query, make, discard, isRight) {
    /** @type {T[]} */
    const kept = Array(KEPT).fill(null);
    return {
        ...{ name, queries: [query] },
        run(first, count) {
            for (let k = first; k < first + count; k += KEPT) {
                for (let m = 0; m < KEPT; m++) kept[m] = make(k + m);
                for (let m = 0; m < KEPT; m++) discard(kept[m]);
            }
        },
        wrong: () =>
            countWrong(KEPT, (k) => {
                const thing = make(k);
                const right = isRight(thing, k);
                discard(thing);
                return right;
            }),
    };
}

/** @param {{ free: () => void }} thing */
const release = (thing) => thing.free();
const nothing = () => {};

/** @param {CellBody} body @param {CellOptions} options @returns {CellSet} */
function shapeMaking(body, { builds, seed }) {
    const made = makeShapes(body, seed);
    const count = MADE;
    const outlines = Array.from({ length: count }, (_, k) => made[k % made.length]);
    const points = outlines.map(toPoints);
    const vertices = outlines[0].length;
    const isShape = (/** @type {Shape} */ shape) => shape.vertices.length === vertices;
    const entries = builds.flatMap(({ name, g }) => [
        makingEntry(name, 'polygon', (k) => g.polygon(outlines[k]), release, isShape),
        makingEntry(name, 'hull', (k) => g.hull(outlines[k]), release, isShape),
        ...(body === 'box'
            ? [
                  makingEntry(
                      ...[name, 'box'],
                      (k) => g.box(2 * outlines[k][4], 2 * outlines[k][5]),
                      ...[release, isShape],
                  ),
              ]
            : []),
    ]);
    const plain = (/** @type {string} */ query) =>
        makingEntry(
            'plain JS',
            query,
            (k) => plainShape(outlines[k]),
            nothing,
            ({ n }) => {
                return 2 * n === vertices;
            },
        );
    entries.push(plain('polygon'));
    if (body === 'box') entries.push(plain('box'));
    entries.push(
        makingEntry(
            ...['planck', 'hull'],
            (k) => new PolygonShape(points[k]),
            ...[nothing, (/** @type {PolygonShape} */ { m_count }) => 2 * m_count <= vertices],
        ),
    );
    return { body, scene: 'shapes', count, chunk: count, entries, free() {} };
}

/** Steps of a path, and samples of a motion. */
const STEPS = 100;

/** @param {CellOptions} options @returns {CellSet} */
function motionMaking({ builds, seed }) {
    const count = MADE >> 2;
    const random = randomFor(seed, 'making');
    const starts = Array.from({ length: count }, () => {
        const [x, y] = [between(random, 0, 100), between(random, 0, 100)];
        const [angle, angularVelocity] = [between(random, 0, 6), between(random, -0.5, 0.5)];
        return { x, y, angle, angularVelocity };
    });
    const arcs = starts.map(({ x, y, angle, angularVelocity }) => {
        return { t0: 0, t1: 10, x, y, angle, angularVelocity, speed: 10 };
    });
    const lines = starts.map(({ x, y, angle, angularVelocity }) => {
        return { t0: 0, t1: 10, x, y, angle, angularVelocity, vx: 1, vy: 2 };
    });
    const samples = starts.map(({ x, y, angle, angularVelocity }) =>
        Float64Array.from({ length: 4 * (STEPS + 1) }, (_, k) => {
            const t = (10 * (k >> 2)) / STEPS;
            return [t, x + t, y + 2 * t, angle + angularVelocity * t][k & 3];
        }),
    );
    const isMotion = (/** @type {Motion} */ motion, /** @type {number} */ k) => {
        const pose = motion.pose(0);
        return pose !== null && Math.abs(pose.x - starts[k].x) < 1e-9;
    };
    const owned = /** @type {{ free: () => void }[]} */ ([]);
    const entries = builds.flatMap(({ name, g }) => {
        const shape = g.box(4.5, 1.8);
        const turns = arcs.map((arc) => g.motion.turn(arc));
        owned.push(...turns, shape);
        const clock = { t0: 0, t1: 10, step: 10 / STEPS };
        return [
            makingEntry(name, 'linear', (k) => g.motion.linear(lines[k]), release, isMotion),
            makingEntry(name, 'turn', (k) => g.motion.turn(arcs[k]), release, isMotion),
            makingEntry(
                ...[name, `${STEPS + 1} samples`],
                (k) => g.motion.samples(samples[k]),
                ...[release, isMotion],
            ),
            makingEntry(
                ...[name, `path of ${STEPS} steps`],
                (k) => g.path(shape, turns[k], clock),
                ...[release, (/** @type {Path} */ path) => path.count === STEPS],
            ),
        ];
    });
    /* The least that a program keeps of a motion. */
    const plain = (/** @type {number} */ k) => ({ ...lines[k] });
    const isCopy = (/** @type {{ x: number }} */ { x }, /** @type {number} */ k) =>
        x === starts[k].x;
    entries.push({
        ...makingEntry('object copied', 'linear', plain, nothing, isCopy),
        isBeside: true,
    });
    const free = () => {
        for (const one of owned) one.free();
    };
    return { body: '-', scene: 'motions', count, chunk: count, entries, free };
}
