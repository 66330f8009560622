import { formatValue } from '#internal';

/**
 * Compares the statements of a League of Robot Runners file with its plan. Each disagreement becomes a notice: the plan is
 * checked as it is.
 *
 * @import { JsonValue } from '../text/json.js'
 * @import { LorrTasks } from './tasks.js'
 * @import { Model } from './actions.js'
 */

/**
 * @typedef {object} PlanFacts facts of the plan
 * @property {Int32Array[]} cells
 * @property {Int32Array[] | null} commanded
 * @property {LorrTasks} tasks
 * @property {number} steps number of steps number of steps of the longest path
 * @property {Model} model
 *
 * @typedef {Map<string, JsonValue>} Members
 */

/** Maximum number of errors with a notice of their own; the rest are counted. */
const MAX_LISTED = 10;

const MAX_VALUE = Number.MAX_SAFE_INTEGER;

const CONFLICT = /^(?:vertex|edge) conflict$/;

/**
 * @param {Members} members
 * @param {PlanFacts} facts
 * @returns {string[]}
 */
export function checkStatements(members, facts) {
    const errors = readErrors(members.get('errors'), facts.cells.length);
    return [
        ...checkLengths(facts, members),
        ...checkTotals(members, facts),
        ...checkVisits(members, facts),
        ...checkDelays(members.get('delayIntervals'), facts),
        ...checkValid(members.get('AllValid'), errors, facts),
        ...checkCounts(members, errors),
        ...describeErrors(errors, facts),
        ...describeScheduleErrors(members.get('scheduleErrors')),
    ];
}

/** @param {PlanFacts} facts @param {Members} members */
function checkLengths({ cells, steps }, members) {
    const shortest = cells.reduce((min, { length }) => Math.min(min, length / 2 - 1), steps);
    if (shortest === steps) return [];
    const text = `has paths of ${shortest} to ${steps} steps: at the end of its path an agent stays`;
    return [/** @type {JsonValue} */ (members.get('actualPaths')).notice(text)];
}

/**
 * @param {Members} members
 * @param {PlanFacts} facts
 * @returns {string[]}
 */
function checkTotals(members, { cells, steps, tasks }) {
    const { costs, visits } = tasks;
    const team = cells.length;
    const longest = costs?.reduce((max, cost) => Math.max(max, cost), 0);
    // Some programs mean the largest cost, some the number of steps.
    const expectedMakespan =
        members.get('makespan')?.whole({ max: MAX_VALUE }) === longest ? longest : steps;
    const sum = costs?.reduce((total, cost) => total + cost, 0);
    const finished = visits.filter(({ isLast }) => isLast).length;
    const hasEvents = members.has('events') && members.has('tasks');
    return [
        ...compareStatement(members.get('teamSize'), team, 'its paths are of'),
        ...compareStatement(members.get('makespan'), expectedMakespan, 'its paths have'),
        ...compareStatement(members.get('makespanTicks'), steps, 'its paths have'),
        ...compareStatement(members.get('sumOfCost'), sum, 'its events sum to'),
        ...compareStatement(
            members.get('numTaskFinished'),
            hasEvents ? finished : undefined,
            'its events have',
        ),
        ...checkBound(members.get('sumOfCost'), team * steps),
    ];
}

/**
 * @param {JsonValue | undefined} declared
 * @param {number | undefined} found undefined: not known
 * @param {string} phrase
 * @returns {string[]}
 */
function compareStatement(declared, found, phrase) {
    const value = declared?.whole({ max: MAX_VALUE });
    if (declared === undefined || found === undefined || value === found) return [];
    return [declared.notice(`is ${value}, but ${phrase} ${found}`)];
}

/** @param {JsonValue | undefined} declared @param {number} max @returns {string[]} */
function checkBound(declared, max) {
    const value = declared?.whole({ max: MAX_VALUE }) ?? 0;
    if (declared === undefined || value <= max) return [];
    return [declared.notice(`is ${value}, more than all agents have in all steps: ${max}`)];
}

