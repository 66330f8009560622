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
