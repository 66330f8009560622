/** Fields of a pose. */

import { h } from './dom.js';
import { numberField } from './fields.js';
import { shortest } from './float.js';

/** @import { PoseState } from './shapes.js' */

/**
 * @param {object} options
 * @param {() => PoseState} options.get
 * @param {(pose: PoseState) => void} options.onPose
 */
export function createPoseFields({ get, onPose }) {
    const x = numberField({
        label: 'x',
        onInput: (value) => onPose({ ...get(), x: shortest(value) }),
    });
    const y = numberField({
        label: 'y',
        onInput: (value) => onPose({ ...get(), y: shortest(value) }),
    });
    const angle = numberField({
        label: 'Angle, rad',
        least: -1e6,
        most: 1e6,
        onInput: (value) => onPose({ ...get(), angle: value }),
    });
    return {
        element: h('div', { class: 'row' }, x.element, y.element, angle.element),
        draw() {
            const pose = get();
            x.set(pose.x);
            y.set(pose.y);
            angle.set(pose.angle);
        },
    };
}
