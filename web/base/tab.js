/**
 * What a tab is: a module in web/tabs that exports `version` and `mount`.
 *
 * @import { Graze } from 'graze'
 * @import { NamedFile } from './drop.js'
 *
 * @typedef {object} Context what the page gives a tab
 * @property {Graze} graze an instance, shared by the tabs: free what you make
 * @property {unknown} state what `get` of this tab gave, now or when the link was made, by this version; undefined:
 *   none. Links can be written by anybody: read it with base/reading.js
 * @property {readonly NamedFile[]} [files] dropped on another tab: this one opens with them
 * @property {() => void} changed tells the page that what `get` gives has changed, for the address
 * @property {(text: string) => void} announce says it to screen readers
 * @property {(text: string) => void} notice shows it above the tab, until the next
 *
 * @typedef {object} Tab
 * @property {() => unknown} get the state: JSON, all that decides what is seen
 * @property {(state: unknown) => void} set shows another state, as `context.state`
 * @property {(event: KeyboardEvent) => boolean} [onKey] keys pressed outside of fields; true when it was one
 * @property {(files: readonly NamedFile[]) => Promise<void>} [openFiles] opens files dropped on the page
 * @property {() => void} dispose frees, stops, forgets; the page removes the elements
 *
 * @typedef {object} TabModule
 * @property {number} version of the state: a link of another version shows the tab as it begins, and says so
 * @property {(root: HTMLElement, context: Context) => Tab | Promise<Tab>} mount
 */

export {};
