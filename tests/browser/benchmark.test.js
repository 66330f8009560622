import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bench } from '../../js/bench/bench.js';
import { grazeContestants } from '../../js/bench/graze.js';
import { quantile } from '../../js/bench/statistics.js';
import { toHash } from '../../web/base/state.js';
import { planck } from '../../web/tabs/benchmark/peers/planck.js';
import { findBarriers, openBrowser, ready } from './page.js';

/**
 * @import { Row } from '../../js/bench/bench.js'
 * @import { Page } from 'playwright-core'
 */

/** Options of a run of a few seconds. */
const SHORT = {
    v: 1,
    bodies: ['4', 'box'],
    scenes: ['distant'],
    tasks: ['distance', 'collide'],
    pairs: 1024,
    rounds: 3,
    seed: 7,
};

/** @param {Page} page @param {string} text */
const until = (page, text) =>
    page.waitForFunction(
        (wanted) => document.querySelector('.status-text')?.textContent === wanted,
        text,
        { timeout: 60_000 },
    );

/** @param {Page} page */
const run = (page) => page.getByRole('button', { name: 'Run the benchmark' });

/** @param {Page} page @param {string} name */
async function copied(page, name) {
    await page.getByRole('button', { name }).click();
    return page.evaluate(() => navigator.clipboard.readText());
}

