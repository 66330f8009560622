/**
 * Counts violations and keeps the first ones in the order of reports, in memory that does not grow with the number of
 * violations.
 *
 * @import { ValidationResult, ViolationDraft, ViolationKind } from '../validation/validate.js'
 */

/** Default maximum number of violations that are kept. */
export const MAX_KEPT = 10_000;

/**
 * The first items of many in an order. Of items that are equal in that order, those that are added first come first. The cost
 * per item is O(1) once later items are rejected, and O(log n) amortized before, for n items.
 *
 * @template T
 */
export class FirstItems {
    /** @type {T[]} */
    #items = [];
    /** Last of the items that are kept, once there are enough of them. @type {T | null} */
    #last = null;
    #max;
    #compare;

    /**
     * @param {number} max maximum number of items
     * @param {(p: T, q: T) => number} compare
     */
    constructor(max, compare) {
        this.#max = max;
        this.#compare = compare;
    }

    /** Returns false only if an item is not among the first ones. @param {T} item */
    accepts(item) {
        return this.#last === null || this.#compare(item, this.#last) < 0;
    }

    /** @param {T} item an item that is accepted */
    add(item) {
        this.#items.push(item);
        if (this.#items.length >= 2 * this.#max) this.#prune();
    }

    /** Returns the first items, in their order. */
    list() {
        this.#prune();
        return this.#items;
    }

    #prune() {
        const items = this.#items.sort(this.#compare);
        if (items.length < this.#max) return;
        items.length = this.#max;
        this.#last = items[this.#max - 1];
    }
}

/**
 * The violations of a plan: the number of each kind, and the first ones.
 */
export class ViolationCollector {
    /** @type {Map<ViolationKind, number>} */
    #counts = new Map();
    /** @type {FirstItems<ViolationDraft>} */
    #kept;
    /** Violation without a description, to compare with those that are kept. */
    #probe = /** @type {ViolationDraft} */ ({ kind: 'vertex', agents: [0, 0], interval: [0, 0] });
    /** Receives a first violation; null: it has. @type {((draft: ViolationDraft) => void) | null} */
    #onFirst;
    /** Number of all violations. */
    count = 0;

    /**
     * @param {number} maxKept maximum number of violations that are kept
     * @param {(draft: ViolationDraft) => void} [onFirst] receives one violation, as soon as one is known
     */
    constructor(maxKept, onFirst) {
        this.maxKept = maxKept;
        this.#onFirst = onFirst ?? null;
        /** @type {(p: ViolationDraft, q: ViolationDraft) => number} */
        const compare = compareViolations;
        this.#kept = new FirstItems(maxKept, compare);
    }

    /**
     * Counts violations. Those that may be among the first ones are added by `keep`.
     *
     * @param {ViolationKind} kind
     * @param {number} [count]
     */
    countKind(kind, count = 1) {
        this.count += count;
        this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + count);
    }

    /**
     * Returns false only if a violation is not among the first ones.
     *
     * @param {ViolationKind} kind
     * @param {number} begin begin of its interval
     * @param {number} [a] its agents; default: the first ones of all pairs
     * @param {number} [b]
     * @param {number} [end] end of its interval, where that decides
     */
    accepts(kind, begin, a = 0, b = 0, end = begin) {
        const { agents, interval } = this.#probe;
        this.#probe.kind = kind;
        agents[0] = a;
        agents[1] = b;
        interval[0] = begin;
        interval[1] = end;
        return this.#kept.accepts(this.#probe);
    }

    /** Whether no violation is known yet, and somebody waits for the first one. */
    get isFirstAwaited() {
        return this.#onFirst !== null;
    }

    /** Passes a violation on that is not counted yet, if it is the first one that is known. @param {ViolationDraft} draft */
    announce(draft) {
        const onFirst = this.#onFirst;
        this.#onFirst = null;
        onFirst?.(draft);
    }

    /** Keeps a violation that is counted already. @param {ViolationDraft} draft */
    keep(draft) {
        this.announce(draft);
        if (this.#kept.accepts(draft)) this.#kept.add(draft);
    }

    /** Counts violations and keeps those that are among the first ones. @param {Iterable<ViolationDraft>} drafts */
    addAll(drafts) {
        for (const draft of drafts) {
            this.countKind(draft.kind);
            this.keep(draft);
        }
    }

    /** Returns the violations that are kept, in the order of reports. */
    list() {
        return this.#kept.list();
    }

    /** Returns the number of violations of each kind that occurs, by name of the kind. @returns {Partial<Record<ViolationKind, number>>} */
    countsByKind() {
        return Object.fromEntries([...this.#counts].sort(([p], [q]) => (p < q ? -1 : 1)));
    }
}

/**
 * Returns the notice that not all violations are kept; none if they are.
 *
 * @param {number} count number of all violations
 * @param {number} kept
 * @param {string} [remedy] how more are kept
 * @returns {string[]}
 */
export function noteLeftOut(count, kept, remedy = 'maxKept or --max-kept keeps more') {
    if (kept === count) return [];
    return [
        `${count} violations were found; the first ${kept} of them, by time, are kept (${remedy})`,
    ];
}

/**
 * Returns a result with fewer violations, for reports that need less memory.
 *
 * @template {ValidationResult} T
 * @param {T} result
 * @param {number} kept
 * @returns {T}
 */
export function keepFewer(result, kept) {
    const { violations, violationCount, notices } = result;
    const old = noteLeftOut(violationCount, violations.length);
    const note = noteLeftOut(violationCount, kept, 'a report of more needs too much memory');
    return {
        ...result,
        violations: violations.slice(0, kept),
        notices: [...notices.filter((notice) => !old.includes(notice)), ...note],
    };
}

/**
 * Compares two violations, or two undecided pairs, by the order of reports.
 *
 * @typedef {{ kind?: string, agents: number[], interval: [number, number] }} Timed
 *
 * @param {Timed} p
 * @param {Timed} q
 */
export function compareViolations(p, q) {
    const [kindP, kindQ] = [p.kind ?? '', q.kind ?? ''];
    return (
        p.interval[0] - q.interval[0] ||
        (kindP < kindQ ? -1 : kindP > kindQ ? 1 : 0) ||
        p.agents[0] - q.agents[0] ||
        (p.agents[1] ?? 0) - (q.agents[1] ?? 0) ||
        p.interval[1] - q.interval[1]
    );
}
