import { GrazeError } from '#internal';
import { isInSpace } from '../../scenario/model/scenario.js';
import { FILE_START, InputError, noticeAt } from '../text/source.js';

/**
 * Reads what is around a plan and not part of its format: an occupancy map of ROS, and the footprint of the agents.
 *
 * @import { ReadOptions, ScenarioFiles } from '../index.js'
 * @import { RosMap } from './ros_map.js'
 * @import { SourceFile } from '../text/source.js'
 * @import { Agent, Polygon, Scenario } from '../../scenario/model/scenario.js'
 *
 * @typedef {object} Surroundings
 * @property {SourceFile | undefined} map map for the reader of the plan
 * @property {number | undefined} radius radius for the reader of the plan
 * @property {Polygon | undefined} footprint
 * @property {(scenario: Scenario) => Scenario} complete adds to a plan what its reader does not know
 */

/** Formats whose coordinates are lengths, in whose plans a map is an obstacle; in all others it has the cells of the plan. */
const METRIC = Object.freeze(['graze', 'tracks', 'commonroad']);

/** Formats that state the size of every body, which a footprint does not replace. */
const SIZED = Object.freeze(['commonroad']);

/**
 * Builds the error of a size for a plan that states the size of every body.
 *
 * @param {string} format
 * @param {'footprint' | 'radius'} argument
 */
export function sizedError(format, argument) {
    const text = `${argument} must not be given for ${format}, whose files state the size of each body`;
    return new GrazeError('unused-option', text, { argument });
}

/**
 * @param {string} format
 * @param {Pick<ScenarioFiles, 'map' | 'image' | 'footprint'>} files
 * @param {boolean} isRosMap whether the map is one of ROS
 * @param {Pick<ReadOptions, 'radius' | 'unknownCells' | 'findImage' | 'footprint'>} options
 * @returns {Promise<Surroundings>}
 */
export async function readSurroundings(format, files, isRosMap, options) {
    const { shape: footprint, notices } = await readShape(format, files.footprint, options);
    // A reader needs a radius where its files have none; graze files and those of lorr state or derive bodies without one.
    const isRadiusNeeded = footprint !== undefined && format !== 'graze' && format !== 'lorr';
    const radius = isRadiusNeeded ? 0 : options.radius;
    if (!isRosMap) {
        if (files.image !== undefined) {
            const text = 'an image belongs to the YAML file of an occupancy map of ROS (--map)';
            throw new InputError('unused-file', files.image, FILE_START, text);
        }
        if (options.unknownCells !== undefined) {
            const text =
                'unknownCells (--unknown-cells) must not be given without an occupancy map of ROS (--map)';
            throw new GrazeError('unused-option', text, { argument: 'unknownCells' });
        }
        const complete = (/** @type {Scenario} */ scenario) =>
            addNotices(withFootprint(scenario, footprint), notices);
        return { map: files.map, radius, footprint, complete };
    }
    const { readRosMap, toMovingAi, toObstacles } = await import('./ros_map.js');
    const source = /** @type {SourceFile} */ (files.map);
    const { image } = files;
    const { findImage, unknownCells } = options;
    const rosMap = await readRosMap(source, { image, findImage, unknownCells });
    const isMetric = METRIC.includes(format);
    if (!isMetric) {
        const text = `lengths are in cells of the map, each of ${rosMap.resolution} m; row 0 is the top of the image`;
        notices.push(noticeAt(source, FILE_START, text));
    }
    notices.push(...rosMap.notices);
    /** @param {Scenario} scenario */
    const complete = (scenario) => {
        const complete = addNotices(withFootprint(scenario, footprint), notices);
        if (!isMetric) return complete;
        if (isInSpace(scenario)) {
            throw new InputError('unused-file', source, FILE_START, describeUnused('a map'));
        }
        const obstacles = toObstacles(rosMap, freeName(scenario));
        return { ...complete, obstacles: [...complete.obstacles, ...obstacles] };
    };
    return { map: isMetric ? undefined : toMovingAi(rosMap), radius, footprint, complete };
}

/**
 * @param {string} format
 * @param {SourceFile | undefined} file
 * @param {Pick<ReadOptions, 'radius' | 'footprint'>} options
 * @returns {Promise<{ shape: Polygon | undefined, notices: string[] }>}
 */
async function readShape(format, file, { radius, footprint }) {
    if (file === undefined && footprint === undefined) return { shape: undefined, notices: [] };
    /** @param {string} text */
    const optionError = (text) => new GrazeError('wrong-type', text, { argument: 'footprint' });
    if (radius !== undefined) {
        throw optionError(
            'footprint must not be given together with radius: either is the size of the agents',
        );
    }
    if (file !== undefined && footprint !== undefined) {
        throw optionError('footprint must not be given both as an option and as a file');
    }
    if (SIZED.includes(format)) throw sizedError(format, 'footprint');
    const { checkFootprint, readFootprint } = await import('../bodies/footprint.js');
    if (file !== undefined) return readFootprint(file);
    return { shape: await checkFootprint(footprint), notices: [] };
}

/** @param {Scenario} scenario @param {string[]} notices */
function addNotices(scenario, notices) {
    return notices.length === 0
        ? scenario
        : { ...scenario, notices: [...scenario.notices, ...notices] };
}

/**
 * Returns a plan whose agents have the footprint, except those that have one already.
 *
 * @param {Scenario} scenario
 * @param {Polygon | undefined} footprint
 * @returns {Scenario}
 */
function withFootprint(scenario, footprint) {
    // The reader of tracks knows which bodies have no size.
    if (footprint === undefined || scenario.format === 'tracks') return scenario;
    if (isInSpace(scenario)) {
        const details = { argument: 'footprint' };
        throw new GrazeError('unused-option', describeUnused('footprint'), details);
    }
    /** @param {Agent} agent */
    const isReplaced = ({ shape }) => scenario.format === 'graze' || shape.kind === 'disc';
    const agents = scenario.agents.map((agent) =>
        isReplaced(agent) ? { ...agent, shape: footprint } : agent,
    );
    const isSized = scenario.format === 'graze' && scenario.sizesKnown;
    const notices = isSized
        ? [
              ...scenario.notices,
              'agents have the footprint that was given, not the bodies of the plan',
          ]
        : scenario.notices;
    return { ...scenario, agents, sizesKnown: true, notices };
}

/** Describes what belongs to the plane and is given for a plan in space. @param {string} name */
function describeUnused(name) {
    return `${name} must not be given for a plan in space, whose bodies have heights`;
}

/** Returns a name for the map that no obstacle has. @param {Scenario} scenario */
function freeName({ obstacles }) {
    const names = new Set(obstacles.map(({ name }) => name));
    let name = 'map';
    for (let k = 2; names.has(name); k++) name = `map ${k}`;
    return name;
}
