import { formatValue } from '#internal';
import {
    DEFAULT_LAYOUT,
    DEGREE,
    findHeader,
    isCommentLine,
    PRESET_NAMES,
    parseColumnName,
    parseSpaceColumn,
    QUATERNION,
    REQUIRED_NAMES,
    splitNames,
} from '../detection/track_layout.js';
import { DECIMAL, FILE_START, HEAD_LENGTH, InputError, parseNumber } from '../text/source.js';
import { columnAt, dropEmptyEnd } from './csv.js';

/**
 * Makes the layout of a table whose columns state their roles: from its header, the comments before it, and a row of units.
 *
 * @import { CheckedFile, SourceFile } from '../text/source.js'
 * @import { Row } from './csv.js'
 * @import { Columns, Layout, NamedRole } from '../detection/track_layout.js'
 * @import { SourcePosition } from '../../scenario/model/scenario.js'
 *
 * @typedef {{ text: string, position: SourcePosition }} Unit
 *
 * @typedef {object} Preamble what stands before the rows of a table
 * @property {string} delimiter
 * @property {Row | null} header null: the first row is the header
 * @property {Set<number>} skipped lines of comments
 * @property {{ value: number, position: SourcePosition } | null} frameRate
 * @property {Map<string, Unit>} units by the names of columns in lower case
 */

/** Names of units and their values, by kind: seconds, radians, and lengths, which are kept as they are. */
const UNITS = /** @type {const} */ ({
    time: unitMap([
        ['s sec second seconds', 1],
        ['ms', 1e-3],
        ['us µs μs', 1e-6],
        ['ns', 1e-9],
    ]),
    angle: unitMap([
        ['deg degree degrees °', DEGREE],
        ['rad radian radians', 1],
    ]),
    length: unitMap([
        ['m meter meters', 'm'],
        ...['cm', 'mm', 'km', 'ft', 'px'].map((name) => /** @type {const} */ ([name, name])),
    ]),
});

/**
 * @template T
 * @param {(readonly [string, T])[]} entries names of each unit, and its value
 * @returns {ReadonlyMap<string, T>}
 */
function unitMap(entries) {
    const units = entries.flatMap(([names, value]) =>
        names.split(' ').map((name) => /** @type {const} */ ([name, value])),
    );
    return new Map(units);
}

/** Kinds of the units that the roles have; those of the others are not used. */
const KINDS = /** @type {Partial<Record<NamedRole, keyof typeof UNITS>>} */ ({
    time: 'time',
    angle: 'angle',
    ...Object.fromEntries(
        ['x', 'y', 'z', 'length', 'width', 'height', 'radius'].map((role) => [role, 'length']),
    ),
});

/** Names of the two other angles of a rotation beside a heading, as `parseColumnName` returns them. */
const TILT_NAMES = new Set(['roll', 'pitch']);

/** @param {string | undefined} role */
function isPartOfQuaternion(role) {
    return QUATERNION.some((part) => part === role);
}

/** How a setting is given, for the end of a message. @param {string} setting */
export function settingHint(setting) {
    return `${setting} in a JSON file (--config)`;
}

/** Minimum and maximum frame rate, far beyond any camera's; the times of frames then stay within the limit of times. */
export const [MIN_RATE, MAX_RATE] = [1e-6, 1e6];

/**
 * @param {{ name: string }} file
 * @param {SourcePosition} position
 * @param {string} text
 */
export function parseRate(file, position, text) {
    const rate = parseNumber(file, position, 'frameRate', text);
    if (rate >= MIN_RATE && rate <= MAX_RATE) return rate;
    const problem = `frameRate must be from ${MIN_RATE} to ${MAX_RATE}, got ${formatValue(text)}`;
    throw new InputError('out-of-range', file, position, problem, rate);
}

/**
 * Reads the comments before the rows of a table, and finds its header and its delimiter.
 *
 * @param {{ name: string }} file
 * @param {string} head beginning of the file, from `peek`
 * @param {string | undefined} givenDelimiter
 * @param {Columns} [columns] names from a map of columns
 * @returns {Preamble}
 */
