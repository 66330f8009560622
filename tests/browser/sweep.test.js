import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createSync } from 'graze';
import { makeMotion } from '../../web/base/paths.js';
import { makeShape } from '../../web/base/shapes.js';
import { METHOD_INFO, METHODS, REPLAYED_METHODS } from '../../web/tabs/sweep/methods.js';
import { PRESETS } from '../../web/tabs/sweep/presets.js';
import { readSteps } from '../../web/tabs/sweep/replay/boxes.js';
import { replay } from '../../web/tabs/sweep/replay/index.js';
import fc from '../fast_check.js';
import { shareOf } from '../volume.js';
import {
    chooseScene,
    drag,
    fitsPhone,
    followStates,
    openBrowser,
    playedPast,
    ready,
    runCopiedCode,
} from './page.js';

/**
 * @import { Page } from 'playwright-core'
 * @import { Visit } from './page.js'
 * @import { PathState } from '../../web/base/paths.js'
 * @import { State } from '../../web/tabs/sweep/state.js'
 */

const g = createSync();

/**
 * Holds both paths of a state while they are used.
 *
 * @template T
 * @param {Pick<State, 'a' | 'b' | 'end' | 'steps' | 'boxes'>} state
 * @param {(paths: { pathA: import('graze').Path, pathB: import('graze').Path, first: import('graze').FirstContact }) => T} use
 * @returns {T}
 */
function withPaths({ a, b, end: t1, steps, boxes }, use) {
    const [shapeA, shapeB] = [makeShape(g, a.shape), makeShape(g, b.shape)];
    const [motionA, motionB] = [makeMotion(g, a.path, t1), makeMotion(g, b.path, t1)];
    const clock = { t0: 0, t1, step: t1 / steps };
    const pathA = g.path(shapeA, motionA, clock, { boxes });
    const pathB = g.path(shapeB, motionB, clock, { boxes });
    const first = g.firstContact(shapeA, shapeB, motionA, motionB, { from: 0, to: t1 });
    try {
        return use({ pathA, pathB, first });
    } finally {
        for (const one of [pathA, pathB, motionA, motionB, shapeA, shapeB]) one.free();
    }
}

/** Returns the package's answers for a state. @param {State} state */
function query(state) {
    return withPaths(state, ({ pathA, pathB, first }) => {
        const methods = Object.fromEntries(
            METHODS.map((method) => {
                const iterator = g.study.sweepSteps(pathA, pathB, { method });
                const steps = [...iterator];
                const swept = g.study.sweep(pathA, pathB, { method });
                return [method, { steps, tests: iterator.tests, swept }];
            }),
        );
        return { methods, first, count: pathA.count };
    });
}

/** Compares every number on the page with the package's. @param {Visit} visit */
async function compare(visit) {
    await ready(visit.page);
    /** @type {State} */
    const state = await visit.state();
    const { methods, first, count } = query(state);
    const { swept } = methods[state.method];
    const expected = {
        status: swept.status,
        time: swept.time ? swept.time.join(', ') : '–',
        step: String(swept.step ?? '–'),
        separation: String(swept.separation ?? '–'),
        steps: String(count),
        exact: first.time ? first.time.join(', ') : first.status,
    };
    for (const [method, one] of Object.entries(methods)) {
        Object.assign(expected, {
            [`${method}-tests`]: String(one.tests),
            [`${method}-remaining`]: String(one.steps.length),
            [`${method}-status`]: one.swept.status,
            [`${method}-first-tests`]: String(one.swept.tests),
            [`${method}-candidates`]: String(one.swept.candidates),
            [`${method}-runs`]: String(one.swept.runs),
            [`${method}-iterations`]: String(one.swept.iterations),
        });
    }
    const shown = Object.fromEntries(
        await visit.page
            .locator('output[data-key]')
            .evaluateAll((outputs) =>
                outputs.map((output) => [
                    output.getAttribute('data-key'),
                    output.getAttribute('data-value'),
                ]),
            ),
    );
    for (const [key, value] of Object.entries(expected)) assert.equal(shown[key], value, key);
    for (const method of REPLAYED_METHODS) {
        assert.equal(shown[`tests-${method}`], String(methods[method].tests));
    }
    return { state, methods, shown };
}

