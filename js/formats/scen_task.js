import { FILE_START, InputError } from './source.js';

/**
 * @import { CheckedFile, SourceFile } from './source.js'
 * @import { ScenAgent } from './movingai.js'
 * @import { SourcePosition } from '../scenario/scenario.js'
 */

/**
 * A task has as many agents as its plan.
 *
 * @param {{ name: string }} file
 * @param {number} agents
 * @param {number} planned
 * @param {SourcePosition} position
 */
export function checkCount(file, agents, planned, position) {
    if (agents !== planned) {
        const text = `the task has ${agents} agents, but the plan has ${planned}`;
        throw new InputError('agent-count', file, position, text);
    }
}

/**
 * The agents of a MovingAI scenario that a plan uses, in the scenario's own frame: it lists more than a
 * run takes, so they are the first of it, as many as the plan has.
 *
 * @param {SourceFile} source
 * @param {number} count
 * @param {{ width: number, height: number } | null} map
 * @returns {Promise<{ file: CheckedFile, places: ScenAgent[] }>}
 */
export async function readScenTask(source, count, map) {
    const { readMovingAiScenario } = await import('./movingai.js');
    const { file, agents } = await readMovingAiScenario(source);
    if (agents.length < count) checkCount(file, agents.length, count, FILE_START);
    const places = agents.slice(0, count);
    for (const { width, height, source: position } of places) {
        if (map === null || (width === map.width && height === map.height)) continue;
        const text = `the scenario is for a map of width ${width} and height ${height}, but the map has ${map.width} and ${map.height}`;
        throw new InputError('wrong-map', file, position, text);
    }
    return { file, places };
}
