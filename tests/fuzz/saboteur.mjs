/**
 * Writes a saboteur: for each function of src/graze.h and of the boundary a function `saboteur_<name>`, which calls it and
 * hands on its answer, or a wrong one. The short targets are linked with it, in place of the functions; surface.test.js
 * then checks that each wrong answer makes a target fail.
 *
 *   node tests/fuzz/saboteur.mjs DIRECTORY CLANG...    CLANG: the compiler and its flags
 *
 * The directory gets saboteur.c, saboteur_boundary.c, the names to replace (symbols.txt, for objcopy) and the parts of
 * answers that can be made wrong (parts.txt): `<function>:<part>`, a line each. sabotage.c makes one of them wrong.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readTable } from '../../wasm/boundary.mjs';

/**
 * @typedef {{ kind: string, id: string, name?: string, type?: { qualType: string }, inner?: Node[], ownedTagDecl?: Node,
 *   storageClass?: string }} Node
 * @typedef {{ name: string, type: string }} Field
 * @typedef {{ name: string, answer: string, parameters: Field[] }} Call
 * @typedef {{ name: string, spoil: string, condition?: string }} Part a scalar of an answer, and the code that changes it
 */

const [directory, ...compiler] = process.argv.slice(2);
if (compiler.length === 0) throw new Error('saboteur.mjs DIRECTORY CLANG...');

const HEADER = 'tests/fuzz/boundary.h';

/** Returns the declarations of the header, as the compiler reads them. @returns {Node[]} */
function parseHeader() {
    const [program, ...flags] = compiler;
    const args = [...flags, '-fsyntax-only', '-Xclang', '-ast-dump=json', '-x', 'c', HEADER];
    const { status, stdout, stderr } = spawnSync(program, args, {
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
    });
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout).inner;
}

const declarations = parseHeader();

/** Returns the fields of each record, by the name of its type. @returns {Map<string, Field[]>} */
function findRecords() {
    const bodies = new Map(declarations.map((node) => [node.id, node]));
    const records = new Map();
    for (const { kind, name, type, inner = [] } of declarations) {
        if (kind !== 'TypedefDecl') continue;
        /* Another name of a record. */
        const same = records.get(type?.qualType);
        if (same !== undefined) records.set(name, same);
        const body = bodies.get(inner[0]?.ownedTagDecl?.id ?? '');
        if (body?.kind !== 'RecordDecl') continue;
        const fields = (body.inner ?? []).filter((node) => node.kind === 'FieldDecl');
        records.set(
            name,
            fields.map((field) => ({ name: field.name, type: field.type?.qualType })),
        );
    }
    return records;
}

const RECORDS = findRecords();

/** Parameters to which a function that returns a count writes as many records. */
const LISTS = new Set(['out', 'rounds', 'steps', 'times', 'vertices', 'hits', 'relations']);

