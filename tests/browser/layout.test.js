import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { toHash } from '../../web/base/state.js';
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
