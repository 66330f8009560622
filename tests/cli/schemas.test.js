import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { FORMATS, LIMITS } from 'graze/scenario';
import { CHECK_NAMES } from 'graze/scenario/messages';
import { BODIES, SCENES } from '../../js/bench/pairs.js';
import { MAX_SHARDS } from '../../js/cli/results/ndjson.js';
import { inRepository } from '../helpers.js';
import { grazeHere } from './here.js';
import { plan, temporaryFolder, writeCampaign } from './program.js';
import { assertMatches, assertReport, SCHEMA_NAMES, SCHEMAS } from './schemas.js';

/** Checks that the program writes what the published schemas describe, and that documents describe the same. */

const folder = temporaryFolder('schemas');

/** @param {string} path */
const scene = (path) => inRepository(`web/scenes/${path}`);

const onGrid = ['crossing', 'conflict', 'planned', 'roadmap'].map((name) =>
    ['plan_log.xml', '--map', 'map.xml', '--task', 'task.xml', '--config', 'config.xml'].map(
        (arg) => (arg.startsWith('--') ? arg : scene(`${name}/${arg}`)),
    ),
);

/** Returns a file of each format, and files that no reader accepts. */
function seedFiles() {
    const names = readdirSync(inRepository('tests/fuzz/readers/seeds'));
    return names.sort().map((name) => inRepository(`tests/fuzz/readers/seeds/${name}`));
}

/** Options of validate for plans of all kinds: with violations of each, undecided, unread. */
const PLANS = [
    ...onGrid,
    [scene('driving/scenario.xml')],
    [scene('steps/result.txt'), '--map', scene('steps/map.map'), '--radius', '0.4'],
    [scene('steps/result.txt'), '--touching', 'conflict', '--radius', '0.5'],
    [scene('steps/result.txt'), '--require', 'obstacles,goals'],
    [scene('driving/scenario.xml'), '--tolerance', '1', '--no-suggest-delays'],
    [scene('crossing/plan_log.xml'), '--footprint', '[[-0.4, -0.2], [0.5, 0], [-0.4, 0.2]]'],
    [scene('steps/result.txt'), 'none.xml', '/dev/null'],
    ['--radius', '0.3', 'none', ...seedFiles()],
];

/** Returns the names of the fields of a schema, and of what it refers to. @param {any} schema */
const fieldsOf = (schema) => Object.keys(schema.properties).sort();

describe('what the program writes matches its schema', () => {
    for (const args of PLANS) {
        const name = args
            .map((arg) => arg.split('/').at(-1))
            .slice(0, 8)
            .join(' ');
        test(`validate ${name}`, async () => {
            const all = ['validate', ...args, '--figures', '3', '--report'];
            assertReport('report', (await grazeHere([...all, 'json'])).stdout);
            assertReport('lines', (await grazeHere([...all, 'ndjson'])).stdout);
        });
    }

    test('merge, of shards of plans that are valid, conflict, fail and have options of their own', async () => {
        const list = writeCampaign(folder, 20);
        const more = ['--time-limit', '100', '--limit', 'agents=1000', '--require', 'overlaps'];
        const shards = [];
        for (const i of [1, 2]) {
            const out = join(folder, `${i}.ndjson`);
            const args = ['--list', list, '--shard', `${i}/2`, '--out', out, '--figures', '1'];
            await grazeHere(['validate', ...args, ...more, '--unknown-cells', 'free']);
            assertReport('lines', readFileSync(out, 'utf8'));
            shards.push(out);
        }
        assertReport('report', (await grazeHere(['merge', ...shards, '--report', 'json'])).stdout);
        assertReport('lines', (await grazeHere(['merge', ...shards, '--report', 'ndjson'])).stdout);
    });

    test('repair, of plans that are valid, repaired and beyond repair', async () => {
        const [crossing, conflict] = onGrid;
        const out = join(folder, 'repaired');
        const statuses = [];
        for (const args of [crossing, conflict, [scene('steps/result.txt')]]) {
            const { stdout } = await grazeHere([
                'repair',
                ...args,
                '--report',
                'json',
                '--out',
                out,
            ]);
            assertReport('repair', stdout);
            statuses.push(JSON.parse(stdout).status);
        }
        const text = '0:(0,0),(2,0)\n1:(1,0),(1,0)\n2:(1,0),(1,0)\n';
        const { stderr } = await grazeHere(['repair', '-', '--report', 'json'], { input: text });
        assertReport('repair', stderr);
        assert.equal(JSON.parse(stderr).status, 'unrepaired');
        assert.ok(statuses.includes('valid') && statuses.includes('repaired'), `${statuses}`);
    });

    test('bench', async () => {
        const out = join(folder, 'bench.json');
        const args = ['--n', '4,box', '--pairs', '64', '--rounds', '2', '--json', out];
        assert.equal((await grazeHere(['bench', ...args])).code, 0);
        assertReport('bench', readFileSync(out, 'utf8'));
    });
});

