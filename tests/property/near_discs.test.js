import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import { createSync as createScalar } from 'graze/scalar';
import { blankScenario } from 'graze/scenario';
import { findContacts } from '../../js/scenario/checks/agent_pairs.js';
import { ContactPolicy } from '../../js/scenario/checks/contact_policy.js';
import { makeAgentViolation, mergeByKey } from '../../js/scenario/checks/contacts.js';
import { makeDiscRecords, timeSpan } from '../../js/scenario/checks/disc_records.js';
import { ViolationCollector } from '../../js/scenario/checks/violation_collector.js';
import { finishAlone, finishInTeam } from '../../js/scenario/validation/stages.js';
import fc from '../fast_check.js';
import { sweepPairs } from '../oracle/pair_sweep.js';
import { makeBlockTeam } from '../scenario/block_team.js';
import { shareOf } from '../volume.js';

/**
 * Pairs of moving discs within reach, and the nearest pair: against a scan of all pairs, and in plans against a sweep in
 * JavaScript.
 *
 * @import { Graze, MovingDisc, FoundNearestDiscs, MovingDiscBatch } from 'graze'
 * @import { Agent, Scenario } from 'graze/scenario'
 * @import { Contact, NearestPair, SearchLimits } from '../../js/scenario/checks/agent_pairs.js'
 * @import { Stage } from '../../js/scenario/checks/stage.js'
 */

const g = createSync();
const scalar = createScalar();

/** Answer of `nearest` where no pair is near enough. */
const NOTHING = { status: 'free', first: null, second: null, separation: null, time: null };

/** Half-integers: exact touching, equal positions and standing still are common. */
const half = (/** @type {number} */ most) =>
    fc.integer({ min: -2 * most, max: 2 * most }).map((k) => k / 2);
const piece = fc.record({
    duration: fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom(0.5, 1, 1, 1, 2) },
        { weight: 1, arbitrary: fc.constantFrom(0, 40) },
    ),
    pause: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 3, -0.25),
    vx: half(1),
    vy: half(1),
    jump: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 0, 0, 1),
    growth: fc.constantFrom(0, 0, 0, 0, 0, 0.5, 2),
});
const anyTrack = fc.record({
    x: half(3),
    y: half(3),
    begin: fc.constantFrom(0, 0, 0, 0.5, 3, -2),
    radius: fc.constantFrom(0, 0.25, 0.5, 0.7),
    pieces: fc.array(piece, { minLength: 1, maxLength: 12 }),
});
const anyPlan = fc.record({
    tracks: fc.oneof(
        { weight: 9, arbitrary: fc.array(anyTrack, { minLength: 2, maxLength: 14 }) },
        { weight: 1, arbitrary: fc.array(anyTrack, { maxLength: 1 }) },
    ),
    clock: fc.constantFrom(0, 0, 0, 1_700_000_000),
    far: fc.constantFrom(0, 0, 5_000_000),
});

/** @typedef {typeof anyPlan extends import('fast-check').Arbitrary<infer T> ? T : never} Plan */

/** Returns the moving discs of each agent, the radii of a plan's or larger. @param {Plan} plan @param {boolean} [grows] @returns {MovingDisc[][]} */
function discsOf({ tracks, clock, far }, grows = false) {
    return tracks.map(({ x, y, begin, radius, pieces }) => {
        const place = { x: x + far, y };
        let t0 = begin + clock;
        return pieces.map(({ duration, pause, vx, vy, jump, growth }) => {
            t0 += pause;
            const r = radius + (grows ? growth : 0);
            const disc = { ...place, vx, vy, t0, t1: t0 + duration, radius: r };
            place.x += vx * duration + jump;
            place.y += vy * duration;
            t0 = disc.t1;
            return disc;
        });
    });
}

