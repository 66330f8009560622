/** Classes of vectors and rotations that are built as those of three.js. */

/** A vector as three.js has it, with fields. */
export class Vector3 {
    /** @param {number} x @param {number} y @param {number} z */
    constructor(x, y, z) {
        this.x = x;
        this.y = y;
        this.z = z;
    }
}

/** A quaternion as three.js has it, with getters over fields. */
export class Quaternion {
    /** @param {number} x @param {number} y @param {number} z @param {number} w */
    constructor(x, y, z, w) {
        this._x = x;
        this._y = y;
        this._z = z;
        this._w = w;
    }
    get x() {
        return this._x;
    }
    get y() {
        return this._y;
    }
    get z() {
        return this._z;
    }
    get w() {
        return this._w;
    }
}
