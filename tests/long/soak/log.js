/**
 * Measurements after each round, kept outside of the measured heap.
 *
 * @typedef {object} Measured after a round, garbage collected
 * @property {number} at minutes since the beginning
 * @property {number} cpu milliseconds that the round's work took
 * @property {number} used bytes up to the top of the module's blocks
 * @property {number} size bytes of the module's memory
 * @property {number} handles alive beside those of the residents
 * @property {number} made handles, in all
 * @property {number} queried questions, in all
 * @property {number} rss
 * @property {number} heap
 */

const KEYS = /** @type {const} */ ([
    ...['at', 'cpu', 'used', 'size', 'handles', 'made', 'queried', 'rss', 'heap'],
]);

export class Log {
    #numbers = new Float64Array(KEYS.length * 4096);
    count = 0;

    /** @param {Measured} measured */
    push(measured) {
        const at = KEYS.length * this.count++;
        if (at === this.#numbers.length) {
            const larger = new Float64Array(2 * at);
            larger.set(this.#numbers);
            this.#numbers = larger;
        }
        for (const [k, key] of KEYS.entries()) this.#numbers[at + k] = measured[key];
    }

    /**
     * Returns one number of rounds `from` to `to` - 1.
     * @param {keyof Measured} key
     * @param {number} [from]
     * @param {number} [to]
     */
    of(key, from = 0, to = this.count) {
        const k = KEYS.indexOf(key);
        return Array.from(
            { length: Math.max(0, to - from) },
            (_, i) => this.#numbers[KEYS.length * (from + i) + k],
        );
    }
}
