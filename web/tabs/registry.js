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
        id: 'distance',
        title: 'Distance',
        description:
            'Two static bodies: relation, distance and penetration, and each round of GJK.',
        load: () => import('./distance/index.js'),
    },
    {
        id: 'contact',
        title: 'First contact',
        description:
            'Two moving, rotating bodies: the time of first contact, found by four methods.',
        load: () => import('./contact/index.js'),
    },
    {
        id: 'sweep',
        title: 'Sweep',
        description:
            'Two paths as boxes in space and time: which pairs of boxes each method tests.',
        load: () => import('./sweep/index.js'),
    },
    {
        id: 'intervals',
        title: 'Intervals',
        description:
            'Two agents: when they are in conflict, and which delays and velocities are safe.',
        load: () => import('./intervals/index.js'),
    },
    {
        id: 'scenario',
        title: 'Scenario',
        description: 'A plan of many agents: validate it, play it, repair it.',
        load: () => import('./scenario/index.js'),
        opensFiles: true,
    },
    {
        id: 'benchmark',
        title: 'Benchmark',
        description: 'Query times in this browser, compared with other libraries.',
        load: () => import('./benchmark/index.js'),
    },
];
