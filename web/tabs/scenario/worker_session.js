/**
 * The page's side of the worker: one request at a time. A new request, or a cancellation, stops a busy worker;
 * the next request starts another, which reads the files again.
 */

import { prepare } from '../../base/engine.js';

/** @import { WorkerReply, WorkerMessage, WorkerRequest } from './worker_messages.js' */

/** @typedef {ReturnType<typeof createSession>} Session */

export function createSession() {
    /** @type {Worker | null} */
    let worker = null;
    /** Listener of the current request; null: the worker is idle. @type {((message: WorkerMessage) => void) | null} */
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
         * @param {(message: WorkerMessage) => void} onMessage receives the messages, the last of which is 'done' or 'failed' unless the worker is stopped
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
