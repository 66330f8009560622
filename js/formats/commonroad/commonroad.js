import { blankScenario } from '../../scenario/model/scenario.js';
import { commonRoadRoot, skipProlog } from '../detection/detection.js';
import { sizedError } from '../maps/surroundings.js';
import { FILE_START, InputError, noticeAt, peek, refuseFiles } from '../text/source.js';

/**
 * Reads CommonRoad: a scenario by itself, or a solution to the planning problems of one.
 *
 * @import { ReadRequest, MapRequest } from '../index.js'
 * @import { CommonRoadScenario } from './scenario.js'
 * @import { SourceFile } from '../text/source.js'
 * @import { Obstacle, Scenario } from '../../scenario/model/scenario.js'
 */

/** Maximum number of unusable planning problems with a notice of their own. */
const MAX_FAULTS = 10;

/**
 * Reads a scenario, whose moving obstacles become the agents, or a solution with its scenario as the map.
 *
 * @param {ReadRequest} request
 * @returns {Promise<Scenario>}
 */
export async function read({ files, radius, atGoal, findMap }) {
    const { head, file: plan } = await peek(files.plan);
    const { readCommonRoadScenario } = await import('./scenario.js');
    const isSolution = commonRoadRoot(head) === 'CommonRoadSolution';
    const kind = isSolution ? 'a CommonRoad solution' : 'a CommonRoad scenario';
    refuseFiles(files, isSolution ? ['task', 'config'] : ['map', 'task', 'config'], kind);
    const shared = {
        ...blankScenario('commonroad'),
        domain: /** @type {const} */ ('driving'),
        beforeStart: /** @type {const} */ ('vanish'),
        atGoal: atGoal ?? 'vanish',
    };
    if (radius !== undefined) throw sizedError('commonroad', 'radius');
    if (!isSolution) {
        const commonRoad = await readCommonRoadScenario(plan);
        return {
            ...shared,
            ...toTraffic(commonRoad),
            notices: trafficNotices(commonRoad),
        };
    }
    const map = files.map ?? (await findMap?.(mapRequest(plan, head)));
    if (map === undefined) {
        const text =
            'a solution needs its scenario (--map): where vehicles begin, and the obstacles';
        throw new InputError('missing-map', plan, FILE_START, text);
    }
    const { readSolution } = await import('./solution.js');
    const commonRoad = await readCommonRoadScenario(map);
    const { agents, notices } = await readSolution(plan, commonRoad);
    return {
        ...shared,
        agents,
        obstacles: [...commonRoad.movingObstacles.map(toObstacle), ...commonRoad.otherObstacles],
        timeStep: commonRoad.step,
        notices: [...notices, ...commonRoad.notices],
    };
}

/** A solution names its scenario, which can be found by that name. */
export const findsMap = true;

/**
 * Returns the value of an attribute of the root element.
 *
 * @param {string} head
 * @param {string} name
 */
function rootAttribute(head, name) {
    const [tag] = skipProlog(head).split('>', 1);
    const [, double, single] =
        new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag) ?? [];
    return double ?? single;
}

/**
 * Returns the scenario that a solution names in its benchmark id, `VEHICLE:COST:SCENARIO:VERSION`.
 *
 * @param {SourceFile} plan
 * @param {string} head of the solution
 * @returns {MapRequest}
 */
function mapRequest(plan, head) {
    const benchmark = rootAttribute(head, 'benchmark_id')?.replaceAll(' ', '').split(':');
    const [, , id, version] = benchmark ?? [];
    if (version === undefined) {
        const text =
            'the solution has no benchmark_id VEHICLE:COST:SCENARIO:VERSION to find its scenario by';
        throw new InputError('bad-benchmark', plan, FILE_START, text);
    }
    return {
        id: `${id}:${version}`,
        description: 'CommonRoad scenario',
        fileName: `${id}.xml`,
        extension: '.xml',
        identify: (fileHead) => {
            const text = fileHead.replace(/^\ufeff/, '');
            if (commonRoadRoot(text) !== 'commonRoad') return null;
            return `${rootAttribute(text, 'benchmarkID')}:${rootAttribute(text, 'commonRoadVersion')}`;
        },
        isOtherVersion: (other) => other.startsWith(`${id}:`) && other !== `${id}:${version}`,
    };
}

/** @param {CommonRoadScenario} commonRoad */
function toTraffic({ file, root, movingObstacles, otherObstacles, step }) {
    if (movingObstacles.length === 0) {
        const text = 'the scenario has no obstacle with a trajectory: there is no motion to check';
        throw new InputError('no-agents', file, root.position, text);
    }
    const agents = movingObstacles.map((movingObstacle) => ({
        ...movingObstacle,
        start: null,
        goal: null,
    }));
    return { agents, obstacles: otherObstacles, timeStep: step };
}

/** @param {CommonRoadScenario} commonRoad */
function trafficNotices({ file, problems, notices }) {
    const [first] = problems.values();
    if (first === undefined) return notices;
    const what = problems.size === 1 ? 'planning problem is' : 'planning problems are';
    const text = `${problems.size} ${what} not checked: that needs a solution`;
    const faults = [...problems.values()].flatMap((problem) => {
        if (!('fault' in problem)) return [];
        const { id, source, fault } = problem;
        const problemText = `planning problem ${id} cannot be used by a solution: ${fault.text}`;
        return [noticeAt(file, source, problemText)];
    });
    return [...notices, noticeAt(file, first.source, text), ...faults.slice(0, MAX_FAULTS)];
}

/** @param {CommonRoadScenario['movingObstacles'][number]} movingObstacle @returns {Obstacle} */
function toObstacle({ name, shape, motion }) {
    const [{ x, y, angle = [0] }] = motion;
    return { name, shape, pose: { x: x[0], y: y[0], angle: angle[0] }, motion };
}
