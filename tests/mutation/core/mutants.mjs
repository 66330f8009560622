import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/**
 * Checks what can be changed in a C source, each change small and meant to be noticed. The compiler's own syntax tree says
 * where operators are and of what type, so that no comment, string, macro, type or declaration is taken for one.
 *
 * @typedef {{
 *   id: string,
 *   file: string,
 *   line: number,
 *   column: number,
 *   at: number,
 *   length: number,
 *   text: string,
 *   kind: string,
 *   change: string,
 *   source: string,
 * }} Mutant `text` takes the place of `length` bytes from `at` on; `source` is the line
 *
 * @typedef {{
 *   range: Range,
 *   parts: Range[],
 *   mutants: Mutant[],
 *   make: (parts: string[], numbers: number[]) => string,
 * }} Choice the replacement of `range` for any of its mutants to be chosen by number when the program runs; `parts` are
 *     what may hold choices itself
 *
 * @typedef {any} Node of clang's tree
 * @typedef {{ start: number, end: number }} Range in bytes; `end` is behind the last
 */

const CLANG = `clang${process.env.LLVM_SUFFIX ?? '-14'}`;

/** Returns the sources and headers of the core, at any depth. */
export const coreSources = () =>
    readdirSync('src', { recursive: true })
        .map((path) => `src/${path}`)
        .filter((path) => /\.[ch]$/.test(path))
        .sort();

/** The folder of src/ that a mutant is in: its family. @param {{ file: string }} mutant */
export const folderOf = ({ file }) => file.split('/')[1];

/** The folder, and whether it is inline in a header. @param {Mutant} mutant */
export const partOf = (mutant) => folderOf(mutant) + (mutant.file.endsWith('.h') ? ', inline' : '');

/** Another boundary, and the negation. @type {Record<string, string[]>} */
const RELATIONS = {
    '<': ['<=', '>='],
    '<=': ['<', '>'],
    '>': ['>=', '<='],
    '>=': ['>', '<'],
    '==': ['!='],
    '!=': ['=='],
};

/** @type {Record<string, string>} */
const OPERATORS = {
    '+': '-',
    '-': '+',
    '*': '/',
    '/': '*',
    '%': '*',
    '&&': '||',
    '||': '&&',
    '&': '|',
    '|': '&',
    '^': '|',
    '<<': '>>',
    '>>': '<<',
    '+=': '-=',
    '-=': '+=',
    '*=': '/=',
    '/=': '*=',
    '|=': '&=',
    '&=': '|=',
    '<<=': '>>=',
    '>>=': '<<=',
};

/** Functions and their opposites; where the opposite is not declared the mutant does not compile. */
const OPPOSITES = [
    ['min2', 'max2'],
    ['floor', 'ceil'],
    ['doubles_lower', 'doubles_upper'],
    ['vec_add', 'vec_sub'],
    ['vec_rotate', 'vec_inv_rotate'],
];

/** @type {Record<string, string>} */
const SWAPS = Object.fromEntries(OPPOSITES.flatMap(([a, b]) => [[a, b].slice(), [b, a]]));

const NUMBER = /^(0|1|2|0\.5|0\.0|1\.0|[0-9]+)[FfUuLl]*$/;

/** Types whose values can be negated or be 0. */
const INTEGERS = /^(u?int(8|16|32|64)_t|int|size_t|unsigned( int| long)?|long)$/;
const FLOATS = /^(double|float)$/;

/** Fills in files and lines, which clang writes only where they differ from the ones before. @param {Node} tree */
function fillFiles(tree) {
    let file = '';
    const visit = (/** @type {Node} */ node) => {
        if (typeof node.offset === 'number') {
            file = node.file ?? file;
            node.file = file;
        }
        for (const key in node) {
            if (typeof node[key] === 'object' && node[key] !== null) visit(node[key]);
        }
    };
    visit(tree);
}

/** Without what the compiler puts in unseen. @param {Node} node @returns {Node} */
const bare = (node) =>
    ['ImplicitCastExpr', 'ConstantExpr', 'ParenExpr'].includes(node?.kind)
        ? bare(node.inner[0])
        : node;

/** @param {Node} node */
const isRelation = (node) => node.kind === 'BinaryOperator' && node.opcode in RELATIONS;

