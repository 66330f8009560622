import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createSync } from 'graze';
import { findOutlineName, namedOutline, OUTLINE_NAMES } from '../../web/base/outlines.js';
import { makeShape, toPose } from '../../web/base/shapes.js';
import { toHash } from '../../web/base/state.js';
import { PRESETS as MOVING } from '../../web/tabs/contact/presets.js';
import { PRESETS as STILL } from '../../web/tabs/distance/presets.js';
import { PRESETS as SWEPT } from '../../web/tabs/sweep/presets.js';
import {
    chooseScene,
    drag,
    findBarriers,
    openBrowser,
    PHONE,
    ready,
    runCopiedCode,
} from './page.js';

/**
 * Bodies that are not convex: their drawing by clicks, taps and keys, their parts, and outlines that are refused.
 *
 * @import { Page } from 'playwright-core'
 * @import { Visit } from './page.js'
 */

const g = createSync();

/** Corners of an arrowhead, as fractions of the stage. @type {[number, number][]} */
const ARROWHEAD = [
    [0.2, 0.25],
    [0.7, 0.5],
    [0.2, 0.75],
    [0.35, 0.5],
];
/** The same corners in an order in which edges 1 and 3 cross. */
const CROSSED = [ARROWHEAD[0], ARROWHEAD[1], ARROWHEAD[3], ARROWHEAD[2]].map(
    ([x, y], i) => /** @type {[number, number]} */ (i === 2 ? [0.1, 0.5] : [x, y]),
);

/** Begins to draw a body, and returns a function that places points of the stage on the screen. @param {Page} page @param {'A' | 'B'} name */
async function startDrawing(page, name) {
    await page.getByRole('button', { name: `Draw ${name}`, exact: true }).click();
    await page.locator('.draw-surface').waitFor();
    await ready(page);
    const box = await page.locator('.stage').first().boundingBox();
    assert.ok(box);
    return (/** @type {[number, number]} */ [x, y]) =>
        /** @type {[number, number]} */ ([box.x + box.width * x, box.y + box.height * y]);
}

/** Returns the middles of elements on the screen. @param {Page} page @param {string} selector */
const middles = (page, selector) =>
    page.locator(selector).evaluateAll((all) =>
        all.map((one) => {
            const { left, right, top, bottom } = one.getBoundingClientRect();
            return [(left + right) / 2, (top + bottom) / 2];
        }),
    );

/** @param {number[][]} found @param {number[][]} expected places on the screen */
function assertNear(found, expected) {
    assert.equal(found.length, expected.length);
    for (const [i, [x, y]] of found.entries()) {
        const distance = Math.hypot(x - expected[i][0], y - expected[i][1]);
        assert.ok(distance < 0.75, `point ${i} is ${distance} px away`);
    }
}

/** Returns the number of pieces of a path. @param {Page} page @param {string} selector */
const countPieces = async (page, selector) =>
    ((await page.locator(selector).getAttribute('d')) ?? '').split('M').length - 1;

/** Asserts that the answer is that of the package, for the shapes in the state. @param {Visit} visit */
async function assertAnswer(visit) {
    await ready(visit.page);
    const { a, b } = await visit.state();
    const shapes = /** @type {const} */ ([makeShape(g, a.shape), makeShape(g, b.shape)]);
    const expected = g.distance(...shapes, toPose(a.pose), toPose(b.pose));
    assert.equal(await visit.output('relation'), expected.relation);
    assert.equal(await visit.output('distance'), String(expected.distance));
    for (const shape of shapes) shape.free();
    return { a, b };
}

