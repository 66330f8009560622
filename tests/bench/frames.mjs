/**
 * Frames of the page while it plays 1,000 agents with 90,000 segments: times between them, and of script in each.
 *   node tests/bench/frames.mjs [SECONDS]
 */
import { generatePlan } from '../../web/tabs/scenario/state.js';
import { openBrowser } from '../browser/page.js';

const seconds = Number(process.argv[2] ?? 5);

/** @param {readonly number[]} values @param {number} part */
function quantile(values, part) {
    return values.toSorted((p, q) => p - q)[Math.floor(part * (values.length - 1))];
}

const browser = await openBrowser();
const visit = await browser.visit('#scenario', { reducedMotion: 'no-preference' });
const { page } = visit;
await page.evaluate(() => {
    const request = window.requestAnimationFrame.bind(window);
    /** @type {Map<number, number>} */
    const costs = new Map();
    Object.assign(window, { costs });
    window.requestAnimationFrame = (run) =>
        request((time) => {
            const begun = performance.now();
            run(time);
            costs.set(time, (costs.get(time) ?? 0) + performance.now() - begun);
        });
});
const plan = {
    name: 'weave.xml',
    mimeType: 'text/plain',
    buffer: Buffer.from(generatePlan({ sectionLength: 1 })),
};
await page.locator('input[type="file"]').setInputFiles([plan]);
await page.getByLabel('Radius of every agent').fill('0.35');
await page.keyboard.press('Enter');
await page.getByRole('button', { name: 'Save report (JSON)', disabled: false }).waitFor();
await page.locator('.progress').waitFor({ state: 'hidden' });
await page.getByRole('slider', { name: 'Time' }).fill('0');
await page.getByRole('button', { name: 'Play (Space)' }).click();
await page.waitForTimeout(1000 * seconds);
/** @type {[number, number][]} */
const frames = await page.evaluate(() => [.../** @type {any} */ (window).costs]);
await visit.close();
await browser.close();

// The first ones still read and check.
const played = frames.slice(-Math.floor(frames.length / 2));
const gaps = played.slice(1).map(([time], i) => time - played[i][0]);
const costs = played.map(([, cost]) => cost);
for (const [name, values] of /** @type {const} */ ([
    ['between frames', gaps],
    ['script in a frame', costs],
])) {
    const [median, late] = [0.5, 0.95].map((part) => quantile(values, part).toFixed(1));
    console.log(`${name}: median ${median} ms, 95 % within ${late} ms (${values.length} frames)`);
}
