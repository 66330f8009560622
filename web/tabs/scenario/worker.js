/** Reads, judges, mends and writes plans, away from the page. One question after the other. */

import { createSync, GrazeError, version } from 'graze';
import { readScenarios, repair, validate } from 'graze/scenario';
import { countKinds, describeVerdict, groupViolations, leastGap } from 'graze/scenario/words';
import { prepare } from '../../base/engine.js';
import { clearanceCurve } from './curve.js';
import { Gaps } from './gaps.js';
import { MOST_VIOLATIONS, marksOf } from './job.js';
import { makeScene } from './scene.js';
import { written } from './writing.js';

/**
 * @import { Graze } from 'graze'
 * @import { Result, Scenario, SourceFile } from 'graze/scenario'
 * @import { Judging, News, Question, Role, Source, Stage, Verdict } from './job.js'
 */

/** Between two reports of progress, in milliseconds. */
const PAUSE = 60;

/**
 * @typedef {{ scenario: Scenario, result: Result | null }} Held
 * @typedef {{ label: string | null, index: number, count: number }} Part which plan of a file, as reports have it
 */

/** @type {Graze} */
let graze;
/**
 * What was read last, and what was made of it: `how` it was judged belongs to all but the scenario.
 *
 * @type {{ key: string, how: string, part: Part | undefined, given: Held, mended: Held | null } | null}
 */
let held = null;
/** @type {Promise<void>} */
let last = Promise.resolve();

self.onmessage = ({ data }) => {
    last = last.then(() => ('module' in data ? begin(data.module) : answer(data)));
};

/** @param {WebAssembly.Module} module */
async function begin(module) {
    await prepare(module);
    graze = createSync();
}

/** @param {Question} question */
async function answer(question) {
    /** @type {Tell} */
    const tell = (news) => postMessage({ id: question.id, ...news });
    try {
        await work(question, tell);
        tell({ kind: 'done' });
    } catch (error) {
        if (!(error instanceof GrazeError)) console.error(error);
        const { code = 'internal', message } = /** @type {GrazeError} */ (error);
        tell({ kind: 'failed', failure: { code, message } });
    }
}

/** @typedef {(news: News) => void} Tell */

/** @param {Question} question @param {Tell} tell */
async function work({ ask, source, judging, mended, format }, tell) {
    const progress = progressOf(tell);
    const { given, part } = await read(source, judging, tell, progress);
    if (ask === 'judge') return show(given, judging, tell, progress);
    if (ask === 'repair') return mend(given, judging, tell, progress);
    const shown = mended ? await mendedOf(given, judging, progress) : given;
    progress('writing', null);
    if (ask === 'write') {
        const made = await written(shown.scenario, String(format), source, { graze, ...judging });
        return tell({ kind: 'text', ...made });
    }
    shown.result ??= judged(shown.scenario, judging, progress);
    const file = source.files.plan?.name;
    const named = part === undefined ? {} : { case: part };
    const report = { schema: 1, graze: version, results: [{ file, ...named, ...shown.result }] };
    const text = new Blob([`${JSON.stringify(report, null, 2)}\n`], { type: 'application/json' });
    tell({ kind: 'text', text, notices: [] });
}

/** @typedef {(stage: Stage, part: number | null) => void} Progress */

/** @param {Tell} tell @returns {Progress} */
function progressOf(tell) {
    let then = -Infinity;
    let before = '';
    return (stage, part) => {
        const now = performance.now();
        if (stage === before && now - then < PAUSE) return;
        then = now;
        before = stage;
        tell({ kind: 'progress', stage, part });
    };
}

/**
 * Reads the plan of a question, unless it is held already.
 *
 * @param {Source} source
 * @param {Judging} judging
 * @param {Tell} tell
 * @param {Progress} progress
 */