/** @param {Node} node */
const isNot = (node) => node.kind === 'UnaryOperator' && node.opcode === '!';

/** Without its first byte, an operator. @param {Range} range @returns {Range} */
const rest = ({ start, end }) => ({ start: start + 1, end });

/** @type {Choice['make']} */
const negated = ([condition], [k]) => `(MUTANT(${k}) != !!(${condition}))`;

/** Returns the choice for an expression that is evaluated once. @param {string} text @param {number} k @param {string} was @param {string} is */
const valued = (text, k, was, is) =>
    `({ __auto_type v${k} = (${text}); MUTANT(${k}) ? ${is}${k} : ${was}${k}; })`;

/** @param {string} opcode @returns {Choice['make']} */
const shortCut =
    (opcode) =>
    ([left, right], [k]) => {
        const test = opcode === '&&' ? '!=' : '==';
        return `({ _Bool b${k} = !!(${left}); if (b${k} ${test} MUTANT(${k})) b${k} = !!(${right}); b${k}; })`;
    };

/** @param {string} opcode @param {string[]} others @returns {Choice['make']} */
const computed =
    (opcode, others) =>
    ([left, right], numbers) => {
        const [k] = numbers;
        const other = others.map((text, i) => `MUTANT(${numbers[i]}) ? l${k} ${text} r${k} : `);
        const values = `__auto_type l${k} = (${left}); __auto_type r${k} = (${right});`;
        return `({ ${values} ${other.join('')}l${k} ${opcode} r${k}; })`;
    };

/** The same where `?:` cannot be: no value is out of bounds for a vector. @param {string} opcode @param {string[]} others @returns {Choice['make']} */
const computedVector =
    (opcode, others) =>
    ([left, right], numbers) => {
        const [k] = numbers;
        const other = others.map(
            (text, i) => `if (MUTANT(${numbers[i]})) o${k} = l${k} ${text} r${k};`,
        );
        const values = `__auto_type l${k} = (${left}); __auto_type r${k} = (${right});`;
        return `({ ${values} __auto_type o${k} = l${k} ${opcode} r${k}; ${other.join(' ')} o${k}; })`;
    };

/** @param {Node} node */
const isPointer = ({ type }) => /\*$/.test(type?.desugaredQualType ?? type?.qualType ?? '');

/** @param {string} place @param {string} opcode @param {string} other @returns {Choice['make']} */
const assigned =
    (place, opcode, other) =>
    ([right], [k]) =>
        `({ __auto_type r${k} = (${right}); MUTANT(${k}) ? (${place} ${other} r${k}) : (${place} ${opcode} r${k}); })`;

/** One source file's mutants. */
class Finder {
    /** @type {Mutant[]} */
    found = [];
    /** @type {Choice[]} */
    choices = [];
    /** Inside what must be known before the program runs. */
    isStatic = false;

