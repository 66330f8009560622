/** Scenarios to start with: those of web/scenes, and a generated one. */

import { generatePlan } from './generated_plan.js';

/**
 * @import { Role } from './worker_messages.js'
 *
 * @typedef {object} Example
 * @property {string} id identifier in the address
 * @property {string} name
 * @property {string} hint
 * @property {Partial<Record<Role, string>>} [files] file names below scenes/
 * @property {() => { name: string, text: string }} [make] makes the plan
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
        name: 'Plan in discrete steps',
        hint: 'Each agent takes its shortest path: two pairs share a cell and two pairs swap cells, which a check of whole steps alone misses. Repair finds the minimal waits.',
        files: { plan: 'steps/result.txt', map: 'steps/map.map' },
    },
    {
        id: 'conflict',
        name: 'Conflicts on a grid',
        hint: 'Six agents, each planned independently. Four pairs collide, and agent 5 cuts through blocked cells, which no delay can repair.',
        files: ccbs('conflict'),
    },
    {
        id: 'crossing',
        name: 'The same plan with waits',
        hint: 'Valid: some agents wait before they start and pass with a gap of 8e-7.',
        files: ccbs('crossing'),
    },
    {
        id: 'driving',
        name: 'Road intersection',
        hint: 'The vehicle turning left clips the one going straight. A delay of 0.2 s repairs the plan.',
        files: { plan: 'driving/scenario.xml' },
    },
    {
        id: 'weave',
        name: '1,000 agents, one late',
        hint: 'Crossing columns of agents pass with a gap of 0.007. One of the 1,000 agents starts 0.3 late; find out which agents it hits.',
        make: () => ({ name: 'generated_log.xml', text: generatePlan() }),
        radius: 0.35,
    },
    {
        id: 'planned',
        name: '20 agents, planned by SIPP',
        hint: 'Made by a planner that uses safe intervals from graze. Valid.',
        files: ccbs('planned'),
    },
    {
        id: 'roadmap',
        name: 'Roadmap',
        hint: 'Four agents move along the edges of a roadmap. Valid.',
        files: ccbs('roadmap'),
    },
];

/**
 * @param {Example} example
 * @returns {Promise<{ name: string, role: Role, blob: Blob }[]>}
 */
export async function loadFiles({ files = {}, make }) {
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
