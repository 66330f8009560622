import { createHash } from 'node:crypto';
import { makeReport } from '../../js/cli/report/index.js';
import { sealLine } from '../../js/cli/results/ndjson.js';

/** Outcomes made by hand, and reports of them. */

const HEADER = {
    schema: 3,
    graze: '0.0.0',
    list: { sha256: 'a', count: 1 },
    shard: /** @type {[number, number]} */ ([1, 1]),
    options: {},
};

/** Makes the result of a plan: valid, unless the change has violations. @param {any} [change] */
export function outcome(change = {}) {
    const { violations = [], undecided = [] } = change;
    /** @type {Record<string, number>} */
    const violationCounts = {};
    for (const { kind } of violations) violationCounts[kind] = (violationCounts[kind] ?? 0) + 1;
    return {
        file: 'a.xml',
        format: 'ccbs',
        domain: 'agents',
        valid: violations.length + undecided.length === 0,
        agents: 9,
        obstacles: 0,
        pieces: 30,
        pairsChecked: 36,
        span: [0, 10],
        makespan: 10,
        sumOfCosts: 50,
        flowtime: 50,
        pathLength: 40,
        touching: 'allowed',
        tolerance: null,
        radius: 0.5,
        unitSteps: false,
        atGoal: 'stay',
        checks: { 'agent-agent': 36, goal: null },
        clearance: {
            separation: 0.125,
            time: 3,
            agents: [0, 1],
            names: ['0', '1'],
            centerDistance: 1.125,
        },
        violations,
        violationCount: violations.length,
        violationCounts,
        undecided,
        notices: [],
        hints: [],
        ...change,
    };
}

/** @param {any} [change] */
export function violation(change = {}) {
    const { agents = [0, 1], interval = [4.5, 5.5] } = change;
    return /** @type {any} */ ({
        kind: 'agent-agent',
        agents,
        names: agents.map(String),
        interval,
        depth: 0.25,
        pieces: [3, null],
        message: `agents ${agents.join(' and ')} overlap from t = ${interval[0]}`,
        ...change,
    });
}

/**
 * @param {string} kind
 * @param {any[]} outcomes
 * @param {boolean} [color]
 * @param {'short' | 'full'} [digits]
 * @param {boolean} [details]
 */
export async function report(kind, outcomes, color = false, digits = 'short', details = true) {
    const source = async function* () {
        yield* outcomes.map((one, index) => ({ index, ...one }));
    };
    const pieces = [];
    for await (const piece of makeReport(kind, source(), {
        graze: HEADER.graze,
        header: async () => HEADER,
        count: outcomes.length,
        color,
        digits,
        details,
    }))
        pieces.push(piece);
    return pieces.join('');
}

/**
 * Returns a file of results whose hashes are right, as a forger would make it.
 *
 * @param {any[]} values header, results, trailer
 * @param {(json: string) => string} [edit] changes the text of a line before its hash is computed
 */
export function sealed(values, edit = (json) => json) {
    let previous = '';
    const lines = values.map(({ sha256: _, ...value }) => {
        const { line, sha256 } = sealLine(createHash, edit(JSON.stringify(value)), previous);
        previous = sha256;
        return line;
    });
    return lines.join('');
}

/** A disc and a bar with round ends: parts of one body. */
export const BAR = {
    kind: 'group',
    parts: [
        { kind: 'disc', radius: 0.25 },
        {
            kind: 'polygon',
            points: [
                [0, -0.1],
                [2, -0.1],
                [2, 0.1],
                [0, 0.1],
            ],
            radius: 0.1,
        },
    ],
};
