import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSync } from 'graze';
import {
    convexParts,
    FORMATS,
    readScenario,
    validate,
    writableFormats,
    writeScenario,
} from 'graze/scenario';
import { leastClearance } from 'graze/scenario/messages';
import { sourceOf } from '../../js/scenario/model/step_motion.js';
import { mergeIntervals } from '../../web/tabs/scenario/chart.js';
import { asCode, asCommand } from '../../web/tabs/scenario/export.js';
import {
    assignRole,
    assignRoles,
    guessRole,
    mergeFiles,
    FORMATS as OFFERED,
    pack,
    unpack,
} from '../../web/tabs/scenario/files.js';
import {
    getFrame,
    partCorners,
    routeLines,
    stageBounds,
    toPlan,
    toStage,
} from '../../web/tabs/scenario/map_geometry.js';
import { CurrentPlan } from '../../web/tabs/scenario/plan_checker.js';
import { createMarks, listBuffers, Poses, pieceCount } from '../../web/tabs/scenario/scene.js';
import { copyScene, makeScene, sampleSeparations } from '../../web/tabs/scenario/scene_builder.js';
import { EXAMPLES, generatePlan, readState } from '../../web/tabs/scenario/state.js';
import { inspectViolation } from '../../web/tabs/scenario/violations.js';
import { toPageMessage } from '../../web/tabs/scenario/wording.js';
import { makeWalks, planOf } from '../bench/plan_makers.js';
import fc from '../fast_check.js';
import { byRole, ROOM_FILES, SAMPLES, scene } from './samples.js';

/** Computations of the Scenario tab, without a browser. */

/** @import { Scenario } from 'graze/scenario' */

const g = createSync();

/** @param {import('./samples.js').Sample} sample */
const readSample = ({ files, radius }) =>
    readScenario(byRole(files), radius === undefined ? {} : { radius });

/** @param {Scenario} scenario */
async function shownOf(scenario) {
    const shown = new CurrentPlan(g, makeScene(g, scenario));
    const result = await validate(scenario, { graze: g });
    const { violations } = result;
    const said = { violations: violations.length, verdict: '', kinds: '' };
    shown.verdict = { result, marks: createMarks(violations), ...said };
    return shown;
}

test('samples cover every format, and every file is recognized among the others', () => {
    // The page has no plans in space, which is all that crazyswarm has.
    const inPlane = FORMATS.filter((format) => format !== 'crazyswarm');
    assert.deepEqual(new Set(SAMPLES.map(({ format }) => format)), new Set(inPlane));
    for (const { what, files } of SAMPLES) {
        for (const order of [files, files.toReversed()]) {
            const roles = assignRoles(order.map(({ name, text }) => guessRole(name, text)));
            assert.deepEqual(
                roles,
                order.map(({ role }) => role),
                what,
            );
        }
    }
});

test('a second file of a kind is not used, and every unused plan is reported', () => {
    const [log, map] = [scene('conflict/plan_log.xml', 'plan'), scene('steps/map.map', 'map')];
    const guesses = [log, map, map, log].map(({ name, text }) => guessRole(name, text));
    assert.deepEqual(assignRoles(guesses), ['plan', 'map', 'none', 'none']);
    assert.equal(guessRole('notes.txt', 'hello').description, 'not recognized');
    assert.equal(
        guessRole('log.xml', '\ufeff<?xml version="1.0"?>\n<root><log/></root>').role,
        'plan',
    );
});

test('images and footprints are recognized, in the forms in which they are common', () => {
    for (const [name, text, role] of [
        ['map.pgm', '', 'image'],
        ['map', 'P5 8 8 255 ', 'image'],
        ['map', 'P5# made by a tool\n', 'image'],
        ['map.PNG', '\ufffdPNG\r\n', 'image'],
        ['a', '[[0, 0], [1, 0], [0, 1]]', 'footprint'],
        ['a', '- [-1, 0]\n- [1, 0]\n- [0, 1]\n', 'footprint'],
        ['a', 'local_costmap:\n  ros__parameters:\n    footprint: "[[0, 0]]"\n', 'footprint'],
        ['a', '# a map\nimage: a.pgm\nresolution: 0.1\n', 'map'],
        ['a', '{"graze": 2, "agents": [\n[[0, 1]]\n]}', 'plan'],
        ['a', 'schedule:\n  agent0:\n    - [0, 1]\n', 'plan'],
    ]) {
        assert.equal(guessRole(name, text).role, role, `${name}: ${text}`);
    }
});

