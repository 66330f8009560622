import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CONTACT_STATUSES } from '../../js/graze/core/layout.js';
import { randomNumbers } from '../helpers.js';
import { firstContact as oracleFirstContact } from '../oracle/motion_oracle.js';
import { oracleBodyOf } from '../oracle/sweep_oracle.js';
import { refuses } from '../refuses.js';
import { behaves, contactOf, g, made, randomBodies, release } from './setup.js';

/**
 * Tests groups: bodies whose parts move apart from each other, in batches and scenes, against the least of the
 * answers of single queries, and against the oracle.
 *
 * @import { Graze, MovingPairBatch, MotionOptions } from 'graze'
 * @import { Made, Reported } from './setup.js'
 *
 * @typedef {{ numbers: [first: number, second: number], reported: Reported }} Single answer of a pair
 * @typedef {{ status: string, time: readonly number[], bodies: readonly number[] }} Entry
 */

const CLOCK = { t1: 10, step: 0.1 };
const WHOLE = { from: 0, to: 10 };

/** Returns numbers from 1 to `most` with this sum. @param {() => number} random @param {number} sum @param {number} most */
function randomSizes(random, sum, most) {
    const sizes = [];
    for (let left = sum; left > 0; left -= sizes[sizes.length - 1]) {
        sizes.push(Math.min(left, 1 + Math.floor(most * random())));
    }
    return sizes;
}

/** Returns the numbers of the records of each group. @param {readonly number[]} sizes */
function membersOf(sizes) {
    let next = 0;
    return sizes.map((size) => Array.from({ length: size }, () => next++));
}

/**
 * Asserts that an entry is the answer of the pair whose bracket begins first.
 *
 * @param {Entry} entry
 * @param {Single[]} singles
 * @param {string} where
 */
function checkLeast({ status, time, bodies }, singles, where) {
    const meeting = singles.filter(({ reported }) => reported.status !== 'free');
    const text = `${where}: ${status} ${time} ${bodies}, ${JSON.stringify(singles)}`;
    if (meeting.length === 0) {
        assert.deepEqual([status, bodies, time[0] === time[1]], ['free', [-1, -1], true], text);
        return;
    }
    const named = meeting.find(({ numbers }) => numbers.join() === bodies.join());
    assert.ok(named?.reported.time, text);
    const [lo, hi] = named.reported.time;
    assert.equal(status, named.reported.status, text);
    assert.equal(time[0], lo, text);
    assert.ok(
        time[1] === hi || (time[1] < hi && status !== 'hit' && status !== 'overlapping'),
        text,
    );
    for (const { reported } of meeting) {
        // A bracket that begins earlier and is not named overlaps that of the named one.
        assert.ok(reported.time !== null && reported.time[1] >= lo, text);
    }
}

/**
 * Returns the first contact of two bodies by the oracle: bounds of its time, Infinity where there is none.
 *
 * @param {Made} a
 * @param {Made} b
 * @param {{ from: number, to: number }} range
 */
function truthOf(a, b, { from, to }) {
    const two = [oracleBodyOf(a.movingBody), oracleBodyOf(b.movingBody)];
    const { contact, first } = oracleFirstContact(two[0], two[1], from, to);
    return { lo: first?.[0] ?? Infinity, hi: contact === true ? Number(first?.[1]) : Infinity };
}

/**
 * Asserts that an entry agrees with the least of the oracle's first contacts: not late, and none missed or invented.
 *
 * @param {Entry} entry
 * @param {{ lo: number, hi: number }[]} truths
 * @param {string} where
 */
function checkTruth({ status, time }, truths, where) {
    const [lo, hi] = [Math.min(...truths.map((t) => t.lo)), Math.min(...truths.map((t) => t.hi))];
    const text = `${where}: ${status} ${time}, oracle [${lo}, ${hi}]`;
    if (status === 'free') assert.equal(hi, Infinity, text);
    else assert.ok(time[0] <= hi && time[1] >= lo, text);
}

/** @param {MovingPairBatch} batch @param {number} k @returns {Entry} */
const entryOf = (batch, k) => ({
    status: CONTACT_STATUSES[batch.statuses[k]],
    time: [...batch.times.subarray(2 * k, 2 * k + 2)],
    bodies: [...batch.contactBodies.subarray(2 * k, 2 * k + 2)],
});

