import { DECIMAL, MAX_MAGNITUDE } from '../text/source.js';

/**
 * The sections of a CCBS log, which are almost all of it: read from the text into columns, 32 bytes each, without an object
 * or string per section.
 *
 * @import { Element } from '../text/xml.js'
 * @import { MotionSource } from '../../scenario/model/step_motion.js'
 * @import { MotionPiece, Point, SourcePosition } from '../../scenario/model/scenario.js'
 */

/** Maximum speed of an agent, far from overflow. */
const MAX_SPEED = 1e30;

/** Number of sections for which there is room at first. */
const FIRST_ROOM = 1024;

/** Largest line and column that the columns hold. */
const MAX_PLACE = 2 ** 32 - 1;

const QUOTE = 34;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const NINE = 57;

/** Number of decimal digits that a double always holds exactly. */
const EXACT_DIGITS = 15;

/** Powers of ten, which are exact in this range. */
const POWERS = Float64Array.from({ length: EXACT_DIGITS + 1 }, (_, k) => Number(`1e${k}`));

/** Parts of a section as CCBS writes it. */
const PREFIXES = Object.freeze({
    number: '<section number="',
    startX: ' start_i="',
    startY: ' start_j="',
    goalX: ' goal_i="',
    goalY: ' goal_j="',
    duration: ' duration="',
    end: '/>',
});

/** Number of attributes of a section. */
const ATTRIBUTES = 6;

/**
 * Returns whether a section moves in no time, so that it has no speed.
 *
 * @param {number} t0
 * @param {number} duration
 * @param {number} dx
 * @param {number} dy
 */
export function movesInNoTime(t0, duration, dx, dy) {
    if (dx === 0 && dy === 0) return false;
    // A duration below the clock's resolution leaves no time to move in either.
    return t0 + duration === t0 || Math.hypot(dx, dy) / duration > MAX_SPEED;
}

/**
 * Returns the motion of one section.
 *
 * @param {number} t0
 * @param {number} duration
 * @param {Point} from
 * @param {Point} to
 * @param {SourcePosition} source
 * @returns {MotionPiece}
 */
export function makePiece(t0, duration, from, to, source) {
    const isWait = from.x === to.x && from.y === to.y;
    return {
        t0,
        t1: t0 + duration,
        x: isWait ? [from.x] : [from.x, (to.x - from.x) / duration],
        y: isWait ? [from.y] : [from.y, (to.y - from.y) / duration],
        end: to,
        source,
    };
}

/**
 * Takes the sections of a log as records: those that CCBS writes, with the six attributes in its order. It takes a section
 * only if all that is checked of one section holds; any other is left to the reader of elements, which reports what is
 * wrong.
 */
export class SectionColumns {
    start = '<section ';
    attributes = ATTRIBUTES;
    /** End of each section, x and y, and its duration. */
    #numbers = new Float64Array(3 * FIRST_ROOM);
    /** Line and column of each section. */
    #places = new Uint32Array(2 * FIRST_ROOM);
    /** Number of sections that are kept. */
    #kept = 0;
    /** The path whose sections are taken now. @type {Element | undefined} */
    #path;
    /** Start of this path. */
    #start = { x: 0, y: 0 };
    /** End of the last section of this path. */
    #end = { x: 0, y: 0, t: 0 };
    /** Offset after the last number that was read. */
    #at = 0;

