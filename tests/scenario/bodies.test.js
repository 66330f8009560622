import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { blankScenario, validate } from 'graze/scenario';
import fc from '../fast_check.js';
import { boxShape as box } from '../helpers.js';
import { largestSpeed, leastSeparation, placed, placedAt } from '../oracle/body_oracle.js';

/**
 * @import { Agent, MotionPiece, Obstacle, ValidationResult, Scenario } from 'graze/scenario'
 * @import { Placed } from '../oracle/body_oracle.js'
 */

const g = createSync();

/** @param {Agent['shape']} shape @param {MotionPiece[]} motion @returns {Agent} */
function agent(shape, motion) {
    return { name: 'a', shape, start: null, goal: null, motion };
}

/** @param {Agent[]} agents @param {Partial<Scenario>} [given] @param {object} [options] */
function check(agents, given, options) {
    return validate({ ...blankScenario('test'), agents, ...given }, { graze: g, ...options });
}

/** @param {number} a @param {number} b @param {number} [slack] */
function isNear(a, b, slack = 1e-9) {
    assert.ok(Math.abs(a - b) <= slack, `${a} is not ${b}`);
}

test('two cars that meet head-on: interval, depth, pieces and clearance are right', async () => {
    const result = await check(
        [
            agent(box(4, 2), [{ t0: 0, t1: 10, x: [0, 2], y: [0] }]),
            agent(box(4, 2), [
                { t0: 0, t1: 3, x: [20], y: [1.5] },
                { t0: 3, t1: 10, x: [20, -2], y: [1.5] },
            ]),
        ],
        { beforeStart: 'vanish', atGoal: 'vanish' },
    );
    const [violation, ...rest] = result.violations;
    assert.deepEqual([rest, result.undecided], [[], []]);
    // The fronts meet when 2 t + 2 = 20 - 2 (t - 3) - 2, the rears when 2 t - 2 = 20 - 2 (t - 3) + 2.
    isNear(violation.interval[0], 5.5, 1e-8);
    isNear(violation.interval[1], 7.5, 1e-8);
    isNear(violation.depth ?? 0, 0.5);
    assert.deepEqual(
        [violation.agents, violation.pieces],
        [
            [0, 1],
            [0, 1],
        ],
    );
    assert.equal(result.clearance?.separation, -(violation.depth ?? 0));
});

test('cars that touch side by side are valid where touching is allowed, and a conflict otherwise', async () => {
    const motion = [{ t0: 0, t1: 5, x: [3, 1], y: [0.7] }];
    const beside = [{ t0: 0, t1: 5, x: [3, 1], y: [0.7 + 1.8] }];
    const cars = [agent(box(4.5, 1.8), motion), agent(box(4.5, 1.8), beside)];
    const open = await check(cars);
    assert.deepEqual([open.valid, open.undecided], [true, []]);
    const closed = await check(cars, {}, { touching: 'conflict' });
    assert.deepEqual(
        closed.violations.map(({ kind }) => kind),
        ['agent-agent'],
    );
    // A tolerance below the resolution of float32 is reported, and nobody is checked. 0.85 is rounded up.
    const tight = [
        agent(box(4.5, 1.7), motion),
        agent(box(4.5, 1.7), [{ ...motion[0], y: [0.7 + 1.7] }]),
    ];
    assert.equal((await check(tight)).valid, true);
    const strict = await check(tight, {}, { tolerance: 0 });
    assert.deepEqual([strict.valid, strict.violations], [false, []]);
    assert.deepEqual(strict.undecided[0].agents, [0, 1]);
    // Outlines that float32 represents exactly are distinguished.
    const exact = [agent(box(4, 2), motion), agent(box(4, 2), [{ ...motion[0], y: [2.7] }])];
    assert.equal((await check(exact, {}, { tolerance: 0 })).valid, true);
});

test('a tolerance is the allowed depth, or the required distance where touching is a conflict', async () => {
    const still = (/** @type {number} */ y) => agent(box(4, 2), [{ t0: 0, t1: 5, x: [0], y: [y] }]);
    const deep = [still(0), still(1.75)];
    assert.equal((await check(deep, {}, { tolerance: 0.25 })).valid, true);
    assert.equal((await check(deep, {}, { tolerance: 0.24 })).valid, false);
    const apart = [still(0), still(2.5)];
    assert.equal((await check(apart, {}, { touching: 'conflict', tolerance: 0.4 })).valid, true);
    const near = await check(apart, {}, { touching: 'conflict', tolerance: 0.6 });
    assert.deepEqual(near.violations[0].interval, [0, 5]);
    assert.equal(near.violations[0].depth, 0);
});

