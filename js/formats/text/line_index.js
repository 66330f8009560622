/**
 * Converts offsets of a text to lines and columns. Lines are counted once; later queries start at the nearest known offset
 * before.
 *
 * @import { SourcePosition } from '../../scenario/model/scenario.js'
 *
 * @typedef {{ offset: number, line: number, lineStart: number }} LineStart
 */

/** Number of characters between two offsets with a known line. */
const STRIDE = 65_536;

export class LineIndex {
    #text;
    /** @type {LineStart[] | undefined} */
    #lineStarts;
    #last = { offset: 0, line: 1, lineStart: 0 };

    /** @param {string} text */
    constructor(text) {
        this.#text = text;
    }

    /** @param {number} offset @returns {SourcePosition} */
    positionAt(offset) {
        this.#lineStarts ??= this.#build();
        const nearest = this.#lineStarts[Math.floor(offset / STRIDE)];
        const isAhead = this.#last.offset <= offset && this.#last.offset > nearest.offset;
        this.#last = this.#advance(isAhead ? this.#last : nearest, offset);
        const { line, lineStart } = this.#last;
        return { line, column: offset - lineStart + 1 };
    }

    #build() {
        const lineStarts = [{ offset: 0, line: 1, lineStart: 0 }];
        for (let offset = STRIDE; offset <= this.#text.length; offset += STRIDE) {
            lineStarts.push(this.#advance(lineStarts[lineStarts.length - 1], offset));
        }
        return lineStarts;
    }

    /** @param {LineStart} from @param {number} offset @returns {LineStart} */
    #advance({ offset: from, line, lineStart }, offset) {
        const skipped = this.#text.slice(from, offset);
        for (
            let newline = skipped.indexOf('\n');
            newline >= 0;
            newline = skipped.indexOf('\n', newline + 1)
        ) {
            line++;
            lineStart = from + newline + 1;
        }
        return { offset, line, lineStart };
    }
}