const coordinate = fc.double({ min: -4, max: 4, noNaN: true });
const angle = fc.double({ min: -3, max: 3, noNaN: true });
/** Returns arbitrary knots in ascending time, which may begin late and end early. @returns {import('fast-check').Arbitrary<PathState>} */
const splines = () =>
    fc
        .array(
            fc.tuple(fc.double({ min: 0.05, max: 2, noNaN: true }), coordinate, coordinate, angle),
            {
                minLength: 2,
                maxLength: 5,
            },
        )
        .map((rows) => {
            let t = -0.05;
            const knots = rows.map(([by, x, y, theta]) => {
                t += by;
                return /** @type {[number, number, number, number]} */ ([t, x, y, theta]);
            });
            return { kind: 'spline', knots };
        });
/** @returns {import('fast-check').Arbitrary<PathState>} */
const lines = () =>
    fc
        .tuple(...Array.from({ length: 9 }, () => angle))
        .map(([x, y, angle, vx, vy, angularVelocity, ax, ay, angularAcceleration]) => ({
            kind: 'accelerated',
            ...{ x, y, angle, vx, vy, angularVelocity, ax, ay, angularAcceleration },
        }));
const bodies = fc.record({
    shape: fc.constantFrom(...PRESETS.flatMap(({ a, b }) => [a.shape, b.shape])),
    path: fc.oneof(splines(), lines()),
});

