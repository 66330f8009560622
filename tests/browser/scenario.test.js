import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createSync } from 'graze';
import { readScenario, repair, validate, writeScenario } from 'graze/scenario';
import {
    describeAgents,
    describeChange,
    describeChecks,
    describeMessage,
    describePairClearance,
    describePlace,
    describeRepair,
    describeRules,
    describeSuggestion,
    describeVerdict,
    formatDelay,
    groupViolations,
    leastClearance,
} from 'graze/scenario/messages';
import { toHash } from '../../web/base/state.js';
import { EXAMPLES, generatePlan } from '../../web/tabs/scenario/state.js';
import { toPageMessage, toSentences } from '../../web/tabs/scenario/wording.js';
import { makeWalks, planOf } from '../bench/plan_makers.js';
import { inRepository } from '../helpers.js';
import { drop, findBarriers, openBrowser, playedPast, ready } from './page.js';
import { byRole, ccbsScene, ROOM_FILES, SAMPLES, scene } from './samples.js';

/**
 * @import { Page } from 'playwright-core'
 * @import { ValidationResult, Scenario } from 'graze/scenario'
 * @import { SampleFile } from './samples.js'
 * @import { Visit } from './page.js'
 */

const g = createSync();

/** @param {SampleFile[]} files @param {import('graze/scenario').ReadOptions} [options] */
async function check(files, options) {
    const scenario = await readScenario(byRole(files), options);
    return { scenario, result: await validate(scenario, { graze: g }) };
}

/** Returns the files of an example of the page. @param {import('../../web/tabs/scenario/state.js').Example} example */
function exampleFiles({ files = {}, make }) {
    if (make) return [{ ...make(), role: /** @type {const} */ ('plan') }];
    return Object.entries(files).map(([role, path]) =>
        scene(path, /** @type {SampleFile['role']} */ (role)),
    );
}

/** @param {Page} page @param {{ name: string, text: string }[]} files */
const choose = (page, files) =>
    page.locator('input[type="file"]').setInputFiles(
        files.map(({ name, text }) => ({
            name,
            mimeType: 'text/plain',
            buffer: Buffer.from(text),
        })),
    );

/** @param {Page} page */
async function putFilesIntoLink(page) {
    await page.getByRole('button', { name: 'Put the files into the link' }).click();
    await page.getByText('The link contains your files').waitFor();
}

/** Waits until the whole result is shown. @param {Page} page @param {string} verdict */
async function showsVerdict(page, verdict) {
    await page.locator(`output[data-key="verdict"][data-value="${verdict}"]`).waitFor();
    await page.locator('.progress').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Save report (JSON)', disabled: false }).waitFor();
    await ready(page);
}

/** @param {number[]} agents @param {Scenario} [scenario] */
function pairOf(agents, scenario) {
    const names = agents.map((agent) => scenario?.agents[agent].name ?? String(agent));
    return describeAgents(names, scenario?.domain);
}

/** @param {{ agents: number[], obstacle?: string }} least @param {Scenario} [scenario] */
function pairWith({ agents, obstacle }, scenario) {
    const pair = pairOf(agents, scenario);
    return obstacle === undefined ? pair : `${pair} and obstacle ${obstacle}`;
}

/**
 * Compares the page with the package's result.
 *
 * @param {Visit} visit
 * @param {ValidationResult} result
 * @param {Scenario} [scenario] scenario whose agents have names other than their numbers
 */
async function compare(visit, result, scenario) {
    const { page } = visit;
    await showsVerdict(page, describeVerdict(result));
    const { violations } = result;
    const least = leastClearance(result);
    const expected = {
        agents: String(result.agents),
        pieces: String(result.pieces),
        // Vehicles of a recording have no goals.
        makespan: result.domain === 'driving' ? '–' : String(result.makespan),
        sumOfCosts: result.domain === 'driving' ? '–' : String(result.sumOfCosts),
        clearance: String(least?.separation ?? '–'),
        between: least ? pairWith(least, scenario) : '–',
        time: String(least?.time ?? '–'),
    };
    const outputs = await visit.outputs();
    for (const [key, value] of Object.entries(expected)) assert.equal(outputs[key], value, key);
    const rows = await page
        .locator('.violation')
        .evaluateAll((all) => all.map((row) => [...row.children].map((one) => one.textContent)));
    const groups = groupViolations(violations);
    const reported = groups.flatMap((group) =>
        group.members.length > 0 ? group.members : [group.first],
    );
    assert.deepEqual(
        rows.map(([kind, message]) => [kind, message]),
        reported.map((one) => [one.kind, toPageMessage(describeMessage(one))]),
    );
    for (const [k, violation] of reported.entries()) {
        const lines = [describePlace(violation, result), describeSuggestion(violation, result)].map(
            toPageMessage,
        );
        for (const line of lines) if (line !== '') assert.ok(rows[k].includes(line), line);
    }
    const verdictCard = await page.locator('.card.result').innerText();
    const missing = toPageMessage(describeChecks(result, false).join(', '));
    assert.equal(verdictCard.includes('Not checked: '), missing !== '');
    assert.ok(verdictCard.includes(missing), verdictCard);
    const facts = await page.locator('.facts dd').allTextContents();
    assert.ok(facts.includes(toPageMessage(describeRules(result))));
    assert.ok(facts.includes(describeChecks(result, true).join(', ')));
}

/**
 * Returns all texts about a plan, outside of the files; runs in the page.
 *
 * @param {boolean} isAwaited returns null unless there are none and the page reads a plan
 */
function textsAboutPlan(isAwaited) {
    const output = (/** @type {string} */ key) => {
        const found = /** @type {HTMLElement} */ (document.querySelector(`[data-key="${key}"]`));
        return found.getClientRects().length > 0 ? found.innerText : '';
    };
    const texts = [...document.querySelectorAll('.stage text')]
        .filter((text) => text.getClientRects().length > 0)
        .map((text) => text.textContent);
    const all = [...['minGapNow', 'pairNow', 'clearance', 'gapNow'].map(output), ...texts];
    const stage = document.querySelector('.progress label')?.textContent;
    const isWhileReading = all.join('') === '' && stage === 'Reading';
    return isAwaited && !isWhileReading ? null : { texts: all.join('') };
}

