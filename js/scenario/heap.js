/**
 * A binary heap: what comes first comes out first.
 *
 * @template T
 */
export class Heap {
    /** @type {T[]} */ #items = [];
    #isBefore;

    /** @param {(a: T, b: T) => boolean} isBefore */
    constructor(isBefore) {
        this.#isBefore = isBefore;
    }

    /** What `pop` would give. */
    get first() {
        return this.#items.length > 0 ? this.#items[0] : undefined;
    }

    /** @param {T} item */
    push(item) {
        const items = this.#items;
        let at = items.length;
        while (at > 0) {
            const above = (at - 1) >> 1;
            if (!this.#isBefore(item, items[above])) break;
            items[at] = items[above];
            at = above;
        }
        items[at] = item;
    }

    /** @returns {T | undefined} */
    pop() {
        const items = this.#items;
        const first = items[0];
        const last = items.pop();
        if (last === undefined || items.length === 0) return first;
        let at = 0;
        for (;;) {
            let below = 2 * at + 1;
            if (below + 1 < items.length && this.#isBefore(items[below + 1], items[below])) below++;
            if (below >= items.length || !this.#isBefore(items[below], last)) break;
            items[at] = items[below];
            at = below;
        }
        items[at] = last;
        return first;
    }
}
