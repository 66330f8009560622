/**
 * Reads the tasks of a League of Robot Runners file: the places of each, and the visits of agents.
 *
 * @import { JsonValue } from '../text/json.js'
 * @import { Point } from '../../scenario/model/scenario.js'
 */

/**
 * @typedef {object} Visit an agent came to a place of a task
 * @property {number} agent
 * @property {number} step after which the agent was there
 * @property {Point | null} place null: not in the file
 * @property {boolean} isLast true if it ended the task
 *
 * @typedef {object} LorrTasks
 * @property {Visit[]} visits
 * @property {(Point | null)[]} singleGoals each agent's task, when no agent had more than one; else empty
 * @property {number[] | null} costs number of steps in which each agent had a task; null: not in the file
 */

/** Maximum row, column, step and task. */
const MAX_VALUE = 2 ** 31 - 1;

/**
 * @param {JsonValue | undefined} tasks
 * @param {JsonValue | undefined} events
 * @param {number} team how many agents there are
 * @param {number} steps of the run
 * @returns {LorrTasks}
 */
export function readTasks(tasks, events, team, steps) {
    const places = readPlaces(tasks);
    if (events === undefined) return { visits: [], singleGoals: [], costs: null };
    const rows = [...events.items()];
    const first = rows.find((row) => row.kind === 'Array' && !row.items().next().done);
    const isFlat = first !== undefined && first.items().next().value?.kind === 'Number';
    if (isFlat) return readEvents(rows, places, team);
    if (rows.length !== team) {
        const text = `must have one array for each of the ${team} agents, got ${rows.length}`;
        throw events.error('wrong-length', text);
    }
    return readAgentEvents(rows, places, steps);
}

/**
 * Reads the places of each task: `[id, row, column]`, or `[id, release, [row, column, …]]`.
 *
 * @param {JsonValue | undefined} tasks
 * @returns {Map<number, Point[]>}
 */
function readPlaces(tasks) {
    /** @type {Map<number, Point[]>} */
    const places = new Map();
    if (tasks === undefined) return places;
    for (const task of tasks.items()) {
        const [id, second, third] = task.tuple(3);
        const number = id.whole({ max: MAX_VALUE });
        if (places.has(number)) throw id.error('duplicate-key', `is given twice: task ${number}`);
        const isRoute = third.kind === 'Array';
        const numbers = (isRoute ? [...third.items()] : [second, third]).map((value) =>
            value.whole({ max: MAX_VALUE }),
        );
        if (isRoute) second.whole({ max: MAX_VALUE });
        if (numbers.length % 2 === 1) {
            throw third.error('wrong-length', 'must have rows and columns in turn');
        }
        const route = [];
        for (let k = 0; k < numbers.length; k += 2) {
            route.push({ x: numbers[k], y: numbers[k + 1] });
        }
        places.set(number, route);
    }
    return places;
}

/**
 * Reads events of 2024 and later: `[step, agent, task, places visited]`.
 *
 * @param {JsonValue[]} rows
 * @param {Map<number, Point[]>} places
 * @param {number} team
 * @returns {LorrTasks}
 */
function readEvents(rows, places, team) {
    const visits = rows.map((row) => {
        const [stepValue, agentValue, taskValue, count] = row.tuple(4);
        const step = stepValue.whole({ max: MAX_VALUE });
        const agent = agentValue.whole({ max: team - 1 });
        const route = places.get(taskValue.whole({ max: MAX_VALUE }));
        const visited = count.whole({ min: 1, max: route?.length ?? MAX_VALUE });
        return {
            agent,
            step,
            place: route?.[visited - 1] ?? null,
            isLast: visited === route?.length,
        };
    });
    return { visits, singleGoals: [], costs: null };
}

/**
 * Reads events of 2023: for each agent `[task, step, "assigned" | "isFinished"]`.
 *
 * @param {JsonValue[]} agents
 * @param {Map<number, Point[]>} places
 * @param {number} steps
 * @returns {LorrTasks}
 */
function readAgentEvents(agents, places, steps) {
    /** @type {Visit[]} */
    const visits = [];
    /** @type {(Point | null)[]} */
    const singleGoals = [];
    let isSingle = true;
    const costs = agents.map((rows, agent) => {
        /** @type {{ step: number, change: number }[]} */
        const changes = [];
        let assigned = 0;
        singleGoals.push(null);
        for (const row of rows.items()) {
            const [taskValue, stepValue, stateValue] = row.tuple(3);
            const route = places.get(taskValue.whole({ max: MAX_VALUE }));
            const step = stepValue.whole({ max: MAX_VALUE });
            const isFinished = stateValue.choice(['assigned', 'finished']) === 'finished';
            changes.push({ step, change: isFinished ? -1 : 1 });
            if (isFinished) visits.push({ agent, step, place: route?.[0] ?? null, isLast: true });
            else if (++assigned === 1) singleGoals[agent] = route?.[0] ?? null;
            else isSingle = false;
        }
        return countStepsWithTask(changes, steps);
    });
    return { visits, singleGoals: isSingle ? singleGoals : [], costs };
}

/**
 * Returns the number of steps in which an agent had a task.
 *
 * @param {{ step: number, change: number }[]} changes
 * @param {number} steps
 */
function countStepsWithTask(changes, steps) {
    changes.sort((a, b) => a.step - b.step);
    let [open, since, total] = [0, 0, 0];
    for (const { step, change } of [...changes, { step: steps, change: 0 }]) {
        if (open > 0) total += step - since;
        open += change;
        since = step;
    }
    return total;
}