/** @param {MovingPairBatch} batch @param {number} k @returns {Entry} */
const foundOf = (batch, k) => ({
    status: CONTACT_STATUSES[batch.foundStatuses[k]],
    time: [...batch.foundTimes.subarray(2 * k, 2 * k + 2)],
    bodies: [...batch.foundBodies.subarray(2 * k, 2 * k + 2)],
});

/** @param {Graze} instance @param {readonly Made[]} bodies @param {number} pairs */
function batchOf(instance, bodies, pairs) {
    const pieces = bodies.reduce((sum, { motion }) => sum + motion.count, 0);
    const batch = instance.movingPairs(bodies.length, { pieces, pairs });
    let next = 0;
    bodies.forEach(({ shape, motion }, k) => {
        next = batch.set(k, shape, motion, next);
    });
    return batch;
}

behaves('a group of pairs has the least of the answers of its pairs', (instance) => {
    const random = randomNumbers(21);
    const bodies = randomBodies(22, 60, 40).map((given) => made(instance, given, CLOCK));
    const pairs = Array.from({ length: 300 }, () => {
        const first = Math.floor(60 * random());
        return /** @type {[number, number]} */ ([
            first,
            (first + 1 + Math.floor(59 * random())) % 60,
        ]);
    });
    const batch = batchOf(instance, bodies, pairs.length);
    batch.pairs.set(pairs.flat());
    const truths = pairs.map(([a, b]) => truthOf(bodies[a], bodies[b], WHOLE));
    const sizes = randomSizes(random, 300, 6);
    const answers = [WHOLE, { from: 2, to: 5 }, {}].map((range, which) => {
        const singles = pairs.map((numbers) => {
            const [a, b] = numbers.map((k) => bodies[k]);
            const { shape, motion } = a;
            const reported = instance.firstContact(shape, b.shape, motion, b.motion, range);
            return { numbers, reported };
        });
        return [sizes, Uint32Array.from(sizes), 3, 1].map((groups) => {
            const lists = typeof groups === 'number' ? Array(300 / groups).fill(groups) : sizes;
            const members = membersOf(lists);
            batch.statuses.fill(9);
            const count = batch.firstContacts(300, { ...range, groups });
            const entries = members.map((list, k) => {
                const entry = entryOf(batch, k);
                const where = `${which} ${k}`;
                checkLeast(
                    entry,
                    list.map((record) => singles[record]),
                    where,
                );
                if (which === 0)
                    checkTruth(
                        entry,
                        list.map((record) => truths[record]),
                        where,
                    );
                return entry;
            });
            assert.equal(count, entries.filter(({ status }) => status !== 'free').length);
            // Entries after the last group are as they were.
            assert.ok(batch.statuses.subarray(members.length).every((status) => status === 9));
            return entries;
        });
    });
    const statuses = new Set(answers.flat(2).map(({ status }) => status));
    assert.ok(statuses.has('free') && statuses.has('hit') && statuses.has('overlapping'));
    batch.free();
    release(...bodies);
    return answers;
});

behaves(
    'the group of a body is tested against the other groups, and not against itself',
    (instance) => {
        const random = randomNumbers(23);
        const bodies = randomBodies(24, 40, 30).map((given) => made(instance, given, CLOCK));
        const batch = batchOf(instance, bodies, 1);
        const sizes = randomSizes(random, 36, 4);
        const members = membersOf(sizes);
        const answers = [0, 7, 35, 36, 39].map((body) => {
            const own = members.find((list) => list.includes(body)) ?? [body];
            const count = batch.contactsWith(body, 36, { ...WHOLE, groups: sizes });
            const entries = members.map((list, k) => {
                const entry = foundOf(batch, k);
                if (list === own) {
                    assert.deepEqual(entry, { status: 'free', time: [0, 0], bodies: [-1, -1] });
                    return entry;
                }
                const singles = own.flatMap((first) => {
                    return list.map((second) => {
                        const reported = contactOf(instance, bodies[first], bodies[second], WHOLE);
                        return {
                            numbers: /** @type {[number, number]} */ ([first, second]),
                            reported,
                        };
                    });
                });
                checkLeast(entry, singles, `${body} ${k}`);
                return entry;
            });
            assert.equal(count, entries.filter(({ status }) => status !== 'free').length);
            return entries;
        });
        assert.ok(answers.flat().filter(({ status }) => status !== 'free').length > 10);
        batch.free();
        release(...bodies);
        return answers;
    },
);