test('a body that turns on the spot hits a neighbor, also between two samples', async () => {
    const bar = agent(box(4, 0.5), [{ t0: 0, t1: 1, x: [0], y: [0], angle: [0, 2 * Math.PI] }]);
    const post = agent({ kind: 'disc', radius: 0.25 }, [{ t0: 0, t1: 1, x: [0], y: [2] }]);
    const { violations } = await check([bar, post]);
    assert.equal(violations.length, 2);
    isNear((violations[0].interval[0] + violations[0].interval[1]) / 2, 0.25, 1e-6);
    isNear((violations[1].interval[0] + violations[1].interval[1]) / 2, 0.75, 1e-6);
});

test('answers are the same far from the origin', async () => {
    const [east, north] = [4_500_000, 5_400_000];
    /** @param {number} x @param {number} y @returns {Promise<ValidationResult>} */
    const at = (x, y) =>
        check(
            [
                agent(box(4.5, 1.8), [{ t0: 0, t1: 4, x: [x, 5], y: [y, 0.5], angle: [0.1, 0.2] }]),
                agent(box(4.5, 1.8), [{ t0: 0, t1: 4, x: [x + 15, -1], y: [y + 2], angle: [3] }]),
            ],
            {
                obstacles: [
                    {
                        name: 'house',
                        shape: {
                            kind: 'polygon',
                            points: [
                                [x + 20, y + 3],
                                [x + 30, y + 3],
                                [x + 25, y + 9],
                            ],
                            radius: 0,
                        },
                        pose: { x: 0, y: 0, angle: 0 },
                    },
                ],
            },
        );
    const [near, far] = [await at(0, 0), await at(east, north)];
    assert.equal(near.violations.length, 2);
    assert.deepEqual(
        far.violations.map(({ kind, agents }) => [kind, agents]),
        near.violations.map(({ kind, agents }) => [kind, agents]),
    );
    far.violations.forEach(({ interval, depth }, k) => {
        isNear(interval[0], near.violations[k].interval[0], 1e-8);
        isNear(interval[1], near.violations[k].interval[1], 1e-8);
        isNear(depth ?? 0, near.violations[k].depth ?? 0, 1e-6);
    });
});

test('an obstacle is named and present during its motion only; agents that are discs meet it too', async () => {
    /** @type {Obstacle[]} */
    const obstacles = [
        { name: 'wall', shape: box(1, 20), pose: { x: 6, y: 0, angle: Math.PI / 6 } },
        {
            name: 'bus',
            shape: box(2, 2),
            pose: { x: 0, y: 0, angle: 0 },
            motion: [{ t0: 2, t1: 3, x: [2], y: [0] }],
        },
    ];
    const motion = [{ t0: 0, t1: 6.5, x: [0, 1], y: [0] }];
    for (const shape of [box(1, 1), /** @type {const} */ ({ kind: 'disc', radius: 0.5 })]) {
        const result = await check([agent(shape, motion)], { obstacles });
        assert.deepEqual(
            result.violations.map(({ kind, obstacle }) => [kind, obstacle]),
            [
                ['agent-obstacle', 'bus'],
                ['agent-obstacle', 'wall'],
            ],
        );
        const [bus, wall] = result.violations;
        assert.deepEqual(bus.interval, [2, 3]);
        assert.deepEqual([bus.lasting, wall.lasting], [undefined, true]);
        assert.match(
            wall.message,
            /^agent a is in contact with obstacle wall from t = .* on, .* deep at/,
        );
        assert.equal(bus.suggestion?.resolves, 'all');
        assert.equal('mend' in wall, false);
        assert.equal(result.checks['agent-obstacle'], 1);
        assert.equal(result.clearance, null);
    }
});

