import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { fromHash, toHash } from '../../web/base/state.js';
import { createPageServer } from '../../web/serve.mjs';
import { inRepository } from '../helpers.js';

/**
 * The built page (`make web`) in Chromium, as a visitor uses it. Each process has one server and one browser.
 *
 * @import { Graze } from 'graze'
 * @import { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
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
 * @property {string[]} problems console errors, uncaught errors, violations of the policy
 * @property {() => Promise<any>} state returns the state of the open tab, once the address has it
 * @property {(hash: string) => Promise<void>} follow follows a link of the same page
 * @property {(key: string) => Promise<string>} output returns the exact value of a readout
 * @property {() => Promise<Record<string, string>>} outputs returns the exact values of all readouts
 * @property {() => Promise<void>} close asserts that there were no problems
 */

/**
 * @typedef {object} Kept page that visits share, one after the other
 * @property {Page} page
 * @property {string[]} problems problems of the present visit
 * @property {string | null} loaded options of the loaded, unchanged page; null: it must be loaded again
 */

/** Default options of a page. @type {BrowserContextOptions} */
const USUAL = {
    viewport: { width: 1280, height: 900 },
    deviceScaleFactor: 1,
    colorScheme: 'light',
    reducedMotion: 'reduce',
};

/** A phone in portrait orientation. @type {BrowserContextOptions} */
export const PHONE = {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 1,
    hasTouch: true,
    isMobile: true,
};

/** Tabs without data that outlives them: mounted again without a state, they equal a freshly loaded tab. */
const FORGETFUL = ['#distance', '#contact', '#sweep', '#intervals', '#scenario'];

/** Timeout of waiting for a state, in milliseconds; long, because a machine may be busy. */
const PATIENCE = 120_000;

/** Starts a browser without a page. @returns {Promise<Browser>} */
export const launchBrowser = () =>
    chromium.launch({
        executablePath: process.env.GRAZE_CHROMIUM ?? '/usr/bin/chromium',
        args: ARGUMENTS,
    });

/** The browser of this process, and its number of users. @type {ReturnType<typeof startBrowser> | null} */
let started = null;
let holders = 0;

/** Opens the browser or shares the open one; it ends when all users have closed it. */
export async function openBrowser() {
    holders++;
    started ??= startBrowser();
    const browser = await started;
    return {
        ...browser,
        async close() {
            holders--;
            if (holders > 0) return;
            started = null;
            await browser.close();
        },
    };
}

