/**
 * The files, the worker's results and the shown plan: all work of the tab that takes time. It reports
 * each change; other modules draw it.
 */

import { MAX_FILES } from '../../base/drop.js';
import { prepare } from '../../base/engine.js';
import { assignRole, filesByRole, mergeFiles, pack, recognizeFiles, unpack } from './files.js';
import { createMarks, Distances, Poses } from './scene.js';
import { EXAMPLES, loadFiles } from './state.js';

/**
 * @import { Graze } from 'graze'
 * @import { Violation } from 'graze/scenario'
 * @import { NamedFile } from '../../base/drop.js'
 * @import { Entry } from './files.js'
 * @import { Curve, Scene } from './scene.js'
 * @import { State } from './state.js'
 * @import { CheckOptions, Failure, RepairSummary, Source, Stage, Verdict, WorkerMessage, WorkerReply, WorkerRequest } from './worker.js'
 *
 * @typedef {ReturnType<typeof createPlanChecker>} PlanChecker
 */

/** The visitor's files, kept while the page is open so that they survive a visit to another tab. @type {Map<number, Entry[]>} */
const ownFiles = new Map();

/** Begin of the names under which the browser keeps files for a reload of the page, on this machine alone. */
const STORAGE_PREFIX = 'graze-files-';

/** @param {number} key */
const storageKey = (key) => `${STORAGE_PREFIX}${key}`;

/**
 * Keeps small files for a reload of the page, in place of those of before.
 *
 * @param {number} key
 * @param {string | null} packed null: they are too large
 */
function keepForReload(key, packed) {
    try {
        for (const name of Object.keys(sessionStorage)) {
            if (name.startsWith(STORAGE_PREFIX)) sessionStorage.removeItem(name);
        }
        if (packed) sessionStorage.setItem(storageKey(key), packed);
    } catch {
        // A browser may refuse to store anything: a reload then loses the files.
    }
}

/** @param {number} key @returns {string | null} */
function readKept(key) {
    try {
        return sessionStorage.getItem(storageKey(key));
    } catch {
        return null;
    }
}

/**
 * @param {object} options
 * @param {Graze} options.graze
 * @param {() => State} options.get
 * @param {(what: 'files' | 'plans' | 'scene' | 'verdict' | 'curve' | 'repair' | 'failed' | 'done') => void} options.onNews
 * @param {(stage: Stage | null, part: number | null) => void} options.onProgress null: the work has ended
 */