/**
 * Returns for each pair of bodies the contact of their paths that begins first, from those of all paths.
 *
 * @template {{ status: string, time: readonly number[] }} T
 * @param {readonly T[]} contacts
 * @param {(contact: T) => string} keyOf
 */
function leastOf(contacts, keyOf) {
    /** @type {Map<string, T[]>} */
    const least = new Map();
    for (const contact of contacts) {
        const list = least.get(keyOf(contact)) ?? [contact];
        const [{ time }] = list;
        if (contact.time[0] < time[0]) least.set(keyOf(contact), [contact]);
        else if (contact.time[0] > time[0]) least.set(keyOf(contact), list);
        else least.set(keyOf(contact), list[0] === contact ? list : [...list, contact]);
    }
    return least;
}

behaves('a scene of groups has the least of the contacts of all paths', (instance) => {
    const random = randomNumbers(25);
    const others = randomBodies(26, 70, 50).map((given) => made(instance, given, CLOCK));
    const egos = randomBodies(27, 12, 50).map((given) => made(instance, given, CLOCK));
    const paths = others.map(({ path }) => path);
    const egoPaths = egos.map(({ path }) => path);
    const sizes = randomSizes(random, 70, 4);
    const bodyOf = sizes.flatMap((size, body) => Array(size).fill(body));
    const [plain, scene] = [instance.scene(paths), instance.scene(paths, { groups: sizes })];
    assert.deepEqual([plain.count, scene.count, scene.paths.length], [70, sizes.length, 70]);
    const pairs = instance.scene(paths, { groups: 2 });
    assert.equal(pairs.count, 35);

    const answers = [WHOLE, { from: 1.25, to: 4 }].map((range) => {
        const alone = plain
            .contacts(range)
            .filter(({ first, second }) => bodyOf[first] !== bodyOf[second]);
        const expected = leastOf(
            alone,
            ({ first, second }) => `${bodyOf[first]} ${bodyOf[second]}`,
        );
        const reported = scene.contacts(range);
        assert.deepEqual(
            new Set(reported.map((c) => `${c.first} ${c.second}`)),
            new Set(expected.keys()),
        );
        for (const contact of reported) {
            const { first, second, firstPath, secondPath, status, time } = contact;
            assert.deepEqual([bodyOf[firstPath], bodyOf[secondPath]], [first, second]);
            const same = expected.get(`${first} ${second}`)?.find((one) => {
                return one.first === firstPath && one.second === secondPath;
            });
            assert.deepEqual(same && [same.status, same.time], [status, time]);
        }
        const keys = reported.map(({ first, second }) => 1000 * first + second);
        assert.deepEqual(
            keys,
            [...keys].sort((p, q) => p - q),
        );

        const met = [[0], [1, 2], [3, 4, 5], [6, 7, 8, 9, 10, 11], [11]].map((list) => {
            const single = list.flatMap((ego, egoPath) => {
                return plain.contactsWith(egoPaths[ego], range).map((one) => ({ ...one, egoPath }));
            });
            const least = leastOf(single, ({ body }) => `${bodyOf[body]}`);
            const ego = list.length === 1 ? egoPaths[list[0]] : list.map((k) => egoPaths[k]);
            const contacts = scene.contactsWith(ego, range);
            assert.deepEqual(
                contacts.map(({ body }) => `${body}`).sort(),
                [...least.keys()].sort(),
            );
            for (const { body, path, egoPath, status, time } of contacts) {
                assert.equal(bodyOf[path], body);
                const same = least.get(`${body}`)?.find((one) => {
                    return one.body === path && one.egoPath === egoPath;
                });
                assert.deepEqual(same && [same.status, same.time], [status, time]);
            }
            const first = scene.firstContact(ego, range);
            const los = contacts.map(({ time }) => time[0]);
            const [same] = contacts.filter(({ time }) => time[0] === Math.min(...los));
            assert.deepEqual([first.body, first.time?.[0]], [same?.body ?? null, same?.time[0]]);
            const any = scene.firstContact(ego, { ...range, anyContact: true });
            assert.equal(any.status === 'free', contacts.length === 0);
            const named = contacts.some(({ body }) => body === any.body);
            assert.ok(named || any.body === null);
            return [contacts, first, any];
        });
        return [reported, met];
    });
    assert.ok(answers[0][0].length > 20, `${answers[0][0].length}`);
    for (const one of [plain, scene, pairs]) one.free();
    release(...others, ...egos);
    return answers;
});