describe('bodies that are not convex', () => {
    /** @type {Awaited<ReturnType<typeof openBrowser>>} */
    let browser;
    before(async () => {
        browser = await openBrowser();
    });
    after(() => browser.close());

    it('are drawn by clicks, and closed by a click on the first vertex', async () => {
        const visit = await browser.visit('#distance');
        const { page } = visit;
        const toScreen = await startDrawing(page, 'A');
        const places = ARROWHEAD.map(toScreen);
        for (const place of places) await page.mouse.click(...place);
        assertNear(await middles(page, '.drawing .mark'), places);
        await page.mouse.move(...toScreen([0.5, 0.9]));
        assert.equal(await countPieces(page, '.rubber-band'), 1, 'a band leads to the pointer');
        await page.mouse.click(...places[0]);
        const { a } = await assertAnswer(visit);
        assert.equal(a.shape.kind, 'concave');
        assert.equal(await page.locator('.drawing, .draw-bar').count(), 0);
        assertNear(await middles(page, '.handle.a.dot .mark'), places);

        // The link shows the same body, to the bit.
        const other = await browser.visit(toHash('distance', { v: 1, ...(await visit.state()) }));
        assert.deepEqual((await other.state()).a, a);
        await assertAnswer(other);
        await other.close();
        await visit.close();
    });

    it('are drawn by keys alone', async () => {
        const visit = await browser.visit('#distance');
        const { page } = visit;
        await page.getByRole('button', { name: 'Draw B', exact: true }).focus();
        await page.keyboard.press('Enter');
        await page.locator('.draw-surface').waitFor();
        await ready(page);
        const moves = [
            [],
            ['Shift+ArrowRight', 'Shift+ArrowRight'],
            ['Shift+ArrowUp', 'ArrowUp', 'Shift+ArrowUp'],
            ['Shift+ArrowLeft', 'ArrowDown', 'Shift+ArrowDown'],
        ];
        for (const keys of moves) {
            for (const key of keys) await page.keyboard.press(key);
            await page.keyboard.press('Space');
        }
        assert.equal(await page.locator('.drawing .handle').count(), 4);
        await page.keyboard.press('Enter');
        const { b } = await assertAnswer(visit);
        /** @type {[number, number][]} */
        const points = b.shape.points;
        const [[x0, y0], ...rest] = points;
        const relative = rest.map(([x, y]) => [x - x0, y - y0].map((v) => Number(v.toFixed(3))));
        const step = relative[0][0] / 20;
        assert.ok(step > 0);
        const inSteps = relative.map((point) => point.map((v) => Math.round(v / step)));
        assert.deepEqual(inSteps, [
            [20, 0],
            [20, 21],
            [10, 10],
        ]);
        const label = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
        assert.match(String(label), /^Body B, concave of 2 parts/);
        await visit.close();
    });

    it('are drawn by taps on a phone, and the page does not scroll away', async () => {
        for (const tab of ['distance', 'contact', 'sweep']) {
            const visit = await browser.visit(`#${tab}`, PHONE);
            const { page } = visit;
            const toScreen = await startDrawing(page, 'A');
            const scrolled = await page.evaluate(() => scrollY);
            for (const place of ARROWHEAD) await page.touchscreen.tap(...toScreen(place));
            assert.equal(await page.locator('.drawing .handle').count(), 4);
            await page.touchscreen.tap(...toScreen(ARROWHEAD[0]));
            await ready(page);
            assert.equal((await visit.state()).a.shape.kind, 'concave', tab);
            assert.equal(await page.evaluate(() => scrollY), scrolled);
            const width = await page.evaluate(() => document.documentElement.scrollWidth);
            assert.ok(width <= 390, `${tab}: ${width} px wide`);
            await visit.close();
        }
    });

    it('are refused with both edges while their outline crosses itself, and can be repaired', async () => {
        const visit = await browser.visit('#distance');
        const { page } = visit;
        const before = await visit.state();
        const toScreen = await startDrawing(page, 'A');
        for (const place of CROSSED) await page.mouse.click(...toScreen(place));
        const message = page.locator('.draw-bar .field-error');
        assert.ok(await message.isHidden());
        await page.keyboard.press('Enter');
        const text = String(await message.textContent());
        assert.match(text, /must not intersect itself/);
        assert.match(text, /edge 1 of outline, .* and edge 3 of outline, .* cross/);
        assert.doesNotMatch(text, /\d\.\d{7}/, 'coordinates are short');
        const [first, second] = await page
            .locator('.drawing .refused-edges')
            .evaluate((path) => String(path.getAttribute('d')).split('M').slice(1));
        const toPoints = (/** @type {string} */ d) =>
            d.split('L').map((point) => point.split(' ').map(Number));
        const box = await page.locator('.stage').first().boundingBox();
        const onStage = CROSSED.map(toScreen).map(([x, y]) => [
            x - (box?.x ?? 0) - 1,
            y - (box?.y ?? 0) - 1,
        ]);
        assertNear(toPoints(first), [onStage[1], onStage[2]]);
        assertNear(toPoints(second), [onStage[3], onStage[0]]);
        assert.deepEqual((await visit.state()).a, before.a, 'the body stays');
        assert.equal(await page.locator('.drawing .handle').count(), 4, 'the drawing stays');
        assert.deepEqual(await findBarriers(page), []);

        // The last vertex is moved so that no edges cross.
        const [x, y] = toScreen(CROSSED[3]);
        await page.mouse.move(x, y);
        await page.mouse.down();
        const [toX, toY] = toScreen([0.12, 0.3]);
        for (const part of [0.3, 0.7, 1])
            await page.mouse.move(x + part * (toX - x), y + part * (toY - y));
        await page.mouse.up();
        assert.ok(await message.isHidden(), 'a change takes the message away');
        await page.getByRole('button', { name: 'Close outline' }).click();
        const { a } = await assertAnswer(visit);
        assert.equal(a.shape.points.length, 4);
        await visit.close();
    });

    it('are drawn finer than the spacing of float32, far from the origin', async () => {
        const visit = await browser.visit('#distance');
        const { page } = visit;
        await chooseScene(page, 'Map coordinates');
        await ready(page);
        const toScreen = await startDrawing(page, 'A');
        // Some of these are less than half a unit apart, which is the spacing there.
        const places = /** @type {[number, number][]} */ ([
            [0.3, 0.4],
            [0.4, 0.41],
            [0.5, 0.4],
            [0.4, 0.44],
        ]).map(toScreen);
        for (const place of places) await page.mouse.click(...place);
        await page.keyboard.press('Enter');
        const { a } = await assertAnswer(visit);
        assert.equal(a.shape.kind, 'concave');
        const ys = a.shape.points.map((/** @type {[number, number]} */ [, y]) => y);
        assert.ok(Math.max(...ys) - Math.min(...ys) < 0.6, String(ys));
        await visit.close();
    });

    it('lose vertices by Backspace and Delete, and are left by Escape', async () => {
        const visit = await browser.visit('#distance');
        const { page } = visit;
        const before = await visit.state();
        const toScreen = await startDrawing(page, 'A');
        const count = () => page.locator('.drawing .handle').count();
        const add = async () => {
            for (const place of ARROWHEAD) await page.mouse.click(...toScreen(place));
        };
        await add();
        await page.keyboard.press('Backspace');
        assert.equal(await count(), 3);
        await page.getByRole('button', { name: 'Remove last vertex' }).click();
        assert.equal(await count(), 2);
        await page.locator('.stage').first().focus();
        await page.keyboard.press('Enter');
        assert.match(String(await page.locator('.draw-bar .field-error').textContent()), /3/);
        await page.getByRole('button', { name: /^Drawn vertex 0/ }).focus();
        await page.keyboard.press('Delete');
        assertNear(await middles(page, '.drawing .mark'), [toScreen(ARROWHEAD[1])]);
        await page.keyboard.press('Escape');
        assert.equal(await page.locator('.drawing, .draw-bar').count(), 0);
        assert.equal(
            await page.evaluate(() => document.activeElement?.textContent),
            'Draw A',
            'the focus returns',
        );
        assert.deepEqual(await visit.state(), before);

        // The button itself ends the drawing; another body's button takes over.
        await startDrawing(page, 'A');
        const drawA = page.getByRole('button', { name: 'Draw A', exact: true });
        assert.equal(await drawA.getAttribute('aria-pressed'), 'true');
        await drawA.click();
        assert.equal(await drawA.getAttribute('aria-pressed'), 'false');
        assert.equal(await page.locator('.drawing, .draw-bar').count(), 0);
        await startDrawing(page, 'A');
        await add();
        await startDrawing(page, 'B');
        assert.equal(await page.locator('.draw-bar').count(), 1);
        assert.equal(await count(), 0);
        await page.getByRole('button', { name: 'Cancel' }).click();
        assert.deepEqual(await visit.state(), before);
        await visit.close();
    });

    it('stay in place on the world while the view moves', async () => {
        const visit = await browser.visit('#distance');
        const { page } = visit;
        const toScreen = await startDrawing(page, 'A');
        for (const place of ARROWHEAD.slice(0, 3)) await page.mouse.click(...toScreen(place));
        const [from] = await middles(page, '.drawing .mark');
        await page.mouse.move(...toScreen([0.5, 0.9]));
        await page.mouse.down();
        await page.mouse.move(...toScreen([0.6, 0.9]), { steps: 3 });
        await page.mouse.up();
        await ready(page);
        assert.equal(await page.locator('.drawing .handle').count(), 3, 'a drag adds no vertex');
        const [to] = await middles(page, '.drawing .mark');
        assert.ok(to[0] - from[0] > 20, 'a drag pans');
        await page.getByRole('button', { name: 'Zoom out' }).first().click();
        await ready(page);
        await page.getByRole('button', { name: 'Close outline' }).click();
        await assertAnswer(visit);
        await visit.close();
    });

    it('keep the last good shape when a vertex is dragged across an edge', async () => {
        const visit = await browser.visit('#distance');
        const { page } = visit;
        await chooseScene(page, 'L and star');
        await ready(page);
        const shown = await visit.state();
        const corner = page.getByRole('button', { name: /^Vertex 3 of A/ });
        await drag(page, corner, 15, 10);
        const moved = await assertAnswer(visit);
        assert.notDeepEqual(moved.a.shape, shown.a.shape);
        assert.equal(moved.a.shape.points.length, 6);

        const message = page.locator('.stage-message');
        assert.ok(await message.isHidden());
        await drag(page, corner, -140, 60);
        await ready(page);
        const text = String(await message.textContent());
        assert.match(text, /^Refused: outline must not intersect itself/);
        assert.ok(await message.isVisible());
        assert.equal(await countPieces(page, '.refused-outline'), 1);
        assert.equal(await countPieces(page, '.refused-edges'), 2);
        const kept = await assertAnswer(visit);
        assert.equal(kept.a.shape.kind, 'concave');
        const fields = page.getByRole('region', { name: 'Body A' });
        await page.waitForFunction(
            () => document.getElementById('live')?.textContent?.startsWith('Refused') === true,
        );

        await drag(page, corner, 5, 5);
        await ready(page);
        assert.ok(await message.isHidden(), 'a good change takes the message away');

        // The fields refuse the same.
        await fields.getByText('Vertices of A').click();
        const good = (await visit.state()).a;
        await fields.getByLabel('x3').fill('-9');
        await ready(page);
        assert.ok(await message.isVisible());
        assert.deepEqual((await visit.state()).a, good);
        await chooseScene(page, 'Inside a U');
        await ready(page);
        assert.ok(await message.isHidden(), 'another scene takes the message away');
        await visit.close();
    });

    it('move and turn as one, and vertices of holes move too', async () => {
        const visit = await browser.visit('#distance');
        const { page } = visit;
        await chooseScene(page, 'Inside a ring');
        const { a } = await visit.state();
        await page.getByRole('button', { name: /^Body A,/ }).focus();
        await page.keyboard.press('ArrowLeft');
        await page.keyboard.press(']');
        const moved = await assertAnswer(visit);
        assert.notDeepEqual(moved.a.pose, a.pose);
        assert.deepEqual(moved.a.shape, a.shape);
        await page.getByRole('button', { name: /^Vertex 14 of A/ }).focus();
        await page.keyboard.press('ArrowUp');
        const { shape } = (await assertAnswer(visit)).a;
        assert.deepEqual(shape.points, a.shape.points);
        assert.notDeepEqual(shape.holes[0][2], a.shape.holes[0][2]);
        await visit.close();
    });

    it('show their parts, and highlight the pair that decides', async () => {
        const visit = await browser.visit('#distance');
        const { page } = visit;
        for (const { name, a, b } of STILL) {
            await chooseScene(page, name);
            await ready(page);
            const shapes = [makeShape(g, a.shape), makeShape(g, b.shape)];
            const [shapeA, shapeB] = shapes;
            const poses = /** @type {const} */ ([toPose(a.pose), toPose(b.pose)]);
            const distance = g.distance(shapeA, shapeB, ...poses);
            const { featureA, featureB } =
                distance.relation === 'overlapping'
                    ? g.penetration(shapeA, shapeB, ...poses)
                    : distance;
            for (const [k, { part }] of [featureA, featureB].entries()) {
                const side = 'ab'[k];
                const { parts } = shapes[k];
                const numbers = await page.locator(`.part-numbers.${side} text`).allTextContents();
                const isNumbered = numbers.every((number) => /^p\d+$/.test(number));
                assert.ok(isNumbered && numbers.length <= parts.length, name);
                const seams = await countPieces(page, `.seams.${side}`);
                assert.equal(seams, parts.length, name);
                const deciding = page.locator(`.part-numbers.${side} .is-deciding`);
                const expected = part === undefined ? [] : [`p${part}`];
                assert.deepEqual(await deciding.allTextContents(), expected, name);
                assert.equal(
                    await countPieces(page, `.deciding-part.${side}`),
                    part === undefined ? 0 : 1,
                    name,
                );
            }
            const hint = page.locator('.pair-hint');
            const isCompound = featureA.part !== undefined || featureB.part !== undefined;
            assert.equal(await hint.isVisible(), isCompound, name);
            if (featureA.part !== undefined) {
                const text = String(await hint.textContent());
                assert.ok(text.includes(`part ${featureA.part} of A`), text);
            }
            for (const shape of shapes) shape.free();
        }
        await visit.close();
    });

    it('show the depth of the union, exact or with its bounds, and the whole of B moved by it', async () => {
        const visit = await browser.visit('#distance');
        const { page } = visit;
        const hint = page.locator('.depth-hint');
        const lowerBound = page.locator('output[data-key="lowerBound"]');
        const pose = { x: 0, y: 0, angle: 0 };
        /** @type {Set<string>} */
        const statuses = new Set();
        for (const [nameA, nameB, radius, toB] of /** @type {const} */ ([
            ['Gear', 'Comb', 0, { x: 1.4, y: 0.7, angle: -0.3 }],
            ['U', 'Star', 0.1, { x: 0.3, y: 0.2, angle: 0.4 }],
            ['Ring', 'Gear', 0, { x: 0.3, y: 0.2, angle: 0.4 }],
            ['L', '', 0.9, { x: 0.3, y: 0.2, angle: 0.4 }],
        ])) {
            const a = { shape: namedOutline(nameA, 1.5), pose };
            const shape = nameB
                ? { ...namedOutline(nameB, 1.5), radius }
                : { kind: 'disc', points: [[0, 0]], radius };
            const view = { x: 1, y: 0, span: 10 };
            await visit.follow(toHash('distance', { v: 1, a, b: { shape, pose: toB }, view }));
            await ready(page);
            const { b } = await visit.state();
            const [shapeA, shapeB] = [makeShape(g, a.shape), makeShape(g, b.shape)];
            const answer = g.penetration(shapeA, shapeB, pose, toPose(b.pose));
            const { status, depth, normal } = answer;
            const what = `${nameA} and ${nameB}: ${status}`;
            statuses.add(status);
            assert.equal(answer.relation, 'overlapping', what);
            assert.equal(await visit.output('depth'), String(depth), what);
            const isBounded = status === 'bounded';
            assert.equal(await hint.isVisible(), isBounded, what);
            assert.equal(await lowerBound.isVisible(), isBounded, what);
            if (isBounded) {
                assert.equal(await visit.output('lowerBound'), String(answer.lowerBound));
                assert.match(
                    String(await hint.textContent()),
                    /translation by the depth separates/,
                );
            }

            // The dotted outline is all of B's, moved so far that the bodies only touch.
            const edge = nameB ? '.body-edge.b' : '.body.b';
            assert.equal(await countPieces(page, '.ghost'), await countPieces(page, edge), what);
            const [from, to] = await page.evaluate(
                (selectors) =>
                    selectors.map((selector) => {
                        const path = /** @type {SVGPathElement} */ (
                            document.querySelector(selector)
                        );
                        const { x, y, width, height } = path.getBBox();
                        return { x, y, width, height, length: path.getTotalLength() };
                    }),
                [edge, '.ghost'],
            );
            const box = await page.locator('.stage').first().boundingBox();
            const scale = (Math.min(box?.width ?? 0, box?.height ?? 0) - 2) / view.span;
            for (const [found, expected] of [
                [to.x - from.x, depth * normal.x * scale],
                [from.y - to.y, depth * normal.y * scale],
                [to.width, from.width],
                [to.height, from.height],
                [to.length, from.length],
            ]) {
                assert.ok(Math.abs(found - expected) < 0.3, `${what}: ${found}, ${expected}`);
            }
            const moved = {
                x: toB.x + depth * normal.x,
                y: toB.y + depth * normal.y,
                angle: toB.angle,
            };
            const { depth: left } = g.penetration(shapeA, shapeB, pose, moved);
            assert.ok(left < 1e-6, `${what}: ${left} after the move`);
            shapeA.free();
            shapeB.free();
        }
        assert.deepEqual(statuses, new Set(['exact', 'bounded']));
        await visit.close();
    });

    it('are outlined at their radius, without the curves inside', async () => {
        const visit = await browser.visit('#distance');
        const { page } = visit;
        for (const [name, radius] of /** @type {const} */ ([
            ['U', 0.3],
            ['U', 0.7],
            ['Star', 0.15],
            ['Ring', 0.3],
            ['Gear', 0.2],
        ])) {
            const shape = { ...namedOutline(name, 1.5), radius };
            const pose = { x: -0.4, y: 0.2, angle: 0.4 };
            const view = { x: 0, y: 0, span: 8 };
            const b = { shape: namedOutline('L', 0.4), pose: { x: 3.3, y: 0, angle: 0 } };
            await visit.follow(toHash('distance', { v: 1, a: { shape, pose }, b, view }));
            const points = await page
                .locator('.body-edge.a')
                .evaluate((/** @type {SVGPathElement} */ path) => {
                    const length = path.getTotalLength();
                    const { width, height } = /** @type {Element} */ (
                        path.ownerSVGElement
                    ).getBoundingClientRect();
                    const scale = (Math.min(width, height) - 2) / 8;
                    return Array.from({ length: 300 }, (_, i) => {
                        const { x, y } = path.getPointAtLength((length * i) / 300);
                        return {
                            x: (x - (width - 2) / 2) / scale,
                            y: ((height - 2) / 2 - y) / scale,
                        };
                    });
                });
            const core = makeShape(g, { ...shape, radius: 0 });
            const point = g.hull([[0, 0]]);
            for (const { x, y } of points) {
                const distance = g.gap(core, point, pose, { x, y });
                assert.ok(Math.abs(distance - radius) < 0.01, `${name} ${radius}: ${distance}`);
            }
            core.free();
            point.free();
        }
        await visit.close();
    });

    it('have named outlines, of any size', async () => {
        for (const name of OUTLINE_NAMES) {
            for (const size of [1e-3, 0.37, 1, 12.5, 4e5]) {
                const shape = namedOutline(name, size);
                assert.equal(findOutlineName(shape), name);
                const made = makeShape(g, shape);
                assert.ok(made.parts.length > 1, `${name} is not convex`);
                made.free();
            }
        }
        const visit = await browser.visit('#distance');
        const { page } = visit;
        const card = page.getByRole('region', { name: 'Body B' });
        await card.getByLabel('Shape').selectOption('concave');
        for (const name of OUTLINE_NAMES) {
            await card.getByLabel('Outline').selectOption(name);
            const { b } = await assertAnswer(visit);
            assert.equal(findOutlineName(b.shape), name);
            assert.equal(await card.getByLabel('Outline').inputValue(), name);
        }
        await page.getByRole('button', { name: /^Vertex 1 of B/ }).focus();
        await page.keyboard.press('ArrowRight');
        await ready(page);
        assert.equal(await card.getByLabel('Outline').inputValue(), 'Custom');
        await card.getByLabel('Shape').selectOption('polygon');
        const { b } = await assertAnswer(visit);
        assert.deepEqual(Object.keys(b.shape).sort(), ['kind', 'points', 'radius']);
        await visit.close();
    });

    it('are copied as code and as test cases with the same answers', async () => {
        const visit = await browser.visit('#distance');
        const { page } = visit;
        const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
        /** Runs copied code and returns what it prints. */
        const runCode = async () => {
            await page.getByRole('button', { name: 'Copy as code' }).click();
            return runCopiedCode(page, g);
        };
        await chooseScene(page, 'Inside a ring');
        const [distance, penetration] = await runCode();
        assert.equal(await visit.output('distance'), String(distance.distance));
        assert.equal(await visit.output('depth'), String(penetration.depth));
        await page.getByRole('button', { name: 'Copy as test case' }).click();
        const entry = JSON.parse(await clipboard());
        const [outline, ...holes] = entry.ringsA;
        const a = g.concave(outline, { holes, radius: entry.ra });
        const b = g.concave(entry.ringsB[0], { radius: entry.rb });
        const answer = g.distance(a, b, entry.poseA, entry.poseB);
        assert.deepEqual([answer.relation, answer.distance], [entry.relation, entry.distance]);

        const scenes = /** @type {const} */ ([
            ['contact', MOVING],
            ['sweep', SWEPT],
        ]);
        for (const [tab, presets] of scenes) {
            const { name } = presets[presets.length - 1];
            await page
                .getByRole('tab', { name: tab === 'contact' ? 'First contact' : 'Sweep' })
                .click();
            await ready(page);
            await chooseScene(page, name);
            await ready(page);
            const found = (await runCode()).find((value) => value.status && value.time);
            assert.equal(await visit.output('status'), found.status);
            assert.equal(await visit.output('time'), found.time.join(', '));
        }
        await visit.close();
    });

    it('are drawn on a path where the body is shown, which moves the path', async () => {
        const visit = await browser.visit('#contact');
        const { page } = visit;
        const before = await visit.state();
        await visit.follow(toHash('contact', { v: 1, ...before, time: 3 }));
        const toScreen = await startDrawing(page, 'A');
        const places = ARROWHEAD.map(([x, y]) => toScreen([0.4 + 0.3 * x, 0.1 + 0.8 * y]));
        for (const place of places) await page.mouse.click(...place);
        await page.keyboard.press('Enter');
        await ready(page);
        const { a } = await visit.state();
        assert.equal(a.shape.kind, 'concave');
        assert.notDeepEqual(a.path, before.a.path);
        const [[left, top, right, bottom]] = await page.locator('.body-edge.a').evaluateAll((all) =>
            all.map((one) => {
                const box = one.getBoundingClientRect();
                return [box.left, box.top, box.right, box.bottom];
            }),
        );
        const xs = places.map(([x]) => x);
        const ys = places.map(([, y]) => y);
        assertNear(
            [
                [left, top],
                [right, bottom],
            ],
            [
                [Math.min(...xs), Math.min(...ys)],
                [Math.max(...xs), Math.max(...ys)],
            ],
        );
        await visit.close();
    });

    it('come from links only if their outline is sound', async () => {
        const bowTie = [
            [0, 0],
            [1, 1],
            [1, 0],
            [0, 1],
        ];
        const hole = [
            [5, 5],
            [6, 5],
            [6, 6],
        ];
        const sound = namedOutline('U', 1);
        for (const tab of ['distance', 'contact', 'sweep']) {
            const fallback = { distance: STILL, contact: MOVING, sweep: SWEPT }[tab]?.[0].a.shape;
            const visit = await browser.visit(`#${tab}`);
            for (const shape of [
                { kind: 'concave', points: bowTie, radius: 0 },
                { ...sound, holes: [hole] },
                { ...sound, holes: [] },
                { ...sound, holes: 'none' },
                { ...sound, points: sound.points.slice(0, 2) },
                { ...sound, points: Array.from({ length: 257 }, (_, i) => [i, i * i]) },
            ]) {
                await visit.follow(toHash(tab, { v: 1, a: { shape } }));
                assert.deepEqual((await visit.state()).a.shape, fallback, tab);
            }
            await visit.follow(toHash(tab, { v: 1, a: { shape: sound } }));
            assert.deepEqual((await visit.state()).a.shape, sound, tab);
            await visit.close();
        }
    });

    it('have no barrier that axe finds while they are drawn, light and dark', async () => {
        for (const options of /** @type {const} */ ([{}, { ...PHONE, colorScheme: 'dark' }])) {
            const visit = await browser.visit('#distance', options);
            const { page } = visit;
            const toScreen = await startDrawing(page, 'B');
            for (const place of CROSSED) {
                if (options === undefined || !('hasTouch' in options))
                    await page.mouse.click(...toScreen(place));
                else await page.touchscreen.tap(...toScreen(place));
            }
            assert.deepEqual(await findBarriers(page), []);
            await page.getByRole('button', { name: 'Close outline' }).click();
            await ready(page);
            assert.ok(await page.locator('.draw-bar .field-error').isVisible());
            assert.deepEqual(await findBarriers(page), []);
            await visit.close();
        }
    });
});
