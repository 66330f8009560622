import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import ts from 'typescript';
import { collectGarbage } from '../collector.js';
import { inRepository } from '../helpers.js';
import { placeOf } from './blocks.js';
import { valueIn } from './values.js';

/**
 * Blocks of JavaScript as programs. The blocks of a file continue one another, as one module; one that begins with an
 * import begins another. Behind a statement's last line a comment may give its value: that of the expression, or of the one
 * name that it declares. Garbage is collected behind every statement.
 *
 * @import { Block } from './blocks.js'
 *
 * @typedef {{ place: string, code: string, comment: string, value: unknown }} Seen
 */

/**
 * @param {readonly Block[]} blocks of one file
 * @returns {Block[][]}
 */
export function programsOf(blocks) {
    /** @type {Block[][]} */
    const programs = [];
    for (const block of blocks) {
        if (programs.length === 0 || block.text.startsWith('import ')) programs.push([]);
        programs[programs.length - 1].push(block);
    }
    return programs;
}

/**
 * Returns what a statement's value is, as an expression to be put behind it, or instead of it.
 *
 * @param {ts.Statement} statement
 * @param {ts.SourceFile} source
 */
function shownOf(statement, source) {
    if (ts.isExpressionStatement(statement)) {
        return { before: '', expression: statement.expression.getText(source) };
    }
    if (ts.isVariableStatement(statement)) {
        const [declaration, ...others] = statement.declarationList.declarations;
        const { name } = declaration;
        const names = ts.isIdentifier(name)
            ? [name.text]
            : name.elements.map((element) => element.getText(source));
        if (others.length === 0 && names.length === 1 && /^\w+$/.test(names[0])) {
            return { before: statement.getText(source), expression: names[0] };
        }
    }
    throw new Error('a comment gives a value, but its statement has not one');
}

/** @param {string} text a module */
function parse(text) {
    return ts.createSourceFile('block.mjs', text, ts.ScriptTarget.ESNext, true);
}

/** Number of passes of a loop in which garbage is collected. */
const PASSES = 3;
let places = 0;

/** Returns a statement that collects garbage, the first times that it is run. */
function collection() {
    return `;await globalThis.__collect(${places++});`;
}

/**
 * Returns a module with garbage collected after each of its statements, and at the end of the first passes of its loops; but
 * not in functions.
 *
 * @param {string} text
 */
export function withCollections(text) {
    const ends = parse(text).statements.flatMap((statement) => {
        const isLoop = ts.isIterationStatement(statement, false);
        const isBlock = isLoop && ts.isBlock(statement.statement);
        return isBlock ? [statement.statement.end - 1, statement.end] : [statement.end];
    });
    return [0, ...ends]
        .map((end, k) => text.slice(end, ends[k]))
        .reduce((code, part) => {
            return code + collection() + part;
        });
}

/** Lets modules collect garbage. */
export function defineCollect() {
    /** @type {Map<number, number>} */
    const passes = new Map();
    /** @type {any} */ (globalThis).__collect = async (/** @type {number} */ place) => {
        const pass = passes.get(place) ?? 0;
        passes.set(place, pass + 1);
        if (pass < PASSES) await collectGarbage();
    };
}

/**
 * Returns the block with its values reported, and garbage collected after each statement.
 *
 * @param {Block} block
 * @returns {{ code: string, count: number }}
 */
export function instrumented(block) {
    const { text } = block;
    const source = parse(text);
    let code = '';
    let at = 0;
    let count = 0;
    for (const statement of source.statements) {
        const begin = statement.getStart(source);
        const own = statement.getText(source);
        const [trailing] = ts.getTrailingCommentRanges(text, statement.end) ?? [];
        const remark = trailing === undefined ? '' : text.slice(trailing.pos, trailing.end);
        const comment = remark.replace(/^\/\/\s*/, '');
        const place = `${block.file}:${block.line + source.getLineAndCharacterOfPosition(begin).line}`;
        code += text.slice(at, begin);
        at = statement.end;
        try {
            if (valueIn(comment) === null) {
                code += withCollections(own);
                continue;
            }
            const { before, expression } = shownOf(statement, source);
            const about = JSON.stringify({ place, code: own, comment });
            code += `${before};globalThis.__seen(${about}, (${expression}));${collection()}`;
            count++;
        } catch (error) {
            throw new Error(`${place}: ${/** @type {Error} */ (error).message}`);
        }
    }
    return { code: code + text.slice(at), count };
}

/**
 * Runs the blocks as one module, by themselves, where the package is at hand by its name.
 *
 * @param {readonly Block[]} blocks
 * @returns {Promise<number>} how many values were compared
 */
export async function runProgram(blocks) {
    const parts = blocks.map((block) => ({ ...instrumented(block), place: placeOf(block) }));
    const body = parts.map(({ code, place }) => `globalThis.__begin('${place}');\n${code}`);
    const folder = inRepository('build/documents/');
    mkdirSync(folder, { recursive: true });
    const name = placeOf(blocks[0]).replace(/[^\w]+/g, '-');
    const path = `${folder}${name}.mjs`;
    writeFileSync(path, body.join('\n'));
    const main = `
        import { valueIn, isLike } from ${JSON.stringify(new URL('values.js', import.meta.url).href)};
        import { defineCollect } from ${JSON.stringify(import.meta.url)};
        import { inspect } from 'node:util';
        let place = '';
        let count = 0;
        defineCollect();
        globalThis.__begin = (where) => { place = where; };
        globalThis.__seen = ({ place, code, comment }, value) => {
            count++;
            if (isLike(value, valueIn(comment))) return;
            console.error(place + ': ' + code + '\\n  says ' + comment + '\\n  is   ' + inspect(value, { depth: 9, breakLength: 200 }));
            process.exitCode = 1;
        };
        try {
            await import(${JSON.stringify(`file://${path}`)});
        } catch (error) {
            console.error('the program that begins or goes on at ' + place + ' failed:', error);
            process.exitCode = 1;
        }
        console.log(count);
    `;
    try {
        const run = promisify(execFile);
        const { stdout } = await run(process.execPath, ['--input-type=module', '-e', main], {
            cwd: inRepository('.'),
        });
        rmSync(path);
        const seen = Number(stdout.trim().split('\n').pop());
        const expected = parts.reduce((sum, { count }) => sum + count, 0);
        if (seen !== expected) throw new Error(`${name}: ${seen} of ${expected} values were seen`);
        return seen;
    } catch (error) {
        const { stderr } = /** @type {{ stderr?: string }} */ (error);
        throw stderr === undefined ? error : new Error(stderr);
    }
}
