/**
 * The tabs, in their order. A tab whose code is loaded is one that the page shows; `load` runs when it is first
 * opened, or once there is time, so that the page starts with little.
 */

/**
 * @import { TabModule } from '../base/tab.js'
 *
 * @typedef {object} TabEntry
 * @property {string} id in the address
 * @property {string} title
 * @property {string} about what one sees there, in a sentence
 * @property {(() => Promise<TabModule>) | null} load
 * @property {boolean} [takesFiles] files dropped on the page are opened there
 */

/** @type {TabEntry[]} */
export const TABS = [
    {
        id: 'distance',
        title: 'Distance',
        about: 'Two bodies standing still: how they lie to each other, and how GJK finds it out.',
        load: () => import('./distance/index.js'),
    },
    {
        id: 'contact',
        title: 'First contact',
        about: 'Two bodies that move and turn: when they meet, and how four methods get there.',
        load: () => import('./contact/index.js'),
    },
    {
        id: 'sweep',
        title: 'Sweep',
        about: 'Two paths as boxes in place and time: which pairs of boxes each method tests.',
        load: () => import('./sweep/index.js'),
    },
    {
        id: 'intervals',
        title: 'Intervals',
        about: 'Two agents: when they are in conflict, which delays and velocities are safe.',
        load: () => import('./intervals/index.js'),
    },
    {
        id: 'scenario',
        title: 'Scenario',
        about: 'A plan of many agents: checked, played, repaired.',
        load: () => import('./scenario/index.js'),
        takesFiles: true,
    },
    {
        id: 'benchmark',
        title: 'Benchmark',
        about: 'What queries cost in this browser, beside other libraries.',
        load: () => import('./benchmark/index.js'),
    },
];
