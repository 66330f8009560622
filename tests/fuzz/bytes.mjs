/**
 * Inverse of input.c and the files beside it: writes values as the bytes that are read as them.
 *
 * @typedef {{ points: number[][], radius: number }} Shape
 * @typedef {{ lasts: number, x?: number[], y?: number[], angle?: number[], pivot?: { x: number, y: number } }} Piece
 * @typedef {{ begin: number, pieces: Piece[], before?: string, after?: string }} Motion
 * @typedef {{ x: number, y: number, z?: number, vx?: number, vy?: number, vz?: number, ax?: number, ay?: number,
 *   az?: number, t0: number, t1: number, radius: number }} MovingSphere
 */
export class Bytes {
    /** @type {number[]} */ #bytes = [];

    take() {
        return Uint8Array.from(this.#bytes);
    }

    /** @param {Uint8Array} bytes */
    raw(bytes) {
        this.#bytes.push(...bytes);
        return this;
    }

    /** Writes the bytes that input_bits reads. @param {bigint} value @param {number} size */
    bits(value, size) {
        for (let k = 0; k < size; k++) this.#bytes.push(Number((value >> BigInt(8 * k)) & 255n));
        return this;
    }

    /** Writes the bytes that input_below reads. @param {number} value @param {number} count */
    below(value, count) {
        return this.bits(BigInt(value), count > 256 ? 2 : 1);
    }

    /** Writes the bytes that input_float reads. @param {number} value */
    float(value) {
        const bits = new Uint32Array(Float32Array.of(value).buffer);
        return this.below(0, 4).bits(BigInt(bits[0]), 4);
    }

    /** Writes the bytes that input_double reads. @param {number} value */
    double(value) {
        const bits = new BigUint64Array(Float64Array.of(value).buffer);
        return this.below(0, 4).bits(bits[0], 8);
    }

    /** Writes the bytes that read_wild_body reads. @param {Shape} shape with at most 16 points */
    #body({ points, radius }) {
        if (points.length > 16) throw new Error(`${points.length} points`);
        const few = points.length <= 4;
        this.below(few ? 0 : 1, 4).below(points.length - 1, few ? 4 : 16);
        for (const [x, y] of points) this.float(x).float(y);
        this.below(1, 2).float(radius).below(1, 2);
        return this.double(0).double(0).below(0, 4);
    }

    /** Writes the bytes that input_pair reads. @param {{ a: Shape, b: Shape, way: [number, number] }} pair */
    pair({ a, b, way }) {
        this.below(1, 2).below(0, 32).#body(a).#body(b);
        return this.below(0, 2).double(way[0]).double(way[1]);
    }

    /** @param {string | undefined} before @param {string | undefined} after */
    #endings(before, after) {
        return this.below(before === 'vanish' ? 3 : 0, 4).below(after === 'vanish' ? 3 : 0, 4);
    }

    /** Writes the bytes that read_given_body reads. @param {Motion} motion with at most 4 pieces */
    motion({ begin, pieces, before, after }) {
        this.below(pieces.length - 1, 4).double(begin);
        for (const { lasts, x = [], y = [], angle = [], pivot } of pieces) {
            this.double(lasts);
            for (const terms of [x, y, angle]) {
                this.below(terms.length, 9);
                for (const term of terms) this.double(term);
            }
            this.below(pivot ? 1 : 0, 2);
            if (pivot) this.double(pivot.x).double(pivot.y);
        }
        return this.#endings(before, after);
    }

    /** Writes the bytes that read_any_body reads: pieces as they are. @param {Motion} motion */
    anyMotion({ begin, pieces, before, after }) {
        /** Inverse of read_number. @param {number} value */
        const number = (value) => (value === 0 ? this.below(4, 8) : this.below(0, 8).double(value));
        this.below(pieces.length - 1, 4);
        pieces.forEach(({ lasts, x = [], y = [], angle = [], pivot = { x: 0, y: 0 } }, i) => {
            number(i === 0 ? begin : 0);
            number(lasts);
            for (const terms of [x, y, angle]) for (let k = 0; k < 8; k++) number(terms[k] ?? 0);
            number(pivot.x);
            number(pivot.y);
            /* The piece begins at the end of the previous one, lasts this long, and joins it. */
            if (i > 0) this.below(0, 16);
            this.below(0, 16);
            if (i > 0) this.below(0, 4);
        });
        return this.#endings(before, after).below(0, 64);
    }

    /** Writes the bytes that meeting_read reads, with a box around the second one's place. @param {MovingSphere[]} two */
    meeting(two) {
        this.below(1, 2);
        for (const { x, y, vx = 0, vy = 0, t0, t1, radius } of two) {
            for (const value of [x, y, vx, vy, t0, t1]) this.double(value);
            this.below(1, 2).double(radius).below(1, 2);
        }
        const { x, y, radius } = two[1];
        return this.double(x)
            .double(y)
            .double(radius)
            .double(2 * radius)
            .below(1, 2);
    }

    /** Writes the bytes that sphere_kind_read reads. @param {boolean} isStraight @param {boolean} isPlane */
    sphereKind(isStraight, isPlane) {
        this.below(3, 4)
            .below(isStraight ? 0 : 1, 2)
            .below(isPlane ? 0 : 1, 2);
        return this.below(0, 10).below(0, 6).below(0, 6).below(0, 6).below(0, 4);
    }

    /** Writes the bytes that sphere_read reads. @param {MovingSphere} sphere @param {boolean} isStraight @param {boolean} isPlane */
    sphere(sphere, isStraight, isPlane) {
        const { x, y, z = 0, vx = 0, vy = 0, vz = 0, ax = 0, ay = 0, az = 0 } = sphere;
        const axes = [
            [x, vx, ax],
            [y, vy, ay],
            [z, vz, az],
        ];
        for (const [place, velocity, acceleration] of axes.slice(0, isPlane ? 2 : 3)) {
            this.double(place).double(velocity);
            if (!isStraight) this.double(acceleration);
        }
        this.double(sphere.t0).double(sphere.t1).below(7, 8);
        return this.double(sphere.radius).below(7, 8);
    }
}