describe('the Scenario tab', () => {
    /** @type {Awaited<ReturnType<typeof openBrowser>>} */
    let browser;
    /** @type {string} */
    let folder;
    before(async () => {
        browser = await openBrowser();
        folder = mkdtempSync(join(tmpdir(), 'graze-'));
    });
    after(async () => {
        await browser.close();
        rmSync(folder, { recursive: true });
    });

    /** Opens an example with violations of several kinds. */
    async function visitConflict() {
        const visit = await browser.visit('#scenario');
        await visit.page.getByLabel('Example').selectOption('conflict');
        await showsVerdict(visit.page, '6 violations');
        return visit;
    }

    /**
     * Asserts that the page copies a command line, and that the program prints with it the report that the page saves,
     * byte for byte.
     *
     * @param {Page} page
     * @param {readonly SampleFile[]} files that the command reads
     * @param {string} command
     */
    async function compareWithCommand(page, files, command) {
        await page.getByRole('button', { name: 'Copy command line' }).click();
        const line = await page.evaluate(() => navigator.clipboard.readText());
        assert.equal(line, command);
        const [download] = await Promise.all([
            page.waitForEvent('download'),
            page.getByRole('button', { name: 'Save report (JSON)' }).click(),
        ]);
        const path = join(folder, 'report.json');
        await download.saveAs(path);
        for (const { name, text, bytes } of files) writeFileSync(join(folder, name), bytes ?? text);
        const [, ...words] = line.split(' ');
        const program = inRepository('js/cli/main.js');
        const printed = execFileSync(
            process.execPath,
            [program, ...words, '--report', 'json', '--exit-zero'],
            { cwd: folder, encoding: 'utf8' },
        );
        assert.equal(readFileSync(path, 'utf8'), printed);
    }

    it('validates every example as the package does', async () => {
        const visit = await browser.visit('#scenario');
        for (const example of EXAMPLES) {
            await visit.page.getByLabel('Example').selectOption(example.id);
            const { radius } = example;
            const options = radius === undefined ? {} : { radius };
            const { scenario, result } = await check(exampleFiles(example), options);
            await compare(visit, result, scenario);
        }
        await visit.close();
    });

    it('validates dropped files of every format, detected from their content', async () => {
        const visit = await browser.visit('#scenario');
        const { page } = visit;
        for (const { what, files, radius } of SAMPLES) {
            await drop(page, files.toReversed());
            if (radius !== undefined) {
                await page.getByLabel('Radius of every agent').fill(String(radius));
                await page.getByRole('button', { name: 'Validate', exact: true }).click();
            }
            const options = radius === undefined ? {} : { radius };
            const { scenario, result } = await check(files, options);
            await compare(visit, result, scenario);
            for (const { name, role } of files) {
                assert.equal(await page.getByLabel(`Role of ${name}`).inputValue(), role, what);
            }
            // The options for one sample do not apply to the next.
            if (radius !== undefined) {
                await page.getByLabel('Radius', { exact: true }).fill('');
                await page.keyboard.press('Enter');
            }
        }
        await visit.close();
    });

    it('shows whether a CCBS plan is valid and which delay resolves it, once all its files are there', async () => {
        const visit = await visitConflict();
        const { page } = visit;
        // The visitor has only the plan at first.
        const [plan, ...others] = ccbsScene('conflict');
        await drop(page, [plan]);
        await page.getByText('These files do not specify the size of the agents.').waitFor();
        await drop(page, others);
        await showsVerdict(page, '6 violations');
        const { result } = await check([plan, ...others]);
        await compare(visit, result);
        const first = result.violations.findIndex(({ suggestion }) => suggestion);
        const { suggestion: suggested, interval } = result.violations[first];
        const details = page.getByRole('region', { name: 'Selected violation' });
        assert.match(
            await details.innerText(),
            new RegExp(`later by ${suggested && formatDelay(suggested)} ends it`),
        );
        assert.equal((await visit.state()).time, interval[0]);
        await visit.close();
    });

    it('uses the roles and options that the visitor chooses', async () => {
        const visit = await visitConflict();
        const { page } = visit;
        const [plan, map, task, config] = ccbsScene('conflict');
        await choose(page, [plan, map, task, config]);
        await showsVerdict(page, '6 violations');
        await page.getByLabel('Role of map.xml').selectOption('none');
        await compare(visit, (await check([plan, task, config])).result);
        await page.getByLabel('Radius', { exact: true }).fill('0.1');
        await page.keyboard.press('Enter');
        const { scenario, result } = await check([plan, task, config], { radius: 0.1 });
        await compare(visit, result);
        await page.getByLabel('Touching').selectOption('conflict');
        await page.getByLabel('Tolerance').fill('2');
        await page.keyboard.press('Enter');
        const strict = await validate(scenario, { graze: g, touching: 'conflict', tolerance: 2 });
        assert.ok(strict.violations.length > result.violations.length);
        await compare(visit, strict);
        await page.getByLabel('Role of task.xml').selectOption('plan');
        await page.locator('.result').getByText('task.xml:').waitFor();
        assert.match(await page.locator('.result').innerText(), /Cannot be validated/);
        await page.getByLabel('Role of task.xml').selectOption('none');
        await page.locator('.result').getByText('No plan').waitFor();
        await page.getByText('None of these files is a plan').waitFor();
        await visit.close();
    });

    it('jumps to violations from the list, by keys, by buttons and on the time line', async () => {
        const visit = await visitConflict();
        const { page } = visit;
        const { result } = await check(ccbsScene('conflict'));
        const { violations } = result;
        const at = async () => {
            const { time, selected } = await visit.state();
            assert.equal(time, violations[selected].interval[0]);
            assert.equal(
                await page.locator('.violation[aria-current]').getAttribute('data-index'),
                String(selected),
            );
            return selected;
        };
        const start = await at();
        await page.locator('#panel').focus();
        await page.keyboard.press('n');
        assert.equal(await at(), (start + 1) % 6);
        await page.keyboard.press('p');
        await page.keyboard.press('p');
        assert.equal(await at(), (start + 5) % 6);
        await page.getByRole('button', { name: 'Next' }).click();
        assert.equal(await at(), start);
        await page.locator('.violation').nth(3).click();
        const chosen = await at();
        await page.keyboard.press('d');
        const { deepestTime } = await deepestOf(visit);
        assert.equal((await visit.state()).time, deepestTime);
        const depth = violations[chosen].depth ?? Number.NaN;
        assert.ok(Math.abs(Number(await visit.output('gapNow')) + depth) < 1e-6);

        // This is the last bar of the first row of the time line.
        await page.locator('.strip').first().scrollIntoViewIfNeeded();
        const strip = await page.locator('.strip').first().boundingBox();
        assert.ok(strip);
        const last = violations.findLast(({ kind }) => kind === 'agent-agent');
        const x = strip.x + (strip.width * (last?.interval[1] ?? 0)) / result.makespan;
        await page.mouse.click(x - 2, strip.y + strip.height / 2);
        assert.equal(violations[await at()], last);
        await page.getByRole('button', { name: 'Go to deepest' }).click();
        assert.equal((await visit.state()).time, (await deepestOf(visit)).deepestTime);
        await page.getByRole('button', { name: 'Go to start' }).click();
        await at();
        await visit.close();
    });

    /** @param {Visit} visit */
    async function deepestOf(visit) {
        return { deepestTime: Number(await visit.output('deepestTime')) };
    }

    it('zooms to a violation that is too small to see, and back', async () => {
        const visit = await browser.visit(
            toHash('scenario', { v: 1, example: 'weave', radius: 0.35 }),
        );
        const { page } = visit;
        await showsVerdict(page, '12 violations');
        assert.equal((await visit.state()).view, null);
        await page.getByRole('button', { name: 'Next' }).click();
        const { view } = await visit.state();
        assert.ok(view.span < 20, JSON.stringify(view));
        await page.getByRole('button', { name: 'Show all' }).click();
        assert.equal((await visit.state()).view, null);
        await visit.close();
    });

    it('repairs, shows the changes, and saves the repaired plan, which is valid', async () => {
        const visit = await browser.visit('#scenario');
        const { page } = visit;
        for (const id of ['driving', 'steps']) {
            const example = EXAMPLES.find((one) => one.id === id) ?? EXAMPLES[0];
            const files = exampleFiles(example);
            const { scenario, result } = await check(files);
            await page.getByLabel('Example').selectOption(id);
            await compare(visit, result, scenario);
            await page.getByRole('button', { name: 'Repair by waiting' }).click();
            const repaired = await repair(scenario, { graze: g });
            await compare(visit, await validate(repaired.scenario, { graze: g }), scenario);
            const card = page.getByRole('region', { name: 'Repair' });
            const said = describeRepair(repaired);
            assert.match(said, /the minimum/);
            assert.ok((await card.innerText()).includes(toSentences([said])), said);
            assert.deepEqual(
                await card.locator('li').allTextContents(),
                repaired.changes.map((change) => toPageMessage(describeChange(change, scenario))),
            );
            assert.equal((await visit.state()).repaired, true);

            await page.getByLabel('Plan as').selectOption('graze');
            const [download] = await Promise.all([
                page.waitForEvent('download'),
                page.getByRole('button', { name: 'Save plan' }).click(),
            ]);
            assert.match(download.suggestedFilename(), /-repaired\.graze\.json$/);
            const path = join(folder, 'mended.json');
            await download.saveAs(path);
            const back = await readScenario({
                plan: { name: 'm', text: readFileSync(path, 'utf8') },
            });
            const valid = await validate(back, { graze: g });
            assert.equal(valid.valid, true);

            await page.getByLabel('original').check();
            await compare(visit, result, scenario);
            await page.getByLabel('repaired', { exact: true }).check();
            await showsVerdict(page, describeVerdict(valid));
        }
        await visit.close();
    });

    it('starts with a plan that its one button repairs', async () => {
        const visit = await browser.visit('#scenario');
        const { page } = visit;
        const { scenario, result } = await check(exampleFiles(EXAMPLES[0]));
        assert.equal(result.valid, false);
        await compare(visit, result);
        await page.getByRole('button', { name: 'Repair by waiting' }).click();
        await compare(
            visit,
            await validate((await repair(scenario, { graze: g })).scenario, { graze: g }),
        );
        await page.getByRole('region', { name: 'Repair' }).getByText('Repaired by').waitFor();
        await visit.close();
    });

    it('shows nothing of a plan that has been replaced', async () => {
        const visit = await visitConflict();
        const { page } = visit;
        const [plan, map] = ccbsScene('conflict');
        await showsVerdict(page, '6 violations');
        const said = () => page.evaluate(textsAboutPlan, false).then((found) => found?.texts);
        assert.match(String(await said()), /\d/);
        // The files are a map alone, a plan that lacks its radius, and one that cannot be read.
        for (const [files, words] of /** @type {const} */ ([
            [[map], 'No plan'],
            [[plan], 'Cannot be validated'],
            [[{ ...plan, text: '<root><log></root>' }], 'Cannot be validated'],
        ])) {
            await page.getByLabel('Example').selectOption('conflict');
            await showsVerdict(page, '6 violations');
            await drop(page, [...files]);
            await page.locator('.result').getByText(words).waitFor();
            await ready(page);
            assert.equal(await said(), '', words);
            assert.equal(await page.locator('.chart').isVisible(), false);
            assert.equal(await page.locator('.closeup').isVisible(), false);
        }
        // Nothing is known of a large plan while it is read either.
        await page.getByLabel('Example').selectOption('conflict');
        await showsVerdict(page, '6 violations');
        // The page is watched from within: reading can be over before the bar appears.
        const whileReading = page.waitForFunction(textsAboutPlan, true);
        await drop(page, [{ name: 'weave.xml', text: generatePlan({ sectionLength: 1 }) }]);
        await whileReading;
        await visit.close();
    });

    it('names its own controls, and no option of the program', async () => {
        const visit = await visitConflict();
        const { page } = visit;
        /** @param {string} name */
        const filesOf = (name) => SAMPLES.filter(({ what }) => what.includes(name))[0].files;
        /** @param {SampleFile[]} files */
        const plans = (files) => files.filter(({ role }) => role === 'plan');
        const cases = [
            plans(ccbsScene('conflict')),
            plans(filesOf('MAPF tracker')),
            plans(filesOf('libMultiRobotPlanning')),
            plans(filesOf('a CommonRoad solution')),
            plans(filesOf('kei18')),
            plans(filesOf('League of Robot Runners')),
            [
                {
                    name: 't.csv',
                    text: 'track_id,frame_id,timestamp_ms,agent_type,x,y,vx,vy,psi_rad\n1,1,100,car,1,2,3,0,0\n1,2,200,car,2,2,3,0,0\n',
                },
            ],
            [{ name: 'x.csv', text: 'p,q,r\n1,2,3\n4,5,6\n' }],
            [
                {
                    name: 'in.yaml',
                    text:
                        filesOf('libMultiRobotPlanning').find(({ role }) => role === 'map')?.text ??
                        '',
                },
            ],
        ];
        for (const files of cases) {
            // Each file starts over: the previous one does not complete it.
            await page.getByLabel('Example').selectOption('conflict');
            await showsVerdict(page, '6 violations');
            await drop(page, files);
            const verdict = page.locator('output[data-key="verdict"]');
            await page.waitForFunction(
                () =>
                    !['6 violations', 'Checking…'].includes(
                        /** @type {HTMLElement} */ (document.querySelector('[data-key="verdict"]'))
                            .innerText,
                    ),
            );
            const text = String(await page.locator('main').textContent());
            const found = /.{0,60}--[a-z].{0,20}/.exec(text);
            assert.equal(found, null, `${files[0].name}, ${await verdict.textContent()}: ${found}`);
        }
        await page.getByLabel('Example').selectOption('steps');
        await showsVerdict(page, '4 violations');
        for (const format of ['ccbs', 'graze', 'lorr', 'libmrp', 'mapf-tracker']) {
            await page.getByLabel('Plan as').selectOption(format);
            const status = page.getByRole('region', { name: 'Export' }).getByRole('status');
            await page.getByRole('button', { name: 'Save plan' }).click();
            await page.waitForFunction(
                () =>
                    document.querySelector('[aria-label="Export"] [role="status"]')?.textContent !==
                    '',
            );
            const text = String(await status.textContent());
            assert.doesNotMatch(text, /--[a-z]|[.!?] [a-z]/, format);
        }
        await visit.close();
    });

    it('calls agents and obstacles by their names in the file, which are only text', async () => {
        const hostile = '<img src=x onerror="window.broken=1">\u202e';
        const names = [hostile, 'Anna', '49'];
        const plan = {
            graze: 2,
            agents: names.map((name, k) => ({
                name,
                shape: { kind: 'disc', radius: 0.5 },
                motion: [{ t0: 0, t1: 4, x: [0, k === 1 ? 1 : 0.5], y: [0.2 * k] }],
            })),
            obstacles: [
                {
                    name: '</p>tree',
                    shape: { kind: 'disc', radius: 0.5 },
                    pose: [3, 0, 0],
                },
            ],
        };
        const visit = await visitConflict();
        const { page } = visit;
        await drop(page, [{ name: 'names.json', text: JSON.stringify(plan) }]);
        const { scenario, result } = await check([
            { name: 'names.json', role: 'plan', text: JSON.stringify(plan) },
        ]);
        assert.deepEqual(
            scenario.agents.map(({ name }) => name),
            names,
        );
        await showsVerdict(page, describeVerdict(result));
        const said = String(await page.locator('main').innerText());
        assert.match(said, /Anna/);
        const between = await page.locator('output[data-key="between"]').textContent();
        assert.equal(between, pairOf(result.clearance?.agents ?? [], scenario));
        assert.match(said, /<img src=x onerror=/);
        assert.match(said, /<\/p>tree/);
        await page.getByLabel('Agent', { exact: true }).fill('49');
        await page.keyboard.press('Enter');
        assert.equal((await visit.state()).agent, 2);
        await page.locator('.violation').first().click();
        const drawn = await page.locator('.selection .body-name').allTextContents();
        assert.ok(drawn.some((name) => names.some((one) => one.startsWith(name.replace('…', '')))));
        assert.equal(await page.locator('main img').count(), 0);
        assert.equal(await page.evaluate(() => 'broken' in globalThis), false);
        assert.deepEqual(await findBarriers(page), []);
        await visit.close();
    });

    it('offers the plans of a file that has several, and opens each like one', async () => {
        const row = 'case_id,track_id,frame_id,timestamp_ms,x,y,psi_rad,length,width';
        /** @param {string} name @param {number} x position of the second track */
        const rows = (name, x) => [
            `${name},7,1,100,0,0,0,4,2`,
            `${name},7,2,200,1,0,0,4,2`,
            `${name},9,1,100,${x},0,0,4,2`,
            `${name},9,2,200,${x},0,0,4,2`,
        ];
        const odd = '<b>odd';
        const walk = 'walk,1,1,100,0,0,0,,';
        const lines = [row, ...rows('free', 9), ...rows('hit', 3), ...rows(odd, 5), walk];
        const files = [
            { name: 't.csv', role: /** @type {const} */ ('plan'), text: `${lines.join('\n')}\n` },
        ];
        const visit = await browser.visit('#scenario');
        const { page } = visit;
        const choice = page.getByLabel('Plan in this file');
        await showsVerdict(page, '4 violations');
        assert.equal(await choice.isVisible(), false);
        await drop(page, files);
        const free = await check(files, { case: 'free' });
        await compare(visit, free.result, free.scenario);
        const names = await choice.locator('option').allTextContents();
        assert.deepEqual(names, ['free', 'hit', odd, 'walk']);
        await choice.selectOption({ label: 'hit' });
        const hit = await check(files, { case: 'hit' });
        assert.equal(hit.result.valid, false);
        await compare(visit, hit.result, hit.scenario);
        // The program's report of this plan equals the page's.
        await compareWithCommand(page, files, 'graze validate t.csv --case hit');
        // A plan that cannot be validated leaves the others valid.
        await choice.selectOption({ label: 'walk' });
        await page.locator('.result').getByText('Cannot be validated').waitFor();
        await ready(page);
        assert.deepEqual(await findBarriers(page), []);
        await choice.selectOption({ label: odd });
        await showsVerdict(page, 'VALID');
        // A link contains the choice; an index out of range selects the last plan.
        await putFilesIntoLink(page);
        const { plan, ...rest } = await visit.state();
        assert.equal(plan, 2);
        await visit.close();
        for (const [requested, shown] of [
            [1, 1],
            [9, 3],
        ]) {
            const link = await browser.load(
                toHash('scenario', { ...rest, kept: 0, plan: requested }),
            );
            await link.page
                .locator('.result')
                .getByText(shown === 1 ? '1 violation' : 'Cannot be validated')
                .waitFor();
            assert.equal(await choiceOf(link.page).inputValue(), String(shown));
            await link.close();
        }
    });

    /** @param {Page} page */
    const choiceOf = (page) => page.getByLabel('Plan in this file');

    it('shows the smallest and the present gap of a vehicle to each obstacle', async () => {
        const visit = await browser.visit('#scenario');
        const { page } = visit;
        for (const name of ['a CommonRoad solution', "graze's own format"]) {
            const { files } = SAMPLES.filter(({ what }) => what.includes(name))[0];
            const given = name.startsWith('a ') ? files : withTrees(files[0]);
            const { scenario, result } = await check(given);
            const { pairClearances = [], clearance } = result;
            assert.ok(pairClearances.length > 0, name);
            await drop(page, given);
            await showsVerdict(page, describeVerdict(result));
            const least = leastClearance(result);
            assert.ok(least);
            assert.ok(!clearance || least.separation < clearance.separation, name);
            assert.equal(await visit.output('clearance'), String(least.separation));
            const between = await visit.output('between');
            assert.equal(between, pairWith(least, scenario));
            const { domain } = result;
            const said = await page
                .getByRole('list', { name: 'Smallest gaps' })
                .locator('li')
                .allTextContents();
            const lines = pairClearances.map((gap) =>
                toPageMessage(`Gap ${describePairClearance(gap, { domain })}`),
            );
            assert.deepEqual(said, pairClearances.length > 1 ? lines : []);
            // The time card and the plot show it too.
            const { state } = visit;
            await page.getByRole('slider', { name: 'Time' }).fill(String(least.time));
            assert.ok(Math.abs((await state()).time - least.time) < 0.1);
            assert.match(await visit.output('pairNow'), / and obstacle /);
            assert.equal(await page.locator('.chart').isVisible(), true);
        }
        await visit.close();
    });

    /** Adds obstacles to a plan in graze's own format. @param {SampleFile} file @returns {SampleFile[]} */
    function withTrees(file) {
        const tree = { shape: { kind: 'disc', radius: 0.2 } };
        const obstacles = [
            { name: 'oak', ...tree, pose: [6, 1, 0] },
            { name: 'elm', ...tree, pose: [-2, 0, 0] },
        ];
        const [agent] = JSON.parse(file.text).agents;
        const text = JSON.stringify({ graze: 2, agents: [agent], obstacles });
        return [{ ...file, text }];
    }

    it('shows that two touch, not a penetration depth that is rounding noise', async () => {
        const visit = await browser.visit(toHash('scenario', { v: 1, example: 'planned' }));
        const { page } = visit;
        await showsVerdict(page, 'VALID');
        const output = page.locator('output[data-key="clearance"]');
        assert.ok(Math.abs(Number(await output.getAttribute('data-value'))) < 1e-14);
        assert.equal(await output.textContent(), '0 (touching)');
        await visit.close();
    });

    it('shows why a plan cannot be repaired', async () => {
        const visit = await visitConflict();
        const { page } = visit;
        const { scenario } = await check(ccbsScene('conflict'));
        await page.getByRole('button', { name: 'Repair by waiting' }).click();
        await page
            .getByText(`Cannot be repaired: ${(await repair(scenario, { graze: g })).reason}`)
            .waitFor();
        await showsVerdict(page, '6 violations');
        assert.equal((await visit.state()).repaired, false);
        await visit.close();
    });

    it('copies a command line, and saves the report that it writes, byte for byte', async () => {
        const visit = await visitConflict();
        const { page } = visit;
        const files = ccbsScene('conflict');
        await choose(page, files);
        await showsVerdict(page, '6 violations');
        await page.getByLabel('At the goal').selectOption('vanish');
        await showsVerdict(page, '6 violations');
        await compareWithCommand(
            page,
            files,
            'graze validate plan_log.xml --map map.xml --task task.xml --config config.xml --at-goal vanish',
        );

        await page.getByRole('button', { name: 'Copy as code' }).click();
        const code = await page.evaluate(() => navigator.clipboard.readText());
        writeFileSync(join(folder, 'code.mjs'), code);
        mkdirSync(join(folder, 'node_modules'), { recursive: true });
        execFileSync('ln', ['-sfn', inRepository('.'), join(folder, 'node_modules/graze')]);
        const said = execFileSync(process.execPath, ['code.mjs'], {
            cwd: folder,
            encoding: 'utf8',
        });
        assert.match(said, /^false /);
        await visit.close();
    });

    it('takes an occupancy map of ROS, its YAML file with its image', async () => {
        const visit = await browser.visit('#scenario');
        const { page } = visit;
        await drop(page, ROOM_FILES.toReversed());
        const { result } = await check(ROOM_FILES);
        assert.ok(result.violations.some(({ kind }) => kind === 'agent-obstacle'));
        await compare(visit, result);
        for (const { name, role } of ROOM_FILES)
            assert.equal(await page.getByLabel(`Role of ${name}`).inputValue(), role);
        await page.getByText('Checks', { exact: true }).click();
        await page
            .getByText('1 unknown cells of the map count as blocked (Unknown cells: free)')
            .waitFor();

        await page.getByLabel('Unknown cells').selectOption('free');
        const free = await check(ROOM_FILES, { unknownCells: 'free' });
        assert.ok(free.result.violations.length < result.violations.length);
        await compare(visit, free.result);
        await compareWithCommand(
            page,
            ROOM_FILES,
            'graze validate robots.json --map room.yaml --unknown-cells free',
        );
        await page.getByRole('button', { name: 'Copy as code' }).click();
        const code = await page.evaluate(() => navigator.clipboard.readText());
        writeFileSync(join(folder, 'map.mjs'), code);
        mkdirSync(join(folder, 'node_modules'), { recursive: true });
        execFileSync('ln', ['-sfn', inRepository('.'), join(folder, 'node_modules/graze')]);
        const printed = execFileSync(process.execPath, ['map.mjs'], {
            cwd: folder,
            encoding: 'utf8',
        });
        assert.match(printed, free.result.valid ? /^true / : /^false /);

        await page.getByRole('button', { name: 'Save plan' }).click();
        await page.getByText(/^Saved\./).waitFor();

        // The link has the bytes of the image.
        await visit.state();
        const hash = new URL(page.url()).hash;
        await visit.close();
        const other = await browser.load(hash);
        await compare(other, free.result);
        await other.close();
    });

    it('reports an image that is cut short or missing by its file', async () => {
        const visit = await browser.visit('#scenario');
        const { page } = visit;
        const [plan, yaml, image] = ROOM_FILES;
        const report = page.locator('.result');
        await drop(page, [plan, yaml]);
        await report
            .getByText('missing-image: the map needs its image "room.pgm" (add its file)')
            .waitFor();
        await drop(page, [{ ...image, bytes: image.bytes?.slice(0, 40) }]);
        await report.getByText(/^room\.pgm:3:4: bad-image: the image is cut short/).waitFor();
        await report.getByText('Cannot be validated').waitFor();
        await drop(page, [image]);
        await compare(visit, (await check(ROOM_FILES)).result);

        // A map of another kind takes the image along with the YAML file.
        const { files } = SAMPLES.find(({ format }) => format === 'kei18') ?? { files: [] };
        await drop(page, [files[1]]);
        await page.getByLabel(`Role of ${files[1].name}`).waitFor();
        assert.equal(await page.getByLabel('Role of room.pgm').count(), 0);
        await visit.close();
    });

    it('saves a plan with a footprint without it, and says so', async () => {
        const visit = await browser.visit('#scenario');
        const { page } = visit;
        const { files } = SAMPLES.find(({ what }) => /footprint/.test(what)) ?? { files: [] };
        await choose(page, files);
        const { scenario, result } = await check(files);
        await compare(visit, result);
        for (const [format, said] of /** @type {const} */ ([
            ['paths', /^Saved\..* The footprint is not written: open it with the plan\.$/],
            ['graze', /^Saved\./],
        ])) {
            await page.getByLabel('Plan as').selectOption(format);
            const [download] = await Promise.all([
                page.waitForEvent('download'),
                page.getByRole('button', { name: 'Save plan' }).click(),
            ]);
            await page.getByText(said).waitFor();
            const path = join(folder, `saved.${format}`);
            await download.saveAs(path);
            const plan = { name: 'saved', text: readFileSync(path, 'utf8') };
            const { map, image, footprint } = byRole(files);
            const reread = await readScenario(
                format === 'graze' ? { plan } : { plan, map, image, footprint },
            );
            const shapesOf = (/** @type {Scenario} */ { agents }) =>
                agents.map(({ shape }) => shape);
            assert.deepEqual(shapesOf(reread), shapesOf(scenario), format);
        }
        await visit.close();
    });

    it('keeps the scene in the address: an example, its options, and small files on request', async () => {
        const first = await visitConflict();
        await first.page.getByLabel('Example').selectOption('driving');
        await showsVerdict(first.page, '1 violation');
        await first.page.getByRole('button', { name: 'Repair by waiting' }).click();
        await showsVerdict(first.page, 'VALID');
        await first.page.locator('#panel').focus();
        await first.page.keyboard.press('.');
        const state = await first.state();
        const hash = new URL(first.page.url()).hash;
        const clearance = await first.output('clearance');
        await first.close();
        const second = await browser.load(hash);
        await showsVerdict(second.page, 'VALID');
        assert.deepEqual(await second.state(), state);
        assert.equal(await second.output('clearance'), clearance);

        await drop(second.page, ccbsScene('conflict'));
        await showsVerdict(second.page, '6 violations');
        assert.equal((await second.state()).packed, null, 'files are not in the address unasked');
        await second.page.reload();
        await showsVerdict(second.page, '6 violations');
        await putFilesIntoLink(second.page);
        const own = await second.state();
        assert.equal(own.example, null);
        assert.ok(own.packed.length > 100);
        const link = new URL(second.page.url()).hash;
        // The files are still there after a visit to another tab.
        await second.page.getByRole('tab', { name: 'Distance' }).click();
        await ready(second.page);
        await second.page.getByRole('tab', { name: 'Scenario' }).click();
        await showsVerdict(second.page, '6 violations');
        await second.close();
        const third = await browser.load(link);
        await compare(third, (await check(ccbsScene('conflict'))).result);
        assert.deepEqual(await third.state(), own);
        await third.close();

        const lost = await browser.load(toHash('scenario', { v: 1, example: null, kept: 7 }));
        assert.equal(await lost.page.locator('#notice').isVisible(), true);
        await showsVerdict(lost.page, '4 violations');
        await lost.close();
    });

    it('plays a thousand agents to the end of their plan', async () => {
        const visit = await browser.visit('#scenario', { reducedMotion: 'no-preference' });
        const { page } = visit;
        const text = generatePlan({ sectionLength: 30 });
        await choose(page, [{ name: 'weave.xml', text }]);
        await page.getByLabel('Radius of every agent').fill('0.35');
        await page.keyboard.press('Enter');
        await showsVerdict(page, '12 violations');
        assert.equal(await visit.output('agents'), '1000');
        await page.getByLabel('Speed').selectOption('50');
        await page.getByRole('slider', { name: 'Time' }).fill('0');
        await page.getByRole('button', { name: 'Play (Space)' }).click();
        await playedPast(page, 1);
        await page.getByRole('button', { name: 'Play (Space)' }).waitFor();
        const { time } = await visit.state();
        assert.equal(time, Number(await visit.output('makespan')));
        await visit.close();
    });

    it('shows progress, can be stopped and started again, with plot and violations aligned', async () => {
        const visit = await visitConflict();
        const { page } = visit;
        const text = generatePlan({ sectionLength: 1 });
        // The button appears at once, however quick the machine is, and is clicked then.
        await page.evaluate(() => {
            const { setTimeout } = window;
            const atOnce = (/** @type {TimerHandler} */ call) => setTimeout(call, 0);
            Object.assign(window, { setTimeout: atOnce, restoreTimeout: setTimeout });
        });
        const cancelled = page.evaluate(
            () =>
                new Promise((resolve) => {
                    const observer = new MutationObserver(() => {
                        const button = [...document.querySelectorAll('button')].find(
                            ({ textContent, offsetParent }) =>
                                textContent === 'Cancel' && offsetParent !== null,
                        );
                        if (button === undefined) return;
                        observer.disconnect();
                        const bar = document.querySelector('[role="progressbar"], progress');
                        resolve(bar instanceof HTMLElement && bar.offsetParent !== null);
                        button.click();
                    });
                    observer.observe(document.body, {
                        subtree: true,
                        childList: true,
                        attributes: true,
                    });
                }),
        );
        await choose(page, [{ name: 'weave.xml', text }]);
        assert.ok(await cancelled, 'a progress bar is shown');
        await page.evaluate(() => {
            Object.assign(window, { setTimeout: Reflect.get(window, 'restoreTimeout') });
        });
        await page.locator('.result').getByText('Cancelled').waitFor();
        await page.getByRole('button', { name: 'Validate again' }).click();
        await page.getByLabel('Radius of every agent').fill('0.35');
        await page.keyboard.press('Enter');
        // The positions are measured at once, as gaps may be ready a moment later.
        const measured = await page.waitForFunction(() => {
            const strip = '.chart .strip-row:not([hidden]) .strip';
            const isMeasuring = document
                .querySelector('.progress')
                ?.textContent?.includes('computing gaps');
            if (!isMeasuring || !document.querySelector(strip)) return null;
            return ['.chart .u-over', strip, '.chart .cursor'].map((name) =>
                Math.round(document.querySelector(name)?.getBoundingClientRect().left ?? -1),
            );
        });
        const [plot, strip, cursor] = /** @type {number[]} */ (await measured.jsonValue());
        assert.ok(Math.abs(plot - strip) <= 1 && Math.abs(plot - cursor) <= 1, `${plot} ${strip}`);
        const lefts = () =>
            page.evaluate(() =>
                ['.chart .u-over', '.chart .strip-row:not([hidden]) .strip', '.chart .cursor'].map(
                    (name) =>
                        Math.round(
                            document.querySelector(name)?.getBoundingClientRect().left ?? -1,
                        ),
                ),
            );
        await showsVerdict(page, '12 violations');
        assert.deepEqual(await lefts(), [plot, strip, cursor]);
        await visit.close();
    });

    it('reports the error of a file with its position, and a plan in space', async () => {
        const visit = await visitConflict();
        const { page } = visit;
        const broken = '<root>\n<log>\n<agent number="0"><path><section number="0" start_i="x"/>';
        for (const [text, expected] of [
            [broken, /bad\.xml:3:\d+: /],
            ['', /bad\.xml:1:1: empty-file/],
            ['<img src=x onerror=alert(1)>', /bad\.xml:1:\d+: /],
            ['hello', /bad\.xml:1:1: unknown-format/],
            [`{"graze": 2, "agents": ${'['.repeat(500)}`, /bad\.xml:1:/],
            [
                readFileSync(inRepository('tests/fuzz/readers/seeds/space.graze.json'), 'utf8'),
                /the plan must be in the plane to be drawn, got a sphere: graze validate and graze repair take plans in space/,
            ],
        ]) {
            await drop(page, [{ name: 'bad.xml', text: String(text) }]);
            await page.locator('.result').getByText('Cannot be validated').waitFor();
            await page
                .locator('.kinds')
                .getByText(/** @type {RegExp} */ (expected))
                .waitFor();
            assert.equal(await page.locator('.violation').count(), 0);
        }
        await drop(page, ccbsScene('crossing'));
        await showsVerdict(page, 'VALID');
        await visit.close();
    });

    it('follows an agent chosen on the map or by its number', async () => {
        const visit = await browser.visit(
            toHash('scenario', { v: 1, example: 'crossing', time: 3 }),
        );
        const { page } = visit;
        await showsVerdict(page, 'VALID');
        const { scenario } = await check(ccbsScene('crossing'));
        await page.getByLabel('Agent', { exact: true }).fill('2');
        await page.keyboard.press('Enter');
        assert.equal((await visit.state()).agent, 2);
        const { motion } = scenario.agents[2];
        const segment = motion.findLast(({ t0 }) => t0 <= 3) ?? motion[0];
        const u = Math.min(3, segment.t1) - segment.t0;
        const [x, y] = [segment.x, segment.y].map(([c, v = 0]) => c + v * u);
        assert.equal(await visit.output('position'), `${x}, ${y}`);
        await page.evaluate(() => scrollTo(0, 0));
        const stage = await page.locator('.stage').boundingBox();
        assert.ok(stage);
        // Rows are numbered downward, columns to the right.
        const { minX, span } = { minX: -0.5, span: 8 * 1.08 };
        const scale = stage.height / span;
        const at = {
            x: stage.x + stage.width / 2 + (y - (minX + 5)) * scale,
            y: stage.y + stage.height / 2 + (x - (minX + 4)) * scale,
        };
        await page.mouse.click(stage.x + 60, stage.y + 40);
        assert.equal((await visit.state()).agent, -1);
        await page.mouse.click(at.x, at.y);
        assert.equal((await visit.state()).agent, 2);
        await visit.close();
    });

    it('opens, checks and plays a plan of 2,000 agents, and lists few of its violations', async () => {
        const walks = makeWalks(2000, 50, 5, 400);
        const { text } = await writeScenario(planOf(walks), 'kei18');
        const plan = { name: 'walks.txt', text: [...text].join('') };
        const result = await validate(await readScenario({ plan }), { graze: g });
        const groups = groupViolations(result.violations);
        assert.ok(groups.length > 300);
        // Counts the values of each message that the page must build, outside of typed arrays.
        const visit = await browser.load('#scenario', {}, (page) =>
            page.addInitScript(() => {
                /** @type {Record<string, number>} */
                const sizes = {};
                /** @param {unknown} value @returns {number} */
                const count = (value) => {
                    if (typeof value !== 'object' || value === null) return 1;
                    if (ArrayBuffer.isView(value)) return 1;
                    return Object.values(value).reduce((sum, part) => sum + count(part), 1);
                };
                Object.assign(window, { sizes });
                const { Worker } = window;
                window.Worker = class extends Worker {
                    /** @param {string | URL} url @param {WorkerOptions} [options] */
                    constructor(url, options) {
                        super(url, options);
                        this.addEventListener('message', ({ data }) => {
                            sizes[data.kind] = Math.max(sizes[data.kind] ?? 0, count(data));
                        });
                    }
                };
            }),
        );
        const { page } = visit;
        await page.emulateMedia({ reducedMotion: 'no-preference' });
        await choose(page, [plan]);
        await showsVerdict(page, describeVerdict(result));
        const sizes = await page.evaluate(() => /** @type {any} */ (window).sizes);
        assert.ok(sizes.scene > 2000 && sizes.scene < 3000, `${sizes.scene} values in a scene`);

        /** Returns the number of pixels of agents on the map. */
        const drawn = () =>
            page.evaluate(() => {
                const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('.crowd'));
                const { width, height } = canvas;
                const copy = new OffscreenCanvas(width, height).getContext('2d');
                copy?.drawImage(canvas, 0, 0);
                const pixels = copy?.getImageData(0, 0, width, height).data;
                return pixels?.filter((value, k) => k % 4 === 3 && value > 100).length ?? 0;
            });
        // Squares of at least three pixels in a row, some of which meet.
        assert.ok((await drawn()) > 2000 * 6);
        await page.getByRole('slider', { name: 'Time' }).fill('0');
        await page.getByRole('button', { name: 'Play (Space)' }).click();
        await playedPast(page, 0.5);
        await page.getByRole('button', { name: 'Pause (Space)' }).click();
        assert.ok((await drawn()) > 2000 * 6);

        const last = Math.min(result.violations.length, 5000) - 1;
        await page.locator('.violation').first().click();
        await page.getByRole('button', { name: 'Previous' }).click();
        await page.locator(`.violation[data-index="${last}"][aria-current="true"]`).waitFor();
        assert.ok((await page.locator('.violation').count()) < 150);
        // The rows before it come into order when they are listed.
        for (let k = 0; k < 2; k++) await page.getByRole('button', { name: /^\d+ more$/ }).click();
        const rows = await page
            .locator('.violations > li > .violation')
            .evaluateAll((all) => all.map((row) => Number(row.getAttribute('data-index'))));
        assert.equal(new Set(rows).size, rows.length);
        await visit.close();
    });

    it('survives links with arbitrary contents', async () => {
        for (const state of [
            { v: 1 },
            { v: 1, example: null, packed: 'AAAA' },
            { v: 1, example: 'conflict', selected: 1e8, agent: 1e5, time: -1e9, mended: true },
            {
                v: 1,
                example: 'roadmap',
                radius: 1e15,
                tolerance: 0,
                touching: 'no',
                format: 'tracks',
            },
            {
                v: 1,
                example: 'steps',
                radius: 0.4,
                view: { x: 1e9, y: 1e9, span: 1e-7 },
                speed: 1e6,
            },
        ]) {
            const visit = await browser.visit(toHash('scenario', state));
            await visit.page
                .locator('output[data-key="verdict"]:not([data-value="Checking…"])')
                .waitFor();
            await ready(visit.page);
            await visit.close();
        }
    });

    it('has no barrier that axe finds, and fits a phone, also dark and by touch', async () => {
        const visit = await browser.visit('#scenario', {
            viewport: { width: 360, height: 740 },
            colorScheme: 'dark',
            hasTouch: true,
            isMobile: true,
        });
        const { page } = visit;
        for (const [id, verdict] of [
            ['conflict', '6 violations'],
            ['steps', '4 violations'],
            ['crossing', 'VALID'],
        ]) {
            await page.getByLabel('Example').selectOption(id);
            await showsVerdict(page, verdict);
            await page.getByText('Checks', { exact: true }).click();
            assert.deepEqual(await findBarriers(page), []);
            const width = await page.evaluate(() => document.documentElement.scrollWidth);
            assert.ok(width <= 360, `${id}: ${width} px wide`);
            await page.getByText('Checks', { exact: true }).click();
        }
        await drop(page, [ccbsScene('conflict')[0]]);
        await page.getByText('Cannot be validated').waitFor();
        assert.deepEqual(await findBarriers(page), []);
        await visit.close();
    });
});
