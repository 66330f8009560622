import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { inRepository, inShared } from '../../helpers.js';
import { MAX_TEXT } from './mutate.js';

/**
 * Initial inputs of each target: small files that together use every part of their formats, the scenes of the page, and
 * files of other projects if they are at hand.
 *
 * @import { ReadOptions } from 'graze/scenario'
 *
 * @typedef {'plan' | 'map' | 'task' | 'config' | 'footprint' | 'image'} Role
 *
 * @typedef {object} FilesInput
 * @property {Partial<Record<Role, { name: string, text: string }>>} files
 * @property {ReadOptions} options
 *
 * @typedef {Partial<Record<Role, string>> & { options?: ReadOptions }} Named paths by role
 */

const OWN = inRepository('tests/fuzz/readers/seeds/');
const SCENES = inRepository('web/scenes/');

/** @param {Named} named @param {string} [folder] @returns {FilesInput[]} none when a file is not there, or too long */
function set({ options = {}, ...paths }, folder = OWN) {
    /** @type {FilesInput['files']} */
    const files = {};
    for (const [role, path] of Object.entries(paths)) {
        if (!existsSync(folder + path)) return [];
        const text = readFileSync(folder + path, 'utf8');
        if (text.length > MAX_TEXT) return [];
        files[/** @type {Role} */ (role)] = { name: basename(path), text };
    }
    return [{ files, options }];
}

/** @param {Named} named */
const shared = (named) => set(named, inShared(''));

const sized = { radius: 0.25 };

/** Returns a CCBS instance of the shared data, with the names of its files there. @param {string} folder */
function instance(folder) {
    const [plan, map, task] = ['task_log.xml', 'map.xml', 'task.xml'].map(
        (name) => `${folder}/${name}`,
    );
    return shared({ plan, map, task, config: `${folder}/config.xml` });
}

/** @returns {FilesInput[]} */
function scenes() {
    return readdirSync(SCENES).flatMap((name) => {
        const [plan, map, task] = ['plan_log.xml', 'map.xml', 'task.xml'].map(
            (file) => `${name}/${file}`,
        );
        return set({ plan, map, task, config: `${name}/config.xml` }, SCENES);
    });
}

const LEAGUE = 'mapf/league-of-robot-runners';
const LIBMRP = 'mapf/libmultirobotplanning';