export function readPreamble(file, head, givenDelimiter, columns) {
    const names = columns && Object.values(columns);
    const found = findHeader(
        head,
        givenDelimiter,
        names && ((fields) => names.every((name) => withHash(fields, names).includes(name))),
    );
    const delimiter = found?.delimiter ?? givenDelimiter ?? ',';
    const lines = head.split('\n');
    if (found === undefined && givenDelimiter === undefined && names === undefined) {
        checkDelimiter(file, lines);
    }
    /** @type {Set<number>} */
    const skipped = new Set();
    /** @type {Preamble} */
    const preamble = { delimiter, header: null, skipped, frameRate: null, units: new Map() };
    for (const [k, text] of lines.entries()) {
        const line = k + 1;
        if (!isCommentLine(text)) {
            // The header itself may stand before comments with its units.
            if (text.trim() === '' || (line === found?.line && !found.isComment)) continue;
            return preamble;
        }
        skipped.add(line);
        if (line === found?.line) preamble.header = commentRow(text, line, delimiter, names);
        else readComment(file, text, line, preamble);
    }
    if (head.length < HEAD_LENGTH || skipped.size === 0) return preamble;
    const text = `the comments before the rows must end within the first ${HEAD_LENGTH} characters`;
    throw new InputError('bad-header', file, FILE_START, text);
}

/**
 * Refuses a table whose header is not known and whose columns are not separated by commas.
 *
 * @param {{ name: string }} file
 * @param {string[]} lines
 */
function checkDelimiter(file, lines) {
    const index = lines.findIndex((line) => line.trim() !== '' && !isCommentLine(line));
    const first = lines[index] ?? '';
    const used = [';', '\t'].find((each) => first.includes(each));
    if (first.includes(',') || used === undefined) return;
    const shown = JSON.stringify(used);
    const names = splitNames(first, used).join(', ');
    const text = `the columns are not known, and must be separated by commas, got ${shown}; a map of columns with ${settingHint(`"delimiter": ${shown}`)} reads those: ${names}`;
    const position = { line: index + 1, column: first.indexOf(used) + 1 };
    throw new InputError('bad-header', file, position, text, used);
}

/**
 * Returns the names of a header that follows a `#`, which may belong to the first name in a map of columns.
 *
 * @param {readonly string[]} fields
 * @param {readonly string[] | undefined} names in the map
 * @returns {string[]}
 */
function withHash([first, ...rest], names) {
    return [names?.includes(`#${first}`) ? `#${first}` : first, ...rest];
}

/**
 * Returns a header that follows a `#`.
 *
 * @param {string} text
 * @param {number} line
 * @param {string} delimiter
 * @param {readonly string[] | undefined} names names in a map of columns
 * @returns {Row}
 */
function commentRow(text, line, delimiter, names) {
    const bare = text.replace('#', ' ');
    const fields = withHash(splitNames(bare, delimiter), names);
    dropEmptyEnd(fields);
    return {
        fields,
        line,
        isComment: true,
        positionOf: (field) => ({ line, column: columnAt(bare, delimiter, field) }),
    };
}

/**
 * Reads what a comment states: a frame rate, or units, as in `x/m y/m`.
 *
 * @param {{ name: string }} file
 * @param {string} text
 * @param {number} line
 * @param {Preamble} preamble receives them
 */
