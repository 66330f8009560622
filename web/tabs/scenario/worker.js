/** Reads, validates, repairs and writes plans in a worker, one request after the other. */

import { createSync, GrazeError, version } from 'graze';
import { readScenarios, repair, validate } from 'graze/scenario';
import {
    describeKindCounts,
    describeVerdict,
    groupViolations,
    leastClearance,
} from 'graze/scenario/messages';
import { prepare } from '../../base/engine.js';
import { Distances } from './distances.js';
import { makeScene } from './scene.js';
import { sampleSeparations } from './separation_curve.js';
import { createMarks, MAX_VIOLATIONS } from './worker_messages.js';
import { writePlan } from './write_plan.js';

/**
 * @import { Graze } from 'graze'
 * @import { ValidationResult, Scenario, SourceFile } from 'graze/scenario'
 * @import { CheckOptions, WorkerMessage, WorkerRequest, Role, Source, Stage, Verdict } from './worker_messages.js'
 */

/** Minimum interval between two progress reports, in milliseconds. */
const PROGRESS_INTERVAL = 60;

/**
 * @typedef {{ scenario: Scenario, result: ValidationResult | null }} LoadedPlan
 * @typedef {{ label: string | null, index: number, count: number }} CaseInfo plan of a file with several, as in reports
 */

/** @type {Graze} */
let graze;
/**
 * The last plan that was read, and its results; `checkKey` identifies the options of all results except the
 * scenario.
 *
 * @type {{ key: string, checkKey: string, caseInfo: CaseInfo | undefined, given: LoadedPlan, repaired: LoadedPlan | null } | null}
 */
let loaded = null;
/** @type {Promise<void>} */
let queue = Promise.resolve();

self.onmessage = ({ data }) => {
    queue = queue.then(() => ('module' in data ? initialize(data.module) : handleRequest(data)));
};

/** @param {WebAssembly.Module} module */
async function initialize(module) {
    await prepare(module);
    graze = createSync();
}

/** @param {WorkerRequest} request */
async function handleRequest(request) {
    /** @type {Send} */
    const send = (message) => postMessage({ id: request.id, ...message });
    try {
        await runRequest(request, send);
        send({ kind: 'done' });
    } catch (error) {
        if (!(error instanceof GrazeError)) console.error(error);
        const { code = 'internal', message } = /** @type {GrazeError} */ (error);
        send({ kind: 'failed', failure: { code, message } });
    }
}

/** @typedef {(message: WorkerMessage) => void} Send */

/** @param {WorkerRequest} request @param {Send} send */
async function runRequest({ kind, source, checkOptions, isRepaired, format }, send) {
    const progress = createProgress(send);
    const { given, caseInfo } = await loadPlan(source, checkOptions, send, progress);
    if (kind === 'check') return sendPlan(given, checkOptions, send, progress);
    if (kind === 'repair') return sendRepair(given, checkOptions, send, progress);
    const plan = isRepaired ? await getRepairedPlan(given, checkOptions, progress) : given;
    progress('writing', null);
    if (kind === 'write') {
        const output = await writePlan(plan.scenario, String(format), source, {
            graze,
            ...checkOptions,
        });
        return send({ kind: 'text', ...output });
    }
    plan.result ??= await validatePlan(plan.scenario, checkOptions, progress);
    const file = source.files.plan?.name;
    const caseEntry = caseInfo === undefined ? {} : { case: caseInfo };
    const report = { schema: 2, graze: version, results: [{ file, ...caseEntry, ...plan.result }] };
    const text = new Blob([`${JSON.stringify(report, null, 2)}\n`], { type: 'application/json' });
    send({ kind: 'text', text, notices: [] });
}

/** @typedef {(stage: Stage, part: number | null) => void} Progress */

/** @param {Send} send @returns {Progress} */
function createProgress(send) {
    let lastTime = -Infinity;
    let lastStage = '';
    return (stage, part) => {
        const now = performance.now();
        if (stage === lastStage && now - lastTime < PROGRESS_INTERVAL) return;
        lastTime = now;
        lastStage = stage;
        send({ kind: 'progress', stage, part });
    };
}

/**
 * Reads the plan of a request, unless it is already loaded.
 *
 * @param {Source} source
 * @param {CheckOptions} checkOptions
 * @param {Send} send
 * @param {Progress} progress
 */
