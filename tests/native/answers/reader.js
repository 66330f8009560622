import { CONTACT, CONTACT_STATUSES } from '../../../js/graze/core/layout.js';

/** Reader of the output of replay.c: fields of records, in order. */
export class Reader {
    #view;
    #at = 0;

    /** @param {Uint8Array} bytes */
    constructor({ buffer, byteOffset, byteLength }) {
        this.#view = new DataView(buffer, byteOffset, byteLength);
    }

    get isAtEnd() {
        return this.#at === this.#view.byteLength;
    }

    /** @param {number} count */
    ints(count) {
        return Array.from({ length: count }, () => {
            this.#at += 4;
            return this.#view.getInt32(this.#at - 4, true);
        });
    }

    /** @param {number} count */
    floats(count) {
        return Array.from({ length: count }, () => {
            this.#at += 4;
            return this.#view.getFloat32(this.#at - 4, true);
        });
    }

    /** @param {number} count */
    doubles(count) {
        return Array.from({ length: count }, () => {
            this.#at += 8;
            return this.#view.getFloat64(this.#at - 8, true);
        });
    }

    /** Reads doubles first, then integers. @param {Readonly<Record<string, number>>} layout */
    record({ bytes, ...fields }) {
        const start = this.#at;
        this.#at += bytes;
        return Object.values(fields).map((offset, k) =>
            offset === k
                ? this.#view.getFloat64(start + 8 * offset, true)
                : this.#view.getInt32(start + 4 * offset, true),
        );
    }

    /** Reads a count and as many items. @param {() => number[]} one */
    counted(one) {
        const [count] = this.ints(1);
        return [count, ...Array.from({ length: count }, one).flat()];
    }

    /** @returns {[lo: number, hi: number][]} */
    spans() {
        const [count] = this.ints(1);
        return Array.from({ length: count }, () => {
            const [lo, hi] = this.doubles(2);
            return [lo, hi];
        });
    }
}

/** @param {readonly number[][]} spans */
export const spansRecord = (spans) => [spans.length, ...spans.flat()];

/** Number of fields of a first contact before its status. */
const CONTACT_NUMBERS = 9;

/**
 * Reads a first contact. JavaScript reports no time when there is no contact.
 * @param {Reader} reader
 * @param {Readonly<Record<string, number>>} [layout] layout that begins with the fields of CONTACT
 */
export function readContact(reader, layout = CONTACT) {
    const record = reader.record(layout);
    const isFree = record[CONTACT_NUMBERS] === CONTACT_STATUSES.indexOf('free');
    return isFree ? [0, 0, ...record.slice(2)] : record;
}
