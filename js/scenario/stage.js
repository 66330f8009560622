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
 * @property {() => BlockWorker} [makeOwnWorker] makes what does blocks on the calling thread; default: `makeBlockWorker`
 * @property {boolean} [isOptional] whether nothing needs the stage: it only saves time where other threads help
 * @property {(done: number, of: number) => void} [progress]
 *
 * What does the blocks of a stage on one thread, with a result that is plain data.
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
    return { makeOwnWorker: undefined, isOptional: false, progress: undefined, ...fields };
}
