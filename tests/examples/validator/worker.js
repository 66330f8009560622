/** Reads a plan from files, checks it, and looks for delays that repair it. */
import { GrazeError } from 'graze';
import { readScenario, repair, validate } from 'graze/scenario';
import { describeVerdict } from 'graze/scenario/messages';

/** Words in names by which a file is known; any other file is the plan. */
const ROLES = /** @type {const} */ (['map', 'task', 'config', 'scen']);

/** Returns the files of a scenario by their roles. @param {File[]} files */
async function sort(files) {
    /** @type {Record<string, { name: string, text: string }>} */
    const sorted = {};
    for (const file of files) {
        const role = ROLES.find((word) => file.name.toLowerCase().includes(word)) ?? 'plan';
        const { name } = sorted[role] ?? {};
        if (name !== undefined) throw new Error(`${name} and ${file.name} are both a ${role}`);
        sorted[role] = { name: file.name, text: await file.text() };
    }
    const { plan, map, task = sorted.scen, config } = sorted;
    if (plan === undefined) throw new Error('there is no plan among these files');
    return { plan, map, task, config };
}

/** Returns the report of a plan, in lines. @param {File[]} files */
async function report(files) {
    const scenario = await readScenario(await sort(files));
    const result = await validate(scenario, {
        progress: (done, of) => postMessage({ share: done / of }),
    });
    const lines = [describeVerdict(result), ...result.violations.map(({ message }) => message)];
    if (result.violations.length === 0) return lines;
    const { changes, reason } = await repair(scenario);
    const waits = changes.map(({ name, arrivalDelay }) => `agent ${name} waits ${arrivalDelay}`);
    return [...lines, reason === undefined ? `repaired: ${waits.join(', ')}` : reason];
}

addEventListener('message', async ({ data: files }) => {
    try {
        postMessage({ report: (await report(files)).join('\n') });
    } catch (error) {
        // A file that cannot be read has a place in it; anything else is a fault of this program.
        const text = error instanceof GrazeError ? error.message : String(error);
        postMessage({ report: text });
    }
});
