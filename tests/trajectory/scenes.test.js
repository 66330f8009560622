import assert from 'node:assert/strict';
import {
    agree,
    behaves,
    CAR,
    contactOf,
    fixture,
    made,
    randomBodies,
    release,
    straight,
} from './setup.js';

/**
 * Tests one path against many, scenes, and the batches of a planner.
 *
 * @import { Reported } from './setup.js'
 */

const SCENE_CLOCK = { t1: 10, step: 0.1 };
const WHOLE = { from: 0, to: 10 };

/**
 * Asserts that the results of one against many are those of each pair, in order.
 *
 * @param {{ body: number, status: string, time: readonly [number, number] | null }[]} reported
 * @param {Reported[]} expected of all
 * @param {string} [where]
 */
function agreeAll(reported, expected, where = '') {
    const bodies = expected.flatMap(({ status }, k) => (status === 'free' ? [] : [k]));
    assert.deepEqual(
        reported.map(({ body }) => body),
        bodies,
        where,
    );
    for (const one of reported) agree(one, expected[one.body], `${where} ${one.body}`);
}

/**
 * @param {{ body: number | null, status: string, time: readonly [number, number] | null }} reported
 * @param {Reported[]} expected of all
 * @param {boolean} [isVerdict] any contact will do
 */
function agreeFirst(reported, expected, isVerdict = false) {
    const meeting = expected.filter(({ time }) => time !== null);
    assert.equal(reported.status === 'free', meeting.length === 0, JSON.stringify(reported));
    if (reported.body === null) {
        const none = { body: null, path: null, egoPath: null };
        assert.deepEqual(reported, { ...none, status: 'free', time: null });
        return;
    }
    agree(reported, expected[reported.body]);
    if (isVerdict) return;
    const earliest = Math.min(...meeting.map(({ time }) => time?.[1] ?? Infinity));
    assert.ok((reported.time?.[0] ?? Infinity) <= earliest, `${reported.time}, ${earliest}`);
}

behaves('one against many: the paths that it meets are reported in their order', (instance) => {
    const others = randomBodies(3, 60).map((given) => made(instance, given, SCENE_CLOCK));
    const egos = randomBodies(4, 4).map((given) => made(instance, given, SCENE_CLOCK));
    const paths = others.map(({ path }) => path);
    const answers = egos.map((ego) => {
        const expected = others.map((other) => contactOf(instance, ego, other));
        const reported = instance.sweepMany(ego.path, paths, WHOLE);
        agreeAll(reported, expected);
        const cut = { from: 2.03, to: 3.5 };
        const part = instance.sweepMany(ego.path, paths, cut);
        agreeAll(
            part,
            others.map((other) => contactOf(instance, ego, other, cut)),
        );
        assert.deepEqual(instance.sweepMany(ego.path, []), []);
        return [reported, part];
    });
    assert.ok(answers.some(([reported]) => reported.length > 2));
    release(...others, ...egos);
    return answers;
});

behaves(
    'a scene reports the contacts of a path with it, the first of them, and whether there is any',
    (instance) => {
        const others = randomBodies(5, 80).map((given) => made(instance, given, SCENE_CLOCK));
        const egos = randomBodies(6, 6).map((given) => made(instance, given, SCENE_CLOCK));
        const scene = instance.scene(others.map(({ path }) => path));
        const windows = [WHOLE, { from: 1.25, to: 4 }, { from: 3.33, to: 3.34 }];
        const answers = egos.flatMap((ego) => {
            return windows.map((cut) => {
                const expected = others.map((other) => contactOf(instance, ego, other, cut));
                const reported = scene.contactsWith(ego.path, cut);
                agreeAll(reported, expected);
                const first = scene.firstContact(ego.path, cut);
                agreeFirst(first, expected);
                const any = scene.firstContact(ego.path, { ...cut, anyContact: true });
                agreeFirst(any, expected, true);
                const exact = scene.firstContact(ego.path, { ...cut, anyContact: false });
                assert.deepEqual(exact, first);
                return [reported, first, any];
            });
        });
        scene.free();
        release(...others, ...egos);
        return answers;
    },
);

