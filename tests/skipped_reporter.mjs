/**
 * Reporter of the tests that were left out, in one line at the end of a run: their number for each reason. `make test` runs it
 * beside the reporter of the tests themselves.
 *
 * @param {AsyncIterable<{ type: string, data: any }>} events
 */
export default async function* reportSkipped(events) {
    /** @type {Map<string, number>} */
    const reasons = new Map();
    for await (const { type, data } of events) {
        if (type !== 'test:pass' && type !== 'test:fail') continue;
        if (data.skip === undefined) continue;
        const reason = data.skip === true ? 'no reason given' : String(data.skip);
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
    const parts = [...reasons].map(([reason, count]) => `${count} (${reason})`);
    yield `tests left out: ${parts.length > 0 ? parts.join(', ') : 'none'}\n`;
}
