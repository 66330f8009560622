/** Icons of buttons, drawn as paths because some fonts lack them. */

import { svg } from './dom.js';

const PATHS = {
    play: 'M5 3v10l8-5z',
    pause: 'M4 3h3v10H4zM9 3h3v10H9z',
    back: 'M12 3v10L5 8zM3 3h1.6v10H3z',
    forward: 'M4 3v10l7-5zM11.4 3H13v10h-1.6z',
    plus: 'M7.2 3h1.6v4.2H13v1.6H8.8V13H7.2V8.8H3V7.2h4.2z',
    minus: 'M3 7.2h10v1.6H3z',
    fit: 'M3 3h4v1.6H4.6V7H3zM9 3h4v4h-1.6V4.6H9zM3 9h1.6v2.4H7V13H3zM11.4 9H13v4H9v-1.6h2.4z',
    auto: 'M8 2.5a5.5 5.5 0 1 0 0 11zM8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1z',
    light: 'M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM7.3.8h1.4v2.4H7.3zM7.3 12.8h1.4v2.4H7.3zM.8 7.3h2.4v1.4H.8zM12.8 7.3h2.4v1.4h-2.4zM2.4 3.4l1-1 1.7 1.7-1 1zM10.9 11.9l1-1 1.7 1.7-1 1zM11.9 5.1l-1-1 1.7-1.7 1 1zM3.4 13.6l-1-1 1.7-1.7 1 1z',
    dark: 'M6.2 1.6A5.6 5.6 0 0 0 14.4 9.8 6.6 6.6 0 1 1 6.2 1.6z',
};

/** @typedef {keyof typeof PATHS} Icon */

/** @param {Icon} name */
export function icon(name) {
    return svg(
        'svg',
        { class: 'sign', viewBox: '0 0 16 16', 'aria-hidden': 'true' },
        svg('path', { d: PATHS[name] }),
    );
}
