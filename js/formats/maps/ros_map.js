import { formatValue } from '#internal';
import { mergeCells } from '../../scenario/model/blocked_cells.js';
import {
    FILE_START,
    InputError,
    LIMITS,
    noticeAt,
    parseNumber,
    tooLargeError,
} from '../text/source.js';
import { readYaml, requireEntry } from '../text/yaml_file.js';

/**
 * @import { Grid, Obstacle, Polygon, SourcePosition } from '../../scenario/model/scenario.js'
 * @import { Limits, SourceFile } from '../text/source.js'
 * @import { Entry, YamlFile } from '../text/yaml_file.js'
 */

/**
 * Reads gray images in PGM: P5, in bytes, and P2, in text.
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

/**
 * Reads occupancy maps of ROS: a YAML file and the image that it names, as map_server does.
 *
 * @typedef {object} RosMap
 * @property {SourceFile} source the YAML file
 * @property {Grid} grid x is the column, y the row of the image, from its top
 * @property {number} resolution side of a cell
 * @property {{ x: number, y: number, angle: number }} origin pose of the image's lower left corner
 * @property {string[]} notices
 *
 * @typedef {object} RosMapRequest
 * @property {ImageFile} [image]
 * @property {(name: string) => Promise<ImageFile>} [findImage] finds the image by the name in the YAML file
 * @property {'blocked' | 'free'} [unknownCells]
 */

/** Keys of the file, as map_server reads them. */
const KEYS = ['image', 'mode', 'resolution', 'origin', 'negate', 'occupied_thresh', 'free_thresh'];

const MODES = ['trinary', 'scale', 'raw'];

/** Thresholds where the file has none: those of map_server. */
const THRESHOLDS = Object.freeze({ occupied: 0.65, free: 0.25 });

/**
 * Distance, in cells, of the tiles that become one obstacle each: shapes are rounded relative to a point near them. Each tile has one
 * more row and column, of the next tiles: a line between two tiles is inside of one of them, where its cells are blocked.
 */
const TILE = 64;

/**
 * @param {SourceFile} source
 * @param {RosMapRequest} request
 * @returns {Promise<RosMap>}
 */
export async function readRosMap(source, { image, findImage, unknownCells = 'blocked' }) {
    const yaml = await readYaml(source);
    const { file } = yaml;
    const start = yaml.position(yaml.root);
    const root = yaml.requireMap(yaml.root, 'the map');
    const reader = new MapReader(yaml, root, start);
    const imageName = reader.text('image');
    const resolution = reader.number('resolution');
    if (!(resolution > 0)) throw reader.error('out-of-range', 'resolution', 'must be above 0');
    const origin = reader.origin();
    const mode = root.has('mode') ? reader.choice('mode', MODES) : 'trinary';
    const isNegated = root.has('negate') && reader.boolean('negate');
    const occupied = reader.share('occupied_thresh', THRESHOLDS.occupied);
    const free = reader.share('free_thresh', THRESHOLDS.free);
    if (free > occupied) {
        throw root.has('free_thresh')
            ? reader.error(
                  'out-of-order',
                  'free_thresh',
                  `must not be above occupied_thresh (${occupied}), got ${free}`,
              )
            : reader.error(
                  'out-of-order',
                  'occupied_thresh',
                  `must not be below free_thresh (default ${free}), got ${occupied}`,
              );
    }
    const imagePosition = /** @type {Entry} */ (root.get('image')).position;
    if (image === undefined && findImage === undefined) {
        const text = `the map needs its image ${formatValue(imageName)} (files.image)`;
        throw new InputError('missing-image', file, imagePosition, text);
    }
    const found =
        image ?? (await /** @type {NonNullable<typeof findImage>} */ (findImage)(imageName));
    const gray = readPgm(found, file.limits);
    const classify = cellClassifier({ mode, isNegated, occupied, free, max: gray.max });
    const { width, height, pixels } = gray;
    const grid = { nx: width, ny: height, blocked: new Uint8Array(width * height) };
    let unknown = 0;
    for (let row = 0; row < height; row++) {
        for (let column = 0; column < width; column++) {
            const cell = classify(pixels[row * width + column]);
            if (cell === UNKNOWN) unknown++;
            const isBlocked = cell === OCCUPIED || (cell === UNKNOWN && unknownCells === 'blocked');
            if (isBlocked) grid.blocked[column * height + row] = 1;
        }
    }
    const notices = [...root]
        .filter(([name]) => !KEYS.includes(name))
        .map(([name, { position }]) =>
            noticeAt(file, position, `${formatValue(name)} is not used`),
        );
    if (unknown > 0) {
        const other = unknownCells === 'blocked' ? 'free' : 'blocked';
        const text = `${unknown} unknown cells of the map count as ${unknownCells} (--unknown-cells ${other}: as ${other})`;
        notices.push(noticeAt(file, imagePosition, text));
    }
    if (gray.rest > 0) {
        const bytes =
            gray.rest === 1
                ? '1 byte after the pixels is'
                : `${gray.rest} bytes after the pixels are`;
        notices.push(noticeAt(found, FILE_START, `${bytes} not used`));
    }
    return {
        source: { name: source.name, text: '', limits: source.limits },
        grid,
        resolution,
        origin,
        notices,
    };
}

