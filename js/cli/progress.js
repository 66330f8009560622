/** Milliseconds between two redraws. */
const REDRAW_INTERVAL = 100;

/** Length of the bar, in characters. */
const BAR_LENGTH = 24;

/** A progress bar on one line of stderr, redrawn in place; it is not drawn where stderr is not a terminal. */
class ProgressBar {
    #isVisible = false;
    #lastDrawn = 0;
    #isInteractive;

    /** @param {boolean} isEnabled */
    constructor(isEnabled) {
        this.#isInteractive = isEnabled && Boolean(process.stderr.isTTY);
        if (this.#isInteractive) this.#lastDrawn = performance.now();
    }

    /** @param {number} fraction from 0 to 1 @param {() => string} describe */
    draw(fraction, describe) {
        if (!this.#isInteractive) return;
        const now = performance.now();
        if (now - this.#lastDrawn < REDRAW_INTERVAL) return;
        this.#lastDrawn = now;
        this.#isVisible = true;
        const bar = '#'.repeat(Math.round(BAR_LENGTH * fraction)).padEnd(BAR_LENGTH, '.');
        process.stderr.write(`\r\u001b[K[${bar}] ${describe()}`);
    }

    /** Clears the line, for other output or at the end. */
    clear() {
        if (this.#isVisible) process.stderr.write('\r\u001b[K');
        this.#isVisible = false;
    }
}

/** Progress of a run of many plans. */
export class Progress {
    #startTime = performance.now();
    #total;
    #bar;

    /**
     * @param {number} total total number of plans
     * @param {boolean} isOnlyWriter whether no other output is written to the terminal at the same time
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

    /** Clears the line, for other output or at the end. */
    clear() {
        this.#bar.clear();
    }
}

/** Progress of the check of the only plan. */
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
