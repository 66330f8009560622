/** Writing of a plan as a file. The file is read back first: a valid plan must remain valid as written. */

import { GrazeError } from 'graze';
import { readScenario, validate, writeScenario } from 'graze/scenario';

/**
 * @import { Scenario, ValidateOptions } from 'graze/scenario'
 * @import { Source } from './worker_messages.js'
 */

/**
 * @param {Scenario} scenario
 * @param {string} format
 * @param {Source} source companion files for a plan that is written in its own format
 * @param {ValidateOptions} checkOptions
 * @returns {Promise<{ text: Blob, notices: string[] }>}
 */
export async function writePlan(scenario, format, { files, options }, checkOptions) {
    const { text, notices } = await writeScenario(scenario, format);
    const blob = new Blob([...text], { type: 'text/plain' });
    const plan = { name: `the plan written as ${format}`, text: await blob.text() };
    const isSameFormat = format === scenario.format;
    // Another format may use another frame, so the companion files do not apply to it.
    const companions = isSameFormat ? await readTexts({ ...files, plan: undefined }) : {};
    const { sizesKnown, atGoal, agents } = scenario;
    const shape = agents[0]?.shape;
    const knownRadius = sizesKnown && shape?.kind === 'disc' ? shape.radius : undefined;
    // CCBS requires a radius where other formats have none.
    const radius = knownRadius ?? options.radius ?? 0;
    const reread = await readScenario(
        { ...companions, plan },
        { ...(isSameFormat ? options : {}), format, radius, atGoal },
    );
    const validateOptions = { ...checkOptions, suggestDelays: false };
    if (
        !(await validate(reread, validateOptions)).valid &&
        (await validate(scenario, validateOptions)).valid
    ) {
        const message =
            'the plan is valid, but would not be valid when written in this format: its times cannot be represented exactly';
        throw new GrazeError('cannot-carry', message, { argument: 'scenario' });
    }
    return { text: blob, notices };
}

/** @param {Partial<Record<string, { name: string, blob: Blob }>>} files */
async function readTexts(files) {
    const entries = Object.entries(files).map(async ([role, file]) => {
        return [role, file && { name: file.name, text: await file.blob.text() }];
    });
    return Object.fromEntries(await Promise.all(entries));
}