behaves('candidates of several bodies have the answers of their paths as one body', (instance) => {
    const random = randomNumbers(28);
    const others = randomBodies(29, 40, 60).map((given) => made(instance, given, CLOCK));
    const egos = randomBodies(30, 60, 60).map((given) => made(instance, given, CLOCK));
    const scene = instance.scene(
        others.map(({ path }) => path),
        { groups: 4 },
    );
    const batch = batchOf(instance, egos, 1);
    const sizes = randomSizes(random, 60, 4);
    const truths = egos.map((ego) => {
        const all = others.map((other) => truthOf(ego, other, WHOLE));
        return { lo: Math.min(...all.map((t) => t.lo)), hi: Math.min(...all.map((t) => t.hi)) };
    });
    const answers = [{}, { anyContact: true }, { from: 2, to: 3 }].map((options) => {
        return [sizes, 2].map((groups) => {
            const members = membersOf(typeof groups === 'number' ? Array(30).fill(2) : sizes);
            const count = scene.firstContacts(batch, 60, { ...options, groups });
            const entries = members.map((list, k) => {
                const entry = entryOf(batch, k);
                const ego = list.map((record) => egos[record].path);
                const first = scene.firstContact(ego, options);
                assert.equal(entry.status, first.status, `${k}`);
                if (first.status === 'free') {
                    assert.deepEqual(entry.time, [Infinity, Infinity]);
                    assert.deepEqual(entry.bodies, [-1, -1]);
                } else {
                    assert.deepEqual(entry.time, first.time);
                    assert.deepEqual(entry.bodies, [list[first.egoPath], first.path]);
                }
                if (!('anyContact' in options || 'from' in options)) {
                    checkTruth(
                        entry,
                        list.map((record) => truths[record]),
                        `${k}`,
                    );
                }
                return entry;
            });
            assert.equal(count, entries.filter(({ status }) => status !== 'free').length);
            return entries;
        });
    });
    const statuses = answers.flat(2).map(({ status }) => status);
    assert.ok(statuses.includes('free') && statuses.includes('hit'));
    batch.free();
    scene.free();
    release(...others, ...egos);
    return answers;
});

test('a graze ends where another part overlaps, and what is undecided is decided there', () => {
    const box = g.box(2, 2);
    const still = g.motion.static();
    /** Moves along the top of the box for 10. */
    const slides = g.motion.linear({ t0: 0, t1: 10, x: -1, y: 2, vx: 0.2 });
    /** Meets the box at 5. */
    const falls = g.motion.linear({ t0: 0, t1: 10, x: 0, y: -7, vy: 1 });
    /** Meets the box at 2. */
    const early = g.motion.linear({ t0: 0, t1: 10, x: -4, y: 0, vx: 1 });
    const batch = g.movingPairs(4, { pairs: 2 });
    [still, slides, falls, early].forEach((motion, k) => {
        batch.set(k, box, motion, k);
    });
    for (const pairs of [
        [0, 1, 0, 2],
        [0, 2, 0, 1],
    ]) {
        batch.pairs.set(pairs);
        assert.equal(batch.firstContacts(2, { groups: 2 }), 1);
        const { status, time, bodies } = entryOf(batch, 0);
        const hit = g.firstContact(box, box, still, falls);
        assert.deepEqual([status, time, bodies], ['grazing', [0, hit.time?.[0]], [0, 1]]);
        assert.equal(batch.firstContacts(2, { groups: 2, from: 1, to: 4 }), 1);
        assert.deepEqual(entryOf(batch, 0), { status: 'grazing', time: [1, 4], bodies: [0, 1] });
    }
    // One iteration does not decide whether that is a graze.
    const options = { maxIterations: 1, from: 0, to: 10 };
    const undecided = g.firstContact(box, box, still, slides, options);
    const hit = g.firstContact(box, box, still, early, options);
    assert.deepEqual([undecided.status, hit.status], ['undecided', 'hit']);
    const [lo, hi] = [Number(undecided.time?.[0]), Number(hit.time?.[1])];
    assert.ok(lo < Number(hit.time?.[0]));
    for (const pairs of [
        [0, 1, 0, 3],
        [0, 3, 0, 1],
    ]) {
        batch.pairs.set(pairs);
        assert.equal(batch.firstContacts(2, { ...options, groups: 2 }), 1);
        assert.deepEqual(entryOf(batch, 0), {
            status: 'undecided',
            time: [lo, hi],
            bodies: [0, 1],
        });
    }
    batch.free();
});