    /** @param {string} file @param {Buffer} source */
    constructor(file, source) {
        this.file = file;
        this.source = source;
        this.lines = source.toString('latin1').split('\n');
        /** @type {number[]} */
        this.starts = [];
        let at = 0;
        for (const line of this.lines) {
            this.starts.push(at);
            at += line.length + 1;
        }
        this.code = source
            .toString('latin1')
            .replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, (comment) => comment.replace(/[^\n]/g, ' '));
    }

    /** Returns where a node is, if all of it is written in this file and none of its ends comes from a macro's body. @param {Node} node @returns {Range | undefined} */
    range(node) {
        const { begin, end } = node?.range ?? {};
        const [first, last] = [begin?.expansionLoc ?? begin, end?.expansionLoc ?? end];
        if (first?.offset === undefined || last?.offset === undefined) return undefined;
        if (first.file !== this.file || last.file !== this.file) return undefined;
        let stop = last.offset + last.tokLen;
        // A macro with arguments ends behind them.
        if (end.expansionLoc !== undefined && this.code[stop] === '(') {
            let depth = 0;
            do {
                depth += this.code[stop] === '(' ? 1 : this.code[stop] === ')' ? -1 : 0;
                stop++;
            } while (depth > 0);
        }
        return { start: first.offset, end: stop };
    }

    /** @param {number} at @param {number} length @param {string} text @param {string} kind @param {string} [change] */
    add(at, length, text, kind, change) {
        let line = this.starts.findIndex((start) => start > at);
        line = line < 0 ? this.starts.length : line;
        const was = this.code.slice(at, at + length).replace(/\s+/g, ' ');
        const source = this.lines[line - 1].trim();
        const what = change ?? `${was} -> ${text}`;
        const column = at - this.starts[line - 1] + 1;
        // The same as long as the function's line is, wherever it stands.
        const key = `${this.file}\n${source}\n${at - this.starts[line - 1] - this.lines[line - 1].search(/\S/)}\n${what}`;
        const twin = this.found.filter((other) => other.id.startsWith(hash(key))).length;
        const mutant = {
            id: `${hash(key)}${twin > 0 ? `-${twin}` : ''}`,
            ...{ file: this.file, line, column, at, length, text, kind, change: what, source },
        };
        this.found.push(mutant);
        return mutant;
    }

    /** @param {Range} range @param {Range[]} parts @param {Mutant[]} mutants @param {Choice['make']} make */
    choose(range, parts, mutants, make) {
        if (!this.isStatic && mutants.length > 0) {
            this.choices.push({ range, parts, mutants, make });
        }
    }

    /** @param {Range} range @param {string} kind */
    negate({ start, end }, kind) {
        const was = this.code.slice(start, end);
        const short = was.replace(/\s+/g, ' ');
        const mutant = this.add(start, end - start, `!(${was})`, kind, `! ${short}`);
        this.choose({ start, end }, [{ start, end }], [mutant], negated);
    }

    /** @param {Node} node */
    binary(node) {
        const [left, right] = node.inner.map((/** @type {Node} */ side) => this.range(side));
        if (left === undefined || right === undefined) return;
        const between = this.code.slice(left.end, right.start);
        const at = left.end + between.search(/\S/);
        if (between.trim() !== node.opcode) return;
        const { opcode } = node;
        const isLogic = opcode === '&&' || opcode === '||';
        const kind = isLogic ? 'logic' : opcode in RELATIONS ? 'relation' : 'arithmetic';
        const others = RELATIONS[opcode] ?? [OPERATORS[opcode]].filter(Boolean);
        const mutants = others.map((other) => this.add(at, opcode.length, other, kind));
        const range = { start: left.start, end: right.end };
        if (isLogic) this.choose(range, [left, right], mutants, shortCut(opcode));
        else if (node.kind === 'CompoundAssignOperator') {
            this.choose(range, [right], mutants, assigned(this.text(left), opcode, others[0]));
        } else if (!node.inner.every(isPointer)) {
            const type = node.type.desugaredQualType ?? node.type.qualType;
            const write = /vector_size/.test(type) ? computedVector : computed;
            this.choose(range, [left, right], mutants, write(opcode, others));
        }
    }

    /** @param {Range} range */
    text({ start, end }) {
        return this.code.slice(start, end);
    }

    /** @param {Node} node */
    unary(node) {
        const range = this.range(node);
        if (range === undefined) return;
        const { opcode } = node;
        if (opcode === '!' && this.code[range.start] === '!') {
            const mutant = this.add(range.start, 1, '', 'not', '! removed');
            this.choose(range, [rest(range)], [mutant], ([e], [k]) => `(!!(${e}) == MUTANT(${k}))`);
        } else if (opcode === '-' && this.code[range.start] === '-') {
            const mutant = this.add(range.start, 1, '', 'minus', 'minus removed');
            this.choose(range, [rest(range)], [mutant], ([e], [k]) => valued(e, k, '-v', 'v'));
        } else if (opcode === '++' || opcode === '--') {
            const at = node.isPostfix ? range.end - 2 : range.start;
            if (this.code.slice(at, at + 2) !== opcode) return;
            const other = opcode === '++' ? '--' : '++';
            const mutant = this.add(at, 2, other, 'increment');
            const was = this.text(range);
            const is = was.replace(opcode, other);
            this.choose(range, [], [mutant], (_, [k]) => `(MUTANT(${k}) ? ${is} : ${was})`);
        }
    }

    /** @param {Node} node @param {boolean} isFloat */
    literal(node, isFloat) {
        const range = this.range(node);
        if (range === undefined || node.range.begin.expansionLoc !== undefined) return;
        const was = this.code.slice(range.start, range.end);
        const match = NUMBER.exec(was);
        if (match === null) return;
        const value = Number(match[1]);
        const suffix = was.slice(match[1].length);
        let other = value === 0 ? '1' : value === 1 ? '0' : String(value + 1);
        if (isFloat) {
            const floats = { 0: '1.0', 1: '0.0', 2: '1.0', 0.5: '1.0' };
            other = floats[/** @type {0} */ (value)];
            if (other === undefined) return;
        }
        const is = `${other}${suffix}`;
        const mutant = this.add(range.start, range.end - range.start, is, 'constant');
        this.choose(range, [], [mutant], (_, [k]) => `(MUTANT(${k}) ? ${is} : ${was})`);
    }

    /** Returns a number as an operand of a vector: unless it is a literal, it must have the vector's element type. @param {Node} node */
    spread(node) {
        if (node.castKind !== 'VectorSplat' || this.isStatic) return;
        const range = this.range(node);
        const type = /sizeof\((\w+)\)/.exec(node.type.desugaredQualType ?? node.type.qualType)?.[1];
        const make = (/** @type {string[]} */ [e]) => `((${type})(${e}))`;
        if (range !== undefined && type)
            this.choices.push({ range, parts: [range], mutants: [], make });
    }

    /** @param {Node} condition */
    condition(condition) {
        if (condition?.kind === undefined) return;
        const inner = bare(condition);
        const range = this.range(condition);
        if (range === undefined || isRelation(inner) || isNot(inner)) return;
        if (inner.kind === 'IntegerLiteral') return;
        this.negate(range, 'condition');
    }

    /** @param {Node} node @param {string} type */
    returned(node, type) {
        const value = node.inner?.[0];
        const range = value && this.range(value);
        if (range === undefined) return;
        const inner = bare(value);
        const was = this.code.slice(range.start, range.end);
        if (type === 'bool' || type === '_Bool') {
            if (isRelation(inner) || isNot(inner)) return;
            this.negate(range, 'return');
        } else if (inner.kind.endsWith('Literal')) {
            return;
        } else if (INTEGERS.test(type)) {
            const mutant = this.add(range.start, was.length, '0', 'return', 'returns 0');
            this.choose(range, [range], [mutant], ([e], [k]) => `(MUTANT(${k}) ? 0 : (${e}))`);
        } else if (FLOATS.test(type)) {
            const is = `-(${was})`;
            const mutant = this.add(range.start, was.length, is, 'return', 'returns the negative');
            this.choose(range, [range], [mutant], ([e], [k]) => valued(e, k, 'v', '-v'));
        }
    }

    /** @param {Node} node */
    statement(node) {
        const range = this.range(node);
        if (range === undefined) return;
        const isStep = node.kind === 'UnaryOperator' && /\+\+|--/.test(node.opcode);
        const isAssignment = node.kind === 'BinaryOperator' && node.opcode === '=';
        const isCall = node.kind === 'CallExpr';
        const isJump = node.kind === 'BreakStmt' || node.kind === 'ContinueStmt';
        const isCompound = node.kind === 'CompoundAssignOperator';
        if (!(isStep || isAssignment || isCall || isJump || isCompound)) return;
        const was = this.code.slice(range.start, range.end);
        const short = was.replace(/\s+/g, ' ');
        const mutant = this.add(range.start, was.length, '', 'deletion', `deleted: ${short}`);
        this.choose(range, [range], [mutant], ([e], [k]) => `if (MUTANT(${k})) ; else ${e}`);
    }

    /** @param {Node} node @param {string} type type of the function's value */
    visit(node, type) {
        const { begin, end } = node.range ?? {};
        // Written in a macro, or handed to one: the tree does not contain the position.
        if (begin?.expansionLoc && begin.expansionLoc.offset === end?.expansionLoc?.offset) return;
        const inner = node.inner ?? [];
        switch (node.kind) {
            case 'BinaryOperator':
            case 'CompoundAssignOperator':
                this.binary(node);
                break;
            case 'UnaryOperator':
                this.unary(node);
                break;
            case 'ImplicitCastExpr':
                this.spread(node);
                break;
            case 'IntegerLiteral':
                this.literal(node, false);
                break;
            case 'FloatingLiteral':
                this.literal(node, true);
                break;
            case 'IfStmt':
            case 'WhileStmt':
            case 'ConditionalOperator':
                this.condition(inner[0]);
                break;
            case 'DoStmt':
                this.condition(inner[1]);
                break;
            case 'ForStmt':
                this.condition(inner[2]);
                break;
            case 'ReturnStmt':
                this.returned(node, type);
                break;
            case 'CallExpr':
                this.call(node);
                break;
            default:
        }
        this.bodies(node).forEach((/** @type {Node} */ body) => {
            this.statement(body);
        });
        for (const child of inner) {
            // A case's label is not code that runs.
            if (node.kind === 'CaseStmt' && child === inner[0]) continue;
            if (child?.kind === undefined || child.kind === 'UnaryExprOrTypeTraitExpr') continue;
            const was = this.isStatic;
            this.isStatic ||=
                child.storageClass === 'static' ||
                child.kind === 'EnumDecl' ||
                child.kind === 'ShuffleVectorExpr';
            this.visit(child, type);
            this.isStatic = was;
        }
    }

    /** Returns its statements. @param {Node} node @returns {Node[]} */
    bodies({ kind, inner = [] }) {
        if (kind === 'CompoundStmt') return inner;
        if (kind === 'IfStmt') return inner.slice(1);
        if (kind === 'WhileStmt' || kind === 'ForStmt') return [inner.at(-1)];
        if (kind === 'DoStmt') return [inner[0]];
        if (kind === 'CaseStmt' || kind === 'DefaultStmt') return [inner.at(-1)];
        return [];
    }

    /** @param {Node} node */
    call(node) {
        const callee = bare(node.inner[0]);
        const other = SWAPS[callee.referencedDecl?.name];
        const range = this.range(callee);
        if (other === undefined || range === undefined) return;
        const mutant = this.add(range.start, range.end - range.start, other, 'swap');
        const whole = this.range(node);
        const parts = node.inner.slice(1).map((/** @type {Node} */ given) => this.range(given));
        if (whole === undefined || parts.includes(undefined)) return;
        const name = this.text(range);
        this.choose(whole, parts, [mutant], (texts, [k]) => {
            const values = texts.map((text, i) => `__auto_type v${i}_${k} = (${text});`).join(' ');
            const given = texts.map((_, i) => `v${i}_${k}`).join(', ');
            return `({ ${values} MUTANT(${k}) ? ${other}(${given}) : ${name}(${given}); })`;
        });
    }
}

