/**
 * Defines the columns of tables of tracks: those of data sets that are known by their header, and names that state a role.
 *
 * @typedef {object} Columns their names in the header
 * @property {string} track
 * @property {string} [frame] absent: the times order the rows
 * @property {string} x
 * @property {string} y
 * @property {string} [time] absent: the frame rate gives the times
 * @property {string} [case] rows of different cases are not present together
 * @property {string} [angle]
 * @property {string} [xVelocity] velocity, whose direction replaces a missing angle
 * @property {string} [yVelocity]
 * @property {string} [length]
 * @property {string} [width]
 * @property {string} [radius] of discs, in place of length and width
 * @property {string} [z] of the center, in space
 * @property {string} [height] of boxes in space
 * @property {string} [qx] rotation as a quaternion, in space
 * @property {string} [qy]
 * @property {string} [qz]
 * @property {string} [qw]
 *
 * @typedef {object} Layout
 * @property {string} name for errors and notices
 * @property {Columns} columns
 * @property {readonly (keyof Columns)[]} optional columns that a file of this kind may lack
 * @property {readonly string[]} unused columns that are not used
 * @property {number | null} frameRate frames per second; null: the times are in a column
 * @property {boolean} isRateAssumed true: the usual rate, not one from a file
 * @property {number | null} timeUnit in seconds; null: not stated
 * @property {number | null} angleUnit in radians; null: their range decides between degrees and radians
 * @property {boolean} isAngleChecked true: headings that contradict the unit are refused
 * @property {boolean} isAngleOfMotion true: one that is the direction of motion in another unit contradicts the unit
 * @property {boolean} isOrdered true: the rows of a track are in the order of time
 * @property {boolean} isInSpace whether the table has positions in space
 * @property {[number, number] | null} size length and width of all bodies; null: in columns
 * @property {'center' | 'corner'} point reference point of x and y: the box's center, or its corner with the smallest x and y
 * @property {boolean} isAlongX true: boxes are along x, and drive forward or backward along it
 * @property {string} [delimiter] default: found in the header
 * @property {'right-up' | 'right-down' | 'down-right'} axes
 */

/** Default values of a layout. */
export const DEFAULT_LAYOUT = Object.freeze({
    optional: [],
    unused: [],
    frameRate: null,
    isRateAssumed: false,
    timeUnit: null,
    angleUnit: 1,
    isAngleChecked: false,
    isAngleOfMotion: true,
    isOrdered: false,
    isInSpace: false,
    size: null,
    point: /** @type {const} */ ('center'),
    isAlongX: false,
    axes: /** @type {const} */ ('right-up'),
});

export const DEGREE = Math.PI / 180;

/** @type {readonly Layout[]} */
const PRESETS = Object.freeze([
    {
        ...DEFAULT_LAYOUT,
        name: 'INTERACTION',
        columns: {
            track: 'track_id',
            frame: 'frame_id',
            time: 'timestamp_ms',
            x: 'x',
            y: 'y',
            angle: 'psi_rad',
            case: 'case_id',
            length: 'length',
            width: 'width',
        },
        // The tables have only the positions of pedestrians.
        optional: /** @type {const} */ (['angle', 'length', 'width', 'case']),
        unused: ['agent_type', 'vx', 'vy', 'track_to_predict', 'interesting_agent'],
        timeUnit: 1e-3,
    },
    {
        ...DEFAULT_LAYOUT,
        name: 'highD',
        columns: {
            track: 'id',
            frame: 'frame',
            x: 'x',
            y: 'y',
            length: 'width',
            width: 'height',
            xVelocity: 'xVelocity',
        },
        unused: [
            'yVelocity',
            'xAcceleration',
            'yAcceleration',
            'frontSightDistance',
            'backSightDistance',
            'dhw',
            'thw',
            'ttc',
            'precedingXVelocity',
            'precedingId',
            'followingId',
            'leftPrecedingId',
            'leftAlongsideId',
            'leftFollowingId',
            'rightPrecedingId',
            'rightAlongsideId',
            'rightFollowingId',
            'laneId',
        ],
        frameRate: 25,
        isRateAssumed: true,
        point: /** @type {const} */ ('corner'),
        isAlongX: true,
        axes: /** @type {const} */ ('right-down'),
    },
    {
        ...DEFAULT_LAYOUT,
        name: 'inD',
        columns: {
            track: 'trackId',
            frame: 'frame',
            x: 'xCenter',
            y: 'yCenter',
            angle: 'heading',
            length: 'length',
            width: 'width',
            case: 'recordingId',
        },
        optional: /** @type {const} */ (['case']),
        unused: [
            'trackLifetime',
            'xVelocity',
            'yVelocity',
            'xAcceleration',
            'yAcceleration',
            'lonVelocity',
            'latVelocity',
            'lonAcceleration',
            'latAcceleration',
        ],
        frameRate: 25,
        isRateAssumed: true,
        angleUnit: DEGREE,
    },
    {
        ...DEFAULT_LAYOUT,
        name: 'Argoverse',
        columns: { track: 'TRACK_ID', time: 'TIMESTAMP', x: 'X', y: 'Y' },
        unused: ['OBJECT_TYPE', 'CITY_NAME'],
    },
]);