test('a new plan replaces the previous one, but keeps companions that waited for a plan', () => {
    /** @param {import('./samples.js').SampleFile} file @returns {any} */
    const entry = ({ name, text, role }) => ({ name, role, guess: guessRole(name, text) });
    const [plan, map] = [scene('steps/result.txt', 'plan'), scene('steps/map.map', 'map')].map(
        entry,
    );
    assert.deepEqual(mergeFiles([], [map]), [map]);
    assert.deepEqual(mergeFiles([map], [plan]), [map, plan]);
    assert.deepEqual(mergeFiles([map, plan], [plan]), [plan]);
    const other = { ...map, name: 'other.map' };
    assert.deepEqual(mergeFiles([map, plan], [other]), [plan, other]);
    assert.deepEqual(
        assignRole([map, plan], 0, 'plan').map(({ role }) => role),
        ['plan', 'none'],
    );
    // A map that names no image takes the image of the previous map with it.
    const [robots, yaml, image] = ROOM_FILES.map(entry);
    const before = [robots, yaml, image];
    assert.deepEqual(mergeFiles(before, [map]), [robots, map]);
    assert.deepEqual(mergeFiles(before, [yaml]), [robots, image, yaml]);
    assert.deepEqual(mergeFiles([robots], [yaml, image]), [robots, yaml, image]);
    assert.deepEqual(mergeFiles([image], [yaml]), [image, yaml]);
    // A scenario that was validated alone becomes the map of a solution that arrives later.
    const [road, solution] = (
        SAMPLES.find(({ what }) => /CommonRoad solution/.test(what))?.files ?? []
    ).map(entry);
    const alone = { ...road, role: 'plan' };
    const both = [
        ['road.xml', 'map'],
        ['solution.xml', 'plan'],
    ];
    /** @param {any[]} entries */
    const rolesOf = (entries) => entries.map(({ name, role }) => [name, role]);
    assert.deepEqual(rolesOf(mergeFiles([alone], [solution])), both);
    assert.deepEqual(rolesOf(mergeFiles([solution], [alone])), both.toReversed());
    assert.deepEqual(rolesOf(mergeFiles([road, solution], [solution])), both);
    assert.deepEqual(rolesOf(mergeFiles([road, solution], [plan])), rolesOf([plan]));
});

test('poses equal those of the motions, at any time and in any order of times', async () => {
    for (const sample of SAMPLES) {
        const scenario = await readSample(sample);
        const made = makeScene(g, scenario);
        const poses = new Poses(made);
        const [begin, end] = made.span;
        fc.assert(
            fc.property(fc.double({ min: begin - 1, max: end + 1, noNaN: true }), (time) => {
                poses.moveTo(time);
                for (const [k, { motion, start }] of scenario.agents.entries()) {
                    const expected = poseOf(scenario, motion, start, time);
                    assert.deepEqual(poses.currentPose(k), expected, `${sample.what}, agent ${k}`);
                    assert.deepEqual(poses.poseAt(k, time), expected);
                }
            }),
            { numRuns: 60, seed: 5 },
        );
    }
});

/**
 * @param {Scenario} scenario
 * @param {Scenario['agents'][0]['motion']} motion
 * @param {{ x: number, y: number } | null} start
 * @param {number} time
 */