/** Starts the server and Chromium. */
async function startBrowser() {
    // The browser comes first: where it cannot start, an open server would keep the process alive.
    const browser = await launchBrowser();
    const server = createPageServer();
    await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
    const address = /** @type {import('node:net').AddressInfo} */ (server.address());
    const origin = `http://localhost:${address.port}`;

    /** Idle pages, by device. @type {Map<string, Kept[]>} */
    const free = new Map();

    /** Contexts by device. @type {Map<string, BrowserContext>} */
    const contexts = new Map();

    /** @param {BrowserContextOptions} options @returns {Promise<BrowserContext>} */
    async function newContext(options) {
        const context = await browser.newContext(options);
        await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
        return context;
    }

    /** @param {BrowserContextOptions} options @param {string} key of the device @returns {Promise<Kept>} */
    async function newPage(options, key) {
        const context = contexts.get(key) ?? (await newContext(options));
        contexts.set(key, context);
        const page = await context.newPage();
        page.setDefaultTimeout(PATIENCE);
        /** @type {Kept} */
        const kept = { page, problems: [], loaded: null };
        page.on('console', (message) => {
            if (message.type() === 'error' || message.type() === 'warning') {
                kept.problems.push(`console: ${message.text()}`);
            }
        });
        page.on('pageerror', (error) => kept.problems.push(`error: ${error.message}`));
        if (options.javaScriptEnabled === false) return kept;
        // A service worker would answer requests that tests stop, and outlive its page.
        await page.addInitScript(() =>
            Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'),
        );
        await page.exposeFunction('tellViolation', (/** @type {string} */ text) =>
            kept.problems.push(`policy: ${text}`),
        );
        await page.addInitScript(() => {
            addEventListener('securitypolicyviolation', (event) => {
                /** @type {any} */ (globalThis).tellViolation(
                    `${event.violatedDirective} ${event.blockedURI}`,
                );
            });
        });
        return kept;
    }

    /**
     * Opens a tab in its first state or with the state of a link. A new page takes four seconds of processor time,
     * and a reload takes one: so visits share a page per kind of device, and if it is loaded with the same options,
     * only the tab is mounted again.
     *
     * @param {string} [hash] '#distance', or the fragment of a whole link
     * @param {BrowserContextOptions} [options]
     * @returns {Promise<Visit>}
     */
    const visit = (hash = '', options = {}) => open(hash, options, true);

    /**
     * Loads the page.
     *
     * @param {string} [hash] '#distance', or the fragment of a whole link
     * @param {BrowserContextOptions} [options]
     * @param {(page: Page) => Promise<unknown>} [prepare] changes a separate page before it is loaded
     * @returns {Promise<Visit>}
     */
    const load = (hash = '', options = {}, prepare) => open(hash, options, false, prepare);

    /**
     * @param {string} hash
     * @param {BrowserContextOptions} options
     * @param {boolean} isShared whether a loaded page may be used
     * @param {(page: Page) => Promise<unknown>} [prepare]
     * @returns {Promise<Visit>}
     */
    async function open(hash, options, isShared, prepare) {
        const all = { ...USUAL, ...options };
        const { viewport, colorScheme, reducedMotion, ...device } = all;
        const key = JSON.stringify(device);
        const kept = (prepare ? undefined : free.get(key)?.pop()) ?? (await newPage(all, key));
        const { page } = kept;
        // Chromium draws a page behind another one about once in a second.
        await page.bringToFront();
        /** @type {string[]} */
        const problems = [];
        kept.problems = problems;
        await prepare?.(page);
        const wanted = JSON.stringify(all);
        const [tab, link] = hash.split('/');
        if (isShared && kept.loaded === wanted && FORGETFUL.includes(tab)) {
            await mountAnew(page, link ? hash : toHash(tab.slice(1), { v: 1 }));
        } else {
            if (page.url() !== 'about:blank') await page.goto('about:blank');
            if (viewport) await page.setViewportSize(viewport);
            await page.emulateMedia({ colorScheme, reducedMotion });
            await page.goto(`${origin}/${hash}`);
        }
        kept.loaded = null;
        if (options.javaScriptEnabled !== false) await ready(page);
        return {
            page,
            problems,
            async state() {
                // The address follows within 150 ms, or at once when the page is left.
                const address = await page.evaluate(() => {
                    dispatchEvent(new Event('pagehide'));
                    return location.hash;
                });
                return fromHash(address).state;
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
                const value = await page.evaluate(
                    (name) =>
                        /** @type {HTMLElement | null} */ (
                            document.querySelector(`output[data-key="${name}"]`)
                        )?.dataset.value,
                    key,
                );
                assert.notEqual(value, undefined, `there is no output ${key}`);
                return value ?? '';
            },
            outputs: () =>
                page.evaluate(() =>
                    Object.fromEntries(
                        [...document.querySelectorAll('output[data-key]')]
                            .map((output) => /** @type {HTMLElement} */ (output).dataset)
                            .map(({ key, value }) => [key, value])
                            .reverse(),
                    ),
                ),
            async close() {
                if (prepare) {
                    await page.context().setOffline(false);
                    await page.close();
                } else {
                    if (viewport) await page.setViewportSize(viewport);
                    kept.loaded = (await isUnchanged(page, origin)) ? wanted : null;
                    free.set(key, [...(free.get(key) ?? []), kept]);
                }
                assert.deepEqual(problems, []);
            },
        };
    }

    return {
        origin,
        visit,
        load,
        async close() {
            await browser.close();
            server.closeAllConnections();
            await new Promise((done) => server.close(done));
        },
    };
}

/**
 * Returns whether the page equals a freshly loaded one except for its tab, and clears its storage.
 *
 * @param {Page} page
 * @param {string} origin of the page
 */