test('a moving obstacle meets an agent that rests at its goal, after the last motion', async () => {
    const motion = [{ t0: 0, t1: 1, x: [0, 1], y: [0] }];
    const obstacles = [
        {
            name: 'late',
            shape: box(2, 2),
            pose: { x: 0, y: 0, angle: 0 },
            motion: [{ t0: 5, t1: 15, x: [-10, 2], y: [0] }],
        },
    ];
    const { violations } = await check([agent(box(2, 2), motion)], { obstacles });
    isNear(violations[0].interval[0], 9.5, 1e-8);
    isNear(violations[0].interval[1], 11.5, 1e-8);
    const gone = await check([agent(box(2, 2), motion)], { obstacles, atGoal: 'vanish' });
    assert.equal(gone.valid, true);
});

test('a group consists of all its parts', async () => {
    /** @type {Agent['shape']} */
    const fork = {
        kind: 'group',
        parts: [
            { kind: 'disc', radius: 0.5 },
            {
                kind: 'polygon',
                points: [
                    [0, 1],
                    [3, 1],
                    [3, 1.5],
                    [0, 1.5],
                ],
                radius: 0,
            },
            {
                kind: 'polygon',
                points: [
                    [0, -1.5],
                    [3, -1.5],
                    [3, -1],
                    [0, -1],
                ],
                radius: 0,
            },
        ],
    };
    const moves = agent(fork, [{ t0: 0, t1: 10, x: [0, 1], y: [0] }]);
    const between = agent({ kind: 'disc', radius: 0.9 }, [{ t0: 0, t1: 10, x: [8], y: [0] }]);
    const [violation, ...rest] = (await check([moves, between])).violations;
    assert.deepEqual(rest, []);
    // There is room between the prongs; the obstacle meets the palm.
    isNear(violation.interval[0], 6.6, 1e-6);
    isNear(violation.interval[1], 9.4, 1e-6);
});

test('bodies with corners meet blocked cells and the edge of the map', async () => {
    const grid = { nx: 4, ny: 4, blocked: new Uint8Array(16) };
    grid.blocked[1 * 4 + 1] = 1;
    grid.blocked[1 * 4 + 2] = 1;
    // A square on its tip passes the corner of a cell that its bounding box would hit.
    const turned = [{ t0: 0, t1: 1, x: [0.05, 0.1], y: [3], angle: [Math.PI / 4] }];
    assert.equal((await check([agent(box(0.6, 0.6), turned)], { grid })).valid, true);
    const through = [{ t0: 0, t1: 4, x: [3, -1], y: [1.6], angle: [Math.PI / 4] }];
    const { violations, undecided } = await check([agent(box(0.6, 0.6), through)], { grid });
    assert.deepEqual(undecided, []);
    assert.deepEqual(
        violations.map(({ kind }) => kind),
        ['agent-obstacle', 'off-map'],
    );
    const half = 0.3 * Math.SQRT2;
    isNear(violations[0].interval[0], 3 - 1.5 - half, 1e-6);
    isNear(violations[0].interval[1], 3 - 0.5 + half, 1e-6);
    assert.deepEqual(violations[0].position?.[0], 1);
    isNear(violations[1].depth ?? 0, 0.5 + half, 1e-6);
    const up = [{ t0: 0, t1: 1, x: [0.5, 2], y: [0] }];
    assert.equal((await check([agent(box(2, 1), up)], { grid })).valid, true);
});

test('angles that jump and polynomials faster than the limit are violations', async () => {
    const jump = [
        { t0: 0, t1: 1, x: [0], y: [0], angle: [0, 1] },
        { t0: 1, t1: 2, x: [0], y: [0], angle: [1 + 2 * Math.PI] },
        { t0: 2, t1: 3, x: [0], y: [0], angle: [1.5] },
    ];
    const [turned, ...rest] = (await check([agent(box(2, 1), jump)])).violations;
    assert.deepEqual([turned.kind, turned.pieces, rest], ['discontinuity', [2], []]);
    const round = agent({ kind: 'disc', radius: 1 }, jump);
    assert.equal((await check([round])).valid, true);
    // x' = 3 s - 3 s^2 is 3/4 at s = 1/2, and 0 at both ends.
    const swing = [{ t0: 0, t1: 1, x: [0, 0, 1.5, -1], y: [0] }];
    assert.equal((await check([agent(box(2, 1), swing)], { speedLimit: 0.75 })).valid, true);
    const [fast] = (await check([agent(box(2, 1), swing)], { speedLimit: 0.7499999 })).violations;
    assert.match(fast.message, /reaches a speed of 0.75, faster than 0.75/);
});

