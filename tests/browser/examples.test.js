import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { build } from 'esbuild';
import { inRepository } from '../helpers.js';
import { launchBrowser } from './page.js';

/**
 * The example of a page that checks plans, bundled as a program of its own.
 *
 * @import { Browser, Page } from 'playwright-core'
 */

const folder = mkdtempSync(join(tmpdir(), 'graze-validator-'));
const TYPES = /** @type {Record<string, string>} */ ({ html: 'text/html', js: 'text/javascript' });
const server = createServer((request, response) => {
    const name = (request.url ?? '').slice(1) || 'index.html';
    const type = TYPES[name.split('.').at(-1) ?? ''];
    if (type === undefined) return void response.writeHead(204).end();
    response.writeHead(200, { 'content-type': type }).end(readFileSync(join(folder, name)));
});
/** @type {Browser} */
let browser;
/** @type {Page} */
let page;

before(async () => {
    const source = inRepository('tests/examples/validator');
    cpSync(join(source, 'index.html'), join(folder, 'index.html'));
    await build({
        absWorkingDir: inRepository('.'),
        entryPoints: [join(source, 'page.js'), join(source, 'worker.js')],
        bundle: true,
        splitting: true,
        format: 'esm',
        outdir: folder,
        logLevel: 'error',
    });
    await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    browser = await launchBrowser();
    page = await browser.newPage();
    page.setDefaultTimeout(120_000);
    await page.goto(`http://localhost:${port}/`);
});
after(async () => {
    await browser?.close();
    server.close();
    rmSync(folder, { recursive: true });
});

/** Gives files to the page and returns its report. @param {string[]} files */
async function reportOf(files) {
    await page.setInputFiles('input', files);
    await page.waitForFunction(() => {
        const text = document.querySelector('pre')?.textContent ?? '';
        return !/^(no plan yet|reading|\d+ % checked)$/.test(text);
    });
    return page.textContent('pre');
}

const sceneFiles = (/** @type {string} */ scene) =>
    ['plan_log', 'map', 'task', 'config'].map((name) =>
        inRepository(`web/scenes/${scene}/${name}.xml`),
    );

test('the example page checks plans in a worker, and repairs one', async () => {
    assert.equal(await reportOf(sceneFiles('planned')), 'VALID');
    const steps = inRepository('web/scenes/steps/result.txt');
    const lines = (await reportOf([steps]))?.split('\n') ?? [];
    assert.match(lines[0], /violation/);
    assert.match(lines.at(-1) ?? '', /^repaired: agent .* waits \d/);
});

test('the example page reports files that it cannot read, with the place', async () => {
    const broken = join(folder, 'plan.xml');
    writeFileSync(broken, '<root><log>');
    assert.match((await reportOf([broken])) ?? '', /plan\.xml:1:\d+: /);
    const [, map] = sceneFiles('planned');
    assert.match((await reportOf([map])) ?? '', /there is no plan among these files/);
});

test('the programs of the example page have at most 80 lines', () => {
    const lines = ['page.js', 'worker.js'].flatMap((name) =>
        readFileSync(inRepository(`tests/examples/validator/${name}`), 'utf8').split('\n'),
    );
    const code = lines.filter((line) => !/^\s*(\/\*\*|\*|\/\/|$)/.test(line));
    assert.ok(code.length <= 80, `${code.length}`);
});