/**
 * Checks that agents were where the file reports visits of their tasks.
 *
 * @param {Members} members
 * @param {PlanFacts} facts
 * @returns {string[]}
 */
function checkVisits(members, { cells, tasks }) {
    const missed = tasks.visits.filter(({ agent, step, place }) => {
        if (place === null) return false;
        const last = cells[agent].length / 2 - 1;
        const k = 2 * Math.min(step, last);
        return cells[agent][k] !== place.x || cells[agent][k + 1] !== place.y;
    });
    if (missed.length === 0) return [];
    const [{ agent, step, place }] = missed;
    const text = `has ${missed.length} visits to places where the agent is not, such as agent ${agent} at (${place?.x}, ${place?.y}) after step ${step}`;
    return [/** @type {JsonValue} */ (members.get('events')).notice(text)];
}

/**
 * Checks delays: an agent that was delayed in `[from, to]` cannot have moved.
 *
 * @param {JsonValue | undefined} value
 * @param {PlanFacts} facts
 * @returns {string[]}
 */
function checkDelays(value, { cells }) {
    if (value === undefined) return [];
    const agents = [...value.items()];
    if (agents.length !== cells.length) {
        const text = `must have one array for each of the ${cells.length} agents, got ${agents.length}`;
        throw value.error('wrong-length', text);
    }
    let count = 0;
    let moved = 0;
    agents.forEach((intervals, a) => {
        for (const interval of intervals.items()) {
            const [from, to] = interval.tuple(2).map((each) => each.whole({ max: MAX_VALUE }));
            if (to < from) throw interval.error('out-of-range', 'must not end before it begins');
            count++;
            const last = cells[a].length / 2 - 1;
            const [first, end] = [2 * Math.min(from, last), 2 * Math.min(to, last)];
            const isInPlace =
                cells[a][first] === cells[a][end] && cells[a][first + 1] === cells[a][end + 1];
            if (!isInPlace) moved++;
        }
    });
    if (moved === 0) return [];
    return [
        value.notice(
            `has ${count} intervals, in ${moved} of which the agent comes to another cell`,
        ),
    ];
}

/**
 * @typedef {object} ListedError
 * @property {JsonValue} value
 * @property {number[]} agents
 * @property {number} step after which it appears
 * @property {string} text
 */

/**
 * Reads errors `[agent, agent, step, text]`, with agent -1 for none; a task may precede them.
 *
 * @param {JsonValue | undefined} value
 * @param {number} team
 * @returns {ListedError[]}
 */
function readErrors(value, team) {
    if (value === undefined) return [];
    return [...value.items()].map((row) => {
        const fields = [...row.items({ min: 4, max: 5 })];
        if (fields.length === 5) fields.shift()?.whole({ min: -1 });
        const [first, second, stepValue, textValue] = fields;
        const agents = [first, second].map((each) => each.whole({ min: -1, max: team - 1 }));
        return {
            value: row,
            agents: agents.filter((agent) => agent >= 0),
            step: stepValue.whole({ min: -1 }),
            text: textValue.string(),
        };
    });
}

/**
 * @param {JsonValue | undefined} value
 * @param {ListedError[]} errors
 * @param {PlanFacts} facts
 * @returns {string[]}
 */
function checkValid(value, errors, { commanded }) {
    if (value === undefined) return [];
    const isValid = value.choice(['Yes', 'No']) === 'Yes';
    if (isValid && errors.length > 0) {
        return [value.notice(`is Yes, but errors has ${errors.length}`)];
    }
    if (isValid && commanded !== null) {
        return [value.notice('is Yes, but agents did not go where the planner sent them')];
    }
    if (!isValid && errors.length === 0) {
        return [value.notice('is No, but no errors are listed')];
    }
    return [];
}

/**
 * @param {Members} members
 * @param {ListedError[]} errors
 * @returns {string[]}
 */