const [FREE, OCCUPIED, UNKNOWN] = [0, 1, 2];

/**
 * Returns the function that maps a pixel to the state of its cell. In raw mode a pixel from 0 to 100, scaled to 255, is the
 * occupancy in percent.
 *
 * @param {{ mode: string, isNegated: boolean, occupied: number, free: number, max: number }} settings
 * @returns {(pixel: number) => number}
 */
function cellClassifier({ mode, isNegated, occupied, free, max }) {
    /** @param {number} occupancy */
    const byThreshold = (occupancy) =>
        occupancy > occupied ? OCCUPIED : occupancy < free ? FREE : UNKNOWN;
    if (mode === 'raw') {
        return (pixel) => {
            const percent = Math.round((pixel / max) * 255);
            return percent <= 100 ? byThreshold(percent / 100) : UNKNOWN;
        };
    }
    return (pixel) => byThreshold(isNegated ? pixel / max : 1 - pixel / max);
}

/** Reads values of the YAML file by their types. */
class MapReader {
    #yaml;
    #root;
    #start;

    /** @param {YamlFile} yaml @param {Map<string, Entry>} root @param {SourcePosition} start */
    constructor(yaml, root, start) {
        this.#yaml = yaml;
        this.#root = root;
        this.#start = start;
    }

    /** @param {string} name */
    #entry(name) {
        return requireEntry(this.#yaml, this.#root, name, 'the map', this.#start);
    }

