/**
 * Where offsets of a text are: lines are counted once, and then from the nearest place before.
 *
 * @import { SourcePosition } from '../scenario/scenario.js'
 *
 * @typedef {{ offset: number, line: number, lineStart: number }} Place
 */

/** Characters between two places of which the line is known. */
const STRIDE = 65_536;

export class Places {
    #text;
    /** @type {Place[] | undefined} */
    #known;
    #last = { offset: 0, line: 1, lineStart: 0 };

    /** @param {string} text */
    constructor(text) {
        this.#text = text;
    }

    /** @param {number} offset @returns {SourcePosition} */
    at(offset) {
        this.#known ??= this.#survey();
        const nearest = this.#known[Math.floor(offset / STRIDE)];
        const isAhead = this.#last.offset <= offset && this.#last.offset > nearest.offset;
        this.#last = this.#advance(isAhead ? this.#last : nearest, offset);
        const { line, lineStart } = this.#last;
        return { line, column: offset - lineStart + 1 };
    }

    #survey() {
        const known = [{ offset: 0, line: 1, lineStart: 0 }];
        for (let offset = STRIDE; offset <= this.#text.length; offset += STRIDE) {
            known.push(this.#advance(known[known.length - 1], offset));
        }
        return known;
    }

    /** @param {Place} from @param {number} offset @returns {Place} */
    #advance({ offset: from, line, lineStart }, offset) {
        const passed = this.#text.slice(from, offset);
        for (let at = passed.indexOf('\n'); at >= 0; at = passed.indexOf('\n', at + 1)) {
            line++;
            lineStart = from + at + 1;
        }
        return { offset, line, lineStart };
    }
}