    /**
     * Takes the section at an offset of the text, if it is plain and right.
     *
     * @param {string} text
     * @param {number} from
     * @param {Element[]} parents
     * @param {number} line
     * @param {number} column
     * @returns {number} its end; -1 if it is refused
     */
    take(text, from, parents, line, column) {
        const path = parents[parents.length - 1];
        if (path !== this.#path) {
            if (!isPathOfLog(parents)) return -1;
            this.#path = path;
        }
        const { records } = path;
        if (path.children.length > 0 || line > MAX_PLACE || column > MAX_PLACE) return -1;
        this.#at = from;
        const number = this.#readNumber(text, PREFIXES.number);
        const startX = this.#readNumber(text, PREFIXES.startX);
        const startY = this.#readNumber(text, PREFIXES.startY);
        const goalX = this.#readNumber(text, PREFIXES.goalX);
        const goalY = this.#readNumber(text, PREFIXES.goalY);
        const duration = this.#readNumber(text, PREFIXES.duration);
        // Comparisons with NaN are false: a number was refused.
        if (!(number === records && duration >= 0) || !text.startsWith(PREFIXES.end, this.#at)) {
            return -1;
        }
        const [start, end] = [this.#start, this.#end];
        if (records === 0) {
            if (Number.isNaN(startX + startY)) return -1;
            start.x = startX;
            start.y = startY;
            end.t = 0;
        } else if (startX !== end.x || startY !== end.y) return -1;
        const [dx, dy] = [goalX - startX, goalY - startY];
        if (Number.isNaN(dx + dy) || movesInNoTime(end.t, duration, dx, dy)) return -1;
        end.x = goalX;
        end.y = goalY;
        end.t += duration;
        this.#add(this.#kept + records, duration, line, column);
        return this.#at + PREFIXES.end.length;
    }

    /**
     * @param {number} index
     * @param {number} duration
     * @param {number} line
     * @param {number} column
     */
    #add(index, duration, line, column) {
        if (2 * index === this.#places.length) {
            const [numbers, places] = [this.#numbers, this.#places];
            this.#numbers = new Float64Array(2 * numbers.length);
            this.#numbers.set(numbers);
            this.#places = new Uint32Array(2 * places.length);
            this.#places.set(places);
        }
        const { x, y } = this.#end;
        this.#numbers[3 * index] = x;
        this.#numbers[3 * index + 1] = y;
        this.#numbers[3 * index + 2] = duration;
        this.#places[2 * index] = line;
        this.#places[2 * index + 1] = column;
    }

    /**
     * Reads a number in quotes after a prefix. Returns the number that parseNumber would return; NaN if it would refuse it, if
     * the prefix is not there, and for -0, whose sign the ends of sections would not keep.
     *
     * @param {string} text
     * @param {string} prefix
     */
    #readNumber(text, prefix) {
        if (!text.startsWith(prefix, this.#at)) return Number.NaN;
        const from = this.#at + prefix.length;
        let at = from;
        let code = text.charCodeAt(at);
        const isNegative = code === MINUS;
        if (isNegative) code = text.charCodeAt(++at);
        let [value, digits, decimals] = [0, 0, 0];
        for (; code >= ZERO && code <= NINE; code = text.charCodeAt(++at)) {
            value = 10 * value + (code - ZERO);
            digits++;
        }
        if (code === POINT) {
            code = text.charCodeAt(++at);
            for (; code >= ZERO && code <= NINE; code = text.charCodeAt(++at)) {
                value = 10 * value + (code - ZERO);
                decimals++;
            }
            digits += decimals;
        }
        if (code !== QUOTE || digits === 0 || digits > EXACT_DIGITS) {
            return this.#readLongNumber(text, from);
        }
        this.#at = at + 1;
        // Both operands are exact, so that the quotient is the double nearest to the decimal number.
        if (decimals > 0) value /= POWERS[decimals];
        if (!isNegative) return value;
        return value === 0 ? Number.NaN : -value;
    }

    /** @param {string} text @param {number} from */
    #readLongNumber(text, from) {
        const end = text.indexOf('"', from);
        if (end < 0) return Number.NaN;
        this.#at = end + 1;
        const digits = text.slice(from, end);
        const value = DECIMAL.test(digits) ? Number(digits) : Number.NaN;
        return Math.abs(value) <= MAX_MAGNITUDE && !Object.is(value, -0) ? value : Number.NaN;
    }

    /** End of the last section that was taken. */
    get endTime() {
        return this.#end.t;
    }

    /**
     * Keeps the sections of the path that was read last in the columns, and returns the motion along them.
     *
     * @param {number} count number of its sections
     * @returns {MotionSource}
     */
    keep(count) {
        const [first, { x, y }] = [this.#kept, this.#start];
        const end = first + count;
        this.#kept = end;
        return {
            count,
            makePieces: () => this.#makePieces(first, end, x, y),
            makeEndPieces: () => this.#makeEndPieces(first, end, x, y),
            lineOf: (piece) => this.#places[2 * (first + piece)],
        };
    }

    /**
     * @param {number} first index of the first section of a path
     * @param {number} end index after its last one
     * @param {number} x start of the path
     * @param {number} y
     */
    #makePieces(first, end, x, y) {
        /** @type {MotionPiece[]} */
        const pieces = [];
        let [from, t0] = [{ x, y }, 0];
        for (let k = first; k < end; k++) {
            const to = this.#endOf(k);
            const piece = this.#makePiece(k, t0, from, to);
            pieces.push(piece);
            from = to;
            t0 = piece.t1;
        }
        return pieces;
    }

    /**
     * @param {number} first
     * @param {number} end
     * @param {number} x
     * @param {number} y
     */
    #makeEndPieces(first, end, x, y) {
        if (end - first < 2) return this.#makePieces(first, end, x, y);
        let t0 = 0;
        for (let k = first; k < end - 1; k++) t0 += this.#numbers[3 * k + 2];
        const firstPiece = this.#makePiece(first, 0, { x, y }, this.#endOf(first));
        const last = this.#makePiece(end - 1, t0, this.#endOf(end - 2), this.#endOf(end - 1));
        return [firstPiece, last];
    }

    /** @param {number} k */
    #endOf(k) {
        return { x: this.#numbers[3 * k], y: this.#numbers[3 * k + 1] };
    }

    /**
     * @param {number} k
     * @param {number} t0
     * @param {Point} from
     * @param {Point} to
     */
    #makePiece(k, t0, from, to) {
        const source = { line: this.#places[2 * k], column: this.#places[2 * k + 1] };
        return makePiece(t0, this.#numbers[3 * k + 2], from, to, source);
    }
}

/** Returns whether elements are those around the sections of a log. @param {Element[]} parents */
function isPathOfLog(parents) {
    return parents.map(({ name }) => name).join() === 'root,log,agent,path';
}
