import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { TABS } from '../../web/tabs/registry.js';
import { inRepository } from '../helpers.js';
import { drag, findBarriers, openBrowser, ready } from './page.js';

const FOLDER = inRepository('build/web');

/** Returns the scripts of all tabs, and the one that draws bodies. */
function tabScripts() {
    const main = readFileSync(join(FOLDER, 'main.js'), 'utf8');
    const found = [...main.matchAll(/import\(["']\.\/([^"']+\.js)["']\)/g)];
    assert.equal(found.length, TABS.length + 1);
    return found.map(([, name]) => name);
}

/**
 * Returns scripts of the page and all that they import.
 *
 * @param {readonly string[]} names
 */
function withImports(names) {
    const found = new Set(names);
    for (const name of found) {
        const text = readFileSync(join(FOLDER, name), 'utf8');
        for (const [, path] of text.matchAll(/(?:from|import)\s*["'](\.[^"']+\.js)["']/g)) {
            found.add(join(dirname(name), path));
        }
    }
    return found;
}

describe('the page', () => {
    /** @type {Awaited<ReturnType<typeof openBrowser>>} */
    let browser;
    before(async () => {
        browser = await openBrowser();
    });
    after(() => browser.close());

    it('loads without an error, within the policy, and no axe rule finds fault, light or dark', async () => {
        for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
            const visit = await browser.load('', { colorScheme });
            assert.match(await visit.page.title(), /graze/);
            assert.deepEqual(await findBarriers(visit.page), []);
            await visit.close();
        }
    });

    it('paints before any of its modules has loaded, and then shows the first tab', async () => {
        let isPainted = false;
        const visit = await browser.load('', {}, (page) =>
            page.route('**/main.js', async (route) => {
                await page.waitForFunction(
                    () => performance.getEntriesByName('first-contentful-paint').length > 0,
                );
                isPainted = true;
                await route.continue();
            }),
        );
        assert.equal(isPainted, true);
        assert.equal(await visit.page.locator('.stage').first().isVisible(), true);
        await visit.close();
    });

    it('has scripts of less than 165 KB gzipped, all tabs together', () => {
        // Parsers and other libraries come later, when a file or a run needs them.
        const scripts = withImports(['main.js', ...tabScripts()]);
        assert.ok(scripts.size > 8, [...scripts].join());
        let total = 0;
        for (const name of scripts) total += gzipSync(readFileSync(join(FOLDER, name))).length;
        assert.ok(total < 165 * 1024, `${total} bytes`);
        console.log(`all tabs: ${total} bytes gzipped`);
    });

    it('explains itself when it is opened as a file', async () => {
        const visit = await browser.load();
        await visit.page.goto(`file://${inRepository('build/web/index.html')}`);
        await visit.page.getByText('make serve').waitFor({ state: 'visible' });
        await visit.page.goto('about:blank');
        // The console reports that its scripts are blocked.
        visit.problems.splice(0);
        await visit.close();
    });

    it('says in one sentence that it needs WebAssembly', async () => {
        const visit = await browser.load('', {}, (page) =>
            page.addInitScript(() => {
                Reflect.deleteProperty(globalThis, 'WebAssembly');
            }),
        );
        const { page } = visit;
        const said = await page.locator('main').innerText();
        assert.match(said, /^This page computes [^.]* WebAssembly[^.]*\.$/);
        assert.equal(await page.getByRole('tab').first().isVisible(), false);
        assert.deepEqual(await findBarriers(page), []);
        // The module is prefetched, and not used here.
        const others = visit.problems.splice(0).filter((text) => !text.includes('preload'));
        assert.deepEqual(others, []);
        await visit.close();
    });

    it('says in one sentence that it needs JavaScript', async () => {
        const visit = await browser.load('', { javaScriptEnabled: false });
        const said = visit.page.locator('noscript p');
        await said.waitFor({ state: 'visible' });
        assert.match(await said.innerText(), /^This page [^.]* JavaScript[^.]*\.$/);
        assert.equal(await visit.page.locator('.waiting').isVisible(), false);
        await visit.close();
    });

    it('reports that a tab did not load, and tries again', async () => {
        let isOffline = true;
        const visit = await browser.load('', {}, (page) =>
            page.route(/\/chunks\/sweep-/, (route) =>
                isOffline ? route.abort() : route.continue(),
            ),
        );
        const { page, problems } = visit;
        await page.getByRole('tab', { name: 'Sweep' }).click();
        const failure = page.getByRole('alert');
        await failure.getByText('“Sweep” could not be loaded.').waitFor();
        assert.doesNotMatch(await page.locator('main').innerText(), /http|module|fetch/i);
        assert.deepEqual(await findBarriers(page), []);
        // The other tabs still work.
        await page.getByRole('tab', { name: 'First contact' }).click();
        await ready(page);
        await page.getByRole('slider', { name: 'Time' }).waitFor();
        await page.getByRole('tab', { name: 'Sweep' }).click();
        await failure.waitFor();
        isOffline = false;
        await page.getByRole('button', { name: 'Try again' }).click();
        await page.getByRole('slider', { name: 'Tests' }).waitFor();
        assert.equal(await failure.count(), 0);
        const others = problems.splice(0).filter((text) => !text.includes('Failed to load'));
        assert.deepEqual(others, []);
        await visit.close();
    });

    it('loads a newer page when the files of this one are gone', async () => {
        let isGone = true;
        const visit = await browser.load('', {}, (page) =>
            page.route(/\/chunks\/sweep-/, (route) =>
                isGone ? route.fulfill({ status: 404, body: '' }) : route.continue(),
            ),
        );
        const { page, problems } = visit;
        await page.getByRole('tab', { name: 'Sweep' }).click();
        const again = page.getByRole('button', { name: 'Try again' });
        await again.click();
        await again.waitFor();
        await page.waitForFunction(() => !document.querySelector('.failure button:disabled'));
        isGone = false;
        await Promise.all([page.waitForEvent('load'), again.click()]);
        await page.getByRole('slider', { name: 'Tests' }).waitFor();
        problems.splice(0);
        await visit.close();
    });

    it('loads all tabs once there is time, so that they open without a connection', async () => {
        /** @type {Set<string>} */
        const loaded = new Set();
        /** @type {Set<string>} */
        const failed = new Set();
        const visit = await browser.load('', {}, async (page) => {
            page.on('requestfinished', (request) => loaded.add(new URL(request.url()).pathname));
            page.on('requestfailed', (request) => failed.add(new URL(request.url()).pathname));
        });
        const { page, problems } = visit;
        const needed = withImports(tabScripts());
        await ready(page);
        while ([...needed].some((name) => !loaded.has(`/${name}`))) {
            await page.waitForEvent('requestfinished');
        }
        await page.context().setOffline(true);
        for (const name of ['First contact', 'Sweep', 'Intervals']) {
            await page.getByRole('tab', { name }).click();
            await ready(page);
            assert.equal(await page.locator('.stage').first().isVisible(), true, name);
        }
        await page.getByRole('tab', { name: 'Distance' }).click();
        await page.getByRole('button', { name: 'Draw A', exact: true }).click();
        await page.locator('.draw-bar').waitFor();
        // The browser asks for the icon again whenever the title changes.
        failed.delete('/icon.svg');
        assert.deepEqual([...failed], []);
        const others = problems.splice(0).filter((text) => !text.includes('DISCONNECTED'));
        assert.deepEqual(others, []);
        await visit.close();
    });

    it('keeps the scene in the address, bit for bit', async () => {
        const first = await browser.load('#distance');
        await drag(first.page, first.page.getByLabel(/^Body A,/), 40, 25);
        const state = await first.state();
        const hash = new URL(first.page.url()).hash;
        const distance = await first.output('distance');
        await first.close();

        const second = await browser.load(hash);
        assert.deepEqual(await second.state(), state);
        assert.equal(new URL(second.page.url()).hash, hash);
        assert.equal(await second.output('distance'), distance);
        await second.close();
    });

    it('reports a link that cannot be read, and shows the first scene of the tab', async () => {
        for (const hash of ['#distance/%%%', '#distance/eyJ2Ijo5OX0']) {
            const visit = await browser.load(hash);
            assert.equal(await visit.page.locator('#notice').isVisible(), true);
            assert.equal((await visit.state()).v, 1);
            await visit.close();
        }
    });

    it('has tabs that arrows move between, and that Back returns to', async () => {
        const visit = await browser.load();
        const { page } = visit;
        const tabs = page.getByRole('tab');
        await tabs.first().focus();
        const count = await tabs.count();
        for (let i = 0; i < count; i++) {
            await ready(page);
            assert.equal(await tabs.nth(i).getAttribute('aria-selected'), 'true');
            await page.keyboard.press('ArrowRight');
        }
        await ready(page);
        assert.equal(await tabs.first().getAttribute('aria-selected'), 'true', 'round and round');
        if (count > 1) {
            await page.goBack();
            await ready(page);
            assert.equal(await tabs.last().getAttribute('aria-selected'), 'true');
        }
        await visit.close();
    });

    it('remembers the theme', async () => {
        const visit = await browser.load();
        const { page } = visit;
        await page.getByRole('button', { name: /^Theme/ }).click();
        await page.getByRole('button', { name: /^Theme/ }).click();
        await page.reload();
        await ready(page);
        const theme = await page.evaluate(() => document.documentElement.dataset.theme);
        assert.equal(theme, 'dark');
        assert.deepEqual(await findBarriers(page), []);
        await visit.close();
    });

    it('is no wider than a phone', async () => {
        const visit = await browser.load('', { viewport: { width: 360, height: 740 } });
        const tabs = visit.page.getByRole('tab');
        for (let i = 0; i < (await tabs.count()); i++) {
            await tabs.nth(i).click();
            await ready(visit.page);
            const width = await visit.page.evaluate(() => document.documentElement.scrollWidth);
            assert.ok(width <= 360, `${await tabs.nth(i).textContent()}: ${width} px wide`);
        }
        await visit.close();
    });
});
