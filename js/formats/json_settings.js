import { parse } from '@humanwhocodes/momoa';
import { show } from 'graze';
import { FILE_START, InputError, parseNumber, wholeText } from './source.js';

/**
 * Settings in JSON: one object, whose members are known.
 *
 * @import { ArrayNode, MemberNode, ObjectNode, ValueNode } from '@humanwhocodes/momoa'
 * @import { CheckedFile, SourceFile } from './source.js'
 * @import { SourcePosition } from '../scenario/scenario.js'
 */

/** Characters of settings. */
const MOST_CHARACTERS = 2 ** 16;

/** The members of an object, each read by the kind that it must be. */
export class Settings {
    /** @type {Map<string, ValueNode>} */
    #members = new Map();
    #file;
    #node;

    /**
     * @param {CheckedFile} file
     * @param {ObjectNode} node
     * @param {readonly string[]} known members; others are mistakes
     */
    constructor(file, node, known) {
        this.#file = file;
        this.#node = node;
        for (const member of node.members) {
            const name = nameOf(member);
            if (!known.includes(name)) {
                const text = `there is no setting ${show(name)}; known: ${known.join(', ')}`;
                throw new InputError('unknown-key', file, member.loc.start, text, name);
            }
            if (this.#members.has(name)) {
                const text = `${name} is there twice`;
                throw new InputError('duplicate-key', file, member.loc.start, text, name);
            }
            this.#members.set(name, member.value);
        }
    }

    /** @param {string} code @param {string} text @param {SourcePosition} [at] */
    refuse(code, text, at = this.#node.loc.start) {
        return new InputError(code, this.#file, at, text);
    }

    /**
     * The settings within one.
     *
     * @param {string} name
     * @param {readonly string[]} known
     * @returns {Settings}
     */
    within(name, known) {
        const node = this.#members.get(name);
        if (node === undefined) throw this.refuse('missing-key', `there is no ${name}`);
        if (node.type === 'Object') return new Settings(this.#file, node, known);
        throw this.refuse('bad-value', `${name} must be an object`, node.loc.start);
    }

    /** @param {string} name @returns {string | undefined} */
    text(name) {
        const node = this.#members.get(name);
        if (node === undefined || (node.type === 'String' && node.value !== '')) return node?.value;
        throw this.refuse('bad-value', `${name} must be a text`, node.loc.start);
    }

    /** A number more than 0. @param {string} name @returns {number | undefined} */
    positive(name) {
        const node = this.#members.get(name);
        return node && this.#positive(name, node);
    }

    /** Two numbers more than 0. @param {string} name @returns {[number, number] | undefined} */
    pair(name) {
        const node = this.#members.get(name);
        if (node === undefined) return undefined;
        if (node.type === 'Array' && node.elements.length === 2) {
            const [first, second] = node.elements.map(({ value }) => this.#positive(name, value));
            return [first, second];
        }
        throw this.refuse('bad-value', `${name} must be [number, number]`, node.loc.start);
    }

    /**
     * What one of some texts stands for.
     *
     * @template T
     * @param {string} name
     * @param {ReadonlyMap<string, T>} choices
     * @returns {T | undefined}
     */
    choice(name, choices) {
        const text = this.text(name);
        if (text === undefined) return undefined;
        const chosen = choices.get(text);
        if (chosen !== undefined) return chosen;
        const known = [...choices.keys()].map((each) => show(each)).join(', ');
        const at = this.#members.get(name)?.loc.start;
        throw this.refuse('bad-value', `${name} must be one of ${known}, not ${show(text)}`, at);
    }

    /** @param {string} name @param {ValueNode} node */
    #positive(name, node) {
        const { start, end } = node.loc;
        if (node.type !== 'Number') {
            throw this.refuse('bad-value', `${name} must be a number`, start);
        }
        const text = this.#file.text.slice(start.offset, end.offset);
        const value = parseNumber(this.#file, start, name, text);
        if (value > 0) return value;
        throw this.refuse('out-of-range', `${name} must be more than 0, not ${text}`, start);
    }
}

/** @param {MemberNode} member @returns {string} */
function nameOf({ name }) {
    return name.type === 'String' ? name.value : name.name;
}

/**
 * Reads settings from a file.
 *
 * @param {SourceFile} source
 * @param {readonly string[]} known
 * @returns {Promise<Settings>}
 */
export async function readSettings(source, known) {
    const file = await wholeText(source);
    if (file.text.length > MOST_CHARACTERS) {
        const text = `settings have at most ${MOST_CHARACTERS} characters`;
        throw new InputError('too-large', file, FILE_START, text);
    }
    checkDepth(file);
    const node = parseJson(file);
    if (node.type === 'Object') return new Settings(file, node, known);
    throw new InputError('bad-value', file, node.loc.start, 'settings are an object');
}

/** @param {CheckedFile} file @returns {ValueNode} */
function parseJson(file) {
    try {
        return parse(file.text, { mode: 'json' }).body;
    } catch (error) {
        const {
            line = 1,
            column = 1,
            message,
        } = /** @type {Error & Partial<SourcePosition>} */ (error);
        const text = message.replace(/ \(\d+:\d+\)$/, '');
        throw new InputError('bad-json', file, { line, column }, text);
    }
}

/** The parser calls itself for every level. @param {CheckedFile} file */
function checkDepth(file) {
    let depth = 0;
    for (const { 0: token, index } of file.text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
        if (token === '[' || token === '{') depth++;
        else if (token === ']' || token === '}') depth--;
        if (depth <= file.limits.depth) continue;
        const before = file.text.slice(0, index).split('\n');
        const at = { line: before.length, column: before[before.length - 1].length + 1 };
        const text = `values are nested more than ${file.limits.depth} deep`;
        throw new InputError('bad-json', file, at, text);
    }
}
