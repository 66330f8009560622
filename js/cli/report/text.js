import { styleText } from 'node:util';
import { safe } from '../terminal.js';

/**
 * @import { Result, Violation } from 'graze/scenario'
 * @import { Outcome } from '../commands/validate.js'
 */

/** What each check is, and what it needs, in words. */
const CHECKS = new Map([
    ['agent-agent', { done: 'pairs of agents', needs: '' }],
    ['agent-obstacle', { done: 'blocked cells', needs: 'a grid map' }],
    ['off-map', { done: 'bounds or edges of the map', needs: 'a map' }],
    ['start', { done: 'starts', needs: 'a task' }],
    ['goal', { done: 'goals', needs: 'a task' }],
    ['discontinuity', { done: 'continuity', needs: '' }],
    ['speed', { done: 'speed', needs: 'a speed limit' }],
]);

/**
 * @param {Outcome[]} outcomes
 * @param {boolean} colour
 * @returns {string}
 */
export function textReport(outcomes, colour) {
    /** @param {'green' | 'red' | 'dim'} style @param {string} text */
    const paint = (style, text) => (colour ? styleText(style, text) : text);
    return outcomes
        .filter((outcome) => 'result' in outcome)
        .map(({ file, result }) => `${describe(file, result, paint).join('\n')}\n`)
        .join('\n');
}

/**
 * @param {string} file
 * @param {Result} result
 * @param {(style: 'green' | 'red' | 'dim', text: string) => string} paint
 */
function describe(file, result, paint) {
    const { violations } = result;
    const count = `${violations.length} ${violations.length === 1 ? 'violation' : 'violations'}`;
    const verdict = result.valid ? paint('green', 'VALID') : paint('red', count);
    return [
        `${safe(file)}: ${verdict}`,
        `  plan       ${plural(result.agents, 'agent')}, ${plural(result.segments, 'segment')} (${result.format}), makespan ${result.makespan}, sum of costs ${result.sumOfCosts}`,
        `  clearance  ${describeClearance(result)}`,
        `  checked    ${describeChecks(result, true).join(', ')}`,
        ...describeChecks(result, false).map((line) => `  not checked: ${line}`),
        `  reading    ${describeReading(result)}`,
        ...result.notices.map((notice) => `  notice     ${safe(notice)}`),
        ...violations.map(
            (violation) => `  ${violation.kind.padEnd(14)} ${safe(violation.message)}`,
        ),
    ];
}

/** @param {number} count @param {string} noun */
function plural(count, noun) {
    return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** @param {Result} result */
function describeClearance({ clearance }) {
    if (clearance === null) return 'no two agents are ever there together';
    const { distance, time, agents, centreDistance } = clearance;
    return `${distance} between agents ${agents[0]} and ${agents[1]} at t = ${time} (centres ${centreDistance} apart)`;
}

/**
 * @param {Result} result
 * @param {boolean} done
 */
function describeChecks({ checks }, done) {
    return Object.entries(checks)
        .filter(([, count]) => (count !== null) === done)
        .map(([check, count]) => {
            const words = CHECKS.get(check) ?? { done: check, needs: 'more input' };
            if (!done) return `${words.done} (needs ${words.needs})`;
            return check === 'agent-agent' ? `${count} ${words.done}` : words.done;
        });
}

/** @param {Result} result */
function describeReading({ reading, tolerance, atGoal }) {
    const size = tolerance === null ? "1e-9 of the radii's sum" : String(tolerance);
    const contact =
        reading === 'open'
            ? `agents may touch; a violation overlaps by more than ${size}`
            : `touching counts; a violation is not clear by more than ${size}`;
    return `${contact}; at the goal agents ${atGoal}`;
}