function poseOf({ beforeStart, atGoal }, motion, start, time) {
    if (motion.length === 0) return start && { ...start, angle: 0 };
    const [first, last] = [motion[0], motion[motion.length - 1]];
    if (time < first.t0 && beforeStart === 'vanish') return null;
    if (time > last.t1 && atGoal === 'vanish') return null;
    const segment = motion.findLast(({ t0 }) => t0 <= time) ?? first;
    const u = Math.min(Math.max(time, segment.t0), segment.t1) - segment.t0;
    /** @param {number[]} terms */
    const value = (terms) => terms.reduceRight((sum, term) => sum * u + term, 0);
    return { x: value(segment.x), y: value(segment.y), angle: value(segment.angle ?? [0]) };
}

test('a plan in steps becomes a scene, and passes from the worker, without an object per step', async () => {
    const { text } = await writeScenario(planOf(makeWalks(50, 20, 3)), 'kei18');
    const plan = { name: 'walks.txt', text: [...text].join('') };
    const scenario = await readScenario({ plan });
    const made = makeScene(g, scenario);
    assert.ok(scenario.agents.every((agent) => sourceOf(agent) !== undefined));
    assert.equal(made.segments.length, 0);
    const counts = scenario.agents.map((_, k) => pieceCount(made, k));
    const copy = copyScene(made);
    const buffers = listBuffers(copy);
    const arrived = structuredClone(copy, { transfer: buffers });
    assert.deepEqual(arrived, made);
    // Nothing with an entry per step is left to be copied.
    assert.ok(buffers.length > 0 && buffers.every(({ byteLength }) => byteLength === 0));
    assert.equal(copy.places.length, 0);
    assert.deepEqual(
        counts,
        scenario.agents.map(({ motion }) => motion.length),
    );
});

test('agents without steps and agents that vanish have the poses of their motions', async () => {
    const lines = ['0:(0,0),(2,2),', '1:(1,0),(2,2),', '2:(1,0),(2,2),'];
    const plan = { name: 'a.txt', text: `solution=\n${lines.join('\n')}\n` };
    for (const atGoal of /** @type {const} */ (['stay', 'vanish'])) {
        const scenario = await readScenario({ plan }, { atGoal });
        const poses = new Poses(makeScene(g, scenario));
        for (const time of [-1, 0, 0.25, 1, 1.5, 2, 3]) {
            poses.moveTo(time);
            for (const [k, { motion, start }] of scenario.agents.entries()) {
                const expected = poseOf(scenario, motion, start, time);
                assert.deepEqual(poses.currentPose(k), expected, `agent ${k} at ${time}`);
                const piece = motion.findLastIndex(({ t0 }) => t0 <= time);
                const isMoving = piece >= 0 && time <= motion[motion.length - 1].t1;
                assert.equal(poses.pieceAt(k, time), isMoving ? piece : null);
            }
        }
    }
});

test('the nearest pair is the nearest of all pairs', async () => {
    for (const sample of SAMPLES) {
        const shown = await shownOf(await readSample(sample));
        const { poses, distances, scene: made } = shown;
        const [begin, end] = made.span;
        for (let i = 0; i <= 20; i++) {
            poses.moveTo(begin + ((end - begin) * i) / 20);
            let least = Infinity;
            for (let a = 0; a < made.agents; a++) {
                for (let b = a + 1; b < made.shapeOf.length; b++) {
                    const [p, q] = [poses.currentPose(a), poses.currentPose(b)];
                    if (p && q) least = Math.min(least, distances.betweenBodies(a, p, b, q));
                }
            }
            const nearest = distances.nearestPair(poses);
            assert.equal(nearest?.separation ?? Infinity, least, sample.what);
        }
        shown.free();
    }
});

test('the curve is never below the certified clearance, and reaches it', async () => {
    for (const sample of SAMPLES) {
        const scenario = await readSample(sample);
        const reached = leastClearance(await validate(scenario, { graze: g }));
        const shown = await shownOf(scenario);
        const { times, separations } = sampleSeparations(
            shown.scene,
            shown.distances,
            reached ? [reached.time] : [],
            () => {},
        );
        assert.deepEqual(
            times,
            times.toSorted((p, q) => p - q),
        );
        const least = Math.min(...separations.map((gap) => gap ?? Infinity));
        if (reached === null) assert.equal(least, Infinity, sample.what);
        else assert.ok(Math.abs(least - reached.separation) < 1e-6, `${sample.what}: ${least}`);
        shown.free();
    }
});

