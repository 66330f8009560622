/** One agent, followed: chosen by its number or on the map. */

import { h } from '../../base/dom.js';
import { createReadout } from '../../base/readout.js';
import { nameField } from './optional_field.js';

/** @import { Shown } from './shown.js' */

const NOBODY = { name: null, position: null, heading: null, speedNow: null, segment: null };

/** @param {(agent: number) => void} onAgent -1: nobody */
export function createAgentCard(onAgent) {
    /** @type {Shown | null} */
    let now = null;
    const agents = () => now?.scene.names.slice(0, now.scene.agents) ?? [];
    const number = nameField({
        label: 'Agent',
        otherwise: 'nobody',
        title: 'Its name in the file; or press it on the map',
        find(name) {
            const found = agents().indexOf(name);
            return found < 0 ? null : found;
        },
        write: (agent) => agents()[agent] ?? '',
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
        /** @param {Shown | null} shown @param {number} agent */
        draw(shown, agent) {
            now = shown;
            number.set(agent < 0 ? null : agent);
            const isKnown = shown !== null && agent >= 0 && agent < shown.scene.agents;
            numbers.element.hidden = !isKnown;
            if (!isKnown) return numbers.set(NOBODY);
            const { scene, poses } = shown;
            const pose = poses.now(agent);
            numbers.set({
                name: scene.names[agent],
                position: pose ? [pose.x, pose.y] : 'not there',
                heading: pose?.angle ?? null,
                speedNow: pose ? poses.speedAt(agent, poses.time) : null,
                segment: poses.segmentAt(agent, poses.time) ?? 'at rest',
            });
        },
        dispose: numbers.dispose,
    };
}
