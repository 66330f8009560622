/** One agent, followed: chosen by its number or on the map. */

import { h } from '../../base/dom.js';
import { createReadout } from '../../base/readout.js';
import { optionalField } from './optional_field.js';

/** @import { Shown } from './shown.js' */

/** @param {(agent: number) => void} onAgent -1: nobody */
export function createAgentCard(onAgent) {
    const number = optionalField({
        label: 'Agent',
        otherwise: 'nobody',
        isWhole: true,
        title: 'Its number; or press it on the map',
        onInput: (agent) => onAgent(agent ?? -1),
    });
    const numbers = createReadout(
        {
            name: 'Name',
            position: 'x, y',
            heading: 'Heading (rad)',
            speedNow: 'Speed',
            segment: 'Segment',
        },
        'The agent at the time shown',
    );
    numbers.element.classList.add('in-line');
    const element = h(
        'section',
        { class: 'card agent-card', 'aria-label': 'One agent' },
        h('h2', null, 'One agent'),
        h('div', { class: 'row' }, number.element),
        numbers.element,
    );
    return {
        element,
        /** @param {Shown} shown @param {number} agent */
        draw({ scene, poses }, agent) {
            number.set(agent < 0 ? null : agent);
            const isKnown = agent >= 0 && agent < scene.agents;
            const pose = isKnown ? poses.now(agent) : null;
            numbers.element.hidden = !isKnown;
            numbers.set({
                name: isKnown ? scene.names[agent] : null,
                position: pose ? [pose.x, pose.y] : isKnown ? 'not there' : null,
                heading: pose?.angle ?? null,
                speedNow: pose ? poses.speedAt(agent, poses.time) : null,
                segment: isKnown ? (poses.segmentAt(agent, poses.time) ?? 'at rest') : null,
            });
        },
        dispose: numbers.dispose,
    };
}
