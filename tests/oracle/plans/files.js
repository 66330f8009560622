import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { inShared } from '../../helpers.js';

/** @import { Files } from './compare.js' */

/** The real plans under ../shared/data, each with its map, task and configuration. */

const LEAGUE = 'mapf/league-of-robot-runners';
const RANDOM = {
    map: `${LEAGUE}/random-32-32-20.map`,
    task: `${LEAGUE}/random-32-32-20-random-1.scen`,
};
const PATHS = {
    map: 'real/paths/random-32-32-20.map',
    task: 'real/paths/random-32-32-20-random-1.scen',
};
const LIBMRP = 'mapf/libmultirobotplanning';
const SOLUTION = 'commonroad/solution_PM2_JB1_ZAM_Tjunction-1_18_T-1_2018b.xml';

/** Folders and files of formats that graze does not read. */
const FOREIGN = /^real\/(?:crazyswarm|dbcbs|ros|sumo)\//;

/** Maps, tasks, programs and texts beside the plans. */
const BESIDE =
    /\.(?:map|scen|md|mdx|py|xsd)$|LICENSE$|MANIFEST\.json$|expected\.json$|(?:config|map|roadmap|task)\.xml$/;

/** @param {string} folder @returns {string[]} files below it, by their paths in the shared data */
function filesBelow(folder) {
    const path = inShared(folder);
    if (!existsSync(path)) return [];
    return readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(folder, relative(path, join(entry.parentPath, entry.name))))
        .sort();
}

/** @param {string} folder @param {RegExp} pattern @returns {string | undefined} the file whose name ends so */
function oneOf(folder, pattern) {
    const name = readdirSync(inShared(folder)).find((file) => pattern.test(file));
    return name && join(folder, name);
}

/** Returns the files of a CCBS plan; the mutated ones name the folder of their map. @param {string} plan */
function ccbsFiles(plan) {
    const name = basename(plan).split('__');
    const folder =
        dirname(plan) === 'mapf/mutated'
            ? `mapf/ccbs/${mutatedBase(name[0], name[1])}`
            : dirname(plan);
    return {
        plan,
        map: oneOf(folder, /(?:map|roadmap)\.xml$/),
        config: oneOf(folder, /config\.xml$/),
    };
}

/** @param {string} first @param {string} second */
function mutatedBase(first, second) {
    return first === '' ? `_${second}` : first;
}

/** Returns the files of a plan of LaCAM's family: the map that it names, or one of its name, beside it. @param {string} plan */
function kei18Files(plan) {
    const named = /^map_file=(.*)$/m.exec(readFileSync(inShared(plan), 'utf8'))?.[1];
    const words = basename(plan, '.txt');
    const maps = readdirSync(inShared(dirname(plan))).filter((file) => file.endsWith('.map'));
    const map =
        maps.find((file) => file === named) ??
        maps.find((file) => words.includes(basename(file, '.map')));
    const files = { plan, map: map && join(dirname(plan), map) };
    return plan.startsWith('real/') ? [files, { ...files, radius: 0.4 }] : [files];
}

/** @param {string} plan */
function libmrpFiles(plan) {
    const input = plan
        .replace(/(?:_s?[a-z]*cbs|_sipp|_disappear)?_out\.yaml$/, '.yaml')
        .replace('/cbs_', '/');
    return { plan, map: input === plan || !existsSync(inShared(input)) ? undefined : input };
}

/**
 * Returns the ways in which a file is checked; none where it is not a plan.
 *
 * @param {string} plan
 * @returns {Partial<Record<keyof Files, any>>[]}
 */
function waysOf(plan) {
    if (FOREIGN.test(plan) || BESIDE.test(plan)) return [];
    if (plan === SOLUTION) return [{ plan, map: 'commonroad/ZAM_Tjunction-1_18_T-1.xml' }];
    if (/^mapf\/(?:ccbs|occbs|mutated)\/.*_log\.xml$/.test(plan)) return [ccbsFiles(plan)];
    if (/^(?:real\/crime|real\/findings|commonroad)\/[^/]*\.xml$/.test(plan)) return [{ plan }];
    if (plan.startsWith('real/paths/')) {
        const axes = plan.endsWith('xy.txt') ? 'column' : 'row';
        return [
            { plan, ...PATHS, axes },
            { plan, ...PATHS, axes, radius: 0.35 },
            // With the wrong axis first; without the task, as its starts would decide.
            axes === 'row'
                ? { plan, ...PATHS, axes: 'column', format: 'paths-xy' }
                : { plan, map: PATHS.map, axes: 'row', format: 'paths' },
        ];
    }
    if (plan === 'real/tracker/rle.csv') return [{ plan, task: 'real/tracker/rle.scen' }];
    if (/^real\/tracker\/|\/trk_|_300\.csv$/.test(plan)) return [{ plan, ...RANDOM }];
    if (plan.startsWith(LEAGUE)) {
        const map = plan.includes('warehouse') ? `${LEAGUE}/warehouse_small.map` : RANDOM.map;
        return [{ plan, map }];
    }
    if (plan.startsWith(LIBMRP) && !plan.endsWith('_out.yaml')) return [];
    if (plan.endsWith('simple1b/mapf_simple1b.yaml')) return [];
    if (plan.endsWith('.yaml')) return [libmrpFiles(plan)];
    if (plan.endsWith('.txt')) return kei18Files(plan);
    if (plan.endsWith('.csv')) return [{ plan }];
    throw new Error(
        `${plan} is neither a plan nor beside one: say what it is in tests/oracle/plans/files.js`,
    );
}

/**
 * Returns all plans, as paths on this machine, with their paths in the shared data as labels.
 *
 * @returns {{ label: string, files: Files }[]}
 */
export function realPlans() {
    const folders = ['real', 'commonroad', 'tracks', 'mapf'];
    return folders.flatMap(filesBelow).flatMap((plan) =>
        waysOf(plan).map((way) => {
            const { radius, axes, format, ...paths } = way;
            const given = Object.entries(paths).filter(([, path]) => path !== undefined);
            const files = Object.fromEntries(given.map(([key, path]) => [key, inShared(path)]));
            const as = radius === undefined ? format && `as ${format}` : `radius ${radius}`;
            const label = as === undefined ? plan : `${plan} (${as})`;
            return { label, files: /** @type {Files} */ ({ ...files, radius, axes, format }) };
        }),
    );
}

/** Returns the files that no format of graze covers. */
export function foreignFiles() {
    return filesBelow('real').filter((file) => FOREIGN.test(file));
}
