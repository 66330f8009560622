import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { parseNumber } from '../../web/base/number_input.js';
import { PRESETS as MOVING } from '../../web/tabs/contact/presets.js';
import { PRESETS as STILL } from '../../web/tabs/distance/presets.js';
import { inRepository } from '../helpers.js';
import { isFull } from '../volume.js';
import {
    chooseScene,
    dragByTouch,
    drop,
    findBarriers,
    openBrowser,
    PHONE,
    playedPast,
    ready,
    swipe,
} from './page.js';
import { ccbsScene } from './samples.js';

/**
 * @import { Page } from 'playwright-core'
 * @import { Visit } from './page.js'
 */

const TABS = ['distance', 'contact', 'sweep', 'intervals', 'scenario', 'benchmark'];

const browser = await openBrowser();
after(() => browser.close());

describe('a finger', () => {
    /**
     * Drags a named element by touch, and returns the state before and after.
     *
     * @param {Visit} visit
     * @param {RegExp} name
     * @param {number} dx pixels
     * @param {number} dy
     */
    async function moved({ page, state }, name, dx, dy) {
        const before = await state();
        await dragByTouch(page, page.getByRole('button', { name }).first(), dx, dy);
        return { before, after: await state() };
    }
    /** Returns the pixels per unit of the first stage. @param {Page} page @param {number} span */
    async function scaleOf(page, span) {
        const box = await page.locator('.stage').first().boundingBox();
        assert.ok(box);
        return Math.min(box.width, box.height) / span;
    }

    /**
     * Returns the point of a body in view that is farthest from all handles, and what else would be touched at points of
     * the body farther than 12 px from vertices and radii, apart from bodies, turning handles and knots above it.
     *
     * @param {Page} page
     * @param {string} selector
     */
    const findInside = (page, selector) =>
        page.locator(`.stage ${selector}`).evaluate((body) => {
            body.scrollIntoView({ block: 'center' });
            const handles = [...document.querySelectorAll('.handle')].map((handle) => {
                const { left, top, width, height } = handle.getBoundingClientRect();
                return { handle, x: left + width / 2, y: top + height / 2 };
            });
            const { left, top, width, height } = body.getBoundingClientRect();
            const others = new Set();
            // A small body may be covered by the start of its path, which moves it too.
            const best = { x: left + width / 2, y: top + height / 2, room: 0 };
            for (let k = 0; k < 900; k++) {
                const x = Math.round(left + (((k % 30) + 0.5) * width) / 30);
                const y = Math.round(top + ((Math.floor(k / 30) + 0.5) * height) / 30);
                const [first, ...rest] = document.elementsFromPoint(x, y);
                const rooms = handles.map((one) => Math.hypot(one.x - x, one.y - y));
                const room = Math.min(...rooms);
                if (first === body) {
                    // The finger is not on the very edge of a body.
                    const isWide = [-2, 2].every(
                        (d) => document.elementFromPoint(x, y + d) === body,
                    );
                    if (isWide && room > best.room) Object.assign(best, { x, y, room });
                } else if (rest.includes(body) && room > 12.5) {
                    const isOther = first.closest(
                        '.body, .handle:not(.vertex, .square), .stage-tools, nav',
                    );
                    if (!isOther) others.add(first.outerHTML.slice(0, 80));
                }
            }
            return { ...best, others: [...others] };
        });

    it('drags bodies, vertices and turning handles as far as it goes', async () => {
        const visit = await browser.visit('#distance', PHONE);
        const scale = await scaleOf(visit.page, (await visit.state()).view.span);
        const turn = await moved(visit, /^Turn A/, -10, 50);
        assert.ok(Math.abs(turn.before.a.pose.angle - turn.after.a.pose.angle) > 0.3);
        for (const dy of [60, -60]) {
            const { before, after } = await moved(visit, /^Body A,/, 20, dy);
            const [x, y] = [after.a.pose.x - before.a.pose.x, after.a.pose.y - before.a.pose.y];
            assert.ok(Math.abs(x - 20 / scale) < 0.05 && Math.abs(y + dy / scale) < 0.05);
            assert.deepEqual(after.view, before.view, 'the picture stays');
        }
        const vertex = await moved(visit, /^Vertex 1 of A/, 10, 40);
        const [p, q] = [vertex.before, vertex.after].map(({ a }) => a.shape.points[1]);
        assert.ok(
            Math.abs(Math.hypot(p[0] - q[0], p[1] - q[1]) - Math.hypot(10, 40) / scale) < 0.1,
        );
        await visit.close();
    });

    it('moves a body wherever it is inside one, in every scene, and undoes that', async () => {
        for (const [tab, scenes] of /** @type {const} */ ([
            ['distance', STILL],
            ['contact', MOVING],
        ])) {
            const visit = await browser.visit(`#${tab}`, PHONE);
            const { page } = visit;
            const undo = page.getByRole('button', { name: 'Undo' });
            for (const [k, { name }] of scenes.entries()) {
                if (k > 0) await chooseScene(page, name);
                await ready(page);
                // One side of each scene shows that nothing covers a body; a full run tries both.
                const sides = isFull ? ['a', 'b'] : ['ab'[k % 2]];
                for (const side of sides) {
                    const place = await findInside(page, `.body.${side}`);
                    const where = `${tab}, ${name}, ${side}`;
                    // No finger hits a body of a pixel.
                    if (place.room === 0 && name === 'Slivers') continue;
                    assert.deepEqual(place.others, [], where);
                    const before = await visit.state();
                    // A drag is one change, also if it rests longer than the page waits to write the address.
                    await swipe(page, place, 24, 18, k === 0 ? 400 : 0);
                    const after = await visit.state();
                    const [from, to] = [before, after].map((state) => state[side]);
                    assert.deepEqual(to.shape, from.shape, `${where} keeps its shape`);
                    assert.notDeepEqual(to, from, `${where} moves`);
                    await undo.click();
                    assert.deepEqual((await visit.state())[side], from, where);
                }
            }
            await visit.close();
        }
    });

    it('deforms a body within 12 px of a vertex', async () => {
        const visit = await browser.visit('#distance', PHONE);
        const { page } = visit;
        const vertex = page.getByRole('button', { name: /^Vertex 1 of A/ });
        const { x, y } = await vertex.evaluate((element) => {
            element.scrollIntoView({ block: 'center' });
            const { left, top, width, height } = element.getBoundingClientRect();
            return { x: left + width / 2, y: top + height / 2 };
        });
        const before = await visit.state();
        await swipe(page, { x: x - 10, y }, 15, 10);
        const after = await visit.state();
        assert.notDeepEqual(after.a.shape, before.a.shape);
        assert.deepEqual(after.a.pose, before.a.pose);
        await visit.close();
    });

    it('drags knots of the First contact and Sweep tabs', async () => {
        for (const [tab, name, side] of [
            ['contact', /^Knot 1 of A/, 'a'],
            ['sweep', /^Knot 1 of B/, 'b'],
        ]) {
            const visit = await browser.visit(`#${tab}`, PHONE);
            const scale = await scaleOf(visit.page, (await visit.state()).view.span);
            const { before, after } = await moved(visit, /** @type {RegExp} */ (name), 5, -45);
            const [was, is] = [before, after].map((state) => state[String(side)].path.knots[1]);
            assert.ok(Math.abs(is[2] - was[2] - 45 / scale) < 0.05, `${tab}: ${is[2] - was[2]}`);
            await visit.close();
        }
    });

    it('drags velocities, ends and the line of the delay on the Intervals tab', async () => {
        const visit = await browser.visit('#intervals', PHONE);
        const scale = await scaleOf(visit.page, (await visit.state()).view.span);
        const { before, after } = await moved(visit, /^Velocity of A/, 5, -40);
        assert.ok(Math.abs(after.a.vy - before.a.vy - 40 / scale) < 0.05);
        const delayed = await moved(visit, /^Delay of A/, 0, -40);
        assert.ok(delayed.after.delay > delayed.before.delay + 0.5);
        const ended = await moved(visit, /^End of B/, 0, -30);
        assert.notEqual(ended.after.b.t1, ended.before.b.t1);
        await visit.close();
    });

    it('scrolls the page over a plot, and picks a time there by a tap or across', async () => {
        for (const tab of ['contact', 'intervals']) {
            const visit = await browser.visit(`#${tab}`, PHONE);
            const { page } = visit;
            const plot = page.locator('.plot .u-over').first();
            await plot.evaluate((element) => element.scrollIntoView({ block: 'center' }));
            const box = await plot.boundingBox();
            assert.ok(box);
            const place = { x: box.x + 0.3 * box.width, y: box.y + box.height / 2 };
            const before = await visit.state();
            const top = await page.evaluate(() => scrollY);
            await swipe(page, place, 0, -120);
            await page.waitForFunction((was) => scrollY > was, top);
            assert.deepEqual(await visit.state(), before, tab);
            await plot.evaluate((element) => element.scrollIntoView({ block: 'center' }));
            await page.touchscreen.tap(place.x, place.y);
            const tapped = await visit.state();
            assert.notDeepEqual(tapped, before, tab);
            await swipe(page, place, 60, 0);
            assert.notDeepEqual(await visit.state(), tapped, tab);
            await visit.close();
        }
    });

    it('scrolls the page where nothing is to be dragged, and pans the map sideways', async () => {
        for (const tab of ['distance', 'contact', 'sweep', 'intervals', 'scenario']) {
            const visit = await browser.visit(`#${tab}`, PHONE);
            const { page } = visit;
            if (tab === 'scenario') {
                await page
                    .getByRole('button', { name: 'Save report (JSON)', disabled: false })
                    .waitFor();
            }
            const stage = page.locator('.stage').first();
            const place = await stage.evaluate((element) => {
                element.scrollIntoView({ block: 'center' });
                const { left, bottom } = element.getBoundingClientRect();
                return { x: left + 30, y: bottom - 40 };
            });
            const top = await page.evaluate(() => scrollY);
            await swipe(page, place, 0, -150);
            await page.waitForFunction((was) => scrollY > was, top);
            if (tab === 'scenario') {
                await stage.evaluate((element) => element.scrollIntoView({ block: 'center' }));
                const box = await stage.boundingBox();
                assert.ok(box);
                const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
                assert.equal((await visit.state()).view, null);
                await swipe(page, { x, y }, 80, 0);
                assert.notEqual((await visit.state()).view, null);
            }
            await visit.close();
        }
    });
});

