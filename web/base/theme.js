/** The theme: light, dark, or the system's. web/theme.js applies the stored choice before the first paint. */

import { h } from './dom.js';
import { icon } from './icons.js';

const STORAGE_KEY = 'graze-theme';
const CHOICES = /** @type {const} */ (['auto', 'light', 'dark']);
const THEME_LABELS = { auto: 'Theme: system', light: 'Theme: light', dark: 'Theme: dark' };

/** @type {Set<() => void>} */
const listeners = new Set();

function notifyListeners() {
    for (const listener of listeners) listener();
}

/** Adds a listener that redraws canvases, which style sheets do not reach. @param {() => void} listener @returns {() => void} */
export function onThemeChange(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
}

/** Returns a color of the theme, for a canvas. @param {string} name name of the property `--name` in style.css */
export function color(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

function readTheme() {
    const theme = document.documentElement.dataset.theme;
    return CHOICES.find((choice) => choice === theme) ?? 'auto';
}

/** @param {(typeof CHOICES)[number]} theme */
function saveTheme(theme) {
    if (theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    try {
        localStorage.setItem(STORAGE_KEY, theme);
    } catch {
        // Storage may be forbidden; the choice then lasts as long as the page.
    }
    notifyListeners();
}

/** Creates the button that cycles through the themes. */
export function themeButton() {
    const button = h('button', { class: 'icon', type: 'button' });
    const show = () => {
        const theme = readTheme();
        button.replaceChildren(icon(theme));
        button.title = THEME_LABELS[theme];
        button.setAttribute('aria-label', THEME_LABELS[theme]);
    };
    button.addEventListener('click', () => {
        saveTheme(CHOICES[(CHOICES.indexOf(readTheme()) + 1) % CHOICES.length]);
        show();
    });
    show();
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', notifyListeners);
    return button;
}

/** Returns whether the visitor prefers reduced motion. */
export function prefersReducedMotion() {
    return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
