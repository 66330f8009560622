import { blank } from '../scenario/scenario.js';
import { FILE_START, InputError, noticeAt, peek, refuseFiles } from './source.js';

/**
 * CommonRoad: a scenario as it is, or a solution to the problems of one.
 *
 * @import { Request, WantedMap } from './index.js'
 * @import { Road } from './commonroad_scenario.js'
 * @import { SourceFile } from './source.js'
 * @import { Obstacle, Scenario } from '../scenario/scenario.js'
 */

/** What may stand before a root element that tells the format. */
const PROLOGUE = /^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--(?:[^-]|-(?!->))*-->\s*)*/;
const ROOT = /^<(commonRoad|CommonRoadSolution)[\s/>]/;

/** Planning problems that cannot be used, of which notices are given. */
const MOST_FAULTS = 10;

/** @param {string} head @returns {string | undefined} */
function rootOf(head) {
    const before = PROLOGUE.exec(head)?.[0].length ?? 0;
    return ROOT.exec(head.slice(before))?.[1];
}

/**
 * A scenario or a solution.
 *
 * @param {string} head
 */
export function recognise(head) {
    return rootOf(head) !== undefined;
}

/**
 * A scenario, whose moving obstacles are then the agents; or a solution, with the scenario as its map.
 *
 * @param {Request} request
 * @returns {Promise<Scenario>}
 */
export async function read({ files, radius, atGoal, findMap }) {
    const { head, file: plan } = await peek(files.plan);
    const { readRoad } = await import('./commonroad_scenario.js');
    const isSolution = rootOf(head) === 'CommonRoadSolution';
    const kind = isSolution ? 'a CommonRoad solution' : 'a CommonRoad scenario';
    refuseFiles(files, isSolution ? ['task', 'config'] : ['map', 'task', 'config'], kind);
    const shared = {
        ...blank('commonroad'),
        domain: /** @type {const} */ ('driving'),
        beforeStart: /** @type {const} */ ('vanish'),
        atGoal: atGoal ?? 'vanish',
    };
    const sizes =
        radius === undefined ? [] : ['the radius is not used: the files say how large bodies are'];
    if (!isSolution) {
        const road = await readRoad(plan);
        return { ...shared, ...alone(road), notices: [...sizes, ...noticesAlone(road)] };
    }
    const map = files.map ?? (await findMap?.(wantedBy(plan, head)));
    if (map === undefined) {
        const text =
            'a solution needs its scenario (--map): where vehicles begin, and the obstacles';
        throw new InputError('missing-map', plan, FILE_START, text);
    }
    const { readSolution } = await import('./commonroad_solution.js');
    const road = await readRoad(map);
    const { agents, notices } = await readSolution(plan, road);
    return {
        ...shared,
        agents,
        obstacles: [...road.movers.map(asObstacle), ...road.bodies],
        timeStep: road.step,
        notices: [...sizes, ...notices, ...road.notices],
    };
}

/** A solution names its scenario. */
export const findsMap = true;

/**
 * Returns the value of an attribute of the root element.
 *
 * @param {string} head
 * @param {string} name
 */
function rootAttribute(head, name) {
    const before = PROLOGUE.exec(head)?.[0].length ?? 0;
    const [tag] = head.slice(before).split('>', 1);
    const [, double, single] =
        new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag) ?? [];
    return double ?? single;
}

/**
 * Returns the scenario that a solution names in its benchmark id, `VEHICLE:COST:SCENARIO:VERSION`.
 *
 * @param {SourceFile} plan
 * @param {string} head of the solution
 * @returns {WantedMap}
 */
function wantedBy(plan, head) {
    const benchmark = rootAttribute(head, 'benchmark_id')?.replaceAll(' ', '').split(':');
    const [, , id, version] = benchmark ?? [];
    if (version === undefined) {
        const text =
            'the solution has no benchmark_id VEHICLE:COST:SCENARIO:VERSION to find its scenario by';
        throw new InputError('bad-benchmark', plan, FILE_START, text);
    }
    return {
        id: `${id}:${version}`,
        what: 'CommonRoad scenario',
        fileName: `${id}.xml`,
        extension: '.xml',
        identify: (begun) => {
            const text = begun.replace(/^\ufeff/, '');
            if (rootOf(text) !== 'commonRoad') return null;
            return `${rootAttribute(text, 'benchmarkID')}:${rootAttribute(text, 'commonRoadVersion')}`;
        },
    };
}

/** @param {Road} road */
function alone({ file, root, movers, bodies, step }) {
    if (movers.length === 0) {
        const text = 'the scenario has no obstacle with a trajectory: there is no motion to judge';
        throw new InputError('no-agents', file, root.position, text);
    }
    const agents = movers.map((mover) => ({ ...mover, start: null, goal: null }));
    return { agents, obstacles: bodies, timeStep: step };
}

/** @param {Road} road */
function noticesAlone({ file, problems, notices }) {
    const [first] = problems.values();
    if (first === undefined) return notices;
    const what = problems.size === 1 ? 'planning problem is' : 'planning problems are';
    const text = `${problems.size} ${what} not checked: that needs a solution`;
    const faults = [...problems.values()].flatMap((problem) => {
        if (!('fault' in problem)) return [];
        const { id, source, fault } = problem;
        const unusable = `planning problem ${id} cannot be used by a solution: ${fault.text}`;
        return [noticeAt(file, source, unusable)];
    });
    return [...notices, noticeAt(file, first.source, text), ...faults.slice(0, MOST_FAULTS)];
}

/** @param {Road['movers'][number]} mover @returns {Obstacle} */
function asObstacle({ name, shape, motion }) {
    const [{ x, y, theta = [0] }] = motion;
    return { name, shape, pose: { x: x[0], y: y[0], angle: theta[0] }, motion };
}
