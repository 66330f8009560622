/** A plan as a file, read back before anybody gets it: what was valid must be so as it is written. */

import { GrazeError } from 'graze';
import { readScenario, validate, writeScenario } from 'graze/scenario';

/**
 * @import { Scenario, ValidateOptions } from 'graze/scenario'
 * @import { Source } from './job.js'
 */

/**
 * @param {Scenario} scenario
 * @param {string} format
 * @param {Source} source what goes with the plan, when it is written in its own format
 * @param {ValidateOptions} judging
 * @returns {Promise<{ text: Blob, notices: string[] }>}
 */
export async function written(scenario, format, { files, options }, judging) {
    const { text, notices } = await writeScenario(scenario, format);
    const blob = new Blob([...text], { type: 'text/plain' });
    const plan = { name: `what is written as ${format}`, text: await blob.text() };
    const isOwn = format === scenario.format;
    // Another format may have another frame: what goes with the plan does not go with it then.
    const others = isOwn ? await textsOf({ ...files, plan: undefined }) : {};
    const { sized, atGoal, agents } = scenario;
    const shape = agents[0]?.shape;
    const known = sized && shape?.kind === 'disc' ? shape.radius : undefined;
    // CCBS asks for a size where others do without.
    const radius = known ?? options.radius ?? 0;
    const back = await readScenario(
        { ...others, plan },
        { ...(isOwn ? options : {}), format, radius, atGoal },
    );
    const how = { ...judging, mend: false };
    if (!validate(back, how).valid && validate(scenario, how).valid) {
        const why =
            'a valid plan is not valid any more as it would be written: its times cannot be said exactly enough';
        throw new GrazeError('cannot-carry', why, { argument: 'scenario' });
    }
    return { text: blob, notices };
}

/** @param {Partial<Record<string, { name: string, blob: Blob }>>} files */
async function textsOf(files) {
    const entries = Object.entries(files).map(async ([role, file]) => {
        return [role, file && { name: file.name, text: await file.blob.text() }];
    });
    return Object.fromEntries(await Promise.all(entries));
}
