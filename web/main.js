/** The page: tabs, the address, the instance of graze. What tabs show is theirs. */

import { create } from 'graze';
import { announce } from './base/announce.js';
import { linkButton } from './base/copy.js';
import { h } from './base/dom.js';
import { takeDrops } from './base/drop.js';
import { button, checkField } from './base/fields.js';
import { setPrecision } from './base/format.js';
import { asLinked, fromHash, toHash } from './base/state.js';
import { createTabs } from './base/tabs.js';
import { themeButton } from './base/theme.js';
import { TABS } from './tabs/registry.js';

/**
 * @import { Graze } from 'graze'
 * @import { NamedFile } from './base/drop.js'
 * @import { Tab, TabModule } from './base/tab.js'
 * @import { TabEntry } from './tabs/registry.js'
 */

const shown = TABS.filter(({ load }) => load !== null);

/** @param {string} id @returns {HTMLElement} */
function byId(id) {
    const element = document.getElementById(id);
    if (!element) throw new Error(`index.html has no #${id}`);
    return element;
}

const panel = byId('panel');
const noticeBox = byId('notice');
/** States of tabs that have been left, by id. @type {Map<string, unknown>} */
const left = new Map();
/** @type {Promise<Graze> | undefined} */
let engine;
/** @type {{ id: string, tab: Tab, version: number } | undefined} */
let current;
/** Counts openings, so that a slow one that has been overtaken is dropped. */
let opening = 0;
let writing = 0;

/** @param {string} text */
function notice(text) {
    noticeBox.textContent = text;
    noticeBox.hidden = text === '';
}

/** Writes the state to the address, at most a few times a second: browsers refuse more. */
function writeSoon() {
    clearTimeout(writing);
    writing = window.setTimeout(writeNow, 150);
}

function writeNow() {
    clearTimeout(writing);
    if (!current) return;
    const { id, tab, version } = current;
    const hash = toHash(id, { v: version, .../** @type {object} */ (tab.get()) });
    if (hash !== location.hash) history.replaceState(null, '', hash);
}

/** Code, or the WebAssembly, did not come: there is no connection, or a newer page has other files. */
class NotLoaded extends Error {}

/** @param {TabEntry} entry @returns {Promise<[Graze, TabModule]>} */
async function load(entry) {
    try {
        engine ??= create();
        return await Promise.all([engine, /** @type {() => Promise<TabModule>} */ (entry.load)()]);
    } catch (error) {
        engine = undefined;
        throw new NotLoaded(error instanceof Error ? error.message : String(error));
    }
}

/**
 * @param {string} id
 * @param {unknown} linked the state of a link, with its version
 * @param {NamedFile[]} [files] that were dropped on another tab
 */
async function open(id, linked, files) {
    const entry = shown.find((one) => one.id === id) ?? shown[0];
    if (current?.id === entry.id && linked === undefined) return;
    opening += 1;
    const mine = opening;
    leave();
    strip.select(entry.id);
    panel.setAttribute('aria-labelledby', `tab-${entry.id}`);
    panel.setAttribute('aria-busy', 'true');
    document.title = `graze: ${entry.title}`;
    /** @type {[Graze, TabModule]} */
    let loaded;
    try {
        loaded = await load(entry);
    } catch (error) {
        if (mine === opening) showNotLoaded(entry, error, () => open(id, linked, files));
        return;
    }
    failures = 0;
    if (mine !== opening) return;
    const [graze, module] = loaded;
    const root = h('div', { class: `tab ${entry.id}` });
    panel.replaceChildren(root);
    const state = stateFor(module, entry.id, linked);
    const context = { graze, state, files, changed: writeSoon, announce, notice };
    const tab = await module.mount(root, context);
    if (mine !== opening) {
        tab.dispose();
        return;
    }
    current = { id: entry.id, tab, version: module.version };
    panel.setAttribute('aria-busy', 'false');
    writeNow();
    loadRest();
}

/** The number of failures to load in succession. */
let failures = 0;

/**
 * Says that a tab did not load, with a button that tries again. When that fails although the server answers, its files
 * have other names by now: the page is loaded anew, and the address has the state.
 *
 * @param {TabEntry} entry
 * @param {unknown} error
 * @param {() => Promise<void>} again
 */
function showNotLoaded(entry, error, again) {
    console.info(error);
    failures += 1;
    const press = button('Try again', async () => {
        press.disabled = true;
        if (failures > 1 && (await isServed())) location.reload();
        else await again();
    });
    panel.replaceChildren(
        h(
            'div',
            { class: 'card failure', role: 'alert' },
            h(
                'p',
                null,
                `“${entry.title}” could not be loaded. There may be no connection, or the page has been replaced by a newer version.`,
            ),
            h('div', { class: 'buttons' }, press),
        ),
    );
    panel.setAttribute('aria-busy', 'false');
}

