/** Milliseconds between two redrawings. */
const EVERY = 100;

/** Characters of the bar. */
const WIDTH = 24;

/** A bar on one line of stderr, drawn over and over; nothing unless a person watches it there. */
class Bar {
    #isSeen = false;
    #drawn = performance.now();
    #isWatched;

    /** @param {boolean} isWanted */
    constructor(isWanted) {
        this.#isWatched = isWanted && Boolean(process.stderr.isTTY);
    }

    /** @param {number} part from 0 to 1 @param {() => string} describe */
    draw(part, describe) {
        const now = performance.now();
        if (!this.#isWatched || now - this.#drawn < EVERY) return;
        this.#drawn = now;
        this.#isSeen = true;
        const bar = '#'.repeat(Math.round(WIDTH * part)).padEnd(WIDTH, '.');
        process.stderr.write(`\r\u001b[K[${bar}] ${describe()}`);
    }

    /** Takes the line away, for others to write or at the end. */
    clear() {
        if (this.#isSeen) process.stderr.write('\r\u001b[K');
        this.#isSeen = false;
    }
}

/** How far a run of many plans is. */
export class Progress {
    #begun = performance.now();
    #all;
    #bar;

    /**
     * @param {number} all how many there are to do
     * @param {boolean} isAlone nothing else is written to the terminal meanwhile
     */
    constructor(all, isAlone) {
        this.#all = all;
        this.#bar = new Bar(isAlone && all > 1);
    }

    /** @param {number} done @param {number} refused */
    show(done, refused) {
        this.#bar.draw(done / this.#all, () => {
            const rate = done / ((performance.now() - this.#begun) / 1000);
            const left = Math.ceil((this.#all - done) / rate);
            return `${done}/${this.#all} plans, ${refused} not valid, ${rate.toFixed(1)}/s, ${left} s left`;
        });
    }

    /** Takes the line away, for others to write or at the end. */
    clear() {
        this.#bar.clear();
    }
}

/** How far the judgement of the only plan is. */
export class PlanProgress {
    #bar = new Bar(true);

    /** @param {number} done @param {number} of */
    show(done, of) {
        this.#bar.draw(done / of, () => `${Math.floor((100 * done) / of)} % judged`);
    }

    clear() {
        this.#bar.clear();
    }
}