export function createPlanChecker({ graze, get, onNews, onProgress }) {
    const session = createSession();
    /** @type {Entry[]} */
    let entries = [];
    /** Number of file sets so far: data read from one set does not belong to another. */
    let fileSetId = 0;
    /** Number of openings so far: a slow opening that a later one has overtaken is dropped. */
    let openingCount = 0;
    /** @type {{ given: CurrentPlan | null, repaired: CurrentPlan | null }} */
    const plans = { given: null, repaired: null };
    /** Labels of the plans in the file that have been read so far. @type {(string | null)[]} */
    let labels = [];
    /** @type {RepairSummary | null} */
    let repairSummary = null;
    /** @type {Failure | null} */
    let failure = null;
    let isStopped = false;
    /** Whether the shown plan belongs to other options; true until there is a verdict. */
    let isStale = false;

    /** @returns {Source} */
    const source = () => {
        const { format, radius, atGoal, unknownCells, plan } = get();
        const options = {
            ...(format ? { format } : {}),
            ...(radius === null ? {} : { radius }),
            ...(atGoal ? { atGoal } : {}),
            ...(unknownCells === 'blocked' ? {} : { unknownCells }),
        };
        const key = JSON.stringify([fileSetId, options, plan]);
        return { key, files: filesByRole(entries), options, plan };
    };
    /** @returns {CheckOptions} */
    const checkOptions = () => {
        const { touching, tolerance } = get();
        return { touching, ...(tolerance === null ? {} : { tolerance }) };
    };
    /** @param {'given' | 'repaired'} planKey @param {CurrentPlan | null} next */
    const setPlan = (planKey, next) => {
        plans[planKey]?.free();
        plans[planKey] = next;
    };
    /** @param {Failure | null} failureOrNull */
    const finish = (failureOrNull) => {
        onProgress(null, null);
        failure = failureOrNull;
        if (failureOrNull) onNews('failed');
    };
    /** @param {'given' | 'repaired'} planKey @returns {(message: WorkerMessage) => void} */
    const createHandler = (planKey) => (message) => {
        const plan = plans[planKey];
        if (message.kind === 'progress') return onProgress(message.stage, message.part);
        if (message.kind === 'done') {
            finish(null);
            return onNews('done');
        }
        if (message.kind === 'failed') {
            // The shown plan belongs to other files or other options.
            if (planKey === 'given') setPlan('given', null);
            return finish(message.failure);
        }
        if (message.kind === 'plans') {
            labels = message.labels;
            return onNews('plans');
        }
        if (message.kind === 'repair') {
            repairSummary = message.repair;
            return onNews('repair');
        }
        if (message.kind === 'scene') {
            setPlan(planKey, new CurrentPlan(graze, message.scene));
            return onNews('scene');
        }
        if (message.kind === 'verdict' && plan) {
            plan.verdict = message.verdict;
            isStale = false;
            return onNews('verdict');
        }
        if (message.kind === 'curve' && plan) {
            plan.curve = message.curve;
            return onNews('curve');
        }
    };
    /**
     * @param {Omit<WorkerRequest, 'id' | 'source' | 'checkOptions'>} request
     * @param {(message: WorkerMessage) => void} onMessage
     */
    const sendRequest = (request, onMessage) => {
        session
            .send({ ...request, source: source(), checkOptions: checkOptions() }, onMessage)
            .catch((error) => {
                finish({ code: 'internal', message: String(error?.message ?? error) });
            });
    };

    const check = () => {
        session.stop();
        repairSummary = null;
        failure = null;
        isStopped = false;
        isStale = true;
        setPlan('repaired', null);
        onProgress(null, null);
        if (!entries.some(({ role }) => role === 'plan')) {
            setPlan('given', null);
            return onNews('files');
        }
        onProgress('reading', 0);
        sendRequest({ kind: 'check' }, createHandler('given'));
    };
    /** @param {Entry[]} next */
    const setFiles = (next) => {
        entries = next;
        fileSetId += 1;
        labels = [];
        checkOther();
    };
    /** Validates a plan unrelated to the shown one. */
    const checkOther = () => {
        setPlan('given', null);
        check();
        onNews('files');
    };

    return {
        get entries() {
            return entries;
        },
        /** Returns the labels of the plans in the file; null for a plan without a name. */
        get labels() {
            return labels;
        },
        get repairSummary() {
            return repairSummary;
        },
        get failure() {
            return failure;
        },
        get isStopped() {
            return isStopped;
        },
        get isBusy() {
            return session.isBusy;
        },
        /** Returns the shown plan; null: none yet. @returns {CurrentPlan | null} */
        get currentPlan() {
            return (get().repaired && plans.repaired) || plans.given;
        },
        judge: check,
        judgeOther: checkOther,
        /** @param {string} id */
        async openExample(id) {
            openingCount += 1;
            const openingId = openingCount;
            // The previous plan must not be shown under the example's name while its files load.
            setFiles([]);
            const example = EXAMPLES.find((item) => item.id === id) ?? EXAMPLES[0];
            const files = await loadFiles(example);
            const recognized = await recognizeFiles(files);
            if (openingId !== openingCount) return;
            setFiles(recognized.map((entry, k) => ({ ...entry, role: files[k].role })));
        },
        /**
         * Adds files, or starts over with them.
         *
         * @param {readonly NamedFile[]} files
         * @returns {Promise<number | null>} key under which the page keeps them; null: other files have arrived meanwhile
         */
        async open(files) {
            openingCount += 1;
            const openingId = openingCount;
            const added = await recognizeFiles(files.slice(0, MAX_FILES));
            const next = mergeFiles(get().example === null ? entries : [], added);
            const packed = await pack(next);
            if (openingId !== openingCount) return null;
            const key = 1 + Math.floor(Math.random() * 2 ** 31);
            ownFiles.clear();
            ownFiles.set(key, next);
            keepForReload(key, packed);
            entries = next;
            return key;
        },
        /** Returns the files as text for the address; null: they are too large. */
        pack: () => pack(entries),
        /** Validates the files that `open` has added. */
        checkOpened: () => setFiles(entries),
        /** Opens the visitor's files again. @returns {Promise<boolean>} whether the page still has them */
        async reopen() {
            const { kept: key, packed } = get();
            const knownFiles = ownFiles.get(key);
            if (knownFiles) {
                setFiles(knownFiles);
                return true;
            }
            const text = packed ?? readKept(key);
            const files = text ? await unpack(text) : null;
            if (!files) return false;
            const recognized = await recognizeFiles(files);
            const next = recognized.map((entry, k) => ({ ...entry, role: files[k].role }));
            ownFiles.set(key, next);
            setFiles(next);
            return true;
        },
        /** @param {number} index @param {Entry['role']} role */
        assignRole(index, role) {
            const next = assignRole(entries, index, role);
            if (get().example === null) ownFiles.set(get().kept, next);
            setFiles(next);
        },
        repair() {
            failure = null;
            onProgress('repairing', null);
            sendRequest({ kind: 'repair' }, createHandler('repaired'));
        },
        /**
         * Requests a file made by the worker.
         *
         * @param {Pick<WorkerRequest, 'kind' | 'format'>} request
         * @param {(text: Blob, notices: string[]) => void} onText
         * @param {(failure: Failure) => void} onFailure
         */
        writeFile(request, onText, onFailure) {
            onProgress('writing', null);
            sendRequest(
                { ...request, isRepaired: get().repaired && plans.repaired !== null },
                (message) => {
                    if (message.kind === 'text') onText(message.text, message.notices);
                    else if (message.kind === 'failed') onFailure(message.failure);
                    if (message.kind === 'done' || message.kind === 'failed')
                        onProgress(null, null);
                },
            );
        },
        /** Stops the current work; results so far stay. */
        cancel() {
            session.stop();
            isStopped = isStale;
            if (isStale) setPlan('given', null);
            finish(null);
            onNews('files');
        },
        dispose() {
            session.dispose();
            setPlan('given', null);
            setPlan('repaired', null);
        },
    };
}

