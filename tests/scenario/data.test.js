import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, test } from 'node:test';
import { createSync } from 'graze';
import { readScenario, validate } from 'graze/scenario';
import { inShared, needsShared, sourceFile } from '../helpers.js';
import { sampledOverlaps } from '../oracle/scenario_oracle.js';

/**
 * Reads every file of the shared data with the files that belong to it, validates it, and compares the result with what
 * is known. The last test fails for a file that no case names, so none is skipped unnoticed.
 *
 * @import { ValidationResult, Scenario, ScenarioFiles } from 'graze/scenario'
 */

const g = createSync();

/** Paths, within the data, of files that have been read. */
const used = new Set();

/** Files that do not belong to plans: descriptions and schemas. */
const NO_DATA = /(?:MANIFEST\.json|\.xsd|README\.md)$/;

/** @param {string} path @returns {any} */
function readJson(path) {
    used.add(path);
    return needsShared ? [] : JSON.parse(readFileSync(inShared(path), 'utf8'));
}

/** @param {string} folder in the data @returns {string[]} */
function namesIn(folder) {
    return needsShared ? [] : readdirSync(inShared(folder));
}

/**
 * @param {Record<string, string>} paths by role
 * @param {object} [how]
 * @param {{ tolerance?: number }} [options]
 * @returns {Promise<{ scenario: Scenario, result: ValidationResult }>}
 */
async function check(paths, how = {}, options = {}) {
    /** @type {Record<string, { name: string, text: string }>} */
    const files = {};
    for (const [role, path] of Object.entries(paths)) {
        used.add(path);
        files[role] = sourceFile(inShared(path), basename(path));
    }
    const { plan } = files;
    const scenario = await readScenario({ ...files, plan }, how);
    return {
        scenario,
        result: await validate(scenario, { graze: g, suggestDelays: false, ...options }),
    };
}

/** Returns the files of a folder of CCBS. @param {string} folder @param {string} plan */
function filesOf(folder, plan) {
    /** @type {Record<string, string>} */
    const files = { plan: `${folder}/${plan}` };
    /** @type {Record<string, RegExp>} */
    const roles = { map: /^(?:.*map)\.xml$/, task: /task\.xml$/, config: /^config\.xml$/ };
    for (const [role, pattern] of Object.entries(roles)) {
        const name = namesIn(folder).find((each) => pattern.test(each));
        if (name !== undefined) files[role] = `${folder}/${name}`;
    }
    return files;
}

/** Returns the pairs of agents that overlap at some time. @param {ValidationResult} result */
function pairsOf({ violations }) {
    const pairs = violations.filter(({ kind }) => kind === 'agent-agent');
    return new Set(pairs.map(({ agents }) => agents.join())).size;
}

/** Returns how many violations there are of each kind. @param {ValidationResult} result */
function kindsOf({ violations }) {
    /** @type {Record<string, number>} */
    const kinds = {};
    for (const { kind } of violations) kinds[kind] = (kinds[kind] ?? 0) + 1;
    return kinds;
}

