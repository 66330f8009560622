/**
 * Reads places of plans in whole steps by the codes of their characters into typed arrays: without a string or an object
 * per place. Only the usual form is read; a reader reads all other lines by its grammar, which also makes the errors.
 */

/** Codes of the characters of a place. */
const [OPEN, CLOSE, COMMA, ZERO, MINUS, GREATER] = [...'(),0->'].map((each) => each.charCodeAt(0));

/** Maximum number of digits of a coordinate that is read by its characters: any such number is a cell. */
const MAX_DIGITS = 9;

/** Number of places for which there is room at first. */
const FIRST_PLACES = 64;

/** Number of coordinates of a block of rows, unless one row is longer. */
const BLOCK_SIZE = 2 ** 16;

/** The places of all agents after each step, one row per step. They are kept in blocks, as their number is not known. */
export class PlaceRows {
    /** @type {Int32Array[]} */
    #blocks = [];
    #rowsPerBlock;
    /** Number of rows. */
    length = 0;

    /** @param {number} agents number of places of each row */
    constructor(agents) {
        this.agents = agents;
        this.#rowsPerBlock = Math.max(1, Math.floor(BLOCK_SIZE / (2 * agents)));
    }

    /**
     * Returns the room for another row, which is one only after `add`.
     *
     * @returns {Int32Array} 2 `agents` numbers
     */
    next() {
        const [block, row] = [
            Math.floor(this.length / this.#rowsPerBlock),
            this.length % this.#rowsPerBlock,
        ];
        const size = 2 * this.agents;
        if (block === this.#blocks.length) {
            // A short plan has few rows.
            const rows = Math.min(this.#rowsPerBlock, Math.max(1, this.length));
            this.#blocks.push(new Int32Array(rows * size));
        }
        const found = this.#blocks[block];
        if ((row + 1) * size > found.length) this.#blocks[block] = grown(found);
        return this.#blocks[block].subarray(row * size, (row + 1) * size);
    }

    /** Adds the row that `next` returned. */
    add() {
        this.length++;
    }

    /**
     * Returns the places of an agent, without its final waits.
     *
     * @param {number} agent
     * @returns {Int32Array} x0, y0, x1, y1, …: one place at least
     */
    column(agent) {
        const size = 2 * this.agents;
        const at = 2 * agent;
        const blocks = this.#blocks;
        const perBlock = this.#rowsPerBlock;
        let count = this.length;
        const [x, y] = this.place(count - 1, agent);
        for (; count > 1; count--) {
            const [previousX, previousY] = this.place(count - 2, agent);
            if (previousX !== x || previousY !== y) break;
        }
        const places = new Int32Array(2 * count);
        for (let t = 0, b = 0; t < count; b++) {
            const block = blocks[b];
            const end = Math.min(count, t + perBlock);
            for (let k = at; t < end; t++, k += size) {
                places[2 * t] = block[k];
                places[2 * t + 1] = block[k + 1];
            }
        }
        return places;
    }

    /**
     * Returns the place of an agent after a step.
     *
     * @param {number} step
     * @param {number} agent
     * @returns {[x: number, y: number]}
     */
    place(step, agent) {
        const block = this.#blocks[Math.floor(step / this.#rowsPerBlock)];
        const k = 2 * ((step % this.#rowsPerBlock) * this.agents + agent);
        return [block[k], block[k + 1]];
    }
}

/** Returns a copy with twice the room. @param {Int32Array} values */
function grown(values) {
    const copy = new Int32Array(2 * values.length);
    copy.set(values);
    return copy;
}

/**
 * Reads places of the usual form, `(x,y),(x,y),…`, separated by commas, to the end of a text; a comma may follow the last.
 *
 * @param {string} text
 * @param {number} start offset of the places
 * @param {Int32Array} places receives x0, y0, x1, y1, …: there must be as many as fit
 * @returns {boolean} false: they have another form or number
 */
export function scanRow(text, start, places) {
    const { length } = text;
    let size = 0;
    let offset = start;
    while (offset < length) {
        if (size === places.length || text.charCodeAt(offset++) !== OPEN) return false;
        for (let coordinate = 0; coordinate < 2; coordinate++) {
            let value = 0;
            const first = offset;
            let digit = text.charCodeAt(offset) - ZERO;
            while (digit >= 0 && digit <= 9) {
                value = 10 * value + digit;
                digit = text.charCodeAt(++offset) - ZERO;
            }
            if (offset === first || offset - first > MAX_DIGITS) return false;
            if (digit + ZERO !== (coordinate === 0 ? COMMA : CLOSE)) return false;
            offset++;
            places[size++] = value;
        }
        if (offset < length && text.charCodeAt(offset++) !== COMMA) return false;
    }
    return size === places.length;
}

/** Reads paths, each into the same buffers, which grow. */
export class PathScanner {
    /** @type {Int32Array} */
    #places = new Int32Array(2 * FIRST_PLACES);
    /** Columns of the places, if they have times. @type {Int32Array} */
    #columns = new Int32Array(FIRST_PLACES);

    /**
     * Reads a path of the usual form, `(x,y)->(x,y)->…`, to the end of a text; an arrow may follow the last place.
     *
     * @param {string} text
     * @param {number} start offset of the places
     * @param {number} max number of places
     * @returns {Int32Array | null} x0, y0, x1, y1, …; null: they have another form, are more, or there is none
     */
    scan(text, start, max) {
        const count = this.#read(text, start, max, false);
        return count === 0 ? null : this.#places.slice(0, 2 * count);
    }

    /**
     * Reads a path whose places have times, `(x,y,t)->(x,y,t)->…`: from the first place on the agent waits until the next
     * time, and it is at the first place from the beginning.
     *
     * @param {string} text
     * @param {number} start offset of the places
     * @param {number} max number of steps and the start
     * @returns {{ cells: Int32Array, columns: Int32Array } | null} the place after each step and its column in the text,
     *   from 1; null: they have another form, are more, there is none, or the times are impossible
     */
    scanTimed(text, start, max) {
        const count = this.#read(text, start, max, true);
        if (count === 0) return null;
        return { cells: this.#places.slice(0, 2 * count), columns: this.#columns.slice(0, count) };
    }

    /**
     * @param {string} text
     * @param {number} start
     * @param {number} max
     * @param {boolean} isTimed
     * @returns {number} number of places; 0: they have another form
     */
    #read(text, start, max, isTimed) {
        const { length } = text;
        const last = isTimed ? 2 : 1;
        let places = this.#places;
        let count = 0;
        let offset = start;
        while (offset < length) {
            const column = offset + 1;
            if (count === max || text.charCodeAt(offset++) !== OPEN) return 0;
            if (2 * count === places.length) places = this.#grow();
            let time = 0;
            for (let number = 0; number <= last; number++) {
                const isNegative = number < 2 && text.charCodeAt(offset) === MINUS;
                if (isNegative) offset++;
                let value = 0;
                const first = offset;
                let digit = text.charCodeAt(offset) - ZERO;
                while (digit >= 0 && digit <= 9) {
                    value = 10 * value + digit;
                    digit = text.charCodeAt(++offset) - ZERO;
                }
                if (offset === first || offset - first > MAX_DIGITS) return 0;
                if (digit + ZERO !== (number === last ? CLOSE : COMMA)) return 0;
                offset++;
                if (number === 2) time = value;
                else places[2 * count + number] = isNegative ? -value : value;
            }
            if (isTimed) {
                if (!this.#waitUntil(time, count, max, column)) return 0;
                places = this.#places;
                count = time;
            }
            count++;
            if (offset === length) break;
            if (text.charCodeAt(offset++) !== MINUS) return 0;
            if (text.charCodeAt(offset++) !== GREATER) return 0;
        }
        return count;
    }

    /**
     * Repeats a place until its time.
     *
     * @param {number} time
     * @param {number} count number of places before it
     * @param {number} max number of places
     * @param {number} column
     * @returns {boolean} false: it is earlier than the place before it, elsewhere, or there is no room
     */
    #waitUntil(time, count, max, column) {
        let places = this.#places;
        const [x, y] = [places[2 * count], places[2 * count + 1]];
        const isWait = count === 0 || (places[2 * count - 2] === x && places[2 * count - 1] === y);
        if (time < count || time >= max || (time > count && !isWait)) return false;
        while (2 * time + 2 > places.length) places = this.#grow();
        for (let t = count; t <= time; t++) {
            places[2 * t] = x;
            places[2 * t + 1] = y;
            this.#columns[t] = column;
        }
        return true;
    }

    /** Doubles the room. @returns {Int32Array} the places */
    #grow() {
        this.#places = grown(this.#places);
        this.#columns = grown(this.#columns);
        return this.#places;
    }
}
