/** Milliseconds between two redrawings. */
const REDRAW_INTERVAL = 100;

/** Characters of the bar. */
const BAR_LENGTH = 24;

/** A bar on one line of stderr, drawn over and over; nothing unless a person watches it there. */
class ProgressBar {
    #isVisible = false;
    #lastDrawn = performance.now();
    #isInteractive;

    /** @param {boolean} isEnabled */
    constructor(isEnabled) {
        this.#isInteractive = isEnabled && Boolean(process.stderr.isTTY);
    }

    /** @param {number} fraction from 0 to 1 @param {() => string} describe */
    draw(fraction, describe) {
        const now = performance.now();
        if (!this.#isInteractive || now - this.#lastDrawn < REDRAW_INTERVAL) return;
        this.#lastDrawn = now;
        this.#isVisible = true;
        const bar = '#'.repeat(Math.round(BAR_LENGTH * fraction)).padEnd(BAR_LENGTH, '.');
        process.stderr.write(`\r\u001b[K[${bar}] ${describe()}`);
    }

    /** Takes the line away, for others to write or at the end. */
    clear() {
        if (this.#isVisible) process.stderr.write('\r\u001b[K');
        this.#isVisible = false;
    }
}

/** How far a run of many plans is. */
export class Progress {
    #startTime = performance.now();
    #total;
    #bar;

    /**
     * @param {number} total how many there are to do
     * @param {boolean} isOnlyWriter nothing else is written to the terminal meanwhile
     */
    constructor(total, isOnlyWriter) {
        this.#total = total;
        this.#bar = new ProgressBar(isOnlyWriter && total > 1);
    }

    /** @param {number} done @param {number} invalid */
    show(done, invalid) {
        this.#bar.draw(done / this.#total, () => {
            const rate = done / ((performance.now() - this.#startTime) / 1000);
            const secondsLeft = Math.ceil((this.#total - done) / rate);
            return `${done}/${this.#total} plans, ${invalid} not valid, ${rate.toFixed(1)}/s, ${secondsLeft} s left`;
        });
    }

    /** Takes the line away, for others to write or at the end. */
    clear() {
        this.#bar.clear();
    }
}

/** How far the judgement of the only plan is. */
export class PlanProgress {
    #bar = new ProgressBar(true);

    /** @param {number} done @param {number} total */
    show(done, total) {
        this.#bar.draw(done / total, () => `${Math.floor((100 * done) / total)} % checked`);
    }

    clear() {
        this.#bar.clear();
    }
}
