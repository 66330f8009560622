import { MAX_SHARDS } from './sharding.js';

/**
 * Checks that values parsed from a file of results have the form that reports rely on.
 *
 * @import { Header, Trailer } from './sharding.js'
 * @import { PlanResult } from './plan_result.js'
 */

/** @param {unknown} value @returns {value is Record<string, any>} */
function isRecord(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @param {unknown} value */
function isCount(value) {
    return Number.isSafeInteger(value) && /** @type {number} */ (value) >= 0;
}

/** @param {...unknown} values */
function areNumbers(...values) {
    return values.every(Number.isFinite);
}

/** @param {...unknown} values */
function areStrings(...values) {
    return values.every((value) => typeof value === 'string');
}

/**
 * @param {unknown} values
 * @param {(value: any) => boolean} isElement
 */
function isList(values, isElement) {
    return Array.isArray(values) && values.every((value) => isElement(value));
}

/** @param {unknown} value @param {number} [length] */
function isNumberList(value, length) {
    if (!isList(value, Number.isFinite)) return false;
    return length === undefined || /** @type {number[]} */ (value).length === length;
}

/** @param {unknown} value @returns {value is Header} */
export function isHeader(value) {
    if (!isRecord(value) || !isRecord(value.list) || !isRecord(value.options)) return false;
    const { schema, graze, list, shard } = value;
    if (!isCount(schema) || !areStrings(graze, list.sha256) || !isCount(list.count)) return false;
    if (!isList(shard, isCount) || shard.length !== 2) return false;
    return shard[0] >= 1 && shard[0] <= shard[1] && shard[1] <= MAX_SHARDS;
}

/** @param {unknown} value @returns {value is Trailer} */
export function isTrailer(value) {
    if (!isRecord(value) || value.end !== true || !areStrings(value.sha256)) return false;
    if (value.headerSha256 !== undefined && !areStrings(value.headerSha256)) return false;
    const { count, valid, invalid, undecided, unsolved = 0, failed, violations, exit } = value;
    const counts = [count, valid, invalid, undecided, unsolved, failed, violations, exit];
    return counts.every(isCount);
}

/** @param {unknown} value @returns {value is PlanResult} */
export function isPlanResult(value) {
    if (!isRecord(value) || !isCount(value.index) || !areStrings(value.file)) return false;
    if (value.case !== undefined && !isCase(value.case)) return false;
    return 'error' in value ? isFailure(value.error) : isResult(value);
}

/** @param {unknown} value */
function isCase(value) {
    if (!isRecord(value) || !isCount(value.index) || !isCount(value.count)) return false;
    return value.index < value.count && (value.label === null || areStrings(value.label));
}

/** @param {unknown} value */
function isFailure(value) {
    if (!isRecord(value)) return false;
    const { code, message, file, line, column } = value;
    return areStrings(code, message, file) && areNumbers(line, column);
}

/** @param {Record<string, any>} value */
function isResult(value) {
    const { format, domain, touching, atGoal, agents, obstacles, pieces, tolerance } = value;
    const { makespan, sumOfCosts, span, pairClearances } = value;
    const { valid, checks, clearance, violations, undecided, notices, hints, figures } = value;
    return (
        areStrings(format, touching, atGoal) &&
        (domain === 'agents' || domain === 'driving') &&
        (span === null || isNumberList(span, 2)) &&
        areNumbers(agents, obstacles, pieces, makespan, sumOfCosts) &&
        (tolerance === null || areNumbers(tolerance)) &&
        typeof valid === 'boolean' &&
        isRecord(checks) &&
        Object.values(checks).every((count) => count === null || Number.isFinite(count)) &&
        (clearance === null || isClearance(clearance)) &&
        (pairClearances === undefined || isList(pairClearances, isPairClearance)) &&
        isList(violations, isViolation) &&
        isList(undecided, isUndecided) &&
        [notices, hints].every((texts) => isList(texts, (text) => typeof text === 'string')) &&
        (figures === undefined || isList(figures, isFigure))
    );
}

/** @param {unknown} value */
function isClearance(value) {
    if (!isRecord(value)) return false;
    return areNumbers(value.separation, value.time, value.centerDistance) && hasAgents(value);
}

/** @param {unknown} value */
function isPairClearance(value) {
    if (!isRecord(value) || !hasAgents(value) || !areNumbers(value.separation, value.time))
        return false;
    return value.obstacle === undefined || areStrings(value.obstacle);
}

/** Returns whether agents have one name each. @param {Record<string, any>} value */
function hasAgents({ agents, names }) {
    if (!isNumberList(agents)) return false;
    return isList(names, (name) => typeof name === 'string') && names.length === agents.length;
}

/** Returns whether the rounded numbers of a message are at valid positions. @param {Record<string, any>} value */
function hasMessage({ message, exactValues }) {
    return (
        areStrings(message) &&
        (exactValues === undefined || isList(exactValues, (element) => isNumberList(element, 2)))
    );
}

/** @param {unknown} value */
function isViolation(value) {
    if (!isRecord(value)) return false;
    const { kind, interval, depth, pieces, position, obstacle } = value;
    const { suggestion, suggestionStatus } = value;
    return (
        areStrings(kind) &&
        hasAgents(value) &&
        hasMessage(value) &&
        isNumberList(interval, 2) &&
        (depth === null || areNumbers(depth)) &&
        isList(pieces, (piece) => piece === null || Number.isFinite(piece)) &&
        (suggestion === undefined || suggestion === null || isSuggestion(suggestion)) &&
        (suggestionStatus === undefined || areStrings(suggestionStatus)) &&
        (position === undefined || isNumberList(position, 2)) &&
        (obstacle === undefined || areStrings(obstacle))
    );
}

/** @param {unknown} value */
function isSuggestion(value) {
    if (!isRecord(value) || !areStrings(value.resolves)) return false;
    const { agent, delay, roundedDelay } = value;
    return areNumbers(agent, delay) && (roundedDelay === undefined || areNumbers(roundedDelay));
}

/** @param {unknown} value */
function isUndecided(value) {
    if (!isRecord(value)) return false;
    const { obstacle, interval } = value;
    if (!hasAgents(value) || !hasMessage(value) || !isNumberList(interval, 2)) return false;
    return obstacle === undefined || areStrings(obstacle);
}

/** @param {unknown} value */
function isFigure(value) {
    if (!isRecord(value) || !isCount(value.violation)) return false;
    const { size, cells, routes, bodies, obstacles, separation } = value;
    return (
        isNumberList(size, 2) &&
        isList(cells, (cell) => isNumberList(cell, 4)) &&
        isList(routes, isRoute) &&
        isList(bodies, isDrawnBody) &&
        isList(obstacles, isDrawnBody) &&
        (separation === null || isSeparation(separation))
    );
}

/** @param {unknown} value */
function isRoute(value) {
    return (
        isRecord(value) &&
        areNumbers(value.role) &&
        isList(value.lines, (line) => isNumberList(line))
    );
}

/** @param {unknown} value */
function isDrawnBody(value) {
    if (!isRecord(value) || !areNumbers(value.role) || !areStrings(value.instant)) return false;
    return isList(
        value.parts,
        (part) =>
            isRecord(part) &&
            isNumberList(part.points) &&
            areNumbers(part.radius) &&
            (part.holes === undefined || isList(part.holes, (ring) => isNumberList(ring))),
    );
}

/** @param {unknown} value */
function isSeparation(value) {
    if (!isRecord(value) || !areNumbers(value.deepestTime)) return false;
    const { times, separations, delayed } = value;
    const areSeparations = (/** @type {any} */ list) =>
        isList(list, (element) => element === null || Number.isFinite(element)) &&
        list.length === times.length;
    return (
        isNumberList(times) &&
        times.length > 0 &&
        areSeparations(separations) &&
        (delayed === null || areSeparations(delayed))
    );
}