function isUnchanged(page, origin) {
    return page
        .evaluate((expected) => {
            const isThere = location.origin === expected && localStorage.length === 0;
            localStorage.clear();
            // A visit can end on one of the documents, which has no tools.
            const tools = document.getElementById('tools');
            return isThere && tools?.querySelector('input:checked') === null;
        }, origin)
        .catch(() => false);
}

/**
 * Mounts a tab of a loaded page, without anything from earlier visits.
 *
 * @param {Page} page
 * @param {string} hash
 */
async function mountAnew(page, hash) {
    await page.mouse.move(0, 0);
    await page.evaluate((next) => {
        /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
        getSelection()?.removeAllRanges();
        scrollTo(0, 0);
        history.replaceState(null, '', next);
        dispatchEvent(new Event('hashchange'));
        /** @type {Element} */ (document.getElementById('live')).textContent = '';
    }, hash);
}

/** Runs the code that the page has copied, with an instance, and returns what it prints. @param {Page} page @param {Graze} given */
export async function runCopiedCode(page, given) {
    const text = await page.evaluate(() => navigator.clipboard.readText());
    const code = text
        .replace("import { create } from 'graze';", '')
        .replace('await create()', 'given');
    /** @type {any[]} */
    const logged = [];
    const run = new Function('given', 'console', code);
    run(given, { log: (/** @type {unknown} */ value) => logged.push(value) });
    return logged;
}

/** Waits until the tab that is open has drawn. @param {Page} page */
export async function ready(page) {
    await page.evaluate(async (patience) => {
        const frame = () => new Promise((done) => requestAnimationFrame(done));
        const isOpen = () => {
            const panel = document.querySelector('#panel[aria-busy="false"]');
            return panel !== null && panel.getClientRects().length > 0;
        };
        const end = performance.now() + patience;
        while (!isOpen()) {
            if (performance.now() > end) throw new Error('the tab is not open');
            await frame();
        }
        // The page needs a frame to measure, one to draw, and one for the consequences.
        for (let i = 0; i < 3; i++) await frame();
    }, PATIENCE);
}

/**
 * Waits until a playing value has passed a limit.
 *
 * @param {Page} page
 * @param {number} value
 */
export async function playedPast(page, value) {
    await page.waitForFunction((least) => {
        const output = document.querySelector('.player-value');
        return Number(output?.getAttribute('data-value')) > least;
    }, value);
}

/**
 * Drags as a visitor does: press, several moves, release.
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
 * Drags with a finger through the browser's own touch handling, which may scroll the page.
 *
 * @param {Page} page that has touch
 * @param {{ x: number, y: number }} from on the screen
 * @param {number} dx pixels
 * @param {number} dy
 * @param {number} [rest] milliseconds for which the finger rests halfway
 */
export async function swipe(page, { x, y }, dx, dy, rest = 0) {
    const session = await page.context().newCDPSession(page);
    const steps = 8;
    /** @param {'touchStart' | 'touchMove' | 'touchEnd'} type @param {number} [part] */
    const touch = (type, part = 0) =>
        session.send('Input.dispatchTouchEvent', {
            type,
            touchPoints: type === 'touchEnd' ? [] : [{ x: x + dx * part, y: y + dy * part, id: 0 }],
        });
    await touch('touchStart');
    for (let i = 1; i <= steps; i++) {
        await touch('touchMove', i / steps);
        if (i === steps / 2 && rest > 0) await page.waitForTimeout(rest);
    }
    await touch('touchEnd');
    await session.detach();
}

/**
 * Drags an element with a finger, and asserts that the page did not scroll.
 *
 * @param {Page} page
 * @param {import('playwright-core').Locator} handle
 * @param {number} dx pixels
 * @param {number} dy
 */
export async function dragByTouch(page, handle, dx, dy) {
    await handle.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const box = await handle.boundingBox();
    assert.ok(box, 'what is dragged can be seen');
    const before = await page.evaluate(() => scrollY);
    await swipe(page, { x: box.x + box.width / 2, y: box.y + box.height / 2 }, dx, dy);
    await ready(page);
    assert.equal(await page.evaluate(() => scrollY), before, 'the page stays where it is');
}

