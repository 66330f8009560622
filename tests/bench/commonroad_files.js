import { inflateRawSync } from 'node:zlib';
import { readScenario } from '../../js/formats/index.js';
import { elementText, findChild, readXml, requireChild } from '../../js/formats/text/xml.js';

/**
 * As much of CommonRoad's files as the benchmark wants: of scenarios the obstacles that move, the road's boundary and
 * where the ego begins, and waypoints in NumPy's archives.
 *
 * @import { Agent } from '../../js/scenario/model/scenario.js'
 * @import { Element } from '../../js/formats/text/xml.js'
 * @import { CheckedFile, SourceFile } from '../../js/formats/text/source.js'
 *
 * @typedef {{ t: number, x: number, y: number, angle: number }} State t in seconds
 * @typedef {{ id: string, length: number, width: number, states: State[] }} Obstacle that moves
 * @typedef {[ax: number, ay: number, bx: number, by: number]} Stretch a stretch of the road's boundary
 *
 * @typedef {object} RoadScenario
 * @property {string} name
 * @property {number} step in seconds
 * @property {number} end the last time of any obstacle
 * @property {Obstacle[]} obstacles
 * @property {Stretch[]} boundary
 * @property {State & { speed: number }} ego place where the first planning problem begins
 *
 * @typedef {object} Waypoints
 * @property {number} length of the vehicle
 * @property {number} width
 * @property {State[][]} trajectories
 */

/** @param {SourceFile & { text: string }} source @returns {Promise<RoadScenario>} */
export async function readRoad(source) {
    const { agents } = await readScenario({ plan: source }, { format: 'commonroad' });
    const { file, root } = await readXml(source);
    const step = Number(root.attributes.get('timeStepSize'));
    const named = (/** @type {string} */ name) =>
        root.children.filter((element) => element.name === name);
    const obstacles = agents.map(obstacleOf);
    const [problem] = named('planningProblem');
    const start = requireChild(file, problem, 'initialState');
    const speed = numberIn(file, requireChild(file, start, 'velocity'), 'exact');
    return {
        name: root.attributes.get('benchmarkID') ?? file.name,
        step,
        end: Math.max(...obstacles.flatMap(({ states }) => states.map(({ t }) => t))),
        obstacles,
        boundary: named('lanelet').flatMap((element) => readBoundary(file, element)),
        ego: { ...readState(file, start, step), speed },
    };
}

/** @param {CheckedFile} file @param {Element} element @param {string} name */
function numberIn(file, element, name) {
    return Number(elementText(file, requireChild(file, element, name)));
}

/** @param {CheckedFile} file @param {Element} element @param {number} step @returns {State} */
function readState(file, element, step) {
    const point = requireChild(file, requireChild(file, element, 'position'), 'point');
    const exact = (/** @type {string} */ name) =>
        numberIn(file, requireChild(file, element, name), 'exact');
    return {
        t: exact('time') * step,
        x: numberIn(file, point, 'x'),
        y: numberIn(file, point, 'y'),
        angle: exact('orientation'),
    };
}

/** @param {Agent} agent @returns {Obstacle} */
function obstacleOf({ name, shape, motion }) {
    if (shape.kind !== 'polygon') throw new Error(`obstacle ${name} is not a rectangle`);
    const states = motion.map(({ t0, x, y, angle = [0] }) => {
        return { t: t0, x: x[0], y: y[0], angle: angle[0] };
    });
    const { t0, t1, end = { x: 0, y: 0 }, angle: theta = [0] } = motion[motion.length - 1];
    const [heading, turning = 0] = theta;
    states.push({ t: t1, ...end, angle: heading + turning * (t1 - t0) });
    const [[left, low], , [right, high]] = shape.points;
    return { id: name, length: right - left, width: high - low, states };
}

/** Headings without jumps of a turn. @param {State[]} states */
function unwound(states) {
    const turn = 2 * Math.PI;
    let last = states[0].angle;
    return states.map((state) => {
        const angle = state.angle - turn * Math.round((state.angle - last) / turn);
        last = angle;
        return { ...state, angle };
    });
}

