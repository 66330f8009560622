/** Reads, validates, repairs and writes plans in a worker, one request after the other. */

import { createSync, GrazeError, version } from 'graze';
import { readScenario, readScenarios, repair, validate, writeScenario } from 'graze/scenario';
import { describeTotals, describeVerdict, leastClearance } from 'graze/scenario/messages';
import { prepare } from '../../base/engine.js';
import { createMarks, Distances, listBuffers } from './scene.js';
import { copyScene, makeScene, sampleSeparations } from './scene_builder.js';

/**
 * @import { Graze } from 'graze'
 * @import { RepairResult, Scenario, ScenarioFiles, ValidateOptions, ValidationResult, Violation } from 'graze/scenario'
 * @import { Role } from './files.js'
 * @import { Curve, Marks, Scene } from './scene.js'
 */

/* ---- messages ---- */

/**
 * Requests of the page to its worker, and the replies: plain data. Each request is self-contained, so that a
 * stopped worker can be replaced by a new one.
 *
 * @typedef {object} Source
 * @property {string} key identifies this source with its options; the worker keeps the plan under this key
 * @property {Partial<Record<Role, { name: string, blob: Blob }>>} files
 * @property {{ format?: string, radius?: number, atGoal?: 'stay' | 'vanish', unknownCells?: 'blocked' | 'free' }} options
 * @property {number} plan index of the plan in the file, from 0
 *
 * @typedef {{ touching: 'allowed' | 'conflict', tolerance?: number }} CheckOptions
 *
 * @typedef {'check' | 'repair' | 'write' | 'report'} RequestKind
 *
 * @typedef {object} WorkerRequest
 * @property {number} id
 * @property {RequestKind} kind
 * @property {Source} source
 * @property {CheckOptions} checkOptions
 * @property {boolean} [isRepaired] for 'write' and 'report': use the repaired plan
 * @property {string} [format] for 'write': format of the file
 *
 * @typedef {object} Verdict
 * @property {Marks} marks
 * @property {ValidationResult} result result with at most the violations that the page lists
 * @property {number} violations number of all violations
 * @property {string} verdict verdict as text
 * @property {string} kinds counts of each kind, as text
 *
 * @typedef {'reading' | 'checking' | 'delays' | 'curve' | 'repairing' | 'writing'} Stage
 *
 * @typedef {Omit<RepairResult, 'scenario'>} RepairSummary
 *
 * @typedef {object} Failure
 * @property {string} code
 * @property {string} message one line, with its position in the file
 *
 * @typedef {{ kind: 'progress', stage: Stage, part: number | null }
 *   | { kind: 'plans', labels: (string | null)[] }
 *   | { kind: 'scene', scene: Scene }
 *   | { kind: 'verdict', verdict: Verdict }
 *   | { kind: 'curve', curve: Curve }
 *   | { kind: 'repair', repair: RepairSummary }
 *   | { kind: 'text', text: Blob, notices: string[] }
 *   | { kind: 'failed', failure: Failure }
 *   | { kind: 'done' }} WorkerMessage part: completed fraction of the stage, null if unknown; labels: names of the plans in the
 *   file, null for a plan without a name
 *
 * @typedef {WorkerMessage & { id: number }} WorkerReply
 */

/* ---- work ---- */

/** Largest number of violations that are sent with all details. */
const MAX_VIOLATIONS = 5000;
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

/** Messages of browsers when a module does not load, such as a reader without a connection. */
const NOT_IMPORTED = /import(?:ed|ing) (?:a )?module/i;

/** @param {WorkerRequest} request */
async function handleRequest(request) {
    /** @type {Send} */
    const send = (message, buffers = []) =>
        self.postMessage({ id: request.id, ...message }, { transfer: buffers });
    try {
        await runRequest(request, send);
        send({ kind: 'done' });
    } catch (error) {
        if (!(error instanceof GrazeError)) console.error(error);
        const { code: known, message } = /** @type {GrazeError} */ (error);
        const code = known ?? (NOT_IMPORTED.test(message) ? 'not-loaded' : 'internal');
        send({ kind: 'failed', failure: { code, message } });
    }
}

/** @typedef {(message: WorkerMessage, buffers?: ArrayBuffer[]) => void} Send buffers: moved to the page, not copied */

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
    const report = { schema: 3, graze: version, results: [{ file, ...caseEntry, ...plan.result }] };
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
    const opened = await openFiles(files, (bytes) => {
        done += bytes;
        progress('reading', done / total);
    });
    const findTrajectory = async () => {
        throw spaceError('a swarm of Crazyswarm');
    };
    const cases = await readScenarios(opened, { ...options, findTrajectory });
    send({ kind: 'plans', labels: cases.map(({ label }) => label) });
    // A link may name a plan that does not exist.
    const { label, read: readChosen } = cases[Math.min(chosen, cases.length - 1)];
    const scenario = await readChosen();
    checkPlane(scenario);
    // The result equals that of the program when it is given the plan's name.
    const caseInfo = cases.length > 1 ? { label, index: 0, count: 1 } : undefined;
    loaded = { key, checkKey, caseInfo, given: { scenario, result: null }, repaired: null };
    return loaded;
}

