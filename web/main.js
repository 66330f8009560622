/** The page: tabs, the address, the instance of graze. What tabs show is theirs. */

import { create } from 'graze';
import { announce } from './base/announce.js';
import { linkButton } from './base/copy.js';
import { h } from './base/dom.js';
import { checkField } from './base/fields.js';
import { setPrecision } from './base/format.js';
import { asLinked, fromHash, toHash } from './base/state.js';
import { createTabs } from './base/tabs.js';
import { themeButton } from './base/theme.js';
import { TABS } from './tabs/registry.js';

/**
 * @import { Graze } from 'graze'
 * @import { Tab, TabModule } from './base/tab.js'
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

/**
 * @param {string} id
 * @param {unknown} linked the state of a link, with its version
 */
async function open(id, linked) {
    const entry = shown.find((one) => one.id === id) ?? shown[0];
    if (current?.id === entry.id && linked === undefined) return;
    opening += 1;
    const mine = opening;
    leave();
    strip.select(entry.id);
    panel.setAttribute('aria-labelledby', `tab-${entry.id}`);
    panel.setAttribute('aria-busy', 'true');
    document.title = `graze: ${entry.title}`;
    engine ??= create();
    const [graze, module] = await Promise.all([engine, entry.load?.()]);
    if (mine !== opening || !module) return;
    const root = h('div', { class: `tab ${entry.id}` });
    panel.replaceChildren(root);
    const state = stateFor(module, entry.id, linked);
    const tab = await module.mount(root, { graze, state, changed: writeSoon, announce, notice });
    if (mine !== opening) {
        tab.dispose();
        return;
    }
    current = { id: entry.id, tab, version: module.version };
    panel.setAttribute('aria-busy', 'false');
    writeNow();
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
    if (!current) return;
    writeNow();
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
window.addEventListener('hashchange', () => openAddress().catch(fail));
window.addEventListener('error', (event) => fail(event.error ?? event.message));
window.addEventListener('unhandledrejection', (event) => fail(event.reason));

openAddress().catch(fail);