async function read({ key, files, options, plan: chosen }, judging, tell, progress) {
    const how = JSON.stringify(judging);
    if (held?.key === key) {
        if (held.how !== how)
            held = { ...held, how, given: { ...held.given, result: null }, mended: null };
        return held;
    }
    held = null;
    const total = Object.values(files).reduce((sum, file) => sum + file.blob.size, 0);
    let done = 0;
    progress('reading', 0);
    /** @param {Role} role @returns {SourceFile | undefined} */
    const open = (role) => {
        const file = files[role];
        if (!file) return undefined;
        const text = piecesOf(file.blob, (bytes) => {
            done += bytes;
            progress('reading', done / total);
        });
        return { name: file.name, text };
    };
    const plan = /** @type {SourceFile} */ (open('plan'));
    const [map, task, config] = [open('map'), open('task'), open('config')];
    const cases = await readScenarios({ plan, map, task, config }, options);
    tell({ kind: 'plans', labels: cases.map(({ label }) => label) });
    // A link may name a plan that is not there.
    const { label, read: readChosen } = cases[Math.min(chosen, cases.length - 1)];
    const scenario = await readChosen();
    // As when the program is given the plan's name.
    const part = cases.length > 1 ? { label, index: 0, count: 1 } : undefined;
    held = { key, how, part, given: { scenario, result: null }, mended: null };
    return held;
}

/** @param {Blob} blob @param {(bytes: number) => void} passed @returns {AsyncGenerator<string>} */
async function* piecesOf(blob, passed) {
    const reader = blob.stream().getReader();
    const decoder = new TextDecoder();
    for (;;) {
        const { done, value } = await reader.read();
        const text = decoder.decode(value, { stream: !done });
        if (text !== '') yield text;
        if (done) return;
        passed(value.length);
    }
}

/**
 * @param {Scenario} scenario
 * @param {Judging} judging
 * @param {Progress} progress
 */
function judged(scenario, judging, progress) {
    progress('judging', 0);
    return validate(scenario, {
        graze,
        ...judging,
        progress: (done, of) =>
            done < of ? progress('judging', done / of) : progress('delays', null),
    });
}

/**
 * A plan with all that the page shows of it.
 *
 * @param {Held} plan
 * @param {Judging} judging
 * @param {Tell} tell
 * @param {Progress} progress
 */
function show(plan, judging, tell, progress) {
    const scene = makeScene(plan.scenario);
    tell({ kind: 'scene', scene });
    const result = judged(plan.scenario, judging, progress);
    plan.result = result;
    tell({ kind: 'verdict', verdict: verdictOf(result) });
    progress('curve', 0);
    const gaps = new Gaps(graze, scene);
    const least = leastGap(result);
    const extra = [
        ...(least ? [least.time] : []),
        ...result.violations.flatMap((one) => one.interval),
    ];
    const curve = clearanceCurve(scene, gaps, extra, (done, of) => progress('curve', done / of));
    gaps.free();
    tell({ kind: 'curve', curve });
}

/** @param {Result} result @returns {Verdict} */
function verdictOf(result) {
    const { violations, undecided } = result;
    return {
        result: {
            ...result,
            violations: violations.slice(0, MOST_VIOLATIONS),
            undecided: undecided.slice(0, MOST_VIOLATIONS),
        },
        marks: marksOf(violations),
        violations: violations.length,
        verdict: describeVerdict(result),
        kinds: countKinds(groupViolations(violations)),
    };
}

/**
 * @param {Held} given
 * @param {Judging} judging
 * @param {Tell} tell
 * @param {Progress} progress
 */
function mend(given, judging, tell, progress) {
    progress('mending', null);
    const { scenario, ...mending } = repair(given.scenario, { graze, ...judging });
    tell({ kind: 'mending', mending });
    if (mending.status !== 'repaired' || !held) return;
    held.mended = { scenario, result: null };
    show(held.mended, judging, tell, progress);
}

/**
 * @param {Held} given
 * @param {Judging} judging
 * @param {Progress} progress
 * @returns {Promise<Held>}
 */
async function mendedOf(given, judging, progress) {
    if (held?.mended) return held.mended;
    progress('mending', null);
    const { scenario } = repair(given.scenario, { graze, ...judging });
    return { scenario, result: null };
}