describe('schemas are complete', () => {
    test('choices and limits are those of the program', () => {
        const { $defs: report } = SCHEMAS.report;
        const { $defs: lines } = SCHEMAS.lines;
        const { options, header } = lines;
        assert.deepEqual(report.format.enum, [...FORMATS]);
        assert.deepEqual(options.properties.limits.propertyNames.enum, Object.keys(LIMITS));
        assert.deepEqual(options.properties.require.items.enum, [...CHECK_NAMES]);
        const { prefixItems } = header.properties.shard;
        assert.deepEqual(
            prefixItems.map((/** @type {any} */ item) => item.maximum),
            [MAX_SHARDS, MAX_SHARDS],
        );
        const { $defs: bench } = SCHEMAS.bench;
        assert.deepEqual(bench.body.enum, [...BODIES]);
        assert.deepEqual(bench.scene.enum, [...SCENES]);
    });

    test('every object is closed, and every list and number is checked', () => {
        /** @param {any} schema @param {string} at */
        const visit = (schema, at) => {
            const isObject = [schema.type].flat().includes('object') && !('if' in schema);
            const isPart = at === 'report/$defs/failedPlan' || at === 'report/$defs/checkedPlan';
            if (isObject && !isPart) {
                const isClosed =
                    'additionalProperties' in schema || 'unevaluatedProperties' in schema;
                assert.ok(isClosed, `${at} takes any field`);
            }
            if ([schema.type].flat().includes('array')) assert.ok('items' in schema, at);
            for (const [key, value] of Object.entries(schema)) {
                if (typeof value === 'object' && value !== null) visit(value, `${at}/${key}`);
            }
        };
        for (const name of SCHEMA_NAMES) visit(SCHEMAS[name], name);
    });

    test('a field that a schema lacks is found, also one whose name every object has', async () => {
        const file = join(folder, 'one.xml');
        const { stdout } = await grazeHere(
            ['validate', '-', '--radius', '0.4', '--report', 'json'],
            {
                input: plan({ isBad: true }),
            },
        );
        assertReport('report', stdout);
        for (const name of ['more', 'constructor', '__proto__', 'toString']) {
            for (const at of ['"file": ', '"kind": ', '"separation": ', '"graze": ']) {
                const changed = stdout.replace(at, `${JSON.stringify(name)}: 1, ${at}`);
                assert.notEqual(changed, stdout);
                assert.throws(
                    () => assertReport('report', changed),
                    /must NOT have/,
                    `${name} ${at}`,
                );
            }
        }
        assert.throws(() => assertMatches('report', { file }));
    });
});

describe('docs/program.md describes the fields of the schemas', () => {
    const text = readFileSync(inRepository('docs/program.md'), 'utf8');
    const report = SCHEMAS.report.$defs;

    /**
     * Returns the names that the first column of the table after a text lists.
     *
     * @param {string} before
     */
    const namesAfter = (before) => {
        const [, rest] = text.split(before);
        assert.ok(rest !== undefined, before);
        const rows = rest.slice(rest.indexOf('\n| field')).trim().split('\n');
        const end = rows.findIndex((row) => !row.startsWith('|'));
        const cells = rows.slice(2, end).map((row) => row.split('|')[1]);
        return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
    };

    test('results', () => {
        const { file: _, ...fields } = {
            ...report.failedPlan.properties,
            ...report.checkedPlan.properties,
        };
        assert.deepEqual(
            namesAfter('\n## The json report\n').sort(),
            fieldsOf({ properties: fields }),
        );
    });

    test('violations', () => {
        assert.deepEqual(namesAfter('\nA violation has:\n').sort(), fieldsOf(report.violation));
    });

    test('repairs', () => {
        const { schema: _, graze: __, file: ___, ...fields } = SCHEMAS.repair.properties;
        const names = namesAfter('\n## The json report of repair\n').sort();
        assert.deepEqual(names, fieldsOf({ properties: fields }));
    });

    test('fields within fields', () => {
        const [, results] = text.split('\n## The json report\n');
        /** @param {string} field */
        const partsOf = (field) => {
            const row = results.split('\n').find((line) => line.startsWith(`| \`${field}\``)) ?? '';
            return [
                ...row
                    .split('|')
                    .slice(2)
                    .join('|')
                    .matchAll(/`([a-zA-Z]+)`/g),
            ].map(([, name]) => name);
        };
        for (const [field, schema] of /** @type {[string, any][]} */ ([
            ['case', report.case],
            ['clearance', report.clearance],
            ['pairClearances', report.pairClearance],
            ['undecided', report.undecidedPair],
            ['suggestion', report.suggestion],
        ])) {
            const parts = partsOf(field);
            for (const name of fieldsOf(schema))
                assert.ok(parts.includes(name), `${field}: ${name}`);
        }
    });

    test('lines', () => {
        const [, section] = text.split('\n## The ndjson report, and shards\n');
        const lines = /```\n(.*?)```/s.exec(section)?.[1].trim().split('\n') ?? [];
        /** @param {string} line */
        const keysOf = (line) => [...line.matchAll(/"(\w+)":/g)].map(([, key]) => key);
        const { header, trailer } = SCHEMAS.lines.$defs;
        const [first, ...rest] = lines;
        assert.deepEqual(
            [...new Set(keysOf(first))].sort(),
            [...new Set([...fieldsOf(header), ...fieldsOf(header.properties.list)])].sort(),
        );
        assert.deepEqual(keysOf(/** @type {string} */ (rest.at(-1))).sort(), fieldsOf(trailer));
    });
});
