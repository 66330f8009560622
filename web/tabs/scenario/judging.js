/**
 * The files, what the worker makes of them, and what is shown of it: everything of the tab that takes time. It tells
 * when something has changed; what is then drawn is for others.
 */

import { MOST_FILES } from '../../base/drop.js';
import { EXAMPLES, filesOf } from './examples.js';
import { byRole, joined, recognised, withRole } from './files.js';
import { pack, unpack } from './packing.js';
import { createSession } from './session.js';
import { Shown } from './shown.js';

/**
 * @import { Graze } from 'graze'
 * @import { NamedFile } from '../../base/drop.js'
 * @import { Entry } from './files.js'
 * @import { Failure, Judging, Mending, News, Question, Source, Stage } from './job.js'
 * @import { State } from './state.js'
 *
 * @typedef {ReturnType<typeof createJudging>} JudgingOffice
 */

/** The visitor's files as long as the page is open, so that another tab can be looked at. @type {Map<number, Entry[]>} */
const kept = new Map();

/**
 * @param {object} options
 * @param {Graze} options.graze
 * @param {() => State} options.get
 * @param {(what: 'files' | 'plans' | 'scene' | 'verdict' | 'curve' | 'mending' | 'failed' | 'done') => void} options.onNews
 * @param {(stage: Stage | null, part: number | null) => void} options.onProgress null: it has ended
 */
