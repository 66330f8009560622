/** The theme's colours as a canvas takes them, asked once for each theme. */

import { color } from '../../base/theme.js';

/** @typedef {ReturnType<typeof readPalette>} Palette */

/** The bytes of a colour as they lie in an image. @param {string} css @param {number} alpha */
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
