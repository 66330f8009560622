import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createSync } from 'graze';
import { TABS } from '../../web/tabs/registry.js';
import { readJson } from '../helpers.js';
import { findBarriers, openBrowser, PHONE, playedPast, ready } from './page.js';

/** @import { Page } from 'playwright-core' */

/** Returns the bracket that the README's call gives. */
function certifiedTime() {
    const g = createSync();
    const { time } = g.firstContact(
        g.box(4.5, 1.8),
        g.capsule(-0.8, 0, 0.8, 0, 0.3),
        g.motion.turn({ t0: 0, t1: 4, x: 0, y: 0, speed: 5, angularVelocity: 0.3 }),
        g.motion.linear({ t0: 0, t1: 4, x: 17, y: 6, angle: Math.PI, vx: -2.5 }),
    );
    return /** @type {[number, number]} */ (time);
}

const [contact, overlap] = certifiedTime();

/** Returns the time that is shown. @param {Page} page */
const shownTime = (page) =>
    page.locator('.player-value').evaluate((output) => Number(output.dataset.value));

/** Returns an outline on the stage. @param {Page} page @param {string} name */
const outlineOf = (page, name) => page.locator(`.stage .${name}`).getAttribute('d');

describe('the Start tab', () => {
    /** @type {Awaited<ReturnType<typeof openBrowser>>} */
    let browser;
    before(async () => {
        browser = await openBrowser();
    });
    after(() => browser.close());

    it('plays by itself up to the certified first contact, and stays there', async () => {
        const visit = await browser.load('', { reducedMotion: 'no-preference' });
        const { page } = visit;
        await playedPast(page, contact - 1e-12);
        assert.equal(await shownTime(page), contact);
        assert.equal(await visit.output('time'), `${contact}, ${overlap}`);
        assert.equal(await visit.output('separation'), '0.000 m');
        assert.equal(await outlineOf(page, 'body.a'), await outlineOf(page, 'contact-outline.a'));
        await page.getByRole('button', { name: 'Play' }).waitFor();
        await visit.close();
    });

    it('waits at the contact, with a button that plays, where motion is not wanted', async () => {
        for (const options of [{}, PHONE]) {
            const visit = await browser.load('', options);
            const { page } = visit;
            assert.equal(await shownTime(page), contact);
            assert.deepEqual(await findBarriers(page), []);
            await page.getByRole('button', { name: 'Play' }).click();
            await page.waitForFunction(
                (end) =>
                    Number(document.querySelector('.player-value')?.getAttribute('data-value')) <
                    end,
                contact,
            );
            await page.keyboard.press(' ');
            await page.getByRole('button', { name: 'Play' }).waitFor();
            await visit.close();
        }
    });

    it('pauses while it is out of view or hidden, and goes on afterwards', async () => {
        const options = /** @type {const} */ ({ ...PHONE, reducedMotion: 'no-preference' });
        // The page's clock is slow, so that the scene does not end before the visitor scrolls, however busy the machine is.
        const visit = await browser.load('', options, (page) =>
            page.addInitScript(() => {
                const [now, frame] = [performance.now.bind(performance), requestAnimationFrame];
                performance.now = () => now() / 50;
                window.requestAnimationFrame = (draw) => frame((time) => draw(time / 50));
            }),
        );
        const { page } = visit;
        const pause = page.getByRole('button', { name: 'Pause' });
        const play = page.getByRole('button', { name: 'Play' });
        /** @param {boolean} isHidden */
        const hide = (isHidden) =>
            page.evaluate((hidden) => {
                Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
                document.dispatchEvent(new Event('visibilitychange'));
            }, isHidden);
        await pause.waitFor();
        await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
        await play.waitFor();
        const paused = await shownTime(page);
        await ready(page);
        assert.equal(await shownTime(page), paused);
        assert.ok(paused < contact);
        await hide(true);
        await page.evaluate(() => scrollTo(0, 0));
        await ready(page);
        assert.equal(await shownTime(page), paused);
        await hide(false);
        await playedPast(page, paused);
        // A visitor's own pause lasts.
        await pause.click();
        const own = await shownTime(page);
        await hide(true);
        await hide(false);
        await ready(page);
        assert.equal(await shownTime(page), own);
        await visit.close();
    });

    it('has a sentence for each tab, which opens it, and links that lead somewhere', async () => {
        const visit = await browser.load();
        const { page } = visit;
        const others = TABS.filter(({ id, load }) => load && id !== 'start');
        for (const { id, title, description } of others) {
            await page.getByText(description).waitFor();
            await page.locator('.doors a', { hasText: title }).click();
            await page.locator(`.tab.${id}`).waitFor();
            assert.deepEqual(await page.locator('.doors').count(), 0);
            await page.goBack();
            await page.locator('.doors').waitFor();
        }
        await page.getByText('npm install graze').waitFor();
        await page.getByRole('button', { name: 'Copy', exact: true }).click();
        await page.getByRole('button', { name: 'Copied' }).waitFor();
        const copied = await page.evaluate(() => navigator.clipboard.readText());
        assert.equal(copied, 'npm install graze');
        // The address of the repository has one place.
        const { homepage } = readJson('package.json');
        assert.equal(
            await page.getByRole('link', { name: 'Repository' }).count(),
            homepage ? 1 : 0,
        );
        await visit.close();
    });

    it('links to documents, whose links within the page lead somewhere', async () => {
        const visit = await browser.load();
        const { page } = visit;
        const first = await page
            .locator('.documents a')
            .evaluateAll((links) => links.map((link) => /** @type {any} */ (link).href));
        assert.ok(first.length >= 4);
        const known = new Set(first.filter((href) => href.startsWith(browser.origin)));
        for (const address of known) {
            const response = await page.request.get(address);
            assert.equal(response.status(), 200, address);
            if (!new URL(address).pathname.endsWith('.html')) continue;
            await page.goto(address);
            const links = await page.evaluate(() => {
                const here = location.href.replace(/#.*/, '');
                const all = [...document.querySelectorAll('main a')].map(
                    (link) => /** @type {HTMLAnchorElement} */ (link).href,
                );
                const anchors = all.filter((href) => href.startsWith(`${here}#`));
                const missing = anchors.filter(
                    (href) =>
                        !document.getElementById(decodeURIComponent(new URL(href).hash.slice(1))),
                );
                return { all, missing, title: document.title };
            });
            assert.deepEqual(links.missing, [], address);
            assert.match(links.title, /^graze: ./);
            for (const href of links.all) {
                if (href.startsWith(browser.origin)) known.add(href.replace(/#.*/, ''));
            }
        }
        await page.goto(first[0]);
        await page.setViewportSize({ width: 360, height: 740 });
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
        assert.deepEqual(await findBarriers(page), []);
        await visit.close();
    });
});
