/** Milliseconds between two redraws. */
const REDRAW_INTERVAL = 100;

/** Milliseconds between two lines where stderr is not a terminal, and before the first one. */
const LINE_INTERVAL = 10_000;

/** Length of the bar, in characters. */
const BAR_LENGTH = 24;

/**
 * The progress of long work on stderr: a bar that is redrawn in place on a terminal; elsewhere, such as in the log of a job, a
 * line every ten seconds.
 */
class ProgressDisplay {
    #begin = performance.now();
    #lastDrawn = this.#begin;
    #isVisible = false;
    #describe;
    /** @type {'bar' | 'lines' | 'none'} */
    #kind;
    /** @type {NodeJS.Timeout | undefined} */
    #timer;

    /**
     * @param {boolean} hasBar whether a bar is drawn on a terminal
     * @param {() => string} describe describes the beginning of the work
     */
    constructor(hasBar, describe) {
        this.#describe = describe;
        if (process.stderr.isTTY) this.#kind = hasBar ? 'bar' : 'none';
        else this.#kind = 'lines';
        if (this.#kind !== 'lines') return;
        this.#timer = setInterval(() => this.#writeLine(), LINE_INTERVAL);
        this.#timer.unref();
    }

    /** @param {number} fraction from 0 to 1 @param {() => string} describe */
    draw(fraction, describe) {
        this.#describe = describe;
        const now = performance.now();
        if (this.#kind === 'lines') {
            // The timer waits while the work is done on its thread.
            if (now - this.#lastDrawn >= LINE_INTERVAL) this.#writeLine();
            return;
        }
        if (this.#kind === 'none' || now - this.#lastDrawn < REDRAW_INTERVAL) return;
        this.#lastDrawn = now;
        this.#isVisible = true;
        const bar = '#'.repeat(Math.round(BAR_LENGTH * fraction)).padEnd(BAR_LENGTH, '.');
        process.stderr.write(`\r\u001b[K[${bar}] ${describe()}`);
    }

    #writeLine() {
        const now = performance.now();
        this.#lastDrawn = now;
        process.stderr.write(`${Math.round((now - this.#begin) / 1000)} s: ${this.#describe()}\n`);
    }

    /** Clears the bar, for other output. */
    clear() {
        if (this.#isVisible) process.stderr.write('\r\u001b[K');
        this.#isVisible = false;
    }

    end() {
        this.clear();
        clearInterval(this.#timer);
    }
}

/** Progress of a run of many plans. */
export class Progress {
    #startTime = performance.now();
    #total;
    #display;

    /**
     * @param {number} total total number of plans
     * @param {boolean} isOnlyWriter whether no other output is written to the terminal at the same time
     */
    constructor(total, isOnlyWriter) {
        this.#total = total;
        this.#display = new ProgressDisplay(isOnlyWriter, () => `0/${total} plans`);
    }

    /** @param {number} done @param {number} invalid */
    show(done, invalid) {
        this.#display.draw(done / this.#total, () => {
            const rate = done / ((performance.now() - this.#startTime) / 1000);
            const secondsLeft = Math.ceil((this.#total - done) / rate);
            return `${done}/${this.#total} plans, ${invalid} not valid, ${rate.toFixed(1)}/s, ${secondsLeft} s left`;
        });
    }

    /** Clears the bar, for other output. */
    clear() {
        this.#display.clear();
    }

    end() {
        this.#display.end();
    }
}

/** Progress of the work on the only plan. */
export class PlanProgress {
    #display;

    /** @param {string} [work] what is done, until more is known */
    constructor(work = 'the plan is read') {
        this.#display = new ProgressDisplay(true, () => work);
    }

    /** @param {number} done @param {number} total */
    show(done, total) {
        this.#display.draw(done / total, () => `${Math.floor((100 * done) / total)} % checked`);
    }

    end() {
        this.#display.end();
    }
}