function checkCounts(members, errors) {
    const scheduled = members.get('scheduleErrors');
    const listed = members.has('errors') ? errors.length : undefined;
    const timeouts = members.get('numEntryTimeouts');
    const late = timeouts?.whole({ max: MAX_VALUE }) ?? 0;
    members.get('outputSegmentSize')?.whole({ min: 1 });
    return [
        ...compareStatement(members.get('numPlannerErrors'), listed, 'the errors listed are'),
        ...compareStatement(
            members.get('numScheduleErrors'),
            scheduled && [...scheduled.items()].length,
            'the errors listed are',
        ),
        ...(timeouts && late > 0
            ? [timeouts.notice(`is ${late}: the planner was late so often`)]
            : []),
    ];
}

/**
 * Describes conflicts one by one, as many as can be read, and other errors by their texts.
 *
 * @param {ListedError[]} errors
 * @param {PlanFacts} facts
 * @returns {string[]}
 */
function describeErrors(errors, facts) {
    const conflicts = errors.filter(({ text }) => CONFLICT.test(text));
    const others = errors.filter(({ text }) => !CONFLICT.test(text));
    const notices = conflicts.slice(0, MAX_LISTED).map((error) => describe(error, facts));
    if (conflicts.length > MAX_LISTED) {
        const { value } = conflicts[MAX_LISTED];
        notices.push(
            value.notice(`is another conflict, one of ${conflicts.length - MAX_LISTED} not listed`),
        );
    }
    /** @type {Map<string, ListedError[]>} */
    const byText = new Map();
    for (const error of others) {
        const same = byText.get(error.text) ?? [];
        if (same.push(error) === 1) byText.set(error.text, same);
    }
    const kinds = [...byText.values()];
    for (const same of kinds.slice(0, MAX_LISTED)) {
        const [{ value, text, step }] = same;
        const count = same.length > 1 ? `, the first of ${same.length} of this kind` : '';
        notices.push(value.notice(`lists at step ${step} ${formatValue(text)}${count}`));
    }
    if (kinds.length > MAX_LISTED) {
        const [{ value }] = kinds[MAX_LISTED];
        notices.push(
            value.notice(
                `is an error of another kind, one of ${kinds.length - MAX_LISTED} not listed`,
            ),
        );
    }
    return notices;
}

/** @param {ListedError} error @param {PlanFacts} facts */
function describe({ value, agents, step, text }, { cells, commanded }) {
    const isFound =
        agents.length === 2 && conflictBetween(commanded ?? cells, cells, agents, step) === text;
    const found = isFound ? '' : ', which the plan does not show';
    return value.notice(
        `lists ${text === 'edge conflict' ? 'an' : 'a'} ${text} of agents ${agents.join(' and ')} after step ${step}${found}`,
    );
}

/**
 * Returns the conflict of two agents that go from their cells to those they were sent to.
 *
 * @param {Int32Array[]} commanded
 * @param {Int32Array[]} cells
 * @param {number[]} agents
 * @param {number} step after which
 * @returns {'vertex conflict' | 'edge conflict' | null}
 */
function conflictBetween(commanded, cells, [a, b], step) {
    const to = 2 * step;
    /** @param {Int32Array} one @param {number} k @param {Int32Array} other @param {number} l */
    const same = (one, k, other, l) => one[k] === other[l] && one[k + 1] === other[l + 1];
    if (step < 1 || to >= Math.min(commanded[a].length, commanded[b].length)) return null;
    if (same(commanded[a], to, commanded[b], to)) return 'vertex conflict';
    const from = to - 2;
    const areSwapped =
        same(commanded[a], to, cells[b], from) && same(commanded[b], to, cells[a], from);
    return areSwapped ? 'edge conflict' : null;
}

/**
 * @param {JsonValue | undefined} value
 * @returns {string[]}
 */
function describeScheduleErrors(value) {
    if (value === undefined) return [];
    let count = 0;
    for (const row of value.items()) {
        const [task, first, second, stepValue, textValue] = row.tuple(5);
        for (const number of [task, first, second, stepValue]) number.whole({ min: -1 });
        textValue.string();
        count++;
    }
    return count === 0
        ? []
        : [value.notice(`lists ${count} errors of the scheduler: tasks are not checked`)];
}
