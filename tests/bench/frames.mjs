/**
 * How the page keeps up with a large plan: how long until its picture and its verdict, the longest tasks of the main
 * thread meanwhile, the frames while it plays, and the memory of its process.
 *   node tests/bench/frames.mjs [--agents N] [--steps N] [--seconds S] [--radius R] [FILE]
 * Without a file: 1,000 agents with 90,000 segments; with --agents random walks in steps, in the format kei18.
 */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeScenario } from 'graze/scenario';
import { generatePlan } from '../../web/tabs/scenario/state.js';
import { openBrowser } from '../browser/page.js';
import { makeWalks, planOf } from './plan_makers.js';

const { values: options, positionals } = parseArgs({
    allowPositionals: true,
    options: {
        agents: { type: 'string' },
        steps: { type: 'string', default: '100' },
        seconds: { type: 'string', default: '5' },
        radius: { type: 'string' },
        picture: { type: 'string' },
    },
});

const folder = mkdtempSync(join(tmpdir(), 'graze-frames-'));

/** Returns the path of the plan. */
async function preparePlan() {
    if (positionals[0] !== undefined) return positionals[0];
    if (options.agents === undefined) {
        const path = join(folder, 'weave.xml');
        writeFileSync(path, generatePlan({ sectionLength: 1 }));
        return path;
    }
    const path = join(folder, 'walks.txt');
    const walks = makeWalks(Number(options.agents), Number(options.steps), 1);
    writeFileSync(path, [...(await writeScenario(planOf(walks), 'kei18')).text].join(''));
    return path;
}

/** @param {readonly number[]} values @param {number} part */
function quantile(values, part) {
    return values.toSorted((p, q) => p - q)[Math.floor(part * (values.length - 1))] ?? 0;
}

/** Observes the page: long tasks, frames and the script in each, the picture and the verdict. */
function observe() {
    /** @type {[start: number, duration: number][]} */
    const tasks = [];
    new PerformanceObserver((list) => {
        for (const { startTime, duration } of list.getEntries()) tasks.push([startTime, duration]);
    }).observe({ type: 'longtask' });
    /** @type {[time: number, cost: number][]} */
    const frames = [];
    /** @type {Record<string, number>} */
    const moments = {};
    const request = window.requestAnimationFrame.bind(window);
    let cost = 0;
    window.requestAnimationFrame = (run) =>
        request((time) => {
            const begun = performance.now();
            run(time);
            cost += performance.now() - begun;
        });
    /** @param {number} time */
    const tick = (time) => {
        frames.push([time, cost]);
        cost = 0;
        const text = document.querySelector('output[data-key="verdict"]')?.textContent ?? '';
        const isEmpty = document.querySelector('.world svg.is-empty') !== null;
        // The previous plan is removed before the next one is read.
        if (moments.chosen !== undefined && isEmpty) moments.emptied ??= time;
        if (moments.emptied !== undefined) {
            if (!isEmpty) moments.picture ??= time;
            if (/^VALID|violation|undecided/.test(text)) moments.verdict ??= time;
        }
        request(tick);
    };
    request(tick);
    Object.assign(window, { observed: { tasks, frames, moments } });
}

/**
 * Returns the largest memory of any renderer of the browser, in MB, and the processor time of its main thread, in ms.
 *
 * @param {import('playwright-core').Page} page
 */
async function measureProcess(page) {
    const session = await page.context().browser()?.newBrowserCDPSession();
    const { processInfo } = await /** @type {any} */ (session).send('SystemInfo.getProcessInfo');
    const peaks = processInfo
        .filter((/** @type {any} */ { type }) => type === 'renderer')
        .map((/** @type {any} */ { id }) => {
            const status = readFileSync(`/proc/${id}/status`, 'utf8');
            const [peak, now] = ['VmHWM', 'VmRSS'].map((name) =>
                Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0),
            );
            // Fields 14 and 15, in hundredths of a second; the name of the thread may have spaces.
            const fields = readFileSync(`/proc/${id}/task/${id}/stat`, 'utf8').split(') ')[1];
            const ticks = fields.split(' ').slice(11, 13).map(Number);
            return {
                peak: Math.round(peak / 1024),
                now: Math.round(now / 1024),
                mainThread: 10 * (ticks[0] + ticks[1]),
            };
        });
    return peaks.sort((/** @type {any} */ p, /** @type {any} */ q) => q.peak - p.peak)[0];
}