behaves('all contacts of a scene are those of all pairs', (instance) => {
    const bodies = randomBodies(7, 40).map((given) => made(instance, given, SCENE_CLOCK));
    const scene = instance.scene(bodies.map(({ path }) => path));
    const answers = [WHOLE, { from: 2.2, to: 2.9 }].map((cut) => {
        const reported = scene.contacts(cut);
        const expected = bodies.flatMap((a, first) => {
            return bodies.slice(first + 1).flatMap((b, k) => {
                const { status, time } = contactOf(instance, a, b, cut);
                return status === 'free' ? [] : [{ first, second: first + 1 + k, status, time }];
            });
        });
        assert.deepEqual(
            reported.map(({ first, second }) => [first, second]),
            expected.map(({ first, second }) => [first, second]),
        );
        reported.forEach((one, k) => {
            agree(one, expected[k]);
        });
        return reported;
    });
    assert.ok(answers[0].length > 20, `${answers[0].length}`);
    scene.free();
    release(...bodies);
    return answers;
});

behaves('candidate trajectories of a batch are checked against a scene in one call', (instance) => {
    const others = randomBodies(8, 50).map((given) => made(instance, given, SCENE_CLOCK));
    const egos = randomBodies(9, 20).map((given) => made(instance, given, SCENE_CLOCK));
    const scene = instance.scene(others.map(({ path }) => path));
    const movingPairs = instance.movingPairs(20, { pieces: 60 });
    let next = 0;
    egos.forEach(({ shape, motion }, k) => {
        next = movingPairs.set(k, shape, motion, next);
    });
    const all = egos.map((ego) => others.map((other) => contactOf(instance, ego, other)));
    const meeting = all.map((list) => list.some(({ status }) => status !== 'free'));
    const answers = [{}, { anyContact: false }, { anyContact: true }].map((options) => {
        const count = scene.firstContacts(movingPairs, 20, { ...WHOLE, ...options });
        assert.equal(count, meeting.filter(Boolean).length);
        const reported = egos.map((_, k) => {
            const time = [...movingPairs.times.subarray(2 * k, 2 * k + 2)];
            assert.equal(movingPairs.statuses[k] !== 0, meeting[k]);
            if (!meeting[k]) assert.deepEqual(time, [Infinity, Infinity]);
            else if (!options.anyContact) {
                const brackets = all[k].flatMap(({ time: one }) => (one === null ? [] : [one]));
                const earliest = brackets.reduce((p, q) => (q[0] < p[0] ? q : p));
                assert.ok(time[0] <= earliest[1] && earliest[0] <= time[1], `${k}: ${time}`);
            }
            return [movingPairs.statuses[k], ...time];
        });
        return [count, reported];
    });
    assert.ok(meeting.includes(true) && meeting.includes(false));
    movingPairs.statuses.fill(9);
    const part = scene.firstContacts(movingPairs, 3, { from: 1, to: 2 });
    assert.equal(movingPairs.statuses[3], 9);
    movingPairs.free();
    scene.free();
    release(...others, ...egos);
    return [answers, part];
});

behaves('scenes of no path and of one path work', (instance) => {
    const [ego, other, far] = [
        fixture(CAR, straight([-20, 0], [5, 0])),
        fixture(CAR, straight([0, -20], [0, 5])),
        fixture(CAR, straight([0, 5000], [0, 5])),
    ].map((given) => made(instance, given, SCENE_CLOCK));
    const movingPairs = instance.movingPairs(1);
    movingPairs.set(0, ego.shape, ego.motion, 0);
    const answers = [[], [other.path], [far.path]].map((paths) => {
        const scene = instance.scene(paths);
        const isHit = paths[0] === other.path;
        const reported = scene.contactsWith(ego.path);
        assert.deepEqual(scene.contacts(), []);
        assert.equal(reported.length, Number(isHit));
        const first = scene.firstContact(ego.path);
        assert.equal(first.body, isHit ? 0 : null);
        assert.equal(scene.firstContact(ego.path, { anyContact: true }).body, isHit ? 0 : null);
        assert.equal(scene.firstContacts(movingPairs, 1), Number(isHit));
        assert.equal(scene.firstContacts(movingPairs, 0), 0);
        scene.free();
        return [reported, first];
    });
    movingPairs.free();
    release(ego, other, far);
    return answers;
});

behaves('among equal first contacts the lower body is reported', (instance) => {
    const [ego, other] = [
        fixture(CAR, straight([-20, 0], [5, 0])),
        fixture(CAR, straight([0, -20], [0, 5])),
    ].map((given) => made(instance, given, SCENE_CLOCK));
    const twins = Array.from({ length: 5 }, () => {
        return instance.path(other.shape, other.motion, SCENE_CLOCK);
    });
    const scene = instance.scene([...twins, twins[0]]);
    const first = scene.firstContact(ego.path);
    assert.equal(first.body, 0);
    assert.equal(scene.contactsWith(ego.path).length, 6);
    scene.free();
    for (const twin of twins) twin.free();
    release(ego, other);
    return first;
});