test('progress is reported, and memory returned', async () => {
    const cars = Array.from({ length: 12 }, (_, k) =>
        agent(box(4, 2), [{ t0: 0, t1: 5, x: [0, 1], y: [1.9 * k], angle: [0, 0.1] }]),
    );
    const obstacles = [{ name: 'x', shape: box(1, 1), pose: { x: 2, y: 5, angle: 0 } }];
    const blocked = new Uint8Array(25).fill(1);
    const given = { obstacles, grid: { nx: 5, ny: 5, blocked } };
    await check(cars, given, { touching: 'conflict', tolerance: 0.1 });
    const before = g.memoryUsed;
    let last = 0;
    const progress = (/** @type {number} */ done, /** @type {number} */ of) => {
        assert.ok(done >= last && done <= of);
        last = done;
    };
    for (let k = 0; k < 5; k++, last = 0) {
        await check(cars, given, { touching: 'conflict', tolerance: 0.1, progress });
    }
    assert.ok(g.memoryUsed <= before + 65536);
});

test('no more delays are suggested than the limit, and none by option', async () => {
    const crossing = Array.from({ length: 6 }, (_, k) =>
        agent(box(1, 1), [
            { t0: 0, t1: 9, x: [k % 2 === 0 ? 0 : 9, k % 2 === 0 ? 1 : -1], y: [k] },
        ]),
    );
    const search = async (/** @type {object} */ options) => {
        const given = { tolerance: 0, touching: 'conflict', ...options };
        const { violations, notices } = await check(crossing, { atGoal: 'vanish' }, given);
        const count = violations.filter((violation) => 'suggestion' in violation).length;
        return { count, of: violations.length, notices };
    };
    const { count, of, notices } = await search({});
    assert.ok(count > 2 && count === of);
    assert.deepEqual(notices, []);
    assert.deepEqual(await search({ suggestDelays: false }), { count: 0, of, notices: [] });
    assert.deepEqual(await search({ maxSuggestions: 0 }), { count: 0, of, notices: [] });
    // Otherwise a notice states how many were not searched, and which option raises the limit.
    for (const [options, searched, option] of /** @type {const} */ ([
        [{ maxSuggestions: 2 }, 2, '--max-suggestions (maxSuggestions)'],
        [{ maxSuggestionEffort: 0 }, 0, '--suggestion-effort (maxSuggestionEffort)'],
    ])) {
        const text = `later starts were searched for the first ${searched} of ${of} conflicts, and ${of - searched} have no suggestion: a larger ${option} searches more`;
        assert.deepEqual(await search(options), { count: searched, of, notices: [text] });
    }
    // Some effort is enough for some of them, and the same ones each time.
    const some = await search({ maxSuggestionEffort: 30_000 });
    assert.ok(some.count > 0 && some.count < of, String(some.count));
    assert.deepEqual(await search({ maxSuggestionEffort: 30_000 }), some);
});

test('the verdict is known before delays are searched', async () => {
    const cars = [
        agent(box(1, 1), [{ t0: 0, t1: 9, x: [0, 1], y: [0] }]),
        agent(box(1, 1), [{ t0: 0, t1: 9, x: [4], y: [-4, 1] }]),
    ];
    /** @type {any[]} */
    const verdicts = [];
    const onVerdict = (/** @type {any} */ verdict) => verdicts.push(structuredClone(verdict));
    const result = await check(cars, { atGoal: 'vanish' }, { onVerdict });
    assert.ok(result.violations[0].suggestion);
    const violations = result.violations.map(({ suggestion, suggestionStatus, ...rest }) => rest);
    assert.deepEqual(verdicts[1], { ...result, violations });
    // The violation is known before the least clearance is.
    const known = { ...result, clearance: null, violations };
    assert.deepEqual(verdicts[0], { ...known, unfinished: ['agent-agent'] });
    // With no violation there is nothing to search.
    await check(cars.slice(1), {}, { onVerdict });
    assert.equal(verdicts.length, 2);
});

/* ------------------------------------------------------------------ random scenarios */

