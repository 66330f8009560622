/**
 * Defines the columns of tables of tracks, for the data sets that are known by their header.
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
 *
 * @typedef {object} Layout
 * @property {string} name for errors and notices
 * @property {Columns} columns
 * @property {readonly (keyof Columns)[]} optional columns that a file of this kind may lack
 * @property {readonly string[]} unused columns that are not used
 * @property {number | null} frameRate frames per second; null: the times are in a column
 * @property {boolean} isRateAssumed true: the usual rate, not one from a file
 * @property {number} timeUnit in seconds
 * @property {number} angleUnit in radians
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
    size: null,
    point: /** @type {const} */ ('center'),
    isAlongX: false,
    delimiter: ',',
    axes: /** @type {const} */ ('right-up'),
});

const DEGREE = Math.PI / 180;

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