function readComment(file, text, line, preamble) {
    const rate = /^(\s*#\s*frame[ _-]?rate\s*[:=]\s*)(\S*)/i.exec(text);
    if (rate !== null) {
        const position = { line, column: rate[1].length + 1 };
        const value = parseRate(file, position, rate[2]);
        const before = preamble.frameRate?.value ?? value;
        if (before !== value) {
            const problem = `the frame rate must be stated once, got ${value} after ${before}`;
            throw new InputError('bad-value', file, position, problem, value);
        }
        preamble.frameRate ??= { value, position };
    }
    const words = [...text.replace('#', ' ').matchAll(/\S+/g)];
    const isUnits = words.length > 0 && words.every(([word]) => /^[a-z_]+\/[^/]+$/i.test(word));
    if (!isUnits) return;
    for (const { 0: word, index } of words) {
        const [name, unit] = word.split('/');
        const position = { line, column: index + name.length + 2 };
        preamble.units.set(name.toLowerCase(), { text: unit, position });
    }
}

/** Reads what the columns of one table state. */
export class NamedTable {
    /** @type {Map<NamedRole, number>} */
    #columns = new Map();
    /** @type {Map<NamedRole, Unit>} */
    #units = new Map();
    #file;
    #header;
    #preamble;
    #settings;
    #metaRate;

    /**
     * @param {CheckedFile} file
     * @param {Row} header
     * @param {Preamble} preamble
     * @param {Partial<Layout>} settings
     * @param {number | null} metaRate frame rate of a recordingMeta
     */
    constructor(file, header, preamble, settings, metaRate) {
        this.#file = file;
        this.#header = header;
        this.#preamble = preamble;
        this.#settings = settings;
        this.#metaRate = metaRate;
        this.#addColumns(parseColumnName);
        this.#checkRotation();
        if (this.#isInSpace()) {
            this.#addColumns(parseSpaceColumn);
            if (this.#columns.has('qw')) {
                for (const role of /** @type {const} */ (['angle', 'xVelocity', 'yVelocity'])) {
                    this.#columns.delete(role);
                }
            }
        }
        this.#checkRoles();
    }

    /**
     * Adds the columns that state a role.
     *
     * @param {(text: string) => { role: NamedRole | undefined, unit: string | undefined }} parse
     */
    #addColumns(parse) {
        const header = this.#header;
        for (const [k, text] of header.fields.entries()) {
            const { role, unit } = parse(text);
            if (role === undefined) continue;
            const other = this.#columns.get(role);
            if (other !== undefined) {
                const problem = `both ${formatValue(header.fields[other])} and ${formatValue(text)} name the ${role}: give a map of columns (--config)`;
                throw this.#error('bad-header', k, problem);
            }
            this.#columns.set(role, k);
            const position = header.positionOf(k);
            if (unit !== undefined) this.#addUnit(role, { text: unit, position });
            const lineUnit = this.#preamble.units.get(text.toLowerCase());
            if (lineUnit !== undefined) this.#addUnit(role, lineUnit);
        }
    }

    /**
     * Returns whether the table is in space: it has z and a quaternion, or z and the setting for it. Tables of pedestrians have the
     * heights of their heads as z.
     */
    #isInSpace() {
        const roles = new Set(this.#header.fields.map((text) => parseSpaceColumn(text).role));
        const isStated = this.#settings.isInSpace ?? false;
        if (isStated && !roles.has('z')) {
            throw this.#error('unknown-columns', 0, 'a table in space must have a column z');
        }
        const hasRotation = QUATERNION.every((role) => roles.has(role));
        return roles.has('z') && (hasRotation || isStated);
    }

    /** Refuses a rotation in space of which only a part would be used. */
    #checkRotation() {
        const { fields } = this.#header;
        const roles = fields.map((text) => parseSpaceColumn(text).role);
        const missing = QUATERNION.filter((role) => !roles.includes(role));
        const isQuaternion = missing.length === 0;
        if (roles.includes('z') && !isQuaternion && missing.length < QUATERNION.length) {
            const has = roles.findIndex((role) => isPartOfQuaternion(role));
            const text = `a quaternion must have all of ${QUATERNION.join(', ')}, and there is no ${missing.join(', ')}`;
            throw this.#error('bad-header', has, text);
        }
        const tilt = fields.findIndex((text) => TILT_NAMES.has(parseColumnName(text).name));
        if (this.#isInSpace() && this.#columns.has('angle') && !isQuaternion && tilt >= 0) {
            const text = `the rotation of a table in space must be a quaternion (${QUATERNION.join(', ')}) or a heading alone, got ${formatValue(fields[tilt])} beside a heading: convert these angles, or leave ${formatValue(fields[tilt])} out by a map of columns (--config)`;
            throw this.#error('bad-header', tilt, text);
        }
    }

    #checkRoles() {
        const { fields } = this.#header;
        const columns = this.#columns;
        const missing = REQUIRED_NAMES.filter(
            ({ roles }) => !roles.some((role) => columns.has(role)),
        );
        if (missing.length > 0) {
            const other = fields.filter((_, k) => ![...columns.values()].includes(k));
            const rest = other.length > 0 ? `; not understood: ${other.join(', ')}` : '';
            const names = missing.map((each) => each.names).join('; ');
            const text = `the columns are none of ${PRESET_NAMES.join(', ')}, and there is no column ${names}: give a map of columns (--config)${rest}`;
            throw this.#error('unknown-columns', 0, text);
        }
        const size = /** @type {const} */ (['length', 'width']).filter((role) => columns.has(role));
        if (size.length === 1) {
            const [role] = size;
            const text = `a table with a ${role} must have a ${role === 'length' ? 'width' : 'length'} too: give a map of columns (--config)`;
            throw this.#error('bad-header', columns.get(role), text);
        }
        if (size.length === 2) columns.delete('radius');
        const sized = [...size, /** @type {const} */ ('radius')].find((role) => columns.has(role));
        if (sized !== undefined && this.#settings.size) {
            const text = `sizes must be either in columns or the size of the configuration (--config), got both`;
            throw this.#error('bad-header', columns.get(sized), text);
        }
        if (columns.has('xVelocity') !== columns.has('yVelocity')) {
            columns.delete('xVelocity');
            columns.delete('yVelocity');
        }
    }

    /** @param {import('graze').InputErrorCode} code @param {number | undefined} field @param {string} text */
    #error(code, field = 0, text) {
        const { fields, positionOf } = this.#header;
        return new InputError(code, this.#file, positionOf(field), text, fields[field]);
    }

    /** @param {NamedRole} role @param {Unit} unit */
    #addUnit(role, { text, position }) {
        const kind = KINDS[role];
        const name = cleanUnit(text);
        if (kind === undefined || isBlank(name)) return;
        const value = UNITS[kind].get(name);
        if (value === undefined) {
            const names = [...UNITS[kind].keys()].join(', ');
            const problem = `the unit of the ${role} must be one of ${names}, got ${formatValue(text)}`;
            throw new InputError('unknown-value', this.#file, position, problem, text);
        }
        const known = this.#units.get(role);
        if (known !== undefined && UNITS[kind].get(known.text) !== value) {
            const problem = `the unit of the ${role} must be stated once, got ${formatValue(text)} after ${formatValue(known.text)}`;
            throw new InputError('bad-value', this.#file, position, problem, text);
        }
        this.#units.set(role, { text: name, position });
    }

    /**
     * Reads the first row under the header if it has units.
     *
     * @param {Row} row
     * @returns {boolean} false: it has values
     */
    readUnits({ fields, positionOf }) {
        const used = [...this.#columns];
        const isUnit = used.some(([role, k]) => {
            const kind = KINDS[role];
            return kind !== undefined && UNITS[kind].has(cleanUnit(fields[k]));
        });
        const isValue = used.some(([role, k]) => {
            return KINDS[role] !== undefined && fields[k] !== '1' && DECIMAL.test(fields[k]);
        });
        if (!isUnit || isValue) return false;
        for (const [role, k] of used)
            this.#addUnit(role, { text: fields[k], position: positionOf(k) });
        return true;
    }

    /**
     * Returns the layout by the units that are known so far.
     *
     * @returns {Layout}
     */
    layout() {
        const { fields } = this.#header;
        const settings = this.#settings;
        const columns = this.#columns;
        const names = Object.fromEntries([...columns].map(([role, k]) => [role, fields[k]]));
        /** @param {NamedRole} role */
        const unitValue = (role) => {
            const kind = KINDS[role];
            const unit = this.#units.get(role);
            return kind && unit && /** @type {number} */ (UNITS[kind].get(unit.text));
        };
        // Without a heading of its own a body has that of its velocity.
        const hasAngle = columns.has('angle');
        const unused = hasAngle ? ['xVelocity', 'yVelocity'].map((role) => names[role]) : [];
        return {
            ...DEFAULT_LAYOUT,
            name: 'a table with named columns',
            columns: /** @type {Columns} */ (/** @type {unknown} */ (names)),
            unused: unused.filter((name) => name !== undefined),
            timeUnit: unitValue('time') ?? null,
            angleUnit: unitValue('angle') ?? null,
            isAngleChecked: hasAngle && settings.angleUnit === undefined,
            isAngleOfMotion: !columns.has('z'),
            isOrdered: true,
            ...settings,
            isInSpace: columns.has('z'),
            frameRate: this.#frameRate(),
        };
    }

    /** Returns the frame rate; null: the times are in a column. */
    #frameRate() {
        const rate = this.#settings.frameRate ?? this.#metaRate;
        if (this.#columns.has('time')) {
            if (rate === null) return null;
            const text =
                'a table with times must not have a frame rate in its configuration (--config)';
            throw this.#error('bad-header', this.#columns.get('time'), text);
        }
        const found = rate ?? this.#preamble.frameRate?.value ?? null;
        if (found !== null) return found;
        const text = `a table with frames and no times must have a frame rate: a comment "# framerate: 25" before the header, or ${settingHint('{"frameRate": 25}')}`;
        throw this.#error('bad-header', this.#columns.get('frame'), text);
    }

    /** Returns the unit of all lengths. */
    lengthUnit() {
        /** @type {string | undefined} */
        let found;
        for (const [role, { text, position }] of this.#units) {
            const unit = KINDS[role] === 'length' ? UNITS.length.get(text) : undefined;
            if (unit === undefined) continue;
            found ??= unit;
            if (found === unit) continue;
            const problem = `all lengths must have the same unit, got ${formatValue(text)} for the ${role} beside ${formatValue(found)}`;
            throw new InputError('bad-value', this.#file, position, problem, text);
        }
        return found ?? 'm';
    }
}

/** @param {string} text */
function cleanUnit(text) {
    return text
        .replace(/^[[(](.*)[\])]$/, '$1')
        .trim()
        .toLowerCase();
}

/** Returns whether a text stands for no unit. @param {string} unit */
function isBlank(unit) {
    return ['', '-', '1'].includes(unit);
}