const path = await preparePlan();
const size = statSync(path).size / 1e6;
const browser = await openBrowser();
const visit = await browser.visit('#scenario', { reducedMotion: 'no-preference' });
const { page } = visit;
await page.getByRole('button', { name: 'Save report (JSON)', disabled: false }).waitFor();
await page.evaluate(observe);
const before = await measureProcess(page);
await page.evaluate(() => {
    const input = document.querySelector('input[type="file"]');
    input?.addEventListener(
        'change',
        () => {
            /** @type {any} */ (window).observed.moments.chosen = performance.now();
        },
        { capture: true },
    );
});
await page.locator('input[type="file"]').setInputFiles([path]);
const radius =
    options.radius ?? (positionals.length + Number(options.agents ?? 0) > 0 ? undefined : '0.35');
if (radius !== undefined) {
    await page.getByLabel('Radius of every agent').fill(radius);
    await page.keyboard.press('Enter');
}
await page.waitForFunction(
    () => {
        const { moments } = /** @type {any} */ (window).observed;
        const isWorking = document.querySelector('.progress:not([hidden])') !== null;
        return moments.verdict !== undefined && !isWorking;
    },
    null,
    // Locators by role search the whole page, in tasks that would be counted.
    { timeout: 120_000, polling: 100 },
);
await page.waitForTimeout(300);
const opened = await page.evaluate(() => ({
    .../** @type {any} */ (window).observed,
    now: performance.now(),
    heap: /** @type {any} */ (performance).memory?.usedJSHeapSize ?? 0,
}));
await page.getByRole('slider', { name: 'Time' }).fill('0');
const playFrom = await page.evaluate(() => performance.now());
await page.getByRole('button', { name: 'Play (Space)' }).click();
const playing = await measureProcess(page);
await page.waitForTimeout(1000 * Number(options.seconds));
const after = await measureProcess(page);
const played = await page.evaluate(() => /** @type {any} */ (window).observed);
if (options.picture) await page.screenshot({ path: options.picture });
await visit.close();
await browser.close();
rmSync(folder, { recursive: true });

/** @param {[number, number][]} entries @param {number} from @param {number} to */
const within = (entries, from, to) => entries.filter(([time]) => time >= from && time < to);

/** @param {[number, number][]} tasks */
const describeTasks = (tasks) => {
    const long = tasks.map(([, duration]) => duration).sort((p, q) => q - p);
    return long.length === 0
        ? 'no task above 50 ms'
        : `${long.length} tasks above 50 ms, the longest ${long.slice(0, 5).map(Math.round).join(', ')} ms`;
};
const { chosen = 0, picture = 0, verdict = 0 } = opened.moments;
console.log(`${basename(path)}, ${size.toFixed(1)} MB`);
console.log(
    `picture after ${((picture - chosen) / 1000).toFixed(1)} s, verdict after ${((verdict - chosen) / 1000).toFixed(1)} s, all after ${((opened.now - 300 - chosen) / 1000).toFixed(1)} s`,
);
for (const [name, from, to] of /** @type {const} */ ([
    ['until the picture', chosen, picture],
    ['from the picture to the end', picture, opened.now],
    ['while it plays', playFrom, Infinity],
])) {
    const frames = within(played.frames, from, to);
    const gaps = frames.slice(1).map(([time], i) => time - frames[i][0]);
    const costs = frames.map(([, cost]) => cost);
    const [median, late] = [0.5, 0.95].map((part) => quantile(gaps, part).toFixed(1));
    console.log(`${name}: ${describeTasks(within(played.tasks, from, to))}`);
    console.log(
        `  between frames: median ${median} ms, 95 % within ${late} ms, longest ${quantile(gaps, 1).toFixed(0)} ms (${frames.length} frames); script in a frame: median ${quantile(costs, 0.5).toFixed(1)} ms, 95 % within ${quantile(costs, 0.95).toFixed(1)} ms`,
    );
}
const playedFrames = within(played.frames, playFrom, Infinity).length;
console.log(
    `  processor time of the main thread in a frame: ${((after.mainThread - playing.mainThread) / playedFrames).toFixed(1)} ms`,
);
console.log(
    `memory of the page's process: ${before.now} MB before, ${after.now} MB after, ${after.peak} MB at most; heap of the main thread ${Math.round(opened.heap / 1e6)} MB`,
);