/** @param {string} text */
export const hash = (text) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/**
 * Returns the mutants of a file and of the headers it includes, by file.
 *
 * @param {string} file a C source, as the compiler shall name it
 * @param {Set<string>} wanted files of which mutants are made
 * @returns {Map<string, { mutants: Mutant[], choices: Choice[] }>}
 */
export function findMutants(file, wanted) {
    const options = ['-std=c11', '-fsyntax-only', '-Xclang', '-ast-dump=json', file];
    const tree = JSON.parse(execFileSync(CLANG, options, { maxBuffer: 2 ** 30 }).toString());
    fillFiles(tree);
    /** @type {Map<string, Finder>} */
    const finders = new Map();
    for (const node of tree.inner) {
        if (node.kind !== 'FunctionDecl') continue;
        const loc = node.loc.expansionLoc ?? node.loc;
        const name = tidy(loc.file ?? '');
        const body = (node.inner ?? []).find(
            (/** @type {Node} */ child) => child.kind === 'CompoundStmt',
        );
        if (body === undefined || !wanted.has(name)) continue;
        let finder = finders.get(name);
        if (finder === undefined) {
            finder = new Finder(loc.file, readFileSync(name));
            finders.set(name, finder);
        }
        finder.visit(body, node.type.qualType.split(' (')[0]);
    }
    return new Map(
        [...finders].map(([name, { found, choices }]) => {
            for (const mutant of found) mutant.file = name;
            return [name, { mutants: found, choices }];
        }),
    );
}

/** Normalizes a path: src/motion/../base/vec.h is src/base/vec.h. @param {string} path */
function tidy(path) {
    /** @type {string[]} */
    const parts = [];
    for (const part of path.split('/')) {
        if (part === '..') parts.pop();
        else parts.push(part);
    }
    return parts.join('/');
}
