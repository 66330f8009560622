import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { chromium } from 'playwright-core';

/** A folder served as any static host would, under a policy, to Chromium. */

export const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";

const TYPES = /** @type {Record<string, string>} */ ({
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript; charset=utf-8',
    '.wasm': 'application/wasm',
});

/** @param {string} folder @param {(path: string) => string} policyOf */
function serve(folder, policyOf) {
    return createServer((request, response) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        const file = normalize(join(folder, decodeURIComponent(pathname)));
        const isOurs = file.startsWith(folder + sep);
        const isThere = isOurs ? statSync(file, { throwIfNoEntry: false }) : undefined;
        if (!isThere?.isFile()) {
            // Requests of the browser's own are not a fault of the page.
            response.writeHead(pathname === '/favicon.ico' ? 204 : 404).end();
            return;
        }
        response.writeHead(200, {
            'content-type': TYPES[extname(file)] ?? 'text/plain',
            'content-security-policy': policyOf(pathname),
        });
        createReadStream(file).pipe(response);
    });
}

/**
 * @param {string} folder
 * @param {(path: string) => string} [policyOf] of a file
 */
export async function openBrowser(folder, policyOf = () => POLICY) {
    const server = serve(folder, policyOf);
    await new Promise((done) => server.listen(0, '127.0.0.1', () => done(undefined)));
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    const browser = await chromium.launch({
        executablePath: process.env.GRAZE_CHROMIUM ?? '/usr/bin/chromium',
        args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run'],
    });
    const context = await browser.newContext();
    // Machines that are busy with other tests are slow to start a page.
    context.setDefaultTimeout(120_000);

    /**
     * Returns the answers of a page: see programs/report.js. Every message of the console is an error.
     *
     * @param {string} path of a file of the folder, or the address of a page
     * @returns {Promise<any>}
     */
    async function answersOf(path) {
        const page = await context.newPage();
        /** @type {string[]} */
        const problems = [];
        page.on('console', (message) => {
            if (['error', 'warning'].includes(message.type())) problems.push(message.text());
        });
        page.on('pageerror', ({ message }) => problems.push(message));
        try {
            const { href } = new URL(path, `http://localhost:${port}`);
            await page.goto(href, { waitUntil: 'load' });
            const answers = await page.evaluate(() => /** @type {any} */ (globalThis).answers);
            if (problems.length > 0) throw new Error(problems.join('\n'));
            return answers;
        } catch (error) {
            const { message } = /** @type {Error} */ (error);
            throw new Error([message, ...problems].join('\n'));
        } finally {
            await page.close();
        }
    }

    return {
        answersOf,
        async close() {
            await browser.close();
            server.closeAllConnections();
            await new Promise((done) => server.close(done));
        },
    };
}