/** Quarters are exact in float32, thirds are not. */
const length = fc.constantFrom(0.25, 0.5, 1, 1.75, 1 / 3, 2.2);
/** @type {import('fast-check').Arbitrary<any>} */
const convex = fc.oneof(
    length.map((radius) => ({ kind: 'disc', radius })),
    fc
        .tuple(length, length, fc.constantFrom(0, 0, 0.25), fc.constantFrom(0, 0, 3))
        .map(([l, w, radius, shift]) => {
            const points = /** @type {any} */ (box(2 * l, w)).points;
            return {
                kind: 'polygon',
                points: points.map((/** @type {number[]} */ [x, y]) => [x + shift, y]),
                radius,
            };
        }),
    fc.tuple(length, length).map(([l, w]) => ({
        kind: 'polygon',
        points: [
            [-l, 0],
            [l, -w],
            [l / 2, w],
        ],
        radius: 0,
    })),
);
/** @type {import('fast-check').Arbitrary<Agent['shape']>} */
const anyShape = fc.oneof(
    { weight: 4, arbitrary: convex },
    {
        weight: 1,
        arbitrary: fc
            .array(convex, { minLength: 1, maxLength: 3 })
            .map((parts) => ({ kind: 'group', parts })),
    },
);
const coefficient = fc.integer({ min: -16, max: 16 }).map((k) => k / 8);
const piece = fc.record({
    span: fc.constantFrom(0.5, 1, 2),
    x: fc.array(coefficient, { maxLength: 3 }),
    y: fc.array(coefficient, { maxLength: 3 }),
    theta: fc.array(coefficient, { maxLength: 2 }),
});

/** @param {number[]} polynomial @param {number} s */
const at = (polynomial, s) => polynomial.reduce((sum, c, k) => sum + c * s ** k, 0);

/** Consecutive pieces of polynomials, sometimes with a jump, which is one more violation and splits the motion. */
const anyMotion = fc
    .record({
        begin: fc.constantFrom(0, 0, 0.5, -1),
        place: fc.tuple(fc.integer({ min: -6, max: 6 }), fc.integer({ min: -6, max: 6 })),
        heading: coefficient,
        pieces: fc.array(piece, { minLength: 1, maxLength: 4 }),
        jump: fc.constantFrom(0, 0, 0, 1),
    })
    .map(({ begin, place: [x0, y0], heading, pieces, jump }) => {
        let [t, x, y, theta] = [begin, x0, y0, heading];
        return pieces.map((given, k) => {
            const segment = {
                t0: t,
                t1: t + given.span,
                x: [x + (k === 1 ? jump : 0), ...given.x],
                y: [y, ...given.y],
                angle: [theta, ...given.theta],
            };
            t += given.span;
            x = at(segment.x, given.span);
            y = at(segment.y, given.span);
            theta = at(segment.angle, given.span);
            return segment;
        });
    });
const anyAgent = fc.tuple(anyShape, anyMotion).map(([shape, motion]) => agent(shape, motion));
const anyEnding = fc.constantFrom(/** @type {const} */ ('stay'), /** @type {const} */ ('vanish'));

/** Number of samples of the time in which anything moves. */
const SAMPLES = 240;
/** Twice the rounding of an outline to float32 here, with room for the oracle's own rounding. */
const ROUNDING = 3e-6;

/**
 * Compares the violations of two bodies with samples: no deeper overlap is missed, and every reported one exists.
 *
 * @param {ValidationResult} result
 * @param {(violation: import('graze/scenario').Violation) => boolean} isAbout
 * @param {(time: number) => [Placed[] | null, Placed[] | null]} bodiesAt
 * @param {number[]} times
 * @param {number} speed
 * @returns {number} the least gap of the samples
 */