/** Returns all pairs of different agents with a common time, by single queries. @param {MovingDisc[][]} agents */
function scan(agents) {
    const discs = agents.flat();
    const agentOf = agents.flatMap((own, a) => own.map(() => a));
    /** @type {(FoundNearestDiscs & { end: number, isInstant: boolean })[]} */
    const found = [];
    for (let first = 0; first < discs.length; first++) {
        for (let second = first + 1; second < discs.length; second++) {
            const [p, q] = [discs[first], discs[second]];
            if (agentOf[first] === agentOf[second]) continue;
            const { relation, separation, time } = g.closestApproach(p, q);
            if (relation === null) continue;
            const end = Math.min(p.t1, q.t1);
            const isInstant = p.t1 === q.t0 || q.t1 === p.t0;
            found.push({ status: 'found', first, second, separation, time, end, isInstant });
        }
    }
    return found;
}

/** @param {Graze} graze @param {MovingDisc[][]} agents @param {'float32' | 'float64'} [precision] */
function batchOf(graze, agents, precision = 'float64') {
    const discs = agents.flat();
    const pairs = Math.max(1, discs.length ** 2);
    const batch = graze.movingDiscs(Math.max(1, discs.length), { pairs, precision });
    batch.records.set(discs.flatMap((d) => [d.x, d.y, d.vx, d.vy, d.t0, d.t1, d.radius]));
    batch.agents.set(agents.flatMap((own, a) => own.map(() => a)));
    return { batch, count: discs.length };
}

/** Returns the discs as float32 holds them. @param {MovingDisc[][]} agents */
function roundDiscs(agents) {
    return agents.map((discs) =>
        discs.map((disc) => {
            const numbers = Object.entries(disc).map(([key, value]) => [key, Math.fround(value)]);
            return /** @type {MovingDisc} */ (Object.fromEntries(numbers));
        }),
    );
}

/** Returns the answers of a batch. @param {MovingDiscBatch} batch @param {number} found */
function rowsOf(batch, found) {
    return Array.from({ length: found }, (_, k) => ({
        first: batch.pairs[2 * k],
        second: batch.pairs[2 * k + 1],
        separation: batch.clearances[2 * k],
        time: batch.clearances[2 * k + 1],
    }));
}

test('near finds the pairs of a scan, nearest the nearest of them, in every range of time', () => {
    const range = fc.tuple(half(8), half(8)).map(([p, q]) => [Math.min(p, q), Math.max(p, q)]);
    const precisions = fc.constantFrom(
        /** @type {const} */ ('float64'),
        /** @type {const} */ ('float32'),
    );
    const input = fc.tuple(
        anyPlan,
        fc.constantFrom(0, 0, 0.25, 1, 3),
        fc.option(range),
        precisions,
    );
    let [near, none, instants] = [0, 0, 0];
    fc.assert(
        fc.property(input, ([plan, reach, ends, precision]) => {
            const given = discsOf(plan, true);
            const agents = precision === 'float32' ? roundDiscs(given) : given;
            const [from, to] = (ends ?? [-Infinity, Infinity]).map((time) => time + plan.clock);
            const inRange = scan(agents).filter(({ time, end }) => {
                const at = Math.min(time, end);
                return at >= from && at <= to;
            });
            const wanted = inRange.filter(({ separation }) => separation <= reach);
            const bare = wanted.map(({ end, isInstant, status, ...pair }) => pair);
            const [least = null] = inRange.sort(
                (p, q) => p.separation - q.separation || p.time - q.time,
            );
            near += wanted.length;
            none += least === null ? 1 : 0;
            instants += wanted.filter(({ isInstant }) => isInstant).length;
            for (const graze of [g, scalar]) {
                const { batch, count } = batchOf(graze, agents, precision);
                const options = ends === null ? undefined : { from, to };
                assert.deepEqual(rowsOf(batch, batch.near(count, reach, options)), bare);
                const nearest = batch.nearest(count, options);
                if (least === null) assert.deepEqual(nearest, NOTHING);
                else
                    assert.deepEqual(
                        { ...nearest, end: least.end, isInstant: least.isInstant },
                        least,
                    );
                const limited = batch.nearest(count, { ...options, reach });
                const isWithin = least !== null && least.separation <= reach;
                assert.deepEqual(limited, isWithin ? nearest : NOTHING);
                const touching = rowsOf(batch, batch.near(count, 0));
                assert.deepEqual(touching, rowsOf(batch, batch.conflictsAmong(count)));
                batch.free();
            }
        }),
        { numRuns: 400 },
    );
    assert.ok(near >= shareOf(700) && none > 0, `${near} pairs, ${none} without any`);
    assert.ok(instants >= shareOf(200), `${instants} pairs at an instant`);
});