/** Returns the public functions. @returns {Call[]} */
function findCalls() {
    const isPublic = new Set(readTable().map(({ call }) => `graze_wasm_${call}`));
    return declarations
        .filter(({ kind, name = '' }) => kind === 'FunctionDecl' && /^graze_/.test(name))
        .filter(({ name = '' }) => !name.startsWith('graze_wasm_') || isPublic.has(name))
        .map(({ name = '', type, inner = [] }) => ({
            name,
            answer: (type?.qualType ?? '').replace(/ ?\(.*$/, ''),
            parameters: inner
                .filter(({ kind }) => kind === 'ParmVarDecl')
                .map((one) => ({ name: one.name ?? '', type: one.type?.qualType ?? '' })),
        }));
}

/**
 * Returns the scalars of a value: itself, the fields of a record, the first element of an array. Addresses are left out.
 *
 * @param {string} name the name that a part begins with
 * @param {string} place the value, as an expression
 * @param {string} type
 * @returns {Part[]}
 */
function scalarsOf(name, place, type) {
    const plain = type.replace(/^(const|struct) /, '');
    const array = /^(.*)\[\d+\]$/.exec(plain);
    if (array !== null) return scalarsOf(name, `${place}[0]`, array[1]);
    if (plain.endsWith('*')) return [];
    const record = RECORDS.get(plain);
    if (record === undefined) return [{ name, spoil: `SPOIL(${place})` }];
    return record.flatMap((field) =>
        scalarsOf(`${name}.${field.name}`, `${place}.${field.name}`, field.type),
    );
}

/**
 * Returns the number of entries that a function with a status writes to an array, as an expression: the number that it found,
 * or that of its input. Scalars have none.
 *
 * @param {Field[]} parameters
 * @param {string} name
 */
function countOf(parameters, name) {
    if (!LISTS.has(name)) return undefined;
    /** @param {string} wanted @param {string} type */
    const has = (wanted, type) =>
        parameters.some((one) => one.name === wanted && one.type === type);
    if (has('ray_count', 'int32_t')) return 'ray_count';
    if (has('found', 'int32_t *')) return '*found';
    if (has('count', 'int32_t *')) return '*count';
    return has('pairs', 'const GrazeSolidPair *') ? 'count' : undefined;
}

/**
 * Returns the parts of what a parameter points to, which the function writes.
 *
 * @param {Call} call
 * @param {Field} parameter
 * @returns {Part[]}
 */
function writtenTo({ answer, parameters }, { name, type }) {
    const target = type.replace(/ ?\*( const)?$/, '');
    if (target === type || name === 'scratch' || name === 'stage') return [];
    const conditions = [`${name} != NULL`];
    /* After a failure only the culprit is written; a list has as many records as the answer says. */
    if (answer === 'GrazeStatus') conditions.push(`answer ${name === 'culprit' ? '!=' : '=='} 0`);
    /* A function of times that are given answers with a status, and writes as many numbers. */
    const isGiven = name === 'times' && parameters.some((one) => one.name === 'count');
    if (answer === 'int32_t') conditions.push(isGiven ? 'answer == 0 && count > 0' : 'answer > 0');
    const isLimited = parameters.some((one) => one.name === 'capacity');
    const counted = answer === 'GrazeStatus' ? countOf(parameters, name) : undefined;
    if (counted !== undefined) conditions.push(`${counted} > 0`);
    const number = answer === 'GrazeStatus' ? counted : 'answer';
    if (isLimited && answer !== 'void' && number !== undefined)
        conditions.push(`${number} <= capacity`);
    if (parameters.some((one) => one.name === 'room') && name === 'out')
        conditions.push('room > 0');
    /** @param {Part[]} parts @param {string[]} [more] */
    const under = (parts, more = []) =>
        parts.map((part) => ({ ...part, condition: [...conditions, ...more].join(' && ') }));
    if (target === 'void') return under([{ name, spoil: `SPOIL(*(float*)${name})` }]);
    /* The last record of a list: the first one often has fewer fields in use. */
    const length = isGiven ? 'count' : (counted ?? 'answer');
    const isList = answer === 'int32_t' || counted === '*found';
    const last = isList && LISTS.has(name) ? `${length} - 1` : '0';
    if (!target.startsWith('const ')) return under(scalarsOf(name, `${name}[${last}]`, target));
    /* A batch of output arrays. */
    if (name !== 'out') return [];
    const fields = RECORDS.get(target.slice('const '.length)) ?? [];
    return fields
        .filter((field) => field.type.endsWith('*') && !field.type.startsWith('const '))
        .flatMap((field) => {
            const place = `${name}->${field.name}`;
            const element = field.type.replace(/ ?\*$/, '');
            const more = [`${place} != NULL`];
            if (fields.some((one) => one.name === 'capacity'))
                more.push(`${name}->capacity > 0`, `${counted ?? 'answer'} <= ${name}->capacity`);
            return under(scalarsOf(`${name}.${field.name}`, `${place}[0]`, element), more);
        });
}

/**
 * Returns the parts of what the call leaves in the boundary's records.
 *
 * @param {Call} call
 * @returns {Part[]}
 */
function leftByBoundary({ name, answer }) {
    const row = readTable().find(({ call }) => name === `graze_wasm_${call}`);
    // The records at an address, and those of a batch, are left out.
    const [kind, ...records] = row?.answer.replace(/^(\w+) of \w+/, '$1').split(' ') ?? [];
    /* A call that makes an object leaves a record when it fails; a number is NaN after a failure. */
    const conditions = {
        status: 'answer == 0',
        count: 'answer >= 0',
        nothing: '1',
        handle: 'answer == 0',
        number: 'answer == answer',
    };
    const ok = conditions[/** @type {keyof typeof conditions} */ (kind)] ?? '0';
    return ((records.join(' ') || '').match(/(list of )?\w+/g) ?? []).flatMap((record) => {
        const type = record.replace('list of ', '');
        const isList = type !== record;
        const place = isList
            ? `((${type}*)LIST)[glue_list.count - 1]`
            : `(*(${type}*)(void*)&glue_result)`;
        const parts = scalarsOf(isList ? 'list' : 'result', place, type).map((part) => ({
            ...part,
            condition: isList ? `${ok} && glue_list.count > 0` : ok,
        }));
        if (isList)
            parts.push({ name: 'list.length', spoil: 'SPOIL(glue_list.count)', condition: ok });
        if (answer === 'void' && ok !== '1') throw new Error(name);
        return parts;
    });
}

/** Returns the part of the returned value. @param {Call} call @returns {Part[]} */
function returned({ answer }) {
    if (answer === 'void') return [];
    if (!answer.endsWith('*')) return scalarsOf('return', 'answer', answer);
    const target = answer.replace(/^const | \*$/g, '');
    const record = RECORDS.get(target);
    /* Records of the boundary have one place: a copy of them is wrong, too. */
    if (answer.startsWith('const ') && record !== undefined)
        return scalarsOf('return', 'copy', target).map(({ name, spoil }) => ({
            name,
            spoil: `static ${target} copy; copy = *answer; ${spoil}; answer = &copy`,
            condition: 'answer != NULL',
        }));
    return [{ name: 'return', spoil: 'answer = (answer == NULL) ? (void*)"" : NULL' }];
}

/** @type {string[]} */
const parts = [];

/** Returns the saboteur of a function. @param {Call} call @param {number} index */
function sabotage(call, index) {
    const { name, answer, parameters } = call;
    const declared = parameters.map((one) => `${one.type} ${one.name}`).join(', ') || 'void';
    const passed = parameters.map((one) => one.name).join(', ');
    const lines = [
        ...leftByBoundary(call),
        ...parameters.flatMap((parameter) => writtenTo(call, parameter)),
        /* The returned value comes last, as the others depend on it. */
        ...returned(call),
    ].map(({ name: part, spoil, condition = '1' }) => {
        parts.push(`${name}:${part}`);
        return `    if (sabotaged == ${parts.length} && ${condition}) { ${spoil}; }`;
    });
    const isVoid = answer === 'void';
    return `${answer} saboteur_${name}(${declared});
${answer} saboteur_${name}(${declared})
{
    sabotage_entered[${index}] = true;
    ${isVoid ? '' : `${answer} answer = `}${name}(${passed});
${lines.join('\n')}
${isVoid ? '' : '    return answer;\n'}}
`;
}

const calls = findCalls();
const head = `#include "tests/fuzz/boundary.h"
#include "tests/fuzz/sabotage.h"
#define LIST ((uintptr_t)glue_list.address)
`;
const [ofCore, ofBoundary] = [false, true].map((isBoundary) =>
    calls
        .map((call, k) => ({ call, k }))
        .filter(({ call }) => call.name.startsWith('graze_wasm_') === isBoundary)
        .map(({ call, k }) => sabotage(call, k))
        .join('\n'),
);
/** @param {string} name @param {string[]} texts */
const table = (name, texts) =>
    `const char* const ${name}[] = {${texts.map((text) => `"${text}", `).join('')}NULL};\n`;

mkdirSync(directory, { recursive: true });
/** @param {string} name @param {string} text */
const write = (name, text) => writeFileSync(path.join(directory, name), text);
write(
    'saboteur.c',
    `${head}
${table(
    'sabotage_calls',
    calls.map(({ name }) => name),
)}${table('sabotage_parts', parts)}bool sabotage_entered[${calls.length}];

${ofCore}`,
);
write('saboteur_boundary.c', `${head}\n${ofBoundary}`);
write('symbols.txt', calls.map(({ name }) => `${name} saboteur_${name}\n`).join(''));
write('parts.txt', parts.map((part) => `${part}\n`).join(''));
