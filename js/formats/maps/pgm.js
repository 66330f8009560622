import { InputError, LIMITS } from '../text/source.js';

/**
 * Reads gray images in PGM: P5, in bytes, and P2, in text.
 *
 * @import { Limits } from '../text/source.js'
 * @import { SourcePosition } from '../../scenario/model/scenario.js'
 *
 * An image as the caller gives it.
 *
 * @typedef {object} ImageFile
 * @property {string} name for errors and notices; it is not opened
 * @property {Uint8Array} bytes all of it
 *
 * @typedef {object} GrayImage
 * @property {number} width number of pixels in a row
 * @property {number} height number of rows
 * @property {number} max value of white
 * @property {Uint16Array} pixels values from 0, row by row from the top
 * @property {number} rest number of bytes after the pixels, without blanks
 */

/** Largest value of white that the format has. */
const MAX_WHITE = 65_535;

const [NEW_LINE, RETURN, HASH, ZERO, NINE] = [...'\n\r#09'].map((c) => c.charCodeAt(0));

/** Blanks of the format: space, tab, line feed, vertical tab, form feed, carriage return. @param {number} byte */
function isBlank(byte) {
    return byte === 32 || (byte >= 9 && byte <= 13);
}

/** Bytes that are read as numbers in text. */
class Scanner {
    offset = 0;
    #file;
    #line = 1;
    #lineStart = 0;

    /** @param {ImageFile} file */
    constructor(file) {
        this.#file = file;
        this.bytes = file.bytes;
    }

    /** @returns {SourcePosition} */
    get position() {
        return { line: this.#line, column: this.offset - this.#lineStart + 1 };
    }

    /** @param {string} text @param {SourcePosition} [position] */
    error(text, position = this.position) {
        return new InputError('bad-image', this.#file, position, text);
    }

    /** Skips blanks and comments, which run from # to the end of the line. */
    skipBlanks() {
        for (; this.offset < this.bytes.length; this.offset++) {
            const byte = this.bytes[this.offset];
            if (byte === HASH) {
                while (this.offset < this.bytes.length && !this.#isLineEnd()) this.offset++;
            }
            if (this.offset === this.bytes.length) return;
            if (!isBlank(this.bytes[this.offset])) return;
            const isPair = this.bytes[this.offset + 1] === NEW_LINE;
            const isEnd = this.#isLineEnd() && !(this.bytes[this.offset] === RETURN && isPair);
            if (!isEnd) continue;
            this.#line++;
            this.#lineStart = this.offset + 1;
        }
    }

    #isLineEnd() {
        const byte = this.bytes[this.offset];
        return byte === NEW_LINE || byte === RETURN;
    }

    /**
     * Reads a whole number.
     *
     * @param {() => string} describe
     * @param {number} min
     * @param {number} max
     */
    readWhole(describe, min, max) {
        this.skipBlanks();
        const { position, bytes, offset } = this;
        let value = 0;
        while (this.offset < bytes.length) {
            const byte = bytes[this.offset];
            if (byte < ZERO || byte > NINE) break;
            value = 10 * value + byte - ZERO;
            this.offset++;
        }
        if (this.offset === bytes.length && offset === bytes.length)
            throw this.error(`the image ends before ${describe()}`, position);
        const isNumber = this.offset > offset;
        if (!isNumber || (this.offset < bytes.length && !this.#endsNumber())) {
            throw this.error(`${describe()} must be a whole number`, position);
        }
        if (value >= min && value <= max) return value;
        throw this.error(`${describe()} must be from ${min} to ${max}, got ${value}`, position);
    }

    #endsNumber() {
        const byte = this.bytes[this.offset];
        return isBlank(byte) || byte === HASH;
    }
}

/** @param {number} k @param {number} width */
function describePixel(k, width) {
    return `pixel ${k % width} of row ${Math.floor(k / width)}`;
}

/**
 * Reads an image. O(bytes).
 *
 * @param {ImageFile} file
 * @param {Partial<Limits>} [limits]
 * @returns {GrayImage}
 * @throws {InputError} `bad-image`, `too-large`
 */
export function readPgm(file, limits) {
    const maxCells = limits?.cells ?? LIMITS.cells;
    const scanner = new Scanner(file);
    const { bytes } = file;
    const magic = String.fromCharCode(...bytes.subarray(0, 2));
    if (magic !== 'P5' && magic !== 'P2') {
        throw scanner.error('the image must be a PGM, which begins with P5 or P2');
    }
    scanner.offset = 2;
    if (bytes.length > 2 && !isBlank(bytes[2]) && bytes[2] !== HASH) {
        throw scanner.error(`${magic} must be followed by a blank`);
    }
    const width = scanner.readWhole(() => 'the width', 1, maxCells);
    const height = scanner.readWhole(() => 'the height', 1, maxCells);
    if (width * height > maxCells) {
        const text = `the image has ${width} x ${height} pixels; at most ${maxCells} are read (--limit cells=N)`;
        throw new InputError('too-large', file, scanner.position, text);
    }
    const max = scanner.readWhole(() => 'the value of white', 1, MAX_WHITE);
    const count = width * height;
    const size = magic === 'P2' ? 2 : max < 256 ? 1 : 2;
    // In text every value takes two bytes at least, except perhaps the last.
    const available = bytes.length - scanner.offset - (magic === 'P5' ? 1 : 0);
    if (available + 1 < size * count || (magic === 'P5' && available < size * count)) {
        const text = `the image is cut short: ${width} x ${height} pixels take ${size * count} bytes, and ${Math.max(0, available)} are there`;
        throw scanner.error(text);
    }
    const pixels = new Uint16Array(count);
    if (magic === 'P2') {
        let k = 0;
        const describe = () => describePixel(k, width);
        for (; k < count; k++) pixels[k] = scanner.readWhole(describe, 0, max);
    } else {
        // One blank ends the header, or both bytes of a line's end where the first line of the header has both and the pixels remain.
        if (bytes[scanner.offset] === HASH) throw scanner.error('a blank must end the header');
        const isPair = [2, scanner.offset].every(
            (at) => bytes[at] === RETURN && bytes[at + 1] === NEW_LINE,
        );
        const first = scanner.offset + (isPair && available > size * count ? 2 : 1);
        for (let k = 0; k < count; k++) {
            const at = first + size * k;
            const value = size === 1 ? bytes[at] : 256 * bytes[at] + bytes[at + 1];
            if (value > max) {
                const text = `${describePixel(k, width)} must be at most ${max}, got ${value}`;
                throw scanner.error(text);
            }
            pixels[k] = value;
        }
        scanner.offset = first + size * count;
    }
    scanner.skipBlanks();
    return { width, height, max, pixels, rest: bytes.length - scanner.offset };
}
