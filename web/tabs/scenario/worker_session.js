/**
 * The page's side of the worker: one question at a time. What is asked anew, or cancelled, stops the worker where it
 * is; the next has another, which reads the files again.
 */

import { prepare } from '../../base/engine.js';

/** @import { WorkerReply, WorkerMessage, WorkerRequest } from './worker_messages.js' */

/** @typedef {ReturnType<typeof createSession>} Session */

export function createSession() {
    /** @type {Worker | null} */
    let worker = null;
    /** Is it still working, and at what? @type {((message: WorkerMessage) => void) | null} */
    let listener = null;
    let id = 0;

    /** @param {WorkerMessage} message */
    const deliver = (message) => {
        const handler = listener;
        if (message.kind === 'done' || message.kind === 'failed') listener = null;
        handler?.(message);
    };
    const start = async () => {
        const newWorker = new Worker(new URL('scenario-worker.js', document.baseURI), {
            type: 'module',
            name: 'scenario',
        });
        newWorker.onmessage = ({ data }) => {
            const { id: replyId, ...message } = /** @type {WorkerReply} */ (data);
            if (newWorker === worker && replyId === id)
                deliver(/** @type {WorkerMessage} */ (message));
        };
        newWorker.onerror = (event) => {
            if (newWorker !== worker) return;
            worker = null;
            const message = event.message || 'the worker could not be loaded';
            deliver({ kind: 'failed', failure: { code: 'internal', message } });
        };
        worker = newWorker;
        newWorker.postMessage({ module: await prepare() });
        return newWorker;
    };
    const stop = () => {
        if (listener) {
            worker?.terminate();
            worker = null;
        }
        listener = null;
        id += 1;
    };

    return {
        get isBusy() {
            return listener !== null;
        },
        /**
         * @param {Omit<WorkerRequest, 'id'>} request
         * @param {(message: WorkerMessage) => void} onMessage ends with 'done' or 'failed', unless it is stopped
         */
        async send(request, onMessage) {
            stop();
            const requestId = id;
            listener = onMessage;
            const ready = worker ?? (await start());
            if (requestId === id) ready.postMessage({ id: requestId, ...request });
        },
        stop,
        dispose() {
            stop();
            worker?.terminate();
            worker = null;
        },
    };
}