async function loadPlan({ key, files, options, plan: chosen }, checkOptions, send, progress) {
    const checkKey = JSON.stringify(checkOptions);
    if (loaded?.key === key) {
        if (loaded.checkKey !== checkKey)
            loaded = {
                ...loaded,
                checkKey,
                given: { ...loaded.given, result: null },
                repaired: null,
            };
        return loaded;
    }
    loaded = null;
    const total = Object.values(files).reduce((sum, file) => sum + file.blob.size, 0);
    let done = 0;
    progress('reading', 0);
    /** @param {Role} role @returns {SourceFile | undefined} */
    const openFile = (role) => {
        const file = files[role];
        if (!file) return undefined;
        const text = readChunks(file.blob, (bytes) => {
            done += bytes;
            progress('reading', done / total);
        });
        return { name: file.name, text };
    };
    const plan = /** @type {SourceFile} */ (openFile('plan'));
    const [map, task, config] = [openFile('map'), openFile('task'), openFile('config')];
    const cases = await readScenarios({ plan, map, task, config }, options);
    send({ kind: 'plans', labels: cases.map(({ label }) => label) });
    // A link may name a plan that does not exist.
    const { label, read: readChosen } = cases[Math.min(chosen, cases.length - 1)];
    const scenario = await readChosen();
    // The result equals that of the program when it is given the plan's name.
    const caseInfo = cases.length > 1 ? { label, index: 0, count: 1 } : undefined;
    loaded = { key, checkKey, caseInfo, given: { scenario, result: null }, repaired: null };
    return loaded;
}

/** @param {Blob} blob @param {(bytes: number) => void} onBytes @returns {AsyncGenerator<string>} */
async function* readChunks(blob, onBytes) {
    const reader = blob.stream().getReader();
    const decoder = new TextDecoder();
    for (;;) {
        const { done, value } = await reader.read();
        const text = decoder.decode(value, { stream: !done });
        if (text !== '') yield text;
        if (done) return;
        onBytes(value.length);
    }
}

/**
 * @param {Scenario} scenario
 * @param {CheckOptions} checkOptions
 * @param {Progress} progress
 */
function validatePlan(scenario, checkOptions, progress) {
    progress('checking', 0);
    return validate(scenario, {
        graze,
        ...checkOptions,
        progress: (done, total) =>
            done < total ? progress('checking', done / total) : progress('delays', null),
    });
}

/**
 * Sends a plan with everything that the page shows of it.
 *
 * @param {LoadedPlan} plan
 * @param {CheckOptions} checkOptions
 * @param {Send} send
 * @param {Progress} progress
 */
async function sendPlan(plan, checkOptions, send, progress) {
    const scene = makeScene(plan.scenario);
    send({ kind: 'scene', scene });
    const result = await validatePlan(plan.scenario, checkOptions, progress);
    plan.result = result;
    send({ kind: 'verdict', verdict: summarizeResult(result) });
    progress('curve', 0);
    const gaps = new Distances(graze, scene);
    const least = leastClearance(result);
    const extraTimes = [
        ...(least ? [least.time] : []),
        ...result.violations.flatMap((violation) => violation.interval),
    ];
    const curve = sampleSeparations(scene, gaps, extraTimes, (done, total) =>
        progress('curve', done / total),
    );
    gaps.free();
    send({ kind: 'curve', curve });
}

/** @param {ValidationResult} result @returns {Verdict} */
function summarizeResult(result) {
    const { violations, undecided } = result;
    return {
        result: {
            ...result,
            violations: violations.slice(0, MAX_VIOLATIONS),
            undecided: undecided.slice(0, MAX_VIOLATIONS),
        },
        marks: createMarks(violations),
        violations: violations.length,
        verdict: describeVerdict(result),
        kinds: describeKindCounts(groupViolations(violations)),
    };
}

/**
 * @param {LoadedPlan} given
 * @param {CheckOptions} checkOptions
 * @param {Send} send
 * @param {Progress} progress
 */
async function sendRepair(given, checkOptions, send, progress) {
    progress('repairing', null);
    const { scenario, ...summary } = await repair(given.scenario, { graze, ...checkOptions });
    send({ kind: 'repair', repair: summary });
    if (summary.status !== 'repaired' || !loaded) return;
    loaded.repaired = { scenario, result: null };
    await sendPlan(loaded.repaired, checkOptions, send, progress);
}

/**
 * @param {LoadedPlan} given
 * @param {CheckOptions} checkOptions
 * @param {Progress} progress
 * @returns {Promise<LoadedPlan>}
 */
async function getRepairedPlan(given, checkOptions, progress) {
    if (loaded?.repaired) return loaded.repaired;
    progress('repairing', null);
    const { scenario } = await repair(given.scenario, { graze, ...checkOptions });
    return { scenario, result: null };
}