describe('dropped files', () => {
    it('keep their names, stay out of the address until asked, and get a full verdict at once', async () => {
        const folder = mkdtempSync(join(tmpdir(), 'graze-'));
        const files = ['run-1e-9.txt', 'run-1e-9.map'].map((name) => join(folder, name));
        copyFileSync(inRepository('docs/plan.txt'), files[0]);
        writeFileSync(files[1], `type octile\nheight 4\nwidth 6\nmap\n${'@@@@@@\n'.repeat(4)}`);
        for (const options of [{ viewport: { width: 1440, height: 900 } }, PHONE]) {
            const visit = await browser.load('#scenario', options);
            const { page } = visit;
            await page.locator('output[data-key="verdict"][data-value="4 violations"]').waitFor();
            const session = await page.context().newCDPSession(page);
            const data = { items: [], files, dragOperationsMask: 1 };
            for (const type of /** @type {const} */ (['dragEnter', 'dragOver', 'drop'])) {
                await session.send('Input.dispatchDragEvent', { type, x: 200, y: 300, data });
            }
            const verdict = page.locator('.result');
            await verdict.getByText('2 violations').waitFor();
            // Nothing has been clicked or opened.
            for (const text of [/^Hint: .*map\?$/, /^Not checked: ./]) {
                await verdict.getByText(text).waitFor({ state: 'visible' });
            }
            for (const file of files)
                await page.getByText(basename(file), { exact: true }).waitFor();
            assert.equal((await visit.state()).packed, null);
            const { length } = await page.evaluate(() => location.hash);
            assert.ok(length < 600, `${length} characters`);
            await page.getByRole('button', { name: 'Put the files into the link' }).click();
            await page.getByText('The link contains your files').waitFor();
            assert.ok((await visit.state()).packed.length > 50);
            await visit.close();
        }
        rmSync(folder, { recursive: true });
    });
});

