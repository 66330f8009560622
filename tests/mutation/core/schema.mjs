/**
 * One source with all of its mutants in it, of which a number chooses one when the program runs: what compiling costs is
 * paid once.
 *
 * @import { Choice, Mutant, Range } from './mutants.mjs'
 */

/** Declarations in which choices are written. */
export const PRELUDE = `extern int graze_mutant;
#define MUTANT(k) (graze_mutant == (k))
`;

/** @param {Range} inner @param {Range} outer */
const isWithin = (inner, outer) => inner.start >= outer.start && inner.end <= outer.end;

/**
 * @param {Buffer} source
 * @param {Choice[]} choices
 * @param {Map<Mutant, number>} numbers numbers of those that can be chosen
 */
export function writeSchema(source, choices, numbers) {
    const code = source.toString('latin1');
    const used = choices
        .filter(({ mutants }) => mutants.every((mutant) => numbers.has(mutant)))
        .map((choice, order) => ({ choice, order }))
        .sort(
            (a, b) =>
                a.choice.range.start - b.choice.range.start ||
                b.choice.range.end - a.choice.range.end ||
                a.order - b.order,
        )
        .map(({ choice }) => choice);
    /** @param {Range} range @param {Choice[]} inside in order @returns {string} */
    const render = (range, inside) => {
        let text = '';
        let at = range.start;
        let left = inside;
        while (left.length > 0) {
            const [choice, ...others] = left;
            const parts = choice.parts.map((part) =>
                render(
                    part,
                    others.filter((other) => isWithin(other.range, part)),
                ),
            );
            const ks = choice.mutants.map((mutant) => /** @type {number} */ (numbers.get(mutant)));
            text += code.slice(at, choice.range.start) + choice.make(parts, ks);
            at = choice.range.end;
            left = others.filter((other) => other.range.start >= at);
        }
        return text + code.slice(at, range.end);
    };
    return Buffer.from(render({ start: 0, end: code.length }, used), 'latin1');
}
