/** The theme's colors for a canvas, read once per theme. */

import { color } from '../../base/theme.js';

/** @typedef {ReturnType<typeof readPalette>} Palette */

/** Returns the bytes of a color in the order of image data. @param {string} css @param {number} alpha */
function colorPixel(css, alpha) {
    const context = document.createElement('canvas').getContext('2d');
    if (!context) return 0;
    context.globalAlpha = alpha;
    context.fillStyle = css;
    context.fillRect(0, 0, 1, 1);
    return new Uint32Array(context.getImageData(0, 0, 1, 1).data.buffer)[0];
}

export function readPalette() {
    return {
        grid: color('grid'),
        wall: color('wall'),
        wallPixel: colorPixel(color('wall'), 1),
        outsidePixel: colorPixel(color('page'), 1),
        obstacle: color('muted'),
        road: color('line'),
        crowd: color('crowd'),
        bad: color('bad'),
        text: color('text'),
        surface: color('surface'),
    };
}