/** Roles whose column changes the bodies. */
const BODY_ROLES = Object.freeze(['angle', 'length', 'width', 'radius']);

/**
 * Returns the layout of a known data set by the names in its header. A header with a size or a heading that the data set does
 * not have is another table.
 *
 * @param {readonly string[]} header
 * @returns {Layout | undefined}
 */
export function findPreset(header) {
    const names = new Set(header);
    return PRESETS.find(({ columns, optional }) => {
        const known = Object.entries(columns);
        const hasAll = known.every(([role, name]) => {
            return names.has(name) || optional.includes(/** @type {keyof Columns} */ (role));
        });
        const own = new Set(known.map(([, name]) => name));
        return (
            hasAll &&
            !header.some(
                (name) => !own.has(name) && BODY_ROLES.includes(`${parseColumnName(name).role}`),
            )
        );
    });
}

/** Names of the data sets that are known by their header. */
export const PRESET_NAMES = Object.freeze(PRESETS.map(({ name }) => name));

/** Names that state the role of a column, in lower case and without spaces, `_` and `-`. */
const ROLE_NAMES = /** @type {const} */ ({
    track: ['id', 'trackid', 'agent', 'agentid', 'persid'],
    time: ['t', 'time', 'timestamp'],
    frame: ['frame', 'frameid', 'fr'],
    x: ['x'],
    y: ['y'],
    angle: ['heading', 'yaw', 'psi', 'theta', 'orientation', 'rotation', 'angle'],
    length: ['length'],
    width: ['width'],
    radius: ['radius'],
    xVelocity: ['vx'],
    yVelocity: ['vy'],
});

/** Roles of the numbers of a quaternion. */
export const QUATERNION = /** @type {const} */ (['qx', 'qy', 'qz', 'qw']);

/** Roles of tables in space alone. */
export const SPACE_ROLES = /** @type {const} */ (['z', 'height', ...QUATERNION]);

/** @typedef {keyof typeof ROLE_NAMES | typeof SPACE_ROLES[number]} NamedRole */

const ROLES = new Map(
    Object.entries(ROLE_NAMES).flatMap(([role, names]) =>
        names.map((name) => [/** @type {string} */ (name), /** @type {NamedRole} */ (role)]),
    ),
);

/** A name with its unit: `x/m`, `heading [deg]`, `time (s)`, `yaw_rad`. */
const WITH_UNIT =
    /^(.+?)\s*(?:\[(.*)\]|\((.*)\)|\/(\S+)|[ _](deg|degrees|rad|radians|ns|us|ms|s|sec|seconds|mm|cm|m|km|ft|px))$/i;

/**
 * Returns the role that the name of a column states, the name in lower case without its unit, spaces, `_` and `-`, and the unit.
 *
 * @param {string} text
 * @returns {{ role: NamedRole | undefined, name: string, unit: string | undefined }}
 */
