import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createSync } from 'graze';
import { METHODS } from '../../web/tabs/contact/methods.js';
import { PRESETS } from '../../web/tabs/contact/presets.js';
import { solve } from '../../web/tabs/contact/solve.js';
import { nextFloat32 } from '../helpers.js';
import {
    chooseScene,
    drag,
    findBarriers,
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
 */

const g = createSync();

/** @param {{ x: number, y: number } | null} point */
const pair = (point) => (point ? `${point.x}, ${point.y}` : '–');

/** @param {import('graze').Feature | null} feature */
const nameFeature = (feature) => {
    if (!feature) return '–';
    const { kind, index, part } = feature;
    return part === undefined ? `${kind} ${index}` : `${kind} ${index} of part ${part}`;
};

/** Compares every number on the page with the package's. @param {Visit} visit */
async function compare(visit) {
    const { page } = visit;
    await ready(page);
    const state = await visit.state();
    const { first, traces, intervals, clearance, separationAt, release } = solve(g, state);
    const expected = {
        status: first.status,
        time: first.time?.join(', ') ?? '–',
        contactSeparation: String(first.separation ?? '–'),
        pointA: pair(first.pointA),
        pointB: pair(first.pointB),
        normal: pair(first.normal),
        featureA: nameFeature(first.featureA),
        featureB: nameFeature(first.featureB),
        clearance: clearance.separation.join(', '),
        clearanceTime: String(clearance.time ?? '–'),
        separation: String(separationAt(state.time)),
        ...Object.fromEntries(
            METHODS.flatMap((method) => [
                [`evaluations-${method}`, String(traces[method].iterations)],
                [`status-${method}`, traces[method].status],
            ]),
        ),
    };
    release();
    const shown = await visit.outputs();
    for (const [key, value] of Object.entries(expected)) assert.equal(shown[key], value, key);
    const cells = await page
        .locator('.result td output')
        .evaluateAll((outputs) => outputs.map((output) => output.getAttribute('data-value')));
    assert.deepEqual(
        cells,
        intervals.flatMap(({ begin, end }) => [begin.join(', '), end.join(', ')]),
    );
    return { state, traces, intervals };
}

describe('the First contact tab', () => {
    /** @type {Awaited<ReturnType<typeof openBrowser>>} */
    let browser;
    before(async () => {
        browser = await openBrowser();
    });
    after(() => browser.close());

    it('shows the numbers of the package in every scene', async () => {
        const visit = await browser.visit('#contact');
        for (const { name, a, b } of PRESETS) {
            await chooseScene(visit.page, name);
            const { state } = await compare(visit);
            assert.deepEqual([state.a, state.b], [a, b]);
        }
        await visit.close();
    });

    it('equals the answers of the queries themselves', async () => {
        // Other tests compare the page with solve() above; this one compares solve() with the package.
        const [{ a, b, end }] = PRESETS;
        const scene = solve(g, /** @type {any} */ ({ a, b, end, tolerance: 0.01 }));
        const { shapeA, motionA, shapeB, motionB } = scene;
        const pairOf = /** @type {const} */ ([shapeA, shapeB, motionA, motionB]);
        const options = { from: 0, to: end, tolerance: 0.01 };
        for (const method of METHODS) {
            const { evaluations, separations, ...contact } = scene.traces[method];
            assert.deepEqual(contact, g.study.firstContact(...pairOf, { ...options, method }));
            assert.deepEqual(separations, g.separationsAt(...pairOf, evaluations));
        }
        assert.deepEqual(scene.first, g.firstContact(...pairOf, options));
        assert.deepEqual(scene.intervals, g.contactIntervals(...pairOf, options));
        assert.deepEqual(scene.clearance, g.clearance(...pairOf, { from: 0, to: end }));
        scene.release();
    });

    it('shows the steps of the parts that meet, which meet when the bodies do', () => {
        let compounds = 0;
        for (const { a, b, end } of PRESETS) {
            const scene = solve(g, /** @type {any} */ ({ a, b, end, tolerance: 0 }));
            const { shapeA, motionA, shapeB, motionB, first, partA, partB } = scene;
            const pairOf = /** @type {const} */ ([shapeA, shapeB, motionA, motionB]);
            assert.deepEqual(first, g.firstContact(...pairOf, { from: 0, to: end }));
            assert.deepEqual(scene.clearance, g.clearance(...pairOf, { from: 0, to: end }));
            assert.deepEqual(
                [partA === undefined, partB === undefined],
                [shapeA.parts.length === 0, shapeB.parts.length === 0],
            );
            if (partA !== undefined || partB !== undefined) {
                compounds += 1;
                const { time, status } = scene.traces.certified;
                assert.equal(status, first.status);
                if (first.time && time) {
                    assert.ok(time[0] <= first.time[1] && first.time[0] <= time[1]);
                }
                assert.ok(
                    scene.pairSeparations?.every(
                        (value, i) => value >= scene.separations[i] - 1e-9,
                    ),
                    'no part is nearer than the bodies',
                );
            }
            scene.release();
        }
        assert.ok(compounds > 2);
    });

    it('is edited by pointer: knots, angles, arrows, bodies', async () => {
        const visit = await browser.visit('#contact');
        const { page } = visit;
        const before = await visit.state();
        await drag(page, page.getByRole('button', { name: /^Knot 1 of A/ }), 40, 30);
        await drag(page, page.getByRole('button', { name: /^Angle at knot 2 of A/ }), -30, 10);
        await drag(page, page.getByRole('button', { name: /^Velocity of B/ }), 25, 15);
        await drag(page, page.getByRole('button', { name: /^Acceleration of B/ }), 5, -20);
        await drag(page, page.getByRole('button', { name: /^Start of B/ }), 10, 12);
        const { state } = await compare(visit);
        assert.ok(state.a.path.knots[1][1] > before.a.path.knots[1][1]);
        assert.ok(state.a.path.knots[1][2] < before.a.path.knots[1][2]);
        assert.notEqual(state.a.path.knots[2][3], before.a.path.knots[2][3]);
        for (const term of ['x', 'y', 'vx', 'vy', 'ax', 'ay']) {
            assert.notEqual(state.b.path[term], before.b.path[term], term);
        }
        assert.deepEqual(state.view, before.view);

        // A body moves with its path.
        const box = await page.getByRole('button', { name: /^Body A,/ }).boundingBox();
        assert.ok(box);
        await page.mouse.move(box.x + 8, box.y + 8);
        await page.mouse.down();
        await page.mouse.move(box.x + 38, box.y - 12, { steps: 3 });
        await page.mouse.up();
        const moved = (await compare(visit)).state;
        const shifts = moved.a.path.knots.map(
            (/** @type {number[]} */ knot, /** @type {number} */ i) =>
                [1, 2].map((k) => (knot[k] - state.a.path.knots[i][k]).toFixed(6)),
        );
        assert.notDeepEqual(shifts[0], ['0.000000', '0.000000']);
        for (const shift of shifts) assert.deepEqual(shift, shifts[0]);
        await visit.close();
    });

    it('is edited by keys and fields', async () => {
        const visit = await browser.visit('#contact');
        const { page } = visit;
        const before = await visit.state();
        await page.getByRole('button', { name: /^Knot 0 of A/ }).focus();
        await page.keyboard.press('Alt+ArrowRight');
        await page.keyboard.press('Shift+ArrowUp');
        await page.keyboard.press(']');
        let { state } = await compare(visit);
        assert.equal(
            Math.fround(state.a.path.knots[0][1]),
            nextFloat32(Math.fround(before.a.path.knots[0][1]), 1),
        );
        assert.ok(state.a.path.knots[0][2] > before.a.path.knots[0][2]);
        assert.ok(state.a.path.knots[0][3] < before.a.path.knots[0][3]);

        const bodyB = page.getByRole('region', { name: 'Body B' });
        await bodyB.getByLabel('Angular velocity').fill('-2.5');
        await bodyB.getByLabel('Shape').selectOption('disc');
        await page.getByRole('region', { name: 'Scene' }).getByLabel('End time').fill('7.5');
        await page.getByRole('region', { name: 'Scene' }).getByLabel('Tolerance').fill('0.25');
        ({ state } = await compare(visit));
        assert.deepEqual([state.b.path.angularVelocity, state.b.shape.kind], [-2.5, 'disc']);
        assert.deepEqual([state.end, state.tolerance], [7.5, 0.25]);

        const bodyA = page.getByRole('region', { name: 'Body A' });
        await bodyA.getByText('Knots of A').click();
        await bodyA.getByRole('button', { name: 'Add knot' }).click();
        await bodyA.getByLabel('angle4').fill('1.5');
        ({ state } = await compare(visit));
        assert.equal(state.a.path.knots.length, 5);
        assert.equal(state.a.path.knots[4][3], 1.5);
        assert.deepEqual(await findBarriers(page), []);
        await bodyA.getByRole('button', { name: 'Remove last knot' }).click();
        await bodyA.getByLabel('Path').selectOption('accelerated');
        ({ state } = await compare(visit));
        assert.equal(state.a.path.kind, 'accelerated');
        await visit.close();
    });

    it('reports invalid input and keeps the previous state', async () => {
        const visit = await browser.visit('#contact');
        const { page } = visit;
        const before = await visit.state();
        const bodyA = page.getByRole('region', { name: 'Body A' });
        await bodyA.getByText('Knots of A').click();
        await bodyA.getByLabel('t1').fill('5');
        assert.match(String(await page.locator('#notice').textContent()), /Invalid value/);
        assert.deepEqual((await compare(visit)).state, before);
        await bodyA.getByLabel('t1').fill('1.5');
        assert.equal(await page.locator('#notice').isVisible(), false);
        assert.equal((await compare(visit)).state.a.path.knots[1][0], 1.5);
        await visit.close();
    });

    it('goes through time by slider, keys and on the plot', async () => {
        const visit = await browser.visit('#contact');
        const { page } = visit;
        await page.locator('#panel').focus();
        for (let i = 0; i < 5; i++) await page.keyboard.press('.');
        await page.keyboard.press(',');
        assert.ok(Math.abs((await compare(visit)).state.time - 0.24) < 1e-9);
        await page.getByLabel('Conservative').check();
        await page.keyboard.press('.');
        const { state } = await compare(visit);
        assert.ok(Math.abs(state.time - 0.3) < 1e-9, 'also from a radio button');
        assert.equal(state.method, 'conservative');
        await page.getByRole('slider', { name: 'Time' }).focus();
        await page.keyboard.press('Shift+ArrowRight');
        assert.ok(Math.abs((await compare(visit)).state.time - 0.9) < 1e-9);

        const plot = await page.locator('.u-over').boundingBox();
        assert.ok(plot);
        await page.mouse.click(plot.x + plot.width / 2, plot.y + 20);
        assert.ok(Math.abs((await compare(visit)).state.time - 3) < 0.02);
        await page.getByRole('button', { name: 'Go to contact' }).click();
        const { state: there, traces } = await compare(visit);
        assert.equal(there.time, traces.certified.time?.[0]);

        // Playing continues by itself and stops at the end.
        await page.getByRole('button', { name: 'Play (Space)' }).click();
        await playedPast(page, there.time);
        await page.getByRole('button', { name: 'Pause (Space)' }).click();
        assert.ok((await compare(visit)).state.time > there.time);
        await visit.close();
    });

    it('shows a bracket as certain digits and uncertain digits', async () => {
        const visit = await browser.visit('#contact');
        const { page } = visit;
        const { traces } = await compare(visit);
        const [lo, hi] = traces.certified.time ?? [0, 0];
        const output = page.locator('output[data-key="time"]');
        const digits = /^(\d\.\d+)\|(\d+)…(\d+)$/;
        for (const isFull of [false, true]) {
            await page.getByLabel('Full precision').setChecked(isFull);
            const [, agreed, low, high] = digits.exec(String(await output.textContent())) ?? [];
            assert.ok(agreed.length >= 7, agreed);
            assert.notEqual(low[0], high[0], 'no digit after the bar is the same in both');
            const [from, to] = [Number(agreed + low), Number(agreed + high)];
            if (isFull) assert.deepEqual([from, to], [lo, hi]);
            else assert.ok(from <= lo && hi <= to, `${from} to ${to}`);
            assert.equal(
                await output.getByRole('img').getAttribute('aria-label'),
                `from ${agreed}${low} to ${agreed}${high}`,
            );
        }
        // A wide bracket has few certain digits, and one that begins at 0 has none.
        await page.getByLabel('Tolerance').fill('0.5');
        await compare(visit);
        assert.deepEqual(await findBarriers(page), []);
        await visit.close();
    });

    it('reports that there is no contact, without dashes, when the bodies never meet', async () => {
        const visit = await browser.visit('#contact');
        const { page } = visit;
        const never = PRESETS.findIndex(
            ({ a, b, end }) =>
                solve(g, /** @type {any} */ ({ a, b, end, tolerance: 0 })).traces.certified
                    .status === 'free',
        );
        if (never >= 0) await chooseScene(page, PRESETS[never].name);
        else await page.getByLabel('End time').fill('0.5');
        const { traces } = await compare(visit);
        assert.equal(traces.certified.status, 'free');
        const result = page.locator('.result');
        assert.doesNotMatch(await result.innerText(), /–/);
        assert.match(await result.innerText(), /All contact intervals\s+None/);
        assert.equal(await result.locator('table').isVisible(), false);
        await visit.close();
    });

    it('draws as many steps as a method takes', async () => {
        const visit = await browser.visit('#contact');
        const { page } = visit;
        const { traces, state } = await compare(visit);
        const ticks = await page.locator('.method-strip .ticks').evaluateAll((paths) =>
            paths.map((path) =>
                path
                    .getAttribute('d')
                    ?.match(/M[\d.]+/g)
                    ?.map((at) => at.slice(1)),
            ),
        );
        for (const [i, method] of METHODS.entries()) {
            const looks = traces[method].evaluations.map((at) =>
                ((1000 * at) / state.end).toFixed(1),
            );
            assert.deepEqual(ticks[i], [...new Set(looks)], method);
        }
        assert.ok(traces.conservative.iterations > 4 * traces.certified.iterations);
        await visit.close();
    });

    it('copies code with the same answers, and a valid test case', async () => {
        const visit = await browser.visit('#contact');
        const { page } = visit;
        const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
        for (const name of ['Two curved paths', 'Repeated contact']) {
            await chooseScene(page, name);
            const { state, traces, intervals } = await compare(visit);
            await page
                .getByRole('button', { name: /Copy as code|Copied/ })
                .first()
                .click();
            const logged = await runCopiedCode(page, g);
            const { evaluations, separations, ...first } = traces.certified;
            assert.deepEqual(logged.slice(0, 2), [first, intervals]);

            await page
                .getByRole('button', { name: /Copy as test case|Copied/ })
                .last()
                .click();
            const { A, B, T0, T1, expected } = JSON.parse(await clipboard());
            const made = [A, B].map(({ shape, motion }) => ({
                shape: g.hull(shape.verts, { radius: shape.radius }),
                motion: motion.spline
                    ? g.motion.spline(motion.spline.points, motion.spline.times)
                    : g.motion(motion),
            }));
            const [p, q] = made;
            const again = g.firstContact(p.shape, q.shape, p.motion, q.motion, {
                from: T0,
                to: T1,
            });
            assert.equal(again.status, expected.status);
            assert.deepEqual(again.time, expected.bracket);
            assert.equal(T1, state.end);
        }
        await visit.close();
    });

    it('survives links with arbitrary contents, and those that graze rejects', async () => {
        const fast = { kind: 'accelerated', angularAcceleration: 9999 };
        const states = [
            { v: 1 },
            { v: 1, a: { path: { kind: 'spline', knots: [[0, 0, 0, 0]] } }, end: -1, time: 7 },
            {
                v: 1,
                a: {
                    path: {
                        kind: 'spline',
                        knots: [
                            [1, 0, 0, 0],
                            [1, 1, 0, 0],
                        ],
                    },
                },
            },
            { v: 1, a: { path: fast }, end: 1000 },
            { v: 1, tolerance: 1000, method: 'no', view: { span: 1e-7, x: 5, y: 5 } },
            { v: 1, a: { path: { kind: 'accelerated', x: 1e6, vx: -1e6, ax: 1e6 } }, t1: 1000 },
        ];
        await followStates(browser, 'contact', states, compare);
    });

    it('has no barrier that axe finds, and fits a phone, also dark and by touch', () =>
        fitsPhone(browser, '#contact', PRESETS));
});
