/**
 * The page's side of the worker: one question at a time. What is asked anew, or cancelled, stops the worker where it
 * is; the next has another, which reads the files again.
 */

import { prepare } from '../../base/engine.js';

/** @import { Answer, News, Question } from './job.js' */

/** @typedef {ReturnType<typeof createSession>} Session */

export function createSession() {
    /** @type {Worker | null} */
    let worker = null;
    /** Is it still working, and at what? @type {((news: News) => void) | null} */
    let listener = null;
    let id = 0;

    /** @param {News} news */
    const tell = (news) => {
        const heard = listener;
        if (news.kind === 'done' || news.kind === 'failed') listener = null;
        heard?.(news);
    };
    const start = async () => {
        const made = new Worker(new URL('scenario-worker.js', document.baseURI), {
            type: 'module',
            name: 'scenario',
        });
        made.onmessage = ({ data }) => {
            const { id: of, ...news } = /** @type {Answer} */ (data);
            if (made === worker && of === id) tell(/** @type {News} */ (news));
        };
        made.onerror = (event) => {
            if (made !== worker) return;
            worker = null;
            const message = event.message || 'the worker could not be loaded';
            tell({ kind: 'failed', failure: { code: 'internal', message } });
        };
        worker = made;
        made.postMessage({ module: await prepare() });
        return made;
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
         * @param {Omit<Question, 'id'>} question
         * @param {(news: News) => void} hear ends with 'done' or 'failed', unless it is stopped
         */
        async ask(question, hear) {
            stop();
            const mine = id;
            listener = hear;
            const ready = worker ?? (await start());
            if (mine === id) ready.postMessage({ id: mine, ...question });
        },
        stop,
        dispose() {
            stop();
            worker?.terminate();
            worker = null;
        },
    };
}