function compare(result, isAbout, bodiesAt, times, speed) {
    const gap = (/** @type {number} */ t) => leastSeparation(...bodiesAt(t));
    const about = result.violations.filter(isAbout);
    let least = Infinity;
    for (const time of times) {
        const here = gap(time);
        least = Math.min(least, here);
        const inside = about.find(({ interval: [lo, hi] }) => lo <= time && time <= hi);
        if (here < -ROUNDING) {
            assert.ok(inside, `an overlap by ${-here} at ${time} is missed`);
            assert.ok((inside.depth ?? 0) >= -here - ROUNDING, `${inside.depth} is not ${-here}`);
        } else if (inside && here > ROUNDING) {
            const [lo, hi] = inside.interval;
            const end = Math.min(time - lo, hi - time);
            assert.ok(end < 1e-6, `they are ${here} apart at ${time}, in [${lo}, ${hi}]`);
        }
    }
    for (const { interval, depth, message } of about) {
        // The bodies are that deep at the reported time, of which the message has six digits.
        const time = Number(/ at t = (\S+)$/.exec(message)?.[1]);
        const slack = speed * 1e-5 * Math.max(1, Math.abs(time)) + ROUNDING;
        assert.ok(time >= interval[0] - 1e-4 && time <= interval[1] + 1e-4);
        const [first, second] = bodiesAt(Math.min(Math.max(time, interval[0]), interval[1]));
        const here = leastSeparation(first, second);
        // Samples may miss an overlap at a jump, or where a body appears.
        if (here === Infinity || first === null || second === null || depth === null) continue;
        assert.ok(depth >= -here - slack, `${here} ${depth}`);
        if (first.length === 1 && second.length === 1)
            assert.ok(depth <= -here + slack, `${here} ${depth}`);
        else assert.ok(!canSeparate(first, second, depth - slack), `${here} ${depth}`);
    }
    return least;
}

/**
 * Returns whether a translation separates two bodies, out of 180 that are a little shorter than a length.
 *
 * @param {Placed[]} first @param {Placed[]} second @param {number} length
 */
function canSeparate(first, second, length) {
    if (length <= 0) return false;
    return Array.from({ length: 180 }, (_, k) => (k * Math.PI) / 90).some((angle) => {
        const [x, y] = [0.999 * length * Math.cos(angle), 0.999 * length * Math.sin(angle)];
        const moved = second.map(({ points, radius }) => ({
            points: points.map(([px, py]) => /** @type {[number, number]} */ ([px + x, py + y])),
            radius,
        }));
        return leastSeparation(first, moved) > 0;
    });
}

test('random bodies: overlaps, intervals, depths and the clearance agree with dense samples', async () => {
    await fc.assert(
        fc.asyncProperty(
            fc.array(anyAgent, { minLength: 2, maxLength: 4 }),
            fc.array(fc.tuple(anyShape, anyMotion, fc.boolean()), { maxLength: 2 }),
            anyEnding,
            anyEnding,
            async (agents, things, beforeStart, atGoal) => {
                /** @type {Obstacle[]} */
                const obstacles = things.map(([shape, motion, moves], k) => {
                    const [{ x, y, angle }] = motion;
                    const pose = { x: x[0], y: y[0], angle: angle[0] };
                    const name = `obstacle ${k}`;
                    return moves ? { name, shape, pose, motion } : { name, shape, pose };
                });
                const given = { obstacles, beforeStart, atGoal };
                const result = await check(agents, given, { suggestDelays: false });
                assert.deepEqual(result.undecided, []);
                const motions = [...agents, ...obstacles].flatMap(({ motion = [] }) => motion);
                /** @type {[number, number]} */
                const window = [
                    Math.min(0, ...motions.map(({ t0 }) => t0)),
                    Math.max(0, ...motions.map(({ t1 }) => t1)),
                ];
                const speed = Math.max(...agents.map(largestSpeed)) * 2;
                const last = Math.max(
                    ...agents.flatMap(({ motion }) => motion.map(({ t1 }) => t1)),
                );
                const step = (window[1] - window[0]) / SAMPLES;
                // Joints of pieces count too: two bodies may be present together for an instant only.
                const times = [
                    ...Array.from({ length: SAMPLES + 1 }, (_, k) => window[0] + k * step),
                    ...motions.flatMap(({ t0, t1 }) => [t0, t1]),
                ];
                let least = Infinity;
                agents.forEach((p, a) => {
                    agents.slice(a + 1).forEach((q, offset) => {
                        const b = a + 1 + offset;
                        const found = compare(
                            result,
                            ({ kind, agents: [i, j] }) =>
                                kind === 'agent-agent' && i === a && j === b,
                            (t) => [
                                placedAt(p, t, beforeStart, atGoal),
                                placedAt(q, t, beforeStart, atGoal),
                            ],
                            times.filter((t) => atGoal === 'stay' || t <= last),
                            speed,
                        );
                        least = Math.min(least, found);
                    });
                    for (const { name, shape, pose, motion } of obstacles) {
                        const still = placed(shape, pose.x, pose.y, pose.angle);
                        const there = (/** @type {number} */ t) =>
                            motion ? placedAt({ shape, motion }, t, 'vanish', 'vanish') : still;
                        compare(
                            result,
                            (violation) => violation.obstacle === name && violation.agents[0] === a,
                            (t) => [placedAt(p, t, beforeStart, atGoal), there(t)],
                            times,
                            speed + (motion ? 2 * largestSpeed({ shape, motion }) : 0),
                        );
                    }
                });
                if (least === Infinity) return;
                const { separation } = result.clearance ?? { separation: Infinity };
                assert.ok(
                    separation <= least + ROUNDING,
                    `${separation} is not the least: ${least}`,
                );
                // Bodies of several parts that overlap are as deep as their unions, which can be deeper.
                const hasUnions = agents.some(({ shape }) => shape.kind === 'group');
                assert.ok(
                    (hasUnions && separation < 0) || separation >= least - speed * step - ROUNDING,
                    `${separation} is too low`,
                );
            },
        ),
        { numRuns: 250, seed: 3 },
    );
});

