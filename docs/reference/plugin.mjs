/**
 * A typedoc plugin for what our sources say in a way that typedoc does not read.
 *
 * - A choice of names is `typeof CAST_STATUSES[number]`, from the lists that are generated into js/graze/core/layout.js:
 *   the reference get the names.
 * - What a typedef is stands before it in its comment, where TypeScript and editors look for it. typedoc takes only what
 *   stands behind the name.
 */
import { Comment, Converter, DeclarationReflection, LiteralType, UnionType } from 'typedoc';
import ts from 'typescript';
import * as layout from '../../js/graze/core/layout.js';

/** @import { Application, Context, SomeType } from 'typedoc' */

/**
 * @param {SomeType | undefined} type
 * @returns {UnionType | undefined}
 */
function namesOf(type) {
    if (type?.type !== 'indexedAccess' || type.objectType.type !== 'query') return undefined;
    const list = type.objectType.queryType.name;
    const names = /** @type {Record<string, unknown>} */ (layout)[list];
    if (!Array.isArray(names)) throw new Error(`js/graze/core/layout.js has no list ${list}`);
    return new UnionType(names.map((name) => new LiteralType(name)));
}

/**
 * @param {Context} context
 * @param {DeclarationReflection} reflection
 * @returns {string | undefined} the text before a typedef
 */
function textBefore(context, reflection) {
    const symbol = context.getSymbolFromReflection(reflection);
    const typedef = symbol?.declarations?.find(ts.isJSDocTypedefTag);
    const parent = typedef?.parent;
    if (parent === undefined || !ts.isJSDoc(parent)) return undefined;
    return ts.getTextOfJSDocComment(parent.comment);
}

/** @param {Application} app */
export function load(app) {
    app.converter.on(Converter.EVENT_CREATE_DECLARATION, (context, reflection) => {
        if (reflection.comment?.summary.length) return;
        const text = textBefore(context, reflection);
        if (text) reflection.comment = new Comment([{ kind: 'text', text }]);
    });
    app.converter.on(Converter.EVENT_RESOLVE, (_context, reflection) => {
        if (!(reflection instanceof DeclarationReflection)) return;
        const names = namesOf(reflection.type);
        if (names !== undefined) reflection.type = names;
    });
}