async function isServed() {
    try {
        return (await fetch(document.baseURI, { cache: 'no-store' })).ok;
    } catch {
        return false;
    }
}

let isRestLoading = false;

/** Loads the code of the other tabs once there is time: they then open at once, and without a connection. */
function loadRest() {
    const connection = /** @type {{ connection?: { saveData?: boolean } }} */ (navigator)
        .connection;
    if (isRestLoading || connection?.saveData) return;
    isRestLoading = true;
    const run = () => {
        // What fails here is loaded, or said to have failed, when it is opened.
        for (const entry of shown) entry.load?.().catch(() => {});
    };
    if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 5000 });
    else setTimeout(run, 2000);
}

/** Opens files that were dropped, on whatever tab that was. @param {NamedFile[]} files */
async function openFiles(files) {
    const entry = shown.find(({ takesFiles }) => takesFiles);
    if (!entry) return;
    if (current?.id === entry.id) {
        await current.tab.takeFiles?.(files);
        return;
    }
    notice('');
    writeNow();
    history.pushState(null, '', toHash(entry.id));
    await open(entry.id, undefined, files);
}

/**
 * @param {TabModule} module
 * @param {string} id
 * @param {unknown} linked
 */
function stateFor(module, id, linked) {
    if (linked === undefined) return left.get(id);
    const { v, ...state } = /** @type {Record<string, unknown>} */ (Object(linked));
    if (v === module.version) return state;
    notice('This link was made by another version of the page; the tab is shown as it begins.');
    return undefined;
}

function leave() {
    // The address is that of the next tab by now.
    clearTimeout(writing);
    if (!current) return;
    left.set(current.id, asLinked(current.tab.get()));
    current.tab.dispose();
    current = undefined;
    panel.replaceChildren();
}

function openAddress() {
    const { tab, state, isBroken } = fromHash(location.hash);
    notice(isBroken ? 'The scene in this link cannot be read; the tab is shown as it begins.' : '');
    return open(tab, state);
}

const strip = createTabs(shown, (id) => {
    if (current?.id === id) return;
    notice('');
    writeNow();
    history.pushState(null, '', toHash(id));
    open(id, undefined).catch(fail);
});

/** @param {unknown} error */
function fail(error) {
    console.error(error);
    panel.setAttribute('aria-busy', 'false');
    notice(`Something went wrong: ${error instanceof Error ? error.message : String(error)}`);
}

const precision = checkField({ label: 'Full precision', onInput: setPrecision });
byId('tabs').append(strip.element);
byId('tools').append(precision.element, linkButton(), themeButton());

/**
 * Whether a key is that of the element it is pressed on: all keys where something is typed, Space where it presses.
 *
 * @param {KeyboardEvent} event
 */
function isTaken({ target, key }) {
    if (!(target instanceof HTMLElement)) return false;
    const isPressed = target.matches('button, summary, a, [type="checkbox"], [type="radio"]');
    if (isPressed) return key === ' ';
    if (target.matches('[type="range"]')) return false;
    return target.matches('input, select, textarea, [contenteditable]');
}

document.addEventListener('keydown', (event) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented;
    if (isPlain && !isTaken(event) && current?.tab.onKey?.(event)) event.preventDefault();
});
// Whoever leaves at once comes back to what was there.
window.addEventListener('pagehide', writeNow);
window.addEventListener('error', (event) => fail(event.error ?? event.message));
window.addEventListener('unhandledrejection', (event) => fail(event.reason));
// The page writes a real minus sign, which programs do not read.
document.addEventListener('copy', (event) => {
    const text = String(getSelection() ?? '');
    if (!/−[\d.∞]/.test(text) || event.target instanceof HTMLInputElement) return;
    event.clipboardData?.setData('text/plain', text.replaceAll('−', '-'));
    event.preventDefault();
});

if (typeof WebAssembly === 'undefined') {
    const why =
        'This page computes everything in your browser, with WebAssembly, which this browser does not have or has switched off.';
    panel.replaceChildren(h('p', null, why));
    panel.setAttribute('aria-busy', 'false');
    byId('tabs').hidden = true;
    byId('tools').hidden = true;
} else {
    window.addEventListener('hashchange', () => openAddress().catch(fail));
    takeDrops((files) => openFiles(files).catch(fail));
    openAddress().catch(fail);
}
