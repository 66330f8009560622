import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { fromHash } from '../../web/base/state.js';
import { pageServer } from '../../web/serve.mjs';
import { inRepository } from '../helpers.js';

/**
 * The built page (`make web`) in Chromium, as a person meets it. One server and one browser for a test file.
 *
 * @import { Browser, Page, BrowserContextOptions } from 'playwright-core'
 */

const ARGUMENTS = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    '--no-first-run',
];
const AXE = readFileSync(inRepository('node_modules/axe-core/axe.min.js'), 'utf8');

/**
 * @typedef {object} Visit
 * @property {Page} page
 * @property {string[]} problems console errors, errors nobody caught, violations of the policy
 * @property {() => Promise<any>} state of the tab that is open, once the address has it
 * @property {(hash: string) => Promise<void>} follow goes on to a link of the same page
 * @property {(key: string) => Promise<string>} output the exact value of a readout
 * @property {() => Promise<void>} close asserts that there were no problems
 */

/** Without a page. @returns {Promise<Browser>} */
export const launchBrowser = () =>
    chromium.launch({
        executablePath: process.env.GRAZE_CHROMIUM ?? '/usr/bin/chromium',
        args: ARGUMENTS,
    });

/** Opens the browser. */
export async function openBrowser() {
    const server = pageServer();
    await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
    const address = /** @type {import('node:net').AddressInfo} */ (server.address());
    const origin = `http://localhost:${address.port}`;
    const browser = await launchBrowser();

    /**
     * @param {string} [hash] '#distance', or a whole link's
     * @param {BrowserContextOptions} [options]
     * @returns {Promise<Visit>}
     */
    async function visit(hash = '', options = {}) {
        const context = await browser.newContext({
            viewport: { width: 1280, height: 900 },
            deviceScaleFactor: 1,
            colorScheme: 'light',
            reducedMotion: 'reduce',
            ...options,
        });
        await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
        const page = await context.newPage();
        /** @type {string[]} */
        const problems = [];
        page.on('console', (message) => {
            if (message.type() === 'error' || message.type() === 'warning') {
                problems.push(`console: ${message.text()}`);
            }
        });
        page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
        await page.exposeFunction('tellViolation', (/** @type {string} */ text) =>
            problems.push(`policy: ${text}`),
        );
        await page.addInitScript(() => {
            addEventListener('securitypolicyviolation', (event) => {
                /** @type {any} */ (globalThis).tellViolation(
                    `${event.violatedDirective} ${event.blockedURI}`,
                );
            });
        });
        await page.goto(`${origin}/${hash}`);
        await ready(page);
        return {
            page,
            problems,
            async state() {
                // The address follows within 150 ms, or at once when the page is left.
                await page.evaluate(() => dispatchEvent(new Event('pagehide')));
                return fromHash(new URL(page.url()).hash).state;
            },
            async follow(hash) {
                await page.evaluate(async (next) => {
                    if (location.hash === next) return;
                    await new Promise((done) => {
                        addEventListener('hashchange', done, { once: true });
                        location.hash = next;
                    });
                }, hash);
                await ready(page);
            },
            async output(key) {
                const value = await page
                    .locator(`output[data-key="${key}"]`)
                    .first()
                    .getAttribute('data-value');
                return value ?? '';
            },
            async close() {
                await context.close();
                assert.deepEqual(problems, []);
            },
        };
    }

    return {
        origin,
        visit,
        async close() {
            await browser.close();
            server.closeAllConnections();
            await new Promise((done) => server.close(done));
        },
    };
}

/** Waits until the tab that is open has drawn. @param {Page} page */
export async function ready(page) {
    await page.waitForSelector('#panel[aria-busy="false"]');
    // A frame to measure, one to draw, one for what follows from that.
    await page.evaluate(async () => {
        for (let i = 0; i < 3; i++) await new Promise((done) => requestAnimationFrame(done));
    });
}

/**
 * Drags as a person does: down, a few moves, up.
 *
 * @param {Page} page
 * @param {import('playwright-core').Locator} handle
 * @param {number} dx pixels
 * @param {number} dy
 */
export async function drag(page, handle, dx, dy) {
    await handle.scrollIntoViewIfNeeded();
    const box = await handle.boundingBox();
    assert.ok(box, 'what is dragged can be seen');
    const x = box.x + box.width / 2;
    const y = box.y + box.height / 2;
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let i = 1; i <= 4; i++) await page.mouse.move(x + (dx * i) / 4, y + (dy * i) / 4);
    await page.mouse.up();
}

/**
 * What axe finds, of whatever impact: rule and elements.
 *
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
export async function findBarriers(page) {
    // Through the debugger, which the page's policy does not bind.
    await page.evaluate(AXE);
    const found = await page.evaluate(() => /** @type {any} */ (globalThis).axe.run());
    return found.violations.map(
        (/** @type {any} */ violation) =>
            `${violation.impact} ${violation.id}: ${violation.nodes.map((/** @type {any} */ node) => `${node.target.join(' ')} (${node.failureSummary})`).join('; ')}`,
    );
}