describe('the wheel', () => {
    it('scrolls the page, and zooms with Ctrl, which it says', async () => {
        const visit = await browser.visit('#distance');
        const { page } = visit;
        const box = await page.locator('.stage').first().boundingBox();
        assert.ok(box);
        await page.mouse.move(box.x + 200, box.y + 100);
        const { view } = await visit.state();
        const hint = page.locator('.world .stage-hint');
        assert.equal(await hint.isVisible(), false);
        await page.mouse.wheel(0, 120);
        await hint.waitFor({ state: 'visible' });
        assert.match(String(await hint.textContent()), /Ctrl/);
        await page.waitForFunction(() => scrollY > 0);
        assert.deepEqual((await visit.state()).view, view);

        await page.keyboard.down('Control');
        const top = await page.evaluate(() => scrollY);
        await page.mouse.wheel(0, -120);
        await page.keyboard.up('Control');
        await ready(page);
        assert.ok((await visit.state()).view.span < view.span);
        assert.equal(await page.evaluate(() => scrollY), top);
        await hint.waitFor({ state: 'hidden' });
        await visit.close();
    });
});

describe('a field', () => {
    it('keeps the visitor’s text while something plays', async () => {
        const visit = await browser.visit('#contact', { reducedMotion: 'no-preference' });
        const { page } = visit;
        const field = page.getByRole('region', { name: 'Body B' }).getByLabel('vx');
        await page.getByRole('button', { name: 'Play (Space)' }).click();
        await playedPast(page, 0);
        for (const text of ['-2', '1e-1', '0.25']) {
            await field.focus();
            await page.keyboard.press('Control+a');
            await page.keyboard.press('Backspace');
            await ready(page);
            assert.equal(await field.inputValue(), '', 'nothing comes back by itself');
            for (const [i, letter] of [...text].entries()) {
                await page.keyboard.type(letter);
                await ready(page);
                assert.equal(await field.inputValue(), text.slice(0, i + 1));
            }
            assert.equal((await visit.state()).b.path.vx, Number(text));
        }
        await visit.close();
    });

    it('shows the value of the state after it loses focus', async () => {
        const visit = await browser.visit('#distance');
        const { page } = visit;
        const x = page.getByRole('region', { name: 'Body A' }).getByLabel('x', { exact: true });
        await x.fill('0.12345678912345');
        await ready(page);
        assert.equal(await x.inputValue(), '0.12345678912345');
        await x.blur();
        const { a } = await visit.state();
        assert.equal(await x.inputValue(), String(a.pose.x));
        assert.equal(a.pose.x, 0.12345679);
        await visit.close();
    });

    it('keeps invalid text, and shows the reason', async () => {
        const visit = await browser.visit('#distance');
        const { page } = visit;
        const before = await visit.state();
        const body = page.getByRole('region', { name: 'Body A' });
        for (const [label, text, problem] of /** @type {const} */ ([
            ['Vertices', '2', 'Must be an integer from 3 to 64.'],
            ['Vertices', '100000', 'Must be an integer from 3 to 64.'],
            ['Vertices', '4.5', 'Must be an integer from 3 to 64.'],
            ['x', '1e30', 'Must be a number from −1e9 to 1e9.'],
            ['x', 'two', 'Must be a number from −1e9 to 1e9.'],
            ['x', '', 'Must be a number from −1e9 to 1e9.'],
            ['x', '1,000', 'Ambiguous comma: write 1000 or 1.000.'],
            ['Radius', '-1', 'Must be a number from 0 to 1e6.'],
        ])) {
            const field = body.getByLabel(label, { exact: true });
            await field.fill(text);
            await field.press('Tab');
            await ready(page);
            assert.equal(await field.inputValue(), text);
            assert.equal(await field.getAttribute('aria-invalid'), 'true');
            const about = page.locator(`#${await field.getAttribute('aria-describedby')}`);
            assert.equal(await about.textContent(), problem);
            assert.equal(await about.isVisible(), true);
            assert.deepEqual(await visit.state(), before);
        }
        assert.deepEqual(await findBarriers(page), []);
        // Dragging a body changes its x, which the field shows.
        const x = body.getByLabel('x', { exact: true });
        await page.getByRole('button', { name: /^Body A,/ }).press('ArrowRight');
        await ready(page);
        assert.equal(await x.inputValue(), String((await visit.state()).a.pose.x));
        assert.equal(await x.getAttribute('aria-invalid'), 'false');
        await x.fill('1,5');
        assert.equal((await visit.state()).a.pose.x, 1.5, 'a decimal comma');
        await visit.close();
    });

    it('reports what is wrong with a radius, a tolerance or the name of an agent', async () => {
        const visit = await browser.visit('#scenario');
        const { page } = visit;
        await page.getByRole('button', { name: 'Save report (JSON)', disabled: false }).waitFor();
        for (const [label, text, problem] of [
            ['Radius', '-1', 'Must be a number from 0 to 1e15.'],
            ['Tolerance', '1e999', 'Must be a number from 0 to 1e15.'],
            ['Agent', 'nobody', 'No agent has this name.'],
        ]) {
            const field = page.getByLabel(label, { exact: true });
            await field.fill(text);
            await field.press('Enter');
            assert.equal(await field.inputValue(), text);
            assert.equal(await field.getAttribute('aria-invalid'), 'true');
            const about = page.locator(`#${await field.getAttribute('aria-describedby')}`);
            assert.equal(await about.textContent(), problem);
        }
        assert.deepEqual(await findBarriers(page), []);
        await visit.close();
    });

    it('reads points, commas and both minus signs, and never another number', () => {
        const limits = { min: -1e9, max: 1e9 };
        for (const [text, value] of /** @type {const} */ ([
            ['1.5', 1.5],
            ['1,5', 1.5],
            [' -0,25 ', -0.25],
            ['−3', -3],
            ['1e-3', 1e-3],
            ['1,25e2', 125],
            ['.5', 0.5],
            ['5.', 5],
            ['+2', 2],
            ['0,125', 0.125],
        ])) {
            assert.deepEqual(parseNumber(text, limits), { value }, text);
        }
        for (const text of [
            '',
            '-',
            '1,2,3',
            '1 5',
            '1.5.2',
            '0x10',
            'Infinity',
            '1,000',
            '12,345',
        ]) {
            assert.ok('problem' in parseNumber(text, limits), text);
        }
        assert.deepEqual(parseNumber('', { ...limits, isOptional: true }), { value: null });
    });
});

describe('a file that is dropped', () => {
    it('is opened on the Scenario tab from any tab', async () => {
        const files = ccbsScene('conflict');
        const visit = await browser.visit('#distance');
        const { page } = visit;
        for (const tab of TABS) {
            await visit.follow(`#${tab}`);
            assert.equal(await drop(page, files), true, `${tab} leaves it to the browser`);
            await page.locator('output[data-key="verdict"][data-value="6 violations"]').waitFor();
            const { example } = await visit.state();
            assert.equal(example, null);
            assert.equal(
                await page.getByRole('tab', { name: 'Scenario' }).getAttribute('aria-selected'),
                'true',
            );
            assert.equal(new URL(page.url()).hash.split('/')[0], '#scenario');
        }
        await visit.close();
    });
});
