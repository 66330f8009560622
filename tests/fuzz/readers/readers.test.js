import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { LIMITS, readScenario } from 'graze/scenario';
import { pick } from '../../../js/bench/random.js';
import { inRepository, PATIENCE } from '../../helpers.js';
import { shareOf } from '../../volume.js';
import { attempt, fuzz } from './engine.js';
import { checkModel } from './model.js';
import { checkPlace, checkRefusal, Finding, linesOf, refusalOf } from './outcome.js';
import { SEEDS } from './seeds.js';

/**
 * Runs every target on the same inputs each time, and checks that the fuzzer itself finds planted
 * faults.
 *
 * @import { Scenario } from 'graze/scenario'
 * @import { Target } from './engine.js'
 */

const RUN = inRepository('tests/fuzz/readers/run.mjs');
const folder = mkdtempSync(join(tmpdir(), 'graze-readers-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Number of damaged inputs of each target. */
const INPUTS = shareOf(120);

/** Milliseconds in which a run ends even if the machine is busy; a reader that hangs does not. */
const LIMIT = PATIENCE;

/** @param {string} name @param {string} seed */
async function run(name, seed) {
    const args = [
        RUN,
        name,
        '--inputs',
        String(INPUTS),
        '--seed',
        seed,
        '--plain',
        '--out',
        folder,
    ];
    const options = { timeout: LIMIT, killSignal: /** @type {const} */ ('SIGKILL') };
    const { stdout } = await promisify(execFile)(process.execPath, args, options).catch((error) => {
        if (error.stdout?.startsWith('{')) return error;
        const current = join(folder, `${name}.current.json`);
        throw new Error(
            `${name} with the seed ${seed}: ${error.message}\n${readFileSync(current, 'utf8')}`,
        );
    });
    const { executions, found } = JSON.parse(stdout.trim().split('\n').at(-1));
    const reported = found.map(
        (/** @type {{ message: string, file: string }} */ { message, file }) => {
            return `${message}\n${readFileSync(file, 'utf8')}`;
        },
    );
    assert.deepEqual(reported, [], `seed ${seed}`);
    assert.ok(executions >= seedsOf(name) + INPUTS, `${executions} executions`);
}

/** Returns the number of inputs with which every run begins. @param {string} name */
const seedsOf = (name) => SEEDS[name]?.().length ?? 1;

describe('readers on damaged files', { concurrency: 2 }, () => {
    for (const name of [...Object.keys(SEEDS), 'xml', 'cli']) {
        test(`${name}: is read or refused as documented`, () => run(name, '1'));
    }
});

/** Target for texts that refuses one with both letters in this order. @type {Target<string>} */
const PLANTED = {
    name: 'planted',
    seeds: () => ['aaaa', 'bbbb'],
    mutate: (text, random, corpus) =>
        text.slice(0, pick(random, 5)) +
        corpus[pick(random, corpus.length)] +
        'xyz'[pick(random, 3)],
    run: async (text) => {
        if (/a.*b/.test(text)) throw new Finding('a before b', text);
        return text.slice(-1);
    },
    *smaller(text) {
        for (let k = 0; k < text.length; k++) yield text.slice(0, k) + text.slice(k + 1);
    },
};

test('a planted fault is found, minimized and found again', async () => {
    const runs = [
        await fuzz(PLANTED, { inputs: 2000, seed: 'x' }),
        await fuzz(PLANTED, { inputs: 2000, seed: 'x' }),
    ];
    for (const { found } of runs) {
        assert.deepEqual(found, [{ what: 'a before b', message: 'a before b: ab', input: 'ab' }]);
    }
    assert.deepEqual(await attempt(PLANTED, 'ba'), { way: 'a' });
});

test('violated guarantees are found, and valid outcomes are not', () => {
    const input = { files: { plan: { name: 'p', text: 'one\ntwo\n' } }, options: {} };
    const good = {
        name: 'InputError',
        code: 'bad-line',
        message: 'p:2:4: bad-line: x',
        file: 'p',
        line: 2,
        column: 4,
    };
    const codes = new Set(['bad-line']);
    checkRefusal(good, input, codes);
    /** @type {[Partial<typeof good>, RegExp][]} */
    const bad = [
        [{ code: 'odd' }, /not documented/],
        [{ message: 'p:2:4: bad-line: \u001b' }, /not printable/],
        [{ message: 'p:2:4: bad-line: \u202e' }, /not printable/],
        [{ message: `p:2:4: bad-line: ${'x'.repeat(9999)}` }, /is long/],
        [{ message: 'p: bad-line' }, /without its place/],
        [{ file: 'q' }, /no file that was given/],
        [{ line: 4, message: 'p:4:4: bad-line: x' }, /outside the file/],
        [{ column: 5, message: 'p:2:5: bad-line: x' }, /outside its line/],
    ];
    for (const [changed, expected] of bad) {
        assert.throws(() => checkRefusal({ ...good, ...changed }, input, codes), expected);
    }
    checkPlace(linesOf('\ufeffa\r\nb'), { line: 2, column: 2 }, 'the end');
    assert.throws(() => refusalOf('reading', new TypeError('x')), /reading throws TypeError/);
});

test('a scenario that breaks a rule of the model is reported', async () => {
    const [{ files }] = SEEDS.graze();
    const text = files.plan?.text ?? '';
    const read = () => readScenario(/** @type {any} */ (files));
    checkModel(await read(), text, LIMITS);
    /** @type {[(scenario: any) => unknown, RegExp][]} */
    const broken = [
        [(scenario) => (scenario.agents[0].motion[0].x[1] = Number.NaN), /NaN in a scenario at/],
        [(scenario) => (scenario.speedLimit = Infinity), /Infinity in a scenario at/],
        [(scenario) => (scenario.agents[0].motion[1].t0 = 0.5), /out of order/],
        [(scenario) => scenario.roadmap.edges.push([0, 2]), /an edge to no node/],
        [(scenario) => (scenario.grid.blocked = new Uint8Array(3)), /a grid of another size/],
        [(scenario) => scenario.notices.push('\u0007'), /a notice is not printable/],
        [(scenario) => (scenario.agents[0].source.line = 99), /outside the file/],
        [(scenario) => (scenario.agents[1].shape.radius = -1), /a negative radius/],
        [
            (scenario) => (scenario.discrete = { cells: [], commanded: null }),
            /cells of other agents/,
        ],
    ];
    for (const [breaks, expected] of broken) {
        const scenario = await read();
        breaks(scenario);
        assert.throws(() => checkModel(scenario, text, LIMITS), expected);
    }
    const scenario = await read();
    const [agent] = scenario.agents;
    const nowhere = { ...agent, motion: [], start: null };
    /** @type {[Partial<Scenario>, object, RegExp][]} */
    const others = [
        [{ beforeStart: 'stay', agents: [nowhere] }, {}, /an agent that is nowhere/],
        [{ format: 'ccbs', agents: [], obstacles: [] }, {}, /a plan of nobody/],
        [{}, { agents: 1 }, /more agents than the limit/],
        [{}, { pieces: 2 }, /more segments than the limit/],
        [{}, { cells: 5 }, /more cells than the limit/],
    ];
    for (const [changed, limits, expected] of others) {
        const all = /** @type {any} */ ({ ...LIMITS, ...limits });
        assert.throws(() => checkModel({ ...scenario, ...changed }, text, all), expected);
    }
});