/*
 * A search that ends at the earliest contact so far finds another one shortly before it as a graze, as far as the bodies
 * overlap no deeper than the distance tolerance at that end. The whole search finds that it is a hit.
 */
test('a contact shortly before that of another part is a hit, not a graze', () => {
    const disc = g.disc(1);
    const batch = g.movingPairs(3, { pairs: 2 });
    batch.set(0, disc, g.motion.static(), 0);
    batch.set(1, disc, g.motion.linear({ t0: 0, t1: 10, x: -7, y: 0, vx: 1 }), 1);
    batch.set(2, disc, g.motion.linear({ t0: 0, t1: 10, x: 6.9, y: 0, vx: -1 }), 2);
    for (const pairs of [
        [0, 1, 0, 2],
        [0, 2, 0, 1],
    ]) {
        batch.pairs.set(pairs);
        assert.equal(batch.firstContacts(2, { groups: 2, distanceTolerance: 0.5 }), 1);
        const { status, time, bodies } = entryOf(batch, 0);
        assert.deepEqual([status, bodies], ['hit', [0, 2]]);
        assert.ok(time[0] <= 4.9 && time[1] - time[0] < 1e-6, `${time}`);
    }
    batch.free();
});

test('a car and its trailer in one scene do not touch each other', () => {
    const [car, trailer, post] = [g.box(4, 2), g.box(4, 2), g.disc(0.5)];
    const clock = { t1: 10, step: 0.1 };
    const drive = (/** @type {number} */ x) => g.motion.linear({ t0: 0, t1: 10, x, y: 0, vx: 2 });
    const [front, rear] = [g.path(car, drive(0), clock), g.path(trailer, drive(-3.9), clock)];
    const stop = g.path(post, g.motion.static({ x: 9, y: 0 }), clock);
    const side = g.path(post, g.motion.static({ x: -4, y: 1.2 }), clock);
    assert.equal(g.scene([front, rear]).contacts().length, 1);
    const scene = g.scene([front, rear, stop, side], { groups: [2, 1, 1] });
    const contacts = scene.contacts().map(({ status, time, ...paths }) => [paths, status]);
    assert.deepEqual(contacts, [
        [{ first: 0, second: 1, firstPath: 0, secondPath: 2 }, 'hit'],
        [{ first: 0, second: 2, firstPath: 1, secondPath: 3 }, 'overlapping'],
    ]);
    const { body, path, egoPath } = g.scene([stop, side]).firstContact([front, rear]);
    assert.deepEqual([body, path, egoPath], [1, 1, 1]);
    scene.free();
});

