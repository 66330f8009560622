/** The page: tabs, the address, the instance of graze. The contents of tabs are theirs alone. */

import { create } from 'graze';
import { announce } from './base/announce.js';
import { linkButton } from './base/copy.js';
import { h } from './base/dom.js';
import { listenForDrops } from './base/drop.js';
import { button, checkField } from './base/fields.js';
import { setPrecision } from './base/format.js';
import { changeToNewestBuild, keepForOffline } from './base/offline.js';
import { renameLinkKeys } from './base/old_links.js';
import { fromHash, roundTripJson, toHash } from './base/state.js';
import { createTabs } from './base/tabs.js';
import { themeButton } from './base/theme.js';
import { createUndo } from './base/undo.js';
import { TABS } from './tabs/registry.js';

/**
 * @import { Graze } from 'graze'
 * @import { NamedFile } from './base/drop.js'
 * @import { Tab, TabModule } from './base/tab.js'
 * @import { TabEntry } from './tabs/registry.js'
 */

const visibleTabs = TABS.filter(({ load }) => load !== null);

/** @param {string} id @returns {HTMLElement} */
function byId(id) {
    const element = document.getElementById(id);
    if (!element) throw new Error(`index.html has no #${id}`);
    return element;
}

const panel = byId('panel');
const noticeBox = byId('notice');
/** States of tabs that the visitor has left, by id. @type {Map<string, unknown>} */
const savedStates = new Map();
/** @type {Promise<Graze> | undefined} */
let engine;
/** @type {{ id: string, tab: Tab, version: number } | undefined} */
let current;
/** Number of openings so far: a slow opening that a later one has overtaken is dropped. */
let openingCount = 0;
let writeTimer = 0;

/** @param {string} text */
function notice(text) {
    noticeBox.textContent = text;
    noticeBox.hidden = text === '';
}

/**
 * Writes the state to the address, at most a few times per second: browsers refuse more. A drag is written when it has ended, so
 * that it is one change for undo, however long it rests on its way.
 */
function scheduleWrite() {
    clearTimeout(writeTimer);
    writeTimer = window.setTimeout(() => {
        if (document.querySelector('.dragged')) scheduleWrite();
        else writeAddress();
    }, 150);
}

function writeAddress() {
    clearTimeout(writeTimer);
    if (!current) return;
    const { id, tab, version } = current;
    undo.record(tab.get());
    const hash = toHash(id, { v: version, .../** @type {object} */ (tab.get()) });
    if (hash !== location.hash) history.replaceState(null, '', hash);
}

/** Error of loading code or WebAssembly: there is no connection, or a newer version of the page has other files. */
class LoadError extends Error {}

/** @param {TabEntry} entry @returns {Promise<[Graze, TabModule]>} */
async function loadTab(entry) {
    try {
        engine ??= create();
        return await Promise.all([engine, /** @type {() => Promise<TabModule>} */ (entry.load)()]);
    } catch (error) {
        engine = undefined;
        throw new LoadError(error instanceof Error ? error.message : String(error));
    }
}

/**
 * @param {string} id
 * @param {unknown} linkState the state of a link, with its version
 * @param {NamedFile[]} [files] files dropped on another tab
 */
async function openTab(id, linkState, files) {
    const entry = visibleTabs.find((tabEntry) => tabEntry.id === id) ?? visibleTabs[0];
    if (current?.id === entry.id && linkState === undefined) return;
    openingCount += 1;
    const openingId = openingCount;
    leaveTab();
    tabStrip.select(entry.id);
    panel.setAttribute('aria-labelledby', `tab-${entry.id}`);
    panel.setAttribute('aria-busy', 'true');
    document.title = `graze: ${entry.title}`;
    /** @type {[Graze, TabModule]} */
    let loaded;
    try {
        loaded = await loadTab(entry);
    } catch (error) {
        if (openingId === openingCount)
            showLoadError(entry, error, () => openTab(id, linkState, files));
        return;
    }
    failureCount = 0;
    if (openingId !== openingCount) return;
    const [graze, module] = loaded;
    const root = h('div', { class: `tab ${entry.id}` });
    panel.replaceChildren(root);
    const state = initialState(module, entry.id, linkState);
    const services = { tabs: visibleTabs, changed: scheduleWrite, announce, notice };
    const context = { graze, state, files, ...services };
    const tab = await module.mount(root, context);
    if (openingId !== openingCount) {
        tab.dispose();
        return;
    }
    current = { id: entry.id, tab, version: module.version };
    undo.open(entry.id, module.edited, tab.get());
    writeAddress();
    // A stage measures itself after a frame, and draws before the next.
    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
    if (openingId !== openingCount) return;
    panel.setAttribute('aria-busy', 'false');
    preloadTabs();
}

/** The number of failures to load in succession. */
let failureCount = 0;

/**
 * Shows that a tab did not load, with a button that tries again. If that fails although the server answers, the files
 * have other names in a newer version: the page is then reloaded, and the address keeps the state.
 *
 * @param {TabEntry} entry
 * @param {unknown} error
 * @param {() => Promise<void>} retry
 */
