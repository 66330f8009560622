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
 *
 * @typedef {object} Layout
 * @property {string} name for errors and notices
 * @property {Columns} columns
 * @property {readonly (keyof Columns)[]} optional columns that a file of this kind may lack
 * @property {readonly string[]} unused columns that are not used
 * @property {number | null} frameRate frames per second; null: the times are in a column
 * @property {boolean} isRateAssumed true: the usual rate, not one from a file
 * @property {number} timeUnit in seconds
 * @property {number | null} angleUnit in radians; null: their range decides between degrees and radians
 * @property {boolean} isAngleChecked true: headings that contradict the unit are refused
 * @property {boolean} isOrdered true: the rows of a track are in the order of time
 * @property {[number, number] | null} size length and width of all bodies; null: in columns
 * @property {'center' | 'corner'} point reference point of x and y: the box's center, or its corner with the smallest x and y
 * @property {boolean} isAlongX true: boxes are along x, and drive forward or backward along it
 * @property {string} delimiter
 * @property {'right-up' | 'right-down' | 'down-right'} axes
 */

/** Default values of a layout. */
export const DEFAULT_LAYOUT = Object.freeze({
    optional: [],
    unused: [],
    frameRate: null,
    isRateAssumed: false,
    timeUnit: 1,
    angleUnit: 1,
    isAngleChecked: false,
    isOrdered: false,
    size: null,
    point: /** @type {const} */ ('center'),
    isAlongX: false,
    delimiter: ',',
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

/**
 * Returns the layout of a known data set by the names in its header.
 *
 * @param {readonly string[]} header
 * @returns {Layout | undefined}
 */
export function findPreset(header) {
    const names = new Set(header);
    return PRESETS.find(({ columns, optional }) =>
        Object.entries(columns).every(([role, name]) => {
            return names.has(name) || optional.includes(/** @type {keyof Columns} */ (role));
        }),
    );
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
    angle: ['heading', 'yaw', 'psi', 'angle'],
    length: ['length'],
    width: ['width'],
    radius: ['radius'],
    xVelocity: ['vx'],
    yVelocity: ['vy'],
});

/** @typedef {keyof typeof ROLE_NAMES} NamedRole */

const ROLES = new Map(
    Object.entries(ROLE_NAMES).flatMap(([role, names]) =>
        names.map((name) => [/** @type {string} */ (name), /** @type {NamedRole} */ (role)]),
    ),
);

/** A name with its unit: `x/m`, `heading [deg]`, `time (s)`, `yaw_rad`. */
const WITH_UNIT = /^(.+?)\s*(?:\[(.*)\]|\((.*)\)|\/(\S+)|_(deg|rad|ms|s|cm|m))$/;

/**
 * Returns the role that the name of a column states, and the unit in it.
 *
 * @param {string} text
 * @returns {{ role: NamedRole | undefined, unit: string | undefined }}
 */
export function parseColumnName(text) {
    const [, name = text, ...units] = WITH_UNIT.exec(text) ?? [];
    const role = ROLES.get(name.toLowerCase().replace(/[\s_-]/g, ''));
    return { role, unit: units.find((unit) => unit !== undefined) };
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

const DELIMITERS = Object.freeze([',', BLANKS, ';', '\t']);

/** @param {string} line @param {string} delimiter */
export function splitNames(line, delimiter) {
    const names = line.trim().split(delimiter === BLANKS ? /[ \t]+/ : delimiter);
    return names.map((name) => name.trim().replace(/^"(.*)"$/, '$1'));
}

/**
 * @typedef {object} FoundHeader
 * @property {number} line
 * @property {string} delimiter
 * @property {boolean} isComment true: it follows a `#`
 */

/**
 * Finds the header of a table whose columns state their roles: the first line, or the last comment before the rows. Columns
 * are separated by blanks only in files with comments or with JuPedSim's column FR.
 *
 * @param {string} head beginning of the file
 * @param {string | undefined} delimiter the only one to try; default: all
 * @returns {FoundHeader | undefined}
 */
export function findHeader(head, delimiter) {
    /** @type {FoundHeader | undefined} */
    let found;
    let hasComments = false;
    for (const [k, text] of head.split('\n').entries()) {
        if (text.trim() === '') continue;
        const isComment = isCommentLine(text);
        hasComments ||= isComment;
        const line = isComment ? text.trimStart().slice(1) : text;
        const match = (delimiter === undefined ? DELIMITERS : [delimiter]).find((each) => {
            const names = splitNames(line, each);
            if (each === BLANKS && !hasComments && !/\bFR\b/i.test(line)) return false;
            const roles = new Set(names.map((name) => parseColumnName(name).role));
            return REQUIRED_NAMES.every((required) =>
                required.roles.some((role) => roles.has(role)),
            );
        });
        if (match !== undefined) found = { line: k + 1, delimiter: match, isComment };
        if (!isComment) break;
    }
    return found;
}

/** @param {string} line */
export function isCommentLine(line) {
    return line.trimStart().startsWith('#');
}
