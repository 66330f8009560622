import { createRequire } from 'node:module';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { formatValue } from '#internal';

/**
 * Checks that values parsed from a file of results are what this version of graze writes: against the schemas in schemas/, and the
 * relations between fields that a schema cannot express.
 *
 * @import { DefinedError, ValidateFunction } from 'ajv'
 * @import { Header } from './ndjson.js'
 * @import { PlanResult } from './plan_result.js'
 */

/** Schemas by their names, which the references between them contain. */
const SCHEMAS = /** @type {const} */ (['report.json', 'lines.json']);

/** Maximum number of characters of the name of a field in an error. */
const MAX_POINTER_LENGTH = 200;

/** Maximum number of values that an error lists. */
const MAX_LISTED = 12;

/** Matches a number of a message at the offset where it begins. */
const NUMBER = /(?<![\d.])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/y;

/**
 * Fault of a value.
 *
 * @typedef {object} Fault
 * @property {string} pointer JSON pointer of the field; empty: the value itself
 * @property {string} condition what the field must be, without `must`
 * @property {unknown} [value] its value; absent: the field is missing
 */

/** @type {Map<string, ValidateFunction> | undefined} */
let validators;

/** Returns the compiled schemas of the kinds of lines. */
function compileSchemas() {
    const load = createRequire(import.meta.url);
    const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });
    for (const name of SCHEMAS) ajv.addSchema(load(`graze/schemas/${name}`), name);
    return new Map(
        ['header', 'result', 'trailer'].map((kind) => {
            const validator = ajv.getSchema(`lines.json#/$defs/${kind}`);
            return [kind, /** @type {ValidateFunction} */ (validator)];
        }),
    );
}

/**
 * Returns the first fault of a value that was read as a line. O(values).
 *
 * @param {'header' | 'result' | 'trailer'} kind
 * @param {unknown} value
 * @returns {Fault | null} null: the line is one that this version of graze writes
 */
export function findFault(kind, value) {
    validators ??= compileSchemas();
    const validate = /** @type {ValidateFunction} */ (validators.get(kind));
    if (!validate(value)) {
        const [error] = /** @type {DefinedError[]} */ (validate.errors);
        return toFault(error, value);
    }
    const relations = kind === 'header' ? headerRelations : resultRelations;
    if (kind === 'trailer') return null;
    for (const fault of relations(/** @type {any} */ (value))) return fault;
    return null;
}

/** Returns a fault as text: `/shard/0 must be at least 1, got 0`. @param {Fault} fault */
export function describeFault(fault) {
    const { pointer, condition } = fault;
    const shown =
        pointer.length > MAX_POINTER_LENGTH
            ? `${pointer.slice(0, MAX_POINTER_LENGTH)}…`
            : pointer || 'it';
    return 'value' in fault
        ? `${shown} must be ${condition}, got ${formatValue(fault.value)}`
        : `${shown} is missing`;
}

