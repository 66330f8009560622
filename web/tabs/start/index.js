/** The Start tab: a car and a cyclist up to their first contact, how to install graze, and the use of each tab. */

import { createContactView } from '../../base/contact_view.js';
import { copyButton } from '../../base/copy.js';
import { h, setAttributes, svg } from '../../base/dom.js';
import { onPrecisionChange } from '../../base/format.js';
import { drawOutline } from '../../base/outline_path.js';
import { createPlayer } from '../../base/player.js';
import { createReadout, showValue } from '../../base/readout.js';
import { createStage } from '../../base/stage.js';
import { prefersReducedMotion } from '../../base/theme.js';
import { solveScene } from './scene.js';

/** @import { Context, Tab } from '../../base/tab.js' */

export const version = 1;

const INSTALL = 'npm install graze';
/** The part of the world that a wide stage shows: both bodies from the start on. */
const VIEW = { x: 7.8, y: 3.2, span: 10.2 };
const BOUNDS = { minX: -2.4, minY: -1.2, maxX: 17.9, maxY: 7 };
/** Duration of playing, in seconds. */
const DURATION = 4.5;
/** Documents that the page comes with. */
const DOCUMENTS = [
    ['docs/tasks', 'Calls by task'],
    ['docs/plans', 'Checking plans'],
    ['docs/numerics', 'What is exact'],
    ['docs/README', 'All documents'],
];

/**
 * @param {HTMLElement} root
 * @param {Context} context
 * @returns {Tab}
 */
export function mount(root, { graze, tabs }) {
    const scene = solveScene(graze);
    const [contactTime] = scene.time;
    let time = prefersReducedMotion() ? contactTime : 0;

    const stage = createStage({
        label: 'A car, A, turns left, and a cyclist, B, comes the other way',
        view: VIEW,
        onView: () => {},
        bounds: () => BOUNDS,
        isScene: true,
        draw,
    });
    const contactView = createContactView(stage);
    const layer = stage.addLayer('bodies');
    const bodies = /** @type {const} */ ([
        ['a', 'Car', scene.state.a.shape, scene.shapeA, scene.motionA],
        ['b', 'Cyclist', scene.state.b.shape, scene.shapeB, scene.motionB],
    ]).map(([side, name, state, shape, motion]) => {
        const outline = svg('path', { class: `body ${side}` });
        const label = svg('text', { class: `body-name ${side}`, 'aria-hidden': 'true' }, name);
        layer.append(outline, label);
        return () => {
            const pose = motion.pose(time);
            if (!pose) return;
            setAttributes(outline, { d: drawOutline(stage, state, shape, pose).area });
            // The name of the cyclist stands before it, clear of the car and of the normal.
            const dx = side === 'a' ? 0 : -1.1 * stage.scale - 36;
            stage.placeText(label, pose, dx);
        };
    });
    const readout = createReadout({ separation: 'Distance now' }, 'At the current time');
    const player = createPlayer({
        label: 'Time',
        duration: DURATION,
        write: (value) => `t = ${value.toFixed(3)} s`,
        onInput(value) {
            time = value;
            stage.redraw();
        },
    });
    player.setRange(0, contactTime);
    player.set(time);
    function draw() {
        contactView.draw(scene, scene.state);
        for (const drawBody of bodies) drawBody();
        readout.set({ separation: `${scene.separationAt(time).toFixed(3)} m` });
    }

    const certified = h('output', { 'data-key': 'time', 'aria-live': 'off' });
    const showTime = () => showValue(certified, { bracket: scene.time });
    const stopPrecision = onPrecisionChange(showTime);
    showTime();

    // It plays only while the visitor sees it, and goes on where it was.
    let isWaiting = !prefersReducedMotion();
    let isInView = false;
    const followView = () => {
        const isSeen = isInView && !document.hidden;
        if (isSeen && isWaiting) player.play();
        else if (!isSeen && player.isPlaying) player.pause();
        else return;
        isWaiting = !isSeen;
    };
    const observer = new IntersectionObserver(([entry]) => {
        isInView = entry.isIntersecting;
        followView();
    });
    observer.observe(stage.element);
    document.addEventListener('visibilitychange', followView);

    const repository = document.documentElement.dataset.repository;
    /** @param {string} href @param {string} text */
    const link = (href, text) => h('li', null, h('a', { href }, text));
    root.append(
        h(
            'div',
            { class: 'opening' },
            h(
                'div',
                { class: 'opening-words' },
                h('h2', null, 'Know exactly if, when and where moving shapes touch'),
                h(
                    'p',
                    null,
                    'A car turns left at 5 m/s, a cyclist comes the other way at 2.5 m/s: graze proves that they first touch at ',
                    certified,
                    ' s. There is no contact before the first of these times, and there is by the second.',
                ),
            ),
            h(
                'section',
                { class: 'opening-scene', 'aria-label': 'Car and cyclist' },
                stage.element,
                h('div', { class: 'card' }, player.element, readout.element),
            ),
            h(
                'div',
                { class: 'opening-use' },
                h(
                    'p',
                    { class: 'install' },
                    h('code', null, INSTALL),
                    copyButton('Copy', () => INSTALL, 'Copies the command that installs graze'),
                ),
                h(
                    'ul',
                    { class: 'documents', 'aria-label': 'Documents' },
                    ...DOCUMENTS.map(([path, text]) => link(`documents/${path}.html`, text)),
                    repository && link(repository, 'Repository'),
                ),
                h('p', { class: 'hint' }, `Version ${graze.version}, MIT license`),
            ),
        ),
        h('h2', null, 'What the tabs are for'),
        h(
            'ul',
            { class: 'doors' },
            ...tabs
                .filter(({ id }) => id !== 'start')
                .map(({ id, title, description }) =>
                    h(
                        'li',
                        { class: 'card' },
                        h('a', { href: `#${id}` }, title),
                        h('p', null, description),
                    ),
                ),
        ),
    );

    return {
        get: () => ({}),
        set() {},
        onKey: player.onKey,
        dispose() {
            observer.disconnect();
            document.removeEventListener('visibilitychange', followView);
            stopPrecision();
            player.dispose();
            readout.dispose();
            stage.dispose();
            scene.release();
        },
    };
}
