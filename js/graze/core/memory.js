/**
 * Views of an instance's memory. Growth detaches every view, so each is read through a getter and created again
 * only if it is detached.
 */
export class Memory {
    /** @type {WebAssembly.Memory} */ #memory;
    #bytes = new Uint8Array(0);
    #int32 = new Int32Array(0);
    #uint32 = new Uint32Array(0);
    #float32 = new Float32Array(0);
    #float64 = new Float64Array(0);

    /** @param {WebAssembly.Memory} memory */
    constructor(memory) {
        this.#memory = memory;
    }

    /**
     * Creates the views again if growth has detached them: their length is then 0. Comparing the memory's buffer
     * would cost more than a query.
     */
    #refresh() {
        if (this.#bytes.length > 0) return;
        const buffer = this.#memory.buffer;
        this.#bytes = new Uint8Array(buffer);
        this.#int32 = new Int32Array(buffer);
        this.#uint32 = new Uint32Array(buffer);
        this.#float32 = new Float32Array(buffer);
        this.#float64 = new Float64Array(buffer);
    }

    /** The current buffer; it changes whenever the memory grows. */
    get buffer() {
        return this.#memory.buffer;
    }

    get bytes() {
        this.#refresh();
        return this.#bytes;
    }

    get int32() {
        this.#refresh();
        return this.#int32;
    }

    get uint32() {
        this.#refresh();
        return this.#uint32;
    }

    get float32() {
        this.#refresh();
        return this.#float32;
    }

    get float64() {
        this.#refresh();
        return this.#float64;
    }

    /**
     * Reads a NUL-terminated ASCII string.
     *
     * @param {number} pointer
     */
    readString(pointer) {
        const bytes = this.bytes;
        let text = '';
        for (let i = pointer; bytes[i] > 0; i++) text += String.fromCharCode(bytes[i]);
        return text;
    }
}