/** @param {string} key */
function toPointer(key) {
    return `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Returns the value at a pointer. @param {any} value @param {string} pointer */
function valueAt(value, pointer) {
    for (const part of pointer.split('/').slice(1)) {
        value = value[part.replaceAll('~1', '/').replaceAll('~0', '~')];
    }
    return value;
}

/**
 * Returns the fault that an error of the schema reports.
 *
 * @param {DefinedError} error
 * @param {unknown} value
 * @returns {Fault}
 */
function toFault(error, value) {
    const { keyword, instancePath, params } = error;
    if (keyword === 'required') {
        return { pointer: `${instancePath}${toPointer(params.missingProperty)}`, condition: '' };
    }
    const unknown =
        keyword === 'additionalProperties'
            ? params.additionalProperty
            : keyword === 'unevaluatedProperties'
              ? params.unevaluatedProperty
              : error.propertyName;
    if (unknown !== undefined) {
        const pointer = `${instancePath}${toPointer(unknown)}`;
        return { pointer, condition: 'absent', value: valueAt(value, pointer) };
    }
    return {
        pointer: instancePath,
        condition: describeCondition(error),
        value: valueAt(value, instancePath),
    };
}

/** Comparisons in words. */
const COMPARISONS = Object.freeze({
    '>=': 'at least',
    '<=': 'at most',
    '>': 'above',
    '<': 'below',
});

/** Returns what a schema requires of a field. @param {DefinedError} error @returns {string} */
function describeCondition(error) {
    switch (error.keyword) {
        case 'type':
            return `of type ${[error.params.type].flat().join(' or ')}`;
        case 'const':
            return JSON.stringify(error.params.allowedValue);
        case 'enum': {
            const values = error.params.allowedValues.map((value) => JSON.stringify(value));
            return values.length > MAX_LISTED ? 'one of the known values' : values.join(' or ');
        }
        case 'minimum':
        case 'maximum':
        case 'exclusiveMinimum':
        case 'exclusiveMaximum':
            return `${COMPARISONS[error.params.comparison]} ${error.params.limit}`;
        case 'minItems':
        case 'maxItems':
            return `a list of at ${error.keyword === 'minItems' ? 'least' : 'most'} ${error.params.limit}`;
        case 'minLength':
        case 'maxLength':
            return `a text of at ${error.keyword === 'minLength' ? 'least' : 'most'} ${error.params.limit} characters`;
        case 'pattern':
            return `a text of the form ${error.params.pattern}`;
        default:
            return `as its schema states (${error.keyword})`;
    }
}

/**
 * Yields what is wrong between the fields of a header.
 *
 * @param {Header} header
 * @returns {Generator<Fault>}
 */
function* headerRelations({ shard }) {
    if (shard[0] > shard[1]) {
        yield { pointer: '/shard/0', condition: `at most ${shard[1]}`, value: shard[0] };
    }
}

/**
 * Yields what is wrong between the fields of a result.
 *
 * @param {PlanResult} result
 * @returns {Generator<Fault>}
 */
function* resultRelations(result) {
    const { case: planCase } = result;
    if (planCase !== undefined && planCase.index >= planCase.count) {
        const condition = `below ${planCase.count}`;
        yield { pointer: '/case/index', condition, value: planCase.index };
    }
    if ('error' in result) return;
    const { agents, valid, violations, undecided, pairsChecked, span, clearance } = result;
    const { violationCount, violationCounts } = result;
    const isValid = violationCount + undecided.length === 0;
    if (valid !== isValid) yield { pointer: '/valid', condition: `${isValid}`, value: valid };
    if (span !== null) yield* intervalRelations('/span', span);
    const total = Object.values(violationCounts).reduce((sum, count) => sum + count, 0);
    if (violationCount !== total || violationCount < violations.length) {
        const condition = `the sum of /violationCounts, ${total}, and at least ${violations.length}`;
        yield { pointer: '/violationCount', condition, value: violationCount };
    }
    const pairCount = (agents * (agents - 1)) / 2;
    if (pairsChecked !== pairCount) {
        yield { pointer: '/pairsChecked', condition: `${pairCount}`, value: pairsChecked };
    }
    if (clearance !== null) yield* agentRelations('/clearance', clearance, agents);
    for (const [k, item] of (result.pairClearances ?? []).entries()) {
        yield* agentRelations(`/pairClearances/${k}`, item, agents);
    }
    for (const [k, item] of violations.entries()) {
        yield* problemRelations(`/violations/${k}`, item, agents);
        yield* violationRelations(`/violations/${k}`, item);
    }
    for (const [k, item] of undecided.entries()) {
        yield* problemRelations(`/undecided/${k}`, item, agents);
    }
    yield* figureRelations(result.figures ?? [], violations.length);
}

/** @param {string} pointer @param {[number, number]} interval @returns {Generator<Fault>} */
function* intervalRelations(pointer, [begin, end]) {
    if (begin > end) {
        yield { pointer: `${pointer}/1`, condition: `at least ${begin}`, value: end };
    }
}

/**
 * @param {string} pointer
 * @param {{ agents: number[], names: string[] }} item
 * @param {number} count number of agents of the plan
 * @returns {Generator<Fault>}
 */
function* agentRelations(pointer, { agents, names }, count) {
    for (const [k, agent] of agents.entries()) {
        const at = `${pointer}/agents/${k}`;
        if (agent >= count) yield { pointer: at, condition: `below ${count}`, value: agent };
        if (k > 0 && agent <= agents[k - 1]) {
            yield { pointer: at, condition: `above ${agents[k - 1]}`, value: agent };
        }
    }
    if (names.length !== agents.length) {
        const condition = `a list of ${agents.length}`;
        yield { pointer: `${pointer}/names`, condition, value: names };
    }
}

/**
 * @param {string} pointer
 * @param {{ agents: number[], names: string[], interval: [number, number], message: string,
 *   exactValues?: [number, number][], lines?: (number | null)[] }} item
 * @param {number} count number of agents of the plan
 * @returns {Generator<Fault>}
 */
function* problemRelations(pointer, item, count) {
    yield* agentRelations(pointer, item, count);
    yield* intervalRelations(`${pointer}/interval`, item.interval);
    if (item.lines !== undefined && item.lines.length !== item.agents.length) {
        const condition = `a list of ${item.agents.length}`;
        yield { pointer: `${pointer}/lines`, condition, value: item.lines };
    }
    let from = 0;
    for (const [k, [offset, value]] of (item.exactValues ?? []).entries()) {
        const at = `${pointer}/exactValues/${k}`;
        NUMBER.lastIndex = offset;
        const [shown] = NUMBER.exec(item.message) ?? [];
        if (offset < from || shown === undefined) {
            const condition = 'the offset of the next number of the message';
            yield { pointer: `${at}/0`, condition, value: offset };
        } else if (Number(shown) !== Number(value.toPrecision(6))) {
            yield { pointer: `${at}/1`, condition: `a number that rounds to ${shown}`, value };
        }
        from = offset + 1;
    }
}

/** @param {string} pointer @param {import('graze/scenario').Violation} violation @returns {Generator<Fault>} */
function* violationRelations(pointer, { agents, pieces, suggestion, suggestionStatus }) {
    if (pieces.length !== agents.length) {
        const condition = `a list of ${agents.length}`;
        yield { pointer: `${pointer}/pieces`, condition, value: pieces };
    }
    if (suggestion && !agents.includes(suggestion.agent)) {
        const condition = agents.join(' or ');
        yield { pointer: `${pointer}/suggestion/agent`, condition, value: suggestion.agent };
    }
    const isFound = suggestionStatus === 'minimum' || suggestionStatus === 'sufficient';
    if (suggestionStatus !== undefined && isFound !== Boolean(suggestion)) {
        const condition = suggestion ? 'minimum or sufficient' : 'none or undecided';
        yield { pointer: `${pointer}/suggestionStatus`, condition, value: suggestionStatus };
    }
}

/**
 * @param {import('../figures/figures.js').Figure[]} figures
 * @param {number} count number of violations
 * @returns {Generator<Fault>}
 */
function* figureRelations(figures, count) {
    for (const [k, { violation, routes, bodies, obstacles, separation }] of figures.entries()) {
        const pointer = `/figures/${k}`;
        const at = `${pointer}/violation`;
        const previous = k === 0 ? -1 : figures[k - 1].violation;
        if (violation >= count)
            yield { pointer: at, condition: `below ${count}`, value: violation };
        if (violation <= previous) {
            yield { pointer: at, condition: `above ${previous}`, value: violation };
        }
        for (const [r, { lines }] of routes.entries()) {
            yield* pixelRelations(`${pointer}/routes/${r}/lines`, lines);
        }
        for (const [name, list] of Object.entries({ bodies, obstacles })) {
            for (const [b, { parts }] of list.entries()) {
                for (const [p, { points, holes = [] }] of parts.entries()) {
                    const part = `${pointer}/${name}/${b}/parts/${p}`;
                    yield* pixelRelations(part, { points });
                    yield* pixelRelations(`${part}/holes`, holes);
                }
            }
        }
        if (separation !== null) yield* curveRelations(`${pointer}/separation`, separation);
    }
}

/** @param {string} pointer @param {Record<string, number[]> | number[][]} lists @returns {Generator<Fault>} */
function* pixelRelations(pointer, lists) {
    for (const [key, list] of Object.entries(lists)) {
        if (list.length % 2 === 0) continue;
        yield { pointer: `${pointer}/${key}`, condition: 'a list of pairs', value: list };
    }
}

/**
 * @param {string} pointer
 * @param {import('../figures/figures.js').SeparationCurve} curve
 * @returns {Generator<Fault>}
 */
function* curveRelations(pointer, { times, separations, delayed, deepestTime }) {
    for (const [k, time] of times.entries()) {
        const previous = k === 0 ? time : times[k - 1];
        if (time >= previous) continue;
        yield { pointer: `${pointer}/times/${k}`, condition: `at least ${previous}`, value: time };
    }
    for (const [name, list] of Object.entries({ separations, delayed })) {
        if (list === null || list.length === times.length) continue;
        yield {
            pointer: `${pointer}/${name}`,
            condition: `a list of ${times.length}`,
            value: list,
        };
    }
    if (!times.includes(deepestTime)) {
        yield { pointer: `${pointer}/deepestTime`, condition: 'one of times', value: deepestTime };
    }
}