describe('the Sweep tab', () => {
    /** @type {Awaited<ReturnType<typeof openBrowser>>} */
    let browser;
    before(async () => {
        browser = await openBrowser();
    });
    after(() => browser.close());

    it('replays as many tests as the package counts, and leaves the same steps', () => {
        let left = 0;
        const scenes = fc.record({
            a: bodies,
            b: bodies,
            end: fc.double({ min: 1, max: 9, noNaN: true }),
            steps: fc.integer({ min: 1, max: 192 }),
            boxes: fc.constantFrom('cover', 'step-ends'),
        });
        const same = fc.property(scenes, (scene) => {
            withPaths(/** @type {State} */ (scene), ({ pathA, pathB }) => {
                const [laidA, laidB] = [readSteps(pathA), readSteps(pathB)];
                for (const method of REPLAYED_METHODS) {
                    const iterator = g.study.sweepSteps(pathA, pathB, { method });
                    const steps = [...iterator];
                    const found = replay(method, laidA, laidB);
                    assert.deepEqual(found.steps, steps, method);
                    assert.equal(found.tests.length, iterator.tests, method);
                    left += steps.length;
                }
            });
        });
        fc.assert(same, { numRuns: 500, seed: 8 });
        assert.ok(left >= shareOf(1000, 1 / 5), `${left} steps left`);
    });

    it('shows the numbers of the package in every scene and for every method', async () => {
        const visit = await browser.visit('#sweep');
        const { page } = visit;
        for (const { name } of PRESETS) {
            await chooseScene(page, name);
            const { shown, methods } = await compare(visit);
            for (const method of REPLAYED_METHODS) {
                // All tests are shown at first, hence all steps that remain after them.
                assert.equal(shown[`candidates-${method}`], String(methods[method].steps.length));
            }
        }
        for (const method of REPLAYED_METHODS) {
            await page.getByRole('radio', { name: METHOD_INFO[method].name }).check();
            await compare(visit);
        }
        await page.getByRole('textbox', { name: 'Steps' }).fill('33');
        await page.getByLabel('End time').fill('5.5');
        await page.getByLabel('Boxes cover').selectOption('step-ends');
        const { state } = await compare(visit);
        assert.deepEqual([state.steps, state.end, state.boxes], [33, 5.5, 'step-ends']);
        await visit.close();
    });

    it('says when boxes of the steps’ ends miss a contact', async () => {
        const visit = await browser.visit('#sweep');
        const { page } = visit;
        await chooseScene(page, 'Missed between steps');
        assert.equal((await compare(visit)).methods.si.swept.status, 'free');
        const warning = page.getByText('miss this contact');
        assert.equal(await warning.isVisible(), true);
        await page.getByLabel('Boxes cover').selectOption('cover');
        assert.equal((await compare(visit)).methods.si.swept.status, 'hit');
        assert.equal(await warning.isVisible(), false);
        await page.waitForFunction(
            () => document.getElementById('live')?.textContent === 'Sweep result: hit',
        );
        await visit.close();
    });

    it('steps through the tests by keys and plays them', async () => {
        const visit = await browser.visit('#sweep');
        const { page } = visit;
        const { methods } = await compare(visit);
        const slider = page.getByRole('slider', { name: 'Tests' });
        await slider.fill('0');
        await page.locator('#panel').focus();
        for (let test = 1; test <= 5; test++) {
            await page.keyboard.press('.');
            assert.equal((await compare(visit)).state.test, test);
            const text = await page.locator('output[data-key="tests-si"]').textContent();
            assert.equal(text, `${test} of ${methods.si.tests} tests`);
        }
        await page.keyboard.press(',');
        assert.equal((await compare(visit)).state.test, 4);
        assert.notEqual(await page.locator('.strip .current.a').first().getAttribute('d'), '');
        await page.keyboard.press('Space');
        await playedPast(page, 4);
        await page.keyboard.press('Space');
        assert.ok((await visit.state()).test > 4);
        await visit.close();
    });

    it('has a slider as long as the tests of the chosen method, and its value below', async () => {
        const visit = await browser.visit('#sweep');
        const { page } = visit;
        const { methods } = await compare(visit);
        const slider = page.getByRole('slider', { name: 'Tests' });
        for (const method of REPLAYED_METHODS) {
            await page.getByRole('radio', { name: METHOD_INFO[method].name }).check();
            await ready(page);
            const { tests } = methods[method];
            assert.equal(await slider.getAttribute('max'), String(tests), method);
            assert.equal(
                await slider.inputValue(),
                String(tests),
                'all of one are followed by all',
            );
            await slider.fill(String(tests - 1));
            await ready(page);
            assert.match(
                String(await page.locator(`output[data-key="tests-${method}"]`).textContent()),
                new RegExp(`^${tests - 1} of ${tests} `),
            );
            await slider.fill(String(tests));
        }
        // It is visible with the picture, without scrolling.
        const box = await slider.boundingBox();
        assert.ok(box && box.y + box.height <= 900, JSON.stringify(box));
        await visit.close();
    });

    it('is edited by pointer: knots and bodies', async () => {
        const visit = await browser.visit('#sweep');
        const { page } = visit;
        const before = await visit.state();
        await drag(page, page.getByRole('button', { name: /^Knot 1 of B/ }), 25, -20);
        const knot = (await compare(visit)).state;
        assert.notDeepEqual(knot.b.path, before.b.path);
        await drag(page, page.getByRole('button', { name: /^Knot 0 of A/ }), 30, 30);
        await page.getByRole('slider', { name: 'Tests' }).fill('0');
        await drag(page, page.getByRole('button', { name: /^Body A,/ }), 5, -25);
        const moved = (await compare(visit)).state;
        assert.notDeepEqual(moved.a.path, knot.a.path);
        assert.deepEqual(moved.view, before.view, 'dragging does not pan');
        await visit.close();
    });

    it('copies code with the same answers, and a valid test case', async () => {
        const visit = await browser.visit('#sweep');
        const { page } = visit;
        await page.getByRole('radio', { name: METHOD_INFO.sta.name }).check();
        const { state, methods } = await compare(visit);
        const clipboard = () => page.evaluate(() => navigator.clipboard.readText());

        await page.getByRole('button', { name: 'Copy as code' }).click();
        const logged = await runCopiedCode(page, g);
        assert.deepEqual(logged, [methods.sta.steps, methods.sta.swept]);

        await page.getByRole('button', { name: 'Copy as test case' }).click();
        const entry = JSON.parse(await clipboard());
        assert.deepEqual([entry.a, entry.b], [state.a, state.b]);
        for (const method of METHODS) {
            const { tests, steps } = methods[method];
            assert.deepEqual(entry.methods[method], { tests, steps });
        }
        await visit.close();
    });

    it('survives links with arbitrary contents', async () => {
        const far = { kind: 'accelerated', x: 1e6, vx: -1e6, ax: 1e6, angularVelocity: 1e4 };
        const states = [
            { v: 1 },
            { v: 1, a: null, b: 7, view: [], steps: 1e9, test: -1, boxes: 3, method: 'relative' },
            { v: 1, a: { path: far, shape: PRESETS[0].a.shape }, end: 1000, steps: 192 },
            { v: 1, a: PRESETS[0].a, b: PRESETS[0].a },
            { v: 1, end: 1e-3, steps: 4, test: 3 },
            {
                v: 1,
                a: {
                    path: {
                        kind: 'spline',
                        knots: [
                            [900, 0, 0, 0],
                            [901, 1, 1, 0],
                        ],
                    },
                    shape: { kind: 'disc', points: [[0, 0]], radius: 0 },
                },
            },
        ];
        await followStates(browser, 'sweep', states, compare);
    });

    it('has no barrier that axe finds, and fits a phone, also dark and by touch', () =>
        fitsPhone(browser, '#sweep', PRESETS));
});
