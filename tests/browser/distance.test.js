import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createSync } from 'graze';
import { makeShape, toPose } from '../../web/base/shapes.js';
import { toHash } from '../../web/base/state.js';
import { randomPairs } from '../../web/tabs/distance/experiment.js';
import { STARTS, SUBDISTANCES } from '../../web/tabs/distance/gjk_options.js';
import { PRESETS } from '../../web/tabs/distance/presets.js';
import { nextFloat32, readJson } from '../helpers.js';
import {
    chooseScene,
    drag,
    findBarriers,
    fitsPhone,
    followStates,
    openBrowser,
    PHONE,
    ready,
    runCopiedCode,
} from './page.js';

/**
 * @import { Page } from 'playwright-core'
 * @import { Visit } from './page.js'
 * @import { State } from '../../web/tabs/distance/state.js'
 */

const g = createSync();

/** @param {import('graze').Shape} shape @param {import('graze').Feature} feature */
function partOf(shape, { part }) {
    if (part === undefined) return shape;
    const { vertices, radius } = shape.parts[part];
    return g.polygon(vertices, { radius });
}

/** @param {import('graze').Feature} feature */
const nameFeature = ({ kind, index, part }) =>
    part === undefined ? `${kind} ${index}` : `${kind} ${index} of part ${part}`;

/** Returns the package's answers for a state. @param {State} state */
function query({ a, b, subdistance, support, start }) {
    const shapeA = makeShape(g, a.shape);
    const shapeB = makeShape(g, b.shape);
    const poses = /** @type {const} */ ([toPose(a.pose), toPose(b.pose)]);
    const options = { subdistance, support, start };
    const distance = g.study.distance(shapeA, shapeB, ...poses, options);
    const penetration = g.penetration(shapeA, shapeB, ...poses);
    const { featureA, featureB } = distance.relation === 'overlapping' ? penetration : distance;
    // The rounds of GJK are those of the parts that decide.
    const pairs = /** @type {const} */ ([partOf(shapeA, featureA), partOf(shapeB, featureB)]);
    const answer = {
        distance,
        penetration,
        trace: g.study.trace(...pairs, ...poses, options),
        counts: SUBDISTANCES.flatMap((one) =>
            STARTS.map((from) => {
                const how = { subdistance: one, support, start: from };
                const { iterations } = g.study.distance(...pairs, ...poses, how);
                return { name: `${one} ${from}`, iterations };
            }),
        ),
    };
    shapeA.free();
    shapeB.free();
    return answer;
}

/** @param {{ x: number, y: number }} point */
const pair = ({ x, y }) => `${x}, ${y}`;

/** Compares every number on the page with the package's. @param {Visit} visit */
async function compare(visit) {
    await ready(visit.page);
    const state = await visit.state();
    const { distance, penetration, trace, counts } = query(state);
    const shown = distance.relation === 'overlapping' ? penetration : distance;
    const step = trace.rounds[Math.min(state.step, trace.rounds.length) - 1];
    const expected = {
        relation: distance.relation,
        distance: String(distance.distance),
        depth: String(penetration.depth),
        lowerBound: penetration.status === 'bounded' ? String(penetration.lowerBound) : '–',
        pointA: pair(shown.pointA),
        pointB: pair(shown.pointB),
        normal: pair(shown.normal),
        featureA: nameFeature(shown.featureA),
        featureB: nameFeature(shown.featureB),
        iterations: String(distance.iterations),
        direction: pair(step.direction),
        w: pair(step.w),
        v: pair(step.v),
        barycode: step.simplex.length === 3 ? step.barycode.toString(2).padStart(3, '0') : '–',
    };
    const outputs = await visit.outputs();
    for (const [key, value] of Object.entries(expected)) assert.equal(outputs[key], value, key);
    const cells = await visit.page
        .locator('.round td output')
        .evaluateAll((outputs) => outputs.map((output) => output.getAttribute('data-value')));
    assert.deepEqual(
        cells,
        step.simplex.flatMap(({ x, y, weight }) => [x, y, weight].map(String)),
    );
    const written = await visit.page
        .locator('[data-count]')
        .evaluateAll((all) => all.map((one) => [one.getAttribute('data-count'), one.textContent]));
    assert.deepEqual(
        Object.fromEntries(written),
        Object.fromEntries(counts.map(({ name, iterations }) => [name, String(iterations)])),
    );
    return { state, distance, penetration, trace };
}