test('the details of a violation have its depth, and its delay resolves it', async () => {
    for (const sample of SAMPLES) {
        const scenario = await readSample(sample);
        const shown = await shownOf(scenario);
        for (const [index, violation] of shown.violations.entries()) {
            const encounter = inspectViolation(shown, index);
            assert.ok(encounter);
            const { depth, deepestTime, separation, first, window } = encounter;
            assert.equal(first, violation.interval[0]);
            if (!separation) continue;
            assert.ok(window[0] <= first && first <= window[1]);
            const [from, to] = violation.interval;
            assert.ok(deepestTime >= from && deepestTime <= to);
            if (violation.depth !== null && violation.kind === 'agent-agent') {
                assert.ok(Math.abs(violation.depth + (depth ?? 0)) < 1e-6, sample.what);
                // At its begin the two touch, unless one of them appears within the other.
                const isNew = encounter.separationAt(from - 1e-6) === null;
                assert.ok(isNew || Math.abs(encounter.separationAt(from) ?? 1) < 1e-6, sample.what);
            }
            if (violation.suggestion && scenario.sizesKnown) {
                const least = Math.min(...(separation.delayed ?? []).map((one) => one ?? Infinity));
                assert.ok(least > -1e-6, `${sample.what}: ${least}`);
            }
        }
        shown.free();
    }
});

test('agents in a violation are marked, and merged intervals cover all violations', async () => {
    for (const sample of SAMPLES) {
        const shown = await shownOf(await readSample(sample));
        const [begin, end] = shown.scene.span;
        const rows = [0, 1, 2].map((row) => mergeIntervals(shown.marks, row));
        for (let i = 0; i <= 100; i++) {
            const time = begin + ((end - begin) * i) / 100;
            shown.moveTo(time);
            const now = shown.violations.filter(
                ({ interval }) => interval[0] <= time && time <= interval[1],
            );
            const met = new Set(now.flatMap(({ agents }) => agents));
            for (let k = 0; k < shown.scene.agents; k++) {
                assert.equal(shown.isInConflict(k), met.has(k), sample.what);
            }
            const isIn = rows.flat().some(([from, to]) => from <= time && time <= to);
            assert.equal(isIn, now.length > 0);
        }
        for (const row of rows) {
            for (let k = 1; k < row.length; k++) assert.ok(row[k][0] > row[k - 1][1]);
        }
        shown.free();
    }
});

test('every frame is undone by its inverse, and turns outlines counter-clockwise', () => {
    const part = /** @type {const} */ ({
        points: [
            [0, 0],
            [0, 2],
            [1, 0],
        ],
        radius: 0,
    });
    for (const axes of /** @type {const} */ (['right-up', 'right-down', 'down-right'])) {
        const frame = getFrame(axes);
        const there = toStage(frame, 3, -7);
        const back = toPlan(frame, there);
        assert.deepEqual([back.x, back.y], [3, -7]);
        const [p, q, r] = partCorners(frame, /** @type {any} */ (part), { x: 1, y: 2, angle: 0.3 });
        assert.ok((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x) > 0, axes);
    }
    // A larger row lies further down, a larger column further to the right.
    assert.ok(toStage(getFrame('down-right'), 1, 0).y < 0);
    assert.ok(toStage(getFrame('down-right'), 0, 1).x > 0);
    assert.ok(toStage(getFrame('right-down'), 0, 1).y < 0);
});

