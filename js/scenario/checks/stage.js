/**
 * Work that consists of blocks, of which none needs the result of another one. Their results are plain data that are taken, or
 * are written into arrays of the input, each to places of its own. They must not depend on the order in which blocks are done,
 * nor on what did them, and a stage can be done again.
 *
 * @typedef {object} Stage
 * @property {StageKind} kind
 * @property {() => any} makeInput makes the data that all blocks need: plain, and its large arrays of numbers in shared memory if
 *   several threads are to do them
 * @property {any[]} blocks plain data; a thread does its blocks in this order
 * @property {number} cost estimate of what all blocks take one thread, in milliseconds
 * @property {(result: any, block: number) => void} take receives the result of each block, in the order of the blocks
 * @property {(result: any, block: number) => void} [preview] receives results of some blocks early, in any order
 * @property {() => BlockWorker} [makeOwnWorker] makes what does blocks on the calling thread; default: `makeBlockWorker`
 * @property {boolean} [isLocal] whether the calling thread alone can do it
 * @property {boolean} [isOptional] whether nothing needs the stage: it only saves time where other threads help
 * @property {(done: number, of: number) => void} [progress]
 *
 * Worker that does the blocks of a stage on one thread, with results that are plain data.
 *
 * @typedef {{ run: (block: any) => any, free: () => void }} BlockWorker
 *
 * @typedef {'bodies' | 'boxes' | 'contacts' | 'delays' | 'records' | 'spans'} StageKind
 */

/**
 * Makes a stage. Fields that it does not have are set too, so that none is read from Object.prototype.
 *
 * @param {Stage} fields
 * @returns {Stage}
 */
export function makeStage(fields) {
    const rest = {
        makeOwnWorker: undefined,
        isOptional: false,
        isLocal: false,
        progress: undefined,
    };
    return { preview: undefined, ...rest, ...fields };
}

/**
 * Returns the numbers of the blocks of some things, the last of which may have fewer.
 *
 * @param {number} count
 * @param {number} perBlock
 */
export function numberBlocks(count, perBlock) {
    return Array.from({ length: Math.ceil(count / perBlock) }, (_, k) => k);
}

/**
 * Returns a list as lists of `length` entries; the last one may be shorter.
 *
 * @template T
 * @param {T[]} list
 * @param {number} length
 */
export function sliceInto(list, length) {
    return Array.from({ length: Math.ceil(list.length / length) }, (_, k) =>
        list.slice(k * length, (k + 1) * length),
    );
}

/**
 * Memory of arrays of numbers that threads may share.
 *
 * @typedef {(bytes: number) => ArrayBufferLike} Allocate
 */

/** Returns memory of the calling thread. @type {Allocate} */
export function allocateOwn(bytes) {
    return new ArrayBuffer(bytes);
}

/** Returns memory that threads share when it is posted to them. @type {Allocate} */
export function allocateShared(bytes) {
    return new SharedArrayBuffer(bytes);
}

/**
 * Returns copies of the paths of cells, one after the other in one memory.
 *
 * @param {Int32Array[]} cells
 * @param {Allocate} allocate
 */
export function copyPaths(cells, allocate) {
    const size = cells.reduce((sum, { length }) => sum + length, 0);
    const memory = allocate(4 * size);
    let offset = 0;
    return cells.map((path) => {
        const copy = new Int32Array(memory, 4 * offset, path.length);
        copy.set(path);
        offset += path.length;
        return copy;
    });
}
