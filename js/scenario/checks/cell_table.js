/** A hash table of the agents in each cell at each time, with open addressing; it is cleared in O(1) and never grows. */
export class CellTable {
    #mask;
    #x;
    #y;
    #t;
    /** The round in which each slot was filled; `clear` begins a new round. */
    #round;
    #head;
    #currentRound = 1;
    /** The seed is random, so that a plan cannot be made whose cells all fall into one slot. */
    #seed = Math.floor(Math.random() * 2 ** 32);

    /** @param {number} capacity maximum number of agents */
    constructor(capacity) {
        let size = 4;
        while (size < 2 * capacity) size *= 2;
        this.#mask = size - 1;
        this.#x = new Int32Array(size);
        this.#y = new Int32Array(size);
        this.#t = new Int32Array(size);
        this.#round = new Int32Array(size);
        this.#head = new Int32Array(size);
        /** The agent that was put into the same cell before; -1 for none. */
        this.next = new Int32Array(capacity);
    }

    clear() {
        this.#currentRound++;
    }

    /**
     * @param {number} x
     * @param {number} y
     * @param {number} t
     */
    #slot(x, y, t) {
        let hash = Math.imul(x ^ this.#seed, 0x9e3779b1) ^ Math.imul(y, 0x85ebca77);
        hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d) + Math.imul(t, 0x27d4eb2f);
        hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
        hash ^= hash >>> 13;
        let slot = hash & this.#mask;
        while (this.#round[slot] === this.#currentRound) {
            if (this.#x[slot] === x && this.#y[slot] === y && this.#t[slot] === t) return slot;
            slot = (slot + 1) & this.#mask;
        }
        return slot;
    }

    /**
     * @param {number} x
     * @param {number} y
     * @param {number} agent an agent that is not in the table yet
     * @param {number} [t]
     * @returns {number} the agent that was put there last; -1 for none
     */
    put(x, y, agent, t = 0) {
        const slot = this.#slot(x, y, t);
        const previous = this.#round[slot] === this.#currentRound ? this.#head[slot] : -1;
        this.#round[slot] = this.#currentRound;
        this.#x[slot] = x;
        this.#y[slot] = y;
        this.#t[slot] = t;
        this.#head[slot] = agent;
        this.next[agent] = previous;
        return previous;
    }

    /**
     * @param {number} x
     * @param {number} y
     * @param {number} [t]
     * @returns {number} the agent that was put there last; -1 for none
     */
    find(x, y, t = 0) {
        const slot = this.#slot(x, y, t);
        return this.#round[slot] === this.#currentRound ? this.#head[slot] : -1;
    }
}