test('all motions lie within the bounds, and routes follow the bodies', async () => {
    for (const sample of SAMPLES) {
        const made = makeScene(g, await readSample(sample));
        const box = stageBounds(made);
        const frame = getFrame(made.axes);
        for (let k = 0; k < made.agents; k++) {
            for (const [x, y] of routeLines(made, k).flat()) {
                const at = toStage(frame, x, y);
                assert.ok(
                    at.x >= box.minX && at.x <= box.maxX && at.y >= box.minY && at.y <= box.maxY,
                );
            }
        }
    }
});

test('obstacles at rest are in their place, with an origin in their middle', async () => {
    const room = await readSample({ what: 'a room', format: 'graze', files: ROOM_FILES });
    const [tile] = room.obstacles;
    const far = { ...tile, pose: { x: 30, y: -20, angle: 2.5 } };
    const scenario = { ...room, obstacles: [tile, far] };
    const made = makeScene(g, scenario);
    for (const [i, { shape, pose }] of scenario.obstacles.entries()) {
        const k = made.agents + i;
        const [x, y, angle] = made.restPoses.subarray(3 * k, 3 * k + 3);
        assert.ok(made.boundingRadius[k] < 2.83);
        const expected = convexParts(shape, g);
        const parts = made.shapes[made.shapeOf[k]];
        assert.equal(parts.length, expected.length);
        const frame = getFrame(made.axes);
        for (const [j, part] of parts.entries()) {
            const corners = partCorners(frame, part, { x, y, angle });
            for (const [c, corner] of partCorners(frame, expected[j], pose).entries()) {
                const distance = Math.hypot(corner.x - corners[c].x, corner.y - corners[c].y);
                assert.ok(distance < 1e-12, `corner ${c} of part ${j}`);
            }
        }
    }
    const [minX, minY, maxX, maxY] = makeScene(g, room).box;
    assert.ok(Math.min(minX, minY) > -2.83 && Math.max(maxX, maxY) < 2.83);
});

test('the generated plan is valid except for the late agent', async () => {
    /** @param {object} options */
    const check = async (options) => {
        const plan = { name: 'weave', text: generatePlan({ lanes: 5, agents: 4, ...options }) };
        return validate(await readScenario({ plan }, { radius: 0.35 }), { graze: g });
    };
    assert.equal((await check({ lateBy: 0 })).valid, true);
    const { violations, clearance } = await check({ late: 0.3 });
    assert.ok(violations.length > 0);
    assert.equal(new Set(violations.flatMap(({ agents }) => agents)).size, violations.length + 1);
    const stepped = await check({ late: 0.3, step: 1 });
    assert.equal(stepped.violations.length, violations.length);
    assert.ok(
        Math.abs((stepped.clearance?.separation ?? 0) - (clearance?.separation ?? 1)) < 1e-12,
    );
});

test('the formats offered are those that can be read and written', async () => {
    assert.deepEqual(
        OFFERED.map(([name]) => name),
        FORMATS,
    );
    const known = await writableFormats();
    const written = OFFERED.filter(([, ending]) => ending !== null);
    assert.deepEqual(
        written.map(([name]) => name),
        known.map(({ name }) => name),
    );
    for (const [name, ending] of written) {
        const { extensions = [] } = known.find((each) => each.name === name) ?? {};
        assert.ok(
            extensions.length === 0 || extensions.some((each) => ending?.endsWith(each)),
            `${name}: ${ending}, not ${extensions}`,
        );
    }
});

