import { join } from 'node:path';
import ts from 'typescript';
import { readJson } from '../helpers.js';

/**
 * Checks what the package's types declare, as the compiler sees it.
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

/** @param {string[]} files */
export function programOf(files) {
    return ts.createProgram(files, {
        noEmit: true,
        strict: true,
        skipLibCheck: false,
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.NodeNext,
        moduleResolution: ts.ModuleResolutionKind.NodeNext,
        lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
        types: [],
    });
}

/** @param {ts.TypeChecker} checker @param {ts.Symbol} symbol */
function unalias(checker, symbol) {
    return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/**
 * Returns what an exported name stands for: `export type A = import('./b.js').A` is that A.
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
    if (module === undefined) throw new Error(`${file} is not a module`);
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
 * Returns the named types that users see but cannot name, since they are not exported, each with the type that shows it.
 *
 * @param {ts.Program} program
 * @param {string} root of the package
 * @param {ts.Symbol[]} exported by an entry
 * @param {ts.Symbol[]} nameable whatever can be imported from anywhere
 * @returns {string[]}
 */
export function unnamedTypes(program, root, exported, nameable) {
    const checker = program.getTypeChecker();
    const named = new Set([...exported, ...nameable].map((symbol) => targetOf(checker, symbol)));
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
            const symbol = targetOf(checker, found);
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

/**
 * Types that are `any`, which checks nothing.
 *
 * @param {ts.Program} program
 * @param {string} root
 * @param {ts.Symbol[]} exported
 */
export function anyOf(program, root, exported) {
    const checker = program.getTypeChecker();
    /** @type {string[]} */
    const found = [];
    for (const symbol of exported) {
        const target = targetOf(checker, symbol);
        for (const declaration of target.declarations ?? []) {
            if (!declaration.getSourceFile().fileName.startsWith(root)) continue;
            /** @param {ts.Node} node */
            const walk = (node) => {
                if (isHidden(node)) return;
                if (node.kind === ts.SyntaxKind.AnyKeyword) found.push(symbol.name);
                ts.forEachChild(node, walk);
            };
            walk(declaration);
        }
    }
    return found;
}

/**
 * Returns the members that an exported type or class declares or inherits within the package.
 *
 * @param {ts.Program} program
 * @param {string} root
 * @param {ts.Symbol} exported
 * @param {boolean} [hidden] those that are not for users, instead
 * @returns {{ name: string, declaration: ts.Declaration }[]}
 */
export function membersOf(program, root, exported, hidden = false) {
    const checker = program.getTypeChecker();
    const target = targetOf(checker, exported);
    if (!(target.flags & (ts.SymbolFlags.Type | ts.SymbolFlags.Class))) return [];
    const type = checker.getDeclaredTypeOfSymbol(target);
    const parts = type.isUnion() ? type.types : [type];
    return parts.flatMap((part) =>
        part.getProperties().flatMap((property) => {
            const declaration = property.declarations?.[0];
            if (!declaration?.getSourceFile().fileName.startsWith(root)) return [];
            // Private members and those with symbols are left out: `using` and `for` use these.
            if (/^(#|__[#@])/.test(property.name) || isHidden(declaration) !== hidden) return [];
            return [{ name: property.name, declaration }];
        }),
    );
}

/**
 * Returns what some files use of others: the symbols that they name, and the declarations of the members that they read,
 * write or give.
 *
 * @param {ts.Program} program
 * @param {string[]} files
 */
export function usesOf(program, files) {
    const checker = program.getTypeChecker();
    /** @type {Set<ts.Symbol>} */
    const symbols = new Set();
    /** @type {Set<ts.Declaration>} */
    const members = new Set();
    /** @param {ts.Symbol | undefined} symbol */
    const note = (symbol) => {
        if (symbol === undefined) return;
        for (const declaration of symbol.declarations ?? []) members.add(declaration);
    };
    /** @param {ts.Type | undefined} type @param {string} name */
    const noteMember = (type, name) => {
        for (const part of type?.isUnion() ? type.types : type ? [type] : []) {
            note(checker.getPropertyOfType(part, name));
        }
    };
    /** @param {ts.Node} node */
    const walk = (node) => {
        if (ts.isIdentifier(node)) {
            const symbol = checker.getSymbolAtLocation(node);
            if (symbol !== undefined) {
                const meant = unalias(checker, symbol);
                symbols.add(meant);
                symbols.add(targetOf(checker, meant));
            }
        }
        if (ts.isPropertyAccessExpression(node)) {
            noteMember(
                checker.getNonNullableType(checker.getTypeAtLocation(node.expression)),
                node.name.text,
            );
        }
        if (ts.isElementAccessExpression(node)) {
            const symbol = checker.getSymbolAtLocation(node.argumentExpression);
            if (symbol !== undefined) note(checker.getSymbolAtLocation(node));
        }
        if (ts.isObjectLiteralExpression(node)) {
            const context = checker.getContextualType(node);
            for (const property of node.properties) {
                const name =
                    property.name && ts.isIdentifier(property.name) ? property.name.text : '';
                if (context !== undefined && name !== '') noteMember(context, name);
            }
        }
        if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
            const name = node.propertyName ?? node.name;
            if (ts.isIdentifier(name))
                noteMember(checker.getTypeAtLocation(node.parent), name.text);
        }
        ts.forEachChild(node, walk);
    };
    for (const file of files) {
        const source = program.getSourceFile(file);
        if (source === undefined) throw new Error(`${file} is not in the program`);
        walk(source);
    }
    return { symbols, members };
}