/** @type {Record<string, () => FilesInput[]>} */
export const SEEDS = {
    graze: () => [
        ...set({ plan: 'all.graze.json' }),
        ...set({ plan: 'all_version_1.graze.json' }),
        ...set({ plan: 'steps_version_1.graze.json' }),
        ...set({ plan: 'discs.graze.json' }),
        ...set({ plan: 'steps.graze.json' }),
        ...set({ plan: 'concave.graze.json' }),
        ...set({ plan: 'space.graze.json' }),
    ],
    lorr: () => [
        ...set({ plan: 'lorr_2023.json', map: 'lorr.map' }),
        ...set({ plan: 'lorr_2024.json', map: 'lorr.map' }),
        ...set({ plan: 'lorr_2026.json', map: 'lorr.map', options: { radius: 0.45 } }),
        ...set({ plan: 'lorr_2026.json' }),
        ...shared({
            plan: `${LEAGUE}/warehouse_small_2024.json`,
            map: `${LEAGUE}/warehouse_small.map`,
        }),
    ],
    kei18: () => [
        ...set({ plan: 'kei18.txt', map: 'small.map', options: sized }),
        ...set({ plan: 'kei18.txt', map: 'small.map', task: 'small-random-1.scen' }),
        ...set({ plan: 'kei18_oriented.txt' }),
        ...set({ plan: 'steps/result.txt', map: 'steps/map.map', options: sized }, SCENES),
        ...shared({ plan: 'mapf/kei18/demo_2x2.txt', map: 'mapf/kei18/2x2.map' }),
        ...shared({ plan: 'mapf/kei18/demo_tunnel.txt', map: 'mapf/kei18/tunnel.map' }),
    ],
    paths: () => [
        ...set({ plan: 'paths.txt', map: 'small.map', task: 'small-random-1.scen' }),
        ...set({ plan: 'paths_timed.txt', map: 'small.map', task: 'small-random-1.scen' }),
        ...set({ plan: 'paths.txt', options: sized }),
        ...set({ plan: 'paths_timed.txt', options: { format: 'paths-xy' } }),
        ...shared({
            plan: 'real/paths/example_paths_xy.txt',
            map: 'real/paths/random-32-32-20.map',
            task: 'real/paths/random-32-32-20-random-1.scen',
        }),
    ],
    libmrp: () => [
        ...set({ plan: 'libmrp.yaml', map: 'libmrp_input.yaml' }),
        ...set({ plan: 'libmrp.yaml', map: 'small.map', task: 'libmrp_input.yaml' }),
        ...set({ plan: 'libmrp_road.yaml', map: 'libmrp_road_input.yaml', options: sized }),
        ...shared({ plan: `${LIBMRP}/mapf_swap2_cbs_out.yaml`, map: `${LIBMRP}/mapf_swap2.yaml` }),
        ...shared({
            plan: `${LIBMRP}/mapf_circle_sipp_out.yaml`,
            map: `${LIBMRP}/mapf_circle.yaml`,
        }),
    ],
    crazyswarm: () => [
        ...set({ plan: 'crazyswarm.csv', options: sized }),
        ...set({ plan: 'crazyswarm.yaml' }),
    ],
    tracker: () => [
        ...set({ plan: 'tracker.csv', task: 'small-random-1.scen', map: 'small.map' }),
        ...set({ plan: 'tracker_many.csv', task: 'small-random-1.scen', options: sized }),
        ...set({ plan: 'tracker_today.csv', task: 'small-random-1.scen', map: 'small.map' }),
        ...set({ plan: 'tracker.json', task: 'small-random-1.scen' }),
        ...set({ plan: 'tracker.yaml', task: 'small-random-1.scen' }),
    ],
    tracks: () => [
        ...set({ plan: 'interaction.csv' }),
        ...set({ plan: 'highd.csv', config: 'highd_meta.csv' }),
        ...set({ plan: 'ind.csv', config: 'ind_meta.csv', options: sized }),
        ...set({ plan: 'table.csv', config: 'table_columns.json' }),
        ...set({ plan: 'table2.csv', config: 'table2_columns.json' }),
        ...shared({ plan: 'tracks/interaction_vehicle_tracks_000.csv' }),
    ],
    'commonroad-scenario': () => [
        ...set({ plan: 'road_2020a.xml' }),
        ...set({ plan: 'road_2018b.xml' }),
        ...set({ plan: 'driving/scenario.xml' }, SCENES),
        ...shared({ plan: 'commonroad/cr_test_reading_all.xml' }),
        ...shared({ plan: 'commonroad/cr_test_reading_obstacles.xml' }),
    ],
    'commonroad-solution': () => [
        ...set({ plan: 'solution_ks.xml', map: 'road_2020a.xml' }),
        ...set({ plan: 'solution_pm.xml', map: 'road_2020a.xml' }),
        ...set({ plan: 'solution_inputs.xml', map: 'road_2020a.xml' }),
    ],
    'ccbs-grid': () => [
        ...set({
            plan: 'ccbs_log.xml',
            map: 'ccbs_map.xml',
            task: 'ccbs_task.xml',
            config: 'ccbs_config.xml',
        }),
        ...set({ plan: 'ccbs_log.xml', map: 'ccbs_map.xml', options: sized }),
        ...scenes(),
        ...instance('mapf/ccbs/empty16_t1_k10_c2'),
    ],
    'ccbs-roadmap': () => [
        ...set({ plan: 'ccbs_road_log.xml', map: 'ccbs_road.xml', options: sized }),
        ...set(
            {
                plan: 'roadmap/plan_log.xml',
                map: 'roadmap/map.xml',
                task: 'roadmap/task.xml',
                options: sized,
            },
            SCENES,
        ),
        ...set({ plan: 'planned/plan_log.xml', map: 'planned/map.xml', options: sized }, SCENES),
    ],
    movingai: () => [
        ...set({ plan: 'ccbs_log.xml', map: 'ccbs.map', task: 'ccbs.scen', options: sized }),
        ...set({ plan: 'kei18.txt', map: 'bare.map', task: 'small-random-1.scen' }),
    ],
    surroundings: () => [
        ...set({ plan: 'kei18.txt', map: 'ros.yaml', image: 'ros.pgm', options: sized }),
        ...set({ plan: 'discs.graze.json', map: 'ros.yaml', image: 'ros.pgm' }),
        ...set({ plan: 'paths.txt', footprint: 'footprint.json' }),
        ...set({ plan: 'lorr_2024.json', map: 'lorr.map', footprint: 'footprint.yaml' }),
    ],
    any: () =>
        Object.entries(SEEDS)
            .flatMap(([name, seeds]) => (name === 'any' ? [] : seeds()))
            .filter(({ files }) => Object.values(files).every(({ text }) => text.length < 8192)),
};

/** Files of a target that are changed; default: all. @type {Record<string, Role[]>} */
export const CHANGED = { movingai: ['map', 'task'] };
