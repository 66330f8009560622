/** Boxes in the world: those of all steps, and the pair being compared. */

import { setAttributes, svg } from '../../base/dom.js';

/**
 * @import { Stage } from '../../base/stage.js'
 * @import { Box, BoxTest } from './replay/boxes.js'
 * @import { Solution } from './solve.js'
 */

/** @param {Stage} stage */
export function createWorldView(stage) {
    const steps = {
        a: svg('path', { class: 'step-boxes a' }),
        b: svg('path', { class: 'step-boxes b' }),
    };
    const candidates = {
        a: svg('path', { class: 'candidate-boxes a' }),
        b: svg('path', { class: 'candidate-boxes b' }),
    };
    const current = {
        a: svg('path', { class: 'current a' }),
        b: svg('path', { class: 'current b' }),
    };
    stage
        .addLayer('boxes')
        .append(steps.a, steps.b, candidates.a, candidates.b, current.a, current.b);

    /** @param {Box} box */
    const outline = ([loX, loY, hiX, hiY]) =>
        hiX >= loX
            ? stage.path(
                  [
                      { x: loX, y: loY },
                      { x: hiX, y: loY },
                      { x: hiX, y: hiY },
                      { x: loX, y: hiY },
                  ],
                  true,
              )
            : '';
    /** @param {readonly Box[]} boxes */
    const outlines = (boxes) => boxes.map(outline).join('');

    return {
        /**
         * @param {Solution} solution
         * @param {readonly number[]} found remaining steps found so far
         * @param {BoxTest | null} test
         */
        draw({ laidA, laidB }, found, test) {
            setAttributes(steps.a, { d: outlines(laidA.boxes) });
            setAttributes(steps.b, { d: outlines(laidB.boxes) });
            setAttributes(candidates.a, { d: outlines(found.map((i) => laidA.boxes[i])) });
            setAttributes(candidates.b, { d: outlines(found.map((i) => laidB.boxes[i])) });
            setAttributes(current.a, { d: test ? outline(test.boxA) : '' });
            setAttributes(current.b, { d: test ? outline(test.boxB) : '' });
        },
    };
}
