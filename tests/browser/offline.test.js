import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { after, before, beforeEach, describe, it } from 'node:test';
import { toHash } from '../../web/base/state.js';
import { createPageServer } from '../../web/serve.mjs';
import { TABS } from '../../web/tabs/registry.js';
import { inRepository } from '../helpers.js';
import { launchBrowser, ready } from './page.js';

/**
 * The page without a connection, in a folder of its host, as static hosts serve it.
 *
 * @import { Browser, BrowserContext, Page } from 'playwright-core'
 */

const FOLDER = '/some/folder/';

/** @param {string} path */
const readBuilt = (path) => readFileSync(inRepository(`build/web/${path}`), 'utf8');

/** @param {string} text */
const hashOf = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** Returns another build: its main script says which it is. @param {string} name */
function anotherBuild(name) {
    const old = readBuilt('main.js');
    const main = `globalThis.build = ${JSON.stringify(name)};${old}`;
    const worker = readBuilt('offline-worker.js').replaceAll(hashOf(old), hashOf(main));
    const [version] = worker.match(/(?<=version:")[^"]+/) ?? [];
    assert.ok(version && worker.includes(hashOf(main)));
    return { 'main.js': main, 'offline-worker.js': worker.replaceAll(version, name) };
}

/** Waits until the browser has kept a build, or has refused it. @param {Page} page @param {'active' | 'waiting'} [state] */
const isKept = (page, state) =>
    page.evaluate(async (name) => {
        for (;;) {
            const registration = await navigator.serviceWorker.getRegistration();
            if (registration && !registration.installing && (!name || registration[name])) return;
            await new Promise((done) => setTimeout(done, 20));
        }
    }, state);

/** Returns the build that runs; undefined: that of build/web. @param {Page} page */
const runningBuild = (page) =>
    page.evaluate(() => /** @type {{ build?: string }} */ (globalThis).build);

/** Returns how many builds the browser keeps. @param {Page} page */
const countKept = (page) => page.evaluate(async () => (await caches.keys()).length);

