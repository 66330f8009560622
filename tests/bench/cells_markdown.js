/**
 * @typedef {{ name: string, ns: number, ratio: number, isBeside: boolean }} Result
 * @typedef {{ cell: string, query: string, body: string, scene: string, results: Result[] }} Row
 */

/** Contestant that is compared on its own: it has no library's checks, shapes or guarantees. */
const PLAIN = 'plain JS';

/** @param {number} value */
const digits = (value) => (value < 9.95 ? value.toFixed(1) : value.toFixed(0));

/** Returns a ratio, in bold type where graze is slower. @param {number} ratio */
function ratioText(ratio) {
    const text = ratio < 9.95 ? ratio.toFixed(ratio < 0.995 ? 2 : 1) : ratio.toFixed(0);
    return ratio < 0.995 ? `**${text}**` : text;
}

/** @param {Result[]} results */
const libraries = (results) =>
    results.filter(({ name, isBeside }) => ![PLAIN, 'graze', 'before'].includes(name) && !isBeside);

/**
 * Returns what a row measured: graze's nanoseconds, the time of the quickest library and that of plain JavaScript in times of
 * graze's.
 *
 * @param {Row | undefined} row
 */
function cellText(row) {
    if (row === undefined) return '';
    const graze = row.results.find(({ name }) => name === 'graze');
    if (graze === undefined) return '';
    const ratios = [
        Math.min(...libraries(row.results).map(({ ratio }) => ratio)),
        row.results.find(({ name }) => name === PLAIN)?.ratio ?? Infinity,
    ];
    return [digits(graze.ns), ...ratios.filter((ratio) => ratio < Infinity).map(ratioText)].join(
        ' · ',
    );
}

/**
 * Returns a table in Markdown of the rows of one cell: a line for each query and scene, a column for each body.
 *
 * @param {string} title
 * @param {Row[]} rows
 */
export function markdownTable(title, rows) {
    const bodies = [...new Set(rows.map(({ body }) => body))];
    const heads = bodies.map((body) =>
        body === '-' ? '' : body === 'box' ? 'boxes' : `n = ${body}`,
    );
    const lines = [`| ${[title, ...heads].join(' | ')} |`, `|${'---|'.repeat(bodies.length + 1)}`];
    for (const query of new Set(rows.map((row) => row.query))) {
        const asked = rows.filter((row) => row.query === query);
        const names = new Set(
            asked.flatMap(({ results }) => [
                ...libraries(results).map(({ name }) => name),
                ...results.filter(({ name }) => name === PLAIN).map(({ name }) => name),
            ]),
        );
        const beside = names.size > 0 ? ` beside ${[...names].join(', ')}` : '';
        lines.push(`| **${query}**${beside} |${' |'.repeat(bodies.length)}`);
        for (const scene of new Set(asked.map((row) => row.scene))) {
            const texts = bodies.map((body) =>
                cellText(asked.find((row) => row.scene === scene && row.body === body)),
            );
            lines.push(`| ${[scene, ...texts].join(' | ')} |`);
        }
    }
    return lines.join('\n');
}