/* ---- plan on the page ---- */

/** Number of agents above which the nearest pair is only shown while the time rests. */
const MAX_PLAYED_AGENTS = 3000;

/** A plan on the page: its scene, the poses at the shown time, and its verdict. */
export class CurrentPlan {
    /** @type {Verdict | null} */ verdict = null;
    /** @type {Curve | null} */ curve = null;
    /** Agents in a violation at the shown time. @type {Set<number>} */ #inConflict = new Set();

    /** Bodies that the selection draws instead. @type {readonly number[]} */ #selected = [];

    /** @param {Graze} graze @param {Scene} scene */
    constructor(graze, scene) {
        this.scene = scene;
        this.poses = new Poses(scene);
        this.distances = new Distances(graze, scene);
    }

    /** @returns {Violation[]} */
    get violations() {
        return this.verdict?.result.violations ?? [];
    }

    /** Returns all violations, as the time line shows them. */
    get marks() {
        return this.verdict?.marks ?? createMarks([]);
    }

    /** Returns whether the plan is small enough to show the nearest pair in every frame. */
    get isSmall() {
        return this.scene.agents <= MAX_PLAYED_AGENTS;
    }

    /** @param {number} time */
    moveTo(time) {
        this.poses.moveTo(time);
        this.#inConflict.clear();
        if (!this.verdict) return;
        const { intervals, agents } = this.verdict.marks;
        for (let k = 0; k < agents.length; k += 2) {
            // Violations are sorted by the time at which they begin.
            if (intervals[k] > time) break;
            if (intervals[k + 1] < time) continue;
            this.#inConflict.add(agents[k]);
            this.#inConflict.add(agents[k + 1]);
        }
    }

    /** @param {readonly number[]} bodies the selected bodies */
    select(bodies) {
        this.#selected = bodies;
    }

    /** @param {number} body */
    isSelected = (body) => this.#selected.includes(body);

    /** @param {number} agent */
    isInConflict = (agent) => this.#inConflict.has(agent);

    /**
     * Returns the agent whose body contains a point or is nearest to it within a distance; -1: none.
     *
     * @param {number} x
     * @param {number} y
     * @param {number} maxDistance
     */
    agentAt(x, y, maxDistance) {
        const { agents, boundingRadius } = this.scene;
        let [best, found] = [maxDistance, -1];
        for (let k = 0; k < agents; k++) {
            if (!this.poses.isPresent[k]) continue;
            const distance =
                Math.hypot(this.poses.x[k] - x, this.poses.y[k] - y) - boundingRadius[k];
            if (distance < best) [best, found] = [distance, k];
        }
        return found;
    }

    free() {
        this.distances.free();
    }
}

/* ---- page's side of the worker ---- */

/**
 * Creates the page's side of the worker: one request at a time. A new request, or a cancellation, stops a busy worker;
 * the next request starts another, which reads the files again.
 */
function createSession() {
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
            // Errors of the worker's own have a message.
            const code = event.message ? 'internal' : 'not-loaded';
            const message = event.message || 'the worker could not be loaded';
            deliver({ kind: 'failed', failure: { code, message } });
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