describe('the page without a connection', () => {
    /** @type {Browser} */
    let browser;
    /** @type {BrowserContext} */
    let context;
    /** @type {import('node:http').Server} */
    let server;
    let address = '';
    let isDown = false;
    /** Paths without an answer. @type {RegExp | null} */
    let lost = null;
    /** Files of another build, by path. @type {Record<string, string>} */
    let replaced = {};

    before(async () => {
        browser = await launchBrowser();
        const files = createPageServer();
        server = createServer((request, response) => {
            const path = request.url?.split(/[?#]/)[0] ?? '';
            if (isDown || lost?.test(path) || !path.startsWith(FOLDER)) {
                request.socket.destroy();
                return;
            }
            const name = path.slice(FOLDER.length);
            request.url = `/${name}`;
            if (!Object.hasOwn(replaced, name)) files.emit('request', request, response);
            else response.setHeader('content-type', 'text/javascript').end(replaced[name]);
        });
        await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
        const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
        address = `http://localhost:${port}${FOLDER}`;
    });
    after(async () => {
        await browser.close();
        server.closeAllConnections();
        await new Promise((done) => server.close(done));
    });
    beforeEach(async () => {
        [isDown, lost, replaced] = [false, null, {}];
        await context?.close();
        context = await browser.newContext({ reducedMotion: 'reduce' });
        context.setDefaultTimeout(120_000);
    });
    const visit = async () => {
        const page = await context.newPage();
        await page.goto(address);
        await ready(page);
        return page;
    };

    it('opens every tab, checks every example and runs the benchmark after the first visit', async () => {
        const page = await visit();
        await isKept(page, 'active');
        isDown = true;
        await page.reload();
        await ready(page);
        for (const { id, title } of TABS) {
            await page.getByRole('tab', { name: title }).click();
            await page.locator(`.tab.${id}`).waitFor();
            await ready(page);
        }
        await page.goto(`${address}#scenario`);
        await ready(page);
        const example = page.getByLabel('Example');
        const names = await example
            .locator('option')
            .evaluateAll((options) => options.map((option) => option.getAttribute('value') ?? ''));
        for (const name of names.filter((value) => value !== '')) {
            await example.selectOption(name);
            await page.waitForFunction(() => !document.querySelector('.is-new'));
            const verdict = await page.locator('output[data-key="verdict"]').textContent();
            assert.match(verdict ?? '', /^(VALID|\d+ violations?)/, name);
        }
        // Libraries that never ran here are named; graze runs.
        const small = {
            v: 1,
            peers: ['planck'],
            bodies: ['box'],
            scenes: ['distant'],
            pairs: 1024,
        };
        await page.goto(`${address}${toHash('benchmark', { ...small, rounds: 1 })}`);
        await ready(page);
        await page.getByRole('button', { name: 'Run the benchmark' }).click();
        await page.getByText('planck could not be loaded').waitFor();
        await page.locator('.results table').first().waitFor();
        await page.getByRole('button', { name: 'Run the benchmark' }).waitFor();
        // A library that has run once is kept.
        isDown = false;
        await page.getByRole('button', { name: 'Run the benchmark' }).click();
        await page.getByText('planck could not be loaded').waitFor({ state: 'detached' });
        await page.locator('.results').getByText('planck').first().waitFor();
        await page.getByRole('button', { name: 'Run the benchmark' }).waitFor();
        isDown = true;
        await page.reload();
        await ready(page);
        await page.getByRole('button', { name: 'Run the benchmark' }).click();
        await page.locator('.results').getByText('planck').first().waitFor();
        assert.equal(await page.getByText('could not be loaded').count(), 0);
    });

    it('says that a part of Scenario did not load, and not that its code is wrong', async () => {
        for (const part of [/\/scenario-worker\.js/, /\/chunks\/kei18-/]) {
            lost = part;
            await context.close();
            context = await browser.newContext({ serviceWorkers: 'block' });
            const page = await context.newPage();
            await page.goto(`${address}#scenario`);
            await page.locator('.result').getByText('Not loaded').waitFor();
            await page.getByText('You may be offline').waitFor();
        }
    });

    it('changes to a newer build as a whole, once no other window shows the old one', async () => {
        const page = await visit();
        await isKept(page, 'active');
        const other = await visit();
        replaced = anotherBuild('second');
        await page.reload();
        await ready(page);
        await isKept(page, 'waiting');
        // The other window still shows the first build.
        await page.reload();
        await ready(page);
        assert.equal(await runningBuild(page), undefined);
        assert.equal(await countKept(page), 2);
        await other.close();
        // Windows that are gone may count for a while, and then the next loading changes the build.
        while ((await runningBuild(page)) === undefined) {
            await page.reload();
            await page
                .waitForFunction(() => 'build' in globalThis, undefined, { timeout: 3000 })
                .catch(() => {});
        }
        await ready(page);
        assert.equal(await runningBuild(page), 'second');
        // The old worker may still answer a request of the document before.
        await page.waitForFunction(async () => (await caches.keys()).length === 1);
        isDown = true;
        await page.reload();
        await ready(page);
        assert.equal(await runningBuild(page), 'second');
    });

    it('keeps no build of which a file is another one', async () => {
        const page = await visit();
        await isKept(page, 'active');
        const { 'offline-worker.js': worker } = anotherBuild('half uploaded');
        replaced = { 'offline-worker.js': worker };
        await page.evaluate(async () => {
            await (await navigator.serviceWorker.getRegistration())?.update();
        });
        await isKept(page);
        isDown = true;
        await page.reload();
        await ready(page);
        assert.equal(await runningBuild(page), undefined);
        const waiting = await page.evaluate(
            async () => (await navigator.serviceWorker.getRegistration())?.waiting ?? null,
        );
        assert.equal(waiting, null);
    });
});