describe('the shared data is read and validated', { skip: needsShared }, () => {
    for (const known of readJson('mapf/ccbs/expected.json')) {
        test(`${known.folder}: ${known.conflicting_pairs} pairs in conflict`, async () => {
            const paths = filesOf(`mapf/${known.folder}`, known.log);
            // The published count ignores pairs that overlap by less than 1e-6.
            const options = { tolerance: 1e-6 };
            const { result } = await check(paths, { radius: known.radius }, options);
            const { agents, pieces, clearance } = result;
            assert.deepEqual([agents, pieces], [known.agents, known.segments]);
            assert.equal(pairsOf(result), known.conflicting_pairs);
            assert.ok(clearance !== null);
            assert.ok(Math.abs(clearance.centerDistance - known.min_distance) < 1e-9);
        });
    }

    const manifest = /** @type {any[]} */ (readJson('mapf/MANIFEST.json'));
    for (const known of manifest.filter(({ file, segments }) => /^occbs/.test(file) && segments)) {
        test(`${known.file}: ${known.expected}`, async () => {
            const folder = `mapf/${known.file.replace(/\/[^/]*$/, '')}`;
            const paths = filesOf(folder, basename(known.file));
            const { result } = await check(paths, { radius: Number(known.radius) });
            assert.equal(pairsOf(result), Number(known.colliding_pairs));
            assert.ok(result.clearance !== null);
            assert.ok(Math.abs(result.clearance.separation - Number(known.clearance)) < 1e-9);
        });
    }

    test('the second configuration of the counterexample has the same radius', async () => {
        const folder = 'mapf/occbs/counterexample_delta';
        const paths = { ...filesOf(folder, 'delta_log.xml'), config: `${folder}/ce_config.xml` };
        const { result } = await check(paths);
        assert.equal(pairsOf(result), 0);
    });

    for (const known of readJson('mapf/mutated/expected.json')) {
        test(`${known.file}: ${known.expected}`, async () => {
            const { map, task } = filesOf(`mapf/${known.base}`, '');
            const paths = { plan: `mapf/${known.file}`, map, task };
            const how = { radius: Number(known.radius) };
            const { result } = await check(paths, how, { tolerance: 0 });
            assert.equal(pairsOf(result) === 0, known.expected === 'valid');
        });
    }

    const league = 'mapf/league-of-robot-runners';
    for (const [name, map] of [
        ['mapf_plan_example.json', 'random-32-32-20.map'],
        ['warehouse_small_2024.json', 'warehouse_small.map'],
        ['warehouse_small_2023.json', 'warehouse_small.map'],
    ]) {
        test(`${name}: conflicts occur in the steps that the file lists, and in no others`, async () => {
            const paths = { plan: `${league}/${name}`, map: `${league}/${map}` };
            const { result } = await check(paths);
            /** @type {[number, number, number, string][]} */
            const listed = readJson(paths.plan).errors.filter((/** @type {any} */ error) =>
                error[3].endsWith('conflict'),
            );
            // The file lists only the first conflict of a step, and none of a step that was reported too late.
            const pairs = result.violations.map(({ kind, agents, interval }) =>
                [kind, ...agents, interval[1]].join(),
            );
            for (const [a, b, step] of listed) {
                const pair = ['vertex', Math.min(a, b), Math.max(a, b), step].join();
                assert.ok(pairs.includes(pair), pair);
            }
            assert.deepEqual(
                [...new Set(result.violations.map(({ interval }) => interval[1]))].sort(
                    (p, q) => p - q,
                ),
                listed.map(([, , step]) => step),
            );
        });
    }

    test("in the tracker's solution nobody meets and all arrive", async () => {
        const name = `${league}/random-32-32-20`;
        const paths = {
            plan: `${name}_random_1_300.csv`,
            task: `${name}-random-1.scen`,
            map: `${name}.map`,
        };
        assert.deepEqual(kindsOf((await check(paths)).result), {});
    });

    /** @type {[plan: string, map: string, task?: string][]} */
    const kei18 = [
        ['demo_2x2.txt', '2x2.map'],
        ['demo_tunnel.txt', 'tunnel.map'],
        ['demo_random-32-32-20.txt', 'random-32-32-20.map'],
        ['lacam3_random-32-32-10_n50.txt', 'random-32-32-10.map', 'random-32-32-10-random-1.scen'],
    ];
    for (const [plan, map, task] of kei18) {
        test(`${plan}: valid`, async () => {
            const folder = 'mapf/kei18';
            const paths = { plan: `${folder}/${plan}`, map: `${folder}/${map}` };
            const all = task === undefined ? paths : { ...paths, task: `${folder}/${task}` };
            assert.deepEqual(kindsOf((await check(all)).result), {});
        });
    }

    const schedules = 'mapf/libmultirobotplanning';
    for (const name of namesIn(schedules).filter((each) => each.endsWith('_out.yaml'))) {
        const known = manifest.find(({ file }) => file === `libmultirobotplanning/${name}`);
        test(`${name}: ${known?.expected}`, async () => {
            const input = `${schedules}/${name.replace(/_[a-z]+_out/, '')}`;
            const paths = { plan: `${schedules}/${name}`, map: input };
            const kinds = kindsOf((await check(paths)).result);
            const swaps = Number(/(\d+) swap/.exec(known.expected)?.[1] ?? 0);
            const meets = Number(/(\d+) vertex/.exec(known.expected)?.[1] ?? 0);
            assert.deepEqual([kinds.edge ?? 0, kinds.vertex ?? 0], [swaps, meets]);
            if (!/vanish/.test(known.expected)) return;
            assert.deepEqual(kindsOf((await check(paths, { atGoal: 'vanish' })).result), {});
        });
    }

    test('an input without a schedule is read as a map and a task', async () => {
        const input = `${schedules}/mapf_atGoal.yaml`;
        const { result } = await check({
            plan: `${schedules}/mapf_someAtGoal_disappear_out.yaml`,
            map: input,
        });
        assert.ok(result.violations.some(({ kind }) => kind === 'start' || kind === 'goal'));
    });

    const roads = [
        { plan: 'commonroad/USA_US101-3_3_T-1.xml' },
        { plan: 'commonroad/ZAM_Tjunction-1_18_T-1.xml' },
        { plan: 'commonroad/ZAM_Tutorial-1_1_T-1.xml' },
        { plan: 'commonroad/cr_test_reading_all.xml' },
        { plan: 'commonroad/cr_test_reading_obstacles.xml' },
        {
            plan: 'commonroad/solution_PM2_JB1_ZAM_Tjunction-1_18_T-1_2018b.xml',
            map: 'commonroad/ZAM_Tjunction-1_18_T-1.xml',
        },
        { plan: 'tracks/interaction_vehicle_tracks_000.csv' },
    ];
    for (const paths of roads) {
        test(`${basename(paths.plan)}: overlaps are those of sampling`, async () => {
            const { scenario, result } = await check(
                /** @type {Record<string, string>} */ (/** @type {unknown} */ (paths)),
            );
            assert.deepEqual(result.undecided, []);
            const sampled = sampledOverlaps(scenario, 20);
            const found = new Set(
                result.violations
                    .filter(({ kind }) => kind === 'agent-agent' || kind === 'agent-obstacle')
                    .map(({ agents, obstacle }) => [...agents, obstacle ?? ''].join()),
            );
            for (const [pair, depth] of sampled) {
                if (depth > 1e-6) assert.ok(found.has(pair), `${pair} overlaps by ${depth}`);
            }
            for (const pair of found) {
                const depth = sampled.get(pair) ?? -Infinity;
                // Bodies move by a few centimeters at most between two samples.
                assert.ok(depth > -0.2, `${pair} is ${-depth} apart`);
            }
            assert.ok(result.agents > 0 && result.pieces > 0);
        });
    }

    test('every file of the data is used', () => {
        const all = ['mapf', 'commonroad', 'tracks'].flatMap(filesUnder);
        const left = all.filter((path) => !used.has(path) && !NO_DATA.test(path));
        assert.deepEqual(left, []);
    });
});

/** @param {string} folder @returns {string[]} */
function filesUnder(folder) {
    return readdirSync(inShared(folder), { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? filesUnder(join(folder, entry.name)) : [join(folder, entry.name)],
    );
}
