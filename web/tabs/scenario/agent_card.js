/** The card of the followed agent, chosen by its number or on the map. */

import { h } from '../../base/dom.js';
import { createReadout } from '../../base/readout.js';
import { nameField } from './optional_field.js';

/** @import { CurrentPlan } from './current_plan.js' */

const NO_AGENT = { name: null, position: null, heading: null, speedNow: null, segment: null };

/** @param {(agent: number) => void} onAgent -1: none */
export function createAgentCard(onAgent) {
    /** @type {CurrentPlan | null} */
    let currentPlan = null;
    const agentNames = () => currentPlan?.scene.names.slice(0, currentPlan.scene.agents) ?? [];
    const nameInput = nameField({
        label: 'Agent',
        placeholder: 'none',
        title: 'Name in the file; or click the agent on the map',
        find(name) {
            const index = agentNames().indexOf(name);
            return index < 0 ? null : index;
        },
        write: (agent) => agentNames()[agent] ?? '',
        onInput: (agent) => onAgent(agent ?? -1),
    });
    const readout = createReadout(
        {
            name: 'Name',
            position: 'x, y',
            angle: 'Angle (rad)',
            speedNow: 'Speed',
            piece: 'Piece',
        },
        'The agent at the current time',
    );
    readout.element.classList.add('inline');
    const element = h(
        'section',
        { class: 'card agent-card', 'aria-label': 'One agent' },
        h('h2', null, 'One agent'),
        h('div', { class: 'row' }, nameInput.element),
        readout.element,
    );
    return {
        element,
        /** @param {CurrentPlan | null} plan @param {number} agent */
        draw(plan, agent) {
            currentPlan = plan;
            nameInput.set(agent < 0 ? null : agent);
            const isKnown = plan !== null && agent >= 0 && agent < plan.scene.agents;
            readout.element.hidden = !isKnown;
            if (!isKnown) return readout.set(NO_AGENT);
            const { scene, poses } = plan;
            const pose = poses.currentPose(agent);
            readout.set({
                name: scene.names[agent],
                position: pose ? [pose.x, pose.y] : 'not present',
                angle: pose?.angle ?? null,
                speedNow: pose ? poses.speedAt(agent, poses.time) : null,
                piece: poses.pieceAt(agent, poses.time) ?? 'at rest',
            });
        },
        dispose: readout.dispose,
    };
}
