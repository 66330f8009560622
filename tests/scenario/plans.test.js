import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createSync } from 'graze';
import { readScenario, repair, validate } from 'graze/scenario';
import { inRepository, inShared, needsShared, sourceFile } from '../helpers.js';
import { conflictingPairs, parkAtGoals, readLog } from '../oracle/plan_oracle.js';

/** @import { ValidationResult } from 'graze/scenario' */

const g = createSync();

/** Returns the files of a plan's folder by role. @param {string} folder */
function filesOf(folder) {
    const names = readdirSync(folder);
    /** @param {RegExp} pattern */
    const find = (pattern) => {
        const name = names.find((each) => pattern.test(each));
        assert.ok(name, `${pattern} in ${folder}`);
        return sourceFile(`${folder}/${name}`, name);
    };
    return {
        plan: find(/_log\.xml$/),
        map: find(/map\.xml$/),
        task: find(/task\.xml$/),
        config: find(/config\.xml$/),
    };
}

/** Returns the pairs of agents in a result. @param {ValidationResult} result */
function pairsIn({ violations }) {
    const pairs = violations.filter(({ kind }) => kind === 'agent-agent');
    return [...new Set(pairs.map(({ agents }) => agents.join('-')))].sort();
}

const SCENES = inRepository('web/scenes');

/** Expected violations of each bundled scene, by kind. */
const VERDICTS = /** @type {Record<string, Record<string, number>>} */ ({
    crossing: {},
    roadmap: {},
    planned: {},
    conflict: { 'agent-agent': 4, 'agent-obstacle': 2 },
});

/** Scenes of other formats, with their files by role, and the total delay that repairs them. */
const OTHERS = /** @type {const} */ ({
    driving: { files: { plan: 'scenario.xml' }, kinds: { 'agent-agent': 1 }, delay: 0.2 },
    steps: {
        files: { plan: 'result.txt', map: 'map.map' },
        kinds: { edge: 2, vertex: 2 },
        delay: 17,
    },
});

test('every bundled scene has an expected verdict here', () => {
    const scenes = readdirSync(SCENES, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name);
    assert.deepEqual(scenes.sort(), [...Object.keys(VERDICTS), ...Object.keys(OTHERS)].sort());
});

for (const [name, { files, kinds, delay }] of Object.entries(OTHERS)) {
    test(`bundled scene ${name}: the verdict, and the least waits that repair it, are right`, async () => {
        /** @param {string | undefined} file */
        const read = (file) => file && sourceFile(`${SCENES}/${name}/${file}`, file);
        const { plan, map } = { map: undefined, ...files };
        const scenario = await readScenario(
            /** @type {any} */ ({ plan: read(plan), map: read(map) }),
        );
        const counts = /** @type {Record<string, number>} */ ({});
        const result = await validate(scenario, { graze: g });
        for (const { kind } of result.violations) counts[kind] = (counts[kind] ?? 0) + 1;
        assert.deepEqual(counts, kinds);
        const { status, totalDelay, optimal } = await repair(scenario, { graze: g });
        assert.deepEqual([status, totalDelay, optimal], ['repaired', delay, true]);
    });
}

for (const [name, expected] of Object.entries(VERDICTS)) {
    test(`bundled scene ${name}: the verdict, and the pairs, are those of the exact oracle`, async () => {
        const files = filesOf(`${SCENES}/${name}`);
        const result = await validate(await readScenario(files), { graze: g });
        /** @type {Record<string, number>} */
        const counts = {};
        for (const { kind } of result.violations) counts[kind] = (counts[kind] ?? 0) + 1;
        assert.deepEqual(counts, expected);
        assert.deepEqual(result.notices, []);
        const paths = parkAtGoals(readLog(files.plan.text, 0.353553));
        const pairs = conflictingPairs(paths, 1e-9).map((pair) => pair.join('-'));
        assert.deepEqual(pairsIn(result), pairs.sort());
    });
}

test('a valid scene with one more wait has a collision, and the report names the agents', async () => {
    const files = filesOf(`${SCENES}/crossing`);
    const text = files.plan.text.replace(
        /(<agent number="2">\s*<path[^>]*>\s*<section[^>]*duration=")([^"]+)/,
        '$11',
    );
    assert.notEqual(text, files.plan.text);
    const result = await validate(await readScenario({ ...files, plan: { ...files.plan, text } }), {
        graze: g,
    });
    assert.ok(
        result.violations.some(({ kind, agents }) => kind === 'agent-agent' && agents.includes(2)),
    );
});

if (needsShared) {
    test('published plans have the published conflicts', { skip: needsShared }, () => {});
} else {
    const plans = JSON.parse(readFileSync(inShared('mapf/ccbs/expected.json'), 'utf8'));
    for (const expected of plans) {
        test(`${expected.folder}: conflicting pairs and the least distance are right`, async () => {
            const files = filesOf(inShared(`mapf/${expected.folder}`));
            const scenario = await readScenario(files);
            const result = await validate(scenario, { graze: g, tolerance: 1e-6 });
            assert.equal(result.agents, expected.agents);
            assert.equal(result.pieces, expected.segments);
            assert.equal(pairsIn(result).length, expected.conflicting_pairs);
            assert.equal(result.violations.filter(({ kind }) => kind !== 'agent-agent').length, 0);
            const { clearance } = result;
            assert.ok(clearance);
            assert.ok(Math.abs(clearance.centerDistance - expected.min_distance) <= 1e-9);
            const leaving = await validate(
                { ...scenario, atGoal: 'vanish' },
                { graze: g, tolerance: 1e-6 },
            );
            assert.ok(
                Math.abs(
                    (leaving.clearance?.centerDistance ?? 0) - expected.min_distance_if_vanishing,
                ) <= 1e-9,
            );
        });
    }

    test('the roadmap example that CCBS publishes has a real conflict', async () => {
        const files = filesOf(inShared('mapf/ccbs/_shipped_roadmap'));
        const { violations } = await validate(await readScenario(files), { graze: g });
        assert.equal(violations.length, 1);
        const [{ agents, interval, depth }] = violations;
        assert.deepEqual(agents, [0, 3]);
        assert.ok(interval[0] < 76.83 && 76.83 < interval[1]);
        assert.ok(Math.abs((depth ?? 0) - (2 * 0.353553 - 0.641329473173471)) < 1e-9);
    });

    test('62 plans slightly inside or outside a conflict have the right verdicts', async () => {
        const mutants = JSON.parse(readFileSync(inShared('mapf/mutated/expected.json'), 'utf8'));
        assert.equal(mutants.length, 62);
        for (const { file, expected, clearance, pair } of mutants) {
            const plan = sourceFile(inShared(`mapf/${file}`), file);
            const scenario = await readScenario({ plan }, { radius: 0.353553 });
            const result = await validate(scenario, { graze: g, tolerance: 0 });
            assert.equal(result.valid, expected === 'valid', file);
            assert.ok(
                Math.abs((result.clearance?.separation ?? 0) - Number(clearance)) < 1e-13,
                file,
            );
            if (!result.valid) assert.ok(pairsIn(result).includes(pair.join('-')), file);
        }
    });
}
