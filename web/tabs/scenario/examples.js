/** Scenarios to begin with: those of web/scenes, and one that is made. */

import { makeWeave } from './weave.js';

/**
 * @import { Role } from './job.js'
 *
 * @typedef {object} Example
 * @property {string} id in the address
 * @property {string} name
 * @property {string} hint
 * @property {Partial<Record<Role, string>>} [files] below scenes/
 * @property {() => { name: string, text: string }} [make] the plan
 * @property {number} [radius]
 */

/** @param {string} folder @returns {Example['files']} */
const ccbs = (folder) => ({
    plan: `${folder}/plan_log.xml`,
    map: `${folder}/map.xml`,
    task: `${folder}/task.xml`,
    config: `${folder}/config.xml`,
});

/** @type {[Example, ...Example[]]} */
export const EXAMPLES = [
    {
        id: 'steps',
        name: 'A plan in whole steps',
        hint: 'Each goes its shortest way: two pairs share a cell, two swap theirs, which a look at whole steps misses. Repair finds the least waits.',
        files: { plan: 'steps/result.txt', map: 'steps/map.map' },
    },
    {
        id: 'conflict',
        name: 'Conflicts on a grid',
        hint: 'Six agents, each by itself well planned. Four pairs meet, and agent 5 cuts through walls, which no delay repairs.',
        files: ccbs('conflict'),
    },
    {
        id: 'crossing',
        name: 'The same, with waits',
        hint: 'Valid: some wait before they set out, and pass with 8e-7 to spare.',
        files: ccbs('crossing'),
    },
    {
        id: 'driving',
        name: 'A crossing of roads',
        hint: 'The vehicle that turns left clips the one going straight. A delay of a fifth of a second repairs it.',
        files: { plan: 'driving/scenario.xml' },
    },
    {
        id: 'weave',
        name: 'A thousand, one of them late',
        hint: 'Lanes pass between each other with 0.007 to spare. One agent of 1,000 sets out 0.3 late; find out whom it meets.',
        make: () => ({ name: 'weave_log.xml', text: makeWeave() }),
        radius: 0.35,
    },
    {
        id: 'planned',
        name: 'Twenty, planned by SIPP',
        hint: 'Made by a planner that asks graze when places are free. Valid.',
        files: ccbs('planned'),
    },
    {
        id: 'roadmap',
        name: 'A roadmap that is no grid',
        hint: 'Four agents along declared edges. Valid.',
        files: ccbs('roadmap'),
    },
];

/**
 * @param {Example} example
 * @returns {Promise<{ name: string, role: Role, blob: Blob }[]>}
 */
export async function filesOf({ files = {}, make }) {
    if (make) {
        const { name, text } = make();
        return [{ name, role: 'plan', blob: new Blob([text]) }];
    }
    return Promise.all(
        Object.entries(files).map(async ([role, path]) => {
            const response = await fetch(new URL(`scenes/${path}`, document.baseURI));
            if (!response.ok) throw new Error(`scenes/${path}: status ${response.status}`);
            const name = path.split('/').at(-1) ?? path;
            return { name, role: /** @type {Role} */ (role), blob: await response.blob() };
        }),
    );
}
