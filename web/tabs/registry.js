/**
 * The tabs, in their order. The page shows tabs with a `load`; it runs when the tab is first
 * opened, or when there is time, so that the page starts with little code.
 */

/**
 * @import { TabModule } from '../base/tab.js'
 *
 * @typedef {object} TabEntry
 * @property {string} id identifier in the address
 * @property {string} title
 * @property {string} description description of the contents, in a sentence
 * @property {(() => Promise<TabModule>) | null} load
 * @property {boolean} [opensFiles] whether this tab opens files dropped on the page
 */

/** @type {TabEntry[]} */
export const TABS = [
    {
        id: 'start',
        title: 'Start',
        description: 'A car and a cyclist up to their first contact, and the use of each tab.',
        load: () => import('./start/index.js'),
    },
    {
        id: 'distance',
        title: 'Distance',
        description:
            'Two bodies that stand still: how far apart or how deep they are, and how GJK finds it.',
        load: () => import('./distance/index.js'),
    },
    {
        id: 'contact',
        title: 'First contact',
        description:
            'Two bodies that move and turn: when they first touch, by four methods side by side.',
        load: () => import('./contact/index.js'),
    },
    {
        id: 'sweep',
        title: 'Sweep',
        description:
            'Two trajectories in many steps: how boxes leave few steps that need an exact check.',
        load: () => import('./sweep/index.js'),
    },
    {
        id: 'intervals',
        title: 'Intervals',
        description:
            'Two agents on straight lines: when they collide, and which delays or speeds avoid it.',
        load: () => import('./intervals/index.js'),
    },
    {
        id: 'scenario',
        title: 'Scenario',
        description: 'A plan of many agents: drop its file to check it, play it and repair it.',
        load: () => import('./scenario/index.js'),
        opensFiles: true,
    },
    {
        id: 'benchmark',
        title: 'Benchmark',
        description: 'How long queries take in this browser, beside other libraries.',
        load: () => import('./benchmark/index.js'),
    },
];
