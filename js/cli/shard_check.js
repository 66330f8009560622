/**
 * Whether values parsed from a file of outcomes have the form that reports rely on.
 *
 * @import { Header, Trailer } from './campaign.js'
 * @import { Outcome } from './outcome.js'
 */

/** @param {unknown} value @returns {value is Record<string, any>} */
function isBag(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @param {unknown} value */
function isCount(value) {
    return Number.isSafeInteger(value) && /** @type {number} */ (value) >= 0;
}

/** @param {...unknown} values */
function areNumbers(...values) {
    return values.every((value) => typeof value === 'number');
}

/** @param {...unknown} values */
function areTexts(...values) {
    return values.every((value) => typeof value === 'string');
}

/**
 * @param {unknown} values
 * @param {(value: any) => boolean} isOne
 */
function isList(values, isOne) {
    return Array.isArray(values) && values.every((value) => isOne(value));
}

/** @param {unknown} value @param {number} [length] */
function isNumbers(value, length) {
    if (!isList(value, (one) => typeof one === 'number')) return false;
    return length === undefined || /** @type {number[]} */ (value).length === length;
}

/** @param {unknown} value @returns {value is Header} */
export function checkHeader(value) {
    if (!isBag(value) || !isBag(value.list) || !isBag(value.options)) return false;
    const { schema, graze, list, shard } = value;
    if (!isCount(schema) || !areTexts(graze, list.sha256) || !isCount(list.count)) return false;
    return isList(shard, isCount) && shard.length === 2 && shard[0] >= 1 && shard[0] <= shard[1];
}

/** @param {unknown} value @returns {value is Trailer} */
export function checkTrailer(value) {
    if (!isBag(value) || value.end !== true || !areTexts(value.sha256)) return false;
    const { count, valid, invalid, undecided, unsolved = 0, failed, violations, exit } = value;
    const counts = [count, valid, invalid, undecided, unsolved, failed, violations, exit];
    return counts.every(isCount);
}

/** @param {unknown} value @returns {value is Outcome} */
export function checkOutcome(value) {
    if (!isBag(value) || !isCount(value.index) || !areTexts(value.file)) return false;
    if (value.case !== undefined && !isCase(value.case)) return false;
    return 'error' in value ? isFailure(value.error) : isResult(value);
}

/** @param {unknown} value */
function isCase(value) {
    if (!isBag(value) || !isCount(value.index) || !isCount(value.count)) return false;
    return value.index < value.count && (value.label === null || areTexts(value.label));
}

/** @param {unknown} value */
function isFailure(value) {
    if (!isBag(value)) return false;
    const { code, message, in: where, line, column } = value;
    return areTexts(code, message, where) && areNumbers(line, column);
}

/** @param {Record<string, any>} value */
function isResult(value) {
    const { format, domain, reading, atGoal, agents, obstacles, segments, tolerance } = value;
    const { makespan, sumOfCosts, span, gaps } = value;
    const { valid, checks, clearance, violations, undecided, notices, hints, figures } = value;
    return (
        areTexts(format, reading, atGoal) &&
        (domain === 'agents' || domain === 'driving') &&
        (span === null || isNumbers(span, 2)) &&
        areNumbers(agents, obstacles, segments, makespan, sumOfCosts) &&
        (tolerance === null || areNumbers(tolerance)) &&
        typeof valid === 'boolean' &&
        isBag(checks) &&
        Object.values(checks).every((count) => count === null || typeof count === 'number') &&
        (clearance === null || isClearance(clearance)) &&
        (gaps === undefined || isList(gaps, isLeastGap)) &&
        isList(violations, isViolation) &&
        isList(undecided, isUndecided) &&
        [notices, hints].every((texts) => isList(texts, (text) => typeof text === 'string')) &&
        (figures === undefined || isList(figures, isFigure))
    );
}

/** @param {unknown} value */
function isClearance(value) {
    if (!isBag(value)) return false;
    return areNumbers(value.distance, value.time, value.centreDistance) && hasAgents(value);
}

/** @param {unknown} value */
function isLeastGap(value) {
    if (!isBag(value) || !hasAgents(value) || !areNumbers(value.distance, value.time)) return false;
    return value.obstacle === undefined || areTexts(value.obstacle);
}

/** Returns whether agents have names, one each. @param {Record<string, any>} value */
function hasAgents({ agents, names }) {
    if (!isNumbers(agents)) return false;
    return isList(names, (name) => typeof name === 'string') && names.length === agents.length;
}

/** Returns whether the rounded numbers of a message are where they may be. @param {Record<string, any>} value */
function hasMessage({ message, rounded }) {
    return (
        areTexts(message) && (rounded === undefined || isList(rounded, (one) => isNumbers(one, 2)))
    );
}

/** @param {unknown} value */
function isViolation(value) {
    if (!isBag(value)) return false;
    const { kind, interval, depth, segments, position, obstacle } = value;
    const { mend, delayStatus } = value;
    return (
        areTexts(kind) &&
        hasAgents(value) &&
        hasMessage(value) &&
        isNumbers(interval, 2) &&
        (depth === null || areNumbers(depth)) &&
        isList(segments, (segment) => segment === null || typeof segment === 'number') &&
        (mend === undefined || mend === null || isMend(mend)) &&
        (delayStatus === undefined || areTexts(delayStatus)) &&
        (position === undefined || isNumbers(position, 2)) &&
        (obstacle === undefined || areTexts(obstacle))
    );
}

/** @param {unknown} value */
function isMend(value) {
    if (!isBag(value) || !areTexts(value.clears)) return false;
    const { agent, delay, rounded } = value;
    return areNumbers(agent, delay) && (rounded === undefined || areNumbers(rounded));
}

/** @param {unknown} value */
function isUndecided(value) {
    if (!isBag(value)) return false;
    const { obstacle, interval } = value;
    if (!hasAgents(value) || !hasMessage(value) || !isNumbers(interval, 2)) return false;
    return obstacle === undefined || areTexts(obstacle);
}

/** @param {unknown} value */
function isFigure(value) {
    if (!isBag(value) || !isCount(value.violation)) return false;
    const { size, cells, ways, bodies, still, gap } = value;
    return (
        isNumbers(size, 2) &&
        isList(cells, (cell) => isNumbers(cell, 4)) &&
        isList(ways, isWay) &&
        isList(bodies, isDrawn) &&
        isList(still, isDrawn) &&
        (gap === null || isGap(gap))
    );
}

/** @param {unknown} value */
function isWay(value) {
    return isBag(value) && areNumbers(value.role) && isList(value.lines, (line) => isNumbers(line));
}

/** @param {unknown} value */
function isDrawn(value) {
    if (!isBag(value) || !areNumbers(value.role) || !areTexts(value.when)) return false;
    return isList(
        value.parts,
        (part) => isBag(part) && isNumbers(part.points) && areNumbers(part.radius),
    );
}

/** @param {unknown} value */
function isGap(value) {
    if (!isBag(value) || !areNumbers(value.deepest)) return false;
    const { times, gaps, mended } = value;
    const areSame = (/** @type {any} */ list) =>
        isList(list, (one) => one === null || typeof one === 'number') &&
        list.length === times.length;
    return isNumbers(times) && areSame(gaps) && (mended === null || areSame(mended));
}
