/** Fields of a pose. */

import { h } from './dom.js';
import { numberField } from './fields.js';
import { shortestDecimal } from './float.js';

/** @import { PoseState } from './shapes.js' */

/**
 * @param {object} options
 * @param {() => PoseState} options.get
 * @param {(pose: PoseState) => void} options.onPose
 */
export function createPoseFields({ get, onPose }) {
    const x = numberField({
        label: 'x',
        onInput: (value) => onPose({ ...get(), x: shortestDecimal(value) }),
    });
    const y = numberField({
        label: 'y',
        onInput: (value) => onPose({ ...get(), y: shortestDecimal(value) }),
    });
    const angle = numberField({
        label: 'Angle, rad',
        min: -1e6,
        max: 1e6,
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
