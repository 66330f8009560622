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