/** The search left out discs that have only the instant in common in which one's successor begins. */
test('an overlap in the instant in which one record ends and the next begins is found', () => {
    const at = { x: 0, y: 0, vx: 0, vy: 0, t0: 0, t1: 1, radius: 0.5 };
    const small = { ...at, x: 2, radius: 0.25 };
    const growing = [[at], [small, { ...small, t0: 1, t1: 2, radius: 2 }]];
    const grown = batchOf(g, growing).batch;
    const overlap = { first: 0, second: 2, separation: -0.5, time: 1 };
    assert.deepEqual(rowsOf(grown, grown.conflictsAmong(3)), [overlap]);
    assert.deepEqual(rowsOf(grown, grown.near(3, 0)), [overlap]);
    assert.deepEqual(grown.nearest(3), { status: 'found', ...overlap });
    const away = { ...at, x: 0.5, vx: 1 };
    const leaving = batchOf(g, [[at], [away, { ...away, t0: 1, t1: 2 }]]).batch;
    const since = { from: 1, to: 2 };
    assert.deepEqual(leaving.nearest(3, since), { status: 'found', ...overlap });
    assert.deepEqual(rowsOf(leaving, leaving.near(3, 0, since)), [overlap]);
    for (const batch of [grown, leaving]) batch.free();
});

test('conflictsAmong finds all pairs of a scan among agents with many records each', () => {
    const track = fc.record({
        x: half(3),
        y: half(3),
        begin: fc.constantFrom(0, 0, 0, 0.5, 3, -2),
        radius: fc.constantFrom(0, 0.25, 0.5, 0.7),
        pieces: fc.array(piece, { minLength: 8, maxLength: 24 }),
    });
    const plan = fc.record({
        tracks: fc.array(track, { minLength: 2, maxLength: 8 }),
        clock: fc.constantFrom(0, 0, 0, 1_700_000_000),
        far: fc.constantFrom(0, 0, 5_000_000),
    });
    let [pairs, instants] = [0, 0];
    fc.assert(
        fc.property(plan, (given) => {
            const agents = discsOf(given);
            const discs = agents.flat();
            const agentOf = agents.flatMap((own, a) => own.map(() => a));
            /** @type {[number, number][]} */
            const expected = [];
            for (let i = 0; i < discs.length; i++) {
                for (let j = i + 1; j < discs.length; j++) {
                    if (agentOf[i] === agentOf[j]) continue;
                    if (g.closestApproach(discs[i], discs[j]).separation > 0) continue;
                    expected.push([i, j]);
                    instants += Number(discs[i].t1 === discs[j].t0 || discs[j].t1 === discs[i].t0);
                }
            }
            pairs += expected.length;
            for (const graze of [g, scalar]) {
                const { batch, count } = batchOf(graze, agents);
                const rows = rowsOf(batch, batch.conflictsAmong(count));
                assert.deepEqual(
                    rows.map(({ first, second }) => [first, second]),
                    expected,
                );
                batch.free();
            }
        }),
        { numRuns: 160 },
    );
    assert.ok(
        pairs >= shareOf(500) && instants >= shareOf(50),
        `${pairs} pairs, ${instants} at instants`,
    );
});

/** Returns a scenario of the plan's agents. @param {Plan} plan @param {Partial<Scenario>} given @returns {Scenario} */
function scenarioOf(plan, given) {
    const agents = discsOf(plan).map((discs, a) => {
        const [{ x, y, radius }] = discs;
        const motion = discs.map(({ x, y, vx, vy, t0, t1 }) => ({
            t0,
            t1,
            x: [x, vx],
            y: [y, vy],
        }));
        /** @type {Agent} */
        const agent = {
            name: '',
            shape: { kind: 'disc', radius },
            start: { x, y },
            goal: null,
            motion: a % 5 === 4 ? [] : motion,
        };
        return agent;
    });
    return { ...blankScenario('test'), agents, ...given };
}

