/**
 * A binary heap with the first item on top.
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

    /** The item that `pop` would return. */
    get first() {
        return this.#items.length > 0 ? this.#items[0] : undefined;
    }

    /** @param {T} item */
    push(item) {
        const items = this.#items;
        let index = items.length;
        while (index > 0) {
            const parent = (index - 1) >> 1;
            if (!this.#isBefore(item, items[parent])) break;
            items[index] = items[parent];
            index = parent;
        }
        items[index] = item;
    }

    /** @returns {T | undefined} */
    pop() {
        const items = this.#items;
        const first = items[0];
        const last = items.pop();
        if (last === undefined || items.length === 0) return first;
        let index = 0;
        for (;;) {
            let child = 2 * index + 1;
            if (child + 1 < items.length && this.#isBefore(items[child + 1], items[child])) child++;
            if (child >= items.length || !this.#isBefore(items[child], last)) break;
            items[index] = items[child];
            index = child;
        }
        items[index] = last;
        return first;
    }
}