export function parseColumnName(text) {
    const { name, unit } = splitUnit(text);
    return { role: ROLES.get(name), name, unit };
}

/**
 * Returns the role of tables in space that the name of a column states, and the unit in it.
 *
 * @param {string} text
 */
export function parseSpaceColumn(text) {
    const { name, unit } = splitUnit(text);
    return { role: SPACE_ROLES.find((role) => role === name), unit };
}

/** @param {string} text */
function splitUnit(text) {
    const [, name = text, ...units] = WITH_UNIT.exec(text) ?? [];
    const unit = units.find((each) => each !== undefined);
    return { name: name.toLowerCase().replace(/[\s_-]/g, ''), unit };
}

/** Names of the roles that every table has, as an error lists them. */
export const REQUIRED_NAMES = Object.freeze([
    { roles: /** @type {const} */ (['track']), names: 'id, track_id or agent' },
    { roles: /** @type {const} */ (['x']), names: 'x' },
    { roles: /** @type {const} */ (['y']), names: 'y' },
    { roles: /** @type {const} */ (['time', 'frame']), names: 't, time, timestamp or frame' },
]);

/** Delimiter of columns that are separated by any number of blanks and tabs. */
export const BLANKS = ' ';

/** Delimiters in the order in which they are tried: a name may contain blanks. */
const DELIMITERS = Object.freeze([',', ';', '\t', BLANKS]);

/**
 * Returns the names of a header, without blanks and quotes around them.
 *
 * @param {string} line
 * @param {string} delimiter
 */
export function splitNames(line, delimiter) {
    const names = line.trim().split(delimiter === BLANKS ? /[ \t]+/ : delimiter);
    return names.map((name) => name.trim().replace(/^"(.*)"$/, '$1'));
}

/** Returns whether names are those of a known data set or state the roles that every table has. @param {readonly string[]} names */
function areKnownNames(names) {
    if (findPreset(names) !== undefined) return true;
    const roles = new Set(names.map((name) => parseColumnName(name).role));
    return REQUIRED_NAMES.every((required) => required.roles.some((role) => roles.has(role)));
}

/**
 * @typedef {object} FoundHeader
 * @property {number} line
 * @property {string} delimiter
 * @property {boolean} isComment true: it follows a `#`
 */

/**
 * Finds the header of a table: the first line, or the last comment before the rows.
 *
 * @param {string} head beginning of the file
 * @param {string | undefined} delimiter the only one to try; default: all
 * @param {(names: readonly string[]) => boolean} [isHeader] default: whether the names are those of a known data set, or state
 *   their roles
 * @returns {FoundHeader | undefined}
 */
export function findHeader(head, delimiter, isHeader = areKnownNames) {
    /** @type {FoundHeader | undefined} */
    let found;
    const lines = head.split('\n');
    for (const [k, text] of lines.entries()) {
        if (text.trim() === '') continue;
        const isComment = isCommentLine(text);
        const line = isComment ? text.trimStart().slice(1) : text;
        /** @param {string} each */
        const separates = (each) => isHeader(splitNames(line, each));
        let match = (delimiter === undefined ? DELIMITERS : [delimiter]).find(separates);
        const isTabbed = match === '\t' && delimiter === undefined;
        if (isTabbed && isAligned(k, lines) && separates(BLANKS)) match = BLANKS;
        if (match !== undefined) found = { line: k + 1, delimiter: match, isComment };
        if (!isComment) break;
    }
    return found;
}

/**
 * Returns whether the rows under a header with tabs are separated by blanks, or by several tabs.
 *
 * @param {number} header index of its line
 * @param {readonly string[]} lines
 */
function isAligned(header, lines) {
    const row = lines.slice(header + 1).find((line) => line.trim() !== '' && !isCommentLine(line));
    const [names, values] = [lines[header], row ?? lines[header]].map((line) => line.split('\t'));
    return values.length !== names.length;
}

/** @param {string} line */
export function isCommentLine(line) {
    return line.trimStart().startsWith('#');
}
