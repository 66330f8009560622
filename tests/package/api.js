import { join } from 'node:path';
import ts from 'typescript';
import { readJson } from '../helpers.js';

/**
 * What the package's types declare, as the compiler sees it.
 *
 * @typedef {object} Entry
 * @property {string} name as it is imported
 * @property {string} types the file of its types, within the package
 */

/** @returns {Entry[]} all that can be imported and has types */
export function typedEntries() {
    return Object.entries(readJson('package.json').exports).flatMap(([key, target]) =>
        target.types === undefined ? [] : [{ name: join('graze', key), types: target.types }],
    );
}

/** @param {string} root of the package, installed @param {string[]} files */
export function programOf(root, files) {
    return ts.createProgram(files, {
        noEmit: true,
        strict: true,
        target: ts.ScriptTarget.ES2023,
        module: ts.ModuleKind.NodeNext,
        moduleResolution: ts.ModuleResolutionKind.NodeNext,
        lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.esnext.disposable.d.ts'],
        types: [],
        baseUrl: root,
        ignoreDeprecations: '6.0',
    });
}

/** @param {ts.TypeChecker} checker @param {ts.Symbol} symbol */
export function unalias(checker, symbol) {
    return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/**
 * What an exported name stands for: `export type A = import('./b.js').A` is that A.
 *
 * @param {ts.TypeChecker} checker
 * @param {ts.Symbol} exported
 * @returns {ts.Symbol}
 */
export function targetOf(checker, exported) {
    const symbol = unalias(checker, exported);
    const node = symbol.declarations?.find(ts.isTypeAliasDeclaration)?.type;
    if (node === undefined || !ts.isImportTypeNode(node) || node.qualifier === undefined)
        return symbol;
    const target = checker.getSymbolAtLocation(node.qualifier);
    return target === undefined ? symbol : unalias(checker, target);
}

/** @param {ts.Program} program @param {string} file */
export function exportsOf(program, file) {
    const checker = program.getTypeChecker();
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${file} is no module`);
    return checker.getExportsOfModule(module);
}

/** @param {ts.Node} node */
function isHidden(node) {
    if (ts.isConstructorDeclaration(node)) return true;
    const flags = ts.isClassElement(node) ? ts.getCombinedModifierFlags(node) : 0;
    const hidden = ts.ModifierFlags.Static | ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
    return (flags & hidden) !== 0;
}

/**
 * The named types that users meet but cannot name, each with who shows it: nobody exports them.
 *
 * @param {ts.Program} program
 * @param {string} root of the package
 * @param {ts.Symbol[]} exported
 * @returns {string[]}
 */
export function unnamedTypes(program, root, exported) {
    const checker = program.getTypeChecker();
    const named = new Set(exported.map((symbol) => targetOf(checker, symbol)));
    const unnamed = new Map();
    /** @type {Set<ts.Symbol>} */
    const seen = new Set();
    /** @param {ts.Symbol} symbol @param {string} from */
    const visit = (symbol, from) => {
        if (seen.has(symbol)) return;
        seen.add(symbol);
        for (const declaration of symbol.declarations ?? []) {
            if (declaration.getSourceFile().fileName.startsWith(root))
                walk(declaration, symbol.name || from);
        }
    };
    /** @param {ts.Node} node @param {string} from */
    const walk = (node, from) => {
        if (isHidden(node)) return;
        if (ts.isHeritageClause(node)) {
            for (const { expression } of node.types) {
                const base = checker.getSymbolAtLocation(expression);
                if (base !== undefined) visit(unalias(checker, base), from);
            }
            return;
        }
        const name = ts.isTypeReferenceNode(node)
            ? node.typeName
            : ts.isImportTypeNode(node)
              ? node.qualifier
              : undefined;
        const found = name && checker.getSymbolAtLocation(name);
        if (found !== undefined) {
            const symbol = unalias(checker, found);
            const own = symbol.declarations?.some(
                (each) =>
                    !ts.isTypeParameterDeclaration(each) &&
                    each.getSourceFile().fileName.startsWith(root),
            );
            if (own && !named.has(symbol)) unnamed.set(symbol.name, from);
            if (own) visit(symbol, from);
        }
        ts.forEachChild(node, (child) => walk(child, from));
    };
    for (const symbol of exported) visit(targetOf(checker, symbol), symbol.name);
    return [...unnamed].map(([name, from]) => `${name} (of ${from})`).sort();
}
