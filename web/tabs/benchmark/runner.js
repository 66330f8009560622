/** Start and end of the worker that measures. */

import { prepare } from '../../base/engine.js';

/**
 * @import { BenchmarkRequest, Report } from './worker.js'
 * @import { State } from './state.js'
 */

/** @param {(report: Report) => void} onReport */
export function createRunner(onReport) {
    /** @type {Worker | null} */
    let worker = null;
    /** Number of runs so far: a run that is stopped during its preparation does not start. */
    let runCount = 0;

    const stop = () => {
        runCount += 1;
        worker?.terminate();
        worker = null;
    };
    return {
        stop,
        /** @param {State} state */
        async start(state) {
            stop();
            const runId = runCount;
            const module = await prepare();
            if (runId !== runCount) return;
            worker = new Worker(new URL('benchmark-worker.js', document.baseURI), {
                type: 'module',
            });
            worker.addEventListener('message', ({ data }) => {
                const report = /** @type {Report} */ (data);
                if (report.kind === 'done' || report.kind === 'failed') stop();
                onReport(report);
            });
            worker.addEventListener('error', (event) => {
                event.preventDefault();
                stop();
                const text = event.message || 'the worker could not be loaded';
                onReport({ kind: 'failed', text, isWrong: false });
            });
            /** @type {BenchmarkRequest} */
            const request = { module, state };
            worker.postMessage(request);
        },
    };
}
