import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createSync } from 'graze';
import { toHash } from '../../web/base/state.js';
import { positionAfter } from '../../web/tabs/intervals/agents.js';
import { PRESETS } from '../../web/tabs/intervals/presets.js';
import { BASELINE_METHODS } from '../../web/tabs/intervals/solve.js';
import { unsafeRegion } from '../../web/tabs/intervals/unsafe_region.js';
import { nextFloat32, readJson } from '../helpers.js';
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
 * @import { MovingDisc } from 'graze'
 * @import { Page } from 'playwright-core'
 * @import { Visit } from './page.js'
 * @import { State } from '../../web/tabs/intervals/state.js'
 */

const g = createSync();

/** @type {{ cases: { kind: string, flights: [MovingDisc, MovingDisc], conflicts: any[], gap: number | null, delays: [number, number][] }[] }} */
const { cases } = readJson('tests/vectors/mapf_cases.json');
/** Agents that the page accepts: in the plane, within the limits of numbers. */
const PLANE = cases.filter(({ flights }) =>
    flights.every(
        (disc) => disc.z === undefined && Object.values(disc).every((one) => Math.abs(one) <= 1e9),
    ),
);

/** @param {State['a']} agent @param {number} delay @returns {MovingDisc} */
function segmentOf({ ax, ay, ...rest }, delay) {
    const acceleration = ax || ay ? { ax, ay } : {};
    return { ...rest, ...acceleration, t0: rest.t0 + delay, t1: rest.t1 + delay };
}

/** @param {readonly number[][]} spans @param {string} none */
const spansText = (spans, none) =>
    spans.length > 0 ? spans.map((span) => `[${span.join(', ')}]`).join(', ') : none;

/** Returns the package's answers for a state, as the page writes them. @param {State} state */
function query(state) {
    const [a, b] = [segmentOf(state.a, state.delay), segmentOf(state.b, 0)];
    const planned = segmentOf(state.a, 0);
    const { touching } = state;
    const near = g.closestApproach(a, b);
    const isStraight = [a, b].every(({ ax }) => ax === undefined);
    const horizon = state.horizon ?? Infinity;
    const obstacle = isStraight ? g.velocityObstacle(a, b, { horizon }) : null;
    const isIn = isStraight && g.isVelocityUnsafe(a, b, { vx: a.vx, vy: a.vy }, { horizon });
    const limits = {
        maxSpeed: state.maxSpeed ?? Infinity,
        minSpeed: state.minSpeed,
        canWait: state.canWait,
    };
    const proposal = isStraight ? g.safeVelocity(a, b, limits) : null;
    const text = {
        intervals: spansText(g.conflictIntervals(a, b, { touching }), 'never'),
        separation: String(near.separation),
        nearest: near.relation ? String(near.time) : '–',
        delays: spansText(g.unsafeDelays(planned, b, { touching }), 'none'),
        minDelay: String(g.minimumDelay(planned, [b])),
        speeds: isStraight ? spansText(g.unsafeSpeeds(a, b), 'none') : '–',
        obstacle: obstacle
            ? `${obstacle.kind}, A’s velocity is ${isIn ? 'inside' : 'outside'}`
            : '–',
        left: obstacle?.left ? `${obstacle.left.x}, ${obstacle.left.y}` : '–',
        right: obstacle?.right ? `${obstacle.right.x}, ${obstacle.right.y}` : '–',
        step: proposal ? String(proposal.step) : '–',
        velocity: proposal ? `${proposal.vx}, ${proposal.vy}` : '–',
        speed: proposal ? String(Math.hypot(proposal.vx, proposal.vy)) : '–',
        arrival: proposal ? String(proposal.end) : '–',
        wait: proposal ? String(proposal.delay) : '–',
    };
    return { a, b, planned, near, proposal, text };
}

/** Compares every number on the page with the package's. @param {Visit} visit */
async function compare(visit) {
    await ready(visit.page);
    /** @type {State} */
    const state = await visit.state();
    const answer = query(state);
    const shown = await visit.page
        .locator('output[data-key]')
        .evaluateAll((outputs) =>
            outputs.map((output) => [
                output.getAttribute('data-key'),
                output.getAttribute('data-value'),
            ]),
        );
    const { verdict, ...numbers } = Object.fromEntries(shown);
    assert.deepEqual(numbers, answer.text);
    return { state, verdict, ...answer };
}

