import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import ts from 'typescript';
import { inRepository } from '../helpers.js';
import { placeOf } from './blocks.js';
import { valueIn } from './values.js';

/**
 * Blocks of JavaScript as programs. The blocks of a file continue one another, as one module; one that begins with an
 * import begins another. Behind a statement's last line a comment may give its value: that of the expression, or of the one
 * name that it declares.
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

/**
 * Returns the block with its values reported.
 *
 * @param {Block} block
 * @returns {{ code: string, count: number }}
 */
export function instrumented(block) {
    const { text } = block;
    const source = ts.createSourceFile('block.mjs', text, ts.ScriptTarget.ESNext, true);
    let code = '';
    let at = 0;
    let count = 0;
    for (const statement of source.statements) {
        const [trailing] = ts.getTrailingCommentRanges(text, statement.end) ?? [];
        if (trailing === undefined) continue;
        const comment = text.slice(trailing.pos, trailing.end).replace(/^\/\/\s*/, '');
        const line =
            block.line + source.getLineAndCharacterOfPosition(statement.getStart(source)).line;
        const place = `${block.file}:${line}`;
        try {
            if (valueIn(comment) === null) continue;
            const { before, expression } = shownOf(statement, source);
            const about = JSON.stringify({ place, code: statement.getText(source), comment });
            code += `${text.slice(at, statement.getStart(source))}${before}`;
            code += `;globalThis.__seen(${about}, (${expression}));`;
            at = statement.end;
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
        import { inspect } from 'node:util';
        let place = '';
        let count = 0;
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