test('contacts and clearance of plans are those of the sweep in JavaScript, also range by range', async () => {
    const ends = fc.constantFrom(/** @type {const} */ ('stay'), /** @type {const} */ ('vanish'));
    const input = fc.record({
        plan: anyPlan,
        atGoal: ends,
        beforeStart: ends,
        tolerance: fc.constantFrom(undefined, 0, 0.5),
        touching: fc.constantFrom(
            /** @type {const} */ ('allowed'),
            /** @type {const} */ ('conflict'),
        ),
        limits: fc.constantFrom(
            undefined,
            { recordsPerRange: 8, pairs: 1, open: 1000, agentsPerBlock: 128 },
            { recordsPerRange: 8, pairs: 1, open: 2, agentsPerBlock: 3 },
            { recordsPerRange: 1000, pairs: 1, open: 0, agentsPerBlock: 4 },
        ),
        maxKept: fc.constantFrom(1, 3, Infinity),
        seed: fc.nat(),
    });
    let violations = 0;
    /** @type {{ contacts?: number }} */
    const done = {};
    await fc.assert(
        fc.asyncProperty(input, async ({ plan, seed, maxKept, ...rules }) => {
            const { atGoal, beforeStart, tolerance, touching, limits } = rules;
            const scenario = scenarioOf(plan, { atGoal, beforeStart });
            const discs = makeDiscRecords(scenario, timeSpan(scenario));
            const policy = new ContactPolicy(touching, tolerance, Infinity);
            const largest = discs.radius.reduce((a, b) => Math.max(a, b), 0);
            const reach = policy.contactDistance(2 * largest);
            /** @param {{ contacts: Contact[], nearest: NearestPair | null }} result */
            const report = ({ contacts, nearest }) => {
                const violations = mergeByKey(contacts, ({ a, b }) => a * discs.agents + b)
                    .filter(({ a, b, depth }) => {
                        return policy.isViolation(depth, discs.radius[a] + discs.radius[b]);
                    })
                    .sort((p, q) => p.lo - q.lo || p.a - q.a || p.b - q.b)
                    .map((contact) => makeAgentViolation(contact, discs, policy));
                return { nearest, count: violations.length, kept: violations.slice(0, maxKept) };
            };
            /**
             * @param {number} reach
             * @param {(done: number, of: number) => void} progress
             * @param {(work: Generator<Stage, NearestPair | null, void>) => Promise<NearestPair | null>} finish
             */
            const find = async (reach, progress, finish) => {
                const collector = new ViolationCollector(maxKept);
                const task = { discs, isOfCells: false, reach, policy, collector };
                const nearest = await finish(findContacts(task, progress, limits));
                return { nearest, count: collector.count, kept: collector.list() };
            };
            const calls = { count: 0 };
            const swept = report(sweepPairs(g, discs, reach, () => {}));
            const progress = (/** @type {number} */ done, /** @type {number} */ of) => {
                calls.count++;
                assert.ok(done >= 0 && done < of);
            };
            const alone = async (/** @type {Generator<Stage, NearestPair | null, void>} */ work) =>
                finishAlone(g, work);
            assert.deepEqual(await find(reach, progress, alone), swept);
            const foundInTeam = await find(reach, progress, (work) => {
                return finishInTeam(g, work, makeBlockTeam(seed, done));
            });
            assert.deepEqual(foundInTeam, swept);
            const { nearest, count } = await find(-Infinity, () => {}, alone);
            assert.deepEqual({ nearest, count }, { nearest: swept.nearest, count: 0 });
            assert.ok(calls.count > 0);
            violations += swept.count;
        }),
        { numRuns: 400 },
    );
    assert.ok(violations >= shareOf(300), `${violations} violations`);
    assert.ok((done.contacts ?? 0) >= shareOf(300), `${done.contacts} blocks`);
});