test('groups that do not divide the records are refused, and no result is written', () => {
    const disc = g.disc(1);
    const clock = { t1: 1, step: 0.5 };
    const still = g.motion.static();
    const path = g.path(disc, still, clock);
    const scene = g.scene([path]);
    const batch = g.movingPairs(6, { pairs: 6 });
    for (let k = 0; k < 6; k++) batch.set(k, disc, still, k);
    /** @type {[any, any][]} */
    const cases = [
        [4, { code: 'out-of-range', argument: 'groups', value: 4 }],
        [7, { code: 'out-of-range', argument: 'groups', value: 7 }],
        [0, { code: 'out-of-range', argument: 'groups' }],
        [-2, { code: 'out-of-range', argument: 'groups' }],
        [1.5, { code: 'wrong-type', argument: 'groups' }],
        [Number.NaN, { code: 'not-finite', argument: 'groups' }],
        [Infinity, { code: 'not-finite', argument: 'groups' }],
        ['2', { code: 'wrong-type', argument: 'groups' }],
        [null, { code: 'wrong-type', argument: 'groups' }],
        [{ length: 2 }, { code: 'wrong-type', argument: 'groups' }],
        [[], { code: 'out-of-range', argument: 'groups', index: 0, value: 0 }],
        [[2, 3], { code: 'out-of-range', argument: 'groups', index: 1, value: 5 }],
        [[2, 3, 2], { code: 'out-of-range', argument: 'groups', index: 2, value: 7 }],
        [[7], { code: 'out-of-range', argument: 'groups', index: 0, value: 7 }],
        [[2, 0, 4], { code: 'out-of-range', argument: 'groups[1]', index: 1 }],
        [[2, -1, 5], { code: 'out-of-range', argument: 'groups[1]', index: 1 }],
        [[2.5, 3.5], { code: 'wrong-type', argument: 'groups[0]', index: 0 }],
        [[2, Number.NaN, 2], { code: 'not-finite', argument: 'groups[1]', index: 1 }],
        [[2, '4'], { code: 'wrong-type', argument: 'groups[1]', index: 1 }],
        [Array(7).fill(1), { code: 'out-of-range', argument: 'groups.length' }],
        [new Float64Array([2 ** 40]), { code: 'out-of-range', argument: 'groups[0]', index: 0 }],
    ];
    for (const [groups, expected] of cases) {
        batch.statuses.fill(7);
        batch.foundStatuses.fill(7);
        refuses(() => batch.firstContacts(6, { groups }), expected);
        refuses(() => batch.contactsWith(0, 6, { groups }), expected);
        refuses(() => scene.firstContacts(batch, 6, { groups }), expected);
        refuses(() => g.scene(Array(6).fill(path), { groups }), expected);
        assert.ok([...batch.statuses, ...batch.foundStatuses].every((status) => status === 7));
    }
    refuses(() => scene.contacts(/** @type {any} */ ({ groups: 1 })), { code: 'unknown-option' });
    refuses(() => scene.firstContact(path, /** @type {any} */ ({ groups: 1 })), {
        code: 'unknown-option',
    });
    refuses(() => scene.firstContact([]), { code: 'out-of-range', argument: 'ego.length' });
    refuses(() => scene.contactsWith([path, /** @type {any} */ (null)]), { argument: 'ego[1]' });
    const fine = g.path(disc, still, { t1: 1, step: 0.25 });
    refuses(() => scene.contactsWith([path, fine]), {
        code: 'different-clock',
        argument: 'ego[1]',
    });
    const gone = g.path(disc, still, clock);
    gone.free();
    refuses(() => scene.contactsWith([path, gone]), {
        code: 'stale-handle',
        argument: 'ego',
        index: 1,
    });
    const away = g.disc(2);
    const bare = g.path(away, still, clock);
    away.free();
    refuses(() => scene.contactsWith([path, bare]), {
        code: 'stale-handle',
        argument: 'ego',
        index: 1,
    });
    // No record makes no group.
    assert.equal(batch.firstContacts(0, { groups: [] }), 0);
    assert.equal(batch.firstContacts(0, { groups: 3 }), 0);
    assert.equal(g.scene([], { groups: [] }).count, 0);
    assert.equal(scene.firstContacts(batch, 6, { groups: [1, 5] }), 2);
});

test('groups change nothing of a later call without them', () => {
    const disc = g.disc(1);
    const batch = g.movingPairs(4, { pairs: 4 });
    for (let k = 0; k < 4; k++) batch.set(k, disc, g.motion.static({ x: 3 * k }), k);
    batch.pairs.set([0, 1, 0, 2, 1, 1, 3, 3]);
    assert.equal(batch.firstContacts(4, { groups: [3, 1] }), 2);
    assert.deepEqual([...batch.statuses], [3, 3, 0, 0]);
    assert.equal(batch.firstContacts(4), 2);
    assert.deepEqual([...batch.statuses], [0, 0, 3, 3]);
    assert.deepEqual([...batch.contactBodies], [-1, -1, -1, -1, 1, 1, 3, 3]);
});