function showLoadError(entry, error, retry) {
    console.info(error);
    failureCount += 1;
    const retryButton = button('Try again', async () => {
        retryButton.disabled = true;
        if (failureCount > 1 && (await isServed())) location.reload();
        else await retry();
    });
    panel.replaceChildren(
        h(
            'div',
            { class: 'card failure', role: 'alert' },
            h(
                'p',
                null,
                `“${entry.title}” could not be loaded. You may be offline, or the page has been replaced by a newer version.`,
            ),
            h('div', { class: 'buttons' }, retryButton),
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

let isPreloading = false;

/**
 * Loads the code of the other tabs and of drawing when there is time, so that they open at once, then all that examples,
 * files and the benchmark need, for use without a connection.
 */
function preloadTabs() {
    const connection = /** @type {{ connection?: { saveData?: boolean } }} */ (navigator)
        .connection;
    if (isPreloading || connection?.saveData) return;
    isPreloading = true;
    const loadAll = async () => {
        // A failure here is ignored: opening the tab loads it again or shows the error.
        const tabs = visibleTabs.map(({ load }) => load?.());
        await Promise.allSettled([...tabs, import('./base/drawing.js')]);
        await keepForOffline();
    };
    if ('requestIdleCallback' in window) requestIdleCallback(loadAll, { timeout: 5000 });
    else setTimeout(loadAll, 2000);
}

/** Opens files dropped on any tab. @param {NamedFile[]} files */
async function openFiles(files) {
    const entry = visibleTabs.find(({ opensFiles }) => opensFiles);
    if (!entry) return;
    if (current?.id === entry.id) {
        await current.tab.openFiles?.(files);
        return;
    }
    notice('');
    writeAddress();
    history.pushState(null, '', toHash(entry.id));
    await openTab(entry.id, undefined, files);
}

/**
 * @param {TabModule} module
 * @param {string} id
 * @param {unknown} linkState
 */
function initialState(module, id, linkState) {
    if (linkState === undefined) return savedStates.get(id);
    const { v, ...state } = /** @type {Record<string, unknown>} */ (Object(linkState));
    if (v === module.version) return renameLinkKeys(id, state);
    notice('This link was made by another version of the page. The tab shows its default scene.');
    return undefined;
}

function leaveTab() {
    // The address already belongs to the next tab.
    clearTimeout(writeTimer);
    if (!current) return;
    savedStates.set(current.id, roundTripJson(current.tab.get()));
    current.tab.dispose();
    current = undefined;
    panel.replaceChildren();
}

function openAddress() {
    const { tab, state, isBroken } = fromHash(location.hash);
    notice(
        isBroken ? 'The scene in this link cannot be read. The tab shows its default scene.' : '',
    );
    return openTab(tab, state);
}

const tabStrip = createTabs(visibleTabs, (id) => {
    if (current?.id === id) return;
    notice('');
    writeAddress();
    history.pushState(null, '', toHash(id));
    openTab(id, undefined).catch(reportError);
});

/** @param {unknown} error */
function reportError(error) {
    console.error(error);
    panel.setAttribute('aria-busy', 'false');
    notice(`Something went wrong: ${error instanceof Error ? error.message : String(error)}`);
}

const undo = createUndo((state) => {
    current?.tab.set(state);
    scheduleWrite();
});
const precision = checkField({ label: 'Full precision', onInput: setPrecision });
byId('tabs').append(tabStrip.element);
byId('tools').append(undo.element, precision.element, linkButton(), themeButton());

/**
 * Returns whether the focused element uses the key itself: all keys in a text field, Space on a button.
 *
 * @param {KeyboardEvent} event
 */
function isHandledByTarget({ target, key }) {
    if (!(target instanceof HTMLElement)) return false;
    const isPressed = target.matches('button, summary, a, [type="checkbox"], [type="radio"]');
    if (isPressed) return key === ' ';
    if (target.matches('[type="range"]')) return false;
    return target.matches('input, select, textarea, [contenteditable]');
}

document.addEventListener('keydown', (event) => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key === 'z';
    if (isUndo && !isHandledByTarget(event)) {
        // The last change may not have been noted yet.
        writeAddress();
        if (undo.undo()) event.preventDefault();
        return;
    }
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented;
    if (isPlain && !isHandledByTarget(event) && current?.tab.onKey?.(event)) event.preventDefault();
});
// A visitor who leaves at once finds the same state on return.
window.addEventListener('pagehide', writeAddress);
window.addEventListener('error', (event) => reportError(event.error ?? event.message));
window.addEventListener('unhandledrejection', (event) => reportError(event.reason));
// The page writes a true minus sign, which programs do not parse.
document.addEventListener('copy', (event) => {
    const text = String(getSelection() ?? '');
    if (!/−[\d.∞]/.test(text) || event.target instanceof HTMLInputElement) return;
    event.clipboardData?.setData('text/plain', text.replaceAll('−', '-'));
    event.preventDefault();
});

if (typeof WebAssembly === 'undefined') {
    const message =
        'This page computes everything in your browser and needs WebAssembly, which is missing or disabled in this browser.';
    panel.replaceChildren(h('p', null, message));
    panel.setAttribute('aria-busy', 'false');
    byId('tabs').hidden = true;
    byId('tools').hidden = true;
} else {
    window.addEventListener('hashchange', () => openAddress().catch(reportError));
    changeToNewestBuild();
    listenForDrops((files) => openFiles(files).catch(reportError));
    openAddress().catch(reportError);
}