/** @param {Page} page @param {RegExp} name @param {string} [stage] */
const handle = (page, name, stage = 'World view') =>
    page.getByRole('region', { name: stage }).getByRole('button', { name });

describe('the Intervals tab', () => {
    /** @type {Awaited<ReturnType<typeof openBrowser>>} */
    let browser;
    before(async () => {
        browser = await openBrowser();
    });
    after(() => browser.close());

    it('shows the numbers of the package in every scene, touching, horizon and limit', async () => {
        const visit = await browser.visit('#intervals');
        const { page } = visit;
        const steps = new Set();
        for (const { name } of PRESETS) {
            await chooseScene(page, name);
            const { text } = await compare(visit);
            steps.add(text.step);
        }
        assert.deepEqual([...steps].sort(), ['2', '3', '4', '5', '–']);
        await chooseScene(page, 'Crossing');
        await page.getByLabel('Time horizon of the obstacle').fill('2.5');
        await page.getByLabel('Minimum speed').fill('1.2');
        await page.getByLabel('Limit speed').check();
        await page.getByLabel('Maximum speed').fill('1.3');
        const third = await compare(visit);
        assert.equal(third.state.horizon, 2.5);
        assert.deepEqual([third.state.minSpeed, third.state.maxSpeed], [1.2, 1.3]);
        await page.getByLabel('Maximum speed').fill('0.5');
        assert.equal((await compare(visit)).state.minSpeed, 0.5, 'one limit pushes the other');
        await page.getByLabel('A can wait').uncheck();
        await compare(visit);
        await visit.close();
    });

    it('counts a touch as conflict only if touching is a conflict', async () => {
        const visit = await browser.visit('#intervals');
        const { page } = visit;
        await chooseScene(page, 'Just touching');
        const closed = await compare(visit);
        assert.deepEqual([closed.verdict, closed.text.intervals], ['touching', '[4, 4]']);
        await page.getByLabel(/^Touching/).selectOption('allowed');
        const open = await compare(visit);
        assert.deepEqual([open.verdict, open.text.intervals], ['touching: no conflict', 'never']);
        const start = handle(page, /^Start of A/);
        await start.focus();
        await page.keyboard.press('Alt+ArrowDown');
        const deep = await compare(visit);
        assert.equal(Math.fround(deep.state.a.y), nextFloat32(0.5, -1));
        assert.equal(deep.verdict, 'conflict');
        await page.waitForFunction(
            () => document.getElementById('live')?.textContent === 'A and B: conflict',
        );
        await visit.close();
    });

    it('moves routes, velocities, accelerations, ends and delays by pointer', async () => {
        const visit = await browser.visit('#intervals');
        const { page } = visit;
        const { a, b, view } = await visit.state();
        await drag(page, handle(page, /^Agent A/), 10, -20);
        await drag(page, handle(page, /^Velocity of A/), 30, 10);
        await drag(page, handle(page, /^End of B/), 0, -40);
        const moved = await compare(visit);
        assert.ok(moved.state.a.x > a.x && moved.state.a.y > a.y);
        assert.ok(moved.state.a.vx > a.vx && moved.state.a.vy < a.vy);
        assert.ok(moved.state.b.t1 < b.t1 && moved.state.b.t1 > b.t0);
        assert.deepEqual(moved.state.view, view, 'dragging does not pan');
        await drag(page, handle(page, /^Velocity of B/, 'Velocity plane'), 25, -15);
        const steered = await compare(visit);
        assert.ok(steered.state.b.vx > b.vx && steered.state.b.vy > b.vy);
        await drag(page, handle(page, /^Delay of A/, 'Times along both routes'), 0, -30);
        assert.ok((await compare(visit)).state.delay > 0);
        await drag(page, handle(page, /^Acceleration of B/), 20, 10);
        const bent = await compare(visit);
        assert.ok(bent.state.b.ax > 0 && bent.state.b.ay < 0);
        assert.equal(bent.proposal, null);
        await visit.close();
    });

    it('does the same by keys', async () => {
        const visit = await browser.visit('#intervals');
        const { page } = visit;
        const { a, b } = await visit.state();
        await handle(page, /^Velocity of A/).focus();
        await page.keyboard.press('ArrowUp');
        await page.keyboard.press('Alt+ArrowRight');
        const steered = (await compare(visit)).state;
        assert.ok(steered.a.vy > a.vy);
        assert.equal(Math.fround(steered.a.vx), nextFloat32(Math.fround(a.vx), 1));
        await handle(page, /^Acceleration of A/).focus();
        await page.keyboard.press('Shift+ArrowLeft');
        assert.ok((await compare(visit)).state.a.ax < 0);
        await handle(page, /^End of B/).focus();
        await page.keyboard.press('ArrowDown');
        assert.ok(Math.abs((await compare(visit)).state.b.t1 - b.t1 + 0.1) < 1e-6);
        await handle(page, /^Delay of A/, 'Times along both routes').focus();
        await page.keyboard.press('ArrowUp');
        await page.keyboard.press('ArrowUp');
        await page.keyboard.press('ArrowRight');
        assert.ok((await compare(visit)).state.delay > 0);
        await visit.close();
    });

    it('applies what it proposes, which leaves no conflict', async () => {
        const visit = await browser.visit('#intervals');
        const { page } = visit;
        await page.getByRole('button', { name: 'Apply the proposal' }).click();
        const second = await compare(visit);
        assert.deepEqual([second.text.step, second.verdict], ['1', 'no conflict']);
        assert.equal(
            await page.getByRole('button', { name: 'Apply the proposal' }).isDisabled(),
            true,
        );
        await chooseScene(page, 'Blocked route');
        const waiting = await compare(visit);
        assert.equal(waiting.text.step, '4');
        await page.getByRole('button', { name: 'Apply the proposal' }).click();
        const fourth = await compare(visit);
        assert.equal(fourth.state.delay, waiting.proposal?.delay);
        assert.equal(fourth.verdict, 'no conflict');
        await visit.close();
    });

    it('plays, steps, and goes where the plot is pressed', async () => {
        const visit = await browser.visit('#intervals');
        const { page } = visit;
        await page.locator('#panel').focus();
        const before = (await visit.state()).time;
        await page.keyboard.press('.');
        const later = (await visit.state()).time;
        assert.ok(later > before);
        await page.keyboard.press(',');
        assert.ok((await visit.state()).time < later);
        await page.locator('.plot .u-over').click({ position: { x: 40, y: 40 } });
        assert.ok((await visit.state()).time < 2);
        await page.keyboard.press('Space');
        const begun = (await visit.state()).time;
        await playedPast(page, begun);
        await page.keyboard.press('Space');
        assert.ok((await visit.state()).time > begun);
        await compare(visit);
        await visit.close();
    });

    it('shows the answers of other methods', async () => {
        const visit = await browser.visit('#intervals');
        const { page } = visit;
        await page.getByText('Other methods for this pair').click();
        for (const name of ['Almost parallel', 'Just touching', 'Overtaking']) {
            await chooseScene(page, name);
            const { a, b } = await compare(visit);
            for (const [how] of BASELINE_METHODS) {
                const row = page.locator(`tr[data-method="${how}"]`);
                const says = g.study.conflictBy(how, a, b);
                assert.equal(await row.locator('output').getAttribute('data-value'), String(says));
                const isRight = says === g.study.conflictBy('algebraic', a, b);
                assert.equal(await row.locator(isRight ? '.right' : '.wrong').count(), 1);
            }
        }
        await visit.close();
    });

    it('draws the unsafe region where the discs touch, and as far as the unsafe delays reach', () => {
        let drawn = 0;
        for (const { kind, flights, delays } of PLANE) {
            const [a, b] = flights;
            const size = Math.max(a.t1 - a.t0, b.t1 - b.t0);
            if (!(size > 0 && size < 100) || /tiny|far away/.test(kind)) continue;
            const pieces = unsafeRegion(g, a, b, delays);
            const levels = pieces.flatMap(({ lower, upper }) => {
                const points = [...lower, ...upper];
                for (const { x: s, y: u } of points) {
                    const [p, q] = [positionAfter(a, s), positionAfter(b, u)];
                    const apart = Math.hypot(p.x - q.x, p.y - q.y) - a.radius - b.radius;
                    const isEnd = u === 0 || u === b.t1 - b.t0;
                    assert.ok(Math.abs(apart) < 1e-6 || (isEnd && apart < 0), `${kind}: ${apart}`);
                }
                return points.map(({ x, y }) => y - x + b.t0 - a.t0);
            });
            if (delays.length === 0) continue;
            drawn += 1;
            assert.ok(levels.length > 0, `${kind} is drawn`);
            // The tolerance is the spacing of columns: the line touches between two of them.
            assert.ok(Math.abs(Math.min(...levels) - delays[0][0]) < 2e-3 * size, kind);
            assert.ok(Math.abs(Math.max(...levels) - delays[delays.length - 1][1]) < 2e-3 * size);
        }
        assert.ok(drawn > 50, `${drawn} drawn`);
    });

    it('shows committed vectors from a link with their committed answers', async () => {
        const visit = await browser.visit('#intervals');
        const chosen = PLANE.filter((_, i) => i % 6 === 0);
        for (const { kind, flights, conflicts, delays } of chosen) {
            const still = { ax: 0, ay: 0 };
            const [a, b] = flights.map((disc) => ({ ...still, ...disc }));
            await visit.follow(toHash('intervals', { v: 1, a, b }));
            const { text } = await compare(visit);
            const shown = JSON.parse(`[${text.delays === 'none' ? '' : text.delays}]`);
            const during = text.intervals === 'never' ? [] : JSON.parse(`[${text.intervals}]`);
            assert.equal(during.length, conflicts.length, kind);
            assert.equal(shown.length, delays.length, kind);
            for (const [k, { begin, end }] of conflicts.entries()) {
                const scale = Math.max(1, Math.abs(begin), Math.abs(end));
                assert.ok(Math.abs(during[k][0] - begin) < 1e-6 * scale, kind);
                assert.ok(Math.abs(during[k][1] - end) < 1e-6 * scale, kind);
            }
        }
        await visit.close();
    });

    it('copies code with the same answers, and a valid test case', async () => {
        const visit = await browser.visit('#intervals');
        const { page } = visit;
        await page.getByRole('textbox', { name: 'Delay of A' }).fill('0.25');
        const { a, b, planned, proposal } = await compare(visit);
        const clipboard = () => page.evaluate(() => navigator.clipboard.readText());

        await page.getByRole('button', { name: 'Copy as code' }).click();
        const logged = await runCopiedCode(page, g);
        assert.deepEqual(logged, [
            g.conflictIntervals(a, b),
            g.closestApproach(a, b),
            g.unsafeDelays(planned, b),
            g.velocityObstacle(a, b),
            g.unsafeSpeeds(a, b),
            proposal,
        ]);

        await page.getByRole('button', { name: 'Copy as test case' }).click();
        const entry = JSON.parse(await clipboard());
        assert.deepEqual(Object.keys(entry), Object.keys(cases[0]));
        assert.deepEqual(entry.flights, [a, b]);
        assert.deepEqual(entry.delays, g.unsafeDelays(a, b));
        await visit.close();
    });

    it('survives links with arbitrary contents', async () => {
        const most = {
            x: 1e9,
            y: -1e9,
            vx: 1e9,
            vy: 1e9,
            ax: -1e9,
            ay: 1e9,
            start: -1e9,
            end: 1e9,
            radius: 1e9,
        };
        const none = { ...most, vx: 0, vy: 0, ax: 0, ay: 0, t0: 0, t1: 0, radius: 0 };
        const states = [
            { v: 1 },
            { v: 1, a: null, b: 7, view: [], time: 'x', touching: 3, maxSpeed: -2 },
            { v: 1, a: most, b: most },
            { v: 1, a: most, b: none, delay: 1e9 },
            { v: 1, a: none, b: none },
            { v: 1, a: { ...none, end: -5 }, b: { ...most, ax: 0, ay: 0 } },
            { v: 1, minSpeed: 5, maxSpeed: 2, horizon: 1e-9 },
            { v: 1, a: { ...most, vx: 1e-300, vy: 0, ax: 0, ay: 0 }, b: { ...none, end: 1e9 } },
        ];
        await followStates(browser, 'intervals', states, compare);
    });

    it('has no barrier that axe finds, and fits a phone, also dark and by touch', () =>
        fitsPhone(browser, '#intervals', PRESETS, (page) =>
            page.getByText('Other methods for this pair').click(),
        ));
});