test('random bodies on a grid: violations of cells and edges agree with dense samples', async () => {
    const size = 8;
    await fc.assert(
        fc.asyncProperty(
            anyShape,
            anyMotion,
            fc.uint8Array({ minLength: size * size, maxLength: size * size, max: 3 }),
            async (shape, motion, cells) => {
                const shifted = motion.map((segment) => ({
                    ...segment,
                    x: [segment.x[0] + 4, ...segment.x.slice(1)],
                    y: [segment.y[0] + 4, ...segment.y.slice(1)],
                }));
                const blocked = cells.map((value) => Number(value === 3));
                const body = agent(shape, shifted);
                fc.pre(shape.kind !== 'disc');
                const grid = { nx: size, ny: size, blocked };
                const result = await check([body], { grid }, { suggestDelays: false });
                assert.deepEqual(result.undecided, []);
                /** @type {Placed[]} */
                const walls = [];
                blocked.forEach((is, cell) => {
                    if (!is) return;
                    const [i, j] = [Math.floor(cell / size), cell % size];
                    walls.push(...placed(box(1, 1), i, j, 0));
                });
                const [from, to] = [
                    Math.min(0, shifted[0].t0),
                    Math.max(0, shifted[shifted.length - 1].t1),
                ];
                for (let k = 0; k <= SAMPLES; k++) {
                    const time = from + ((to - from) * k) / SAMPLES;
                    const parts = placedAt(body, time, 'stay', 'stay') ?? [];
                    const xs = parts.flatMap(({ points, radius }) =>
                        points.flatMap(([x, y]) => [
                            -0.5 - (x - radius),
                            x + radius - (size - 0.5),
                            -0.5 - (y - radius),
                            y + radius - (size - 0.5),
                        ]),
                    );
                    const over = Math.max(...xs);
                    const deep = -Math.min(
                        Infinity,
                        ...parts.flatMap((part) =>
                            walls.map((wall) => leastSeparation([part], [wall])),
                        ),
                    );
                    for (const [kind, depth] of /** @type {const} */ ([
                        ['off-map', over],
                        ['agent-obstacle', deep],
                    ])) {
                        const inside = result.violations.find(
                            (violation) =>
                                violation.kind === kind &&
                                violation.interval[0] <= time &&
                                time <= violation.interval[1],
                        );
                        if (depth > ROUNDING) assert.ok(inside, `${kind} by ${depth} at ${time}`);
                        // Rectangles of cells are larger than cells, so nothing is less deep in them.
                        if (inside && depth > ROUNDING && kind === 'off-map') {
                            assert.ok((inside.depth ?? 0) >= depth - ROUNDING);
                        }
                        if (inside && depth < -1e-3) {
                            const [lo, hi] = inside.interval;
                            assert.ok(Math.min(time - lo, hi - time) < 1e-6, `${kind} at ${time}`);
                        }
                    }
                }
            },
        ),
        { numRuns: 150, seed: 5 },
    );
});
