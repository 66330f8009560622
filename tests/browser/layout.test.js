import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { toHash } from '../../web/base/state.js';
import { TABS } from '../../web/tabs/registry.js';
import { drop, openBrowser, PHONE, ready } from './page.js';
import { ccbsScene } from './samples.js';

/**
 * Positions of elements on screens of several sizes.
 *
 * @import { Page } from 'playwright-core'
 */

/** Returns the first element's position on the screen. @param {Page} page @param {string} selector */
async function placeOf(page, selector) {
    const box = await page.locator(selector).first().boundingBox();
    assert.ok(box, `${selector} is on the page`);
    return box;
}

/** Returns the bodies whose outline is not completely on the stage. @param {Page} page */
function cutBodies(page) {
    return page.evaluate(() => {
        const stage = document.querySelector('.stage')?.getBoundingClientRect() ?? new DOMRect();
        const bodies = [...document.querySelectorAll('.stage path.body')];
        const isCut = (/** @type {Element} */ body) => {
            const { left, right, top, bottom } = body.getBoundingClientRect();
            return (
                left < stage.left || right > stage.right || top < stage.top || bottom > stage.bottom
            );
        };
        return { count: bodies.length, cut: bodies.filter(isCut).map((body) => body.outerHTML) };
    });
}

/** Largest sum of layout shifts of a view; browsers call 0.1 good. */
const MAX_SHIFT = 0.05;

/** Makes a page add up what moves without the visitor's doing. @param {Page} page */
const watchShifts = (page) =>
    page.addInitScript(() => {
        const found = /** @type {any} */ (globalThis);
        found.shift = 0;
        new PerformanceObserver((list) => {
            for (const entry of /** @type {any[]} */ (list.getEntries()))
                if (!entry.hadRecentInput) found.shift += entry.value;
        }).observe({ type: 'layout-shift', buffered: true });
    });

/** Returns the sum of the shifts so far, and begins again. @param {Page} page @returns {Promise<number>} */
async function takeShift(page) {
    await ready(page);
    return page.evaluate(() => {
        const found = /** @type {any} */ (globalThis);
        const { shift } = found;
        found.shift = 0;
        return shift;
    });
}

/** Waits until the worker of Scenario has ended, with a verdict and the gaps over time. @param {Page} page */
const isChecked = (page) =>
    page.waitForFunction(() => {
        const save = document.querySelector('[aria-label="Export"] button');
        return !document.querySelector('.is-new') && save?.matches(':enabled');
    });

describe('the layout', () => {
    /** @type {Awaited<ReturnType<typeof openBrowser>>} */
    let browser;
    before(async () => {
        browser = await openBrowser();
    });
    after(() => browser.close());

    for (const tab of ['contact', 'sweep']) {
        it(`shows both bodies of ${tab} completely when it opens on a phone`, async () => {
            const visit = await browser.visit(`#${tab}`, PHONE);
            const { page } = visit;
            await page.waitForFunction(() => document.querySelectorAll('.stage path.body').length);
            await ready(page);
            const { count, cut } = await cutBodies(page);
            assert.equal(count, 2);
            assert.deepEqual(cut, []);
            await visit.close();
        });

        it(`keeps the view that a link to ${tab} has, on a phone too`, async () => {
            const view = { x: 0.5, y: -0.25, span: 3 };
            const visit = await browser.visit(toHash(tab, { v: 1, view }), PHONE);
            assert.deepEqual((await visit.state()).view, view);
            await visit.close();
        });
    }

    it('has the verdict, or the error of a file, in the first view of a phone', async () => {
        const visit = await browser.visit('#scenario', PHONE);
        const { page } = visit;
        const height = PHONE.viewport?.height ?? 0;
        const bottomOf = async (/** @type {string} */ selector) => {
            const { y, height: tall } = await placeOf(page, selector);
            return y + tall;
        };
        await page.locator('output[data-key="verdict"][data-value="4 violations"]').waitFor();
        await ready(page);
        assert.equal(await page.evaluate(() => scrollY), 0);
        assert.ok((await bottomOf('.kinds')) <= height);
        const [plan] = ccbsScene('conflict');
        await drop(page, [{ ...plan, text: '<root><log></root>' }]);
        await page.locator('.result').getByText('Cannot be validated').waitFor();
        await ready(page);
        assert.ok((await bottomOf('.result')) <= height);
        await visit.close();
    });

    for (const [name, options] of /** @type {const} */ ([
        ['a wide screen', { viewport: { width: 1440, height: 900 } }],
        ['a phone', PHONE],
    ])) {
        it(`moves nothing while a tab loads on ${name}, up to the verdict of a plan`, async () => {
            /** @type {Record<string, number>} */
            const shifts = {};
            const visit = await browser.load('', options, watchShifts);
            const { page } = visit;
            shifts.opening = await takeShift(page);
            for (const { id } of TABS) {
                await page.goto('about:blank');
                await page.goto(`${browser.origin}/#${id}`);
                await ready(page);
                if (id === 'scenario') await isChecked(page);
                shifts[id] = await takeShift(page);
                if (id !== 'scenario') continue;
                for (const example of ['crossing', 'driving']) {
                    await page.getByLabel('Example').selectOption(example);
                    await isChecked(page);
                    shifts[example] = await takeShift(page);
                }
            }
            console.log(`${name}:`, shifts);
            const large = Object.entries(shifts).filter(([, shift]) => !(shift < MAX_SHIFT));
            assert.deepEqual(large, []);
            await visit.close();
        });
    }

    it('shows the columns of the simplex on a phone without scrolling', async () => {
        const visit = await browser.visit('#distance', PHONE);
        const [wide, seen] = await visit.page
            .locator('.round .scroll-x')
            .evaluate((box) => [box.scrollWidth, box.clientWidth]);
        assert.ok(wide <= seen, `${wide} of ${seen} px`);
        await visit.close();
    });

    it('keeps each end of an interval of contact on one line', async () => {
        for (const width of [1440, 1024, 390]) {
            const visit = await browser.visit('#contact', { viewport: { width, height: 900 } });
            const lines = await visit.page
                .locator('.result td .bracket')
                .evaluateAll((all) =>
                    all.map((one) => new Set([...one.getClientRects()].map(({ y }) => y)).size),
                );
            assert.deepEqual(lines, [1, 1], `${width} px`);
            await visit.close();
        }
    });
});