/** Refuses a plan in space, which has no picture here. @param {Scenario} scenario */
function checkPlane({ agents, obstacles }) {
    const body = [...agents, ...obstacles].find(({ shape }) => {
        return shape.kind === 'sphere' || shape.kind === 'prism';
    });
    if (body !== undefined) throw spaceError(`a ${body.shape.kind}`);
}

/** Builds the error of a plan in space. @param {string} found what is in space */
function spaceError(found) {
    const text = `the plan must be in the plane to be drawn, got ${found}: graze validate and graze repair take plans in space`;
    return new GrazeError('unsupported-body', text, { argument: 'scenario' });
}

/**
 * Opens files for the package: as texts, in chunks, and the image of a map as bytes.
 *
 * @param {Source['files']} files
 * @param {(bytes: number) => void} [onBytes] receives the number of bytes of each chunk
 * @returns {Promise<ScenarioFiles>}
 */
async function openFiles({ image, ...texts }, onBytes = () => {}) {
    /** @type {Partial<ScenarioFiles>} */
    const opened = {};
    for (const [role, file] of Object.entries(texts)) {
        const { name, blob } = file;
        opened[/** @type {Exclude<Role, 'image'>} */ (role)] = {
            name,
            text: readChunks(blob, onBytes),
        };
    }
    if (image) {
        const bytes = new Uint8Array(await image.blob.arrayBuffer());
        onBytes(bytes.length);
        opened.image = { name: image.name, bytes };
    }
    return /** @type {ScenarioFiles} */ (opened);
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
    const scene = makeScene(graze, plan.scenario);
    // The page would copy arrays that the worker keeps, while nothing moves on it.
    const sent = copyScene(scene);
    send({ kind: 'scene', scene: sent }, listBuffers(sent));
    const result = await validatePlan(plan.scenario, checkOptions, progress);
    plan.result = result;
    const verdict = summarizeResult(result);
    send({ kind: 'verdict', verdict }, listBuffers(verdict.marks));
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
        violations: result.violationCount,
        verdict: describeVerdict(result),
        kinds: describeTotals(result),
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

/* ---- plan written as a file ---- */

/**
 * Writes a plan as a file. The file is read back first: a valid plan must remain valid as written.
 *
 * @param {Scenario} scenario
 * @param {string} format
 * @param {Source} source companion files for a plan that is written in its own format
 * @param {ValidateOptions} checkOptions
 * @returns {Promise<{ text: Blob, notices: string[] }>}
 */
async function writePlan(scenario, format, { files, options }, checkOptions) {
    // Only graze's own format has bodies. A plan of another format is read back with the footprint.
    const { footprint, plan: _, ...others } = files;
    const isFootprintLeft = footprint !== undefined && format !== 'graze';
    const { text, notices } = await writeScenario(
        isFootprintLeft ? withoutBodies(scenario, format) : scenario,
        format,
    );
    if (isFootprintLeft) notices.push('the footprint is not written: open it with the plan');
    const blob = new Blob([...text], { type: 'text/plain' });
    const plan = { name: `the plan written as ${format}`, blob };
    const isSameFormat = format === scenario.format;
    // Another format may use another frame, so the companion files do not apply to it.
    const companions = isSameFormat ? others : {};
    const { sizesKnown, atGoal, agents } = scenario;
    const shape = agents[0]?.shape;
    const knownRadius = sizesKnown && shape?.kind === 'disc' ? shape.radius : undefined;
    // CCBS requires a radius where other formats have none.
    const radius = knownRadius ?? options.radius ?? 0;
    const reread = await readScenario(
        await openFiles({ ...companions, plan, ...(isFootprintLeft ? { footprint } : {}) }),
        {
            ...(isSameFormat ? options : {}),
            ...(isFootprintLeft ? {} : { radius }),
            ...{ format, atGoal },
        },
    );
    const validateOptions = { graze, ...checkOptions, suggestDelays: false };
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

/** Returns a plan with points in place of the bodies. @param {Scenario} scenario @param {string} format @returns {Scenario} */
function withoutBodies(scenario, format) {
    const shape = { kind: /** @type {const} */ ('disc'), radius: 0 };
    const agents = scenario.agents.map((agent) => ({ ...agent, shape }));
    // Logs of CCBS describe bodies, even if they are points.
    return { ...scenario, agents, sizesKnown: format === 'ccbs' };
}