describe('the Benchmark tab', () => {
    /** @type {Awaited<ReturnType<typeof openBrowser>>} */
    let browser;
    before(async () => {
        browser = await openBrowser();
    });
    after(() => browser.close());

    it('measures, shows the results, and checks answers as the program does', async () => {
        const visit = await browser.visit(
            toHash('benchmark', { ...SHORT, peers: ['planck', 'sat'] }),
        );
        const { page } = visit;
        await run(page).click();
        await until(page, 'Benchmark finished');
        /** @type {{ schema: number, rows: Row[], failures: string[], options: any }} */
        const report = JSON.parse(await copied(page, 'Copy as JSON'));
        assert.deepEqual([report.schema, report.failures], [1, []]);
        const { v, ...options } = SHORT;
        assert.deepEqual(report.options, options);
        assert.equal(report.rows.length, 4);

        const shown = Object.fromEntries(
            await page
                .locator('output[data-key]')
                .evaluateAll((outputs) =>
                    outputs.map((output) => [
                        output.getAttribute('data-key'),
                        output.getAttribute('data-value'),
                    ]),
                ),
        );
        let count = 0;
        for (const { task, body, scene, scores } of report.rows) {
            const names = scores.map(({ name }) => name);
            const able =
                task === 'distance'
                    ? ['batch', 'points', 'call', 'call short', 'planck']
                    : ['batch', 'call', 'planck', 'sat'];
            assert.deepEqual(names, able);
            for (const { name, ns, low, high } of scores) {
                assert.ok(0 < ns && low <= ns && ns <= high, `${name}: ${low}, ${ns}, ${high}`);
                assert.equal(shown[`${task} ${body} ${scene} ${name}`], String(ns));
                count += 1;
            }
        }
        assert.equal(count, 18);
        for (const name of ['batch', 'planck']) {
            const times = report.rows
                .filter(({ task }) => task === 'distance')
                .map(({ scores }) => scores.find((score) => score.name === name)?.ns ?? 0);
            assert.equal(shown[`median distance ${name}`], String(quantile(times)));
        }
        await page.getByLabel('Chart of').selectOption('collide');
        assert.equal(await page.locator('.bars li').count(), 4);

        // The same pairs to the bit give the same answers: the checks do not depend on the machine.
        const { rows } = await bench(/** @type {any} */ (options), [...grazeContestants(), planck]);
        for (const row of rows) {
            const same = report.rows.find(
                ({ task, body }) => task === row.task && body === row.body,
            );
            for (const { name, marks } of row.scores) {
                const there = same?.scores.find((score) => score.name === name);
                assert.deepEqual(there?.marks, marks, `${row.task} ${row.body} ${name}`);
            }
        }
        assert.match(await copied(page, 'Copy as text'), /distance: ns per pair, and its ratio/);
        await visit.close();
    });

    it('loads other libraries, including rapier, only when they take part', async () => {
        const visit = await browser.visit(
            toHash('benchmark', { ...SHORT, bodies: ['8'], tasks: ['collide'], peers: [] }),
        );
        const { page } = visit;
        /** @type {string[]} */
        const loaded = [];
        page.on('request', (request) => {
            const [, name] = /peers\/(\w+)\.js/.exec(request.url()) ?? [];
            if (name) loaded.push(name);
        });
        await run(page).click();
        await until(page, 'Benchmark finished');
        assert.equal(loaded.length, 0, loaded.join());
        for (const name of ['@box2d/core', 'detect-collisions', 'rapier']) {
            await page.getByLabel(name).check();
        }
        await run(page).click();
        await until(page, 'Benchmark finished');
        assert.ok(loaded.includes('rapier') && loaded.includes('box2d_core'));
        assert.ok(!loaded.includes('planck'));
        const heads = await page.locator('.times thead th').allTextContents();
        assert.deepEqual(heads, ['Set', 'batch', 'call', '@box2d/core', 'detect-coll', 'rapier']);
        await visit.close();
    });

    it('leaves the page responsive, and stops on request', async () => {
        const visit = await browser.visit('#benchmark');
        const { page } = visit;
        await page.getByLabel('Rounds').fill('101');
        await page.locator('#panel').focus();
        await page.keyboard.press('Space');
        const stop = page.getByRole('button', { name: 'Stop' });
        await stop.waitFor();
        // Frames continue during the measurement.
        await ready(page);
        await ready(page);
        assert.equal(await stop.isVisible(), true);
        assert.equal(await page.getByLabel('Rounds').isDisabled(), true);
        await stop.click();
        await until(page, 'Stopped');
        assert.equal(await run(page).isEnabled(), true);
        assert.equal(await page.locator('progress').isVisible(), false);
        await page.waitForFunction(
            () => document.getElementById('live')?.textContent === 'Stopped',
        );
        await visit.close();
    });

    it('keeps the choice of the benchmark in the link and in the command', async () => {
        const visit = await browser.visit('#benchmark');
        const { page } = visit;
        await page.getByLabel('boxes').uncheck();
        await page.getByLabel('24').check();
        await page.getByLabel('touching').check();
        await page.getByLabel('planck').uncheck();
        await page.getByLabel('Seed').fill('12');
        const state = await visit.state();
        assert.deepEqual(state.bodies, ['4', '8', '24']);
        assert.deepEqual(state.scenes, ['distant', 'overlapping', 'touching']);
        assert.deepEqual(state.peers, ['box2d', 'sat', 'detect-collisions']);
        assert.equal(state.seed, 12);
        const command = await copied(page, 'Copy as command');
        assert.match(command, /--n 4,8,24 --scenes distant,overlapping,touching .*--seed 12\n/);
        for (const name of ['distance', 'collide', 'relation']) {
            await page.getByRole('checkbox', { name }).uncheck();
        }
        assert.equal(await run(page).isDisabled(), true);
        await visit.close();
    });

    it('survives links with arbitrary contents', async () => {
        const visit = await browser.visit('#benchmark');
        const states = [
            { v: 1 },
            { v: 1, bodies: 'x', scenes: [], tasks: [7], peers: ['left-pad'], pairs: 1e9 },
            { v: 1, bodies: {}, rounds: -1, seed: 0.5, task: null },
        ];
        for (const state of states) {
            await visit.follow(toHash('benchmark', state));
            const { pairs, rounds, seed } = await visit.state();
            assert.deepEqual([pairs, rounds, seed], [4096, 11, 1]);
        }
        await visit.close();
    });

    it('has no barrier that axe finds, and fits a phone, also dark and by touch', async () => {
        const visit = await browser.visit(toHash('benchmark', { ...SHORT, bodies: ['4'] }), {
            viewport: { width: 360, height: 740 },
            colorScheme: 'dark',
            hasTouch: true,
            isMobile: true,
        });
        const { page } = visit;
        const results = page.getByRole('region', { name: 'Results' });
        assert.deepEqual(await findBarriers(page), []);
        assert.equal(await results.isVisible(), false, 'nothing to show yet');
        await run(page).click();
        await until(page, 'Benchmark finished');
        await ready(page);
        assert.equal(await results.isVisible(), true);
        assert.deepEqual(await findBarriers(page), []);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(width <= 360, `${width} px wide`);
        await visit.close();
    });
});
