/** Milliseconds between two redrawings. */
const EVERY = 100;

/** Characters of the bar. */
const WIDTH = 24;

/** One line on stderr that says how far a run is; nothing unless a person watches it there. */
export class Progress {
    #isSeen = false;
    #begun = performance.now();
    #drawn = 0;
    #all;

    #isWatched;

    /**
     * @param {number} all how many there are to do
     * @param {boolean} isAlone nothing else is written to the terminal meanwhile
     */
    constructor(all, isAlone) {
        this.#all = all;
        this.#isWatched = Boolean(process.stderr.isTTY) && isAlone && all > 1;
    }

    /** @param {number} done @param {number} refused */
    show(done, refused) {
        const now = performance.now();
        if (!this.#isWatched || now - this.#drawn < EVERY) return;
        this.#drawn = now;
        this.#isSeen = true;
        const rate = done / ((now - this.#begun) / 1000);
        const filled = Math.round((WIDTH * done) / this.#all);
        const bar = '#'.repeat(filled).padEnd(WIDTH, '.');
        const left = Math.ceil((this.#all - done) / rate);
        const text = `[${bar}] ${done}/${this.#all} plans, ${refused} not valid, ${rate.toFixed(1)}/s, ${left} s left`;
        process.stderr.write(`\r\u001b[K${text}`);
    }

    /** Takes the line away, for others to write or at the end. */
    clear() {
        if (this.#isSeen) process.stderr.write('\r\u001b[K');
        this.#isSeen = false;
    }
}
