import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { toHash } from '../../web/base/state.js';
import { PRESETS as MOVING } from '../../web/tabs/contact/presets.js';
import { PRESETS as STILL } from '../../web/tabs/distance/presets.js';
import { inRepository } from '../helpers.js';
import { openBrowser, ready } from './page.js';

/**
 * Two scenes as committed pictures: GRAZE_PICTURES=write updates them; look at them before you commit them.
 * Text is removed where possible, since fonts differ between machines.
 *
 * @import { Locator } from 'playwright-core'
 */

/** Fraction of the pixels that may differ: edges, which versions smooth differently, and the remaining text. */
const MOST_DIFFERENT = 0.004;

/** @param {string} name @param {Locator} element */
async function compare(name, element) {
    const shot = PNG.sync.read(await element.screenshot());
    const path = inRepository(`tests/browser/pictures/${name}.png`);
    if (process.env.GRAZE_PICTURES === 'write') {
        writeFileSync(path, PNG.sync.write(shot));
        return;
    }
    const expected = PNG.sync.read(readFileSync(path));
    const { width, height } = expected;
    assert.deepEqual([shot.width, shot.height], [width, height], name);
    const difference = new PNG({ width, height });
    const count = pixelmatch(expected.data, shot.data, difference.data, width, height, {
        threshold: 0.1,
    });
    if (count > MOST_DIFFERENT * width * height) {
        const folder = inRepository('build/pictures');
        mkdirSync(folder, { recursive: true });
        writeFileSync(`${folder}/${name}.png`, PNG.sync.write(shot));
        writeFileSync(`${folder}/${name}-difference.png`, PNG.sync.write(difference));
        assert.fail(`${name}: ${count} of ${width * height} pixels differ; see build/pictures`);
    }
}

describe('pictures', () => {
    /** @type {Awaited<ReturnType<typeof openBrowser>>} */
    let browser;
    before(async () => {
        browser = await openBrowser();
    });
    after(() => browser.close());

    it('GJK on A - B, with the regions of a triangle', async () => {
        const { a, b } = STILL[5];
        const link = toHash('distance', { v: 1, a, b, start: 'fixed', step: 3 });
        const visit = await browser.visit(link);
        await visit.page.evaluate(() => {
            for (const text of document.querySelectorAll('.stage text')) text.remove();
        });
        await compare('gjk', visit.page.locator('.stage').nth(1));
        await visit.close();
    });

    it('distance over time, with the steps of conservative advancement', async () => {
        const { a, b, end, view } = MOVING[0];
        const link = toHash('contact', { v: 1, a, b, end, view, time: 1, method: 'conservative' });
        const visit = await browser.visit(link);
        await ready(visit.page);
        await compare('advancement', visit.page.locator('.plot .u-over'));
        await visit.close();
    });
});