test('command lines are quoted for a shell, and contain the chosen options', () => {
    /** @param {string} name @param {string} role @returns {any} */
    const entry = (name, role) => ({ name, role });
    const state = readState({ example: null, radius: 0.5, touching: 'conflict', atGoal: 'vanish' });
    const files = [entry("it's a plan.xml", 'plan'), entry('-m.xml', 'map'), entry('x', 'none')];
    assert.equal(
        asCommand(files, state),
        "graze validate 'it'\\''s a plan.xml' --map './-m.xml' --radius 0.5 --at-goal vanish --touching conflict",
    );
    assert.equal(asCommand([entry('a.xml', 'plan')], readState({})), 'graze validate a.xml');
    const code = asCode(files, state);
    assert.match(code, /plan: file\("it's a plan.xml"\)/);
    assert.match(code, /radius: 0.5, atGoal: "vanish"/);
    const around = [
        entry('p', 'plan'),
        entry('m', 'map'),
        entry('i', 'image'),
        entry('f', 'footprint'),
    ];
    const free = readState({ example: null, unknownCells: 'free' });
    assert.equal(
        asCommand(around, free),
        'graze validate p --map m --footprint f --unknown-cells free',
    );
    const aroundCode = asCode(around, free);
    assert.match(aroundCode, /image: \{ name: "i", bytes: readFileSync\("i"\) \}/);
    assert.match(aroundCode, /footprint: file\("f"\),\n\}, \{.* unknownCells: "free" \}/);
});

test('small files pass through a link, large ones do not, broken links are rejected', async () => {
    const files = SAMPLES[0].files.map(({ name, role, text }) => ({
        name,
        role,
        blob: new Blob([text]),
        guess: guessRole(name, text),
    }));
    const packed = await pack(files);
    assert.ok(packed && packed.length < 12_000, String(packed?.length));
    const back = await unpack(packed);
    assert.deepEqual(
        await Promise.all((back ?? []).map(async ({ blob, ...rest }) => [rest, await blob.text()])),
        SAMPLES[0].files.map(({ name, role, text }) => [{ name, role }, text]),
    );
    // An image keeps its bytes, whatever its role.
    const image = {
        ...ROOM_FILES[2],
        role: /** @type {const} */ ('none'),
        guess: guessRole('room.pgm', 'P5'),
    };
    const bytes = Uint8Array.from([...(image.bytes ?? []), ...Array(256).keys()]);
    const [unpacked] =
        (await unpack(String(await pack([{ ...image, blob: new Blob([bytes]) }])))) ?? [];
    assert.deepEqual([unpacked.name, unpacked.role], ['room.pgm', 'none']);
    assert.deepEqual(new Uint8Array(await unpacked.blob.arrayBuffer()), bytes);
    const noise = fc.sample(fc.uint8Array({ minLength: 60_000, maxLength: 60_000 }), {
        numRuns: 1,
        seed: 1,
    })[0];
    assert.equal(await pack([{ ...files[0], blob: new Blob([noise]) }]), null);
    const zeros = new Blob(['["a","plan","', '0'.repeat(5 * 2 ** 20), '"]']);
    const bomb = await new Response(
        zeros.stream().pipeThrough(new CompressionStream('deflate-raw')),
    ).arrayBuffer();
    assert.equal(await unpack(Buffer.from(bomb).toString('base64')), null);
    for (const text of ['', '%%%', 'AAAA', packed.slice(0, 40)])
        assert.equal(await unpack(text), null);
});

test('a state with arbitrary contents is read as one that can be shown', () => {
    const odd = readState({
        example: 'no',
        radius: -1,
        time: 'x',
        selected: 0.5,
        view: { span: -1 },
    });
    assert.equal(odd.example, EXAMPLES[0].id);
    assert.equal(odd.radius, null);
    assert.equal(odd.time, 0);
    assert.equal(odd.selected, -1);
    assert.ok(odd.view && odd.view.span > 0);
    assert.deepEqual(readState(JSON.parse(JSON.stringify(odd))), odd);
    assert.equal(readState({ example: null, packed: 'x'.repeat(30_000) }).packed, null);
});

test('messages have a true minus in numbers, and names of files as they are', () => {
    for (const [message, shown] of [
        [
            'from t = -1 to 3e-9, deepest at -2.5.',
            'from t\u00a0=\u00a0−1 to 3e−9, deepest at −2.5.',
        ],
        ['run-1e-9.txt:3:4: bad-number: got -5', 'run-1e-9.txt:3:4: bad-number: got −5'],
        ['-1.5e-9.txt is -3 deep', '-1.5e-9.txt is −3 deep'],
    ]) {
        assert.equal(toPageMessage(message), shown);
    }
});
