/**
 * The interface of a tab: a module in web/tabs that exports `version` and `mount`.
 *
 * @import { Graze } from 'graze'
 * @import { NamedFile } from './drop.js'
 *
 * @typedef {object} Context services of the page for a tab
 * @property {Graze} graze an instance, shared by the tabs: each tab frees its objects
 * @property {unknown} state result of this tab's `get`, now or when the link was made, by this version; undefined:
 *   none. Anybody may have written the link: read the state with base/state_reader.js
 * @property {readonly NamedFile[]} [files] files dropped on another tab, which this tab opens
 * @property {readonly { id: string, title: string, description: string }[]} tabs the tabs of the page
 * @property {() => void} changed reports that the result of `get` has changed, so that the page updates the address
 * @property {(text: string) => void} announce announces a text to screen readers
 * @property {(text: string) => void} notice shows a text above the tab until the next notice
 *
 * @typedef {object} Tab
 * @property {() => unknown} get returns the state: JSON with everything that determines the view
 * @property {(state: unknown) => void} set shows another state, read as `context.state` is
 * @property {(event: KeyboardEvent) => boolean} [onKey] handles keys pressed outside of fields; returns true if it used the key
 * @property {(files: readonly NamedFile[]) => Promise<void>} [openFiles] opens files dropped on the page
 * @property {() => void} dispose frees objects and stops work; the page removes the elements
 *
 * @typedef {object} TabModule
 * @property {number} version version of the state: a link of another version shows the tab's first scene and a notice
 * @property {readonly string[]} [edited] properties of the state that make up the scene, whose changes can be undone
 * @property {(root: HTMLElement, context: Context) => Tab | Promise<Tab>} mount
 */

export {};
