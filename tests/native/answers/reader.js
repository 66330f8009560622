import { CONTACT_STATUSES, GJK_POINT, WITNESS } from '../../../js/graze/core/layout.js';

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

    /** Reads the witness at the beginning of a record: its points and its normal, and its features. */
    witness() {
        const numbers = this.record(WITNESS);
        return {
            points: numbers.slice(0, 6),
            features: numbers.slice(6, 10),
            parts: numbers.slice(10),
        };
    }

    /**
     * Reads a result with a witness: a distance or the beginning of a penetration, in the order in which the answers
     * have its numbers.
     */
    witnessed() {
        const { points, features } = this.witness();
        const [amount] = this.doubles(1);
        const [relation, iterations] = this.ints(2);
        return [amount, ...points, relation, ...features, iterations];
    }

    /** Reads the end of a penetration: its lower bound, its status and the padding. */
    certainty() {
        return [...this.doubles(1), ...this.ints(2).slice(0, 1)];
    }

    cast() {
        const { points, features } = this.witness();
        const interval = this.doubles(2);
        const [status, relation] = this.ints(2);
        return [
            ...interval,
            ...points.slice(0, 2),
            ...points.slice(4),
            status,
            relation,
            ...features,
        ];
    }

    contact() {
        const { points, features } = this.witness();
        const numbers = this.doubles(3);
        const [status, iterations] = this.ints(2);
        return [...numbers, ...points, status, ...features, iterations];
    }

    clearance() {
        const { points } = this.witness();
        const numbers = this.doubles(3);
        const [isCommon, ...rest] = this.ints(4);
        const hasTime = isCommon === 1 && numbers[1] < Infinity;
        return [...numbers, ...points, Number(hasTime), ...rest];
    }

    round() {
        const simplex = Array.from({ length: 3 }, () => this.record(GJK_POINT));
        const head = this.doubles(6);
        const [wA, wB, ...rest] = this.ints(6);
        return [
            ...[...head, ...simplex.flatMap((point) => point.slice(0, 3))],
            ...[wA, wB, ...simplex.flatMap((point) => point.slice(3)), ...rest],
        ];
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

/** Reads a first contact. JavaScript reports no time when there is no contact. @param {Reader} reader */
export function readContact(reader) {
    const record = reader.contact();
    const isFree = record[CONTACT_NUMBERS] === CONTACT_STATUSES.indexOf('free');
    return isFree ? [0, 0, ...record.slice(2)] : record;
}