    /**
     * @param {import('graze').InputErrorCode} code
     * @param {string} name
     * @param {string} problem
     */
    error(code, name, problem) {
        const { value, position } = this.#entry(name);
        const at = this.#yaml.position(value, position);
        return new InputError(code, this.#yaml.file, at, `${name} ${problem}`);
    }

    /** @param {string} name */
    text(name) {
        const { value, position } = this.#entry(name);
        const text = this.#yaml.requireText(value, name, position);
        if (text !== '') return text;
        throw new InputError('missing-value', this.#yaml.file, position, `${name} is empty`);
    }

    /** @param {string} name */
    number(name) {
        const { value, position } = this.#entry(name);
        return this.#parse(value, name, position);
    }

    /**
     * @param {import('yaml').Node | null} value
     * @param {string} label
     * @param {SourcePosition} position
     */
    #parse(value, label, position) {
        const yaml = this.#yaml;
        const text = yaml.requireText(value, label, position);
        return parseNumber(yaml.file, yaml.position(value, position), label, text);
    }

    /**
     * Reads a number from 0 to 1.
     *
     * @param {string} name
     * @param {number} fallback
     */
    share(name, fallback) {
        if (!this.#root.has(name)) return fallback;
        const value = this.number(name);
        if (value >= 0 && value <= 1) return value;
        throw this.error('out-of-range', name, `must be from 0 to 1, got ${value}`);
    }

    /** @param {string} name @param {readonly string[]} choices */
    choice(name, choices) {
        const text = this.text(name);
        if (choices.includes(text)) return text;
        const expected = choices.join(', ');
        throw this.error(
            'unknown-value',
            name,
            `must be one of ${expected}, got ${formatValue(text)}`,
        );
    }

    /** @param {string} name */
    boolean(name) {
        const text = this.text(name).toLowerCase();
        if (/^(?:true|yes|on)$/.test(text)) return true;
        if (/^(?:false|no|off)$/.test(text)) return false;
        return this.number(name) !== 0;
    }

    origin() {
        const { value, position } = this.#entry('origin');
        const items = this.#yaml.requireList(value, 'origin', position);
        if (items.length !== 3) {
            throw this.error(
                'wrong-length',
                'origin',
                `must be [x, y, yaw], got ${items.length} values`,
            );
        }
        const [x, y, angle] = items.map((item) => this.#parse(item, 'origin', position));
        return { x, y, angle };
    }
}

/**
 * Returns a map as text in MovingAI's format, which all plans on grids accept.
 *
 * @param {RosMap} map
 * @returns {SourceFile}
 */
export function toMovingAi({ source, grid }) {
    const { nx, ny, blocked } = grid;
    const rows = async function* () {
        yield `type octile\nheight ${ny}\nwidth ${nx}\nmap\n`;
        for (let row = 0; row < ny; row++) {
            const cells = Array.from({ length: nx }, (_, column) =>
                blocked[column * ny + row] === 0 ? '.' : '@',
            );
            yield `${cells.join('')}\n`;
        }
    };
    return { ...source, text: rows() };
}

/**
 * Returns a map as still obstacles of one name: rectangles of blocked cells, in tiles.
 *
 * @param {RosMap} map
 * @param {string} name
 * @returns {Obstacle[]}
 * @throws {InputError} `too-large`
 */
export function toObstacles({ source, grid, resolution, origin }, name) {
    const { nx, ny, blocked } = grid;
    const limits = { ...source.limits };
    const maxRectangles = limits.elements ?? MAX_RECTANGLES;
    /** @type {Obstacle[]} */
    const obstacles = [];
    let count = 0;
    for (let left = 0; left < nx; left += TILE) {
        for (let top = 0; top < ny; top += TILE) {
            /** @type {number[]} */
            const cells = [];
            for (let i = left; i < Math.min(nx, left + TILE + 1); i++) {
                for (let j = top; j < Math.min(ny, top + TILE + 1); j++) {
                    if (blocked[i * ny + j] !== 0) cells.push(i * ny + j);
                }
            }
            if (cells.length === 0) continue;
            const parts = mergeCells(cells, ny).map(({ i0, i1, j0, j1 }) =>
                // Row 0 is the top of the image, and y points up.
                makeRectangle(i0, ny - 1 - j1, i1 + 1, ny - j0, resolution),
            );
            count += parts.length;
            if (count > maxRectangles) {
                const file = { name: source.name, text: '', limits: { elements: maxRectangles } };
                throw tooLargeError(
                    /** @type {any} */ (file),
                    FILE_START,
                    'elements',
                    'rectangles of cells',
                );
            }
            const shape =
                parts.length === 1 ? parts[0] : { kind: /** @type {const} */ ('group'), parts };
            obstacles.push({ name, shape, pose: { ...origin } });
        }
    }
    return obstacles;
}

/** Maximum number of rectangles of a map. */
const MAX_RECTANGLES = 1_000_000;

/**
 * @param {number} i0
 * @param {number} j0
 * @param {number} i1
 * @param {number} j1
 * @param {number} unit
 * @returns {Polygon}
 */
function makeRectangle(i0, j0, i1, j1, unit) {
    const [left, right, low, high] = [i0 * unit, i1 * unit, j0 * unit, j1 * unit];
    /** @type {[number, number][]} */
    const points = [
        [left, low],
        [right, low],
        [right, high],
        [left, high],
    ];
    return { kind: 'polygon', points, radius: 0 };
}
