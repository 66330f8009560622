import { readdirSync } from 'node:fs';
import { after } from 'node:test';
import { openBrowser } from './page.js';

/**
 * Runs every test of the page in one process with one Chromium and shared pages: starting
 * Chromium and loading the page on each device takes half of the time of a single test file.
 */

const browser = await openBrowser();
after(() => browser.close());

const here = new URL('./', import.meta.url);
for (const name of readdirSync(here).sort()) {
    if (name.endsWith('.test.js')) await import(new URL(name, here).href);
}
