/**
 * Random floors of tiles that adjoin exactly.
 *
 * @typedef {[number, number][]} Tile outline, counter-clockwise
 */

/**
 * Returns a rectangle with the upper side y = 0, cut into columns, each of them into two tiles, and some of these into
 * two triangles. All coordinates are multiples of 1/8.
 *
 * @param {number} width
 * @param {number} height
 * @param {number[]} cuts places of the columns' sides, in eighths
 * @param {number[]} heights of the lower tile of each column, in eighths; 0 or missing: the column is one tile
 * @param {number[]} diagonals of each tile: 1 or 2 cut it along a diagonal
 * @returns {Tile[]}
 */
export function floorTiles(width, height, cuts, heights, diagonals) {
    const sides = [0, ...[...cuts].sort((p, q) => p - q).map((k) => k / 8), width];
    /** @type {Tile[]} */
    const tiles = [];
    let next = 0;
    /** @param {number} x @param {number} y @param {number} right @param {number} top */
    const add = (x, y, right, top) => {
        /** @type {[number, number]} */ const a = [x, y];
        /** @type {[number, number]} */ const b = [right, y];
        /** @type {[number, number]} */ const c = [right, top];
        /** @type {[number, number]} */ const d = [x, top];
        const diagonal = diagonals[next++] ?? 0;
        if (diagonal === 1) tiles.push([a, b, c], [a, c, d]);
        else if (diagonal === 2) tiles.push([a, b, d], [b, c, d]);
        else tiles.push([a, b, c, d]);
    };
    for (let k = 0; k + 1 < sides.length; k++) {
        const middle = (heights[k] ?? 0) / 8 - height;
        if (middle > -height) add(sides[k], -height, sides[k + 1], middle);
        add(sides[k], middle, sides[k + 1], 0);
    }
    return tiles;
}