/**
 * Drops files onto the page as a file manager does.
 *
 * @param {Page} page
 * @param {readonly { name: string, text: string, bytes?: Uint8Array }[]} files bytes: in place of the text
 * @returns {Promise<boolean>} whether the page handled them, so that the browser does not
 */
export function drop(page, files) {
    return page.evaluate(
        (given) => {
            const dataTransfer = new DataTransfer();
            for (const { name, text, bytes } of given) {
                const contents = bytes ? Uint8Array.from(bytes) : text;
                dataTransfer.items.add(new File([contents], name));
            }
            const target = /** @type {Element} */ (document.querySelector('main'));
            const events = ['dragover', 'drop'].map(
                (type) => new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }),
            );
            for (const event of events) target.dispatchEvent(event);
            return events.every((event) => event.defaultPrevented);
        },
        files.map(({ name, text, bytes }) => ({ name, text, bytes: bytes && [...bytes] })),
    );
}

/**
 * Returns axe's findings of any impact: rule and elements.
 *
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
export async function findBarriers(page) {
    // The script is injected through the debugger, which the page's policy does not restrict.
    if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
    // All rules run; only their violations are reported in full.
    const found = await page.evaluate(() =>
        /** @type {any} */ (globalThis).axe.run({ resultTypes: ['violations'] }),
    );
    return found.violations.map(
        (/** @type {any} */ violation) =>
            `${violation.impact} ${violation.id}: ${violation.nodes.map((/** @type {any} */ node) => `${node.target.join(' ')} (${node.failureSummary})`).join('; ')}`,
    );
}

/**
 * Returns the kinds of visible elements: all attributes that axe's rules use except texts and positions.
 *
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
function kindsSeen(page) {
    return page.evaluate(() => {
        const names = ['class', 'role', 'type', 'disabled', 'aria-current', 'aria-selected'];
        const seen = [...document.querySelectorAll('body *')].filter((element) =>
            element.checkVisibility(),
        );
        const kinds = seen.map((element) =>
            [element.parentElement, element]
                .map((one) => [one?.tagName, ...names.map((name) => one?.getAttribute(name))])
                .join(),
        );
        return [...new Set(kinds)];
    });
}

/**
 * Chooses a scene of a tab.
 *
 * @param {Page} page
 * @param {string} name
 */
export function chooseScene(page, name) {
    return page.getByLabel('Scene').last().selectOption({ label: name });
}

/**
 * Asserts the requirements of every tab with scenes: on a phone, in dark colors and by touch, axe finds nothing, and
 * nothing is wider than the screen. Axe takes a second, so it only runs on scenes with a new kind of element.
 *
 * @param {Awaited<ReturnType<typeof openBrowser>>} browser
 * @param {string} hash
 * @param {readonly { name: string }[]} scenes
 * @param {(page: Page) => Promise<void>} [prepare]
 */
export async function fitsPhone(browser, hash, scenes, prepare) {
    const visit = await browser.visit(hash, {
        viewport: { width: 360, height: 740 },
        colorScheme: 'dark',
        hasTouch: true,
        isMobile: true,
    });
    const { page } = visit;
    await prepare?.(page);
    /** @type {Set<string>} */
    const known = new Set();
    for (const { name } of scenes) {
        await chooseScene(page, name);
        await ready(page);
        const kinds = await kindsSeen(page);
        if (kinds.some((kind) => !known.has(kind))) {
            assert.deepEqual(await findBarriers(page), []);
        }
        for (const kind of kinds) known.add(kind);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(width <= 360, `${name}: ${width} px wide`);
    }
    await visit.close();
}

/**
 * Compares the page with the package for states that links may hold.
 *
 * @param {Awaited<ReturnType<typeof openBrowser>>} browser
 * @param {string} tab
 * @param {readonly object[]} states
 * @param {(visit: Visit) => Promise<unknown>} compare
 */
export async function followStates(browser, tab, states, compare) {
    const visit = await browser.visit(`#${tab}`);
    for (const state of states) {
        await visit.follow(toHash(tab, state));
        await compare(visit);
    }
    await visit.close();
}