/** Bounds with no lanelet beside. @param {CheckedFile} file @param {Element} element @returns {Stretch[]} */
function readBoundary(file, element) {
    const open = /** @type {const} */ ([
        ['leftBound', 'adjacentLeft'],
        ['rightBound', 'adjacentRight'],
    ]).filter(([, beside]) => findChild(file, element, beside) === undefined);
    return open.flatMap(([name]) => {
        const points = requireChild(file, element, name).children.filter(
            ({ name }) => name === 'point',
        );
        const places = points.map((point) => [
            numberIn(file, point, 'x'),
            numberIn(file, point, 'y'),
        ]);
        return places.slice(1).map(([x, y], k) => {
            return /** @type {Stretch} */ ([places[k][0], places[k][1], x, y]);
        });
    });
}

/**
 * Returns the drivability checker's waypoints: car_shape, trajectories (x, y, heading of each time step) and start_time_step.
 *
 * @param {Buffer} archive
 * @param {number} step
 * @returns {Waypoints}
 */
export function readWaypoints(archive, step) {
    const arrays = readArrays(archive);
    const of = (/** @type {string} */ name) => {
        const array = arrays.get(`${name}.npy`);
        if (array === undefined) throw new Error(`the archive has no ${name}.npy`);
        return array;
    };
    const [length, width] = of('car_shape').values;
    const { shape, values } = of('trajectories');
    const starts = of('start_time_step').values;
    const [count, states, size] = shape;
    const trajectories = Array.from({ length: count }, (_, k) =>
        unwound(
            Array.from({ length: states }, (_, i) => {
                const [x, y, angle] = values.subarray((k * states + i) * size);
                return { t: (starts[k] + i) * step, x, y, angle };
            }),
        ),
    );
    return { length, width, trajectories };
}

/** Signatures of a ZIP archive's records. */
const ZIP_END = 0x06054b50;
const ZIP_END_SIZE = 22;
const DEFLATED = 8;

/** @param {Buffer} archive @returns {Map<string, { shape: number[], values: Float64Array }>} */
function readArrays(archive) {
    let end = archive.length - ZIP_END_SIZE;
    while (end >= 0 && archive.readUInt32LE(end) !== ZIP_END) end--;
    if (end < 0) throw new Error('it is not a ZIP archive');
    const arrays = new Map();
    let at = archive.readUInt32LE(end + 16);
    for (let k = archive.readUInt16LE(end + 10); k > 0; k--) {
        const [method, size] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20)];
        const lengths = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset));
        const name = archive.toString('utf8', at + 46, at + 46 + lengths[0]);
        const entry = archive.readUInt32LE(at + 42);
        // The entry's own record has a name and an extra field of lengths of its own.
        const from =
            entry + 30 + archive.readUInt16LE(entry + 26) + archive.readUInt16LE(entry + 28);
        const packed = archive.subarray(from, from + size);
        arrays.set(name, readArray(method === DEFLATED ? inflateRawSync(packed) : packed));
        at += 46 + lengths[0] + lengths[1] + lengths[2];
    }
    return arrays;
}

/** Returns an array of float64. @param {Buffer} bytes */
function readArray(bytes) {
    const isFirst = bytes[6] === 1;
    const length = isFirst ? bytes.readUInt16LE(8) : bytes.readUInt32LE(8);
    const from = (isFirst ? 10 : 12) + length;
    const header = bytes.toString('latin1', isFirst ? 10 : 12, from);
    const [, dimensions] = /'shape': \(([\d, ]*)\)/.exec(header) ?? [];
    if (!header.includes("'<f8'") || header.includes('True') || dimensions === undefined) {
        throw new Error(`an array of another kind: ${header.trim()}`);
    }
    const shape = dimensions.split(',').filter((text) => text.trim() !== '');
    return {
        shape: shape.map(Number),
        values: new Float64Array(
            bytes.buffer.slice(bytes.byteOffset + from, bytes.byteOffset + bytes.length),
        ),
    };
}