describe('the Distance tab', () => {
    /** @type {Awaited<ReturnType<typeof openBrowser>>} */
    let browser;
    before(async () => {
        browser = await openBrowser();
    });
    after(() => browser.close());

    it('shows the numbers of the package in every scene and with every choice', async () => {
        const visit = await browser.visit('#distance');
        const { page } = visit;
        for (const { name } of PRESETS) {
            await chooseScene(page, name);
            await compare(visit);
        }
        for (const name of SUBDISTANCES) {
            await page.getByLabel('Subdistance').selectOption(name);
            await page.getByLabel('Initial direction').selectOption('fixed');
            await compare(visit);
        }
        for (const name of ['scan', 'climb', 'simd']) {
            await page.getByLabel('Support point').selectOption(name);
            await compare(visit);
        }
        await visit.close();
    });

    it('moves, turns and reshapes by pointer', async () => {
        const visit = await browser.visit('#distance');
        const { page } = visit;
        const before = await visit.state();
        await drag(page, page.getByRole('button', { name: /^Body A,/ }), 60, -30);
        await drag(page, page.getByRole('button', { name: /^Turn B/ }), -20, -60);
        await drag(page, page.getByRole('button', { name: /^Vertex 1 of A/ }), 30, 20);
        await drag(page, page.getByRole('button', { name: /^Radius of B/ }), -10, 20);
        const { state } = await compare(visit);
        assert.ok(state.a.pose.x > before.a.pose.x && state.a.pose.y > before.a.pose.y);
        assert.notEqual(state.b.pose.angle, before.b.pose.angle);
        assert.notDeepEqual(state.a.shape.points[1], before.a.shape.points[1]);
        assert.ok(state.b.shape.radius > before.b.shape.radius);
        assert.deepEqual(state.view, before.view, 'dragging a body does not pan');
        await visit.close();
    });

    it('moves by arrows, ten times as far with Shift, by one float32 with Alt', async () => {
        const visit = await browser.visit('#distance');
        const { page } = visit;
        const { a } = await visit.state();
        await page.getByRole('button', { name: /^Body A,/ }).focus();
        await page.keyboard.press('ArrowRight');
        const one = (await visit.state()).a.pose.x - a.pose.x;
        await page.keyboard.press('Shift+ArrowRight');
        const eleven = (await visit.state()).a.pose.x - a.pose.x;
        assert.ok(one > 0 && Math.abs(eleven - 11 * one) < 1e-9);
        await page.keyboard.press('Alt+ArrowUp');
        const { y } = (await visit.state()).a.pose;
        assert.equal(Math.fround(y), nextFloat32(Math.fround(a.pose.y), 1));
        await page.keyboard.press('[');
        assert.ok(
            Math.abs((await visit.state()).a.pose.angle - a.pose.angle - Math.PI / 180) < 1e-4,
        );
        await page.getByRole('button', { name: /^Turn A/ }).focus();
        await page.keyboard.press('Shift+ArrowDown');
        const { angle } = (await visit.state()).a.pose;
        assert.ok(Math.abs(angle - a.pose.angle + (9 * Math.PI) / 180) < 1e-3);
        await compare(visit);
        await visit.close();
    });

    it('says nothing twice about any round of any scene', async () => {
        const visit = await browser.visit('#distance');
        const { page } = visit;
        for (const { name } of PRESETS) {
            await chooseScene(page, name);
            await page.getByRole('slider', { name: 'Round' }).press('Home');
            for (let isLast = false; !isLast; ) {
                await ready(page);
                const text = await page.locator('.round-text').innerText();
                const clauses = text.split(/[.:;(]/).map((clause) => clause.trim());
                const twice = clauses.filter((one, i) => one !== '' && clauses.indexOf(one) < i);
                assert.deepEqual(twice, [], `${name}: ${text}`);
                const hints = await page.locator('main p:visible').allInnerTexts();
                assert.equal(new Set(hints).size, hints.length, name);
                const value = await page.locator('.player-value').innerText();
                const [, round, count] = /(\d+) of (\d+)/.exec(value) ?? [];
                isLast = round === count;
                await page.keyboard.press('.');
            }
        }
        await visit.close();
    });

    it('distinguishes touching from disjoint by one float32, and shows it', async () => {
        const visit = await browser.visit('#distance');
        const { page } = visit;
        await chooseScene(page, 'Touching edges');
        assert.equal((await compare(visit)).distance.relation, 'touching');
        await page.getByRole('button', { name: /^Body A,/ }).focus();
        await page.keyboard.press('Alt+ArrowLeft');
        const apart = await compare(visit);
        assert.equal(apart.distance.relation, 'disjoint');
        assert.equal(apart.distance.distance, 2 ** -23);
        await page.waitForFunction(
            () => document.getElementById('live')?.textContent === 'A and B are disjoint',
        );
        await page.keyboard.press('Alt+ArrowRight');
        await page.keyboard.press('Alt+ArrowRight');
        assert.equal((await compare(visit)).distance.relation, 'overlapping');
        await visit.close();
    });

    it('takes numbers and kinds from fields, and rejects invalid ones', async () => {
        const visit = await browser.visit('#distance');
        const { page } = visit;
        const bodyA = page.getByRole('region', { name: 'Body A' });
        await bodyA.getByLabel('Angle, rad').fill('1.25');
        await bodyA.getByLabel('Shape').selectOption('capsule');
        await bodyA.getByLabel('Radius').fill('0.375');
        const bodyB = page.getByRole('region', { name: 'Body B' });
        await bodyB.getByLabel('Vertices', { exact: true }).fill('9');
        await bodyB.getByText('Vertices of B').click();
        await bodyB.getByLabel('x0').fill('-0.5');
        const { state } = await compare(visit);
        assert.equal(state.a.pose.angle, 1.25);
        assert.deepEqual([state.a.shape.kind, state.a.shape.radius], ['capsule', 0.375]);
        assert.equal(state.b.shape.points.length, 9);
        assert.equal(state.b.shape.points[0][0], -0.5);
        assert.deepEqual(await findBarriers(page), []);

        const x = bodyB.getByLabel('x', { exact: true });
        await x.fill('');
        assert.equal(await x.getAttribute('aria-invalid'), 'true');
        assert.equal((await visit.state()).b.pose.x, state.b.pose.x);
        await visit.close();
    });

    it('steps through GJK by keys and plays it', async () => {
        const visit = await browser.visit('#distance');
        const { page } = visit;
        await chooseScene(page, 'Corner inside');
        const { trace } = await compare(visit);
        const count = trace.rounds.length;
        assert.ok(count >= 3);
        await page.locator('#panel').focus();
        for (let step = count - 1; step >= 1; step--) {
            await page.keyboard.press(',');
            assert.equal((await compare(visit)).state.step, step);
        }
        await page.keyboard.press('Space');
        await page.waitForFunction(
            (last) => document.querySelector('.player-value')?.getAttribute('data-value') === last,
            String(count),
        );
        await ready(page);
        const { barycode } = trace.rounds[count - 1];
        assert.equal(await page.locator('.region.is-current').count(), 1);
        assert.equal(await page.locator(`.region.is-current.r${barycode}`).count(), 1);
        await visit.close();
    });

    it('shows ten random boxes and circles, each in all its rounds', async () => {
        const visit = await browser.visit(toHash('distance', { v: 1, experiment: 7 }));
        const { page } = visit;
        const table = page.getByRole('table', { name: 'Ten random boxes and circles' });
        const pairs = randomPairs(7);
        for (const [i, { a, b }] of pairs.entries()) {
            const row = table.getByRole('row').nth(i + 1);
            const choose = row.getByRole('button', { name: `Show pair ${i + 1}`, exact: true });
            assert.equal(await choose.getAttribute('aria-pressed'), 'false');
            await choose.press('Enter');
            const { state, distance, trace } = await compare(visit);
            assert.deepEqual([state.a, state.b], [a, b]);
            assert.equal(await choose.getAttribute('aria-pressed'), 'true');
            const shown = await row
                .locator('output')
                .evaluateAll((all) => all.map((output) => output.getAttribute('data-value')));
            assert.deepEqual(shown, [distance.distance, trace.rounds.length].map(String));
            for (let step = trace.rounds.length - 1; step >= 1; step--) {
                await page.keyboard.press(',');
                assert.equal((await compare(visit)).state.step, step);
            }
        }
        await page.getByLabel('Initial direction').selectOption('fixed');
        await compare(visit);
        const rounds = await table
            .locator('td:last-child output')
            .evaluateAll((all) => all.map((output) => output.getAttribute('data-value')));
        const expected = pairs.map(({ a, b }) => {
            const { support, subdistance } = { support: 'auto', subdistance: 'barycode' };
            const state = /** @type {State} */ ({ a, b, support, subdistance, start: 'fixed' });
            return String(query(state).trace.rounds.length);
        });
        assert.deepEqual(rounds, expected);
        assert.deepEqual(await findBarriers(page), []);
        await visit.close();
    });

    it('plays ten random pairs by a button, one after the other, until it is stopped', async () => {
        const visit = await browser.visit('#distance');
        const { page } = visit;
        const table = page.getByRole('table', { name: 'Ten random boxes and circles' });
        assert.equal(await table.isVisible(), false);
        await page.getByRole('button', { name: 'Ten random boxes and circles' }).press('Enter');
        const { experiment, step } = await visit.state();
        assert.ok(experiment > 0);
        assert.equal(step, 1);
        const pairs = randomPairs(experiment);
        const spoken = (/** @type {number} */ i) =>
            page.waitForFunction(
                (start) => document.getElementById('live')?.textContent?.startsWith(start),
                `Pair ${i} of 10: distance `,
            );
        await spoken(1);
        await spoken(2);
        const { state, trace } = await compare(visit);
        assert.deepEqual([state.a, state.b], [pairs[1].a, pairs[1].b]);
        assert.equal(state.step, trace.rounds.length);
        await page.getByRole('button', { name: 'Stop' }).press('Enter');
        await ready(page);
        // Nothing follows, and undo goes back to the pair before, then to the scene before all pairs.
        await page.waitForTimeout(2000);
        assert.deepEqual((await visit.state()).a, pairs[1].a);
        await page.locator('#panel').focus();
        await page.keyboard.press('Control+z');
        assert.deepEqual((await compare(visit)).state.a, pairs[0].a);
        await page.keyboard.press('Control+z');
        assert.equal((await compare(visit)).state.experiment, 0);
        assert.equal(await table.isVisible(), false);
        await visit.close();
    });

    it('ends the playing of random pairs when a visitor changes the scene', async () => {
        const visit = await browser.visit('#distance');
        const { page } = visit;
        await page.getByRole('button', { name: 'Ten random boxes and circles' }).click();
        await ready(page);
        await chooseScene(page, 'Touching edges');
        await compare(visit);
        await page.getByRole('button', { name: 'Ten random boxes and circles' }).waitFor();
        await page.waitForTimeout(2000);
        assert.equal((await compare(visit)).distance.relation, 'touching');
        await visit.close();
    });

    it('shows the region that each barycode names', async () => {
        // In this scene GJK takes many rounds: the origin lies beyond an edge of the triangle for several of them.
        const visit = await browser.visit('#distance');
        const { page } = visit;
        await chooseScene(page, 'Many vertices');
        await page.getByLabel('Initial direction').selectOption('fixed');
        await page.locator('#panel').focus();
        let seen = 0;
        for (;;) {
            const { state, trace } = await compare(visit);
            const at = Math.min(state.step, trace.rounds.length);
            const step = trace.rounds[at - 1];
            const look = await page
                .locator('.region.is-current')
                .evaluateAll((paths) =>
                    paths.map((path) => path.getAttribute('class')?.match(/r(\d)/)?.[1]),
                );
            if (step.simplex.length === 3) {
                assert.deepEqual(look, [String(step.barycode)]);
                seen += 1;
            } else {
                assert.deepEqual(look, []);
            }
            if (at === 1) break;
            await page.keyboard.press(',');
        }
        assert.ok(seen > 0);
        await visit.close();
    });

    it('copies code with the same answers, and a valid test case', async () => {
        const visit = await browser.visit('#distance');
        const { page } = visit;
        await chooseScene(page, 'Disc and capsule');
        const { distance, penetration } = await compare(visit);
        const clipboard = () => page.evaluate(() => navigator.clipboard.readText());

        await page.getByRole('button', { name: 'Copy as code' }).click();
        const logged = await runCopiedCode(page, g);
        assert.deepEqual(logged, [distance, penetration]);

        await page.getByRole('button', { name: 'Copy as test case' }).click();
        const entry = JSON.parse(await clipboard());
        const a = g.hull(entry.a, { radius: entry.ra });
        const b = g.hull(entry.b, { radius: entry.rb });
        const answer = g.distance(a, b, entry.poseA, entry.poseB);
        assert.equal(answer.relation, entry.relation);
        assert.equal(answer.distance, entry.distance);
        assert.equal(g.penetration(a, b, entry.poseA, entry.poseB).depth, entry.penetration);
        await visit.close();
    });

    it('shows all columns of the simplex in every round, on every screen', async () => {
        const visit = await browser.visit('#distance');
        const { page } = visit;
        for (const width of [1920, 1440, 1280, 1024]) {
            await page.setViewportSize({ width, height: 900 });
            for (const name of ['Two polygons apart', 'Deep penetration', 'Slivers']) {
                await chooseScene(page, name);
                const { trace } = await compare(visit);
                await page.locator('#panel').focus();
                for (let step = trace.rounds.length; step >= 1; step--) {
                    const room = await page
                        .locator('.round .scroll-x')
                        .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
                    assert.equal(room, 0, `${name}, round ${step}, at ${width} px`);
                    await page.keyboard.press(',');
                    await ready(page);
                }
            }
        }
        await visit.close();
    });

    it('writes the distance above all handles, and away from them', async () => {
        for (const options of [
            {},
            // This is twice as large, as with the browser's zoom.
            { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 },
            PHONE,
            { ...PHONE, viewport: { width: 360, height: 740 } },
        ]) {
            const visit = await browser.visit('#distance', options);
            const covered = await visit.page.evaluate(() => {
                const label = /** @type {SVGTextElement} */ (
                    document.querySelector('.world .length')
                );
                const box = label.getBoundingClientRect();
                return [...document.querySelectorAll('.world .handle:not([hidden])')].flatMap(
                    (handle) => {
                        const mark = /** @type {Element} */ (handle.querySelector('.mark'));
                        const { left, right, top, bottom } = mark.getBoundingClientRect();
                        const isApart =
                            left > box.right ||
                            right < box.left ||
                            top > box.bottom ||
                            bottom < box.top;
                        const isAbove =
                            handle.compareDocumentPosition(label) &
                            Node.DOCUMENT_POSITION_FOLLOWING;
                        return isApart && isAbove ? [] : [handle.getAttribute('aria-label')];
                    },
                );
            });
            assert.deepEqual(covered, [], JSON.stringify(options));
            assert.equal(await visit.page.locator('.world .length').textContent(), '0.731592');
            await visit.close();
        }
    });

    it('breaks no number and clips none, however many digits it has', async () => {
        for (const width of [1440, 1024, 360]) {
            const visit = await browser.visit('#distance', { viewport: { width, height: 900 } });
            const { page } = visit;
            await page.getByLabel('Full precision').check();
            for (const { name } of PRESETS) {
                await chooseScene(page, name);
                await ready(page);
                const wrong = await page.evaluate(() =>
                    [...document.querySelectorAll('.readout .number')].flatMap((number) => {
                        const { right } = number.getBoundingClientRect();
                        const card = /** @type {Element} */ (number.closest('.card'));
                        const isOut = right > card.getBoundingClientRect().right;
                        const isBroken = number.getClientRects().length > 1;
                        const isHyphen = number.textContent?.includes('-');
                        return isOut || isBroken || isHyphen ? [number.textContent] : [];
                    }),
                );
                assert.deepEqual(wrong, [], `${name}, ${width} px`);
            }
            await visit.close();
        }
    });

    it('copies an ASCII minus sign, which programs parse', async () => {
        const visit = await browser.visit('#distance');
        const { page } = visit;
        const output = page.locator('output[data-key="pointA"]');
        assert.match(String(await output.textContent()), /^−\d/);
        await output.evaluate((element) => getSelection()?.selectAllChildren(element));
        await page.keyboard.press('Control+c');
        const copied = await page.evaluate(() => navigator.clipboard.readText());
        assert.match(copied.trim(), /^-\d[^−]*$/);
        await visit.close();
    });

    it('writes numbers in full on request', async () => {
        const visit = await browser.visit('#distance');
        const { page } = visit;
        const output = page.locator('output[data-key="distance"]');
        const exact = await output.getAttribute('data-value');
        assert.notEqual(await output.textContent(), exact);
        await page.getByLabel('Full precision').check();
        assert.equal(await output.textContent(), exact);
        await visit.close();
    });

    it('shows committed vectors from a link with their committed answers', async () => {
        /** @type {{ pairs: any[] }} */
        const { pairs } = readJson('tests/vectors/dev_gjk.json');
        const chosen = pairs.filter((_, i) => i % 20 === 0);
        const visit = await browser.visit('#distance');
        for (const one of chosen) {
            const still = { x: 0, y: 0, angle: 0 };
            /** @param {[number, number][]} points */
            const body = (points) => ({
                shape: { kind: 'polygon', points, radius: 0 },
                pose: still,
            });
            await visit.follow(toHash('distance', { v: 1, a: body(one.a), b: body(one.b) }));
            assert.equal(await visit.output('relation'), one.relation, one.id);
            await compare(visit);
        }
        await visit.close();
    });

    it('survives links with arbitrary contents', async () => {
        const states = [
            { v: 1 },
            { v: 1, a: null, b: 7, view: [], step: -1, subdistance: 'x' },
            { v: 1, a: { shape: { kind: 'polygon', points: [], radius: 1 }, pose: 3 } },
            { v: 1, a: { shape: { kind: 'polygon', points: [[1e9, 1e9]], radius: 1e6 } } },
            {
                v: 1,
                a: {
                    shape: {
                        kind: 'capsule',
                        points: [
                            [0, 0],
                            [0, 0],
                        ],
                        radius: 0,
                    },
                },
            },
            { v: 1, view: { x: 1e9, y: -1e9, span: 1e-7 }, cso: { x: 0, y: 0, span: 1e-7 } },
            { v: 1, view: { x: 0, y: 0, span: 0 } },
        ];
        await followStates(browser, 'distance', states, compare);
    });

    it('has no barrier that axe finds, and fits a phone, also dark and by touch', () =>
        fitsPhone(browser, '#distance', PRESETS));

    it('fits a phone with a table of random pairs, and shows the pair that plays', async () => {
        const visit = await browser.visit(toHash('distance', { v: 1, experiment: 7 }), {
            viewport: { width: 360, height: 740 },
            hasTouch: true,
            isMobile: true,
        });
        const { page } = visit;
        const run = page.getByRole('button', { name: 'Ten random boxes and circles' });
        await run.scrollIntoViewIfNeeded();
        await run.tap();
        await ready(page);
        const stage = await page.locator('.world .stage').boundingBox();
        assert.ok(stage && stage.y >= 0 && stage.y + stage.height <= 740);
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
        const small = await page.evaluate(() =>
            [...document.querySelectorAll('.experiment button')].flatMap((button) => {
                const { width, height } = button.getBoundingClientRect();
                return width >= 24 && height >= 24 ? [] : [button.textContent];
            }),
        );
        assert.deepEqual(small, []);
        assert.deepEqual(await findBarriers(page), []);
        await visit.close();
    });
});
