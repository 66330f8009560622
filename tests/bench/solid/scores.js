/**
 * Scores of answers about pairs of hulls, and their rows in Markdown.
 *
 * @import { Truth } from './pairs.js'
 *
 * @typedef {object} Entry a query of a contestant
 * @property {string} name
 * @property {(number | null)[]} answers positive for disjoint bodies, 0 for contact, negative for an overlap; null: failed
 * @property {(number | null)[]} times ns, the least
 * @property {boolean} [hasDistance] whether positive answers are distances
 * @property {boolean} [hasDepth] whether negative answers are depths
 */

export const HEADING = [
    'gap called contact (widest / size, without tiny bodies)',
    'overlap called apart',
    'touch called apart',
    'failed',
    'relative error of a distance, p99 / largest',
];

/** @param {readonly (number | null)[]} numbers @param {number} share */
export function quantile(numbers, share) {
    const sorted = numbers.flatMap((x) => (x === null ? [] : [x])).toSorted((p, q) => p - q);
    return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** @param {string[]} cells */
export const printRow = (cells) => console.log(`| ${cells.join(' | ')} |`);

/** @param {string[]} heading */
export function printHeading(heading) {
    printRow(heading);
    printRow(heading.map(() => '---'));
}

/** Counts the wrong verdicts of some pairs. @param {Entry} entry @param {Truth[]} truths @param {number[]} chosen */
export function countFaults({ answers }, truths, chosen) {
    const faults = { gaps: 0, overlaps: 0, touches: 0, failures: 0, widest: 0 };
    for (const k of chosen) {
        const answer = answers[k];
        const { family, relation, distance, size } = truths[k];
        if (answer === null) faults.failures++;
        else if (relation === 0 && answer <= 0) {
            faults.gaps++;
            // Absolute tolerances are wide beside tiny bodies.
            if (family !== 'tiny') faults.widest = Math.max(faults.widest, distance / size);
        } else if (relation === 1 && answer > 0) faults.touches++;
        else if (relation === 2 && answer > 0) faults.overlaps++;
    }
    return faults;
}

/** Returns the cells of HEADING. @param {Entry} entry @param {Truth[]} truths @param {number[]} chosen */
export function scoreCells(entry, truths, chosen) {
    const { gaps, overlaps, touches, failures, widest } = countFaults(entry, truths, chosen);
    const errors = chosen.flatMap((k) => {
        const answer = entry.answers[k];
        const { relation, distance } = truths[k];
        if (relation !== 0 || answer === null || answer <= 0) return [];
        return [Math.abs(answer - distance) / distance];
    });
    return [
        gaps === 0 ? '0' : `${gaps} (${widest.toExponential(0)})`,
        ...[overlaps, touches, failures].map(String),
        entry.hasDistance
            ? `${quantile(errors, 0.99).toExponential(0)} / ${quantile(errors, 1).toExponential(0)}`
            : '',
    ];
}

/**
 * Returns the depths that are missing, those off by more than 0.1 %, and the largest error by the size, as text.
 *
 * @param {Entry} entry
 * @param {Truth[]} truths
 */
export function scoreDepths({ answers, hasDepth }, truths) {
    if (!hasDepth) return '';
    const score = { known: 0, missing: 0, off: 0, error: 0 };
    truths.forEach(({ depth, size }, k) => {
        if (depth < 0) return;
        const answer = answers[k];
        score.known++;
        if (answer === null || answer >= 0) {
            score.missing++;
            return;
        }
        const error = Math.abs(answer + depth);
        if (error > 1e-3 * depth) score.off++;
        score.error = Math.max(score.error, error / size);
    });
    if (score.known === 0) return '';
    return `${score.missing} / ${score.off} of ${score.known} (${score.error.toExponential(0)})`;
}

/** Returns p50 / p99 of times. @param {Entry} entry @param {number[]} chosen */
export function timeCell({ times }, chosen) {
    const some = chosen.map((k) => times[k]);
    return `${quantile(some, 0.5).toFixed(0)} / ${quantile(some, 0.99).toFixed(0)}`;
}
