/**
 * Parts of a text that can be removed, doubled or moved while the rest stays well-formed: elements and attributes,
 * members and items, blocks, lines, cells.
 *
 * @typedef {[from: number, to: number]} Span
 */

/** Maximum number of spans of one text, so that searching them does not take most of the time. */
const MAX_SPANS = 4000;

/**
 * @param {string} text
 * @returns {Span[]}
 */
export function spansOf(text) {
    const first = text.trimStart()[0];
    const own = first === '<' ? elements(text) : '{['.includes(first ?? ' ') ? values(text) : [];
    const spans = own.length > 2 ? own : [...blocks(text), ...cells(text)];
    return spans.length > MAX_SPANS ? spans.slice(0, MAX_SPANS) : spans;
}

/** Returns elements and attributes of XML. @param {string} text @returns {Span[]} */
function elements(text) {
    /** @type {Span[]} */
    const spans = [];
    /** @type {number[]} */
    const open = [];
    for (const tag of text.matchAll(/<(\/?)[^<>!?]*?(\/?)>/g)) {
        const [whole, closing, empty] = tag;
        const to = tag.index + whole.length;
        if (closing !== '') {
            const from = open.pop();
            if (from !== undefined) spans.push([from, to]);
            continue;
        }
        for (const { index, 0: found } of whole.matchAll(/\s[^\s=]+="[^"]*"/g)) {
            spans.push([tag.index + index, tag.index + index + found.length]);
        }
        if (empty === '') open.push(tag.index);
        else spans.push([tag.index, to]);
    }
    return spans;
}

/** Returns containers, members and items of JSON. @param {string} text @returns {Span[]} */
function values(text) {
    /** @type {Span[]} */
    const spans = [];
    /** @type {{ from: number, child: number }[]} */
    const open = [];
    for (let at = 0; at < text.length; at++) {
        const c = text[at];
        if (c === '"') {
            const begin = at++;
            while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
            spans.push([begin, Math.min(at + 1, text.length)]);
        } else if (c === '{' || c === '[') {
            open.push({ from: at, child: at + 1 });
        } else if (c === ',' || c === '}' || c === ']') {
            const innermost = open.at(-1);
            if (innermost === undefined) continue;
            spans.push([innermost.child, at]);
            if (c === ',') spans.push([innermost.child, at + 1]);
            innermost.child = at + 1;
            if (c !== ',') {
                open.pop();
                spans.push([innermost.from, at + 1]);
            }
        }
    }
    return spans.filter(([from, to]) => to > from);
}

/** Returns lines, each also with the more indented lines below it. @param {string} text @returns {Span[]} */
function blocks(text) {
    /** @type {Span[]} */
    const spans = [];
    /** @type {{ from: number, indent: number }[]} */
    const open = [];
    let from = 0;
    for (const line of text.split(/(?<=\n)/)) {
        const indent = line.length - line.trimStart().length;
        while (open.length > 0 && /** @type {any} */ (open.at(-1)).indent >= indent) {
            spans.push([/** @type {any} */ (open.pop()).from, from]);
        }
        open.push({ from, indent });
        spans.push([from, from + line.length]);
        from += line.length;
    }
    for (const each of open) spans.push([each.from, from]);
    return spans;
}

/** Returns the parts between separators. @param {string} text @returns {Span[]} */
function cells(text) {
    const found = text.slice(0, 20 * MAX_SPANS).matchAll(/[^,;\t\n:()]+[,;\t:]?/g);
    return Array.from(
        found,
        ({ index, 0: cell }) => /** @type {Span} */ ([index, index + cell.length]),
    );
}