export function createJudging({ graze, get, onNews, onProgress }) {
    const session = createSession();
    /** @type {Entry[]} */
    let entries = [];
    /** Counts sets of files: what was read of one is not another's. */
    let set = 0;
    /** Counts openings, so that a slow one that has been overtaken is dropped. */
    let opening = 0;
    /** @type {{ given: Shown | null, mended: Shown | null }} */
    const plans = { given: null, mended: null };
    /** Labels of the plans in the file, as far as it has been read. @type {(string | null)[]} */
    let labels = [];
    /** @type {Mending | null} */
    let mending = null;
    /** @type {Failure | null} */
    let failure = null;
    let isStopped = false;
    /** What is shown is of other options, until there is a verdict. */
    let isStale = false;

    /** @returns {Source} */
    const source = () => {
        const { format, radius, atGoal, plan } = get();
        const options = {
            ...(format ? { format } : {}),
            ...(radius === null ? {} : { radius }),
            ...(atGoal ? { atGoal } : {}),
        };
        const key = JSON.stringify([set, options, plan]);
        return { key, files: byRole(entries), options, plan };
    };
    /** @returns {Judging} */
    const judging = () => {
        const { reading, tolerance } = get();
        return { reading, ...(tolerance === null ? {} : { tolerance }) };
    };
    /** @param {'given' | 'mended'} which @param {Shown | null} next */
    const put = (which, next) => {
        plans[which]?.free();
        plans[which] = next;
    };
    /** @param {Failure | null} what */
    const end = (what) => {
        onProgress(null, null);
        failure = what;
        if (what) onNews('failed');
    };
    /** @param {'given' | 'mended'} which @returns {(news: News) => void} */
    const hearing = (which) => (news) => {
        const plan = plans[which];
        if (news.kind === 'progress') return onProgress(news.stage, news.part);
        if (news.kind === 'done') {
            end(null);
            return onNews('done');
        }
        if (news.kind === 'failed') {
            // What was shown is of other files, or of other options.
            if (which === 'given') put('given', null);
            return end(news.failure);
        }
        if (news.kind === 'plans') {
            labels = news.labels;
            return onNews('plans');
        }
        if (news.kind === 'mending') {
            mending = news.mending;
            return onNews('mending');
        }
        if (news.kind === 'scene') {
            put(which, new Shown(graze, news.scene));
            return onNews('scene');
        }
        if (news.kind === 'verdict' && plan) {
            plan.verdict = news.verdict;
            isStale = false;
            return onNews('verdict');
        }
        if (news.kind === 'curve' && plan) {
            plan.curve = news.curve;
            return onNews('curve');
        }
    };
    /**
     * @param {Omit<Question, 'id' | 'source' | 'judging'>} question
     * @param {(news: News) => void} hear
     */
    const ask = (question, hear) => {
        session.ask({ ...question, source: source(), judging: judging() }, hear).catch((error) => {
            end({ code: 'internal', message: String(error?.message ?? error) });
        });
    };

    const judge = () => {
        session.stop();
        mending = null;
        failure = null;
        isStopped = false;
        isStale = true;
        put('mended', null);
        onProgress(null, null);
        if (!entries.some(({ role }) => role === 'plan')) {
            put('given', null);
            return onNews('files');
        }
        onProgress('reading', 0);
        ask({ ask: 'judge' }, hearing('given'));
    };
    /** @param {Entry[]} next */
    const take = (next) => {
        entries = next;
        set += 1;
        labels = [];
        judgeOther();
    };
    /** Judges what has nothing in common with what was shown. */
    const judgeOther = () => {
        put('given', null);
        onNews('files');
        judge();
    };

    return {
        get entries() {
            return entries;
        },
        /** Labels of the plans in the file; null where one has no name. */
        get labels() {
            return labels;
        },
        get mending() {
            return mending;
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
        /** What is shown; null: nothing yet. @returns {Shown | null} */
        get shown() {
            return (get().mended && plans.mended) || plans.given;
        },
        judge,
        judgeOther,
        /** @param {string} id */
        async openExample(id) {
            opening += 1;
            const mine = opening;
            // Nothing of the plan before may stand under the example's name while its files are on their way.
            take([]);
            const example = EXAMPLES.find((one) => one.id === id) ?? EXAMPLES[0];
            const files = await filesOf(example);
            const told = await recognised(files);
            if (mine !== opening) return;
            take(told.map((entry, k) => ({ ...entry, role: files[k].role })));
        },
        /**
         * Adds files, or begins anew with them.
         *
         * @param {readonly NamedFile[]} files
         * @returns {Promise<{ kept: number, packed: string | null } | null>} for the state; null: others have come
         */
        async open(files) {
            opening += 1;
            const mine = opening;
            const more = await recognised(files.slice(0, MOST_FILES));
            const next = joined(get().example === null ? entries : [], more);
            const packed = await pack(next);
            if (mine !== opening) return null;
            const key = 1 + Math.floor(Math.random() * 2 ** 31);
            kept.clear();
            kept.set(key, next);
            entries = next;
            return { kept: key, packed };
        },
        /** Judges what `open` has put there. */
        begin: () => take(entries),
        /** The visitor's files again. @returns {Promise<boolean>} whether they are there */
        async reopen() {
            const { kept: key, packed } = get();
            const known = kept.get(key);
            if (known) {
                take(known);
                return true;
            }
            const files = packed ? await unpack(packed) : null;
            if (!files) return false;
            const told = await recognised(files);
            const next = told.map((entry, k) => ({ ...entry, role: files[k].role }));
            kept.set(key, next);
            take(next);
            return true;
        },
        /** @param {number} index @param {Entry['role']} role */
        assign(index, role) {
            const next = withRole(entries, index, role);
            if (get().example === null) kept.set(get().kept, next);
            take(next);
        },
        repair() {
            failure = null;
            onProgress('mending', null);
            ask({ ask: 'repair' }, hearing('mended'));
        },
        /**
         * A file made by the worker.
         *
         * @param {Pick<Question, 'ask' | 'format'>} what
         * @param {(text: Blob, notices: string[]) => void} onText
         * @param {(failure: Failure) => void} onFailure
         */
        make(what, onText, onFailure) {
            onProgress('writing', null);
            ask({ ...what, mended: get().mended && plans.mended !== null }, (news) => {
                if (news.kind === 'text') onText(news.text, news.notices);
                else if (news.kind === 'failed') onFailure(news.failure);
                if (news.kind === 'done' || news.kind === 'failed') onProgress(null, null);
            });
        },
        /** Stops what is under way; what is known by then stays. */
        cancel() {
            session.stop();
            isStopped = isStale;
            if (isStale) put('given', null);
            end(null);
            onNews('files');
        },
        dispose() {
            session.dispose();
            put('given', null);
            put('mended', null);
        },
    };
}
